/* The root devices and platforms of the process, found once. */
#ifndef DPEX_RUNTIME_REGISTRY_H
#define DPEX_RUNTIME_REGISTRY_H

#include "backend/backend.h"

typedef struct dpex_registry {
    /* Owned, except what was borrowed from the registry of the host. */
    dpex_platform **platforms;
    size_t n_platforms;
    dpex_device **devices; /* in enumeration order; borrowed from the platforms */
    size_t n_devices;
    dpex_device **composites; /* likewise */
    size_t n_composites;
    /* The backends that have no devices here, and why, for messages. */
    struct {
        const char *backend;
        char why[200];
    } absent[4];
    size_t n_absent;
} dpex_registry;

/* Makes it on first use; afterwards one atomic load. A failure leaves nothing behind, and the next
 * call tries again. */
dpex_status dpex_registry_get(const dpex_registry **registry);

/* The same for questions that the host's CPU answers whatever else there is, unless a GPU is there:
 * then the registry may hold that device alone, so that no driver of others is opened. */
dpex_status dpex_registry_get_host(const dpex_registry **registry);

/* Discovery itself, and its undoing: for dpex_registry_get, and for tests that vary the
 * environment. */
dpex_status dpex_registry_make(dpex_registry **registry);
void dpex_registry_free(dpex_registry *registry);

#endif
