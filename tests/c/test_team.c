/* Teams: which chunks run, on how many threads, on which CPUs. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/futex.h"
#include "host/host.h"
#include "test.h"

enum { N_CHUNKS = 1000 };

typedef struct {
    dpex_team *team;
    _Atomic int n_runs[N_CHUNKS];
    _Atomic int n_inside, most_inside;
    _Atomic int n_outside_cpu; /* chunks that ran on another CPU than `cpu` */
    int cpu;
    int64_t fails_at;
} job;

static void note_entry(job *j)
{
    int n = atomic_fetch_add(&j->n_inside, 1) + 1, most = atomic_load(&j->most_inside);
    while (n > most && !atomic_compare_exchange_weak(&j->most_inside, &most, n)) {
    }
}

static dpex_status count_runs(void *payload, int64_t first, int64_t last)
{
    job *j = payload;
    note_entry(j);
    for (int64_t i = first; i < last; i++) atomic_fetch_add(&j->n_runs[i], 1);
    if (j->cpu >= 0 && sched_getcpu() != j->cpu) atomic_fetch_add(&j->n_outside_cpu, 1);
    atomic_fetch_sub(&j->n_inside, 1);
    if (first <= j->fails_at && j->fails_at < last)
        return DPEX_FAIL(DPEX_ERROR_HOST_CALL, "chunk %d", (int)j->fails_at);
    return DPEX_SUCCESS;
}

static void check_each_ran_once(const job *j, int n)
{
    for (int i = 0; i < n; i++) CHECK_INT(j->n_runs[i], 1);
}

static dpex_team *whole_team(void)
{
    const int *cpus;
    size_t n;
    dpex_team *team;
    CHECK_OK(dpex_host_get_cpus(&cpus, &n));
    CHECK_OK(dpex_team_create(cpus, n, &team));
    return team;
}

TEST(cpus_are_those_of_the_affinity_mask)
{
    const int *cpus;
    size_t n;
    cpu_set_t set;
    CHECK_OK(dpex_host_get_cpus(&cpus, &n));
    CHECK(n >= 1);
    CHECK(sched_getaffinity(0, sizeof set, &set) == 0);
    for (size_t i = 0; i < n; i++) CHECK(CPU_ISSET(cpus[i], &set));
}

TEST(num_threads_lowers_the_number_of_cpus)
{
    const int *cpus;
    size_t n;
    setenv("DPEX_NUM_THREADS", "1", 1);
    CHECK_OK(dpex_host_get_cpus(&cpus, &n));
    CHECK_INT(n, 1);
}

TEST(num_threads_does_not_raise_the_number_of_cpus)
{
    const int *cpus;
    size_t n;
    cpu_set_t set;
    setenv("DPEX_NUM_THREADS", "100000", 1);
    CHECK_OK(dpex_host_get_cpus(&cpus, &n));
    CHECK(sched_getaffinity(0, sizeof set, &set) == 0);
    CHECK(n <= (size_t)CPU_COUNT(&set));
}

TEST(every_chunk_runs_exactly_once)
{
    job j = {.cpu = -1, .fails_at = -1};
    dpex_team *team = whole_team();
    static const int sizes[] = {1, 2, 3, 17, N_CHUNKS};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memset(j.n_runs, 0, sizeof j.n_runs);
        CHECK_OK(dpex_team_run(team, count_runs, &j, sizes[i]));
        check_each_ran_once(&j, sizes[i]);
    }
    dpex_team_release(team);
}

TEST(run_of_no_chunks_is_noop)
{
    dpex_team *team = whole_team();
    CHECK_OK(dpex_team_run(team, NULL, NULL, 0));
    dpex_team_release(team);
}

TEST(failing_chunk_fails_the_run_with_its_message)
{
    job j = {.cpu = -1, .fails_at = 5};
    dpex_team *team = whole_team();
    CHECK_FAILS(dpex_team_run(team, count_runs, &j, N_CHUNKS), DPEX_ERROR_HOST_CALL);
    CHECK_MESSAGE("chunk 5");
    j.fails_at = -1;
    CHECK_OK(dpex_team_run(team, count_runs, &j, N_CHUNKS));
    dpex_team_release(team);
}

TEST(empty_unknown_and_doubled_cpus_are_refused)
{
    const int *cpus;
    size_t n;
    dpex_team *team;
    CHECK_OK(dpex_host_get_cpus(&cpus, &n));
    int twice[2] = {cpus[0], cpus[0]}, unknown = 123456;
    CHECK_FAILS(dpex_team_create(cpus, 0, &team), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_team_create(twice, 2, &team), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_team_create(&unknown, 1, &team), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("1 CPUs");
}

/* Chunk i of the outer run is a run of its own over the chunks [10 i, 10 i + 10). */
static dpex_status count_ten(void *payload, int64_t first, int64_t last)
{
    for (int64_t i = first; i < last; i++) atomic_fetch_add(&((_Atomic int *)payload)[i], 1);
    return DPEX_SUCCESS;
}

static dpex_status run_nested(void *payload, int64_t first, int64_t last)
{
    job *j = payload;
    for (int64_t i = first; i < last; i++)
        DPEX_TRY(dpex_team_run(j->team, count_ten, &j->n_runs[10 * i], 10));
    return DPEX_SUCCESS;
}

TEST(runs_nest)
{
    job j = {.team = whole_team(), .cpu = -1, .fails_at = -1};
    CHECK_OK(dpex_team_run(j.team, run_nested, &j, N_CHUNKS / 10));
    check_each_ran_once(&j, N_CHUNKS);
    dpex_team_release(j.team);
}

static void *run_many(void *payload)
{
    job *j = payload;
    for (int i = 0; i < 50; i++)
        if (dpex_team_run(j->team, count_runs, j, N_CHUNKS)) return payload;
    return NULL;
}

TEST(no_more_threads_than_cpus_compute_for_a_team)
{
    enum { N_THREADS = 6 };
    job j = {.team = whole_team(), .cpu = -1, .fails_at = -1};
    pthread_t threads[N_THREADS];
    void *failed;
    for (int i = 0; i < N_THREADS; i++) CHECK(pthread_create(&threads[i], NULL, run_many, &j) == 0);
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], &failed);
        CHECK(failed == NULL);
    }
    CHECK(j.most_inside <= (int)dpex_team_get_size(j.team));
    for (int i = 0; i < N_CHUNKS; i++) CHECK_INT(j.n_runs[i], 50 * N_THREADS);
    dpex_team_release(j.team);
}

/* ---- steps --------------------------------------------------------------------------------------- */

static void lead_steps(dpex_steps *steps, void *payload)
{
    job *j = payload;
    static const int sizes[] = {N_CHUNKS, 1, 2, 0, 17, N_CHUNKS};
    for (int round = 0; round < 100; round++) {
        const int size = sizes[round % 6];
        memset(j->n_runs, 0, sizeof j->n_runs);
        CHECK_OK(dpex_steps_run(steps, count_runs, j, size));
        check_each_ran_once(j, size);
        /* Followers are asleep at some steps. */
        if (round == 50) usleep(1000);
    }
}

TEST(every_chunk_of_every_step_runs_before_the_next_step)
{
    job j = {.cpu = -1, .fails_at = -1};
    dpex_team *team = whole_team();
    CHECK_OK(dpex_team_lead(team, lead_steps, &j));
    CHECK(j.most_inside <= (int)dpex_team_get_size(team));
    dpex_team_release(team);
}

static void lead_to_a_failure(dpex_steps *steps, void *payload)
{
    CHECK(dpex_steps_run(steps, count_runs, payload, N_CHUNKS) == DPEX_ERROR_HOST_CALL);
}

TEST(a_failing_chunk_fails_its_step)
{
    job j = {.cpu = -1, .fails_at = 5};
    dpex_team *team = whole_team();
    CHECK_OK(dpex_team_lead(team, lead_to_a_failure, &j));
    dpex_team_release(team);
}

static void *lead_many(void *payload)
{
    job *j = payload;
    for (int i = 0; i < 20; i++) {
        job own = {.cpu = -1, .fails_at = -1};
        if (dpex_team_lead(j->team, lead_steps, &own)) return payload;
    }
    return NULL;
}

static void lead_few_steps(dpex_steps *steps, void *payload)
{
    for (int i = 0; i < 8; i++) CHECK_OK(dpex_steps_run(steps, count_runs, payload, N_CHUNKS));
}

static void *lead_briefly(void *payload)
{
    job *j = payload;
    for (int i = 0; i < 500; i++) {
        job own = {.cpu = -1, .fails_at = -1};
        if (dpex_team_lead(j->team, lead_few_steps, &own)) return payload;
    }
    return NULL;
}

/* lead: gives NULL, or what it was given where it has failed. */
static void lead_from_several_threads(void *(*lead)(void *payload))
{
    enum { N_THREADS = 4 };
    job j = {.team = whole_team(), .cpu = -1, .fails_at = -1};
    pthread_t threads[N_THREADS];
    void *failed;
    for (int i = 0; i < N_THREADS; i++) CHECK(pthread_create(&threads[i], NULL, lead, &j) == 0);
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], &failed);
        CHECK(failed == NULL);
    }
    dpex_team_release(j.team);
}

TEST(several_leaders_share_the_threads_of_a_team)
{
    lead_from_several_threads(lead_many);
}

/* A follower that comes at the end must not wait for another step. */
TEST(leads_end_whenever_their_followers_come)
{
    lead_from_several_threads(lead_briefly);
}

static dpex_team *team_of(size_t i, int *cpu)
{
    const int *cpus;
    size_t n;
    dpex_team *team;
    CHECK_OK(dpex_host_get_cpus(&cpus, &n));
    if (n <= i) SKIP("needs as many CPUs as sub-teams");
    *cpu = cpus[i];
    CHECK_OK(dpex_team_create(cpu, 1, &team));
    return team;
}

TEST(smaller_team_works_on_its_cpu_only)
{
    job j = {.fails_at = -1};
    dpex_team *whole = whole_team();
    j.cpu = -1;
    CHECK_OK(dpex_team_run(whole, count_runs, &j, N_CHUNKS)); /* workers exist, unpinned */
    dpex_team *team = team_of(1, &j.cpu);
    for (int i = 0; i < 20; i++) CHECK_OK(dpex_team_run(team, count_runs, &j, N_CHUNKS));
    CHECK_INT(j.n_outside_cpu, 0);
    dpex_team_release(team);
    dpex_team_release(whole);
}

TEST(pinned_caller_works_for_its_own_team)
{
    job j = {.fails_at = -1};
    dpex_team *team = team_of(0, &j.cpu);
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(j.cpu, &set);
    CHECK(sched_setaffinity(0, sizeof set, &set) == 0);
    CHECK_OK(dpex_team_run(team, count_runs, &j, N_CHUNKS));
    CHECK_INT(j.n_outside_cpu, 0);
    check_each_ran_once(&j, N_CHUNKS);
    dpex_team_release(team);
}

/* Work of each of two one-CPU teams that needs the other's CPU, at the same time. */
static dpex_status run_on_other(void *payload, int64_t first, int64_t last)
{
    (void)first, (void)last;
    job *j = payload;
    return dpex_team_run(j->team, count_runs, j, N_CHUNKS);
}

static void *run_across(void *payload)
{
    dpex_team **teams = payload;
    job *j = calloc(1, sizeof *j);
    if (!j) return payload;
    j->team = teams[1];
    j->cpu = j->fails_at = -1;
    dpex_status status = DPEX_SUCCESS;
    for (int i = 0; i < 20 && !status; i++) status = dpex_team_run(teams[0], run_on_other, j, 1);
    for (int i = 0; i < N_CHUNKS; i++) CHECK_INT(j->n_runs[i], 20);
    free(j);
    return status ? payload : NULL;
}

TEST(teams_that_wait_for_each_other_make_progress)
{
    int cpu;
    dpex_team *a = team_of(0, &cpu), *b = team_of(1, &cpu);
    dpex_team *there[2] = {a, b}, *back[2] = {b, a};
    pthread_t thread;
    void *failed;
    CHECK(pthread_create(&thread, NULL, run_across, there) == 0);
    CHECK(run_across(back) == NULL);
    pthread_join(thread, &failed);
    CHECK(failed == NULL);
    dpex_team_release(a);
    dpex_team_release(b);
}

TEST(threads_stop_and_start_again)
{
    job j = {.cpu = -1, .fails_at = -1};
    dpex_team *team = whole_team();
    for (int i = 0; i < 5; i++) {
        CHECK_OK(dpex_team_run(team, count_runs, &j, N_CHUNKS));
        dpex_host_shutdown();
    }
    dpex_team_release(team);
}
