/* Runs a tape: the two kinds of work. */
#include "ops/device/device.h"

dpex_status dpex_device_run(const dpex_tape *tape, const dpex_launch *launch)
{
    return tape->reduction ? dpex_device_reduce(tape, launch) : dpex_device_map(tape, launch);
}
