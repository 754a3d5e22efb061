/* where and clip, and writing where a mask holds: operations of three operands with rules of their own. */
#include "args.h"
#include "array_args.h"
#include "operand.h"
#include "traced.h"

static PyObject *refuse(const char *function, PyObject *object)
{
    PyObject *name = PyType_GetName(Py_TYPE(object));
    if (name)
        PyErr_Format(PyExc_TypeError, "%s: an operand must be an array or a number, not %U",
                     function, name);
    Py_XDECREF(name);
    return NULL;
}

/* array: says where data of the host go. other: the operand beside this one. 0, or -1 with an exception; *kept as
 * core_operand_parse leaves it. */
static int parse(const char *function, PyObject *array, PyObject *other, PyObject *object,
                 dpex_operand *operand, PyObject **kept)
{
    int found = 0;
    *kept = NULL;
    if (core_array_check(other) && !core_array_check(object))
        found = core_operand_for_element(object, &((core_array *)other)->array, operand);
    if (!found) found = core_operand_parse(object, core_operand_queue(array), operand, kept);
    if (found == 0) refuse(function, object);
    if (found == 1 && *kept && core_operands_agree(array, object) != 1) {
        found = -1;
        if (!PyErr_Occurred()) core_not_combined(array);
    }
    return found == 1 ? 0 : -1;
}

/* ---- where ----------------------------------------------------------------------------------- */

static const dpex_op *where_op(void)
{
    static const dpex_op *op;
    if (!op) op = dpex_op_find("where");
    return op;
}

static PyObject *choose(const dpex_operand operands[3], dpex_order order, PyObject *out)
{
    const dpex_op *op = where_op();
    if (core_is_given(out)) {
        dpex_array *array = core_array_get(out, "out");
        dpex_status status = array ? dpex_elementwise_into(op, operands, array) : DPEX_SUCCESS;
        if (!array) return NULL;
        return status ? core_raise_operation(status) : Py_NewRef(out);
    }
    core_array *made = core_array_new_for(operands, 3);
    if (!made) return NULL;
    return core_array_finish_as(made, dpex_elementwise_new(op, operands, order, &made->array),
                                PyExc_ValueError);
}

static PyObject *where(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    CORE_TRACE("where", args, n, kwnames);
    static const core_params params = {"where",
                                       1,
                                       {"condition", "x1", "x2", "order", "out", NULL},
                                       .n_positional_only = 3,
                                       .n_keyword_only = 2};
    CORE_VALUES(params);
    PyObject *kept[2] = {NULL, NULL}, *result = NULL;
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    if (n == 1 && !values[3] && !values[4]) return core_array_nonzero(values[0]);
    if (!values[2]) {
        PyErr_SetString(PyExc_TypeError, "where takes both x1 and x2, or the condition alone");
        return NULL;
    }
    dpex_operand operands[3] = {{.array = core_array_get(values[0], "condition")}};
    dpex_order order;
    if (!operands[0].array || core_parse_operand_order(values[3], &order)) return NULL;
    if (!parse("where", values[0], values[2], values[1], &operands[1], &kept[0]) &&
        !parse("where", values[0], values[1], values[2], &operands[2], &kept[1]))
        result = choose(operands, order, values[4]);
    Py_XDECREF(kept[0]);
    Py_XDECREF(kept[1]);
    return result;
}

/* Of an array, and arrays or floats, which need no wrapping: anything else is left to Python. */
static PyObject *usual_where(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    for (int i = 1; i < n; i++)
        if (Py_TYPE(args[i]) != core.ndarray && !PyFloat_Check(args[i])) Py_RETURN_NOTIMPLEMENTED;
    if (n != 3) Py_RETURN_NOTIMPLEMENTED;
    return where(self, args, n, NULL);
}

/* ---- values written where a mask holds ------------------------------------------------------------ */

static const dpex_array *get_exact(PyObject *object)
{
    return Py_TYPE(object) == core.ndarray ? &((core_array *)object)->array : NULL;
}

/* Values in the target's dtype and shape, or a number that it holds. */
static int is_written_to(PyObject *object, const dpex_array *out, dpex_operand *values)
{
    if (PyFloat_CheckExact(object) || PyLong_CheckExact(object))
        return core_operand_from_scalar(object, values) == 1;
    *values = (dpex_operand){.array = get_exact(object)};
    return values->array && core_array_lies_beside(values->array, out) &&
           values->array->dtype == out->dtype;
}

/* The usual case of putmask, place and copyto(where=): a mask of the target's shape. Anything else is left to Python, with what
 * is wrong. */
static PyObject *write_where(PyObject *target, PyObject *mask_object, PyObject *values_object)
{
    const dpex_array *mask = get_exact(mask_object);
    if (!get_exact(target)) Py_RETURN_NOTIMPLEMENTED;
    dpex_array *out = &((core_array *)target)->array;
    dpex_operand operands[3] = {{.array = mask}, {0}, {.array = out}};
    if (!mask || mask->dtype != DPEX_BOOL || !core_array_lies_beside(mask, out) ||
        !is_written_to(values_object, out, &operands[1]) ||
        dpex_elementwise_into(where_op(), operands, out)) {
        PyErr_Clear();
        Py_RETURN_NOTIMPLEMENTED;
    }
    Py_RETURN_NONE;
}

/* putmask(x1, mask, values) */
static PyObject *usual_putmask(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    return n == 3 ? write_where(args[0], args[1], args[2]) : Py_NewRef(Py_NotImplemented);
}

/* The values of place in a row, repeated; else NotImplemented. */
static PyObject *place_row(dpex_array *x, const dpex_array *mask, const dpex_array *vals)
{
    if (vals->nd != 1 || vals->dtype != x->dtype || vals->size == 0) Py_RETURN_NOTIMPLEMENTED;
    const dpex_status status = dpex_place(x, mask, vals);
    return status ? core_raise(status) : Py_NewRef(Py_None);
}

/* place(arr, mask, vals) */
static PyObject *usual_place(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    if (n != 3) Py_RETURN_NOTIMPLEMENTED;
    if (PyFloat_CheckExact(args[2]) || PyLong_CheckExact(args[2]))
        return write_where(args[0], args[1], args[2]);
    dpex_array *x = &((core_array *)args[0])->array;
    const dpex_array *mask = get_exact(args[1]);
    if (!mask || mask->dtype != DPEX_BOOL || !core_array_lies_beside(mask, x))
        Py_RETURN_NOTIMPLEMENTED;
    if (get_exact(args[2])) return place_row(x, mask, get_exact(args[2]));
    PyObject *vals = core_array_of_values(args[2], x);
    if (!vals) return NULL;
    PyObject *result = vals == Py_None ? Py_NewRef(Py_NotImplemented)
                                       : place_row(x, mask, &((core_array *)vals)->array);
    Py_DECREF(vals);
    return result;
}

/* copyto(dst, src, where=mask) */
static PyObject *usual_copyto(PyObject *self, PyObject *const *args, Py_ssize_t n,
                              PyObject *kwnames)
{
    (void)self;
    const int is_masked = n == 2 && kwnames && PyTuple_Size(kwnames) == 1 &&
                          !PyUnicode_CompareWithASCIIString(PyTuple_GetItem(kwnames, 0), "where");
    return is_masked ? write_where(args[0], args[2], args[1]) : Py_NewRef(Py_NotImplemented);
}

/* ---- one of several arrays by an index -------------------------------------------------------- */

enum { MOST_CHOICES = 32 };

/* What is chosen from: arrays of one dtype beside the indices, or numbers. */
typedef struct choices {
    Py_ssize_t n;
    dpex_operand of[MOST_CHOICES];
} choices;

/* Like the first one: an array of its dtype, or a float or an int of 64 bits as it is. */
static int is_like(const dpex_operand *choice, const dpex_operand *first)
{
    if (choice->array && first->array) return choice->array->dtype == first->array->dtype;
    return !choice->array && !first->array && choice->kind == first->kind && !choice->out_of_range;
}

/* Their dtype: the arrays', or that of numbers in a new array; 0: a device has another one instead. */
static int has_own_dtype(const dpex_operand *first, const dpex_array *a)
{
    return first->array || first->kind == DPEX_KIND_INT ||
           dpex_dtype_is_supported(DPEX_F64, dpex_queue_get_device(a->queue));
}

/* 0: others. */
static int read_choices(PyObject *sequence, const dpex_array *a, choices *c)
{
    c->n = core_list_length(sequence);
    if (c->n < 2 || c->n > MOST_CHOICES) return 0;
    for (Py_ssize_t i = 0; i < c->n; i++) {
        PyObject *object = core_list_item(sequence, i);
        const int is_number = PyFloat_CheckExact(object) || PyLong_CheckExact(object);
        c->of[i] = (dpex_operand){.array = get_exact(object)};
        if (is_number ? core_operand_from_scalar(object, &c->of[i]) != 1
                      : !c->of[i].array || !core_array_lies_beside(c->of[i].array, a))
            return 0;
        if (!is_like(&c->of[i], &c->of[0])) return 0;
    }
    return has_own_dtype(&c->of[0], a);
}

/* where(index == i, chosen, other), new. */
static PyObject *choose_at(PyObject *index, Py_ssize_t i, const dpex_operand *chosen,
                           const dpex_operand *other)
{
    static const dpex_op *op;
    if (!op) op = dpex_op_find("equal");
    PyObject *number = PyLong_FromSsize_t(i), *result = NULL;
    PyObject *is_chosen = number ? core_binary(op, index, number, DPEX_ORDER_K) : NULL;
    if (is_chosen) {
        const dpex_operand operands[3] = {
            {.array = &((core_array *)is_chosen)->array}, *chosen, *other};
        result = choose(operands, DPEX_ORDER_K, NULL);
    }
    Py_XDECREF(number);
    Py_XDECREF(is_chosen);
    return result;
}

static PyObject *choose_all(PyObject *index, const choices *c)
{
    PyObject *result = choose_at(index, 1, &c->of[1], &c->of[0]);
    for (Py_ssize_t i = 2; result && i < c->n; i++) {
        PyObject *other = result;
        const dpex_operand operand = {.array = &((core_array *)other)->array};
        result = choose_at(index, i, &c->of[i], &operand);
        Py_DECREF(other);
    }
    return result;
}

/* Integers that are their remainders' dtype and become int64 without a change. */
static int are_indices(const dpex_array *a)
{
    const dpex_dtype_kind kind = dpex_dtype_get_info(a->dtype)->kind;
    return kind == DPEX_KIND_INT || (kind == DPEX_KIND_UINT && a->dtype != DPEX_U64);
}

/* usual_choose(a, choices): indices, and two arrays of their shape or numbers, or more; else NotImplemented. */
static PyObject *usual_choose(PyObject *self, PyObject *const *args, Py_ssize_t n_args)
{
    (void)self;
    static const dpex_op *op;
    choices c;
    if (!op) op = dpex_op_find("remainder");
    const dpex_array *a = &((core_array *)args[0])->array;
    if (n_args != 2 || !are_indices(a) || !read_choices(args[1], a, &c)) Py_RETURN_NOTIMPLEMENTED;
    for (Py_ssize_t i = 0; i < c.n; i++) core_arrays_keep(&c.of[i].array, 1);
    PyObject *number = PyLong_FromSsize_t(c.n);
    PyObject *index = number ? core_binary(op, args[0], number, DPEX_ORDER_K) : NULL;
    PyObject *result = index ? choose_all(index, &c) : NULL;
    for (Py_ssize_t i = 0; i < c.n; i++) core_arrays_drop(&c.of[i].array, 1);
    Py_XDECREF(number);
    Py_XDECREF(index);
    return result;
}

/* ---- clip ------------------------------------------------------------------------------------ */

static PyObject *clipped(const dpex_array *x, const dpex_operand *min, const dpex_operand *max,
                         dpex_order order, PyObject *out)
{
    if (core_is_given(out)) {
        dpex_array *array = core_array_get(out, "out");
        if (!array) return NULL;
        dpex_status status = dpex_clip_into(x, min, max, array);
        return status ? core_raise_operation(status) : Py_NewRef(out);
    }
    core_array *made = core_array_new_like(x);
    if (!made) return NULL;
    return core_array_finish_as(made, dpex_clip_new(x, min, max, order, &made->array),
                                PyExc_ValueError);
}

static PyObject *clip(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)self;
    CORE_TRACE("clip", args, n, kwnames);
    static const core_params params = {
        "clip", 1, {"x", "min", "max", "out", "order", NULL}, .n_positional_only = 1};
    CORE_VALUES(params);
    PyObject *kept[2] = {NULL, NULL}, *result = NULL;
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    dpex_order order;
    if (!x || core_parse_operand_order(values[4], &order)) return NULL;
    dpex_operand bounds[2];
    int is_given[2], failed = 0;
    for (int i = 0; i < 2 && !failed; i++) {
        is_given[i] = core_is_given(values[i + 1]);
        if (is_given[i])
            failed = parse("clip", values[0], values[0], values[i + 1], &bounds[i], &kept[i]);
    }
    if (!failed)
        result = clipped(x, is_given[0] ? &bounds[0] : NULL, is_given[1] ? &bounds[1] : NULL, order,
                         values[3]);
    Py_XDECREF(kept[0]);
    Py_XDECREF(kept[1]);
    return result;
}

static PyMethodDef functions[] = {
    {"where", CORE_FAST(where), NULL},
    {"usual_where", (PyCFunction)(void (*)(void))usual_where, METH_FASTCALL, NULL},
    {"clip", CORE_FAST(clip), NULL},
    {"usual_putmask", (PyCFunction)(void (*)(void))usual_putmask, METH_FASTCALL, NULL},
    {"usual_place", (PyCFunction)(void (*)(void))usual_place, METH_FASTCALL, NULL},
    {"usual_copyto", CORE_FAST(usual_copyto), NULL},
    {"usual_choose", (PyCFunction)(void (*)(void))usual_choose, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_choose(PyObject *module)
{
    return core_add_functions(module, functions);
}
