/* The kinds of steps (line.c); steps.c shows how each is used. Units are groups of lanes, or this
 * many elements: */
#ifndef DPEX_OPS_FFT_STEPS_H
#define DPEX_OPS_FFT_STEPS_H

#include "recipe.h"

enum { DPEX_FFT_UNIT_ELEMS = 4096 };

/* Units of a step are independent; each writes its own part of the result. */
#define DPEX_FFT_STEP(name)                                                                        \
    void dpex_fft_##name(const dpex_fft_step *step, const dpex_fft_bench *bench, int64_t first,    \
                         int64_t last);
DPEX_FFT_STEP(one_lane)  /* a line as one lane of a block */
DPEX_FFT_STEP(columns)   /* first half of a split line, transposed */
DPEX_FFT_STEP(rows)      /* second half */
DPEX_FFT_STEP(fill_line) /* a line made as long as it must be; of a convolution: times chirp */
DPEX_FFT_STEP(multiply_spectra)  /* times kernel */
DPEX_FFT_STEP(leave_convolution) /* times chirp */
DPEX_FFT_STEP(spectrum_of_half)  /* real numbers, between halves and spectrum */
DPEX_FFT_STEP(half_of_spectrum)
DPEX_FFT_STEP(complete_spectrum)
#undef DPEX_FFT_STEP

#endif
