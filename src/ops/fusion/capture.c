/* Capture queues: what opendpex.fuse has a function compute on, to make one pass of it.
 *
 * A capture queue is a copy of the program's queue that runs nothing. Element-wise operations on
 * its arrays are added to its graph, of arrays of any size and until the function ends; then the
 * graph is handed to the program's queue. A command, a wait for a result, or an operation that does
 * not fit the graph is what the function must not contain: it fails, or is kept as the failure of
 * the queue, with the reason as its message. */
#include "base/error.h"
#include "dpex/fusion.h"
#include "flush.h"
#include "runtime/runtime.h"

dpex_status dpex_capture_create(dpex_queue *of, dpex_queue **out)
{
    dpex_status status = dpex_queue_create(of->ctx, of->device, 0, out);
    /* Nobody else has the queue yet. */
    if (!status) (*out)->properties |= DPEX_QUEUE_NEVER_INLINE | DPEX_QUEUE_CAPTURES;
    return status;
}

/* The views of an open graph name the queue that their pass will be submitted to. */
static void retarget(dpex_graph *graph, dpex_queue *queue)
{
    graph->queue = queue;
    for (int i = 0; i < graph->n_inputs; i++) graph->inputs[i].view.array.queue = queue;
    for (int i = 0; i < graph->n_stores; i++) graph->stores[i].view.array.queue = queue;
    for (int i = 0; i < graph->n_reductions; i++) {
        graph->reductions[i].out.array.queue = queue;
        graph->reductions[i].model.array.queue = queue;
    }
}

dpex_status dpex_capture_finish(dpex_queue *capture, dpex_queue *queue, int *n_passes)
{
    *n_passes = 0;
    dpex_status status = dpex_timeline_tell_failure(capture->timeline);
    if (status) return status;
    pthread_mutex_lock(&dpex_graph_lock);
    dpex_graph *graph = (dpex_graph *)atomic_load(&capture->pending);
    const int is_open = graph && atomic_load(&graph->pending.n_steps);
    if (is_open) {
        dpex_queue_retain(queue); /* instead of the reference to the capture queue */
        retarget(graph, queue);
        dpex_graph_flush(graph);
        *n_passes = graph->n_passes;
        graph->queue = capture;
    }
    pthread_mutex_unlock(&dpex_graph_lock);
    if (is_open) dpex_queue_release(capture);
    return DPEX_SUCCESS;
}

void dpex_capture_cancel(dpex_queue *capture)
{
    dpex_fusion_flush(capture); /* computes nothing */
    dpex_timeline_tell_failure(capture->timeline);
}
