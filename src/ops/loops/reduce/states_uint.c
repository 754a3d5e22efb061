/* Combines of unsigned integers. */
#include <string.h>

#include "ops/loops/portable/k_integer.h"
#include "states.h"

#define K_BIT_STATES
#define K_CLASS  uint
#define K_SUFFIX u8
#define T        uint8_t
#include "states.inc"

#define K_SUFFIX u16
#define T        uint16_t
#include "states.inc"

#define K_SUFFIX u32
#define T        uint32_t
#include "states.inc"

#define K_SUFFIX u64
#define T        uint64_t
#include "states.inc"
