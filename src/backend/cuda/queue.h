/* Queues of CUDA devices.
 *
 * A queue has lanes, each a stream of the driver's: lane 0 takes what keeps its order (everything
 * of an in-order queue; array operations, barriers), the others take in turn what a user submits to
 * an out-of-order queue. Host calls are in no lane, nor are copies that a thread of the host does
 * (stage.c).
 *
 *   record     one command that is not over. It lives in the queue's list, by number, from
 *              submission to its end.
 *   enqueued   the driver has the command: the record is also in its lane's list, in the order of
 *              the stream.
 *   deferred   the driver cannot have it yet: it waits for something that the driver does not know
 *              (another backend's event, a host call), or follows such a command. It keeps a copy
 *              of the command. Nothing in a stream ever waits for the host, so streams cannot block
 *              each other, whatever they share inside the driver.
 *   mark       a record after whose command an event of the driver's was recorded. Once that event
 *              is reached, so is everything before it in the stream. A submission alone marks
 *              nothing, so it costs the launch and little else; commands with an event that the
 *              caller wants are marks, one in 64 is, and otherwise the functions that check how far
 *              a lane is (watch.c, wait.c) mark its last record. */
#ifndef DPEX_BACKEND_CUDA_QUEUE_H
#define DPEX_BACKEND_CUDA_QUEUE_H

#include "backend/cuda/device.h"
#include "base/text.h"
#include "host/node.h"

enum { DPEX_CUDA_N_LANES = 4, DPEX_CUDA_NO_LANE = -1 };

typedef struct dpex_cuda_queue dpex_cuda_queue;
typedef struct dpex_cuda_record dpex_cuda_record;
typedef struct dpex_cuda_libraries dpex_cuda_libraries;

/* What a deferred command waits for; in an array of its own. */
typedef struct dpex_cuda_edge {
    dpex_watcher watcher; /* first: notify gets its address */
    dpex_cuda_record *record;
} dpex_cuda_edge;

typedef struct dpex_cuda_deferred {
    _Atomic int n_blockers; /* the thread that brings it to 0 makes it ready */
    _Atomic int cause;      /* a dependency's dpex_status; then the command is cancelled */
    char *cause_text;       /* malloc'd or NULL */
    dpex_cuda_edge *edges;
    size_t n_edges;
    dpex_cuda_record *record;
    struct dpex_cuda_deferred *next_ready;
    dpex_node node; /* the command, and for a host call its region */
} dpex_cuda_deferred;

enum { DPEX_CUDA_SMALL_COPY = 64 << 10 }; /* bytes of ordinary memory that may be copied at once */
/* Who does a copy: the driver alone, or the host, where a side of it is ordinary memory. */
typedef enum dpex_cuda_way {
    DPEX_CUDA_BY_DRIVER,
    DPEX_CUDA_ON_HOST, /* both sides are */
    DPEX_CUDA_TO_DEVICE,
    DPEX_CUDA_FROM_DEVICE
} dpex_cuda_way;

struct dpex_cuda_record {
    dpex_cuda_record *next, *prev; /* by number; `next` also links spare records */
    dpex_cuda_record *lane_next, *mark_next;
    dpex_cuda_queue *queue;
    uint64_t number, lane_position;
    int lane;
    int is_enqueued, has_ended; /* ended: its name, kernel and event are no longer kept */
    dpex_cuda_way way;
    dpex_cuda_device *dst_device, *src_device; /* peer.c; else NULL */
    const char *name;
    dpex_kernel *kernel;               /* kept; NULL: no launch */
    dpex_event *event;                 /* kept; NULL: not wanted */
    CUevent end;                       /* NULL: not a mark. The event's own, if there is one */
    dpex_watcher *at_enqueue, *at_end; /* commands that follow */
    dpex_cuda_deferred *deferred;      /* NULL: it was enqueued at once */
};

typedef struct dpex_cuda_lane {
    CUstream stream;                  /* NULL until first used; guarded by `order` */
    uint64_t n_records, barrier_seen; /* guarded by `order` */
    dpex_cuda_record *first, *last, *first_mark, *last_mark;
} dpex_cuda_lane;

struct dpex_cuda_queue {
    _Atomic int refs; /* held by the runtime's queue, events, polling threads */
    dpex_cuda_device *device;
    unsigned properties;
    dpex_timeline *timeline; /* kept; its lock guards all lists and what follows */
    dpex_cuda_record *first, *last, *spare;
    size_t n_spare, n_deferred;
    dpex_cuda_record *last_ordered, *last_barrier; /* pending ones */
    dpex_cuda_lane lanes[DPEX_CUDA_N_LANES];
    CUevent anchor; /* profiling: an event and its time on the host's clock */
    double anchor_ns;
    /* The order of commands in streams is the order of this lock's holders, so it is held around
     * the driver's enqueueing calls: the driver calls nothing of ours. Taken before
     * timeline->lock. */
    pthread_mutex_t order;
    unsigned next_lane;                 /* guarded by `order` */
    dpex_cuda_libraries *libraries;     /* the same; NULL: not used yet */
    _Atomic int n_like_large;           /* launches to come that count as large ones (tiers.c) */
    struct dpex_cuda_queue *next_queue; /* all queues; guarded by the lock of queue_list.c */
};

/* What an event of ours has behind it.
 * Lives as long as its event; several streams may wait for it. */
typedef struct dpex_cuda_event {
    dpex_cuda_queue *queue; /* kept */
    int has_timing;
    CUevent start;
    _Atomic(CUevent) end; /* profile.c may exchange it */
    uint64_t submit_ns;
    CUstream stream;
    int lane;
    _Atomic int is_recorded; /* the three above are there: streams can wait for `end` */
} dpex_cuda_event;

/* queue_list.c */
void dpex_cuda_queues_add(dpex_cuda_queue *queue);
/* Takes a reference back. 1: it was the last one, and the queue is not in the list any more. */
int dpex_cuda_queues_drop(dpex_cuda_queue *queue);
/* The queue after this one in the list of all (NULL: the first), retained; NULL: no more. */
dpex_cuda_queue *dpex_cuda_queues_after(dpex_cuda_queue *queue);
/* The queue with this timeline, retained; NULL: there is none. */
dpex_cuda_queue *dpex_cuda_queues_find(const dpex_timeline *timeline);
dpex_cuda_queue *dpex_cuda_queue_retain(dpex_cuda_queue *queue);
/* Appends the names of the commands that are pending on a device, for the message of its loss. */
void dpex_cuda_append_pending(const dpex_cuda_device *device, dpex_text *text);

/* queue.c */
void dpex_cuda_queue_release(dpex_cuda_queue *queue);
/* As dpex_cuda_queues_after; `queue` is released. */
dpex_cuda_queue *dpex_cuda_queue_next(dpex_cuda_queue *queue);
dpex_status dpex_cuda_lane_open(dpex_cuda_queue *queue, dpex_cuda_lane *lane);

/* record.c. The functions with _locked: timeline->lock is held.
 * taken: the caller fills it, and then appends or gives it back. */
dpex_status dpex_cuda_record_take(dpex_cuda_queue *queue, dpex_cuda_record **record);
void dpex_cuda_record_give_back(dpex_cuda_record *record);
/* Gives it the next number. */
uint64_t dpex_cuda_record_append_locked(dpex_cuda_record *record);
/* The driver has it: appends it to its lane. With `order` held too. */
void dpex_cuda_record_enqueued_locked(dpex_cuda_record *record);
/* Ends records (linked by lane_next) that are in no lane any more. reason: for a failure. */
void dpex_cuda_records_finish(dpex_cuda_record *list, dpex_status status, const char *reason);
void dpex_cuda_deferred_free(dpex_cuda_deferred *deferred);
/* Checks the progress of the queue's streams and ends complete commands. Returns whether there were
 * any. Inside no lock. */
int dpex_cuda_poll(dpex_cuda_queue *queue);
/* Makes the last record of a lane a mark, if it is none. With `order` held, inside enter and
 * leave. */
dpex_status dpex_cuda_lane_mark(dpex_cuda_queue *queue, dpex_cuda_lane *lane);

/* profile.c */
/* Fills the event's times once it is reached. Inside enter and leave. */
void dpex_cuda_profile_read(dpex_cuda_queue *queue, dpex_event *event);
dpex_status dpex_cuda_profile_open(dpex_cuda_queue *queue);
dpex_status dpex_cuda_profile_ensure(dpex_cuda_queue *queue);

/* peer.c */
/* Before a command is submitted: opens the memory of other devices to a copy, and notes in the
 * record which two it is between. */
dpex_status dpex_cuda_open_peers(dpex_cuda_record *record, const dpex_command *command);

/* Whether a record of the queue is in lane 0 in the order of submission. */
static inline int dpex_cuda_is_ordered(const dpex_cuda_queue *queue, const dpex_command *command)
{
    return (queue->properties & DPEX_QUEUE_IN_ORDER) || (command->flags & DPEX_COMMAND_ORDERED);
}

/* stream.c */
/* Without asking the driver: that may end commands, which must not happen while `order` is held. */
int dpex_cuda_is_over(const dpex_event *event);
/* The event as one that streams can wait for; NULL: they cannot, or need not. */
dpex_cuda_event *dpex_cuda_hardware_event(const dpex_cuda_queue *queue, const dpex_event *event);
/* Hands a command to the driver, after the events in deps and the last barrier. With `order` held,
 * inside enter and leave. */
dpex_status dpex_cuda_enqueue_record(dpex_cuda_record *record, const dpex_command *command,
                                     dpex_event *const *deps, size_t n_deps);

/* defer.c */
/* Copies the command into the record, gives it a number and lets it wait. With `order` held; then
 * dpex_cuda_unblock. */
dpex_status dpex_cuda_defer(dpex_cuda_record *record, const dpex_command *command,
                            dpex_event *const *deps, size_t n_deps, uint64_t *number);
/* Takes one blocker away; the last one starts the command. Inside no lock. */
void dpex_cuda_unblock(dpex_cuda_record *record);

/* enqueue.c: one command (not HOST_CALL) as calls of the driver on a stream. */
dpex_status dpex_cuda_enqueue(const dpex_cuda_record *record, CUstream stream,
                              const dpex_command *command);
/* stage.c. BY_DRIVER for what is not a copy. Inside enter and leave. */
dpex_cuda_way dpex_cuda_copy_get_way(const dpex_cuda_device *device, const dpex_command *command);
/* Does the copy of a deferred record; a region's run. */
dpex_status dpex_cuda_run_copy(void *record, int64_t first, int64_t last);
/* launch.c */
dpex_status dpex_cuda_launch(dpex_cuda_device *device, CUstream stream,
                             const dpex_command *command);
/* Whether a launch's arguments and range fit its kernel: at submission, before anything is
 * enqueued. */
dpex_status dpex_cuda_check_launch(const dpex_queue *queue, const dpex_command *command);
/* routine.c: a routine of a vendor's library. With `order` held, inside enter and leave. */
dpex_status dpex_cuda_call_library(dpex_cuda_queue *queue, const dpex_command *command);
void dpex_cuda_libraries_close(dpex_cuda_libraries *libraries); /* NULL is fine */
/* fill.c */
dpex_status dpex_cuda_fill(dpex_cuda_device *device, CUstream stream, const dpex_command *command);

/* wait.c: until no stream of the queue has anything to do; for DPEX_SYNC. */
void dpex_cuda_wait_streams(dpex_cuda_queue *queue);

/* watch.c: wakes the watching thread, as there is something to watch. */
dpex_status dpex_cuda_watch_start(void);
void dpex_cuda_watch_wake(void);
int dpex_cuda_watch_is_asleep(void); /* for tests */

static inline CUdeviceptr dpex_cuda_address(const dpex_span *span)
{
    char *base = span->storage ? dpex_storage_get_ptr(span->storage) : span->host;
    return (CUdeviceptr)(base + span->offset);
}

#endif
