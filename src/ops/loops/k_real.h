/* Real helpers of portable kernel C: functions of math.h that the compiler may call a vector at a time.
 *
 * Each function of defs/vector_math.def is declared with a simd variant; gcc then vectorises loops with calls to
 * _ZGV..._k_exp_f64, which vector_math.c defines as jumps to glibc's libmvec, found at run time. The scalar name is libm's. */
#ifndef DPEX_OPS_LOOPS_K_REAL_H
#define DPEX_OPS_LOOPS_K_REAL_H

#include <math.h>

#include "vector_math.h"

static inline float k_sqrt_f32(float x)
{
    return sqrtf(x);
}
static inline double k_sqrt_f64(double x)
{
    return sqrt(x);
}

#endif
