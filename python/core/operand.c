/* Reading operands, and the two calls that all operators end in. */
#include "operand.h"

#include <math.h>

#include "args.h"
#include "dtype.h"
#include "host.h"
#include "interop.h"
#include "spare.h"

/* ---- scalars --------------------------------------------------------------------------------- */

/* An int of more than 64 bits as the nearest double. */
static int from_long_int(PyObject *object, int is_negative, dpex_operand *operand)
{
    double value = PyLong_AsDouble(object);
    if (value == -1 && PyErr_Occurred()) { /* beyond all doubles */
        PyErr_Clear();
        value = is_negative ? -INFINITY : INFINITY;
    }
    operand->out_of_range = 1;
    operand->value.f64 = value;
    return 1;
}

static int from_int(PyObject *object, dpex_operand *operand)
{
    int overflow = 0;
    operand->kind = DPEX_KIND_INT;
    operand->value.i = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow < 0) return from_long_int(object, 1, operand);
    if (overflow == 0) return operand->value.i == -1 && PyErr_Occurred() ? -1 : 1;
    operand->value.u = PyLong_AsUnsignedLongLong(object);
    if (operand->value.u == UINT64_MAX && PyErr_Occurred()) {
        PyErr_Clear();
        return from_long_int(object, 0, operand);
    }
    operand->kind = DPEX_KIND_UINT;
    return 1;
}

static int from_complex(PyObject *object, dpex_operand *operand)
{
    operand->kind = DPEX_KIND_COMPLEX;
    operand->value.c128.re = PyComplex_RealAsDouble(object);
    operand->value.c128.im = PyComplex_ImagAsDouble(object);
    return 1;
}

/* numpy.float64 and numpy.complex128 derive from float and complex. */
static int from_subclass(PyObject *object, dpex_operand *operand)
{
    if (!PyFloat_Check(object) && !PyComplex_Check(object)) return 0;
    int numpy_scalar = core_is_numpy_scalar(object);
    if (numpy_scalar) return numpy_scalar < 0 ? -1 : 0;
    if (PyComplex_Check(object)) return from_complex(object, operand);
    operand->kind = DPEX_KIND_REAL;
    operand->value.f64 = PyFloat_AsDouble(object);
    return 1;
}

int core_operand_from_scalar(PyObject *object, dpex_operand *operand)
{
    operand->array = NULL;
    operand->out_of_range = 0;
    if (PyFloat_CheckExact(object)) {
        operand->kind = DPEX_KIND_REAL;
        operand->value.f64 = PyFloat_AsDouble(object);
        return 1;
    }
    if (PyBool_Check(object)) {
        operand->kind = DPEX_KIND_BOOL;
        operand->value.b = object == Py_True;
        return 1;
    }
    if (PyLong_Check(object)) return from_int(object, operand);
    if (PyComplex_CheckExact(object)) return from_complex(object, operand);
    return from_subclass(object, operand);
}

/* ---- scalars in a dtype ---------------------------------------------------------------------- */

static int check_int(const dpex_operand *operand, dpex_dtype dtype)
{
    if (dpex_operand_is_in_range(operand, dtype)) return 0;
    PyErr_Format(PyExc_OverflowError, "the int is out of bounds for %s",
                 dpex_dtype_get_info(dtype)->name);
    return -1;
}

static int check_real(double value, const dpex_dtype_info *info)
{
    if (info->kind != DPEX_KIND_INT && info->kind != DPEX_KIND_UINT) return 0;
    if (isfinite(value)) return 0;
    PyErr_Format(isnan(value) ? PyExc_ValueError : PyExc_OverflowError, "cannot convert %s to %s",
                 isnan(value) ? "NaN" : "infinity", info->name);
    return -1;
}

int core_operand_cast(const dpex_operand *operand, dpex_dtype dtype, dpex_scalar *value)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(dtype);
    int failed = 0;
    if (operand->kind == DPEX_KIND_INT || operand->kind == DPEX_KIND_UINT)
        failed = check_int(operand, dtype);
    else if (operand->kind == DPEX_KIND_REAL)
        failed = check_real(operand->value.f64, info);
    else if (operand->kind == DPEX_KIND_COMPLEX && info->kind != DPEX_KIND_COMPLEX &&
             info->kind != DPEX_KIND_BOOL) {
        PyErr_Format(PyExc_TypeError, "cannot convert a complex number to %s", info->name);
        failed = -1;
    }
    if (!failed) dpex_operand_convert(operand, dtype, value);
    return failed;
}

int core_operand_element(const dpex_operand *operand, dpex_dtype dtype, dpex_scalar *value)
{
    if (operand->kind == DPEX_KIND_REAL && isfinite(operand->value.f64) &&
        !dpex_operand_is_in_range(operand, dtype)) {
        PyErr_Format(PyExc_OverflowError, "the float is out of bounds for %s",
                     dpex_dtype_get_info(dtype)->name);
        return -1;
    }
    return core_operand_cast(operand, dtype, value);
}

/* ---- operands -------------------------------------------------------------------------------- */

static int take_array(PyObject *made, dpex_operand *operand, PyObject **kept)
{
    if (!made) return -1;
    *kept = made;
    operand->array = &((core_array *)made)->array;
    return 1;
}

/* USM memory of another object, else what the host holds. */
static int from_data(PyObject *object, dpex_queue *queue, dpex_usm_kind usm_kind,
                     dpex_operand *operand, PyObject **kept)
{
    int usm = core_interop_has_usm(object);
    if (usm < 0) return -1;
    if (usm) return take_array(core_interop_view(object), operand, kept);
    if (!queue || !PyObject_CheckBuffer(object)) return 0;
    return take_array(core_host_copy(object, queue, usm_kind), operand, kept);
}

int core_operand_parse(PyObject *object, dpex_queue *queue, dpex_operand *operand, PyObject **kept)
{
    *kept = NULL;
    if (core_array_check(object)) {
        operand->array = &((core_array *)object)->array;
        return 1;
    }
    int scalar = core_operand_from_scalar(object, operand);
    return scalar ? scalar : from_data(object, queue, DPEX_USM_DEVICE, operand, kept);
}

/* ---- NumPy's scalars beside an array ----------------------------------------------------------- */

/* Whether a scalar of a dtype gives what a Python number of its value gives: its dtype adds nothing to the array's, or is the one
 * that a Python float asks for. */
static int adds_no_dtype(dpex_dtype dtype, const dpex_array *x)
{
    if (dtype == x->dtype) return 1;
    const dpex_dtype promoted =
        dpex_dtype_promote(dtype, x->dtype, dpex_queue_get_device(x->queue));
    if (promoted == x->dtype) return 1;
    return dtype == DPEX_F64 && promoted == DPEX_F64 &&
           (x->dtype == DPEX_I64 || x->dtype == DPEX_U64);
}

static int from_index(PyObject *object, dpex_operand *operand)
{
    PyObject *number = PyNumber_Index(object);
    if (!number) return -1;
    const int found = from_int(number, operand);
    Py_DECREF(number);
    return found;
}

/* The value of a scalar of NumPy's that has this dtype. 1, 0: not taken so, or -1. */
static int read_numpy_scalar(PyObject *object, dpex_dtype dtype, dpex_operand *operand)
{
    operand->array = NULL;
    operand->out_of_range = 0;
    operand->kind = dpex_dtype_get_info(dtype)->kind;
    switch (operand->kind) {
    case DPEX_KIND_BOOL: operand->value.b = PyObject_IsTrue(object) == 1; return 1;
    case DPEX_KIND_REAL:
        operand->value.f64 = PyFloat_AsDouble(object);
        return operand->value.f64 == -1 && PyErr_Occurred() ? -1 : 1;
    case DPEX_KIND_COMPLEX: return PyComplex_Check(object) ? from_complex(object, operand) : 0;
    default: return from_index(object, operand);
    }
}

/* A scalar of NumPy as a number, without a copy to the device. 1, 0 where it is none that may be taken so, or -1. */
static int from_numpy_scalar(PyObject *object, const dpex_array *beside, dpex_operand *operand)
{
    dpex_dtype dtype;
    return core_numpy_scalar_dtype(object, &dtype) && adds_no_dtype(dtype, beside)
               ? read_numpy_scalar(object, dtype, operand)
               : 0;
}

static int is_python_number(PyObject *object)
{
    return PyFloat_CheckExact(object) || PyLong_CheckExact(object) || PyBool_Check(object) ||
           PyComplex_CheckExact(object);
}

int core_operand_for_element(PyObject *object, const dpex_array *x, dpex_operand *operand)
{
    dpex_dtype dtype;
    if (!is_python_number(object) && core_numpy_scalar_dtype(object, &dtype) &&
        (dtype == x->dtype ||
         dpex_dtype_promote(dtype, x->dtype, dpex_queue_get_device(x->queue)) == x->dtype)) {
        const int found = read_numpy_scalar(object, dtype, operand);
        if (found) return found;
    }
    return core_operand_from_scalar(object, operand);
}

int core_operand_parse_beside(PyObject *object, const dpex_array *beside, dpex_operand *operand,
                              PyObject **kept)
{
    *kept = NULL;
    const int is_array = core_array_check_exact(object);
    int found =
        is_array || is_python_number(object) ? 0 : from_numpy_scalar(object, beside, operand);
    if (found) return found;
    if (is_array || core_array_check(object)) {
        operand->array = &((core_array *)object)->array;
        return 1;
    }
    found = core_operand_from_scalar(object, operand);
    return found ? found
                 : from_data(object, beside->queue, dpex_storage_get_kind(beside->storage), operand,
                             kept);
}

/* Beside integers a double stands for such an int; it must not be one that an integer rounds to. */
static void keep_clear(dpex_operand *scalar, const dpex_array *array)
{
    static const double below = -0x1.0000000000001p63, above = 0x1.0000000000001p64;
    if (dpex_dtype_get_info(array->dtype)->kind >= DPEX_KIND_REAL) return;
    if (scalar->value.f64 == -0x1p63) scalar->value.f64 = below;
    if (scalar->value.f64 == 0x1p64) scalar->value.f64 = above;
}

void core_operand_pair(dpex_operand operands[2])
{
    for (int i = 0; i < 2; i++)
        if (!operands[i].array && operands[i].out_of_range && operands[1 - i].array)
            keep_clear(&operands[i], operands[1 - i].array);
}

int core_parse_operand_order(PyObject *object, dpex_order *order)
{
    *order = DPEX_ORDER_K;
    if (!object || object == Py_None) return 0;
    if (!PyUnicode_Check(object)) {
        core_type_error("order", "None or a str", object);
        return -1;
    }
    switch (PyUnicode_GetLength(object) ? PyUnicode_ReadChar(object, 0) : 'K') {
    case 'c':
    case 'C': *order = DPEX_ORDER_C; break;
    case 'f':
    case 'F': *order = DPEX_ORDER_F; break;
    case 'a':
    case 'A': *order = DPEX_ORDER_A; break;
    default: break;
    }
    return 0;
}

/* ---- operations ------------------------------------------------------------------------------ */

PyObject *core_wrong_dtype(PyObject *array)
{
    return PyObject_TypeCheck(array, core.ndarray) ? PyExc_TypeError : PyExc_ValueError;
}

PyObject *core_raise_operation(dpex_status status)
{
    return status == DPEX_ERROR_INVALID_TYPE ? core_raise_as(PyExc_ValueError, status)
                                             : core_raise(status);
}

/* The operations of which NumPy refuses operands; found once. */
static const dpex_op *power, *positive, *sign;

static inline int has_rules_of_numpy(const dpex_op *op)
{
    if (!power) {
        power = dpex_op_find("pow");
        positive = dpex_op_find("positive");
        sign = dpex_op_find("sign");
    }
    return op == power || op == positive || op == sign;
}

int core_check_numpy(const dpex_op *op, const dpex_operand *operands)
{
    if (!has_rules_of_numpy(op)) return 0;
    const dpex_array *x = operands[0].array;
    if ((op == positive || op == sign) && x->dtype == DPEX_BOOL) {
        PyErr_Format(PyExc_TypeError,
                     "%s: bool is not a number; astype makes numbers of truth values",
                     op == sign ? "sign" : "positive");
        return -1;
    }
    if (op != power || !x || !x->size || operands[1].array || operands[1].kind != DPEX_KIND_INT ||
        operands[1].value.i >= 0 || dpex_dtype_get_info(x->dtype)->kind >= DPEX_KIND_REAL)
        return 0;
    PyErr_SetString(PyExc_ValueError, "Integers to negative integer powers are not allowed.");
    return -1;
}

static inline PyObject *run(const dpex_op *op, int n, const dpex_operand *operands,
                            dpex_order order)
{
    const int is_ndarray = core_array_has_ndarray(operands, n);
    const dpex_array *x = operands[n == 2 && !operands[0].array].array;
    const int is_element = x && x->nd == 0;
    if (is_element) { /* the plainest operations have no rules of NumPy's */
        core_array *out = core_spare_apply(is_ndarray, op, operands, x->dtype);
        if (out) return (PyObject *)out;
    }
    if (is_ndarray && core_check_numpy(op, operands)) return NULL;
    if (is_element) {
        dpex_dtype dtype;
        dpex_scalar value;
        if (dpex_element_compute(op, operands, &dtype, &value))
            return core_array_of_element(x, is_ndarray, dtype, &value);
    }
    core_array *out = core_array_new_for(operands, n);
    if (!out) return NULL;
    dpex_status status = dpex_elementwise_new(op, operands, order, &out->array);
    return core_array_finish_as(out, status, core_wrong_dtype((PyObject *)out));
}

/* Objects beside a dpnp.ndarray: NumPy's scalars and USM memory are operands, other data would come to the device unnoticed. */
static int refuses(PyObject *array, PyObject *other)
{
    if (!PyObject_TypeCheck(array, core.ndarray) || core_array_check(other)) return 0;
    if (!PyObject_CheckBuffer(other)) return 0;
    int is_scalar = core_is_numpy_scalar(other);
    return is_scalar < 0 ? -1 : !is_scalar;
}

int core_operands_agree(PyObject *a, PyObject *b)
{
    int refused = refuses(a, b);
    if (!refused) refused = refuses(b, a);
    return refused < 0 ? -1 : !refused;
}

void *core_not_combined(PyObject *array)
{
    char label[128];
    const char *package = PyObject_TypeCheck(array, core.ndarray) ? "dpnp" : "dpctl.tensor";
    dpex_device_get_label(dpex_queue_get_device(((core_array *)array)->array.queue), label,
                          sizeof label);
    PyErr_Format(PyExc_TypeError,
                 "a NumPy array and a %s array on %s cannot be combined; %s.asarray(a, "
                 "sycl_queue=x.sycl_queue) copies it there",
                 package, label, package);
    return NULL;
}

/* An array of the two types themselves, or a Python float or int: most operands. 1, 0: neither, or -1. */
static inline int parse_plain(PyObject *object, dpex_operand *operand)
{
    if (core_array_check_exact(object)) {
        operand->array = &((core_array *)object)->array;
        return 1;
    }
    operand->array = NULL;
    operand->out_of_range = 0;
    if (PyFloat_CheckExact(object)) {
        operand->kind = DPEX_KIND_REAL;
        operand->value.f64 = PyFloat_AsDouble(object);
        return 1;
    }
    return PyLong_CheckExact(object) ? from_int(object, operand) : 0;
}

/* Two operands of which none has to be converted, and one is an array. */
static inline int parse_plain_pair(PyObject *a, PyObject *b, dpex_operand operands[2])
{
    int plain[2] = {parse_plain(a, &operands[0]), parse_plain(b, &operands[1])};
    for (int i = 0; i < 2; i++) /* beside such an array, a scalar of NumPy */
        if (plain[i] == 0 && plain[1 - i] == 1 && operands[1 - i].array)
            plain[i] = from_numpy_scalar(i ? b : a, operands[1 - i].array, &operands[i]);
    if (plain[0] != 1 || plain[1] != 1 || !(operands[0].array || operands[1].array)) return 0;
    core_operand_pair(operands);
    return 1;
}

PyObject *core_binary_reusing(const dpex_op *op, PyObject *a, PyObject *b, const int is_given[2])
{
    dpex_operand operands[2];
    if (!parse_plain_pair(a, b, operands)) return NULL;
    const int is_ndarray = core_array_has_ndarray(operands, 2);
    for (int i = 0; i < 2; i++) {
        int is_done = 0;
        if (!is_given[i] || core_array_is_ndarray(operands[i].array) != is_ndarray) continue;
        PyObject *given = i ? b : a;
        dpex_status status = dpex_elementwise_reusing(op, operands, i, &is_done);
        if (!is_done) continue;
        if (!status) status = dpex_queue_bound_pending(operands[i].array->queue);
        return status ? core_raise(status) : Py_NewRef(given);
    }
    return NULL;
}

PyObject *core_binary(const dpex_op *op, PyObject *a, PyObject *b, dpex_order order)
{
    dpex_operand operands[2];
    if (parse_plain_pair(a, b, operands)) return run(op, 2, operands, order);
    PyObject *kept[2] = {NULL, NULL}, *result = NULL;
    PyObject *array = core_array_check(a) ? a : core_array_check(b) ? b : NULL;
    if (!array) Py_RETURN_NOTIMPLEMENTED;
    const dpex_array *beside = &((core_array *)array)->array;
    int found = core_operand_parse_beside(a, beside, &operands[0], &kept[0]);
    if (found == 1) found = core_operand_parse_beside(b, beside, &operands[1], &kept[1]);
    if (found == 1 && (kept[0] || kept[1])) found = core_operands_agree(a, b);
    if (found == 1) {
        core_operand_pair(operands);
        result = run(op, 2, operands, order);
    } else if (found == 0)
        result = Py_NewRef(Py_NotImplemented);
    Py_XDECREF(kept[0]);
    Py_XDECREF(kept[1]);
    return result;
}

PyObject *core_unary(const dpex_op *op, PyObject *a, dpex_order order)
{
    dpex_operand operand;
    operand.array = &((core_array *)a)->array;
    return run(op, 1, &operand, order);
}

PyObject *core_op_signatures(const dpex_op *op)
{
    PyObject *list = PyList_New(0);
    const char *signature;
    for (size_t i = 0; op && list && (signature = dpex_op_get_signature(op, i)); i++) {
        PyObject *text = PyUnicode_FromString(signature);
        if (!text || PyList_Append(list, text)) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}
