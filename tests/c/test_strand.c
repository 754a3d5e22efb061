/* Strands: the order in which commands run, failures, waits, the end of a command. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/futex.h"
#include "queue_fixture.h"
#include "test.h"

/* ---- order ----------------------------------------------------------------------------------- */

TEST(in_order_queue_runs_one_after_the_other)
{
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_IN_ORDER);
    journal notes = {0};
    gate door = {0};
    task tasks[5] = {{.before = &door, .notes = &notes, .letter = 'a'}};
    for (int i = 0; i < 5; i++) {
        tasks[i].notes = &notes;
        tasks[i].letter = (char)('a' + i);
        task_submit(queue, &tasks[i], 0, NULL, NULL);
    }
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_TEXT(journal_text(&notes), "abcde");
    dpex_queue_release(queue);
}

TEST(out_of_order_queue_runs_past_a_blocked_command)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task blocked = {.before = &door, .letter = 'a'}, others[20];
    memset(others, 0, sizeof others);
    task_submit(queue, &blocked, 0, NULL, NULL);
    gate_wait_arrival(&door);
    for (int i = 0; i < 20; i++) {
        dpex_event *event;
        task_submit(queue, &others[i], 0, NULL, &event);
        CHECK_OK(dpex_event_wait(event, 0, NULL));
        dpex_event_release(event);
        CHECK_INT(others[i].n_runs, 1);
    }
    CHECK(!dpex_queue_is_idle(queue));
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK(dpex_queue_is_idle(queue));
    dpex_queue_release(queue);
}

/* More blocked commands than there are cores must not keep another from running. */
TEST(many_blocked_host_calls_leave_threads_for_others)
{
    enum { N = 30 };
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task blocked[N], opener = {.letter = 'z'};
    memset(blocked, 0, sizeof blocked);
    dpex_event *event;
    for (int i = 0; i < N; i++) {
        blocked[i].before = &door;
        task_submit(queue, &blocked[i], 0, NULL, NULL);
    }
    task_submit(queue, &opener, 0, NULL, &event);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    dpex_event_release(event);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int i = 0; i < N; i++) CHECK_INT(blocked[i].n_drops, 1);
    dpex_queue_release(queue);
}

TEST(ordered_commands_chain_among_themselves_only)
{
    dpex_queue *queue = fixture_queue(0);
    journal notes = {0};
    gate door = {0};
    task a = {.before = &door, .notes = &notes, .letter = 'a'},
         b = {.notes = &notes, .letter = 'b'}, c = {.notes = &notes, .letter = 'c'},
         d = {.notes = &notes, .letter = 'd'};
    dpex_event *event;
    task_submit(queue, &a, DPEX_COMMAND_ORDERED, NULL, NULL);
    task_submit(queue, &b, DPEX_COMMAND_ORDERED, NULL, NULL);
    task_submit(queue, &c, DPEX_COMMAND_ORDERED | DPEX_COMMAND_SMALL, NULL, NULL);
    task_submit(queue, &d, 0, NULL, &event);
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    CHECK_TEXT(journal_text(&notes), "d");
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_TEXT(journal_text(&notes), "dabc");
    dpex_event_release(event);
    dpex_queue_release(queue);
}

static void submit_barrier(dpex_queue *queue, dpex_event *const *deps, size_t n_deps,
                           dpex_event **event)
{
    dpex_command command = {.kind = DPEX_COMMAND_BARRIER};
    CHECK_OK(dpex_queue_submit(queue, &command, deps, n_deps, event));
}

TEST(barrier_waits_for_all_earlier_and_holds_all_later)
{
    dpex_queue *queue = fixture_queue(0);
    journal notes = {0};
    gate door = {0};
    task a = {.before = &door, .notes = &notes, .letter = 'a'},
         b = {.notes = &notes, .letter = 'b'};
    dpex_event *barrier;
    task_submit(queue, &a, 0, NULL, NULL);
    submit_barrier(queue, NULL, 0, &barrier);
    task_submit(queue, &b, 0, NULL, NULL);
    CHECK(dpex_event_get_status(barrier) != DPEX_EVENT_COMPLETE);
    gate_open(&door);
    CHECK_OK(dpex_event_wait(barrier, 0, NULL));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_TEXT(journal_text(&notes), "ab");
    dpex_event_release(barrier);
    dpex_queue_release(queue);
}

TEST(barrier_with_events_waits_for_these_only)
{
    dpex_queue *queue = fixture_queue(0), *other = fixture_queue(0);
    gate door = {0}, other_door = {0};
    task a = {.before = &door}, b = {.before = &other_door};
    dpex_event *event, *barrier;
    task_submit(queue, &a, 0, NULL, NULL);
    task_submit(other, &b, 0, NULL, &event);
    submit_barrier(queue, &event, 1, &barrier);
    gate_open(&other_door);
    CHECK_OK(dpex_event_wait(barrier, 0, NULL)); /* though a is still at its door */
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    dpex_event_release(event);
    dpex_event_release(barrier);
    dpex_queue_release(queue);
    dpex_queue_release(other);
}

TEST(barrier_on_an_idle_queue_is_complete_at_once)
{
    dpex_queue *queue = fixture_queue(0);
    dpex_event *event;
    submit_barrier(queue, NULL, 0, &event);
    CHECK_INT(dpex_event_get_status(event), DPEX_EVENT_COMPLETE);
    CHECK(dpex_queue_is_idle(queue));
    dpex_event_release(event);
    dpex_queue_release(queue);
}

/* Completing one of these completes the next: not by recursion. */
TEST(long_chains_of_empty_commands_need_no_stack)
{
    enum { N = 200000 };
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_IN_ORDER);
    gate door = {0};
    task first = {.before = &door};
    task_submit(queue, &first, 0, NULL, NULL);
    for (int i = 0; i < N; i++) submit_barrier(queue, NULL, 0, NULL);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    dpex_queue_release(queue);
}

TEST(dependencies_across_queues_hold)
{
    dpex_queue *queues[3] = {fixture_queue(0), fixture_queue(DPEX_QUEUE_IN_ORDER),
                             fixture_queue(0)};
    journal notes = {0};
    gate door = {0};
    task tasks[9];
    memset(tasks, 0, sizeof tasks);
    dpex_event *before = NULL, *event;
    for (int i = 0; i < 9; i++) {
        tasks[i].before = i ? NULL : &door;
        tasks[i].notes = &notes;
        tasks[i].letter = (char)('a' + i);
        task_submit(queues[i % 3], &tasks[i], DPEX_COMMAND_SMALL * (i > 0), before, &event);
        dpex_event_release(before);
        before = event;
    }
    gate_open(&door);
    CHECK_OK(dpex_event_wait(before, 0, NULL));
    CHECK_TEXT(journal_text(&notes), "abcdefghi");
    dpex_event_release(before);
    for (int i = 0; i < 3; i++) dpex_queue_release(queues[i]);
}

TEST(many_dependencies_are_all_awaited)
{
    enum { N = 40 };
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task tasks[N], last = {0};
    dpex_event *events[N];
    memset(tasks, 0, sizeof tasks);
    for (int i = 0; i < N; i++) {
        tasks[i].before = &door;
        task_submit(queue, &tasks[i], 0, NULL, &events[i]);
    }
    task_submit_after(queue, &last, DPEX_COMMAND_SMALL, events, N, NULL);
    CHECK_INT(last.n_runs, 0);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(last.n_runs, 1);
    for (int i = 0; i < N; i++) dpex_event_release(events[i]);
    dpex_queue_release(queue);
}

/* ---- where commands run ---------------------------------------------------------------------- */

static dpex_status note_thread(void *payload)
{
    *(pthread_t *)payload = pthread_self();
    return DPEX_SUCCESS;
}

TEST(small_command_on_an_idle_queue_runs_in_submit)
{
    dpex_queue *queue = fixture_queue(0);
    pthread_t ran_on = 0;
    dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL,
                            .flags = DPEX_COMMAND_SMALL,
                            .host = {note_thread, NULL, &ran_on}};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
    CHECK(dpex_queue_is_idle(queue));
    CHECK(pthread_equal(ran_on, pthread_self()));
    dpex_queue_release(queue);
}

TEST(command_of_unknown_cost_does_not_run_in_submit)
{
    dpex_queue *queue = fixture_queue(0);
    pthread_t ran_on = pthread_self();
    dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL, .host = {note_thread, NULL, &ran_on}};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK(!pthread_equal(ran_on, pthread_self()));
    dpex_queue_release(queue);
}

/* ---- failures -------------------------------------------------------------------------------- */

TEST(failure_is_reported_once_by_the_queue_and_always_by_the_event)
{
    dpex_queue *queue = fixture_queue(0);
    task bad = {.letter = 'b', .fails_with = DPEX_ERROR_HOST_CALL}, good = {.letter = 'g'};
    dpex_event *event;
    task_submit(queue, &bad, 0, NULL, &event);
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_HOST_CALL);
    CHECK_MESSAGE("command \"b\" failed: task b is told to fail");
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int i = 0; i < 3; i++) {
        CHECK_FAILS(dpex_event_wait(event, 0, NULL), DPEX_ERROR_HOST_CALL);
        CHECK_MESSAGE("\"b\"");
    }
    task_submit(queue, &good, 0, NULL, NULL);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(good.n_runs, 1);
    dpex_event_release(event);
    dpex_queue_release(queue);
}

TEST(dependents_of_a_failed_command_are_cancelled_and_name_it)
{
    dpex_queue *queue = fixture_queue(0), *other = fixture_queue(0);
    gate door = {0};
    task bad = {.before = &door, .letter = 'b', .fails_with = DPEX_ERROR_HOST_CALL},
         next = {.letter = 'n'}, last = {.letter = 'l'}, late = {.letter = 'q'};
    dpex_event *events[4];
    task_submit(queue, &bad, 0, NULL, &events[0]);
    task_submit(queue, &next, 0, events[0], &events[1]);
    task_submit(other, &last, 0, events[1], &events[2]);
    gate_open(&door);
    CHECK_FAILS(dpex_event_wait(events[2], 0, NULL), DPEX_ERROR_CANCELLED);
    CHECK_MESSAGE("command \"l\" was cancelled: command \"b\" failed: task b");
    CHECK_FAILS(dpex_event_wait(events[1], 0, NULL), DPEX_ERROR_CANCELLED);
    task_submit(other, &late, DPEX_COMMAND_SMALL, events[0], &events[3]);
    CHECK_FAILS(dpex_event_wait(events[3], 0, NULL), DPEX_ERROR_CANCELLED);
    CHECK_INT(next.n_runs + last.n_runs + late.n_runs, 0);
    CHECK_INT(next.n_drops, 1);
    CHECK_INT(last.n_drops, 1);
    CHECK_INT(late.n_drops, 1);
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_HOST_CALL);
    CHECK_FAILS(dpex_queue_wait(other, 0, NULL), DPEX_ERROR_CANCELLED);
    for (int i = 0; i < 4; i++) dpex_event_release(events[i]);
    dpex_queue_release(queue);
    dpex_queue_release(other);
}

TEST(later_commands_of_an_in_order_queue_survive_a_failure)
{
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_IN_ORDER);
    task bad = {.letter = 'b', .fails_with = DPEX_ERROR_HOST_CALL}, good = {.letter = 'g'};
    task_submit(queue, &bad, 0, NULL, NULL);
    task_submit(queue, &good, 0, NULL, NULL);
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_HOST_CALL);
    CHECK_INT(good.n_runs, 1);
    dpex_queue_release(queue);
}

/* ---- parallel commands ----------------------------------------------------------------------- */

typedef struct {
    _Atomic int *n_runs;
    _Atomic int *n_finished, *n_dropped;
    int64_t fails_at;
} parallel_job;

static dpex_status run_parallel(void *payload, int64_t first, int64_t last)
{
    parallel_job *job = payload;
    for (int64_t i = first; i < last; i++) {
        atomic_fetch_add(&job->n_runs[i], 1);
        if (i == job->fails_at) return DPEX_FAIL(DPEX_ERROR_INTERNAL, "chunk %d", (int)i);
    }
    return DPEX_SUCCESS;
}

static dpex_status finish_parallel(void *payload)
{
    atomic_fetch_add(((parallel_job *)payload)->n_finished, 1);
    return DPEX_SUCCESS;
}

static void drop_parallel(void *payload)
{
    atomic_fetch_add(((parallel_job *)payload)->n_dropped, 1);
}

enum { N_CHUNKS = 500 };

static dpex_command parallel_command(parallel_job *job, size_t payload_bytes, int64_t n_chunks)
{
    return (dpex_command){
        .kind = DPEX_COMMAND_PARALLEL,
        .name = "count",
        .parallel = {run_parallel, finish_parallel, drop_parallel, job, payload_bytes, n_chunks}};
}

TEST(parallel_command_runs_each_chunk_then_finish_then_drop)
{
    dpex_queue *queue = fixture_queue(0);
    static const int64_t sizes[] = {0, 1, 2, 63, N_CHUNKS};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned flags = 0; flags <= DPEX_COMMAND_SMALL; flags += DPEX_COMMAND_SMALL) {
            _Atomic int n_runs[N_CHUNKS] = {0}, n_finished = 0, n_dropped = 0;
            parallel_job job = {n_runs, &n_finished, &n_dropped, -1};
            dpex_command command = parallel_command(&job, 0, sizes[i]);
            command.flags = flags;
            CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
            CHECK_OK(dpex_queue_wait(queue, 0, NULL));
            for (int k = 0; k < N_CHUNKS; k++) CHECK_INT(n_runs[k], k < sizes[i]);
            CHECK_INT(n_finished, 1);
            CHECK_INT(n_dropped, 1);
        }
    dpex_queue_release(queue);
}

TEST(payload_with_a_size_is_copied_at_submission)
{
    dpex_queue *queue = fixture_queue(DPEX_QUEUE_IN_ORDER);
    _Atomic int n_runs[N_CHUNKS] = {0}, n_finished = 0, n_dropped = 0;
    gate door = {0};
    task first = {.before = &door};
    struct {
        parallel_job job;
        char rest[1000]; /* too long for the space inside a command */
    } large = {.job = {n_runs, &n_finished, &n_dropped, -1}};
    parallel_job small = large.job;
    task_submit(queue, &first, 0, NULL, NULL);
    dpex_command command = parallel_command(&large.job, sizeof large, N_CHUNKS);
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
    command = parallel_command(&small, sizeof small, N_CHUNKS);
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
    memset(&large, 0xFF, sizeof large);
    memset(&small, 0xFF, sizeof small);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int i = 0; i < N_CHUNKS; i++) CHECK_INT(n_runs[i], 2);
    CHECK_INT(n_dropped, 2);
    dpex_queue_release(queue);
}

TEST(failing_chunk_fails_the_command_and_skips_finish)
{
    dpex_queue *queue = fixture_queue(0);
    _Atomic int n_runs[N_CHUNKS] = {0}, n_finished = 0, n_dropped = 0;
    parallel_job job = {n_runs, &n_finished, &n_dropped, 3};
    dpex_command command = parallel_command(&job, 0, N_CHUNKS);
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_INTERNAL);
    CHECK_MESSAGE("command \"count\" failed: chunk 3");
    CHECK_INT(n_finished, 0);
    CHECK_INT(n_dropped, 1);
    dpex_queue_release(queue);
}

/* ---- waits ----------------------------------------------------------------------------------- */

TEST(bounded_wait_returns_without_being_done)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task blocked = {.before = &door};
    dpex_event *event;
    int done = 1;
    task_submit(queue, &blocked, 0, NULL, &event);
    CHECK_OK(dpex_queue_wait(queue, 1000000, &done));
    CHECK_INT(done, 0);
    CHECK_OK(dpex_event_wait(event, 1, &done));
    CHECK_INT(done, 0);
    gate_open(&door);
    while (!done) CHECK_OK(dpex_event_wait(event, 1000000, &done));
    CHECK_OK(dpex_queue_wait(queue, 0, &done));
    CHECK_INT(done, 1);
    dpex_event_release(event);
    dpex_queue_release(queue);
}

static void ignore_signal(int number)
{
    (void)number;
}

typedef struct interrupted {
    pthread_t thread;
    long id;
    _Atomic int must_stop;
} interrupted;

/* Whenever the thread waits for something. */
static void *interrupt_until_told(void *arg)
{
    interrupted *waiting = arg;
    while (!atomic_load(&waiting->must_stop)) {
        if (test_thread_is_blocked(waiting->id)) pthread_kill(waiting->thread, SIGUSR1);
        sched_yield();
    }
    return NULL;
}

TEST(signal_interrupts_a_wait_and_the_queue_goes_on)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task blocked = {.before = &door};
    pthread_t interrupter;
    interrupted waiting = {pthread_self(), test_thread_id(), 0};
    struct sigaction action = {.sa_handler = ignore_signal};
    CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    task_submit(queue, &blocked, 0, NULL, NULL);
    CHECK(pthread_create(&interrupter, NULL, interrupt_until_told, &waiting) == 0);
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_INTERRUPTED);
    atomic_store(&waiting.must_stop, 1);
    pthread_join(interrupter, NULL);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(blocked.n_drops, 1);
    dpex_queue_release(queue);
}

/* ---- stress ---------------------------------------------------------------------------------- */

enum { N_STRESS_QUEUES = 5, N_STRESS_THREADS = 4, N_STRESS_COMMANDS = 400 };

typedef struct {
    dpex_queue **queues;
    unsigned seed;
    _Atomic int *n_dropped, *n_wrong;
} stress;

/* A command that checks, when it runs, that its dependencies have run. */
typedef struct {
    stress *s;
    const _Atomic int *needs[2];
    _Atomic int *done;
} stress_task;

static dpex_status run_stress(void *payload, int64_t first, int64_t last)
{
    stress_task *t = payload;
    for (int i = 0; i < 2; i++)
        if (t->needs[i] && !atomic_load_explicit(t->needs[i], memory_order_relaxed))
            atomic_fetch_add(t->s->n_wrong, 1);
    (void)first, (void)last;
    return DPEX_SUCCESS;
}

static dpex_status finish_stress(void *payload)
{
    atomic_store_explicit(((stress_task *)payload)->done, 1, memory_order_relaxed);
    return DPEX_SUCCESS;
}

static void drop_stress(void *payload)
{
    atomic_fetch_add(((stress_task *)payload)->s->n_dropped, 1);
}

static void *submit_stress(void *payload)
{
    stress *s = payload;
    _Atomic int *done = calloc(N_STRESS_COMMANDS, sizeof *done);
    dpex_event **events = calloc(N_STRESS_COMMANDS, sizeof *events);
    CHECK(done && events);
    for (int i = 0; i < N_STRESS_COMMANDS; i++) {
        stress_task t = {s, {NULL, NULL}, &done[i]};
        dpex_event *deps[2] = {NULL, NULL};
        for (int k = 0; k < 2 && i > 0 && rand_r(&s->seed) % 3; k++) {
            int j = rand_r(&s->seed) % i;
            deps[k] = events[j];
            t.needs[k] = &done[j];
        }
        dpex_command command = {.kind = DPEX_COMMAND_PARALLEL,
                                .flags = (unsigned)rand_r(&s->seed) % 4,
                                .parallel = {run_stress, finish_stress, drop_stress, &t, sizeof t,
                                             rand_r(&s->seed) % 5}};
        CHECK_OK(dpex_queue_submit(s->queues[rand_r(&s->seed) % N_STRESS_QUEUES], &command, deps, 2,
                                   &events[i]));
        if (rand_r(&s->seed) % 20 == 0)
            CHECK_OK(dpex_event_wait(events[rand_r(&s->seed) % (i + 1)], 0, NULL));
    }
    for (int i = 0; i < N_STRESS_COMMANDS; i++) {
        CHECK_OK(dpex_event_wait(events[i], 0, NULL));
        dpex_event_release(events[i]);
    }
    free(done);
    free(events);
    return NULL;
}

TEST(many_threads_on_many_queues_with_random_dependencies)
{
    dpex_queue *queues[N_STRESS_QUEUES];
    pthread_t threads[N_STRESS_THREADS];
    _Atomic int n_dropped = 0, n_wrong = 0;
    stress s[N_STRESS_THREADS];
    for (int i = 0; i < N_STRESS_QUEUES; i++)
        queues[i] = fixture_queue(i % 2 ? DPEX_QUEUE_IN_ORDER : DPEX_QUEUE_ENABLE_PROFILING);
    for (int i = 0; i < N_STRESS_THREADS; i++) {
        s[i] = (stress){queues, (unsigned)i + 1, &n_dropped, &n_wrong};
        CHECK(pthread_create(&threads[i], NULL, submit_stress, &s[i]) == 0);
    }
    for (int i = 0; i < N_STRESS_THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < N_STRESS_QUEUES; i++) {
        CHECK_OK(dpex_queue_wait(queues[i], 0, NULL));
        CHECK(dpex_queue_is_idle(queues[i]));
        dpex_queue_release(queues[i]);
    }
    CHECK_INT(n_dropped, N_STRESS_THREADS * N_STRESS_COMMANDS);
    CHECK_INT(n_wrong, 0);
}

static dpex_status submit_and_wait(void *context)
{
    dpex_queue *queue = context;
    _Atomic int n_runs[N_CHUNKS] = {0}, n_finished = 0, n_dropped = 0;
    parallel_job job = {n_runs, &n_finished, &n_dropped, -1};
    struct {
        parallel_job job;
        char rest[1000];
    } large = {.job = job};
    dpex_command command = parallel_command(&large.job, sizeof large, N_CHUNKS);
    dpex_event *event = NULL;
    dpex_status status = dpex_queue_submit(queue, &command, NULL, 0, &event);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(n_dropped, status == DPEX_SUCCESS);
    if (!status) dpex_event_release(event);
    return status;
}

TEST(submission_without_memory_takes_nothing)
{
    dpex_queue *queue = fixture_queue(0);
    task warm_up = {0};
    task_submit(queue, &warm_up, 0, NULL, NULL);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    test_failing_allocations(submit_and_wait, queue);
    dpex_queue_release(queue);
}
