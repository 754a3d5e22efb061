/* What extensions call for arrays: reading a usm_ndarray, and making one of memory or of a pointer. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "c_api.h"
#include "dtype.h"
#include "memory.h"
#include "wait.h"

static core_array *get(PyObject *object)
{
    if (object && core_array_check(object)) return (core_array *)object;
    return core_type_error("the argument", "a usm_ndarray", object ? object : Py_None);
}

/* The pointer goes into hands that know nothing of pending operations: those on the memory are waited for, others are not. */
char *UsmNDArray_GetData(PyObject *array)
{
    core_array *self = get(array);
    if (self) dpex_storage_export(self->array.storage);
    return !self || core_wait_storage(self->array.storage) ? NULL : self->data;
}

int UsmNDArray_GetNDim(PyObject *array)
{
    core_array *self = get(array);
    return self ? self->nd : -1;
}

Py_ssize_t *UsmNDArray_GetShape(PyObject *array)
{
    core_array *self = get(array);
    return self ? self->shape : NULL;
}

Py_ssize_t *UsmNDArray_GetStrides(PyObject *array)
{
    core_array *self = get(array);
    return self ? self->strides : NULL;
}

int UsmNDArray_GetTypenum(PyObject *array)
{
    core_array *self = get(array);
    return self ? self->typenum : -1;
}

int UsmNDArray_GetElementSize(PyObject *array)
{
    core_array *self = get(array);
    return self ? (int)dpex_dtype_get_info(self->array.dtype)->itemsize : -1;
}

int UsmNDArray_GetFlags(PyObject *array)
{
    core_array *self = get(array);
    return self ? self->flags : -1;
}

void *UsmNDArray_GetQueueRef(PyObject *array)
{
    core_array *self = get(array);
    return self ? dpex_queue_retain(self->array.queue) : NULL;
}

PyObject *UsmNDArray_GetUSMData(PyObject *array)
{
    return get(array) ? PyObject_GetAttrString(array, "usm_data") : NULL;
}

/* In elements, from the first byte of its MemoryUSM* object. */
Py_ssize_t UsmNDArray_GetOffset(PyObject *array)
{
    PyObject *memory = UsmNDArray_GetUSMData(array);
    if (!memory) return -1;
    Py_ssize_t bytes = ((core_array *)array)->data - (char *)((core_memory *)memory)->memory_ptr;
    Py_DECREF(memory);
    return bytes / UsmNDArray_GetElementSize(array);
}

void UsmNDArray_SetWritableFlag(PyObject *array, int flag)
{
    core_array *self = get(array);
    if (!self) return;
    if (flag && (self->array.flags & DPEX_ARRAY_LOCKED)) {
        PyErr_SetString(PyExc_ValueError, "the memory is read-only");
        return;
    }
    self->array.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    if (flag) self->array.flags |= DPEX_ARRAY_WRITABLE;
    core_array_refresh(self);
}

/* ---- making arrays: by the constructor, which has all the checks ---- */

static int parse_typenum(int typenum, dpex_dtype *dtype)
{
    dpex_status status = dpex_dtype_from_typenum(typenum, dtype);
    if (status) core_raise_as(PyExc_ValueError, status);
    return status ? -1 : 0;
}

static PyObject *tuple_of(int nd, const Py_ssize_t *values)
{
    if (nd < 0 || nd > DPEX_MAX_NDIM || (nd && !values)) {
        PyErr_SetString(PyExc_ValueError, "an array has 0 to 64 dimensions, and a shape for them");
        return NULL;
    }
    PyObject *tuple = PyTuple_New(nd);
    for (int i = 0; tuple && i < nd; i++) {
        PyObject *value = PyLong_FromSsize_t(values[i]);
        if (!value || PyTuple_SetItem(tuple, i, value)) Py_CLEAR(tuple);
    }
    return tuple;
}

/* The arguments are taken; any may be NULL with an exception set. strides may be None. */
static PyObject *construct(PyObject *shape, PyObject *dtype, PyObject *strides, PyObject *memory,
                           Py_ssize_t offset, const char *order)
{
    PyObject *args = NULL, *array = NULL;
    if (shape && dtype && strides && memory)
        args = Py_BuildValue("(OOOOns)", shape, dtype, strides, memory, offset, order);
    if (args) array = PyObject_Call((PyObject *)core.array, args, NULL);
    Py_XDECREF(args);
    Py_XDECREF(shape);
    Py_XDECREF(dtype);
    Py_XDECREF(strides);
    Py_XDECREF(memory);
    return array;
}

PyObject *UsmNDArray_MakeSimpleFromMemory(int nd, const Py_ssize_t *shape, int typenum,
                                          PyObject *memory, Py_ssize_t offset, char order)
{
    dpex_dtype dtype;
    const char text[] = {order, 0};
    if (!memory || !core_memory_check(memory))
        return core_type_error("memory", "a MemoryUSM* object", memory ? memory : Py_None);
    if (parse_typenum(typenum, &dtype)) return NULL;
    return construct(tuple_of(nd, shape), core_dtype_object(dtype), Py_NewRef(Py_None),
                     Py_NewRef(memory), offset, text);
}

/* The bytes from the pointer to the end of the last element; -1 with a ValueError. */
static int find_bytes(int nd, const Py_ssize_t *shape, const Py_ssize_t *strides, Py_ssize_t offset,
                      size_t itemsize, size_t *bytes)
{
    int64_t extents[DPEX_MAX_NDIM], steps[DPEX_MAX_NDIM], lowest, highest, step = 1;
    for (int i = nd - 1; i >= 0; i--) {
        extents[i] = shape[i];
        steps[i] = strides ? strides[i] : step;
        if (shape[i] < 0 || __builtin_mul_overflow(step, shape[i] ? shape[i] : 1, &step)) goto bad;
    }
    if (!core_find_extremes(nd, extents, steps, &lowest, &highest)) goto bad;
    if (__builtin_add_overflow(highest, offset, &highest) || offset + lowest < 0) goto bad;
    if (!__builtin_mul_overflow((size_t)highest + 1, itemsize, bytes)) return 0;
bad:
    PyErr_SetString(PyExc_ValueError, "shape, strides and offset describe no array");
    return -1;
}

PyObject *UsmNDArray_MakeFromPtr(int nd, const Py_ssize_t *shape, int typenum,
                                 const Py_ssize_t *strides, void *ptr, void *queue,
                                 Py_ssize_t offset, PyObject *owner)
{
    dpex_dtype dtype;
    size_t bytes;
    PyObject *extents = tuple_of(nd, shape);
    if (!extents) return NULL;
    if (parse_typenum(typenum, &dtype) ||
        find_bytes(nd, shape, strides, offset, dpex_dtype_get_info(dtype)->itemsize, &bytes)) {
        Py_DECREF(extents);
        return NULL;
    }
    PyObject *memory = Memory_Make(ptr, bytes, queue, owner);
    PyObject *steps = memory && strides ? tuple_of(nd, strides) : Py_NewRef(Py_None);
    PyObject *array = construct(extents, memory ? core_dtype_object(dtype) : NULL, steps,
                                Py_XNewRef(memory), offset, "C");
    /* The caller still has the memory where there is no array to own it. */
    if (!array && memory && (!owner || owner == Py_None))
        dpex_pointer_own(dpex_storage_retain(((core_memory *)memory)->storage));
    Py_XDECREF(memory);
    return array;
}

PyObject *UsmNDArray_MakeSimpleFromPtr(size_t n_elems, int typenum, void *ptr, void *queue,
                                       PyObject *owner)
{
    if (n_elems > PY_SSIZE_T_MAX) {
        PyErr_SetString(PyExc_ValueError, "too many elements");
        return NULL;
    }
    const Py_ssize_t shape[] = {(Py_ssize_t)n_elems};
    return UsmNDArray_MakeFromPtr(1, shape, typenum, NULL, ptr, queue, 0, owner);
}
