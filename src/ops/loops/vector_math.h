/* Real functions a vector at a time: declarations for loops, and the binding to glibc's libmvec
 * (vector_math.c). */
#ifndef DPEX_OPS_LOOPS_VECTOR_MATH_H
#define DPEX_OPS_LOOPS_VECTOR_MATH_H

/* Only gcc on x86-64 calls vector variants of our own functions; other compilers call the scalar
 * ones. gcc's simd attribute needs the vector function ABI of x86-64. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define DPEX_HAVE_SIMD_CALLS 1
#else
#define DPEX_HAVE_SIMD_CALLS 0
#endif

#if !defined(K_SIMD) && DPEX_HAVE_SIMD_CALLS
/* notinbranch: loops call the function for all lanes; a masked call has no variant. */
#define K_SIMD __attribute__((const, simd("notinbranch")))
#elif !defined(K_SIMD)
#define K_SIMD __attribute__((const))
#endif

#define DPEX_VECTOR_MATH1(name)                                                                    \
    K_SIMD float k_##name##_f32(float);                                                            \
    K_SIMD double k_##name##_f64(double);
#define DPEX_VECTOR_MATH2(name)                                                                    \
    K_SIMD float k_##name##_f32(float, float);                                                     \
    K_SIMD double k_##name##_f64(double, double);
#include "defs/vector_math.def"
#undef DPEX_VECTOR_MATH1
#undef DPEX_VECTOR_MATH2

/* dlsym, or a test's stand-in for it. */
typedef void *(*dpex_find_symbol_fn)(void *library, const char *name);

#endif
