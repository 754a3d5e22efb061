// Mathematical functions for `clang -x cl`: sections, see clang_base.cl.

//@ acos
DPEX_MATH1(acos, __builtin_acosf, __builtin_acos)

//@ acosh
DPEX_MATH1(acosh, __builtin_acoshf, __builtin_acosh)

//@ asin
DPEX_MATH1(asin, __builtin_asinf, __builtin_asin)

//@ asinh
DPEX_MATH1(asinh, __builtin_asinhf, __builtin_asinh)

//@ atan
DPEX_MATH1(atan, __builtin_atanf, __builtin_atan)

//@ atanh
DPEX_MATH1(atanh, __builtin_atanhf, __builtin_atanh)

//@ cbrt
DPEX_MATH1(cbrt, __builtin_cbrtf, __builtin_cbrt)

//@ ceil
DPEX_MATH1(ceil, __builtin_ceilf, __builtin_ceil)

//@ cos
DPEX_MATH1(cos, __builtin_cosf, __builtin_cos)

//@ cosh
DPEX_MATH1(cosh, __builtin_coshf, __builtin_cosh)

//@ erf
DPEX_MATH1(erf, __builtin_erff, __builtin_erf)

//@ erfc
DPEX_MATH1(erfc, __builtin_erfcf, __builtin_erfc)

//@ exp
DPEX_MATH1(exp, __builtin_expf, __builtin_exp)

//@ exp2
DPEX_MATH1(exp2, __builtin_exp2f, __builtin_exp2)

//@ expm1
DPEX_MATH1(expm1, __builtin_expm1f, __builtin_expm1)

//@ fabs
DPEX_MATH1(fabs, __builtin_fabsf, __builtin_fabs)

//@ floor
DPEX_MATH1(floor, __builtin_floorf, __builtin_floor)

//@ lgamma
DPEX_MATH1(lgamma, __builtin_lgammaf, __builtin_lgamma)

//@ log
DPEX_MATH1(log, __builtin_logf, __builtin_log)

//@ log2
DPEX_MATH1(log2, __builtin_log2f, __builtin_log2)

//@ log10
DPEX_MATH1(log10, __builtin_log10f, __builtin_log10)

//@ log1p
DPEX_MATH1(log1p, __builtin_log1pf, __builtin_log1p)

//@ logb
DPEX_MATH1(logb, __builtin_logbf, __builtin_logb)

//@ rint
DPEX_MATH1(rint, __builtin_rintf, __builtin_rint)

//@ round
DPEX_MATH1(round, __builtin_roundf, __builtin_round)

//@ sin
DPEX_MATH1(sin, __builtin_sinf, __builtin_sin)

//@ sinh
DPEX_MATH1(sinh, __builtin_sinhf, __builtin_sinh)

//@ sqrt
DPEX_MATH1(sqrt, __builtin_sqrtf, __builtin_sqrt)

//@ tan
DPEX_MATH1(tan, __builtin_tanf, __builtin_tan)

//@ tanh
DPEX_MATH1(tanh, __builtin_tanhf, __builtin_tanh)

//@ tgamma
DPEX_MATH1(tgamma, __builtin_tgammaf, __builtin_tgamma)

//@ trunc
DPEX_MATH1(trunc, __builtin_truncf, __builtin_trunc)

//@ exp10
#define DPEX_EXP10F(a) __builtin_powf(10.0f, a)
#define DPEX_EXP10(a) __builtin_pow(10.0, a)
DPEX_MATH1(exp10, DPEX_EXP10F, DPEX_EXP10)

//@ rsqrt
#define DPEX_RSQRTF(a) (1.0f / __builtin_sqrtf(a))
#define DPEX_RSQRT(a) (1.0 / __builtin_sqrt(a))
DPEX_MATH1(rsqrt, DPEX_RSQRTF, DPEX_RSQRT)

//@ sinpi
// The argument is reduced before it meets an inexact pi.
#define DPEX_SINPI(a) __builtin_sin(M_PI * __builtin_remainder((double)(a), 2.0))
#define DPEX_SINPIF(a) ((float)DPEX_SINPI(a))
DPEX_MATH1(sinpi, DPEX_SINPIF, DPEX_SINPI)

//@ cospi
// The argument is reduced before it meets an inexact pi.
#define DPEX_COSPI(a) __builtin_cos(M_PI * __builtin_remainder((double)(a), 2.0))
#define DPEX_COSPIF(a) ((float)DPEX_COSPI(a))
DPEX_MATH1(cospi, DPEX_COSPIF, DPEX_COSPI)

//@ tanpi
// The argument is reduced before it meets an inexact pi.
#define DPEX_TANPI(a) __builtin_tan(M_PI * __builtin_remainder((double)(a), 2.0))
#define DPEX_TANPIF(a) ((float)DPEX_TANPI(a))
DPEX_MATH1(tanpi, DPEX_TANPIF, DPEX_TANPI)

//@ acospi
#define DPEX_ACOSPI(a) (__builtin_acos((double)(a)) * M_1_PI)
#define DPEX_ACOSPIF(a) ((float)DPEX_ACOSPI(a))
DPEX_MATH1(acospi, DPEX_ACOSPIF, DPEX_ACOSPI)

//@ asinpi
#define DPEX_ASINPI(a) (__builtin_asin((double)(a)) * M_1_PI)
#define DPEX_ASINPIF(a) ((float)DPEX_ASINPI(a))
DPEX_MATH1(asinpi, DPEX_ASINPIF, DPEX_ASINPI)

//@ atanpi
#define DPEX_ATANPI(a) (__builtin_atan((double)(a)) * M_1_PI)
#define DPEX_ATANPIF(a) ((float)DPEX_ATANPI(a))
DPEX_MATH1(atanpi, DPEX_ATANPIF, DPEX_ATANPI)

//@ degrees
#define DPEX_DEGREESF(a) ((a) * 57.295779513082321f)
#define DPEX_DEGREES(a) ((a) * 57.295779513082321)
DPEX_MATH1(degrees, DPEX_DEGREESF, DPEX_DEGREES)

//@ radians
#define DPEX_RADIANSF(a) ((a) * 0.017453292519943296f)
#define DPEX_RADIANS(a) ((a) * 0.017453292519943296)
DPEX_MATH1(radians, DPEX_RADIANSF, DPEX_RADIANS)

//@ sign
#define DPEX_SIGN(a) ((a) > 0 ? 1 : (a) < 0 ? -1 : (a) == 0 ? (a) : 0)
DPEX_MATH1(sign, DPEX_SIGN, DPEX_SIGN)

//@ nan
DPEX_FN float nan(uint a) { return __builtin_astype(a & 0x3fffffu | 0x7fc00000u, float); }
    DPEX_UNARY_V(nan, float, uint)
DPEX_FN double nan(ulong a) { return __builtin_astype(a & 0x7fffffffffffful |
    0x7ff8000000000000ul, double); } DPEX_UNARY_V(nan, double, ulong)

//@ ilogb
DPEX_FN int ilogb(float a) { return __builtin_ilogbf(a); } DPEX_UNARY_V(ilogb, int, float)
DPEX_FN int ilogb(double a) { return __builtin_ilogb(a); } DPEX_UNARY_V(ilogb, int, double)

//@ native_cos
DPEX_FLOAT1(native_cos, __builtin_cosf)

//@ native_exp
DPEX_FLOAT1(native_exp, __builtin_expf)

//@ native_exp2
DPEX_FLOAT1(native_exp2, __builtin_exp2f)

//@ native_log
DPEX_FLOAT1(native_log, __builtin_logf)

//@ native_log2
DPEX_FLOAT1(native_log2, __builtin_log2f)

//@ native_log10
DPEX_FLOAT1(native_log10, __builtin_log10f)

//@ native_sin
DPEX_FLOAT1(native_sin, __builtin_sinf)

//@ native_sqrt
DPEX_FLOAT1(native_sqrt, __builtin_sqrtf)

//@ native_tan
DPEX_FLOAT1(native_tan, __builtin_tanf)

//@ native_exp10
#define DPEX_NATIVE_EXP10(a) __builtin_powf(10.0f, a)
DPEX_FLOAT1(native_exp10, DPEX_NATIVE_EXP10)

//@ native_recip
#define DPEX_NATIVE_RECIP(a) (1.0f / (a))
DPEX_FLOAT1(native_recip, DPEX_NATIVE_RECIP)

//@ native_rsqrt
#define DPEX_NATIVE_RSQRT(a) (1.0f / __builtin_sqrtf(a))
DPEX_FLOAT1(native_rsqrt, DPEX_NATIVE_RSQRT)

//@ native_divide
#define DPEX_NATIVE_DIVIDE(a, b) ((a) / (b))
DPEX_FLOAT2(native_divide, DPEX_NATIVE_DIVIDE)

//@ native_powr
DPEX_FLOAT2(native_powr, __builtin_powf)

//@ half_cos
DPEX_FLOAT1(half_cos, __builtin_cosf)

//@ half_exp
DPEX_FLOAT1(half_exp, __builtin_expf)

//@ half_exp2
DPEX_FLOAT1(half_exp2, __builtin_exp2f)

//@ half_log
DPEX_FLOAT1(half_log, __builtin_logf)

//@ half_log2
DPEX_FLOAT1(half_log2, __builtin_log2f)

//@ half_log10
DPEX_FLOAT1(half_log10, __builtin_log10f)

//@ half_sin
DPEX_FLOAT1(half_sin, __builtin_sinf)

//@ half_sqrt
DPEX_FLOAT1(half_sqrt, __builtin_sqrtf)

//@ half_tan
DPEX_FLOAT1(half_tan, __builtin_tanf)

//@ half_exp10
#define DPEX_HALF_EXP10(a) __builtin_powf(10.0f, a)
DPEX_FLOAT1(half_exp10, DPEX_HALF_EXP10)

//@ half_recip
#define DPEX_HALF_RECIP(a) (1.0f / (a))
DPEX_FLOAT1(half_recip, DPEX_HALF_RECIP)

//@ half_rsqrt
#define DPEX_HALF_RSQRT(a) (1.0f / __builtin_sqrtf(a))
DPEX_FLOAT1(half_rsqrt, DPEX_HALF_RSQRT)

//@ half_divide
#define DPEX_HALF_DIVIDE(a, b) ((a) / (b))
DPEX_FLOAT2(half_divide, DPEX_HALF_DIVIDE)

//@ half_powr
DPEX_FLOAT2(half_powr, __builtin_powf)

//@ atan2
DPEX_MATH2(atan2, __builtin_atan2f, __builtin_atan2)

//@ copysign
DPEX_MATH2(copysign, __builtin_copysignf, __builtin_copysign)

//@ fdim
DPEX_MATH2(fdim, __builtin_fdimf, __builtin_fdim)

//@ fmod
DPEX_MATH2(fmod, __builtin_fmodf, __builtin_fmod)

//@ hypot
DPEX_MATH2(hypot, __builtin_hypotf, __builtin_hypot)

//@ nextafter
DPEX_MATH2(nextafter, __builtin_nextafterf, __builtin_nextafter)

//@ pow
DPEX_MATH2(pow, __builtin_powf, __builtin_pow)

//@ remainder
DPEX_MATH2(remainder, __builtin_remainderf, __builtin_remainder)

//@ powr
DPEX_MATH2(powr, __builtin_powf, __builtin_pow)

//@ atan2pi
#define DPEX_ATAN2PI(a, b) (__builtin_atan2((double)(a), (double)(b)) * M_1_PI)
#define DPEX_ATAN2PIF(a, b) ((float)DPEX_ATAN2PI(a, b))
DPEX_MATH2(atan2pi, DPEX_ATAN2PIF, DPEX_ATAN2PI)

//@ fmax
DPEX_MATH2(fmax, __builtin_fmaxf, __builtin_fmax)
#define DPEX_FMAX(T, N) DPEX_FN T##N fmax(T##N a, T b) { return fmax(a, (T##N)(b)); }
DPEX_EACH_WIDTH(DPEX_FMAX, float) DPEX_EACH_WIDTH(DPEX_FMAX, double)

//@ fmin
DPEX_MATH2(fmin, __builtin_fminf, __builtin_fmin)
#define DPEX_FMIN(T, N) DPEX_FN T##N fmin(T##N a, T b) { return fmin(a, (T##N)(b)); }
DPEX_EACH_WIDTH(DPEX_FMIN, float) DPEX_EACH_WIDTH(DPEX_FMIN, double)

//@ maxmag
#define DPEX_MAXMAGF(a, b) (__builtin_fabsf(a) > __builtin_fabsf(b) ? (a) : __builtin_fabsf(b) > \
    __builtin_fabsf(a) ? (b) : __builtin_fmaxf(a, b))
#define DPEX_MAXMAG(a, b) (__builtin_fabs(a) > __builtin_fabs(b) ? (a) : __builtin_fabs(b) > \
    __builtin_fabs(a) ? (b) : __builtin_fmax(a, b))
DPEX_MATH2(maxmag, DPEX_MAXMAGF, DPEX_MAXMAG)

//@ minmag
#define DPEX_MINMAGF(a, b) (__builtin_fabsf(a) < __builtin_fabsf(b) ? (a) : __builtin_fabsf(b) < \
    __builtin_fabsf(a) ? (b) : __builtin_fminf(a, b))
#define DPEX_MINMAG(a, b) (__builtin_fabs(a) < __builtin_fabs(b) ? (a) : __builtin_fabs(b) < \
    __builtin_fabs(a) ? (b) : __builtin_fmin(a, b))
DPEX_MATH2(minmag, DPEX_MINMAGF, DPEX_MINMAG)

//@ ldexp
DPEX_FN float ldexp(float a, int n) { return __builtin_ldexpf(a, n); }
    DPEX_BINARY_V(ldexp, float, float, int)
DPEX_FN double ldexp(double a, int n) { return __builtin_ldexp(a, n); }
    DPEX_BINARY_V(ldexp, double, double, int)
#define DPEX_LDEXP(T, N) DPEX_FN T##N ldexp(T##N a, int n) { return ldexp(a, (int##N)(n)); }
DPEX_EACH_WIDTH(DPEX_LDEXP, float) DPEX_EACH_WIDTH(DPEX_LDEXP, double)

//@ pown
DPEX_FN float pown(float a, int n) { return (float)__builtin_pow((double)a, (double)n); }
    DPEX_BINARY_V(pown, float, float, int)
DPEX_FN double pown(double a, int n) { return __builtin_pow(a, (double)n); }
    DPEX_BINARY_V(pown, double, double, int)

//@ rootn
// An odd root of a negative number is negative.
DPEX_FN double rootn(double a, int n)
{
    return a < 0 && (n & 1) ? -__builtin_pow(-a, 1.0 / n) : __builtin_pow(a, 1.0 / n);
}
DPEX_BINARY_V(rootn, double, double, int)
DPEX_FN float rootn(float a, int n) { return (float)rootn((double)a, n); }
    DPEX_BINARY_V(rootn, float, float, int)

//@ fma
DPEX_FN float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
    DPEX_TERNARY_V(fma, float, float, float, float)
DPEX_FN double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
    DPEX_TERNARY_V(fma, double, double, double, double)

//@ mad
#define DPEX_MAD(T, E) DPEX_FN T mad(T a, T b, T c) { return a * b + c; }
DPEX_REALS(DPEX_MAD)

//@ sincos
#define DPEX_SINCOS(T) \
    DPEX_FN T sincos(T a, T *p) { *p = (T)__builtin_cos((double)a); \
        return (T)__builtin_sin((double)a); } \
    DPEX_FN T##2 sincos(T##2 a, T##2 *p) { T x, y; \
        T##2 r = (T##2)(sincos(a.x, &x), sincos(a.y, &y)); *p = (T##2)(x, y); return r; } \
    DPEX_FN T##3 sincos(T##3 a, T##3 *p) { T x, y, z; \
        T##3 r = (T##3)(sincos(a.x, &x), sincos(a.y, &y), sincos(a.z, &z)); \
        *p = (T##3)(x, y, z); return r; } \
    DPEX_SINCOS_HALVES(T, 4, 2) DPEX_SINCOS_HALVES(T, 8, 4) DPEX_SINCOS_HALVES(T, 16, 8)
#define DPEX_SINCOS_HALVES(T, N, H) \
    DPEX_FN T##N sincos(T##N a, T##N *p) { T##H x, y; \
        T##N r = (T##N)(sincos(a.lo, &x), sincos(a.hi, &y)); *p = (T##N)(x, y); return r; }
DPEX_SINCOS(float) DPEX_SINCOS(double)

//@ fract
#define DPEX_FRACT(T) \
    DPEX_FN T fract(T a, T *p) { T whole = (T)__builtin_floor((double)a), r = a - whole; \
        *p = whole; return r < 1 ? r : (T)(sizeof(T) == 4 ? 0x1.fffffep-1 : \
        0x1.fffffffffffffp-1); } \
    DPEX_FN T##2 fract(T##2 a, T##2 *p) { T x, y; \
        T##2 r = (T##2)(fract(a.x, &x), fract(a.y, &y)); *p = (T##2)(x, y); return r; } \
    DPEX_FN T##3 fract(T##3 a, T##3 *p) { T x, y, z; \
        T##3 r = (T##3)(fract(a.x, &x), fract(a.y, &y), fract(a.z, &z)); *p = (T##3)(x, y, z); \
        return r; } \
    DPEX_FRACT_HALVES(T, 4, 2) DPEX_FRACT_HALVES(T, 8, 4) DPEX_FRACT_HALVES(T, 16, 8)
#define DPEX_FRACT_HALVES(T, N, H) \
    DPEX_FN T##N fract(T##N a, T##N *p) { T##H x, y; \
        T##N r = (T##N)(fract(a.lo, &x), fract(a.hi, &y)); *p = (T##N)(x, y); return r; }
DPEX_FRACT(float) DPEX_FRACT(double)

//@ modf
#define DPEX_MODF(T) \
    DPEX_FN T modf(T a, T *p) { T whole = (T)__builtin_trunc((double)a); *p = whole; \
        return (T)__builtin_copysign(__builtin_isinf((double)a) ? 0.0 : (double)(a - whole), \
        (double)a); } \
    DPEX_FN T##2 modf(T##2 a, T##2 *p) { T x, y; T##2 r = (T##2)(modf(a.x, &x), modf(a.y, &y)); \
        *p = (T##2)(x, y); return r; } \
    DPEX_FN T##3 modf(T##3 a, T##3 *p) { T x, y, z; \
        T##3 r = (T##3)(modf(a.x, &x), modf(a.y, &y), modf(a.z, &z)); *p = (T##3)(x, y, z); \
        return r; } \
    DPEX_MODF_HALVES(T, 4, 2) DPEX_MODF_HALVES(T, 8, 4) DPEX_MODF_HALVES(T, 16, 8)
#define DPEX_MODF_HALVES(T, N, H) \
    DPEX_FN T##N modf(T##N a, T##N *p) { T##H x, y; \
        T##N r = (T##N)(modf(a.lo, &x), modf(a.hi, &y)); *p = (T##N)(x, y); return r; }
DPEX_MODF(float) DPEX_MODF(double)

//@ frexp
DPEX_FN float frexp(float a, int *p) { int __private e; float r = __builtin_frexpf(a, &e);
    *p = e; return r; }
DPEX_FN double frexp(double a, int *p) { int __private e; double r = __builtin_frexp(a, &e);
    *p = e; return r; }
#define DPEX_FREXP(T, N) \
    DPEX_FN T##N frexp(T##N a, int##N *p) { T##N r; int##N e; for (int i = 0; i < N; \
        i++) { int k; r[i] = frexp(a[i], &k); e[i] = k; } *p = e; return r; }
DPEX_EACH_WIDTH(DPEX_FREXP, float) DPEX_EACH_WIDTH(DPEX_FREXP, double)

//@ lgamma_r
double dpex_lgamma_r(double, __private int *) __asm__("lgamma_r");
DPEX_FN float lgamma_r(float a, int *p) { int __private s;
    float r = (float)dpex_lgamma_r((double)a, &s); *p = s; return r; }
DPEX_FN double lgamma_r(double a, int *p) { int __private s; double r = dpex_lgamma_r(a, &s);
    *p = s; return r; }
#define DPEX_LGAMMA_R(T, N) \
    DPEX_FN T##N lgamma_r(T##N a, int##N *p) { T##N r; int##N e; for (int i = 0; i < N; \
        i++) { int k; r[i] = lgamma_r(a[i], &k); e[i] = k; } *p = e; return r; }
DPEX_EACH_WIDTH(DPEX_LGAMMA_R, float) DPEX_EACH_WIDTH(DPEX_LGAMMA_R, double)

//@ remquo
DPEX_FN float remquo(float a, float b, int *p) { int __private q;
    float r = __builtin_remquof(a, b, &q); *p = q; return r; }
DPEX_FN double remquo(double a, double b, int *p) { int __private q;
    double r = __builtin_remquo(a, b, &q); *p = q; return r; }
#define DPEX_REMQUO(T, N) \
    DPEX_FN T##N remquo(T##N a, T##N b, int##N *p) { T##N r; int##N e; for (int i = 0; i < N; \
        i++) { int k; r[i] = remquo(a[i], b[i], &k); e[i] = k; } *p = e; return r; }
DPEX_EACH_WIDTH(DPEX_REMQUO, float) DPEX_EACH_WIDTH(DPEX_REMQUO, double)
