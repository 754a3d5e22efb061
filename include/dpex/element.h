/* Single elements, for the loops of a language that is slower than the memory: values are read, computed and written by the calling
 * thread, where nothing is pending and the device computes on the host. Every function here may decline, by returning 0, and then
 * has done nothing: the functions of array.h, index.h and op.h do the same in every case, and report what is wrong. A call costs
 * a few loads; none of them waits. */
#ifndef DPEX_ELEMENT_H
#define DPEX_ELEMENT_H

#include "op.h"

DPEX_EXTERN_C_BEGIN

/* *value = x[indices], one index per axis; negative ones count from the end. */
DPEX_API int dpex_element_read(const dpex_array *x, const int64_t *indices, dpex_scalar *value);
/* x[indices] = *value, which is of x's dtype. */
DPEX_API int dpex_element_write(const dpex_array *x, const int64_t *indices,
                                const dpex_scalar *value);
/* view = x[indices], which works where something is pending too; 0: out of bounds. has_queue: a
 * reference to x's queue is the view's already, taken; of an earlier view that has given up its
 * storage alone. */
DPEX_API int dpex_element_view(const dpex_array *x, const int64_t *indices, int has_queue,
                               dpex_array *view);
/* *result = op(operands...), of *dtype, where the operands are arrays without dimensions, at least one, and numbers. */
DPEX_API int dpex_element_compute(const dpex_op *op, const dpex_operand *operands,
                                  dpex_dtype *dtype, dpex_scalar *result);
/* The same, written to *out if dpex_element_is_reusable approves of it, which becomes what the operation gives, placed as its
 * operands. Declined also where the operation is not one of the plainest or the result has another size, queue or kind of memory. */
DPEX_API int dpex_element_apply(const dpex_op *op, const dpex_operand *operands, dpex_array *out);
/* The same of two values of x's dtype: of x and of y, or where y is NULL of *number. */
DPEX_API int dpex_element_apply_to_pair(const dpex_op *op, const dpex_array *x, const dpex_array *y,
                                        const void *number, dpex_array *out);
/* Of elements of how many bytes that result is, as a power of two: of an operand of this dtype, 2^s. */
enum { DPEX_ELEMENT_N_SIZES = 5 };
DPEX_API int dpex_element_size(const dpex_op *op, dpex_dtype dtype);
/* Whether an array without dimensions is all there is of a block of the pool, which no pointer owns, whose address was not given
 * out and which nothing uses: who is about to release the array may keep it, for another element of the same size. */
DPEX_API int dpex_element_is_reusable(const dpex_array *x);
/* Makes an array that was kept so one of another dtype and value, placed as x is; 0 also where it is placed otherwise. */
DPEX_API int dpex_element_reuse(dpex_array *kept, const dpex_array *x, dpex_dtype dtype,
                                const dpex_scalar *value);

DPEX_EXTERN_C_END

#endif
