/* Loops over masks: bools to bits, and what the bits choose.
 *
 * A mask is 64 elements to a word, lowest bit first. Iterating over the bits that are set costs as
 * much as there are, and mispredicts once a word; AVX-512 has instructions that move chosen lanes
 * together. */
#include <string.h>

#include "tables.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

/* may_alias: elements of any type are moved as bits. */
typedef uint8_t __attribute__((may_alias)) bits8;
typedef uint16_t __attribute__((may_alias, aligned(1))) bits16;
typedef uint32_t __attribute__((may_alias, aligned(1))) bits32;
typedef uint64_t __attribute__((may_alias, aligned(1))) bits64;
typedef struct __attribute__((may_alias, packed)) bits128 {
    uint64_t first, second;
} bits128;

#define T      bits8
#define K_SIZE 1
#include "bits.inc"
#define T      bits16
#define K_SIZE 2
#include "bits.inc"
#define T      bits32
#define K_SIZE 4
#include "bits.inc"
#define T      bits64
#define K_SIZE 8
#include "bits.inc"
#define T      bits128
#define K_SIZE 16
#include "bits.inc"

/* ---- bools to bits --------------------------------------------------------------------------------------- */

/* 64 bools, none of which need be 0 or 1. */
static uint64_t pack_word(const uint8_t *bools)
{
#if defined(__AVX512BW__)
    __m512i v = _mm512_loadu_si512(bools);
    return _mm512_test_epi8_mask(v, v);
#elif defined(__AVX2__)
    const __m256i zero = _mm256_setzero_si256();
    __m256i low = _mm256_cmpeq_epi8(_mm256_loadu_si256((const void *)bools), zero);
    __m256i high = _mm256_cmpeq_epi8(_mm256_loadu_si256((const void *)(bools + 32)), zero);
    return ~((uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
             (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32);
#else
    uint64_t word = 0;
    for (int i = 0; i < 64; i++) word |= (uint64_t)(bools[i] != 0) << i;
    return word;
#endif
}

/* n bools, the last word filled up with zeros, so that it counts no element behind the end. */
static size_t pack(uint64_t *restrict bits, const uint8_t *restrict bools, size_t n)
{
    size_t n_set = 0, n_words = n / 64, rest = n % 64;
    for (size_t w = 0; w < n_words; w++) {
        bits[w] = pack_word(bools + 64 * w);
        n_set += (size_t)__builtin_popcountll(bits[w]);
    }
    if (rest) {
        uint8_t padded[64] = {0};
        memcpy(padded, bools + 64 * n_words, rest);
        bits[n_words] = pack_word(padded);
        n_set += (size_t)__builtin_popcountll(bits[n_words]);
    }
    return n_set;
}

/* ---- AVX-512: lanes that the bits choose, moved together ------------------------------------------------- */

#if defined(__AVX512F__)

/* Eight lanes of 64 bits per step. Masked loads read only chosen elements and masked stores write
 * only as many as there are, so that nothing is touched behind the end of either array. */
static size_t compress_8_wide(void *restrict out, const void *restrict in, const uint64_t *bits,
                              size_t n_words)
{
    char *to = out;
    const char *from = in;
    for (size_t w = 0; w < n_words; w++, from += 64 * 8) {
        for (int part = 0; part < 8; part++) {
            __mmask8 chosen = (__mmask8)(bits[w] >> 8 * part);
            unsigned n = (unsigned)__builtin_popcount(chosen);
            __m512i v = _mm512_maskz_loadu_epi64(chosen, from + part * 64);
            _mm512_mask_storeu_epi64(to, (__mmask8)((1u << n) - 1),
                                     _mm512_maskz_compress_epi64(chosen, v));
            to += n * 8;
        }
    }
    return (size_t)(to - (char *)out) / 8;
}

/* As above, sixteen lanes of 32 bits. */
static size_t compress_4_wide(void *restrict out, const void *restrict in, const uint64_t *bits,
                              size_t n_words)
{
    char *to = out;
    const char *from = in;
    for (size_t w = 0; w < n_words; w++, from += 64 * 4) {
        for (int part = 0; part < 4; part++) {
            __mmask16 chosen = (__mmask16)(bits[w] >> 16 * part);
            unsigned n = (unsigned)__builtin_popcount(chosen);
            __m512i v = _mm512_maskz_loadu_epi32(chosen, from + part * 64);
            _mm512_mask_storeu_epi32(to, (__mmask16)((1u << n) - 1),
                                     _mm512_maskz_compress_epi32(chosen, v));
            to += n * 4;
        }
    }
    return (size_t)(to - (char *)out) / 4;
}

/* The values of a step are loaded together and expanded in a register. */
static size_t expand_8_wide(void *restrict out, const void *restrict in, const uint64_t *bits,
                            size_t n_words)
{
    char *to = out;
    const char *from = in;
    for (size_t w = 0; w < n_words; w++, to += 64 * 8) {
        for (int part = 0; part < 8; part++) {
            __mmask8 chosen = (__mmask8)(bits[w] >> 8 * part);
            unsigned n = (unsigned)__builtin_popcount(chosen);
            __m512i v = _mm512_maskz_loadu_epi64((__mmask8)((1u << n) - 1), from);
            _mm512_mask_storeu_epi64(to + part * 64, chosen, _mm512_maskz_expand_epi64(chosen, v));
            from += n * 8;
        }
    }
    return (size_t)(from - (const char *)in) / 8;
}

/* As above, sixteen lanes of 32 bits. */
static size_t expand_4_wide(void *restrict out, const void *restrict in, const uint64_t *bits,
                            size_t n_words)
{
    char *to = out;
    const char *from = in;
    for (size_t w = 0; w < n_words; w++, to += 64 * 4) {
        for (int part = 0; part < 4; part++) {
            __mmask16 chosen = (__mmask16)(bits[w] >> 16 * part);
            unsigned n = (unsigned)__builtin_popcount(chosen);
            __m512i v = _mm512_maskz_loadu_epi32((__mmask16)((1u << n) - 1), from);
            _mm512_mask_storeu_epi32(to + part * 64, chosen, _mm512_maskz_expand_epi32(chosen, v));
            from += n * 4;
        }
    }
    return (size_t)(from - (const char *)in) / 4;
}

/* at: the numbers of the eight elements of a step. */
static size_t positions(int64_t *restrict out, const uint64_t *bits, size_t n_words, int64_t first,
                        int64_t step)
{
    int64_t *to = out;
    __m512i at = _mm512_add_epi64(
        _mm512_set1_epi64(first),
        _mm512_mullo_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(step)));
    const __m512i next = _mm512_set1_epi64(8 * step);
    for (size_t w = 0; w < n_words; w++) {
        for (int part = 0; part < 8; part++) {
            __mmask8 chosen = (__mmask8)(bits[w] >> 8 * part);
            unsigned n = (unsigned)__builtin_popcount(chosen);
            _mm512_mask_storeu_epi64(to, (__mmask8)((1u << n) - 1),
                                     _mm512_maskz_compress_epi64(chosen, at));
            at = _mm512_add_epi64(at, next);
            to += n;
        }
    }
    return (size_t)(to - out);
}

#define COMPRESS_4 compress_4_wide
#define COMPRESS_8 compress_8_wide
#define EXPAND_4   expand_4_wide
#define EXPAND_8   expand_8_wide

#else

/* The baseline: one iteration per set bit. */
static size_t positions(int64_t *restrict out, const uint64_t *bits, size_t n_words, int64_t first,
                        int64_t step)
{
    int64_t *to = out;
    for (size_t w = 0; w < n_words; w++, first += 64 * step)
        for (uint64_t left = bits[w]; left; left &= left - 1)
            *to++ = first + __builtin_ctzll(left) * step;
    return (size_t)(to - out);
}

#define COMPRESS_4 compress_4
#define COMPRESS_8 compress_8
#define EXPAND_4   expand_4
#define EXPAND_8   expand_8

#endif

const dpex_bit_loops K_IN_ISA(dpex_bit_loops) = {
    .pack = pack,
    .positions = positions,
    .compress = {compress_1, compress_2, COMPRESS_4, COMPRESS_8, compress_16},
    .expand = {expand_1, expand_2, EXPAND_4, EXPAND_8, expand_16},
    .fill = {fill_1, fill_2, fill_4, fill_8, fill_16},
};
