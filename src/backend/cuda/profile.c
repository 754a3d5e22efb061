/* The times of commands on the host's clock.
 *
 * The driver tells the time between two of its events, as a float of milliseconds: exact to half a
 * microsecond over seconds, useless over hours. So a queue keeps an *anchor*, an event whose time
 * on the host's clock is known, and a command's end becomes the anchor once the present one is
 * seconds old. */
#include "backend/cuda/queue.h"
#include "base/futex.h"

static const double MAX_ANCHOR_AGE_NS = 4e9;

dpex_status dpex_cuda_profile_open(dpex_cuda_queue *queue)
{
    CUstream stream = queue->lanes[0].stream;
    /* On an idle stream, so that the event's time is now. */
    DPEX_TRY(dpex_cuda_event_take(queue->device, 1, &queue->anchor));
    DPEX_CUDA_TRY(queue->device, dpex_the_cuda.EventRecord(queue->anchor, stream), "cuEventRecord");
    DPEX_CUDA_TRY(queue->device, dpex_the_cuda.EventSynchronize(queue->anchor),
                  "cuEventSynchronize");
    queue->anchor_ns = (double)dpex_clock_ns();
    return DPEX_SUCCESS;
}

/* For a queue that was made without profiling. */
dpex_status dpex_cuda_profile_ensure(dpex_cuda_queue *queue)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    dpex_status status = queue->anchor ? DPEX_SUCCESS : dpex_cuda_profile_open(queue);
    pthread_mutex_unlock(&lock);
    return status;
}

static double elapsed_ns(CUevent from, CUevent to)
{
    float milliseconds = 0;
    /* Events of a lost device have no time. */
    if (dpex_the_cuda.EventElapsedTime(&milliseconds, from, to)) return 0;
    return milliseconds * 1e6;
}

/* The queue's anchor and the event's end are exchanged. A stream that is made to wait for this end
 * now waits for the old anchor, which is as good as waiting for a completed command. */
static void move_anchor(dpex_cuda_queue *queue, dpex_cuda_event *handle, double end_ns)
{
    CUevent old = queue->anchor;
    queue->anchor = handle->end;
    queue->anchor_ns = end_ns;
    handle->end = old;
}

void dpex_cuda_profile_read(dpex_cuda_queue *queue, dpex_event *event)
{
    dpex_cuda_event *handle = event->handle;
    /* No times were asked for, or the command never entered a stream. */
    if (!handle || !handle->has_timing || !handle->start) return;
    pthread_mutex_lock(&queue->timeline->lock);
    CUevent anchor = queue->anchor;
    double anchor_ns = queue->anchor_ns;
    pthread_mutex_unlock(&queue->timeline->lock);
    double start = anchor_ns + elapsed_ns(anchor, handle->start);
    double end = start + elapsed_ns(handle->start, handle->end);
    event->submit_ns = handle->submit_ns;
    /* Rounding must not put a start before its submission. */
    if (start < (double)handle->submit_ns) start = (double)handle->submit_ns;
    if (end < start) end = start;
    event->start_ns = (uint64_t)start;
    event->end_ns = (uint64_t)end;
    pthread_mutex_lock(&queue->timeline->lock);
    /* Another thread may have moved it meanwhile. */
    if (queue->anchor == anchor && end - anchor_ns > MAX_ANCHOR_AGE_NS)
        move_anchor(queue, handle, end);
    pthread_mutex_unlock(&queue->timeline->lock);
}
