/* Submission: a record for the command, its dependencies, its position in a stream. */
#include "backend/cuda/program.h"
#include "backend/cuda/queue.h"

#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/ranges.h"
#include "base/alloc.h"
#include "base/futex.h"
#include "base/locate.h"

/* ---- the record -------------------------------------------------------------------------------------------- */

/* Events of host calls have no driver's part. */
static dpex_status attach_event(dpex_cuda_queue *queue, const dpex_command *command,
                                dpex_event *event)
{
    const int is_timed = command->flags & DPEX_COMMAND_TIMED;
    if (is_timed) DPEX_TRY(dpex_cuda_profile_ensure(queue));
    dpex_cuda_event *handle = dpex_calloc(1, sizeof *handle);
    if (!handle) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for an event");
    handle->queue = dpex_cuda_queue_retain(queue);
    handle->has_timing = is_timed || queue->properties & DPEX_QUEUE_ENABLE_PROFILING;
    if (handle->has_timing) handle->submit_ns = dpex_clock_ns();
    event->handle = handle;
    return DPEX_SUCCESS;
}

void dpex_cuda_event_destroy(dpex_event *event)
{
    dpex_cuda_event *handle = event->handle;
    if (!handle) return;
    /* NULL where it was never recorded. */
    dpex_cuda_event_give(handle->queue->device, handle->has_timing, handle->start);
    dpex_cuda_event_give(handle->queue->device, handle->has_timing, handle->end);
    dpex_cuda_queue_release(handle->queue);
    dpex_free(handle);
}

static const char *name_of(const dpex_command *command)
{
    if (command->kind == DPEX_COMMAND_LAUNCH && !command->name)
        return command->launch.kernel->info.name;
    return dpex_command_get_name(command);
}

static dpex_status make_record(dpex_cuda_queue *queue, const dpex_command *command,
                               dpex_event *event, dpex_cuda_record **out)
{
    dpex_cuda_record *r;
    if (event && command->kind != DPEX_COMMAND_HOST_CALL)
        DPEX_TRY(attach_event(queue, command, event));
    /* From here on the record owns a reference to event and kernel each. */
    DPEX_TRY(dpex_cuda_record_take(queue, &r));
    r->name = name_of(command);
    r->event = event ? dpex_event_retain(event) : NULL;
    if (command->kind == DPEX_COMMAND_LAUNCH)
        r->kernel = dpex_kernel_retain(command->launch.kernel);
    r->lane = command->kind == DPEX_COMMAND_HOST_CALL ? DPEX_CUDA_NO_LANE : 0;
    *out = r;
    /* Before the queue's lock: opening a pool may make a context. */
    dpex_status status = dpex_cuda_open_peers(r, command);
    if (status) dpex_cuda_record_give_back(r);
    return status;
}

/* ---- what it waits for ------------------------------------------------------------------------------------- */

/* Whether a stream cannot wait for one of them: not the driver's, not in a stream yet, or
 * failed. */
static int has_software_deps(const dpex_cuda_queue *queue, dpex_event *const *deps, size_t n_deps)
{
    for (size_t i = 0; i < n_deps; i++) {
        if (!deps[i]) continue;
        int ended = dpex_cuda_is_over(deps[i]);
        if (ended ? deps[i]->error != DPEX_SUCCESS : !dpex_cuda_hardware_event(queue, deps[i]))
            return 1;
    }
    return 0;
}

/* Whether it comes after a command of the same queue that the driver does not have. With `order`
 * held, so that no command enters a stream meanwhile. */
static int follows_deferred(const dpex_cuda_record *r, const dpex_command *command, size_t n_deps)
{
    dpex_cuda_queue *queue = r->queue;
    int follows = 0;
    pthread_mutex_lock(&queue->timeline->lock);
    if (queue->n_deferred) {
        /* Unordered commands follow only barriers. */
        const dpex_cuda_record *before =
            dpex_cuda_is_ordered(queue, command) ? queue->last_ordered : NULL;
        /* It waits for all earlier commands, deferred ones as well. */
        follows = (before && !before->is_enqueued) ||
                  (queue->last_barrier && !queue->last_barrier->is_enqueued) ||
                  (command->kind == DPEX_COMMAND_BARRIER && n_deps == 0);
    }
    pthread_mutex_unlock(&queue->timeline->lock);
    return follows;
}

/* The lane of an unordered command: that of a dependency in the same queue, else the next one in
 * turn. */
static int choose_lane(dpex_cuda_queue *queue, const dpex_command *command, dpex_event *const *deps,
                       size_t n_deps)
{
    if (dpex_cuda_is_ordered(queue, command) || command->kind >= DPEX_COMMAND_BARRIER) return 0;
    for (size_t i = 0; i < n_deps; i++) {
        const dpex_cuda_event *handle = deps[i] ? dpex_cuda_hardware_event(queue, deps[i]) : NULL;
        /* The stream's own order then replaces a wait. */
        if (handle && handle->queue == queue) return handle->lane;
    }
    return 1 + (int)(queue->next_lane++ % (DPEX_CUDA_N_LANES - 1));
}

/* ---- into a stream ----------------------------------------------------------------------------------------- */

/* With `order` held, so positions in queue and stream agree. */
static dpex_status enqueue_now(dpex_cuda_record *r, const dpex_command *command,
                               dpex_event *const *deps, size_t n_deps, uint64_t *number)
{
    dpex_cuda_queue *queue = r->queue;
    DPEX_TRY(dpex_cuda_enqueue_record(r, command, deps, n_deps));
    pthread_mutex_lock(&queue->timeline->lock);
    *number = dpex_cuda_record_append_locked(r);
    dpex_cuda_record_enqueued_locked(r);
    if (dpex_cuda_is_ordered(queue, command)) queue->last_ordered = r;
    if (command->kind == DPEX_COMMAND_BARRIER) queue->last_barrier = r;
    pthread_mutex_unlock(&queue->timeline->lock);
    return DPEX_SUCCESS;
}

/* ---- the entry --------------------------------------------------------------------------------------------- */

/* Whether the stream has nothing to do, so that a copy which the driver makes us wait for starts at
 * once. With `order` held. */
static int is_clear(const dpex_cuda_record *r, dpex_event *const *deps, size_t n_deps)
{
    dpex_cuda_queue *queue = r->queue;
    for (size_t i = 0; i < n_deps; i++)
        if (deps[i] && !dpex_cuda_is_over(deps[i])) return 0;
    pthread_mutex_lock(&queue->timeline->lock);
    /* The driver would make this thread wait for what is in the stream. */
    int is_clear = !queue->lanes[r->lane].first && !queue->last_barrier;
    pthread_mutex_unlock(&queue->timeline->lock);
    return is_clear;
}

/* Leaves a copy to the host unless the driver would do it at once. What it waits for there is worth
 * knowing soon. */
static void choose_way(dpex_cuda_record *r, const dpex_command *command, int is_at_once)
{
    if (r->way == DPEX_CUDA_BY_DRIVER) return;
    if (r->way != DPEX_CUDA_ON_HOST && is_at_once && command->copy.bytes <= DPEX_CUDA_SMALL_COPY)
        return;
    r->lane = DPEX_CUDA_NO_LANE;
    if (dpex_cuda_is_ordered(r->queue, command))
        /* A failure here would show again in the command. */
        (void)dpex_cuda_lane_mark(r->queue, &r->queue->lanes[0]);
}

static dpex_status submit_record(dpex_cuda_record *r, const dpex_command *command,
                                 dpex_event *const *deps, size_t n_deps, uint64_t *number)
{
    dpex_cuda_queue *queue = r->queue;
    r->way = dpex_cuda_copy_get_way(queue->device, command);
    if (r->way != DPEX_CUDA_BY_DRIVER && command->copy.bytes <= DPEX_CUDA_SMALL_COPY)
        /* Ends what is over, so that is_clear is not pessimistic. Before `order`, as ending
         * commands runs foreign code. */
        dpex_cuda_poll(queue);
    int must_wait = r->lane == DPEX_CUDA_NO_LANE || has_software_deps(queue, deps, n_deps) ||
                    (r->kernel && !dpex_cuda_is_compiled(r->kernel->program));
    pthread_mutex_lock(&queue->order);
    if (r->lane == 0) r->lane = choose_lane(queue, command, deps, n_deps);
    must_wait = must_wait || follows_deferred(r, command, n_deps);
    /* After the lane is known. */
    choose_way(r, command, !must_wait && is_clear(r, deps, n_deps));
    must_wait |= r->lane == DPEX_CUDA_NO_LANE;
    dpex_status status = must_wait ? dpex_cuda_defer(r, command, deps, n_deps, number)
                                   : enqueue_now(r, command, deps, n_deps, number);
    pthread_mutex_unlock(&queue->order);
    if (status)
        dpex_cuda_record_give_back(r);
    else if (must_wait)
        /* Outside `order`: it may start the command. */
        dpex_cuda_unblock(r);
    return status;
}

/* DPEX_SYNC=1: nothing else is pending when a command runs, so a fault has one suspect. What the
 * command itself has to say it says through its event and its queue, as ever. */
static void wait_if_synchronous(dpex_queue *queue, const dpex_command *command)
{
    if (!dpex_cuda_is_synchronous() || command->kind == DPEX_COMMAND_HOST_CALL) return;
    dpex_cuda_wait_streams(queue->handle);
}

static dpex_status submit_checked(dpex_queue *queue, const dpex_command *command,
                                  dpex_event *const *deps, size_t n_deps, dpex_event *event,
                                  uint64_t *number)
{
    dpex_cuda_queue *handle = queue->handle;
    dpex_cuda_record *record;
    size_t n_given = 0;
    for (size_t i = 0; i < n_deps; i++) n_given += deps[i] != NULL;
    DPEX_TRY(dpex_cuda_enter(handle->device));
    dpex_status status = make_record(handle, command, event, &record);
    if (!status)
        status =
            submit_record(record, command, n_given ? deps : NULL, n_given ? n_deps : 0, number);
    dpex_cuda_leave();
    if (status) return status;
    /* The watching thread may be asleep. */
    dpex_cuda_watch_wake();
    wait_if_synchronous(queue, command);
    return DPEX_SUCCESS;
}

/* The device is not entered yet: choosing may compile, and checks need no context. */
static dpex_status submit_command(dpex_queue *queue, const dpex_command *command,
                                  dpex_event *const *deps, size_t n_deps, dpex_event *event,
                                  uint64_t *number)
{
    if (command->kind != DPEX_COMMAND_LAUNCH)
        return submit_checked(queue, command, deps, n_deps, event, number);
    dpex_command launch = *command;
    DPEX_TRY(dpex_cuda_choose_tier(queue, command->launch.kernel, &command->launch.range,
                                   &launch.launch.kernel));
    DPEX_TRY(dpex_cuda_check_launch(queue, &launch));
    return submit_checked(queue, &launch, deps, n_deps, event, number);
}

/* The line of the program is a range around the command's own (stream.c). */
static dpex_status submit_in_range(dpex_queue *queue, const dpex_command *command,
                                   dpex_event *const *deps, size_t n_deps, dpex_event *event,
                                   uint64_t *number)
{
    char where[DPEX_WHERE_BYTES];
    dpex_locate(where);
    if (where[0]) dpex_cuda_range_push(where);
    dpex_status status = submit_command(queue, command, deps, n_deps, event, number);
    if (where[0]) dpex_cuda_range_pop();
    return status;
}

dpex_status dpex_cuda_submit(dpex_queue *queue, const dpex_command *command,
                             dpex_event *const *deps, size_t n_deps, dpex_event *event,
                             uint64_t *number)
{
    return dpex_cuda_ranges_are_on() ? submit_in_range(queue, command, deps, n_deps, event, number)
                                     : submit_command(queue, command, deps, n_deps, event, number);
}
