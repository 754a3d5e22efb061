/* Reductions over a plan: which elements are combined by which chunk.
 *
 * The layout has the kept axes in one group and the reduced axes in the other. Two methods:
 *   by rows     the reduced axes are inner: each result combines the blocks of its row and folds
 *               them
 *   by columns  the kept axes are inner: a block of neighbouring results combines rows lane by lane
 * Long rows and few columns are cut into pieces, whose partial results are combined by _finish on
 * one thread. All cuts depend on extents alone, so that any number of threads computes the same
 * bits. */
#include "plan.h"

#include <math.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "few.h"

enum {
    PIECE_BYTES = 256 << 10,             /* of a long row */
    CHUNK_ELEMS = 64 * DPEX_BLOCK_ELEMS, /* of short rows together */
    MIN_COLUMNS = 16, /* fewer neighbouring results are computed by rows, unless memory is dense */
    SHORT_ROW = 15,   /* of which both methods combine the elements in one order */
    MANY_RESULTS = 1 << 12, /* so that no block holds several rows of results */
    FEW_ELEMS = 8,          /* elements that are reduced for each of the inputs', at least */
    MANY_UNITS = 128,       /* of columns: enough for all threads */
    MAX_PARTIALS = 1 << 16, /* results of all pieces of columns, where there are more pieces than */
    MAX_COLUMN_PIECES = 16,
    MIN_PIECE_ROWS = 64
};

/* ---- by rows or by columns ------------------------------------------------------------------ */

/* The array with the most elements decides the order of memory; NULL: constants alone. */
static const dpex_array *find_model(const dpex_launch *launch)
{
    if (launch->model) return launch->model;
    if (!launch->n_inputs) return NULL;
    const dpex_array *widest = launch->inputs[0];
    for (int i = 1; i < launch->n_inputs; i++) {
        if (launch->inputs[i]->size > widest->size) widest = launch->inputs[i];
    }
    return widest;
}

/* The axis whose elements are neighbours in memory; -1: no axis has two elements. */
static int nearest_axis(const dpex_array *x, int nd)
{
    int nearest = -1;
    int64_t least = INT64_MAX;
    for (int d = 0; d < x->nd; d++) {
        int64_t stride = x->strides[d] < 0 ? -x->strides[d] : x->strides[d];
        if (x->shape[d] < 2 || stride > least) continue;
        least = stride;
        nearest = d + nd - x->nd;
    }
    return nearest;
}

/* Many short rows of values that are computed from few elements, as distances of all points to all centres are: by columns, loops
 * run over neighbouring results instead of a row's few elements. Both methods combine so few in one order, but for moments. */
static int are_short_rows(const dpex_tape *tape, const dpex_launch *launch)
{
    double n_reduced = 1, n_results = 1, most_elems = 0;
    for (int d = 0; d < launch->nd; d++)
        *(launch->reduced >> d & 1 ? &n_reduced : &n_results) *= (double)launch->shape[d];
    for (int i = 0; i < launch->n_inputs; i++)
        most_elems = fmax(most_elems, (double)launch->inputs[i]->size);
    for (int k = 0; k < dpex_tape_n_reductions(tape); k++)
        if ((k ? tape->more[k - 1].reduction : tape->reduction)->combine == DPEX_COMBINE_moments)
            return 0;
    return n_reduced <= SHORT_ROW && n_results >= MANY_RESULTS &&
           n_reduced * n_results >= FEW_ELEMS * most_elems;
}

/* By columns if neighbours in memory belong to different results, and if there are enough of
 * them. */
static int choose_columns(const dpex_tape *tape, const dpex_launch *launch)
{
    if (are_short_rows(tape, launch)) return 1;
    const dpex_array *x = find_model(launch);
    if (!x) return 0;
    int nearest = nearest_axis(x, launch->nd);
    int is_dense = x->flags & (DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS);
    return nearest >= 0 && !(launch->reduced >> nearest & 1) &&
           (is_dense || launch->shape[nearest] >= MIN_COLUMNS);
}

/* ---- cuts ----------------------------------------------------------------------------------- */

/* The outer dimensions are the reduced axes by columns, and the kept ones by rows. */
static void count_elements(dpex_reduce_plan *rp)
{
    const dpex_layout *layout = &rp->plan->layout;
    int64_t outer = 1;
    for (int d = 0; d < layout->n_outer; d++) outer *= layout->shape[d];
    int64_t inner = layout->size / outer;
    rp->n_results = rp->by_columns ? inner : outer;
    rp->n_reduced = rp->by_columns ? outer : inner;
}

static int64_t piece_elems(const dpex_reduce_plan *rp)
{
    return PIECE_BYTES / (int64_t)rp->value_bytes;
}

/* Few columns leave threads idle, so their rows are cut into pieces too; MAX_PARTIALS bounds the
 * partial states that these cost. */
static void cut_columns(dpex_reduce_plan *rp)
{
    int64_t block = rp->plan->block_elems, width = DPEX_GROUP_BLOCKS * block;
    rp->n_groups = dpex_int64_ceil_div(rp->n_results, width);
    rp->piece = rp->n_reduced;
    rp->units_per_chunk = 1;
    if (rp->n_groups < MANY_UNITS) {
        int64_t most = MAX_PARTIALS / rp->n_results;
        int64_t n_pieces = dpex_int64_min(dpex_int64_ceil_div(MANY_UNITS, rp->n_groups),
                                          dpex_int64_max(most, MAX_COLUMN_PIECES));
        int64_t rows = dpex_int64_ceil_div(piece_elems(rp), dpex_int64_min(width, rp->n_results));
        int64_t least = dpex_int64_ceil_div(rp->n_reduced, n_pieces);
        rp->piece = dpex_int64_max(dpex_int64_max(rows, least), MIN_PIECE_ROWS);
    }
    rp->n_pieces = dpex_int64_ceil_div(rp->n_reduced, rp->piece);
    rp->n_units = rp->n_pieces * rp->n_groups;
    /* Narrow results: several rows fit one block; they are folded in the end. */
    rp->rows_per_block = rp->n_results < block ? block / rp->n_results : 1;
    if (rp->rows_per_block == 1) dpex_plan_find_repeated(rp->plan, rp->plan->layout.n_outer);
    rp->n_trees =
        (size_t)dpex_int64_min(DPEX_GROUP_BLOCKS, dpex_int64_ceil_div(rp->n_results, block));
    for (int k = 0; k < rp->n_reduced_values; k++) {
        dpex_reduced *reduced = &rp->reduced[k];
        reduced->tree_bytes = dpex_pairwise_bytes(reduced->reducer, (size_t)block, rp->piece);
        reduced->memory_bytes = rp->n_trees * reduced->tree_bytes;
    }
}

/* A row longer than PIECE_BYTES is cut; shorter rows are put together to about CHUNK_ELEMS. */
static void cut_rows(dpex_reduce_plan *rp)
{
    int64_t block = rp->plan->block_elems;
    rp->piece = dpex_int64_min(rp->n_reduced, piece_elems(rp));
    rp->units_per_chunk = dpex_int64_ceil_div(CHUNK_ELEMS, rp->piece);
    rp->n_pieces = dpex_int64_ceil_div(rp->n_reduced, rp->piece);
    rp->n_units = rp->n_pieces * rp->n_results;
    /* The values of a piece of several blocks are collected before they are folded. */
    if (rp->n_reduced <= block || rp->direct) return;
    for (int k = 0; k < rp->n_reduced_values; k++)
        if (rp->reduced[k].shares_piece < 0)
            rp->reduced[k].memory_bytes = ((size_t)rp->piece * rp->value_bytes + 63) & ~(size_t)63;
}

/* Machine code for whole rows of results, where there is some. */
static void take_code(dpex_reduce_plan *rp, const dpex_tape *tape)
{
    if (rp->n_pieces > 1) return;
    rp->few = dpex_few_create(rp, tape);
    if (!rp->few) return;
    rp->n_units = dpex_few_n_rows(rp->few);
    rp->units_per_chunk = dpex_few_rows_per_chunk(rp->few);
}

/* ---- the plan ------------------------------------------------------------------------------- */

/* The outputs alone, over the kept axes, which keep the order that the inputs gave them. */
static void make_out_layout(dpex_reduce_plan *rp)
{
    dpex_layout *all = &rp->plan->layout;
    int first = rp->by_columns ? all->n_outer : 0;
    int nd = rp->by_columns ? all->nd - all->n_outer : all->n_outer;
    rp->out = (dpex_layout){.nd = nd, .size = rp->n_results, .shape = all->shape + first};
    for (int k = 0; k < rp->n_reduced_values; k++) {
        rp->reduced[k].out = all->operands[rp->plan->n_inputs + k];
        rp->reduced[k].out.strides = nd ? rp->reduced[k].out.strides + first : &rp->zero;
    }
    /* A single result has no axis; a dimension of one element is made up for it. */
    if (nd == 0) {
        rp->one = 1;
        rp->out.nd = 1;
        rp->out.shape = &rp->one;
    }
}

/* Whether the values are an input's, at one stride from one outer element to the next. */
static void find_direct(dpex_reduce_plan *rp)
{
    const dpex_reg *reg = &rp->plan->regs[rp->reduced[0].reg];
    const dpex_layout *layout = &rp->plan->layout;
    int n_outer = layout->n_outer, n_inner = layout->nd - n_outer;
    if (rp->plan->n_outputs > 1 || reg->kind != DPEX_REG_INPUT || n_outer > 1 || n_inner > 1)
        return;
    const dpex_layout_operand *operand = &layout->operands[reg->index];
    if (n_inner && operand->strides[n_outer] != operand->itemsize) return;
    rp->direct = operand->ptr;
    rp->direct_stride = n_outer ? operand->strides[0] : 0;
}

/* end->dtype: what the caller asked for; the finished state is converted to it. */
static void set_reduced(dpex_reduce_plan *rp, const dpex_tape *tape, const dpex_tape_reduction *end,
                        int k)
{
    dpex_reduced *reduced = &rp->reduced[k];
    reduced->reg = tape->outputs[k];
    reduced->shares_piece = -1;
    for (int earlier = k - 1; earlier >= 0; earlier--)
        if (rp->reduced[earlier].reg == reduced->reg) reduced->shares_piece = earlier;
    dpex_dtype value = (dpex_dtype)tape->regs[reduced->reg].dtype,
               finished = dpex_reduction_finished_dtype(end->reduction, value);
    reduced->reducer = dpex_reduction_get_reducer(end->reduction, tape->loops, value);
    reduced->cast = dpex_loops_cast(tape->loops, finished, end->dtype);
    dpex_finish options = {(double)rp->n_reduced, end->correction};
    dpex_finisher_init(&reduced->finisher, end->reduction, tape->loops, value, &options);
    rp->value_bytes = dpex_dtype_get_info(value)->itemsize;
}

static void set_values(dpex_reduce_plan *rp, const dpex_tape *tape)
{
    const dpex_tape_reduction first = {tape->reduction, tape->reduced_dtype, tape->correction};
    rp->n_reduced_values = dpex_tape_n_reductions(tape);
    for (int k = 0; k < rp->n_reduced_values; k++)
        set_reduced(rp, tape, k ? &tape->more[k - 1] : &first, k);
}

/* One state per piece and result, allocated once for the whole reduction. */
static dpex_status allocate_partials(dpex_reduce_plan *rp)
{
    size_t n = (size_t)(rp->n_pieces * rp->n_results);
    for (int k = 0; k < rp->n_reduced_values && rp->n_pieces > 1; k++) {
        dpex_reduced *reduced = &rp->reduced[k];
        reduced->partials_memory = dpex_malloc(dpex_states_bytes(reduced->reducer, n));
        if (!reduced->partials_memory)
            return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu partial results", n);
        reduced->partials = dpex_states_at(reduced->reducer, reduced->partials_memory, n);
    }
    return DPEX_SUCCESS;
}

dpex_status dpex_reduce_plan_create(const dpex_tape *tape, const dpex_launch *launch,
                                    dpex_reduce_plan **out)
{
    uint64_t all = launch->nd == 64 ? UINT64_MAX : (UINT64_C(1) << launch->nd) - 1;
    dpex_reduce_plan *rp = dpex_calloc(1, sizeof(*rp));
    if (!rp) return DPEX_FAIL_NO_COMMAND(launch->name);
    rp->by_columns = choose_columns(tape, launch);
    uint64_t inner = rp->by_columns ? all & ~launch->reduced : launch->reduced;
    dpex_status status = dpex_plan_create(tape, launch, inner, &rp->plan);
    if (!status) {
        count_elements(rp);
        set_values(rp, tape);
        find_direct(rp);
        make_out_layout(rp);
        if (rp->by_columns) {
            /* What would be prefetched, the next elements of a row, are others' columns. */
            rp->plan->n_shares = 0;
            cut_columns(rp);
            take_code(rp, tape);
        } else {
            cut_rows(rp);
        }
        status = allocate_partials(rp);
    }
    if (status)
        dpex_reduce_plan_free(rp);
    else
        *out = rp;
    return status;
}

void dpex_reduce_plan_free(void *payload)
{
    dpex_reduce_plan *rp = payload;
    if (!rp) return;
    dpex_few_free(rp->few);
    dpex_plan_free(rp->plan);
    for (int k = 0; k < rp->n_reduced_values; k++) dpex_free(rp->reduced[k].partials_memory);
    dpex_free(rp);
}

int64_t dpex_reduce_plan_n_chunks(const dpex_reduce_plan *rp)
{
    return dpex_int64_ceil_div(rp->n_units, rp->units_per_chunk);
}
