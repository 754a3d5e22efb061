/* LU factorization with its factors as a result, and solving with them. */
#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "lapack.h"

static dpex_status init_indices(const dpex_array *x, dpex_array *pivots, dpex_array *permutation)
{
    int64_t m = x->shape[x->nd - 2], n = x->shape[x->nd - 1];
    DPEX_TRY(dpex_linalg_init(x, DPEX_I64, 1, 0, dpex_int64_min(m, n), pivots));
    dpex_status status = dpex_linalg_init(x, DPEX_I64, 1, 0, m, permutation);
    if (status) dpex_array_fini(pivots);
    return status;
}

/* The factors are LAPACK's of the transposed copy, which has x by columns; they stay in that
 * layout, since lu_solve reads them so, and Python sees them through a transposed view. */
dpex_status dpex_lu_new(const dpex_array *x, dpex_array *factors, dpex_array *pivots,
                        dpex_array *permutation)
{
    dpex_dtype dtype;
    DPEX_TRY(dpex_linalg_check_matrices("lu", x, 0));
    DPEX_TRY(dpex_linalg_dtype("lu", x, &dtype));
    DPEX_TRY(dpex_linalg_copy_transposed(x, dtype, factors));
    dpex_status status = init_indices(x, pivots, permutation);
    /* On failure nothing is left allocated. */
    if (!status) {
        dpex_lapack_job job = {.name = "lu",
                               .op = DPEX_LAPACK_LU,
                               .dtype = dtype,
                               .m = (int)x->shape[x->nd - 2],
                               .n = (int)x->shape[x->nd - 1],
                               .arrays = {factors, pivots, permutation},
                               .n_matrices = dpex_linalg_count(x)};
        status = dpex_lapack_submit(&job, NULL);
        if (!status) return DPEX_SUCCESS;
        dpex_array_fini(pivots);
        dpex_array_fini(permutation);
    }
    dpex_array_fini(factors);
    return status;
}

/* trans: 'N', 'T' or 'C', the system that is solved with the same factors. */
dpex_status dpex_lu_solve_into(const dpex_array *factors, const dpex_array *pivots, char trans,
                               dpex_array *columns)
{
    const int nd = factors->nd;
    const int64_t n = nd >= 2 ? factors->shape[nd - 1] : -1;
    int64_t n_matrices = nd >= 2 ? dpex_linalg_count(factors) : 0;
    uint32_t dense = factors->flags & pivots->flags & columns->flags & DPEX_ARRAY_C_CONTIGUOUS;
    /* All checks at once: the arrays come from dpex_lu_new, so a mismatch is a mistake of the
     * caller. */
    if (nd < 2 || columns->nd != nd || factors->shape[nd - 2] != n || !dense ||
        pivots->dtype != DPEX_I64 || pivots->size != n_matrices * n ||
        columns->dtype != factors->dtype || columns->shape[nd - 1] != n ||
        dpex_linalg_count(columns) != n_matrices)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "lu_solve: the arrays do not fit together");
    DPEX_TRY(dpex_array_check_queue("lu_solve", "the array of columns", columns, factors->queue));
    DPEX_TRY(dpex_array_check_queue("lu_solve", "the array of pivots", pivots, factors->queue));
    dpex_lapack_job job = {.name = "lu_solve",
                           .op = DPEX_LAPACK_LU_SOLVE,
                           .dtype = factors->dtype,
                           .m = (int)n,
                           .n = (int)n,
                           .k = (int)columns->shape[nd - 2],
                           .mode = trans,
                           .arrays = {factors, pivots, columns},
                           /* Without columns there is nothing to solve. */
                           .n_matrices = columns->size ? n_matrices : 0};
    return dpex_lapack_submit(&job, NULL);
}
