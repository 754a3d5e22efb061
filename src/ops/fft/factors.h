/* What to do with a length: its radices, and which method of transforming it is cheapest. From the
 * length alone, so that results do not depend on the machine. */
#ifndef DPEX_OPS_FFT_FACTORS_H
#define DPEX_OPS_FFT_FACTORS_H

#include <stdint.h>

enum { DPEX_FFT_MAX_STAGES = 64 };

/* The radices of n in the order of the stages; returns how many. A prime above DPEX_FFT_MAX_RADIX
 * is the last one. */
int dpex_fft_factorize(int64_t n, int64_t radices[DPEX_FFT_MAX_STAGES]);

/* Whether a transform of n elements is cheaper as a convolution, or only possible as one; of how
 * many elements. */
int dpex_fft_needs_convolution(int64_t n);
int64_t dpex_fft_convolution_length(int64_t n);

/* n_first of the best way to split a line of n = n_first n_second elements; 0: better not at
 * all. */
int64_t dpex_fft_find_split(int64_t n, int is_double);

#endif
