/* SyclEvent: constructor, waiting, status, profile. */
#include <stddef.h>
#include <stdlib.h>

#include "args.h"
#include "capsule.h"
#include "enums.h"
#include "event.h"
#include "handle.h"
#include "wait.h"

#define HANDLE         event
#define HANDLE_TYPE    "a dpctl.SyclEvent"
#define HANDLE_VTABLE  event_vtable
#define HANDLE_CAPSULE "SyclEventRef"
#include "handle.inc"

/* ---- lists of events ---- */

static int fill(core_events *events, const char *what)
{
    for (size_t i = 0; i < events->n; i++) {
        PyObject *item = PySequence_GetItem(events->sequence, (Py_ssize_t)i);
        if (!item) return -1;
        events->items[i] = core_event_get(item, what);
        Py_DECREF(item); /* the sequence still holds it */
        if (!events->items[i]) return -1;
    }
    return 0;
}

int core_events_init(core_events *events, PyObject *sequence, const char *what)
{
    *events = (core_events){0};
    if (!sequence || sequence == Py_None) return 0;
    events->sequence = PySequence_Tuple(sequence); /* a copy: another thread may change the list */
    if (!events->sequence) return -1;
    events->n = (size_t)PyTuple_Size(events->sequence);
    events->items = events->few;
    if (events->n > sizeof events->few / sizeof *events->few) {
        events->items = PyMem_Calloc(events->n, sizeof *events->items);
        if (!events->items) {
            PyErr_NoMemory();
            core_events_fini(events);
            return -1;
        }
    }
    if (!fill(events, what)) return 0;
    core_events_fini(events);
    return -1;
}

void core_events_fini(core_events *events)
{
    if (events->items != events->few) PyMem_Free(events->items);
    Py_CLEAR(events->sequence);
    events->items = NULL;
    events->n = 0;
}

/* ---- constructor ---- */

static dpex_event *from_object(PyObject *object)
{
    void *ref = NULL;
    if (Py_TYPE(object) == core.event_base) {
        dpex_event *event = ((core_event *)object)->ref;
        if (event) return dpex_event_retain(event);
        PyErr_SetString(PyExc_ValueError, "this _SyclEvent refers to no event");
        return NULL;
    }
    if (PyCapsule_CheckExact(object) && core_capsule_use(&capsules, object, &ref)) return ref;
    return core_type_error("the argument", "a capsule \"SyclEventRef\" (or nothing)", object);
}

static PyObject *event_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("SyclEvent");
    static char *names[] = {"arg", NULL};
    PyObject *arg = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:SyclEvent", names, &arg)) return NULL;
    dpex_event *event = NULL;
    if (arg && arg != Py_None) {
        event = from_object(arg);
    } else {
        dpex_status status = dpex_event_create(&event);
        if (status) return core_raise_as(PyExc_ValueError, status);
    }
    return event ? make(type, event) : NULL;
}

static void dealloc(PyObject *self)
{
    dpex_event *event = ((core_event *)self)->ref;
    if (event) dpex_event_release(event);
    core_free(self);
}

/* ---- members ---- */

static dpex_event *ref_of(PyObject *self)
{
    return ((core_event *)self)->ref;
}

static PyObject *wait(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (core_wait_event(ref_of(self))) return NULL;
    Py_RETURN_NONE;
}

typedef struct pending_error {
    PyObject *type, *value, *traceback;
} pending_error;

/* Puts a command's failure aside, if it is the first; 1: not a command's failure, the wait itself is over. */
static int set_aside(pending_error *first)
{
    if (!PyErr_ExceptionMatches(core.async_error)) return 1;
    if (first->type)
        PyErr_Clear();
    else
        PyErr_Fetch(&first->type, &first->value, &first->traceback);
    return 0;
}

/* Waits for all of them, also behind one that failed; the first failure is raised. */
static PyObject *wait_for_all(PyObject *sequence)
{
    core_events events;
    if (core_events_init(&events, sequence, "each item of SyclEvent.wait_for()'s sequence"))
        return NULL;
    pending_error first = {0};
    int over = 0;
    for (size_t i = 0; i < events.n && !over; i++)
        if (core_wait_event(events.items[i])) over = set_aside(&first);
    core_events_fini(&events);
    if (!over && !first.type) Py_RETURN_NONE;
    if (!over) {
        PyErr_Restore(first.type, first.value, first.traceback);
        return NULL;
    }
    Py_XDECREF(first.type);
    Py_XDECREF(first.value);
    Py_XDECREF(first.traceback);
    return NULL;
}

static PyObject *wait_for(PyObject *type, PyObject *const *args, Py_ssize_t n_args,
                          PyObject *kwnames)
{
    (void)type;
    static const core_params params = {"wait_for", 1, {"event", NULL}};
    CORE_NAME_ERRORS(params);
    PyObject *arg;
    if (core_bind(&params, args, n_args, kwnames, &arg)) return NULL;
    if (core_event_check(arg)) return wait(arg, NULL);
    if (PySequence_Check(arg) && !PyUnicode_Check(arg)) return wait_for_all(arg);
    return core_type_error("the argument", "a dpctl.SyclEvent or a sequence of them", arg);
}

static PyObject *get_wait_list(PyObject *self, PyObject *unused)
{
    (void)unused;
    dpex_event **events = NULL;
    size_t n = 0;
    CORE_TRY(dpex_event_get_wait_list(ref_of(self), &events, &n));
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (size_t i = 0; i < n; i++) {
        PyObject *event = core_event_take(events[i]);
        if (!event || !list) { /* an earlier one failed: the others' references are given up */
            Py_XDECREF(event);
            Py_CLEAR(list);
        } else if (PyList_SetItem(list, (Py_ssize_t)i, event)) {
            Py_CLEAR(list); /* the event is released in any case */
        }
    }
    free(events);
    return list;
}

static PyObject *get_capsule(PyObject *self, PyObject *unused)
{
    (void)unused;
    return core_capsule_new(&capsules, ref_of(self));
}

static PyObject *repr(PyObject *self)
{
    static const char *const states[] = {"unknown", "submitted", "running", "complete"};
    return PyUnicode_FromFormat("<dpctl.SyclEvent [%s] at %p>",
                                states[dpex_event_get_status(ref_of(self))], self);
}

static PyObject *get_status(PyObject *self, void *closure)
{
    (void)closure;
    /* Python's enum counts from 1, the C interface from 0. */
    return core_enum_member(CORE_ENUM_event_status_type,
                            (uint64_t)dpex_event_get_status(ref_of(self)) + 1);
}

static PyObject *get_backend(PyObject *self, void *closure)
{
    (void)closure;
    return core_enum_member(CORE_ENUM_backend_type, dpex_event_get_backend(ref_of(self)));
}

/* closure: which of the three times */
static PyObject *get_profile(PyObject *self, void *closure)
{
    if (core_wait_event(ref_of(self))) return NULL;
    uint64_t ns[3] = {0};
    CORE_TRY(dpex_event_get_profile(ref_of(self), &ns[0], &ns[1], &ns[2]));
    return PyLong_FromUnsignedLongLong(ns[(size_t)closure]);
}

static PyMethodDef methods[] = {
    {"wait", wait, METH_NOARGS,
     "wait($self, /)\n--\n\nWait for the command. Other threads run meanwhile. Raises "
     "SyclAsyncError if it failed."},
    {"wait_for", (PyCFunction)(void (*)(void))wait_for, METH_FASTCALL | METH_KEYWORDS | METH_STATIC,
     "wait_for(event)\n--\n\nWait for an event or a sequence of events."},
    {"get_wait_list", get_wait_list, METH_NOARGS,
     "get_wait_list($self, /)\n--\n\nThe list of the events that the command still waits for."},
    {"addressof_ref", core_handle_addressof_ref, METH_NOARGS,
     "addressof_ref($self, /)\n--\n\nThe address of the event's reference, an int."},
    {"_get_capsule", get_capsule, METH_NOARGS,
     "_get_capsule($self, /)\n--\n\nA capsule \"SyclEventRef\" that SyclEvent() takes once."},
    {NULL},
};

static PyGetSetDef properties[] = {
    {"execution_status", get_status, NULL, "event_status_type", NULL},
    {"backend", get_backend, NULL, "backend_type", NULL},
    {"profiling_info_submit", get_profile, NULL,
     "ns at submission; 0 unless the queue profiles; waits", (void *)0},
    {"profiling_info_start", get_profile, NULL,
     "ns at the start; 0 unless the queue profiles; waits", (void *)1},
    {"profiling_info_end", get_profile, NULL, "ns at the end; 0 unless the queue profiles; waits",
     (void *)2},
    {NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "SyclEvent(arg=None)\n--\n\n"
                "A command that was submitted. SyclEvent() is one that is complete; "
                "SyclEvent(capsule) one that exists."},
    {Py_tp_new, event_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dpctl._sycl_event.SyclEvent",
    .basicsize = sizeof(core_event),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

static const core_handle_types types = {
    .base_name = "dpctl._sycl_event._SyclEvent",
    .base_doc = "What extensions see of a SyclEvent: its reference.",
    .base_bytes = offsetof(core_event, vtable),
    .dealloc = dealloc,
    .spec = &spec,
};

int core_add_event(PyObject *module)
{
    return core_add_handle(module, &types, &core.event_base, &core.event);
}
