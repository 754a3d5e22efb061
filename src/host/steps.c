/* Work in many short steps: one thread leads, the others of the team follow from step to step.
 *
 * A region for each step would be asleep between steps, and waking a thread takes longer than a step. Here followers stay inside one region:
 * they spin until the next step, and sleep only where it does not come for long. The leader never waits for a thread that has
 * not begun a chunk, so that it goes on alone where the others are busy. */
#include <sched.h>

#include "base/error.h"
#include "base/futex.h"
#include "host/thread_pool.h"

enum {
    SPIN_NS = 100000,          /* of a follower between two steps */
    SPINS_BEFORE_YIELD = 4096, /* of the leader, whose core the last follower may need */
    LOW_BITS = 32
};

struct dpex_steps {
    void (*lead)(dpex_steps *steps, void *payload);
    void *lead_payload;
    _Atomic int has_leader, is_over, n_sleeping;
    _Atomic uint32_t epoch; /* counts steps; followers sleep on it */
    /* Of the current step. The ticket has the number of the step above and the chunks that are left below: who lowers it has taken a
     * chunk, and the step does not end, nor its other members change, before that chunk is counted in n_done. */
    _Atomic uint64_t ticket;
    dpex_parallel_fn run;
    void *payload;
    int64_t n_chunks;
    _Atomic int64_t n_done;
    _Atomic int status;
};

/* Runs a chunk of the current step; 0: all are taken. */
static int take_chunk(dpex_steps *steps)
{
    uint64_t ticket = atomic_load(&steps->ticket);
    do {
        if (!(uint32_t)ticket) return 0;
    } while (!atomic_compare_exchange_weak(&steps->ticket, &ticket, ticket - 1));
    const int64_t chunk = steps->n_chunks - (int64_t)(uint32_t)ticket;
    const dpex_status status = steps->run(steps->payload, chunk, chunk + 1);
    if (status) atomic_store(&steps->status, (int)status);
    atomic_fetch_add(&steps->n_done, 1);
    return 1;
}

dpex_status dpex_steps_run(dpex_steps *steps, dpex_parallel_fn run, void *payload, int64_t n_chunks)
{
    if (n_chunks <= 0) return DPEX_SUCCESS;
    if (n_chunks == 1) return run(payload, 0, 1);
    steps->run = run;
    steps->payload = payload;
    steps->n_chunks = n_chunks;
    atomic_store(&steps->n_done, 0);
    atomic_store(&steps->status, DPEX_SUCCESS);
    const uint64_t step = (atomic_load(&steps->ticket) >> LOW_BITS) + 1;
    atomic_store(&steps->ticket, step << LOW_BITS | (uint64_t)n_chunks);
    atomic_fetch_add(&steps->epoch, 1);
    if (atomic_load(&steps->n_sleeping)) dpex_futex_wake_all(&steps->epoch);
    while (take_chunk(steps)) {
    }
    for (int spins = 1; atomic_load(&steps->n_done) < n_chunks; spins++) {
        dpex_cpu_relax();
        if (spins % SPINS_BEFORE_YIELD == 0) sched_yield();
    }
    return (dpex_status)atomic_load(&steps->status);
}

static void follow(dpex_steps *steps)
{
    for (;;) {
        /* Read before is_over: the leader counts once more after it is over, so that the wait below is for that at most. */
        const uint32_t epoch = atomic_load(&steps->epoch);
        if (atomic_load(&steps->is_over)) return;
        if (take_chunk(steps)) continue;
        const uint64_t until = dpex_clock_ns() + SPIN_NS;
        while (atomic_load(&steps->epoch) == epoch && dpex_clock_ns() < until)
            for (int i = 0; i < 16; i++) dpex_cpu_relax();
        atomic_fetch_add(&steps->n_sleeping, 1);
        if (atomic_load(&steps->epoch) == epoch) dpex_futex_wait(&steps->epoch, epoch, 0);
        atomic_fetch_sub(&steps->n_sleeping, 1);
    }
}

/* A chunk per thread: the first one leads. */
static dpex_status take_part(void *payload, int64_t first, int64_t last)
{
    dpex_steps *steps = payload;
    for (int64_t i = first; i < last; i++) {
        if (atomic_exchange(&steps->has_leader, 1)) {
            follow(steps);
            continue;
        }
        steps->lead(steps, steps->lead_payload);
        atomic_store(&steps->is_over, 1);
        atomic_fetch_add(&steps->epoch, 1);
        dpex_futex_wake_all(&steps->epoch);
    }
    return DPEX_SUCCESS;
}

dpex_status dpex_team_lead(dpex_team *team, void (*lead)(dpex_steps *steps, void *payload),
                           void *payload)
{
    /* On the stack: dpex_threads_run returns after the last thread has left. */
    dpex_steps steps = {.lead = lead, .lead_payload = payload};
    dpex_region region = {0};
    dpex_region_init(&region, team, take_part, &steps, (int64_t)team->n_cpus);
    /* Not for threads that wait for something else: they would stay until the end. */
    region.is_short = 0;
    return dpex_threads_run(&region);
}
