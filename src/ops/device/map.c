/* Running a tape without a reduction: a work-item per element. */
#include "ops/device/device.h"

#include "base/error.h"
#include "runtime/runtime.h"

/* Work-groups of GPUs; a CPU's driver chooses for itself, for which the number of items should have small factors. */
enum { GROUP = 256, CPU_MULTIPLE = 64 };

static int64_t round_up(int64_t n, int64_t multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

static dpex_status run_map(const dpex_tape *tape, const dpex_launch *launch)
{
    dpex_device_walk walk;
    dpex_device_shape shape;
    dpex_queue *queue = launch->outputs[0]->queue;
    DPEX_TRY(dpex_device_walk_init(launch, 0, &walk));
    dpex_device_describe(&walk, DPEX_FORM_MAP, &shape);
    int is_grouped = dpex_device_is_grouped(queue->device);
    if (is_grouped) dpex_device_choose_lanes(&walk, &shape);
    int64_t n_items = (walk.layout.size + shape.lanes - 1) / shape.lanes;
    return dpex_device_submit(queue, launch->name, tape, &shape, &walk,
                              round_up(n_items, is_grouped ? GROUP : CPU_MULTIPLE),
                              is_grouped ? GROUP : 0);
}

dpex_status dpex_device_run(const dpex_tape *tape, const dpex_launch *launch)
{
    return tape->reduction ? dpex_device_reduce(tape, launch) : run_map(tape, launch);
}
