/* The properties of a CUDA device: attributes of the driver by table, the rest from what all of
 * NVIDIA's devices have in common. */
#include <stdio.h>
#include <string.h>

#include "backend/cuda/device.h"

#define BIT(value) (1ull << (value))

enum { VENDOR_ID = 0x10de, MAX_PARAMETER_BYTES = 4096, CACHE_LINE_BYTES = 128, MAX_TEXTURES = 256 };

/* 0 where the driver does not know it. */
static uint64_t attribute(const dpex_cuda_device *device, int which)
{
    int value = 0;
    if (dpex_the_cuda.DeviceGetAttribute(&value, which, device->id) || value < 0) return 0;
    return (uint64_t)value;
}

/* The driver's own version, as its kernel module reports it; CUDA's where it does not.
 * The module's version is what users know; the interface's is only a fallback. */
static void describe_driver(dpex_device_info *info)
{
    char line[256] = "", *at;
    int version = dpex_cuda_driver_version();
    FILE *file = fopen("/proc/driver/nvidia/version", "re");
    /* 1000 * major + 10 * minor. */
    snprintf(info->driver_version, sizeof info->driver_version, "CUDA %d.%d", version / 1000,
             version % 1000 / 10);
    if (!file) return;
    if (fgets(line, sizeof line, file) && (at = strstr(line, "  ")) != NULL) {
        at += strspn(at, " ");
        int len = (int)strcspn(at, " ");
        if (len) snprintf(info->driver_version, sizeof info->driver_version, "%.*s", len, at);
    }
    fclose(file);
}

static void describe_identity(dpex_device_info *info, const dpex_cuda_device *device)
{
    int version = dpex_cuda_driver_version();
    snprintf(info->vendor, sizeof info->vendor, "NVIDIA Corporation");
    snprintf(info->version, sizeof info->version, "%d.%d", device->architecture / 10,
             device->architecture % 10);
    snprintf(info->backend_version, sizeof info->backend_version, "CUDA %d.%d", version / 1000,
             version % 1000 / 10);
    describe_driver(info);
    info->vendor_id = VENDOR_ID;
    info->type = DPEX_TYPE_GPU;
    info->address_bits = 64;
    info->is_available = 1;
    /* From kHz to MHz. */
    info->max_clock_frequency = attribute(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000;
}

static void describe_execution(dpex_device_info *info, dpex_cuda_device *device)
{
    uint64_t warp = attribute(device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    for (int d = 0; d < 3; d++) {
        device->max_block[d] = (unsigned)attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + d);
        device->max_grid[d] = (unsigned)attribute(device, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + d);
        info->max_work_item_sizes[2 - d] = device->max_block[d]; /* CUDA's fastest comes first */
    }
    /* For simulated drivers that report nothing. */
    if (!warp) warp = 32;
    info->max_work_item_dims = 3;
    info->sub_group_sizes[0] = warp;
    info->n_sub_group_sizes = 1;
    info->max_num_sub_groups = info->max_work_group_size / warp;
    info->sub_group_independent_forward_progress = device->architecture >= 70;
    info->max_parameter_size = MAX_PARAMETER_BYTES;
    /* Nanoseconds; see profile.c. */
    info->profiling_timer_resolution = 500;
    info->max_samplers = info->max_read_image_args = MAX_TEXTURES;
    info->max_write_image_args = 16;
}

/* Threads work on single elements; sixteen bytes are what one of them loads at a time. */
static void describe_vectors(dpex_device_info *info)
{
    info->preferred_vector_width_char = info->native_vector_width_char = 4;
    info->preferred_vector_width_short = info->native_vector_width_short = 2;
    info->preferred_vector_width_half = info->native_vector_width_half = 2;
    info->preferred_vector_width_int = info->native_vector_width_int = 1;
    info->preferred_vector_width_long = info->native_vector_width_long = 1;
    info->preferred_vector_width_float = info->native_vector_width_float = 1;
    info->preferred_vector_width_double = info->native_vector_width_double = 1;
}

static void describe_numbers(dpex_device_info *info)
{
    uint64_t fp = BIT(DPEX_FP_DENORM) | BIT(DPEX_FP_INF_NAN) | BIT(DPEX_FP_ROUND_TO_NEAREST) |
                  BIT(DPEX_FP_ROUND_TO_ZERO) | BIT(DPEX_FP_ROUND_TO_INF) | BIT(DPEX_FP_FMA);
    info->half_fp_config = fp;
    info->single_fp_config = fp | BIT(DPEX_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
    info->double_fp_config = fp | BIT(DPEX_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
    uint64_t orders = BIT(DPEX_MEMORY_ORDER_RELAXED) | BIT(DPEX_MEMORY_ORDER_ACQUIRE) |
                      BIT(DPEX_MEMORY_ORDER_RELEASE) | BIT(DPEX_MEMORY_ORDER_ACQ_REL) |
                      BIT(DPEX_MEMORY_ORDER_SEQ_CST);
    uint64_t scopes = BIT(DPEX_SCOPE_WORK_ITEM) | BIT(DPEX_SCOPE_SUB_GROUP) |
                      BIT(DPEX_SCOPE_WORK_GROUP) | BIT(DPEX_SCOPE_DEVICE) | BIT(DPEX_SCOPE_SYSTEM);
    info->atomic_memory_order_capabilities = info->atomic_fence_order_capabilities = orders;
    info->atomic_memory_scope_capabilities = info->atomic_fence_scope_capabilities = scopes;
}

static dpex_status describe_memory(dpex_device_info *info, const dpex_cuda_device *device)
{
    size_t bytes;
    DPEX_TRY(
        dpex_cuda_report(dpex_the_cuda.DeviceTotalMem(&bytes, device->id), "cuDeviceTotalMem"));
    /* One allocation may take all of it. */
    info->global_mem_size = info->max_mem_alloc_size = bytes;
    info->global_mem_cache_type = DPEX_MEM_CACHE_READ_WRITE;
    info->global_mem_cache_line_size = CACHE_LINE_BYTES;
    info->local_mem_type = DPEX_LOCAL_MEM_LOCAL;
    return DPEX_SUCCESS;
}

/* float64 and 64-bit atomics are in all devices that the driver still supports. */
static uint64_t aspects(const dpex_cuda_device *device)
{
    uint64_t bits = BIT(DPEX_ASPECT_gpu) | BIT(DPEX_ASPECT_fp16) | BIT(DPEX_ASPECT_fp64) |
                    BIT(DPEX_ASPECT_atomic64) | BIT(DPEX_ASPECT_online_compiler) |
                    BIT(DPEX_ASPECT_online_linker) | BIT(DPEX_ASPECT_queue_profiling) |
                    BIT(DPEX_ASPECT_usm_device_allocations) | BIT(DPEX_ASPECT_usm_host_allocations);
    /* Over NVLink to the host's processor, which few machines have. */
    int has_host_atomics = attribute(device, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED) != 0;
    if (device->has_managed) bits |= BIT(DPEX_ASPECT_usm_shared_allocations);
    if (device->has_managed && device->architecture >= 60)
        bits |= BIT(DPEX_ASPECT_usm_atomic_shared_allocations);
    if (has_host_atomics) bits |= BIT(DPEX_ASPECT_usm_atomic_host_allocations);
    if (attribute(device, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS))
        bits |= BIT(DPEX_ASPECT_usm_system_allocations);
    return bits;
}

dpex_status dpex_cuda_describe(dpex_device *device, dpex_cuda_device *handle)
{
    dpex_device_info *info = &device->info;
    DPEX_TRY(dpex_cuda_report(
        dpex_the_cuda.DeviceGetName(info->name, sizeof info->name, handle->id), "cuDeviceGetName"));
    handle->architecture =
        (int)(10 * attribute(handle, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
              attribute(handle, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
    /* Both: without concurrent access the host must not touch managed memory while any kernel
     * runs. */
    handle->has_managed = attribute(handle, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY) &&
                          attribute(handle, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS);
#define DPEX_CUDA_NUMBER(property, name, factor)                                                   \
    info->property = attribute(handle, CU_DEVICE_ATTRIBUTE_##name) * (factor);
#include "defs/cuda_device_info.def"
#undef DPEX_CUDA_NUMBER
    describe_identity(info, handle);
    describe_execution(info, handle);
    describe_vectors(info);
    describe_numbers(info);
    info->aspects = aspects(handle);
    return describe_memory(info, handle);
}
