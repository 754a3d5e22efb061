/* The native backend: the CPUs that this process may use, as one device.
 *
 * It reports itself as opencl:cpu because programs know no other name for a CPU;
 * name, vendor and version say what it is. It is not where work runs: queues, memory and kernels
 * are host/'s, for the simulator too. This file is the vtable and the device; what the CPU is like
 * is found in cpu.c, how it splits in split.c, what it keeps for host/ in team.c. */

#include "backend/native/native.h"
#include "base/env.h"
#include "base/error.h"
#include "dpex/version.h"
#include "host/cpus.h"
#include "host/host.h"
#include "host/sysmem.h"

/* Of the machine, or of the control group that the process is in. */
static dpex_status free_memory(const dpex_device *device, uint64_t *bytes)
{
    uint64_t total;
    (void)device;
    dpex_host_get_memory(&total, bytes);
    return DPEX_SUCCESS;
}

/* A device of one unit per CPU that the process may use, by its affinity mask. */
static dpex_status make_device(const dpex_backend *self, dpex_platform *platform,
                               dpex_device **device)
{
    const int *cpus;
    size_t n_cpus, n_allowed;
    DPEX_TRY(dpex_host_get_affinity(&cpus, &n_allowed));
    DPEX_TRY(dpex_host_get_cpus(&cpus, &n_cpus));
    DPEX_TRY(dpex_device_new(self, platform, device));
    DPEX_TRY(dpex_device_set_units(*device, cpus, n_cpus));
    dpex_native_describe(*device);
    (*device)->host_reads_device_memory = 1;
    /* One thread that the user asked for may be on another core than the caller. */
    (*device)->shares_core = n_cpus == 1 && (n_allowed == 1 || !dpex_env_text("DPEX_NUM_THREADS"));
    return dpex_native_attach(*device);
}

static dpex_status discover(const dpex_backend *self,
                            dpex_status (*add)(void *list, dpex_platform *platform), void *list)
{
    static const dpex_platform_info info = {"opendpex native", "opendpex",
                                            "opendpex " DPEX_VERSION_TEXT, DPEX_BACKEND_OPENCL};
    dpex_platform *platform;
    dpex_device *device = NULL;
    DPEX_TRY(dpex_platform_new(self, &info, &platform));
    dpex_status status = make_device(self, platform, &device);
    if (!status) status = dpex_device_list_append(&platform->devices, &platform->n_devices, device);
    if (status) {
        dpex_device_free(device);
        dpex_platform_free(platform);
        return status;
    }
    return add(list, platform);
}

const dpex_backend dpex_backend_native = {
    .name = "native",
    .runs_on_host = 1,
    .discover = discover,
    .queue_create = dpex_host_queue_create,
    .queue_destroy = dpex_host_queue_destroy,
    .submit = dpex_host_submit,
    .queue_wait = dpex_host_queue_wait,
    .event_wait = dpex_host_event_wait,
    .mem_alloc = dpex_host_mem_alloc,
    .mem_free = dpex_host_mem_free,
    .partition = dpex_native_partition,
    .device_release = dpex_native_release,
    .free_memory = free_memory,
    .program_create = dpex_host_program_create,
    .program_destroy = dpex_host_program_destroy,
    .kernel_create = dpex_host_kernel_create,
    .kernel_destroy = dpex_host_kernel_destroy,
};
