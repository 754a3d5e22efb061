/* The end of a function with out=: its result copied into an array that fits without conversion. */
#include "array.h"

/* store_as_is(result, out): out; NotImplemented where the dpnp.ndarrays differ in queue, dtype or shape, or the copy fails. */
static PyObject *store_as_is(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    if (n != 2 || Py_TYPE(args[0]) != core.ndarray || Py_TYPE(args[1]) != core.ndarray)
        Py_RETURN_NOTIMPLEMENTED;
    const dpex_array *result = &((core_array *)args[0])->array;
    dpex_array *out = &((core_array *)args[1])->array;
    if (!core_array_lies_beside(result, out) || result->dtype != out->dtype ||
        dpex_array_copy(out, result))
        Py_RETURN_NOTIMPLEMENTED;
    return Py_NewRef(args[1]);
}

static PyMethodDef functions[] = {
    {"store_as_is", (PyCFunction)(void (*)(void))store_as_is, METH_FASTCALL, NULL},
    {NULL},
};

int core_add_store(PyObject *module)
{
    return core_add_functions(module, functions);
}
