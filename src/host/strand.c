/* Commands run at submission, in the calling thread. */
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/error.h"
#include "host/host.h"

struct dpex_team {
    _Atomic int refs;
    size_t n;
};

struct dpex_strand {
    dpex_status error;
};

dpex_status dpex_team_create(const int *cpus, size_t n, dpex_team **team)
{
    (void)cpus;
    *team = dpex_calloc(1, sizeof **team);
    if (!*team) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a team");
    atomic_init(&(*team)->refs, 1);
    (*team)->n = n;
    return DPEX_SUCCESS;
}
dpex_team *dpex_team_retain(dpex_team *team)
{
    atomic_fetch_add(&team->refs, 1);
    return team;
}
void dpex_team_release(dpex_team *team)
{
    if (team && atomic_fetch_sub(&team->refs, 1) == 1) dpex_free(team);
}
size_t dpex_team_get_size(const dpex_team *team)
{
    return team->n;
}
dpex_status dpex_team_run(dpex_team *team, dpex_parallel_fn run, void *payload, int64_t n_chunks)
{
    (void)team;
    return run(payload, 0, n_chunks);
}
void dpex_host_copy(dpex_team *team, void *dst, const void *src, size_t bytes)
{
    (void)team;
    memmove(dst, src, bytes);
}
void dpex_host_fill(dpex_team *team, void *dst, const void *pattern, size_t pattern_bytes,
                    size_t bytes)
{
    (void)team;
    for (size_t i = 0; i < bytes; i++)
        ((char *)dst)[i] = ((const char *)pattern)[i % pattern_bytes];
}

dpex_status dpex_host_queue_create(dpex_queue *queue)
{
    queue->handle = dpex_calloc(1, sizeof(dpex_strand));
    return queue->handle ? DPEX_SUCCESS : DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue");
}
void dpex_host_queue_destroy(dpex_queue *queue)
{
    dpex_free(queue->handle);
}

static char *address(const dpex_span *span)
{
    return span->storage ? (char *)dpex_storage_get_ptr(span->storage) + span->offset
                         : (char *)span->host;
}

static dpex_status execute(dpex_queue *queue, const dpex_command *command)
{
    dpex_host_device *device = queue->device->handle;
    if (device->before) DPEX_TRY(device->before(queue->device, command));
    switch (command->kind) {
    case DPEX_COMMAND_COPY:
        dpex_host_copy(device->team, address(&command->copy.dst), address(&command->copy.src),
                       command->copy.bytes);
        return DPEX_SUCCESS;
    case DPEX_COMMAND_FILL:
        dpex_host_fill(device->team, address(&command->fill.dst), command->fill.pattern,
                       command->fill.pattern_bytes, command->fill.bytes);
        return DPEX_SUCCESS;
    case DPEX_COMMAND_LAUNCH:
        return dpex_host_kernel_run(device->team, command->launch.kernel, command->launch.args,
                                    command->launch.n_args, &command->launch.range);
    case DPEX_COMMAND_HOST_CALL: return command->host.run(command->host.payload);
    case DPEX_COMMAND_PARALLEL:
        DPEX_TRY(command->parallel.run(command->parallel.payload, 0, command->parallel.n_chunks));
        return command->parallel.finish ? command->parallel.finish(command->parallel.payload)
                                        : DPEX_SUCCESS;
    default: return DPEX_SUCCESS;
    }
}

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

dpex_status dpex_host_submit(dpex_queue *queue, const dpex_command *command,
                             dpex_event *const *deps, size_t n_deps, dpex_event *event,
                             uint64_t *number)
{
    dpex_strand *strand = queue->handle;
    dpex_status status = DPEX_SUCCESS;
    uint64_t start = now();
    if (command->kind == DPEX_COMMAND_LAUNCH)
        DPEX_TRY(dpex_host_kernel_check(command->launch.kernel, command->launch.args,
                                        command->launch.n_args, &command->launch.range));
    for (size_t i = 0; i < n_deps; i++)
        if (deps[i] && deps[i]->error)
            status = DPEX_FAIL(DPEX_ERROR_CANCELLED, "cancelled: %s",
                               deps[i]->message ? deps[i]->message : "");
    *number = atomic_fetch_add(&queue->timeline->submitted, 1) + 1;
    if (!status) status = execute(queue, command);
    if (command->kind == DPEX_COMMAND_HOST_CALL && command->host.drop)
        command->host.drop(command->host.payload);
    if (command->kind == DPEX_COMMAND_PARALLEL && command->parallel.drop &&
        !command->parallel.payload_bytes)
        command->parallel.drop(command->parallel.payload);
    if (status && !strand->error) strand->error = status;
    if (event) {
        if (queue->properties & DPEX_QUEUE_ENABLE_PROFILING) {
            event->submit_ns = event->start_ns = start;
            event->end_ns = now();
        }
        event->error = status;
        event->message = status ? dpex_strdup(dpex_error_message()) : NULL;
        atomic_store(&event->state, DPEX_EVENT_COMPLETE);
    }
    atomic_fetch_add(&queue->timeline->completed, 1);
    return DPEX_SUCCESS;
}
dpex_status dpex_host_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done)
{
    (void)max_ns;
    dpex_strand *strand = queue->handle;
    dpex_status status = strand->error;
    strand->error = DPEX_SUCCESS;
    if (done) *done = 1;
    return status ? DPEX_FAIL(status, "a command failed") : DPEX_SUCCESS;
}
dpex_status dpex_host_event_wait(dpex_event *event, uint64_t max_ns, int *done)
{
    (void)max_ns;
    if (done) *done = 1;
    return event->error ? DPEX_FAIL(event->error, "%s", event->message ? event->message : "")
                        : DPEX_SUCCESS;
}
void dpex_host_after_fork(void) {}
void dpex_host_shutdown(void) {}
