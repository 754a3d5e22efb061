/* Timelines: how far a queue is, and who is notified of it. The number that is complete only moves
 * over commands whose predecessors are all complete, so "completed >= n" says everything about
 * the first n commands. */
#include <string.h>

#include "backend/backend.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/futex.h"
#include "base/log.h"

dpex_status dpex_timeline_create(dpex_timeline **timeline)
{
    dpex_timeline *made = dpex_calloc(1, sizeof *made);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a queue's timeline");
    atomic_init(&made->refs, 1);
    pthread_mutex_init(&made->lock, NULL);
    *timeline = made;
    return DPEX_SUCCESS;
}

dpex_timeline *dpex_timeline_retain(dpex_timeline *timeline)
{
    /* Relaxed: the caller holds a reference already. */
    atomic_fetch_add_explicit(&timeline->refs, 1, memory_order_relaxed);
    return timeline;
}

void dpex_timeline_release(dpex_timeline *timeline)
{
    /* Sequentially consistent: all use by other threads comes before the destruction. */
    if (!timeline || atomic_fetch_sub(&timeline->refs, 1) != 1) return;
    /* The thread that published the last number may still hold the lock. */
    pthread_mutex_lock(&timeline->lock);
    pthread_mutex_unlock(&timeline->lock);
    pthread_mutex_destroy(&timeline->lock);
    dpex_free(timeline->failure_text);
    dpex_free(timeline);
}

void dpex_timeline_keep_failure(dpex_timeline *timeline, dpex_status status, const char *text)
{
    /* Copied and logged outside the lock. */
    char *copy = text ? dpex_strdup(text) : NULL;
    DPEX_LOG_LINE(DPEX_LOG_QUEUE, "%s", text ? text : dpex_status_text(status));
    pthread_mutex_lock(&timeline->lock);
    /* Later failures are mostly consequences of the first. */
    if (!timeline->failure) {
        timeline->failure = status;
        timeline->failure_text = copy;
        copy = NULL;
    }
    pthread_mutex_unlock(&timeline->lock);
    dpex_free(copy);
}

/* Clears the recorded failure; the caller owns *text. */
static dpex_status take_failure(dpex_timeline *timeline, char **text)
{
    dpex_status failure = timeline->failure;
    *text = timeline->failure_text;
    timeline->failure = DPEX_SUCCESS;
    timeline->failure_text = NULL;
    return failure;
}

/* The message becomes this thread's; it is reported once. */
dpex_status dpex_timeline_tell_failure(dpex_timeline *timeline)
{
    char *text;
    /* The frequent case needs no lock: a failure is kept before its command is complete. */
    if (!atomic_load_explicit(&timeline->failure, memory_order_acquire)) return DPEX_SUCCESS;
    pthread_mutex_lock(&timeline->lock);
    dpex_status failure = take_failure(timeline, &text);
    pthread_mutex_unlock(&timeline->lock);
    if (failure) DPEX_FAIL(failure, "%s", text ? text : dpex_status_text(failure));
    dpex_free(text);
    return failure;
}

void dpex_timeline_forget_failure(dpex_timeline *timeline, const char *text)
{
    char *kept = NULL;
    pthread_mutex_lock(&timeline->lock);
    /* By text, since a failure has no other identity. */
    if (timeline->failure_text && text && !strcmp(timeline->failure_text, text))
        take_failure(timeline, &kept);
    pthread_mutex_unlock(&timeline->lock);
    dpex_free(kept);
}

/* Watchers are kept in the order of their numbers. New ones mostly have the highest. */
static dpex_watcher **find_link(dpex_timeline *timeline, uint64_t number)
{
    dpex_watcher *last = timeline->last_watcher;
    if (last && last->number <= number) return &last->next;
    dpex_watcher **link = &timeline->watchers;
    while (*link && (*link)->number <= number) link = &(*link)->next;
    return link;
}

int dpex_timeline_watch_locked(dpex_timeline *timeline, uint64_t number, dpex_watcher *watcher)
{
    /* With the lock held the answer is final: only its holder advances. */
    if (atomic_load_explicit(&timeline->completed, memory_order_acquire) >= number) return 0;
    dpex_watcher **link = find_link(timeline, number);
    watcher->number = number;
    watcher->next = *link;
    *link = watcher;
    if (!watcher->next) timeline->last_watcher = watcher;
    return 1;
}

int dpex_timeline_watch(dpex_timeline *timeline, uint64_t number, dpex_watcher *watcher)
{
    pthread_mutex_lock(&timeline->lock);
    int registered = dpex_timeline_watch_locked(timeline, number, watcher);
    pthread_mutex_unlock(&timeline->lock);
    return registered;
}

dpex_watcher *dpex_timeline_advance_locked(dpex_timeline *timeline, uint64_t completed)
{
    /* The number may be the same when a later command ended before an earlier one. */
    if (atomic_load_explicit(&timeline->completed, memory_order_relaxed) == completed) return NULL;
    /* Sequentially consistent, as a sleeper's count and its read of the number are: one of the
     * two sees the other. */
    atomic_store(&timeline->completed, completed);
    if (atomic_load(&timeline->n_sleeping))
        dpex_futex_wake_all(dpex_futex_low_word(&timeline->completed));
    dpex_watcher *reached = timeline->watchers, **link = &timeline->watchers;
    while (*link && (*link)->number <= completed) link = &(*link)->next;
    if (link == &timeline->watchers) return NULL;
    timeline->watchers = *link;
    if (!*link) timeline->last_watcher = NULL;
    *link = NULL;
    return reached;
}

void dpex_watcher_notify(dpex_watcher *list, const dpex_event *event)
{
    while (list) {
        dpex_watcher *next = list->next; /* the watcher may be gone once it is notified */
        list->notify(list, event);
        list = next;
    }
}
