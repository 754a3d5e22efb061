/* Complex helpers of portable kernel C: structs of two parts, for both precisions.
 *
 * Arithmetic is spelled out (k_complex_arithmetic.h) so that it vectorises; functions go through
 * libm's, which follow Annex G of C99. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_COMPLEX_H
#define DPEX_OPS_LOOPS_PORTABLE_K_COMPLEX_H

#include <complex.h>
#undef complex /* also the name of a column of the table */
#include <math.h>

#include "k_complex_arithmetic.h"

/* A struct of two parts and C's complex type have the same layout; the union converts between them
 * without a copy through memory. */
#define K_COMPLEX_FUNCTION(name, suffix, C, Z, R, fn)                                              \
    static inline C k_##name##_##suffix(C x)                                                       \
    {                                                                                              \
        union {                                                                                    \
            C parts;                                                                               \
            Z z;                                                                                   \
        } in = {x}, out;                                                                           \
        out.z = fn(in.z);                                                                          \
        return out.parts;                                                                          \
    }

#define DPEX_COMPLEX_MATH(name)                                                                    \
    K_COMPLEX_FUNCTION(name, c64, dpex_c64, float _Complex, float, c##name##f)                     \
    K_COMPLEX_FUNCTION(name, c128, dpex_c128, double _Complex, double, c##name)
#include "defs/complex_math.def"
#undef DPEX_COMPLEX_MATH
#undef K_COMPLEX_FUNCTION

#include "k_complex_functions.h"

#endif
