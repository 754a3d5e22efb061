/* Bodies of operations with plain helpers; see reference.h. */
#include "reference.h"

#include <complex.h>
#undef complex
#include <math.h>

#include "ops/loops/prelude_native.h"
#include "ops/op.h"

typedef value (*body_fn)(const value *operands);

/* Set by helpers whose result may differ in the last places. */
static int is_inexact;

/* ---- integers -------------------------------------------------------------------------------------------- */

typedef __int128 wide;
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
        is_inexact = 1;                                                                            \
        return (R)name##l((long double)x);                                                         \
    }
#define REAL_FUNCTION2(name, R, suffix)                                                            \
    __attribute__((unused)) static R k_##name##_##suffix(R x, R y)                                 \
    {                                                                                              \
        is_inexact = 1;                                                                            \
        return (R)name##l((long double)x, (long double)y);                                         \
    }
#define DPEX_VECTOR_MATH1(name) REAL_FUNCTION1(name, float, f32) REAL_FUNCTION1(name, double, f64)
#define DPEX_VECTOR_MATH2(name) REAL_FUNCTION2(name, float, f32) REAL_FUNCTION2(name, double, f64)
#include "defs/vector_math.def"
#undef DPEX_VECTOR_MATH1
#undef DPEX_VECTOR_MATH2

static float k_sqrt_f32(float x)
{
    return sqrtf(x);
}
static double k_sqrt_f64(double x)
{
    return sqrt(x);
}

/* ---- complex numbers ------------------------------------------------------------------------------------- */

typedef union complexl {
    long double parts[2];
    long double _Complex z;
} complexl;

#define COMPLEX_FUNCTION(name, C, R, suffix)                                                       \
    __attribute__((unused)) static C k_##name##_##suffix(C x)                                      \
    {                                                                                              \
        is_inexact = 1;                                                                            \
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
        is_inexact = 1;                                                                            \
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

#define k_add_wide_int k_add_wide
#define k_sub_wide_int k_sub_wide
#define k_mul_wide_int k_mul_wide
#define k_neg_wide_int k_neg_wide
#define T              wide
#define K_CLASS        int
#define K_SUFFIX       wide_int
#define K_LOAD(v)      ((v).integer)
#define K_RESULT(body) integer_value(body)
#include "reference.inc"

#define k_add_wide_uint k_add_wide
#define k_sub_wide_uint k_sub_wide
#define k_mul_wide_uint k_mul_wide
#define k_neg_wide_uint k_neg_wide
#define T               wide
#define K_CLASS         uint
#define K_SUFFIX        wide_uint
#define K_LOAD(v)       ((v).integer)
#define K_RESULT(body)  integer_value(body)
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
    is_inexact = 0;
    value v = bodies_of(mixed ? DPEX_I64 : in[0])[op](operands);
    *tolerance = is_inexact ? 4 : 0;
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
