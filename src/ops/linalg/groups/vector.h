/* Vectors of doubles, a lane per matrix, and masks of lanes, for the instruction set that this is
 * compiled for.
 *
 * AVX-512 has registers of their own for masks; elsewhere a mask is a vector of all ones and all
 * zeros. */
#ifndef DPEX_OPS_LINALG_GROUPS_VECTOR_H
#define DPEX_OPS_LINALG_GROUPS_VECTOR_H

#include <math.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
enum { LANES = 8 };
#elif defined(__AVX__)
enum { LANES = 4 };
#else
enum { LANES = 2 };
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 8")

typedef double vector __attribute__((vector_size(LANES * 8), may_alias));
typedef double loose_vector __attribute__((vector_size(LANES * 8), may_alias, aligned(1)));
typedef float single_vector __attribute__((vector_size(LANES * 4), may_alias, aligned(1)));
typedef double loose_double __attribute__((may_alias, aligned(1)));
typedef float loose_float __attribute__((may_alias, aligned(1)));
typedef int64_t bits __attribute__((vector_size(LANES * 8), may_alias));

INLINE vector vector_of(double x)
{
    const vector zero = {0};
    return x - zero;
}

INLINE vector vector_abs(vector x)
{
    return (vector)((bits)x & INT64_MAX);
}

#if defined(__AVX512F__)
typedef __mmask8 mask;
INLINE mask less(vector x, vector y)
{
    return _mm512_cmp_pd_mask((__m512d)x, (__m512d)y, _CMP_LT_OQ);
}
INLINE mask equal(vector x, vector y)
{
    return _mm512_cmp_pd_mask((__m512d)x, (__m512d)y, _CMP_EQ_OQ);
}
INLINE vector choose(mask m, vector x, vector y) /* x where m */
{
    return (vector)_mm512_mask_blend_pd(m, (__m512d)y, (__m512d)x);
}
INLINE mask mask_not(mask m)
{
    return (mask)~m;
}
INLINE unsigned mask_bits(mask m)
{
    return m;
}
INLINE mask no_lanes(void)
{
    return 0;
}
#else
typedef bits mask;
INLINE mask less(vector x, vector y)
{
    return (mask)(x < y);
}
INLINE mask equal(vector x, vector y)
{
    return (mask)(x == y);
}
INLINE vector choose(mask m, vector x, vector y)
{
    return (vector)((m & (bits)x) | (~m & (bits)y));
}
INLINE mask mask_not(mask m)
{
    return ~m;
}
INLINE unsigned mask_bits(mask m)
{
#if defined(__AVX__)
    return (unsigned)_mm256_movemask_pd((__m256d)m);
#elif defined(__SSE2__)
    return (unsigned)_mm_movemask_pd((__m128d)m);
#else
    unsigned all = 0;
    for (int i = 0; i < LANES; i++) all |= (unsigned)(m[i] & 1) << i;
    return all;
#endif
}
INLINE mask no_lanes(void)
{
    return (mask){0};
}
#endif

INLINE vector vector_sqrt(vector x)
{
#if defined(__AVX512F__)
    return (vector)_mm512_sqrt_pd((__m512d)x);
#elif defined(__AVX__)
    return (vector)_mm256_sqrt_pd((__m256d)x);
#elif defined(__SSE2__)
    return (vector)_mm_sqrt_pd((__m128d)x);
#else
    for (int i = 0; i < LANES; i++) x[i] = sqrt(x[i]);
    return x;
#endif
}

/* The magnitude of x with the sign of y. */
INLINE vector with_sign(vector x, vector y)
{
    return (vector)(((bits)x & INT64_MAX) | ((bits)y & INT64_MIN));
}

INLINE vector vector_max(vector x, vector y)
{
    return choose(less(x, y), y, x);
}

/* Numbers whose squares, and products of a few, are far from overflow and underflow; false for
 * NaN. */
#define LEAST_NORMAL 0x1p-400
#define MOST_NORMAL  0x1p+400
INLINE mask is_moderate(vector magnitude)
{
    return less(vector_of(LEAST_NORMAL), magnitude) & less(magnitude, vector_of(MOST_NORMAL));
}

#endif
