/* Combines of bool and signed integers. */
#include <string.h>

#include "ops/loops/portable/k_integer.h"
#include "states.h"

#define K_BIT_STATES
#define K_TRUTH_STATES
#define K_CLASS  bool
#define K_SUFFIX b8
#define T        uint8_t
#include "states.inc"

#undef K_CLASS
#undef K_TRUTH_STATES
#define K_CLASS  int
#define K_SUFFIX i8
#define T        int8_t
#include "states.inc"

#define K_SUFFIX i16
#define T        int16_t
#include "states.inc"

#define K_SUFFIX i32
#define T        int32_t
#include "states.inc"

#define K_SUFFIX i64
#define T        int64_t
#include "states.inc"
