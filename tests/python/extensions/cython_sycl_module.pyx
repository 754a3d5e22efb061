# cython: language_level=3
# distutils: language = c++
"""Cython in C++: SYCL's objects behind dpctl's, and back."""
cimport dpctl
cimport dpctl.sycl as sycl
cimport dpctl.memory as c_dpm
cimport dpctl.program as c_dpp
from dpctl._backend cimport (
    DPCTLContext_Copy,
    DPCTLDevice_Copy,
    DPCTLEvent_Copy,
    DPCTLKernelBundle_Copy,
    DPCTLKernel_Copy,
    DPCTLPlatform_Copy,
    DPCTLQueue_Copy,
)
from libcpp.string cimport string

cdef extern from *:
    """
    static void wait_for_a_failing_kernel(sycl::queue &q)
    {
        q.single_task([] { throw std::runtime_error("thrown in a kernel"); });
        q.wait_and_throw();
    }
    """
    void wait_for_a_failing_kernel(sycl.queue &) except + nogil


def device_facts(dpctl.SyclDevice d):
    cdef sycl.device *device = sycl.unwrap_device(d.get_device_ref())
    assert device == sycl.unwrap_device(d.get_device_ref())
    cdef string name = device.get_info_name()
    return name.decode(), device.get_info_max_compute_units(), device.is_cpu(), device.is_gpu()


def parts(dpctl.SyclQueue q):
    cdef sycl.dpcpp_queue *queue = sycl.unwrap_queue(q.get_queue_ref())
    cdef sycl.device device = queue.get_device()
    cdef sycl.context context = queue.get_context()
    return (dpctl.SyclDevice._create(DPCTLDevice_Copy(sycl.wrap_device(&device))),
            dpctl.SyclContext._create(DPCTLContext_Copy(sycl.wrap_context(&context))),
            dpctl.SyclQueue._create(DPCTLQueue_Copy(sycl.wrap_queue(queue))))


def new_queue():
    """The reference of an object that is never deleted may be taken over."""
    return dpctl.SyclQueue._create(sycl.wrap_queue(new sycl.queue()))


def device_queries(dpctl.SyclQueue q):
    cdef sycl.dpcpp_device device = sycl.unwrap_queue(q.get_queue_ref()).get_device()
    cdef sycl.platform platform = device.get_platform()
    return (device.is_accelerator(), device.get_info_max_work_group_size(), sycl.unwrap_queue(q.get_queue_ref()).is_in_order(),
            dpctl.SyclPlatform._create(DPCTLPlatform_Copy(sycl.wrap_platform(&platform))))


def round_trips(dpctl.SyclQueue q, c_dpp.SyclProgram program, str name):
    """The references of the objects behind references."""
    cdef c_dpp.SyclKernel k = program.get_sycl_kernel(name)
    cdef sycl.dpcpp_context *context = sycl.unwrap_context(q.get_sycl_context().get_context_ref())
    cdef dpctl.SyclPlatform p = q.get_sycl_device().sycl_platform
    cdef sycl.platform *platform = sycl.unwrap_platform(p.get_platform_ref())
    cdef sycl.dpcpp_kernel *kernel = sycl.unwrap_kernel(k.get_kernel_ref())
    cdef sycl.dpcpp_kernel_bundle *bundle = sycl.unwrap_kernel_bundle(program.get_program_ref())
    cdef sycl.kernel_bundle *same_bundle = bundle
    cdef sycl.dpcpp_event event
    event.wait_and_throw()
    assert sycl.wrap_context(context) == q.get_sycl_context().get_context_ref()
    assert sycl.wrap_platform(platform) == p.get_platform_ref()
    assert sycl.wrap_kernel(kernel) == k.get_kernel_ref()
    assert sycl.wrap_kernel_bundle(same_bundle) == program.get_program_ref()
    return (c_dpp.SyclKernel._create(DPCTLKernel_Copy(sycl.wrap_kernel(kernel)), name),
            c_dpp.SyclProgram._create(DPCTLKernelBundle_Copy(sycl.wrap_kernel_bundle(bundle))))


def copy(dpctl.SyclQueue q, c_dpm._Memory dst, c_dpm._Memory src):
    cdef sycl.queue *queue = sycl.unwrap_queue(q.get_queue_ref())
    queue.memcpy(<void *>dst.get_data_ptr(), <const void *>src.get_data_ptr(), src.nbytes)
    queue.wait()


def raw_argument_bytes(bytes text):
    cdef sycl.RawKernelArgData data
    data.nbytes = len(text)
    data.data = <void *><char *>text
    cdef sycl.RawKernelArgData *back = sycl.unwrap_raw_kernel_arg(sycl.wrap_raw_kernel_arg(&data))
    return (<char *>back.data)[:back.nbytes]


def fill(dpctl.SyclQueue q, c_dpm._Memory memory, int value):
    cdef sycl.queue *queue = sycl.unwrap_queue(q.get_queue_ref())
    cdef sycl.event event
    cdef void *ptr = <void *>memory.get_data_ptr()
    cdef size_t n = memory.nbytes
    with nogil:
        event = queue.memset(ptr, value, n)
    return dpctl.SyclEvent._create(DPCTLEvent_Copy(sycl.wrap_event(&event)))


def complete_event():
    cdef sycl.event event
    return dpctl.SyclEvent._create(sycl.wrap_event(&event))


def wait(dpctl.SyclEvent e):
    sycl.unwrap_event(e.get_event_ref()).wait()


def null():
    return sycl.unwrap_queue(NULL) == NULL and sycl.wrap_queue(NULL) == NULL


def fail(dpctl.SyclQueue q):
    cdef sycl.queue *queue = sycl.unwrap_queue(q.get_queue_ref())
    with nogil:
        wait_for_a_failing_kernel(queue[0])


def work_group_bytes(size_t n):
    cdef sycl.RawWorkGroupMemory memory
    memory.nbytes = n
    return sycl.unwrap_work_group_memory(sycl.wrap_work_group_memory(&memory)).nbytes
