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
#define k_acos(x)          K_TYPED(k_acos_)(x)
#define k_acosh(x)         K_TYPED(k_acosh_)(x)
#define k_asin(x)          K_TYPED(k_asin_)(x)
#define k_asinh(x)         K_TYPED(k_asinh_)(x)
#define k_atan(x)          K_TYPED(k_atan_)(x)
#define k_atanh(x)         K_TYPED(k_atanh_)(x)
#define k_cbrt(x)          K_TYPED(k_cbrt_)(x)
#define k_cos(x)           K_TYPED(k_cos_)(x)
#define k_cosh(x)          K_TYPED(k_cosh_)(x)
#define k_erf(x)           K_TYPED(k_erf_)(x)
#define k_exp(x)           K_TYPED(k_exp_)(x)
#define k_exp2(x)          K_TYPED(k_exp2_)(x)
#define k_expm1(x)         K_TYPED(k_expm1_)(x)
#define k_log(x)           K_TYPED(k_log_)(x)
#define k_log10(x)         K_TYPED(k_log10_)(x)
#define k_log1p(x)         K_TYPED(k_log1p_)(x)
#define k_log2(x)          K_TYPED(k_log2_)(x)
#define k_sin(x)           K_TYPED(k_sin_)(x)
#define k_sinh(x)          K_TYPED(k_sinh_)(x)
#define k_sqrt(x)          K_TYPED(k_sqrt_)(x)
#define k_tan(x)           K_TYPED(k_tan_)(x)
#define k_tanh(x)          K_TYPED(k_tanh_)(x)
#define k_atan2(x, y)      K_TYPED(k_atan2_)(x, y)
#define k_hypot(x, y)      K_TYPED(k_hypot_)(x, y)
#define k_pow(x, y)        K_TYPED(k_pow_)(x, y)

#endif
