/* Factorizations in place: dpex/linalg.h's results, copied to where LAPACK has them. */
#include "dpex/lapack.h"

#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "blas.h"
#include "dpex/linalg.h"
#include "dpex/op.h"
#include "ops/linalg/lapack.h"
#include "ops/tape/tape.h"
#include "triangle.h"

/* ---- checks ------------------------------------------------------------------------------------------ */

/* Extents and dtypes are checked before anything is opened, so that messages name the function's
 * own arguments. */
static dpex_status check(const char *name, const dpex_strided *a, int is_square)
{
    DPEX_TRY(dpex_strided_check_dtypes(name, &a, 1));
    if (a->nd == 2 && (!is_square || a->shape[0] == a->shape[1])) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: a has shape %s; it must be a %smatrix", name,
                     dpex_shape_text(a->nd, a->shape, given), is_square ? "square " : "");
}

static dpex_status check_rows(const char *name, const dpex_strided *a, const dpex_strided *b)
{
    if (b->nd == 2 && b->shape[0] == a->shape[0] && b->dtype == a->dtype) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "%s: b is %s of shape %s; it must be %s with %lld rows", name,
                     dpex_dtype_get_info(b->dtype)->name, dpex_shape_text(b->nd, b->shape, given),
                     dpex_dtype_get_info(a->dtype)->name, (long long)a->shape[0]);
}

static dpex_status check_length(const char *name, const char *what, const dpex_strided *x,
                                dpex_dtype dtype, int64_t n)
{
    if (x->nd == 1 && x->shape[0] == n && x->dtype == dtype) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "%s: %s is %s of shape %s; it must be %s of shape (%lld,)", name, what,
                     dpex_dtype_get_info(x->dtype)->name, dpex_shape_text(x->nd, x->shape, given),
                     dpex_dtype_get_info(dtype)->name, (long long)n);
}

static int64_t min_extent(const dpex_strided *a)
{
    return dpex_int64_min(a->shape[0], a->shape[1]);
}

/* ---- codes --------------------------------------------------------------------------------------------- */

/* An optional operand that was not given has no storage. */
static dpex_status clear(dpex_array *info)
{
    const dpex_scalar zero = {.i = 0};
    return info->storage ? dpex_array_fill(info, &zero) : DPEX_SUCCESS;
}

/* info = the code that a factorization leaves; releases what `codes` holds. */
/* The codes lie in memory of the host and are written by the factorization's command; the copy is a
 * command too, so no thread waits. Where another queue computes, their common storage orders the
 * two. */
static dpex_status take_code(dpex_linalg_info *codes, dpex_array *info)
{
    dpex_array code;
    dpex_status status = DPEX_SUCCESS;
    if (!codes->codes) return clear(info);
    if (info->storage) {
        status =
            dpex_array_init_view(codes->codes, info->queue, DPEX_I32, 0, 0, NULL, NULL, 0, &code);
        if (!status) {
            status = dpex_array_copy(info, &code);
            dpex_array_fini(&code);
        }
    }
    dpex_storage_release(codes->codes);
    return status;
}

/* min over i of (x[i] == 0 ? number[i] : never) */
static dpex_status build_first_zero(dpex_tape *tape, dpex_dtype dtype)
{
    const dpex_scalar nothing = {.bytes = {0}}, never = {.i = INT64_MAX};
    int x, number, zero, none;
    DPEX_TRY(dpex_tape_input(tape, dtype, &x));
    DPEX_TRY(dpex_tape_input(tape, DPEX_I64, &number));
    DPEX_TRY(dpex_tape_constant(tape, dtype, &nothing, &zero));
    DPEX_TRY(dpex_tape_constant(tape, DPEX_I64, &never, &none));
    const int pair[2] = {x, zero};
    DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_equal], pair, &x));
    const int choice[3] = {x, number, none};
    DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_where], choice, &x));
    return dpex_tape_reduce(tape, dpex_reduction_find("min"), x);
}

/* info = the position, from 1, of the first zero among the elements; else 0. */
/* dpex_lu_new does not report singular matrices, since its callers examine the factors: so does
 * this, where the factors are. */
static dpex_status find_first_zero(const dpex_array *x, dpex_array *info)
{
    const dpex_scalar one = {.i = 1};
    const dpex_operand modulus[2] = {{.array = info},
                                     {.kind = DPEX_KIND_INT, .value = {.i = INT64_MAX}}};
    dpex_array numbers;
    dpex_tape tape;
    if (!info->storage || x->size == 0) return clear(info);
    DPEX_TRY(
        dpex_array_init(x->queue, DPEX_I64, 1, x->shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &numbers));
    const dpex_array *inputs[2] = {x, &numbers};
    dpex_tape_init(&tape);
    dpex_status status = dpex_array_fill_arange(&numbers, &one, &one);
    if (!status) status = build_first_zero(&tape, x->dtype);
    if (!status) status = dpex_tape_run(&tape, inputs, 2, &info, 1, 1);
    /* None: INT64_MAX, of which nothing remains. */
    if (!status) status = dpex_elementwise_into(dpex_op_find("remainder"), modulus, info);
    dpex_tape_fini(&tape);
    dpex_array_fini(&numbers);
    return status;
}

/* Functions below follow one pattern: the factorization of dpex/linalg.h, which leaves its operand
 * and makes results, and copies of these to where LAPACK's callers expect them. Matrices are small
 * beside the work on them, so the copies do not count. */

/* ---- LU -------------------------------------------------------------------------------------------------- */

/* to = from + number */
static dpex_status shift(const dpex_array *from, int64_t number, dpex_array *to)
{
    const dpex_operand operands[2] = {{.array = from},
                                      {.kind = DPEX_KIND_INT, .value = {.i = number}}};
    return to->size ? dpex_elementwise_into(dpex_op_find("add"), operands, to) : DPEX_SUCCESS;
}

/* to = from transposed, both matrices. */
/* dpex_lu_new and dpex_qr_raw_new give the factors by columns, as a transposed matrix in rows. */
static dpex_status copy_transposed(dpex_array *to, const dpex_array *from)
{
    dpex_array view;
    DPEX_TRY(dpex_strided_transpose(from, &view));
    const dpex_status status = dpex_array_copy(to, &view);
    dpex_array_fini(&view);
    return status;
}

/* The permutation is the pivots in another form, which LAPACK does not have. */
static dpex_status getrf(dpex_array *a, dpex_array *pivots, dpex_array *info)
{
    dpex_array factors, swaps, permutation, diagonal;
    if (a->size == 0) return clear(info);
    DPEX_TRY(dpex_lu_new(a, &factors, &swaps, &permutation));
    dpex_array_fini(&permutation);
    dpex_status status = copy_transposed(a, &factors);
    if (!status) status = shift(&swaps, 1, pivots);
    if (!status) status = dpex_array_diagonal(&factors, 0, &diagonal);
    if (!status) {
        status = find_first_zero(&diagonal, info);
        dpex_array_fini(&diagonal);
    }
    dpex_array_fini(&swaps);
    dpex_array_fini(&factors);
    return status;
}

dpex_status dpex_lapack_getrf(const dpex_strided_call *call, const dpex_strided *a,
                              const dpex_strided *pivots, const dpex_strided *info)
{
    const dpex_strided *const operands[3] = {a, pivots, info};
    dpex_strided_operands open;
    DPEX_TRY(check("getrf", a, 0));
    DPEX_TRY(check_length("getrf", "pivots", pivots, DPEX_I64, min_extent(a)));
    /* a is read and written; all three are written. */
    DPEX_TRY(dpex_strided_open(call, "getrf", operands, 3, 7, &open));
    return dpex_strided_close(&open,
                              getrf(&open.at[0].array, &open.at[1].array, &open.at[2].array));
}

/* x transposed in rows: x itself where it lies by columns without gaps. */
/* The usual case, lda = n, needs no copy. */
static dpex_status lay_down(const dpex_array *x, dpex_array *rows)
{
    dpex_array view;
    DPEX_TRY(dpex_strided_transpose(x, &view));
    const dpex_status status =
        view.flags & DPEX_ARRAY_C_CONTIGUOUS
            ? dpex_array_init_alias(&view, NULL, rows)
            : dpex_array_cast_new(&view, x->dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, x->queue, rows);
    dpex_array_fini(&view);
    return status;
}

/* dpex_lu_solve_into wants pivots from 0 and dense columns. Where b is dense it is solved in its
 * own memory. */
static dpex_status getrs(char trans, const dpex_array *a, const dpex_array *pivots, dpex_array *b)
{
    dpex_array factors, swaps, columns;
    if (b->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(lay_down(a, &factors));
    dpex_status status = dpex_array_init(a->queue, DPEX_I64, 1, pivots->shape, DPEX_ORDER_C,
                                         DPEX_USM_DEVICE, &swaps);
    if (!status) {
        status = shift(pivots, -1, &swaps);
        if (!status) status = lay_down(b, &columns);
        if (!status) {
            /* The factors are only read, so an alias of the caller's memory does. */
            status = dpex_lu_solve_into(&factors, &swaps, trans, &columns);
            if (!status && columns.storage != b->storage) status = copy_transposed(b, &columns);
            dpex_array_fini(&columns);
        }
        dpex_array_fini(&swaps);
    }
    dpex_array_fini(&factors);
    return status;
}

dpex_status dpex_lapack_getrs(const dpex_strided_call *call, char trans, const dpex_strided *a,
                              const dpex_strided *pivots, const dpex_strided *b)
{
    const dpex_strided *const operands[3] = {a, pivots, b};
    dpex_strided_operands open;
    DPEX_TRY(check("getrs", a, 1));
    DPEX_TRY(check_rows("getrs", a, b));
    DPEX_TRY(check_length("getrs", "pivots", pivots, DPEX_I64, a->shape[0]));
    DPEX_TRY(dpex_strided_open(call, "getrs", operands, 3, 1u << 2, &open));
    return dpex_strided_close(
        &open, getrs(trans, &open.at[0].array, &open.at[1].array, &open.at[2].array));
}

/* The solution with the identity on the right. LAPACK's getri takes half the work of that; the
 * factorization before it is the larger part of both. */
static dpex_status getri(dpex_array *a, const dpex_array *pivots, dpex_array *info)
{
    dpex_array diagonal, inverse;
    if (a->size == 0) return clear(info);
    DPEX_TRY(dpex_array_diagonal(a, 0, &diagonal));
    dpex_status status = find_first_zero(&diagonal, info);
    dpex_array_fini(&diagonal);
    if (status) return status;
    DPEX_TRY(
        dpex_array_init(a->queue, a->dtype, 2, a->shape, DPEX_ORDER_F, DPEX_USM_DEVICE, &inverse));
    status = dpex_array_fill_eye(&inverse, 0);
    if (!status) status = getrs('N', a, pivots, &inverse);
    if (!status) status = dpex_array_copy(a, &inverse);
    dpex_array_fini(&inverse);
    return status;
}

dpex_status dpex_lapack_getri(const dpex_strided_call *call, const dpex_strided *a,
                              const dpex_strided *pivots, const dpex_strided *info)
{
    const dpex_strided *const operands[3] = {a, pivots, info};
    dpex_strided_operands open;
    DPEX_TRY(check("getri", a, 1));
    DPEX_TRY(check_length("getri", "pivots", pivots, DPEX_I64, a->shape[0]));
    DPEX_TRY(dpex_strided_open(call, "getri", operands, 3, 1 | 1 << 2, &open));
    return dpex_strided_close(&open,
                              getri(&open.at[0].array, &open.at[1].array, &open.at[2].array));
}

/* ---- Cholesky ------------------------------------------------------------------------------------------- */

/* After a failure the triangle holds what the factorization left, as LAPACK leaves it. */
static dpex_status potrf(int is_lower, dpex_array *a, dpex_array *info)
{
    dpex_array factor;
    dpex_linalg_info codes;
    if (a->size == 0) return clear(info);
    DPEX_TRY(dpex_cholesky_new(a, !is_lower, &factor, &codes));
    /* The code is taken in any case, since taking it releases the memory. */
    const dpex_status first = take_code(&codes, info);
    const dpex_status second = dpex_strided_copy_triangle(a, &factor, is_lower);
    dpex_array_fini(&factor);
    return first ? first : second;
}

dpex_status dpex_lapack_potrf(const dpex_strided_call *call, int is_lower, const dpex_strided *a,
                              const dpex_strided *info)
{
    const dpex_strided *const operands[2] = {a, info};
    dpex_strided_operands open;
    DPEX_TRY(check("potrf", a, 1));
    DPEX_TRY(dpex_strided_open(call, "potrf", operands, 2, 3, &open));
    return dpex_strided_close(&open, potrf(is_lower, &open.at[0].array, &open.at[1].array));
}

/* b = factor^-1 b, or b = factor^-H b. */
/* The adjoint of a triangle is the other kind of triangle. */
static dpex_status solve_with(const dpex_array *factor, int is_lower, int is_adjoint, dpex_array *b)
{
    const dpex_operand operand = {.array = factor};
    const dpex_scalar one = {.f64 = 1};
    dpex_blas_options options = {.is_lower = (uint8_t)(is_lower != is_adjoint)};
    dpex_array conjugated, view;
    dpex_scalar_cast(&one, DPEX_F64, b->dtype, &options.alpha);
    /* alpha is 1: nothing is scaled. */
    if (!is_adjoint) return dpex_strided_solve(&options, factor, b);
    DPEX_TRY(dpex_elementwise_new(dpex_op_find("conj"), &operand, DPEX_ORDER_K, &conjugated));
    dpex_status status = dpex_strided_transpose(&conjugated, &view);
    if (!status) {
        status = dpex_strided_solve(&options, &view, b);
        dpex_array_fini(&view);
    }
    dpex_array_fini(&conjugated);
    return status;
}

/* a = L L^H or U^H U. */
/* First the factor that is applied last in the product. */
static dpex_status potrs(int is_lower, const dpex_array *a, dpex_array *b)
{
    if (b->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(solve_with(a, is_lower, !is_lower, b));
    return solve_with(a, is_lower, is_lower, b);
}

dpex_status dpex_lapack_potrs(const dpex_strided_call *call, int is_lower, const dpex_strided *a,
                              const dpex_strided *b)
{
    const dpex_strided *const operands[2] = {a, b};
    dpex_strided_operands open;
    DPEX_TRY(check("potrs", a, 1));
    DPEX_TRY(check_rows("potrs", a, b));
    DPEX_TRY(dpex_strided_open(call, "potrs", operands, 2, 2, &open));
    return dpex_strided_close(&open, potrs(is_lower, &open.at[0].array, &open.at[1].array));
}

/* ---- QR --------------------------------------------------------------------------------------------------- */

/* Reflectors and R share the matrix, as LAPACK has it. */
static dpex_status geqrf(dpex_array *a, dpex_array *tau)
{
    dpex_array reflectors, factors;
    if (a->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_qr_raw_new(a, &reflectors, &factors));
    dpex_status status = copy_transposed(a, &reflectors);
    if (!status) status = dpex_array_copy(tau, &factors);
    dpex_array_fini(&reflectors);
    dpex_array_fini(&factors);
    return status;
}

dpex_status dpex_lapack_geqrf(const dpex_strided_call *call, const dpex_strided *a,
                              const dpex_strided *tau)
{
    const dpex_strided *const operands[2] = {a, tau};
    dpex_strided_operands open;
    DPEX_TRY(check("geqrf", a, 0));
    DPEX_TRY(check_length("geqrf", "tau", tau, a->dtype, min_extent(a)));
    DPEX_TRY(dpex_strided_open(call, "geqrf", operands, 2, 3, &open));
    return dpex_strided_close(&open, geqrf(&open.at[0].array, &open.at[1].array));
}

/* ---- eigenvalues, singular values ------------------------------------------------------------------------ */

/* lower: a matrix whose lower triangle is that of a; the upper triangle is the adjoint's lower
 * one. */
/* dpex_eigh_new reads the lower triangle alone. */
static dpex_status take_lower(int is_lower, const dpex_array *a, dpex_array *lower)
{
    dpex_array view;
    if (is_lower) return dpex_array_init_alias(a, NULL, lower);
    DPEX_TRY(dpex_strided_transpose(a, &view));
    const dpex_operand operand = {.array = &view};
    const dpex_status status =
        dpex_elementwise_new(dpex_op_find("conj"), &operand, DPEX_ORDER_K, lower);
    dpex_array_fini(&view);
    return status;
}

/* Without vectors LAPACK destroys a; here it stays. */
static dpex_status heevd(int wants_vectors, int is_lower, dpex_array *a, dpex_array *w,
                         dpex_array *info)
{
    dpex_array lower, values, vectors;
    dpex_linalg_info codes;
    if (a->size == 0) return clear(info);
    DPEX_TRY(take_lower(is_lower, a, &lower));
    dpex_status status = dpex_eigh_new(&lower, &values, wants_vectors ? &vectors : NULL, &codes);
    dpex_array_fini(&lower);
    if (status) return status;
    /* Each result is copied as soon as the one before was submitted, and all are released in any
     * case. */
    status = take_code(&codes, info);
    if (!status) status = dpex_array_copy(w, &values);
    dpex_array_fini(&values);
    if (!wants_vectors) return status;
    if (!status) status = dpex_array_copy(a, &vectors);
    dpex_array_fini(&vectors);
    return status;
}

dpex_status dpex_lapack_heevd(const dpex_strided_call *call, int wants_vectors, int is_lower,
                              const dpex_strided *a, const dpex_strided *w,
                              const dpex_strided *info)
{
    const dpex_strided *const operands[3] = {a, w, info};
    dpex_strided_operands open;
    DPEX_TRY(check("heevd", a, 1));
    DPEX_TRY(check_length("heevd", "w", w, dpex_linalg_real_dtype(a->dtype), a->shape[0]));
    DPEX_TRY(dpex_strided_open(call, "heevd", operands, 3, 7, &open));
    return dpex_strided_close(&open, heevd(wants_vectors, is_lower, &open.at[0].array,
                                           &open.at[1].array, &open.at[2].array));
}

/* to = the first rows and columns of from; nothing where it was not asked for. */
/* Fewer vectors than were computed may be asked for; they are the first ones. */
static dpex_status copy_corner(dpex_array *to, const dpex_array *from)
{
    dpex_array corner;
    if (!to->storage || to->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_array_init_view(from->storage, from->queue, from->dtype, from->offset, 2,
                                  to->shape, from->strides, 0, &corner));
    const dpex_status status = dpex_array_copy(to, &corner);
    dpex_array_fini(&corner);
    return status;
}

/* u and vt may lie in a: a is read before they are written, since commands of the queue are in
 * order. */
static dpex_status gesvd(const dpex_strided_operands *open, int is_full)
{
    dpex_array *s = (dpex_array *)&open->at[1].array, *u = (dpex_array *)&open->at[2].array,
               *vt = (dpex_array *)&open->at[3].array, *info = (dpex_array *)&open->at[4].array;
    const dpex_array *a = &open->at[0].array;
    const int wants_vectors = u->storage || vt->storage;
    dpex_array all_u, values, all_vt;
    dpex_linalg_info codes;
    if (a->size == 0) return clear(info);
    DPEX_TRY(dpex_svd_new(a, is_full, wants_vectors ? &all_u : NULL, &values,
                          wants_vectors ? &all_vt : NULL, &codes));
    dpex_status status = take_code(&codes, info);
    if (!status) status = dpex_array_copy(s, &values);
    dpex_array_fini(&values);
    if (!wants_vectors) return status;
    if (!status) status = copy_corner(u, &all_u);
    if (!status) status = copy_corner(vt, &all_vt);
    dpex_array_fini(&all_u);
    dpex_array_fini(&all_vt);
    return status;
}

dpex_status dpex_lapack_gesvd(const dpex_strided_call *call, const dpex_strided *a,
                              const dpex_strided *s, const dpex_strided *u, const dpex_strided *vt,
                              const dpex_strided *info)
{
    const dpex_strided *const operands[5] = {a, s, u, vt, info};
    dpex_strided_operands open;
    DPEX_TRY(check("gesvd", a, 0));
    const int64_t least = min_extent(a);
    DPEX_TRY(check_length("gesvd", "s", s, dpex_linalg_real_dtype(a->dtype), least));
    for (int i = 2; i < 4; i++) {
        const dpex_strided *x = operands[i];
        const int64_t most = a->shape[i - 2];
        if (!x || (x->nd == 2 && x->shape[i - 2] == most && x->shape[3 - i] <= most)) continue;
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "gesvd: %s has other extents than fit %lld",
                         i == 2 ? "u" : "vt", (long long)most);
    }
    /* Square factors are computed only if one of them is asked for: they take longer. */
    const int is_full = (u && u->shape[1] > least) || (vt && vt->shape[0] > least);
    DPEX_TRY(dpex_strided_open(call, "gesvd", operands, 5, 30, &open));
    return dpex_strided_close(&open, gesvd(&open, is_full));
}
