/* Arrays in all layouts, with guard bytes around and between their elements. */
#ifndef DPEX_CONFORMANCE_LAYOUT_H
#define DPEX_CONFORMANCE_LAYOUT_H

#include "dpex/op.h"

typedef enum layout {
    LAYOUT_CONTIGUOUS,
    LAYOUT_OFFSET,     /* the elements start somewhere in the storage */
    LAYOUT_STRIDED,    /* every second, and rows apart */
    LAYOUT_NEGATIVE,   /* both axes backwards */
    LAYOUT_TRANSPOSED, /* the first axis varies fastest */
    LAYOUT_ROW,        /* inputs only: one row for all */
    LAYOUT_COLUMN,     /* inputs only: one column for all */
    LAYOUT_ONE,        /* inputs only: one element for all */
    LAYOUT_SCALAR,     /* no dimensions */
    LAYOUT_EMPTY,      /* no elements */
    N_LAYOUTS
} layout;

extern const char *const layout_names[N_LAYOUTS];

/* An array and the elements that it was filled with, in C order of the two axes (broadcast: the few that there are). */
typedef struct guarded {
    dpex_array array;
    int64_t n_rows, n_columns;
} guarded;

/* An array of rows x columns elements; a broadcast layout sees fewer. Its elements are what fill_values gives for the
 * seed, or, for an output (seed 0), guard bytes. */
dpex_status guarded_create(dpex_queue *queue, dpex_dtype dtype, layout kind, int64_t rows,
                           int64_t columns, int values, unsigned seed, guarded *out);
void guarded_release(guarded *g);

/* The address of the element that [row, column] of the full shape is. */
char *guarded_at(const guarded *g, int64_t row, int64_t column);

/* Whether all bytes of the storage that belong to no element are still guards. */
int guarded_is_intact(const guarded *g);

#endif
