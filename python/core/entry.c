/* Entry: what programs call of functions that are written in Python and fail with errors of a compiler.
 *
 * Python adds a frame to a traceback for each function that an exception leaves, so a function written in Python cannot hide itself. A
 * call of an Entry is C: it runs `_run`, or the method `_called` of a subclass where there is none yet, and hands what that raised to
 * `_failed`, which gives the exception to raise, with the frames that are to be seen. */
#include "entry.h"

#include <structmember.h>

typedef struct entry {
    PyObject_HEAD
    PyObject *run; /* NULL: the method _called */
} entry;

static PyObject *called_name, *failed_name;

/* An exception of `shown` itself is raised instead. */
int core_show_failure(PyObject *shown)
{
    PyObject *type, *error, *traceback;
    PyErr_Fetch(&type, &error, &traceback);
    PyErr_NormalizeException(&type, &error, &traceback);
    if (traceback) PyException_SetTraceback(error, traceback);
    PyObject *made = PyObject_CallFunctionObjArgs(shown, error, NULL);
    Py_XDECREF(type);
    Py_XDECREF(error);
    Py_XDECREF(traceback);
    if (made && made != Py_None) {
        PyErr_Restore(Py_NewRef((PyObject *)Py_TYPE(made)), made, PyException_GetTraceback(made));
        return -1;
    }
    Py_XDECREF(made);
    return made ? 0 : -1;
}

static PyObject *fail(PyObject *self)
{
    PyObject *type, *error, *traceback;
    PyErr_Fetch(&type, &error, &traceback);
    PyObject *shown = PyObject_GetAttr(self, failed_name);
    if (!shown) PyErr_Clear();
    PyErr_Restore(type, error, traceback);
    if (shown && !core_show_failure(shown)) PyErr_SetString(PyExc_SystemError, "_failed gave None");
    Py_XDECREF(shown);
    return NULL;
}

static PyObject *call(PyObject *object, PyObject *args, PyObject *kwargs)
{
    PyObject *run = ((entry *)object)->run;
    run = run ? Py_NewRef(run) : PyObject_GetAttr(object, called_name);
    if (!run) return NULL;
    PyObject *result = PyObject_Call(run, args, kwargs);
    Py_DECREF(run);
    return result ? result : fail(object);
}

/* ---- the type -------------------------------------------------------------------------------- */

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((entry *)self)->run);
    return 0;
}

static int clear(PyObject *self)
{
    Py_CLEAR(((entry *)self)->run);
    return 0;
}

static void dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    clear(self);
    core_free(self);
}

static PyMemberDef members[] = {
    {"_run", T_OBJECT, offsetof(entry, run), 0, "What a call runs; None: the method `_called`."},
    {NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "What programs call; its own frames do not show in tracebacks. A subclass has "
                "_failed(error)."},
    {Py_tp_dealloc, dealloc},
    {Py_tp_traverse, traverse},
    {Py_tp_clear, clear},
    {Py_tp_call, call},
    {Py_tp_members, members},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "opendpex._core.Entry",
    .basicsize = sizeof(entry),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

int core_add_entry(PyObject *module)
{
    static PyTypeObject *type;
    called_name = PyUnicode_InternFromString("_called");
    failed_name = PyUnicode_InternFromString("_failed");
    return called_name && failed_name ? core_add_type(module, &spec, NULL, &type) : -1;
}
