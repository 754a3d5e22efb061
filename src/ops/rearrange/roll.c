/* roll: the source is cut in two along each shifted axis, and each piece is copied to its
 * destination. */
#include "array/array.h"
#include "base/error.h"
#include "dpex/op.h"
#include "dpex/rearrange.h"
#include "ops/tape/tape.h"

/* shift modulo extent, in 0..extent-1.
 * C's remainder has the dividend's sign. */
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

/* The piece whose bit is set in `wraps` for each axis along which it wraps around to the front.
 * The two pieces per axis are what wraps around and what does not. */
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

/* Every piece: the sets of axes in `moved`. Each of these has two elements or more, so there are no
 * more pieces than elements. 2^k pieces for k axes, each a copy between views. */
static dpex_status copy_pieces(const dpex_array *x, const int64_t *shifts, uint64_t moved,
                               const dpex_array *out)
{
    uint64_t wraps = 0;
    do {
        DPEX_TRY(copy_piece(x, shifts, wraps, out));
        /* Carries through the bits of `moved` only. */
        wraps = (wraps - moved) & moved; /* the next subset */
    } while (wraps);
    return DPEX_SUCCESS;
}

/* An axis that is not shifted stays whole. */
static dpex_status roll_axes(const dpex_array *x, const int64_t *asked, dpex_array *out)
{
    int64_t shifts[DPEX_MAX_NDIM];
    uint64_t moved = 0;
    if (x->size == 0) return DPEX_SUCCESS;
    for (int d = 0; d < x->nd; d++) {
        shifts[d] = wrapped(asked[d], x->shape[d]);
        if (shifts[d]) moved |= UINT64_C(1) << d;
    }
    if (moved && dpex_tape_roll_later(x, shifts, out)) return DPEX_SUCCESS;
    return copy_pieces(x, shifts, moved, out);
}

/* ---- the elements as one axis ---------------------------------------------------------------------------- */

/* A box of x: given indices along the axes before `axis`, first..last along that one, all along
 * those after it. */
typedef struct box {
    int axis;
    int64_t first, last;
} box;

/* Copies a box to the line `to` from number *at on, and adds the number of its elements to *at. */
static dpex_status copy_box(const dpex_array *x, const int64_t *cut, const box *b,
                            const dpex_array *to, int64_t *at)
{
    dpex_index from[DPEX_MAX_NDIM];
    int possible;
    /* An empty box has no elements to copy. */
    if (b->first >= b->last) return DPEX_SUCCESS;
    for (int d = 0; d < b->axis; d++)
        from[d] = (dpex_index){.kind = DPEX_INDEX_INT, .start = cut[d]};
    from[b->axis] = slice(b->first, b->last);
    dpex_array source, line, target;
    DPEX_TRY(dpex_array_index(x, from, b->axis + 1, &source));
    const dpex_index part = slice(*at, *at + source.size);
    dpex_status status = dpex_array_index(to, &part, 1, &line);
    if (!status) {
        status = dpex_array_reshape_view(&line, source.nd, source.shape, DPEX_ORDER_C, &possible,
                                         &target);
        dpex_array_fini(&line);
    }
    if (!status) {
        status = dpex_array_copy(&target, &source);
        dpex_array_fini(&target);
    }
    *at += source.size;
    dpex_array_fini(&source);
    return status;
}

/* For a layout that is not one line: the elements before the cut, and those from it on, are each at
 * most a box per axis. Where x is not one line, the elements in C order before and after the cut
 * are boxes of the layout. */
static dpex_status roll_boxes(const dpex_array *x, int64_t shift, const dpex_array *line)
{
    int64_t cut[DPEX_MAX_NDIM], rest = x->size - shift, at = 0;
    for (int d = x->nd - 1; d >= 0; d--) {
        cut[d] = rest % x->shape[d];
        rest /= x->shape[d];
    }
    /* The cut is at the element with indices `cut`; after all elements where nothing is shifted. */
    if (shift == 0) return copy_box(x, cut, &(box){0, 0, x->shape[0]}, line, &at);
    /* From the cut on: the rest of its row, then of its plane, and so on outwards. */
    DPEX_TRY(copy_box(x, cut, &(box){x->nd - 1, cut[x->nd - 1], x->shape[x->nd - 1]}, line, &at));
    for (int d = x->nd - 2; d >= 0; d--)
        DPEX_TRY(copy_box(x, cut, &(box){d, cut[d] + 1, x->shape[d]}, line, &at));
    /* Before the cut, in the opposite order. */
    for (int d = 0; d < x->nd; d++) DPEX_TRY(copy_box(x, cut, &(box){d, 0, cut[d]}, line, &at));
    return DPEX_SUCCESS;
}

/* A flat roll of a contiguous array is a roll of one axis; anything else is copied box by box. */
static dpex_status roll_flat(const dpex_array *x, int64_t shift, dpex_array *out)
{
    int possible;
    int64_t size = x->size;
    dpex_array source, target;
    if (size == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_array_reshape_view(out, 1, &size, DPEX_ORDER_C, &possible, &target));
    dpex_status status = dpex_array_reshape_view(x, 1, &size, DPEX_ORDER_C, &possible, &source);
    if (!status && possible) {
        status = roll_axes(&source, &shift, &target);
        dpex_array_fini(&source);
    } else if (!status) {
        status = roll_boxes(x, wrapped(shift, size), &target);
    }
    dpex_array_fini(&target);
    return status;
}

dpex_status dpex_array_roll(const dpex_array *x, const dpex_roll *roll, dpex_array *out)
{
    /* Foreign memory has no kind. */
    const dpex_usm_kind kind = dpex_array_result_kind(&x, 1);
    DPEX_TRY(dpex_array_init(x->queue, x->dtype, x->nd, x->shape, DPEX_ORDER_C, kind, out));
    dpex_status status =
        roll->is_flat ? roll_flat(x, roll->shifts[0], out) : roll_axes(x, roll->shifts, out);
    if (status) dpex_array_fini(out);
    return status;
}
