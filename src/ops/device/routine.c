/* Routines of vendors' libraries: asking for one, and submitting it in the order of the arrays that
 * it uses. */
#include "ops/device/device.h"

#include <stdatomic.h>

#include "base/error.h"
#include "base/log.h"
#include "runtime/runtime.h"

int dpex_device_has_routine(dpex_queue *queue, dpex_routine routine, const void *words,
                            size_t *scratch_bytes)
{
    /* Also for those who do not check the result first. */
    *scratch_bytes = 0;
    return queue->backend->routine_find &&
           queue->backend->routine_find(queue, routine, words, scratch_bytes);
}

static void tell(const dpex_queue *queue, const dpex_device_routine *call)
{
    static _Atomic unsigned told;
    const unsigned bit = 1u << call->routine;
    if (atomic_fetch_or(&told, bit) & bit) return;
    DPEX_LOG_LINE(DPEX_LOG_QUEUE, "%s: computed by the library of the vendor of %s", call->name,
                  queue->device->info.name);
}

dpex_status dpex_device_run_routine(dpex_queue *queue, const dpex_device_routine *call)
{
    dpex_arg args[DPEX_DEVICE_JOB_MAX_ARRAYS + 1];
    dpex_storage *uses[DPEX_DEVICE_JOB_MAX_ARRAYS];
    const size_t n = (size_t)call->n_addresses;
    tell(queue, call);
    /* Offsets are in the spans: libraries take addresses, not numbers of elements as our kernels
     * do. */
    for (size_t i = 0; i < n; i++) {
        uses[i] = call->addresses[i].storage;
        args[i] = (dpex_arg){.kind = DPEX_ARG_POINTER,
                             .span = {uses[i], (size_t)call->addresses[i].offset, NULL}};
    }
    args[n] = (dpex_arg){.kind = DPEX_ARG_RAW, .bytes = call->words_bytes, .raw = call->words};
    dpex_command command = {.kind = DPEX_COMMAND_LIBRARY,
                            .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED,
                            .name = call->name,
                            .uses = uses,
                            .n_uses = n,
                            .library = {(int)call->routine, args, n + 1}};
    return dpex_queue_submit(queue, &command, NULL, 0, NULL);
}
