// Builtin functions of OpenCL C for `clang -x cl` on the host.
// The part up to the first "//@" line is always there; a section belongs to the names on its "//@" line (prelude.h).
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#define DPEX_VECTORS(T) \
    typedef T T##2 __attribute__((ext_vector_type(2))); typedef T T##3 __attribute__((ext_vector_type(3))); \
    typedef T T##4 __attribute__((ext_vector_type(4))); typedef T T##8 __attribute__((ext_vector_type(8))); \
    typedef T T##16 __attribute__((ext_vector_type(16)));
DPEX_VECTORS(char) DPEX_VECTORS(uchar) DPEX_VECTORS(short) DPEX_VECTORS(ushort) DPEX_VECTORS(int) DPEX_VECTORS(uint)
DPEX_VECTORS(long) DPEX_VECTORS(ulong) DPEX_VECTORS(float) DPEX_VECTORS(double) DPEX_VECTORS(half)

#define DPEX_FN static inline __attribute__((overloadable, always_inline))
#define DPEX_CL_EXPORT(declaration) __attribute__((visibility("default"))) declaration
#define DPEX_CL_CHECK_LOCAL(end) \
    _Static_assert((end) <= DPEX_CL_LOCAL_BYTES, "the local variables of a kernel take more than 64 KiB")
#define DPEX_CL_KIND(T) \
    (__builtin_types_compatible_p(T, float) || __builtin_types_compatible_p(T, double) ? DPEX_CL_FLOAT \
     : __builtin_types_compatible_p(T, char) || __builtin_types_compatible_p(T, uchar) || \
       __builtin_types_compatible_p(T, short) || __builtin_types_compatible_p(T, ushort) || \
       __builtin_types_compatible_p(T, int) || __builtin_types_compatible_p(T, uint) || \
       __builtin_types_compatible_p(T, long) || __builtin_types_compatible_p(T, ulong) ? DPEX_CL_INT : DPEX_CL_OTHER)
#ifdef DPEX_DIAGNOSE
#define dpex_item ((__private dpex_cl_item *)0)
#endif

// Vector forms of a function from its scalar form: halves are called until there are two elements or three.
#define DPEX_UNARY_V(F, R, T) \
    DPEX_FN R##2 F(T##2 a) { return (R##2)(F(a.x), F(a.y)); } \
    DPEX_FN R##3 F(T##3 a) { return (R##3)(F(a.x), F(a.y), F(a.z)); } \
    DPEX_FN R##4 F(T##4 a) { return (R##4)(F(a.lo), F(a.hi)); } \
    DPEX_FN R##8 F(T##8 a) { return (R##8)(F(a.lo), F(a.hi)); } \
    DPEX_FN R##16 F(T##16 a) { return (R##16)(F(a.lo), F(a.hi)); }
#define DPEX_BINARY_V(F, R, T, U) \
    DPEX_FN R##2 F(T##2 a, U##2 b) { return (R##2)(F(a.x, b.x), F(a.y, b.y)); } \
    DPEX_FN R##3 F(T##3 a, U##3 b) { return (R##3)(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z)); } \
    DPEX_FN R##4 F(T##4 a, U##4 b) { return (R##4)(F(a.lo, b.lo), F(a.hi, b.hi)); } \
    DPEX_FN R##8 F(T##8 a, U##8 b) { return (R##8)(F(a.lo, b.lo), F(a.hi, b.hi)); } \
    DPEX_FN R##16 F(T##16 a, U##16 b) { return (R##16)(F(a.lo, b.lo), F(a.hi, b.hi)); }
#define DPEX_TERNARY_V(F, R, T, U, W) \
    DPEX_FN R##2 F(T##2 a, U##2 b, W##2 c) { return (R##2)(F(a.x, b.x, c.x), F(a.y, b.y, c.y)); } \
    DPEX_FN R##3 F(T##3 a, U##3 b, W##3 c) { return (R##3)(F(a.x, b.x, c.x), F(a.y, b.y, c.y), F(a.z, b.z, c.z)); } \
    DPEX_FN R##4 F(T##4 a, U##4 b, W##4 c) { return (R##4)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, c.hi)); } \
    DPEX_FN R##8 F(T##8 a, U##8 b, W##8 c) { return (R##8)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, c.hi)); } \
    DPEX_FN R##16 F(T##16 a, U##16 b, W##16 c) { return (R##16)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, c.hi)); }
#define DPEX_MATH1(F, CF, CD) \
    DPEX_FN float F(float a) { return CF(a); } DPEX_UNARY_V(F, float, float) \
    DPEX_FN double F(double a) { return CD(a); } DPEX_UNARY_V(F, double, double)
#define DPEX_MATH2(F, CF, CD) \
    DPEX_FN float F(float a, float b) { return CF(a, b); } DPEX_BINARY_V(F, float, float, float) \
    DPEX_FN double F(double a, double b) { return CD(a, b); } DPEX_BINARY_V(F, double, double, double)
#define DPEX_FLOAT1(F, CF) DPEX_FN float F(float a) { return CF(a); } DPEX_UNARY_V(F, float, float)
#define DPEX_FLOAT2(F, CF) DPEX_FN float F(float a, float b) { return CF(a, b); } DPEX_BINARY_V(F, float, float, float)

// M(type, type of one element) for each scalar and vector type of a class.
#define DPEX_WIDTHS(M, T) M(T, T) M(T##2, T) M(T##3, T) M(T##4, T) M(T##8, T) M(T##16, T)
#define DPEX_SIGNED(M) DPEX_WIDTHS(M, char) DPEX_WIDTHS(M, short) DPEX_WIDTHS(M, int) DPEX_WIDTHS(M, long)
#define DPEX_UNSIGNED(M) DPEX_WIDTHS(M, uchar) DPEX_WIDTHS(M, ushort) DPEX_WIDTHS(M, uint) DPEX_WIDTHS(M, ulong)
#define DPEX_INTEGERS(M) DPEX_SIGNED(M) DPEX_UNSIGNED(M)
#define DPEX_REALS(M) DPEX_WIDTHS(M, float) DPEX_WIDTHS(M, double)
// M(type) for each element type.
#define DPEX_INTEGER_ELEMENTS(M) M(char) M(uchar) M(short) M(ushort) M(int) M(uint) M(long) M(ulong)
#define DPEX_ELEMENTS(M) DPEX_INTEGER_ELEMENTS(M) M(float) M(double)
// M(type of one element, width) for vector types of a class.
#define DPEX_EACH_WIDTH(M, T) M(T, 2) M(T, 3) M(T, 4) M(T, 8) M(T, 16)

#define DPEX_CONVERT_VECTOR(T, x) (__builtin_convertvector((x), T))
#define DPEX_AS(T, x) (__builtin_astype((x), T))
#define DPEX_SATURATE_VECTOR(T, E, low, high, n, x) \
    ({ __typeof__(x) dpex_s = (x); T dpex_r; \
       for (int dpex_i = 0; dpex_i < (n); dpex_i++) dpex_r[dpex_i] = DPEX_SATURATE(E, E, low, high, 1, dpex_s[dpex_i]); \
       dpex_r; })

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
DPEX_FN float nan(uint a) { return __builtin_astype(a & 0x3fffffu | 0x7fc00000u, float); } DPEX_UNARY_V(nan, float, uint)
DPEX_FN double nan(ulong a) { return __builtin_astype(a & 0x7fffffffffffful | 0x7ff8000000000000ul, double); } DPEX_UNARY_V(nan, double, ulong)

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
#define DPEX_MAXMAGF(a, b) (__builtin_fabsf(a) > __builtin_fabsf(b) ? (a) : __builtin_fabsf(b) > __builtin_fabsf(a) ? (b) : __builtin_fmaxf(a, b))
#define DPEX_MAXMAG(a, b) (__builtin_fabs(a) > __builtin_fabs(b) ? (a) : __builtin_fabs(b) > __builtin_fabs(a) ? (b) : __builtin_fmax(a, b))
DPEX_MATH2(maxmag, DPEX_MAXMAGF, DPEX_MAXMAG)

//@ minmag
#define DPEX_MINMAGF(a, b) (__builtin_fabsf(a) < __builtin_fabsf(b) ? (a) : __builtin_fabsf(b) < __builtin_fabsf(a) ? (b) : __builtin_fminf(a, b))
#define DPEX_MINMAG(a, b) (__builtin_fabs(a) < __builtin_fabs(b) ? (a) : __builtin_fabs(b) < __builtin_fabs(a) ? (b) : __builtin_fmin(a, b))
DPEX_MATH2(minmag, DPEX_MINMAGF, DPEX_MINMAG)

//@ ldexp
DPEX_FN float ldexp(float a, int n) { return __builtin_ldexpf(a, n); } DPEX_BINARY_V(ldexp, float, float, int)
DPEX_FN double ldexp(double a, int n) { return __builtin_ldexp(a, n); } DPEX_BINARY_V(ldexp, double, double, int)
#define DPEX_LDEXP(T, N) DPEX_FN T##N ldexp(T##N a, int n) { return ldexp(a, (int##N)(n)); }
DPEX_EACH_WIDTH(DPEX_LDEXP, float) DPEX_EACH_WIDTH(DPEX_LDEXP, double)

//@ pown
DPEX_FN float pown(float a, int n) { return (float)__builtin_pow((double)a, (double)n); } DPEX_BINARY_V(pown, float, float, int)
DPEX_FN double pown(double a, int n) { return __builtin_pow(a, (double)n); } DPEX_BINARY_V(pown, double, double, int)

//@ rootn
// An odd root of a negative number is negative.
DPEX_FN double rootn(double a, int n)
{
    return a < 0 && (n & 1) ? -__builtin_pow(-a, 1.0 / n) : __builtin_pow(a, 1.0 / n);
}
DPEX_BINARY_V(rootn, double, double, int)
DPEX_FN float rootn(float a, int n) { return (float)rootn((double)a, n); } DPEX_BINARY_V(rootn, float, float, int)

//@ fma
DPEX_FN float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); } DPEX_TERNARY_V(fma, float, float, float, float)
DPEX_FN double fma(double a, double b, double c) { return __builtin_fma(a, b, c); } DPEX_TERNARY_V(fma, double, double, double, double)

//@ mad
#define DPEX_MAD(T, E) DPEX_FN T mad(T a, T b, T c) { return a * b + c; }
DPEX_REALS(DPEX_MAD)

//@ sincos
#define DPEX_SINCOS(T) \
    DPEX_FN T sincos(T a, T *p) { *p = (T)__builtin_cos((double)a); return (T)__builtin_sin((double)a); } \
    DPEX_FN T##2 sincos(T##2 a, T##2 *p) { T x, y; T##2 r = (T##2)(sincos(a.x, &x), sincos(a.y, &y)); *p = (T##2)(x, y); return r; } \
    DPEX_FN T##3 sincos(T##3 a, T##3 *p) { T x, y, z; T##3 r = (T##3)(sincos(a.x, &x), sincos(a.y, &y), sincos(a.z, &z)); *p = (T##3)(x, y, z); return r; } \
    DPEX_SINCOS_HALVES(T, 4, 2) DPEX_SINCOS_HALVES(T, 8, 4) DPEX_SINCOS_HALVES(T, 16, 8)
#define DPEX_SINCOS_HALVES(T, N, H) \
    DPEX_FN T##N sincos(T##N a, T##N *p) { T##H x, y; T##N r = (T##N)(sincos(a.lo, &x), sincos(a.hi, &y)); *p = (T##N)(x, y); return r; }
DPEX_SINCOS(float) DPEX_SINCOS(double)

//@ fract
#define DPEX_FRACT(T) \
    DPEX_FN T fract(T a, T *p) { T whole = (T)__builtin_floor((double)a), r = a - whole; *p = whole; return r < 1 ? r : (T)(sizeof(T) == 4 ? 0x1.fffffep-1 : 0x1.fffffffffffffp-1); } \
    DPEX_FN T##2 fract(T##2 a, T##2 *p) { T x, y; T##2 r = (T##2)(fract(a.x, &x), fract(a.y, &y)); *p = (T##2)(x, y); return r; } \
    DPEX_FN T##3 fract(T##3 a, T##3 *p) { T x, y, z; T##3 r = (T##3)(fract(a.x, &x), fract(a.y, &y), fract(a.z, &z)); *p = (T##3)(x, y, z); return r; } \
    DPEX_FRACT_HALVES(T, 4, 2) DPEX_FRACT_HALVES(T, 8, 4) DPEX_FRACT_HALVES(T, 16, 8)
#define DPEX_FRACT_HALVES(T, N, H) \
    DPEX_FN T##N fract(T##N a, T##N *p) { T##H x, y; T##N r = (T##N)(fract(a.lo, &x), fract(a.hi, &y)); *p = (T##N)(x, y); return r; }
DPEX_FRACT(float) DPEX_FRACT(double)

//@ modf
#define DPEX_MODF(T) \
    DPEX_FN T modf(T a, T *p) { T whole = (T)__builtin_trunc((double)a); *p = whole; return (T)__builtin_copysign(__builtin_isinf((double)a) ? 0.0 : (double)(a - whole), (double)a); } \
    DPEX_FN T##2 modf(T##2 a, T##2 *p) { T x, y; T##2 r = (T##2)(modf(a.x, &x), modf(a.y, &y)); *p = (T##2)(x, y); return r; } \
    DPEX_FN T##3 modf(T##3 a, T##3 *p) { T x, y, z; T##3 r = (T##3)(modf(a.x, &x), modf(a.y, &y), modf(a.z, &z)); *p = (T##3)(x, y, z); return r; } \
    DPEX_MODF_HALVES(T, 4, 2) DPEX_MODF_HALVES(T, 8, 4) DPEX_MODF_HALVES(T, 16, 8)
#define DPEX_MODF_HALVES(T, N, H) \
    DPEX_FN T##N modf(T##N a, T##N *p) { T##H x, y; T##N r = (T##N)(modf(a.lo, &x), modf(a.hi, &y)); *p = (T##N)(x, y); return r; }
DPEX_MODF(float) DPEX_MODF(double)

//@ frexp
DPEX_FN float frexp(float a, int *p) { int __private e; float r = __builtin_frexpf(a, &e); *p = e; return r; }
DPEX_FN double frexp(double a, int *p) { int __private e; double r = __builtin_frexp(a, &e); *p = e; return r; }
#define DPEX_FREXP(T, N) \
    DPEX_FN T##N frexp(T##N a, int##N *p) { T##N r; int##N e; for (int i = 0; i < N; i++) { int k; r[i] = frexp(a[i], &k); e[i] = k; } *p = e; return r; }
DPEX_EACH_WIDTH(DPEX_FREXP, float) DPEX_EACH_WIDTH(DPEX_FREXP, double)

//@ lgamma_r
double dpex_lgamma_r(double, __private int *) __asm__("lgamma_r");
DPEX_FN float lgamma_r(float a, int *p) { int __private s; float r = (float)dpex_lgamma_r((double)a, &s); *p = s; return r; }
DPEX_FN double lgamma_r(double a, int *p) { int __private s; double r = dpex_lgamma_r(a, &s); *p = s; return r; }
#define DPEX_LGAMMA_R(T, N) \
    DPEX_FN T##N lgamma_r(T##N a, int##N *p) { T##N r; int##N e; for (int i = 0; i < N; i++) { int k; r[i] = lgamma_r(a[i], &k); e[i] = k; } *p = e; return r; }
DPEX_EACH_WIDTH(DPEX_LGAMMA_R, float) DPEX_EACH_WIDTH(DPEX_LGAMMA_R, double)

//@ remquo
DPEX_FN float remquo(float a, float b, int *p) { int __private q; float r = __builtin_remquof(a, b, &q); *p = q; return r; }
DPEX_FN double remquo(double a, double b, int *p) { int __private q; double r = __builtin_remquo(a, b, &q); *p = q; return r; }
#define DPEX_REMQUO(T, N) \
    DPEX_FN T##N remquo(T##N a, T##N b, int##N *p) { T##N r; int##N e; for (int i = 0; i < N; i++) { int k; r[i] = remquo(a[i], b[i], &k); e[i] = k; } *p = e; return r; }
DPEX_EACH_WIDTH(DPEX_REMQUO, float) DPEX_EACH_WIDTH(DPEX_REMQUO, double)

//@ max
#define DPEX_MAX(T, E) DPEX_FN T max(T a, T b) { return a < b ? b : a; }
DPEX_INTEGERS(DPEX_MAX) DPEX_REALS(DPEX_MAX)
#define DPEX_MAX_SCALAR(T, N) DPEX_FN T##N max(T##N a, T b) { return max(a, (T##N)(b)); }
#define DPEX_MAX_SCALARS(T) DPEX_EACH_WIDTH(DPEX_MAX_SCALAR, T)
DPEX_ELEMENTS(DPEX_MAX_SCALARS)

//@ min
#define DPEX_MIN(T, E) DPEX_FN T min(T a, T b) { return b < a ? b : a; }
DPEX_INTEGERS(DPEX_MIN) DPEX_REALS(DPEX_MIN)
#define DPEX_MIN_SCALAR(T, N) DPEX_FN T##N min(T##N a, T b) { return min(a, (T##N)(b)); }
#define DPEX_MIN_SCALARS(T) DPEX_EACH_WIDTH(DPEX_MIN_SCALAR, T)
DPEX_ELEMENTS(DPEX_MIN_SCALARS)

//@ clamp
#define DPEX_CLAMP(T, E) DPEX_FN T clamp(T a, T low, T high) { a = a < low ? low : a; return high < a ? high : a; }
DPEX_INTEGERS(DPEX_CLAMP) DPEX_REALS(DPEX_CLAMP)
#define DPEX_CLAMP_SCALAR(T, N) DPEX_FN T##N clamp(T##N a, T low, T high) { return clamp(a, (T##N)(low), (T##N)(high)); }
#define DPEX_CLAMP_SCALARS(T) DPEX_EACH_WIDTH(DPEX_CLAMP_SCALAR, T)
DPEX_ELEMENTS(DPEX_CLAMP_SCALARS)

//@ mix
#define DPEX_MIX(T, E) DPEX_FN T mix(T a, T b, T t) { return a + (b - a) * t; }
DPEX_REALS(DPEX_MIX)
#define DPEX_MIX_SCALAR(T, N) DPEX_FN T##N mix(T##N a, T##N b, T t) { return a + (b - a) * t; }
DPEX_EACH_WIDTH(DPEX_MIX_SCALAR, float) DPEX_EACH_WIDTH(DPEX_MIX_SCALAR, double)

//@ step
#define DPEX_STEP(T, E) DPEX_FN T step(T edge, T a) { return a < edge ? (T)(0) : (T)(1); }
DPEX_REALS(DPEX_STEP)
#define DPEX_STEP_SCALAR(T, N) DPEX_FN T##N step(T edge, T##N a) { return step((T##N)(edge), a); }
DPEX_EACH_WIDTH(DPEX_STEP_SCALAR, float) DPEX_EACH_WIDTH(DPEX_STEP_SCALAR, double)

//@ smoothstep
#define DPEX_SMOOTHSTEP(T, E) \
    DPEX_FN T smoothstep(T low, T high, T a) \
    { \
        T t = (a - low) / (high - low); \
        t = t < (T)(0) ? (T)(0) : t > (T)(1) ? (T)(1) : t; \
        return t * t * ((T)(3) - (T)(2) * t); \
    }
DPEX_REALS(DPEX_SMOOTHSTEP)
#define DPEX_SMOOTHSTEP_SCALAR(T, N) DPEX_FN T##N smoothstep(T low, T high, T##N a) { return smoothstep((T##N)(low), (T##N)(high), a); }
DPEX_EACH_WIDTH(DPEX_SMOOTHSTEP_SCALAR, float) DPEX_EACH_WIDTH(DPEX_SMOOTHSTEP_SCALAR, double)

//@ cross
#define DPEX_CROSS(T) \
    DPEX_FN T##3 cross(T##3 a, T##3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; } \
    DPEX_FN T##4 cross(T##4 a, T##4 b) { return (T##4)(cross(a.xyz, b.xyz), 0); }
DPEX_CROSS(float) DPEX_CROSS(double)

//@ dot
#define DPEX_DOT(T) \
    DPEX_FN T dot(T a, T b) { return a * b; } \
    DPEX_FN T dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; } \
    DPEX_FN T dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; } \
    DPEX_FN T dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
DPEX_DOT(float) DPEX_DOT(double)

//@ length
#define DPEX_LENGTH(T) \
    DPEX_LENGTH_OF(T, T) DPEX_LENGTH_OF(T, T##2) DPEX_LENGTH_OF(T, T##3) DPEX_LENGTH_OF(T, T##4)
#define DPEX_LENGTH_OF(T, V) DPEX_FN T length(V a) { return (T)__builtin_sqrt((double)dot(a, a)); }
DPEX_LENGTH(float) DPEX_LENGTH(double)

//@ distance
#define DPEX_DISTANCE(T) \
    DPEX_DISTANCE_OF(T, T) DPEX_DISTANCE_OF(T, T##2) DPEX_DISTANCE_OF(T, T##3) DPEX_DISTANCE_OF(T, T##4)
#define DPEX_DISTANCE_OF(T, V) DPEX_FN T distance(V a, V b) { return length(a - b); }
DPEX_DISTANCE(float) DPEX_DISTANCE(double)

//@ normalize
#define DPEX_NORMALIZE(T) \
    DPEX_NORMALIZE_OF(T, T) DPEX_NORMALIZE_OF(T, T##2) DPEX_NORMALIZE_OF(T, T##3) DPEX_NORMALIZE_OF(T, T##4)
#define DPEX_NORMALIZE_OF(T, V) DPEX_FN V normalize(V a) { T l = length(a); return l > 0 ? a / l : a; }
DPEX_NORMALIZE(float) DPEX_NORMALIZE(double)

//@ fast_length
#define DPEX_FAST_LENGTH(T) \
    DPEX_FAST_LENGTH_OF(T, T) DPEX_FAST_LENGTH_OF(T, T##2) DPEX_FAST_LENGTH_OF(T, T##3) DPEX_FAST_LENGTH_OF(T, T##4)
#define DPEX_FAST_LENGTH_OF(T, V) DPEX_FN T fast_length(V a) { return (T)__builtin_sqrt((double)dot(a, a)); }
DPEX_FAST_LENGTH(float) DPEX_FAST_LENGTH(double)

//@ fast_distance
#define DPEX_FAST_DISTANCE(T) \
    DPEX_FAST_DISTANCE_OF(T, T) DPEX_FAST_DISTANCE_OF(T, T##2) DPEX_FAST_DISTANCE_OF(T, T##3) DPEX_FAST_DISTANCE_OF(T, T##4)
#define DPEX_FAST_DISTANCE_OF(T, V) DPEX_FN T fast_distance(V a, V b) { return fast_length(a - b); }
DPEX_FAST_DISTANCE(float) DPEX_FAST_DISTANCE(double)

//@ fast_normalize
#define DPEX_FAST_NORMALIZE(T) \
    DPEX_FAST_NORMALIZE_OF(T, T) DPEX_FAST_NORMALIZE_OF(T, T##2) DPEX_FAST_NORMALIZE_OF(T, T##3) DPEX_FAST_NORMALIZE_OF(T, T##4)
#define DPEX_FAST_NORMALIZE_OF(T, V) DPEX_FN V fast_normalize(V a) { T l = fast_length(a); return l > 0 ? a / l : a; }
DPEX_FAST_NORMALIZE(float) DPEX_FAST_NORMALIZE(double)

//@ isequal
DPEX_FN int isequal(float a, float b) { return a == b; }
DPEX_FN int isequal(double a, double b) { return a == b; }
#define DPEX_ISEQUAL_F(T, N) DPEX_FN int##N isequal(float##N a, float##N b) { return a == b; }
#define DPEX_ISEQUAL_D(T, N) DPEX_FN long##N isequal(double##N a, double##N b) { return a == b; }
DPEX_EACH_WIDTH(DPEX_ISEQUAL_F, float) DPEX_EACH_WIDTH(DPEX_ISEQUAL_D, double)

//@ isnotequal
DPEX_FN int isnotequal(float a, float b) { return a != b; }
DPEX_FN int isnotequal(double a, double b) { return a != b; }
#define DPEX_ISNOTEQUAL_F(T, N) DPEX_FN int##N isnotequal(float##N a, float##N b) { return a != b; }
#define DPEX_ISNOTEQUAL_D(T, N) DPEX_FN long##N isnotequal(double##N a, double##N b) { return a != b; }
DPEX_EACH_WIDTH(DPEX_ISNOTEQUAL_F, float) DPEX_EACH_WIDTH(DPEX_ISNOTEQUAL_D, double)

//@ isgreater
DPEX_FN int isgreater(float a, float b) { return a > b; }
DPEX_FN int isgreater(double a, double b) { return a > b; }
#define DPEX_ISGREATER_F(T, N) DPEX_FN int##N isgreater(float##N a, float##N b) { return a > b; }
#define DPEX_ISGREATER_D(T, N) DPEX_FN long##N isgreater(double##N a, double##N b) { return a > b; }
DPEX_EACH_WIDTH(DPEX_ISGREATER_F, float) DPEX_EACH_WIDTH(DPEX_ISGREATER_D, double)

//@ isgreaterequal
DPEX_FN int isgreaterequal(float a, float b) { return a >= b; }
DPEX_FN int isgreaterequal(double a, double b) { return a >= b; }
#define DPEX_ISGREATEREQUAL_F(T, N) DPEX_FN int##N isgreaterequal(float##N a, float##N b) { return a >= b; }
#define DPEX_ISGREATEREQUAL_D(T, N) DPEX_FN long##N isgreaterequal(double##N a, double##N b) { return a >= b; }
DPEX_EACH_WIDTH(DPEX_ISGREATEREQUAL_F, float) DPEX_EACH_WIDTH(DPEX_ISGREATEREQUAL_D, double)

//@ isless
DPEX_FN int isless(float a, float b) { return a < b; }
DPEX_FN int isless(double a, double b) { return a < b; }
#define DPEX_ISLESS_F(T, N) DPEX_FN int##N isless(float##N a, float##N b) { return a < b; }
#define DPEX_ISLESS_D(T, N) DPEX_FN long##N isless(double##N a, double##N b) { return a < b; }
DPEX_EACH_WIDTH(DPEX_ISLESS_F, float) DPEX_EACH_WIDTH(DPEX_ISLESS_D, double)

//@ islessequal
DPEX_FN int islessequal(float a, float b) { return a <= b; }
DPEX_FN int islessequal(double a, double b) { return a <= b; }
#define DPEX_ISLESSEQUAL_F(T, N) DPEX_FN int##N islessequal(float##N a, float##N b) { return a <= b; }
#define DPEX_ISLESSEQUAL_D(T, N) DPEX_FN long##N islessequal(double##N a, double##N b) { return a <= b; }
DPEX_EACH_WIDTH(DPEX_ISLESSEQUAL_F, float) DPEX_EACH_WIDTH(DPEX_ISLESSEQUAL_D, double)

//@ islessgreater
DPEX_FN int islessgreater(float a, float b) { return a < b || a > b; }
DPEX_FN int islessgreater(double a, double b) { return a < b || a > b; }
#define DPEX_ISLESSGREATER_F(T, N) DPEX_FN int##N islessgreater(float##N a, float##N b) { return (a < b) | (a > b); }
#define DPEX_ISLESSGREATER_D(T, N) DPEX_FN long##N islessgreater(double##N a, double##N b) { return (a < b) | (a > b); }
DPEX_EACH_WIDTH(DPEX_ISLESSGREATER_F, float) DPEX_EACH_WIDTH(DPEX_ISLESSGREATER_D, double)

//@ isordered
DPEX_FN int isordered(float a, float b) { return a == a && b == b; }
DPEX_FN int isordered(double a, double b) { return a == a && b == b; }
#define DPEX_ISORDERED_F(T, N) DPEX_FN int##N isordered(float##N a, float##N b) { return (a == a) & (b == b); }
#define DPEX_ISORDERED_D(T, N) DPEX_FN long##N isordered(double##N a, double##N b) { return (a == a) & (b == b); }
DPEX_EACH_WIDTH(DPEX_ISORDERED_F, float) DPEX_EACH_WIDTH(DPEX_ISORDERED_D, double)

//@ isunordered
DPEX_FN int isunordered(float a, float b) { return a != a || b != b; }
DPEX_FN int isunordered(double a, double b) { return a != a || b != b; }
#define DPEX_ISUNORDERED_F(T, N) DPEX_FN int##N isunordered(float##N a, float##N b) { return (a != a) | (b != b); }
#define DPEX_ISUNORDERED_D(T, N) DPEX_FN long##N isunordered(double##N a, double##N b) { return (a != a) | (b != b); }
DPEX_EACH_WIDTH(DPEX_ISUNORDERED_F, float) DPEX_EACH_WIDTH(DPEX_ISUNORDERED_D, double)

//@ isnan
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int isnan(float a) { int b = __builtin_astype(a, int); return (b & 0x7fffffff) > 0x7f800000; }
DPEX_FN int isnan(double a) { long b = __builtin_astype(a, long); return (b & 0x7fffffffffffffffl) > 0x7ff0000000000000l; }
#define DPEX_ISNAN_F(T, N) DPEX_FN int##N isnan(float##N a) { int##N b = __builtin_astype(a, int##N); return (b & 0x7fffffff) > 0x7f800000; }
#define DPEX_ISNAN_D(T, N) DPEX_FN long##N isnan(double##N a) { long##N b = __builtin_astype(a, long##N); return (b & 0x7fffffffffffffffl) > 0x7ff0000000000000l; }
DPEX_EACH_WIDTH(DPEX_ISNAN_F, float) DPEX_EACH_WIDTH(DPEX_ISNAN_D, double)

//@ isinf
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int isinf(float a) { int b = __builtin_astype(a, int); return (b & 0x7fffffff) == 0x7f800000; }
DPEX_FN int isinf(double a) { long b = __builtin_astype(a, long); return (b & 0x7fffffffffffffffl) == 0x7ff0000000000000l; }
#define DPEX_ISINF_F(T, N) DPEX_FN int##N isinf(float##N a) { int##N b = __builtin_astype(a, int##N); return (b & 0x7fffffff) == 0x7f800000; }
#define DPEX_ISINF_D(T, N) DPEX_FN long##N isinf(double##N a) { long##N b = __builtin_astype(a, long##N); return (b & 0x7fffffffffffffffl) == 0x7ff0000000000000l; }
DPEX_EACH_WIDTH(DPEX_ISINF_F, float) DPEX_EACH_WIDTH(DPEX_ISINF_D, double)

//@ isfinite
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int isfinite(float a) { int b = __builtin_astype(a, int); return (b & 0x7fffffff) < 0x7f800000; }
DPEX_FN int isfinite(double a) { long b = __builtin_astype(a, long); return (b & 0x7fffffffffffffffl) < 0x7ff0000000000000l; }
#define DPEX_ISFINITE_F(T, N) DPEX_FN int##N isfinite(float##N a) { int##N b = __builtin_astype(a, int##N); return (b & 0x7fffffff) < 0x7f800000; }
#define DPEX_ISFINITE_D(T, N) DPEX_FN long##N isfinite(double##N a) { long##N b = __builtin_astype(a, long##N); return (b & 0x7fffffffffffffffl) < 0x7ff0000000000000l; }
DPEX_EACH_WIDTH(DPEX_ISFINITE_F, float) DPEX_EACH_WIDTH(DPEX_ISFINITE_D, double)

//@ isnormal
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int isnormal(float a) { int b = __builtin_astype(a, int); return ((b & 0x7fffffff) < 0x7f800000) & ((b & 0x7fffffff) >= 0x800000); }
DPEX_FN int isnormal(double a) { long b = __builtin_astype(a, long); return ((b & 0x7fffffffffffffffl) < 0x7ff0000000000000l) & ((b & 0x7fffffffffffffffl) >= 0x10000000000000l); }
#define DPEX_ISNORMAL_F(T, N) DPEX_FN int##N isnormal(float##N a) { int##N b = __builtin_astype(a, int##N); return ((b & 0x7fffffff) < 0x7f800000) & ((b & 0x7fffffff) >= 0x800000); }
#define DPEX_ISNORMAL_D(T, N) DPEX_FN long##N isnormal(double##N a) { long##N b = __builtin_astype(a, long##N); return ((b & 0x7fffffffffffffffl) < 0x7ff0000000000000l) & ((b & 0x7fffffffffffffffl) >= 0x10000000000000l); }
DPEX_EACH_WIDTH(DPEX_ISNORMAL_F, float) DPEX_EACH_WIDTH(DPEX_ISNORMAL_D, double)

//@ signbit
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int signbit(float a) { int b = __builtin_astype(a, int); return b < 0; }
DPEX_FN int signbit(double a) { long b = __builtin_astype(a, long); return b < 0; }
#define DPEX_SIGNBIT_F(T, N) DPEX_FN int##N signbit(float##N a) { int##N b = __builtin_astype(a, int##N); return b < 0; }
#define DPEX_SIGNBIT_D(T, N) DPEX_FN long##N signbit(double##N a) { long##N b = __builtin_astype(a, long##N); return b < 0; }
DPEX_EACH_WIDTH(DPEX_SIGNBIT_F, float) DPEX_EACH_WIDTH(DPEX_SIGNBIT_D, double)

//@ any
#define DPEX_ANY(T) \
    DPEX_FN int any(T a) { return a < 0; } \
    DPEX_FN int any(T##2 a) { return (T)(a.x | a.y) < 0; } \
    DPEX_FN int any(T##3 a) { return (T)(a.x | a.y | a.z) < 0; } \
    DPEX_FN int any(T##4 a) { return any(a.lo | a.hi); } \
    DPEX_FN int any(T##8 a) { return any(a.lo | a.hi); } \
    DPEX_FN int any(T##16 a) { return any(a.lo | a.hi); }
DPEX_ANY(char) DPEX_ANY(short) DPEX_ANY(int) DPEX_ANY(long)

//@ all
#define DPEX_ALL(T) \
    DPEX_FN int all(T a) { return a < 0; } \
    DPEX_FN int all(T##2 a) { return (T)(a.x & a.y) < 0; } \
    DPEX_FN int all(T##3 a) { return (T)(a.x & a.y & a.z) < 0; } \
    DPEX_FN int all(T##4 a) { return all(a.lo & a.hi); } \
    DPEX_FN int all(T##8 a) { return all(a.lo & a.hi); } \
    DPEX_FN int all(T##16 a) { return all(a.lo & a.hi); }
DPEX_ALL(char) DPEX_ALL(short) DPEX_ALL(int) DPEX_ALL(long)

//@ select
// Scalars are chosen by the value of the third argument, elements of vectors by its highest bit.
#define DPEX_SELECT(T, I, U) \
    DPEX_FN T select(T a, T b, I c) { return c ? b : a; } DPEX_FN T select(T a, T b, U c) { return c ? b : a; } \
    DPEX_SELECT_V(T, I, U, 2) DPEX_SELECT_V(T, I, U, 3) DPEX_SELECT_V(T, I, U, 4) DPEX_SELECT_V(T, I, U, 8) DPEX_SELECT_V(T, I, U, 16)
#define DPEX_SELECT_V(T, I, U, N) \
    DPEX_FN T##N select(T##N a, T##N b, I##N c) { return c < (I##N)(0) ? b : a; } \
    DPEX_FN T##N select(T##N a, T##N b, U##N c) { return __builtin_astype(c, I##N) < (I##N)(0) ? b : a; }
DPEX_SELECT(char, char, uchar) DPEX_SELECT(uchar, char, uchar) DPEX_SELECT(short, short, ushort) DPEX_SELECT(ushort, short, ushort)
DPEX_SELECT(int, int, uint) DPEX_SELECT(uint, int, uint) DPEX_SELECT(float, int, uint)
DPEX_SELECT(long, long, ulong) DPEX_SELECT(ulong, long, ulong) DPEX_SELECT(double, long, ulong)

//@ bitselect
#define DPEX_BITSELECT(T, E) DPEX_FN T bitselect(T a, T b, T c) { return (a & ~c) | (b & c); }
DPEX_INTEGERS(DPEX_BITSELECT)
#define DPEX_BITSELECT_REAL(T, I) \
    DPEX_FN T bitselect(T a, T b, T c) { return __builtin_astype(bitselect(__builtin_astype(a, I), __builtin_astype(b, I), __builtin_astype(c, I)), T); }
#define DPEX_BITSELECT_F(T, N) DPEX_BITSELECT_REAL(float##N, int##N)
#define DPEX_BITSELECT_D(T, N) DPEX_BITSELECT_REAL(double##N, long##N)
DPEX_BITSELECT_REAL(float, int) DPEX_BITSELECT_REAL(double, long)
DPEX_EACH_WIDTH(DPEX_BITSELECT_F, float) DPEX_EACH_WIDTH(DPEX_BITSELECT_D, double)

//@ abs
#define DPEX_ABS(T, U) \
    DPEX_FN U abs(T a) { return a < 0 ? -(U)a : (U)a; } DPEX_UNARY_V(abs, U, T) \
    DPEX_FN U abs(U a) { return a; } DPEX_UNARY_V(abs, U, U)
DPEX_ABS(char, uchar) DPEX_ABS(short, ushort) DPEX_ABS(int, uint) DPEX_ABS(long, ulong)

//@ abs_diff
#define DPEX_ABS_DIFF(T, U) DPEX_FN U abs_diff(T a, T b) { return a < b ? (U)b - (U)a : (U)a - (U)b; } DPEX_BINARY_V(abs_diff, U, T, T)
DPEX_ABS_DIFF(char, uchar) DPEX_ABS_DIFF(short, ushort) DPEX_ABS_DIFF(int, uint) DPEX_ABS_DIFF(long, ulong)
DPEX_ABS_DIFF(uchar, uchar) DPEX_ABS_DIFF(ushort, ushort) DPEX_ABS_DIFF(uint, uint) DPEX_ABS_DIFF(ulong, ulong)

//@ add_sat
#define DPEX_ADD_SAT(T, low, high) \
    DPEX_FN T add_sat(T a, T b) { T r; return __builtin_add_overflow(a, b, (__private T *)&r) ? (b < 0 ? (T)(low) : (T)(high)) : r; } DPEX_BINARY_V(add_sat, T, T, T)
DPEX_ADD_SAT(char, -128, 127) DPEX_ADD_SAT(uchar, 0, 255) DPEX_ADD_SAT(short, -32768, 32767) DPEX_ADD_SAT(ushort, 0, 65535) DPEX_ADD_SAT(int, INT_MIN, INT_MAX) DPEX_ADD_SAT(uint, 0, UINT_MAX) DPEX_ADD_SAT(long, LONG_MIN, LONG_MAX) DPEX_ADD_SAT(ulong, 0, ULONG_MAX)

//@ sub_sat
#define DPEX_SUB_SAT(T, low, high) \
    DPEX_FN T sub_sat(T a, T b) { T r; return __builtin_sub_overflow(a, b, (__private T *)&r) ? (low == 0 || b > 0 ? (T)(low) : (T)(high)) : r; } DPEX_BINARY_V(sub_sat, T, T, T)
DPEX_SUB_SAT(char, -128, 127) DPEX_SUB_SAT(uchar, 0, 255) DPEX_SUB_SAT(short, -32768, 32767) DPEX_SUB_SAT(ushort, 0, 65535) DPEX_SUB_SAT(int, INT_MIN, INT_MAX) DPEX_SUB_SAT(uint, 0, UINT_MAX) DPEX_SUB_SAT(long, LONG_MIN, LONG_MAX) DPEX_SUB_SAT(ulong, 0, ULONG_MAX)

//@ hadd
#define DPEX_HADD(T, E) DPEX_FN T hadd(T a, T b) { return (a >> (T)(1)) + (b >> (T)(1)) + (a & b & (T)(1)); }
DPEX_INTEGERS(DPEX_HADD)

//@ rhadd
#define DPEX_RHADD(T, E) DPEX_FN T rhadd(T a, T b) { return (a >> (T)(1)) + (b >> (T)(1)) + ((a | b) & (T)(1)); }
DPEX_INTEGERS(DPEX_RHADD)

//@ clz
#define DPEX_CLZ(T, U) DPEX_FN T clz(T a) { return a ? (T)(__builtin_clzl((ulong)(U)a) - 8 * (sizeof(ulong) - sizeof(T))) : (T)(8 * sizeof(T)); } DPEX_UNARY_V(clz, T, T)
DPEX_CLZ(char, uchar) DPEX_CLZ(short, ushort) DPEX_CLZ(int, uint) DPEX_CLZ(long, ulong)
DPEX_CLZ(uchar, uchar) DPEX_CLZ(ushort, ushort) DPEX_CLZ(uint, uint) DPEX_CLZ(ulong, ulong)

//@ ctz
#define DPEX_CTZ(T) DPEX_FN T ctz(T a) { return a ? (T)__builtin_ctzl((ulong)a) : (T)(8 * sizeof(T)); } DPEX_UNARY_V(ctz, T, T)
DPEX_INTEGER_ELEMENTS(DPEX_CTZ)

//@ popcount
#define DPEX_POPCOUNT(T, U) DPEX_FN T popcount(T a) { return (T)__builtin_popcountl((ulong)(U)a); } DPEX_UNARY_V(popcount, T, T)
DPEX_POPCOUNT(char, uchar) DPEX_POPCOUNT(short, ushort) DPEX_POPCOUNT(int, uint) DPEX_POPCOUNT(long, ulong)
DPEX_POPCOUNT(uchar, uchar) DPEX_POPCOUNT(ushort, ushort) DPEX_POPCOUNT(uint, uint) DPEX_POPCOUNT(ulong, ulong)

//@ rotate
#define DPEX_ROTATE(T, U) \
    DPEX_FN T rotate(T a, T n) { U k = (U)n & (8 * sizeof(T) - 1); return k ? (T)(((U)a << k) | ((U)a >> (8 * sizeof(T) - k))) : a; } DPEX_BINARY_V(rotate, T, T, T)
DPEX_ROTATE(char, uchar) DPEX_ROTATE(short, ushort) DPEX_ROTATE(int, uint) DPEX_ROTATE(long, ulong)
DPEX_ROTATE(uchar, uchar) DPEX_ROTATE(ushort, ushort) DPEX_ROTATE(uint, uint) DPEX_ROTATE(ulong, ulong)

//@ mul_hi
#define DPEX_MUL_HI(T, W) DPEX_FN T mul_hi(T a, T b) { return (T)(((W)a * (W)b) >> (8 * sizeof(T))); } DPEX_BINARY_V(mul_hi, T, T, T)
DPEX_MUL_HI(char, int) DPEX_MUL_HI(uchar, uint) DPEX_MUL_HI(short, int) DPEX_MUL_HI(ushort, uint)
DPEX_MUL_HI(int, long) DPEX_MUL_HI(uint, ulong) DPEX_MUL_HI(long, __int128) DPEX_MUL_HI(ulong, unsigned __int128)

//@ mad_hi
#define DPEX_MAD_HI(T, E) DPEX_FN T mad_hi(T a, T b, T c) { return mul_hi(a, b) + c; }
DPEX_INTEGERS(DPEX_MAD_HI)

//@ mad_sat
#define DPEX_MAD_SAT(T, W, low, high) \
    DPEX_FN T mad_sat(T a, T b, T c) { W r = (W)a * (W)b + (W)c; return r < (W)(low) ? (T)(low) : r > (W)(high) ? (T)(high) : (T)r; } DPEX_TERNARY_V(mad_sat, T, T, T, T)
DPEX_MAD_SAT(char, long, -128, 127) DPEX_MAD_SAT(uchar, long, 0, 255) DPEX_MAD_SAT(short, long, -32768, 32767) DPEX_MAD_SAT(ushort, long, 0, 65535)
DPEX_MAD_SAT(int, __int128, INT_MIN, INT_MAX) DPEX_MAD_SAT(uint, __int128, 0, UINT_MAX) DPEX_MAD_SAT(long, __int128, LONG_MIN, LONG_MAX)
DPEX_MAD_SAT(ulong, unsigned __int128, 0, ULONG_MAX)

//@ mul24
#define DPEX_MUL24(T, E) DPEX_FN T mul24(T a, T b) { return a * b; }
DPEX_WIDTHS(DPEX_MUL24, int) DPEX_WIDTHS(DPEX_MUL24, uint)

//@ mad24
#define DPEX_MAD24(T, E) DPEX_FN T mad24(T a, T b, T c) { return a * b + c; }
DPEX_WIDTHS(DPEX_MAD24, int) DPEX_WIDTHS(DPEX_MAD24, uint)

//@ upsample
#define DPEX_UPSAMPLE(R, T, U, bits) \
    DPEX_FN R upsample(T high, U low) { return (R)(((R)high * ((R)1 << bits)) | (R)low); } DPEX_BINARY_V(upsample, R, T, U)
DPEX_UPSAMPLE(short, char, uchar, 8) DPEX_UPSAMPLE(ushort, uchar, uchar, 8) DPEX_UPSAMPLE(int, short, ushort, 16)
DPEX_UPSAMPLE(uint, ushort, ushort, 16) DPEX_UPSAMPLE(long, int, uint, 32) DPEX_UPSAMPLE(ulong, uint, uint, 32)

//@ vload2
#define DPEX_VLOAD2(T) \
    DPEX_FN T##2 vload2(size_t o, const T *p) { T##2 r; for (int i = 0; i < 2; i++) r[i] = p[2 * o + i]; return r; } \
    DPEX_FN T##2 vload2(size_t o, __constant const T *p) { T##2 r; for (int i = 0; i < 2; i++) r[i] = p[2 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD2) DPEX_VLOAD2(half)

//@ vstore2
#define DPEX_VSTORE2(T) \
    DPEX_FN void vstore2(T##2 a, size_t o, T *p) { for (int i = 0; i < 2; i++) p[2 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE2) DPEX_VSTORE2(half)

//@ vload_half2
DPEX_FN float2 vload_half2(size_t o, const half *p) { float2 r; for (int i = 0; i < 2; i++) r[i] = (float)p[2 * o + i]; return r; }
DPEX_FN float2 vload_half2(size_t o, __constant const half *p) { float2 r; for (int i = 0; i < 2; i++) r[i] = (float)p[2 * o + i]; return r; }

//@ vloada_half2
DPEX_FN float2 vloada_half2(size_t o, const half *p) { float2 r; for (int i = 0; i < 2; i++) r[i] = (float)p[2 * o + i]; return r; }
DPEX_FN float2 vloada_half2(size_t o, __constant const half *p) { float2 r; for (int i = 0; i < 2; i++) r[i] = (float)p[2 * o + i]; return r; }

//@ vstore_half2 vstore_half2_rte
DPEX_FN void vstore_half2(float2 a, size_t o, half *p) { for (int i = 0; i < 2; i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half2(double2 a, size_t o, half *p) { for (int i = 0; i < 2; i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half2_rte(float2 a, size_t o, half *p) { for (int i = 0; i < 2; i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half2_rte(double2 a, size_t o, half *p) { for (int i = 0; i < 2; i++) p[2 * o + i] = (half)a[i]; }

//@ vstorea_half2 vstorea_half2_rte
DPEX_FN void vstorea_half2(float2 a, size_t o, half *p) { for (int i = 0; i < 2; i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half2(double2 a, size_t o, half *p) { for (int i = 0; i < 2; i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half2_rte(float2 a, size_t o, half *p) { for (int i = 0; i < 2; i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half2_rte(double2 a, size_t o, half *p) { for (int i = 0; i < 2; i++) p[2 * o + i] = (half)a[i]; }

//@ vload3
#define DPEX_VLOAD3(T) \
    DPEX_FN T##3 vload3(size_t o, const T *p) { T##3 r; for (int i = 0; i < 3; i++) r[i] = p[3 * o + i]; return r; } \
    DPEX_FN T##3 vload3(size_t o, __constant const T *p) { T##3 r; for (int i = 0; i < 3; i++) r[i] = p[3 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD3) DPEX_VLOAD3(half)

//@ vstore3
#define DPEX_VSTORE3(T) \
    DPEX_FN void vstore3(T##3 a, size_t o, T *p) { for (int i = 0; i < 3; i++) p[3 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE3) DPEX_VSTORE3(half)

//@ vload_half3
DPEX_FN float3 vload_half3(size_t o, const half *p) { float3 r; for (int i = 0; i < 3; i++) r[i] = (float)p[3 * o + i]; return r; }
DPEX_FN float3 vload_half3(size_t o, __constant const half *p) { float3 r; for (int i = 0; i < 3; i++) r[i] = (float)p[3 * o + i]; return r; }

//@ vloada_half3
DPEX_FN float3 vloada_half3(size_t o, const half *p) { float3 r; for (int i = 0; i < 3; i++) r[i] = (float)p[4 * o + i]; return r; }
DPEX_FN float3 vloada_half3(size_t o, __constant const half *p) { float3 r; for (int i = 0; i < 3; i++) r[i] = (float)p[4 * o + i]; return r; }

//@ vstore_half3 vstore_half3_rte
DPEX_FN void vstore_half3(float3 a, size_t o, half *p) { for (int i = 0; i < 3; i++) p[3 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half3(double3 a, size_t o, half *p) { for (int i = 0; i < 3; i++) p[3 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half3_rte(float3 a, size_t o, half *p) { for (int i = 0; i < 3; i++) p[3 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half3_rte(double3 a, size_t o, half *p) { for (int i = 0; i < 3; i++) p[3 * o + i] = (half)a[i]; }

//@ vstorea_half3 vstorea_half3_rte
DPEX_FN void vstorea_half3(float3 a, size_t o, half *p) { for (int i = 0; i < 3; i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half3(double3 a, size_t o, half *p) { for (int i = 0; i < 3; i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half3_rte(float3 a, size_t o, half *p) { for (int i = 0; i < 3; i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half3_rte(double3 a, size_t o, half *p) { for (int i = 0; i < 3; i++) p[4 * o + i] = (half)a[i]; }

//@ vload4
#define DPEX_VLOAD4(T) \
    DPEX_FN T##4 vload4(size_t o, const T *p) { T##4 r; for (int i = 0; i < 4; i++) r[i] = p[4 * o + i]; return r; } \
    DPEX_FN T##4 vload4(size_t o, __constant const T *p) { T##4 r; for (int i = 0; i < 4; i++) r[i] = p[4 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD4) DPEX_VLOAD4(half)

//@ vstore4
#define DPEX_VSTORE4(T) \
    DPEX_FN void vstore4(T##4 a, size_t o, T *p) { for (int i = 0; i < 4; i++) p[4 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE4) DPEX_VSTORE4(half)

//@ vload_half4
DPEX_FN float4 vload_half4(size_t o, const half *p) { float4 r; for (int i = 0; i < 4; i++) r[i] = (float)p[4 * o + i]; return r; }
DPEX_FN float4 vload_half4(size_t o, __constant const half *p) { float4 r; for (int i = 0; i < 4; i++) r[i] = (float)p[4 * o + i]; return r; }

//@ vloada_half4
DPEX_FN float4 vloada_half4(size_t o, const half *p) { float4 r; for (int i = 0; i < 4; i++) r[i] = (float)p[4 * o + i]; return r; }
DPEX_FN float4 vloada_half4(size_t o, __constant const half *p) { float4 r; for (int i = 0; i < 4; i++) r[i] = (float)p[4 * o + i]; return r; }

//@ vstore_half4 vstore_half4_rte
DPEX_FN void vstore_half4(float4 a, size_t o, half *p) { for (int i = 0; i < 4; i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half4(double4 a, size_t o, half *p) { for (int i = 0; i < 4; i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half4_rte(float4 a, size_t o, half *p) { for (int i = 0; i < 4; i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half4_rte(double4 a, size_t o, half *p) { for (int i = 0; i < 4; i++) p[4 * o + i] = (half)a[i]; }

//@ vstorea_half4 vstorea_half4_rte
DPEX_FN void vstorea_half4(float4 a, size_t o, half *p) { for (int i = 0; i < 4; i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half4(double4 a, size_t o, half *p) { for (int i = 0; i < 4; i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half4_rte(float4 a, size_t o, half *p) { for (int i = 0; i < 4; i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half4_rte(double4 a, size_t o, half *p) { for (int i = 0; i < 4; i++) p[4 * o + i] = (half)a[i]; }

//@ vload8
#define DPEX_VLOAD8(T) \
    DPEX_FN T##8 vload8(size_t o, const T *p) { T##8 r; for (int i = 0; i < 8; i++) r[i] = p[8 * o + i]; return r; } \
    DPEX_FN T##8 vload8(size_t o, __constant const T *p) { T##8 r; for (int i = 0; i < 8; i++) r[i] = p[8 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD8) DPEX_VLOAD8(half)

//@ vstore8
#define DPEX_VSTORE8(T) \
    DPEX_FN void vstore8(T##8 a, size_t o, T *p) { for (int i = 0; i < 8; i++) p[8 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE8) DPEX_VSTORE8(half)

//@ vload_half8
DPEX_FN float8 vload_half8(size_t o, const half *p) { float8 r; for (int i = 0; i < 8; i++) r[i] = (float)p[8 * o + i]; return r; }
DPEX_FN float8 vload_half8(size_t o, __constant const half *p) { float8 r; for (int i = 0; i < 8; i++) r[i] = (float)p[8 * o + i]; return r; }

//@ vloada_half8
DPEX_FN float8 vloada_half8(size_t o, const half *p) { float8 r; for (int i = 0; i < 8; i++) r[i] = (float)p[8 * o + i]; return r; }
DPEX_FN float8 vloada_half8(size_t o, __constant const half *p) { float8 r; for (int i = 0; i < 8; i++) r[i] = (float)p[8 * o + i]; return r; }

//@ vstore_half8 vstore_half8_rte
DPEX_FN void vstore_half8(float8 a, size_t o, half *p) { for (int i = 0; i < 8; i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half8(double8 a, size_t o, half *p) { for (int i = 0; i < 8; i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half8_rte(float8 a, size_t o, half *p) { for (int i = 0; i < 8; i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half8_rte(double8 a, size_t o, half *p) { for (int i = 0; i < 8; i++) p[8 * o + i] = (half)a[i]; }

//@ vstorea_half8 vstorea_half8_rte
DPEX_FN void vstorea_half8(float8 a, size_t o, half *p) { for (int i = 0; i < 8; i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half8(double8 a, size_t o, half *p) { for (int i = 0; i < 8; i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half8_rte(float8 a, size_t o, half *p) { for (int i = 0; i < 8; i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half8_rte(double8 a, size_t o, half *p) { for (int i = 0; i < 8; i++) p[8 * o + i] = (half)a[i]; }

//@ vload16
#define DPEX_VLOAD16(T) \
    DPEX_FN T##16 vload16(size_t o, const T *p) { T##16 r; for (int i = 0; i < 16; i++) r[i] = p[16 * o + i]; return r; } \
    DPEX_FN T##16 vload16(size_t o, __constant const T *p) { T##16 r; for (int i = 0; i < 16; i++) r[i] = p[16 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD16) DPEX_VLOAD16(half)

//@ vstore16
#define DPEX_VSTORE16(T) \
    DPEX_FN void vstore16(T##16 a, size_t o, T *p) { for (int i = 0; i < 16; i++) p[16 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE16) DPEX_VSTORE16(half)

//@ vload_half16
DPEX_FN float16 vload_half16(size_t o, const half *p) { float16 r; for (int i = 0; i < 16; i++) r[i] = (float)p[16 * o + i]; return r; }
DPEX_FN float16 vload_half16(size_t o, __constant const half *p) { float16 r; for (int i = 0; i < 16; i++) r[i] = (float)p[16 * o + i]; return r; }

//@ vloada_half16
DPEX_FN float16 vloada_half16(size_t o, const half *p) { float16 r; for (int i = 0; i < 16; i++) r[i] = (float)p[16 * o + i]; return r; }
DPEX_FN float16 vloada_half16(size_t o, __constant const half *p) { float16 r; for (int i = 0; i < 16; i++) r[i] = (float)p[16 * o + i]; return r; }

//@ vstore_half16 vstore_half16_rte
DPEX_FN void vstore_half16(float16 a, size_t o, half *p) { for (int i = 0; i < 16; i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half16(double16 a, size_t o, half *p) { for (int i = 0; i < 16; i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half16_rte(float16 a, size_t o, half *p) { for (int i = 0; i < 16; i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half16_rte(double16 a, size_t o, half *p) { for (int i = 0; i < 16; i++) p[16 * o + i] = (half)a[i]; }

//@ vstorea_half16 vstorea_half16_rte
DPEX_FN void vstorea_half16(float16 a, size_t o, half *p) { for (int i = 0; i < 16; i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half16(double16 a, size_t o, half *p) { for (int i = 0; i < 16; i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half16_rte(float16 a, size_t o, half *p) { for (int i = 0; i < 16; i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half16_rte(double16 a, size_t o, half *p) { for (int i = 0; i < 16; i++) p[16 * o + i] = (half)a[i]; }

//@ vload_half vloada_half
DPEX_FN float vload_half(size_t o, const half *p) { return (float)p[o]; }
DPEX_FN float vload_half(size_t o, __constant const half *p) { return (float)p[o]; }
DPEX_FN float vloada_half(size_t o, const half *p) { return (float)p[o]; }
DPEX_FN float vloada_half(size_t o, __constant const half *p) { return (float)p[o]; }

//@ vstore_half vstore_half_rte vstorea_half vstorea_half_rte
DPEX_FN void vstore_half(float a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstore_half(double a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstore_half_rte(float a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstore_half_rte(double a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstorea_half(float a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstorea_half(double a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstorea_half_rte(float a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstorea_half_rte(double a, size_t o, half *p) { p[o] = (half)a; }

//@ shuffle
#define DPEX_SHUFFLE_NM(T, U, N, M) \
    DPEX_FN T##N shuffle(T##M a, U##N mask) { T##N r; for (int i = 0; i < N; i++) r[i] = a[mask[i] & (M - 1)]; return r; }
#define DPEX_SHUFFLE_N(T, U, N) DPEX_SHUFFLE_NM(T, U, N, 2) DPEX_SHUFFLE_NM(T, U, N, 4) DPEX_SHUFFLE_NM(T, U, N, 8) DPEX_SHUFFLE_NM(T, U, N, 16)
#define DPEX_SHUFFLE(T, U) DPEX_SHUFFLE_N(T, U, 2) DPEX_SHUFFLE_N(T, U, 4) DPEX_SHUFFLE_N(T, U, 8) DPEX_SHUFFLE_N(T, U, 16)
DPEX_SHUFFLE(char, uchar) DPEX_SHUFFLE(uchar, uchar) DPEX_SHUFFLE(short, ushort) DPEX_SHUFFLE(ushort, ushort) DPEX_SHUFFLE(int, uint)
DPEX_SHUFFLE(uint, uint) DPEX_SHUFFLE(float, uint) DPEX_SHUFFLE(long, ulong) DPEX_SHUFFLE(ulong, ulong) DPEX_SHUFFLE(double, ulong)

//@ shuffle2
#define DPEX_SHUFFLE2_NM(T, U, N, M) \
    DPEX_FN T##N shuffle2(T##M a, T##M b, U##N mask) \
    { T##N r; for (int i = 0; i < N; i++) { uint k = (uint)mask[i] & (2 * M - 1); r[i] = k < M ? a[k] : b[k - M]; } return r; }
#define DPEX_SHUFFLE2_N(T, U, N) DPEX_SHUFFLE2_NM(T, U, N, 2) DPEX_SHUFFLE2_NM(T, U, N, 4) DPEX_SHUFFLE2_NM(T, U, N, 8) DPEX_SHUFFLE2_NM(T, U, N, 16)
#define DPEX_SHUFFLE2(T, U) DPEX_SHUFFLE2_N(T, U, 2) DPEX_SHUFFLE2_N(T, U, 4) DPEX_SHUFFLE2_N(T, U, 8) DPEX_SHUFFLE2_N(T, U, 16)
DPEX_SHUFFLE2(char, uchar) DPEX_SHUFFLE2(uchar, uchar) DPEX_SHUFFLE2(short, ushort) DPEX_SHUFFLE2(ushort, ushort) DPEX_SHUFFLE2(int, uint)
DPEX_SHUFFLE2(uint, uint) DPEX_SHUFFLE2(float, uint) DPEX_SHUFFLE2(long, ulong) DPEX_SHUFFLE2(ulong, ulong) DPEX_SHUFFLE2(double, ulong)

//@ atomic_add atom_add
#define DPEX_ATOMIC_ADD(T) \
    DPEX_FN T atomic_add(volatile T *p, T v) { return __atomic_fetch_add((T *)p, v, __ATOMIC_RELAXED); } \
    DPEX_FN T atom_add(volatile T *p, T v) { return __atomic_fetch_add((T *)p, v, __ATOMIC_RELAXED); }
DPEX_ATOMIC_ADD(int) DPEX_ATOMIC_ADD(uint) DPEX_ATOMIC_ADD(long) DPEX_ATOMIC_ADD(ulong)

//@ atomic_sub atom_sub
#define DPEX_ATOMIC_SUB(T) \
    DPEX_FN T atomic_sub(volatile T *p, T v) { return __atomic_fetch_sub((T *)p, v, __ATOMIC_RELAXED); } \
    DPEX_FN T atom_sub(volatile T *p, T v) { return __atomic_fetch_sub((T *)p, v, __ATOMIC_RELAXED); }
DPEX_ATOMIC_SUB(int) DPEX_ATOMIC_SUB(uint) DPEX_ATOMIC_SUB(long) DPEX_ATOMIC_SUB(ulong)

//@ atomic_and atom_and
#define DPEX_ATOMIC_AND(T) \
    DPEX_FN T atomic_and(volatile T *p, T v) { return __atomic_fetch_and((T *)p, v, __ATOMIC_RELAXED); } \
    DPEX_FN T atom_and(volatile T *p, T v) { return __atomic_fetch_and((T *)p, v, __ATOMIC_RELAXED); }
DPEX_ATOMIC_AND(int) DPEX_ATOMIC_AND(uint) DPEX_ATOMIC_AND(long) DPEX_ATOMIC_AND(ulong)

//@ atomic_or atom_or
#define DPEX_ATOMIC_OR(T) \
    DPEX_FN T atomic_or(volatile T *p, T v) { return __atomic_fetch_or((T *)p, v, __ATOMIC_RELAXED); } \
    DPEX_FN T atom_or(volatile T *p, T v) { return __atomic_fetch_or((T *)p, v, __ATOMIC_RELAXED); }
DPEX_ATOMIC_OR(int) DPEX_ATOMIC_OR(uint) DPEX_ATOMIC_OR(long) DPEX_ATOMIC_OR(ulong)

//@ atomic_xor atom_xor
#define DPEX_ATOMIC_XOR(T) \
    DPEX_FN T atomic_xor(volatile T *p, T v) { return __atomic_fetch_xor((T *)p, v, __ATOMIC_RELAXED); } \
    DPEX_FN T atom_xor(volatile T *p, T v) { return __atomic_fetch_xor((T *)p, v, __ATOMIC_RELAXED); }
DPEX_ATOMIC_XOR(int) DPEX_ATOMIC_XOR(uint) DPEX_ATOMIC_XOR(long) DPEX_ATOMIC_XOR(ulong)

//@ atomic_inc atom_inc
#define DPEX_ATOMIC_INC(T) \
    DPEX_FN T atomic_inc(volatile T *p) { return __atomic_fetch_add((T *)p, (T)1, __ATOMIC_RELAXED); } \
    DPEX_FN T atom_inc(volatile T *p) { return __atomic_fetch_add((T *)p, (T)1, __ATOMIC_RELAXED); }
DPEX_ATOMIC_INC(int) DPEX_ATOMIC_INC(uint) DPEX_ATOMIC_INC(long) DPEX_ATOMIC_INC(ulong)

//@ atomic_dec atom_dec
#define DPEX_ATOMIC_DEC(T) \
    DPEX_FN T atomic_dec(volatile T *p) { return __atomic_fetch_sub((T *)p, (T)1, __ATOMIC_RELAXED); } \
    DPEX_FN T atom_dec(volatile T *p) { return __atomic_fetch_sub((T *)p, (T)1, __ATOMIC_RELAXED); }
DPEX_ATOMIC_DEC(int) DPEX_ATOMIC_DEC(uint) DPEX_ATOMIC_DEC(long) DPEX_ATOMIC_DEC(ulong)

//@ atomic_min atom_min
#define DPEX_ATOMIC_MIN(T) \
    DPEX_FN T atomic_min(volatile T *p, T v) \
    { \
        T old = __atomic_load_n((T *)p, __ATOMIC_RELAXED); \
        while (v < old && !__atomic_compare_exchange_n((T *)p, (__private T *)&old, v, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue; \
        return old; \
    } \
    DPEX_FN T atom_min(volatile T *p, T v) { return atomic_min(p, v); }
DPEX_ATOMIC_MIN(int) DPEX_ATOMIC_MIN(uint) DPEX_ATOMIC_MIN(long) DPEX_ATOMIC_MIN(ulong)

//@ atomic_max atom_max
#define DPEX_ATOMIC_MAX(T) \
    DPEX_FN T atomic_max(volatile T *p, T v) \
    { \
        T old = __atomic_load_n((T *)p, __ATOMIC_RELAXED); \
        while (v > old && !__atomic_compare_exchange_n((T *)p, (__private T *)&old, v, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue; \
        return old; \
    } \
    DPEX_FN T atom_max(volatile T *p, T v) { return atomic_max(p, v); }
DPEX_ATOMIC_MAX(int) DPEX_ATOMIC_MAX(uint) DPEX_ATOMIC_MAX(long) DPEX_ATOMIC_MAX(ulong)

//@ atomic_xchg atom_xchg
#define DPEX_ATOMIC_XCHG(T) \
    DPEX_FN T atomic_xchg(volatile T *p, T v) { return __atomic_exchange_n((T *)p, v, __ATOMIC_RELAXED); } \
    DPEX_FN T atom_xchg(volatile T *p, T v) { return __atomic_exchange_n((T *)p, v, __ATOMIC_RELAXED); }
DPEX_ATOMIC_XCHG(int) DPEX_ATOMIC_XCHG(uint) DPEX_ATOMIC_XCHG(long) DPEX_ATOMIC_XCHG(ulong)
DPEX_FN float atomic_xchg(volatile float *p, float v)
{
    return __builtin_astype(__atomic_exchange_n((int *)p, __builtin_astype(v, int), __ATOMIC_RELAXED), float);
}

//@ atomic_cmpxchg atom_cmpxchg
#define DPEX_ATOMIC_CMPXCHG(T) \
    DPEX_FN T atomic_cmpxchg(volatile T *p, T expected, T v) \
    { __atomic_compare_exchange_n((T *)p, (__private T *)&expected, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); return expected; } \
    DPEX_FN T atom_cmpxchg(volatile T *p, T expected, T v) { return atomic_cmpxchg(p, expected, v); }
DPEX_ATOMIC_CMPXCHG(int) DPEX_ATOMIC_CMPXCHG(uint) DPEX_ATOMIC_CMPXCHG(long) DPEX_ATOMIC_CMPXCHG(ulong)

//@ ATOMIC_VAR_INIT ATOMIC_FLAG_INIT atomic_init atomic_load atomic_store atomic_exchange atomic_compare_exchange_strong atomic_compare_exchange_weak atomic_flag_test_and_set atomic_flag_clear atomic_work_item_fence atomic_fetch_add atomic_fetch_sub atomic_fetch_or atomic_fetch_xor atomic_fetch_and atomic_fetch_min atomic_fetch_max atomic_load_explicit atomic_store_explicit atomic_exchange_explicit atomic_compare_exchange_strong_explicit atomic_compare_exchange_weak_explicit atomic_flag_test_and_set_explicit atomic_flag_clear_explicit atomic_fetch_add_explicit atomic_fetch_sub_explicit atomic_fetch_or_explicit atomic_fetch_xor_explicit atomic_fetch_and_explicit atomic_fetch_min_explicit atomic_fetch_max_explicit memory_order memory_scope memory_order_relaxed memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst memory_scope_work_item memory_scope_work_group memory_scope_device memory_scope_all_svm_devices memory_scope_sub_group
typedef enum memory_order {
    memory_order_relaxed = __ATOMIC_RELAXED, memory_order_acquire = __ATOMIC_ACQUIRE, memory_order_release = __ATOMIC_RELEASE,
    memory_order_acq_rel = __ATOMIC_ACQ_REL, memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;
typedef enum memory_scope {
    memory_scope_work_item = __OPENCL_MEMORY_SCOPE_WORK_ITEM, memory_scope_work_group = __OPENCL_MEMORY_SCOPE_WORK_GROUP,
    memory_scope_device = __OPENCL_MEMORY_SCOPE_DEVICE, memory_scope_all_svm_devices = __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES,
    memory_scope_sub_group = __OPENCL_MEMORY_SCOPE_SUB_GROUP
} memory_scope;
#define ATOMIC_VAR_INIT(v) (v)
#define ATOMIC_FLAG_INIT 0
#define atomic_work_item_fence(flags, order, scope) __atomic_thread_fence(order)
#define atomic_init(p, v) __opencl_atomic_init(p, v)
// The scope is for devices that have narrower ones; all items here share one memory.
#define DPEX_SCOPE memory_scope_all_svm_devices
#define atomic_load(p) __opencl_atomic_load(p, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_load_explicit(p, order, ...) __opencl_atomic_load(p, order, DPEX_SCOPE)
#define atomic_store(p, v) __opencl_atomic_store(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_store_explicit(p, v, order, ...) __opencl_atomic_store(p, v, order, DPEX_SCOPE)
#define atomic_exchange(p, v) __opencl_atomic_exchange(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_exchange_explicit(p, v, order, ...) __opencl_atomic_exchange(p, v, order, DPEX_SCOPE)
#define atomic_compare_exchange_strong(p, e, v) __opencl_atomic_compare_exchange_strong(p, e, v, memory_order_seq_cst, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_compare_exchange_strong_explicit(p, e, v, order, other, ...) __opencl_atomic_compare_exchange_strong(p, e, v, order, other, DPEX_SCOPE)
#define atomic_compare_exchange_weak(p, e, v) __opencl_atomic_compare_exchange_weak(p, e, v, memory_order_seq_cst, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_compare_exchange_weak_explicit(p, e, v, order, other, ...) __opencl_atomic_compare_exchange_weak(p, e, v, order, other, DPEX_SCOPE)
#define atomic_fetch_add(p, v) __opencl_atomic_fetch_add(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_add_explicit(p, v, order, ...) __opencl_atomic_fetch_add(p, v, order, DPEX_SCOPE)
#define atomic_fetch_sub(p, v) __opencl_atomic_fetch_sub(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_sub_explicit(p, v, order, ...) __opencl_atomic_fetch_sub(p, v, order, DPEX_SCOPE)
#define atomic_fetch_or(p, v) __opencl_atomic_fetch_or(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_or_explicit(p, v, order, ...) __opencl_atomic_fetch_or(p, v, order, DPEX_SCOPE)
#define atomic_fetch_xor(p, v) __opencl_atomic_fetch_xor(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_xor_explicit(p, v, order, ...) __opencl_atomic_fetch_xor(p, v, order, DPEX_SCOPE)
#define atomic_fetch_and(p, v) __opencl_atomic_fetch_and(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_and_explicit(p, v, order, ...) __opencl_atomic_fetch_and(p, v, order, DPEX_SCOPE)
#define atomic_fetch_min(p, v) __opencl_atomic_fetch_min(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_min_explicit(p, v, order, ...) __opencl_atomic_fetch_min(p, v, order, DPEX_SCOPE)
#define atomic_fetch_max(p, v) __opencl_atomic_fetch_max(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_max_explicit(p, v, order, ...) __opencl_atomic_fetch_max(p, v, order, DPEX_SCOPE)
#define atomic_flag_test_and_set(p) ((bool)__opencl_atomic_exchange(p, 1, memory_order_seq_cst, DPEX_SCOPE))
#define atomic_flag_test_and_set_explicit(p, order, ...) ((bool)__opencl_atomic_exchange(p, 1, order, DPEX_SCOPE))
#define atomic_flag_clear(p) __opencl_atomic_store(p, 0, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_flag_clear_explicit(p, order, ...) __opencl_atomic_store(p, 0, order, DPEX_SCOPE)

//@ printf
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
int printf(__constant const char *restrict format, ...);

//@ dpex_round_rte dpex_round_rtp dpex_round_rtn
#define DPEX_ROUND_NOTHING(T, E) \
    DPEX_FN T dpex_round_rte(T a) { return a; } DPEX_FN T dpex_round_rtp(T a) { return a; } DPEX_FN T dpex_round_rtn(T a) { return a; }
DPEX_INTEGERS(DPEX_ROUND_NOTHING)
DPEX_MATH1(dpex_round_rte, __builtin_rintf, __builtin_rint)
DPEX_MATH1(dpex_round_rtp, __builtin_ceilf, __builtin_ceil)
DPEX_MATH1(dpex_round_rtn, __builtin_floorf, __builtin_floor)
