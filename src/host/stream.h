/* Writing past the caches, with the widest stores that the processor has. */
#ifndef DPEX_HOST_STREAM_H
#define DPEX_HOST_STREAM_H

#include <stddef.h>

enum { DPEX_STREAM_BLOCK = 256 };

/* dst[0..bytes) = src; no overlap. */
void dpex_stream_copy(char *dst, const char *src, size_t bytes);
/* dst[i] = block[i % DPEX_STREAM_BLOCK]. */
void dpex_stream_fill(char *dst, const char *block, size_t bytes);

#endif
