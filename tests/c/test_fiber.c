/* Crews of fibers: barriers in order, reuse, divergence. */
#include "host/fiber.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum { N = 37, ROUNDS = 50 };

typedef struct group {
    dpex_crew *crew;
    int arrived[ROUNDS]; /* items that have reached a round */
    int wrong;           /* an item went on before all had arrived */
    size_t order[N];
    size_t n_order;
} group;

static void wait_in_a_loop(void *payload, size_t i)
{
    group *g = payload;
    char private_data[512]; /* lives across switches */
    memset(private_data, (int)i, sizeof private_data);
    g->order[g->n_order++] = i;
    for (int round = 0; round < ROUNDS; round++) {
        g->arrived[round]++;
        dpex_crew_barrier(g->crew, 1);
        g->wrong += g->arrived[round] != N;
        g->wrong += private_data[round] != (char)i;
    }
}

static void run_group(dpex_crew *crew)
{
    group g = {.crew = crew};
    dpex_fiber_outcome outcome;
    CHECK_OK(dpex_crew_run(crew, N, wait_in_a_loop, &g, &outcome));
    CHECK_INT(outcome, DPEX_FIBERS_DONE);
    CHECK_INT(g.wrong, 0);
    for (int round = 0; round < ROUNDS; round++) CHECK_INT(g.arrived[round], N);
    for (size_t i = 0; i < N; i++) CHECK_INT(g.order[i], i);
}

TEST(barrier_lets_nobody_on_before_all_have_arrived)
{
    dpex_crew *crew;
    CHECK_OK(dpex_crew_take(N, 0, &crew));
    run_group(crew);
    run_group(crew);
    dpex_crew_give(crew);
}

static void *run_on_a_thread(void *unused)
{
    (void)unused;
    for (int i = 0; i < 5; i++) {
        dpex_crew *crew;
        CHECK_OK(dpex_crew_take(N, 256, &crew));
        memset(dpex_crew_get_local(crew), 1, 256);
        run_group(crew);
        dpex_crew_give(crew);
    }
    return NULL;
}

TEST(threads_run_crews_of_their_own)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, run_on_a_thread, NULL), 0);
    for (int i = 0; i < 4; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
}

static void leave_early(void *payload, size_t i)
{
    if (i % 2) dpex_crew_barrier(payload, 1);
}

static void wait_apart(void *payload, size_t i)
{
    dpex_crew_barrier(payload, i % 2 ? 1 : 2);
}

static void leave_last(void *payload, size_t i)
{
    if (i != N - 1) dpex_crew_barrier(payload, 1);
}

static void wait_once_more(void *payload, size_t i)
{
    dpex_crew_barrier(payload, 1);
    if (i == N - 1) dpex_crew_barrier(payload, 1);
}

TEST(divergence_is_found_and_the_crew_stays_usable)
{
    const dpex_fiber_fn bad[] = {leave_early, wait_apart, leave_last, wait_once_more};
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
        dpex_crew *crew;
        dpex_fiber_outcome outcome;
        CHECK_OK(dpex_crew_take(N, 0, &crew));
        CHECK_OK(dpex_crew_run(crew, N, bad[b], crew, &outcome));
        CHECK_INT(outcome, DPEX_FIBERS_SOME_LEFT);
        run_group(crew);
        dpex_crew_give(crew);
    }
}

static void do_nothing(void *payload, size_t i)
{
    (*(size_t *)payload) += i;
}

TEST(crews_of_one_and_of_none)
{
    dpex_crew *crew;
    dpex_fiber_outcome outcome;
    size_t sum = 0;
    CHECK_OK(dpex_crew_take(1, 0, &crew));
    CHECK_OK(dpex_crew_run(crew, 0, do_nothing, &sum, &outcome));
    CHECK_OK(dpex_crew_run(crew, 1, wait_apart, crew, &outcome));
    CHECK_INT(outcome, DPEX_FIBERS_DONE);
    CHECK_OK(dpex_crew_run(crew, 1, do_nothing, &sum, &outcome));
    CHECK_INT(sum, 0);
    dpex_crew_give(crew);
    dpex_crew_give(NULL);
}

/* A group whose items run in one loop, unless one of them waits. */
typedef struct items_group {
    dpex_crew *crew;
    int waits;
    int n_calls, arrived, wrong, ended[N];
} items_group;

static size_t run_some_items(void *payload, size_t first)
{
    items_group *g = payload;
    g->n_calls++;
    for (size_t i = first; i < N; i++) {
        g->arrived++;
        if (g->waits) {
            dpex_crew_barrier(g->crew, i == first ? 0 : DPEX_SITE_DIVERGENT);
            g->wrong += g->arrived != N;
        }
        g->ended[i]++;
        if (g->waits) return 1;
    }
    return N - first;
}

static void check_items(dpex_crew *crew, int waits, int n_calls)
{
    items_group g = {.crew = crew, .waits = waits};
    dpex_fiber_outcome outcome;
    CHECK_OK(dpex_crew_run_items(crew, N, run_some_items, &g, &outcome));
    CHECK_INT(outcome, DPEX_FIBERS_DONE);
    CHECK_INT(g.n_calls, n_calls);
    CHECK_INT(g.wrong, 0);
    for (size_t i = 0; i < N; i++) CHECK_INT(g.ended[i], 1);
}

TEST(items_get_a_fiber_each_only_where_they_wait)
{
    dpex_crew *crew;
    CHECK_OK(dpex_crew_take(N, 0, &crew));
    check_items(crew, 0, 1);
    check_items(crew, 1, N);
    check_items(crew, 0, 1);
    run_group(crew);
    dpex_crew_give(crew);
}

static size_t wait_in_the_middle(void *payload, size_t first)
{
    for (size_t i = first; i < N; i++) {
        if (i == N / 2) dpex_crew_barrier(payload, i == first ? 0 : DPEX_SITE_DIVERGENT);
    }
    return N - first;
}

TEST(items_that_ended_before_another_waits_are_divergent)
{
    dpex_crew *crew;
    dpex_fiber_outcome outcome;
    CHECK_OK(dpex_crew_take(N, 0, &crew));
    CHECK_OK(dpex_crew_run_items(crew, N, wait_in_the_middle, crew, &outcome));
    CHECK_INT(outcome, DPEX_FIBERS_SOME_LEFT);
    run_group(crew);
    dpex_crew_give(crew);
}
