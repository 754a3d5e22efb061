/* __sycl_usm_array_interface__, the protocol by which objects show their USM memory: the consumer's side. */
#ifndef OPENDPEX_CORE_SUAI_H
#define OPENDPEX_CORE_SUAI_H

#include "core.h"

/* The name of the protocol, with which its messages begin. */
#define CORE_SUAI_ATTRIBUTE "__sycl_usm_array_interface__"

typedef struct core_suai {
    PyObject *queue;       /* SyclQueue, owned */
    dpex_storage *storage; /* owned; the allocation that the pointer lies in */
    size_t first;          /* lowest byte that an element touches, from the storage's start */
    size_t bytes;          /* from there to the end of the highest element */
    int64_t offset;   /* from the storage's start to the element with all indices 0, in bytes */
    int64_t *shape;   /* owned, one block with strides */
    int64_t *strides; /* elements; NULL: C-contiguous */
    int nd;
    int read_only; /* the second item of 'data', as arrays understand it */
    int dtype;     /* dpex_dtype; -1 where the type string names another type */
    size_t itemsize;
} core_suai;

/* Whether the object has the protocol: 1, 0, or -1 with an exception. */
int core_suai_has(PyObject *obj);

/* Reads obj.__sycl_usm_array_interface__. ValueError where the attribute is missing or malformed or its pointer is unknown in
 * the context of 'syclobj', TypeError where it is not a dict. 0 or -1; on failure there is nothing to release. */
int core_suai_read(PyObject *obj, core_suai *suai);
void core_suai_fini(core_suai *suai);

/* Of suai_syclobj.c: the queue that a 'syclobj' (NULL: missing) names for a pointer, new, or NULL with ValueError; and what is
 * said of a pointer that its context does not know. */
PyObject *core_suai_queue(PyObject *syclobj, const void *ptr);
extern const char core_suai_inconsistent[];

#endif
