/* Matrix products for one instruction set: the template for every pair of stored and computing
 * type.
 *
 * Signed and unsigned integers of one width wrap to the same bits, so they share a loop; those of 8
 * and 16 bits are multiplied as 16 bits. Unlike most loops these contract products and sums,
 * as OpenBLAS does.
 *
 * For each dtype the template is included with T, the type in memory, and W, the type of the sums;
 * the rows below say only where they differ from plain numbers. */
#include "product.h"

#include <string.h>

#include "ops/loops/portable/k_cast.h"
#include "ops/loops/tables.h"

#define K_IF_64(...)
#define K_IF_32(...)
/* As many sums as fit the registers, beside a row of b and an element of a. */
#if defined(__AVX512F__)
#define K_VECTOR_BYTES 64
#undef K_IF_64
#undef K_IF_32
#define K_IF_64(...)  __VA_ARGS__
#define K_IF_32(...)  __VA_ARGS__
#define K_KERNEL_ROWS 8
#define K_VECTORS     3
/* Rows of b come from the second-level cache fast enough. */
#define K_DIRECT_EXTENT(parts) 400
#elif defined(__AVX2__)
#define K_VECTOR_BYTES 32
#undef K_IF_32
#define K_IF_32(...)           __VA_ARGS__
#define K_KERNEL_ROWS          4
#define K_VECTORS              3
/* Sums of complex numbers leave no registers. */
#define K_DIRECT_EXTENT(parts) ((parts) == 1 ? 256 : 0)
#else
#define K_VECTOR_BYTES         16
#define K_KERNEL_ROWS          4
#define K_VECTORS              2
#define K_DIRECT_EXTENT(parts) 0
#endif

#define K_UNROLL       _Pragma("GCC unroll 8")
#define K_UNROLL_LANES _Pragma("GCC unroll 16")

/* See panels.inc: bytes of a section of a block's rows, a part of the second-level cache; rows of b that are copied at a time;
 * bytes from where a panel is read to where it is fetched into the first-level cache. */
#define PANEL_BLOCK_BYTES (256 << 10)
#define PANEL_COPIED_ROWS 8
#define PANEL_AHEAD       (12 * K_VECTORS * K_VECTOR_BYTES)

/* See few.inc and thin.inc. */
#define FEW            3
#define FEW_LANES      16
#define THIN_VECTORS   (DPEX_PRODUCT_THIN_BYTES / 16)
#define THIN_REGISTERS 4
#define THIN_CHAINS    4

/* The first aligned address behind n elements. */
#define K_NEXT(at, n) ((void *)(((uintptr_t)((at) + (n)) + 63) & ~(uintptr_t)63))

#define K_SUFFIX    b8
#define T           uint8_t
#define W           uint8_t
#define K_IS_DIRECT 0
/* Truth: a sum is `or`, a product `and`, of values that were made 0 or 1 when packed. */
#define K_LOAD(out, step, x)     (*(out) = (x) != 0)
#define K_ADD_PRODUCT(sum, x, y) ((sum) |= (x) & (y))
#define K_COMBINE(sum, other)    ((sum) |= (other))
#include "product.inc"

#define K_SUFFIX    i8
#define T           uint8_t
#define W           uint16_t
#define K_IS_DIRECT 0
#include "product.inc"

#define K_SUFFIX i16
#define T        uint16_t
#define W        uint16_t
#include "product.inc"

#define K_SUFFIX    i32
#define T           uint32_t
#define W           uint32_t
#define K_THIN_WORD 4
#include "product.inc"

#define K_SUFFIX    i64
#define T           uint64_t
#define W           uint64_t
#define K_THIN_WORD 8
#include "product.inc"

#define K_SUFFIX f16
#define T        uint16_t
#define W        float
/* W is float: sums of many float16 products would lose digits and overflow. */
#define K_IS_DIRECT          0
#define K_LOAD(out, step, x) (*(out) = k_f32_from_f16(x))
#define K_STORE(c, w, step)  ((c) = k_f16_from_f32(*(w)))
#include "product.inc"

#define K_SUFFIX    f32
#define T           float
#define W           float
#define K_THIN_WORD 4
#include "product.inc"

#define K_SUFFIX    f64
#define T           double
#define W           double
#define K_THIN_WORD 8
#include "product.inc"

#define K_SUFFIX             c64
#define T                    dpex_c64
#define W                    float
#define K_PARTS              2
#define K_LOAD(out, step, x) ((out)[0] = (x).re, (out)[step] = (x).im)
#define K_STORE(c, w, step)  ((c).re = (w)[0], (c).im = (w)[step])
#include "product.inc"

#define K_SUFFIX             c128
#define T                    dpex_c128
#define W                    double
#define K_PARTS              2
#define K_LOAD(out, step, x) ((out)[0] = (x).re, (out)[step] = (x).im)
#define K_STORE(c, w, step)  ((c).re = (w)[0], (c).im = (w)[step])
#include "product.inc"

#define product_u8  product_i8
#define product_u16 product_i16
#define product_u32 product_i32
#define product_u64 product_i64

const dpex_product *const K_IN_ISA(dpex_products)[DPEX_N_DTYPES] = {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    [number] = &product_##suffix,
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
};
