/* Kernels written once: DPEX_KERNEL, for authors of extensions in C (C11) or C++ (C++17), with
 * gcc or clang.
 *
 *     DPEX_KERNEL(axpy, (VAL, double, a), (IN, double, x), (INOUT, double, y), (VAL, size_t, n), {
 *         size_t i = k_global_id(0);
 *         if (i < n) y[i] = a * x[i] + y[i];
 *     })
 *
 * defines `axpy`, a dpex_kernel_source for dpex_kernel_source_launch. A parameter is (access, type,
 * name), access one of IN, OUT, INOUT (arrays), IN_STRIDED, OUT_STRIDED, INOUT_STRIDED (arrays with
 * strides), LOCAL (memory of a work-group) and VAL (a number), type one of defs/kernel_type.def.
 * The body is portable kernel C: what C11, OpenCL C and CUDA C have in common, with the names
 * below; docs/kernels.md says what that is. Here it is compiled for this machine, inside a loop
 * over items that the compiler vectorises; the same text, kept as a string, is what devices get
 * that compile text of their own. `return` ends an item. */
#ifndef DPEX_KERNEL_H
#define DPEX_KERNEL_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "crew.h"
#include "launch.h"

#ifdef __cplusplus
#include <cmath>
#endif

/* ---- functions of a body ------------------------------------------------------------ */

/* The item's index in the range, dimension 0 to 2 in the order of the range that was launched: the
 * last one varies fastest. */
#define k_global_id(d)   (dpex_item.id[d])
#define k_global_size(d) (dpex_item.size[d])

/* The same of its work-group, and the groups, where the range has a local part. Where it has none,
 * each item is a group. */
#define k_local_id(d)   (dpex_item.local_id[d])
#define k_local_size(d) (dpex_item.local_size[d])
#define k_group_id(d)   (dpex_item.group_id[d])
#define k_num_groups(d) (dpex_item.n_groups[d])
/* Goes on when all items of the group are here; they see what the others wrote before it. All items
 * must reach it. */
#define k_barrier() dpex_kernel_barrier(dpex_item.wait, __COUNTER__)

/* An element of an array with strides, by as many indices as it has dimensions; its extents and
 * strides, in elements. */
#define k_at1(x, i)    ((x)[DPEX_KERNEL_OFFSET(x, 0, i)])
#define k_at2(x, i, j) ((x)[DPEX_KERNEL_OFFSET(x, 0, i) + DPEX_KERNEL_OFFSET(x, 1, j)])
#define k_at3(x, i, j, k)                                                                          \
    ((x)[DPEX_KERNEL_OFFSET(x, 0, i) + DPEX_KERNEL_OFFSET(x, 1, j) + DPEX_KERNEL_OFFSET(x, 2, k)])
#define k_at4(x, i, j, k, l)                                                                       \
    ((x)[DPEX_KERNEL_OFFSET(x, 0, i) + DPEX_KERNEL_OFFSET(x, 1, j) + DPEX_KERNEL_OFFSET(x, 2, k) + \
         DPEX_KERNEL_OFFSET(x, 3, l)])
#define k_extent(x, d)              (dpex_layout_##x.extent[d])
#define k_stride(x, d)              (dpex_layout_##x.stride[d])
#define DPEX_KERNEL_OFFSET(x, d, i) ((int64_t)(i)*dpex_layout_##x.stride[d])

/* A literal in the kernel's real type, dpex_real: double if a parameter is double, else float. */
#define K(x) ((dpex_real)(x))
/* A conversion. */
#define k_cast(type, x) ((type)(x))

/* Functions of float and double; the result has the argument's type. */
#ifdef __cplusplus
#define DPEX_KERNEL_CALL1(name, x)       (std::name(x))
#define DPEX_KERNEL_CALL2(name, x, y)    (std::name((x), (y)))
#define DPEX_KERNEL_CALL3(name, x, y, z) (std::name((x), (y), (z)))
#else
#define DPEX_KERNEL_CALL1(name, x) (_Generic((x), float : name##f, default : name)(x))
#define DPEX_KERNEL_CALL2(name, x, y)                                                              \
    (_Generic((x) + (y), float : name##f, default : name)((x), (y)))
#define DPEX_KERNEL_CALL3(name, x, y, z)                                                           \
    (_Generic((x) + (y) + (z), float : name##f, default : name)((x), (y), (z)))
#endif
#define k_sqrt(x)        DPEX_KERNEL_CALL1(sqrt, x)
#define k_cbrt(x)        DPEX_KERNEL_CALL1(cbrt, x)
#define k_exp(x)         DPEX_KERNEL_CALL1(exp, x)
#define k_exp2(x)        DPEX_KERNEL_CALL1(exp2, x)
#define k_expm1(x)       DPEX_KERNEL_CALL1(expm1, x)
#define k_log(x)         DPEX_KERNEL_CALL1(log, x)
#define k_log2(x)        DPEX_KERNEL_CALL1(log2, x)
#define k_log10(x)       DPEX_KERNEL_CALL1(log10, x)
#define k_log1p(x)       DPEX_KERNEL_CALL1(log1p, x)
#define k_sin(x)         DPEX_KERNEL_CALL1(sin, x)
#define k_cos(x)         DPEX_KERNEL_CALL1(cos, x)
#define k_tan(x)         DPEX_KERNEL_CALL1(tan, x)
#define k_asin(x)        DPEX_KERNEL_CALL1(asin, x)
#define k_acos(x)        DPEX_KERNEL_CALL1(acos, x)
#define k_atan(x)        DPEX_KERNEL_CALL1(atan, x)
#define k_sinh(x)        DPEX_KERNEL_CALL1(sinh, x)
#define k_cosh(x)        DPEX_KERNEL_CALL1(cosh, x)
#define k_tanh(x)        DPEX_KERNEL_CALL1(tanh, x)
#define k_erf(x)         DPEX_KERNEL_CALL1(erf, x)
#define k_erfc(x)        DPEX_KERNEL_CALL1(erfc, x)
#define k_fabs(x)        DPEX_KERNEL_CALL1(fabs, x)
#define k_floor(x)       DPEX_KERNEL_CALL1(floor, x)
#define k_ceil(x)        DPEX_KERNEL_CALL1(ceil, x)
#define k_trunc(x)       DPEX_KERNEL_CALL1(trunc, x)
#define k_rint(x)        DPEX_KERNEL_CALL1(rint, x)
#define k_pow(x, y)      DPEX_KERNEL_CALL2(pow, x, y)
#define k_atan2(y, x)    DPEX_KERNEL_CALL2(atan2, y, x)
#define k_hypot(x, y)    DPEX_KERNEL_CALL2(hypot, x, y)
#define k_fmod(x, y)     DPEX_KERNEL_CALL2(fmod, x, y)
#define k_fmin(x, y)     DPEX_KERNEL_CALL2(fmin, x, y)
#define k_fmax(x, y)     DPEX_KERNEL_CALL2(fmax, x, y)
#define k_copysign(x, y) DPEX_KERNEL_CALL2(copysign, x, y)
#define k_fma(x, y, z)   DPEX_KERNEL_CALL3(fma, x, y, z)

/* Atomic operations on an element of an array, of the type of that array: int32_t, uint32_t,
 * int64_t, uint64_t, float or double. They return what was there before, and order nothing else. */
#define k_atomic_add(p, x)      DPEX_KERNEL_ATOMIC(add, p, x)
#define k_atomic_min(p, x)      DPEX_KERNEL_ATOMIC(min, p, x)
#define k_atomic_max(p, x)      DPEX_KERNEL_ATOMIC(max, p, x)
#define k_atomic_exchange(p, x) DPEX_KERNEL_ATOMIC(exchange, p, x)
/* Of integers. */
#define k_atomic_and(p, x) DPEX_KERNEL_ATOMIC_INT(and, p, x)
#define k_atomic_or(p, x)  DPEX_KERNEL_ATOMIC_INT(or, p, x)
#define k_atomic_xor(p, x) DPEX_KERNEL_ATOMIC_INT(xor, p, x)
/* Writes x where `expected` is. */
#define k_atomic_compare_exchange(p, expected, x)                                                  \
    DPEX_KERNEL_ATOMIC_INT(compare_exchange, p, expected, x)

/* ---- how the host computes them ------------------------------------------------------------ */

#define DPEX_KERNEL_ATOMIC_DEFINE_ALL(type, sum)                                                   \
    static inline type dpex_atomic_exchange_##type(type *p, type x)                                \
    {                                                                                              \
        type old;                                                                                  \
        __atomic_exchange(p, &x, &old, __ATOMIC_RELAXED);                                          \
        return old;                                                                                \
    }                                                                                              \
    static inline int dpex_atomic_replace_##type(type *p, type *old, type x)                       \
    {                                                                                              \
        return __atomic_compare_exchange(p, old, &x, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);       \
    }                                                                                              \
    static inline type dpex_atomic_load_##type(type *p)                                            \
    {                                                                                              \
        type old;                                                                                  \
        __atomic_load(p, &old, __ATOMIC_RELAXED);                                                  \
        return old;                                                                                \
    }                                                                                              \
    static inline type dpex_atomic_add_##type(type *p, type x)                                     \
    {                                                                                              \
        type old = dpex_atomic_load_##type(p);                                                     \
        while (!dpex_atomic_replace_##type(p, &old, sum)) {                                        \
        }                                                                                          \
        return old;                                                                                \
    }                                                                                              \
    static inline type dpex_atomic_min_##type(type *p, type x)                                     \
    {                                                                                              \
        type old = dpex_atomic_load_##type(p);                                                     \
        while (x < old && !dpex_atomic_replace_##type(p, &old, x)) {                               \
        }                                                                                          \
        return old;                                                                                \
    }                                                                                              \
    static inline type dpex_atomic_max_##type(type *p, type x)                                     \
    {                                                                                              \
        type old = dpex_atomic_load_##type(p);                                                     \
        while (x > old && !dpex_atomic_replace_##type(p, &old, x)) {                               \
        }                                                                                          \
        return old;                                                                                \
    }
#define DPEX_KERNEL_ATOMIC_DEFINE_INT(type)                                                        \
    static inline type dpex_atomic_and_##type(type *p, type x)                                     \
    {                                                                                              \
        return __atomic_fetch_and(p, x, __ATOMIC_RELAXED);                                         \
    }                                                                                              \
    static inline type dpex_atomic_or_##type(type *p, type x)                                      \
    {                                                                                              \
        return __atomic_fetch_or(p, x, __ATOMIC_RELAXED);                                          \
    }                                                                                              \
    static inline type dpex_atomic_xor_##type(type *p, type x)                                     \
    {                                                                                              \
        return __atomic_fetch_xor(p, x, __ATOMIC_RELAXED);                                         \
    }                                                                                              \
    static inline type dpex_atomic_compare_exchange_##type(type *p, type expected, type x)         \
    {                                                                                              \
        dpex_atomic_replace_##type(p, &expected, x);                                               \
        return expected;                                                                           \
    }
/* (Sums of signed integers wrap around.) */
DPEX_KERNEL_ATOMIC_DEFINE_ALL(int32_t, (int32_t)((uint32_t)old + (uint32_t)x))
DPEX_KERNEL_ATOMIC_DEFINE_ALL(uint32_t, old + x)
DPEX_KERNEL_ATOMIC_DEFINE_ALL(int64_t, (int64_t)((uint64_t)old + (uint64_t)x))
DPEX_KERNEL_ATOMIC_DEFINE_ALL(uint64_t, old + x)
DPEX_KERNEL_ATOMIC_DEFINE_ALL(float, old + x)
DPEX_KERNEL_ATOMIC_DEFINE_ALL(double, old + x)
DPEX_KERNEL_ATOMIC_DEFINE_INT(int32_t)
DPEX_KERNEL_ATOMIC_DEFINE_INT(uint32_t)
DPEX_KERNEL_ATOMIC_DEFINE_INT(int64_t)
DPEX_KERNEL_ATOMIC_DEFINE_INT(uint64_t)

#ifdef __cplusplus
/* Overloads by the pointer's type. */
#define DPEX_KERNEL_ATOMIC_OVERLOAD(op, type)                                                      \
    static inline type dpex_atomic_##op(type *p, type x)                                           \
    {                                                                                              \
        return dpex_atomic_##op##_##type(p, x);                                                    \
    }
#define DPEX_KERNEL_ATOMIC_OVERLOADS(type)                                                         \
    DPEX_KERNEL_ATOMIC_OVERLOAD(add, type)                                                         \
    DPEX_KERNEL_ATOMIC_OVERLOAD(min, type)                                                         \
    DPEX_KERNEL_ATOMIC_OVERLOAD(max, type)                                                         \
    DPEX_KERNEL_ATOMIC_OVERLOAD(exchange, type)
#define DPEX_KERNEL_ATOMIC_INT_OVERLOADS(type)                                                     \
    DPEX_KERNEL_ATOMIC_OVERLOADS(type)                                                             \
    DPEX_KERNEL_ATOMIC_OVERLOAD(and, type)                                                         \
    DPEX_KERNEL_ATOMIC_OVERLOAD(or, type)                                                          \
    DPEX_KERNEL_ATOMIC_OVERLOAD(xor, type)                                                         \
    static inline type dpex_atomic_compare_exchange(type *p, type expected, type x)                \
    {                                                                                              \
        return dpex_atomic_compare_exchange_##type(p, expected, x);                                \
    }
DPEX_KERNEL_ATOMIC_INT_OVERLOADS(int32_t)
DPEX_KERNEL_ATOMIC_INT_OVERLOADS(uint32_t)
DPEX_KERNEL_ATOMIC_INT_OVERLOADS(int64_t)
DPEX_KERNEL_ATOMIC_INT_OVERLOADS(uint64_t)
DPEX_KERNEL_ATOMIC_OVERLOADS(float)
DPEX_KERNEL_ATOMIC_OVERLOADS(double)
#define DPEX_KERNEL_ATOMIC(op, ...)     (dpex_atomic_##op(__VA_ARGS__))
#define DPEX_KERNEL_ATOMIC_INT(op, ...) (dpex_atomic_##op(__VA_ARGS__))
#else
#define DPEX_KERNEL_ATOMIC(op, p, x)                                                               \
    (_Generic((p), int32_t * : dpex_atomic_##op##_int32_t, uint32_t * : dpex_atomic_##op##_uint32_t, \
              int64_t * : dpex_atomic_##op##_int64_t, uint64_t * : dpex_atomic_##op##_uint64_t,    \
              float * : dpex_atomic_##op##_float, double * : dpex_atomic_##op##_double)((p), (x)))
#define DPEX_KERNEL_ATOMIC_INT(op, p, ...)                                                         \
    (_Generic((p), int32_t *                                                                       \
              : dpex_atomic_##op##_int32_t, uint32_t *                                             \
              : dpex_atomic_##op##_uint32_t, int64_t *                                             \
              : dpex_atomic_##op##_int64_t, uint64_t *                                             \
              : dpex_atomic_##op##_uint64_t)((p), __VA_ARGS__))
#endif

/* How far a thread is in a group. */
typedef struct dpex_kernel_wait {
    const dpex_kernel_span *span;
    size_t item, first; /* the item that runs, and the first one that this call runs */
    int waited;
} dpex_kernel_wait;

typedef struct dpex_kernel_item {
    size_t id[3], size[3], local_id[3], local_size[3], group_id[3], n_groups[3];
    dpex_kernel_wait *wait; /* NULL: the item is a group of its own */
} dpex_kernel_item;

static inline void dpex_kernel_barrier(dpex_kernel_wait *wait, unsigned site)
{
    if (!wait) return;
    wait->waited = 1;
    /* Items run one after the other until the first of them waits: others have ended without. */
    wait->span->barrier(wait->span->crew, wait->item == wait->first ? site : DPEX_SITE_DIVERGENT);
}

/* ---- the macro ------------------------------------------------------------ */

enum {
#define DPEX_KERNEL_TYPE(type, dtype) dpex_kernel_type_##type = dtype,
#include "defs/kernel_type.def"
#undef DPEX_KERNEL_TYPE
    DPEX_KERNEL_N_TYPES
};

/* Code for three levels of x86 CPUs in one object, chosen when it is loaded; gcc vectorises
 * loops whose length it does not know from -O3 on only, whatever the extension is built with.
 * Sanitizers cannot run such resolvers. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__x86_64__) ||       \
    !defined(__GLIBC__)
#define DPEX_KERNEL_CODE
#elif defined(__clang__)
#if __has_attribute(target_clones)
#define DPEX_KERNEL_CODE __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define DPEX_KERNEL_CODE
#endif
#else
#define DPEX_KERNEL_CODE                                                                           \
    __attribute__((target_clones("default", "avx2", "avx512f"), optimize("O3")))
#endif

#ifdef __cplusplus
#include <type_traits>
#define DPEX_KERNEL_REAL(has_double) std::conditional<(has_double), double, float>::type
#else
#define DPEX_KERNEL_REAL(has_double) __typeof__(__builtin_choose_expr((has_double), 0.0, 0.0f))
#endif

/* The arguments behind the name are parameters as long as they are in parentheses; the rest,
 * commas and all, is the body. The parameters are collected into a sequence (a)(b)(c),
 * which is traversed by pairs of macros that call each other alternately. */
#define DPEX_KERNEL(name, ...)                                                                     \
    static const char dpex_kernel_text_##name[] = #__VA_ARGS__;                                    \
    DPEX_KERNEL_STEP0(name, , __VA_ARGS__)

#define DPEX_KERNEL_CAT(a, b)          DPEX_KERNEL_CAT_(a, b)
#define DPEX_KERNEL_CAT_(a, b)         a##b
#define DPEX_KERNEL_FIRST(...)         DPEX_KERNEL_FIRST_(__VA_ARGS__, ~)
#define DPEX_KERNEL_FIRST_(a, ...)     a
#define DPEX_KERNEL_SECOND(...)        DPEX_KERNEL_SECOND_(__VA_ARGS__)
#define DPEX_KERNEL_SECOND_(a, b, ...) b
#define DPEX_KERNEL_PROBE(...)         ~, 1
#define DPEX_KERNEL_IS_PARAM(...)      DPEX_KERNEL_SECOND(DPEX_KERNEL_PROBE __VA_ARGS__, 0, ~)
#define DPEX_KERNEL_NEXT(...)          DPEX_KERNEL_IS_PARAM(DPEX_KERNEL_FIRST(__VA_ARGS__))
#define DPEX_KERNEL_END(...)           DPEX_KERNEL_END_(__VA_ARGS__)
#define DPEX_KERNEL_END_(...)          __VA_ARGS__##_END

#define DPEX_KERNEL_STEP0(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP0_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP0_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP0_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP1(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP1(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP1_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP1_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP1_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP2(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP2(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP2_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP2_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP2_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP3(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP3(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP3_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP3_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP3_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP4(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP4(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP4_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP4_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP4_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP5(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP5(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP5_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP5_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP5_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP6(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP6(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP6_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP6_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP6_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP7(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP7(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP7_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP7_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP7_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP8(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP8(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP8_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP8_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP8_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP9(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP9(name, params, ...)                                                       \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP9_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP9_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP9_1(name, params, param, ...)                                              \
    DPEX_KERNEL_STEP10(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP10(name, params, ...)                                                      \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP10_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP10_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP10_1(name, params, param, ...)                                             \
    DPEX_KERNEL_STEP11(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP11(name, params, ...)                                                      \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP11_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP11_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP11_1(name, params, param, ...)                                             \
    DPEX_KERNEL_STEP12(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP12(name, params, ...)                                                      \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP12_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP12_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP12_1(name, params, param, ...)                                             \
    DPEX_KERNEL_STEP13(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP13(name, params, ...)                                                      \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP13_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP13_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP13_1(name, params, param, ...)                                             \
    DPEX_KERNEL_STEP14(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP14(name, params, ...)                                                      \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP14_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP14_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP14_1(name, params, param, ...)                                             \
    DPEX_KERNEL_STEP15(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP15(name, params, ...)                                                      \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP15_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP15_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP15_1(name, params, param, ...)                                             \
    DPEX_KERNEL_STEP16(name, params param, __VA_ARGS__)
#define DPEX_KERNEL_STEP16(name, params, ...)                                                      \
    DPEX_KERNEL_CAT(DPEX_KERNEL_STEP16_, DPEX_KERNEL_NEXT(__VA_ARGS__))(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP16_0(name, params, ...) DPEX_KERNEL_DEFINE(name, params, __VA_ARGS__)
#define DPEX_KERNEL_STEP16_1(name, params, ...)                                                    \
    typedef char DPEX_KERNEL_takes_at_most_16_parameters[-1];
/* Parameters of the body's function; they may be unused. */
#define DPEX_KERNEL_DECLARE_IN(type, name)    const type *name __attribute__((unused))
#define DPEX_KERNEL_DECLARE_OUT(type, name)   type *name __attribute__((unused))
#define DPEX_KERNEL_DECLARE_INOUT(type, name) type *name __attribute__((unused))
#define DPEX_KERNEL_DECLARE_VAL(type, name)   const type name __attribute__((unused))
#define DPEX_KERNEL_DECLARE_LOCAL(type, name) type *name __attribute__((unused))
#define DPEX_KERNEL_DECLARE_LAYOUT(name)                                                           \
    const dpex_kernel_layout dpex_layout_##name __attribute__((unused))
#define DPEX_KERNEL_DECLARE_IN_STRIDED(type, name)                                                 \
    DPEX_KERNEL_DECLARE_IN(type, name), DPEX_KERNEL_DECLARE_LAYOUT(name)
#define DPEX_KERNEL_DECLARE_OUT_STRIDED(type, name)                                                \
    DPEX_KERNEL_DECLARE_OUT(type, name), DPEX_KERNEL_DECLARE_LAYOUT(name)
#define DPEX_KERNEL_DECLARE_INOUT_STRIDED(type, name) DPEX_KERNEL_DECLARE_OUT_STRIDED(type, name)
#define DPEX_KERNEL_PARAM_A(access, type, name)                                                    \
    , DPEX_KERNEL_DECLARE_##access(type, name) DPEX_KERNEL_PARAM_B
#define DPEX_KERNEL_PARAM_B(access, type, name)                                                    \
    , DPEX_KERNEL_DECLARE_##access(type, name) DPEX_KERNEL_PARAM_A
#define DPEX_KERNEL_PARAM_A_END
#define DPEX_KERNEL_PARAM_B_END
/* The same as local variables, filled from the arguments. */
#define DPEX_KERNEL_FETCH_IN(type, name)    const type *name = *(const type *const *)*dpex_args++;
#define DPEX_KERNEL_FETCH_OUT(type, name)   type *name = *(type *const *)*dpex_args++;
#define DPEX_KERNEL_FETCH_INOUT(type, name) type *name = *(type *const *)*dpex_args++;
#define DPEX_KERNEL_FETCH_VAL(type, name)   const type name = *(const type *)*dpex_args++;
#define DPEX_KERNEL_FETCH_LOCAL(type, name) DPEX_KERNEL_FETCH_OUT(type, name)
#define DPEX_KERNEL_FETCH_OUT_STRIDED(type, name)                                                  \
    const dpex_kernel_layout dpex_layout_##name =                                                  \
        ((const dpex_kernel_strided *)*dpex_args)->layout;                                         \
    type *name = (type *)((const dpex_kernel_strided *)*dpex_args++)->ptr;
#define DPEX_KERNEL_FETCH_IN_STRIDED(type, name)    DPEX_KERNEL_FETCH_OUT_STRIDED(const type, name)
#define DPEX_KERNEL_FETCH_INOUT_STRIDED(type, name) DPEX_KERNEL_FETCH_OUT_STRIDED(type, name)
#define DPEX_KERNEL_LOAD_A(access, type, name)                                                     \
    DPEX_KERNEL_FETCH_##access(type, name) DPEX_KERNEL_LOAD_B
#define DPEX_KERNEL_LOAD_B(access, type, name)                                                     \
    DPEX_KERNEL_FETCH_##access(type, name) DPEX_KERNEL_LOAD_A
#define DPEX_KERNEL_LOAD_A_END
#define DPEX_KERNEL_LOAD_B_END
#define DPEX_KERNEL_NAME_A(access, type, name) , DPEX_KERNEL_PASS_##access(name) DPEX_KERNEL_NAME_B
#define DPEX_KERNEL_NAME_B(access, type, name) , DPEX_KERNEL_PASS_##access(name) DPEX_KERNEL_NAME_A
#define DPEX_KERNEL_PASS_IN(name)              name
#define DPEX_KERNEL_PASS_OUT(name)             name
#define DPEX_KERNEL_PASS_INOUT(name)           name
#define DPEX_KERNEL_PASS_VAL(name)             name
#define DPEX_KERNEL_PASS_LOCAL(name)           name
#define DPEX_KERNEL_PASS_IN_STRIDED(name)      name, dpex_layout_##name
#define DPEX_KERNEL_PASS_OUT_STRIDED(name)     name, dpex_layout_##name
#define DPEX_KERNEL_PASS_INOUT_STRIDED(name)   name, dpex_layout_##name
#define DPEX_KERNEL_NAME_A_END
#define DPEX_KERNEL_NAME_B_END
#define DPEX_KERNEL_ROW_A(access, type, name) DPEX_KERNEL_ROW(access, type, name) DPEX_KERNEL_ROW_B
#define DPEX_KERNEL_ROW_B(access, type, name) DPEX_KERNEL_ROW(access, type, name) DPEX_KERNEL_ROW_A
#define DPEX_KERNEL_ROW(access, type, name)                                                        \
    {#name, (dpex_dtype)dpex_kernel_type_##type, DPEX_KERNEL_##access},
#define DPEX_KERNEL_ROW_A_END
#define DPEX_KERNEL_ROW_B_END
#define DPEX_KERNEL_IS64_A(access, type, name)                                                     \
    || (int)dpex_kernel_type_##type == (int)DPEX_F64 DPEX_KERNEL_IS64_B
#define DPEX_KERNEL_IS64_B(access, type, name)                                                     \
    || (int)dpex_kernel_type_##type == (int)DPEX_F64 DPEX_KERNEL_IS64_A
#define DPEX_KERNEL_IS64_A_END
#define DPEX_KERNEL_IS64_B_END

/* Indices of the item. Where the range has no groups, the item is one. */
#define DPEX_KERNEL_SET_ALONE(d, index) dpex_item.id[d] = dpex_item.group_id[d] = (index)

/* for (each item of the span) call; one loop nest per number of dimensions, so that the id is a
 * plain loop variable. */
#define DPEX_KERNEL_LOOPS(...)                                                                     \
    const size_t *dpex_first = dpex_box->first, *dpex_count = dpex_box->count;                     \
    dpex_kernel_item dpex_item;                                                                    \
    for (int dpex_d = 0; dpex_d < 3; dpex_d++) {                                                   \
        dpex_item.size[dpex_d] = dpex_item.n_groups[dpex_d] = dpex_box->global[dpex_d];            \
        dpex_item.local_id[dpex_d] = 0;                                                            \
        dpex_item.local_size[dpex_d] = 1;                                                          \
    }                                                                                              \
    dpex_item.wait = NULL;                                                                         \
    const size_t dpex_n0 = dpex_count[0], dpex_n1 = dpex_count[1], dpex_n2 = dpex_count[2];        \
    const size_t dpex_f0 = dpex_first[0], dpex_f1 = dpex_first[1], dpex_f2 = dpex_first[2];        \
    DPEX_KERNEL_SET_ALONE(1, 0);                                                                   \
    DPEX_KERNEL_SET_ALONE(2, 0);                                                                   \
    if (dpex_box->nd == 1) {                                                                       \
        for (size_t dpex_i = 0; dpex_i < dpex_n0; dpex_i++) {                                      \
            DPEX_KERNEL_SET_ALONE(0, dpex_f0 + dpex_i);                                            \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
        return;                                                                                    \
    }                                                                                              \
    for (size_t dpex_i = 0; dpex_i < dpex_n0; dpex_i++) {                                          \
        DPEX_KERNEL_SET_ALONE(0, dpex_f0 + dpex_i);                                                \
        if (dpex_box->nd == 2) {                                                                   \
            for (size_t dpex_j = 0; dpex_j < dpex_n1; dpex_j++) {                                  \
                DPEX_KERNEL_SET_ALONE(1, dpex_f1 + dpex_j);                                        \
                __VA_ARGS__;                                                                       \
            }                                                                                      \
            continue;                                                                              \
        }                                                                                          \
        for (size_t dpex_j = 0; dpex_j < dpex_n1; dpex_j++) {                                      \
            DPEX_KERNEL_SET_ALONE(1, dpex_f1 + dpex_j);                                            \
            for (size_t dpex_k = 0; dpex_k < dpex_n2; dpex_k++) {                                  \
                DPEX_KERNEL_SET_ALONE(2, dpex_f2 + dpex_k);                                        \
                __VA_ARGS__;                                                                       \
            }                                                                                      \
        }                                                                                          \
    }

#define DPEX_KERNEL_SET_IN_GROUP(d, index)                                                         \
    dpex_item.local_id[d] = (index);                                                               \
    dpex_item.id[d] = dpex_box->first[d] + dpex_item.local_id[d]

/* The items of a group from dpex_first on; returns what ended. An item that waited is a fiber,
 * beside which others have begun: it runs no other item. A row along the last dimension is one
 * loop, whichever dimension that is. */
#define DPEX_KERNEL_GROUP_LOOPS(...)                                                               \
    dpex_kernel_wait dpex_wait = {dpex_box, dpex_first, dpex_first, 0};                            \
    dpex_kernel_item dpex_item;                                                                    \
    for (int dpex_d = 0; dpex_d < 3; dpex_d++) {                                                   \
        dpex_item.size[dpex_d] = dpex_box->global[dpex_d];                                         \
        dpex_item.local_size[dpex_d] = dpex_box->count[dpex_d];                                    \
        dpex_item.group_id[dpex_d] = dpex_box->group[dpex_d];                                      \
        dpex_item.n_groups[dpex_d] = dpex_box->n_groups[dpex_d];                                   \
    }                                                                                              \
    dpex_item.wait = &dpex_wait;                                                                   \
    const int dpex_is_1d = dpex_box->nd == 1, dpex_is_3d = dpex_box->nd == 3;                      \
    const size_t dpex_row = dpex_box->count[dpex_box->nd - 1];                                     \
    const size_t dpex_n1 = dpex_is_3d ? dpex_box->count[1] : 1;                                    \
    const size_t dpex_n = dpex_box->count[0] * dpex_box->count[1] * dpex_box->count[2];            \
    size_t dpex_at = dpex_first;                                                                   \
    while (dpex_at < dpex_n) {                                                                     \
        const size_t dpex_i = dpex_at / dpex_row, dpex_begin = dpex_at % dpex_row;                 \
        for (size_t dpex_k = dpex_begin; dpex_k < dpex_row; dpex_k++) {                            \
            DPEX_KERNEL_SET_IN_GROUP(0, dpex_is_1d ? dpex_k : dpex_i / dpex_n1);                   \
            DPEX_KERNEL_SET_IN_GROUP(1, dpex_is_1d ? 0 : dpex_is_3d ? dpex_i % dpex_n1 : dpex_k);  \
            DPEX_KERNEL_SET_IN_GROUP(2, dpex_is_3d ? dpex_k : 0);                                  \
            dpex_wait.item = dpex_at + (dpex_k - dpex_begin);                                      \
            __VA_ARGS__;                                                                           \
            if (dpex_wait.waited) return 1;                                                        \
        }                                                                                          \
        dpex_at += dpex_row - dpex_begin;                                                          \
    }                                                                                              \
    return dpex_n - dpex_first;

#define DPEX_KERNEL_DEFINE(name, params, ...)                                                      \
    static inline __attribute__((always_inline)) void dpex_kernel_body_##name(                     \
        const dpex_kernel_item dpex_item __attribute__((unused))                                   \
        DPEX_KERNEL_END(DPEX_KERNEL_PARAM_A params))                                               \
    {                                                                                              \
        typedef DPEX_KERNEL_REAL(0 DPEX_KERNEL_END(DPEX_KERNEL_IS64_A params)) dpex_real           \
            __attribute__((unused));                                                               \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    DPEX_KERNEL_CODE static void dpex_kernel_run_##name(const dpex_kernel_span *dpex_box,          \
                                                        void *const *dpex_args){                   \
        DPEX_KERNEL_END(DPEX_KERNEL_LOAD_A params) DPEX_KERNEL_LOOPS(dpex_kernel_body_##name(      \
            dpex_item DPEX_KERNEL_END(DPEX_KERNEL_NAME_A params)))} DPEX_KERNEL_CODE static size_t \
        dpex_kernel_run_group_##name(const dpex_kernel_span *dpex_box, void *const *dpex_args,     \
                                     size_t dpex_first)                                            \
    {                                                                                              \
        DPEX_KERNEL_END(DPEX_KERNEL_LOAD_A params)                                                 \
        DPEX_KERNEL_GROUP_LOOPS(                                                                   \
            dpex_kernel_body_##name(dpex_item DPEX_KERNEL_END(DPEX_KERNEL_NAME_A params)))         \
    }                                                                                              \
    static const dpex_kernel_param dpex_kernel_params_##name[] = {                                 \
        DPEX_KERNEL_END(DPEX_KERNEL_ROW_A params)};                                                \
    static const dpex_kernel_source name = {sizeof(dpex_kernel_source),                            \
                                            #name,                                                 \
                                            dpex_kernel_text_##name,                               \
                                            dpex_kernel_params_##name,                             \
                                            sizeof dpex_kernel_params_##name /                     \
                                                sizeof dpex_kernel_params_##name[0],               \
                                            dpex_kernel_run_##name,                                \
                                            dpex_kernel_run_group_##name};

#endif
