/* Profiles for Python, and where in a Python program a call was made. */
#include "dpex/profile.h"

#include <string.h>

#include "core.h"
#include "device.h"

/* ---- where a call was made ------------------------------------------------------------------------------- */

/* Of a file in one of our packages. */
static int is_own(const char *path)
{
    static const char *const packages[] = {"/dpnp/", "/dpctl/", "/opendpex/", "/numba_dpex/"};
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
        if (strstr(path, packages[i])) return 1;
    return 0;
}

/* "FILE:LINE" of a frame into text, with the name of the file alone; 0: the frame is one of ours. */
static int describe(PyFrameObject *frame, char *text, size_t n)
{
    PyCodeObject *code = PyFrame_GetCode(frame);
    PyObject *file = PyObject_GetAttrString((PyObject *)code, "co_filename");
    PyObject *bytes = file ? PyUnicode_EncodeFSDefault(file) : NULL;
    const char *path = bytes ? PyBytes_AsString(bytes) : "";
    const int is_told = !is_own(path);
    if (is_told) {
        const char *slash = strrchr(path, '/');
        PyOS_snprintf(text, n, "%s:%d", slash ? slash + 1 : path, PyFrame_GetLineNumber(frame));
    }
    Py_XDECREF(bytes);
    Py_XDECREF(file);
    Py_DECREF(code);
    return is_told;
}

/* The innermost frame of the program itself. */
static void locate(char *text, size_t n)
{
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *frame = Py_XNewRef((PyObject *)PyEval_GetFrame());
    while (frame && frame != Py_None && !describe((PyFrameObject *)frame, text, n)) {
        PyObject *outer = PyObject_GetAttrString(frame, "f_back");
        Py_DECREF(frame);
        frame = outer;
    }
    Py_XDECREF(frame);
    PyErr_Restore(type, value, traceback);
    PyGILState_Release(state);
}

/* ---- profiles -------------------------------------------------------------------------------------------- */

static PyObject *profile_start(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    CORE_TRY(dpex_profile_start());
    Py_RETURN_NONE;
}

/* (name, kind, where, submit, start, end, bytes, live bytes, device, queue, has failed) */
static PyObject *wrap_entry(const dpex_profile_entry *e)
{
    PyObject *device = core_device_wrap(e->device);
    if (!device) return NULL;
    return Py_BuildValue("(sssKKKKKNiN)", e->name, e->kind, e->where,
                         (unsigned long long)e->submit_ns, (unsigned long long)e->start_ns,
                         (unsigned long long)e->end_ns, (unsigned long long)e->bytes,
                         (unsigned long long)e->live_bytes, device, e->queue,
                         PyBool_FromLong(e->status != DPEX_SUCCESS));
}

/* A list of entries, and how many are lost. */
static PyObject *profile_stop(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    dpex_profile profile;
    Py_BEGIN_ALLOW_THREADS
    dpex_profile_stop(&profile);
    Py_END_ALLOW_THREADS
    PyObject *list = PyList_New((Py_ssize_t)profile.n);
    for (size_t i = 0; list && i < profile.n; i++) {
        PyObject *entry = wrap_entry(&profile.entries[i]);
        if (!entry || PyList_SetItem(list, (Py_ssize_t)i, entry)) Py_CLEAR(list);
    }
    const Py_ssize_t n_lost = (Py_ssize_t)profile.n_lost;
    dpex_profile_fini(&profile);
    return list ? Py_BuildValue("(Nn)", list, n_lost) : NULL;
}

static PyMethodDef functions[] = {
    {"_profile_start", profile_start, METH_NOARGS, NULL},
    {"_profile_stop", profile_stop, METH_NOARGS, NULL},
    {NULL},
};

int core_add_profile(PyObject *module)
{
    dpex_set_locate(locate);
    return core_add_functions(module, functions);
}
