/* Arithmetic of complex numbers in portable kernel C: compiled here, and handed as text to device
 * compilers.
 *
 * A target defines K_PARTS(C, re, im), a value of the struct C, and k_flip_c64/k_flip_c128, which
 * change a sign. Comparisons order lexicographically, as NumPy's: a part that is NaN makes them
 * false. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_COMPLEX_ARITHMETIC_H
#define DPEX_OPS_LOOPS_PORTABLE_K_COMPLEX_ARITHMETIC_H

#ifndef K_DEVICE /* device compilers have their own */
#include "dpex/dtype.h"

#include "k_bits.h"
#include "k_real_arithmetic.h"

#define K_PARTS(C, ...) ((C){__VA_ARGS__})

/* -x, which the compiler does not see as one: gcc 12 makes fused multiply-adds of a subtraction
 * beside an addition of products, -ffp-contract=off or not, when it vectorises them. */
static inline float k_flip_c64(float x)
{
    return k_f32_of_bits(k_bits_of_f32(x) ^ 0x80000000u);
}

static inline double k_flip_c128(double x)
{
    return k_f64_of_bits(k_bits_of_f64(x) ^ UINT64_C(0x8000000000000000));
}
#endif

/* high: a quarter of the largest numbers; low: from where on up to low digits are lost; up: low
 * times it is small yet. */
#define K_COMPLEX_ARITHMETIC(suffix, C, R, real, high, low, up)                                                   \
    /* A power of 2 that takes a size away from the ends of the range, where a step in between would leave it. */ \
    static inline R k_into_range_##suffix(R size)                                                                 \
    {                                                                                                             \
        R factor = size < low ? up : (R)1;                                                                        \
        return size > high ? (R)0.25f : factor;                                                                   \
    }                                                                                                             \
    static inline R k_out_of_range_##suffix(R size) /* 1 / k_into_range */                                        \
    {                                                                                                             \
        R factor = size < low ? 1 / up : (R)1;                                                                    \
        return size > high ? (R)4 : factor;                                                                       \
    }                                                                                                             \
    static inline C k_add_##suffix(C x, C y)                                                                      \
    {                                                                                                             \
        return K_PARTS(C, x.re + y.re, x.im + y.im);                                                              \
    }                                                                                                             \
    static inline C k_sub_##suffix(C x, C y)                                                                      \
    {                                                                                                             \
        return K_PARTS(C, x.re - y.re, x.im - y.im);                                                              \
    }                                                                                                             \
    static inline C k_neg_##suffix(C x)                                                                           \
    {                                                                                                             \
        return K_PARTS(C, -x.re, -x.im);                                                                          \
    }                                                                                                             \
    static inline C k_mul_##suffix(C x, C y)                                                                      \
    {                                                                                                             \
        return K_PARTS(C, x.re * y.re + x.im * k_flip_##suffix(y.im), x.re * y.im + x.im * y.re);                 \
    }                                                                                                             \
    /* Smith's algorithm, without overflow of |y|^2 or of a step in between; by a real number part by part. */    \
    static inline C k_div_##suffix(C x, C y)                                                                      \
    {                                                                                                             \
        R re_of_x = k_fabs_##real(x.re), im_of_x = k_fabs_##real(x.im);                                           \
        R most_of_x = re_of_x < im_of_x ? im_of_x : re_of_x;                                                      \
        R of_x = k_into_range_##suffix(most_of_x), back = k_out_of_range_##suffix(most_of_x);                     \
        int im_larger = k_fabs_##real(y.re) < k_fabs_##real(y.im), is_real = y.im == 0;                           \
        R large = im_larger ? y.im : y.re, small = im_larger ? y.re : y.im;                                       \
        R of_y = k_into_range_##suffix(k_fabs_##real(large)), a = x.re * of_x, b = x.im * of_x;                   \
        large *= of_y, small *= of_y;                                                                             \
        R ratio = small / large, scale = large + small * ratio, flipped = k_flip_##suffix(a);                     \
        R re = (im_larger ? a : b) * ratio + (im_larger ? b : a);                                                 \
        R im = (im_larger ? b : flipped) * ratio + (im_larger ? flipped : b);                                     \
        R divisor = is_real ? y.re : scale, factor = is_real ? (R)1 : back * of_y;                                \
        re = is_real ? x.re : re, im = is_real ? x.im : im;                                                       \
        return K_PARTS(C, re / divisor * factor, im / divisor * factor);                                          \
    }                                                                                                             \
    static inline int k_equal_##suffix(C x, C y)                                                                  \
    {                                                                                                             \
        return (x.re == y.re) & (x.im == y.im);                                                                   \
    }                                                                                                             \
    static inline int k_less_##suffix(C x, C y)                                                                   \
    {                                                                                                             \
        int ordered = (x.im == x.im) & (y.im == y.im);                                                            \
        return ((x.re < y.re) & ordered) | ((x.re == y.re) & (x.im < y.im));                                      \
    }                                                                                                             \
    static inline int k_less_equal_##suffix(C x, C y)                                                             \
    {                                                                                                             \
        int ordered = (x.im == x.im) & (y.im == y.im);                                                            \
        return ((x.re < y.re) & ordered) | ((x.re == y.re) & (x.im <= y.im));                                     \
    }                                                                                                             \
    static inline int k_truth_##suffix(C x)                                                                       \
    {                                                                                                             \
        return (x.re != 0) | (x.im != 0);                                                                         \
    }                                                                                                             \
    static inline int k_isfinite_##suffix(C x)                                                                    \
    {                                                                                                             \
        return k_isfinite_##real(x.re) & k_isfinite_##real(x.im);                                                 \
    }                                                                                                             \
    static inline int k_isnan_##suffix(C x)                                                                       \
    {                                                                                                             \
        return (x.re != x.re) | (x.im != x.im);                                                                   \
    }                                                                                                             \
    static inline int k_isinf_##suffix(C x)                                                                       \
    {                                                                                                             \
        return k_isinf_##real(x.re) | k_isinf_##real(x.im);                                                       \
    }                                                                                                             \
    /* The first that has a NaN, else the larger. */                                                              \
    static inline C k_maximum_##suffix(C x, C y)                                                                  \
    {                                                                                                             \
        return k_isnan_##suffix(x) || (k_less_equal_##suffix(y, x) && !k_isnan_##suffix(y)) ? x                   \
                                                                                            : y;                  \
    }                                                                                                             \
    static inline C k_minimum_##suffix(C x, C y)                                                                  \
    {                                                                                                             \
        return k_isnan_##suffix(x) || (k_less_equal_##suffix(x, y) && !k_isnan_##suffix(y)) ? x                   \
                                                                                            : y;                  \
    }                                                                                                             \
    static inline C k_conj_##suffix(C x)                                                                          \
    {                                                                                                             \
        return K_PARTS(C, x.re, -x.im);                                                                           \
    }                                                                                                             \
    static inline C k_rint_##suffix(C x)                                                                          \
    {                                                                                                             \
        return K_PARTS(C, k_rint_##real(x.re), k_rint_##real(x.im));                                              \
    }                                                                                                             \
    static inline R k_abs_##suffix(C x)                                                                           \
    {                                                                                                             \
        return k_hypot_##real(x.re, x.im);                                                                        \
    }                                                                                                             \
    static inline R k_angle_##suffix(C x)                                                                         \
    {                                                                                                             \
        return k_atan2_##real(x.im, x.re);                                                                        \
    }                                                                                                             \
    static inline C k_reciprocal_##suffix(C x)                                                                    \
    {                                                                                                             \
        return k_div_##suffix(K_PARTS(C, 1, 0), x);                                                               \
    }                                                                                                             \
    /* x / |x|, 0 of 0, and the direction of a part that alone is infinite */                                     \
    static inline C k_sign_##suffix(C x)                                                                          \
    {                                                                                                             \
        int ends = k_isinf_##real(x.re), is_infinite = k_isinf_##real(x.im);                                      \
        C far = K_PARTS(C, ends ? k_copysign_##real((R)1, x.re) : (R)0,                                           \
                        is_infinite ? k_copysign_##real((R)1, x.im) : (R)0);                                      \
        if (ends != is_infinite) x = far;                                                                         \
        R a = k_fabs_##real(x.re), b = k_fabs_##real(x.im);                                                       \
        R range = k_into_range_##suffix(a < b ? b : a);                                                           \
        x.re *= range, x.im *= range;                                                                             \
        R size = k_hypot_##real(x.re, x.im);                                                                      \
        C unit = K_PARTS(C, x.re / size, x.im / size), zero = K_PARTS(C, 0, 0);                                   \
        return size == 0 ? zero : unit;                                                                           \
    }                                                                                                             \
    /* All infinities are one point. */                                                                           \
    static inline C k_proj_##suffix(C x)                                                                          \
    {                                                                                                             \
        C infinite = K_PARTS(C, k_fabs_##real(k_isinf_##real(x.re) ? x.re : x.im),                                \
                             k_copysign_##real((R)0, x.im));                                                      \
        return k_isinf_##suffix(x) ? infinite : x;                                                                \
    }

K_COMPLEX_ARITHMETIC(c64, dpex_c64, float, f32, 0x1p126f, 0x1p-100f, 0x1p48f)
#ifndef K_NO_F64
K_COMPLEX_ARITHMETIC(c128, dpex_c128, double, f64, 0x1p1022, 0x1p-960, 0x1p110)
#endif
#undef K_COMPLEX_ARITHMETIC

#endif
