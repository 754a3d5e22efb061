/* One instruction set's archive: the tables of its files in one struct, and the streaming copy. */
#include <string.h>

#include "tables.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

/* Streaming (non-temporal) stores write whole cache lines without reading them first, and leave the
 * caches to other data. */
void K_IN_ISA(dpex_stream)(void *dst, const void *src, size_t bytes)
{
#if defined(__AVX512F__)
    for (size_t i = 0; i < bytes; i += 64) {
        _mm512_stream_si512((void *)((char *)dst + i), _mm512_loadu_si512((const char *)src + i));
    }
#elif defined(__AVX__)
    for (size_t i = 0; i < bytes; i += 32) {
        _mm256_stream_si256((void *)((char *)dst + i),
                            _mm256_loadu_si256((const void *)((const char *)src + i)));
    }
#elif defined(__SSE2__)
    for (size_t i = 0; i < bytes; i += 16) {
        _mm_stream_si128((void *)((char *)dst + i),
                         _mm_loadu_si128((const void *)((const char *)src + i)));
    }
#else
    memcpy(dst, src, bytes);
#endif
}

#define K_TEXT_(x) #x
#define K_TEXT(x)  K_TEXT_(x)

const dpex_loops K_IN_ISA(dpex_loops) = {
    .name = K_TEXT(K_ISA),
    .ops =
        {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    [number] = K_TABLE(suffix),
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
        },
    .reducers =
        {
            [DPEX_BOOL] = K_REDUCERS(b8),
            [DPEX_I8] = K_REDUCERS(i8),
            [DPEX_U8] = K_REDUCERS(u8),
            [DPEX_I16] = K_REDUCERS(i16),
            [DPEX_U16] = K_REDUCERS(u16),
            [DPEX_I32] = K_REDUCERS(i32),
            [DPEX_U32] = K_REDUCERS(u32),
            [DPEX_I64] = K_REDUCERS(i64),
            [DPEX_U64] = K_REDUCERS(u64),
            [DPEX_F32] = K_REDUCERS(f32),
            [DPEX_F64] = K_REDUCERS(f64),
            [DPEX_C64] = K_REDUCERS(c64),
            [DPEX_C128] = K_REDUCERS(c128),
        },
    .mixed = {K_TABLE(i64_u64), K_TABLE(u64_i64)},
    .casts = K_IN_ISA(dpex_casts),
    .pairs = K_IN_ISA(dpex_pairs),
    .scans =
        {
            [DPEX_BOOL] = K_SCAN_TABLE(b8),
            [DPEX_I8] = K_SCAN_TABLE(i8),
            [DPEX_U8] = K_SCAN_TABLE(u8),
            [DPEX_I16] = K_SCAN_TABLE(i16),
            [DPEX_U16] = K_SCAN_TABLE(u16),
            [DPEX_I32] = K_SCAN_TABLE(i32),
            [DPEX_U32] = K_SCAN_TABLE(u32),
            [DPEX_I64] = K_SCAN_TABLE(i64),
            [DPEX_U64] = K_SCAN_TABLE(u64),
            [DPEX_F32] = K_SCAN_TABLE(f32),
            [DPEX_F64] = K_SCAN_TABLE(f64),
            [DPEX_C64] = K_SCAN_TABLE(c64),
            [DPEX_C128] = K_SCAN_TABLE(c128),
        },
    .logsumexp = K_IN_ISA(dpex_logsumexp),
    .sort = &K_IN_ISA(dpex_sort_kernels),
    .products = K_IN_ISA(dpex_products),
    .bits = &K_IN_ISA(dpex_bit_loops),
    .transposes = K_IN_ISA(dpex_transposes),
    .indices = K_IN_ISA(dpex_index_loops),
    .stream = K_IN_ISA(dpex_stream),
    .random = &K_IN_ISA(dpex_random_loops),
    .fft_f32 = &K_IN_ISA(dpex_fft_f32),
    .fft_f64 = &K_IN_ISA(dpex_fft_f64),
    .bind = K_IN_ISA(dpex_vector_math_bind),
};
