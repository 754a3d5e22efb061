/* The plainest operations on one element of the frequent dtypes: a loop would repeat it into a
 * vector, which takes longer than the operation.
 *
 * The bodies are those of the rows of defs/elementwise.def. Chosen are operations that are exact or
 * correctly rounded, so that compilers and instruction sets have no choice of the result; what goes
 * through vector functions is left to the loops. */
#include "single.h"

#include "portable/k_integer.h"
#include "portable/k_real.h"
#include "portable/k_real_arithmetic.h"
#include "portable/prelude_native.h"

/* K_IF_SINGLE(name)(text) expands to text for the operations of this list. */
#define K_CHOSEN_add()                 ~, KEEP
#define K_CHOSEN_subtract()            ~, KEEP
#define K_CHOSEN_multiply()            ~, KEEP
#define K_CHOSEN_divide()              ~, KEEP
#define K_CHOSEN_negative()            ~, KEEP
#define K_CHOSEN_square()              ~, KEEP
#define K_CHOSEN_abs()                 ~, KEEP
#define K_CHOSEN_floor_divide()        ~, KEEP
#define K_CHOSEN_remainder()           ~, KEEP
#define K_CHOSEN_equal()               ~, KEEP
#define K_CHOSEN_not_equal()           ~, KEEP
#define K_CHOSEN_less()                ~, KEEP
#define K_CHOSEN_less_equal()          ~, KEEP
#define K_CHOSEN_greater()             ~, KEEP
#define K_CHOSEN_greater_equal()       ~, KEEP
#define K_CHOSEN_bitwise_and()         ~, KEEP
#define K_CHOSEN_bitwise_or()          ~, KEEP
#define K_CHOSEN_bitwise_xor()         ~, KEEP
#define K_CHOSEN_bitwise_invert()      ~, KEEP
#define K_CHOSEN_logical_not()         ~, KEEP
#define K_CHOSEN_bitwise_left_shift()  ~, KEEP
#define K_CHOSEN_bitwise_right_shift() ~, KEEP
#define K_IF_SINGLE(name)              K_PASTE(K_, K_SECOND(K_CHOSEN_##name(), DROP, ~))

#define K_CLASS  bool
#define K_SUFFIX b8
#define T        uint8_t
#include "single.inc"
#undef K_CLASS

#define K_CLASS  real
#define K_SUFFIX f32
#define T        float
#include "single.inc"
#define K_SUFFIX f64
#define T        double
#include "single.inc"
#undef K_CLASS

#define K_CLASS  int
#define K_SUFFIX i32
#define T        int32_t
#include "single.inc"
#define K_SUFFIX i64
#define T        int64_t
#include "single.inc"
#undef K_CLASS

const dpex_single_fn *const dpex_singles[DPEX_N_DTYPES] = {[DPEX_BOOL] = single_b8,
                                                           [DPEX_I32] = single_i32,
                                                           [DPEX_I64] = single_i64,
                                                           [DPEX_F32] = single_f32,
                                                           [DPEX_F64] = single_f64};
