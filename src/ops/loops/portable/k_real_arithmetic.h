/* Real functions that math.h does not have, in portable kernel C: compiled here, and handed as text
 * to device compilers.
 *
 * A target defines the functions of defs/real_math.def and defs/vector_math.def as k_<name>_f32 and
 * k_<name>_f64 before. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_REAL_ARITHMETIC_H
#define DPEX_OPS_LOOPS_PORTABLE_K_REAL_ARITHMETIC_H

#ifndef K_DEVICE /* device compilers have their own */
#include "k_bits.h"
#include "k_real.h"
#endif

/* The number after x towards y, in the order of the numbers' bits without sign.
 * The bits without their sign are ordered as the numbers are; 0 has two forms, of which the
 * sign of x or y decides. */
#define K_NEXT(suffix, Bits, Int, sign, infinity)                                                  \
    static inline Bits k_next_bits_##suffix(Bits x, Bits y)                                        \
    {                                                                                              \
        Bits size = x & ~sign, target = y & ~sign;                                                 \
        Int from = x & sign ? -(Int)size : (Int)size, to = y & sign ? -(Int)target : (Int)target;  \
        Int next = from < to ? from + 1 : from - 1;                                                \
        Bits stepped = next < 0 ? sign | (Bits)-next : next == 0 ? x & sign : (Bits)next;          \
        return size > infinity ? x : target > infinity || from == to ? y : stepped;                \
    }
K_NEXT(f16, uint16_t, int32_t, (uint16_t)0x8000u, 0x7c00u)
K_NEXT(f32, uint32_t, int32_t, 0x80000000u, 0x7f800000u)
K_NEXT(f64, uint64_t, int64_t, ((uint64_t)1 << 63), ((uint64_t)0x7ff << 52))
#undef K_NEXT

static inline uint16_t k_nextafter_f16(uint16_t x, uint16_t y)
{
    return k_next_bits_f16(x, y);
}

/* top: the number of the highest bit; limit: 2^digits. */
#define K_REAL_ARITHMETIC(suffix, R, top, limit)                                                     \
    static inline R k_abs_##suffix(R x)                                                              \
    {                                                                                                \
        return k_fabs_##suffix(x);                                                                   \
    }                                                                                                \
    static inline int k_isfinite_##suffix(R x)                                                       \
    {                                                                                                \
        return x - x == 0;                                                                           \
    }                                                                                                \
    static inline int k_isnan_##suffix(R x)                                                          \
    {                                                                                                \
        return x != x;                                                                               \
    }                                                                                                \
    static inline int k_isinf_##suffix(R x)                                                          \
    {                                                                                                \
        return (x == x) & (x - x != 0);                                                              \
    }                                                                                                \
    static inline int k_signbit_##suffix(R x)                                                        \
    {                                                                                                \
        return (int)(k_bits_of_##suffix(x) >> top);                                                  \
    }                                                                                                \
    static inline R k_sign_##suffix(R x)                                                             \
    {                                                                                                \
        R sign = (R)((x > 0) - (x < 0));                                                             \
        return x != x ? x : sign;                                                                    \
    }                                                                                                \
    /* NaN if one of them is; two selections, which chains of them are compiled to vectors of. */    \
    static inline R k_maximum_##suffix(R x, R y)                                                     \
    {                                                                                                \
        R greater = x > y ? x : y;                                                                   \
        return x != x ? x : greater;                                                                 \
    }                                                                                                \
    static inline R k_minimum_##suffix(R x, R y)                                                     \
    {                                                                                                \
        R less = x < y ? x : y;                                                                      \
        return x != x ? x : less;                                                                    \
    }                                                                                                \
    /* Rounded down from the real quotient, where that is below 2^digits: what the rounded quotient\
     * leaves over is exact, and negative if rounding reached the next integer. A quotient that is too small rounds to 0,   \
     * as that by an infinity is 0: less than 0 if the signs differ. */ \
    static inline R k_floor_divide_##suffix(R x, R y)                                                \
    {                                                                                                \
        R quotient = x / y, whole = k_floor_##suffix(quotient), product = whole * y;                 \
        R rest = x - product - k_product_error_##suffix(whole, y, product);                          \
        int above = (y > 0 ? rest < 0 : rest > 0) & (k_fabs_##suffix(quotient) < limit);             \
        int below_zero = (quotient == 0) & (x != 0) & ((y > 0) ? x < 0 : x > 0);                     \
        return above | below_zero ? whole - 1 : whole;                                               \
    }                                                                                                \
    /* With the sign of the divisor, zeros too. */                                                   \
    static inline R k_remainder_##suffix(R x, R y)                                                   \
    {                                                                                                \
        R rest = k_fmod_##suffix(x, y);                                                              \
        if (rest == 0) return k_copysign_##suffix(rest, y);                                          \
        return (rest < 0) != (y < 0) ? rest + y : rest;                                              \
    }                                                                                                \
    static inline R k_nextafter_##suffix(R x, R y)                                                   \
    {                                                                                                \
        return k_##suffix##_of_bits(                                                                 \
            k_next_bits_##suffix(k_bits_of_##suffix(x), k_bits_of_##suffix(y)));                     \
    }                                                                                                \
    /* log(exp(x) + exp(y)), exact for equal infinities. */                                          \
    static inline R k_logaddexp_##suffix(R x, R y)                                                   \
    {                                                                                                \
        R larger = k_maximum_##suffix(x, y);                                                         \
        R distance = x == y ? (R)0 : -k_fabs_##suffix(x - y);                                        \
        return larger + k_log1p_##suffix(k_exp_##suffix(distance));                                  \
    }

K_IF_F32(K_REAL_ARITHMETIC(f32, float, 31, 0x1p24f))
K_IF_F64(K_REAL_ARITHMETIC(f64, double, 63, 0x1p53))
#undef K_REAL_ARITHMETIC

/* digits: of the fraction; most: the largest exponent; up, down: 2^most and 2^-drop, a product with
 * which stays normal so far that only the last factor rounds; normal: the least normal number. */
#define K_REAL_PARTS(suffix, R, Bits, Int, digits, most, up, down, drop, normal)                   \
    /* e of x = m 2^e with 0.5 <= |m| < 1, 0 for 0, infinities and NaN. */                         \
    static inline R k_exponent_##suffix(R x)                                                       \
    {                                                                                              \
        R size = k_fabs_##suffix(x), scaled = size < normal ? size * up : size;                    \
        Int e = (Int)(k_bits_of_##suffix(scaled) >> digits) - (most - 1);                          \
        Int shift = size < normal ? most : 0;                                                      \
        return size == 0 || size - size != 0 ? (R)0 : (R)(e - shift);                              \
    }                                                                                              \
    /* x 2^y for whole y, rounded once. */                                                         \
    static inline R k_ldexp_##suffix(R x, R y)                                                     \
    {                                                                                              \
        R n = y == y ? y : (R)0;                                                                   \
        for (int i = 0; i < 2; i++) {                                                              \
            x *= n > most ? up : n < 1 - most ? down : (R)1;                                       \
            n -= n > most ? (R)most : n < 1 - most ? (R)-drop : (R)0;                              \
        }                                                                                          \
        n = n > most ? (R)most : n < 1 - most ? (R)(1 - most) : n;                                 \
        return x * k_##suffix##_of_bits((Bits)((Int)n + most) << digits);                          \
    }
K_IF_F32(K_REAL_PARTS(f32, float, uint32_t, int32_t, 23, 127, 0x1p127f, 0x1p-102f, 102, 0x1p-126f))
K_IF_F64(K_REAL_PARTS(f64, double, uint64_t, int64_t, 52, 1023, 0x1p1023, 0x1p-969, 969, 0x1p-1022))
#undef K_REAL_PARTS

/* in_degrees: 180 / pi; in_radians: pi / 180; log2e: log2(e); root_2_pi: sqrt(2 pi). */
#define K_REAL_FUNCTIONS(suffix, R, in_degrees, in_radians, log2e, root_2_pi)                                                    \
    static inline R k_degrees_##suffix(R x)                                                                                      \
    {                                                                                                                            \
        return x * in_degrees;                                                                                                   \
    }                                                                                                                            \
    static inline R k_radians_##suffix(R x)                                                                                      \
    {                                                                                                                            \
        return x * in_radians;                                                                                                   \
    }                                                                                                                            \
    /* log2(2^x + 2^y), exact for equal infinities. */                                                                           \
    static inline R k_logaddexp2_##suffix(R x, R y)                                                                              \
    {                                                                                                                            \
        R larger = k_maximum_##suffix(x, y);                                                                                     \
        R distance = x == y ? (R)0 : -k_fabs_##suffix(x - y);                                                                    \
        return larger + log2e * k_log1p_##suffix(k_exp2_##suffix(distance));                                                     \
    }                                                                                                                            \
    /* The modified Bessel function of order 0: to 30 the power series, whose terms are all positive, beyond it the asymptotic \
     * series (NIST Handbook of Mathematical Functions, 10.25.2 and 10.40.1). */ \
    static inline R k_i0_##suffix(R x)                                                                                           \
    {                                                                                                                            \
        R size = k_fabs_##suffix(x), t = x * x / 4, sum = 1;                                                                     \
        if (!(size > 30)) {                                                                                                      \
            for (int k = 50; k > 0; k--) sum = 1 + sum * (t / (R)(k * k));                                                       \
            return sum;                                                                                                          \
        }                                                                                                                        \
        for (int k = 24; k > 0; k--) {                                                                                           \
            R odd = (R)(2 * k - 1);                                                                                              \
            sum = 1 + sum * (odd * odd / ((R)(8 * k) * size));                                                                   \
        }                                                                                                                        \
        R root = k_exp_##suffix(size / 2);                                                                                       \
        return size - size == 0 ? root * (sum / (root_2_pi * k_sqrt_##suffix(size))) * root                                      \
                                : size;                                                                                          \
    }
K_IF_F32(K_REAL_FUNCTIONS(f32, float, 57.2957795130823209f, 0.0174532925199432958f,
                          1.44269504088896341f, 2.50662827463100050f))
K_IF_F64(K_REAL_FUNCTIONS(f64, double, 57.2957795130823209, 0.0174532925199432958,
                          1.44269504088896341, 2.50662827463100050))
#undef K_REAL_FUNCTIONS

#endif
