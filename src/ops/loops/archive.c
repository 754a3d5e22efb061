/* One instruction set's archive: the tables of its files in one struct, and the streaming copy.
 *
 * The same sources are compiled once per instruction set into archives whose symbols end in the
 * set's name (K_IN_ISA); at the first use the table of the best set that the processor has is
 * chosen. */
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
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    K_IF_COMPUTED(suffix)([number] = K_REDUCERS(suffix), )
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
        },
    .mixed = {K_TABLE(i64_u64), K_TABLE(u64_i64)},
    .casts = K_IN_ISA(dpex_casts),
    .scans =
        {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    K_IF_COMPUTED(suffix)([number] = K_SCAN_TABLE(suffix), )
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
        },
    .logsumexp = K_IN_ISA(dpex_logsumexp),
    .sort = &K_IN_ISA(dpex_sort_kernels),
    .products = K_IN_ISA(dpex_products),
    .factors = {&K_IN_ISA(dpex_factor_f64), &K_IN_ISA(dpex_factor_c128)},
    .groups = &K_IN_ISA(dpex_group_kernels),
    .bits = &K_IN_ISA(dpex_bit_loops),
    .repeats = K_IN_ISA(dpex_repeats),
    .transposes = K_IN_ISA(dpex_transposes),
    .indices = K_IN_ISA(dpex_index_loops),
    .stream = K_IN_ISA(dpex_stream),
    .random = &K_IN_ISA(dpex_random_loops),
    .fft_f32 = &K_IN_ISA(dpex_fft_f32),
    .fft_f64 = &K_IN_ISA(dpex_fft_f64),
    .bind = K_IN_ISA(dpex_vector_math_bind),
};
