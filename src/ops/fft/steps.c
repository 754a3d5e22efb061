/* Which steps a line takes: the list that line.c's functions work through. */
#include "steps.h"

#include "base/integer.h"
#include "recipe.h"

static const dpex_fft_scale unscaled = {1, 1};

static dpex_fft_step *add(dpex_fft_recipe *recipe, dpex_fft_step_fn run, dpex_fft_buffer from,
                          dpex_fft_buffer to, int64_t n_units)
{
    dpex_fft_step *step = &recipe->steps[recipe->n_steps++];
    *step = (dpex_fft_step){run, recipe, recipe->core, from, to, 0, unscaled, n_units, 0};
    return step;
}

/* The largest requirement of any step. */
static void need_bytes(size_t *needed, size_t bytes)
{
    if (*needed < bytes) *needed = bytes;
}

static int64_t units_of(int64_t n)
{
    return dpex_int64_ceil_div(n, DPEX_FFT_UNIT_ELEMS);
}

/* An odd number of real numbers: the rows of a split line's second half are conjugates of those of
 * the first. Where the number is even, a transform of half as many is cheaper. */
static int64_t rows_needed(const dpex_fft_recipe *recipe, const dpex_fft_plan *plan)
{
    const int64_t n_rows = plan->split.first->n;
    const int is_half = recipe->kind == DPEX_FFT_R2C && !recipe->real && plan == recipe->core;
    return is_half ? n_rows / 2 + 1 : n_rows;
}

/* Stages only, split or not. The last step exchanges real and imaginary parts where asked, and
 * scales. */
static dpex_fft_step *add_stages(dpex_fft_recipe *recipe, const dpex_fft_plan *plan, int swap,
                                 dpex_fft_buffer from, dpex_fft_buffer to)
{
    dpex_fft_step *step;
    if (plan->block) {
        step = add(recipe, dpex_fft_one_lane, from, to, 1);
        need_bytes(&recipe->scratch_bytes, 2 * dpex_fft_block_bytes(plan, plan->n));
    } else {
        const int64_t lanes = plan->kernels->lanes, n_first = plan->split.first->n,
                      n_second = plan->split.second->n;
        const int64_t n_rows = rows_needed(recipe, plan);
        const int64_t column_groups = dpex_int64_ceil_div(n_second, lanes),
                      row_groups = dpex_int64_ceil_div(n_rows, lanes);
        step = add(recipe, dpex_fft_columns, from, DPEX_FFT_TILES, column_groups);
        /* swap of the first step and of the last: the transform between them goes forward. */
        step->plan = plan;
        step->swap = swap;
        step->n_rows = n_rows;
        step = add(recipe, dpex_fft_rows, DPEX_FFT_TILES, to, row_groups);
        step->n_rows = n_rows;
        need_bytes(&recipe->buffer_bytes[DPEX_FFT_TILES],
                   dpex_fft_block_bytes(plan, row_groups * n_second));
        need_bytes(&recipe->scratch_bytes, 2 * dpex_fft_block_bytes(plan, n_first));
        need_bytes(&recipe->scratch_bytes, dpex_fft_block_bytes(plan, n_second));
    }
    step->plan = plan;
    step->swap = swap;
    return step;
}

/* Bluestein: x[j] chirp[j], transformed, times the transformed kernel, transformed back, times
 * chirp[k]. */
static dpex_fft_step *add_convolution(dpex_fft_recipe *recipe, dpex_fft_buffer from,
                                      dpex_fft_buffer to)
{
    const dpex_fft_plan *plan = recipe->core->convolution.plan;
    const dpex_fft_buffer longer = DPEX_FFT_LONGER;
    recipe->buffer_bytes[longer] = (size_t)plan->n * 2 * plan->kernels->part_bytes;
    add(recipe, dpex_fft_fill_line, from, longer, units_of(plan->n))->swap = recipe->swap;
    add_stages(recipe, plan, 0, longer, longer);
    add(recipe, dpex_fft_multiply_spectra, longer, longer, units_of(plan->n));
    add_stages(recipe, plan, 0, longer, longer);
    dpex_fft_step *step =
        add(recipe, dpex_fft_leave_convolution, longer, to, units_of(recipe->n_core));
    step->swap = recipe->swap;
    return step;
}

void dpex_fft_plan_steps(dpex_fft_recipe *recipe, int is_padded)
{
    /* The conversions before and after the core decide which buffers it uses. */
    dpex_fft_buffer from = DPEX_FFT_SOURCE, to = DPEX_FFT_TARGET, whole = DPEX_FFT_WHOLE;
    const int is_spectrum = recipe->kind == DPEX_FFT_C2R,
              is_convolution = recipe->core->convolution.plan != NULL;
    const int leaves_half = recipe->kind == DPEX_FFT_R2C && recipe->real;
    if (is_spectrum && recipe->real)
        add(recipe, dpex_fft_half_of_spectrum, from, whole, units_of(recipe->n_core / 2 + 1));
    else if (is_spectrum)
        add(recipe, dpex_fft_complete_spectrum, from, whole, units_of(recipe->n_core / 2 + 1));
    else if (is_padded && !is_convolution && !recipe->core->block)
        add(recipe, dpex_fft_fill_line, from, whole, units_of(recipe->n_core));
    if (recipe->n_steps) from = whole;
    if (leaves_half) to = whole;
    dpex_fft_step *last = is_convolution ? add_convolution(recipe, from, to)
                                         : add_stages(recipe, recipe->core, recipe->swap, from, to);
    if (leaves_half)
        last = add(recipe, dpex_fft_spectrum_of_half, whole, DPEX_FFT_TARGET,
                   units_of(recipe->n_core / 2 + 1));
    /* The scale belongs to the last step, so that no element is scaled twice. */
    last->scale = recipe->scale;
    if (from == whole || to == whole) /* Only if a step reads or writes it. */
        recipe->buffer_bytes[whole] =
            (size_t)recipe->n_core * 2 * recipe->core->kernels->part_bytes;
}
