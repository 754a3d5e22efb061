/* Combines of float and double. */
#include <string.h>

#include "ops/loops/portable/k_real_arithmetic.h"
#include "states.h"

#define K_CLASS real
#define K_NAN_STATES
#define K_REAL_STATES

/* Sums of 2^39 squares do not overflow, and the smallest subnormal number's square is normal. */
#define K_BIG    0x1p44f
#define K_DOWN   0x1p-84f
#define K_SMALL  0x1p-44f
#define K_UP     0x1p90f
#define K_SUFFIX f32
#define T        float
#include "states.inc"

#define K_BIG    0x1p480
#define K_DOWN   0x1p-540
#define K_SMALL  0x1p-480
#define K_UP     0x1p580
#define K_SUFFIX f64
#define T        double
#include "states.inc"
