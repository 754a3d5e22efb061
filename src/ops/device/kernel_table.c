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

/* Read without the lock: entries neither change nor go. */
static _Atomic(entry *) buckets[N_BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of who adds entries */
DPEX_FORK_GUARD(lock)

/* Multiplicative, by words of 8 bytes: a key of a long chain has thousands of bytes, and each launch reads its key once. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static uint64_t hash_of(const void *key, size_t n)
{
    const unsigned char *bytes = key;
    uint64_t hash = n, word = 0;
    for (; n >= sizeof word; n -= sizeof word, bytes += sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = mix(hash, word);
    }
    word = 0;
    memcpy(&word, bytes, n);
    return mix(hash, word);
}

/* May be called by any thread. NULL where there is none yet. */
dpex_kernel *dpex_device_find_kernel(const void *id, size_t bytes, const dpex_queue *queue)
{
    uint64_t hash = hash_of(id, bytes);
    entry *e = atomic_load_explicit(&buckets[hash % N_BUCKETS], memory_order_acquire);
    while (e && (e->hash != hash || e->ctx != queue->ctx || e->device != queue->device ||
                 e->key_bytes != bytes || memcmp(e->key, id, bytes)))
        e = e->next;
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
    e->next = atomic_load_explicit(&buckets[hash % N_BUCKETS], memory_order_relaxed);
    atomic_store_explicit(&buckets[hash % N_BUCKETS], e, memory_order_release);
    pthread_mutex_unlock(&lock);
}

int dpex_device_is_asked_again(const void *id, size_t bytes)
{
    enum { N_ASKED = 1024 };
    static _Atomic uint64_t asked[N_ASKED];
    const uint64_t hash = hash_of(id, bytes);
    return atomic_exchange_explicit(&asked[hash % N_ASKED], hash, memory_order_relaxed) == hash;
}
