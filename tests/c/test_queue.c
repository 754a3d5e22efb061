/* Queues: identity, what submission refuses, hazards between queues, release, fork, shutdown. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "dpex/memory.h"
#include "queue_fixture.h"
#include "runtime/use.h"
#include "test.h"

/* ---- identity -------------------------------------------------------------------------------- */

TEST(release_null_queue_is_noop)
{
    dpex_queue_release(NULL);
}

TEST(queue_knows_its_device_context_and_properties)
{
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_IN_ORDER);
    CHECK_INT(dpex_queue_get_properties(queue), DPEX_QUEUE_IN_ORDER);
    CHECK(dpex_context_holds(dpex_queue_get_context(queue), dpex_queue_get_device(queue)));
    CHECK(dpex_queue_is_idle(queue));
    dpex_queue_release(queue);
}

TEST(unknown_properties_are_refused)
{
    dpex_device *device;
    dpex_queue *queue;
    CHECK_OK(dpex_device_find("cpu", &device));
    CHECK_FAILS(dpex_queue_create(NULL, device, 64, &queue), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("0x40");
}

TEST(context_that_does_not_hold_the_device_is_refused)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_device *cpu, *gpu;
    dpex_context *ctx;
    dpex_queue *queue;
    CHECK_OK(dpex_device_find("cpu", &cpu));
    CHECK_OK(dpex_device_find("gpu", &gpu));
    CHECK_OK(dpex_context_create_for_device(gpu, &ctx));
    CHECK_FAILS(dpex_queue_create(ctx, cpu, 0, &queue), DPEX_ERROR_INVALID_VALUE);
    dpex_context_release(ctx);
}

TEST(cached_queue_is_one_per_device)
{
    dpex_device *device;
    dpex_queue *first, *second;
    CHECK_OK(dpex_device_find("cpu", &device));
    CHECK_OK(dpex_queue_get_cached(device, &first));
    CHECK_OK(dpex_queue_get_cached(device, &second));
    CHECK(first == second);
}

static dpex_status create_and_release(void *device)
{
    dpex_queue *queue;
    DPEX_TRY(dpex_queue_create(NULL, device, 0, &queue));
    dpex_queue_release(queue);
    return DPEX_SUCCESS;
}

TEST(queue_creation_without_memory_leaves_nothing)
{
    dpex_device *device;
    CHECK_OK(dpex_device_find("cpu", &device));
    CHECK_OK(create_and_release(device));
    test_failing_allocations(create_and_release, device);
}

TEST(released_queue_still_runs_its_commands)
{
    gate door = {0};
    task t[3];
    memset(t, 0, sizeof t);
    t[0].before = &door;
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_IN_ORDER);
    dpex_event *event;
    for (int i = 0; i < 2; i++) task_submit(queue, &t[i], 0, NULL, NULL);
    task_submit(queue, &t[2], 0, NULL, &event);
    dpex_queue_release(queue);
    gate_open(&door);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    CHECK_INT(t[2].n_runs, 1);
    dpex_event_release(event);
}

/* ---- submission ------------------------------------------------------------------------------ */

TEST(bad_fill_patterns_are_refused)
{
    dpex_queue *queue = fixture_queue(0);
    char bytes[16];
    dpex_command command = {.kind = DPEX_COMMAND_FILL,
                            .fill = {.dst = {.host = bytes}, .bytes = 12}};
    static const uint8_t bad[] = {0, 3, 17, 32};
    for (size_t i = 0; i < sizeof bad; i++) {
        command.fill.pattern_bytes = bad[i];
        CHECK_FAILS(dpex_queue_submit(queue, &command, NULL, 0, NULL), DPEX_ERROR_INVALID_VALUE);
        CHECK_MESSAGE("1, 2, 4, 8 and 16");
    }
    dpex_queue_release(queue);
}

TEST(unknown_kind_is_refused)
{
    dpex_queue *queue = fixture_queue(0);
    dpex_command command = {.kind = (dpex_command_kind)77};
    CHECK_FAILS(dpex_queue_submit(queue, &command, NULL, 0, NULL), DPEX_ERROR_INVALID_VALUE);
    CHECK(dpex_queue_is_idle(queue));
    dpex_queue_release(queue);
}

TEST(copies_and_fills_go_through_the_queue)
{
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_IN_ORDER);
    static const size_t sizes[] = {0, 100, (size_t)1 << 20, (size_t)9 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i];
        unsigned char *host = malloc(n + 1);
        dpex_storage *storage;
        CHECK_OK(dpex_storage_create(queue, n, 0, DPEX_USM_DEVICE, &storage));
        dpex_command fill = {
            .kind = DPEX_COMMAND_FILL,
            .uses = &storage,
            .n_uses = 1,
            .fill = {
                .dst = {.storage = storage}, .bytes = n, .pattern = {1, 2}, .pattern_bytes = 2}};
        dpex_command copy = {
            .kind = DPEX_COMMAND_COPY,
            .uses = &storage,
            .n_uses = 1,
            .copy = {.dst = {.host = host}, .src = {.storage = storage}, .bytes = n}};
        CHECK_OK(dpex_queue_submit(queue, &fill, NULL, 0, NULL));
        CHECK_OK(dpex_queue_submit(queue, &copy, NULL, 0, NULL));
        dpex_storage_release(storage); /* the commands do not need it any more */
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        for (size_t k = 0; k < n; k++)
            if (host[k] != 1 + k % 2)
                test_fail(__FILE__, __LINE__, "byte %zu of %zu is %d", k, n, host[k]);
        free(host);
    }
    dpex_queue_release(queue);
}

/* ---- hazards --------------------------------------------------------------------------------- */

static void submit_user(dpex_queue *queue, dpex_storage **storages, size_t n, dpex_host_fn run,
                        void *payload, dpex_event **event)
{
    dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL,
                            .flags = DPEX_COMMAND_ORDERED,
                            .uses = storages,
                            .n_uses = n,
                            .host = {run, NULL, payload}};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, event));
}

static dpex_status wait_at_gate(void *payload)
{
    gate_wait(payload);
    return DPEX_SUCCESS;
}

static dpex_status fail_if_closed(void *payload)
{
    gate *door = payload;
    return atomic_load(&door->is_open)
               ? DPEX_SUCCESS
               : DPEX_FAIL(DPEX_ERROR_INTERNAL, "ran before the other queue's command");
}

TEST(storage_seen_through_two_queues_is_used_in_order)
{
    dpex_queue *a = fixture_queue(0), *b = fixture_queue(0);
    dpex_storage *storage;
    gate door = {0};
    dpex_event *event;
    CHECK_OK(dpex_storage_create(a, 64, 0, DPEX_USM_DEVICE, &storage));
    submit_user(a, &storage, 1, wait_at_gate, &door, NULL);
    submit_user(b, &storage, 1, fail_if_closed, &door, &event);
    CHECK(!dpex_use_is_complete(storage, NULL));
    CHECK(dpex_event_get_status(event) != DPEX_EVENT_COMPLETE);
    gate_open(&door);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    CHECK_OK(dpex_storage_wait(storage, 0, NULL));
    CHECK(dpex_use_is_complete(storage, NULL));
    dpex_event_release(event);
    dpex_storage_release(storage);
    dpex_queue_release(a);
    dpex_queue_release(b);
}

TEST(uses_by_more_queues_than_slots_are_all_awaited)
{
    enum { N = 3 * DPEX_STORAGE_N_USES };
    dpex_queue *queues[N], *last = fixture_queue(0);
    dpex_storage *storages[N], *all;
    gate door = {0};
    dpex_event *event;
    CHECK_OK(dpex_storage_create(last, 64, 0, DPEX_USM_DEVICE, &all));
    for (int i = 0; i < N; i++) {
        queues[i] = fixture_queue(0);
        CHECK_OK(dpex_storage_create(queues[i], 64, 0, DPEX_USM_DEVICE, &storages[i]));
        dpex_storage *both[2] = {storages[i], all};
        submit_user(queues[i], both, 2, wait_at_gate, &door, NULL);
    }
    submit_user(last, storages, N, fail_if_closed, &door, &event);
    gate_open(&door);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    CHECK_OK(dpex_storage_wait(all, 0, NULL));
    dpex_event_release(event);
    for (int i = 0; i < N; i++) {
        dpex_storage_release(storages[i]);
        dpex_queue_release(queues[i]);
    }
    dpex_storage_release(all);
    dpex_queue_release(last);
}

typedef struct {
    dpex_queue *queue;
    dpex_storage *storage;
    _Atomic int *n_inside, *n_overlaps;
} contender;

static dpex_status be_alone(void *payload)
{
    contender *c = payload;
    if (atomic_fetch_add(c->n_inside, 1)) atomic_fetch_add(c->n_overlaps, 1);
    atomic_fetch_sub(c->n_inside, 1);
    return DPEX_SUCCESS;
}

/* One thread at a time submits, to alternating queues: no two commands on the storage may
 * overlap. */
TEST(uses_of_one_storage_never_overlap_across_queues)
{
    enum { N_QUEUES = 4, N_ROUNDS = 500 };
    _Atomic int n_inside = 0, n_overlaps = 0;
    contender c[N_QUEUES];
    dpex_storage *storage = NULL;
    for (int i = 0; i < N_QUEUES; i++) {
        c[i] = (contender){fixture_queue(i % 2 ? DPEX_QUEUE_IN_ORDER : 0), NULL, &n_inside,
                           &n_overlaps};
        if (!storage) CHECK_OK(dpex_storage_create(c[i].queue, 64, 0, DPEX_USM_DEVICE, &storage));
    }
    for (int i = 0; i < N_ROUNDS; i++)
        submit_user(c[i % N_QUEUES].queue, &storage, 1, be_alone, &c[i % N_QUEUES], NULL);
    CHECK_OK(dpex_storage_wait(storage, 0, NULL));
    CHECK_INT(n_overlaps, 0);
    dpex_storage_release(storage);
    for (int i = 0; i < N_QUEUES; i++) dpex_queue_release(c[i].queue);
}

static void *contend(void *payload)
{
    contender *c = payload;
    for (int i = 0; i < 300; i++) submit_user(c->queue, &c->storage, 1, be_alone, c, NULL);
    return NULL;
}

/* Threads that race for a storage have no order between them, but nothing may break and all uses
 * must be known. */
TEST(threads_may_race_for_a_storage)
{
    enum { N = 6 };
    pthread_t threads[N];
    _Atomic int n_inside = 0, n_overlaps = 0;
    contender c[N];
    dpex_queue *owner = fixture_queue(0);
    dpex_storage *storage;
    CHECK_OK(dpex_storage_create(owner, 64, 0, DPEX_USM_DEVICE, &storage));
    for (int i = 0; i < N; i++) {
        c[i] = (contender){fixture_queue(0), storage, &n_inside, &n_overlaps};
        CHECK(pthread_create(&threads[i], NULL, contend, &c[i]) == 0);
    }
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    CHECK_OK(dpex_storage_wait(storage, 0, NULL));
    for (int i = 0; i < N; i++) {
        CHECK(dpex_queue_is_idle(c[i].queue));
        dpex_queue_release(c[i].queue);
    }
    dpex_storage_release(storage);
    dpex_queue_release(owner);
}

/* ---- sub-devices ----------------------------------------------------------------------------- */

static dpex_status note_cpu(void *payload, int64_t first, int64_t last)
{
    _Atomic int *n_on_cpu = payload;
    (void)first, (void)last;
    atomic_fetch_add(&n_on_cpu[sched_getcpu()], 1);
    return DPEX_SUCCESS;
}

TEST(sub_device_computes_on_its_own_cores_only)
{
    if (fixture_n_cpus() < 2) SKIP("needs two CPUs");
    dpex_device *device, **subs;
    size_t n;
    static _Atomic int n_on_cpu[4096];
    CHECK_OK(dpex_device_find("cpu", &device));
    dpex_partition division = {.kind = DPEX_PARTITION_EQUALLY, .units = 1};
    CHECK_OK(dpex_device_partition(device, &division, &subs, &n));
    dpex_queue *queue;
    CHECK_OK(dpex_queue_create(NULL, subs[1], 0, &queue));
    for (unsigned flags = 0; flags <= DPEX_COMMAND_SMALL; flags += DPEX_COMMAND_SMALL) {
        dpex_command command = {.kind = DPEX_COMMAND_PARALLEL,
                                .flags = flags,
                                .parallel = {note_cpu, NULL, NULL, n_on_cpu, 0, 200}};
        for (int i = 0; i < 20; i++) CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    }
    int n_used = 0;
    for (int i = 0; i < 4096; i++) n_used += n_on_cpu[i] > 0;
    CHECK_INT(n_used, 1);
    dpex_queue_release(queue);
    for (size_t i = 0; i < n; i++) dpex_device_release(subs[i]);
    dpex_device_array_free(subs);
}

/* ---- shutdown and fork ----------------------------------------------------------------------- */

TEST(shutdown_waits_for_all_queues_and_work_may_follow)
{
    dpex_queue *queue = fixture_queue(0);
    task t[3];
    memset(t, 0, sizeof t);
    for (int i = 0; i < 3; i++) {
        task_submit(queue, &t[i], 0, NULL, NULL);
        dpex_shutdown();
        CHECK_INT(t[i].n_drops, 1);
    }
    dpex_queue_release(queue);
}

static int exit_code_of(pid_t pid)
{
    int status;
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static dpex_status count_chunk(void *payload, int64_t first, int64_t last)
{
    atomic_fetch_add((_Atomic int *)payload, (int)(last - first));
    return DPEX_SUCCESS;
}

/* The payloads are on the heap: in a forked child the stacks of the other threads are used
 * again. */
static void check_queue_works(dpex_queue *queue)
{
    _Atomic int *n = calloc(1, sizeof *n);
    task *t = calloc(1, sizeof *t);
    CHECK(n && t);
    dpex_command command = {.kind = DPEX_COMMAND_PARALLEL,
                            .parallel = {count_chunk, NULL, NULL, n, 0, 300}};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
    task_submit(queue, t, 0, NULL, NULL);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(*n, 300);
    CHECK_INT(t->n_runs, 1);
    free(n);
    free(t);
}

static void skip_under_sanitizers(void)
{
#if defined(__SANITIZE_THREAD__)
    SKIP("the thread sanitizer takes no new threads in a fork of several");
#elif defined(__SANITIZE_ADDRESS__)
    /* Which a thread holds that goes to sleep behind its last command, too. */
    SKIP("the address sanitizer's allocator keeps its locks in a fork");
#endif
}

TEST(queues_of_the_parent_work_in_a_forked_child)
{
    skip_under_sanitizers();
    dpex_queue *queue = fixture_queue(0);
    check_queue_works(queue);
    pid_t pid = test_fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        check_queue_works(queue);
        dpex_queue *fresh = fixture_queue(0);
        check_queue_works(fresh);
        dpex_queue_release(fresh);
        dpex_shutdown();
        _exit(42);
    }
    check_queue_works(queue);
    CHECK_INT(exit_code_of(pid), 42);
    dpex_queue_release(queue);
}

TEST(commands_pending_at_fork_are_cancelled_in_the_child_only)
{
    skip_under_sanitizers();
    dpex_queue *queue = fixture_queue(0), *other = fixture_queue(DPEX_QUEUE_IN_ORDER);
    gate door = {0};
    task running = {.before = &door}, waiting = {0}, elsewhere = {0};
    dpex_event *events[3];
    task_submit(queue, &running, 0, NULL, &events[0]);
    task_submit(queue, &waiting, 0, events[0], &events[1]);
    task_submit(other, &elsewhere, 0, events[1], &events[2]);
    gate_wait_arrival(&door);
    pid_t pid = test_fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        CHECK(dpex_queue_is_idle(queue) && dpex_queue_is_idle(other));
        for (int i = 0; i < 3; i++)
            CHECK_FAILS(dpex_event_wait(events[i], 0, NULL), DPEX_ERROR_CANCELLED);
        CHECK_MESSAGE("forked");
        check_queue_works(queue);
        check_queue_works(other);
        CHECK_INT(running.n_drops + waiting.n_drops + elsewhere.n_drops, 3);
        CHECK_INT(waiting.n_runs + elsewhere.n_runs, 0);
        dpex_queue_release(queue);
        dpex_queue_release(other);
        _exit(42);
    }
    CHECK_INT(exit_code_of(pid), 42);
    gate_open(&door);
    for (int i = 0; i < 3; i++) {
        CHECK_OK(dpex_event_wait(events[i], 0, NULL));
        dpex_event_release(events[i]);
    }
    CHECK_INT(running.n_drops + waiting.n_drops + elsewhere.n_drops, 3);
    dpex_queue_release(queue);
    dpex_queue_release(other);
}

static void *keep_busy(void *payload)
{
    void **args = payload;
    while (!atomic_load((_Atomic int *)args[1])) check_queue_works(args[0]);
    return NULL;
}

TEST(fork_while_other_threads_submit_leaves_a_working_child)
{
    skip_under_sanitizers();
    dpex_queue *queue = fixture_queue(0);
    _Atomic int must_stop = 0;
    void *args[2] = {queue, &must_stop};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) CHECK(pthread_create(&threads[i], NULL, keep_busy, args) == 0);
    for (int i = 0; i < 20; i++) {
        pid_t pid = test_fork();
        CHECK(pid >= 0);
        if (pid == 0) {
            check_queue_works(queue);
            _exit(42);
        }
        CHECK_INT(exit_code_of(pid), 42);
    }
    atomic_store(&must_stop, 1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    dpex_queue_release(queue);
}
