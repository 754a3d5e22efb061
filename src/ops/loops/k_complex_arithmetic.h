/* Arithmetic of complex numbers in portable kernel C: compiled here, and handed as text to device compilers.
 *
 * A target defines K_PARTS(C, re, im), a value of the struct C, and k_flip_c64/k_flip_c128, which change a sign. Comparisons
 * order lexicographically, as NumPy's: a part that is NaN makes them false. */
#ifndef DPEX_OPS_LOOPS_K_COMPLEX_ARITHMETIC_H
#define DPEX_OPS_LOOPS_K_COMPLEX_ARITHMETIC_H

#ifndef K_DEVICE /* device compilers have their own */
#include <math.h>
#include <string.h>

#include "dpex/dtype.h"

#define K_PARTS(C, ...) ((C){__VA_ARGS__})

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
#endif

#define K_COMPLEX_ARITHMETIC(suffix, C, R, abs_fn)                                                 \
    static inline C k_add_##suffix(C x, C y)                                                       \
    {                                                                                              \
        return K_PARTS(C, x.re + y.re, x.im + y.im);                                               \
    }                                                                                              \
    static inline C k_sub_##suffix(C x, C y)                                                       \
    {                                                                                              \
        return K_PARTS(C, x.re - y.re, x.im - y.im);                                               \
    }                                                                                              \
    static inline C k_neg_##suffix(C x)                                                            \
    {                                                                                              \
        return K_PARTS(C, -x.re, -x.im);                                                           \
    }                                                                                              \
    static inline C k_mul_##suffix(C x, C y)                                                       \
    {                                                                                              \
        return K_PARTS(C, x.re * y.re + x.im * k_flip_##suffix(y.im), x.re * y.im + x.im * y.re);  \
    }                                                                                              \
    /* Smith's algorithm, without overflow of |y|^2; by a real number part by part. */             \
    static inline C k_div_##suffix(C x, C y)                                                       \
    {                                                                                              \
        int im_larger = abs_fn(y.re) < abs_fn(y.im);                                               \
        R large = im_larger ? y.im : y.re, small = im_larger ? y.re : y.im;                        \
        R ratio = small / large, scale = large + small * ratio, flipped = k_flip_##suffix(x.re);   \
        R re = (im_larger ? x.re : x.im) * ratio + (im_larger ? x.im : x.re);                      \
        R im = (im_larger ? x.im : flipped) * ratio + (im_larger ? flipped : x.im);                \
        C quotient = K_PARTS(C, re / scale, im / scale);                                           \
        C by_real = K_PARTS(C, x.re / y.re, x.im / y.re);                                          \
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
    }

K_COMPLEX_ARITHMETIC(c64, dpex_c64, float, fabsf)
#ifndef K_NO_F64
K_COMPLEX_ARITHMETIC(c128, dpex_c128, double, fabs)
#endif
#undef K_COMPLEX_ARITHMETIC

#endif
