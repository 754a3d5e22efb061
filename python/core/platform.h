/* SyclPlatform: devices of one vendor and backend. Platforms live as long as the process. */
#ifndef OPENDPEX_CORE_PLATFORM_H
#define OPENDPEX_CORE_PLATFORM_H

#include "core.h"

typedef struct core_platform {
    PyObject_HEAD
    dpex_platform *ref; /* borrowed; NULL only in a bare _SyclPlatform */
    const char *vendor, *name, *version;
    void *vtable; /* SyclPlatform only */
} core_platform;

PyObject *core_platform_wrap(dpex_platform *platform); /* new SyclPlatform */

#endif
