/* Flags: what usm_ndarray.flags gives. It reads the array each time, so it is always up to date. */
#include "flags.h"

#include <string.h>

#include "array.h"

enum { C = DPEX_ARRAY_C_CONTIGUOUS, F = DPEX_ARRAY_F_CONTIGUOUS, W = DPEX_ARRAY_WRITABLE };

typedef struct flags {
    PyObject_HEAD
    PyObject *array;
} flags;

static PyTypeObject *flags_type;

PyObject *core_flags_new(PyObject *array)
{
    flags *self = (flags *)PyType_GenericAlloc(flags_type, 0);
    if (self) self->array = Py_NewRef(array);
    return (PyObject *)self;
}

static void dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(((flags *)object)->array);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static PyObject *refuse_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)type, (void)args, (void)kwargs;
    PyErr_SetString(PyExc_TypeError, "Flags objects come from usm_ndarray.flags");
    return NULL;
}

static uint32_t bits_of(PyObject *self)
{
    return ((core_array *)((flags *)self)->array)->array.flags & (C | F | W);
}

/* ---- the questions --------------------------------------------------------------------------- */

static int is_c(uint32_t bits)
{
    return (bits & C) != 0;
}
static int is_f(uint32_t bits)
{
    return (bits & F) != 0;
}
static int is_writable(uint32_t bits)
{
    return (bits & W) != 0;
}
/* Memory of arrays always is. */
static int is_aligned(uint32_t bits)
{
    (void)bits;
    return 1;
}
static int is_both(uint32_t bits)
{
    return is_c(bits) && is_f(bits);
}
static int is_either(uint32_t bits)
{
    return is_c(bits) || is_f(bits);
}
static int is_f_only(uint32_t bits)
{
    return is_f(bits) && !is_c(bits);
}

typedef struct question {
    const char *key, *attribute;
    int (*ask)(uint32_t bits);
    const char *doc;
} question;

static const question questions[] = {
    {"C", "c_contiguous", is_c, "Whether the array is C-contiguous."},
    {"F", "f_contiguous", is_f, "Whether the array is F-contiguous."},
    {"W", "writable", is_writable, "Whether elements may be assigned; may be set."},
    {"WRITEABLE", "writeable", is_writable, "The same, as NumPy spells it."},
    {"ALIGNED", "aligned", is_aligned, "Whether elements are aligned: always."},
    {"FC", "fc", is_both, "Whether it is both C- and F-contiguous."},
    {"FNC", "fnc", is_f_only, "Whether it is F- but not C-contiguous."},
    {"FORC", "forc", is_either, "Whether it is C- or F-contiguous."},
    {"CONTIGUOUS", "contiguous", is_either, "Whether it is C- or F-contiguous."},
};

/* Long names that the reference takes as well, for the flags at the same indices. */
static const char *const long_keys[] = {"C_CONTIGUOUS", "F_CONTIGUOUS", "WRITABLE"};

enum {
    N_QUESTIONS = sizeof questions / sizeof *questions,
    N_LONG_KEYS = sizeof long_keys / sizeof *long_keys
};

static PyObject *get(PyObject *self, void *closure)
{
    const question *q = closure;
    return PyBool_FromLong(q->ask(bits_of(self)));
}

static PyObject *get_bits(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(bits_of(self));
}

/* ---- writability ----------------------------------------------------------------------------- */

static int set_writable(PyObject *self, PyObject *value, void *closure)
{
    (void)closure;
    if (!value || !PyBool_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "writable must be True or False");
        return -1;
    }
    core_array *array = (core_array *)((flags *)self)->array;
    if (value == Py_True && array->array.flags & DPEX_ARRAY_LOCKED) {
        PyErr_SetString(PyExc_ValueError,
                        "the array's memory is read-only, and so is the array: copy it");
        return -1;
    }
    if (value == Py_True)
        array->array.flags |= W;
    else
        array->array.flags &= ~(uint32_t)W;
    core_array_refresh(array);
    return 0;
}

/* ---- f["C"], f["W"] = True ------------------------------------------------------------------- */

static const question *find_question(PyObject *key)
{
    if (!PyUnicode_Check(key)) return NULL;
    for (int i = 0; i < N_QUESTIONS; i++)
        if (PyUnicode_CompareWithASCIIString(key, questions[i].key) == 0) return &questions[i];
    for (int i = 0; i < N_LONG_KEYS; i++)
        if (PyUnicode_CompareWithASCIIString(key, long_keys[i]) == 0) return &questions[i];
    return NULL;
}

static PyObject *subscript(PyObject *self, PyObject *key)
{
    const question *q = find_question(key);
    if (q) return PyBool_FromLong(q->ask(bits_of(self)));
    PyErr_Format(PyExc_KeyError,
                 "%R is not one of C, F, W, FC, FNC, FORC, CONTIGUOUS, C_CONTIGUOUS, "
                 "F_CONTIGUOUS, WRITABLE",
                 key);
    return NULL;
}

static int assign(PyObject *self, PyObject *key, PyObject *value)
{
    const question *q = find_question(key);
    if (q && q->ask == is_writable) return set_writable(self, value, NULL);
    PyErr_Format(PyExc_ValueError, "flag %R cannot be set, only 'W' (writable) can", key);
    return -1;
}

static PyObject *compare(PyObject *self, PyObject *other, int operation)
{
    if (operation != Py_EQ && operation != Py_NE) Py_RETURN_NOTIMPLEMENTED;
    long bits = 0;
    if (Py_TYPE(other) == flags_type) {
        bits = (long)bits_of(other);
    } else if (PyLong_Check(other)) {
        int overflow = 0;
        bits = PyLong_AsLongAndOverflow(other, &overflow);
        if (overflow) bits = -1;
    } else {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyBool_FromLong((bits == (long)bits_of(self)) == (operation == Py_EQ));
}

static PyObject *repr(PyObject *self)
{
    uint32_t bits = bits_of(self);
    return PyUnicode_FromFormat("  C_CONTIGUOUS : %s\n  F_CONTIGUOUS : %s\n  WRITABLE : %s",
                                is_c(bits) ? "True" : "False", is_f(bits) ? "True" : "False",
                                is_writable(bits) ? "True" : "False");
}

/* ---- the type -------------------------------------------------------------------------------- */

static PyGetSetDef attributes[N_QUESTIONS + 2]; /* filled from the questions */

static void fill_attributes(void)
{
    for (int i = 0; i < N_QUESTIONS; i++) {
        attributes[i].name = questions[i].attribute;
        attributes[i].get = get;
        attributes[i].set = questions[i].ask == is_writable ? set_writable : NULL;
        attributes[i].doc = questions[i].doc;
        attributes[i].closure = (void *)&questions[i];
    }
    attributes[N_QUESTIONS].name = "flags";
    attributes[N_QUESTIONS].get = get_bits;
    attributes[N_QUESTIONS].doc = "All bits: 1 C-contiguous, 2 F-contiguous, 4 writable.";
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "Flags()\n--\n\n"
                "What holds of an array's layout; by attribute, or by the keys of NumPy's flags."},
    {Py_tp_new, refuse_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_richcompare, compare},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_tp_getset, attributes},
    {Py_mp_subscript, subscript},
    {Py_mp_ass_subscript, assign},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dpctl.tensor._flags.Flags",
    .basicsize = sizeof(flags),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

int core_add_flags(PyObject *module)
{
    fill_attributes();
    return core_add_type(module, &spec, NULL, &flags_type);
}
