/* Transposition of matrices of elements of 1, 2, 4, 8 and 16 bytes, in squares of vectors.
 *
 * A square of vectors is transposed in registers by rounds of interleaving (LOW, HIGH) neighbours,
 * log2 of its side of them, so that memory is read and written by whole vectors. */
#include "transpose.h"

#include "tables.h"

#if defined(__clang__)
/* Full unrolling makes the arrays of vectors registers. */
#define K_UNROLL _Pragma("clang loop unroll(full)")
#else
#define K_UNROLL _Pragma("GCC unroll 16")
#endif

#define T      uint8_t
#define K_NAME 1
#define SIDE   16
#define LOW(a, b)                                                                                  \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(a, b)                                                                                 \
    __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#include "transpose.inc"

#define T          uint16_t
#define K_NAME     2
#define SIDE       8
#define LOW(a, b)  __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#include "transpose.inc"

#define T          uint32_t
#define K_NAME     4
#define SIDE       4
#define LOW(a, b)  __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#include "transpose.inc"

#define T          uint64_t
#define K_NAME     8
#define SIDE       2
#define LOW(a, b)  __builtin_shufflevector(a, b, 0, 2)
#define HIGH(a, b) __builtin_shufflevector(a, b, 1, 3)
#include "transpose.inc"

/* Two vectors of 8 bytes per element: whole elements are moved, so there is nothing to shuffle. */
static void transpose_16(char *restrict dst, int64_t dst_stride, const char *restrict src,
                         int64_t src_stride, int64_t rows, int64_t columns)
{
    enum { LINE = 4 }; /* elements of a cache line */
    for (int64_t first = 0; first < columns; first += LINE) {
        int64_t last = first + LINE < columns ? first + LINE : columns;
        for (int64_t i = 0; i < rows; i++) {
            for (int64_t j = first; j < last; j++)
                *(loose_vector_8 *)(dst + i * dst_stride + j * 16) =
                    *(const loose_vector_8 *)(src + i * 16 + j * src_stride);
        }
    }
}

const dpex_transpose_fn K_IN_ISA(dpex_transposes)[5] = {transpose_1, transpose_2, transpose_4,
                                                        transpose_8, transpose_16};
