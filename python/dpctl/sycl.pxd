# cython: language_level=3
# distutils: language = c++
"""SYCL's C++ objects in Cython (with `language = c++`), and the way to them from dpctl's and back.

A pointer from unwrap_* is good for as long as the reference that it came from. A reference from wrap_* is borrowed from the C++ object:
copy it (DPCTLQueue_Copy) before a _create takes it over."""
from libcpp cimport bool as cpp_bool
from libcpp.string cimport string

from ._backend cimport (
    DPCTLSyclContextRef,
    DPCTLSyclDeviceRef,
    DPCTLSyclEventRef,
    DPCTLSyclKernelBundleRef,
    DPCTLSyclKernelRef,
    DPCTLSyclPlatformRef,
    DPCTLSyclQueueRef,
    DPCTLSyclRawKernelArgRef,
    DPCTLSyclWorkGroupMemoryRef,
)


cdef extern from "sycl/sycl.hpp" namespace "sycl" nogil:
    cdef cppclass platform "sycl::platform":
        platform() except +

    cdef cppclass device "sycl::device":
        device() except +
        cpp_bool is_cpu() except +
        cpp_bool is_gpu() except +
        cpp_bool is_accelerator() except +
        platform get_platform() except +
        string get_info_name "get_info<sycl::info::device::name>"() except +
        unsigned int get_info_max_compute_units "get_info<sycl::info::device::max_compute_units>"() except +
        size_t get_info_max_work_group_size "get_info<sycl::info::device::max_work_group_size>"() except +

    cdef cppclass context "sycl::context":
        context() except +

    cdef cppclass event "sycl::event":
        event() except +
        void wait() except +
        void wait_and_throw() except +

    cdef cppclass queue "sycl::queue":
        queue() except +
        device get_device() except +
        context get_context() except +
        cpp_bool is_in_order() except +
        void wait() except +
        void wait_and_throw() except +
        event memcpy(void *dst, const void *src, size_t n_bytes) except +
        event memset(void *dst, int value, size_t n_bytes) except +

    cdef cppclass kernel "sycl::kernel":
        pass

    cdef cppclass kernel_bundle "sycl::kernel_bundle<sycl::bundle_state::executable>":
        pass


ctypedef queue dpcpp_queue
ctypedef device dpcpp_device
ctypedef context dpcpp_context
ctypedef event dpcpp_event
ctypedef kernel dpcpp_kernel
ctypedef kernel_bundle dpcpp_kernel_bundle


cdef extern from "syclinterface/dpctl_sycl_type_casters.hpp" namespace "dpctl::syclinterface" nogil:
    queue *unwrap_queue "dpctl::syclinterface::unwrap<sycl::queue>"(DPCTLSyclQueueRef) except +
    device *unwrap_device "dpctl::syclinterface::unwrap<sycl::device>"(DPCTLSyclDeviceRef) except +
    platform *unwrap_platform "dpctl::syclinterface::unwrap<sycl::platform>"(DPCTLSyclPlatformRef) except +
    context *unwrap_context "dpctl::syclinterface::unwrap<sycl::context>"(DPCTLSyclContextRef) except +
    event *unwrap_event "dpctl::syclinterface::unwrap<sycl::event>"(DPCTLSyclEventRef) except +
    kernel *unwrap_kernel "dpctl::syclinterface::unwrap<sycl::kernel>"(DPCTLSyclKernelRef) except +
    kernel_bundle *unwrap_kernel_bundle \
        "dpctl::syclinterface::unwrap<sycl::kernel_bundle<sycl::bundle_state::executable> >"(DPCTLSyclKernelBundleRef) except +
    DPCTLSyclQueueRef wrap_queue "dpctl::syclinterface::wrap<sycl::queue>"(const queue *) except +
    DPCTLSyclDeviceRef wrap_device "dpctl::syclinterface::wrap<sycl::device>"(const device *) except +
    DPCTLSyclPlatformRef wrap_platform "dpctl::syclinterface::wrap<sycl::platform>"(const platform *) except +
    DPCTLSyclContextRef wrap_context "dpctl::syclinterface::wrap<sycl::context>"(const context *) except +
    DPCTLSyclEventRef wrap_event "dpctl::syclinterface::wrap<sycl::event>"(const event *) except +
    DPCTLSyclKernelRef wrap_kernel "dpctl::syclinterface::wrap<sycl::kernel>"(const kernel *) except +
    DPCTLSyclKernelBundleRef wrap_kernel_bundle \
        "dpctl::syclinterface::wrap<sycl::kernel_bundle<sycl::bundle_state::executable> >"(const kernel_bundle *) except +


cdef extern from "syclinterface/dpctl_sycl_extension_interface.h" nogil:
    ctypedef struct RawWorkGroupMemory:
        size_t nbytes
    RawWorkGroupMemory *unwrap_work_group_memory "reinterpret_cast<RawWorkGroupMemory *>"(DPCTLSyclWorkGroupMemoryRef)
    DPCTLSyclWorkGroupMemoryRef wrap_work_group_memory "reinterpret_cast<DPCTLSyclWorkGroupMemoryRef>"(RawWorkGroupMemory *)
    ctypedef struct RawKernelArgData:
        size_t nbytes
        void *data
    RawKernelArgData *unwrap_raw_kernel_arg "reinterpret_cast<RawKernelArgData *>"(DPCTLSyclRawKernelArgRef)
    DPCTLSyclRawKernelArgRef wrap_raw_kernel_arg "reinterpret_cast<DPCTLSyclRawKernelArgRef>"(RawKernelArgData *)
