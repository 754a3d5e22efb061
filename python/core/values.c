/* Objects of all kinds as arrays of values. */
#include "values.h"

#include "dtype.h"
#include "hooks.h"
#include "host.h"
#include "interop.h"
#include "lossy.h"
#include "operand.h"
#include "queue.h"

static PyObject *from_scalar(const dpex_operand *operand, const dpex_array *x)
{
    dpex_scalar value;
    if (core_operand_element(operand, x->dtype, &value)) return NULL;
    core_array *out = core_array_new();
    if (!out) return NULL;
    dpex_status status = dpex_array_init(x->queue, x->dtype, 0, NULL, DPEX_ORDER_C,
                                         dpex_storage_get_kind(x->storage), &out->array);
    if (!status) {
        status = dpex_array_fill(&out->array, &value);
        if (status) dpex_array_fini(&out->array);
    }
    return core_array_finish(out, status);
}

PyObject *core_values_from_sequence(PyObject *value, const dpex_array *x)
{
    PyObject *read = core_hook(CORE_HOOK_array_from_sequence);
    PyObject *queue = read ? core_queue_wrap(x->queue) : NULL;
    PyObject *dtype = queue ? core_dtype_object(x->dtype) : NULL;
    PyObject *array = dtype ? PyObject_CallFunctionObjArgs(read, value, queue, dtype, NULL) : NULL;
    Py_XDECREF(dtype);
    Py_XDECREF(queue);
    return array;
}

static PyObject *from_sequence(PyObject *value, const dpex_array *x)
{
    PyObject *array = core_values_from_sequence(value, x);
    if (!array || core_array_check(array)) return array;
    PyObject *copy = core_host_copy(array, x->queue, dpex_storage_get_kind(x->storage));
    Py_DECREF(array);
    return copy;
}

static PyObject *values_of(PyObject *value, const dpex_array *x)
{
    if (core_array_check(value)) return Py_NewRef(value);
    dpex_operand operand;
    int scalar = core_operand_for_element(value, x, &operand);
    if (scalar) return scalar < 0 ? NULL : from_scalar(&operand, x);
    int usm = core_interop_has_usm(value);
    if (usm) return usm < 0 ? NULL : core_interop_view(value);
    if (PyObject_CheckBuffer(value))
        return core_host_copy(value, x->queue, dpex_storage_get_kind(x->storage));
    if (PySequence_Check(value) && !PyUnicode_Check(value)) return from_sequence(value, x);
    if (PyObject_HasAttrString(value, "__array__"))
        return core_host_copy(value, x->queue, dpex_storage_get_kind(x->storage));
    return PyErr_Format(PyExc_ValueError, "%R cannot be assigned to elements of an array", value);
}

PyObject *core_values(PyObject *value, const dpex_array *x)
{
    PyObject *values = values_of(value, x);
    if (values && core_warn_of_cast(((core_array *)values)->array.dtype, x->dtype))
        Py_CLEAR(values);
    return values;
}
