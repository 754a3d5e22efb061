/* Teams: sets of CPUs on which work runs. The work itself is thread_pool's.
 *
 * There is a worker for each CPU of the process, and a team is a set of marks on workers: a
 * sub-device has a team of fewer CPUs, and teams share threads where they share CPUs. Workers are
 * pinned only once there is a team of a part. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "host/thread_pool.h"

/* Marks the workers whose CPUs these are. 0: one of them is not the process's. */
static int mark_members(dpex_team *team, const int *known, size_t n_known)
{
    size_t n_found = 0;
    for (size_t i = 0; i < team->n_cpus; i++) /* Quadratic, once per team. */
        for (size_t worker = 0; worker < n_known; worker++)
            if (known[worker] == team->cpus[i] && !team->is_member[worker]) {
                team->is_member[worker] = 1;
                n_found++;
                break;
            }
    /* The workers of the process all belong to it, so none needs pinning. */
    team->is_whole = n_found == n_known;
    return n_found == team->n_cpus;
}

/* Releases what dpex_team_create allocated; the team is no longer in the pool's list, or never
 * was. */
static void free_team(dpex_team *team)
{
    if (!team) return;
    dpex_free(team->cpus);
    dpex_free(team->is_member);
    dpex_free(team);
}

/* cpus is copied. */
dpex_status dpex_team_create(const int *cpus, size_t n, dpex_team **team)
{
    const int *known;
    size_t n_known;
    DPEX_TRY(dpex_host_get_cpus(&known, &n_known));
    if (n == 0)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "a team of no CPUs; at least 1 is needed");
    dpex_status status = DPEX_ERROR_NO_MEMORY;
    dpex_team *made = dpex_calloc(1, sizeof *made);
    if (!made) goto failed;
    atomic_init(&made->refs, 1);
    made->cpus = dpex_malloc(n * sizeof *made->cpus);
    made->is_member = dpex_calloc(n_known, 1);
    if (!made->cpus || !made->is_member) goto failed;
    memcpy(made->cpus, cpus, n * sizeof *cpus);
    made->n_cpus = n;
    if (!mark_members(made, known, n_known)) {
        free_team(made);
        return DPEX_FAIL(
            DPEX_ERROR_INVALID_VALUE,
            "a team of %zu CPUs, some of them named twice or not among the %zu of this process", n,
            n_known);
    }
    if ((status = dpex_threads_add_team(made))) goto failed;
    *team = made;
    return DPEX_SUCCESS;
failed:
    free_team(made);
    return DPEX_FAIL(status, "no memory for a team of %zu CPUs", n);
}

/* Relaxed: the holder of a reference keeps the team alive. */
dpex_team *dpex_team_retain(dpex_team *team)
{
    atomic_fetch_add_explicit(&team->refs, 1, memory_order_relaxed);
    return team;
}

void dpex_team_release(dpex_team *team)
{
    /* Sequentially consistent: all use by other threads comes before. */
    if (!team || atomic_fetch_sub(&team->refs, 1) != 1) return;
    dpex_threads_remove_team(team);
    free_team(team);
}

/* Made at the first host call of a device of another backend; lives as long as the process. */
static dpex_team *call_team; /* NULL where it could not be made */

static void make_call_team(void)
{
    const int *cpus;
    size_t n;
    if (dpex_host_get_cpus(&cpus, &n) || dpex_team_create(cpus, n, &call_team)) call_team = NULL;
}

/* Host calls (host_task of SYCL) of devices elsewhere: one worker is enough, as they are few and
 * short. */
dpex_status dpex_threads_get_call_team(dpex_team **team)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_call_team);
    if (!call_team)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for the threads of host calls");
    *team = call_team;
    return dpex_threads_ensure(call_team, 1);
}

size_t dpex_team_get_size(const dpex_team *team)
{
    return team->n_cpus;
}

/* Blocks; the calling thread takes part. Returns the failure of a chunk. */
dpex_status dpex_team_run(dpex_team *team, dpex_parallel_fn run, void *payload, int64_t n_chunks)
{
    if (n_chunks <= 0) return DPEX_SUCCESS;
    /* On the stack: dpex_threads_run returns after the last thread has left it. */
    dpex_region region = {0};
    dpex_region_init(&region, team, run, payload, n_chunks);
    return dpex_threads_run(&region);
}
