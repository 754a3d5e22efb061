/* Elements repeated along rows: what broadcasting reads of an operand without that axis. */
#include "tables.h"

/* Of any type and alignment. */
typedef uint8_t __attribute__((may_alias)) bits1;
typedef uint16_t __attribute__((may_alias, aligned(1))) bits2;
typedef uint32_t __attribute__((may_alias, aligned(1))) bits4;
typedef uint64_t __attribute__((may_alias, aligned(1))) bits8;
typedef struct __attribute__((may_alias, packed)) bits16 {
    uint64_t first, second;
} bits16;

#define DEFINE_REPEAT(bytes)                                                                       \
    static void repeat_##bytes(void *to, const char *from, int64_t distance, size_t n_rows,        \
                               size_t n)                                                           \
    {                                                                                              \
        for (bits##bytes *out = to; n_rows; n_rows--, out += n, from += distance) {                \
            const bits##bytes element = *(const bits##bytes *)from;                                \
            for (size_t i = 0; i < n; i++) out[i] = element;                                       \
        }                                                                                          \
    }
DEFINE_REPEAT(1)
DEFINE_REPEAT(2)
DEFINE_REPEAT(4)
DEFINE_REPEAT(8)
DEFINE_REPEAT(16)

const dpex_repeat_fn K_IN_ISA(dpex_repeats)[5] = {repeat_1, repeat_2, repeat_4, repeat_8,
                                                  repeat_16};
