/* bincount and histogram: each part of the elements has a table, and the tables are added in order.
 *
 * The number of parts depends on sizes alone, so that weighted sums have the same bits for any
 * number of threads. Small tables exist several times, so that adding to one need not wait for the
 * preceding addition. The bin of a histogram is computed from the distance of the edges, and
 * corrected by one if the edges require it. */
#include "dpex/count.h"
#include "base/integer.h"

#include <stdatomic.h>
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "defs/tuning.h"
#include "device.h"
#include "ops/index/bounds.h"
#include "ops/work.h"
#include "runtime/runtime.h"
#include "tables.h"

enum { SUM_CHUNK = 8192, N_SMALL = 4 };

typedef struct counting {
    _Atomic int refs;
    const char *x, *weights;          /* weights: NULL for counts */
    int64_t x_stride, weights_stride; /* bytes */
    dpex_dtype dtype;                 /* of x */
    const void *edges;                /* NULL: elements are numbers */
    int is_single;                    /* edges, or weights, are of float32, else of float64 */
    int64_t size, n, part, n_parts, bin_bytes;
    /* [part][n] of int64, or of the weights' type; that of one part is the result */
    char *tables;
    char *out;
} counting;

/* ---- numbers of bins ------------------------------------------------------------------------------------------- */

/* The numbers in place, or gathered in `block`. */
static const int64_t *read_numbers(const counting *c, int64_t first, int64_t n, int64_t *block)
{
    const char *x = c->x + first * c->x_stride;
    if (c->x_stride == sizeof(int64_t)) return (const void *)x;
    for (int64_t i = 0; i < n; i++) block[i] = *(const int64_t *)(x + i * c->x_stride);
    return block;
}

#define READ_VALUES(T)                                                                             \
    for (int64_t i = 0; i < n; i++) values[i] = *(const T *)(const void *)(x + i * c->x_stride);

/* numbers[i] = the bin of element first + i, or -1. The bin of a value by its distance from the
 * first edge, then corrected: the division may round to a neighbouring bin. Values outside the
 * range, and NaN, which fails both comparisons, have no bin; the last edge belongs to the last
 * bin. */
#define FIND_BINS(name, E)                                                                         \
    static void name(const counting *c, int64_t first, int64_t n, int64_t *numbers)                \
    {                                                                                              \
        E values[DPEX_BLOCK_ELEMS];                                                                \
        const char *x = c->x + first * c->x_stride;                                                \
        const E *edges = c->edges, low = edges[0], high = edges[c->n];                             \
        const E per_unit = (E)c->n / (high - low), last = (E)(c->n - 1);                           \
        if (c->dtype == DPEX_F64) {                                                                \
            READ_VALUES(double)                                                                    \
        } else {                                                                                   \
            READ_VALUES(float)                                                                     \
        }                                                                                          \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const E at = (values[i] - low) * per_unit;                                             \
            const int is_inside = values[i] >= low && values[i] <= high;                           \
            numbers[i] = is_inside ? (int64_t)(at < last ? at : last) : -1;                        \
        }                                                                                          \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const int64_t bin = numbers[i];                                                        \
            if (bin < 0) continue;                                                                 \
            const int is_below = values[i] < edges[bin];                                           \
            const int is_above = values[i] >= edges[bin + 1] && bin + 1 < c->n;                    \
            numbers[i] = bin - is_below + is_above;                                                \
        }                                                                                          \
    }
FIND_BINS(find_bins_f64, double)
/* For devices without double precision: as theirs. */
FIND_BINS(find_bins_f32, float)
#undef FIND_BINS
#undef READ_VALUES

/* ---- tables ---------------------------------------------------------------------------------------------------- */

/* Unsigned comparison: negative numbers, the mark for no bin, are large. */
static void add_ones(const counting *c, const int64_t *numbers, int64_t n, int64_t *table)
{
    for (int64_t i = 0; i < n; i++)
        if ((uint64_t)numbers[i] < (uint64_t)c->n) table[numbers[i]]++;
}

#define ADD_WEIGHTS(T)                                                                             \
    for (int64_t i = 0; i < n; i++)                                                                \
        if ((uint64_t)numbers[i] < (uint64_t)c->n)                                                 \
            ((T *)table)[numbers[i]] += *(const T *)(const void *)(weights + i * c->weights_stride);

static void add_weights(const counting *c, const int64_t *numbers, int64_t first, int64_t n,
                        void *table)
{
    const char *weights = c->weights + first * c->weights_stride;
    if (c->is_single) {
        ADD_WEIGHTS(float)
    } else {
        ADD_WEIGHTS(double)
    }
}
#undef ADD_WEIGHTS

/* Neighbouring elements are counted in different tables, so that one addition does not wait for the
 * other. N_SMALL tables, since a count that was just written delays the next one of the same
 * bin. */
static void add_ones_small(const counting *c, const int64_t *numbers, int64_t n,
                           int64_t (*tables)[DPEX_COUNT_SMALL + 1])
{
    int64_t block[DPEX_BLOCK_ELEMS], i = 0;
    const int64_t *bins = numbers;
    if (!dpex_are_inside(numbers, n, c->n)) {
        for (; i < n; i++)
            block[i] = (uint64_t)numbers[i] < (uint64_t)c->n ? numbers[i] : DPEX_COUNT_SMALL;
        bins = block;
    }
    for (i = 0; i + N_SMALL <= n; i += N_SMALL)
        for (int j = 0; j < N_SMALL; j++) tables[j][bins[i + j]]++;
    for (; i < n; i++) tables[0][bins[i]]++;
}

/* The tables of neighbouring elements are added into one. */
static void add_small(const counting *c, int64_t (*small)[DPEX_COUNT_SMALL + 1], int64_t *table)
{
    for (int64_t i = 0; i < c->n; i++) {
        table[i] = 0;
        for (int j = 0; j < N_SMALL; j++) table[i] += small[j][i];
    }
}

/* The table of a part is cleared by the thread that fills it, so that its memory is in that
 * thread's cache. */
static void count_part(const counting *c, int64_t number, void *table)
{
    int64_t block[DPEX_BLOCK_ELEMS], small[N_SMALL][DPEX_COUNT_SMALL + 1];
    const int64_t first = number * c->part;
    const int64_t end = number == c->n_parts - 1 ? c->size : first + c->part;
    const int is_small = c->n <= DPEX_COUNT_SMALL && !c->weights;
    memset(table, 0, (size_t)(c->n * c->bin_bytes));
    if (is_small) memset(small, 0, sizeof(small));
    for (int64_t at = first; at < end; at += DPEX_BLOCK_ELEMS) {
        const int64_t n = dpex_int64_min(end - at, DPEX_BLOCK_ELEMS);
        const int64_t *numbers = block;
        if (c->edges)
            (c->is_single ? find_bins_f32 : find_bins_f64)(c, at, n, block);
        else
            numbers = read_numbers(c, at, n, block);
        if (is_small)
            add_ones_small(c, numbers, n, small);
        else if (c->weights)
            add_weights(c, numbers, at, n, table);
        else
            add_ones(c, numbers, n, table);
    }
    if (is_small) add_small(c, small, table);
}

static dpex_status count_parts(void *payload, int64_t first_part, int64_t last_part)
{
    const counting *c = payload;
    for (int64_t i = first_part; i < last_part; i++)
        count_part(c, i, c->tables + i * c->n * c->bin_bytes);
    return DPEX_SUCCESS;
}

/* The bins first_chunk * SUM_CHUNK to end of all tables, which are of T. */
#define SUM_TABLES(T)                                                                              \
    for (int64_t i = first_chunk * SUM_CHUNK; i < end; i++) {                                      \
        const T *tables = (const void *)c->tables;                                                 \
        T sum = 0;                                                                                 \
        for (int64_t part = 0; part < c->n_parts; part++) sum += tables[part * c->n + i];          \
        ((T *)(void *)c->out)[i] = sum;                                                            \
    }

/* In the order of the parts, so that weighted sums have the same bits for any number of threads. */
static dpex_status sum_tables(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const counting *c = payload;
    const int64_t end = last_chunk * SUM_CHUNK < c->n ? last_chunk * SUM_CHUNK : c->n;
    if (c->weights && c->is_single) {
        SUM_TABLES(float)
    } else if (c->weights) {
        SUM_TABLES(double)
    } else {
        SUM_TABLES(int64_t)
    }
    return DPEX_SUCCESS;
}

/* ---- submission ---------------------------------------------------------------------------------------------------- */

static void drop(void *payload)
{
    counting *c = payload;
    if (atomic_fetch_sub(&c->refs, 1) != 1) return;
    dpex_free(c);
}

/* With one part its table is the result, and there is no second phase. */
static dpex_status submit(counting *c, const char *name, const dpex_array *const *arrays, int n)
{
    const int n_phases = c->n_parts > 1 ? 2 : 1;
    const dpex_phase phases[2] = {
        {.run = count_parts, .n_chunks = c->n_parts},
        {.run = sum_tables, .n_chunks = dpex_int64_ceil_div(c->n, SUM_CHUNK)}};
    const dpex_work work = {.name = name, .drop = drop, .payload = c, .cost = c->size};
    atomic_store(&c->refs, n_phases);
    return dpex_work_submit_phases(&work, phases, n_phases, arrays, n);
}

/* 0 for a single element, which is repeated. */
static int64_t stride_of(const dpex_array *x)
{
    return x->size > 1 ? x->strides[0] * (int64_t)dpex_dtype_get_info(x->dtype)->itemsize : 0;
}

/* arrays: x, edges, weights, of which the last two may be NULL; out: made.
 * given: what the command reads; `out` is new and holds the result. */
static dpex_status count_into(const char *name, const dpex_array *const given[3], int64_t n,
                              const dpex_array *out)
{
    counting *c = dpex_calloc(1, sizeof(*c));
    if (!c) return DPEX_FAIL_NO_COMMAND(name);
    atomic_init(&c->refs, 1);
    const dpex_array *x = given[0], *arrays[5];
    int n_arrays = 0;
    for (int i = 0; i < 3; i++) {
        if (!given[i]) continue;
        arrays[n_arrays++] = given[i];
    }
    arrays[n_arrays++] = out;
    c->x = dpex_array_get_ptr(x);
    c->x_stride = stride_of(x);
    c->dtype = x->dtype;
    c->size = x->size;
    c->n = n;
    if (given[1]) c->edges = dpex_array_get_ptr(given[1]);
    /* With several parts the result is the sum of their tables, which are scratch memory of the
     * pool. */
    if (given[2]) {
        c->weights = dpex_array_get_ptr(given[2]);
        c->weights_stride = stride_of(given[2]);
    }
    c->out = c->tables = dpex_array_get_ptr(out);
    c->is_single = (given[1] ? given[1] : out)->dtype == DPEX_F32;
    c->bin_bytes = dpex_dtype_get_info(out->dtype)->itemsize;
    c->n_parts = dpex_count_parts(c->size, n, &c->part);
    if (c->n_parts == 1) return submit(c, name, arrays, n_arrays);
    dpex_array tables;
    const int64_t n_tables = c->n_parts * n;
    dpex_status status =
        dpex_array_init(x->queue, out->dtype, 1, &n_tables, DPEX_ORDER_C, DPEX_USM_DEVICE, &tables);
    if (status) {
        drop(c);
        return status;
    }
    c->tables = dpex_array_get_ptr(&tables);
    arrays[n_arrays++] = &tables;
    status = submit(c, name, arrays, n_arrays);
    dpex_array_fini(&tables);
    return status;
}

static int is_real(const dpex_array *x)
{
    return x->dtype == DPEX_F64 || x->dtype == DPEX_F32;
}

/* The callers convert arguments; this only checks. */
static dpex_status check(const char *name, const dpex_array *x, const dpex_array *edges,
                         const dpex_array *weights)
{
    const int is_right = edges ? is_real(x) : x->dtype == DPEX_I64;
    /* Single precision throughout, or double: what is single is so where a device has no other. */
    const int differ = edges && weights && weights->dtype != edges->dtype;
    if (x->nd != 1 || !is_right || differ || (weights && (!is_real(weights) || weights->nd != 1)))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: an array has a wrong dtype or shape", name);
    if (weights && weights->size != x->size)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: %lld weights for %lld elements", name,
                         (long long)weights->size, (long long)x->size);
    if (weights) DPEX_TRY(dpex_array_check_queue(name, "the array of weights", weights, x->queue));
    if (edges) DPEX_TRY(dpex_array_check_queue(name, "the array of edges", edges, x->queue));
    return DPEX_SUCCESS;
}

/* given: as of count_new. */
static dpex_status init_counts(const dpex_array *const given[3], int64_t n, dpex_array *out)
{
    return dpex_array_init(given[0]->queue, given[2] ? given[2]->dtype : DPEX_I64, 1, &n,
                           DPEX_ORDER_C, dpex_array_result_kind(given, 3), out);
}

/* given: elements, edges, weights; the last two may be NULL. */
static dpex_status count_new(const char *name, const dpex_array *const given[3], int64_t n,
                             dpex_array *out)
{
    DPEX_TRY(check(name, given[0], given[1], given[2]));
    DPEX_TRY(init_counts(given, n, out));
    dpex_status status = DPEX_SUCCESS;
    if (n && given[0]->queue->backend->runs_on_host)
        status = count_into(name, given, n, out);
    else if (n)
        status =
            dpex_device_count(&(dpex_device_counting){name, given[0], given[1], given[2], out});
    if (status) dpex_array_fini(out);
    return status;
}

/* Whether x is short, holds int64 and may be read by this thread; a failure that was not reported
 * yet is for those who wait. */
static int may_be_read(const dpex_array *x)
{
    return x->nd == 1 && x->dtype == DPEX_I64 && x->size > 0 && x->size <= DPEX_BLOCK_ELEMS &&
           dpex_arrays_are_idle(&x, 1) &&
           !atomic_load_explicit(&x->queue->timeline->failure, memory_order_relaxed);
}

/* The weights, as may_be_read of x; NULL is none. */
static int may_be_added(const dpex_array *weights, const dpex_array *x)
{
    return !weights ||
           (weights->nd == 1 && weights->dtype == DPEX_F64 && weights->size == x->size &&
            weights->queue == x->queue && dpex_arrays_are_idle(&weights, 1));
}

/* In the order of the elements, as count_part adds. */
static void add_few(const int64_t *numbers, const dpex_array *x, const dpex_array *weights,
                    void *counts)
{
    const char *added = weights ? dpex_array_get_ptr(weights) : NULL;
    for (int64_t i = 0; i < x->size; i++) {
        if (!weights)
            ((int64_t *)counts)[numbers[i]]++;
        else
            ((double *)counts)[numbers[i]] +=
                *(const double *)(const void *)(added + i * stride_of(weights));
    }
}

dpex_status dpex_bincount_few_new(const dpex_array *x, const dpex_array *weights, int64_t least,
                                  int *done, dpex_array *out)
{
    int64_t block[DPEX_BLOCK_ELEMS];
    uint64_t highest = 0; /* of the numbers without sign: negative ones are large */
    *done = 0;
    if (!may_be_read(x) || !may_be_added(weights, x)) return DPEX_SUCCESS;
    const char *first = dpex_array_get_ptr(x);
    for (int64_t i = 0; i < x->size; i++) {
        block[i] = *(const int64_t *)(const void *)(first + i * stride_of(x));
        if ((uint64_t)block[i] > highest) highest = (uint64_t)block[i];
    }
    if (highest >= DPEX_INLINE_ELEMS || least > DPEX_INLINE_ELEMS) return DPEX_SUCCESS;
    const int64_t n = (int64_t)highest < least ? least : (int64_t)highest + 1;
    DPEX_TRY(init_counts((const dpex_array *const[3]){x, NULL, weights}, n, out));
    const dpex_array *written = out;
    if (!dpex_arrays_are_idle(&written, 1)) {
        dpex_array_fini(out);
        return DPEX_SUCCESS;
    }
    memset(dpex_array_get_ptr(out), 0, (size_t)n * sizeof(int64_t)); /* doubles are as large */
    add_few(block, x, weights, dpex_array_get_ptr(out));
    *done = 1;
    return DPEX_SUCCESS;
}

dpex_status dpex_bincount_new(const dpex_array *x, const dpex_array *weights, int64_t n,
                              dpex_array *out)
{
    const dpex_array *given[3] = {x, NULL, weights};
    if (n < 0)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "bincount: %lld bins, must not be negative",
                         (long long)n);
    return count_new("bincount", given, n, out);
}

dpex_status dpex_histogram_new(const dpex_array *x, const dpex_array *edges,
                               const dpex_array *weights, dpex_array *out)
{
    const dpex_array *given[3] = {x, edges, weights};
    if (edges->nd != 1 || edges->size < 2 || !is_real(edges) ||
        (x->dtype == DPEX_F64 && edges->dtype != DPEX_F64) ||
        !(edges->flags & DPEX_ARRAY_C_CONTIGUOUS))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "histogram: edges must be two numbers at least, "
                                                   "one after the other, of float64 or as x");
    return count_new("histogram", given, edges->size - 1, out);
}
