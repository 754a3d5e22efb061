# cython: language_level=3
# distutils: language = c++
"""Cython in C++: SYCL's objects behind dpctl's, and back."""
cimport dpctl
cimport dpctl.sycl as sycl
cimport dpctl.memory as c_dpm
from dpctl._backend cimport DPCTLContext_Copy, DPCTLDevice_Copy, DPCTLEvent_Copy, DPCTLQueue_Copy
from libcpp.string cimport string


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


def work_group_bytes(size_t n):
    cdef sycl.RawWorkGroupMemory memory
    memory.nbytes = n
    return sycl.unwrap_work_group_memory(sycl.wrap_work_group_memory(&memory)).nbytes
