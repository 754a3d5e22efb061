/* Data types in Python are numpy.dtype instances; this is the way between them and dpex_dtype. */
#ifndef OPENDPEX_CORE_DTYPE_H
#define OPENDPEX_CORE_DTYPE_H

#include "core.h"

/* The numpy.dtype of a dpex_dtype; new reference, NULL with an exception if NumPy cannot be
 * imported. */
PyObject *core_dtype_object(dpex_dtype dtype);

/* The dpex_dtype for anything that numpy.dtype() takes. ValueError for a byte order that is not
 * the machine's, TypeError for types that arrays do not have; 0 or -1. */
int core_dtype_parse(PyObject *object, dpex_dtype *dtype);

/* Whether it is one of the numpy.dtype objects of these types, without any conversion. */
int core_dtype_find(PyObject *object, dpex_dtype *dtype);

/* ValueError where the queue's device does not compute in the dtype; 0 or -1. */
int core_dtype_check(dpex_dtype dtype, const dpex_queue *queue);

/* The dtype of buffer elements ("d", "<f4"-like struct formats); 0 where arrays have none such. */
int core_dtype_from_format(const char *format, Py_ssize_t itemsize, dpex_dtype *dtype);

/* An attribute of the numpy module; new. */
PyObject *core_numpy(const char *name);

/* Whether it is a numpy.ndarray and of no subclass: that shows no USM memory, so it need not be
 * asked. */
int core_is_numpy_array(PyObject *object);

/* Whether it is an instance of numpy.generic (a NumPy scalar); -1 with an exception. */
int core_is_numpy_scalar(PyObject *object);

/* Whether the object is a scalar of exactly NumPy's type for a dtype, and which. No exceptions. */
int core_numpy_scalar_dtype(PyObject *object, dpex_dtype *dtype);

#endif
