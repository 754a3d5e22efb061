/* bincount and histogram on devices that compile at run time. Parts of the elements have tables,
 * which are added in order; on CPUs they are the host's parts, so that sums have the host's bits,
 * on GPUs many small ones. Where tables for many parts would be larger than the elements, GPUs sort
 * the numbers of bins and add each bin's weights by one item. Counts of GPUs are atomic additions
 * of integers, which may come in any order. */
#include "device.h"

#include <stdio.h>

#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "dpex/op.h"
#include "ops/device/device.h"
#include "ops/sort/sort.h"
#include "runtime/runtime.h"
#include "tables.h"

extern const char dpex_text_count[];

/* Of elements where nothing else is said. GPU_PART: fewer elements of a part are not worth a
 * table; GPU_PARTS: more do not make a GPU busier. LOCAL_BINS: 16 KiB of local memory, which
 * leaves space for several groups on a processor. */
enum {
    GPU_PART = 512,
    GPU_PARTS = 1 << 14,
    GPU_LEAST_PARTS = 256, /* fewer leave a GPU idle, unless they are short */
    GPU_SHORT = 1 << 14,
    LOCAL_BINS = 4096,
    WARP_LEAST_BITS = 6, /* tables of a sub-group have a power of 2 bins, ... */
    WARP_MOST_BITS = 11, /* ... of doubles 16 KiB at most */
    WARP = 32,
    WARP_PARTS = 2048,     /* sub-groups that keep a GPU busy */
    ATOMIC_PART = 1 << 14, /* elements of a group */
    ATOMIC_PARTS = 2048,
    ROUND = 1 << 30 /* elements that 32 bits count */
};

/* The k_count of count.cl. */
typedef struct count_words {
    int64_t size, first, n, part, n_parts;
    int64_t x, x_step, weights, weights_step, edges, tables, out, order;
    int64_t bin_step, part_step;
} count_words;

void dpex_device_count_write(const dpex_device_count_text *what, dpex_text *text)
{
    dpex_text_append(text,
                     "typedef %s k_in;\ntypedef %s k_sum;\ntypedef %s k_edge;\n#define K_PHASE %d\n"
                     "#define K_WEIGHTED %d\n#define K_EDGES %d\n#define K_GROUPED %d\n"
                     "#define K_GROUP_ITEMS %d\n#define K_SMALL %d\n#define K_LOCAL_BINS %d\n"
                     "#define K_BIN_BITS %d\n",
                     dpex_device_c_type(what->in), dpex_device_c_type(what->sum),
                     dpex_device_c_type(what->edge), (int)what->phase, what->is_weighted,
                     what->edge != DPEX_I64, what->is_grouped, DPEX_DEVICE_LANES,
                     what->is_small ? DPEX_COUNT_SMALL : 0,
                     what->bin_bits    ? 1 << what->bin_bits
                     : what->has_local ? LOCAL_BINS
                                       : 0,
                     what->bin_bits);
    dpex_text_append_string(text, dpex_text_count);
}

static void write_kernel(const void *arg, dpex_text *text)
{
    dpex_device_count_write(arg, text);
}

typedef struct run {
    const dpex_device_counting *what;
    dpex_queue *queue;
    dpex_device_count_text text;
    count_words words;
} run;

static dpex_status launch(run *r, dpex_device_count_phase phase, const dpex_array *const *arrays,
                          int n_arrays, int64_t n_items, int group)
{
    char kernel[64];
    r->text.phase = phase;
    snprintf(kernel, sizeof kernel, "count %d %d %d %d %d %d %d %d", (int)phase, r->text.sum,
             r->text.edge, r->text.is_grouped, r->text.is_weighted, r->text.is_small,
             r->text.has_local, r->text.bin_bits);
    const dpex_device_job job = {r->what->name, kernel,   r->text.in, {write_kernel, &r->text},
                                 arrays,        n_arrays, &r->words,  sizeof r->words};
    return dpex_device_run_job(r->queue, &job, n_items, group);
}

/* What is given for an argument that the kernel does not read. */
static const dpex_array *given_or(const dpex_array *given, const dpex_array *other)
{
    return given ? given : other;
}

/* ---- tables ------------------------------------------------------------------------------------------------ */

/* Two commands: tables of parts, then their sums by bin. A single part counts into the result
 * itself. */
static dpex_status add_tables(run *r, const dpex_array *tables)
{
    const dpex_device_counting *what = r->what;
    const dpex_array *const all[] = {what->x, given_or(what->edges, what->x),
                                     given_or(what->weights, what->x), tables};
    const dpex_array *const two[] = {tables, what->out};
    const int64_t n = r->words.n;
    const int is_grouped = r->text.is_grouped, group = is_grouped ? DPEX_DEVICE_LANES : 1;
    r->words.tables = dpex_device_offset(tables);
    if (r->text.bin_bits)
        DPEX_TRY(launch(r, DPEX_DEVICE_COUNT_WARPS, all, 4, r->words.n_parts * WARP, WARP));
    else
        DPEX_TRY(
            launch(r, DPEX_DEVICE_COUNT_TABLES, all, 4, r->words.n_parts, is_grouped ? 64 : 1));
    if (tables == what->out) return DPEX_SUCCESS;
    return launch(r, DPEX_DEVICE_COUNT_TOTALS, two, 2, n * group, DPEX_DEVICE_LANES);
}

static dpex_status count_by_tables(run *r)
{
    dpex_array tables;
    const int64_t n_tables = r->words.n * r->words.n_parts;
    /* On a GPU the tables of one bin lie side by side: neighbouring items, which have
     * neighbouring parts, then write neighbouring words. On a CPU an item has its table in one
     * piece, which its cache holds; a sub-group writes a table at a time. */
    const int are_bins_apart = r->text.is_grouped && !r->text.bin_bits;
    r->words.bin_step = are_bins_apart ? r->words.n_parts : 1;
    r->words.part_step = are_bins_apart ? 1 : r->words.n;
    if (r->words.n_parts == 1) return add_tables(r, r->what->out);
    DPEX_TRY(dpex_array_init(r->queue, r->text.sum, 1, &n_tables, DPEX_ORDER_C, DPEX_USM_DEVICE,
                             &tables));
    const dpex_status status = add_tables(r, &tables);
    dpex_array_fini(&tables);
    return status;
}

/* ---- atomic counts ------------------------------------------------------------------------------------------- */

/* At most ROUND elements: their counts fit the 32 bits that every device adds atomically; 64-bit
 * atomics are an extension. The table is added to the result of 64 bits, and cleared, after each
 * round. */
static dpex_status count_round(run *r, const dpex_array *table)
{
    const dpex_device_counting *what = r->what;
    const dpex_array *const all[] = {what->x, given_or(what->edges, what->x), table};
    const dpex_array *const two[] = {table, what->out};
    const int64_t n = r->words.size - r->words.first;
    r->words.part = dpex_int64_max(dpex_int64_ceil_div(n, ATOMIC_PARTS), ATOMIC_PART);
    const int64_t n_groups = dpex_int64_ceil_div(n, r->words.part);
    DPEX_TRY(launch(r, DPEX_DEVICE_COUNT_ATOMIC, all, 3, n_groups * DPEX_DEVICE_LANES,
                    DPEX_DEVICE_LANES));
    return launch(r, DPEX_DEVICE_COUNT_WIDEN, two, 2, r->words.n, DPEX_DEVICE_LANES);
}

static dpex_status count_by_atomics(run *r)
{
    const dpex_scalar zero = {.i = 0};
    const int64_t size = r->words.size;
    dpex_array table;
    DPEX_TRY(
        dpex_array_init(r->queue, DPEX_U32, 1, &r->words.n, DPEX_ORDER_C, DPEX_USM_DEVICE, &table));
    dpex_status status = dpex_array_fill(&table, &zero);
    r->words.tables = dpex_device_offset(&table);
    r->text.has_local = r->words.n <= LOCAL_BINS;
    /* No elements are one round too: it writes the zeros of the result. */
    for (int64_t first = 0; (first < size || first == 0) && !status; first += ROUND) {
        r->words.first = first;
        r->words.size = dpex_int64_min(size, first + ROUND);
        status = count_round(r, &table);
    }
    dpex_array_fini(&table);
    return status;
}

/* ---- sorted bins --------------------------------------------------------------------------------------------- */

static dpex_status add_sorted(run *r, const dpex_array *bins)
{
    const dpex_device_counting *what = r->what;
    const dpex_array *const all[] = {what->x, given_or(what->edges, what->x), bins};
    const int64_t out = r->words.out;
    dpex_array sorted, order;
    r->words.out = dpex_device_offset(bins);
    DPEX_TRY(launch(r, DPEX_DEVICE_COUNT_BINS, all, 3, r->words.size, DPEX_DEVICE_LANES));
    DPEX_TRY(dpex_sort_both_new(what->name, bins, 0, 0, &sorted, &order));
    const dpex_array *const four[] = {&sorted, &order, what->weights, what->out};
    r->words.out = out;
    r->words.tables = dpex_device_offset(&sorted);
    r->words.order = dpex_device_offset(&order);
    const dpex_status status =
        launch(r, DPEX_DEVICE_COUNT_SORTED, four, 4, r->words.n, DPEX_DEVICE_LANES);
    dpex_array_fini(&order);
    dpex_array_fini(&sorted);
    return status;
}

/* Weights of one bin lie side by side after a stable sort of the bins, in the elements' order:
 * so a sum has the same bits each time, where atomic additions would not. */
static dpex_status count_by_sorting(run *r)
{
    dpex_array bins;
    DPEX_TRY(dpex_array_init(r->queue, DPEX_I64, 1, &r->words.size, DPEX_ORDER_C, DPEX_USM_DEVICE,
                             &bins));
    const dpex_status status = add_sorted(r, &bins);
    dpex_array_fini(&bins);
    return status;
}

/* ---- choice ---------------------------------------------------------------------------------------------------- */

/* 0 for a single element, which is repeated. */
static int64_t step_of(const dpex_array *x)
{
    return x && x->size > 1 ? x->strides[0] : 0;
}

static int64_t offset_of(const dpex_array *x)
{
    return x ? dpex_device_offset(x) : 0;
}

/* Parts of at least so many elements. */
static void cut(count_words *w, int64_t least, int64_t most_parts)
{
    w->n_parts = dpex_int64_clamp(w->size / least, 1, most_parts);
    w->part = dpex_int64_ceil_div(w->size, w->n_parts);
}

/* Of the power of 2 that has at least n. */
static int bits_of(int64_t n)
{
    int bits = WARP_LEAST_BITS;
    while (n > 1 << bits) bits++;
    return bits;
}

dpex_status dpex_device_count(const dpex_device_counting *what)
{
    const dpex_array *x = what->x;
    const int is_grouped = dpex_device_has_groups(x->queue->device);
    run r = {.what = what, .queue = x->queue};
    count_words *w = &r.words;
    *w = (count_words){.size = x->size,
                       .n = what->out->size,
                       .x = offset_of(x),
                       .x_step = step_of(x),
                       .weights = offset_of(what->weights),
                       .weights_step = step_of(what->weights),
                       .edges = offset_of(what->edges),
                       .out = offset_of(what->out)};
    r.text = (dpex_device_count_text){.in = x->dtype,
                                      .sum = what->out->dtype,
                                      .edge = what->edges ? what->edges->dtype : DPEX_I64,
                                      .is_grouped = is_grouped,
                                      .is_weighted = what->weights != NULL};
    if (is_grouped && !what->weights) return count_by_atomics(&r);
    if (!is_grouped) {
        r.text.is_small = w->n <= DPEX_COUNT_SMALL && !what->weights;
        w->n_parts = dpex_count_parts(w->size, w->n, &w->part);
        return count_by_tables(&r);
    }
    if (dpex_device_has_progress(x->queue->device) && w->n <= 1 << WARP_MOST_BITS) {
        r.text.bin_bits = bits_of(w->n);
        cut(w, DPEX_COUNT_SHARE * w->n, WARP_PARTS);
        return count_by_tables(&r);
    }
    /* A part has several times as many elements as bins, else clearing and adding its table
     * would be most of the work. */
    cut(w, dpex_int64_max(DPEX_COUNT_SHARE * w->n, GPU_PART), GPU_PARTS);
    if (w->n_parts < GPU_LEAST_PARTS && w->size > GPU_SHORT) return count_by_sorting(&r);
    w->n_parts = dpex_int64_max(dpex_int64_ceil_div(w->size, dpex_int64_max(w->part, 1)), 1);
    return count_by_tables(&r);
}
