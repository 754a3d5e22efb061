/* The stand-in's cuBLAS: products by plain loops, on the stand-in's device thread. */
#include <complex.h>
#include <stdlib.h>

#include "fake_parts.h"

#define DPEX_BLAS(name, symbol, parameters) EXPORT int fake_blas_##name parameters __asm__(symbol);
#include "defs/cuda_blas.def"
#undef DPEX_BLAS

enum { ALLOC_FAILED = 3, NOT_SUPPORTED = 15 };
enum { R_32F = 0, R_64F = 1, C_32F = 4, C_64F = 5 };

typedef struct handle {
    CUstream stream;
} handle;

typedef struct matrix {
    const void *data;
    int form, type;
    long long ld, stride;
} matrix;

typedef struct product {
    matrix a, b, c;
    int m, n, k, n_matrices;
    double complex factor, addend;
} product;

static double complex load(const matrix *x, long long i)
{
    switch (x->type) {
    case R_32F: return (double)((const float *)x->data)[i];
    case R_64F: return ((const double *)x->data)[i];
    case C_32F: return (double complex)((const float complex *)x->data)[i];
    default: return ((const double complex *)x->data)[i];
    }
}

static void store(const matrix *x, long long i, double complex value)
{
    void *data = (void *)(uintptr_t)x->data;
    switch (x->type) {
    case R_32F: ((float *)data)[i] = (float)creal(value); return;
    case R_64F: ((double *)data)[i] = creal(value); return;
    case C_32F: ((float complex *)data)[i] = (float complex)value; return;
    default: ((double complex *)data)[i] = value;
    }
}

/* Element (i, j) of op(x): 0 as it is, 1 transposed, 2 conjugated too. */
static double complex at(const matrix *x, int which, int i, int j)
{
    const long long first = which * x->stride;
    if (x->form == 0) return load(x, first + i + j * x->ld);
    const double complex value = load(x, first + j + i * x->ld);
    return x->form == 1 ? value : conj(value);
}

static void multiply(void *own)
{
    const product *p = own;
    for (int s = 0; s < p->n_matrices; s++)
        for (int j = 0; j < p->n; j++)
            for (int i = 0; i < p->m; i++) {
                double complex sum = 0;
                for (int l = 0; l < p->k; l++) sum += at(&p->a, s, i, l) * at(&p->b, s, l, j);
                const long long to = s * p->c.stride + i + j * p->c.ld;
                sum *= p->factor;
                if (p->addend != 0) sum += p->addend * load(&p->c, to);
                store(&p->c, to, sum);
            }
}

int fake_blas_Create(void **made)
{
    const int code = fake_cuda_begin("cublasCreate", 1);
    if (code) return code;
    *made = calloc(1, sizeof(handle));
    return *made ? 0 : ALLOC_FAILED;
}

int fake_blas_Destroy(void *of)
{
    free(of);
    return fake_cuda_begin("cublasDestroy", 1);
}

int fake_blas_SetStream(void *of, CUstream stream)
{
    ((handle *)of)->stream = stream;
    return fake_cuda_begin("cublasSetStream", 1);
}

static double complex number(const void *at, int type)
{
    const matrix x = {.data = at, .type = type};
    return load(&x, 0);
}

static int push(void *of, const char *name, const product *made)
{
    const int code = fake_cuda_begin(name, 1);
    if (code) return code;
    if (made->c.type != R_32F && made->c.type != R_64F && made->c.type != C_32F &&
        made->c.type != C_64F)
        return NOT_SUPPORTED;
    product *own = malloc(sizeof *own);
    if (!own) return ALLOC_FAILED;
    *own = *made;
    return fake_cuda_push_call(((handle *)of)->stream, multiply, own) ? ALLOC_FAILED : 0;
}

int fake_blas_GemmEx(void *of, int form_a, int form_b, int m, int n, int k, const void *alpha,
                     const void *a, int type_a, int ld_a, const void *b, int type_b, int ld_b,
                     const void *beta, void *c, int type_c, int ld_c, int compute, int algorithm)
{
    (void)compute, (void)algorithm;
    const product p = {{a, form_a, type_a, ld_a, 0},
                       {b, form_b, type_b, ld_b, 0},
                       {c, 0, type_c, ld_c, 0},
                       m,
                       n,
                       k,
                       1,
                       number(alpha, type_c),
                       number(beta, type_c)};
    return push(of, "cublasGemmEx", &p);
}

int fake_blas_GemmStridedBatchedEx(void *of, int form_a, int form_b, int m, int n, int k,
                                   const void *alpha, const void *a, int type_a, int ld_a,
                                   long long stride_a, const void *b, int type_b, int ld_b,
                                   long long stride_b, const void *beta, void *c, int type_c,
                                   int ld_c, long long stride_c, int n_matrices, int compute,
                                   int algorithm)
{
    (void)compute, (void)algorithm;
    const product p = {{a, form_a, type_a, ld_a, stride_a},
                       {b, form_b, type_b, ld_b, stride_b},
                       {c, 0, type_c, ld_c, stride_c},
                       m,
                       n,
                       k,
                       n_matrices,
                       number(alpha, type_c),
                       number(beta, type_c)};
    return push(of, "cublasGemmStridedBatchedEx", &p);
}
