/* Copying and filling in chunks, by several threads. */
#ifndef DPEX_HOST_COPY_H
#define DPEX_HOST_COPY_H

#include <stddef.h>
#include <stdint.h>

/* Chunks that a copy falls into: 1 if the two ranges overlap, 0 if there is nothing to do. */
int64_t dpex_copy_n_chunks(const void *dst, const void *src, size_t bytes);
/* Chunks [first, last) of it. */
void dpex_copy_chunks(void *dst, const void *src, size_t bytes, int64_t first, int64_t last);

int64_t dpex_fill_n_chunks(size_t bytes);
/* The pattern starts at dst, whatever the chunk; bytes need not be a multiple of it. */
void dpex_fill_chunks(void *dst, const void *pattern, size_t pattern_bytes, size_t bytes,
                      int64_t first, int64_t last);

#endif
