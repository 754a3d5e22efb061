/* Host commands that depend on events of a backend that does not execute on the host: here one whose
 * events are complete when a gate is open. */
#include <dirent.h>
#include <pthread.h>
#include <sched.h>

#include "backend/backend.h"
#include "base/error.h"
#include "queue_fixture.h"
#include "test.h"

static dpex_status wait_at_gate(dpex_event *event, uint64_t max_ns, int *done)
{
    (void)max_ns, (void)done;
    gate_wait(event->handle);
    return dpex_event_raise(event);
}

/* Its state is known when somebody asks only. */
static void read_gate(dpex_event *event)
{
    const gate *door = event->handle;
    if (!atomic_load(&door->is_open) || atomic_load(&event->state) == DPEX_EVENT_COMPLETE) return;
    dpex_event_complete(event, event->error, NULL);
}

static const dpex_backend elsewhere = {
    .name = "elsewhere", .event_wait = wait_at_gate, .event_update = read_gate};

static dpex_event *event_at(gate *door)
{
    dpex_event *event;
    CHECK_OK(dpex_event_new(&elsewhere, DPEX_BACKEND_CUDA, &event));
    event->handle = door;
    return event;
}

TEST(host_command_waits_for_an_event_of_another_backend)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task t = {0}, other = {0};
    dpex_event *event = event_at(&door);
    task_submit(queue, &t, DPEX_COMMAND_SMALL, event, NULL);
    gate_wait_arrival(&door); /* a thread of ours waits inside that backend */
    task_submit(queue, &other, DPEX_COMMAND_SMALL, NULL, NULL);
    CHECK_INT(other.n_runs, 1);
    CHECK_INT(t.n_runs, 0);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(t.n_runs, 1);
    dpex_event_release(event);
    dpex_queue_release(queue);
}

TEST(event_of_another_backend_that_is_complete_is_not_awaited)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {.is_open = 1};
    task t = {0};
    dpex_event *event = event_at(&door);
    task_submit(queue, &t, DPEX_COMMAND_SMALL, event, NULL);
    CHECK_INT(t.n_runs, 1);
    CHECK_INT(door.n_arrived, 0);
    dpex_event_release(event);
    dpex_queue_release(queue);
}

TEST(failure_on_another_backend_cancels_the_host_command)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task t = {.letter = 'h'};
    dpex_event *event = event_at(&door), *mine;
    event->error = DPEX_ERROR_DEVICE_LOST;
    task_submit(queue, &t, 0, event, &mine);
    gate_open(&door);
    CHECK_FAILS(dpex_event_wait(mine, 0, NULL), DPEX_ERROR_CANCELLED);
    CHECK_MESSAGE("command \"h\" was cancelled");
    CHECK_INT(t.n_runs, 0);
    CHECK_INT(t.n_drops, 1);
    dpex_event_release(mine);
    dpex_event_release(event);
    dpex_queue_release(queue);
}

/* ---- how many threads that takes ----------------------------------------------------------------- */

static int count_threads(void)
{
    int n = 0;
    DIR *folder = opendir("/proc/self/task");
    CHECK(folder);
    while (readdir(folder)) n++;
    closedir(folder);
    return n - 2; /* . and .. */
}

static void wait_at_many_gates(dpex_queue *queue, int least_threads)
{
    enum { N = 40 };
    gate door = {0};
    static task tasks[N];
    dpex_event *events[N];
    for (int i = 0; i < N; i++) {
        tasks[i] = (task){0};
        events[i] = event_at(&door);
        task_submit(queue, &tasks[i], DPEX_COMMAND_SMALL, events[i], NULL);
    }
    while (atomic_load(&door.n_arrived) < N) sched_yield();
    CHECK(count_threads() > least_threads);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int i = 0; i < N; i++) {
        CHECK_INT(tasks[i].n_runs, 1);
        dpex_event_release(events[i]);
    }
}

static void *nothing(void *arg)
{
    return arg;
}

/* The threads that are there without ours: a sanitizer starts one of its own with the first. */
static int count_without_ours(void)
{
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, nothing, NULL));
    CHECK(!pthread_join(thread, NULL));
    return count_threads();
}

TEST(threads_that_waited_for_other_backends_end_when_nobody_needs_them)
{
    const int n_before = count_without_ours();
    dpex_queue *queue = fixture_queue(0);
    for (int round = 0; round < 3; round++) {
        wait_at_many_gates(queue, 40);
        while (count_threads() > 20) sched_yield(); /* they end in their own time */
    }
    wait_at_many_gates(queue, 40);
    dpex_shutdown();
    while (count_threads() > n_before)
        sched_yield(); /* threads that have ended are still being counted */
    wait_at_many_gates(queue, 40);
    dpex_queue_release(queue);
}

static _Atomic int n_dropped;

static void count_drop(void *payload)
{
    (void)payload;
    atomic_fetch_add(&n_dropped, 1);
}

TEST(host_calls_that_call_nothing_take_no_thread_and_keep_their_order)
{
    enum { N = 1000 };
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    dpex_event *event = event_at(&door), *last = NULL;
    dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL};
    command.host.drop = count_drop;
    for (int i = 0; i < N; i++) {
        dpex_event *next;
        CHECK_OK(dpex_queue_submit(queue, &command, last ? &last : &event, 1, &next));
        dpex_event_release(last);
        last = next;
    }
    CHECK_INT(atomic_load(&n_dropped), 0);
    int n_threads = count_threads();
    gate_open(&door);
    CHECK_OK(dpex_event_wait(last, 0, NULL));
    CHECK_INT(atomic_load(&n_dropped), N);
    CHECK(count_threads() <= n_threads);
    dpex_event_release(last);
    dpex_event_release(event);
    dpex_queue_release(queue);
}
