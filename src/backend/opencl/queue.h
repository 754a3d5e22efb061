/* A queue of ours on OpenCL, as strand.c, queue.c, submit.c and finish.c share it.
 *
 * It has up to two of the driver's queues: an in-order one for everything that keeps its order
 * (commands of in-order queues, and array operations, which are ORDERED), and an out-of-order one,
 * made on first use, for what a user submits to an out-of-order queue. Each command has a record.
 * The first to learn from the driver that a command is over ends its record: the driver's callback,
 * a thread that waited in the driver, or one that asked for the event's status. The timeline moves
 * over the records that are done. */
#ifndef DPEX_BACKEND_OPENCL_QUEUE_H
#define DPEX_BACKEND_OPENCL_QUEUE_H

#include <pthread.h>

#include "backend/opencl/opencl.h"

typedef struct dpex_cl_record dpex_cl_record;

typedef struct dpex_cl_strand {
    _Atomic int refs; /* the queue, and each record */
    const dpex_backend *backend;
    const cl_driver *driver;
    cl_context ctx;
    cl_device device;
    cl_queue in_order;
    cl_queue out_of_order; /* guarded by timeline->lock until made; NULL before */
    /* The last barrier, if no command has been submitted out of order since: the next one gives it to that queue.
     * The lock is held while it does, so that no other command overtakes it. */
    pthread_mutex_t barrier_lock;
    cl_event barrier; /* guarded by barrier_lock; kept, or NULL */
    unsigned properties;
    dpex_timeline *timeline;                /* kept; its lock guards the fields below */
    dpex_cl_record *first, *last;           /* commands that are not complete, by number */
    size_t n_long;                          /* those among them that are not short */
    const dpex_watcher *idle_watcher;       /* the runtime's: destroys a released queue */
    struct dpex_cl_strand *previous, *next; /* in the list of strand.c */
} dpex_cl_strand;

struct dpex_cl_record {
    /* The last one frees it. */
    _Atomic int refs; /* the strand's list, the driver's callback, the handle of the event */
    /* By exchange: exactly one thread ends a record. */
    _Atomic int is_over; /* the thread that sets it ends the record */
    dpex_cl_record *next;
    dpex_cl_strand *strand; /* kept */
    uint64_t number;
    cl_event id; /* own; NULL until enqueued, and for host calls; guarded by timeline->lock */
    int is_done; /* guarded by timeline->lock */
    int is_short; /* known to be, and waits for nothing else: threads may wait for it in the driver */
    int is_cancelled;   /* a dependency had failed before submission */
    uint64_t submit_ns; /* of a command that is timed on a queue without profiling; else 0 */
    dpex_event *event;  /* kept; NULL: not wanted */
    char name[48];
    /* NULL for other commands. */
    dpex_host_fn run;            /* HOST_CALL that has something to call */
    void (*drop)(void *payload); /* HOST_CALL */
    void *payload;
    cl_event gate; /* HOST_CALL: set once it has run, so that later commands follow it */
};

/* An event of ours keeps its command's record, the driver's event, and the context that it belongs
 * to. */
typedef struct dpex_cl_event {
    const cl_driver *driver;
    cl_context ctx;
    cl_event id;
    dpex_cl_record *record;
} dpex_cl_event;

/* strand.c */
dpex_status dpex_cl_strand_open_queue(const dpex_cl_strand *strand, int out_of_order, cl_queue *id);
/* An idle queue goes back; NULL is fine. */
void dpex_cl_strand_close_queue(const dpex_cl_strand *strand, int out_of_order, cl_queue id);
void dpex_cl_strand_list(dpex_cl_strand *strand); /* until it is released for the last time */
void dpex_cl_strand_release(dpex_cl_strand *strand);

/* finish.c. What the driver calls when a command is over, with a reference to its record: taken. */
void dpex_cl_on_complete(cl_event id, cl_int state, void *record);
/* Ends a command, not a host call, if it is over in the driver and nobody else ends it. Blocks for
 * a moment at most. */
void dpex_cl_record_update(dpex_cl_record *record);
/* The end of a record whose command was never enqueued. */
void dpex_cl_give_back(dpex_cl_record *record);
dpex_cl_record *dpex_cl_record_retain(dpex_cl_record *record);
void dpex_cl_record_release(dpex_cl_record *record);

#endif
