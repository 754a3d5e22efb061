/* Making and dropping arrays: fresh ones, views of a given storage, aliases.
 *
 * Not here: views derived from another array (view.c, index.c) and what fills arrays with values
 * (host_copy.c, ops/). The idea: an array is its dimensions plus two counted references;
 * everything that can fail happens before the references are taken, so a failed call leaves
 * nothing to release. */
#include "array/array.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"

dpex_status dpex_array_init_dims(dpex_array *array, int nd)
{
    array->nd = nd;
    if (nd <= DPEX_INLINE_NDIM) {
        array->shape = array->inline_dims;
    } else {
        /* One block for both, in this order; dpex_array_init_alias copies both at once. */
        array->shape = dpex_malloc((size_t)nd * 2 * sizeof *array->shape);
        if (!array->shape)
            return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for the shape of %d dimensions", nd);
    }
    array->strides = array->shape + nd;
    return DPEX_SUCCESS;
}

void dpex_array_fini_dims(dpex_array *array)
{
    /* Strides lie in the same block. */
    if (array->shape != array->inline_dims) dpex_free(array->shape);
}

/* From here on nothing can fail. */
void dpex_array_finish_view(dpex_array *view, const dpex_array *of)
{
    view->storage = dpex_storage_retain(of->storage);
    view->queue = dpex_queue_retain(of->queue);
    /* Contiguity is computed anew, rights are inherited. */
    view->flags = (of->flags & (DPEX_ARRAY_WRITABLE | DPEX_ARRAY_LOCKED)) |
                  dpex_strides_contiguity(view->nd, view->shape, view->strides);
}

void dpex_array_fini(dpex_array *array)
{
    dpex_storage_release(array->storage);
    dpex_queue_release(array->queue);
    dpex_array_fini_dims(array);
}

static dpex_status check_dtype(dpex_dtype dtype, const dpex_queue *queue)
{
    const dpex_device *device = dpex_queue_get_device(queue);
    if (dpex_dtype_is_supported(dtype, device)) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "device '%s' does not support %s (it has no %s)",
                     dpex_device_get_info(device)->name, dpex_dtype_get_info(dtype)->name,
                     dtype == DPEX_F16 ? "fp16" : "fp64");
}

/* Of a new array whose strides and storage are set. */
static void set_new(dpex_array *array, dpex_queue *queue, dpex_dtype dtype, uint32_t flags)
{
    array->queue = dpex_queue_retain(queue);
    array->offset = 0;
    array->dtype = dtype;
    array->flags =
        DPEX_ARRAY_WRITABLE | (flags & (DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS));
}

/* A new array whose strides are set; the size is known to be representable. flags: of its contiguity, and any
 * others. */
static dpex_status finish_new(dpex_array *array, dpex_queue *queue, dpex_dtype dtype,
                              dpex_usm_kind kind, uint32_t flags)
{
    size_t bytes = (size_t)array->size * dpex_dtype_get_info(dtype)->itemsize;
    dpex_status status = dpex_storage_create_ordered(queue, bytes, kind, &array->storage);
    if (status) {
        dpex_array_fini_dims(array);
        return status;
    }
    set_new(array, queue, dtype, flags);
    return DPEX_SUCCESS;
}

static uint32_t contiguity_of(const dpex_array *x)
{
    return dpex_strides_contiguity(x->nd, x->shape, x->strides);
}

static dpex_status begin_new(dpex_array *array, dpex_queue *queue, dpex_dtype dtype, int nd,
                             const int64_t *shape)
{
    /* On failure nothing has been allocated. */
    DPEX_TRY(check_dtype(dtype, queue));
    DPEX_TRY(dpex_shape_size(nd, shape, dpex_dtype_get_info(dtype)->itemsize, &array->size));
    DPEX_TRY(dpex_array_init_dims(array, nd));
    for (int i = 0; i < nd; i++) array->shape[i] = shape[i];
    return DPEX_SUCCESS;
}

dpex_status dpex_array_init(dpex_queue *queue, dpex_dtype dtype, int nd, const int64_t *shape,
                            dpex_order order, dpex_usm_kind kind, dpex_array *array)
{
    if (order != DPEX_ORDER_C && order != DPEX_ORDER_F)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "order '%c' of a new array; allowed are C and F",
                         order);
    DPEX_TRY(begin_new(array, queue, dtype, nd, shape));
    dpex_strides_fill(nd, shape, order, array->strides);
    return finish_new(array, queue, dtype, kind, contiguity_of(array));
}

/* The dimensions of a new array in C order. */
static dpex_status begin_beside(const dpex_array *like, dpex_array *array)
{
    DPEX_TRY(dpex_array_init_dims(array, like->nd));
    memcpy(array->shape, like->shape, (size_t)like->nd * sizeof *array->shape);
    /* Of extents of 1, those of `like` may be any. */
    dpex_strides_fill(like->nd, like->shape, DPEX_ORDER_C, array->strides);
    array->size = like->size;
    return DPEX_SUCCESS;
}

dpex_status dpex_array_init_beside(const dpex_array *like, dpex_dtype dtype, dpex_array *array)
{
    const dpex_usm_kind kind = dpex_storage_get_kind(like->storage);
    int64_t bytes;
    if (!like->size || __builtin_mul_overflow(like->size, (int64_t)dpex_dtype_bytes(dtype), &bytes))
        return dpex_array_init(like->queue, dtype, like->nd, like->shape, DPEX_ORDER_C, kind,
                               array);
    DPEX_TRY(check_dtype(dtype, like->queue));
    DPEX_TRY(begin_beside(like, array));
    return finish_new(array, like->queue, dtype, kind, like->flags);
}

dpex_status dpex_array_init_beside_in(const dpex_array *like, dpex_dtype dtype,
                                      dpex_storage *storage, dpex_array *array)
{
    DPEX_TRY(begin_beside(like, array));
    array->storage = storage;
    set_new(array, like->queue, dtype, like->flags);
    return DPEX_SUCCESS;
}

dpex_order dpex_order_resolve(dpex_order order, const dpex_array *like)
{
    if (order == DPEX_ORDER_C || order == DPEX_ORDER_F) return order;
    /* NumPy's rules: A gives F only for arrays that are F-contiguous and not C-contiguous; K keeps
     * the order of axes. */
    int c = like->flags & DPEX_ARRAY_C_CONTIGUOUS, f = like->flags & DPEX_ARRAY_F_CONTIGUOUS;
    if (c || order == DPEX_ORDER_A) return f && !c ? DPEX_ORDER_F : DPEX_ORDER_C;
    return f ? DPEX_ORDER_F : DPEX_ORDER_K;
}

dpex_status dpex_array_init_like(const dpex_array *like, dpex_dtype dtype, dpex_order order,
                                 dpex_usm_kind kind, dpex_queue *queue, dpex_array *array)
{
    order = dpex_order_resolve(order, like);
    DPEX_TRY(begin_new(array, queue, dtype, like->nd, like->shape));
    if (order == DPEX_ORDER_K)
        dpex_strides_fill_like(like->nd, like->shape, like->strides, array->strides);
    else
        dpex_strides_fill(like->nd, like->shape, order, array->strides);
    return finish_new(array, queue, dtype, kind, contiguity_of(array));
}

/* First and one past the last byte, relative to the storage; fails where that does not fit
 * int64_t, for an array without elements too, whose views would compute it. */
static dpex_status checked_bounds(const dpex_array *x, int64_t *first, int64_t *last)
{
    int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    int64_t low = x->offset, high;
    /* `high` is behind the last byte, so it begins with one item. */
    int overflow = __builtin_add_overflow(low, itemsize, &high);
    for (int i = 0; i < x->nd; i++) {
        int64_t reach;
        if (x->shape[i] < 2) continue; /* the stride does not matter */
        overflow |= __builtin_mul_overflow(x->strides[i], itemsize, &reach);
        overflow |= __builtin_mul_overflow(reach, x->shape[i] - 1, &reach);
        /* A negative stride moves the low end, a positive one the high end. */
        overflow |=
            __builtin_add_overflow(*(reach < 0 ? &low : &high), reach, reach < 0 ? &low : &high);
    }
    if (overflow)
        return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE, "strides reach beyond the address space");
    *first = x->size ? low : x->offset;
    *last = x->size ? high : x->offset;
    return DPEX_SUCCESS;
}

static dpex_status check_inside(const dpex_array *x, const dpex_storage *storage)
{
    int64_t first = 0, last = 0;
    DPEX_TRY(checked_bounds(x, &first, &last));
    size_t bytes = dpex_storage_get_bytes(storage);
    if (first >= 0 && (uint64_t)last <= bytes) return DPEX_SUCCESS;
    char text[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(
        DPEX_ERROR_OUT_OF_RANGE,
        "a view of shape %s would touch the bytes from %lld to %lld of a storage of %zu",
        dpex_shape_text(x->nd, x->shape, text), (long long)first, (long long)last, bytes);
}

/* A stride that leads to no element may be any number, of which others compute bytes, sums and
 * differences: what is beyond any memory becomes 0. */
static void tame_strides(dpex_array *x)
{
    const int64_t most = (int64_t)1 << 48;
    for (int i = 0; i < x->nd; i++) {
        int leads_nowhere = x->shape[i] < 2 || x->size == 0;
        if (leads_nowhere && (x->strides[i] > most || x->strides[i] < -most)) x->strides[i] = 0;
    }
}

dpex_status dpex_array_init_view(dpex_storage *storage, dpex_queue *queue, dpex_dtype dtype,
                                 int64_t offset, int nd, const int64_t *shape,
                                 const int64_t *strides, uint32_t flags, dpex_array *array)
{
    DPEX_TRY(begin_new(array, queue, dtype, nd, shape));
    if (strides)
        for (int i = 0; i < nd; i++) array->strides[i] = strides[i];
    else
        dpex_strides_fill(nd, shape, DPEX_ORDER_C, array->strides);
    array->offset = offset;
    array->dtype = dtype;
    /* Before the references are taken. */
    dpex_status status = check_inside(array, storage);
    if (status) {
        dpex_array_fini_dims(array);
        return status;
    }
    tame_strides(array);
    array->storage = dpex_storage_retain(storage);
    array->queue = dpex_queue_retain(queue);
    array->flags = (flags & (DPEX_ARRAY_WRITABLE | DPEX_ARRAY_LOCKED)) |
                   dpex_strides_contiguity(nd, array->shape, array->strides);
    return DPEX_SUCCESS;
}

dpex_status dpex_array_init_alias(const dpex_array *of, dpex_queue *queue, dpex_array *array)
{
    DPEX_TRY(dpex_array_init_dims(array, of->nd));
    memcpy(array->shape, of->shape, (size_t)of->nd * 2 * sizeof *of->shape);
    array->storage = dpex_storage_retain(of->storage);
    /* NULL: the same queue. */
    array->queue = dpex_queue_retain(queue ? queue : of->queue);
    array->offset = of->offset;
    array->size = of->size;
    array->flags = of->flags;
    array->dtype = of->dtype;
    return DPEX_SUCCESS;
}

void *dpex_array_get_ptr(const dpex_array *x)
{
    char *base = dpex_storage_get_ptr(x->storage);
    /* Storages of devices whose memory the host cannot address have no pointer. */
    return base ? base + x->offset : NULL;
}

/* The enum has them in that order. */
dpex_usm_kind dpex_array_result_kind(const dpex_array *const *arrays, int64_t n)
{
    dpex_usm_kind kind = DPEX_USM_UNKNOWN;
    for (int64_t i = 0; i < n; i++) {
        if (!arrays[i]) continue;
        const dpex_usm_kind own = dpex_storage_get_kind(arrays[i]->storage);
        if (own != DPEX_USM_UNKNOWN && (kind == DPEX_USM_UNKNOWN || own < kind)) kind = own;
    }
    return kind == DPEX_USM_UNKNOWN ? DPEX_USM_DEVICE : kind;
}
