/* Copying and filling memory. What exceeds the caches is written with streaming stores, which
 * spare the memory the reading of lines that are overwritten anyway: a third of a copy's
 * traffic, half of a fill's. */
#include "host/copy.h"

#include <string.h>

#include "base/memory_copy.h"
#include "host/host.h"
#include "host/stream.h"

/* A chunk takes much longer than claiming it, and is a small part of a thread's share of anything
 * worth splitting. */
static const size_t CHUNK_BYTES = (size_t)1 << 20;
/* Below, the destination may well be read from the cache next. */
static const size_t STREAM_BYTES = (size_t)4 << 20;

static int64_t count_chunks(size_t bytes)
{
    return (int64_t)(bytes / CHUNK_BYTES + (bytes % CHUNK_BYTES != 0));
}

static int overlaps(const char *dst, const char *src, size_t bytes)
{
    return (size_t)((dst > src ? dst - src : src - dst)) < bytes;
}

int64_t dpex_copy_n_chunks(const void *dst, const void *src, size_t bytes)
{
    if (bytes == 0 || dst == src) return 0;
    /* Chunks of overlapping ranges would overwrite what another one still reads. */
    return overlaps(dst, src, bytes) ? 1 : count_chunks(bytes);
}

/* Bytes [*at, *at + result) of chunks [first, last). */
static size_t chunk_range(size_t bytes, int64_t first, int64_t last, size_t *at)
{
    *at = (size_t)first * CHUNK_BYTES;
    size_t n = (size_t)(last - first) * CHUNK_BYTES;
    /* The last chunk is shorter. No overflow: count_chunks bounded `last`. */
    return n < bytes - *at ? n : bytes - *at;
}

void dpex_copy_chunks(void *dst, const void *src, size_t bytes, int64_t first, int64_t last)
{
    if (overlaps(dst, src, bytes)) {
        memmove(dst, src, bytes);
        return;
    }
    size_t at, n = chunk_range(bytes, first, last, &at);
    /* By the size of the whole copy: that decides what the caches can keep. */
    if (bytes < STREAM_BYTES)
        dpex_memory_copy((char *)dst + at, (const char *)src + at, n);
    else
        dpex_stream_copy((char *)dst + at, (const char *)src + at, n);
}

int64_t dpex_fill_n_chunks(size_t bytes)
{
    return count_chunks(bytes);
}

/* dst = block, repeated; a block is whole patterns. */
static void fill_cached(char *dst, const char *block, size_t n)
{
    /* Leaves 1 to DPEX_STREAM_BLOCK bytes for the end. */
    for (; n > DPEX_STREAM_BLOCK; n -= DPEX_STREAM_BLOCK, dst += DPEX_STREAM_BLOCK)
        memcpy(dst, block, DPEX_STREAM_BLOCK);
    memcpy(dst, block, n);
}

void dpex_fill_chunks(void *dst, const void *pattern, size_t pattern_bytes, size_t bytes,
                      int64_t first, int64_t last)
{
    char block[DPEX_STREAM_BLOCK];
    size_t at, n = chunk_range(bytes, first, last,
                               &at); /* chunks are whole patterns: 1, 2, 4, 8 or 16 bytes */
    for (size_t i = 0; i < sizeof block; i += pattern_bytes)
        memcpy(block + i, pattern, pattern_bytes);
    if (bytes < STREAM_BYTES)
        fill_cached((char *)dst + at, block, n);
    else
        dpex_stream_fill((char *)dst + at, block, n);
}

/* A payload on the stack of the calling thread, which waits for the end. */
typedef struct {
    void *dst;
    const void *src; /* or the pattern */
    size_t pattern_bytes, bytes;
} transfer;

static dpex_status run_copy(void *payload, int64_t first, int64_t last)
{
    const transfer *t = payload;
    dpex_copy_chunks(t->dst, t->src, t->bytes, first, last);
    return DPEX_SUCCESS;
}

static dpex_status run_fill(void *payload, int64_t first, int64_t last)
{
    const transfer *t = payload;
    dpex_fill_chunks(t->dst, t->src, t->pattern_bytes, t->bytes, first, last);
    return DPEX_SUCCESS;
}

void dpex_host_copy(dpex_team *team, void *dst, const void *src, size_t bytes)
{
    transfer t = {dst, src, 0, bytes};
    int64_t n_chunks = dpex_copy_n_chunks(dst, src, bytes);
    /* Without other threads this one does the whole copy, which cannot fail. */
    if (n_chunks > 0 && dpex_team_run(team, run_copy, &t, n_chunks)) run_copy(&t, 0, n_chunks);
}

void dpex_host_fill(dpex_team *team, void *dst, const void *pattern, size_t pattern_bytes,
                    size_t bytes)
{
    transfer t = {dst, pattern, pattern_bytes, bytes};
    int64_t n_chunks = dpex_fill_n_chunks(bytes);
    if (n_chunks > 0 && dpex_team_run(team, run_fill, &t, n_chunks)) run_fill(&t, 0, n_chunks);
}
