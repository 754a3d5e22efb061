/* searchsorted, and membership for isin. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "host.h"
#include "operand.h"
#include "truth.h"

#include <string.h>

/* side: 1 for 'right', 0 for 'left' or nothing; -1 with ValueError. */
static int parse_side(PyObject *side)
{
    if (!side) return 0;
    const char *name = PyUnicode_Check(side) ? core_text(side) : "";
    if (!name) return -1;
    if (!strcmp(name, "left")) return 0;
    if (!strcmp(name, "right")) return 1;
    PyErr_Format(PyExc_ValueError, "side must be 'left' or 'right', not %R", side);
    return -1;
}

static PyObject *searchsorted(PyObject *self, PyObject *const *args, Py_ssize_t n,
                              PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"searchsorted",
                                       2,
                                       {"x1", "x2", "side", "sorter", NULL},
                                       .n_positional_only = 2,
                                       .n_keyword_only = 2};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, kwnames, values)) return NULL;
    const dpex_array *x1 = core_array_get(values[0], "x1");
    const dpex_array *x2 = x1 ? core_array_get(values[1], "x2") : NULL;
    if (!x2) return NULL;
    const dpex_array *sorter = NULL;
    if (core_is_given(values[3]) && !(sorter = core_array_get(values[3], "sorter"))) return NULL;
    const int from_right = parse_side(values[2]);
    if (from_right < 0) return NULL;
    core_array *out = core_array_new_like2(x1, x2);
    return out ? core_array_finish(out,
                                   dpex_search_sorted_new(x1, x2, from_right, sorter, &out->array))
               : NULL;
}

/* is_in(x, elements, invert) of two arrays */
static PyObject *is_in(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {"is_in", 3, {"x", "elements", "invert", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    const dpex_array *elements = x ? core_array_get(values[1], "test_elements") : NULL;
    if (!elements) return NULL;
    const int invert = core_flag(values[2], "invert");
    core_array *out = invert < 0 ? NULL : core_array_new_like2(x, elements);
    return out ? core_array_finish(out, dpex_is_in_new(x, elements, invert, &out->array)) : NULL;
}

/* What neighbouring edges say; a NaN is not compared. */
typedef struct order {
    int ascends, descends, differs; /* anywhere */
    int begins_ascending;           /* the first two that differ */
} order;

#define COMPARE(name, type)                                                                        \
    static void compare_##name(const void *edges, Py_ssize_t n, order *found)                      \
    {                                                                                              \
        const type *x = edges;                                                                     \
        for (Py_ssize_t i = 1; i < n; i++) {                                                       \
            if (x[i - 1] == x[i]) continue;                                                        \
            if (!found->differs) found->begins_ascending = x[i - 1] < x[i];                        \
            found->differs = 1;                                                                    \
            found->ascends |= x[i - 1] < x[i];                                                     \
            found->descends |= x[i - 1] > x[i];                                                    \
        }                                                                                          \
    }
COMPARE(i8, int8_t)
COMPARE(i16, int16_t)
COMPARE(i32, int32_t)
COMPARE(i64, int64_t)
COMPARE(u8, uint8_t)
COMPARE(u16, uint16_t)
COMPARE(u32, uint32_t)
COMPARE(u64, uint64_t)
COMPARE(f32, float)
COMPARE(f64, double)

typedef void (*compare_fn)(const void *edges, Py_ssize_t n, order *found);
static const compare_fn compare[DPEX_N_DTYPES] = {
    [DPEX_I8] = compare_i8,   [DPEX_I16] = compare_i16, [DPEX_I32] = compare_i32,
    [DPEX_I64] = compare_i64, [DPEX_BOOL] = compare_u8, [DPEX_U8] = compare_u8,
    [DPEX_U16] = compare_u16, [DPEX_U32] = compare_u32, [DPEX_U64] = compare_u64,
    [DPEX_F32] = compare_f32, [DPEX_F64] = compare_f64};

/* edge_direction(edges), of one dimension: 1 where they ascend, -1 where they descend, 0 where they
 * do neither, on the host; NotImplemented for other dtypes. As in NumPy the first two that differ
 * decide which it can be. */
static PyObject *edge_direction(PyObject *self, PyObject *object)
{
    (void)self;
    const dpex_array *x = core_array_get(object, "bins");
    if (!x) return NULL;
    if (!compare[x->dtype]) Py_RETURN_NOTIMPLEMENTED;
    Py_buffer view;
    order found = {0};
    PyObject *edges = core_host_export(x);
    if (!edges) return NULL;
    const int failed = PyObject_GetBuffer(edges, &view, PyBUF_SIMPLE);
    if (!failed) {
        compare[x->dtype](view.buf, x->size, &found);
        PyBuffer_Release(&view);
    }
    Py_DECREF(edges);
    if (failed) return NULL;
    if (!found.differs) return PyLong_FromLong(1);
    return PyLong_FromLong(found.begins_ascending ? !found.descends : -!found.ascends);
}

static PyMethodDef functions[] = {
    {"edge_direction", edge_direction, METH_O, NULL},
    {"searchsorted", CORE_FAST(searchsorted), NULL},
    {"is_in", (PyCFunction)(void (*)(void))is_in, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_search(PyObject *module)
{
    return core_add_functions(module, functions);
}
