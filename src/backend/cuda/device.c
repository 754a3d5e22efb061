/* Devices of CUDA: their context, their stock of events, and what happens when one is lost.
 *
 * The context is the primary one, which CUDA's run-time library, CuPy and PyTorch use too, so that
 * pointers can be shared. It is made on first use, which takes long (docs/tuning.md), and never
 * released: devices live as long as the process. It is pushed and popped around every use, so that
 * the caller's own current context stays.
 *
 * A fault in a kernel ends the context: every later call on it fails with the same code. Then the
 * device is marked as lost, with a text that names the commands that were pending; their events
 * fail with it, and so does every later use. Other devices have contexts of their own and are not
 * touched. */
#include "backend/cuda/device.h"

#include "backend/cuda/queue.h"
#include "base/alloc.h"
#include "base/text.h"

enum { POOL_SHARE = 32 };

/* ---- life ------------------------------------------------------------------------------------------------ */

/* Takes no context: asking for properties needs none. */
dpex_status dpex_cuda_device_create(dpex_device *device, CUdevice id)
{
    dpex_cuda_device *made = dpex_calloc(1, sizeof *made);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a CUDA device");
    made->id = id;
    made->device = device;
    pthread_mutex_init(&made->lock, NULL);
    for (int i = 0; i < 2; i++) pthread_mutex_init(&made->staging[i].lock, NULL);
    device->handle = made;
    return dpex_cuda_describe(device, made);
}

/* Only devices that discovery does not list come here: they have no context yet. */
void dpex_cuda_device_release(dpex_device *device)
{
    dpex_cuda_device *handle = device->handle;
    pthread_mutex_destroy(&handle->lock);
    for (int i = 0; i < 2; i++) pthread_mutex_destroy(&handle->staging[i].lock);
    dpex_free(handle);
    device->handle = NULL;
}

/* ---- the context ----------------------------------------------------------------------------------------- */

/* Memory that is freed stays in the driver's pool up to a share of the device's: the runtime's pool
 * above keeps what programs free, so what reaches the driver is mostly meant for others. */
static void create_pool(dpex_cuda_device *device)
{
    int has_pools = 0;
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                            .location = {CU_MEM_LOCATION_TYPE_DEVICE, device->id}};
    uint64_t threshold = device->device->info.global_mem_size / POOL_SHARE;
    dpex_the_cuda.DeviceGetAttribute(&has_pools, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED,
                                     device->id);
    /* Without a pool memory comes from plain calls, which are slower. */
    if (!has_pools || dpex_the_cuda.MemPoolCreate(&device->pool, &props)) {
        device->pool = NULL;
        return;
    }
    dpex_the_cuda.MemPoolSetAttribute(device->pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold);
}

/* With the lock held. The driver does not call back. */
static dpex_status create_context(dpex_cuda_device *device, CUcontext *ctx)
{
    DPEX_TRY(dpex_cuda_report(dpex_the_cuda.DevicePrimaryCtxRetain(ctx, device->id),
                              "cuDevicePrimaryCtxRetain"));
    DPEX_TRY(dpex_cuda_report(dpex_the_cuda.CtxPushCurrent(*ctx), "cuCtxPushCurrent"));
    create_pool(device);
    /* Non-blocking: independent of the legacy default stream, on which other libraries work. */
    dpex_status status =
        dpex_cuda_report(dpex_the_cuda.StreamCreate(&device->memory_stream, CU_STREAM_NON_BLOCKING),
                         "cuStreamCreate");
    if (!status)
        status = dpex_cuda_report(
            dpex_the_cuda.StreamCreate(&device->copy_stream, CU_STREAM_NON_BLOCKING),
            "cuStreamCreate");
    dpex_cuda_leave();
    return status;
}

static dpex_status get_context(dpex_cuda_device *device, CUcontext *ctx)
{
    *ctx = atomic_load_explicit(&device->ctx, memory_order_acquire);
    if (*ctx) return DPEX_SUCCESS;
    dpex_status status = DPEX_SUCCESS;
    pthread_mutex_lock(&device->lock);
    *ctx = atomic_load_explicit(&device->ctx, memory_order_relaxed);
    if (!*ctx) status = create_context(device, ctx);
    if (!status) atomic_store_explicit(&device->ctx, *ctx, memory_order_release);
    pthread_mutex_unlock(&device->lock);
    return status;
}

/* Nests with other enters; every success needs a dpex_cuda_leave on the same thread. */
dpex_status dpex_cuda_enter(dpex_cuda_device *device)
{
    CUcontext ctx;
    DPEX_TRY(dpex_cuda_check_process());
    const char *lost = dpex_cuda_lost_text(device);
    if (lost) return DPEX_FAIL(DPEX_ERROR_DEVICE_LOST, "%s", lost);
    DPEX_TRY(get_context(device, &ctx));
    return dpex_cuda_report(dpex_the_cuda.CtxPushCurrent(ctx), "cuCtxPushCurrent");
}

/* 0 in a child after fork, where any call of the driver would fail or hang. */
int dpex_cuda_try_enter(dpex_cuda_device *device)
{
    CUcontext ctx = atomic_load_explicit(&device->ctx, memory_order_acquire);
    return ctx && !dpex_cuda_is_forked() && !dpex_cuda_lost_text(device) &&
           dpex_the_cuda.CtxPushCurrent(ctx) == CUDA_SUCCESS;
}

void dpex_cuda_leave(void)
{
    CUcontext left;
    /* The context that was current before becomes current again. */
    dpex_the_cuda.CtxPopCurrent(&left);
}

/* ---- loss ------------------------------------------------------------------------------------------------ */

/* The driver ends the contexts of all devices of the process with the one that faults (seen with
 * release 580), so that what another device reports is not its own doing. */
static _Atomic(char *) first_lost_text;

void dpex_cuda_lose(dpex_cuda_device *device, CUresult code, const char *call)
{
    /* The first loss is the cause; later codes follow from it. */
    if (dpex_cuda_lost_text(device)) return;
    const char *what = dpex_cuda_fatal_text(code), *cause = atomic_load(&first_lost_text);
    dpex_text text = DPEX_TEXT_EMPTY;
    if (cause)
        dpex_text_append(&text, "%s is lost with another device of the process: %s",
                         device->device->info.name, cause);
    else
        dpex_text_append(&text, "%s is lost: %s (%s: %s, %d)", device->device->info.name,
                         what ? what : "its driver failed", call, dpex_cuda_error_name(code), code);
    /* Takes the locks of all the device's queues, so no lock may be held here. */
    dpex_cuda_append_pending(device, &text);
    static char no_memory[] = "the CUDA device is lost, and there is no memory to say why";
    char *full = NULL, *none = NULL;
    /* A constant text, because without one nothing would say that the device is lost. */
    if (dpex_text_take(&text, &full)) full = no_memory;
    /* Never freed: others may be reading it. */
    if (atomic_compare_exchange_strong(&device->lost_text, &none, full)) {
        none = NULL;
        atomic_compare_exchange_strong(&first_lost_text, &none, full);
        return;
    }
    if (full != no_memory) dpex_free(full);
}

dpex_status dpex_cuda_check(dpex_cuda_device *device, CUresult code, const char *call)
{
    if (code == CUDA_SUCCESS) return DPEX_SUCCESS;
    if (!dpex_cuda_fatal_text(code)) return dpex_cuda_report(code, call);
    dpex_cuda_lose(device, code, call);
    return DPEX_FAIL_VENDOR(DPEX_ERROR_DEVICE_LOST, code, "%s", dpex_cuda_lost_text(device));
}

/* ---- events ---------------------------------------------------------------------------------------------- */

/* NULL on failure. */
dpex_status dpex_cuda_event_take(dpex_cuda_device *device, int with_timing, CUevent *event)
{
    dpex_cuda_event_list *stock = &device->events[with_timing];
    *event = NULL;
    /* The lock protects the stock alone; the driver is called outside it. */
    pthread_mutex_lock(&device->lock);
    if (stock->n) *event = stock->events[--stock->n];
    pthread_mutex_unlock(&device->lock);
    if (*event) return DPEX_SUCCESS;
    return dpex_cuda_check(
        device, dpex_the_cuda.EventCreate(event, with_timing ? 0 : CU_EVENT_DISABLE_TIMING),
        "cuEventCreate");
}

/* The stock only grows: a thread that checks how far a lane is may still hold an event that another
 * one gives back just now. Where there is no memory for its entry, an event is not kept. */
void dpex_cuda_event_give(dpex_cuda_device *device, int with_timing, CUevent event)
{
    dpex_cuda_event_list *stock = &device->events[with_timing];
    /* In the child the event is the parent's. */
    if (!event || dpex_cuda_is_forked()) return;
    pthread_mutex_lock(&device->lock);
    if (stock->n == stock->capacity) {
        size_t capacity = stock->capacity ? 2 * stock->capacity : 64;
        CUevent *longer = dpex_realloc(stock->events, capacity * sizeof *longer);
        if (longer) {
            stock->events = longer;
            stock->capacity = capacity;
        }
    }
    if (stock->n < stock->capacity) stock->events[stock->n++] = event;
    pthread_mutex_unlock(&device->lock);
}
