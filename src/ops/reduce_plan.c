/* Reductions over a plan: which elements are joined by which chunk, and where the results go.
 *
 * The layout has the kept axes in one group and the reduced axes in the other. Two ways:
 *   by rows     the reduced axes are inner: each result joins the blocks of its row and folds them
 *   by columns  the kept axes are inner: a block of neighbouring results joins rows lane by lane
 * Long rows and few columns are cut in pieces; their partial results are joined by _finish, on one thread. All cuts depend on
 * extents alone, so any number of threads computes the same bits. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "plan.h"

enum {
    PIECE_ELEMS = 64 * 512, /* of a long row */
    CHUNK_ELEMS = 64 * 512, /* of short rows together */
    MIN_COLUMNS = 16,       /* fewer neighbouring results are computed by rows */
    MANY_BLOCKS = 32,       /* of columns: enough for all threads without cutting rows */
    MAX_COLUMN_PIECES = 16,
    MAX_ITEMSIZE = 16,
    RESULT_BLOCK = 512
};

struct dpex_reduce_plan {
    dpex_plan *plan;
    dpex_loop_fn join;
    size_t itemsize; /* of the values joined */
    int reg;
    int by_columns;
    int64_t n_results, n_joined; /* results; elements behind each */
    int64_t n_pieces, piece;     /* pieces of n_joined, elements of one */
    int64_t n_blocks;            /* by columns: blocks of results */
    int64_t units_per_chunk, n_units;
    char *
        partials; /* [piece][result], where n_pieces > 1; room for one more row of pieces and the fold's slack behind it */
    dpex_cast_fn cast; /* to the output's dtype; NULL: it has the values' */
    dpex_layout out;   /* of the kept axes; its one operand is the output */
    dpex_walked out_operand;
    int64_t one, zero; /* shape and stride of a single result */
};

/* ---- making ---------------------------------------------------------------------------------------------- */

/* By columns where neighbouring elements of the widest input belong to different results, and enough of them. */
static int choose_columns(const dpex_launch *launch)
{
    const dpex_array *widest = launch->inputs[0];
    for (int i = 1; i < launch->n_inputs; i++) {
        if (launch->inputs[i]->size > widest->size) widest = launch->inputs[i];
    }
    int missing = launch->nd - widest->nd, nearest = -1;
    int64_t least = INT64_MAX;
    for (int d = 0; d < widest->nd; d++) {
        int64_t stride = widest->strides[d] < 0 ? -widest->strides[d] : widest->strides[d];
        if (widest->shape[d] < 2 || stride > least) continue;
        least = stride;
        nearest = d + missing;
    }
    return nearest >= 0 && !(launch->reduced >> nearest & 1) &&
           launch->shape[nearest] >= MIN_COLUMNS;
}

/* The output alone, over the kept axes, which keep the order that the inputs gave them. */
static void make_out_layout(dpex_reduce_plan *rp)
{
    dpex_layout *all = &rp->plan->layout;
    int first = rp->by_columns ? all->n_outer : 0;
    int nd = rp->by_columns ? all->nd - all->n_outer : all->n_outer;
    rp->out_operand = all->operands[rp->plan->n_inputs];
    rp->out_operand.strides += first;
    rp->out = (dpex_layout){.nd = nd,
                            .n_operands = 1,
                            .size = rp->n_results,
                            .shape = all->shape + first,
                            .operands = &rp->out_operand};
    if (nd == 0) {
        rp->one = 1;
        rp->out.nd = 1;
        rp->out.shape = &rp->one;
        rp->out_operand.strides = &rp->zero;
    }
}

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static void cut(dpex_reduce_plan *rp)
{
    rp->piece = rp->n_joined;
    rp->units_per_chunk = 1;
    if (rp->by_columns) {
        rp->n_blocks = divide_up(rp->n_results, rp->plan->block_elems);
        if (rp->n_blocks < MANY_BLOCKS) {
            int64_t width =
                rp->n_results < rp->plan->block_elems ? rp->n_results : rp->plan->block_elems;
            int64_t rows = divide_up(PIECE_ELEMS, width);
            int64_t least = divide_up(rp->n_joined, MAX_COLUMN_PIECES);
            rp->piece = rows > least ? rows : least;
        }
        rp->n_pieces = divide_up(rp->n_joined, rp->piece);
        rp->n_units = rp->n_pieces * rp->n_blocks;
        return;
    }
    if (rp->n_joined > PIECE_ELEMS)
        rp->piece = PIECE_ELEMS;
    else
        rp->units_per_chunk = divide_up(CHUNK_ELEMS, rp->n_joined);
    rp->n_pieces = divide_up(rp->n_joined, rp->piece);
    rp->n_units = rp->n_pieces * rp->n_results;
}

static void count_elements(dpex_reduce_plan *rp)
{
    const dpex_layout *layout = &rp->plan->layout;
    int64_t outer = 1;
    for (int d = 0; d < layout->n_outer; d++) outer *= layout->shape[d];
    int64_t inner = layout->size / outer;
    rp->n_results = rp->by_columns ? inner : outer;
    rp->n_joined = rp->by_columns ? outer : inner;
}

dpex_status dpex_reduce_plan_create(const dpex_tape *tape, const dpex_launch *launch,
                                    dpex_reduce_plan **out)
{
    uint64_t all = launch->nd == 64 ? UINT64_MAX : (UINT64_C(1) << launch->nd) - 1;
    dpex_reduce_plan *rp = dpex_calloc(1, sizeof(*rp));
    if (!rp) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%s: no memory for the command", launch->name);
    rp->by_columns = choose_columns(launch);
    rp->reg = tape->outputs[0];
    dpex_dtype dtype = (dpex_dtype)tape->regs[rp->reg].dtype;
    rp->join = dpex_reduction_loop(tape->reduction, tape->loops, dtype);
    rp->itemsize = dpex_dtype_get_info(dtype)->itemsize;
    if (dtype != tape->reduced_dtype)
        rp->cast = tape->loops->casts[dtype * DPEX_N_DTYPES + tape->reduced_dtype];
    dpex_status status = dpex_plan_create(
        tape, launch, rp->by_columns ? all & ~launch->reduced : launch->reduced, &rp->plan);
    if (status) goto failed;
    rp->plan->stream = 0;
    count_elements(rp);
    make_out_layout(rp);
    cut(rp);
    if (rp->n_pieces > 1) {
        size_t n = (size_t)(rp->n_pieces * rp->n_results + rp->n_pieces) + DPEX_FOLD_SLACK;
        rp->partials = dpex_malloc(n * rp->itemsize);
        if (!rp->partials) {
            status = DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%s: no memory for %zu partial results",
                               launch->name, n);
            goto failed;
        }
    }
    *out = rp;
    return DPEX_SUCCESS;
failed:
    dpex_reduce_plan_free(rp);
    return status;
}

void dpex_reduce_plan_free(void *payload)
{
    dpex_reduce_plan *rp = payload;
    if (!rp) return;
    dpex_plan_free(rp->plan);
    dpex_free(rp->partials);
    dpex_free(rp);
}

int64_t dpex_reduce_plan_n_chunks(const dpex_reduce_plan *rp)
{
    return divide_up(rp->n_units, rp->units_per_chunk);
}

/* ---- results --------------------------------------------------------------------------------------------- */

/* n results from number `first` on, n at most RESULT_BLOCK, to the output array. */
static void store(const dpex_reduce_plan *rp, int64_t first, const void *values, int64_t n)
{
    const dpex_walked *out = &rp->out_operand;
    char converted[RESULT_BLOCK * MAX_ITEMSIZE];
    if (rp->cast) {
        rp->cast(converted, values, (size_t)n);
        values = converted;
    }
    dpex_cursor cursor;
    dpex_cursor_seek(&rp->out, first, &cursor);
    dpex_scatter(&rp->out, out, &cursor, values, (size_t)n);
}

static char *partial_at(const dpex_reduce_plan *rp, int64_t piece, int64_t result)
{
    return rp->partials + (size_t)(piece * rp->n_results + result) * rp->itemsize;
}

/* ---- by rows --------------------------------------------------------------------------------------------- */

/* What a thread needs beside the run: memory for a pile of blocks, and a block to fold in. */
typedef struct joiner {
    const dpex_reduce_plan *rp;
    dpex_run run;
    void *pile_memory; /* NULL: rows fit one block */
    char *results;
    int64_t first_result, n_results; /* collected in results, not stored yet */
    _Alignas(64) char block[(RESULT_BLOCK + DPEX_FOLD_SLACK) * MAX_ITEMSIZE];
    _Alignas(64) char collected[RESULT_BLOCK * MAX_ITEMSIZE];
} joiner;

static void flush(joiner *j)
{
    if (j->n_results) store(j->rp, j->first_result, j->collected, j->n_results);
    j->n_results = 0;
}

static void emit(joiner *j, int64_t piece, int64_t result, const void *value)
{
    const dpex_reduce_plan *rp = j->rp;
    if (rp->n_pieces > 1) {
        memcpy(partial_at(rp, piece, result), value, rp->itemsize);
        return;
    }
    if (j->n_results == 0) j->first_result = result;
    memcpy(j->collected + (size_t)j->n_results * rp->itemsize, value, rp->itemsize);
    if (++j->n_results == RESULT_BLOCK) flush(j);
}

static void *advance(joiner *j, int64_t first, int64_t n)
{
    dpex_run_compute(&j->run, first, n);
    if (j->rp->plan->needs_cursor) dpex_cursor_advance(&j->rp->plan->layout, &j->run.cursor, n);
    return j->run.at[j->rp->reg];
}

/* One piece of a row of more than one block. */
static void join_piece(joiner *j, int64_t piece, int64_t result)
{
    const dpex_reduce_plan *rp = j->rp;
    int64_t block = rp->plan->block_elems, at = piece * rp->piece;
    int64_t end = at + rp->piece < rp->n_joined ? at + rp->piece : rp->n_joined;
    int64_t row = result * rp->n_joined;
    dpex_pile pile;
    dpex_pile_init(&pile, rp->join, (size_t)block, rp->itemsize, j->pile_memory);
    dpex_run_seek(&j->run, row + at);
    for (; at < end; at += block) {
        int64_t n = end - at < block ? end - at : block;
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
        int64_t n = last - first < rows ? last - first : rows;
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

static void join_columns(joiner *j, int64_t unit)
{
    const dpex_reduce_plan *rp = j->rp;
    int64_t block = rp->plan->block_elems;
    int64_t piece = unit / rp->n_blocks, column = unit % rp->n_blocks * block;
    int64_t n = rp->n_results - column < block ? rp->n_results - column : block;
    int64_t row = piece * rp->piece;
    int64_t end = row + rp->piece < rp->n_joined ? row + rp->piece : rp->n_joined;
    dpex_pile pile;
    dpex_pile_init(&pile, rp->join, (size_t)block, rp->itemsize, j->pile_memory);
    for (; row < end; row++) {
        int64_t first = row * rp->n_results + column;
        dpex_run_seek(&j->run, first);
        dpex_run_compute(&j->run, first, n);
        dpex_pile_push(&pile, j->run.at[rp->reg], (size_t)n);
    }
    size_t lanes;
    void *joined = dpex_pile_finish(&pile, &lanes);
    if (rp->n_pieces > 1)
        memcpy(partial_at(rp, piece, column), joined, (size_t)n * rp->itemsize);
    else
        store(rp, column, joined, n);
}

/* ---- chunks ---------------------------------------------------------------------------------------------- */

static dpex_status allocate_pile(const dpex_reduce_plan *rp, void **memory)
{
    int64_t block = rp->plan->block_elems;
    *memory = NULL;
    if (!rp->by_columns && rp->n_joined <= block) return DPEX_SUCCESS;
    int64_t n_blocks = rp->by_columns ? rp->piece : divide_up(rp->piece, block);
    size_t bytes = dpex_pile_bytes((size_t)block, rp->itemsize, n_blocks);
    *memory = dpex_malloc(bytes);
    if (!*memory)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu bytes of partial results", bytes);
    return DPEX_SUCCESS;
}

dpex_status dpex_reduce_plan_execute(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const dpex_reduce_plan *rp = payload;
    int64_t first = first_chunk * rp->units_per_chunk, last = last_chunk * rp->units_per_chunk;
    if (last > rp->n_units) last = rp->n_units;
    joiner j;
    j.rp = rp;
    j.n_results = 0;
    DPEX_TRY(allocate_pile(rp, &j.pile_memory));
    dpex_status status = dpex_run_begin(&j.run, rp->plan, rp->plan->block_elems);
    if (!status && !rp->by_columns) join_rows(&j, first, last);
    for (int64_t unit = first; rp->by_columns && !status && unit < last; unit++)
        join_columns(&j, unit);
    dpex_run_end(&j.run);
    dpex_free(j.pile_memory);
    return status;
}

/* Joins the pieces of each result in the order of a fold, in the room behind the partial results. */
dpex_status dpex_reduce_plan_finish(void *payload)
{
    dpex_reduce_plan *rp = payload;
    if (rp->n_pieces == 1) return DPEX_SUCCESS;
    char *room = partial_at(rp, rp->n_pieces, 0);
    for (int64_t result = 0; result < rp->n_results; result++) {
        for (int64_t piece = 0; piece < rp->n_pieces; piece++) {
            memcpy(room + (size_t)piece * rp->itemsize, partial_at(rp, piece, result),
                   rp->itemsize);
        }
        dpex_fold(rp->join, room, (size_t)rp->n_pieces, rp->itemsize);
        store(rp, result, room, 1);
    }
    return DPEX_SUCCESS;
}
