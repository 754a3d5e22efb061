/* Methods of SyclDevice: filter strings, relatives, peers, and what print_device_info prints. */
#include "args.h"
#include "device.h"
#include "hooks.h"
#include "truth.h"

static dpex_device *ref_of(PyObject *self)
{
    return ((core_device *)self)->ref;
}

/* ---- names ---- */

static PyObject *get_filter_string(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                   PyObject *kwnames)
{
    static const core_params params = {
        "get_filter_string", 0, {"include_backend", "include_device_type", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    int with[2];
    for (int i = 0; i < 2; i++)
        if ((with[i] = values[i] ? core_flag(values[i], params.names[i]) : 1) < 0) return NULL;
    return core_device_filter_string(ref_of(self), with[0], with[1]);
}

/* _describe(): for messages, in which sub-devices are told apart. */
static PyObject *describe(PyObject *self, PyObject *unused)
{
    (void)unused;
    char text[256];
    dpex_device_get_label(ref_of(self), text, sizeof text);
    return PyUnicode_FromString(text);
}

static PyObject *get_device_id(PyObject *self, PyObject *unused)
{
    (void)unused;
    size_t index = dpex_device_get_index(ref_of(self));
    if (index != DPEX_NOT_LISTED) return PyLong_FromSize_t(index);
    PyErr_SetString(PyExc_ValueError, "a composite device is not among dpctl.get_devices()");
    return NULL;
}

static PyObject *print_device_info(PyObject *self, PyObject *unused)
{
    (void)unused;
    const dpex_device_info *info = dpex_device_get_info(ref_of(self));
    PyObject *filter = core_device_filter_string(ref_of(self), 1, 1);
    if (!filter) {
        PyErr_Clear(); /* a sub-device has none */
        filter = PyUnicode_FromString("None");
        if (!filter) return NULL;
    }
    PySys_FormatStdout("    Name            %s\n    Driver version  %s\n", info->name,
                       info->driver_version);
    PySys_FormatStdout("    Vendor          %s\n    Filter string   %U\n\n", info->vendor, filter);
    Py_DECREF(filter);
    Py_RETURN_NONE;
}

static PyObject *addressof_ref(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromVoidPtr(ref_of(self));
}

/* _cuda_ordinal(), _synchronize(): for libraries that work on CUDA's memory beside our queues. */
static PyObject *cuda_ordinal(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(dpex_device_get_cuda_ordinal(ref_of(self)));
}

static PyObject *synchronize(PyObject *self, PyObject *unused)
{
    (void)unused;
    dpex_status status;
    Py_BEGIN_ALLOW_THREADS
    status = dpex_device_synchronize(ref_of(self));
    Py_END_ALLOW_THREADS
    if (status) return core_raise(status);
    Py_RETURN_NONE;
}

/* ---- relatives ---- */

static PyObject *get_root(PyObject *self, PyObject *unused)
{
    (void)unused;
    dpex_device *root = dpex_device_get_root(ref_of(self));
    return root == ref_of(self) ? Py_NewRef(self) : core_device_wrap(root);
}

static PyObject *component_devices(PyObject *self, PyObject *unused)
{
    (void)unused;
    dpex_device *const *devices = NULL;
    size_t n = 0;
    CORE_TRY(dpex_device_get_components(ref_of(self), &devices, &n));
    return core_device_list(devices, n);
}

/* ---- peers ---- */

/* 0: whether peers can be accessed, 1: also atomically, -1: failure. */
static int parse_peer_access(PyObject *value)
{
    if (!value || (PyUnicode_Check(value) &&
                   PyUnicode_CompareWithASCIIString(value, "access_supported") == 0))
        return 0;
    if (!PyUnicode_Check(value)) {
        core_type_error("can_access_peer()'s value", "a str", value);
        return -1;
    }
    if (PyUnicode_CompareWithASCIIString(value, "atomics_supported") == 0) return 1;
    PyErr_Format(
        PyExc_ValueError,
        "can_access_peer()'s value must be 'access_supported' or 'atomics_supported', not %R",
        value);
    return -1;
}

static PyObject *can_access_peer(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                 PyObject *kwnames)
{
    static const core_params params = {"can_access_peer", 1, {"peer", "value", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    dpex_device *peer = core_device_get(values[0], "peer");
    int atomics = peer ? parse_peer_access(values[1]) : -1;
    return atomics < 0 ? NULL
                       : PyBool_FromLong(dpex_device_can_access_peer(ref_of(self), peer, atomics));
}

static PyObject *set_peer_access(PyObject *self, const core_params *params, PyObject *const *args,
                                 Py_ssize_t n_args, PyObject *kwnames, int enable)
{
    CORE_NAME_ERRORS(*params);
    PyObject *other;
    if (core_bind(params, args, n_args, kwnames, &other)) return NULL;
    dpex_device *peer = core_device_get(other, "the peer");
    if (!peer) return NULL;
    dpex_status status = dpex_device_set_peer_access(ref_of(self), peer, enable);
    if (status) return core_raise_as(PyExc_ValueError, status);
    Py_RETURN_NONE;
}

static PyObject *enable_peer_access(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                    PyObject *kwnames)
{
    static const core_params params = {"enable_peer_access", 1, {"peer", NULL}};
    return set_peer_access(self, &params, args, n_args, kwnames, 1);
}

static PyObject *disable_peer_access(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                     PyObject *kwnames)
{
    static const core_params params = {"disable_peer_access", 1, {"peer", NULL}};
    return set_peer_access(self, &params, args, n_args, kwnames, 0);
}

/* ---- languages ---- */

/* Whether a program can be made from this language: OpenCL C where there is a compiler; no backend takes SPIR-V or SYCL. */
static PyObject *can_compile(PyObject *self, PyObject *language)
{
    CORE_NAMED("can_compile");
    static const char *const names[] = {"opencl", "ocl", "spirv", "spv", "sycl"};
    if (!PyUnicode_Check(language))
        return core_type_error("can_compile()'s language", "a str", language);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (PyUnicode_CompareWithASCIIString(language, names[i]) == 0)
            return PyBool_FromLong(
                i < 2 && dpex_device_has_aspect(ref_of(self), DPEX_ASPECT_online_compiler));
    PyErr_Format(
        PyExc_ValueError,
        "can_compile()'s language must be 'opencl', 'ocl', 'spirv', 'spv' or 'sycl', not %R",
        language);
    return NULL;
}

PyMethodDef core_device_methods[] = {
    {"print_device_info", print_device_info, METH_NOARGS,
     "print_device_info($self, /)\n--\n\nPrint name, driver version, vendor and filter string."},
    {"_describe", describe, METH_NOARGS, NULL},
    {"_repr_html_", core_repr_html, METH_NOARGS,
     "_repr_html_($self, /)\n--\n\nWhat notebooks show."},
    {"get_filter_string", CORE_FAST(get_filter_string),
     "get_filter_string($self, include_backend=True, include_device_type=True)\n--\n\n"
     "The string by which SyclDevice() finds this device; its number counts the devices that the "
     "included parts leave.\n"
     "Raises ValueError for a sub-device."},
    {"get_device_id", get_device_id, METH_NOARGS,
     "get_device_id($self, /)\n--\n\nThe position of the device, or of the one it is a part of, in "
     "dpctl.get_devices()."},
    {"addressof_ref", addressof_ref, METH_NOARGS,
     "addressof_ref($self, /)\n--\n\nThe address of the device's reference, an int."},
    {"create_sub_devices", CORE_FAST(core_device_create_sub_devices),
     "create_sub_devices($self, /, *, partition)\n--\n\n"
     "Split the device. partition: an int, the compute units of each part; a sequence of ints, the "
     "compute units of the\n"
     "parts; or a str, the affinity domain ('numa', 'L4_cache', 'L3_cache', 'L2_cache', "
     "'L1_cache', 'next_partitionable').\n"
     "Returns the list of parts. Raises SyclSubDeviceCreationError where the device cannot be "
     "split so."},
    {"get_unpartitioned_parent_device", get_root, METH_NOARGS,
     "get_unpartitioned_parent_device($self, /)\n--\n\nThe root device that this one is, or is a "
     "part of."},
    {"component_devices", component_devices, METH_NOARGS,
     "component_devices($self, /)\n--\n\nThe list of tiles of a composite device; empty for "
     "others."},
    {"can_access_peer", CORE_FAST(can_access_peer),
     "can_access_peer($self, /, peer, value=\"access_supported\")\n--\n\n"
     "Whether this device can read and write memory of peer; with \"atomics_supported\", also "
     "atomically."},
    {"enable_peer_access", (PyCFunction)(void (*)(void))enable_peer_access,
     METH_FASTCALL | METH_KEYWORDS,
     "enable_peer_access($self, /, peer)\n--\n\nLet this device use memory of peer. ValueError "
     "where it cannot."},
    {"disable_peer_access", (PyCFunction)(void (*)(void))disable_peer_access,
     METH_FASTCALL | METH_KEYWORDS,
     "disable_peer_access($self, /, peer)\n--\n\nUndo enable_peer_access(peer)."},
    {"can_compile", can_compile, METH_O,
     "can_compile($self, language, /)\n--\n\nWhether programs can be made from \"opencl\", "
     "\"spirv\" or \"sycl\" source."},
    {"_cuda_ordinal", cuda_ordinal, METH_NOARGS, NULL},
    {"_synchronize", synchronize, METH_NOARGS, NULL},
    {NULL},
};
