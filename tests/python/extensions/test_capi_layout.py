"""dpctl_capi.h as dpctl publishes it: capsules and their signatures, numbers, types, and the fields of the structs behind objects."""

import importlib
import re

import numpy as np
import pytest

import dpctl
import dpctl.memory as dpm
import dpctl.program
import dpctl.tensor as dpt

FUNCTIONS = {
    "dpctl._sycl_device": {
        "SyclDevice_GetDeviceRef": "DPCTLSyclDeviceRef (struct PySyclDeviceObject *)",
        "SyclDevice_Make": "struct PySyclDeviceObject *(DPCTLSyclDeviceRef)",
    },
    "dpctl._sycl_context": {
        "SyclContext_GetContextRef": "DPCTLSyclContextRef (struct PySyclContextObject *)",
        "SyclContext_Make": "struct PySyclContextObject *(DPCTLSyclContextRef)",
    },
    "dpctl._sycl_event": {
        "SyclEvent_GetEventRef": "DPCTLSyclEventRef (struct PySyclEventObject *)",
        "SyclEvent_Make": "struct PySyclEventObject *(DPCTLSyclEventRef)",
    },
    "dpctl._sycl_queue": {
        "SyclQueue_GetQueueRef": "DPCTLSyclQueueRef (struct PySyclQueueObject *)",
        "SyclQueue_Make": "struct PySyclQueueObject *(DPCTLSyclQueueRef)",
    },
    "dpctl.program._program": {
        "SyclKernel_GetKernelRef": "DPCTLSyclKernelRef (struct PySyclKernelObject *)",
        "SyclKernel_Make": "struct PySyclKernelObject *(DPCTLSyclKernelRef, char const *)",
        "SyclProgram_GetKernelBundleRef": "DPCTLSyclKernelBundleRef (struct PySyclProgramObject *)",
        "SyclProgram_Make": "struct PySyclProgramObject *(DPCTLSyclKernelBundleRef)",
    },
    "dpctl.memory._memory": {
        "Memory_GetUsmPointer": "DPCTLSyclUSMRef (struct Py_MemoryObject *)",
        "Memory_GetOpaquePointer": "void *(struct Py_MemoryObject *)",
        "Memory_GetContextRef": "DPCTLSyclContextRef (struct Py_MemoryObject *)",
        "Memory_GetQueueRef": "DPCTLSyclQueueRef (struct Py_MemoryObject *)",
        "Memory_GetNumBytes": "size_t (struct Py_MemoryObject *)",
        "Memory_Make": "PyObject *(DPCTLSyclUSMRef, size_t, DPCTLSyclQueueRef, PyObject *)",
    },
    "dpctl.tensor._usmarray": {
        "UsmNDArray_GetData": "char *(struct PyUSMArrayObject *)",
        "UsmNDArray_GetNDim": "int (struct PyUSMArrayObject *)",
        "UsmNDArray_GetShape": "Py_ssize_t *(struct PyUSMArrayObject *)",
        "UsmNDArray_GetStrides": "Py_ssize_t *(struct PyUSMArrayObject *)",
        "UsmNDArray_GetTypenum": "int (struct PyUSMArrayObject *)",
        "UsmNDArray_GetElementSize": "int (struct PyUSMArrayObject *)",
        "UsmNDArray_GetFlags": "int (struct PyUSMArrayObject *)",
        "UsmNDArray_GetQueueRef": "DPCTLSyclQueueRef (struct PyUSMArrayObject *)",
        "UsmNDArray_GetOffset": "Py_ssize_t (struct PyUSMArrayObject *)",
        "UsmNDArray_GetUSMData": "PyObject *(struct PyUSMArrayObject *)",
        "UsmNDArray_SetWritableFlag": "void (struct PyUSMArrayObject *, int)",
        "UsmNDArray_MakeSimpleFromMemory": "PyObject *(int, Py_ssize_t const *, int, struct Py_MemoryObject *, Py_ssize_t, char)",
        "UsmNDArray_MakeSimpleFromPtr": "PyObject *(size_t, int, DPCTLSyclUSMRef, DPCTLSyclQueueRef, PyObject *)",
        "UsmNDArray_MakeFromPtr": "PyObject *(int, Py_ssize_t const *, int, Py_ssize_t const *, DPCTLSyclUSMRef, "
        "DPCTLSyclQueueRef, Py_ssize_t, PyObject *)",
    },
}
NUMBERS = {
    "USM_ARRAY_C_CONTIGUOUS": 1,
    "USM_ARRAY_F_CONTIGUOUS": 2,
    "USM_ARRAY_WRITABLE": 4,
    "UAR_TYPE_SENTINEL": 17,
    **{
        f"UAR_{name}": np.dtype(char).num
        for name, char in zip(
            "BOOL BYTE UBYTE SHORT USHORT INT UINT LONG ULONG LONGLONG ULONGLONG HALF FLOAT DOUBLE CFLOAT CDOUBLE".split(),
            "?bBhHiIlLqQefdFD",
        )
    },
}
# name of the type in C, name of the struct, the type
TYPES = [
    ("Py_SyclDeviceType", "Py_SyclDeviceObject", dpctl.SyclDevice.__base__),
    ("PySyclDeviceType", "PySyclDeviceObject", dpctl.SyclDevice),
    ("Py_SyclContextType", "Py_SyclContextObject", dpctl.SyclContext.__base__),
    ("PySyclContextType", "PySyclContextObject", dpctl.SyclContext),
    ("Py_SyclEventType", "Py_SyclEventObject", dpctl.SyclEvent.__base__),
    ("PySyclEventType", "PySyclEventObject", dpctl.SyclEvent),
    ("Py_SyclQueueType", "Py_SyclQueueObject", dpctl.SyclQueue.__base__),
    ("PySyclQueueType", "PySyclQueueObject", dpctl.SyclQueue),
    ("Py_WorkGroupMemoryType", "Py_WorkGroupMemoryObject", dpctl.WorkGroupMemory.__base__),
    ("PyWorkGroupMemoryType", "PyWorkGroupMemoryObject", dpctl.WorkGroupMemory),
    ("Py_RawKernelArgType", "Py_RawKernelArgObject", dpctl.RawKernelArg.__base__),
    ("PyRawKernelArgType", "PyRawKernelArgObject", dpctl.RawKernelArg),
    ("PySyclKernelType", "PySyclKernelObject", dpctl.program.SyclKernel),
    ("PySyclProgramType", "PySyclProgramObject", dpctl.program.SyclProgram),
    ("Py_MemoryType", "Py_MemoryObject", dpm.MemoryUSMShared.__base__),
    ("PyMemoryUSMSharedType", "Py_MemoryObject", dpm.MemoryUSMShared),
    ("PyMemoryUSMHostType", "Py_MemoryObject", dpm.MemoryUSMHost),
    ("PyMemoryUSMDeviceType", "Py_MemoryObject", dpm.MemoryUSMDevice),
    ("PyUSMArrayType", "PyUSMArrayObject", dpt.usm_ndarray),
]

SOURCE = r"""
#include "dpctl_capi.h"

#define SELF (void)self
#define AS(type, obj) ((struct type *)(obj))
#define NUMBER(p) ((Py_ssize_t)(p))

static PyObject *numbers(PyObject *self, PyObject *none)
{
    SELF; (void)none;
    PyObject *d = PyDict_New(), *n;
    @NUMBERS@
    return d;
}

static PyObject *types(PyObject *self, PyObject *none)
{
    SELF; (void)none;
    PyObject *d = PyDict_New(), *t;
    @TYPES@
    return d;
}

static PyObject *device(PyObject *self, PyObject *obj)
{
    SELF;
    struct Py_SyclDeviceObject *d = AS(Py_SyclDeviceObject, obj);
    return Py_BuildValue("nsssnnn", NUMBER(d->_device_ref), d->_vendor, d->_name, d->_driver_version,
                         NUMBER(d->_max_work_item_sizes[0]), NUMBER(d->_max_work_item_sizes[1]),
                         NUMBER(d->_max_work_item_sizes[2]));
}

static PyObject *reference(PyObject *self, PyObject *obj)
{
    SELF;
    if (PyObject_TypeCheck(obj, &PySyclContextType)) return PyLong_FromSsize_t(NUMBER(AS(Py_SyclContextObject, obj)->_ctxt_ref));
    if (PyObject_TypeCheck(obj, &PySyclEventType)) return PyLong_FromSsize_t(NUMBER(AS(Py_SyclEventObject, obj)->_event_ref));
    if (PyObject_TypeCheck(obj, &PySyclProgramType)) return PyLong_FromSsize_t(NUMBER(AS(PySyclProgramObject, obj)->_program_ref));
    if (PyObject_TypeCheck(obj, &PySyclKernelType))
        return Py_BuildValue("ns", NUMBER(AS(PySyclKernelObject, obj)->_kernel_ref), AS(PySyclKernelObject, obj)->_function_name);
    if (PyObject_TypeCheck(obj, &PyWorkGroupMemoryType))
        return PyLong_FromSsize_t(NUMBER(((RawWorkGroupMemory *)AS(Py_WorkGroupMemoryObject, obj)->_mem_ref)->nbytes));
    if (PyObject_TypeCheck(obj, &PyRawKernelArgType)) {
        RawKernelArgData *data = (RawKernelArgData *)AS(Py_RawKernelArgObject, obj)->_arg_ref;
        return PyBytes_FromStringAndSize(data->data, NUMBER(data->nbytes));
    }
    struct Py_SyclQueueObject *q = AS(Py_SyclQueueObject, obj);
    return Py_BuildValue("nOO", NUMBER(q->_queue_ref), q->_context, q->_device);
}

static PyObject *memory(PyObject *self, PyObject *obj)
{
    SELF;
    struct Py_MemoryObject *m = AS(Py_MemoryObject, obj);
    if (Memory_GetOpaquePointer(m) != m->_opaque_ptr || (PyErr_Occurred() && !m->_opaque_ptr)) return NULL;
    return Py_BuildValue("nnnOO", NUMBER(m->_memory_ptr), NUMBER(m->_opaque_ptr), m->nbytes, m->queue, m->refobj);
}

static PyObject *array(PyObject *self, PyObject *obj)
{
    SELF;
    struct PyUSMArrayObject *x = AS(PyUSMArrayObject, obj);
    PyObject *base = UsmNDArray_GetUSMData(x), *shape = PyTuple_New(x->nd_), *strides = Py_None;
    if (x->strides_) strides = PyTuple_New(x->nd_);
    for (int i = 0; i < x->nd_; i++) {
        PyTuple_SET_ITEM(shape, i, PyLong_FromSsize_t(x->shape_[i]));
        if (x->strides_) PyTuple_SET_ITEM(strides, i, PyLong_FromSsize_t(x->strides_[i]));
    }
    return Py_BuildValue("niNNiiNNO", NUMBER(x->data_), x->nd_, shape, strides, x->typenum_, x->flags_, base,
                         PyBool_FromLong(base == x->base_), x->array_namespace_ ? x->array_namespace_ : Py_None);
}

static PyMethodDef methods[] = {{"numbers", numbers, METH_NOARGS, NULL}, {"types", types, METH_NOARGS, NULL},
    {"device", device, METH_O, NULL}, {"reference", reference, METH_O, NULL}, {"memory", memory, METH_O, NULL},
    {"array", array, METH_O, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "capi_layout", NULL, -1, methods};

PyMODINIT_FUNC PyInit_capi_layout(void)
{
    import_dpctl();
    return PyErr_Occurred() ? NULL : PyModule_Create(&module);
}
"""


@pytest.fixture(scope="module")
def ext(build_c):
    numbers = [f'n = PyLong_FromLong({n}); PyDict_SetItemString(d, "{n}", n); Py_DECREF(n);' for n in NUMBERS]
    types = [
        f't = Py_BuildValue("On", &{name}, (Py_ssize_t)sizeof(struct {struct})); PyDict_SetItemString(d, "{name}", t); Py_DECREF(t);'
        for name, struct, _ in TYPES
    ]
    text = SOURCE.replace("@NUMBERS@", "\n    ".join(numbers)).replace("@TYPES@", "\n    ".join(types))
    return build_c("capi_layout", text)


@pytest.mark.parametrize("module", FUNCTIONS)
def test_capsules_have_the_published_signatures(module):
    capsules = importlib.import_module(module).__pyx_capi__
    signatures = {name: re.match(r'<capsule object "(.*)" at', repr(capsule))[1] for name, capsule in capsules.items()}
    assert FUNCTIONS[module].items() <= signatures.items()
    if module == "dpctl.tensor._usmarray":
        assert all(signatures[name] == "int" for name in NUMBERS)


def test_numbers_are_numpys(ext):
    assert ext.numbers() == NUMBERS


def test_types_have_the_size_of_their_structs(ext):
    """Cython warns of another size when it imports a type."""
    found = ext.types()
    for name, _, expected in TYPES:
        kind, size = found[name]
        assert kind is expected and size == kind.__basicsize__, name


@pytest.fixture
def queue():
    return dpctl.SyclQueue("cpu")


def test_fields_of_devices_contexts_events_and_queues(ext, queue):
    d = queue.sycl_device
    expected = (d.addressof_ref(), d.vendor, d.name, d.driver_version, *d.max_work_item_sizes3d)
    assert ext.device(d) == expected
    assert ext.reference(queue.sycl_context) == queue.sycl_context.addressof_ref()
    event = queue.submit_barrier()
    assert ext.reference(event) == event.addressof_ref()
    assert ext.reference(queue) == (queue.addressof_ref(), queue.sycl_context, queue.sycl_device)


def test_fields_of_kernels_and_of_arguments_that_are_objects(ext, queue):
    program = dpctl.program.create_program_from_source(queue, "kernel void f(global int *x) { x[0] = 1; }")
    assert ext.reference(program) == program.addressof_ref()
    kernel = program.get_sycl_kernel("f")
    assert ext.reference(kernel) == (kernel.addressof_ref(), "f")
    assert ext.reference(dpctl.WorkGroupMemory("f8", 5)) == 40
    assert ext.reference(dpctl.RawKernelArg(np.arange(3, dtype="u1"))) == b"\0\1\2"


@pytest.mark.parametrize("kind", [dpm.MemoryUSMDevice, dpm.MemoryUSMShared, dpm.MemoryUSMHost])
def test_fields_of_memory(ext, queue, kind):
    memory = kind(24, queue=queue)
    assert ext.memory(memory) == (memory._pointer, 0, 24, queue, None)
    window = dpm.as_usm_memory(dpt.usm_ndarray((3,), dtype="u1", buffer=memory))
    assert ext.memory(window)[0] == memory._pointer and ext.memory(window)[4] is window.reference_obj


def test_fields_of_arrays(ext, queue):
    x = dpt.zeros((3, 4), dtype="i2", sycl_queue=queue)
    for view in (x, x[:, ::2], x.T, x[1, 1]):
        data, nd, shape, strides, typenum, flags, base, is_base, _ = ext.array(view)
        assert (data, nd, shape, typenum) == (view._pointer, view.ndim, view.shape, np.dtype("i2").num)
        assert strides == (None if view.flags.c_contiguous else view.strides)
        assert flags == view.flags.c_contiguous + 2 * view.flags.f_contiguous + 4 * view.flags.writable
        assert is_base and base is view.usm_data
