/* Reading keys. Ints and slices come first, since they have to be quick. */
#include "array_key.h"

#include "array_args.h"
#include "dtype.h"
#include "hooks.h"
#include "host.h"
#include "interop.h"

static int refuse(PyObject *object)
{
    PyObject *name = PyType_GetName(Py_TYPE(object));
    if (name) {
        PyErr_Format(
            PyExc_IndexError,
            "an index is an int, a slice, Ellipsis, None or an array of ints or bools, not %U",
            name);
        Py_DECREF(name);
    }
    return -1;
}

/* ---- basic ----------------------------------------------------------------------------------- */

static int from_slice(PyObject *object, dpex_index *index)
{
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(object, &start, &stop, &step)) return -1;
    /* Bounds that were not given come as the extreme values, which the clamping of slices brings
     * to the ends. */
    *index = (dpex_index){.kind = DPEX_INDEX_SLICE,
                          .start = start,
                          .stop = stop,
                          .step = step,
                          .has_start = 1,
                          .has_stop = 1,
                          .has_step = 1};
    return 0;
}

static int from_int(PyObject *object, dpex_index *index)
{
    PyObject *number = PyLong_Check(object) ? Py_NewRef(object) : PyNumber_Index(object);
    if (!number) {
        if (PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear();
            return refuse(object);
        }
        return -1;
    }
    int overflow = 0;
    *index = (dpex_index){.kind = DPEX_INDEX_INT,
                          .start = PyLong_AsLongLongAndOverflow(number, &overflow)};
    if (overflow)
        PyErr_Format(PyExc_IndexError,
                     "index %R is out of range: an index is below the extent of its axis and not "
                     "below minus that",
                     number);
    Py_DECREF(number);
    return overflow ? -1 : 0;
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static int from_bool(core_key *key, int is_true, dpex_index *index)
{
    if (is_true < 0) return -1;
    key->has_arrays = 1;
    *index = (dpex_index){.kind = DPEX_INDEX_BOOL, .start = is_true};
    return 0;
}

/* An array without dimensions: a signed integer is read at once where nothing is pending. */
static int from_number(const dpex_array *array, PyObject *object, dpex_index *index)
{
    dpex_scalar raw, number;
    if (dpex_dtype_get_info(array->dtype)->kind != DPEX_KIND_INT ||
        !dpex_element_read(array, NULL, &raw))
        return from_int(object, index);
    dpex_scalar_cast(&raw, array->dtype, DPEX_I64, &number);
    *index = (dpex_index){.kind = DPEX_INDEX_INT, .start = number.i};
    return 0;
}

static int from_array(core_key *key, PyObject *object, dpex_index *index)
{
    const dpex_array *array = &((core_array *)object)->array;
    int is_mask = array->dtype == DPEX_BOOL;
    if (array->nd == 0 && is_mask) return from_bool(key, core_array_as_bool(object), index);
    if (array->nd == 0) return from_number(array, object, index);
    key->has_arrays = 1;
    key->has_masks |= (uint8_t)is_mask;
    *index = (dpex_index){.kind = DPEX_INDEX_ARRAY, .array = array};
    return 0;
}

/* made: an array for this key alone, or NULL with an exception; taken. */
static int from_made(core_key *key, PyObject *made, dpex_index *index)
{
    if (!made) return -1;
    key->kept[key->n_kept++] = made;
    return from_array(key, made, index);
}

/* Numbers of the host can be read without waiting for a device. */
static void remember_host(core_key *key, PyObject *numbers, const dpex_index *index, int64_t least,
                          int64_t most)
{
    if (index->kind != DPEX_INDEX_ARRAY || index->array->dtype == DPEX_BOOL) return;
    key->least[key->n_hosts] = least;
    key->most[key->n_hosts] = most;
    key->host_at[key->n_hosts] = (uint8_t)(key->n - 1);
    key->hosts[key->n_hosts++] = Py_NewRef(numbers);
}

static int from_other(core_key *key, PyObject *object, const dpex_array *x, dpex_index *index)
{
    int is_numpy = core_is_numpy_array(object) ? 1 : core_is_numpy_scalar(object);
    if (is_numpy < 0) return -1;
    if (is_numpy) {
        dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
        PyObject *made = core_host_copy(object, x->queue, kind);
        if (!made) core_raise_again(PyExc_TypeError, PyExc_IndexError);
        if (from_made(key, made, index)) return -1;
        if (core_array_is_ndarray(x)) remember_host(key, object, index, INT64_MIN, INT64_MAX);
        return 0;
    }
    int is_usm = core_interop_has_usm(object);
    if (is_usm < 0) return -1;
    return is_usm ? from_made(key, core_interop_view(object), index) : refuse(object);
}

/* A column of a data frame and the like: numbers of the host that say how they become a NumPy array. 1, 0, or -1 with an exception. */
static int is_host_column(PyObject *object)
{
    if (core_is_numpy_array(object)) return 0;
    const int is_scalar = core_is_numpy_scalar(object);
    if (is_scalar) return is_scalar < 0 ? -1 : 0;
    const int is_usm = core_interop_has_usm(object);
    if (is_usm) return is_usm < 0 ? -1 : 0;
    return PyObject_HasAttrString(object, "__array__");
}

/* A nest of numbers as NumPy's array: of ints where there are none. */
static PyObject *as_numpy(PyObject *nest)
{
    PyObject *numpy = PyImport_ImportModule("numpy");
    PyObject *made = numpy ? PyObject_CallMethod(numpy, "asarray", "(O)", nest) : NULL;
    Py_XDECREF(numpy);
    PyObject *size = made ? PyObject_GetAttrString(made, "size") : NULL;
    int is_empty = size ? !PyObject_IsTrue(size) : 0;
    Py_XDECREF(size);
    if (!is_empty) return made;
    PyObject *ints = PyObject_CallMethod(made, "astype", "s", "int64");
    Py_DECREF(made);
    return ints;
}

/* A nest that holds arrays of a device, such as the index that argmax gives: made one array there. NULL: IndexError. */
static PyObject *with_arrays(PyObject *nest)
{
    PyObject *convert = core_hook(CORE_HOOK_ndarray_from_nest);
    PyObject *made = convert ? PyObject_CallFunctionObjArgs(convert, nest, NULL) : NULL;
    if (!made) core_raise_again(PyExc_TypeError, PyExc_IndexError);
    return made;
}

/* dpnp.ndarray takes lists and ranges, and tuples inside a key, as NumPy does. */
static int is_nest(PyObject *object)
{
    return PyList_Check(object) || PyTuple_Check(object) || Py_TYPE(object) == &PyRange_Type;
}

/* Of few ints or bools, without NumPy. 1, 0: of something else, or -1. */
static int from_plain_nest(core_key *key, PyObject *object, const dpex_array *x, dpex_index *index)
{
    int64_t least, most;
    PyObject *made = core_array_of_indices(object, x, &least, &most);
    if (made == Py_None) {
        Py_DECREF(made);
        return 0;
    }
    if (from_made(key, made, index)) return -1;
    remember_host(key, object, index, least, most);
    return 1;
}

static int from_nest(core_key *key, PyObject *object, const dpex_array *x, dpex_index *index)
{
    const int found = from_plain_nest(key, object, x, index);
    if (found) return found < 0 ? -1 : 0;
    PyObject *made = as_numpy(object);
    if (!made && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        return from_made(key, with_arrays(object), index);
    }
    if (!made) {
        core_raise_again(PyExc_TypeError, PyExc_IndexError);
        return -1;
    }
    int failed = from_other(key, made, x, index);
    Py_DECREF(made);
    return failed;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* Arrays of NumPy have __index__ too, if not always a use for it. */
static int is_int(PyObject *object)
{
    return PyIndex_Check(object) && !core_is_numpy_array(object);
}

static int add(core_key *key, PyObject *object, const dpex_array *x)
{
    dpex_index *index = &key->indices[key->n++];
    if (PyLong_CheckExact(object)) return from_int(object, index);
    if (PySlice_Check(object)) return from_slice(object, index);
    if (object == Py_None) {
        *index = (dpex_index){.kind = DPEX_INDEX_NEWAXIS};
        return 0;
    }
    if (object == Py_Ellipsis) {
        *index = (dpex_index){.kind = DPEX_INDEX_ELLIPSIS};
        return 0;
    }
    if (core_array_check(object)) return from_array(key, object, index);
    if (PyBool_Check(object)) return from_bool(key, object == Py_True, index);
    if (is_int(object)) return from_int(object, index);
    if (core_array_is_ndarray(x)) {
        const int is_numbers = is_nest(object) ? 1 : is_host_column(object);
        if (is_numbers) return is_numbers < 0 ? -1 : from_nest(key, object, x, index);
    }
    return from_other(key, object, x, index);
}

int core_key_parse(core_key *key, PyObject *object, const dpex_array *x)
{
    key->n = key->n_kept = key->n_hosts = 0;
    key->has_arrays = key->has_masks = 0;
    Py_ssize_t n = PyTuple_Check(object) ? PyTuple_Size(object) : -1;
    if (n > CORE_MAX_INDICES) {
        PyErr_Format(PyExc_IndexError, "%zd indices, at most %d are possible", n, CORE_MAX_INDICES);
        return -1;
    }
    int failed = n < 0 && add(key, object, x);
    for (Py_ssize_t i = 0; i < n && !failed; i++) failed = add(key, PyTuple_GetItem(object, i), x);
    if (!failed && key->n_hosts) failed = core_key_check_hosts(key, x);
    if (failed) core_key_drop(key);
    return failed ? -1 : 0;
}

void core_key_drop(core_key *key)
{
    while (key->n_kept) Py_DECREF(key->kept[--key->n_kept]);
    while (key->n_hosts) Py_DECREF(key->hosts[--key->n_hosts]);
}
