/* SyclEvent: a command that was submitted. */
#ifndef OPENDPEX_CORE_EVENT_H
#define OPENDPEX_CORE_EVENT_H

#include "core.h"

typedef struct core_event {
    PyObject_HEAD
    dpex_event *ref; /* owned; NULL only in a bare _SyclEvent */
    void *vtable;    /* SyclEvent only */
} core_event;

/* New SyclEvent objects; the event is kept, or taken (released also on failure). */
PyObject *core_event_wrap(dpex_event *event);
PyObject *core_event_take(dpex_event *event);

int core_event_check(PyObject *object);
/* The event of a SyclEvent, borrowed; NULL with a TypeError that names the argument. */
dpex_event *core_event_get(PyObject *object, const char *what);

/* The dependencies of a command: the events of a list, tuple or other sequence (NULL and None: none). */
typedef struct core_events {
    dpex_event **items;
    size_t n;
    PyObject *sequence; /* keeps them alive */
    dpex_event *few[8]; /* where items lie if they are not more */
} core_events;
int core_events_init(core_events *events, PyObject *sequence, const char *what);
void core_events_fini(core_events *events);

#endif
