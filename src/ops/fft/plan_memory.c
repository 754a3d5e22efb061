/* Plans as objects: their references, and the memory of their tables. */
#include "plan.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/error.h"

/* relaxed: the caller has a reference already. */
dpex_fft_plan *dpex_fft_plan_retain(dpex_fft_plan *plan)
{
    atomic_fetch_add_explicit(&plan->refs, 1, memory_order_relaxed);
    return plan;
}

/* A plan holds at most two levels of others, so the calls do not go deep. */
void dpex_fft_plan_release(dpex_fft_plan *plan)
{
    if (!plan || atomic_fetch_sub_explicit(&plan->refs, 1, memory_order_acq_rel) != 1) return;
    dpex_fft_plan_release(plan->convolution.plan);
    dpex_fft_plan_release(plan->split.first);
    dpex_fft_plan_release(plan->split.second);
    dpex_fft_plan_release(plan->block);
    dpex_free(plan->memory);
    dpex_free(plan);
}

/* DPEX_FFT_BLOCK_ALIGN, so that tables of vectors are aligned. */
dpex_status dpex_fft_plan_allocate(dpex_fft_plan *plan, int64_t count)
{
    plan->bytes = (size_t)count * 2 * plan->kernels->part_bytes + DPEX_FFT_BLOCK_ALIGN;
    plan->memory = dpex_malloc(plan->bytes);
    plan->tables = dpex_fft_align(plan->memory);
    if (plan->memory) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "fft: no memory for the tables of %lld elements",
                     (long long)plan->n);
}

/* Roots are computed in long double and rounded once. */
char *dpex_fft_put_part(const dpex_fft_plan *plan, char *table, long double part)
{
    if (dpex_fft_is_double(plan))
        *(double *)(void *)table = (double)part;
    else
        *(float *)(void *)table = (float)part;
    return table + plan->kernels->part_bytes;
}

char *dpex_fft_put_root(const dpex_fft_plan *plan, char *table, long double re, long double im)
{
    return dpex_fft_put_part(plan, dpex_fft_put_part(plan, table, re), im);
}
