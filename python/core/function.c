/* Functions written in Python of which the usual call is computed in C.
 *
 * Binding the arguments of a Python function and asking which of them were given takes as long as NumPy takes for a whole call on
 * a small array. Such an object holds both: a builtin for calls with a few arrays by position, and the Python function for all
 * other calls, which also reports what is wrong with an argument. As a member of a type it is a method. */
#include "array.h"
#include "vectorcall.h"

#include <structmember.h>

typedef PyObject *(*fast_fn)(PyObject *self, PyObject *const *args, Py_ssize_t n);
typedef PyObject *(*named_fn)(PyObject *self, PyObject *const *args, Py_ssize_t n,
                              PyObject *kwnames);

typedef struct function {
    PyObject_HEAD
    core_call_fn call;
    PyObject *dict;   /* name, doc and what else Python keeps with it */
    PyObject *python; /* the function */
    PyObject *usual;  /* the builtin; NULL: none yet */
    PyCFunction pointer;
    int flags;       /* METH_O, METH_FASTCALL, METH_KEYWORDS */
    int n_arrays;    /* the first arguments, which are dpnp.ndarrays */
    int most;        /* arguments of the usual call */
    int nd;          /* of the arrays; -1: any */
    int takes_names; /* whether the builtin is called with keywords too */
} function;

static int is_usual(const function *self, PyObject *const *args, Py_ssize_t n)
{
    if (n < self->n_arrays || n > self->most) return 0;
    for (int i = 0; i < self->n_arrays; i++)
        if (Py_TYPE(args[i]) != core.ndarray ||
            (self->nd >= 0 && ((core_array *)args[i])->array.nd != self->nd))
            return 0;
    return 1;
}

static PyObject *call_usual(const function *self, PyObject *const *args, Py_ssize_t n,
                            PyObject *kwnames)
{
    PyObject *module = PyCFunction_GetSelf(self->usual);
    if (self->flags & METH_O) return self->pointer(module, args[0]);
    return self->flags & METH_KEYWORDS
               ? ((named_fn)(void (*)(void))self->pointer)(module, args, n, kwnames)
               : ((fast_fn)(void (*)(void))self->pointer)(module, args, n);
}

/* Whether the Python function may say better what is wrong. */
static int is_about_arguments(void)
{
    return PyErr_ExceptionMatches(PyExc_TypeError) || PyErr_ExceptionMatches(PyExc_ValueError) ||
           PyErr_ExceptionMatches(PyExc_IndexError) ||
           PyErr_ExceptionMatches(PyExc_OverflowError) ||
           PyErr_ExceptionMatches(PyExc_NotImplementedError) ||
           PyErr_ExceptionMatches(core.device_creation_error);
}

static PyObject *call(PyObject *object, PyObject *const *args, size_t n_args, PyObject *kwnames)
{
    const function *self = (function *)object;
    const Py_ssize_t n = core_n_args(n_args);
    if ((!kwnames || self->takes_names) && self->usual && is_usual(self, args, n)) {
        PyObject *result = call_usual(self, args, n, kwnames);
        if (result != Py_NotImplemented && (result || !is_about_arguments())) return result;
        Py_XDECREF(result);
        PyErr_Clear();
    }
    PyObject *tuple, *dict;
    if (core_unpack_arguments(NULL, args, n, kwnames, &tuple, &dict)) return NULL;
    PyObject *result = PyObject_Call(self->python, tuple, dict);
    Py_DECREF(tuple);
    Py_DECREF(dict);
    return result;
}

/* tp_call, for callers that have a tuple and a dict. */
static PyObject *call_slowly(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return PyObject_Call(((function *)self)->python, args, kwargs);
}

static int check_builtin(PyObject *usual, int most)
{
    const int flags = PyCFunction_Check(usual) ? PyCFunction_GetFlags(usual) : 0;
    if (flags & METH_FASTCALL || (flags & METH_O && most == 1)) return 0;
    PyErr_Format(PyExc_TypeError, "function: %R does not take %d arguments", usual, most);
    return -1;
}

static void set_builtin(function *self, PyObject *usual)
{
    PyObject *old = self->usual;
    self->usual = Py_NewRef(usual);
    self->pointer = PyCFunction_GetFunction(usual);
    self->flags = PyCFunction_GetFlags(usual);
    Py_XDECREF(old);
}

/* function._set_usual(usual): where the builtin belongs to an object that is made at the first call. */
static PyObject *set_usual(PyObject *object, PyObject *usual)
{
    function *self = (function *)object;
    if (check_builtin(usual, self->most)) return NULL;
    set_builtin(self, usual);
    Py_RETURN_NONE;
}

/* function(python, usual, n_arrays, most, nd, takes_names=False); usual None: set later. */
static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *python, *usual;
    int n_arrays, most, nd, takes_names = 0;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "OOiii|p:function", &python, &usual, &n_arrays, &most, &nd,
                          &takes_names))
        return NULL;
    if (usual != Py_None && check_builtin(usual, most)) return NULL;
    function *self = (function *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->call = call;
    self->python = Py_NewRef(python);
    self->n_arrays = n_arrays;
    self->most = most;
    self->nd = nd;
    self->takes_names = takes_names;
    if (usual != Py_None) set_builtin(self, usual);
    return (PyObject *)self;
}

static void dealloc(PyObject *object)
{
    function *self = (function *)object;
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(self->dict);
    Py_XDECREF(self->python);
    Py_XDECREF(self->usual);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static PyObject *bind(PyObject *self, PyObject *object, PyObject *type)
{
    static PyObject *method_type;
    (void)type;
    if (!object || object == Py_None) return Py_NewRef(self);
    if (!method_type) {
        PyObject *types = PyImport_ImportModule("types");
        method_type = types ? PyObject_GetAttrString(types, "MethodType") : NULL;
        Py_XDECREF(types);
        if (!method_type) return NULL;
    }
    return PyObject_CallFunctionObjArgs(method_type, self, object, NULL);
}

static PyObject *represent(PyObject *self)
{
    return PyObject_Repr(((function *)self)->python);
}

/* By its name, as functions are. */
static PyObject *reduce(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    return PyObject_GetAttrString(self, "__qualname__");
}

static PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {"_set_usual", set_usual, METH_O, NULL},
    {NULL},
};

static PyGetSetDef attributes[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(function, call), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(function, dict), READONLY, NULL},
    {NULL},
};

int core_add_function(PyObject *module)
{
    static PyTypeObject *function_type;
    PyType_Slot slots[] = {
        {Py_tp_new, create},        {Py_tp_dealloc, dealloc}, {Py_tp_call, call_slowly},
        {Py_tp_descr_get, bind},    {Py_tp_repr, represent},  {Py_tp_methods, methods},
        {Py_tp_getset, attributes}, {Py_tp_members, members}, {0, NULL},
    };
    PyType_Spec spec = {
        .name = "opendpex._core.function",
        .basicsize = sizeof(function),
        .flags = Py_TPFLAGS_DEFAULT | CORE_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR,
        .slots = slots,
    };
    return core_add_type(module, &spec, NULL, &function_type);
}
