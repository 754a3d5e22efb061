/* The rows of reference.def as functions, a table per class of dtypes. */
#ifndef DPEX_CONFORMANCE_EXPECTATION_H
#define DPEX_CONFORMANCE_EXPECTATION_H

#include <float.h>

#include "ops/tape/op.h"

/* Integers of all dtypes, and their products modulo 2^128. */
typedef __int128 wide;

/* Sums and products of two doubles, exactly or with bits enough that rounding them again changes nothing. */
#if LDBL_MANT_DIG >= 113
typedef long double exact;
#else
typedef __float128 exact;
#endif

typedef struct pair {
    exact re, im;
} pair;

typedef struct integer_operands {
    wide x, y, z;
    dpex_dtype dtype;
} integer_operands;

typedef struct real_operands {
    long double x, y, z;
    dpex_dtype dtype;
} real_operands;

typedef struct complex_operands {
    pair x, y, z;
    dpex_dtype dtype;
} complex_operands;

/* By the number of the operation, NULL where reference.def has no row; *ulps: negative where reference.def has no expression for this class. */
typedef wide (*integer_expectation)(const integer_operands *in, double *ulps);
typedef exact (*real_expectation)(const real_operands *in, double *ulps);
typedef pair (*complex_expectation)(const complex_operands *in, double *ulps);

extern const integer_expectation expected_integers[DPEX_N_OPS];
extern const real_expectation expected_reals[DPEX_N_OPS];
extern const complex_expectation expected_pairs[DPEX_N_OPS];

#endif
