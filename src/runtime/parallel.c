/* Steps of a command's work that several threads share. */
#include "host/host.h"
#include "runtime/runtime.h"

dpex_status dpex_device_lead(const dpex_device *device,
                             void (*lead)(dpex_steps *steps, void *payload), void *payload)
{
    const dpex_host_device *host = device->backend->runs_on_host ? device->handle : NULL;
    if (host && dpex_team_get_size(host->team) > 1)
        return dpex_team_lead(host->team, lead, payload);
    lead(NULL, payload);
    return DPEX_SUCCESS;
}

dpex_status dpex_steps_share(dpex_steps *steps, dpex_parallel_fn run, void *payload,
                             int64_t n_chunks)
{
    if (steps) return dpex_steps_run(steps, run, payload, n_chunks);
    return n_chunks > 0 ? run(payload, 0, n_chunks) : DPEX_SUCCESS;
}
