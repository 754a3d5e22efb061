/* SyclDevice: constructor, identity and text. Properties are in device_properties.c, methods in device_methods.c, the functions
 * that look devices up in device_select.c. */
#include <stddef.h>

#include "args.h"
#include "device.h"
#include "enums.h"
#include "handle.h"

static int fill(core_device *self)
{
    const dpex_device_info *info = dpex_device_get_info(self->ref);
    self->vendor = info->vendor;
    self->name = info->name;
    self->driver_version = info->driver_version;
    self->max_work_item_sizes = info->max_work_item_sizes;
    return 0;
}

#define HANDLE      device
#define HANDLE_TYPE "a dpctl.SyclDevice"
#define HANDLE_FILL fill
#include "handle.inc"

PyObject *core_device_list(dpex_device *const *devices, size_t n)
{
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (size_t i = 0; list && i < n; i++) {
        PyObject *device = core_device_wrap(devices[i]);
        if (!device || PyList_SetItem(list, (Py_ssize_t)i, device)) Py_CLEAR(list);
    }
    return list;
}

static dpex_device *find(const char *filter)
{
    dpex_device *device = NULL;
    dpex_status status = dpex_device_find(filter, &device);
    if (!status) return device;
    core_raise_as(core.device_creation_error, status);
    return NULL;
}

static dpex_device *copy_of(core_device *other)
{
    if (other->ref) return dpex_device_retain(other->ref);
    PyErr_SetString(core.device_creation_error, "this _SyclDevice refers to no device");
    return NULL;
}

dpex_device *core_device_from(PyObject *object)
{
    if (!object || object == Py_None) return find(NULL);
    if (PyUnicode_CheckExact(object)) {
        const char *filter = core_text(object);
        if (filter) return find(filter);
        core_raise_again(PyExc_ValueError, core.device_creation_error);
        return NULL;
    }
    if (PyObject_TypeCheck(object, core.device_base)) return copy_of((core_device *)object);
    return core_type_error("the argument of SyclDevice()", "a filter string, a SyclDevice or None",
                           object);
}

static PyObject *device_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"arg", NULL};
    PyObject *arg = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:SyclDevice", names, &arg)) return NULL;
    dpex_device *device = core_device_from(arg);
    return device ? make(type, device) : NULL;
}

static void dealloc(PyObject *self)
{
    dpex_device *device = ((core_device *)self)->ref;
    if (device) dpex_device_release(device);
    core_free(self);
}

static PyObject *repr(PyObject *self)
{
    const dpex_device_info *info = dpex_device_get_info(((core_device *)self)->ref);
    PyObject *backend = core_enum_member(CORE_ENUM_backend_type, info->backend);
    PyObject *kind = backend ? core_enum_member(CORE_ENUM_device_type, info->type) : NULL;
    PyObject *text = kind ? PyUnicode_FromFormat("<dpctl.SyclDevice [%S, %S,  %s] at %p>", backend,
                                                 kind, info->name, self)
                          : NULL;
    Py_XDECREF(backend);
    Py_XDECREF(kind);
    return text;
}

static PyObject *compare(PyObject *self, PyObject *other, int op)
{
    return core_handle_compare(self, other, op, core_device_check(other));
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "SyclDevice(arg=None)\n--\n\n"
                "A device: the one that a filter string such as \"opencl:cpu:0\" selects, a copy "
                "of another SyclDevice,\n"
                "or the default device. Raises SyclDeviceCreationError if nothing matches."},
    {Py_tp_new, device_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_hash, core_handle_hash},
    {Py_tp_richcompare, compare},
    {Py_tp_methods, core_device_methods},
    {Py_tp_getset, core_device_properties},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dpctl._sycl_device.SyclDevice",
    .basicsize = sizeof(core_device),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

static const core_handle_types types = {
    .base_name = "dpctl._sycl_device._SyclDevice",
    .base_doc = "What extensions see of a SyclDevice: its reference and its texts.",
    .base_bytes = offsetof(core_device, vtable),
    .dealloc = dealloc,
    .spec = &spec,
};

int core_add_device(PyObject *module)
{
    return core_add_handle(module, &types, &core.device_base, &core.device);
}
