/* opendpex._core: the module object. Which files add what to it stands in parts.def. */
#include "core.h"

core_state core;

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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "opendpex._core",
    .m_doc = "The C core of opendpex: the types and functions behind dpctl, dpctl.tensor and the "
             "packages above them.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit__core(void); /* Python.h declares no prototype for it */

PyMODINIT_FUNC PyInit__core(void)
{
    if (core.module) {
        PyErr_SetString(PyExc_ImportError,
                        "opendpex._core can be loaded by one interpreter of a process only");
        return NULL;
    }
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    core.module = module;
    if (add_parts(module)) {
        core.module = NULL;
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
