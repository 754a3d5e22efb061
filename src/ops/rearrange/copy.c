/* Copies between arrays, with conversion and broadcasting: tapes without an operation, or, where
 * there is nothing to convert, bytes.c and direct.c. */
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "defs/tuning.h"
#include "direct.h"
#include "ops/iterate/bytes.h"
#include "ops/iterate/layout.h"
#include "ops/loops/loops.h"
#include "ops/tape/tape.h"
#include "ops/work.h"
#include "runtime/pending.h"
#include "runtime/runtime.h"

/* src broadcasts to dst's shape; leading extents of 1 that dst lacks are allowed, as in NumPy's
 * assignments. */
static dpex_status check_broadcast(const dpex_array *dst, const dpex_array *src)
{
    int ok = 1, extra = src->nd - dst->nd;
    for (int d = 0; d < src->nd; d++) {
        /* Leading extents of 1 that dst lacks are fine; others are not. */
        int own = d - extra;
        ok = ok && (src->shape[d] == 1 || (own >= 0 && src->shape[d] == dst->shape[own]));
    }
    if (ok) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(
        DPEX_ERROR_INVALID_VALUE, "cannot broadcast an array of shape %s into shape %s",
        dpex_shape_text(src->nd, src->shape, given), dpex_shape_text(dst->nd, dst->shape, wanted));
}

/* Whether dst's queue can read src's memory. */
static int is_reachable(const dpex_array *dst, const dpex_array *src)
{
    int both_on_host = dst->queue->backend->runs_on_host && src->queue->backend->runs_on_host;
    return both_on_host || dpex_storage_is_reachable(src->storage, dst->queue);
}

/* Between two devices of one context: a copy of bytes, in C order unless the arrays have the same
 * layout. Packed on the source's device, copied as bytes, and unpacked on the destination's. */
static dpex_status copy_linked(dpex_array *dst, const dpex_array *src)
{
    dpex_array packed, arrived;
    if (dpex_bytes_agree(dst, src)) return dpex_bytes_submit(dst, src);
    DPEX_TRY(dpex_array_cast_new(src, src->dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, NULL, &packed));
    dpex_status status = dpex_array_init(dst->queue, src->dtype, src->nd, src->shape, DPEX_ORDER_C,
                                         DPEX_USM_DEVICE, &arrived);
    if (!status) {
        status = dpex_bytes_submit(&arrived, &packed);
        if (!status) status = dpex_array_copy(dst, &arrived);
        dpex_array_fini(&arrived);
    }
    dpex_array_fini(&packed);
    return status;
}

/* Through host memory: src to the host, from there into a new array on the device of dst, and from
 * that into dst. */
static dpex_status copy_staged(dpex_array *dst, const dpex_array *src)
{
    size_t itemsize = dpex_dtype_get_info(src->dtype)->itemsize;
    int64_t strides[DPEX_MAX_NDIM], stride = (int64_t)itemsize;
    for (int d = src->nd - 1; d >= 0; d--) {
        strides[d] = stride;
        stride *= src->shape[d];
    }
    void *host = dpex_malloc((size_t)src->size * itemsize);
    if (!host)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "copy: no memory to stage %lld elements",
                         (long long)src->size);
    dpex_array staged;
    /* Waits for all commands that use src. */
    dpex_status status = dpex_array_to_host(src, host, strides);
    if (!status)
        status = dpex_array_init(dst->queue, src->dtype, src->nd, src->shape, DPEX_ORDER_C,
                                 DPEX_USM_DEVICE, &staged);
    if (!status) {
        status = dpex_array_from_host(&staged, host, strides);
        if (!status) status = dpex_array_copy(dst, &staged);
        dpex_array_fini(&staged);
    }
    dpex_free(host);
    return status;
}

/* Between memories that are not both accessible to one kernel. A dtype that dst's device lacks is
 * converted on the device of src. */
static dpex_status copy_between(dpex_array *dst, const dpex_array *src)
{
    /* Within one context the backend copies; between contexts the host does. */
    dpex_status (*copy)(dpex_array *, const dpex_array *) =
        dpex_storage_get_context(src->storage) == dst->queue->ctx ? copy_linked : copy_staged;
    if (src->dtype == dst->dtype || dpex_dtype_is_supported(src->dtype, dst->queue->device))
        return copy(dst, src);
    dpex_array converted;
    dpex_usm_kind kind = dpex_storage_get_kind(src->storage);
    DPEX_TRY(dpex_array_cast_new(src, dst->dtype, DPEX_ORDER_K, kind, NULL, &converted));
    dpex_status status = copy(dst, &converted);
    dpex_array_fini(&converted);
    return status;
}

/* Whether a copy of bytes is enough: no conversion, and no order that has to be kept. */
static int is_direct(const dpex_array *dst, const dpex_array *src)
{
    /* An element twice must get the last value, which a copy in pieces does not promise. */
    return dst->queue->backend->runs_on_host && dst->dtype == src->dtype &&
           !dpex_array_may_overlap_itself(dst) && !dpex_array_overlaps(dst, src);
}

/* Few elements that are converted one by one, in a sequence that both arrays have, likewise. */
static int cast_now(dpex_array *dst, const dpex_array *src)
{
    const dpex_array *arrays[2] = {dst, src};
    if (dst->size > DPEX_INLINE_ELEMS || dst->nd != src->nd || dst->queue != src->queue ||
        dst->storage == src->storage || !(dst->flags & src->flags & DPEX_ARRAY_C_CONTIGUOUS) ||
        memcmp(dst->shape, src->shape, (size_t)dst->nd * sizeof(*dst->shape)) ||
        !dpex_arrays_are_idle(arrays, 2))
        return 0;
    dpex_loops_cast(dpex_loops_get(), src->dtype, dst->dtype)(
        dpex_array_get_ptr(dst), dpex_array_get_ptr(src), (size_t)dst->size);
    return 1;
}

/* A line of few elements that lie apart, as columns of matrices do, likewise. */
static int move_now(dpex_array *dst, const dpex_array *src)
{
    const dpex_array *arrays[2] = {dst, src};
    if (dst->nd != 1 || src->nd != 1 || dst->size > DPEX_INLINE_ELEMS || dst->size != src->size ||
        dst->dtype != src->dtype || dst->queue != src->queue || !dpex_arrays_are_idle(arrays, 2) ||
        !is_direct(dst, src))
        return 0;
    const int itemsize = dpex_dtype_get_info(dst->dtype)->itemsize;
    dpex_row_move(dpex_array_get_ptr(dst), dst->strides[0] * itemsize, dpex_array_get_ptr(src),
                  src->strides[0] * itemsize, (size_t)dst->size, itemsize);
    return 1;
}

/* The command is submitted to dst's queue and depends on the commands of other queues that use
 * src. */
dpex_status dpex_array_copy(dpex_array *dst, const dpex_array *src)
{
    DPEX_TRY(dpex_array_check_writable("the destination array", dst));
    DPEX_TRY(check_broadcast(dst, src));
    if (dst->size == 0) return DPEX_SUCCESS;
    if (!is_reachable(dst, src)) return copy_between(dst, src);
    /* What is still to be computed may be stored in dst at once. */
    const int is_pending = dpex_storage_has_pending(src->storage);
    int is_done = 0;
    if (!is_pending) DPEX_TRY(dpex_bytes_copy(dst, src, &is_done));
    if (is_done || (!is_pending && (dst->dtype != src->dtype ? cast_now : move_now)(dst, src)))
        return DPEX_SUCCESS;
    dpex_array trimmed; /* on dst's queue, without the leading extents of 1 that dst lacks */
    int extra = src->nd > dst->nd ? src->nd - dst->nd : 0;
    DPEX_TRY(dpex_array_init_view(src->storage, dst->queue, src->dtype, src->offset,
                                  src->nd - extra, src->shape + extra, src->strides + extra, 0,
                                  &trimmed));
    dpex_status status = !is_pending && is_direct(dst, &trimmed) ? dpex_copy_direct(dst, &trimmed)
                                                                 : dpex_tape_copy(&trimmed, dst);
    dpex_array_fini(&trimmed);
    return status;
}

/* out: new, of the given order and kind; the same elements as x. queue NULL: that of x. */
dpex_status dpex_array_cast_new(const dpex_array *x, dpex_dtype dtype, dpex_order order,
                                dpex_usm_kind kind, dpex_queue *queue, dpex_array *out)
{
    DPEX_TRY(dpex_array_init_like(x, dtype, order, kind, queue ? queue : x->queue, out));
    dpex_status status = dpex_array_copy(out, x);
    if (status) dpex_array_fini(out);
    return status;
}

/* Few elements next to each other that no command uses are written without a plan. */
static int fill_now(const dpex_array *dst, const dpex_scalar *value)
{
    if (dst->size > dpex_inline_elems(dst->queue) ||
        !(dst->flags & (DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS)) ||
        !dpex_arrays_are_idle(&dst, 1))
        return 0;
    /* value is in dst's dtype. */
    dpex_bytes_repeat(dpex_array_get_ptr(dst), value, dpex_dtype_get_info(dst->dtype)->itemsize,
                      (size_t)dst->size);
    return 1;
}

dpex_status dpex_array_fill(dpex_array *dst, const dpex_scalar *value)
{
    DPEX_TRY(dpex_array_check_writable("the destination array", dst));
    if (dst->size == 0 || fill_now(dst, value)) return DPEX_SUCCESS;
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
