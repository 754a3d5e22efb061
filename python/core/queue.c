/* SyclQueue: constructor, members, identity. Its methods that submit are in queue_submit.c and queue_copy.c, the cached queue in
 * queue_cache.c, the text of `property=` in queue_properties.c. */
#include <stddef.h>

#include "args.h"
#include "capsule.h"
#include "context.h"
#include "device.h"
#include "enums.h"
#include "handle.h"
#include "hooks.h"
#include "queue.h"
#include "queue_properties.h"
#include "spare.h"
#include "wait.h"

static int fill(core_queue *self)
{
    self->context = core_context_wrap(dpex_queue_get_context(self->ref));
    self->device = core_device_wrap(dpex_queue_get_device(self->ref));
    return self->context && self->device ? 0 : -1;
}

#define HANDLE         queue
#define HANDLE_TYPE    "a dpctl.SyclQueue"
#define HANDLE_VTABLE  queue_vtable
#define HANDLE_FILL    fill
#define HANDLE_CAPSULE "SyclQueueRef"
#include "handle.inc"

int core_queue_from_capsule(PyObject *object, dpex_queue **queue)
{
    void *ref = NULL;
    int found = core_capsule_use(&capsules, object, &ref);
    *queue = ref;
    return found;
}

/* ---- constructor ---- */

static dpex_queue *create(dpex_context *ctx, dpex_device *device, unsigned properties)
{
    dpex_queue *queue = NULL;
    dpex_status status = dpex_queue_create(ctx, device, properties, &queue);
    if (status) core_raise_as(core.queue_creation_error, status);
    return queue;
}

static dpex_queue *from_device(PyObject *object, unsigned properties)
{
    dpex_device *device = core_device_from(object);
    if (!device) {
        core_raise_again(core.device_creation_error, core.queue_creation_error);
        return NULL;
    }
    dpex_queue *queue = create(NULL, device, properties);
    dpex_device_release(device);
    return queue;
}

static dpex_queue *from_one(PyObject *object, unsigned properties)
{
    dpex_queue *queue = NULL;
    if (core_device_check(object) || PyUnicode_CheckExact(object))
        return from_device(object, properties);
    if (Py_TYPE(object) == core.queue_base) {
        queue = ((core_queue *)object)->ref;
        if (queue) return dpex_queue_retain(queue);
        PyErr_SetString(core.queue_creation_error, "this _SyclQueue refers to no queue");
        return NULL;
    }
    if (PyCapsule_CheckExact(object) && core_queue_from_capsule(object, &queue)) return queue;
    return core_type_error("the argument",
                           "a filter string, a SyclDevice, a capsule \"SyclQueueRef\", or a "
                           "SyclContext with a SyclDevice",
                           object);
}

static dpex_queue *from_pair(PyObject *context, PyObject *device, unsigned properties)
{
    dpex_context *ctx = core_context_get(context, "the first of two arguments");
    dpex_device *dev = ctx ? core_device_get(device, "the second of two arguments") : NULL;
    return dev ? create(ctx, dev, properties) : NULL;
}

static PyObject *queue_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("SyclQueue");
    unsigned properties = 0;
    if (kwargs && core_queue_properties_from_keywords(kwargs, &properties)) return NULL;
    PyObject *first = NULL, *second = NULL;
    if (!PyArg_UnpackTuple(args, "SyclQueue", 0, 2, &first, &second)) return NULL;
    dpex_queue *queue;
    if (second)
        queue = from_pair(first, second, properties);
    else
        queue = first ? from_one(first, properties) : from_device(NULL, properties);
    return queue ? make(type, queue) : NULL;
}

static void dealloc(PyObject *object)
{
    core_queue *self = (core_queue *)object;
    core_spare_drain();
    Py_XDECREF(self->context);
    Py_XDECREF(self->device);
    dpex_queue_release(self->ref);
    core_free(object);
}

/* ---- members ---- */

static dpex_queue *ref_of(PyObject *self)
{
    return ((core_queue *)self)->ref;
}

static PyObject *repr(PyObject *self)
{
    PyObject *properties = core_queue_properties_list(dpex_queue_get_properties(ref_of(self)));
    if (!properties) return NULL;
    const dpex_device *device = dpex_queue_get_device(ref_of(self));
    char label[256]; /* tells queues of sub-devices apart */
    PyOS_snprintf(label, sizeof label, "%s", dpex_device_get_info(device)->name);
    if (dpex_device_get_parent(device)) dpex_device_get_label(device, label, sizeof label);
    PyObject *text;
    if (PyList_Size(properties) == 0)
        text = PyUnicode_FromFormat("<dpctl.SyclQueue [%s] at %p>", label, self);
    else
        text = PyUnicode_FromFormat("<dpctl.SyclQueue [%s] at %p, property=%R>", label, self,
                                    properties);
    Py_DECREF(properties);
    return text;
}

static PyObject *compare(PyObject *self, PyObject *other, int op)
{
    return core_handle_compare(self, other, op, core_queue_check(other));
}

static PyObject *get_context(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((core_queue *)self)->context);
}

static PyObject *get_device(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((core_queue *)self)->device);
}

static PyObject *get_sycl_context(PyObject *self, PyObject *unused)
{
    return get_context(self, unused);
}

static PyObject *get_sycl_device(PyObject *self, PyObject *unused)
{
    return get_device(self, unused);
}

static PyObject *get_capsule(PyObject *self, PyObject *unused)
{
    (void)unused;
    return core_capsule_new(&capsules, ref_of(self));
}

static PyObject *wait(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (core_wait_queue(ref_of(self))) return NULL;
    Py_RETURN_NONE;
}

static PyObject *print_device_info(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyObject_CallMethod(((core_queue *)self)->device, "print_device_info", NULL);
}

static PyObject *get_property(PyObject *self, void *bit)
{
    return PyBool_FromLong((dpex_queue_get_properties(ref_of(self)) & (unsigned)(size_t)bit) != 0);
}

/* closure: the property's name on SyclDevice */
static PyObject *get_of_device(PyObject *self, void *name)
{
    return PyObject_GetAttrString(((core_queue *)self)->device, name);
}

static PyObject *get_type_name(PyObject *self, void *closure)
{
    (void)self, (void)closure;
    return PyUnicode_FromString("SyclQueue");
}

static PyMethodDef methods[] = {
    {"get_sycl_context", get_sycl_context, METH_NOARGS,
     "get_sycl_context($self, /)\n--\n\nThe queue's SyclContext."},
    {"get_sycl_device", get_sycl_device, METH_NOARGS,
     "get_sycl_device($self, /)\n--\n\nThe queue's SyclDevice."},
    {"addressof_ref", core_handle_addressof_ref, METH_NOARGS,
     "addressof_ref($self, /)\n--\n\nThe address of the queue's reference, an int."},
    {"_get_capsule", get_capsule, METH_NOARGS,
     "_get_capsule($self, /)\n--\n\nA capsule \"SyclQueueRef\" that SyclQueue() takes once."},
    {"wait", wait, METH_NOARGS,
     "wait($self, /)\n--\n\nWait for all commands submitted so far. Other threads run meanwhile. "
     "Raises SyclAsyncError\n"
     "for the first command that failed since the last wait; the queue stays usable."},
    {"submit", CORE_FAST(core_queue_submit),
     "submit($self, /, kernel, args, gS, lS=None, dEvents=None)\n--\n\n"
     "Launch a SyclKernel over the range gS (a list of 1 to 3 extents, the last varies fastest) in "
     "groups of lS after the\n"
     "events of the list dEvents, and wait for it. args: a list of ctypes scalars, "
     "dpctl.memory.MemoryUSM*, LocalAccessor,\n"
     "WorkGroupMemory and RawKernelArg. Returns its SyclEvent. Raises SyclKernelInvalidRangeError, "
     "SyclKernelSubmitError,\n"
     "TypeError; SyclAsyncError if the kernel failed."},
    {"submit_async", CORE_FAST(core_queue_submit_async),
     "submit_async($self, /, kernel, args, gS, lS=None, dEvents=None)\n--\n\n"
     "As submit, without waiting: the caller keeps the arguments until the event has happened."},
    {"submit_barrier", CORE_FAST(core_queue_submit_barrier),
     "submit_barrier($self, /, dependent_events=None)\n--\n\n"
     "An event that happens after those of the sequence, or after all that was submitted before."},
    {"_submit_keep_args_alive", CORE_FAST(core_queue_submit_keep_args_alive),
     "_submit_keep_args_alive($self, /, args, dEvents)\n--\n\n"
     "Keep the object args until the events of the list dEvents have happened; returns the event "
     "of letting go."},
    {"memcpy", CORE_FAST(core_queue_memcpy),
     "memcpy($self, /, dest, src, count)\n--\n\n"
     "Copy count bytes between MemoryUSM* objects and contiguous buffers, which may overlap, and "
     "wait."},
    {"memcpy_async", CORE_FAST(core_queue_memcpy_async),
     "memcpy_async($self, /, dest, src, count, dEvents=None)\n--\n\n"
     "As memcpy, after the events of the list dEvents and without waiting; buffers are kept "
     "meanwhile. Returns the event."},
    {"copy", CORE_FAST(core_queue_copy),
     "copy($self, /, dest, src, count, dtype=\"u1\")\n--\n\n"
     "As memcpy for count elements of dtype: i1, u1, i2, u2, i4, u4, i8, u8, f4 or f8."},
    {"copy_async", CORE_FAST(core_queue_copy_async),
     "copy_async($self, /, dest, src, count, dEvents=None, dtype=\"u1\")\n--\n\nAs copy, without "
     "waiting."},
    {"memset", CORE_FAST(core_queue_memset),
     "memset($self, /, mem, val, count=0)\n--\n\n"
     "Set the first count bytes (0 or too many: all) of a MemoryUSM* to the low byte of val, and "
     "wait."},
    {"memset_async", CORE_FAST(core_queue_memset_async),
     "memset_async($self, /, mem, val, count=0, dEvents=None)\n--\n\nAs memset, without waiting. "
     "Returns the event."},
    {"prefetch", CORE_FAST(core_queue_prefetch),
     "prefetch($self, /, mem, count=0)\n--\n\n"
     "Bring the first count bytes (0 or too many: all) of a MemoryUSM* to the device, and wait."},
    {"mem_advise", CORE_FAST(core_queue_mem_advise),
     "mem_advise($self, /, mem, count, advice)\n--\n\n"
     "Tell the backend how the first count bytes of a MemoryUSM* are used; advice 0 takes it "
     "back."},
    {"print_device_info", print_device_info, METH_NOARGS,
     "print_device_info($self, /)\n--\n\nPrint what SyclDevice.print_device_info() prints for the "
     "queue's device."},
    {"_repr_html_", core_repr_html, METH_NOARGS,
     "_repr_html_($self, /)\n--\n\nWhat notebooks show."},
    {NULL},
};

static PyGetSetDef properties[] = {
    {"sycl_context", get_context, NULL, "SyclContext", NULL},
    {"sycl_device", get_device, NULL, "SyclDevice", NULL},
    {"backend", get_of_device, NULL, "backend_type of the device", "backend"},
    {"name", get_of_device, NULL, "name of the device", "name"},
    {"driver_version", get_of_device, NULL, "driver version of the device", "driver_version"},
    {"is_in_order", get_property, NULL, "bool", (void *)DPEX_QUEUE_IN_ORDER},
    {"has_enable_profiling", get_property, NULL, "bool", (void *)DPEX_QUEUE_ENABLE_PROFILING},
    {"__name__", get_type_name, NULL, "\"SyclQueue\"", NULL},
    {NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "SyclQueue(*args, property=...)\n--\n\n"
     "Where commands for a device go. SyclQueue(), SyclQueue(filter_string), SyclQueue(device),\n"
     "SyclQueue(context, device), or SyclQueue(capsule) for a queue that exists already.\n\n"
     "property: \"in_order\", \"enable_profiling\", \"default\", their bits 2, 1 and 0, or a list "
     "of those.\n"
     "Raises SyclQueueCreationError; TypeError and ValueError for arguments of other kinds."},
    {Py_tp_new, queue_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_hash, core_handle_hash},
    {Py_tp_richcompare, compare},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dpctl._sycl_queue.SyclQueue",
    .basicsize = sizeof(core_queue),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

static const core_handle_types types = {
    .base_name = "dpctl._sycl_queue._SyclQueue",
    .base_doc = "What extensions see of a SyclQueue: its reference, context and device.",
    .base_bytes = offsetof(core_queue, vtable),
    .dealloc = dealloc,
    .spec = &spec,
};

int core_add_queue(PyObject *module)
{
    return core_add_handle(module, &types, &core.queue_base, &core.queue);
}
