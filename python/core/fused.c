/* Fused: what opendpex.fuse makes of a function. A call looks up the program for the kinds of its arguments and runs it.
 *
 * The key of a program is a byte string: what the device computes in, and three bytes per argument: dtype and dimensions of an
 * array, kind of a number and which integer types hold it. Other arguments count by their values and stand behind it in
 * a tuple. For a new key compile(function, args, kwnames) is called, in Python, which traces the function and
 * returns a FusedProgram; or, of a function that cannot be traced, a callable that calls it on a capture queue. */
#include <string.h>

#include "args.h"
#include "caller.h"
#include "fused.h"
#include "vectorcall.h"

#include <structmember.h>

typedef struct fused {
    PyObject_HEAD
    core_call_fn call;
    PyObject *function, *compile, *programs, *dict, *weak_references;
} fused;

static PyTypeObject *fused_type;

typedef struct key {
    unsigned char bytes[1 + 3 * CORE_FUSED_MAX_ARGS];
    Py_ssize_t n_bytes;
    PyObject *others[CORE_FUSED_MAX_ARGS]; /* arguments that count by their values */
    int n_others;
} key;

static unsigned char device_of(const dpex_array *x)
{
    const dpex_device *device = dpex_queue_get_device(x->queue);
    int has_double = dpex_dtype_is_supported(DPEX_F64, device);
    int has_half = dpex_dtype_is_supported(DPEX_F16, device);
    return (unsigned char)(1 + 2 * has_double + 4 * has_half);
}

static void add(key *k, unsigned a, unsigned b, unsigned c)
{
    k->bytes[k->n_bytes++] = (unsigned char)a;
    k->bytes[k->n_bytes++] = (unsigned char)b;
    k->bytes[k->n_bytes++] = (unsigned char)c;
}

static int read_argument(PyObject *object, int i, key *k, core_fused_call *c)
{
    core_number_class class;
    c->arrays[i] = NULL;
    c->numbers[i] = object;
    if (core_array_check(object)) {
        const dpex_array *x = c->arrays[i] = &((core_array *)object)->array;
        if (!k->bytes[0]) k->bytes[0] = device_of(x);
        add(k, 'A', x->dtype, (unsigned)x->nd);
        return 0;
    }
    int found = core_number_classify(object, &class);
    if (found == 1)
        add(k, 'N', class.kind, class.holders);
    else if (found == 0) {
        add(k, 'O', 0, 0);
        k->others[k->n_others++] = object;
    }
    return found < 0 ? -1 : 0;
}

static int read_arguments(PyObject *const *args, Py_ssize_t n, key *k, core_fused_call *c)
{
    k->bytes[0] = 0;
    k->n_bytes = 1;
    k->n_others = 0;
    c->n_args = (int)n;
    for (int i = 0; i < n; i++)
        if (read_argument(args[i], i, k, c)) return -1;
    return 0;
}

/* The bytes, or (bytes, names of keywords, other arguments and their types...). New. */
static PyObject *make_key(const key *k, PyObject *kwnames)
{
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)k->bytes, k->n_bytes);
    if (!bytes || (!k->n_others && !kwnames)) return bytes;
    PyObject *tuple = PyTuple_New(2 + 2 * k->n_others);
    if (!tuple) {
        Py_DECREF(bytes);
        return NULL;
    }
    PyTuple_SetItem(tuple, 0, bytes);
    PyTuple_SetItem(tuple, 1, Py_NewRef(kwnames ? kwnames : Py_None));
    for (int i = 0; i < k->n_others; i++) {
        PyTuple_SetItem(tuple, 2 + 2 * i, Py_NewRef(k->others[i]));
        PyTuple_SetItem(tuple, 3 + 2 * i, Py_NewRef((PyObject *)Py_TYPE(k->others[i])));
    }
    return tuple;
}

/* Traces the function for these arguments; new. */
static PyObject *trace(const fused *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *tuple = PyTuple_New(n);
    for (Py_ssize_t i = 0; tuple && i < n; i++) PyTuple_SetItem(tuple, i, Py_NewRef(args[i]));
    PyObject *made = tuple ? PyObject_CallFunctionObjArgs(self->compile, self->function, tuple,
                                                          kwnames ? kwnames : Py_None, NULL)
                           : NULL;
    Py_XDECREF(tuple);
    return made;
}

/* Adds a program behind those of the same key; what is called without a program serves all calls of its key. */
static int keep(fused *self, PyObject *name, PyObject *made)
{
    PyObject *at = PyDict_GetItemWithError(self->programs, name);
    if (!at && PyErr_Occurred()) return -1;
    if (!at || !core_program_check(made)) return PyDict_SetItem(self->programs, name, made);
    core_program_append(at, made);
    return 0;
}

/* function(*args), the last ones by the names of kwnames. */
static PyObject *call(PyObject *function, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *tuple, *dict;
    const Py_ssize_t n_named = kwnames ? PyTuple_Size(kwnames) : 0;
    if (core_unpack_arguments(NULL, args, n - n_named, kwnames, &tuple, &dict)) return NULL;
    PyObject *result = PyObject_Call(function, tuple, dict);
    Py_DECREF(tuple);
    Py_DECREF(dict);
    return result;
}

/* What compile() returned, for this call; *is_other: a program that was traced for other numbers. */
static PyObject *run(PyObject *made, PyObject *const *args, PyObject *kwnames, core_fused_call *c,
                     int *is_other)
{
    return core_program_check(made) ? core_program_run(made, c, is_other)
                                    : call(made, args, c->n_args, kwnames);
}

static PyObject *run_new(fused *self, PyObject *name, PyObject *const *args, PyObject *kwnames,
                         core_fused_call *c)
{
    int is_other = 0;
    PyObject *made = trace(self, args, c->n_args, kwnames), *result = NULL;
    if (made) result = run(made, args, kwnames, c, &is_other);
    if (is_other) PyErr_SetString(PyExc_RuntimeError, "a fused function's numbers change");
    if (result && keep(self, name, made)) Py_CLEAR(result);
    Py_XDECREF(made);
    return result;
}

static PyObject *compute_fused(PyObject *object, PyObject *const *args, size_t n_flagged,
                               PyObject *kwnames)
{
    fused *self = (fused *)object;
    Py_ssize_t n = core_n_args(n_flagged);
    if (kwnames) n += PyTuple_Size(kwnames);
    if (n > CORE_FUSED_MAX_ARGS)
        return PyErr_Format(PyExc_TypeError, "a fused function takes at most %d arguments",
                            CORE_FUSED_MAX_ARGS);
    key k;
    core_fused_call c;
    if (read_arguments(args, n, &k, &c)) return NULL;
    PyObject *name = make_key(&k, kwnames), *result = NULL;
    PyObject *found = name ? PyDict_GetItemWithError(self->programs, name) : NULL;
    if (!found && k.n_others && PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Clear(); /* an argument cannot be looked up; the tracer says which */
    int is_other = 0;
    while (found && !result && !PyErr_Occurred()) {
        PyObject *at = Py_NewRef(found);
        result = run(at, args, kwnames, &c, &is_other);
        found = is_other ? core_program_next(at) : NULL;
        Py_DECREF(at);
    }
    if (name && !result && !PyErr_Occurred()) result = run_new(self, name, args, kwnames, &c);
    Py_XDECREF(name);
    return result;
}

static PyObject *call_fused(PyObject *object, PyObject *const *args, size_t n_flagged,
                            PyObject *kwnames)
{
    PyObject *result = compute_fused(object, args, n_flagged, kwnames);
    if (result) return result;
    PyObject *dict = ((fused *)object)->dict;
    PyObject *name = dict ? PyDict_GetItemString(dict, "__name__") : NULL;
    const char *text = name ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
    return core_named(text ? text : "a fused function", NULL);
}

int core_is_fused(PyObject *object)
{
    return Py_TYPE(object) == fused_type;
}

PyObject *core_fused_apply(PyObject *function, PyObject *const *args, Py_ssize_t n)
{
    if (!core_is_fused(function))
        return core_type_error("the function", "a fused function", function);
    return call_fused(function, args, (size_t)n, NULL);
}

/* tp_call, for callers that have a tuple and a dict. */
static PyObject *call_slowly(PyObject *object, PyObject *args, PyObject *kwargs)
{
    PyObject *all[CORE_FUSED_MAX_ARGS], *name, *value;
    Py_ssize_t n = PyTuple_Size(args), n_named = kwargs ? PyDict_Size(kwargs) : 0, position = 0;
    if (n + n_named > CORE_FUSED_MAX_ARGS)
        return PyErr_Format(PyExc_TypeError, "a fused function takes at most %d arguments",
                            CORE_FUSED_MAX_ARGS);
    for (Py_ssize_t i = 0; i < n; i++) all[i] = PyTuple_GetItem(args, i);
    PyObject *names = n_named ? PyTuple_New(n_named) : NULL;
    if (n_named && !names) return NULL;
    for (Py_ssize_t at = 0; names && PyDict_Next(kwargs, &position, &name, &value); at++) {
        PyTuple_SetItem(names, at, Py_NewRef(name));
        all[n + at] = value;
    }
    PyObject *result = call_fused(object, all, (size_t)n, names);
    Py_XDECREF(names);
    return result;
}

/* ---- the types ------------------------------------------------------------------------------- */

/* Fused(function, compile) */
static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    PyObject *function, *compile;
    if (!PyArg_ParseTuple(args, "OO", &function, &compile)) return NULL;
    fused *self = (fused *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->call = call_fused;
    self->function = Py_NewRef(function);
    self->compile = Py_NewRef(compile);
    self->programs = PyDict_New();
    self->dict = PyDict_New();
    if (!self->programs || !self->dict) Py_CLEAR(self);
    return (PyObject *)self;
}

static int traverse(PyObject *object, visitproc visit, void *arg)
{
    fused *self = (fused *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->function);
    Py_VISIT(self->compile);
    Py_VISIT(self->programs);
    Py_VISIT(self->dict);
    return 0;
}

static int clear(PyObject *object)
{
    fused *self = (fused *)object;
    Py_CLEAR(self->function);
    Py_CLEAR(self->compile);
    Py_CLEAR(self->programs);
    Py_CLEAR(self->dict);
    return 0;
}

static void dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    if (((fused *)object)->weak_references) PyObject_ClearWeakRefs(object);
    clear(object);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *repr(PyObject *object)
{
    PyObject *name = PyObject_GetAttrString(object, "__qualname__");
    if (!name) PyErr_Clear();
    PyObject *text = name ? PyUnicode_FromFormat("<fused function %U>", name)
                          : PyUnicode_FromString("<fused function>");
    Py_XDECREF(name);
    return text;
}

static PyObject *get_n_programs(PyObject *object, void *closure)
{
    (void)closure;
    Py_ssize_t position = 0, n = 0;
    PyObject *name, *at;
    while (PyDict_Next(((fused *)object)->programs, &position, &name, &at))
        for (; at; at = core_program_check(at) ? core_program_next(at) : NULL) n++;
    return PyLong_FromSsize_t(n);
}

static PyGetSetDef attributes[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {"n_programs", get_n_programs, NULL, "How often the function was traced.", NULL},
    {NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(fused, call), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(fused, dict), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(fused, weak_references), READONLY, NULL},
    {NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, create},        {Py_tp_traverse, traverse}, {Py_tp_clear, clear},
    {Py_tp_dealloc, dealloc},   {Py_tp_repr, repr},         {Py_tp_call, call_slowly},
    {Py_tp_getset, attributes}, {Py_tp_members, members},   {0, NULL},
};

static PyType_Spec spec = {
    .name = "opendpex._core.Fused",
    .basicsize = sizeof(fused),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | CORE_TPFLAGS_HAVE_VECTORCALL,
    .slots = slots,
};

int core_add_fused(PyObject *module)
{
    return core_add_type(module, &spec, NULL, &fused_type);
}
