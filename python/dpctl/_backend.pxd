# cython: language_level=3
# The C interface of dpctl (dpctl_sycl_interface.h), for Cython. Ownership is described in the headers.
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
cdef extern from "stdbool.h":
    ctypedef bint bool

cdef extern from "syclinterface/dpctl_sycl_types.h":
    cdef struct DPCTLOpaqueSyclContext
    ctypedef DPCTLOpaqueSyclContext *DPCTLSyclContextRef
    cdef struct DPCTLOpaqueSyclDevice
    ctypedef DPCTLOpaqueSyclDevice *DPCTLSyclDeviceRef
    cdef struct DPCTLOpaqueSyclDeviceSelector
    ctypedef DPCTLOpaqueSyclDeviceSelector *DPCTLSyclDeviceSelectorRef
    cdef struct DPCTLOpaqueSyclEvent
    ctypedef DPCTLOpaqueSyclEvent *DPCTLSyclEventRef
    cdef struct DPCTLOpaqueSyclKernel
    ctypedef DPCTLOpaqueSyclKernel *DPCTLSyclKernelRef
    cdef struct DPCTLOpaqueSyclKernelBundle
    ctypedef DPCTLOpaqueSyclKernelBundle *DPCTLSyclKernelBundleRef
    cdef struct DPCTLOpaqueSyclPlatform
    ctypedef DPCTLOpaqueSyclPlatform *DPCTLSyclPlatformRef
    cdef struct DPCTLOpaqueSyclQueue
    ctypedef DPCTLOpaqueSyclQueue *DPCTLSyclQueueRef
    cdef struct DPCTLOpaqueSyclUSM
    ctypedef DPCTLOpaqueSyclUSM *DPCTLSyclUSMRef
    cdef struct DPCTLOpaqueSyclWorkGroupMemory
    ctypedef DPCTLOpaqueSyclWorkGroupMemory *DPCTLSyclWorkGroupMemoryRef
    cdef struct DPCTLOpaqueSyclRawKernelArg
    ctypedef DPCTLOpaqueSyclRawKernelArg *DPCTLSyclRawKernelArgRef
    cdef struct DPCTLOpaqueBuildOptionList
    ctypedef DPCTLOpaqueBuildOptionList *DPCTLBuildOptionListRef
    cdef struct DPCTLOpaqueKernelNameList
    ctypedef DPCTLOpaqueKernelNameList *DPCTLKernelNameListRef
    cdef struct DPCTLOpaqueVirtualHeaderList
    ctypedef DPCTLOpaqueVirtualHeaderList *DPCTLVirtualHeaderListRef
    cdef struct DPCTLOpaqueKernelBuildLog
    ctypedef DPCTLOpaqueKernelBuildLog *DPCTLKernelBuildLogRef
    cdef struct DPCTLOpaqueDeviceVector
    ctypedef DPCTLOpaqueDeviceVector *DPCTLDeviceVectorRef
    cdef struct DPCTLOpaqueEventVector
    ctypedef DPCTLOpaqueEventVector *DPCTLEventVectorRef
    cdef struct DPCTLOpaquePlatformVector
    ctypedef DPCTLOpaquePlatformVector *DPCTLPlatformVectorRef
    ctypedef void error_handler_callback(int err_code) noexcept

cdef extern from "syclinterface/dpctl_sycl_enum_types.h":
    ctypedef enum DPCTLSyclUSMType:
        _USM_UNKNOWN "DPCTL_USM_UNKNOWN"
        _USM_DEVICE "DPCTL_USM_DEVICE"
        _USM_SHARED "DPCTL_USM_SHARED"
        _USM_HOST "DPCTL_USM_HOST"

    ctypedef enum DPCTLSyclBackendType:
        _UNKNOWN_BACKEND "DPCTL_UNKNOWN_BACKEND"
        _CUDA "DPCTL_CUDA"
        _LEVEL_ZERO "DPCTL_LEVEL_ZERO"
        _OPENCL "DPCTL_OPENCL"
        _HIP "DPCTL_HIP"
        _ALL_BACKENDS "DPCTL_ALL_BACKENDS"

    ctypedef enum DPCTLSyclDeviceType:
        _UNKNOWN_DEVICE "DPCTL_UNKNOWN_DEVICE"
        _ACCELERATOR "DPCTL_ACCELERATOR"
        _AUTOMATIC "DPCTL_AUTOMATIC"
        _CPU "DPCTL_CPU"
        _CUSTOM "DPCTL_CUSTOM"
        _GPU "DPCTL_GPU"
        _ALL "DPCTL_ALL"

    ctypedef enum DPCTLKernelArgType:
        _INT8_T "DPCTL_INT8_T"
        _UINT8_T "DPCTL_UINT8_T"
        _INT16_T "DPCTL_INT16_T"
        _UINT16_T "DPCTL_UINT16_T"
        _INT32_T "DPCTL_INT32_T"
        _UINT32_T "DPCTL_UINT32_T"
        _INT64_T "DPCTL_INT64_T"
        _UINT64_T "DPCTL_UINT64_T"
        _FLOAT32_T "DPCTL_FLOAT32_T"
        _FLOAT64_T "DPCTL_FLOAT64_T"
        _VOID_PTR "DPCTL_VOID_PTR"
        _LOCAL_ACCESSOR "DPCTL_LOCAL_ACCESSOR"
        _WORK_GROUP_MEMORY "DPCTL_WORK_GROUP_MEMORY"
        _RAW_KERNEL_ARG "DPCTL_RAW_KERNEL_ARG"
        _UNSUPPORTED_KERNEL_ARG "DPCTL_UNSUPPORTED_KERNEL_ARG"

    ctypedef enum DPCTLSyclAspectType:
        _host "host"
        _cpu "cpu"
        _gpu "gpu"
        _accelerator "accelerator"
        _custom "custom"
        _fp16 "fp16"
        _fp64 "fp64"
        _atomic64 "atomic64"
        _image "image"
        _online_compiler "online_compiler"
        _online_linker "online_linker"
        _queue_profiling "queue_profiling"
        _usm_device_allocations "usm_device_allocations"
        _usm_host_allocations "usm_host_allocations"
        _usm_shared_allocations "usm_shared_allocations"
        _usm_system_allocations "usm_system_allocations"
        _usm_atomic_host_allocations "usm_atomic_host_allocations"
        _usm_atomic_shared_allocations "usm_atomic_shared_allocations"
        _host_debuggable "host_debuggable"
        _emulated "emulated"
        _is_component "is_component"
        _is_composite "is_composite"
        _ext_oneapi_ipc_memory "ext_oneapi_ipc_memory"

    ctypedef enum DPCTLPartitionAffinityDomainType:
        _not_applicable "not_applicable"
        _numa "numa"
        _L4_cache "L4_cache"
        _L3_cache "L3_cache"
        _L2_cache "L2_cache"
        _L1_cache "L1_cache"
        _next_partitionable "next_partitionable"

    ctypedef enum DPCTLPeerAccessType:
        _access_supported "access_supported"
        _atomics_supported "atomics_supported"

    ctypedef enum DPCTLQueuePropertyType:
        _DEFAULT_PROPERTY "DPCTL_DEFAULT_PROPERTY"
        _ENABLE_PROFILING "DPCTL_ENABLE_PROFILING"
        _IN_ORDER "DPCTL_IN_ORDER"

    ctypedef enum DPCTLSyclEventStatusType:
        _UNKNOWN_STATUS "DPCTL_UNKNOWN_STATUS"
        _SUBMITTED "DPCTL_SUBMITTED"
        _RUNNING "DPCTL_RUNNING"
        _COMPLETE "DPCTL_COMPLETE"

    ctypedef enum DPCTLGlobalMemCacheType:
        _MEM_CACHE_TYPE_INDETERMINATE "DPCTL_MEM_CACHE_TYPE_INDETERMINATE"
        _MEM_CACHE_TYPE_NONE "DPCTL_MEM_CACHE_TYPE_NONE"
        _MEM_CACHE_TYPE_READ_ONLY "DPCTL_MEM_CACHE_TYPE_READ_ONLY"
        _MEM_CACHE_TYPE_READ_WRITE "DPCTL_MEM_CACHE_TYPE_READ_WRITE"

    ctypedef enum DPCTLLocalMemType:
        _LOCAL_MEM_TYPE_UNKNOWN "DPCTL_LOCAL_MEM_TYPE_UNKNOWN"
        _LOCAL_MEM_TYPE_NONE "DPCTL_LOCAL_MEM_TYPE_NONE"
        _LOCAL_MEM_TYPE_LOCAL "DPCTL_LOCAL_MEM_TYPE_LOCAL"
        _LOCAL_MEM_TYPE_GLOBAL "DPCTL_LOCAL_MEM_TYPE_GLOBAL"

    ctypedef enum DPCTLPartitionPropertyType:
        _PARTITION_UNKNOWN "DPCTL_PARTITION_UNKNOWN"
        _PARTITION_NONE "DPCTL_PARTITION_NONE"
        _PARTITION_EQUALLY "DPCTL_PARTITION_EQUALLY"
        _PARTITION_BY_COUNTS "DPCTL_PARTITION_BY_COUNTS"
        _PARTITION_BY_AFFINITY_DOMAIN "DPCTL_PARTITION_BY_AFFINITY_DOMAIN"

# The names that modules in Cython use for the enumerations.
ctypedef DPCTLSyclUSMType _usm_type
ctypedef DPCTLSyclBackendType _backend_type
ctypedef DPCTLSyclDeviceType _device_type
ctypedef DPCTLKernelArgType _arg_data_type
ctypedef DPCTLSyclAspectType _aspect_type
ctypedef DPCTLPartitionAffinityDomainType _partition_affinity_domain_type
ctypedef DPCTLPeerAccessType _peer_access
ctypedef DPCTLQueuePropertyType _queue_property_type
ctypedef DPCTLSyclEventStatusType _event_status_type
ctypedef DPCTLGlobalMemCacheType _global_mem_cache_type

cdef extern from "syclinterface/dpctl_service.h" nogil:
    const char *DPCTLService_GetDPCPPVersion()
    void DPCTLService_InitLogger(const char *app_name, const char *log_dir)
    void DPCTLService_ShutdownLogger()

cdef extern from "syclinterface/dpctl_sycl_context_interface.h" nogil:
    DPCTLSyclContextRef DPCTLContext_Create(DPCTLSyclDeviceRef DRef, error_handler_callback *handler, int properties)
    DPCTLSyclContextRef DPCTLContext_CreateFromDevices(DPCTLDeviceVectorRef Devices, error_handler_callback *handler, int properties)
    bool DPCTLContext_AreEq(DPCTLSyclContextRef CRef, DPCTLSyclContextRef CRef2)
    DPCTLSyclContextRef DPCTLContext_Copy(DPCTLSyclContextRef CRef)
    size_t DPCTLContext_DeviceCount(DPCTLSyclContextRef CRef)
    DPCTLDeviceVectorRef DPCTLContext_GetDevices(DPCTLSyclContextRef CRef)
    DPCTLSyclBackendType DPCTLContext_GetBackend(DPCTLSyclContextRef CRef)
    void DPCTLContext_Delete(DPCTLSyclContextRef CRef)
    size_t DPCTLContext_Hash(DPCTLSyclContextRef CRef)
    DPCTLSyclPlatformRef DPCTLContext_GetPlatform(DPCTLSyclContextRef CRef)
    int *DPCTLContext_GetAtomicMemoryOrderCapabilities(DPCTLSyclContextRef CRef, size_t *n_values)
    int *DPCTLContext_GetAtomicFenceOrderCapabilities(DPCTLSyclContextRef CRef, size_t *n_values)
    int *DPCTLContext_GetAtomicMemoryScopeCapabilities(DPCTLSyclContextRef CRef, size_t *n_values)
    int *DPCTLContext_GetAtomicFenceScopeCapabilities(DPCTLSyclContextRef CRef, size_t *n_values)

cdef extern from "syclinterface/dpctl_sycl_device_interface.h" nogil:
    DPCTLSyclDeviceRef DPCTLDevice_Copy(DPCTLSyclDeviceRef DRef)
    DPCTLSyclDeviceRef DPCTLDevice_Create()
    DPCTLSyclDeviceRef DPCTLDevice_CreateFromSelector(DPCTLSyclDeviceSelectorRef DSRef)
    void DPCTLDevice_Delete(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_IsAccelerator(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_IsCPU(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_IsGPU(DPCTLSyclDeviceRef DRef)
    DPCTLSyclBackendType DPCTLDevice_GetBackend(DPCTLSyclDeviceRef DRef)
    DPCTLSyclDeviceType DPCTLDevice_GetDeviceType(DPCTLSyclDeviceRef DRef)
    const char *DPCTLDevice_GetDriverVersion(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxComputeUnits(DPCTLSyclDeviceRef DRef)
    uint64_t DPCTLDevice_GetGlobalMemSize(DPCTLSyclDeviceRef DRef)
    uint64_t DPCTLDevice_GetLocalMemSize(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxWorkItemDims(DPCTLSyclDeviceRef DRef)
    size_t *DPCTLDevice_GetMaxWorkItemSizes1d(DPCTLSyclDeviceRef DRef)
    size_t *DPCTLDevice_GetMaxWorkItemSizes2d(DPCTLSyclDeviceRef DRef)
    size_t *DPCTLDevice_GetMaxWorkItemSizes3d(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetMaxWorkGroupSize(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxNumSubGroups(DPCTLSyclDeviceRef DRef)
    DPCTLSyclPlatformRef DPCTLDevice_GetPlatform(DPCTLSyclDeviceRef DRef)
    const char *DPCTLDevice_GetName(DPCTLSyclDeviceRef DRef)
    const char *DPCTLDevice_GetVendor(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_AreEq(DPCTLSyclDeviceRef DRef, DPCTLSyclDeviceRef DRef2)
    bool DPCTLDevice_HasAspect(DPCTLSyclDeviceRef DRef, DPCTLSyclAspectType aspect)
    uint32_t DPCTLDevice_GetMaxReadImageArgs(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxWriteImageArgs(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage2dMaxWidth(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage2dMaxHeight(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage3dMaxWidth(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage3dMaxHeight(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImage3dMaxDepth(DPCTLSyclDeviceRef DRef)
    DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesEqually(DPCTLSyclDeviceRef DRef, size_t count)
    DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByCounts(DPCTLSyclDeviceRef DRef, size_t *counts, size_t n_counts)
    DPCTLDeviceVectorRef DPCTLDevice_CreateSubDevicesByAffinity(DPCTLSyclDeviceRef DRef, DPCTLPartitionAffinityDomainType domain)
    bool DPCTLDevice_GetSubGroupIndependentForwardProgress(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthChar(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthShort(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthInt(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthLong(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthFloat(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthDouble(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPreferredVectorWidthHalf(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthChar(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthShort(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthInt(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthLong(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthFloat(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthDouble(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetNativeVectorWidthHalf(DPCTLSyclDeviceRef DRef)
    DPCTLSyclDeviceRef DPCTLDevice_GetParentDevice(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetPartitionMaxSubDevices(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_Hash(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetProfilingTimerResolution(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetGlobalMemCacheLineSize(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxClockFrequency(DPCTLSyclDeviceRef DRef)
    uint64_t DPCTLDevice_GetMaxMemAllocSize(DPCTLSyclDeviceRef DRef)
    uint64_t DPCTLDevice_GetGlobalMemCacheSize(DPCTLSyclDeviceRef DRef)
    DPCTLGlobalMemCacheType DPCTLDevice_GetGlobalMemCacheType(DPCTLSyclDeviceRef DRef)
    size_t *DPCTLDevice_GetSubGroupSizes(DPCTLSyclDeviceRef DRef, size_t *n_sizes)
    DPCTLSyclDeviceRef DPCTLDevice_GetCompositeDevice(DPCTLSyclDeviceRef DRef)
    DPCTLDeviceVectorRef DPCTLDevice_GetComponentDevices(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_CanAccessPeer(DPCTLSyclDeviceRef DRef, DPCTLSyclDeviceRef DRef2, DPCTLPeerAccessType access)
    void DPCTLDevice_EnablePeerAccess(DPCTLSyclDeviceRef DRef, DPCTLSyclDeviceRef DRef2)
    void DPCTLDevice_DisablePeerAccess(DPCTLSyclDeviceRef DRef, DPCTLSyclDeviceRef DRef2)
    uint32_t DPCTLDevice_GetVendorId(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetAddressBits(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetImageMaxBufferSize(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMaxSamplers(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDevice_GetMaxParameterSize(DPCTLSyclDeviceRef DRef)
    uint32_t DPCTLDevice_GetMemBaseAddrAlign(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_GetErrorCorrectionSupport(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_IsAvailable(DPCTLSyclDeviceRef DRef)
    const char *DPCTLDevice_GetVersion(DPCTLSyclDeviceRef DRef)
    const char *DPCTLDevice_GetBackendVersion(DPCTLSyclDeviceRef DRef)
    DPCTLLocalMemType DPCTLDevice_GetLocalMemType(DPCTLSyclDeviceRef DRef)
    DPCTLPartitionPropertyType DPCTLDevice_GetPartitionTypeProperty(DPCTLSyclDeviceRef DRef)
    DPCTLPartitionAffinityDomainType DPCTLDevice_GetPartitionTypeAffinityDomain(DPCTLSyclDeviceRef DRef)
    int *DPCTLDevice_GetHalfFPConfig(DPCTLSyclDeviceRef DRef, size_t *n_values)
    int *DPCTLDevice_GetSingleFPConfig(DPCTLSyclDeviceRef DRef, size_t *n_values)
    int *DPCTLDevice_GetDoubleFPConfig(DPCTLSyclDeviceRef DRef, size_t *n_values)
    int *DPCTLDevice_GetAtomicMemoryOrderCapabilities(DPCTLSyclDeviceRef DRef, size_t *n_values)
    int *DPCTLDevice_GetAtomicFenceOrderCapabilities(DPCTLSyclDeviceRef DRef, size_t *n_values)
    int *DPCTLDevice_GetAtomicMemoryScopeCapabilities(DPCTLSyclDeviceRef DRef, size_t *n_values)
    int *DPCTLDevice_GetAtomicFenceScopeCapabilities(DPCTLSyclDeviceRef DRef, size_t *n_values)
    int *DPCTLDevice_GetPartitionProperties(DPCTLSyclDeviceRef DRef, size_t *n_values)
    int *DPCTLDevice_GetPartitionAffinityDomains(DPCTLSyclDeviceRef DRef, size_t *n_values)
    bool DPCTLDevice_CanCompileSPIRV(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_CanCompileOpenCL(DPCTLSyclDeviceRef DRef)
    bool DPCTLDevice_CanCompileSYCL(DPCTLSyclDeviceRef DRef)

cdef extern from "syclinterface/dpctl_sycl_device_manager.h" nogil:
    DPCTLDeviceVectorRef DPCTLDeviceMgr_GetDevices(int device_identifier)
    const char *DPCTLDeviceMgr_GetDeviceInfoStr(DPCTLSyclDeviceRef DRef)
    int DPCTLDeviceMgr_GetPositionInDevices(DPCTLSyclDeviceRef DRef, int device_identifier)
    DPCTLSyclContextRef DPCTLDeviceMgr_GetCachedContext(DPCTLSyclDeviceRef DRef)
    size_t DPCTLDeviceMgr_GetNumDevices(int device_identifier)
    void DPCTLDeviceMgr_PrintDeviceInfo(DPCTLSyclDeviceRef DRef)
    int64_t DPCTLDeviceMgr_GetRelativeId(DPCTLSyclDeviceRef DRef)
    DPCTLDeviceVectorRef DPCTLDeviceMgr_GetCompositeDevices()

cdef extern from "syclinterface/dpctl_sycl_device_selector_interface.h" nogil:
    DPCTLSyclDeviceSelectorRef DPCTLAcceleratorSelector_Create()
    DPCTLSyclDeviceSelectorRef DPCTLDefaultSelector_Create()
    DPCTLSyclDeviceSelectorRef DPCTLCPUSelector_Create()
    DPCTLSyclDeviceSelectorRef DPCTLFilterSelector_Create(const char *filter)
    DPCTLSyclDeviceSelectorRef DPCTLGPUSelector_Create()
    void DPCTLDeviceSelector_Delete(DPCTLSyclDeviceSelectorRef DSRef)
    int DPCTLDeviceSelector_Score(DPCTLSyclDeviceSelectorRef DSRef, DPCTLSyclDeviceRef DRef)

cdef extern from "syclinterface/dpctl_sycl_event_interface.h" nogil:
    DPCTLSyclEventRef DPCTLEvent_Create()
    void DPCTLEvent_Wait(DPCTLSyclEventRef ERef)
    void DPCTLEvent_WaitAndThrow(DPCTLSyclEventRef ERef)
    void DPCTLEvent_Delete(DPCTLSyclEventRef ERef)
    DPCTLSyclEventRef DPCTLEvent_Copy(DPCTLSyclEventRef ERef)
    DPCTLSyclBackendType DPCTLEvent_GetBackend(DPCTLSyclEventRef ERef)
    DPCTLSyclEventStatusType DPCTLEvent_GetCommandExecutionStatus(DPCTLSyclEventRef ERef)
    uint64_t DPCTLEvent_GetProfilingInfoSubmit(DPCTLSyclEventRef ERef)
    uint64_t DPCTLEvent_GetProfilingInfoStart(DPCTLSyclEventRef ERef)
    uint64_t DPCTLEvent_GetProfilingInfoEnd(DPCTLSyclEventRef ERef)
    DPCTLEventVectorRef DPCTLEvent_GetWaitList(DPCTLSyclEventRef ERef)

cdef extern from "syclinterface/dpctl_sycl_extension_interface.h" nogil:
    ctypedef struct RawWorkGroupMemory:
        size_t nbytes
    ctypedef struct RawKernelArgData:
        size_t nbytes
        void *data
    DPCTLSyclWorkGroupMemoryRef DPCTLWorkGroupMemory_Create(size_t nbytes)
    void DPCTLWorkGroupMemory_Delete(DPCTLSyclWorkGroupMemoryRef Ref)
    bool DPCTLWorkGroupMemory_Available()
    DPCTLSyclRawKernelArgRef DPCTLRawKernelArg_Create(void *bytes, size_t count)
    void DPCTLRawKernelArg_Delete(DPCTLSyclRawKernelArgRef Ref)
    bool DPCTLRawKernelArg_Available()
    bool DPCTLIPCMem_Available()

cdef extern from "syclinterface/dpctl_sycl_ipc_memory_interface.h" nogil:
    int DPCTLIPCMem_GetHandle(DPCTLSyclUSMRef MRef, DPCTLSyclContextRef CRef, char **handle, size_t *size)
    DPCTLSyclUSMRef DPCTLIPCMem_OpenHandle(const char *handle, size_t size, DPCTLSyclContextRef CRef, DPCTLSyclDeviceRef DRef)
    void DPCTLIPCMem_CloseHandle(DPCTLSyclUSMRef MRef, DPCTLSyclContextRef CRef)
    void DPCTLIPCMem_FreeHandleData(char *handle)

cdef extern from "syclinterface/dpctl_sycl_kernel_bundle_interface.h" nogil:
    DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromSpirv(DPCTLSyclContextRef CRef, DPCTLSyclDeviceRef DRef, const void *spirv, size_t length, const char *options)
    DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromOCLSource(DPCTLSyclContextRef CRef, DPCTLSyclDeviceRef DRef, const char *source, const char *options)
    DPCTLSyclKernelRef DPCTLKernelBundle_GetKernel(DPCTLSyclKernelBundleRef KBRef, const char *name)
    bool DPCTLKernelBundle_HasKernel(DPCTLSyclKernelBundleRef KBRef, const char *name)
    void DPCTLKernelBundle_Delete(DPCTLSyclKernelBundleRef KBRef)
    DPCTLSyclKernelBundleRef DPCTLKernelBundle_Copy(DPCTLSyclKernelBundleRef KBRef)
    DPCTLBuildOptionListRef DPCTLBuildOptionList_Create()
    void DPCTLBuildOptionList_Delete(DPCTLBuildOptionListRef Ref)
    void DPCTLBuildOptionList_Append(DPCTLBuildOptionListRef Ref, const char *option)
    DPCTLKernelNameListRef DPCTLKernelNameList_Create()
    void DPCTLKernelNameList_Delete(DPCTLKernelNameListRef Ref)
    void DPCTLKernelNameList_Append(DPCTLKernelNameListRef Ref, const char *name)
    DPCTLVirtualHeaderListRef DPCTLVirtualHeaderList_Create()
    void DPCTLVirtualHeaderList_Delete(DPCTLVirtualHeaderListRef Ref)
    void DPCTLVirtualHeaderList_Append(DPCTLVirtualHeaderListRef Ref, const char *name, const char *content)
    DPCTLKernelBuildLogRef DPCTLKernelBuildLog_Create()
    void DPCTLKernelBuildLog_Delete(DPCTLKernelBuildLogRef Ref)
    const char *DPCTLKernelBuildLog_Get(DPCTLKernelBuildLogRef Ref)
    bool DPCTLKernelBundle_CreateFromSYCLSource_Available()
    DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromSYCLSource(DPCTLSyclContextRef CRef, DPCTLSyclDeviceRef DRef, const char *source, DPCTLVirtualHeaderListRef headers, DPCTLKernelNameListRef names, DPCTLBuildOptionListRef options, DPCTLKernelBuildLogRef log)
    DPCTLSyclKernelRef DPCTLKernelBundle_GetSyclKernel(DPCTLSyclKernelBundleRef KBRef, const char *name)
    bool DPCTLKernelBundle_HasSyclKernel(DPCTLSyclKernelBundleRef KBRef, const char *name)

cdef extern from "syclinterface/dpctl_sycl_kernel_interface.h" nogil:
    size_t DPCTLKernel_GetNumArgs(DPCTLSyclKernelRef KRef)
    void DPCTLKernel_Delete(DPCTLSyclKernelRef KRef)
    DPCTLSyclKernelRef DPCTLKernel_Copy(DPCTLSyclKernelRef KRef)
    size_t DPCTLKernel_GetWorkGroupSize(DPCTLSyclKernelRef KRef)
    size_t DPCTLKernel_GetPreferredWorkGroupSizeMultiple(DPCTLSyclKernelRef KRef)
    size_t DPCTLKernel_GetPrivateMemSize(DPCTLSyclKernelRef KRef)
    uint32_t DPCTLKernel_GetMaxNumSubGroups(DPCTLSyclKernelRef KRef)
    uint32_t DPCTLKernel_GetMaxSubGroupSize(DPCTLSyclKernelRef KRef)
    uint32_t DPCTLKernel_GetCompileNumSubGroups(DPCTLSyclKernelRef KRef)
    uint32_t DPCTLKernel_GetCompileSubGroupSize(DPCTLSyclKernelRef KRef)

cdef extern from "syclinterface/dpctl_sycl_platform_interface.h" nogil:
    bool DPCTLPlatform_AreEq(DPCTLSyclPlatformRef PRef, DPCTLSyclPlatformRef PRef2)
    DPCTLSyclPlatformRef DPCTLPlatform_Copy(DPCTLSyclPlatformRef PRef)
    DPCTLSyclPlatformRef DPCTLPlatform_Create()
    DPCTLSyclPlatformRef DPCTLPlatform_CreateFromSelector(DPCTLSyclDeviceSelectorRef DSRef)
    void DPCTLPlatform_Delete(DPCTLSyclPlatformRef PRef)
    DPCTLSyclBackendType DPCTLPlatform_GetBackend(DPCTLSyclPlatformRef PRef)
    const char *DPCTLPlatform_GetName(DPCTLSyclPlatformRef PRef)
    const char *DPCTLPlatform_GetVendor(DPCTLSyclPlatformRef PRef)
    const char *DPCTLPlatform_GetVersion(DPCTLSyclPlatformRef PRef)
    DPCTLPlatformVectorRef DPCTLPlatform_GetPlatforms()
    DPCTLSyclContextRef DPCTLPlatform_GetDefaultContext(DPCTLSyclPlatformRef PRef)
    size_t DPCTLPlatform_Hash(DPCTLSyclPlatformRef PRef)
    DPCTLDeviceVectorRef DPCTLPlatform_GetDevices(DPCTLSyclPlatformRef PRef, DPCTLSyclDeviceType type)
    DPCTLDeviceVectorRef DPCTLPlatform_GetCompositeDevices(DPCTLSyclPlatformRef PRef)

cdef extern from "syclinterface/dpctl_sycl_platform_manager.h" nogil:
    void DPCTLPlatformMgr_PrintInfo(DPCTLSyclPlatformRef PRef, size_t verbosity)
    const char *DPCTLPlatformMgr_GetInfo(DPCTLSyclPlatformRef PRef, size_t verbosity)

cdef extern from "syclinterface/dpctl_sycl_queue_interface.h" nogil:
    ctypedef struct MDLocalAccessor:
        size_t ndim
        DPCTLKernelArgType dpctl_type_id
        size_t dim0
        size_t dim1
        size_t dim2
    DPCTLSyclQueueRef DPCTLQueue_Create(DPCTLSyclContextRef CRef, DPCTLSyclDeviceRef DRef, error_handler_callback *handler, int properties)
    DPCTLSyclQueueRef DPCTLQueue_CreateForDevice(DPCTLSyclDeviceRef DRef, error_handler_callback *handler, int properties)
    void DPCTLQueue_Delete(DPCTLSyclQueueRef QRef)
    DPCTLSyclQueueRef DPCTLQueue_Copy(DPCTLSyclQueueRef QRef)
    bool DPCTLQueue_AreEq(DPCTLSyclQueueRef QRef, DPCTLSyclQueueRef QRef2)
    DPCTLSyclBackendType DPCTLQueue_GetBackend(DPCTLSyclQueueRef QRef)
    DPCTLSyclContextRef DPCTLQueue_GetContext(DPCTLSyclQueueRef QRef)
    DPCTLSyclDeviceRef DPCTLQueue_GetDevice(DPCTLSyclQueueRef QRef)
    DPCTLSyclEventRef DPCTLQueue_SubmitRange(DPCTLSyclKernelRef KRef, DPCTLSyclQueueRef QRef, void **Args, const DPCTLKernelArgType *ArgTypes, size_t NArgs, const size_t *Range, size_t NDims, DPCTLSyclEventRef *Deps, size_t NDeps)
    DPCTLSyclEventRef DPCTLQueue_SubmitNDRange(DPCTLSyclKernelRef KRef, DPCTLSyclQueueRef QRef, void **Args, const DPCTLKernelArgType *ArgTypes, size_t NArgs, const size_t *gRange, const size_t *lRange, size_t NDims, DPCTLSyclEventRef *Deps, size_t NDeps)
    void DPCTLQueue_Wait(DPCTLSyclQueueRef QRef)
    DPCTLSyclEventRef DPCTLQueue_Memcpy(DPCTLSyclQueueRef QRef, void *Dest, const void *Src, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_MemcpyWithEvents(DPCTLSyclQueueRef QRef, void *Dest, const void *Src, size_t Count, DPCTLSyclEventRef *Deps, size_t NDeps)
    DPCTLSyclEventRef DPCTLQueue_Prefetch(DPCTLSyclQueueRef QRef, const void *Ptr, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_MemAdvise(DPCTLSyclQueueRef QRef, const void *Ptr, size_t Count, int Advice)
    bool DPCTLQueue_IsInOrder(DPCTLSyclQueueRef QRef)
    bool DPCTLQueue_HasEnableProfiling(DPCTLSyclQueueRef QRef)
    size_t DPCTLQueue_Hash(DPCTLSyclQueueRef QRef)
    DPCTLSyclEventRef DPCTLQueue_SubmitBarrier(DPCTLSyclQueueRef QRef)
    DPCTLSyclEventRef DPCTLQueue_SubmitBarrierForEvents(DPCTLSyclQueueRef QRef, DPCTLSyclEventRef *Deps, size_t NDeps)
    DPCTLSyclEventRef DPCTLQueue_Memset(DPCTLSyclQueueRef QRef, void *Ptr, uint8_t Value, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_Fill8(DPCTLSyclQueueRef QRef, void *Ptr, uint8_t Value, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_Fill16(DPCTLSyclQueueRef QRef, void *Ptr, uint16_t Value, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_Fill32(DPCTLSyclQueueRef QRef, void *Ptr, uint32_t Value, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_Fill64(DPCTLSyclQueueRef QRef, void *Ptr, uint64_t Value, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_Fill128(DPCTLSyclQueueRef QRef, void *Ptr, uint64_t *Value, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_CopyData(DPCTLSyclQueueRef QRef, void *Dest, const void *Src, size_t Count)
    DPCTLSyclEventRef DPCTLQueue_CopyDataWithEvents(DPCTLSyclQueueRef QRef, void *Dest, const void *Src, size_t Count, DPCTLSyclEventRef *Deps, size_t NDeps)
    DPCTLSyclEventRef DPCTLQueue_MemsetWithEvents(DPCTLSyclQueueRef QRef, void *Ptr, uint8_t Value, size_t Count, DPCTLSyclEventRef *Deps, size_t NDeps)

cdef extern from "syclinterface/dpctl_sycl_usm_interface.h" nogil:
    DPCTLSyclUSMRef DPCTLmalloc_shared(size_t size, DPCTLSyclQueueRef QRef)
    DPCTLSyclUSMRef DPCTLaligned_alloc_shared(size_t alignment, size_t size, DPCTLSyclQueueRef QRef)
    DPCTLSyclUSMRef DPCTLmalloc_host(size_t size, DPCTLSyclQueueRef QRef)
    DPCTLSyclUSMRef DPCTLaligned_alloc_host(size_t alignment, size_t size, DPCTLSyclQueueRef QRef)
    DPCTLSyclUSMRef DPCTLmalloc_device(size_t size, DPCTLSyclQueueRef QRef)
    DPCTLSyclUSMRef DPCTLaligned_alloc_device(size_t alignment, size_t size, DPCTLSyclQueueRef QRef)
    void DPCTLfree_with_queue(DPCTLSyclUSMRef MRef, DPCTLSyclQueueRef QRef)
    void DPCTLfree_with_context(DPCTLSyclUSMRef MRef, DPCTLSyclContextRef CRef)
    DPCTLSyclUSMType DPCTLUSM_GetPointerType(DPCTLSyclUSMRef MRef, DPCTLSyclContextRef CRef)
    DPCTLSyclDeviceRef DPCTLUSM_GetPointerDevice(DPCTLSyclUSMRef MRef, DPCTLSyclContextRef CRef)

cdef extern from "syclinterface/dpctl_utils.h" nogil:
    void DPCTLCString_Delete(const char *text)
    void DPCTLSize_t_Array_Delete(size_t *array)
    void DPCTLInt_Array_Delete(int *array)

cdef extern from "syclinterface/dpctl_vector.h" nogil:
    DPCTLDeviceVectorRef DPCTLDeviceVector_Create()
    DPCTLDeviceVectorRef DPCTLDeviceVector_CreateFromArray(size_t n, DPCTLSyclDeviceRef *elements)
    void DPCTLDeviceVector_Delete(DPCTLDeviceVectorRef Vec)
    void DPCTLDeviceVector_Clear(DPCTLDeviceVectorRef Vec)
    size_t DPCTLDeviceVector_Size(DPCTLDeviceVectorRef Vec)
    DPCTLSyclDeviceRef DPCTLDeviceVector_GetAt(DPCTLDeviceVectorRef Vec, size_t index)
    DPCTLEventVectorRef DPCTLEventVector_Create()
    DPCTLEventVectorRef DPCTLEventVector_CreateFromArray(size_t n, DPCTLSyclEventRef *elements)
    void DPCTLEventVector_Delete(DPCTLEventVectorRef Vec)
    void DPCTLEventVector_Clear(DPCTLEventVectorRef Vec)
    size_t DPCTLEventVector_Size(DPCTLEventVectorRef Vec)
    DPCTLSyclEventRef DPCTLEventVector_GetAt(DPCTLEventVectorRef Vec, size_t index)
    DPCTLPlatformVectorRef DPCTLPlatformVector_Create()
    DPCTLPlatformVectorRef DPCTLPlatformVector_CreateFromArray(size_t n, DPCTLSyclPlatformRef *elements)
    void DPCTLPlatformVector_Delete(DPCTLPlatformVectorRef Vec)
    void DPCTLPlatformVector_Clear(DPCTLPlatformVectorRef Vec)
    size_t DPCTLPlatformVector_Size(DPCTLPlatformVectorRef Vec)
    DPCTLSyclPlatformRef DPCTLPlatformVector_GetAt(DPCTLPlatformVectorRef Vec, size_t index)
