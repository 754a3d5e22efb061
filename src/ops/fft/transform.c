/* Runs a plan for blocks: its stages, or a convolution by those of another. */
#include "plan.h"

#include <string.h>

static void *run_stages(const dpex_fft_plan *plan, const dpex_fft_stage_fn *run, void *a, void *b)
{
    for (int i = 0; i < plan->n_stages; i++) {
        run[i](&plan->stages[i], a, b);
        void *other = a;
        a = b;
        b = other;
    }
    return a;
}

/* The second transform goes backward: a forward one with real and imaginary parts exchanged. */
static void *convolve(const dpex_fft_plan *plan, void *a, void *b)
{
    const dpex_fft_kernels *kernels = plan->kernels;
    const dpex_fft_convolution *c = &plan->convolution;
    kernels->multiply(a, c->chirp, plan->n, 0, 0, a);
    memset((char *)a + dpex_fft_block_bytes(plan, plan->n), 0,
           dpex_fft_block_bytes(plan, c->plan->n - plan->n));
    void *spectrum = run_stages(c->plan, c->plan->run, a, b);
    kernels->multiply(spectrum, c->kernel, c->plan->n, 0, 1, spectrum);
    void *result = run_stages(c->plan, c->plan->run, spectrum, spectrum == a ? b : a);
    kernels->multiply(result, c->chirp, plan->n, 1, 0, result);
    return result;
}

void dpex_fft_transform(const dpex_fft_plan *plan, void *a, void *b, void **result)
{
    *result = plan->convolution.plan ? convolve(plan, a, b) : run_stages(plan, plan->run, a, b);
}

void dpex_fft_transform_lone(const dpex_fft_plan *plan, void *a, void *b, void **result)
{
    *result =
        plan->convolution.plan ? convolve(plan, a, b) : run_stages(plan, plan->run_lone, a, b);
}
