/* The launch of a kernel whose arguments are complete: its range, and its order in the queue. */
#include "ops/device/device.h"

#include "base/error.h"
#include "base/integer.h"
#include "dpex/dtype.h"
#include "runtime/runtime.h"

/* The kernel checks its number against the count of items: those that fill the last group do
 * nothing. */
dpex_range dpex_device_range(const dpex_device *device, int64_t n_items, int group)
{
    /* Kernels with a fixed group (DPEX_DEVICE_LANES, barriers) are only launched where
     * dpex_device_has_groups; others do not care how items are grouped, so that the device's
     * limit may cut theirs. */
    size_t most = device->info.max_work_group_size,
           n = most && most < (size_t)group ? most : (size_t)group;
    return (dpex_range){
        .nd = 1, .global = {dpex_size_pad((size_t)n_items, n)}, .local = {n}, .has_local = 1};
}

dpex_status dpex_device_launch(dpex_queue *queue, const dpex_device_call *call, int64_t n_items,
                               int group)
{
    /* ORDERED: the queue derives the order from `uses`. */
    dpex_command command = {.kind = DPEX_COMMAND_LAUNCH,
                            .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED | call->flags,
                            .name = call->name,
                            .uses = call->uses,
                            .n_uses = call->n_uses,
                            .launch = {call->kernel, call->args, call->n_args,
                                       dpex_device_range(queue->device, n_items, group)}};
    return dpex_queue_submit(queue, &command, NULL, 0, NULL);
}

int64_t dpex_device_offset(const dpex_array *array)
{
    return array->offset / dpex_dtype_get_info(array->dtype)->itemsize;
}

dpex_status dpex_device_run_job(dpex_queue *queue, const dpex_device_job *job, int64_t n_items,
                                int group)
{
    dpex_kernel *kernel;
    dpex_arg args[DPEX_DEVICE_JOB_MAX_ARRAYS + 1];
    dpex_storage *uses[DPEX_DEVICE_JOB_MAX_ARRAYS];
    const size_t n = (size_t)job->n_arrays;
    DPEX_TRY(dpex_device_get_named_kernel(queue, job->kernel, job->dtype, &job->text, &kernel));
    for (size_t i = 0; i < n; i++) {
        uses[i] = job->arrays[i]->storage;
        args[i] = (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {uses[i], 0, NULL}};
    }
    args[n] = (dpex_arg){.kind = DPEX_ARG_RAW, .bytes = job->words_bytes, .raw = job->words};
    if (dpex_profile_is_on()) dpex_profile_tell_bytes(job->arrays, job->n_arrays);
    const dpex_device_call call = {job->name, kernel, args, n + 1, uses, n, 0};
    return dpex_device_launch(queue, &call, n_items, group);
}
