/* Products and sums of BLAS as array operations. Those of matrices with a triangle are in
 * triangle.c.
 *
 * Where alpha and beta say more than "the product", it is made in memory of its own and then
 * combined with c in one pass. */
#include "dpex/blas.h"

#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "blas.h"
#include "dpex/linalg.h"
#include "dpex/matmul.h"
#include "ops/matmul/product.h"
#include "ops/tape/tape.h"

/* ---- numbers --------------------------------------------------------------------------------------- */

/* By bits, so that -0 is not 0: x + -0 is x, while x + 0 loses the sign of x = -0. */
static int is_number(const dpex_scalar *x, dpex_dtype dtype, double number)
{
    const dpex_scalar real = {.f64 = number};
    dpex_scalar same;
    dpex_scalar_cast(&real, DPEX_F64, dtype, &same);
    return !memcmp(x->bytes, same.bytes, dpex_dtype_get_info(dtype)->itemsize);
}

/* Mixed precision would be promoted by the operations below; BLAS has no such functions, so it is a
 * mistake. dtypes from `least` on. */
static dpex_status check_dtypes(const char *name, const dpex_strided *const *operands, int n,
                                dpex_dtype least)
{
    const dpex_dtype dtype = operands[0]->dtype;
    for (int i = 0; i < n; i++)
        if (operands[i]->dtype < least || operands[i]->dtype != dtype)
            return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE,
                             "%s: operands of %s and %s; allowed is one of %sfloat32, float64, "
                             "complex64, complex128",
                             name, dpex_dtype_get_info(dtype)->name,
                             dpex_dtype_get_info(operands[i]->dtype)->name,
                             least == DPEX_F16 ? "float16, " : "");
    return DPEX_SUCCESS;
}

dpex_status dpex_strided_check_dtypes(const char *name, const dpex_strided *const *operands, int n)
{
    return check_dtypes(name, operands, n, DPEX_F32);
}

/* ---- tapes ----------------------------------------------------------------------------------------- */

/* The registers' dtypes are those of the operands, which the checks have made equal. */
static dpex_status apply(dpex_tape *tape, dpex_op_number op, int first, int second, int *reg)
{
    const int in[2] = {first, second};
    return dpex_tape_apply(tape, &dpex_ops[op], in, reg);
}

/* number * x; of 1 nothing is multiplied, which keeps the signs of zeros and NaN. */
static dpex_status times(dpex_tape *tape, dpex_dtype dtype, const dpex_scalar *number, int x,
                         int *reg)
{
    int factor;
    *reg = x;
    if (is_number(number, dtype, 1)) return DPEX_SUCCESS;
    DPEX_TRY(dpex_tape_constant(tape, dtype, number, &factor));
    return apply(tape, DPEX_OP_multiply, factor, x, reg);
}

/* The tape has the second input only if it is read: then NaN in memory that is only written does
 * not matter, which BLAS promises for beta = 0. */
static dpex_status build_combination(dpex_tape *tape, const dpex_scalar *alpha,
                                     const dpex_scalar *beta, dpex_dtype dtype)
{
    int x, y;
    DPEX_TRY(dpex_tape_input(tape, dtype, &x));
    DPEX_TRY(times(tape, dtype, alpha, x, &x));
    if (!is_number(beta, dtype, 0)) {
        DPEX_TRY(dpex_tape_input(tape, dtype, &y));
        DPEX_TRY(times(tape, dtype, beta, y, &y));
        DPEX_TRY(apply(tape, DPEX_OP_add, x, y, &x));
    }
    return dpex_tape_output(tape, x);
}

dpex_status dpex_strided_combine(const dpex_scalar *alpha, const dpex_array *x,
                                 const dpex_scalar *beta, const dpex_array *y, dpex_array *out)
{
    const dpex_dtype dtype = out->dtype;
    const dpex_array *inputs[2] = {x, y};
    const int n_inputs = is_number(beta, dtype, 0) ? 1 : 2;
    /* Copies know layouts that a tape would traverse element by element. */
    if (n_inputs == 1 && is_number(alpha, dtype, 1)) return dpex_array_copy(out, x);
    dpex_tape tape;
    /* On the stack: a launch copies what it needs of a tape. */
    dpex_tape_init(&tape);
    dpex_status status = build_combination(&tape, alpha, beta, dtype);
    if (!status) status = dpex_tape_run(&tape, inputs, n_inputs, &out, 1, 0);
    dpex_tape_fini(&tape);
    return status;
}

/* c = beta c */
static dpex_status scale(const dpex_scalar *beta, dpex_array *c)
{
    static const dpex_scalar zero = {.bytes = {0}};
    if (is_number(beta, c->dtype, 0)) return dpex_array_fill(c, &zero);
    if (is_number(beta, c->dtype, 1)) return DPEX_SUCCESS;
    return dpex_strided_combine(beta, c, &zero, NULL, c);
}

/* ---- matrices -------------------------------------------------------------------------------------- */

/* The shapes are checked by dpex_matmul_into, whose message names them. */
dpex_status dpex_strided_multiply(const dpex_blas_options *o, const dpex_array *a,
                                  const dpex_array *b, dpex_array *c)
{
    dpex_array product;
    const dpex_dtype dtype = c->dtype;
    if (c->size == 0) return DPEX_SUCCESS;
    /* As in BLAS, where NaN in a or b does not count then. */
    if (is_number(&o->alpha, dtype, 0)) return scale(&o->beta, c);
    /* The frequent case writes the result where it belongs, without memory of its own. */
    if (is_number(&o->alpha, dtype, 1) && is_number(&o->beta, dtype, 0))
        return dpex_matmul_into(a, b, NULL, c);
    DPEX_TRY(dpex_array_init_like(c, dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, c->queue, &product));
    /* Laid out as c, so that the combination runs along both in memory order. */
    dpex_status status = dpex_matmul_into(a, b, NULL, &product);
    if (!status) status = dpex_strided_combine(&o->alpha, &product, &o->beta, c, c);
    dpex_array_fini(&product);
    return status;
}

dpex_status dpex_blas_gemm(const dpex_strided_call *call, const dpex_blas_options *options,
                           const dpex_strided *a, const dpex_strided *b, const dpex_strided *c)
{
    const dpex_strided *const operands[3] = {a, b, c};
    dpex_strided_operands open;
    /* Half precision is that of products only, as in oneMKL: rounded after each of product, alpha and beta. */
    DPEX_TRY(check_dtypes("gemm", operands, 3, DPEX_F16));
    DPEX_TRY(dpex_strided_open(call, "gemm", operands, 3, 1u << 2, &open));
    return dpex_strided_close(&open, dpex_strided_multiply(options, &open.at[0].array,
                                                           &open.at[1].array, &open.at[2].array));
}

/* A vector as a column (axis 0) or as a row (axis 1) of a matrix. */
/* Extents of 1 broadcast: the outer product is then an element-wise one, which is one pass over
 * a. */
static dpex_status view_vector(const dpex_array *x, int axis, dpex_array *view)
{
    int64_t shape[2] = {1, 1}, strides[2] = {0, 0};
    shape[axis] = x->shape[0];
    strides[axis] = x->strides[0];
    return dpex_array_init_view(x->storage, x->queue, x->dtype, x->offset, 2, shape, strides, 0,
                                view);
}

/* a + x (alpha y) */
/* alpha y is computed again for each row; that is cheaper than memory for it. */
static dpex_status build_ger(dpex_tape *tape, const dpex_scalar *alpha, dpex_dtype dtype)
{
    int x, y, a;
    DPEX_TRY(dpex_tape_input(tape, dtype, &x));
    DPEX_TRY(dpex_tape_input(tape, dtype, &y));
    DPEX_TRY(dpex_tape_input(tape, dtype, &a));
    DPEX_TRY(times(tape, dtype, alpha, y, &y));
    DPEX_TRY(apply(tape, DPEX_OP_multiply, x, y, &x));
    DPEX_TRY(apply(tape, DPEX_OP_add, a, x, &a));
    return dpex_tape_output(tape, a);
}

static dpex_status ger(const dpex_scalar *alpha, const dpex_array *column, const dpex_array *row,
                       dpex_array *a)
{
    const dpex_array *inputs[3] = {column, row, a};
    dpex_tape tape;
    if (a->size == 0 || is_number(alpha, a->dtype, 0)) return DPEX_SUCCESS;
    dpex_tape_init(&tape);
    dpex_status status = build_ger(&tape, alpha, a->dtype);
    if (!status) status = dpex_tape_run(&tape, inputs, 3, &a, 1, 0);
    dpex_tape_fini(&tape);
    return status;
}

dpex_status dpex_blas_ger(const dpex_strided_call *call, const dpex_blas_options *options,
                          const dpex_strided *x, const dpex_strided *y, const dpex_strided *a)
{
    const dpex_strided *const operands[3] = {x, y, a};
    dpex_strided_operands open;
    dpex_array column, row;
    DPEX_TRY(dpex_strided_check_dtypes("ger", operands, 3));
    if (x->nd != 1 || y->nd != 1)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "ger: x and y have %d and %d dimensions, not 1",
                         x->nd, y->nd);
    DPEX_TRY(dpex_strided_open(call, "ger", operands, 3, 1u << 2, &open));
    dpex_status status = view_vector(&open.at[0].array, 0, &column);
    if (!status) {
        status = view_vector(&open.at[1].array, 1, &row);
        if (!status) {
            status = ger(&options->alpha, &column, &row, &open.at[2].array);
            dpex_array_fini(&row);
        }
        dpex_array_fini(&column);
    }
    return dpex_strided_close(&open, status);
}

/* An update of rank one reads and writes a once; the vectors stay in the caches. Overlap of the
 * vectors with a is taken care of by the tape's launch, which copies inputs that the output would
 * overwrite.
 */

/* ---- vectors --------------------------------------------------------------------------------------- */

/* copy, axpy and axpby of BLAS, by their alpha and beta. */
static dpex_status axpby(const dpex_blas_options *o, const dpex_array *x, dpex_array *y)
{
    if (y->size == 0) return DPEX_SUCCESS;
    if (is_number(&o->alpha, y->dtype, 0)) return scale(&o->beta, y);
    return dpex_strided_combine(&o->alpha, x, &o->beta, y, y);
}

dpex_status dpex_blas_axpby(const dpex_strided_call *call, const dpex_blas_options *options,
                            const dpex_strided *x, const dpex_strided *y)
{
    const dpex_strided *const operands[2] = {x, y};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("axpby", operands, 2));
    DPEX_TRY(dpex_strided_open(call, "axpby", operands, 2, 1u << 1, &open));
    return dpex_strided_close(&open, axpby(options, &open.at[0].array, &open.at[1].array));
}

/* Zeros are multiplied too, so that NaN stays. */
dpex_status dpex_blas_scal(const dpex_strided_call *call, const dpex_blas_options *options,
                           const dpex_strided *x)
{
    static const dpex_scalar zero = {.bytes = {0}};
    dpex_strided_operands open;
    dpex_status status = DPEX_SUCCESS;
    DPEX_TRY(dpex_strided_check_dtypes("scal", &x, 1));
    DPEX_TRY(dpex_strided_open(call, "scal", &x, 1, 1, &open));
    dpex_array *array = &open.at[0].array;
    if (array->size) status = dpex_strided_combine(&options->alpha, array, &zero, NULL, array);
    return dpex_strided_close(&open, status);
}

static dpex_status swap(dpex_array *x, dpex_array *y)
{
    dpex_array kept;
    if (x->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_array_cast_new(x, x->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, x->queue, &kept));
    dpex_status status = dpex_array_copy(x, y);
    if (!status) status = dpex_array_copy(y, &kept);
    dpex_array_fini(&kept);
    return status;
}

dpex_status dpex_blas_swap(const dpex_strided_call *call, const dpex_strided *x,
                           const dpex_strided *y)
{
    const dpex_strided *const operands[2] = {x, y};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("swap", operands, 2));
    DPEX_TRY(dpex_strided_open(call, "swap", operands, 2, 3, &open));
    return dpex_strided_close(&open, swap(&open.at[0].array, &open.at[1].array));
}

/* -conj(x): of both kinds of numbers the real part comes first, and it alone changes its sign. */
static dpex_scalar negative_conjugate(const dpex_scalar *x, dpex_dtype dtype)
{
    const int is_complex = dpex_dtype_get_info(dtype)->kind == DPEX_KIND_COMPLEX;
    const dpex_dtype wide = is_complex ? DPEX_C128 : DPEX_F64;
    dpex_scalar number, result;
    dpex_scalar_cast(x, dtype, wide, &number);
    double real;
    memcpy(&real, number.bytes, sizeof real);
    real = -real;
    memcpy(number.bytes, &real, sizeof real);
    dpex_scalar_cast(&number, wide, dtype, &result);
    return result;
}

/* The rotated x is kept apart until y has been made of the old one. */
static dpex_status rot(const dpex_blas_options *o, dpex_array *x, dpex_array *y)
{
    const dpex_scalar minus = negative_conjugate(&o->beta, x->dtype);
    dpex_array rotated;
    if (x->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_array_init_like(x, x->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, x->queue, &rotated));
    dpex_status status = dpex_strided_combine(&o->alpha, x, &o->beta, y, &rotated);
    if (!status) status = dpex_strided_combine(&minus, x, &o->alpha, y, y);
    if (!status) status = dpex_array_copy(x, &rotated);
    dpex_array_fini(&rotated);
    return status;
}

dpex_status dpex_blas_rot(const dpex_strided_call *call, const dpex_blas_options *options,
                          const dpex_strided *x, const dpex_strided *y)
{
    const dpex_strided *const operands[2] = {x, y};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("rot", operands, 2));
    DPEX_TRY(dpex_strided_open(call, "rot", operands, 2, 3, &open));
    return dpex_strided_close(&open, rot(options, &open.at[0].array, &open.at[1].array));
}

/* Conjugated operands are conjugated by _open. A wider result dtype converts the operands first, so
 * products of floats are exact in double. */
dpex_status dpex_blas_dot(const dpex_strided_call *call, const dpex_strided *x,
                          const dpex_strided *y, const dpex_strided *result)
{
    const dpex_strided *const operands[3] = {x, y, result};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("dot", operands, 2));
    DPEX_TRY(dpex_strided_open(call, "dot", operands, 3, 1u << 2, &open));
    return dpex_strided_close(&open, dpex_matmul_into(&open.at[0].array, &open.at[1].array,
                                                      &result->dtype, &open.at[2].array));
}

/* The order in which a dot product is summed follows from its length alone, so it is the same for
 * every number of threads.
 */

/* ---- magnitudes ------------------------------------------------------------------------------------ */

/* The operands of magnitudes: x itself, or its real and its imaginary parts. */
typedef struct parts {
    dpex_array views[2];
    const dpex_array *arrays[2];
    int n;
} parts;

/* BLAS measures complex numbers by |re| + |im|, which needs no root.
 * Real numbers are their own only part. */
static dpex_status view_parts(const dpex_array *x, parts *p)
{
    p->n = dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX ? 2 : 1;
    p->arrays[0] = x;
    if (p->n == 1) return DPEX_SUCCESS;
    DPEX_TRY(dpex_array_complex_part(x, 0, &p->views[0]));
    const dpex_status status = dpex_array_complex_part(x, 1, &p->views[1]);
    if (status) dpex_array_fini(&p->views[0]);
    for (int i = 0; i < 2; i++) p->arrays[i] = &p->views[i];
    return status;
}

/* The reduction of |re| + |im|. */
static dpex_status build_magnitudes(const parts *p, dpex_tape *tape, const char *reduction)
{
    int reg, magnitude = 0;
    for (int i = 0; i < p->n; i++) {
        DPEX_TRY(dpex_tape_input(tape, p->arrays[i]->dtype, &reg));
        DPEX_TRY(apply(tape, DPEX_OP_abs, reg, 0, &reg));
        if (i) DPEX_TRY(apply(tape, DPEX_OP_add, magnitude, reg, &reg));
        magnitude = reg;
    }
    /* Magnitudes exist in registers only: one pass over x. */
    return dpex_tape_reduce(tape, dpex_reduction_find(reduction), magnitude);
}

/* All axes are reduced; the result has none. */
static dpex_status reduce_magnitudes(const dpex_array *x, const char *reduction, dpex_array *out)
{
    parts p;
    dpex_tape tape;
    DPEX_TRY(view_parts(x, &p));
    dpex_tape_init(&tape);
    dpex_status status = build_magnitudes(&p, &tape, reduction);
    if (!status) status = dpex_tape_run(&tape, p.arrays, p.n, &out, 1, (UINT64_C(1) << x->nd) - 1);
    dpex_tape_fini(&tape);
    for (int i = 0; p.n > 1 && i < 2; i++) dpex_array_fini(&p.views[i]);
    return status;
}

dpex_status dpex_blas_asum(const dpex_strided_call *call, const dpex_strided *x,
                           const dpex_strided *result)
{
    const dpex_strided *const operands[2] = {x, result};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("asum", operands, 1));
    DPEX_TRY(dpex_strided_open(call, "asum", operands, 2, 1u << 1, &open));
    return dpex_strided_close(&open,
                              reduce_magnitudes(&open.at[0].array, "sum", &open.at[1].array));
}

/* Of double precision, numbers beyond 1e154 or below 1e-162 lose their squares: the norm is then
 * infinite, or 0. Scaling would take a second pass over x, which most callers would pay for
 * nothing. */
/* Squares of single precision neither overflow nor vanish in double, where the device has it. */
static dpex_status nrm2(const dpex_array *x, dpex_array *result)
{
    const dpex_dtype wide = x->dtype == DPEX_F32 ? DPEX_F64 : DPEX_C128;
    const int is_single = x->dtype == DPEX_F32 || x->dtype == DPEX_C64;
    dpex_array widened, norm;
    const dpex_array *of = x;
    if (is_single && dpex_dtype_is_supported(wide, dpex_queue_get_device(x->queue))) {
        DPEX_TRY(dpex_array_cast_new(x, wide, DPEX_ORDER_K, DPEX_USM_DEVICE, x->queue, &widened));
        of = &widened;
    }
    dpex_status status = dpex_vector_norm_new(of, (UINT64_C(1) << x->nd) - 1, 0, 2, &norm);
    if (!status) {
        status = dpex_array_copy(result, &norm);
        dpex_array_fini(&norm);
    }
    if (of == &widened) dpex_array_fini(&widened);
    return status;
}

dpex_status dpex_blas_nrm2(const dpex_strided_call *call, const dpex_strided *x,
                           const dpex_strided *result)
{
    const dpex_strided *const operands[2] = {x, result};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("nrm2", operands, 1));
    DPEX_TRY(dpex_strided_open(call, "nrm2", operands, 2, 1u << 1, &open));
    return dpex_strided_close(&open, nrm2(&open.at[0].array, &open.at[1].array));
}

/* argmax and argmin give the first of equal elements, as BLAS does, and NaN where there is one. */
static dpex_status iamax(const dpex_array *x, int is_min, int64_t first, dpex_array *result)
{
    const dpex_scalar zero = {.i = 0};
    if (x->size == 0) return dpex_array_fill(result, &zero);
    DPEX_TRY(reduce_magnitudes(x, is_min ? "argmin" : "argmax", result));
    if (!first) return DPEX_SUCCESS;
    const dpex_operand operands[2] = {{.array = result},
                                      {.kind = DPEX_KIND_INT, .value = {.i = first}}};
    return dpex_elementwise_into(dpex_op_find("add"), operands, result);
}

dpex_status dpex_blas_iamax(const dpex_strided_call *call, const dpex_strided *x, int is_min,
                            int64_t first, const dpex_strided *result)
{
    const dpex_strided *const operands[2] = {x, result};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_check_dtypes("iamax", operands, 1));
    DPEX_TRY(dpex_strided_open(call, "iamax", operands, 2, 1u << 1, &open));
    return dpex_strided_close(&open, iamax(&open.at[0].array, is_min, first, &open.at[1].array));
}
