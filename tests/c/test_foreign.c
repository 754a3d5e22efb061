/* Host commands that depend on events of a backend that does not execute on the host: here one whose
 * events are complete when a gate is open. */
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
static void look_at_gate(dpex_event *event)
{
    const gate *door = event->handle;
    if (!atomic_load(&door->is_open) || atomic_load(&event->state) == DPEX_EVENT_COMPLETE) return;
    dpex_event_complete(event, event->error, NULL);
}

static const dpex_backend elsewhere = {
    .name = "elsewhere", .event_wait = wait_at_gate, .event_update = look_at_gate};

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
