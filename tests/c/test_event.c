/* Events: status, wait lists, profiles, references. */
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/futex.h"
#include "queue_fixture.h"
#include "test.h"

TEST(created_event_is_complete)
{
    dpex_event *event;
    CHECK_OK(dpex_event_create(&event));
    CHECK_INT(dpex_event_get_status(event), DPEX_EVENT_COMPLETE);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    dpex_event_release(event);
}

TEST(created_event_is_a_dependency_that_is_met)
{
    dpex_queue *queue = fixture_queue(0);
    dpex_event *event;
    task t = {0};
    CHECK_OK(dpex_event_create(&event));
    task_submit(queue, &t, DPEX_COMMAND_SMALL, event, NULL);
    CHECK_INT(t.n_runs, 1);
    dpex_event_release(event);
    dpex_queue_release(queue);
}

TEST(release_null_event_is_noop)
{
    dpex_event_release(NULL);
}

TEST(status_goes_from_submitted_over_running_to_complete)
{
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_IN_ORDER);
    gate door = {0};
    task first = {.before = &door}, second = {0};
    dpex_event *events[2];
    task_submit(queue, &first, 0, NULL, &events[0]);
    task_submit(queue, &second, 0, NULL, &events[1]);
    gate_wait_arrival(&door);
    CHECK_INT(dpex_event_get_status(events[0]), DPEX_EVENT_RUNNING);
    CHECK_INT(dpex_event_get_status(events[1]), DPEX_EVENT_SUBMITTED);
    CHECK_INT(dpex_event_get_backend(events[0]), DPEX_BACKEND_OPENCL);
    gate_open(&door);
    for (int i = 1; i >= 0; i--) {
        CHECK_OK(dpex_event_wait(events[i], 0, NULL));
        CHECK_INT(dpex_event_get_status(events[i]), DPEX_EVENT_COMPLETE);
        dpex_event_release(events[i]);
    }
    dpex_queue_release(queue);
}

TEST(event_may_be_released_before_its_command_ran)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task t = {.before = &door};
    dpex_event *event;
    task_submit(queue, &t, 0, NULL, &event);
    dpex_event_release(event);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(t.n_drops, 1);
    dpex_queue_release(queue);
}

TEST(wait_list_names_what_is_still_pending)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task quick = {0}, slow = {.before = &door}, last = {0};
    dpex_event *deps[2], *event, **list;
    size_t n;
    task_submit(queue, &quick, DPEX_COMMAND_SMALL, NULL, &deps[0]);
    task_submit(queue, &slow, 0, NULL, &deps[1]);
    task_submit_after(queue, &last, 0, deps, 2, &event);
    CHECK_OK(dpex_event_get_wait_list(event, &list, &n));
    CHECK_INT(n, 1);
    CHECK(list[0] == deps[1]);
    dpex_event_release(list[0]);
    free(list);
    gate_open(&door);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    CHECK_OK(dpex_event_get_wait_list(event, &list, &n));
    CHECK_INT(n, 0);
    free(list);
    dpex_event_release(event);
    dpex_event_release(deps[0]);
    dpex_event_release(deps[1]);
    dpex_queue_release(queue);
}

/* Each event depends on the one before, and only the last is held: the others must go as they
 * complete. */
TEST(chains_of_events_do_not_keep_their_past)
{
    enum { N = 100000 };
    dpex_queue *queue = fixture_queue(0);
    task t = {0};
    dpex_event *before = NULL, *event;
    for (int i = 0; i < N; i++) {
        task_submit(queue, &t, DPEX_COMMAND_SMALL, before, &event);
        dpex_event_release(before);
        before = event;
        CHECK_INT(event->n_wait_list, 0);
    }
    dpex_event_release(before);
    CHECK_INT(t.n_runs, N);
    dpex_queue_release(queue);
}

TEST(profile_is_ordered_in_time)
{
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_ENABLE_PROFILING);
    for (unsigned flags = 0; flags <= DPEX_COMMAND_SMALL; flags += DPEX_COMMAND_SMALL) {
        task t = {0};
        dpex_event *event;
        uint64_t submit, start, end, before = dpex_clock_ns();
        task_submit(queue, &t, flags, NULL, &event);
        CHECK_OK(dpex_event_get_profile(event, &submit, &start, &end));
        CHECK(before <= submit && submit <= start && start <= end && end <= dpex_clock_ns());
        dpex_event_release(event);
    }
    dpex_queue_release(queue);
}

TEST(profile_without_the_property_is_zero)
{
    dpex_queue *queue = fixture_queue(0);
    task t = {0};
    dpex_event *event;
    uint64_t submit = 1, start = 1, end = 1;
    task_submit(queue, &t, 0, NULL, &event);
    CHECK_OK(dpex_event_get_profile(event, &submit, &start, &end));
    CHECK(submit == 0 && start == 0 && end == 0);
    dpex_event_release(event);
    dpex_queue_release(queue);
}
