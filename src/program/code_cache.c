/* Object code that compilers outside the library made, in the cache on disk. */
#include "dpex/code_cache.h"

#include <string.h>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "program/blob.h"
#include "program/prelude.h"

static const char suffix[] = "o";

static const char magic[8] = "dpexobj1";

/* The C library is part of the key because object code calls it, and vector functions appear with
 * its versions. */
static dpex_cache_key make_key(const void *key, size_t key_bytes)
{
    dpex_cache_key made = DPEX_CACHE_KEY_EMPTY;
    const char *digest = dpex_prelude_digest(); /* of the loader, too */
    dpex_cache_mix(&made, magic, sizeof magic);
    dpex_cache_mix(&made, digest, strlen(digest));
#ifdef __GLIBC__
    dpex_cache_mix(&made, gnu_get_libc_version(), strlen(gnu_get_libc_version()));
#endif
    dpex_cache_mix_cpu(&made);
    dpex_cache_mix(&made, key, key_bytes);
    return made;
}

int dpex_code_cache_find(const void *key, size_t key_bytes,
                         void (*take)(void *payload, const void *bytes, size_t n), void *payload)
{
    dpex_text entry = DPEX_TEXT_EMPTY;
    int found = dpex_cache_load(make_key(key, key_bytes), suffix, &entry);
    if (found) take(payload, entry.data, entry.len);
    dpex_text_fini(&entry);
    return found;
}

void dpex_code_cache_store(const void *key, size_t key_bytes, const void *bytes, size_t n)
{
    dpex_cache_store(make_key(key, key_bytes), suffix, bytes, n);
}

char *dpex_code_cache_get_folder(void)
{
    dpex_text path = DPEX_TEXT_EMPTY;
    char *folder = NULL;
    if (dpex_cache_folder(&path) && !dpex_text_take(&path, &folder)) return folder;
    dpex_text_fini(&path);
    return NULL;
}
