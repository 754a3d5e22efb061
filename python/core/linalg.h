/* Failures of linear algebra. */
#ifndef OPENDPEX_CORE_LINALG_H
#define OPENDPEX_CORE_LINALG_H

#include "core.h"

/* numpy.linalg.LinAlgError, which is a ValueError, so that programs catch it under either name; borrowed. */
PyObject *core_linalg_error(void);

#endif
