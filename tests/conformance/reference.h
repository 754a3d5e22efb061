/* What operations and conversions should compute, one element at a time.
 *
 * Operations by the rows of reference.def, which say it a second time: with integers of 128 bits and reals of more digits, and without the
 * bodies and helpers that kernels are made of. */
#ifndef DPEX_CONFORMANCE_REFERENCE_H
#define DPEX_CONFORMANCE_REFERENCE_H

#include "value.h"

/* A result, and how many ULPs a computed one may be away. */
typedef struct expectation {
    value value;
    double ulps;
} expectation;

/* Result of the operation on operands that were converted to `in`; 0 if reference.def has none for their class. */
int reference_apply(size_t op, const dpex_dtype *in, dpex_dtype out, const value *operands,
                    expectation *result);

/* The conversion of a value between dtypes. */
value reference_cast(const value *v, dpex_dtype from, dpex_dtype to);

#endif
