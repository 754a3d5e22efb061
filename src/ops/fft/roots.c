/* Roots of unity in long double: two tables, of small angles and of their multiples, and one
 * product for each root.
 *
 * Angles are counted in quarters of the n-th part of a circle, so that a quarter and half of it are
 * whole numbers and any angle is brought below an eighth of a full circle without rounding.
 * Symmetric roots are then symmetric to the last bit. */
#include "roots.h"

#include <math.h>

#include "base/alloc.h"
#include "base/error.h"

static void fill(dpex_fft_root *table, int64_t count, int64_t step, int64_t n)
{
    const long double quarter = 1.57079632679489661923132169163975144L;
    for (int64_t i = 0; i < count; i++) {
        long double angle = quarter * (long double)(i * step) / (long double)n;
        table[i] = (dpex_fft_root){cosl(angle), sinl(angle)};
    }
}

dpex_status dpex_fft_roots_init(dpex_fft_roots *roots, int64_t n)
{
    int64_t n_angles = n / 2 + 1, n_fine = 1;
    while (n_fine * n_fine < n_angles) n_fine *= 2;
    int64_t n_coarse = n_angles / n_fine + 1;
    *roots = (dpex_fft_roots){n, n_fine, NULL, NULL};
    roots->fine = dpex_malloc((size_t)(n_fine + n_coarse) * sizeof(*roots->fine));
    if (!roots->fine)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "fft: no memory for roots of unity of order %lld",
                         (long long)n);
    roots->coarse = roots->fine + n_fine;
    fill(roots->fine, n_fine, 1, n);
    fill(roots->coarse, n_coarse, n_fine, n);
    return DPEX_SUCCESS;
}

void dpex_fft_roots_fini(dpex_fft_roots *roots)
{
    dpex_free(roots->fine);
}

/* angle in 0 .. n / 2: up to an eighth of a full circle.
 * The angle is a product of a fine and a coarse one, so the root is a product of roots. */
static dpex_fft_root in_first_eighth(const dpex_fft_roots *roots, int64_t angle)
{
    dpex_fft_root a = roots->fine[angle % roots->n_fine], b = roots->coarse[angle / roots->n_fine];
    return (dpex_fft_root){a.cos * b.cos - a.sin * b.sin, a.sin * b.cos + a.cos * b.sin};
}

/* Eight symmetric parts of the circle, so that roots of opposite angles have exactly opposite
 * parts. */
dpex_fft_root dpex_fft_roots_get(const dpex_fft_roots *roots, int64_t e)
{
    int64_t n = roots->n, quadrant = 4 * e / n, angle = 4 * e % n;
    int is_steep = 2 * angle > n;
    dpex_fft_root z = in_first_eighth(roots, is_steep ? n - angle : angle);
    if (is_steep) z = (dpex_fft_root){z.sin, z.cos};
    switch (quadrant) {
    case 0: return z;
    case 1: return (dpex_fft_root){-z.sin, z.cos};
    case 2: return (dpex_fft_root){-z.cos, -z.sin};
    default: return (dpex_fft_root){z.sin, -z.cos};
    }
}
