/* Functions of complex numbers that complex.h does not have, in portable kernel C: compiled here, and handed as text to device
 * compilers. They come after those of defs/complex_math.def, on which they build. */
#ifndef DPEX_OPS_LOOPS_K_COMPLEX_FUNCTIONS_H
#define DPEX_OPS_LOOPS_K_COMPLEX_FUNCTIONS_H

#ifndef K_DEVICE /* device compilers have their own */
#include "k_complex.h"
#endif

/* half_pi: pi / 2, ln2 + ln2_low, log2_e, log10_e: log(2), 1 / log(2), 1 / log(10) */
#define K_COMPLEX_DERIVED(suffix, C, R, real, half_pi, ln2, ln2_low, log2_e, log10_e)                                       \
    /* The angle im log(2) to twice the precision: cos(a + b) is cos(a) - b sin(a) for small b. */                          \
    static inline C k_exp2_##suffix(C x)                                                                                    \
    {                                                                                                                       \
        R size = k_exp2_##real(x.re), angle = x.im * ln2;                                                                   \
        R rest = k_product_error_##real(x.im, ln2, angle) + x.im * ln2_low;                                                 \
        R cosine = k_cos_##real(angle), sine = k_sin_##real(angle);                                                         \
        C regular = K_PARTS(C, size * (cosine - rest * sine), size * (sine + rest * cosine));                               \
        if (x.im == 0) return K_PARTS(C, size, x.im);                                                                       \
        if (k_isfinite_##suffix(regular)) return regular;                                                                   \
        return k_exp_##suffix(K_PARTS(C, x.re * ln2, angle));                                                               \
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
        R a = k_fabs_##real(x.re), b = x.im, room = 1 - a;                                                                  \
        R re = k_log1p_##real(4 * a / (room * room + b * b)) / 4;                                                           \
        R im = k_atan2_##real(2 * b, room * (1 + a) - b * b) / 2;                                                           \
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
        C turned = k_atanh_##suffix(K_PARTS(C, -x.im, x.re));                                                               \
        return K_PARTS(C, turned.im, -turned.re);                                                                           \
    }                                                                                                                       \
    /* With u = exp(-2 |re|): (1 - u^2 + 4 i u sin(im) cos(im)) / ((1 - u)^2 + 4 u cos(im)^2), nothing of which cancels. */ \
    static inline C k_tanh_##suffix(C x)                                                                                    \
    {                                                                                                                       \
        R a = k_fabs_##real(x.re), sine = k_sin_##real(x.im), cosine = k_cos_##real(x.im);                                  \
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
        C turned = k_tanh_##suffix(K_PARTS(C, -x.im, x.re));                                                                \
        return K_PARTS(C, turned.im, -turned.re);                                                                           \
    }                                                                                                                       \
    static inline C k_pow_##suffix(C x, C y)                                                                                \
    {                                                                                                                       \
        C power = k_exp_##suffix(k_mul_##suffix(y, k_log_##suffix(x)));                                                     \
        C one = K_PARTS(C, 1, 0), zero = K_PARTS(C, 0, 0);                                                                  \
        if (y.re == 0 && y.im == 0) return one;                                                                             \
        return x.re == 0 && x.im == 0 && y.re > 0 ? zero : power;                                                           \
    }

K_COMPLEX_DERIVED(c64, dpex_c64, float, f32, 0x1.921fb6p+0f, 0x1.62e43p-1f, -0x1.05c61p-29f,
                  0x1.715476p+0f, 0x1.bcb7b2p-2f)
#ifndef K_NO_F64
K_COMPLEX_DERIVED(c128, dpex_c128, double, f64, 0x1.921fb54442d18p+0, 0x1.62e42fefa39efp-1,
                  0x1.abc9e3b39803fp-56, 0x1.71547652b82fep+0, 0x1.bcb7b1526e50ep-2)
#endif
#undef K_COMPLEX_DERIVED

#endif
