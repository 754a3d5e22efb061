/* From plan to queue: the one place where ops/ decides how element-wise work is executed. */
#include <string.h>

#include "base/error.h"
#include "plan.h"
#include "runtime/runtime.h"

static int is_used_elsewhere(const dpex_storage *storage)
{
    for (int u = 0; u < DPEX_STORAGE_N_USES; u++) {
        if (!dpex_use_is_over(&storage->uses[u])) return 1;
    }
    return 0;
}

int dpex_arrays_are_quiet(const dpex_array *const *arrays, int n)
{
    if (!dpex_queue_is_inline(arrays[0]->queue)) return 0;
    for (int i = 0; i < n; i++) {
        if (is_used_elsewhere(arrays[i]->storage)) return 0;
    }
    return 1;
}

dpex_status dpex_plan_submit(dpex_plan *plan, const char *name, const dpex_array *const *operands,
                             int n_operands)
{
    dpex_queue *queue = operands[0]->queue;
    if (!queue->backend->runs_on_host) {
        dpex_plan_free(plan);
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s: array operations on the %s backend are not available", name,
                         queue->backend->name);
    }
    if (plan->layout.size <= DPEX_INLINE_ELEMS && dpex_arrays_are_quiet(operands, n_operands)) {
        dpex_status status = dpex_plan_execute(plan, 0, plan->n_chunks);
        dpex_plan_free(plan);
        return status;
    }
    dpex_storage *uses[DPEX_TAPE_MAX_REGS + DPEX_TAPE_MAX_OUTPUTS];
    for (int i = 0; i < n_operands; i++) uses[i] = operands[i]->storage;
    dpex_command command = {.kind = DPEX_COMMAND_PARALLEL,
                            .flags = DPEX_COMMAND_ORDERED,
                            .name = name,
                            .uses = uses,
                            .n_uses = (size_t)n_operands,
                            .parallel = {.run = dpex_plan_execute,
                                         .drop = dpex_plan_free,
                                         .payload = plan,
                                         .n_chunks = plan->n_chunks}};
    return dpex_queue_submit(queue, &command, NULL, 0, NULL);
}
