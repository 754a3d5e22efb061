/* What operations should compute, one element at a time.
 *
 * The bodies are those of defs/elementwise.def, so that a new row is tested without a further line here; their helpers are written
 * again, plainly: integers in 128 bits, functions of long double, no vectors. Formulas themselves are compared with NumPy by the
 * Python tests. */
#ifndef DPEX_CONFORMANCE_REFERENCE_H
#define DPEX_CONFORMANCE_REFERENCE_H

#include "value.h"

/* Result of the operation on operands that were converted to `in`; *tolerance: ULPs that are allowed. */
value reference_apply(size_t op, const dpex_dtype *in, dpex_dtype out, const value *operands,
                      double *tolerance);

/* The conversion of a value between dtypes. */
value reference_cast(const value *v, dpex_dtype from, dpex_dtype to);

#endif
