/* The stand-in's cuFFT: sums as in the definition, on the stand-in's device thread. Plans want scratch memory, which the transform
 * overwrites. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fake_parts.h"

#define DPEX_FFT(name, parameters) EXPORT int cufft##name parameters;
#include "defs/cuda_fft.def"
#undef DPEX_FFT

enum { INVALID_PLAN = 1, ALLOC_FAILED = 2, MAX_PLANS = 64, SCRATCH_BYTES = 4096 };
enum { C2C = 0x29, R2C = 0x2a, Z2Z = 0x69, D2Z = 0x6a };

typedef struct plan {
    int is_made, is_sized, type;
    long long n, n_lines, src_step, src_line, dst_step, dst_line;
    CUstream stream;
    char *scratch;
} plan;

static plan plans[MAX_PLANS]; /* by number - 1; tests make few */

typedef struct transform {
    plan plan;
    const char *src;
    char *dst;
    int direction;
} transform;

static int is_wide(const plan *p)
{
    return p->type == Z2Z || p->type == D2Z;
}

static double complex load(const transform *t, long long i)
{
    switch (t->plan.type) {
    case R2C: return (double)((const float *)t->src)[i];
    case D2Z: return ((const double *)t->src)[i];
    case C2C: return (double complex)((const float complex *)t->src)[i];
    default: return ((const double complex *)t->src)[i];
    }
}

static void run(void *own)
{
    const transform *t = own;
    const plan *p = &t->plan;
    const int is_real = p->type == R2C || p->type == D2Z;
    const double pi = acos(-1.0);
    double complex *line = malloc(2 * (size_t)p->n * sizeof *line), *roots = line + p->n;
    if (!line) abort();
    for (long long j = 0; j < p->n; j++)
        roots[j] = cexp(t->direction * 2 * pi * I * (double)j / (double)p->n);
    memset(p->scratch, 0x7f, SCRATCH_BYTES);
    for (long long l = 0; l < p->n_lines; l++) {
        /* Before any result is written: the transform may be in place. */
        for (long long j = 0; j < p->n; j++) line[j] = load(t, l * p->src_line + j * p->src_step);
        for (long long k = 0; k < (is_real ? p->n / 2 + 1 : p->n); k++) {
            double complex sum = 0;
            for (long long j = 0; j < p->n; j++) sum += line[j] * roots[j * k % p->n];
            const long long to = l * p->dst_line + k * p->dst_step;
            if (is_wide(p))
                ((double complex *)t->dst)[to] = sum;
            else
                ((float complex *)t->dst)[to] = (float complex)sum;
        }
    }
    free(line);
}

int cufftCreate(int *made)
{
    const int code = fake_cuda_begin("cufftCreate", 1);
    if (code) return code;
    for (int i = 0; i < MAX_PLANS; i++) {
        if (plans[i].is_made) continue;
        plans[i] = (plan){.is_made = 1};
        *made = i + 1;
        return 0;
    }
    return ALLOC_FAILED;
}

int cufftDestroy(int which)
{
    plans[which - 1].is_made = 0;
    return fake_cuda_begin("cufftDestroy", 1);
}

int cufftSetStream(int which, CUstream stream)
{
    plans[which - 1].stream = stream;
    return 0;
}

int cufftSetAutoAllocation(int which, int is_automatic)
{
    (void)which;
    return is_automatic ? INVALID_PLAN : 0;
}

int cufftMakePlanMany64(int which, int rank, long long *n, long long *src_extents,
                        long long src_step, long long src_line, long long *dst_extents,
                        long long dst_step, long long dst_line, int type, long long n_lines,
                        size_t *scratch_bytes)
{
    const int code = fake_cuda_begin("cufftMakePlanMany64", 1);
    if (code) return code;
    /* Without extents the vendor's function ignores steps. */
    if (rank != 1 || !src_extents || !dst_extents) return INVALID_PLAN;
    plan *p = &plans[which - 1];
    p->is_sized = 1;
    p->type = type;
    p->n = *n;
    p->n_lines = n_lines;
    p->src_step = src_step;
    p->src_line = src_line;
    p->dst_step = dst_step;
    p->dst_line = dst_line;
    *scratch_bytes = SCRATCH_BYTES;
    return 0;
}

int cufftSetWorkArea(int which, void *scratch)
{
    plans[which - 1].scratch = scratch;
    return 0;
}

int cufftXtExec(int which, void *src, void *dst, int direction)
{
    const int code = fake_cuda_begin("cufftXtExec", 1);
    const plan *p = &plans[which - 1];
    if (code) return code;
    if (!p->is_made || !p->is_sized || !p->scratch) return INVALID_PLAN;
    transform *own = malloc(sizeof *own);
    if (!own) return ALLOC_FAILED;
    *own = (transform){*p, src, dst, direction};
    return fake_cuda_push_call(p->stream, run, own) ? ALLOC_FAILED : 0;
}
