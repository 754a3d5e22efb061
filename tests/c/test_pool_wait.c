/* Memory that nobody holds and commands still use: requests wait for it, and there is never much of it. */
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "backend/backend.h"
#include "dpex/dpex.h"
#include "queue_fixture.h"
#include "test.h"

enum { MIB = 1 << 20 };

static _Atomic int is_open;
static _Atomic int n_begun, n_ended;

static dpex_status wait_for_gate(void *unused)
{
    (void)unused;
    while (!atomic_load(&is_open)) sched_yield();
    return DPEX_SUCCESS;
}

/* A wait opens the gate: it is over only if somebody waits. */
static int open_gate(void **token)
{
    *token = &is_open;
    atomic_fetch_add(&n_begun, 1);
    atomic_store(&is_open, 1);
    return 0;
}
static int go_on(void *token)
{
    CHECK(token == &is_open);
    atomic_fetch_add(&n_ended, 1);
    return 0;
}
static int stop(void *token)
{
    return go_on(token), -1;
}
static int count_begin(void **token)
{
    *token = &is_open;
    atomic_fetch_add(&n_begun, 1);
    return 0;
}
static int refuse(void **token)
{
    *token = NULL;
    return -1;
}

static const dpex_wait_hooks opening = {open_gate, go_on}, stopping = {count_begin, stop},
                             counting = {count_begin, go_on}, refusing = {refuse, go_on};

static dpex_status make(dpex_queue *queue, size_t bytes, dpex_storage **storage)
{
    return dpex_storage_create(queue, bytes, 0, DPEX_USM_DEVICE, storage);
}

static void submit(dpex_queue *queue, dpex_storage *storage, dpex_host_fn run)
{
    dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL, .uses = &storage, .n_uses = 1};
    command.host.run = run;
    command.host.payload = queue;
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
}

/* Memory that is dropped under a command. */
static void drop_used(dpex_queue *queue, size_t bytes, dpex_host_fn run)
{
    dpex_storage *storage;
    CHECK_OK(make(queue, bytes, &storage));
    submit(queue, storage, run);
    dpex_storage_release(storage);
}

static uint64_t reserved_bytes(void)
{
    dpex_pool_statistics now;
    dpex_pool_get_statistics(NULL, &now);
    return now.reserved_bytes;
}

static void end(dpex_queue *queue)
{
    atomic_store(&is_open, 1);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    dpex_queue_release(queue);
}

/* ---- where there is no other memory ---------------------------------------------------------- */

static void check_request_waits(const char *filter, unsigned properties)
{
    dpex_queue *queue = fixture_queue_on(filter, properties),
               *other = fixture_queue_on(filter, properties);
    dpex_storage *storage;
    dpex_pool_set_limit(64 * MIB);
    dpex_set_wait_hooks(&opening);
    drop_used(queue, 40 * MIB, wait_for_gate);
    CHECK_OK(make(other, 50 * MIB, &storage));
    CHECK(atomic_load(&n_begun) >= 1);
    CHECK_INT(atomic_load(&n_begun), atomic_load(&n_ended));
    dpex_storage_release(storage);
    dpex_queue_release(other);
    end(queue);
}
TEST(a_request_waits_for_memory_that_commands_of_another_queue_use)
{
    check_request_waits("cpu", 0);
}
TEST(a_request_waits_for_memory_that_commands_of_an_in_order_queue_use)
{
    check_request_waits("cpu", DPEX_QUEUE_IN_ORDER);
}
TEST(a_request_waits_for_memory_of_a_simulated_device)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    check_request_waits("gpu", 0);
}

TEST(a_request_for_a_small_block_waits_too)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    dpex_set_wait_hooks(&opening);
    dpex_pool_set_limit(16 * MIB);
    drop_used(queue, 16 * MIB, wait_for_gate);
    CHECK_OK(make(queue, 100, &storage));
    dpex_storage_release(storage);
    end(queue);
}

TEST(a_request_for_more_than_ever_becomes_free_is_refused)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *held, *storage;
    dpex_set_wait_hooks(&opening);
    dpex_pool_set_limit(64 * MIB);
    CHECK_OK(make(queue, 20 * MIB, &held));
    drop_used(queue, 40 * MIB, wait_for_gate);
    CHECK_FAILS(make(queue, 45 * MIB, &storage), DPEX_ERROR_NO_MEMORY);
    CHECK_MESSAGE("46137344 bytes available of 67108864");
    dpex_storage_release(held);
    end(queue);
}

TEST(a_wait_for_memory_ends_where_its_hooks_say_so)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    dpex_set_wait_hooks(&stopping);
    dpex_pool_set_limit(64 * MIB);
    drop_used(queue, 40 * MIB, wait_for_gate);
    CHECK_FAILS(make(queue, 50 * MIB, &storage), DPEX_ERROR_INTERRUPTED);
    CHECK_INT(atomic_load(&n_begun), 1);
    dpex_set_wait_hooks(&refusing);
    CHECK_FAILS(make(queue, 50 * MIB, &storage), DPEX_ERROR_NO_MEMORY);
    dpex_set_wait_hooks(NULL);
    end(queue);
}

static _Atomic int status_inside = -1;

/* It uses the memory that it would wait for. */
static dpex_status ask_for_memory(void *queue)
{
    dpex_storage *storage = NULL;
    while (!atomic_load(&is_open)) sched_yield();
    atomic_store(&status_inside, (int)make(queue, 50 * MIB, &storage));
    dpex_storage_release(storage);
    return DPEX_SUCCESS;
}

TEST(a_host_function_is_refused_and_does_not_wait)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_pool_set_limit(64 * MIB);
    dpex_set_wait_hooks(&counting);
    drop_used(queue, 40 * MIB, ask_for_memory);
    end(queue);
    CHECK_INT(atomic_load(&status_inside), DPEX_ERROR_NO_MEMORY);
    CHECK_INT(atomic_load(&n_begun), 0);
}

/* ---- running ahead --------------------------------------------------------------------------- */

static void check_bounded(const char *filter, int n_queues)
{
    enum { N = 400 };
    dpex_queue *first = fixture_queue_on(filter, 0), *queue = dpex_queue_retain(first);
    dpex_set_wait_hooks(&opening);
    dpex_pool_set_limit(160 * MIB); /* a sixteenth may be pending */
    for (int i = 0; i < N; i++) {
        if (i % (N / n_queues) == 0) {
            dpex_queue_release(queue);
            queue = fixture_queue_on(filter, 0);
        }
        drop_used(queue, MIB + (size_t)(i % 7) * 65536, wait_for_gate);
        CHECK(reserved_bytes() <= (40 + 10 + 2) * MIB); /* cached, pending, this one */
    }
    CHECK(atomic_load(&n_begun) > 0);
    CHECK_INT(atomic_load(&n_begun), atomic_load(&n_ended));
    dpex_queue_release(queue);
    end(first);
}
TEST(a_queue_does_not_run_ahead_with_memory_without_bounds)
{
    check_bounded("cpu", 1);
}
TEST(many_queues_do_not_run_ahead_with_memory_without_bounds)
{
    check_bounded("cpu", 100);
}
TEST(simulated_devices_do_not_run_ahead_with_memory_without_bounds)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    check_bounded("gpu", 20);
}

TEST(where_no_command_ends_memory_is_given_while_there_is_some)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    dpex_set_wait_hooks(&counting);
    dpex_pool_set_limit(64 * MIB);
    drop_used(queue, 8 * MIB, wait_for_gate);
    CHECK_OK(make(queue, 8 * MIB, &storage));
    CHECK(atomic_load(&n_begun) > 0);
    dpex_storage_release(storage);
    end(queue);
}

/* ---- very many commands ------------------------------------------------------------------------ */

/* A command that waits for the gate, and n behind it. */
static dpex_queue *queue_with(int n)
{
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_IN_ORDER);
    const dpex_command waits = {.kind = DPEX_COMMAND_HOST_CALL,
                                .host = {wait_for_gate, NULL, NULL}},
                       nothing = {.kind = DPEX_COMMAND_HOST_CALL};
    CHECK_OK(dpex_queue_submit(queue, &waits, NULL, 0, NULL));
    for (int i = 0; i < n; i++) CHECK_OK(dpex_queue_submit(queue, &nothing, NULL, 0, NULL));
    return queue;
}

TEST(a_program_that_is_far_ahead_of_its_queue_waits)
{
    dpex_queue *queue = queue_with(300);
    dpex_set_wait_hooks(&opening);
    CHECK_OK(dpex_queue_bound_pending(queue));
    CHECK(n_begun > 0 && n_begun == n_ended);
    CHECK(atomic_load(&queue->timeline->submitted) - atomic_load(&queue->timeline->completed) <=
          128);
    end(queue);
}

TEST(a_few_pending_commands_are_not_waited_for)
{
    dpex_queue *queue = queue_with(200);
    dpex_set_wait_hooks(&opening);
    CHECK_OK(dpex_queue_bound_pending(queue));
    CHECK_INT(n_begun, 0);
    end(queue);
}

TEST(a_queue_that_stands_still_is_waited_for_once)
{
    dpex_queue *queue = queue_with(300);
    dpex_set_wait_hooks(&counting);
    CHECK_OK(dpex_queue_bound_pending(queue));
    const int n = n_begun;
    CHECK(n > 0);
    CHECK_OK(dpex_queue_bound_pending(queue));
    CHECK_INT(n_begun, n);
    end(queue);
}

TEST(a_wait_for_many_commands_can_be_interrupted_or_refused)
{
    dpex_queue *queue = queue_with(300);
    dpex_set_wait_hooks(&refusing);
    CHECK_OK(dpex_queue_bound_pending(queue));
    dpex_set_wait_hooks(&stopping);
    CHECK_FAILS(dpex_queue_bound_pending(queue), DPEX_ERROR_INTERRUPTED);
    end(queue);
}
