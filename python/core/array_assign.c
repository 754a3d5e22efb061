/* x[...] = value for every kind of value. */
#include <string.h>

#include "array.h"
#include "caller.h"
#include "host.h"
#include "interop.h"
#include "lossy.h"
#include "operand.h"
#include "values.h"

static int assign_scalar(dpex_array *dst, const dpex_operand *operand)
{
    dpex_scalar value;
    if (core_operand_element(operand, dst->dtype, &value)) return -1;
    dpex_status status = dpex_array_fill(dst, &value);
    if (status) core_raise(status);
    return status ? -1 : 0;
}

/* x[1:3] += 1 ends in assigning the view to itself. */
static int is_same(const dpex_array *a, const dpex_array *b)
{
    if (a->storage != b->storage || a->offset != b->offset || a->dtype != b->dtype ||
        a->nd != b->nd)
        return 0;
    size_t bytes = sizeof(int64_t) * (size_t)a->nd;
    return memcmp(a->shape, b->shape, bytes) == 0 && memcmp(a->strides, b->strides, bytes) == 0;
}

/* Where the destination's device lacks the source's dtype, the elements are converted before
 * they leave. */
static dpex_status copy_far(dpex_array *dst, const dpex_array *src)
{
    if (dpex_dtype_is_supported(src->dtype, dpex_queue_get_device(dst->queue)))
        return dpex_array_copy(dst, src);
    dpex_array converted;
    dpex_status status = dpex_array_cast_new(
        src, dst->dtype, DPEX_ORDER_K, dpex_storage_get_kind(src->storage), src->queue, &converted);
    if (status) return status;
    status = dpex_array_copy(dst, &converted);
    dpex_array_fini(&converted);
    return status;
}

/* Copies between queues may have to wait for the other one, so they let other threads run. */
static int assign_array(dpex_array *dst, const dpex_array *src)
{
    dpex_status status;
    if (is_same(dst, src) && (dst->flags & DPEX_ARRAY_WRITABLE)) return 0;
    if (core_warn_of_cast(src->dtype, dst->dtype)) return -1;
    if (dst->queue == src->queue) {
        status = dpex_array_copy(dst, src);
    } else {
        Py_BEGIN_ALLOW_THREADS
        status = copy_far(dst, src);
        Py_END_ALLOW_THREADS
    }
    if (status) core_raise(status);
    return status ? -1 : 0;
}

static int assign_usm(dpex_array *dst, PyObject *value)
{
    PyObject *view = core_interop_view(value);
    if (!view) return -1;
    int failed = assign_array(dst, &((core_array *)view)->array);
    Py_DECREF(view);
    return failed;
}

static int assign_sequence(dpex_array *dst, PyObject *value)
{
    PyObject *array = core_values_from_sequence(value, dst);
    if (!array) return -1;
    int failed = core_array_check(array) ? assign_array(dst, &((core_array *)array)->array)
                                         : core_host_assign(dst, array);
    Py_DECREF(array);
    return failed;
}

static int assign(dpex_array *dst, PyObject *value)
{
    if (core_array_check(value)) return assign_array(dst, &((core_array *)value)->array);
    if (!(dst->flags & DPEX_ARRAY_WRITABLE)) {
        PyErr_SetString(PyExc_ValueError, "the array is read-only");
        return -1;
    }
    dpex_operand operand;
    int scalar = core_operand_for_element(value, dst, &operand);
    if (scalar) return scalar < 0 ? -1 : assign_scalar(dst, &operand);
    int usm = core_interop_has_usm(value);
    if (usm) return usm < 0 ? -1 : assign_usm(dst, value);
    if (PyObject_CheckBuffer(value)) return core_host_assign(dst, value);
    if (PySequence_Check(value) && !PyUnicode_Check(value)) return assign_sequence(dst, value);
    if (PyObject_HasAttrString(value, "__array__")) return core_host_assign(dst, value);
    PyErr_Format(PyExc_ValueError, "%R cannot be assigned to elements of an array", value);
    return -1;
}

int core_array_assign(dpex_array *dst, PyObject *value)
{
    const int failed = assign(dst, value);
    if (failed) core_name_error_inside(NULL);
    if (failed || !dpex_queue_bound_pending(dst->queue)) return failed;
    core_raise(DPEX_ERROR_INTERRUPTED);
    return -1;
}
