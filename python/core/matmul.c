/* Products of matrices and vectors as functions, and as operators. */
#include "matmul.h"

#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "operand.h"

/* ---- matmul ------------------------------------------------------------------------------------ */

static PyObject *matmul_new(const dpex_array *x1, const dpex_array *x2, const dpex_dtype *dtype,
                            dpex_order order)
{
    core_array *out = core_array_new_like2(x1, x2);
    if (!out) return NULL;
    return core_array_finish_as(out, dpex_matmul_new(x1, x2, dtype, order, &out->array),
                                core_wrong_dtype((PyObject *)out));
}

static PyObject *matmul_into(const dpex_array *x1, const dpex_array *x2, const dpex_dtype *dtype,
                             PyObject *object)
{
    dpex_array *out = core_array_get(object, "out");
    if (!out) return NULL;
    const dpex_status status = dpex_matmul_into(x1, x2, dtype, out);
    if (!status) return Py_NewRef(object);
    return status == DPEX_ERROR_INVALID_TYPE ? core_raise_as(core_wrong_dtype(object), status)
                                             : core_raise(status);
}

static PyObject *matmul(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"matmul", 2, {"x1", "x2", "out", "dtype", "order", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x1 = core_array_get(values[0], "x1");
    const dpex_array *x2 = x1 ? core_array_get(values[1], "x2") : NULL;
    if (!x2) return NULL;
    dpex_dtype dtype, *given = core_is_given(values[3]) ? &dtype : NULL;
    if (given && core_dtype_parse(values[3], given)) return NULL;
    dpex_order order;
    if (core_parse_operand_order(values[4], &order)) return NULL;
    if (core_is_given(values[2])) return matmul_into(x1, x2, given, values[2]);
    return matmul_new(x1, x2, given, order);
}

/* An operand that is no array: another type may know the product, but NumPy's array type does not. */
static PyObject *no_product(PyObject *array, PyObject *other)
{
    if (!core_array_check(array) || !core_is_numpy_array(other)) Py_RETURN_NOTIMPLEMENTED;
    return core_named("matmul", core_not_combined(array));
}

PyObject *core_array_matmul(PyObject *a, PyObject *b)
{
    if (!core_array_check(a)) return no_product(b, a);
    if (!core_array_check(b)) return no_product(a, b);
    return matmul_new(&((core_array *)a)->array, &((core_array *)b)->array, NULL, DPEX_ORDER_K);
}

/* By NumPy's rules the promoted dtype is to fit, as of the other operators: that of the operand need not be the wider one. */
static int check_inplace(const dpex_array *x, const dpex_array *y)
{
    const dpex_dtype computed =
        dpex_dtype_promote(x->dtype, y->dtype, dpex_queue_get_device(x->queue));
    if (!core_array_is_ndarray(x) || dpex_dtype_can_cast_same_kind(computed, x->dtype)) return 0;
    PyErr_Format(PyExc_TypeError,
                 "matmul: in place, cannot cast %s to %s with casting rule same_kind",
                 dpex_dtype_get_info(computed)->name, dpex_dtype_get_info(x->dtype)->name);
    return -1;
}

PyObject *core_array_inplace_matmul(PyObject *a, PyObject *b)
{
    if (!core_array_check(b)) return no_product(a, b);
    const dpex_array *x = &((core_array *)a)->array, *y = &((core_array *)b)->array;
    return check_inplace(x, y) ? NULL : matmul_into(x, y, &x->dtype, a);
}

/* ---- tensordot --------------------------------------------------------------------------------- */

/* axes[i] of a sequence; how many there are, or -1. */
static int parse_axes(PyObject *sequence, int nd, int *axes)
{
    static const char expected[] = "an int or two sequences of ints";
    const Py_ssize_t n = core_n_items(sequence, "each of axes", "a sequence of ints");
    if (n < 0) return -1;
    if (n > DPEX_MAX_NDIM) {
        PyErr_Format(PyExc_ValueError, "tensordot: %zd axes; an array has at most %d", n,
                     DPEX_MAX_NDIM);
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = core_int_item(sequence, i, "axes", expected);
        int failed = item ? core_parse_axis(item, nd, &axes[i]) : -1;
        Py_XDECREF(item);
        if (failed) return -1;
    }
    return (int)n;
}

static int parse_two_sequences(PyObject *axes, const dpex_array *x1, const dpex_array *x2,
                               int *axes1, int *axes2)
{
    if (!PySequence_Check(axes) || PyUnicode_Check(axes)) {
        core_type_error("axes", "an int or two sequences of ints", axes);
        return -1;
    }
    if (PySequence_Size(axes) != 2) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "tensordot: axes must be an int or two sequences");
        return -1;
    }
    PyObject *first = PySequence_GetItem(axes, 0), *second = PySequence_GetItem(axes, 1);
    int n1 = first && second ? parse_axes(first, x1->nd, axes1) : -1;
    int n2 = n1 < 0 ? -1 : parse_axes(second, x2->nd, axes2);
    Py_XDECREF(first);
    Py_XDECREF(second);
    if (n1 >= 0 && n2 >= 0 && n1 != n2) {
        PyErr_Format(PyExc_ValueError, "tensordot: %d axes of x1 and %d of x2", n1, n2);
        return -1;
    }
    return n2;
}

/* The last `count` axes of x1 with the first ones of x2. */
static int parse_count(PyObject *axes, const dpex_array *x1, const dpex_array *x2, int *axes1,
                       int *axes2)
{
    PyObject *index = core_index(axes, "axes", "an int or two sequences of ints");
    Py_ssize_t n = index ? PyNumber_AsSsize_t(index, PyExc_ValueError) : -1;
    Py_XDECREF(index);
    if (n == -1 && PyErr_Occurred()) return -1;
    if (n < 0) {
        PyErr_Format(PyExc_ValueError, "tensordot: axes is %zd, a number of axes", n);
        return -1;
    }
    int fewer = x1->nd < x2->nd ? x1->nd : x2->nd, unused;
    if (n > fewer) {
        PyObject *beyond = PyLong_FromSsize_t(-n);
        if (beyond && !core_parse_axis(beyond, fewer, &unused)) unused = 0;
        Py_XDECREF(beyond);
        return -1;
    }
    for (int i = 0; i < (int)n; i++) {
        axes1[i] = x1->nd - (int)n + i;
        axes2[i] = i;
    }
    return (int)n;
}

static PyObject *tensordot(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                           PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"tensordot", 2, {"x1", "x2", "axes", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    const dpex_array *x1 = core_array_get(values[0], "x1");
    const dpex_array *x2 = x1 ? core_array_get(values[1], "x2") : NULL;
    if (!x2) return NULL;
    int axes1[DPEX_MAX_NDIM] = {0}, axes2[DPEX_MAX_NDIM] = {0}, n;
    PyObject *axes = values[2] ? Py_NewRef(values[2]) : PyLong_FromLong(2);
    if (!axes) return NULL;
    if (core_is_one_int(axes))
        n = parse_count(axes, x1, x2, axes1, axes2);
    else
        n = parse_two_sequences(axes, x1, x2, axes1, axes2);
    Py_DECREF(axes);
    core_array *out = n < 0 ? NULL : core_array_new_like2(x1, x2);
    if (!out) return NULL;
    return core_array_finish(out, dpex_tensordot_new(x1, x2, n, axes1, axes2, &out->array));
}

/* ---- vecdot ------------------------------------------------------------------------------------ */

/* A negative axis that both operands have: from the end, since they broadcast. */
static int parse_negative_axis(PyObject *object, const dpex_array *x1, const dpex_array *x2,
                               int *axis1, int *axis2)
{
    PyObject *axis = object ? core_index(object, "axis", "an int") : PyLong_FromLong(-1);
    if (!axis) return -1;
    int overflow = 0, failed = 0;
    long value = PyLong_AsLongAndOverflow(axis, &overflow);
    if (overflow > 0 || (overflow == 0 && value >= 0)) {
        PyErr_SetString(PyExc_ValueError, "vecdot: axis must be negative");
        failed = -1;
    }
    if (!failed) failed = core_parse_axis(axis, x1->nd, axis1);
    if (!failed) failed = core_parse_axis(axis, x2->nd, axis2);
    Py_DECREF(axis);
    return failed;
}

static PyObject *vecdot(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"vecdot", 2, {"x1", "x2", "axis", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x1 = core_array_get(values[0], "x1");
    const dpex_array *x2 = x1 ? core_array_get(values[1], "x2") : NULL;
    int axis1, axis2;
    if (!x2 || parse_negative_axis(values[2], x1, x2, &axis1, &axis2)) return NULL;
    core_array *out = core_array_new_like2(x1, x2);
    if (!out) return NULL;
    return core_array_finish(out, dpex_vecdot_new(x1, x2, axis1, axis2, &out->array));
}

/* dot_of_vector(x1, x2): dot where x2 is a vector and x1 one or a matrix; else NotImplemented. */
static PyObject *dot_of_vector(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    const dpex_array *x1 = n == 2 ? core_array_get(args[0], "x1") : NULL;
    const dpex_array *x2 = x1 ? core_array_get(args[1], "x2") : NULL;
    if (!x2 || x2->nd != 1 || x1->nd < 1 || x1->nd > 2) Py_RETURN_NOTIMPLEMENTED;
    return matmul_new(x1, x2, NULL, DPEX_ORDER_K);
}

/* Into an array of just the product's shape and dtype; else NotImplemented: the Python function broadcasts, converts or says what is
 * wrong. */
static PyObject *product_into(const dpex_array *x1, const dpex_array *x2, PyObject *out)
{
    if (Py_TYPE(out) != core.ndarray ||
        dpex_matmul_into(x1, x2, NULL, &((core_array *)out)->array) != DPEX_SUCCESS)
        Py_RETURN_NOTIMPLEMENTED;
    return Py_NewRef(out);
}

/* usual_matmul(x1, x2, out=None) */
static PyObject *usual_matmul(PyObject *self, PyObject *const *args, Py_ssize_t n,
                              PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"matmul", 2, {"x1", "x2", "out", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x1 = &((core_array *)values[0])->array,
                     *x2 = &((core_array *)values[1])->array;
    return core_is_given(values[2]) ? product_into(x1, x2, values[2])
                                    : matmul_new(x1, x2, NULL, DPEX_ORDER_C);
}

/* usual_dot(a, b, out=None): of matrices and vectors, whose dot is matmul; out in C order. */
static PyObject *usual_dot(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"dot", 2, {"a", "b", "out", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *a = &((core_array *)values[0])->array, *b = &((core_array *)values[1])->array;
    if (a->nd < 1 || b->nd < 1 || b->nd > 2 || (b->nd == 2 && a->nd > 2)) Py_RETURN_NOTIMPLEMENTED;
    if (!core_is_given(values[2])) return matmul_new(a, b, NULL, DPEX_ORDER_C);
    if (!core_array_check(values[2]) ||
        !(((core_array *)values[2])->array.flags & DPEX_ARRAY_C_CONTIGUOUS))
        Py_RETURN_NOTIMPLEMENTED;
    return product_into(a, b, values[2]);
}

/* vdot_of_lines(x1, x2): vdot of vectors, where nothing is to be conjugated; else NotImplemented. */
static PyObject *vdot_of_lines(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    const dpex_array *x = n == 2 ? core_array_get(args[0], "x1") : NULL;
    if (!x || dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX) Py_RETURN_NOTIMPLEMENTED;
    return core_array_matmul(args[0], args[1]);
}

static PyMethodDef functions[] = {
    {"dot_of_vector", (PyCFunction)(void (*)(void))dot_of_vector, METH_FASTCALL, NULL},
    {"vdot_of_lines", (PyCFunction)(void (*)(void))vdot_of_lines, METH_FASTCALL, NULL},
    {"usual_matmul", CORE_FAST(usual_matmul), NULL},
    {"usual_dot", CORE_FAST(usual_dot), NULL},
    {"matmul", CORE_FAST(matmul), NULL},
    {"tensordot", CORE_FAST(tensordot), NULL},
    {"vecdot", CORE_FAST(vecdot), NULL},
    {NULL},
};

int core_add_matmul(PyObject *module)
{
    return core_add_functions(module, functions);
}
