/* Runs a repetition: the copies are numbered and divided into chunks of about CHUNK_BYTES; large
 * blocks are copied one by one. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "ops/work.h"
#include "repeat.h"

enum { CHUNK_BYTES = 64 << 10, LARGE_BLOCK_BYTES = 256 << 10, DOUBLED_BYTES = 4 << 10 };

typedef struct repeat {
    dpex_repetition repetition;
    const int64_t *starts; /* NULL: how.count */
    const char *src;
    char *dst;
    size_t bytes;                    /* of a block */
    int64_t first_block, first_copy; /* src begins with that block */
    int64_t n_copies, copies_per_period, copies_per_chunk;
} repeat;

/* ---- copies of one block --------------------------------------------------------------------------------- */

#define FILL(T)                                                                                    \
    {                                                                                              \
        T element;                                                                                 \
        memcpy(&element, block, sizeof(T));                                                        \
        for (int64_t i = 0; i < n; i++) memcpy(dst + i * (int64_t)sizeof(T), &element, sizeof(T)); \
    }

/* 16 bytes as one element. */
typedef struct two_words {
    uint64_t word[2];
} two_words;

/* Writes n copies: one, and then by doubling the part already written while it fits the first-level
 * cache. Doubling stops at DOUBLED_BYTES, so that the source stays in the first-level cache. */
static void copy_doubling(char *dst, const char *block, size_t bytes, int64_t n)
{
    size_t total = bytes * (size_t)n, done = bytes, step = bytes;
    memcpy(dst, block, bytes);
    while (done < total) {
        size_t more = step < total - done ? step : total - done;
        memcpy(dst + done, dst, more);
        done += more;
        /* While the part is small, the source of the copy grows with what is written. */
        if (step < DOUBLED_BYTES) step = done;
    }
}

static void copy_block(char *dst, const char *block, size_t bytes, int64_t n)
{
    switch (bytes) {
    case 1: FILL(uint8_t) break;
    case 2: FILL(uint16_t) break;
    case 4: FILL(uint32_t) break;
    case 8: FILL(uint64_t) break;
    case 16: FILL(two_words) break;
    default: copy_doubling(dst, block, bytes, n);
    }
}

/* ---- runs of copies -------------------------------------------------------------------------------------- */

/* A block that is one element of the loops below: a power of two of at most 16 bytes. */
static int is_element(size_t bytes)
{
    return bytes <= 16 && !(bytes & (bytes - 1));
}

/* The block of a period of which copy number `copy` is one.
 * Binary search in the starts, which ascend; blocks without copies are skipped by it. */
static int64_t find_block(const repeat *r, int64_t copy)
{
    if (!r->starts) return copy / r->repetition.count;
    /* starts[0] is 0, starts[period] the number of all copies. */
    int64_t low = 0, high = r->repetition.period; /* starts[low] <= copy < starts[high] */
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (r->starts[middle] <= copy)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Whole blocks with the same small count: elements in a loop without calls, table or branches. */
#define REPEAT(T)                                                                                  \
    for (int64_t i = 0; i < n_blocks; i++) {                                                       \
        T element;                                                                                 \
        memcpy(&element, src + i * (int64_t)sizeof(T), sizeof(T));                                 \
        for (int64_t k = 0; k < count; k++, dst += sizeof(T)) memcpy(dst, &element, sizeof(T));    \
    }

static void repeat_elements(char *dst, const char *src, size_t bytes, int64_t n_blocks,
                            int64_t count)
{
    switch (bytes) {
    case 1: REPEAT(uint8_t) break;
    case 2: REPEAT(uint16_t) break;
    case 4: REPEAT(uint32_t) break;
    case 8: REPEAT(uint64_t) break;
    default: REPEAT(two_words) break;
    }
}

/* Copies [first, last) of elements with a count each, from element `block` on. Counts are small as
 * a rule: a few copies are always written, and the next element overwrites those that are too
 * many. */
#define REPEAT_EACH(T)                                                                             \
    for (int64_t at = first; at < last; block++) {                                                 \
        T element;                                                                                 \
        int64_t end = starts[block + 1] < last ? starts[block + 1] : last, done = at;              \
        memcpy(&element, src + block * (int64_t)sizeof(T), sizeof(T));                             \
        if (last - at >= AT_ONCE)                                                                  \
            for (; done < at + AT_ONCE; done++)                                                    \
                memcpy(dst + done * (int64_t)sizeof(T), &element, sizeof(T));                      \
        for (; done < end; done++) memcpy(dst + done * (int64_t)sizeof(T), &element, sizeof(T));   \
        at = end;                                                                                  \
    }

enum { AT_ONCE = 4 };

static void repeat_elements_each(char *dst, const char *src, size_t bytes, const int64_t *starts,
                                 int64_t block, int64_t first, int64_t last)
{
    switch (bytes) {
    case 1: REPEAT_EACH(uint8_t) break;
    case 2: REPEAT_EACH(uint16_t) break;
    case 4: REPEAT_EACH(uint32_t) break;
    case 8: REPEAT_EACH(uint64_t) break;
    default: REPEAT_EACH(two_words) break;
    }
}

#undef FILL
#undef REPEAT
#undef REPEAT_EACH

/* Copies [first, last) of a period, whose first block is at src and whose first copy is at dst. */
static void run_period(const repeat *r, const char *src, char *dst, int64_t first, int64_t last)
{
    int64_t block = find_block(r, first);
    if (r->starts && is_element(r->bytes)) {
        repeat_elements_each(dst, src, r->bytes, r->starts, block, first, last);
        return;
    }
    /* Blocks with the same count go through repeat_elements together. */
    while (first < last) {
        int64_t count = r->repetition.count, start = block * count;
        if (r->starts) {
            start = r->starts[block];
            count = r->starts[block + 1] - start;
        }
        int64_t end = start + count < last ? start + count : last;
        const char *from = src + block * (int64_t)r->bytes;
        char *to = dst + first * (int64_t)r->bytes;
        /* Only from a block's first copy on, and while whole blocks are left. */
        if (!r->starts && first == start && is_element(r->bytes) && last - first >= count) {
            int64_t n_blocks = (last - first) / count;
            repeat_elements(to, from, r->bytes, n_blocks, count);
            first += n_blocks * count;
            block += n_blocks;
            continue;
        }
        /* A block may have no copies. */
        if (end > first) copy_block(to, from, r->bytes, end - first);
        first = end;
        block++;
    }
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const repeat *r = payload;
    int64_t first = first_chunk * r->copies_per_chunk, last = last_chunk * r->copies_per_chunk;
    if (last > r->n_copies) last = r->n_copies;
    first += r->first_copy;
    last += r->first_copy;
    while (first < last) {
        /* Copies are numbered over all periods; a period has the same counts as any other.
         * copies_per_period > 0, as there are copies. */
        int64_t period = first / r->copies_per_period, start = period * r->copies_per_period;
        int64_t end = start + r->copies_per_period < last ? start + r->copies_per_period : last;
        /* Where the period's first block would be; blocks before first_block are not touched.
         * Computed as integers: the address may be before the source, and is only used from
         * first_block on. */
        int64_t offset = (period * r->repetition.period - r->first_block) * (int64_t)r->bytes;
        run_period(r, (const char *)((uintptr_t)r->src + (uintptr_t)offset),
                   r->dst + start * (int64_t)r->bytes, first - start, end - start);
        first = end;
    }
    return DPEX_SUCCESS;
}

/* ---- large blocks ---------------------------------------------------------------------------------------- */

static dpex_status view_block(const dpex_array *x, int64_t number, int64_t elems, dpex_array *view)
{
    int64_t offset = number * elems * dpex_dtype_get_info(x->dtype)->itemsize;
    return dpex_array_init_view(x->storage, x->queue, x->dtype, x->offset + offset, 1, &elems, NULL,
                                DPEX_ARRAY_WRITABLE, view);
}

static dpex_status copy_large(const dpex_array *dst, int64_t copy, const dpex_array *src,
                              int64_t block, int64_t elems)
{
    dpex_array from, to;
    DPEX_TRY(view_block(src, block, elems, &from));
    dpex_status status = view_block(dst, copy, elems, &to);
    if (!status) {
        status = dpex_array_copy(&to, &from);
        dpex_array_fini(&to);
    }
    dpex_array_fini(&from);
    return status;
}

/* One copy per block: each is large enough to be worth a command of its own. */
static dpex_status copy_all(const repeat *r, const dpex_array *dst, const dpex_array *src)
{
    for (int64_t i = 0; i < r->n_copies; i++) {
        int64_t copy = r->first_copy + i, period = copy / r->copies_per_period;
        int64_t block = period * r->repetition.period + find_block(r, copy % r->copies_per_period);
        DPEX_TRY(copy_large(dst, copy, src, block - r->first_block, r->repetition.block_elems));
    }
    return DPEX_SUCCESS;
}

/* ---- submission ------------------------------------------------------------------------------------------ */

/* The number of copies before those of a block.
 * The inverse of find_block, for block boundaries. */
static int64_t copies_before(const repeat *r, int64_t block)
{
    int64_t in_period = block % r->repetition.period;
    return block / r->repetition.period * r->copies_per_period +
           (r->starts ? r->starts[in_period] : in_period * r->repetition.count);
}

dpex_status dpex_repeat_submit(const char *name, const dpex_array *dst, const dpex_array *src,
                               const dpex_repetition *repetition, int64_t first, int64_t end)
{
    const dpex_array *arrays[3] = {dst, src, repetition->starts};
    int n_arrays = repetition->starts ? 3 : 2;
    repeat filled = {
        .repetition = *repetition, .src = dpex_array_get_ptr(src), .dst = dpex_array_get_ptr(dst)};
    if (repetition->starts) filled.starts = dpex_array_get_ptr(repetition->starts);
    filled.bytes = (size_t)repetition->block_elems * dpex_dtype_get_info(dst->dtype)->itemsize;
    filled.copies_per_period = dst->size / repetition->block_elems / repetition->n_periods;
    filled.first_block = first;
    filled.first_copy = copies_before(&filled, first);
    filled.n_copies = copies_before(&filled, end) - filled.first_copy;
    if (filled.n_copies == 0) return DPEX_SUCCESS;
    filled.copies_per_chunk = 1 + CHUNK_BYTES / (int64_t)filled.bytes;
    /* Each of these copies is divided among threads by itself. */
    if (filled.bytes >= LARGE_BLOCK_BYTES) return copy_all(&filled, dst, src);
    repeat *r = dpex_malloc(sizeof(*r));
    if (!r) return DPEX_FAIL_NO_COMMAND(name);
    *r = filled;
    dpex_work work = {.name = name,
                      .run = run,
                      .drop = dpex_free,
                      .payload = r,
                      .n_chunks = dpex_int64_ceil_div(r->n_copies, r->copies_per_chunk),
                      .cost = r->n_copies * repetition->block_elems};
    return dpex_work_submit(&work, arrays, n_arrays);
}
