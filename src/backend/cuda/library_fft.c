/* Transforms by cuFFT. Plans are a queue's, and made once for a length, a number of lines and their
 * steps; their scratch memory is the caller's. */
#include <string.h>

#include "backend/cuda/library.h"

/* The vendor's numbers. */
enum {
    CUFFT_C2C = 0x29,
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_Z2Z = 0x69,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c
};
enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1, CUFFT_ALLOC_FAILED = 2 };

static struct {
#define DPEX_FFT(name, parameters) int(*name) parameters;
#include "defs/cuda_fft.def"
#undef DPEX_FFT
} fft;

static const char *const symbols[] = {
#define DPEX_FFT(name, parameters) "cufft" #name,
#include "defs/cuda_fft.def"
#undef DPEX_FFT
};

static dpex_cuda_library library = {
    .name = "cuFFT",
    .releases = {{13, "libcufft.so.12"}, {12, "libcufft.so.11"}, {11, "libcufft.so.10"}},
    .symbols = symbols,
    .n_symbols = sizeof symbols / sizeof *symbols,
    .functions = &fft,
};

static dpex_status check(int code, const char *call)
{
    return dpex_cuda_library_check(&library, code, call, CUFFT_ALLOC_FAILED);
}

static int is_real(dpex_dtype dtype)
{
    return dtype == DPEX_F32 || dtype == DPEX_F64;
}

/* Of a precision that either side says: both have the same. */
static int type_of(const dpex_routine_fft *w)
{
    const int is_wide = w->dst == DPEX_C128 || w->dst == DPEX_F64;
    if (is_real(w->src)) return is_wide ? CUFFT_D2Z : CUFFT_R2C;
    if (is_real(w->dst)) return is_wide ? CUFFT_Z2D : CUFFT_C2R;
    return is_wide ? CUFFT_Z2Z : CUFFT_C2C;
}

/* 0: success. Extents are always given: without them steps are ignored. */
static int make(dpex_cuda_queue *queue, const dpex_routine_fft *w, dpex_cuda_fft_plan *made)
{
    long long n[DPEX_ROUTINE_FFT_AXES], src_extents[DPEX_ROUTINE_FFT_AXES],
        dst_extents[DPEX_ROUTINE_FFT_AXES];
    for (int i = 0; i < w->rank; i++) {
        n[i] = w->n[i];
        src_extents[i] = w->src_extents[i];
        dst_extents[i] = w->dst_extents[i];
    }
    int code = fft.Create(&made->plan);
    if (code) return code;
    code = fft.SetAutoAllocation(made->plan, 0);
    if (!code)
        code = fft.MakePlanMany64(made->plan, (int)w->rank, n, src_extents, w->src_step,
                                  w->src_line, dst_extents, w->dst_step, w->dst_line, type_of(w),
                                  w->n_lines, &made->scratch_bytes);
    if (!code) code = fft.SetStream(made->plan, queue->lanes[0].stream);
    if (code) fft.Destroy(made->plan);
    made->of = *w;
    return code;
}

/* The plan moves to the front; the least recently used one is destroyed. */
static int find_plan(dpex_cuda_queue *queue, const dpex_routine_fft *w, dpex_cuda_fft_plan **out)
{
    dpex_cuda_libraries *all = queue->libraries;
    dpex_cuda_fft_plan *plans = all->fft_plans, found;
    /* A plan serves both directions. */
    dpex_routine_fft of = *w;
    int i = 0, code;
    of.is_backward = 0;
    while (i < all->n_fft_plans && memcmp(&plans[i].of, &of, sizeof of)) i++;
    if (i < all->n_fft_plans) {
        found = plans[i];
    } else {
        if ((code = make(queue, &of, &found))) return code;
        if (all->n_fft_plans == DPEX_CUDA_N_FFT_PLANS)
            fft.Destroy(plans[--i].plan);
        else
            all->n_fft_plans++;
    }
    /* Most programs transform a few shapes again and again, so a short list in order of use is
     * enough. */
    memmove(plans + 1, plans, (size_t)i * sizeof *plans);
    plans[0] = found;
    *out = plans;
    return 0;
}

int dpex_cuda_fft_takes(dpex_cuda_queue *queue, const dpex_routine_fft *words,
                        size_t *scratch_bytes)
{
    dpex_cuda_fft_plan *plan;
    if (!dpex_cuda_library_open(&library) || find_plan(queue, words, &plan)) return 0;
    *scratch_bytes = plan->scratch_bytes;
    return 1;
}

dpex_status dpex_cuda_fft_transform(dpex_cuda_queue *queue, const dpex_command *command)
{
    const dpex_arg *args = command->library.args;
    const dpex_routine_fft *words = args[3].raw;
    dpex_cuda_fft_plan *plan;
    /* It may have been destroyed for others since it was asked for. */
    DPEX_TRY(check(find_plan(queue, words, &plan), "cufftMakePlanMany64"));
    DPEX_TRY(check(fft.SetWorkArea(plan->plan, (void *)dpex_cuda_address(&args[2].span)),
                   "cufftSetWorkArea"));
    return check(fft.XtExec(plan->plan, (void *)dpex_cuda_address(&args[0].span),
                            (void *)dpex_cuda_address(&args[1].span),
                            words->is_backward ? CUFFT_INVERSE : CUFFT_FORWARD),
                 "cufftXtExec");
}

void dpex_cuda_fft_close(dpex_cuda_libraries *libraries)
{
    for (int i = 0; i < libraries->n_fft_plans; i++) fft.Destroy(libraries->fft_plans[i].plan);
}
