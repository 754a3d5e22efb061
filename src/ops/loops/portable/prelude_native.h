/* Portable kernel C on the host: the helpers that bodies of defs/elementwise.def use, for one type
 * at a time.
 *
 * A loop template defines K_SUFFIX (f64, i32, c128, ...) before it expands a body; k_add(x, y) is
 * then k_add_<suffix>(x, y). The functions behind the names live in k_integer.h, k_real.h and
 * k_complex.h; here is only the dispatch. Everything that C leaves undefined or open is defined in
 * them: wrap-around, division by zero, conversions out of range. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_PRELUDE_NATIVE_H
#define DPEX_OPS_LOOPS_PORTABLE_PRELUDE_NATIVE_H

#include <stddef.h>
#include <stdint.h>

#include "dpex/dtype.h"

#include "k_names.h"

/* Iterations are independent: an output is exactly one of the inputs or does not overlap them. */
#if defined(__clang__)
#define K_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define K_INDEPENDENT _Pragma("GCC ivdep")
#else
#define K_INDEPENDENT
#endif

/* Before a loop of few iterations, which are to become vectors: gcc unrolls it first otherwise, and
 * then sees scalars. */
#if defined(__GNUC__) && !defined(__clang__)
#define K_STAYS_LOOP _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#else
#define K_STAYS_LOOP K_INDEPENDENT
#endif

#if defined(__clang__)
#define K_ALWAYS_INLINE __attribute__((always_inline))
#define K_AS_IT_IS      __attribute__((noinline))
#elif defined(__GNUC__)
#define K_ALWAYS_INLINE __attribute__((always_inline))
#define K_AS_IT_IS      __attribute__((noinline, noclone)) /* one loop, whatever the caller knows of n */
#else
#define K_ALWAYS_INLINE
#define K_AS_IT_IS
#endif

/* NAME_isa: symbols of several archives side by side. */
#define K_IN_ISA_(name, isa)  name##_##isa
#define K_IN_ISA__(name, isa) K_IN_ISA_(name, isa)
#define K_IN_ISA(name)        K_IN_ISA__(name, K_ISA)

/* K_IF_BODY(b)(text) expands to text unless b is NONE. A function-like NONE survives until the ()
 * that asks for it. A macro argument that is NONE() expands to `~, DROP`, so that the second of its
 * arguments is DROP; any other body leaves KEEP there. */
#define NONE()               ~, DROP
#define K_SECOND_(a, b, ...) b
#define K_SECOND(...)        K_SECOND_(__VA_ARGS__)
#define K_KEEP(...)          __VA_ARGS__
#define K_DROP(...)
#define K_IF_BODY(body) K_PASTE(K_, K_SECOND(body(), KEEP, ~))

/* K_SHORTCUT(name)(out, in, n): whether a quicker way has done the loop's work. There is one where
 * the file that holds the loops defines K_SHORTCUT_<name>() as `~, function`. */
#define K_NO_SHORTCUT(out, in, n) 0
#define K_SHORTCUT(name)          K_SECOND(K_SHORTCUT_##name(), K_NO_SHORTCUT, ~)

/* What x is: BOOL for the one map that says so, else SAME as the others; and its type. */
#define K_BOOL_FIRST_CHOICE() ~, BOOL
#define K_FIRST(map)          K_SECOND(K_BOOL_FIRST_##map(), SAME, ~)
#define K_FIRST_TYPE_SAME     T
#define K_FIRST_TYPE_BOOL     uint8_t
#define K_FIRST_TYPE(map)     K_PASTE(K_FIRST_TYPE_, K_FIRST(map))

/* The body of a row for the class K_CLASS (a column of defs/elementwise.def). */
#define K_BODY_bool(b, i, u, r, c)    b
#define K_BODY_int(b, i, u, r, c)     i
#define K_BODY_uint(b, i, u, r, c)    u
#define K_BODY_real(b, i, u, r, c)    r
#define K_BODY_complex(b, i, u, r, c) c
#define K_BODY(...)                   K_PASTE(K_BODY_, K_CLASS)(__VA_ARGS__)

#endif
