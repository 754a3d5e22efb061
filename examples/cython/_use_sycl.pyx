# distutils: language = c++
"""SYCL's C++ objects behind dpctl's, in Cython: what dpctl.sycl wraps and unwraps."""
cimport dpctl
cimport dpctl.sycl as sycl
from dpctl._backend cimport DPCTLDevice_Copy, DPCTLEvent_Copy
from libcpp.string cimport string

cimport dpctl.memory as c_dpm


def describe(dpctl.SyclDevice d):
    """Name and limits, asked of the C++ object."""
    cdef sycl.device *device = sycl.unwrap_device(d.get_device_ref())
    cdef string name = device.get_info_name()
    return {"name": name.decode(), "max_compute_units": device.get_info_max_compute_units(),
            "max_work_group_size": device.get_info_max_work_group_size()}


def device_of(dpctl.SyclQueue q):
    """The device of a queue, by C++ and back."""
    cdef sycl.device device = sycl.unwrap_queue(q.get_queue_ref()).get_device()
    return dpctl.SyclDevice._create(DPCTLDevice_Copy(sycl.wrap_device(&device)))


def copy(dpctl.SyclQueue q, c_dpm._Memory dst, c_dpm._Memory src):
    """Copies all of src; the event of the copy."""
    if src.nbytes > dst.nbytes:
        raise ValueError("the destination is too short")
    cdef sycl.event done = sycl.unwrap_queue(q.get_queue_ref()).memcpy(dst.get_data_ptr(), src.get_data_ptr(), src.nbytes)
    return dpctl.SyclEvent._create(DPCTLEvent_Copy(sycl.wrap_event(&done)))
