/* The version of libdpex; kept equal to meson.build's by a check in CI. */
#ifndef DPEX_VERSION_H
#define DPEX_VERSION_H

#include "macros.h"

#define DPEX_VERSION_MAJOR 0
#define DPEX_VERSION_MINOR 1
#define DPEX_VERSION_PATCH 0
#define DPEX_VERSION_TEXT  "0.1.0"

DPEX_EXTERN_C_BEGIN
/* The version of the library that is loaded, "0.1.0". */
DPEX_API const char *dpex_version(void);
DPEX_EXTERN_C_END

#endif
