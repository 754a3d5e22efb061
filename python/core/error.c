/* Exceptions: made from exceptions.def, raised from statuses by statuses.def. */
#include <stdlib.h>
#include <string.h>

#include "caller.h"
#include "linalg.h"

static PyObject *exception_for(dpex_status status)
{
    switch (status) {
#define CORE_STATUS(name, exception)                                                               \
    case DPEX_##name:                                                                              \
        return exception;
#include "statuses.def"
#undef CORE_STATUS
    default: return PyExc_RuntimeError;
    }
}

/* DPCTL_VERBOSITY=error or warning: failures also go to stderr, whatever the program does with the exception. Read each
 * time, since dpctl._diagnostics sets it around parts of programs. */
static void report(const char *message)
{
    static int warned;
    const char *level = getenv("DPCTL_VERBOSITY");
    if (!level || !*level || !strncmp(level, "none", 4)) return;
    if (strncmp(level, "error", 5) && strncmp(level, "warning", 7)) {
        /* A warning that the program converts to an exception must not hide the failure. */
        if (!warned++ && PyErr_WarnFormat(PyExc_RuntimeWarning, 1,
                                          "environment variable DPCTL_VERBOSITY=%s is ignored: "
                                          "allowed is none, error, warning",
                                          level))
            PyErr_Clear();
        return;
    }
    PySys_FormatStderr("[ERR] %s at %s\n", message, dpex_error_location());
}

PyObject *core_raise_as(PyObject *exception, dpex_status status)
{
    if (PyErr_Occurred()) return NULL;
    /* Whatever was to be made: programs catch MemoryError. A command that has failed is reported as such. */
    if (status == DPEX_ERROR_NO_MEMORY && exception != core.async_error)
        exception = core.usm_allocation_error;
    if (status == DPEX_ERROR_INTERRUPTED) {
        /* The calls that wait are repeated (core_is_to_repeat); of others nobody knows whether they may be. */
        if (PyErr_CheckSignals() == 0)
            PyErr_SetString(PyExc_InterruptedError, dpex_error_message());
        return NULL;
    }
    const char *message = dpex_error_message();
    if (!*message) message = dpex_status_text(status);
    report(message);
    PyErr_Format(exception, "%s", message); /* which may quote bytes that are not UTF-8 */
    core_name_error_inside(NULL);
    return NULL;
}

int core_is_to_repeat(dpex_status status)
{
    return status == DPEX_ERROR_INTERRUPTED && !PyErr_Occurred() && !PyErr_CheckSignals();
}

PyObject *core_raise(dpex_status status)
{
    return core_raise_as(exception_for(status), status);
}

void core_raise_again(PyObject *from, PyObject *to)
{
    if (!PyErr_ExceptionMatches(from)) return;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    PyObject *text = value ? PyObject_Str(value) : NULL;
    if (text) PyErr_SetObject(to, text);
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
}

static int add_exception(PyObject *module, PyObject **field, const char *home, const char *name,
                         PyObject *base, const char *doc)
{
    char path[128], signed_doc[256];
    PyOS_snprintf(path, sizeof path, "%s.%s", home, name);
    PyOS_snprintf(signed_doc, sizeof signed_doc, "%s(*args)\n--\n\n%s", name, doc);
    *field = PyErr_NewExceptionWithDoc(path, signed_doc, base, NULL);
    PyObject *text = *field ? PyUnicode_FromString(doc) : NULL;
    /* The class keeps the signature that it was made with; its __doc__ is what is set last. */
    int failed = text ? PyObject_SetAttrString(*field, "__doc__", text) : -1;
    Py_XDECREF(text);
    return failed ? -1 : PyModule_AddObjectRef(module, name, *field);
}

int core_add_error(PyObject *module)
{
#define CORE_EXCEPTION(field, home, name, base, doc)                                               \
    if (add_exception(module, &core.field, home, name, base, doc)) return -1;
#include "exceptions.def"
#undef CORE_EXCEPTION
    return 0;
}
