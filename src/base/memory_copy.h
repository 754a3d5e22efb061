/* Copies of bytes of any number, where the C library's may be slow. */
#ifndef DPEX_BASE_MEMORY_COPY_H
#define DPEX_BASE_MEMORY_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct __attribute__((may_alias, packed)) dpex_memory_line {
    uint64_t words[8];
} dpex_memory_line;

/* Ranges that do not overlap. By vectors, not by memcpy, which takes up to ten times as long where
 * dst is a few bytes behind src within its page, as in a roll or in a slice that begins at 1: some
 * C libraries copy by the processor's string instructions, whose microcode stalls there. */
static inline void dpex_memory_copy(char *dst, const char *src, size_t n)
{
    for (; n >= sizeof(dpex_memory_line); n -= sizeof(dpex_memory_line)) {
        *(dpex_memory_line *)(void *)dst = *(const dpex_memory_line *)(const void *)src;
        dst += sizeof(dpex_memory_line), src += sizeof(dpex_memory_line);
    }
    memcpy(dst, src, n);
}

#endif
