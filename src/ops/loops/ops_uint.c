/* Loops of operations over unsigned integers. */
#include "k_integer.h"
#include "tables.h"

#define K_CLASS  uint
#define K_SUFFIX u8
#define T        uint8_t
#define T_REAL   T
#include "ops.inc"

#define K_SUFFIX u16
#define T        uint16_t
#define T_REAL   T
#include "ops.inc"

#define K_SUFFIX u32
#define T        uint32_t
#define T_REAL   T
#include "ops.inc"

#define K_SUFFIX u64
#define T        uint64_t
#define T_REAL   T
#include "ops.inc"
