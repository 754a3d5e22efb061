/* Loops that convert indices to byte offsets, for each integer type and both modes.
 *
 * An index becomes an offset without a branch, as two selections: negative ones are resolved as the
 * mode says, and what is still outside is moved to the nearest end. */
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

/* Of each kind of dtype the loop of both modes: numbers that cannot be negative are treated alike
 * in them. */
#define K_LOOP_BOOL(number, suffix, signed_loop)
#define K_LOOP_INT(number, suffix, signed_loop)  [number] = signed_loop##_##suffix,
#define K_LOOP_UINT(number, suffix, signed_loop) [number] = wrap_##suffix,
#define K_LOOP_REAL(number, suffix, signed_loop)
#define K_LOOP_COMPLEX(number, suffix, signed_loop)

const dpex_index_fn K_IN_ISA(dpex_index_loops)[2][DPEX_N_DTYPES] = {
    {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    K_LOOP_##kind(number, suffix, wrap)
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
    },
    {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    K_LOOP_##kind(number, suffix, clip)
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
    },
};
