/* The public transforms: checks, dtypes, and one pass after the other where there are several axes.
 *
 * The first pass goes from x to the result, further ones work in place. Where axes are padded, a
 * pass only visits lines that hold something, and what a later pass reads beyond that counts as
 * zero. */
#include "dpex/fft.h"

#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/op.h"
#include "recipe.h"

/* ---- checks ---------------------------------------------------------------------------------------------- */

static dpex_dtype_kind kind_of(dpex_dtype dtype)
{
    return dpex_dtype_get_info(dtype)->kind;
}

static int last_axis(const dpex_fft_spec *spec)
{
    return spec->axes[spec->n_axes - 1];
}

static int64_t last_n(const dpex_fft_spec *spec)
{
    return spec->n[spec->n_axes - 1];
}

/* An axis may come twice, but its length must then be the same. */
static dpex_status check_axes(const dpex_fft_spec *spec, const dpex_array *x)
{
    int64_t n[DPEX_MAX_NDIM] = {0};
    if (spec->n_axes < 1)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "fft: needs at least one axis");
    for (int i = 0; i < spec->n_axes; i++) {
        int axis = spec->axes[i];
        if (axis < 0 || axis >= x->nd)
            return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE,
                             "fft: axis %d is out of range for %d dimensions", axis, x->nd);
        if (spec->n[i] < 1)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "fft: the length is %lld, at least 1 is needed",
                             (long long)spec->n[i]);
        int is_again = n[axis] != 0, is_real = spec->kind != DPEX_FFT_C2C && i == spec->n_axes - 1;
        if (is_again && (n[axis] != spec->n[i] || is_real))
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "fft: axis %d is named twice", axis);
        n[axis] = spec->n[i];
    }
    if (spec->kind == DPEX_FFT_R2C && kind_of(x->dtype) == DPEX_KIND_COMPLEX)
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "fft: a transform of real numbers was given %s",
                         dpex_dtype_get_info(x->dtype)->name);
    return DPEX_SUCCESS;
}

static void result_shape(const dpex_fft_spec *spec, const dpex_array *x, int64_t *shape)
{
    memcpy(shape, x->shape, (size_t)x->nd * sizeof(*shape));
    for (int i = 0; i < spec->n_axes; i++) shape[spec->axes[i]] = spec->n[i];
    if (spec->kind == DPEX_FFT_R2C) shape[last_axis(spec)] = last_n(spec) / 2 + 1;
}

/* The real dtype to compute in.
 * float16 is computed in float32; integers in the default real type. */
static dpex_dtype real_dtype(const dpex_array *x)
{
    switch (x->dtype) {
    case DPEX_F16:
    case DPEX_F32:
    case DPEX_C64: return DPEX_F32;
    case DPEX_F64:
    case DPEX_C128: return DPEX_F64;
    default: return dpex_dtype_default(DPEX_KIND_REAL, dpex_queue_get_device(x->queue));
    }
}

static dpex_dtype complex_of(dpex_dtype real)
{
    return real == DPEX_F32 ? DPEX_C64 : DPEX_C128;
}

static dpex_status check_out(const dpex_fft_spec *spec, const dpex_array *x, const dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    char given[DPEX_SHAPE_TEXT_BYTES], wanted[DPEX_SHAPE_TEXT_BYTES];
    result_shape(spec, x, shape);
    if (!(out->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "fft: the output array is read-only");
    DPEX_TRY(dpex_array_check_queue("fft", "the output array", out, x->queue));
    if (out->nd != x->nd || memcmp(out->shape, shape, (size_t)x->nd * sizeof(*shape)))
        return DPEX_FAIL(
            DPEX_ERROR_INVALID_VALUE, "fft: the result has shape %s, the output array %s",
            dpex_shape_text(x->nd, shape, wanted), dpex_shape_text(out->nd, out->shape, given));
    dpex_dtype_kind kind = spec->kind == DPEX_FFT_C2R ? DPEX_KIND_REAL : DPEX_KIND_COMPLEX;
    if (kind_of(out->dtype) == kind && out->dtype != DPEX_F16) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "fft: the result is %s, the output array %s",
                     kind == DPEX_KIND_REAL ? "real" : "complex",
                     dpex_dtype_get_info(out->dtype)->name);
}

/* ---- passes ---------------------------------------------------------------------------------------------- */

/* What a transform goes through; extents: of the lines that hold something so far.
 * Extents shrink to what a pass leaves: later passes read only these. */
typedef struct progress {
    const dpex_fft_spec *spec;
    int nd;
    int64_t extents[DPEX_MAX_NDIM];
} progress;

static dpex_status view_of(const progress *p, const dpex_array *x, dpex_array *view)
{
    return dpex_array_init_view(x->storage, x->queue, x->dtype, x->offset, p->nd, p->extents,
                                x->strides, x->flags & DPEX_ARRAY_WRITABLE, view);
}

/* The scale is applied by the last pass only. */
static dpex_status pass(progress *p, dpex_fft_kind kind, int number, int is_last,
                        const dpex_array *src, const dpex_array *dst)
{
    const dpex_fft_spec *spec = p->spec;
    const dpex_fft_pass pass = {.kind = kind,
                                .is_backward = spec->is_backward,
                                .scale = is_last ? spec->scale : 1,
                                .n = spec->n[number],
                                .axis = spec->axes[number]};
    dpex_array from, to;
    DPEX_TRY(view_of(p, src, &from));
    p->extents[pass.axis] = kind == DPEX_FFT_R2C ? pass.n / 2 + 1 : pass.n;
    dpex_status status = view_of(p, dst, &to);
    if (!status) {
        status = dpex_fft_pass_submit(&pass, &from, &to);
        dpex_array_fini(&to);
    }
    dpex_array_fini(&from);
    return status;
}

static progress begin(const dpex_fft_spec *spec, const dpex_array *x)
{
    progress p = {.spec = spec, .nd = x->nd};
    memcpy(p.extents, x->shape, (size_t)x->nd * sizeof(*p.extents));
    for (int i = 0; i < spec->n_axes; i++) {
        int is_spectrum = spec->kind == DPEX_FFT_C2R && i == spec->n_axes - 1;
        int64_t n = is_spectrum ? spec->n[i] / 2 + 1 : spec->n[i],
                *extent = &p.extents[spec->axes[i]];
        if (*extent > n) *extent = n;
    }
    return p;
}

/* The complex passes over axes [first, end) of the spec, the last one first.
 * Last axis first, as NumPy's fftn does. */
static dpex_status complex_passes(progress *p, int end, int is_last, const dpex_array *src,
                                  const dpex_array *dst)
{
    for (int i = end - 1; i >= 0; i--) {
        DPEX_TRY(pass(p, DPEX_FFT_C2C, i, is_last && i == 0, src, dst));
        src = dst;
    }
    return DPEX_SUCCESS;
}

/* The complex passes of a spectrum, over all axes but the last. */
static dpex_status spread(progress *p, const dpex_array *x, const dpex_array *spectrum)
{
    const dpex_fft_spec *spec = p->spec;
    dpex_fft_spec others = *spec;
    int is_done;
    others.kind = DPEX_FFT_C2C;
    others.scale = 1;
    others.n_axes = spec->n_axes - 1;
    DPEX_TRY(dpex_fft_run_whole(&others, x, spectrum, &is_done));
    if (!is_done) return complex_passes(p, others.n_axes, 0, x, spectrum);
    for (int i = 0; i < others.n_axes; i++) p->extents[spec->axes[i]] = spec->n[i];
    return DPEX_SUCCESS;
}

/* All axes but the last in memory of our own, then the last. */
static dpex_status spectrum_passes(const dpex_fft_spec *spec, const dpex_array *x,
                                   const dpex_array *out)
{
    progress p = begin(spec, x);
    int last = spec->n_axes - 1;
    if (last == 0) return pass(&p, DPEX_FFT_C2R, 0, 1, x, out);
    int64_t shape[DPEX_MAX_NDIM];
    memcpy(shape, out->shape, (size_t)out->nd * sizeof(*shape));
    shape[last_axis(spec)] = p.extents[last_axis(spec)];
    dpex_array spectrum;
    DPEX_TRY(dpex_array_init(x->queue, complex_of(out->dtype), x->nd, shape, DPEX_ORDER_C,
                             DPEX_USM_DEVICE, &spectrum));
    dpex_status status = spread(&p, x, &spectrum);
    if (!status) status = pass(&p, DPEX_FFT_C2R, last, 1, &spectrum, out);
    dpex_array_fini(&spectrum);
    return status;
}

static dpex_status all_passes(const dpex_fft_spec *spec, const dpex_array *x, const dpex_array *out)
{
    int is_done;
    if (spec->kind == DPEX_FFT_C2R) return spectrum_passes(spec, x, out);
    DPEX_TRY(dpex_fft_run_whole(spec, x, out, &is_done));
    if (is_done) return DPEX_SUCCESS;
    progress p = begin(spec, x);
    int last = spec->n_axes - 1;
    if (spec->kind == DPEX_FFT_C2C) return complex_passes(&p, last + 1, 1, x, out);
    DPEX_TRY(pass(&p, DPEX_FFT_R2C, last, last == 0, x, out));
    return complex_passes(&p, last, 1, out, out);
}

/* ---- the calls ------------------------------------------------------------------------------------------- */

/* Whether x must be copied first: another precision, one element for a whole line, or memory that
 * is written before it is read. Elements of a line with stride 0 are one element, which the loops
 * cannot read as a line. */
static int must_be_copied(const dpex_fft_spec *spec, const dpex_array *x, dpex_dtype dtype,
                          const dpex_array *out)
{
    if (x->dtype != dtype || x->strides[last_axis(spec)] == 0) return 1;
    return dpex_array_overlaps(x, out) &&
           !(spec->kind == DPEX_FFT_C2C && dpex_array_is_same_view(x, out));
}

static dpex_status transform(const dpex_fft_spec *spec, const dpex_array *x, dpex_array *out)
{
    static const dpex_scalar zero;
    dpex_dtype real = out->dtype == DPEX_F32 || out->dtype == DPEX_C64 ? DPEX_F32 : DPEX_F64;
    dpex_dtype dtype = kind_of(x->dtype) == DPEX_KIND_COMPLEX ? complex_of(real) : real;
    if (out->size == 0) return DPEX_SUCCESS;
    if (x->size == 0)
        return dpex_array_fill(out, &zero); /* lines of nothing, filled up with zeros */
    if (!must_be_copied(spec, x, dtype, out)) return all_passes(spec, x, out);
    dpex_array copy;
    DPEX_TRY(dpex_array_cast_new(x, dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, x->queue, &copy));
    dpex_status status = all_passes(spec, &copy, out);
    dpex_array_fini(&copy);
    return status;
}

dpex_status dpex_fft_into(const dpex_fft_spec *spec, const dpex_array *x, dpex_array *out)
{
    DPEX_TRY(check_axes(spec, x));
    DPEX_TRY(check_out(spec, x, out));
    return transform(spec, x, out);
}

dpex_status dpex_fft_new(const dpex_fft_spec *spec, const dpex_array *x, dpex_array *out)
{
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(check_axes(spec, x));
    result_shape(spec, x, shape);
    dpex_dtype real = real_dtype(x), dtype = spec->kind == DPEX_FFT_C2R ? real : complex_of(real);
    const dpex_usm_kind kind = dpex_array_result_kind(&x, 1);
    DPEX_TRY(dpex_array_init(x->queue, dtype, x->nd, shape, DPEX_ORDER_C, kind, out));
    dpex_status status = transform(spec, x, out);
    if (status) dpex_array_fini(out);
    return status;
}
