/* See hooks.h. What is registered stays for the life of the process, as the module does. */
#include "hooks.h"

static const struct {
    const char *name, *home;
} rows[] = {
#define CORE_HOOK(name, home) {#name, home},
#include "hooks.def"
#undef CORE_HOOK
};

static PyObject *hooks[CORE_N_HOOKS];

PyObject *core_hook(core_hook_id which)
{
    if (!hooks[which])
        PyErr_Format(PyExc_RuntimeError, "'%s' is written in Python: import %s first",
                     rows[which].name, rows[which].home);
    return hooks[which];
}

static PyObject *set_hook(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *name, *hook;
    if (!PyArg_ParseTuple(args, "UO:set_hook", &name, &hook)) return NULL;
    for (int i = 0; i < CORE_N_HOOKS; i++) {
        if (PyUnicode_CompareWithASCIIString(name, rows[i].name) != 0) continue;
        PyObject *old = hooks[i];
        hooks[i] = Py_NewRef(hook);
        Py_XDECREF(old);
        Py_RETURN_NONE;
    }
    return PyErr_Format(PyExc_LookupError, "opendpex._core has no hook '%U'", name);
}

static PyMethodDef functions[] = {
    {"set_hook", set_hook, METH_VARARGS,
     "set_hook(name, object): register what C code calls, by a name of hooks.def"},
    {NULL},
};

int core_add_hooks(PyObject *module)
{
    return core_add_functions(module, functions);
}
