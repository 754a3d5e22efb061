/* Loops of conversions: 14 times the template, and the table. */
#include "portable/k_cast.h"
#include "tables.h"

/* Integers of 64 bits as double: both halves as the lowest bits of large numbers, whose difference
 * to these is exact, so that one sum rounds. Vector units have no instruction for it before
 * AVX-512. 0x4530... is 2^84 and 0x4330... is 2^52 as doubles: or-ing 32 bits into their
 * significands adds high * 2^32 and low, exactly. */
static inline double double_of_halves(uint64_t high, uint64_t low, double above)
{
    const double upper = k_f64_of_bits(high ^ UINT64_C(0x4530000000000000)) - above;
    return upper + k_f64_of_bits(low | UINT64_C(0x4330000000000000));
}

/* Adding 2^63 by flipping the sign bit makes the number unsigned; the constant takes it off
 * again. */
static inline double double_of_i64(int64_t x)
{
    const uint64_t bits = (uint64_t)x ^ UINT64_C(0x8000000000000000);
    return double_of_halves(bits >> 32, bits & UINT32_MAX, 0x1p84 + 0x1p63 + 0x1p52);
}

static inline double double_of_u64(uint64_t x)
{
    return double_of_halves(x >> 32, x & UINT32_MAX, 0x1p84 + 0x1p52);
}

/* AVX-512 DQ has conversions of 64-bit integers; elsewhere two halves are faster than scalar
 * conversions. */
#if defined(__SSE2__) && !defined(__AVX512DQ__)
#define K_DOUBLE_OF_I64(x) double_of_i64(x)
#define K_DOUBLE_OF_U64(x) double_of_u64(x)
#else
#define K_DOUBLE_OF_I64(x) (double)(x)
#define K_DOUBLE_OF_U64(x) (double)(x)
#endif

#define K_FROM BOOL
#define T      uint8_t
#include "casts.inc"

#define K_FROM I8
#define T      int8_t
#include "casts.inc"

#define K_FROM U8
#define T      uint8_t
#include "casts.inc"

#define K_FROM I16
#define T      int16_t
#include "casts.inc"

#define K_FROM U16
#define T      uint16_t
#include "casts.inc"

#define K_FROM I32
#define T      int32_t
#include "casts.inc"

#define K_FROM U32
#define T      uint32_t
#include "casts.inc"

#define K_FROM      I64
#define T           int64_t
#define K_DOUBLE(x) K_DOUBLE_OF_I64(x)
#include "casts.inc"

#define K_FROM      U64
#define T           uint64_t
#define K_DOUBLE(x) K_DOUBLE_OF_U64(x)
#include "casts.inc"

#define K_FROM     F16
#define T          uint16_t
#define K_KIND     REAL
#define K_SUFFIX   f32
#define K_VALUE(x) k_f32_from_f16(x)
/* The bits of a half without its sign: -0.0 is false. */
#define K_TRUTH(x) ((x & 0x7fffu) != 0)
#include "casts.inc"

#define K_FROM   F32
#define T        float
#define K_KIND   REAL
#define K_SUFFIX f32
#include "casts.inc"

#define K_FROM   F64
#define T        double
#define K_KIND   REAL
#define K_SUFFIX f64
#include "casts.inc"

#define K_FROM         C64
#define T              dpex_c64
#define K_KIND         REAL
#define K_SUFFIX       f32
#define K_VALUE(x)     (x).re
#define K_IMAGINARY(x) (x).im
#define K_TRUTH(x)     (((x).re != 0) | ((x).im != 0))
#include "casts.inc"

#define K_FROM         C128
#define T              dpex_c128
#define K_KIND         REAL
#define K_SUFFIX       f64
#define K_VALUE(x)     (x).re
#define K_IMAGINARY(x) (x).im
#define K_TRUTH(x)     (((x).re != 0) | ((x).im != 0))
#include "casts.inc"

#define K_ROW(from)                                                                                \
    from##_to_BOOL, from##_to_I8, from##_to_U8, from##_to_I16, from##_to_U16, from##_to_I32,       \
        from##_to_U32, from##_to_I64, from##_to_U64, from##_to_F16, from##_to_F32, from##_to_F64,  \
        from##_to_C64, from##_to_C128

const dpex_cast_fn K_IN_ISA(dpex_casts)[DPEX_N_DTYPES * DPEX_N_DTYPES] = {
#define DPEX_DTYPE(name, ...) K_ROW(name),
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
};
