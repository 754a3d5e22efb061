/* runtime/device.c, registry.c, score.c and the native device: what there is, and what it says of
 * itself. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "host/host.h"
#include "host/sysmem.h"
#include "nodes.h"

static dpex_device *native_device(void)
{
    dpex_device *const *devices;
    size_t n;
    set_variable("ONEAPI_DEVICE_SELECTOR", NULL);
    CHECK_OK(dpex_device_get_all(&devices, &n));
    CHECK(n >= 1);
    return devices[0];
}

/* ---- the native device ----------------------------------------------------------------------- */

TEST(native_device_is_opencl_cpu_and_listed_first)
{
    setenv("DPEX_SIMULATE", "opencl:cpu:1,gpu:1", 1);
    const dpex_device *device = native_device();
    CHECK(device->backend == &dpex_backend_native);
    CHECK_INT(dpex_device_get_info(device)->backend, DPEX_BACKEND_OPENCL);
    CHECK_INT(dpex_device_get_info(device)->type, DPEX_TYPE_CPU);
    CHECK_INT(dpex_device_get_index(device), 0);
    CHECK(dpex_device_get_parent(device) == NULL);
    CHECK(dpex_device_get_root(device) == device);
}

TEST(native_device_says_that_it_is_opendpex)
{
    dpex_device *device = native_device();
    const dpex_platform_info *platform = dpex_platform_get_info(dpex_device_get_platform(device));
    CHECK_TEXT(platform->name, "opendpex native");
    CHECK(strstr(dpex_device_get_info(device)->vendor, "opendpex"));
    CHECK(strstr(platform->version, "opendpex"));
}

/* Every text of the table is filled; numbers that must not be 0 on a CPU are not. */
TEST(native_properties_are_filled)
{
    const dpex_device_info *info = dpex_device_get_info(native_device());
#define DPEX_TEXT(name, what) CHECK(info->name[0]);
#define DPEX_NUMBER(name, what)
#define DPEX_SIZES3(name, what) CHECK(info->name[0] && info->name[1] && info->name[2]);
#define DPEX_LIST(name, what)   CHECK(info->n_##name > 0);
#include "dpex/defs/device_properties.def"
#undef DPEX_TEXT
#undef DPEX_NUMBER
#undef DPEX_SIZES3
#undef DPEX_LIST
    CHECK(info->max_clock_frequency > 0);
    CHECK(info->global_mem_cache_size > 0 && info->global_mem_cache_line_size > 0);
    CHECK(info->profiling_timer_resolution > 0);
    CHECK(info->single_fp_config && info->double_fp_config && info->half_fp_config);
    CHECK_INT(info->global_mem_cache_type, DPEX_MEM_CACHE_READ_WRITE);
    CHECK_INT(info->image_2d_max_width, 0);
}

TEST(native_limits_fit_each_other)
{
    const dpex_device_info *info = dpex_device_get_info(native_device());
    for (size_t i = 1; i < info->n_sub_group_sizes; i++)
        CHECK(info->sub_group_sizes[i - 1] < info->sub_group_sizes[i]);
    CHECK_INT(info->max_num_sub_groups * info->sub_group_sizes[0], info->max_work_group_size);
    CHECK(info->partition_max_sub_devices <= info->max_compute_units);
    CHECK(info->max_mem_alloc_size <= info->global_mem_size);
    CHECK_INT(info->native_vector_width_char, 8 * info->native_vector_width_double);
}

TEST(native_compute_units_are_the_cpus_of_the_process)
{
    const int *cpus;
    size_t n;
    CHECK_OK(dpex_host_get_cpus(&cpus, &n));
    CHECK_INT(dpex_device_get_info(native_device())->max_compute_units, n);
}

TEST(aspects_are_those_of_a_cpu)
{
    const dpex_device *device = native_device();
    CHECK(dpex_device_has_aspect(device, DPEX_ASPECT_cpu));
    CHECK(dpex_device_has_aspect(device, DPEX_ASPECT_fp64));
    CHECK(dpex_device_has_aspect(device, DPEX_ASPECT_usm_shared_allocations));
    CHECK(!dpex_device_has_aspect(device, DPEX_ASPECT_gpu));
    CHECK(!dpex_device_has_aspect(device, DPEX_ASPECT_image));
    CHECK(!dpex_device_has_aspect(device, DPEX_ASPECT_emulated));
    CHECK(!dpex_device_has_aspect(device, DPEX_N_ASPECTS));
    CHECK(!dpex_device_has_aspect(device, (dpex_aspect)-1));
}

TEST(free_memory_is_at_most_what_the_device_has)
{
    const dpex_device *device = native_device();
    uint64_t bytes = 0;
    CHECK_OK(dpex_device_get_free_memory(device, &bytes));
    CHECK(bytes > 0 && bytes <= dpex_device_get_info(device)->global_mem_size);
}

/* ---- counts ---------------------------------------------------------------------------------- */

TEST(root_devices_are_not_counted)
{
    dpex_device *device = native_device();
    for (int i = 0; i < 3; i++) dpex_device_release(device);
    CHECK(dpex_device_retain(device) == device);
    CHECK(dpex_device_get_info(device)->name[0]);
}

TEST(release_null_is_noop)
{
    dpex_device_release(NULL);
    dpex_context_release(NULL);
    dpex_device_array_free(NULL);
    CHECK(dpex_device_retain(NULL) == NULL);
}

/* ---- discovery ------------------------------------------------------------------------------- */

static void *get_first(void *out)
{
    dpex_device *const *devices;
    size_t n;
    if (!dpex_device_get_all(&devices, &n) && n) *(dpex_device **)out = devices[0];
    return NULL;
}

TEST(threads_that_discover_at_once_see_one_list)
{
    pthread_t threads[8];
    dpex_device *seen[8] = {NULL};
    setenv("DPEX_SIMULATE", "gpu:6x2", 1);
    for (int i = 0; i < 8; i++) CHECK(!pthread_create(&threads[i], NULL, get_first, &seen[i]));
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 8; i++) CHECK(seen[i] && seen[i] == seen[0]);
}

static void check_in_child(void)
{
    int status;
    pid_t child = test_fork();
    if (!child) {
        dpex_device *device = NULL;
        _exit(dpex_device_find("cpu", &device) || !device);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(a_forked_child_finds_devices_before_and_after_its_parent_did)
{
    check_in_child();
    native_device();
    check_in_child();
}

static dpex_status make_and_free(void *unused)
{
    dpex_registry *registry;
    (void)unused;
    DPEX_TRY(dpex_registry_make(&registry));
    dpex_registry_free(registry);
    return DPEX_SUCCESS;
}

TEST(discovery_without_memory_leaves_nothing)
{
    const int *cpus;
    size_t n;
    CHECK_OK(dpex_host_get_cpus(&cpus, &n)); /* which keeps its list */
    setenv("DPEX_SIMULATE", "gpu:2x2,cuda:gpu:1,accelerator:1", 1);
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMBINED", 1);
    test_failing_allocations(make_and_free, NULL);
}

TEST(discovery_that_failed_is_tried_again)
{
    dpex_device *const *devices;
    size_t n = 0;
    dpex_alloc_fail_at(1);
    CHECK_FAILS(dpex_device_get_all(&devices, &n), DPEX_ERROR_NO_MEMORY);
    dpex_alloc_fail_at(0);
    CHECK_OK(dpex_device_get_all(&devices, &n));
    CHECK(n >= 1);
}

/* ---- platforms ------------------------------------------------------------------------------- */

TEST(platforms_hold_one_backend_and_type_each)
{
    dpex_platform *const *platforms;
    dpex_device *const *devices;
    size_t n, n_devices;
    setenv("DPEX_SIMULATE", "gpu:2,accelerator:1,gpu:1,cuda:gpu:1", 1);
    CHECK_OK(dpex_platform_get_all(&platforms, &n));
    CHECK_INT(n, 4);
    CHECK_OK(dpex_platform_get_devices(platforms[1], &devices, &n_devices));
    CHECK_INT(n_devices, 3);
    for (size_t i = 0; i < n_devices; i++) {
        CHECK(dpex_device_get_platform(devices[i]) == platforms[1]);
        CHECK_INT(dpex_device_get_info(devices[i])->type, DPEX_TYPE_GPU);
    }
}

/* ---- selection ------------------------------------------------------------------------------- */

TEST(default_selection_prefers_gpu_then_cpu_then_accelerator)
{
    dpex_device *gpu, *cpu, *accelerator, *best;
    setenv("DPEX_SIMULATE", "accelerator:1,gpu:2", 1);
    CHECK_OK(dpex_device_select(DPEX_TYPE_GPU, &gpu));
    CHECK_OK(dpex_device_select(DPEX_TYPE_CPU, &cpu));
    CHECK_OK(dpex_device_select(DPEX_TYPE_ACCELERATOR, &accelerator));
    CHECK_OK(dpex_device_select(DPEX_TYPE_ALL, &best));
    CHECK(best == gpu);
    CHECK(dpex_device_default_score(gpu) > dpex_device_default_score(cpu));
    CHECK(dpex_device_default_score(cpu) > dpex_device_default_score(accelerator));
    CHECK(dpex_device_default_score(accelerator) > 0);
    CHECK_INT(dpex_device_get_index(gpu), 2);
}

TEST(selecting_a_type_that_is_not_there_fails)
{
    dpex_device *device;
    CHECK_FAILS(dpex_device_select(DPEX_TYPE_GPU, &device), DPEX_ERROR_NO_DEVICE);
    CHECK_MESSAGE("type gpu");
    CHECK_MESSAGE("opencl:cpu:0");
    CHECK_FAILS(dpex_device_select(DPEX_TYPE_CUSTOM, &device), DPEX_ERROR_NO_DEVICE);
}

TEST(without_devices_everything_says_so)
{
    dpex_device *device, *const *devices;
    dpex_platform *const *platforms;
    size_t n;
    setenv("ONEAPI_DEVICE_SELECTOR", "cuda:*", 1);
    CHECK_OK(dpex_device_get_all(&devices, &n));
    CHECK_INT(n, 0);
    CHECK_OK(dpex_platform_get_all(&platforms, &n));
    CHECK_INT(n, 0);
    CHECK_FAILS(dpex_device_find(NULL, &device), DPEX_ERROR_NO_DEVICE);
    CHECK_MESSAGE("ONEAPI_DEVICE_SELECTOR");
    CHECK_FAILS(dpex_device_find("cpu", &device), DPEX_ERROR_NO_DEVICE);
    CHECK_MESSAGE("cpu");
    CHECK_FAILS(dpex_device_select(DPEX_TYPE_CPU, &device), DPEX_ERROR_NO_DEVICE);
}

/* ---- peers ----------------------------------------------------------------------------------- */

TEST(native_device_has_no_peers)
{
    dpex_device *cpu, *gpu;
    setenv("DPEX_SIMULATE", "gpu:1,opencl:cpu:1", 1);
    cpu = native_device();
    CHECK_OK(dpex_device_find("gpu", &gpu));
    CHECK(!dpex_device_can_access_peer(cpu, gpu, 0));
    CHECK(!dpex_device_can_access_peer(cpu, cpu, 0));
    CHECK_FAILS(dpex_device_set_peer_access(cpu, gpu, 1), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_device_set_peer_access(cpu, cpu, 1), DPEX_ERROR_INVALID_VALUE);
    CHECK_OK(dpex_device_find("opencl:cpu:1", &gpu));
    CHECK_FAILS(dpex_device_set_peer_access(cpu, gpu, 1), DPEX_ERROR_UNSUPPORTED);
}

/* ---- memory of the process ------------------------------------------------------------------- */

TEST(memory_of_the_process_is_at_most_the_machines)
{
    uint64_t total = 0, available = 0;
    dpex_host_get_memory(&total, &available);
    CHECK(total > 0 && available > 0 && available <= total);
    CHECK(total <= (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE));
}

/* Machines of our own making below a temporary folder. */
static char root[64];

static void put(const char *path, const char *text)
{
    char full[256];
    snprintf(full, sizeof full, "%s%s", root, path);
    for (char *slash = strchr(full + strlen(root) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(full, 0700);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
}

static void make_root(void)
{
    snprintf(root, sizeof root, "/tmp/dpex-memory-XXXXXX");
    CHECK(mkdtemp(root) != NULL);
    put("/proc/meminfo",
        "MemTotal:       2000 kB\nMemFree:         100 kB\nMemAvailable:   1000 kB\n");
}

static void check_memory(uint64_t total, uint64_t available)
{
    uint64_t total_read, available_read;
    char command[96];
    dpex_host_read_memory(root, 2000 << 10, &total_read, &available_read);
    snprintf(command, sizeof command, "rm -rf %s", root);
    CHECK(system(command) == 0);
    CHECK_INT(total_read, total);
    CHECK_INT(available_read, available);
}

TEST(without_control_groups_memory_is_the_machines)
{
    make_root();
    check_memory(2000 << 10, 1000 << 10);
}

TEST(a_control_group_limits_memory_less_what_it_uses)
{
    make_root();
    put("/proc/self/cgroup", "0::/a/b\n");
    put("/sys/fs/cgroup/a/b/memory.max", "500000\n");
    put("/sys/fs/cgroup/a/b/memory.current", "300000\n");
    put("/sys/fs/cgroup/a/b/memory.stat", "anon 200000\ninactive_anon 1\ninactive_file 50000\n");
    check_memory(500000, 250000);
}

TEST(the_smallest_limit_of_all_ancestors_counts)
{
    make_root();
    put("/proc/self/cgroup", "0::/a/b\n");
    put("/sys/fs/cgroup/a/b/memory.max", "max\n");
    put("/sys/fs/cgroup/a/memory.max", "400000\n");
    put("/sys/fs/cgroup/a/memory.current", "500000\n");
    check_memory(400000, 0);
}

TEST(in_a_container_the_mount_is_the_group)
{
    make_root();
    put("/proc/self/cgroup", "0::/somewhere/on/the/host\n");
    put("/sys/fs/cgroup/memory.max", "600000\n");
    put("/sys/fs/cgroup/memory.current", "100000\n");
    check_memory(600000, 500000);
}

TEST(control_groups_of_version_1_limit_memory_too)
{
    make_root();
    put("/proc/self/cgroup", "3:cpu,cpuacct:/x\n2:memory:/x\n0::/\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "700000\n");
    put("/sys/fs/cgroup/memory/x/memory.usage_in_bytes", "100000\n");
    put("/sys/fs/cgroup/memory/x/memory.stat", "cache 5\ntotal_inactive_file 40000\n");
    check_memory(700000, 640000);
}
