/* The CUDA backend over the stand-in for its driver: queues, events, host calls, faults, fork. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/cuda/queue.h"
#include "base/futex.h"
#include "queue_fixture.h"
#include "runtime/runtime.h"
#include "test.h"
#include "test_cuda.h"

static void check_list(const cuda_stage *stage, const int *expected, int n)
{
    CHECK_INT(stage->list[0], n);
    for (int i = 0; i < n; i++) CHECK_INT(stage->list[1 + i], expected[i]);
}

#define CHECK_LIST(stage, ...)                                                                     \
    check_list((stage), (const int[]){__VA_ARGS__},                                                \
               sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

/* ---- order ------------------------------------------------------------------------------------------------- */

TEST(cuda_in_order_queue_keeps_its_order)
{
    cuda_fake();
    cuda_stage stage;
    cuda_stage_init(&stage, cuda_queue(0, DPEX_QUEUE_IN_ORDER));
    cuda_stage_block(&stage, 0, NULL);
    for (int i = 1; i <= 3; i++) cuda_stage_append(&stage, i, 0, NULL, NULL);
    CHECK(!dpex_queue_is_idle(stage.queue));
    atomic_store(&stage.flag, 1);
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    CHECK(dpex_queue_is_idle(stage.queue));
    CHECK_LIST(&stage, 1, 2, 3);
    cuda_stage_fini(&stage);
}

TEST(cuda_ordered_commands_keep_their_order_and_others_overtake)
{
    cuda_fake();
    cuda_stage stage;
    dpex_event *overtaker;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    cuda_stage_block(&stage, DPEX_COMMAND_ORDERED, NULL);
    cuda_stage_append(&stage, 1, DPEX_COMMAND_ORDERED, NULL, NULL);
    cuda_stage_append(&stage, 2, 0, NULL, &overtaker);
    CHECK_OK(dpex_event_wait(overtaker, 0, NULL));
    CHECK_LIST(&stage, 2);
    atomic_store(&stage.flag, 1);
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    CHECK_LIST(&stage, 2, 1);
    dpex_event_release(overtaker);
    cuda_stage_fini(&stage);
}

TEST(cuda_command_waits_for_an_event_of_another_device)
{
    cuda_fake();
    cuda_stage a, b;
    dpex_event *event;
    cuda_stage_init(&a, cuda_queue(0, 0));
    cuda_stage_init(&b, cuda_queue(1, 0));
    cuda_stage_block(&a, 0, &event);
    cuda_stage_append(&b, 1, 0, event, NULL);
    int done;
    CHECK_OK(dpex_queue_wait(b.queue, 1000000, &done));
    CHECK(!done);
    CHECK_INT(dpex_event_get_status(event), DPEX_EVENT_SUBMITTED);
    atomic_store(&a.flag, 1);
    CHECK_OK(dpex_queue_wait(b.queue, 0, NULL));
    CHECK_LIST(&b, 1);
    CHECK_INT(dpex_event_get_status(event), DPEX_EVENT_COMPLETE);
    dpex_event_release(event);
    cuda_stage_fini(&a);
    cuda_stage_fini(&b);
}

static void barrier(dpex_queue *queue, dpex_event **event)
{
    dpex_command command = {.kind = DPEX_COMMAND_BARRIER};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, event));
}

/* A kernel of one device that uses memory of another's queue is in its stream while that one is
 * busy. */
TEST(cuda_command_waits_for_another_queue_in_its_stream)
{
    const fake_cuda_controls *fake = cuda_fake();
    cuda_stage first, second;
    dpex_event *blocked, *copied;
    cuda_stage_init(&first, cuda_queue(0, 0));
    cuda_stage_init(&second, cuda_queue(1, 0));
    dpex_storage *on_first = cuda_storage(first.queue, 8),
                 *on_second = cuda_storage(second.queue, 8);
    dpex_command fill = {
        .kind = DPEX_COMMAND_FILL,
        .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED,
        .uses = &on_first,
        .n_uses = 1,
        .fill = {.dst = {.storage = on_first}, .bytes = 8, .pattern = {7}, .pattern_bytes = 1}};
    dpex_storage *both[] = {on_first, on_second};
    dpex_command copy = {.kind = DPEX_COMMAND_COPY,
                         .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED,
                         .uses = both,
                         .n_uses = 2,
                         .copy = {{.storage = on_second}, {.storage = on_first}, 8}};
    cuda_stage_block(&first, DPEX_COMMAND_ORDERED, &blocked);
    CHECK_OK(dpex_queue_submit(first.queue, &fill, NULL, 0, NULL));
    CHECK_OK(dpex_queue_submit(second.queue, &copy, NULL, 0, &copied));
    CHECK_INT(fake->count("MemcpyPeerAsync"), 1);
    CHECK(dpex_event_get_status(copied) != DPEX_EVENT_COMPLETE);
    atomic_store(&first.flag, 1);
    CHECK_OK(dpex_event_wait(copied, 0, NULL));
    unsigned char out[8];
    dpex_command down = {.kind = DPEX_COMMAND_COPY,
                         .copy = {{.host = out}, {.storage = on_second}, 8}};
    CHECK_OK(dpex_queue_submit(second.queue, &down, NULL, 0, NULL));
    CHECK_OK(dpex_queue_wait(second.queue, 0, NULL));
    for (int i = 0; i < 8; i++) CHECK_INT(out[i], 7);
    dpex_event_release(blocked);
    dpex_event_release(copied);
    dpex_storage_release(on_first);
    dpex_storage_release(on_second);
    cuda_stage_fini(&first);
    cuda_stage_fini(&second);
}

TEST(cuda_barrier_follows_all_before_and_precedes_all_after)
{
    cuda_fake();
    cuda_stage stage;
    dpex_event *event;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    cuda_stage_block(&stage, 0, NULL);
    barrier(stage.queue, &event);
    for (int i = 0; i < 4; i++) cuda_stage_append(&stage, 7, 0, NULL, NULL);
    int done;
    CHECK_OK(dpex_event_wait(event, 1000000, &done));
    CHECK(!done);
    CHECK_INT(stage.list[0], 0);
    atomic_store(&stage.flag, 1);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    CHECK_LIST(&stage, 7, 7, 7, 7);
    dpex_event_release(event);
    cuda_stage_fini(&stage);
}

/* ---- host calls -------------------------------------------------------------------------------------------- */

TEST(cuda_host_call_stands_in_the_order_of_its_queue)
{
    cuda_fake();
    cuda_stage stage;
    gate door = {0};
    task t = {.before = &door, .letter = 'a'};
    cuda_stage_init(&stage, cuda_queue(0, DPEX_QUEUE_IN_ORDER));
    cuda_stage_block(&stage, 0, NULL);
    task_submit(stage.queue, &t, 0, NULL, NULL);
    for (int i = 1; i <= 30; i++) cuda_stage_append(&stage, i, 0, NULL, NULL);
    barrier(stage.queue, NULL);
    CHECK_INT(atomic_load(&t.n_runs), 0);
    atomic_store(&stage.flag, 1);
    gate_wait_arrival(&door);
    CHECK_INT(stage.list[0], 0);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    CHECK_INT(atomic_load(&t.n_drops), 1);
    CHECK_INT(stage.list[0], 30);
    for (int i = 1; i <= 30; i++) CHECK_INT(stage.list[i], i);
    cuda_stage_fini(&stage);
}

TEST(cuda_barrier_follows_host_calls)
{
    cuda_fake();
    cuda_stage stage;
    gate door = {0};
    task t = {.before = &door};
    dpex_event *event;
    int done;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    task_submit(stage.queue, &t, 0, NULL, NULL);
    barrier(stage.queue, &event);
    cuda_stage_append(&stage, 1, DPEX_COMMAND_ORDERED, NULL, NULL);
    CHECK_OK(dpex_event_wait(event, 1000000, &done));
    CHECK(!done);
    gate_open(&door);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    CHECK_LIST(&stage, 1);
    dpex_event_release(event);
    cuda_stage_fini(&stage);
}

TEST(cuda_host_call_that_fails_cancels_what_depends_on_it)
{
    cuda_fake();
    cuda_stage stage;
    task t = {.letter = 'a', .fails_with = DPEX_ERROR_HOST_CALL}, late = {.letter = 'b'};
    gate door = {0};
    dpex_event *failed, *cancelled, *cancelled_call;
    t.before = &door;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    task_submit(stage.queue, &t, 0, NULL, &failed);
    cuda_stage_append(&stage, 1, 0, failed, &cancelled);
    task_submit(stage.queue, &late, 0, cancelled, &cancelled_call);
    gate_open(&door);
    CHECK_FAILS(dpex_event_wait(failed, 0, NULL), DPEX_ERROR_HOST_CALL);
    CHECK_MESSAGE("command \"a\" failed: task a is told to fail");
    CHECK_FAILS(dpex_event_wait(cancelled, 0, NULL), DPEX_ERROR_CANCELLED);
    CHECK_MESSAGE("command \"append\" was cancelled: command \"a\" failed");
    CHECK_FAILS(dpex_event_wait(cancelled_call, 0, NULL), DPEX_ERROR_CANCELLED);
    CHECK_INT(atomic_load(&late.n_runs), 0);
    CHECK_INT(atomic_load(&late.n_drops), 1);
    CHECK_FAILS(dpex_queue_wait(stage.queue, 0, NULL), DPEX_ERROR_HOST_CALL);
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    CHECK_INT(stage.list[0], 0);
    cuda_stage_append(&stage, 1, 0, NULL, NULL);
    dpex_event_release(failed);
    dpex_event_release(cancelled);
    dpex_event_release(cancelled_call);
    cuda_stage_fini(&stage);
    CHECK_LIST(&stage, 1);
}

TEST(cuda_kernel_waits_for_the_cpu_and_the_cpu_for_a_kernel)
{
    cuda_fake();
    cuda_stage stage;
    gate door = {0};
    journal notes = {0};
    task first = {.before = &door}, last = {.notes = &notes, .letter = 'z'};
    dpex_queue *cpu = fixture_queue(0);
    dpex_event *from_cpu, *from_cuda;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    task_submit(cpu, &first, 0, NULL, &from_cpu);
    cuda_stage_append(&stage, 1, 0, from_cpu, &from_cuda);
    task_submit(cpu, &last, 0, from_cuda, NULL);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(cpu, 0, NULL));
    CHECK_TEXT(journal_text(&notes), "z");
    CHECK_LIST(&stage, 1);
    dpex_event_release(from_cpu);
    dpex_event_release(from_cuda);
    dpex_queue_release(cpu);
    cuda_stage_fini(&stage);
}

/* ---- completion -------------------------------------------------------------------------------------------- */

/* The storage's wait knows timelines only: nobody asks the backend. */
TEST(cuda_completion_is_told_without_anybody_asking)
{
    cuda_fake();
    cuda_stage stage;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    dpex_storage *storage = cuda_storage(stage.queue, 64);
    dpex_arg args[] = {cuda_pointer(&stage.flag)};
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .uses = &storage,
        .n_uses = 1,
        .launch = {.kernel = stage.block, .args = args, .n_args = 1, .range = cuda_range(1, 1)}};
    for (int i = 0; i < 3; i++) {
        atomic_store(&stage.flag, 0);
        CHECK_OK(dpex_queue_submit(stage.queue, &command, NULL, 0, NULL));
        CHECK(!dpex_queue_is_idle(stage.queue));
        atomic_store(&stage.flag, 1);
        CHECK_OK(dpex_storage_wait(storage, 0, NULL));
        CHECK(dpex_queue_is_idle(stage.queue));
        while (i == 1 && !dpex_cuda_watch_is_asleep())
            sched_yield(); /* it is found awake and asleep */
    }
    dpex_storage_release(storage);
    cuda_stage_fini(&stage);
}

TEST(cuda_submission_records_no_event_unless_asked_for)
{
    const fake_cuda_controls *fake = cuda_fake();
    cuda_stage stage;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    cuda_stage_block(&stage, DPEX_COMMAND_ORDERED, NULL);
    for (int i = 0; i < 60; i++) cuda_stage_append(&stage, i, DPEX_COMMAND_ORDERED, NULL, NULL);
    CHECK(fake->count("EventRecord") <= 2);
    atomic_store(&stage.flag, 1);
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    CHECK_INT(stage.list[0], 60);
    cuda_stage_fini(&stage);
}

TEST(cuda_released_queue_runs_its_commands_to_their_end)
{
    cuda_fake();
    cuda_stage stage;
    dpex_event *event;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    cuda_stage_block(&stage, DPEX_COMMAND_ORDERED, NULL);
    cuda_stage_append(&stage, 1, DPEX_COMMAND_ORDERED, NULL, &event);
    dpex_kernel_release(stage.block);
    dpex_kernel_release(stage.append);
    dpex_queue_release(stage.queue);
    atomic_store(&stage.flag, 1);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    CHECK_LIST(&stage, 1);
    dpex_event_release(event);
}

TEST(cuda_profile_is_on_the_hosts_clock)
{
    cuda_fake();
    cuda_stage stage;
    dpex_event *events[2];
    uint64_t submitted[2], started[2], ended[2], before = dpex_clock_ns();
    cuda_stage_init(&stage, cuda_queue(0, DPEX_QUEUE_ENABLE_PROFILING | DPEX_QUEUE_IN_ORDER));
    cuda_stage_block(&stage, 0, &events[0]);
    cuda_stage_append(&stage, 1, 0, NULL, &events[1]);
    atomic_store(&stage.flag, 1);
    for (int i = 0; i < 2; i++) {
        CHECK_OK(dpex_event_get_profile(events[i], &submitted[i], &started[i], &ended[i]));
        CHECK(before <= submitted[i] && submitted[i] <= started[i] && started[i] <= ended[i]);
        CHECK(ended[i] < dpex_clock_ns() + 1000000000);
        dpex_event_release(events[i]);
    }
    CHECK(submitted[0] < submitted[1]);
    CHECK(ended[0] <= ended[1]);
    cuda_stage_fini(&stage);
}

TEST(cuda_profile_times_queues_without_the_property)
{
    cuda_fake();
    cuda_stage stage;
    dpex_profile profile;
    dpex_event *events[2];
    cuda_stage_init(&stage, cuda_queue(0, DPEX_QUEUE_IN_ORDER));
    CHECK_OK(dpex_profile_start());
    CHECK(dpex_profile_start() == DPEX_ERROR_INVALID_VALUE);
    const uint64_t before = dpex_clock_ns();
    cuda_stage_block(&stage, 0, &events[0]);
    cuda_stage_append(&stage, 1, 0, NULL, &events[1]);
    atomic_store(&stage.flag, 1);
    dpex_profile_stop(&profile);
    CHECK(profile.n == 2 && profile.n_lost == 0);
    for (int i = 0; i < 2; i++) {
        const dpex_profile_entry *e = &profile.entries[i];
        CHECK(before <= e->submit_ns && e->submit_ns <= e->start_ns && e->start_ns <= e->end_ns);
        CHECK(e->end_ns < dpex_clock_ns() + 1000000000);
        CHECK(!strcmp(e->kind, "kernel") && e->queue == 0 && !e->status);
        dpex_event_release(events[i]);
    }
    CHECK(!strcmp(profile.entries[1].name, "append"));
    dpex_profile_fini(&profile);
    cuda_stage_fini(&stage);
}

/* ---- faults ------------------------------------------------------------------------------------------------ */

static dpex_status launch_fault(dpex_queue *queue, dpex_event **event)
{
    dpex_kernel *kernel = cuda_kernel(queue, "fault");
    dpex_status status = cuda_launch(queue, kernel, NULL, 0, DPEX_COMMAND_ORDERED, NULL, event);
    dpex_kernel_release(kernel);
    return status;
}

static void release_lost(cuda_stage *stage)
{
    dpex_kernel_release(stage->block);
    dpex_kernel_release(stage->append);
    dpex_queue_release(stage->queue);
}

TEST(cuda_fault_loses_the_device_and_names_what_was_pending)
{
    cuda_fake();
    cuda_stage stage, other;
    dpex_event *event, *bad;
    dpex_storage *storage;
    dpex_queue *cpu = fixture_queue(0);
    task t = {.letter = 'a'};
    cuda_stage_init(&stage, cuda_queue(0, 0));
    cuda_stage_init(&other, cuda_queue(1, 0));
    cuda_stage_block(&stage, DPEX_COMMAND_ORDERED, NULL);
    CHECK_OK(launch_fault(stage.queue, &bad));
    cuda_stage_append(&stage, 1, DPEX_COMMAND_ORDERED, NULL, &event);
    atomic_store(&stage.flag, 1);
    CHECK_FAILS(dpex_event_wait(event, 0, NULL), DPEX_ERROR_DEVICE_LOST);
    CHECK_MESSAGE(
        "command \"append\" failed: Fake GPU 0 is lost: a kernel read or wrote an illegal address");
    CHECK_MESSAGE("CUDA_ERROR_ILLEGAL_ADDRESS, 700");
    CHECK_MESSAGE("\"fault\", \"append\"");
    CHECK_FAILS(dpex_event_wait(bad, 0, NULL), DPEX_ERROR_DEVICE_LOST);
    for (int i = 0; i < 2; i++)
        CHECK_FAILS(dpex_queue_wait(stage.queue, 0, NULL), DPEX_ERROR_DEVICE_LOST);
    dpex_arg args[] = {cuda_pointer(&stage.flag)};
    CHECK_FAILS(cuda_launch(stage.queue, stage.block, args, 1, 0, NULL, NULL),
                DPEX_ERROR_DEVICE_LOST);
    CHECK_MESSAGE("\"fault\", \"append\"");
    CHECK_FAILS(dpex_storage_create(stage.queue, (size_t)1 << 20, 0, DPEX_USM_DEVICE, &storage),
                DPEX_ERROR_DEVICE_LOST);
    /* The driver ends the contexts of all devices. */
    CHECK_FAILS(dpex_storage_create(other.queue, (size_t)1 << 20, 0, DPEX_USM_DEVICE, &storage),
                DPEX_ERROR_DEVICE_LOST);
    CHECK_MESSAGE("Fake GPU 1 is lost with another device of the process: Fake GPU 0 is lost: a "
                  "kernel read or wrote an illegal address");
    CHECK_FAILS(dpex_queue_wait(other.queue, 0, NULL), DPEX_ERROR_DEVICE_LOST);
    task_submit(cpu, &t, 0, NULL, NULL);
    CHECK_OK(dpex_queue_wait(cpu, 0, NULL));
    CHECK_INT(atomic_load(&t.n_runs), 1);
    dpex_event_release(event);
    dpex_event_release(bad);
    release_lost(&stage);
    dpex_queue_release(cpu);
    release_lost(&other);
}

TEST(cuda_fault_has_one_suspect_where_submission_is_synchronous)
{
    setenv("DPEX_SYNC", "1", 1);
    cuda_fake();
    cuda_stage stage;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    cuda_stage_append(&stage, 1, 0, NULL, NULL);
    CHECK(dpex_queue_is_idle(stage.queue));
    CHECK_OK(launch_fault(stage.queue, NULL));
    dpex_arg args[] = {cuda_pointer(&stage.flag)};
    CHECK_FAILS(cuda_launch(stage.queue, stage.block, args, 1, 0, NULL, NULL),
                DPEX_ERROR_DEVICE_LOST);
    CHECK_MESSAGE("; pending commands: \"fault\"");
    CHECK(!strstr(dpex_error_message(), "DPEX_SYNC"));
    release_lost(&stage);
}

TEST(cuda_deferred_commands_of_a_lost_device_fail_too)
{
    cuda_fake();
    cuda_stage stage;
    gate door = {0};
    task t = {.before = &door};
    dpex_event *call, *event;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    task_submit(stage.queue, &t, 0, NULL, &call);
    cuda_stage_append(&stage, 1, DPEX_COMMAND_ORDERED, call, &event);
    dpex_queue *other = cuda_queue(0, 0);
    CHECK_OK(launch_fault(other, NULL));
    CHECK_FAILS(dpex_queue_wait(other, 0, NULL), DPEX_ERROR_DEVICE_LOST);
    gate_open(&door);
    CHECK_FAILS(dpex_event_wait(event, 0, NULL), DPEX_ERROR_DEVICE_LOST);
    CHECK_FAILS(dpex_queue_wait(stage.queue, 0, NULL), DPEX_ERROR_DEVICE_LOST);
    CHECK_INT(atomic_load(&t.n_drops), 1);
    dpex_event_release(call);
    dpex_event_release(event);
    dpex_queue_release(other);
    release_lost(&stage);
}

TEST(cuda_launch_that_the_driver_refuses_leaves_no_command)
{
    const fake_cuda_controls *fake = cuda_fake();
    cuda_stage stage;
    dpex_event *event = NULL;
    dpex_arg args[2];
    cuda_stage_init(&stage, cuda_queue(0, 0));
    args[0] = cuda_pointer(stage.list);
    args[1] = cuda_int32(1);
    fake->fail("LaunchKernel", 1, 701);
    CHECK_FAILS(cuda_launch(stage.queue, stage.append, args, 2, 0, NULL, &event),
                DPEX_ERROR_BACKEND);
    CHECK_MESSAGE("cuLaunchKernel: ");
    CHECK_MESSAGE("(701)");
    CHECK_INT(dpex_error_vendor_code(), 701);
    CHECK(!event && dpex_queue_is_idle(stage.queue));
    CHECK_OK(cuda_launch(stage.queue, stage.append, args, 2, 0, NULL, NULL));
    cuda_stage_fini(&stage);
    CHECK_LIST(&stage, 1);
}

TEST(cuda_queue_that_gets_no_stream_is_a_failure)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_device *device;
    dpex_queue *queue;
    CHECK_OK(dpex_device_find("cuda", &device));
    fake->fail("StreamCreate", 2, 2); /* the first is the device's own */
    CHECK_FAILS(dpex_queue_create(NULL, device, 0, &queue), DPEX_ERROR_NO_MEMORY);
    CHECK_OK(dpex_queue_create(NULL, device, 0, &queue));
    dpex_queue_release(queue);
}

/* ---- fork and threads ------------------------------------------------------------------------------------ */

static void check_in_child(cuda_stage *stage, dpex_event *pending, const fake_cuda_controls *fake)
{
    dpex_storage *storage;
    dpex_program *program;
    dpex_queue *queue;
    dpex_arg args[] = {cuda_pointer(&stage->flag)};
    CHECK_FAILS(dpex_event_wait(pending, 0, NULL), DPEX_ERROR_FORKED);
    CHECK_FAILS(dpex_queue_wait(stage->queue, 0, NULL), DPEX_ERROR_FORKED);
    CHECK_MESSAGE("forked process");
    CHECK_FAILS(cuda_launch(stage->queue, stage->block, args, 1, 0, NULL, NULL), DPEX_ERROR_FORKED);
    CHECK_FAILS(dpex_storage_create(stage->queue, (size_t)1 << 20, 0, DPEX_USM_DEVICE, &storage),
                DPEX_ERROR_FORKED);
    CHECK_FAILS(dpex_queue_create(NULL, dpex_queue_get_device(stage->queue), 0, &queue),
                DPEX_ERROR_FORKED);
    CHECK_FAILS(dpex_program_create(dpex_queue_get_context(stage->queue),
                                    dpex_queue_get_device(stage->queue), DPEX_LANGUAGE_SOURCE,
                                    "void f();", 9, "", &program),
                DPEX_ERROR_FORKED);
    dpex_event_release(pending);
    dpex_kernel_release(stage->block);
    dpex_kernel_release(stage->append);
    dpex_queue_release(stage->queue);
    dpex_pool_trim(0);
    CHECK_INT(fake->count_after_fork(), 0);
}

/* With exit handlers, which must work there too; but the driver's objects stay the parent's, and the address sanitizer would
 * count them as leaked. */
static _Noreturn void leave_child(void)
{
#ifdef __SANITIZE_ADDRESS__
    _exit(0);
#else
    exit(0);
#endif
}

TEST(cuda_objects_raise_in_a_forked_process)
{
    const fake_cuda_controls *fake = cuda_fake();
    cuda_stage stage;
    dpex_event *pending;
    int status;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    dpex_storage *storage = cuda_storage(stage.queue, 1000);
    cuda_stage_block(&stage, 0, &pending);
    pid_t child = test_fork();
    if (child == 0) {
        dpex_storage_release(storage);
        check_in_child(&stage, pending, fake);
        leave_child();
    }
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    atomic_store(&stage.flag, 1);
    CHECK_OK(dpex_event_wait(pending, 0, NULL));
    dpex_event_release(pending);
    dpex_storage_release(storage);
    cuda_stage_fini(&stage);
}

enum { N_ROUNDS = 300 };

/* Adds one N_ROUNDS times, through events, host calls and waits. */
static void *use_queue(void *arg)
{
    dpex_queue *queue = arg;
    dpex_kernel *kernel = cuda_kernel(queue, "add_one");
    int x[1] = {0};
    task t = {0};
    dpex_arg args[] = {cuda_pointer(x), cuda_int32(1)};
    for (int i = 0; i < N_ROUNDS; i++) {
        dpex_event *event = NULL;
        CHECK_OK(
            cuda_launch(queue, kernel, args, 2, DPEX_COMMAND_ORDERED, NULL, i % 3 ? NULL : &event));
        if (i % 10 == 0) task_submit(queue, &t, 0, event, NULL);
        if (i % 17 == 0) CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        dpex_event_release(event);
    }
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(x[0], N_ROUNDS);
    CHECK_INT(atomic_load(&t.n_drops), N_ROUNDS / 10);
    dpex_kernel_release(kernel);
    dpex_queue_release(queue);
    return NULL;
}

TEST(cuda_two_threads_use_a_queue_each)
{
    cuda_fake();
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK(!pthread_create(&threads[i], NULL, use_queue, cuda_queue(i, 0)));
    for (int i = 0; i < 2; i++) CHECK(!pthread_join(threads[i], NULL));
}

TEST(cuda_two_threads_share_a_queue)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK(!pthread_create(&threads[i], NULL, use_queue, dpex_queue_retain(queue)));
    for (int i = 0; i < 2; i++) CHECK(!pthread_join(threads[i], NULL));
    dpex_queue_release(queue);
}

static cuda_stage last_stage;

/* Runs after the library's own exit handler, which was registered later. */
static void tell_progress(void)
{
    if (last_stage.list[0] != 50) _exit(1);
}

TEST(cuda_pending_commands_run_before_the_process_exits)
{
    atexit(tell_progress);
    cuda_fake();
    cuda_stage_init(&last_stage, cuda_queue(0, DPEX_QUEUE_IN_ORDER));
    for (int i = 0; i < 50; i++) cuda_stage_append(&last_stage, i, 0, NULL, NULL);
}

/* ---- kernels that are being compiled ------------------------------------------------------------------------- */

/* "append" of a text that no process has compiled before, which the compiler takes a while for. New. */
static dpex_kernel *compile_late(dpex_queue *queue, const char *more)
{
    dpex_program *program;
    dpex_kernel *kernel;
    char text[128];
    snprintf(text, sizeof text, "__global__ void append(int *x, int n); // slow %llu\n%s",
             (unsigned long long)dpex_clock_ns(), more);
    CHECK_OK(dpex_program_create_late(queue, text, strlen(text), "", DPEX_COMPILED_LATE, &program));
    CHECK_OK(dpex_kernel_create(program, "append", &kernel));
    dpex_program_release(program);
    return kernel;
}

static dpex_status append_late(dpex_queue *queue, dpex_kernel *kernel, int *list, int value)
{
    const dpex_arg args[] = {cuda_pointer(list), cuda_int32(value)};
    return cuda_launch(queue, kernel, args, 2, DPEX_COMMAND_ORDERED, NULL, NULL);
}

TEST(cuda_launches_wait_in_their_order_for_kernels_that_are_being_compiled)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_kernel *ready = cuda_kernel(queue, "append");
    const int before = fake->count("CompileProgram");
    dpex_kernel *late[] = {compile_late(queue, ""), compile_late(queue, "")};
    cuda_stage stage = {.list = {0}};
    for (int i = 0; i < 6; i++)
        CHECK_OK(append_late(queue, i % 3 ? late[i % 2] : ready, stage.list, i));
    /* The first one alone waits for nothing. */
    CHECK(*(volatile int *)stage.list <= 1);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_LIST(&stage, 0, 1, 2, 3, 4, 5);
    CHECK_INT(fake->count("CompileProgram") - before, 2);
    /* Now the driver has it at once, and launches are checked. */
    CHECK_INT(dpex_kernel_get_info(late[0])->n_args, 2);
    CHECK_FAILS(cuda_launch(queue, late[0], NULL, 0, 0, NULL, NULL), DPEX_ERROR_KERNEL_ARGS);
    CHECK_OK(append_late(queue, late[0], stage.list, 6));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_LIST(&stage, 0, 1, 2, 3, 4, 5, 6);
    for (int i = 0; i < 2; i++) dpex_kernel_release(late[i]);
    dpex_kernel_release(ready);
    dpex_queue_release(queue);
}

/* A launch of so many work-items that appends a number, once. */
static void submit_append(dpex_queue *queue, dpex_kernel *kernel, int *list, int value,
                          size_t n_items)
{
    const dpex_arg args[] = {cuda_pointer(list), cuda_int32(value)};
    const dpex_command command = {.kind = DPEX_COMMAND_LAUNCH,
                                  .flags = DPEX_COMMAND_ORDERED,
                                  .launch = {kernel, args, 2, cuda_range(n_items, 256)}};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
}

/* Waits, and the list holds 0 to n - 1. */
static void check_appended(dpex_queue *queue, const int *list, int n)
{
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(list[0], n);
    for (int i = 0; i < n; i++) CHECK_INT(list[1 + i], i);
}

static void append_many(dpex_queue *queue, dpex_kernel *kernel, int *list, int n, size_t n_items)
{
    list[0] = 0;
    for (int i = 0; i < n; i++) submit_append(queue, kernel, list, i, n_items);
    check_appended(queue, list, n);
}

enum { SMALL = 256, LARGE = 1 << 15 };

TEST(cuda_small_launches_take_a_kernel_that_is_compiled_quickly)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_kernel *kernel = compile_late(queue, "");
    int list[256];
    append_many(queue, kernel, list, 50, SMALL);
    CHECK_INT(fake->count("CompileProgram"), 1);
    CHECK_INT(fake->count("CompileQuickly"), 1);
    /* The hundredth launch has it optimized; those that follow do not wait. */
    append_many(queue, kernel, list, 100, SMALL);
    for (int i = 0; i < 500 && fake->count("CompileProgram") < 2; i++) usleep(10000);
    append_many(queue, kernel, list, 200, SMALL);
    append_many(queue, kernel, list, 2, LARGE);
    CHECK_INT(fake->count("CompileProgram"), 2);
    CHECK_INT(fake->count("CompileQuickly"), 1);
    dpex_kernel_release(kernel);
    dpex_queue_release(queue);
}

TEST(cuda_large_launches_wait_for_an_optimized_kernel)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_kernel *kernel = compile_late(queue, "");
    int list[256];
    append_many(queue, kernel, list, 2, LARGE);
    CHECK_INT(fake->count("CompileProgram"), 1);
    /* And small ones take it. */
    append_many(queue, kernel, list, 200, SMALL);
    CHECK_INT(fake->count("CompileProgram"), 1);
    CHECK_INT(fake->count("CompileQuickly"), 0);
    dpex_kernel_release(kernel);
    /* Right behind a large one a small one is a part of its work. */
    dpex_kernel *first = compile_late(queue, ""), *second = compile_late(queue, "");
    append_many(queue, first, list, 1, LARGE);
    append_many(queue, second, list, 1, SMALL);
    CHECK_INT(fake->count("CompileProgram"), 3);
    CHECK_INT(fake->count("CompileQuickly"), 0);
    dpex_kernel_release(second);
    dpex_kernel_release(first);
    dpex_queue_release(queue);
}

/* The stand-in's log has the options. */
TEST(cuda_quick_kernels_of_loops_keep_their_optimizations)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    for (int i = 0; i < 2; i++) {
        dpex_kernel *kernel = compile_late(queue, i ? "K_OPTIMIZED_LOOPS #error" : "#error");
        int list[2] = {0, 0};
        CHECK_OK(append_late(queue, kernel, list, 1));
        CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_COMPILE);
        CHECK_MESSAGE(i ? "--Ofast-compile=min" : "--Ofast-compile=mid");
        dpex_kernel_release(kernel);
    }
    dpex_queue_release(queue);
}

/* Both tiers before either is compiled. */
TEST(cuda_tiers_keep_the_order_of_launches)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_kernel *kernel = compile_late(queue, "");
    int list[16] = {0};
    for (int i = 0; i < 10; i++) submit_append(queue, kernel, list, i, i % 3 == 1 ? LARGE : SMALL);
    check_appended(queue, list, 10);
    dpex_kernel_release(kernel);
    dpex_queue_release(queue);
}

TEST(cuda_tiers_can_be_off)
{
    setenv("DPEX_TIERS", "0", 1);
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_kernel *kernel = compile_late(queue, "");
    int list[256];
    append_many(queue, kernel, list, 150, SMALL);
    CHECK_INT(fake->count("CompileProgram"), 1);
    CHECK_INT(fake->count("CompileQuickly"), 0);
    dpex_kernel_release(kernel);
    dpex_queue_release(queue);
}

TEST(cuda_kernel_that_is_not_optimized_stays_for_small_launches)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_kernel *kernel = compile_late(queue, "");
    int list[256];
    append_many(queue, kernel, list, 1, SMALL);
    fake->fail("ModuleLoadData", 1, CUDA_ERROR_OUT_OF_MEMORY);
    submit_append(queue, kernel, list, 0, LARGE);
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_COMPILE);
    append_many(queue, kernel, list, 200, SMALL);
    /* Compiled again when it is asked for again. */
    append_many(queue, kernel, list, 2, LARGE);
    dpex_kernel_release(kernel);
    dpex_queue_release(queue);
}

TEST(cuda_compilation_that_fails_meanwhile_fails_the_launches)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_kernel *kernel = compile_late(queue, "#error no");
    int list[2] = {0, 0};
    CHECK_OK(append_late(queue, kernel, list, 1));
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_COMPILE);
    CHECK_MESSAGE("#error directive");
    /* It is tried again, and is known to fail at once. */
    CHECK_FAILS(append_late(queue, kernel, list, 1), DPEX_ERROR_COMPILE);
    CHECK_INT(list[0], 0);
    dpex_kernel_release(kernel);
    dpex_queue_release(queue);
}
