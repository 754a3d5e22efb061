/* Records: the queue's and the lanes' lists of them, and their end.
 *
 * A lane is asked by its marks, oldest first: one that is reached ends all records up to it. The
 * end of a command, in this order: the queue's error, its event, its number on the timeline, those
 * that followed it. */
#include "backend/cuda/queue.h"
#include "base/alloc.h"

/* Spare records per queue. */
enum { MAX_SPARE = 1024 };

/* ---- taking and giving back -------------------------------------------------------------------------------- */

dpex_status dpex_cuda_record_take(dpex_cuda_queue *queue, dpex_cuda_record **record)
{
    pthread_mutex_lock(&queue->timeline->lock);
    dpex_cuda_record *taken = queue->spare;
    if (taken) {
        queue->spare = taken->next;
        queue->n_spare--;
    }
    pthread_mutex_unlock(&queue->timeline->lock);
    if (!taken) taken = dpex_malloc(sizeof *taken);
    if (!taken) return DPEX_FAIL_NO_COMMAND(NULL);
    *taken = (dpex_cuda_record){.queue = queue};
    *record = taken;
    return DPEX_SUCCESS;
}

/* Returns what is left for free(). */
static dpex_cuda_record *recycle_locked(dpex_cuda_record *record)
{
    dpex_cuda_queue *queue = record->queue;
    if (queue->n_spare >= MAX_SPARE) return record;
    record->next = queue->spare;
    queue->spare = record;
    queue->n_spare++;
    return NULL;
}

void dpex_cuda_record_give_back(dpex_cuda_record *record)
{
    pthread_mutex_t *lock = &record->queue->timeline->lock;
    dpex_kernel_release(record->kernel);
    dpex_event_release(record->event);
    pthread_mutex_lock(lock);
    dpex_cuda_record *surplus = recycle_locked(record);
    pthread_mutex_unlock(lock);
    dpex_free(surplus);
}

/* ---- lists ------------------------------------------------------------------------------------------------- */

/* Numbers have no gaps, so the list is sorted by appending. */
uint64_t dpex_cuda_record_append_locked(dpex_cuda_record *record)
{
    dpex_cuda_queue *queue = record->queue;
    record->number = atomic_load_explicit(&queue->timeline->submitted, memory_order_relaxed) + 1;
    record->prev = queue->last;
    *(queue->last ? &queue->last->next : &queue->first) = record;
    queue->last = record;
    atomic_store(&queue->timeline->submitted, record->number);
    return record->number;
}

static void append_mark_locked(dpex_cuda_lane *lane, dpex_cuda_record *record)
{
    *(lane->last_mark ? &lane->last_mark->mark_next : &lane->first_mark) = record;
    lane->last_mark = record;
}

void dpex_cuda_record_enqueued_locked(dpex_cuda_record *record)
{
    dpex_cuda_lane *lane = &record->queue->lanes[record->lane];
    record->lane_position = ++lane->n_records;
    record->is_enqueued = 1;
    *(lane->last ? &lane->last->lane_next : &lane->first) = record;
    lane->last = record;
    /* Marks are a list of their own, so that asking a lane reads only these. */
    if (record->end) append_mark_locked(lane, record);
}

dpex_status dpex_cuda_lane_mark(dpex_cuda_queue *queue, dpex_cuda_lane *lane)
{
    CUevent end;
    pthread_mutex_lock(&queue->timeline->lock);
    int has_something = lane->last && !lane->last->end;
    pthread_mutex_unlock(&queue->timeline->lock);
    /* An empty lane, or one whose last record is a mark already. */
    if (!has_something) return DPEX_SUCCESS;
    DPEX_TRY(dpex_cuda_event_take(queue->device, 0, &end));
    dpex_status status = dpex_cuda_check(
        queue->device, dpex_the_cuda.EventRecord(end, lane->stream), "cuEventRecord");
    pthread_mutex_lock(&queue->timeline->lock);
    if (!status && lane->last &&
        !lane->last->end) { /* nobody appends meanwhile, but it may have ended */
        lane->last->end = end;
        append_mark_locked(lane, lane->last);
        end = NULL;
    }
    pthread_mutex_unlock(&queue->timeline->lock);
    dpex_cuda_event_give(queue->device, 0, end);
    return status;
}

/* ---- the end ----------------------------------------------------------------------------------------------- */

void dpex_cuda_deferred_free(dpex_cuda_deferred *deferred)
{
    if (!deferred) return;
    dpex_node_drop_command(&deferred->node);
    dpex_free(deferred->node.region.message);
    dpex_free(deferred->cause_text);
    dpex_free(deferred->edges);
    dpex_free(deferred);
}

static void unlink_locked(dpex_cuda_record *r)
{
    dpex_cuda_queue *queue = r->queue;
    *(r->prev ? &r->prev->next : &queue->first) = r->next;
    *(r->next ? &r->next->prev : &queue->last) = r->prev;
    if (queue->last_ordered == r) queue->last_ordered = NULL;
    if (queue->last_barrier == r) queue->last_barrier = NULL;
    if (!r->is_enqueued) queue->n_deferred--;
}

static char *describe_failure(const dpex_cuda_record *r, dpex_status status, const char *reason)
{
    dpex_text text = DPEX_TEXT_EMPTY;
    dpex_text_append(&text, "command \"%s\" %s: %s", r->name,
                     status == DPEX_ERROR_CANCELLED ? "was cancelled" : "failed", reason);
    if (text.failed) dpex_text_fini(&text);
    return text.data;
}

/* The state first, then the notifications: code that is notified of one end may ask for another's
 * (wait.c). */
static void settle(dpex_cuda_record *r, dpex_status status, const char *reason)
{
    char *text = status ? describe_failure(r, status, reason) : NULL;
    if (r->deferred) {
        dpex_cuda_deferred_free(r->deferred);
        r->deferred = NULL;
    }
    /* Before the event: a wait for the event and then for the queue must find the
     * failure. */
    if (status) dpex_timeline_keep_failure(r->queue->timeline, status, text);
    if (r->event) {
        /* The driver's events are still the record's. */
        if (!status && r->is_enqueued) dpex_cuda_profile_read(r->queue, r->event);
        dpex_event_settle(r->event, status, text);
    } else {
        dpex_cuda_event_give(r->queue->device, 0, r->end);
        dpex_free(text);
    }
}

/* The records stay in the lists until all dependents are notified; code that reads the queue's list
 * meanwhile (what is pending on a lost device, a fork) must not touch what they release. */
static void mark_ended(dpex_timeline *timeline, dpex_cuda_record *list)
{
    pthread_mutex_lock(&timeline->lock);
    /* With the lock, since readers of the list check it. */
    for (dpex_cuda_record *r = list; r; r = r->lane_next) r->has_ended = 1;
    pthread_mutex_unlock(&timeline->lock);
}

static void let_go(dpex_cuda_record *r)
{
    /* Watchers may submit commands, so no lock is held. */
    if (r->event) dpex_event_notify(r->event);
    dpex_event_release(r->event);
    dpex_kernel_release(r->kernel);
}

/* Moves list b behind list a; a, or b where a is empty. */
static dpex_watcher *chain(dpex_watcher *a, dpex_watcher *b)
{
    dpex_watcher *last = a;
    if (!a) return b;
    while (last->next) last = last->next;
    last->next = b;
    return a;
}

void dpex_cuda_records_finish(dpex_cuda_record *list, dpex_status status, const char *reason)
{
    if (!list) return;
    dpex_cuda_queue *queue =
        dpex_cuda_queue_retain(list->queue); /* it may go with its last command */
    /* Watchers that run commands are inside work: see dpex_host_is_at_work. */
    dpex_timeline *timeline = queue->timeline;
    dpex_host_enter_work();
    /* In two passes: all states first, then the notifications. */
    for (dpex_cuda_record *r = list; r; r = r->lane_next) settle(r, status, reason);
    mark_ended(timeline, list);
    for (dpex_cuda_record *r = list; r; r = r->lane_next) let_go(r);
    dpex_watcher *followers = NULL;
    dpex_cuda_record *surplus = NULL;
    pthread_mutex_lock(&timeline->lock);
    while (list) {
        dpex_cuda_record *next = list->lane_next;
        unlink_locked(list);
        /* Followers of a failed or cancelled command go on; only events pass failures on. */
        followers = chain(list->at_enqueue, followers);
        followers = chain(list->at_end, followers);
        dpex_cuda_record *left = recycle_locked(list);
        if (left) {
            left->next = surplus;
            surplus = left;
        }
        list = next;
    }
    /* Commands of several lanes end in any order; the timeline says that all up to a number are
     * over. */
    uint64_t completed =
        queue->first ? queue->first->number - 1 : atomic_load(&timeline->submitted);
    dpex_watcher *reached = dpex_timeline_advance_locked(timeline, completed);
    pthread_mutex_unlock(&timeline->lock);
    while (surplus) {
        dpex_cuda_record *next = surplus->next;
        dpex_free(surplus);
        surplus = next;
    }
    dpex_watcher_notify(followers, NULL);
    dpex_watcher_notify(reached, NULL);
    dpex_cuda_queue_release(queue);
    dpex_host_leave_work();
}

/* Removes the records up to a position from a lane; linked by lane_next. */
static dpex_cuda_record *cut_lane_locked(dpex_cuda_lane *lane, uint64_t position)
{
    dpex_cuda_record *list = lane->first, *last = NULL;
    /* The lane's list is in the order of its stream. */
    while (lane->first && lane->first->lane_position <= position) {
        last = lane->first;
        lane->first = last->lane_next;
    }
    if (!last) return NULL;
    last->lane_next = NULL;
    if (!lane->first) lane->last = NULL;
    while (lane->first_mark && lane->first_mark->lane_position <= position)
        lane->first_mark = lane->first_mark->mark_next;
    if (!lane->first_mark) lane->last_mark = NULL;
    return list;
}

static int finish_lane(dpex_cuda_queue *queue, dpex_cuda_lane *lane, uint64_t position,
                       dpex_status status, const char *reason)
{
    pthread_mutex_lock(&queue->timeline->lock);
    dpex_cuda_record *list = cut_lane_locked(lane, position);
    pthread_mutex_unlock(&queue->timeline->lock);
    dpex_cuda_records_finish(list, status, reason);
    return list != NULL;
}

/* ---- asking ------------------------------------------------------------------------------------------------ */

/* On a lost device nothing will be reached any more. */
static int fail_all(dpex_cuda_queue *queue)
{
    int ended = 0;
    for (int i = 0; i < DPEX_CUDA_N_LANES; i++)
        ended |= finish_lane(queue, &queue->lanes[i], UINT64_MAX, DPEX_ERROR_DEVICE_LOST,
                             dpex_cuda_lost_text(queue->device));
    return ended;
}

/* The event may be reused by another thread that ended its record meanwhile. That is harmless: then
 * the position is reached anyway, or the answer is "not yet". */
static int poll_lane(dpex_cuda_queue *queue, dpex_cuda_lane *lane)
{
    int ended = 0;
    /* One mark per round, oldest first. */
    for (;;) {
        pthread_mutex_lock(&queue->timeline->lock);
        CUevent end = lane->first_mark ? lane->first_mark->end : NULL;
        uint64_t position = end ? lane->first_mark->lane_position : 0;
        pthread_mutex_unlock(&queue->timeline->lock);
        if (!end) return ended;
        /* Outside the lock: the driver may take its time, and other threads submit. */
        CUresult code = dpex_the_cuda.EventQuery(end);
        if (code == CUDA_ERROR_NOT_READY) return ended;
        if (code != CUDA_SUCCESS) {
            /* Fails all lanes below, in dpex_cuda_poll. */
            dpex_cuda_lose(queue->device, code, "cuEventQuery");
            return ended;
        }
        ended |= finish_lane(queue, lane, position, DPEX_SUCCESS, NULL);
    }
}

int dpex_cuda_poll(dpex_cuda_queue *queue)
{
    int ended = 0;
    if (dpex_cuda_try_enter(queue->device)) {
        for (int i = 0; i < DPEX_CUDA_N_LANES; i++) ended |= poll_lane(queue, &queue->lanes[i]);
        dpex_cuda_leave();
    }
    return dpex_cuda_lost_text(queue->device) ? fail_all(queue) | ended : ended;
}
