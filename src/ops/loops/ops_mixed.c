/* Comparisons of int64 with uint64, exact: a three-way comparison c first, then the row's integer
 * body for c and 0. */
#include "tables.h"

/* A negative x is below every y; otherwise both are compared as unsigned. A conversion to double
 * would round. */
static inline int compare_i64_u64(int64_t x, uint64_t y)
{
    return x < 0 ? -1 : ((uint64_t)x > y) - ((uint64_t)x < y);
}

static inline int compare_u64_i64(uint64_t x, int64_t y)
{
    return -compare_i64_u64(y, x);
}

/* K_IF_MIXED(map)(text) expands to text for the one map that has these signatures. */
#define K_MIXED_COMPARISON() ~, KEEP
#define K_IF_MIXED(map)      K_PASTE(K_, K_SECOND(K_MIXED_##map(), DROP, ~))

#define K_LOOP(name, suffix, X, Y, body)                                                           \
    static void name##_##suffix(void *dst, const void *const *in, size_t n)                        \
    {                                                                                              \
        uint8_t *out = dst;                                                                        \
        const X *in0 = in[0];                                                                      \
        const Y *in1 = in[1];                                                                      \
        n &= ~(size_t)(DPEX_LOOP_MULTIPLE - 1);                                                    \
        K_INDEPENDENT for (size_t i = 0; i < n; i++)                                               \
        {                                                                                          \
            const int x = compare_##suffix(in0[i], in1[i]), y = 0;                                 \
            out[i] = body;                                                                         \
        }                                                                                          \
    }

#define DPEX_ELEMENTWISE(name, arity, map, result, domain, b, i, ...)                              \
    K_IF_MIXED(map)                                                                                \
    (K_LOOP(name, i64_u64, int64_t, uint64_t, i) K_LOOP(name, u64_i64, uint64_t, int64_t, i))
#include "defs/elementwise.def"
#undef DPEX_ELEMENTWISE

const dpex_loop_fn K_TABLE(i64_u64)[DPEX_N_OPS] = {
#define DPEX_ELEMENTWISE(name, arity, map, ...) K_IF_MIXED(map)([DPEX_OP_##name] = name##_i64_u64, )
#include "defs/elementwise.def"
#undef DPEX_ELEMENTWISE
};

const dpex_loop_fn K_TABLE(u64_i64)[DPEX_N_OPS] = {
#define DPEX_ELEMENTWISE(name, arity, map, ...) K_IF_MIXED(map)([DPEX_OP_##name] = name##_u64_i64, )
#include "defs/elementwise.def"
#undef DPEX_ELEMENTWISE
};
