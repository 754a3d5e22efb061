/* Waiting for a device's event on behalf of a host command: a call region, whose thread blocks
 * in the backend. Where there is no memory for that, the submitting thread
 * waits itself. */
#include "host/foreign.h"

#include "base/alloc.h"

typedef struct {
    dpex_region region; /* first: on_done gets its address */
    dpex_event *event;  /* kept */
    dpex_watcher *watcher;
} foreign_wait;

/* An interrupt concerns the program's threads; the wait goes on. */
static void wait_for(dpex_event *event)
{
    while (event->backend->event_wait(event, 0, NULL) == DPEX_ERROR_INTERRUPTED) {
    }
}

static dpex_status run(void *payload, int64_t first, int64_t last)
{
    (void)first, (void)last;
    wait_for(((foreign_wait *)payload)->event);
    return DPEX_SUCCESS; /* the event's own failure is read from the event */
}

static void on_done(dpex_region *region)
{
    foreign_wait *wait = (foreign_wait *)region;
    /* Before the release, since the watcher reads the event's failure. */
    wait->watcher->notify(wait->watcher, wait->event);
    dpex_event_release(wait->event);
    dpex_free(wait);
}

/* Called by the thread that submits. 0: the event is over, and the watcher is not notified. */
int dpex_foreign_watch(dpex_team *team, dpex_event *event, dpex_watcher *watcher)
{
    if (dpex_event_get_status(event) == DPEX_EVENT_COMPLETE) return 0;
    foreign_wait *wait = dpex_threads_ensure(team, 1) ? NULL : dpex_calloc(1, sizeof *wait);
    if (!wait) {
        wait_for(event);
        return 0;
    }
    dpex_region_init(&wait->region, team, run, wait, 1);
    wait->region.on_done = on_done;
    wait->event = dpex_event_retain(event);
    wait->watcher = watcher;
    /* May notify the watcher before it returns. */
    dpex_threads_open_call(&wait->region);
    return 1;
}
