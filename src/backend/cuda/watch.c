/* The watching thread: detects completion, since submissions record neither an event nor a callback
 * per command.
 *
 * Either would cost as much as the rest of the submission, and a callback also stops the stream. So
 * one thread per process polls all queues with pending commands: it marks the last command of each
 * lane that has no mark (queue.h) and queries the existing marks. Between two polls it sleeps an
 * eighth of the time since the last completion, from 20 us to half a millisecond: so completion is
 * reported late by at most an eighth of its duration. Threads that wait poll themselves first
 * (wait.c).
 *
 * Without work it keeps polling for a few milliseconds, so that a program which submits and waits
 * in turn need not wake it each time (docs/tuning.md); then it sleeps until the next submission. At
 * exit it is stopped after all queues are idle, before the driver shuts itself down. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "backend/cuda/queue.h"
#include "base/fork.h"
#include "base/futex.h"

/* MIN_SLEEP_NS: the least latency that is worth a system call. */
static const uint64_t MIN_SLEEP_NS = 20000, MAX_SLEEP_NS = 500000, IDLE_NS = 5000000;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards starting and stopping */
DPEX_FORK_GUARD(lock)

static struct {
    pthread_t thread;
    int is_started, generation; /* dpex_fork_generation when it was */
    _Atomic int is_asleep, must_stop;
    _Atomic uint32_t epoch; /* steps with each submission that finds it asleep */
} watch;

/* ---- polling ----------------------------------------------------------------------------------------------- */

static int is_busy(const dpex_cuda_queue *queue)
{
    return atomic_load(&queue->timeline->submitted) !=
           atomic_load_explicit(&queue->timeline->completed, memory_order_acquire);
}

static int needs_mark(dpex_cuda_queue *queue, const dpex_cuda_lane *lane)
{
    pthread_mutex_lock(&queue->timeline->lock);
    int needs = lane->first && !lane->first_mark;
    pthread_mutex_unlock(&queue->timeline->lock);
    return needs;
}

/* A submission may hold the lock for long where the driver's buffers are full: then the next poll
 * will do. */
static void mark_lanes(dpex_cuda_queue *queue)
{
    if (!dpex_cuda_try_enter(queue->device)) return;
    for (int i = 0; i < DPEX_CUDA_N_LANES; i++) {
        dpex_cuda_lane *lane = &queue->lanes[i];
        /* Another thread holds the lock for its submission, which may take long. */
        if (!needs_mark(queue, lane) || pthread_mutex_trylock(&queue->order)) continue;
        dpex_status status = dpex_cuda_lane_mark(queue, lane);
        pthread_mutex_unlock(&queue->order);
        if (status) break; /* lost: the poll reports it; out of memory: the next poll tries again */
    }
    dpex_cuda_leave();
}

/* Polls all queues once. *busy: how many have pending commands. Returns whether something ended. */
static int poll_all(int *busy)
{
    int ended = 0;
    *busy = 0;
    /* The list changes while it is read, so each queue is kept in turn. */
    dpex_cuda_queue *queue = dpex_cuda_queue_next(NULL);
    for (; queue; queue = dpex_cuda_queue_next(queue)) {
        if (!is_busy(queue)) continue;
        mark_lanes(queue);
        ended |= dpex_cuda_poll(queue);
        *busy += is_busy(queue);
    }
    return ended;
}

/* ---- the thread -------------------------------------------------------------------------------------------- */

static void sleep_ns(uint64_t ns)
{
    dpex_futex_wait(&watch.epoch, atomic_load(&watch.epoch), ns);
}

/* Until the next submission. The thread is marked asleep first and polls again after that, so that
 * it sees a submission that came before the mark. */
static void sleep_until_work(void)
{
    uint32_t epoch = atomic_load(&watch.epoch);
    int busy;
    atomic_store(&watch.is_asleep, 1);
    poll_all(&busy);
    /* The epoch was read before the poll, so a submission in between ends the wait at once. */
    if (!busy && !atomic_load(&watch.must_stop)) dpex_futex_wait(&watch.epoch, epoch, 0);
    atomic_store(&watch.is_asleep, 0);
}

static uint64_t limit(uint64_t ns)
{
    return ns < MIN_SLEEP_NS ? MIN_SLEEP_NS : ns > MAX_SLEEP_NS ? MAX_SLEEP_NS : ns;
}

static void *run(void *unused)
{
    uint64_t news_ns = dpex_clock_ns(), work_ns = news_ns;
    (void)unused;
    /* Seen in debuggers and by top. */
    prctl(PR_SET_NAME, "dpex-cuda");
    /* A microsecond: the default of 50 would dominate the sleeps. */
    prctl(PR_SET_TIMERSLACK, 1000);
    while (!atomic_load(&watch.must_stop)) {
        int busy, ended = poll_all(&busy);
        /* news: the last completion; work: the last time that something was pending. */
        uint64_t now = dpex_clock_ns();
        if (ended) news_ns = now;
        if (ended || busy) work_ns = now;
        if (now - work_ns > IDLE_NS) {
            sleep_until_work();
            news_ns = work_ns = dpex_clock_ns();
        } else {
            sleep_ns(limit((now - news_ns) / 8));
        }
    }
    return NULL;
}

void dpex_cuda_watch_wake(void)
{
    /* Orders the submission before the read, as sleep_until_work orders its mark before the poll:
     * one of the two sees the other. */
    atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&watch.is_asleep, memory_order_relaxed)) return;
    atomic_store(&watch.is_asleep, 0);
    atomic_fetch_add(&watch.epoch, 1);
    dpex_futex_wake_one(&watch.epoch);
}

int dpex_cuda_watch_is_asleep(void)
{
    return atomic_load(&watch.is_asleep);
}

/* ---- starting and stopping --------------------------------------------------------------------------------- */

/* Pending commands run to their end unless a signal interrupts the wait. */
static void drain(void)
{
    for (int busy = 1; busy;) {
        poll_all(&busy);
        if (busy && dpex_futex_wait(&watch.epoch, atomic_load(&watch.epoch), MIN_SLEEP_NS) ==
                        DPEX_FUTEX_INTERRUPTED)
            return;
    }
}

static void stop(void)
{
    /* Only in the process that started the thread. */
    if (!watch.is_started || watch.generation != dpex_fork_generation()) return;
    drain();
    atomic_store(&watch.must_stop, 1);
    atomic_fetch_add(&watch.epoch, 1);
    dpex_futex_wake_one(&watch.epoch);
    pthread_join(watch.thread, NULL);
    watch.is_started = 0;
}

/* Signals are for the program's own threads: one that waits must be interrupted by them. */
static int start_thread(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&watch.thread, NULL, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

dpex_status dpex_cuda_watch_start(void)
{
    static int is_registered;
    int failed = 0;
    DPEX_TRY(dpex_cuda_check_process());
    pthread_mutex_lock(&lock);
    if (!watch.is_started) {
        /* In a forked child the thread is the parent's, and dpex_cuda_check_process has failed
         * before. */
        watch.generation = dpex_fork_generation();
        failed = start_thread();
        watch.is_started = !failed;
        if (!failed && !is_registered) is_registered = !atexit(stop);
    }
    pthread_mutex_unlock(&lock);
    return failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY,
                              "the thread that watches CUDA queues does not start")
                  : DPEX_SUCCESS;
}
