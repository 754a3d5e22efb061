/* From the arguments of a vectorcall to those of a call by tuple and dict. */
#include "vectorcall.h"

int core_unpack_arguments(PyObject *first, PyObject *const *args, Py_ssize_t n, PyObject *kwnames,
                          PyObject **tuple, PyObject **dict)
{
    const Py_ssize_t n_named = kwnames ? PyTuple_Size(kwnames) : 0, n_first = first != NULL;
    *tuple = PyTuple_New(n_first + n);
    *dict = PyDict_New();
    int failed = !*tuple || !*dict;
    if (!failed && first) PyTuple_SetItem(*tuple, 0, Py_NewRef(first));
    for (Py_ssize_t i = 0; !failed && i < n; i++)
        PyTuple_SetItem(*tuple, n_first + i, Py_NewRef(args[i]));
    for (Py_ssize_t i = 0; !failed && i < n_named; i++)
        failed = PyDict_SetItem(*dict, PyTuple_GetItem(kwnames, i), args[n + i]) < 0;
    if (!failed) return 0;
    Py_CLEAR(*tuple);
    Py_CLEAR(*dict);
    return -1;
}
