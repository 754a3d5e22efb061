/* SyclPlatform, get_platforms, lsplatform. */
#include <stddef.h>

#include "args.h"
#include "context.h"
#include "device.h"
#include "device_filter.h"
#include "enums.h"
#include "handle.h"
#include "hooks.h"
#include "platform.h"

static dpex_platform *ref_of(PyObject *self)
{
    return ((core_platform *)self)->ref;
}

static PyObject *make(PyTypeObject *type, dpex_platform *platform)
{
    core_platform *self = (core_platform *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    const dpex_platform_info *info = dpex_platform_get_info(platform);
    self->ref = platform;
    self->vtable = core.platform_vtable;
    self->vendor = info->vendor;
    self->name = info->name;
    self->version = info->version;
    return (PyObject *)self;
}

PyObject *core_platform_wrap(dpex_platform *platform)
{
    return make(core.platform, platform);
}

/* The platform of the device that a filter string (or NULL: the default) selects. */
static dpex_platform *find(const char *filter)
{
    dpex_device *device = NULL;
    dpex_status status = dpex_device_find(filter, &device);
    if (status) {
        core_raise_as(PyExc_ValueError, status);
        return NULL;
    }
    dpex_platform *platform = dpex_device_get_platform(device);
    dpex_device_release(device);
    return platform;
}

static dpex_platform *from_object(PyObject *object)
{
    if (!object || object == Py_None) return find(NULL);
    if (PyObject_TypeCheck(object, core.platform_base) && ref_of(object)) return ref_of(object);
    if (PyUnicode_CheckExact(object)) {
        const char *filter = core_text(object);
        return filter ? find(filter) : NULL;
    }
    PyErr_Format(PyExc_ValueError,
                 "the argument must be a filter string, a SyclPlatform or None, not %R", object);
    return NULL;
}

static PyObject *platform_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("SyclPlatform");
    static char *names[] = {"arg", NULL};
    PyObject *arg = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:SyclPlatform", names, &arg)) return NULL;
    dpex_platform *platform = from_object(arg);
    return platform ? make(type, platform) : NULL;
}

static void dealloc(PyObject *self)
{
    core_free(self);
}

static PyObject *repr(PyObject *self)
{
    const dpex_platform_info *info = dpex_platform_get_info(ref_of(self));
    return PyUnicode_FromFormat("<dpctl.SyclPlatform [%s, %s, %s] at %p>", info->name, info->vendor,
                                info->version, self);
}

static PyObject *compare(PyObject *self, PyObject *other, int op)
{
    return core_handle_compare(self, other, op, PyObject_TypeCheck(other, core.platform));
}

/* ---- members ---- */

static PyObject *get_devices(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                             PyObject *kwnames)
{
    static const core_params params = {"get_devices", 0, {"device_type", NULL}};
    CORE_NAME_ERRORS(params);
    PyObject *type;
    core_device_filter filter;
    if (core_bind(&params, args, n_args, kwnames, &type)) return NULL;
    if (core_device_filter_init(&filter, NULL, type)) return NULL;
    if (!filter.type) return PyList_New(0);
    dpex_device *const *devices = NULL;
    size_t n = 0;
    CORE_TRY(dpex_platform_get_devices(ref_of(self), &devices, &n));
    PyObject *list = PyList_New(0);
    if (list && core_device_filter_apply(&filter, devices, n, list) < 0) Py_CLEAR(list);
    return list;
}

static PyObject *get_composite_devices(PyObject *self, PyObject *unused)
{
    (void)unused;
    dpex_device *const *devices = NULL;
    size_t n = 0;
    CORE_TRY(dpex_device_get_composites(&devices, &n));
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < n; i++) {
        if (dpex_device_get_platform(devices[i]) != ref_of(self)) continue;
        PyObject *device = core_device_wrap(devices[i]);
        if (!device || PyList_Append(list, device)) Py_CLEAR(list);
        Py_XDECREF(device);
    }
    return list;
}

/* What is printed is text, and texts are put together in Python. */
static PyObject *print_platform_info(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                     PyObject *kwnames)
{
    static const core_params params = {"print_platform_info", 0, {"verbosity", NULL}};
    CORE_NAME_ERRORS(params);
    PyObject *verbosity;
    if (core_bind(&params, args, n_args, kwnames, &verbosity)) return NULL;
    PyObject *print = core_hook(CORE_HOOK_print_platform_info);
    return print ? PyObject_CallFunctionObjArgs(print, self, verbosity, NULL) : NULL;
}

/* closure: the field's offset in dpex_platform_info */
static PyObject *get_text(PyObject *self, void *closure)
{
    return PyUnicode_FromFormat("%s", (const char *)dpex_platform_get_info(ref_of(self)) +
                                          (size_t)closure);
}

static PyObject *get_backend(PyObject *self, void *closure)
{
    (void)closure;
    return core_enum_member(CORE_ENUM_backend_type, dpex_platform_get_info(ref_of(self))->backend);
}

static PyObject *get_default_context(PyObject *self, void *closure)
{
    (void)closure;
    dpex_context *ctx = NULL;
    dpex_status status = dpex_platform_get_default_context(ref_of(self), &ctx);
    return status ? core_raise_as(PyExc_RuntimeError, status) : core_context_wrap(ctx);
}

static PyObject *get_type_name(PyObject *self, void *closure)
{
    (void)self, (void)closure;
    return PyUnicode_FromString("SyclPlatform");
}

static PyObject *get_platforms(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    dpex_platform *const *platforms = NULL;
    size_t n = 0;
    CORE_TRY(dpex_platform_get_all(&platforms, &n));
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (size_t i = 0; list && i < n; i++) {
        PyObject *platform = core_platform_wrap(platforms[i]);
        if (!platform || PyList_SetItem(list, (Py_ssize_t)i, platform)) Py_CLEAR(list);
    }
    return list;
}

static PyMethodDef methods[] = {
    {"print_platform_info", CORE_FAST(print_platform_info),
     "print_platform_info($self, /, verbosity=0)\n--\n\nPrint what dpctl.lsplatform(verbosity) "
     "prints for the platform."},
    {"get_devices", CORE_FAST(get_devices),
     "get_devices($self, /, device_type='all')\n--\n\n"
     "The list of the platform's root devices of a type (str or dpctl.device_type); an unknown "
     "word matches none."},
    {"get_composite_devices", get_composite_devices, METH_NOARGS,
     "get_composite_devices($self, /)\n--\n\nThe list of the platform's composite devices."},
    {NULL},
};

#define TEXT(name, what)                                                                           \
    {                                                                                              \
#name, get_text, NULL, what, (void *)offsetof(dpex_platform_info, name)                    \
    }
static PyGetSetDef properties[] = {
    TEXT(name, "str"),
    TEXT(vendor, "str"),
    TEXT(version, "str"),
    {"backend", get_backend, NULL, "backend_type", NULL},
    {"default_context", get_default_context, NULL, "the SyclContext of all its root devices", NULL},
    {"__name__", get_type_name, NULL, "\"SyclPlatform\"", NULL},
    {NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "SyclPlatform(arg=None)\n--\n\n"
                "The platform of the device that a filter string selects, or of the default "
                "device. ValueError if none."},
    {Py_tp_new, platform_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_hash, core_handle_hash},
    {Py_tp_richcompare, compare},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dpctl._sycl_platform.SyclPlatform",
    .basicsize = sizeof(core_platform),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

static PyMethodDef functions[] = {
    {"get_platforms", get_platforms, METH_NOARGS, NULL},
    {NULL},
};

static const core_handle_types types = {
    .base_name = "dpctl._sycl_platform._SyclPlatform",
    .base_doc = "What extensions see of a SyclPlatform: its reference and its texts.",
    .base_bytes = offsetof(core_platform, vtable),
    .dealloc = dealloc,
    .spec = &spec,
};

int core_add_platform(PyObject *module)
{
    if (core_add_handle(module, &types, &core.platform_base, &core.platform)) return -1;
    return core_add_functions(module, functions);
}
