/* The one protocol behind SyclQueue._get_capsule() and its like. The capsule keeps its own reference under both names, so a
 * consumer that failed after renaming loses nothing. */
#include "capsule.h"

PyObject *core_capsule_new(const core_capsule_kind *kind, void *ref)
{
    return PyCapsule_New(kind->retain(ref), kind->name, kind->destroy);
}

int core_capsule_use(const core_capsule_kind *kind, PyObject *object, void **ref)
{
    if (!PyCapsule_IsValid(object, kind->name)) return 0;
    void *held = PyCapsule_GetPointer(object, kind->name);
    if (!held || PyCapsule_SetName(object, kind->used_name)) return -1;
    *ref = kind->retain(held);
    return 1;
}

void *core_capsule_ref(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
}
