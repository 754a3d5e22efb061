/* The methods of our types that Cython extensions call through the types' tables, and functions of modules that they import.
 *
 * The order in a table is that of the methods in the .pxd file of the type. What Cython declares cpdef is called with `skip`: nonzero
 * where the method of the type itself is meant, zero where a subclass written in Python may have its own. Arguments that may be left
 * out come in a struct that begins with their number. Failures are exceptions, and NULL or the value that the .pxd names. */
#include "args.h"
#include "array.h"
#include "c_api.h"
#include "context.h"
#include "device.h"
#include "event.h"
#include "memory.h"
#include "platform.h"
#include "program.h"
#include "queue.h"

/* Optional arguments that are objects. */
typedef struct options {
    int n;
    PyObject *items[2];
} options;

static PyObject *option(const options *given, int i)
{
    return given && given->n > i ? given->items[i] : Py_None;
}

/* type.name(*args) with skip, else args[0].name(*args[1:]). The arguments are taken, and may be NULL with an exception set. */
static PyObject *call(PyTypeObject *type, int skip, const char *name, PyObject *args)
{
    if (!args) return NULL;
    PyObject *target = skip ? (PyObject *)type : PyTuple_GetItem(args, 0);
    PyObject *method = PyObject_GetAttrString(target, name);
    PyObject *rest = PyTuple_GetSlice(args, !skip, PyTuple_Size(args));
    PyObject *result = method && rest ? PyObject_Call(method, rest, NULL) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(rest);
    Py_DECREF(args);
    return result;
}

/* For methods that give nothing: the caller asks for the exception. */
static void call_void(PyTypeObject *type, int skip, const char *name, PyObject *self)
{
    Py_XDECREF(call(type, skip, name, Py_BuildValue("(O)", self)));
}

#define TAKE(function, take, kind, what)                                                           \
    static PyObject *function(void *ref)                                                           \
    {                                                                                              \
        return core_check_reference(ref, kind, what) ? NULL : take(ref);                           \
    }
TAKE(take_device, core_device_take, DPEX_OBJECT_DEVICE, "the device's reference")
TAKE(take_context, core_context_take, DPEX_OBJECT_CONTEXT, "the context's reference")
TAKE(take_event, core_event_take, DPEX_OBJECT_EVENT, "the event's reference")
TAKE(take_queue, core_queue_take, DPEX_OBJECT_QUEUE, "the queue's reference")
TAKE(take_platform, core_platform_wrap, DPEX_OBJECT_PLATFORM, "the platform's reference")
TAKE(take_program, core_program_take, DPEX_OBJECT_PROGRAM, "the program's reference")
#undef TAKE

/* other may be None. */
#define EQUALS(kind)                                                                               \
    static int kind##_equals(PyObject *self, PyObject *other)                                      \
    {                                                                                              \
        return PyObject_TypeCheck(other, core.kind) &&                                             \
               ((core_##kind *)self)->ref == ((core_##kind *)other)->ref;                          \
    }
EQUALS(device)
EQUALS(context)
EQUALS(queue)
EQUALS(platform)
#undef EQUALS

/* ---- devices ---- */

static PyObject *parts_of(PyObject *self, PyObject *partition)
{
    PyObject *args = Py_BuildValue("(O)", self);
    PyObject *kwargs = partition ? Py_BuildValue("{sN}", "partition", partition) : NULL;
    PyObject *method = PyObject_GetAttrString((PyObject *)core.device, "create_sub_devices");
    PyObject *list = args && kwargs && method ? PyObject_Call(method, args, kwargs) : NULL;
    Py_XDECREF(args);
    Py_XDECREF(kwargs);
    Py_XDECREF(method);
    return list;
}

static PyObject *parts_equally(PyObject *self, size_t count)
{
    return parts_of(self, PyLong_FromSize_t(count));
}

static PyObject *parts_by_counts(PyObject *self, PyObject *counts)
{
    return parts_of(self, Py_NewRef(counts));
}

static PyObject *parts_by_affinity(PyObject *self, int domain)
{
    if (domain < 0 || domain >= DPEX_N_AFFINITY_DOMAINS) {
        PyErr_Format(PyExc_ValueError, "there is no affinity domain %d", domain);
        return NULL;
    }
    return parts_of(self,
                    PyUnicode_FromString(core_affinity_domain_name((dpex_affinity_domain)domain)));
}

/* The position among the listed devices that agree in what is asked for; -1: it is not listed. */
static int ordinal(PyObject *self, int same_backend, int same_type)
{
    const dpex_device *device = ((core_device *)self)->ref;
    const dpex_device_info *info = dpex_device_get_info(device);
    dpex_device *const *all;
    size_t n;
    dpex_status status = dpex_device_get_all(&all, &n);
    if (status) {
        core_raise(status);
        return -2;
    }
    int position = 0;
    for (size_t i = 0; i < n; i++) {
        if (all[i] == device) return position;
        const dpex_device_info *other = dpex_device_get_info(all[i]);
        position += (!same_backend || other->backend == info->backend) &&
                    (!same_type || other->type == info->type);
    }
    return -1;
}

static int ordinal_of_both(PyObject *self)
{
    return ordinal(self, 1, 1);
}

static int ordinal_of_backend(PyObject *self)
{
    return ordinal(self, 1, 0);
}

static int ordinal_of_type(PyObject *self)
{
    return ordinal(self, 0, 1);
}

static int ordinal_of_all(PyObject *self)
{
    return ordinal(self, 0, 0);
}

#define METHOD(function) (core_c_method) function
const core_c_method core_device_vtable[] = {
    METHOD(take_device),     METHOD(SyclDevice_GetDeviceRef), METHOD(device_equals),
    METHOD(parts_equally),   METHOD(parts_by_counts),         METHOD(parts_by_affinity),
    METHOD(ordinal_of_both), METHOD(ordinal_of_backend),      METHOD(ordinal_of_type),
    METHOD(ordinal_of_all),
};

/* ---- contexts, platforms, events ---- */

const core_c_method core_context_vtable[] = {
    METHOD(take_context), METHOD(SyclContext_GetContextRef), METHOD(context_equals)};

static void *get_platform_ref(PyObject *self)
{
    return ((core_platform *)self)->ref;
}

const core_c_method core_platform_vtable[] = {METHOD(take_platform), METHOD(get_platform_ref),
                                              METHOD(platform_equals)};

static void event_wait(PyObject *self, int skip)
{
    call_void(core.event, skip, "wait", self);
}

static void event_wait_for(PyObject *event)
{
    event_wait(event, 1);
}

const core_c_method core_event_vtable[] = {METHOD(take_event), METHOD(SyclEvent_GetEventRef),
                                           METHOD(event_wait_for), METHOD(event_wait)};

/* ---- queues ---- */

static PyObject *get_sycl_context(PyObject *self, int skip)
{
    return skip ? Py_NewRef(((core_queue *)self)->context)
                : call(core.queue, skip, "get_sycl_context", Py_BuildValue("(O)", self));
}

static PyObject *get_sycl_device(PyObject *self, int skip)
{
    return skip ? Py_NewRef(((core_queue *)self)->device)
                : call(core.queue, skip, "get_sycl_device", Py_BuildValue("(O)", self));
}

typedef struct number_option {
    int n, value;
} number_option;

static PyObject *queue_of_parts(PyObject *ctx, PyObject *device, const number_option *properties)
{
    dpex_context *of = core_context_get(ctx, "the context");
    dpex_device *on = of ? core_device_get(device, "the device") : NULL;
    if (!on) return NULL;
    dpex_queue *queue = NULL;
    unsigned flags = properties && properties->n ? (unsigned)properties->value : 0;
    dpex_status status = dpex_queue_create(of, on, flags, &queue);
    return status ? core_raise_as(PyExc_ValueError, status) : core_queue_take(queue);
}

static PyObject *submit_by(const char *name, int skip, PyObject *args, const options *more)
{
    PyObject *lists = Py_BuildValue("(OO)", option(more, 0), option(more, 1));
    PyObject *all = args && lists ? PySequence_Concat(args, lists) : NULL;
    Py_XDECREF(lists);
    Py_XDECREF(args);
    return call(core.queue, skip, name, all);
}

static PyObject *submit(PyObject *self, PyObject *kernel, PyObject *args, PyObject *global,
                        int skip, const options *more)
{
    return submit_by("submit", skip, Py_BuildValue("(OOOO)", self, kernel, args, global), more);
}

static PyObject *submit_async(PyObject *self, PyObject *kernel, PyObject *args, PyObject *global,
                              int skip, const options *more)
{
    return submit_by("submit_async", skip, Py_BuildValue("(OOOO)", self, kernel, args, global),
                     more);
}

static PyObject *submit_keep(PyObject *self, PyObject *objects, PyObject *events, int skip)
{
    return call(core.queue, skip, "_submit_keep_args_alive",
                Py_BuildValue("(OOO)", self, objects, events));
}

static void queue_wait(PyObject *self, int skip)
{
    call_void(core.queue, skip, "wait", self);
}

static PyObject *queue_memcpy(PyObject *self, PyObject *dst, PyObject *src, size_t count, int skip)
{
    return call(core.queue, skip, "memcpy",
                Py_BuildValue("(OOON)", self, dst, src, PyLong_FromSize_t(count)));
}

static PyObject *queue_memcpy_async(PyObject *self, PyObject *dst, PyObject *src, size_t count,
                                    int skip, const options *more)
{
    PyObject *args =
        Py_BuildValue("(OOONO)", self, dst, src, PyLong_FromSize_t(count), option(more, 0));
    return call(core.queue, skip, "memcpy_async", args);
}

typedef struct size_option {
    int n;
    size_t value;
} size_option;

static PyObject *queue_prefetch(PyObject *self, PyObject *memory, int skip, const size_option *more)
{
    if (!more || !more->n)
        return call(core.queue, skip, "prefetch", Py_BuildValue("(OO)", self, memory));
    return call(core.queue, skip, "prefetch",
                Py_BuildValue("(OON)", self, memory, PyLong_FromSize_t(more->value)));
}

static PyObject *queue_mem_advise(PyObject *self, PyObject *memory, size_t count, int advice,
                                  int skip)
{
    return call(core.queue, skip, "mem_advise",
                Py_BuildValue("(OONi)", self, memory, PyLong_FromSize_t(count), advice));
}

static PyObject *queue_barrier(PyObject *self, int skip, const options *more)
{
    PyObject *args =
        more && more->n ? Py_BuildValue("(OO)", self, option(more, 0)) : Py_BuildValue("(O)", self);
    return call(core.queue, skip, "submit_barrier", args);
}

const core_c_method core_queue_vtable[] = {
    METHOD(take_queue),      METHOD(SyclQueue_GetQueueRef), METHOD(get_sycl_context),
    METHOD(get_sycl_device), METHOD(queue_of_parts),        METHOD(queue_equals),
    METHOD(submit),          METHOD(submit_async),          METHOD(submit_keep),
    METHOD(queue_wait),      METHOD(queue_memcpy),          METHOD(queue_memcpy_async),
    METHOD(queue_prefetch),  METHOD(queue_mem_advise),      METHOD(queue_barrier),
};

/* ---- kernels and programs ---- */

/* The name is the kernel's own: what the caller calls it is not needed to launch it. */
static PyObject *take_kernel(void *ref, PyObject *name)
{
    (void)name;
    if (core_check_reference(ref, DPEX_OBJECT_KERNEL, "the kernel's reference")) return NULL;
    return core_kernel_take(ref);
}

static PyObject *get_sycl_kernel(PyObject *self, PyObject *name, int skip)
{
    return call(core.program, skip, "get_sycl_kernel", Py_BuildValue("(OO)", self, name));
}

const core_c_method core_kernel_vtable[] = {METHOD(SyclKernel_GetKernelRef), METHOD(take_kernel)};
const core_c_method core_program_vtable[] = {
    METHOD(take_program), METHOD(SyclProgram_GetKernelBundleRef), METHOD(get_sycl_kernel)};

/* ---- memory ---- */

static PyObject *copy_to_host(PyObject *self, int skip, const options *more)
{
    PyObject *args =
        more && more->n ? Py_BuildValue("(OO)", self, option(more, 0)) : Py_BuildValue("(O)", self);
    return call(core.memory, skip, "copy_to_host", args);
}

static PyObject *copy_from_host(PyObject *self, PyObject *source, int skip)
{
    return call(core.memory, skip, "copy_from_host", Py_BuildValue("(OO)", self, source));
}

static PyObject *copy_from_device(PyObject *self, PyObject *source, int skip)
{
    return call(core.memory, skip, "copy_from_device", Py_BuildValue("(OO)", self, source));
}

typedef struct short_option {
    int n;
    unsigned short value;
} short_option;

static PyObject *memory_memset(PyObject *self, int skip, const short_option *more)
{
    int value = more && more->n ? more->value : 0;
    return call(core.memory, skip, "memset", Py_BuildValue("(Oi)", self, value));
}

static PyObject *memory_tobytes(PyObject *self, int skip)
{
    return call(core.memory, skip, "tobytes", Py_BuildValue("(O)", self));
}

/* 0, or -1 with an exception. */
static int find_pointer(const void *ptr, PyObject *context, dpex_pointer_info *info)
{
    dpex_context *ctx = core_context_get(context, "the context");
    if (!ctx) return -1;
    dpex_pointer_find(ctx, ptr, info);
    return 0;
}

static PyObject *get_pointer_device(void *ptr, PyObject *context)
{
    dpex_pointer_info info;
    if (find_pointer(ptr, context, &info)) return NULL;
    return info.device ? core_device_wrap(info.device) : Py_NewRef(Py_None);
}

static PyObject *get_pointer_type(void *ptr, PyObject *context)
{
    dpex_pointer_info info;
    if (find_pointer(ptr, context, &info)) return NULL;
    return PyBytes_FromString(core_usm_kind_name(info.kind));
}

static PyObject *memory_of_pointer(void *ptr, Py_ssize_t n_bytes, void *queue, const options *more)
{
    if (n_bytes > 0) return Memory_Make(ptr, (size_t)n_bytes, queue, option(more, 0));
    PyErr_Format(PyExc_ValueError, "USM memory has at least one byte, %zd were given", n_bytes);
    return NULL;
}

const core_c_method core_memory_vtable[] = {
    METHOD(copy_to_host),
    METHOD(copy_from_host),
    METHOD(copy_from_device),
    METHOD(memory_memset),
    METHOD(memory_tobytes),
    METHOD(Memory_GetUsmPointer),
    METHOD(Memory_GetOpaquePointer),
    METHOD(get_pointer_device),
    METHOD(get_pointer_type),
    METHOD(memory_of_pointer),
};

/* ---- arrays ---- */

static PyObject *array_get_queue(PyObject *self)
{
    return core_queue_wrap(((core_array *)self)->array.queue);
}

static void *array_get_queue_ref(PyObject *self)
{
    return ((core_array *)self)->array.queue;
}

const core_c_method core_array_vtable[] = {
    METHOD(UsmNDArray_GetData),    METHOD(UsmNDArray_GetNDim),    METHOD(UsmNDArray_GetShape),
    METHOD(UsmNDArray_GetStrides), METHOD(UsmNDArray_GetTypenum), METHOD(UsmNDArray_GetElementSize),
    METHOD(UsmNDArray_GetFlags),   METHOD(UsmNDArray_GetUSMData), METHOD(UsmNDArray_GetOffset),
    METHOD(array_get_queue),       METHOD(array_get_queue_ref),
};
#undef METHOD

/* ---- functions of modules ---- */

/* args may be NULL, without arguments. */
static PyObject *call_function(const char *module, const char *name, PyObject *args)
{
    PyObject *owner = PyImport_ImportModule(module);
    PyObject *function = owner ? PyObject_GetAttrString(owner, name) : NULL;
    PyObject *result = function ? PyObject_CallObject(function, args) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(owner);
    Py_XDECREF(args);
    return result;
}

static int call_for_int(const char *name, PyObject *args)
{
    PyObject *result = call_function("dpctl._sycl_device_factory", name, args);
    long value = result ? PyLong_AsLong(result) : -1;
    Py_XDECREF(result);
    return (int)value;
}

/* The arguments that are given, of at most two that may be left out; new. */
static PyObject *tuple_of(const options *more)
{
    PyObject *both = Py_BuildValue("(OO)", option(more, 0), option(more, 1));
    PyObject *given = both ? PyTuple_GetSlice(both, 0, more ? more->n : 0) : NULL;
    Py_XDECREF(both);
    return given;
}

#define FROM_FACTORY(name)                                                                         \
    PyObject *core_c_##name(int skip)                                                              \
    {                                                                                              \
        (void)skip;                                                                                \
        return call_function("dpctl._sycl_device_factory", #name, NULL);                           \
    }
FROM_FACTORY(select_accelerator_device)
FROM_FACTORY(select_cpu_device)
FROM_FACTORY(select_default_device)
FROM_FACTORY(select_gpu_device)
FROM_FACTORY(get_composite_devices)
FROM_FACTORY(_cached_default_device)
#undef FROM_FACTORY

#define IS_THERE(name)                                                                             \
    int core_c_##name(int skip)                                                                    \
    {                                                                                              \
        (void)skip;                                                                                \
        return call_for_int(#name, NULL);                                                          \
    }
IS_THERE(has_gpu_devices)
IS_THERE(has_cpu_devices)
IS_THERE(has_accelerator_devices)
#undef IS_THERE

PyObject *core_c_select_device_with_aspects(PyObject *required, int skip, const void *more)
{
    (void)skip;
    PyObject *args = Py_BuildValue("(OO)", required, option(more, 0));
    return args ? call_function("dpctl._sycl_device_factory", "select_device_with_aspects", args)
                : NULL;
}

PyObject *core_c_get_devices(int skip, const void *more)
{
    (void)skip;
    PyObject *args = tuple_of(more);
    return args ? call_function("dpctl._sycl_device_factory", "get_devices", args) : NULL;
}

int core_c_get_num_devices(int skip, const void *more)
{
    (void)skip;
    PyObject *args = tuple_of(more);
    return args ? call_for_int("get_num_devices", args) : -1;
}

PyObject *core_c_get_platforms(int skip)
{
    (void)skip;
    return call_function("dpctl._sycl_platform", "get_platforms", NULL);
}

PyObject *core_c_get_device_cached_queue(PyObject *key, int skip)
{
    (void)skip;
    PyObject *args = Py_BuildValue("(O)", key);
    return args ? call_function("dpctl._sycl_queue_manager", "get_device_cached_queue", args)
                : NULL;
}
