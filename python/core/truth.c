/* What is said of an argument that is to be a flag and has no truth value: an array of several elements, say, knows only that it was
 * asked for one, not that it was given for `keepdims`. The exception stays what it is, its message is replaced. */
#include "truth.h"
#include "array.h"
#include "caller.h"

/* Waiting for the one element of an array may fail for reasons that are not the argument's. */
static int is_about_flag(PyObject *flag)
{
    if (core_array_check(flag) && ((core_array *)flag)->array.size == 1) return 0;
    return PyErr_ExceptionMatches(PyExc_ValueError) || PyErr_ExceptionMatches(PyExc_TypeError);
}

/* `ndarray of shape (3,)`, or the type alone; new. */
static PyObject *kind_of(PyObject *flag)
{
    PyObject *name = PyType_GetName(Py_TYPE(flag));
    PyObject *shape = name ? PyObject_GetAttrString(flag, "shape") : NULL;
    if (!shape) PyErr_Clear();
    if (shape && PyTuple_Check(shape)) {
        PyObject *with_shape = PyUnicode_FromFormat("%U of shape %R", name, shape);
        Py_DECREF(name);
        name = with_shape;
    }
    Py_XDECREF(shape);
    return name;
}

int core_refuse_flag(PyObject *flag, const char *what)
{
    PyObject *type, *error, *traceback;
    if (!is_about_flag(flag)) return -1;
    PyErr_Fetch(&type, &error, &traceback);
    PyErr_NormalizeException(&type, &error, &traceback);
    PyObject *kind = kind_of(flag);
    PyObject *text =
        kind ? PyUnicode_FromFormat("%s must be True or False, not %U", what, kind) : NULL;
    PyObject *args = text ? PyTuple_Pack(1, text) : NULL;
    if (!args || PyObject_SetAttrString(error, "args", args)) PyErr_Clear();
    Py_XDECREF(kind);
    Py_XDECREF(text);
    Py_XDECREF(args);
    PyErr_Restore(type, error, traceback);
    core_name_error_inside(NULL);
    return -1;
}

static PyObject *as_flag(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    (void)self;
    if (n != 2 || !PyUnicode_Check(args[1]))
        return PyErr_Format(PyExc_TypeError, "as_flag(flag, what): %zd arguments", n);
    int truth = PyObject_IsTrue(args[0]);
    if (truth < 0) {
        const char *what = PyUnicode_AsUTF8AndSize(args[1], NULL);
        core_refuse_flag(args[0], what ? what : "the flag");
        return NULL;
    }
    return PyBool_FromLong(truth);
}

static PyMethodDef functions[] = {
    {"as_flag", (PyCFunction)(void (*)(void))as_flag, METH_FASTCALL,
     "as_flag(value, what, /)\n--\n\nThe truth value of an argument; an exception of it names the "
     "parameter and what was given."},
    {NULL},
};

int core_add_truth(PyObject *module)
{
    return core_add_functions(module, functions);
}
