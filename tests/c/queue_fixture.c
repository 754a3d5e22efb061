/* See queue_fixture.h. */
#include "queue_fixture.h"

#include "base/error.h"
#include "base/futex.h"
#include "host/host.h"
#include "test.h"

dpex_queue *fixture_queue(unsigned properties)
{
    return fixture_queue_on("cpu", properties);
}

dpex_queue *fixture_queue_on(const char *filter, unsigned properties)
{
    dpex_device *device;
    dpex_queue *queue;
    CHECK_OK(dpex_device_find(filter, &device));
    CHECK_OK(dpex_queue_create(NULL, device, properties, &queue));
    dpex_device_release(device);
    return queue;
}

size_t fixture_n_cpus(void)
{
    const int *cpus;
    size_t n;
    CHECK_OK(dpex_host_get_cpus(&cpus, &n));
    return n;
}

void gate_open(gate *g)
{
    atomic_store(&g->is_open, 1);
    dpex_futex_wake_all(&g->is_open);
}

void gate_wait(gate *g)
{
    atomic_fetch_add(&g->n_arrived, 1);
    dpex_futex_wake_all((_Atomic uint32_t *)&g->n_arrived);
    while (!atomic_load(&g->is_open)) dpex_futex_wait(&g->is_open, 0, 0);
}

void gate_wait_arrival(gate *g)
{
    while (!atomic_load(&g->n_arrived)) dpex_futex_wait((_Atomic uint32_t *)&g->n_arrived, 0, 0);
}

const char *journal_text(journal *j)
{
    static char text[100];
    int n = atomic_load(&j->n);
    for (int i = 0; i < n; i++) text[i] = atomic_load(&j->text[i]);
    text[n] = '\0';
    return text;
}

static dpex_status run_task(void *payload)
{
    task *t = payload;
    atomic_fetch_add(&t->n_runs, 1);
    if (t->before) gate_wait(t->before);
    if (t->notes) atomic_store(&t->notes->text[atomic_fetch_add(&t->notes->n, 1)], t->letter);
    if (t->fails_with) return DPEX_FAIL(t->fails_with, "task %c is told to fail", t->letter);
    return DPEX_SUCCESS;
}

static void drop_task(void *payload)
{
    atomic_fetch_add(&((task *)payload)->n_drops, 1);
}

void task_submit_after(dpex_queue *queue, task *t, unsigned flags, dpex_event *const *deps,
                       size_t n_deps, dpex_event **event)
{
    static const char *const names[26] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                          "j", "k", "l", "m", "n", "o", "p", "q", "r",
                                          "s", "t", "u", "v", "w", "x", "y", "z"};
    dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL,
                            .flags = flags,
                            .name = t->letter ? names[t->letter - 'a'] : NULL,
                            .host = {run_task, drop_task, t}};
    CHECK_OK(dpex_queue_submit(queue, &command, deps, n_deps, event));
}

void task_submit(dpex_queue *queue, task *t, unsigned flags, dpex_event *dep, dpex_event **event)
{
    task_submit_after(queue, t, flags, &dep, 1, event);
}

void fixture_fill_nodes(dpex_queue *queue)
{
    enum { MOST_KEPT = 64 };
    const dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER};
    gate door = {0};
    task t = {.before = &door};
    task_submit(queue, &t, 0, NULL, NULL);
    for (int i = 0; i < MOST_KEPT; i++) CHECK_OK(dpex_queue_submit(queue, &barrier, NULL, 0, NULL));
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
}
