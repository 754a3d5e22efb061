/* The folder of compiled programs on disk, shared by all processes of a user.
 *
 * Entries are files named by a hash of everything that went into them; they are written under
 * another name and renamed, so that a reader sees a whole file or none, and two writers of
 * one entry do not interfere. */
#ifndef DPEX_PROGRAM_CACHE_H
#define DPEX_PROGRAM_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "dpex/status.h"

typedef struct dpex_cache_key {
    uint64_t low, high;
} dpex_cache_key;

#define DPEX_CACHE_KEY_EMPTY ((dpex_cache_key){0xcbf29ce484222325u, 0x9e3779b97f4a7c15u})

/* Mixes bytes and their number into the key, so that ("ab", "c") and ("a", "bc") differ. */
void dpex_cache_mix(dpex_cache_key *key, const void *bytes, size_t n);
/* Mixes in what code for this machine's CPU depends on. */
void dpex_cache_mix_cpu(dpex_cache_key *key);

/* Appends the folder's path, making it (0700) where it is missing. Returns 0 where there is no
 * folder that belongs to this user and that nobody else may write to, in folders of this user or
 * the system where nobody else may rename it: then programs are compiled each time. */
int dpex_cache_folder(dpex_text *path);

/* Where to try to work, in this order: the cache's folder (NULL: none), and the system's folders
 * for temporary files. NULL: there are no more. */
const char *dpex_cache_work_parent(const char *cache_folder, int number);
/* A new private folder to work in. */
dpex_status dpex_cache_make_work_folder(const char *parent, dpex_text *path);

#endif
