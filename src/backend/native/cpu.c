/* What the CPU device can do: every property, from CPUID, sysfs and the operating system.
 *
 * Values are those of the machine wherever it reports them; the others are limits of our own
 * kernels (work-group size, local memory) and are set in describe_limits. Files that grow with the
 * number of CPUs are not read: discovery has to stay far below a millisecond. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "backend/native/native.h"
#include "backend/native/probe.h"
#include "base/error.h"
#include "dpex/version.h"
#include "host/sysmem.h"

#define BIT(value) (1ull << (value))

/* MIN_SUB_GROUP: the narrowest vectors; LOCAL_MEM_BYTES: what fits the caches of a core. */
enum { WORK_GROUP_SIZE = 8192, MIN_SUB_GROUP = 4, LOCAL_MEM_BYTES = 256 * 1024 };

static uint64_t aspects(void)
{
    return BIT(DPEX_ASPECT_cpu) | BIT(DPEX_ASPECT_fp16) | BIT(DPEX_ASPECT_fp64) |
           BIT(DPEX_ASPECT_atomic64) | BIT(DPEX_ASPECT_online_compiler) |
           BIT(DPEX_ASPECT_queue_profiling) | BIT(DPEX_ASPECT_usm_device_allocations) |
           BIT(DPEX_ASPECT_usm_host_allocations) | BIT(DPEX_ASPECT_usm_shared_allocations) |
           BIT(DPEX_ASPECT_usm_system_allocations) | BIT(DPEX_ASPECT_usm_atomic_host_allocations) |
           BIT(DPEX_ASPECT_usm_atomic_shared_allocations) | BIT(DPEX_ASPECT_host_debuggable);
}

static void describe_identity(dpex_device_info *info)
{
    char vendor[16];
    dpex_probe_vendor(vendor, sizeof vendor);
    dpex_probe_name(info->name, sizeof info->name);
    snprintf(info->vendor, sizeof info->vendor, "opendpex (%s)", vendor);
    snprintf(info->driver_version, sizeof info->driver_version, "%s", DPEX_VERSION_TEXT);
    snprintf(info->version, sizeof info->version, "opendpex %s", DPEX_VERSION_TEXT);
    snprintf(info->backend_version, sizeof info->backend_version, "%s", DPEX_VERSION_TEXT);
    /* Vendors' numbers on the PCI bus. */
    info->vendor_id = !strcmp(vendor, "GenuineIntel")   ? 0x8086
                      : !strcmp(vendor, "AuthenticAMD") ? 0x1022
                                                        : 0;
    info->type = DPEX_TYPE_CPU;
    info->aspects = aspects();
    info->address_bits = 8 * sizeof(void *);
    info->is_available = 1;
}

static void describe_limits(dpex_device_info *info)
{
    info->max_work_item_dims = 3;
    info->max_work_group_size = WORK_GROUP_SIZE;
    for (int d = 0; d < 3; d++) info->max_work_item_sizes[d] = WORK_GROUP_SIZE;
    for (size_t size = MIN_SUB_GROUP; size <= 64; size *= 2)
        info->sub_group_sizes[info->n_sub_group_sizes++] = size;
    info->max_num_sub_groups = WORK_GROUP_SIZE / MIN_SUB_GROUP;
    info->local_mem_size = LOCAL_MEM_BYTES;
    /* Local memory is ordinary memory. */
    info->local_mem_type = DPEX_LOCAL_MEM_GLOBAL;
    info->max_parameter_size = 4096;
    info->mem_base_addr_align = 1024;
}

static void describe_vectors(dpex_device_info *info)
{
    uint64_t bytes = dpex_probe_vector_bytes();
    info->preferred_vector_width_char = info->native_vector_width_char = bytes;
    info->preferred_vector_width_short = info->native_vector_width_short = bytes / 2;
    info->preferred_vector_width_int = info->native_vector_width_int = bytes / 4;
    info->preferred_vector_width_long = info->native_vector_width_long = bytes / 8;
    info->preferred_vector_width_float = info->native_vector_width_float = bytes / 4;
    info->preferred_vector_width_double = info->native_vector_width_double = bytes / 8;
    /* Half is stored in 16 bits and computed as float. */
    info->preferred_vector_width_half = info->native_vector_width_half = bytes / 4;
}

static void describe_numbers(dpex_device_info *info)
{
    uint64_t fp = BIT(DPEX_FP_DENORM) | BIT(DPEX_FP_INF_NAN) | BIT(DPEX_FP_ROUND_TO_NEAREST);
    /* Half arithmetic is done in float, so fma does not round once to half. */
    info->half_fp_config = fp;
    if (dpex_probe_has_fma()) fp |= BIT(DPEX_FP_FMA);
    info->double_fp_config = fp;
    info->single_fp_config = fp | BIT(DPEX_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);

    uint64_t orders = BIT(DPEX_MEMORY_ORDER_RELAXED) | BIT(DPEX_MEMORY_ORDER_ACQUIRE) |
                      BIT(DPEX_MEMORY_ORDER_RELEASE) | BIT(DPEX_MEMORY_ORDER_ACQ_REL) |
                      BIT(DPEX_MEMORY_ORDER_SEQ_CST);
    uint64_t scopes = BIT(DPEX_SCOPE_WORK_ITEM) | BIT(DPEX_SCOPE_SUB_GROUP) |
                      BIT(DPEX_SCOPE_WORK_GROUP) | BIT(DPEX_SCOPE_DEVICE) | BIT(DPEX_SCOPE_SYSTEM);
    info->atomic_memory_order_capabilities = info->atomic_fence_order_capabilities = orders;
    info->atomic_memory_scope_capabilities = info->atomic_fence_scope_capabilities = scopes;
}

static void describe_memory(dpex_device_info *info, int cpu)
{
    uint64_t available;
    dpex_host_get_memory(&info->global_mem_size, &available);
    /* Any one allocation may take all. */
    info->max_mem_alloc_size = info->global_mem_size;
    info->global_mem_cache_type = DPEX_MEM_CACHE_READ_WRITE;
    dpex_probe_cache(cpu, &info->global_mem_cache_size, &info->global_mem_cache_line_size);
}

void dpex_native_describe(dpex_device *device)
{
    dpex_device_info *info = &device->info;
    struct timespec tick;
    describe_identity(info);
    describe_limits(info);
    describe_vectors(info);
    describe_numbers(info);
    describe_memory(info, device->units[0]);
    dpex_native_describe_splits(device);
    info->max_clock_frequency = dpex_probe_clock_mhz(device->units[0]);
    clock_getres(CLOCK_MONOTONIC, &tick);
    info->profiling_timer_resolution = tick.tv_nsec > 0 ? (uint64_t)tick.tv_nsec : 1;
}
