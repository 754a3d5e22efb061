/* Blocked factorizations for one instruction set. Sums of products are contracted, as in matrix products. */
#include "ops/linalg/factor.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "ops/loops/tables.h"

#define K_LANE_PARTS   1
#define K_FACTOR_LOOPS K_IN_ISA(dpex_factor_f64)
#include "tile.inc"

#include "lanes.inc"

#include "factor.inc"
