/* The life of events, and how they complete, for all backends: the failure, the threads that wait,
 * the watchers. */
#include "backend/backend.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/fork.h"
#include "base/futex.h"

/* Guards the wait lists of all events: they are read rarely and dropped in one exchange of
 * pointers. */
static pthread_mutex_t wait_list_lock = PTHREAD_MUTEX_INITIALIZER;
DPEX_FORK_GUARD(wait_list_lock)

/* Stands for the list of watchers of a complete event: only its address counts. */
static dpex_watcher closed;

dpex_status dpex_event_new(const dpex_backend *backend, dpex_backend_name name, dpex_event **event)
{
    dpex_event *made = dpex_calloc(1, sizeof *made);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for an event");
    atomic_init(&made->refs, 1);
    made->tag = DPEX_OBJECT_TAG(DPEX_OBJECT_EVENT);
    atomic_init(&made->state, DPEX_EVENT_SUBMITTED);
    made->backend = backend;
    made->backend_name = name;
    *event = made;
    return DPEX_SUCCESS;
}

dpex_event *dpex_event_retain(dpex_event *event)
{
    atomic_fetch_add_explicit(&event->refs, 1, memory_order_relaxed);
    return event;
}

void dpex_event_release(dpex_event *event)
{
    if (!event || atomic_fetch_sub(&event->refs, 1) != 1) return;
    /* The backend's part first, which may still read the rest. */
    if (event->backend->event_destroy) event->backend->event_destroy(event);
    dpex_event_forget_wait_list(event);
    dpex_free(event->message);
    event->tag = 0;
    dpex_free(event);
}

dpex_event_status dpex_event_get_status(dpex_event *event)
{
    if (event->backend->event_update) event->backend->event_update(event);
    return (dpex_event_status)atomic_load_explicit(&event->state, memory_order_acquire);
}

/* Lock-free: a watcher is pushed unless the list was closed. The event is complete when the list is
 * closed. */
int dpex_event_watch(dpex_event *event, dpex_watcher *watcher)
{
    dpex_watcher *first = atomic_load_explicit(&event->watchers, memory_order_acquire);
    do {
        if (first == &closed) return 0;
        watcher->next = first;
        /* Release: the watcher's fields are visible to the thread that notifies. */
    } while (!atomic_compare_exchange_weak_explicit(&event->watchers, &first, watcher,
                                                    memory_order_acq_rel, memory_order_acquire));
    return 1;
}

static void release_list(dpex_event **events, size_t n)
{
    for (size_t i = 0; i < n; i++) dpex_event_release(events[i]);
    dpex_free(events);
}

/* Called by the submitting thread, before the event is known to others. */
dpex_status dpex_event_set_wait_list(dpex_event *event, dpex_event *const *deps, size_t n_deps)
{
    if (n_deps == 0) return DPEX_SUCCESS;
    event->wait_list = dpex_malloc(n_deps * sizeof(dpex_event *));
    if (!event->wait_list)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu dependencies", n_deps);
    for (size_t i = 0; i < n_deps; i++)
        if (deps[i]) event->wait_list[event->n_wait_list++] = dpex_event_retain(deps[i]);
    return DPEX_SUCCESS;
}

/* A chain of events that keep their predecessors would never be freed, and then all at once. */
void dpex_event_forget_wait_list(dpex_event *event)
{
    pthread_mutex_lock(&wait_list_lock);
    dpex_event **events = event->wait_list;
    size_t n = event->n_wait_list;
    event->wait_list = NULL;
    event->n_wait_list = 0;
    pthread_mutex_unlock(&wait_list_lock);
    /* Outside the lock: the last reference may free a chain. */
    release_list(events, n);
}

dpex_status dpex_event_get_wait_list(dpex_event *event, dpex_event ***events, size_t *n)
{
    pthread_mutex_lock(&wait_list_lock);
    size_t n_kept = event->n_wait_list;
    dpex_event **kept = dpex_malloc((n_kept + 1) * sizeof *kept);
    for (size_t i = 0; kept && i < n_kept; i++) kept[i] = dpex_event_retain(event->wait_list[i]);
    pthread_mutex_unlock(&wait_list_lock);
    if (!kept) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a list of %zu events", n_kept);
    *n = 0;
    for (size_t i = 0; i < n_kept; i++) {
        if (dpex_event_get_status(kept[i]) == DPEX_EVENT_COMPLETE)
            dpex_event_release(kept[i]);
        else
            kept[(*n)++] = kept[i];
    }
    *events = kept;
    return DPEX_SUCCESS;
}

void dpex_event_settle(dpex_event *event, dpex_status error, char *message)
{
    /* Read without the lock: set once, before the submission. */
    if (event->wait_list) dpex_event_forget_wait_list(event);
    event->error = error;
    event->message = message;
    atomic_store(&event->state, DPEX_EVENT_COMPLETE); /* orders as in timeline.c */
    if (atomic_load(&event->n_sleeping)) dpex_futex_wake_all((_Atomic uint32_t *)&event->state);
}

void dpex_event_notify(dpex_event *event)
{
    dpex_watcher_notify(atomic_exchange_explicit(&event->watchers, &closed, memory_order_acq_rel),
                        event);
}

void dpex_event_complete(dpex_event *event, dpex_status error, char *message)
{
    dpex_event_settle(event, error, message);
    dpex_event_notify(event);
}

void dpex_event_abandon(dpex_event *event, dpex_status error, const char *message)
{
    /* Watchers and sleepers are threads of the parent. */
    atomic_store(&event->watchers, NULL);
    atomic_store(&event->n_sleeping, 0);
    dpex_event_complete(event, error, dpex_strdup(message));
}

int dpex_event_has_failed_dependency(const dpex_event *event)
{
    int has_failed = 0;
    pthread_mutex_lock(&wait_list_lock);
    for (size_t i = 0; i < event->n_wait_list; i++)
        has_failed |= atomic_load(&event->wait_list[i]->state) == DPEX_EVENT_COMPLETE &&
                      event->wait_list[i]->error != DPEX_SUCCESS;
    pthread_mutex_unlock(&wait_list_lock);
    return has_failed;
}

dpex_status dpex_event_raise(const dpex_event *event)
{
    if (!event->error) return DPEX_SUCCESS;
    return DPEX_FAIL(event->error, "%s",
                     event->message ? event->message : dpex_status_text(event->error));
}
