/* Sizes that the pool rounds to.
 *
 *     up to 512 bytes     multiples of 64
 *     up to 32 KiB        4 sizes per doubling: at most 25 % is lost, 11 % on average
 *     above               16 sizes per doubling: at most 6.25 % is lost
 *
 * Small classes are cut out of slabs, a block of a large class is a chunk of its own (pool.c). */
#ifndef DPEX_RUNTIME_SIZE_CLASS_H
#define DPEX_RUNTIME_SIZE_CLASS_H

#include <stddef.h>
#include <stdint.h>

enum {
    DPEX_N_SMALL_CLASSES = 32,
    DPEX_N_CLASSES = 560,
    DPEX_MAX_POOLED_LOG2 = 48 /* no machine has a larger address space for users */
};

/* The smallest class whose blocks hold bytes, at most 1 << DPEX_MAX_POOLED_LOG2. */
static inline unsigned dpex_size_class(size_t bytes)
{
    /* bytes - 1, so that a power of two is the last size of its class. */
    size_t last = bytes ? bytes - 1 : 0;
    if (last < 512) return (unsigned)(last / 64);
    unsigned log2 = 63 - (unsigned)__builtin_clzll(last);
    /* The two bits behind the leading one. */
    if (log2 < 15) return 8 + (log2 - 9) * 4 + (unsigned)(last >> (log2 - 2) & 3);
    /* The four bits behind it. */
    return DPEX_N_SMALL_CLASSES + (log2 - 15) * 16 + (unsigned)(last >> (log2 - 4) & 15);
}

static inline size_t dpex_size_class_bytes(unsigned size_class)
{
    /* The inverse of the above: the largest size of the class. */
    if (size_class < 8) return (size_t)(size_class + 1) * 64;
    if (size_class < DPEX_N_SMALL_CLASSES)
        return (size_t)(5 + (size_class - 8) % 4) << (7 + (size_class - 8) / 4);
    unsigned above = size_class - DPEX_N_SMALL_CLASSES;
    return (size_t)(17 + above % 16) << (11 + above / 16);
}

#endif
