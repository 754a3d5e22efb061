/* Copies between arrays, with conversion and broadcasting: tapes without an operation. */
#include "array/array.h"
#include "base/error.h"
#include "runtime/runtime.h"
#include "tape.h"

/* dst = src, converted and broadcast; the arrays share a queue. */
static dpex_status run_copy(const dpex_array *src, dpex_array *dst)
{
    dpex_tape tape;
    int reg;
    dpex_tape_init(&tape);
    dpex_status status = dpex_tape_input(&tape, src->dtype, &reg);
    if (!status) status = dpex_tape_cast(&tape, reg, dst->dtype, &reg);
    if (!status) status = dpex_tape_output(&tape, reg);
    if (!status)
        status = dpex_tape_launch(&tape,
                                  &(dpex_launch){"copy", &src, 1, &dst, 1, dst->nd, dst->shape, 0});
    dpex_tape_fini(&tape);
    return status;
}

static dpex_status check_writable(const dpex_array *dst)
{
    if (dst->flags & DPEX_ARRAY_WRITABLE) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "the destination array is read-only");
}

static dpex_status check_broadcast(const dpex_array *dst, const dpex_array *src)
{
    int ok = 1, extra = src->nd - dst->nd;
    for (int d = 0; d < src->nd; d++) {
        int own = d - extra;
        ok = ok && (src->shape[d] == 1 || (own >= 0 && src->shape[d] == dst->shape[own]));
    }
    if (ok) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(
        DPEX_ERROR_INVALID_VALUE, "cannot broadcast an array of shape %s into shape %s",
        dpex_shape_text(src->nd, src->shape, given), dpex_shape_text(dst->nd, dst->shape, wanted));
}

dpex_status dpex_array_copy(dpex_array *dst, const dpex_array *src)
{
    DPEX_TRY(check_writable(dst));
    DPEX_TRY(check_broadcast(dst, src));
    if (dst->size == 0) return DPEX_SUCCESS;
    dpex_array trimmed; /* without the leading extents of 1 that dst lacks */
    int extra = src->nd > dst->nd ? src->nd - dst->nd : 0;
    DPEX_TRY(dpex_array_init_view(src->storage, dst->queue, src->dtype, src->offset,
                                  src->nd - extra, src->shape + extra, src->strides + extra, 0,
                                  &trimmed));
    dpex_status status = DPEX_SUCCESS;
    if (src->queue != dst->queue) status = dpex_storage_wait(src->storage, 0, NULL);
    if (!status) status = run_copy(&trimmed, dst);
    dpex_array_fini(&trimmed);
    return status;
}

dpex_status dpex_array_cast_new(const dpex_array *x, dpex_dtype dtype, dpex_order order,
                                dpex_usm_kind kind, dpex_queue *queue, dpex_array *out)
{
    DPEX_TRY(dpex_array_init_like(x, dtype, order, kind, queue ? queue : x->queue, out));
    dpex_status status = dpex_array_copy(out, x);
    if (status) dpex_array_fini(out);
    return status;
}

dpex_status dpex_array_fill(dpex_array *dst, const dpex_scalar *value)
{
    DPEX_TRY(check_writable(dst));
    if (dst->size == 0) return DPEX_SUCCESS;
    dpex_tape tape;
    int reg;
    dpex_tape_init(&tape);
    dpex_status status = dpex_tape_constant(&tape, dst->dtype, value, &reg);
    if (!status) status = dpex_tape_output(&tape, reg);
    if (!status)
        status = dpex_tape_launch(&tape,
                                  &(dpex_launch){"fill", NULL, 0, &dst, 1, dst->nd, dst->shape, 0});
    dpex_tape_fini(&tape);
    return status;
}
