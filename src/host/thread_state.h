/* The state that thread_pool.c (threads), region.c (work) and wait.c share. Private to these
 * files. */
#ifndef DPEX_HOST_THREAD_STATE_H
#define DPEX_HOST_THREAD_STATE_H

#include <pthread.h>

#include "host/thread_pool.h"

/* The first few callers stay, the others end when there was nothing to do for a while. */
enum { DPEX_N_CALLERS = 256, DPEX_N_KEPT_CALLERS = 4, DPEX_CALLER_IDLE_NS = 100000000 };
enum { DPEX_SPIN_NS = 20000 };

typedef enum dpex_thread_activity {
    DPEX_THREAD_ABSENT,
    DPEX_THREAD_STARTING, /* chosen, not created yet */
    DPEX_THREAD_WORKING,
    DPEX_THREAD_SEARCHING, /* awake: will check the open regions before it sleeps */
    DPEX_THREAD_SLEEPING
} dpex_thread_activity;

typedef struct dpex_thread {
    pthread_t id;
    int is_caller;
    size_t index; /* among the workers: the number of its CPU in dpex_host_get_cpus */
    dpex_thread_activity activity; /* guarded by the pool's lock */
    uint64_t pinned_to; /* callers: a team's serial number; workers: 1; 0: not pinned. Its own */
    _Atomic uint32_t go_on; /* the word it sleeps on */
} dpex_thread;

typedef struct dpex_region_list {
    dpex_region *first, *last;
} dpex_region_list;

/* One per process. lock guards everything but the atomics. */
typedef struct dpex_threads {
    pthread_mutex_t lock;
    dpex_thread *workers; /* one per CPU; NULL until first needed */
    size_t n_workers;
    dpex_thread callers[DPEX_N_CALLERS];
    size_t n_caller_slots; /* callers from here on are absent */
    dpex_region_list regions, calls;
    /* Never compared but for equality, so they may wrap. */
    _Atomic uint32_t epoch, call_epoch; /* steps when something new can be found in the lists */
    _Atomic int n_started, n_callers_started;
    int is_stopping;
    dpex_team *teams;
    uint64_t last_team_serial;
    _Atomic int must_pin; /* a team smaller than the whole exists or existed */
    /* What threads do: enters and serves one region. 0: there was none; the thread is then marked
     * as searching. Set by region.c before main. */
    int (*serve)(dpex_thread *thread);
} dpex_threads;

extern dpex_threads dpex_the_threads;

/* The pool's thread that runs this code; NULL: some other thread. */
dpex_thread *dpex_thread_self(void);

/* With the lock held: a thread to be woken, now marked as searching, so that it checks what
 * is open for the team (the calls). NULL if one is searching already or none is free.
 * With the lock held, like the one above. */
dpex_thread *dpex_thread_pick(const dpex_team *team);
dpex_thread *dpex_thread_pick_caller(void);
/* Without the lock: wakes or creates it. NULL is fine.
 * May fail only where a thread must be created. */
dpex_status dpex_thread_rouse(dpex_thread *thread);
/* Before work for a team: keeps the thread on the cores it may use.
 * Called by the thread itself. */
void dpex_thread_settle(dpex_thread *thread, const dpex_team *team);

/* Opens a region to the workers and works in it, where the calling thread may; others may still be
 * inside. */
dpex_status dpex_region_work_along(dpex_region *region);

#endif
