/* The handle of a simulated device: the team that executes its commands, and a call before each,
 * which can be made to fail. */
#include "backend/sim/fault.h"
#include "backend/sim/sim.h"
#include "base/alloc.h"
#include "base/error.h"

static dpex_status before(dpex_device *device, const dpex_command *command)
{
    (void)device;
    return dpex_sim_enter(command->name ? command->name : "a command");
}

dpex_status dpex_sim_attach(dpex_device *device, const dpex_sim_card *card, int number,
                            dpex_team *team)
{
    dpex_sim_device *handle = dpex_calloc(1, sizeof *handle);
    if (!handle) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a simulated device");
    handle->host.team = dpex_team_retain(team);
    handle->host.before = before;
    handle->card = *card;
    handle->number = number;
    device->handle = handle;
    /* As on real machines: a GPU's memory is not for the host. */
    device->host_reads_device_memory = card->type == DPEX_TYPE_CPU;
    return DPEX_SUCCESS;
}

void dpex_sim_release(dpex_device *device)
{
    dpex_sim_device *handle = device->handle;
    dpex_team_release(handle->host.team);
    dpex_free(handle);
    device->handle = NULL;
}
