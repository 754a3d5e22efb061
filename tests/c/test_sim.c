/* backend/sim: simulated devices. */
#include <string.h>

#include "backend/sim/fault.h"
#include "backend/sim/sim.h"
#include "base/error.h"
#include "dpex/config.h"
#include "nodes.h"

static dpex_device *find(const char *filter)
{
    dpex_device *device;
    CHECK_OK(dpex_device_find(filter, &device));
    return device;
}

/* ---- DPEX_SIMULATE --------------------------------------------------------------------------- */

TEST(items_become_devices)
{
    CHECK_NODE("gpu:2", NULL, "native ze:gpu[0] ze:gpu[0]");
    CHECK_NODE("cuda:gpu:1,accelerator:1", NULL, "native cuda:gpu[0] ze:acc[0]");
    CHECK_NODE("OPENCL:GPU:1,opencl:cpu:1", NULL, "native ocl:gpu[0] ocl:cpu[0]");
    CHECK_NODE("level_zero:gpu:1", NULL, "native ze:gpu[0]");
    CHECK_NODE(NULL, NULL, "native");
}

TEST(texts_outside_the_grammar_are_refused)
{
    static const char *const texts[] = {"",
                                        "gpu",
                                        "gpu:",
                                        "gpu:0",
                                        "gpu:x2",
                                        "gpu:1x",
                                        "gpu:1x0",
                                        "2",
                                        "gpu:1,",
                                        ",gpu:1",
                                        "gpu:1 ",
                                        "gpu:-1",
                                        "gpu:65",
                                        "gpu:1x17",
                                        "tpu:1",
                                        "cuda:cpu:1",
                                        "cuda:gpu:1x2",
                                        "hip:gpu:1",
                                        "gpu:1-fp32",
                                        "gpu:64,gpu:1",
                                        "accelerator:1x2",
                                        "cuda:accelerator:1",
                                        "gpu:99999999999999999999"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dpex_sim_node node;
        if (dpex_sim_parse(texts[i], &node))
            test_fail(__FILE__, __LINE__, "\"%s\" was understood", texts[i]);
    }
}

TEST(whatever_is_understood_keeps_the_limits_of_a_node)
{
    uint32_t seed = 1;
    int n_understood = 0, n_masked = 0;
    for (int i = 0; i < 200000; i++) {
        char text[24] = "gpu:1", mask[12];
        dpex_sim_node node;
        random_text(&seed, "1x,gpu:-fp64", text + 5, sizeof text - 5);
        random_text(&seed, "0123,.", mask, sizeof mask);
        if (!dpex_sim_parse(text, &node)) continue;
        n_understood++;
        CHECK(node.n_cards >= 1 && node.n_cards <= DPEX_SIM_MAX_CARDS);
        n_masked += dpex_sim_mask_level_zero(&node, DPEX_SIM_COMPOSITE, mask);
        for (size_t k = 0; k < node.n_cards; k++) {
            CHECK(node.cards[k].n_tiles >= 1 && node.cards[k].n_tiles <= DPEX_SIM_MAX_TILES);
            CHECK(node.cards[k].visible && !(node.cards[k].visible >> node.cards[k].n_tiles));
        }
    }
    CHECK(n_understood > 0 && n_masked > 0);
}

TEST(a_text_that_cannot_be_parsed_simulates_nothing)
{
    CHECK_NODE("gpu:two", NULL, "native");
}

TEST(left_out_types_are_left_out_everywhere)
{
    setenv("DPEX_SIMULATE", "gpu:1-fp64,gpu:1-fp16-fp64,gpu:1", 1);
    const dpex_device_info *no_double = dpex_device_get_info(find("gpu:0"));
    const dpex_device_info *neither = dpex_device_get_info(find("gpu:1"));
    CHECK(!dpex_device_has_aspect(find("gpu:0"), DPEX_ASPECT_fp64));
    CHECK(dpex_device_has_aspect(find("gpu:0"), DPEX_ASPECT_fp16));
    CHECK_INT(no_double->double_fp_config, 0);
    CHECK_INT(no_double->native_vector_width_double, 0);
    CHECK(no_double->half_fp_config != 0);
    CHECK(!dpex_device_has_aspect(find("gpu:1"), DPEX_ASPECT_fp16));
    CHECK_INT(neither->half_fp_config | neither->double_fp_config, 0);
    CHECK(dpex_device_has_aspect(find("gpu:2"), DPEX_ASPECT_fp64));
}

TEST(simulated_devices_say_that_they_are)
{
    setenv("DPEX_SIMULATE", "gpu:1,cuda:gpu:1,accelerator:1,opencl:cpu:1", 1);
    dpex_device *const *devices;
    size_t n;
    CHECK_OK(dpex_device_get_all(&devices, &n));
    CHECK_INT(n, 5);
    for (size_t i = 1; i < n; i++) {
        const dpex_device_info *info = dpex_device_get_info(devices[i]);
        CHECK(strstr(info->name, "simulated"));
        CHECK(strstr(info->vendor, "simulated"));
        CHECK(strstr(dpex_platform_get_info(devices[i]->platform)->name, "simulated"));
        CHECK(dpex_device_has_aspect(devices[i], DPEX_ASPECT_emulated));
        CHECK(dpex_device_default_score(devices[i]) > 0);
    }
}

/* ---- tiles ----------------------------------------------------------------------------------- */

TEST(flat_lists_tiles)
{
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "FLAT", 1);
    CHECK_NODE("gpu:2x2", NULL, "native ze:gpu[0] ze:gpu[1] ze:gpu[0] ze:gpu[1]");
    unsetenv("ZE_FLAT_DEVICE_HIERARCHY");
    CHECK_NODE("gpu:1x2", NULL, "native ze:gpu[0] ze:gpu[1]");
    dpex_registry *registry = make_node("gpu:6x2", "level_zero:*");
    CHECK_INT(registry->n_devices, 12);
    CHECK_INT(registry->n_composites, 0);
    dpex_registry_free(registry);
}

TEST(composite_lists_cards_that_split_into_their_tiles)
{
    dpex_device **tiles, **again;
    size_t n;
    dpex_partition division = {.kind = DPEX_PARTITION_BY_AFFINITY,
                               .domain = DPEX_AFFINITY_NEXT_PARTITIONABLE};
    setenv("DPEX_SIMULATE", "gpu:2x2", 1);
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMPOSITE", 1);
    dpex_device *card = find("gpu:1");
    const dpex_device_info *whole = dpex_device_get_info(card);
    CHECK_OK(dpex_device_partition(card, &division, &tiles, &n));
    CHECK_INT(n, 2);
    CHECK_INT(whole->partition_max_sub_devices, 2);
    for (size_t i = 0; i < n; i++) {
        const dpex_device_info *info = dpex_device_get_info(tiles[i]);
        CHECK_INT(info->max_compute_units * n, whole->max_compute_units);
        CHECK_INT(info->global_mem_size * n, whole->global_mem_size);
        CHECK_INT(info->partition_type, DPEX_PARTITION_BY_AFFINITY);
        CHECK_INT(info->partition_domain, DPEX_AFFINITY_NUMA);
        CHECK_INT(info->partition_max_sub_devices, 0);
        CHECK_INT(tiles[i]->host_reads_device_memory, 0);
        CHECK(dpex_device_get_parent(tiles[i]) == card);
    }
    division.domain = DPEX_AFFINITY_NUMA;
    CHECK_OK(dpex_device_partition(card, &division, &again, &n));
    CHECK(again[0] == tiles[0] && again[1] == tiles[1]);
    for (size_t i = 0; i < n; i++) dpex_device_release(again[i]);
    for (size_t i = 0; i < n; i++) dpex_device_release(tiles[i]);
    dpex_device_array_free(again);
    dpex_device_array_free(tiles);
}

TEST(simulated_devices_split_by_affinity_only)
{
    dpex_device **parts;
    size_t n, one = 1;
    const dpex_partition others[] = {
        {.kind = DPEX_PARTITION_EQUALLY, .units = 1},
        {.kind = DPEX_PARTITION_BY_COUNTS, .counts = &one, .n_counts = 1},
        {.kind = DPEX_PARTITION_BY_AFFINITY, .domain = DPEX_AFFINITY_L3_CACHE}};
    const dpex_partition numa = {.kind = DPEX_PARTITION_BY_AFFINITY, .domain = DPEX_AFFINITY_NUMA};
    setenv("DPEX_SIMULATE", "gpu:1x2,gpu:1", 1);
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMPOSITE", 1);
    for (int i = 0; i < 3; i++)
        CHECK_FAILS(dpex_device_partition(find("gpu:0"), &others[i], &parts, &n),
                    DPEX_ERROR_UNSUPPORTED);
    CHECK_FAILS(dpex_device_partition(find("gpu:1"), &numa, &parts, &n), DPEX_ERROR_UNSUPPORTED);
}

TEST(combined_ties_tiles_to_composite_devices)
{
    dpex_device *const *composites, *const *tiles;
    size_t n, n_tiles;
    setenv("DPEX_SIMULATE", "gpu:2x3,gpu:1", 1);
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMBINED", 1);
    CHECK_OK(dpex_device_get_composites(&composites, &n));
    CHECK_INT(n, 2);
    CHECK(dpex_device_has_aspect(composites[1], DPEX_ASPECT_is_composite));
    CHECK_INT(dpex_device_get_index(composites[1]), DPEX_NOT_LISTED);
    CHECK_OK(dpex_device_get_components(composites[1], &tiles, &n_tiles));
    CHECK_INT(n_tiles, 3);
    for (size_t i = 0; i < n_tiles; i++) {
        CHECK(dpex_device_get_composite(tiles[i]) == composites[1]);
        CHECK(dpex_device_has_aspect(tiles[i], DPEX_ASPECT_is_component));
        CHECK_INT(dpex_device_get_index(tiles[i]), 4 + i);
        CHECK(dpex_device_get_parent(tiles[i]) == NULL);
    }
    CHECK(dpex_device_get_composite(find("gpu:6")) == NULL);
    CHECK_OK(dpex_device_get_components(find("gpu:6"), &tiles, &n_tiles));
    CHECK_INT(n_tiles, 0);
}

/* ---- masks ----------------------------------------------------------------------------------- */

static void check_ze_mask(const char *hierarchy, const char *mask, const char *expected)
{
    setenv("ZE_FLAT_DEVICE_HIERARCHY", hierarchy, 1);
    setenv("ZE_AFFINITY_MASK", mask, 1);
    CHECK_NODE("gpu:2x2,cuda:gpu:1", "*:gpu", expected);
}

TEST(affinity_mask_leaves_the_tiles_it_names)
{
    check_ze_mask("FLAT", "0,3", "ze:gpu[0] ze:gpu[1] cuda:gpu[0]");
    check_ze_mask("FLAT", "2", "ze:gpu[0] cuda:gpu[0]");
    check_ze_mask("FLAT", "9", "cuda:gpu[0]");
    check_ze_mask("COMPOSITE", "1", "ze:gpu[0,1] cuda:gpu[0]");
    check_ze_mask("COMPOSITE", "0.1,1", "ze:gpu[1] ze:gpu[0,1] cuda:gpu[0]");
    check_ze_mask("COMBINED", "0,1,2", "ze:gpu[0] ze:gpu[1] ze:gpu[0] cuda:gpu[0]");
}

TEST(affinity_masks_that_cannot_be_parsed_are_ignored)
{
    check_ze_mask("FLAT", "x", "ze:gpu[0] ze:gpu[1] ze:gpu[0] ze:gpu[1] cuda:gpu[0]");
    check_ze_mask("FLAT", "0.1", "ze:gpu[0] ze:gpu[1] ze:gpu[0] ze:gpu[1] cuda:gpu[0]");
    check_ze_mask("COMPOSITE", "0.", "ze:gpu[0,1] ze:gpu[0,1] cuda:gpu[0]");
    check_ze_mask("COMPOSITE", "0,", "ze:gpu[0,1] ze:gpu[0,1] cuda:gpu[0]");
}

TEST(a_card_with_a_masked_tile_is_no_composite_device)
{
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMBINED", 1);
    setenv("ZE_AFFINITY_MASK", "0,1,2", 1);
    dpex_registry *registry = make_node("gpu:2x2", NULL);
    CHECK_INT(registry->n_composites, 1);
    CHECK(registry->devices[3]->composite == NULL);
    dpex_registry_free(registry);
}

static char env_warning[300];

static void remember_warning(const char *text)
{
    snprintf(env_warning, sizeof env_warning, "%s", text);
}

TEST(unknown_names_of_backends_are_warned_of_and_all_are_asked)
{
    dpex_env_set_warn(remember_warning);
    /* Platforms of real drivers stay for the process, which looks like a leak. */
    set_variable("OCL_ICD_VENDORS", "/nonexistent");
    set_variable("OCL_ICD_FILENAMES", NULL);
    setenv("DPEX_BACKENDS", "native,som", 1);
    CHECK_NODE("gpu:2", "level_zero:gpu", "ze:gpu[0] ze:gpu[0]");
    CHECK(strstr(env_warning, "DPEX_BACKENDS=native,som") != NULL);
}

static void check_cuda_list(const char *visible, const char *expected)
{
    setenv("CUDA_VISIBLE_DEVICES", visible, 1);
    CHECK_NODE("cuda:gpu:1-fp64,cuda:gpu:1-fp16,gpu:1", "*:gpu", expected);
}

TEST(visible_cuda_devices_end_at_the_first_that_is_none)
{
    check_cuda_list("0", "cuda:gpu[0] ze:gpu[0]");
    check_cuda_list("1,0", "cuda:gpu[0] cuda:gpu[0] ze:gpu[0]");
    check_cuda_list("0,7,1", "cuda:gpu[0] ze:gpu[0]");
    check_cuda_list("0,0,1", "cuda:gpu[0] ze:gpu[0]");
    check_cuda_list("-1", "ze:gpu[0]");
    check_cuda_list("", "ze:gpu[0]");
    check_cuda_list("NoDevFiles", "ze:gpu[0]");
    check_cuda_list("GPU-1", "cuda:gpu[0] cuda:gpu[0] ze:gpu[0]");
    check_cuda_list("0,", "cuda:gpu[0] cuda:gpu[0] ze:gpu[0]");
}

TEST(visible_cuda_devices_are_listed_in_the_order_given)
{
    setenv("CUDA_VISIBLE_DEVICES", "1,0", 1);
    dpex_registry *registry = make_node("cuda:gpu:1-fp64,cuda:gpu:1-fp16", "cuda:*");
    CHECK(!dpex_device_has_aspect(registry->devices[0], DPEX_ASPECT_fp16));
    CHECK(!dpex_device_has_aspect(registry->devices[1], DPEX_ASPECT_fp64));
    dpex_registry_free(registry);
}

/* ---- memory ---------------------------------------------------------------------------------- */

TEST(each_device_counts_its_own_memory)
{
    dpex_context *ctx;
    uint64_t before, during, other;
    void *ptr, *handle = NULL;
    setenv("DPEX_SIMULATE", "gpu:2", 1);
    dpex_device *device = find("gpu:0");
    const dpex_backend *sim = device->backend;
    CHECK_OK(dpex_context_create_for_device(device, &ctx));
    CHECK_OK(dpex_device_get_free_memory(device, &before));
    CHECK_INT(before, dpex_device_get_info(device)->global_mem_size);
    CHECK_OK(sim->mem_alloc(ctx, device, DPEX_USM_DEVICE, 1 << 20, &ptr, &handle));
    CHECK_OK(dpex_device_get_free_memory(device, &during));
    CHECK_OK(dpex_device_get_free_memory(find("gpu:1"), &other));
    CHECK_INT(before - during, 1 << 20);
    CHECK_INT(other, dpex_device_get_info(find("gpu:1"))->global_mem_size);
    sim->mem_free(ctx, device, DPEX_USM_DEVICE, ptr, 1 << 20, handle);
    CHECK_OK(dpex_device_get_free_memory(device, &during));
    CHECK_INT(before, during);
    dpex_context_release(ctx);
}

TEST(allocation_beyond_the_device_is_refused)
{
    dpex_context *ctx;
    void *ptr, *handle = NULL;
    uint64_t available;
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_device *device = find("gpu");
    size_t size = dpex_device_get_info(device)->global_mem_size;
    CHECK_OK(dpex_context_create_for_device(device, &ctx));
    CHECK_FAILS(device->backend->mem_alloc(ctx, device, DPEX_USM_DEVICE, size + 1, &ptr, &handle),
                DPEX_ERROR_NO_MEMORY);
    CHECK_FAILS(device->backend->mem_alloc(ctx, device, DPEX_USM_SHARED, SIZE_MAX, &ptr, &handle),
                DPEX_ERROR_NO_MEMORY);
    CHECK_OK(dpex_device_get_free_memory(device, &available));
    CHECK_INT(available, size);
    dpex_context_release(ctx);
}

TEST(host_does_not_read_the_memory_of_simulated_gpus)
{
    setenv("DPEX_SIMULATE", "gpu:1,accelerator:1,opencl:cpu:1", 1);
    CHECK_INT(find("gpu")->host_reads_device_memory, 0);
    CHECK_INT(find("accelerator")->host_reads_device_memory, 0);
    CHECK_INT(find("opencl:cpu:1")->host_reads_device_memory, 1);
    CHECK_INT(find("opencl:cpu:0")->host_reads_device_memory, 1);
}

/* ---- peers ----------------------------------------------------------------------------------- */

TEST(gpus_of_one_backend_are_peers)
{
    setenv("DPEX_SIMULATE", "gpu:2,cuda:gpu:2,accelerator:1", 1);
    dpex_device *first = find("level_zero:gpu:0"), *second = find("level_zero:gpu:1");
    CHECK(dpex_device_can_access_peer(first, second, 0));
    CHECK(dpex_device_can_access_peer(first, second, 1));
    CHECK(!dpex_device_can_access_peer(first, first, 0));
    CHECK(!dpex_device_can_access_peer(first, find("cuda:gpu:0"), 0));
    CHECK(!dpex_device_can_access_peer(first, find("accelerator"), 0));
    CHECK(dpex_device_can_access_peer(find("cuda:0"), find("cuda:1"), 0));
    CHECK_FAILS(dpex_device_set_peer_access(first, find("cuda:0"), 1), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_device_set_peer_access(first, first, 1), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_device_set_peer_access(first, find("accelerator"), 1), DPEX_ERROR_UNSUPPORTED);
}

TEST(peer_access_is_on_between_enable_and_disable)
{
    setenv("DPEX_SIMULATE", "gpu:40x2", 1);
    dpex_device *first = find("gpu:0"), *last = find("gpu:79");
    CHECK(!dpex_sim_sees_peer(first, last));
    CHECK_OK(dpex_device_set_peer_access(first, last, 1));
    CHECK(dpex_sim_sees_peer(first, last));
    CHECK(!dpex_sim_sees_peer(last, first));
    CHECK(!dpex_sim_sees_peer(first, find("gpu:78")));
    CHECK_OK(dpex_device_set_peer_access(first, last, 0));
    CHECK(!dpex_sim_sees_peer(first, last));
}

/* ---- faults ---------------------------------------------------------------------------------- */

TEST(the_nth_call_fails_once)
{
    uint64_t bytes;
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_device *device = find("gpu");
    dpex_sim_fail_at(3);
    CHECK_OK(dpex_device_get_free_memory(device, &bytes));
    CHECK_OK(dpex_device_get_free_memory(device, &bytes));
    CHECK_FAILS(dpex_device_get_free_memory(device, &bytes), DPEX_ERROR_BACKEND);
    CHECK_MESSAGE("free_memory");
    CHECK_MESSAGE("DPEX_SIMULATE_FAIL");
    CHECK_OK(dpex_device_get_free_memory(device, &bytes));
}

TEST(the_variable_counts_from_discovery_on)
{
    uint64_t bytes;
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    setenv("DPEX_SIMULATE_FAIL", "1", 1);
    dpex_device *device = find("gpu");
    CHECK_FAILS(dpex_device_get_free_memory(device, &bytes), DPEX_ERROR_BACKEND);
    CHECK_OK(dpex_device_get_free_memory(device, &bytes));
}

/* A queue on a simulated device, one command, and all of it gone again. */
static dpex_status use_queue(dpex_device *device)
{
    static const dpex_command command = {.kind = DPEX_COMMAND_BARRIER};
    dpex_queue *queue = NULL;
    dpex_context *ctx;
    DPEX_TRY(dpex_context_create(&device, 1, &ctx));
    dpex_status status = dpex_queue_create(ctx, device, 0, &queue);
    if (!status) status = dpex_queue_submit(queue, &command, NULL, 0, NULL);
    if (!status) status = dpex_queue_wait(queue, 0, NULL);
    dpex_queue_release(queue);
    dpex_context_release(ctx);
    return status;
}

TEST(every_failing_call_is_reported_and_the_next_try_works)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_device *device = find("gpu");
    CHECK_OK(use_queue(device));
    for (int64_t n = 1; n <= 4; n++) {
        dpex_sim_fail_at(n); /* context_create, queue_create, submit, the command itself */
        CHECK_FAILS(use_queue(device), DPEX_ERROR_BACKEND);
        CHECK_OK(use_queue(device));
    }
}
