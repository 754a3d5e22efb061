/* opendpex._core: the module object. Which files add what to it stands in parts.def. */
#include "core.h"

core_state core;

void core_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

int core_add_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base, PyTypeObject **type)
{
    PyObject *made = PyType_FromModuleAndSpec(module, spec, (PyObject *)base);
    if (!made) return -1;
    *type = (PyTypeObject *)made;
    return PyModule_AddType(module, *type);
}

static PyObject *version(void)
{
    return PyUnicode_FromString(dpex_version());
}

static int add_parts(PyObject *module)
{
#define CORE_PART(name)                                                                            \
    if (core_add_##name(module)) return -1;
#include "parts.def"
#undef CORE_PART
    PyObject *text = version();
    if (!text || PyModule_AddObjectRef(module, "version", text)) return -1;
    Py_DECREF(text);
    return 0;
}

/* ---- one module per process: a second import in the same interpreter gets the same one ---- */

static int64_t home; /* the interpreter that has it */
static int is_filled;

static PyObject *create(PyObject *spec, PyModuleDef *definition)
{
    (void)definition;
    int64_t here = PyInterpreterState_GetID(PyInterpreterState_Get());
    if (core.module && here == home) return Py_NewRef(core.module);
    if (core.module) {
        PyErr_SetString(PyExc_ImportError,
                        "opendpex._core can be loaded by one interpreter of a process only");
        return NULL;
    }
    PyObject *name = PyObject_GetAttrString(spec, "name");
    if (!name) return NULL;
    core.module = PyModule_NewObject(name);
    home = here;
    Py_DECREF(name);
    return Py_XNewRef(core.module);
}

static int fill(PyObject *module)
{
    if (is_filled) return 0;
    is_filled = !add_parts(module);
    if (!is_filled) Py_CLEAR(core.module);
    return is_filled ? 0 : -1;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_create, create},
    {Py_mod_exec, fill},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "opendpex._core",
    .m_doc = "The C core of opendpex: the types and functions behind dpctl, dpctl.tensor and the "
             "packages above them.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__core(void); /* Python.h declares no prototype for it */

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
