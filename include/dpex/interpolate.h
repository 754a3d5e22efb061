/* Linear interpolation. The work goes to the queue of the arrays and returns before it is done. */
#ifndef DPEX_INTERPOLATE_H
#define DPEX_INTERPOLATE_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

/* out[i] = the value at x[i] of the straight line between the neighbouring points (at, values);
 * *left before the first point and *right behind the last one, whose values they are where NULL. A
 * new array of the shape of x. All float64, or all float32, and C-contiguous; at: of one dimension,
 * ascending, with one element at least; values: as many. Where the formula from the line's left end
 * gives NaN, that from its right end is used, and the value of both ends where they are equal; x
 * that is NaN gives NaN, except with a single point. */
DPEX_API dpex_status dpex_interpolate_new(const dpex_array *x, const dpex_array *at,
                                          const dpex_array *values, const double *left,
                                          const double *right, dpex_array *out);

DPEX_EXTERN_C_END

#endif
