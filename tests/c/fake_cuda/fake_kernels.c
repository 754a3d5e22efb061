/* Kernels that the stand-in knows without compiling them, by the plainest loops, once over all elements: those of src/ops/linalg/device.cl
 * beside a library's factorizations, told by what their texts define, and copies between layouts (src/ops/device/), told by their
 * parameters and by having no further step. */
#include <complex.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_parts.h"
#include "fake_values.h"

typedef struct job {
    int64_t n_matrices, m, n, first, width, mode;
    struct {
        int64_t offset, row, column, stack;
    } at[3];
} job;

/* ---- factorizations ---------------------------------------------------------------------------------------------- */

/* The parameters as launched: pointers, then the job. */
typedef struct params {
    char type;
    int n_pointers;
    void *pointers[MAX_PARAMS - 1];
    job job;
} params;

enum { IDENTITY, REFLECTORS, UPPER, LOWER, ALL };

static size_t at(const job *q, int which, int64_t s, int64_t i, int64_t j)
{
    return (size_t)(q->at[which].offset + s * q->at[which].stack + i * q->at[which].row +
                    j * q->at[which].column);
}

static int is_kept(int64_t mode, int64_t i, int64_t j)
{
    switch (mode) {
    case REFLECTORS: return i > j;
    case UPPER: return i <= j;
    case LOWER: return i >= j;
    default: return mode == ALL;
    }
}

static void run_elements(void *own)
{
    const params *p = own;
    const job *q = &p->job;
    for (int64_t s = 0; s < q->n_matrices; s++)
        for (int64_t i = 0; i < q->m; i++)
            for (int64_t j = 0; j < q->n; j++)
                fake_store(p->type, p->pointers[0], at(q, 0, s, i, j),
                           is_kept(q->mode, i, j)
                               ? fake_load(p->type, p->pointers[1], at(q, 1, s, i, j))
                               : i == j && q->mode <= REFLECTORS);
}

static int is_finite(double complex x)
{
    return isfinite(creal(x)) && isfinite(cimag(x));
}

static void run_watch(void *own)
{
    const params *p = own;
    const job *q = &p->job;
    int32_t *are_finite = p->pointers[2];
    for (int64_t s = 0; s < q->n_matrices; s++) {
        for (int64_t g = 0; g < q->width; g++) are_finite[s * q->width + g] = 1;
        for (int64_t i = 0; i < q->m * q->n; i++) {
            const double complex x =
                fake_load(p->type, p->pointers[1], at(q, 1, s, i % q->m, i / q->m));
            fake_store(p->type, p->pointers[0], at(q, 0, s, i % q->m, i / q->m), x);
            are_finite[s * q->width + i % q->width] &= is_finite(x);
        }
    }
}

/* Element (i, j) of matrix s of the first operand. */
static double complex element(const params *p, int64_t s, int64_t i, int64_t j)
{
    return fake_load(p->type, p->pointers[0], at(&p->job, 0, s, i, j));
}

static void set_element(const params *p, int64_t s, int64_t i, int64_t j, double complex x)
{
    fake_store(p->type, p->pointers[0], at(&p->job, 0, s, i, j), x);
}

/* The row of the largest element of column j, from row j on; a NaN is larger than all. */
static int64_t find_pivot(const params *p, int64_t s, int64_t j)
{
    int64_t row = j;
    for (int64_t i = j + 1; i < p->job.m; i++)
        if (!(cabs(element(p, s, i, j)) <= cabs(element(p, s, row, j)))) row = i;
    return row;
}

/* Gives the first column without a pivot, from 1; 0: all have one. */
static int32_t factorize(const params *p, int64_t s)
{
    const job *q = &p->job;
    int32_t code = 0;
    for (int64_t j = 0; j < q->m && j < q->n; j++) {
        const int64_t row = find_pivot(p, s, j);
        ((int32_t *)p->pointers[1])[at(q, 1, s, j, 0)] = (int32_t)(row + q->mode);
        for (int64_t c = 0; c < q->n; c++) {
            const double complex x = element(p, s, j, c);
            set_element(p, s, j, c, element(p, s, row, c));
            set_element(p, s, row, c, x);
        }
        const double complex pivot = element(p, s, j, j);
        if (pivot == 0 && !code) code = (int32_t)(j + 1);
        for (int64_t i = j + 1; i < q->m && pivot != 0; i++) {
            const double complex factor = element(p, s, i, j) / pivot;
            set_element(p, s, i, j, factor);
            for (int64_t c = j + 1; c < q->n; c++)
                set_element(p, s, i, c, element(p, s, i, c) - factor * element(p, s, j, c));
        }
    }
    return code;
}

static void run_lu_again(void *own)
{
    const params *p = own;
    const job *q = &p->job;
    for (int64_t s = 0; s < q->n_matrices; s++) {
        int are_finite = 1;
        for (int64_t g = 0; g < q->width; g++)
            are_finite &= ((const int32_t *)p->pointers[4])[s * q->width + g];
        if (are_finite) continue;
        for (int64_t i = 0; i < q->m * q->n; i++)
            set_element(p, s, i % q->m, i / q->m,
                        fake_load(p->type, p->pointers[2], at(q, 2, s, i % q->m, i / q->m)));
        ((int32_t *)p->pointers[3])[s] = factorize(p, s);
    }
}

static void run_order(void *own)
{
    const params *p = own;
    const job *q = &p->job;
    const int32_t *swaps = p->pointers[0];
    int64_t *pivots = p->pointers[1], *order = p->pointers[2];
    for (int64_t s = 0; s < q->n_matrices; s++) {
        for (int64_t i = 0; i < q->m; i++) order[at(q, 2, s, i, 0)] = i;
        for (int64_t i = 0; i < q->n; i++) {
            const int64_t other = swaps[at(q, 0, s, i, 0)] - q->first,
                          moved = order[at(q, 2, s, i, 0)];
            pivots[at(q, 1, s, i, 0)] = other;
            order[at(q, 2, s, i, 0)] = order[at(q, 2, s, other, 0)];
            order[at(q, 2, s, other, 0)] = moved;
        }
    }
}

static void run_pivots(void *own)
{
    const params *p = own;
    const job *q = &p->job;
    for (int64_t s = 0; s < q->n_matrices; s++)
        for (int64_t i = 0; i < q->n; i++)
            ((int32_t *)p->pointers[1])[at(q, 1, s, i, 0)] =
                (int32_t)((const int64_t *)p->pointers[0])[at(q, 0, s, i, 0)] + 1;
}

static void run_determinant(void *own)
{
    const params *p = own;
    const job *q = &p->job;
    for (int64_t s = 0; s < q->n_matrices; s++) {
        double complex product = 1;
        double sum = 0;
        for (int64_t i = 0; i < q->n; i++) {
            double complex x = fake_load(p->type, p->pointers[0], at(q, 0, s, i, i));
            const double size = cabs(x);
            sum += log(size);
            if (q->mode) x /= size;
            product *=
                ((const int32_t *)p->pointers[1])[at(q, 1, s, i, 0)] != i + q->first ? -x : x;
        }
        if (((const int32_t *)p->pointers[2])[s]) product = 0, sum = -(double)INFINITY;
        fake_store(p->type, p->pointers[3], (size_t)s, product);
        if (q->mode) fake_store(fake_real_of(p->type), p->pointers[4], (size_t)s, sum);
    }
}

#define FOUR(name, n, run, ...)                                                                    \
    {"S" name, n, {__VA_ARGS__}, NULL, run}, {"D" name, n, {__VA_ARGS__}, NULL, run},              \
        {"C" name, n, {__VA_ARGS__}, NULL, run}, {"Z" name, n, {__VA_ARGS__}, NULL, run},
/* Names begin with the letter of the type. */
static const struct CUfunc_st kernels[] = {
    FOUR("ELEMENTS", 3, run_elements, 8, 8, sizeof(job))
        FOUR("WATCH", 4, run_watch, 8, 8, 8, sizeof(job))
            FOUR("LU_AGAIN", 6, run_lu_again, 8, 8, 8, 8, 8, sizeof(job))
                FOUR("ORDER", 4, run_order, 8, 8, 8, sizeof(job))
                    FOUR("PIVOTS", 3, run_pivots, 8, 8, sizeof(job))
                        FOUR("DETERMINANT", 6, run_determinant, 8, 8, 8, 8, 8, sizeof(job))};

static int defines(const char *text, const char *word)
{
    const size_t length = strlen(word);
    static const char before[] = "#define K_LINALG_";
    for (const char *found = text; (found = strstr(found, before)) != NULL; found++) {
        const char *name = found + sizeof before - 1;
        if (!strncmp(name, word, length) && name[length] == '\n') return 1;
    }
    return 0;
}

/* ---- copies ---------------------------------------------------------------------------------------------------- */

enum { MAX_ND = 8 };

/* Of n elements in the order of the shape; the layout has words of 32 or 64 bits. An operand without strides in the text is dense. */
typedef struct copy {
    struct CUfunc_st function;
    struct copy *next;
    char type;
    int nd, is_wide, is_dense[2];
} copy;

static copy *copies;                                     /* they stay, as modules do */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards copies */

typedef struct copy_run {
    const copy *kernel;
    void *src, *dst;
    int64_t words[4 + 2 + 3 * MAX_ND];
} copy_run;

/* The words: n and three others, the shape, two offsets, strides of both. */
static int64_t position_of(const copy_run *run, int operand, int64_t i)
{
    const int nd = run->kernel->nd;
    const int64_t *shape = run->words + 4, *offsets = shape + nd,
                  *strides = offsets + 2 + operand * nd;
    int64_t at = offsets[operand];
    if (run->kernel->is_dense[operand]) return at + i;
    for (int d = nd - 1; d >= 0; d--) {
        at += (d ? i % shape[d] : i) * strides[d];
        i /= shape[d];
    }
    return at;
}

static void run_copy(void *own)
{
    const copy_run *run = own;
    const char type = run->kernel->type;
    for (int64_t i = 0; i < run->words[0]; i++)
        fake_store(type, run->dst, (size_t)position_of(run, 1, i),
                   fake_load(type, run->src, (size_t)position_of(run, 0, i)));
}

static int count_words(const copy *c)
{
    return 6 + 3 * c->nd;
}

static CUfunction find_copy(const char *text)
{
    static const char *const types[] = {"float", "double", "dpex_c64", "dpex_c128"};
    char wanted[128];
    copy found = {.type = 0};
    const char *shape = strstr(text, "    k_index shape["), *body = strstr(text, " dpex_kernel(");
    if (!shape || !body || strstr(body, " r1 = ")) return NULL;
    for (int i = 0; i < 4; i++) {
        snprintf(wanted, sizeof wanted,
                 " dpex_kernel(K_GLOBAL const %s *p0, K_GLOBAL %s *p1, const k_layout w)", types[i],
                 types[i]);
        if (!strncmp(body, wanted, strlen(wanted))) found.type = "SDCZ"[i];
    }
    found.nd = atoi(strchr(shape, '[') + 1);
    if (!found.type || found.nd < 1 || found.nd > MAX_ND) return NULL;
    found.is_wide = strstr(text, "typedef int64_t k_index;") != NULL;
    for (int i = 0; i < 2; i++) {
        snprintf(wanted, sizeof wanted, "w.stride[%d]", i * found.nd);
        found.is_dense[i] = !strstr(body, wanted);
    }
    found.function =
        (struct CUfunc_st){"copy",
                           3,
                           {8, 8, (unsigned char)(count_words(&found) * (found.is_wide ? 8 : 4))},
                           NULL,
                           run_copy};
    copy *made = malloc(sizeof *made);
    if (!made) return NULL;
    pthread_mutex_lock(&lock);
    found.next = copies;
    *made = found;
    copies = made;
    pthread_mutex_unlock(&lock);
    return &made->function;
}

static CUresult launch_copy(const copy *kernel, CUstream stream, void **given)
{
    copy_run *own = calloc(1, sizeof *own);
    if (!own) return CUDA_ERROR_OUT_OF_MEMORY;
    own->kernel = kernel;
    memcpy(&own->src, given[0], sizeof(void *));
    memcpy(&own->dst, given[1], sizeof(void *));
    for (int i = 0; i < count_words(kernel); i++)
        own->words[i] =
            kernel->is_wide ? ((const int64_t *)given[2])[i] : ((const int32_t *)given[2])[i];
    return fake_cuda_push_call(stream, run_copy, own);
}

/* ---- any of them ------------------------------------------------------------------------------------------------ */

CUfunction fake_kernel_find(const char *text)
{
    const int is_double = strstr(text, "typedef double k_real;") != NULL,
              is_complex = defines(text, "COMPLEX");
    const char letter = "SDCZ"[2 * is_complex + is_double];
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (kernels[i].name[0] == letter && defines(text, kernels[i].name + 1))
            return (CUfunction)&kernels[i];
    return find_copy(text);
}

CUresult fake_kernel_launch(CUfunction function, CUstream stream, void **given)
{
    if (function->call == run_copy) return launch_copy((const copy *)function, stream, given);
    params *own = calloc(1, sizeof *own);
    if (!own) return CUDA_ERROR_OUT_OF_MEMORY;
    own->type = function->name[0];
    own->n_pointers = function->n_params - 1;
    for (int i = 0; i < own->n_pointers; i++) memcpy(&own->pointers[i], given[i], sizeof(void *));
    memcpy(&own->job, given[own->n_pointers], sizeof own->job);
    return fake_cuda_push_call(stream, function->call, own);
}
