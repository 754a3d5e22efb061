/* Plans for long lines: one transform of n = n_first n_second elements as many short ones.
 *
 *     j = j_first n_second + j_second,  k = k_first + n_first k_second
 *     X[k] = sum over j_second of  w2^(j_second k_second)  w^(j_second k_first)  sum over j_first of  w1^(j_first k_first) x[j]
 *
 * with w, w1, w2 the roots of order n, n_first, n_second. The inner sums are transforms of columns,
 * several neighbours in the lanes of a block; then come the factors w^(j_second k_first), the
 * twiddle factors; the outer sums are transforms of rows, again several in the lanes. D. H. Bailey,
 * "FFTs in external or hierarchical memory", 1990, describes the scheme.
 *
 * The twiddle factors of a group of columns are kept as a coarse and a fine table, whose products
 * they are: n_second sqrt(n_first) numbers instead of n. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "plan.h"

/* Short lines keep all twiddle factors: one product less. */
enum { MAX_FULL = 1 << 14 };

/* About sqrt(n_first) fine factors, and as many coarse ones. */
static int64_t choose_fine(int64_t n, int64_t n_first)
{
    int64_t n_fine = 1;
    if (n <= MAX_FULL) return n_first;
    while (n_fine * n_fine < n_first) n_fine *= 2;
    return n_fine;
}

/* Factors w^(column step i) for i < count, a vector of columns each: [count][2][lanes].
 * Vectors of factors: one column per lane. */
static char *put_twiddles(const dpex_fft_plan *plan, const dpex_fft_roots *roots, char *at,
                          int64_t column, int64_t step, int64_t count)
{
    const int lanes = plan->kernels->lanes;
    const size_t part = plan->kernels->part_bytes;
    for (int64_t i = 0; i < count; i++, at += 2 * (size_t)lanes * part) {
        for (int b = 0; b < lanes; b++) {
            dpex_fft_root root = {1, 0};
            /* Lanes beyond the last column hold 1, so that they compute nothing harmful. */
            if (column + b < plan->split.second->n && i * step < plan->split.first->n)
                root = dpex_fft_roots_get(roots, (column + b) * i * step);
            dpex_fft_put_part(plan, at + b * part, root.cos);
            dpex_fft_put_part(plan, at + (lanes + b) * part, -root.sin);
        }
    }
    return at;
}

dpex_status dpex_fft_fill_split(dpex_fft_plan *plan)
{
    dpex_fft_split *split = &plan->split;
    int64_t n = plan->n, n_first = split->first->n, n_second = split->second->n,
            lanes = plan->kernels->lanes;
    split->n_fine = choose_fine(n, n_first);
    split->n_coarse = dpex_int64_ceil_div(n_first, split->n_fine);
    int64_t n_groups = dpex_int64_ceil_div(n_second, lanes);
    DPEX_TRY(dpex_fft_plan_allocate(plan, n_groups * (split->n_fine + split->n_coarse) * lanes));
    dpex_fft_roots roots;
    DPEX_TRY(dpex_fft_roots_init(&roots, n));
    char *at = plan->tables;
    for (int64_t group = 0; group < n_groups; group++) {
        at = put_twiddles(plan, &roots, at, group * lanes, 1, split->n_fine);
        at = put_twiddles(plan, &roots, at, group * lanes, split->n_fine, split->n_coarse);
    }
    split->twiddles = plan->tables;
    dpex_fft_roots_fini(&roots);
    return DPEX_SUCCESS;
}
