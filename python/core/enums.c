/* The enum classes are Python; libdpex numbers its own enums as they do, so a member is found by its value. The members are
 * fetched once and kept. */
#include "enums.h"

enum { MAX_MEMBERS = 10 };

static const char *const names[] = {
#define CORE_ENUM(name) #name,
#include "enums.def"
#undef CORE_ENUM
};

static PyObject *classes[CORE_N_ENUMS];
static PyObject *members[CORE_N_ENUMS][MAX_MEMBERS];

/* The enum's class; borrowed. */
static PyObject *get_class(core_enum which)
{
    if (classes[which]) return classes[which];
    PyObject *home = PyImport_ImportModule("dpctl.enum_types");
    if (!home) return NULL;
    classes[which] = PyObject_GetAttrString(home, names[which]);
    Py_DECREF(home);
    return classes[which];
}

PyObject *core_enum_member(core_enum which, uint64_t value)
{
    if (value < MAX_MEMBERS && members[which][value]) return Py_NewRef(members[which][value]);
    PyObject *type = get_class(which);
    PyObject *member = type ? PyObject_CallFunction(type, "K", (unsigned long long)value) : NULL;
    if (member && value < MAX_MEMBERS) members[which][value] = Py_NewRef(member);
    return member;
}

PyObject *core_enum_by_name(core_enum which, PyObject *name)
{
    PyObject *type = get_class(which);
    return type ? PyObject_GetItem(type, name) : NULL;
}

PyObject *core_enum_members(core_enum which, uint64_t bits)
{
    PyObject *list = PyList_New(0);
    for (uint64_t value = 0; list && value < 64; value++) {
        if (!(bits >> value & 1)) continue;
        PyObject *member = core_enum_member(which, value);
        if (!member || PyList_Append(list, member)) Py_CLEAR(list);
        Py_XDECREF(member);
    }
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

int core_enum_value(core_enum which, PyObject *object, long *value)
{
    PyObject *type = get_class(which);
    if (!type) return -1;
    int is_member = PyObject_IsInstance(object, type);
    if (is_member <= 0) return is_member;
    PyObject *number = PyObject_GetAttrString(object, "value");
    if (!number) return -1;
    *value = PyLong_AsLong(number);
    Py_DECREF(number);
    return *value == -1 && PyErr_Occurred() ? -1 : 1;
}
