/* Type promotion of operations (resolve.c), for the callers inside ops/. */
#ifndef DPEX_OPS_TAPE_RESOLVE_H
#define DPEX_OPS_TAPE_RESOLVE_H

#include "op.h"

/* dtypes: one per operand. in: the dtypes to convert them to, out: the result's.
 * DPEX_ERROR_INVALID_TYPE. */
dpex_status dpex_op_promote(const dpex_op *op, const dpex_dtype *dtypes, const dpex_device *device,
                            dpex_dtype *in, dpex_dtype *out);

/* The dtypes of operands, Python scalars given one beside the arrays. DPEX_ERROR_OVERFLOW,
 * DPEX_ERROR_PLACEMENT. */
dpex_status dpex_op_operand_dtypes(const dpex_op *op, const dpex_operand *operands,
                                   const dpex_device *device, dpex_dtype *dtypes);

/* Whether a Python scalar beside arrays of this dtype takes the dtype itself: no higher kind, no
 * overflow. */
int dpex_operand_fits(const dpex_operand *scalar, dpex_dtype dtype);

#endif
