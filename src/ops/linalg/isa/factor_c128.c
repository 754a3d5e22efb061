/* The same of complex numbers. See factor.c. */
#include "ops/linalg/factor.h"

#include <complex.h>
#include <math.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "ops/loops/tables.h"

#define K_LANE_PARTS   2
#define K_FACTOR_LOOPS K_IN_ISA(dpex_factor_c128)
#include "tile.inc"

#include "lanes.inc"

#include "factor.inc"
