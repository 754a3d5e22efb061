/* Object code that compilers outside the library made, in the cache on disk: entries of a head, which tells damage, and the bytes. */
#include "dpex/kept.h"

#include <string.h>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "program/blob.h"
#include "program/prelude.h"

static const char suffix[] = "o";

typedef struct head {
    char magic[8];
    dpex_cache_key sum; /* of the bytes */
} head;

static const char magic[8] = "dpexobj1";

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

static head make_head(const void *bytes, size_t n)
{
    head made = {.sum = DPEX_CACHE_KEY_EMPTY};
    memcpy(made.magic, magic, sizeof magic);
    dpex_cache_mix(&made.sum, bytes, n);
    return made;
}

int dpex_kept_find(const void *key, size_t key_bytes,
                   void (*take)(void *payload, const void *bytes, size_t n), void *payload)
{
    dpex_text entry = DPEX_TEXT_EMPTY;
    int found =
        dpex_cache_load(make_key(key, key_bytes), suffix, &entry) && entry.len > sizeof(head);
    if (found) {
        const char *bytes = entry.data + sizeof(head);
        head expected = make_head(bytes, entry.len - sizeof(head));
        found = !memcmp(&expected, entry.data, sizeof expected);
        if (found) take(payload, bytes, entry.len - sizeof(head));
    }
    dpex_text_fini(&entry);
    return found;
}

void dpex_kept_store(const void *key, size_t key_bytes, const void *bytes, size_t n)
{
    dpex_text entry = DPEX_TEXT_EMPTY;
    head front = make_head(bytes, n);
    dpex_text_append_bytes(&entry, (const char *)&front, sizeof front);
    dpex_text_append_bytes(&entry, bytes, n);
    if (!entry.failed) dpex_cache_store(make_key(key, key_bytes), suffix, entry.data, entry.len);
    dpex_text_fini(&entry);
}
