/* The type SyclDevice: identity and text. Its properties are in device_properties.c, its methods in device_methods.c and
 * device_partition.c. */
#include <stddef.h>

#include "device.h"
#include "enums.h"
#include "handle.h"

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
    char part[256] = ""; /* tells sub-devices apart */
    if (dpex_device_get_parent(((core_device *)self)->ref))
        dpex_device_get_label(((core_device *)self)->ref, part, sizeof part);
    PyObject *text =
        kind ? PyUnicode_FromFormat("<dpctl.SyclDevice [%S, %S,  %s%s%s] at %p>", backend, kind,
                                    info->name, *part ? ", " : "", part, self)
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
    {Py_tp_new, core_device_new},
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

int core_add_device_type(PyObject *module)
{
    return core_add_handle(module, &types, &core.device_base, &core.device);
}
