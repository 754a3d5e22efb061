/* Loops of operations over float and double. */
#include "k_error_functions.h"
#include "k_real_arithmetic.h"
#include "tables.h"

#define K_CLASS  real
#define K_SUFFIX f32
#define T        float
#define T_REAL   T
#include "ops.inc"

#define K_SUFFIX f64
#define T        double
#define T_REAL   T
#include "ops.inc"
