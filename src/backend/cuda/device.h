/* A CUDA device: its members for this backend, beyond the runtime's struct. */
#ifndef DPEX_BACKEND_CUDA_DEVICE_H
#define DPEX_BACKEND_CUDA_DEVICE_H

#include <pthread.h>

#include "backend/backend.h"
#include "backend/cuda/driver.h"

/* Events that nobody uses, kept because making one costs as much as using it. */
typedef struct dpex_cuda_event_list {
    CUevent *events;
    size_t n, capacity;
} dpex_cuda_event_list;

/* Page-locked memory for copies from or to ordinary memory, made for the first one (stage.c). */
enum { DPEX_CUDA_N_PIECES = 4 };
typedef struct dpex_cuda_staging {
    /* Guards what follows: held by the host's thread for the whole of a copy, which the driver does
     * not call back from. */
    pthread_mutex_t lock;
    /* Guards the memory and its events for one copy at a time in each direction. */
    char *memory;                        /* N_PIECES slots */
    CUevent is_free[DPEX_CUDA_N_PIECES]; /* reached when nothing is under way to or from the slot */
    CUstream stream;
} dpex_cuda_staging;

typedef struct dpex_cuda_device {
    CUdevice id;
    const dpex_device *device;
    int architecture; /* 90 for compute capability 9.0 */
    int has_managed;  /* the host may touch managed memory while kernels run */
    unsigned max_grid[3], max_block[3];
    pthread_mutex_t lock;     /* guards what follows */
    _Atomic(CUcontext) ctx;   /* the primary context; made on first use */
    CUmemoryPool pool;        /* NULL: the device has none */
    _Atomic uint64_t open_to; /* bits of devices: copies of theirs may use the pool (peer.c) */
    CUstream memory_stream;   /* of allocations */
    CUstream copy_stream;     /* of small copies that threads of the host wait for */
    dpex_cuda_event_list events[2]; /* without and with timing */
    CUmodule fill_module; /* for patterns of 8 and 16 bytes; NULL: not made, or cannot be */
    CUfunction fill_kernel;
    int has_tried_fill;
    dpex_cuda_staging staging[2];   /* from and to the device */
    _Atomic(char *) lost_text;      /* why the device is lost; NULL: it is not */
    _Atomic uint64_t managed_bytes; /* managed memory given out */
} dpex_cuda_device;

static inline dpex_cuda_device *dpex_cuda_of(const dpex_device *device)
{
    return device->handle;
}

/* Whether another device is of this backend too. */
static inline int dpex_cuda_is_alike(const dpex_cuda_device *device, const dpex_device *other)
{
    return other->backend == device->device->backend;
}

dpex_status dpex_cuda_device_create(dpex_device *device, CUdevice id);
void dpex_cuda_device_release(dpex_device *device);
/* Fills device->info. */
dpex_status dpex_cuda_describe(dpex_device *device, dpex_cuda_device *handle);

/* Makes the device's context the thread's current one, until dpex_cuda_leave. Fails in a forked
 * process and on a lost device. */
dpex_status dpex_cuda_enter(dpex_cuda_device *device);
/* The same for releasing and asking: 0, and nothing recorded, where there is nothing to be released
 * or asked. */
int dpex_cuda_try_enter(dpex_cuda_device *device);
void dpex_cuda_leave(void);

/* As dpex_cuda_report, and a code that means so marks the device as lost: DPEX_ERROR_DEVICE_LOST
 * from then on. */
dpex_status dpex_cuda_check(dpex_cuda_device *device, CUresult code, const char *call);
#define DPEX_CUDA_TRY(device, call, name) DPEX_TRY(dpex_cuda_check((device), (call), (name)))
/* Marks it as lost for any code. */
void dpex_cuda_lose(dpex_cuda_device *device, CUresult code, const char *call);
static inline const char *dpex_cuda_lost_text(dpex_cuda_device *device)
{
    return atomic_load_explicit(&device->lost_text, memory_order_acquire);
}

/* Events from the device's stock; inside enter and leave. Giving back NULL is fine, and so is any
 * process. */
dpex_status dpex_cuda_event_take(dpex_cuda_device *device, int with_timing, CUevent *event);
void dpex_cuda_event_give(dpex_cuda_device *device, int with_timing, CUevent event);

#endif
