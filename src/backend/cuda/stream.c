/* Into a stream: what a command waits for there, and what others wait for after it. */
#include "backend/cuda/queue.h"

#include "backend/cuda/ranges.h"

enum { MARK_EVERY = 64 };

int dpex_cuda_is_over(const dpex_event *event)
{
    return atomic_load_explicit(&event->state, memory_order_acquire) == DPEX_EVENT_COMPLETE;
}

dpex_cuda_event *dpex_cuda_hardware_event(const dpex_cuda_queue *queue, const dpex_event *event)
{
    dpex_cuda_event *handle =
        event->backend == queue->device->device->backend ? event->handle : NULL;
    return handle && atomic_load_explicit(&handle->is_recorded, memory_order_acquire) ? handle
                                                                                      : NULL;
}

static dpex_status wait_for(dpex_cuda_queue *queue, CUstream stream, CUevent event)
{
    if (!event) return DPEX_SUCCESS;
    return dpex_cuda_check(queue->device, dpex_the_cuda.StreamWaitEvent(stream, event, 0),
                           "cuStreamWaitEvent");
}

static dpex_status wait_for_deps(dpex_cuda_queue *queue, CUstream stream, dpex_event *const *deps,
                                 size_t n_deps)
{
    for (size_t i = 0; i < n_deps; i++) {
        const dpex_cuda_event *handle = deps[i] ? dpex_cuda_hardware_event(queue, deps[i]) : NULL;
        if (!handle || handle->stream == stream || dpex_cuda_is_over(deps[i])) continue;
        DPEX_TRY(wait_for(queue, stream, handle->end));
    }
    return DPEX_SUCCESS;
}

/* A lane follows the last barrier, which is in lane 0, once. */
static dpex_status wait_for_barrier(dpex_cuda_queue *queue, dpex_cuda_lane *lane)
{
    pthread_mutex_lock(&queue->timeline->lock);
    /* A barrier that is over has left the field. */
    const dpex_cuda_record *barrier = queue->last_barrier;
    CUevent end = barrier && barrier->number > lane->barrier_seen ? barrier->end : NULL;
    if (end) lane->barrier_seen = barrier->number;
    pthread_mutex_unlock(&queue->timeline->lock);
    return wait_for(queue, lane->stream, end);
}

/* A barrier without events follows the last command of every lane. */
static dpex_status wait_for_lanes(dpex_cuda_queue *queue)
{
    for (int i = 1; i < DPEX_CUDA_N_LANES; i++) {
        dpex_cuda_lane *lane = &queue->lanes[i];
        if (!lane->stream) continue;
        DPEX_TRY(dpex_cuda_lane_mark(queue, lane));
        pthread_mutex_lock(&queue->timeline->lock);
        /* Over meanwhile, or marked just now. */
        CUevent end = lane->last ? lane->last->end : NULL;
        pthread_mutex_unlock(&queue->timeline->lock);
        DPEX_TRY(wait_for(queue, queue->lanes[0].stream, end));
    }
    return DPEX_SUCCESS;
}

/* ---- the command ------------------------------------------------------------------------------------------- */

static dpex_status record_start(const dpex_cuda_record *r, CUstream stream)
{
    dpex_cuda_event *handle = r->event ? r->event->handle : NULL;
    if (!handle || !handle->has_timing) return DPEX_SUCCESS;
    DPEX_TRY(dpex_cuda_event_take(r->queue->device, 1, &handle->start));
    return dpex_cuda_check(r->queue->device, dpex_the_cuda.EventRecord(handle->start, stream),
                           "cuEventRecord");
}

/* What others wait for: the event's own, a barrier's for the other lanes, and now and then one so
 * that completion is noticed even if the watching thread never finds the lock free. */
static dpex_status record_end(dpex_cuda_record *r, const dpex_cuda_lane *lane, int is_barrier)
{
    dpex_cuda_event *handle = r->event ? r->event->handle : NULL;
    int is_mark = (is_barrier && !(r->queue->properties & DPEX_QUEUE_IN_ORDER)) ||
                  lane->n_records % MARK_EVERY == MARK_EVERY - 1;
    if (!handle && !is_mark) return DPEX_SUCCESS;
    CUevent end;
    DPEX_TRY(dpex_cuda_event_take(r->queue->device, handle && handle->has_timing, &end));
    dpex_status status = dpex_cuda_check(
        r->queue->device, dpex_the_cuda.EventRecord(end, lane->stream), "cuEventRecord");
    r->end = end;
    if (!handle) return status;
    handle->end = end;
    handle->stream = lane->stream;
    handle->lane = r->lane;
    /* Release: readers outside the lock take the fields above after it. */
    atomic_store_explicit(&handle->is_recorded, 1, memory_order_release);
    return status;
}

/* On failure the stream may hold waits without the command, which do no harm. */
static dpex_status enqueue_record(dpex_cuda_record *r, const dpex_command *command,
                                  dpex_event *const *deps, size_t n_deps)
{
    dpex_cuda_queue *queue = r->queue;
    dpex_cuda_lane *lane = &queue->lanes[r->lane];
    int is_barrier = command->kind == DPEX_COMMAND_BARRIER;
    DPEX_TRY(dpex_cuda_lane_open(queue, lane));
    DPEX_TRY(wait_for_deps(queue, lane->stream, deps, n_deps));
    if (r->lane > 0) DPEX_TRY(wait_for_barrier(queue, lane));
    if (is_barrier && n_deps == 0) DPEX_TRY(wait_for_lanes(queue));
    DPEX_TRY(record_start(r, lane->stream));
    DPEX_TRY(dpex_cuda_enqueue(r, lane->stream, command));
    return record_end(r, lane, is_barrier);
}

dpex_status dpex_cuda_enqueue_record(dpex_cuda_record *r, const dpex_command *command,
                                     dpex_event *const *deps, size_t n_deps)
{
    const int is_range = dpex_cuda_ranges_are_on();
    if (is_range) dpex_cuda_range_push(r->name);
    dpex_status status = enqueue_record(r, command, deps, n_deps);
    if (is_range) dpex_cuda_range_pop();
    return status;
}
