/* Loops of operations over complex numbers. */
#include "portable/k_complex.h"
#include "tables.h"

#define K_CLASS               complex
#define K_SHORTCUT_multiply() ~, K_TYPED(shortcut_multiply_)
#define K_SHORTCUT_square()   ~, K_TYPED(shortcut_square_)
#define K_SHORTCUT_conj()     ~, K_TYPED(shortcut_conj_)
#define K_SUFFIX              c64
#define T                     dpex_c64
#define T_REAL                float
#define K_WORD                uint32_t
#define K_PART_BYTES          4
#include "product/complex_products.inc"

#include "ops.inc" /* sees the shortcuts */

#define K_SUFFIX     c128
#define T            dpex_c128
#define T_REAL       double
#define K_WORD       uint64_t
#define K_PART_BYTES 8
#include "product/complex_products.inc"

#include "ops.inc" /* sees the shortcuts */
