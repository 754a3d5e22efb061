/* Partitions of many lines, each by one thread whose scratch memory stays in its caches; the
 * algorithm is in select.inc. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "ops/iterate/lines.h"
#include "ops/work.h"
#include "slots.h"
#include "sort.h"

/* Scratch memory: a line's elements, and as much again for the selection; on the stack if each is
 * at most STACK_BYTES. */
enum { STACK_BYTES = 16384, CHUNK_ELEMS = 16384, SRC = 0, OUT = 1 };

/* The state of one command over many lines. */
typedef struct short_partition {
    dpex_sort_options options;
    dpex_lines lines;
    int n_kth, wants_indices;
    int64_t kth[DPEX_MAX_DIVIDED], lines_per_chunk;
    /* of one line; each slot has two */
    size_t line_bytes; /* bytes of a line's elements */
    dpex_slots slots;
} short_partition;

/* Elements are selected in scratch memory, whole, and stored once. */
static void divide_line(const short_partition *s, const dpex_cursor *cursor, char *scratch)
{
    const int64_t n = s->lines.length[SRC];
    char *out = dpex_lines_at(&s->lines, OUT, cursor);
    const dpex_sort_line line = {.src = dpex_lines_at(&s->lines, SRC, cursor),
                                 .stride = s->lines.stride[SRC],
                                 .values = s->wants_indices ? NULL : out,
                                 .indices = s->wants_indices ? (void *)out : NULL};
    dpex_sort_load(&s->options, &line, 0, n, scratch);
    s->options.code->select(scratch, scratch + s->line_bytes, n, s->kth, s->n_kth);
    dpex_sort_store(&s->options, &line, 0, n, scratch);
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    short_partition *s = payload;
    _Alignas(64) char stack[2 * STACK_BYTES];
    int64_t first = first_chunk * s->lines_per_chunk, last = last_chunk * s->lines_per_chunk;
    if (last > s->lines.n_lines) last = s->lines.n_lines;
    /* Long lines get a slot of the pool's memory, one per running thread. */
    char *scratch = s->slots.memory ? dpex_slots_take(&s->slots) : stack;
    dpex_cursor cursor;
    dpex_lines_seek(&s->lines, first, &cursor);
    for (; first < last; first++) {
        divide_line(s, &cursor, scratch);
        dpex_cursor_advance(&s->lines.layout, &cursor, 1);
    }
    if (s->slots.memory) dpex_slots_give(&s->slots, scratch);
    return DPEX_SUCCESS;
}

dpex_status dpex_partition_short(const dpex_array *src, int axis, const int64_t *kth, int n_kth,
                                 int wants_indices, const dpex_array *out)
{
    const dpex_array *arrays[3] = {src, out};
    short_partition *s = dpex_calloc(1, sizeof(*s) + dpex_lines_bytes(src->nd, 2));
    if (!s) return DPEX_FAIL_NO_COMMAND("partition");
    dpex_lines_init(&s->lines, s + 1, arrays, 2, axis);
    const int64_t length = s->lines.length[SRC];
    dpex_sort_options_init(&s->options, src->dtype, 0, length, wants_indices);
    s->n_kth = n_kth;
    s->wants_indices = wants_indices;
    memcpy(s->kth, kth, (size_t)n_kth * sizeof(*kth));
    s->lines_per_chunk = 1 + CHUNK_ELEMS / (length + 1);
    s->line_bytes = ((size_t)length * s->options.code->elem_bytes + 63) / 64 * 64;
    const dpex_work work = {.name = "partition",
                            .run = run,
                            .drop = dpex_free,
                            .payload = s,
                            .n_chunks = dpex_int64_ceil_div(s->lines.n_lines, s->lines_per_chunk),
                            .cost = src->size};
    return dpex_slots_submit(&s->slots, &work, arrays, 2, 2 * s->line_bytes, 2 * STACK_BYTES);
}
