/* Norms of vectors: one pass of a tape that ends in a sum or an extreme, then the root of few
 * numbers. */
#include <math.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/linalg.h"
#include "lapack.h"
#include "ops/matmul/product.h"
#include "ops/tape/tape.h"
#include "runtime/runtime.h"

typedef struct norm {
    const dpex_array *x;
    double p;
    dpex_dtype dtype, real; /* of the computation, and its real counterpart, which the result has */
} norm;

/* ---- |x|^p --------------------------------------------------------------------------------------------- */

static dpex_status append(dpex_tape *tape, dpex_op_number number, int first, int second, int *reg)
{
    int in[2] = {first, second};
    return dpex_tape_apply(tape, &dpex_ops[number], in, reg);
}

static dpex_status append_constant(dpex_tape *tape, dpex_dtype dtype, double number, int *reg)
{
    dpex_scalar real = {.f64 = number}, value;
    dpex_scalar_cast(&real, DPEX_F64, dtype, &value);
    return dpex_tape_constant(tape, dtype, &value, reg);
}

/* |x|^2 without a root. */
static dpex_status append_square(const norm *n, dpex_tape *tape, int x, int *reg)
{
    int conjugate = x;
    if (n->dtype == n->real) return append(tape, DPEX_OP_multiply, x, x, reg);
    DPEX_TRY(append(tape, DPEX_OP_conj, x, 0, &conjugate));
    DPEX_TRY(append(tape, DPEX_OP_multiply, conjugate, x, reg));
    return append(tape, DPEX_OP_real, *reg, 0, reg);
}

/* In the dtype of the computation, without scaling: as NumPy's, a norm of numbers beyond the
 * root of the largest one overflows for p = 2. */
static dpex_status append_term(const norm *n, dpex_tape *tape, int x, int *reg)
{
    int number;
    if (n->p == 2) return append_square(n, tape, x, reg);
    /* The number of nonzero elements. */
    if (n->p == 0) {
        DPEX_TRY(append_constant(tape, n->dtype, 0, &number));
        DPEX_TRY(append(tape, DPEX_OP_not_equal, x, number, reg));
        return dpex_tape_cast(tape, *reg, n->real, reg);
    }
    DPEX_TRY(append(tape, DPEX_OP_abs, x, 0, reg));
    /* The 1-norm, and the extremes, need no power. */
    if (n->p == 1 || isinf(n->p)) return DPEX_SUCCESS;
    DPEX_TRY(append_constant(tape, n->real, n->p, &number));
    return append(tape, DPEX_OP_pow, *reg, number, reg);
}

static dpex_status build(const norm *n, dpex_tape *tape)
{
    int reg;
    /* The maximum norm of no elements is 0; a reduction over nothing would be refused. */
    int extreme = isinf(n->p) && !(n->p > 0 && n->x->size == 0); /* the largest of none is 0 */
    const char *name = !extreme ? "sum" : n->p > 0 ? "max" : "min";
    DPEX_TRY(dpex_tape_input(tape, n->x->dtype, &reg));
    DPEX_TRY(dpex_tape_cast(tape, reg, n->dtype, &reg));
    DPEX_TRY(append_term(n, tape, reg, &reg));
    const dpex_reduction *reduction = dpex_reduction_find(name);
    if (!reduction) return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "vector_norm: there is no %s", name);
    return dpex_tape_reduce(tape, reduction, reg);
}

/* ---- the root ------------------------------------------------------------------------------------------ */

/* In place, on the result, which has one element per vector. */
static dpex_status take_root(const norm *n, dpex_array *out)
{
    dpex_operand operands[2] = {{.array = out}};
    if (n->p == 2) return dpex_elementwise_into(&dpex_ops[DPEX_OP_sqrt], operands, out);
    /* The root of a sum of first powers is itself. */
    if (n->p == 0 || n->p == 1 || isinf(n->p)) return DPEX_SUCCESS;
    operands[1] = (dpex_operand){.kind = DPEX_KIND_REAL, .value = {.f64 = 1 / n->p}};
    return dpex_elementwise_into(&dpex_ops[DPEX_OP_pow], operands, out);
}

/* The whole of a dense array with itself is a dot product, which takes half as long as a tape.
 * Only real dtypes: a complex norm needs the conjugate. */
static int is_dot(const norm *n, uint64_t axes_mask)
{
    const dpex_array *x = n->x;
    const int is_dense = (x->flags & (DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS)) != 0;
    /* All axes reduced; the product is the host's. */
    return n->p == 2 && n->dtype == n->real && n->dtype == x->dtype && is_dense && x->nd > 0 &&
           axes_mask == (UINT64_MAX >> (64 - x->nd)) && x->queue->backend->runs_on_host;
}

static dpex_status compute_dot(const norm *n, dpex_array *out)
{
    const dpex_array *x = n->x;
    /* Dense in any order is one line, since the order of a sum's elements is free here. */
    const int64_t stride = 1;
    dpex_array line;
    DPEX_TRY(dpex_array_init_view(x->storage, x->queue, x->dtype, x->offset, 1, &x->size, &stride,
                                  0, &line));
    const dpex_matrix_product product = {.name = "vector_norm",
                                         .a = {.array = &line, .column = 1},
                                         .b = {.array = &line, .row = 1},
                                         .c = {.array = out},
                                         .m = 1,
                                         .n = 1,
                                         .k = x->size};
    const dpex_status status = dpex_matrix_product_submit(&product);
    dpex_array_fini(&line);
    return status ? status : take_root(n, out);
}

static dpex_status compute(const norm *n, uint64_t axes_mask, dpex_array *out)
{
    if (is_dot(n, axes_mask)) return compute_dot(n, out);
    dpex_tape tape;
    dpex_tape_init(&tape);
    dpex_status status = build(n, &tape);
    if (!status) status = dpex_tape_run(&tape, &n->x, 1, &out, 1, axes_mask);
    dpex_tape_fini(&tape);
    return status ? status : take_root(n, out);
}

/* ---- the call ------------------------------------------------------------------------------------------ */

/* keepdims keeps an extent of 1. */
static int result_shape(const dpex_array *x, uint64_t axes_mask, int keepdims, int64_t *shape)
{
    int nd = 0;
    for (int d = 0; d < x->nd; d++) {
        int is_reduced = axes_mask >> d & 1;
        if (!is_reduced || keepdims) shape[nd++] = is_reduced ? 1 : x->shape[d];
    }
    return nd;
}

dpex_status dpex_vector_norm_new(const dpex_array *x, uint64_t axes_mask, int keepdims, double p,
                                 dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    int nd = result_shape(x, axes_mask, keepdims, shape);
    norm n = {.x = x, .p = p, .dtype = dpex_computing_dtype(x->dtype)};
    if (x->dtype < DPEX_F16)
        n.dtype = dpex_dtype_default(DPEX_KIND_REAL, dpex_queue_get_device(x->queue));
    n.real = dpex_linalg_real_dtype(n.dtype);
    const dpex_usm_kind kind = dpex_array_result_kind(&x, 1);
    dpex_array result;
    DPEX_TRY(dpex_array_init(x->queue, n.real, nd, shape, DPEX_ORDER_C, kind, &result));
    dpex_status status = compute(&n, axes_mask, &result);
    dpex_dtype dtype = x->dtype == DPEX_F16 ? DPEX_F16 : n.real; /* rounded once, after the root */
    if (!status && dtype == n.real)
        status = dpex_array_init_alias(&result, NULL, out);
    else if (!status)
        status = dpex_array_cast_new(&result, dtype, DPEX_ORDER_C, kind, x->queue, out);
    dpex_array_fini(&result);
    return status;
}
