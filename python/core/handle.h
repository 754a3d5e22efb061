/* What SyclContext, SyclDevice, SyclEvent, SyclPlatform and SyclQueue have in common: objects that refer to one of libdpex's, which
 * are equal if that is the same, and the two types behind each of them. */
#ifndef OPENDPEX_CORE_HANDLE_H
#define OPENDPEX_CORE_HANDLE_H

#include "core.h"

/* How each of their structs begins. */
typedef struct core_handle {
    PyObject_HEAD
    void *ref;
} core_handle;

/* Slots, and a method. */
Py_hash_t core_handle_hash(PyObject *self);
PyObject *core_handle_addressof_ref(PyObject *self, PyObject *unused);
/* is_kin: whether other is of the same kind, a subclass included. */
PyObject *core_handle_compare(PyObject *self, PyObject *other, int op, int is_kin);

/* The base type holds the fields that extensions know, the type itself has our own and the members. */
typedef struct core_handle_types {
    const char *base_name, *base_doc;
    size_t base_bytes;
    destructor dealloc;
    PyType_Spec *spec;
} core_handle_types;
int core_add_handle(PyObject *module, const core_handle_types *types, PyTypeObject **base,
                    PyTypeObject **type);

#endif
