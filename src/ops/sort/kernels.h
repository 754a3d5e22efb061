/* The compiled pieces of sorting, once per instruction set: values to keys, the sort in cache, the spreading to buckets.
 *
 * Everything sorts unsigned integers. A value becomes a *key*, an unsigned integer that is ordered as the values are (NaN after
 * all others); where the result is an order, key and place make an *element*. Three forms of elements exist:
 *
 *     KEY32, KEY64   keys of values up to 32 and of 64 bits; the values are got back from them
 *     PLACED         key << 32 | place, for keys up to 32 bits and lines shorter than 2^32: compared as one integer
 *     PAIR           key and place apart, for all others; compared by key, equal ones stay in order
 *
 * PLACED elements are sorted by the code of KEY64. Keys of KEY32 and KEY64 keep all bits of the value: -0.0 is just below 0.0 and
 * NaNs differ. Keys of elements with a place make them equal. */
#ifndef DPEX_OPS_SORT_KERNELS_H
#define DPEX_OPS_SORT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "dpex/dtype.h"

typedef enum dpex_sort_form {
    DPEX_SORT_KEY32,
    DPEX_SORT_KEY64,
    DPEX_SORT_PLACED,
    DPEX_SORT_PAIR,
    DPEX_N_SORT_FORMS
} dpex_sort_form;

typedef struct dpex_sort_pair {
    uint64_t key;
    int64_t place;
} dpex_sort_pair;

/* Values of one type, contiguous, to elements and back. flip is XORed to keys: 0, or all bits of a key for descending order. */
typedef struct dpex_sort_type {
    uint8_t key_bits; /* 64 for complex numbers, whose keys are those of one part */
    uint8_t has_ties; /* values may be equal and yet differ in bits */
    uint64_t minus_zero,
        infinity; /* keys with all bits, of real types: 0.0 follows -0.0, NaNs follow infinity */
    /* KEY32 or KEY64, whichever holds the type; NULL for complex numbers */
    void (*load_keys)(void *elems, const void *values, size_t n, uint64_t flip);
    void (*store_keys)(void *values, const void *elems, size_t n, uint64_t flip);
    /* elements with places first, first + 1, ...; NULL where the key has more than 32 bits */
    void (*load_placed)(uint64_t *elems, const void *values, size_t n, int64_t first,
                        uint64_t flip);
    void (*load_pairs)(dpex_sort_pair *elems, const void *values, size_t n, int64_t first,
                       uint64_t flip);
    /* Second keys, which decide between elements whose first ones are equal; NULL where there are none. line: value of place 0 */
    void (*load_second)(dpex_sort_pair *elems, const char *line, int64_t stride, size_t n,
                        uint64_t flip);
} dpex_sort_type;

/* Key k belongs to bin min((k - low) >> shift, last), keys below low to bin 0. */
typedef struct dpex_sort_bins {
    uint64_t low;
    int shift;
    uint16_t last;
} dpex_sort_bins;

/* Elements on their way to buckets that lie one after the other in dst: gathered in a line per bucket, written a line at a time. */
enum { DPEX_SORT_LINE_BYTES = 256 };
typedef struct dpex_sort_spread {
    char *dst;   /* 64-byte aligned */
    char *lines; /* DPEX_SORT_LINE_BYTES per bucket, 64-byte aligned */
    const int64_t
        *start; /* where the first element of this spreading goes, by bucket; in elements of dst */
    int64_t *next; /* where the next one goes; begins as start */
    int streams;   /* past the caches; the caller makes it visible afterwards */
} dpex_sort_spread;

/* Short lines are sorted side by side, by a network whose every step is one for all of them. */
enum { DPEX_SORT_SIDE_BY_SIDE = 16 };

typedef struct dpex_sort_code {
    size_t elem_bytes;
    /* DPEX_SORT_SIDE_BY_SIDE lines of n elements, one after the other, each sorted; spare: as many elements. Not stable; NULL for
     * pairs. */
    void (*sort_lines)(void *elems, void *spare, int64_t n);
    /* out[0..n) = src[0..n) sorted, stable; out may be src. spare: n elements. */
    void (*sort)(const void *src, void *spare, void *out, int64_t n);
    void (*bin)(uint16_t *ids, const void *elems, size_t n, const dpex_sort_bins *bins);
    /* Element i to bucket buckets[i], in order. */
    void (*spread)(dpex_sort_spread *to, const void *elems, const uint16_t *buckets, size_t n);
    void (*spread_end)(dpex_sort_spread *to, int n_buckets);
    /* Elements whose key is below `limit`, appended to `kept`; their number. */
    size_t (*keep_below)(void *kept, const void *elems, size_t n, uint64_t limit);
    /* Elements with a key below `bound` stay, first ones first; the others go to `rest`, which has room for n. How many stay. */
    size_t (*divide)(void *elems, void *rest, size_t n, uint64_t bound);
    /* counts[j] = how many of n < 2^32 elements have a key below bounds[j] */
    void (*count_below)(int64_t *counts, const void *elems, size_t n, const uint64_t *bounds,
                        int n_bounds);
    /* Puts elements where a sort would at n_places ascending places, smaller ones before and larger ones behind. spare: n. */
    void (*select)(void *elems, void *spare, int64_t n, const int64_t *places, int n_places);
    uint64_t (*get_key)(const void *elems, int64_t i);
    void (*get_places)(int64_t *places, const void *elems, size_t n); /* NULL for keys alone */
} dpex_sort_code;

/* What compares sorted values of one type, contiguous ones. */
typedef struct dpex_sort_compare {
    /* places[i] = how many of `sorted` are below values[i]; from_right: not above it. NaN as sorting has it. */
    void (*search)(const void *sorted, int64_t n_sorted, const void *values, size_t n,
                   int from_right, int64_t *places);
    /* found[i] = (values[i] is at places[i], as search gave it, of `sorted`) != invert */
    void (*match)(const void *sorted, int64_t n_sorted, const void *values, size_t n,
                  const int64_t *places, int invert, uint8_t *found);
    /* numbers = those of first..first+n whose value differs from the one before, 0 among them; how many. Room for n. */
    size_t (*find_new)(const void *values, int64_t first, int64_t n, int64_t *numbers);
} dpex_sort_compare;

typedef struct dpex_sort_kernels {
    dpex_sort_code code[DPEX_N_SORT_FORMS];
    const dpex_sort_type *types[DPEX_N_DTYPES];
    const dpex_sort_compare *compare[DPEX_N_DTYPES];
} dpex_sort_kernels;

#endif
