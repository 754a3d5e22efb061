/* The stand-in's cuSOLVER: eigenvalues by Jacobi's rotations, on the stand-in's device thread. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "fake_parts.h"

#define DPEX_SOLVER(name, symbol, parameters)                                                      \
    EXPORT int fake_solver_##name parameters __asm__(symbol);
#include "defs/cuda_solver.def"
#undef DPEX_SOLVER

enum { INVALID_VALUE = 3, ALLOC_FAILED = 2, N_SWEEPS = 12 };

typedef struct handle {
    CUstream stream;
} handle;

typedef struct problem {
    char type;
    int n, ld, vectors;
    void *a, *values, *work;
    int *code;
} problem;

static double complex load(const problem *p, int i, int j)
{
    const size_t at = (size_t)i + (size_t)j * (size_t)p->ld;
    switch (p->type) {
    case 'S': return (double)((const float *)p->a)[at];
    case 'D': return ((const double *)p->a)[at];
    case 'C': return (double complex)((const float complex *)p->a)[at];
    default: return ((const double complex *)p->a)[at];
    }
}

static void store(const problem *p, int i, int j, double complex value)
{
    const size_t at = (size_t)i + (size_t)j * (size_t)p->ld;
    switch (p->type) {
    case 'S': ((float *)p->a)[at] = (float)creal(value); return;
    case 'D': ((double *)p->a)[at] = creal(value); return;
    case 'C': ((float complex *)p->a)[at] = (float complex)value; return;
    default: ((double complex *)p->a)[at] = value;
    }
}

/* Of a column-major matrix of n rows: columns p and q, or their counterparts in the other direction. */
static void rotate(double complex *x, int n, int p, int q, int step, double c, double s,
                   double complex phase)
{
    for (int k = 0; k < n; k++) {
        double complex *at = x + (step == 1 ? k : (long)k * n);
        double complex *a = at + (long)p * (step == 1 ? n : 1),
                       *b = at + (long)q * (step == 1 ? n : 1);
        const double complex first = *a, second = *b * phase;
        *a = c * first - s * second;
        *b = s * first + c * second;
    }
}

static void sweep(double complex *a, double complex *v, int n)
{
    for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++) {
            const double complex apq = a[p + (long)q * n];
            const double size = cabs(apq);
            if (size < 1e-300) continue;
            const double tau = (creal(a[q + (long)q * n]) - creal(a[p + (long)p * n])) / (2 * size);
            const double t = (tau < 0 ? -1 : 1) / (fabs(tau) + sqrt(1 + tau * tau));
            const double c = 1 / sqrt(1 + t * t), s = t * c;
            const double complex phase = conj(apq) / size;
            rotate(a, n, p, q, 1, c, s, phase);
            rotate(a, n, p, q, n, c, s, conj(phase));
            rotate(v, n, p, q, 1, c, s, phase);
        }
}

static void write_results(const problem *p, const double complex *a, const double complex *v)
{
    const int n = p->n, is_single = p->type == 'S' || p->type == 'C';
    char *is_used = calloc((size_t)n, 1);
    for (int i = 0; i < n; i++) {
        int least = -1;
        for (int k = 0; k < n; k++)
            if (!is_used[k] &&
                (least < 0 || creal(a[k + (long)k * n]) < creal(a[least + (long)least * n])))
                least = k;
        is_used[least] = 1;
        const double value = creal(a[least + (long)least * n]);
        if (is_single)
            ((float *)p->values)[i] = (float)value;
        else
            ((double *)p->values)[i] = value;
        for (int k = 0; k < n && p->vectors; k++) store(p, k, i, v[k + (long)least * n]);
    }
    free(is_used);
}

/* A negative first element stands for an iteration that does not converge. */
static void solve(void *own)
{
    const problem *p = own;
    const int n = p->n;
    double complex *a = calloc((size_t)n * (size_t)n, sizeof *a),
                   *v = calloc((size_t)n * (size_t)n, sizeof *v);
    for (int j = 0; j < n; j++) {
        v[j + (long)j * n] = 1;
        for (int i = j; i < n; i++) {
            a[i + (long)j * n] = load(p, i, j);
            a[j + (long)i * n] = conj(a[i + (long)j * n]);
        }
    }
    *p->code = creal(a[0]) == -1e9 ? 1 : 0;
    for (int k = 0; k < N_SWEEPS && !*p->code; k++) sweep(a, v, n);
    write_results(p, a, v);
    ((char *)p->work)[0] = 1;
    free(a);
    free(v);
}

int fake_solver_Create(void **made)
{
    const int code = fake_cuda_begin("cusolverDnCreate", 1);
    if (code) return code;
    *made = calloc(1, sizeof(handle));
    return *made ? 0 : ALLOC_FAILED;
}

int fake_solver_Destroy(void *of)
{
    free(of);
    return fake_cuda_begin("cusolverDnDestroy", 1);
}

int fake_solver_SetStream(void *of, CUstream stream)
{
    ((handle *)of)->stream = stream;
    return fake_cuda_begin("cusolverDnSetStream", 1);
}

static int push(void *of, const problem *made, int upper, int length)
{
    const int code = fake_cuda_begin("cusolverDnXsyevd", 1);
    if (code) return code;
    if (upper || made->n < 1 || made->ld < made->n || length != 3 * made->n) return INVALID_VALUE;
    problem *own = malloc(sizeof *own);
    if (!own) return ALLOC_FAILED;
    *own = *made;
    return fake_cuda_push_call(((handle *)of)->stream, solve, own) ? ALLOC_FAILED : 0;
}

#define EIGH(type, letter)                                                                         \
    int fake_solver_EighBytes##type(void *of, int vectors, int upper, int n, const void *a,        \
                                    int ld, const void *values, int *length)                       \
    {                                                                                              \
        (void)of, (void)vectors, (void)upper, (void)a, (void)ld, (void)values;                     \
        *length = 3 * n;                                                                           \
        return fake_cuda_begin("cusolverDnXsyevd_bufferSize", 1);                                  \
    }                                                                                              \
    int fake_solver_Eigh##type(void *of, int vectors, int upper, int n, void *a, int ld,           \
                               void *values, void *work, int length, int *code)                    \
    {                                                                                              \
        const problem p = {letter, n, ld, vectors, a, values, work, code};                         \
        return push(of, &p, upper, length);                                                        \
    }
EIGH(S, 'S')
EIGH(D, 'D')
EIGH(C, 'C')
EIGH(Z, 'Z')
