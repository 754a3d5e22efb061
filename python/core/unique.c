/* Distinct values: unique(x, has_indices, has_inverse, has_counts) gives a tuple of the values and what was asked for. */
#include "args.h"
#include "array.h"
#include "operand.h"
#include "wait.h"

enum { VALUES, INDICES, INVERSE, COUNTS, N_RESULTS };

static void release(core_array *results[N_RESULTS])
{
    for (int i = 0; i < N_RESULTS; i++) {
        if (!results[i]) continue;
        results[i]->array.storage = NULL;
        Py_DECREF(results[i]);
    }
}

static int allocate(const dpex_array *x, const int *is_wanted, core_array *results[N_RESULTS])
{
    int failed = 0;
    for (int i = 0; i < N_RESULTS; i++) {
        results[i] = is_wanted[i] ? core_array_new_like(x) : NULL;
        failed |= is_wanted[i] && !results[i];
    }
    if (failed) release(results);
    return failed ? -1 : 0;
}

static PyObject *as_tuple(core_array *results[N_RESULTS])
{
    Py_ssize_t n = 0, to = 0;
    for (int i = 0; i < N_RESULTS; i++) n += results[i] != NULL;
    PyObject *tuple = PyTuple_New(n);
    for (int i = 0; i < N_RESULTS; i++) {
        if (!results[i]) continue;
        core_array_finish(results[i], DPEX_SUCCESS);
        if (tuple)
            PyTuple_SetItem(tuple, to++, (PyObject *)results[i]);
        else
            Py_DECREF(results[i]);
    }
    return tuple;
}

static dpex_array *array_of(core_array *result)
{
    return result ? &result->array : NULL;
}

/* The first half waits for nobody, the second finds all done: the wait in between serves signals. */
static PyObject *find(const dpex_array *x, const int *is_wanted)
{
    dpex_unique *unique;
    core_array *r[N_RESULTS];
    CORE_TRY(dpex_unique_start(x, is_wanted[INDICES] || is_wanted[INVERSE], &unique));
    if (core_array_wait(x) || allocate(x, is_wanted, r)) {
        dpex_unique_release(unique);
        return NULL;
    }
    dpex_status status;
    do { /* Other threads may have submitted to the queue meanwhile. */
        Py_BEGIN_ALLOW_THREADS
        status = dpex_unique_finish(unique, array_of(r[VALUES]), array_of(r[INDICES]),
                                    array_of(r[INVERSE]), array_of(r[COUNTS]));
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    dpex_unique_release(unique);
    if (!status) return as_tuple(r);
    release(r);
    return core_raise(status);
}

static PyObject *unique(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    static const core_params params = {
        "unique", 4, {"x", "has_indices", "has_inverse", "has_counts", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n, NULL, values)) return NULL;
    const dpex_array *x = core_array_get(values[0], "x");
    if (!x) return NULL;
    int is_wanted[N_RESULTS] = {1};
    for (int i = INDICES; i < N_RESULTS; i++) {
        is_wanted[i] = PyObject_IsTrue(values[i]);
        if (is_wanted[i] < 0) return NULL;
    }
    return find(x, is_wanted);
}

static PyMethodDef functions[] = {
    {"unique", (PyCFunction)(void (*)(void))unique, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_unique(PyObject *module)
{
    return core_add_functions(module, functions);
}
