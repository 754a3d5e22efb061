/* Submits what has been pending for a moment, so that no device idles while the program does
 * something else.
 *
 * One thread per process, made with the first graph. It checks the graphs once per tick, and sleeps
 * without a limit after some ticks without any: the program then pays for waking it once. */
#include "timer.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "base/fork.h"
#include "dpex/testing.h"
#include "pending.h"

enum { TICK_NS = 1000000, TICKS_TO_SLEEP = 50 };

/* All guarded by dpex_graph_lock. */
static pthread_cond_t opened; /* on the monotonic clock */
static _Atomic int is_held;   /* by a test */
static int is_running, is_asleep, n_idle_ticks;
static int is_stopped, is_submitting;
static pthread_cond_t submitted = PTHREAD_COND_INITIALIZER;
static int generation = -1; /* of the process that made the thread: a forked child has none */

static void wait_a_tick(void)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TICK_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    /* Nobody signals but after a longer sleep. */
    while (pthread_cond_timedwait(&opened, &dpex_graph_lock, &until) != ETIMEDOUT) {
    }
}

/* Returns whether anything is pending, or was. */
static int submit_old(void)
{
    if (is_held || is_stopped) return 0;
    is_submitting = 1;
    const int found = dpex_graph_flush_old();
    is_submitting = 0;
    if (is_stopped) pthread_cond_broadcast(&submitted);
    return found;
}

static void *run(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&dpex_graph_lock);
    for (;;) {
        if (n_idle_ticks < TICKS_TO_SLEEP) {
            wait_a_tick();
            n_idle_ticks = submit_old() ? 0 : n_idle_ticks + 1;
            continue;
        }
        is_asleep = 1;
        while (is_asleep) pthread_cond_wait(&opened, &dpex_graph_lock);
    }
    return NULL;
}

/* The program ends: waits for what the timer is submitting. It submits nothing more until it is
 * started again, and pending work waits for somebody to need it. */
static void stop(void)
{
    is_stopped = 1;
    /* A forked child has no such thread. */
    while (is_submitting && is_stopped && generation == dpex_fork_generation())
        pthread_cond_wait(&submitted, &dpex_graph_lock);
}

/* Without signals, which are the program's threads'. Where no thread can be made, pending work
 * waits for somebody to need it. */
static void start(void)
{
    pthread_condattr_t clock;
    pthread_attr_t detached;
    pthread_t thread;
    sigset_t all, before;
    generation = dpex_fork_generation();
    dpex_graph_set_stop_timer(stop);
    is_asleep = n_idle_ticks = is_submitting = 0;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&opened, &clock);
    pthread_condattr_destroy(&clock);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    is_running = !pthread_create(&thread, &detached, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&detached);
}

void dpex_testing_hold_fusion(int hold)
{
    is_held = hold;
}

void dpex_graph_start_timer(void)
{
    if (is_held) return;
    is_stopped = 0;
    if (generation != dpex_fork_generation()) start();
    if (!is_running) return;
    n_idle_ticks = 0;
    if (!is_asleep) return;
    is_asleep = 0;
    pthread_cond_signal(&opened);
}
