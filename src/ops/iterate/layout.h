/* Iteration over strided operands: which elements, in which order, in as few dimensions as
 * possible.
 *
 * A layout orders the broadcast dimensions so that the first output is traversed in memory order,
 * reverses them so that its strides are positive, and merges neighbours that are one dimension for
 * every operand. Element numbers 0..size-1 count in that order. */
#ifndef DPEX_OPS_ITERATE_LAYOUT_H
#define DPEX_OPS_ITERATE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "dpex/array.h"

typedef enum dpex_access {
    DPEX_ACCESS_LINEAR,   /* element i lies at ptr + i * itemsize */
    DPEX_ACCESS_CONSTANT, /* one element for all i */
    DPEX_ACCESS_STRIDED
} dpex_access;

typedef struct dpex_layout_operand {
    char *ptr;        /* of element 0 */
    int64_t *strides; /* bytes, one per dimension of the layout */
    uint8_t itemsize;
    uint8_t access;   /* dpex_access */
    uint8_t panel;    /* of plans: 1 + which panel of a run has rows of it (execute.c); 0: none */
    uint8_t repeated; /* likewise: 1 + which block of a run may hold the same row again */
} dpex_layout_operand;

/* The dimensions that stay in their order and direction, because their elements are numbered. */
typedef enum dpex_layout_group {
    DPEX_LAYOUT_NONE,
    DPEX_LAYOUT_OUTER,
    DPEX_LAYOUT_INNER
} dpex_layout_group;

typedef struct dpex_layout {
    int nd;      /* at least 1 */
    int n_outer; /* dimensions before those of the inner group; nd where there are no groups */
    int n_operands;
    int fixed; /* dpex_layout_group */
    int64_t size;
    int64_t *shape;
    dpex_layout_operand *operands;
} dpex_layout;

/* Bytes of memory that a layout needs for its arrays. */
size_t dpex_layout_bytes(int nd, int n_operands);

/* Making one: _init, _set for each operand (or writing its ptr, itemsize and strides), _finish.
 * memory: dpex_layout_bytes, 8-byte aligned; kept. */
void dpex_layout_init(dpex_layout *layout, void *memory, int nd, const int64_t *shape,
                      int n_operands);
/* An array that broadcasts to the layout's shape. */
void dpex_layout_set(dpex_layout *layout, int operand, const dpex_array *array);
/* Operand `leading` decides the order (layout->fixed may be set before); dimensions whose bit is
 * set in `inner` come last and are not merged with others. */
void dpex_layout_finish(dpex_layout *layout, int leading, uint64_t inner);
/* Two dimensions of one group are exchanged. */
void dpex_layout_swap_dims(dpex_layout *layout, int a, int b);

/* A position in the layout, which advances. */
typedef struct dpex_cursor {
    /* At most one dimension's extent: rows are moved whole from here on. */
    int64_t left; /* elements to the end of the innermost row */
    int64_t coords[DPEX_MAX_NDIM];
} dpex_cursor;

void dpex_cursor_seek(const dpex_layout *layout, int64_t element, dpex_cursor *cursor);

/* The dimensions that the layout has: all 64 would take as long as moving some elements. */
static inline void dpex_cursor_copy(const dpex_layout *layout, const dpex_cursor *from,
                                    dpex_cursor *to)
{
    to->left = from->left;
    for (int d = 0; d < layout->nd; d++) to->coords[d] = from->coords[d];
}

/* Elements [cursor, cursor + n) of a strided operand into contiguous memory, or the other way; the
 * cursor stays. */
void dpex_gather(const dpex_layout *layout, const dpex_layout_operand *from,
                 const dpex_cursor *cursor, void *block, size_t n);
void dpex_scatter(const dpex_layout *layout, const dpex_layout_operand *to,
                  const dpex_cursor *cursor, const void *block, size_t n);
void dpex_cursor_advance(const dpex_layout *layout, dpex_cursor *cursor, int64_t n);

/* n elements from a row to another one that lies apart; strides in bytes. A src_stride of 0 repeats
 * an element. */
void dpex_row_move(void *dst, int64_t dst_stride, const void *src, int64_t src_stride, size_t n,
                   int itemsize);

/* Where the cursor's element lies. */
static inline char *dpex_layout_operand_at(const dpex_layout *layout,
                                           const dpex_layout_operand *operand,
                                           const dpex_cursor *cursor)
{
    char *ptr = operand->ptr;
    for (int d = 0; d < layout->nd; d++) ptr += cursor->coords[d] * operand->strides[d];
    return ptr;
}

#endif
