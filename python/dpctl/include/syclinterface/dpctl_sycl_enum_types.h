/* The enumerations of dpctl's C interface; their values are part of the binary interface. */
#ifndef DPCTL_SYCL_ENUM_TYPES_H
#define DPCTL_SYCL_ENUM_TYPES_H

typedef enum {
    DPCTL_USM_UNKNOWN = 0,
    DPCTL_USM_DEVICE,
    DPCTL_USM_SHARED,
    DPCTL_USM_HOST
} DPCTLSyclUSMType;

typedef enum {
    DPCTL_UNKNOWN_BACKEND = 0,
    DPCTL_CUDA = 1 << 16,
    DPCTL_LEVEL_ZERO = 1 << 17,
    DPCTL_OPENCL = 1 << 18,
    DPCTL_HIP = 1 << 19,
    DPCTL_ALL_BACKENDS = ((1 << 5) - 1) << 16
} DPCTLSyclBackendType;

typedef enum {
    DPCTL_UNKNOWN_DEVICE = 0,
    DPCTL_ACCELERATOR = 1 << 0,
    DPCTL_AUTOMATIC = 1 << 1,
    DPCTL_CPU = 1 << 2,
    DPCTL_CUSTOM = 1 << 3,
    DPCTL_GPU = 1 << 4,
    DPCTL_ALL = (1 << 6) - 1
} DPCTLSyclDeviceType;

typedef enum {
    DPCTL_INT8_T = 0,
    DPCTL_UINT8_T,
    DPCTL_INT16_T,
    DPCTL_UINT16_T,
    DPCTL_INT32_T,
    DPCTL_UINT32_T,
    DPCTL_INT64_T,
    DPCTL_UINT64_T,
    DPCTL_FLOAT32_T,
    DPCTL_FLOAT64_T,
    DPCTL_VOID_PTR,
    DPCTL_LOCAL_ACCESSOR,
    DPCTL_WORK_GROUP_MEMORY,
    DPCTL_RAW_KERNEL_ARG,
    DPCTL_UNSUPPORTED_KERNEL_ARG
} DPCTLKernelArgType;

typedef enum {
    host,
    cpu,
    gpu,
    accelerator,
    custom,
    fp16,
    fp64,
    atomic64,
    image,
    online_compiler,
    online_linker,
    queue_profiling,
    usm_device_allocations,
    usm_host_allocations,
    usm_shared_allocations,
    usm_system_allocations,
    usm_atomic_host_allocations,
    usm_atomic_shared_allocations,
    host_debuggable,
    emulated,
    is_component,
    is_composite,
    ext_oneapi_ipc_memory
} DPCTLSyclAspectType;

/* Numbered as in dpctl 0.20. */
typedef enum {
    not_applicable,
    numa,
    L4_cache,
    L3_cache,
    L2_cache,
    L1_cache,
    next_partitionable
} DPCTLPartitionAffinityDomainType;

typedef enum { access_supported, atomics_supported } DPCTLPeerAccessType;

/* Bits. */
typedef enum {
    DPCTL_DEFAULT_PROPERTY = 0,
    DPCTL_ENABLE_PROFILING = 1 << 0,
    DPCTL_IN_ORDER = 1 << 1
} DPCTLQueuePropertyType;

typedef enum {
    DPCTL_UNKNOWN_STATUS = 0,
    DPCTL_SUBMITTED,
    DPCTL_RUNNING,
    DPCTL_COMPLETE
} DPCTLSyclEventStatusType;

typedef enum {
    DPCTL_MEM_CACHE_TYPE_INDETERMINATE = 0,
    DPCTL_MEM_CACHE_TYPE_NONE,
    DPCTL_MEM_CACHE_TYPE_READ_ONLY,
    DPCTL_MEM_CACHE_TYPE_READ_WRITE
} DPCTLGlobalMemCacheType;

typedef enum {
    DPCTL_LOCAL_MEM_TYPE_UNKNOWN = 0,
    DPCTL_LOCAL_MEM_TYPE_NONE,
    DPCTL_LOCAL_MEM_TYPE_LOCAL,
    DPCTL_LOCAL_MEM_TYPE_GLOBAL
} DPCTLLocalMemType;

typedef enum {
    DPCTL_PARTITION_UNKNOWN = 0,
    DPCTL_PARTITION_NONE,
    DPCTL_PARTITION_EQUALLY,
    DPCTL_PARTITION_BY_COUNTS,
    DPCTL_PARTITION_BY_AFFINITY_DOMAIN
} DPCTLPartitionPropertyType;

#endif
