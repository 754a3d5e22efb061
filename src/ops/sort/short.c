/* Sorts of many lines, each by one thread whose scratch memory stays in its caches; very short ones
 * several at a time (radix.inc). */
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "ops/iterate/lines.h"
#include "ops/work.h"
#include "slots.h"
#include "sort.h"

/* Scratch memory: a line's elements, and as much again for the sort; on the stack if each is at
 * most STACK_BYTES. */
enum { STACK_BYTES = 32768, CHUNK_ELEMS = 16384, SRC = 0, ORIGINAL = 1, OUT = 2 };

typedef struct short_sort {
    dpex_sort_options options;
    dpex_lines lines; /* SRC, ORIGINAL, then values and indices, as far as they are wanted */
    int has_values, has_indices;
    int64_t n_wanted, lines_per_chunk;
    size_t line_bytes; /* bytes of a line's elements */
    dpex_slots slots;
} short_sort;

/* The line at the cursor, as the functions of elements.c take it. */
static dpex_sort_line line_at(const short_sort *s, const dpex_cursor *cursor)
{
    return (dpex_sort_line){
        .src = dpex_lines_at(&s->lines, SRC, cursor),
        .stride = s->lines.stride[SRC],
        .values = s->has_values ? dpex_lines_at(&s->lines, OUT, cursor) : NULL,
        .indices =
            s->has_indices ? (void *)dpex_lines_at(&s->lines, OUT + s->has_values, cursor) : NULL};
}

/* Keys make one value of -0.0 and 0.0 and of all NaNs; their order among each other comes from the
 * original. */
static void restore_ties(const short_sort *s, const dpex_sort_line *line, const dpex_cursor *cursor)
{
    if (line->values)
        dpex_sort_restore_ties(&s->options, dpex_lines_at(&s->lines, ORIGINAL, cursor),
                               s->lines.stride[ORIGINAL], line->values, s->lines.length[SRC]);
}

/* scratch: two arrays of a line's elements. */
static void sort_line(const short_sort *s, dpex_cursor *cursor, char *scratch)
{
    const int64_t n = s->lines.length[SRC];
    const dpex_sort_line line = line_at(s, cursor);
    dpex_sort_load(&s->options, &line, 0, n, scratch);
    dpex_sort_elements(&s->options, &line, scratch, scratch + s->line_bytes, scratch, n);
    dpex_sort_store(&s->options, &line, 0, s->n_wanted, scratch);
    restore_ties(s, &line, cursor);
    dpex_cursor_advance(&s->lines.layout, cursor, 1);
}

/* Sorts DPEX_SORT_SIDE_BY_SIDE lines; scratch: 2 * STACK_BYTES. */
static void sort_lines(const short_sort *s, dpex_cursor *cursor, char *scratch)
{
    const int64_t n = s->lines.length[SRC];
    const size_t bytes = (size_t)n * s->options.code->elem_bytes;
    /* The cursor is copied, since the ties need the start of each line again after the sort. */
    dpex_cursor start;
    dpex_cursor_copy(&s->lines.layout, cursor, &start);
    dpex_sort_line line[DPEX_SORT_SIDE_BY_SIDE];
    for (int i = 0; i < DPEX_SORT_SIDE_BY_SIDE; i++) {
        line[i] = line_at(s, cursor);
        dpex_sort_load(&s->options, &line[i], 0, n, scratch + (size_t)i * bytes);
        dpex_cursor_advance(&s->lines.layout, cursor, 1);
    }
    s->options.code->sort_lines(scratch, scratch + STACK_BYTES, n);
    for (int i = 0; i < DPEX_SORT_SIDE_BY_SIDE; i++)
        dpex_sort_store(&s->options, &line[i], 0, s->n_wanted, scratch + (size_t)i * bytes);
    /* Only -0.0 and NaNs have ties; without any, all lines are done. */
    if (!dpex_sort_may_have_ties(&s->options, scratch, DPEX_SORT_SIDE_BY_SIDE * n)) return;
    dpex_cursor at;
    dpex_cursor_copy(&s->lines.layout, &start, &at);
    for (int i = 0; i < DPEX_SORT_SIDE_BY_SIDE; i++) {
        restore_ties(s, &line[i], &at);
        dpex_cursor_advance(&s->lines.layout, &at, 1);
    }
}

/* The longest line that is sorted together with others, so that vectors hold an element of each; 0:
 * none, as the form of elements has no such sort. */
int64_t dpex_sort_most_side_by_side(const dpex_sort_options *options)
{
    enum { MOST_BYTES = 2048 }; /* by measurement */
    _Static_assert(MOST_BYTES * DPEX_SORT_SIDE_BY_SIDE <= STACK_BYTES,
                   "the scratch memory of sort_lines");
    int64_t most = MOST_BYTES / (int64_t)options->code->elem_bytes;
    return options->code->sort_lines && !options->type->load_second ? most : 0;
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    short_sort *s = payload;
    _Alignas(64) char stack[2 * STACK_BYTES];
    int64_t first = first_chunk * s->lines_per_chunk, last = last_chunk * s->lines_per_chunk;
    if (last > s->lines.n_lines) last = s->lines.n_lines;
    char *scratch = s->slots.memory ? dpex_slots_take(&s->slots) : stack;
    dpex_cursor cursor;
    dpex_lines_seek(&s->lines, first, &cursor);
    /* Lines up to the threshold are sorted together, then the remaining ones of the chunk one by
     * one. */
    if (s->lines.length[SRC] <= dpex_sort_most_side_by_side(&s->options))
        for (; last - first >= DPEX_SORT_SIDE_BY_SIDE; first += DPEX_SORT_SIDE_BY_SIDE)
            sort_lines(s, &cursor, scratch);
    for (; first < last; first++) sort_line(s, &cursor, scratch);
    if (s->slots.memory) dpex_slots_give(&s->slots, scratch);
    return DPEX_SUCCESS;
}

dpex_status dpex_sort_short(const dpex_sort_task *task, const dpex_sort_options *options)
{
    const dpex_array *arrays[5] = {task->src, task->x};
    int n_arrays = OUT;
    if (task->values) arrays[n_arrays++] = task->values;
    if (task->indices) arrays[n_arrays++] = task->indices;
    short_sort *s = dpex_calloc(1, sizeof(*s) + dpex_lines_bytes(task->x->nd, n_arrays));
    if (!s) return DPEX_FAIL_NO_COMMAND(task->name);
    s->options = *options;
    s->has_values = task->values != NULL;
    s->has_indices = task->indices != NULL;
    dpex_lines_init(&s->lines, s + 1, arrays, n_arrays, task->axis);
    const int64_t length = s->lines.length[SRC];
    s->n_wanted = task->n_wanted ? task->n_wanted : length;
    s->lines_per_chunk = 1 + CHUNK_ELEMS / (length + 1);
    s->line_bytes = ((size_t)length * options->code->elem_bytes + 63) / 64 * 64;
    const dpex_work work = {.name = task->name,
                            .run = run,
                            .drop = dpex_free,
                            .payload = s,
                            .n_chunks = dpex_int64_ceil_div(s->lines.n_lines, s->lines_per_chunk),
                            .cost = task->x->size};
    return dpex_slots_submit(&s->slots, &work, arrays, n_arrays, 2 * s->line_bytes,
                             2 * STACK_BYTES);
}
