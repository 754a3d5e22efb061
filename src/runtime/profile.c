/* Profiles: a list of the commands that were submitted while one is recorded. See dpex/profile.h.
 *
 * Entries keep their command's event until its times are known. Each submission reads the times of
 * the oldest commands that are over, so that few events are alive at a time: on GPUs they are the
 * driver's. */
#include "runtime/profile.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/futex.h"
#include "base/locate.h"
#include "runtime/pending.h"

enum { MAX_ENTRIES = 1000000, N_READ_AT_ONCE = 4 };

_Atomic int dpex_profile_recording;

typedef struct list {
    dpex_profile profile;
    dpex_event **events; /* of the entries */
    size_t capacity;
    size_t n_read; /* the first entries, whose events are not needed any more */
    const dpex_timeline **queues;
    int n_queues;
} list;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static list recording; /* guarded by the lock */

static _Thread_local uint64_t told_bytes;

/* ---- what callers tell ------------------------------------------------------------------------ */

/* Elements along an axis of stride 0 are one. */
static uint64_t bytes_of(const dpex_array *x)
{
    uint64_t n = (uint64_t)dpex_dtype_get_info(x->dtype)->itemsize;
    for (int d = 0; d < x->nd; d++)
        if (x->strides[d] || !x->shape[d]) n *= (uint64_t)x->shape[d];
    return n;
}

void dpex_profile_tell_bytes(const dpex_array *const *arrays, int n_arrays)
{
    told_bytes = 0;
    for (int i = 0; i < n_arrays; i++) told_bytes += bytes_of(arrays[i]);
}

static uint64_t bytes_of_command(const dpex_command *command)
{
    switch (command->kind) {
    case DPEX_COMMAND_COPY: return 2 * (uint64_t)command->copy.bytes;
    case DPEX_COMMAND_FILL: return command->fill.bytes;
    default: return told_bytes;
    }
}

/* ---- the list --------------------------------------------------------------------------------- */

static void read_times(dpex_profile_entry *entry, dpex_event *event)
{
    uint64_t submit = 0, start = 0, end = 0;
    entry->status = dpex_event_get_profile(event, &submit, &start, &end);
    /* A device's clock has an origin of its own. */
    entry->start_ns = entry->submit_ns + (start > submit ? start - submit : 0);
    entry->end_ns = entry->start_ns + (end > start ? end - start : 0);
}

/* Of up to `most` of the oldest commands, as long as they are over; waits: of all, as they end. */
static void read_oldest(list *from, size_t most, int waits)
{
    for (; most && from->n_read < from->profile.n; most--, from->n_read++) {
        dpex_event *event = from->events[from->n_read];
        if (!waits && dpex_event_get_status(event) != DPEX_EVENT_COMPLETE) return;
        read_times(&from->profile.entries[from->n_read], event);
        dpex_event_release(event);
    }
}

static dpex_status grow(void)
{
    const size_t n = recording.profile.n;
    if (n == MAX_ENTRIES) return DPEX_ERROR_NO_MEMORY;
    if (n < recording.capacity) return DPEX_SUCCESS;
    const size_t more = n ? 2 * n : 256;
    dpex_profile_entry *entries =
        dpex_realloc(recording.profile.entries, more * sizeof *recording.profile.entries);
    if (!entries) return DPEX_ERROR_NO_MEMORY;
    recording.profile.entries = entries;
    dpex_event **events = dpex_realloc(recording.events, more * sizeof *events);
    if (!events) return DPEX_ERROR_NO_MEMORY;
    recording.events = events;
    recording.capacity = more;
    return DPEX_SUCCESS;
}

/* A queue's number; timelines are kept so that no address comes back. -1: no memory. */
static int number_of(const dpex_timeline *timeline)
{
    for (int i = 0; i < recording.n_queues; i++)
        if (recording.queues[i] == timeline) return i;
    const dpex_timeline **longer =
        dpex_realloc(recording.queues, (size_t)(recording.n_queues + 1) * sizeof *recording.queues);
    if (!longer) return -1;
    recording.queues = longer;
    longer[recording.n_queues] = dpex_timeline_retain((dpex_timeline *)timeline);
    return recording.n_queues++;
}

/* The entry's texts and references are taken where it succeeds. With the lock. */
static int append(const dpex_profile_entry *entry, const dpex_queue *queue, dpex_event *event)
{
    const int number = dpex_profile_is_on() ? number_of(queue->timeline) : -1;
    if (number < 0 || grow()) return 0;
    const size_t i = recording.profile.n++;
    recording.profile.entries[i] = *entry;
    recording.profile.entries[i].queue = number;
    recording.events[i] = dpex_event_retain(event);
    dpex_device_retain(queue->device);
    return 1;
}

void dpex_profile_add(dpex_queue *queue, const dpex_command *command, dpex_event *event,
                      uint64_t submit_ns)
{
    char where[DPEX_WHERE_BYTES];
    dpex_pool_statistics pool;
    dpex_locate(where);
    dpex_pool_get_statistics(queue->device, &pool);
    const char *name = command->kind == DPEX_COMMAND_LAUNCH && !command->name
                           ? command->launch.kernel->info.name
                           : dpex_command_get_name(command);
    const dpex_profile_entry entry = {.name = dpex_strdup(name),
                                      .where = dpex_strdup(where),
                                      .kind = dpex_command_get_kind(command),
                                      .submit_ns = submit_ns,
                                      .bytes = bytes_of_command(command),
                                      .live_bytes = pool.live_bytes,
                                      .device = queue->device};
    told_bytes = 0;
    pthread_mutex_lock(&lock);
    const int is_added = entry.name && entry.where && append(&entry, queue, event);
    recording.profile.n_lost += !is_added;
    read_oldest(&recording, N_READ_AT_ONCE, 0);
    pthread_mutex_unlock(&lock);
    if (is_added) return;
    dpex_free(entry.name);
    dpex_free(entry.where);
}

/* ---- the profile ------------------------------------------------------------------------------ */

/* What was called before a moment, at the latest then. */
static void submit_pending(void)
{
    const dpex_pending_calls *pending = atomic_load(&dpex_pending);
    if (pending) pending->flush_all();
}

dpex_status dpex_profile_start(void)
{
    submit_pending();
    if (atomic_exchange(&dpex_profile_recording, 1))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "a profile is being recorded already");
    return DPEX_SUCCESS;
}

void dpex_profile_stop(dpex_profile *profile)
{
    submit_pending();
    pthread_mutex_lock(&lock);
    atomic_store(&dpex_profile_recording, 0);
    list recorded = recording;
    recording = (list){.n_read = 0};
    pthread_mutex_unlock(&lock);
    /* Without the lock: what is waited for may submit commands itself. */
    read_oldest(&recorded, SIZE_MAX, 1);
    *profile = recorded.profile;
    for (int i = 0; i < recorded.n_queues; i++)
        dpex_timeline_release((dpex_timeline *)recorded.queues[i]);
    dpex_free(recorded.queues);
    dpex_free(recorded.events);
}

void dpex_profile_fini(dpex_profile *profile)
{
    for (size_t i = 0; i < profile->n; i++) {
        dpex_free(profile->entries[i].name);
        dpex_free(profile->entries[i].where);
        dpex_device_release(profile->entries[i].device);
    }
    dpex_free(profile->entries);
    *profile = (dpex_profile){0};
}
