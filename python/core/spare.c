/* Array objects that are kept for the next arrays: expressions make and drop many, often with one element each.
 *
 * Three kinds are kept: objects without an array, which save an allocation; arrays without dimensions whose memory nobody else
 * knows, which also save the memory pool's and the reference counts' atomic operations: most of the time that such an array takes;
 * and views of single elements, of which the reference to the queue is kept. Of arrays without dimensions, the last result of an
 * operation stays alive here: most are dropped before the next one, which then neither ends nor begins an object. Views and arrays
 * hold their queue, and the arrays a block of the pool, so they are given up where that could be noticed: with every queue object,
 * and before the pool is asked or trimmed. All of it is guarded by the GIL. */
#include "spare.h"

enum { MOST_OBJECTS = 64, MOST_ELEMENTS = 16, N_SIZES = DPEX_ELEMENT_N_SIZES };

typedef struct stack {
    core_array *items[MOST_OBJECTS];
    int n;
} stack;

static stack objects, elements[N_SIZES]; /* by the logarithm of the itemsize */
static stack views;                      /* array.queue is a reference, array.storage NULL */
static core_array *latest[N_SIZES];      /* references to the last results of operations, or NULL */

/* What is asked of a dtype with every element, without a call to the library. */
static const struct {
    uint8_t itemsize;
    int typenum;
} facts[] = {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, ...)                  \
    [number] = {bytes, typenum},
#include <dpex/defs/dtype.def>
#undef DPEX_DTYPE
};

static int size_of(dpex_dtype dtype)
{
    return __builtin_ctz(facts[dtype].itemsize);
}

static int is_kept_type(const PyTypeObject *type)
{
    return type == core.array || type == core.ndarray;
}

/* The object is as one that was just allocated. */
static core_array *revive(core_array *kept, PyTypeObject *type)
{
    return (core_array *)PyObject_Init((PyObject *)kept, type);
}

core_array *core_spare_new(PyTypeObject *type)
{
    if (objects.n && is_kept_type(type)) return revive(objects.items[--objects.n], type);
    core_array *self = (core_array *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->vtable = core.array_vtable;
    self->base = Py_NewRef(Py_None);
    self->array_namespace = Py_NewRef(Py_None);
    return self;
}

/* What an object without references to others still counts. */
static void give_none_back(core_array *self)
{
    Py_DECREF(self->base);
    Py_DECREF(self->array_namespace);
}

static void free_object(core_array *self)
{
    give_none_back(self);
    freefunc release = (freefunc)PyType_GetSlot(core.ndarray, Py_tp_free);
    release(self);
}

/* Of an object whose type has been given up. */
static void keep_or_free(core_array *self)
{
    if (objects.n < MOST_OBJECTS)
        objects.items[objects.n++] = self;
    else
        free_object(self);
}

static void drop_element(core_array *self)
{
    dpex_array_fini(&self->array);
    self->array.storage = NULL;
    keep_or_free(self);
}

static core_array *revive_element(core_array *self, int is_ndarray)
{
    self->typenum = facts[self->array.dtype].typenum;
    if (is_ndarray)
        self->array.flags |= DPEX_ARRAY_TAGGED;
    else
        self->array.flags &= ~(uint32_t)DPEX_ARRAY_TAGGED;
    return revive(self, is_ndarray ? core.ndarray : core.array);
}

core_array *core_spare_element(int is_ndarray, const dpex_array *x, dpex_dtype dtype,
                               const dpex_scalar *value)
{
    const int size = size_of(dtype);
    while (elements[size].n) {
        core_array *self = elements[size].items[--elements[size].n];
        if (dpex_element_reuse(&self->array, x, dtype, value))
            return revive_element(self, is_ndarray);
        drop_element(self);
    }
    return NULL;
}

/* Whether nobody gave the object what a new one lacks. */
static inline int is_untouched(const core_array *self)
{
    return !self->weak_references && !self->seen && self->base == Py_None &&
           self->array_namespace == Py_None;
}

/* Two results may become the next one: the last, if it was dropped meanwhile, which is alive here and so neither ends nor begins;
 * or one that has been kept. Called for the one and then the other. A weak reference to the last result ends with the next one. */
static inline dpex_array *latest_array(int size, const PyTypeObject *type)
{
    core_array *self = latest[size];
    if (!self || Py_REFCNT((PyObject *)self) != 1 || Py_TYPE((PyObject *)self) != type) return NULL;
    if (is_untouched(self)) return &self->array;
    Py_CLEAR(latest[size]);
    return NULL;
}

static inline dpex_array *kept_array(int size)
{
    const stack *kept = &elements[size];
    return kept->n ? &kept->items[kept->n - 1]->array : NULL;
}

static inline core_array *take_latest(int size)
{
    core_array *self = latest[size];
    self->typenum = facts[self->array.dtype].typenum;
    return (core_array *)Py_NewRef((PyObject *)self);
}

/* The end of the previous one may call Python, by a weak reference. */
static core_array *take_kept(int size, int is_ndarray)
{
    core_array *self = revive_element(elements[size].items[--elements[size].n], is_ndarray),
               *previous = latest[size];
    latest[size] = (core_array *)Py_NewRef((PyObject *)self);
    Py_XDECREF((PyObject *)previous);
    return self;
}

core_array *core_spare_apply(int is_ndarray, const dpex_op *op, const dpex_operand *operands,
                             dpex_dtype dtype)
{
    const int size = dpex_element_size(op, dtype);
    dpex_array *out = latest_array(size, is_ndarray ? core.ndarray : core.array);
    if (out && dpex_element_apply(op, operands, out)) return take_latest(size);
    out = kept_array(size);
    return out && dpex_element_apply(op, operands, out) ? take_kept(size, is_ndarray) : NULL;
}

/* The object's value where it is a number that is of the dtype as it stands, or an int beside float64. */
static inline int read_number(PyObject *object, dpex_dtype dtype, dpex_scalar *number)
{
    int overflow = 0;
    if (dtype == DPEX_F64 && PyFloat_CheckExact(object)) {
        number->f64 = PyFloat_AsDouble(object);
        return 1;
    }
    if ((dtype != DPEX_F64 && dtype != DPEX_I64) || !PyLong_CheckExact(object)) return 0;
    const long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (dtype == DPEX_F64)
        number->f64 = (double)value;
    else
        number->i = value;
    return !overflow;
}

PyObject *core_spare_pair(const dpex_op *op, PyObject *a, PyObject *b, int is_comparison)
{
    PyTypeObject *type = Py_TYPE(a);
    if (!is_kept_type(type) || ((core_array *)a)->array.nd) return NULL;
    const dpex_array *x = &((core_array *)a)->array;
    const dpex_array *y = Py_TYPE(b) == type ? &((core_array *)b)->array : NULL;
    dpex_scalar number;
    if (!y && !read_number(b, x->dtype, &number)) return NULL;
    const int size = is_comparison ? 0 : size_of(x->dtype);
    dpex_array *out = latest_array(size, type);
    if (out && dpex_element_apply_to_pair(op, x, y, &number, out))
        return (PyObject *)take_latest(size);
    out = kept_array(size);
    return out && dpex_element_apply_to_pair(op, x, y, &number, out)
               ? (PyObject *)take_kept(size, type == core.ndarray)
               : NULL;
}

static void drop_view(core_array *self)
{
    dpex_queue_release(self->array.queue);
    keep_or_free(self);
}

core_array *core_spare_view(int is_ndarray, const dpex_array *x, const int64_t *indices)
{
    PyTypeObject *type = is_ndarray ? core.ndarray : core.array;
    while (views.n) {
        core_array *self = views.items[--views.n];
        if (self->array.queue != x->queue) {
            drop_view(self);
            continue;
        }
        if (dpex_element_view(x, indices, 1, &self->array)) return revive(self, type);
        views.n++;
        return NULL;
    }
    core_array *self = core_spare_new(type);
    if (!self || dpex_element_view(x, indices, 0, &self->array)) return self;
    self->array.storage = NULL;
    Py_DECREF(self);
    return NULL;
}

/* Whether an array without dimensions has been kept as one of the two kinds. */
static int keep_element(core_array *self)
{
    const int size = size_of(self->array.dtype);
    if (elements[size].n < MOST_ELEMENTS && dpex_element_is_reusable(&self->array)) {
        elements[size].items[elements[size].n++] = self;
        return 1;
    }
    if (views.n == MOST_ELEMENTS) return 0;
    dpex_storage_release(self->array.storage);
    self->array.storage = NULL;
    views.items[views.n++] = self;
    return 1;
}

void core_spare_end(core_array *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    const int has_array = self->array.storage != NULL;
    if (!is_kept_type(type)) {
        if (has_array) dpex_array_fini(&self->array);
        give_none_back(self);
        core_free((PyObject *)self);
        return;
    }
    Py_DECREF(type);
    if (has_array && self->array.nd == 0 && keep_element(self)) return;
    if (has_array)
        drop_element(self);
    else
        keep_or_free(self);
}

void core_spare_drain(void)
{
    while (views.n) drop_view(views.items[--views.n]);
    for (int i = 0; i < N_SIZES; i++) Py_CLEAR(latest[i]);
    for (int i = 0; i < N_SIZES; i++)
        while (elements[i].n) drop_element(elements[i].items[--elements[i].n]);
}
