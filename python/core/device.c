/* The object behind SyclDevice: how it is made, from a device of libdpex and from what SyclDevice() takes, and how it is named. Its
 * type is in device_type.c; the functions that look devices up in device_select.c. */
#include "device.h"
#include "args.h"
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

#define HANDLE        device
#define HANDLE_TYPE   "a dpctl.SyclDevice"
#define HANDLE_VTABLE device_vtable
#define HANDLE_FILL   fill
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

PyObject *core_device_filter_string(dpex_device *device, int with_backend, int with_type)
{
    char text[64];
    dpex_status status = dpex_device_get_filter(device, with_backend, with_type, text, sizeof text);
    return status ? core_raise_as(PyExc_ValueError, status) : PyUnicode_FromString(text);
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
    return core_type_error("the argument", "a filter string, a SyclDevice or None", object);
}

PyObject *core_device_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("SyclDevice");
    static char *names[] = {"arg", NULL};
    PyObject *arg = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:SyclDevice", names, &arg)) return NULL;
    dpex_device *device = core_device_from(arg);
    return device ? make(type, device) : NULL;
}
