/* Making the array that a result goes to. */
#ifndef DPEX_OPS_TAPE_RESULT_H
#define DPEX_OPS_TAPE_RESULT_H

#include "dpex/array.h"

/* out: of that shape and dtype, for the arrays (n of them, at least one) of an element-wise
 * call: on their queue, of the USM kind that they coerce to, laid out by order. */
dpex_status dpex_result_init(const dpex_array *const *arrays, int n, int nd, const int64_t *shape,
                             dpex_dtype dtype, dpex_order order, dpex_array *out);

#endif
