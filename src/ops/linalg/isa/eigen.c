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

#include "few.inc"
#include "secular.inc"
#include "strips.inc"

extern const dpex_reduction_loops K_IN_ISA(dpex_real_reduction), K_IN_ISA(dpex_complex_reduction);

const dpex_eigen_loops K_IN_ISA(dpex_eigen_loops) = {
    .rows = K_ROWS,
    .columns = K_GROUP,
    .reductions = {&K_IN_ISA(dpex_real_reduction), &K_IN_ISA(dpex_complex_reduction)},
    .solve_few = solve_few,
    .find_roots = find_roots,
    .find_weights = find_weights,
    .make_vectors = make_vectors,
    .pack = pack,
    .widen = widen,
    .multiply = multiply_strips,
    .apply_block = apply_block,
};
