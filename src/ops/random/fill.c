/* Arrays filled with a generator's numbers, in chunks of a fixed number of elements.
 *
 * A chunk's words come from a copy of the state that skipped ahead, or, where the engine cannot
 * skip, from the generator itself under a lock, by the thread that takes the next chunk; the words
 * are converted outside the lock. Most of the time goes to the conversion and to memory, so two
 * threads are nearly twice as fast, and the numbers are those of one thread. Normal numbers: G.
 * Box, M. Muller, "A note on the generation of random normal deviates", 1958. */
#include <stdatomic.h>
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "device_fill.h"
#include "engine.h"
#include "ops/loops/loops.h"
#include "ops/work.h"
#include "runtime/runtime.h"

/* A chunk is what one thread makes at a time: long enough that skipping to its first word takes
 * no time beside it, and an even number of elements, so that pairs and halves never span two of
 * them. */
enum { CHUNK = 8 * DPEX_BLOCK_ELEMS, MAX_BLOCK_BYTES = 8 * DPEX_BLOCK_ELEMS };

/* The conversion of words to numbers in [0, 1): halves (32 bits) for each number; doubles, or
 * floats directly. Which of the two functions is used depends on the engine and the result's
 * dtype. */
typedef struct method {
    int n_halves;
    void (*unit)(const void *words, double *u, size_t n);
    void (*short_unit)(const void *words, float *u, size_t n);
} method;

typedef struct fill {
    dpex_random *source; /* kept */
    dpex_random_fill_spec spec;
    method method;
    dpex_random_state *start; /* engines that skip: behind this struct, since it is large */
    pthread_mutex_t lock;     /* others: guards next and the source's state */
    int64_t next;             /* the chunk whose words come next */
    char *ptr;
    int64_t size, n_chunks;
    dpex_dtype dtype;
    int streams;
} fill;

/* Part of the interface: a seed gives the same numbers in later versions only if this choice
 * stays as it is. */
static method choose_method(const dpex_random_engine *engine, const dpex_random_fill_spec *spec,
                            dpex_dtype dtype)
{
    const dpex_random_loops *loops = dpex_loops_get()->random;
    /* mcg59 numbers take a word each (two halves of 32 bits in the count) for any dtype, as
     * oneMKL's do. */
    if (engine->word_bits == 59) return (method){2, loops->unit_from_59, NULL};
    if (spec->is_one_word) return (method){1, loops->unit_from_32, NULL};
    if (dtype == DPEX_F32 && spec->kind == DPEX_RANDOM_UNIFORM)
        return (method){1, NULL, loops->short_unit_from_32};
    return (method){2, dpex_random_is_wide(engine) ? loops->unit_from_64 : loops->unit_from_pairs,
                    NULL};
}

/* ---- blocks ------------------------------------------------------------------------------------------------ */

/* n numbers from an even number of u's. */
static void normal_block(const fill *f, const double *u, double *x, size_t n)
{
    _Alignas(64) double a[DPEX_BLOCK_ELEMS / 2], b[DPEX_BLOCK_ELEMS / 2],
        sine[DPEX_BLOCK_ELEMS / 2], cosine[DPEX_BLOCK_ELEMS / 2];
    const dpex_loops *loops = dpex_loops_get();
    size_t n_pairs = (n + 1) / 2;
    for (size_t i = n_pairs & ~(size_t)15; i < DPEX_BLOCK_ELEMS / 2 && i < (n_pairs | 15) + 1; i++)
        a[i] = b[i] = 1; /* what fills the last vector up */
    loops->random->normal_part(u, f->spec.is_one_word, a, b, n_pairs);
    dpex_loops_map(loops, DPEX_OP_sin, b, sine, n_pairs);
    dpex_loops_map(loops, DPEX_OP_cos, b, cosine, n_pairs);
    dpex_loops_map(loops, DPEX_OP_log, a, a, n_pairs);
    loops->random->normal_combine(a, sine, cosine, f->spec.low, f->spec.width, x, n_pairs);
}

static void uniform_block(const fill *f, double *u, size_t n, void *out)
{
    const dpex_random_loops *loops = dpex_loops_get()->random;
    const double low = f->spec.low, width = f->spec.width;
    /* The product is truncated towards zero before the lower bound is added, so that every
     * integer is equally likely on both sides of 0. */
    if (f->dtype == DPEX_I32) {
        loops->stretch_to_i32(u, low, width, out, n);
    } else if (f->dtype == DPEX_I64) {
        loops->stretch_to_i64(u, low, width, out, n);
    } else {
        if (low != 0 || width != 1) loops->stretch(u, low, width, n);
        if (f->dtype == DPEX_F32)
            loops->shorten(u, out, n);
        else if (out != u)
            memcpy(out, u, n * sizeof *u);
    }
}

/* n (even for normal numbers, unless they are the last) elements from words to out. */
static void block(const fill *f, const void *words, size_t n, void *out)
{
    _Alignas(64) double u[DPEX_BLOCK_ELEMS], x[DPEX_BLOCK_ELEMS];
    if (f->method.short_unit) {
        f->method.short_unit(words, out, n);
        if (f->spec.low == 0 && f->spec.width == 1) return;
        float *y = out;
        /* In double, and rounded once: in float the product would lose digits before the sum
         * does. */
        for (size_t i = 0; i < n; i++) y[i] = (float)(f->spec.low + (double)y[i] * f->spec.width);
        return;
    }
    if (f->spec.kind == DPEX_RANDOM_NORMAL) {
        f->method.unit(words, u, (n + 1) / 2 * 2);
        normal_block(f, u, x, n);
        if (f->dtype == DPEX_F64)
            memcpy(out, x, n * sizeof *x);
        else
            for (size_t i = 0; i < n; i++) ((float *)out)[i] = (float)x[i];
        return;
    }
    f->method.unit(words, u, n);
    uniform_block(f, u, n, out);
}

/* ---- chunks ------------------------------------------------------------------------------------------------ */

/* The last chunk may be short. */
static int64_t n_elements(const fill *f, int64_t chunk)
{
    int64_t left = f->size - chunk * CHUNK;
    return dpex_int64_min(left, CHUNK);
}

/* Words of 32 or 64 bits for so many elements. */
static size_t n_words(const fill *f, int64_t n)
{
    if (f->spec.kind == DPEX_RANDOM_NORMAL) n += n & 1;
    size_t halves = (size_t)n * (size_t)f->method.n_halves;
    return dpex_random_is_wide(f->source->engine) ? (halves + 1) / 2 : halves;
}

/* The next chunk to do and its words; returns its number.
 * Without skipping, chunks are numbered in the order in which threads get here: words and
 * elements keep their order, whatever thread converts them. */
static int64_t take_words(fill *f, int64_t chunk, char *words)
{
    const dpex_random_engine *engine = f->source->engine;
    if (engine->skip) {
        dpex_random_state state = *f->start;
        engine->skip(&state, (uint64_t)chunk * n_words(f, CHUNK));
        engine->words(&state, words, n_words(f, n_elements(f, chunk)));
        return chunk;
    }
    /* The lock is held for the words alone, which one generator can only make in sequence. */
    pthread_mutex_lock(&f->lock);
    chunk = f->next++;
    size_t n = n_words(f, n_elements(f, chunk));
    engine->words(&f->source->state, words, n);
    pthread_mutex_unlock(&f->lock);
    if (!dpex_random_is_wide(engine))
        dpex_loops_get()->random->temper((uint32_t *)(void *)words, n);
    return chunk;
}

static void do_chunk(fill *f, int64_t chunk, const char *words)
{
    _Alignas(64) char made[MAX_BLOCK_BYTES];
    const size_t itemsize = dpex_dtype_get_info(f->dtype)->itemsize;
    const int64_t n = n_elements(f, chunk);
    for (int64_t i = 0; i < n; i += DPEX_BLOCK_ELEMS) {
        size_t step = (size_t)dpex_int64_min(n - i, DPEX_BLOCK_ELEMS);
        char *to = f->ptr + (size_t)(chunk * CHUNK + i) * itemsize;
        block(f, words + i * 4 * f->method.n_halves, step, f->streams ? made : to);
        if (f->streams) dpex_loops_stream(dpex_loops_get(), to, made, step * itemsize);
    }
}

/* The memory for a chunk's words is allocated per call: at most 32 KiB + 64 bytes. */
static dpex_status run(void *payload, int64_t first, int64_t last)
{
    fill *f = payload;
    char *memory = dpex_malloc(CHUNK * 8 + 64);
    if (!memory) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for random words");
    char *words = memory + (-(uintptr_t)memory & 63);
    for (int64_t i = first; i < last; i++) do_chunk(f, take_words(f, i, words), words);
    /* Streaming stores are weakly ordered: without the fence another thread could see the
     * command complete, and its elements not yet. */
    if (f->streams) atomic_thread_fence(memory_order_seq_cst);
    dpex_free(memory);
    return DPEX_SUCCESS;
}

static void drop(void *payload)
{
    fill *f = payload;
    dpex_random_release(f->source);
    pthread_mutex_destroy(&f->lock);
    dpex_free(f);
}

static void drop_integers(void *payload)
{
    dpex_random_release(((dpex_random_integers *)payload)->source);
    dpex_free(payload);
}

static dpex_status run_integers(void *payload, int64_t first, int64_t last)
{
    if (first < last) dpex_random_integers_run(payload);
    return DPEX_SUCCESS;
}

/* ---- the first and the last element ------------------------------------------------------------------------ */

/* Elements of which a word or a pair is at hand already, or is left over: the generator's own calls
 * deal with them, so that chunks begin and end with whole words and pairs. They are few, and found
 * by making one number at a time. */
static void one_element(dpex_random *random, const fill *f, void *out)
{
    uint32_t halves[4] = {0};
    const dpex_random_engine *engine = random->engine;
    if (f->method.n_halves == 1 && dpex_random_is_wide(engine)) {
        halves[0] = dpex_random_next_half(engine, &random->state);
    } else {
        int is_normal = f->spec.kind == DPEX_RANDOM_NORMAL;
        size_t n = n_words(f, is_normal ? 2 : 1);
        engine->words(&random->state, halves, n);
        if (!dpex_random_is_wide(engine)) dpex_loops_get()->random->temper(halves, n);
    }
    block(f, halves, 1, out);
}

/* Keeps the second of a pair; a block of two of mean 0 and scale 1 is made for it.
 * The spare number stays in the state, for the next call. */
static void one_normal(dpex_random *random, const fill *f, char *out)
{
    const int which = f->dtype == DPEX_F64;
    dpex_random_state *state = &random->state;
    fill plain = *f;
    plain.spec.low = 0;
    plain.spec.width = 1;
    /* In double whatever the result's dtype, and without mean and scale: the spare may serve a
     * call with others. */
    plain.dtype = DPEX_F64;
    uint64_t words[4] = {0};
    double pair[2];
    size_t n = n_words(f, 2);
    if (state->has_spare[which]) {
        pair[0] = state->spare[which];
        state->has_spare[which] = 0;
    } else {
        random->engine->words(state, words, n);
        if (!dpex_random_is_wide(random->engine))
            dpex_loops_get()->random->temper((uint32_t *)(void *)words, n);
        block(&plain, words, 2, pair);
        state->has_spare[which] = f->spec.is_one_word;
        state->spare[which] = pair[1];
    }
    double x = pair[0] * f->spec.width + f->spec.low;
    if (f->dtype == DPEX_F64)
        *(double *)(void *)out = x;
    else
        *(float *)(void *)out = (float)x;
}

static int begins_apart(const dpex_random *random, const fill *f)
{
    if (f->spec.kind == DPEX_RANDOM_NORMAL)
        return f->spec.is_one_word && random->state.has_spare[f->dtype == DPEX_F64];
    return f->method.short_unit && dpex_random_is_wide(random->engine) && random->state.has_half;
}

/* Whether an element behind an even number of others is made apart. */
static int ends_apart(const dpex_random *random, const fill *f)
{
    return f->spec.kind == DPEX_RANDOM_NORMAL ||
           (f->method.short_unit && dpex_random_is_wide(random->engine));
}

static void make_one(dpex_random *random, const fill *f, char *out)
{
    if (f->spec.kind == DPEX_RANDOM_NORMAL)
        one_normal(random, f, out);
    else
        one_element(random, f, out);
}

/* ---- submission -------------------------------------------------------------------------------------------- */

static dpex_status check_out(const dpex_random_fill_spec *spec, const dpex_array *out)
{
    dpex_dtype_kind kind = dpex_dtype_get_info(out->dtype)->kind;
    int is_real = out->dtype == DPEX_F32 || out->dtype == DPEX_F64;
    int is_stretched = is_real || out->dtype == DPEX_I32 || out->dtype == DPEX_I64;
    int is_right = spec->kind == DPEX_RANDOM_NORMAL    ? is_real
                   : spec->kind == DPEX_RANDOM_UNIFORM ? is_stretched
                                                       : kind <= DPEX_KIND_UINT;
    if (!(out->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "random: the output array is read-only");
    if (!(out->flags & DPEX_ARRAY_C_CONTIGUOUS))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "random: the output array is not C-contiguous");
    if (is_right) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "random: such numbers are not made in %s",
                     dpex_dtype_get_info(out->dtype)->name);
}

/* host: where to write instead of the array's memory, at once; NULL: as a command.
 * With `host`, all in the calling thread; the array may be on another device. */
static dpex_status submit(dpex_random *random, const fill *filled, const dpex_array *out,
                          void *host)
{
    const int skips = random->engine->skip != NULL;
    fill *f = dpex_malloc(sizeof *f + (skips ? sizeof *f->start : 0));
    if (!f) return DPEX_FAIL_NO_COMMAND("random");
    *f = *filled;
    f->source = dpex_random_retain(random);
    pthread_mutex_init(&f->lock, NULL);
    f->n_chunks = dpex_int64_ceil_div(f->size, CHUNK);
    /* An engine that skips moves on before the command runs, so the next fill need not wait. */
    if (skips) {
        f->start = (dpex_random_state *)(f + 1);
        *f->start = random->state;
        random->engine->skip(&random->state, n_words(f, f->size));
    }
    if (host) {
        dpex_status status = run(f, 0, f->n_chunks);
        drop(f);
        return status;
    }
    f->streams = (size_t)f->size * dpex_dtype_get_info(f->dtype)->itemsize > DPEX_STREAM_BYTES;
    dpex_work work = {.name = "random",
                      .run = run,
                      .drop = drop,
                      .payload = f,
                      .n_chunks = f->n_chunks,
                      .cost = f->size * (f->spec.kind == DPEX_RANDOM_NORMAL ? 8 : 2),
                      /* Without skipping, the next use of the generator waits for this command. */
                      .event = skips ? NULL : &random->pending};
    return dpex_work_submit(&work, &out, 1);
}

/* Waits until the array may be written by the calling thread; failures are for their queues to
 * report. */
static dpex_status wait_for(const dpex_array *out)
{
    return dpex_storage_wait(out->storage, 0, NULL);
}

static dpex_status fill_at(dpex_random *random, fill *f, const dpex_array *out, char *host)
{
    const size_t itemsize = dpex_dtype_get_info(out->dtype)->itemsize;
    int begins = begins_apart(random, f), ends = ends_apart(random, f) && (f->size - begins) % 2;
    f->size -= begins + ends;
    /* The calling thread writes these elements itself, so earlier commands on the array must be
     * done. */
    if ((begins || ends) && !host) DPEX_TRY(wait_for(out));
    if (begins) make_one(random, f, f->ptr);
    f->ptr += begins * itemsize;
    if (f->size > 0) DPEX_TRY(submit(random, f, out, host));
    if (!ends) return DPEX_SUCCESS;
    /* The last element takes the words behind those of the command, which such an engine only
     * has when it is done. */
    if (random->pending) {
        dpex_status status;
        /* To the end, whatever signals come: if the call were given up between its command and its
         * last element, that would stay unwritten and the words of a repeated call be others. */
        do status = dpex_event_wait(random->pending, 0, NULL);
        while (status == DPEX_ERROR_INTERRUPTED);
        DPEX_TRY(status);
        dpex_event_release(random->pending);
        random->pending = NULL;
    }
    make_one(random, f, f->ptr + (size_t)f->size * itemsize);
    return DPEX_SUCCESS;
}

static dpex_status fill_integers(dpex_random *random, const dpex_random_fill_spec *spec,
                                 const dpex_array *out, void *host)
{
    dpex_random_integers *w = dpex_malloc(sizeof *w);
    if (!w) return DPEX_FAIL_NO_COMMAND("random");
    *w = dpex_random_integers_of(spec, out);
    w->source = dpex_random_retain(random);
    w->ptr = host ? host : dpex_array_get_ptr(out);
    if (host) {
        dpex_random_integers_run(w);
        drop_integers(w);
        return DPEX_SUCCESS;
    }
    const int64_t n_chunks = dpex_random_integers_n_chunks(w);
    dpex_work work = {.name = "random integers",
                      .run = n_chunks ? dpex_random_integers_run_chunks : run_integers,
                      .finish = n_chunks ? dpex_random_integers_finish : NULL,
                      .drop = drop_integers,
                      .payload = w,
                      .n_chunks = n_chunks ? n_chunks : 1,
                      .cost = 4 * out->size,
                      .event = &random->pending};
    return dpex_work_submit(&work, &out, 1);
}

static dpex_status fill_on(dpex_random *random, const dpex_random_fill_spec *spec,
                           const dpex_array *out, char *host)
{
    if (spec->kind == DPEX_RANDOM_INTEGERS) return fill_integers(random, spec, out, host);
    fill f = {.source = random,
              .spec = *spec,
              .method = choose_method(random->engine, spec, out->dtype),
              .ptr = host ? host : dpex_array_get_ptr(out),
              .size = out->size,
              .dtype = out->dtype};
    return fill_at(random, &f, out, host);
}

/* What begins or ends apart is made here, and handed to the kernel. */
static double made_one(dpex_random *random, const fill *f)
{
    union {
        float f32;
        double f64;
        int32_t i32;
        int64_t i64;
    } made;
    make_one(random, f, (char *)&made);
    return f->dtype == DPEX_F32 ? (double)made.f32 : made.f64;
}

static dpex_status fill_by_device(dpex_random *random, const dpex_random_fill_spec *spec,
                                  dpex_array *out)
{
    /* A submission that fails must not move the generator on: the next call then gives the
     * numbers that this one owed. */
    const dpex_random_state before = random->state;
    const fill f = {.source = random,
                    .spec = *spec,
                    .method = choose_method(random->engine, spec, out->dtype),
                    .size = out->size,
                    .dtype = out->dtype};
    dpex_random_device_numbers numbers = {
        .engine = random->engine, .spec = spec, .is_short = f.method.short_unit != NULL};
    numbers.has_head = begins_apart(random, &f);
    numbers.has_remainder = ends_apart(random, &f) && (f.size - numbers.has_head) % 2;
    if (numbers.has_head) numbers.head = made_one(random, &f);
    const dpex_random_state start = random->state;
    numbers.start = &start;
    random->engine->skip(&random->state,
                         n_words(&f, f.size - numbers.has_head - numbers.has_remainder));
    if (numbers.has_remainder) numbers.remainder = made_one(random, &f);
    dpex_status status = dpex_random_device_fill(&numbers, out);
    if (status) random->state = before;
    return status;
}

/* Engines that cannot skip make their numbers in sequence: on the host, then copied. */
static dpex_status fill_elsewhere(dpex_random *random, const dpex_random_fill_spec *spec,
                                  dpex_array *out)
{
    const int is_by_word = random->engine->word_bits == 59 || !spec->is_one_word;
    if (dpex_random_device_has(random->engine) && spec->kind == DPEX_RANDOM_INTEGERS)
        return dpex_random_device_integers(random, spec, out);
    if (dpex_random_device_has(random->engine) && is_by_word)
        return fill_by_device(random, spec, out);
    const dpex_random_state before = random->state;
    const int64_t itemsize = dpex_dtype_get_info(out->dtype)->itemsize;
    char *host = dpex_malloc((size_t)(out->size * itemsize));
    if (!host) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "random: no memory on the host");
    dpex_status status = fill_on(random, spec, out, host);
    if (!status) {
        int64_t strides[DPEX_MAX_NDIM];
        for (int d = 0; d < out->nd; d++) strides[d] = out->strides[d] * itemsize;
        status = dpex_array_from_host(out, host, strides);
    }
    dpex_free(host);
    /* A call that fails, or that a signal interrupts in its wait for the array, owes its numbers to
     * the next one, as in fill_by_device. */
    if (status) random->state = before;
    return status;
}

dpex_status dpex_random_fill(dpex_random *random, const dpex_random_fill_spec *spec,
                             dpex_array *out)
{
    DPEX_TRY(check_out(spec, out));
    if (out->size == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_random_begin(random));
    dpex_status status = out->queue->backend->runs_on_host ? fill_on(random, spec, out, NULL)
                                                           : fill_elsewhere(random, spec, out);
    dpex_random_end(random);
    return status;
}
