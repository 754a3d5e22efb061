/* Runs a tape: the kinds of work. */
#include "ops/device/rows.h"

dpex_status dpex_device_run(const dpex_tape *tape, const dpex_launch *launch)
{
    if (tape->n_stages > 1 || tape->n_more || (tape->reduction && tape->n_outputs > 1))
        return dpex_device_rows(tape, launch);
    return tape->reduction ? dpex_device_reduce(tape, launch) : dpex_device_map(tape, launch);
}
