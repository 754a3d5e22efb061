/* The compiled functions of sorting, once per instruction set: values to keys, the sort in cache,
 * the distribution to buckets.
 *
 * All sorts compare unsigned integers. A value becomes a *key*, an unsigned integer that is ordered
 * as the values are (NaN after all others); where indices are wanted, a key and an index make an
 * *element*. There are these forms of elements:
 *
 *     KEY32, KEY64   keys of values up to 32 and of 64 bits; the values are recovered from them
 *     PACKED         key << 32 | index, for keys up to 32 bits and lines shorter than 2^32: compared as one integer
 *     PAIR           key and index as a struct, for all others; compared by key, with stable sorts
 *
 * PACKED elements are sorted by the code of KEY64. Keys of KEY32 and KEY64 keep all bits of the
 * value: -0.0 is just below 0.0 and NaNs differ. Keys of elements with an index are equal for
 * these. */
#ifndef DPEX_OPS_SORT_KERNELS_H
#define DPEX_OPS_SORT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "dpex/dtype.h"

typedef enum dpex_sort_form {
    DPEX_SORT_KEY32,
    DPEX_SORT_KEY64,
    DPEX_SORT_PACKED,
    DPEX_SORT_PAIR,
    DPEX_N_SORT_FORMS
} dpex_sort_form;

typedef struct dpex_sort_pair {
    uint64_t key;  /* as kernels.h says, with flip applied */
    int64_t index; /* in the line, from 0 on */
} dpex_sort_pair;

/* Values of one type, contiguous, to elements and back. flip is XORed to keys: 0, or all bits of a
 * key for descending order. */
typedef struct dpex_sort_type {
    uint8_t key_bits; /* 64 for complex numbers, whose keys are those of one part */
    uint8_t has_ties; /* values may be equal and yet differ in bits */
    uint64_t minus_zero,
        infinity; /* keys with all bits, of real types: 0.0 follows -0.0, NaNs follow infinity */
    /* KEY32 or KEY64, whichever holds the type; NULL for complex numbers */
    void (*load_keys)(void *elems, const void *values, size_t n, uint64_t flip);
    void (*store_keys)(void *values, const void *elems, size_t n, uint64_t flip);
    /* elements with indices first, first + 1, ...; NULL where the key has more than 32 bits */
    void (*load_packed)(uint64_t *elems, const void *values, size_t n, int64_t first,
                        uint64_t flip);
    void (*load_pairs)(dpex_sort_pair *elems, const void *values, size_t n, int64_t first,
                       uint64_t flip);
    /* Second keys, which order elements whose first keys are equal; NULL where there are none.
     * line: the value at index 0 */
    void (*load_second)(dpex_sort_pair *elems, const char *line, int64_t stride, size_t n,
                        uint64_t flip);
} dpex_sort_type;

/* Key k belongs to bin min((k - low) >> shift, last), keys below low to bin 0. */
typedef struct dpex_sort_bins {
    uint64_t low;  /* first key of bin 0 */
    int shift;     /* log2 of the width of a bin, in keys */
    uint16_t last; /* number of the last bin */
} dpex_sort_bins;

/* The distribution of elements to buckets, which are adjacent in dst: elements are collected in a
 * line per bucket, and written by whole lines. */
enum { DPEX_SORT_LINE_BYTES = 256 };
typedef struct dpex_sort_spread {
    char *dst;            /* 64-byte aligned */
    char *lines;          /* DPEX_SORT_LINE_BYTES per bucket, 64-byte aligned */
    const int64_t *start; /* index in dst of the first element that goes to a bucket */
    int64_t *next;        /* of the next one; initially equal to start */
    int streams;          /* stored past the caches; the caller makes it visible afterwards */
} dpex_sort_spread;

/* Short lines are sorted side by side by a sorting network: each comparator is applied to all of
 * them at once, by vectors. */
enum { DPEX_SORT_SIDE_BY_SIDE = 16 };

typedef struct dpex_sort_code {
    size_t elem_bytes; /* sizeof an element: 4, 8 or 16 */
    /* DPEX_SORT_SIDE_BY_SIDE lines of n elements, one after the other, each sorted; spare: as many
     * elements. Not stable; NULL for pairs. */
    void (*sort_lines)(void *elems, void *spare, int64_t n);
    /* out[0..n) = src[0..n) sorted, stable; out may be src. spare: n elements. */
    void (*sort)(const void *src, void *spare, void *out, int64_t n);
    /* ids[i] = the bin of element i */
    void (*bin)(uint16_t *ids, const void *elems, size_t n, const dpex_sort_bins *bins);
    /* Element i to bucket buckets[i], in order. */
    void (*spread)(dpex_sort_spread *to, const void *elems, const uint16_t *buckets, size_t n);
    /* Writes what is left in the lines; once, after all elements of a chunk. */
    void (*spread_end)(dpex_sort_spread *to, int n_buckets);
    /* kept = the elements whose key is below `limit`; returns their number. kept may be elems. */
    size_t (*keep_below)(void *kept, const void *elems, size_t n, uint64_t limit);
    /* Partitions: elements with a key below `bound` stay, in order, and the others go to `rest` (n
     * elements). Returns how many stay. */
    size_t (*divide)(void *elems, void *rest, size_t n, uint64_t bound);
    /* counts[j] = how many of n < 2^32 elements have a key below bounds[j] */
    void (*count_below)(int64_t *counts, const void *elems, size_t n, const uint64_t *bounds,
                        int n_bounds);
    /* Partial sort: at n_kth ascending indices are the elements that a sort would put there,
     * smaller ones before and larger ones after them. spare: n elements. */
    void (*select)(void *elems, void *spare, int64_t n, const int64_t *kth, int n_kth);
    /* The key of element i, with flip still applied. */
    uint64_t (*get_key)(const void *elems, int64_t i);
    void (*get_indices)(int64_t *indices, const void *elems, size_t n); /* NULL for keys alone */
} dpex_sort_code;

/* Comparisons with sorted contiguous values of one type. */
typedef struct dpex_sort_compare {
    /* positions[i] = how many of `sorted` are below values[i]; from_right: not above it. NaN is
     * ordered as in sorts. */
    void (*search)(const void *sorted, int64_t n_sorted, const void *values, size_t n,
                   int from_right, int64_t *positions);
    /* found[i] = (sorted[positions[i]] equals values[i]) != invert; positions: of search */
    void (*match)(const void *sorted, int64_t n_sorted, const void *values, size_t n,
                  const int64_t *positions, int invert, uint8_t *found);
    /* found[i] = (one of `few` equals values[i]) != invert: each is compared with all values */
    void (*match_few)(const void *few, int64_t n_few, const void *values, size_t n, int invert,
                      uint8_t *found);
    /* numbers (n elements) = the indices from first..first+n whose value differs from the preceding
     * one, 0 included; returns how many */
    size_t (*find_new)(const void *values, int64_t first, int64_t n, int64_t *numbers);
} dpex_sort_compare;

typedef struct dpex_sort_kernels {
    dpex_sort_code code[DPEX_N_SORT_FORMS];
    const dpex_sort_type *types[DPEX_N_DTYPES];
    const dpex_sort_compare *compare[DPEX_N_DTYPES];
} dpex_sort_kernels;

#endif
