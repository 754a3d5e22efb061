/* The threads that execute work on host devices, and the work that is open for them.
 *
 * A *region* is a run of chunks that threads claim from a counter: a parallel command, one step
 * of dpex_team_run, or a single call. Two kinds of threads serve them:
 *   workers   one per CPU of the process; they take regions of the teams that hold their CPU.
 *   callers   made as needed; they take regions that may block on something else (host calls,
 *             waits for another backend), so that a blocked host function never keeps a core's
 *             worker from its work. At most DPEX_N_CALLERS; further calls wait for one of these.
 *             But for a few they end when they are idle.
 * Threads that wait enter open regions too. At most as many threads as a team has CPUs are inside
 * its regions. */
#ifndef DPEX_HOST_THREAD_POOL_H
#define DPEX_HOST_THREAD_POOL_H

#include "host/host.h"

/* Reference-counted; retained by each strand and device. */
struct dpex_team {
    _Atomic int refs;
    size_t n_cpus;
    int *cpus; /* the operating system's numbers */
    /* One byte per worker: 1 where its CPU is the team's. */
    unsigned char *is_member; /* by worker */
    int is_whole;             /* all CPUs of the process */
    size_t n_active;          /* threads inside regions; guarded by the pool's lock */
    uint64_t serial;          /* unique, from 1 */
    dpex_team *next;          /* all teams; guarded by the pool's lock */
};

typedef struct dpex_region {
    struct dpex_region *next,
        *prev; /* open regions; guarded by the pool's lock, as the next line */
    int is_open, n_inside, is_started;
    int is_short; /* chunks take a bounded time: threads that wait may enter */
    dpex_team *team;
    dpex_parallel_fn run;
    void *payload;
    int64_t n_chunks;
    int64_t least_claim; /* chunks claimed at a time, at least */
    /* Claimed by compare-and-exchange up to n_chunks. */
    _Atomic int64_t next_chunk;
    _Atomic int status;                           /* the first failure, a dpex_status */
    char *message;                                /* its text; malloc'd or NULL */
    void (*on_start)(struct dpex_region *region); /* before the first chunk; may be NULL */
    void (*on_done)(
        struct dpex_region
            *region); /* after the last, on some thread; NULL: a thread waits for is_done */
    /* Set to 1 when the region is over and has no on_done: a futex's word. */
    _Atomic uint32_t is_done;
} dpex_region;

/* Fills a zeroed region. */
void dpex_region_init(dpex_region *region, dpex_team *team, dpex_parallel_fn run, void *payload,
                      int64_t n_chunks);
/* Opens it to the workers and returns. Its on_done will be called. */
void dpex_threads_open(dpex_region *region);
/* The same for the callers. n_chunks is 1. */
void dpex_threads_open_call(dpex_region *region);
/* Runs a region to its end with the help of the workers; the region may lie on the stack.
 * The first failure, recorded in the calling thread. */
dpex_status dpex_threads_run(dpex_region *region);
/* For callers of no device of the host: all CPUs of the process; borrowed. A caller is there
 * then. */
dpex_status dpex_threads_get_call_team(dpex_team **team);
/* Starts the first worker (caller), if none is there, so that what is opened later finds one.
 * A no-op once a thread was started. */
dpex_status dpex_threads_ensure(const dpex_team *team, int is_call);

/* Enters an open region that this thread may enter, until its chunks are claimed or the clock
 * passes deadline (0: none). anything: also one that is not short. 0: there was none. */
int dpex_threads_help(uint64_t deadline, int anything);
/* Whether the calling thread may lie outside the team's cores: then it must not compute for it. */
int dpex_team_excludes_caller(const dpex_team *team);

/* A wait: is_over(arg) becomes true and *word changes; the thread that does it wakes sleepers if
 * n_sleeping > 0. */
typedef struct dpex_wait {
    int (*is_over)(void *arg);
    void *arg;
    _Atomic uint32_t *word;
    _Atomic int *n_sleeping; /* NULL: the word is always woken */
    int helps;               /* enters open regions while it waits */
    uint64_t spin_ns;        /* how long it spins before it sleeps; 0: DPEX_SPIN_NS */
} dpex_wait;
/* Waits, helping; *done as dpex_queue_wait. DPEX_ERROR_INTERRUPTED when a signal handler ran.
 * max_ns 0: without limit. May be called by threads of the pool, too. */
dpex_status dpex_threads_wait(const dpex_wait *wait, uint64_t max_ns, int *done);

/* As dpex_queue_wait, without the queue and its failures. */
dpex_status dpex_host_timeline_wait(dpex_timeline *timeline, uint64_t max_ns, int *done);

/* Called by dpex_team_create and by the last dpex_team_release. */
dpex_status dpex_threads_add_team(dpex_team *team);
void dpex_threads_remove_team(dpex_team *team);
/* Stops all threads and waits for their end; the next work starts them again. */
void dpex_threads_stop(void);

#endif
