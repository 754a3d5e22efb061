/* Docstrings for functions that are written in C. They are kept in the Python files, beside the names they
 * document; a built-in function reads its docstring from its table row at each access, so attaching one is setting that
 * row. A first line "name(signature)\n--\n\n" becomes the signature that help() and inspect show. */
#include <string.h>

#include "core.h"

enum { MAX_TABLES = 64 };
static PyMethodDef *tables[MAX_TABLES];
static size_t n_tables;

int core_add_functions(PyObject *module, PyMethodDef *functions)
{
    if (n_tables == MAX_TABLES) {
        PyErr_SetString(PyExc_SystemError, "core_add_functions: raise MAX_TABLES");
        return -1;
    }
    tables[n_tables++] = functions;
    return PyModule_AddFunctions(module, functions);
}

static PyMethodDef *find(const char *name)
{
    for (size_t t = 0; t < n_tables; t++)
        for (PyMethodDef *row = tables[t]; row->ml_name; row++)
            if (strcmp(row->ml_name, name) == 0) return row;
    return NULL;
}

/* document(name, text): the text lives as long as the process, as the function does. */
static PyObject *document(PyObject *self, PyObject *args)
{
    (void)self;
    const char *name;
    PyObject *text;
    if (!PyArg_ParseTuple(args, "sU:document", &name, &text)) return NULL;
    PyMethodDef *row = find(name);
    if (!row) return PyErr_Format(PyExc_LookupError, "opendpex._core has no function '%s'", name);
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, NULL);
    if (!utf8) return NULL;
    Py_INCREF(text);
    row->ml_doc = utf8;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"document", document, METH_VARARGS,
     "document(name, text): attach a docstring to a function of this module"},
    {NULL},
};

int core_add_document(PyObject *module)
{
    return core_add_functions(module, functions);
}
