/* dpnp.ufunc: the callables dpnp.add, sqrt and so on. A plain call, arrays and Python scalars without keywords, is computed here;
 * what NumPy's keywords and methods ask for is put together in Python (dpnp/_ufunc/), which adds `_call` and the other methods to the type. */
#include "ufunc.h"
#include "args.h"
#include "array_args.h"
#include "dtype.h"
#include "fused.h"
#include "hooks.h"
#include "operand.h"
#include "vectorcall.h"

#include <string.h>
#include <structmember.h>

typedef struct ufunc {
    PyObject_HEAD
    core_call_fn call;
    const dpex_op *op; /* NULL: everything is done in Python */
    PyObject *dict;    /* name, doc, what Python keeps with it */
} ufunc;

static PyTypeObject *ufunc_type;

const dpex_op *core_ufunc_op(PyObject *object)
{
    return Py_TYPE(object) == ufunc_type ? ((ufunc *)object)->op : NULL;
}

/* self._call(args, kwargs) */
static PyObject *call_python(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *tuple, *dict;
    if (core_unpack_arguments(NULL, args, n, kwnames, &tuple, &dict)) return NULL;
    PyObject *result = PyObject_CallMethod(self, "_call", "OO", tuple, dict);
    Py_DECREF(tuple);
    Py_DECREF(dict);
    return result;
}

static int is_ndarray(PyObject *object)
{
    return Py_TYPE(object) == core.ndarray;
}

static int is_plain_number(PyObject *object)
{
    return PyFloat_CheckExact(object) || PyLong_CheckExact(object);
}

/* f(x, y, out=z) where z is an ndarray of the operands' shape and the result's dtype, as most calls with out= are. NULL without an
 * exception: Python does it, or says what is wrong. */
static PyObject *call_into(const dpex_op *op, PyObject *const *args, int n, PyObject *out)
{
    dpex_operand operands[2];
    PyObject *kept = NULL;
    if (!is_ndarray(out)) return NULL;
    dpex_array *target = &((core_array *)out)->array;
    for (int i = 0; i < n; i++) {
        if (!is_ndarray(args[i]) && !is_plain_number(args[i])) return NULL;
        if (core_operand_parse(args[i], target->queue, &operands[i], &kept) != 1) {
            PyErr_Clear();
            return NULL;
        }
        const dpex_array *x = operands[i].array;
        if (x && (x->nd != target->nd ||
                  memcmp(x->shape, target->shape, (size_t)x->nd * sizeof(*x->shape))))
            return NULL;
    }
    if (!operands[0].array && (n < 2 || !operands[1].array)) return NULL;
    if (n == 2) core_operand_pair(operands);
    if (core_check_numpy(op, operands)) {
        PyErr_Clear();
        return NULL;
    }
    return dpex_elementwise_into(op, operands, target) ? NULL : Py_NewRef(out);
}

/* What follows the operands where that is an output, by position or as out=, and dtype=, each NULL where it is not given; order='K'
 * says nothing. 0 with others. */
static int read_rest(PyObject *const *values, Py_ssize_t n, PyObject *kwnames, PyObject **out,
                     PyObject **dtype)
{
    *out = n == 1 ? values[0] : NULL;
    *dtype = NULL;
    for (Py_ssize_t i = 0; kwnames && i < PyTuple_Size(kwnames); i++) {
        PyObject *name = PyTuple_GetItem(kwnames, i), *value = values[n + i];
        if (!*out && !PyUnicode_CompareWithASCIIString(name, "out"))
            *out = value;
        else if (value != Py_None && !PyUnicode_CompareWithASCIIString(name, "dtype"))
            *dtype = value;
        else if (PyUnicode_CompareWithASCIIString(name, "order") || !PyUnicode_Check(value) ||
                 PyUnicode_CompareWithASCIIString(value, "K"))
            return 0;
    }
    return n <= 1;
}

/* Whether dtype= changes nothing: arrays have it, and so does the result. Numbers of Python do not matter, but bools, which some
 * operations take as integers. */
static int is_own_dtype(const dpex_op *op, PyObject *const *args, int n, PyObject *object)
{
    dpex_operand operands[2];
    dpex_dtype dtype, in[2], out;
    PyObject *kept = NULL;
    const dpex_array *x = NULL;
    int found = !core_dtype_parse(object, &dtype) && dtype != DPEX_BOOL;
    for (int i = 0; i < n && found; i++)
        if (is_ndarray(args[i])) x = &((core_array *)args[i])->array;
    for (int i = 0; i < n && found && x; i++)
        found = (is_ndarray(args[i]) || is_plain_number(args[i])) &&
                core_operand_parse(args[i], x->queue, &operands[i], &kept) == 1 &&
                (!operands[i].array || operands[i].array->dtype == dtype);
    PyErr_Clear();
    return found && x &&
           !dpex_elementwise_resolve(op, operands, dpex_queue_get_device(x->queue), in, &out) &&
           out == dtype && in[0] == dtype && in[n - 1] == dtype;
}

static int is_any_ndarray(PyObject *const *args, int n)
{
    return is_ndarray(args[0]) || is_ndarray(args[n - 1]);
}

/* A call with out=, dtype= or order=. NULL without an exception: Python does it. */
static PyObject *compute_named(const dpex_op *op, PyObject *const *args, int n, Py_ssize_t n_args,
                               PyObject *kwnames)
{
    PyObject *out, *dtype, *result = NULL;
    if (n_args < n || !read_rest(args + n, n_args - n, kwnames, &out, &dtype)) return NULL;
    if (dtype && !is_own_dtype(op, args, n, dtype)) return NULL;
    if (out) return call_into(op, args, n, out);
    if (!kwnames || !is_any_ndarray(args, n)) return NULL;
    result = n == 1 ? core_unary(op, args[0], DPEX_ORDER_K)
                    : core_binary(op, args[0], args[1], DPEX_ORDER_K);
    if (result == Py_NotImplemented) Py_CLEAR(result);
    if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
    return result;
}

/* An exception names the ufunc, which a program may know by another name than the operation. */
static PyObject *named(PyObject *self, PyObject *result)
{
    if (result) return result;
    PyObject *name = PyDict_GetItemString(((ufunc *)self)->dict, "__name__");
    const char *text = name ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
    const dpex_op *op = ((ufunc *)self)->op;
    if (!text) text = "ufunc";
    core_name_error_of(text, op ? dpex_op_get_name(op) : text);
    return NULL;
}

/* ---- numbers alone ------------------------------------------------------------------------------- */

/* Whether Python is asked first: work-items of the simulator evaluate functions of numbers otherwise. */
static int numbers_go_to_python;

static PyObject *hand_numbers_to_python(PyObject *module, PyObject *ignored)
{
    (void)module, (void)ignored;
    numbers_go_to_python = 1;
    Py_RETURN_NONE;
}

/* f(number): of an array without dimensions on the default device. NULL without an exception: Python does it. */
static PyObject *of_number(const dpex_op *op, PyObject *number)
{
    if (numbers_go_to_python) return NULL;
    PyObject *x = core_array_of_number(number), *result = NULL;
    if (x && x != Py_None) result = core_unary(op, x, DPEX_ORDER_K);
    Py_XDECREF(x);
    if (!result && PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_KeyboardInterrupt))
        PyErr_Clear();
    return result;
}

/* The same of two: a number of Python stays one beside one of NumPy, which has a dtype. */
static PyObject *of_numbers(const dpex_op *op, PyObject *a, PyObject *b)
{
    const int plain[2] = {is_plain_number(a), is_plain_number(b)};
    if (numbers_go_to_python || core_array_check(a) || core_array_check(b)) return NULL;
    /* Python ints of any size beside NumPy's: not every operation takes what is in neither dtype. */
    if (plain[0] != plain[1] && !PyFloat_Check(plain[0] ? b : a)) return NULL;
    PyObject *x = plain[0] && !plain[1] ? Py_NewRef(a) : core_array_of_number(a);
    PyObject *y = plain[1] ? Py_NewRef(b) : x ? core_array_of_number(b) : NULL;
    PyObject *result = NULL;
    if (x && y && x != Py_None && y != Py_None) result = core_binary(op, x, y, DPEX_ORDER_K);
    if (result == Py_NotImplemented) Py_CLEAR(result);
    Py_XDECREF(x);
    Py_XDECREF(y);
    if (!result && PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_KeyboardInterrupt))
        PyErr_Clear();
    return result;
}

static PyObject *compute_unary(PyObject *self, PyObject *const *args, size_t n, PyObject *kwnames)
{
    PyObject *result = compute_named(((ufunc *)self)->op, args, 1, core_n_args(n), kwnames);
    if (result || PyErr_Occurred()) return result;
    if (!kwnames && core_n_args(n) == 1 && !is_ndarray(args[0])) {
        result = of_number(((ufunc *)self)->op, args[0]);
        if (result || PyErr_Occurred()) return result;
    }
    if (kwnames || core_n_args(n) != 1 || !is_ndarray(args[0]))
        return call_python(self, args, core_n_args(n), kwnames);
    return core_unary(((ufunc *)self)->op, args[0], DPEX_ORDER_K);
}

static PyObject *call_unary(PyObject *self, PyObject *const *args, size_t n, PyObject *kwnames)
{
    return named(self, compute_unary(self, args, n, kwnames));
}

static PyObject *compute_binary(PyObject *self, PyObject *const *args, size_t n, PyObject *kwnames)
{
    PyObject *result = compute_named(((ufunc *)self)->op, args, 2, core_n_args(n), kwnames);
    if (result || PyErr_Occurred()) return result;
    if (!kwnames && core_n_args(n) == 2 && !is_ndarray(args[0]) && !is_ndarray(args[1])) {
        result = of_numbers(((ufunc *)self)->op, args[0], args[1]);
        if (result || PyErr_Occurred()) return result;
    }
    if (kwnames || core_n_args(n) != 2 || !(is_ndarray(args[0]) || is_ndarray(args[1])))
        return call_python(self, args, core_n_args(n), kwnames);
    result = core_binary(((ufunc *)self)->op, args[0], args[1], DPEX_ORDER_K);
    if (result != Py_NotImplemented) return result;
    Py_DECREF(result);
    return call_python(self, args, core_n_args(n), kwnames);
}

static PyObject *call_binary(PyObject *self, PyObject *const *args, size_t n, PyObject *kwnames)
{
    return named(self, compute_binary(self, args, n, kwnames));
}

static int are_arrays(PyObject *const *args, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++)
        if (!is_ndarray(args[i])) return 0;
    return 1;
}

/* Whether these are what a composed ufunc's function takes as they are: dpnp.ndarrays, at least one, and plain numbers beside it. */
static int are_operands(PyObject *const *args, Py_ssize_t n)
{
    int n_arrays = 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!is_ndarray(args[i]) && !is_plain_number(args[i])) return 0;
        n_arrays += is_ndarray(args[i]);
    }
    return n_arrays > 0;
}

/* Whether the operands are arrays of the kinds of dtypes, in letters, of which a fused function is all there is to compute. */
static int are_of_kinds(PyObject *kinds, PyObject *const *args, Py_ssize_t n)
{
    const char *letters = kinds ? PyUnicode_AsUTF8AndSize(kinds, NULL) : NULL;
    for (Py_ssize_t i = 0; i < n && letters; i++) {
        if (!is_ndarray(args[i])) return 0;
        const dpex_dtype dtype = ((core_array *)args[i])->array.dtype;
        const dpex_dtype_kind kind = dpex_dtype_get_info(dtype)->kind;
        if (kind != (letters[i] == 'f' ? DPEX_KIND_REAL : DPEX_KIND_INT)) return 0;
    }
    return letters != NULL;
}

/* The function of a composed ufunc, borrowed, where the call is one of operands alone; NULL: it is not. */
static PyObject *function_of(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *dict = ((ufunc *)self)->dict;
    PyObject *n_in = dict ? PyDict_GetItemString(dict, "nin") : NULL;
    if (kwnames || !n_in || PyLong_AsSsize_t(n_in) != n || !are_operands(args, n)) return NULL;
    PyObject *fused = PyDict_GetItemString(dict, "_fused");
    if (fused && are_of_kinds(PyDict_GetItemString(dict, "_fused_kinds"), args, n)) return fused;
    PyObject *function = PyDict_GetItemString(dict, "_python");
    return function == Py_None ? NULL : function;
}

static PyObject *call_function(PyObject *function, PyObject *const *args, Py_ssize_t n)
{
    if (core_is_fused(function)) return core_fused_apply(function, args, n);
    PyObject *tuple = PyTuple_New(n);
    for (Py_ssize_t i = 0; tuple && i < n; i++) PyTuple_SetItem(tuple, i, Py_NewRef(args[i]));
    PyObject *result = tuple ? PyObject_Call(function, tuple, NULL) : NULL;
    Py_XDECREF(tuple);
    return result;
}

static PyObject *call_other(PyObject *self, PyObject *const *args, size_t n, PyObject *kwnames)
{
    PyObject *function = function_of(self, args, core_n_args(n), kwnames), *result = NULL;
    if (function) result = call_function(function, args, core_n_args(n));
    /* What is wrong with a number the whole call says, by the names that the program knows. */
    const int is_wrong = function && !result && PyErr_ExceptionMatches(PyExc_Exception);
    if (is_wrong && !are_arrays(args, core_n_args(n))) {
        PyErr_Clear();
        function = NULL;
    }
    return named(self, function ? result : call_python(self, args, core_n_args(n), kwnames));
}

/* tp_call, for callers that have a tuple and a dict. */
static PyObject *call_slowly(PyObject *self, PyObject *args, PyObject *kwargs)
{
    PyObject *none = kwargs ? Py_NewRef(kwargs) : PyDict_New();
    PyObject *result = none ? PyObject_CallMethod(self, "_call", "OO", args, none) : NULL;
    Py_XDECREF(none);
    return result;
}

/* ufunc(operation): operation is a name in the table of operations with one result, or None. */
static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"operation", NULL};
    const char *name;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "z", names, &name)) return NULL;
    const dpex_op *op = name ? dpex_op_find(name) : NULL;
    if (name && !op) return PyErr_Format(PyExc_ValueError, "there is no operation '%s'", name);
    ufunc *self = (ufunc *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->op = op;
    int arity = op ? dpex_op_get_arity(op) : 0;
    self->call = arity == 1 ? call_unary : arity == 2 ? call_binary : call_other;
    return (PyObject *)self;
}

static void dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(((ufunc *)object)->dict);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static PyObject *get_types(PyObject *self, void *closure)
{
    (void)closure;
    return core_op_signatures(((ufunc *)self)->op);
}

static PyObject *get_arity(PyObject *self, void *closure)
{
    (void)closure;
    const dpex_op *op = ((ufunc *)self)->op;
    return PyLong_FromLong(op ? dpex_op_get_arity(op) : 0);
}

static PyGetSetDef attributes[] = {
    {"_types", get_types, NULL, "Signatures of the operation as type letters.", NULL},
    {"_arity", get_arity, NULL, "Operands of the operation.", NULL},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ufunc, call), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(ufunc, dict), READONLY, NULL},
    {NULL},
};

static char class_doc[] =
    "ufunc(operation)\n--\n\n"
    "An element-wise function of dpnp: called with arrays and scalars, which broadcast, and with "
    "out=,\n"
    "where=, order=, dtype=, casting= and signature= as NumPy's. dpnp makes them; programs do "
    "not.\n\n"
    "Attributes\n----------\n"
    "nin, nout, nargs : int\n    Operands, results and both.\n"
    "ntypes : int\n    Number of signatures.\n"
    "types : list of str\n    The signatures as type letters, such as 'dd->d'.\n"
    "identity : scalar or None\n    What a reduction of no element gives; None: nothing does.\n\n"
    "Methods\n-------\n"
    "outer(x1, x2), reduce(array, axis=0), accumulate(array, axis=0), reduceat(array, indices, "
    "axis=0)\n"
    "    Of functions of two operands and one result.\n"
    "at(a, indices, b=None)\n    In place, an index that is there twice counting twice.\n";

/* ---- NumPy's ufuncs of these arrays --------------------------------------------------------------- */

/* Of a ufunc of NumPy the one here; kept for the process. */
static PyObject *own_ufuncs;

static int compares(const dpex_op *op)
{
    static const char *const names[] = {"equal",      "not_equal", "less",
                                        "less_equal", "greater",   "greater_equal"};
    for (size_t i = 0; op && i < sizeof names / sizeof *names; i++)
        if (!strcmp(dpex_op_get_name(op), names[i])) return 1;
    return 0;
}

/* An operand as it comes, new; numpy.float64(2) > x passes its number as an array. NULL: Python decides. */
static PyObject *operand_of(PyObject *object, int takes_arrays)
{
    dpex_dtype dtype;
    if (core_array_check(object) || core_numpy_scalar_dtype(object, &dtype))
        return Py_NewRef(object);
    if (!takes_arrays || !core_is_numpy_array(object)) return NULL;
    PyObject *key = PyTuple_New(0), *item = key ? PyObject_GetItem(object, key) : NULL;
    Py_XDECREF(key);
    if (item && core_numpy_scalar_dtype(item, &dtype)) return item;
    Py_XDECREF(item);
    PyErr_Clear();
    return NULL;
}

static PyObject *array_ufunc_in_python(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                       PyObject *kwnames)
{
    PyObject *tuple, *dict;
    if (core_unpack_arguments(self, args, n, kwnames, &tuple, &dict)) return NULL;
    PyObject *function = core_hook(CORE_HOOK_array_ufunc);
    PyObject *result = function ? PyObject_Call(function, tuple, dict) : NULL;
    Py_DECREF(tuple);
    Py_DECREF(dict);
    return result;
}

/* x.__array_ufunc__(ufunc, method, *inputs, **kwargs): NumPy's scalars beside an array are computed here, all else in Python. */
static PyObject *array_ufunc(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *own = n == 4 && !kwnames && own_ufuncs ? PyDict_GetItem(own_ufuncs, args[0]) : NULL;
    if (!own || !PyUnicode_Check(args[1]) || PyUnicode_CompareWithASCIIString(args[1], "__call__"))
        return array_ufunc_in_python(self, args, n, kwnames);
    const int takes_arrays = compares(((ufunc *)own)->op);
    PyObject *inputs[2] = {operand_of(args[2], takes_arrays), operand_of(args[3], takes_arrays)};
    PyObject *result = inputs[0] && inputs[1] ? ((ufunc *)own)->call(own, inputs, 2, NULL)
                                              : array_ufunc_in_python(self, args, n, kwnames);
    Py_XDECREF(inputs[0]);
    Py_XDECREF(inputs[1]);
    return result;
}

/* own_ufunc(theirs, ours): what array_ufunc calls for a ufunc of NumPy from then on. */
static PyObject *own_ufunc(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
    (void)module;
    if (n != 2 || Py_TYPE(args[1]) != ufunc_type) {
        PyErr_SetString(PyExc_TypeError, "own_ufunc takes a ufunc of NumPy and one of dpnp");
        return NULL;
    }
    if (!own_ufuncs && !(own_ufuncs = PyDict_New())) return NULL;
    return PyDict_SetItem(own_ufuncs, args[0], args[1]) ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"hand_numbers_to_python", hand_numbers_to_python, METH_NOARGS, NULL},
    {"own_ufunc", (PyCFunction)(void (*)(void))own_ufunc, METH_FASTCALL, NULL},
    {NULL},
};

static PyMethodDef method = {
    "__array_ufunc__", (PyCFunction)(void (*)(void))array_ufunc, METH_FASTCALL | METH_KEYWORDS,
    "__array_ufunc__($self, ufunc, method, /, *inputs, **kwargs)\n--\n\n"
    "NumPy's ufuncs of this array are computed on its device.\n\n"
    "Parameters\n----------\n"
    "ufunc : numpy.ufunc\n    What was called.\n"
    "method : str\n    Which of its methods: \"__call__\", \"reduce\" ...\n"
    "*inputs, **kwargs : object\n    The arguments of the call.\n\n"
    "Returns\n-------\n"
    "dpnp.ndarray\n    NotImplemented where dpnp has no such function.\n"};

static int add_array_ufunc(PyObject *module)
{
    PyObject *descriptor = PyDescr_NewMethod(core.ndarray, &method);
    if (!descriptor) return -1;
    const int failed = PyObject_SetAttrString((PyObject *)core.ndarray, method.ml_name, descriptor);
    Py_DECREF(descriptor);
    return failed || core_add_functions(module, functions) ? -1 : 0;
}

int core_add_ufunc(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_doc, class_doc},
        {Py_tp_new, create},
        {Py_tp_dealloc, dealloc},
        {Py_tp_call, call_slowly},
        {Py_tp_getset, attributes},
        {Py_tp_members, members},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "opendpex._core.ufunc",
        .basicsize = sizeof(ufunc),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | CORE_TPFLAGS_HAVE_VECTORCALL,
        .slots = slots,
    };
    if (core_add_type(module, &spec, NULL, &ufunc_type)) return -1;
    return add_array_ufunc(module);
}
