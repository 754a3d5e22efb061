/* Factorizations and norms as functions; names and docstrings are in dpctl/tensor/linalg.py.
 *
 * Those whose success depends on the numbers wait for the result and raise LinAlgError; the others return before they are done. */
#include "linalg.h"
#include "truth.h"

#include "args.h"
#include "array.h"
#include "array_args.h"
#include "dtype.h"
#include "wait.h"

PyObject *core_linalg_error(void)
{
    static PyObject *error;
    if (error) return error;
    PyObject *module = PyImport_ImportModule("numpy.linalg");
    error = module ? PyObject_GetAttrString(module, "LinAlgError") : NULL;
    Py_XDECREF(module);
    if (error) return error;
    PyErr_Clear();
    return PyExc_ValueError;
}

static dpex_array *array_of(PyObject *object, const char *what)
{
    dpex_array *x = core_array_get(object, what);
    if (!x) core_name_error_inside(NULL);
    return x;
}

/* ---- results ----------------------------------------------------------------------------------- */

enum { MAX_RESULTS = 3 };

/* Results of one call, made before it: `out` for its last parameters. */
typedef struct results {
    int n;
    core_array *object[MAX_RESULTS];
    dpex_linalg_info info;
} results;

static dpex_array *out(results *r, int i)
{
    return &r->object[i]->array;
}

static int results_init(results *r, const dpex_array *like, int n)
{
    r->info.codes = NULL;
    for (r->n = 0; r->n < n; r->n++) {
        r->object[r->n] = core_array_new_like(like);
        if (r->object[r->n]) continue;
        while (r->n-- > 0) Py_DECREF(r->object[r->n]);
        return -1;
    }
    return 0;
}

/* Drops the objects; made: whether there are arrays in them. */
static void *results_drop(results *r, int made)
{
    for (int i = 0; i < r->n; i++) {
        if (!made) r->object[i]->array.storage = NULL;
        Py_DECREF(r->object[i]);
    }
    return NULL;
}

static PyObject *as_tuple(results *r)
{
    PyObject *tuple = PyTuple_New(r->n);
    for (int i = 0; i < r->n; i++) {
        if (tuple)
            PyTuple_SetItem(tuple, i, (PyObject *)r->object[i]);
        else
            Py_DECREF(r->object[i]);
    }
    return tuple;
}

/* One array, or a tuple of them; waits where the numbers may have been refused. */
static PyObject *results_finish(results *r, dpex_status status)
{
    if (status) {
        results_drop(r, 0);
        return core_raise(status);
    }
    if (r->info.codes) {
        int failed = core_wait_storage(r->info.codes);
        status = dpex_linalg_check(&r->info);
        if (failed) return results_drop(r, 1);
        if (status) {
            core_raise(status);
            return results_drop(r, 1);
        }
    }
    for (int i = 0; i < r->n; i++) core_array_refresh(r->object[i]);
    status = dpex_queue_bound_pending(r->object[0]->array.queue);
    if (status) {
        core_raise(status);
        return results_drop(r, 1);
    }
    return r->n == 1 ? (PyObject *)r->object[0] : as_tuple(r);
}

/* ---- factorizations: each takes its arguments by position, which linalg.py has checked ---------- */

static const dpex_array *operand(PyObject *const *args, Py_ssize_t n, Py_ssize_t n_wanted)
{
    if (n == n_wanted) return array_of(args[0], "x");
    PyErr_Format(PyExc_TypeError, "%zd arguments, %zd are needed", n, n_wanted);
    return NULL;
}

static PyObject *cholesky(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    results r;
    const dpex_array *x = operand(args, n, 2);
    int upper = x ? core_flag(args[1], "upper") : -1;
    if (upper < 0 || results_init(&r, x, 1)) return NULL;
    return results_finish(&r, dpex_cholesky_new(x, upper, out(&r, 0), &r.info));
}

static PyObject *inv(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 1)) return NULL;
    return results_finish(&r, dpex_inv_new(x, out(&r, 0), &r.info));
}

static PyObject *solve(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    results r;
    const dpex_array *x1 = operand(args, n, 2);
    const dpex_array *x2 = x1 ? array_of(args[1], "x2") : NULL;
    if (!x2 || results_init(&r, core_array_is_ndarray(x1) ? x1 : x2, 1)) return NULL;
    return results_finish(&r, dpex_solve_new(x1, x2, out(&r, 0), &r.info));
}

static PyObject *lu(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 3)) return NULL;
    return results_finish(&r, dpex_lu_new(x, out(&r, 0), out(&r, 1), out(&r, 2)));
}

/* (factors, pivots, trans, columns): solves in place. */
static PyObject *lu_solve(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *factors, *pivots, *columns;
    int trans;
    if (!PyArg_ParseTuple(args, "OOCO", &factors, &pivots, &trans, &columns)) return NULL;
    const dpex_array *f = array_of(factors, "lu"), *p = f ? array_of(pivots, "piv") : NULL;
    dpex_array *b = p ? array_of(columns, "b") : NULL;
    if (!b) return NULL;
    CORE_TRY(dpex_lu_solve_into(f, p, (char)trans, b));
    return Py_NewRef(columns);
}

static PyObject *det(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 1)) return NULL;
    return results_finish(&r, dpex_det_new(x, out(&r, 0)));
}

static PyObject *slogdet(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 2)) return NULL;
    return results_finish(&r, dpex_slogdet_new(x, out(&r, 0), out(&r, 1)));
}

static PyObject *qr(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    results r;
    const dpex_array *x = operand(args, n, 2);
    int is_complete = x ? PyObject_IsTrue(args[1]) : -1;
    if (is_complete < 0 || results_init(&r, x, 2)) return NULL;
    return results_finish(&r, dpex_qr_new(x, is_complete, out(&r, 0), out(&r, 1)));
}

static PyObject *qr_raw(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 2)) return NULL;
    return results_finish(&r, dpex_qr_raw_new(x, out(&r, 0), out(&r, 1)));
}

static PyObject *eigh(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 2)) return NULL;
    return results_finish(&r, dpex_eigh_new(x, out(&r, 0), out(&r, 1), &r.info));
}

static PyObject *eigvalsh(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 1)) return NULL;
    return results_finish(&r, dpex_eigh_new(x, out(&r, 0), NULL, &r.info));
}

static PyObject *eig(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 2)) return NULL;
    return results_finish(&r, dpex_eig_new(x, out(&r, 0), out(&r, 1), &r.info));
}

static PyObject *eigvals(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 1)) return NULL;
    return results_finish(&r, dpex_eig_new(x, out(&r, 0), NULL, &r.info));
}

static PyObject *svd(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    results r;
    const dpex_array *x = operand(args, n, 2);
    int is_full = x ? core_flag(args[1], "full_matrices") : -1;
    if (is_full < 0 || results_init(&r, x, 3)) return NULL;
    return results_finish(&r,
                          dpex_svd_new(x, is_full, out(&r, 0), out(&r, 1), out(&r, 2), &r.info));
}

static PyObject *svdvals(PyObject *self, PyObject *object)
{
    (void)self;
    results r;
    const dpex_array *x = array_of(object, "x");
    if (!x || results_init(&r, x, 1)) return NULL;
    return results_finish(&r, dpex_svd_new(x, 0, NULL, out(&r, 0), NULL, &r.info));
}

/* ---- what runs on every device ------------------------------------------------------------------ */

static PyObject *diagonal(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    const dpex_array *x = operand(args, n, 2);
    Py_ssize_t k = x ? core_clipped_index(args[1], "offset") : -1;
    if (!x || (k == -1 && PyErr_Occurred())) return NULL;
    core_array *view = core_array_new_like(x);
    return view ? core_array_finish(view, dpex_array_diagonal(x, k, &view->array)) : NULL;
}

static PyObject *cross(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    int axis1, axis2;
    const dpex_array *x1 = operand(args, n, 3);
    const dpex_array *x2 = x1 ? array_of(args[1], "x2") : NULL;
    if (!x2 || core_parse_axis(args[2], x1->nd, &axis1) || core_parse_axis(args[2], x2->nd, &axis2))
        return NULL;
    core_array *result = core_array_new_like2(x1, x2);
    if (!result) return NULL;
    return core_array_finish(result, dpex_cross_new(x1, x2, axis1, axis2, &result->array));
}

/* vector_norm(x, axis, keepdims, ord) */
static PyObject *vector_norm_of(PyObject *const *args, Py_ssize_t n)
{
    uint64_t axes;
    const dpex_array *x = operand(args, n, 4);
    if (!x || core_parse_axes(args[1], x->nd, &axes)) return NULL;
    int keepdims = core_flag(args[2], "keepdims");
    double p = keepdims < 0 ? -1 : PyFloat_AsDouble(args[3]);
    if (keepdims < 0) return NULL;
    if (p == -1 && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_ValueError))
            return NULL;
        PyErr_Clear();
        return core_type_error("ord", "a real number", args[3]);
    }
    core_array *result = core_array_new_like(x);
    if (!result) return NULL;
    return core_array_finish(result, dpex_vector_norm_new(x, axes, keepdims, p, &result->array));
}

static PyObject *vector_norm(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    return core_named_operator(NULL, vector_norm_of(args, n));
}

#define FAST(function) ((PyCFunction)(void (*)(void))(function)), METH_FASTCALL

static PyMethodDef functions[] = {
    {"linalg_cholesky", FAST(cholesky), NULL},
    {"linalg_inv", inv, METH_O, NULL},
    {"linalg_solve", FAST(solve), NULL},
    {"linalg_lu", lu, METH_O, NULL},
    {"linalg_lu_solve", lu_solve, METH_VARARGS, NULL},
    {"linalg_det", det, METH_O, NULL},
    {"linalg_slogdet", slogdet, METH_O, NULL},
    {"linalg_qr", FAST(qr), NULL},
    {"linalg_qr_raw", qr_raw, METH_O, NULL},
    {"linalg_eigh", eigh, METH_O, NULL},
    {"linalg_eigvalsh", eigvalsh, METH_O, NULL},
    {"linalg_eig", eig, METH_O, NULL},
    {"linalg_eigvals", eigvals, METH_O, NULL},
    {"linalg_svd", FAST(svd), NULL},
    {"linalg_svdvals", svdvals, METH_O, NULL},
    {"linalg_diagonal", FAST(diagonal), NULL},
    {"linalg_cross", FAST(cross), NULL},
    {"linalg_vector_norm", FAST(vector_norm), NULL},
    {NULL},
};

int core_add_linalg(PyObject *module)
{
    return core_add_functions(module, functions);
}
