/* Capsules that hand a reference to other extensions: named "SyclXRef", and "used_SyclXRef" once somebody has copied it. */
#ifndef OPENDPEX_CORE_CAPSULE_H
#define OPENDPEX_CORE_CAPSULE_H

#include "core.h"

typedef struct core_capsule_kind {
    const char *name, *used_name;
    void *(*retain)(void *ref);
    PyCapsule_Destructor destroy; /* core_capsule_release with this kind's release */
} core_capsule_kind;

/* A capsule that owns a reference of its own. */
PyObject *core_capsule_new(const core_capsule_kind *kind, void *ref);

/* 1: *ref is a new reference and the capsule is renamed; 0: the object is not an unused capsule of this kind; -1: failure. */
int core_capsule_use(const core_capsule_kind *kind, PyObject *object, void **ref);

/* For a destroy function: the capsule's reference, under whichever name it has. */
void *core_capsule_ref(PyObject *capsule);

#endif
