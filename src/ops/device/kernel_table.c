/* Compiled kernels, kept for the process. Entries belong to one context and device; a program keeps
 * its context, so contexts that computed once stay. */
#include "ops/device/device.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fork.h"
#include "runtime/runtime.h"

enum { N_BUCKETS = 256 };

typedef struct entry {
    struct entry *next;
    uint64_t hash;
    const dpex_context *ctx;
    const dpex_device *device;
    dpex_kernel *kernel; /* kept */
    size_t key_bytes;
    unsigned char key[];
} entry;

static entry *buckets[N_BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards buckets; entries never change */
DPEX_FORK_GUARD(lock)

/* FNV-1a (Fowler, Noll & Vo). Over words it would be faster, but keys are short beside the cost of
 * a launch. */
static uint64_t hash_of(const unsigned char *bytes, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* May be called by any thread. NULL where there is none yet. */
dpex_kernel *dpex_device_find_kernel(const void *id, size_t bytes, const dpex_queue *queue)
{
    uint64_t hash = hash_of(id, bytes);
    pthread_mutex_lock(&lock);
    entry *e = buckets[hash % N_BUCKETS];
    while (e && (e->hash != hash || e->ctx != queue->ctx || e->device != queue->device ||
                 e->key_bytes != bytes || memcmp(e->key, id, bytes)))
        e = e->next;
    pthread_mutex_unlock(&lock);
    /* After unlocking: an entry neither changes nor goes. */
    return e ? e->kernel : NULL;
}

/* Two threads may compile the same kernel at once: both entries stay, and the later one is
 * found. */
void dpex_device_keep_kernel(const void *id, size_t bytes, const dpex_queue *queue,
                             dpex_kernel *kernel)
{
    entry *e = dpex_malloc(sizeof *e + bytes);
    if (!e) return; /* the kernel works, it will be made again */
    uint64_t hash = hash_of(id, bytes);
    *e = (entry){.hash = hash,
                 .ctx = queue->ctx,
                 .device = queue->device,
                 .kernel = kernel,
                 .key_bytes = bytes};
    memcpy(e->key, id, bytes);
    pthread_mutex_lock(&lock);
    e->next = buckets[hash % N_BUCKETS];
    buckets[hash % N_BUCKETS] = e;
    pthread_mutex_unlock(&lock);
}

int dpex_device_is_asked_again(const void *id, size_t bytes)
{
    enum { N_ASKED = 1024 };
    static _Atomic uint64_t asked[N_ASKED];
    const uint64_t hash = hash_of(id, bytes);
    return atomic_exchange_explicit(&asked[hash % N_ASKED], hash, memory_order_relaxed) == hash;
}
