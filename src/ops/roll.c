/* roll: the source cut in two at each axis that is shifted, and each piece copied to where it belongs. */
#include "array/array.h"
#include "base/error.h"
#include "dpex/op.h"
#include "dpex/rearrange.h"

/* shift modulo extent, in 0..extent-1. */
static int64_t wrapped(int64_t shift, int64_t extent)
{
    int64_t rest = shift % extent;
    return rest < 0 ? rest + extent : rest;
}

static dpex_index slice(int64_t start, int64_t stop)
{
    return (dpex_index){
        .kind = DPEX_INDEX_SLICE, .start = start, .stop = stop, .has_start = 1, .has_stop = 1};
}

/* The piece whose bit is set in `wraps` for each axis where it comes round to the front. */
static dpex_status copy_piece(const dpex_array *x, const int64_t *shifts, uint64_t wraps,
                              const dpex_array *out)
{
    dpex_index from[DPEX_MAX_NDIM], to[DPEX_MAX_NDIM];
    for (int d = 0; d < x->nd; d++) {
        int64_t extent = x->shape[d], stays = extent - shifts[d];
        int comes_round = wraps >> d & 1;
        from[d] = comes_round ? slice(stays, extent) : slice(0, stays);
        to[d] = comes_round ? slice(0, shifts[d]) : slice(shifts[d], extent);
    }
    dpex_array source, target;
    DPEX_TRY(dpex_array_index(x, from, x->nd, &source));
    dpex_status status = dpex_array_index(out, to, x->nd, &target);
    if (!status) {
        status = dpex_array_copy(&target, &source);
        dpex_array_fini(&target);
    }
    dpex_array_fini(&source);
    return status;
}

/* Every piece: the sets of axes in `moved`. Each of these has two elements or more, so there are no more pieces than elements. */
static dpex_status copy_pieces(const dpex_array *x, const int64_t *shifts, uint64_t moved,
                               const dpex_array *out)
{
    uint64_t wraps = 0;
    do {
        DPEX_TRY(copy_piece(x, shifts, wraps, out));
        wraps = (wraps - moved) & moved; /* the next subset */
    } while (wraps);
    return DPEX_SUCCESS;
}

static dpex_status roll_axes(const dpex_array *x, const int64_t *asked, const dpex_array *out)
{
    int64_t shifts[DPEX_MAX_NDIM];
    uint64_t moved = 0;
    if (x->size == 0) return DPEX_SUCCESS;
    for (int d = 0; d < x->nd; d++) {
        shifts[d] = wrapped(asked[d], x->shape[d]);
        if (shifts[d]) moved |= UINT64_C(1) << d;
    }
    return copy_pieces(x, shifts, moved, out);
}

/* The elements as one axis; where the layout does not allow that, a copy is rolled. */
static dpex_status roll_flat(const dpex_array *x, int64_t shift, const dpex_array *out)
{
    int possible;
    int64_t size = x->size;
    dpex_array source, target;
    DPEX_TRY(dpex_array_reshape_view(x, 1, &size, DPEX_ORDER_C, &possible, &source));
    if (!possible) {
        dpex_array copy;
        DPEX_TRY(dpex_array_cast_new(x, x->dtype, DPEX_ORDER_C, dpex_storage_get_kind(x->storage),
                                     x->queue, &copy));
        dpex_status status = roll_flat(&copy, shift, out);
        dpex_array_fini(&copy);
        return status;
    }
    dpex_status status = dpex_array_reshape_view(out, 1, &size, DPEX_ORDER_C, &possible, &target);
    if (!status) {
        status = roll_axes(&source, &shift, &target);
        dpex_array_fini(&target);
    }
    dpex_array_fini(&source);
    return status;
}

dpex_status dpex_array_roll(const dpex_array *x, const dpex_roll *roll, dpex_array *out)
{
    dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    if (kind == DPEX_USM_UNKNOWN) kind = DPEX_USM_DEVICE;
    DPEX_TRY(dpex_array_init(x->queue, x->dtype, x->nd, x->shape, DPEX_ORDER_C, kind, out));
    dpex_status status =
        roll->is_flat ? roll_flat(x, roll->shifts[0], out) : roll_axes(x, roll->shifts, out);
    if (status) dpex_array_fini(out);
    return status;
}
