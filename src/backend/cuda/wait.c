/* Waiting for queues and events. A thread that waits marks what it waits for and asks the driver
 * itself while it spins; when it sleeps, the watching thread (watch.c) wakes it. */
#include <sched.h>

#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/queue.h"
#include "base/alloc.h"
#include "base/futex.h"

/* Kernels of an array operation take up to some milliseconds; a program that waits for one wants to
 * know at once, as with the driver's own waits, which spin too. */
static const uint64_t SPIN_NS = 5000000;

typedef struct target {
    dpex_cuda_queue *queue;
    uint64_t number;
    dpex_event *event; /* NULL: the timeline's number */
} target;

/* Acquire for the timeline, so that the results of the commands are visible. */
static int is_reached(const target *t)
{
    if (t->event) return atomic_load(&t->event->state) == DPEX_EVENT_COMPLETE;
    return atomic_load_explicit(&t->queue->timeline->completed, memory_order_acquire) >= t->number;
}

/* An event that is in no queue (a moment of the runtime's, a host call) is reached when it is
 * completed by a call. */
static int poll_target(void *arg)
{
    const target *t = arg;
    if (is_reached(t)) return 1;
    if (!t->queue) return 0;
    dpex_cuda_poll(t->queue);
    return is_reached(t);
}

/* So that there is something to ask for. What cannot be marked now the watching thread marks
 * later. */
static void mark_all(dpex_cuda_queue *queue)
{
    if (!dpex_cuda_try_enter(queue->device)) return;
    int is_locked =
        !pthread_mutex_trylock(&queue->order); /* a submission may be stuck in the driver */
    dpex_status status = DPEX_SUCCESS;
    for (int i = 0; i < DPEX_CUDA_N_LANES && !status && is_locked; i++)
        status = dpex_cuda_lane_mark(queue, &queue->lanes[i]);
    if (is_locked) pthread_mutex_unlock(&queue->order);
    dpex_cuda_leave();
}

/* A lost device says so on every use, also where this queue has nothing pending. */
static dpex_status check_lost(const dpex_cuda_queue *queue)
{
    const char *lost = dpex_cuda_lost_text(queue->device);
    return lost ? DPEX_FAIL(DPEX_ERROR_DEVICE_LOST, "%s", lost) : DPEX_SUCCESS;
}

dpex_status dpex_cuda_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done)
{
    dpex_cuda_queue *handle = queue->handle;
    /* Commands submitted during the wait are not waited for. */
    target t = {handle, atomic_load(&handle->timeline->submitted), NULL};
    dpex_wait wait = {poll_target,
                      &t,
                      dpex_futex_low_word(&handle->timeline->completed),
                      &handle->timeline->n_sleeping,
                      0,
                      SPIN_NS};
    if (done) *done = 1;
    /* A child would wait for ever: the driver's threads are the parent's. */
    DPEX_TRY(dpex_cuda_check_process());
    if (!is_reached(&t)) {
        mark_all(handle);
        DPEX_TRY(dpex_threads_wait(&wait, max_ns, done));
        /* Time is up. */
        if (!is_reached(&t)) return DPEX_SUCCESS;
    }
    /* This queue's own failure first: it names the command. */
    dpex_status status = dpex_timeline_tell_failure(handle->timeline);
    return status ? status : check_lost(handle);
}

dpex_status dpex_cuda_event_wait(dpex_event *event, uint64_t max_ns, int *done)
{
    dpex_cuda_event *handle = event->handle;
    /* Without a handle there is nothing to ask for. */
    target t = {handle ? handle->queue : NULL, 0, event};
    if (done) *done = 1;
    if (!is_reached(&t)) {
        dpex_wait wait = {poll_target,        &t, (_Atomic uint32_t *)&event->state,
                          &event->n_sleeping, 0,  SPIN_NS};
        DPEX_TRY(dpex_threads_wait(&wait, max_ns, done));
        if (!is_reached(&t)) return DPEX_SUCCESS;
    }
    return dpex_event_raise(event);
}

/* The driver's answer, whatever this library has published. */
static int is_reached_on_device(const dpex_cuda_event *handle)
{
    if (!dpex_cuda_try_enter(handle->queue->device)) return 0;
    int is = dpex_the_cuda.EventQuery(atomic_load(&handle->end)) == CUDA_SUCCESS;
    dpex_cuda_leave();
    return is;
}

/* A query of an event gives what the driver knows, not what the watching thread has found out: what
 * an event waited for is complete as soon as the event is. */
void dpex_cuda_event_update(dpex_event *event)
{
    const dpex_cuda_event *handle = event->handle;
    target t = {handle ? handle->queue : NULL, 0, event};
    /* Polling here may end the command in this thread. */
    if (!handle || !atomic_load(&handle->is_recorded) || poll_target(&t)) return;
    if (!is_reached_on_device(handle)) return;
    while (!poll_target(&t)) sched_yield(); /* another thread is publishing it */
}

/* ---- DPEX_SYNC --------------------------------------------------------------------------------------------- */

/* Deferred commands are not in a stream, and may even wait for this thread. */
static int has_idle_streams(void *arg)
{
    dpex_cuda_queue *queue = arg;
    int idle = 1;
    dpex_cuda_poll(queue);
    pthread_mutex_lock(&queue->timeline->lock);
    for (const dpex_cuda_record *r = queue->first; r; r = r->next) idle &= !r->is_enqueued;
    pthread_mutex_unlock(&queue->timeline->lock);
    return idle;
}

void dpex_cuda_wait_streams(dpex_cuda_queue *queue)
{
    mark_all(queue);
    /* Spins: only for debugging. */
    while (!has_idle_streams(queue)) dpex_cpu_relax();
}
