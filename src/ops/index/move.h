/* Gather and scatter: elements moved between an array x, at the positions that index arrays name,
 * and the other side: the result of a gather, the values of a scatter.
 *
 *     for (each r of the shape)
 *         gather:  other[r] = x[base(r) + (index_0[r] resolved) * axis stride 0 + ...]
 *         scatter: x[...] = other[r]
 *
 * The axes of the shape are of three kinds. Along the axes of the *run* both sides are contiguous
 * and no index changes: a run is one copy of bytes. Along the *outer* axes no index changes either.
 * Along the *index* axes something does. So the indices become byte offsets of x in blocks, and a
 * block of offsets serves all positions of the outer axes.
 *
 * take_plan.c sorts the axes and cuts the work, take_run.c does it, moves.c has the innermost
 * loops. */
#ifndef DPEX_OPS_INDEX_MOVE_H
#define DPEX_OPS_INDEX_MOVE_H

#include "dpex/take.h"
#include "ops/iterate/layout.h"
#include "ops/loops/loops.h"

/* Arguments of a gather or scatter; the arrays' queues, dtypes and extents have been checked,
 * nothing overlaps, no extent is 0. */
typedef struct dpex_move {
    const char *name;
    const dpex_array *x,
        *other;           /* of one dtype, but for a scatter; `other` broadcasts to the shape */
    int is_scatter;       /* else a gather */
    dpex_index_mode mode; /* of the indices: wrap or clip */
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    int64_t x_strides[DPEX_MAX_NDIM]; /* elements; 0 along axes of index arrays */
    /* first of these axes; their number */
    int at, n_index_dims; /* the axes that the index arrays' common shape has */
    int n_arrays;
    const dpex_array *arrays[DPEX_MAX_NDIM];
    int axes[DPEX_MAX_NDIM]; /* of x, which the arrays index */
} dpex_move;

/* Plans it and submits it to the queue. */
dpex_status dpex_move_submit(const dpex_move *move);
/* The same on queues whose backend does not compute on the host (device.c). */
dpex_status dpex_move_submit_to_device(const dpex_move *move);

/* A copy in memory order, so that it is one contiguous pass where the array is dense, of the array's
 * own USM kind. */
static inline dpex_status dpex_move_copy_new(const dpex_array *array, dpex_dtype dtype,
                                             dpex_array *copy)
{
    dpex_usm_kind kind = dpex_storage_get_kind(array->storage);
    return dpex_array_cast_new(array, dtype, DPEX_ORDER_K, kind, array->queue, copy);
}

/* ---- the plan ------------------------------------------------------------------------------------------ */

enum { DPEX_MOVE_OTHER, DPEX_MOVE_X, DPEX_MOVE_ARRAYS }; /* operands of the layouts */

typedef struct dpex_move_axis {
    /* resolve converts indices to offsets; extent and stride are x's along the axis. */
    dpex_index_fn resolve;
    int64_t extent, stride; /* bytes */
} dpex_move_axis;

typedef struct dpex_move_plan {
    const dpex_loops *loops;
    dpex_layout outer; /* operands: other, x */
    dpex_layout
        index; /* operands: other, x, the index arrays, and where the order counts one more that keeps it */
    char *other, *x; /* at the first element of all axes */
    int n_arrays;
    dpex_move_axis *axes;
    int is_scatter;
    int strides_x;        /* x has strides along index axes too */
    int is_flat;          /* elements of `other` along the index axes are other_stride apart */
    int64_t other_stride; /* bytes */
    int stream, prefetch;
    int is_one_value; /* of a scatter: all positions get the same element, so that threads may write the same one */
    size_t run_bytes; /* in x */
    size_t x_itemsize, other_itemsize;
    dpex_cast_fn cast;                        /* of a scatter's values; NULL: they have x's dtype */
    int64_t outer_step, index_step, run_step; /* of a chunk; run_step in bytes */
    int64_t n_outer_steps, n_index_steps, n_run_steps;
    int64_t
        n_parts; /* 0, or chunks are parts of x: each checks all indices and takes those inside it */
    int64_t part_start, part_bytes; /* offsets in x */
} dpex_move_plan;

/* Chunks [first, last) of a dpex_move_plan: a dpex_parallel_fn. */
dpex_status dpex_move_run(void *plan, int64_t first, int64_t last);

/* ---- innermost loops ----------------------------------------------------------------------------------- */

/* n runs of `bytes` bytes each. */
typedef struct dpex_moves {
    char *other;
    int64_t other_stride;
    char *x;
    const int64_t *offsets; /* of x */
    const int32_t *
        positions; /* of a scatter of runs: which multiple of other_stride each has; NULL: 0, 1, 2, ... */
    int64_t n;
    size_t bytes;
    int prefetch;
    int is_shared; /* other threads may scatter the same element to the same positions */
} dpex_moves;

/* for (i = 0; i < n; i++) other[i] = x[i] (bytes each), and the other way */
void dpex_moves_gather(const dpex_moves *moves);
void dpex_moves_scatter(const dpex_moves *moves);

/* One element of each side, then the next ones at the given strides. */
void dpex_moves_line(char *dst, int64_t dst_stride, const char *src, int64_t src_stride, int64_t n,
                     size_t bytes);

#endif
