/* Correlation and convolution of signals in one dimension. The work goes to the queue of the
 * arrays; a call may wait to see whether real or complex elements are finite. */
#ifndef DPEX_CORRELATE_H
#define DPEX_CORRELATE_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

/* Which k: those for which the shorter signal lies inside the longer one, as many as the longer one
 * has elements, or all for which they overlap. */
typedef enum dpex_correlate_mode {
    DPEX_CORRELATE_VALID,
    DPEX_CORRELATE_SAME,
    DPEX_CORRELATE_FULL
} dpex_correlate_mode;

/* Sums of products; Fourier transforms, which spread infinities and NaN over the whole result and
 * are used for integers only where every result is exact; the faster of the two that does not
 * spread infinities. */
typedef enum dpex_correlate_method {
    DPEX_CORRELATE_AUTO,
    DPEX_CORRELATE_DIRECT,
    DPEX_CORRELATE_FFT
} dpex_correlate_method;

typedef struct dpex_correlate_spec {
    dpex_correlate_mode mode;
    dpex_correlate_method method;
    int is_convolution;
} dpex_correlate_spec;

/* out[k] = sum over n of a[n + k] * conj(v[n]), or (convolution) of a[n] * v[k - n], of elements
 * inside both signals; k ascends. In the promoted dtype, in which integers wrap around. out is made
 * here and may be a view of a larger storage.
 * Errors: DPEX_ERROR_INVALID_VALUE (a signal without elements, or not of one dimension),
 * DPEX_ERROR_PLACEMENT. */
DPEX_API dpex_status dpex_correlate_new(const dpex_correlate_spec *spec, const dpex_array *a,
                                        const dpex_array *v, dpex_array *out);

DPEX_EXTERN_C_END

#endif
