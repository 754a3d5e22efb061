/* Names of the tables that the files of one archive share. */
#ifndef DPEX_OPS_LOOPS_TABLES_H
#define DPEX_OPS_LOOPS_TABLES_H

#include "loops.h"
#include "prelude_native.h"

/* dpex_ops_f64_v4[DPEX_N_OPS] */
#define K_TABLE_(suffix) K_IN_ISA(dpex_ops_##suffix)
#define K_TABLE(suffix)  K_TABLE_(suffix)

#define K_DECLARE(suffix) extern const dpex_loop_fn K_TABLE(suffix)[DPEX_N_OPS];
K_DECLARE(b8)
K_DECLARE(i8)
K_DECLARE(u8)
K_DECLARE(i16)
K_DECLARE(u16)
K_DECLARE(i32)
K_DECLARE(u32)
K_DECLARE(i64)
K_DECLARE(u64)
K_DECLARE(f32)
K_DECLARE(f64)
K_DECLARE(c64)
K_DECLARE(c128)
K_DECLARE(i64_u64)
K_DECLARE(u64_i64)
#undef K_DECLARE

extern const dpex_cast_fn K_IN_ISA(dpex_casts)[DPEX_N_DTYPES * DPEX_N_DTYPES];

void K_IN_ISA(dpex_stream)(void *dst, const void *src, size_t bytes);
void K_IN_ISA(dpex_vector_math_bind)(dpex_find_symbol_fn find, void *library);
extern const dpex_loops K_IN_ISA(dpex_loops);

#endif
