/* Fills on devices that compile: numbers and integers of the engines that skip ahead, in the
 * engine's sequence (device_fill.cl).
 *
 * Integers of most ranges hardly ever reject a word, so they are made as if none were; a flag says
 * whether one was, which the call waits for. Then the positions of the accepted words are listed,
 * and the integers are made of those. */
#include "device_fill.h"

#include <stdio.h>
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/mask.h"
#include "ops/device/device.h"
#include "random_text.h"
#include "runtime/runtime.h"

extern const char dpex_text_random_fill[];

__extension__ typedef unsigned __int128 u128;

typedef enum made { UNIFORM, SHORT, NORMAL, INTEGERS, ACCEPTED, CHOSEN } made;

/* k_fill in device_fill.cl; on a device without double the reals are floats. */
typedef struct fill_words {
    int64_t n, n_units, first, out, positions;
    uint64_t words[6], leap[4];
    uint64_t start, range, threshold;
    uint32_t half;
    int32_t has_half, has_head, has_remainder;
    double reals[4];
} fill_words;

typedef struct run {
    dpex_queue *queue;
    const dpex_random_engine *engine;
    made made;
    dpex_dtype dtype;
    int bits; /* of integers */
    int is_grouped;
    fill_words words;
} run;

/* ---- the text ------------------------------------------------------------------------------------------ */

enum { ITEM_RUN = 64, GROUP_RUN = 16 }; /* K_RUN */

static int is_philox(const dpex_random_engine *engine)
{
    return !strcmp(engine->name, "philox");
}

static int is_philox4x32(const dpex_random_engine *engine)
{
    return !strcmp(engine->name, "philox4x32");
}

static int is_mcg59(const dpex_random_engine *engine)
{
    return !strcmp(engine->name, "mcg59");
}

int dpex_random_device_has(const dpex_random_engine *engine)
{
    return is_philox(engine) || is_philox4x32(engine) || is_mcg59(engine) ||
           !strcmp(engine->name, "pcg64") || !strcmp(engine->name, "pcg64dxsm");
}

static const char *const made_names[] = {"UNIFORM",  "SHORT",    "NORMAL",
                                         "INTEGERS", "ACCEPTED", "CHOSEN"};

static void write(const void *arg, dpex_text *text)
{
    const run *r = arg;
    const dpex_dtype_kind kind = dpex_dtype_get_info(r->dtype)->kind;
    dpex_random_write_prelude(text);
    dpex_text_append(
        text, "#define K_FROM_%s\n#define K_%s\n#define K_OUT %s\n#define K_GROUP_LANES %d\n",
        r->engine->name, made_names[r->made], dpex_device_c_type(r->dtype), DPEX_DEVICE_LANES);
    if (r->made >= INTEGERS) dpex_text_append(text, "#define K_BITS %d\n", r->bits);
    if (kind < DPEX_KIND_REAL) dpex_text_append(text, "#define K_OUT_INTEGER\n");
    if (r->dtype == DPEX_F32) dpex_text_append(text, "#define K_OUT_FLOAT\n");
    if (r->is_grouped) dpex_text_append(text, "#define K_GROUPED\n");
    dpex_text_append_string(text, dpex_text_random_fill);
}

/* ---- the launch ---------------------------------------------------------------------------------------- */

/* Of 64 bits, or of 59: Philox makes four at a time, and an even number of words makes whole
 * pairs of normal numbers. */
static int words_of_unit(const run *r)
{
    return is_philox(r->engine) ? 4 : 2;
}

/* From a unit's end to the beginning of the unit that the same item makes next: x -> factor x +
 * summand. */
static void set_leap(const run *r, fill_words *w)
{
    /* Items of a group have neighbouring units, so that an item's next unit lies a group's
     * length ahead. The host computes that jump once for all items; the powers are those of F.
     * Brown, "Random number generation with arbitrary strides", 1994. */
    uint64_t n = (uint64_t)words_of_unit(r) * (DPEX_DEVICE_LANES - 1);
    /* 13^13, the multiplier of mcg59; the others are PCG's default of 128 bits and the cheap one
     * of DXSM. */
    u128 factor = 302875106592253u, step = 0, all = 1, sum = 0;
    if (!is_mcg59(r->engine)) {
        const int is_dxsm = !strcmp(r->engine->name, "pcg64dxsm");
        factor = is_dxsm ? (u128)0xda942042e4dd58b5u
                         : (u128)0x2360ed051fc65da4u << 64 | 0x4385df649fccf645u;
        step = (u128)w->words[2] << 64 | w->words[3];
    }
    for (; n; n >>= 1) {
        if (n & 1) {
            all *= factor;
            sum = sum * factor + step;
        }
        step *= factor + 1;
        factor *= factor;
    }
    const uint64_t leap[4] = {(uint64_t)(all >> 64), (uint64_t)all, (uint64_t)(sum >> 64),
                              (uint64_t)sum};
    memcpy(w->leap, leap, sizeof leap);
}

static void set_state(run *r, const dpex_random_state *state)
{
    enum { PHILOX_USED = 10, PHILOX4X32_USED = 5 };
    const int n = r->engine->n_words < 6 ? r->engine->n_words : 6;
    memcpy(r->words.words, state->words, (size_t)n * sizeof *state->words);
    if (is_philox(r->engine)) r->words.first = (int64_t)state->words[PHILOX_USED];
    if (is_philox4x32(r->engine)) r->words.first = (int64_t)state->words[PHILOX4X32_USED];
    set_leap(r, &r->words);
}

static dpex_status launch(const run *r, const dpex_array *out, const dpex_array *other)
{
    char name[64];
    const dpex_device *device = r->queue->device;
    /* Kernels are kept by name, dtype and device: what the text depends on besides must be in
     * the name. */
    snprintf(name, sizeof name, "random %s %s %d %d", made_names[r->made], r->engine->name, r->bits,
             r->is_grouped);
    fill_words w = r->words;
    w.out = out->offset / dpex_dtype_get_info(out->dtype)->itemsize;
    size_t bytes = sizeof w;
    /* The kernel's struct ends with four numbers of its own real type, so those are narrowed and
     * the struct is shorter. */
    if (!dpex_device_has_aspect(device, DPEX_ASPECT_fp64)) {
        float narrow[4];
        for (int i = 0; i < 4; i++) narrow[i] = (float)w.reals[i];
        memcpy(w.reals, narrow, sizeof narrow);
        bytes -= sizeof w.reals - sizeof narrow;
    }
    const dpex_array *arrays[2] = {out, other ? other : out};
    const dpex_device_job job = {.name = "random",
                                 .kernel = name,
                                 .dtype = r->dtype,
                                 .text = {write, r},
                                 .arrays = arrays,
                                 .n_arrays = 2,
                                 .words = &w,
                                 .words_bytes = bytes};
    int64_t n_items = w.n;
    if (r->made != CHOSEN) {
        const int64_t n_units = dpex_int64_max(w.n_units, 1);
        const int64_t each = !r->is_grouped ? ITEM_RUN : is_philox(r->engine) ? 1 : GROUP_RUN;
        n_items = r->is_grouped
                      ? dpex_int64_ceil_div(n_units, each * DPEX_DEVICE_LANES) * DPEX_DEVICE_LANES
                      : dpex_int64_ceil_div(n_units, each);
    }
    const int group = r->is_grouped || r->made == CHOSEN ? DPEX_DEVICE_LANES : 1;
    return dpex_device_run_job(r->queue, &job, n_items, group);
}

static run begin(dpex_queue *queue, const dpex_random_engine *engine, dpex_dtype dtype)
{
    return (run){.queue = queue,
                 .engine = engine,
                 .dtype = dtype,
                 .is_grouped = dpex_device_has_groups(queue->device)};
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

dpex_status dpex_random_device_fill(const dpex_random_device_numbers *numbers, dpex_array *out)
{
    const dpex_random_fill_spec *spec = numbers->spec;
    run r = begin(out->queue, numbers->engine, out->dtype);
    fill_words *w = &r.words;
    r.made = spec->kind == DPEX_RANDOM_NORMAL ? NORMAL : numbers->is_short ? SHORT : UNIFORM;
    set_state(&r, numbers->start);
    w->n = out->size - numbers->has_head - numbers->has_remainder;
    w->n_units = dpex_int64_ceil_div(w->n, (r.made == SHORT ? 2 : 1) * words_of_unit(&r));
    w->has_head = numbers->has_head;
    w->has_remainder = numbers->has_remainder;
    /* The element that begins and the one that ends apart were made on the host (fill.c) and
     * travel as arguments: whole units are all that the kernel makes. */
    const double reals[4] = {spec->low, spec->width, numbers->head, numbers->remainder};
    memcpy(w->reals, reals, sizeof reals);
    if (dpex_dtype_get_info(out->dtype)->kind < DPEX_KIND_REAL) {
        w->start = (uint64_t)(int64_t)spec->low;
        w->range = (uint64_t)spec->width;
    }
    return launch(&r, out, NULL);
}

/* ---- integers ------------------------------------------------------------------------------------------ */

/* Pieces of so many bits to words of the engine, of which a half may be at hand. */
/* Brings the generator where the host's rejection loop would be: words are taken in whole,
 * pieces of 8 and 16 bits from halves of 32, and what remains of a half is dropped at the end of
 * a call, as in NumPy. */
static void move_on(dpex_random *random, int bits, int64_t n_pieces)
{
    dpex_random_state *state = &random->state;
    const dpex_random_engine *engine = random->engine;
    const int is_whole = dpex_random_is_whole(engine);
    if (bits == 64) {
        engine->skip(state, (uint64_t)n_pieces * (is_whole ? 1 : 2));
        return;
    }
    int64_t n_halves = dpex_int64_ceil_div(n_pieces, 32 / bits);
    if (!is_whole) {
        engine->skip(state, (uint64_t)n_halves);
        return;
    }
    if (state->has_half) n_halves--;
    state->has_half = 0;
    engine->skip(state, (uint64_t)(n_halves / 2));
    if (n_halves % 2) dpex_random_next_half(engine, state);
}

/* w->n pieces, made into `out` or into the mask of those accepted. */
static dpex_status make_pieces(run *r, const dpex_array *out, const dpex_array *flag)
{
    fill_words *w = &r->words;
    const int is_whole = dpex_random_is_whole(r->engine);
    int64_t per_unit = words_of_unit(r) * (is_whole ? 64 : 32) / r->bits;
    int64_t at_hand = w->has_half ? 32 / r->bits : 0;
    w->n_units = dpex_int64_max(dpex_int64_ceil_div(w->n - at_hand, per_unit), 1);
    return launch(r, out, flag);
}

/* As if nothing was rejected; *is_rejected says whether something was. */
static dpex_status make_at_once(run *r, const dpex_array *out, int *is_rejected)
{
    const int64_t one = 1;
    dpex_array flag;
    dpex_scalar value = {0};
    *is_rejected = 0;
    /* A range that divides the number of words rejects none: no flag, and no waiting. */
    if (!r->words.threshold) return make_pieces(r, out, NULL);
    DPEX_TRY(dpex_array_init(r->queue, DPEX_I32, 1, &one, DPEX_ORDER_C, DPEX_USM_DEVICE, &flag));
    dpex_status status = dpex_array_fill(&flag, &value);
    if (!status) status = make_pieces(r, out, &flag);
    if (!status) status = dpex_array_get_scalar(&flag, &value);
    if (!status) memcpy(is_rejected, &value, sizeof(int32_t));
    dpex_array_fini(&flag);
    return status;
}

/* The last of n positions. */
static dpex_status read_position(const dpex_array *positions, int64_t n, int64_t *position)
{
    const int64_t one = 1, stride = 1;
    dpex_array last;
    dpex_scalar value;
    DPEX_TRY(dpex_array_init_view(positions->storage, positions->queue, DPEX_I64,
                                  positions->offset + (n - 1) * (int64_t)sizeof(int64_t), 1, &one,
                                  &stride, 0, &last));
    dpex_status status = dpex_array_get_scalar(&last, &value);
    if (!status) memcpy(position, &value, sizeof *position);
    dpex_array_fini(&last);
    return status;
}

/* The accepted ones among the next n_tried pieces; *n_taken: pieces that make all elements, 0 if
 * these were too few. */
static dpex_status make_accepted(const run *whole, const dpex_array *out, int64_t n_tried,
                                 int64_t *n_taken)
{
    run r = *whole;
    dpex_array mask, positions;
    *n_taken = 0;
    DPEX_TRY(
        dpex_array_init(r.queue, DPEX_BOOL, 1, &n_tried, DPEX_ORDER_C, DPEX_USM_DEVICE, &mask));
    r.made = ACCEPTED;
    r.dtype = DPEX_BOOL;
    r.words.n = n_tried;
    dpex_status status = make_pieces(&r, &mask, NULL);
    if (!status) status = dpex_nonzero_new(&mask, &positions);
    dpex_array_fini(&mask);
    if (status) return status;
    /* Too few were accepted: the caller tries again with more, from the same state, so that
     * nothing is lost. */
    if (positions.size >= out->size) {
        r = *whole;
        r.made = CHOSEN;
        r.words.positions = positions.offset / (int64_t)sizeof(int64_t);
        status = launch(&r, out, &positions);
        if (!status) status = read_position(&positions, out->size, n_taken);
        ++*n_taken;
    }
    dpex_array_fini(&positions);
    return status;
}

dpex_status dpex_random_device_integers(dpex_random *random, const dpex_random_fill_spec *spec,
                                        dpex_array *out)
{
    const dpex_random_integers integers = dpex_random_integers_of(spec, out);
    run r = begin(out->queue, random->engine, out->dtype);
    fill_words *w = &r.words;
    if (spec->range == 0) {
        const dpex_scalar value = {.u = spec->start};
        return dpex_array_fill(out, &value);
    }
    r.made = INTEGERS;
    r.bits = dpex_random_integers_bits(&integers);
    set_state(&r, &random->state);
    w->n = out->size;
    w->start = spec->start;
    w->range = spec->range;
    w->threshold = dpex_random_integers_threshold(&integers, r.bits);
    w->has_half = r.bits < 64 && dpex_random_is_whole(r.engine) && random->state.has_half;
    w->half = random->state.half;
    const double most =
        18446744073709551616.0 / (r.bits == 64 ? 1 : (double)(UINT64_C(1) << (64 - r.bits)));
    const double share = (double)w->threshold / most; /* of the words that are rejected */
    int64_t n_taken = out->size;
    /* A first try that fails costs as much as the result: it is left out where a rejected word
     * is likely (86 per cent and more). */
    int is_rejected = share * (double)out->size > 2; /* likely */
    if (!is_rejected) DPEX_TRY(make_at_once(&r, out, &is_rejected));
    if (is_rejected) {
        int64_t n_tried = 0;
        for (n_taken = 0; !n_taken;) {
            /* One per cent and 64 words more than are rejected on an average, so that a second
             * round is seldom needed. */
            n_tried += 64 + (int64_t)((double)out->size / (1 - share) * 1.01);
            DPEX_TRY(make_accepted(&r, out, n_tried, &n_taken));
        }
    }
    move_on(random, r.bits, n_taken);
    return DPEX_SUCCESS;
}
