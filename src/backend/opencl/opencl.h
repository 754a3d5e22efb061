/* What the files of the OpenCL backend share. */
#ifndef DPEX_BACKEND_OPENCL_OPENCL_H
#define DPEX_BACKEND_OPENCL_OPENCL_H

#include <pthread.h>

#include "backend/backend.h"
#include "backend/opencl/icd.h"
#include "base/error.h"
#include "base/fork.h"

/* How memory is had on a device, best first.
 * The order is that of preference. */
typedef enum dpex_cl_rung {
    DPEX_CL_RUNG_USM,   /* cl_intel_unified_shared_memory: three kinds, real pointers */
    DPEX_CL_RUNG_SVM,   /* shared virtual memory: pointers of kind shared and device */
    DPEX_CL_RUNG_BUFFER /* cl_mem: arrays only, no pointers */
} dpex_cl_rung;

/* The functions of cl_intel_unified_shared_memory, asked for by name; NULL where the driver has
 * none. */
typedef struct dpex_cl_usm {
#define DPEX_CL_USM(result, name, parameters) result(*name) parameters;
#include "defs/opencl_usm.def"
#undef DPEX_CL_USM
} dpex_cl_usm;

typedef struct dpex_cl_platform {
    const cl_driver *driver; /* borrowed: stays for the process */
    dpex_cl_usm usm;
} dpex_cl_platform;

typedef struct dpex_cl_device {
    cl_device id;
    dpex_cl_rung rung;
    int svm_is_fine; /* the host may touch SVM without mapping it */
    int takes_il;
    int is_sub_device; /* then the id is released with it */
} dpex_cl_device;

static inline const cl_driver *dpex_cl_driver_of(const dpex_device *device)
{
    return ((const dpex_cl_platform *)device->platform->handle)->driver;
}

static inline const dpex_cl_usm *dpex_cl_usm_of(const dpex_device *device)
{
    return &((const dpex_cl_platform *)device->platform->handle)->usm;
}

static inline const dpex_cl_device *dpex_cl_of(const dpex_device *device)
{
    return device->handle;
}

/* A context of ours: one of the driver's, over the same devices. */
static inline cl_context dpex_cl_context_of(const dpex_context *ctx)
{
    return ctx->handle;
}

/* A kernel: the driver's object keeps its arguments, so setting them and enqueueing it is one step
 * under the lock. */
typedef struct dpex_cl_kernel {
    cl_kernel id;
    pthread_mutex_t lock; /* guards the arguments of id */
    /* The group size that the text demands (reqd_work_group_size); 0: none. */
    size_t local[3];
    size_t n_args;
    struct dpex_cl_arg {
        cl_uint address_space; /* CL_KERNEL_ARG_ADDRESS_*; 0: unknown */
        char type[64];
        char name[64];
    } * args;
} dpex_cl_kernel;

/* Fails with the function's and the code's name unless the code is CL_SUCCESS. Allocation failures
 * become DPEX_ERROR_NO_MEMORY. */
dpex_status dpex_cl_check(cl_int code, const char *call);
#define DPEX_CL_TRY(call, name) DPEX_TRY(dpex_cl_check((call), (name)))

/* Whether this process is a fork of the one that opened the driver: then no call of it is safe, not
 * even a release. */
static inline int dpex_cl_is_forked(const cl_driver *driver)
{
    return driver->generation != dpex_fork_generation();
}
dpex_status dpex_cl_check_process(const cl_driver *driver);

/* Fills device->info from the driver and decides the memory rung. */
dpex_status dpex_cl_describe(dpex_device *device, const cl_driver *driver, dpex_cl_device *handle);
dpex_status dpex_cl_discover(const dpex_backend *self,
                             dpex_status (*add)(void *list, dpex_platform *platform), void *list);
dpex_status dpex_cl_partition(dpex_device *device, const dpex_partition *partition,
                              dpex_device ***devices, size_t *n);
void dpex_cl_device_release(dpex_device *device);

dpex_status dpex_cl_context_create(dpex_context *ctx);
void dpex_cl_context_destroy(dpex_context *ctx);
dpex_status dpex_cl_mem_alloc(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                              size_t bytes, void **ptr, void **handle);
void dpex_cl_mem_free(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr,
                      size_t bytes, void *handle);

dpex_status dpex_cl_program_create(dpex_program *program, dpex_language language, const void *text,
                                   size_t bytes, const char *options);
void dpex_cl_program_destroy(dpex_program *program);
dpex_status dpex_cl_kernel_create(dpex_kernel *kernel, const char *name);
void dpex_cl_kernel_destroy(dpex_kernel *kernel);

/* What a command waits for and what it gives, in the driver's terms. */
typedef struct dpex_cl_wait {
    const cl_event *events;
    cl_uint n;
} dpex_cl_wait;

/* The location of a span: a pointer, or an offset in a buffer. */
typedef struct dpex_cl_location {
    char *ptr;
    cl_mem buffer;
    size_t offset;
} dpex_cl_location;
dpex_cl_location dpex_cl_location_of(const dpex_span *span);

/* Hands one command (not HOST_CALL) to a driver's queue. *done is new. */
dpex_status dpex_cl_enqueue(dpex_queue *queue, cl_queue id, const dpex_command *command,
                            dpex_cl_wait wait, cl_event *done);
/* Whether a launch's arguments and range fit its kernel: at submission, before anything is
 * enqueued. */
dpex_status dpex_cl_check_launch(const dpex_command *command);

dpex_status dpex_cl_queue_create(dpex_queue *queue);
void dpex_cl_queue_destroy(dpex_queue *queue);
dpex_status dpex_cl_submit(dpex_queue *queue, const dpex_command *command, dpex_event *const *deps,
                           size_t n_deps, dpex_event *event, uint64_t *number);
dpex_status dpex_cl_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done);
dpex_status dpex_cl_event_wait(dpex_event *event, uint64_t max_ns, int *done);
void dpex_cl_event_update(dpex_event *event);
void dpex_cl_event_destroy(dpex_event *event);

#endif
