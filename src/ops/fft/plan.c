/* Making plans. The others that a plan holds come from the cache, or are made first. */
#include "plan.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "ops/loops/loops.h"

/* ---- stages ---------------------------------------------------------------------------------------------- */

/* Vectors of cosines, and of sines, in the matrix of a stage. */
static int64_t matrix_vectors(const dpex_fft_plan *plan, int64_t radix)
{
    if (radix <= DPEX_FFT_MAX_BUTTERFLY) return 0;
    return 2 * dpex_int64_ceil_div(radix / 2, 2 * plan->kernels->lanes) * (radix / 2);
}

/* Returns how many complex numbers the tables have. */
static int64_t set_stages(dpex_fft_plan *plan)
{
    int64_t radices[DPEX_FFT_MAX_STAGES], m = plan->n, s = 1, count = 0;
    plan->n_stages = dpex_fft_factorize(plan->n, radices);
    for (int i = 0; i < plan->n_stages; i++) {
        int radix = (int)radices[i];
        m /= radix;
        /* s is the product of the radices before, m that of the radices after. */
        plan->stages[i] = (dpex_fft_stage){.radix = radix, .m = m, .s = s};
        plan->run[i] = plan->kernels->find_stage(radix);
        plan->run_lone[i] = plan->kernels->find_lone_stage(radix);
        s *= radix;
        count += (m - 1) * (radix - 1) + radix + matrix_vectors(plan, radix) * plan->kernels->lanes;
    }
    return count;
}

/* The table of dpex_fft_stage.matrix. */
static char *put_matrix(const dpex_fft_plan *plan, const dpex_fft_roots *roots, int64_t radix,
                        char *at)
{
    const int64_t h = radix / 2, lanes = plan->kernels->lanes,
                  n_vectors = matrix_vectors(plan, radix);
    const size_t part = plan->kernels->part_bytes;
    for (int64_t v = 0; v < n_vectors; v++, at += 2 * (size_t)lanes * part) {
        for (int64_t lane = 0; lane < lanes; lane++) {
            const int64_t j = v % h + 1, k = v / h * lanes + lane + 1;
            dpex_fft_root root = {0, 0};
            if (k <= h) root = dpex_fft_roots_get(roots, j * k % radix * (plan->n / radix));
            dpex_fft_put_part(plan, at + (size_t)lane * part, root.cos);
            dpex_fft_put_part(plan, at + (size_t)(lanes + lane) * part, root.sin);
        }
    }
    return at;
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
                /* w^(p k) of a stage is a root of unity of the whole length. */
                dpex_fft_root root = dpex_fft_roots_get(&roots, p * k * stage->s);
                at = dpex_fft_put_root(plan, at, root.cos, -root.sin);
            }
        }
        stage->roots = at;
        for (int64_t t = 0; t < stage->radix; t++) {
            dpex_fft_root root = dpex_fft_roots_get(&roots, t * (plan->n / stage->radix));
            at = dpex_fft_put_root(plan, at, root.cos, root.sin);
        }
        stage->matrix = at;
        at = put_matrix(plan, &roots, stage->radix, at);
    }
    dpex_fft_roots_fini(&roots);
    return DPEX_SUCCESS;
}

/* A quarter of the roots: the rest follow from symmetry. */
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

static dpex_status make_convolution(dpex_fft_plan *plan)
{
    const int64_t length = dpex_fft_convolution_length(plan->n);
    dpex_fft_plan *exact;
    DPEX_TRY(
        dpex_fft_plan_get(plan->form, length, dpex_fft_is_double(plan), &plan->convolution.plan));
    DPEX_TRY(dpex_fft_plan_get(DPEX_FFT_LINE, length, 1, &exact));
    dpex_status status = dpex_fft_fill_convolution(plan, exact);
    dpex_fft_plan_release(exact);
    return status;
}

static dpex_status make_split(dpex_fft_plan *plan, int64_t n_first)
{
    const int is_double = dpex_fft_is_double(plan);
    dpex_fft_split *split = &plan->split;
    DPEX_TRY(dpex_fft_plan_get(DPEX_FFT_BLOCK, n_first, is_double, &split->first));
    DPEX_TRY(dpex_fft_plan_get(DPEX_FFT_BLOCK, plan->n / n_first, is_double, &split->second));
    return dpex_fft_fill_split(plan);
}

static dpex_status make(dpex_fft_plan *plan)
{
    int64_t n = plan->n;
    if (plan->form == DPEX_FFT_REAL) return make_real(plan);
    if (dpex_fft_needs_convolution(n)) return make_convolution(plan);
    if (plan->form == DPEX_FFT_BLOCK) return make_stages(plan);
    /* 0: a single block with one lane is cheaper than a split. */
    int64_t n_first = dpex_fft_find_split(n, dpex_fft_is_double(plan));
    if (n_first) return make_split(plan, n_first);
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

dpex_status dpex_fft_plan_get(dpex_fft_form form, int64_t n, int is_double, dpex_fft_plan **plan)
{
    *plan = dpex_fft_cache_find(form, n, is_double);
    if (*plan) return DPEX_SUCCESS;
    DPEX_TRY(dpex_fft_plan_create(form, n, is_double, plan));
    *plan = dpex_fft_cache_keep(*plan);
    return DPEX_SUCCESS;
}
