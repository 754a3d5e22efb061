/* packbits and unpackbits of few elements in rows: in the calling thread, where the elements can be read at once. Other arrays and arguments are left to Python (dpnp/_bits.py), which computes by 64-bit words. */
#include "args.h"
#include "array.h"

#include <string.h>

enum { LONGEST = 2048 }; /* bits */

/* Lines of bits along an axis, each ending in a byte of its own. */
typedef struct lines {
    int axis; /* -1: one line of all elements */
    int64_t n_outer, extent, n_inner;
} lines;

/* f(a, axis=None) of a short array in rows, the axis by position or by name. 0: another call. */
static int find_lines(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, lines *l)
{
    PyObject *axis;
    const dpex_array *x = &((core_array *)args[0])->array;
    if (!core_find_axis(args, n, kwnames, 1, &axis) || !(x->flags & DPEX_ARRAY_C_CONTIGUOUS))
        return 0;
    if (x->nd == 0 || x->size == 0 || x->size > LONGEST) return 0;
    *l = (lines){-1, 1, x->size, 1};
    if (!axis || axis == Py_None) return 1;
    if (!core_is_axis(axis, x->nd, &l->axis)) return 0;
    l->extent = x->shape[l->axis];
    for (int d = 0; d < l->axis; d++) l->n_outer *= x->shape[d];
    for (int d = l->axis + 1; d < x->nd; d++) l->n_inner *= x->shape[d];
    return 1;
}

/* Whether the calling thread may read, or write, the elements now: whether it could one of them. */
static int can_read(const dpex_array *x)
{
    static const int64_t first[DPEX_MAX_NDIM];
    dpex_scalar value;
    return dpex_element_read(x, x->nd ? first : NULL, &value);
}

/* A new array of bytes like x but along the axis; NULL without an exception: it cannot be written now. */
static PyObject *new_bytes(const dpex_array *x, const lines *l, int64_t extent)
{
    int64_t shape[DPEX_MAX_NDIM];
    const int is_flat = l->axis < 0;
    memcpy(shape, x->shape, (size_t)x->nd * sizeof *shape);
    shape[is_flat ? 0 : l->axis] = extent;
    core_array *out = core_array_new_like(x);
    if (!out) return NULL;
    const dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    PyObject *made =
        core_array_finish(out, dpex_array_init(x->queue, DPEX_U8, is_flat ? 1 : x->nd, shape,
                                               DPEX_ORDER_C, kind, &out->array));
    if (made && !can_read(&out->array)) Py_CLEAR(made);
    return made;
}

static void pack(uint8_t *bytes, const uint8_t *bits, const lines *l)
{
    const int64_t n_bytes = (l->extent + 7) / 8;
    memset(bytes, 0, (size_t)(l->n_outer * n_bytes * l->n_inner));
    for (int64_t o = 0; o < l->n_outer; o++, bytes += n_bytes * l->n_inner)
        for (int64_t k = 0; k < l->extent; k++, bits += l->n_inner)
            for (int64_t i = 0; i < l->n_inner; i++)
                bytes[k / 8 * l->n_inner + i] |= (uint8_t)((bits[i] != 0) << (7 - k % 8));
}

static void unpack(uint8_t *bits, const uint8_t *bytes, const lines *l)
{
    for (int64_t o = 0; o < l->n_outer; o++, bytes += l->extent * l->n_inner)
        for (int64_t k = 0; k < 8 * l->extent; k++, bits += l->n_inner)
            for (int64_t i = 0; i < l->n_inner; i++)
                bits[i] = bytes[k / 8 * l->n_inner + i] >> (7 - k % 8) & 1;
}

/* usual_packbits(a, axis=None) */
static PyObject *usual_packbits(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                PyObject *kwnames)
{
    (void)self;
    lines l;
    const dpex_array *x = &((core_array *)args[0])->array;
    if (!find_lines(args, n, kwnames, &l) || (x->dtype != DPEX_BOOL && x->dtype != DPEX_U8) ||
        !can_read(x))
        return core_left_to_python();
    PyObject *made = new_bytes(x, &l, (l.extent + 7) / 8);
    if (made) pack(dpex_array_get_ptr(&((core_array *)made)->array), dpex_array_get_ptr(x), &l);
    return made || PyErr_Occurred() ? made : core_left_to_python();
}

/* usual_unpackbits(a, axis=None) */
static PyObject *usual_unpackbits(PyObject *self, PyObject *const *args, Py_ssize_t n,
                                  PyObject *kwnames)
{
    (void)self;
    lines l;
    const dpex_array *x = &((core_array *)args[0])->array;
    if (!find_lines(args, n, kwnames, &l) || x->dtype != DPEX_U8 || 8 * x->size > LONGEST ||
        !can_read(x))
        return core_left_to_python();
    PyObject *made = new_bytes(x, &l, 8 * l.extent);
    if (made) unpack(dpex_array_get_ptr(&((core_array *)made)->array), dpex_array_get_ptr(x), &l);
    return made || PyErr_Occurred() ? made : core_left_to_python();
}

static PyMethodDef functions[] = {
    {"usual_packbits", CORE_FAST(usual_packbits), NULL},
    {"usual_unpackbits", CORE_FAST(usual_unpackbits), NULL},
    {NULL},
};

int core_add_short_bits(PyObject *module)
{
    return core_add_functions(module, functions);
}
