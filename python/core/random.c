/* Generators of random words, and arrays filled from them. Seeds, shapes and distributions are Python's part. */
#include <string.h>

#include "args.h"
#include "array.h"

typedef struct engine {
    PyObject_HEAD
    dpex_random *ref;
} engine;

static dpex_random *ref_of(PyObject *self)
{
    return ((engine *)self)->ref;
}

static PyObject *engine_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    const char *name;
    dpex_random *ref;
    if (kwargs && PyDict_Size(kwargs))
        return core_type_error("the argument", "given by position", kwargs);
    if (!PyArg_ParseTuple(args, "s:RandomEngine", &name)) return NULL;
    CORE_TRY(dpex_random_create(name, &ref));
    engine *self = (engine *)PyType_GenericAlloc(type, 0);
    if (!self)
        dpex_random_release(ref);
    else
        self->ref = ref;
    return (PyObject *)self;
}

static void engine_dealloc(PyObject *self)
{
    dpex_random_release(ref_of(self));
    core_free(self);
}

static PyObject *engine_repr(PyObject *self)
{
    return PyUnicode_FromFormat("RandomEngine('%s')", dpex_random_get_engine(ref_of(self)));
}

static PyObject *engine_name(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(dpex_random_get_engine(ref_of(self)));
}

/* ---- the state: (words as bytes, has_half, half, has_spare32, spare32, has_spare64, spare64) ---------------- */

static PyObject *get_state(PyObject *self, PyObject *unused)
{
    (void)unused;
    dpex_random_state s;
    dpex_status status;
    Py_BEGIN_ALLOW_THREADS
    status = dpex_random_get_state(ref_of(self), &s);
    Py_END_ALLOW_THREADS
    CORE_TRY(status);
    return Py_BuildValue("(y#iIidid)", (const char *)s.words,
                         (Py_ssize_t)((size_t)s.n_words * sizeof *s.words), s.has_half, s.half,
                         s.has_spare[0], s.spare[0], s.has_spare[1], s.spare[1]);
}

static PyObject *set_state(PyObject *self, PyObject *args)
{
    dpex_random_state s;
    const char *words;
    Py_ssize_t bytes;
    memset(&s, 0, sizeof s);
    if (!PyArg_ParseTuple(args, "y#iIidid:set_state", &words, &bytes, &s.has_half, &s.half,
                          &s.has_spare[0], &s.spare[0], &s.has_spare[1], &s.spare[1]))
        return NULL;
    if (bytes % (Py_ssize_t)sizeof *s.words || bytes > (Py_ssize_t)sizeof s.words) {
        PyErr_SetString(PyExc_ValueError, "the state has a wrong number of words");
        return NULL;
    }
    memcpy(s.words, words, (size_t)bytes);
    s.n_words = (int)((size_t)bytes / sizeof *s.words);
    dpex_status status;
    Py_BEGIN_ALLOW_THREADS
    status = dpex_random_set_state(ref_of(self), &s);
    Py_END_ALLOW_THREADS
    CORE_TRY(status);
    Py_RETURN_NONE;
}

/* A key of 32-bit words, as bytes. */
static PyObject *seed_twister(PyObject *self, PyObject *key)
{
    char *bytes;
    Py_ssize_t n;
    uint32_t words[DPEX_RANDOM_MAX_WORDS];
    if (PyBytes_AsStringAndSize(key, &bytes, &n)) return NULL;
    if (n < 4 || n > (Py_ssize_t)sizeof words) {
        PyErr_SetString(PyExc_ValueError, "the key has a wrong number of words");
        return NULL;
    }
    memcpy(words, bytes, (size_t)n);
    dpex_random_state s;
    dpex_random_seed_twister(words, (size_t)n / 4, &s);
    CORE_TRY(dpex_random_set_state(ref_of(self), &s));
    Py_RETURN_NONE;
}

/* The next n words of 64 bits each, as bytes. */
static PyObject *next_words(PyObject *self, PyObject *count)
{
    Py_ssize_t n = PyNumber_AsSsize_t(count, PyExc_OverflowError);
    if (n == -1 && PyErr_Occurred()) return NULL;
    if (n < 0 || n > PY_SSIZE_T_MAX / 8) {
        PyErr_SetString(PyExc_ValueError, "negative dimensions are not allowed");
        return NULL;
    }
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, n * 8);
    if (!bytes) return NULL;
    uint64_t *words = (uint64_t *)(void *)PyBytes_AsString(bytes);
    dpex_status status;
    Py_BEGIN_ALLOW_THREADS
    status = dpex_random_words(ref_of(self), words, (size_t)n);
    Py_END_ALLOW_THREADS
    if (!status) return bytes;
    Py_DECREF(bytes);
    return core_raise(status);
}

/* ---- filling ----------------------------------------------------------------------------------------------- */

static PyObject *fill(PyObject *self, const dpex_random_fill_spec *spec, PyObject *object)
{
    dpex_array *out = core_array_get(object, "out");
    if (!out) return NULL;
    dpex_status status;
    Py_BEGIN_ALLOW_THREADS
    status = dpex_random_fill(ref_of(self), spec, out);
    Py_END_ALLOW_THREADS
    CORE_TRY(status);
    return Py_NewRef(object);
}

static PyObject *fill_reals(PyObject *self, PyObject *args, dpex_random_kind kind)
{
    PyObject *out;
    dpex_random_fill_spec spec = {.kind = kind};
    if (!PyArg_ParseTuple(args, "Oddp", &out, &spec.low, &spec.width, &spec.is_one_word))
        return NULL;
    return fill(self, &spec, out);
}

static PyObject *uniform(PyObject *self, PyObject *args)
{
    return fill_reals(self, args, DPEX_RANDOM_UNIFORM);
}

static PyObject *normal(PyObject *self, PyObject *args)
{
    return fill_reals(self, args, DPEX_RANDOM_NORMAL);
}

static PyObject *integers(PyObject *self, PyObject *args)
{
    PyObject *out;
    unsigned long long start, range;
    if (!PyArg_ParseTuple(args, "OKK", &out, &start, &range)) return NULL;
    const dpex_random_fill_spec spec = {
        .kind = DPEX_RANDOM_INTEGERS, .start = start, .range = range};
    return fill(self, &spec, out);
}

/* random_draw(name, key0, key1, parameters, out): each parameter a number or an array; fills and returns out. */
static PyObject *random_draw(PyObject *self, PyObject *args)
{
    const char *name;
    unsigned long long key[2];
    PyObject *parameters, *object;
    dpex_random_draw_spec spec = {{0}};
    (void)self;
    if (!PyArg_ParseTuple(args, "sKKO!O:random_draw", &name, &key[0], &key[1], &PyTuple_Type,
                          &parameters, &object))
        return NULL;
    dpex_array *out = core_array_get(object, "out");
    if (!out) return NULL;
    for (int i = 0; i < 2; i++) spec.key[i] = key[i];
    for (Py_ssize_t i = 0; i < PyTuple_Size(parameters) && i < DPEX_RANDOM_MAX_PARAMETERS; i++) {
        PyObject *value = PyTuple_GetItem(parameters, i);
        if (core_array_check(value))
            spec.arrays[i] = core_array_get(value, "a parameter");
        else
            spec.constants[i] = PyFloat_AsDouble(value);
        if (PyErr_Occurred()) return NULL;
    }
    dpex_status status;
    Py_BEGIN_ALLOW_THREADS
    status = dpex_random_draw(name, &spec, out);
    Py_END_ALLOW_THREADS
    CORE_TRY(status);
    return Py_NewRef(object);
}

static PyMethodDef functions[] = {
    {"random_draw", random_draw, METH_VARARGS, NULL},
    {NULL},
};

static PyMethodDef methods[] = {
    {"get_state", get_state, METH_NOARGS,
     "(words, has_half, half, has_spare32, spare32, has_spare64, spare64)"},
    {"set_state", set_state, METH_VARARGS, "Take what get_state() gave."},
    {"seed_twister", seed_twister, METH_O, "Initialise mt19937 by a key of 32-bit words."},
    {"words", next_words, METH_O, "The next n words, 8 bytes each."},
    {"uniform", uniform, METH_VARARGS, "(out, low, width, is_one_word): fill and return out."},
    {"normal", normal, METH_VARARGS, "(out, mean, scale, is_one_word): fill and return out."},
    {"integers", integers, METH_VARARGS, "(out, start, range): fill and return out."},
    {NULL},
};

static PyGetSetDef attributes[] = {
    {"name", engine_name, NULL, "The engine's name.", NULL},
    {NULL},
};

int core_add_random(PyObject *module)
{
    static PyTypeObject *type;
    PyType_Slot slots[] = {
        {Py_tp_new, engine_new},
        {Py_tp_dealloc, engine_dealloc},
        {Py_tp_repr, engine_repr},
        {Py_tp_methods, methods},
        {Py_tp_getset, attributes},
        {Py_tp_doc, "A generator of random words (src/ops/random)."},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "opendpex._core.RandomEngine",
                        .basicsize = sizeof(engine),
                        .flags = Py_TPFLAGS_DEFAULT,
                        .slots = slots};
    if (core_add_functions(module, functions)) return -1;
    return core_add_type(module, &spec, NULL, &type);
}
