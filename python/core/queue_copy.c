/* SyclQueue.memcpy, copy, memset, prefetch and mem_advise. Operands are USM memory or contiguous buffers. What a command uses
 * is kept until it is over: by the caller's stack while it waits, by a host task on the queue otherwise. */
#include "args.h"
#include "memory.h"
#include "queue.h"

/* ---- operands ---- */

typedef struct operand {
    dpex_span span;
    size_t bytes;
    PyObject *view; /* a memoryview, which keeps the buffer and its size; NULL for USM memory */
    Py_buffer buffer;
} operand;

static int from_buffer(operand *op, PyObject *object, const char *what, int writable)
{
    if (!PyObject_CheckBuffer(object)) {
        core_type_error(what, "a dpctl.memory._Memory or an object with the buffer protocol",
                        object);
        return -1;
    }
    op->view = PyMemoryView_FromObject(object);
    if (!op->view) return -1;
    if (PyObject_GetBuffer(op->view, &op->buffer, PyBUF_SIMPLE | (writable ? PyBUF_WRITABLE : 0))) {
        Py_CLEAR(op->view);
        return -1;
    }
    op->span.host = op->buffer.buf;
    op->bytes = (size_t)op->buffer.len;
    return 0;
}

static int operand_init(operand *op, PyObject *object, const char *what, int writable)
{
    *op = (operand){0};
    if (!core_memory_check(object)) return from_buffer(op, object, what, writable);
    op->span = core_memory_span((core_memory *)object);
    op->bytes = (size_t)((core_memory *)object)->nbytes;
    return 0;
}

static void operand_fini(operand *op)
{
    if (op->view) PyBuffer_Release(&op->buffer);
    Py_CLEAR(op->view);
}

/* ---- submitting ---- */

/* Submits a command on what `kept` refers to. wait: returns None when it is over; else its SyclEvent. */
static PyObject *submit(PyObject *self, const dpex_command *command, const core_events *deps,
                        PyObject *kept, int wait)
{
    dpex_queue *queue = ((core_queue *)self)->ref;
    dpex_event *event = NULL;
    CORE_TRY(dpex_queue_submit(queue, command, deps->items, deps->n, &event));
    core_drop_drain();
    if (!wait) {
        core_queue_keep_until(queue, event, kept);
        return core_event_take(event);
    }
    int failed = core_queue_wait_for(queue, event, kept);
    dpex_event_release(event);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

/* dEvents: a list, None or NULL. */
static int read_events(core_events *deps, PyObject *list)
{
    if (!list || list == Py_None || PyList_Check(list))
        return core_events_init(deps, list, "each item of dEvents");
    core_type_error("dEvents", "a list of dpctl.SyclEvent or None", list);
    return -1;
}

/* ---- copies ---- */

typedef struct copy_args {
    PyObject *dst, *src, *count, *events;
    size_t item_bytes;
    int wait;
} copy_args;

static int check_count(const operand *op, const char *name, size_t bytes)
{
    if (bytes <= op->bytes) return 0;
    PyErr_Format(PyExc_ValueError, "cannot copy %zu bytes, %s has %zu", bytes, name, op->bytes);
    return -1;
}

static int read_bytes(const copy_args *args, size_t *bytes)
{
    size_t count;
    if (core_size(args->count, "count", &count)) return -1;
    if (count > SIZE_MAX / args->item_bytes) {
        PyErr_Format(PyExc_OverflowError, "%zu elements of %zu bytes do not fit into 64 bits",
                     count, args->item_bytes);
        return -1;
    }
    *bytes = count * args->item_bytes;
    return 0;
}

static PyObject *submit_copy(PyObject *self, const operand *dst, const operand *src, size_t bytes,
                             const copy_args *args)
{
    dpex_storage *uses[2];
    dpex_command command = {.kind = DPEX_COMMAND_COPY, .uses = uses};
    command.copy.dst = dst->span;
    command.copy.src = src->span;
    command.copy.bytes = bytes;
    if (dst->span.storage) uses[command.n_uses++] = dst->span.storage;
    if (src->span.storage) uses[command.n_uses++] = src->span.storage;
    core_events deps;
    if (read_events(&deps, args->events)) return NULL;
    PyObject *kept = PyTuple_Pack(4, args->dst, args->src, dst->view ? dst->view : Py_None,
                                  src->view ? src->view : Py_None);
    PyObject *result = kept ? submit(self, &command, &deps, kept, args->wait) : NULL;
    Py_XDECREF(kept);
    core_events_fini(&deps);
    return result;
}

static PyObject *copy(PyObject *self, const copy_args *args)
{
    operand dst, src;
    size_t bytes;
    PyObject *result = NULL;
    if (read_bytes(args, &bytes) || operand_init(&dst, args->dst, "dest", 1)) return NULL;
    if (!operand_init(&src, args->src, "src", 0)) {
        if (!check_count(&dst, "dest", bytes) && !check_count(&src, "src", bytes))
            result = submit_copy(self, &dst, &src, bytes, args);
        operand_fini(&src);
    }
    operand_fini(&dst);
    return result;
}

PyObject *core_queue_memcpy(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                            PyObject *kwnames)
{
    static const core_params params = {"memcpy", 3, {"dest", "src", "count", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    return copy(self, &(copy_args){values[0], values[1], values[2], NULL, 1, 1});
}

PyObject *core_queue_memcpy_async(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                  PyObject *kwnames)
{
    static const core_params params = {
        "memcpy_async", 3, {"dest", "src", "count", "dEvents", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    return copy(self, &(copy_args){values[0], values[1], values[2], values[3], 1, 0});
}

PyObject *core_queue_copy(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                          PyObject *kwnames)
{
    static const core_params params = {"copy", 3, {"dest", "src", "count", "dtype", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    copy_args what = {values[0], values[1], values[2], NULL, 1, 1};
    if (values[3] && core_item_bytes(values[3], "copy()'s dtype", &what.item_bytes)) return NULL;
    return copy(self, &what);
}

PyObject *core_queue_copy_async(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                PyObject *kwnames)
{
    static const core_params params = {
        "copy_async", 3, {"dest", "src", "count", "dEvents", "dtype", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    copy_args what = {values[0], values[1], values[2], values[3], 1, 0};
    if (values[4] && core_item_bytes(values[4], "copy_async()'s dtype", &what.item_bytes))
        return NULL;
    return copy(self, &what);
}

/* ---- commands on one memory object ---- */

static core_memory *memory_of(PyObject *object)
{
    if (core_memory_check(object)) return (core_memory *)object;
    return core_type_error("mem", "a dpctl.memory._Memory", object);
}

/* As the reference: 0 and more than there is mean all of it. */
static int read_count(core_memory *memory, PyObject *object, size_t *count)
{
    *count = 0;
    if (object && core_size(object, "count", count)) return -1;
    if (*count == 0 || *count > (size_t)memory->nbytes) *count = (size_t)memory->nbytes;
    return 0;
}

static PyObject *submit_on_memory(PyObject *self, dpex_command *command, core_memory *memory,
                                  PyObject *events, int wait)
{
    core_events deps;
    if (read_events(&deps, events)) return NULL;
    command->uses = &memory->storage;
    command->n_uses = 1;
    PyObject *result = submit(self, command, &deps, (PyObject *)memory, wait);
    core_events_fini(&deps);
    return result;
}

/* values: mem, val, count, dEvents */
static PyObject *fill(PyObject *self, PyObject **values, int wait)
{
    dpex_command command = {.kind = DPEX_COMMAND_FILL};
    core_memory *memory = memory_of(values[0]);
    if (!memory || read_count(memory, values[2], &command.fill.bytes)) return NULL;
    PyObject *number = core_index(values[1], "val", "an int");
    if (!number) return NULL;
    unsigned long long value = PyLong_AsUnsignedLongLongMask(number);
    Py_DECREF(number);
    if (PyErr_Occurred()) return NULL;
    command.fill.dst = core_memory_span(memory);
    command.fill.pattern[0] = (uint8_t)value;
    command.fill.pattern_bytes = 1;
    return submit_on_memory(self, &command, memory, values[3], wait);
}

PyObject *core_queue_memset(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                            PyObject *kwnames)
{
    static const core_params params = {"memset", 2, {"mem", "val", "count", NULL}};
    CORE_NAME_ERRORS(params);
    PyObject *values[4] = {NULL};
    return core_bind(&params, args, n_args, kwnames, values) ? NULL : fill(self, values, 1);
}

PyObject *core_queue_memset_async(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                  PyObject *kwnames)
{
    static const core_params params = {"memset_async", 2, {"mem", "val", "count", "dEvents", NULL}};
    CORE_VALUES(params);
    return core_bind(&params, args, n_args, kwnames, values) ? NULL : fill(self, values, 0);
}

PyObject *core_queue_prefetch(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                              PyObject *kwnames)
{
    static const core_params params = {"prefetch", 1, {"mem", "count", NULL}};
    CORE_VALUES(params);
    dpex_command command = {.kind = DPEX_COMMAND_PREFETCH};
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    core_memory *memory = memory_of(values[0]);
    if (!memory || read_count(memory, values[1], &command.hint.bytes)) return NULL;
    command.hint.span = core_memory_span(memory);
    return submit_on_memory(self, &command, memory, NULL, 1);
}

PyObject *core_queue_mem_advise(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                PyObject *kwnames)
{
    static const core_params params = {"mem_advise", 3, {"mem", "count", "advice", NULL}};
    CORE_VALUES(params);
    dpex_command command = {.kind = DPEX_COMMAND_ADVISE};
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    core_memory *memory = memory_of(values[0]);
    if (!memory || read_count(memory, values[1], &command.hint.bytes)) return NULL;
    PyObject *index = core_index(values[2], "advice", "an int");
    long advice = index ? PyLong_AsLong(index) : -1;
    Py_XDECREF(index);
    if (advice == -1 && PyErr_Occurred()) return NULL;
    if (advice < INT_MIN || advice > INT_MAX)
        return PyErr_Format(PyExc_OverflowError, "advice %ld does not fit a C int", advice);
    command.hint.span = core_memory_span(memory);
    command.hint.advice = (int)advice;
    return submit_on_memory(self, &command, memory, NULL, 1);
}
