/* The steps that transform one line. A split line goes by its columns and then its rows (split.c);
 * before and after come conversions between real and complex lines, and the products of a
 * convolution. */
#include <string.h>

#include "base/integer.h"
#include "steps.h"

/* ---- the core: columns, rows, or a block with one lane --------------------------------------------------- */

/* Lanes at elements first, first + 1, ... of a line, n_lanes of them; their elements are `apart`
 * elements apart.
 * A group of lanes: neighbouring columns, or elements, in one vector. */
static dpex_fft_side neighbours(const dpex_fft_plan *plan, const dpex_fft_line *line, int64_t first,
                                int n_lanes, int64_t apart, int64_t n)
{
    dpex_fft_side side = {.n_lanes = n_lanes,
                          .step = apart * line->step,
                          .im = line->im,
                          .n = n,
                          .streams = line->streams};
    /* Lanes beyond n_lanes repeat the first one: they are computed and not stored. */
    for (int b = 0; b < plan->kernels->lanes; b++)
        side.lane[b] = line->ptr + (first + (b < n_lanes ? b : 0)) * line->step;
    return side;
}

/* Units are groups of columns; each is transformed in scratch memory and written transposed, with
 * its twiddle factors, to the tiles. */
void dpex_fft_columns(const dpex_fft_step *step, const dpex_fft_bench *bench, int64_t first,
                      int64_t last)
{
    const dpex_fft_plan *plan = step->plan;
    const dpex_fft_split *split = &plan->split;
    const dpex_fft_kernels *kernels = plan->kernels;
    const int64_t n_first = split->first->n, n_second = split->second->n, lanes = kernels->lanes;
    const size_t element = dpex_fft_block_bytes(plan, 1);
    char *a = bench->scratch, *b = a + dpex_fft_block_bytes(plan, n_first);
    for (int64_t group = first; group < last; group++) {
        int n_lanes = (int)dpex_int64_min(lanes, n_second - group * lanes);
        dpex_fft_side side =
            neighbours(plan, &bench->lines[step->from], group * lanes, n_lanes, n_second, n_first);
        void *result;
        kernels->load(&side, n_first, step->swap, a);
        dpex_fft_transform(split->first, a, b, &result);
        /* The tables are in the order of the groups, so that they are read sequentially. */
        const char *fine = (const char *)split->twiddles +
                           (size_t)(group * (split->n_fine + split->n_coarse)) * element;
        dpex_fft_twiddle twiddle = {.fine = fine,
                                    .coarse = fine + (size_t)split->n_fine * element,
                                    .n = step->n_rows,
                                    .n_fine = split->n_fine,
                                    .streams = bench->streams};
        kernels->twiddle(&twiddle, result, group * lanes, n_lanes, n_second, bench->tiles);
    }
}

/* Rows k, k + 1, ... of a split line as far as `line` has all of them; returns their number.
 * The last rows may be shorter than a group of lanes; they are stored element by element. */
static int64_t whole_rows(const dpex_fft_step *step, const dpex_fft_line *line, int64_t k,
                          dpex_fft_side *side)
{
    const dpex_fft_plan *plan = step->plan;
    const int64_t n_first = plan->split.first->n;
    int n_lanes =
        (int)dpex_int64_min(plan->kernels->lanes, dpex_int64_min(step->n_rows, line->n) - k);
    if (n_lanes <= 0) return 0;
    *side = neighbours(plan, line, k, n_lanes, n_first,
                       dpex_int64_ceil_div(line->n - (k + n_lanes - 1), n_first));
    return side->n;
}

/* Rows of a group that there are. */
static int64_t lanes_from(const dpex_fft_step *step, int64_t k)
{
    return dpex_int64_min(step->plan->kernels->lanes, step->n_rows - k);
}

/* The last row that a line takes may end within a group. */
static void store_last_row(const dpex_fft_step *step, const dpex_fft_line *line, int64_t k,
                           int64_t row, const char *block)
{
    const dpex_fft_plan *plan = step->plan;
    const int64_t n_first = plan->split.first->n, left = line->n - row * n_first - k;
    if (left <= 0) return;
    dpex_fft_side side = neighbours(plan, line, k + row * n_first,
                                    (int)dpex_int64_min(left, lanes_from(step, k)), n_first, 1);
    plan->kernels->store(&side, step->swap, step->scale, block + dpex_fft_block_bytes(plan, row));
}

/* Elements behind the line's end, from `row` on, are the conjugates of those at n - k, which are
 * there. */
static dpex_fft_side mirrors(const dpex_fft_step *step, const dpex_fft_line *line, int64_t k,
                             int64_t row, int64_t n)
{
    const dpex_fft_plan *plan = step->plan;
    const int64_t n_first = plan->split.first->n, at = plan->n - k - row * n_first;
    dpex_fft_line backward = *line;
    backward.ptr += at * line->step;
    backward.step = -line->step;
    backward.streams = 0;
    return neighbours(plan, &backward, 0, (int)lanes_from(step, k), n_first, n);
}

/* What an odd real line's rows have behind the line's end; n_rows rows are stored already, and those
 * of the next one that are before it. */
static void store_mirrors(const dpex_fft_step *step, const dpex_fft_line *line, int64_t k,
                          int64_t n_rows, const char *block)
{
    const dpex_fft_plan *plan = step->plan;
    const dpex_fft_scale conjugate = {step->scale.re, -step->scale.im};
    const int64_t left = line->n - n_rows * plan->split.first->n - k;
    int64_t row = n_rows;
    if (left > 0) {
        dpex_fft_side side = mirrors(step, line, k + left, row, 1);
        side.n_lanes = (int)(lanes_from(step, k) - left);
        const char *lanes =
            block + dpex_fft_block_bytes(plan, row) + (size_t)left * plan->kernels->part_bytes;
        if (side.n_lanes > 0) plan->kernels->store(&side, step->swap, conjugate, lanes);
        row++;
    }
    dpex_fft_side side = mirrors(step, line, k, row, plan->split.second->n - row);
    plan->kernels->store(&side, step->swap, conjugate, block + dpex_fft_block_bytes(plan, row));
}

/* Units are groups of rows: the second half of a split line. */
void dpex_fft_rows(const dpex_fft_step *step, const dpex_fft_bench *bench, int64_t first,
                   int64_t last)
{
    const dpex_fft_plan *plan = step->plan;
    const dpex_fft_line *line = &bench->lines[step->to];
    const size_t bytes = dpex_fft_block_bytes(plan, plan->split.second->n);
    for (int64_t group = first; group < last; group++) {
        const int64_t k = group * plan->kernels->lanes;
        dpex_fft_side side;
        void *result;
        int64_t n_rows = whole_rows(step, line, k, &side);
        /* Asks for the result's cache lines before the transform that fills them. */
        if (n_rows) plan->kernels->expect(&side);
        dpex_fft_transform(plan->split.second, bench->tiles + (size_t)group * bytes, bench->scratch,
                           &result);
        if (n_rows) plan->kernels->store(&side, step->swap, step->scale, result);
        if (n_rows < plan->split.second->n) store_last_row(step, line, k, n_rows, result);
        if (step->n_rows < plan->split.first->n) store_mirrors(step, line, k, n_rows, result);
    }
}

/* A block with one lane, for lines that are too short to be split, or whose length has no suitable
 * factors. */
void dpex_fft_one_lane(const dpex_fft_step *step, const dpex_fft_bench *bench, int64_t first,
                       int64_t last)
{
    (void)first, (void)last;
    const dpex_fft_plan *plan = step->plan;
    const dpex_fft_line *from = &bench->lines[step->from], *to = &bench->lines[step->to];
    char *a = bench->scratch,
         *b = a + dpex_fft_block_bytes(plan, dpex_fft_block_elems(plan->block));
    void *result;
    dpex_fft_side side = neighbours(plan, from, 0, 1, 1, from->n);
    side.half = from->half;
    plan->kernels->load(&side, plan->n, step->swap, a);
    dpex_fft_transform_lone(plan->block, a, b, &result);
    side = neighbours(plan, to, 0, 1, 1, dpex_int64_min(to->n, plan->n));
    plan->kernels->store(&side, step->swap, step->scale, result);
}

/* ---- around it ------------------------------------------------------------------------------------------- */

/* Units of a step as elements of a line, of which there are n.
 * A unit is DPEX_FFT_UNIT_ELEMS elements; the last one may be short. */
static dpex_fft_line_task task_of(const dpex_fft_step *step, int64_t first, int64_t last, int64_t n)
{
    return (dpex_fft_line_task){.first = dpex_int64_min(first * DPEX_FFT_UNIT_ELEMS, n),
                                .last = dpex_int64_min(last * DPEX_FFT_UNIT_ELEMS, n),
                                .n = step->recipe->n_core,
                                .scale = step->scale};
}

/* The line is copied to a longer one, multiplied by the chirp where there is a convolution, and
 * filled up with zeros. */
void dpex_fft_fill_line(const dpex_fft_step *step, const dpex_fft_bench *bench, int64_t first,
                        int64_t last)
{
    const dpex_fft_line *to = &bench->lines[step->to];
    dpex_fft_line_task task = task_of(step, first, last, to->n);
    int64_t end = task.last;
    task.last = dpex_int64_min(task.last, task.n);
    task.swap_before = step->swap;
    task.factors = step->plan->convolution.chirp;
    step->plan->kernels->line_multiply(&task, &bench->lines[step->from], to);
    for (int64_t i = dpex_int64_max(task.first, task.last); i < end; i++)
        memset(to->ptr + i * to->step, 0, (size_t)to->step);
}

/* Both are contiguous lines of scratch memory: factors in place. */
void dpex_fft_multiply_spectra(const dpex_fft_step *step, const dpex_fft_bench *bench,
                               int64_t first, int64_t last)
{
    const dpex_fft_line *line = &bench->lines[step->to];
    dpex_fft_line_task task = task_of(step, first, last, line->n);
    task.swap_after = 1;
    task.factors = step->plan->convolution.kernel;
    step->plan->kernels->line_multiply(&task, line, line);
}

/* The second transform of the convolution went backward, so its parts are exchanged here. */
void dpex_fft_leave_convolution(const dpex_fft_step *step, const dpex_fft_bench *bench,
                                int64_t first, int64_t last)
{
    const dpex_fft_line *to = &bench->lines[step->to];
    dpex_fft_line_task task = task_of(step, first, last, dpex_int64_min(to->n, step->plan->n));
    task.swap_before = 1;
    task.swap_after = step->swap;
    task.factors = step->plan->convolution.chirp;
    step->plan->kernels->line_multiply(&task, &bench->lines[step->from], to);
}

static void around_spectrum(dpex_fft_line_fn run, const dpex_fft_step *step,
                            const dpex_fft_bench *bench, int64_t first, int64_t last)
{
    const dpex_fft_recipe *recipe = step->recipe;
    dpex_fft_line_task task = task_of(step, first, last, recipe->n_core / 2 + 1);
    task.conjugate = recipe->conjugate;
    task.factors = recipe->real ? recipe->real->roots : NULL;
    run(&task, &bench->lines[step->from], &bench->lines[step->to]);
}

void dpex_fft_spectrum_of_half(const dpex_fft_step *step, const dpex_fft_bench *bench,
                               int64_t first, int64_t last)
{
    around_spectrum(step->plan->kernels->line_spectrum_of_half, step, bench, first, last);
}

void dpex_fft_half_of_spectrum(const dpex_fft_step *step, const dpex_fft_bench *bench,
                               int64_t first, int64_t last)
{
    around_spectrum(step->plan->kernels->line_half_of_spectrum, step, bench, first, last);
}

void dpex_fft_complete_spectrum(const dpex_fft_step *step, const dpex_fft_bench *bench,
                                int64_t first, int64_t last)
{
    around_spectrum(step->plan->kernels->line_complete_spectrum, step, bench, first, last);
}

/* ---- all of them ----------------------------------------------------------------------------------------- */

static size_t aligned(size_t bytes)
{
    return dpex_size_pad(bytes, DPEX_FFT_BLOCK_ALIGN);
}

size_t dpex_fft_bench_bytes(const dpex_fft_recipe *recipe)
{
    size_t bytes = DPEX_FFT_BLOCK_ALIGN + aligned(recipe->scratch_bytes);
    for (int i = 0; i < DPEX_FFT_N_BUFFERS; i++) bytes += aligned(recipe->buffer_bytes[i]);
    return bytes;
}

/* A scratch line: contiguous complex numbers. */
dpex_fft_line dpex_fft_own_line(const dpex_fft_recipe *recipe, dpex_fft_buffer buffer, char *memory)
{
    int64_t part = (int64_t)recipe->core->kernels->part_bytes,
            n = (int64_t)recipe->buffer_bytes[buffer] / (2 * part);
    return (dpex_fft_line){.ptr = memory,
                           .step = 2 * part,
                           .im = part,
                           .n = n,
                           .streams = recipe->buffer_bytes[buffer] > DPEX_FFT_STREAM_BYTES};
}

void dpex_fft_set_tiles(const dpex_fft_recipe *recipe, char *memory, dpex_fft_bench *bench)
{
    bench->tiles = memory;
    bench->streams = recipe->buffer_bytes[DPEX_FFT_TILES] > DPEX_FFT_STREAM_BYTES;
}

void dpex_fft_bench_init(const dpex_fft_recipe *recipe, void *memory, dpex_fft_bench *bench)
{
    char *at = dpex_fft_align(memory);
    bench->scratch = at;
    at += aligned(recipe->scratch_bytes);
    dpex_fft_set_tiles(recipe, at, bench);
    at += aligned(recipe->buffer_bytes[DPEX_FFT_TILES]);
    for (int i = DPEX_FFT_WHOLE; i < DPEX_FFT_TILES; i++) {
        bench->lines[i] = dpex_fft_own_line(recipe, (dpex_fft_buffer)i, at);
        at += aligned(recipe->buffer_bytes[i]);
    }
}

/* In the calling thread; passes with many lines call this per line. */
void dpex_fft_run_steps(const dpex_fft_recipe *recipe, const dpex_fft_bench *bench)
{
    for (int i = 0; i < recipe->n_steps; i++)
        recipe->steps[i].run(&recipe->steps[i], bench, 0, recipe->steps[i].n_units);
}
