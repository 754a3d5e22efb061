/* Complex helpers of portable kernel C: structs of two parts, for both precisions.
 *
 * Arithmetic is spelled out so that it vectorises; functions go through libm's, which follow Annex G of C99. Comparisons order
 * lexicographically, as NumPy's: a part that is NaN makes them false. */
#ifndef DPEX_OPS_LOOPS_K_COMPLEX_H
#define DPEX_OPS_LOOPS_K_COMPLEX_H

#include <complex.h>
#undef complex /* also the name of a column of the table */
#include <math.h>
#include <string.h>

#include "dpex/dtype.h"

/* -x, which the compiler does not see as one: gcc 12 makes fused multiply-adds of a subtraction beside an addition of
 * products, -ffp-contract=off or not, when it vectorises them. */
static inline float k_flip_c64(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    bits ^= 0x80000000u;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static inline double k_flip_c128(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    bits ^= UINT64_C(0x8000000000000000);
    memcpy(&x, &bits, sizeof(x));
    return x;
}

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

#define K_COMPLEX(suffix, C, Z, R, abs_fn, f)                                                      \
    static inline C k_add_##suffix(C x, C y)                                                       \
    {                                                                                              \
        return (C){x.re + y.re, x.im + y.im};                                                      \
    }                                                                                              \
    static inline C k_sub_##suffix(C x, C y)                                                       \
    {                                                                                              \
        return (C){x.re - y.re, x.im - y.im};                                                      \
    }                                                                                              \
    static inline C k_neg_##suffix(C x)                                                            \
    {                                                                                              \
        return (C){-x.re, -x.im};                                                                  \
    }                                                                                              \
    static inline C k_mul_##suffix(C x, C y)                                                       \
    {                                                                                              \
        return (C){x.re * y.re + x.im * k_flip_##suffix(y.im), x.re * y.im + x.im * y.re};         \
    }                                                                                              \
    /* Smith's algorithm, without overflow of |y|^2; by a real number part by part. */             \
    static inline C k_div_##suffix(C x, C y)                                                       \
    {                                                                                              \
        int im_larger = abs_fn(y.re) < abs_fn(y.im);                                               \
        R large = im_larger ? y.im : y.re, small = im_larger ? y.re : y.im;                        \
        R ratio = small / large, scale = large + small * ratio, flipped = k_flip_##suffix(x.re);   \
        R re = (im_larger ? x.re : x.im) * ratio + (im_larger ? x.im : x.re);                      \
        R im = (im_larger ? x.im : flipped) * ratio + (im_larger ? flipped : x.im);                \
        C quotient = {re / scale, im / scale};                                                     \
        C by_real = {x.re / y.re, x.im / y.re};                                                    \
        return y.im == 0 ? by_real : quotient;                                                     \
    }                                                                                              \
    static inline int k_equal_##suffix(C x, C y)                                                   \
    {                                                                                              \
        return (x.re == y.re) & (x.im == y.im);                                                    \
    }                                                                                              \
    static inline int k_less_##suffix(C x, C y)                                                    \
    {                                                                                              \
        int ordered = (x.im == x.im) & (y.im == y.im);                                             \
        return ((x.re < y.re) & ordered) | ((x.re == y.re) & (x.im < y.im));                       \
    }                                                                                              \
    static inline int k_less_equal_##suffix(C x, C y)                                              \
    {                                                                                              \
        int ordered = (x.im == x.im) & (y.im == y.im);                                             \
        return ((x.re < y.re) & ordered) | ((x.re == y.re) & (x.im <= y.im));                      \
    }                                                                                              \
    K_COMPLEX_FUNCTION(sqrt, suffix, C, Z, R, csqrt##f)                                            \
    K_COMPLEX_FUNCTION(exp, suffix, C, Z, R, cexp##f)                                              \
    K_COMPLEX_FUNCTION(log, suffix, C, Z, R, clog##f)                                              \
    K_COMPLEX_FUNCTION(sin, suffix, C, Z, R, csin##f)                                              \
    K_COMPLEX_FUNCTION(cos, suffix, C, Z, R, ccos##f)
K_COMPLEX(c64, dpex_c64, float _Complex, float, fabsf, f)
K_COMPLEX(c128, dpex_c128, double _Complex, double, fabs, )
#undef K_COMPLEX
#undef K_COMPLEX_FUNCTION

#endif
