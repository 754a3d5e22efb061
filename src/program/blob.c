/* Entries of the cache that are one file of bytes each. */
#include "program/blob.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "program/files.h"
#include "program/prune.h"

static void prune(void)
{
    dpex_text folder = DPEX_TEXT_EMPTY;
    if (dpex_cache_folder(&folder)) dpex_cache_prune(dpex_text_get(&folder));
    dpex_text_fini(&folder);
}

/* The path of an entry; 0 where there is no folder. */
static int entry_path(dpex_cache_key key, const char *suffix, dpex_text *path)
{
    if (!dpex_cache_folder(path)) return 0;
    dpex_text_append(path, "/%016" PRIx64 "%016" PRIx64 ".%s", key.high, key.low, suffix);
    return !path->failed;
}

int dpex_cache_load(dpex_cache_key key, const char *suffix, dpex_text *bytes)
{
    dpex_text path = DPEX_TEXT_EMPTY;
    int found = entry_path(key, suffix, &path) && access(dpex_text_get(&path), R_OK) == 0 &&
                dpex_file_read(dpex_text_get(&path), bytes) == DPEX_SUCCESS && !bytes->failed;
    dpex_text_fini(&path);
    return found;
}

void dpex_cache_store(dpex_cache_key key, const char *suffix, const void *bytes, size_t n)
{
    static atomic_uint n_stored; /* two threads must not write one file */
    dpex_text path = DPEX_TEXT_EMPTY, temporary = DPEX_TEXT_EMPTY;
    if (entry_path(key, suffix, &path)) {
        dpex_text_append(&temporary, "%s.%ld.%u.tmp", dpex_text_get(&path), (long)getpid(),
                         atomic_fetch_add(&n_stored, 1));
        if (!temporary.failed &&
            dpex_file_write(dpex_text_get(&temporary), bytes, n) == DPEX_SUCCESS &&
            rename(dpex_text_get(&temporary), dpex_text_get(&path)))
            unlink(dpex_text_get(&temporary));
        prune();
    }
    dpex_text_fini(&path);
    dpex_text_fini(&temporary);
}
