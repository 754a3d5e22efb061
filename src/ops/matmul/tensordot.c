/* tensordot and vecdot: shapes; the work is a matrix product, or a sum of products. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/matmul.h"
#include "dpex/op.h"
#include "product.h"
#include "runtime/runtime.h"

static dpex_status check_queues(const char *name, const dpex_array *x1, const dpex_array *x2)
{
    return dpex_array_check_queue(name, "the second operand", x2, x1->queue);
}

/* ---- tensordot --------------------------------------------------------------------------------- */

/* An operand as a matrix: its free axes are the rows and those that are summed over the columns; or
 * the other way. */
typedef struct side {
    const dpex_array *x;
    int n_free, n_summed;
    int free[DPEX_MAX_NDIM], summed[DPEX_MAX_NDIM];
    int64_t rows, depth; /* elements of the free axes, of the summed ones */
} side;

/* seen: a bit per axis; each may be named once. */
static dpex_status split_axes(const dpex_array *x, int n, const int *axes, side *s)
{
    uint64_t seen = 0;
    *s = (side){.x = x, .n_summed = n, .rows = 1, .depth = 1};
    for (int i = 0; i < n; i++) {
        if (axes[i] < 0 || axes[i] >= x->nd || seen >> axes[i] & 1)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "tensordot: axis %d is repeated or out of range", axes[i]);
        seen |= UINT64_C(1) << axes[i];
        s->summed[i] = axes[i];
        s->depth *= x->shape[axes[i]];
    }
    for (int d = 0; d < x->nd; d++) {
        if (seen >> d & 1) continue;
        s->free[s->n_free++] = d;
        s->rows *= x->shape[d];
    }
    return DPEX_SUCCESS;
}

/* Pairs of axes are of one extent; broadcasting does not apply to them. */
static dpex_status check_extents(const side *a, const side *b)
{
    for (int i = 0; i < a->n_summed; i++) {
        int64_t first = a->x->shape[a->summed[i]], second = b->x->shape[b->summed[i]];
        if (first != second)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "tensordot: axis %d of x1 has extent %lld, axis %d of x2 %lld",
                             a->summed[i], (long long)first, b->summed[i], (long long)second);
    }
    return DPEX_SUCCESS;
}

/* x as (free axes, summed axes), each merged into one: a view where the layout allows it, else a
 * copy. */
static dpex_status as_matrix(const side *s, dpex_dtype dtype, dpex_array *matrix)
{
    int axes[DPEX_MAX_NDIM], possible = 0;
    const int64_t shape[2] = {s->rows, s->depth};
    memcpy(axes, s->free, (size_t)s->n_free * sizeof(*axes));
    memcpy(axes + s->n_free, s->summed, (size_t)s->n_summed * sizeof(*axes));
    dpex_array transposed, dense;
    DPEX_TRY(dpex_array_permute(s->x, axes, &transposed));
    dpex_status status = DPEX_SUCCESS;
    if (transposed.dtype == dtype)
        status = dpex_array_reshape_view(&transposed, 2, shape, DPEX_ORDER_C, &possible, matrix);
    if (!status && !possible) {
        status = dpex_array_cast_new(&transposed, dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, s->x->queue,
                                     &dense);
        if (!status) {
            status = dpex_array_reshape_view(&dense, 2, shape, DPEX_ORDER_C, &possible, matrix);
            dpex_array_fini(&dense);
        }
    }
    dpex_array_fini(&transposed);
    return status;
}

/* tensordot is one matrix product of the two reshaped operands. */
static dpex_status multiply(const side *a, const side *b, dpex_array *out)
{
    dpex_array x1, x2, x2_transposed, product;
    const int64_t shape[2] = {a->rows, b->rows};
    int possible;
    DPEX_TRY(as_matrix(a, out->dtype, &x1));
    dpex_status status = as_matrix(b, out->dtype, &x2);
    if (status) goto done_x1;
    /* x2 transposed: its summed axes come first in a matrix product. */
    if ((status = dpex_array_permute(&x2, NULL, &x2_transposed))) goto done_x2;
    status = dpex_array_reshape_view(out, 2, shape, DPEX_ORDER_C, &possible, &product);
    if (!status) {
        status = dpex_matmul_into(&x1, &x2_transposed, &out->dtype, &product);
        dpex_array_fini(&product);
    }
    dpex_array_fini(&x2_transposed);
done_x2:
    dpex_array_fini(&x2);
done_x1:
    dpex_array_fini(&x1);
    return status;
}

/* The result's axes are those of x1 and then those of x2. */
dpex_status dpex_tensordot_new(const dpex_array *x1, const dpex_array *x2, int n, const int *axes1,
                               const int *axes2, dpex_array *out)
{
    side a, b;
    int64_t shape[2 * DPEX_MAX_NDIM];
    DPEX_TRY(check_queues("tensordot", x1, x2));
    DPEX_TRY(split_axes(x1, n, axes1, &a));
    DPEX_TRY(split_axes(x2, n, axes2, &b));
    DPEX_TRY(check_extents(&a, &b));
    for (int i = 0; i < a.n_free; i++) shape[i] = x1->shape[a.free[i]];
    for (int i = 0; i < b.n_free; i++) shape[a.n_free + i] = x2->shape[b.free[i]];
    dpex_dtype dtype = dpex_dtype_promote(x1->dtype, x2->dtype, dpex_queue_get_device(x1->queue));
    /* A new array is dense, so it is a matrix too. */
    DPEX_TRY(dpex_array_init(x1->queue, dtype, a.n_free + b.n_free, shape, DPEX_ORDER_C,
                             dpex_product_kind(x1, x2), out));
    dpex_status status = multiply(&a, &b, out);
    if (status) dpex_array_fini(out);
    return status;
}

/* ---- vecdot ------------------------------------------------------------------------------------ */

static dpex_status check_axes(const dpex_array *x1, const dpex_array *x2, int axis1, int axis2)
{
    int in_range = axis1 >= 0 && axis1 < x1->nd && axis2 >= 0 && axis2 < x2->nd;
    if (in_range && x1->nd - axis1 == x2->nd - axis2 && x1->shape[axis1] == x2->shape[axis2])
        return DPEX_SUCCESS;
    char first[DPEX_SHAPE_TEXT_BYTES], second[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "vecdot: axes %d of %s and %d of %s are not of one extent", axis1,
                     dpex_shape_text(x1->nd, x1->shape, first), axis2,
                     dpex_shape_text(x2->nd, x2->shape, second));
}

/* One operand as a stack of vectors; strides of the `nd` broadcast axes but `axis`, which lies
 * along the vectors. */
static dpex_matrices stack_of_vectors(const dpex_array *x, int nd, int axis)
{
    dpex_matrices m = {.array = x};
    for (int d = 0, n = 0; d < nd; d++) {
        if (d == axis) continue;
        const int own = d - (nd - x->nd);
        m.stack[n++] = own < 0 || x->shape[own] == 1 ? 0 : x->strides[own];
    }
    return m;
}

/* Whether matrix products, of one row and one column each, are quicker than products that are
 * summed: vectors that are read where they lie, and are long enough for what each product costs by
 * itself. */
static int suits_products(const dpex_array *x, int axis, dpex_dtype dtype)
{
    enum { LEAST = 256 };
    return x->queue->backend->runs_on_host && x->dtype == dtype && dtype >= DPEX_I32 &&
           dtype < DPEX_C64 && dtype != DPEX_F16 && x->strides[axis] == 1 &&
           x->shape[axis] >= LEAST;
}

/* One matrix product of 1 x k and k x 1 per element of the result. */
static dpex_status multiply_vectors(const dpex_array *x1, const dpex_array *x2, int nd, int axis,
                                    dpex_array *out)
{
    const int axis1 = axis - (nd - x1->nd), axis2 = axis - (nd - x2->nd);
    if (!suits_products(x1, axis1, out->dtype) || !suits_products(x2, axis2, out->dtype))
        return dpex_multiply_sum(x1, x2, 1, UINT64_C(1) << axis, out);
    dpex_matrix_product product = {.name = "vecdot",
                                   .a = stack_of_vectors(x1, nd, axis),
                                   .b = stack_of_vectors(x2, nd, axis),
                                   .c = stack_of_vectors(out, nd - 1, -1),
                                   .m = 1,
                                   .n = 1,
                                   .k = x1->shape[axis1],
                                   .nd = nd - 1};
    product.a.column = product.b.row = 1;
    memcpy(product.stack, out->shape, (size_t)(nd - 1) * sizeof(*out->shape));
    return dpex_matrix_product_submit(&product);
}

/* Two vectors of real numbers on the host: the shortest call of all products. */
static int is_plain_dot(const dpex_array *x1, const dpex_array *x2)
{
    return x1->nd == 1 && x2->nd == 1 && x1->shape[0] == x2->shape[0] && x1->dtype == x2->dtype &&
           (x1->dtype == DPEX_F64 || x1->dtype == DPEX_F32) && x1->queue->backend->runs_on_host;
}

/* axis counts in the broadcast shape: both operands' axes are equally far from its end. */
dpex_status dpex_vecdot_new(const dpex_array *x1, const dpex_array *x2, int axis1, int axis2,
                            dpex_array *out)
{
    const dpex_array *operands[2] = {x1, x2};
    int nd, n = 0;
    int64_t shape[DPEX_MAX_NDIM], kept[DPEX_MAX_NDIM];
    DPEX_TRY(check_queues("vecdot", x1, x2));
    DPEX_TRY(check_axes(x1, x2, axis1, axis2));
    if (is_plain_dot(x1, x2)) return dpex_matmul_new(x1, x2, NULL, DPEX_ORDER_C, out);
    DPEX_TRY(dpex_shape_broadcast(operands, 2, &nd, shape));
    int axis = axis1 + nd - x1->nd;
    for (int d = 0; d < nd; d++)
        if (d != axis) kept[n++] = shape[d];
    dpex_dtype dtype = dpex_dtype_promote(x1->dtype, x2->dtype, dpex_queue_get_device(x1->queue));
    DPEX_TRY(
        dpex_array_init(x1->queue, dtype, n, kept, DPEX_ORDER_C, dpex_product_kind(x1, x2), out));
    dpex_status status = multiply_vectors(x1, x2, nd, axis, out);
    if (status) dpex_array_fini(out);
    return status;
}
