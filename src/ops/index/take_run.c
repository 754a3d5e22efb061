/* Runs the plan of a gather or scatter: blocks of indices become offsets of x, and each block is
 * moved for all positions of the chunk's outer axes. */
#include <stdatomic.h>
#include <string.h>

#include "base/integer.h"
#include "defs/tuning.h"
#include "move.h"
#include "ops/iterate/lines.h"

enum { ITEM_BYTES = 16, FEW_INDICES = 8, LONG_BYTES = 2048 };

/* The block that one thread works on. */
typedef struct block {
    const dpex_move_plan *plan;
    int64_t first, n;  /* indices */
    int64_t run_start; /* bytes */
    size_t run_bytes;  /* of this chunk */
    /* A part's bounds, as offsets from x. */
    int64_t part_first, part_end; /* offsets, where chunks are parts of x */
    int64_t offsets[DPEX_BLOCK_ELEMS];
    int32_t positions[DPEX_BLOCK_ELEMS];
    _Alignas(64) char scratch[DPEX_BLOCK_ELEMS * ITEM_BYTES];
    _Alignas(64) char converted[DPEX_BLOCK_ELEMS * ITEM_BYTES];
} block;

/* Bytes from the operand's first element to that of the cursor. */
static int64_t offset_at(const dpex_layout *layout, int operand, const dpex_cursor *cursor)
{
    int64_t offset = 0;
    for (int d = 0; d < layout->nd; d++)
        offset += cursor->coords[d] * layout->operands[operand].strides[d];
    return offset;
}

/* ---- indices to offsets ---------------------------------------------------------------------------------- */

/* A block of an index array: in place, or gathered. */
static const void *read_indices(block *b, const dpex_layout_operand *operand,
                                const dpex_cursor *cursor)
{
    if (operand->access == DPEX_ACCESS_LINEAR) return operand->ptr + b->first * operand->itemsize;
    dpex_gather(&b->plan->index, operand, cursor, b->scratch, (size_t)b->n);
    return b->scratch;
}

/* offsets = where x's own strides along the index axes lead, row by row of the index layout. */
static void start_offsets(block *b, dpex_cursor cursor)
{
    const dpex_layout *index = &b->plan->index;
    int64_t stride = index->operands[DPEX_MOVE_X].strides[index->nd - 1];
    for (int64_t done = 0; done < b->n;) {
        int64_t n = dpex_int64_min(b->n - done, cursor.left),
                start = offset_at(index, DPEX_MOVE_X, &cursor);
        for (int64_t i = 0; i < n; i++) b->offsets[done + i] = start + i * stride;
        dpex_cursor_advance(index, &cursor, n);
        done += n;
    }
}

/* Each index array adds its offset: index * stride, resolved (wrapped or clipped). */
static void find_offsets(block *b)
{
    const dpex_move_plan *plan = b->plan;
    dpex_cursor cursor;
    dpex_cursor_seek(&plan->index, b->first, &cursor);
    if (plan->strides_x)
        start_offsets(b, cursor);
    else
        memset(b->offsets, 0, (size_t)b->n * sizeof(*b->offsets));
    for (int i = 0; i < plan->n_arrays; i++) {
        const dpex_move_axis *axis = &plan->axes[i];
        const void *indices = read_indices(b, &plan->index.operands[DPEX_MOVE_ARRAYS + i], &cursor);
        axis->resolve(b->offsets, indices, (size_t)b->n, axis->extent, axis->stride);
    }
}

/* ---- moving a block -------------------------------------------------------------------------------------- */

/* Values of another dtype: single ones are converted side by side and then moved; runs are
 * converted to where they go. */
static void scatter_converted(block *b, dpex_moves *moves)
{
    const dpex_move_plan *plan = b->plan;
    const size_t n_elems = moves->bytes / plan->x_itemsize;
    const int64_t stride = moves->other_stride;
    /* Runs: each is converted straight to its destination. */
    if (n_elems > 1) {
        for (int64_t i = 0; i < moves->n; i++) {
            int64_t from = moves->positions ? moves->positions[i] : i;
            plan->cast(moves->x + moves->offsets[i], moves->other + from * stride, n_elems);
        }
        return;
    }
    dpex_line_convert(b->converted, b->scratch, moves->other, stride, moves->n,
                      plan->other_itemsize, plan->cast);
    moves->other = b->converted;
    /* Repeated values (stride 0) stay repeated. */
    moves->other_stride = stride ? (int64_t)plan->x_itemsize : 0;
    dpex_moves_scatter(moves);
}

/* Moves n of the block's indices from number `start` on; other: the address of the first of
 * them. */
static void move_indices(block *b, char *other, char *x, int64_t start, int64_t n, int64_t stride)
{
    const dpex_move_plan *plan = b->plan;
    dpex_moves moves = {.other = other,
                        .other_stride = stride,
                        .x = x,
                        .offsets = b->offsets + start,
                        .n = n,
                        .bytes = b->run_bytes,
                        .prefetch = plan->prefetch,
                        .is_shared = plan->is_one_value};
    if (plan->cast) {
        scatter_converted(b, &moves);
    } else if (plan->is_scatter) {
        dpex_moves_scatter(&moves);
    } else if (plan->stream && b->run_bytes >= LONG_BYTES) {
        for (int64_t i = 0; i < n; i++)
            dpex_loops_stream(plan->loops, other + i * stride, x + b->offsets[start + i],
                              b->run_bytes);
    } else {
        dpex_moves_gather(&moves);
    }
}

/* Where `other` is not flat along the index axes: row by row of its layout. */
static void move_rows(block *b, char *other, char *x)
{
    const dpex_layout *index = &b->plan->index;
    int64_t stride = index->operands[DPEX_MOVE_OTHER].strides[index->nd - 1];
    dpex_cursor cursor;
    dpex_cursor_seek(index, b->first, &cursor);
    for (int64_t done = 0; done < b->n;) {
        int64_t n = dpex_int64_min(b->n - done, cursor.left);
        move_indices(b, other + offset_at(index, DPEX_MOVE_OTHER, &cursor), x, done, n, stride);
        dpex_cursor_advance(index, &cursor, n);
        done += n;
    }
}

/* Moves those whose offsets lie in the part of x that this thread does. The unsigned comparison
 * checks both bounds at once; the list of chosen ones is made without branches, in the order of the
 * indices. */
static void move_chosen(block *b, char *other, char *x)
{
    int64_t chosen[DPEX_BLOCK_ELEMS], n = 0;
    uint64_t bytes = (uint64_t)(b->part_end - b->part_first);
    for (int64_t i = 0; i < b->n; i++) {
        chosen[n] = b->offsets[i];
        b->positions[n] = (int32_t)i;
        n += (uint64_t)(b->offsets[i] - b->part_first) < bytes;
    }
    dpex_moves moves = {.other = other + b->first * b->plan->other_stride,
                        .other_stride = b->plan->other_stride,
                        .x = x,
                        .offsets = chosen,
                        .positions = b->positions,
                        .n = n,
                        .bytes = b->run_bytes,
                        .prefetch = b->plan->prefetch};
    if (b->plan->cast)
        scatter_converted(b, &moves);
    else
        dpex_moves_scatter(&moves);
}

/* other and x: at the chunk's outer position and the start of its run. */
static void move_block(block *b, char *other, char *x)
{
    const dpex_move_plan *plan = b->plan;
    if (plan->n_parts)
        move_chosen(b, other, x);
    else if (plan->is_flat)
        move_indices(b, other + b->first * plan->other_stride, x, 0, b->n, plan->other_stride);
    else
        move_rows(b, other, x);
}

/* For few indices and many outer positions: for one index after the other a line of positions,
 * which is one strided copy. */
static void move_line(block *b, char *other, char *x, int64_t n)
{
    const dpex_move_plan *plan = b->plan;
    int last = plan->outer.nd - 1;
    int64_t other_stride = plan->outer.operands[DPEX_MOVE_OTHER].strides[last];
    int64_t x_stride = plan->outer.operands[DPEX_MOVE_X].strides[last];
    other += b->first * plan->other_stride;
    for (int64_t i = 0; i < b->n; i++) {
        char *at = other + i * plan->other_stride, *in_x = x + b->offsets[i];
        if (plan->is_scatter)
            dpex_moves_line(in_x, x_stride, at, other_stride, n, b->run_bytes);
        else
            dpex_moves_line(at, other_stride, in_x, x_stride, n, b->run_bytes);
    }
}

/* Moves the block for positions [first, last) of the outer axes: its offsets are computed once for
 * all of them. */
static void move_everywhere(block *b, int64_t first, int64_t last)
{
    const dpex_move_plan *plan = b->plan;
    const dpex_layout *outer = &plan->outer;
    int by_lines = b->n <= FEW_INDICES && plan->is_flat && !plan->n_parts && !plan->cast &&
                   !plan->is_one_value;
    int64_t other_start = b->run_start / (int64_t)plan->x_itemsize * (int64_t)plan->other_itemsize;
    dpex_cursor cursor;
    dpex_cursor_seek(outer, first, &cursor);
    while (first < last) {
        char *other = plan->other + offset_at(outer, DPEX_MOVE_OTHER, &cursor) + other_start;
        char *x = plan->x + offset_at(outer, DPEX_MOVE_X, &cursor) + b->run_start;
        int64_t n = 1, line = dpex_int64_min(last - first, cursor.left);
        if (by_lines && line > b->n)
            move_line(b, other, x, n = line);
        else
            move_block(b, other, x);
        dpex_cursor_advance(outer, &cursor, n);
        first += n;
    }
}

/* ---- chunks ---------------------------------------------------------------------------------------------- */

/* Chunks are numbered by run step, then index step, then outer step. */
static void run_chunk(block *b, int64_t chunk)
{
    const dpex_move_plan *plan = b->plan;
    int64_t run = chunk % plan->n_run_steps, rest = chunk / plan->n_run_steps;
    int64_t first = rest % plan->n_index_steps * plan->index_step;
    int64_t outer_first = rest / plan->n_index_steps * plan->outer_step;
    int64_t last = dpex_int64_min(first + plan->index_step, plan->index.size);
    b->run_start = run * plan->run_step;
    b->run_bytes = (size_t)dpex_int64_min(plan->run_step, (int64_t)plan->run_bytes - b->run_start);
    for (; first < last; first += DPEX_BLOCK_ELEMS) {
        b->first = first;
        b->n = dpex_int64_min(DPEX_BLOCK_ELEMS, last - first);
        find_offsets(b);
        move_everywhere(b, outer_first,
                        dpex_int64_min(outer_first + plan->outer_step, plan->outer.size));
    }
}

dpex_status dpex_move_run(void *payload, int64_t first, int64_t last)
{
    const dpex_move_plan *plan = payload;
    block b;
    b.plan = plan;
    /* With parts: one call does all indices, for the range of x that its parts cover. */
    if (plan->n_parts) { /* neighbouring parts are one larger part */
        b.part_first = plan->part_start + first * plan->part_bytes;
        b.part_end = plan->part_start + last * plan->part_bytes;
        run_chunk(&b, 0);
        return DPEX_SUCCESS;
    }
    for (; first < last; first++) run_chunk(&b, first);
    if (plan->stream)
        atomic_thread_fence(memory_order_seq_cst); /* streaming stores become visible */
    return DPEX_SUCCESS;
}
