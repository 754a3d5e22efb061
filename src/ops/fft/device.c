/* One pass along an axis on a device that compiles: which engine transforms the lines, and the
 * launches of its kernels.
 *
 * The engine here takes each line through as few steps as its length needs (device.cl), between
 * memory of its own; lines whose length has a large prime factor are convolved (Bluestein), which
 * is two such transforms of a longer line with products around them. An even number of real ones
 * that fit a tile go in pairs, as half as many complex ones; others are taken as complex ones where
 * they are read, and written as real parts. */
#include "device.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "ops/device/device.h"
#include "ops/iterate/lines.h"
#include "runtime/runtime.h"

extern const char dpex_text_fft[], dpex_text_fft_step[], dpex_text_fft_tile[];

enum {
    LINES = 128,         /* parts of a tile at most */
    ITEM_TILE = 1 << 15, /* bytes of a work-item's tile, which stays in a CPU's first cache */
    ITEM_PARTS = 4,      /* parts that a CPU transforms side by side at least: a vector */
    SECTOR = 32,         /* bytes that a GPU reads at once */
    TILES_PER_UNIT = 4,
    MANY = 1 << 20, /* elements for which a kernel of their step's own pays: see step.cl */
    BUTTERFLY = 8,  /* elements of the largest that has code of its own */
    MOST_RADICES = 32
};

/* k_fft in device.cl, but for `scale`, which are floats where the numbers are. */
typedef struct fft_words {
    int64_t n, r, s, n_lines, n_units, n_in, n_out, n_spectrum;
    int64_t src, dst, src_step, dst_step;
    int64_t nd, shape[DPEX_DEVICE_MAX_DIMS], src_stride[DPEX_DEVICE_MAX_DIMS],
        dst_stride[DPEX_DEVICE_MAX_DIMS];
    int64_t roots, fine, coarse, fine_bits, halves, factors_in, factors_out;
    int32_t flags, lines, n_radices, radices[MOST_RADICES + 1];
    double scale[2];
} fft_words;
enum {
    REAL_IN = 1,
    SPECTRUM_IN = 2,
    SWAP_IN = 4,
    PRODUCT_IN = 8,
    SWAP_PRODUCT = 16,
    SWAP_RESULT = 32,
    PRODUCT_OUT = 64,
    SWAP_OUT = 128,
    REAL_OUT = 256,
    BY_LINES = 512,
    LOAD_ALONG = 1024,
    STORE_ALONG = 2048,
    PAIRS_IN = 4096,
    PAIRS_OUT = 8192,
    HALVES_IN = 16384,
    HALVES_OUT = 32768,
    CONJUGATE = 65536,
    IN_HALVES = PAIRS_IN | PAIRS_OUT | HALVES_IN | HALVES_OUT,
    CHANGES_IN = REAL_IN | SPECTRUM_IN | PRODUCT_IN,
    CHANGES_OUT = PRODUCT_OUT | REAL_OUT
};

/* Lines in memory: a storage, and strides in parts of numbers. */
typedef struct side {
    dpex_storage *storage;
    int64_t offset, step, strides[DPEX_DEVICE_MAX_DIMS];
    int is_complex;
} side;

typedef struct run {
    const dpex_fft_pass *pass;
    dpex_queue *queue;
    int is_grouped, is_double;
    int64_t tile; /* numbers */
    int64_t n_lines, n_in, n_out;
    int nd;
    int64_t shape[DPEX_DEVICE_MAX_DIMS];
    side src, dst;
    int by_lines; /* neighbouring lines are neighbours in memory, rather than elements of a line */
    dpex_fft_device_plan plan;
} run;

/* ---- the kernel ---------------------------------------------------------------------------------------- */

static void write_head(const run *r, int64_t tile, dpex_text *text)
{
    dpex_text_append(text,
                     "typedef %s k_part;\n#define K_FMA(x, y, z) K_REAL(fma, %s)(x, y, z)\n"
                     "#define K_TILE %d\n#define K_GAP_BITS %d\n%s",
                     r->is_double ? "double" : "float", r->is_double ? "" : "f", (int)tile,
                     r->is_double ? 4 : 5, r->is_grouped ? "#define K_FFT_GROUPS\n" : "");
    dpex_text_append_string(text, dpex_text_fft);
}

/* What the kernel of any length has code for, since a compiler takes its time with all of it. The
 * last is K_ANY in tile.cl. */
typedef enum end_kind { NUMBERS, HALVES, ANY_ENDS } end_kind;
typedef struct tile_text {
    const run *run;
    int radices; /* a set: see tile.cl */
    end_kind in, out;
} tile_text;

static void write(const void *arg, dpex_text *text)
{
    const tile_text *t = arg;
    write_head(t->run, t->run->tile, text);
    dpex_text_append(text,
                     "#define K_LINES %d\n#define K_GROUP_LANES %d\n#define K_NUMBERS %d\n"
                     "#define K_HALVES %d\n#define K_ANY %d\n#define K_RADIX_SET %d\n"
                     "#define K_IN %d\n#define K_OUT %d\n",
                     LINES, DPEX_DEVICE_LANES, NUMBERS, HALVES, ANY_ENDS, t->radices, t->in,
                     t->out);
    dpex_text_append_string(text, dpex_text_fft_tile);
}

/* A kernel of a step's own. */
typedef struct step_text {
    const run *run;
    const fft_words *words;
    int flags, takes, gives, rotates, lanes, halves;
} step_text;

static void write_step(const void *arg, dpex_text *text)
{
    const step_text *s = arg;
    const fft_words *w = s->words;
    dpex_text_append(text, "#define K_ALIGNED\n");
    write_head(s->run, w->r * w->lines, text);
    dpex_text_append(text,
                     "#define K_R %d\n#define K_LINES %d\n#define K_GROUP_LANES %d\n"
                     "#define K_FLAGS %d\n#define K_TAKES %d\n#define K_GIVES %d\n"
                     "#define K_ROTATES %d\n#define K_HALVES %d\n#define K_STAGES",
                     (int)w->r, (int)w->lines, s->lanes, s->flags, s->takes, s->gives, s->rotates,
                     s->halves);
    for (int i = 0, done = 1; i < w->n_radices; i++) {
        const int radix = w->radices[i], rows = (int)w->r / (done * radix);
        dpex_text_append(text, " K_STAGE(%d, %d, %d)", radix, done, rows);
        done *= radix;
    }
    dpex_text_append(text, "\n");
    dpex_text_append_string(text, dpex_text_fft_step);
}

/* A power of two of numbers, for two tiles and what is known of their parts. */
static int64_t choose_tile(const dpex_device *device, int is_grouped, int is_double)
{
    enum { MOST_LOCAL = 48 << 10 /* what CUDA gives a kernel without asking */ };
    const int64_t part = is_double ? 8 : 4;
    if (!is_grouped) return ITEM_TILE / (4 * part);
    const int64_t around = LINES * 5 * (int64_t)sizeof(int64_t);
    const int64_t bytes = dpex_int64_min((int64_t)device->info.local_mem_size, MOST_LOCAL) - around;
    int64_t tile = 128;
    /* With the gaps. */
    while (2 * tile * 4 * part * 17 / 16 <= bytes) tile *= 2;
    return tile;
}

/* ---- one step ------------------------------------------------------------------------------------------ */

static int number_bytes(const run *r)
{
    return r->is_double ? 16 : 8;
}

/* Parts side by side that fill an access to memory, or a vector. */
static int64_t least_parts(const run *r)
{
    return r->is_grouped ? SECTOR / number_bytes(r) : ITEM_PARTS;
}

/* Parts of a tile: as many as fit, but enough tiles for all compute units. */
static int64_t parts_of_tile(const run *r, int64_t length, int64_t n_units)
{
    const int64_t units = dpex_int64_max(r->queue->device->info.max_compute_units, 1);
    const int64_t least = least_parts(r);
    const int64_t shared = dpex_int64_ceil_div(n_units, units * TILES_PER_UNIT);
    int64_t most = dpex_int64_min(r->tile / length, LINES);
    if (shared < most) most = dpex_int64_max(shared, dpex_int64_min(least, most));
    return most;
}

static int is_aligned(const run *r, const side *s)
{
    if (!s->is_complex) return 1;
    int64_t all = s->offset | s->step;
    for (int d = 0; d < r->nd; d++) all |= s->strides[d];
    return all % 2 == 0 && (uintptr_t)dpex_storage_get_ptr(s->storage) % number_bytes(r) == 0;
}

/* Whether a step is made by a kernel of its own: there are many elements, and neighbouring items,
 * which work on neighbouring parts, read neighbouring elements of a part as well. */
static int is_known(const run *r, const fft_words *w, const side *src, const side *dst)
{
    return r->is_grouped && w->n * w->n_lines >= MANY && w->n_radices > 0 &&
           w->radices[w->n_radices - 1] <= BUTTERFLY && !(w->flags & IN_HALVES) &&
           !(w->flags & LOAD_ALONG && w->lines > number_bytes(r)) && is_aligned(r, src) &&
           is_aligned(r, dst);
}

static int takes_others(const fft_words *w)
{
    return w->n_in < w->n || w->flags & CHANGES_IN;
}

static int gives_others(const fft_words *w)
{
    return w->n_out < w->n || w->flags & CHANGES_OUT;
}

static int radices_of(const fft_words *w)
{
    static const unsigned char sets[BUTTERFLY + 1] = {16, 16, 1, 2, 1, 4, 16, 8, 1};
    int all = 0;
    for (int i = 0; i < w->n_radices; i++)
        all |= sets[w->radices[i] <= BUTTERFLY ? w->radices[i] : 0];
    return all;
}

/* One of three sets. */
static int usual_radices(int radices)
{
    enum { TWOS = 1, UP_TO_FIVE = 7, ALL = 31 };
    return radices > UP_TO_FIVE ? ALL : radices > TWOS ? UP_TO_FIVE : TWOS;
}

static end_kind end_of(int is_of_halves, int is_other)
{
    return is_of_halves ? HALVES : is_other ? ANY_ENDS : NUMBERS;
}

static void name_tile(const tile_text *t, char *name, size_t bytes)
{
    snprintf(name, bytes, "fft %d %d %d", t->radices, (int)t->in, (int)t->out);
}

/* The one of all other steps. OpenCL's drivers, to which a program more costs more than the code of
 * some radices, get those of the usual sets alone. */
static dpex_status get_kernel(const run *r, const fft_words *w, dpex_kernel **kernel)
{
    const int is_cuda = dpex_device_get_info(r->queue->device)->backend == DPEX_BACKEND_CUDA;
    const int own = radices_of(w), usual = usual_radices(own);
    const tile_text t = {r, is_cuda ? own : usual,
                         end_of(w->flags & (PAIRS_IN | HALVES_IN), takes_others(w)),
                         end_of(w->flags & (PAIRS_OUT | HALVES_OUT), gives_others(w))};
    const dpex_dtype dtype = r->is_double ? DPEX_F64 : DPEX_F32;
    const tile_text more = {r, usual, t.in, t.out};
    const dpex_device_text text = {write, &t}, text_of_more = {write, &more};
    char name[32], name_of_more[32];
    name_tile(&t, name, sizeof name);
    if (t.radices == usual)
        return dpex_device_get_named_kernel(r->queue, name, dtype, &text, kernel);
    name_tile(&more, name_of_more, sizeof name_of_more);
    return dpex_device_get_either_kernel(r->queue, dtype, name, &text, name_of_more, &text_of_more,
                                         kernel);
}

/* Whether every stage that reads and writes local memory is one butterfly an item. */
static int are_held(const fft_words *w, const step_text *s)
{
    const int last = w->n_radices - (s->flags & STORE_ALONG ? 0 : 1);
    for (int i = 1; i < last; i++)
        if (w->r / w->radices[i] * w->lines > s->lanes) return 0;
    return 1;
}

/* lanes: of a work-group. */
static dpex_status get_step_kernel(const run *r, const fft_words *w, dpex_kernel **kernel,
                                   int *lanes)
{
    enum { LEAST_LANES = 64 };
    step_text s = {.run = r, .words = w, .flags = w->flags & ~LOAD_ALONG, .lanes = LEAST_LANES};
    while (s.lanes < DPEX_DEVICE_LANES && s.lanes * BUTTERFLY < w->r * w->lines) s.lanes *= 2;
    /* Items that work on neighbouring parts write neighbouring results of each, if the parts are few. */
    if (w->lines <= number_bytes(r)) s.flags &= ~STORE_ALONG;
    s.takes = takes_others(w);
    s.gives = gives_others(w);
    s.rotates = w->s < w->n / w->r;
    s.halves = are_held(w, &s) ? 1 : 2;
    char name[96];
    snprintf(name, sizeof name, "fft step %d %d %d %d %d %d", (int)w->r, (int)w->lines, s.flags,
             s.takes, s.gives, s.rotates);
    *lanes = s.lanes;
    return dpex_device_get_named_kernel(r->queue, name, r->is_double ? DPEX_F64 : DPEX_F32,
                                        &(dpex_device_text){write_step, &s}, kernel);
}

static dpex_status launch(const run *r, fft_words *w, const side *src, const side *dst)
{
    dpex_kernel *kernel;
    int group = r->is_grouped ? DPEX_DEVICE_LANES : 1;
    DPEX_TRY(is_known(r, w, src, dst) ? get_step_kernel(r, w, &kernel, &group)
                                      : get_kernel(r, w, &kernel));
    dpex_storage *factors = r->plan.factors ? r->plan.factors : r->plan.tables;
    dpex_storage *uses[4] = {src->storage, dst->storage, r->plan.tables, factors};
    dpex_arg args[5];
    for (int i = 0; i < 4; i++)
        args[i] = (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {uses[i], 0, NULL}};
    const float narrow[2] = {(float)w->scale[0], 0};
    if (!r->is_double) memcpy(w->scale, narrow, sizeof narrow);
    const size_t bytes = sizeof *w - (r->is_double ? 0 : sizeof *w->scale);
    args[4] = (dpex_arg){.kind = DPEX_ARG_RAW, .bytes = bytes, .raw = w};
    const dpex_device_call call = {"fft", kernel, args, 5, uses, 4, 0};
    return dpex_device_launch(r->queue, &call, dpex_int64_ceil_div(w->n_units, w->lines) * group,
                              group);
}

/* Step `number`, after which `done` elements of a part are transformed together; flags: of the
 * ends. */
static dpex_status run_step(const run *r, int number, int64_t done, const fft_words *ends,
                            const side *src, const side *dst)
{
    const dpex_fft_device_plan *plan = &r->plan;
    int64_t radices[DPEX_FFT_MAX_STAGES];
    fft_words w = *ends;
    const int is_whole = plan->n_parts == 1;
    w.n = plan->n;
    w.r = plan->parts[number];
    w.s = done;
    w.n_lines = r->n_lines;
    w.n_units = r->n_lines * (w.n / w.r);
    w.nd = r->nd;
    w.src = src->offset;
    w.dst = dst->offset;
    w.src_step = src->step;
    w.dst_step = dst->step;
    for (int d = 0; d < r->nd; d++) {
        w.shape[d] = r->shape[d];
        w.src_stride[d] = src->strides[d];
        w.dst_stride[d] = dst->strides[d];
    }
    w.roots = plan->roots[number];
    w.fine = plan->fine;
    w.coarse = plan->coarse;
    w.fine_bits = plan->fine_bits;
    w.halves = plan->halves;
    w.lines = (int32_t)parts_of_tile(r, w.r, w.n_units);
    w.n_radices = dpex_fft_factorize(w.r, radices);
    for (int i = 0; i < w.n_radices; i++) w.radices[i] = (int32_t)radices[i];
    if (r->by_lines)
        w.flags |= BY_LINES;
    else
        w.flags |= (is_whole && src->step <= 2 ? LOAD_ALONG : 0) |
                   (done == 1 && dst->step <= 2 ? STORE_ALONG : 0);
    return launch(r, &w, src, dst);
}

/* ---- a line's steps ------------------------------------------------------------------------------------ */

static dpex_status make_buffer(const run *r, dpex_array *buffer, side *s)
{
    const int64_t size = r->n_lines * r->plan.n;
    DPEX_TRY(dpex_array_init(r->queue, r->is_double ? DPEX_C128 : DPEX_C64, 1, &size, DPEX_ORDER_C,
                             DPEX_USM_DEVICE, buffer));
    *s = (side){.storage = buffer->storage, .is_complex = 1};
    /* Elements of a line lie together, or those of the same number of all lines. */
    s->offset = buffer->offset / (r->is_double ? 8 : 4);
    s->step = 2 * (r->by_lines ? r->n_lines : 1);
    int64_t stride = 2 * (r->by_lines ? 1 : r->plan.n);
    for (int d = r->nd - 1; d >= 0; d--) {
        s->strides[d] = stride;
        stride *= r->shape[d];
    }
    return DPEX_SUCCESS;
}

typedef struct buffers {
    dpex_array arrays[2];
    side sides[2];
} buffers;

/* Makes what has not been made yet. */
static dpex_status need_buffer(const run *r, buffers *all, int number)
{
    if (all->arrays[number].storage) return DPEX_SUCCESS;
    return make_buffer(r, &all->arrays[number], &all->sides[number]);
}

/* All steps of a transform of plan.n elements. ends: what is done to elements where they are read
 * from src, and written to dst.
 * spare: the buffer that the first step may write, since neither src nor dst is it. */
static dpex_status transform(const run *r, const fft_words *ends, buffers *all, int spare,
                             const side *src, const side *dst)
{
    enum {
        AT_FIRST = REAL_IN | SPECTRUM_IN | SWAP_IN | PRODUCT_IN | SWAP_PRODUCT,
        AT_LAST = SWAP_RESULT | PRODUCT_OUT | SWAP_OUT | REAL_OUT
    };
    const int last = r->plan.n_parts - 1;
    int64_t done = 1;
    for (int i = 0; i <= last; i++) {
        fft_words w = *ends;
        const side *to = dst;
        if (i > 0) {
            w.flags &= ~AT_FIRST;
            w.n_in = r->plan.n;
        }
        if (i < last) {
            w.flags &= ~AT_LAST;
            w.n_out = r->plan.n;
            w.scale[0] = 1;
            DPEX_TRY(need_buffer(r, all, spare));
            to = &all->sides[spare];
            spare = !spare;
        }
        DPEX_TRY(run_step(r, i, done, &w, src, to));
        done *= r->plan.parts[i];
        src = to;
    }
    return DPEX_SUCCESS;
}

/* ---- the engines --------------------------------------------------------------------------------------- */

static fft_words ends_of(const run *r)
{
    const dpex_fft_pass *pass = r->pass;
    fft_words w = {.n_in = r->n_in, .n_out = r->n_out, .n_spectrum = pass->n};
    w.scale[0] = pass->scale;
    if (!r->src.is_complex) w.flags |= REAL_IN;
    if (pass->kind == DPEX_FFT_C2R) w.flags |= SPECTRUM_IN;
    if (pass->is_backward) w.flags |= SWAP_IN | SWAP_OUT;
    if (!r->dst.is_complex) w.flags |= REAL_OUT;
    return w;
}

/* Elements of a line that one step transforms. */
static int64_t most_at_once(const run *r)
{
    return r->is_grouped ? r->tile : r->tile / least_parts(r);
}

/* What all engines here need. */
static dpex_status prepare(run *r, int is_halved)
{
    const dpex_fft_device_lines lines = {.n = is_halved ? r->pass->n / 2 : r->pass->n,
                                         .is_double = r->is_double,
                                         .is_halved = is_halved,
                                         .whole = most_at_once(r),
                                         .most = r->tile / least_parts(r)};
    return dpex_fft_device_plan_init(&r->plan, r->queue, &lines);
}

static dpex_status run_steps(run *r, buffers *all)
{
    DPEX_TRY(prepare(r, 0));
    const fft_words ends = ends_of(r);
    return transform(r, &ends, all, 0, &r->src, &r->dst);
}

/* chirp sum(x chirp conj(chirp)): transformed, times the transformed kernel, transformed back. */
static dpex_status run_convolution(run *r, buffers *all)
{
    enum { AT_READING = REAL_IN | SPECTRUM_IN | SWAP_IN, AT_WRITING = SWAP_OUT | REAL_OUT };
    const int64_t chirp = 0, kernel = r->pass->n;
    DPEX_TRY(prepare(r, 0));
    const fft_words ends = ends_of(r);
    fft_words there = ends, back = ends;
    there.flags = (ends.flags & AT_READING) | PRODUCT_IN;
    there.factors_in = chirp;
    there.n_out = r->plan.n;
    there.scale[0] = 1;
    back.flags = (ends.flags & AT_WRITING) | PRODUCT_IN | SWAP_PRODUCT | SWAP_RESULT | PRODUCT_OUT;
    back.factors_in = kernel;
    back.factors_out = chirp;
    back.n_in = r->plan.n;
    /* The spectrum lies where the way back does not write first. */
    const int last = r->plan.n_parts - 1, spectrum = last % 2;
    DPEX_TRY(need_buffer(r, all, spectrum));
    DPEX_TRY(transform(r, &there, all, 0, &r->src, &all->sides[spectrum]));
    return transform(r, &back, all, !spectrum, &all->sides[spectrum], &r->dst);
}

/* An even number of real numbers as half as many complex ones, in one step. */
static dpex_status run_halves(run *r, buffers *all)
{
    const dpex_fft_pass *pass = r->pass;
    const int is_spectrum = pass->kind == DPEX_FFT_C2R;
    DPEX_TRY(prepare(r, 1));
    fft_words ends = {.n_in = r->n_in, .n_out = r->n_out};
    ends.scale[0] = pass->scale;
    ends.flags = is_spectrum ? HALVES_IN | PAIRS_OUT : PAIRS_IN | HALVES_OUT;
    if (is_spectrum && !r->src.is_complex) ends.flags |= REAL_IN;
    if (is_spectrum != pass->is_backward) ends.flags |= CONJUGATE;
    return transform(r, &ends, all, 0, &r->src, &r->dst);
}

static int suits_halves(const run *r)
{
    const int64_t n = r->pass->n;
    return dpex_fft_is_halved(r->pass) && n / 2 <= most_at_once(r) &&
           !dpex_fft_needs_convolution(n / 2);
}

typedef dpex_status (*engine)(run *r, buffers *all);

/* The one function where an engine is chosen: by the pass (kind, direction, length, scale), the
 * dtype, the number of lines and how they lie in memory; nothing has been prepared for any of
 * them. */
static engine choose_engine(const run *r)
{
    if (suits_halves(r)) return run_halves;
    return dpex_fft_needs_convolution(r->pass->n) ? run_convolution : run_steps;
}

/* ---- the pass ------------------------------------------------------------------------------------------ */

static void read_side(const dpex_lines *lines, int operand, const dpex_array *array, side *s)
{
    const dpex_layout_operand *o = &lines->layout.operands[operand];
    s->is_complex = dpex_dtype_get_info(array->dtype)->kind == DPEX_KIND_COMPLEX;
    const int64_t part = o->itemsize / (s->is_complex ? 2 : 1);
    s->storage = array->storage;
    /* Lines that go backward begin elsewhere than the array. */
    s->offset = (array->offset + (o->ptr - (char *)dpex_array_get_ptr(array))) / part;
    s->step = lines->stride[operand] / part;
    for (int d = 0; d < lines->layout.nd; d++) s->strides[d] = o->strides[d] / part;
}

/* Whether lines lie side by side: their elements are far from each other, those of neighbouring
 * lines are not. */
static int lie_side_by_side(const run *r)
{
    enum { FEW = 4 };
    const int64_t step = r->dst.step < 0 ? -r->dst.step : r->dst.step;
    return r->n_lines >= FEW && step > (r->dst.is_complex ? 2 : 1);
}

static dpex_status run_pass(run *r)
{
    buffers all = {0};
    dpex_status status = choose_engine(r)(r, &all);
    for (int i = 0; i < 2; i++)
        if (all.arrays[i].storage) dpex_array_fini(&all.arrays[i]);
    dpex_fft_device_plan_fini(&r->plan);
    return status;
}

static dpex_status run_own(const dpex_fft_pass *pass, const dpex_lines *lines,
                           const dpex_array *src, const dpex_array *dst)
{
    run r = {.pass = pass,
             .queue = dst->queue,
             .is_double = dst->dtype == DPEX_F64 || dst->dtype == DPEX_C128,
             .n_lines = lines->n_lines,
             .n_in = lines->length[1],
             .n_out = lines->length[0],
             .nd = lines->layout.nd};
    if (r.nd > DPEX_DEVICE_MAX_DIMS)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "fft: %d dimensions that cannot be combined; at most %d are possible",
                         r.nd, DPEX_DEVICE_MAX_DIMS);
    memcpy(r.shape, lines->layout.shape, (size_t)r.nd * sizeof *r.shape);
    read_side(lines, 0, dst, &r.dst);
    read_side(lines, 1, src, &r.src);
    r.by_lines = lie_side_by_side(&r);
    r.is_grouped = dpex_device_has_groups(r.queue->device);
    r.tile = choose_tile(r.queue->device, r.is_grouped, r.is_double);
    return run_pass(&r);
}

/* The library, which is asked before tables and a kernel of our own are made; or these. */
static dpex_status run_lines(const dpex_fft_pass *pass, const dpex_array *src,
                             const dpex_array *dst, void *memory, int may_overwrite)
{
    const dpex_array *operands[2] = {dst, src};
    dpex_fft_routine routine;
    dpex_lines lines;
    dpex_lines_init(&lines, memory, operands, 2, pass->axis);
    if (!dpex_fft_find_routine(pass, &lines, src, dst, &routine))
        return run_own(pass, &lines, src, dst);
    if (may_overwrite || pass->kind != DPEX_FFT_C2R)
        return dpex_fft_run_routine(&routine, dst, pass->scale);
    dpex_array copy;
    DPEX_TRY(dpex_fft_copy_spectrum(pass, src, &copy));
    dpex_status status = run_lines(pass, &copy, dst, memory, 1);
    dpex_array_fini(&copy);
    return status;
}

dpex_status dpex_fft_device_pass(const dpex_fft_pass *pass, const dpex_array *src,
                                 const dpex_array *dst)
{
    char *memory = dpex_malloc(dpex_lines_bytes(dst->nd, 2));
    if (!memory) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "fft: no memory to transform in");
    dpex_status status = run_lines(pass, src, dst, memory, 0);
    dpex_free(memory);
    return status;
}
