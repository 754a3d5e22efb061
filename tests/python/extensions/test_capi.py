"""A C extension over dpctl_capi.h and the C interface library: objects go in and come out, misuse raises."""

import numpy as np
import pytest

import dpctl
import dpctl.memory as dpm
import dpctl.program
import dpctl.tensor as dpt

SOURCE = r"""
#include "dpctl_capi.h"

#define SELF (void)self

/* A second queue on the same context and device, in order. */
static PyObject *sibling(PyObject *self, PyObject *queue)
{
    SELF;
    DPCTLSyclQueueRef q = SyclQueue_GetQueueRef((struct PySyclQueueObject *)queue);
    if (!q) return NULL;
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(q);
    DPCTLSyclDeviceRef device = DPCTLQueue_GetDevice(q);
    DPCTLSyclQueueRef made = DPCTLQueue_Create(ctx, device, NULL, DPCTL_IN_ORDER);
    PyObject *result = (PyObject *)SyclQueue_Make(made);
    DPCTLQueue_Delete(made);
    DPCTLContext_Delete(ctx);
    DPCTLDevice_Delete(device);
    return result;
}

/* The device, context and a new event of a queue, each made from a reference. */
static PyObject *parts(PyObject *self, PyObject *queue)
{
    SELF;
    DPCTLSyclQueueRef q = SyclQueue_GetQueueRef((struct PySyclQueueObject *)queue);
    if (!q) return NULL;
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(q);
    DPCTLSyclDeviceRef device = DPCTLQueue_GetDevice(q);
    DPCTLSyclEventRef event = DPCTLQueue_SubmitBarrier(q);
    PyObject *result = Py_BuildValue("(NNN)", SyclDevice_Make(device), SyclContext_Make(ctx), SyclEvent_Make(event));
    DPCTLEvent_Delete(event);
    DPCTLContext_Delete(ctx);
    DPCTLDevice_Delete(device);
    return result;
}

/* The same objects, by way of their references. */
static PyObject *again(PyObject *self, PyObject *obj)
{
    SELF;
    if (PyObject_TypeCheck(obj, &PySyclDeviceType))
        return (PyObject *)SyclDevice_Make(SyclDevice_GetDeviceRef((struct PySyclDeviceObject *)obj));
    if (PyObject_TypeCheck(obj, &PySyclContextType))
        return (PyObject *)SyclContext_Make(SyclContext_GetContextRef((struct PySyclContextObject *)obj));
    if (PyObject_TypeCheck(obj, &PySyclEventType))
        return (PyObject *)SyclEvent_Make(SyclEvent_GetEventRef((struct PySyclEventObject *)obj));
    if (PyObject_TypeCheck(obj, &PySyclKernelType))
        return (PyObject *)SyclKernel_Make(SyclKernel_GetKernelRef((struct PySyclKernelObject *)obj), NULL);
    if (PyObject_TypeCheck(obj, &PySyclProgramType))
        return (PyObject *)SyclProgram_Make(SyclProgram_GetKernelBundleRef((struct PySyclProgramObject *)obj));
    Py_RETURN_NONE;
}

/* Memory of DPCTLmalloc_shared, filled with a byte, that Python takes over. */
static PyObject *filled(PyObject *self, PyObject *args)
{
    SELF;
    PyObject *queue;
    Py_ssize_t n;
    int byte;
    if (!PyArg_ParseTuple(args, "Oni", &queue, &n, &byte)) return NULL;
    DPCTLSyclQueueRef q = SyclQueue_GetQueueRef((struct PySyclQueueObject *)queue);
    if (!q) return NULL;
    DPCTLSyclUSMRef ptr = DPCTLmalloc_shared((size_t)n, q);
    DPCTLSyclEventRef event = DPCTLQueue_Memset(q, ptr, (uint8_t)byte, (size_t)n);
    DPCTLEvent_Wait(event);
    DPCTLEvent_Delete(event);
    return Memory_Make(ptr, (size_t)n, q, Py_None);
}

static PyObject *memory_facts(PyObject *self, PyObject *obj)
{
    SELF;
    struct Py_MemoryObject *memory = (struct Py_MemoryObject *)obj;
    DPCTLSyclUSMRef ptr = Memory_GetUsmPointer(memory);
    if (!ptr) return NULL;
    return Py_BuildValue("(nniNO)", (Py_ssize_t)ptr, (Py_ssize_t)Memory_GetNumBytes(memory),
                         (int)DPCTLUSM_GetPointerType(ptr, Memory_GetContextRef(memory)),
                         SyclQueue_Make(Memory_GetQueueRef(memory)), memory->refobj);
}

static PyObject *array_facts(PyObject *self, PyObject *obj)
{
    SELF;
    struct PyUSMArrayObject *x = (struct PyUSMArrayObject *)obj;
    int nd = UsmNDArray_GetNDim(x);
    if (nd < 0) return NULL;
    PyObject *shape = PyTuple_New(nd), *strides = Py_None;
    if (UsmNDArray_GetStrides(x)) strides = PyTuple_New(nd);
    for (int i = 0; i < nd; i++) {
        PyTuple_SET_ITEM(shape, i, PyLong_FromSsize_t(UsmNDArray_GetShape(x)[i]));
        if (strides != Py_None) PyTuple_SET_ITEM(strides, i, PyLong_FromSsize_t(UsmNDArray_GetStrides(x)[i]));
    }
    DPCTLSyclQueueRef q = UsmNDArray_GetQueueRef(x);
    PyObject *result = Py_BuildValue("(nNOiiinNN)", (Py_ssize_t)UsmNDArray_GetData(x), shape, strides,
                         UsmNDArray_GetTypenum(x), UsmNDArray_GetElementSize(x), UsmNDArray_GetFlags(x),
                         UsmNDArray_GetOffset(x), SyclQueue_Make(q), UsmNDArray_GetUSMData(x));
    DPCTLQueue_Delete(q);
    return result;
}

static PyObject *set_writable(PyObject *self, PyObject *args)
{
    SELF;
    PyObject *x;
    int flag;
    if (!PyArg_ParseTuple(args, "Oi", &x, &flag)) return NULL;
    UsmNDArray_SetWritableFlag((struct PyUSMArrayObject *)x, flag);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

static PyObject *array_from_memory(PyObject *self, PyObject *args)
{
    SELF;
    PyObject *memory;
    Py_ssize_t shape[2], offset;
    int order, typenum;
    if (!PyArg_ParseTuple(args, "OnnniC", &memory, &shape[0], &shape[1], &offset, &typenum, &order)) return NULL;
    return UsmNDArray_MakeSimpleFromMemory(2, shape, typenum, (struct Py_MemoryObject *)memory, offset, (char)order);
}

/* Every second of n doubles that DPCTLmalloc_shared gave; or all that an object holds. */
static PyObject *array_from_pointer(PyObject *self, PyObject *args)
{
    SELF;
    PyObject *queue, *owner;
    Py_ssize_t n, step = 2;
    if (!PyArg_ParseTuple(args, "OnO", &queue, &n, &owner)) return NULL;
    DPCTLSyclQueueRef q = SyclQueue_GetQueueRef((struct PySyclQueueObject *)queue);
    if (!q) return NULL;
    if (owner != Py_None)
        return UsmNDArray_MakeSimpleFromPtr((size_t)n, UAR_DOUBLE, Memory_GetUsmPointer((struct Py_MemoryObject *)owner), q, owner);
    double *ptr = (double *)DPCTLmalloc_shared((size_t)n * sizeof *ptr, q);
    for (Py_ssize_t i = 0; i < n; i++) ptr[i] = (double)i;
    Py_ssize_t half = n / 2;
    return UsmNDArray_MakeFromPtr(1, &half, UAR_DOUBLE, &step, (DPCTLSyclUSMRef)ptr, q, 1, owner);
}

/* Borrowed: the queue keeps it. */
static DPCTLSyclContextRef q_context(DPCTLSyclQueueRef q)
{
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(q);
    DPCTLContext_Delete(ctx);
    return ctx;
}

static PyObject *misuse(PyObject *self, PyObject *args)
{
    SELF;
    int what, local = 0;
    Py_ssize_t one = 1;
    PyObject *obj;
    if (!PyArg_ParseTuple(args, "iO", &what, &obj)) return NULL;
    DPCTLSyclQueueRef q = SyclQueue_GetQueueRef((struct PySyclQueueObject *)dpctl_queue(obj));
    switch (what) {
    case 0: return (PyObject *)SyclQueue_Make(NULL);
    case 1: return (PyObject *)SyclDevice_Make(NULL);
    case 2: return (PyObject *)SyclContext_Make(NULL);
    case 3: return (PyObject *)SyclEvent_Make(NULL);
    case 4: return (PyObject *)SyclKernel_Make(NULL, NULL);
    case 5: return (PyObject *)SyclProgram_Make(NULL);
    case 6: return Memory_Make(NULL, 8, q, Py_None);
    case 7: return Memory_Make((DPCTLSyclUSMRef)&local, 4, q, Py_None);
    case 8: return Memory_Make((DPCTLSyclUSMRef)&local, 4, NULL, Py_None);
    case 9: return UsmNDArray_MakeSimpleFromPtr(4, 12, (DPCTLSyclUSMRef)&local, q, Py_None);
    case 10: return UsmNDArray_MakeFromPtr(1, NULL, 12, NULL, (DPCTLSyclUSMRef)&local, q, 0, Py_None);
    case 11: return UsmNDArray_MakeSimpleFromPtr(4, 999, (DPCTLSyclUSMRef)&local, q, Py_None);
    case 12: {
        DPCTLSyclUSMRef freed = DPCTLmalloc_shared(1 << 20, q);
        DPCTLfree_with_queue(freed, q);
        return Memory_Make(freed, 8, q, Py_None);
    }
    case 13: SyclQueue_GetQueueRef(NULL); return NULL;
    case 14: UsmNDArray_GetData(NULL); return NULL;
    case 15: Memory_GetUsmPointer(NULL); return NULL;
    /* References to something else. */
    case 16: return (PyObject *)SyclDevice_Make((DPCTLSyclDeviceRef)q);
    case 17: return (PyObject *)SyclContext_Make((DPCTLSyclContextRef)q);
    case 18: return (PyObject *)SyclEvent_Make((DPCTLSyclEventRef)q);
    case 19: return (PyObject *)SyclKernel_Make((DPCTLSyclKernelRef)q, NULL);
    case 20: return (PyObject *)SyclProgram_Make((DPCTLSyclKernelBundleRef)q);
    case 21: return (PyObject *)SyclQueue_Make((DPCTLSyclQueueRef)q_context(q));
    case 22: return UsmNDArray_MakeSimpleFromPtr(4, 12, NULL, q, Py_None);
    case 23: return UsmNDArray_MakeFromPtr(1, &one, 12, NULL, NULL, q, 0, NULL);
    case 24: return UsmNDArray_MakeFromPtr(1, &one, 12, NULL, (DPCTLSyclUSMRef)&local, NULL, 0, NULL);
    }
    Py_RETURN_NONE;
}

/* Whether the caller still has its memory where no array could be made, and has it no more where one was. */
static PyObject *owners(PyObject *self, PyObject *queue)
{
    SELF;
    DPCTLSyclQueueRef q = SyclQueue_GetQueueRef((struct PySyclQueueObject *)queue);
    if (!q) return NULL;
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(q);
    Py_ssize_t shape = 4, step = 2;
    DPCTLSyclUSMRef ptr = DPCTLmalloc_shared(32, q), freed = DPCTLmalloc_shared(1 << 20, q);
    int kept[7];
    PyObject *none = UsmNDArray_MakeFromPtr(1, &shape, UAR_DOUBLE, &step, ptr, q, 0, Py_None);
    PyErr_Clear();
    kept[0] = !none && DPCTLUSM_GetPointerType(ptr, ctx) == DPCTL_USM_SHARED;
    none = UsmNDArray_MakeFromPtr(1, &shape, 999, NULL, ptr, q, 0, NULL);
    PyErr_Clear();
    kept[1] = !none && DPCTLUSM_GetPointerType(ptr, ctx) == DPCTL_USM_SHARED;
    PyObject *array = UsmNDArray_MakeFromPtr(1, &shape, UAR_DOUBLE, NULL, ptr, q, 0, NULL);
    for (int i = 0; i < 3; i++) DPCTLfree_with_queue(ptr, q);
    kept[2] = array && DPCTLUSM_GetPointerType(ptr, ctx) == DPCTL_USM_SHARED;
    none = Memory_Make(ptr, 32, q, Py_None); /* taken over already */
    PyErr_Clear();
    kept[3] = !none;
    DPCTLfree_with_context(freed, ctx);
    DPCTLfree_with_context(freed, ctx);
    kept[4] = DPCTLUSM_GetPointerType(freed, ctx) == DPCTL_USM_UNKNOWN;
    /* A window on memory outlives the freeing of its pointer. */
    DPCTLSyclUSMRef other = DPCTLmalloc_shared(32, q);
    PyObject *window = Memory_Make(other, 32, q, queue);
    DPCTLfree_with_queue(other, q);
    kept[5] = window && DPCTLUSM_GetPointerType(other, ctx) == DPCTL_USM_SHARED;
    Py_XDECREF(window);
    kept[6] = DPCTLUSM_GetPointerType(other, ctx) == DPCTL_USM_UNKNOWN;
    DPCTLContext_Delete(ctx);
    if (!array) return NULL;
    return Py_BuildValue("(Niiiiiii)", array, kept[0], kept[1], kept[2], kept[3], kept[4], kept[5], kept[6]);
}

static PyMethodDef methods[] = {
    {"owners", owners, METH_O, NULL},
    {"sibling", sibling, METH_O, NULL}, {"parts", parts, METH_O, NULL}, {"again", again, METH_O, NULL},
    {"filled", filled, METH_VARARGS, NULL}, {"memory_facts", memory_facts, METH_O, NULL},
    {"array_facts", array_facts, METH_O, NULL}, {"set_writable", set_writable, METH_VARARGS, NULL},
    {"array_from_memory", array_from_memory, METH_VARARGS, NULL},
    {"array_from_pointer", array_from_pointer, METH_VARARGS, NULL}, {"misuse", misuse, METH_VARARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "capi_ext", NULL, -1, methods};

PyMODINIT_FUNC PyInit_capi_ext(void)
{
    import_dpctl();
    return PyErr_Occurred() ? NULL : PyModule_Create(&module);
}
""".replace("(struct PySyclQueueObject *)dpctl_queue(obj)", "(struct PySyclQueueObject *)obj")


@pytest.fixture(scope="module")
def ext(build_c):
    return build_c("capi_ext", SOURCE)


def test_queue_made_in_c_shares_context_and_device(ext):
    q = dpctl.SyclQueue()
    other = ext.sibling(q)
    assert type(other) is dpctl.SyclQueue and other != q and other.is_in_order
    assert other.sycl_context == q.sycl_context and other.sycl_device == q.sycl_device
    x = dpt.arange(10, sycl_queue=other)
    assert int(dpt.sum(x)) == 45


def test_device_context_and_event_are_made_from_references(ext):
    q = dpctl.SyclQueue()
    device, context, event = ext.parts(q)
    assert device == q.sycl_device and context == q.sycl_context
    assert type(event) is dpctl.SyclEvent
    event.wait()
    for obj in (device, context, event):
        made = ext.again(obj)
        assert made.addressof_ref() == obj.addressof_ref() and made is not obj


def test_kernels_and_programs_go_through_c(ext):
    q = dpctl.SyclQueue("cpu")
    program = dpctl.program.create_program_from_source(q, "kernel void f(global int *x) { x[get_global_id(0)] = 3; }")
    kernel = ext.again(ext.again(program).get_sycl_kernel("f"))
    x = dpt.zeros(4, dtype="i4", sycl_queue=q)
    q.submit(kernel, [x.usm_data], [4])
    assert dpt.asnumpy(x).tolist() == [3] * 4


def test_memory_of_c_becomes_pythons(ext):
    q = dpctl.SyclQueue()
    memory = ext.filled(q, 100, 7)
    assert type(memory) is dpm.MemoryUSMShared and memory.nbytes == 100
    assert memory.tobytes() == b"\7" * 100 and memory.sycl_queue == q


@pytest.mark.parametrize("kind", [dpm.MemoryUSMDevice, dpm.MemoryUSMShared, dpm.MemoryUSMHost])
def test_memory_shows_its_fields_in_c(ext, kind):
    memory = kind(64)
    pointer, nbytes, number, queue, owner = ext.memory_facts(memory)
    assert (pointer, nbytes, queue, owner) == (memory._pointer, 64, memory.sycl_queue, None)
    assert number == ["unknown", "device", "shared", "host"].index(memory.get_usm_type())


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"])
def test_array_shows_its_fields_in_c(ext, dtype):
    q = dpctl.SyclQueue("cpu")
    x = dpt.zeros((4, 6), dtype=dtype, sycl_queue=q)
    for view in (x, x[1:, ::2], x.T, x[0, 0]):
        data, shape, strides, typenum, itemsize, flags, offset, queue, memory = ext.array_facts(view)
        assert shape == view.shape and typenum == view.dtype.num and itemsize == view.itemsize
        assert strides == (None if view.flags.c_contiguous else view.strides)
        assert bool(flags & 1) == view.flags.c_contiguous and bool(flags & 2) == view.flags.f_contiguous
        assert bool(flags & 4) == view.flags.writable
        assert data == view._pointer and queue == q
        assert memory._pointer + offset * itemsize == data


def test_writable_flag_can_be_cleared_and_set(ext):
    x = dpt.zeros(3)
    ext.set_writable(x, 0)
    assert not x.flags.writable
    with pytest.raises(ValueError):
        x[0] = 1
    ext.set_writable(x, 1)
    x[0] = 1
    assert x.flags.writable


@pytest.mark.parametrize("order", ["C", "F"])
def test_array_of_memory_sees_its_bytes(ext, order):
    memory = dpm.MemoryUSMShared(10 * 4)
    memory.copy_from_host(np.arange(10, dtype="i4").view("u1"))
    x = ext.array_from_memory(memory, 2, 3, 4, np.dtype("i4").num, order)
    expected = np.arange(4, 10, dtype="i4").reshape((2, 3), order=order)
    np.testing.assert_array_equal(dpt.asnumpy(x), expected)
    with pytest.raises(ValueError):
        ext.array_from_memory(memory, 2, 4, 4, np.dtype("i4").num, order)
    with pytest.raises(TypeError):
        ext.array_from_memory(bytearray(40), 2, 3, 4, np.dtype("i4").num, order)


def test_array_of_pointer_takes_it_over_or_keeps_the_owner(ext):
    q = dpctl.SyclQueue("cpu")
    assert dpt.asnumpy(ext.array_from_pointer(q, 8, None)).tolist() == [1, 3, 5, 7]
    memory = dpm.MemoryUSMShared(4 * 8, queue=q)
    memory.copy_from_host(np.arange(4.0).view("u1"))
    x = ext.array_from_pointer(q, 4, memory)
    assert x.usm_data.reference_obj is memory
    del memory
    assert dpt.asnumpy(x).tolist() == [0, 1, 2, 3]
    with pytest.raises(ValueError):
        ext.array_from_pointer(q, 5, dpm.MemoryUSMShared(4 * 8, queue=q))


@pytest.mark.parametrize("what", range(25))
def test_misuse_raises(ext, what):
    with pytest.raises((TypeError, ValueError)):
        ext.misuse(what, dpctl.SyclQueue())


def test_memory_has_one_owner(ext):
    array, *kept = ext.owners(dpctl.SyclQueue("cpu"))
    assert kept == [1] * 7
    array[:] = 3
    assert dpt.asnumpy(array).tolist() == [3] * 4


@pytest.mark.parametrize("function", ["sibling", "parts", "memory_facts", "array_facts"])
def test_wrong_types_raise(ext, function):
    with pytest.raises(TypeError):
        getattr(ext, function)(object())


def test_capsules_have_the_published_names():
    from dpctl._sycl_queue import __pyx_capi__ as capi

    assert "DPCTLSyclQueueRef (struct PySyclQueueObject *)" in repr(capi["SyclQueue_GetQueueRef"])


def test_one_runtime_in_a_process(ext):
    with open("/proc/self/maps") as maps:
        loaded = {line.split()[-1] for line in maps if line.rstrip().endswith("/libdpex.so")}
    assert len(loaded) == 1
