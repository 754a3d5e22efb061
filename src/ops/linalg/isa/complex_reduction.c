/* Reductions of complex matrices, to real ones. */
#define K_PARTS     2
#define K_REDUCTION dpex_complex_reduction
#include "reduction.inc"
