/* Reductions over a plan: which elements are joined by which chunk.
 *
 * The layout has the kept axes in one group and the reduced axes in the other. Two ways:
 *   by rows     the reduced axes are inner: each result joins the blocks of its row and folds them
 *   by columns  the kept axes are inner: a block of neighbouring results joins rows lane by lane
 * Long rows and few columns are cut in pieces; their partial results are joined by _finish, on one thread. All cuts depend on
 * extents alone, so any number of threads computes the same bits. */
#include "reduce_plan.h"

#include "base/alloc.h"
#include "base/error.h"

enum {
    PIECE_ELEMS = 64 * 512, /* of a long row */
    CHUNK_ELEMS = 64 * 512, /* of short rows together */
    MIN_COLUMNS = 16,       /* fewer neighbouring results are computed by rows */
    MAX_SHORT_ROW = 24, /* elements: many rows as short as that are computed by columns, gathered */
    MANY_SHORT_ROWS = 512,
    MANY_UNITS = 32, /* of columns: enough for all threads */
    MAX_COLUMN_PIECES = 16,
    MIN_PIECE_ROWS = 64
};

/* ---- by rows or by columns ------------------------------------------------------------------------------- */

static const dpex_array *widest_input(const dpex_launch *launch)
{
    const dpex_array *widest = launch->inputs[0];
    for (int i = 1; i < launch->n_inputs; i++) {
        if (launch->inputs[i]->size > widest->size) widest = launch->inputs[i];
    }
    return widest;
}

/* The axis along which neighbours in memory lie; -1: there is none with two elements. */
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

/* By columns where neighbours belong to different results, and enough of them; and where rows are short and many. */
static int choose_columns(const dpex_launch *launch)
{
    int64_t n_joined = 1, n_results = 1;
    for (int d = 0; d < launch->nd; d++)
        *(launch->reduced >> d & 1 ? &n_joined : &n_results) *= launch->shape[d];
    if (n_joined <= MAX_SHORT_ROW && n_results >= MANY_SHORT_ROWS) return 1;
    int nearest = launch->n_inputs ? nearest_axis(widest_input(launch), launch->nd) : -1;
    return nearest >= 0 && !(launch->reduced >> nearest & 1) &&
           launch->shape[nearest] >= MIN_COLUMNS;
}

/* ---- cuts ------------------------------------------------------------------------------------------------ */

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
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

static void cut_columns(dpex_reduce_plan *rp)
{
    int64_t block = rp->plan->block_elems, width = DPEX_GROUP_BLOCKS * block;
    rp->n_groups = divide_up(rp->n_results, width);
    rp->piece = rp->n_joined;
    rp->units_per_chunk = 1;
    if (rp->n_groups < MANY_UNITS) {
        int64_t n_pieces = divide_up(MANY_UNITS, rp->n_groups);
        int64_t rows = divide_up(PIECE_ELEMS, smaller(width, rp->n_results));
        int64_t least = divide_up(rp->n_joined, smaller(n_pieces, MAX_COLUMN_PIECES));
        rp->piece = rows > least ? rows : least;
        if (rp->piece < MIN_PIECE_ROWS) rp->piece = MIN_PIECE_ROWS;
    }
    rp->n_pieces = divide_up(rp->n_joined, rp->piece);
    rp->n_units = rp->n_pieces * rp->n_groups;
    rp->pile_bytes = dpex_pile_bytes((size_t)block, rp->itemsize, rp->piece);
    rp->rows_per_block = rp->n_results < block ? block / rp->n_results : 1;
    rp->n_piles = (size_t)smaller(DPEX_GROUP_BLOCKS, divide_up(rp->n_results, block));
}

static void cut_rows(dpex_reduce_plan *rp)
{
    int64_t block = rp->plan->block_elems;
    rp->piece = smaller(rp->n_joined, PIECE_ELEMS);
    rp->units_per_chunk = divide_up(CHUNK_ELEMS, rp->piece);
    rp->n_pieces = divide_up(rp->n_joined, rp->piece);
    rp->n_units = rp->n_pieces * rp->n_results;
    if (rp->n_joined > block) {
        rp->pile_bytes = dpex_pile_bytes((size_t)block, rp->itemsize, divide_up(rp->piece, block));
        rp->n_piles = 1;
    }
}

/* ---- the plan -------------------------------------------------------------------------------------------- */

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

static void set_values(dpex_reduce_plan *rp, const dpex_tape *tape)
{
    rp->reg = tape->outputs[0];
    dpex_dtype dtype = (dpex_dtype)tape->regs[rp->reg].dtype;
    rp->join = dpex_reduction_loop(tape->reduction, tape->loops, dtype);
    rp->itemsize = dpex_dtype_get_info(dtype)->itemsize;
    if (dtype != tape->reduced_dtype)
        rp->cast = tape->loops->casts[dtype * DPEX_N_DTYPES + tape->reduced_dtype];
}

static dpex_status allocate_partials(dpex_reduce_plan *rp)
{
    if (rp->n_pieces == 1) return DPEX_SUCCESS;
    size_t n = (size_t)(rp->n_pieces * rp->n_results);
    rp->partials = dpex_calloc(n, rp->itemsize);
    if (rp->partials) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu partial results", n);
}

dpex_status dpex_reduce_plan_create(const dpex_tape *tape, const dpex_launch *launch,
                                    dpex_reduce_plan **out)
{
    uint64_t all = launch->nd == 64 ? UINT64_MAX : (UINT64_C(1) << launch->nd) - 1;
    dpex_reduce_plan *rp = dpex_calloc(1, sizeof(*rp));
    if (!rp) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%s: no memory for the command", launch->name);
    set_values(rp, tape);
    rp->by_columns = choose_columns(launch);
    uint64_t inner = rp->by_columns ? all & ~launch->reduced : launch->reduced;
    dpex_status status = dpex_plan_create(tape, launch, inner, &rp->plan);
    if (!status) {
        rp->plan->stream = 0;
        count_elements(rp);
        make_out_layout(rp);
        if (rp->by_columns)
            cut_columns(rp);
        else
            cut_rows(rp);
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
    dpex_plan_free(rp->plan);
    dpex_free(rp->partials);
    dpex_free(rp);
}

int64_t dpex_reduce_plan_n_chunks(const dpex_reduce_plan *rp)
{
    return divide_up(rp->n_units, rp->units_per_chunk);
}
