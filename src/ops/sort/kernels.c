/* The compiled functions of sorting for one instruction set: the templates for every type and form
 * of elements, and their table.
 *
 * First the keys of each dtype (keys.inc: U, its bits; K, its keys), then the sorts of each form of
 * element (radix.inc, select.inc: E, the element), then comparisons for searches (T, the type
 * itself). */
#include <string.h>

#include "kernels.h"
#include "ops/loops/tables.h"

/* bool and uint8 share their functions: a bool is 0 or 1. */
#define K_SUFFIX b8
#define U        uint8_t
#define K        uint32_t
#define K_UNSIGNED
#define K_PACKED
#include "keys.inc"

#define K_SUFFIX i8
#define U        uint8_t
#define K        uint32_t
#define K_SIGNED
#define K_PACKED
#include "keys.inc"

#define K_SUFFIX i16
#define U        uint16_t
#define K        uint32_t
#define K_SIGNED
#define K_PACKED
#include "keys.inc"

#define K_SUFFIX u16
#define U        uint16_t
#define K        uint32_t
#define K_UNSIGNED
#define K_PACKED
#include "keys.inc"

#define K_SUFFIX i32
#define U        uint32_t
#define K        uint32_t
#define K_SIGNED
#define K_PACKED
#include "keys.inc"

#define K_SUFFIX u32
#define U        uint32_t
#define K        uint32_t
#define K_UNSIGNED
#define K_PACKED
#include "keys.inc"

#define K_SUFFIX i64
#define U        uint64_t
#define K        uint64_t
#define K_SIGNED
#include "keys.inc"

#define K_SUFFIX u64
#define U        uint64_t
#define K        uint64_t
#define K_UNSIGNED
#include "keys.inc"

#define K_SUFFIX   f16
#define U          uint16_t
#define K          uint32_t
#define K_INFINITY 0x7c00u
#define K_PACKED
#define K_ORDERED_BY_KEY
#include "keys.inc"

#define K_SUFFIX   f32
#define U          uint32_t
#define K          uint32_t
#define K_INFINITY 0x7f800000u
#define K_PACKED
#define K_COMPLEX c64
#include "keys.inc"

#define K_SUFFIX   f64
#define U          uint64_t
#define K          uint64_t
#define K_INFINITY 0x7ff0000000000000u
#define K_COMPLEX  c128
#include "keys.inc"

/* Up to FEW elements are sorted by insertion, keys that lie within MAX_COUNTED of each other by
 * counting; a digit has at most MAX_DIGIT_BITS. */
enum { FEW = 24, MAX_DIGIT_BITS = 11, SPARE_BITS = 7, MAX_COUNTED = 4096, CROWD = 2 };

/* The number of bits that x needs; 0 for 0. */
static int n_bits(uint64_t x)
{
    return x ? 64 - __builtin_clzll(x) : 0;
}

/* The number of leading bits by which most of n elements differ, if keys are spread evenly.
 * SPARE_BITS more than the number of elements has: of evenly spread keys then about one element
 * in 2^SPARE_BITS still agrees with another, which the final insertion sort resolves. At most
 * two digits. */
static int sorting_bits(int64_t n)
{
    const int bits = n_bits((uint64_t)n) + SPARE_BITS;
    return bits < 2 * MAX_DIGIT_BITS ? bits : 2 * MAX_DIGIT_BITS;
}

/* The mean over all elements of the count of their own digit.
 * A crowd of k elements costs an insertion sort k * k steps, so the mean is weighted by the
 * elements, not by the bins. */
static int64_t mean_crowd(const int64_t *counts, int n_counts, int64_t n)
{
    double sum = 0;
    for (int i = 0; i < n_counts; i++) sum += (double)counts[i] * (double)counts[i];
    return (int64_t)(sum / (double)n);
}

/* An exclusive prefix sum in place: where the elements of each digit begin. */
static void counts_to_offsets(int64_t *counts, int n)
{
    int64_t offset = 0;
    for (int i = 0; i < n; i++) {
        const int64_t count = counts[i];
        counts[i] = offset;
        offset += count;
    }
}

#define K_SUFFIX key32
#define K_NETWORK
#define E        uint32_t
#define K        uint32_t
#define K_KEY(e) (e)
#include "radix.inc"

#define K_SUFFIX key64
#define K_NETWORK
#define E        uint64_t
#define K        uint64_t
#define K_KEY(e) (e)
#include "radix.inc"

#define K_SUFFIX pair
#define E        dpex_sort_pair
#define K        uint64_t
#define K_KEY(e) ((e).key)
#include "radix.inc"

static void get_indices_of_packed(int64_t *indices, const void *elems, size_t n)
{
    const uint64_t *in = elems;
    for (size_t i = 0; i < n; i++) indices[i] = (int64_t)(in[i] & UINT32_MAX);
}

static void get_indices_of_pairs(int64_t *indices, const void *elems, size_t n)
{
    const dpex_sort_pair *in = elems;
    for (size_t i = 0; i < n; i++) indices[i] = in[i].index;
}

/* ---- comparing values -------------------------------------------------------------------------------------- */

/* A block of values whose searches are interleaved; its table of positions is on the stack. */
enum { SEARCH_BLOCK = 128 };

#define K_SUFFIX u8
#define T        uint8_t
#include "compare.inc"

#define K_SUFFIX i8
#define T        int8_t
#include "compare.inc"

#define K_SUFFIX i16
#define T        int16_t
#include "compare.inc"

#define K_SUFFIX u16
#define T        uint16_t
#include "compare.inc"

#define K_SUFFIX i32
#define T        int32_t
#include "compare.inc"

#define K_SUFFIX u32
#define T        uint32_t
#include "compare.inc"

#define K_SUFFIX i64
#define T        int64_t
#include "compare.inc"

#define K_SUFFIX u64
#define T        uint64_t
#include "compare.inc"

#define K_SUFFIX       f32
#define T              float
#define K_IS_NUMBER(x) ((x) == (x))
#include "compare.inc"

#define K_SUFFIX       f64
#define T              double
#define K_IS_NUMBER(x) ((x) == (x))
#include "compare.inc"

/* Types that C does not order are compared by their sorting keys. */
#define K_SUFFIX      f16
#define T             uint16_t
#define K_BELOW(a, b) (equal_key_f16(a) < equal_key_f16(b))
#define K_UP_TO(a, b) (equal_key_f16(a) <= equal_key_f16(b))
#define K_SAME(a, b)  (equal_key_f16(a) == equal_key_f16(b) && !is_nan_f16(a))
#include "compare.inc"

#define K_SUFFIX      c64
#define T             complex_bits_c64
#define K_BELOW(a, b) (order_c64(a, b) < 0)
#define K_UP_TO(a, b) (order_c64(a, b) <= 0)
#define K_SAME(a, b)  (order_c64(a, b) == 0 && !is_nan_c64(a))
#include "compare.inc"

#define K_SUFFIX      c128
#define T             complex_bits_c128
#define K_BELOW(a, b) (order_c128(a, b) < 0)
#define K_UP_TO(a, b) (order_c128(a, b) <= 0)
#define K_SAME(a, b)  (order_c128(a, b) == 0 && !is_nan_c128(a))
#include "compare.inc"

/* PACKED elements are sorted by the functions of KEY64; only they have indices to extract. */
#define CODE(E, suffix, lines, get_indices)                                                        \
    {                                                                                              \
        sizeof(E), lines, sort_##suffix, bin_##suffix, spread_##suffix, spread_end_##suffix,       \
            keep_below_##suffix, divide_##suffix, count_below_##suffix, select_##suffix,           \
            get_key_##suffix, get_indices                                                          \
    }

/* Bools are bytes, and bytes are their own keys. */
#define type_u8    type_b8
#define compare_b8 compare_u8

const dpex_sort_kernels K_IN_ISA(dpex_sort_kernels) = {
    .code =
        {
            [DPEX_SORT_KEY32] = CODE(uint32_t, key32, sort_lines_key32, NULL),
            [DPEX_SORT_KEY64] = CODE(uint64_t, key64, sort_lines_key64, NULL),
            [DPEX_SORT_PACKED] = CODE(uint64_t, key64, sort_lines_key64, get_indices_of_packed),
            [DPEX_SORT_PAIR] = CODE(dpex_sort_pair, pair, NULL, get_indices_of_pairs),
        },
    .types =
        {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    [number] = &type_##suffix,
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
        },
    .compare =
        {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    [number] = &compare_##suffix,
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
        },
};
