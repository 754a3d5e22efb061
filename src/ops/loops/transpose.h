/* Matrices transposed: elements as bits, by size. */
#ifndef DPEX_OPS_LOOPS_TRANSPOSE_H
#define DPEX_OPS_LOOPS_TRANSPOSE_H

#include <stdint.h>

/* dst[i][j] = src[j][i] for i < rows, j < columns. Rows of both are contiguous and `stride` bytes
 * apart; the matrices do not overlap. */
typedef void (*dpex_transpose_fn)(char *restrict dst, int64_t dst_stride, const char *restrict src,
                                  int64_t src_stride, int64_t rows, int64_t columns);

#endif
