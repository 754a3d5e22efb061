/* Recipes: how transforms of real numbers become complex ones, and what the lines of user memory are to them. */
#include "recipe.h"

#include <string.h>

#include "base/error.h"

/* R2C is done forward: backward is its conjugate. Halves are combined for backward C2R: forward is that of the conjugate. */
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

dpex_status dpex_fft_recipe_init(dpex_fft_recipe *recipe, const dpex_fft_pass *pass,
                                 int64_t n_source, dpex_fft_form form, int is_double)
{
    memset(recipe, 0, sizeof(*recipe));
    int is_halved = pass->kind != DPEX_FFT_C2C && pass->n % 2 == 0;
    recipe->kind = pass->kind;
    recipe->n = pass->n;
    recipe->n_core = is_halved ? pass->n / 2 : pass->n;
    recipe->n_in = pass->kind == DPEX_FFT_C2R ? pass->n / 2 + 1 : pass->n;
    recipe->n_out = pass->kind == DPEX_FFT_R2C ? pass->n / 2 + 1 : pass->n;
    set_direction(recipe, pass, is_halved);
    if (is_halved) DPEX_TRY(dpex_fft_plan_get(DPEX_FFT_REAL, pass->n, is_double, &recipe->real));
    DPEX_TRY(dpex_fft_plan_get(form, recipe->n_core, is_double, &recipe->core));
    if (form == DPEX_FFT_LINE) dpex_fft_plan_steps(recipe, n_source < recipe->n_in);
    return DPEX_SUCCESS;
}

void dpex_fft_recipe_fini(dpex_fft_recipe *recipe)
{
    dpex_fft_plan_release(recipe->core);
    dpex_fft_plan_release(recipe->real);
}

dpex_fft_line dpex_fft_source_line(const dpex_fft_recipe *recipe, char *ptr, int64_t stride,
                                   int64_t n, int is_complex)
{
    int64_t part = (int64_t)recipe->core->kernels->part_bytes;
    if (n > recipe->n_in) n = recipe->n_in;
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
