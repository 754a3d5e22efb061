/* The public scans: names, result types, shapes, overlap; the work is run.c's. */
#include "scan.h"

#include <math.h>
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/op.h"
#include "runtime/runtime.h"

/* OPERATION_kind picks the column of the row that this kind of scan needs. */
#define OPERATION_COMBINE(name)   DPEX_OP_##name
#define OPERATION_BITS(name)      DPEX_OP_##name
#define OPERATION_LOGSUMEXP(name) 0 /* has none */
#define dpex_scan_kind_BITS       dpex_scan_kind_COMBINE

static const dpex_scan scans[] = {
#define DPEX_SCAN(name, kind, operation, result, initial, sticky)                                  \
    {#name,                                                                                        \
     &dpex_scan_kind_##kind,                                                                       \
     DPEX_SCAN_##name,                                                                             \
     OPERATION_##kind(operation),                                                                  \
     DPEX_SCAN_RESULT_##result,                                                                    \
     DPEX_SCAN_STICKY_##sticky,                                                                    \
     (initial)},
#include "defs/scan.def"
#undef DPEX_SCAN
};

const dpex_scan *dpex_scan_find(const char *name)
{
    for (size_t i = 0; i < sizeof(scans) / sizeof(scans[0]); i++) {
        if (!strcmp(scans[i].name, name)) return &scans[i];
    }
    return NULL;
}

const dpex_scan *dpex_scan_get(size_t i)
{
    return i < sizeof(scans) / sizeof(scans[0]) ? &scans[i] : NULL;
}

const char *dpex_scan_get_name(const dpex_scan *scan)
{
    return scan->name;
}

/* As NumPy's cumulative functions: sums of integers in 64 bits, everything else in its own dtype,
 * logarithms in a real one. */
dpex_status dpex_scan_resolve(const dpex_scan *scan, dpex_dtype in, const dpex_device *device,
                              dpex_dtype *out)
{
    dpex_dtype_kind kind = dpex_dtype_get_info(in)->kind;
    *out = in;
    if (scan->result == DPEX_SCAN_RESULT_SUM) {
        if (kind == DPEX_KIND_BOOL || kind == DPEX_KIND_INT) *out = DPEX_I64;
        if (kind == DPEX_KIND_UINT) *out = DPEX_U64;
    } else if (scan->result == DPEX_SCAN_RESULT_BITS && kind >= DPEX_KIND_REAL) {
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE,
                         "%s: not defined for %s, of bool and integers only", scan->name,
                         dpex_dtype_get_info(in)->name);
    } else if (scan->result == DPEX_SCAN_RESULT_SAME || scan->result == DPEX_SCAN_RESULT_BITS) {
        return DPEX_SUCCESS;
    } else if (kind == DPEX_KIND_COMPLEX) {
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s: not defined for complex numbers",
                         scan->name);
    } else if (kind != DPEX_KIND_REAL) {
        *out = dpex_dtype_default(DPEX_KIND_REAL, device);
    }
    return DPEX_SUCCESS;
}

/* The dtype to compute in for a result of dtype `out`. */
static dpex_status choose_computing(const dpex_scan *scan, const dpex_array *x, dpex_dtype out,
                                    dpex_dtype *computing)
{
    *computing = out;
    if (scan->result == DPEX_SCAN_RESULT_REAL && dpex_dtype_get_info(out)->kind != DPEX_KIND_REAL)
        DPEX_TRY(dpex_scan_resolve(scan, x->dtype, x->queue->device, computing));
    *computing = dpex_computing_dtype(*computing);
    return DPEX_SUCCESS;
}

/* ---- shapes ---------------------------------------------------------------------------------------------- */

/* Of the result; the number of its dimensions, or -1 where there is no such axis.
 * With the initial element an array without dimensions becomes one of a single element. */
static int result_shape(const dpex_array *x, int axis, int include_initial, int64_t *shape)
{
    int n_lines_along = x->nd ? x->nd : 1;
    if (axis < 0 || axis >= n_lines_along) return -1;
    memcpy(shape, x->shape, (size_t)x->nd * sizeof(*shape));
    if (!include_initial) return x->nd;
    if (!x->nd) shape[0] = 1;
    shape[axis]++;
    return n_lines_along;
}

/* Exactly the result's shape; its dtype is the one asked for, so it is not checked. */
static dpex_status check_out(const dpex_scan *scan, const dpex_array *x, int axis,
                             int include_initial, const dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    int nd = result_shape(x, axis, include_initial, shape);
    if (nd < 0)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: no axis %d in an array of %d dimensions",
                         scan->name, axis, (int)x->nd);
    if (!(out->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "%s: the output array is read-only", scan->name);
    DPEX_TRY(dpex_array_check_queue(scan->name, "the output array", out, x->queue));
    if (out->nd == nd && !memcmp(out->shape, shape, (size_t)nd * sizeof(*shape)))
        return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the result has shape %s, the output array %s",
                     dpex_shape_text(nd, shape, wanted),
                     dpex_shape_text(out->nd, out->shape, given));
}

/* ---- running --------------------------------------------------------------------------------------------- */

/* x[first:] or x[:1] along an axis. */
static dpex_status view_part(const dpex_array *x, int axis, int is_first, dpex_array *view)
{
    dpex_index indices[DPEX_MAX_NDIM] = {{0}};
    for (int d = 0; d <= axis; d++) indices[d].kind = DPEX_INDEX_SLICE;
    if (is_first) {
        indices[axis].stop = 1;
        indices[axis].has_stop = 1;
    } else {
        indices[axis].start = 1;
        indices[axis].has_start = 1;
    }
    return dpex_array_index(x, indices, axis + 1, view);
}

/* The initial value goes through the computing dtype, as an element would. */
static dpex_status fill_initial(const dpex_scan *scan, dpex_dtype computing, int axis,
                                const dpex_array *out)
{
    dpex_array first;
    dpex_scalar initial = {.f64 = scan->initial}, computed, value;
    dpex_scalar_cast(&initial, DPEX_F64, computing, &computed);
    dpex_scalar_cast(&computed, computing, out->dtype, &value);
    DPEX_TRY(view_part(out, axis, 1, &first));
    dpex_status status = dpex_array_fill(&first, &value);
    dpex_array_fini(&first);
    return status;
}

/* rest: where the results of the elements go. What overlaps it in another way is copied first. */
static dpex_status scan_apart(const dpex_scan *scan, dpex_dtype computing, const dpex_array *x,
                              int axis, const dpex_array *rest)
{
    /* Exactly the same elements: each is read before its result is written. Everything else that
     * overlaps needs a copy. */
    int in_place = x->dtype == rest->dtype && dpex_array_is_same_view(x, rest);
    if (in_place || !dpex_array_overlaps(x, rest))
        return dpex_scan_submit(scan, computing, x, axis, rest);
    dpex_array copy;
    DPEX_TRY(dpex_array_cast_new(x, x->dtype, DPEX_ORDER_K, dpex_storage_get_kind(x->storage),
                                 x->queue, &copy));
    dpex_status status = dpex_scan_submit(scan, computing, &copy, axis, rest);
    dpex_array_fini(&copy);
    return status;
}

/* The same for an x of at least one dimension whose initial elements may lie in it. */
static dpex_status scan_lines(const dpex_scan *scan, dpex_dtype computing, const dpex_array *x,
                              int axis, int include_initial, const dpex_array *out)
{
    if (!include_initial) {
        return x->size ? scan_apart(scan, computing, x, axis, out) : DPEX_SUCCESS;
    }
    dpex_array rest, copy;
    int overlaps = dpex_array_overlaps(x, out);
    if (overlaps) {
        DPEX_TRY(dpex_array_cast_new(x, x->dtype, DPEX_ORDER_K, dpex_storage_get_kind(x->storage),
                                     x->queue, &copy));
        x = &copy;
    }
    dpex_status status = fill_initial(scan, computing, axis, out);
    if (!status && x->size) {
        status = view_part(out, axis, 0, &rest);
        if (!status) {
            status = dpex_scan_submit(scan, computing, x, axis, &rest);
            dpex_array_fini(&rest);
        }
    }
    if (overlaps) dpex_array_fini(&copy);
    return status;
}

dpex_status dpex_scan_into(const dpex_scan *scan, const dpex_array *x, int axis,
                           int include_initial, dpex_array *out)
{
    dpex_dtype computing;
    int64_t one = 1;
    DPEX_TRY(check_out(scan, x, axis, include_initial, out));
    DPEX_TRY(choose_computing(scan, x, out->dtype, &computing));
    /* An array without dimensions is scanned as a line of one element. */
    if (x->nd) return scan_lines(scan, computing, x, axis, include_initial, out);
    dpex_array line, result;
    DPEX_TRY(
        dpex_array_init_view(x->storage, x->queue, x->dtype, x->offset, 1, &one, NULL, 0, &line));
    dpex_status status;
    if (out->nd)
        status = dpex_array_init_alias(out, NULL, &result);
    else
        status = dpex_array_init_view(out->storage, out->queue, out->dtype, out->offset, 1, &one,
                                      NULL, DPEX_ARRAY_WRITABLE, &result);
    if (!status) {
        status = scan_lines(scan, computing, &line, 0, include_initial, &result);
        dpex_array_fini(&result);
    }
    dpex_array_fini(&line);
    return status;
}

dpex_status dpex_scan_new(const dpex_scan *scan, const dpex_array *x, int axis, dpex_dtype dtype,
                          int include_initial, dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    int nd = result_shape(x, axis, include_initial, shape);
    if (nd < 0)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: no axis %d in an array of %d dimensions",
                         scan->name, axis, (int)x->nd);
    const dpex_usm_kind kind = dpex_array_result_kind(&x, 1);
    DPEX_TRY(dpex_array_init(x->queue, dtype, nd, shape, DPEX_ORDER_C, kind, out));
    dpex_status status = dpex_scan_into(scan, x, axis, include_initial, out);
    if (status) dpex_array_fini(out);
    return status;
}
