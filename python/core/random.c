/* Generators of random words, and arrays filled from them. Seeds, shapes and distributions are Python's part. */
#include <string.h>

#include "args.h"
#include "array.h"
#include "array_args.h"
#include "caller.h"
#include "dtype.h"
#include "queue.h"
#include "random.h"

PyTypeObject *core_engine_type;

static dpex_random *ref_of(PyObject *self)
{
    return ((core_engine *)self)->ref;
}

static PyObject *engine_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    const char *name;
    dpex_random *ref;
    if (kwargs && PyDict_Size(kwargs))
        return core_type_error("the argument", "given by position", kwargs);
    if (!PyArg_ParseTuple(args, "s:RandomEngine", &name)) return NULL;
    CORE_TRY(dpex_random_create(name, &ref));
    core_engine *self = (core_engine *)PyType_GenericAlloc(type, 0);
    if (!self)
        dpex_random_release(ref);
    else
        self->ref = ref;
    return (PyObject *)self;
}

static void engine_dealloc(PyObject *self)
{
    dpex_queue_release(((core_engine *)self)->queue);
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
    do {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_random_get_state(ref_of(self), &s);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    CORE_TRY(status);
    return Py_BuildValue("(y#iIidid)", (const char *)s.words,
                         (Py_ssize_t)((size_t)s.n_words * sizeof *s.words), s.has_half, s.half,
                         s.has_spare[0], s.spare[0], s.has_spare[1], s.spare[1]);
}

static PyObject *take_state(PyObject *self, const dpex_random_state *s)
{
    dpex_status status;
    do {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_random_set_state(ref_of(self), s);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    CORE_TRY(status);
    Py_RETURN_NONE;
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
    return take_state(self, &s);
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
    return take_state(self, &s);
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
    do {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_random_words(ref_of(self), words, (size_t)n);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
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
    do {
        Py_BEGIN_ALLOW_THREADS
        status = dpex_random_fill(ref_of(self), spec, out);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
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

int core_random_read_extent(PyObject *object, core_extents *e)
{
    int overflow = 0;
    if (!PyLong_CheckExact(object) || e->nd == DPEX_MAX_NDIM) return 0;
    const int64_t extent = PyLong_AsLongLongAndOverflow(object, &overflow);
    e->shape[e->nd++] = extent;
    return !overflow && extent >= 0;
}

int core_random_read_size(PyObject *size, core_extents *e)
{
    if (!core_is_given(size)) return 1;
    if (!PyTuple_CheckExact(size)) return core_random_read_extent(size, e);
    int found = 1;
    for (Py_ssize_t i = 0; found && i < PyTuple_Size(size); i++)
        found = core_random_read_extent(PyTuple_GetItem(size, i), e);
    return found;
}

PyObject *core_random_empty(dpex_queue *queue, dpex_dtype dtype, dpex_usm_kind usm_kind,
                            const core_extents *e)
{
    core_array *out = core_array_new_for_type((PyObject *)core.ndarray);
    if (!out) return NULL;
    return core_array_finish(
        out, dpex_array_init(queue, dtype, e->nd, e->shape, DPEX_ORDER_C, usm_kind, &out->array));
}

static PyObject *filled_new(PyObject *self, const dpex_random_fill_spec *spec, dpex_queue *queue,
                            dpex_dtype dtype, dpex_usm_kind usm_kind, const core_extents *e)
{
    PyObject *made = core_random_empty(queue, dtype, usm_kind, e);
    if (!made) return NULL;
    PyObject *filled = fill(self, spec, made);
    Py_DECREF(made);
    return filled;
}

PyObject *core_random_drawn(core_engine *self, dpex_random_fill_spec spec, dpex_dtype dtype,
                            const core_extents *e)
{
    spec.is_one_word = self->is_one_word;
    return filled_new((PyObject *)self, &spec, self->queue, dtype, DPEX_USM_DEVICE, e);
}

/* (shape, sycl_queue, dtype, usm_type, low, width, is_one_word): the array, made and filled. */
static PyObject *new_reals(PyObject *self, PyObject *const *args, Py_ssize_t n,
                           dpex_random_kind kind)
{
    core_extents e = {0};
    dpex_dtype dtype;
    dpex_usm_kind usm_kind = DPEX_USM_DEVICE;
    if (n != 7 || !core_random_read_size(args[0], &e)) {
        PyErr_SetString(PyExc_TypeError, "a shape and six more arguments must be given");
        return NULL;
    }
    dpex_queue *queue = core_queue_get(args[1], "sycl_queue");
    if (!queue || core_dtype_parse(args[2], &dtype) || core_dtype_check(dtype, queue) ||
        core_parse_usm_kind(args[3], &usm_kind))
        return NULL;
    const dpex_random_fill_spec spec = {.kind = kind,
                                        .low = PyFloat_AsDouble(args[4]),
                                        .width = PyFloat_AsDouble(args[5]),
                                        .is_one_word = PyObject_IsTrue(args[6]) == 1};
    return PyErr_Occurred() ? NULL : filled_new(self, &spec, queue, dtype, usm_kind, &e);
}

static PyObject *new_uniform(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    return core_named(NULL, new_reals(self, args, n, DPEX_RANDOM_UNIFORM));
}

static PyObject *new_normal(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    return core_named(NULL, new_reals(self, args, n, DPEX_RANDOM_NORMAL));
}

/* ---- for draws in C ------------------------------------------------------------------------------------------- */

/* allocate_on(sycl_queue, dtype, is_one_word): where and of which real type draws in C make arrays. */
static PyObject *allocate_on(PyObject *object, PyObject *args)
{
    core_engine *self = (core_engine *)object;
    PyObject *queue_object, *dtype;
    int is_one_word;
    if (!PyArg_ParseTuple(args, "OOp:allocate_on", &queue_object, &dtype, &is_one_word))
        return NULL;
    dpex_queue *queue = core_queue_get(queue_object, "sycl_queue");
    if (!queue || core_dtype_parse(dtype, &self->real)) return NULL;
    dpex_queue_release(self->queue);
    self->queue = dpex_queue_retain(queue);
    self->is_one_word = is_one_word;
    self->has_halves = !strcmp(dpex_random_get_engine(self->ref), "mt19937");
    return Py_NewRef(Py_None);
}

/* shared(): another engine of the same words, whose draws may be on another queue. */
static PyObject *shared(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_engine *other = (core_engine *)PyType_GenericAlloc(Py_TYPE(self), 0);
    if (other) other->ref = dpex_random_retain(ref_of(self));
    return (PyObject *)other;
}

/* ---- draws by rejection --------------------------------------------------------------------------------------- */

dpex_status core_random_make_key(const core_engine *self, uint64_t key[2])
{
    uint64_t words[4];
    const dpex_status status = dpex_random_words(self->ref, words, 4);
    const int is_of_two = self->is_one_word || self->has_halves;
    key[0] = is_of_two ? words[0] << 32 ^ words[1] : words[0];
    key[1] = is_of_two ? words[2] << 32 ^ words[3] : words[1];
    return status;
}

/* A tuple of numbers and arrays. */
static int read_parameters(PyObject *tuple, dpex_random_draw_spec *spec)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple) && i < DPEX_RANDOM_MAX_PARAMETERS; i++) {
        PyObject *value = PyTuple_GetItem(tuple, i);
        if (core_array_check(value))
            spec->arrays[i] = core_array_get(value, "a parameter");
        else
            spec->constants[i] = PyFloat_AsDouble(value);
        if (PyErr_Occurred()) return -1;
    }
    return 0;
}

/* keyed_by: an engine whose words make the key; NULL: spec has it. */
static PyObject *draw_into(const char *name, dpex_random_draw_spec *spec, PyObject *object,
                           const core_engine *keyed_by)
{
    dpex_array *out = core_array_get(object, "out");
    if (!out) return NULL;
    dpex_status status;
    do {
        status = DPEX_SUCCESS;
        Py_BEGIN_ALLOW_THREADS
        if (keyed_by) status = core_random_make_key(keyed_by, spec->key);
        if (!status) status = dpex_random_draw(name, spec, out);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    CORE_TRY(status);
    return Py_NewRef(object);
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
    for (int i = 0; i < 2; i++) spec.key[i] = key[i];
    return read_parameters(parameters, &spec) ? NULL : draw_into(name, &spec, object, NULL);
}

static PyObject *draw(PyObject *self, PyObject *args)
{
    const char *name;
    PyObject *parameters, *object;
    dpex_random_draw_spec spec = {{0}};
    if (!PyArg_ParseTuple(args, "sO!O:draw", &name, &PyTuple_Type, &parameters, &object))
        return NULL;
    return read_parameters(parameters, &spec)
               ? NULL
               : draw_into(name, &spec, object, (const core_engine *)self);
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
    {"new_uniform", (PyCFunction)(void (*)(void))new_uniform, METH_FASTCALL,
     "(shape, sycl_queue, dtype, usm_type, low, width, is_one_word): a new array."},
    {"new_normal", (PyCFunction)(void (*)(void))new_normal, METH_FASTCALL,
     "(shape, sycl_queue, dtype, usm_type, mean, scale, is_one_word): a new array."},
    {"integers", integers, METH_VARARGS, "(out, start, range): fill and return out."},
    {"draw", draw, METH_VARARGS, "(name, parameters, out): random_draw with a key of its words."},
    {"allocate_on", allocate_on, METH_VARARGS,
     "(sycl_queue, dtype, is_one_word): of what draws make."},
    {"shared", shared, METH_NOARGS, "Another engine of the same words."},
    {NULL},
};

static PyGetSetDef attributes[] = {
    {"name", engine_name, NULL, "The engine's name.", NULL},
    {NULL},
};

int core_add_random(PyObject *module)
{
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
                        .basicsize = sizeof(core_engine),
                        .flags = Py_TPFLAGS_DEFAULT,
                        .slots = slots};
    if (PyModule_AddIntConstant(module, "RANDOM_SPARSE", DPEX_RANDOM_SPARSE)) return -1;
    if (core_add_functions(module, functions)) return -1;
    return core_add_type(module, &spec, NULL, &core_engine_type);
}
