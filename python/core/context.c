/* SyclContext: constructor, members, identity. */
#include <stddef.h>

#include "args.h"
#include "capsule.h"
#include "context.h"
#include "device.h"
#include "enums.h"
#include "handle.h"
#include "platform.h"

#define HANDLE         context
#define HANDLE_TYPE    "a dpctl.SyclContext"
#define HANDLE_VTABLE  context_vtable
#define HANDLE_CAPSULE "SyclContextRef"
#include "handle.inc"

int core_context_from_capsule(PyObject *object, dpex_context **ctx)
{
    void *ref = NULL;
    int found = core_capsule_use(&capsules, object, &ref);
    *ctx = ref;
    return found;
}

/* ---- constructor ---- */

static dpex_context *from_devices(dpex_device *const *devices, size_t n)
{
    dpex_context *ctx = NULL;
    dpex_status status = dpex_context_create(devices, n, &ctx);
    if (!status) return ctx;
    core_raise_as(core.context_creation_error, status);
    return NULL;
}

static dpex_context *from_sequence(PyObject *sequence)
{
    Py_ssize_t n = PySequence_Size(sequence);
    if (n <= 0) {
        if (n == 0)
            PyErr_SetString(PyExc_TypeError,
                            "a SyclContext needs at least one device, the list is empty");
        return NULL;
    }
    dpex_device **devices = PyMem_Calloc((size_t)n, sizeof *devices);
    if (!devices) return (void *)PyErr_NoMemory();
    dpex_context *ctx = NULL;
    for (Py_ssize_t i = 0; i < n; i++) {
        /* A list or tuple holds its items while nobody else runs: borrowing from it is safe here. */
        PyObject *item =
            PyList_Check(sequence) ? PyList_GetItem(sequence, i) : PyTuple_GetItem(sequence, i);
        devices[i] = item ? core_device_get(item, "each item of SyclContext's list") : NULL;
        if (!devices[i]) goto done;
    }
    ctx = from_devices(devices, (size_t)n);
done:
    PyMem_Free(devices);
    return ctx;
}

/* A filter string, a device or None. A filter that finds nothing is a failure to make the context. */
static dpex_context *from_device(PyObject *object)
{
    dpex_device *device = core_device_from(object);
    if (!device) {
        core_raise_again(core.device_creation_error, core.context_creation_error);
        return NULL;
    }
    dpex_context *ctx = NULL;
    dpex_status status = dpex_context_create_for_device(device, &ctx);
    dpex_device_release(device);
    if (status) core_raise_as(core.context_creation_error, status);
    return ctx;
}

static dpex_context *from_object(PyObject *object)
{
    dpex_context *ctx = NULL;
    if (object && PyObject_TypeCheck(object, core.context_base)) {
        ctx = ((core_context *)object)->ref;
        if (ctx) return dpex_context_retain(ctx);
        PyErr_SetString(core.context_creation_error, "this _SyclContext refers to no context");
        return NULL;
    }
    if (object && (PyList_Check(object) || PyTuple_Check(object))) return from_sequence(object);
    if (object && PyCapsule_CheckExact(object) && core_context_from_capsule(object, &ctx))
        return ctx;
    return from_device(object);
}

static PyObject *context_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("SyclContext");
    static char *names[] = {"arg", NULL};
    PyObject *arg = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:SyclContext", names, &arg)) return NULL;
    dpex_context *ctx = from_object(arg);
    return ctx ? make(type, ctx) : NULL;
}

static void dealloc(PyObject *self)
{
    dpex_context_release(((core_context *)self)->ref);
    core_free(self);
}

/* ---- members ---- */

static dpex_context *ref_of(PyObject *self)
{
    return ((core_context *)self)->ref;
}

static PyObject *repr(PyObject *self)
{
    size_t n;
    dpex_context_get_devices(ref_of(self), &n);
    if (n == 1) return PyUnicode_FromFormat("<dpctl.SyclContext at %p>", self);
    return PyUnicode_FromFormat("<dpctl.SyclContext for %zu devices at %p>", n, self);
}

static PyObject *compare(PyObject *self, PyObject *other, int op)
{
    return core_handle_compare(self, other, op, core_context_check(other));
}

static PyObject *get_devices(PyObject *self, PyObject *unused)
{
    (void)unused;
    size_t n;
    dpex_device *const *devices = dpex_context_get_devices(ref_of(self), &n);
    return core_device_list(devices, n);
}

static PyObject *get_capsule(PyObject *self, PyObject *unused)
{
    (void)unused;
    return core_capsule_new(&capsules, ref_of(self));
}

static PyObject *get_device_count(PyObject *self, void *closure)
{
    (void)closure;
    size_t n;
    dpex_context_get_devices(ref_of(self), &n);
    return PyLong_FromSize_t(n);
}

static PyObject *get_platform(PyObject *self, void *closure)
{
    (void)closure;
    return core_platform_wrap(dpex_context_get_platform(ref_of(self)));
}

static PyObject *get_type_name(PyObject *self, void *closure)
{
    (void)self, (void)closure;
    return PyUnicode_FromString("SyclContext");
}

/* What all devices of the context can do. closure: the field's offset in dpex_device_info. */
static uint64_t common_bits(PyObject *self, void *closure)
{
    size_t n;
    dpex_device *const *devices = dpex_context_get_devices(ref_of(self), &n);
    uint64_t bits = ~(uint64_t)0;
    for (size_t i = 0; i < n; i++) {
        const char *info = (const char *)dpex_device_get_info(devices[i]);
        bits &= *(const uint64_t *)(info + (size_t)closure);
    }
    return bits;
}

static PyObject *get_orders(PyObject *self, void *closure)
{
    return core_enum_members(CORE_ENUM_memory_order, common_bits(self, closure));
}

static PyObject *get_scopes(PyObject *self, void *closure)
{
    return core_enum_members(CORE_ENUM_memory_scope, common_bits(self, closure));
}

static PyMethodDef methods[] = {
    {"get_devices", get_devices, METH_NOARGS,
     "get_devices($self, /)\n--\n\nThe list of the context's devices."},
    {"addressof_ref", core_handle_addressof_ref, METH_NOARGS,
     "addressof_ref($self, /)\n--\n\nThe address of the context's reference, an int."},
    {"_get_capsule", get_capsule, METH_NOARGS,
     "_get_capsule($self, /)\n--\n\nA capsule \"SyclContextRef\" that SyclContext() takes once."},
    {NULL},
};

#define CAPABILITIES(name, get, what)                                                              \
    {                                                                                              \
#name, get, NULL, what, (void *)offsetof(dpex_device_info, name)                           \
    }
static PyGetSetDef properties[] = {
    {"device_count", get_device_count, NULL, "int", NULL},
    {"sycl_platform", get_platform, NULL, "the SyclPlatform of the context's devices", NULL},
    {"__name__", get_type_name, NULL, "\"SyclContext\"", NULL},
    CAPABILITIES(atomic_memory_order_capabilities, get_orders, "tuple of memory_order"),
    CAPABILITIES(atomic_fence_order_capabilities, get_orders, "tuple of memory_order"),
    CAPABILITIES(atomic_memory_scope_capabilities, get_scopes, "tuple of memory_scope"),
    CAPABILITIES(atomic_fence_scope_capabilities, get_scopes, "tuple of memory_scope"),
    {NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "SyclContext(arg=None)\n--\n\n"
                "Devices that share memory addresses. From a device, a filter string or None: the "
                "platform's default\n"
                "context (of a sub-device: a new one); from a list of devices of one platform: a "
                "new context; from a\n"
                "SyclContext or a capsule: the same context. Raises SyclContextCreationError."},
    {Py_tp_new, context_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_hash, core_handle_hash},
    {Py_tp_richcompare, compare},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dpctl._sycl_context.SyclContext",
    .basicsize = sizeof(core_context),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

static const core_handle_types types = {
    .base_name = "dpctl._sycl_context._SyclContext",
    .base_doc = "What extensions see of a SyclContext: its reference.",
    .base_bytes = offsetof(core_context, vtable),
    .dealloc = dealloc,
    .spec = &spec,
};

int core_add_context(PyObject *module)
{
    return core_add_handle(module, &types, &core.context_base, &core.context);
}
