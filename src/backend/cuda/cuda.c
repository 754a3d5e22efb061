/* The CUDA backend: NVIDIA devices through the driver's library alone. This file is its vtable. */
#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/device.h"
#include "backend/cuda/queue.h"

/* Without the watching thread the end of its commands would not be noticed. */
static dpex_status queue_create(dpex_queue *queue)
{
    DPEX_TRY(dpex_cuda_watch_start());
    return dpex_cuda_queue_create(queue);
}

const dpex_backend dpex_backend_cuda = {
    .name = "cuda",
    .has_group_progress = 1,
    .has_compiled_programs = 1,
    .discover = dpex_cuda_discover,
    .queue_create = queue_create,
    .queue_destroy = dpex_cuda_queue_destroy,
    .submit = dpex_cuda_submit,
    .queue_wait = dpex_cuda_queue_wait,
    .event_wait = dpex_cuda_event_wait,
    .mem_alloc = dpex_cuda_mem_alloc,
    .mem_free = dpex_cuda_mem_free,
    .device_release = dpex_cuda_device_release,
    .free_memory = dpex_cuda_free_memory,
    .event_destroy = dpex_cuda_event_destroy,
    .event_update = dpex_cuda_event_update,
    .event_follow = dpex_cuda_event_follow,
    .program_create = dpex_cuda_program_create,
    .program_destroy = dpex_cuda_program_destroy,
    .kernel_create = dpex_cuda_kernel_create,
    .kernel_destroy = dpex_cuda_kernel_destroy,
    .can_access_peer = dpex_cuda_can_access_peer,
    .set_peer_access = dpex_cuda_set_peer_access,
    .cuda_ordinal = dpex_cuda_ordinal,
    .synchronize = dpex_cuda_synchronize,
    .mem_trim = dpex_cuda_mem_trim,
    .routine_find = dpex_cuda_routine_find,
};
