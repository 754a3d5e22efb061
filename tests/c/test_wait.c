/* Waiting threads that help, and those that must not. */
#include <pthread.h>
#include <sched.h>

#include "backend/backend.h"
#include "base/error.h"
#include "host/host.h"
#include "queue_fixture.h"
#include "test.h"

static dpex_status note_self(void *payload, int64_t first, int64_t last)
{
    void **args = payload;
    (void)first, (void)last;
    if (pthread_equal(*(pthread_t *)args[0], pthread_self()))
        atomic_store((_Atomic int *)args[1], 1);
    gate_wait(args[2]);
    return DPEX_SUCCESS;
}

/* All cores of the team but one are held; the event's command is a chunk for whoever is left. */
TEST(waiting_threads_and_workers_share_the_cores)
{
    if (fixture_n_cpus() < 2) SKIP("needs two CPUs");
    dpex_queue *queue = fixture_queue(0);
    int n_held = (int)fixture_n_cpus() - 1;
    gate held = {0}, open = {.is_open = 1};
    pthread_t self = pthread_self();
    _Atomic int has_helped = 0;
    void *hold[3] = {&self, &has_helped, &held}, *args[3] = {&self, &has_helped, &open};
    dpex_command holding = {.kind = DPEX_COMMAND_PARALLEL,
                            .parallel = {note_self, NULL, NULL, hold, 0, n_held}};
    dpex_command quick = {.kind = DPEX_COMMAND_PARALLEL,
                          .parallel = {note_self, NULL, NULL, args, 0, 40}};
    dpex_event *event;
    CHECK_OK(dpex_queue_submit(queue, &holding, NULL, 0, NULL));
    while (atomic_load(&held.n_arrived) < n_held) sched_yield();
    for (int i = 0; i < 2000 && !atomic_load(&has_helped); i++) {
        CHECK_OK(dpex_queue_submit(queue, &quick, NULL, 0, &event));
        CHECK_OK(dpex_event_wait(event, 0, NULL));
        dpex_event_release(event);
    }
    CHECK_INT(has_helped, 1);
    gate_open(&held);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    dpex_queue_release(queue);
}

/* A host function that blocks until the waiter has come back must not be run by the waiter. */
TEST(waiting_thread_does_not_take_on_host_calls)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task blocked[20], quick = {0};
    dpex_event *event;
    for (int i = 0; i < 20; i++) {
        blocked[i] = (task){.before = &door};
        task_submit(queue, &blocked[i], 0, NULL, NULL);
    }
    task_submit(queue, &quick, 0, NULL, &event);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    dpex_event_release(event);
    dpex_queue_release(queue);
}

static dpex_status submit_and_wait(void *payload)
{
    dpex_queue *queue = payload;
    task t = {0};
    task_submit(queue, &t, 0, NULL, NULL);
    return dpex_queue_wait(queue, 0, NULL);
}

TEST(host_calls_may_wait_for_other_queues)
{
    dpex_queue *queue = fixture_queue(0), *inner = fixture_queue(0);
    dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL, .host = {submit_and_wait, NULL, inner}};
    for (int i = 0; i < 10; i++) CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    dpex_queue_release(queue);
    dpex_queue_release(inner);
}

static dpex_status wait_inside(void *payload, int64_t first, int64_t last)
{
    for (int64_t i = first; i < last; i++) {
        dpex_command command = {.kind = DPEX_COMMAND_PARALLEL,
                                .parallel = {.run = note_self, .n_chunks = 0}};
        dpex_event *event;
        DPEX_TRY(dpex_queue_submit(payload, &command, NULL, 0, &event));
        dpex_status status = dpex_event_wait(event, 0, NULL);
        dpex_event_release(event);
        if (status) return status;
    }
    return DPEX_SUCCESS;
}

static dpex_status do_nothing(void *payload, int64_t first, int64_t last)
{
    (void)payload, (void)first, (void)last;
    return DPEX_SUCCESS;
}

static dpex_status wait_for_parallel(void *payload, int64_t first, int64_t last)
{
    for (int64_t i = first; i < last; i++) {
        dpex_command command = {.kind = DPEX_COMMAND_PARALLEL,
                                .parallel = {.run = do_nothing, .n_chunks = 50}};
        DPEX_TRY(dpex_queue_submit(payload, &command, NULL, 0, NULL));
        DPEX_TRY(dpex_queue_wait(payload, 0, NULL));
    }
    return DPEX_SUCCESS;
}

/* All workers wait at once for work that only workers can do. */
TEST(chunks_may_wait_for_commands_of_another_queue)
{
    dpex_queue *queue = fixture_queue(0), *inner = fixture_queue(DPEX_QUEUE_IN_ORDER);
    dpex_parallel_fn runs[2] = {wait_inside, wait_for_parallel};
    for (int i = 0; i < 2; i++) {
        dpex_command command = {.kind = DPEX_COMMAND_PARALLEL,
                                .parallel = {.run = runs[i], .payload = inner, .n_chunks = 200}};
        CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    }
    dpex_queue_release(queue);
    dpex_queue_release(inner);
}
