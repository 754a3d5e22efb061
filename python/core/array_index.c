/* x[key] and x[key] = value.
 *
 * Without index arrays and masks the key gives a view, which is the result or what is assigned to; with them the result is a
 * copy. How many elements a mask chooses is known once it is computed: such keys wait. */
#include "array.h"
#include "array_key.h"
#include "operand.h"
#include "values.h"
#include "wait.h"

/* ---- keys with arrays ------------------------------------------------------------------------ */

static dpex_status select_elements(void *out, dpex_array *x, const core_key *key)
{
    return dpex_array_select(x, key->indices, key->n, out);
}

static dpex_status assign_values(void *values, dpex_array *x, const core_key *key)
{
    return dpex_array_assign(x, key->indices, key->n, values);
}

static dpex_status assign_value(void *value, dpex_array *x, const core_key *key)
{
    return dpex_array_assign_scalar(x, key->indices, key->n, value);
}

typedef dpex_status (*keyed_fn)(void *data, dpex_array *x, const core_key *key);

/* With masks: waits first, so that Ctrl-C is served and other threads run; on devices where a wait costs as much as a kernel, the call
 * waits once, for the count. An interrupted call has done nothing. */
static dpex_status call(keyed_fn function, void *data, dpex_array *x, const core_key *key)
{
    if (!key->has_masks) return function(data, x, key);
    for (;;) {
        dpex_status status;
        if (dpex_storage_is_host_accessible(x->storage) && !dpex_queue_is_idle(x->queue) &&
            core_wait_queue(x->queue))
            return DPEX_ERROR_INTERRUPTED;
        Py_BEGIN_ALLOW_THREADS
        status = function(data, x, key);
        Py_END_ALLOW_THREADS
        if (status != DPEX_ERROR_INTERRUPTED || PyErr_CheckSignals()) return status;
    }
}

static int assign_selected(dpex_array *x, const core_key *key, PyObject *value)
{
    dpex_operand operand;
    dpex_scalar scalar;
    dpex_status status;
    int is_scalar = core_operand_for_element(value, x, &operand);
    if (is_scalar < 0) return -1;
    if (is_scalar) {
        if (core_operand_element(&operand, x->dtype, &scalar)) return -1;
        status = call(assign_value, &scalar, x, key);
    } else {
        PyObject *values = core_values(value, x);
        if (!values) return -1;
        status = call(assign_values, &((core_array *)values)->array, x, key);
        Py_DECREF(values);
    }
    if (status) core_raise(status);
    return status ? -1 : 0;
}

/* ---- single elements ------------------------------------------------------------------------- */

static int read_index(PyObject *object, int64_t *index)
{
    int overflow = 0;
    if (!PyLong_CheckExact(object)) return 0;
    *index = PyLong_AsLongLongAndOverflow(object, &overflow);
    return !overflow;
}

/* Whether the key is a Python int for each axis, as in most loops over elements. */
static int read_indices(PyObject *object, int nd, int64_t indices[DPEX_MAX_NDIM])
{
    if (nd == 1) return read_index(object, indices);
    if (!PyTuple_CheckExact(object) || nd == 0 || PyTuple_Size(object) != nd) return 0;
    int found = 1;
    for (int i = 0; found && i < nd; i++)
        found = read_index(PyTuple_GetItem(object, i), &indices[i]);
    return found;
}

/* An element written without a view where nothing is pending. 1, 0: not done, or -1. */
static int write_element(dpex_array *x, const int64_t *indices, PyObject *value)
{
    dpex_operand operand;
    dpex_scalar scalar;
    if (core_array_check(value)) {
        const dpex_array *y = &((core_array *)value)->array;
        return y->nd == 0 && y->dtype == x->dtype && y->queue == x->queue &&
               dpex_element_read(y, NULL, &scalar) && dpex_element_write(x, indices, &scalar);
    }
    const int found = core_operand_for_element(value, x, &operand);
    if (found != 1) return found;
    if (!core_operand_element(&operand, x->dtype, &scalar))
        return dpex_element_write(x, indices, &scalar);
    PyErr_Clear(); /* an index that is out of bounds is reported first */
    return 0;
}

/* ---- slots ----------------------------------------------------------------------------------- */

PyObject *core_array_subscript(PyObject *self, PyObject *object)
{
    dpex_array *x = &((core_array *)self)->array;
    int64_t at[DPEX_MAX_NDIM];
    if (read_indices(object, x->nd, at)) {
        PyObject *element = core_array_view_element(self, at);
        if (element || PyErr_Occurred()) return element;
    }
    core_key key;
    if (core_key_parse(&key, object, x)) return NULL;
    core_array *out = core_array_new_like(x);
    if (!out) {
        core_key_drop(&key);
        return NULL;
    }
    dpex_status status = key.has_arrays ? call(select_elements, &out->array, x, &key)
                                        : dpex_array_index(x, key.indices, key.n, &out->array);
    core_key_drop(&key);
    return core_array_finish(out, status);
}

static int assign_view(dpex_array *x, const core_key *key, PyObject *value)
{
    dpex_array view;
    dpex_status status = dpex_array_index(x, key->indices, key->n, &view);
    if (status) {
        core_raise(status);
        return -1;
    }
    int failed = core_array_assign(&view, value);
    dpex_array_fini(&view);
    return failed;
}

/* The element of a key of ints and arrays without dimensions, likewise. */
static int assign_element(dpex_array *x, const core_key *key, PyObject *value)
{
    int64_t indices[CORE_MAX_INDICES];
    if (key->n != x->nd || !(x->flags & DPEX_ARRAY_WRITABLE)) return 0;
    for (int i = 0; i < key->n; i++) {
        if (key->indices[i].kind != DPEX_INDEX_INT) return 0;
        indices[i] = key->indices[i].start;
    }
    return write_element(x, indices, value);
}

int core_array_assign_subscript(PyObject *self, PyObject *object, PyObject *value)
{
    dpex_array *x = &((core_array *)self)->array;
    core_key key;
    if (!value) {
        PyErr_SetString(PyExc_ValueError, "elements of an array cannot be deleted");
        return -1;
    }
    int64_t at[DPEX_MAX_NDIM];
    if (x->flags & DPEX_ARRAY_WRITABLE && read_indices(object, x->nd, at)) {
        const int written = write_element(x, at, value);
        if (written) return written > 0 ? 0 : -1;
    }
    if (core_key_parse(&key, object, x)) return -1;
    int failed = assign_element(x, &key, value);
    if (!failed)
        failed = key.has_arrays ? assign_selected(x, &key, value) : assign_view(x, &key, value);
    else if (failed > 0)
        failed = 0;
    core_key_drop(&key);
    return failed;
}
