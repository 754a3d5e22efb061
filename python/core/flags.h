/* usm_ndarray.flags: a live view of an array's flags. */
#ifndef OPENDPEX_CORE_FLAGS_H
#define OPENDPEX_CORE_FLAGS_H

#include "core.h"

/* The flags of a usm_ndarray; keeps it. New. */
PyObject *core_flags_new(PyObject *array);

#endif
