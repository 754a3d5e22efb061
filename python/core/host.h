/* Host memory (buffers, NumPy arrays and scalars) and arrays: copies both ways. */
#ifndef OPENDPEX_CORE_HOST_H
#define OPENDPEX_CORE_HOST_H

#include "array.h"
#include "dtype.h"

/* A new usm_ndarray on `queue` with the contents of a buffer and the order of its axes in
 * memory. NumPy's other byte order becomes the machine's; float64 and complex128 become float32
 * and complex64 where the device has no double precision. TypeError for dtypes that arrays do
 * not have. */
PyObject *core_host_copy(PyObject *object, dpex_queue *queue, dpex_usm_kind kind);

/* The same as a dpnp.ndarray in memory of kind device, where the object's elements need no conversion. NULL without an exception:
 * they do, or it has no buffer. */
PyObject *core_host_copy_plain(PyObject *array, dpex_queue *queue);

/* dst[...] = object, broadcast and cast. 0 or -1. */
int core_host_assign(dpex_array *dst, PyObject *object);

/* A new numpy.ndarray with the array's elements and the order of its axes in memory; waits for
 * the array. */
PyObject *core_host_export(const dpex_array *x);

#endif
