/* Runs a tape without a reduction: a work-item per element, or per few; on GPUs a work-group per
 * tile where inputs are transposed. */
#include "ops/device/device.h"

#include "base/error.h"
#include "base/integer.h"
#include "runtime/runtime.h"

dpex_status dpex_device_map(const dpex_tape *tape, const dpex_launch *launch)
{
    dpex_device_plan plan;
    dpex_device_shape shape;
    dpex_queue *queue = launch->outputs[0]->queue;
    DPEX_TRY(dpex_device_plan_init(launch, 0, &plan));
    dpex_device_describe(&plan, DPEX_FORM_MAP, &shape);
    int64_t n_items, n_groups;
    /* Tiles first: packs need elements side by side in every operand, which a transposed input
     * has not. */
    if (dpex_device_has_groups(queue->device) &&
        dpex_device_choose_tiles(&plan, &shape, &n_groups)) {
        n_items = n_groups * DPEX_DEVICE_LANES;
    } else {
        if (dpex_device_is_grouped(queue->device)) dpex_device_choose_lanes(&plan, &shape);
        n_items = dpex_int64_ceil_div(plan.layout.size, shape.lanes);
    }
    return dpex_device_submit(queue, launch->name, tape, &shape, &plan, n_items, DPEX_DEVICE_LANES);
}
