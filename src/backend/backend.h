/* What a backend is: one struct of function pointers, and the structs that runtime and backends
 * share.
 *
 * The runtime is the only caller. Everything that is the same for all devices (reference counts,
 * identity, filter strings, hazards between queues, the memory pool, safe reuse) is done above; a
 * backend finds devices, moves bytes and runs commands. A backend includes base/, host/ and this
 * header, never runtime/ or another backend. An entry that may be NULL says what the runtime does
 * instead. */
#ifndef DPEX_BACKEND_BACKEND_H
#define DPEX_BACKEND_BACKEND_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "backend/routines.h"
#include "dpex/context.h"
#include "dpex/device.h"
#include "dpex/memory.h"
#include "dpex/object.h"
#include "dpex/program.h"
#include "dpex/queue.h"

typedef struct dpex_backend dpex_backend;

struct dpex_platform {
    int unused, tag; /* the tag where all objects have it: dpex/object.h */
    dpex_platform_info info;
    const dpex_backend *backend;
    dpex_device **devices; /* listed root devices; own */
    size_t n_devices;
    dpex_device **composites; /* cards whose tiles are listed instead of them; own */
    size_t n_composites;
    _Atomic(dpex_context *) default_ctx;
    void *handle; /* the backend's */
};

struct dpex_device {
    _Atomic int refs; /* sub-devices only; roots live as long as the process */
    int tag;
    const dpex_backend *backend;
    dpex_platform *platform;
    dpex_device *parent;      /* kept; NULL: root */
    dpex_device *composite;   /* borrowed */
    dpex_device **components; /* borrowed; the array is its own */
    size_t n_components;
    size_t index; /* among root devices; DPEX_NOT_LISTED for a composite */
    /* What it is made of (CPUs, tiles), by the backend's numbers; own. Sub-devices of one parent
     * that were made in the same way of the same units are the same device. */
    int *units;
    size_t n_units;
    int host_reads_device_memory; /* USM memory of kind device is host accessible */
    int shares_core;              /* its one core is that of the threads which submit */
    dpex_device
        *first_child; /* live sub-devices, borrowed; guarded by the lock of runtime/partition.c */
    dpex_device *next_sibling;
    dpex_device_info info;
    _Atomic(dpex_queue *) cached_queue; /* kept for ever once made: dpex_queue_get_cached */
    void *handle;                       /* the backend's */
};

struct dpex_context {
    _Atomic int refs;
    int tag;
    const dpex_backend *backend;
    dpex_platform *platform;
    dpex_device **devices; /* kept */
    size_t n_devices;
    /* The memory pools of its devices, and the next context whose memory is still in use; guarded
     * by the list_lock of runtime/pool.h. */
    struct dpex_pool *pools;
    dpex_context *closing_next;
    void *handle;
};

/* A request to be notified, once, that an event is complete or that a timeline has
 * reached a number. Embedded in the watcher's
 * struct, which its owner keeps alive until the notification. */
typedef struct dpex_watcher {
    struct dpex_watcher *next;
    uint64_t number; /* timelines only */
    void (*notify)(struct dpex_watcher *self,
                   const dpex_event *event); /* event NULL: a timeline. No lock is held */
} dpex_watcher;

/* How far a queue is. Both numbers only grow; equal: idle. Counted apart from the queue, because
 * freed memory refers to it. */
typedef struct dpex_timeline {
    _Atomic int refs;
    _Atomic uint64_t submitted;            /* number of the last command submitted */
    _Atomic uint64_t completed;            /* all commands up to this number are complete */
    _Atomic uint64_t unbounded;            /* up to this number nobody waits for earlier ones to end
                                            * (dpex_queue_bound_pending) */
    pthread_mutex_t lock;                  /* guards watchers and, for host queues, the strand */
    dpex_watcher *watchers, *last_watcher; /* ascending numbers */
    _Atomic int n_sleeping;                /* threads blocked until `completed` changes */
    _Atomic dpex_status failure;           /* the first one that was not reported yet */
    char *failure_text;                    /* own, or NULL */
} dpex_timeline;

struct dpex_queue {
    _Atomic int refs;
    int tag;
    const dpex_backend *backend;
    /* Released when the queue is destroyed, which waits for its last command. */
    dpex_context *ctx;       /* kept */
    dpex_device *device;     /* kept */
    unsigned properties;     /* and DPEX_QUEUE_NEVER_INLINE */
    dpex_timeline *timeline; /* kept */
    dpex_watcher
        idle_watcher; /* destroys the queue when the last command of a released one is complete */
    /* Its context's memory pools, by kind; found on first use (runtime/pool.h). */
    _Atomic(struct dpex_pool *) pools[DPEX_USM_HOST + 1];
    _Atomic(dpex_error_handler *) error_handler; /* or NULL */
    _Atomic(struct dpex_pending *)
        pending; /* work that is not submitted yet (runtime/pending.h); NULL: there never was any */
    void *handle;
};

struct dpex_event {
    _Atomic int refs;
    int tag;
    const dpex_backend *backend;
    dpex_backend_name backend_name;
    _Atomic int state; /* dpex_event_status */
    dpex_status error; /* valid when complete, with message */
    char *message;     /* malloc'd or NULL */
    /* CLOCK_MONOTONIC in nanoseconds; 0 without profiling. */
    uint64_t submit_ns, start_ns, end_ns;
    dpex_event **wait_list; /* kept until complete; guarded by the lock of backend/event.c */
    size_t n_wait_list;
    /* NULL while nobody watches; a constant of event.c once the event is complete. */
    _Atomic(dpex_watcher *) watchers;
    _Atomic int n_sleeping; /* threads blocked until `state` is complete */
    void *handle;
};

/* When a program is compiled. */
typedef enum dpex_compile_time {
    DPEX_COMPILED_AT_ONCE,
    DPEX_COMPILED_LATE, /* while launches of its kernels wait; for small ones with less effort */
    DPEX_COMPILED_OPTIMIZED, /* late, and with all effort */
    DPEX_COMPILED_ALREADY    /* else DPEX_ERROR_UNSUPPORTED */
} dpex_compile_time;

struct dpex_program {
    _Atomic int refs;
    int tag;
    const dpex_backend *backend;
    dpex_context *ctx;          /* kept */
    dpex_device *device;        /* kept */
    dpex_compile_time compiled; /* how soon it must be */
    void *handle;
};

struct dpex_kernel {
    _Atomic int refs;
    int tag;
    dpex_program *program; /* kept */
    dpex_kernel_info info;
    void *handle;
};

/* A program of portable kernel C whose kernels' launches fit them: the backend may compile it while
 * these wait in their queues. A compiler that fails is then a failure of a launch. */
dpex_status dpex_program_create_late(const dpex_queue *queue, const char *text, size_t bytes,
                                     const char *options, dpex_compile_time compiled,
                                     dpex_program **program);

/* All entries may be called by any thread. The runtime holds none of its locks then, but the
 * registry's around discover. They fail by DPEX_FAIL and leave nothing behind. */
struct dpex_backend {
    const char *name; /* its folder */
    int runs_on_host; /* executes PARALLEL; device memory is host memory */
    /* Work-groups run in the order of their numbers, and one that runs always makes progress, so
     * that others may wait for it; a sub-group is 32 work-items, with votes. The preludes of its
     * kernel texts then have the K_ names for that. */
    int has_group_progress;
    /* A copy to where it overlaps is one of its distance after the other. */
    int copies_by_distance;
    /* Programs may be compiled already (DPEX_COMPILED_ALREADY). */
    int has_compiled_programs;

    /* ---- required ---- */

    /* Hands its platforms with their root devices, which belong to self, to add, which takes them
     * even where it fails. Finding nothing is success. */
    dpex_status (*discover)(const dpex_backend *self,
                            dpex_status (*add)(void *list, dpex_platform *platform), void *list);
    /* Fills queue->handle. */
    dpex_status (*queue_create)(dpex_queue *queue);
    void (*queue_destroy)(dpex_queue *queue); /* of an idle queue */
    /* Starts a command whose dependencies are events of any backend. *number: its number on the
     * timeline (submitted + 1), to be reported through timeline->completed; a submit that fails
     * takes none, or one that is completed by then. event NULL or an initialised struct to be completed. */
    dpex_status (*submit)(dpex_queue *queue, const dpex_command *command, dpex_event *const *deps,
                          size_t n_deps, dpex_event *event, uint64_t *number);
    /* Waits for all commands submitted before; reports the queue's first failure. max_ns 0: without
     * limit; *done (may be NULL): whether they are over. */
    dpex_status (*queue_wait)(dpex_queue *queue, uint64_t max_ns, int *done);
    /* The same for one event, whose failure it reports. */
    dpex_status (*event_wait)(dpex_event *event, uint64_t max_ns, int *done);
    /* Memory straight from the system or driver, at least 64-byte aligned; the pool caches above
     * this. */
    dpex_status (*mem_alloc)(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                             size_t bytes, void **ptr, void **handle);
    /* No command uses the memory any more. */
    void (*mem_free)(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr,
                     size_t bytes, void *handle);

    /* ---- optional ---- */

    /* Appends new sub-devices (dpex_device_new_sub) to a list; what was appended before a failure
     * stays the caller's. `partition` was checked for itself: no zero units, no empty counts. NULL:
     * it cannot be split. */
    dpex_status (*partition)(dpex_device *device, const dpex_partition *partition,
                             dpex_device ***devices, size_t *n);
    void (*device_release)(dpex_device *device); /* its handle; NULL: nothing to release */
    dpex_status (*free_memory)(const dpex_device *device, uint64_t *bytes); /* NULL: unsupported */
    /* Fills ctx->handle; the lists of the context are set. */
    dpex_status (*context_create)(dpex_context *ctx); /* NULL: no handle needed */
    void (*context_destroy)(dpex_context *ctx);       /* NULL: nothing to do */
    void (*event_destroy)(dpex_event *event);         /* NULL: nothing to do */
    void (*event_update)(dpex_event *event);          /* NULL: state is kept up to date */
    /* Tells the device what a pending event stands for, so that commands wait for it there instead
     * of being held back: the moment when another queue's timeline reaches a number. May do
     * nothing. NULL: the device cannot wait. */
    void (*event_follow)(dpex_event *event, const dpex_timeline *timeline, uint64_t number);
    dpex_status (*program_create)(dpex_program *program, dpex_language language, const void *text,
                                  size_t bytes, const char *options); /* NULL: unsupported */
    /* Releases program->handle; its kernels are gone. */
    void (*program_destroy)(dpex_program *program);
    dpex_status (*kernel_create)(dpex_kernel *kernel, const char *name); /* fills info and handle */
    void (*kernel_destroy)(dpex_kernel *kernel);
    int (*can_access_peer)(const dpex_device *device, const dpex_device *peer,
                           int atomics); /* NULL: never */
    dpex_status (*set_peer_access)(dpex_device *device, dpex_device *peer,
                                   int enable);     /* NULL: unsupported */
    int (*cuda_ordinal)(const dpex_device *device); /* NULL: no device of CUDA's */
    /* Waits for work of the whole process on the device. NULL: nobody else can use it. */
    dpex_status (*synchronize)(dpex_device *device);
    /* Of the memory that mem_free was given, what the driver keeps for itself beyond so many bytes
     * goes back to the system. Called when several pieces have been freed. NULL: it keeps none. */
    void (*mem_trim)(dpex_device *device, size_t keep_bytes);
    /* Whether a library of the vendor's takes this case (`words`: the routine's struct of
     * routines.h), as a command LIBRARY, and how many bytes of scratch memory it wants. May open
     * the library. NULL: there are none. */
    int (*routine_find)(dpex_queue *queue, dpex_routine routine, const void *words,
                        size_t *scratch_bytes);
};

/* ---- making devices and platforms (backend.c) ------------------------------------------------ */

/* A platform without devices, and a root device without properties; new.
 * The platform is added to the registry by its caller. */
dpex_status dpex_platform_new(const dpex_backend *backend, const dpex_platform_info *info,
                              dpex_platform **platform);
dpex_status dpex_device_new(const dpex_backend *backend, dpex_platform *platform,
                            dpex_device **device);
/* A device like its parent in all but its units (copied), with one reference; the runtime retains
 * the parent for it. */
dpex_status dpex_device_new_sub(dpex_device *parent, const int *units, size_t n_units,
                                dpex_device **device);
dpex_status dpex_device_set_units(dpex_device *device, const int *units, size_t n_units);
/* Frees what _new made, the handle of the backend included; NULL is fine. Reference counts are the
 * runtime's. */
void dpex_device_free(dpex_device *device);
/* Frees a platform with the devices in its lists. */
void dpex_platform_free(dpex_platform *platform);
/* Appends device; on failure the list is as before and the device still the caller's. */
dpex_status dpex_device_list_append(dpex_device ***devices, size_t *n, dpex_device *device);

/* ---- timelines (backend/timeline.c) and events (backend/event.c) ----------------------------- */

/* Set by a backend in queue->properties: the calling thread must not do the queue's work (it may
 * lie outside its cores). */
enum { DPEX_QUEUE_NEVER_INLINE = 1 << 16 };
/* The queue runs nothing (ops/fusion/capture.c). */
enum { DPEX_QUEUE_CAPTURES = 1 << 17 };

dpex_status dpex_timeline_create(dpex_timeline **timeline);
dpex_timeline *dpex_timeline_retain(dpex_timeline *timeline);
void dpex_timeline_release(dpex_timeline *timeline); /* NULL is fine */
/* The first failure since the last one reported. A command's is kept before its event is complete,
 * so that a wait for the event may mark it as reported. text: NULL or the event's message;
 * copied. */
void dpex_timeline_keep_failure(dpex_timeline *timeline, dpex_status status, const char *text);
/* Fails with it and forgets it; success where there is none. */
dpex_status dpex_timeline_tell_failure(dpex_timeline *timeline);
/* Forgets it if it is the one with this text. */
void dpex_timeline_forget_failure(dpex_timeline *timeline, const char *text);
/* Registers a watcher for `completed >= number`. 0, and nothing registered, if that is so
 * already. */
int dpex_timeline_watch(dpex_timeline *timeline, uint64_t number, dpex_watcher *watcher);
/* The same with timeline->lock held. */
int dpex_timeline_watch_locked(dpex_timeline *timeline, uint64_t number, dpex_watcher *watcher);
/* Publishes progress, with timeline->lock held. Returns the watchers to notify
 * (dpex_watcher_notify) once it is not. */
DPEX_MUST_CHECK dpex_watcher *dpex_timeline_advance_locked(dpex_timeline *timeline,
                                                           uint64_t completed);
void dpex_watcher_notify(dpex_watcher *list, const dpex_event *event);

/* A new event in state SUBMITTED. */
dpex_status dpex_event_new(const dpex_backend *backend, dpex_backend_name name, dpex_event **event);
/* 0, and nothing registered, if the event is complete. */
int dpex_event_watch(dpex_event *event, dpex_watcher *watcher);
/* Ends a command: once. message: malloc'd or NULL, taken. Wakes and notifies those who wait. */
void dpex_event_complete(dpex_event *event, dpex_status error, char *message);
/* Its two halves, for ending several commands that belong together: the state, which calls nobody's
 * code, then the watchers. */
void dpex_event_settle(dpex_event *event, dpex_status error, char *message);
void dpex_event_notify(dpex_event *event);
/* The same in a forked child, where nobody waits and no watcher is left. message: a string
 * constant. */
void dpex_event_abandon(dpex_event *event, dpex_status error, const char *message);
/* Keeps deps as the wait list, until the event is complete. Before submission. */
dpex_status dpex_event_set_wait_list(dpex_event *event, dpex_event *const *deps, size_t n_deps);
void dpex_event_forget_wait_list(dpex_event *event);
/* Whether an event that it depends on has failed; before it is complete. */
int dpex_event_has_failed_dependency(const dpex_event *event);
/* The event's failure as a failure of this thread. */
dpex_status dpex_event_raise(const dpex_event *event);

/* A command's own name, or its kind's: for messages. */
const char *dpex_command_get_name(const dpex_command *command);
const char *dpex_command_get_kind(const dpex_command *command);

/* ---- what a backend may ask of a storage (runtime/storage.c) --------------------------------- */

/* The object that mem_alloc gave with the memory (NULL where there are pointers), and where in
 * it the storage begins. */
void *dpex_storage_get_handle(const dpex_storage *storage, size_t *offset);

/* The registry: one row per backend in src/defs/backends.def. */
#define DPEX_BACKEND(name) extern const dpex_backend dpex_backend_##name;
#include "defs/backends.def"
#undef DPEX_BACKEND

#endif
