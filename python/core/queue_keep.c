/* Python objects that a command uses are kept until it is over, also where nobody waits for it any more. */
#include "queue.h"
#include "wait.h"

dpex_status core_queue_keep(dpex_queue *queue, core_keep *keep, const core_events *deps,
                            dpex_event **event)
{
    dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL, .name = "keep arguments"};
    command.host.drop = core_keep_drop;
    command.host.payload = keep;
    dpex_status status = dpex_queue_submit(queue, &command, deps->items, deps->n, event);
    if (status) core_keep_drop(keep);
    return status;
}

void core_queue_keep_until(dpex_queue *queue, dpex_event *event, PyObject *object)
{
    core_keep *keep = core_keep_new(object);
    const core_events deps = {.items = &event, .n = 1};
    if (keep && !core_queue_keep(queue, keep, &deps, NULL)) return;
    PyErr_Clear();
    Py_BEGIN_ALLOW_THREADS
    while (dpex_event_wait(event, 0, NULL) == DPEX_ERROR_INTERRUPTED) {
    }
    Py_END_ALLOW_THREADS
}

int core_queue_wait_for(dpex_queue *queue, dpex_event *event, PyObject *kept)
{
    if (!core_wait_event(event)) return 0;
    if (PyErr_ExceptionMatches(core.async_error)) { /* it failed, so it is over */
        dpex_queue_forget_failure(queue, event);
        return -1;
    }
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    core_queue_keep_until(queue, event, kept);
    PyErr_Restore(type, value, traceback);
    return -1;
}
