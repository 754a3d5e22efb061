/* Loops of operations over float and double. */
#include "portable/k_error_functions.h"
#include "portable/k_real_arithmetic.h"
#include "tables.h"

#define K_CLASS                real
#define K_SHORTCUT_remainder() ~, K_TYPED(shortcut_remainder_)
#define K_SHORTCUT_fmod()      ~, K_TYPED(shortcut_fmod_)
#define K_SUFFIX               f32
#define T                      float
#define T_REAL                 T
#define K_LEAST                0x1p-40f
/* Limits of shortcut_remainder (modulo.inc), as powers of two well inside the type's range. */
#define K_MOST      0x1p60f
#define K_QUOTIENTS 0x1p22f
#include "modulo.inc"
#include "ops.inc"

#define K_SUFFIX    f64
#define T           double
#define T_REAL      T
#define K_LEAST     0x1p-400
#define K_MOST      0x1p400
#define K_QUOTIENTS 0x1p51
#include "modulo.inc"
#include "ops.inc"
