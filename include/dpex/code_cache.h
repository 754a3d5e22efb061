/* A cache on disk for object code of other compilers, in the folder of compiled programs.
 *
 * Best effort in both directions: without a usable folder nothing is found and nothing is stored.
 * Processes and threads may do both at the same time; a damaged entry is not found. */
#ifndef DPEX_CODE_CACHE_H
#define DPEX_CODE_CACHE_H

#include <stddef.h>

#include "macros.h"

DPEX_EXTERN_C_BEGIN

/* Calls take(payload, bytes, n) with what is stored under the key, for the duration of the call;
 * returns whether there was anything. This machine's CPU and C library are part of every key.
 * Blocking (a file is read). */
DPEX_API int dpex_code_cache_find(const void *key, size_t key_bytes,
                                  void (*take)(void *payload, const void *bytes, size_t n),
                                  void *payload);
DPEX_API void dpex_code_cache_store(const void *key, size_t key_bytes, const void *bytes, size_t n);

/* The folder of compiled programs (new: free() it), which is made if it is missing; NULL: there is
 * none that can be used. */
DPEX_API char *dpex_code_cache_get_folder(void);

DPEX_EXTERN_C_END

#endif
