/* Symmetric eigenproblems for one instruction set. Sums of products are contracted, as in matrix products. */
#include "ops/linalg/eigen.h"

#include <float.h>
#include <math.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "ops/loops/tables.h"

/* Vectors and tiles before what uses them. */
#include "tile.inc"

#include "tridiagonal.inc"

#include "bidiagonal.inc"

#include "few.inc"
#include "secular.inc"
#include "strips.inc"

const dpex_eigen_loops K_IN_ISA(dpex_eigen_loops) = {
    .rows = K_ROWS,
    .columns = K_GROUP,
    .find_largest = find_largest,
    .load = load_triangle,
    .begin_column = begin_column,
    .pass = pass,
    .end_column = end_column,
    .begin_both = begin_both,
    .pass_both = pass_both,
    .end_both = end_both,
    .solve_few = solve_few,
    .find_roots = find_roots,
    .find_weights = find_weights,
    .make_vectors = make_vectors,
    .pack = pack,
    .unpack = unpack,
    .multiply = multiply_strips,
    .pack_block = pack_block,
    .apply_block = apply_block,
};
