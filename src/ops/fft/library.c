/* Transforms of lines by a library of the device's vendor: whole lines at equal distances, forward
 * or backward, of complex numbers or from real ones. Lines that are cut or filled up with zeros,
 * and those that become real, are our own kernels': a library may overwrite the source of the
 * latter. */
#include "base/error.h"
#include "device.h"
#include "dpex/op.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"

enum {
    LEAST_ELEMS =
        1 << 17 /* of all lines: opening a library takes long, and making a plan milliseconds */
};

static int has_suitable_kind(const dpex_fft_pass *pass, const dpex_lines *lines,
                             const dpex_array *src)
{
    const int is_complex = dpex_dtype_get_info(src->dtype)->kind == DPEX_KIND_COMPLEX;
    const int64_t n_dst = lines->length[0], n_src = lines->length[1];
    if (n_src != pass->n || lines->n_lines * pass->n < LEAST_ELEMS) return 0;
    if (pass->kind == DPEX_FFT_C2C) return is_complex && n_dst == pass->n;
    return pass->kind == DPEX_FFT_R2C && !pass->is_backward && !is_complex &&
           n_dst == pass->n / 2 + 1;
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
                            .n = pass->n,
                            .n_lines = lines->n_lines};
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

dpex_status dpex_fft_run_routine(const dpex_fft_pass *pass, const dpex_array *dst,
                                 dpex_fft_routine *routine)
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
    if (!status && pass->scale != 1) status = multiply(dst, pass->scale);
    return status;
}
