/* Random numbers on devices that are not the host: Philox's uniform and normal numbers, and all distributions of
 * defs/distributions.def, whose streams are Philox's too. One kernel each, written from the same texts as the host's loops. */
#include <string.h>

#include "base/error.h"
#include "draw.h"
#include "engine.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"

extern const char dpex_text_k_random[], dpex_text_k_distributions[];

static int has_f64(const dpex_device *device)
{
    return dpex_device_has_aspect(device, DPEX_ASPECT_fp64);
}

/* The beginning of all texts: k_rnd and what k_random.inc wants. */
static void write_prelude(const dpex_device *device, dpex_text *text)
{
    const int wide = has_f64(device);
    dpex_device_write_prelude(device, 0, text);
    dpex_text_append(text,
                     "typedef %s k_rnd;\n#define K_FN(name) K_REAL(name, %s)\n"
                     "#define K_RND_DIGITS %d\n#define K_RND_STEP %s\n#define K_RND_MOST %s\n",
                     wide ? "double" : "float", wide ? "" : "f", wide ? 53 : 24,
                     wide ? "0x1p-53" : "0x1p-24f", wide ? "0x1p63" : "0x1p63f");
    dpex_text_append(text, "%s%s", dpex_text_k_random, dpex_text_k_distributions);
}

/* What all kernels are given, and numbers in the device's real type, which is float where there is no double. */
typedef struct request {
    dpex_queue *queue;
    const char *name;
    dpex_dtype dtype;
    /* Writes the kernel's text; it is called only if the device has not compiled this kernel
     * before. */
    void (*write)(const void *arg, const dpex_device *device, dpex_text *text);
    const void *arg;
    const dpex_array
        *arrays[DPEX_RANDOM_MAX_PARAMETERS + 1]; /* the result, then parameters or NULL */
    int n_arrays;
    /* Philox: the counter (4 words) and the key (2). */
    uint64_t words[6];
    int64_t first; /* the word to begin with (Philox's own numbers) */
    double reals[DPEX_RANDOM_MAX_PARAMETERS];
    int64_t n_items;
} request;

/* The layout of k_args below, on a device with double; without, the reals are floats at the same
 * offset. */
typedef struct kernel_words {
    int64_t n, first, offsets[DPEX_RANDOM_MAX_PARAMETERS + 1], has[DPEX_RANDOM_MAX_PARAMETERS];
    uint64_t words[6];
    double reals[DPEX_RANDOM_MAX_PARAMETERS];
} kernel_words;

static const char words_type[] = "typedef struct { int64_t n, first, offsets[4], has[3]; uint64_t "
                                 "words[6]; k_rnd reals[3]; } k_args;\n";

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
    kernel_words w = {.n = r->arrays[0]->size, .first = r->first};
    memcpy(w.words, r->words, sizeof w.words);
    set_reals(r, &w);
    /* A kernel has a fixed number of pointers, so a parameter that is no array gets the
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
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .flags = DPEX_COMMAND_ORDERED,
        .name = r->name,
        .uses = uses,
        .n_uses = (size_t)r->n_arrays,
        .launch = {
            kernel, args, (size_t)r->n_arrays + 1, {.nd = 1, .global = {(size_t)r->n_items}}}};
    return dpex_queue_submit(r->queue, &command, NULL, 0, NULL);
}

/* ---- distributions ----------------------------------------------------------------------------------------- */

typedef struct draw_text {
    const dpex_distribution *distribution;
    dpex_dtype dtype;
} draw_text;

/* One work-item per element, with a stream of its own, as on the host (draw.c). */
static void write_draw(const void *arg, const dpex_device *device, dpex_text *text)
{
    const draw_text *t = arg;
    const char *type = dpex_device_c_type(t->dtype);
    const char *most = t->dtype == DPEX_I64 ? "9223372036854775807L" : "2147483647";
    write_prelude(device, text);
    dpex_text_append(
        text,
        "%sK_KERNEL void dpex_kernel(K_GLOBAL %s *out, K_GLOBAL const k_rnd *pa, K_GLOBAL const "
        "k_rnd *pb, K_GLOBAL const k_rnd *pc, const k_args q)\n{\n"
        "    const int64_t i = (int64_t)K_ITEM;\n    if (i >= q.n) return;\n"
        "    const k_rnd a = q.has[0] ? pa[q.offsets[1] + i] : q.reals[0];\n"
        "    const k_rnd b = q.has[1] ? pb[q.offsets[2] + i] : q.reals[1];\n"
        "    const k_rnd c = q.has[2] ? pc[q.offsets[3] + i] : q.reals[2];\n"
        "    k_stream stream;\n    k_stream *s = &stream;\n"
        "    k_stream_start(s, q.words[0], q.words[1], (uint64_t)i);\n"
        "    const int is_none = a != a || b != b || c != c;\n    const %s r = %s;\n",
        words_type, type, t->distribution->type, t->distribution->prepare);
    /* A NaN as a parameter would never be accepted by a trial, so it is caught before: integers
     * become 0, real numbers NaN. */
    if (t->distribution->is_integer)
        dpex_text_append(text,
                         "    const k_rnd x = is_none ? (k_rnd)0 : (k_rnd)(%s);\n"
                         "    out[q.offsets[0] + i] = x < (k_rnd)%s ? (%s)x : (%s)%s;\n}\n",
                         t->distribution->body, most, type, type, most);
    else
        dpex_text_append(text,
                         "    const k_rnd x = is_none ? a + b + c : (k_rnd)(%s);\n"
                         "    out[q.offsets[0] + i] = (%s)x;\n}\n",
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
                 .words = {spec->key[0], spec->key[1]},
                 .n_items = out->size};
    memcpy(r.reals, spec->constants, sizeof r.reals);
    return launch(&r);
}

/* ---- Philox's own numbers ---------------------------------------------------------------------------------- */

typedef struct fill_text {
    dpex_random_kind kind;
    dpex_dtype dtype;
} fill_text;

/* The word number g counted from the beginning of the block at hand, whose counter is words[0..3]; the key is words[4], words[5]. */
static const char word_function[] =
    "static inline uint64_t k_word_at(const k_args *q, uint64_t g)\n{\n"
    "    uint64_t x[4] = {q->words[0] + g / 4, q->words[1], q->words[2], q->words[3]};\n"
    /* The block's counter is the start plus g / 4, with carries through the four words. */
    "    if (x[0] < g / 4 && ++x[1] == 0 && ++x[2] == 0) ++x[3];\n"
    "    k_philox(x, q->words[4], q->words[5]);\n    return x[g % 4];\n}\n";

static const char uniform_body[] =
    "    const uint64_t w = k_word_at(&q, (uint64_t)(q.first + i));\n"
    "    const k_rnd u = (k_rnd)(int64_t)(w >> (64 - K_RND_DIGITS)) * K_RND_STEP;\n"
    "    out[q.offsets[0] + i] = q.reals[0] + u * q.reals[1];\n}\n";

/* Two halves of a word each.
 * A word has 64 bits, a float needs 24. */
static const char short_uniform_body[] =
    "    const uint64_t w = k_word_at(&q, (uint64_t)(q.first + i));\n"
    "    const float u = (float)(int32_t)((uint32_t)w >> 8) * 0x1p-24f;\n"
    "    const float v = (float)(int32_t)(w >> 40) * 0x1p-24f;\n"
    "    out[q.offsets[0] + 2 * i] = (float)(q.reals[0] + u * q.reals[1]);\n"
    "    if (2 * i + 1 < q.n)\n"
    "        out[q.offsets[0] + 2 * i + 1] = (float)(q.reals[0] + v * q.reals[1]);\n}\n";

/* Box and Muller's transform: one work-item makes two numbers of two words. */
static const char normal_body[] =
    "    const uint64_t g = (uint64_t)(q.first + 2 * i);\n"
    "    const k_rnd u = (k_rnd)(int64_t)(k_word_at(&q, g) >> (64 - K_RND_DIGITS)) * K_RND_STEP;\n"
    "    const k_rnd v = (k_rnd)(int64_t)(k_word_at(&q, g + 1) >> (64 - K_RND_DIGITS)) * "
    "K_RND_STEP;\n"
    "    const k_rnd r = K_FN(sqrt)(-2 * K_FN(log)(1 - u)), t = (k_rnd)6.283185307179586476925 * "
    "v;\n"
    "    out[q.offsets[0] + 2 * i] = r * K_FN(sin)(t) * q.reals[1] + q.reals[0];\n"
    "    if (2 * i + 1 < q.n)\n"
    "        out[q.offsets[0] + 2 * i + 1] = r * K_FN(cos)(t) * q.reals[1] + q.reals[0];\n}\n";

static const char *body_of(const fill_text *t)
{
    if (t->kind == DPEX_RANDOM_NORMAL) return normal_body;
    return t->dtype == DPEX_F32 ? short_uniform_body : uniform_body;
}

static void write_fill(const void *arg, const dpex_device *device, dpex_text *text)
{
    const fill_text *t = arg;
    const char *body = body_of(t);
    write_prelude(device, text);
    dpex_text_append(text,
                     "%s%sK_KERNEL void dpex_kernel(K_GLOBAL %s *out, const k_args q)\n{\n"
                     "    const int64_t i = (int64_t)K_ITEM;\n    if (i >= %s) return;\n%s",
                     words_type, word_function, dpex_device_c_type(t->dtype),
                     body == uniform_body ? "q.n" : "(q.n + 1) / 2", body);
}

enum { PHILOX_USED = 10 }; /* the counter and the key are the first six words */

/* As if so many words had been taken; an odd number of floats leaves half of the last one. */
static void move_on(dpex_random *random, int64_t n_words, int leaves_half)
{
    dpex_random_state *state = &random->state;
    random->engine->skip(state, (uint64_t)(n_words - leaves_half));
    if (!leaves_half) return;
    /* The upper half of the last word is what the host would take next. */
    state->half = (uint32_t)(dpex_random_next_word(random->engine, state) >> 32);
    state->has_half = 1;
}

dpex_status dpex_random_device_fill(dpex_random *random, const dpex_random_fill_spec *spec,
                                    dpex_array *out, int *is_done)
{
    const fill_text text = {spec->kind, out->dtype};
    const int is_normal = spec->kind == DPEX_RANDOM_NORMAL;
    const int is_short = body_of(&text) == short_uniform_body;
    dpex_random_state *state = &random->state;
    *is_done = 0;
    if (strcmp(random->engine->name, "philox") || spec->kind == DPEX_RANDOM_INTEGERS ||
        spec->is_one_word || (out->dtype != DPEX_F32 && out->dtype != DPEX_F64) ||
        (is_short && state->has_half))
        return DPEX_SUCCESS;
    const int64_t n_pairs = (out->size + 1) / 2;
    request r = {.queue = out->queue,
                 .name = is_normal ? "random normal" : "random uniform",
                 .dtype = out->dtype,
                 .write = write_fill,
                 .arg = &text,
                 .arrays = {out},
                 .n_arrays = 1,
                 .reals = {spec->low, spec->width},
                 .n_items = is_normal || is_short ? n_pairs : out->size};
    memcpy(r.words, state->words, sizeof r.words);
    r.first = (int64_t)state->words[PHILOX_USED];
    DPEX_TRY(launch(&r));
    /* The generator moves on at once: the kernel has its own copy of the state. */
    move_on(random, is_normal ? 2 * n_pairs : r.n_items, is_short && out->size % 2);
    *is_done = 1;
    return DPEX_SUCCESS;
}
