/* Matrix products of all dtypes: what each instruction set's archive computes for one tile of a
 * result.
 *
 * Strides are bytes and may be anything. Each element of c is a sum over k in one order, in
 * sections of DPEX_PRODUCT_SECTION, wherever in a tile it stands: results do not depend on how a
 * product is cut. Integers wrap; bool is `or` of `and`; float16 computes in float. */
#ifndef DPEX_OPS_LOOPS_PRODUCT_PRODUCT_H
#define DPEX_OPS_LOOPS_PRODUCT_PRODUCT_H

#include <stddef.h>
#include <stdint.h>

#include "base/integer.h"

enum {
    /* For the first level: the packed panels of one section fit the caches. */
    DPEX_PRODUCT_LEAST_ROW = 16,     /* bytes of the shortest vector of small products */
    DPEX_PRODUCT_WIDEST_VECTOR = 64, /* bytes */
    DPEX_PRODUCT_THIN_BYTES = 512,   /* of the longest rows whose sums `vector` adds up together */
    DPEX_PRODUCT_SECTION = 256,      /* of k that is worked off at a time */
    DPEX_PRODUCT_ROWS =
        120 /* of the tiles that caches like best: a multiple of all kernels' rows */
};

/* for (i < m) for (j < n) c[i, j] = sum over p < k of a[i, p] * b[p, j] */
typedef struct dpex_product_task {
    const char *a, *b;
    char *c;
    int64_t m, n, k;
    /* a_row, a_k: bytes from a row (from an element of k) to the next; likewise the others. Strides
     * may be 0 or negative. */
    int64_t a_row, a_k, b_k, b_column, c_row, c_column;
    void *scratch; /* 64-byte aligned, as many bytes as the function below says */
} dpex_product_task;

/* One dtype's functions of one instruction set. */
typedef struct dpex_product {
    uint8_t rows;     /* of the kernel: tiles should have a multiple of them */
    uint16_t columns; /* likewise */
    uint8_t
        element_bytes; /* of the numbers that are computed with, parts of complex numbers together */
    void (*tile)(const dpex_product_task *task);
    /* The same for n = 1, at the speed of reading a. */
    void (*vector)(const dpex_product_task *task);
    /* Bytes of a row, where elements are neighbours in rows, and of a column, where they are in columns, up to which it is fast too;
     * 0: at no length. */
    uint16_t thin_row, thin_column;
    /* The same for m = n = 1 and vectors whose elements are neighbours, without scratch; NULL:
     * there is none. */
    void (*dot)(const dpex_product_task *task);
    /* The same for `count` matrices which follow each other by steps of c, a
     * and b, without packing; rows of c are contiguous and have at least DPEX_PRODUCT_LEAST_ROW bytes. NULL:
     * there is none. */
    uint16_t stack_bytes;   /* of a row: up to these, small matrices are best computed so */
    uint16_t direct_extent; /* rows, columns and k up to which larger ones are; 0: none */
    void (*stack)(const dpex_product_task *task, int64_t count, const int64_t steps[3]);
    /* tile() for large matrices: rows of c are contiguous and have at least a vector's bytes. NULL: there is none. */
    void (*panels)(const dpex_product_task *task);
} dpex_product;

/* extent rounded up to a multiple. */
static inline size_t dpex_product_padded(int64_t extent, int64_t multiple)
{
    return (size_t)dpex_int64_round_up(extent, multiple);
}

/* Bytes of scratch memory that tile() of an m x n x k product needs: a panel of a, all panels of b
 * of a section, and the sums. */
static inline size_t dpex_product_scratch(const dpex_product *product, int64_t m, int64_t n,
                                          int64_t k)
{
    int64_t section = dpex_int64_min(k, DPEX_PRODUCT_SECTION);
    size_t columns = dpex_product_padded(n, product->columns), depth = (size_t)section;
    size_t elements =
        product->rows * depth + depth * columns + dpex_product_padded(m, product->rows) * columns;
    return elements * product->element_bytes + 3 * 64;
}

/* For `stack`: b by rows. */
static inline size_t dpex_product_stack_scratch(const dpex_product *product, int64_t n, int64_t k)
{
    return (size_t)(n * k) * product->element_bytes;
}

/* For `panels`: b's of one section; each may be filled by two thirds. */
static inline size_t dpex_product_panels_scratch(const dpex_product *product, int64_t n, int64_t k)
{
    const int64_t section = dpex_int64_min(k, DPEX_PRODUCT_SECTION);
    return (dpex_product_padded(n, product->columns) + product->columns) * (size_t)section *
           product->element_bytes;
}

/* For `vector`: the sums of m rows, a section of b and one of a row. */
enum { DPEX_PRODUCT_VECTOR_SECTION = 2048 };
static inline size_t dpex_product_vector_scratch(const dpex_product *product, int64_t m)
{
    return ((size_t)m + 3 * DPEX_PRODUCT_VECTOR_SECTION) * product->element_bytes + 3 * 64;
}

#endif
