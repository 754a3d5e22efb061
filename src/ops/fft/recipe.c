/* Recipes: how transforms of real numbers become complex ones, and what the lines of user memory
 * are to them. */
#include "recipe.h"

#include <string.h>

/* R2C is done forward: backward is its conjugate. Halves are combined for backward C2R: forward is
 * that of the conjugate. The inverse transform is the forward one with real and imaginary parts
 * exchanged in input and result; a real result's spectrum is conjugated instead. */
static void set_direction(dpex_fft_recipe *recipe, const dpex_fft_pass *pass, int is_halved)
{
    recipe->scale = (dpex_fft_scale){pass->scale, pass->scale};
    switch (pass->kind) {
    case DPEX_FFT_C2C: recipe->swap = pass->is_backward; break;
    case DPEX_FFT_R2C:
        if (pass->is_backward) recipe->scale.im = -pass->scale;
        break;
    case DPEX_FFT_C2R:
        recipe->swap = is_halved || pass->is_backward;
        recipe->conjugate = is_halved && !pass->is_backward;
        break;
    }
}

void dpex_fft_recipe_init(dpex_fft_recipe *recipe, const dpex_fft_pass *pass, int64_t n_source,
                          dpex_fft_plan *core, dpex_fft_plan *real)
{
    memset(recipe, 0, sizeof(*recipe));
    recipe->kind = pass->kind;
    recipe->n = pass->n;
    recipe->n_core = dpex_fft_core_elems(pass);
    recipe->core = core;
    recipe->real = real;
    recipe->n_in = pass->kind == DPEX_FFT_C2R ? pass->n / 2 + 1 : pass->n;
    recipe->n_out = pass->kind == DPEX_FFT_R2C ? pass->n / 2 + 1 : pass->n;
    set_direction(recipe, pass, dpex_fft_is_halved(pass));
    if (core->form == DPEX_FFT_LINE) dpex_fft_plan_steps(recipe, n_source < recipe->n_in);
}

void dpex_fft_recipe_fini(dpex_fft_recipe *recipe)
{
    dpex_fft_plan_release(recipe->core);
    dpex_fft_plan_release(recipe->real);
}

/* Elements beyond n are zeros (padding), without being read. */
dpex_fft_line dpex_fft_source_line(const dpex_fft_recipe *recipe, char *ptr, int64_t stride,
                                   int64_t n, int is_complex)
{
    int64_t part = (int64_t)recipe->core->kernels->part_bytes;
    if (n > recipe->n_in) n = recipe->n_in;
    /* Pairs of real numbers are the real and imaginary parts of the complex transform. */
    if (recipe->kind == DPEX_FFT_R2C && recipe->real)
        return (dpex_fft_line){
            .ptr = ptr, .step = 2 * stride, .im = stride, .n = n / 2, .half = n % 2};
    return (dpex_fft_line){.ptr = ptr, .step = stride, .im = is_complex ? part : 0, .n = n};
}

dpex_fft_line dpex_fft_target_line(const dpex_fft_recipe *recipe, char *ptr, int64_t stride)
{
    int64_t part = (int64_t)recipe->core->kernels->part_bytes;
    if (recipe->kind == DPEX_FFT_C2R && recipe->real)
        return (dpex_fft_line){.ptr = ptr, .step = 2 * stride, .im = stride, .n = recipe->n / 2};
    return (dpex_fft_line){.ptr = ptr,
                           .step = stride,
                           .im = recipe->kind == DPEX_FFT_C2R ? 0 : part,
                           .n = recipe->n_out};
}
