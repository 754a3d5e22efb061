# cython: language_level=3
"""The extension of test_cython.py: each function shows one thing that Cython code does with dpctl's objects."""
cimport dpctl
cimport dpctl.memory as c_dpm
cimport dpctl.program as c_dpp
cimport dpctl.tensor as c_dpt
from dpctl._backend cimport (
    DPCTLDevice_Copy,
    DPCTLDevice_GetMaxComputeUnits,
    DPCTLDevice_GetPlatform,
    DPCTLKernelBundle_Copy,
    DPCTLKernelBundle_GetKernel,
    DPCTLQueue_AreEq,
    DPCTLQueue_Copy,
    DPCTLQueue_GetContext,
    DPCTLQueue_SubmitBarrier,
    DPCTLSyclUSMRef,
    DPCTLmalloc_shared,
    _IN_ORDER,
    _numa,
    _usm_type,
)
from dpctl._sycl_device_factory cimport _cached_default_device, get_composite_devices
from dpctl._sycl_context cimport _SyclContext
from dpctl._sycl_device cimport _SyclDevice
from dpctl._sycl_event cimport _SyclEvent
from dpctl._sycl_platform cimport _SyclPlatform, get_platforms
from dpctl._sycl_queue cimport RawKernelArg, WorkGroupMemory, _RawKernelArg, _SyclQueue, _WorkGroupMemory


def copy_queue(dpctl.SyclQueue q):
    return dpctl.SyclQueue._create(DPCTLQueue_Copy(q.get_queue_ref()))


def copy_device(dpctl.SyclQueue q):
    return dpctl.SyclDevice._create(DPCTLDevice_Copy(q.get_sycl_device().get_device_ref()))


def copy_context(dpctl.SyclQueue q):
    return dpctl.SyclContext._create(DPCTLQueue_GetContext(q._queue_ref)), q.get_sycl_context()


def platform_of(dpctl.SyclDevice d):
    cdef dpctl.SyclPlatform p = dpctl.SyclPlatform._create(DPCTLDevice_GetPlatform(d.get_device_ref()))
    assert p.get_platform_ref() == p._platform_ref
    return p


def barrier(dpctl.SyclQueue q):
    cdef dpctl.SyclEvent event = dpctl.SyclEvent._create(DPCTLQueue_SubmitBarrier(q.get_queue_ref()))
    assert event.get_event_ref() == event._event_ref
    dpctl.SyclEvent._wait(event)
    event.wait()
    return event


def null_queue():
    return dpctl.SyclQueue._create(NULL)


def compute_units(dpctl.SyclDevice device):
    return DPCTLDevice_GetMaxComputeUnits(device.get_device_ref())


def equal(a, b):
    if isinstance(a, dpctl.SyclQueue):
        return (<dpctl.SyclQueue?>a).equals(b)
    if isinstance(a, dpctl.SyclDevice):
        return (<dpctl.SyclDevice?>a).equals(b)
    if isinstance(a, dpctl.SyclPlatform):
        return (<dpctl.SyclPlatform?>a).equals(b)
    return (<dpctl.SyclContext?>a).equals(b)


def ordinals(dpctl.SyclDevice d):
    return (d.get_backend_and_device_type_ordinal(), d.get_backend_ordinal(), d.get_device_type_ordinal(),
            d.get_overall_ordinal())


def parts(dpctl.SyclDevice d, count, counts):
    if count:
        return d.create_sub_devices_equally(count)
    if counts:
        return d.create_sub_devices_by_counts(counts)
    return d.create_sub_devices_by_affinity(_numa)


def in_order_queue(dpctl.SyclContext ctx, dpctl.SyclDevice d):
    return dpctl.SyclQueue._create_from_context_and_device(ctx, d, _IN_ORDER)


def plain_queue(dpctl.SyclContext ctx, dpctl.SyclDevice d):
    return dpctl.SyclQueue._create_from_context_and_device(ctx, d)


def commands(dpctl.SyclQueue q, c_dpp.SyclProgram program, c_dpm.MemoryUSMShared memory, c_dpm.MemoryUSMShared copy):
    """One of each command of a queue; three times 5 is added to each of eight int32 zeros, of which `copy` gets a copy."""
    cdef c_dpp.SyclKernel kernel = program.get_sycl_kernel("add5")
    cdef dpctl.SyclEvent event
    q.submit(kernel, [memory], [8])
    event = q.submit_async(kernel, [memory], [8], [4])
    event = q.submit_async(kernel, [memory], [8], [4], [event])
    cdef dpctl.SyclEvent kept = q._submit_keep_args_alive((memory, kernel), [event])
    event = q.submit_barrier([event])
    event = q.memcpy_async(copy, memory, 16, [event])
    event.wait()
    q.memcpy(copy, memory, 32)
    q.prefetch(memory)
    q.prefetch(memory, 8)
    q.mem_advise(memory, 8, 0)
    q.submit_barrier()
    q.wait()
    return kept


def waiting(dpctl.SyclQueue q):
    q.wait()


def kernel_of(c_dpp.SyclProgram program, str name):
    cdef c_dpp.SyclProgram copy = c_dpp.SyclProgram._create(DPCTLKernelBundle_Copy(program.get_program_ref()))
    cdef c_dpp.SyclKernel kernel = c_dpp.SyclKernel._create(
        DPCTLKernelBundle_GetKernel(copy.get_program_ref(), name.encode()), name)
    assert kernel.get_kernel_ref() == kernel._kernel_ref
    return kernel


def searches():
    return dict(
        get_platforms=get_platforms(),
        get_devices=dpctl.get_devices(),
        get_num_devices=dpctl.get_num_devices(),
        has_cpu_devices=dpctl.has_cpu_devices(),
        has_gpu_devices=dpctl.has_gpu_devices(),
        has_accelerator_devices=dpctl.has_accelerator_devices(),
        select_default_device=dpctl.select_default_device(),
        get_composite_devices=get_composite_devices(),
        _cached_default_device=_cached_default_device(),
    )


def select(kind):
    if kind == "cpu":
        return dpctl.select_cpu_device()
    return dpctl.select_gpu_device() if kind == "gpu" else dpctl.select_accelerator_device()


def search_cpu():
    return dpctl.get_devices("opencl", "cpu"), dpctl.get_num_devices("all", "cpu"), dpctl.select_device_with_aspects("cpu"), \
        dpctl.select_device_with_aspects(["cpu"], ["gpu"])


def cached_queue(key):
    cdef dpctl.SyclQueue q = dpctl.get_device_cached_queue(key)
    return q


cdef extern from "syclinterface/dpctl_sycl_extension_interface.h":
    ctypedef struct RawWorkGroupMemory:
        size_t nbytes
    ctypedef struct RawKernelArgData:
        size_t nbytes
        void *data


def kernel_arguments(WorkGroupMemory memory, RawKernelArg argument):
    cdef RawKernelArgData *raw = <RawKernelArgData *>argument._arg_ref
    return (<RawWorkGroupMemory *>memory._mem_ref).nbytes, (<char *>raw.data)[:raw.nbytes]


# ---- fields, of the classes that hold them


def device_fields(_SyclDevice d):
    assert d._device_ref == (<dpctl.SyclDevice?>d).get_device_ref()
    return d._vendor.decode(), d._name.decode(), d._driver_version.decode(), tuple(d._max_work_item_sizes[i] for i in range(3))


def platform_fields(_SyclPlatform p):
    assert p._platform_ref == (<dpctl.SyclPlatform?>p).get_platform_ref()
    return p._vendor.decode(), p._name.decode(), p._version.decode()


def queue_fields(_SyclQueue q):
    assert q._queue_ref == (<dpctl.SyclQueue?>q).get_queue_ref()
    return q._context, q._device


def references(_SyclContext c, _SyclEvent e):
    return (<size_t>c._ctxt_ref, <size_t>(<dpctl.SyclContext?>c).get_context_ref(), <size_t>e._event_ref)


def program_fields(c_dpp.SyclProgram program, str name):
    cdef c_dpp.SyclKernel kernel = program.get_sycl_kernel(name)
    assert program._program_ref == program.get_program_ref()
    return kernel._function_name.decode()


def argument_references(_WorkGroupMemory memory, _RawKernelArg argument):
    return memory._mem_ref != NULL and argument._arg_ref != NULL


def memory_kind(c_dpm._Memory memory):
    if isinstance(memory, c_dpm.MemoryUSMDevice):
        kind = "device"
    else:
        kind = "host" if isinstance(memory, c_dpm.MemoryUSMHost) else "shared"
    return kind, <size_t>memory._opaque_ptr, memory.refobj


def array_fields(c_dpt.usm_ndarray x):
    base = x.get_base()
    return <size_t>x.data_, base is x.base_, x.array_namespace_


# ---- memory and arrays


def memory_facts(c_dpm.MemoryUSMShared memory):
    assert memory.get_data_ptr() == memory._memory_ptr
    assert memory.get_opaque_ptr() == NULL
    return <size_t>memory._memory_ptr, memory.nbytes, memory.queue


def memory_methods(c_dpm._Memory memory, host, device):
    memory.memset(3)
    three = memory.tobytes()
    memory.copy_from_host(host)
    back = memory.copy_to_host()
    memory.copy_from_device(device)
    into = bytearray(memory.nbytes)
    memory.copy_to_host(into)
    memory.memset()
    return three, back, bytes(into), memory.tobytes()


def pointer_facts(c_dpm._Memory memory, dpctl.SyclContext ctx):
    return (c_dpm._Memory.get_pointer_type(memory.get_data_ptr(), ctx),
            c_dpm._Memory.get_pointer_device(memory.get_data_ptr(), ctx))


def allocate(dpctl.SyclQueue q, size_t n):
    return c_dpm._Memory.create_from_usm_pointer_size_qref(DPCTLmalloc_shared(n, q.get_queue_ref()), n, q.get_queue_ref())


def window(dpctl.SyclQueue q, c_dpm._Memory memory, Py_ssize_t first, Py_ssize_t n):
    cdef char *ptr = <char *>memory.get_data_ptr() + first
    return c_dpm._Memory.create_from_usm_pointer_size_qref(<DPCTLSyclUSMRef>ptr, n, q.get_queue_ref(), memory)


def array_facts(c_dpt.usm_ndarray x):
    assert x.get_ndim() == x.nd_ and x.get_shape() == x.shape_ and x.get_strides() == x.strides_
    assert x.get_typenum() == x.typenum_ and x.get_flags() == x.flags_
    assert DPCTLQueue_AreEq(x.get_queue_ref(), x.get_sycl_queue().get_queue_ref())
    return dict(
        pointer=<size_t>x.get_data(),
        shape=[x.get_shape()[i] for i in range(x.get_ndim())],
        strides=None if x.get_strides() == NULL else [x.get_strides()[i] for i in range(x.get_ndim())],
        typenum=x.get_typenum(),
        itemsize=x.get_itemsize(),
        offset=x.get_offset(),
        base=x.get_base(),
        queue=x.get_sycl_queue(),
    )


def add_one(c_dpt.usm_ndarray x):
    cdef double *data = <double *>x.get_data()
    cdef Py_ssize_t i
    for i in range(x.shape_[0]):
        data[i] += 1
