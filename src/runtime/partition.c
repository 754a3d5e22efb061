/* Splitting devices, counting sub-devices and keeping them unique.
 *
 * The same split of the same device gives the same sub-devices while they live: a device keeps a
 * list of its live children (borrowed, so that it keeps none of them alive), and a new child that
 * equals one of them in its partition and parts is replaced by it. A child whose count reached
 * zero may still be in the list for a moment; it is not reused. */
#include <pthread.h>
#include <string.h>

#include "backend/backend.h"
#include "base/alloc.h"
#include "base/error.h"

/* Guards first_child and next_sibling of all devices. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}
static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}
static void add_fork_handlers(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}

/* ---- the count ------------------------------------------------------------------------------- */

/* Takes a sub-device without references out of its parent's list of live children. */
static void forget(dpex_device *device)
{
    pthread_mutex_lock(&lock);
    dpex_device **at = &device->parent->first_child;
    while (*at && *at != device) at = &(*at)->next_sibling;
    if (*at) *at = device->next_sibling;
    pthread_mutex_unlock(&lock);
}

/* Root devices and composites live as long as the process: only sub-devices count. */
dpex_device *dpex_device_retain(dpex_device *device)
{
    if (device && device->parent) atomic_fetch_add_explicit(&device->refs, 1, memory_order_relaxed);
    return device;
}

void dpex_device_release(dpex_device *device)
{
    while (device && device->parent) {
        /* An iteration per level: a sub-device may hold the last reference to its parent. */
        dpex_device *parent = device->parent;
        if (atomic_fetch_sub_explicit(&device->refs, 1, memory_order_acq_rel) != 1) return;
        forget(device);
        dpex_device_free(device);
        device = parent; /* it held one reference to its parent */
    }
}

/* ---- splitting ------------------------------------------------------------------------------- */

static int same_split(const dpex_device *a, const dpex_device *b)
{
    return a->info.partition_type == b->info.partition_type &&
           a->info.partition_domain == b->info.partition_domain && a->n_units == b->n_units &&
           !memcmp(a->units, b->units, a->n_units * sizeof *a->units);
}

/* Adds a reference unless the last one has just gone. */
static int retain_if_live(dpex_device *device)
{
    /* Relaxed: only a success needs order. */
    int refs = atomic_load_explicit(&device->refs, memory_order_relaxed);
    while (refs > 0)
        if (atomic_compare_exchange_weak_explicit(&device->refs, &refs, refs + 1,
                                                  memory_order_acq_rel, memory_order_relaxed))
            return 1;
    return 0;
}

/* The live child that equals this new one, or the new one, now a child. */
static dpex_device *intern(dpex_device *device)
{
    dpex_device *parent = device->parent, *twin = NULL;
    pthread_mutex_lock(&lock);
    for (dpex_device *child = parent->first_child; child && !twin; child = child->next_sibling)
        /* A child whose count has reached 0 is about to be freed by another thread. */
        if (same_split(child, device) && retain_if_live(child)) twin = child;
    if (!twin) {
        /* Only a child that is new keeps the parent. */
        dpex_device_retain(parent);
        device->next_sibling = parent->first_child;
        parent->first_child = device;
    }
    pthread_mutex_unlock(&lock);
    /* Outside the lock. */
    if (twin) dpex_device_free(device);
    return twin ? twin : device;
}

static dpex_status check(const dpex_device *device, const dpex_partition *partition)
{
    const char *name = device->info.name;
    switch (partition->kind) {
    case DPEX_PARTITION_EQUALLY:
        if (partition->units) return DPEX_SUCCESS;
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "cannot split %s into sub-devices of 0 compute units", name);
    case DPEX_PARTITION_BY_COUNTS:
        if (!partition->n_counts)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "cannot split %s by no counts at all", name);
        for (size_t i = 0; i < partition->n_counts; i++)
            if (!partition->counts[i])
                return DPEX_FAIL(
                    DPEX_ERROR_INVALID_VALUE,
                    "count %zu of %zu is 0; a sub-device of %s has at least one compute unit", i,
                    partition->n_counts, name);
        return DPEX_SUCCESS;
    case DPEX_PARTITION_BY_AFFINITY:
        if (partition->domain > DPEX_AFFINITY_NOT_APPLICABLE &&
            partition->domain < DPEX_N_AFFINITY_DOMAINS)
            return DPEX_SUCCESS;
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "affinity domain %d splits no device",
                         (int)partition->domain);
    default:
        return DPEX_FAIL(
            DPEX_ERROR_INVALID_VALUE,
            "partition kind %d is none of equally (%d), by counts (%d), by affinity (%d)",
            (int)partition->kind, DPEX_PARTITION_EQUALLY, DPEX_PARTITION_BY_COUNTS,
            DPEX_PARTITION_BY_AFFINITY);
    }
}

dpex_status dpex_device_partition(dpex_device *device, const dpex_partition *partition,
                                  dpex_device ***devices, size_t *n)
{
    dpex_device **made = NULL;
    size_t n_made = 0;
    DPEX_TRY(check(device, partition));
    if (!device->backend->partition)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s cannot be split", device->info.name);
    /* Only programs that split devices need the handlers. */
    pthread_once(&once, add_fork_handlers);
    dpex_status status = device->backend->partition(device, partition, &made, &n_made);
    if (status) {
        /* They are in no list yet, and nobody knows them. */
        for (size_t i = 0; i < n_made; i++) dpex_device_free(made[i]);
        dpex_free(made);
        return status;
    }
    /* An equal child that lives replaces the new one, which is freed. */
    for (size_t i = 0; i < n_made; i++) made[i] = intern(made[i]);
    *devices = made;
    *n = n_made;
    return DPEX_SUCCESS;
}

void dpex_device_array_free(dpex_device **devices)
{
    dpex_free(devices);
}
