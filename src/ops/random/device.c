/* Random numbers on devices that are not the host: the distributions of defs/distributions.def, a
 * stream per element. One kernel each, written from the same texts as the host's loops. Numbers in
 * an engine's sequence are in device_fill.c. */
#include <string.h>

#include "base/error.h"
#include "base/integer.h"
#include "draw.h"
#include "ops/device/device.h"
#include "random_text.h"
#include "runtime/runtime.h"

extern const char dpex_text_k_random[], dpex_text_k_distributions[];

static int has_f64(const dpex_device *device)
{
    return dpex_device_has_aspect(device, DPEX_ASPECT_fp64);
}

void dpex_random_write_prelude(dpex_text *text)
{
    dpex_text_append(text,
                     "#ifdef K_NO_F64\n"
                     "typedef float k_rnd;\n#define K_FN(name) K_REAL(name, f)\n"
                     "#define K_RND_DIGITS 24\n#define K_RND_STEP 0x1p-24f\n"
                     "#define K_RND_MOST 0x1p63f\n"
                     "#else\n"
                     "typedef double k_rnd;\n#define K_FN(name) K_REAL(name, )\n"
                     "#define K_RND_DIGITS 53\n#define K_RND_STEP 0x1p-53\n"
                     "#define K_RND_MOST 0x1p63\n"
                     "#endif\n%s",
                     dpex_text_k_random);
}

/* What all kernels are given, and numbers in the device's real type, which is float where there is
 * no double. */
typedef struct request {
    dpex_queue *queue;
    const char *name;
    dpex_dtype dtype;
    /* Writes the kernel's text; it is called only if the device has not compiled this kernel
     * before. */
    void (*write)(const void *arg, dpex_text *text);
    const void *arg;
    const dpex_array
        *arrays[DPEX_RANDOM_MAX_PARAMETERS + 1]; /* the result, then parameters or NULL */
    int n_arrays;
    uint64_t key[2];
    double reals[DPEX_RANDOM_MAX_PARAMETERS];
    int64_t n_items;
} request;

/* The layout of k_args below, on a device with double; without, the reals are floats at the same
 * offset. */
typedef struct kernel_words {
    int64_t n, offsets[DPEX_RANDOM_MAX_PARAMETERS + 1], has[DPEX_RANDOM_MAX_PARAMETERS];
    uint64_t key[2];
    double reals[DPEX_RANDOM_MAX_PARAMETERS];
} kernel_words;

static const char words_type[] = "typedef struct { int64_t n, offsets[4], has[3]; uint64_t key[2]; "
                                 "k_rnd reals[3]; } k_args;\n";

/* Real parameters in the device's type. */
static void set_reals(const request *r, kernel_words *w)
{
    for (int i = 0; i < DPEX_RANDOM_MAX_PARAMETERS; i++) {
        float narrow = (float)r->reals[i];
        if (has_f64(r->queue->device))
            w->reals[i] = r->reals[i];
        else
            memcpy((float *)(void *)w->reals + i, &narrow, sizeof narrow);
    }
}

static dpex_status launch(const request *r)
{
    dpex_kernel *kernel;
    const dpex_device_text text = {r->write, r->arg};
    DPEX_TRY(dpex_device_get_named_kernel(r->queue, r->name, r->dtype, &text, &kernel));
    dpex_arg args[DPEX_RANDOM_MAX_PARAMETERS + 2];
    dpex_storage *uses[DPEX_RANDOM_MAX_PARAMETERS + 1];
    kernel_words w = {.n = r->arrays[0]->size};
    memcpy(w.key, r->key, sizeof w.key);
    set_reals(r, &w);
    /* A kernel has a fixed number of pointers, so a parameter that is not an array gets the
     * result's. */
    for (int i = 0; i < r->n_arrays; i++) { /* in place of no array anything will do */
        const dpex_array *x = r->arrays[i] ? r->arrays[i] : r->arrays[0];
        args[i] = (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {x->storage, 0, NULL}};
        uses[i] = x->storage;
        w.offsets[i] = x->offset / dpex_dtype_get_info(x->dtype)->itemsize;
        if (i) w.has[i - 1] = r->arrays[i] != NULL;
    }
    size_t bytes = sizeof w - (has_f64(r->queue->device) ? 0 : sizeof w.reals / 2);
    /* A struct is padded to its alignment of 8 bytes. */
    if (!has_f64(r->queue->device)) bytes = (bytes + 7) / 8 * 8; /* as the device pads it */
    args[r->n_arrays] = (dpex_arg){.kind = DPEX_ARG_RAW, .bytes = bytes, .raw = &w};
    const dpex_device_call call = {
        r->name, kernel, args, (size_t)r->n_arrays + 1, uses, (size_t)r->n_arrays, 0};
    return dpex_device_launch(r->queue, &call, r->n_items, DPEX_DEVICE_LANES);
}

/* ---- distributions ----------------------------------------------------------------------------------------- */

typedef struct draw_text {
    const dpex_distribution *distribution;
    dpex_dtype dtype;
} draw_text;

/* A work-item for the elements that share the first block of their streams, as on the host
 * (draw.c). */
static void write_draw(const void *arg, dpex_text *text)
{
    const draw_text *t = arg;
    const int n_sharing = t->distribution->n_sharing;
    const char *type = dpex_device_c_type(t->dtype);
    const char *most = t->dtype == DPEX_I64 ? "9223372036854775807L" : "2147483647";
    dpex_random_write_prelude(text);
    dpex_text_append(
        text,
        "%s%sK_KERNEL void dpex_kernel(K_GLOBAL %s *out, K_GLOBAL const k_rnd *pa, K_GLOBAL const "
        "k_rnd *pb, K_GLOBAL const k_rnd *pc, const k_args q)\n{\n"
        "    uint64_t first[4];\n"
        "    k_first_words(first, q.key[0], q.key[1], (uint64_t)K_ITEM);\n"
        "    for (int e = 0; e < %d; e++) {\n"
        "    const int64_t i = %d * (int64_t)K_ITEM + e;\n    if (i >= q.n) return;\n"
        "    const k_rnd a = q.has[0] ? pa[q.offsets[1] + i] : q.reals[0];\n"
        "    const k_rnd b = q.has[1] ? pb[q.offsets[2] + i] : q.reals[1];\n"
        "    const k_rnd c = q.has[2] ? pc[q.offsets[3] + i] : q.reals[2];\n"
        "    k_stream stream;\n    k_stream *s = &stream;\n"
        "    k_stream_start(s, q.key[0], q.key[1], (uint64_t)i, first, %d);\n"
        "    const int is_none = a != a || b != b || c != c;\n    const %s r = %s;\n",
        dpex_text_k_distributions, words_type, type, n_sharing, n_sharing, n_sharing,
        t->distribution->type, t->distribution->prepare);
    /* A NaN as a parameter would never be accepted by a trial, so it is caught before: integers
     * become 0, real numbers NaN. */
    if (t->distribution->is_integer)
        dpex_text_append(text,
                         "    const k_rnd x = is_none ? (k_rnd)0 : (k_rnd)(%s);\n"
                         "    out[q.offsets[0] + i] = x < (k_rnd)%s ? (%s)x : (%s)%s;\n    }\n}\n",
                         t->distribution->body, most, type, type, most);
    else
        dpex_text_append(text,
                         "    const k_rnd x = is_none ? a + b + c : (k_rnd)(%s);\n"
                         "    out[q.offsets[0] + i] = (%s)x;\n    }\n}\n",
                         t->distribution->body, type);
}

/* The arguments have been checked (draw.c). */
dpex_status dpex_random_device_draw(const dpex_distribution *distribution,
                                    const dpex_random_draw_spec *spec, dpex_array *out)
{
    const draw_text text = {distribution, out->dtype};
    request r = {.queue = out->queue,
                 .name = distribution->name,
                 .dtype = out->dtype,
                 .write = write_draw,
                 .arg = &text,
                 .arrays = {out, spec->arrays[0], spec->arrays[1], spec->arrays[2]},
                 .n_arrays = DPEX_RANDOM_MAX_PARAMETERS + 1,
                 .key = {spec->key[0], spec->key[1]},
                 .n_items = dpex_int64_ceil_div(out->size, distribution->n_sharing)};
    memcpy(r.reals, spec->constants, sizeof r.reals);
    return launch(&r);
}
