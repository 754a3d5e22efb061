/* Runs a reduction: combines values and finishes results. plan.c says how the work is cut.
 *
 * Several reductions go over the elements together: each block is computed once, and every
 * reduction combines its own register of it. Outputs that are not reduced are stored from the same
 * block. */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "few.h"

/* What a call of the executor has for each reduction. */
typedef struct part {
    char *memory; /* of a piece's values; by columns: of trees */
    dpex_states results;
    _Alignas(64) char results_memory[DPEX_MAX_WORDS * DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
} part;

/* The state of one call of the executor. */
typedef struct worker {
    const dpex_reduce_plan *rp;
    int64_t first_result, n_results; /* in `results` of each part, not stored yet */
    part parts[DPEX_TAPE_MAX_REDUCTIONS];
    dpex_run run;
} worker;

/* ---- results -------------------------------------------------------------------------------- */

/* Collected results are stored together, since many reductions have one result each, and a store
 * has a fixed cost. */
static void flush(worker *w)
{
    for (int k = 0; w->n_results && k < w->rp->n_reduced_values; k++)
        dpex_reduced_store(w->rp, k, w->first_result, &w->parts[k].results, w->n_results);
    w->n_results = 0;
}

/* states_at[k]: the memory for the states of reduction k, of at most n results from number `result`
 * on; returns of how many. Results come in order. */
static int64_t destination_of(worker *w, int64_t piece, int64_t result, int64_t n,
                              dpex_states *states_at)
{
    const dpex_reduce_plan *rp = w->rp;
    /* Results of pieces are partial states, combined by _finish; each has its own entry, so threads
     * do not share any. */
    const int is_partial = rp->n_pieces > 1;
    if (!is_partial && w->n_results == DPEX_FINISH_MAX) flush(w);
    if (!is_partial && w->n_results == 0) w->first_result = result;
    const int64_t at = is_partial ? piece * rp->n_results + result : w->n_results;
    for (int k = 0; k < rp->n_reduced_values; k++) {
        const dpex_reduced *reduced = &rp->reduced[k];
        const dpex_states *states = is_partial ? &reduced->partials : &w->parts[k].results;
        states_at[k] = dpex_states_from(reduced->reducer, states, (size_t)at);
    }
    if (is_partial) return n;
    n = dpex_int64_min(n, DPEX_FINISH_MAX - w->n_results);
    w->n_results += n;
    return n;
}

/* Computes the next n elements, of which `first` is the number. */
static void advance(worker *w, int64_t first, int64_t n)
{
    dpex_run_compute(&w->run, first, n);
    dpex_run_store(&w->run, first, n);
    /* Blocks are computed in order, so the cursor only moves forward. */
    if (w->rp->plan->needs_cursor) dpex_cursor_advance(&w->rp->plan->layout, &w->run.cursor, n);
}

/* What reduction k combines of the elements that were computed last. */
static const void *values_of(const worker *w, int k)
{
    return w->run.at[w->rp->reduced[k].reg];
}

/* ---- by rows -------------------------------------------------------------------------------- */

/* Results [first, last) of whole rows in memory: of each reduction from values[k] on. */
static void fold_rows(worker *w, const char *const *values, int64_t row_bytes, int64_t first,
                      int64_t last)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t done = 0;
    for (int64_t n; first < last; first += n, done += n) {
        dpex_states states_at[DPEX_TAPE_MAX_REDUCTIONS];
        n = destination_of(w, 0, first, last - first, states_at);
        for (int k = 0; k < rp->n_reduced_values; k++)
            rp->reduced[k].reducer->fold(states_at[k].words,
                                         &(dpex_rows){values[k] + done * row_bytes,
                                                      (size_t)rp->n_reduced, (size_t)n, row_bytes,
                                                      0, 0});
    }
}

/* One piece of a row that can be read in place. */
static void fold_direct_piece(worker *w, int64_t piece, int64_t result)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t at = piece * rp->piece, n = dpex_int64_min(rp->piece, rp->n_reduced - at);
    const char *values = rp->direct + result * rp->direct_stride + at * (int64_t)rp->value_bytes;
    dpex_states states_at;
    destination_of(w, piece, result, 1, &states_at);
    rp->reduced[0].reducer->fold(states_at.words, &(dpex_rows){values, (size_t)n, 1, 0, at, 0});
}

/* The values of a block are copied into the piece. */
static void collect(worker *w, int64_t done, int64_t n)
{
    const dpex_reduce_plan *rp = w->rp;
    const size_t bytes = rp->value_bytes;
    for (int k = 0; k < rp->n_reduced_values; k++) {
        char *to = w->parts[k].memory + (size_t)done * bytes;
        if (rp->reduced[k].shares_piece < 0 && values_of(w, k) != to)
            memcpy(to, values_of(w, k), (size_t)n * bytes);
    }
}

/* One piece of a row of more than one block. Its values are computed block by block into memory of
 * the second-level cache and folded together, so that the result has the bits of one that is folded
 * from memory. */
static void combine_piece(worker *w, int64_t piece, int64_t result)
{
    const dpex_reduce_plan *rp = w->rp;
    const dpex_plan *plan = rp->plan;
    int64_t block = plan->n_shares ? plan->fetched_elems : plan->block_elems;
    int64_t start = piece * rp->piece;
    int64_t end = dpex_int64_min(start + rp->piece, rp->n_reduced), row = result * rp->n_reduced;
    dpex_states states_at[DPEX_TAPE_MAX_REDUCTIONS];
    dpex_run_seek(&w->run, row + start);
    for (int64_t at = start; at < end; at += block) {
        const int64_t n = dpex_int64_min(block, end - at);
        w->run.direct_reg = rp->plan->regs[rp->reduced[0].reg].n_src ? rp->reduced[0].reg : -1;
        w->run.direct = w->parts[0].memory + (size_t)(at - start) * rp->value_bytes;
        advance(w, row + at, n);
        collect(w, at - start, n);
    }
    destination_of(w, piece, result, 1, states_at);
    for (int k = 0; k < rp->n_reduced_values; k++) {
        const int from = rp->reduced[k].shares_piece;
        const char *values = w->parts[from < 0 ? k : from].memory;
        rp->reduced[k].reducer->fold(states_at[k].words,
                                     &(dpex_rows){values, (size_t)(end - start), 1, 0, start, 0});
    }
}

/* For rows shorter than a block: as many at a time as fit one. */
static void fold_short_rows(worker *w, int64_t first, int64_t last)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t rows = rp->plan->block_elems / rp->n_reduced;
    int64_t row_bytes = rp->n_reduced * (int64_t)rp->value_bytes;
    dpex_run_seek(&w->run, first * rp->n_reduced);
    for (; first < last; first += rows) {
        int64_t n = dpex_int64_min(rows, last - first);
        const char *values[DPEX_TAPE_MAX_REDUCTIONS];
        advance(w, first * rp->n_reduced, n * rp->n_reduced);
        for (int k = 0; k < rp->n_reduced_values; k++) values[k] = values_of(w, k);
        fold_rows(w, values, row_bytes, first, first + n);
    }
}

/* Results first..last by rows; the four cases differ in where the values are and in how many blocks
 * a row has. */
static void combine_rows(worker *w, int64_t first, int64_t last)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t n_pieces = rp->n_pieces;
    if (rp->direct && n_pieces == 1) {
        const char *rows = rp->direct + first * rp->direct_stride;
        fold_rows(w, &rows, rp->direct_stride, first, last);
    } else if (rp->direct) {
        for (int64_t unit = first; unit < last; unit++)
            fold_direct_piece(w, unit % n_pieces, unit / n_pieces);
    } else if (rp->n_reduced <= rp->plan->block_elems) {
        fold_short_rows(w, first, last);
    } else {
        for (int64_t unit = first; unit < last; unit++)
            combine_piece(w, unit % n_pieces, unit / n_pieces);
    }
    flush(w);
}

/* ---- by columns ----------------------------------------------------------------------------- */

/* The columns of one unit: at most DPEX_GROUP_BLOCKS neighbouring blocks, each with a tree, so that
 * rows are read in long stretches. */
typedef struct column_group {
    int64_t first, last; /* results */
    dpex_pairwise trees[DPEX_TAPE_MAX_REDUCTIONS][DPEX_GROUP_BLOCKS];
} column_group;

static void init_group(const worker *w, int64_t number, column_group *g)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t block = rp->plan->block_elems, width = DPEX_GROUP_BLOCKS * block;
    g->first = number * width;
    g->last = dpex_int64_min(g->first + width, rp->n_results);
    for (int k = 0; k < rp->n_reduced_values; k++) {
        const dpex_reduced *reduced = &rp->reduced[k];
        for (size_t p = 0; p < rp->n_trees; p++)
            dpex_pairwise_init(&g->trees[k][p], reduced->reducer, (size_t)block,
                               w->parts[k].memory + p * reduced->tree_bytes);
    }
}

/* A row that must be computed or gathered: block by block, each with its own tree. */
static void combine_row(worker *w, int64_t row, column_group *g)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t block = rp->plan->block_elems, start = row * rp->n_results;
    dpex_run_seek(&w->run, start + g->first);
    int number = 0;
    for (int64_t at = g->first; at < g->last; at += block, number++) {
        int64_t n = dpex_int64_min(block, g->last - at);
        advance(w, start + at, n);
        for (int k = 0; k < rp->n_reduced_values; k++)
            dpex_pairwise_push(&g->trees[k][number],
                               &(dpex_rows){values_of(w, k), (size_t)n, 1, 0, row, 1});
    }
}

/* The same for rows that lie in memory: n_rows of them at once, which reads each cache line in one
 * pass. */
static void combine_direct_columns(worker *w, int64_t row, int64_t n_rows, column_group *g)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t block = rp->plan->block_elems;
    dpex_pairwise *tree = g->trees[0];
    for (int64_t at = g->first; at < g->last; at += block) {
        dpex_rows rows = {rp->direct + row * rp->direct_stride + at * (int64_t)rp->value_bytes,
                          (size_t)dpex_int64_min(block, g->last - at),
                          (size_t)n_rows,
                          rp->direct_stride,
                          row,
                          1};
        dpex_pairwise_push(tree++, &rows);
    }
}

/* Of n neighbouring results, word by word. */
static void copy_states(const dpex_reducer *reducer, const dpex_states *to, const dpex_states *from,
                        size_t n)
{
    for (int i = 0; i < reducer->n_words; i++)
        memcpy(to->words[i], from->words[i], n * reducer->word_bytes[i]);
}

/* To the output, or to the partial results if columns are cut into pieces. */
static void emit_columns(const dpex_reduce_plan *rp, int k, int64_t piece, int64_t first,
                         const dpex_states *states, int64_t n)
{
    const dpex_reduced *reduced = &rp->reduced[k];
    if (rp->n_pieces == 1) {
        dpex_reduced_store(rp, k, first, states, n);
        return;
    }
    dpex_states states_at = dpex_states_from(reduced->reducer, &reduced->partials,
                                             (size_t)(piece * rp->n_results + first));
    copy_states(reduced->reducer, &states_at, states, (size_t)n);
}

/* Several rows of results per block: their lanes are combined only at the end
 * (combine_narrow_rows). */
static void push_narrow_rows(worker *w, int64_t row, int64_t end, dpex_pairwise *trees)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t width = rp->n_results, together = rp->rows_per_block;
    if (rp->direct && rp->direct_stride == width * (int64_t)rp->value_bytes) {
        int64_t n_blocks = (end - row) / together;
        dpex_rows rows = {rp->direct + row * rp->direct_stride,
                          (size_t)(together * width),
                          (size_t)n_blocks,
                          together * rp->direct_stride,
                          row,
                          together};
        if (n_blocks) dpex_pairwise_push(&trees[0], &rows);
        row += n_blocks * together;
    }
    dpex_run_seek(&w->run, row * width);
    for (; row < end; row += together) {
        int64_t n = dpex_int64_min(together, end - row) * width;
        advance(w, row * width, n);
        for (int k = 0; k < rp->n_reduced_values; k++)
            dpex_pairwise_push(&trees[k], &(dpex_rows){values_of(w, k), (size_t)n, 1, 0, row, 0});
    }
}

/* For fewer results than half a block: a block has several rows, which are folded at the end. Lanes
 * are numbered by the first row of each block, which is corrected before rows of one block are
 * combined. */
static void combine_narrow_rows(worker *w, int64_t piece, int64_t row, int64_t end)
{
    const dpex_reduce_plan *rp = w->rp;
    dpex_pairwise trees[DPEX_TAPE_MAX_REDUCTIONS];
    for (int k = 0; k < rp->n_reduced_values; k++)
        dpex_pairwise_init(&trees[k], rp->reduced[k].reducer, (size_t)rp->plan->block_elems,
                           w->parts[k].memory);
    push_narrow_rows(w, row, end, trees);
    for (int k = 0; k < rp->n_reduced_values; k++) {
        const dpex_reducer *reducer = rp->reduced[k].reducer;
        size_t lanes, width = (size_t)rp->n_results;
        dpex_states combined = dpex_pairwise_finish(&trees[k], &lanes);
        /* `spread` corrects the indices that a state holds (argmin, argmax): a lane's index is its
         * row's, not its block's. */
        if (reducer->spread) reducer->spread(combined.words, lanes, width);
        dpex_states_fold(reducer, &combined, lanes / width, width);
        emit_columns(rp, k, piece, 0, &combined, rp->n_results);
    }
}

static void combine_columns(worker *w, int64_t unit)
{
    enum { ROWS = 4 };
    const dpex_reduce_plan *rp = w->rp;
    int64_t piece = unit / rp->n_groups, row = piece * rp->piece,
            end = dpex_int64_min(row + rp->piece, rp->n_reduced);
    if (rp->rows_per_block > 1) {
        combine_narrow_rows(w, piece, row, end);
        return;
    }
    column_group g;
    init_group(w, unit % rp->n_groups, &g);
    for (; rp->direct && row < end; row += ROWS)
        combine_direct_columns(w, row, dpex_int64_min(ROWS, end - row), &g);
    for (; row < end; row++) combine_row(w, row, &g);
    for (int k = 0; k < rp->n_reduced_values; k++) {
        dpex_pairwise *tree = g.trees[k];
        for (int64_t at = g.first; at < g.last; at += rp->plan->block_elems) {
            size_t n;
            dpex_states combined = dpex_pairwise_finish(tree++, &n);
            emit_columns(rp, k, piece, at, &combined, (int64_t)n);
        }
    }
}

/* ---- chunks --------------------------------------------------------------------------------- */

/* Of all reductions in one block; its start is freed by the caller, also after a failure. */
static dpex_status allocate_parts(const dpex_reduce_plan *rp, part *parts, char **memory)
{
    size_t bytes = 0;
    for (int k = 0; k < rp->n_reduced_values; k++) bytes += rp->reduced[k].memory_bytes;
    *memory = NULL;
    if (!bytes) return DPEX_SUCCESS;
    *memory = dpex_malloc(bytes);
    if (!*memory)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu bytes of a reduction's values",
                         bytes);
    char *at = *memory;
    for (int k = 0; k < rp->n_reduced_values; k++) {
        parts[k].memory = at;
        at += rp->reduced[k].memory_bytes;
    }
    return DPEX_SUCCESS;
}

/* Called by several threads with ranges of chunks; no two calls write the same state. */
dpex_status dpex_reduce_plan_execute(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const dpex_reduce_plan *rp = payload;
    int64_t first = first_chunk * rp->units_per_chunk,
            last = dpex_int64_min(last_chunk * rp->units_per_chunk, rp->n_units);
    if (rp->few) return dpex_few_execute(rp->few, first, last);
    worker w;
    char *memory;
    w.rp = rp;
    w.n_results = 0;
    for (int k = 0; k < rp->n_reduced_values; k++)
        w.parts[k].results =
            dpex_states_at(rp->reduced[k].reducer, w.parts[k].results_memory, DPEX_FINISH_MAX);
    DPEX_TRY(allocate_parts(rp, w.parts, &memory));
    dpex_status status = dpex_run_begin(&w.run, rp->plan, rp->plan->block_elems);
    if (!status && !rp->by_columns) combine_rows(&w, first, last);
    for (int64_t unit = first; rp->by_columns && !status && unit < last; unit++)
        combine_columns(&w, unit);
    /* Streaming stores become visible. */
    if (rp->plan->stream) atomic_thread_fence(memory_order_seq_cst);
    dpex_run_end(&w.run);
    dpex_free(memory);
    return status;
}

/* Combines the pieces pairwise, all results side by side.
 * On one thread, after all chunks. */
dpex_status dpex_reduce_plan_finish(void *payload)
{
    dpex_reduce_plan *rp = payload;
    if (rp->n_pieces == 1) return DPEX_SUCCESS;
    for (int k = 0; k < rp->n_reduced_values; k++) {
        const dpex_reduced *reduced = &rp->reduced[k];
        dpex_states_fold(reduced->reducer, &reduced->partials, (size_t)rp->n_pieces,
                         (size_t)rp->n_results);
        dpex_reduced_store(rp, k, 0, &reduced->partials, rp->n_results);
    }
    return DPEX_SUCCESS;
}
