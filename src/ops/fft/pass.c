/* One pass along an axis as work for the queue: lines in blocks, lines one by one, or the steps of
 * a long line. */
#include <stdatomic.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "device.h"
#include "ops/iterate/lines.h"
#include "ops/work.h"
#include "recipe.h"
#include "runtime/runtime.h"

enum {
    MIN_LONG = 1 << 15,    /* a line from here on is shared among threads if there are few */
    ALWAYS_LONG = 1 << 18, /* from here on however many there are */
    MAX_BLOCK =
        1
        << 13, /* elements of lines that are done in blocks: two blocks should fit the second-level cache */
    CHUNK_ELEMS = 1 << 13
};

/* Everything about a pass that its works share. */
typedef struct job {
    _Atomic int refs;
    dpex_fft_recipe recipe;
    dpex_lines lines; /* operands: dst, src */
    int src_is_complex;
    int streams;                      /* dst is written past the caches */
    int64_t units_per_chunk, n_units; /* groups of lines, or lines */
} job;

static void release(void *payload)
{
    job *j = payload;
    if (atomic_fetch_sub_explicit(&j->refs, 1, memory_order_acq_rel) != 1) return;
    dpex_fft_recipe_fini(&j->recipe);
    dpex_free(j);
}

static dpex_fft_line source_at(const job *j, const dpex_cursor *cursor)
{
    return dpex_fft_source_line(&j->recipe, dpex_lines_at(&j->lines, 1, cursor), j->lines.stride[1],
                                j->lines.length[1], j->src_is_complex);
}

static dpex_fft_line target_at(const job *j, const dpex_cursor *cursor)
{
    dpex_fft_line line =
        dpex_fft_target_line(&j->recipe, dpex_lines_at(&j->lines, 0, cursor), j->lines.stride[0]);
    line.streams = j->streams;
    return line;
}

/* Makes streaming stores visible. */
static void fence(void)
{
    atomic_thread_fence(memory_order_seq_cst);
}

static dpex_status no_memory(void)
{
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "fft: no memory to transform in");
}

/* ---- lines in blocks ------------------------------------------------------------------------------------- */

/* Convolutions need a longer block. */
static int64_t block_elems(const dpex_fft_recipe *recipe)
{
    int64_t n = dpex_fft_block_elems(recipe->core);
    return n > recipe->n_core ? n
                              : recipe->n_core + 1; /* the spectrum of n_core halves has one more */
}

static void transform_block(const dpex_fft_recipe *recipe, const dpex_fft_side *from,
                            const dpex_fft_side *to, char *a, char *b)
{
    const dpex_fft_kernels *kernels = recipe->core->kernels;
    const int64_t n = recipe->n_core;
    const int is_spectrum = recipe->kind == DPEX_FFT_C2R;
    void *result;
    /* A real spectrum is completed before the transform, which needs all of it. */
    if (is_spectrum && recipe->real) {
        kernels->load(from, n + 1, 0, b);
        kernels->half_of_spectrum(b, recipe->real->roots, n, recipe->conjugate, recipe->swap, a);
    } else {
        kernels->load(from, is_spectrum ? n / 2 + 1 : n, recipe->swap, a);
        if (is_spectrum) kernels->complete_spectrum(a, n, recipe->swap);
    }
    if (from->lane[0] != to->lane[0]) kernels->expect(to);
    dpex_fft_transform(recipe->core, a, b, &result);
    if (recipe->kind == DPEX_FFT_R2C && recipe->real) {
        void *halves = result;
        /* The result may be in either buffer. */
        result = halves == a ? b : a;
        kernels->spectrum_of_half(halves, recipe->real->roots, n, result);
    }
    kernels->store(to, recipe->swap, recipe->scale, result);
}

/* Lines that are `apart` bytes from each other, behind those that are there. */
static void add_lanes(dpex_fft_side *side, const dpex_fft_line *line, int64_t apart, int count)
{
    if (side->n_lanes == 0) {
        side->step = line->step;
        side->im = line->im;
        side->n = line->n;
        side->half = line->half;
        side->streams = line->streams;
    }
    for (int i = 0; i < count; i++) side->lane[side->n_lanes++] = line->ptr + i * apart;
}

static void repeat_first(dpex_fft_side *side, int lanes)
{
    for (int b = side->n_lanes; b < lanes; b++) side->lane[b] = side->lane[0];
}

/* The next n lines in the lanes; lines of one row of the layout are equally far apart. */
static void take_lines(const job *j, dpex_cursor *cursor, int n, dpex_fft_side *from,
                       dpex_fft_side *to)
{
    const dpex_layout *layout = &j->lines.layout;
    const int lanes = j->recipe.core->kernels->lanes;
    from->n_lanes = to->n_lanes = 0;
    while (from->n_lanes < n) {
        const int count = (int)dpex_int64_min(n - from->n_lanes, cursor->left);
        const dpex_fft_line source = source_at(j, cursor), target = target_at(j, cursor);
        add_lanes(from, &source, layout->operands[1].strides[layout->nd - 1], count);
        add_lanes(to, &target, layout->operands[0].strides[layout->nd - 1], count);
        dpex_cursor_advance(layout, cursor, count);
    }
    repeat_first(from, lanes);
    repeat_first(to, lanes);
}

static dpex_status run_blocks(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const job *j = payload;
    const int lanes = j->recipe.core->kernels->lanes;
    size_t bytes = dpex_fft_block_bytes(j->recipe.core, block_elems(&j->recipe));
    void *memory = dpex_malloc(2 * bytes + DPEX_FFT_BLOCK_ALIGN);
    if (!memory) return no_memory();
    char *a = dpex_fft_align(memory);
    int64_t line = first_chunk * j->units_per_chunk * lanes,
            end = last_chunk * j->units_per_chunk * lanes;
    if (end > j->lines.n_lines) end = j->lines.n_lines;
    dpex_cursor cursor;
    dpex_lines_seek(&j->lines, line, &cursor);
    while (line < end) {
        const int n = (int)dpex_int64_min(lanes, end - line);
        dpex_fft_side from, to;
        take_lines(j, &cursor, n, &from, &to);
        line += n;
        transform_block(&j->recipe, &from, &to, a, a + bytes);
    }
    fence();
    dpex_free(memory);
    return DPEX_SUCCESS;
}

/* ---- lines one by one ------------------------------------------------------------------------------------ */

static dpex_status run_lines(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const job *j = payload;
    void *memory = dpex_malloc(dpex_fft_bench_bytes(&j->recipe));
    if (!memory) return no_memory();
    dpex_fft_bench bench;
    dpex_fft_bench_init(&j->recipe, memory, &bench);
    int64_t line = first_chunk * j->units_per_chunk, end = last_chunk * j->units_per_chunk;
    if (end > j->lines.n_lines) end = j->lines.n_lines;
    dpex_cursor cursor;
    dpex_lines_seek(&j->lines, line, &cursor);
    for (; line < end; line++) {
        bench.lines[DPEX_FFT_SOURCE] = source_at(j, &cursor);
        bench.lines[DPEX_FFT_TARGET] = target_at(j, &cursor);
        dpex_fft_run_steps(&j->recipe, &bench);
        dpex_cursor_advance(&j->lines.layout, &cursor, 1);
    }
    fence();
    dpex_free(memory);
    return DPEX_SUCCESS;
}

/* ---- the steps of a long line, each shared by all threads ------------------------------------------------ */

typedef struct long_step {
    job *job; /* kept */
    const dpex_fft_step *step;
    dpex_fft_bench bench;
} long_step;

static dpex_status run_long_step(void *payload, int64_t first, int64_t last)
{
    const long_step *s = payload;
    void *memory = dpex_malloc(s->job->recipe.scratch_bytes + DPEX_FFT_BLOCK_ALIGN);
    if (!memory) return no_memory();
    dpex_fft_bench bench = s->bench;
    bench.scratch = dpex_fft_align(memory);
    s->step->run(s->step, &bench, first, last);
    fence();
    dpex_free(memory);
    return DPEX_SUCCESS;
}

/* The job is retained by every step that is submitted. */
static void drop_long_step(void *payload)
{
    long_step *s = payload;
    release(s->job);
    dpex_free(s);
}

static dpex_status submit_long_step(job *j, const dpex_fft_step *step, const dpex_fft_bench *bench,
                                    const dpex_array *const *arrays, int n_arrays)
{
    long_step *s = dpex_malloc(sizeof(*s));
    if (!s) return no_memory();
    *s = (long_step){j, step, *bench};
    atomic_fetch_add_explicit(&j->refs, 1, memory_order_relaxed);
    dpex_work work = {.name = "fft",
                      .run = run_long_step,
                      .drop = drop_long_step,
                      .payload = s,
                      .n_chunks = step->n_units,
                      .cost = j->recipe.n_core};
    return dpex_work_submit(&work, arrays, n_arrays);
}

/* Allocates the buffers from WHOLE on, in this order, on the queue. */
static dpex_status make_buffers(const dpex_fft_recipe *recipe, dpex_queue *queue,
                                dpex_array *buffers, int *n_buffers, dpex_fft_bench *bench)
{
    for (int i = DPEX_FFT_WHOLE; i < DPEX_FFT_N_BUFFERS; i++) {
        int64_t bytes = (int64_t)recipe->buffer_bytes[i];
        if (!bytes) continue;
        dpex_array *buffer = &buffers[*n_buffers];
        DPEX_TRY(dpex_array_init(queue, DPEX_U8, 1, &bytes, DPEX_ORDER_C, DPEX_USM_DEVICE, buffer));
        ++*n_buffers;
        char *memory = dpex_array_get_ptr(buffer);
        if (i == DPEX_FFT_TILES)
            dpex_fft_set_tiles(recipe, memory, bench);
        else
            bench->lines[i] = dpex_fft_own_line(recipe, (dpex_fft_buffer)i, memory);
    }
    return DPEX_SUCCESS;
}

static dpex_status submit_long(job *j, const dpex_array *const operands[2])
{
    dpex_array buffers[DPEX_FFT_N_BUFFERS];
    const dpex_array *arrays[2 + DPEX_FFT_N_BUFFERS] = {operands[0], operands[1]};
    int n_buffers = 0;
    dpex_fft_bench bench = {0};
    dpex_status status = make_buffers(&j->recipe, operands[0]->queue, buffers, &n_buffers, &bench);
    /* The same buffers for every line, so that only one line's memory is needed. */
    for (int i = 0; i < n_buffers; i++) arrays[2 + i] = &buffers[i];
    dpex_cursor cursor;
    dpex_lines_seek(&j->lines, 0, &cursor);
    for (int64_t line = 0; line < j->lines.n_lines && !status; line++) {
        bench.lines[DPEX_FFT_SOURCE] = source_at(j, &cursor);
        bench.lines[DPEX_FFT_TARGET] = target_at(j, &cursor);
        for (int i = 0; i < j->recipe.n_steps && !status; i++)
            status = submit_long_step(j, &j->recipe.steps[i], &bench, arrays, 2 + n_buffers);
        dpex_cursor_advance(&j->lines.layout, &cursor, 1);
    }
    /* Released after submission: the pool keeps them for the commands. */
    while (n_buffers) dpex_array_fini(&buffers[--n_buffers]);
    release(j);
    return status;
}

/* ---- the choice, by shape and dtype alone ---------------------------------------------------------------- */

typedef enum manner { IN_BLOCKS, LINE_BY_LINE, BY_STEPS } manner;

static manner choose(const dpex_fft_pass *pass, const dpex_array *dst)
{
    enum { FEW = 4 }; /* lines that leave a vector half empty */
    const int64_t n_core = dpex_fft_core_elems(pass);
    const int64_t n_lines = dst->size / dst->shape[pass->axis];
    if (n_core >= ALWAYS_LONG || (n_core >= MIN_LONG && n_lines < FEW)) return BY_STEPS;
    return n_lines < FEW || n_core > MAX_BLOCK ? LINE_BY_LINE : IN_BLOCKS;
}

/* In elements of a simple operation.
 * About log n operations per element; a convolution is a transform of twice the length, twice.
 */
static int64_t cost_of(const dpex_fft_recipe *recipe, int64_t n_lines)
{
    int64_t per_element = 1;
    for (int64_t n = recipe->n_core; n > 1; n /= 4) per_element++;
    if (recipe->core->convolution.plan) per_element *= 8;
    return n_lines * recipe->n_core * per_element;
}

static dpex_status submit_lines(job *j, manner way, const dpex_array *const operands[2])
{
    const int64_t lines_per_unit = way == IN_BLOCKS ? j->recipe.core->kernels->lanes : 1;
    j->n_units = dpex_int64_ceil_div(j->lines.n_lines, lines_per_unit);
    j->units_per_chunk = 1 + CHUNK_ELEMS / (j->recipe.n_core * lines_per_unit);
    dpex_work work = {.name = "fft",
                      .run = way == IN_BLOCKS ? run_blocks : run_lines,
                      .drop = release,
                      .payload = j,
                      .n_chunks = dpex_int64_ceil_div(j->n_units, j->units_per_chunk),
                      .cost = cost_of(&j->recipe, j->lines.n_lines)};
    return dpex_work_submit(&work, operands, 2);
}

static dpex_status make_recipe(dpex_fft_recipe *recipe, const dpex_fft_pass *pass, int64_t n_source,
                               dpex_fft_form form, int is_double)
{
    dpex_fft_plan *core, *real = NULL;
    if (dpex_fft_is_halved(pass))
        DPEX_TRY(dpex_fft_plan_get(DPEX_FFT_REAL, pass->n, is_double, &real));
    dpex_status status = dpex_fft_plan_get(form, dpex_fft_core_elems(pass), is_double, &core);
    if (status)
        dpex_fft_plan_release(real);
    else
        dpex_fft_recipe_init(recipe, pass, n_source, core, real);
    return status;
}

dpex_status dpex_fft_pass_submit(const dpex_fft_pass *pass, const dpex_array *src,
                                 const dpex_array *dst)
{
    if (!dst->queue->backend->runs_on_host) return dpex_fft_device_pass(pass, src, dst);
    const dpex_array *operands[2] = {dst, src};
    const manner way = choose(pass, dst);
    job *j = dpex_calloc(1, sizeof(*j) + dpex_lines_bytes(dst->nd, 2));
    if (!j) return no_memory();
    j->refs = 1;
    j->src_is_complex = dpex_dtype_get_info(src->dtype)->kind == DPEX_KIND_COMPLEX;
    j->streams =
        src->storage != dst->storage &&
        dst->size * (int64_t)dpex_dtype_get_info(dst->dtype)->itemsize > DPEX_FFT_STREAM_BYTES;
    dpex_lines_init(&j->lines, j + 1, operands, 2, pass->axis);
    dpex_status status = make_recipe(&j->recipe, pass, src->shape[pass->axis],
                                     way == IN_BLOCKS ? DPEX_FFT_BLOCK : DPEX_FFT_LINE,
                                     dst->dtype == DPEX_F64 || dst->dtype == DPEX_C128);
    if (status) {
        release(j);
        return status;
    }
    return way == BY_STEPS ? submit_long(j, operands) : submit_lines(j, way, operands);
}
