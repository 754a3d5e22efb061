// The scalar subset of OpenCL C as C11 with GNU extensions.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#define bool _Bool
#define true 1
#define false 0
#define global
#define __global
#define constant const
#define __constant const
#define local
#define __local
#define private
#define __private
#define generic
#define __generic
#define __read_only
#define __write_only
#define DPEX_CL_EXPORT(declaration) __attribute__((visibility("default"))) declaration
#define DPEX_CL_CHECK_LOCAL(end) \
    _Static_assert((end) <= DPEX_CL_LOCAL_BYTES, \
        "the local variables of a kernel take more than 256 KiB")
#define DPEX_CL_KIND(T) \
    _Generic(*(T *)0, float: DPEX_CL_FLOAT, double: DPEX_CL_FLOAT, char: DPEX_CL_INT, signed \
        char: DPEX_CL_INT, \
             uchar: DPEX_CL_INT, short: DPEX_CL_INT, ushort: DPEX_CL_INT, int: DPEX_CL_INT, \
                 uint: DPEX_CL_INT, \
             long: DPEX_CL_INT, ulong: DPEX_CL_INT, default: DPEX_CL_OTHER)
typedef int event_t;
#ifdef DPEX_DIAGNOSE
#define dpex_item ((dpex_cl_item *)0)
#define kernel
#define __kernel
#endif

#define DPEX_AS(T, x) \
    ({ __typeof__(x) dpex_v = (x); T dpex_r; \
       _Static_assert(sizeof dpex_v == sizeof dpex_r, "as_type needs types of one size"); \
       __builtin_memcpy(&dpex_r, &dpex_v, sizeof dpex_r); dpex_r; })
#define DPEX_ROUND(f, x) ({ __typeof__((x) + 0) dpex_v = (x); \
    if (DPEX_IS_REAL(dpex_v)) dpex_v = f((double)dpex_v); dpex_v; })
#define dpex_round_rte(x) DPEX_ROUND(__builtin_rint, x)
#define dpex_round_rtp(x) DPEX_ROUND(__builtin_ceil, x)
#define dpex_round_rtn(x) DPEX_ROUND(__builtin_floor, x)

// Functions of float and double, chosen by the argument's type.
#define DPEX_C1(name, x) (_Generic((x), float: __builtin_##name##f, default: __builtin_##name)(x))
#define DPEX_C2(name, x, y) (_Generic((x) + (y), float: __builtin_##name##f, default: \
    __builtin_##name)((x), (y)))
#define acos(x) DPEX_C1(acos, x)
#define acosh(x) DPEX_C1(acosh, x)
#define asin(x) DPEX_C1(asin, x)
#define asinh(x) DPEX_C1(asinh, x)
#define atan(x) DPEX_C1(atan, x)
#define atanh(x) DPEX_C1(atanh, x)
#define cbrt(x) DPEX_C1(cbrt, x)
#define ceil(x) DPEX_C1(ceil, x)
#define cos(x) DPEX_C1(cos, x)
#define cosh(x) DPEX_C1(cosh, x)
#define erf(x) DPEX_C1(erf, x)
#define erfc(x) DPEX_C1(erfc, x)
#define exp(x) DPEX_C1(exp, x)
#define exp2(x) DPEX_C1(exp2, x)
#define expm1(x) DPEX_C1(expm1, x)
#define fabs(x) DPEX_C1(fabs, x)
#define floor(x) DPEX_C1(floor, x)
#define lgamma(x) DPEX_C1(lgamma, x)
#define log(x) DPEX_C1(log, x)
#define log2(x) DPEX_C1(log2, x)
#define log10(x) DPEX_C1(log10, x)
#define log1p(x) DPEX_C1(log1p, x)
#define logb(x) DPEX_C1(logb, x)
#define rint(x) DPEX_C1(rint, x)
#define round(x) DPEX_C1(round, x)
#define sin(x) DPEX_C1(sin, x)
#define sinh(x) DPEX_C1(sinh, x)
#define sqrt(x) DPEX_C1(sqrt, x)
#define tan(x) DPEX_C1(tan, x)
#define tanh(x) DPEX_C1(tanh, x)
#define tgamma(x) DPEX_C1(tgamma, x)
#define trunc(x) DPEX_C1(trunc, x)
#define ilogb(x) DPEX_C1(ilogb, x)
#define atan2(x, y) DPEX_C2(atan2, x, y)
#define copysign(x, y) DPEX_C2(copysign, x, y)
#define fdim(x, y) DPEX_C2(fdim, x, y)
#define fmax(x, y) DPEX_C2(fmax, x, y)
#define fmin(x, y) DPEX_C2(fmin, x, y)
#define fmod(x, y) DPEX_C2(fmod, x, y)
#define hypot(x, y) DPEX_C2(hypot, x, y)
#define nextafter(x, y) DPEX_C2(nextafter, x, y)
#define pow(x, y) DPEX_C2(pow, x, y)
#define remainder(x, y) DPEX_C2(remainder, x, y)
#define powr(x, y) DPEX_C2(pow, x, y)
#define pown(x, n) ((__typeof__(x))__builtin_pow((double)(x), (double)(n)))
#define rootn(x, n) \
    ({ double dpex_v = (x); int dpex_n = (n); \
       (__typeof__((x) + 0))(dpex_v < 0 && (dpex_n & 1) ? -__builtin_pow(-dpex_v, 1.0 / dpex_n) \
           : __builtin_pow(dpex_v, 1.0 / dpex_n)); })
#define ldexp(x, n) (_Generic((x), float: __builtin_ldexpf, default: __builtin_ldexp)((x), (n)))
#define fma(x, y, z) (_Generic((x) + (y) + (z), float: __builtin_fmaf, default: \
    __builtin_fma)((x), (y), (z)))
#define mad(x, y, z) ((x) * (y) + (z))
#define exp10(x) ((__typeof__(x))__builtin_pow(10.0, (double)(x)))
#define rsqrt(x) (1 / sqrt(x))
#define sinpi(x) ((__typeof__(x))__builtin_sin(M_PI * __builtin_remainder((double)(x), 2.0)))
#define cospi(x) ((__typeof__(x))__builtin_cos(M_PI * __builtin_remainder((double)(x), 2.0)))
#define tanpi(x) ((__typeof__(x))__builtin_tan(M_PI * __builtin_remainder((double)(x), 2.0)))
#define asinpi(x) ((__typeof__(x))(__builtin_asin((double)(x)) * M_1_PI))
#define acospi(x) ((__typeof__(x))(__builtin_acos((double)(x)) * M_1_PI))
#define atanpi(x) ((__typeof__(x))(__builtin_atan((double)(x)) * M_1_PI))
#define sincos(x, p) ({ __typeof__((x) + 0) dpex_v = (x); *(p) = cos(dpex_v); sin(dpex_v); })
#define fract(x, p) \
    ({ __typeof__((x) + 0) dpex_v = (x), dpex_w = floor(dpex_v); *(p) = dpex_w; \
       dpex_v -= dpex_w; \
       dpex_v < 1 ? dpex_v : (__typeof__(dpex_v))(sizeof dpex_v == 4 ? 0x1.fffffep-1 : \
           0x1.fffffffffffffp-1); })
#define modf(x, p) \
    ({ __typeof__((x) + 0) dpex_v = (x), dpex_w = trunc(dpex_v); *(p) = dpex_w; \
       copysign(__builtin_isinf(dpex_v) ? 0 : dpex_v - dpex_w, dpex_v); })
#define frexp(x, p) (_Generic((x), float: __builtin_frexpf, default: __builtin_frexp)((x), (p)))
#define remquo(x, y, p) (_Generic((x) + (y), float: __builtin_remquof, default: \
    __builtin_remquo)((x), (y), (p)))
#define degrees(x) ((x) * (__typeof__(x))57.295779513082321)
#define radians(x) ((x) * (__typeof__(x))0.017453292519943296)
#define sign(x) ({ __typeof__((x) + 0) dpex_v = (x); \
    dpex_v > 0 ? 1 : dpex_v < 0 ? -1 : dpex_v == 0 ? dpex_v : 0; })
#define native_cos(x) __builtin_cosf(x)
#define native_sin(x) __builtin_sinf(x)
#define native_tan(x) __builtin_tanf(x)
#define native_exp(x) __builtin_expf(x)
#define native_exp2(x) __builtin_exp2f(x)
#define native_exp10(x) __builtin_powf(10.0f, x)
#define native_log(x) __builtin_logf(x)
#define native_log2(x) __builtin_log2f(x)
#define native_log10(x) __builtin_log10f(x)
#define native_sqrt(x) __builtin_sqrtf(x)
#define native_rsqrt(x) (1.0f / __builtin_sqrtf(x))
#define native_recip(x) (1.0f / (x))
#define native_divide(x, y) ((float)(x) / (y))
#define native_powr(x, y) __builtin_powf(x, y)
#define half_cos native_cos
#define half_sin native_sin
#define half_tan native_tan
#define half_exp native_exp
#define half_exp2 native_exp2
#define half_exp10 native_exp10
#define half_log native_log
#define half_log2 native_log2
#define half_log10 native_log10
#define half_sqrt native_sqrt
#define half_rsqrt native_rsqrt
#define half_recip native_recip
#define half_divide native_divide
#define half_powr native_powr

#define max(x, y) ({ __typeof__((x) + (y)) dpex_v = (x), dpex_w = (y); \
    dpex_v < dpex_w ? dpex_w : dpex_v; })
#define min(x, y) ({ __typeof__((x) + (y)) dpex_v = (x), dpex_w = (y); \
    dpex_w < dpex_v ? dpex_w : dpex_v; })
#define clamp(x, a, b) \
    ({ __typeof__((x) + (a) + (b)) dpex_v = (x), dpex_a = (a), dpex_b = (b); \
       dpex_v = dpex_v < dpex_a ? dpex_a : dpex_v; dpex_b < dpex_v ? dpex_b : dpex_v; })
#define mix(x, y, t) ({ __typeof__((x) + (y) + (t)) dpex_v = (x); dpex_v + ((y) - dpex_v) * (t); })
#define step(edge, x) ({ __typeof__((x) + (edge)) dpex_v = (x); \
    dpex_v < (edge) ? (__typeof__(dpex_v))0 : (__typeof__(dpex_v))1; })
#define smoothstep(a, b, x) \
    ({ __typeof__((x) + (a) + (b)) dpex_a = (a), dpex_v = ((x) - dpex_a) / ((b) - dpex_a); \
       dpex_v = dpex_v < 0 ? 0 : dpex_v > 1 ? 1 : dpex_v; dpex_v * dpex_v * (3 - 2 * dpex_v); })
#define select(a, b, c) ({ __typeof__((a) + (b)) dpex_v = (a), dpex_w = (b); \
    (c) ? dpex_w : dpex_v; })
#define bitselect(a, b, c) \
    ({ __typeof__(a) dpex_v = (a), dpex_w = (b), dpex_m = (c); \
       ulong dpex_x = 0, dpex_y = 0, dpex_z = 0; \
       __builtin_memcpy(&dpex_x, &dpex_v, sizeof dpex_v); \
           __builtin_memcpy(&dpex_y, &dpex_w, sizeof dpex_v); \
       __builtin_memcpy(&dpex_z, &dpex_m, sizeof dpex_v); \
       dpex_x = (dpex_x & ~dpex_z) | (dpex_y & dpex_z); \
       __builtin_memcpy(&dpex_v, &dpex_x, sizeof dpex_v); dpex_v; })
#define dot(x, y) ((x) * (y))
#define length(x) fabs(x)
#define distance(x, y) fabs((x) - (y))

#define isnan(x) ({ __typeof__((x) + 0) dpex_v = (x); (int)__builtin_isnan(dpex_v); })
#define isinf(x) (__builtin_isinf(x) != 0)
#define isfinite(x) (__builtin_isfinite(x) != 0)
#define isnormal(x) (__builtin_isnormal(x) != 0)
#define signbit(x) (__builtin_signbit(x) != 0)
#define isequal(x, y) ((x) == (y))
#define isnotequal(x, y) ((x) != (y))
#define isgreater(x, y) ((x) > (y))
#define isgreaterequal(x, y) ((x) >= (y))
#define isless(x, y) ((x) < (y))
#define islessequal(x, y) ((x) <= (y))
#define islessgreater(x, y) ({ __typeof__((x) + (y)) dpex_v = (x), dpex_w = (y); \
    dpex_v < dpex_w || dpex_v > dpex_w; })
#define isordered(x, y) (!__builtin_isunordered(x, y))
#define isunordered(x, y) (__builtin_isunordered(x, y) != 0)
#define any(x) ((x) < 0)
#define all(x) ((x) < 0)

// Unsigned type of the same size, and integers by size.
#define DPEX_UNSIGNED(x) __typeof__(_Generic((x), char: (uchar)0, uchar: (uchar)0, short: \
    (ushort)0, ushort: (ushort)0, \
                                             int: 0u, uint: 0u, long: 0ul, ulong: 0ul))
#define abs(x) ({ __typeof__(x) dpex_v = (x); (DPEX_UNSIGNED(dpex_v))(dpex_v < 0 ? \
    -(DPEX_UNSIGNED(dpex_v))dpex_v : (DPEX_UNSIGNED(dpex_v))dpex_v); })
#define abs_diff(x, y) \
    ({ __typeof__(x) dpex_v = (x), dpex_w = (y); typedef DPEX_UNSIGNED(dpex_v) dpex_u; \
       (dpex_u)(dpex_v < dpex_w ? (dpex_u)dpex_w - (dpex_u)dpex_v : (dpex_u)dpex_v - \
           (dpex_u)dpex_w); })
#define DPEX_MAX_OF(v) ((__typeof__(v))((__typeof__(v))-1 < 0 ? ~0ul >> (65 - 8 * sizeof(v)) : \
    ~0ul))
#define DPEX_MIN_OF(v) ((__typeof__(v))((__typeof__(v))-1 < 0 ? 1ul << (8 * sizeof(v) - 1) : 0))
#define add_sat(x, y) \
    ({ __typeof__(x) dpex_v = (x), dpex_w = (y), dpex_r; \
       __builtin_add_overflow(dpex_v, dpex_w, &dpex_r) ? (dpex_w < 0 ? DPEX_MIN_OF(dpex_v) : \
           DPEX_MAX_OF(dpex_v)) : dpex_r; })
#define sub_sat(x, y) \
    ({ __typeof__(x) dpex_v = (x), dpex_w = (y), dpex_r; \
       __builtin_sub_overflow(dpex_v, dpex_w, &dpex_r) ? (dpex_w > 0 ? DPEX_MIN_OF(dpex_v) : \
           DPEX_MAX_OF(dpex_v)) : dpex_r; })
#define hadd(x, y) ({ __typeof__(x) dpex_v = (x), dpex_w = (y); \
    (__typeof__(x))((dpex_v >> 1) + (dpex_w >> 1) + (dpex_v & dpex_w & 1)); })
#define rhadd(x, y) ({ __typeof__(x) dpex_v = (x), dpex_w = (y); \
    (__typeof__(x))((dpex_v >> 1) + (dpex_w >> 1) + ((dpex_v | dpex_w) & 1)); })
#define clz(x) \
    ({ __typeof__(x) dpex_v = (x); \
       (__typeof__(x))(dpex_v ? __builtin_clzl((ulong)(DPEX_UNSIGNED(dpex_v))dpex_v) - 8 * (8 - \
           sizeof dpex_v) : 8 * sizeof dpex_v); })
#define ctz(x) ({ __typeof__(x) dpex_v = (x); (__typeof__(x))(dpex_v ? \
    __builtin_ctzl((ulong)dpex_v) : 8 * sizeof dpex_v); })
#define popcount(x) ({ __typeof__(x) dpex_v = (x); \
    (__typeof__(x))__builtin_popcountl((ulong)(DPEX_UNSIGNED(dpex_v))dpex_v); })
#define rotate(x, n) \
    ({ __typeof__(x) dpex_v = (x); DPEX_UNSIGNED(dpex_v) dpex_u = dpex_v; \
        uint dpex_n = (uint)(n) & (8 * sizeof dpex_v - 1); \
       (__typeof__(x))(dpex_n ? dpex_u << dpex_n | dpex_u >> (8 * sizeof dpex_v - dpex_n) : \
           dpex_u); })
#define mul_hi(x, y) \
    ({ __typeof__(x) dpex_v = (x), dpex_w = (y); \
       (__typeof__(x))((__typeof__(x))-1 < 0 ? (__int128)dpex_v * dpex_w >> 8 * sizeof dpex_v \
                                             : (__int128)((unsigned __int128)dpex_v * dpex_w >> \
                                                 8 * sizeof dpex_v)); })
#define mad_hi(x, y, z) (mul_hi(x, y) + (z))
#define mul24(x, y) ((x) * (y))
#define mad24(x, y, z) ((x) * (y) + (z))
#define upsample(high, low) \
    ((__typeof__(_Generic((high), char: (short)0, uchar: (ushort)0, short: 0, ushort: 0u, int: \
        0l, uint: 0ul))) \
         (((ulong)(high) << 8 * sizeof(low)) | (ulong)(low)))

#define atomic_add(p, v) __atomic_fetch_add((p), (v), __ATOMIC_RELAXED)
#define atomic_sub(p, v) __atomic_fetch_sub((p), (v), __ATOMIC_RELAXED)
#define atomic_and(p, v) __atomic_fetch_and((p), (v), __ATOMIC_RELAXED)
#define atomic_or(p, v) __atomic_fetch_or((p), (v), __ATOMIC_RELAXED)
#define atomic_xor(p, v) __atomic_fetch_xor((p), (v), __ATOMIC_RELAXED)
#define atomic_inc(p) __atomic_fetch_add((p), 1, __ATOMIC_RELAXED)
#define atomic_dec(p) __atomic_fetch_sub((p), 1, __ATOMIC_RELAXED)
#define atomic_xchg(p, v) ({ __typeof__(*(p) + 0) dpex_n = (v), dpex_o; \
    __atomic_exchange((p), &dpex_n, &dpex_o, __ATOMIC_RELAXED); dpex_o; })
#define atomic_cmpxchg(p, expected, v) \
    ({ __typeof__(*(p) + 0) dpex_e = (expected); \
       __atomic_compare_exchange_n((p), &dpex_e, (v), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
           dpex_e; })
#define DPEX_ATOMIC_IF(p, v, op) \
    ({ __typeof__(*(p) + 0) dpex_n = (v), dpex_o = __atomic_load_n((p), __ATOMIC_RELAXED); \
       while (dpex_n op dpex_o && !__atomic_compare_exchange_n((p), &dpex_o, dpex_n, 1, \
           __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue; \
       dpex_o; })
#define atomic_min(p, v) DPEX_ATOMIC_IF(p, v, <)
#define atomic_max(p, v) DPEX_ATOMIC_IF(p, v, >)
#define atom_add atomic_add
#define atom_sub atomic_sub
#define atom_and atomic_and
#define atom_or atomic_or
#define atom_xor atomic_xor
#define atom_inc atomic_inc
#define atom_dec atomic_dec
#define atom_xchg atomic_xchg
#define atom_cmpxchg atomic_cmpxchg
#define atom_min atomic_min
#define atom_max atomic_max
int printf(const char *restrict format, ...);
