/* What the types usm_ndarray and dpnp.ndarray have in common: their base type and the slots that both fill in.
 *
 * Here the parts of an array meet: attributes, methods, operators, subscripts and conversions each have a file, and none of them
 * calls into this one. The types take no part in cyclic garbage collection: what an array refers to (a MemoryUSM* object, a
 * module) does not refer back, and an untracked object is cheaper to make. */
#include "array.h"
#include "caller.h"
#include "spare.h"

#include <structmember.h>

static void dealloc(PyObject *object)
{
    core_array *self = (core_array *)object;
    if (self->weak_references) PyObject_ClearWeakRefs(object);
    if (self->base != Py_None) core_array_set_base(self, Py_None);
    if (self->seen) Py_CLEAR(self->seen);
    if (self->array_namespace != Py_None) {
        Py_DECREF(self->array_namespace);
        self->array_namespace = Py_NewRef(Py_None);
    }
    core_spare_end(self);
}

/* ---- as a sequence ------------------------------------------------------------------------------- */

static Py_ssize_t length(PyObject *object)
{
    const core_array *self = (core_array *)object;
    if (self->array.nd > 0) return (Py_ssize_t)self->array.shape[0];
    PyErr_SetString(PyExc_TypeError, "len() of an array with 0 dimensions");
    core_name_error_inside(NULL);
    return -1;
}

/* Iteration, and sequence access by libraries that use it. An iteration ends with an IndexError that nobody sees, for which no
 * function is sought to name. */
static PyObject *item(PyObject *self, Py_ssize_t i)
{
    const int64_t at = i;
    const dpex_array *x = &((core_array *)self)->array;
    if (x->nd > 0 && i >= x->shape[0])
        return PyErr_Format(PyExc_IndexError,
                            "index %zd is out of bounds for axis 0 with size %lld", i,
                            (long long)x->shape[0]);
    if (((core_array *)self)->array.nd == 1) {
        PyObject *element = core_array_view_element(self, &at);
        if (element || PyErr_Occurred()) return element;
    }
    PyObject *key = PyLong_FromSsize_t(i);
    PyObject *view = key ? core_array_subscript(self, key) : NULL;
    Py_XDECREF(key);
    return view;
}

static PyObject *iterate(PyObject *self)
{
    if (((core_array *)self)->array.nd > 0) return PySeqIter_New(self);
    PyErr_SetString(PyExc_TypeError, "iteration over an array with 0 dimensions");
    return core_named_operator(NULL, NULL);
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

int core_add_array_type(PyObject *module)
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
