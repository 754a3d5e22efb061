/* SyclQueue: where commands go. */
#ifndef OPENDPEX_CORE_QUEUE_H
#define OPENDPEX_CORE_QUEUE_H

#include "drop.h"
#include "event.h"

typedef struct core_queue {
    PyObject_HEAD
    dpex_queue *ref;            /* owned; NULL only in a bare _SyclQueue */
    PyObject *context, *device; /* owned; SyclContext, SyclDevice */
    void *vtable;               /* SyclQueue only */
} core_queue;

/* New SyclQueue objects; the queue is kept, or taken (released also on failure). */
PyObject *core_queue_wrap(dpex_queue *queue);
PyObject *core_queue_take(dpex_queue *queue);

int core_queue_check(PyObject *object);
/* The queue of a SyclQueue, borrowed; NULL with a TypeError that names the argument. */
dpex_queue *core_queue_get(PyObject *object, const char *what);
/* 1: a new reference from a capsule "SyclQueueRef", which is used up; 0: not such a capsule; -1: failure. */
int core_queue_from_capsule(PyObject *object, dpex_queue **queue);

/* The cached queue of a device (NULL: the default device) as a SyclQueue; new. */
PyObject *core_queue_cached(dpex_device *device);

/* Keeps a Python object until the events have happened; the keep is taken (also on failure). event may be NULL. */
dpex_status core_queue_keep(dpex_queue *queue, core_keep *keep, const core_events *deps,
                            dpex_event **event);
/* Keeps a Python object until the event has happened. Where that cannot be arranged, waits for it, signals or not. */
void core_queue_keep_until(dpex_queue *queue, dpex_event *event, PyObject *object);
/* Waits for a command that uses what `kept` refers to; kept lives on where a signal ends the wait. 0, or -1 as
 * core_wait_event. */
int core_queue_wait_for(dpex_queue *queue, dpex_event *event, PyObject *kept);

/* Methods of SyclQueue that other files hold; added to the type's own. */
#define CORE_METHOD(name)                                                                          \
    PyObject *core_queue_##name(PyObject *self, PyObject *const *args, Py_ssize_t n_args,          \
                                PyObject *kwnames);
CORE_METHOD(submit)
CORE_METHOD(submit_async)
CORE_METHOD(submit_barrier)
CORE_METHOD(submit_keep_args_alive)
CORE_METHOD(memcpy)
CORE_METHOD(memcpy_async)
CORE_METHOD(copy)
CORE_METHOD(copy_async)
CORE_METHOD(memset)
CORE_METHOD(memset_async)
CORE_METHOD(prefetch)
CORE_METHOD(mem_advise)
#undef CORE_METHOD

#endif
