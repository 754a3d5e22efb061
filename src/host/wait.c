/* Waiting: a thread that waits enters open regions, spins for a while, then sleeps.
 *
 * It never starts what may run long (a kernel, a host function): a wait with a time limit
 * must end, and what is waited for might itself wait for this thread. The exception is a worker
 * that waits, inside its work, for work that only it could do: after a while without progress it
 * starts anything. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/futex.h"
#include "host/thread_state.h"

/* Nanoseconds without any change after which a worker starts what may run long. */
enum { STUCK_NS = 200000 };

static uint64_t remaining(uint64_t deadline, uint64_t now)
{
    /* At least 1, since 0 would be "without limit". */
    return deadline > now ? deadline - now : 1;
}

/* Sleeps until the word changes; counted, so that the thread that changes it knows to wake. The
 * word is read after the count was raised, and a thread that changes the word reads the count
 * afterwards: sequentially consistent, one of the two sees the other. */
static dpex_futex_result sleep_on(const dpex_wait *wait, uint64_t max_ns)
{
    dpex_futex_result result = DPEX_FUTEX_WOKEN;
    if (wait->n_sleeping) atomic_fetch_add(wait->n_sleeping, 1);
    uint32_t seen = atomic_load(wait->word);
    /* Changes between the two lines are found by the kernel, which compares the word with
     * `seen`. */
    if (!wait->is_over(wait->arg)) result = dpex_futex_wait(wait->word, seen, max_ns);
    if (wait->n_sleeping) atomic_fetch_sub(wait->n_sleeping, 1);
    return result;
}

/* Spins until the wait is over, something new is open, or the time for spinning is up. */
static void spin(const dpex_wait *wait, uint32_t epoch, uint64_t deadline)
{
    uint64_t until = dpex_clock_ns() + (wait->spin_ns ? wait->spin_ns : DPEX_SPIN_NS);
    if (deadline && until > deadline) until = deadline;
    while (!wait->is_over(wait->arg) &&
           atomic_load_explicit(&dpex_the_threads.epoch, memory_order_acquire) == epoch &&
           dpex_clock_ns() < until)
        for (int i = 0; i < 16; i++) dpex_cpu_relax();
}

/* How long a thread may sleep: a worker, or any thread where no worker could be started, checks
 * again soon. */
static uint64_t sleep_limit(uint64_t deadline)
{
    const dpex_thread *self = dpex_thread_self();
    uint64_t limit = deadline ? remaining(deadline, dpex_clock_ns()) : 0;
    /* No worker: whatever was opened would wait for this thread. */
    int is_needed = (self && !self->is_caller) || !atomic_load(&dpex_the_threads.n_started);
    return is_needed && (!limit || limit > STUCK_NS) ? STUCK_NS : limit;
}

dpex_status dpex_threads_wait(const dpex_wait *wait, uint64_t max_ns, int *done)
{
    /* A wait without `done` could not report that its time was up. */
    if (!done) max_ns = 0;
    if (done) *done = 1;
    uint64_t deadline = max_ns ? dpex_clock_ns() + max_ns : 0;
    int is_stuck = 0, is_worker = dpex_thread_self() && !dpex_thread_self()->is_caller;
    while (!wait->is_over(wait->arg)) {
        if (deadline && dpex_clock_ns() >= deadline) {
            *done = 0;
            return DPEX_SUCCESS;
        }
        /* Before the search for work, as in thread_main. */
        uint32_t epoch = atomic_load_explicit(&dpex_the_threads.epoch, memory_order_acquire);
        if ((wait->helps || is_stuck) && dpex_threads_help(deadline, is_worker && is_stuck)) {
            is_stuck = 0;
            continue;
        }
        spin(wait, epoch, deadline);
        if (wait->is_over(wait->arg)) break;
        /* Something was opened: helping is better than sleeping. */
        if (wait->helps && atomic_load(&dpex_the_threads.epoch) != epoch) continue;
        dpex_futex_result result = sleep_on(wait, sleep_limit(deadline));
        if (result == DPEX_FUTEX_INTERRUPTED) {
            if (done) *done = 0;
            return DPEX_FAIL(DPEX_ERROR_INTERRUPTED, "a signal interrupted the wait");
        }
        /* Only a worker acts on it: after STUCK_NS without any change. */
        is_stuck = result == DPEX_FUTEX_TIMED_OUT;
    }
    return DPEX_SUCCESS;
}

/* ---- timelines ------------------------------------------------------------------------------- */

typedef struct {
    const dpex_timeline *timeline;
    uint64_t number;
} target;

static int is_reached(void *arg)
{
    const target *t = arg;
    return atomic_load(&t->timeline->completed) >= t->number;
}

/* Numbers up to `number` are over, in whatever order they ended. */
dpex_status dpex_host_wait_for(dpex_timeline *timeline, uint64_t number, uint64_t max_ns, int *done)
{
    target t = {timeline, number};
    dpex_wait wait = {is_reached, &t, dpex_futex_low_word(&timeline->completed),
                      &timeline->n_sleeping, 1};
    return dpex_threads_wait(&wait, max_ns, done);
}

dpex_status dpex_host_timeline_wait(dpex_timeline *timeline, uint64_t max_ns, int *done)
{
    return dpex_host_wait_for(timeline, atomic_load(&timeline->submitted), max_ns, done);
}

/* ---- running a region to its end --------------------------------------------------------------- */

static int region_is_over(void *region)
{
    return (int)atomic_load_explicit(&((dpex_region *)region)->is_done, memory_order_acquire);
}

/* The calling thread takes part where it may, and waits for the others in any case. */
dpex_status dpex_threads_run(dpex_region *region)
{
    DPEX_TRY(dpex_region_work_along(region));
    dpex_wait wait = {region_is_over, region, &region->is_done, NULL};
    /* Not interruptible: the region lies on this stack. */
    while (dpex_threads_wait(&wait, 0, NULL) == DPEX_ERROR_INTERRUPTED) {
    }
    dpex_status status = (dpex_status)atomic_load(&region->status);
    if (status)
        DPEX_FAIL(status, "%s", region->message ? region->message : dpex_status_text(status));
    dpex_free(region->message);
    return status;
}
