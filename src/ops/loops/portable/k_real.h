/* Real helpers of portable kernel C: functions of math.h, those that the compiler may call a vector
 * at a time included.
 *
 * Each function of defs/vector_math.def is declared with a simd variant; gcc then vectorises loops
 * with calls to _ZGV..._k_exp_f64, which vector_math.c defines as jumps to glibc's libmvec, found
 * at run time. The scalar name is libm's. Functions of defs/real_math.def are instructions, or
 * libm's. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_REAL_H
#define DPEX_OPS_LOOPS_PORTABLE_K_REAL_H

#include <math.h>

#include "ops/loops/vector_math.h"

#define DPEX_REAL_MATH1(name)                                                                      \
    static inline float k_##name##_f32(float x)                                                    \
    {                                                                                              \
        return name##f(x);                                                                         \
    }                                                                                              \
    static inline double k_##name##_f64(double x)                                                  \
    {                                                                                              \
        return name(x);                                                                            \
    }
#define DPEX_REAL_MATH2(name)                                                                      \
    static inline float k_##name##_f32(float x, float y)                                           \
    {                                                                                              \
        return name##f(x, y);                                                                      \
    }                                                                                              \
    static inline double k_##name##_f64(double x, double y)                                        \
    {                                                                                              \
        return name(x, y);                                                                         \
    }
#include "defs/real_math.def"
#undef DPEX_REAL_MATH1
#undef DPEX_REAL_MATH2

/* x y - product, exactly, where product is x y rounded and nothing overflows. */
#ifdef __FMA__
static inline float k_product_error_f32(float x, float y, float product)
{
    return __builtin_fmaf(x, y, -product);
}
static inline double k_product_error_f64(double x, double y, double product)
{
    return __builtin_fma(x, y, -product);
}
#else
/* By halves of the digits (T. J. Dekker, A floating-point technique for extending the available
 * precision, 1971). */
static inline float k_product_error_f32(float x, float y, float product)
{
    return (float)((double)x * (double)y - (double)product);
}
static inline double k_product_error_f64(double x, double y, double product)
{
    /* Veltkamp's splitting: u - (u - x) keeps the upper 26 bits of x, and the products of halves
     * are exact. */
    const double split = 0x1p27 + 1;
    double u = x * split, v = y * split, a = u - (u - x), b = v - (v - y), c = x - a, d = y - b;
    return a * b - product + a * d + c * b + c * d;
}
#endif

#endif
