/* The scalar functions behind the names that loops were compiled against: libm's.
 *
 * A file of its own, because a definition that sees the simd declarations would get vector clones
 * from the compiler. */
#include <math.h>

#define K_SIMD
#include "vector_math.h"

#define DPEX_VECTOR_MATH1(name)                                                                    \
    float k_##name##_f32(float x)                                                                  \
    {                                                                                              \
        return name##f(x);                                                                         \
    }                                                                                              \
    double k_##name##_f64(double x)                                                                \
    {                                                                                              \
        return name(x);                                                                            \
    }
#define DPEX_VECTOR_MATH2(name)                                                                    \
    float k_##name##_f32(float x, float y)                                                         \
    {                                                                                              \
        return name##f(x, y);                                                                      \
    }                                                                                              \
    double k_##name##_f64(double x, double y)                                                      \
    {                                                                                              \
        return name(x, y);                                                                         \
    }
#include "defs/vector_math.def"
#undef DPEX_VECTOR_MATH1
#undef DPEX_VECTOR_MATH2
