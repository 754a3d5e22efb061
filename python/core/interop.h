/* Arrays from objects of other libraries that lie in USM memory. */
#ifndef OPENDPEX_CORE_INTEROP_H
#define OPENDPEX_CORE_INTEROP_H

#include "array.h"

/* Whether the object shows USM memory: by __usm_ndarray__ or __sycl_usm_array_interface__. -1
 * with an exception. */
int core_interop_has_usm(PyObject *object);

/* A usm_ndarray over the memory of such an object; new. */
PyObject *core_interop_view(PyObject *object);

#endif
