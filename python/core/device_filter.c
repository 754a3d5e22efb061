/* Filters by backend and type. A string is looked up among the names of the enum, without regard to case and blanks around. */
#include "device_filter.h"
#include "args.h"
#include "device.h"
#include "enums.h"

/* 1: *value is the member's number; 0: no member has this name; -1: failure. */
static int value_of_name(core_enum which, PyObject *name, long *value)
{
    PyObject *stripped = PyObject_CallMethod(name, "strip", NULL);
    PyObject *lower = stripped ? PyObject_CallMethod(stripped, "lower", NULL) : NULL;
    Py_XDECREF(stripped);
    PyObject *member = lower ? core_enum_by_name(which, lower) : NULL;
    Py_XDECREF(lower);
    if (member) {
        int found = core_enum_value(which, member, value);
        Py_DECREF(member);
        return found;
    }
    if (!PyErr_ExceptionMatches(PyExc_KeyError)) return -1;
    PyErr_Clear();
    *value = 0;
    return 0;
}

static int parse(core_enum which, const char *what, const char *expected, PyObject *object,
                 long *value)
{
    *value = 1; /* "all" in both enums */
    if (!object) return 0;
    if (PyUnicode_Check(object)) return value_of_name(which, object, value) < 0 ? -1 : 0;
    int is_member = core_enum_value(which, object, value);
    if (is_member == 0) core_type_error(what, expected, object);
    return is_member == 1 ? 0 : -1;
}

int core_device_filter_init(core_device_filter *filter, PyObject *backend, PyObject *type)
{
    if (parse(CORE_ENUM_backend_type, "backend", "a str or a dpctl.backend_type", backend,
              &filter->backend))
        return -1;
    return parse(CORE_ENUM_device_type, "device_type", "a str or a dpctl.device_type", type,
                 &filter->type);
}

static int matches(const core_device_filter *filter, const dpex_device *device)
{
    const dpex_device_info *info = dpex_device_get_info(device);
    if (!filter->backend && !filter->type) return 0;
    if (filter->backend && filter->backend != DPEX_BACKEND_ALL &&
        (long)info->backend != filter->backend)
        return 0;
    if (filter->type && filter->type != DPEX_TYPE_ALL && (long)info->type != filter->type) return 0;
    return dpex_device_default_score(device) >= 0;
}

Py_ssize_t core_device_filter_apply(const core_device_filter *filter, dpex_device *const *devices,
                                    size_t n, PyObject *list)
{
    Py_ssize_t n_found = 0;
    for (size_t i = 0; i < n; i++) {
        if (!matches(filter, devices[i])) continue;
        n_found++;
        PyObject *device = list ? core_device_wrap(devices[i]) : NULL;
        int failed = list && (!device || PyList_Append(list, device));
        Py_XDECREF(device);
        if (failed) return -1;
    }
    return n_found;
}
