/* Submission: what is the same for all backends. Dependencies are completed by the hazards between
 * queues: a command that uses a storage which pending commands of other queues use waits for them,
 * and is recorded as a user itself. Commands of the same queue are ordered by the backend
 * (DPEX_COMMAND_ORDERED). */
#include <string.h>

#include "base/alloc.h"
#include "base/checked.h"
#include "base/error.h"
#include "base/futex.h"
#include "runtime/pending.h"
#include "runtime/profile.h"
#include "runtime/use.h"

/* ---- hazards --------------------------------------------------------------------------------- */

/* The moment when a timeline reaches a number, as an event. */
typedef struct {
    dpex_watcher watcher; /* first: notify gets its address */
    dpex_event *event;    /* kept */
} moment;

/* Called by the thread that ends the command. */
static void on_reached(dpex_watcher *watcher, const dpex_event *unused)
{
    moment *at = (moment *)watcher;
    (void)unused;
    dpex_event_complete(at->event, DPEX_SUCCESS, NULL);
    dpex_event_release(at->event);
    dpex_free(at);
}

static dpex_status create_moment(dpex_queue *queue, const dpex_use *use, dpex_event **event)
{
    moment *at = dpex_calloc(1, sizeof *at);
    if (!at) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a dependency between queues");
    dpex_status status = dpex_event_create_pending(queue, &at->event);
    if (status) {
        dpex_free(at);
        return status;
    }
    *event = dpex_event_retain(at->event);
    if (queue->backend->event_follow)
        queue->backend->event_follow(at->event, use->timeline, use->number);
    at->watcher.notify = on_reached;
    if (!dpex_timeline_watch(use->timeline, use->number, &at->watcher))
        /* Already complete: there will be no notification. */
        on_reached(&at->watcher, NULL);
    return DPEX_SUCCESS;
}

/* Everything that one submission waits for beyond the caller's events. Mostly empty: n_uses says
 * so. */
typedef struct {
    dpex_use *uses; /* pending, by other queues; timelines kept */
    size_t n_uses;
    dpex_event **deps; /* the caller's (borrowed), then one new event per use */
    size_t n_deps, n_given;
} hazards;

static void hazards_fini(hazards *h)
{
    for (size_t i = h->n_given; i < h->n_deps; i++) dpex_event_release(h->deps[i]);
    for (size_t i = 0; i < h->n_uses; i++) dpex_timeline_release(h->uses[i].timeline);
    dpex_free(h->deps);
    dpex_free(h->uses);
}

/* Whether a use is none, or just the one before it (`x * x`). */
static int is_repeated(const dpex_command *command, size_t i)
{
    return !command->uses[i] || (i && command->uses[i] == command->uses[i - 1]);
}

/* Per storage at most DPEX_STORAGE_N_USES more. */
static dpex_status find_uses(dpex_queue *queue, const dpex_command *command, hazards *h)
{
    for (size_t i = 0; i < command->n_uses; i++) {
        if (is_repeated(command, i) || dpex_use_is_complete(command->uses[i], queue->timeline))
            continue;
        size_t bytes;
        DPEX_TRY(dpex_size_mul(h->n_uses + DPEX_STORAGE_N_USES, sizeof *h->uses, &bytes));
        dpex_use *longer = dpex_realloc(h->uses, bytes);
        if (!longer)
            return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a dependency between queues");
        h->uses = longer;
        h->n_uses += dpex_use_get_pending(command->uses[i], queue->timeline, &h->uses[h->n_uses]);
    }
    return DPEX_SUCCESS;
}

/* On failure hazards_fini releases what has been collected. */
static dpex_status find_hazards(dpex_queue *queue, const dpex_command *command,
                                dpex_event *const *deps, size_t n_deps, hazards *h)
{
    DPEX_TRY(find_uses(queue, command, h));
    /* The frequent case: the caller's list is used as it is. */
    if (!h->n_uses) return DPEX_SUCCESS;
    h->deps = dpex_malloc((n_deps + h->n_uses) * sizeof *h->deps);
    if (!h->deps)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu dependencies",
                         n_deps + h->n_uses);
    if (n_deps) memcpy(h->deps, deps, n_deps * sizeof *deps);
    h->n_deps = h->n_given = n_deps;
    for (size_t i = 0; i < h->n_uses; i++) {
        DPEX_TRY(create_moment(queue, &h->uses[i], &h->deps[h->n_deps]));
        h->n_deps++;
    }
    return DPEX_SUCCESS;
}

/* After the submission, since only then is the number known. Two threads that submit commands on
 * one storage at the same time are not ordered by this library. */
static void record_uses(dpex_queue *queue, const dpex_command *command, uint64_t number,
                        const hazards *h)
{
    unsigned is_ordered =
        (command->flags & DPEX_COMMAND_ORDERED) || (queue->properties & DPEX_QUEUE_IN_ORDER);
    dpex_use use = {queue->timeline, number, is_ordered};
    /* Commands that were run at once leave no trace. */
    if (dpex_use_is_over(&use)) return;
    for (size_t i = 0; i < command->n_uses; i++)
        if (!is_repeated(command, i)) dpex_use_record(command->uses[i], &use, h->uses, h->n_uses);
}

/* ---- submission ------------------------------------------------------------------------------ */

/* Also as the queue's failure, for callers that do not pass it on. */
static dpex_status refuse(const dpex_queue *queue, const dpex_command *command)
{
    const dpex_status status =
        DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s cannot be part of a fused function",
                  command->name ? command->name : "a command");
    dpex_timeline_keep_failure(queue->timeline, status, dpex_error_message());
    return status;
}

static dpex_status check(const dpex_queue *queue, const dpex_command *command)
{
    if (queue->properties & DPEX_QUEUE_CAPTURES) return refuse(queue, command);
    if (command->kind == DPEX_COMMAND_PARALLEL && !queue->backend->runs_on_host)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "the device \"%s\" runs no host functions",
                         queue->device->info.name);
    if (command->kind != DPEX_COMMAND_FILL) return DPEX_SUCCESS;
    unsigned bytes = command->fill.pattern_bytes;
    /* Powers of two, so that a pattern never straddles a chunk of a fill. */
    if (bytes == 0 || bytes > sizeof command->fill.pattern || (bytes & (bytes - 1)))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "a fill pattern of %u bytes; allowed are 1, 2, 4, 8 and 16", bytes);
    return DPEX_SUCCESS;
}

static dpex_status submit(dpex_queue *queue, const dpex_command *command, dpex_event *const *deps,
                          size_t n_deps, dpex_event *event)
{
    hazards h = {NULL, 0, NULL, 0, 0};
    uint64_t number;
    dpex_status status = check(queue, command);
    /* For those who ask an event for its dependencies. */
    if (!status && event) status = dpex_event_set_wait_list(event, deps, n_deps);
    if (!status) status = find_hazards(queue, command, deps, n_deps, &h);
    if (!status)
        status = h.deps ? queue->backend->submit(queue, command, h.deps, h.n_deps, event, &number)
                        : queue->backend->submit(queue, command, deps, n_deps, event, &number);
    if (!status) record_uses(queue, command, number, &h);
    hazards_fini(&h);
    return status;
}

static int has_deps(dpex_event *const *deps, size_t n_deps)
{
    while (n_deps)
        if (deps[--n_deps]) return 1;
    return 0;
}

/* With an event that has times, wanted or not. */
static dpex_status submit_profiled(dpex_queue *queue, const dpex_command *command,
                                   dpex_event *const *deps, size_t n_deps, dpex_event **event)
{
    dpex_command timed = *command;
    dpex_event *fresh = NULL;
    timed.flags |= DPEX_COMMAND_TIMED;
    const uint64_t submit_ns = dpex_clock_ns();
    dpex_status status = dpex_event_create_pending(queue, &fresh);
    if (!status) status = submit(queue, &timed, deps, n_deps, fresh);
    if (!status) dpex_profile_add(queue, &timed, fresh, submit_ns);
    if (!status && event)
        *event = fresh;
    else
        dpex_event_release(fresh);
    return status;
}

/* May be called by any thread. On failure nothing was submitted, and nothing was taken. */
dpex_status dpex_queue_submit(dpex_queue *queue, const dpex_command *command,
                              dpex_event *const *deps, size_t n_deps, dpex_event **event)
{
    dpex_event *fresh = NULL;
    /* What is pending on the command's uses is submitted by find_uses. */
    if (!(command->flags & DPEX_COMMAND_TRACKED)) dpex_pending_flush_queue(queue);
    if (dpex_profile_is_on()) return submit_profiled(queue, command, deps, n_deps, event);
    /* A device may learn of a failed dependency when the command ends: by the list of its event. */
    const int needs_event = event || (!queue->backend->runs_on_host && has_deps(deps, n_deps));
    dpex_status status = needs_event ? dpex_event_create_pending(queue, &fresh) : DPEX_SUCCESS;
    if (!status) status = submit(queue, command, deps, n_deps, fresh);
    if (status) {
        dpex_event_release(fresh);
        return status;
    }
    if (event)
        *event = fresh;
    else
        dpex_event_release(fresh);
    return DPEX_SUCCESS;
}
