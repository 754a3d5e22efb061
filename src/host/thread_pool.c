/* The threads of the pool: starting, sleeping, waking, stopping, forking. What they do is in
 * region.c.
 *
 * A thread is woken only when no thread is searching for work: a wake-up costs as much as a
 * small command (docs/tuning.md). Each thread that takes a region and leaves chunks wakes the
 * next one, so that a large region reaches all cores in log n steps while the submitting thread
 * pays for one wake-up. Idle threads spin for DPEX_SPIN_NS, then sleep on a word of their own. */
#include <signal.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/fork.h"
#include "base/futex.h"
#include "host/cpus.h"
#include "host/thread_state.h"

/* All of its members but the lock start as zeros. */
dpex_threads dpex_the_threads = {.lock = PTHREAD_MUTEX_INITIALIZER};

static dpex_threads *const pool = &dpex_the_threads;
/* NULL in threads of the program. */
static _Thread_local dpex_thread *self;

dpex_thread *dpex_thread_self(void)
{
    return self;
}

/* ---- work ------------------------------------------------------------------------------------ */

/* Per thread, since commands run inside commands. */
static _Thread_local int work_depth;

void dpex_host_enter_work(void)
{
    work_depth++;
}

void dpex_host_leave_work(void)
{
    work_depth--;
}

int dpex_host_is_at_work(void)
{
    /* Threads of the pool count even between two commands: they must not wait for their own
     * pool. */
    return work_depth > 0 || dpex_thread_self() != NULL;
}

/* ---- choosing -------------------------------------------------------------------------------- */

/* Prefers threads that exist. *found: the best so far; 0: a thread is searching, no thread need be
 * woken. One that searches, or will, checks the lists after the current change. */
static int consider(dpex_thread *thread, dpex_thread **found)
{
    if (thread->activity == DPEX_THREAD_SEARCHING || thread->activity == DPEX_THREAD_STARTING)
        return 0;
    if (thread->activity == DPEX_THREAD_SLEEPING &&
        (!*found || (*found)->activity == DPEX_THREAD_ABSENT))
        *found = thread;
    if (thread->activity == DPEX_THREAD_ABSENT && !*found) *found = thread;
    return 1;
}

static dpex_thread *mark_picked(dpex_thread *thread)
{
    if (!thread) return NULL;
    thread->activity =
        thread->activity == DPEX_THREAD_ABSENT ? DPEX_THREAD_STARTING : DPEX_THREAD_SEARCHING;
    /* Under the lock, before the wake: the sleeper finds it even if it has not slept yet. */
    atomic_store(&thread->go_on, 1);
    return thread;
}

/* With the lock held. */
dpex_thread *dpex_thread_pick(const dpex_team *team)
{
    dpex_thread *found = NULL;
    /* Enough threads are inside already. */
    if (pool->is_stopping || team->n_active >= team->n_cpus) return NULL;
    for (size_t i = 0; i < pool->n_workers; i++)
        if (team->is_member[i] && !consider(&pool->workers[i], &found)) return NULL;
    return mark_picked(found);
}

dpex_thread *dpex_thread_pick_caller(void)
{
    dpex_thread *found = NULL;
    if (pool->is_stopping) return NULL;
    for (size_t i = 0; i < pool->n_caller_slots; i++)
        if (!consider(&pool->callers[i], &found)) return NULL;
    /* Slots are used from the front, so that searches stay short. */
    if (!found && pool->n_caller_slots < DPEX_N_CALLERS)
        found = &pool->callers[pool->n_caller_slots++];
    return mark_picked(found);
}

/* ---- a thread's life ------------------------------------------------------------------------- */

void dpex_thread_settle(dpex_thread *thread, const dpex_team *team)
{
    /* Acquire: the team that set it was added before. */
    if (!atomic_load_explicit(&pool->must_pin, memory_order_acquire)) return;
    if (!thread->is_caller) {
        if (thread->pinned_to) return;
        const int *cpus;
        size_t n;
        if (dpex_host_get_cpus(&cpus, &n)) return;
        dpex_host_set_affinity(pthread_self(), &cpus[thread->index], 1);
        /* For good: a worker has one CPU. */
        thread->pinned_to = 1;
        /* Callers serve one team after another. */
    } else if (thread->pinned_to != team->serial) {
        dpex_host_set_affinity(pthread_self(), team->cpus, team->n_cpus);
        thread->pinned_to = team->serial;
    }
}

/* With the lock held: absent callers at the end are not searched. */
static void trim_caller_slots(void)
{
    while (pool->n_caller_slots &&
           pool->callers[pool->n_caller_slots - 1].activity == DPEX_THREAD_ABSENT)
        pool->n_caller_slots--;
}

/* A caller that has slept for long ends; it is detached. 0: it is needed.
 * Under the lock: a pick that came just before the time-out has changed the activity, and the
 * thread stays. */
static int leave(dpex_thread *thread)
{
    pthread_mutex_lock(&pool->lock);
    int leaves = thread->activity == DPEX_THREAD_SLEEPING;
    if (leaves) {
        pthread_detach(pthread_self());
        thread->activity = DPEX_THREAD_ABSENT;
        trim_caller_slots();
        atomic_fetch_sub(&pool->n_callers_started, 1);
    }
    pthread_mutex_unlock(&pool->lock);
    return leaves;
}

/* How long a thread sleeps before it ends; 0: it stays. */
static uint64_t idle_limit(const dpex_thread *thread)
{
    /* The first few stay, so that occasional calls find one. */
    return thread->is_caller && thread >= &pool->callers[DPEX_N_KEPT_CALLERS] ? DPEX_CALLER_IDLE_NS
                                                                              : 0;
}

/* Nothing was found when the epoch was `seen`: spins for a while, then sleeps. 0: the pool
 * is being stopped.
 * Openers step the epoch under the lock, so a change is seen either while spinning or below; a
 * thread never sleeps over one. */
static int rest(dpex_thread *thread, _Atomic uint32_t *epoch, uint32_t seen)
{
    uint64_t until = dpex_clock_ns() + DPEX_SPIN_NS;
    while (atomic_load_explicit(epoch, memory_order_acquire) == seen && dpex_clock_ns() < until)
        /* The clock is read once per 16 rounds. */
        for (int i = 0; i < 16; i++) dpex_cpu_relax();

    pthread_mutex_lock(&pool->lock);
    int is_stopping = pool->is_stopping;
    int has_news = atomic_load_explicit(epoch, memory_order_relaxed) != seen;
    if (!has_news && !is_stopping) {
        /* Cleared under the lock: from here on only a pick sets it. */
        atomic_store(&thread->go_on, 0);
        thread->activity = DPEX_THREAD_SLEEPING;
    }
    pthread_mutex_unlock(&pool->lock);
    if (has_news) return 1;
    /* Acquire: what the thread that set it wrote before. After a spurious wake it sleeps again. */
    while (!is_stopping && !atomic_load_explicit(&thread->go_on, memory_order_acquire))
        if (dpex_futex_wait(&thread->go_on, 0, idle_limit(thread)) == DPEX_FUTEX_TIMED_OUT &&
            leave(thread))
            return 0;
    return !is_stopping;
}

static void *thread_main(void *arg)
{
    self = arg;
    _Atomic uint32_t *epoch = self->is_caller ? &pool->call_epoch : &pool->epoch;
    uint32_t seen;
    /* The epoch is read before the search, so what is opened during it is noticed. */
    do {
        seen = atomic_load_explicit(epoch, memory_order_acquire);
    } while (pool->serve(self) || rest(self, epoch, seen));
    return NULL;
}

/* Signals are for the program's own threads; faults stay with the thread that causes them. */
static int create_thread(dpex_thread *thread)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    const int *cpus;
    size_t n;
    sigset_t all, before;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    /* Threads inherit the mask, which is then restored in the creator. */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread->pinned_to = 0;
    int error = pthread_create(&thread->id, NULL, thread_main, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    /* A creator that was pinned by its program must not pass that on. */
    if (!error && !dpex_host_get_affinity(&cpus, &n)) dpex_host_set_affinity(thread->id, cpus, n);
    return error;
}

dpex_status dpex_thread_rouse(dpex_thread *thread)
{
    if (!thread) return DPEX_SUCCESS;
    /* Creation under the lock: dpex_threads_stop either joins the thread or finds it STARTING and
     * makes it ABSENT, and then nothing is created. */
    pthread_mutex_lock(&pool->lock);
    /* The pool may have been stopped since the pick. */
    int must_create = thread->activity == DPEX_THREAD_STARTING;
    int error = must_create ? create_thread(thread) : 0;
    if (must_create) thread->activity = error ? DPEX_THREAD_ABSENT : DPEX_THREAD_SEARCHING;
    pthread_mutex_unlock(&pool->lock);
    if (error)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "the system gives no further thread (error %d)",
                         error);
    if (must_create)
        atomic_fetch_add(thread->is_caller ? &pool->n_callers_started : &pool->n_started, 1);
    /* Counted after the creation only: dpex_threads_ensure trusts it. */
    else
        dpex_futex_wake_one(&thread->go_on);
    return DPEX_SUCCESS;
}

/* ---- starting and stopping ------------------------------------------------------------------- */

/* The table of workers, made with the first team. With the lock held. */
static dpex_status make_workers(size_t n)
{
    if (pool->workers) return DPEX_SUCCESS;
    pool->workers =
        calloc(n, sizeof *pool->workers); /* for the process's life: not among the counted blocks */
    if (!pool->workers) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu threads", n);
    for (size_t i = 0; i < n; i++) pool->workers[i].index = i;
    for (size_t i = 0; i < DPEX_N_CALLERS; i++) pool->callers[i].is_caller = 1;
    pool->n_workers = n;
    return DPEX_SUCCESS;
}

dpex_status dpex_threads_add_team(dpex_team *team)
{
    const int *cpus;
    size_t n;
    DPEX_TRY(dpex_host_get_cpus(&cpus, &n));
    pthread_mutex_lock(&pool->lock);
    dpex_status status = make_workers(n);
    if (!status) {
        team->serial = ++pool->last_team_serial;
        team->next = pool->teams;
        pool->teams = team;
        if (!team->is_whole) atomic_store(&pool->must_pin, 1);
    }
    pthread_mutex_unlock(&pool->lock);
    return status;
}

/* The team's last reference is gone, so no thread is inside. */
void dpex_threads_remove_team(dpex_team *team)
{
    pthread_mutex_lock(&pool->lock);
    dpex_team **link = &pool->teams;
    while (*link != team) link = &(*link)->next;
    *link = team->next;
    pthread_mutex_unlock(&pool->lock);
}

dpex_status dpex_threads_ensure(const dpex_team *team, int is_call)
{
    /* Relaxed: the frequent case, one load. */
    if (atomic_load_explicit(is_call ? &pool->n_callers_started : &pool->n_started,
                             memory_order_relaxed))
        return DPEX_SUCCESS;
    pthread_mutex_lock(&pool->lock);
    dpex_thread *thread = is_call ? dpex_thread_pick_caller() : dpex_thread_pick(team);
    pthread_mutex_unlock(&pool->lock);
    return dpex_thread_rouse(thread);
}

/* With the lock held: wakes a thread, which finds the pool stopping. */
static void send_home(dpex_thread *thread)
{
    if (thread->activity != DPEX_THREAD_SLEEPING) return;
    thread->activity = DPEX_THREAD_SEARCHING;
    atomic_store(&thread->go_on, 1);
    dpex_futex_wake_one(&thread->go_on);
}

static void join_thread(dpex_thread *thread)
{
    pthread_mutex_lock(&pool->lock);
    /* A thread that is about to be created finds that it is absent, and ends. */
    int is_there =
        thread->activity != DPEX_THREAD_ABSENT && thread->activity != DPEX_THREAD_STARTING;
    if (!is_there) thread->activity = DPEX_THREAD_ABSENT;
    pthread_mutex_unlock(&pool->lock);
    if (!is_there) return;
    /* Without the lock, which the ending thread takes. */
    pthread_join(thread->id, NULL);
    thread->activity =
        DPEX_THREAD_ABSENT; /* read by others under the lock, after is_stopping ended */
}

static void for_each_thread(void (*what)(dpex_thread *thread))
{
    for (size_t i = 0; i < pool->n_workers; i++) what(&pool->workers[i]);
    for (size_t i = 0; i < DPEX_N_CALLERS; i++) what(&pool->callers[i]);
}

void dpex_threads_stop(void)
{
    if (self) return; /* a host function shuts down: its own thread cannot be waited for */
    pthread_mutex_lock(&pool->lock);
    /* Another thread is stopping the pool; it will finish that. */
    int was_stopping = pool->is_stopping;
    pool->is_stopping = 1;
    if (!was_stopping) for_each_thread(send_home);
    pthread_mutex_unlock(&pool->lock);
    if (was_stopping) return;
    for_each_thread(join_thread);

    pthread_mutex_lock(&pool->lock);
    pool->is_stopping = 0;
    atomic_store(&pool->n_started, 0);
    atomic_store(&pool->n_callers_started, 0);
    /* What was opened meanwhile found no thread to wake. */
    dpex_thread *worker = pool->regions.first ? dpex_thread_pick(pool->regions.first->team) : NULL;
    dpex_thread *caller = pool->calls.first ? dpex_thread_pick_caller() : NULL;
    pthread_mutex_unlock(&pool->lock);
    dpex_thread_rouse(worker);
    dpex_thread_rouse(caller);
}

/* ---- fork ------------------------------------------------------------------------------------ */

/* Under this lock no thread is between two states. */
static void before_fork(void)
{
    pthread_mutex_lock(&pool->lock);
}

static void make_absent(dpex_thread *thread)
{
    thread->activity = DPEX_THREAD_ABSENT;
}

static void after_fork(int is_child)
{
    if (is_child) {
        /* No thread of the pool exists in the child; the next work starts them. */
        for_each_thread(make_absent);
        pool->n_caller_slots = 0;
        pool->regions = pool->calls = (dpex_region_list){NULL, NULL};
        for (dpex_team *team = pool->teams; team; team = team->next) team->n_active = 0;
        atomic_store(&pool->n_started, 0);
        atomic_store(&pool->n_callers_started, 0);
        pool->is_stopping = 0;
    }
    pthread_mutex_unlock(&pool->lock);
}

__attribute__((constructor)) static void register_fork_hooks(void)
{
    static dpex_fork_hooks hooks = {before_fork, after_fork, NULL};
    dpex_fork_register(DPEX_FORK_THREADS, &hooks);
}
