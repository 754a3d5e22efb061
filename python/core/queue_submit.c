/* SyclQueue.submit and its like: from lists of Python objects to a launch, a barrier or a host task. */
#include "args.h"
#include "drop.h"
#include "event.h"
#include "kernel_args.h"
#include "memory.h"
#include "program.h"
#include "queue.h"

typedef struct launch {
    dpex_arg args[DPEX_MAX_ARGS];
    dpex_storage *uses[DPEX_MAX_ARGS];
    core_events deps;
    dpex_command command;
} launch;

static int require_list(PyObject *object, const char *what)
{
    if (PyList_Check(object)) return 0;
    core_type_error(what, "a list", object);
    return -1;
}

/* A missing or None list gives NULL. */
static int optional_list(PyObject **object, const char *what)
{
    if (*object == Py_None) *object = NULL;
    return *object ? require_list(*object, what) : 0;
}

/* ---- arguments and ranges ---- */

static int read_args(launch *to, PyObject *list)
{
    Py_ssize_t n = PyList_Size(list);
    if (n > DPEX_MAX_ARGS) {
        PyErr_Format(core.kernel_submit_error,
                     "a kernel takes at most %d arguments, %zd were given", (int)DPEX_MAX_ARGS, n);
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = PyList_GetItem(list, i);
        dpex_arg *arg = &to->args[i];
        if (!item || core_kernel_arg_init(arg, item)) return -1;
        if (arg->kind == DPEX_ARG_POINTER) to->uses[to->command.n_uses++] = arg->span.storage;
    }
    to->command.launch.args = to->args;
    to->command.launch.n_args = (size_t)n;
    to->command.uses = to->uses;
    return 0;
}

/* Converting an item may run Python code, which may change the list: nd is not what the list says by then. */
static int read_extents(PyObject *list, int nd, size_t *extents)
{
    for (int i = 0; i < nd; i++) {
        PyObject *item = PyList_GetItem(list, i);
        if (!item || core_size(item, "each extent of a range", &extents[i])) return -1;
    }
    return 0;
}

static int check_dimensions(Py_ssize_t nd)
{
    if (nd >= 1 && nd <= 3) return 0;
    PyErr_Format(core.kernel_invalid_range_error, "a range must have 1 to 3 dimensions, not %zd",
                 nd);
    return -1;
}

static int read_range(dpex_range *range, PyObject *global, PyObject *local)
{
    Py_ssize_t nd = PyList_Size(global);
    if (check_dimensions(nd) || (local && check_dimensions(PyList_Size(local)))) return -1;
    if (local && PyList_Size(local) != nd) {
        PyErr_Format(PyExc_ValueError, "the global range has %zd dimensions, the local range %zd",
                     nd, PyList_Size(local));
        return -1;
    }
    range->nd = (int)nd;
    range->has_local = local != NULL;
    if (read_extents(global, range->nd, range->global)) return -1;
    return local ? read_extents(local, range->nd, range->local) : 0;
}

/* values: kernel, args, gS, lS, dEvents. On success to->deps is to be released. The arguments are read last, since they are
 * borrowed from their list and nothing may run Python code before they are submitted. */
static int read_launch(launch *to, PyObject **values)
{
    to->command = (dpex_command){.kind = DPEX_COMMAND_LAUNCH};
    to->command.launch.kernel = core_kernel_get(values[0], "kernel");
    if (!to->command.launch.kernel) return -1;
    if (require_list(values[1], "args") || require_list(values[2], "gS")) return -1;
    if (optional_list(&values[3], "lS") || optional_list(&values[4], "dEvents")) return -1;
    to->command.name = dpex_kernel_get_info(to->command.launch.kernel)->name;
    if (read_range(&to->command.launch.range, values[2], values[3])) return -1;
    if (core_events_init(&to->deps, values[4], "each item of dEvents")) return -1;
    if (!read_args(to, values[1])) return 0;
    core_events_fini(&to->deps);
    return -1;
}

/* The event of the launch of values (as read_launch has them); NULL with an exception. */
static dpex_event *start(PyObject *self, PyObject **values)
{
    launch what;
    core_drop_drain();
    if (read_launch(&what, values)) return NULL;
    dpex_event *event = NULL;
    dpex_status status = dpex_queue_submit(((core_queue *)self)->ref, &what.command,
                                           what.deps.items, what.deps.n, &event);
    core_events_fini(&what.deps);
    if (!status) return event;
    core_raise_as(core.kernel_submit_error, status);
    return NULL;
}

PyObject *core_queue_submit_async(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                  PyObject *kwnames)
{
    static const core_params params = {
        "submit_async", 3, {"kernel", "args", "gS", "lS", "dEvents", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    dpex_event *event = start(self, values);
    return event ? core_event_take(event) : NULL;
}

/* The arguments outlive a wait that Ctrl-C ended: in a tuple, for their list is the caller's to change. */
PyObject *core_queue_submit(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                            PyObject *kwnames)
{
    static const core_params params = {
        "submit", 3, {"kernel", "args", "gS", "lS", "dEvents", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    dpex_event *event = start(self, values);
    if (!event) return NULL;
    PyObject *kept = PyList_AsTuple(values[1]);
    int failed = core_queue_wait_for(((core_queue *)self)->ref, event, kept ? kept : values[1]);
    Py_XDECREF(kept);
    if (!failed && kept) return core_event_take(event);
    dpex_event_release(event);
    return NULL;
}

/* ---- barriers and host tasks ---- */

PyObject *core_queue_submit_barrier(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                    PyObject *kwnames)
{
    static const core_params params = {"submit_barrier", 0, {"dependent_events", NULL}};
    CORE_NAME_ERRORS(params);
    static const char what[] = "submit_barrier()'s dependent_events";
    PyObject *sequence;
    core_events deps;
    if (core_bind(&params, args, n_args, kwnames, &sequence)) return NULL;
    if (sequence && sequence != Py_None &&
        (!PySequence_Check(sequence) || PyUnicode_Check(sequence)))
        return core_type_error(what, "None or a sequence of dpctl.SyclEvent", sequence);
    if (core_events_init(&deps, sequence, "each item of submit_barrier()'s dependent_events"))
        return NULL;
    dpex_command command = {.kind = DPEX_COMMAND_BARRIER};
    dpex_event *event = NULL;
    dpex_status status =
        dpex_queue_submit(((core_queue *)self)->ref, &command, deps.items, deps.n, &event);
    core_events_fini(&deps);
    return status ? core_raise(status) : core_event_take(event);
}

PyObject *core_queue_submit_keep_args_alive(PyObject *self, PyObject *const *args,
                                            Py_ssize_t n_args, PyObject *kwnames)
{
    static const core_params params = {"_submit_keep_args_alive", 2, {"args", "dEvents", NULL}};
    CORE_VALUES(params);
    core_events deps;
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    if (require_list(values[1], "dEvents")) return NULL;
    if (core_events_init(&deps, values[1], "each item of dEvents")) return NULL;
    core_keep *keep = core_keep_new(values[0]);
    dpex_event *event = NULL;
    dpex_status status =
        keep ? core_queue_keep(((core_queue *)self)->ref, keep, &deps, &event) : DPEX_SUCCESS;
    core_events_fini(&deps);
    if (!keep) return NULL;
    return status ? core_raise_as(PyExc_RuntimeError, status) : core_event_take(event);
}
