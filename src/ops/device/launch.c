/* The launch of a kernel whose arguments are complete: the form that suits the device, its range,
 * and its order in the queue. */
#include "ops/device/device.h"

#include <pthread.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/dtype.h"
#include "runtime/runtime.h"

/* Read once, by the first call that asks; constant afterwards. */
static int groups_everywhere;

static void read_forms(void)
{
    const char *forms = dpex_env_text("DPEX_KERNEL_FORMS");
    groups_everywhere = forms && !strcmp(forms, "gpu");
    if (forms && !groups_everywhere && strcmp(forms, "device"))
        dpex_env_warn("DPEX_KERNEL_FORMS", forms, "gpu or device");
}

/* Accelerators are treated as GPUs are. */
int dpex_device_is_grouped(const dpex_device *device)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_forms);
    return groups_everywhere || device->info.type != DPEX_TYPE_CPU;
}

int dpex_device_has_groups(const dpex_device *device)
{
    return dpex_device_is_grouped(device) && device->info.max_work_group_size >= DPEX_DEVICE_LANES;
}

/* Small groups spread few items over all of a GPU; many items are started faster in large ones. */
int dpex_device_items_of_group(const dpex_device *device, int64_t n_items)
{
    enum { FEW = 64, MANY_ITEMS = 1 << 18 /* those that keep a GPU busy */ };
    if (!dpex_device_is_grouped(device)) return 1;
    return n_items >= MANY_ITEMS && dpex_device_has_groups(device) ? DPEX_DEVICE_LANES : FEW;
}

int dpex_device_has_progress(const dpex_device *device)
{
    return dpex_device_has_groups(device) && device->backend->has_group_progress;
}

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
