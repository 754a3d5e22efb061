/* A list that any thread may push to and the holder of the GIL empties. The node is allocated when the object is kept, so
 * giving up cannot fail. Whoever pushes to an empty list asks the interpreter to empty it (Py_AddPendingCall); should that
 * queue be full, the next wait or submission through _core empties it. */
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "drop.h"
#include "spare.h"

struct core_keep {
    core_keep *next;
    PyObject *object;
};

static _Atomic(core_keep *) dropped;
static atomic_int closed; /* the interpreter is ending and runs no more pending calls */

core_keep *core_keep_new(PyObject *object)
{
    core_keep *keep = malloc(sizeof *keep);
    if (!keep) {
        PyErr_NoMemory();
        return NULL;
    }
    Py_INCREF(object);
    keep->object = object;
    return keep;
}

static int drain_pending(void *unused)
{
    (void)unused;
    core_drop_drain();
    return 0;
}

void core_keep_drop(void *payload)
{
    core_keep *keep = payload;
    if (!keep) return;
    core_keep *head = atomic_load_explicit(&dropped, memory_order_relaxed);
    do keep->next = head;
    while (!atomic_compare_exchange_weak_explicit(&dropped, &head, keep, memory_order_release,
                                                  memory_order_relaxed));
    if (!head && !atomic_load(&closed)) (void)Py_AddPendingCall(drain_pending, NULL);
}

void core_drop_drain(void)
{
    if (!atomic_load_explicit(&dropped, memory_order_relaxed)) return;
    core_keep *keep = atomic_exchange_explicit(&dropped, NULL, memory_order_acquire);
    while (keep) {
        core_keep *next = keep->next;
        Py_DECREF(keep->object);
        free(keep);
        keep = next;
    }
}

/* For atexit: runs what is pending to its end and stops the workers. That may take long, and Python's handler no longer
 * gets to run: so Ctrl-C ends the process, unless it has been ignored. */
static PyObject *shutdown_runtime(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    PyOS_sighandler_t handler = PyOS_getsig(SIGINT);
    if (handler != SIG_IGN) PyOS_setsig(SIGINT, SIG_DFL);
    core_spare_drain();
    Py_BEGIN_ALLOW_THREADS
    dpex_shutdown();
    Py_END_ALLOW_THREADS
    if (handler != SIG_IGN) PyOS_setsig(SIGINT, handler);
    atomic_store(&closed, 1);
    core_drop_drain();
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"_shutdown", shutdown_runtime, METH_NOARGS,
     "_shutdown(): wait for all queues and stop the workers"},
    {NULL},
};

static int register_at_exit(PyObject *module)
{
    PyObject *at_exit = PyImport_ImportModule("atexit");
    if (!at_exit) return -1;
    PyObject *function = PyObject_GetAttrString(module, "_shutdown");
    PyObject *done = function ? PyObject_CallMethod(at_exit, "register", "O", function) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(done);
    Py_DECREF(at_exit);
    return done ? 0 : -1;
}

int core_add_drop(PyObject *module)
{
    return core_add_functions(module, functions) || register_at_exit(module) ? -1 : 0;
}
