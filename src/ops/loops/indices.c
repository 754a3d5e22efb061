/* Loops that convert indices to byte offsets, for each integer type and both modes. */
#include "tables.h"

#define K_UNSIGNED 0
#define T_WIDE     int64_t
#define T          int8_t
#define K_NAME     i8
#include "indices.inc"
#define T      int16_t
#define K_NAME i16
#include "indices.inc"
#define T      int32_t
#define K_NAME i32
#include "indices.inc"
#define T      int64_t
#define K_NAME i64
#include "indices.inc"
#undef T_WIDE
#undef K_UNSIGNED

#define K_UNSIGNED 1
#define T_WIDE     uint64_t
#define T          uint8_t
#define K_NAME     u8
#include "indices.inc"
#define T      uint16_t
#define K_NAME u16
#include "indices.inc"
#define T      uint32_t
#define K_NAME u32
#include "indices.inc"
#define T      uint64_t
#define K_NAME u64
#include "indices.inc"
#undef T_WIDE
#undef K_UNSIGNED

/* Numbers that cannot be negative are treated alike in both modes. */
const dpex_index_fn K_IN_ISA(dpex_index_loops)[2][DPEX_N_DTYPES] = {
    {
        [DPEX_I8] = wrap_i8,
        [DPEX_U8] = wrap_u8,
        [DPEX_I16] = wrap_i16,
        [DPEX_U16] = wrap_u16,
        [DPEX_I32] = wrap_i32,
        [DPEX_U32] = wrap_u32,
        [DPEX_I64] = wrap_i64,
        [DPEX_U64] = wrap_u64,
    },
    {
        [DPEX_I8] = clip_i8,
        [DPEX_U8] = wrap_u8,
        [DPEX_I16] = clip_i16,
        [DPEX_U16] = wrap_u16,
        [DPEX_I32] = clip_i32,
        [DPEX_U32] = wrap_u32,
        [DPEX_I64] = clip_i64,
        [DPEX_U64] = wrap_u64,
    },
};
