/* Names of the tables that the files of one archive share. */
#ifndef DPEX_OPS_LOOPS_TABLES_H
/* Each file is compiled once per instruction set into an archive; K_ISA in the names keeps the
 * archives' symbols apart. */
#define DPEX_OPS_LOOPS_TABLES_H

#include "loops.h"
#include "portable/prelude_native.h"

/* dpex_ops_f64_v4[DPEX_N_OPS] */
#define K_TABLE_(suffix) K_IN_ISA(dpex_ops_##suffix)
#define K_TABLE(suffix)  K_TABLE_(suffix)

/* dpex_scans_f64_v4[DPEX_N_SCANS] */
#define K_SCAN_TABLE_(suffix) K_IN_ISA(dpex_scans_##suffix)
#define K_SCAN_TABLE(suffix)  K_SCAN_TABLE_(suffix)

#define K_DECLARE(suffix)                                                                          \
    extern const dpex_loop_fn K_TABLE(suffix)[DPEX_N_OPS];                                         \
    extern const dpex_scan_loops K_SCAN_TABLE(suffix)[DPEX_N_SCANS];
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    K_DECLARE(suffix)
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
K_DECLARE(i64_u64)
K_DECLARE(u64_i64)
#undef K_DECLARE

extern const dpex_logsumexp_fn K_IN_ISA(dpex_logsumexp)[2];
extern const dpex_sort_kernels K_IN_ISA(dpex_sort_kernels);
extern const dpex_index_fn K_IN_ISA(dpex_index_loops)[2][DPEX_N_DTYPES];
extern const dpex_bit_loops K_IN_ISA(dpex_bit_loops);
extern const dpex_repeat_fn K_IN_ISA(dpex_repeats)[5];
extern const dpex_transpose_fn K_IN_ISA(dpex_transposes)[5];

/* dpex_reducers_f64_v4[DPEX_N_COMBINES] */
#define K_REDUCERS_(suffix) K_IN_ISA(dpex_reducers_##suffix)
#define K_REDUCERS(suffix)  K_REDUCERS_(suffix)

#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    extern const dpex_reducer *const K_REDUCERS(suffix)[DPEX_N_COMBINES];
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE

/* K_IF_COMPUTED(suffix)(text) expands to text for the dtypes that have reducers and scans of their
 * own: halves are computed as float. */
#define K_COMPUTED_f16()      ~, DROP
#define K_IF_COMPUTED(suffix) K_PASTE(K_, K_SECOND(K_COMPUTED_##suffix(), KEEP, ~))

extern const dpex_cast_fn K_IN_ISA(dpex_casts)[DPEX_N_DTYPES * DPEX_N_DTYPES];

extern const dpex_fft_kernels K_IN_ISA(dpex_fft_f32), K_IN_ISA(dpex_fft_f64);
extern const dpex_random_loops K_IN_ISA(dpex_random_loops);
extern const dpex_factor_loops K_IN_ISA(dpex_factor_f64), K_IN_ISA(dpex_factor_c128);
extern const dpex_product *const K_IN_ISA(dpex_products)[DPEX_N_DTYPES];
extern const dpex_group_kernels K_IN_ISA(dpex_group_kernels);

void K_IN_ISA(dpex_stream)(void *dst, const void *src, size_t bytes);
void K_IN_ISA(dpex_vector_math_bind)(dpex_find_symbol_fn find, void *library);
extern const dpex_loops K_IN_ISA(dpex_loops);

#endif
