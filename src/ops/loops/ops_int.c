/* Loops of operations over bool and signed integers. */
#include "k_integer.h"
#include "tables.h"

#define K_CLASS  bool
#define K_SUFFIX b8
#define T        uint8_t
#define T_REAL   T
#include "ops.inc"
#undef K_CLASS

#define K_CLASS  int
#define K_SUFFIX i8
#define T        int8_t
#define T_REAL   T
#include "ops.inc"

#define K_SUFFIX i16
#define T        int16_t
#define T_REAL   T
#include "ops.inc"

#define K_SUFFIX i32
#define T        int32_t
#define T_REAL   T
#include "ops.inc"

#define K_SUFFIX i64
#define T        int64_t
#define T_REAL   T
#include "ops.inc"
