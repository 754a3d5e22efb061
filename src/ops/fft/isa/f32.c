/* The transform in float, for one instruction set. */
#define T        float
#define T_BYTES  4
#define K_SUFFIX f32
#include "kernels.inc"
