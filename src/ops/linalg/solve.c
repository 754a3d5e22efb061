/* Cholesky factorization, and what is computed by LU factorization of square matrices: inverse,
 * solution, determinant. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "lapack.h"
#include "runtime/runtime.h"

/* ---- in place of a copy -------------------------------------------------------------------------------- */

/* out = the result for each matrix of x.
 * LAPACK overwrites its argument with the result here, so a copy becomes the output; groups read x
 * itself. */
static dpex_status square_new(const char *name, dpex_lapack_op op, int mode, const dpex_array *x,
                              dpex_array *out, dpex_linalg_info *info)
{
    dpex_dtype dtype;
    DPEX_TRY(dpex_linalg_check_matrices(name, x, 1));
    DPEX_TRY(dpex_linalg_dtype(name, x, &dtype));
    /* A stack without elements has no matrices to factorize, but a result of the right shape. */
    const int64_t n_matrices = x->size ? dpex_linalg_count(x) : 0;
    const int n = (int)x->shape[x->nd - 1];
    const int is_grouped = n_matrices && dpex_linalg_is_grouped(op, 0, x, dtype);
    dpex_array dense;
    if (is_grouped) {
        DPEX_TRY(dpex_linalg_dense(x, dtype, &dense));
        dpex_status status = dpex_linalg_init(x, dtype, 2, n, n, out);
        if (status) {
            dpex_array_fini(&dense);
            return status;
        }
    } else {
        DPEX_TRY(dpex_linalg_copy(x, dtype, out));
    }
    dpex_lapack_job job = {.name = name,
                           .op = op,
                           .dtype = dtype,
                           .m = n,
                           .n = n,
                           .mode = mode,
                           .is_grouped = is_grouped,
                           .arrays = {is_grouped ? &dense : out, is_grouped ? out : NULL},
                           .n_matrices = n_matrices};
    dpex_status status = dpex_lapack_submit(&job, info);
    if (is_grouped) dpex_array_fini(&dense);
    if (status) dpex_array_fini(out);
    return status;
}

dpex_status dpex_cholesky_new(const dpex_array *x, int upper, dpex_array *out,
                              dpex_linalg_info *info)
{
    return square_new("cholesky", DPEX_LAPACK_CHOLESKY, upper, x, out, info);
}

dpex_status dpex_inv_new(const dpex_array *x, dpex_array *out, dpex_linalg_info *info)
{
    return square_new("inv", DPEX_LAPACK_INV, 0, x, out, info);
}

/* ---- determinants -------------------------------------------------------------------------------------- */

/* LAPACK's code is not asked for: a singular matrix has the determinant 0, which is not a
 * failure. */
static dpex_status submit_det(const char *name, const dpex_array *x, dpex_dtype dtype,
                              dpex_array *det, dpex_array *logarithm)
{
    dpex_array copy;
    const int64_t n_matrices = dpex_linalg_count(x);
    const int is_grouped = dpex_linalg_is_grouped(DPEX_LAPACK_DET, 0, x, dtype);
    /* Fits an int: checked by dpex_linalg_check_matrices. */
    int n = (int)x->shape[x->nd - 1];
    dpex_lapack_job job = {.name = name,
                           .op = DPEX_LAPACK_DET,
                           .dtype = dtype,
                           .m = n,
                           .n = n,
                           .is_grouped = is_grouped,
                           .arrays = {x, det, logarithm},
                           .n_matrices = n_matrices};
    DPEX_TRY(is_grouped || dpex_lapack_only_reads(&job) ? dpex_linalg_dense(x, dtype, &copy)
                                                        : dpex_linalg_copy(x, dtype, &copy));
    job.arrays[0] = &copy;
    dpex_status status = dpex_lapack_submit(&job, NULL);
    /* The command keeps the copy's memory by its recorded use. */
    dpex_array_fini(&copy);
    return status;
}

dpex_status dpex_det_new(const dpex_array *x, dpex_array *out)
{
    dpex_dtype dtype;
    DPEX_TRY(dpex_linalg_check_matrices("det", x, 1));
    DPEX_TRY(dpex_linalg_dtype("det", x, &dtype));
    DPEX_TRY(dpex_linalg_init(x, dtype, 0, 0, 0, out));
    dpex_status status = submit_det("det", x, dtype, out, NULL);
    if (status) dpex_array_fini(out);
    return status;
}

/* A pair (sign, log |det|) cannot overflow where the determinant would. */
dpex_status dpex_slogdet_new(const dpex_array *x, dpex_array *sign, dpex_array *logabsdet)
{
    dpex_dtype dtype;
    DPEX_TRY(dpex_linalg_check_matrices("slogdet", x, 1));
    DPEX_TRY(dpex_linalg_dtype("slogdet", x, &dtype));
    DPEX_TRY(dpex_linalg_init(x, dtype, 0, 0, 0, sign));
    dpex_status status = dpex_linalg_init(x, dpex_linalg_real_dtype(dtype), 0, 0, 0, logabsdet);
    if (!status) {
        status = submit_det("slogdet", x, dtype, sign, logabsdet);
        if (status) dpex_array_fini(logabsdet);
    }
    if (status) dpex_array_fini(sign);
    return status;
}

/* ---- solve --------------------------------------------------------------------------------------------- */

/* Wider right sides keep LAPACK busy. */
enum { MOST_GROUP_COLUMNS = 32 };

/* x1 z = x2 for each matrix of the broadcast stack. */
typedef struct system {
    const dpex_array *x1, *x2;
    dpex_dtype dtype;
    int is_vector; /* x2 is one column, without a dimension for columns */
    int64_t n, n_columns;
    int nd; /* of the stack */
    int64_t stack[DPEX_MAX_NDIM];
    /* What choose_shapes and choose_dtype find out. */
} linear_system;

static dpex_status fail_shapes(const linear_system *s)
{
    char first[DPEX_SHAPE_TEXT_BYTES], second[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "solve: %s and %s do not fit",
                     dpex_shape_text(s->x1->nd, s->x1->shape, first),
                     dpex_shape_text(s->x2->nd, s->x2->shape, second));
}

/* Extents are compared from the end; n_own dimensions belong to the matrix or the vector itself. */
static int64_t extent_of(const dpex_array *x, int n_own, int nd, int d)
{
    int own = d - (nd - (x->nd - n_own));
    /* Missing dimensions count as 1. */
    return own < 0 ? 1 : x->shape[own];
}

static dpex_status choose_shapes(linear_system *s)
{
    const dpex_array *x1 = s->x1, *x2 = s->x2;
    /* A scalar is not a right-hand side. */
    if (x2->nd == 0) return fail_shapes(s);
    s->is_vector = x2->nd == 1;
    int n_own = s->is_vector ? 1 : 2;
    s->n = x1->shape[x1->nd - 1];
    s->n_columns = s->is_vector ? 1 : x2->shape[x2->nd - 1];
    if (x2->shape[x2->nd - n_own] != s->n) return fail_shapes(s);
    s->nd = (x1->nd - 2 > x2->nd - n_own ? x1->nd - 2 : x2->nd - n_own);
    for (int d = 0; d < s->nd; d++) {
        int64_t a = extent_of(x1, 2, s->nd, d), b = extent_of(x2, n_own, s->nd, d);
        if (a != b && a != 1 && b != 1) return fail_shapes(s);
        s->stack[d] = a == 1 ? b : a;
    }
    return DPEX_SUCCESS;
}

static dpex_status choose_dtype(linear_system *s)
{
    dpex_dtype first, second;
    DPEX_TRY(dpex_array_check_queue("solve", "the second operand", s->x2, s->x1->queue));
    DPEX_TRY(dpex_linalg_dtype("solve", s->x1, &first));
    DPEX_TRY(dpex_linalg_dtype("solve", s->x2, &second));
    s->dtype = dpex_dtype_promote(first, second, dpex_queue_get_device(s->x1->queue));
    return DPEX_SUCCESS;
}

/* x1, once for each matrix of the stack; a single matrix, once.
 * One matrix with many right sides is factorized once: they are then columns of one system
 * (solve_copies). */
static dpex_status copy_matrices(const linear_system *s, dpex_array *copy)
{
    int64_t shape[DPEX_MAX_NDIM];
    dpex_array repeated;
    /* Then all right sides are columns of one system; see solve_copies. */
    if (dpex_linalg_count(s->x1) == 1) return dpex_linalg_copy(s->x1, s->dtype, copy);
    memcpy(shape, s->stack, (size_t)s->nd * sizeof(*shape));
    shape[s->nd] = shape[s->nd + 1] = s->n;
    DPEX_TRY(dpex_array_broadcast(s->x1, s->nd + 2, shape, &repeated));
    const dpex_lapack_job job = {.op = DPEX_LAPACK_SOLVE,
                                 .dtype = s->dtype,
                                 .m = (int)s->n,
                                 .n = (int)s->n,
                                 .k = (int)dpex_int64_min(s->n_columns, INT32_MAX),
                                 .arrays = {&repeated},
                                 .n_matrices = dpex_linalg_count(&repeated)};
    dpex_status status = dpex_lapack_only_reads(&job) ? dpex_linalg_dense(&repeated, s->dtype, copy)
                                                      : dpex_linalg_copy(&repeated, s->dtype, copy);
    dpex_array_fini(&repeated);
    return status;
}

/* x2 with its columns one after the other: (stack, n_columns, n), C-contiguous; it is overwritten
 * by the result. */
static dpex_status copy_columns(const linear_system *s, dpex_array *columns)
{
    int64_t shape[DPEX_MAX_NDIM];
    dpex_array repeated;
    memcpy(shape, s->stack, (size_t)s->nd * sizeof(*shape));
    shape[s->nd] = s->n;
    shape[s->nd + 1] = s->n_columns;
    DPEX_TRY(dpex_array_broadcast(s->x2, s->is_vector ? s->nd + 1 : s->nd + 2, shape, &repeated));
    dpex_status status = s->is_vector ? dpex_linalg_copy(&repeated, s->dtype, columns)
                                      : dpex_linalg_copy_transposed(&repeated, s->dtype, columns);
    dpex_array_fini(&repeated);
    return status;
}

/* The columns as the result: back in rows, without a copy where it is a single column. */
static dpex_status finish(const linear_system *s, const dpex_array *columns, dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    int possible;
    if (!s->is_vector && s->n_columns != 1)
        return dpex_linalg_copy_transposed(columns, s->dtype, out);
    memcpy(shape, s->stack, (size_t)s->nd * sizeof(*shape));
    shape[s->nd] = s->n;
    shape[s->nd + 1] = 1;
    return dpex_array_reshape_view(columns, s->is_vector ? s->nd + 1 : s->nd + 2, shape,
                                   DPEX_ORDER_C, &possible, out);
}

static dpex_status solve_copies(const linear_system *s, const dpex_array *matrices,
                                const dpex_array *columns, dpex_linalg_info *info)
{
    int64_t n_matrices = dpex_linalg_count(matrices);
    /* Of a single matrix the columns of the whole stack are solved at once.
     * Without columns or rows nothing is solved. */
    int64_t n_columns = s->n ? columns->size / s->n / (n_matrices ? n_matrices : 1) : 0;
    /* LAPACK's integers have 32 bits. */
    if (n_columns > INT32_MAX) return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "solve: too many columns");
    dpex_lapack_job job = {.name = "solve",
                           .op = DPEX_LAPACK_SOLVE,
                           .dtype = s->dtype,
                           .m = (int)s->n,
                           .n = (int)s->n,
                           .k = (int)n_columns,
                           .arrays = {matrices, columns},
                           .n_matrices = columns->size ? n_matrices : 0};
    return dpex_lapack_submit(&job, info);
}

/* Both operands by rows, each as often as the stack has it. */
static dpex_status repeat_dense(const linear_system *s, const dpex_array *x, int n_own,
                                const int64_t own[2], dpex_array *dense)
{
    int64_t shape[DPEX_MAX_NDIM];
    dpex_array repeated;
    memcpy(shape, s->stack, (size_t)s->nd * sizeof(*shape));
    memcpy(shape + s->nd, own, (size_t)n_own * sizeof(*shape));
    DPEX_TRY(dpex_array_broadcast(x, s->nd + n_own, shape, &repeated));
    dpex_status status = dpex_linalg_dense(&repeated, s->dtype, dense);
    dpex_array_fini(&repeated);
    return status;
}

static dpex_status solve_groups(const linear_system *s, int64_t n_matrices, dpex_array *out,
                                dpex_linalg_info *info)
{
    const int64_t n = s->n, k = s->n_columns;
    const int64_t of_matrix[2] = {n, n}, of_columns[2] = {n, k};
    dpex_array matrices, columns;
    DPEX_TRY(repeat_dense(s, s->x1, 2, of_matrix, &matrices));
    dpex_status status = repeat_dense(s, s->x2, s->is_vector ? 1 : 2, of_columns, &columns);
    if (status) goto out_matrices;
    /* The stack's last extent and n are the last two of a stack of vectors. */
    status = dpex_linalg_init(&columns, s->dtype, 2, s->is_vector ? s->stack[s->nd - 1] : n,
                              s->is_vector ? n : k, out);
    if (status) goto out_columns;
    dpex_lapack_job job = {.name = "solve",
                           .op = DPEX_LAPACK_SOLVE,
                           .dtype = s->dtype,
                           .m = (int)n,
                           .n = (int)n,
                           .k = (int)k,
                           .is_grouped = 1,
                           .arrays = {&matrices, &columns, out},
                           .n_matrices = n_matrices};
    status = dpex_lapack_submit(&job, info);
    if (status) dpex_array_fini(out);
out_columns:
    dpex_array_fini(&columns);
out_matrices:
    dpex_array_fini(&matrices);
    return status;
}

/* In groups where there are several matrices: with a single one, all right sides are columns of one
 * system. */
static int64_t count_groups(const linear_system *s)
{
    int64_t n_matrices = 1;
    for (int d = 0; d < s->nd; d++) n_matrices *= s->stack[d];
    const int is_grouped = s->n_columns > 0 && s->n_columns <= MOST_GROUP_COLUMNS &&
                           dpex_linalg_is_grouped(DPEX_LAPACK_SOLVE, 0, s->x1, s->dtype);
    return is_grouped ? n_matrices : 0;
}

/* The result has the USM kind of x2. */
static dpex_status solve(const dpex_array *x1, const dpex_array *x2, dpex_array *out,
                         dpex_linalg_info *info)
{
    linear_system s = {.x1 = x1, .x2 = x2};
    dpex_array matrices, columns;
    DPEX_TRY(dpex_linalg_check_matrices("solve", x1, 1));
    DPEX_TRY(choose_shapes(&s));
    DPEX_TRY(choose_dtype(&s));
    const int64_t n_grouped = count_groups(&s);
    if (n_grouped) return solve_groups(&s, n_grouped, out, info);
    DPEX_TRY(copy_matrices(&s, &matrices));
    dpex_status status = copy_columns(&s, &columns);
    if (!status) {
        status = solve_copies(&s, &matrices, &columns, info);
        /* After a failure the codes are
         * not read: they are released here. */
        if (!status && (status = finish(&s, &columns, out))) dpex_storage_release(info->codes);
        dpex_array_fini(&columns);
    }
    dpex_array_fini(&matrices);
    return status;
}

dpex_status dpex_solve_new(const dpex_array *x1, const dpex_array *x2, dpex_array *out,
                           dpex_linalg_info *info)
{
    const dpex_usm_kind own = dpex_storage_get_kind(x2->storage),
                        kind = dpex_array_result_kind((const dpex_array *const[2]){x1, x2}, 2);
    dpex_array moved;
    if (own == kind || own == DPEX_USM_UNKNOWN) return solve(x1, x2, out, info);
    DPEX_TRY(dpex_array_cast_new(x2, x2->dtype, DPEX_ORDER_K, kind, x2->queue, &moved));
    dpex_status status = solve(x1, &moved, out, info);
    dpex_array_fini(&moved);
    return status;
}
