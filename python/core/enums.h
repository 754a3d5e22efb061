/* Members of the Python enums of dpctl.enum_types, by the numbers that libdpex uses. */
#ifndef OPENDPEX_CORE_ENUMS_H
#define OPENDPEX_CORE_ENUMS_H

#include "core.h"

typedef enum core_enum {
#define CORE_ENUM(name) CORE_ENUM_##name,
#include "enums.def"
#undef CORE_ENUM
    CORE_N_ENUMS
} core_enum;

/* The member with this value; new. ValueError where the enum has none. */
PyObject *core_enum_member(core_enum which, uint64_t value);

/* The member with this name (a str); new. KeyError where the enum has none. */
PyObject *core_enum_by_name(core_enum which, PyObject *name);

/* A tuple of the members whose bits (1 << value) are set; new. */
PyObject *core_enum_members(core_enum which, uint64_t bits);

/* 1: the object is a member, *value its number; 0: it is none; -1: failure. */
int core_enum_value(core_enum which, PyObject *object, long *value);

#endif
