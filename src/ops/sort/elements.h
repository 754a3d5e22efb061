/* Conversion between lines of values and sorting elements (kernels.h): loading, storing, and what
 * is needed around a sort. */
#ifndef DPEX_OPS_SORT_ELEMENTS_H
#define DPEX_OPS_SORT_ELEMENTS_H

#include "kernels.h"

/* What the sort of an array depends on, the same for all its lines: compiled functions, form of
 * elements, type, direction. */
typedef struct dpex_sort_options {
    const dpex_sort_kernels *kernels;
    const dpex_sort_code *code; /* compiled for this CPU */
    const dpex_sort_type *type; /* the functions for `form` */
    dpex_sort_form form;        /* conversion between values and elements */
    size_t itemsize;
    uint64_t flip; /* bytes of a value */
    /* XORed to each key: 0, or all bits of the key for a descending order */
} dpex_sort_options;

/* A line of n values in memory, and where its results go; these are contiguous, NULL for those not
 * wanted. */
typedef struct dpex_sort_line {
    const char *src;
    int64_t stride; /* bytes */
    char *values;
    int64_t *indices;
} dpex_sort_line;

/* descending: the largest value first. length: of the longest line; has_indices: indices are
 * wanted, not only values. */
void dpex_sort_options_init(dpex_sort_options *options, dpex_dtype dtype, int descending,
                            int64_t length, int has_indices);

/* elems = the elements of values first..first+n of a line. */
void dpex_sort_load(const dpex_sort_options *options, const dpex_sort_line *line, int64_t first,
                    int64_t n, void *elems);

/* The orders that n elements are already in, as bits; both for one element. Elements with indices
 * count as descending only if no two keys are equal, so that reversing them is a stable sort. */
enum { DPEX_SORT_ASCENDING = 1, DPEX_SORT_DESCENDING = 2 };
unsigned dpex_sort_find_order(const dpex_sort_options *options, const void *elems, int64_t n);
/* out = n elements of src in reverse order; out may be src. */
void dpex_sort_reverse(const dpex_sort_options *options, const void *src, void *out, int64_t n);

/* Sorts n elements from src to out; spare: n elements. They are a whole line, or all of its
 * elements between two keys. */
void dpex_sort_elements(const dpex_sort_options *options, const dpex_sort_line *line,
                        const void *src, void *spare, void *out, int64_t n);

/* Results first..first+n of the line = sorted elements. */
void dpex_sort_store(const dpex_sort_options *options, const dpex_sort_line *line, int64_t first,
                     int64_t n, const void *elems);

/* to[i] = the value at indices[i] of a line whose values are `stride` bytes apart. */
void dpex_sort_take(const char *line, int64_t stride, size_t itemsize, const int64_t *indices,
                    int64_t n, char *to);

/* Whether any of n elements may be a value that dpex_sort_restore_ties handles. */
int dpex_sort_may_have_ties(const dpex_sort_options *options, const void *elems, int64_t n);

/* Puts sorted values that are equal but differ in bits (-0.0 and 0.0, NaNs) into their order in
 * `original`, a line of n values `stride` bytes apart, so that the sort is stable to the bit. */
void dpex_sort_restore_ties(const dpex_sort_options *options, const char *original, int64_t stride,
                            char *values, int64_t n);

#endif
