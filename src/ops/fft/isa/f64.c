/* The transform in double, for one instruction set. */
#define T        double
#define T_BYTES  8
#define K_SUFFIX f64
#include "kernels.inc"
