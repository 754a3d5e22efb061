/* Matrices of which one triangle counts: products, updates and systems of equations. */
#include "triangle.h"
#include "array/array.h"
#include "base/error.h"
#include "blas.h"
#include "dpex/linalg.h"
#include "dpex/matmul.h"
#include "dpex/op.h"

/* ---- parts of matrices ----------------------------------------------------------------------------- */

dpex_status dpex_strided_transpose(const dpex_array *x, dpex_array *view)
{
    return dpex_array_permute(x, NULL, view);
}

/* name: of the function that was called, for the message. */
static dpex_status check_square(const char *name, const dpex_array *x, int64_t n)
{
    if (x->nd == 2 && x->shape[0] == n && x->shape[1] == n) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: a matrix of shape %s, not (%lld,%lld)", name,
                     dpex_shape_text(x->nd, x->shape, given), (long long)n, (long long)n);
}

/* The other triangle may be memory with another meaning, such as the factor of another matrix, so
 * it is neither read into a result nor changed. A mask says which elements are copied: one pass on
 * every device, whatever the layouts. */
dpex_status dpex_strided_copy_triangle(dpex_array *to, const dpex_array *from, int is_lower)
{
    const dpex_scalar yes = {.b = 1};
    dpex_array mask;
    if (to->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_array_init_like(to, DPEX_BOOL, DPEX_ORDER_K, DPEX_USM_DEVICE, to->queue, &mask));
    dpex_status status = dpex_array_fill(&mask, &yes);
    /* In place: the elements outside become false. */
    if (!status) status = dpex_array_fill_triangle(&mask, &mask, 0, is_lower);
    if (!status) {
        const dpex_operand operands[3] = {{.array = &mask}, {.array = from}, {.array = to}};
        status = dpex_elementwise_into(dpex_op_find("where"), operands, to);
    }
    dpex_array_fini(&mask);
    return status;
}

/* diagonal(to) = diagonal(from), or its real part. */
/* Through views, so it touches n elements. to and from may be one matrix. */
static dpex_status copy_diagonal(dpex_array *to, const dpex_array *from, int is_real)
{
    static const dpex_scalar zero = {.bytes = {0}};
    dpex_array old, fresh, part;
    DPEX_TRY(dpex_array_diagonal(from, 0, &old));
    dpex_status status = dpex_array_diagonal(to, 0, &fresh);
    if (!status) {
        /* Views of diagonals are read-only to callers in general; this matrix is ours to write. */
        fresh.flags |= DPEX_ARRAY_WRITABLE;
        status = dpex_array_copy(&fresh, &old);
        if (!status && is_real) {
            status = dpex_array_complex_part(&fresh, 1, &part);
            if (!status) {
                status = dpex_array_fill(&part, &zero);
                dpex_array_fini(&part);
            }
        }
        dpex_array_fini(&fresh);
    }
    dpex_array_fini(&old);
    return status;
}

static int is_complex(const dpex_array *x)
{
    return dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
}

/* full += the other triangle, a transposed copy of this one. */
/* Elements of the two triangles meet zeros only, so the sum is exact. */
static dpex_status add_transposed(dpex_array *full, const dpex_array *half, int is_hermitian)
{
    dpex_array view;
    DPEX_TRY(dpex_strided_transpose(half, &view));
    const dpex_operand operand = {.array = &view};
    dpex_status status = DPEX_SUCCESS;
    if (is_hermitian) {
        dpex_array conjugated;
        status = dpex_elementwise_new(dpex_op_find("conj"), &operand, DPEX_ORDER_K, &conjugated);
        if (!status) {
            const dpex_operand other = {.array = &conjugated};
            status = dpex_elementwise_inplace(dpex_op_find("add"), full, &other, 0);
            dpex_array_fini(&conjugated);
        }
    } else {
        status = dpex_elementwise_inplace(dpex_op_find("add"), full, &operand, 0);
    }
    dpex_array_fini(&view);
    return status;
}

/* The whole matrix that a triangle stands for; new. */
dpex_status dpex_strided_fill_up(const dpex_array *a, int is_lower, int is_hermitian,
                                 dpex_array *full)
{
    dpex_array half;
    is_hermitian = is_hermitian && is_complex(a);
    DPEX_TRY(dpex_array_init_like(a, a->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, a->queue, &half));
    /* What the other triangle of a holds is never read, NaN included. */
    /* Without the diagonal, which is copied last. */
    dpex_status status = dpex_array_fill_triangle(&half, a, is_lower ? -1 : 1, is_lower);
    if (!status) {
        status =
            dpex_array_cast_new(&half, a->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, a->queue, full);
        if (!status) {
            status = add_transposed(full, &half, is_hermitian);
            if (!status) status = copy_diagonal(full, a, is_hermitian);
            if (status) dpex_array_fini(full);
        }
    }
    dpex_array_fini(&half);
    return status;
}

/* Everything below is composed of operations that every device has, or that pass through the host;
 * none of it is a kernel of its own.
 * Stacks are not needed here: BLAS's batches are of products alone.
 */

/* ---- products ------------------------------------------------------------------------------------------ */

/* Half of the matrix is read twice instead of columns and rows in turn: a product by OpenBLAS, or
 * by a device's tiles, outweighs the copy from small extents on. */
static dpex_status symm(const dpex_blas_options *o, const dpex_array *a, const dpex_array *b,
                        dpex_array *c)
{
    dpex_array full;
    if (c->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(check_square("symm", a, c->shape[o->is_right ? 1 : 0]));
    DPEX_TRY(dpex_strided_fill_up(a, o->is_lower, o->is_hermitian, &full));
    const dpex_status status =
        dpex_strided_multiply(o, o->is_right ? b : &full, o->is_right ? &full : b, c);
    dpex_array_fini(&full);
    return status;
}

dpex_status dpex_blas_symm(const dpex_strided_call *call, const dpex_blas_options *options,
                           const dpex_strided *a, const dpex_strided *b, const dpex_strided *c)
{
    const dpex_strided *const operands[3] = {a, b, c};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("symm", operands, 3));
    DPEX_TRY(dpex_strided_open(call, "symm", operands, 3, 1u << 2, &open));
    return dpex_strided_close(
        &open, symm(options, &open.at[0].array, &open.at[1].array, &open.at[2].array));
}

/* product = a a^T, or a a^H. */
/* Of real matrices dpex_matmul_into sees that both operands are one, and computes half of the
 * result. */
static dpex_status multiply_by_itself(const dpex_array *a, int is_hermitian, dpex_array *product)
{
    dpex_array transposed, conjugated;
    DPEX_TRY(dpex_strided_transpose(a, &transposed));
    const dpex_operand operand = {.array = &transposed};
    dpex_status status;
    if (is_hermitian && is_complex(a)) {
        status = dpex_elementwise_new(dpex_op_find("conj"), &operand, DPEX_ORDER_K, &conjugated);
        if (!status) {
            status = dpex_matmul_into(a, &conjugated, NULL, product);
            dpex_array_fini(&conjugated);
        }
    } else {
        status = dpex_matmul_into(a, &transposed, NULL, product);
    }
    dpex_array_fini(&transposed);
    return status;
}

static dpex_status syrk(const dpex_blas_options *o, const dpex_array *a, dpex_array *c)
{
    dpex_array product;
    if (a->nd != 2)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "syrk: a has %d dimensions, not 2", a->nd);
    DPEX_TRY(check_square("syrk", c, a->shape[0]));
    if (c->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_array_init_like(c, c->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, c->queue, &product));
    dpex_status status = multiply_by_itself(a, o->is_hermitian, &product);
    /* Of the whole matrix, though a triangle of it is used: c is read, not written. */
    if (!status) status = dpex_strided_combine(&o->alpha, &product, &o->beta, c, &product);
    if (!status && o->is_hermitian && is_complex(c)) status = copy_diagonal(&product, &product, 1);
    if (!status) status = dpex_strided_copy_triangle(c, &product, o->is_lower);
    dpex_array_fini(&product);
    return status;
}

dpex_status dpex_blas_syrk(const dpex_strided_call *call, const dpex_blas_options *options,
                           const dpex_strided *a, const dpex_strided *c)
{
    const dpex_strided *const operands[2] = {a, c};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("syrk", operands, 2));
    DPEX_TRY(dpex_strided_open(call, "syrk", operands, 2, 1u << 1, &open));
    return dpex_strided_close(&open, syrk(options, &open.at[0].array, &open.at[1].array));
}

/* The result of a symmetric update is symmetric, bit by bit, only in the triangle that is kept: the
 * other one is thrown away. */

/* ---- systems ------------------------------------------------------------------------------------------- */

/* A triangle as a finished LU factorization, transposed as dpex_lu_solve_into takes it: an upper
 * one is U with L = 1; a lower one is the transpose of such. So one of the two steps of the
 * solution does nothing. */
/* No elimination is needed, so nothing is rounded here. Zeros on the diagonal give infinities, as
 * in BLAS. */
static dpex_status make_factors(const dpex_array *t, int is_lower, int is_unit, dpex_array *factors)
{
    const dpex_scalar one = {.f64 = 1};
    dpex_scalar unit;
    dpex_array transposed, diagonal;
    const int64_t shape[2] = {t->shape[0], t->shape[0]};
    DPEX_TRY(dpex_array_init(t->queue, t->dtype, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, factors));
    dpex_status status = dpex_strided_transpose(t, &transposed);
    if (!status) {
        /* Transposed, an upper triangle is a lower one: in both cases the lower one is kept. */
        status = dpex_array_fill_triangle(factors, is_lower ? t : &transposed, 0, 1);
        dpex_array_fini(&transposed);
    }
    if (!status && is_unit) {
        dpex_scalar_cast(&one, DPEX_F64, t->dtype, &unit);
        status = dpex_array_diagonal(factors, 0, &diagonal);
        if (!status) {
            diagonal.flags |= DPEX_ARRAY_WRITABLE;
            status = dpex_array_fill(&diagonal, &unit);
            dpex_array_fini(&diagonal);
        }
    }
    if (status) dpex_array_fini(factors);
    return status;
}

/* Rows that are interchanged with themselves. */
/* From 0, as dpex_lu_new counts. */
static dpex_status make_pivots(dpex_queue *queue, int64_t n, dpex_array *pivots)
{
    const dpex_scalar start = {.i = 0}, step = {.i = 1};
    DPEX_TRY(dpex_array_init(queue, DPEX_I64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, pivots));
    const dpex_status status = dpex_array_fill_arange(pivots, &start, &step);
    if (status) dpex_array_fini(pivots);
    return status;
}

/* b is a matrix of columns; b = t^-1 (alpha b). */
/* The right sides are copied into columns, which the solution overwrites, and back: they may have
 * any strides, while LAPACK takes dense columns. */
static dpex_status solve(const dpex_blas_options *o, const dpex_array *t, int is_lower,
                         dpex_array *b)
{
    static const dpex_scalar zero = {.bytes = {0}};
    dpex_array factors, pivots, columns, view;
    const int64_t shape[2] = {b->shape[1], b->shape[0]};
    DPEX_TRY(make_factors(t, is_lower, o->is_unit, &factors));
    dpex_status status = make_pivots(t->queue, t->shape[0], &pivots);
    if (status) goto end_factors;
    status = dpex_array_init(b->queue, b->dtype, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &columns);
    if (status) goto end_pivots;
    status = dpex_strided_transpose(&columns, &view);
    if (status) goto end_columns;
    status = dpex_strided_combine(&o->alpha, b, &zero, NULL, &view);
    if (!status) status = dpex_lu_solve_into(&factors, &pivots, is_lower ? 'T' : 'N', &columns);
    if (!status) status = dpex_array_copy(b, &view);
    dpex_array_fini(&view);
end_columns:
    dpex_array_fini(&columns);
end_pivots:
    dpex_array_fini(&pivots);
end_factors:
    dpex_array_fini(&factors);
    return status;
}

/* b t^-1 is the transpose of t^-T b^T. */
/* On devices without kernels for it the solution passes through host memory, as factorizations
 * do. */
dpex_status dpex_strided_solve(const dpex_blas_options *o, const dpex_array *t, dpex_array *b)
{
    dpex_array t_view, b_view;
    if (b->nd != 2)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "trsm: b has %d dimensions, not 2", b->nd);
    DPEX_TRY(check_square("trsm", t, b->shape[o->is_right ? 1 : 0]));
    if (b->size == 0) return DPEX_SUCCESS;
    if (!o->is_right) return solve(o, t, o->is_lower, b);
    DPEX_TRY(dpex_strided_transpose(t, &t_view));
    dpex_status status = dpex_strided_transpose(b, &b_view);
    if (!status) {
        status = solve(o, &t_view, !o->is_lower, &b_view);
        dpex_array_fini(&b_view);
    }
    dpex_array_fini(&t_view);
    return status;
}

dpex_status dpex_blas_trsm(const dpex_strided_call *call, const dpex_blas_options *options,
                           const dpex_strided *a, const dpex_strided *b)
{
    const dpex_strided *const operands[2] = {a, b};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("trsm", operands, 2));
    DPEX_TRY(dpex_strided_open(call, "trsm", operands, 2, 1u << 1, &open));
    return dpex_strided_close(&open,
                              dpex_strided_solve(options, &open.at[0].array, &open.at[1].array));
}

/* ---- products with a triangle ---------------------------------------------------------------------------- */

/* The triangle is copied with zeros in the place of the other one, so that what that one holds does
 * not count, and multiplied as a matrix. */
static dpex_status trmm(const dpex_blas_options *o, const dpex_array *t, dpex_array *b)
{
    dpex_array lower, view, product;
    dpex_blas_options options = *o;
    options.beta = (dpex_scalar){.bytes = {0}};
    DPEX_TRY(check_square("trmm", t, b->shape[o->is_right ? 1 : 0]));
    if (b->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(make_factors(t, o->is_lower, o->is_unit, &lower));
    dpex_status status = o->is_lower ? dpex_array_init_alias(&lower, NULL, &view)
                                     : dpex_strided_transpose(&lower, &view);
    if (status) goto end_lower;
    status = dpex_array_init_like(b, b->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, b->queue, &product);
    if (status) goto end_view;
    status =
        dpex_strided_multiply(&options, o->is_right ? b : &view, o->is_right ? &view : b, &product);
    if (!status) status = dpex_array_copy(b, &product);
    dpex_array_fini(&product);
end_view:
    dpex_array_fini(&view);
end_lower:
    dpex_array_fini(&lower);
    return status;
}

dpex_status dpex_blas_trmm(const dpex_strided_call *call, const dpex_blas_options *options,
                           const dpex_strided *a, const dpex_strided *b)
{
    const dpex_strided *const operands[2] = {a, b};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("trmm", operands, 2));
    if (b->nd != 2)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "trmm: b has %d dimensions, not 2", b->nd);
    DPEX_TRY(dpex_strided_open(call, "trmm", operands, 2, 1u << 1, &open));
    return dpex_strided_close(&open, trmm(options, &open.at[0].array, &open.at[1].array));
}
