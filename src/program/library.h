/* Loading shared objects from memory. */
#ifndef DPEX_PROGRAM_LIBRARY_H
#define DPEX_PROGRAM_LIBRARY_H

#include <stddef.h>

#include "dpex/status.h"

/* dlopen of exactly these bytes, whatever happens to the file that they were read from. file: its
 * path. New: dlclose. */
dpex_status dpex_library_load(const char *bytes, size_t n, const char *file, void **library);

#endif
