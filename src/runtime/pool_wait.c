/* Waiting for commands that a program is far ahead of: for memory that nobody holds any more and
 * commands still use, and where there are very many.
 *
 * Not here: whether a block may be handed out (pool.c), how much there may be (pool_limit.c). The
 * idea: to be queued costs a command nothing but its memory, so a program that drops its arrays can
 * be far ahead of the device. Two things hold it back: a request that finds no memory waits while
 * any is pending, and fresh memory is taken only while what is pending is a small part of the
 * limit. The second is best effort: where nothing progresses (a command lasts long, or waits for
 * something that this thread is to do) it gives up, and the first decides.
 *
 * No lock is held while waiting; the thread helps to execute what is open on the host. */
#include "base/error.h"
#include "host/host.h"
#include "runtime/pool.h"

static const uint64_t STEP_NS = 10 * 1000000ull;
/* MAX_IDLE_STEPS: after a second without progress the bound is given up. The bounds of commands: two
 * seconds of work where one takes 8 ms; elsewhere a part of the 65,535 with which PoCL 3.1 ends. */
enum { PENDING_PART = 16, MAX_IDLE_STEPS = 100, MAX_COMMANDS_ON_HOST = 256, MAX_COMMANDS = 16384 };

/* NULL: none. The hooks live as long as they are set; Python's release the GIL around a wait. */
void dpex_set_wait_hooks(const dpex_wait_hooks *hooks)
{
    atomic_store(&dpex_pools.wait_hooks, hooks);
}

/* ---- what to wait for ------------------------------------------------------------------------ */

/* Of one timeline, the commands whose end would free memory. */
typedef struct goal {
    dpex_timeline *timeline; /* kept; NULL: nothing is pending */
    uint64_t lowest, highest;
    uint64_t pending_bytes; /* of its pool */
} goal;

static const dpex_use *find_use(const dpex_block *block)
{
    const dpex_storage *storage = &block->storage;
    for (int i = 0; i < DPEX_STORAGE_N_USES; i++)
        if (!dpex_use_is_over(&storage->uses[i])) return &storage->uses[i];
    return NULL;
}

/* Only uses of one timeline are compared: numbers of different ones mean nothing to each other. */
static void widen(goal *found, const dpex_use *use)
{
    if (!found->timeline) {
        found->timeline = dpex_timeline_retain(use->timeline);
        found->lowest = found->highest = use->number;
    }
    if (found->timeline != use->timeline) return;
    if (use->number < found->lowest) found->lowest = use->number;
    if (use->number > found->highest) found->highest = use->number;
}

/* The free blocks of a class: those that may go out to anybody come first. */
static void settle_class(dpex_pool *pool, unsigned size_class, goal *found)
{
    dpex_block *busy = NULL, **ready_end = &pool->free[size_class], **busy_end = &busy;
    for (dpex_block *block = *ready_end, *next; block; block = next) {
        const dpex_use *use = block->is_pending ? find_use(block) : NULL;
        dpex_block ***end = use ? &busy_end : &ready_end;
        next = block->next;
        **end = block;
        *end = &block->next;
        if (use)
            widen(found, use);
        else
            dpex_pool_set_pending(pool, block, 0);
    }
    *busy_end = NULL;
    *ready_end = busy;
}

/* Also corrects the pool's account of what is pending, which is not notified when commands
 * end. */
static goal settle(dpex_pool *pool)
{
    goal found = {NULL, 0, 0, 0};
    pthread_mutex_lock(&pool->lock);
    for (unsigned c = 0; c < DPEX_N_CLASSES && pool->pending_bytes; c++)
        if (pool->free[c]) settle_class(pool, c, &found);
    found.pending_bytes = pool->pending_bytes;
    pthread_mutex_unlock(&pool->lock);
    return found;
}

/* Of the pool that most is pending of; *pending_bytes: of all. */
static goal find_goal(dpex_pool_scope scope, uint64_t *pending_bytes)
{
    goal best = {NULL, 0, 0, 0};
    *pending_bytes = 0;
    pthread_mutex_lock(&dpex_pools.list_lock);
    for (dpex_pool *pool = dpex_pools.pools; pool; pool = pool->next) {
        if (!dpex_pool_is_within(pool, scope)) continue;
        goal found = settle(pool);
        *pending_bytes += found.pending_bytes;
        int is_better = found.timeline && found.pending_bytes > best.pending_bytes;
        /* settle retained it; only the best one's reference goes to the caller. */
        dpex_timeline_release(is_better ? best.timeline : found.timeline);
        if (is_better) best = found;
    }
    pthread_mutex_unlock(&dpex_pools.list_lock);
    return best;
}

/* ---- waiting --------------------------------------------------------------------------------- */

typedef enum outcome { REFUSED, INTERRUPTED, NOTHING_MOVED, MOVED } outcome;

static uint64_t get_completed(const goal *towards)
{
    return atomic_load(&towards->timeline->completed);
}

/* Waits for about half of what is pending, so that another attempt is worthwhile and the device
 * still has work. */
static outcome wait_a_step(const goal *towards)
{
    const dpex_wait_hooks *hooks = atomic_load(&dpex_pools.wait_hooks);
    uint64_t number = towards->lowest + (towards->highest - towards->lowest) / 2;
    uint64_t before = get_completed(towards);
    void *token = NULL;
    int is_over = 0;
    /* The hooks refuse where this thread must not wait. */
    if (hooks && hooks->begin(&token)) return REFUSED;
    /* A signal ends the step, no more: what it means is for the hooks to say. */
    (void)dpex_host_wait_for(towards->timeline, number, STEP_NS, &is_over);
    /* Foreign memory may have become free, too. */
    dpex_memory_sweep();
    if (hooks && hooks->end(token)) return INTERRUPTED;
    return is_over || get_completed(towards) != before ? MOVED : NOTHING_MOVED;
}

static dpex_status fail_interrupted(void)
{
    return DPEX_FAIL(DPEX_ERROR_INTERRUPTED, "a signal interrupted the wait for pending commands");
}

/* At least what is pending. */
static uint64_t estimate_pending(dpex_pool_scope scope, uint64_t own_bytes)
{
    if (scope.device) return own_bytes;
    return atomic_load_explicit(scope.uses_ram ? &dpex_pools.pending_ram_bytes
                                               : &dpex_pools.pending_bytes,
                                memory_order_relaxed);
}

/* Called after an allocation has failed. */
dpex_status dpex_pool_wait_for_pending(const dpex_pool *pool, uint64_t own_bytes, int *is_worth_it)
{
    dpex_pool_scope scope = dpex_pool_get_scope(pool);
    uint64_t pending_bytes;
    *is_worth_it = 0;
    /* A thread inside a command's work would wait for itself. */
    if (!estimate_pending(scope, own_bytes) || dpex_host_is_at_work()) return DPEX_SUCCESS;
    goal towards = find_goal(scope, &pending_bytes);
    /* Nothing pending any more: asking again is worth it. */
    outcome last_step = towards.timeline ? wait_a_step(&towards) : MOVED;
    dpex_timeline_release(towards.timeline);
    *is_worth_it = last_step != REFUSED;
    return last_step == INTERRUPTED ? fail_interrupted() : DPEX_SUCCESS;
}

dpex_status dpex_pool_bound_pending(const dpex_pool *pool, uint64_t own_bytes)
{
    dpex_pool_scope scope = dpex_pool_get_scope(pool);
    uint64_t share = dpex_pool_get_limit(scope.device) / PENDING_PART, pending_bytes;
    if (estimate_pending(scope, own_bytes) <= share || dpex_host_is_at_work()) return DPEX_SUCCESS;
    outcome last_step = MOVED;
    /* Ends when little is pending, on refusal or interrupt, or after a second without progress. */
    for (int n_idle = 0; n_idle < MAX_IDLE_STEPS && last_step > INTERRUPTED;) {
        goal towards = find_goal(scope, &pending_bytes);
        if (pending_bytes <= share) last_step = REFUSED;
        if (last_step > INTERRUPTED) last_step = wait_a_step(&towards);
        n_idle = last_step == MOVED ? 0 : n_idle + 1;
        dpex_timeline_release(towards.timeline);
    }
    return last_step == INTERRUPTED ? fail_interrupted() : DPEX_SUCCESS;
}

/* ---- very many commands ------------------------------------------------------------------------ */

static uint64_t count_pending(const dpex_queue *queue)
{
    return atomic_load(&queue->timeline->submitted) - atomic_load(&queue->timeline->completed);
}

/* As above, for half of the commands. Where nothing progresses as many more may be submitted before the
 * next wait. */
static dpex_status let_it_catch_up(dpex_queue *queue, uint64_t most)
{
    dpex_timeline *timeline = queue->timeline;
    outcome last_step = MOVED;
    int n_idle = 0;
    while (n_idle < MAX_IDLE_STEPS / 4 && last_step > INTERRUPTED &&
           count_pending(queue) > most / 2) {
        const uint64_t submitted = atomic_load(&timeline->submitted);
        last_step = wait_a_step(&(goal){timeline, submitted - most / 2, submitted - most / 2, 0});
        n_idle = last_step == MOVED ? 0 : n_idle + 1;
    }
    if (last_step == NOTHING_MOVED)
        atomic_store(&timeline->unbounded, atomic_load(&timeline->submitted) + most);
    return last_step == INTERRUPTED ? fail_interrupted() : DPEX_SUCCESS;
}

dpex_status dpex_queue_bound_pending(dpex_queue *queue)
{
    const uint64_t most = queue->backend->runs_on_host ? MAX_COMMANDS_ON_HOST : MAX_COMMANDS;
    if (count_pending(queue) <= most ||
        atomic_load(&queue->timeline->submitted) < atomic_load(&queue->timeline->unbounded) ||
        dpex_host_is_at_work())
        return DPEX_SUCCESS;
    return let_it_catch_up(queue, most);
}
