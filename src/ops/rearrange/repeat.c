/* A tile is a repetition along each axis. */
#include "repeat.h"

#include <stdlib.h>
#include <string.h>

#include "array/array.h"
#include "base/checked.h"
#include "base/error.h"
#include "dpex/op.h"
#include "dpex/rearrange.h"
#include "ops/work.h"
#include "runtime/runtime.h"

static dpex_usm_kind kind_of(const dpex_array *x)
{
    return dpex_array_result_kind(&x, 1);
}

static int64_t product(const int64_t *shape, int first, int last)
{
    int64_t n = 1;
    for (int d = first; d < last; d++) n *= shape[d];
    return n;
}

/* The same elements in C order: a view if the layout allows it, else a copy. */
static dpex_status make_dense(const dpex_array *x, dpex_array *dense)
{
    /* An alias keeps the storage alive by itself. */
    if (x->flags & DPEX_ARRAY_C_CONTIGUOUS) return dpex_array_init_alias(x, NULL, dense);
    return dpex_array_cast_new(x, x->dtype, DPEX_ORDER_C, kind_of(x), x->queue, dense);
}

/* ---- one copy between views ------------------------------------------------------------------------------ */

/* How x is seen with an axis for each count, and the result with those axes split off. Extents and
 * counts of 1 have no axis: so there are no more axes than factors of 2 in the size.
 * One copy with broadcasting: the counts become axes of stride 0. */
typedef struct repeated_view {
    int nd, n_indices;
    int64_t shape[DPEX_MAX_NDIM];
    dpex_index indices[2 * DPEX_MAX_NDIM];
} repeated_view;

/* x_has_it: the axis is x's own, and not one that a count has added. */
static void add_axis(repeated_view *v, int64_t extent, int x_has_it)
{
    /* An extent of 1 that x has is indexed away; one that only a count made is not. */
    if (extent != 1) v->shape[v->nd++] = extent;
    if (x_has_it) v->indices[v->n_indices++].kind = extent == 1 ? DPEX_INDEX_INT : DPEX_INDEX_SLICE;
}

/* An axis of stride 0 in x, of extent `count` in the result. */
static void add_count(repeated_view *v, int64_t count)
{
    if (count == 1) return;
    v->shape[v->nd++] = count;
    v->indices[v->n_indices++].kind = DPEX_INDEX_NEWAXIS;
}

static dpex_status copy_repeated(const repeated_view *v, const dpex_array *x, const dpex_array *out)
{
    int possible;
    dpex_array split, source;
    DPEX_TRY(dpex_array_index(x, v->indices, v->n_indices, &source));
    /* Always possible: out is dense. */
    dpex_status status =
        dpex_array_reshape_view(out, v->nd, v->shape, DPEX_ORDER_C, &possible, &split);
    if (!status) {
        status = dpex_array_copy(&split, &source);
        dpex_array_fini(&split);
    }
    dpex_array_fini(&source);
    return status;
}

/* ---- repeat ---------------------------------------------------------------------------------------------- */

static dpex_status check_axis(const dpex_array *x, int axis)
{
    if (axis == DPEX_AXIS_NONE || (axis >= 0 && axis < x->nd)) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "repeat: no axis %d in an array of %d dimensions",
                     axis, (int)x->nd);
}

/* A new array for n copies along the axis, and the repetition that fills it, but for its counts.
 * The shape of the result and of the repetition; counts are filled in by the caller. */
static dpex_status make_repeated(const dpex_array *x, int axis, int64_t n, dpex_usm_kind kind,
                                 dpex_array *out, dpex_repetition *repetition)
{
    /* A flat repetition has one dimension. */
    int64_t shape[DPEX_MAX_NDIM] = {n};
    int nd = axis == DPEX_AXIS_NONE ? 1 : x->nd;
    if (axis == DPEX_AXIS_NONE) {
        *repetition = (dpex_repetition){.block_elems = 1, .n_periods = 1, .period = x->size};
    } else {
        memcpy(shape, x->shape, (size_t)nd * sizeof(*shape));
        shape[axis] = n;
        *repetition = (dpex_repetition){.block_elems = product(x->shape, axis + 1, nd),
                                        .n_periods = product(x->shape, 0, axis),
                                        .period = x->shape[axis]};
    }
    return dpex_array_init(x->queue, x->dtype, nd, shape, DPEX_ORDER_C, kind, out);
}

/* On devices that do not compute on the host, repeat is a broadcast copy. */
static dpex_status repeat_by_views(const dpex_array *x, int axis, int64_t count,
                                   const dpex_array *out)
{
    int along = axis == DPEX_AXIS_NONE ? x->nd - 1 : axis;
    repeated_view v = {.nd = 0};
    for (int d = 0; d < x->nd; d++) {
        add_axis(&v, x->shape[d], 1);
        if (d == along) add_count(&v, count);
    }
    return copy_repeated(&v, x, out);
}

/* Boxes of x, one after the other in C order: all of the axes after `axis`, `step` elements along
 * that one, one along each axis before. */
typedef struct slabs {
    int axis;
    int64_t n_outer, step, row_elems;
} slabs;

/* A slab is no larger than SLAB_BYTES, which gives each of many threads some pages to do, but has
 * one block at least. last: the axis behind which a block is. */
static slabs cut_slabs(const dpex_array *x, int last)
{
    enum { SLAB_BYTES = 1 << 20 };
    const int64_t most = SLAB_BYTES / dpex_dtype_get_info(x->dtype)->itemsize;
    /* Slabs begin at the first axis whose rows are small enough. */
    slabs cut = {.axis = 0};
    while (cut.axis < last && product(x->shape, cut.axis + 1, x->nd) > most) cut.axis++;
    cut.row_elems = product(x->shape, cut.axis + 1, x->nd);
    cut.n_outer = product(x->shape, 0, cut.axis);
    cut.step = cut.row_elems < most ? most / cut.row_elems : 1;
    return cut;
}

/* A slab in C order: a view if it is contiguous, else a copy. */
static dpex_status make_slab(const dpex_array *x, const slabs *cut, int64_t outer, int64_t first,
                             int64_t end, dpex_array *dense)
{
    dpex_index indices[DPEX_MAX_NDIM];
    dpex_array view;
    for (int d = cut->axis - 1; d >= 0; d--) {
        indices[d] = (dpex_index){.kind = DPEX_INDEX_INT, .start = outer % x->shape[d]};
        outer /= x->shape[d];
    }
    indices[cut->axis] = (dpex_index){
        .kind = DPEX_INDEX_SLICE, .start = first, .stop = end, .has_start = 1, .has_stop = 1};
    DPEX_TRY(dpex_array_index(x, indices, cut->axis + 1, &view));
    const dpex_status status = make_dense(&view, dense);
    dpex_array_fini(&view);
    return status;
}

/* last: the axis behind which a block is. What is not in C order is copied slab by slab.
 * A source in C order needs no slabs. */
static dpex_status run_repetition(const char *name, const dpex_array *x, int last,
                                  const dpex_repetition *repetition, const dpex_array *out)
{
    if ((x->flags & DPEX_ARRAY_C_CONTIGUOUS) || x->nd == 0)
        return dpex_repeat_submit(name, out, x, repetition, 0,
                                  repetition->n_periods * repetition->period);
    const slabs cut = cut_slabs(x, last);
    const int64_t extent = x->shape[cut.axis];
    for (int64_t outer = 0; outer < cut.n_outer; outer++) {
        for (int64_t first = 0; first < extent; first += cut.step) {
            const int64_t end = extent - first < cut.step ? extent : first + cut.step;
            /* Whole rows: a slab never cuts a block. */
            const int64_t row_blocks = cut.row_elems / repetition->block_elems;
            const int64_t row = outer * extent;
            dpex_array dense;
            DPEX_TRY(make_slab(x, &cut, outer, first, end, &dense));
            dpex_status status =
                dpex_repeat_submit(name, out, &dense, repetition, (row + first) * row_blocks,
                                   (row + end) * row_blocks);
            dpex_array_fini(&dense);
            if (status) return status;
        }
    }
    return DPEX_SUCCESS;
}

/* n may overflow 63 bits for a count from the user, which is checked. */
dpex_status dpex_array_repeat(const dpex_array *x, int axis, int64_t count, dpex_array *out)
{
    int64_t n;
    dpex_repetition repetition;
    DPEX_TRY(check_axis(x, axis));
    if (count < 0)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "repeat: a count is negative: %lld",
                         (long long)count);
    /* The check of the size follows in make_repeated. */
    DPEX_TRY(dpex_int64_mul(axis == DPEX_AXIS_NONE ? x->size : x->shape[axis], count, &n));
    DPEX_TRY(make_repeated(x, axis, n, kind_of(x), out, &repetition));
    repetition.count = count;
    dpex_status status = DPEX_SUCCESS;
    if (out->size && !x->queue->backend->runs_on_host)
        status = x->nd ? repeat_by_views(x, axis, count, out) : dpex_array_copy(out, x);
    else if (out->size)
        status = run_repetition("repeat", x, axis == DPEX_AXIS_NONE ? x->nd - 1 : axis, &repetition,
                                out);
    if (status) dpex_array_fini(out);
    return status;
}

/* ---- a count for each element ---------------------------------------------------------------------------- */

static dpex_status check_counts(const dpex_array *x, int axis, const dpex_array *counts)
{
    int64_t n = axis == DPEX_AXIS_NONE ? x->size : x->shape[axis];
    DPEX_TRY(dpex_array_check_queue("repeat", "the array of counts", counts, x->queue));
    if (dpex_dtype_get_info(counts->dtype)->kind >= DPEX_KIND_REAL)
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "repeat: counts are integers, not %s",
                         dpex_dtype_get_info(counts->dtype)->name);
    if (counts->nd == 1 && counts->shape[0] == n) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "repeat: counts of shape %s for %lld elements",
                     dpex_shape_text(counts->nd, counts->shape, given), (long long)n);
}

/* A new array of starts, which the host has written.
 * Host memory that the queue has finished writing: read and summed by this thread. */
static dpex_status make_starts(const dpex_array *counts, dpex_array *starts)
{
    int64_t n = counts->shape[0], n_starts = n + 1;
    dpex_array part;
    /* Host kind, since this thread reads it. */
    DPEX_TRY(dpex_array_init(counts->queue, DPEX_I64, 1, &n_starts, DPEX_ORDER_C, DPEX_USM_HOST,
                             starts));
    dpex_status status = dpex_array_init_view(starts->storage, starts->queue, DPEX_I64, 0, 1, &n,
                                              NULL, DPEX_ARRAY_WRITABLE, &part);
    if (!status) {
        status = dpex_array_copy(&part, counts);
        dpex_array_fini(&part);
    }
    /* Only the counts have to be there; what else fails is for its queue to report. */
    if (!status) status = dpex_storage_await(starts->storage);
    if (!status) status = dpex_repeat_sum_counts(dpex_array_get_ptr(starts), n);
    if (status) dpex_array_fini(starts);
    return status;
}

/* A flat repetition is one of all elements in C order. */
static dpex_status repeat_on_device(const dpex_array *x, int axis, const dpex_array *counts,
                                    dpex_usm_kind kind, dpex_array *out)
{
    dpex_array dense, flat;
    int possible;
    if (axis != DPEX_AXIS_NONE) return dpex_repeat_each_on_device(x, axis, counts, kind, out);
    DPEX_TRY(make_dense(x, &dense));
    dpex_status status =
        dpex_array_reshape_view(&dense, 1, &x->size, DPEX_ORDER_C, &possible, &flat);
    dpex_array_fini(&dense);
    if (status) return status;
    status = dpex_repeat_each_on_device(&flat, 0, counts, kind, out);
    dpex_array_fini(&flat);
    return status;
}

dpex_status dpex_array_repeat_each(const dpex_array *x, int axis, const dpex_array *counts,
                                   dpex_array *out)
{
    dpex_array starts;
    dpex_repetition repetition;
    DPEX_TRY(check_axis(x, axis));
    DPEX_TRY(check_counts(x, axis, counts));
    /* The result is of the kind that both operands allow. */
    const dpex_usm_kind kind = dpex_array_result_kind((const dpex_array *const[2]){x, counts}, 2);
    if (!x->queue->backend->runs_on_host) return repeat_on_device(x, axis, counts, kind, out);
    DPEX_TRY(make_starts(counts, &starts));
    int64_t n = ((const int64_t *)dpex_array_get_ptr(&starts))[counts->shape[0]];
    dpex_status status = make_repeated(x, axis, n, kind, out, &repetition);
    if (!status && out->size) {
        repetition.starts = &starts;
        status = run_repetition("repeat", x, axis == DPEX_AXIS_NONE ? x->nd - 1 : axis, &repetition,
                                out);
        if (status) dpex_array_fini(out);
    }
    dpex_array_fini(&starts);
    return status;
}

/* ---- tile ------------------------------------------------------------------------------------------------ */

/* A tile of nd axes: the extents of x and the counts, both with 1 where they lack an axis. */
typedef struct tiling {
    int nd;
    int64_t extents[DPEX_MAX_NDIM], counts[DPEX_MAX_NDIM], shape[DPEX_MAX_NDIM];
} tiling;

/* Trailing counts belong to the last axes; missing ones are 1 on either side. */
static dpex_status make_tiling(const dpex_array *x, int n_counts, const int64_t *counts, tiling *t)
{
    t->nd = x->nd > n_counts ? x->nd : n_counts;
    /* The result may have more dimensions than x. */
    if (t->nd > DPEX_MAX_NDIM)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "tile: %d counts, allowed are %d", n_counts,
                         DPEX_MAX_NDIM);
    for (int d = 0; d < t->nd; d++) {
        int own = d - (t->nd - x->nd), given = d - (t->nd - n_counts);
        t->extents[d] = own < 0 ? 1 : x->shape[own];
        t->counts[d] = given < 0 ? 1 : counts[given];
        if (t->counts[d] < 0)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "tile: a count is negative: %lld",
                             (long long)t->counts[d]);
        DPEX_TRY(dpex_int64_mul(t->extents[d], t->counts[d], &t->shape[d]));
    }
    return DPEX_SUCCESS;
}

/* One copy with an axis of stride 0 for each count. */
static dpex_status tile_by_views(const dpex_array *x, const tiling *t, const dpex_array *out)
{
    repeated_view v = {.nd = 0};
    for (int d = 0; d < t->nd; d++) {
        add_count(&v, t->counts[d]);
        add_axis(&v, t->extents[d], d >= t->nd - x->nd);
    }
    return copy_repeated(&v, x, out);
}

/* next = now with axis d repeated. The axes after d are repeated already, so a block is everything
 * behind d. */
static dpex_status tile_axis(const dpex_array *now, const tiling *t, int d, dpex_array *next)
{
    /* Cannot overflow: dpex_shape_size has checked the whole. */
    int64_t size = now->size * t->counts[d];
    const dpex_repetition repetition = {.block_elems = product(t->extents, d, d + 1) *
                                                       product(t->shape, d + 1, t->nd),
                                        .n_periods = 1,
                                        .period = product(t->extents, 0, d),
                                        .count = t->counts[d]};
    DPEX_TRY(dpex_array_init(now->queue, now->dtype, 1, &size, DPEX_ORDER_C, kind_of(now), next));
    dpex_status status = dpex_repeat_submit("tile", next, now, &repetition, 0, repetition.period);
    if (status) dpex_array_fini(next);
    return status;
}

/* From the last axis to the first: each repeats the result so far. */
static dpex_status tile_axes(const dpex_array *x, const tiling *t, dpex_array *out)
{
    dpex_array slots[2];
    int at = 0, possible;
    /* All counts 1: still a new array. */
    int is_plain = product(t->counts, 0, t->nd) == 1;
    DPEX_TRY(is_plain ? dpex_array_cast_new(x, x->dtype, DPEX_ORDER_C, kind_of(x), NULL, &slots[0])
                      : make_dense(x, &slots[0]));
    dpex_status status = DPEX_SUCCESS;
    for (int d = t->nd - 1; d >= 0 && !status; d--) {
        /* Nothing to repeat along it. */
        if (t->counts[d] == 1) continue;
        status = tile_axis(&slots[at], t, d, &slots[1 - at]);
        if (status) break;
        dpex_array_fini(&slots[at]);
        at = 1 - at;
    }
    /* The result is the last intermediate array, reshaped. */
    if (!status)
        status = dpex_array_reshape_view(&slots[at], t->nd, t->shape, DPEX_ORDER_C, &possible, out);
    dpex_array_fini(&slots[at]);
    return status;
}

/* The axis with the smallest stride. */
static int innermost_axis(const dpex_array *x)
{
    int best = x->nd - 1;
    for (int d = x->nd - 2; d >= 0; d--)
        if (x->shape[d] > 1 && llabs(x->strides[d]) < llabs(x->strides[best])) best = d;
    return best;
}

/* Whether one copy between views is quickest, which is where it copies long runs of elements; it
 * needs no memory for what is repeated along some of the axes. */
static int has_long_runs(const dpex_array *x, const tiling *t)
{
    enum { LONG = 64 };
    int last = t->nd - 1;
    if (x->nd == 0) return 0;
    if (!(x->flags &
          DPEX_ARRAY_C_CONTIGUOUS)) /* copies transpose matrices that are long on either side */
        return x->shape[x->nd - 1] >= LONG || x->shape[innermost_axis(x)] >= LONG;
    /* The innermost repeated axis decides how long runs are. */
    while (last > 0 && t->counts[last] == 1) last--;
    return product(t->extents, last, t->nd) >= LONG;
}

dpex_status dpex_array_tile(const dpex_array *x, int n_counts, const int64_t *counts,
                            dpex_array *out)
{
    tiling t;
    DPEX_TRY(make_tiling(x, n_counts, counts, &t));
    int64_t size;
    DPEX_TRY(dpex_shape_size(t.nd, t.shape, dpex_dtype_get_info(x->dtype)->itemsize, &size));
    if (size && x->queue->backend->runs_on_host && !has_long_runs(x, &t))
        return tile_axes(x, &t, out);
    DPEX_TRY(dpex_array_init(x->queue, x->dtype, t.nd, t.shape, DPEX_ORDER_C, kind_of(x), out));
    dpex_status status = size ? tile_by_views(x, &t, out) : DPEX_SUCCESS;
    if (status) dpex_array_fini(out);
    return status;
}
