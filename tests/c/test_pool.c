/* The memory pool: reuse, safety of reuse, limits, trimming, threads, fork. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "dpex/dpex.h"
#include "queue_fixture.h"
#include "runtime/pool.h"
#include "runtime/use.h"
#include "test.h"

static dpex_storage *make(dpex_queue *queue, size_t bytes)
{
    dpex_storage *storage;
    CHECK_OK(dpex_storage_create(queue, bytes, 0, DPEX_USM_DEVICE, &storage));
    return storage;
}

static dpex_storage *make_ordered(dpex_queue *queue, size_t bytes)
{
    dpex_storage *storage;
    CHECK_OK(dpex_storage_create_ordered(queue, bytes, DPEX_USM_DEVICE, &storage));
    return storage;
}

static dpex_pool_statistics statistics(void)
{
    dpex_pool_statistics now;
    dpex_pool_get_statistics(NULL, &now);
    return now;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

TEST(size_classes_hold_what_they_are_asked_for_and_waste_little)
{
    for (size_t bytes = 1; bytes < (size_t)1 << 40; bytes += 1 + bytes / 97) {
        unsigned c = dpex_size_class(bytes);
        size_t got = dpex_size_class_bytes(c);
        CHECK(got >= bytes);
        CHECK(c == 0 || dpex_size_class_bytes(c - 1) < bytes);
        if (bytes > 32768) CHECK((double)got <= 1.0625 * (double)bytes);
        CHECK_INT(got % 64, 0);
    }
    CHECK_INT(dpex_size_class(0), 0);
    CHECK(dpex_size_class((size_t)1 << DPEX_MAX_POOLED_LOG2) < DPEX_N_CLASSES);
}

/* ---- reuse ----------------------------------------------------------------------------------- */

static void check_reused(size_t bytes)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *first = make(queue, bytes);
    void *ptr = dpex_storage_get_ptr(first);
    memset(ptr, 1, bytes);
    dpex_storage_release(first);
    dpex_storage *second = make(queue, bytes);
    CHECK(dpex_storage_get_ptr(second) == ptr);
    CHECK_INT(statistics().n_reused, 1);
    dpex_storage_release(second);
    dpex_queue_release(queue);
}

TEST(a_released_small_block_is_used_again)
{
    check_reused(100);
}
TEST(a_released_medium_block_is_used_again)
{
    check_reused(100000);
}
TEST(a_released_large_block_is_used_again)
{
    check_reused(10000000);
}

TEST(blocks_do_not_overlap_and_are_aligned)
{
    enum { N = 2000 };
    static dpex_storage *storages[N];
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    for (int i = 0; i < N; i++) {
        size_t bytes = (size_t)(i * 37 % 5000);
        storages[i] = make(queue, bytes);
        CHECK_INT((uintptr_t)dpex_storage_get_ptr(storages[i]) % 64, 0);
        memset(dpex_storage_get_ptr(storages[i]), i & 0xff, bytes);
    }
    for (int i = 0; i < N; i++) {
        const unsigned char *bytes = dpex_storage_get_ptr(storages[i]);
        for (size_t k = 0; k < dpex_storage_get_bytes(storages[i]); k++)
            CHECK_INT(bytes[k], i & 0xff);
        dpex_storage_release(storages[i]);
    }
    CHECK_INT(statistics().live_bytes, 0);
    dpex_queue_release(queue);
}

TEST(alignments_up_to_two_mebibytes_are_kept)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    for (size_t align = 1; align <= (size_t)2 << 20; align *= 2) {
        dpex_storage *storage;
        CHECK_OK(dpex_storage_create(queue, 1000, align, DPEX_USM_SHARED, &storage));
        CHECK_INT((uintptr_t)dpex_storage_get_ptr(storage) % align, 0);
        CHECK_INT(dpex_storage_get_bytes(storage), 1000);
        memset(dpex_storage_get_ptr(storage), 7, 1000);
        dpex_storage_release(storage);
    }
    dpex_storage *storage;
    CHECK_FAILS(dpex_storage_create(queue, 8, 48, DPEX_USM_SHARED, &storage),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_storage_create(queue, SIZE_MAX - 10, 4096, DPEX_USM_SHARED, &storage),
                DPEX_ERROR_NO_MEMORY);
    dpex_queue_release(queue);
}

/* A pending use, as a command in flight would record it. */
static void pretend_use(dpex_storage *storage, dpex_timeline *timeline, uint64_t number,
                        int ordered)
{
    storage->uses[0] = (dpex_use){dpex_timeline_retain(timeline), number, ordered != 0};
}

TEST(an_ordered_block_comes_back_to_its_queue_at_once)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *first = make_ordered(queue, 1000), *second;
    atomic_store(&queue->timeline->submitted, 1);
    pretend_use(first, queue->timeline, 1, 1);
    dpex_storage_release(first);
    second = make_ordered(queue, 1000);
    CHECK(first == second);
    dpex_storage_release(second);
    atomic_store(&queue->timeline->completed, 1);
    dpex_queue_release(queue);
}

TEST(a_ready_block_has_no_pending_use)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *first = make_ordered(queue, 1000), *second;
    atomic_store(&queue->timeline->submitted, 1);
    pretend_use(first, queue->timeline, 1, 1);
    dpex_storage_release(first);
    second = make(queue, 1000);
    CHECK(first != second);
    atomic_store(&queue->timeline->completed, 1);
    CHECK(make(queue, 1000) == first);
    dpex_queue_release(queue);
}

TEST(a_block_in_use_by_another_queue_or_out_of_order_is_not_given_out)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0), *other = fixture_queue_on("cpu", 0);
    dpex_storage *first = make_ordered(queue, 1000), *second = make_ordered(queue, 1000);
    atomic_store(&queue->timeline->submitted, 1);
    atomic_store(&other->timeline->submitted, 1);
    pretend_use(first, other->timeline, 1, 1);
    pretend_use(second, queue->timeline, 1, 0);
    dpex_storage_release(first);
    dpex_storage_release(second);
    dpex_storage *third = make_ordered(queue, 1000);
    CHECK(third != first && third != second);
    atomic_store(&other->timeline->completed, 1);
    CHECK(make_ordered(queue, 1000) == first);
    atomic_store(&queue->timeline->completed, 1);
    CHECK(make_ordered(queue, 1000) == second);
    dpex_queue_release(other);
    dpex_queue_release(queue);
}

/* A command that goes on until it is told, with its uses. */
static dpex_status wait_for_gate(void *is_open)
{
    while (!atomic_load((_Atomic int *)is_open)) sched_yield();
    return DPEX_SUCCESS;
}

static void submit_gated(dpex_queue *queue, dpex_storage *storage, _Atomic int *is_open)
{
    dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL,
                            .flags = DPEX_COMMAND_ORDERED,
                            .uses = &storage,
                            .n_uses = 1};
    command.host.run = wait_for_gate;
    command.host.payload = is_open;
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
}

TEST(a_block_released_under_a_running_command_goes_to_its_queue_only)
{
    static _Atomic int is_open;
    dpex_queue *queue = fixture_queue_on("cpu", 0), *other = fixture_queue_on("cpu", 0);
    dpex_storage *first = make(queue, 1000), *second, *third, *fourth;
    submit_gated(queue, first, &is_open);
    dpex_storage_release(first);
    second = make(queue, 1000);
    third = make_ordered(other, 1000);
    fourth = make_ordered(queue, 1000);
    CHECK(second != first && third != first);
    CHECK(fourth == first);
    atomic_store(&is_open, 1);
    CHECK_OK(dpex_storage_wait(fourth, 0, NULL));
    CHECK(dpex_queue_is_idle(queue));
    dpex_storage_release(second);
    dpex_storage_release(third);
    dpex_storage_release(fourth);
    dpex_queue_release(other);
    dpex_queue_release(queue);
}

TEST(memory_of_a_queue_that_is_gone_comes_back_once_its_commands_are_done)
{
    static _Atomic int is_open;
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage = make(queue, 1 << 20);
    submit_gated(queue, storage, &is_open);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
    dpex_pool_trim(0);
    CHECK_INT(statistics().cached_bytes, 1 << 20);
    atomic_store(&is_open, 1);
    while (statistics().cached_bytes) dpex_pool_trim(0); /* the strand ends in its own time */
}

/* ---- limits, statistics, trimming ------------------------------------------------------------ */

TEST(statistics_count_what_is_held_and_what_is_cached)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *small = make(queue, 100), *large = make(queue, 5000000);
    dpex_pool_statistics now = statistics();
    CHECK_INT(now.live_bytes, 5000100);
    CHECK_INT(now.live_blocks, 2);
    CHECK_INT(now.cached_bytes, 0);
    CHECK(now.reserved_bytes >= 5000100);
    dpex_storage_release(large);
    now = statistics();
    CHECK_INT(now.live_bytes, 100);
    CHECK(now.cached_bytes >= 5000000);
    CHECK_INT(now.peak_live_bytes, 5000100);
    dpex_storage_release(small);
    now = statistics();
    CHECK_INT(now.cached_bytes, now.reserved_bytes);
    CHECK_INT(now.n_allocations, 2);
    dpex_queue_release(queue);
}

TEST(trim_gives_back_all_that_nobody_holds)
{
    enum { N = 300 };
    dpex_storage *storages[N];
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    for (int i = 0; i < N; i++) storages[i] = make(queue, (size_t)i * i * 10);
    dpex_storage *kept = make(queue, 3000000);
    for (int i = 0; i < N; i++) dpex_storage_release(storages[i]);
    dpex_pool_trim(0);
    dpex_pool_statistics now = statistics();
    CHECK_INT(now.cached_bytes, 0);
    CHECK_INT(now.live_bytes, 3000000);
    CHECK((double)now.reserved_bytes <= 3000000 * 1.07);
    dpex_storage_release(kept);
    CHECK_OK(dpex_storage_create(queue, 100, 0, DPEX_USM_DEVICE, &kept));
    dpex_storage_release(kept);
    dpex_queue_release(queue);
}

TEST(trim_keeps_as_much_as_it_is_told)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storages[8];
    for (int i = 0; i < 8; i++) storages[i] = make(queue, 1 << 20);
    for (int i = 0; i < 8; i++) dpex_storage_release(storages[i]);
    dpex_pool_trim(4 << 20);
    CHECK_INT(statistics().cached_bytes, 4 << 20);
    dpex_queue_release(queue);
}

TEST(no_more_than_a_quarter_of_the_limit_is_kept_for_reuse)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storages[4];
    dpex_pool_set_limit(64 << 20);
    for (int i = 0; i < 4; i++) storages[i] = make(queue, 8 << 20);
    for (int i = 0; i < 4; i++) dpex_storage_release(storages[i]);
    CHECK_INT(statistics().cached_bytes, 16 << 20);
    dpex_queue_release(queue);
}

TEST(trim_leaves_blocks_that_commands_still_use)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage = make_ordered(queue, 1 << 20);
    atomic_store(&queue->timeline->submitted, 1);
    pretend_use(storage, queue->timeline, 1, 1);
    dpex_storage_release(storage);
    dpex_pool_trim(0);
    CHECK_INT(statistics().cached_bytes, 1 << 20);
    atomic_store(&queue->timeline->completed, 1);
    dpex_pool_trim(0);
    CHECK_INT(statistics().cached_bytes, 0);
    dpex_queue_release(queue);
}

TEST(more_than_the_limit_is_refused_and_says_what_is_left)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage, *held;
    dpex_pool_set_limit(10 << 20);
    CHECK_INT(statistics().limit_bytes, 10 << 20);
    held = make(queue, 6 << 20);
    CHECK_FAILS(dpex_storage_create(queue, 5 << 20, 0, DPEX_USM_DEVICE, &storage),
                DPEX_ERROR_NO_MEMORY);
    CHECK_MESSAGE("cannot allocate 5242880 bytes on ");
    CHECK_MESSAGE(":cpu:0: 4194304 bytes available of 10485760");
    dpex_storage_release(held);
    CHECK_OK(dpex_storage_create(queue, 9 << 20, 0, DPEX_USM_DEVICE, &storage));
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(a_request_of_exactly_the_limit_is_served)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage, *next;
    const size_t bytes = 9000 * (size_t)4096; /* no size of a class */
    CHECK(dpex_size_class_bytes(dpex_size_class(bytes)) > bytes);
    dpex_pool_set_limit(bytes);
    storage = make(queue, bytes);
    dpex_pool_set_limit(0);
    dpex_storage_release(storage);
    next = make(queue, bytes + 1); /* the same class, but the cached block is smaller */
    CHECK(next != storage);
    memset(dpex_storage_get_ptr(next), 1, bytes + 1);
    CHECK(make(queue, bytes) == storage);
    dpex_storage_release(storage);
    dpex_storage_release(next);
    dpex_queue_release(queue);
}

TEST(the_limit_comes_from_the_environment)
{
    setenv("DPEX_POOL_LIMIT", "3M", 1);
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    CHECK_INT(statistics().limit_bytes, 3 << 20);
    CHECK_FAILS(dpex_storage_create(queue, 4 << 20, 0, DPEX_USM_HOST, &storage),
                DPEX_ERROR_NO_MEMORY);
    dpex_queue_release(queue);
}

TEST(lowering_the_limit_gives_cached_memory_back)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage_release(make(queue, 8 << 20));
    dpex_pool_set_limit(1 << 20);
    CHECK_INT(statistics().cached_bytes, 0);
    dpex_queue_release(queue);
}

TEST(more_than_the_machine_has_is_refused)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    dpex_pool_set_limit(UINT64_MAX / 2);
    for (int log2 = 44; log2 < 64; log2++)
        CHECK_FAILS(dpex_storage_create(queue, (size_t)1 << log2, 0, DPEX_USM_DEVICE, &storage),
                    DPEX_ERROR_NO_MEMORY);
    CHECK_INT(statistics().reserved_bytes, 0);
    dpex_queue_release(queue);
}

TEST(promised_memory_that_was_never_touched_counts_as_taken)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    uint64_t available;
    CHECK_OK(dpex_device_get_free_memory(dpex_queue_get_device(queue), &available));
    dpex_pool_set_limit(UINT64_MAX / 2);
    size_t most = (size_t)(available / 10 * 6);
    dpex_storage *first = make(queue, most), *second;
    CHECK_FAILS(dpex_storage_create(queue, most, 0, DPEX_USM_DEVICE, &second),
                DPEX_ERROR_NO_MEMORY);
    dpex_storage_release(first);
    CHECK_OK(dpex_storage_create(queue, most, 0, DPEX_USM_SHARED, &second));
    dpex_storage_release(second);
    dpex_queue_release(queue);
}

TEST(a_simulated_device_has_memory_of_its_own)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_queue *queue = fixture_queue_on("gpu", 0);
    uint64_t capacity = dpex_device_get_info(dpex_queue_get_device(queue))->global_mem_size;
    dpex_storage *storage;
    dpex_pool_set_limit(UINT64_MAX / 2);
    CHECK_FAILS(dpex_storage_create(queue, capacity + 1, 0, DPEX_USM_DEVICE, &storage),
                DPEX_ERROR_NO_MEMORY);
    CHECK_MESSAGE("the device's memory");
    dpex_queue_release(queue);
}

/* ---- contexts, threads, fork ----------------------------------------------------------------- */

static dpex_queue *make_queue_in_new_context(void)
{
    dpex_device *device;
    dpex_context *ctx;
    dpex_queue *queue;
    CHECK_OK(dpex_device_find("cpu", &device));
    CHECK_OK(dpex_context_create(&device, 1, &ctx));
    CHECK_OK(dpex_queue_create(ctx, device, 0, &queue));
    dpex_context_release(ctx);
    dpex_device_release(device);
    return queue;
}

TEST(a_context_takes_its_memory_along)
{
    dpex_queue *queue = make_queue_in_new_context();
    dpex_storage_release(make(queue, 5000000));
    CHECK(statistics().cached_bytes >= 5000000);
    dpex_queue_release(queue);
    CHECK_INT(statistics().reserved_bytes, 0);
}

TEST(a_storage_keeps_its_context)
{
    dpex_queue *queue = make_queue_in_new_context();
    dpex_storage *storage = make(queue, 1000);
    dpex_queue_release(queue);
    size_t n;
    CHECK(dpex_context_get_devices(dpex_storage_get_context(storage), &n) && n == 1);
    memset(dpex_storage_get_ptr(storage), 1, 1000);
    dpex_storage_release(storage);
    CHECK_INT(statistics().reserved_bytes, 0);
}

TEST(memory_in_use_outlives_its_context)
{
    dpex_queue *other = fixture_queue_on("cpu", 0), *queue = make_queue_in_new_context();
    dpex_storage *storage = make(queue, 1000);
    atomic_store(&other->timeline->submitted, 1);
    pretend_use(storage, other->timeline, 1, 1);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
    CHECK(statistics().reserved_bytes > 0);
    atomic_store(&other->timeline->completed, 1);
    dpex_memory_sweep();
    CHECK_INT(statistics().reserved_bytes, 0);
    dpex_queue_release(other);
}

enum { N_THREADS = 4, N_ROUNDS = 3000, N_SLOTS = 32 };

static _Atomic(dpex_storage *) slots[N_SLOTS];

/* Swaps fresh storages into shared slots, so that most are released by another thread than made
 * them. */
static void *hammer(void *arg)
{
    dpex_queue *queue = arg;
    uint64_t random = (uint64_t)(uintptr_t)&random;
    for (int i = 0; i < N_ROUNDS; i++) {
        random = random * 6364136223846793005ull + 1442695040888963407ull;
        size_t bytes = (size_t)1 << (random >> 33) % 18;
        dpex_storage *fresh = make(queue, bytes);
        memset(dpex_storage_get_ptr(fresh), (int)(i & 0xff), bytes);
        dpex_storage_release(atomic_exchange(&slots[random >> 40 & (N_SLOTS - 1)], fresh));
        if (i % 500 == 0) dpex_pool_trim(0);
    }
    return NULL;
}

TEST(many_threads_make_and_release_storages)
{
    pthread_t threads[N_THREADS];
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    for (int i = 0; i < N_THREADS; i++) pthread_create(&threads[i], NULL, hammer, queue);
    for (int i = 0; i < N_THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < N_SLOTS; i++) dpex_storage_release(atomic_exchange(&slots[i], NULL));
    CHECK_INT(statistics().live_blocks, 0);
    dpex_pool_trim(0);
    CHECK_INT(statistics().reserved_bytes, 0);
    dpex_queue_release(queue);
}

static _Atomic int is_done;

static void *change_limit(void *arg)
{
    (void)arg;
    for (int i = 0; i < 5000; i++) dpex_pool_set_limit(i % 2 ? 0 : UINT64_C(1) << 40);
    atomic_store(&is_done, 1);
    return NULL;
}

/* Each reservation counts in both accounts, whichever limit held while it was made. */
TEST(a_limit_that_is_set_meanwhile_leaves_the_accounts_right)
{
    pthread_t thread;
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage_release(make(queue, 1 << 20)); /* makes the pool */
    const dpex_pool *pool = dpex_pools.pools;
    uint64_t all = atomic_load(&dpex_pools.reserved_bytes);
    CHECK(pool->uses_ram);
    CHECK_INT(atomic_load(&dpex_pools.reserved_ram_bytes), all);
    pthread_create(&thread, NULL, change_limit, NULL);
    while (!atomic_load(&is_done)) {
        CHECK_OK(dpex_pool_reserve(pool, 64, 64));
        dpex_pool_unreserve(pool, 64);
    }
    pthread_join(thread, NULL);
    dpex_pool_set_limit(0);
    /* Cached memory may have been given back. */
    CHECK_INT(atomic_load(&dpex_pools.reserved_ram_bytes), atomic_load(&dpex_pools.reserved_bytes));
    CHECK(atomic_load(&dpex_pools.reserved_bytes) <= all);
    dpex_queue_release(queue);
}

static void *churn_until_told(void *arg)
{
    dpex_storage *storage = NULL;
    while (!atomic_load(&slots[0]))
        if (!dpex_storage_create(arg, 64, 0, DPEX_USM_DEVICE, &storage))
            dpex_storage_release(storage);
    return NULL;
}

TEST(a_forked_child_uses_the_pool_while_threads_of_the_parent_do)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *inherited = make(queue, 1000), *stop = make(queue, 1);
    pthread_t thread;
    pthread_create(&thread, NULL, churn_until_told, queue);
    for (int i = 0; i < 20; i++) {
        pid_t child = test_fork();
        if (child == 0) {
            dpex_storage_release(inherited);
            dpex_storage_release(make(queue, 64));
            dpex_storage_release(make(queue, 1 << 20));
            dpex_pool_trim(0);
            _exit(0);
        }
        int status;
        CHECK(waitpid(child, &status, 0) == child);
        CHECK_INT(status, 0);
    }
    atomic_store(&slots[0], stop);
    pthread_join(thread, NULL);
    dpex_storage_release(inherited);
    dpex_queue_release(queue);
}

/* ---- a backend without pointers -------------------------------------------------------------- */

static int n_handles;

static dpex_status alloc_handle(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                                size_t bytes, void **ptr, void **handle)
{
    (void)ctx, (void)device, (void)kind;
    *ptr = NULL;
    *handle = malloc(bytes);
    n_handles++;
    return *handle ? DPEX_SUCCESS : DPEX_ERROR_NO_MEMORY;
}

static void free_handle(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr,
                        size_t bytes, void *handle)
{
    (void)ctx, (void)device, (void)kind, (void)ptr, (void)bytes;
    n_handles--;
    free(handle);
}

TEST(memory_without_pointers_gets_a_handle_for_each_storage)
{
    enum { N = 10 };
    dpex_storage *storages[N];
    dpex_queue *queue = make_queue_in_new_context();
    dpex_context *ctx = dpex_queue_get_context(queue);
    const dpex_backend *real = ctx->backend;
    dpex_backend fake = *real;
    fake.mem_alloc = alloc_handle;
    fake.mem_free = free_handle;
    ctx->backend = &fake;
    for (int i = 0; i < N; i++) {
        storages[i] = make(queue, 100);
        CHECK(!dpex_storage_get_ptr(storages[i]));
        for (int k = 0; k < i; k++) CHECK(storages[k]->handle != storages[i]->handle);
    }
    for (int i = 0; i < N; i++) dpex_storage_release(storages[i]);
    CHECK_INT(n_handles, N);
    storages[0] = make(queue, 100);
    CHECK_INT(n_handles, N);
    dpex_storage_release(storages[0]);
    dpex_pool_trim(0);
    CHECK_INT(n_handles, 0);
    ctx->backend = real;
    dpex_queue_release(queue);
}

static dpex_status create_and_release(void *context)
{
    dpex_queue *queue = context;
    dpex_status status = DPEX_SUCCESS;
    for (size_t bytes = 8; bytes < 1000000 && !status; bytes *= 10) {
        dpex_storage *storage;
        status = dpex_storage_create(queue, bytes, 128, DPEX_USM_SHARED, &storage);
        if (!status) dpex_storage_release(storage);
    }
    dpex_pool_trim(0);
    return status;
}

TEST(a_storage_that_finds_no_memory_leaves_nothing_behind)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    CHECK_OK(
        dpex_storage_create(queue, 1, 0, DPEX_USM_SHARED, &storage)); /* makes the pool itself */
    dpex_storage_release(storage);
    dpex_pool_trim(0);
    test_failing_allocations(create_and_release, queue);
    CHECK_INT(statistics().reserved_bytes, 0);
    dpex_queue_release(queue);
}
