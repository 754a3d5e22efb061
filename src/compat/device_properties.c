/* dpctl_sycl_device_interface.h: properties, each a field of dpex_device_info. */
#include <stdlib.h>

#include "compat.h"

static const dpex_device_info *info_of(const DPCTLSyclDeviceRef DRef)
{
    return dpex_device_get_info(device_of(DRef));
}

/* ---- numbers and texts ---- */

/* A function each, since that is what the interface has. The names of the fields are Python's too: those of the table
 * include/dpex/defs/device_properties.def. */

#define NUMBER(type, function, field)                                                              \
    type function(const DPCTLSyclDeviceRef DRef)                                                   \
    {                                                                                              \
        NEED(DRef, 0);                                                                             \
        return (type)info_of(DRef)->field;                                                         \
    }
NUMBER(uint32_t, DPCTLDevice_GetMaxComputeUnits, max_compute_units)
NUMBER(uint64_t, DPCTLDevice_GetGlobalMemSize, global_mem_size)
NUMBER(uint64_t, DPCTLDevice_GetLocalMemSize, local_mem_size)
NUMBER(uint32_t, DPCTLDevice_GetMaxWorkItemDims, max_work_item_dims)
NUMBER(size_t, DPCTLDevice_GetMaxWorkGroupSize, max_work_group_size)
NUMBER(uint32_t, DPCTLDevice_GetMaxNumSubGroups, max_num_sub_groups)
NUMBER(uint32_t, DPCTLDevice_GetMaxReadImageArgs, max_read_image_args)
NUMBER(uint32_t, DPCTLDevice_GetMaxWriteImageArgs, max_write_image_args)
NUMBER(size_t, DPCTLDevice_GetImage2dMaxWidth, image_2d_max_width)
NUMBER(size_t, DPCTLDevice_GetImage2dMaxHeight, image_2d_max_height)
NUMBER(size_t, DPCTLDevice_GetImage3dMaxWidth, image_3d_max_width)
NUMBER(size_t, DPCTLDevice_GetImage3dMaxHeight, image_3d_max_height)
NUMBER(size_t, DPCTLDevice_GetImage3dMaxDepth, image_3d_max_depth)
NUMBER(bool, DPCTLDevice_GetSubGroupIndependentForwardProgress,
       sub_group_independent_forward_progress)
NUMBER(uint32_t, DPCTLDevice_GetPreferredVectorWidthChar, preferred_vector_width_char)
NUMBER(uint32_t, DPCTLDevice_GetPreferredVectorWidthShort, preferred_vector_width_short)
NUMBER(uint32_t, DPCTLDevice_GetPreferredVectorWidthInt, preferred_vector_width_int)
NUMBER(uint32_t, DPCTLDevice_GetPreferredVectorWidthLong, preferred_vector_width_long)
NUMBER(uint32_t, DPCTLDevice_GetPreferredVectorWidthFloat, preferred_vector_width_float)
NUMBER(uint32_t, DPCTLDevice_GetPreferredVectorWidthDouble, preferred_vector_width_double)
NUMBER(uint32_t, DPCTLDevice_GetPreferredVectorWidthHalf, preferred_vector_width_half)
NUMBER(uint32_t, DPCTLDevice_GetNativeVectorWidthChar, native_vector_width_char)
NUMBER(uint32_t, DPCTLDevice_GetNativeVectorWidthShort, native_vector_width_short)
NUMBER(uint32_t, DPCTLDevice_GetNativeVectorWidthInt, native_vector_width_int)
NUMBER(uint32_t, DPCTLDevice_GetNativeVectorWidthLong, native_vector_width_long)
NUMBER(uint32_t, DPCTLDevice_GetNativeVectorWidthFloat, native_vector_width_float)
NUMBER(uint32_t, DPCTLDevice_GetNativeVectorWidthDouble, native_vector_width_double)
NUMBER(uint32_t, DPCTLDevice_GetNativeVectorWidthHalf, native_vector_width_half)
NUMBER(uint32_t, DPCTLDevice_GetPartitionMaxSubDevices, partition_max_sub_devices)
NUMBER(size_t, DPCTLDevice_GetProfilingTimerResolution, profiling_timer_resolution)
NUMBER(uint32_t, DPCTLDevice_GetGlobalMemCacheLineSize, global_mem_cache_line_size)
NUMBER(uint32_t, DPCTLDevice_GetMaxClockFrequency, max_clock_frequency)
NUMBER(uint64_t, DPCTLDevice_GetMaxMemAllocSize, max_mem_alloc_size)
NUMBER(uint64_t, DPCTLDevice_GetGlobalMemCacheSize, global_mem_cache_size)
NUMBER(uint32_t, DPCTLDevice_GetVendorId, vendor_id)
NUMBER(uint32_t, DPCTLDevice_GetAddressBits, address_bits)
NUMBER(size_t, DPCTLDevice_GetImageMaxBufferSize, image_max_buffer_size)
NUMBER(uint32_t, DPCTLDevice_GetMaxSamplers, max_samplers)
NUMBER(size_t, DPCTLDevice_GetMaxParameterSize, max_parameter_size)
NUMBER(uint32_t, DPCTLDevice_GetMemBaseAddrAlign, mem_base_addr_align)
NUMBER(bool, DPCTLDevice_GetErrorCorrectionSupport, error_correction_support)
NUMBER(bool, DPCTLDevice_IsAvailable, is_available)
#undef NUMBER

/* Copies, which the caller deletes, though the device keeps its texts: dpctl's callers delete what they get. */
#define TEXT(function, field)                                                                      \
    const char *function(const DPCTLSyclDeviceRef DRef)                                            \
    {                                                                                              \
        NEED(DRef, NULL);                                                                          \
        return compat_text(info_of(DRef)->field);                                                  \
    }
TEXT(DPCTLDevice_GetName, name)
TEXT(DPCTLDevice_GetVendor, vendor)
TEXT(DPCTLDevice_GetDriverVersion, driver_version)
TEXT(DPCTLDevice_GetVersion, version)
TEXT(DPCTLDevice_GetBackendVersion, backend_version)
#undef TEXT

/* ---- kinds ---- */

DPCTLSyclBackendType DPCTLDevice_GetBackend(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, DPCTL_UNKNOWN_BACKEND);
    return compat_backend(info_of(DRef)->backend);
}

DPCTLSyclDeviceType DPCTLDevice_GetDeviceType(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, DPCTL_UNKNOWN_DEVICE);
    return compat_device_type(info_of(DRef)->type);
}

/* These three are false for what is no device, like the type that is none of them. */
bool DPCTLDevice_IsAccelerator(const DPCTLSyclDeviceRef DRef)
{
    return DPCTLDevice_GetDeviceType(DRef) == DPCTL_ACCELERATOR;
}

bool DPCTLDevice_IsCPU(const DPCTLSyclDeviceRef DRef)
{
    return DPCTLDevice_GetDeviceType(DRef) == DPCTL_CPU;
}

bool DPCTLDevice_IsGPU(const DPCTLSyclDeviceRef DRef)
{
    return DPCTLDevice_GetDeviceType(DRef) == DPCTL_GPU;
}

/* The aspects of both interfaces have the same numbers. */
bool DPCTLDevice_HasAspect(const DPCTLSyclDeviceRef DRef, DPCTLSyclAspectType aspect)
{
    NEED(DRef, false);
    if ((unsigned)aspect >= DPEX_N_ASPECTS) return false;
    return dpex_device_has_aspect(device_of(DRef), (dpex_aspect)aspect);
}

/* libdpex numbers these from 1, dpctl from 0. */
DPCTLGlobalMemCacheType DPCTLDevice_GetGlobalMemCacheType(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, DPCTL_MEM_CACHE_TYPE_INDETERMINATE);
    uint64_t type = info_of(DRef)->global_mem_cache_type;
    return type ? (DPCTLGlobalMemCacheType)(type - 1) : DPCTL_MEM_CACHE_TYPE_INDETERMINATE;
}

DPCTLLocalMemType DPCTLDevice_GetLocalMemType(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, DPCTL_LOCAL_MEM_TYPE_UNKNOWN);
    return (DPCTLLocalMemType)info_of(DRef)->local_mem_type;
}

DPCTLPartitionPropertyType DPCTLDevice_GetPartitionTypeProperty(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, DPCTL_PARTITION_UNKNOWN);
    return (DPCTLPartitionPropertyType)info_of(DRef)->partition_type;
}

DPCTLPartitionAffinityDomainType DPCTLDevice_GetPartitionTypeAffinityDomain(
    const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, not_applicable);
    return (DPCTLPartitionAffinityDomainType)info_of(DRef)->partition_domain;
}

/* What the device's compiler takes: every device takes some C, so OpenCL C; SPIR-V where its backend is asked for it. */
bool DPCTLDevice_CanCompileSPIRV(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, false);
    return !dpex_device_runs_on_host(device_of(DRef)) &&
           info_of(DRef)->backend != DPEX_BACKEND_CUDA;
}

bool DPCTLDevice_CanCompileOpenCL(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, false);
    return info_of(DRef)->backend != DPEX_BACKEND_CUDA;
}

bool DPCTLDevice_CanCompileSYCL(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, false);
    return false;
}

/* ---- lists ---- */

/* A copy that the caller deletes with DPCTLSize_t_Array_Delete; NULL: no memory. */
static size_t *sizes(const size_t *values, size_t n)
{
    size_t *copy = malloc((n ? n : 1) * sizeof *copy);
    for (size_t i = 0; copy && i < n; i++) copy[i] = values[i];
    return copy;
}

/* A range of fewer dimensions has the last ones, which vary fastest. */
size_t *DPCTLDevice_GetMaxWorkItemSizes1d(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    return sizes(info_of(DRef)->max_work_item_sizes + 2, 1);
}

size_t *DPCTLDevice_GetMaxWorkItemSizes2d(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    return sizes(info_of(DRef)->max_work_item_sizes + 1, 2);
}

size_t *DPCTLDevice_GetMaxWorkItemSizes3d(const DPCTLSyclDeviceRef DRef)
{
    NEED(DRef, NULL);
    return sizes(info_of(DRef)->max_work_item_sizes, 3);
}

size_t *DPCTLDevice_GetSubGroupSizes(const DPCTLSyclDeviceRef DRef, size_t *n_sizes)
{
    if (n_sizes) *n_sizes = 0;
    NEED(DRef, NULL);
    NEED(n_sizes, NULL);
    *n_sizes = info_of(DRef)->n_sub_group_sizes;
    return sizes(info_of(DRef)->sub_group_sizes, *n_sizes);
}

/* Enumerations of several values are bits in libdpex, arrays in dpctl. */
int *compat_bit_numbers(uint64_t bits, size_t *n)
{
    int *numbers = malloc(64 * sizeof *numbers);
    for (int i = 0; numbers && i < 64; i++)
        if (bits >> i & 1) numbers[(*n)++] = i;
    return numbers;
}

#define BITS(function, field)                                                                      \
    int *function(const DPCTLSyclDeviceRef DRef, size_t *n_values)                                 \
    {                                                                                              \
        if (n_values) *n_values = 0;                                                               \
        NEED(DRef, NULL);                                                                          \
        NEED(n_values, NULL);                                                                      \
        return compat_bit_numbers(info_of(DRef)->field, n_values);                                 \
    }
BITS(DPCTLDevice_GetHalfFPConfig, half_fp_config)
BITS(DPCTLDevice_GetSingleFPConfig, single_fp_config)
BITS(DPCTLDevice_GetDoubleFPConfig, double_fp_config)
BITS(DPCTLDevice_GetAtomicMemoryOrderCapabilities, atomic_memory_order_capabilities)
BITS(DPCTLDevice_GetAtomicFenceOrderCapabilities, atomic_fence_order_capabilities)
BITS(DPCTLDevice_GetAtomicMemoryScopeCapabilities, atomic_memory_scope_capabilities)
BITS(DPCTLDevice_GetAtomicFenceScopeCapabilities, atomic_fence_scope_capabilities)
BITS(DPCTLDevice_GetPartitionProperties, partition_properties)
BITS(DPCTLDevice_GetPartitionAffinityDomains, partition_affinity_domains)
#undef BITS
