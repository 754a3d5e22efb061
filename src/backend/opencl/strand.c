/* The driver's queues that one of ours has, the list of ours, and what fork does to them. */
#include "backend/opencl/queue.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/fork.h"

/* Guards the lists of all queues and of idle ones of drivers; a timeline's lock may be taken
 * inside. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static dpex_cl_strand *first_strand;

/* ---- the driver's queues ------------------------------------------------------------------------------- */

/* They are never released, but used again: Intel's CPU runtime hangs where a queue is released
 * while a worker is still leaving its last command, and nothing says when that is over. A context
 * that is destroyed leaves its few behind. Keyed by context, device and properties. */
typedef struct idle_queue {
    struct idle_queue *next;
    cl_context ctx;
    cl_device device;
    cl_ulong flags;
    cl_queue id;
} idle_queue;

static idle_queue *first_idle; /* guarded by lock */

static cl_ulong flags_of(const dpex_cl_strand *s, int out_of_order)
{
    return (s->properties & DPEX_QUEUE_ENABLE_PROFILING ? CL_QUEUE_PROFILING_ENABLE : 0) |
           (out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
}

dpex_status dpex_cl_strand_open_queue(const dpex_cl_strand *s, int out_of_order, cl_queue *id)
{
    cl_ulong flags = flags_of(s, out_of_order);
    pthread_mutex_lock(&lock);
    idle_queue **link = &first_idle, *found;
    while ((found = *link) &&
           (found->ctx != s->ctx || found->device != s->device || found->flags != flags))
        link = &found->next;
    if (found) *link = found->next;
    pthread_mutex_unlock(&lock);
    cl_int code = CL_SUCCESS;
    *id = found ? found->id : s->driver->api.CreateCommandQueue(s->ctx, s->device, flags, &code);
    dpex_free(found);
    return dpex_cl_check(code, "clCreateCommandQueue");
}

void dpex_cl_strand_close_queue(const dpex_cl_strand *s, int out_of_order, cl_queue id)
{
    idle_queue *idle = id ? dpex_malloc(sizeof *idle) : NULL;
    /* Without memory for the entry the queue is lost, which costs only its memory. */
    if (!idle) return;
    *idle = (idle_queue){NULL, s->ctx, s->device, flags_of(s, out_of_order), id};
    pthread_mutex_lock(&lock);
    idle->next = first_idle;
    first_idle = idle;
    pthread_mutex_unlock(&lock);
}

/* ---- the list of queues -------------------------------------------------------------------------------- */

void dpex_cl_strand_list(dpex_cl_strand *s)
{
    pthread_mutex_lock(&lock);
    s->next = first_strand;
    if (s->next) s->next->previous = s;
    first_strand = s;
    pthread_mutex_unlock(&lock);
}

static void remove_from_list(dpex_cl_strand *s)
{
    pthread_mutex_lock(&lock);
    *(s->previous ? &s->previous->next : &first_strand) = s->next;
    if (s->next) s->next->previous = s->previous;
    pthread_mutex_unlock(&lock);
}

void dpex_cl_strand_release(dpex_cl_strand *s)
{
    if (atomic_fetch_sub(&s->refs, 1) != 1) return;
    remove_from_list(s);
    if (!dpex_cl_is_forked(s->driver)) {
        if (s->barrier) s->driver->api.ReleaseEvent(s->barrier);
        /* Idle by now: the last reference was that of the last record. */
        dpex_cl_strand_close_queue(s, 0, s->in_order);
        dpex_cl_strand_close_queue(s, 1, s->out_of_order);
    }
    pthread_mutex_destroy(&s->barrier_lock);
    dpex_timeline_release(s->timeline);
    dpex_free(s);
}

/* ---- fork ---------------------------------------------------------------------------------------------- */

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
    for (dpex_cl_strand *s = first_strand; s; s = s->next) pthread_mutex_lock(&s->timeline->lock);
}

/* In the child the driver's threads are gone and no call of it is safe: what was pending fails. The
 * records, and what they hold, stay behind. */
static void abandon(dpex_cl_strand *s)
{
    for (dpex_cl_record *r = s->first; r; r = r->next)
        if (r->event && !r->is_done)
            dpex_event_abandon(r->event, DPEX_ERROR_FORKED,
                               "an OpenCL command from before fork, which cannot be waited for "
                               "here");
    /* The child's copies of the records stay allocated. */
    s->first = s->last = NULL;
    s->timeline->watchers = s->timeline->last_watcher = NULL;
    atomic_store(&s->timeline->completed, atomic_load(&s->timeline->submitted));
    atomic_store(&s->timeline->n_sleeping, 0);
}

static void after_fork(int is_child)
{
    for (dpex_cl_strand *s = first_strand; s; s = s->next) {
        if (is_child) abandon(s);
        pthread_mutex_unlock(&s->timeline->lock);
    }
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void register_fork_hooks(void)
{
    static dpex_fork_hooks hooks = {before_fork, after_fork, NULL};
    dpex_fork_register(DPEX_FORK_STRANDS, &hooks);
}
