/* The public calls of dpex/take.h: arguments checked, overlaps copied away, and the move described.
 *
 * Gather and scatter differ in little: both make a dpex_move (move.h), a shape in which each axis
 * belongs to x or to the index arrays, and submit it. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/op.h"
#include "move.h"
#include "runtime/runtime.h"

/* ---- checks ---------------------------------------------------------------------------------------------- */

/* Messages name the call that the user made. */
static dpex_status check_queue(const dpex_move *move, const dpex_array *array)
{
    return dpex_array_check_queue(move->name, "an array", array, move->x->queue);
}

/* Values are not checked: wrapping or clipping makes every index valid, and reading them would mean
 * to wait. */
static dpex_status check_indices(const dpex_move *move)
{
    for (int i = 0; i < move->n_arrays; i++) {
        const dpex_dtype_info *info = dpex_dtype_get_info(move->arrays[i]->dtype);
        if (info->kind != DPEX_KIND_INT && info->kind != DPEX_KIND_UINT)
            return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s: an array of %s cannot be an index",
                             move->name, info->name);
        DPEX_TRY(check_queue(move, move->arrays[i]));
    }
    return DPEX_SUCCESS;
}

/* An extent of 0 matters only if there is an index. */
static dpex_status check_not_empty(const dpex_move *move, int64_t n_indices)
{
    for (int i = 0; i < move->n_arrays && n_indices > 0; i++) {
        if (move->x->shape[move->axes[i]] == 0)
            return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE,
                             "%s: indices into axis %d, which has no elements", move->name,
                             move->axes[i]);
    }
    return DPEX_SUCCESS;
}

/* ---- shapes ---------------------------------------------------------------------------------------------- */

/* x_stride 0: the axis is of the index arrays. */
static dpex_status add_axis(dpex_move *move, int64_t extent, int64_t x_stride)
{
    if (move->nd == DPEX_MAX_NDIM)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: more than %d dimensions", move->name,
                         DPEX_MAX_NDIM);
    move->shape[move->nd] = extent;
    move->x_strides[move->nd++] = x_stride;
    return DPEX_SUCCESS;
}

static dpex_status add_index_axes(dpex_move *move, const int64_t *shape)
{
    for (int d = 0; d < move->n_index_dims; d++) DPEX_TRY(add_axis(move, shape[d], 0));
    return DPEX_SUCCESS;
}

/* The common shape of the index arrays comes where `at` says. */
static dpex_status select_axes(dpex_move *move, const dpex_array *x,
                               const dpex_selection *selection)
{
    move->x = x;
    move->mode = selection->mode;
    move->at = selection->at;
    for (int d = 0; d < x->nd; d++) {
        if (!selection->indices[d]) continue;
        move->axes[move->n_arrays] = d;
        move->arrays[move->n_arrays++] = selection->indices[d];
    }
    DPEX_TRY(check_indices(move));
    int64_t index_shape[DPEX_MAX_NDIM], n_indices = 1;
    if (dpex_shape_broadcast(move->arrays, move->n_arrays, &move->n_index_dims, index_shape))
        return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE, "index arrays: %s", dpex_error_message());
    for (int d = 0; d < move->n_index_dims; d++) n_indices *= index_shape[d];
    DPEX_TRY(check_not_empty(move, n_indices));
    /* Axes of x in order, with the index arrays' axes before the axis number `at` of them. */
    int n_whole = 0;
    for (int d = 0; d < x->nd; d++) {
        if (selection->indices[d]) continue;
        if (n_whole++ == move->at) DPEX_TRY(add_index_axes(move, index_shape));
        DPEX_TRY(add_axis(move, x->shape[d], x->strides[d]));
    }
    return n_whole <= move->at ? add_index_axes(move, index_shape) : DPEX_SUCCESS;
}

/* indices[r] stands for coordinate `axis` of x; the other coordinates are r's own. So all axes are
 * of the index arrays, and those other than `axis` also have x's strides. */
static dpex_status select_along(dpex_move *move, const dpex_array *x, const dpex_array *indices,
                                int axis)
{
    move->x = x;
    move->n_arrays = 1;
    move->arrays[0] = indices;
    move->axes[0] = axis;
    move->n_index_dims = x->nd;
    DPEX_TRY(check_indices(move));
    if (indices->nd != x->nd)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "%s: indices of %d dimensions for an array of %d", move->name,
                         (int)indices->nd, (int)x->nd);
    for (int d = 0; d < x->nd; d++) {
        int64_t own = x->shape[d], given = indices->shape[d];
        if (d != axis && own != given && own != 1 && given != 1)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "%s: along axis %d the array has %lld elements, the indices %lld",
                             move->name, d, (long long)own, (long long)given);
        /* Along the axis the extent is the indices'; elsewhere x's, where extents of 1 are
         * broadcast. */
        int64_t extent = d == axis || own == 1 ? given : own;
        DPEX_TRY(add_axis(move, extent, d == axis || own == 1 ? 0 : x->strides[d]));
    }
    return check_not_empty(move, indices->size);
}

static int is_empty(const dpex_move *move)
{
    for (int d = 0; d < move->nd; d++)
        if (move->shape[d] == 0) return 1;
    return 0;
}

/* ---- gather ---------------------------------------------------------------------------------------------- */

/* out is made here and released on failure. */
static dpex_status gather_new(dpex_move *move, dpex_array *out)
{
    const dpex_array *x = move->x, *operands[1 + DPEX_MAX_NDIM] = {x};
    memcpy(operands + 1, move->arrays, (size_t)move->n_arrays * sizeof *operands);
    DPEX_TRY(dpex_array_init(x->queue, x->dtype, move->nd, move->shape, DPEX_ORDER_C,
                             dpex_array_result_kind(operands, 1 + move->n_arrays), out));
    move->other = out;
    dpex_status status = is_empty(move) ? DPEX_SUCCESS : dpex_move_submit(move);
    if (status) dpex_array_fini(out);
    return status;
}

/* Exactly the result's shape and dtype: nothing is cast or broadcast here. */
static dpex_status check_out(const dpex_move *move, const dpex_array *out)
{
    DPEX_TRY(check_queue(move, out));
    DPEX_TRY(dpex_array_check_writable("the array", out));
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    if (out->nd != move->nd ||
        memcmp(out->shape, move->shape, (size_t)move->nd * sizeof(*move->shape)) != 0)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: out has the shape %s, the result %s",
                         move->name, dpex_shape_text(out->nd, out->shape, given),
                         dpex_shape_text(move->nd, move->shape, wanted));
    if (out->dtype != move->x->dtype)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: out has dtype %s, the result %s",
                         move->name, dpex_dtype_get_info(out->dtype)->name,
                         dpex_dtype_get_info(move->x->dtype)->name);
    return DPEX_SUCCESS;
}

/* A result that overlaps its inputs is computed into new memory first. */
static int overlaps_inputs(const dpex_move *move, const dpex_array *out)
{
    for (int i = 0; i < move->n_arrays; i++)
        if (dpex_array_overlaps(move->arrays[i], out)) return 1;
    return dpex_array_overlaps(move->x, out);
}

dpex_status dpex_take_new(const dpex_array *x, const dpex_selection *selection, dpex_array *out)
{
    dpex_move move = {.name = "take"};
    DPEX_TRY(select_axes(&move, x, selection));
    return gather_new(&move, out);
}

dpex_status dpex_take_into(const dpex_array *x, const dpex_selection *selection, dpex_array *out)
{
    dpex_move move = {.name = "take"};
    DPEX_TRY(select_axes(&move, x, selection));
    DPEX_TRY(check_out(&move, out));
    if (is_empty(&move)) return DPEX_SUCCESS;
    move.other = out;
    if (!overlaps_inputs(&move, out)) return dpex_move_submit(&move);
    dpex_array result;
    DPEX_TRY(gather_new(&move, &result));
    dpex_status status = dpex_array_copy(out, &result);
    dpex_array_fini(&result);
    return status;
}

dpex_status dpex_take_along_new(const dpex_array *x, const dpex_array *indices, int axis,
                                dpex_index_mode mode, dpex_array *out)
{
    dpex_move move = {.name = "take_along_axis", .mode = mode};
    DPEX_TRY(select_along(&move, x, indices, axis));
    return gather_new(&move, out);
}

/* ---- scatter --------------------------------------------------------------------------------------------- */

static dpex_status check_values(const dpex_move *move, const dpex_array *values)
{
    DPEX_TRY(check_queue(move, values));
    /* Values broadcast to the selection's shape; leading extents of 1 are allowed. */
    int ok = 1, extra = values->nd - move->nd;
    for (int d = 0; d < values->nd; d++) {
        int own = d - extra;
        ok = ok && (values->shape[d] == 1 || (own >= 0 && values->shape[d] == move->shape[own]));
    }
    if (ok) return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "cannot broadcast values of shape %s into shape %s",
                     dpex_shape_text(values->nd, values->shape, given),
                     dpex_shape_text(move->nd, move->shape, wanted));
}

/* Index arrays that the scatter writes to are copied: writes must not change what later indices
 * are. */
static dpex_status submit_scatter(dpex_move *move)
{
    dpex_array copies[DPEX_MAX_NDIM];
    int n_copies = 0;
    dpex_status status = DPEX_SUCCESS;
    for (int i = 0; i < move->n_arrays && !status; i++) {
        const dpex_array *indices = move->arrays[i];
        if (!dpex_array_overlaps(indices, move->x)) continue;
        status = dpex_move_copy_new(indices, indices->dtype, &copies[n_copies]);
        if (!status) move->arrays[i] = &copies[n_copies++];
    }
    if (!status) status = dpex_move_submit(move);
    while (n_copies) dpex_array_fini(&copies[--n_copies]);
    return status;
}

/* Nothing is written unless all checks have passed. */
static dpex_status scatter(dpex_move *move, const dpex_array *values)
{
    DPEX_TRY(dpex_array_check_writable("the array", move->x));
    DPEX_TRY(check_values(move, values));
    if (is_empty(move)) return DPEX_SUCCESS;
    int extra = values->nd > move->nd ? values->nd - move->nd : 0;
    /* Trailing dimensions of the values match the selection's; leading ones of extent 1 are
     * dropped. */
    dpex_array trimmed, converted; /* without leading extents of 1 that the selection lacks */
    DPEX_TRY(dpex_array_init_view(values->storage, values->queue, values->dtype, values->offset,
                                  values->nd - extra, values->shape + extra,
                                  values->strides + extra, 0, &trimmed));
    move->other = &trimmed;
    /* Values are converted and copied where they overlap x. */
    int must_copy = dpex_array_overlaps(&trimmed, move->x);
    dpex_status status = DPEX_SUCCESS;
    if (must_copy) {
        status = dpex_move_copy_new(&trimmed, move->x->dtype, &converted);
        move->other = &converted;
    }
    if (!status) {
        status = submit_scatter(move);
        if (must_copy) dpex_array_fini(&converted);
    }
    dpex_array_fini(&trimmed);
    return status;
}

dpex_status dpex_put(dpex_array *x, const dpex_selection *selection, const dpex_array *values)
{
    dpex_move move = {.name = "put", .is_scatter = 1};
    DPEX_TRY(select_axes(&move, x, selection));
    return scatter(&move, values);
}

dpex_status dpex_put_along(dpex_array *x, const dpex_array *indices, int axis, dpex_index_mode mode,
                           const dpex_array *values)
{
    dpex_move move = {.name = "put_along_axis", .is_scatter = 1, .mode = mode};
    DPEX_TRY(select_along(&move, x, indices, axis));
    return scatter(&move, values);
}
