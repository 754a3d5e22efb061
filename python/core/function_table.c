/* The table through which other extensions reach libdpex (dpex/function_table.h, dpex/python.h). */
#include "dpex/function_table.h"
#include "core.h"

int core_add_function_table(PyObject *module)
{
    void *table = (void *)dpex_function_table_get(); /* nobody writes through it */
    PyObject *capsule = PyCapsule_New(table, DPEX_FUNCTION_TABLE_CAPSULE, NULL);
    if (!capsule) return -1;
    int failed = PyModule_AddObjectRef(module, DPEX_FUNCTION_TABLE_ATTRIBUTE, capsule);
    Py_DECREF(capsule);
    return failed;
}
