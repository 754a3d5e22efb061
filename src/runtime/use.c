/* Recording uses of storages. See use.h. */
#include "runtime/use.h"

#include "base/error.h"
#include "base/fork.h"
#include "base/futex.h"
#include "runtime/pending.h"

/* Guards the uses of all storages, for a few loads and stores at a time. One lock for all, as it is
 * rarely contended: commands that run at once never come here. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
DPEX_FORK_GUARD(lock)

/* With the lock held. */
static void clear_mark(dpex_storage *storage)
{
    atomic_fetch_and_explicit(&storage->marks, (uint8_t)~DPEX_STORAGE_USED, memory_order_release);
}

size_t dpex_use_get_pending(dpex_storage *storage, const dpex_timeline *own, dpex_use *uses)
{
    size_t n = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < DPEX_STORAGE_N_USES; i++) {
        const dpex_use *use = &storage->uses[i];
        if (dpex_use_is_over(use) || use->timeline == own) continue;
        /* Under the lock, so that the slot's own reference is still there. */
        dpex_timeline_retain(use->timeline);
        uses[n++] = *use;
    }
    pthread_mutex_unlock(&lock);
    return n;
}

/* Whether a use need not be remembered beside a command that waits for `waited`. */
static int is_covered(const dpex_use *use, const dpex_use *waited, size_t n_waited)
{
    if (dpex_use_is_over(use)) return 1;
    for (size_t i = 0; i < n_waited; i++) /* The new command comes after it, and so covers it. */
        if (use->timeline == waited[i].timeline && use->number <= waited[i].number) return 1;
    return 0;
}

/* With the lock held: the slot for a use; NULL: all are taken by uses that still count. */
static dpex_use *find_slot(dpex_storage *storage, const dpex_use *use, const dpex_use *waited,
                           size_t n_waited)
{
    dpex_use *covered = NULL;
    for (size_t i = 0; i < DPEX_STORAGE_N_USES; i++) {
        dpex_use *slot = &storage->uses[i];
        /* One slot per timeline: its latest command covers the earlier ones. */
        if (slot->timeline == use->timeline) return slot;
        if (!covered && is_covered(slot, waited, n_waited)) covered = slot;
    }
    return covered;
}

/* With the lock held. *dropped: a timeline to release once it is not. */
static int record(dpex_storage *storage, const dpex_use *use, const dpex_use *waited,
                  size_t n_waited, dpex_timeline **dropped)
{
    dpex_use *slot = find_slot(storage, use, waited, n_waited);
    if (!slot) return 0;
    if (slot->timeline != use->timeline) {
        *dropped = slot->timeline;
        *slot = *use;
        dpex_timeline_retain(use->timeline);
        return 1;
    }
    /* Two threads may record out of order, and one unordered use makes all pending ones
     * unordered. */
    unsigned ordered = use->ordered && (slot->ordered || dpex_use_is_over(slot));
    if (use->number > slot->number) *slot = *use;
    slot->ordered = ordered;
    return 1;
}

/* Blocks only where more queues than slots use one storage at the same time. The wait is outside of
 * the lock, on a timeline that is retained for it. */
void dpex_use_record(dpex_storage *storage, const dpex_use *use, const dpex_use *waited,
                     size_t n_waited)
{
    dpex_timeline *dropped = NULL;
    for (;;) {
        pthread_mutex_lock(&lock);
        int is_recorded = record(storage, use, waited, n_waited, &dropped);
        atomic_fetch_or_explicit(&storage->marks, DPEX_STORAGE_USED, memory_order_release);
        dpex_use oldest = storage->uses[0];
        /* All slots are taken: waits for one of them. */
        if (!is_recorded) dpex_timeline_retain(oldest.timeline);
        pthread_mutex_unlock(&lock);
        if (is_recorded) break;
        while (dpex_timeline_wait(oldest.timeline, oldest.number, 0)) {
        }
        dpex_timeline_release(oldest.timeline);
    }
    dpex_timeline_release(dropped);
}

/* Also empties slots of uses that are over. */
int dpex_use_is_complete(dpex_storage *storage, const dpex_timeline *own)
{
    dpex_timeline *dropped[DPEX_STORAGE_N_USES];
    size_t n_dropped = 0, n_pending = 0, n_own = 0;
    dpex_pending_flush_storage(storage);
    if (!(atomic_load_explicit(&storage->marks, memory_order_acquire) & DPEX_STORAGE_USED))
        return 1;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < DPEX_STORAGE_N_USES; i++) {
        dpex_use *use = &storage->uses[i];
        if (!use->timeline) continue;
        if (dpex_use_is_over(use)) {
            dropped[n_dropped++] = use->timeline;
            *use = (dpex_use){NULL, 0, 0};
        } else if (use->timeline == own) {
            n_own++;
        } else {
            n_pending++;
        }
    }
    if (n_pending + n_own == 0) clear_mark(storage);
    pthread_mutex_unlock(&lock);
    for (size_t i = 0; i < n_dropped; i++) dpex_timeline_release(dropped[i]);
    return n_pending == 0;
}

int dpex_use_is_ordered(dpex_storage *storage, const dpex_timeline *own)
{
    int is_ordered = 1;
    if (!(atomic_load_explicit(&storage->marks, memory_order_acquire) & DPEX_STORAGE_USED))
        return 1;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < DPEX_STORAGE_N_USES; i++) {
        const dpex_use *use = &storage->uses[i];
        is_ordered &= dpex_use_is_over(use) || (use->timeline == own && use->ordered);
    }
    pthread_mutex_unlock(&lock);
    return is_ordered;
}

/* max_ns 0: without a limit. *done: whether all uses are over; a status only for an interrupted
 * wait. */
dpex_status dpex_use_wait(dpex_storage *storage, uint64_t max_ns, int *done)
{
    dpex_use uses[DPEX_STORAGE_N_USES];
    dpex_status status = DPEX_SUCCESS;
    int is_over = 1;
    dpex_pending_flush_storage(storage);
    if (!atomic_load_explicit(&storage->marks, memory_order_acquire)) {
        if (done) *done = 1;
        return DPEX_SUCCESS;
    }
    size_t n = dpex_use_get_pending(storage, NULL, uses);
    uint64_t deadline_ns = n && max_ns ? dpex_clock_ns() + max_ns : 0;
    for (size_t i = 0; i < n; i++) {
        /* After an interrupt only the references are released. */
        if (!status) status = dpex_timeline_wait(uses[i].timeline, uses[i].number, deadline_ns);
        is_over &= dpex_use_is_over(&uses[i]);
        dpex_timeline_release(uses[i].timeline);
    }
    if (done) *done = is_over;
    return status;
}

/* For a block that is about to be reused: nothing else may use the storage now. */
void dpex_use_clear(dpex_storage *storage)
{
    dpex_timeline *dropped[DPEX_STORAGE_N_USES];
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < DPEX_STORAGE_N_USES; i++) {
        dropped[i] = storage->uses[i].timeline;
        storage->uses[i] = (dpex_use){NULL, 0, 0};
    }
    clear_mark(storage);
    pthread_mutex_unlock(&lock);
    for (size_t i = 0; i < DPEX_STORAGE_N_USES; i++) dpex_timeline_release(dropped[i]);
}

/* Until `completed` reaches the number, or until the deadline (0: none), which is not a failure.
 * Sleeps on a futex of the counter's low half; the thread that completes a command wakes sleepers
 * only if there are any. */
dpex_status dpex_timeline_wait(dpex_timeline *timeline, uint64_t number, uint64_t deadline_ns)
{
    while (atomic_load(&timeline->completed) < number) {
        uint64_t now_ns = deadline_ns ? dpex_clock_ns() : 0;
        if (deadline_ns && now_ns >= deadline_ns) return DPEX_SUCCESS;
        _Atomic uint32_t *word = dpex_futex_low_word(&timeline->completed);
        dpex_futex_result result = DPEX_FUTEX_WOKEN;
        /* Counted before the word is read; the thread that steps it reads the count afterwards
         * (sequentially consistent), so no wake-up is missed. */
        atomic_fetch_add(&timeline->n_sleeping, 1);
        uint32_t seen = atomic_load(word);
        if (atomic_load(&timeline->completed) < number)
            /* The low half of the number is compared by the kernel: a step in between ends the wait
             * at once. */
            result = dpex_futex_wait(word, seen, deadline_ns - now_ns);
        atomic_fetch_sub(&timeline->n_sleeping, 1);
        if (result == DPEX_FUTEX_INTERRUPTED)
            return DPEX_FAIL(DPEX_ERROR_INTERRUPTED,
                             "a signal interrupted the wait for a memory block");
    }
    return DPEX_SUCCESS;
}
