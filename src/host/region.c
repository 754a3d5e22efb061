/* Regions: opening one, entering it, claiming its chunks, leaving it. See thread_pool.h.
 *
 * A thread enters a region under the pool's lock, claims chunks from its counter without, and
 * leaves under the lock again. A region is over when its chunks are claimed and the last thread
 * has left; that thread signals it. No thread accesses a region after that, so it may lie on a
 * stack or in a recycled command. Claims shrink with what is left: guided self-scheduling
 * (Polychronopoulos & Kuck 1987). */
#include "base/alloc.h"
#include "base/error.h"
#include "base/fork.h"
#include "base/futex.h"
#include "host/cpus.h"
#include "host/thread_state.h"

/* Chunks are claimed several at a time: of what is left, this part of a thread's share; towards the
 * end ever fewer, but not less than the other part of the whole. So threads that began late, or
 * were held up, end together with the others. */
enum { CLAIMS_PER_SHARE = 8, LEAST_CLAIMS_PER_SHARE = 64 };

static dpex_threads *const pool = &dpex_the_threads;

/* A region that this thread is inside of, and those around it: work inside a team's work is no
 * further thread. */
typedef struct frame {
    const struct frame *outer;
    dpex_region *region;
    dpex_team *team;
    int is_counted; /* in team->n_active */
    int generation;
} frame;

static _Thread_local const frame *innermost;

void dpex_region_init(dpex_region *region, dpex_team *team, dpex_parallel_fn run, void *payload,
                      int64_t n_chunks)
{
    int64_t n_claims = (int64_t)team->n_cpus * LEAST_CLAIMS_PER_SHARE;
    region->team = team;
    region->run = run;
    region->payload = payload;
    region->n_chunks = n_chunks;
    region->least_claim = n_chunks / n_claims > 1 ? n_chunks / n_claims : 1;
    region->is_short = 1;
}

/* ---- the lists; with the lock held ----------------------------------------------------------- */

static void append(dpex_region_list *list, dpex_region *region)
{
    region->is_open = 1;
    region->next = NULL;
    region->prev = list->last;
    *(list->last ? &list->last->next : &list->first) = region;
    list->last = region;
}

/* O(1): the lists are doubly linked. */
static void unlink_region(dpex_region_list *list, dpex_region *region)
{
    region->is_open = 0;
    *(region->prev ? &region->prev->next : &list->first) = region->next;
    *(region->next ? &region->next->prev : &list->last) = region->prev;
}

/* Relaxed: a stale answer costs an entry that claims nothing, or a check that the next thread
 * repeats. */
static int has_chunks(dpex_region *region)
{
    return atomic_load_explicit(&region->next_chunk, memory_order_relaxed) < region->n_chunks;
}

/* ---- who may enter --------------------------------------------------------------------------- */

/* A frame from before a fork belongs to the parent. */
static int is_inside(const dpex_team *team)
{
    for (const frame *at = innermost; at; at = at->outer)
        if (at->team == team && at->generation == dpex_fork_generation()) return 1;
    return 0;
}

int dpex_team_excludes_caller(const dpex_team *team)
{
    const dpex_thread *self = dpex_thread_self();
    /* A team of all CPUs excludes no thread. */
    if (team->is_whole) return 0;
    if (self && !self->is_caller) return !team->is_member[self->index];
    return !dpex_host_is_inside(team->cpus, team->n_cpus);
}

static int may_enter(const dpex_team *team)
{
    /* A thread that is inside already is counted; it may always nest. */
    return is_inside(team) || (team->n_active < team->n_cpus && !dpex_team_excludes_caller(team));
}

/* With the lock held: the first open region that the calling thread may enter. */
static dpex_region *find(int short_only)
{
    for (dpex_region *region = pool->regions.first; region; region = region->next)
        if (has_chunks(region) && (region->is_short || !short_only) && may_enter(region->team))
            return region;
    return NULL;
}

/* With the lock held: a thread for an open region that it may enter. */
static dpex_thread *pick_for_rest(void)
{
    for (dpex_region *region = pool->regions.first; region; region = region->next) {
        dpex_thread *thread = has_chunks(region) ? dpex_thread_pick(region->team) : NULL;
        if (thread) return thread;
    }
    return NULL;
}

/* ---- inside ---------------------------------------------------------------------------------- */

/* With the lock held. Returns whether the thread is the first.
 * The frame lies on the caller's stack and is linked when the work begins. */
static int enter(dpex_region *region, frame *inside, int is_counted)
{
    int is_first = !region->is_started;
    *inside = (frame){innermost, region, region->team, is_counted, dpex_fork_generation()};
    region->is_started = 1;
    region->n_inside++;
    if (is_counted) region->team->n_active++;
    return is_first;
}

/* Records the first failure; the chunks not claimed yet are not run. */
static void fail(dpex_region *region, dpex_status status)
{
    int none = DPEX_SUCCESS;
    /* The first failure wins. The message is this thread's; it is read by others after they have
     * taken the lock. */
    if (atomic_compare_exchange_strong(&region->status, &none, (int)status))
        region->message = dpex_strdup(dpex_error_message());
    /* Chunks in progress run to their end. */
    atomic_store(&region->next_chunk, region->n_chunks);
}

/* Takes chunks [*first, *last); 0: there are none.
 * Relaxed: only the counter itself is shared here. What chunks read was published by the lock
 * on entry, what they write by the lock on leaving. */
static int claim(dpex_region *region, int64_t *first, int64_t *last)
{
    const int64_t n = region->n_chunks, least = region->least_claim;
    const int64_t n_claims = (int64_t)region->team->n_cpus * CLAIMS_PER_SHARE;
    int64_t at = atomic_load_explicit(&region->next_chunk, memory_order_relaxed);
    do {
        if (at >= n) return 0;
        int64_t wanted = (n - at) / n_claims;
        if (wanted < least) wanted = least;
        *first = at;
        *last = n - at > wanted ? at + wanted : n;
    } while (!atomic_compare_exchange_weak_explicit(&region->next_chunk, &at, *last,
                                                    memory_order_relaxed, memory_order_relaxed));
    return 1;
}

static void work(const frame *inside, int is_first, uint64_t deadline)
{
    dpex_region *region = inside->region;
    int64_t first, last;
    innermost = inside;
    dpex_host_enter_work();
    if (is_first && region->on_start) region->on_start(region);
    while (claim(region, &first, &last)) {
        dpex_status status = region->run(region->payload, first, last);
        /* Forked by the chunk: the child must not go on in the parent's region. */
        if (inside->generation != dpex_fork_generation()) break;
        if (status) fail(region, status);
        /* Between claims only, so a thread overruns its deadline by at most one claim. */
        if (deadline && dpex_clock_ns() > deadline) break;
    }
    dpex_host_leave_work();
    innermost = inside->outer;
}

/* The chunk forked, and this is the child: the region belongs to threads that are not here. A
 * command was cancelled; a region on this thread's own stack ends here. */
static void leave_in_child(const frame *inside)
{
    if (!inside->region->on_done) atomic_store(&inside->region->is_done, 1);
    if (dpex_thread_self()) pthread_exit(NULL);
}

static void leave(const frame *inside)
{
    dpex_region *region = inside->region;
    if (inside->generation != dpex_fork_generation()) {
        leave_in_child(inside);
        return;
    }
    /* After this block the region may be gone: what is needed later is copied. */
    pthread_mutex_lock(&pool->lock);
    region->n_inside--;
    if (inside->is_counted) region->team->n_active--;
    int is_exhausted = !has_chunks(region);
    if (is_exhausted && region->is_open) unlink_region(&pool->regions, region);
    int is_over = is_exhausted && region->n_inside == 0;
    void (*on_done)(dpex_region *) = region->on_done;
    /* Only its address is used below, which dpex_futex_wake_all allows. */
    _Atomic uint32_t *word = &region->is_done;
    if (is_over && !on_done) atomic_store(word, 1);
    /* A worker that leaves checks the other regions itself. */
    const dpex_thread *self = dpex_thread_self();
    dpex_thread *thread = self && !self->is_caller && !inside->outer ? NULL : pick_for_rest();
    /* Others that spin check the list again. */
    if (pool->regions.first) atomic_fetch_add(&pool->epoch, 1);
    pthread_mutex_unlock(&pool->lock);
    if (is_over && on_done)
        on_done(region);
    else if (is_over)
        dpex_futex_wake_all(word);
    /* Outside the lock, as creating or waking a thread is a system call. */
    dpex_thread_rouse(thread);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* May be called by any thread that holds no lock of the pool. */
void dpex_threads_open(dpex_region *region)
{
    pthread_mutex_lock(&pool->lock);
    append(&pool->regions, region);
    atomic_fetch_add(&pool->epoch, 1);
    dpex_thread *thread = dpex_thread_pick(region->team);
    pthread_mutex_unlock(&pool->lock);
    dpex_thread_rouse(thread);
}

void dpex_threads_open_call(dpex_region *region)
{
    pthread_mutex_lock(&pool->lock);
    append(&pool->calls, region);
    /* A separate epoch: workers have nothing to do with calls. */
    atomic_fetch_add(&pool->call_epoch, 1);
    dpex_thread *thread = dpex_thread_pick_caller();
    pthread_mutex_unlock(&pool->lock);
    dpex_thread_rouse(thread);
}

dpex_status dpex_region_work_along(dpex_region *region)
{
    frame inside;
    DPEX_TRY(dpex_threads_ensure(region->team, 0));
    pthread_mutex_lock(&pool->lock);
    int enters = may_enter(region->team);
    int is_first = enters && enter(region, &inside, !is_inside(region->team));
    /* A single claim would be over before another thread is awake. */
    int needs_others = !enters || region->n_chunks > region->least_claim;
    if (needs_others) append(&pool->regions, region);
    if (needs_others) atomic_fetch_add(&pool->epoch, 1);
    dpex_thread *thread = needs_others ? dpex_thread_pick(region->team) : NULL;
    pthread_mutex_unlock(&pool->lock);

    dpex_thread_rouse(thread);
    if (enters) {
        work(&inside, is_first, 0);
        leave(&inside);
    }
    return DPEX_SUCCESS;
}

/* ---- serving --------------------------------------------------------------------------------- */

static int serve_call(dpex_thread *thread)
{
    frame inside;
    pthread_mutex_lock(&pool->lock);
    /* Calls have no counters to share: the first thread takes the whole. */
    dpex_region *region = pool->calls.first;
    if (region) {
        unlink_region(&pool->calls, region);
        enter(region, &inside, 0);
    }
    thread->activity = region ? DPEX_THREAD_WORKING : DPEX_THREAD_SEARCHING;
    /* The next call gets a thread at once, as this one may block for long. */
    dpex_thread *next = pool->calls.first ? dpex_thread_pick_caller() : NULL;
    pthread_mutex_unlock(&pool->lock);
    dpex_thread_rouse(next);
    if (!region) return 0;
    dpex_thread_settle(thread, region->team);
    work(&inside, 1, 0);
    leave(&inside);
    return 1;
}

static int serve(dpex_thread *thread)
{
    if (thread->is_caller) return serve_call(thread);
    frame inside;
    int is_first = 0;
    pthread_mutex_lock(&pool->lock);
    dpex_region *region = find(0);
    if (region) is_first = enter(region, &inside, 1);
    thread->activity = region ? DPEX_THREAD_WORKING : DPEX_THREAD_SEARCHING;
    /* Each thread wakes one more while there are chunks left: log n steps reach all. */
    dpex_thread *next = region ? pick_for_rest() : NULL;
    pthread_mutex_unlock(&pool->lock);
    dpex_thread_rouse(next);
    if (!region) return 0;
    dpex_thread_settle(thread, region->team);
    work(&inside, is_first, 0);
    leave(&inside);
    return 1;
}

__attribute__((constructor)) static void give_threads_their_work(void)
{
    pool->serve = serve;
}

/* The same for a thread that waits: it enters for a while and leaves at the deadline. */
int dpex_threads_help(uint64_t deadline, int anything)
{
    frame inside;
    int is_first = 0;
    pthread_mutex_lock(&pool->lock);
    dpex_region *region = find(!anything);
    if (region) is_first = enter(region, &inside, !is_inside(region->team));
    dpex_thread *next = region ? pick_for_rest() : NULL;
    pthread_mutex_unlock(&pool->lock);
    dpex_thread_rouse(next);
    if (!region) return 0;
    work(&inside, is_first, deadline);
    leave(&inside);
    return 1;
}
