/* Streaming stores on x86-64: AVX-512 or AVX, chosen at the first use. Elsewhere memcpy, which the
 * C library optimizes for the machine.
 *
 * A streaming store writes a cache line without reading it first, which saves a third of the memory
 * traffic of a large copy, and leaves the caches to others. It pays off where the destination is
 * larger than the caches, which the callers decide. */
#include "host/stream.h"

#include <stdint.h>
#include <string.h>

#include "base/integer.h"

/* block: DPEX_STREAM_BLOCK bytes of the repeated pattern. */
static void fill_plain(char *dst, const char *block, size_t bytes)
{
    for (; bytes > DPEX_STREAM_BLOCK; bytes -= DPEX_STREAM_BLOCK, dst += DPEX_STREAM_BLOCK)
        memcpy(dst, block, DPEX_STREAM_BLOCK);
    memcpy(dst, block, bytes);
}

#if defined(__x86_64__)

#include <immintrin.h>

/* LINE: bytes; AHEAD_LINES: how far ahead of the loads lines are requested. */
enum { LINE = 64, AHEAD_LINES = 16 };

/* One cache line at a time in each loop: part of a line would be written by a read-modify-write. */

__attribute__((target("avx512f"))) static void copy_avx512(char *dst, const char *src,
                                                           size_t n_lines)
{
    for (; n_lines >= 4; n_lines -= 4, dst += 4 * LINE, src += 4 * LINE) {
        _mm_prefetch(src + AHEAD_LINES * LINE, _MM_HINT_T0);
        _mm_prefetch(src + (AHEAD_LINES + 2) * LINE, _MM_HINT_T0);
        __m512i a = _mm512_loadu_si512(src), b = _mm512_loadu_si512(src + LINE);
        __m512i c = _mm512_loadu_si512(src + 2 * LINE), d = _mm512_loadu_si512(src + 3 * LINE);
        _mm512_stream_si512((__m512i *)(void *)dst, a);
        _mm512_stream_si512((__m512i *)(void *)(dst + LINE), b);
        _mm512_stream_si512((__m512i *)(void *)(dst + 2 * LINE), c);
        _mm512_stream_si512((__m512i *)(void *)(dst + 3 * LINE), d);
    }
    for (; n_lines; n_lines--, dst += LINE, src += LINE)
        _mm512_stream_si512((__m512i *)(void *)dst, _mm512_loadu_si512(src));
    /* Streaming stores are weakly ordered: the fence puts them before the store that announces the
     * end of this chunk. */
    _mm_sfence();
}

__attribute__((target("avx"))) static void copy_avx(char *dst, const char *src, size_t n_lines)
{
    for (; n_lines; n_lines--, dst += LINE, src += LINE) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)src);
        __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(src + LINE / 2));
        _mm256_stream_si256((__m256i *)(void *)dst, a);
        _mm256_stream_si256((__m256i *)(void *)(dst + LINE / 2), b);
    }
    _mm_sfence();
}

/* line: the pattern, shifted by the position in dst. */
__attribute__((target("avx512f"))) static void fill_avx512(char *dst, const char *line,
                                                           size_t n_lines)
{
    __m512i a = _mm512_loadu_si512(line);
    for (; n_lines; n_lines--, dst += LINE) _mm512_stream_si512((__m512i *)(void *)dst, a);
    _mm_sfence();
}

__attribute__((target("avx"))) static void fill_avx(char *dst, const char *line, size_t n_lines)
{
    __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)line);
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(line + LINE / 2));
    for (; n_lines; n_lines--, dst += LINE) {
        _mm256_stream_si256((__m256i *)(void *)dst, a);
        _mm256_stream_si256((__m256i *)(void *)(dst + LINE / 2), b);
    }
    _mm_sfence();
}

/* 0: no streaming, 1: AVX, 2: AVX-512. __builtin_cpu_supports is a test of a word that the
 * loader has filled. */
static int level(void)
{
    if (__builtin_cpu_supports("avx512f")) return 2;
    return __builtin_cpu_supports("avx") ? 1 : 0;
}

/* Bytes up to the first whole line of dst. */
static size_t bytes_to_line(const char *dst, size_t bytes)
{
    /* -dst modulo the line. */
    size_t head = (size_t)(-(uintptr_t)dst & (LINE - 1));
    return dpex_size_min(head, bytes);
}

void dpex_stream_copy(char *dst, const char *src, size_t bytes)
{
    int isa = level();
    if (!isa) {
        memcpy(dst, src, bytes);
        return;
    }
    size_t head = bytes_to_line(dst, bytes), n_lines = (bytes - head) / LINE,
           whole = head + n_lines * LINE;
    memcpy(dst, src, head);
    (isa == 2 ? copy_avx512 : copy_avx)(dst + head, src + head, n_lines);
    memcpy(dst + whole, src + whole, bytes - whole);
}

void dpex_stream_fill(char *dst, const char *block, size_t bytes)
{
    int isa = level();
    if (!isa) {
        fill_plain(dst, block, bytes);
        return;
    }
    /* Patterns divide 16, so a line of the pattern shifted by the head is the same for all
     * lines. */
    size_t head = bytes_to_line(dst, bytes), n_lines = (bytes - head) / LINE,
           whole = head + n_lines * LINE;
    memcpy(dst, block, head);
    (isa == 2 ? fill_avx512 : fill_avx)(dst + head, block + head, n_lines);
    /* The same shift as that of whole lines. */
    memcpy(dst + whole, block + whole % LINE, bytes - whole);
}

#else

void dpex_stream_copy(char *dst, const char *src, size_t bytes)
{
    memcpy(dst, src, bytes);
}

void dpex_stream_fill(char *dst, const char *block, size_t bytes)
{
    fill_plain(dst, block, bytes);
}

#endif
