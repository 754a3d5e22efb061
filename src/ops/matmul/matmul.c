/* matmul: dtypes, shapes, and operands as a matrix product can take them.
 *
 * An operand is copied only to convert it, or where OpenBLAS needs contiguous rows or columns. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/matmul.h"
#include "dpex/op.h"
#include "product.h"
#include "runtime/runtime.h"

/* The arguments, checked, with dtype and shapes of the product: m x k times k x n for each index of
 * the stack. */
typedef struct request {
    const dpex_array *x1, *x2;
    dpex_dtype dtype;
    int64_t m, n, k;
    /* NumPy's rule: a row before, a column after. */
    int is_row, is_column; /* x1 or x2 has one dimension, which the result lacks */
    int nd;                /* of the stack */
    int64_t stack[DPEX_MAX_NDIM];
} request;

/* ---- checks ------------------------------------------------------------------------------------ */

/* dtype NULL: the promoted one, which the device has. */
static dpex_status choose_dtype(request *r, const dpex_dtype *dtype)
{
    const dpex_device *device = dpex_queue_get_device(r->x1->queue);
    r->dtype = dtype ? *dtype : dpex_dtype_promote(r->x1->dtype, r->x2->dtype, device);
    if (!dtype) return DPEX_SUCCESS;
    if (!dpex_dtype_is_supported(*dtype, device))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "matmul: the device does not compute in %s",
                         dpex_dtype_get_info(*dtype)->name);
    const dpex_array *operands[2] = {r->x1, r->x2};
    for (int i = 0; i < 2; i++) {
        if (dpex_dtype_can_cast_same_kind(operands[i]->dtype, *dtype)) continue;
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE,
                         "matmul: x%d is %s, which does not cast to %s by the same_kind rule",
                         i + 1, dpex_dtype_get_info(operands[i]->dtype)->name,
                         dpex_dtype_get_info(*dtype)->name);
    }
    return DPEX_SUCCESS;
}

static dpex_status fail_shapes(const request *r, const char *what)
{
    char first[DPEX_SHAPE_TEXT_BYTES], second[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "matmul: the %s of %s and %s do not fit", what,
                     dpex_shape_text(r->x1->nd, r->x1->shape, first),
                     dpex_shape_text(r->x2->nd, r->x2->shape, second));
}

/* Dimensions before the matrices.
 * Vectors have no stack dimensions. */
static int stack_nd(const dpex_array *x)
{
    return x->nd > 2 ? x->nd - 2 : 0;
}

/* Extent of dimension d of the common stack. */
static int64_t stack_extent(const dpex_array *x, int nd, int d)
{
    int own = d - (nd - stack_nd(x));
    return own < 0 ? 1 : x->shape[own];
}

static dpex_status choose_shape(request *r)
{
    const dpex_array *x1 = r->x1, *x2 = r->x2;
    if (x1->nd == 0 || x2->nd == 0)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "matmul: operand x%d has 0 dimensions",
                         x1->nd == 0 ? 1 : 2);
    r->is_row = x1->nd == 1;
    r->is_column = x2->nd == 1;
    r->m = r->is_row ? 1 : x1->shape[x1->nd - 2];
    r->k = x1->shape[x1->nd - 1];
    r->n = r->is_column ? 1 : x2->shape[x2->nd - 1];
    if (x2->shape[r->is_column ? 0 : x2->nd - 2] != r->k) return fail_shapes(r, "inner dimensions");
    r->nd = stack_nd(x1) > stack_nd(x2) ? stack_nd(x1) : stack_nd(x2);
    for (int d = 0; d < r->nd; d++) {
        int64_t a = stack_extent(x1, r->nd, d), b = stack_extent(x2, r->nd, d);
        if (a != b && a != 1 && b != 1) return fail_shapes(r, "stacks");
        r->stack[d] = a == 1 ? b : a;
    }
    return DPEX_SUCCESS;
}

/* Everything that can be wrong with the operands is found here, before anything is allocated. */
static dpex_status analyse(const dpex_array *x1, const dpex_array *x2, const dpex_dtype *dtype,
                           request *r)
{
    r->x1 = x1;
    r->x2 = x2;
    DPEX_TRY(dpex_array_check_queue("matmul", "the second operand", x2, x1->queue));
    DPEX_TRY(choose_shape(r));
    return choose_dtype(r, dtype);
}

/* Returns the number of dimensions; shape has space for DPEX_MAX_NDIM. */
static int result_shape(const request *r, int64_t *shape)
{
    int nd = r->nd;
    memcpy(shape, r->stack, (size_t)nd * sizeof(*shape));
    if (!r->is_row) shape[nd++] = r->m;
    if (!r->is_column) shape[nd++] = r->n;
    return nd;
}

/* ---- computing --------------------------------------------------------------------------------- */

/* Which of the two matrix dimensions an array lacks. */
enum { LACKS_ROWS = 1, LACKS_COLUMNS = 2 };

/* Strides of x, in elements: along rows and columns, and along each dimension of the stack, 0 where
 * it is broadcast. */
static void set_matrices(dpex_matrices *to, const request *r, const dpex_array *x, int lacks)
{
    int own = x->nd;
    to->array = x;
    to->column = lacks & LACKS_COLUMNS ? 0 : x->strides[--own];
    to->row = lacks & LACKS_ROWS ? 0 : x->strides[--own];
    for (int d = r->nd - 1; d >= 0; d--) {
        own--;
        to->stack[d] = own < 0 || x->shape[own] == 1 ? 0 : x->strides[own];
    }
}

/* Whether a copy pays: an element of x1 is read n times and one of x2 m times, and few uses do not
 * pay for it. */
static int pays_to_copy(const request *r)
{
    enum { LEAST_USES = 24 };
    return r->x1->queue->backend->runs_on_host && r->m >= LEAST_USES && r->n >= LEAST_USES &&
           dpex_gemm_is_better(r->dtype, r->m, r->n, r->k);
}

/* An operand, or a copy of it in a layout that the product accepts. */
typedef struct operand {
    dpex_matrices matrices;
    dpex_array copy; /* matrices.array is this one, or the operand itself */
} operand;

/* Without copies: the product reads and converts nothing else. */
static int is_taken_as_is(const request *r, dpex_matrix_product *product)
{
    if (r->x1->dtype != r->dtype || r->x2->dtype != r->dtype || r->is_row || r->is_column) return 0;
    set_matrices(&product->a, r, r->x1, 0);
    set_matrices(&product->b, r, r->x2, 0);
    return r->x1->queue->backend->runs_on_host && dpex_product_takes_layouts(product);
}

/* is_taken: the layout itself is acceptable, so only a conversion may be needed. */
static dpex_status prepare(const request *r, int number, operand *o)
{
    const dpex_array *x = number ? r->x2 : r->x1;
    int lacks = number ? r->is_column * LACKS_COLUMNS : r->is_row * LACKS_ROWS;
    set_matrices(&o->matrices, r, x, lacks);
    int is_taken = lacks || !pays_to_copy(r) ||
                   dpex_gemm_takes(number ? r->k : r->m, number ? r->n : r->k, o->matrices.row,
                                   o->matrices.column);
    if (is_taken && x->dtype == r->dtype) return DPEX_SUCCESS;
    /* forget() tells a copy from the operand by this. */
    o->matrices.array = NULL;
    DPEX_TRY(dpex_array_cast_new(x, r->dtype, is_taken ? DPEX_ORDER_K : DPEX_ORDER_C,
                                 DPEX_USM_DEVICE, x->queue, &o->copy));
    set_matrices(&o->matrices, r, &o->copy, lacks);
    return DPEX_SUCCESS;
}

/* The copy's block is reused by later commands of the queue only. */
static void forget(operand *o)
{
    if (o->matrices.array == &o->copy) dpex_array_fini(&o->copy);
}

/* Into an array that does not overlap the operands.
 * Copies of operands are released once the command is submitted: memory of the pool is reused
 * only afterwards. */
static dpex_status compute(const request *r, const dpex_array *out)
{
    operand a, b;
    dpex_matrix_product product; /* large: what is not used is not cleared */
    product.name = "matmul";
    product.m = r->m;
    product.n = r->n;
    product.k = r->k;
    product.nd = r->nd;
    product.update = 0;
    memcpy(product.stack, r->stack, (size_t)r->nd * sizeof(*r->stack));
    set_matrices(&product.c, r, out, r->is_row * LACKS_ROWS | r->is_column * LACKS_COLUMNS);
    if (is_taken_as_is(r, &product)) return dpex_matrix_product_submit(&product);
    /* c may not overlap a or b here. */
    DPEX_TRY(prepare(r, 0, &a));
    dpex_status status = prepare(r, 1, &b);
    if (!status) {
        dpex_matrices_copy(&product.a, &a.matrices, r->nd);
        dpex_matrices_copy(&product.b, &b.matrices, r->nd);
        status = dpex_matrix_product_submit(&product);
        forget(&b);
    }
    forget(&a);
    return status;
}

/* ---- the calls --------------------------------------------------------------------------------- */

/* Makes the columns of matrices contiguous. */
static int is_column_major(const dpex_array *x)
{
    return x->nd >= 2 && x->strides[x->nd - 2] == 1 && x->strides[x->nd - 1] != 1;
}

static int is_fortran(const dpex_array *x)
{
    return (x->flags & (DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS)) ==
           DPEX_ARRAY_F_CONTIGUOUS;
}

static dpex_status make_column_major(const request *r, int nd, int64_t *shape, dpex_usm_kind kind,
                                     dpex_array *out)
{
    int axes[DPEX_MAX_NDIM];
    dpex_array lying;
    shape[nd - 2] = r->n;
    shape[nd - 1] = r->m;
    DPEX_TRY(dpex_array_init(r->x1->queue, r->dtype, nd, shape, DPEX_ORDER_C, kind, &lying));
    for (int d = 0; d < nd; d++) axes[d] = d < nd - 2 ? d : 2 * nd - 3 - d;
    dpex_status status = dpex_array_permute(&lying, axes, out);
    dpex_array_fini(&lying);
    /* out keeps the storage. */
    return status;
}

/* Order K follows the operands, as NumPy's does. */
static dpex_status make_result(const request *r, dpex_order order, dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    int nd = result_shape(r, shape);
    dpex_usm_kind kind = dpex_product_kind(r->x1, r->x2);
    int all_fortran = is_fortran(r->x1) && is_fortran(r->x2);
    if (order == DPEX_ORDER_K && !all_fortran && is_column_major(r->x1) && is_column_major(r->x2))
        return make_column_major(r, nd, shape, kind, out);
    if (order == DPEX_ORDER_A || order == DPEX_ORDER_K)
        order = all_fortran ? DPEX_ORDER_F : DPEX_ORDER_C;
    return dpex_array_init(r->x1->queue, r->dtype, nd, shape, order, kind, out);
}

static dpex_status result_new(const request *r, dpex_order order, dpex_array *out)
{
    DPEX_TRY(make_result(r, order, out));
    dpex_status status = compute(r, out);
    if (status) dpex_array_fini(out);
    return status;
}

dpex_status dpex_matmul_new(const dpex_array *x1, const dpex_array *x2, const dpex_dtype *dtype,
                            dpex_order order, dpex_array *out)
{
    request r;
    DPEX_TRY(analyse(x1, x2, dtype, &r));
    return result_new(&r, order, out);
}

static dpex_status check_out(const request *r, const dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    int nd = result_shape(r, shape);
    if (!(out->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "matmul: the output array is read-only");
    if (out->nd != nd || memcmp(out->shape, shape, (size_t)nd * sizeof(*shape))) {
        char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
        return DPEX_FAIL(
            DPEX_ERROR_INVALID_VALUE, "matmul: the result has shape %s, the output array %s",
            dpex_shape_text(nd, shape, wanted), dpex_shape_text(out->nd, out->shape, given));
    }
    if (out->dtype != r->dtype)
        return DPEX_FAIL(
            DPEX_ERROR_INVALID_VALUE, "matmul: the result has dtype %s, the output array %s",
            dpex_dtype_get_info(r->dtype)->name, dpex_dtype_get_info(out->dtype)->name);
    return dpex_array_check_queue("matmul", "the output array", out, r->x1->queue);
}

/* Whether the result can be computed directly into the output. */
static int is_direct(const request *r, const dpex_array *out)
{
    dpex_matrices c;
    set_matrices(&c, r, out, r->is_row * LACKS_ROWS | r->is_column * LACKS_COLUMNS);
    /* A copy of the result is cheaper than a product without OpenBLAS. */
    if (pays_to_copy(r) && !dpex_gemm_takes(r->m, r->n, c.row, c.column)) return 0;
    return !dpex_array_overlaps(out, r->x1) && !dpex_array_overlaps(out, r->x2);
}

dpex_status dpex_matmul_into(const dpex_array *x1, const dpex_array *x2, const dpex_dtype *dtype,
                             dpex_array *out)
{
    request r;
    dpex_array result;
    DPEX_TRY(analyse(x1, x2, dtype, &r));
    DPEX_TRY(check_out(&r, out));
    if (is_direct(&r, out)) return compute(&r, out);
    DPEX_TRY(result_new(&r, DPEX_ORDER_C, &result));
    dpex_status status = dpex_array_copy(out, &result);
    dpex_array_fini(&result);
    return status;
}
