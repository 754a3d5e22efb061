/* ufunc.reduceat and ufunc.at: reductions of segments of an array, and values combined into
 * elements of one.
 *
 * A segment is reduced as any reduction is (loops/reducer.h), so results do not depend on threads.
 * Values are combined into their elements in order. One thread does that for a target that a cache
 * holds; for a larger one each thread checks all indices and takes those of its own part of the
 * target. */
#include "dpex/segments.h"
#include "base/integer.h"

#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "defs/tuning.h"
#include "device.h"
#include "ops/index/bounds.h"
#include "ops/reduce/reduction.h"
#include "ops/tape/resolve.h"
#include "ops/work.h"
#include "runtime/runtime.h"

/* ---- segments ------------------------------------------------------------------------------------------------ */

enum { CHUNK_ELEMS = 1 << 15 };

typedef struct reducing {
    const dpex_reducer *reducer;
    const char *x;
    char *out;
    const int64_t *begins;
    int64_t length, width, row_bytes, item_bytes; /* width: elements per index of the first axis */
    int64_t n, per_chunk;                         /* segments */
} reducing;

/* An empty segment (begins[k] >= begins[k + 1]) has the value at begins[k], as in NumPy. */
static void reduce_segment(const reducing *r, int64_t k)
{
    const int64_t begin = r->begins[k], next = k + 1 < r->n ? r->begins[k + 1] : r->length;
    const size_t n = next > begin ? (size_t)(next - begin) : 1;
    void *const words[] = {r->out + k * r->row_bytes};
    dpex_rows rows = {.values = r->x + begin * r->row_bytes, .n = n, .n_rows = 1};
    /* One element per index: a row of n values. Otherwise the rows below are combined lane by
     * lane. */
    if (r->width == 1) {
        r->reducer->fold(words, &rows);
        return;
    }
    rows.n = (size_t)r->width;
    rows.n_rows = n;
    rows.row_bytes = r->row_bytes;
    r->reducer->start(words, &rows);
}

static dpex_status reduce_segments(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const reducing *r = payload;
    const int64_t end = dpex_int64_min(last_chunk * r->per_chunk, r->n);
    for (int64_t k = first_chunk * r->per_chunk; k < end; k++) reduce_segment(r, k);
    return DPEX_SUCCESS;
}

/* Only reductions whose state is the result: others (mean, var) have no reduceat. */
static dpex_status check_segments(const dpex_reduction *reduction, const dpex_array *x,
                                  const dpex_array *begins, const dpex_reducer **reducer)
{
    if (x->nd < 1 || begins->nd != 1 || begins->dtype != DPEX_I64 ||
        (begins->size && !x->shape[0]) || !(x->flags & begins->flags & DPEX_ARRAY_C_CONTIGUOUS))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "segments: an array has a wrong dtype or layout");
    DPEX_TRY(dpex_array_check_queue("segments", "the array of beginnings", begins, x->queue));
    *reducer = dpex_reduction_get_reducer(reduction, dpex_loops_get(), x->dtype);
    if (!*reducer || (*reducer)->n_words != 1 || (*reducer)->finish ||
        reduction->post != DPEX_OP_NONE)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "segments: %s does not compute in %s",
                         reduction->name, dpex_dtype_get_info(x->dtype)->name);
    return DPEX_SUCCESS;
}

static dpex_status submit_reducing(const dpex_reducer *reducer, const dpex_array *x,
                                   const dpex_array *begins, const dpex_array *out)
{
    const dpex_array *arrays[] = {x, begins, out};
    reducing *r = dpex_calloc(1, sizeof(*r));
    if (!r) return DPEX_FAIL_NO_COMMAND("segments");
    *r = (reducing){.reducer = reducer,
                    .x = dpex_array_get_ptr(x),
                    .out = dpex_array_get_ptr(out),
                    .begins = dpex_array_get_ptr(begins),
                    .length = x->shape[0],
                    .width = x->size / x->shape[0],
                    .item_bytes = dpex_dtype_get_info(x->dtype)->itemsize,
                    .n = begins->size};
    r->row_bytes = r->width * r->item_bytes;
    const int64_t n_chunks = dpex_int64_min(x->size / CHUNK_ELEMS + 1, r->n);
    r->per_chunk = dpex_int64_ceil_div(r->n, n_chunks);
    const dpex_work work = {.name = "segments",
                            .run = reduce_segments,
                            .drop = dpex_free,
                            .payload = r,
                            .n_chunks = dpex_int64_ceil_div(r->n, r->per_chunk),
                            .cost = x->size};
    return dpex_work_submit(&work, arrays, 3);
}

dpex_status dpex_segments_reduce_new(const dpex_reduction *reduction, const dpex_array *x,
                                     const dpex_array *begins, dpex_array *out)
{
    const dpex_reducer *reducer = NULL;
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(check_segments(reduction, x, begins, &reducer));
    memcpy(shape, x->shape, (size_t)x->nd * sizeof(*shape));
    shape[0] = begins->size;
    const dpex_usm_kind kind = dpex_array_result_kind((const dpex_array *const[2]){x, begins}, 2);
    DPEX_TRY(dpex_array_init(x->queue, x->dtype, x->nd, shape, DPEX_ORDER_C, kind, out));
    dpex_status status = DPEX_SUCCESS;
    if (out->size)
        status = x->queue->backend->runs_on_host
                     ? submit_reducing(reducer, x, begins, out)
                     : dpex_device_segments_reduce(reduction, x, begins, out);
    if (status) dpex_array_fini(out);
    return status;
}

/* ---- values into elements ---------------------------------------------------------------------------------------- */

enum {
    /* Bytes of a target for which several threads pay, each of which checks all indices: in a
     * smaller one, which a cache holds, to update an element takes as long as to check its
     * index. */
    LEAST_SHARED = 1 << 22,
    MOST_STRETCHES = 4,
    INDICES_PER_COST = 4
};

/* Sums, products and extremes of one dtype as scalar loops, which are faster here than calls of
 * vector loops for one element: value numbers[i] into element indices[i]; numbers may be NULL:
 * value i. */
typedef void (*combine_fn)(void *target, const int64_t *indices, const void *values,
                           const int32_t *numbers, int64_t n, int64_t step);

#define COMBINE(name, T, expression)                                                               \
    static void name(void *target, const int64_t *indices, const void *values,                     \
                     const int32_t *numbers, int64_t n, int64_t step)                              \
    {                                                                                              \
        T *to = target;                                                                            \
        const T *from = values;                                                                    \
        for (int64_t i = 0; i < n; i++) {                                                          \
            /* Read, combined and stored one by one: an index may occur again in the next step. */ \
            const T x = to[indices[i]], y = from[(numbers ? numbers[i] : i) * step];               \
            to[indices[i]] = expression;                                                           \
        }                                                                                          \
    }
#define SUMS(suffix, T)                                                                            \
    COMBINE(add_##suffix, T, x + y)                                                                \
    COMBINE(subtract_##suffix, T, x - y)                                                           \
    COMBINE(multiply_##suffix, T, x *y)
#define EXTREMES(suffix, T) /* x != x: NaN stays */                                                \
    COMBINE(maximum_##suffix, T, x >= y || x != x ? x : y)                                         \
    COMBINE(minimum_##suffix, T, x <= y || x != x ? x : y)
SUMS(f32, float)
SUMS(f64, double)
SUMS(u32, uint32_t) /* signed ones wrap around in the same way */
SUMS(u64, uint64_t)
EXTREMES(f32, float)
EXTREMES(f64, double)
EXTREMES(i32, int32_t)
EXTREMES(i64, int64_t)
EXTREMES(u32, uint32_t)
EXTREMES(u64, uint64_t)
#undef EXTREMES
#undef SUMS
#undef COMBINE

/* The column of a dtype, in the order float, double, int32, int64, uint32, uint64.
 * Only the dtypes of the rows above; others use the operation's own loop. */
static int combine_column(dpex_dtype dtype)
{
    static const dpex_dtype dtypes[] = {DPEX_F32, DPEX_F64, DPEX_I32, DPEX_I64, DPEX_U32, DPEX_U64};
    for (int i = 0; i < 6; i++)
        if (dtypes[i] == dtype) return i;
    return -1;
}

static combine_fn find_combine(const dpex_op *op, dpex_dtype dtype)
{
#define ROW(name, signed_32, signed_64)                                                            \
    {                                                                                              \
#name,                                                                                     \
        {                                                                                          \
            name##_f32, name##_f64, name##_##signed_32, name##_##signed_64, name##_u32, name##_u64 \
        }                                                                                          \
    }
    static const struct {
        const char *name;
        combine_fn of[6];
    } rows[] = {ROW(add, u32, u64), ROW(subtract, u32, u64), ROW(multiply, u32, u64),
                ROW(maximum, i32, i64), ROW(minimum, i32, i64)};
#undef ROW
    const int column = combine_column(dtype);
    for (size_t i = 0; column >= 0 && i < sizeof(rows) / sizeof(*rows); i++)
        if (!strcmp(rows[i].name, dpex_op_get_name(op))) return rows[i].of[column];
    return NULL;
}

/* The target is written by at most MOST_STRETCHES threads, each with its own part. */
typedef struct combining {
    dpex_loop_call call;
    combine_fn combine; /* NULL: `call` is used, element by element */
    char *target;
    const int64_t *indices;
    const char *values;
    int64_t item_bytes, step; /* step: 0 or 1 values from one to the next */
    int64_t size, n, stretch;
} combining;

/* Combines n values from number `first` on; numbers: as of combine_fn.
 * `values` may be one for all (step 0). */
static void combine_values(const combining *j, const int64_t *indices, int64_t first,
                           const int32_t *numbers, int64_t n)
{
    const int64_t step_bytes = j->step * j->item_bytes;
    const char *values = j->values + first * step_bytes;
    if (j->combine) {
        j->combine(j->target, indices, values, numbers, n, j->step);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        char *to = j->target + indices[i] * j->item_bytes;
        const void *in[] = {to, values + (numbers ? numbers[i] : i) * step_bytes};
        dpex_loop_run(&j->call, to, in, 1);
    }
}

/* Every thread reads all indices, and takes those in its own part of the target. */
static dpex_status combine_stretches(void *payload, int64_t first_stretch, int64_t last_stretch)
{
    const combining *j = payload;
    const int64_t low = first_stretch * j->stretch,
                  high = dpex_int64_min(last_stretch * j->stretch, j->size);
    int32_t numbers[DPEX_BLOCK_ELEMS];
    int64_t own[DPEX_BLOCK_ELEMS];
    for (int64_t first = 0; first < j->n; first += DPEX_BLOCK_ELEMS) {
        const int64_t n = dpex_int64_min(j->n - first, DPEX_BLOCK_ELEMS),
                      *indices = j->indices + first;
        int64_t n_own = 0;
        /* Only one thread, and no index that must be corrected or left out: the indices as they
         * are. */
        if (high - low == j->size && dpex_are_inside(indices, n, j->size)) {
            combine_values(j, indices, first, NULL, n);
            continue;
        }
        /* Negative indices count from the end. Those of other parts are skipped without a
         * branch. */
        for (int64_t i = 0; i < n; i++) {
            const int64_t index = indices[i] < 0 ? indices[i] + j->size : indices[i];
            numbers[n_own] = (int32_t)i;
            own[n_own] = index;
            n_own += index >= low && index < high;
        }
        combine_values(j, own, first, numbers, n_own);
    }
    return DPEX_SUCCESS;
}

static int is_line(const dpex_array *x)
{
    return x->nd == 1 && (x->flags & DPEX_ARRAY_C_CONTIGUOUS);
}

/* The operation must compute in the target's dtype without conversions, since results are written
 * back into it. */
static dpex_status check_combining(const dpex_op *op, const dpex_array *target,
                                   const dpex_array *indices, const dpex_array *values)
{
    const char *name = dpex_op_get_name(op);
    const dpex_dtype dtypes[] = {target->dtype, target->dtype};
    dpex_dtype in[2], out;
    if (!is_line(target) || !is_line(indices) || !is_line(values) || indices->dtype != DPEX_I64 ||
        values->dtype != target->dtype || (values->size != indices->size && values->size != 1))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "%s at indices: an array has a wrong dtype or shape", name);
    if (!(target->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "%s at indices: the array is read-only", name);
    DPEX_TRY(dpex_array_check_queue(name, "the array of indices", indices, target->queue));
    DPEX_TRY(dpex_array_check_queue(name, "the array of values", values, target->queue));
    if (dpex_array_overlaps(target, values) || dpex_array_overlaps(target, indices))
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s at indices: the arrays overlap", name);
    if (dpex_op_get_arity(op) == 2 &&
        !dpex_op_promote(op, dtypes, target->queue->device, in, &out) && out == target->dtype &&
        in[0] == out && in[1] == out && dpex_op_computing_dtype(op, out) == out)
        return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s at indices: not in %s", name,
                     dpex_dtype_get_info(target->dtype)->name);
}

dpex_status dpex_array_combine_at(const dpex_op *op, dpex_array *target, const dpex_array *indices,
                                  const dpex_array *values)
{
    DPEX_TRY(check_combining(op, target, indices, values));
    if (!indices->size || !target->size) return DPEX_SUCCESS;
    if (!target->queue->backend->runs_on_host)
        return dpex_device_combine_at(op, target, indices, values);
    const dpex_array *arrays[] = {target, indices, values};
    const uint8_t item_bytes = (uint8_t)dpex_dtype_get_info(target->dtype)->itemsize;
    /* The operation's own loop, for dtypes without a scalar one. */
    const dpex_loop_fn loop = dpex_loops_get()->ops[target->dtype][dpex_op_get_number(op)];
    combining *j = dpex_calloc(1, sizeof(*j));
    if (!j) return DPEX_FAIL_NO_COMMAND("combine at indices");
    *j = (combining){.call = {loop, 2, item_bytes, {item_bytes, item_bytes}},
                     .combine = find_combine(op, target->dtype),
                     .target = dpex_array_get_ptr(target),
                     .indices = dpex_array_get_ptr(indices),
                     .values = dpex_array_get_ptr(values),
                     .item_bytes = item_bytes,
                     .step = values->size > 1,
                     .size = target->size,
                     .n = indices->size};
    /* A target that a cache holds is done by one thread: to check an index costs as much as to use
     * it. */
    const int64_t n_stretches = target->size * item_bytes < LEAST_SHARED ? 1 : MOST_STRETCHES;
    j->stretch = dpex_int64_ceil_div(target->size, n_stretches);
    const dpex_work work = {.name = "combine at indices",
                            .run = combine_stretches,
                            .drop = dpex_free,
                            .payload = j,
                            .n_chunks = dpex_int64_ceil_div(target->size, j->stretch),
                            .cost = indices->size / INDICES_PER_COST};
    return dpex_work_submit(&work, arrays, 3);
}
