/* LU with partial pivoting by kernels, and what is computed with it: solutions, inverses,
 * determinants.
 *
 * LAPACK sees matrices by columns, so that the factors are those of the transpose of a matrix in
 * rows, as on the host: both find the same pivots. */
#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "device.h"
#include "dpex/op.h"
#include "ops/matmul/product.h"
#include "runtime/runtime.h"

/* Larger ones would take NVRTC long to compile. MOST_SIDES: K_SIDES in device.cl. */
enum { MOST_IN_REGISTERS = 16, MOST_SIDES = 4 };

static dpex_linalg_part swaps_of(const dpex_linalg_run *run)
{
    return dpex_linalg_part_of(run, &run->swaps, 1, 1);
}

/* Exchanges rows of n columns of x; is_back: in the opposite order. */
static dpex_status swap_rows(const dpex_linalg_run *run, dpex_linalg_part x, int64_t n,
                             int64_t first, int64_t width, int is_back)
{
    const dpex_linalg_step step = {
        .kernel = DPEX_LINALG_SWAP,
        .parts = {x, swaps_of(run)},
        .n_parts = 2,
        .numbers = {.n = n, .first = first, .width = width, .mode = is_back},
        .n_items = n * run->job->n_matrices};
    return dpex_linalg_submit_step(run, &step);
}

/* Rows are exchanged in whole, so that the result is LAPACK's. */
static dpex_status factorize(const dpex_linalg_run *run, dpex_linalg_part a, int64_t m, int64_t n)
{
    const int64_t less = dpex_int64_min(m, n), more = dpex_int64_max(m, n);
    /* Small matrices, of which stacks have many, are factorized by a few lanes of a group each:
     * panels would leave most lanes idle, and each step would be a launch. */
    if (more <= MOST_IN_REGISTERS) {
        const dpex_linalg_step small = {
            .kernel = DPEX_LINALG_LU_SMALL,
            .parts = {a, swaps_of(run), dpex_linalg_part_of(run, &run->codes, 1, 1)},
            .n_parts = 3,
            .numbers = {.m = m, .n = n},
            .order = more};
        return dpex_linalg_submit_step(run, &small);
    }
    /* Larger ones by more lanes, which have a row each. */
    if (more <= DPEX_LINALG_MOST_OF_STACK) {
        const dpex_linalg_step stack = {
            .kernel = DPEX_LINALG_LU_STACK,
            .parts = {a, swaps_of(run), dpex_linalg_part_of(run, &run->codes, 1, 1)},
            .n_parts = 3,
            .numbers = {.m = m, .n = n},
            .n_groups = run->job->n_matrices,
            .rows = more};
        return dpex_linalg_submit_step(run, &stack);
    }
    for (int64_t j = 0; j < less; j += DPEX_LINALG_BLOCK) {
        const int64_t width = dpex_int64_min(DPEX_LINALG_BLOCK, less - j), rest = j + width;
        const dpex_linalg_step panel = {
            .kernel = DPEX_LINALG_LU_PANEL,
            .parts = {a, swaps_of(run), dpex_linalg_part_of(run, &run->codes, 1, 1)},
            .n_parts = 3,
            .numbers = {.m = m, .first = j, .width = width},
            .n_groups = run->job->n_matrices};
        const dpex_linalg_part right = dpex_linalg_from(a, 0, rest);
        DPEX_TRY(dpex_linalg_submit_step(run, &panel));
        /* The panel has exchanged its own columns; those to its left and right follow here. */
        DPEX_TRY(swap_rows(run, a, j, j, width, 0));
        DPEX_TRY(swap_rows(run, right, n - rest, j, width, 0));
        /* A matrix of more rows than columns ends here: there is nothing to the right of the
         * last panel. */
        if (rest == n) break;
        DPEX_TRY(dpex_linalg_solve_triangle(run, DPEX_LINALG_IS_UNIT, dpex_linalg_from(a, j, j),
                                            dpex_linalg_from(right, j, 0), width, n - rest));
        const dpex_linalg_product product = {.update = DPEX_PRODUCT_SUBTRACTS,
                                             .a = dpex_linalg_from(a, rest, j),
                                             .b = dpex_linalg_from(right, j, 0),
                                             .c = dpex_linalg_from(right, rest, 0),
                                             .m = m - rest,
                                             .n = n - rest,
                                             .k = width};
        DPEX_TRY(dpex_linalg_multiply(run, &product));
    }
    return DPEX_SUCCESS;
}

/* x = a^-1 x from the factors of a: its rows are exchanged, then come L and U. */
/* P A = L U, so A X = B is L U X = P B: two triangles, in that order. */
static dpex_status solve(const dpex_linalg_run *run, dpex_linalg_part a, dpex_linalg_part x,
                         int64_t k)
{
    const int64_t n = run->job->n;
    DPEX_TRY(swap_rows(run, x, k, 0, n, 0));
    DPEX_TRY(dpex_linalg_solve_triangle(run, DPEX_LINALG_IS_UNIT, a, x, n, k));
    return dpex_linalg_solve_triangle(run, DPEX_LINALG_IS_UPPER, a, x, n, k);
}

/* The same with the transpose, or (conjugate: a bit of mode) the conjugate transpose. */
static dpex_status solve_transposed(const dpex_linalg_run *run, dpex_linalg_part a, int conjugate,
                                    dpex_linalg_part x, int64_t k)
{
    const int64_t n = run->job->n;
    /* A^T = U^T L^T P: the upper factor comes first, as a lower triangle, and rows are exchanged
     * back last. */
    a = dpex_linalg_transposed(a);
    DPEX_TRY(dpex_linalg_solve_triangle(run, conjugate, a, x, n, k));
    DPEX_TRY(dpex_linalg_solve_triangle(run, DPEX_LINALG_IS_UPPER | DPEX_LINALG_IS_UNIT | conjugate,
                                        a, x, n, k));
    return swap_rows(run, x, k, 0, n, 1);
}

/* Of the factors. */
static dpex_status solve_for_inverse(const dpex_linalg_run *run, const dpex_array *inverse)
{
    const int64_t n = run->job->n;
    return solve(run, dpex_linalg_part_of(run, run->job->arrays[0], 1, n),
                 dpex_linalg_part_of(run, inverse, 1, n), n);
}

/* Solved for the identity, then copied over the factors. */
dpex_status dpex_linalg_invert(const dpex_linalg_run *run,
                               dpex_status (*solve_columns)(const dpex_linalg_run *run,
                                                            const dpex_array *inverse))
{
    const dpex_array *to = run->job->arrays[0];
    const int64_t n = run->job->n;
    dpex_array inverse;
    DPEX_TRY(dpex_linalg_scratch(run, run->job->dtype, n * n, &inverse));
    const dpex_linalg_part x = dpex_linalg_part_of(run, &inverse, 1, n);
    dpex_status status = dpex_linalg_fill(run, DPEX_LINALG_IDENTITY, x, x, n, n);
    if (!status) status = solve_columns(run, &inverse);
    if (!status) {
        dpex_storage *uses[2] = {inverse.storage, to->storage};
        const dpex_command command = {
            .kind = DPEX_COMMAND_COPY,
            .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED,
            .name = run->job->name,
            .uses = uses,
            .n_uses = 2,
            .copy = {{to->storage, (size_t)to->offset, NULL},
                     {inverse.storage, (size_t)inverse.offset, NULL},
                     (size_t)to->size * dpex_dtype_get_info(to->dtype)->itemsize}};
        status = dpex_queue_submit(run->queue, &command, NULL, 0, NULL);
    }
    dpex_array_fini(&inverse);
    return status;
}

dpex_status dpex_linalg_take_determinant(const dpex_linalg_run *run, int counted_from)
{
    const dpex_array *const *arrays = run->job->arrays;
    /* Without logarithms their argument is not used. */
    const dpex_array *logarithms = arrays[2] ? arrays[2] : arrays[1];
    const dpex_linalg_step step = {
        .kernel = DPEX_LINALG_DETERMINANT,
        .parts = {dpex_linalg_part_of(run, arrays[0], 1, run->job->n), swaps_of(run),
                  dpex_linalg_part_of(run, &run->codes, 1, 1),
                  dpex_linalg_part_of(run, arrays[1], 1, 1),
                  dpex_linalg_part_of(run, logarithms, 1, 1)},
        .n_parts = 5,
        .numbers = {.n = run->job->n, .first = counted_from, .mode = arrays[2] != NULL},
        .n_groups = run->job->n_matrices};
    return dpex_linalg_submit_step(run, &step);
}

dpex_status dpex_linalg_order_rows(const dpex_linalg_run *run, int counted_from)
{
    const dpex_lapack_job *job = run->job;
    const dpex_linalg_step step = {
        .kernel = DPEX_LINALG_ORDER,
        .parts = {swaps_of(run), dpex_linalg_part_of(run, job->arrays[1], 1, 1),
                  dpex_linalg_part_of(run, job->arrays[2], 1, 1)},
        .n_parts = 3,
        .numbers = {.m = job->m, .n = dpex_int64_min(job->m, job->n), .first = counted_from},
        .n_groups = job->n_matrices};
    return dpex_linalg_submit_step(run, &step);
}

/* With factors that were computed before: arrays factors, pivots, columns. */
static dpex_status solve_with_factors(const dpex_linalg_run *run)
{
    const dpex_lapack_job *job = run->job;
    const dpex_linalg_part a = dpex_linalg_part_of(run, job->arrays[0], 1, job->n),
                           x = dpex_linalg_part_of(run, job->arrays[2], 1, job->n);
    dpex_array swaps;
    DPEX_TRY(
        dpex_array_cast_new(job->arrays[1], DPEX_I32, DPEX_ORDER_C, DPEX_USM_DEVICE, NULL, &swaps));
    dpex_linalg_run own = {.job = job, .queue = run->queue, .swaps = {.storage = swaps.storage}};
    /* Not a copy of the array: only what a step asks for. Its shape lies inside the struct,
     * which may not be moved. */
    own.swaps.offset = swaps.offset;
    own.swaps.size = swaps.size;
    own.swaps.dtype = DPEX_I32;
    const int conjugate = job->mode == 'C' ? DPEX_LINALG_IS_CONJUGATE : 0;
    const dpex_status status = job->mode == 'N' ? solve(&own, a, x, job->k)
                                                : solve_transposed(&own, a, conjugate, x, job->k);
    dpex_array_fini(&swaps);
    return status;
}

/* By one kernel, which keeps no factors. */
static dpex_status solve_small(const dpex_linalg_run *run)
{
    const dpex_lapack_job *job = run->job;
    const dpex_linalg_step step = {.kernel = DPEX_LINALG_SOLVE_SMALL,
                                   .parts = {dpex_linalg_part_of(run, job->arrays[0], 1, job->n),
                                             dpex_linalg_part_of(run, job->arrays[1], 1, job->n),
                                             dpex_linalg_part_of(run, &run->codes, 1, 1)},
                                   .n_parts = 3,
                                   .numbers = {.n = job->n, .width = job->k},
                                   .order = job->n};
    return dpex_linalg_submit_step(run, &step);
}

/* Right sides beyond a few are worth launches of their own, which have lanes for all of them. */
static int has_small_system(const dpex_lapack_job *job)
{
    return job->op == DPEX_LAPACK_SOLVE && job->n <= MOST_IN_REGISTERS && job->k <= MOST_SIDES;
}

dpex_status dpex_linalg_run_lu(dpex_linalg_run *run)
{
    const dpex_lapack_job *job = run->job;
    const dpex_linalg_part a = dpex_linalg_part_of(run, job->arrays[0], 1, job->m);
    if (job->op == DPEX_LAPACK_LU_SOLVE) return solve_with_factors(run);
    if (dpex_linalg_is_stack(job)) return dpex_linalg_run_stack(run);
    if (has_small_system(job)) return solve_small(run);
    DPEX_TRY(factorize(run, a, job->m, job->n));
    switch (job->op) {
    case DPEX_LAPACK_INV: return dpex_linalg_invert(run, solve_for_inverse);
    case DPEX_LAPACK_DET: return dpex_linalg_take_determinant(run, 0);
    case DPEX_LAPACK_LU: return dpex_linalg_order_rows(run, 0);
    default: /* The factors are those of the transpose. */
        return solve_transposed(run, a, 0, dpex_linalg_part_of(run, job->arrays[1], 1, job->n),
                                job->k);
    }
}
