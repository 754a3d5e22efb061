/* Importing C functions and types of a Python module; for the *_api.h headers beside this one. */
#ifndef DPCTL_IMPORT_CAPI_H
#define DPCTL_IMPORT_CAPI_H

#include <Python.h>

/* One function, variable or type that a header wants: where its address goes, its name, and the signature that its capsule must have (NULL: a type). */
typedef struct dpctl_capi_item {
    void **target;
    const char *name;
    const char *signature;
} dpctl_capi_item;

/* A new type object that is at least as large as the struct which the header declares is checked by its name alone. */
static inline void *dpctl_capi_get(PyObject *module, PyObject *capi, const dpctl_capi_item *item)
{
    if (item->signature) {
        PyObject *capsule = PyDict_GetItemString(capi, item->name);
        if (capsule) return PyCapsule_GetPointer(capsule, item->signature);
        PyErr_Format(PyExc_ImportError, "%R exports no C function %s", module, item->name);
        return NULL;
    }
    PyObject *type = PyObject_GetAttrString(module, item->name);
    if (type && !PyType_Check(type)) {
        PyErr_Format(PyExc_TypeError, "%R.%s is not a type", module, item->name);
        Py_CLEAR(type);
    }
    return type; /* kept for as long as the process lives */
}

/* 0, or -1 with an exception. */
static inline int dpctl_capi_import(const char *name, const dpctl_capi_item *items, size_t n)
{
    PyObject *module = PyImport_ImportModule(name);
    PyObject *capi = module ? PyObject_GetAttrString(module, "__pyx_capi__") : NULL;
    int failed = !capi;
    for (size_t i = 0; i < n && !failed; i++) {
        *items[i].target = dpctl_capi_get(module, capi, &items[i]);
        failed = !*items[i].target;
    }
    Py_XDECREF(capi);
    Py_XDECREF(module);
    return failed ? -1 : 0;
}

#endif
