/* Waits in the midst of operations.
 *
 * A call that a signal ends is made again once the signal has been served. That costs nothing where the call had done nothing
 * yet; here a device has computed what the call is about to read, and signals that come faster than it computes would have the call
 * begin for ever. */
#include "base/error.h"
#include "runtime/pool.h"

/* Whether a wait that a signal has ended goes on: the hooks serve the signal. Without them nobody would. */
static int goes_on(void)
{
    const dpex_wait_hooks *hooks = atomic_load(&dpex_pools.wait_hooks);
    void *token = NULL;
    return hooks && !hooks->begin(&token) && !hooks->end(token);
}

dpex_status dpex_event_await(dpex_event *event)
{
    dpex_status status;
    do status = dpex_event_wait(event, 0, NULL);
    while (status == DPEX_ERROR_INTERRUPTED && goes_on());
    return status;
}

dpex_status dpex_storage_await(dpex_storage *storage)
{
    dpex_status status;
    do status = dpex_storage_wait(storage, 0, NULL);
    while (status == DPEX_ERROR_INTERRUPTED && goes_on());
    return status;
}
