/* Queues, events and the commands that go through them.
 *
 * Submission does not wait for earlier commands, except where memory is exhausted. Commands of an
 * in-order queue run one after the other. Commands of an out-of-order queue run when their
 * dependencies are complete, except that those marked DPEX_COMMAND_ORDERED (array operations) also
 * run in the order of their submission. A command also waits for pending commands of *other* queues
 * on the storages it names, so a storage may be used through two queues.
 *
 * When a command fails, its event fails; commands that depend on it are cancelled and name it; the
 * queue reports the first failure from the next dpex_queue_wait and stays usable. */
#ifndef DPEX_QUEUE_H
#define DPEX_QUEUE_H

#include "context.h"
#include "dtype.h"

DPEX_EXTERN_C_BEGIN

typedef struct dpex_queue dpex_queue;
typedef struct dpex_event dpex_event;
typedef struct dpex_storage dpex_storage;
typedef struct dpex_kernel dpex_kernel;

enum { DPEX_QUEUE_ENABLE_PROFILING = 1, DPEX_QUEUE_IN_ORDER = 2 };

/* A queue on a device in a context that holds it (else DPEX_ERROR_INVALID_VALUE). ctx NULL: the
 * default one. New. */
DPEX_API dpex_status dpex_queue_create(dpex_context *ctx, dpex_device *device, unsigned properties,
                                       dpex_queue **queue);
/* The process's one queue for (default context of the device, device); borrowed, never released. */
DPEX_API dpex_status dpex_queue_get_cached(dpex_device *device, dpex_queue **queue);
DPEX_API dpex_queue *dpex_queue_retain(dpex_queue *queue);
/* Pending commands still run to their end. NULL is fine. */
DPEX_API void dpex_queue_release(dpex_queue *queue);
DPEX_API dpex_device *dpex_queue_get_device(const dpex_queue *queue);   /* borrowed */
DPEX_API dpex_context *dpex_queue_get_context(const dpex_queue *queue); /* borrowed */
DPEX_API unsigned dpex_queue_get_properties(const dpex_queue *queue);

/* Whether no command is pending. One atomic load pair; true means that all earlier effects are
 * visible. */
DPEX_API int dpex_queue_is_idle(const dpex_queue *queue);

/* For callers that submit in a loop: where some hundred commands of the queue are pending (on a device
 * other than the host some thousand), waits until half of them are complete, or until nothing has
 * progressed for a quarter of a second. Otherwise two atomic loads. Fails if a hook of
 * dpex_set_wait_hooks says so (DPEX_ERROR_INTERRUPTED). */
DPEX_API dpex_status dpex_queue_bound_pending(dpex_queue *queue);

/* Blocks until all commands submitted so far are complete, helping to execute them. Returns the
 * first failure not reported yet (and forgets it). max_ns > 0 bounds the wait: *done says whether
 * it finished (NULL done: wait on). DPEX_ERROR_INTERRUPTED when a signal handler ran meanwhile;
 * call again to go on. */
DPEX_API dpex_status dpex_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done);

/* A handler for failures of commands that a layer above keeps with the queue; libdpex does not call
 * it. NULL at first. */
typedef void dpex_error_handler(int status);
DPEX_API void dpex_queue_set_error_handler(dpex_queue *queue, dpex_error_handler *handler);
DPEX_API dpex_error_handler *dpex_queue_get_error_handler(const dpex_queue *queue);

/* Marks the failure of a complete event of this queue as reported, so that the next dpex_queue_wait
 * does not report it again. For calls that wait for their own commands. */
DPEX_API void dpex_queue_forget_failure(dpex_queue *queue, const dpex_event *event);

/* ---- commands ------------------------------------------------------------------------------------------ */

typedef enum dpex_command_kind {
    DPEX_COMMAND_COPY, /* bytes between two spans, overlap as memmove; a span without storage is host memory */
    DPEX_COMMAND_FILL,      /* a pattern of 1, 2, 4, 8 or 16 bytes, repeated */
    DPEX_COMMAND_LAUNCH,    /* a kernel of a program over an ND-range */
    DPEX_COMMAND_HOST_CALL, /* a host function, once, on any thread */
    DPEX_COMMAND_PARALLEL, /* a host function over chunks, on the device's cores: host-executing devices only */
    DPEX_COMMAND_BARRIER, /* no work; completes after its dependencies, or after all earlier commands if it has none; later ones wait for it */
    DPEX_COMMAND_PREFETCH,
    DPEX_COMMAND_ADVISE,
    DPEX_COMMAND_LIBRARY /* a routine of a library of the device's vendor: of use inside libdpex only */
} dpex_command_kind;

enum {
    DPEX_COMMAND_ORDERED = 1, /* also after all earlier ORDERED commands of this queue */
    /* Known to take at most about 50 us: may run inside submit on an idle host queue, and in the
     * thread that waits for it. */
    DPEX_COMMAND_SMALL = 2,
    /* Touches no other memory of devices than that of its uses: work that is kept back for fusion
     * and has none of them stays so. */
    DPEX_COMMAND_TRACKED = 4,
    /* A failure is told by the event alone, which somebody depends on or waits for; not by the
     * queue's next wait. Queues of host-executing devices only. */
    DPEX_COMMAND_TOLD_BY_EVENT = 8,
    DPEX_COMMAND_TIMED = 16, /* its event has times, whatever the queue's properties */
    /* The caller waits for it at once. A kernel that took little time before may then run in
     * threads that wait with a time limit. */
    DPEX_COMMAND_AWAITED = 32
};

/* Bytes from offset on in a storage, or (storage NULL) at the host address `host`. */
typedef struct dpex_span {
    dpex_storage *storage;
    size_t offset;
    void *host;
} dpex_span;

/* Work of PARALLEL: chunks [first, last) of n_chunks, called from several threads at once. */
typedef dpex_status (*dpex_parallel_fn)(void *payload, int64_t first, int64_t last);
typedef dpex_status (*dpex_host_fn)(void *payload);

enum { DPEX_MAX_ARGS = 256 };

typedef enum dpex_arg_kind { /* numbered as dpctl's kernel_arg_type */
                             DPEX_ARG_INT8,
                             DPEX_ARG_UINT8,
                             DPEX_ARG_INT16,
                             DPEX_ARG_UINT16,
                             DPEX_ARG_INT32,
                             DPEX_ARG_UINT32,
                             DPEX_ARG_INT64,
                             DPEX_ARG_UINT64,
                             DPEX_ARG_FLOAT32,
                             DPEX_ARG_FLOAT64,
                             DPEX_ARG_POINTER,
                             DPEX_ARG_LOCAL,             /* local memory: `bytes` of it */
                             DPEX_ARG_WORK_GROUP_MEMORY, /* the same, its size given in bytes */
                             DPEX_ARG_RAW                /* `bytes` bytes at `raw` */
} dpex_arg_kind;

/* The kind that passes a number of a dtype as it is: RAW where none of the others does. */
static inline dpex_arg_kind dpex_arg_kind_of(dpex_dtype dtype)
{
    static const uint8_t kinds[] = {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, arg)  \
    DPEX_ARG_##arg,
#include "defs/dtype.def"
#undef DPEX_DTYPE
    };
    return (dpex_arg_kind)kinds[dtype];
}

typedef struct dpex_arg {
    dpex_arg_kind kind;
    size_t bytes; /* LOCAL, WORK_GROUP_MEMORY, RAW */
    union {
        uint64_t bits; /* a scalar's bytes, from the first byte on */
        const void *raw;
        dpex_span span; /* POINTER */
    };
} dpex_arg;

/* Ranges in SYCL order: the last dimension varies fastest. */
typedef struct dpex_range {
    int nd; /* 1 to 3 */
    size_t global[3];
    size_t local[3];
    int has_local;
} dpex_range;

typedef struct dpex_command {
    dpex_command_kind kind;
    unsigned flags;
    const char *
        name; /* a string constant for messages and profiles: "add float64"; NULL: the kind's name */
    /* Storages read or written: hazards against other queues, and safe reuse of freed blocks. Not
     * kept. */
    dpex_storage *const *uses;
    size_t n_uses;
    union {
        struct {
            dpex_span dst, src;
            size_t bytes;
        } copy;
        struct {
            dpex_span dst;
            size_t bytes;
            uint8_t pattern[16];
            uint8_t pattern_bytes;
        } fill;
        struct {
            dpex_kernel *kernel;  /* kept until done */
            const dpex_arg *args; /* copied, RAW bytes included */
            size_t n_args;
            dpex_range range;
        } launch;
        struct {
            int routine;          /* dpex_routine */
            const dpex_arg *args; /* copied, RAW bytes included */
            size_t n_args;
        } library;
        struct {
            dpex_host_fn run; /* NULL: nothing to call, which takes no thread */
            /* Called exactly once when the command is over, run or not, on any thread; it must not
             * wait for a queue or an event. May be NULL. */
            void (*drop)(void *payload);
            void *payload; /* taken: drop frees it */
        } host;
        struct {
            dpex_parallel_fn run;
            dpex_host_fn finish; /* after the last chunk, on one thread; may be NULL */
            void (*drop)(void *payload);
            void *payload; /* payload_bytes > 0: copied into the command; else taken as above */
            size_t payload_bytes;
            int64_t n_chunks;
        } parallel;
        struct {
            dpex_span span;
            size_t bytes;
            int advice;
        } hint; /* PREFETCH, ADVISE */
    };
} dpex_command;

/* Submits a command after the events in deps (borrowed; NULL entries are ignored). event NULL: not
 * wanted; else *event is new. Errors that can be detected at submission (bad ranges, unknown
 * pointers, wrong arguments) are returned by this call. Then nothing was taken: the caller keeps
 * the payload, drop is not called, *event is NULL or unchanged. */
DPEX_API dpex_status dpex_queue_submit(dpex_queue *queue, const dpex_command *command,
                                       dpex_event *const *deps, size_t n_deps, dpex_event **event);

/* ---- events -------------------------------------------------------------------------------------------- */

typedef enum dpex_event_status { /* numbered as dpctl's C interface */
                                 DPEX_EVENT_UNKNOWN,
                                 DPEX_EVENT_SUBMITTED,
                                 DPEX_EVENT_RUNNING,
                                 DPEX_EVENT_COMPLETE
} dpex_event_status;

/* A complete event of no queue (the default device's backend). New. */
DPEX_API dpex_status dpex_event_create(dpex_event **event);
DPEX_API dpex_event *dpex_event_retain(dpex_event *event);
DPEX_API void dpex_event_release(dpex_event *event);
/* As dpex_queue_wait, for one event; returns the command's own failure each time. */
DPEX_API dpex_status dpex_event_wait(dpex_event *event, uint64_t max_ns, int *done);
DPEX_API dpex_event_status dpex_event_get_status(dpex_event *event);
DPEX_API dpex_backend_name dpex_event_get_backend(const dpex_event *event);
/* The dependencies it was submitted with that are still pending; *events is a new array (free() it)
 * of new events. */
DPEX_API dpex_status dpex_event_get_wait_list(dpex_event *event, dpex_event ***events, size_t *n);
/* Nanoseconds on the device's clock; waits for the event; 0 without DPEX_QUEUE_ENABLE_PROFILING. */
DPEX_API dpex_status dpex_event_get_profile(dpex_event *event, uint64_t *submit, uint64_t *start,
                                            uint64_t *end);

/* ---- process ------------------------------------------------------------------------------------------- */

/* Waits for all queues and stops the workers; for atexit. Further submissions start them again. */
DPEX_API void dpex_shutdown(void);

DPEX_EXTERN_C_END

#endif
