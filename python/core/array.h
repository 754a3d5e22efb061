/* The object behind the arrays of dpctl.tensor (usm_ndarray) and of dpnp (ndarray), and how other
 * files of _core make and read it. The two types differ in names and habits, not in what they hold;
 * functions take both, and one dpnp.ndarray among their operands makes the result one.
 *
 * A dpex_array lies inside the object, so an array is one allocation. Before it come the fields
 * that the reference publishes (extensions read them directly); they repeat what the dpex_array
 * says and are refreshed when it changes. */
#ifndef OPENDPEX_CORE_ARRAY_H
#define OPENDPEX_CORE_ARRAY_H

#include <stddef.h>
#include <string.h>

#include "core.h"

typedef struct core_array {
    PyObject_HEAD
    void *vtable; /* of Cython's virtual functions */
    char *data;
    int nd;
    Py_ssize_t *shape;
    Py_ssize_t *strides; /* NULL: C-contiguous */
    int typenum;
    int flags;
    /* The MemoryUSM* object, None until somebody asks for it; and None: dpctl.tensor. Never NULL, since
     * Cython code that reads them counts the reference. */
    PyObject *base;
    PyObject *array_namespace;
    PyObject *weak_references;
    PyObject *seen;   /* the usm_ndarray of which this ndarray shows the elements, or NULL */
    dpex_array array; /* ours from here on; storage NULL: not initialised */
} core_array;

static inline int core_array_check_exact(PyObject *object)
{
    return Py_TYPE(object) == core.ndarray || Py_TYPE(object) == core.array;
}

static inline int core_array_check(PyObject *object)
{
    return core_array_check_exact(object) || PyType_IsSubtype(Py_TYPE(object), core.array_base);
}

/* Whether the array is that of a dpnp.ndarray. */
static inline int core_array_is_ndarray(const dpex_array *x)
{
    return (x->flags & DPEX_ARRAY_TAGGED) != 0;
}

/* Whether two arrays have one queue and one shape. */
static inline int core_array_lies_beside(const dpex_array *x, const dpex_array *y)
{
    return x->queue == y->queue && x->nd == y->nd &&
           !memcmp(x->shape, y->shape, (size_t)x->nd * sizeof *x->shape);
}

/* Whether an operand's array is one, which makes the result one. */
static inline int core_array_has_ndarray(const dpex_operand *operands, int n)
{
    for (int i = 0; i < n; i++)
        if (operands[i].array && core_array_is_ndarray(operands[i].array)) return 1;
    return 0;
}

/* The dpex_array of an array object, borrowed; NULL with a TypeError that names the argument. */
dpex_array *core_array_get(PyObject *object, const char *what);

/* Making one takes two steps, with the dpex_ call between them:
 *
 *     core_array *out = core_array_new_like(x);
 *     return out ? core_array_finish(out, dpex_array_permute(x, axes, &out->array)) : NULL;
 *
 * finish gives `out` as an object, or drops it and raises. */
core_array *core_array_new_like(const dpex_array *x); /* of the type of x */
core_array *core_array_new_like2(const dpex_array *x1, const dpex_array *x2);
core_array *core_array_new_for(const dpex_operand *operands, int n);
core_array *core_array_new_for_type(PyObject *type); /* core.ndarray; anything else: usm_ndarray */
core_array *core_array_new(void);                    /* a usm_ndarray */
/* A new array without dimensions of this value, of the type of x and placed as x. */
PyObject *core_array_of_element(const dpex_array *x, int is_ndarray, dpex_dtype dtype,
                                const dpex_scalar *value);
/* The view self[indices], an index for each axis. NULL: an index is out of bounds, or with MemoryError. */
PyObject *core_array_view_element(PyObject *self, const int64_t *indices);
PyObject *core_array_finish(core_array *out, dpex_status status);
PyObject *core_array_finish_as(core_array *out, dpex_status status, PyObject *invalid_type);

/* The memory object, kept. */
static inline void core_array_set_base(core_array *self, PyObject *base)
{
    PyObject *old = self->base;
    self->base = Py_NewRef(base);
    Py_DECREF(old);
}

/* Exchanges what two arrays are (not who refers to them). */
void core_array_swap(core_array *a, core_array *b);

/* Refreshes the published fields after the dpex_array has changed. */
void core_array_refresh(core_array *self);

/* For arrays in memory that others describe: whether address and offset of the elements are multiples of their size (of complex numbers:
 * of the size of their parts), since kernels count from the allocation's start in elements. -1 with a ValueError. */
int core_array_check_alignment(const dpex_array *x);

/* References to the objects that hold arrays: for functions that use arrays of a list after a call that may wait, since meanwhile a thread
 * or a signal's handler may change the list. NULL is left out. */
static inline PyObject *core_array_holder(const dpex_array *x)
{
    return x ? (PyObject *)((char *)x - offsetof(core_array, array)) : NULL;
}

static inline void core_arrays_keep(const dpex_array *const *arrays, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++) Py_XINCREF(core_array_holder(arrays[i]));
}

static inline void core_arrays_drop(const dpex_array *const *arrays, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++) Py_XDECREF(core_array_holder(arrays[i]));
}

/* Waits for the array's queue, which also reports commands that failed; with the GIL released and
 * signals served where anything is pending. 0 or -1 with an exception. */
int core_array_wait(const dpex_array *x);
/* The value of an array of one element after such a wait. 0 or -1 with an exception. */
int core_array_read(const dpex_array *x, dpex_scalar *value);

/* The strides times `unit`: 1 for elements, the itemsize for bytes. */
PyObject *core_array_strides(PyObject *self, int64_t unit);
/* The view with all axes in reverse order. */
PyObject *core_array_transpose(const dpex_array *x);

/* A type of arrays: its own slots and those that all have. */
int core_array_add_type(PyObject *module, const char *name, const PyType_Slot *own,
                        PyTypeObject **type);

/* Slots, attributes and methods that the types (array_type.c) take from other files. */
PyObject *core_array_create(PyTypeObject *type, PyObject *args, PyObject *kwargs); /* array_new.c */
PyObject *core_ndarray_create(PyTypeObject *type, PyObject *args, PyObject *kwargs);
extern PyGetSetDef core_array_attributes[];                    /* array_attributes.c */
extern PyMethodDef core_array_methods[];                       /* array_methods.c */
PyObject *core_array_subscript(PyObject *self, PyObject *key); /* array_index.c */
int core_array_assign_subscript(PyObject *self, PyObject *key, PyObject *value);
int core_array_as_bool(PyObject *self); /* array_convert.c */
PyObject *core_array_as_int(PyObject *self);
PyObject *core_array_as_float(PyObject *self);
PyObject *core_array_as_index(PyObject *self);

/* The indices of the elements that are not zero: a tuple of an array per dimension. */
PyObject *core_array_nonzero(PyObject *array);
PyObject *core_array_as_complex(PyObject *self);
extern const PyType_Slot core_array_operators[]; /* array_number.c */

/* dst[...] = value: a scalar, an array on any queue, an object that shows USM memory, a buffer,
 * a nested sequence. */
int core_array_assign(dpex_array *dst, PyObject *value); /* array_assign.c */

#endif
