/* Loops of conversions: 14 times the template, and the table. */
#include "k_cast.h"
#include "tables.h"

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

#define K_FROM I64
#define T      int64_t
#include "casts.inc"

#define K_FROM U64
#define T      uint64_t
#include "casts.inc"

#define K_FROM     F16
#define T          uint16_t
#define K_KIND     REAL
#define K_SUFFIX   f32
#define K_VALUE(x) k_f32_from_f16(x)
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
