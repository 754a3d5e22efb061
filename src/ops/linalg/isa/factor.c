/* Blocked factorizations for one instruction set. Sums of products are contracted, as in matrix products. */
#include "ops/linalg/factor.h"

#include <math.h>
#include <string.h>

#include "ops/loops/tables.h"

#include "tile.inc"

#include "factor.inc"
