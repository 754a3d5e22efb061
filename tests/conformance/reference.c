/* Bodies of operations with plain helpers; see reference.h. */
#include "reference.h"

#include <complex.h>
#undef complex
#include <math.h>

#include "base/half.h"
#include "ops/loops/portable/prelude_native.h"
#include "ops/tape/op.h"

typedef value (*body_fn)(const value *operands);

/* The ULPs by which the last helper's result may differ, 0 before. */
static double allowed_ulps;

static void allow(double ulps)
{
    if (ulps > allowed_ulps) allowed_ulps = ulps;
}

/* ---- integers -------------------------------------------------------------------------------------------- */

typedef __int128 wide;

/* Of the dtype in work: helpers of integers compute in more. */
static int n_bits;

static wide k_add_wide(wide x, wide y)
{
    return x + y;
}
static wide k_sub_wide(wide x, wide y)
{
    return x - y;
}
static wide k_mul_wide(wide x, wide y)
{
    return (wide)((unsigned __int128)x * (unsigned __int128)y);
}
static wide k_neg_wide(wide x)
{
    return -x;
}
static wide k_abs_wide(wide x)
{
    return x < 0 ? -x : x;
}
static wide k_sign_wide(wide x)
{
    return x < 0 ? -1 : x > 0;
}
static wide k_floor_divide_wide(wide x, wide y)
{
    if (y == 0) return 0;
    return x / y - (x % y != 0 && (x < 0) != (y < 0));
}
static wide k_remainder_wide(wide x, wide y)
{
    return y == 0 ? 0 : x - y * k_floor_divide_wide(x, y);
}
static wide k_shift_left_wide(wide x, wide y)
{
    return y < 0 || y >= n_bits ? 0 : (wide)((unsigned __int128)x << (int)y);
}
static wide k_shift_right_wide(wide x, wide y)
{
    return y < 0 || y >= n_bits ? -(x < 0) : x >> (int)y;
}
/* By the square of the half, modulo 2^128. */
static wide k_pow_wide(wide x, wide y)
{
    if (y <= 0) return y == 0;
    wide root = k_pow_wide(x, y / 2), square = k_mul_wide(root, root);
    return y % 2 ? k_mul_wide(square, x) : square;
}

static wide k_fmod_wide(wide x, wide y)
{
    return y == 0 ? 0 : x % y;
}
static wide k_gcd_wide(wide x, wide y)
{
    if (y == 0) return x < 0 ? -x : x;
    return k_gcd_wide(y, x % y);
}
static wide k_lcm_wide(wide x, wide y)
{
    return x == 0 || y == 0 ? 0 : k_mul_wide(k_abs_wide(x / k_gcd_wide(x, y)), k_abs_wide(y));
}
static wide k_bit_count_wide(wide x)
{
    x = k_abs_wide(x);
    return x == 0 ? 0 : x % 2 + k_bit_count_wide(x / 2);
}

static value integer_value(wide x)
{
    return (value){x, (long double)x, 0};
}

static value bool_value(long double x)
{
    return integer_value(x != 0);
}

static value real_value(long double x)
{
    return (value){0, x, 0};
}

/* ---- reals ----------------------------------------------------------------------------------------------- */

#define REAL_FUNCTION1(name, R, suffix)                                                            \
    __attribute__((unused)) static R k_##name##_##suffix(R x)                                      \
    {                                                                                              \
        allow(4);                                                                                  \
        return (R)name##l((long double)x);                                                         \
    }
#define REAL_FUNCTION2(name, R, suffix)                                                            \
    __attribute__((unused)) static R k_##name##_##suffix(R x, R y)                                 \
    {                                                                                              \
        allow(4);                                                                                  \
        return (R)name##l((long double)x, (long double)y);                                         \
    }
#define DPEX_VECTOR_MATH1(name) REAL_FUNCTION1(name, float, f32) REAL_FUNCTION1(name, double, f64)
#define DPEX_VECTOR_MATH2(name) REAL_FUNCTION2(name, float, f32) REAL_FUNCTION2(name, double, f64)
#include "defs/vector_math.def"
#undef DPEX_VECTOR_MATH1
#undef DPEX_VECTOR_MATH2

#define DPEX_REAL_MATH1(name)                                                                      \
    static float k_##name##_f32(float x)                                                           \
    {                                                                                              \
        return name##f(x);                                                                         \
    }                                                                                              \
    static double k_##name##_f64(double x)                                                         \
    {                                                                                              \
        return name(x);                                                                            \
    }
#define DPEX_REAL_MATH2(name)                                                                      \
    __attribute__((unused)) static float k_##name##_f32(float x, float y)                          \
    {                                                                                              \
        return name##f(x, y);                                                                      \
    }                                                                                              \
    __attribute__((unused)) static double k_##name##_f64(double x, double y)                       \
    {                                                                                              \
        return name(x, y);                                                                         \
    }
#include "defs/real_math.def"
#undef DPEX_REAL_MATH1
#undef DPEX_REAL_MATH2

/* Of float16, by trying all. */
static double next_half(double x, double y)
{
    double next = y;
    if (isnan(x) || x == y) return isnan(x) ? x : y;
    for (int bits = 0; bits < 0x10000; bits++) {
        double z = dpex_half_to_double((uint16_t)bits);
        if (x < y ? z > x && z < next : z < x && z > next) next = z;
    }
    return next == 0 ? copysign(0.0, x) : next;
}

#define nextafter_f32 nextafterf
#define nextafter_f64 nextafter

/* The remainder goes by the exact one of math.h, the quotient by the real number that long double holds. */
#define REAL_HELPERS(R, suffix)                                                                    \
    static R k_abs_##suffix(R x)                                                                   \
    {                                                                                              \
        return k_fabs_##suffix(x);                                                                 \
    }                                                                                              \
    static int k_isfinite_##suffix(R x)                                                            \
    {                                                                                              \
        return isfinite(x);                                                                        \
    }                                                                                              \
    static int k_isnan_##suffix(R x)                                                               \
    {                                                                                              \
        return isnan(x);                                                                           \
    }                                                                                              \
    static int k_isinf_##suffix(R x)                                                               \
    {                                                                                              \
        return isinf(x) != 0;                                                                      \
    }                                                                                              \
    static int k_signbit_##suffix(R x)                                                             \
    {                                                                                              \
        return signbit(x) != 0;                                                                    \
    }                                                                                              \
    static R k_sign_##suffix(R x)                                                                  \
    {                                                                                              \
        return isnan(x) ? x : x > 0 ? 1 : x < 0 ? -1 : 0;                                          \
    }                                                                                              \
    static R k_maximum_##suffix(R x, R y)                                                          \
    {                                                                                              \
        return isnan(x) ? x : isnan(y) ? y : x > y ? x : y;                                        \
    }                                                                                              \
    static R k_minimum_##suffix(R x, R y)                                                          \
    {                                                                                              \
        return isnan(x) ? x : isnan(y) ? y : x < y ? x : y;                                        \
    }                                                                                              \
    static R k_remainder_##suffix(R x, R y)                                                        \
    {                                                                                              \
        R rest = (R)fmod((double)x, (double)y);                                                    \
        if (rest != 0 && (rest < 0) != (y < 0)) return rest + y;                                   \
        return rest == 0 ? (R)copysign(0.0, (double)y) : rest;                                     \
    }                                                                                              \
    static R k_floor_divide_##suffix(R x, R y)                                                     \
    {                                                                                              \
        allow(1);                                                                                  \
        long double quotient = (long double)x / y;                                                 \
        if (y == 0 || isinf(x) || isinf(y)) return (R)quotient;                                    \
        long double whole = roundl(quotient), rest = fmal(-whole, y, x);                           \
        if (isfinite(whole) && rest != 0 && (rest < 0) != (y < 0)) whole -= 1;                     \
        return (R)(isfinite(whole) ? whole : quotient);                                            \
    }                                                                                              \
    static R k_nextafter_##suffix(R x, R y)                                                        \
    {                                                                                              \
        return n_bits == 16 ? (R)next_half((double)x, (double)y) : nextafter_##suffix(x, y);       \
    }                                                                                              \
    static R k_logaddexp_##suffix(R x, R y)                                                        \
    {                                                                                              \
        long double large = x > y ? x : y, small = x > y ? y : x;                                  \
        if (isinf(x) || isinf(y) || isnan(x) || isnan(y))                                          \
            return isnan(x) ? x : isnan(y) ? y : (R)large + 0;                                     \
        R sum = (R)(large + log1pl(expl(small - large)));                                          \
        /* The larger one's rounding counts, which may cancel. */                                  \
        allow(4 + 4 * (double)fabsl(large / sum));                                                 \
        return sum;                                                                                \
    }

/* z with erf(z) = x, by Newton's steps; near the ends, z with erfc(z) = y, by bisection. */
static long double inverse_erfcl(long double y);
static long double inverse_erfl(long double x)
{
    if (!(x < 0.5L)) return inverse_erfcl(1 - x);
    long double z = x * sqrtl(M_PIl) / 2;
    for (int i = 0; i < 40; i++) z -= (erfl(z) - x) / (2 / sqrtl(M_PIl) * expl(-z * z));
    return z;
}

static long double inverse_erfcl(long double y)
{
    long double low = -12, high = 40;
    if (!(y >= 0 && y <= 2)) return NAN;
    if (y == 0 || y == 2) return y == 0 ? HUGE_VALL : -HUGE_VALL;
    if (y > 0.5L && y < 1.5L) return y > 1 ? -inverse_erfl(y - 1) : inverse_erfl(1 - y);
    for (int i = 0; i < 90; i++) {
        long double middle = (low + high) / 2;
        if (erfcl(middle) > y)
            low = middle;
        else
            high = middle;
    }
    return high;
}

#define REAL_FUNCTIONS(R, suffix)                                                                         \
    static R k_degrees_##suffix(R x)                                                                      \
    {                                                                                                     \
        allow(2);                                                                                         \
        return (R)(x * (180 / M_PIl));                                                                    \
    }                                                                                                     \
    static R k_radians_##suffix(R x)                                                                      \
    {                                                                                                     \
        allow(2);                                                                                         \
        return (R)(x * (M_PIl / 180));                                                                    \
    }                                                                                                     \
    static R k_exponent_##suffix(R x)                                                                     \
    {                                                                                                     \
        int e = 0;                                                                                        \
        if (isfinite(x)) frexpl(x, &e);                                                                   \
        return (R)e;                                                                                      \
    }                                                                                                     \
    static R k_ldexp_##suffix(R x, R y)                                                                   \
    {                                                                                                     \
        int e = y > 5000 ? 5000 : y < -5000 ? -5000 : isnan(y) ? 0 : (int)y;                              \
        return (R)ldexpl(x, e);                                                                           \
    }                                                                                                     \
    /* cosh(x sin t) at points round the circle: the trapezoidal rule is exact for periodic functions. */ \
    static R k_i0_##suffix(R x)                                                                           \
    {                                                                                                     \
        enum { n_points = 400 };                                                                          \
        long double sum = 0;                                                                              \
        if (!isfinite(x)) return k_fabs_##suffix(x);                                                      \
        for (int i = 0; i < n_points; i++)                                                                \
            sum += coshl(x * sinl(M_PIl * i / n_points)) / n_points;                                      \
        allow(8);                                                                                         \
        return (R)sum;                                                                                    \
    }                                                                                                     \
    /* Behind 12 by the asymptotic series, whose next term is below 2^-64 there. */                       \
    static R k_erfcx_##suffix(R x)                                                                        \
    {                                                                                                     \
        long double z = x, term = 1 / (z * sqrtl(M_PIl)), sum = term;                                     \
        allow(8);                                                                                         \
        if (!(z > 12)) return (R)(expl(z * z) * erfcl(z));                                                \
        for (int k = 1; k < 30; k++) sum += term *= -(2 * k - 1) / (2 * z * z);                           \
        return (R)sum;                                                                                    \
    }                                                                                                     \
    static R k_erfcinv_##suffix(R y)                                                                      \
    {                                                                                                     \
        allow(8);                                                                                         \
        return (R)inverse_erfcl(y);                                                                       \
    }                                                                                                     \
    static R k_erfinv_##suffix(R x)                                                                       \
    {                                                                                                     \
        allow(8);                                                                                         \
        return x == 0 ? x : (R)(x < 0 ? -inverse_erfl(-(long double)x) : inverse_erfl(x));                \
    }                                                                                                     \
    static R k_logaddexp2_##suffix(R x, R y)                                                              \
    {                                                                                                     \
        long double large = x > y ? x : y, small = x > y ? y : x;                                         \
        if (isinf(x) || isinf(y) || isnan(x) || isnan(y))                                                 \
            return isnan(x) ? x : isnan(y) ? y : (R)large + 0;                                            \
        R sum = (R)(large + log1pl(exp2l(small - large)) / M_LN2l);                                       \
        allow(4 + 4 * (double)fabsl(large / sum));                                                        \
        return sum;                                                                                       \
    }
REAL_FUNCTIONS(float, f32)
REAL_FUNCTIONS(double, f64)

REAL_HELPERS(float, f32)
REAL_HELPERS(double, f64)

/* ---- complex numbers ------------------------------------------------------------------------------------- */

typedef union complexl {
    long double parts[2];
    long double _Complex z;
} complexl;

#define COMPLEX_FUNCTION(name, C, R, suffix)                                                       \
    __attribute__((unused)) static C k_##name##_##suffix(C x)                                      \
    {                                                                                              \
        allow(4);                                                                                  \
        complexl in = {{(long double)x.re, (long double)x.im}}, out = {.z = c##name##l(in.z)};     \
        return (C){(R)out.parts[0], (R)out.parts[1]};                                              \
    }
#define COMPLEX_HELPERS(C, R, suffix)                                                              \
    static value value_##suffix(C x)                                                               \
    {                                                                                              \
        return (value){0, x.re, x.im};                                                             \
    }                                                                                              \
    static C k_add_##suffix(C x, C y)                                                              \
    {                                                                                              \
        return (C){x.re + y.re, x.im + y.im};                                                      \
    }                                                                                              \
    static C k_sub_##suffix(C x, C y)                                                              \
    {                                                                                              \
        return (C){x.re - y.re, x.im - y.im};                                                      \
    }                                                                                              \
    static C k_neg_##suffix(C x)                                                                   \
    {                                                                                              \
        return (C){-x.re, -x.im};                                                                  \
    }                                                                                              \
    static C k_mul_##suffix(C x, C y)                                                              \
    {                                                                                              \
        R a = x.re * y.re, b = x.im * y.im, c = x.re * y.im, d = x.im * y.re;                      \
        return (C){a - b, c + d};                                                                  \
    }                                                                                              \
    static C k_div_##suffix(C x, C y)                                                              \
    {                                                                                              \
        allow(4);                                                                                  \
        long double re = y.re, im = y.im, n = re * re + im * im;                                   \
        if (im == 0) return (C){x.re / y.re, x.im / y.re};                                         \
        return (C){(R)((x.re * re + x.im * im) / n), (R)((x.im * re - x.re * im) / n)};            \
    }                                                                                              \
    static int k_equal_##suffix(C x, C y)                                                          \
    {                                                                                              \
        return x.re == y.re && x.im == y.im;                                                       \
    }                                                                                              \
    static int k_less_##suffix(C x, C y)                                                           \
    {                                                                                              \
        return x.re != y.re ? x.re < y.re : x.im < y.im;                                           \
    }                                                                                              \
    static int k_less_equal_##suffix(C x, C y)                                                     \
    {                                                                                              \
        return x.re != y.re ? x.re < y.re : x.im <= y.im;                                          \
    }                                                                                              \
    static int k_truth_##suffix(C x)                                                               \
    {                                                                                              \
        return x.re != 0 || x.im != 0;                                                             \
    }                                                                                              \
    static int k_isfinite_##suffix(C x)                                                            \
    {                                                                                              \
        return isfinite(x.re) && isfinite(x.im);                                                   \
    }                                                                                              \
    static int k_isnan_##suffix(C x)                                                               \
    {                                                                                              \
        return isnan(x.re) || isnan(x.im);                                                         \
    }                                                                                              \
    static int k_isinf_##suffix(C x)                                                               \
    {                                                                                              \
        return isinf(x.re) || isinf(x.im);                                                         \
    }                                                                                              \
    static C k_maximum_##suffix(C x, C y)                                                          \
    {                                                                                              \
        return k_less_##suffix(x, y) ? y : x;                                                      \
    }                                                                                              \
    static C k_minimum_##suffix(C x, C y)                                                          \
    {                                                                                              \
        return k_less_##suffix(y, x) ? y : x;                                                      \
    }                                                                                              \
    static C k_conj_##suffix(C x)                                                                  \
    {                                                                                              \
        return (C){x.re, -x.im};                                                                   \
    }                                                                                              \
    static C k_rint_##suffix(C x)                                                                  \
    {                                                                                              \
        return (C){(R)rint((double)x.re), (R)rint((double)x.im)};                                  \
    }                                                                                              \
    static R k_abs_##suffix(C x)                                                                   \
    {                                                                                              \
        allow(4);                                                                                  \
        return (R)hypotl(x.re, x.im);                                                              \
    }                                                                                              \
    static R k_angle_##suffix(C x)                                                                 \
    {                                                                                              \
        allow(4);                                                                                  \
        return (R)atan2l(x.im, x.re);                                                              \
    }                                                                                              \
    static C k_reciprocal_##suffix(C x)                                                            \
    {                                                                                              \
        return k_div_##suffix((C){1, 0}, x);                                                       \
    }                                                                                              \
    static C k_sign_##suffix(C x)                                                                  \
    {                                                                                              \
        allow(4);                                                                                  \
        long double size = hypotl(x.re, x.im);                                                     \
        return size == 0 ? (C){0, 0} : (C){(R)(x.re / size), (R)(x.im / size)};                    \
    }                                                                                              \
    static C k_proj_##suffix(C x)                                                                  \
    {                                                                                              \
        return isinf(x.re) || isinf(x.im) ? (C){INFINITY, (R)copysign(0.0, (double)x.im)} : x;     \
    }                                                                                              \
    static long double _Complex wide_##suffix(C x)                                                 \
    {                                                                                              \
        return (complexl){{(long double)x.re, (long double)x.im}}.z;                               \
    }                                                                                              \
    static C narrow_##suffix(long double _Complex z)                                               \
    {                                                                                              \
        allow(4);                                                                                  \
        return (C){(R)creall(z), (R)cimagl(z)};                                                    \
    }                                                                                              \
    static C k_exp2_##suffix(C x)                                                                  \
    {                                                                                              \
        return narrow_##suffix(cexpl(wide_##suffix(x) * M_LN2l));                                  \
    }                                                                                              \
    static C k_log2_##suffix(C x)                                                                  \
    {                                                                                              \
        return narrow_##suffix(clogl(wide_##suffix(x)) / M_LN2l);                                  \
    }                                                                                              \
    static C k_log10_##suffix(C x)                                                                 \
    {                                                                                              \
        return narrow_##suffix(clogl(wide_##suffix(x)) / M_LN10l);                                 \
    }                                                                                              \
    static C k_log1p_##suffix(C x)                                                                 \
    {                                                                                              \
        long double re = x.re, im = x.im;                                                          \
        complexl log = {{log1pl(re * (2 + re) + im * im) / 2, atan2l(im, 1 + re)}};                \
        return narrow_##suffix(log.z);                                                             \
    }                                                                                              \
    static C k_atanh_##suffix(C x)                                                                 \
    {                                                                                              \
        return narrow_##suffix(catanhl(wide_##suffix(x)));                                         \
    }                                                                                              \
    static C k_tan_##suffix(C x)                                                                   \
    {                                                                                              \
        return narrow_##suffix(ctanl(wide_##suffix(x)));                                           \
    }                                                                                              \
    static C k_tanh_##suffix(C x)                                                                  \
    {                                                                                              \
        return narrow_##suffix(ctanhl(wide_##suffix(x)));                                          \
    }                                                                                              \
    static C k_atan_##suffix(C x)                                                                  \
    {                                                                                              \
        return narrow_##suffix(catanl(wide_##suffix(x)));                                          \
    }                                                                                              \
    static C k_expm1_##suffix(C x)                                                                 \
    {                                                                                              \
        long double re = x.re, im = x.im, half = sinl(im / 2);                                     \
        complexl exp = {{expm1l(re) * cosl(im) - 2 * half * half, expl(re) * sinl(im)}};           \
        return narrow_##suffix(exp.z);                                                             \
    }                                                                                              \
    /* The logarithm's rounding counts as often as the exponent is large. */                       \
    static C k_pow_##suffix(C x, C y)                                                              \
    {                                                                                              \
        if (y.re == 0 && y.im == 0) return (C){1, 0};                                              \
        if (x.re == 0 && x.im == 0 && y.re > 0) return (C){0, 0};                                  \
        long double _Complex exponent = wide_##suffix(y) * clogl(wide_##suffix(x));                \
        C power = narrow_##suffix(cexpl(exponent));                                                \
        allow(isinf(power.re) || isinf(power.im) ? HUGE_VAL : 4 + 4 * (double)cabsl(exponent));    \
        return power;                                                                              \
    }
COMPLEX_HELPERS(dpex_c64, float, c64)
COMPLEX_HELPERS(dpex_c128, double, c128)

#define DPEX_COMPLEX_MATH(name)                                                                    \
    COMPLEX_FUNCTION(name, dpex_c64, float, c64)                                                   \
    COMPLEX_FUNCTION(name, dpex_c128, double, c128)
#include "defs/complex_math.def"
#undef DPEX_COMPLEX_MATH

/* ---- bodies ---------------------------------------------------------------------------------------------- */

#define T              wide
#define K_CLASS        bool
#define K_SUFFIX       wide_bool
#define K_LOAD(v)      ((v).integer)
#define K_RESULT(body) integer_value(body)
#include "reference.inc"

#define k_add_wide_int          k_add_wide
#define k_sub_wide_int          k_sub_wide
#define k_mul_wide_int          k_mul_wide
#define k_neg_wide_int          k_neg_wide
#define k_floor_divide_wide_int k_floor_divide_wide
#define k_remainder_wide_int    k_remainder_wide
#define k_shift_left_wide_int   k_shift_left_wide
#define k_shift_right_wide_int  k_shift_right_wide
#define k_fmod_wide_int         k_fmod_wide
#define k_gcd_wide_int          k_gcd_wide
#define k_lcm_wide_int          k_lcm_wide
#define k_bit_count_wide_int    k_bit_count_wide
#define k_pow_wide_int          k_pow_wide
#define k_abs_wide_int          k_abs_wide
#define k_sign_wide_int         k_sign_wide
#define T                       wide
#define K_CLASS                 int
#define K_SUFFIX                wide_int
#define K_LOAD(v)               ((v).integer)
#define K_RESULT(body)          integer_value(body)
#include "reference.inc"

#define k_add_wide_uint          k_add_wide
#define k_sub_wide_uint          k_sub_wide
#define k_mul_wide_uint          k_mul_wide
#define k_neg_wide_uint          k_neg_wide
#define k_floor_divide_wide_uint k_floor_divide_wide
#define k_remainder_wide_uint    k_remainder_wide
#define k_shift_left_wide_uint   k_shift_left_wide
#define k_shift_right_wide_uint  k_shift_right_wide
#define k_fmod_wide_uint         k_fmod_wide
#define k_gcd_wide_uint          k_gcd_wide
#define k_lcm_wide_uint          k_lcm_wide
#define k_bit_count_wide_uint    k_bit_count_wide
#define k_pow_wide_uint          k_pow_wide
#define T                        wide
#define K_CLASS                  uint
#define K_SUFFIX                 wide_uint
#define K_LOAD(v)                ((v).integer)
#define K_RESULT(body)           integer_value(body)
#include "reference.inc"

#define T         float
#define K_CLASS   real
#define K_SUFFIX  f32
#define K_LOAD(v) ((float)(v).re)
#define K_RESULT(body)                                                                             \
    _Generic((body), int : bool_value, float : real_value, double : real_value)(body)
#include "reference.inc"

#define T         double
#define K_CLASS   real
#define K_SUFFIX  f64
#define K_LOAD(v) ((double)(v).re)
#define K_RESULT(body)                                                                             \
    _Generic((body), int : bool_value, float : real_value, double : real_value)(body)
#include "reference.inc"

#define T         dpex_c64
#define K_CLASS   complex
#define K_SUFFIX  c64
#define K_LOAD(v) ((dpex_c64){(float)(v).re, (float)(v).im})
#define K_RESULT(body)                                                                             \
    _Generic((body), int : bool_value, float : real_value, dpex_c64 : value_c64)(body)
#include "reference.inc"

#define T         dpex_c128
#define K_CLASS   complex
#define K_SUFFIX  c128
#define K_LOAD(v) ((dpex_c128){(double)(v).re, (double)(v).im})
#define K_RESULT(body)                                                                             \
    _Generic((body), int : bool_value, double : real_value, dpex_c128 : value_c128)(body)
#include "reference.inc"

static const body_fn *bodies_of(dpex_dtype dtype)
{
    if (dtype == DPEX_BOOL) return bodies_wide_bool;
    if (dtype == DPEX_F16 || dtype == DPEX_F32) return bodies_f32;
    if (dtype == DPEX_F64) return bodies_f64;
    if (is_complex(dtype)) return dtype == DPEX_C64 ? bodies_c64 : bodies_c128;
    return dpex_dtype_get_info(dtype)->kind == DPEX_KIND_INT ? bodies_wide_int : bodies_wide_uint;
}

value reference_apply(size_t op, const dpex_dtype *in, dpex_dtype out, const value *operands,
                      double *tolerance)
{
    int mixed =
        (in[0] == DPEX_I64 && in[1] == DPEX_U64) || (in[0] == DPEX_U64 && in[1] == DPEX_I64);
    dpex_dtype dtype = in[dpex_ops[op].arity - 1];
    allowed_ulps = 0;
    n_bits = 8 * dpex_dtype_get_info(dtype)->itemsize;
    value v = bodies_of(mixed ? DPEX_I64 : dtype)[op](operands);
    *tolerance = allowed_ulps;
    unsigned char bytes[16]; /* rounded or wrapped to the result's dtype */
    value_store(&v, out, bytes);
    return value_load(bytes, out);
}

/* ---- conversions ----------------------------------------------------------------------------------------- */

/* The low `bits` of the real number as a signed integer of that size, its minimum where it does not fit. */
static __int128 truncated(long double x, int bits)
{
    long double limit = ldexpl(1, bits - 1);
    return x >= -limit && x < limit ? (__int128)x : -((__int128)1 << (bits - 1));
}

static __int128 integer_of_real(long double x, dpex_dtype to)
{
    if (to == DPEX_U64 && x >= 0x1p63L) return x < 0x1p64L ? (__int128)x : 0;
    return truncated(x, to == DPEX_I64 || to == DPEX_U64 || to == DPEX_U32 ? 64 : 32);
}

value reference_cast(const value *v, dpex_dtype from, dpex_dtype to)
{
    value result = *v;
    if (is_integer(from)) result.re = (long double)v->integer;
    if (!is_complex(to)) result.im = 0;
    if (is_integer(to) && !is_integer(from))
        result.integer = to == DPEX_BOOL ? 0 : integer_of_real(v->re, to);
    if (to == DPEX_BOOL)
        result.integer = is_integer(from) ? v->integer != 0 : v->re != 0 || v->im != 0;
    if (to == DPEX_F16 && is_integer(from))
        result.re = (float)result.re; /* by way of float32, as NumPy */
    unsigned char bytes[16];
    value_store(&result, to, bytes);
    return value_load(bytes, to);
}
