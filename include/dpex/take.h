/* Gather and scatter: elements of an array at the positions given by integer index arrays.
 *
 * Index arrays have any integer dtype. Indices are never out of range: with DPEX_INDEX_WRAP
 * negative numbers count from the end, with DPEX_INDEX_CLIP they mean 0, and indices that are still
 * outside are clamped to the nearest end. Where indices of a scatter repeat, the element gets the
 * value of the last of them (in C order). All arrays of a call are on one queue
 * (DPEX_ERROR_PLACEMENT); the work goes to it and the calls return before it is done. Devices that
 * compile kernels take at most eight index arrays, and eight dimensions after merging
 * (DPEX_ERROR_UNSUPPORTED). */
#ifndef DPEX_TAKE_H
#define DPEX_TAKE_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

typedef enum dpex_index_mode { DPEX_INDEX_WRAP, DPEX_INDEX_CLIP } dpex_index_mode;

/* What x[..., i, j, ...] selects: index arrays for some axes of x, all of the other axes.
 *
 * The arrays broadcast together; the dimensions of their common shape are adjacent in the result,
 * after the first `at` of the axes that have no array. */
typedef struct dpex_selection {
    const dpex_array *const *indices; /* one per axis of x; NULL: the whole axis */
    int at;
    dpex_index_mode mode;
} dpex_selection;

/* out = x[selection]: a new array in C order, its USM kind the coerced one of x and the index
 * arrays. DPEX_ERROR_OUT_OF_RANGE if the index arrays do not broadcast and for indices into an axis
 * without elements, DPEX_ERROR_INVALID_TYPE if one is not of integers. */
DPEX_API dpex_status dpex_take_new(const dpex_array *x, const dpex_selection *selection,
                                   dpex_array *out);
/* The same into an array of exactly the result's shape and dtype (else DPEX_ERROR_INVALID_VALUE);
 * it may overlap the others. */
DPEX_API dpex_status dpex_take_into(const dpex_array *x, const dpex_selection *selection,
                                    dpex_array *out);
/* x[selection] = values, which are broadcast and cast (unsafe rules); they and the index arrays may
 * overlap x. */
DPEX_API dpex_status dpex_put(dpex_array *x, const dpex_selection *selection,
                              const dpex_array *values);

/* One index array with the number of dimensions of x, which both broadcast to the same extents
 * except along the axis:
 *
 *     for (each r of indices' shape) out[r] = x[r with r[axis] = indices[r]]
 *
 * Errors as above; DPEX_ERROR_INVALID_VALUE where the numbers of dimensions differ. */
DPEX_API dpex_status dpex_take_along_new(const dpex_array *x, const dpex_array *indices, int axis,
                                         dpex_index_mode mode, dpex_array *out);
/* x[r with r[axis] = indices[r]] = values[r] */
DPEX_API dpex_status dpex_put_along(dpex_array *x, const dpex_array *indices, int axis,
                                    dpex_index_mode mode, const dpex_array *values);

DPEX_EXTERN_C_END

#endif
