/* Bytes kept in the cache folder under a key: code that some compiler made. Best effort in both
 * directions: without a usable folder nothing is found and nothing is kept.
 *
 * Behind the bytes stands a sum over them and the key, and entries without theirs are not found:
 * executing a file that was truncated by a power failure, or that got another one's name, would
 * crash. It stands at the end so that shared objects can be loaded where they lie. */
#ifndef DPEX_PROGRAM_BLOB_H
#define DPEX_PROGRAM_BLOB_H

#include "program/cache.h"

/* Appends the bytes stored under the key to `bytes`; 0 where there are none. */
int dpex_cache_load(dpex_cache_key key, const char *suffix, dpex_text *bytes);
/* 1: stored. */
int dpex_cache_store(dpex_cache_key key, const char *suffix, const void *bytes, size_t n);

/* Appends the path of an entry; 0 where there is no folder. */
int dpex_cache_path(dpex_cache_key key, const char *suffix, dpex_text *path);

#endif
