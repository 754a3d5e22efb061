/* concat and stack: views of the result, each filled by a copy. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/rearrange.h"
#include "runtime/runtime.h"

/* Shape, dtype and kind of the result. */
typedef struct result_traits {
    dpex_dtype dtype;
    dpex_usm_kind kind;
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
} result_traits;

/* The dtype is the promotion of all at once, since promotion of pairs is not associative. */
static dpex_status resolve_result(const char *name, const dpex_array *const *arrays, int64_t n,
                                  result_traits *r)
{
    const dpex_device *device = dpex_queue_get_device(arrays[0]->queue);
    unsigned dtypes = 0;
    for (int64_t i = 0; i < n; i++) {
        DPEX_TRY(dpex_array_check_queue(name, "an array", arrays[i], arrays[0]->queue));
        dtypes |= 1u << arrays[i]->dtype;
    }
    r->kind = dpex_array_result_kind(arrays, n);
    r->dtype = dpex_dtype_promote_all(dtypes, device);
    return DPEX_SUCCESS;
}

static dpex_status fail_shapes(const char *name, const dpex_array *a, const dpex_array *b)
{
    char first[DPEX_SHAPE_TEXT_BYTES], other[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: shapes %s and %s do not fit", name,
                     dpex_shape_text(a->nd, a->shape, first),
                     dpex_shape_text(b->nd, b->shape, other));
}

static dpex_status fail_axis(const char *name, int axis, int nd)
{
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: no axis %d among %d", name, axis, nd);
}

/* x into dst, which may see the same number of elements in another shape.
 * An input without dimensions, or flat concatenation: the part has the same elements in the
 * input's shape. */
static dpex_status fill(dpex_array *dst, const dpex_array *x)
{
    int possible;
    dpex_array shaped;
    /* The frequent case. */
    if (dst->nd == x->nd) return dpex_array_copy(dst, x);
    DPEX_TRY(dpex_array_reshape_view(dst, x->nd, x->shape, DPEX_ORDER_C, &possible, &shaped));
    dpex_status status = dpex_array_copy(&shaped, x);
    dpex_array_fini(&shaped);
    return status;
}

/* Each array into its part of the result along an axis.
 * is_flat: the inputs are concatenated as if each had one dimension. */
static dpex_status fill_parts(const dpex_array *const *arrays, int64_t n, int axis, int is_flat,
                              dpex_array *out)
{
    int64_t start = 0;
    for (int64_t i = 0; i < n; i++) {
        dpex_array part;
        dpex_index indices[DPEX_MAX_NDIM] = {{0}};
        int64_t extent = is_flat ? arrays[i]->size : arrays[i]->shape[axis];
        /* Axes before `axis` are taken whole, those after it by default. */
        for (int d = 0; d <= axis; d++) indices[d].kind = DPEX_INDEX_SLICE;
        indices[axis] = (dpex_index){.kind = DPEX_INDEX_SLICE,
                                     .start = start,
                                     .stop = start + extent,
                                     .has_start = 1,
                                     .has_stop = 1};
        DPEX_TRY(dpex_array_index(out, indices, axis + 1, &part));
        dpex_status status = fill(&part, arrays[i]);
        dpex_array_fini(&part);
        /* What was filled is dropped with the result, by the caller. */
        if (status) return status;
        start += extent;
    }
    return DPEX_SUCCESS;
}

/* Extents of 0 are allowed along the axis; the others must agree. */
static dpex_status concat_shape(const dpex_array *const *arrays, int64_t n, int axis,
                                result_traits *r)
{
    const dpex_array *first = arrays[0];
    int is_flat = axis == DPEX_AXIS_NONE;
    if (!is_flat && (axis < 0 || axis >= first->nd)) return fail_axis("concat", axis, first->nd);
    r->nd = is_flat ? 1 : first->nd;
    if (!is_flat) memcpy(r->shape, first->shape, (size_t)first->nd * sizeof(*r->shape));
    int along = is_flat ? 0 : axis;
    /* The sum of the extents below. */
    r->shape[along] = 0;
    for (int64_t i = 0; i < n; i++) {
        const dpex_array *x = arrays[i];
        int fits = is_flat || x->nd == first->nd;
        for (int d = 0; d < first->nd && fits && !is_flat; d++)
            fits = d == along || x->shape[d] == first->shape[d];
        if (!fits) return fail_shapes("concat", first, x);
        int64_t extent = is_flat ? x->size : x->shape[along];
        /* Sum of extents: more than 2^63 elements would not be an array. */
        if (__builtin_add_overflow(r->shape[along], extent, &r->shape[along]))
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "concat: too many elements");
    }
    return DPEX_SUCCESS;
}

/* Submits one copy per array; they are ordered on the queue and may run at the same time where they
 * do not overlap. */
dpex_status dpex_array_concat(const dpex_array *const *arrays, int64_t n, int axis, dpex_array *out)
{
    result_traits r;
    DPEX_TRY(resolve_result("concat", arrays, n, &r));
    DPEX_TRY(concat_shape(arrays, n, axis, &r));
    DPEX_TRY(dpex_array_init(arrays[0]->queue, r.dtype, r.nd, r.shape, DPEX_ORDER_C, r.kind, out));
    int is_flat = axis == DPEX_AXIS_NONE;
    dpex_status status = fill_parts(arrays, n, is_flat ? 0 : axis, is_flat, out);
    if (status) dpex_array_fini(out);
    return status;
}

/* The same for stack: array i into out[..., i, ...] along the new axis. */
static dpex_status fill_layers(const dpex_array *const *arrays, int64_t n, int axis,
                               dpex_array *out)
{
    for (int64_t i = 0; i < n; i++) {
        dpex_array layer;
        dpex_index indices[DPEX_MAX_NDIM] = {{0}};
        for (int d = 0; d < axis; d++) indices[d].kind = DPEX_INDEX_SLICE;
        indices[axis] = (dpex_index){.kind = DPEX_INDEX_INT, .start = i};
        DPEX_TRY(dpex_array_index(out, indices, axis + 1, &layer));
        dpex_status status = dpex_array_copy(&layer, arrays[i]);
        dpex_array_fini(&layer);
        if (status) return status;
    }
    return DPEX_SUCCESS;
}

/* Each layer is one index of the new axis. */
dpex_status dpex_array_stack(const dpex_array *const *arrays, int64_t n, int axis, dpex_array *out)
{
    result_traits r;
    const dpex_array *first = arrays[0];
    DPEX_TRY(resolve_result("stack", arrays, n, &r));
    if (axis < 0 || axis > first->nd || first->nd == DPEX_MAX_NDIM)
        return fail_axis("stack", axis, first->nd + 1);
    for (int64_t i = 1; i < n; i++) {
        size_t bytes = (size_t)first->nd * sizeof(*first->shape);
        if (arrays[i]->nd != first->nd || memcmp(arrays[i]->shape, first->shape, bytes))
            return fail_shapes("stack", first, arrays[i]);
    }
    r.nd = first->nd + 1;
    for (int d = 0; d < r.nd; d++) r.shape[d] = d == axis ? n : first->shape[d < axis ? d : d - 1];
    DPEX_TRY(dpex_array_init(first->queue, r.dtype, r.nd, r.shape, DPEX_ORDER_C, r.kind, out));
    dpex_status status = fill_layers(arrays, n, axis, out);
    if (status) dpex_array_fini(out);
    return status;
}
