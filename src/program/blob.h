/* Bytes kept in the cache folder under a key: what a device's own compiler made. Best effort in
 * both directions: without a usable folder nothing is found and nothing is kept. */
#ifndef DPEX_PROGRAM_BLOB_H
#define DPEX_PROGRAM_BLOB_H

#include "program/cache.h"

/* Appends the bytes stored under the key to `bytes`; 0 where there are none. */
int dpex_cache_load(dpex_cache_key key, const char *suffix, dpex_text *bytes);
void dpex_cache_store(dpex_cache_key key, const char *suffix, const void *bytes, size_t n);

#endif
