/* Devices and each other's memory: access for kernels, copies between two.
 *
 * Memory from a driver's pool is open to its own device alone. The first copy between two devices
 * opens the pool to the other one, where the machine has a link between them: then the bytes take
 * the link, and without that the driver's plain call fails. Where there is no link, the call that
 * names both contexts goes by way of the host's memory. */
#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/queue.h"
#include "base/env.h"

/* Links exist whose traffic a machine's IOMMU or hypervisor garbles. */
static dpex_env_switch peer_access = {.name = "DPEX_PEER_ACCESS", .is_on_by_default = 1};

int dpex_cuda_can_access_peer(const dpex_device *device, const dpex_device *peer, int atomics)
{
    CUdevice here = dpex_cuda_of(device)->id, there = dpex_cuda_of(peer)->id;
    int can = 0;
    /* The child of a fork must not call the driver. */
    if (!dpex_env_is_on(&peer_access) || dpex_cuda_is_forked() || here == there) return 0;
    CUresult code = atomics
                        ? dpex_the_cuda.DeviceGetP2PAttribute(
                              &can, CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED, here, there)
                        : dpex_the_cuda.DeviceCanAccessPeer(&can, here, there);
    return code == CUDA_SUCCESS && can;
}

static uint64_t bit_of(const dpex_cuda_device *device)
{
    return device->id < 64 ? 1ull << device->id : 0;
}

/* The peer's pool is a grant of its own, besides the context's. */
static CUresult set_pool_access(const dpex_cuda_device *device, const dpex_cuda_device *peer,
                                int enable)
{
    CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, device->id},
                              enable ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                                     : CU_MEM_ACCESS_FLAGS_PROT_NONE};
    return peer->pool ? dpex_the_cuda.MemPoolSetAccess(peer->pool, &access, 1) : CUDA_SUCCESS;
}

static dpex_status set_context_access(CUcontext peer, int enable)
{
    CUresult code = enable ? dpex_the_cuda.CtxEnablePeerAccess(peer, 0)
                           : dpex_the_cuda.CtxDisablePeerAccess(peer);
    /* Another library of the process may have done it: that is what was wanted. */
    if (code ==
        (enable ? CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED))
        return DPEX_SUCCESS;
    return dpex_cuda_report(code, enable ? "cuCtxEnablePeerAccess" : "cuCtxDisablePeerAccess");
}

dpex_status dpex_cuda_set_peer_access(dpex_device *device, dpex_device *peer, int enable)
{
    dpex_cuda_device *here = dpex_cuda_of(device), *there = dpex_cuda_of(peer);
    if (!dpex_cuda_can_access_peer(device, peer, 0))
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s (CUDA device %d) cannot access memory of %s (%d)", device->info.name,
                         here->id, peer->info.name, there->id);
    DPEX_TRY(dpex_cuda_enter(there)); /* makes its context */
    dpex_cuda_leave();
    DPEX_TRY(dpex_cuda_enter(here));
    dpex_status status = set_context_access(atomic_load(&there->ctx), enable);
    if (!status)
        status = dpex_cuda_report(set_pool_access(here, there, enable), "cuMemPoolSetAccess");
    /* The next copy opens it again. */
    if (!enable) atomic_fetch_and(&there->open_to, ~bit_of(here));
    dpex_cuda_leave();
    return status;
}

/* ---- copies ---------------------------------------------------------------------------------------------- */

/* The device whose memory it is; NULL: the host's, or any device's (managed, page-locked). */
static dpex_cuda_device *owner_of(const dpex_span *span, const dpex_cuda_device *user)
{
    if (!span->storage || dpex_storage_get_kind(span->storage) != DPEX_USM_DEVICE) return NULL;
    const dpex_device *device = dpex_storage_get_device(span->storage);
    return dpex_cuda_is_alike(user, device) ? dpex_cuda_of(device) : NULL;
}

/* What the driver refuses here it will refuse again, in the copy. */
static dpex_status open_pool(dpex_cuda_device *owner, dpex_cuda_device *user)
{
    /* Sequentially consistent; a race opens the pool twice, which does no harm. */
    if (!owner || owner == user || atomic_load(&owner->open_to) & bit_of(user)) return DPEX_SUCCESS;
    DPEX_TRY(dpex_cuda_enter(owner)); /* makes its context */
    if (dpex_cuda_can_access_peer(user->device, owner->device, 0))
        (void)set_pool_access(user, owner, 1);
    /* Also where there is no link, so that the question is asked once. */
    atomic_fetch_or(&owner->open_to, bit_of(user));
    dpex_cuda_leave();
    return DPEX_SUCCESS;
}

/* Whether the user's streams cannot read and write this device's memory. */
static int needs_stage(const dpex_cuda_device *owner, const dpex_cuda_device *user)
{
    return owner && owner != user && !dpex_cuda_can_access_peer(user->device, owner->device, 0);
}

dpex_status dpex_cuda_open_peers(dpex_cuda_record *record, const dpex_command *command)
{
    dpex_cuda_device *user = record->queue->device;
    /* Called before the record is in any list, by the submitting thread. */
    if (command->kind != DPEX_COMMAND_COPY) return DPEX_SUCCESS;
    dpex_cuda_device *dst = owner_of(&command->copy.dst, user),
                     *src = owner_of(&command->copy.src, user);
    DPEX_TRY(open_pool(dst, user));
    DPEX_TRY(open_pool(src, user));
    if (dst && src ? dst == src : !needs_stage(dst ? dst : src, user)) return DPEX_SUCCESS;
    record->dst_device = dst;
    record->src_device = src;
    return DPEX_SUCCESS;
}
