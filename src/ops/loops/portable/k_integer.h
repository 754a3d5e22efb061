/* Integer helpers of portable kernel C, compiled here and handed as text to device compilers:
 * arithmetic modulo 2^bits, without undefined behaviour.
 *
 * The work type is unsigned and at least as wide as int, so that neither promotion nor overflow is
 * signed. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_INTEGER_H
#define DPEX_OPS_LOOPS_PORTABLE_K_INTEGER_H

#ifndef K_DEVICE
#include <stdint.h>

#include "k_used.h"
#endif

#define K_INTEGER(suffix, T, W)                                                                     \
    static inline T k_add_##suffix(T x, T y)                                                        \
    {                                                                                               \
        return (T)((W)x + (W)y);                                                                    \
    }                                                                                               \
    static inline T k_sub_##suffix(T x, T y)                                                        \
    {                                                                                               \
        return (T)((W)x - (W)y);                                                                    \
    }                                                                                               \
    static inline T k_mul_##suffix(T x, T y)                                                        \
    {                                                                                               \
        return (T)((W)x * (W)y);                                                                    \
    }                                                                                               \
    static inline T k_neg_##suffix(T x)                                                             \
    {                                                                                               \
        return (T)((W)0 - (W)x);                                                                    \
    }                                                                                               \
    static inline T k_shift_left_##suffix(T x, T y)                                                 \
    {                                                                                               \
        W bits = 8 * sizeof(T), count = (W)y;                                                       \
        return count < bits ? (T)((W)x << (count & (bits - 1))) : (T)0;                             \
    }                                                                                               \
    static inline T k_power_##suffix(T x, T y)                                                      \
    {                                                                                               \
        /* By squares, for every bit of the exponent: the same steps for signed and unsigned \
         * numbers, modulo 2^bits. */      \
        W result = 1, base = (W)x;                                                                  \
        for (W rest = (W)y; rest; rest >>= 1) {                                                     \
            if (rest & 1) result *= base;                                                           \
            base *= base;                                                                           \
        }                                                                                           \
        return (T)result;                                                                           \
    }                                                                                               \
    static inline W k_greatest_divisor_##suffix(W x, W y)                                           \
    {                                                                                               \
        while (y) {                                                                                 \
            W rest = x % y;                                                                         \
            x = y;                                                                                  \
            y = rest;                                                                               \
        }                                                                                           \
        return x;                                                                                   \
    }                                                                                               \
    static inline W k_least_multiple_##suffix(W x, W y)                                             \
    {                                                                                               \
        /* Divided first: the product of both may not fit where the multiple does. */               \
        W divisor = k_greatest_divisor_##suffix(x, y);                                              \
        return divisor ? x / divisor * y : 0;                                                       \
    }                                                                                               \
    /* Sums of neighbours: of bits, of pairs, of halves of bytes, and of all bytes by a product. */ \
    static inline uint8_t k_ones_##suffix(W x)                                                      \
    {                                                                                               \
        const W all = ~(W)0;                                                                        \
        x = x - (x >> 1 & all / 3);                                                                 \
        x = (x & all / 5) + (x >> 2 & all / 5);                                                     \
        x = (x + (x >> 4)) & all / 17;                                                              \
        return (uint8_t)(x * (all / 255) >> (8 * sizeof(W) - 8));                                   \
    }

/* Quotients round down and remainders have the divisor's sign; by zero both are 0. A shift by more
 * bits than there are, or by a negative number, leaves what a shift by very many leaves. A negative
 * power is 0. The same as NumPy's integer operations, which C leaves undefined (division by zero,
 * INT_MIN / -1, shifts by too many bits). */
#define K_SIGNED(suffix, T, W)                                                                     \
    K_INTEGER(suffix, T, W)                                                                        \
    static inline T k_abs_##suffix(T x)                                                            \
    {                                                                                              \
        return x < 0 ? k_neg_##suffix(x) : x;                                                      \
    }                                                                                              \
    static inline T k_sign_##suffix(T x)                                                           \
    {                                                                                              \
        T above = x > 0 ? 1 : 0; /* as wide as x: int would split vectors' masks */                \
        return x < 0 ? (T)-1 : above;                                                              \
    }                                                                                              \
    static inline W k_size_##suffix(T x)                                                           \
    {                                                                                              \
        return x < 0 ? (W)0 - (W)x : (W)x;                                                         \
    }                                                                                              \
    static inline T k_fmod_##suffix(T x, T y)                                                      \
    {                                                                                              \
        /* The least number modulo -1 traps on x86, where the quotient does not fit; modulo 1 it \
         * is 0 as well. */ \
        return (T)(x % (T)(y == 0 || y == -1 ? 1 : y));                                            \
    }                                                                                              \
    static inline T k_gcd_##suffix(T x, T y)                                                       \
    {                                                                                              \
        return (T)k_greatest_divisor_##suffix(k_size_##suffix(x), k_size_##suffix(y));             \
    }                                                                                              \
    static inline T k_lcm_##suffix(T x, T y)                                                       \
    {                                                                                              \
        return (T)k_least_multiple_##suffix(k_size_##suffix(x), k_size_##suffix(y));               \
    }                                                                                              \
    static inline uint8_t k_bit_count_##suffix(T x)                                                \
    {                                                                                              \
        return k_ones_##suffix(k_size_##suffix(x));                                                \
    }                                                                                              \
    static inline T k_floor_divide_##suffix(T x, T y)                                              \
    {                                                                                              \
        T divisor = (T)(y == 0 || y == -1 ? 1 : y), quotient = (T)(x / divisor);                   \
        /* C rounds quotients towards zero: one less where there is a rest and the quotient is \
         * negative. */   \
        T down = (T)(x % divisor != 0 && (x < 0) != (y < 0));                                      \
        T regular = (T)(quotient - down);                                                          \
        return (T)(y == 0 ? 0 : y == -1 ? k_neg_##suffix(x) : regular);                            \
    }                                                                                              \
    static inline T k_remainder_##suffix(T x, T y)                                                 \
    {                                                                                              \
        T divisor = (T)(y == 0 || y == -1 ? 1 : y), rest = (T)(x % divisor);                       \
        return (T)(rest != 0 && (x < 0) != (y < 0) ? rest + y : rest);                             \
    }                                                                                              \
    static inline T k_pow_##suffix(T x, T y)                                                       \
    {                                                                                              \
        return y < 0 ? (T)0 : k_power_##suffix(x, y);                                              \
    }                                                                                              \
    static inline T k_shift_right_##suffix(T x, T y)                                               \
    {                                                                                              \
        /* of numbers without a sign: vectors shift these by numbers as wide as they are */        \
        W bits = 8 * sizeof(T), count = (W)y, sign = x < 0 ? ~(W)0 : (W)0;                         \
        W rest = count < bits ? ((W)x ^ sign) >> (count & (bits - 1)) : (W)0;                      \
        return (T)(rest ^ sign);                                                                   \
    }

#define K_UNSIGNED(suffix, T, W)                                                                   \
    K_INTEGER(suffix, T, W)                                                                        \
    static inline T k_fmod_##suffix(T x, T y)                                                      \
    {                                                                                              \
        return (T)(y == 0 ? 0 : x % (y == 0 ? 1 : y));                                             \
    }                                                                                              \
    static inline T k_gcd_##suffix(T x, T y)                                                       \
    {                                                                                              \
        return (T)k_greatest_divisor_##suffix(x, y);                                               \
    }                                                                                              \
    static inline T k_lcm_##suffix(T x, T y)                                                       \
    {                                                                                              \
        return (T)k_least_multiple_##suffix(x, y);                                                 \
    }                                                                                              \
    static inline uint8_t k_bit_count_##suffix(T x)                                                \
    {                                                                                              \
        return k_ones_##suffix(x);                                                                 \
    }                                                                                              \
    static inline T k_floor_divide_##suffix(T x, T y)                                              \
    {                                                                                              \
        return (T)(y == 0 ? 0 : x / (y == 0 ? 1 : y));                                             \
    }                                                                                              \
    static inline T k_remainder_##suffix(T x, T y)                                                 \
    {                                                                                              \
        return (T)(y == 0 ? 0 : x % (y == 0 ? 1 : y));                                             \
    }                                                                                              \
    static inline T k_pow_##suffix(T x, T y)                                                       \
    {                                                                                              \
        return k_power_##suffix(x, y);                                                             \
    }                                                                                              \
    static inline T k_shift_right_##suffix(T x, T y)                                               \
    {                                                                                              \
        W bits = 8 * sizeof(T), count = (W)y;                                                      \
        return count < bits ? (T)((W)x >> (count & (bits - 1))) : (T)0;                            \
    }
K_IF_I8(K_SIGNED(i8, int8_t, uint32_t))
K_IF_U8(K_UNSIGNED(u8, uint8_t, uint32_t))
K_IF_I16(K_SIGNED(i16, int16_t, uint32_t))
K_IF_U16(K_UNSIGNED(u16, uint16_t, uint32_t))
K_IF_I32(K_SIGNED(i32, int32_t, uint32_t))
K_IF_U32(K_UNSIGNED(u32, uint32_t, uint32_t))
K_IF_I64(K_SIGNED(i64, int64_t, uint64_t))
K_IF_U64(K_UNSIGNED(u64, uint64_t, uint64_t))
#undef K_INTEGER
#undef K_SIGNED
#undef K_UNSIGNED

#endif
