/* The two protocols by which objects show USM memory: an attribute that is a usm_ndarray, and a
 * dict of address, shape and queue. Neither copies anything. */
#include "interop.h"

#include "dtype.h"
#include "queue.h"
#include "suai.h"

static const char array_attribute[] = "__usm_ndarray__";

/* The attribute, new; NULL without an exception where there is none. */
static PyObject *find_array(PyObject *object)
{
    PyObject *found = PyObject_GetAttrString(object, array_attribute);
    if (!found && PyErr_ExceptionMatches(PyExc_AttributeError)) PyErr_Clear();
    if (found && !core_array_check(found)) Py_CLEAR(found);
    return found;
}

int core_interop_has_usm(PyObject *object)
{
    if (core_is_numpy_array(object)) return 0;
    PyObject *found = find_array(object);
    if (PyErr_Occurred()) return -1;
    Py_XDECREF(found);
    return found ? 1 : core_suai_has(object);
}

static PyObject *view_interface(const core_suai *suai)
{
    dpex_queue *queue = core_queue_get(suai->queue, "syclobj");
    if (!queue) return NULL;
    if (suai->dtype < 0) {
        PyErr_SetString(PyExc_ValueError,
                        "__sycl_usm_array_interface__: arrays hold no data of this typestr");
        return NULL;
    }
    core_array *out = core_array_new();
    if (!out) return NULL;
    uint32_t flags = suai->read_only ? DPEX_ARRAY_LOCKED : DPEX_ARRAY_WRITABLE;
    PyObject *view = core_array_finish(
        out, dpex_array_init_view(suai->storage, queue, (dpex_dtype)suai->dtype, suai->offset,
                                  suai->nd, suai->shape, suai->strides, flags, &out->array));
    if (view && core_array_check_alignment(&out->array)) Py_CLEAR(view);
    return view;
}

PyObject *core_interop_view(PyObject *object)
{
    PyObject *found = find_array(object);
    if (found || PyErr_Occurred()) return found;
    core_suai suai;
    if (core_suai_read(object, &suai)) return NULL;
    PyObject *view = view_interface(&suai);
    core_suai_fini(&suai);
    return view;
}

/* usm_view(object): a usm_ndarray over its memory, None where it shows none. */
static PyObject *usm_view(PyObject *self, PyObject *object)
{
    (void)self;
    int has = core_interop_has_usm(object);
    if (has < 0) return NULL;
    return has ? core_interop_view(object) : Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"usm_view", usm_view, METH_O, NULL},
    {NULL},
};

int core_add_interop(PyObject *module)
{
    return core_add_functions(module, functions);
}
