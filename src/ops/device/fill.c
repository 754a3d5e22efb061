/* Kernels that no tape expresses, because they compute from an element's index: ramps (arange,
 * linspace) and triangles. */
#include "ops/device/device.h"

#include "base/error.h"
#include "runtime/runtime.h"

/* ---- ramps --------------------------------------------------------------------------------------------- */

/* The struct of the ramp's kernel; reals are float on devices without double. */
typedef struct ramp_words {
    int64_t n, offset, stride, flags;
    uint64_t int_start, int_step;
    double reals[6]; /* start, step, stop: real and imaginary part */
} ramp_words;

/* Bits of ramp_words.flags; the kernel's text names them by number. */
enum { HAS_STOP = 1, ROUNDS_DOWN = 2 };

static int has_f64(const dpex_device *device)
{
    return dpex_device_has_aspect(device, DPEX_ASPECT_fp64);
}

/* The argument of write_ramp. */
typedef struct {
    dpex_dtype dtype;
    int is_integer, has_f64;
} ramp_text;

/* The kernel of one dtype: a work-item per element, which computes in the widest type that the
 * device has and converts at the end. */
static void write_ramp(const void *arg, dpex_text *text)
{
    const ramp_text *t = arg;
    const int wide = t->has_f64;
    int is_complex = dpex_dtype_get_info(t->dtype)->kind == DPEX_KIND_COMPLEX;
    dpex_text_append(text,
                     "typedef %s k_real;\n"
                     /* The same layout as ramp_words above. */
                     "typedef struct { int64_t n, offset, stride, flags; uint64_t int_start, "
                     "int_step; k_real re[6]; } k_ramp;\n"
                     "K_KERNEL void dpex_kernel(K_GLOBAL %s *p, const k_ramp a)\n{\n"
                     "    const int64_t i = (int64_t)K_ITEM;\n    if (i >= a.n) return;\n"
                     "    const int at_stop = (a.flags & 1) && i == a.n - 1;\n",
                     wide ? "double" : "float", dpex_device_c_type(t->dtype));
    if (t->is_integer)
        /* Modulo 2^64, then cut to the dtype: steps may be negative, and the sums wrap back. */
        dpex_text_append(text, "    const uint64_t v = a.int_start + (uint64_t)i * a.int_step;\n");
    else if (is_complex)
        dpex_text_append(text,
                         "    k_real re = at_stop ? a.re[4] : (k_real)i * a.re[2] + a.re[0];\n"
                         "    k_real im = at_stop ? a.re[5] : (k_real)i * a.re[3] + a.re[1];\n"
                         "    const %s v = K_PARTS(%s, re, im);\n",
                         wide ? "dpex_c128" : "dpex_c64", wide ? "dpex_c128" : "dpex_c64");
    else
        /* Only a product and a sum per element, as in NumPy, so that no rounding error
         * accumulates along the ramp. */
        dpex_text_append(
            text,
            "    k_real v = (k_real)i * a.re[2] + a.re[0];\n    if (a.flags & 2) v = floor(v);\n"
            "    if (at_stop) v = a.re[4];\n");
    dpex_text_append(text, "    p[a.offset + i * a.stride] = ");
    dpex_device_write_cast(text, "v",
                           t->is_integer ? DPEX_U64
                           : is_complex  ? (wide ? DPEX_C128 : DPEX_C64)
                                         : (wide ? DPEX_F64 : DPEX_F32),
                           t->dtype);
    dpex_text_append(text, ";\n}\n");
}

/* Converts to the struct of devices without double, floats instead of the doubles, and returns its
 * size. In place: float i ends before double i + 1 begins. */
static size_t narrow_reals(ramp_words *w)
{
    float *floats = (float *)w->reals;
    for (int i = 0; i < 6; i++) {
        float value = (float)w->reals[i];
        floats[i] = value;
    }
    return offsetof(ramp_words, reals) + 6 * sizeof(float);
}

dpex_status dpex_device_fill_ramp(const char *name, const dpex_array *dst,
                                  const dpex_device_ramp *ramp)
{
    dpex_queue *queue = dst->queue;
    const ramp_text what = {dst->dtype, ramp->is_integer, has_f64(dst->queue->device)};
    int64_t itemsize = dpex_dtype_get_info(dst->dtype)->itemsize;
    ramp_words w = {.n = dst->size,
                    .offset = dst->offset / itemsize,
                    .stride = dst->strides[0],
                    .flags =
                        (ramp->has_stop ? HAS_STOP : 0) | (ramp->rounds_down ? ROUNDS_DOWN : 0),
                    .int_start = ramp->int_start,
                    .int_step = ramp->int_step,
                    .reals = {ramp->start.re, ramp->start.im, ramp->step.re, ramp->step.im,
                              ramp->stop.re, ramp->stop.im}};
    size_t bytes = has_f64(queue->device) ? sizeof w : narrow_reals(&w);
    const dpex_device_job job = {.name = name,
                                 .kernel = ramp->is_integer ? "integer ramp" : "ramp",
                                 .dtype = dst->dtype,
                                 .text = {write_ramp, &what},
                                 .arrays = &dst,
                                 .n_arrays = 1,
                                 .words = &w,
                                 .words_bytes = bytes};
    return dpex_device_run_job(queue, &job, dst->size, DPEX_DEVICE_LANES);
}

/* ---- triangles ----------------------------------------------------------------------------------------- */

/* The struct of the triangle's kernel. Elements are numbered through the result in C order; offsets
 * and strides are in elements. */
typedef struct triangle_words {
    int64_t n, nd, k, keep_lower, dst_offset, src_offset;
    int64_t shape[DPEX_DEVICE_MAX_DIMS], dst_strides[DPEX_DEVICE_MAX_DIMS],
        src_strides[DPEX_DEVICE_MAX_DIMS];
} triangle_words;

/* A work-item per element of dst; the last two coordinates decide whether src is read. */
static void write_triangle(const void *arg, dpex_text *text)
{
    const dpex_dtype dtype = *(const dpex_dtype *)arg;
    const char *type = dpex_device_c_type(dtype);
    int is_complex = dpex_dtype_get_info(dtype)->kind == DPEX_KIND_COMPLEX;
    dpex_text_append(
        text,
        "typedef struct { int64_t n, nd, k, keep_lower, dst_offset, src_offset, shape[%d], ds[%d], "
        "ss[%d]; } k_tri;\n"
        "K_KERNEL void dpex_kernel(K_GLOBAL %s *dst, K_GLOBAL const %s *src, const k_tri a)\n{\n"
        "    const int64_t i = (int64_t)K_ITEM;\n    if (i >= a.n) return;\n"
        "    int64_t rest = i, to = a.dst_offset, from = a.src_offset, row = 0, column = 0;\n"
        "    for (int64_t d = a.nd - 1; d >= 0; d--) {\n"
        "        const int64_t c = rest %% a.shape[d];\n        rest /= a.shape[d];\n"
        "        if (d == a.nd - 1) column = c;\n        if (d == a.nd - 2) row = c;\n"
        "        to += c * a.ds[d];\n        from += c * a.ss[d];\n    }\n"
        "    const int stays = a.keep_lower ? column <= row + a.k : column >= row + a.k;\n"
        "    const %s zero = %s;\n    dst[to] = stays ? src[from] : zero;\n}\n",
        DPEX_DEVICE_MAX_DIMS, DPEX_DEVICE_MAX_DIMS, DPEX_DEVICE_MAX_DIMS, type, type, type,
        is_complex ? "{0, 0}" : "0");
}

dpex_status dpex_device_fill_triangle(const dpex_array *dst, const dpex_array *src, int64_t k,
                                      int keep_lower)
{
    /* The kernel's argument has arrays of this length. */
    if (dst->nd > DPEX_DEVICE_MAX_DIMS)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "triangle: %d dimensions; at most %d are possible on this device", dst->nd,
                         DPEX_DEVICE_MAX_DIMS);
    int64_t itemsize = dpex_dtype_get_info(dst->dtype)->itemsize;
    triangle_words w = {.n = dst->size,
                        .nd = dst->nd,
                        .k = k,
                        .keep_lower = keep_lower,
                        .dst_offset = dst->offset / itemsize,
                        .src_offset = src->offset / itemsize};
    for (int d = 0; d < dst->nd; d++) {
        w.shape[d] = dst->shape[d];
        w.dst_strides[d] = dst->strides[d];
        /* src may be broadcast: its strides are its own, and the shape is dst's. */
        w.src_strides[d] = src->strides[d];
    }
    const dpex_array *arrays[2] = {dst, src};
    const dpex_device_job job = {.name = keep_lower ? "tril" : "triu",
                                 .kernel = "triangle",
                                 .dtype = dst->dtype,
                                 .text = {write_triangle, &dst->dtype},
                                 .arrays = arrays,
                                 .n_arrays = 2,
                                 .words = &w,
                                 .words_bytes = sizeof w};
    return dpex_device_run_job(dst->queue, &job, dst->size, DPEX_DEVICE_LANES);
}
