/* Integer helpers of portable kernel C, compiled here and handed as text to device compilers: arithmetic modulo 2^bits,
 * without undefined behaviour.
 *
 * The work type is unsigned and at least as wide as int, so that neither promotion nor overflow is signed. */
#ifndef DPEX_OPS_LOOPS_K_INTEGER_H
#define DPEX_OPS_LOOPS_K_INTEGER_H

#ifndef K_DEVICE
#include <stdint.h>
#endif

#define K_INTEGER(suffix, T, W)                                                                    \
    static inline T k_add_##suffix(T x, T y)                                                       \
    {                                                                                              \
        return (T)((W)x + (W)y);                                                                   \
    }                                                                                              \
    static inline T k_sub_##suffix(T x, T y)                                                       \
    {                                                                                              \
        return (T)((W)x - (W)y);                                                                   \
    }                                                                                              \
    static inline T k_mul_##suffix(T x, T y)                                                       \
    {                                                                                              \
        return (T)((W)x * (W)y);                                                                   \
    }                                                                                              \
    static inline T k_neg_##suffix(T x)                                                            \
    {                                                                                              \
        return (T)((W)0 - (W)x);                                                                   \
    }
K_INTEGER(i8, int8_t, uint32_t)
K_INTEGER(u8, uint8_t, uint32_t)
K_INTEGER(i16, int16_t, uint32_t)
K_INTEGER(u16, uint16_t, uint32_t)
K_INTEGER(i32, int32_t, uint32_t)
K_INTEGER(u32, uint32_t, uint32_t)
K_INTEGER(i64, int64_t, uint64_t)
K_INTEGER(u64, uint64_t, uint64_t)
#undef K_INTEGER

#endif
