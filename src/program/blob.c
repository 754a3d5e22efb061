/* Entries of the cache that are one file of bytes each (blob.h).
 *
 * Each file ends with a seal over the key and all bytes before it: a file that was cut short,
 * damaged, or put under another name is not found. The sum guards against accident; malice is kept
 * out by the folder's mode (cache.h). */
#include "program/blob.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "program/files.h"
#include "program/prune.h"

typedef struct seal {
    char magic[8];
    dpex_cache_key sum; /* of key, suffix and bytes */
} seal;

static seal make_seal(dpex_cache_key key, const char *suffix, const void *bytes, size_t n)
{
    seal made = {.magic = "dpexseal", .sum = key};
    dpex_cache_mix(&made.sum, suffix, strlen(suffix));
    dpex_cache_mix(&made.sum, bytes, n);
    return made;
}

/* After a store, because only then has the folder grown. */
static void prune(void)
{
    dpex_text folder = DPEX_TEXT_EMPTY;
    if (dpex_cache_folder(&folder)) dpex_cache_prune(dpex_text_get(&folder));
    dpex_text_fini(&folder);
}

int dpex_cache_path(dpex_cache_key key, const char *suffix, dpex_text *path)
{
    if (!dpex_cache_folder(path)) return 0;
    dpex_text_append(path, "/%016" PRIx64 "%016" PRIx64 ".%s", key.high, key.low, suffix);
    return !path->failed;
}

/* Appends to *bytes; returns whether there was an entry. A failure to read is an entry that is not
 * there. */
int dpex_cache_load(dpex_cache_key key, const char *suffix, dpex_text *bytes)
{
    dpex_text path = DPEX_TEXT_EMPTY, entry = DPEX_TEXT_EMPTY;
    int found = dpex_cache_path(key, suffix, &path) && access(dpex_text_get(&path), R_OK) == 0 &&
                dpex_file_read(dpex_text_get(&path), &entry) == DPEX_SUCCESS &&
                entry.len > sizeof(seal);
    if (found) {
        const size_t n = entry.len - sizeof(seal);
        const seal expected = make_seal(key, suffix, entry.data, n);
        found = !memcmp(&expected, entry.data + n, sizeof expected);
        if (found) dpex_text_append_bytes(bytes, entry.data, n);
        found = found && !bytes->failed;
    }
    dpex_text_fini(&entry);
    dpex_text_fini(&path);
    return found;
}

/* Under another name first, all of it on the disk before it gets its own. */
static int write_entry(const char *path, const char *temporary, const dpex_text *entry)
{
    if (!dpex_file_write(temporary, entry->data, entry->len, 1) && !rename(temporary, path))
        return 1;
    unlink(temporary);
    return 0;
}

int dpex_cache_store(dpex_cache_key key, const char *suffix, const void *bytes, size_t n)
{
    static atomic_uint n_stored; /* two threads must not write one file */
    dpex_text path = DPEX_TEXT_EMPTY, temporary = DPEX_TEXT_EMPTY, entry = DPEX_TEXT_EMPTY;
    int stored = 0;
    if (dpex_cache_path(key, suffix, &path)) {
        const seal end = make_seal(key, suffix, bytes, n);
        dpex_text_append_bytes(&entry, bytes, n);
        dpex_text_append_bytes(&entry, &end, sizeof end);
        dpex_text_append(&temporary, "%s.%ld.%u.tmp", dpex_text_get(&path), (long)getpid(),
                         atomic_fetch_add(&n_stored, 1));
        if (!temporary.failed && !entry.failed)
            stored = write_entry(dpex_text_get(&path), dpex_text_get(&temporary), &entry);
        prune();
    }
    dpex_text_fini(&entry);
    dpex_text_fini(&path);
    dpex_text_fini(&temporary);
    return stored;
}
