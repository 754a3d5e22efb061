/* Loops of running logarithms of sums over float and double. */
#include <float.h>
#include <string.h>

#include "ops/loops/portable/k_real.h"
#include "ops/loops/tables.h"

#define K_SUFFIX  f32
#define T         float
#define K_LARGEST FLT_MAX
#include "logsumexp.inc"

#define K_SUFFIX  f64
#define T         double
#define K_LARGEST DBL_MAX
#include "logsumexp.inc"

const dpex_logsumexp_fn K_IN_ISA(dpex_logsumexp)[2] = {logsumexp_f32, logsumexp_f64};
