/* KernelDispatcher: a kernel written in Python, ready to be launched. Finds the compiled kernel by the types of the arguments, and
 * packs these; all that costs time is compiled code and the launch itself.
 *
 * The key of a compiled kernel (kernel_key.h) encodes the range, the queue and the types of the arguments. For a new key
 * the object's compile(key, queue, args) is called, in Python, which returns a SyclKernel, or raises where the kernel writes to a read-only
 * array: so a launch of a key that is known reads no list of the arguments that are written. An array becomes a pointer, its extents,
 * and its strides in bytes; numbers are passed as int64, float64, bool or complex128, NumPy's as what they are. */
#include <string.h>

#include "array.h"
#include "drop.h"
#include "dtype.h"
#include "entry.h"
#include "event.h"
#include "hooks.h"
#include "kernel_key.h"
#include "operand.h"
#include "program.h"
#include "queue.h"

enum { MAX_KEY = 1024 };
/* Types are few, but contexts and devices are not, where a program divides a device again and again: the newest kernels are kept. The
 * Python side (numba_dpex/_compiler/dispatcher.py) keeps as many. */
enum { MOST_KERNELS = 256 };

typedef struct dispatcher {
    PyObject_HEAD
    PyObject *compiled; /* dict: key -> SyclKernel */
} dispatcher;

/* A launch while its arguments are read. */
typedef struct launch {
    unsigned char key[MAX_KEY];
    size_t key_bytes;
    dpex_queue *queue; /* of the first array */
    dpex_arg args[DPEX_MAX_ARGS];
    dpex_scalar raw[DPEX_MAX_ARGS]; /* complex numbers */
    dpex_storage *uses[DPEX_MAX_ARGS];
    dpex_command command;
} launch;

static PyObject *compile_name, *local_name, *launch_name;

/* ---- arguments ------------------------------------------------------------------------------- */

static int add_key(launch *to, unsigned char a, unsigned char b, unsigned char c)
{
    if (to->key_bytes + CORE_KEY_ARG > MAX_KEY) {
        PyErr_SetString(PyExc_ValueError, "a kernel with that many arguments cannot be launched");
        return -1;
    }
    to->key[to->key_bytes++] = a;
    to->key[to->key_bytes++] = b;
    to->key[to->key_bytes++] = c;
    return 0;
}

/* Space for n more arguments; the first of them. */
static dpex_arg *add_args(launch *to, size_t n)
{
    size_t first = to->command.launch.n_args;
    if (first + n > DPEX_MAX_ARGS) {
        PyErr_Format(PyExc_ValueError,
                     "the kernel's arguments need more than %d machine words (an array needs 1, "
                     "and 2 for each dimension)",
                     (int)DPEX_MAX_ARGS);
        return NULL;
    }
    to->command.launch.n_args = first + n;
    return &to->args[first];
}

static void set_int(dpex_arg *arg, int64_t value)
{
    *arg = (dpex_arg){.kind = DPEX_ARG_INT64};
    memcpy(&arg->bits, &value, sizeof value);
}

static unsigned char letter_of(dpex_dtype dtype)
{
    return (unsigned char)dpex_dtype_get_info(dtype)->letter;
}

/* C, F, or A for any other layout; an array without elements or dimensions is C. Small letters: read-only. */
static unsigned char layout_of(const dpex_array *x)
{
    const unsigned char small = x->flags & DPEX_ARRAY_WRITABLE ? 0 : 'a' - 'A';
    if (x->flags & DPEX_ARRAY_C_CONTIGUOUS) return 'C' + small;
    return (x->flags & DPEX_ARRAY_F_CONTIGUOUS ? 'F' : 'A') + small;
}

static int add_array(launch *to, const dpex_array *x)
{
    if (!to->queue) to->queue = x->queue;
    if (to->queue != x->queue) return 1;
    dpex_arg *arg = add_args(to, 1 + 2 * (size_t)x->nd);
    if (!arg || add_key(to, letter_of(x->dtype), (unsigned char)x->nd, layout_of(x))) return -1;
    int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    *arg = (dpex_arg){.kind = DPEX_ARG_POINTER,
                      .span = {.storage = x->storage, .offset = (size_t)x->offset}};
    to->uses[to->command.n_uses++] = x->storage;
    for (int d = 0; d < x->nd; d++) set_int(++arg, x->shape[d]);
    for (int d = 0; d < x->nd; d++) set_int(++arg, x->strides[d] * itemsize);
    return 0;
}

static int add_scalar(launch *to, dpex_dtype dtype, const dpex_scalar *value)
{
    size_t number = to->command.launch.n_args;
    dpex_arg *arg = add_args(to, 1);
    if (!arg || add_key(to, letter_of(dtype), CORE_KEY_NUMBER, 0)) return -1;
    *arg = (dpex_arg){.kind = dpex_arg_kind_of(dtype)};
    if (arg->kind == DPEX_ARG_RAW) {
        to->raw[number] = *value;
        arg->raw = &to->raw[number];
        arg->bytes = dpex_dtype_get_info(dtype)->itemsize;
    } else {
        memcpy(&arg->bits, value, sizeof arg->bits);
    }
    return 0;
}

static int add_number(launch *to, PyObject *object)
{
    dpex_operand operand;
    int found = core_operand_from_scalar(object, &operand);
    if (found <= 0) return found < 0 ? -1 : 1;
    if (operand.out_of_range) {
        PyErr_SetString(PyExc_OverflowError, "an argument of the kernel does not fit 64 bits");
        return -1;
    }
    return add_scalar(to, dpex_operand_get_dtype(&operand), &operand.value);
}

/* NumPy's numbers are passed as what they are. Its scalars that are none (bytes_, datetime64, timedelta64) give their
   memory as bytes, as uint8 does. */
static int add_numpy_scalar(launch *to, PyObject *object)
{
    int found = core_is_numpy_scalar(object);
    if (found <= 0) return found < 0 ? -1 : 1;
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_FORMAT)) return -1;
    dpex_dtype dtype;
    dpex_scalar value = {0};
    found = core_dtype_from_format(view.format, view.itemsize, &dtype);
    if (found) memcpy(&value, view.buf, (size_t)view.itemsize);
    PyBuffer_Release(&view);
    if (found && dtype == DPEX_U8) found = core_numpy_scalar_dtype(object, &dtype);
    return found ? add_scalar(to, dtype, &value) : 1;
}

static int read_extents(PyObject *tuple, size_t *extents)
{
    Py_ssize_t nd = PyTuple_Size(tuple);
    if (nd < 1 || nd > 3) {
        PyErr_Format(PyExc_ValueError, "a range has 1 to 3 dimensions, not %zd", nd);
        return -1;
    }
    for (Py_ssize_t i = 0; i < nd; i++) {
        PyObject *extent = PyTuple_GetItem(tuple, i);
        extents[i] = PyLong_AsSize_t(extent);
        if (extents[i] != (size_t)-1 || !PyErr_Occurred()) continue;
        if (!PyErr_ExceptionMatches(PyExc_OverflowError)) return -1;
        PyErr_Format(core.kernel_submit_error, "an extent of %S: 0 to 2^63 - 1 are allowed",
                     extent);
        return -1;
    }
    return (int)nd;
}

/* Local memory: what has an attribute _local_array = (letter of the dtype, itemsize, shape). */
static int add_local(launch *to, PyObject *object)
{
    size_t shape[3];
    int64_t strides[3];
    PyObject *about = PyObject_GetAttr(object, local_name);
    if (!about) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return -1;
        PyErr_Clear();
        return 1;
    }
    int nd = -1;
    long letter = 0, itemsize = 0;
    PyObject *extents = NULL;
    if (PyArg_ParseTuple(about, "llO!", &letter, &itemsize, &PyTuple_Type, &extents))
        nd = read_extents(extents, shape);
    Py_DECREF(about);
    dpex_arg *arg = nd < 0 ? NULL : add_args(to, 1 + 2 * (size_t)nd);
    if (!arg || add_key(to, (unsigned char)letter, (unsigned char)nd, 'L')) return -1;
    int64_t bytes = itemsize;
    for (int d = nd - 1; d >= 0; d--) {
        strides[d] = bytes;
        if (__builtin_mul_overflow(bytes, (int64_t)shape[d], &bytes)) bytes = INT64_MAX;
    }
    *arg = (dpex_arg){.kind = DPEX_ARG_LOCAL, .bytes = (size_t)bytes};
    for (int d = 0; d < nd; d++) set_int(++arg, (int64_t)shape[d]);
    for (int d = 0; d < nd; d++) set_int(++arg, strides[d]);
    return 0;
}

/* 0: done; 1: an object that the quick way does not know, or arrays on several queues; -1: exception. */
static int add_arg(launch *to, PyObject *object)
{
    if (core_array_check(object)) return add_array(to, &((core_array *)object)->array);
    int other = add_number(to, object);
    if (other == 1) other = add_numpy_scalar(to, object);
    return other == 1 ? add_local(to, object) : other;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* Ids of work-items are int64. */
static int check_total(const dpex_range *range, PyObject *global)
{
    int64_t total = 1;
    int too_many = 0;
    for (int d = 0; d < range->nd; d++) {
        if (!range->global[d]) return 0;
        too_many |= __builtin_mul_overflow(total, range->global[d], &total);
    }
    if (too_many)
        PyErr_Format(core.kernel_submit_error,
                     "a range of %S work-items: 2^63 - 1 are allowed in all", global);
    return too_many ? -1 : 0;
}

/* global: a tuple; local: a tuple of as many, or None. */
static int read_range(launch *to, PyObject *global, PyObject *local)
{
    dpex_range *range = &to->command.launch.range;
    if (!PyTuple_Check(global)) {
        PyErr_SetString(PyExc_TypeError, "the range of a launch must be a tuple of ints");
        return -1;
    }
    range->nd = read_extents(global, range->global);
    range->has_local = local != Py_None;
    if (range->nd < 0 || check_total(range, global)) return -1;
    if (range->has_local && read_extents(local, range->local) != range->nd) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "global and local range differ in dimensions");
        return -1;
    }
    to->key[0] = (unsigned char)range->nd;
    to->key[1] = core_key_rows(range->has_local, range->local[range->nd - 1]);
    return 0;
}

/* ---- launching ------------------------------------------------------------------------------- */

static void finish_key(launch *to)
{
    const void *target[2] = {dpex_queue_get_context(to->queue), dpex_queue_get_device(to->queue)};
    memcpy(to->key + CORE_KEY_TARGET, target, sizeof target);
}

/* -1: exception. */
static int add_compiled(PyObject *compiled, PyObject *key, PyObject *kernel)
{
    Py_ssize_t at = 0;
    PyObject *oldest, *ignored;
    if (PyDict_Size(compiled) >= MOST_KERNELS && PyDict_Next(compiled, &at, &oldest, &ignored)) {
        Py_INCREF(oldest);
        int failed = PyDict_DelItem(compiled, oldest);
        Py_DECREF(oldest);
        if (failed) return -1;
    }
    return PyDict_SetItem(compiled, key, kernel);
}

/* The compiled kernel for the key, borrowed from the dict. */
static PyObject *find_kernel(dispatcher *self, const launch *to, PyObject *args)
{
    PyObject *key = PyBytes_FromStringAndSize((const char *)to->key, (Py_ssize_t)to->key_bytes);
    if (!key) return NULL;
    PyObject *kernel = PyDict_GetItemWithError(self->compiled, key);
    if (!kernel && !PyErr_Occurred()) {
        PyObject *queue = core_queue_wrap(to->queue);
        PyObject *made = queue ? PyObject_CallMethodObjArgs((PyObject *)self, compile_name, key,
                                                            queue, args, NULL)
                               : NULL;
        Py_XDECREF(queue);
        if (made && core_kernel_get(made, "what compile() returns") &&
            !add_compiled(self->compiled, key, made))
            kernel = made;
        Py_XDECREF(made);
    }
    Py_DECREF(key);
    return kernel;
}

/* 0: submitted; 1: not for the quick way; -1: exception. */
static int submit(dispatcher *self, PyObject *args, PyObject *global, PyObject *local,
                  const core_events *deps, unsigned flags, dpex_queue **queue, dpex_event **event)
{
    launch to;
    to.queue = NULL;
    to.key_bytes = CORE_KEY_HEAD;
    to.command = (dpex_command){.kind = DPEX_COMMAND_LAUNCH,
                                .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED | flags,
                                .uses = to.uses};
    to.command.launch.args = to.args;
    if (read_range(&to, global, local)) return -1;
    for (Py_ssize_t i = 0; i < PyTuple_Size(args); i++) {
        int other = add_arg(&to, PyTuple_GetItem(args, i));
        if (other) return other;
    }
    if (!to.queue) return 1;
    finish_key(&to);
    PyObject *kernel = find_kernel(self, &to, args);
    if (!kernel) return -1;
    to.command.launch.kernel = ((core_kernel *)kernel)->ref;
    to.command.name = ((core_kernel *)kernel)->name;
    *queue = to.queue;
    Py_INCREF(kernel); /* the dict may drop it, should the submission let other threads run */
    dpex_status status = dpex_queue_submit(to.queue, &to.command, deps->items, deps->n, event);
    Py_DECREF(kernel);
    if (!status) return 0;
    core_raise_as(core.kernel_submit_error, status);
    return -1;
}

/* Two events: of a host task that keeps the arguments alive until the kernel is done, and of the kernel. Takes the event. */
static PyObject *make_pair(dpex_queue *queue, dpex_event *event, PyObject *args)
{
    dpex_event *kept = NULL;
    if (dpex_event_get_status(event) == DPEX_EVENT_COMPLETE) {
        kept = dpex_event_retain(event);
    } else {
        core_events deps = {.items = &event, .n = 1};
        core_keep *keep = core_keep_new(args);
        dpex_status status = keep ? core_queue_keep(queue, keep, &deps, &kept) : DPEX_SUCCESS;
        if (status) core_raise_as(PyExc_RuntimeError, status);
    }
    PyObject *last = core_event_take(event);
    PyObject *first = kept ? core_event_take(kept) : NULL;
    PyObject *pair = first && last ? PyTuple_Pack(2, first, last) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(last);
    return pair;
}

/* launch(global, local, args, deps, wait): None where it waited, two events where not; NotImplemented where the arguments need the
 * careful way. */
static PyObject *launch_method(PyObject *object, PyObject *const *args, Py_ssize_t n)
{
    if (n != 5 || !PyTuple_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "launch(global, local, args, deps, wait) takes tuples");
        return NULL;
    }
    core_events deps;
    if (core_events_init(&deps, args[3], "each dependent event")) return NULL;
    dpex_queue *queue = NULL;
    dpex_event *event = NULL;
    const unsigned flags = args[4] == Py_True ? DPEX_COMMAND_AWAITED : 0;
    int outcome =
        submit((dispatcher *)object, args[2], args[0], args[1], &deps, flags, &queue, &event);
    core_events_fini(&deps);
    if (outcome < 0) return NULL;
    if (outcome > 0) return Py_NewRef(Py_NotImplemented);
    if (args[4] != Py_True) return make_pair(queue, event, args[2]);
    int failed = core_queue_wait_for(queue, event, args[2]);
    dpex_event_release(event);
    return failed ? NULL : Py_NewRef(Py_None);
}

/* The dispatcher whose launch() is the one above, borrowed; NULL: another object, or one that launches in its own way. */
static PyObject *plain_dispatcher(PyObject *object)
{
    PyObject *method = PyObject_GetAttr(object, launch_name);
    if (!method) PyErr_Clear();
    const int is_plain =
        method && PyCFunction_Check(method) &&
        PyCFunction_GetFunction(method) == (PyCFunction)(void (*)(void))launch_method;
    Py_XDECREF(method);
    return is_plain ? object : NULL;
}

/* _launch_kernel(kernel, range, *args): call_kernel over a Range, as far as launch() does it; else NotImplemented. */
static PyObject *launch_kernel(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
    (void)module;
    PyObject *range = n < 2 ? NULL : core_hook(CORE_HOOK_kernel_range);
    if (!range && PyErr_Occurred()) return NULL;
    if (!range || (PyObject *)Py_TYPE(args[1]) != range || !plain_dispatcher(args[0]))
        return core_left_to_python();
    PyObject *tuple = PyTuple_New(n - 2);
    for (Py_ssize_t i = 2; tuple && i < n; i++) PyTuple_SetItem(tuple, i - 2, Py_NewRef(args[i]));
    if (!tuple) return NULL;
    PyObject *const values[] = {args[1], Py_None, tuple, Py_None, Py_True};
    PyObject *result = launch_method(args[0], values, 5);
    Py_DECREF(tuple);
    if (result) return result;
    return core_show_failure(core_hook(CORE_HOOK_kernel_failed)) ? NULL : core_left_to_python();
}

/* types(args): what a key says of the arguments, if all are arrays of one queue and Python numbers; else None. */
static PyObject *types_method(PyObject *object, PyObject *args)
{
    launch to;
    (void)object;
    to.queue = NULL;
    to.key_bytes = CORE_KEY_HEAD;
    to.command = (dpex_command){.uses = to.uses};
    int other = !PyTuple_Check(args);
    for (Py_ssize_t i = 0; !other && i < PyTuple_Size(args); i++) {
        PyObject *arg = PyTuple_GetItem(args, i);
        other = core_array_check(arg) ? add_array(&to, &((core_array *)arg)->array)
                                      : add_number(&to, arg);
    }
    if (!other && to.queue)
        return PyBytes_FromStringAndSize((const char *)to.key + CORE_KEY_HEAD,
                                         (Py_ssize_t)(to.key_bytes - CORE_KEY_HEAD));
    PyErr_Clear();
    Py_RETURN_NONE;
}

/* ---- the type -------------------------------------------------------------------------------- */

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs;
    dispatcher *self = (dispatcher *)PyType_GenericAlloc(type, 0);
    if (self && !(self->compiled = PyDict_New())) Py_CLEAR(self);
    return (PyObject *)self;
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((dispatcher *)self)->compiled);
    return 0;
}

static int clear(PyObject *self)
{
    Py_CLEAR(((dispatcher *)self)->compiled);
    return 0;
}

static void dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    clear(self);
    core_free(self);
}

static PyObject *get_compiled(PyObject *self, void *closure)
{
    (void)closure;
    return Py_NewRef(((dispatcher *)self)->compiled);
}

static PyGetSetDef attributes[] = {
    {"_compiled", get_compiled, NULL, "Compiled kernels by key.", NULL},
    {NULL},
};

static PyMethodDef methods[] = {
    {"launch", (PyCFunction)(void (*)(void))launch_method, METH_FASTCALL,
     "launch($self, global, local, args, deps, wait, /)\n--\n\nLaunch over a range; see "
     "kernel_dispatch.c."},
    {"types", types_method, METH_O | METH_STATIC,
     "types(args, /)\n--\n\nThe types of arrays of one queue and Python numbers as a key; None: "
     "others."},
    {NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "What a kernel written in Python is launched by; compile() comes from a subclass."},
    {Py_tp_new, create},
    {Py_tp_dealloc, dealloc},
    {Py_tp_traverse, traverse},
    {Py_tp_clear, clear},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "opendpex._core.KernelDispatcher",
    .basicsize = sizeof(dispatcher),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

static PyMethodDef functions[] = {
    {"_launch_kernel", (PyCFunction)(void (*)(void))launch_kernel, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_kernel_dispatch(PyObject *module)
{
    static PyTypeObject *type;
    if (core_add_functions(module, functions)) return -1;
    if (PyModule_AddIntConstant(module, "MOST_KERNELS", MOST_KERNELS)) return -1;
    compile_name = PyUnicode_InternFromString("compile");
    local_name = PyUnicode_InternFromString("_local_array");
    launch_name = PyUnicode_InternFromString("launch");
    return compile_name && local_name && launch_name ? core_add_type(module, &spec, NULL, &type)
                                                     : -1;
}
