/* The root devices and platforms of the process, found once.
 *
 * The native backend is asked first, and alone where a search needs no more, since opening drivers
 * takes long (docs/tuning.md); then, on the first question about other devices, the rest. Every
 * backend of defs/backends.def is asked, in order, the selector hides what it does not name, and
 * platforms that are left empty are removed. The result never changes and is never freed: pointers
 * into it are borrowed by everybody. A backend that fails has no devices here (DPEX_LOG=discovery
 * says why); only running out of memory fails the whole, leaving nothing, so that the next call
 * starts anew. */
#include "runtime/registry.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "runtime/selector.h"

/* Guards discovery: one thread makes the registry, the others wait for it. It is held while
 * backends are asked, against the rule, because nobody has anything to do before they have
 * answered. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(dpex_registry *) published;
/* The native devices alone, found before anything else was asked for; stays, and shares its
 * platforms with the whole. */
static _Atomic(dpex_registry *) published_host;

/* A child forked while another thread discovers must not find the lock held for ever. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}
static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

static const dpex_backend *const backends[] = {
#define DPEX_BACKEND(name) &dpex_backend_##name,
#include "defs/backends.def"
#undef DPEX_BACKEND
};

/* For a registry that was never published. */
void dpex_registry_free(dpex_registry *registry)
{
    if (!registry) return;
    for (size_t i = 0; i < registry->n_platforms; i++) dpex_platform_free(registry->platforms[i]);
    dpex_free(registry->platforms);
    dpex_free(registry->devices);
    dpex_free(registry->composites);
    dpex_free(registry);
}

/* The add of dpex_backend.discover. */
static dpex_status take_platform(void *list, dpex_platform *platform)
{
    dpex_registry *registry = list;
    size_t bytes = (registry->n_platforms + 1) * sizeof *registry->platforms;
    dpex_platform **longer = dpex_realloc(registry->platforms, bytes);
    if (!longer) {
        dpex_platform_free(platform);
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for the list of platforms");
    }
    longer[registry->n_platforms++] = platform;
    registry->platforms = longer;
    return DPEX_SUCCESS;
}

/* Names are compared whole: "cu" is none. */
static int is_backend(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++)
        if (strlen(backends[i]->name) == len && !strncmp(name, backends[i]->name, len)) return 1;
    return 0;
}

/* DPEX_BACKENDS, names with commas between; NULL where unset or not understood. */
static const char *named_backends(void)
{
    const char *names = dpex_env_text("DPEX_BACKENDS");
    for (const char *at = names; at && *at; at += strcspn(at, ","), at += *at == ',') {
        if (is_backend(at, strcspn(at, ","))) continue;
        dpex_env_warn("DPEX_BACKENDS", names, "native, opencl, cuda, sim, with commas between");
        return NULL;
    }
    return names;
}

/* Unset or not understood: no backend is left out. */
static int is_left_out(const dpex_backend *backend)
{
    const char *names = named_backends();
    size_t len = strlen(backend->name);
    for (const char *at = names; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == len && !strncmp(at, backend->name, len)) return 0;
    return names != NULL;
}

static void note_absent(dpex_registry *registry, const dpex_backend *backend, const char *why)
{
    if (registry->n_absent == sizeof registry->absent / sizeof *registry->absent) return;
    registry->absent[registry->n_absent].backend = backend->name;
    snprintf(registry->absent[registry->n_absent].why, sizeof registry->absent->why, "%s", why);
    registry->n_absent++;
}

static dpex_status ask_backends(dpex_registry *registry, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        if (is_left_out(backends[i])) {
            note_absent(registry, backends[i], "DPEX_BACKENDS leaves it out");
            continue;
        }
        dpex_status status = backends[i]->discover(backends[i], take_platform, registry);
        /* Everything else means "no devices of this backend". */
        if (status == DPEX_ERROR_NO_MEMORY) return status;
        if (!status) continue;
        note_absent(registry, backends[i], dpex_error_message());
        DPEX_LOG_LINE(DPEX_LOG_DISCOVERY, "%s: no devices: %s", backends[i]->name,
                      dpex_error_message());
    }
    return DPEX_SUCCESS;
}

/* The selector may have hidden all devices of a platform. */
static void drop_empty_platforms(dpex_registry *registry)
{
    size_t n = 0;
    for (size_t i = 0; i < registry->n_platforms; i++) {
        dpex_platform *platform = registry->platforms[i];
        if (platform->n_devices)
            registry->platforms[n++] = platform;
        else
            dpex_platform_free(platform);
    }
    registry->n_platforms = n;
}

static dpex_status list_devices(dpex_registry *registry)
{
    for (size_t i = 0; i < registry->n_platforms; i++) {
        dpex_platform *platform = registry->platforms[i];
        for (size_t d = 0; d < platform->n_devices; d++) {
            if (platform->devices[d]->index != registry->n_devices) /* else others may read it */
                platform->devices[d]->index = registry->n_devices;
            DPEX_TRY(dpex_device_list_append(&registry->devices, &registry->n_devices,
                                             platform->devices[d]));
            DPEX_LOG_LINE(DPEX_LOG_DISCOVERY, "device %zu: %s (%s)", platform->devices[d]->index,
                          platform->devices[d]->info.name, platform->backend->name);
        }
        for (size_t d = 0; d < platform->n_composites; d++)
            DPEX_TRY(dpex_device_list_append(&registry->composites, &registry->n_composites,
                                             platform->composites[d]));
    }
    return DPEX_SUCCESS;
}

enum { N_BACKENDS = sizeof backends / sizeof *backends };

/* Borrows the platforms of host, which the backends before `first` found. */
static dpex_status borrow_platforms(dpex_registry *registry, const dpex_registry *host)
{
    if (!host) return DPEX_SUCCESS;
    registry->platforms = dpex_malloc(host->n_platforms * sizeof *registry->platforms);
    if (!registry->platforms)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for the list of platforms");
    memcpy(registry->platforms, host->platforms, host->n_platforms * sizeof *host->platforms);
    registry->n_platforms = host->n_platforms;
    return DPEX_SUCCESS;
}

/* They belong to `host`, which stays, so dpex_registry_free must not free them. */
static void return_platforms(dpex_registry *registry, const dpex_registry *host)
{
    for (size_t i = 0; host && i < host->n_platforms && i < registry->n_platforms; i++)
        registry->platforms[i] = NULL;
}

/* What the backends [first, last) find, behind what host holds (NULL: nothing). */
static dpex_status make(const dpex_registry *host, size_t first, size_t last, dpex_registry **made)
{
    dpex_registry *registry = dpex_calloc(1, sizeof *registry);
    if (!registry) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for the list of devices");
    dpex_status status = borrow_platforms(registry, host);
    if (!status) status = ask_backends(registry, first, last);
    /* Where `host` exists the selector is unset: see only_host_matters. */
    if (!status && !host) status = dpex_selector_apply(registry);
    if (!status) drop_empty_platforms(registry);
    if (!status) status = list_devices(registry);
    if (status) {
        return_platforms(registry, host);
        dpex_registry_free(registry);
        return status;
    }
    *made = registry;
    return DPEX_SUCCESS;
}

dpex_status dpex_registry_make(dpex_registry **made)
{
    return make(NULL, 0, N_BACKENDS, made);
}

/* Makes the whole, or (wants_host) the native devices alone, where there is none of it yet. */
static dpex_status make_once(int wants_host)
{
    static int has_fork_handlers;
    dpex_registry *registry = NULL;
    dpex_status status = DPEX_SUCCESS;
    pthread_mutex_lock(&lock);
    const dpex_registry *host = atomic_load_explicit(&published_host, memory_order_relaxed);
    /* Under the lock, so it is added once; where that failed, tried again. */
    if (!has_fork_handlers)
        has_fork_handlers = !pthread_atfork(before_fork, after_fork, after_fork);
    /* Another thread may have made it before this one had the lock. */
    if (!atomic_load_explicit(&published, memory_order_relaxed) && !(wants_host && host)) {
        status = wants_host ? make(NULL, 0, 1, &registry)
                            : make(host, host ? 1 : 0, N_BACKENDS, &registry);
        if (!status) /* Pairs with the acquire loads below. */
            atomic_store_explicit(wants_host ? &published_host : &published, registry,
                                  memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

dpex_status dpex_registry_get(const dpex_registry **registry)
{
    *registry = atomic_load_explicit(&published, memory_order_acquire);
    if (*registry) return DPEX_SUCCESS;
    DPEX_TRY(make_once(0));
    *registry = atomic_load_explicit(&published, memory_order_acquire);
    return DPEX_SUCCESS;
}

/* Whether nothing says that there is a GPU, real or simulated, or that devices are hidden. */
static int only_host_matters(void)
{
    static const char *const signs[] = {"/dev/dri",
                                        "/dev/kfd",
                                        "/dev/nvidiactl",
                                        "/dev/dxg",
                                        "/dev/mali0",
                                        "/dev/nvmap",
                                        "/proc/driver/nvidia/version"};
    if (dpex_env_text("ONEAPI_DEVICE_SELECTOR") || dpex_env_text("DPEX_SIMULATE")) return 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (access(signs[i], F_OK) == 0) return 0;
    return 1;
}

dpex_status dpex_registry_get_host(const dpex_registry **registry)
{
    *registry = atomic_load_explicit(&published, memory_order_acquire);
    if (!*registry) *registry = atomic_load_explicit(&published_host, memory_order_acquire);
    if (*registry) return DPEX_SUCCESS;
    if (!only_host_matters()) return dpex_registry_get(registry);
    DPEX_TRY(make_once(1));
    *registry = atomic_load_explicit(&published, memory_order_acquire);
    if (!*registry) *registry = atomic_load_explicit(&published_host, memory_order_acquire);
    /* DPEX_BACKENDS may leave the native device out. */
    return (*registry)->n_devices ? DPEX_SUCCESS : dpex_registry_get(registry);
}
