/* Arguments that functions on arrays share: the queue of a result, its shape, layout and kind
 * of memory. */
#ifndef OPENDPEX_CORE_ARRAY_ARGS_H
#define OPENDPEX_CORE_ARRAY_ARGS_H

#include "array.h"

/* All return 0, or -1 with an exception. An object of NULL or None leaves *value as it is,
 * unless stated otherwise. */

/* Whether an object is one int, also an array of no dimensions: arrays of integers have the methods of ints and of sequences. */
int core_is_one_int(PyObject *object);

/* An int, a sequence of ints, or an object with tolist(). Extents are not checked here. name: the parameter's, for messages. */
int core_parse_shape(const char *name, PyObject *object, int64_t shape[DPEX_MAX_NDIM], int *nd);

/* Elements from the one with all indices 0 to the lowest (<= 0) and the highest (>= 0) one; strides NULL: C-contiguous. No elements: 0
 * and 0. Extents are not negative. Returns 0 where they do not fit 64 bits, without an exception. */
int core_find_extremes(int nd, const int64_t *shape, const int64_t *strides, int64_t *lowest,
                       int64_t *highest);

/* First letter of "C", "F", "A", "K", of which `allowed` has "CF" or all; None leaves *order, as in NumPy. ValueError for another
 * text, TypeError for what is no text. */
int core_parse_order(PyObject *object, const char *allowed, dpex_order *order);

/* "device", "shared", "host". ValueError for another text, TypeError for another type. */
int core_parse_usm_kind(PyObject *object, dpex_usm_kind *kind);

/* device= and sycl_queue= (NULL: not given): the queue they name, both given and different:
 * TypeError. None of them: *queue stays. The queue is new. */
int core_parse_placement(PyObject *device, PyObject *sycl_queue, dpex_queue **queue);

/* The same; none of them: the default device's cached queue. */
int core_parse_placement_or_default(PyObject *device, PyObject *sycl_queue, dpex_queue **queue);

/* One axis in 0..nd-1, negative ones counted from the end; numpy.exceptions.AxisError outside, TypeError for what is no int. */
int core_parse_axis(PyObject *object, int nd, int *axis);
/* The same where the parameter has another name than axis, and may be more than an int. */
int core_parse_named_axis(PyObject *object, const char *what, const char *expected, int nd,
                          int *axis);

/* The length of a sequence of ints; -1 with a TypeError where an object is none: texts are not. */
Py_ssize_t core_n_items(PyObject *object, const char *what, const char *expected);

/* Item i of a sequence of ints, an axis or another one; new. TypeError about the sequence where it is none. */
PyObject *core_int_item(PyObject *sequence, Py_ssize_t i, const char *what, const char *expected);

/* None, an axis, or a sequence of them: a bit for each; None: all bits of nd. ValueError for an
 * axis named twice. */
int core_parse_axes(PyObject *object, int nd, uint64_t *mask);
/* TypeError for a bool as an axis, or in a tuple of them, which NumPy refuses where elements are combined or ordered. 0 or -1. */
int core_refuse_bool_axis(PyObject *object);

static inline int core_is_given(PyObject *object)
{
    return object && object != Py_None;
}

/* A Python float, int or bool, or a scalar of NumPy of those dtypes, as a dpnp.ndarray without dimensions on the default device, new; None: it is no such
 * number, or one that needs another dtype (line_of_numbers.c). */
PyObject *core_array_of_number(PyObject *object);

/* A short nest of Python ints, or of bools, as an array on the queue of another one, new, and the least and the greatest of the ints;
 * None: it is no such nest. */
PyObject *core_array_of_indices(PyObject *nest, const dpex_array *beside, int64_t *least,
                                int64_t *most);
/* Likewise a new array of numbers in the dtype of `beside`; None where they are none, or not of it. */
PyObject *core_array_of_values(PyObject *nest, const dpex_array *beside);

/* array() of a range that is not empty, on the default device; NotImplemented: of some other dtype than int64. */
PyObject *core_array_of_range(PyObject *range);

#endif
