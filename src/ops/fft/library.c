/* Transforms by a library of the device's vendor: whole lines at equal distances, or whole arrays
 * along two or three axes at once, which reads and writes them less often than pass by pass. Lines
 * that are cut or filled up with zeros are our own kernels'. */
#include <string.h>

#include "base/error.h"
#include "device.h"
#include "dpex/op.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"

enum {
    LEAST_ELEMS =
        1 << 17 /* of all lines: opening a library takes long, and making a plan milliseconds */
};

static int is_complex(const dpex_array *x)
{
    return dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
}

static int has_suitable_kind(const dpex_fft_pass *pass, const dpex_lines *lines,
                             const dpex_array *src)
{
    const int64_t n_dst = lines->length[0], n_src = lines->length[1];
    if (lines->n_lines * pass->n < LEAST_ELEMS) return 0;
    if (pass->kind == DPEX_FFT_C2R)
        return pass->is_backward && is_complex(src) && n_src == pass->n / 2 + 1;
    if (n_src != pass->n) return 0;
    if (pass->kind == DPEX_FFT_C2C) return is_complex(src) && n_dst == pass->n;
    return !pass->is_backward && !is_complex(src) && n_dst == pass->n / 2 + 1;
}

/* The distance of lines in elements, where it is one for all of them; 0: it is not, or is not a
 * number of whole elements forward. */
static int read_distances(const dpex_lines *lines, int operand, int64_t *step, int64_t *line)
{
    const dpex_layout_operand *o = &lines->layout.operands[operand];
    const int nd = lines->layout.nd;
    int64_t n = 1, distance = 0;
    for (int d = nd - 1; d >= 0; d--) {
        if (lines->layout.shape[d] == 1) continue;
        if (n == 1)
            distance = o->strides[d];
        else if (o->strides[d] != distance * n)
            return 0;
        n *= lines->layout.shape[d];
    }
    *step = lines->stride[operand] / o->itemsize;
    *line = distance / o->itemsize;
    /* A single line is any distance from the next one. */
    /* Nothing reads it, but plans are compared by it. */
    if (n == 1) *line = lines->length[operand] * *step;
    return *step > 0 && *line > 0 && lines->stride[operand] % o->itemsize == 0 &&
           distance % o->itemsize == 0;
}

/* Bytes from the beginning of the storage; 0: not a multiple of an element. */
static int read_address(const dpex_lines *lines, int operand, const dpex_array *array,
                        dpex_device_address *address)
{
    const dpex_layout_operand *o = &lines->layout.operands[operand];
    const int64_t offset = array->offset + (o->ptr - (char *)dpex_array_get_ptr(array));
    *address = (dpex_device_address){array->storage, offset};
    return offset % o->itemsize == 0;
}

int dpex_fft_find_routine(const dpex_fft_pass *pass, const dpex_lines *lines, const dpex_array *src,
                          const dpex_array *dst, dpex_fft_routine *routine)
{
    dpex_routine_fft *w = &routine->words;
    if (!has_suitable_kind(pass, lines, src)) return 0;
    *w = (dpex_routine_fft){.src = src->dtype,
                            .dst = dst->dtype,
                            .is_backward = pass->is_backward,
                            .rank = 1,
                            .n = {pass->n},
                            .n_lines = lines->n_lines,
                            .src_extents = {pass->n},
                            .dst_extents = {pass->n}};
    return read_distances(lines, 0, &w->dst_step, &w->dst_line) &&
           read_distances(lines, 1, &w->src_step, &w->src_line) &&
           read_address(lines, 0, dst, &routine->addresses[1]) &&
           read_address(lines, 1, src, &routine->addresses[0]) &&
           dpex_device_has_routine(dst->queue, DPEX_ROUTINE_FFT, w, &routine->scratch_bytes);
}

/* Libraries have no factor. Once more over the result costs a quarter of the transform's time,
 * where there is one at all: numpy.fft's default has it backward only. */
static dpex_status multiply(const dpex_array *dst, double factor)
{
    dpex_array x = *dst;
    const dpex_operand operand = {.kind = DPEX_KIND_REAL, .value = {.f64 = factor}};
    return dpex_elementwise_inplace(dpex_op_find("multiply"), &x, &operand, 1);
}

dpex_status dpex_fft_run_routine(dpex_fft_routine *routine, const dpex_array *dst, double scale)
{
    dpex_array scratch;
    const int64_t bytes = (int64_t)routine->scratch_bytes + !routine->scratch_bytes;
    DPEX_TRY(
        dpex_array_init(dst->queue, DPEX_U8, 1, &bytes, DPEX_ORDER_C, DPEX_USM_DEVICE, &scratch));
    routine->addresses[2] = (dpex_device_address){scratch.storage, scratch.offset};
    const dpex_device_routine call = {"fft", DPEX_ROUTINE_FFT, routine->addresses,
                                      3,     &routine->words,  sizeof routine->words};
    dpex_status status = dpex_device_run_routine(dst->queue, &call);
    dpex_array_fini(&scratch);
    if (!status && scale != 1) status = multiply(dst, scale);
    return status;
}

/* ---- spectra of real lines ----------------------------------------------------------------------- */

/* Element `at` of each line has no imaginary part. */
static dpex_status make_real(const dpex_array *spectrum, int axis, int64_t at)
{
    static const dpex_scalar zero;
    dpex_index indices[DPEX_MAX_NDIM];
    dpex_array elements, parts;
    for (int d = 0; d < axis; d++) indices[d] = (dpex_index){.kind = DPEX_INDEX_SLICE};
    indices[axis] = (dpex_index){.kind = DPEX_INDEX_INT, .start = at};
    DPEX_TRY(dpex_array_index(spectrum, indices, axis + 1, &elements));
    dpex_status status = dpex_array_complex_part(&elements, 1, &parts);
    if (!status) {
        status = dpex_array_fill(&parts, &zero);
        dpex_array_fini(&parts);
    }
    dpex_array_fini(&elements);
    return status;
}

dpex_status dpex_fft_copy_spectrum(const dpex_fft_pass *pass, const dpex_array *src,
                                   dpex_array *copy)
{
    DPEX_TRY(dpex_array_cast_new(src, src->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, src->queue, copy));
    dpex_status status = make_real(copy, pass->axis, 0);
    if (!status && pass->n % 2 == 0) status = make_real(copy, pass->axis, pass->n / 2);
    if (status) dpex_array_fini(copy);
    return status;
}

/* ---- several axes at once --------------------------------------------------------------------------- */

/* The axes of an array: those that are transformed, as the spec or by descending strides, then the
 * others by ascending ones. */
typedef struct axes {
    int rank, n_others, axis[DPEX_MAX_NDIM];
} axes;

/* Larger distances first; a halved last axis stays the last. */
static void order_transformed(axes *a, const dpex_array *dst, int n_free)
{
    for (int i = 1; i < n_free; i++)
        for (int j = i; j > 0 && dst->strides[a->axis[j]] > dst->strides[a->axis[j - 1]]; j--) {
            const int axis = a->axis[j];
            a->axis[j] = a->axis[j - 1];
            a->axis[j - 1] = axis;
        }
}

static void add_others(axes *a, const dpex_array *dst)
{
    uint64_t taken = 0;
    for (int i = 0; i < a->rank; i++) taken |= UINT64_C(1) << a->axis[i];
    int *others = a->axis + a->rank;
    for (int d = 0; d < dst->nd; d++) {
        if (taken >> d & 1 || dst->shape[d] == 1) continue;
        int i = a->n_others++;
        for (; i > 0 && dst->strides[others[i - 1]] > dst->strides[d]; i--)
            others[i] = others[i - 1];
        others[i] = d;
    }
}

/* Whether the transforms of an array can be told by steps. */
static int read_steps(const axes *a, const dpex_array *x, int64_t *step, int64_t *line,
                      int64_t *extents)
{
    const int *others = a->axis + a->rank, last = a->axis[a->rank - 1];
    int64_t n = 1, below = *step = x->strides[last];
    if (below <= 0) return 0;
    extents[0] = x->shape[a->axis[0]];
    for (int i = a->rank - 1; i > 0; i--) {
        const int64_t stride = x->strides[a->axis[i - 1]];
        extents[i] = stride / below;
        if (stride % below || extents[i] < x->shape[a->axis[i]]) return 0;
        below = stride;
    }
    *line = a->n_others ? x->strides[others[0]] : below * extents[0];
    for (int i = 0; i < a->n_others; i++) {
        if (x->strides[others[i]] != *line * n) return 0;
        n *= x->shape[others[i]];
    }
    return *line > 0;
}

/* Whether no axis comes twice, and no line is cut or filled up. */
static int is_whole(const dpex_fft_spec *spec, const dpex_array *src, const dpex_array *dst)
{
    const int halved = spec->kind == DPEX_FFT_R2C ? spec->axes[spec->n_axes - 1] : -1;
    uint64_t seen = 0;
    for (int i = 0; i < spec->n_axes; i++) {
        if (seen >> spec->axes[i] & 1 || src->shape[spec->axes[i]] != spec->n[i]) return 0;
        seen |= UINT64_C(1) << spec->axes[i];
    }
    for (int d = 0; d < src->nd; d++)
        if (dst->shape[d] != (d == halved ? src->shape[d] / 2 + 1 : src->shape[d])) return 0;
    return 1;
}

/* Whether the transforms' precision and direction are a library's. */
static int has_kind(const dpex_fft_spec *spec, const dpex_array *src)
{
    switch (spec->kind) {
    case DPEX_FFT_C2C: return 1;
    case DPEX_FFT_R2C: return !is_complex(src) && !spec->is_backward;
    default: return 0;
    }
}

/* Real numbers that are transformed as complex ones are converted to where the result will be. */
static int is_converted(const dpex_fft_spec *spec, const dpex_array *src)
{
    return spec->kind == DPEX_FFT_C2C && !is_complex(src);
}

static int find_routine_of_several(const dpex_fft_spec *spec, const dpex_array *src,
                                   const dpex_array *dst, dpex_fft_routine *routine)
{
    const int is_halved = spec->kind == DPEX_FFT_R2C;
    axes a = {.rank = spec->n_axes};
    if (spec->n_axes < 2 || spec->n_axes > DPEX_ROUTINE_FFT_AXES || src->size < LEAST_ELEMS ||
        !has_kind(spec, src))
        return 0;
    memcpy(a.axis, spec->axes, (size_t)a.rank * sizeof *a.axis);
    order_transformed(&a, dst, a.rank - is_halved);
    add_others(&a, dst);
    dpex_routine_fft *w = &routine->words;
    *w = (dpex_routine_fft){.src = is_halved ? src->dtype : dst->dtype,
                            .dst = dst->dtype,
                            .is_backward = spec->is_backward,
                            .rank = a.rank,
                            .n_lines = 1};
    for (int i = 0; i < a.rank; i++) w->n[i] = src->shape[a.axis[i]];
    for (int i = a.rank; i < a.rank + a.n_others; i++) w->n_lines *= src->shape[a.axis[i]];
    routine->addresses[0] = (dpex_device_address){src->storage, src->offset};
    routine->addresses[1] = (dpex_device_address){dst->storage, dst->offset};
    return read_steps(&a, src, &w->src_step, &w->src_line, w->src_extents) &&
           read_steps(&a, dst, &w->dst_step, &w->dst_line, w->dst_extents) &&
           dpex_device_has_routine(dst->queue, DPEX_ROUTINE_FFT, w, &routine->scratch_bytes);
}

dpex_status dpex_fft_run_whole(const dpex_fft_spec *spec, const dpex_array *src,
                               const dpex_array *dst, int *is_done)
{
    dpex_fft_routine routine;
    const dpex_array *from = is_converted(spec, src) ? dst : src;
    dpex_array to = *dst;
    *is_done = !dst->queue->backend->runs_on_host && is_whole(spec, src, dst) &&
               find_routine_of_several(spec, from, dst, &routine);
    if (!*is_done) return DPEX_SUCCESS;
    if (from != src) DPEX_TRY(dpex_array_copy(&to, src));
    return dpex_fft_run_routine(&routine, dst, spec->scale);
}
