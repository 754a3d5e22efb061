/* _repr_html_ of arrays, devices and queues: what notebooks show. The text is put together in Python. */
#include "hooks.h"

PyObject *core_repr_html(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *write = core_hook(CORE_HOOK_repr_html);
    return write ? PyObject_CallFunctionObjArgs(write, self, NULL) : NULL;
}
