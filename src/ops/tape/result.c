/* Allocates the results of element-wise calls: queue, USM kind and memory layout. */
#include "result.h"

#include <string.h>

#include "array/array.h"
#include "runtime/pending.h"

/* Order 'A': Fortran order if all arrays have it, and at least one is not also in C order. */
static dpex_order common_order(const dpex_array *const *arrays, int n)
{
    dpex_order order = DPEX_ORDER_C;
    for (int i = 0; i < n; i++) {
        if (!(arrays[i]->flags & DPEX_ARRAY_F_CONTIGUOUS)) return DPEX_ORDER_C;
        if (!(arrays[i]->flags & DPEX_ARRAY_C_CONTIGUOUS)) order = DPEX_ORDER_F;
    }
    return order;
}

/* Order 'K': the array whose layout the result takes. C order wins over others, so that a result
 * does not depend on the order of its operands; NULL: no array has the result's shape. */
static const dpex_array *find_model(const dpex_array *const *arrays, int n, int nd,
                                    const int64_t *shape)
{
    const dpex_array *model = NULL;
    for (int i = 0; i < n; i++) {
        const dpex_array *x = arrays[i];
        if (!dpex_array_has_shape(x, nd, shape)) continue;
        if (x->flags & DPEX_ARRAY_C_CONTIGUOUS) return x;
        if (!model || dpex_array_repeated_axes(model)) model = x;
    }
    return model;
}

/* The order in which a result is laid out. K: as the model, which is in neither of the two others. */
static dpex_order choose_order(const dpex_array *const *arrays, int n, int nd, const int64_t *shape,
                               dpex_order order, const dpex_array **model)
{
    if (order == DPEX_ORDER_A) return common_order(arrays, n);
    if (order != DPEX_ORDER_K) return order;
    *model = find_model(arrays, n, nd, shape);
    return *model ? dpex_order_resolve(order, *model) : DPEX_ORDER_C;
}

/* arrays: at least one, all on one queue. nd, shape: what they broadcast to, or what is left after
 * a reduction. */
dpex_status dpex_result_init(const dpex_array *const *arrays, int n, int nd, const int64_t *shape,
                             dpex_dtype dtype, dpex_order order, dpex_array *out)
{
    dpex_queue *queue = arrays[0]->queue;
    const dpex_usm_kind kind = dpex_array_result_kind(arrays, n);
    const dpex_array *model = NULL;
    order = choose_order(arrays, n, nd, shape, order, &model);
    return order == DPEX_ORDER_K ? dpex_array_init_like(model, dtype, order, kind, queue, out)
                                 : dpex_array_init(queue, dtype, nd, shape, order, kind, out);
}

dpex_status dpex_result_init_in(dpex_storage *storage, dpex_queue *queue, dpex_dtype dtype, int nd,
                                const int64_t *shape, dpex_order order, dpex_array *out)
{
    int64_t strides[DPEX_MAX_NDIM];
    dpex_strides_fill(nd, shape, order, strides);
    const dpex_status status = dpex_array_init_view(storage, queue, dtype, 0, nd, shape, strides,
                                                    DPEX_ARRAY_WRITABLE, out);
    dpex_storage_release(storage);
    return status;
}

dpex_status dpex_result_init_reusing(const dpex_array *const *arrays, int n, int nd,
                                     const int64_t *shape, dpex_dtype dtype, dpex_order order,
                                     dpex_array *out)
{
    dpex_queue *queue = arrays[0]->queue;
    const dpex_array *model = NULL;
    const dpex_order chosen = dpex_queue_has_pending(queue)
                                  ? choose_order(arrays, n, nd, shape, order, &model)
                                  : DPEX_ORDER_K;
    dpex_storage *storage = NULL;
    if (chosen != DPEX_ORDER_K)
        storage = dpex_result_take_dead(queue, dtype, nd, shape, chosen,
                                        dpex_array_result_kind(arrays, n));
    return storage ? dpex_result_init_in(storage, queue, dtype, nd, shape, chosen, out)
                   : dpex_result_init(arrays, n, nd, shape, dtype, order, out);
}

int dpex_result_is_like(const dpex_array *const *arrays, int n, int nd, const int64_t *shape,
                        dpex_dtype dtype, const dpex_array *x)
{
    const dpex_array *model = NULL;
    if (x->dtype != dtype || !dpex_array_has_shape(x, nd, shape) || x->queue != arrays[0]->queue ||
        dpex_storage_get_kind(x->storage) != dpex_array_result_kind(arrays, n))
        return 0;
    const dpex_order order = choose_order(arrays, n, nd, shape, DPEX_ORDER_K, &model);
    if (order != DPEX_ORDER_K)
        return (x->flags &
                (order == DPEX_ORDER_C ? DPEX_ARRAY_C_CONTIGUOUS : DPEX_ARRAY_F_CONTIGUOUS)) != 0;
    int64_t strides[DPEX_MAX_NDIM];
    dpex_strides_fill_like(nd, shape, model->strides, strides);
    return !memcmp(x->strides, strides, (size_t)nd * sizeof(*strides));
}
