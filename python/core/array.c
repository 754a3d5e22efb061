/* What the two array types, usm_ndarray and dpnp.ndarray, have in common: their base type, the life
 * of an array, and making one of the right type.
 *
 * The types take no part in cyclic garbage collection: what an array refers to (a MemoryUSM*
 * object, a module) does not refer back, and an untracked object is cheaper to make. */
#include "array.h"
#include "wait.h"

#include <structmember.h>

/* ---- making and dropping --------------------------------------------------------------------- */

static core_array *new_of_type(PyTypeObject *type)
{
    return (core_array *)PyType_GenericAlloc(type, 0);
}

core_array *core_array_new(void)
{
    return new_of_type(core.array);
}

core_array *core_array_new_for_type(PyObject *type)
{
    const int is_ndarray =
        type && PyType_Check(type) && PyType_IsSubtype((PyTypeObject *)type, core.ndarray);
    return new_of_type(is_ndarray ? (PyTypeObject *)type : core.array);
}

core_array *core_array_new_like(const dpex_array *x)
{
    return new_of_type(core_array_is_ndarray(x) ? core.ndarray : core.array);
}

core_array *core_array_new_like2(const dpex_array *x1, const dpex_array *x2)
{
    return core_array_new_like(core_array_is_ndarray(x2) ? x2 : x1);
}

core_array *core_array_new_for(const dpex_operand *operands, int n)
{
    for (int i = 0; i < n; i++)
        if (operands[i].array && core_array_is_ndarray(operands[i].array))
            return new_of_type(core.ndarray);
    return new_of_type(core.array);
}

/* The struct is marked as that of a dpnp.ndarray, or not, whatever it was made from. */
static void tag(core_array *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    int is_ndarray =
        type == core.ndarray || (type != core.array && PyType_IsSubtype(type, core.ndarray));
    if (is_ndarray)
        self->array.flags |= DPEX_ARRAY_TAGGED;
    else
        self->array.flags &= ~(uint32_t)DPEX_ARRAY_TAGGED;
}

void core_array_refresh(core_array *self)
{
    tag(self);
    dpex_array *x = &self->array;
    self->data = dpex_array_get_ptr(x);
    self->nd = x->nd;
    self->shape = (Py_ssize_t *)x->shape;
    self->strides = x->flags & DPEX_ARRAY_C_CONTIGUOUS ? NULL : (Py_ssize_t *)x->strides;
    self->typenum = dpex_dtype_get_info(x->dtype)->typenum;
    self->flags = (int)(x->flags & ~(uint32_t)(DPEX_ARRAY_TAGGED | DPEX_ARRAY_LOCKED));
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
    PyErr_Format(PyExc_TypeError, "%s must be a dpctl.tensor.usm_ndarray or a dpnp.ndarray, not %U",
                 what, name);
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

/* Iteration, and sequence access by libraries that use it. */
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

PyObject *core_array_print(PyObject *self, const char *module_name, const char *function)
{
    PyObject *module = PyImport_ImportModule(module_name);
    if (!module) return NULL;
    PyObject *text = PyObject_CallMethod(module, function, "O", self);
    Py_DECREF(module);
    return text;
}

/* ---- the types ------------------------------------------------------------------------------- */

static PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(core_array, weak_references), READONLY, NULL},
    {NULL},
};

static const PyType_Slot shared_slots[] = {
    {Py_tp_dealloc, dealloc},
    {Py_tp_hash, PyObject_HashNotImplemented},
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

int core_array_add_type(PyObject *module, const char *name, const PyType_Slot *own,
                        PyTypeObject **type)
{
    PyType_Slot slots[MAX_SLOTS];
    int n = append(slots, 0, own);
    n = append(slots, n, shared_slots);
    n = append(slots, n, core_array_operators);
    slots[n] = (PyType_Slot){0, NULL};
    PyType_Spec spec = {
        .name = name,
        .basicsize = sizeof(core_array),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .slots = slots,
    };
    return core_add_type(module, &spec, core.array_base, type);
}

static PyObject *refuse_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)type, (void)args, (void)kwargs;
    PyErr_SetString(PyExc_TypeError,
                    "the base of array types has no instances; use dpctl.tensor or dpnp");
    return NULL;
}

int core_add_array(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_doc, "What dpctl.tensor.usm_ndarray and dpnp.ndarray have in common."},
        {Py_tp_new, refuse_new},
        {Py_tp_dealloc, dealloc},
        {Py_tp_getset, core_array_attributes},
        {Py_tp_methods, core_array_methods},
        {Py_tp_members, members},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "opendpex._core.array_base",
        .basicsize = sizeof(core_array),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .slots = slots,
    };
    return core_add_type(module, &spec, NULL, &core.array_base);
}
