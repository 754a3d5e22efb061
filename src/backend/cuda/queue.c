/* The life of queues.
 *
 * A queue has several streams (lanes), opened when they are needed; commands that may run at the
 * same time go to different ones. Records of finished commands are kept for reuse. */
#include "backend/cuda/queue.h"

#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/ranges.h"
#include "base/alloc.h"

/* ---- life ------------------------------------------------------------------------------------------------ */

/* With the device's context current (dpex_cuda_enter). NON_BLOCKING: not ordered with the default
 * stream, which other libraries use. */
dpex_status dpex_cuda_lane_open(dpex_cuda_queue *queue, dpex_cuda_lane *lane)
{
    if (lane->stream) return DPEX_SUCCESS;
    return dpex_cuda_check(queue->device,
                           dpex_the_cuda.StreamCreate(&lane->stream, CU_STREAM_NON_BLOCKING),
                           "cuStreamCreate");
}

static dpex_status open_streams(dpex_cuda_queue *queue)
{
    DPEX_TRY(dpex_cuda_enter(queue->device));
    dpex_status status = dpex_cuda_lane_open(queue, &queue->lanes[0]);
    if (!status && (queue->properties & DPEX_QUEUE_ENABLE_PROFILING))
        status = dpex_cuda_profile_open(queue);
    dpex_cuda_leave();
    return status;
}

/* Also for a queue whose creation failed half-way. */
static void destroy(dpex_cuda_queue *queue)
{
    if (dpex_cuda_try_enter(queue->device)) {
        /* The streams are idle: every command was over before the last reference went. */
        dpex_cuda_libraries_close(queue->libraries);
        for (int i = 0; i < DPEX_CUDA_N_LANES; i++)
            if (queue->lanes[i].stream) dpex_the_cuda.StreamDestroy(queue->lanes[i].stream);
        dpex_cuda_event_give(queue->device, 1, queue->anchor);
        dpex_cuda_leave();
    }
    while (queue->spare) {
        dpex_cuda_record *next = queue->spare->next;
        dpex_free(queue->spare);
        queue->spare = next;
    }
    pthread_mutex_destroy(&queue->order);
    dpex_timeline_release(queue->timeline);
    dpex_free(queue);
}

dpex_status dpex_cuda_queue_create(dpex_queue *queue)
{
    dpex_cuda_ranges_open();
    dpex_cuda_queue *made = dpex_calloc(1, sizeof *made);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue");
    atomic_init(&made->refs, 1);
    made->device = dpex_cuda_of(queue->device);
    made->properties = queue->properties;
    made->timeline = dpex_timeline_retain(queue->timeline);
    pthread_mutex_init(&made->order, NULL);
    dpex_status status = open_streams(made);
    if (status) {
        destroy(made);
        return status;
    }
    dpex_cuda_queues_add(made);
    queue->handle = made;
    return DPEX_SUCCESS;
}

/* The runtime destroys idle queues only: nothing is pending.
 * Events may keep this part of the queue for longer. */
void dpex_cuda_queue_destroy(dpex_queue *queue)
{
    dpex_cuda_queue_release(queue->handle);
}

void dpex_cuda_queue_release(dpex_cuda_queue *queue)
{
    if (queue && dpex_cuda_queues_drop(queue)) destroy(queue);
}

dpex_cuda_queue *dpex_cuda_queue_next(dpex_cuda_queue *queue)
{
    dpex_cuda_queue *next = dpex_cuda_queues_after(queue);
    /* Releasing may destroy the queue, which takes the lock again: so outside it. */
    dpex_cuda_queue_release(queue);
    return next;
}
