/* Steps of a command's work that several threads share. */
#include "host/host.h"
#include "runtime/runtime.h"

dpex_status dpex_device_share(const dpex_device *device, dpex_parallel_fn run, void *payload,
                              int64_t n_chunks)
{
    if (n_chunks <= 0) return DPEX_SUCCESS;
    if (!device || !device->backend->runs_on_host) return run(payload, 0, n_chunks);
    const dpex_host_device *host = device->handle;
    /* A team of one would only pay for opening the work to others. */
    if (dpex_team_get_size(host->team) == 1) return run(payload, 0, n_chunks);
    return dpex_team_run(host->team, run, payload, n_chunks);
}
