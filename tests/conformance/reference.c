/* Expected values of operations, and of conversions; see reference.h. */
#include "reference.h"

#include <math.h>

#include "base/half.h"
#include "expectation.h"

/* ---- operations ---------------------------------------------------------------------------------------------- */

/* Rounded once, to the dtype. */
static long double rounded(exact x, dpex_dtype dtype)
{
    if (dtype == DPEX_F32 || dtype == DPEX_C64) return (float)x;
    if (dtype == DPEX_F16) return dpex_half_to_double(dpex_half_from_double((double)x));
    return (double)x;
}

/* A real or complex result in the dtype of the result, which may be bool. */
static value value_of(exact re, exact im, dpex_dtype out)
{
    if (is_integer(out)) return (value){re != 0, re != 0, 0};
    return (value){0, rounded(re, out), rounded(im, out)};
}

static value integer_value(wide x, dpex_dtype out)
{
    value v = {x, (long double)x, 0};
    unsigned char bytes[16]; /* wrapped */
    value_store(&v, out, bytes);
    return value_load(bytes, out);
}

int reference_apply(size_t op, const dpex_dtype *in, dpex_dtype out, const value *operands,
                    expectation *result)
{
    const value *x = &operands[0], *y = &operands[1], *z = &operands[2];
    dpex_dtype dtype = in[dpex_ops[op].arity - 1];
    if (!expected_integers[op]) return 0;
    if (is_integer(dtype)) {
        integer_operands given = {x->integer, y->integer, z->integer, dtype};
        result->value = integer_value(expected_integers[op](&given, &result->ulps), out);
    } else if (is_complex(dtype)) {
        complex_operands given = {{x->re, x->im}, {y->re, y->im}, {z->re, z->im}, dtype};
        pair got = expected_pairs[op](&given, &result->ulps);
        result->value = value_of(got.re, got.im, out);
    } else {
        real_operands given = {x->re, y->re, z->re, dtype};
        result->value = value_of(expected_reals[op](&given, &result->ulps), 0, out);
    }
    return result->ulps >= 0;
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
