/* The key of a compiled kernel: a byte string, written by a launch (kernel_dispatch.c) and read here for the compiler.
 *
 * Dimensions of the range, a class of its groups' rows, context and device, and per argument NumPy's letter of the dtype, dimensions
 * (CORE_KEY_NUMBER: a number) and the layout: C, F, A (any other) or L (local memory), a small letter if the array is read-only. */
#ifndef OPENDPEX_CORE_KERNEL_KEY_H
#define OPENDPEX_CORE_KERNEL_KEY_H

#include <stddef.h>

enum {
    CORE_KEY_NUMBER = 255,
    CORE_KEY_TARGET = 2,                                  /* offset of context and device */
    CORE_KEY_HEAD = CORE_KEY_TARGET + 2 * sizeof(void *), /* bytes before the arguments */
    CORE_KEY_ARG = 3                                      /* bytes of an argument */
};

/* The class of rows: 0: there are no groups; else 1, or where the last local extent is a multiple of 16, 2, and of 32, 3: such rows
 * need no masks. */
static inline unsigned char core_key_rows(int has_groups, size_t extent)
{
    if (!has_groups) return 0;
    return extent % 16 ? 1 : extent % 32 ? 2 : 3;
}

/* What divides the last local extent of a class; 0: no groups. */
static inline int core_key_row_unit(unsigned char rows)
{
    static const unsigned char units[] = {0, 1, 16, 32};
    return units[rows & 3];
}

#endif
