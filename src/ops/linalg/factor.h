/* Blocked factorizations: what each instruction set's archive computes of one.
 *
 * A *panel* is a block of columns of the factor, copied into tiles of `rows` rows: element (i, j) of a panel of `width` columns
 * lies at (i / rows * width + j) * rows + i % rows, rows and columns beyond the matrix are zeros. It is factorized there, and
 * read from there by the update of what lies right of it: tiles are the order in which the innermost loop reads memory.
 *
 * All other matrices are stored by columns: element (i, j) at i + j * leading.
 *
 * Elements are doubles or pairs of them, complex numbers; extents and strides count elements. T means the adjoint of complex matrices. */
#ifndef DPEX_OPS_LINALG_FACTOR_H
#define DPEX_OPS_LINALG_FACTOR_H

#include <stdint.h>

enum {
    DPEX_FACTOR_MAX_ROWS = 16,   /* of a tile, for any instruction set and type */
    DPEX_FACTOR_MAX_COLUMNS = 8, /* that the innermost loop updates at a time */
    DPEX_FACTOR_MAX_WIDTH = 128  /* of a panel */
};

/* Columns c of a matrix and the panel that they are updated by; m counts from the panel's first row. */
typedef struct dpex_factor_update {
    const void *panel; /* m x depth of it are used */
    int64_t m, width, depth;
    void *c;
    int64_t leading, n;
    /* depth x n rounded up to whole groups: the rows of c that the panel solved for, negated, in the order in which they
     * are multiplied. For a symmetric update, memory for its own factors in that order. */
    void *solved;
    int is_unit; /* ones on the diagonal of the panel's triangle, whatever is stored there */
    /* Of a symmetric update alone: the number of the first column, counted from the first row behind the panel's triangle, and whether
     * the triangle right of the diagonal is updated. */
    int64_t first;
    int is_upper;
} dpex_factor_update;

/* One triangle of a square matrix: element (i, j) at a[i * row + j * column]. */
typedef struct dpex_triangle {
    const void *a;
    int64_t n, row, column;
    int parts, is_upper, is_unit; /* ones on the diagonal, whatever is stored there */
    int is_conjugated;            /* T is the conjugate of what is stored */
} dpex_triangle;

typedef struct dpex_factor_loops {
    int parts;         /* doubles of an element */
    int rows, columns; /* of a tile; that are updated at a time */
    /* m x n from strided memory to tiles, and back. */
    void (*load)(void *panel, int64_t width, const void *a, int64_t row, int64_t column, int64_t m,
                 int64_t n, int is_conjugated);
    void (*store)(const void *panel, int64_t width, void *a, int64_t row, int64_t column, int64_t m,
                  int64_t n, int is_conjugated);
    /* LU factorization with partial pivoting of the first n columns: pivots[j] is the row that was exchanged with row j. Returns the
     * number of the first pivot that is zero, from 1, or 0. */
    int64_t (*lu)(void *panel, int64_t m, int64_t width, int64_t n, int *pivots);
    /* c = L^-1 c for the panel's lower triangle of `depth` rows, then the rows below -= L c. */
    void (*update_lower)(const dpex_factor_update *update);
    /* b = T^-1 b for one column of a triangle that has contiguous rows, or contiguous columns and is not conjugated. */
    void (*substitute)(const dpex_triangle *triangle, void *b);
    /* L of the first n columns. Returns the number of the first leading minor that is not positive, from 1, or 0. */
    int64_t (*cholesky)(void *panel, int64_t m, int64_t width, int64_t n);
    /* c -= L L^T in one triangle, for the rows [first, last) behind the panel's triangle; first is a multiple of a tile's rows. What
     * lies in the other triangle of tiles on the diagonal is overwritten. */
    void (*update_symmetric)(const dpex_factor_update *update, int64_t first, int64_t last);
    /* Reflectors of the first n columns, n <= m: their vectors in the panel, with ones and zeros, tau as LAPACK's, T of their product
     * I - V T V^T and R, width x width by columns, of which the upper triangles are set. */
    void (*qr)(void *panel, int64_t m, int64_t width, int64_t n, void *tau, void *t, void *r);
    /* c = (I - V T V^T) c, or with T transposed. */
    void (*update_qr)(const dpex_factor_update *update, const void *t, int is_transposed);
} dpex_factor_loops;

#endif
