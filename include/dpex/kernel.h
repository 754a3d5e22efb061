/* Kernels written once: DPEX_KERNEL, for authors of extensions in C (C11) or C++ (C++17), with
 * gcc or clang.
 *
 *     DPEX_KERNEL(axpy, (VAL, double, a), (IN, double, x), (INOUT, double, y), (VAL, size_t, n), {
 *         size_t i = k_global_id(0);
 *         if (i < n) y[i] = a * x[i] + y[i];
 *     })
 *
 * defines `axpy`, a dpex_kernel_source for dpex_kernel_source_launch. A parameter is (access,
 * type, name), access one of IN, OUT, INOUT (arrays) and VAL (a number), type one of
 * defs/kernel_type.def. The body is portable kernel C: what C11, OpenCL C and CUDA C have in
 * common, with the names below; docs/kernels.md says what that is. Here it is compiled for this
 * machine, inside a loop over items that the compiler vectorises; the same text, kept as a
 * string, is what devices get that compile text of their own. `return` ends an item. */
#ifndef DPEX_KERNEL_H
#define DPEX_KERNEL_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "launch.h"

#ifdef __cplusplus
#include <cmath>
#endif

/* ---- functions of a body ------------------------------------------------------------ */

/* The item's index in the range, dimension 0 to 2 in the order of the range that was launched: the last one
 * varies fastest. */
#define k_global_id(d)   (dpex_item.id[d])
#define k_global_size(d) (dpex_item.size[d])

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

/* ---- the macro ------------------------------------------------------------ */

typedef struct dpex_kernel_item {
    size_t id[3], size[3];
} dpex_kernel_item;

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
#define DPEX_KERNEL_LOAD_A(access, type, name)                                                     \
    DPEX_KERNEL_FETCH_##access(type, name) DPEX_KERNEL_LOAD_B
#define DPEX_KERNEL_LOAD_B(access, type, name)                                                     \
    DPEX_KERNEL_FETCH_##access(type, name) DPEX_KERNEL_LOAD_A
#define DPEX_KERNEL_LOAD_A_END
#define DPEX_KERNEL_LOAD_B_END
#define DPEX_KERNEL_NAME_A(access, type, name) , name DPEX_KERNEL_NAME_B
#define DPEX_KERNEL_NAME_B(access, type, name) , name DPEX_KERNEL_NAME_A
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

/* for (each item of the span) call; one loop nest per number of dimensions, so that the id is a
 * plain loop variable. */
#define DPEX_KERNEL_LOOPS(...)                                                                     \
    const size_t *dpex_first = dpex_box->first, *dpex_count = dpex_box->count;                     \
    dpex_kernel_item dpex_item;                                                                    \
    for (int dpex_d = 0; dpex_d < 3; dpex_d++) dpex_item.size[dpex_d] = dpex_box->global[dpex_d];  \
    const size_t dpex_n0 = dpex_count[0], dpex_n1 = dpex_count[1], dpex_n2 = dpex_count[2];        \
    const size_t dpex_f0 = dpex_first[0], dpex_f1 = dpex_first[1], dpex_f2 = dpex_first[2];        \
    dpex_item.id[1] = dpex_item.id[2] = 0;                                                         \
    if (dpex_box->nd == 1) {                                                                       \
        for (size_t dpex_i = 0; dpex_i < dpex_n0; dpex_i++) {                                      \
            dpex_item.id[0] = dpex_f0 + dpex_i;                                                    \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
        return;                                                                                    \
    }                                                                                              \
    for (size_t dpex_i = 0; dpex_i < dpex_n0; dpex_i++) {                                          \
        dpex_item.id[0] = dpex_f0 + dpex_i;                                                        \
        if (dpex_box->nd == 2) {                                                                   \
            for (size_t dpex_j = 0; dpex_j < dpex_n1; dpex_j++) {                                  \
                dpex_item.id[1] = dpex_f1 + dpex_j;                                                \
                __VA_ARGS__;                                                                       \
            }                                                                                      \
            continue;                                                                              \
        }                                                                                          \
        for (size_t dpex_j = 0; dpex_j < dpex_n1; dpex_j++) {                                      \
            dpex_item.id[1] = dpex_f1 + dpex_j;                                                    \
            for (size_t dpex_k = 0; dpex_k < dpex_n2; dpex_k++) {                                  \
                dpex_item.id[2] = dpex_f2 + dpex_k;                                                \
                __VA_ARGS__;                                                                       \
            }                                                                                      \
        }                                                                                          \
    }

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
                                                        void *const *dpex_args)                    \
    {                                                                                              \
        DPEX_KERNEL_END(DPEX_KERNEL_LOAD_A params)                                                 \
        DPEX_KERNEL_LOOPS(                                                                         \
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
                                            dpex_kernel_run_##name};

#endif
