/* Short paths: for small work (fast.c), and for operations on what is pending. */
#ifndef DPEX_OPS_TAPE_FAST_H
#define DPEX_OPS_TAPE_FAST_H

#include "ops/loops/loops.h"

/* Whether it was done here; then *status and *out are as dpex_elementwise_new leaves them. */
int dpex_elementwise_fast(const dpex_op *op, const dpex_operand *operands, dpex_order order,
                          dpex_array *out, dpex_status *status);

/* The same for an operation that is added to what is pending (extend.c). */
int dpex_elementwise_extend(const dpex_op *op, const dpex_operand *operands, dpex_order order,
                            dpex_array *out, dpex_status *status);

/* The first one into an existing array. */
int dpex_elementwise_fast_into(const dpex_op *op, const dpex_operand *operands,
                               const dpex_array *out);

#endif
