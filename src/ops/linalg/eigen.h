/* Symmetric eigenproblems: what each instruction set's archive computes of one.
 *
 * Eigenvectors lie in *strips*, tiles of `rows` vectors side by side: element i of vector p is at (p / rows * height + i) * rows + p % rows.
 * They are rows of tiles, so the matrices that they are multiplied by are the small operand of products, packed in groups of `columns`
 * numbers: element (p, k) at (k / columns * depth + p) * columns + k % columns. What lies in a strip below the matrix, up to
 * its height, is written but has no meaning. A complex element is two rows, the real part before the imaginary one.
 *
 * Reductions are of real or of complex matrices, to real ones. Arrays of complex numbers have the imaginary parts `apart` doubles behind
 * the real ones; extents count numbers, leading dimensions doubles. */
#ifndef DPEX_OPS_LINALG_EIGEN_H
#define DPEX_OPS_LINALG_EIGEN_H

#include <stdint.h>

enum {
    DPEX_EIGEN_CUT = 16,  /* a multiple of any instruction set's rows: where problems are divided */
    DPEX_EIGEN_BLOCK = 4, /* a multiple of the columns that a pass over a matrix takes at a time */
    DPEX_EIGEN_MAX_PAIRS = 4, /* pending rank-two updates */
    DPEX_EIGEN_MAX_WIDTH =
        48, /* reflectors that are applied at a time; a multiple of all columns */
    DPEX_EIGEN_ROOTS =
        32 /* roots, a multiple of any instruction set's rows, whose vectors are multiplied by one chunk */
};

/* A tridiagonalization under way. The lower triangle of the matrix is a, by columns, with zeros below the matrix up to `padded`, a
 * multiple of DPEX_EIGEN_CUT; the blocks on its diagonal that a pass takes are whole. The matrix is a - sum (v w^H + w v^H) of the
 * pending pairs, which are zero above where the matrix begins. */
typedef struct dpex_tridiagonal {
    double *a;
    int64_t n, padded, leading, apart;
    double *d, *e, *tau;     /* the diagonal, below it, factors of reflectors */
    int n_pairs, most_pairs; /* most_pairs: 1 or DPEX_EIGEN_MAX_PAIRS */
    double *v[DPEX_EIGEN_MAX_PAIRS + 1], *w[DPEX_EIGEN_MAX_PAIRS + 1];
    /* Of the current column: its number, and for each part of the pass a sum, `padded` numbers. */
    int64_t column, n_parts;
    double *sums;
} dpex_tridiagonal;

/* A bidiagonalization under way. The m x n matrix, m >= n, is a, by columns, with zeros below it up to `padded` and right of it up to
 * `padded_columns`, multiples of DPEX_EIGEN_CUT. The matrix is a - sum (v y^H + z u^H) of the pending pairs, in rows and columns
 * that are left. */
typedef struct dpex_bidiagonal {
    double *a;
    int64_t m, n, padded, padded_columns, leading, apart;
    double *d, *e; /* the diagonal, right of it */
    double *tau_of_v, *tau_of_u;
    double *
        kept; /* the reflectors of rows, as columns; NULL: not wanted. Those of columns stay below a's diagonal. */
    int n_pairs, most_pairs; /* most_pairs: 1 or DPEX_EIGEN_MAX_PAIRS */
    double *v[DPEX_EIGEN_MAX_PAIRS + 1], *z[DPEX_EIGEN_MAX_PAIRS + 1];
    double *y[DPEX_EIGEN_MAX_PAIRS + 1], *u[DPEX_EIGEN_MAX_PAIRS + 1];
    /* Of the current column: its number, the products of its reflector and of the pending v and z, its row, conjugated, and for each part
     * of the pass a sum, `padded` numbers. */
    int64_t column, n_parts;
    double by_v[DPEX_EIGEN_MAX_PAIRS][2], by_z[DPEX_EIGEN_MAX_PAIRS][2];
    double *row, *sums;
} dpex_bidiagonal;

/* The secular equation 1 / rho + sum z[i]^2 / (d[i] - x) = 0: d ascending. Root j is base[j] + offset[j], base being the pole that is
 * nearer; all arrays have space for a multiple of DPEX_EIGEN_CUT numbers. */
typedef struct dpex_secular {
    int64_t n;
    double rho, width; /* width: the last root is at most that far from the last pole */
    const double *d, *z;
    double *base, *offset;
    double *weights;      /* z of the matrix that has exactly these roots */
    const int32_t *order; /* of the rows of the matrix of vectors: numbers of poles */
    double
        *vectors; /* tiles of rows roots: element (j, i) at (j / rows * n + i) * rows + j % rows */
} dpex_secular;

/* Product of vectors by one of two halves: rows [first_row, last_row) of strips from the first one of the whole problem on. */
typedef struct dpex_eigen_product {
    const double *vectors;     /* those of dpex_secular */
    int64_t n, skipped, depth; /* of their n rows, the first one that takes part, and how many do */
    const double *packed;
    double *strips;
    int64_t height, first_row, last_row;
} dpex_eigen_product;

/* A block of reflectors 1 - V T V^H, whose V begins in row `first` of strips of n rows: number (i, j) is at v[i + j * leading] below the
 * diagonal, with ones on it. */
typedef struct dpex_eigen_block {
    int64_t first, n, count, width; /* width: rows of the product by V^H, rounded up to columns */
    const double *v, *tau;
    int64_t leading, apart;
    double *projector,
        *updater; /* V, (n - first) x width, and -V T transposed, width x (n - first), both packed */
} dpex_eigen_block;

/* Where strips go: element i of vector p to number i * row + (rank ? rank[p] : p) * vector of `to`, whose complex numbers are pairs. */
typedef struct dpex_eigen_output {
    double *to;
    int64_t n, row, vector;
    const int64_t *rank;
    int is_conjugate;
} dpex_eigen_output;

/* What depends on whether the matrix is complex. */
typedef struct dpex_reduction_loops {
    /* The largest magnitude in the lower triangle of x, by rows; NaN where there is one. */
    double (*find_largest)(const double *x, int64_t n);
    /* a = scale times that triangle of x, with the order of rows and of columns reversed, so that rows become columns. */
    void (*load)(const dpex_tridiagonal *t, const double *x, double scale);
    /* Column t->column with the pending pairs, its reflector to the next pair's v and below the diagonal of a. */
    void (*begin_column)(dpex_tridiagonal *t);
    /* Part of a pass: sums = a v by the columns [first, last), which are multiples of DPEX_EIGEN_BLOCK. Where as many pairs are pending as may be,
     * these are applied. */
    void (*pass)(const dpex_tridiagonal *t, int64_t first, int64_t last, int64_t part);
    /* The next pair's w, by the sums of all parts. */
    void (*end_column)(dpex_tridiagonal *t);
    /* Column b->column with the pending pairs, and its reflector; part of a pass by the columns [first, last), which are multiples of
     * DPEX_EIGEN_BLOCK; the row's reflector and the next pair, by the sums of all parts. */
    void (*begin_both)(dpex_bidiagonal *b);
    void (*pass_both)(const dpex_bidiagonal *b, int64_t first, int64_t last, int64_t part);
    void (*end_both)(dpex_bidiagonal *b);
    void (*pack_block)(const dpex_eigen_block *b);
    /* Vectors [first, last), first being a multiple of rows. */
    void (*unpack)(const double *strips, int64_t height, int64_t first, int64_t last,
                   const dpex_eigen_output *o);
} dpex_reduction_loops;

typedef struct dpex_eigen_loops {
    int rows, columns;
    const dpex_reduction_loops *reductions[2]; /* of real and of complex matrices */
    /* All of a tridiagonal matrix of at most DPEX_EIGEN_CUT rows: its eigenvalues in d, not in order, and vectors, one after the other, DPEX_EIGEN_CUT
     * numbers each. e is overwritten. Returns whether they were found. */
    int (*solve_few)(int64_t n, double *d, double *e, double *vectors);
    /* For the roots, poles or roots [first, first + rows). */
    void (*find_roots)(const dpex_secular *s, int64_t first);
    void (*find_weights)(const dpex_secular *s, int64_t first);
    void (*make_vectors)(const dpex_secular *s, int64_t first);
    /* A group of rows from `row` on, as many as a product takes at a time, of the vectors of `strips` that columns[] names. */
    void (*pack)(const double *strips, int64_t height, int64_t row, int64_t last_row,
                 const int64_t *columns, int64_t depth, double *packed);
    /* The vectors [first, last), first being a multiple of rows. */
    void (*multiply)(const dpex_eigen_product *p, int64_t first, int64_t last);
    /* Vectors of n real elements become complex. */
    void (*widen)(double *strips, int64_t height, int64_t n_strips, int64_t n);
    /* Strips side by side; w: memory for width x rows each. */
    void (*apply_block)(const dpex_eigen_block *b, double *strips, int64_t height, int64_t n_strips,
                        double *w);
} dpex_eigen_loops;

const dpex_eigen_loops *dpex_eigen_loops_get(void);

#endif
