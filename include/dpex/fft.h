/* Discrete Fourier transforms along one axis or several, of any length.
 *
 *     for each line of x along the axis:  out[k] = scale * sum(x[j] * exp(sign * 2 pi i j k / n) for j in range(n))
 *
 * sign is - forward and + backward; `scale` is the only normalisation. Work is done in float for
 * float32 and complex64, else in double; the bits of a result do not depend on the number of
 * threads. */
#ifndef DPEX_FFT_H
#define DPEX_FFT_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

typedef enum dpex_fft_kind {
    DPEX_FFT_C2C, /* complex (or real, taken as complex) to complex */
    DPEX_FFT_R2C, /* n real numbers to the first n / 2 + 1 results; the others are conjugates of these */
    DPEX_FFT_C2R /* the first n / 2 + 1 of n conjugate-symmetric numbers to n real ones; imaginary parts that must be 0 are not read */
} dpex_fft_kind;

typedef struct dpex_fft_spec {
    dpex_fft_kind kind;
    int is_backward;
    double scale;
    int n_axes; /* at least 1 */
    const int *
        axes; /* 0 .. nd - 1. R2C begins with the last of them, C2R ends with it; the other axes are C2C */
    const int64_t *
        n; /* along each axis, at least 1: x is cut, or taken as followed by zeros. C2R's last: of the result */
} dpex_fft_spec;

/* out = transform(x), made here, C-contiguous, of x's USM kind: complex64 or complex128 (C2R:
 * float32 or float64) as x is; integers as the device's default real type. DPEX_ERROR_INVALID_VALUE
 * for a length, DPEX_ERROR_INVALID_TYPE for complex x in R2C. */
DPEX_API dpex_status dpex_fft_new(const dpex_fft_spec *spec, const dpex_array *x, dpex_array *out);

/* The same into an existing array: that shape and one of those dtypes, whose precision is computed
 * in; writable, on the same queue. It may be x itself, or overlap it. */
DPEX_API dpex_status dpex_fft_into(const dpex_fft_spec *spec, const dpex_array *x, dpex_array *out);

DPEX_EXTERN_C_END

#endif
