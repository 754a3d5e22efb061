/* Loops of operations over bool and signed integers.
 *
 * K_UNSIGNED is where products and sums wrap, K_WIDE holds twice as many bits, K_QUOTIENT is the
 * real type that divides where divisors differ (divide.inc). */
#include <string.h>

#include "portable/k_integer.h"
#include "tables.h"

/* Twice the width of 64-bit integers, for the upper half of products (divide.inc). */
__extension__ typedef unsigned __int128 wide;

#define K_CLASS  bool
#define K_SUFFIX b8
#define T        uint8_t
#define T_REAL   T
#include "ops.inc"
#undef K_CLASS

#define K_CLASS                          int
#define K_SHORTCUT_floor_divide()        ~, K_TYPED(shortcut_floor_divide_)
#define K_SHORTCUT_remainder()           ~, K_TYPED(shortcut_remainder_)
#define K_SHORTCUT_bitwise_left_shift()  ~, K_TYPED(shortcut_bitwise_left_shift_)
#define K_SHORTCUT_bitwise_right_shift() ~, K_TYPED(shortcut_bitwise_right_shift_)
#define K_SUFFIX                         i8
#define T                                int8_t
#define T_REAL                           T
#define K_UNSIGNED                       uint8_t
#define K_WIDE                           uint32_t
#define K_IS_SIGNED                      1
#define K_QUOTIENT                       float
#include "bit_shift.inc"
#include "divide.inc"
#include "ops.inc"

#define K_SUFFIX    i16
#define T           int16_t
#define T_REAL      T
#define K_UNSIGNED  uint16_t
#define K_WIDE      uint32_t
#define K_IS_SIGNED 1
#define K_QUOTIENT  float
#include "bit_shift.inc"
#include "divide.inc"
#include "ops.inc"

#define K_SUFFIX    i32
#define T           int32_t
#define T_REAL      T
#define K_UNSIGNED  uint32_t
#define K_WIDE      uint64_t
#define K_IS_SIGNED 1
#define K_QUOTIENT  double
#include "bit_shift.inc"
#include "divide.inc"
#include "ops.inc"

#define K_SUFFIX    i64
#define T           int64_t
#define T_REAL      T
#define K_UNSIGNED  uint64_t
#define K_WIDE      wide
#define K_IS_SIGNED 1
#define K_QUOTIENT  double
#include "bit_shift.inc"
#include "divide.inc"
#include "ops.inc"
