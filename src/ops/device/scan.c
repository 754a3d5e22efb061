/* Scans: lines are cut into parts by the shape and the kind of device alone; of each part the
 * total, of each line the parts' starts, of each part the results. Lines that are enough work by
 * themselves are one part each, and take one kernel. Where groups may wait for each other one
 * kernel does all of it, which reads the data once (sweep.cl).
 *
 * Each phase combines in a fixed order, so a device always gives the same bits. scan.cl is the
 * kernels' text. */
#include "ops/device/scan.h"

#include <stdio.h>
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "ops/device/device.h"
#include "ops/iterate/lines.h"
#include "runtime/runtime.h"

extern const char dpex_text_device_scan[], dpex_text_device_scan_sweep[],
    dpex_text_device_scan_care[], dpex_text_device_scan_kernel[];

enum {
    CPU_PART = 8192,     /* least elements of a part, where a work-item does it on a CPU */
    CPU_LINES = 64,      /* lines that keep a CPU busy */
    GPU_PART = 16384,    /* the same of a work-group */
    GPU_GROUPS = 1024,   /* groups that keep a GPU busy */
    GPU_ITEM_PART = 128, /* and of a work-item on a GPU */
    GPU_ITEMS = 1 << 17,
    SHORT_LINE = 64,  /* lines up to this length are one item's work */
    MAX_PARTS = 4096, /* of a line */
    COLUMNS = 32,     /* neighbouring lines that an item does together on a CPU */
    ITEM_EACH = 8,    /* elements that an item takes at a time by itself */
    GROUP_BYTES = 64, /* of states that it takes at a time in a group */
    SWEEP_GROUPS = 4  /* of a compute unit in a sweep, each of which takes tile after tile */
};

/* The k_scan of scan.cl. */
typedef struct scan_words {
    int64_t n_lines, n, n_parts, part, nd;
    int64_t in_offset, out_offset, in_step, out_step;
    int64_t shape[DPEX_DEVICE_MAX_DIMS], in_stride[DPEX_DEVICE_MAX_DIMS],
        out_stride[DPEX_DEVICE_MAX_DIMS];
} scan_words;

/* One run of a scan; everything is borrowed. */
typedef struct scanning {
    const dpex_device_scan *scan;
    dpex_dtype in, out;
    const dpex_tape *tape; /* of the state */
    dpex_queue *queue;
    const dpex_array *arrays[3]; /* in, out, states */
    int is_grouped, has_columns;
    scan_words words;
} scanning;

/* ---- text ------------------------------------------------------------------------------------------------ */

/* In a group by bytes: a tile of all items lies in local memory. */
static int elems_of_item(const dpex_tape *tape, int is_grouped)
{
    const int each = GROUP_BYTES / dpex_device_state_bytes(tape), most = GROUP_BYTES / 4;
    return !is_grouped ? ITEM_EACH : each > most ? most : each;
}

/* The state as a real number that is infinite, NaN or zero where the state is. */
static void write_size(dpex_text *text, dpex_dtype dtype)
{
    int is_complex = dpex_dtype_get_info(dtype)->kind == DPEX_KIND_COMPLEX;
    dpex_text_append(text,
                     "typedef %s k_real;\n#define k_magnitude(x) ((x) < 0 ? -(x) : (x))\n"
                     "static inline k_real k_size(k_state s)\n{\n    return %s;\n}\n",
                     dtype == DPEX_F64 || dtype == DPEX_C128 ? "double" : "float",
                     is_complex ? "k_magnitude(s.re) + k_magnitude(s.im)" : "k_magnitude(s)");
}

static void write_conversion(dpex_text *text, const char *name, dpex_dtype from, dpex_dtype to)
{
    dpex_text_append(text, "static inline %s %s(%s x)\n{\n    return ", dpex_device_c_type(to),
                     name, dpex_device_c_type(from));
    dpex_device_write_cast(text, "x", from, to);
    dpex_text_append(text, ";\n}\n");
}

static int is_sticky(const dpex_device_scan *scan)
{
    return scan->sticks != DPEX_DEVICE_STICKS_NEVER &&
           dpex_dtype_get_info(scan->dtype)->kind >= DPEX_KIND_REAL;
}

/* A pack is 16 bytes of states. Where elements are no larger than those they arrive in local memory
 * as they are, without passing registers where a pack of them has 4, 8 or 16 bytes. */
static void write_sweep(const dpex_device_scan_text *what, dpex_text *text)
{
    const int state = dpex_device_state_bytes(what->tape),
              in = dpex_dtype_get_info(what->in)->itemsize;
    const int pack = in * (state < 16 ? 16 / state : 1), keeps_input = in <= state;
    dpex_text_append(text,
                     "#define K_KEEPS_INPUT %d\n#define K_COPY_BYTES %d\n#define K_READS_ROWS %d\n"
                     "#define K_SWEEP_GROUPS %d\n",
                     keeps_input, keeps_input && pack >= 4 ? pack : 0, state <= 8, SWEEP_GROUPS);
    dpex_text_append_string(text, dpex_text_device_scan_sweep);
    dpex_text_append_string(text, dpex_text_device_scan_care);
    dpex_text_append_string(text, dpex_text_device_scan_kernel);
}

void dpex_device_scan_write(const dpex_device_scan_text *what, dpex_text *text)
{
    dpex_dtype dtype = what->scan->dtype;
    int sticks = is_sticky(what->scan);
    dpex_device_write_state(what->tape, dpex_device_suffix(dtype), text);
    write_conversion(text, "k_load", what->in, dtype);
    write_conversion(text, "k_store", dtype, what->out);
    if (sticks) write_size(text, dtype);
    dpex_text_append(
        text,
        "typedef %s k_in;\ntypedef %s k_out;\n#define K_PHASE %d\n"
        "#define K_GROUPED %d\n#define K_COLUMNS %d\n#define K_EACH %d\n#define K_GROUP_ITEMS %d\n"
        "#define K_DIMS %d\n#define K_STICKS %d\n#define K_STICKS_AT_ZERO %d\n#define K_IS_REAL "
        "%d\n",
        dpex_device_c_type(what->in), dpex_device_c_type(what->out), (int)what->phase,
        what->is_grouped, what->has_columns ? COLUMNS : 0,
        elems_of_item(what->tape, what->is_grouped), DPEX_DEVICE_LANES, DPEX_DEVICE_MAX_DIMS,
        sticks, what->scan->sticks == DPEX_DEVICE_STICKS_AT_ZERO,
        dpex_dtype_get_info(dtype)->kind == DPEX_KIND_REAL);
    dpex_text_append_string(text, dpex_text_device_scan);
    if (what->phase == DPEX_DEVICE_SCAN_SWEEP) write_sweep(what, text);
}

static int is_complex(dpex_dtype dtype)
{
    return dpex_dtype_get_info(dtype)->kind == DPEX_KIND_COMPLEX;
}

static void write_kernel(const void *arg, dpex_text *text)
{
    dpex_device_scan_write(arg, text);
}

/* The combine of the scan as a tape with a reduction, which is what state.c writes. combine: kept
 * by the tape. */
static int find_combine(int op)
{
    for (int i = 0; i < DPEX_N_COMBINES && op != DPEX_OP_NONE; i++)
        if (dpex_combines[i].op == op) return i;
    return DPEX_COMBINE_logsum;
}

dpex_status dpex_device_scan_state(const dpex_device_scan *scan, dpex_reduction *combine,
                                   dpex_tape *tape)
{
    int reg;
    *combine = (dpex_reduction){
        .name = scan->name, .combine = (uint8_t)find_combine(scan->op), .post = DPEX_OP_NONE};
    dpex_tape_init(tape);
    dpex_status status = dpex_tape_input(tape, scan->dtype, &reg);
    if (!status) status = dpex_tape_output(tape, reg);
    tape->reduction = combine; /* at last: a tape that ends in one takes no outputs any more */
    return status;
}

/* ---- plan ------------------------------------------------------------------------------------------------ */

static int64_t distance(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

/* Fills the words and chooses between the forms: columns (neighbouring lines side by side in one
 * item, on CPUs), a group per part, an item per part. */
static dpex_status describe(scanning *s, const dpex_array *x, int axis, const dpex_array *out)
{
    const dpex_array *arrays[2] = {out, x};
    int64_t memory[(DPEX_LINES_MAX_OPERANDS + 1) * DPEX_MAX_NDIM + 8 * DPEX_LINES_MAX_OPERANDS];
    dpex_lines lines;
    dpex_lines_init(&lines, memory, arrays, 2, axis);
    const dpex_layout *layout = &lines.layout;
    if (layout->nd > DPEX_DEVICE_MAX_DIMS)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s: %d dimensions that cannot be combined; at most %d are possible here",
                         s->scan->name, layout->nd + 1, DPEX_DEVICE_MAX_DIMS + 1);
    const dpex_layout_operand *to = &layout->operands[0], *from = &layout->operands[1];
    scan_words *w = &s->words;
    *w = (scan_words){.n_lines = lines.n_lines,
                      .n = x->shape[axis],
                      .nd = layout->nd,
                      .in_step = lines.stride[1] / from->itemsize,
                      .out_step = lines.stride[0] / to->itemsize};
    /* Differences of addresses, which are NULL where the backend has none. */
    w->in_offset = (from->ptr - (char *)dpex_array_get_ptr(x) + x->offset) / from->itemsize;
    w->out_offset = (to->ptr - (char *)dpex_array_get_ptr(out) + out->offset) / to->itemsize;
    for (int d = 0; d < layout->nd; d++) {
        w->shape[d] = layout->shape[d];
        w->in_stride[d] = from->strides[d] / from->itemsize;
        w->out_stride[d] = to->strides[d] / to->itemsize;
    }
    int goes_across =
        w->n_lines > 1 && distance(from->strides[layout->nd - 1]) < distance(lines.stride[1]);
    const dpex_device *device = s->queue->device;
    s->has_columns = goes_across && !dpex_device_is_grouped(device) &&
                     w->shape[layout->nd - 1] >= COLUMNS && w->n_lines >= CPU_LINES;
    s->is_grouped = dpex_device_has_groups(device) && !goes_across && w->n > SHORT_LINE;
    return DPEX_SUCCESS;
}

/* Parts of a line: from the shape and the kind of device alone. */
static void cut(scanning *s)
{
    scan_words *w = &s->words;
    int is_gpu = dpex_device_is_grouped(s->queue->device);
    int64_t busy = s->is_grouped ? GPU_GROUPS : is_gpu ? GPU_ITEMS : CPU_LINES;
    int64_t least = s->is_grouped ? GPU_PART : is_gpu ? GPU_ITEM_PART : CPU_PART;
    int64_t tile =
        (int64_t)elems_of_item(s->tape, s->is_grouped) * (s->is_grouped ? DPEX_DEVICE_LANES : 1);
    int64_t most = is_gpu ? dpex_int64_ceil_div(busy, w->n_lines) : MAX_PARTS;
    if (w->n_lines >= busy) most = 1;
    if (most > MAX_PARTS) most = MAX_PARTS;
    w->part = dpex_int64_round_up(dpex_int64_max(dpex_int64_ceil_div(w->n, most), least), tile);
    w->n_parts = dpex_int64_ceil_div(w->n, w->part);
}

/* ---- submission ------------------------------------------------------------------------------------------ */

static dpex_status submit_items(const scanning *s, dpex_device_scan_phase phase, int64_t n_items,
                                int group)
{
    char name[128];
    snprintf(name, sizeof name, "scan %d %d: %d to %d, %d %d %d", s->tape->reduction->combine,
             s->scan->sticks, s->in, s->out, s->is_grouped, s->has_columns, phase);
    const dpex_device_scan_text what = {s->scan,       s->tape,        s->in, s->out,
                                        s->is_grouped, s->has_columns, phase};
    const dpex_device_job job = {.name = s->scan->name,
                                 .kernel = name,
                                 .dtype = s->scan->dtype,
                                 .text = {write_kernel, &what},
                                 .arrays = s->arrays,
                                 .n_arrays = 3,
                                 .words = &s->words,
                                 .words_bytes = sizeof s->words};
    return dpex_device_run_job(s->queue, &job, n_items, group);
}

static dpex_status submit(const scanning *s, dpex_device_scan_phase phase)
{
    const scan_words *w = &s->words;
    int64_t n = phase == DPEX_DEVICE_SCAN_STARTS ? w->n_lines : w->n_lines * w->n_parts;
    if (s->has_columns) {
        int64_t width = w->shape[w->nd - 1];
        n = w->n_lines / width * dpex_int64_ceil_div(width, COLUMNS);
    }
    if (s->is_grouped) return submit_items(s, phase, n * DPEX_DEVICE_LANES, DPEX_DEVICE_LANES);
    return submit_items(s, phase, n, dpex_device_items_of_group(s->queue->device, n));
}

/* Totals and starts of all parts lie in memory of the pool, which begins where its storage does. */
static dpex_status run_parts(scanning *s)
{
    int64_t bytes =
        2 * s->words.n_lines * s->words.n_parts * (int64_t)dpex_device_state_bytes(s->tape);
    dpex_array states;
    DPEX_TRY(dpex_array_init(s->queue, DPEX_U8, 1, &bytes, DPEX_ORDER_C, DPEX_USM_DEVICE, &states));
    s->arrays[2] = &states;
    dpex_status status = submit(s, DPEX_DEVICE_SCAN_TOTALS);
    if (!status) status = submit(s, DPEX_DEVICE_SCAN_STARTS);
    if (!status) status = submit(s, DPEX_DEVICE_SCAN_RESULTS);
    dpex_array_fini(&states);
    return status;
}

/* Zeros of complex products have signs that depend on how the factors are combined, and a tile may
 * find in two ways that the line is zero; and a tile whose results are not finite is read again
 * after some of them are written (sweep.cl). */
static int can_sweep(const scanning *s)
{
    const int is_complex_product =
        s->scan->sticks == DPEX_DEVICE_STICKS_AT_ZERO && is_complex(s->scan->dtype);
    const int is_in_place = s->arrays[0]->storage == s->arrays[1]->storage;
    if (is_in_place && is_sticky(s->scan)) return 0;
    return s->is_grouped && dpex_device_has_progress(s->queue->device) && !is_complex_product &&
           dpex_device_state_is_value(s->tape);
}

/* One kernel for all tiles, after the words by which they communicate are cleared. */
static dpex_status sweep(scanning *s)
{
    enum { FAN = 32, LEVELS = 5 }; /* tiles of a row, rows of a block, ... */
    enum { LINE = 16 };            /* words, of which each total of a set has its own */
    scan_words *w = &s->words;
    const dpex_scalar zero = {0};
    dpex_array told;
    const int64_t state_words = dpex_int64_ceil_div(dpex_device_state_bytes(s->tape), 4);
    w->part = (int64_t)elems_of_item(s->tape, s->is_grouped) * DPEX_DEVICE_LANES;
    w->n_parts = dpex_int64_ceil_div(w->n, w->part);
    int64_t per_line = w->n_parts + 2; /* last results, and the first tiles of zero and NaN */
    for (int64_t level = 0, n_sets = w->n_parts; level < LEVELS; level++) {
        per_line += level ? n_sets * (LINE / state_words) : n_sets;
        n_sets = dpex_int64_ceil_div(n_sets, FAN);
    }
    int64_t n = w->n_lines * per_line * state_words + 1;
    DPEX_TRY(dpex_array_init(s->queue, DPEX_U64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &told));
    dpex_status status = dpex_array_fill(&told, &zero);
    s->arrays[2] = &told;
    const int64_t units = dpex_int64_max(s->queue->device->info.max_compute_units, 1);
    const int64_t n_groups = dpex_int64_min(w->n_lines * w->n_parts, units * SWEEP_GROUPS);
    if (!status)
        status = submit_items(s, DPEX_DEVICE_SCAN_SWEEP, n_groups * DPEX_DEVICE_LANES,
                              DPEX_DEVICE_LANES);
    dpex_array_fini(&told);
    return status;
}

static dpex_status run(scanning *s, const dpex_array *x, int axis, const dpex_array *out)
{
    DPEX_TRY(describe(s, x, axis, out));
    cut(s);
    if (s->words.n_parts > 1) return can_sweep(s) ? sweep(s) : run_parts(s);
    s->arrays[2] = out; /* not used */
    return submit(s, DPEX_DEVICE_SCAN_RESULTS);
}

dpex_status dpex_device_scan_run(const dpex_device_scan *scan, const dpex_array *x, int axis,
                                 const dpex_array *out)
{
    dpex_reduction combine;
    dpex_tape tape;
    dpex_status status = dpex_device_scan_state(scan, &combine, &tape);
    scanning s = {.scan = scan,
                  .in = x->dtype,
                  .out = out->dtype,
                  .tape = &tape,
                  .queue = x->queue,
                  .arrays = {x, out}};
    if (!status) status = run(&s, x, axis, out);
    dpex_tape_fini(&tape);
    return status;
}
