/* Docstrings for functions that are written in C. They are kept in the Python files, beside the names they
 * document; a built-in function reads its docstring from its table row at each access, so attaching one is setting that
 * row. A first line "name(signature)\n--\n\n" becomes the signature that help() and inspect show. */
#include <string.h>

#include "core.h"

enum { MAX_TABLES = 64 };
typedef struct table {
    const char *prefix; /* of the names in the module */
    PyMethodDef *rows;
} table;
static table tables[MAX_TABLES];
static size_t n_tables;

static int keep(const char *prefix, PyMethodDef *functions)
{
    if (n_tables == MAX_TABLES) {
        PyErr_SetString(PyExc_SystemError, "core_add_functions: raise MAX_TABLES");
        return -1;
    }
    tables[n_tables++] = (table){prefix, functions};
    return 0;
}

int core_add_functions(PyObject *module, PyMethodDef *functions)
{
    return keep("", functions) ? -1 : PyModule_AddFunctions(module, functions);
}

static int add_numpy_function(PyObject *module, PyMethodDef *row, PyObject *module_name)
{
    PyObject *function = PyCFunction_NewEx(row, (PyObject *)core.ndarray, module_name);
    PyObject *name = PyUnicode_FromFormat("np_%s", row->ml_name);
    int failed = !function || !name || PyObject_SetAttr(module, name, function) ? -1 : 0;
    Py_XDECREF(function);
    Py_XDECREF(name);
    return failed;
}

int core_add_numpy_functions(PyObject *module, PyMethodDef *functions)
{
    PyObject *module_name = keep("np_", functions) ? NULL : PyUnicode_FromString("dpnp");
    int failed = module_name ? 0 : -1;
    for (PyMethodDef *row = functions; !failed && row->ml_name; row++)
        failed = add_numpy_function(module, row, module_name);
    Py_XDECREF(module_name);
    return failed;
}

static PyMethodDef *find(const char *name)
{
    for (size_t t = 0; t < n_tables; t++) {
        size_t skip = strlen(tables[t].prefix);
        if (strncmp(name, tables[t].prefix, skip)) continue;
        for (PyMethodDef *row = tables[t].rows; row->ml_name; row++)
            if (strcmp(row->ml_name, name + skip) == 0) return row;
    }
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
