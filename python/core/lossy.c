/* NumPy's warning where a conversion drops imaginary parts: data types say so, whatever the numbers are, so that nothing waits. */
#include "lossy.h"

#include "caller.h"

int core_warn_of_lost_parts(void)
{
    static PyObject *category;
    if (!category) {
        PyObject *module = PyImport_ImportModule("numpy.exceptions");
        category = module ? PyObject_GetAttrString(module, "ComplexWarning") : NULL;
        Py_XDECREF(module);
        if (!category) return -1;
    }
    return PyErr_WarnEx(category, "Casting complex values to real discards the imaginary part",
                        core_caller_depth());
}
