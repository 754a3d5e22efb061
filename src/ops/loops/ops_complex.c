/* Loops of operations over complex numbers. */
#include "k_complex.h"
#include "tables.h"

#define K_CLASS  complex
#define K_SUFFIX c64
#define T        dpex_c64
#define T_REAL   float
#include "ops.inc"

#define K_SUFFIX c128
#define T        dpex_c128
#define T_REAL   double
#include "ops.inc"
