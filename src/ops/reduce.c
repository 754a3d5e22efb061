/* The public reductions: look-up, result types, shapes; the work is a tape that ends in a reduction. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "tape.h"
#include "work.h"

static const dpex_reduction reductions[] = {
#define DPEX_REDUCTION(name, operation, result, empty)                                             \
    {#name, DPEX_OP_##operation, DPEX_REDUCTION_##result, (empty)},
#include "defs/reduce.def"
#undef DPEX_REDUCTION
};

const dpex_reduction *dpex_reduction_find(const char *name)
{
    for (size_t i = 0; i < sizeof(reductions) / sizeof(reductions[0]); i++) {
        if (!strcmp(reductions[i].name, name)) return &reductions[i];
    }
    return NULL;
}

const char *dpex_reduction_get_name(const dpex_reduction *reduction)
{
    return reduction->name;
}

dpex_status dpex_reduction_resolve(const dpex_reduction *reduction, dpex_dtype in,
                                   const dpex_device *device, dpex_dtype *out)
{
    dpex_dtype_kind kind = dpex_dtype_get_info(in)->kind;
    *out = in;
    if (reduction->result == DPEX_REDUCTION_SUM) {
        if (kind == DPEX_KIND_BOOL || kind == DPEX_KIND_INT) *out = DPEX_I64;
        if (kind == DPEX_KIND_UINT) *out = DPEX_U64;
    }
    dpex_dtype computing = dpex_computing_dtype(*out);
    if ((dpex_device_types(device) >> *out & 1) &&
        dpex_reduction_loop(reduction, dpex_loops_get(), computing)) {
        return DPEX_SUCCESS;
    }
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s: not supported for %s on this device",
                     reduction->name, dpex_dtype_get_info(in)->name);
}

/* ---- shapes ---------------------------------------------------------------------------------------------- */

static dpex_status check_axes(const char *name, int nd, uint64_t axes_mask, uint64_t *reduced)
{
    uint64_t all = nd == 64 ? UINT64_MAX : (UINT64_C(1) << nd) - 1;
    *reduced = axes_mask & all;
    if (*reduced == axes_mask) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "%s: an axis is out of range for an array of %d dimensions", name, nd);
}

/* What the reduced axes leave of a shape; the number of dimensions. */
static int reduced_shape(int nd, const int64_t *shape, uint64_t reduced, int keepdims, int64_t *out)
{
    int n = 0;
    for (int d = 0; d < nd; d++) {
        if (!(reduced >> d & 1))
            out[n++] = shape[d];
        else if (keepdims)
            out[n++] = 1;
    }
    return n;
}

static int has_shape(const dpex_array *x, int nd, const int64_t *shape)
{
    return x->nd == nd && !memcmp(x->shape, shape, (size_t)nd * sizeof(*shape));
}

/* The output seen with an extent of 1 for each reduced axis. */
static dpex_status view_with_axes(const dpex_array *out, int nd, const int64_t *shape,
                                  uint64_t reduced, dpex_array *view)
{
    int64_t kept[DPEX_MAX_NDIM], with_ones[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM];
    int n_kept = reduced_shape(nd, shape, reduced, 0, kept);
    reduced_shape(nd, shape, reduced, 1, with_ones);
    int has_ones = has_shape(out, nd, with_ones);
    if (!has_ones && !has_shape(out, n_kept, kept)) {
        char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the result has shape %s, the output array %s",
                         dpex_shape_text(n_kept, kept, wanted),
                         dpex_shape_text(out->nd, out->shape, given));
    }
    for (int d = 0, own = 0; d < nd; d++) {
        int is_reduced = reduced >> d & 1;
        strides[d] = is_reduced ? 0 : out->strides[own];
        own += has_ones || !is_reduced;
    }
    return dpex_array_init_view(out->storage, out->queue, out->dtype, out->offset, nd, with_ones,
                                strides, DPEX_ARRAY_WRITABLE, view);
}

static dpex_status fill_empty(const dpex_reduction *reduction, dpex_array *out)
{
    dpex_scalar number = {.i = reduction->empty}, value;
    dpex_scalar_cast(&number, DPEX_I64, out->dtype, &value);
    return dpex_array_fill(out, &value);
}

/* ---- running --------------------------------------------------------------------------------------------- */

dpex_status dpex_tape_run_reduced(const dpex_tape *tape, const dpex_array *const *inputs,
                                  int n_inputs, int nd, const int64_t *shape, dpex_array *out,
                                  uint64_t axes_mask)
{
    const char *name = tape->reduction->name;
    uint64_t reduced;
    DPEX_TRY(check_axes(name, nd, axes_mask, &reduced));
    dpex_array view, *outputs[1] = {&view};
    DPEX_TRY(view_with_axes(out, nd, shape, reduced, &view));
    int64_t size = 1;
    for (int d = 0; d < nd; d++) size *= shape[d];
    dpex_status status = DPEX_SUCCESS;
    if (out->size && !size)
        status = fill_empty(tape->reduction, out);
    else if (out->size) {
        status = dpex_tape_launch(
            tape, &(dpex_launch){name, inputs, n_inputs, outputs, 1, nd, shape, reduced});
    }
    dpex_array_fini(&view);
    return status;
}

dpex_status dpex_reduce_into(const dpex_reduction *reduction, const dpex_array *x,
                             uint64_t axes_mask, int keepdims, dpex_array *out)
{
    (void)keepdims; /* told by the output's shape; both are taken */
    if (!(out->flags & DPEX_ARRAY_WRITABLE)) {
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "%s: the output array is read-only",
                         reduction->name);
    }
    if (out->queue != x->queue) {
        return DPEX_FAIL(DPEX_ERROR_PLACEMENT, "%s: the output array is on another queue",
                         reduction->name);
    }
    dpex_tape tape;
    int reg;
    dpex_tape_init(&tape);
    dpex_status status = dpex_tape_input(&tape, x->dtype, &reg);
    if (!status) status = dpex_tape_cast(&tape, reg, out->dtype, &reg);
    if (!status) status = dpex_tape_reduce(&tape, reduction, reg);
    if (!status) status = dpex_tape_run_reduced(&tape, &x, 1, x->nd, x->shape, out, axes_mask);
    dpex_tape_fini(&tape);
    return status;
}

/* The short way for a full reduction of few contiguous elements, without conversion, in the calling thread: the fold of one
 * block, as the long way does it. */
static int reduced_at_once(const dpex_reduction *reduction, const dpex_array *x, uint64_t reduced,
                           dpex_array *out)
{
    enum { BLOCK = 512, MAX_ITEMSIZE = 16 };
    uint64_t all = x->nd == 64 ? UINT64_MAX : (UINT64_C(1) << x->nd) - 1;
    int is_dense = x->flags & (DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS);
    if (x->size == 0 || x->size > BLOCK || reduced != all || !is_dense) return 0;
    if (x->dtype != out->dtype || x->dtype == DPEX_F16 || !dpex_arrays_are_quiet(&x, 1)) return 0;
    _Alignas(64) char block[(BLOCK + DPEX_FOLD_SLACK) * MAX_ITEMSIZE];
    size_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    dpex_loop_fn join = dpex_reduction_loop(reduction, dpex_loops_get(), x->dtype);
    if (!join) return 0;
    memcpy(block, dpex_array_get_ptr(x), (size_t)x->size * itemsize);
    dpex_fold(join, block, (size_t)x->size, itemsize);
    memcpy(dpex_array_get_ptr(out), block, itemsize);
    return 1;
}

dpex_status dpex_reduce_new(const dpex_reduction *reduction, const dpex_array *x,
                            uint64_t axes_mask, int keepdims, dpex_dtype dtype, dpex_array *out)
{
    uint64_t reduced;
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(check_axes(reduction->name, x->nd, axes_mask, &reduced));
    int nd = reduced_shape(x->nd, x->shape, reduced, keepdims, shape);
    dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    if (kind == DPEX_USM_UNKNOWN) kind = DPEX_USM_DEVICE;
    DPEX_TRY(dpex_array_init(x->queue, dtype, nd, shape, DPEX_ORDER_C, kind, out));
    if (reduced_at_once(reduction, x, reduced, out)) return DPEX_SUCCESS;
    dpex_status status = dpex_reduce_into(reduction, x, axes_mask, keepdims, out);
    if (status) dpex_array_fini(out);
    return status;
}
