/* Conversions between all types, each defined for every value, without undefined behaviour.
 *
 * Compiled here, and handed as text to device compilers.
 *
 * Integers wrap. A real number outside the range of a signed 32 or 64-bit type becomes the type's
 * minimum, as x86's conversion instructions have it; narrower types take the low bits of that
 * int32, uint32 those of the int64; uint64 takes [2^63, 2^64) as it is: what NumPy gives on x86-64.
 * Halves round to nearest even. Complex to real drops the imaginary part. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_CAST_H
#define DPEX_OPS_LOOPS_PORTABLE_K_CAST_H

#ifndef K_DEVICE
#include "k_bits.h"
#endif

/* Scaling by 2^112 moves the exponent's bias and makes subnormal halves normal. */
static inline float k_f32_from_f16(uint16_t stored)
{
    uint32_t magnitude = stored & 0x7fffu;
    uint32_t finite = k_bits_of_f32(k_f32_of_bits(magnitude << 13) * 0x1p112f);
    uint32_t bits = magnitude >= 0x7c00u ? 0x7f800000u | magnitude << 13 : finite;
    return k_f32_of_bits(bits | (uint32_t)(stored & 0x8000u) << 16);
}

/* Round to nearest even: half a unit of the last bit that stays, less one, plus that bit. */
static inline uint16_t k_f16_from_f32(float x)
{
    uint32_t bits = k_bits_of_f32(x), magnitude = bits & 0x7fffffffu;
    uint32_t rounded = magnitude + 0xfffu + (magnitude >> 13 & 1u);
    /* The exponent's bias changes from 127 to 15: 112 << 23. */
    uint32_t result = (rounded - 0x38000000u) >> 13;
    /* Below 2^-14: adding 0.5 leaves multiples of 2^-24, the subnormal halves, in the low bits. */
    uint32_t subnormal = k_bits_of_f32(k_f32_of_bits(magnitude) + 0.5f) - 0x3f000000u;
    result = magnitude < 0x38800000u ? subnormal : result;
    result = magnitude >= 0x477ff000u ? 0x7c00u : result;
    result = magnitude > 0x7f800000u ? 0x7e00u | (magnitude >> 13 & 0x3ffu) : result;
    return (uint16_t)(result | (bits >> 16 & 0x8000u));
}

#ifndef K_NO_F64
/* Through float rounded to odd, so that the second rounding sees what the first one cut off. */
static inline uint16_t k_f16_from_f64(double x)
{
    /* Two roundings, to float and then to half, could round a tie the wrong way. The float with an
     * odd last bit next to x is not a tie of the second one (rounding to odd; S. Boldo and G.
     * Melquiond, "Emulation of FMA and correctly rounded sums", 2008). */
    float nearest = (float)x;
    uint32_t bits = k_bits_of_f32(nearest);
    double error = (double)nearest - x;
    int away = (error > 0) == (x > 0);
    uint32_t odd = away ? bits - 1 : bits + 1;
    int inexact = (error > 0) | (error < 0);
    return k_f16_from_f32(k_f32_of_bits(inexact && !(bits & 1) ? odd : bits));
}
#endif

/* What converts is chosen before: a choice between results of another width would split the
 * vectors' masks. */
#define K_FROM_REAL(suffix, R)                                                                     \
    static inline int32_t k_i32_from_##suffix(R x)                                                 \
    {                                                                                              \
        return (int32_t)(x >= (R)-0x1p31f && x < (R)0x1p31f ? x : (R)-0x1p31f);                    \
    }                                                                                              \
    static inline int64_t k_i64_from_##suffix(R x)                                                 \
    {                                                                                              \
        return x >= (R)-0x1p63f && x < (R)0x1p63f ? (int64_t)x : INT64_MIN;                        \
    }                                                                                              \
    static inline uint64_t k_u64_from_##suffix(R x)                                                \
    {                                                                                              \
        if (x >= (R)0x1p63f) return x < (R)0x1p64f ? (uint64_t)x : 0;                              \
        return (uint64_t)k_i64_from_##suffix(x);                                                   \
    }
K_IF_F32(K_FROM_REAL(f32, float))
K_IF_F64(K_FROM_REAL(f64, double))
#undef K_FROM_REAL

#endif
