/* Making the array that a result goes to. */
#ifndef DPEX_OPS_TAPE_RESULT_H
#define DPEX_OPS_TAPE_RESULT_H

#include "dpex/array.h"

/* out: of that shape and dtype, for the arrays (n of them, at least one) of an element-wise
 * call: on their queue, of the USM kind that they coerce to, laid out by order. */
dpex_status dpex_result_init(const dpex_array *const *arrays, int n, int nd, const int64_t *shape,
                             dpex_dtype dtype, dpex_order order, dpex_array *out);

/* The same for a result that is computed at once or becomes pending: it may be in memory that only
 * pending work keeps. */
dpex_status dpex_result_init_reusing(const dpex_array *const *arrays, int n, int nd,
                                     const int64_t *shape, dpex_dtype dtype, dpex_order order,
                                     dpex_array *out);

/* The same in a storage, of which it takes the reference. */
dpex_status dpex_result_init_in(dpex_storage *storage, dpex_queue *queue, dpex_dtype dtype, int nd,
                                const int64_t *shape, dpex_order order, dpex_array *out);

/* The storage of an input of pending work, of such elements in C or Fortran order, which nobody else
 * keeps (ops/fusion/reuse.c); the caller's from now on. NULL: there is none. */
dpex_storage *dpex_result_take_dead(dpex_queue *queue, dpex_dtype dtype, int nd,
                                    const int64_t *shape, dpex_order order, dpex_usm_kind kind);

/* Whether x is as dpex_result_init would make it in order K. */
int dpex_result_is_like(const dpex_array *const *arrays, int n, int nd, const int64_t *shape,
                        dpex_dtype dtype, const dpex_array *x);

#endif
