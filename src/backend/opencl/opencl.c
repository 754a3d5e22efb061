/* The OpenCL backend: any device with an installable driver. This file is its vtable.
 *
 * Entries that are not here are NULL; backend.h says what the runtime does instead. */
#include "backend/opencl/opencl.h"
#include "backend/opencl/library.h"

const dpex_backend dpex_backend_opencl = {
    .name = "opencl",
    .copies_by_distance = 1,
    .discover = dpex_cl_discover,
    .queue_create = dpex_cl_queue_create,
    .queue_destroy = dpex_cl_queue_destroy,
    .submit = dpex_cl_submit,
    .queue_wait = dpex_cl_queue_wait,
    .event_wait = dpex_cl_event_wait,
    .mem_alloc = dpex_cl_mem_alloc,
    .mem_free = dpex_cl_mem_free,
    .partition = dpex_cl_partition,
    .device_release = dpex_cl_device_release,
    .context_create = dpex_cl_context_create,
    .context_destroy = dpex_cl_context_destroy,
    .event_update = dpex_cl_event_update,
    .event_destroy = dpex_cl_event_destroy,
    .program_create = dpex_cl_program_create,
    .program_destroy = dpex_cl_program_destroy,
    .kernel_create = dpex_cl_kernel_create,
    .kernel_destroy = dpex_cl_kernel_destroy,
    .routine_find = dpex_cl_routine_find,
};
