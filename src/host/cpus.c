/* Which CPUs the process may use: its affinity, shortened to the control group's quota and to
 * DPEX_NUM_THREADS. Read once; a later change of the process's affinity is not followed. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/env.h"
#include "base/error.h"
#include "base/fork.h"
#include "host/cpus.h"
#include "host/host.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the writing of those below */
DPEX_FORK_GUARD(lock)
static int *known_cpus;      /* of the affinity mask, ascending */
static size_t n_known_cpus;  /* all of them */
static size_t n_usable_cpus; /* the first so many: quota and DPEX_NUM_THREADS */

/* The CPUs of the affinity mask, ascending. Masks grow with the machine: doubled until the
 * kernel accepts one. */
static dpex_status read_affinity(int **cpus, size_t *n)
{
    for (int n_bits = 1024; n_bits <= 1 << 20; n_bits *= 2) {
        cpu_set_t *set = CPU_ALLOC((size_t)n_bits);
        if (!set) break;
        size_t bytes = CPU_ALLOC_SIZE((size_t)n_bits);
        /* EINVAL: the kernel's mask is longer than this one. */
        if (sched_getaffinity(0, bytes, set)) {
            CPU_FREE(set);
            continue;
        }
        *n = 0;
        *cpus = dpex_malloc((size_t)CPU_COUNT_S(bytes, set) * sizeof **cpus);
        for (int cpu = 0; *cpus && cpu < n_bits; cpu++)
            if (CPU_ISSET_S((size_t)cpu, bytes, set)) (*cpus)[(*n)++] = cpu;
        CPU_FREE(set);
        if (*cpus && *n) return DPEX_SUCCESS;
        dpex_free(*cpus);
        break;
    }
    return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for the list of CPUs");
}

/* The first line of a small file, without its end; 0 where there is none. */
static int read_line(const char *path, char *line, int bytes)
{
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    int found = fgets(line, bytes, file) != NULL;
    fclose(file);
    if (found) line[strcspn(line, "\n")] = '\0';
    return found;
}

/* CPUs' worth of time that "quota period" grants, rounded up; 0: no limit. */
static size_t quota_cpus(double quota, double period)
{
    if (quota <= 0 || period <= 0) return 0;
    size_t whole = (size_t)(quota / period);
    return (double)whole * period < quota ? whole + 1 : whole;
}

static size_t read_quota_v2(const char *group)
{
    char path[600], line[100];
    double quota, period;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", group);
    /* "max", for no limit, is not two numbers. */
    if (!read_line(path, line, sizeof line) || sscanf(line, "%lf %lf", &quota, &period) != 2)
        return 0;
    return quota_cpus(quota, period);
}

static size_t read_quota_v1(const char *group)
{
    /* The controller's mount has either name. */
    static const char *const mounts[] = {"cpu", "cpu,cpuacct"};
    char path[600], quota[100], period[100];
    for (size_t i = 0; i < sizeof mounts / sizeof *mounts; i++) {
        snprintf(path, sizeof path, "/sys/fs/cgroup/%s%s/cpu.cfs_quota_us", mounts[i], group);
        if (!read_line(path, quota, sizeof quota)) continue;
        snprintf(path, sizeof path, "/sys/fs/cgroup/%s%s/cpu.cfs_period_us", mounts[i], group);
        if (read_line(path, period, sizeof period)) return quota_cpus(atof(quota), atof(period));
    }
    return 0;
}

static size_t smaller_limit(size_t a, size_t b)
{
    /* 0 is "none" for both. */
    return !a || (b && b < a) ? b : a;
}

/* The group's own quota and its ancestors': the smallest counts. group is shortened on the way
 * up. Inside a container the path of /proc/self/cgroup may not exist; its root, "", always does. */
static size_t smallest_quota(char *group, size_t (*read_quota)(const char *group))
{
    size_t limit = 0;
    for (;;) {
        /* Paths of groups below do not end in a slash, and the root's is the empty one. */
        if (!strcmp(group, "/")) group[0] = '\0';
        limit = smaller_limit(limit, read_quota(group));
        char *slash = strrchr(group, '/');
        if (!slash) return limit;
        *slash = '\0';
    }
}

/* Whether a comma-separated list holds "cpu". */
static int names_cpu(const char *controllers, size_t n)
{
    for (const char *word = controllers; word < controllers + n;) {
        size_t len = strcspn(word, ",:");
        if (len == 3 && !memcmp(word, "cpu", 3)) return 1;
        word += len + 1;
    }
    return 0;
}

/* CPUs' worth of time that the control groups allow; 0: no limit. Lines are
 * "id:controllers:path". */
static size_t read_cgroup_limit(void)
{
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file) return 0;
    char line[512];
    size_t limit = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        /* Paths may contain colons, controllers do not: the second colon ends them. */
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(++controllers, ':') : NULL;
        if (!group) continue;
        size_t n = (size_t)(group++ - controllers);
        /* Version 2 has one line, "0::path". */
        if (n == 0)
            limit = smaller_limit(limit, smallest_quota(group, read_quota_v2));
        else if (names_cpu(controllers, n))
            limit = smaller_limit(limit, smallest_quota(group, read_quota_v1));
    }
    fclose(file);
    return limit;
}

/* DPEX_NUM_THREADS may lower the number, not raise it: more threads than CPUs bring nothing. */
static size_t asked_limit(void)
{
    return (size_t)dpex_env_number("DPEX_NUM_THREADS", 1, 0);
}

/* Fills the variables above, once. The environment is read outside the lock: it may end in a
 * warning's receiver.
 * Checked twice: the acquire load pairs with the release store, so that a thread that sees
 * is_read reads the lists without the lock. */
static dpex_status read_cpus(void)
{
    static _Atomic int is_read;
    if (atomic_load_explicit(&is_read, memory_order_acquire)) return DPEX_SUCCESS;
    int *found = NULL;
    size_t n_found = 0;
    DPEX_TRY(read_affinity(&found, &n_found));
    size_t limit = smaller_limit(read_cgroup_limit(), asked_limit());
    /* Another thread may have been first: its list is the one that others already hold. */
    pthread_mutex_lock(&lock);
    if (!known_cpus) {
        n_known_cpus = n_found;
        n_usable_cpus = limit && limit < n_found ? limit : n_found;
        known_cpus = found;
        found = NULL;
        atomic_store_explicit(&is_read, 1, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    dpex_free(found);
    return DPEX_SUCCESS;
}

dpex_status dpex_host_get_cpus(const int **cpus, size_t *n)
{
    DPEX_TRY(read_cpus());
    *cpus = known_cpus;
    *n = n_usable_cpus;
    return DPEX_SUCCESS;
}

dpex_status dpex_host_get_affinity(const int **cpus, size_t *n)
{
    DPEX_TRY(read_cpus());
    *cpus = known_cpus;
    *n = n_known_cpus;
    return DPEX_SUCCESS;
}

void dpex_host_set_affinity(pthread_t thread, const int *cpus, size_t n)
{
    int last = 0;
    for (size_t i = 0; i < n; i++) last = cpus[i] > last ? cpus[i] : last;
    cpu_set_t *set = CPU_ALLOC((size_t)last + 1);
    /* Best effort: a thread that is not pinned computes the same. */
    if (!set) return;
    size_t bytes = CPU_ALLOC_SIZE((size_t)last + 1);
    CPU_ZERO_S(bytes, set);
    for (size_t i = 0; i < n; i++) CPU_SET_S((size_t)cpus[i], bytes, set);
    pthread_setaffinity_np(thread, bytes, set);
    CPU_FREE(set);
}

int dpex_host_is_inside(const int *cpus, size_t n)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set))
        return 0; /* more than 1024 CPUs: too many to be inside a few */
    int n_inside = 0;
    for (size_t i = 0; i < n; i++)
        if (cpus[i] < CPU_SETSIZE && CPU_ISSET(cpus[i], &set)) n_inside++;
    /* All CPUs of the thread's mask are among these. */
    return n_inside == CPU_COUNT(&set);
}
