/* exp(2 pi i e / n) for any e, exact to the last bit or nearly so in double. */
#ifndef DPEX_OPS_FFT_ROOTS_H
#define DPEX_OPS_FFT_ROOTS_H

#include <stdint.h>

#include "dpex/status.h"

typedef struct dpex_fft_root {
    long double cos, sin;
} dpex_fft_root;

typedef struct dpex_fft_roots {
    int64_t n, n_fine;
    dpex_fft_root *fine, *coarse; /* of e and of n_fine e quarters of the n-th part of a circle */
} dpex_fft_roots;

/* About sqrt(2 n) sines and cosines; n in 1 .. 2^60. _fini afterwards. */
dpex_status dpex_fft_roots_init(dpex_fft_roots *roots, int64_t n);
void dpex_fft_roots_fini(dpex_fft_roots *roots);
/* e in 0 .. n - 1. */
dpex_fft_root dpex_fft_roots_get(const dpex_fft_roots *roots, int64_t e);

#endif
