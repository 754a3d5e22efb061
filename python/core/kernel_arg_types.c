/* LocalAccessor, WorkGroupMemory and RawKernelArg: memory of a work-group, and bytes that are passed as they are. */
#include <stddef.h>
#include <string.h>

#include "args.h"
#include "kernel_args.h"

/* ---- sizes ---- */

/* *bytes *= factor; -1 with OverflowError. */
static int multiply(size_t *bytes, size_t factor)
{
    if (!factor || *bytes <= SIZE_MAX / factor) {
        *bytes *= factor;
        return 0;
    }
    PyErr_SetString(PyExc_OverflowError, "the size in bytes does not fit into 64 bits");
    return -1;
}

/* The size of "i4", "f8"...: a letter of `letters` and a number. 0: not such a text. */
static size_t dtype_bytes(PyObject *dtype, const char *letters)
{
    const char *text = PyUnicode_AsUTF8AndSize(dtype, NULL);
    if (!text || !*text || !strchr(letters, *text)) return 0;
    size_t bytes = 0;
    for (text++; *text; text++) {
        if (*text < '0' || *text > '9' || bytes > 1000000) return 0;
        bytes = 10 * bytes + (size_t)(*text - '0');
    }
    return bytes;
}

/* ---- LocalAccessor ---- */

/* *bytes *= the extent, an int that is not negative. */
static int multiply_by_extent(PyObject *shape, Py_ssize_t i, size_t *bytes)
{
    PyObject *extent = PySequence_GetItem(shape, i);
    if (!extent) return -1;
    Py_ssize_t n = -1;
    if (!PyLong_Check(extent))
        core_type_error("each extent of LocalAccessor's shape", "an int", extent);
    else
        n = PyLong_AsSsize_t(extent);
    Py_DECREF(extent);
    if (PyErr_Occurred()) return -1;
    if (n >= 0) return multiply(bytes, (size_t)n);
    PyErr_Format(PyExc_ValueError,
                 "the extents of LocalAccessor's shape must not be negative, shape[%zd] is %zd", i,
                 n);
    return -1;
}

static PyObject *local_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("LocalAccessor");
    static char *names[] = {"dtype", "shape", NULL};
    PyObject *dtype, *shape;
    size_t bytes;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO:LocalAccessor", names, &dtype, &shape))
        return NULL;
    if (core_item_bytes(dtype, "LocalAccessor's dtype", &bytes)) return NULL;
    if (!PyList_Check(shape) && !PyTuple_Check(shape))
        return core_type_error("LocalAccessor's shape", "a list or tuple", shape);
    Py_ssize_t nd = PySequence_Size(shape);
    if (nd < 1 || nd > 3)
        return PyErr_Format(PyExc_ValueError,
                            "LocalAccessor's shape must have 1 to 3 extents, not %zd", nd);
    for (Py_ssize_t i = 0; i < nd; i++)
        if (multiply_by_extent(shape, i, &bytes)) return NULL;
    core_local_accessor *self = (core_local_accessor *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->bytes = bytes;
    self->nd = (int)nd;
    return (PyObject *)self;
}

static PyObject *local_repr(PyObject *self)
{
    return PyUnicode_FromFormat("LocalAccessor(%d)", ((core_local_accessor *)self)->nd);
}

static void dealloc(PyObject *self)
{
    core_free(self);
}

static PyType_Slot local_slots[] = {
    {Py_tp_doc, "LocalAccessor(dtype, shape)\n--\n\n"
                "Local memory of each work-group: dtype one of i1, u1, i2, u2, i4, u4, i8, u8, f4, "
                "f8; shape 1 to 3 ints."},
    {Py_tp_new, local_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, local_repr},
    {0, NULL},
};

static PyType_Spec local_spec = {
    .name = "dpctl._sycl_queue.LocalAccessor",
    .basicsize = sizeof(core_local_accessor),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = local_slots,
};

/* ---- what WorkGroupMemory and RawKernelArg share ---- */

static PyObject *is_available(PyObject *type, PyObject *unused)
{
    (void)type, (void)unused;
    Py_RETURN_TRUE;
}

static PyObject *get_ref(PyObject *self, void *closure)
{
    (void)closure; /* both structs have `ref` at the same offset */
    return PyLong_FromVoidPtr((void *)((core_work_group_memory *)self)->ref);
}

static PyMethodDef methods[] = {
    {"is_available", is_available, METH_NOARGS | METH_STATIC,
     "is_available()\n--\n\nWhether kernels can take it: True."},
    {NULL},
};

static PyGetSetDef properties[] = {
    {"_ref", get_ref, NULL, "the address of the reference, an int", NULL},
    {NULL},
};

/* Refuses keywords and anything but one or two arguments. */
static int take_one_or_two(const char *function, PyObject *args, PyObject *kwargs, PyObject **first,
                           PyObject **second)
{
    if (kwargs && PyDict_Size(kwargs)) {
        PyErr_Format(PyExc_TypeError, "%s() takes no keywords", function);
        return -1;
    }
    *second = NULL;
    return PyArg_UnpackTuple(args, function, 1, 2, first, second) ? 0 : -1;
}

static int size_from_int(PyObject *object, const char *what, size_t *value)
{
    if (PyLong_Check(object)) return core_size(object, what, value);
    core_type_error(what, "an int", object);
    return -1;
}

/* ---- WorkGroupMemory ---- */

static int work_group_bytes(PyObject *first, PyObject *second, size_t *bytes)
{
    if (!second) return size_from_int(first, "WorkGroupMemory's argument", bytes);
    size_t count;
    if (!PyUnicode_Check(first)) {
        core_type_error("WorkGroupMemory's dtype", "a str", first);
        return -1;
    }
    *bytes = dtype_bytes(first, "iuf");
    if (!*bytes) {
        PyErr_Format(PyExc_TypeError,
                     "WorkGroupMemory's dtype %R is not a letter i, u or f with a number of bytes",
                     first);
        return -1;
    }
    return size_from_int(second, "WorkGroupMemory's count", &count) ? -1 : multiply(bytes, count);
}

static PyObject *work_group_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("WorkGroupMemory");
    PyObject *first, *second;
    size_t bytes;
    if (take_one_or_two("WorkGroupMemory", args, kwargs, &first, &second)) return NULL;
    if (work_group_bytes(first, second, &bytes)) return NULL;
    core_work_group_memory *self = (core_work_group_memory *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->bytes = bytes;
    self->ref = &self->bytes;
    return (PyObject *)self;
}

static PyType_Slot work_group_slots[] = {
    {Py_tp_doc,
     "WorkGroupMemory(nbytes_or_dtype, count=None, /)\n--\n\n"
     "WorkGroupMemory(nbytes), WorkGroupMemory(dtype, count)\n\n"
     "Local memory of each work-group; dtype is a letter i, u or f with a number of bytes."},
    {Py_tp_new, work_group_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec work_group_spec = {
    .name = "dpctl._sycl_queue.WorkGroupMemory",
    .basicsize = sizeof(core_work_group_memory),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = work_group_slots,
};

/* ---- RawKernelArg ---- */

static PyObject *raw_take(PyTypeObject *type, const void *data, size_t bytes)
{
    core_raw_kernel_arg *self = (core_raw_kernel_arg *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->ref = &self->arg;
    self->arg.data = PyMem_Malloc(bytes ? bytes : 1);
    if (!self->arg.data) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    self->arg.bytes = bytes;
    if (bytes) memcpy(self->arg.data, data, bytes);
    return (PyObject *)self;
}

static PyObject *raw_from_buffer(PyTypeObject *type, PyObject *object)
{
    Py_buffer view;
    if (!PyObject_CheckBuffer(object))
        return core_type_error("RawKernelArg's argument", "a buffer", object);
    if (PyObject_GetBuffer(object, &view, PyBUF_SIMPLE)) return NULL;
    PyObject *self = raw_take(type, view.buf, (size_t)view.len);
    PyBuffer_Release(&view);
    return self;
}

static PyObject *raw_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    CORE_NAMED("RawKernelArg");
    PyObject *first, *second;
    if (take_one_or_two("RawKernelArg", args, kwargs, &first, &second)) return NULL;
    if (!second) return raw_from_buffer(type, first);
    size_t bytes, address;
    if (size_from_int(first, "RawKernelArg's number of bytes", &bytes)) return NULL;
    if (size_from_int(second, "RawKernelArg's pointer", &address)) return NULL;
    if (bytes && !address) {
        PyErr_SetString(PyExc_ValueError, "RawKernelArg's pointer is NULL");
        return NULL;
    }
    return raw_take(type, (const void *)address, bytes);
}

static void raw_dealloc(PyObject *self)
{
    PyMem_Free(((core_raw_kernel_arg *)self)->arg.data);
    dealloc(self);
}

static PyType_Slot raw_slots[] = {
    {Py_tp_doc,
     "RawKernelArg(buffer_or_nbytes, ptr=None, /)\n--\n\n"
     "RawKernelArg(buffer), RawKernelArg(nbytes, ptr)\n\n"
     "Bytes that a kernel gets by value as they are, such as a struct; they are copied."},
    {Py_tp_new, raw_new},
    {Py_tp_dealloc, raw_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec raw_spec = {
    .name = "dpctl._sycl_queue.RawKernelArg",
    .basicsize = sizeof(core_raw_kernel_arg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = raw_slots,
};

/* ---- what extensions see of both: their reference ---- */

static PyType_Slot base_slots[] = {
    {Py_tp_doc, "What extensions see of the type derived from it: its reference."},
    {Py_tp_dealloc, dealloc},
    {0, NULL},
};

static PyType_Spec work_group_base_spec = {
    .name = "dpctl._sycl_queue._WorkGroupMemory",
    .basicsize = offsetof(core_work_group_memory, bytes),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = base_slots,
};

static PyType_Spec raw_base_spec = {
    .name = "dpctl._sycl_queue._RawKernelArg",
    .basicsize = offsetof(core_raw_kernel_arg, arg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = base_slots,
};

int core_add_kernel_arg_types(PyObject *module)
{
    if (core_add_type(module, &local_spec, NULL, &core.local_accessor)) return -1;
    if (core_add_type(module, &work_group_base_spec, NULL, &core.work_group_memory_base)) return -1;
    if (core_add_type(module, &work_group_spec, core.work_group_memory_base,
                      &core.work_group_memory))
        return -1;
    if (core_add_type(module, &raw_base_spec, NULL, &core.raw_kernel_arg_base)) return -1;
    return core_add_type(module, &raw_spec, core.raw_kernel_arg_base, &core.raw_kernel_arg);
}
