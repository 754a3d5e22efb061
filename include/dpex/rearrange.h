/* Rearranged copies of arrays: concatenated, stacked, rolled, repeated, tiled.
 *
 * All results are C-contiguous, on the queue and of the memory kind of the inputs (device, shared,
 * host: the first that occurs), and independent of the inputs. Calls return before the work is done
 * unless stated otherwise. */
#ifndef DPEX_REARRANGE_H
#define DPEX_REARRANGE_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

enum { DPEX_AXIS_NONE = -1 }; /* the elements in C order, as one axis */

/* Arrays of one rank concatenated along an axis, or (DPEX_AXIS_NONE) all their elements; n > 0,
 * dtypes are promoted. DPEX_ERROR_INVALID_VALUE where shapes do not fit or queues differ. */
DPEX_API dpex_status dpex_array_concat(const dpex_array *const *arrays, int64_t n, int axis,
                                       dpex_array *out);
/* Arrays of one shape stacked along a new axis of the result. */
DPEX_API dpex_status dpex_array_stack(const dpex_array *const *arrays, int64_t n, int axis,
                                      dpex_array *out);

/* out[(i + shifts[0]) % extent, ...] = x[i, ...], a shift for each of the nd axes; with
 * DPEX_AXIS_NONE one shift for all elements in C order. Shifts may be any numbers. */
typedef struct dpex_roll {
    int is_flat;
    int64_t shifts[DPEX_MAX_NDIM];
} dpex_roll;
DPEX_API dpex_status dpex_array_roll(const dpex_array *x, const dpex_roll *roll, dpex_array *out);

/* Each element along an axis (or of all) `count` times in succession. */
DPEX_API dpex_status dpex_array_repeat(const dpex_array *x, int axis, int64_t count,
                                       dpex_array *out);
/* Element i along the axis counts[i] times; counts is an array of one dimension and of as many
 * elements, of any integer dtype or bool, on the same queue (DPEX_ERROR_PLACEMENT). The result's
 * extent depends on it: blocks until it is known. */
DPEX_API dpex_status dpex_array_repeat_each(const dpex_array *x, int axis, const dpex_array *counts,
                                            dpex_array *out);

/* The whole array counts[i] times along axis i; where there are more counts than axes, new axes
 * come first, and where there are fewer, the first axes have a count of 1. */
DPEX_API dpex_status dpex_array_tile(const dpex_array *x, int n_counts, const int64_t *counts,
                                     dpex_array *out);

DPEX_EXTERN_C_END

#endif
