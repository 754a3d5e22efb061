/* Elements as exact values: loading, storing, test data, distances. */
#include "base/half.h" /* has parameters named like our type */

#include "value.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int is_integer(dpex_dtype dtype)
{
    return dtype <= DPEX_U64;
}

int is_complex(dpex_dtype dtype)
{
    return dtype >= DPEX_C64;
}

static int is_signed(dpex_dtype dtype)
{
    return dpex_dtype_get_info(dtype)->kind == DPEX_KIND_INT;
}

value value_load(const void *bytes, dpex_dtype dtype)
{
    value v = {0, 0, 0};
    uint64_t bits = 0;
    float f32[2];
    double f64[2];
    size_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    if (is_integer(dtype)) {
        memcpy(&bits, bytes, itemsize);
        v.integer = bits;
        if (is_signed(dtype) && bits >> (8 * itemsize - 1))
            v.integer -= (__int128)1 << 8 * itemsize;
        v.re = (long double)v.integer;
        return v;
    }
    if (dtype == DPEX_F16) {
        memcpy(&bits, bytes, 2);
        v.re = dpex_half_to_double((uint16_t)bits);
    } else if (dtype == DPEX_F32 || dtype == DPEX_C64) {
        memcpy(f32, bytes, itemsize);
        v.re = f32[0];
        if (dtype == DPEX_C64) v.im = f32[1];
    } else {
        memcpy(f64, bytes, itemsize);
        v.re = f64[0];
        if (dtype == DPEX_C128) v.im = f64[1];
    }
    return v;
}

void value_store(const value *v, dpex_dtype dtype, void *bytes)
{
    size_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    if (is_integer(dtype)) {
        uint64_t bits = (uint64_t)v->integer;
        if (dtype == DPEX_BOOL) bits = v->integer != 0;
        memcpy(bytes, &bits, itemsize);
    } else if (dtype == DPEX_F16) {
        uint16_t half = dpex_half_from_double((double)v->re);
        memcpy(bytes, &half, 2);
    } else if (dtype == DPEX_F32 || dtype == DPEX_C64) {
        float parts[2] = {(float)v->re, (float)v->im};
        memcpy(bytes, parts, itemsize);
    } else {
        double parts[2] = {(double)v->re, (double)v->im};
        memcpy(bytes, parts, itemsize);
    }
}

/* ---- test data ------------------------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static double uniform(uint64_t *state)
{
    return (double)(next_random(state) >> 11) * 0x1p-53;
}

static int largest_exponent(dpex_dtype dtype)
{
    return dtype == DPEX_F16 ? 15 : dtype == DPEX_F32 || dtype == DPEX_C64 ? 127 : 1023;
}

/* Numbers whose handling differs from that of their neighbours; the last five are not finite or not harmless. */
static double special_real(size_t i, dpex_dtype dtype)
{
    double top = ldexp(1.0, largest_exponent(dtype));
    const double specials[] = {0.0,        -0.0, 1.0,  -1.0, 0.5,      2.0,      1.0 / top,
                               -1.0 / top, top,  -top, NAN,  INFINITY, -INFINITY};
    return specials[i];
}
enum { N_SPECIAL = 13, N_SPECIAL_FINITE = 8, N_SPECIAL_SMALL = 6 };

static double ordinary_real(uint64_t *state, dpex_dtype dtype, domain d)
{
    double sign = next_random(state) & 1 ? 1 : -1;
    double magnitude = uniform(state);
    if (d == DOMAIN_SMALL) return sign * 8 * magnitude;
    if (d == DOMAIN_UNIT) return sign * magnitude;
    if (d == DOMAIN_COUNT) return sign * (1 + magnitude);
    int range = d == DOMAIN_FINITE ? 8 : largest_exponent(dtype) / 4;
    double scaled =
        ldexp(0.5 + magnitude / 2, (int)(next_random(state) % (unsigned)(2 * range)) - range);
    return d == DOMAIN_POSITIVE ? scaled : sign * scaled;
}

static double any_real(uint64_t *state, size_t i, dpex_dtype dtype, domain d)
{
    size_t n = d == DOMAIN_COUNT ? 0 : d == DOMAIN_FINITE ? N_SPECIAL_SMALL : N_SPECIAL;
    return i < n ? special_real(i, dtype) : ordinary_real(state, dtype, d);
}

static __int128 any_integer(uint64_t *state, size_t i, dpex_dtype dtype)
{
    int bits = 8 * dpex_dtype_get_info(dtype)->itemsize;
    __int128 top = ((__int128)1 << (is_signed(dtype) ? bits - 1 : bits)) - 1;
    const __int128 specials[] = {0, 1, -1, 2, top, -top - 1, top - 1, top / 2};
    if (dtype == DPEX_BOOL) return next_random(state) & 1;
    if (i < sizeof(specials) / sizeof(specials[0])) return specials[i];
    uint64_t random = next_random(state);
    return next_random(state) & 1 ? (__int128)random
                                  : (__int128)(random % 19) - (is_signed(dtype) ? 9 : 0);
}

void fill_values(void *elements, size_t n, dpex_dtype dtype, domain d, unsigned seed)
{
    uint64_t state = seed;
    size_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    /* A second operand must not meet the first one's special values in step. */
    size_t shift = seed % 2 ? 0 : 5;
    for (size_t i = 0; i < n; i++) {
        value v = {0, 0, 0};
        size_t which = n > 40 ? (i + shift * (i / N_SPECIAL)) % (8 * N_SPECIAL) : i + shift;
        if (is_integer(dtype))
            v.integer = any_integer(&state, which, dtype);
        else if (is_complex(dtype)) {
            domain parts = d == DOMAIN_SMALL || d == DOMAIN_COUNT ? d : DOMAIN_FINITE;
            v.re = any_real(&state, parts == DOMAIN_SMALL ? N_SPECIAL : which, dtype, parts);
            v.im = any_real(&state, parts == DOMAIN_SMALL ? N_SPECIAL : which / 3, dtype, parts);
        } else {
            v.re = any_real(&state, which, dtype, d);
        }
        value_store(&v, dtype, (char *)elements + i * itemsize);
    }
}

/* ---- distances ------------------------------------------------------------------------------------------- */

/* The spacing of the dtype's numbers around x. */
static long double ulp(long double x, dpex_dtype dtype)
{
    int digits = dtype == DPEX_F16 ? 11 : dtype == DPEX_F32 || dtype == DPEX_C64 ? 24 : 53;
    int least = dtype == DPEX_F16 ? -24 : dtype == DPEX_F32 || dtype == DPEX_C64 ? -149 : -1074;
    int exponent = 0;
    if (x != 0) frexpl(x, &exponent);
    exponent -= digits;
    return ldexpl(1.0L, exponent < least ? least : exponent);
}

static int is_same(long double a, long double b)
{
    return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}

double distance(const value *got, const value *expected, dpex_dtype dtype)
{
    if (is_integer(dtype)) return got->integer == expected->integer ? 0 : HUGE_VAL;
    int same_re = is_same(got->re, expected->re), same_im = is_same(got->im, expected->im);
    if (same_re && same_im) return 0;
    long double re = same_re ? 0 : got->re - expected->re,
                im = same_im ? 0 : got->im - expected->im;
    if (!isfinite(re) || !isfinite(im)) return HUGE_VAL;
    if (re == 0 && im == 0) return is_complex(dtype) ? 0 : HUGE_VAL; /* zeros of different sign */
    long double modulus = isfinite(expected->re) ? fabsl(expected->re) : 0;
    if (isfinite(expected->im)) modulus = hypotl(modulus, expected->im);
    return (double)(hypotl(re, im) / ulp(modulus, dtype));
}

const char *value_text(const value *v, dpex_dtype dtype, char *text)
{
    if (is_complex(dtype))
        snprintf(text, VALUE_TEXT_BYTES, "(%.17Lg, %.17Lg)", v->re, v->im);
    else if (!is_integer(dtype))
        snprintf(text, VALUE_TEXT_BYTES, "%.17Lg", v->re);
    else
        snprintf(text, VALUE_TEXT_BYTES, "%.0Lf", (long double)v->integer);
    return text;
}

static int order_reals(long double a, long double b)
{
    if (isnan(a) || isnan(b)) return !!isnan(a) - !!isnan(b);
    return (a > b) - (a < b);
}

/* Complex numbers with NaNs come behind all others: with one in the imaginary part, in the real part, in both. */
int value_order(const value *a, const value *b, dpex_dtype dtype)
{
    if (is_integer(dtype)) return (a->integer > b->integer) - (a->integer < b->integer);
    if (!is_complex(dtype)) return order_reals(a->re, b->re);
    const int class_of_a = !!isnan(a->im) + 2 * !!isnan(a->re);
    const int class_of_b = !!isnan(b->im) + 2 * !!isnan(b->re);
    if (class_of_a != class_of_b) return class_of_a - class_of_b;
    const int by_re = order_reals(a->re, b->re);
    return by_re ? by_re : order_reals(a->im, b->im);
}
