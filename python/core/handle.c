/* See handle.h. */
#include "handle.h"

Py_hash_t core_handle_hash(PyObject *self)
{
    return (Py_hash_t)((uintptr_t)((core_handle *)self)->ref >> 4);
}

PyObject *core_handle_addressof_ref(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromVoidPtr(((core_handle *)self)->ref);
}

PyObject *core_handle_compare(PyObject *self, PyObject *other, int op, int is_kin)
{
    if (op != Py_EQ && op != Py_NE) Py_RETURN_NOTIMPLEMENTED;
    if (!is_kin) Py_RETURN_NOTIMPLEMENTED; /* the other object may know: x.device == queue */
    int equal = ((core_handle *)self)->ref == ((core_handle *)other)->ref;
    return PyBool_FromLong(equal == (op == Py_EQ));
}

int core_add_handle(PyObject *module, const core_handle_types *types, PyTypeObject **base,
                    PyTypeObject **type)
{
    PyType_Slot slots[] = {
        {Py_tp_doc, (void *)types->base_doc}, {Py_tp_dealloc, (void *)types->dealloc}, {0, NULL}};
    PyType_Spec spec = {.name = types->base_name,
                        .basicsize = (int)types->base_bytes,
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    if (core_add_type(module, &spec, NULL, base)) return -1;
    return core_add_type(module, types->spec, *base, type);
}
