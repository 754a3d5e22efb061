/* usm_ndarray: the type object, and the life of its instances.
 *
 * The type takes no part in cyclic garbage collection: what an array refers to (a MemoryUSM*
 * object, a module) does not refer back, and an untracked object is cheaper to make. */
#include "array.h"
#include "wait.h"

#include <structmember.h>

/* ---- making and dropping --------------------------------------------------------------------- */

core_array *core_array_new(void)
{
    return (core_array *)PyType_GenericAlloc(core.array, 0);
}

void core_array_refresh(core_array *self)
{
    dpex_array *x = &self->array;
    self->data = dpex_array_get_ptr(x);
    self->nd = x->nd;
    self->shape = (Py_ssize_t *)x->shape;
    self->strides = x->flags & DPEX_ARRAY_C_CONTIGUOUS ? NULL : (Py_ssize_t *)x->strides;
    self->typenum = dpex_dtype_get_info(x->dtype)->typenum;
    self->flags = (int)x->flags;
}

PyObject *core_array_finish_as(core_array *out, dpex_status status, PyObject *invalid_type)
{
    if (status) {
        out->array.storage = NULL;
        Py_DECREF(out);
        return status == DPEX_ERROR_INVALID_TYPE ? core_raise_as(invalid_type, status)
                                                 : core_raise(status);
    }
    core_array_refresh(out);
    return (PyObject *)out;
}

PyObject *core_array_finish(core_array *out, dpex_status status)
{
    return core_array_finish_as(out, status, PyExc_TypeError);
}

/* Shape and strides of few dimensions lie inside the struct, so pointers to them move with it. */
static void aim(dpex_array *moved, const dpex_array *from)
{
    if (moved->shape != from->inline_dims) return;
    moved->shape = moved->inline_dims;
    moved->strides = moved->inline_dims + (moved->strides - from->inline_dims);
}

void core_array_swap(core_array *a, core_array *b)
{
    dpex_array kept = a->array;
    a->array = b->array;
    b->array = kept;
    aim(&a->array, &b->array);
    aim(&b->array, &a->array);
    core_array_refresh(a);
    core_array_refresh(b);
}

static void dealloc(PyObject *object)
{
    core_array *self = (core_array *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->weak_references) PyObject_ClearWeakRefs(object);
    if (self->array.storage) dpex_array_fini(&self->array);
    Py_XDECREF(self->base);
    Py_XDECREF(self->array_namespace);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

/* ---- reading --------------------------------------------------------------------------------- */

dpex_array *core_array_get(PyObject *object, const char *what)
{
    if (core_array_check(object)) return &((core_array *)object)->array;
    PyObject *name = PyType_GetName(Py_TYPE(object));
    if (!name) return NULL;
    PyErr_Format(PyExc_TypeError, "%s must be a dpctl.tensor.usm_ndarray, not %U", what, name);
    Py_DECREF(name);
    return NULL;
}

int core_array_wait(const dpex_array *x)
{
    return core_wait_queue(x->queue);
}

static Py_ssize_t length(PyObject *object)
{
    const core_array *self = (core_array *)object;
    if (self->array.nd > 0) return (Py_ssize_t)self->array.shape[0];
    PyErr_SetString(PyExc_TypeError, "len() of an array with 0 dimensions");
    return -1;
}

/* Iteration, and sequence access by libraries that look for it. */
static PyObject *item(PyObject *self, Py_ssize_t i)
{
    PyObject *key = PyLong_FromSsize_t(i);
    PyObject *view = key ? core_array_subscript(self, key) : NULL;
    Py_XDECREF(key);
    return view;
}

static PyObject *iterate(PyObject *self)
{
    if (((core_array *)self)->array.nd > 0) return PySeqIter_New(self);
    PyErr_SetString(PyExc_TypeError, "iteration over an array with 0 dimensions");
    return NULL;
}

/* repr and str are written in Python; the module is imported when the first array is printed. */
static PyObject *print_with(PyObject *self, const char *function)
{
    PyObject *module = PyImport_ImportModule("dpctl.tensor._print");
    if (!module) return NULL;
    PyObject *text = PyObject_CallMethod(module, function, "O", self);
    Py_DECREF(module);
    return text;
}

static PyObject *repr(PyObject *self)
{
    return print_with(self, "usm_ndarray_repr");
}

static PyObject *str(PyObject *self)
{
    return print_with(self, "usm_ndarray_str");
}

/* ---- the type -------------------------------------------------------------------------------- */

static PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(core_array, weak_references), READONLY, NULL},
    {NULL},
};

static char doc[] =
    "usm_ndarray(shape, dtype=None, strides=None, buffer='device', offset=0, order='C', "
    "buffer_ctor_kwargs={}, array_namespace=None)\n--\n\n"
    "An array in USM memory.\n\n"
    "Parameters\n----------\n"
    "shape : int or sequence of ints\n    Extents.\n"
    "dtype : data type, optional\n    Default: the device's default real type.\n"
    "strides : sequence of ints, optional\n    Elements from one index to the next along each "
    "axis; "
    "default: dense in `order`.\n"
    "buffer : str, MemoryUSM* or usm_ndarray, optional\n    'device', 'shared' or 'host' for new "
    "memory, "
    "or the memory to see.\n"
    "offset : int, optional\n    Elements from the start of the memory to the element with all "
    "indices 0.\n"
    "order : {'C', 'F'}, optional\n    Layout, if there are no strides.\n"
    "buffer_ctor_kwargs : dict, optional\n    'queue': the SyclQueue of new memory.\n"
    "array_namespace : module, optional\n    What __array_namespace__ gives.\n\n"
    "Raises\n------\n"
    "ValueError\n    If the memory is too small, an extent is negative, or the device lacks the "
    "data type.\n"
    "TypeError\n    If an argument is of the wrong type.";

static const PyType_Slot own_slots[] = {
    {Py_tp_doc, doc},
    {Py_tp_new, core_array_create},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_str, str},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_tp_getset, core_array_attributes},
    {Py_tp_methods, core_array_methods},
    {Py_tp_members, members},
    {Py_mp_length, length},
    {Py_sq_length, length},
    {Py_sq_item, item},
    {Py_tp_iter, iterate},
    {Py_mp_subscript, core_array_subscript},
    {Py_mp_ass_subscript, core_array_assign_subscript},
    {Py_nb_bool, core_array_as_bool},
    {Py_nb_int, core_array_as_int},
    {Py_nb_float, core_array_as_float},
    {Py_nb_index, core_array_as_index},
    {0, NULL},
};

enum { MAX_SLOTS = 80 };

static int append(PyType_Slot *slots, int n, const PyType_Slot *more)
{
    while (more->slot && n < MAX_SLOTS - 1) slots[n++] = *more++;
    return n;
}

int core_add_array(PyObject *module)
{
    PyType_Slot slots[MAX_SLOTS];
    int n = append(slots, 0, own_slots);
    n = append(slots, n, core_array_operators);
    slots[n] = (PyType_Slot){0, NULL};
    PyType_Spec spec = {
        .name = "dpctl.tensor._usmarray.usm_ndarray",
        .basicsize = sizeof(core_array),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .slots = slots,
    };
    if (core_add_type(module, &spec, NULL, &core.array)) return -1;
    /* NumPy's operators then return NotImplemented, so that Python asks ours, and its functions raise TypeError. */
    return PyObject_SetAttrString((PyObject *)core.array, "__array_ufunc__", Py_None);
}
