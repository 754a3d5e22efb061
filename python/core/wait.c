/* Bounded waits in a loop. Where nothing is pending the GIL is kept: releasing it costs more than looking. */
#include "wait.h"
#include "drop.h"

static const uint64_t step_ns = 10 * 1000 * 1000;

typedef dpex_status (*wait_fn)(void *object, uint64_t max_ns, int *done);

static dpex_status wait_queue(void *queue, uint64_t max_ns, int *done)
{
    return dpex_queue_wait(queue, max_ns, done);
}

static dpex_status wait_event(void *event, uint64_t max_ns, int *done)
{
    return dpex_event_wait(event, max_ns, done);
}

static dpex_status wait_storage(void *storage, uint64_t max_ns, int *done)
{
    return dpex_storage_wait(storage, max_ns, done);
}

static int finish(dpex_status status)
{
    core_drop_drain();
    if (!status) return 0;
    core_raise_as(core.async_error, status);
    return -1;
}

static int wait_in_steps(wait_fn wait, void *object)
{
    for (;;) {
        int done = 0;
        dpex_status status;
        Py_BEGIN_ALLOW_THREADS
        status = wait(object, step_ns, &done);
        Py_END_ALLOW_THREADS
        if (status && status != DPEX_ERROR_INTERRUPTED) return finish(status);
        if (PyErr_CheckSignals()) return -1;
        if (!status && done) return finish(status);
    }
}

int core_wait_queue(dpex_queue *queue)
{
    if (dpex_queue_is_idle(queue)) return finish(dpex_queue_wait(queue, 0, NULL));
    return wait_in_steps(wait_queue, queue);
}

int core_wait_event(dpex_event *event)
{
    if (dpex_event_get_status(event) == DPEX_EVENT_COMPLETE)
        return finish(dpex_event_wait(event, 0, NULL));
    return wait_in_steps(wait_event, event);
}

int core_wait_storage(dpex_storage *storage)
{
    return dpex_storage_is_idle(storage) ? 0 : wait_in_steps(wait_storage, storage);
}
