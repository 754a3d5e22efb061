// Functions of the C library that gcc calls for whole vectors of arguments where it vectorises the loop over a kernel's items.
//
// glibc has such versions (libmvec, which the linker finds with libm), at most 4 units in the last place away, with the same special
// values. Its own headers declare them under -ffast-math only; here they are declared for good. Elsewhere, and in code that is not
// vectorised, these are the functions of std.
#ifndef DPEX_SYCL_VECTOR_MATH_HPP
#define DPEX_SYCL_VECTOR_MATH_HPP

#include <cmath>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
#define DPEX_SYCL_HAS_LIBMVEC 1
#if __GLIBC_PREREQ(2, 35)
#define DPEX_SYCL_HAS_ALL_OF_LIBMVEC 1
#endif
#endif

#ifdef DPEX_SYCL_HAS_LIBMVEC
#define DPEX_SYCL_VECTOR(suffix, T, parameters, name)                                                                              \
    extern "C" T dpex_sycl_##name##suffix parameters noexcept __asm__(#name #suffix) __attribute__((simd("notinbranch"), const));
#define DPEX_SYCL_CALL(name, suffix) dpex_sycl_##name##suffix
#else
#define DPEX_SYCL_VECTOR(suffix, T, parameters, name)
#define DPEX_SYCL_CALL(name, suffix) std::name
#endif
#define DPEX_SYCL_VECTOR1(name)                                                                                                    \
    DPEX_SYCL_VECTOR(, double, (double), name)                                                                                     \
    DPEX_SYCL_VECTOR(f, float, (float), name)                                                                                      \
    namespace sycl {                                                                                                               \
    namespace detail {                                                                                                             \
    namespace vectors {                                                                                                            \
    inline double name(double x)                                                                                                   \
    {                                                                                                                              \
        return DPEX_SYCL_CALL(name, )(x);                                                                                          \
    }                                                                                                                              \
    inline float name(float x)                                                                                                     \
    {                                                                                                                              \
        return DPEX_SYCL_CALL(name, f)(x);                                                                                         \
    }                                                                                                                              \
    }                                                                                                                              \
    }                                                                                                                              \
    }
#define DPEX_SYCL_VECTOR2(name)                                                                                                    \
    DPEX_SYCL_VECTOR(, double, (double, double), name)                                                                             \
    DPEX_SYCL_VECTOR(f, float, (float, float), name)                                                                               \
    namespace sycl {                                                                                                               \
    namespace detail {                                                                                                             \
    namespace vectors {                                                                                                            \
    inline double name(double x, double y)                                                                                         \
    {                                                                                                                              \
        return DPEX_SYCL_CALL(name, )(x, y);                                                                                       \
    }                                                                                                                              \
    inline float name(float x, float y)                                                                                            \
    {                                                                                                                              \
        return DPEX_SYCL_CALL(name, f)(x, y);                                                                                      \
    }                                                                                                                              \
    }                                                                                                                              \
    }                                                                                                                              \
    }
DPEX_SYCL_VECTOR1(cos)
DPEX_SYCL_VECTOR1(exp)
DPEX_SYCL_VECTOR1(log)
DPEX_SYCL_VECTOR1(sin)
DPEX_SYCL_VECTOR2(pow)
#ifndef DPEX_SYCL_HAS_ALL_OF_LIBMVEC
#undef DPEX_SYCL_VECTOR
#undef DPEX_SYCL_CALL
#define DPEX_SYCL_VECTOR(suffix, T, parameters, name)
#define DPEX_SYCL_CALL(name, suffix) std::name
#endif
DPEX_SYCL_VECTOR1(acos)
DPEX_SYCL_VECTOR1(acosh)
DPEX_SYCL_VECTOR1(asin)
DPEX_SYCL_VECTOR1(asinh)
DPEX_SYCL_VECTOR1(atan)
DPEX_SYCL_VECTOR1(atanh)
DPEX_SYCL_VECTOR1(cbrt)
DPEX_SYCL_VECTOR1(cosh)
DPEX_SYCL_VECTOR1(erf)
DPEX_SYCL_VECTOR1(erfc)
DPEX_SYCL_VECTOR1(exp2)
DPEX_SYCL_VECTOR1(expm1)
DPEX_SYCL_VECTOR1(log10)
DPEX_SYCL_VECTOR1(log1p)
DPEX_SYCL_VECTOR1(log2)
DPEX_SYCL_VECTOR1(sinh)
DPEX_SYCL_VECTOR1(tan)
DPEX_SYCL_VECTOR1(tanh)
DPEX_SYCL_VECTOR2(atan2)
DPEX_SYCL_VECTOR2(hypot)
#undef DPEX_SYCL_VECTOR1
#undef DPEX_SYCL_VECTOR2
#undef DPEX_SYCL_VECTOR
#undef DPEX_SYCL_CALL

#endif
