/* What of the transform is compiled once per instruction set (isa/), and the form of data that it
 * works on.
 *
 * The one idea: a vector register holds one element of each of several transforms, its *lanes*.
 * Butterflies then need no shuffling, and any length vectorises as well as a power of two. Elements
 * are gathered into a *block*,
 *
 *     T block[n][2][lanes];   the real parts of element i in all lanes, then the imaginary parts
 *
 * transformed there, and scattered. A single long transform is made of many short ones (split.c)
 * and comes to the same. Everything here computes the forward transform; backward is the same with
 * real and imaginary parts exchanged when blocks are loaded and stored. Pointers to void are to
 * float or double by the table that they came from. */
#ifndef DPEX_OPS_FFT_KERNELS_H
#define DPEX_OPS_FFT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

enum {
    DPEX_FFT_MAX_LANES = 16,
    DPEX_FFT_MAX_RADIX = 97,
    DPEX_FFT_MAX_BUTTERFLY = 13,
    DPEX_FFT_BLOCK_ALIGN = 64
};

/* One factor of a transform's length: Stockham's decimation in frequency, which needs no bit
 * reversal.
 *
 *     for p < m, q < s, k < radix:  y[q + s (radix p + k)] = w^(p k) sum_j x[q + s (p + m j)] exp(-2 pi i j k / radix)
 *     w = exp(-2 pi i / (radix m)) */
typedef struct dpex_fft_stage {
    int radix;
    int64_t m, s;
    const void *twiddles; /* T [m - 1][radix - 1][2]: w^(p k) from p = 1 and k = 1 on */
    const void *
        roots; /* T [radix][2]: exp(2 pi i t / radix), for radices that have no butterfly of their own */
    /* For these, with h = radix / 2: cos and sin of 2 pi (j + 1) (k + 1) / radix for j, k < h,
     * T [h / lanes rounded up to even][h][2][lanes], the k in the groups and lanes; zeros behind
     * the last. */
    const void *matrix;
} dpex_fft_stage;
typedef void (*dpex_fft_stage_fn)(const dpex_fft_stage *stage, const void *x, void *y);

/* One element of each lane in user memory, and how to go on to the next. */
typedef struct dpex_fft_side {
    char *lane[DPEX_FFT_MAX_LANES]; /* its real part; those past n_lanes repeat others */
    int n_lanes;
    int64_t step; /* bytes from an element to the next */
    int64_t im;   /* bytes from the real to the imaginary part; 0: the numbers are real */
    int64_t n;    /* elements that there are; a load takes zeros for the others */
    int half;     /* load: after them comes one more real part */
    int streams;  /* store: past the caches, where alignment allows; the caller fences */
} dpex_fft_side;

typedef struct dpex_fft_scale {
    double re, im; /* what real and imaginary parts are multiplied by */
} dpex_fft_scale;

/* A single line; the members mean what they do in a side. */
typedef struct dpex_fft_line {
    char *ptr;
    int64_t step, im, n;
    int half, streams;
} dpex_fft_line;

/* What is done to elements [first, last) of a line. */
typedef struct dpex_fft_line_task {
    int64_t first, last;
    int64_t n;           /* of the complex transform that this is around */
    const void *factors; /* T [n][2]; for real numbers T [n / 2 + 1][2]: exp(2 pi i k / 2 n) */
    int swap_before, swap_after, conjugate;
    dpex_fft_scale scale; /* of what is written */
} dpex_fft_line_task;
typedef void (*dpex_fft_line_fn)(const dpex_fft_line_task *task, const dpex_fft_line *from,
                                 const dpex_fft_line *to);

/* Columns of a split transform (split.c): the twiddle factors between the first transforms and the
 * second ones. */
typedef struct dpex_fft_twiddle {
    const void *coarse, *fine; /* T [n / n_fine rounded up][2][lanes], T [n_fine][2][lanes] */
    int64_t n, n_fine;         /* factor of element i: coarse[i / n_fine] fine[i % n_fine] */
    int streams;               /* as in a side */
} dpex_fft_twiddle;

typedef struct dpex_fft_kernels {
    int lanes;
    size_t part_bytes; /* of T */

    /* A stage's loop by its radix. */
    dpex_fft_stage_fn (*find_stage)(int radix);
    /* One where only the first lane counts: it may write the lane's results to all. */
    dpex_fft_stage_fn (*find_lone_stage)(int radix);

    /* block[i] = the lanes' element i for i < n; swap exchanges real and imaginary parts. */
    void (*load)(const dpex_fft_side *from, int64_t n, int swap, void *block);
    /* The lanes' elements [0, to->n) = block[i] scaled; swap applies first. */
    void (*store)(const dpex_fft_side *to, int swap, dpex_fft_scale scale, const void *block);

    /* Asks for the memory of a store that will come, unless it goes past the caches. */
    void (*expect)(const dpex_fft_side *to);

    /* y[i] = x[i] factors[i], T factors[n][2], the same for all lanes; parts exchanged before or
     * after. y may be x. */
    void (*multiply)(const void *x, const void *factors, int64_t n, int swap_before, int swap_after,
                     void *y);
    /* Real numbers, an even count 2 m of them, were transformed as m complex ones: their spectrum
     * x[0..m] from z[0..m), or the other way. T roots[m / 2 + 1][2] = exp(2 pi i k / 2 m).
     * conjugate: the spectrum's conjugate is given; swap: parts of z are exchanged. */
    void (*spectrum_of_half)(const void *z, const void *roots, int64_t m, void *x);
    void (*half_of_spectrum)(const void *x, const void *roots, int64_t m, int conjugate, int swap,
                             void *z);
    /* x[n - k] = conj(x[k]) for an odd count n of which [0, n / 2] are there; x[0] becomes real.
     * swap: parts are exchanged. */
    void (*complete_spectrum)(void *x, int64_t n, int swap);

    /* A block of n elements times its twiddle factors, transposed into tiles: lanes become elements
     * `row` and following of blocks [n / lanes rounded up][n_rows][2][lanes]. n_lanes of them
     * count. */
    void (*twiddle)(const dpex_fft_twiddle *twiddle, const void *block, int64_t row, int n_lanes,
                    int64_t n_rows, void *tiles);

    /* The same around the transform of a single line; both lines may be one. */
    dpex_fft_line_fn line_multiply; /* to[i] = from[i] factors[i]; factors NULL: a copy */
    dpex_fft_line_fn line_spectrum_of_half,
        line_half_of_spectrum;               /* elements i and n - i, i in [0, n / 2] */
    dpex_fft_line_fn line_complete_spectrum; /* the same, n being odd */
} dpex_fft_kernels;

#endif
