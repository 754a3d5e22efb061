/* Plans: everything about a transform of one length and precision that does not depend on the data.
 * Made once, kept in a bounded cache, never changed afterwards. */
#ifndef DPEX_OPS_FFT_PLAN_H
#define DPEX_OPS_FFT_PLAN_H

#include "dpex/array.h"
#include "factors.h"
#include "kernels.h"
#include "roots.h"

typedef enum dpex_fft_form {
    DPEX_FFT_BLOCK, /* transforms the lanes of a block: stages, or a convolution */
    DPEX_FFT_LINE, /* transforms one line: by a block with one lane, as a convolution, or split into many short ones */
    DPEX_FFT_REAL /* the roots that combine the halves of n real numbers; n is even */
} dpex_fft_form;

typedef struct dpex_fft_plan dpex_fft_plan;

/* Bluestein's convolution: X[k] = chirp[k] sum_j x[j] chirp[j] conj(chirp[k - j]), chirp[j] =
 * exp(-pi i j^2 / n). Its kernel conj(chirp) does not depend on x, so its transform is made once
 * with the plan. */
typedef struct dpex_fft_convolution {
    dpex_fft_plan
        *plan; /* kept, of the same form; of a length with small factors. NULL: no convolution */
    const void *chirp,
        *kernel; /* T [n][2]; T [plan->n][2], the transform of conj(chirp) over plan->n */
} dpex_fft_convolution;

/* n = n_first n_second: the line is a matrix of n_first rows; transforms of its columns, twiddle
 * factors, transforms of rows. Each of the two transforms has its own stages; both are plans of
 * blocks. */
typedef struct dpex_fft_split {
    dpex_fft_plan *first, *second; /* kept, for blocks; both of stages. NULL: not split */
    int64_t n_fine, n_coarse;
    const void *twiddles; /* T [n_second / lanes rounded up][n_fine + n_coarse][2][lanes] */
} dpex_fft_split;

struct dpex_fft_plan {
    _Atomic int refs;
    dpex_fft_form form;
    const dpex_fft_kernels *kernels;
    int64_t n;
    /* Of the tables alone, as the cache counts it. */
    size_t bytes; /* of its tables */
    void *memory; /* of the tables */
    char *tables; /* in it, aligned; what the pointers to const here point to */
    dpex_fft_convolution convolution;
    dpex_fft_split split;
    dpex_fft_plan *block; /* LINE that is neither: kept */
    const void *roots;    /* REAL: T [n / 4 + 1][2], exp(2 pi i k / n) */
    int n_stages;         /* BLOCK */
    /* At most as many factors as fit a length of 63 bits. */
    dpex_fft_stage stages[DPEX_FFT_MAX_STAGES];
    dpex_fft_stage_fn run[DPEX_FFT_MAX_STAGES], run_lone[DPEX_FFT_MAX_STAGES];
};

/* From the cache, made if need be; new: release it. is_double: T. n >= 1. */
dpex_status dpex_fft_plan_get(dpex_fft_form form, int64_t n, int is_double, dpex_fft_plan **plan);
dpex_fft_plan *dpex_fft_plan_retain(dpex_fft_plan *plan);
void dpex_fft_plan_release(dpex_fft_plan *plan); /* NULL is fine */

static inline int dpex_fft_is_double(const dpex_fft_plan *plan)
{
    return plan->kernels->part_bytes == sizeof(double);
}

/* The capacity that a block must have, in elements and in bytes.
 * A convolution needs the longer length. */
static inline int64_t dpex_fft_block_elems(const dpex_fft_plan *plan)
{
    return plan->convolution.plan ? plan->convolution.plan->n : plan->n;
}

static inline size_t dpex_fft_block_bytes(const dpex_fft_plan *plan, int64_t n_elems)
{
    return (size_t)n_elems * 2 * (size_t)plan->kernels->lanes * plan->kernels->part_bytes;
}

static inline char *dpex_fft_align(void *memory)
{
    return (char *)memory + (-(uintptr_t)memory & (DPEX_FFT_BLOCK_ALIGN - 1));
}

/* BLOCK: transforms a, overwriting it and b; *result is one of them. Both have a capacity of
 * dpex_fft_block_elems and are aligned to DPEX_FFT_BLOCK_ALIGN. Stages alternate between a and b,
 * so both are needed, and either may hold the result. */
void dpex_fft_transform(const dpex_fft_plan *plan, void *a, void *b, void **result);
/* The same where only the first lane counts. */
void dpex_fft_transform_lone(const dpex_fft_plan *plan, void *a, void *b, void **result);

/* ---- making ---------------------------------------------------------------------------------------------- */

/* cache.c: the kept plan, or NULL; new. */
dpex_fft_plan *dpex_fft_cache_find(dpex_fft_form form, int64_t n, int is_double);
/* Keeps a plan, which is taken, unless another thread was faster; the plan that is kept; new. */
dpex_fft_plan *dpex_fft_cache_keep(dpex_fft_plan *made);
/* plan.c: without the cache. */
dpex_status dpex_fft_plan_create(dpex_fft_form form, int64_t n, int is_double,
                                 dpex_fft_plan **plan);
/* plan->tables: of `count` complex numbers. */
dpex_status dpex_fft_plan_allocate(dpex_fft_plan *plan, int64_t count);
/* Writes one T, or two; returns the address after them. */
char *dpex_fft_put_part(const dpex_fft_plan *plan, char *table, long double part);
char *dpex_fft_put_root(const dpex_fft_plan *plan, char *table, long double re, long double im);

/* convolution.c, split.c: the tables of a plan that holds its others already. exact: for a double
 * LINE as long as the convolution. */
dpex_status dpex_fft_fill_convolution(dpex_fft_plan *plan, dpex_fft_plan *exact);
dpex_status dpex_fft_fill_split(dpex_fft_plan *plan);

#endif
