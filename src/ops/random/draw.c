/* Arrays of a distribution for a key. Each element has a Philox stream of its own (J. Salmon, M.
 * Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011), so elements may
 * be drawn in any order. The key and the element's number decide its words: there is no state. */
#include <math.h>
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "draw.h"
#include "ops/loops/loops.h"
#include "ops/work.h"
#include "runtime/runtime.h"

__extension__ typedef unsigned __int128 u128;
typedef double k_rnd;
#define K_APART
#define K_FN(name)   name
#define K_RND_DIGITS 53
/* 2^-53: the step between the numbers that a double has in [0.5, 1). */
#define K_RND_STEP 0x1p-53
#define K_RND_MOST 0x1p63
static inline uint64_t k_high_product(uint64_t a, uint64_t b)
{
    return (uint64_t)((u128)a * b >> 64);
}
#include "k_random.inc"

#include "k_distributions.inc"

/* CHUNK: elements that a thread takes at a time, few, since trials make their cost uneven.
 * GROUP: streams whose first blocks are computed together. */
enum { CHUNK = 512, GROUP = 32 };

/* What a command knows; its arrays are recorded as used by it, so pointers stay good until it is
 * complete. */
typedef struct task {
    const dpex_distribution *distribution;
    dpex_random_draw_spec spec;
    const void *values[DPEX_RANDOM_MAX_PARAMETERS]; /* NULL: the same for all elements */
    int is_single; /* values are float, those of a device without double */
    double constants[DPEX_RANDOM_MAX_PARAMETERS];
    int varies; /* one of the parameters does */
    void *out;
    int64_t size;
    dpex_dtype dtype;
    void (*run)(const struct task *t, int64_t first, int64_t last);
} task;

/* ---- elements ---------------------------------------------------------------------------------------------- */

/* Arrays are of the device's real type, constants always double. */
static inline double parameter(const task *t, int number, int64_t i)
{
    const void *values = t->values[number];
    if (!values) return t->constants[number];
    return t->is_single ? (double)((const float *)values)[i] : ((const double *)values)[i];
}

static void put_real(const task *t, int64_t i, double x)
{
    if (t->dtype == DPEX_F64)
        ((double *)t->out)[i] = x;
    else
        ((float *)t->out)[i] = (float)x;
}

/* Beyond the type's range: its last number. */
static void put_integer(const task *t, int64_t i, double x)
{
    if (t->dtype == DPEX_I64)
        ((int64_t *)t->out)[i] = x < 0x1p63 ? (int64_t)x : INT64_MAX;
    else
        ((int32_t *)t->out)[i] = x < 0x1p31 ? (int32_t)x : INT32_MAX;
}

/* The pairs of normal numbers of n <= GROUP streams of which no word is used, by vector functions. */
static void make_normals(k_stream *streams, int64_t n)
{
    _Alignas(64) double squares[GROUP], angles[GROUP], sines[GROUP];
    const dpex_loops *loops = dpex_loops_get();
    for (int64_t i = 0; i < GROUP; i++) {
        /* The rest fills the last vector up. */
        squares[i] = i < n ? k_open_unit(&streams[i]) : 1;
        angles[i] = i < n ? 6.283185307179586476925 * k_unit(&streams[i]) : 0;
    }
    dpex_loops_map(loops, DPEX_OP_log, squares, squares, (size_t)n);
    dpex_loops_map(loops, DPEX_OP_sin, angles, sines, (size_t)n);
    dpex_loops_map(loops, DPEX_OP_cos, angles, angles, (size_t)n);
    for (int64_t i = 0; i < n; i++) {
        const double radius = sqrt(-2 * squares[i]);
        streams[i].ready[1] = radius * angles[i];
        streams[i].ready[0] = radius * sines[i];
        streams[i].n_ready = 2;
    }
}

/* n <= GROUP streams from a multiple of GROUP on. Their first words are made one after the other without
 * a trial between, so that a processor makes several at a time. */
static inline __attribute__((always_inline)) void start_streams(const task *t, int64_t first,
                                                                int64_t n, int is_normal_first,
                                                                const int n_sharing,
                                                                k_stream *streams)
{
    const uint64_t *key = t->spec.key;
    for (int64_t i = 0; i < n; i += n_sharing) {
        const uint64_t element = (uint64_t)(first + i);
        uint64_t words[4];
        k_first_words(words, key[0], key[1], element / (uint64_t)n_sharing);
        for (int k = 0; k < n_sharing; k++) /* beyond n there are streams too, and no elements */
            k_stream_start(&streams[i + k], key[0], key[1], element + (uint64_t)k, words,
                           n_sharing);
    }
    if (is_normal_first) make_normals(streams, n);
}

/* Words of which normal numbers were made in vain. */
static inline void take_back_normals(k_stream *s)
{
    s->used = s->n_ready = 0;
}

#define PUT_REAL(i, x)    put_real(t, i, x)
#define PUT_INTEGER(i, x) put_integer(t, i, x)
#define NONE_REAL         NAN
#define NONE_INTEGER      0
/* With NaN as a parameter no trial would ever be accepted.
 * prepare is repeated only if a parameter varies; constants are prepared once per chunk. */
#define DPEX_DISTRIBUTION(name, n, kind, type, prepare, is_normal_first, n_sharing, body)          \
    static void run_##name(const task *t, int64_t first, int64_t last)                             \
    {                                                                                              \
        k_stream streams[GROUP], *s = streams;                                                     \
        double a = parameter(t, 0, first), b = parameter(t, 1, first), c = parameter(t, 2, first); \
        type r = prepare;                                                                          \
        for (int64_t i = first; i < last; i++, s++) {                                              \
            if (t->varies) {                                                                       \
                a = parameter(t, 0, i), b = parameter(t, 1, i), c = parameter(t, 2, i);            \
                r = prepare;                                                                       \
            }                                                                                      \
            if ((i - first) % GROUP == 0)                                                          \
                start_streams(t, i, dpex_int64_min(last - i, GROUP), is_normal_first, n_sharing,   \
                              s = streams);                                                        \
            if (!(is_normal_first)) take_back_normals(s);                                          \
            PUT_##kind(i, isnan(a) || isnan(b) || isnan(c) ? NONE_##kind : (body));                \
        }                                                                                          \
    }
#include "defs/distributions.def"
#undef DPEX_DISTRIBUTION
#undef PUT_REAL
#undef PUT_INTEGER

#define TEXT_(x)   #x
#define TEXT(x)    TEXT_(x)
#define IS_REAL    0
#define IS_INTEGER 1
/* One row per distribution; the texts are what devices compile. */
static const struct {
    dpex_distribution row;
    void (*run)(const task *t, int64_t first, int64_t last);
} table[] = {
#define DPEX_DISTRIBUTION(name, n, kind, type, prepare, is_normal_first, n_sharing, body)          \
    {{#name, n, IS_##kind, n_sharing, #type, TEXT(prepare), TEXT(body)}, run_##name},
#include "defs/distributions.def"
#undef DPEX_DISTRIBUTION
};

/* ---- the command ------------------------------------------------------------------------------------------- */

static dpex_status run(void *payload, int64_t first, int64_t last)
{
    const task *t = payload;
    int64_t end = last * CHUNK < t->size ? last * CHUNK : t->size;
    t->run(t, first * CHUNK, end);
    return DPEX_SUCCESS;
}

static dpex_status submit(const task *filled, const dpex_array *out)
{
    const dpex_array *arrays[DPEX_RANDOM_MAX_PARAMETERS + 1] = {out};
    int n = 1;
    task *t = dpex_malloc(sizeof *t);
    if (!t) return DPEX_FAIL_NO_COMMAND("random");
    *t = *filled;
    t->out = dpex_array_get_ptr(out);
    for (int i = 0; i < t->distribution->n_parameters; i++) {
        if (!t->spec.arrays[i]) continue;
        t->values[i] = dpex_array_get_ptr(t->spec.arrays[i]);
        t->is_single = t->spec.arrays[i]->dtype == DPEX_F32;
        arrays[n++] = t->spec.arrays[i];
        t->varies = 1;
    }
    dpex_work work = {.name = t->distribution->name,
                      .run = run,
                      .drop = dpex_free,
                      .payload = t,
                      .n_chunks = dpex_int64_ceil_div(out->size, CHUNK),
                      /* A Philox block, a logarithm or two, and often a second trial: some fifty
                       * additions. */
                      .cost = 50 * out->size};
    return dpex_work_submit(&work, arrays, n);
}

static dpex_status check_array(const dpex_array *x, const dpex_array *out, dpex_dtype dtype)
{
    DPEX_TRY(dpex_array_check_queue("random", "a parameter", x, out->queue));
    if (x->dtype == dtype && x->size == out->size && (x->flags & DPEX_ARRAY_C_CONTIGUOUS))
        return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "random: a parameter must be C-contiguous, of the result's size and %s",
                     dpex_dtype_get_info(dtype)->name);
}

static dpex_status check(const dpex_distribution *d, const dpex_random_draw_spec *spec,
                         const dpex_array *out)
{
    int is_real = out->dtype == DPEX_F32 || out->dtype == DPEX_F64;
    int is_integer = out->dtype == DPEX_I32 || out->dtype == DPEX_I64;
    if (!(out->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "random: the output array is read-only");
    if (!(out->flags & DPEX_ARRAY_C_CONTIGUOUS))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "random: the output array is not C-contiguous");
    if (d->is_integer ? !is_integer : !is_real)
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "random: %s is not made in %s", d->name,
                         dpex_dtype_get_info(out->dtype)->name);
    dpex_dtype dtype = dpex_dtype_default(DPEX_KIND_REAL, dpex_queue_get_device(out->queue));
    for (int i = 0; i < d->n_parameters; i++)
        /* The binding broadcasts and converts parameters before: here they are elements in the
         * result's order. */
        if (spec->arrays[i]) DPEX_TRY(check_array(spec->arrays[i], out, dtype));
    return DPEX_SUCCESS;
}

dpex_status dpex_random_draw(const char *distribution, const dpex_random_draw_spec *spec,
                             dpex_array *out)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const dpex_distribution *d = &table[i].row;
        if (strcmp(d->name, distribution)) continue;
        DPEX_TRY(check(d, spec, out));
        if (out->size == 0) return DPEX_SUCCESS;
        if (!out->queue->backend->runs_on_host) return dpex_random_device_draw(d, spec, out);
        task t = {.distribution = d,
                  .spec = *spec,
                  .size = out->size,
                  .dtype = out->dtype,
                  .run = table[i].run};
        memcpy(t.constants, spec->constants, sizeof t.constants);
        return submit(&t, out);
    }
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "random: there is no distribution \"%s\"",
                     distribution);
}
