/* The operators of arrays: each is a slot function that hands its operation to core_binary,
 * core_unary or dpex_elementwise_inplace. The operations are looked up by name once;
 * operators.def lists them. */
#include "array.h"
#include "caller.h"
#include "direct_call.h"
#include "matmul.h"
#include "operand.h"
#include "spare.h"

/* ---- the operations -------------------------------------------------------------------------- */

#define CORE_BINARY(slot, operation, sign) const dpex_op *nb_##slot;
#define CORE_UNARY(slot, operation)        const dpex_op *nb_##slot;
#define CORE_COMPARISON(code, operation)
static struct {
#include "operators.def"
    const dpex_op *nb_power, *power_2, *sqrt;
    const dpex_op *compare[Py_GE + 1];
} ops;
#undef CORE_BINARY
#undef CORE_UNARY
#undef CORE_COMPARISON

int core_add_array_number(PyObject *module)
{
    (void)module;
#define CORE_BINARY(slot, operation, sign) ops.nb_##slot = dpex_op_find(operation);
#define CORE_UNARY(slot, operation)        ops.nb_##slot = dpex_op_find(operation);
#define CORE_COMPARISON(code, operation)   ops.compare[Py_##code] = dpex_op_find(operation);
#include "operators.def"
#undef CORE_BINARY
#undef CORE_UNARY
#undef CORE_COMPARISON
    ops.nb_power = dpex_op_find("pow");
    ops.power_2 = dpex_op_with_number(ops.nb_power, DPEX_F64, &(const dpex_scalar){.f64 = 2});
    ops.sqrt = dpex_op_find("sqrt");
    return 0;
}

/* ---- the three shapes of an operator --------------------------------------------------------- */

/* Objects without operators for arrays. Python would fall back to operations of its own: lists that
 * `+=` extends by the elements, texts that `*` repeats, comparisons that give False. */
static int is_plain(PyObject *object)
{
    return object == Py_None || PyUnicode_Check(object) || PyBytes_Check(object) ||
           PyList_Check(object) || PyTuple_Check(object) || PyDict_Check(object) ||
           PyAnySet_Check(object) || PyRange_Check(object);
}

static PyObject *refuse_or_pass(const dpex_op *op, PyObject *other)
{
    if (!is_plain(other)) Py_RETURN_NOTIMPLEMENTED;
    PyObject *name = PyType_GetName(Py_TYPE(other));
    if (name)
        PyErr_Format(PyExc_TypeError, "%s: no operation on an array and %U; asarray() converts",
                     dpex_op_get_name(op), name);
    Py_XDECREF(name);
    return core_named_operator(dpex_op_get_name(op), NULL);
}

static PyObject *new_result(const dpex_op *op, PyObject *a, PyObject *b)
{
    PyObject *result = core_binary(op, a, b, DPEX_ORDER_K);
    if (result && result != Py_NotImplemented) return result;
    if (!result) return core_named_operator(dpex_op_get_name(op), NULL);
    Py_DECREF(result);
    return refuse_or_pass(op, core_array_check(a) ? b : a);
}

static PyObject *binary(const dpex_op *op, PyObject *a, PyObject *b, int is_comparison)
{
    if (!op) Py_RETURN_NOTIMPLEMENTED;
    PyObject *result = core_spare_pair(op, a, b, is_comparison);
    return result ? result : new_result(op, a, b);
}

/* NumPy's rule: the memory of a smaller temporary value is not worth the question who called. */
enum { LEAST_BYTES = 256 << 10 };

/* Whether nothing but the caller refers to an array of that size, and it to nothing else. */
static inline int is_dying(PyObject *object)
{
    if (Py_REFCNT(object) != 1 || !core_array_check_exact(object)) return 0;
    const core_array *self = (core_array *)object;
    return self->array.size >= LEAST_BYTES / DPEX_MAX_ITEMSIZE &&
           self->array.size * dpex_dtype_get_info(self->array.dtype)->itemsize >= LEAST_BYTES &&
           !self->weak_references && !self->seen && self->base == Py_None &&
           self->array_namespace == Py_None && dpex_elementwise_may_reuse(&self->array);
}

/* The same, but for operators whose result may be computed in the memory of a temporary value, as NumPy does in `a * b + c`. */
static inline PyObject *reusing(const dpex_op *op, PyObject *a, PyObject *b, core_slot slot,
                                void *caller)
{
    if (!op) Py_RETURN_NOTIMPLEMENTED;
    PyObject *result = core_spare_pair(op, a, b, 0);
    if (result) return result;
    const int is_given[2] = {is_dying(a), is_dying(b)};
    if ((is_given[0] || is_given[1]) && core_is_called_directly(slot, caller)) {
        result = core_binary_reusing(op, a, b, is_given);
        if (result) return result;
        if (PyErr_Occurred()) return core_named_operator(dpex_op_get_name(op), NULL);
    }
    return new_result(op, a, b);
}

/* x[i] += y, where x[i] has the dtype in which both compute. */
static int combine_element(const dpex_op *op, dpex_array *x, const dpex_operand *operand)
{
    const dpex_operand operands[2] = {{.array = x}, *operand};
    dpex_dtype dtype;
    dpex_scalar value;
    return x->nd == 0 && dpex_op_get_arity(op) == 2 &&
           dpex_element_compute(op, operands, &dtype, &value) && dtype == x->dtype &&
           dpex_element_write(x, NULL, &value);
}

static PyObject *in_place(const dpex_op *op, PyObject *x, PyObject *y)
{
    if (!op) Py_RETURN_NOTIMPLEMENTED;
    dpex_operand operand;
    PyObject *kept = NULL;
    dpex_array *array = &((core_array *)x)->array;
    int found = core_operand_parse_beside(y, array, &operand, &kept);
    if (found == 1 && kept && core_operands_agree(x, y) != 1) { /* then the binary operator */
        Py_DECREF(kept);
        if (PyErr_Occurred()) return NULL;
        Py_RETURN_NOTIMPLEMENTED;
    }
    if (found < 0) return NULL;
    if (!found) return refuse_or_pass(op, y);
    const dpex_operand operands[2] = {{.array = array}, operand};
    if (core_array_is_ndarray(array) && core_check_numpy(op, operands)) {
        Py_XDECREF(kept);
        return NULL;
    }
    if (!kept && combine_element(op, array, &operand)) return Py_NewRef(x);
    dpex_status status =
        dpex_elementwise_inplace(op, array, &operand, !core_array_is_ndarray(array));
    Py_XDECREF(kept);
    if (!status && !(status = dpex_queue_bound_pending(array->queue))) return Py_NewRef(x);
    if (status == DPEX_ERROR_INVALID_TYPE)
        core_raise_as(core_wrong_dtype(x), status);
    else
        core_raise(status);
    return core_named_operator(dpex_op_get_name(op), NULL);
}

static PyObject *unary(const dpex_op *op, PyObject *x, const char *slot)
{
    PyObject *result = op ? core_unary(op, x, DPEX_ORDER_K) : NULL;
    if (result) return result;
    if (op) return core_named_operator(dpex_op_get_name(op), NULL);
    PyErr_Format(PyExc_TypeError, "arrays have no operation for the unary operator '%s'", slot);
    return NULL;
}

/* ---- slots ----------------------------------------------------------------------------------- */

#define CORE_BINARY(slot, operation, sign)                                                         \
    static PyObject *nb_##slot(PyObject *a, PyObject *b)                                           \
    {                                                                                              \
        return reusing(ops.nb_##slot, a, b, CORE_SLOT_##slot, __builtin_return_address(0));        \
    }                                                                                              \
    static PyObject *nb_inplace_##slot(PyObject *a, PyObject *b)                                   \
    {                                                                                              \
        return in_place(ops.nb_##slot, a, b);                                                      \
    }
#define CORE_UNARY(slot, operation)                                                                \
    static PyObject *nb_##slot(PyObject *x)                                                        \
    {                                                                                              \
        return unary(ops.nb_##slot, x, #slot);                                                     \
    }
#define CORE_COMPARISON(code, operation)
#include "operators.def"
#undef CORE_BINARY
#undef CORE_UNARY
#undef CORE_COMPARISON

/* With NumPy's rules x ** 0.5 is the root, for the standard not of negative infinity. x ** 2, the most frequent power, is asked for
 * once; the library simplifies others in each call. Python numbers only, whose kind alone counts for the result's dtype; NULL: neither. */
static const dpex_op *power_of(PyObject *a, PyObject *b)
{
    if (!core_array_check(a)) return NULL;
    const dpex_array *x = &((core_array *)a)->array;
    const dpex_dtype_kind kind = dpex_dtype_get_info(x->dtype)->kind;
    int overflow = 0;
    if (PyLong_CheckExact(b))
        return kind != DPEX_KIND_BOOL && kind != DPEX_KIND_COMPLEX &&
                       PyLong_AsLongAndOverflow(b, &overflow) == 2
                   ? ops.power_2
                   : NULL;
    return PyFloat_CheckExact(b) && kind == DPEX_KIND_REAL && core_array_is_ndarray(x) &&
                   PyFloat_AsDouble(b) == 0.5
               ? ops.sqrt
               : NULL;
}

static PyObject *power(PyObject *a, PyObject *b, PyObject *modulus)
{
    if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;
    const dpex_op *simple = power_of(a, b);
    return simple ? core_unary(simple, a, DPEX_ORDER_K) : binary(ops.nb_power, a, b, 0);
}

static PyObject *inplace_power(PyObject *a, PyObject *b, PyObject *modulus)
{
    if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;
    const dpex_op *simple = power_of(a, b);
    if (!simple) return in_place(ops.nb_power, a, b);
    dpex_array *x = &((core_array *)a)->array;
    const dpex_status status = dpex_elementwise_into(simple, &(dpex_operand){.array = x}, x);
    return status ? core_raise(status) : Py_NewRef(a);
}

/* False, or for != True, for each element: what NumPy says of numbers beside None and texts. */
static PyObject *compare_with_no_number(PyObject *x, int code)
{
    PyObject *never = core_binary(dpex_op_find("logical_xor"), x, x, DPEX_ORDER_K);
    if (!never || code == Py_EQ) return never;
    PyObject *always = core_unary(dpex_op_find("logical_not"), never, DPEX_ORDER_K);
    Py_DECREF(never);
    return always;
}

static PyObject *compare(PyObject *a, PyObject *b, int code)
{
    if ((code == Py_EQ || code == Py_NE) && !core_array_check_exact(b) && !PyFloat_CheckExact(b) &&
        (b == Py_None || PyUnicode_Check(b) || PyBytes_Check(b)) &&
        PyObject_TypeCheck(a, core.ndarray))
        return compare_with_no_number(a, code);
    return binary(ops.compare[code], a, b, 1);
}

const PyType_Slot core_array_operators[] = {
#define CORE_BINARY(slot, operation, sign)                                                         \
    {Py_nb_##slot, nb_##slot}, {Py_nb_inplace_##slot, nb_inplace_##slot},
#define CORE_UNARY(slot, operation) {Py_nb_##slot, nb_##slot},
#define CORE_COMPARISON(code, operation)
#include "operators.def"
#undef CORE_BINARY
#undef CORE_UNARY
#undef CORE_COMPARISON
    {Py_nb_matrix_multiply, core_array_matmul},
    {Py_nb_inplace_matrix_multiply, core_array_inplace_matmul},
    {Py_nb_power, power},
    {Py_nb_inplace_power, inplace_power},
    {Py_tp_richcompare, compare},
    {0, NULL},
};
