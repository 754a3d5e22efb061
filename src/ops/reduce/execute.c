/* Runs a reduction: combines values and finishes results. plan.c says how the work is cut. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "plan.h"

/* The state of one call of the executor. */
typedef struct worker {
    const dpex_reduce_plan *rp;
    dpex_run run;
    char *tree_memory;
    int64_t first_result, n_results; /* in `results`, not stored yet */
    dpex_states results;
    _Alignas(64) char results_memory[DPEX_MAX_WORDS * DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
} worker;

/* ---- results --------------------------------------------------------------------------------------------- */

/* Stores n results from number `first` on in the output array.
 * At most DPEX_FINISH_MAX results at a time fit the blocks on the stack. */
static void store(const dpex_reduce_plan *rp, int64_t first, const dpex_states *states, int64_t n)
{
    _Alignas(64) char values[DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
    _Alignas(64) char converted[DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
    for (int64_t done = 0; done < n; done += DPEX_FINISH_MAX) {
        size_t count = (size_t)dpex_int64_min(DPEX_FINISH_MAX, n - done);
        dpex_states from = dpex_states_from(rp->reducer, states, (size_t)done);
        dpex_finisher_run(&rp->finisher, values, from.words, count);
        if (rp->cast) rp->cast(converted, values, count);
        dpex_cursor cursor;
        dpex_cursor_seek(&rp->out, first + done, &cursor);
        dpex_scatter(&rp->out, &rp->out_operand, &cursor, rp->cast ? converted : values, count);
    }
}

/* Collected results are stored together, since many reductions have one result each, and a store
 * has a fixed cost. */
static void flush(worker *w)
{
    if (w->n_results) store(w->rp, w->first_result, &w->results, w->n_results);
    w->n_results = 0;
}

/* *states_at: the memory for the states of at most n results from number `result` on; returns of how many. Results come in order. */
static int64_t destination_of(worker *w, int64_t piece, int64_t result, int64_t n,
                              dpex_states *states_at)
{
    const dpex_reduce_plan *rp = w->rp;
    /* Results of pieces are partial states, combined by _finish; each has its own entry, so threads
     * do not share any. */
    if (rp->n_pieces > 1) {
        int64_t number = piece * rp->n_results + result;
        *states_at = dpex_states_from(rp->reducer, &rp->partials, (size_t)number);
        return n;
    }
    if (w->n_results == DPEX_FINISH_MAX) flush(w);
    if (w->n_results == 0) w->first_result = result;
    *states_at = dpex_states_from(rp->reducer, &w->results, (size_t)w->n_results);
    n = dpex_int64_min(n, DPEX_FINISH_MAX - w->n_results);
    w->n_results += n;
    return n;
}

/* The values of the next n elements, of which `first` is the number. */
static void *advance(worker *w, int64_t first, int64_t n)
{
    dpex_run_compute(&w->run, first, n);
    /* Blocks are computed in order, so the cursor only moves forward. */
    if (w->rp->plan->needs_cursor) dpex_cursor_advance(&w->rp->plan->layout, &w->run.cursor, n);
    return w->run.at[w->rp->reg];
}

/* ---- by rows --------------------------------------------------------------------------------------------- */

/* Results [first, last) of whole rows in memory. */
static void fold_rows(worker *w, const char *values, int64_t row_bytes, int64_t first, int64_t last)
{
    const dpex_reduce_plan *rp = w->rp;
    for (int64_t n; first < last; first += n, values += n * row_bytes) {
        dpex_states states_at;
        n = destination_of(w, 0, first, last - first, &states_at);
        rp->reducer->fold(states_at.words,
                          &(dpex_rows){values, (size_t)rp->n_reduced, (size_t)n, row_bytes, 0, 0});
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
    rp->reducer->fold(states_at.words, &(dpex_rows){values, (size_t)n, 1, 0, at, 0});
}

/* One piece of a row of more than one block: the states of its blocks, then one of them.
 * As a tree over the blocks of the piece, not over elements: which blocks there are follows
 * from the shape, hence the bits. */
static void combine_piece(worker *w, int64_t piece, int64_t result)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t block = rp->plan->block_elems, start = piece * rp->piece;
    int64_t end = dpex_int64_min(start + rp->piece, rp->n_reduced), row = result * rp->n_reduced;
    size_t n_blocks = (size_t)dpex_int64_ceil_div(rp->piece, block), done = 0;
    dpex_states blocks = dpex_states_at(rp->reducer, w->tree_memory, n_blocks);
    dpex_run_seek(&w->run, row + start);
    for (int64_t at = start; at < end; at += block) {
        int64_t n = dpex_int64_min(block, end - at);
        dpex_states one = dpex_states_from(rp->reducer, &blocks, done++);
        rp->reducer->fold(one.words, &(dpex_rows){advance(w, row + at, n), (size_t)n, 1, 0, at, 0});
    }
    dpex_states_fold(rp->reducer, &blocks, done, 1);
    dpex_states states_at;
    destination_of(w, piece, result, 1, &states_at);
    for (int i = 0; i < rp->reducer->n_words; i++)
        memcpy(states_at.words[i], blocks.words[i], rp->reducer->word_bytes[i]);
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
        fold_rows(w, advance(w, first * rp->n_reduced, n * rp->n_reduced), row_bytes, first,
                  first + n);
    }
}

/* Results first..last by rows; the four cases differ in where the values are and in how many blocks
 * a row has. */
static void combine_rows(worker *w, int64_t first, int64_t last)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t n_pieces = rp->n_pieces;
    if (rp->direct && n_pieces == 1) {
        fold_rows(w, rp->direct + first * rp->direct_stride, rp->direct_stride, first, last);
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

/* ---- by columns ------------------------------------------------------------------------------------------ */

/* The columns of one unit: at most DPEX_GROUP_BLOCKS neighbouring blocks, each with a tree, so that rows are read in long stretches. */
typedef struct column_group {
    int64_t first, last; /* results */
    dpex_pairwise tree[DPEX_GROUP_BLOCKS];
} column_group;

static void init_group(const worker *w, int64_t number, column_group *g)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t block = rp->plan->block_elems, width = DPEX_GROUP_BLOCKS * block;
    g->first = number * width;
    g->last = dpex_int64_min(g->first + width, rp->n_results);
    for (size_t p = 0; p < rp->n_trees; p++) {
        dpex_pairwise_init(&g->tree[p], rp->reducer, (size_t)block,
                           w->tree_memory + p * rp->tree_bytes);
    }
}

/* A row that must be computed or gathered: block by block, each with its own tree. */
static void combine_row(worker *w, int64_t row, column_group *g)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t block = rp->plan->block_elems, start = row * rp->n_results;
    dpex_run_seek(&w->run, start + g->first);
    dpex_pairwise *tree = g->tree;
    for (int64_t at = g->first; at < g->last; at += block) {
        int64_t n = dpex_int64_min(block, g->last - at);
        dpex_pairwise_push(tree++,
                           &(dpex_rows){advance(w, start + at, n), (size_t)n, 1, 0, row, 1});
    }
}

/* The same for rows that lie in memory: n_rows of them at once, which reads each cache line in one
 * pass. */
static void combine_direct_columns(worker *w, int64_t row, int64_t n_rows, column_group *g)
{
    const dpex_reduce_plan *rp = w->rp;
    int64_t block = rp->plan->block_elems;
    dpex_pairwise *tree = g->tree;
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

/* To the output, or to the partial results if columns are cut into pieces. */
static void emit_columns(const dpex_reduce_plan *rp, int64_t piece, int64_t first,
                         const dpex_states *states, int64_t n)
{
    if (rp->n_pieces == 1) {
        store(rp, first, states, n);
        return;
    }
    dpex_states states_at =
        dpex_states_from(rp->reducer, &rp->partials, (size_t)(piece * rp->n_results + first));
    for (int i = 0; i < rp->reducer->n_words; i++)
        memcpy(states_at.words[i], states->words[i], (size_t)n * rp->reducer->word_bytes[i]);
}

/* Several rows of results per block: their lanes are combined only at the end
 * (combine_narrow_rows). */
static void push_narrow_rows(worker *w, int64_t row, int64_t end, dpex_pairwise *tree)
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
        if (n_blocks) dpex_pairwise_push(tree, &rows);
        row += n_blocks * together;
    }
    dpex_run_seek(&w->run, row * width);
    for (; row < end; row += together) {
        int64_t n = dpex_int64_min(together, end - row) * width;
        dpex_pairwise_push(tree, &(dpex_rows){advance(w, row * width, n), (size_t)n, 1, 0, row, 0});
    }
}

/* For fewer results than half a block: a block has several rows, which are folded at the end. Lanes are numbered by the first row of
 * each block, which is corrected before rows of one block are combined. */
static void combine_narrow_rows(worker *w, int64_t piece, int64_t row, int64_t end)
{
    const dpex_reduce_plan *rp = w->rp;
    dpex_pairwise tree;
    dpex_pairwise_init(&tree, rp->reducer, (size_t)rp->plan->block_elems, w->tree_memory);
    push_narrow_rows(w, row, end, &tree);
    size_t lanes, width = (size_t)rp->n_results;
    dpex_states combined = dpex_pairwise_finish(&tree, &lanes);
    /* `spread` corrects the indices that a state holds (argmin, argmax): a lane's index is its
     * row's, not its block's. */
    if (rp->reducer->spread) rp->reducer->spread(combined.words, lanes, width);
    dpex_states_fold(rp->reducer, &combined, lanes / width, width);
    emit_columns(rp, piece, 0, &combined, rp->n_results);
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
    dpex_pairwise *tree = g.tree;
    for (int64_t at = g.first; at < g.last; at += rp->plan->block_elems) {
        size_t n;
        dpex_states combined = dpex_pairwise_finish(tree++, &n);
        emit_columns(rp, piece, at, &combined, (int64_t)n);
    }
}

/* ---- chunks ---------------------------------------------------------------------------------------------- */

/* Freed by the caller, also after a failure. */
static dpex_status allocate_trees(const dpex_reduce_plan *rp, char **memory)
{
    size_t bytes = rp->n_trees * rp->tree_bytes;
    *memory = NULL;
    if (!bytes) return DPEX_SUCCESS;
    *memory = dpex_malloc(bytes);
    if (*memory) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu bytes of partial results", bytes);
}

/* Called by several threads with ranges of chunks; no two calls write the same state. */
dpex_status dpex_reduce_plan_execute(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const dpex_reduce_plan *rp = payload;
    int64_t first = first_chunk * rp->units_per_chunk,
            last = dpex_int64_min(last_chunk * rp->units_per_chunk, rp->n_units);
    worker w;
    w.rp = rp;
    w.n_results = 0;
    w.results = dpex_states_at(rp->reducer, w.results_memory, DPEX_FINISH_MAX);
    DPEX_TRY(allocate_trees(rp, &w.tree_memory));
    dpex_status status = dpex_run_begin(&w.run, rp->plan, rp->plan->block_elems);
    if (!status && !rp->by_columns) combine_rows(&w, first, last);
    for (int64_t unit = first; rp->by_columns && !status && unit < last; unit++)
        combine_columns(&w, unit);
    dpex_run_end(&w.run);
    dpex_free(w.tree_memory);
    return status;
}

/* Combines the pieces pairwise, all results side by side.
 * On one thread, after all chunks. */
dpex_status dpex_reduce_plan_finish(void *payload)
{
    dpex_reduce_plan *rp = payload;
    if (rp->n_pieces == 1) return DPEX_SUCCESS;
    dpex_states_fold(rp->reducer, &rp->partials, (size_t)rp->n_pieces, (size_t)rp->n_results);
    store(rp, 0, &rp->partials, rp->n_results);
    return DPEX_SUCCESS;
}
