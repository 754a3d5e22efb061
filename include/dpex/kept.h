/* A cache on disk for object code of other compilers, in the folder of compiled programs.
 *
 * Best effort in both directions: without a usable folder nothing is found and nothing is kept. Processes and threads may do both at the
 * same time; a damaged entry is not found. */
#ifndef DPEX_KEPT_H
#define DPEX_KEPT_H

#include <stddef.h>

#include "macros.h"

DPEX_EXTERN_C_BEGIN

/* Calls take(payload, bytes, n) with what is kept under the key, for the duration of the call; returns whether there was anything.
 * This machine's CPU and C library are part of every key. Blocking (a file is read). */
DPEX_API int dpex_kept_find(const void *key, size_t key_bytes,
                            void (*take)(void *payload, const void *bytes, size_t n),
                            void *payload);
DPEX_API void dpex_kept_store(const void *key, size_t key_bytes, const void *bytes, size_t n);

DPEX_EXTERN_C_END

#endif
