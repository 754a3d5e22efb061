/* Naming the called function in messages. Which function that is stands in the stack of frames: functions of ours call each other,
 * and the one that the program called is the last before frames of other code. It is sought where an exception is there already,
 * so calls that succeed pay nothing for it. */
#include "caller.h"
#include "hooks.h"

#include <string.h>

static int is_module_of(const char *text, const char *package)
{
    size_t length = strlen(package);
    return !strncmp(text, package, length) && (text[length] == '.' || text[length] == '\0');
}

/* Whether a frame runs code of one of these packages. */
static int is_of(PyObject *frame, const char *const *packages, size_t n)
{
    PyObject *globals = PyObject_GetAttrString(frame, "f_globals");
    PyObject *name = globals ? PyDict_GetItemString(globals, "__name__") : NULL;
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
    int found = 0;
    for (size_t i = 0; text && i < n; i++) found = found || is_module_of(text, packages[i]);
    Py_XDECREF(globals);
    return found;
}

static int is_ours(PyObject *frame)
{
    static const char *const packages[] = {"dpnp", "dpctl", "opendpex", "numba_dpex"};
    return is_of(frame, packages, sizeof packages / sizeof *packages);
}

/* Whether it is of a module that no program calls: of one that makes messages, or calls functions for compiled code. */
static int is_between(PyObject *frame)
{
    static const char *const modules[] = {"opendpex._messages", "numba_dpex._array_expression",
                                          "numba_dpex._host_integers", "numba_dpex._numpy_arrays"};
    return is_of(frame, modules, sizeof modules / sizeof *modules);
}

/* The variable `self` of a frame, or another one; new, or NULL. */
static PyObject *variable_of(PyObject *frame, const char *name)
{
    PyObject *locals = PyObject_GetAttrString(frame, "f_locals");
    PyObject *self = locals ? PyDict_GetItemString(locals, name) : NULL;
    Py_XINCREF(self);
    Py_XDECREF(locals);
    return self;
}

/* The attribute of an object where it is a text; new, or NULL. */
static PyObject *text_attribute(PyObject *object, const char *name)
{
    PyObject *text = object ? PyObject_GetAttrString(object, name) : NULL;
    if (text && !PyUnicode_Check(text)) Py_CLEAR(text);
    if (!text) PyErr_Clear();
    return text;
}

/* `add.reduce` for a method of an object that has a name, as ufuncs do; takes the method's, new. */
static PyObject *name_of_method(PyObject *name, PyObject *frame)
{
    PyObject *self = variable_of(frame, "self"),
             *of = self ? text_attribute(self, "__name__") : NULL;
    PyObject *found = of ? PyUnicode_FromFormat("%U.%U", of, name) : NULL;
    Py_XDECREF(self);
    Py_XDECREF(of);
    if (!found) return name;
    Py_DECREF(name);
    return found;
}

/* The name by which programs call the code of a frame; NULL where it is not public. A constructor is called by the name of its
 * class, an object that is called (`_call` of ufuncs) or indexed (`r_`) by its own. */
static PyObject *public_name(PyObject *frame)
{
    PyObject *code = PyObject_GetAttrString(frame, "f_code");
    PyObject *name = code ? PyObject_GetAttrString(code, "co_name") : NULL;
    Py_XDECREF(code);
    if (!name) return NULL;
    const Py_UCS4 first = PyUnicode_GetLength(name) ? PyUnicode_ReadChar(name, 0) : '_';
    if (first != '_' && first != '<') return name_of_method(name, frame);
    const int is_new = PyUnicode_CompareWithASCIIString(name, "__new__") == 0;
    const int is_constructor = PyUnicode_CompareWithASCIIString(name, "__init__") == 0;
    const int is_call = PyUnicode_CompareWithASCIIString(name, "_call") == 0 ||
                        PyUnicode_CompareWithASCIIString(name, "__call__") == 0 ||
                        PyUnicode_CompareWithASCIIString(name, "__getitem__") == 0;
    Py_DECREF(name);
    if (!is_constructor && !is_call && !is_new) return NULL;
    PyObject *self = variable_of(frame, is_new ? "cls" : "self");
    PyObject *found =
        text_attribute(is_constructor && self ? (PyObject *)Py_TYPE(self) : self, "__name__");
    Py_XDECREF(self);
    /* A function that opendpex.fuse was given may have no name. */
    if (found && PyUnicode_GetLength(found) && PyUnicode_ReadChar(found, 0) == '<') Py_CLEAR(found);
    return found;
}

/* The name that the program used where a function has several, by the code of the frame that calls it; takes the name, new. */
static PyObject *called_as(PyObject *name, PyObject *frame)
{
    PyObject *hook = name && frame && frame != Py_None ? core_hook(CORE_HOOK_called_as) : NULL;
    PyObject *found = hook ? PyObject_CallFunctionObjArgs(hook, name, frame, NULL) : NULL;
    if (!found) {
        PyErr_Clear();
        return name;
    }
    Py_DECREF(name);
    return found;
}

/* The name and the frame, both new; NULL where no frame is of a public function of ours. Then the name is `otherwise`, which may be
 * NULL, if the program itself calls (or `even_inside`): a private function of ours is called by one written in C, which has its own name. */
static void find_caller(const char *otherwise, int even_inside, PyObject **name, PyObject **of)
{
    PyObject *frame = Py_XNewRef((PyObject *)PyEval_GetFrame());
    int is_inside = 0;
    *name = *of = NULL;
    while (frame && frame != Py_None && is_ours(frame)) {
        const int passes_on = is_between(frame);
        PyObject *found = passes_on ? NULL : public_name(frame);
        is_inside = is_inside || !passes_on;
        if (found) {
            Py_XDECREF(*name);
            Py_XDECREF(*of);
            *name = found;
            *of = Py_NewRef(frame);
        }
        PyObject *outer = PyObject_GetAttrString(frame, "f_back");
        Py_DECREF(frame);
        frame = outer;
    }
    PyErr_Clear();
    if (!*name && otherwise && (even_inside || !is_inside)) *name = PyUnicode_FromString(otherwise);
    *name = called_as(*name, frame);
    Py_XDECREF(frame);
}

static PyObject *name_of_caller(const char *otherwise, int even_inside)
{
    PyObject *name, *frame;
    find_caller(otherwise, even_inside, &name, &frame);
    Py_XDECREF(frame);
    return name;
}

PyObject *core_caller_name(void)
{
    return name_of_caller(NULL, 0);
}

int core_caller_depth(void)
{
    int depth = 1;
    PyObject *frame = Py_XNewRef((PyObject *)PyEval_GetFrame());
    for (; frame && frame != Py_None && is_ours(frame); depth++) {
        PyObject *outer = PyObject_GetAttrString(frame, "f_back");
        Py_DECREF(frame);
        frame = outer;
    }
    Py_XDECREF(frame);
    return depth;
}

/* ---- the message ------------------------------------------------------------------------------ */

/* The length of a name at the beginning of a message, 0 where it does not begin so. */
static Py_ssize_t begins_with(PyObject *message, PyObject *name)
{
    Py_ssize_t n = PyUnicode_GetLength(name);
    if (PyUnicode_Tailmatch(message, name, 0, PY_SSIZE_T_MAX, -1) != 1) return 0;
    Py_UCS4 next = PyUnicode_GetLength(message) > n ? PyUnicode_ReadChar(message, n) : ' ';
    return next == ':' || next == '(' || next == ' ' || next == '.' || next == ',' || next == '\''
               ? n
               : 0;
}

/* The length of the word before a colon at the beginning of a message, which is an operation of the library; else 0. */
static Py_ssize_t operation_before_colon(PyObject *message)
{
    const Py_ssize_t length = PyUnicode_GetLength(message);
    for (Py_ssize_t i = 0; i < length; i++) {
        const Py_UCS4 c = PyUnicode_ReadChar(message, i);
        if (c == ':') return i;
        if (c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9')) return 0;
    }
    return 0;
}

/* The message behind the name; new. `own`: the name that it may begin with instead; NULL: any operation of the library. */
static PyObject *with_name(PyObject *message, PyObject *name, PyObject *own)
{
    if (begins_with(message, name)) return Py_NewRef(message);
    Py_ssize_t n = own ? begins_with(message, own) : operation_before_colon(message);
    if (!n) return PyUnicode_FromFormat("%U: %U", name, message);
    PyObject *rest = PyUnicode_Substring(message, n, PyUnicode_GetLength(message));
    PyObject *made = rest ? PyUnicode_FromFormat("%U%U", name, rest) : NULL;
    Py_XDECREF(rest);
    return made;
}

static PyObject *axis_error;

/* numpy.exceptions.AxisError makes its message of an axis and a number of dimensions, with a name before them: it is made anew in
 * place, since Python code may hold it. 0: it has only a text. */
static int rename_axis_error(PyObject *error, PyObject *name)
{
    PyObject *axis = PyObject_GetAttrString(error, "axis");
    PyObject *ndim = axis ? PyObject_GetAttrString(error, "ndim") : NULL;
    PyObject *made = ndim && ndim != Py_None
                         ? PyObject_CallMethod(error, "__init__", "OOO", axis, ndim, name)
                         : NULL;
    const int renamed = made != NULL;
    Py_XDECREF(made);
    Py_XDECREF(axis);
    Py_XDECREF(ndim);
    return renamed;
}

static int is_axis_error(PyObject *error)
{
    if (!axis_error) {
        PyObject *module = PyImport_ImportModule("numpy.exceptions");
        axis_error = module ? PyObject_GetAttrString(module, "AxisError") : NULL;
        Py_XDECREF(module);
        if (!axis_error) PyErr_Clear();
    }
    return axis_error && (PyObject *)Py_TYPE(error) == axis_error;
}

/* error.args = (message,) where that is all it has; other exceptions say more than a text and stay as they are. */
static void rename_error(PyObject *error, PyObject *name, PyObject *own)
{
    PyObject *args = PyObject_GetAttrString(error, "args");
    PyObject *message =
        args && PyTuple_Check(args) && PyTuple_Size(args) == 1 ? PyTuple_GetItem(args, 0) : NULL;
    if (message && PyUnicode_Check(message)) {
        PyObject *text = with_name(message, name, own);
        PyObject *renamed = text ? PyTuple_Pack(1, text) : NULL;
        if (renamed) PyObject_SetAttrString(error, "args", renamed);
        Py_XDECREF(renamed);
        Py_XDECREF(text);
    }
    Py_XDECREF(args);
}

static int is_about_arguments(PyObject *type)
{
    PyObject *const classes[] = {
        PyExc_TypeError,
        PyExc_ValueError,
        PyExc_IndexError,
        PyExc_ArithmeticError,
        PyExc_NotImplementedError,
        PyExc_BufferError,
        PyExc_AttributeError,
        core.device_creation_error,
        core.sub_device_creation_error,
        core.context_creation_error,
        core.queue_creation_error,
        core.kernel_submit_error,
        core.kernel_invalid_range_error,
        core.usm_allocation_error,
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (PyErr_GivenExceptionMatches(type, classes[i])) return 1;
    return 0;
}

static void name_error(PyObject *name, const char *own)
{
    PyObject *type, *error, *traceback, *known = own ? PyUnicode_FromString(own) : NULL;
    PyErr_Fetch(&type, &error, &traceback);
    PyErr_NormalizeException(&type, &error, &traceback);
    const int is_renamed = is_axis_error(error) && rename_axis_error(error, name);
    if (!is_renamed && (known || !own)) rename_error(error, name, known);
    Py_XDECREF(known);
    PyErr_Clear();
    PyErr_Restore(type, error, traceback);
}

/* The name of the function above a pending exception that is about arguments; new, or NULL. Calls of Python need it out of the way. */
static PyObject *caller_above_error(const char *otherwise, int even_inside)
{
    PyObject *type, *error, *traceback;
    if (!PyErr_Occurred() || !is_about_arguments(PyErr_Occurred())) return NULL;
    PyErr_Fetch(&type, &error, &traceback);
    PyObject *name = name_of_caller(otherwise, even_inside);
    PyErr_Restore(type, error, traceback);
    return name;
}

void core_name_error(const char *own)
{
    PyObject *name = caller_above_error(own, 0);
    if (name) name_error(name, own);
    Py_XDECREF(name);
}

void core_name_error_of(const char *name, const char *operation)
{
    PyObject *found = caller_above_error(name, 0);
    if (found) name_error(found, operation);
    Py_XDECREF(found);
}

void core_name_error_inside(const char *own)
{
    PyObject *name = caller_above_error(NULL, 0);
    if (name) name_error(name, own);
    Py_XDECREF(name);
}

/* caller(): (name, frame), for messages of Python functions; (None, None) where no function of ours is public. */
static PyObject *caller(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    PyObject *name, *frame;
    find_caller(NULL, 0, &name, &frame);
    PyObject *made = PyTuple_Pack(2, name ? name : Py_None, frame ? frame : Py_None);
    Py_XDECREF(name);
    Py_XDECREF(frame);
    return made;
}

/* name_error(error, name=None): puts the name of the called function before the message of an exception that Python code has caught:
 * that of a function of ours above, else `name`. */
static PyObject *name_caught_error(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *error, *type, *traceback;
    const char *own = NULL;
    if (!PyArg_ParseTuple(args, "O|z:name_error", &error, &own)) return NULL;
    PyErr_Restore(Py_NewRef((PyObject *)Py_TYPE(error)), Py_NewRef(error), NULL);
    PyObject *name = caller_above_error(own, 1);
    if (name) name_error(name, own);
    Py_XDECREF(name);
    PyErr_Fetch(&type, &error, &traceback);
    Py_XDECREF(type);
    Py_XDECREF(error);
    Py_XDECREF(traceback);
    Py_RETURN_NONE;
}

/* caller_depth(): the stacklevel of a warning, of the function that calls this, for the program's line. */
static PyObject *caller_depth(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return PyLong_FromLong(core_caller_depth());
}

static PyMethodDef functions[] = {
    {"caller", caller, METH_NOARGS, NULL},
    {"caller_depth", caller_depth, METH_NOARGS, NULL},
    {"name_error", name_caught_error, METH_VARARGS, NULL},
    {NULL},
};

int core_add_caller(PyObject *module)
{
    return core_add_functions(module, functions);
}
