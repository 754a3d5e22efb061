/* Running combines along an axis that is not the innermost in memory: rows of neighbouring lines,
 * combined by the loop of the operation.
 *
 * The numbers are those of the tiles (combine.c): within a segment each line is combined from
 * nothing, what is before it is combined in front, and lines that came to a sticky value by
 * themselves are done again in order. */
#include <string.h>

#include "base/integer.h"
#include "plan.h"

enum { BLOCK_BYTES = DPEX_SCAN_MAX_COLUMNS * DPEX_MAX_ITEMSIZE };

typedef struct columns {
    const dpex_scan_plan *plan;
    dpex_loop_call combine;
    size_t n;        /* lines side by side */
    const char *src; /* row 0 of the segment */
    char *dst;
    int64_t n_rows; /* of the segment */
    int has_start;
    _Alignas(64) char start[BLOCK_BYTES]; /* what is before the segment */
    _Alignas(64) char local[BLOCK_BYTES]; /* the segment's rows so far */
    _Alignas(64) char in[BLOCK_BYTES], out[BLOCK_BYTES], packed[BLOCK_BYTES];
} columns;

/* out may be a or b: the loops of operations work element by element. */
static void combine(const columns *c, void *out, const void *a, const void *b)
{
    const void *in[2] = {a, b};
    dpex_loop_run(&c->combine, out, in, c->n);
}

static void write_row(columns *c, char *dst, const char *values)
{
    const dpex_scan_plan *plan = c->plan;
    size_t bytes = c->n * plan->lines.layout.operands[0].itemsize;
    if (plan->store) {
        plan->store(c->packed, values, c->n);
        values = c->packed;
    }
    /* Rows that will not be read again go past the caches; run() ends with a fence. */
    if (plan->stream)
        dpex_loops_stream(plan->call.loops, dst, values, bytes);
    else
        memcpy(dst, values, bytes);
}

/* The first row of a segment starts the lines' local results; every row is combined with what is
 * before the segment, if anything is. */
static void do_row(columns *c, int64_t row)
{
    const dpex_scan_plan *plan = c->plan;
    const char *x = c->src + row * plan->lines.stride[1];
    char *dst = c->dst + row * plan->lines.stride[0];
    if (plan->load) {
        plan->load(c->in, x, c->n);
        x = c->in;
    }
    /* The local result is kept apart from the result proper: it is needed at the segment's end, to
     * decide which lines have to be done again. */
    if (row == 0)
        memcpy(c->local, x, c->n * plan->call.itemsize);
    else
        combine(c, c->local, c->local, x);
    if (c->has_start) combine(c, c->out, c->start, c->local);
    write_row(c, dst, c->has_start ? c->out : c->local);
}

/* Line k of the segment once more, in order from its start, which becomes that of the next
 * segment. */
static void redo_line(columns *c, size_t k)
{
    const dpex_scan_plan *plan = c->plan;
    size_t in_bytes = plan->lines.layout.operands[1].itemsize;
    size_t out_bytes = plan->lines.layout.operands[0].itemsize, itemsize = plan->call.itemsize;
    _Alignas(16) char raw[DPEX_SCAN_SEGMENT * DPEX_MAX_ITEMSIZE],
        line[DPEX_SCAN_SEGMENT * DPEX_MAX_ITEMSIZE];
    size_t n = (size_t)c->n_rows;
    dpex_line_read(plan->load ? raw : line, c->src + k * in_bytes, plan->lines.stride[1], c->n_rows,
                   in_bytes);
    if (plan->load) plan->load(line, raw, n);
    dpex_chains chain = {.in = line, .out = line, .n = n, .n_chains = 1, .has_value = 1};
    plan->call.loops->scans[plan->call.dtype][plan->call.scan->number].chains(
        &chain, c->start + k * itemsize);
    if (plan->store) plan->store(raw, line, n);
    dpex_line_write(c->dst + k * out_bytes, plan->lines.stride[0], plan->store ? raw : line,
                    c->n_rows, out_bytes);
}

static void finish_segment(columns *c)
{
    const dpex_scan_call *call = &c->plan->call;
    /* The start of the next segment: that of this one combined with its total, line by line. */
    char sums[BLOCK_BYTES];
    /* Of the first segment nothing is before it. */
    if (!c->has_start) {
        memcpy(c->start, c->local, c->n * call->itemsize);
        c->has_start = 1;
        return;
    }
    combine(c, sums, c->start, c->local);
    for (size_t k = 0; k < c->n; k++) {
        size_t at = k * call->itemsize;
        if (call->scan->kind->is_enough(call, c->local + at))
            memcpy(c->start + at, sums + at, call->itemsize);
        else
            redo_line(c, k);
    }
}

void dpex_scan_columns_run(const dpex_scan_plan *plan, const dpex_cursor *cursor, size_t n_lines)
{
    columns c;
    uint8_t itemsize = (uint8_t)plan->call.itemsize;
    c.plan = plan;
    c.combine =
        (dpex_loop_call){.loop = plan->call.loops->ops[plan->call.dtype][plan->call.scan->op],
                         .n_in = 2,
                         .out_bytes = itemsize,
                         .in_bytes = {itemsize, itemsize}};
    c.n = n_lines;
    c.has_start = 0;
    c.src = dpex_lines_at(&plan->lines, 1, cursor);
    c.dst = dpex_lines_at(&plan->lines, 0, cursor);
    /* Segments one after the other; each carries its start to the next. */
    for (int64_t row = 0; row < plan->length; row += c.n_rows) {
        c.n_rows = dpex_int64_min(plan->length - row, DPEX_SCAN_SEGMENT);
        for (int64_t i = 0; i < c.n_rows; i++) do_row(&c, i);
        finish_segment(&c);
        c.src += c.n_rows * plan->lines.stride[1];
        c.dst += c.n_rows * plan->lines.stride[0];
    }
}
