/* Cholesky factorization by kernels. */
#include "base/error.h"
#include "base/integer.h"
#include "device.h"
#include "ops/matmul/product.h"

/* Few matrices of more rows leave most of a group without work there. */
enum { MOST_IN_REGISTERS = 16, FEW = 4 };

/* The lower factor of a. An upper one, x = U^H U, is the transpose of that of conj(x), which lies
 * there transposed. */
static dpex_status cholesky(const dpex_linalg_run *run, dpex_linalg_part a, int64_t n)
{
    const dpex_linalg_part codes = dpex_linalg_part_of(run, &run->codes, 1, 1);
    /* One launch for the whole stack, several matrices to a group. */
    if (n <= MOST_IN_REGISTERS || (n <= DPEX_LINALG_BLOCK && run->job->n_matrices > FEW)) {
        const dpex_linalg_step small = {.kernel = DPEX_LINALG_CHOLESKY_SMALL,
                                        .parts = {a, codes},
                                        .n_parts = 2,
                                        .numbers = {.n = n},
                                        .order = n};
        return dpex_linalg_submit_step(run, &small);
    }
    if (dpex_linalg_is_whole(run->job)) {
        const dpex_linalg_step whole = {.kernel = DPEX_LINALG_CHOLESKY_WHOLE,
                                        .parts = {a, codes},
                                        .n_parts = 2,
                                        .numbers = {.n = n},
                                        .extent = n};
        return dpex_linalg_submit_step(run, &whole);
    }
    for (int64_t j = 0; j < n; j += DPEX_LINALG_BLOCK) {
        const int64_t width = dpex_int64_min(DPEX_LINALG_BLOCK, n - j), rest = j + width;
        const dpex_linalg_step block = {.kernel = DPEX_LINALG_CHOLESKY,
                                        .parts = {a, codes},
                                        .n_parts = 2,
                                        .numbers = {.first = j, .width = width},
                                        .n_groups = run->job->n_matrices};
        /* A block that is not positive definite leaves NaN behind and its row in the codes; the
         * steps go on, since only the host could stop them, and it would have to wait for that. */
        DPEX_TRY(dpex_linalg_submit_step(run, &block));
        if (rest == n) break;
        /* Below it x L^H = a, so conj(L) x^T = a^T. */
        const dpex_linalg_part below = dpex_linalg_from(a, rest, j);
        DPEX_TRY(dpex_linalg_solve_triangle(run, DPEX_LINALG_IS_CONJUGATE,
                                            dpex_linalg_from(a, j, j),
                                            dpex_linalg_transposed(below), width, n - rest));
        /* The upper triangle of what is left is written too, but never read. */
        const dpex_linalg_product product = {.update =
                                                 DPEX_PRODUCT_SUBTRACTS | DPEX_PRODUCT_CONJUGATES_B,
                                             .a = below,
                                             .b = dpex_linalg_transposed(below),
                                             .c = dpex_linalg_from(a, rest, rest),
                                             .m = n - rest,
                                             .n = n - rest,
                                             .k = width};
        DPEX_TRY(dpex_linalg_multiply(run, &product));
    }
    return dpex_linalg_fill(run, DPEX_LINALG_LOWER, a, a, n, n);
}

dpex_status dpex_linalg_run_cholesky(dpex_linalg_run *run)
{
    const int64_t n = run->job->n;
    const dpex_linalg_part a = dpex_linalg_part_of(run, run->job->arrays[0], n, 1);
    return cholesky(run, run->job->mode ? dpex_linalg_transposed(a) : a, n);
}
