/* Functions of complex numbers that complex.h does not have, in portable kernel C: compiled here,
 * and handed as text to device compilers. They come after those of defs/complex_math.def, on which
 * they build. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_COMPLEX_FUNCTIONS_H
#define DPEX_OPS_LOOPS_PORTABLE_K_COMPLEX_FUNCTIONS_H

#ifndef K_DEVICE /* device compilers have their own */
#include "k_complex.h"
#endif

/* cos(t) and sin(t) of a fraction of a turn, as 2^64 parts, by the angle to the next quarter.
 * The nearest quarter is taken off first, so that |angle| is at
 * most pi / 4. */
#define K_UNIT_OF_TURN(suffix, C, R, real, part)                                                   \
    static inline C k_unit_of_turn_##suffix(uint64_t fraction)                                     \
    {                                                                                              \
        int quarter = (int)((fraction + ((uint64_t)1 << 61)) >> 62);                               \
        R angle = (R)(int64_t)(fraction - ((uint64_t)quarter << 62)) * part;                       \
        R cosine = k_cos_##real(angle), sine = k_sin_##real(angle);                                \
        R re = quarter & 1 ? sine : cosine, im = quarter & 1 ? cosine : sine;                      \
        return K_PARTS(C, quarter == 1 || quarter == 2 ? -re : re, quarter & 2 ? -im : im);        \
    }

/* 2^(i x) for |x| of 2^10 (float), 2^24 (double) and more. It is x log(2) / (2 pi) full circles, of
 * which only the fraction counts: the digits of that factor whose products with the whole number x
 * / 2^e have an exponent below 0 (M. Payne, R. Hanek, Radian reduction for trigonometric functions,
 * 1983). The digits begin with 32 that are 0. */
K_UNIT_OF_TURN(c64, dpex_c64, float, f32, 0x1.921fb6p-62f)
static inline dpex_c64 k_exp2_unit_c64(float x)
{
    /* The digits of log(2) / (2 pi), 32 bits each. */
    const uint32_t digits[] = {0,           0x1c3dc98fu, 0x7e969bbbu, 0x2d82160bu,
                               0x957fbcf7u, 0x6384efb3u, 0x4752570du};
    uint32_t bits = k_bits_of_f32(x);
    /* The exponent of x as a whole number of 24 bits says with which digit the fraction of the
     * product begins. */
    int at = (int)(bits >> 23 & 0xff) - 127 - 23 + 32, word = at >> 5, shift = at & 31;
    uint64_t high = (uint64_t)digits[word] << 32 | digits[word + 1], low = digits[word + 2];
    uint64_t factor = high << shift | low >> (32 - shift);
    /* Modulo 2^64: multiples of a full circle vanish by themselves. */
    uint64_t fraction = factor * (uint64_t)((bits & 0x7fffffu) | 0x800000u);
    return k_unit_of_turn_c64(x < 0 ? (uint64_t)0 - fraction : fraction);
}

#ifndef K_NO_F64
K_UNIT_OF_TURN(c128, dpex_c128, double, f64, 0x1.921fb54442d18p-62)
static inline dpex_c128 k_exp2_unit_c128(double x)
{
    const uint32_t digits[] = {
        0,           0x1c3dc98fu, 0x7e969bbbu, 0x2d82160bu, 0x957fbcf7u, 0x6384efb3u, 0x4752570du,
        0x875c804eu, 0xbaa7e3f2u, 0x9dba19bfu, 0x26d22f92u, 0x057d72dbu, 0xf62fb884u, 0x40e536ccu,
        0x0835bad4u, 0x8c3fea6bu, 0xa432f1cdu, 0x544d633bu, 0x59f036cfu, 0x1243456fu, 0x76468a7du,
        0x5a0900abu, 0xd7a3e708u, 0xeffc572fu, 0x1c7c17fbu, 0x7f82ec18u, 0x8aa323d9u, 0xdcc27116u,
        0x9d408a0au, 0xbab43090u, 0xd71549eeu, 0xdd67cd17u, 0x8b418a3au, 0x2c6958e8u, 0x94f98a46u,
        0x3a97ff6au, 0xfab0351eu};
    uint64_t bits = k_bits_of_f64(x), part[3];
    int at = (int)(bits >> 52 & 0x7ff) - 1023 - 52 + 32, word = at >> 5, shift = at & 31;
    for (int i = 0; i < 3; i++)
        part[i] = (uint64_t)digits[word + 2 * i] << 32 | (i < 2 ? digits[word + 2 * i + 1] : 0);
    uint64_t high = part[0] << shift | part[1] >> 32 >> (32 - shift);
    uint64_t low = part[1] << shift | part[2] >> 32 >> (32 - shift);
    uint64_t whole = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52, top = whole >> 32;
    uint64_t bottom = whole & 0xffffffffu;
    /* The upper half of a product of 53 and 128 bits; what is dropped is below 2^-62 of a
     * circle. */
    uint64_t carried =
        (low >> 32) * top + ((low >> 32) * bottom >> 32) + ((low & 0xffffffffu) * top >> 32);
    uint64_t fraction = high * whole + carried;
    return k_unit_of_turn_c128(x < 0 ? (uint64_t)0 - fraction : fraction);
}
#endif
#undef K_UNIT_OF_TURN

/* half_pi: pi / 2, ln2 + ln2_low, log2_e, log10_e: log(2), 1 / log(2), 1 / log(10). near: up to
 * which |im| the angle im log(2) in two parts does; far: from which |z| on 1 / z^2 is below the
 * last digit. */
#define K_COMPLEX_DERIVED(suffix, C, R, real, half_pi, ln2, ln2_low, log2_e, log10_e, near, far)                            \
    /* The angle im log(2) to twice the precision: cos(a + b) is cos(a) - b sin(a) for small b. */                          \
    static inline C k_exp2_##suffix(C x)                                                                                    \
    {                                                                                                                       \
        R size = k_exp2_##real(x.re), angle = x.im * ln2;                                                                   \
        if (x.im == 0) return K_PARTS(C, size, x.im);                                                                       \
        if (!k_isfinite_##suffix(x)) return k_exp_##suffix(K_PARTS(C, x.re * ln2, angle));                                  \
        R rest = k_product_error_##real(x.im, ln2, angle) + x.im * ln2_low;                                                 \
        R cosine = k_cos_##real(angle), sine = k_sin_##real(angle);                                                         \
        C unit = K_PARTS(C, cosine - rest * sine, sine + rest * cosine);                                                    \
        if (k_fabs_##real(x.im) >= near) unit = k_exp2_unit_##suffix(x.im);                                                 \
        if (k_isfinite_##real(size)) return K_PARTS(C, size * unit.re, size * unit.im);                                     \
        size = k_exp2_##real(x.re / 2);                                                                                     \
        return K_PARTS(C, size * unit.re * size, size * unit.im * size);                                                    \
    }                                                                                                                       \
    static inline C k_log2_##suffix(C x)                                                                                    \
    {                                                                                                                       \
        C natural = k_log_##suffix(x);                                                                                      \
        return K_PARTS(C, natural.re * log2_e, natural.im * log2_e);                                                        \
    }                                                                                                                       \
    static inline C k_log10_##suffix(C x)                                                                                   \
    {                                                                                                                       \
        C natural = k_log_##suffix(x);                                                                                      \
        return K_PARTS(C, natural.re * log10_e, natural.im * log10_e);                                                      \
    }                                                                                                                       \
    /* |1 + x|^2 is 1 + re (2 + re) + im^2, without rounding the 1 away where x is small. */                                \
    static inline C k_log1p_##suffix(C x)                                                                                   \
    {                                                                                                                       \
        C shifted = K_PARTS(C, x.re + 1, x.im), natural = k_log_##suffix(shifted);                                          \
        int is_small = k_fabs_##real(x.re) < (R)0.5f && k_fabs_##real(x.im) < (R)0.5f;                                      \
        R re = k_log1p_##real(x.re * (2 + x.re) + x.im * x.im) / 2;                                                         \
        return K_PARTS(C, is_small ? re : natural.re, natural.im);                                                          \
    }                                                                                                                       \
    /* exp(re) cos(im) - 1 is expm1(re) cos(im) - 2 sin(im / 2)^2. */                                                       \
    static inline C k_expm1_##suffix(C x)                                                                                   \
    {                                                                                                                       \
        C power = k_exp_##suffix(x);                                                                                        \
        R sine = k_sin_##real(x.im / 2);                                                                                    \
        R re = 0 - 2 * sine * sine + k_expm1_##real(x.re) * k_cos_##real(x.im);                                             \
        return K_PARTS(C, k_fabs_##real(x.re) < 1 ? re : power.re - 1, power.im);                                           \
    }                                                                                                                       \
    /* After W. Kahan, Branch cuts for complex elementary functions (1987). */                                              \
    static inline C k_atanh_##suffix(C x)                                                                                   \
    {                                                                                                                       \
        R a = k_fabs_##real(x.re), b = x.im, rest = 1 - a;                                                                  \
        R re = k_log1p_##real(4 * a / (rest * rest + b * b)) / 4;                                                           \
        R im = k_atan2_##real(2 * b, rest * (1 + a) - b * b) / 2;                                                           \
        if (rest == 0 && k_fabs_##real(b) < 1 / far) { /* b * b may be 0 */                                                 \
            re = (ln2 - k_log_##real(k_fabs_##real(b))) / 2;                                                                \
        } else if ((a > far) | (k_fabs_##real(b) > far)) { /* 1 / z and a quarter of a turn */                              \
            C inverse = k_reciprocal_##suffix(K_PARTS(C, a, b));                                                            \
            re = inverse.re;                                                                                                \
            im = k_copysign_##real(half_pi, b) + inverse.im;                                                                \
        }                                                                                                                   \
        if (k_isinf_##real(a) | k_isinf_##real(b)) {                                                                        \
            re = 0;                                                                                                         \
            im = b != b ? b : k_copysign_##real(half_pi, b);                                                                \
        } else if ((a != a) | (b != b)) {                                                                                   \
            re = a == 0 ? a : a + b;                                                                                        \
            im = a + b;                                                                                                     \
        }                                                                                                                   \
        return K_PARTS(C, a != a ? re : k_copysign_##real(re, x.re), im);                                                   \
    }                                                                                                                       \
    static inline C k_atan_##suffix(C x)                                                                                    \
    {                                                                                                                       \
        C rotated = k_atanh_##suffix(K_PARTS(C, -x.im, x.re));                                                              \
        return K_PARTS(C, rotated.im, -rotated.re);                                                                         \
    }                                                                                                                       \
    /* With u = exp(-2 |re|): (1 - u^2 + 4 i u sin(im) cos(im)) / ((1 - u)^2 + 4 u cos(im)^2), nothing of which cancels. */ \
    static inline C k_tanh_##suffix(C x)                                                                                    \
    {                                                                                                                       \
        R a = k_fabs_##real(x.re), sine = k_sin_##real(x.im), cosine = k_cos_##real(x.im);                                  \
        /* u is at most 1, however large |re| is: cosh and sinh themselves would overflow, and \
         * their quotient be NaN. */                            \
        R u = k_exp_##real(-2 * a), v = k_expm1_##real(-2 * a),                                                             \
          below = v * v + 4 * u * cosine * cosine;                                                                          \
        R re = k_copysign_##real(k_expm1_##real(-4 * a) / below, x.re);                                                     \
        if (k_isinf_##real(a))                                                                                              \
            return K_PARTS(C, k_copysign_##real((R)1, x.re), k_copysign_##real((R)0, x.im));                                \
        if (!k_isfinite_##real(x.im))                                                                                       \
            return K_PARTS(C, x.re == 0 ? x.re : x.im - x.im, x.im - x.im);                                                 \
        if (a != a) return K_PARTS(C, x.re, x.im == 0 ? x.im : x.re);                                                       \
        return K_PARTS(C, re, 4 * u * sine * cosine / below);                                                               \
    }                                                                                                                       \
    static inline C k_tan_##suffix(C x)                                                                                     \
    {                                                                                                                       \
        C rotated = k_tanh_##suffix(K_PARTS(C, -x.im, x.re));                                                               \
        return K_PARTS(C, rotated.im, -rotated.re);                                                                         \
    }

K_COMPLEX_DERIVED(c64, dpex_c64, float, f32, 0x1.921fb6p+0f, 0x1.62e43p-1f, -0x1.05c61p-29f,
                  0x1.715476p+0f, 0x1.bcb7b2p-2f, 0x1p10f, 0x1p14f)
#ifndef K_NO_F64
K_COMPLEX_DERIVED(c128, dpex_c128, double, f64, 0x1.921fb54442d18p+0, 0x1.62e42fefa39efp-1,
                  0x1.abc9e3b39803fp-56, 0x1.71547652b82fep+0, 0x1.bcb7b1526e50ep-2, 0x1p24, 0x1p29)
#endif
#undef K_COMPLEX_DERIVED

/* Whole powers by squares, as NumPy has them below 100, so that powers of whole numbers are exact.
 * Each product beyond the third power adds 1 to 2 units in the last place, 20 at the 30th: so the
 * errors are carried along as a second part, to first order, after S. Graillat, Accurate
 * floating-point product and exponentiation (2009). least: the size below which the second part
 * loses digits; most: 2^most takes smaller ones away from there. */
#define K_WHOLE_POWER(suffix, C, R, real, Bits, digits, least, most)                                                         \
    /* a + b for any a and b and what rounding left out (D. Knuth, The art of computer programming 2), and for a product. */ \
    static inline C k_exact_total_##suffix(R a, R b)                                                                         \
    {                                                                                                                        \
        R sum = a + b, of_b = sum - a;                                                                                       \
        return K_PARTS(C, sum, (a - (sum - of_b)) + (b - of_b));                                                             \
    }                                                                                                                        \
    static inline C k_exact_product_##suffix(R a, R b)                                                                       \
    {                                                                                                                        \
        R product = a * b;                                                                                                   \
        return K_PARTS(C, product, k_product_error_##real(a, b, product));                                                   \
    }                                                                                                                        \
    /* x y - k_mul(x, y), to first order. */                                                                                 \
    static inline C k_mul_error_##suffix(C x, C y)                                                                           \
    {                                                                                                                        \
        C a = k_exact_product_##suffix(x.re, y.re),                                                                          \
          b = k_exact_product_##suffix(x.im, k_flip_##suffix(y.im));                                                         \
        C c = k_exact_product_##suffix(x.re, y.im), d = k_exact_product_##suffix(x.im, y.re);                                \
        return K_PARTS(C, k_exact_total_##suffix(a.re, b.re).im + (a.im + b.im),                                             \
                       k_exact_total_##suffix(c.re, d.re).im + (c.im + d.im));                                               \
    }                                                                                                                        \
    /* The second part of (x + low)^2. */                                                                                    \
    static inline C k_square_error_##suffix(C x, C low)                                                                      \
    {                                                                                                                        \
        C a = k_exact_product_##suffix(x.re, x.re),                                                                          \
          b = k_exact_product_##suffix(x.im, k_flip_##suffix(x.im));                                                         \
        R im = k_exact_product_##suffix(x.re, x.im).im;                                                                      \
        R re = k_exact_total_##suffix(a.re, b.re).im + (a.im + b.im);                                                        \
        return K_PARTS(C, re + 2 * (x.re * low.re - x.im * low.im),                                                          \
                       2 * (im + (x.re * low.im + x.im * low.re)));                                                          \
    }                                                                                                                        \
    /* A second part of 0 leaves the sign of a zero as the products made it. */                                              \
    static inline C k_corrected_##suffix(C x, C low)                                                                         \
    {                                                                                                                        \
        return K_PARTS(C, low.re == 0 ? x.re : x.re + low.re, low.im == 0 ? x.im : x.im + low.im);                           \
    }                                                                                                                        \
    /* 1 / (x + low) by one step of Newton's method from the rounded 1 / x. */                                               \
    static inline C k_reciprocal_in_two_##suffix(C x, C low)                                                                 \
    {                                                                                                                        \
        /* 1 - x inverse is about as small as the rounding error of the quotient: it is only \
         * right if the product's own error counts too. */                               \
        C inverse = k_reciprocal_##suffix(x), one = k_mul_##suffix(x, inverse);                                              \
        C error = k_mul_error_##suffix(x, inverse), of_low = k_mul_##suffix(low, inverse);                                   \
        C rest =                                                                                                             \
            K_PARTS(C, 1 - one.re - (error.re + of_low.re), 0 - one.im - (error.im + of_low.im));                            \
        return k_corrected_##suffix(inverse, k_mul_##suffix(inverse, rest));                                                 \
    }                                                                                                                        \
    /* x^m for m from 1 to 3, by products alone: the bits of x x and x x x. */                                               \
    static inline C k_product_power_##suffix(C x, int m)                                                                     \
    {                                                                                                                        \
        C one = K_PARTS(C, 1, 0), square = k_mul_##suffix(x, x);                                                             \
        return k_mul_##suffix(m == 2 ? one : k_mul_##suffix(one, x), m == 1 ? one : square);                                 \
    }                                                                                                                        \
    /* x^n, or 0 where the second part is not exact. */                                                                      \
    static inline C k_power_in_two_##suffix(C x, int n)                                                                      \
    {                                                                                                                        \
        C low = K_PARTS(C, 0, 0), of_power = low;                                                                            \
        int rest = n < 0 ? -n : n;                                                                                           \
        /* From the lowest bit on. The first power is taken over, not multiplied by 1, whose \
         * errors are 0. */                               \
        for (; !(rest & 1); rest >>= 1) {                                                                                    \
            low = k_square_error_##suffix(x, low);                                                                           \
            x = k_mul_##suffix(x, x);                                                                                        \
        }                                                                                                                    \
        C power = k_mul_##suffix(K_PARTS(C, 1, 0), x);                                                                       \
        of_power = low;                                                                                                      \
        while (rest >>= 1) {                                                                                                 \
            low = k_square_error_##suffix(x, low);                                                                           \
            x = k_mul_##suffix(x, x);                                                                                        \
            if (!(rest & 1)) continue;                                                                                       \
            C of_parts = k_add_##suffix(k_mul_##suffix(of_power, x), k_mul_##suffix(power, low));                            \
            of_power = k_add_##suffix(of_parts, k_mul_error_##suffix(power, x));                                             \
            power = k_mul_##suffix(power, x);                                                                                \
        }                                                                                                                    \
        C nothing = K_PARTS(C, 0, 0);                                                                                        \
        if ((k_fabs_##real(power.re) < least) & (k_fabs_##real(power.im) < least)) return nothing;                           \
        return n < 0 ? k_reciprocal_in_two_##suffix(power, of_power)                                                         \
                     : k_corrected_##suffix(power, of_power);                                                                \
    }                                                                                                                        \
    /* The same for small results of x too: from that of x 2^k. */                                                           \
    static inline C k_scaled_power_##suffix(C x, int n)                                                                      \
    {                                                                                                                        \
        C power = k_power_in_two_##suffix(x, n);                                                                             \
        if (k_truth_##suffix(power) | !k_truth_##suffix(x)) return power;                                                    \
        int k = most / (n < 0 ? -n : n);                                                                                     \
        const Bits bias = ((Bits)1 << (8 * sizeof(R) - 2 - digits)) - 1;                                                     \
        R up = k_##real##_of_bits((bias + (Bits)k) << digits);                                                               \
        R back = k_##real##_of_bits((bias - (Bits)(k * n)) << digits);                                                       \
        power = k_power_in_two_##suffix(K_PARTS(C, x.re * up, x.im * up), n);                                                \
        return K_PARTS(C, power.re * back, power.im * back);                                                                 \
    }

/* x^n for n from -99 to 99, not 0; where the result is 0 or not finite, it need not be x^n's. */
#ifndef K_NO_F64
K_WHOLE_POWER(c128, dpex_c128, double, f64, uint64_t, 52, 0x1p-960, 900)
static inline dpex_c128 k_whole_power_c128(dpex_c128 x, int n)
{
    if (n == -1) return k_reciprocal_c128(x);
    return n > 0 && n <= 3 ? k_product_power_c128(x, n) : k_scaled_power_c128(x, n);
}
#endif
K_WHOLE_POWER(c64, dpex_c64, float, f32, uint32_t, 23, 0x1p-100f, 96)
static inline dpex_c64 k_whole_power_c64(dpex_c64 x, int n)
{
    if (n == -1) return k_reciprocal_c64(x);
    if (n > 0 && n <= 3) return k_product_power_c64(x, n);
#ifdef K_NO_F64
    return k_scaled_power_c64(x, n);
#else
    /* double holds what would be carried along */
    dpex_c128 square = K_PARTS(dpex_c128, x.re, x.im), power = K_PARTS(dpex_c128, 1, 0);
    for (int rest = n < 0 ? -n : n; rest; rest >>= 1) {
        if (rest & 1) power = k_mul_c128(power, square);
        if (rest > 1) square = k_mul_c128(square, square);
    }
    if (n < 0) power = k_reciprocal_c128(power);
    return K_PARTS(dpex_c64, (float)power.re, (float)power.im);
#endif
}
#undef K_WHOLE_POWER

/* (log((1 + t) / (1 - t)) / 2 - t) / t^3 and (atan(t) - t) / t^3 as polynomials in t^2, for |t| up
 * to (sqrt(2) - 1)^2 and 1 / 8. Chebyshev interpolants of our own, computed with 60 digits. */
static inline float k_log_series_f32(float u)
{
    return ((0x1.ddd1d8p-4f * u + 0x1.245c36p-3f) * u + 0x1.9999ecp-3f) * u + 0x1.555556p-2f;
}
static inline float k_atan_series_f32(float u)
{
    return ((0x1.bbad66p-4f * u - 0x1.24841p-3f) * u + 0x1.99998ep-3f) * u - 0x1.555556p-2f;
}
/* atan(c) for c = 0, 1 / 4, .. 1, as the sum of two numbers. */
static inline dpex_c64 k_atan_of_quarters_c64(float c)
{
    float high = c == 0.25f   ? 0x1.f5b76p-3f
                 : c == 0.5f  ? 0x1.dac67p-2f
                 : c == 0.75f ? 0x1.4978fap-1f
                              : 0x1.921fb6p-1f;
    float low = c == 0.25f   ? -0x1.b4dfc8p-29f
                : c == 0.5f  ? 0x1.586ed4p-28f
                : c == 0.75f ? 0x1.934f7p-28f
                             : -0x1.777a5cp-26f;
    return K_PARTS(dpex_c64, c == 0 ? 0 : high, c == 0 ? 0 : low);
}
#ifndef K_NO_F64
/* Even and odd terms apart, which a processor computes side by side. */
static inline double k_log_series_f64(double u)
{
    double v = u * u;
    double odd =
        ((0x1.0c074d9f1dd73p-4 * v + 0x1.3b1c38bb12df2p-4) * v + 0x1.c71c72017f306p-4) * v +
        0x1.9999999999a38p-3;
    double even =
        ((0x1.0fbe3b6c6987dp-4 * v + 0x1.745cf8f4a7ec6p-4) * v + 0x1.2492492476b73p-3) * v +
        0x1.5555555555555p-2;
    return odd * u + even;
}
static inline double k_atan_series_f64(double u)
{
    double v = u * u;
    double odd = (0x1.3acdef3be95f3p-4 * v + 0x1.c71c70be69178p-4) * v + 0x1.9999999999839p-3;
    double even =
        ((-0x1.04442f33da883p-4 * v - 0x1.745c59cf740e6p-4) * v - 0x1.249249243a22fp-3) * v -
        0x1.5555555555555p-2;
    return odd * u + even;
}
static inline dpex_c128 k_atan_of_quarters_c128(double c)
{
    double high = c == 0.25   ? 0x1.f5b75f92c80ddp-3
                  : c == 0.5  ? 0x1.dac670561bb4fp-2
                  : c == 0.75 ? 0x1.4978fa3269ee1p-1
                              : 0x1.921fb54442d18p-1;
    double low = c == 0.25   ? 0x1.8ab6e3cf7afbdp-57
                 : c == 0.5  ? 0x1.a2b7f222f65e2p-56
                 : c == 0.75 ? 0x1.2419a87f2a458p-56
                             : 0x1.1a62633145c07p-55;
    return K_PARTS(dpex_c128, c == 0 ? 0 : high, c == 0 ? 0 : low);
}
#endif

/* Powers: exp(y log(x)) with the logarithm and the product to about twice the precision, since exp
 * makes an error of its operand a relative one of the result, and the operand is large. A number of
 * that precision is the sum of the parts of a C, the second one small. digits: of the fraction;
 * far: 2^n for which sizes from 2^-n to 2^n go this way; half_ln2 + half_ln2_low and half_pi +
 * half_pi_low: log(2) / 2, the first part with so few digits that products with exponents are
 * exact, and pi / 2. */
#define K_COMPLEX_POWER(suffix, C, R, real, Bits, digits, far, half_ln2, half_ln2_low, half_pi,                                          \
                        half_pi_low)                                                                                                     \
    /* a + b for |a| >= |b| or a = 0, and what rounding left out. */                                                                     \
    static inline C k_exact_sum_##suffix(R a, R b)                                                                                       \
    {                                                                                                                                    \
        R sum = a + b;                                                                                                                   \
        return K_PARTS(C, sum, b - (sum - a));                                                                                           \
    }                                                                                                                                    \
    static inline C k_exact_quotient_##suffix(C a, C b)                                                                                  \
    {                                                                                                                                    \
        R quotient = a.re / b.re, product = quotient * b.re;                                                                             \
        R rest = a.re - product - k_product_error_##real(quotient, b.re, product);                                                       \
        return K_PARTS(C, quotient, (rest + a.im - quotient * b.im) / b.re);                                                             \
    }                                                                                                                                    \
    /* log(p^2 + q^2) / 2 + e log(2) for 2 > p >= 1, p >= q >= 0: the sum of squares is m 2^k with m near 1, and with t = (m - 1) / (m \
     * + 1) log(m) / 2 is t + t^3 / 3 + .. */ \
    static inline C k_log_of_size_##suffix(R p, R q, R e)                                                                                \
    {                                                                                                                                    \
        C a = k_exact_product_##suffix(p, p), b = k_exact_product_##suffix(q, q);                                                        \
        C m = k_exact_sum_##suffix(a.re, b.re);                                                                                          \
        m.im += a.im + b.im;                                                                                                             \
        R halves = (R)((m.re > (R)1.4142135f) + (m.re > (R)2.828427f) + (m.re > (R)5.656854f));                                          \
        R scale = halves == 0 ? (R)1 : halves == 1 ? (R)0.5f : halves == 2 ? (R)0.25f : (R)0.125f;                                       \
        m.re *= scale, m.im *= scale;                                                                                                    \
        R over = m.re + 1;                                                                                                               \
        C t = k_exact_quotient_##suffix(k_exact_sum_##suffix(m.re - 1, m.im),                                                            \
                                        K_PARTS(C, over, m.re - (over - 1) + m.im));                                                     \
        R n = 2 * e + halves, u = t.re * t.re;                                                                                           \
        C high = k_exact_sum_##suffix(n * half_ln2, t.re);                                                                               \
        R low = high.im + (t.im + n * half_ln2_low + t.re * u * k_log_series_##real(u));                                                 \
        return k_exact_sum_##suffix(high.re, low);                                                                                       \
    }                                                                                                                                    \
    /* atan(q / p) for p >= q >= 0, from the nearest of 0, 1 / 4, .. 1: atan(c) + atan((q - c p) / (p + c q)). */                        \
    static inline C k_atan_of_ratio_##suffix(R p, R q)                                                                                   \
    {                                                                                                                                    \
        /* The nearest quarter leaves |t| at most 1 / 8, where the series needs few terms; its \
         * arc is in a table. */                                         \
        R eighth = p * (R)0.125f;                                                                                                        \
        R c = (R)((q > eighth) + (q > 3 * eighth) + (q > 5 * eighth) + (q > 7 * eighth)) / 4;                                            \
        C a = k_exact_product_##suffix(c, p), b = k_exact_product_##suffix(c, q),                                                        \
          over = k_exact_sum_##suffix(p, b.re);                                                                                          \
        over.im += b.im;                                                                                                                 \
        C t = k_exact_quotient_##suffix(K_PARTS(C, q - a.re, -a.im), over),                                                              \
          near = k_atan_of_quarters_##suffix(c);                                                                                         \
        C high = k_exact_sum_##suffix(near.re, t.re);                                                                                    \
        R u = t.re * t.re, low = high.im + (near.im + t.im + t.re * u * k_atan_series_##real(u));                                        \
        return k_exact_sum_##suffix(high.re, low);                                                                                       \
    }                                                                                                                                    \
    /* The angle of x, whose larger and smaller parts are p and q. */                                                                    \
    static inline C k_angle_in_two_##suffix(C x, R p, R q)                                                                               \
    {                                                                                                                                    \
        C angle = k_atan_of_ratio_##suffix(p, q);                                                                                        \
        /* The arc of the octant, 0 to pi / 4, is reflected to where x lies: first by the \
         * diagonal, then by the axes. */                                              \
        int is_steep = k_fabs_##real(x.im) > k_fabs_##real(x.re),                                                                        \
            is_left = k_signbit_##real(x.re);                                                                                            \
        R quarters = is_steep ? (R)1 : is_left ? (R)2 : (R)0;                                                                            \
        R sign = is_steep != is_left ? (R)-1 : (R)1;                                                                                     \
        C whole = k_exact_sum_##suffix(quarters * half_pi, sign * angle.re);                                                             \
        whole.im += quarters * half_pi_low + sign * angle.im;                                                                            \
        R side = k_signbit_##real(x.im) ? (R)-1 : (R)1;                                                                                  \
        return K_PARTS(C, side * whole.re, side * whole.im);                                                                             \
    }                                                                                                                                    \
    /* exp(y log(x)) for finite x and y that are not 0. */                                                                               \
    static inline C k_general_power_##suffix(C x, C y, R p, R q)                                                                         \
    {                                                                                                                                    \
        /* p is normal (k_pow checks it), so its exponent is in its bits, and 2 bias - exponent \
         * is that of its inverse. */                                        \
        Bits exponent = k_bits_of_##real(p) >> digits,                                                                                   \
             bias = ((Bits)1 << (8 * sizeof(R) - 2 - digits)) - 1;                                                                       \
        R scale = k_##real##_of_bits((2 * bias - exponent) << digits);                                                                   \
        C size = k_log_of_size_##suffix(p * scale, q * scale, (R)(int)exponent - (R)(int)bias);                                          \
        C angle = k_angle_in_two_##suffix(x, p * scale, q * scale);                                                                      \
        C a = k_exact_product_##suffix(y.re, size.re),                                                                                   \
          b = k_exact_product_##suffix(y.im, angle.re);                                                                                  \
        C c = k_exact_product_##suffix(y.im, size.re),                                                                                   \
          d = k_exact_product_##suffix(y.re, angle.re);                                                                                  \
        C re = k_exact_total_##suffix(a.re, -b.re), im = k_exact_total_##suffix(c.re, d.re);                                             \
        re.im += a.im - b.im + (y.re * size.im - y.im * angle.im);                                                                       \
        im.im += c.im + d.im + (y.im * size.im + y.re * angle.im);                                                                       \
        /* exp(h + l) is exp(h) (1 + l) for small l. */                                                                                  \
        C power = k_exp_##suffix(K_PARTS(C, re.re, im.re));                                                                              \
        C rest =                                                                                                                         \
            K_PARTS(C, power.re * re.im - power.im * im.im, power.re * im.im + power.im * re.im);                                        \
        int is_exact = !(k_fabs_##real(re.im) + k_fabs_##real(im.im) < (R)0.01f) |                                                       \
                       !k_isfinite_##suffix(rest);                                                                                       \
        return K_PARTS(C, is_exact | (rest.re == 0) ? power.re : power.re + rest.re,                                                     \
                       is_exact | (rest.im == 0) ? power.im : power.im + rest.im);                                                       \
    }                                                                                                                                    \
    static inline C k_pow_##suffix(C x, C y)                                                                                             \
    {                                                                                                                                    \
        if (y.im == 0 && k_fabs_##real(y.re) < 100 && k_floor_##real(y.re) == y.re && y.re != 0) {                                       \
            C whole = k_whole_power_##suffix(x, (int)y.re);                                                                              \
            if (k_isfinite_##suffix(whole) && k_truth_##suffix(whole)) return whole;                                                     \
        }                                                                                                                                \
        C one = K_PARTS(C, 1, 0), zero = K_PARTS(C, 0, 0);                                                                               \
        if (y.re == 0 && y.im == 0) return one;                                                                                          \
        R a = k_fabs_##real(x.re), b = k_fabs_##real(x.im), p = a < b ? b : a, q = a < b ? a : b;                                        \
        if ((p > 1 / far) & (p < far) & (q == q) &                                                                                       \
            (k_fabs_##real(y.re) + k_fabs_##real(y.im) < far))                                                                           \
            return k_general_power_##suffix(x, y, p, q);                                                                                 \
        C power = k_exp_##suffix(k_mul_##suffix(y, k_log_##suffix(x)));                                                                  \
        return p == 0 && q == 0 && y.re > 0 ? zero : power;                                                                              \
    }

K_COMPLEX_POWER(c64, dpex_c64, float, f32, uint32_t, 23, 0x1p110f, 0x1.62e8p-2f, -0x1.e8082ep-17f,
                0x1.921fb6p+0f, -0x1.777a5cp-25f)
#ifndef K_NO_F64
K_COMPLEX_POWER(c128, dpex_c128, double, f64, uint64_t, 52, 0x1p900, 0x1.62e42fefa4p-2,
                -0x1.8432a1b0e2634p-44, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54)
#endif
#undef K_COMPLEX_POWER

#endif
