/* Plans for lengths with a large prime factor: Bluestein's algorithm.
 *
 * L. I. Bluestein, "A linear filtering approach to the computation of discrete Fourier transform",
 * 1970: with 2 j k = j^2 + k^2 - (k - j)^2 a transform becomes a convolution, which is computed by
 * longer transforms of a convenient length. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "recipe.h"

/* exp(pi i j^2 / n) for j < n; written to chirp conjugated.
 * j^2 is taken modulo 2 n, the period of the chirp, so that no angle is large. */
static void fill_chirp(const dpex_fft_plan *plan, const dpex_fft_roots *roots, char *chirp,
                       double *lane)
{
    int64_t n = plan->n, length = plan->convolution.plan->n;
    for (int64_t j = 0, square = 0; j < n; j++) {
        dpex_fft_root root = dpex_fft_roots_get(roots, square);
        chirp = dpex_fft_put_root(plan, chirp, root.cos, -root.sin);
        /* Divided by the length here, so that no step of the convolution has to scale. */
        double parts[2] = {(double)(root.cos / (long double)length),
                           (double)(root.sin / (long double)length)};
        memcpy(lane + 2 * j, parts, sizeof(parts));
        if (j) memcpy(lane + 2 * (length - j), parts, sizeof(parts));
        square = (square + 2 * j + 1) % (2 * n);
    }
}

/* The kernel's transform, in double, by a plan for that. */
static dpex_status fill_kernel(const dpex_fft_plan *plan, dpex_fft_plan *exact, double *lane,
                               char *kernel)
{
    int64_t length = plan->convolution.plan->n;
    /* The kernel's transform is computed by the same code that will use it. */
    const dpex_fft_pass pass = {.kind = DPEX_FFT_C2C, .scale = 1, .n = length};
    dpex_fft_recipe recipe;
    dpex_fft_bench bench;
    dpex_fft_recipe_init(&recipe, &pass, length, dpex_fft_plan_retain(exact), NULL);
    void *memory = dpex_malloc(dpex_fft_bench_bytes(&recipe));
    if (memory) {
        dpex_fft_bench_init(&recipe, memory, &bench);
        bench.lines[DPEX_FFT_SOURCE] =
            dpex_fft_source_line(&recipe, (char *)lane, 2 * sizeof(*lane), length, 1);
        bench.lines[DPEX_FFT_TARGET] =
            dpex_fft_target_line(&recipe, (char *)lane, 2 * sizeof(*lane));
        dpex_fft_run_steps(&recipe, &bench);
        for (int64_t i = 0; i < length; i++)
            kernel = dpex_fft_put_root(plan, kernel, lane[2 * i], lane[2 * i + 1]);
    }
    dpex_free(memory);
    dpex_fft_recipe_fini(&recipe);
    if (memory) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "fft: no memory for a convolution of %lld elements",
                     (long long)length);
}

dpex_status dpex_fft_fill_convolution(dpex_fft_plan *plan, dpex_fft_plan *exact)
{
    dpex_fft_convolution *c = &plan->convolution;
    int64_t length = c->plan->n;
    DPEX_TRY(dpex_fft_plan_allocate(plan, plan->n + length));
    dpex_fft_roots roots = {0};
    double *lane = dpex_calloc((size_t)length, 2 * sizeof(*lane));
    dpex_status status = DPEX_SUCCESS;
    if (!lane) status = DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "fft: no memory for a convolution");
    if (!status) status = dpex_fft_roots_init(&roots, 2 * plan->n);
    if (!status) {
        char *kernel = plan->tables + (size_t)plan->n * 2 * plan->kernels->part_bytes;
        fill_chirp(plan, &roots, plan->tables, lane);
        status = fill_kernel(plan, exact, lane, kernel);
        c->chirp = plan->tables;
        c->kernel = kernel;
    }
    dpex_fft_roots_fini(&roots);
    dpex_free(lane);
    return status;
}
