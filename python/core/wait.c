/* Bounded waits in a loop. Where nothing is pending the GIL is kept: releasing it costs more than the check. */
#include <dlfcn.h>

#include "drop.h"
#include "wait.h"

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

/* ---- waits inside calls that are made with the GIL held: allocations ------------------------- */

/* PyGILState_Check, which every CPython has and the Limited API has not. */
static int (*has_gil)(void);

/* Commands that are waited for may need the GIL, so a thread that has it releases it. */
static int begin_wait(void **token)
{
    *token = NULL;
    if (!PyGILState_GetThisThreadState()) return 0;
    if (!has_gil) return -1;
    if (has_gil()) *token = PyEval_SaveThread();
    return 0;
}

/* With the GIL, and maybe an exception on its way. One that a signal's handler raises stays set: the caller raises it. */
static int serve_signals(void)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    core_drop_drain();
    int is_interrupted = PyErr_CheckSignals();
    if (!is_interrupted) {
        PyErr_Restore(type, value, traceback);
        return 0;
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return -1;
}

static int end_wait(void *token)
{
    if (token) {
        PyEval_RestoreThread(token);
        return serve_signals();
    }
    if (!PyGILState_GetThisThreadState()) return 0;
    PyGILState_STATE state = PyGILState_Ensure(); /* the caller has released it */
    int is_interrupted = serve_signals();
    PyGILState_Release(state);
    return is_interrupted;
}

int core_add_wait(PyObject *module)
{
    static const dpex_wait_hooks hooks = {begin_wait, end_wait};
    (void)module;
    *(void **)&has_gil = dlsym(RTLD_DEFAULT, "PyGILState_Check");
    dpex_set_wait_hooks(&hooks);
    return 0;
}
