/* What the templates of combines share: names, and the comparisons of each class of types. */
#ifndef DPEX_OPS_LOOPS_REDUCE_STATES_H
#define DPEX_OPS_LOOPS_REDUCE_STATES_H

#include "ops/loops/tables.h"

/* fold_argmax_f64 */
#define K_J(name) K_TYPED(K_PASTE(K_PASTE(name##_, K_COMBINE), _))

/* K_IF_COMBINING(name)(text) expands to text for the operations that combines.def names. */
#define K_COMBINING_add()         ~, KEEP
#define K_COMBINING_multiply()    ~, KEEP
#define K_COMBINING_maximum()     ~, KEEP
#define K_COMBINING_minimum()     ~, KEEP
#define K_COMBINING_fmax()        ~, KEEP
#define K_COMBINING_fmin()        ~, KEEP
#define K_COMBINING_bitwise_and() ~, KEEP
#define K_COMBINING_bitwise_or()  ~, KEEP
#define K_COMBINING_bitwise_xor() ~, KEEP
#define K_IF_COMBINING(name)      K_PASTE(K_, K_SECOND(K_COMBINING_##name(), DROP, ~))

/* Whether x is a NaN, x < y for what is none. */
#define K_IS_NAN_bool(x)    ((void)(x), 0)
#define K_IS_NAN_int(x)     ((void)(x), 0)
#define K_IS_NAN_uint(x)    ((void)(x), 0)
#define K_IS_NAN_real(x)    ((x) != (x))
#define K_IS_NAN_complex(x) (((x).re != (x).re) | ((x).im != (x).im))
#define K_IS_NAN(x)         K_PASTE(K_IS_NAN_, K_CLASS)(x)

#define K_IS_LESS_bool(x, y)    ((x) < (y))
#define K_IS_LESS_int(x, y)     ((x) < (y))
#define K_IS_LESS_uint(x, y)    ((x) < (y))
#define K_IS_LESS_real(x, y)    ((x) < (y))
#define K_IS_LESS_complex(x, y) K_TYPED(k_less_)(x, y)
#define K_IS_LESS(x, y)         K_PASTE(K_IS_LESS_, K_CLASS)(x, y)

#define K_IS_EQUAL_bool(x, y)    ((x) == (y))
#define K_IS_EQUAL_int(x, y)     ((x) == (y))
#define K_IS_EQUAL_uint(x, y)    ((x) == (y))
#define K_IS_EQUAL_real(x, y)    ((x) == (y))
#define K_IS_EQUAL_complex(x, y) (((x).re == (y).re) & ((x).im == (y).im))
#define K_IS_EQUAL(x, y)         K_PASTE(K_IS_EQUAL_, K_CLASS)(x, y)

#endif
