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
enum { MAX_RANK = 3 };

typedef struct plan {
    int is_made, is_sized, type, rank;
    long long n[MAX_RANK], n_lines, src_line, dst_line;
    long long src_steps[MAX_RANK],
        dst_steps[MAX_RANK]; /* from an element to the next of each axis */
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

static double complex load(const transform *t, long long i)
{
    switch (t->plan.type) {
    case R2C: return (double)((const float *)t->src)[i];
    case D2Z: return ((const double *)t->src)[i];
    case C2C: return (double complex)((const float complex *)t->src)[i];
    default: return ((const double complex *)t->src)[i];
    }
}

static void store(const transform *t, long long i, double complex x)
{
    switch (t->plan.type) {
    case C2C:
    case R2C: ((float complex *)t->dst)[i] = (float complex)x; break;
    default: ((double complex *)t->dst)[i] = x;
    }
}

/* Where element number i of a dense array of these extents lies. */
static long long address(const plan *p, const long long *steps, long long i)
{
    long long at = 0;
    for (int d = p->rank - 1; d >= 0; i /= p->n[d], d--) at += i % p->n[d] * steps[d];
    return at;
}

/* In place along one axis of a dense array. */
static void transform_axis(const transform *t, double complex *x, int axis, long long size)
{
    const plan *p = &t->plan;
    const double pi = acos(-1.0);
    const long long n = p->n[axis];
    long long stride = 1;
    for (int d = p->rank - 1; d > axis; d--) stride *= p->n[d];
    double complex *roots = malloc(2 * (size_t)n * sizeof *roots), *line = roots + n;
    if (!roots) abort();
    for (long long j = 0; j < n; j++)
        roots[j] = cexp(t->direction * 2 * pi * I * (double)j / (double)n);
    for (long long first = 0; first < size; first++) {
        if (first / stride % n) continue;
        for (long long j = 0; j < n; j++) line[j] = x[first + j * stride];
        for (long long k = 0; k < n; k++) {
            double complex sum = 0;
            for (long long j = 0; j < n; j++) sum += line[j] * roots[j * k % n];
            x[first + k * stride] = sum;
        }
    }
    free(roots);
}

static void run(void *own)
{
    const transform *t = own;
    const plan *p = &t->plan;
    const int is_halved = p->type == R2C || p->type == D2Z;
    long long size = 1;
    for (int d = 0; d < p->rank; d++) size *= p->n[d];
    double complex *x = malloc((size_t)size * sizeof *x);
    if (!x) abort();
    memset(p->scratch, 0x7f, SCRATCH_BYTES);
    for (long long l = 0; l < p->n_lines; l++) {
        /* Before any result is written: the transform may be in place. */
        for (long long j = 0; j < size; j++)
            x[j] = load(t, l * p->src_line + address(p, p->src_steps, j));
        for (int axis = p->rank - 1; axis >= 0; axis--) transform_axis(t, x, axis, size);
        const long long last = p->n[p->rank - 1];
        for (long long k = 0; k < size; k++)
            if (!is_halved || k % last <= last / 2)
                store(t, l * p->dst_line + address(p, p->dst_steps, k), x[k]);
    }
    free(x);
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
    if (rank < 1 || rank > MAX_RANK || !src_extents || !dst_extents) return INVALID_PLAN;
    plan *p = &plans[which - 1];
    p->is_sized = 1;
    p->type = type;
    p->rank = rank;
    p->n_lines = n_lines;
    p->src_line = src_line;
    p->dst_line = dst_line;
    for (int d = rank - 1; d >= 0; d--) {
        p->n[d] = n[d];
        p->src_steps[d] = d == rank - 1 ? src_step : p->src_steps[d + 1] * src_extents[d + 1];
        p->dst_steps[d] = d == rank - 1 ? dst_step : p->dst_steps[d + 1] * dst_extents[d + 1];
    }
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
