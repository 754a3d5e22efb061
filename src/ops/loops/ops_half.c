/* Loops of the few operations on float16 that float32 cannot stand in for: the row's real body on
 * the bits. */
#include "portable/k_real_arithmetic.h"
#include "tables.h"

/* K_IF_HALF(map)(text) expands to text for the one map that has them.
 * Only for the map of operations whose results are bits of a half, such as nextafter. */
#define K_HALF_STEPS() ~, KEEP
#define K_IF_HALF(map) K_PASTE(K_, K_SECOND(K_HALF_##map(), DROP, ~))

#define K_SUFFIX f16
#define K_LOOP(name, body)                                                                         \
    static void name##_f16(void *dst, const void *const *in, size_t n)                             \
    {                                                                                              \
        uint16_t *out = dst;                                                                       \
        const uint16_t *in0 = in[0], *in1 = in[1];                                                 \
        n &= ~(size_t)(DPEX_LOOP_MULTIPLE - 1);                                                    \
        K_INDEPENDENT for (size_t i = 0; i < n; i++)                                               \
        {                                                                                          \
            const uint16_t x = in0[i], y = in1[i];                                                 \
            out[i] = body;                                                                         \
        }                                                                                          \
    }

#define DPEX_ELEMENTWISE(name, arity, map, result, domain, b, i, u, r, c)                          \
    K_IF_HALF(map)(K_LOOP(name, r))
#include "defs/elementwise.def"
#undef DPEX_ELEMENTWISE

const dpex_loop_fn K_TABLE(f16)[DPEX_N_OPS] = {
#define DPEX_ELEMENTWISE(name, arity, map, ...) K_IF_HALF(map)([DPEX_OP_##name] = name##_f16, )
#include "defs/elementwise.def"
#undef DPEX_ELEMENTWISE
};
