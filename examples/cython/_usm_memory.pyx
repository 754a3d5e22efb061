"""A queue and USM memory in Cython: a histogram of bytes, by copies and commands of dpctl's C interface."""
cimport dpctl
cimport dpctl.memory as c_dpm
from dpctl._backend cimport (
    DPCTLEvent_Delete,
    DPCTLQueue_Memcpy,
    DPCTLQueue_Memset,
    DPCTLQueue_SubmitBarrierForEvents,
    DPCTLSyclEventRef,
    DPCTLUSM_GetPointerType,
    DPCTLEvent_Wait,
    DPCTLmalloc_shared,
    _USM_DEVICE,
)
from libc.stdint cimport int64_t


def histogram(dpctl.SyclQueue q, const unsigned char[::1] data):
    """The number of times that each value from 0 to 255 occurs, as a new MemoryUSMShared of 256 int64."""
    cdef size_t n = data.shape[0], n_bytes = 256 * sizeof(int64_t), i
    cdef c_dpm.MemoryUSMShared counts = c_dpm._Memory.create_from_usm_pointer_size_qref(
        DPCTLmalloc_shared(n_bytes, q.get_queue_ref()), n_bytes, q.get_queue_ref())
    if n == 0:
        counts.memset()
        return counts
    cdef c_dpm.MemoryUSMShared copy = c_dpm._Memory.create_from_usm_pointer_size_qref(
        DPCTLmalloc_shared(n, q.get_queue_ref()), n, q.get_queue_ref())
    cdef DPCTLSyclEventRef events[2]
    events[0] = DPCTLQueue_Memset(q.get_queue_ref(), counts.get_data_ptr(), 0, n_bytes)
    events[1] = DPCTLQueue_Memcpy(q.get_queue_ref(), copy.get_data_ptr(), &data[0], n)
    cdef DPCTLSyclEventRef both = DPCTLQueue_SubmitBarrierForEvents(q.get_queue_ref(), events, 2)
    cdef int64_t *to = <int64_t *>counts.get_data_ptr()
    cdef const unsigned char *bytes = <const unsigned char *>copy.get_data_ptr()
    with nogil:
        DPCTLEvent_Wait(both)
        for i in range(n):
            to[bytes[i]] += 1
    for event in range(2):
        DPCTLEvent_Delete(events[event])
    DPCTLEvent_Delete(both)
    return counts


def is_device_memory(c_dpm._Memory memory):
    cdef dpctl.SyclContext ctx = memory.queue.get_sycl_context()
    return DPCTLUSM_GetPointerType(memory.get_data_ptr(), ctx.get_context_ref()) == _USM_DEVICE
