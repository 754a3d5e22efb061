/* What extensions see of arrays: the structs behind the objects of dpctl.tensor._usmarray. */
#ifndef DPCTL_TENSOR__USMARRAY_H
#define DPCTL_TENSOR__USMARRAY_H

#include <Python.h>

#include "../../syclinterface/dpctl_sycl_types.h"

/* The library's own fields follow the last one. strides_ is NULL for a C-contiguous array; base_ is None until the
 * first call of UsmNDArray_GetUSMData, array_namespace_ None for dpctl.tensor. */
struct PyUSMArrayObject {
    PyObject_HEAD
    void *vtable;
    char *data_;
    int nd_;
    Py_ssize_t *shape_;
    Py_ssize_t *strides_;
    int typenum_;
    int flags_;
    PyObject *base_;
    PyObject *array_namespace_;
    PyObject *weakreflist;
    int64_t own[17];
};

struct Py_MemoryObject; /* dpctl/memory/_memory.h */

#endif
