/* Lines of values as sorting elements, and sorted elements as results. */
#ifndef DPEX_OPS_SORT_ELEMENTS_H
#define DPEX_OPS_SORT_ELEMENTS_H

#include "kernels.h"

/* How the lines of an array are sorted; the same for all of them. */
typedef struct dpex_sort_how {
    const dpex_sort_kernels *kernels;
    const dpex_sort_code *code;
    const dpex_sort_type *type;
    dpex_sort_form form;
    size_t itemsize;
    uint64_t flip;
} dpex_sort_how;

/* Values from memory, n of them in the line; NULL for what is not wanted. They are contiguous. */
typedef struct dpex_sort_line {
    const char *src;
    int64_t stride; /* bytes */
    char *values;
    int64_t *places;
    int streams; /* results go past the caches; whoever stores makes them visible afterwards */
} dpex_sort_line;

/* descending: the largest value first. length: the longest line; has_places: places are wanted, not only values. */
void dpex_sort_how_init(dpex_sort_how *how, dpex_dtype dtype, int descending, int64_t length,
                        int has_places);

/* Elements for values first..first+n of a line. */
void dpex_sort_load(const dpex_sort_how *how, const dpex_sort_line *line, int64_t first, int64_t n,
                    void *elems);

/* The orders in which n elements are already, as bits: both for one element. Falling ones with places differ in their keys, so that turned round
 * they are sorted stably. */
enum { DPEX_SORT_ASCENDING = 1, DPEX_SORT_DESCENDING = 2 };
unsigned dpex_sort_find_order(const dpex_sort_how *how, const void *elems, int64_t n);
/* Turns n elements round; out may be src. */
void dpex_sort_reverse(const dpex_sort_how *how, const void *src, void *out, int64_t n);

/* Sorts n elements from src to out; spare has room for n. A whole line, or all of its elements between two keys. */
void dpex_sort_elements(const dpex_sort_how *how, const dpex_sort_line *line, const void *src,
                        void *spare, void *out, int64_t n);

/* Sorted elements as results first..first+n of the line. */
void dpex_sort_store(const dpex_sort_how *how, const dpex_sort_line *line, int64_t first, int64_t n,
                     const void *elems);

/* to[i] = the value at places[i] of a line, its values `stride` bytes apart. */
void dpex_sort_take(const char *line, int64_t stride, size_t itemsize, const int64_t *places,
                    int64_t n, char *to);

/* Whether one of n elements may be of the values that dpex_sort_restore_ties looks for. */
int dpex_sort_may_have_ties(const dpex_sort_how *how, const void *elems, int64_t n);

/* Among sorted values, those that are equal but differ in bits (-0.0 and 0.0, NaNs) come in their order in `original`, a line of
 * n values `stride` bytes apart: so the sort is stable to the bit. */
void dpex_sort_restore_ties(const dpex_sort_how *how, const char *original, int64_t stride,
                            char *values, int64_t n);

#endif
