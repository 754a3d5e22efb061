/* The end of a function with out=: its result copied into an array that fits without conversion. */
#include <string.h>

#include "array.h"

static int fits(const dpex_array *result, const dpex_array *out)
{
    return result->queue == out->queue && result->dtype == out->dtype && result->nd == out->nd &&
           !memcmp(result->shape, out->shape, (size_t)out->nd * sizeof *out->shape);
}

/* store_as_is(result, out): out; NotImplemented where the dpnp.ndarrays differ in queue, dtype or shape, or the copy fails. */
static PyObject *store_as_is(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    if (n != 2 || Py_TYPE(args[0]) != core.ndarray || Py_TYPE(args[1]) != core.ndarray)
        Py_RETURN_NOTIMPLEMENTED;
    const dpex_array *result = &((core_array *)args[0])->array;
    dpex_array *out = &((core_array *)args[1])->array;
    if (!fits(result, out) || dpex_array_copy(out, result)) Py_RETURN_NOTIMPLEMENTED;
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
