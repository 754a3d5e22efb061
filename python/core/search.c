/* searchsorted, and membership for isin. */
#include "args.h"
#include "array.h"
#include "array_args.h"
#include "operand.h"

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
    const int invert = PyObject_IsTrue(values[2]);
    core_array *out = invert < 0 ? NULL : core_array_new_like2(x, elements);
    return out ? core_array_finish(out, dpex_is_in_new(x, elements, invert, &out->array)) : NULL;
}

static PyMethodDef functions[] = {
    {"searchsorted", CORE_FAST(searchsorted), NULL},
    {"is_in", (PyCFunction)(void (*)(void))is_in, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_search(PyObject *module)
{
    return core_add_functions(module, functions);
}
