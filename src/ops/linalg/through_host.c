/* Factorizations for devices that do not compute on the host: LAPACK works on copies of the
 * matrices in host memory.
 *
 * Everything is submitted at once, so that the caller goes on: copies to the host in the device's
 * queue, the factorization after them, copies of the results back after that. The factorization is
 * a command of the native CPU device, whose cores share a stack; where no such device is listed
 * (ONEAPI_DEVICE_SELECTOR), a host function of the device's own queue. */
#include <stdatomic.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/log.h"
#include "lapack.h"
#include "runtime/runtime.h"

/* ---- host memory ------------------------------------------------------------------------------- */

/* For devices without USM memory that the host can access. */
static dpex_status wrap_ordinary_memory(dpex_queue *queue, size_t bytes, dpex_storage **storage)
{
    void *memory = dpex_malloc(bytes);
    if (!memory) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for matrices on the host");
    dpex_status status =
        dpex_storage_wrap(queue, memory, bytes, DPEX_USM_HOST, dpex_free, memory, storage);
    if (status) dpex_free(memory);
    return status;
}

dpex_status dpex_lapack_host_memory(dpex_queue *queue, size_t bytes, int is_ready,
                                    dpex_storage **storage)
{
    if (!dpex_device_has_aspect(queue->device, DPEX_ASPECT_usm_host_allocations))
        return wrap_ordinary_memory(queue, bytes, storage);
    return is_ready ? dpex_storage_create(queue, bytes, 0, DPEX_USM_HOST, storage)
                    : dpex_storage_create_ordered(queue, bytes, DPEX_USM_HOST, storage);
}

/* ---- copies ------------------------------------------------------------------------------------ */

typedef struct stage {
    dpex_lapack_job
        job; /* a copy: the command may be over, and its payload with it, before the copies back are submitted */
    dpex_queue *queue;                            /* of the arrays */
    dpex_storage *memory[DPEX_LAPACK_MAX_ARRAYS]; /* NULL: no such array */
} stage;

static size_t bytes_of(const dpex_array *x)
{
    return (size_t)x->size * dpex_dtype_get_info(x->dtype)->itemsize;
}

static dpex_status make_memory(stage *s, dpex_lapack_call *call)
{
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) {
        const dpex_array *x = s->job.arrays[i];
        if (!x) continue;
        DPEX_TRY(dpex_lapack_host_memory(s->queue, bytes_of(x), 0, &s->memory[i]));
        call->ptrs[i] = dpex_storage_get_ptr(s->memory[i]);
    }
    return DPEX_SUCCESS;
}

/* Copies those of the arrays to the host (`after` NULL) or back. event: NULL, or that of the last
 * copy, which comes after the others. */
static dpex_status submit_copies(const stage *s, unsigned arrays, dpex_event *after,
                                 dpex_event **event)
{
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) {
        const dpex_array *x = s->job.arrays[i];
        if (!x || !(arrays >> i & 1) || !x->size) continue;
        dpex_storage *uses[2] = {x->storage, s->memory[i]};
        const dpex_span on_device = {x->storage, (size_t)x->offset, NULL},
                        on_host = {NULL, 0, dpex_storage_get_ptr(s->memory[i])};
        const dpex_command command = {
            .kind = DPEX_COMMAND_COPY,
            .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED,
            .name = s->job.name,
            .uses = uses,
            .n_uses = 2,
            .copy = {after ? on_device : on_host, after ? on_host : on_device, bytes_of(x)}};
        if (event) dpex_event_release(*event);
        if (event) *event = NULL;
        DPEX_TRY(dpex_queue_submit(s->queue, &command, &after, 1, event));
    }
    return DPEX_SUCCESS;
}

/* ---- the factorization --------------------------------------------------------------------------- */

static dpex_status run_all(void *data)
{
    const dpex_lapack_call *call = data;
    return dpex_lapack_run(data, 0, call->job.n_matrices);
}

/* The queue of the native CPU; NULL where there is none. */
static dpex_queue *find_host_queue(void)
{
    dpex_device *const *devices;
    dpex_queue *queue = NULL;
    size_t n = 0;
    if (dpex_device_get_all(&devices, &n)) return NULL;
    for (size_t i = 0; i < n; i++)
        if (devices[i]->backend->runs_on_host && devices[i]->info.type == DPEX_TYPE_CPU)
            return dpex_queue_get_cached(devices[i], &queue) ? NULL : queue;
    return NULL;
}

/* Takes the call. */
static dpex_status submit_factorization(const stage *s, dpex_lapack_call *call, dpex_event *after,
                                        dpex_event **event)
{
    dpex_storage *uses[DPEX_LAPACK_MAX_ARRAYS + 1];
    size_t n_uses = 0;
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++)
        if (s->memory[i]) uses[n_uses++] = s->memory[i];
    if (call->codes.storage) uses[n_uses++] = call->codes.storage;
    dpex_queue *host = find_host_queue();
    /* The host's queue is shared: the copies back, which depend on the event, fail in its place. */
    dpex_command command = {.flags = host ? DPEX_COMMAND_TOLD_BY_EVENT : 0,
                            .name = s->job.name,
                            .uses = uses,
                            .n_uses = n_uses};
    const int64_t n_chunks = dpex_lapack_cut(call);
    if (host) {
        command.kind = DPEX_COMMAND_PARALLEL;
        command.parallel.run = dpex_lapack_run;
        command.parallel.drop = dpex_lapack_drop;
        command.parallel.payload = call;
        command.parallel.n_chunks = n_chunks;
    } else {
        command.kind = DPEX_COMMAND_HOST_CALL;
        command.host.run = run_all;
        command.host.drop = dpex_lapack_drop;
        command.host.payload = call;
    }
    const dpex_status status =
        dpex_queue_submit(host ? host : s->queue, &command, &after, 1, event);
    if (status) dpex_lapack_drop(call);
    return status;
}

static void tell(const stage *s)
{
    static _Atomic unsigned told;
    const unsigned bit = 1u << s->job.op;
    if (atomic_fetch_or(&told, bit) & bit) return;
    DPEX_LOG_LINE(DPEX_LOG_QUEUE, "%s: computed by the host for %s", s->job.name,
                  s->queue->device->info.name);
}

dpex_status dpex_lapack_submit_through_host(dpex_lapack_call *call)
{
    stage s = {.job = call->job, .queue = call->job.arrays[0]->queue};
    dpex_event *arrived = NULL, *computed = NULL;
    tell(&s);
    dpex_status status = make_memory(&s, call);
    if (!status) status = submit_copies(&s, dpex_lapack_reads(s.job.op), NULL, &arrived);
    /* Only the factorization takes the call. */
    if (status)
        dpex_lapack_drop(call);
    else
        status = submit_factorization(&s, call, arrived, &computed);
    if (!status) status = submit_copies(&s, dpex_lapack_writes(s.job.op), computed, NULL);
    dpex_event_release(arrived);
    dpex_event_release(computed);
    /* Their commands are recorded as users of the memory, so that it is not reused before. */
    for (int i = 0; i < DPEX_LAPACK_MAX_ARRAYS; i++) dpex_storage_release(s.memory[i]);
    return status;
}
