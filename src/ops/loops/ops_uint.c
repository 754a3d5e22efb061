/* Loops of operations over unsigned integers.
 *
 * The macros are those of ops_int.c. */
#include <string.h>

#include "portable/k_integer.h"
#include "tables.h"

__extension__ typedef unsigned __int128 wide;

#define K_CLASS                          uint
#define K_SHORTCUT_floor_divide()        ~, K_TYPED(shortcut_floor_divide_)
#define K_SHORTCUT_remainder()           ~, K_TYPED(shortcut_remainder_)
#define K_SHORTCUT_bitwise_left_shift()  ~, K_TYPED(shortcut_bitwise_left_shift_)
#define K_SHORTCUT_bitwise_right_shift() ~, K_TYPED(shortcut_bitwise_right_shift_)
#define K_SUFFIX                         u8
#define T                                uint8_t
#define T_REAL                           T
#define K_UNSIGNED                       uint8_t
#define K_WIDE                           uint32_t
#define K_IS_SIGNED                      0
#define K_QUOTIENT                       float
#include "bit_shift.inc"
#include "divide.inc"
#include "ops.inc"

#define K_SUFFIX    u16
#define T           uint16_t
#define T_REAL      T
#define K_UNSIGNED  uint16_t
#define K_WIDE      uint32_t
#define K_IS_SIGNED 0
#define K_QUOTIENT  float
#include "bit_shift.inc"
#include "divide.inc"
#include "ops.inc"

#define K_SUFFIX    u32
#define T           uint32_t
#define T_REAL      T
#define K_UNSIGNED  uint32_t
#define K_WIDE      uint64_t
#define K_IS_SIGNED 0
#define K_QUOTIENT  double
#include "bit_shift.inc"
#include "divide.inc"
#include "ops.inc"

#define K_SUFFIX    u64
#define T           uint64_t
#define T_REAL      T
#define K_UNSIGNED  uint64_t
#define K_WIDE      wide
#define K_IS_SIGNED 0
#define K_QUOTIENT  double
#include "bit_shift.inc"
#include "divide.inc"
#include "ops.inc"
