/* Allocates the results of element-wise calls: queue, USM kind and memory layout. */
#include "result.h"

#include <string.h>

#include "array/array.h"

static int same_shape(const dpex_array *x, int nd, const int64_t *shape)
{
    return x->nd == nd && !memcmp(x->shape, shape, (size_t)nd * sizeof(*shape));
}

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
        if (!same_shape(x, nd, shape)) continue;
        if (x->flags & DPEX_ARRAY_C_CONTIGUOUS) return x;
        if (!model || dpex_array_repeated_axes(model)) model = x;
    }
    return model;
}

/* arrays: at least one, all on one queue. nd, shape: what they broadcast to, or what is left after
 * a reduction. */
dpex_status dpex_result_init(const dpex_array *const *arrays, int n, int nd, const int64_t *shape,
                             dpex_dtype dtype, dpex_order order, dpex_array *out)
{
    dpex_queue *queue = arrays[0]->queue;
    dpex_usm_kind kind = dpex_array_result_kind(arrays, n);
    const dpex_array *model = order == DPEX_ORDER_K ? find_model(arrays, n, nd, shape) : NULL;
    if (model) return dpex_array_init_like(model, dtype, order, kind, queue, out);
    if (order == DPEX_ORDER_A) order = common_order(arrays, n);
    if (order == DPEX_ORDER_K) order = DPEX_ORDER_C;
    return dpex_array_init(queue, dtype, nd, shape, order, kind, out);
}
