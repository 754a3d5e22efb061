/* Functions that reference.def names, and its rows as functions. They are plain, slow and of more digits than the dtypes have; nothing of the
 * library's kernels is used here. */
#include "expectation.h"

#include <complex.h>
#undef complex
#include <math.h>

#include "base/half.h"

/* ---- integers ----------------------------------------------------------------------------------------------- */

static wide least(wide x, wide y)
{
    return x < y ? x : y;
}

static wide greatest(wide x, wide y)
{
    return x > y ? x : y;
}

static wide product(wide x, wide y)
{
    return (wide)((unsigned __int128)x * (unsigned __int128)y);
}

/* 0 for a division by 0, as NumPy's. */
static wide floor_quotient(wide x, wide y)
{
    if (y == 0) return 0;
    wide whole = x / y;
    return whole * y != x && (x < 0) != (y < 0) ? whole - 1 : whole;
}

/* By the square of the half, modulo 2^128; 0 for a negative exponent. */
static wide power(wide x, wide y)
{
    if (y <= 0) return y == 0;
    wide root = power(x, y / 2), square = product(root, root);
    return y % 2 ? product(square, x) : square;
}

static wide greatest_divisor(wide x, wide y)
{
    while (y != 0) {
        wide rest = x % y;
        x = y;
        y = rest;
    }
    return x < 0 ? -x : x;
}

static wide least_multiple(wide x, wide y)
{
    if (x == 0 || y == 0) return 0;
    wide part = x / greatest_divisor(x, y);
    return product(part < 0 ? -part : part, y < 0 ? -y : y);
}

/* Of the absolute value. */
static wide count_of_bits(wide x)
{
    wide n = 0;
    for (x = x < 0 ? -x : x; x != 0; x /= 2) n += x % 2;
    return n;
}

/* ---- reals -------------------------------------------------------------------------------------------------- */

/* A NaN if there is one; the second of equal numbers, which may be zeros of two signs. */
static long double least_real(long double x, long double y)
{
    return isnan(x) ? x : isnan(y) ? y : x < y ? x : y;
}

static long double greatest_real(long double x, long double y)
{
    return isnan(x) ? x : isnan(y) ? y : x > y ? x : y;
}

/* To twice the digits of a double by one of Newton's steps, so that rounding it again changes nothing. */
static exact square_root(long double x)
{
    long double root = sqrtl(x);
    if (!(x > 0) || isinf(x)) return root;
    return root + ((exact)x - (exact)root * root) / (2 * (exact)root);
}

static exact floor_remainder(long double x, long double y)
{
    long double rest = fmodl(x, y);
    if (rest == 0) return copysignl(0, y);
    return (rest < 0) != (y < 0) ? (exact)rest + y : rest;
}

/* The nearest integer to the quotient is at most one above the floor. */
static exact floor_of_quotient(long double x, long double y)
{
    long double quotient = x / y, whole = roundl(quotient);
    if (y == 0 || isinf(x) || !isfinite(whole)) return quotient;
    if (isinf(y)) return x != 0 && (x < 0) != (y < 0) ? -1 : quotient;
    long double rest = fmal(-whole, y, x);
    return rest != 0 && (rest < 0) != (y < 0) ? whole - 1 : whole;
}

static exact exponent_of(long double x)
{
    int exponent = 0;
    if (isfinite(x)) frexpl(x, &exponent);
    return exponent;
}

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

static exact next_of(long double x, long double y, dpex_dtype dtype)
{
    if (dtype == DPEX_F16) return next_half((double)x, (double)y);
    if (dtype == DPEX_F32) return nextafterf((float)x, (float)y);
    return nextafter((double)x, (double)y);
}

/* log(exp(unit x) + exp(unit y)) / unit. */
static long double log_of_sum(long double x, long double y, long double unit)
{
    long double large = x > y ? x : y, small = x > y ? y : x;
    if (isnan(x) || isnan(y)) return NAN;
    if (isinf(x) || isinf(y)) return large + 0;
    return large + log1pl(expl((small - large) * unit)) / unit;
}

/* How often the rounding of the larger operand counts in a sum that may be much smaller. */
static double cancelled(long double x, long double y, long double unit)
{
    long double ratio = fabsl((x > y ? x : y) / log_of_sum(x, y, unit));
    return isnan(ratio) ? 0 : (double)ratio;
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

/* exp(x^2) erfc(x); from 12 on by the asymptotic series, whose next term is below 2^-64 there. */
static long double scaled_erfcl(long double x)
{
    long double term = 1 / (x * sqrtl(M_PIl)), sum = term;
    if (!(x > 12)) return expl(x * x) * erfcl(x);
    for (int k = 1; k < 30; k++) sum += term *= -(2 * k - 1) / (2 * x * x);
    return sum;
}

/* cosh(x sin t) at points of the circle: the trapezoidal rule is exact for periodic functions. */
static long double bessel_i0(long double x)
{
    enum { n_points = 400 };
    long double sum = 0;
    if (!isfinite(x)) return fabsl(x);
    for (int i = 0; i < n_points; i++) sum += coshl(x * sinl(M_PIl * i / n_points)) / n_points;
    return sum;
}

/* ---- complex numbers ---------------------------------------------------------------------------------------- */

static pair real_pair(exact re)
{
    return (pair){re, 0};
}

static long double _Complex to_complex(pair x)
{
    union {
        long double parts[2];
        long double _Complex z;
    } made = {{(long double)x.re, (long double)x.im}};
    return made.z;
}

static pair of_complex(long double _Complex z)
{
    return (pair){creall(z), cimagl(z)};
}

static int is_equal(pair x, pair y)
{
    return x.re == y.re && x.im == y.im;
}

/* In lexicographic order. */
static int is_less(pair x, pair y)
{
    return x.re != y.re ? x.re < y.re : x.im < y.im;
}

static int is_true(pair x)
{
    return x.re != 0 || x.im != 0;
}

static pair least_pair(pair x, pair y)
{
    return is_less(y, x) ? y : x;
}

static pair greatest_pair(pair x, pair y)
{
    return is_less(x, y) ? y : x;
}

static pair quotient(pair x, pair y)
{
    exact n = y.re * y.re + y.im * y.im;
    if (y.im == 0) return (pair){x.re / y.re, x.im / y.re};
    return (pair){(x.re * y.re + x.im * y.im) / n, (x.im * y.re - x.re * y.im) / n};
}

static pair direction(pair x)
{
    long double size = hypotl((long double)x.re, (long double)x.im);
    return size == 0 ? (pair){0, 0} : (pair){x.re / size, x.im / size};
}

static pair complex_log1p(pair x)
{
    long double square = (long double)(x.re * (2 + x.re) + x.im * x.im);
    return (pair){log1pl(square) / 2, atan2l((long double)x.im, (long double)(1 + x.re))};
}

static pair complex_expm1(pair x)
{
    long double re = (long double)x.re, im = (long double)x.im, half = sinl(im / 2);
    return (pair){expm1l(re) * cosl(im) - 2 * half * half, expl(re) * sinl(im)};
}

static pair complex_power(pair x, pair y)
{
    if (!is_true(y)) return (pair){1, 0};
    if (!is_true(x) && y.re > 0) return (pair){0, 0};
    return of_complex(cexpl(to_complex(y) * clogl(to_complex(x))));
}

/* The logarithm's rounding counts as often as the exponent is large. */
static double complex_power_ulps(pair x, pair y, dpex_dtype dtype)
{
    double top = dtype == DPEX_C64 ? (double)FLT_MAX : DBL_MAX;
    pair result = complex_power(x, y);
    if (!is_true(y) || (!is_true(x) && y.re > 0)) return 0;
    if (!(fabsl((long double)result.re) <= top && fabsl((long double)result.im) <= top))
        return HUGE_VAL;
    return 4 + 4 * (double)cabsl(to_complex(y) * clogl(to_complex(x)));
}

/* ---- rows --------------------------------------------------------------------------------------------------- */

static int is_missing;

static int missing(void)
{
    return (is_missing = 1) - 1;
}

static pair missing_pair(void)
{
    return (pair){missing(), 0};
}

/* Ends each function: the allowed distance, or that the row has no expression for the class. */
#define ALLOW(n)                                                                                   \
    *ulps = is_missing ? -1 : (n);                                                                 \
    is_missing = 0

#define NONE missing()
#define REFERENCE(name, integers, reals, ulps_of_reals, pairs, ulps_of_pairs)                      \
    static wide integer_##name(const integer_operands *in, double *ulps)                           \
    {                                                                                              \
        const wide x = in->x, y = in->y, z = in->z;                                                \
        const int n_bits = 8 * (int)dpex_dtype_get_info(in->dtype)->itemsize;                      \
        const int is_bool = in->dtype == DPEX_BOOL;                                                \
        (void)x, (void)y, (void)z, (void)n_bits, (void)is_bool;                                    \
        wide result = integers;                                                                    \
        ALLOW(0);                                                                                  \
        return result;                                                                             \
    }                                                                                              \
    static exact real_##name(const real_operands *in, double *ulps)                                \
    {                                                                                              \
        const long double x = in->x, y = in->y, z = in->z;                                         \
        const dpex_dtype dtype = in->dtype;                                                        \
        (void)x, (void)y, (void)z, (void)dtype;                                                    \
        exact result = reals;                                                                      \
        ALLOW(ulps_of_reals);                                                                      \
        return result;                                                                             \
    }
#include "reference.def"
#undef REFERENCE
#undef NONE

#define NONE missing_pair()
#define REFERENCE(name, integers, reals, ulps_of_reals, pairs, ulps_of_pairs)                      \
    static pair pair_##name(const complex_operands *in, double *ulps)                              \
    {                                                                                              \
        const pair x = in->x, y = in->y, z = in->z;                                                \
        const dpex_dtype dtype = in->dtype;                                                        \
        (void)x, (void)y, (void)z, (void)dtype;                                                    \
        pair result = pairs;                                                                       \
        ALLOW(ulps_of_pairs);                                                                      \
        return result;                                                                             \
    }
#include "reference.def"
#undef REFERENCE
#undef NONE

const integer_expectation expected_integers[DPEX_N_OPS] = {
#define REFERENCE(name, ...) [DPEX_OP_##name] = integer_##name,
#include "reference.def"
#undef REFERENCE
};
const real_expectation expected_reals[DPEX_N_OPS] = {
#define REFERENCE(name, ...) [DPEX_OP_##name] = real_##name,
#include "reference.def"
#undef REFERENCE
};
const complex_expectation expected_pairs[DPEX_N_OPS] = {
#define REFERENCE(name, ...) [DPEX_OP_##name] = pair_##name,
#include "reference.def"
#undef REFERENCE
};
