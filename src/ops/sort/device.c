/* Sorts on devices that compile at run time (device.cl): short lines by one kernel, longer ones
 * digit by digit; where groups may wait for each other, with one sweep over the data per digit
 * (sweep.cl), else with a count, a sum and a scatter.
 *
 * GPUs sort a short line per work-group by a network, CPUs a line per work-item by merging; digits
 * have 4 bits on GPUs, whose counts fit into registers, and 8 on CPUs, which saves passes. The
 * result is that of any stable sort, whichever is used.
 *
 * A pass of the digit sort is three kernels: COUNT, the digits of each part; SUM, the exclusive
 * prefix sum of a line's counts, digit by digit and part by part; SCATTER, each element to the next
 * position of its digit. It is stable, so sorting by the lowest digit first ends with sorted lines
 * (least significant digit radix sort). */
#include <stdio.h>

#include "base/error.h"
#include "base/integer.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"
#include "sort.h"

extern const char dpex_text_sort[], dpex_text_sort_sweep[];

enum {
    MOST_BY_ITEM = 16,      /* the longest line that one work-item sorts on a GPU */
    MOST_BY_MERGES = 128,   /* and on a CPU: a radix sort's 256 counts take as long */
    MOST_BY_NETWORK = 1024, /* the longest line in local memory: 24 KiB of complex128 and indices */
    MOST_BY_PATHS = 1 << 18, /* the longest of complex numbers, whose keys have many digits */
    PATH_EACH = 8,           /* K_EACH in device.cl */
    GROUP_TILE = 4096,       /* elements of a work-group in a pass: 16 for each lane */
    GROUP_RADIX_BITS = 4,    /* k_packed holds the counts of 16 digits */
    ITEM_RADIX_BITS = 8,     /* the counts of 256 digits stay in the first-level cache */
    SWEEP_LANES = 512, /* of a group in a sweep, whose tile takes SWEEP_BYTES of local memory */
    SWEEP_EACH = 16,
    MOST_NARROW = (1 << 30) - 1, /* elements of a line whose counts leave two bits of 32 */
    SWEEP_BYTES = 44 << 10,      /* with what else there is, less than 48 KiB */
    HISTOGRAM_PART = 1 << 16,    /* elements whose digits a group counts */
    LEAST_PART = 1 << 14,        /* elements of a work-item in a pass */
    PARTS_PER_UNIT = 4 /* work-items per CPU: more balance their load, fewer have longer runs */
};

typedef enum kernel_name {
    MERGE,
    NETWORK,
    PATH,
    COUNT,
    SUM,
    SCATTER,
    HISTOGRAM,
    BASES,
    SWEEP
} kernel_name;
static const char *const kernel_names[] = {"MERGE",   "NETWORK",   "PATH",  "COUNT", "SUM",
                                           "SCATTER", "HISTOGRAM", "BASES", "SWEEP"};

/* k_sort in device.cl. */
typedef struct sort_words {
    int64_t n_lines, n, n_parts, part, src, dst;
    uint64_t flip;
    int32_t digit_of, shift, reads_index, writes, pass, unused;
} sort_words;
enum { WRITES_VALUES = 1, WRITES_INDEX = 2, WRITES_RESULT = 4 };
enum { DIGIT_OF_REAL, DIGIT_OF_IMAGINARY, DIGIT_OF_CLASS };

/* A sort and its buffers; those not needed have no storage. */
typedef struct run {
    dpex_queue *queue;
    const char *name;
    dpex_dtype dtype;
    int is_grouped, is_wide, sweeps, radix_bits;
    int64_t n_lines, n;
    const dpex_array *values, *indices; /* as in dpex_sort_task, contiguous lines */
    sort_words words;
    dpex_array copy;           /* of the source, where its lines are not contiguous */
    dpex_array spare[2];       /* values between the passes */
    dpex_array spare_index[2]; /* indices between the passes */
    dpex_array counts;
} run;

/* ---- kernels ------------------------------------------------------------------------------------------- */

typedef struct sort_text {
    const run *r;
    kernel_name kernel;
} sort_text;

/* Of one key: a complex number has two, and a class for NaNs. */
static int key_bits(dpex_dtype dtype)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(dtype);
    return 8 * info->itemsize / (info->kind == DPEX_KIND_COMPLEX ? 2 : 1);
}

static int count_passes(const run *r)
{
    const int is_complex = dpex_dtype_get_info(r->dtype)->kind == DPEX_KIND_COMPLEX;
    const int per_key = key_bits(r->dtype) / r->radix_bits;
    return is_complex ? 2 * per_key + 1 : per_key;
}

/* Elements of an item in a sweep, whose group holds a tile's values and then their indices in local
 * memory. */
static int sweep_elems(const run *r)
{
    const int itemsize = dpex_dtype_get_info(r->dtype)->itemsize;
    const int bytes = itemsize > (r->is_wide ? 8 : 4) ? itemsize : (r->is_wide ? 8 : 4);
    const int each = SWEEP_BYTES / (SWEEP_LANES * bytes);
    return each < SWEEP_EACH ? each : SWEEP_EACH;
}

/* A dpex_device_text's write: macros for the dtype, the forms and the kernel, then device.cl. */
static void write(const void *arg, dpex_text *text)
{
    const sort_text *t = arg;
    const dpex_dtype_kind kind = dpex_dtype_get_info(t->r->dtype)->kind;
    const int bits = key_bits(t->r->dtype), is_complex = kind == DPEX_KIND_COMPLEX;
    dpex_text_append(text,
                     "#define K_SORT_%s\n#define K_SORT_BITS %d\n#define K_RADIX_BITS %d\n"
                     "#define K_GROUP_LANES %d\n#define K_TILE %d\n",
                     kernel_names[t->kernel], bits, t->r->radix_bits, DPEX_DEVICE_LANES,
                     t->kernel == NETWORK ? MOST_BY_NETWORK : GROUP_TILE);
    if (t->r->is_grouped) dpex_text_append(text, "#define K_SORT_GROUPS\n");
    if (t->r->is_wide) dpex_text_append(text, "#define K_SORT_WIDE\n");
    if (is_complex) dpex_text_append(text, "#define K_SORT_COMPLEX\n");
    if (kind == DPEX_KIND_INT) dpex_text_append(text, "#define K_SORT_SIGNED\n");
    if (is_complex || kind == DPEX_KIND_REAL)
        dpex_text_append(text, "#define K_SORT_FLOAT\n#define K_INFINITY %s\n",
                         bits == 16   ? "0x7c00"
                         : bits == 32 ? "0x7f800000"
                                      : "0x7ff0000000000000");
    dpex_text_append_string(text, dpex_text_sort);
    if (t->kernel >= HISTOGRAM) {
        dpex_text_append(text,
                         "#define K_SWEEP_LANES %d\n#define K_SWEEP_EACH %d\n#define K_PASSES "
                         "%d\n",
                         SWEEP_LANES, sweep_elems(t->r), count_passes(t->r));
        dpex_text_append_string(text, dpex_text_sort_sweep);
    }
}

/* n: of work-groups, or of work-items. */
static dpex_status launch(const run *r, kernel_name which, const dpex_array *const *arrays,
                          int n_arrays, int64_t n)
{
    char name[64];
    const int in_groups = which == NETWORK || (r->is_grouped && which != MERGE && which != PATH);
    const sort_text text = {r, which};
    snprintf(name, sizeof name, "sort %s %d %d %d", kernel_names[which], r->is_grouped, r->is_wide,
             r->radix_bits);
    /* Work-items of a CPU are large: one is a group. */
    const int group = which == HISTOGRAM || which == SWEEP ? SWEEP_LANES
                      : in_groups || r->is_grouped         ? DPEX_DEVICE_LANES
                                                           : 1;
    const dpex_device_job job = {.name = r->name,
                                 .kernel = name,
                                 .dtype = r->dtype,
                                 .text = {write, &text},
                                 .arrays = arrays,
                                 .n_arrays = n_arrays,
                                 .words = &r->words,
                                 .words_bytes = sizeof r->words};
    return dpex_device_run_job(r->queue, &job, in_groups ? n * group : n, group);
}

/* ---- buffers ------------------------------------------------------------------------------------------- */

/* An array of the size of the source. */
static dpex_status make(const run *r, dpex_dtype dtype, dpex_array *array)
{
    const int64_t size = r->n_lines * r->n;
    return dpex_array_init(r->queue, dtype, 1, &size, DPEX_ORDER_C, DPEX_USM_DEVICE, array);
}

/* Pending commands may use them: they are ordered on the same queue. */
static void free_buffers(run *r)
{
    dpex_array *all[] = {&r->copy,           &r->spare[0],       &r->spare[1],
                         &r->spare_index[0], &r->spare_index[1], &r->counts};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]->storage) dpex_array_fini(all[i]);
}

/* In elements. */
static int64_t offset_of(const dpex_array *x)
{
    return x->offset / dpex_dtype_get_info(x->dtype)->itemsize;
}

/* Whether the lines of x lie one after the other, in the order of the other axes. */
static int is_dense(const dpex_array *x, int axis)
{
    int64_t stride = x->shape[axis];
    if (x->strides[axis] != 1) return 0;
    for (int d = x->nd - 1; d >= 0; d--) {
        if (d == axis || x->shape[d] == 1) continue;
        if (x->strides[d] != stride) return 0;
        stride *= x->shape[d];
    }
    return 1;
}

/* src = x, or r->copy. */
static dpex_status read_lines(run *r, const dpex_array *x, int axis, const dpex_array **src)
{
    *src = x;
    if (!is_dense(x, axis)) {
        DPEX_TRY(dpex_sort_output(x, axis, x->shape[axis], x->dtype, &r->copy));
        DPEX_TRY(dpex_array_copy(&r->copy, x));
        *src = &r->copy;
    }
    r->words.src = offset_of(*src);
    return DPEX_SUCCESS;
}

/* ---- the four sorts ------------------------------------------------------------------------------------ */

/* Where no values are wanted the kernel still needs both buffers for them; arguments without a use
 * get an array that is there. */
static dpex_status sort_by_merges(run *r, const dpex_array *src)
{
    const dpex_array *values = r->values;
    DPEX_TRY(make(r, r->dtype, &r->spare[0]));
    if (!values) {
        DPEX_TRY(make(r, r->dtype, &r->spare[1]));
        values = &r->spare[1];
    }
    if (r->indices) DPEX_TRY(make(r, DPEX_I64, &r->spare_index[0]));
    const dpex_array *index = r->indices ? r->indices : values;
    const dpex_array *spare_index = r->indices ? &r->spare_index[0] : &r->spare[0];
    const dpex_array *arrays[] = {src, values, &r->spare[0], index, spare_index};
    r->words.dst = offset_of(values);
    return launch(r, MERGE, arrays, 5, r->n_lines);
}

/* Reads a line once and writes it once; what is not wanted is not written (words.writes). */
static dpex_status sort_by_network(run *r, const dpex_array *src)
{
    const dpex_array *values = r->values ? r->values : r->indices;
    const dpex_array *indices = r->indices ? r->indices : r->values;
    const dpex_array *arrays[] = {src, values, indices, indices};
    r->words.dst = offset_of(values);
    r->words.part = r->n;
    r->words.n_parts = 1;
    return launch(r, NETWORK, arrays, 4, r->n_lines);
}

/* A pass's digit. Of complex numbers the imaginary part is sorted first, then the real part, then
 * the class. */
static void choose_digit(run *r, int pass)
{
    const int is_complex = dpex_dtype_get_info(r->dtype)->kind == DPEX_KIND_COMPLEX;
    const int per_key = key_bits(r->dtype) / r->radix_bits;
    const int key = pass / per_key;
    r->words.digit_of = !is_complex ? DIGIT_OF_REAL
                        : key == 0  ? DIGIT_OF_IMAGINARY
                        : key == 1  ? DIGIT_OF_REAL
                                    : DIGIT_OF_CLASS;
    r->words.shift = pass % per_key * r->radix_bits;
}

static dpex_status sum_counts(const run *r, const dpex_array *src)
{
    const dpex_array *arrays[] = {src, &r->counts};
    DPEX_TRY(launch(r, COUNT, arrays, 2, r->n_lines * r->words.n_parts));
    const dpex_array *counts[] = {&r->counts};
    return launch(r, SUM, counts, 1, r->n_lines);
}

/* Passes end in the results; those before alternate between the two sides, of which side 0 may be the result. */
static dpex_status make_buffers(run *r, int n_passes)
{
    const dpex_dtype index_dtype = r->is_wide ? DPEX_U64 : DPEX_U32;
    if (n_passes > 1) DPEX_TRY(make(r, r->dtype, &r->spare[1]));
    if (n_passes > 2 && !r->values) DPEX_TRY(make(r, r->dtype, &r->spare[0]));
    if (n_passes > 1 && r->indices) DPEX_TRY(make(r, index_dtype, &r->spare_index[1]));
    if (n_passes > 2 && r->indices) DPEX_TRY(make(r, index_dtype, &r->spare_index[0]));
    return DPEX_SUCCESS;
}

/* What pass number `pass` of n reads and writes: from src to one of the spare buffers or the results. */
typedef struct pass_arrays {
    const dpex_array *src, *dst, *index_src, *index_dst, *result;
} pass_arrays;

static pass_arrays choose_arrays(run *r, int pass, int n, const dpex_array *src)
{
    const int is_last = pass == n - 1, side = (n - 1 - pass) % 2;
    const dpex_array *none = src; /* for what the kernel neither reads nor writes */
    pass_arrays p = {src, side == 0 && r->values ? r->values : &r->spare[side], none, none, none};
    sort_words *w = &r->words;
    if (pass && r->indices) p.index_src = &r->spare_index[!side];
    if (r->indices && !is_last) p.index_dst = &r->spare_index[side];
    if (r->indices && is_last) p.result = r->indices;
    w->pass = pass;
    w->reads_index = p.index_src != none;
    w->writes = (!is_last || r->values ? WRITES_VALUES : 0) |
                (p.index_dst != none ? WRITES_INDEX : 0) | (p.result != none ? WRITES_RESULT : 0);
    if (!(w->writes & WRITES_VALUES)) p.dst = none;
    w->src = offset_of(src);
    w->dst = offset_of(p.dst);
    return p;
}

static dpex_status run_pass(run *r, int pass, int n, const dpex_array **src)
{
    const pass_arrays p = choose_arrays(r, pass, n, *src);
    choose_digit(r, pass);
    if (!r->sweeps) DPEX_TRY(sum_counts(r, *src));
    const dpex_array *arrays[] = {p.src, p.dst, p.index_src, p.index_dst, p.result, &r->counts};
    DPEX_TRY(launch(r, r->sweeps ? SWEEP : SCATTER, arrays, 6, r->n_lines * r->words.n_parts));
    *src = p.dst;
    return DPEX_SUCCESS;
}

/* Parts of a line: by tiles on a GPU, on a CPU as many as its cores want. */
static void divide_lines(run *r)
{
    int64_t part = GROUP_TILE;
    if (!r->is_grouped) {
        const int64_t units = dpex_int64_max(r->queue->device->info.max_compute_units, 1);
        const int64_t wanted = dpex_int64_ceil_div(units * PARTS_PER_UNIT, r->n_lines);
        part = dpex_int64_max(dpex_int64_ceil_div(r->n, wanted), LEAST_PART);
    }
    r->words.part = part;
    r->words.n_parts = dpex_int64_ceil_div(r->n, part);
}

/* The counts of the digits of all passes, summed, and the memory through which tiles
 * communicate. */
static dpex_status begin_sweeps(run *r, const dpex_array *src)
{
    const dpex_array *arrays[] = {src, &r->counts}, *counts = &r->counts;
    const dpex_scalar zero = {0};
    sort_words *w = &r->words;
    const int64_t tile = SWEEP_LANES * sweep_elems(r), n_tiles = dpex_int64_ceil_div(r->n, tile);
    const int64_t n_bases = (r->n_lines * count_passes(r)) << r->radix_bits;
    const int64_t n_status = (r->n_lines * n_tiles) << r->radix_bits;
    const int64_t n_cleared = n_bases + count_passes(r) + n_status;
    const int64_t n_counts = n_cleared + n_status;
    DPEX_TRY(dpex_array_init(r->queue, r->is_wide ? DPEX_U64 : DPEX_U32, 1, &n_counts, DPEX_ORDER_C,
                             DPEX_USM_DEVICE, &r->counts));
    dpex_array cleared = r->counts; /* borrowed */
    cleared.shape = (int64_t[]){n_cleared};
    cleared.size = n_cleared;
    DPEX_TRY(dpex_array_fill(&cleared, &zero));
    w->part = HISTOGRAM_PART;
    w->n_parts = dpex_int64_ceil_div(r->n, w->part);
    DPEX_TRY(launch(r, HISTOGRAM, arrays, 2, r->n_lines * w->n_parts));
    DPEX_TRY(launch(r, BASES, &counts, 1, r->n_lines * count_passes(r)));
    w->part = tile;
    w->n_parts = n_tiles;
    return DPEX_SUCCESS;
}

static dpex_status begin_counts(run *r)
{
    divide_lines(r);
    const int64_t n_counts = r->n_lines * r->words.n_parts << r->radix_bits;
    return dpex_array_init(r->queue, r->is_wide ? DPEX_U64 : DPEX_U32, 1, &n_counts, DPEX_ORDER_C,
                           DPEX_USM_DEVICE, &r->counts);
}

static dpex_status sort_by_digits(run *r, const dpex_array *src)
{
    const int n = count_passes(r);
    DPEX_TRY(r->sweeps ? begin_sweeps(r, src) : begin_counts(r));
    DPEX_TRY(make_buffers(r, n));
    for (int pass = 0; pass < n; pass++) DPEX_TRY(run_pass(r, pass, n, &src));
    return DPEX_SUCCESS;
}

/* Parts of a line by the network, which are merged in pairs: fewer passes than complex numbers have digits. */
static dpex_status sort_by_paths(run *r, const dpex_array *src)
{
    const int64_t n_chunks = dpex_int64_ceil_div(r->n, PATH_EACH);
    int n = 1;
    for (int64_t width = MOST_BY_NETWORK; width < r->n; width *= 2) n++;
    DPEX_TRY(make_buffers(r, n));
    for (int pass = 0; pass < n; pass++) {
        const pass_arrays p = choose_arrays(r, pass, n, src);
        const dpex_array *parts[] = {p.src, p.dst, p.index_dst, p.result},
                         *runs[] = {p.src, p.dst, p.index_src, p.index_dst, p.result};
        r->words.part = (int64_t)MOST_BY_NETWORK << (pass ? pass - 1 : 0);
        r->words.n_parts = pass ? n_chunks : dpex_int64_ceil_div(r->n, MOST_BY_NETWORK);
        DPEX_TRY(pass ? launch(r, PATH, runs, 5, r->n_lines * n_chunks)
                      : launch(r, NETWORK, parts, 4, r->n_lines * r->words.n_parts));
        src = p.dst;
    }
    return DPEX_SUCCESS;
}

/* x is not empty, and its lines have two elements or more. */
dpex_status dpex_sort_device(const dpex_sort_task *task)
{
    const dpex_array *x = task->x, *src;
    const dpex_device *device = x->queue->device;
    const int64_t n = x->shape[task->axis];
    const int is_grouped = dpex_device_has_groups(device),
              is_complex = dpex_dtype_get_info(x->dtype)->kind == DPEX_KIND_COMPLEX;
    const int sweeps = dpex_device_has_progress(device);
    run r = {.queue = x->queue,
             .name = task->name,
             .dtype = x->dtype,
             .is_grouped = is_grouped,
             .is_wide = n > (sweeps ? (int64_t)MOST_NARROW : (int64_t)UINT32_MAX),
             .sweeps = sweeps,
             .radix_bits = is_grouped && !sweeps ? GROUP_RADIX_BITS : ITEM_RADIX_BITS,
             .n_lines = x->size / n,
             .n = n,
             .values = task->values,
             .indices = task->indices};
    r.words =
        (sort_words){.n_lines = r.n_lines,
                     .n = n,
                     .flip = task->descending ? UINT64_MAX : 0,
                     .writes = (r.values ? WRITES_VALUES : 0) | (r.indices ? WRITES_RESULT : 0)};
    dpex_status status = read_lines(&r, x, task->axis, &src);
    if (!status)
        status = n <= (is_grouped ? MOST_BY_ITEM : MOST_BY_MERGES) ? sort_by_merges(&r, src)
                 : is_grouped && n <= MOST_BY_NETWORK              ? sort_by_network(&r, src)
                 : is_grouped && is_complex && n <= MOST_BY_PATHS  ? sort_by_paths(&r, src)
                                                                   : sort_by_digits(&r, src);
    free_buffers(&r);
    return status;
}
