/* Running a tape without a reduction: a work-item per element. */
#include "ops/device/device.h"

#include "base/error.h"
#include "runtime/runtime.h"

static dpex_status run_map(const dpex_tape *tape, const dpex_launch *launch)
{
    dpex_device_walk walk;
    dpex_device_shape shape;
    dpex_queue *queue = launch->outputs[0]->queue;
    DPEX_TRY(dpex_device_walk_init(launch, 0, &walk));
    dpex_device_describe(&walk, DPEX_FORM_MAP, &shape);
    if (dpex_device_is_grouped(queue->device)) dpex_device_choose_lanes(&walk, &shape);
    int64_t n_items = (walk.layout.size + shape.lanes - 1) / shape.lanes;
    return dpex_device_submit(queue, launch->name, tape, &shape, &walk, n_items, DPEX_DEVICE_LANES);
}

dpex_status dpex_device_run(const dpex_tape *tape, const dpex_launch *launch)
{
    return tape->reduction ? dpex_device_reduce(tape, launch) : run_map(tape, launch);
}
