/* Reductions of real matrices. */
#define K_PARTS     1
#define K_REDUCTION dpex_real_reduction
#include "reduction.inc"
