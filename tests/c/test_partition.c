/* runtime/partition.c, native/split.c, native/topology.c: sub-devices. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/native/topology.h"
#include "base/alloc.h"
#include "host/host.h"
#include "nodes.h"

static dpex_device *cpu_device(void)
{
    dpex_device *device;
    CHECK_OK(dpex_device_find("cpu", &device));
    return device;
}

/* The CPU device where it has at least two compute units. */
static dpex_device *divisible_device(void)
{
    dpex_device *device = cpu_device();
    if (dpex_device_get_info(device)->max_compute_units < 2)
        SKIP("this process may use one CPU only");
    return device;
}

static void release_all(dpex_device **devices, size_t n)
{
    for (size_t i = 0; i < n; i++) dpex_device_release(devices[i]);
    dpex_device_array_free(devices);
}

static const dpex_partition by_ones = {.kind = DPEX_PARTITION_EQUALLY, .units = 1};

/* ---- by numbers ------------------------------------------------------------------------------ */

TEST(equal_parts_have_the_units_asked_for)
{
    dpex_device *device = divisible_device(), **parts;
    size_t n, n_units = dpex_device_get_info(device)->max_compute_units;
    CHECK_OK(dpex_device_partition(device, &by_ones, &parts, &n));
    CHECK_INT(n, n_units);
    for (size_t i = 0; i < n; i++) {
        const dpex_device_info *info = dpex_device_get_info(parts[i]);
        CHECK_INT(info->max_compute_units, 1);
        CHECK_INT(info->partition_type, DPEX_PARTITION_EQUALLY);
        CHECK(dpex_device_get_parent(parts[i]) == device);
        CHECK(dpex_device_get_root(parts[i]) == device);
        CHECK(dpex_device_get_platform(parts[i]) == dpex_device_get_platform(device));
        CHECK_INT(dpex_device_get_index(parts[i]), dpex_device_get_index(device));
        CHECK_INT(dpex_team_get_size(((dpex_host_device *)parts[i]->handle)->team), 1);
    }
    CHECK(parts[0] != parts[1] && parts[0]->units[0] != parts[1]->units[0]);
    release_all(parts, n);
}

TEST(what_equal_parts_leave_over_is_unused)
{
    dpex_device *device = divisible_device(), **parts;
    size_t n, n_units = dpex_device_get_info(device)->max_compute_units;
    dpex_partition division = {.kind = DPEX_PARTITION_EQUALLY, .units = n_units - 1};
    if (n_units < 3) division.units = n_units;
    CHECK_OK(dpex_device_partition(device, &division, &parts, &n));
    CHECK_INT(n, 1);
    CHECK_INT(dpex_device_get_info(parts[0])->max_compute_units, division.units);
    release_all(parts, n);
}

TEST(parts_by_counts_have_their_counts)
{
    dpex_device *device = divisible_device(), **parts;
    size_t n, counts[2] = {1, dpex_device_get_info(device)->max_compute_units - 1};
    dpex_partition division = {.kind = DPEX_PARTITION_BY_COUNTS, .counts = counts, .n_counts = 2};
    CHECK_OK(dpex_device_partition(device, &division, &parts, &n));
    CHECK_INT(n, 2);
    for (size_t i = 0; i < n; i++)
        CHECK_INT(dpex_device_get_info(parts[i])->max_compute_units, counts[i]);
    CHECK_INT(dpex_device_get_info(parts[0])->partition_type, DPEX_PARTITION_BY_COUNTS);
    release_all(parts, n);
}

TEST(a_part_splits_again_and_keeps_its_parents)
{
    dpex_device *device = divisible_device(), **parts, **inner;
    size_t n, n_inner;
    dpex_partition whole = {.kind = DPEX_PARTITION_EQUALLY,
                            .units = dpex_device_get_info(device)->max_compute_units};
    CHECK_OK(dpex_device_partition(device, &whole, &parts, &n));
    CHECK_OK(dpex_device_partition(parts[0], &by_ones, &inner, &n_inner));
    CHECK_INT(n_inner, whole.units);
    dpex_device *part = parts[0];
    release_all(parts, n);
    CHECK(dpex_device_get_parent(inner[0]) == part);
    CHECK(dpex_device_get_root(inner[0]) == device);
    CHECK_INT(dpex_device_get_info(part)->max_compute_units, whole.units);
    release_all(inner, n_inner);
    CHECK(device->first_child == NULL);
}

/* ---- identity -------------------------------------------------------------------------------- */

TEST(the_same_split_gives_the_same_devices_while_they_live)
{
    dpex_device *device = divisible_device(), **first, **second;
    size_t n;
    CHECK_OK(dpex_device_partition(device, &by_ones, &first, &n));
    CHECK_OK(dpex_device_partition(device, &by_ones, &second, &n));
    for (size_t i = 0; i < n; i++) CHECK(first[i] == second[i]);
    release_all(first, n);
    CHECK_OK(dpex_device_partition(device, &by_ones, &first, &n));
    for (size_t i = 0; i < n; i++) CHECK(first[i] == second[i]);
    release_all(first, n);
    release_all(second, n);
    CHECK(device->first_child == NULL);
}

TEST(splits_of_different_kinds_give_different_devices)
{
    dpex_device *device = divisible_device(), **equal, **counted;
    size_t n_equal, n_counted, one = 1;
    dpex_partition division = {.kind = DPEX_PARTITION_BY_COUNTS, .counts = &one, .n_counts = 1};
    CHECK_OK(dpex_device_partition(device, &by_ones, &equal, &n_equal));
    CHECK_OK(dpex_device_partition(device, &division, &counted, &n_counted));
    CHECK(equal[0] != counted[0]);
    release_all(equal, n_equal);
    release_all(counted, n_counted);
}

static void *split_and_release(void *device)
{
    for (int i = 0; i < 200; i++) {
        dpex_device **parts;
        size_t n;
        if (dpex_device_partition(device, &by_ones, &parts, &n)) return device;
        release_all(parts, n);
    }
    return NULL;
}

TEST(threads_may_split_and_release_at_once)
{
    dpex_device *device = divisible_device();
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        CHECK(!pthread_create(&threads[i], NULL, split_and_release, device));
    for (int i = 0; i < 4; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        CHECK(failed == NULL);
    }
    CHECK(device->first_child == NULL);
}

TEST(a_forked_child_sees_the_same_parts)
{
    dpex_device *device = divisible_device(), **parts;
    size_t n;
    int status;
    CHECK_OK(dpex_device_partition(device, &by_ones, &parts, &n));
    pid_t child = test_fork();
    if (!child) {
        dpex_device **same;
        int failed = dpex_device_partition(device, &by_ones, &same, &n) || same[0] != parts[0];
        if (!failed) release_all(same, n);
        release_all(parts, n);
        _exit(failed || device->first_child);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    release_all(parts, n);
}

/* ---- errors ---------------------------------------------------------------------------------- */

TEST(splits_that_cannot_be_are_refused)
{
    dpex_device *device = cpu_device(), **parts;
    size_t n, too_many = dpex_device_get_info(device)->max_compute_units + 1;
    size_t with_zero[2] = {1, 0}, huge[2] = {1, SIZE_MAX};
    const dpex_partition invalid[] = {
        {.kind = DPEX_PARTITION_EQUALLY, .units = 0},
        {.kind = DPEX_PARTITION_EQUALLY, .units = too_many},
        {.kind = DPEX_PARTITION_EQUALLY, .units = SIZE_MAX},
        {.kind = DPEX_PARTITION_BY_COUNTS, .counts = with_zero, .n_counts = 2},
        {.kind = DPEX_PARTITION_BY_COUNTS, .counts = &too_many, .n_counts = 1},
        {.kind = DPEX_PARTITION_BY_COUNTS, .counts = huge, .n_counts = 2},
        {.kind = DPEX_PARTITION_BY_COUNTS, .n_counts = 0},
        {.kind = DPEX_PARTITION_NONE},
        {.kind = (dpex_partition_kind)77},
    };
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++)
        CHECK_FAILS(dpex_device_partition(device, &invalid[i], &parts, &n),
                    DPEX_ERROR_INVALID_VALUE);
    CHECK(device->first_child == NULL);
}

TEST(domains_that_do_not_split_the_device_are_unsupported)
{
    dpex_device *device = cpu_device(), **parts;
    size_t n;
    for (int domain = 0; domain <= DPEX_N_AFFINITY_DOMAINS; domain++) {
        dpex_partition division = {.kind = DPEX_PARTITION_BY_AFFINITY,
                                   .domain = (dpex_affinity_domain)domain};
        uint64_t offered = dpex_device_get_info(device)->partition_affinity_domains;
        if (domain < DPEX_N_AFFINITY_DOMAINS && (offered >> domain & 1)) {
            CHECK_OK(dpex_device_partition(device, &division, &parts, &n));
            CHECK(n >= 2);
            CHECK_INT(dpex_device_get_info(parts[0])->partition_type, DPEX_PARTITION_BY_AFFINITY);
            release_all(parts, n);
        } else {
            CHECK_FAILS(dpex_device_partition(device, &division, &parts, &n),
                        DPEX_ERROR_UNSUPPORTED);
        }
    }
}

static dpex_status split_once(void *device)
{
    dpex_device **parts;
    size_t n;
    dpex_status status = dpex_device_partition(device, &by_ones, &parts, &n);
    if (!status) release_all(parts, n);
    return status;
}

TEST(splitting_without_memory_leaves_nothing)
{
    dpex_device *device = divisible_device();
    test_failing_allocations(split_once, device);
    CHECK(device->first_child == NULL);
}

/* ---- topology, on machines of our own making ------------------------------------------------- */

static char root[64];

static void remove_root(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", root);
    if (system(command)) test_fail(__FILE__, __LINE__, "cannot remove %s", root);
}

/* Writes a file below the root, with its folders. */
static void put(const char *path, const char *text)
{
    char full[256];
    snprintf(full, sizeof full, "%s/%s", root, path);
    for (char *slash = strchr(full + strlen(root) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(full, 0700);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    CHECK(file != NULL);
    fprintf(file, "%s\n", text);
    fclose(file);
}

static void put_cache(int cpu, int index, const char *level, const char *type, const char *shared)
{
    char path[128];
    static const char *fmt = "devices/system/cpu/cpu%d/cache/index%d/%s";
    snprintf(path, sizeof path, fmt, cpu, index, "level");
    put(path, level);
    snprintf(path, sizeof path, fmt, cpu, index, "type");
    put(path, type);
    snprintf(path, sizeof path, fmt, cpu, index, "shared_cpu_list");
    put(path, shared);
}

/* Eight CPUs in two nodes; hyperthreads i and i + 4 share L1, CPUs of a node share L3. */
static void make_machine(void)
{
    snprintf(root, sizeof root, "/tmp/dpex-topology-XXXXXX");
    CHECK(mkdtemp(root) != NULL);
    put("devices/system/node/online", "0,2");
    put("devices/system/node/node0/cpulist", "0-1,4-5");
    put("devices/system/node/node2/cpulist", "2-3,6-7");
    for (int cpu = 0; cpu < 8; cpu++) {
        char siblings[16];
        snprintf(siblings, sizeof siblings, "%d,%d", cpu % 4, cpu % 4 + 4);
        put_cache(cpu, 0, "1", "Instruction", "0-7");
        put_cache(cpu, 1, "1", "Data", siblings);
        put_cache(cpu, 2, "3", "Unified", cpu % 4 < 2 ? "0-1,4-5" : "2-3,6-7");
    }
}

static void check_groups(dpex_affinity_domain domain, const int *expected, int n_expected)
{
    static const int cpus[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    int groups[8];
    CHECK_INT(dpex_topology_group(root, domain, cpus, 8, groups), n_expected);
    for (int i = 0; n_expected && i < 8; i++) CHECK_INT(groups[i], expected[i]);
}

TEST(cpus_are_grouped_by_nodes_and_caches)
{
    static const int nodes[8] = {0, 0, 1, 1, 0, 0, 1, 1}, cores[8] = {0, 1, 2, 3, 0, 1, 2, 3};
    make_machine();
    check_groups(DPEX_AFFINITY_NUMA, nodes, 2);
    check_groups(DPEX_AFFINITY_L3_CACHE, nodes, 2);
    check_groups(DPEX_AFFINITY_L1_CACHE, cores, 4);
    check_groups(DPEX_AFFINITY_L2_CACHE, NULL, 0);
    check_groups(DPEX_AFFINITY_L4_CACHE, NULL, 0);
    check_groups(DPEX_AFFINITY_NOT_APPLICABLE, NULL, 0);
    remove_root();
}

TEST(the_next_domain_is_the_outermost_that_splits)
{
    static const int all[8] = {0, 1, 2, 3, 4, 5, 6, 7}, node[4] = {2, 3, 6, 7}, core[2] = {3, 7};
    make_machine();
    CHECK_INT(dpex_topology_next(root, all, 8), DPEX_AFFINITY_NUMA);
    CHECK_INT(dpex_topology_next(root, node, 4), DPEX_AFFINITY_L1_CACHE);
    CHECK_INT(dpex_topology_next(root, core, 2), DPEX_AFFINITY_NOT_APPLICABLE);
    CHECK_INT(dpex_topology_domains(root, core, 2), 0);
    CHECK_INT(dpex_topology_domains(root, node, 4),
              1 << DPEX_AFFINITY_L1_CACHE | 1 << DPEX_AFFINITY_NEXT_PARTITIONABLE);
    remove_root();
}

TEST(a_machine_without_sysfs_has_no_domains)
{
    static const int cpus[2] = {0, 1};
    CHECK_INT(dpex_topology_domains("/nonexistent", cpus, 2), 0);
}
