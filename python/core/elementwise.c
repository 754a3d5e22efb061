/* The callables dpctl.tensor.add, sqrt and so on: objects of UnaryElementwiseFunc and
 * BinaryElementwiseFunc, made by name from the table of operations and called by vectorcall. */
#include "args.h"
#include "array_args.h"
#include "dtype.h"
#include "operand.h"
#include "traced.h"
#include "vectorcall.h"

#include <structmember.h>

typedef struct elementwise {
    PyObject_HEAD
    core_call_fn call;
    const dpex_op *op;
    PyObject *doc; /* set from Python */
} elementwise;

static PyTypeObject *unary_type, *binary_type;

/* ---- calling --------------------------------------------------------------------------------- */

typedef struct request {
    PyObject *out;
    dpex_order order;
} request;

static int parse_keywords(const elementwise *self, PyObject *const *values, PyObject *kwnames,
                          request *r)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(kwnames); i++) {
        PyObject *name = PyTuple_GetItem(kwnames, i);
        if (PyUnicode_CompareWithASCIIString(name, "out") == 0) {
            r->out = values[i] == Py_None ? NULL : values[i];
        } else if (PyUnicode_CompareWithASCIIString(name, "order") == 0) {
            if (core_parse_operand_order(values[i], &r->order)) return -1;
        } else {
            PyErr_Format(PyExc_TypeError, "%s() takes the keywords out and order, not '%U'",
                         dpex_op_get_name(self->op), name);
            return -1;
        }
    }
    return 0;
}

static int parse_call(const elementwise *self, PyObject *const *args, Py_ssize_t n,
                      PyObject *kwnames, int arity, request *r)
{
    *r = (request){NULL, DPEX_ORDER_K};
    if (n != arity) {
        PyErr_Format(PyExc_TypeError, "%s() takes %d operands by position, %zd were given",
                     dpex_op_get_name(self->op), arity, n);
        return -1;
    }
    return kwnames ? parse_keywords(self, args + n, kwnames, r) : 0;
}

static PyObject *into(const elementwise *self, const dpex_operand *operands, PyObject *out)
{
    dpex_array *array = core_array_get(out, "out");
    if (!array) return NULL;
    dpex_status status = dpex_elementwise_into(self->op, operands, array);
    return status ? core_raise_operation(status) : Py_NewRef(out);
}

static PyObject *compute_unary(const elementwise *self, PyObject *const *args, size_t n,
                               PyObject *kwnames)
{
    request r;
    CORE_TRACE(dpex_op_get_name(self->op), args, core_n_args(n), kwnames);
    if (parse_call(self, args, core_n_args(n), kwnames, 1, &r)) return NULL;
    dpex_array *x = core_array_get(args[0], "the operand");
    if (!x) return NULL;
    if (!r.out) return core_unary(self->op, args[0], r.order);
    dpex_operand operand = {.array = x};
    return into(self, &operand, r.out);
}

static PyObject *call_unary(PyObject *object, PyObject *const *args, size_t n, PyObject *kwnames)
{
    const elementwise *self = (elementwise *)object;
    return core_named(dpex_op_get_name(self->op), compute_unary(self, args, n, kwnames));
}

static PyObject *not_an_operand(const elementwise *self, PyObject *a, PyObject *b)
{
    for (int i = 0; i < 2; i++)
        if (core_array_check(i ? a : b) && core_is_numpy_array(i ? b : a))
            return core_not_combined(i ? a : b);
    PyObject *first = PyType_GetName(Py_TYPE(a)), *second = PyType_GetName(Py_TYPE(b));
    if (first && second)
        PyErr_Format(PyExc_TypeError, "%s: no operation on %U and %U", dpex_op_get_name(self->op),
                     first, second);
    Py_XDECREF(first);
    Py_XDECREF(second);
    return NULL;
}

static PyObject *binary_into(const elementwise *self, PyObject *const *args, PyObject *out)
{
    dpex_operand operands[2];
    PyObject *kept[2] = {NULL, NULL}, *result = NULL;
    dpex_queue *queue = core_operand_queue(args[0]);
    if (!queue) queue = core_operand_queue(args[1]);
    int found = core_operand_parse(args[0], queue, &operands[0], &kept[0]);
    if (found == 1) found = core_operand_parse(args[1], queue, &operands[1], &kept[1]);
    if (found == 1) {
        core_operand_pair(operands);
        result = into(self, operands, out);
    }
    if (found == 0) result = not_an_operand(self, args[0], args[1]);
    Py_XDECREF(kept[0]);
    Py_XDECREF(kept[1]);
    return result;
}

/* One operand at least must say by its queue where to compute. */
static int check_placement(const elementwise *self, PyObject *a, PyObject *b)
{
    if (core_array_check(a) || core_array_check(b)) return 0;
    PyErr_Format(core.execution_placement_error,
                 "%s: neither operand is a usm_ndarray, so no queue is named",
                 dpex_op_get_name(self->op));
    return -1;
}

static PyObject *compute_binary(const elementwise *self, PyObject *const *args, size_t n,
                                PyObject *kwnames)
{
    request r;
    CORE_TRACE(dpex_op_get_name(self->op), args, core_n_args(n), kwnames);
    if (parse_call(self, args, core_n_args(n), kwnames, 2, &r)) return NULL;
    if (check_placement(self, args[0], args[1])) return NULL;
    if (r.out) return binary_into(self, args, r.out);
    PyObject *result = core_binary(self->op, args[0], args[1], r.order);
    if (result != Py_NotImplemented) return result;
    Py_DECREF(result);
    return not_an_operand(self, args[0], args[1]);
}

static PyObject *call_binary(PyObject *object, PyObject *const *args, size_t n, PyObject *kwnames)
{
    const elementwise *self = (elementwise *)object;
    return core_named(dpex_op_get_name(self->op), compute_binary(self, args, n, kwnames));
}

enum { MAX_ARGS = 8 };

/* tp_call, for callers that have a tuple and a dict. */
static PyObject *call_slowly(PyObject *object, PyObject *args, PyObject *kwargs)
{
    PyObject *all[MAX_ARGS], *key, *value;
    Py_ssize_t n = PyTuple_Size(args), n_keywords = kwargs ? PyDict_Size(kwargs) : 0, position = 0,
               at = 0;
    if (n + n_keywords > MAX_ARGS) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %d arguments",
                     dpex_op_get_name(((elementwise *)object)->op), MAX_ARGS);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) all[i] = PyTuple_GetItem(args, i);
    PyObject *names = n_keywords ? PyTuple_New(n_keywords) : NULL;
    if (n_keywords && !names) return NULL;
    for (; names && PyDict_Next(kwargs, &position, &key, &value); at++) {
        PyTuple_SetItem(names, at, Py_NewRef(key));
        all[n + at] = value;
    }
    PyObject *result = ((elementwise *)object)->call(object, all, (size_t)n, names);
    Py_XDECREF(names);
    return result;
}

/* ---- making ---------------------------------------------------------------------------------- */

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs, int arity,
                        core_call_fn call)
{
    static char *names[] = {"name", NULL};
    const char *name;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s", names, &name)) return NULL;
    const dpex_op *op = dpex_op_find(name);
    if (!op || dpex_op_get_arity(op) != arity) {
        PyErr_Format(PyExc_ValueError, "there is no operation '%s' of %d operands", name, arity);
        return NULL;
    }
    elementwise *self = (elementwise *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->op = op;
    self->call = call;
    return (PyObject *)self;
}

static PyObject *create_unary(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return create(type, args, kwargs, 1, call_unary);
}

static PyObject *create_binary(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return create(type, args, kwargs, 2, call_binary);
}

static void dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(((elementwise *)object)->doc);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static PyObject *get_name(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(dpex_op_get_name(((elementwise *)self)->op));
}

static PyObject *get_nin(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromLong(dpex_op_get_arity(((elementwise *)self)->op));
}

static PyObject *get_nout(PyObject *self, void *closure)
{
    (void)self, (void)closure;
    return PyLong_FromLong(1);
}

static PyObject *get_types(PyObject *self, void *closure)
{
    (void)closure;
    return core_op_signatures(((elementwise *)self)->op);
}

static PyObject *get_doc(PyObject *self, void *closure)
{
    (void)closure;
    PyObject *doc = ((elementwise *)self)->doc;
    return Py_NewRef(doc ? doc : Py_None);
}

static int set_doc(PyObject *self, PyObject *value, void *closure)
{
    (void)closure;
    elementwise *function = (elementwise *)self;
    PyObject *old = function->doc;
    function->doc = Py_XNewRef(value);
    Py_XDECREF(old);
    return 0;
}

static PyObject *repr(PyObject *self)
{
    const char *name = dpex_op_get_name(((elementwise *)self)->op);
    int unary = dpex_op_get_arity(((elementwise *)self)->op) == 1;
    return PyUnicode_FromFormat("<%sElementwiseFunc '%s'>", unary ? "Unary" : "Binary", name);
}

static PyGetSetDef attributes[] = {
    {"__name__", get_name, NULL, NULL, NULL},
    {"__doc__", get_doc, set_doc, NULL, NULL},
    {"nin", get_nin, NULL, "Number of operands.", NULL},
    {"nout", get_nout, NULL, "Number of results.", NULL},
    {"types", get_types, NULL, "Signatures as type letters, such as 'dd->d'.", NULL},
    {NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(elementwise, call), READONLY, NULL},
    {NULL},
};

static PyType_Slot unary_slots[] = {
    {Py_tp_new, create_unary},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_call, call_slowly},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {0, NULL},
};

static PyType_Slot binary_slots[] = {
    {Py_tp_new, create_binary},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_call, call_slowly},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {0, NULL},
};

enum { TYPE_FLAGS = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | CORE_TPFLAGS_HAVE_VECTORCALL };

static PyType_Spec unary_spec = {
    .name = "dpctl.tensor._elementwise_common.UnaryElementwiseFunc",
    .basicsize = sizeof(elementwise),
    .flags = TYPE_FLAGS,
    .slots = unary_slots,
};

static PyType_Spec binary_spec = {
    .name = "dpctl.tensor._elementwise_common.BinaryElementwiseFunc",
    .basicsize = sizeof(elementwise),
    .flags = TYPE_FLAGS,
    .slots = binary_slots,
};

/* The names in the table of operations, for tests: each has a function in dpctl.tensor. */
static PyObject *operation_names(PyObject *self, PyObject *ignored)
{
    (void)self, (void)ignored;
    PyObject *names = PyList_New(0);
    const dpex_op *op;
    for (size_t i = 0; names && (op = dpex_op_get(i)); i++) {
        PyObject *name = PyUnicode_FromString(dpex_op_get_name(op));
        if (!name || PyList_Append(names, name)) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

static PyMethodDef functions[] = {
    {"_operation_names", operation_names, METH_NOARGS, NULL},
    {NULL},
};

int core_add_elementwise(PyObject *module)
{
    if (core_add_functions(module, functions)) return -1;
    if (core_add_type(module, &unary_spec, NULL, &unary_type)) return -1;
    return core_add_type(module, &binary_spec, NULL, &binary_type);
}
