/* Pointers to arrays and back. See strided.h. */
#include "strided.h"

#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/op.h"
#include "runtime/runtime.h"

/* ---- one operand --------------------------------------------------------------------------------- */

/* The bytes that elements touch: the first, relative to the pointer, and how many. */
typedef struct bounds {
    int64_t first, bytes;
} bounds;

/* Of untrusted numbers: everything that could overflow is checked, since what follows adds these
 * up. Strides may be negative, so the lowest byte can lie before the element with all indices 0. */
static dpex_status find_bounds(const char *name, const dpex_strided *x, bounds *b)
{
    const int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    int64_t low = 0, high = 0;
    if (x->nd < 0 || x->nd > DPEX_INLINE_NDIM)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: %d dimensions; 0 to %d are possible", name,
                         x->nd, DPEX_INLINE_NDIM);
    for (int d = 0; d < x->nd; d++) {
        int64_t reach;
        if (x->shape[d] < 0)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: an extent is %lld", name,
                             (long long)x->shape[d]);
        if (x->shape[d] == 0) {
            *b = (bounds){0, 0};
            return DPEX_SUCCESS;
        }
        if (__builtin_mul_overflow(x->shape[d] - 1, x->strides[d], &reach) ||
            __builtin_add_overflow(reach < 0 ? low : high, reach, reach < 0 ? &low : &high))
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: extents and strides overflow", name);
    }
    if (__builtin_mul_overflow(low, itemsize, &b->first) ||
        __builtin_mul_overflow(high, itemsize, &b->bytes) ||
        __builtin_sub_overflow(b->bytes, b->first, &b->bytes) ||
        __builtin_add_overflow(b->bytes, itemsize, &b->bytes))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: extents and strides overflow", name);
    return DPEX_SUCCESS;
}

/* One of the spans is memory of the host, without a storage.
 * ORDERED, so that it comes between the dependencies and the operation, or after the operation. */
static dpex_status copy_bytes(dpex_queue *queue, const char *name, dpex_span dst, dpex_span src,
                              size_t bytes)
{
    dpex_storage *uses[1] = {dst.storage ? dst.storage : src.storage};
    const dpex_command command = {.kind = DPEX_COMMAND_COPY,
                                  .flags = DPEX_COMMAND_ORDERED,
                                  .name = name,
                                  .uses = uses,
                                  .n_uses = 1,
                                  .copy = {dst, src, bytes}};
    return dpex_queue_submit(queue, &command, NULL, 0, NULL);
}

/* The storage that holds the element with all indices 0, and where that is in it. */
static dpex_status find_storage(const dpex_strided_operands *open, char *ptr, const bounds *b,
                                dpex_strided_operand *to, dpex_storage **storage, int64_t *offset)
{
    dpex_queue *queue = open->call->queue;
    dpex_pointer_info info;
    *offset = -b->first;
    if (!b->bytes) return dpex_storage_create(queue, 0, 0, DPEX_USM_DEVICE, storage);
    if (!ptr)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: a null pointer for %lld bytes", open->name,
                         (long long)b->bytes);
    dpex_pointer_find(queue->ctx, ptr, &info);
    if (info.kind != DPEX_USM_UNKNOWN) {
        *offset = ptr - (char *)info.start;
        return dpex_storage_find(queue->ctx, ptr, storage);
    }
    if (queue->backend->runs_on_host)
        return dpex_storage_wrap(queue, ptr + b->first, (size_t)b->bytes, DPEX_USM_HOST, NULL, NULL,
                                 storage);
    /* Memory that the device does not reach is staged: a copy on the device stands for it.
         * The first use of the storage is this copy, so an ordered one suffices. */
    /* What lies between the elements goes there and back too. */
    DPEX_TRY(dpex_storage_create_ordered(queue, (size_t)b->bytes, DPEX_USM_DEVICE, storage));
    to->host = ptr + b->first;
    dpex_status status = copy_bytes(queue, open->name, (dpex_span){*storage, 0, NULL},
                                    (dpex_span){NULL, 0, to->host}, (size_t)b->bytes);
    if (status) dpex_storage_release(*storage);
    return status;
}

/* The library's products take no conjugated operands, so these are copied, which costs little
 * beside a product. The copy has the strides nearest to the original's, so products treat it
 * alike. */
static dpex_status conjugate(dpex_strided_operand *x)
{
    dpex_array conjugated;
    const dpex_operand operand = {.array = &x->array};
    DPEX_TRY(dpex_elementwise_new(dpex_op_find("conj"), &operand, DPEX_ORDER_K, &conjugated));
    dpex_array_fini(&x->array);
    const dpex_status status = dpex_array_init_alias(&conjugated, NULL, &x->array);
    dpex_array_fini(&conjugated);
    return status;
}

/* An operand that is NULL stays without a storage. The array keeps the storage, so the reference
 * from finding it is given back. */
static dpex_status open_one(const dpex_strided_operands *open, const dpex_strided *x,
                            int is_written, dpex_strided_operand *to)
{
    bounds b = {0, 0};
    int64_t offset;
    dpex_storage *storage;
    *to = (dpex_strided_operand){.is_written = is_written};
    if (!x) return DPEX_SUCCESS;
    /* Found by the element that surely belongs to the caller's allocation: memory before that
         * may be another one's. Whether all elements lie inside is checked by init_view. */
    DPEX_TRY(find_bounds(open->name, x, &b));
    DPEX_TRY(find_storage(open, x->ptr, &b, to, &storage, &offset));
    dpex_status status =
        dpex_array_init_view(storage, open->call->queue, x->dtype, offset, x->nd, x->shape,
                             x->strides, is_written ? DPEX_ARRAY_WRITABLE : 0, &to->array);
    dpex_storage_release(storage);
    /* The caller releases the array if it has a storage. */
    if (status)
        to->array.storage = NULL;
    else if (x->is_conjugated && dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX)
        status = conjugate(to);
    return status;
}

/* The order of a call's commands: the dependencies, copies of staged operands, conjugates, the
 * operation's own, copies back, the event. All are ORDERED, so each follows the one before on every
 * backend. */

/* ---- all of a call ------------------------------------------------------------------------------- */

/* An ORDERED command without work: later ones wait for its dependencies. On the host a barrier
 * would hold up commands without order too. */
static dpex_status submit_nothing(const dpex_strided_operands *open, dpex_event *const *deps,
                                  size_t n_deps, dpex_event **event)
{
    dpex_queue *queue = open->call->queue;
    const dpex_command command = {.kind = queue->backend->runs_on_host ? DPEX_COMMAND_HOST_CALL
                                                                       : DPEX_COMMAND_BARRIER,
                                  .flags = DPEX_COMMAND_ORDERED,
                                  .name = open->name};
    return dpex_queue_submit(queue, &command, deps, n_deps, event);
}

/* NULL entries stand for events that are over. */
static int has_deps(const dpex_strided_call *call)
{
    for (size_t i = 0; i < call->n_deps; i++)
        if (call->deps[i]) return 1;
    return 0;
}

/* Releasing storages at once is right while commands are pending: their uses are recorded, and a
 * wrapped or pooled storage is kept until these are over. */
static void fini(dpex_strided_operands *open)
{
    for (int i = 0; i < open->n; i++)
        if (open->at[i].array.storage) dpex_array_fini(&open->at[i].array);
    dpex_event_release(open->begun);
}

dpex_status dpex_strided_open(const dpex_strided_call *call, const char *name,
                              const dpex_strided *const *operands, int n, unsigned writes,
                              dpex_strided_operands *open)
{
    dpex_status status = DPEX_SUCCESS;
    open->call = call;
    open->name = name;
    open->n = 0;
    open->begun = NULL;
    if (call->event) *call->event = NULL;
    /* Before anything that touches the operands, staging included. */
    if (has_deps(call)) status = submit_nothing(open, call->deps, call->n_deps, &open->begun);
    while (!status && open->n < n) {
        const int i = open->n++;
        status = open_one(open, operands[i], (int)(writes >> i & 1), &open->at[i]);
    }
    if (status) fini(open);
    return status;
}

/* Of operands that are read alone nothing goes back: the caller's memory may be read-only. The
 * whole range goes back, gaps included; these came with the first copy, so nothing changes in them
 * unless they are written elsewhere meanwhile. */
static dpex_status copy_back(const dpex_strided_operands *open)
{
    for (int i = 0; i < open->n; i++) {
        const dpex_strided_operand *x = &open->at[i];
        dpex_storage *storage = x->array.storage;
        if (!x->host || !x->is_written) continue;
        DPEX_TRY(copy_bytes(open->call->queue, open->name, (dpex_span){NULL, 0, x->host},
                            (dpex_span){storage, 0, NULL}, dpex_storage_get_bytes(storage)));
    }
    return DPEX_SUCCESS;
}

/* The event depends on the one of the dependencies by name, so that it fails where they do. */
dpex_status dpex_strided_close(dpex_strided_operands *open, dpex_status status)
{
    const dpex_strided_call *call = open->call;
    if (!status) status = copy_back(open);
    /* Small work has been done already, and then there is nothing to wait for. Otherwise the
     * queue's ORDERED commands complete in order, so one more without work is the end. */
    if (!status && call->event && !dpex_queue_is_idle(call->queue))
        status = submit_nothing(open, &open->begun, open->begun ? 1 : 0, call->event);
    fini(open);
    return status;
}
