/* Indices that come from the host, in lists and NumPy arrays: checked before they are used, so that one outside its axis is the
 * IndexError that NumPy raises. Index arrays of a device are not: that would wait for them. */
#include "array_key.h"

#include "dtype.h"

/* The axes that an index stands for. */
static int count_axes(const dpex_index *index)
{
    switch (index->kind) {
    case DPEX_INDEX_INT:
    case DPEX_INDEX_SLICE: return 1;
    case DPEX_INDEX_ARRAY: return index->array->dtype == DPEX_BOOL ? index->array->nd : 1;
    default: return 0;
    }
}

/* The axis of indices[at]; -1: there are more indices than axes. */
static int find_axis(const core_key *key, int at, int nd)
{
    int before = 0, after = 0, is_behind_ellipsis = 0;
    for (int i = 0; i < key->n; i++) {
        if (key->indices[i].kind == DPEX_INDEX_ELLIPSIS) is_behind_ellipsis = i < at;
        *(i < at ? &before : &after) += count_axes(&key->indices[i]);
    }
    if (before + after > nd) return -1;
    return is_behind_ellipsis ? nd - after : before;
}

/* The first of n numbers outside -extent <= number < extent; n: none is. */
static Py_ssize_t find_outside(const int64_t *numbers, Py_ssize_t n, int64_t extent)
{
    Py_ssize_t i = 0;
    while (i < n && numbers[i] >= -extent && numbers[i] < extent) i++;
    return i;
}

/* object: of integers. */
static int check_numbers(PyObject *object, int axis, int64_t extent)
{
    PyObject *as_line = core_numpy("ascontiguousarray");
    PyObject *line = as_line ? PyObject_CallFunction(as_line, "Os", object, "int64") : NULL;
    Py_XDECREF(as_line);
    Py_buffer view;
    int failed = line ? PyObject_GetBuffer(line, &view, PyBUF_SIMPLE) : -1;
    Py_XDECREF(line);
    if (failed) return -1;
    const int64_t *numbers = view.buf;
    Py_ssize_t n = view.len / (Py_ssize_t)sizeof(int64_t), at = find_outside(numbers, n, extent);
    if (at < n)
        PyErr_Format(PyExc_IndexError, "index %lld is out of bounds for axis %d with size %lld",
                     (long long)numbers[at], axis, (long long)extent);
    PyBuffer_Release(&view);
    return at < n ? -1 : 0;
}

int core_key_check_hosts(const core_key *key, const dpex_array *x)
{
    for (int i = 0; i < key->n_hosts; i++) {
        int axis = find_axis(key, key->host_at[i], x->nd);
        if (axis < 0) continue;
        const int64_t extent = x->shape[axis];
        if (key->least[i] >= -extent && key->most[i] < extent) continue;
        if (check_numbers(key->hosts[i], axis, extent)) return -1;
    }
    return 0;
}
