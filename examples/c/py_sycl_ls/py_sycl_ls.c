/* A Python module in C over dpctl's C interface: platforms and devices as text and as objects. */
#include "dpctl_capi.h"

/* describe() -> str: a line for each platform, and one for each of its devices. */
static PyObject *describe(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    DPCTLPlatformVectorRef platforms = DPCTLPlatform_GetPlatforms();
    PyObject *lines = PyList_New(0);
    for (size_t i = 0; lines && i < DPCTLPlatformVector_Size(platforms); i++) {
        DPCTLSyclPlatformRef platform = DPCTLPlatformVector_GetAt(platforms, i);
        const char *name = DPCTLPlatform_GetName(platform),
                   *version = DPCTLPlatform_GetVersion(platform);
        PyObject *line = PyUnicode_FromFormat("%s, %s", name, version);
        if (!line || PyList_Append(lines, line)) Py_CLEAR(lines);
        Py_XDECREF(line);
        DPCTLCString_Delete(name);
        DPCTLCString_Delete(version);
        DPCTLDeviceVectorRef devices = DPCTLPlatform_GetDevices(platform, DPCTL_ALL);
        for (size_t j = 0; lines && j < DPCTLDeviceVector_Size(devices); j++) {
            DPCTLSyclDeviceRef device = DPCTLDeviceVector_GetAt(devices, j);
            name = DPCTLDevice_GetName(device);
            line = PyUnicode_FromFormat("    %s, %u compute units", name,
                                        DPCTLDevice_GetMaxComputeUnits(device));
            if (!line || PyList_Append(lines, line)) Py_CLEAR(lines);
            Py_XDECREF(line);
            DPCTLCString_Delete(name);
            DPCTLDevice_Delete(device);
        }
        DPCTLDeviceVector_Delete(devices);
        DPCTLPlatform_Delete(platform);
    }
    DPCTLPlatformVector_Delete(platforms);
    PyObject *newline = lines ? PyUnicode_FromString("\n") : NULL;
    PyObject *text = newline ? PyUnicode_Join(newline, lines) : NULL;
    Py_XDECREF(newline);
    Py_XDECREF(lines);
    return text;
}

/* devices() -> list of dpctl.SyclDevice */
static PyObject *devices(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    DPCTLDeviceVectorRef all = DPCTLDeviceMgr_GetDevices(DPCTL_ALL_BACKENDS | DPCTL_ALL);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < DPCTLDeviceVector_Size(all); i++) {
        DPCTLSyclDeviceRef ref = DPCTLDeviceVector_GetAt(all, i);
        PyObject *device = (PyObject *)SyclDevice_Make(ref);
        if (!device || PyList_Append(list, device)) Py_CLEAR(list);
        Py_XDECREF(device);
        DPCTLDevice_Delete(ref);
    }
    DPCTLDeviceVector_Delete(all);
    return list;
}

static PyMethodDef methods[] = {
    {"describe", describe, METH_NOARGS, "describe(): platforms and devices as text"},
    {"devices", devices, METH_NOARGS, "devices(): all devices"},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "py_sycl_ls", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_py_sycl_ls(void)
{
    import_dpctl();
    return PyErr_Occurred() ? NULL : PyModule_Create(&module);
}
