/* Combines of complex numbers. */
#include <string.h>

#include "ops/loops/portable/k_complex.h"
#include "states.h"

#define K_CLASS complex
#define K_NAN_STATES
#define K_SUFFIX c64
#define T        dpex_c64
#include "states.inc"

#define K_SUFFIX c128
#define T        dpex_c128
#include "states.inc"
