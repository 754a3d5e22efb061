/* Linear interpolation on devices that compile at run time (interpolate.cl). */
#include "device.h"

#include "base/error.h"
#include "base/integer.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"

extern const char dpex_text_interpolate[];

enum { VALUES_OF_ITEM = 32 /* on CPUs, whose memory accesses then overlap */ };

/* The k_interpolation of interpolate.cl; `ends` are two of the dtype. */
typedef struct interpolation_words {
    int64_t n, n_points, x, at, values, out, has_left, has_right;
    union {
        double f64[2];
        float f32[2];
    } ends;
} interpolation_words;

/* What two texts of the kernel differ by. Everything else is an argument, so that a program
 * compiles at most two kernels per dtype and device. */
typedef struct interpolation_text {
    dpex_dtype dtype;
    int per_item;
} interpolation_text;

void dpex_device_interpolate_write(dpex_dtype dtype, int per_item, dpex_text *text)
{
    dpex_text_append(text, "#define T %s\n#define K_VALUES %d\n", dpex_device_c_type(dtype),
                     per_item);
    dpex_text_append_string(text, dpex_text_interpolate);
}

static void write_kernel(const void *arg, dpex_text *text)
{
    const interpolation_text *t = arg;
    dpex_device_interpolate_write(t->dtype, t->per_item, text);
}

dpex_status dpex_device_interpolate(const dpex_device_interpolation *what)
{
    const dpex_array *out = what->out;
    const int is_single = out->dtype == DPEX_F32;
    const double left = what->left ? *what->left : 0, right = what->right ? *what->right : 0;
    /* A GPU hides the latency of a search by other items, a CPU has none to switch to: there one
     * item searches for several values at once. */
    const interpolation_text text = {
        out->dtype, dpex_device_is_grouped(out->queue->device) ? 1 : VALUES_OF_ITEM};
    interpolation_words w = {.n = out->size,
                             .n_points = what->at->size,
                             .x = dpex_device_offset(what->x),
                             .at = dpex_device_offset(what->at),
                             .values = dpex_device_offset(what->values),
                             .out = dpex_device_offset(out),
                             .has_left = what->left != NULL,
                             .has_right = what->right != NULL};
    if (is_single) {
        w.ends.f32[0] = (float)left;
        w.ends.f32[1] = (float)right;
    } else {
        w.ends.f64[0] = left;
        w.ends.f64[1] = right;
    }
    const dpex_array *const arrays[] = {what->x, what->at, what->values, out};
    /* The kernel's struct ends with two numbers of its own dtype: of float32, half of the union
     * is not part of it, and a device that checks the size of an argument would refuse the rest. */
    const size_t bytes = sizeof w - (is_single ? sizeof w.ends - sizeof w.ends.f32 : 0);
    const dpex_device_job job = {
        "interpolate", "interpolate", out->dtype, {write_kernel, &text}, arrays, 4, &w, bytes};
    return dpex_device_run_job(out->queue, &job, dpex_int64_ceil_div(w.n, text.per_item),
                               DPEX_DEVICE_LANES);
}
