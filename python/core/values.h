/* Values that are written to elements named by index arrays or masks. */
#ifndef OPENDPEX_CORE_VALUES_H
#define OPENDPEX_CORE_VALUES_H

#include "array.h"

/* The value as a usm_ndarray, new: itself, a view of what shows USM memory, or a copy on x's queue of a scalar (in x's dtype, which
 * has to hold it), a buffer or a nested sequence. ValueError for what holds no numbers. */
PyObject *core_values(PyObject *value, const dpex_array *x);

/* A nested sequence, which may hold arrays at any depth, for elements of x: as a usm_ndarray on its queue if it does, else as a NumPy
 * array. New. TypeError for Python's complex numbers where x has none. */
PyObject *core_values_from_sequence(PyObject *value, const dpex_array *x);

#endif
