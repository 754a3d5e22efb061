/* Exceptions as the program is to see them. */
#ifndef OPENDPEX_CORE_ENTRY_H
#define OPENDPEX_CORE_ENTRY_H

#include "core.h"

/* Replaces the pending exception by what shown(exception) gives, with that one's traceback. 0 where it gives None, and nothing is
 * pending; else -1. */
int core_show_failure(PyObject *shown);

#endif
