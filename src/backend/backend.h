/* What a backend is: one struct of function pointers, and the structs that runtime and backends share.
 *
 * The runtime is the only caller. Everything that is the same for all devices (reference counts, identity, filter
 * strings, hazards between queues, the memory pool, safe reuse) is done above; a backend finds devices, moves bytes and
 * runs commands. A backend includes base/, host/ and this header, never runtime/ or another backend. An entry that may be
 * NULL says what the runtime does instead. */
#ifndef DPEX_BACKEND_BACKEND_H
#define DPEX_BACKEND_BACKEND_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "dpex/context.h"
#include "dpex/device.h"
#include "dpex/memory.h"
#include "dpex/program.h"
#include "dpex/queue.h"

typedef struct dpex_backend dpex_backend;

struct dpex_platform {
    dpex_platform_info info;
    const dpex_backend *backend;
    dpex_device **devices; /* root devices, borrowed */
    size_t n_devices;
    _Atomic(dpex_context *) default_ctx;
    void *handle; /* the backend's */
};

struct dpex_device {
    _Atomic int refs; /* sub-devices only; roots live as long as the process */
    const dpex_backend *backend;
    dpex_platform *platform;
    dpex_device *parent;    /* kept; NULL: root */
    dpex_device *composite; /* borrowed */
    dpex_device **components;
    size_t n_components;
    size_t index; /* among root devices */
    dpex_device_info info;
    void *handle; /* the backend's */
};

struct dpex_context {
    _Atomic int refs;
    const dpex_backend *backend;
    dpex_platform *platform;
    dpex_device **devices; /* kept */
    size_t n_devices;
    void *handle;
};

/* How far a queue is. Both numbers only grow; equal: idle. Counted apart from the queue, because freed memory refers to it. */
typedef struct dpex_timeline {
    _Atomic int refs;
    _Atomic uint64_t submitted; /* number of the last command submitted */
    _Atomic uint64_t completed; /* all commands up to this number are complete */
} dpex_timeline;

struct dpex_queue {
    _Atomic int refs;
    const dpex_backend *backend;
    dpex_context *ctx;   /* kept */
    dpex_device *device; /* kept */
    unsigned properties;
    dpex_timeline *timeline; /* kept */
    void *handle;
};

struct dpex_event {
    _Atomic int refs;
    const dpex_backend *backend;
    dpex_backend_name backend_name;
    _Atomic int state; /* dpex_event_status */
    dpex_status error; /* valid when complete, with message */
    char *message;     /* malloc'd or NULL */
    uint64_t submit_ns, start_ns, end_ns;
    dpex_event **wait_list; /* kept until complete */
    size_t n_wait_list;
    void *handle;
};

struct dpex_program {
    _Atomic int refs;
    const dpex_backend *backend;
    dpex_context *ctx;   /* kept */
    dpex_device *device; /* kept */
    void *handle;
};

struct dpex_kernel {
    _Atomic int refs;
    dpex_program *program; /* kept */
    dpex_kernel_info info;
    void *handle;
};

struct dpex_backend {
    const char *name; /* its folder */
    int runs_on_host; /* executes PARALLEL; device memory is host memory */

    /* ---- required ---- */

    /* Appends its platforms and root devices (malloc'd; the runtime owns them). Finding nothing is success. */
    dpex_status (*discover)(void (*add)(void *list, dpex_platform *platform), void *list);
    /* Fills queue->handle. */
    dpex_status (*queue_create)(dpex_queue *queue);
    void (*queue_destroy)(dpex_queue *queue); /* pending commands still run */
    /* Starts a command whose dependencies are events of this backend. number: its place on the timeline, to be reported
     * through timeline->completed. event NULL or an initialised struct to be completed. */
    dpex_status (*submit)(dpex_queue *queue, const dpex_command *command, uint64_t number, dpex_event *const *deps,
                          size_t n_deps, dpex_event *event);
    dpex_status (*queue_wait)(dpex_queue *queue, uint64_t max_ns, int *done);
    dpex_status (*event_wait)(dpex_event *event, uint64_t max_ns, int *done);
    /* Memory straight from the system or driver, at least 64-byte aligned; the pool caches above this. */
    dpex_status (*mem_alloc)(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, size_t bytes, void **ptr,
                             void **handle);
    void (*mem_free)(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr, size_t bytes, void *handle);

    /* ---- optional ---- */

    dpex_status (*partition)(dpex_device *device, const dpex_partition *how, dpex_device ***devices, size_t *n); /* NULL: none */
    void (*device_release)(dpex_device *sub_device);                              /* NULL: nothing to release */
    dpex_status (*free_memory)(const dpex_device *device, uint64_t *bytes);       /* NULL: unsupported */
    dpex_status (*context_create)(dpex_context *ctx);                             /* NULL: no handle needed */
    void (*context_destroy)(dpex_context *ctx);                                   /* NULL: nothing to do */
    void (*event_destroy)(dpex_event *event);                                     /* NULL: nothing to do */
    void (*event_update)(dpex_event *event);                                      /* NULL: state is kept up to date */
    dpex_status (*program_create)(dpex_program *program, dpex_language language, const void *text, size_t bytes,
                                  const char *options);                           /* NULL: unsupported */
    void (*program_destroy)(dpex_program *program);
    dpex_status (*kernel_create)(dpex_kernel *kernel, const char *name); /* fills info and handle */
    void (*kernel_destroy)(dpex_kernel *kernel);
    int (*can_access_peer)(const dpex_device *device, const dpex_device *peer, int atomics); /* NULL: never */
    dpex_status (*set_peer_access)(dpex_device *device, dpex_device *peer, int enable);      /* NULL: unsupported */
    void (*after_fork)(void); /* in the child; NULL: its objects raise DPEX_ERROR_FORKED there */
};

/* The registry: one row per backend in src/defs/backends.def. */
#define DPEX_BACKEND(name) extern const dpex_backend dpex_backend_##name;
#include "defs/backends.def"
#undef DPEX_BACKEND

#endif
