/* What a device of the CPU keeps for the host: the team on its CPUs. */
#include "backend/native/native.h"
#include "base/alloc.h"
#include "base/error.h"
#include "host/host.h"

/* On failure nothing is attached. */
dpex_status dpex_native_attach(dpex_device *device)
{
    dpex_host_device *handle = dpex_calloc(1, sizeof *handle);
    if (!handle) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for the CPU device");
    dpex_status status = dpex_team_create(device->units, device->n_units, &handle->team);
    if (status) {
        dpex_free(handle);
        return status;
    }
    device->handle = handle;
    return DPEX_SUCCESS;
}

void dpex_native_release(dpex_device *device)
{
    dpex_host_device *handle = device->handle;
    /* Threads belong to the pool, not to the team. */
    dpex_team_release(handle->team);
    dpex_free(handle);
    device->handle = NULL;
}
