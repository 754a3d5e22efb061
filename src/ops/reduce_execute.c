/* Running a reduction: joining blocks of values, storing results. How the work is cut is told in reduce_plan.c. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "reduce_plan.h"

/* What one call of the executor works on. */
typedef struct joiner {
    const dpex_reduce_plan *rp;
    dpex_run run;
    char *pile_memory;
    int64_t first_result, n_results; /* in `results`, not stored yet */
    _Alignas(64) char block[(DPEX_RESULT_BLOCK + DPEX_FOLD_SLACK) * DPEX_MAX_ITEMSIZE];
    _Alignas(64) char results[DPEX_RESULT_BLOCK * DPEX_MAX_ITEMSIZE];
} joiner;

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- results --------------------------------------------------------------------------------------------- */

/* n results from number `first` on, n at most DPEX_RESULT_BLOCK, to the output array. */
static void store(const dpex_reduce_plan *rp, int64_t first, const void *values, int64_t n)
{
    char converted[DPEX_RESULT_BLOCK * DPEX_MAX_ITEMSIZE];
    if (rp->cast) {
        rp->cast(converted, values, (size_t)n);
        values = converted;
    }
    dpex_cursor cursor;
    dpex_cursor_seek(&rp->out, first, &cursor);
    dpex_scatter(&rp->out, &rp->out_operand, &cursor, values, (size_t)n);
}

static void flush(joiner *j)
{
    if (j->n_results) store(j->rp, j->first_result, j->results, j->n_results);
    j->n_results = 0;
}

static void emit(joiner *j, int64_t piece, int64_t result, const void *value)
{
    const dpex_reduce_plan *rp = j->rp;
    if (rp->n_pieces > 1) {
        memcpy(dpex_partial_at(rp, piece, result), value, rp->itemsize);
        return;
    }
    if (j->n_results == 0) j->first_result = result;
    memcpy(j->results + (size_t)j->n_results * rp->itemsize, value, rp->itemsize);
    if (++j->n_results == DPEX_RESULT_BLOCK) flush(j);
}

/* The values of the next n elements, of which `first` is the number. */
static void *advance(joiner *j, int64_t first, int64_t n)
{
    dpex_run_compute(&j->run, first, n);
    if (j->rp->plan->needs_cursor) dpex_cursor_advance(&j->rp->plan->layout, &j->run.cursor, n);
    return j->run.at[j->rp->reg];
}

/* ---- by rows --------------------------------------------------------------------------------------------- */

/* One piece of a row of more than one block. */
static void join_piece(joiner *j, int64_t piece, int64_t result)
{
    const dpex_reduce_plan *rp = j->rp;
    int64_t block = rp->plan->block_elems, at = piece * rp->piece;
    int64_t end = smaller(at + rp->piece, rp->n_joined), row = result * rp->n_joined;
    dpex_pile pile;
    dpex_pile_init(&pile, rp->join, (size_t)block, rp->itemsize, j->pile_memory);
    dpex_run_seek(&j->run, row + at);
    for (; at < end; at += block) {
        int64_t n = smaller(block, end - at);
        dpex_pile_push(&pile, advance(j, row + at, n), (size_t)n);
    }
    size_t lanes;
    void *joined = dpex_pile_finish(&pile, &lanes);
    dpex_fold(rp->join, joined, lanes, rp->itemsize);
    emit(j, piece, result, joined);
}

/* Rows that fit a block: as many at a time as do. */
static void join_short_rows(joiner *j, int64_t first, int64_t last)
{
    const dpex_reduce_plan *rp = j->rp;
    int64_t rows = rp->plan->block_elems / rp->n_joined;
    size_t row_bytes = (size_t)rp->n_joined * rp->itemsize;
    dpex_run_seek(&j->run, first * rp->n_joined);
    for (; first < last; first += rows) {
        int64_t n = smaller(rows, last - first);
        const char *values = advance(j, first * rp->n_joined, n * rp->n_joined);
        for (int64_t r = 0; r < n; r++) {
            memcpy(j->block, values + (size_t)r * row_bytes, row_bytes);
            dpex_fold(rp->join, j->block, (size_t)rp->n_joined, rp->itemsize);
            emit(j, 0, first + r, j->block);
        }
    }
}

static void join_rows(joiner *j, int64_t first, int64_t last)
{
    const dpex_reduce_plan *rp = j->rp;
    if (rp->n_joined <= rp->plan->block_elems) {
        join_short_rows(j, first, last);
    } else {
        for (int64_t unit = first; unit < last; unit++)
            join_piece(j, unit % rp->n_pieces, unit / rp->n_pieces);
    }
    flush(j);
}

/* ---- by columns ------------------------------------------------------------------------------------------ */

/* The columns of one unit: neighbouring blocks, each with a pile, so that rows are read in long stretches. */
typedef struct column_group {
    int64_t first, last; /* results */
    dpex_pile piles[DPEX_GROUP_BLOCKS];
} column_group;

static void init_group(const joiner *j, int64_t number, column_group *g)
{
    const dpex_reduce_plan *rp = j->rp;
    int64_t block = rp->plan->block_elems, width = DPEX_GROUP_BLOCKS * block;
    g->first = number * width;
    g->last = smaller(g->first + width, rp->n_results);
    for (size_t p = 0; p < rp->n_piles; p++) {
        dpex_pile_init(&g->piles[p], rp->join, (size_t)block, rp->itemsize,
                       j->pile_memory + p * rp->pile_bytes);
    }
}

static void join_row(joiner *j, int64_t row, column_group *g)
{
    const dpex_reduce_plan *rp = j->rp;
    int64_t block = rp->plan->block_elems, start = row * rp->n_results;
    dpex_run_seek(&j->run, start + g->first);
    dpex_pile *pile = g->piles;
    for (int64_t at = g->first; at < g->last; at += block) {
        int64_t n = smaller(block, g->last - at);
        dpex_pile_push(pile++, advance(j, start + at, n), (size_t)n);
    }
}

/* x[0] = x[0] op ... op x[n_rows - 1], each a row of results. */
static void fold_rows(const dpex_reduce_plan *rp, char *x, int64_t n_rows)
{
    while (n_rows > 1) {
        int64_t half = INT64_C(1) << (63 - __builtin_clzll((uint64_t)(n_rows - 1)));
        size_t n = (size_t)((n_rows - half) * rp->n_results);
        dpex_join(rp->join, x, x + (size_t)(half * rp->n_results) * rp->itemsize, n, rp->itemsize);
        n_rows = half;
    }
}

static void emit_columns(const dpex_reduce_plan *rp, int64_t piece, int64_t first,
                         const void *values, int64_t n)
{
    if (rp->n_pieces > 1)
        memcpy(dpex_partial_at(rp, piece, first), values, (size_t)n * rp->itemsize);
    else
        store(rp, first, values, n);
}

/* Fewer results than half a block: several rows lie in one, and are folded at the end. */
static void join_narrow_rows(joiner *j, int64_t piece, int64_t row, int64_t end)
{
    const dpex_reduce_plan *rp = j->rp;
    dpex_pile pile;
    dpex_pile_init(&pile, rp->join, (size_t)rp->plan->block_elems, rp->itemsize, j->pile_memory);
    dpex_run_seek(&j->run, row * rp->n_results);
    for (; row < end; row += rp->rows_per_block) {
        int64_t n = smaller(rp->rows_per_block, end - row) * rp->n_results;
        dpex_pile_push(&pile, advance(j, row * rp->n_results, n), (size_t)n);
    }
    size_t lanes;
    char *joined = dpex_pile_finish(&pile, &lanes);
    fold_rows(rp, joined, (int64_t)lanes / rp->n_results);
    emit_columns(rp, piece, 0, joined, rp->n_results);
}

static void join_columns(joiner *j, int64_t unit)
{
    const dpex_reduce_plan *rp = j->rp;
    int64_t piece = unit / rp->n_groups, row = piece * rp->piece,
            end = smaller(row + rp->piece, rp->n_joined);
    if (rp->rows_per_block > 1) {
        join_narrow_rows(j, piece, row, end);
        return;
    }
    column_group g;
    init_group(j, unit % rp->n_groups, &g);
    for (; row < end; row++) join_row(j, row, &g);
    dpex_pile *pile = g.piles;
    for (int64_t at = g.first; at < g.last; at += rp->plan->block_elems) {
        size_t n;
        void *joined = dpex_pile_finish(pile++, &n);
        emit_columns(rp, piece, at, joined, (int64_t)n);
    }
}

/* ---- chunks ---------------------------------------------------------------------------------------------- */

static dpex_status allocate_piles(const dpex_reduce_plan *rp, char **memory)
{
    size_t bytes = rp->n_piles * rp->pile_bytes;
    *memory = NULL;
    if (!bytes) return DPEX_SUCCESS;
    *memory = dpex_malloc(bytes);
    if (*memory) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu bytes of partial results", bytes);
}

dpex_status dpex_reduce_plan_execute(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const dpex_reduce_plan *rp = payload;
    int64_t first = first_chunk * rp->units_per_chunk,
            last = smaller(last_chunk * rp->units_per_chunk, rp->n_units);
    joiner j;
    j.rp = rp;
    j.n_results = 0;
    DPEX_TRY(allocate_piles(rp, &j.pile_memory));
    dpex_status status = dpex_run_begin(&j.run, rp->plan, rp->plan->block_elems);
    if (!status && !rp->by_columns) join_rows(&j, first, last);
    for (int64_t unit = first; rp->by_columns && !status && unit < last; unit++)
        join_columns(&j, unit);
    dpex_run_end(&j.run);
    dpex_free(j.pile_memory);
    return status;
}

/* Joins the pieces, in the order of a fold, all results side by side. */
dpex_status dpex_reduce_plan_finish(void *payload)
{
    dpex_reduce_plan *rp = payload;
    if (rp->n_pieces == 1) return DPEX_SUCCESS;
    for (int64_t n = rp->n_pieces; n > 1;) {
        int64_t half = INT64_C(1) << (63 - __builtin_clzll((uint64_t)(n - 1)));
        for (int64_t piece = half; piece < n; piece++) {
            dpex_join(rp->join, dpex_partial_at(rp, piece - half, 0), dpex_partial_at(rp, piece, 0),
                      (size_t)rp->n_results, rp->itemsize);
        }
        n = half;
    }
    for (int64_t first = 0; first < rp->n_results; first += DPEX_RESULT_BLOCK) {
        store(rp, first, dpex_partial_at(rp, 0, first),
              smaller(DPEX_RESULT_BLOCK, rp->n_results - first));
    }
    return DPEX_SUCCESS;
}
