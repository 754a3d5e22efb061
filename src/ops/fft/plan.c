/* Making plans, and running the stages of one. */
#include "plan.h"

#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "ops/loops/loops.h"

/* ---- life ------------------------------------------------------------------------------------------------ */

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

dpex_status dpex_fft_plan_allocate(dpex_fft_plan *plan, int64_t count)
{
    plan->bytes = (size_t)count * 2 * plan->kernels->part_bytes + DPEX_FFT_BLOCK_ALIGN;
    plan->memory = dpex_malloc(plan->bytes);
    plan->tables = dpex_fft_align(plan->memory);
    if (plan->memory) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "fft: no memory for the tables of %lld elements",
                     (long long)plan->n);
}

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

/* ---- stages ---------------------------------------------------------------------------------------------- */

static int64_t set_stages(dpex_fft_plan *plan)
{
    int64_t radices[DPEX_FFT_MAX_STAGES], m = plan->n, s = 1, count = 0;
    plan->n_stages = dpex_fft_factorize(plan->n, radices);
    for (int i = 0; i < plan->n_stages; i++) {
        int radix = (int)radices[i];
        m /= radix;
        plan->stages[i] = (dpex_fft_stage){.radix = radix, .m = m, .s = s};
        plan->run[i] = plan->kernels->find_stage(radix);
        s *= radix;
        count += (m - 1) * (radix - 1) + radix;
    }
    return count;
}

static dpex_status make_stages(dpex_fft_plan *plan)
{
    dpex_fft_roots roots;
    DPEX_TRY(dpex_fft_plan_allocate(plan, set_stages(plan)));
    DPEX_TRY(dpex_fft_roots_init(&roots, plan->n));
    char *at = plan->tables;
    for (int i = 0; i < plan->n_stages; i++) {
        dpex_fft_stage *stage = &plan->stages[i];
        stage->twiddles = at;
        for (int64_t p = 1; p < stage->m; p++) {
            for (int64_t k = 1; k < stage->radix; k++) {
                dpex_fft_root root = dpex_fft_roots_get(&roots, p * k * stage->s);
                at = dpex_fft_put_root(plan, at, root.cos, -root.sin);
            }
        }
        stage->roots = at;
        for (int64_t t = 0; t < stage->radix; t++) {
            dpex_fft_root root = dpex_fft_roots_get(&roots, t * (plan->n / stage->radix));
            at = dpex_fft_put_root(plan, at, root.cos, root.sin);
        }
    }
    dpex_fft_roots_fini(&roots);
    return DPEX_SUCCESS;
}

static dpex_status make_real(dpex_fft_plan *plan)
{
    dpex_fft_roots roots;
    DPEX_TRY(dpex_fft_plan_allocate(plan, plan->n / 4 + 1));
    DPEX_TRY(dpex_fft_roots_init(&roots, plan->n));
    char *at = plan->tables;
    for (int64_t k = 0; k <= plan->n / 4; k++) {
        dpex_fft_root root = dpex_fft_roots_get(&roots, k);
        at = dpex_fft_put_root(plan, at, root.cos, root.sin);
    }
    plan->roots = plan->tables;
    dpex_fft_roots_fini(&roots);
    return DPEX_SUCCESS;
}

/* ---- forms ----------------------------------------------------------------------------------------------- */

static dpex_status make(dpex_fft_plan *plan)
{
    int64_t n = plan->n;
    if (plan->form == DPEX_FFT_REAL) return make_real(plan);
    if (dpex_fft_needs_convolution(n)) return dpex_fft_make_convolution(plan);
    if (plan->form == DPEX_FFT_BLOCK) return make_stages(plan);
    int64_t n_first = dpex_fft_find_split(n);
    if (n_first) return dpex_fft_make_split(plan, n_first);
    return dpex_fft_plan_get(DPEX_FFT_BLOCK, n, dpex_fft_is_double(plan), &plan->block);
}

dpex_status dpex_fft_plan_create(dpex_fft_form form, int64_t n, int is_double, dpex_fft_plan **plan)
{
    dpex_fft_plan *made = dpex_calloc(1, sizeof(*made));
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "fft: no memory for a plan");
    made->refs = 1;
    made->form = form;
    made->n = n;
    made->kernels = is_double ? dpex_loops_get()->fft_f64 : dpex_loops_get()->fft_f32;
    dpex_status status = make(made);
    if (status)
        dpex_fft_plan_release(made);
    else
        *plan = made;
    return status;
}

/* ---- running --------------------------------------------------------------------------------------------- */

static void *run_stages(const dpex_fft_plan *plan, void *a, void *b)
{
    for (int i = 0; i < plan->n_stages; i++) {
        plan->run[i](&plan->stages[i], a, b);
        void *other = a;
        a = b;
        b = other;
    }
    return a;
}

/* The second transform goes backward, by parts exchanged. */
static void *convolve(const dpex_fft_plan *plan, void *a, void *b)
{
    const dpex_fft_kernels *kernels = plan->kernels;
    const dpex_fft_convolution *c = &plan->convolution;
    kernels->multiply(a, c->chirp, plan->n, 0, 0, a);
    memset((char *)a + dpex_fft_block_bytes(plan, plan->n), 0,
           dpex_fft_block_bytes(plan, c->plan->n - plan->n));
    void *spectrum = run_stages(c->plan, a, b);
    kernels->multiply(spectrum, c->kernel, c->plan->n, 0, 1, spectrum);
    void *result = run_stages(c->plan, spectrum, spectrum == a ? b : a);
    kernels->multiply(result, c->chirp, plan->n, 1, 0, result);
    return result;
}

void dpex_fft_transform(const dpex_fft_plan *plan, void *a, void *b, void **result)
{
    *result = plan->convolution.plan ? convolve(plan, a, b) : run_stages(plan, a, b);
}
