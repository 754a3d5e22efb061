/* How much memory the pool may take, and how a request that is too large fails.
 *
 * Unless the user sets one, there is a limit for RAM (host memory, and devices that compute there),
 * and a device's own memory has its size as limit; a limit that is set holds for all memory
 * together.
 *
 * Not here: the amounts themselves (host/sysmem.c reads RAM and control groups) and which limit
 * holds (pool_state.c). The idea: Linux promises memory that it does not have and kills the process
 * when it is touched, so a request is compared with what is free *before* the system is asked: free
 * RAM (and what is left of the control group's limit) less what this pool has been promised and has
 * not touched yet. Cached memory counts as free: it is given back first, then the request is
 * refused.
 *
 * Asking the system takes longer than many an allocation. What an answer leaves is used for further
 * chunks, of up to an eighth of it each, for half a second without asking again. */
#include <stdio.h>
#include <unistd.h>

#include "base/error.h"
#include "base/futex.h"
#include "host/sysmem.h"
#include "runtime/pool.h"

/* Long enough for a burst of allocations, short against the time in which other processes change
 * what is free. */
static const uint64_t CREDIT_NS = 500 * 1000000ull;

/* What the last question left over. Racing threads may spend it twice, which costs nothing but
 * exactness: hence relaxed atomics and no lock. */
static struct credit {
    _Atomic uint64_t bytes, until_ns;
} credit;

/* ---- the limit ------------------------------------------------------------------------------- */

static uint64_t minus(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* The bytes that count towards the limit. is_set: whether one is, read once by the caller, since
 * another thread may set it meanwhile. */
static _Atomic uint64_t *account(int is_set)
{
    return is_set ? &dpex_pools.reserved_bytes : &dpex_pools.reserved_ram_bytes;
}

/* May be called at any time; 0: back to the default. */
void dpex_pool_set_limit(uint64_t bytes)
{
    dpex_pools_init();
    const int is_set = bytes != 0;
    atomic_store(&dpex_pools.limit_is_set, is_set);
    if (!is_set) bytes = dpex_pool_get_ram();
    atomic_store(&dpex_pools.limit_bytes, bytes);
    /* What is in use stays; only cached memory goes. */
    uint64_t excess = minus(atomic_load(account(is_set)), bytes);
    if (excess) dpex_pool_evict((dpex_pool_scope){NULL, !is_set}, excess, 0);
}

/* ---- what is kept for reuse ------------------------------------------------------------------ */

/* The share of what may be kept for reuse that a driver may keep in addition: memory that is needed
 * again soon is cheaper from there. */
enum { DRIVER_PART = 8 };

void dpex_pool_keep_to_share(const dpex_pool *pool, uint64_t cached_bytes)
{
    dpex_pool_scope scope = dpex_pool_get_scope(pool);
    uint64_t share = dpex_pool_get_limit(scope.device) / 4, kept = cached_bytes;
    /* A device's own pool alone: what its cached_bytes say. */
    if (!scope.device)
        kept = atomic_load_explicit(scope.uses_ram ? &dpex_pools.cached_large_ram_bytes
                                                   : &dpex_pools.cached_large_bytes,
                                    memory_order_relaxed);
    if (kept > share) dpex_pool_evict(scope, kept - share, share / DRIVER_PART);
}

/* ---- what is left; each returns the bytes that a request may have ---------------------------- */

/* Anonymous memory of this process that the system has really given, or 0 where it does not say. */
static uint64_t resident_bytes(void)
{
    /* Shared pages are files and are not promised memory. */
    unsigned long long size, resident = 0, shared = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%llu %llu %llu", &size, &resident, &shared) != 3) resident = shared = 0;
    fclose(file);
    return minus(resident, shared) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Of the machine's memory; a 64th of it stays for the rest of the process.
 * Memory that was promised and not touched is not in "available" yet, so it is subtracted here.
 */
static uint64_t left_on_machine(void)
{
    uint64_t total, available;
    dpex_host_get_memory(&total, &available);
    uint64_t promised = minus(atomic_load(&dpex_pools.reserved_ram_bytes), resident_bytes());
    return minus(available, promised + total / 64);
}

static int spend_credit(uint64_t bytes)
{
    uint64_t left = atomic_load_explicit(&credit.bytes, memory_order_relaxed);
    /* Relaxed: at worst another question to the system. */
    if (bytes > left ||
        dpex_clock_ns() > atomic_load_explicit(&credit.until_ns, memory_order_relaxed))
        return 0;
    atomic_store_explicit(&credit.bytes, left - bytes, memory_order_relaxed);
    return 1;
}

static void open_credit(uint64_t left)
{
    atomic_store_explicit(&credit.bytes, left / 8, memory_order_relaxed);
    atomic_store_explicit(&credit.until_ns, dpex_clock_ns() + CREDIT_NS, memory_order_relaxed);
}

/* ---- the request ----------------------------------------------------------------------------- */

/* Why a request does not fit. */
typedef struct refusal {
    uint64_t available, of;
    const char *what;
    dpex_pool_scope whose; /* whose cached memory would help */
} refusal;

/* Reserves at once, so that two threads cannot both take the last bytes. */
static int fits_limit(const dpex_pool *pool, size_t bytes, refusal *why)
{
    int is_set = dpex_pool_is_limit_set();
    _Atomic uint64_t *counted = account(is_set);
    uint64_t limit = atomic_load(&dpex_pools.limit_bytes), reserved = atomic_load(counted);
    if (is_set || pool->uses_ram) {
        do {
            *why = (refusal){
                minus(limit, reserved), limit, "the memory pool's limit", {NULL, !is_set}};
            /* The exchange fails where another thread reserved in between, and the test is
             * repeated. */
            if (bytes > why->available) return 0;
        } while (!atomic_compare_exchange_weak(counted, &reserved, reserved + bytes));
        if (is_set && pool->uses_ram) atomic_fetch_add(&dpex_pools.reserved_ram_bytes, bytes);
    }
    /* Without a set limit this count is for statistics only. */
    if (!is_set) atomic_fetch_add(&dpex_pools.reserved_bytes, bytes);
    return 1;
}

/* Devices with memory of their own, simulated ones too.
 * A simulated device's memory is the machine's, but has the size of the simulated one. */
static int fits_device(const dpex_pool *pool, size_t bytes, refusal *why)
{
    if (pool->kind == DPEX_USM_HOST || pool->device->host_reads_device_memory) return 1;
    uint64_t capacity = pool->device->info.global_mem_size;
    uint64_t left = minus(capacity, dpex_pool_get_device_bytes(pool->device));
    *why = (refusal){left, capacity, "the device's memory", {pool->device, 0}};
    return capacity == 0 || bytes <= left;
}

static int fits_machine(const dpex_pool *pool, size_t bytes, refusal *why)
{
    if (!pool->uses_ram || spend_credit(bytes)) return 1;
    uint64_t left = left_on_machine();
    if (bytes <= left) {
        open_credit(left - bytes);
        return 1;
    }
    *why = (refusal){left, dpex_pool_get_ram(), "the machine's memory", {NULL, 1}};
    return 0;
}

/* The limit last, as only that one changes anything. */
static int try_reserve(const dpex_pool *pool, size_t bytes, refusal *why)
{
    return fits_device(pool, bytes, why) && fits_machine(pool, bytes, why) &&
           fits_limit(pool, bytes, why);
}

/* "opencl:gpu:0", or the name of a device that has no such number. */
static void write_device(const dpex_device *device, char *text, size_t bytes)
{
    dpex_status status = dpex_device_get_filter(device, 1, 1, text, bytes);
    if (status) snprintf(text, bytes, "%s", device->info.name);
}

dpex_status dpex_pool_fail(const dpex_pool *pool, size_t asked, const char *why)
{
    char device[DPEX_TEXT_BYTES];
    write_device(pool->device, device, sizeof(device));
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "cannot allocate %zu bytes on %s: %s", asked, device,
                     why);
}

dpex_status dpex_pool_reserve(const dpex_pool *pool, size_t bytes, size_t asked)
{
    refusal why;
    if (try_reserve(pool, bytes, &why)) return DPEX_SUCCESS;
    /* First as much as is needed, then everything; the refusal tells whose memory would help. */
    if (dpex_pool_evict(why.whose, bytes, 0) && try_reserve(pool, bytes, &why)) return DPEX_SUCCESS;
    if (dpex_pool_evict(why.whose, UINT64_MAX, 0) && try_reserve(pool, bytes, &why))
        return DPEX_SUCCESS;
    /* Names what was missing at the last attempt. */
    char text[128];
    snprintf(text, sizeof(text), "%llu bytes available of %llu (%s)",
             (unsigned long long)why.available, (unsigned long long)why.of, why.what);
    return dpex_pool_fail(pool, asked, text);
}
