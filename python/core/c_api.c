/* _core._c_api: for each module that extensions import C functions from, the dict of capsules that is its __pyx_capi__. */
#include "c_api.h"

static int add_capsule(PyObject *dict, const char *name, void *ptr, const char *type)
{
    PyObject *capsule = PyCapsule_New(ptr, type, NULL);
    if (!capsule) return -1;
    int failed = PyDict_SetItemString(dict, name, capsule);
    Py_DECREF(capsule);
    return failed;
}

/* The dict of a module, made on first use; borrowed. */
static PyObject *dict_of(PyObject *modules, const char *name)
{
    PyObject *dict = PyDict_GetItemString(modules, name);
    if (dict) return dict;
    dict = PyDict_New();
    int failed = !dict || PyDict_SetItemString(modules, name, dict);
    Py_XDECREF(dict);
    return failed ? NULL : dict;
}

typedef struct c_function {
    const char *module, *name, *signature;
    void *function;
} c_function;

/* An address of a function as that of data, as capsules hold it. */
static const c_function functions[] = {
#define CORE_C_FUNCTION(module, name, signature) {module, #name, signature, (void *)name},
#define CORE_CYTHON_FUNCTION(module, name, signature)                                              \
    {module, #name, signature, (void *)core_c_##name},
#define CORE_C_INT(name, value)
#include "c_api.def"
#undef CORE_C_FUNCTION
#undef CORE_CYTHON_FUNCTION
#undef CORE_C_INT
};

typedef struct c_int {
    const char *name;
    int value;
} c_int;

/* Extensions get the addresses of the values; nobody writes through them. */
static c_int ints[] = {
#define CORE_C_FUNCTION(module, name, signature)
#define CORE_CYTHON_FUNCTION(module, name, signature)
#define CORE_C_INT(name, value) {#name, value},
#include "c_api.def"
#undef CORE_C_FUNCTION
#undef CORE_CYTHON_FUNCTION
#undef CORE_C_INT
};

static int fill(PyObject *modules)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        PyObject *dict = dict_of(modules, functions[i].module);
        if (!dict ||
            add_capsule(dict, functions[i].name, functions[i].function, functions[i].signature))
            return -1;
    }
    PyObject *dict = dict_of(modules, "dpctl.tensor._usmarray");
    for (size_t i = 0; dict && i < sizeof ints / sizeof *ints; i++)
        if (add_capsule(dict, ints[i].name, &ints[i].value, "int")) return -1;
    return dict ? 0 : -1;
}

/* Where Cython expects the methods of a type. */
static int show_vtable(PyTypeObject *type, const void *vtable)
{
    PyObject *capsule = PyCapsule_New((void *)vtable, NULL, NULL);
    int failed = !capsule || PyObject_SetAttrString((PyObject *)type, "__pyx_vtable__", capsule);
    Py_XDECREF(capsule);
    return failed;
}

static int show_vtables(void)
{
#define CORE_VTABLE(type) core.type##_vtable = (void *)core_##type##_vtable;
#include "vtables.def"
#undef CORE_VTABLE
#define CORE_VTABLE(type)                                                                          \
    if (show_vtable(core.type, core.type##_vtable)) return -1;
#include "vtables.def"
#undef CORE_VTABLE
    return show_vtable(core.memory_device, core.memory_vtable) ||
           show_vtable(core.memory_shared, core.memory_vtable) ||
           show_vtable(core.memory_host, core.memory_vtable);
}

int core_add_c_api(PyObject *module)
{
    PyObject *modules = PyDict_New();
    int failed = !modules || fill(modules) || show_vtables() ||
                 PyModule_AddObjectRef(module, "_c_api", modules);
    Py_XDECREF(modules);
    return failed ? -1 : 0;
}
