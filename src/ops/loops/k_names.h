/* The names of helpers in bodies of defs/elementwise.def: k_add(x, y) is k_add_<suffix>(x, y) for the type in work.
 *
 * Part of the text that device compilers get, so nothing but macros. */
#ifndef DPEX_OPS_LOOPS_K_NAMES_H
#define DPEX_OPS_LOOPS_K_NAMES_H

#define K_PASTE_(a, b) a##b
#define K_PASTE(a, b)  K_PASTE_(a, b)
#define K_TYPED(name)  K_PASTE(name, K_SUFFIX)

#define k_add(x, y)        K_TYPED(k_add_)(x, y)
#define k_sub(x, y)        K_TYPED(k_sub_)(x, y)
#define k_mul(x, y)        K_TYPED(k_mul_)(x, y)
#define k_div(x, y)        K_TYPED(k_div_)(x, y)
#define k_neg(x)           K_TYPED(k_neg_)(x)
#define k_equal(x, y)      K_TYPED(k_equal_)(x, y)
#define k_less(x, y)       K_TYPED(k_less_)(x, y)
#define k_less_equal(x, y) K_TYPED(k_less_equal_)(x, y)
#define k_sqrt(x)          K_TYPED(k_sqrt_)(x)
#define k_exp(x)           K_TYPED(k_exp_)(x)
#define k_log(x)           K_TYPED(k_log_)(x)
#define k_sin(x)           K_TYPED(k_sin_)(x)
#define k_cos(x)           K_TYPED(k_cos_)(x)

#endif
