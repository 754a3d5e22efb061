/* Distinct values: the values are sorted, and a run of equal ones starts where a value differs from
 * the preceding one.
 *
 * The number of runs, which is the size of the results, is known only when the first half of the
 * work is done; so there are two calls, and the second one waits. A NaN differs from the preceding
 * NaN, so each is a value of its own. */
#include <stdatomic.h>
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "dpex/op.h"
#include "ops/loops/loops.h"
#include "ops/work.h"
#include "runtime/runtime.h"
#include "sort.h"
#include "unique.h"

enum { CHUNK = 16384 };

/* A chunk of the sorted line. */
typedef struct chunk_runs {
    int64_t
        first; /* number of the first run that starts in it, that is, the runs that start before */
    int64_t n_new;       /* runs that start in it */
    int64_t first_start; /* index where the first of them starts */
    int64_t
        next_start; /* index where the first run after the chunk starts, or the length of the line */
} chunk_runs;

/* Between _start and _finish, and then kept by the commands: the results are written from it. */
struct dpex_unique {
    _Atomic int refs;
    const dpex_sort_compare *compare;
    int64_t n, n_chunks, n_values;
    size_t itemsize;
    dpex_array sorted, order; /* order: only with has_indices */
    int has_sorted, has_indices;
    dpex_device_mask heads; /* on devices that compile, of n > 0 */
    int on_device, has_heads;
    dpex_sort_runs *runs; /* kept; NULL: no counting was tried */
    const char *values;   /* of sorted */
    const int64_t *indices;
    int nd; /* of x */
    int64_t shape[DPEX_MAX_NDIM];
    dpex_usm_kind kind;
    /* results of the second half, NULL where not wanted */
    char *out_values;
    int64_t *out_indices, *out_inverse, *out_counts;
    chunk_runs chunks[];
};

/* ---- the first half: sorting and counting ---------------------------------------------------------------------- */

static int64_t chunk_end(const dpex_unique *u, int64_t chunk)
{
    return (chunk + 1) * CHUNK < u->n ? (chunk + 1) * CHUNK : u->n;
}

/* A chunk counts the runs that start in it: a run across chunks belongs to that of its start. */
static dpex_status count_new(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    dpex_unique *u = payload;
    int64_t numbers[DPEX_BLOCK_ELEMS];
    /* The sort found the runs itself (few distinct values): they are counted already. */
    if (u->runs && u->runs->is_known) return DPEX_SUCCESS;
    for (int64_t chunk = first_chunk; chunk < last_chunk; chunk++) {
        chunk_runs *runs = &u->chunks[chunk];
        const int64_t end = chunk_end(u, chunk);
        runs->n_new = 0;
        for (int64_t first = chunk * CHUNK; first < end; first += DPEX_BLOCK_ELEMS) {
            const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
            const int64_t n_new = (int64_t)u->compare->find_new(u->values, first, n, numbers);
            if (n_new > 0 && runs->n_new == 0) runs->first_start = numbers[0];
            runs->n_new += n_new;
        }
    }
    return DPEX_SUCCESS;
}

/* Finish of the first half, on one thread. */
static dpex_status number_runs(void *payload)
{
    dpex_unique *u = payload;
    u->n_values = 0;
    if (u->runs && u->runs->is_known) {
        u->n_values = u->runs->n;
        return DPEX_SUCCESS;
    }
    for (int64_t i = 0; i < u->n_chunks; i++) {
        u->chunks[i].first = u->n_values;
        u->n_values += u->chunks[i].n_new;
    }
    /* From the end backwards: next_start of a chunk is the start of the next run, wherever that
     * is. */
    int64_t next = u->n;
    for (int64_t i = u->n_chunks - 1; i >= 0; i--) {
        u->chunks[i].next_start = next;
        if (u->chunks[i].n_new > 0) next = u->chunks[i].first_start;
    }
    return DPEX_SUCCESS;
}

void dpex_unique_release(dpex_unique *u)
{
    if (!u || atomic_fetch_sub(&u->refs, 1) != 1) return;
    if (u->has_heads) dpex_device_mask_fini(&u->heads);
    if (u->has_sorted) dpex_array_fini(&u->sorted);
    if (u->has_sorted && u->has_indices) dpex_array_fini(&u->order);
    dpex_sort_runs_release(u->runs);
    dpex_free(u);
}

static void drop(void *payload)
{
    dpex_unique_release(payload);
}

static dpex_status submit(dpex_unique *u, dpex_parallel_fn run, dpex_host_fn finish,
                          const dpex_array *const *arrays, int n_arrays)
{
    atomic_fetch_add(&u->refs, 1);
    dpex_work work = {.name = "unique",
                      .run = run,
                      .finish = finish,
                      .drop = drop,
                      .payload = u,
                      .n_chunks = u->n_chunks,
                      .cost = u->n};
    return dpex_work_submit(&work, arrays, n_arrays);
}

/* Sorts all elements of x in C order; with has_indices, their indices too. */
static dpex_status sort_flat(dpex_unique *u, const dpex_array *x)
{
    dpex_array copy, flat;
    int possible;
    const int is_dense = x->flags & DPEX_ARRAY_C_CONTIGUOUS;
    if (!is_dense)
        DPEX_TRY(dpex_array_cast_new(x, x->dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, NULL, &copy));
    dpex_status status =
        dpex_array_reshape_view(is_dense ? x : &copy, 1, &x->size, DPEX_ORDER_C, &possible, &flat);
    if (!is_dense) dpex_array_fini(&copy);
    if (status) return status;
    const dpex_dtype_kind kind = dpex_dtype_get_info(x->dtype)->kind;
    /* Few distinct values are worth a try only for numbers of one key, for long lines, and where no indices are
     * needed. */
    if (kind != DPEX_KIND_COMPLEX && !u->has_indices && x->size > DPEX_SORT_MAX_RUNS &&
        !u->on_device) {
        status = dpex_sort_runs_create(x, &u->runs);
        if (!status) status = dpex_sort_runs_new(&flat, &u->sorted, u->runs);
    } else {
        status = dpex_sort_both_new("unique", &flat, 0, 0, &u->sorted,
                                    u->has_indices ? &u->order : NULL);
    }
    u->has_sorted = !status;
    dpex_array_fini(&flat);
    return status;
}

/* Counts the runs of the sorted line. */
static dpex_status start_counting(dpex_unique *u)
{
    if (u->n == 0) return DPEX_SUCCESS;
    if (u->on_device) {
        DPEX_TRY(dpex_unique_device_start(&u->sorted, &u->heads));
        u->has_heads = 1;
        return DPEX_SUCCESS;
    }
    u->values = dpex_array_get_ptr(&u->sorted);
    if (u->has_indices) u->indices = dpex_array_get_ptr(&u->order);
    const dpex_array *arrays[1] = {&u->sorted};
    return submit(u, count_new, number_runs, arrays, 1);
}

/* u is kept by the caller and by the submitted command. */
dpex_status dpex_unique_start(const dpex_array *x, int has_indices, dpex_unique **unique)
{
    const int64_t n_chunks = dpex_int64_ceil_div(x->size, CHUNK);
    dpex_unique *u = dpex_calloc(1, sizeof(*u) + (size_t)n_chunks * sizeof(u->chunks[0]));
    if (!u) return DPEX_FAIL_NO_COMMAND("unique");
    atomic_init(&u->refs, 1);
    u->compare = dpex_loops_get()->sort->compare[x->dtype];
    u->n = x->size;
    u->n_chunks = n_chunks;
    u->itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    u->nd = x->nd;
    memcpy(u->shape, x->shape, (size_t)x->nd * sizeof(*x->shape));
    u->kind = dpex_array_result_kind(&x, 1);
    u->has_indices = has_indices;
    u->on_device = !x->queue->backend->runs_on_host;
    dpex_status status = sort_flat(u, x);
    if (!status) status = start_counting(u);
    if (status)
        dpex_unique_release(u);
    else
        *unique = u;
    return status;
}

/* ---- the second half: results ------------------------------------------------------------------------------------ */

/* Writes the results of n runs from number `run` on; starts: their indices in the line.
 * counts of the runs of a block; the last one of the chunk is completed by the next block or
 * chunk. */
static void write_runs(const dpex_unique *u, int64_t run, const int64_t *starts, int64_t n)
{
    if (u->out_values)
        dpex_sort_take(u->values, (int64_t)u->itemsize, u->itemsize, starts, n,
                       u->out_values + run * (int64_t)u->itemsize);
    if (u->out_indices) {
        for (int64_t i = 0; i < n; i++) u->out_indices[run + i] = u->indices[starts[i]];
    }
    if (u->out_counts) {
        for (int64_t i = 1; i < n; i++) u->out_counts[run + i - 1] = starts[i] - starts[i - 1];
    }
}

/* inverse[index in x] = the number of its run, for the elements first..end of the line. run: the
 * number of the last run before. */
static void write_inverse(const dpex_unique *u, int64_t run, const int64_t *starts, int64_t n,
                          int64_t first, int64_t end)
{
    for (int64_t i = 0; i <= n; i++) {
        const int64_t next = i < n ? starts[i] : end;
        for (; first < next; first++) u->out_inverse[u->indices[first]] = run;
        run++;
    }
}

/* A run that starts in an earlier block of this chunk: its count is known only when the next
 * starts. */
static void write_chunk(const dpex_unique *u, int64_t chunk)
{
    int64_t starts[DPEX_BLOCK_ELEMS], run = u->chunks[chunk].first, last_start = -1;
    const int64_t end = chunk_end(u, chunk);
    for (int64_t first = chunk * CHUNK; first < end; first += DPEX_BLOCK_ELEMS) {
        const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
        const int64_t n_new = (int64_t)u->compare->find_new(u->values, first, n, starts);
        if (u->out_inverse) write_inverse(u, run - 1, starts, n_new, first, first + n);
        if (n_new == 0) continue;
        if (u->out_counts && last_start >= 0) u->out_counts[run - 1] = starts[0] - last_start;
        write_runs(u, run, starts, n_new);
        run += n_new;
        last_start = starts[n_new - 1];
    }
    if (u->out_counts && last_start >= 0)
        u->out_counts[run - 1] = u->chunks[chunk].next_start - last_start;
}

static dpex_status write_results(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    for (int64_t chunk = first_chunk; chunk < last_chunk; chunk++) write_chunk(payload, chunk);
    return DPEX_SUCCESS;
}

static dpex_status init_outputs(const dpex_unique *u,
                                dpex_array *const outputs[DPEX_N_UNIQUE_OUTPUTS])
{
    dpex_status status = DPEX_SUCCESS;
    int i = 0;
    for (; i < DPEX_N_UNIQUE_OUTPUTS && !status; i++) {
        if (!outputs[i]) continue;
        const int is_inverse = i == DPEX_UNIQUE_INVERSE;
        status =
            dpex_array_init(u->sorted.queue, i == DPEX_UNIQUE_VALUES ? u->sorted.dtype : DPEX_I64,
                            is_inverse ? u->nd : 1, is_inverse ? u->shape : &u->n_values,
                            DPEX_ORDER_C, u->kind, outputs[i]);
    }
    if (!status) return status;
    /* i is one past the output that failed; all before it exist. */
    for (i -= 2; i >= 0; i--) {
        if (outputs[i]) dpex_array_fini(outputs[i]);
    }
    return status;
}

/* Copies the first n_values elements of the runs to the results. */
static dpex_status copy_runs(const dpex_unique *u, dpex_array *values, dpex_array *counts)
{
    const dpex_array *from[2] = {&u->runs->values, &u->runs->counts};
    dpex_array *to[2] = {values, counts};
    dpex_status status = DPEX_SUCCESS;
    for (int i = 0; i < 2 && !status; i++) {
        dpex_array first;
        if (!to[i]) continue;
        status = dpex_array_init_view(from[i]->storage, from[i]->queue, from[i]->dtype,
                                      from[i]->offset, 1, &u->n_values, NULL, 0, &first);
        if (status) break;
        status = dpex_array_copy(to[i], &first);
        dpex_array_fini(&first);
    }
    return status;
}

static void *ptr_or_null(const dpex_array *x)
{
    return x ? dpex_array_get_ptr(x) : NULL;
}

static dpex_status submit_results(dpex_unique *u, dpex_array *const outputs[DPEX_N_UNIQUE_OUTPUTS])
{
    u->out_values = ptr_or_null(outputs[DPEX_UNIQUE_VALUES]);
    u->out_indices = ptr_or_null(outputs[DPEX_UNIQUE_INDICES]);
    u->out_inverse = ptr_or_null(outputs[DPEX_UNIQUE_INVERSE]);
    u->out_counts = ptr_or_null(outputs[DPEX_UNIQUE_COUNTS]);
    const dpex_array *arrays[2 + DPEX_N_UNIQUE_OUTPUTS] = {&u->sorted};
    int n_arrays = 1;
    if (u->has_indices) arrays[n_arrays++] = &u->order;
    for (int i = 0; i < DPEX_N_UNIQUE_OUTPUTS; i++) {
        if (outputs[i]) arrays[n_arrays++] = outputs[i];
    }
    return submit(u, write_results, NULL, arrays, n_arrays);
}

dpex_status dpex_unique_finish(dpex_unique *u, dpex_array *values, dpex_array *indices,
                               dpex_array *inverse, dpex_array *counts)
{
    if ((indices || inverse) && !u->has_indices)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "unique: started without indices");
    /* The number of runs is the size of the result: the first half is waited for. By its queue, which
     * alone says whether the sort failed: the second half writes through the indices that it made.
     * An interrupted wait has done nothing. */
    DPEX_TRY(dpex_queue_wait(u->sorted.queue, 0, NULL));
    if (u->has_heads) DPEX_TRY(dpex_device_mask_count(&u->heads, &u->n_values));
    dpex_array *const outputs[DPEX_N_UNIQUE_OUTPUTS] = {values, indices, inverse, counts};
    DPEX_TRY(init_outputs(u, outputs));
    dpex_status status = DPEX_SUCCESS;
    if (u->runs && u->runs->is_known)
        status = copy_runs(u, values, counts);
    else if (u->has_heads)
        status = dpex_unique_device_finish(&u->heads, &u->sorted, &u->order, outputs);
    else if (u->n > 0)
        status = submit_results(u, outputs);
    /* All outputs exist here. */
    for (int i = 0; i < DPEX_N_UNIQUE_OUTPUTS && status; i++) {
        if (outputs[i]) dpex_array_fini(outputs[i]);
    }
    return status;
}
