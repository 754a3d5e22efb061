/* The methods of USM memory that move bytes. They go through the queue, since not every device's memory can be reached by
 * the host; they start after what is pending on the memory and return when they are done, so that a program that submits
 * without waiting still reads what its kernels wrote. */
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "memory.h"
#include "queue.h"
#include "suai.h"
#include "wait.h"

/* A copy of this size takes well under 50 us and may run in the calling thread. */
enum { SMALL_BYTES = 128 * 1024 };
/* Copies between contexts go through the host in pieces of this size. */
enum { STAGE_BYTES = 16 * 1024 * 1024 };

static dpex_queue *queue_of(const core_memory *memory)
{
    return core_queue_get(memory->queue, "sycl_queue");
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Waits, in a way that Ctrl-C ends, until a command submitted now would start at once. */
static int wait_for_order(dpex_queue *queue)
{
    if (!(dpex_queue_get_properties(queue) & DPEX_QUEUE_IN_ORDER) || dpex_queue_is_idle(queue))
        return 0;
    dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER};
    dpex_event *event;
    dpex_status status = dpex_queue_submit(queue, &barrier, NULL, 0, &event);
    if (status) {
        core_raise(status);
        return -1;
    }
    int failed = core_wait_event(event);
    dpex_event_release(event);
    return failed;
}

static dpex_status wait_to_the_end(dpex_event *event)
{
    if (dpex_event_get_status(event) == DPEX_EVENT_COMPLETE) return dpex_event_wait(event, 0, NULL);
    dpex_status status = DPEX_ERROR_INTERRUPTED;
    Py_BEGIN_ALLOW_THREADS
    while (status == DPEX_ERROR_INTERRUPTED) status = dpex_event_wait(event, 0, NULL);
    Py_END_ALLOW_THREADS
    return status;
}

/* Submits a command and waits to its end whatever happens: it may be using memory that the caller is about to free. */
static int run(dpex_queue *queue, dpex_command *command, size_t bytes)
{
    dpex_event *event;
    if (wait_for_order(queue)) return -1;
    command->flags = bytes <= SMALL_BYTES ? DPEX_COMMAND_SMALL : 0;
    dpex_status status = dpex_queue_submit(queue, command, NULL, 0, &event);
    if (status) {
        core_raise(status);
        return -1;
    }
    status = wait_to_the_end(event);
    if (status) dpex_queue_forget_failure(queue, event);
    dpex_event_release(event);
    if (status) core_raise_as(core.async_error, status);
    return status ? -1 : 0;
}

static int copy_span(dpex_queue *queue, dpex_span dst, dpex_span src, size_t bytes)
{
    if (!queue) return -1;
    dpex_storage *uses[2];
    size_t n_uses = 0;
    if (dst.storage) uses[n_uses++] = dst.storage;
    if (src.storage) uses[n_uses++] = src.storage;
    dpex_command command = {.kind = DPEX_COMMAND_COPY, .uses = uses, .n_uses = n_uses};
    command.copy.dst = dst;
    command.copy.src = src;
    command.copy.bytes = bytes;
    return bytes ? run(queue, &command, bytes) : 0;
}

int core_memory_read(core_memory *src, void *host, size_t bytes)
{
    if (core_wait_storage(src->storage)) return -1;
    return copy_span(queue_of(src), (dpex_span){.host = host}, core_memory_span(src), bytes);
}

int core_memory_write(core_memory *dst, const void *host, size_t bytes)
{
    if (core_wait_storage(dst->storage)) return -1;
    return copy_span(queue_of(dst), core_memory_span(dst), (dpex_span){.host = (void *)host},
                     bytes);
}

static int copy_through_host(core_memory *dst, core_memory *src, size_t bytes)
{
    void *stage = malloc(smaller(bytes, STAGE_BYTES));
    if (!stage) {
        PyErr_NoMemory();
        return -1;
    }
    int failed = 0;
    for (size_t done = 0; done < bytes && !failed; done += STAGE_BYTES) {
        size_t piece = smaller(bytes - done, STAGE_BYTES);
        dpex_span host = {.host = stage}, from = core_memory_span(src), to = core_memory_span(dst);
        from.offset += done;
        to.offset += done;
        failed = copy_span(queue_of(src), host, from, piece) ||
                 copy_span(queue_of(dst), to, host, piece);
    }
    free(stage);
    return failed ? -1 : 0;
}

int core_memory_copy(core_memory *dst, core_memory *src, size_t bytes)
{
    if (core_wait_storage(src->storage) || core_wait_storage(dst->storage)) return -1;
    if (dpex_storage_get_context(dst->storage) != dpex_storage_get_context(src->storage))
        return copy_through_host(dst, src, bytes);
    return copy_span(queue_of(dst), core_memory_span(dst), core_memory_span(src), bytes);
}

/* ---- buffers of bytes ---------------------------------------------------------------------------------- */

/* Opens a contiguous one-dimensional buffer of unsigned bytes; -1 with ValueError for another one, TypeError for none. */
static int open_bytes(PyObject *obj, int flags, Py_buffer *view)
{
    if (PyObject_GetBuffer(obj, view, flags | PyBUF_FORMAT | PyBUF_STRIDES)) return -1;
    const char *format = view->format ? view->format : "B";
    if (strchr("@=<>!|", *format) && *format) format++;
    if (view->ndim == 1 && strcmp(format, "B") == 0 && PyBuffer_IsContiguous(view, 'C')) return 0;
    PyErr_Format(PyExc_ValueError,
                 "a contiguous one-dimensional buffer of bytes (format 'B') is needed, got %d "
                 "dimensions of format '%s'%s; "
                 "NumPy arrays give one by x.reshape(-1).view('u1')",
                 view->ndim, view->format ? view->format : "B",
                 PyBuffer_IsContiguous(view, 'C') ? "" : ", not contiguous");
    PyBuffer_Release(view);
    return -1;
}

static PyObject *new_numpy_bytes(Py_ssize_t n)
{
    PyObject *numpy = PyImport_ImportModule("numpy");
    if (!numpy) return NULL;
    PyObject *array = PyObject_CallMethod(numpy, "empty", "ns", n, "u1");
    Py_DECREF(numpy);
    return array;
}

static int read_into(core_memory *memory, PyObject *obj)
{
    Py_buffer view;
    if (open_bytes(obj, PyBUF_WRITABLE, &view)) return -1;
    int failed = -1;
    if (view.len < memory->nbytes)
        PyErr_Format(PyExc_ValueError,
                     "the buffer holds %zd bytes, fewer than the %zd of this memory", view.len,
                     memory->nbytes);
    else
        failed = core_memory_read(memory, view.buf, (size_t)memory->nbytes);
    PyBuffer_Release(&view);
    return failed;
}

PyObject *core_memory_copy_to_host(PyObject *self, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("copy_to_host");
    static char *names[] = {"obj", NULL};
    core_memory *memory = (core_memory *)self;
    PyObject *obj = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:copy_to_host", names, &obj)) return NULL;
    PyObject *result = obj == Py_None ? new_numpy_bytes(memory->nbytes) : Py_NewRef(obj);
    if (result && read_into(memory, result)) Py_CLEAR(result);
    return result;
}

PyObject *core_memory_copy_from_host(PyObject *self, PyObject *obj)
{
    CORE_NAMED("copy_from_host");
    core_memory *memory = (core_memory *)self;
    Py_buffer view;
    if (open_bytes(obj, PyBUF_SIMPLE, &view)) return NULL;
    int failed = -1;
    if (view.len > memory->nbytes)
        PyErr_Format(PyExc_ValueError,
                     "the buffer holds %zd bytes, more than the %zd of this memory", view.len,
                     memory->nbytes);
    else
        failed = core_memory_write(memory, view.buf, (size_t)view.len);
    PyBuffer_Release(&view);
    return failed ? NULL : Py_NewRef(Py_None);
}

PyObject *core_memory_tobytes(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    core_memory *memory = (core_memory *)self;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, memory->nbytes);
    if (bytes && core_memory_read(memory, PyBytes_AsString(bytes), (size_t)memory->nbytes))
        Py_CLEAR(bytes);
    return bytes;
}

/* ---- between USM memory -------------------------------------------------------------------------------- */

/* A memory object that sees what obj shows; for a memory object that itself. New. */
static PyObject *window_on(PyObject *obj)
{
    if (core_memory_check(obj)) return Py_NewRef(obj);
    core_suai suai;
    if (core_suai_read(obj, &suai)) return NULL;
    PyObject *memory =
        core_memory_from_storage(suai.storage, suai.first, suai.bytes, suai.queue, obj);
    core_suai_fini(&suai);
    return memory;
}

PyObject *core_memory_copy_from_device(PyObject *self, PyObject *obj)
{
    CORE_NAMED("copy_from_device");
    core_memory *memory = (core_memory *)self;
    PyObject *source = window_on(obj);
    if (!source) return NULL;
    Py_ssize_t bytes = ((core_memory *)source)->nbytes;
    int failed = -1;
    if (bytes > memory->nbytes)
        PyErr_Format(PyExc_ValueError,
                     "the source holds %zd bytes, more than the %zd of this memory", bytes,
                     memory->nbytes);
    else
        failed = core_memory_copy(memory, (core_memory *)source, (size_t)bytes);
    Py_DECREF(source);
    return failed ? NULL : Py_NewRef(Py_None);
}

PyObject *core_memory_memset(PyObject *self, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("memset");
    static char *names[] = {"val", NULL};
    core_memory *memory = (core_memory *)self;
    Py_ssize_t value = 0;
    PyObject *val = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:memset", names, &val)) return NULL;
    if (core_parse_ssize(val, "val", &value)) return NULL;
    if (value < 0 || value > UINT16_MAX)
        return PyErr_Format(PyExc_OverflowError, "memset takes a value from 0 to %d, got %zd",
                            UINT16_MAX, value);
    dpex_queue *queue = queue_of(memory);
    if (!queue || core_wait_storage(memory->storage)) return NULL;
    dpex_command command = {.kind = DPEX_COMMAND_FILL, .uses = &memory->storage, .n_uses = 1};
    command.fill.dst = core_memory_span(memory);
    command.fill.bytes = (size_t)memory->nbytes;
    command.fill.pattern[0] = (uint8_t)value;
    command.fill.pattern_bytes = 1;
    if (memory->nbytes && run(queue, &command, (size_t)memory->nbytes)) return NULL;
    Py_RETURN_NONE;
}
