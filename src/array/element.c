/* Single elements, read and written by the calling thread. See dpex/element.h; elements are computed
 * in ops/tape/element.c. */
#include "dpex/element.h"

#include "array/array.h"
#include "runtime/runtime.h"

/* The distance of an element from the first one, in elements. 0: out of bounds. */
static inline int find_distance(const dpex_array *x, const int64_t *indices, int64_t *distance)
{
    int64_t at = 0;
    for (int i = 0; i < x->nd; i++) {
        const int64_t extent = x->shape[i];
        if (indices[i] < -extent || indices[i] >= extent) return 0;
        at += (indices[i] < 0 ? indices[i] + extent : indices[i]) * x->strides[i];
    }
    *distance = at;
    return 1;
}

/* NULL: out of bounds, or something may be pending. */
static inline void *find(const dpex_array *x, const int64_t *indices)
{
    int64_t at;
    if (!find_distance(x, indices, &at)) return NULL;
    if (!dpex_queue_is_inline(x->queue) || !dpex_storage_is_unused(x->storage)) return NULL;
    /* A failure that was not reported yet is the general way's to report. */
    if (atomic_load_explicit(&x->queue->timeline->failure, memory_order_relaxed)) return NULL;
    return (char *)x->storage->ptr + x->offset + at * (int64_t)dpex_dtype_bytes(x->dtype);
}

int dpex_element_read(const dpex_array *x, const int64_t *indices, dpex_scalar *value)
{
    const void *element = find(x, indices);
    if (element) dpex_item_copy(value, element, dpex_dtype_bytes(x->dtype));
    return element != NULL;
}

int dpex_element_write(const dpex_array *x, const int64_t *indices, const dpex_scalar *value)
{
    void *element = x->flags & DPEX_ARRAY_WRITABLE ? find(x, indices) : NULL;
    if (element) dpex_item_copy(element, value, dpex_dtype_bytes(x->dtype));
    return element != NULL;
}

int dpex_element_view(const dpex_array *x, const int64_t *indices, int has_queue, dpex_array *view)
{
    int64_t at;
    if (!find_distance(x, indices, &at)) return 0;
    view->storage = x->storage;
    atomic_fetch_add_explicit(&x->storage->refs, 1, memory_order_relaxed);
    view->queue = has_queue ? x->queue : dpex_queue_retain(x->queue);
    view->offset = x->offset + at * (int64_t)dpex_dtype_bytes(x->dtype);
    view->size = 1;
    view->shape = view->strides = view->inline_dims;
    view->nd = 0;
    view->flags = (x->flags & (DPEX_ARRAY_WRITABLE | DPEX_ARRAY_LOCKED)) | DPEX_ARRAY_C_CONTIGUOUS |
                  DPEX_ARRAY_F_CONTIGUOUS;
    view->dtype = x->dtype;
    return 1;
}

int dpex_element_is_reusable(const dpex_array *x)
{
    return dpex_array_is_sole_element(x, dpex_dtype_bytes(x->dtype)) &&
           dpex_queue_is_inline(x->queue);
}

int dpex_element_reuse(dpex_array *kept, const dpex_array *x, dpex_dtype dtype,
                       const dpex_scalar *value)
{
    const size_t itemsize = dpex_dtype_bytes(dtype);
    /* Whoever kept it has the only reference, so it is still alone and idle. */
    if (kept->queue != x->queue || kept->storage->kind != x->storage->kind ||
        kept->storage->bytes != itemsize)
        return 0;
    kept->dtype = dtype;
    dpex_item_copy(kept->storage->ptr, value, itemsize);
    return 1;
}
