/* Hazards between queues as waits of the driver's: a stream that waits for another one lets the host
 * go on and begins as soon as the other one has come there, where a command that is held back begins
 * only when a thread of the host has noticed.
 *
 * The runtime's event for such a hazard gets a driver's event, recorded at the end of the other
 * queue's stream as it is now. It may come later than the command in question, never earlier. */
#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/queue.h"
#include "base/alloc.h"

/* The stream that holds all pending commands of the queue; NULL: there is none, or there are several.
 * With `order` held. */
static dpex_cuda_lane *find_only_lane(dpex_cuda_queue *queue)
{
    dpex_cuda_lane *only = NULL;
    int n = 0;
    pthread_mutex_lock(&queue->timeline->lock);
    for (int i = 0; i < DPEX_CUDA_N_LANES; i++)
        if (queue->lanes[i].last) {
            only = &queue->lanes[i];
            n++;
        }
    /* Commands that the driver does not have are in no stream. */
    if (n > 1 || queue->n_deferred) only = NULL;
    pthread_mutex_unlock(&queue->timeline->lock);
    return only;
}

/* With `order` held and the device's context current. NULL without memory, or where the driver
 * refuses: then the command is held back. */
static dpex_cuda_event *record(dpex_cuda_queue *queue, const dpex_cuda_lane *lane)
{
    dpex_cuda_event *made = dpex_calloc(1, sizeof *made);
    CUevent end = NULL;
    if (!made) return NULL;
    if (dpex_cuda_event_take(queue->device, 0, &end) ||
        dpex_the_cuda.EventRecord(end, lane->stream)) {
        dpex_cuda_event_give(queue->device, 0, end);
        dpex_free(made);
        return NULL;
    }
    made->queue = dpex_cuda_queue_retain(queue);
    made->end = end;
    made->stream = lane->stream;
    made->lane = (int)(lane - queue->lanes);
    atomic_store_explicit(&made->is_recorded, 1, memory_order_release);
    return made;
}

void dpex_cuda_event_follow(dpex_event *event, const dpex_timeline *timeline, uint64_t number)
{
    dpex_cuda_queue *queue = dpex_cuda_queues_find(timeline);
    if (!queue) return;
    if (dpex_cuda_try_enter(queue->device)) {
        pthread_mutex_lock(&queue->order);
        const dpex_cuda_lane *lane = find_only_lane(queue);
        if (lane && atomic_load(&queue->timeline->submitted) >= number)
            event->handle = record(queue, lane);
        pthread_mutex_unlock(&queue->order);
        dpex_cuda_leave();
    }
    dpex_cuda_queue_release(queue);
}
