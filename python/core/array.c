/* The object behind both array types, usm_ndarray and dpnp.ndarray: making one of the right type, and reading it. Every file about
 * arrays stands on this one; the types, whose tables refer to all of those, are in array_type.c. */
#include "array.h"
#include "dtype.h"
#include "spare.h"
#include "wait.h"

/* ---- making --------------------------------------------------------------------------------- */

core_array *core_array_new(void)
{
    return core_spare_new(core.array);
}

core_array *core_array_new_for_type(PyObject *type)
{
    const int is_ndarray =
        type && PyType_Check(type) && PyType_IsSubtype((PyTypeObject *)type, core.ndarray);
    return core_spare_new(is_ndarray ? (PyTypeObject *)type : core.array);
}

core_array *core_array_new_like(const dpex_array *x)
{
    return core_spare_new(core_array_is_ndarray(x) ? core.ndarray : core.array);
}

core_array *core_array_new_like2(const dpex_array *x1, const dpex_array *x2)
{
    return core_array_new_like(core_array_is_ndarray(x2) ? x2 : x1);
}

static PyTypeObject *type_of(int is_ndarray)
{
    return is_ndarray ? core.ndarray : core.array;
}

core_array *core_array_new_for(const dpex_operand *operands, int n)
{
    return core_spare_new(type_of(core_array_has_ndarray(operands, n)));
}

/* The struct is marked as that of a dpnp.ndarray, or not, whatever it was made from. */
static void tag(core_array *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    int is_ndarray =
        type == core.ndarray || (type != core.array && PyType_IsSubtype(type, core.ndarray));
    if (is_ndarray)
        self->array.flags |= DPEX_ARRAY_TAGGED;
    else
        self->array.flags &= ~(uint32_t)DPEX_ARRAY_TAGGED;
}

void core_array_refresh(core_array *self)
{
    tag(self);
    dpex_array *x = &self->array;
    self->data = dpex_array_get_ptr(x);
    self->nd = x->nd;
    self->shape = (Py_ssize_t *)x->shape;
    self->strides = x->flags & DPEX_ARRAY_C_CONTIGUOUS ? NULL : (Py_ssize_t *)x->strides;
    self->typenum = dpex_dtype_get_info(x->dtype)->typenum;
    self->flags = (int)(x->flags & ~(uint32_t)(DPEX_ARRAY_TAGGED | DPEX_ARRAY_LOCKED));
}

PyObject *core_array_finish_as(core_array *out, dpex_status status, PyObject *invalid_type)
{
    if (status) {
        out->array.storage = NULL;
        Py_DECREF(out);
        return status == DPEX_ERROR_INVALID_TYPE ? core_raise_as(invalid_type, status)
                                                 : core_raise(status);
    }
    core_array_refresh(out);
    status = dpex_queue_bound_pending(out->array.queue);
    if (!status) return (PyObject *)out;
    Py_DECREF(out);
    return core_raise(status);
}

PyObject *core_array_finish(core_array *out, dpex_status status)
{
    return core_array_finish_as(out, status, PyExc_TypeError);
}

PyObject *core_array_of_element(const dpex_array *x, int is_ndarray, dpex_dtype dtype,
                                const dpex_scalar *value)
{
    core_array *out = core_spare_element(is_ndarray, x, dtype, value);
    if (out) return (PyObject *)out;
    out = core_spare_new(type_of(is_ndarray));
    if (!out) return NULL;
    dpex_status status = dpex_array_init(x->queue, dtype, 0, NULL, DPEX_ORDER_C,
                                         dpex_storage_get_kind(x->storage), &out->array);
    if (!status) {
        status = dpex_array_fill(&out->array, value);
        if (status) dpex_array_fini(&out->array);
    }
    return core_array_finish(out, status);
}

PyObject *core_array_view_element(PyObject *self, const int64_t *indices)
{
    const core_array *of = (core_array *)self;
    const dpex_array *x = &of->array;
    core_array *out = core_spare_view(core_array_is_ndarray(x), x, indices);
    if (!out) return NULL;
    out->data = of->data ? of->data + (out->array.offset - x->offset) : NULL;
    out->nd = 0;
    out->shape = (Py_ssize_t *)out->array.shape;
    out->strides = NULL;
    out->typenum = of->typenum;
    out->flags = (int)(out->array.flags & ~(uint32_t)DPEX_ARRAY_LOCKED);
    out->array.flags |= x->flags & DPEX_ARRAY_TAGGED;
    return (PyObject *)out;
}

/* Shape and strides of few dimensions lie inside the struct, so pointers to them move with it. */
static void aim(dpex_array *moved, const dpex_array *from)
{
    if (moved->shape != from->inline_dims) return;
    moved->shape = moved->inline_dims;
    moved->strides = moved->inline_dims + (moved->strides - from->inline_dims);
}

void core_array_swap(core_array *a, core_array *b)
{
    dpex_array kept = a->array;
    a->array = b->array;
    b->array = kept;
    aim(&a->array, &b->array);
    aim(&b->array, &a->array);
    core_array_refresh(a);
    core_array_refresh(b);
}

/* ---- reading --------------------------------------------------------------------------------- */

dpex_array *core_array_get(PyObject *object, const char *what)
{
    if (core_array_check(object)) return &((core_array *)object)->array;
    /* Both have the name of a class `ndarray`. */
    PyObject *name = core_is_numpy_array(object) ? PyUnicode_FromString("a NumPy array")
                                                 : PyType_GetName(Py_TYPE(object));
    if (!name) return NULL;
    PyErr_Format(PyExc_TypeError, "%s must be a dpctl.tensor.usm_ndarray or a dpnp.ndarray, not %U",
                 what, name);
    Py_DECREF(name);
    return NULL;
}

int core_array_check_alignment(const dpex_array *x)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(x->dtype);
    const int unit = info->kind == DPEX_KIND_COMPLEX ? info->itemsize / 2 : info->itemsize;
    const uintptr_t start = (uintptr_t)dpex_storage_get_ptr(x->storage),
                    address = start + (uintptr_t)x->offset;
    /* Units are powers of two. */
    if (x->size == 0 || ((address | (uintptr_t)x->offset) & (uintptr_t)(unit - 1)) == 0) return 0;
    PyErr_Format(
        PyExc_ValueError,
        "elements of %s at address %p, byte %lld of an allocation, are not aligned: both must "
        "be multiples of %d",
        info->name, (void *)address, (long long)x->offset, unit);
    return -1;
}

int core_array_wait(const dpex_array *x)
{
    /* Other queues may have work pending on the memory. */
    return core_wait_queue(x->queue) || core_wait_storage(x->storage) ? -1 : 0;
}

int core_array_read(const dpex_array *x, dpex_scalar *value)
{
    dpex_storage *fetched;
    dpex_status status = dpex_array_fetch(x, &fetched);
    const int has_waited = !status && !core_array_wait(x);
    if (has_waited && fetched) {
        memset(value, 0, sizeof *value);
        memcpy(value, dpex_storage_get_ptr(fetched), dpex_dtype_get_info(x->dtype)->itemsize);
    } else if (has_waited) {
        do status = dpex_array_get_scalar(x, value);
        while (core_is_to_repeat(status));
    }
    dpex_storage_release(fetched);
    if (status) core_raise(status);
    return has_waited && !status ? 0 : -1;
}
