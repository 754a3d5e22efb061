/* runtime/selector*.c: ONEAPI_DEVICE_SELECTOR. */
#include <string.h>

#include "dpex/config.h"
#include "host/host.h"
#include "nodes.h"
#include "runtime/selector.h"

TEST(selectors_of_the_grammar_are_understood)
{
    static const char *const texts[] = {"*:*",
                                        "opencl:*",
                                        "level_zero:gpu",
                                        "opencl:gpu;level_zero:gpu",
                                        "opencl:gpu,cpu",
                                        "opencl:0",
                                        "hip:0,2",
                                        "opencl:0.*",
                                        "opencl:0.2",
                                        "level_zero:*,*.*",
                                        "opencl:*;!opencl:0",
                                        "!*:cpu",
                                        "*:gpu;!cuda:*",
                                        "*:fpga",
                                        "native_cpu:cpu",
                                        "NATIVE_CPU:*",
                                        "Level_Zero:GPU",
                                        "*:0.1.2",
                                        "*:0.1.*",
                                        "*:0.*.*",
                                        "*:*.*.*",
                                        "!cuda:*;!hip:*",
                                        "level_zero:0,1",
                                        "!level_zero:0,1.0"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dpex_selector selector;
        if (!dpex_selector_parse(texts[i], &selector))
            test_fail(__FILE__, __LINE__, "\"%s\" was refused", texts[i]);
    }
}

TEST(other_selectors_are_refused)
{
    static const char *const texts[] = {"",
                                        "gpu",
                                        "opencl",
                                        "opencl:",
                                        ":gpu",
                                        "opencl:gpu,",
                                        "opencl:gpu;",
                                        ";opencl:gpu",
                                        "!opencl:0;opencl:*",
                                        "nvidia:*",
                                        "opencl:tpu",
                                        "opencl:*.0",
                                        "opencl:0.",
                                        "opencl:.0",
                                        "opencl:0.0.0.0",
                                        "opencl:-1",
                                        "opencl: gpu",
                                        "opencl:gpu:0",
                                        "!",
                                        "!!opencl:*",
                                        "opencl:0.*.1",
                                        "opencl:gpu.0"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dpex_selector selector;
        if (dpex_selector_parse(texts[i], &selector))
            test_fail(__FILE__, __LINE__, "\"%s\" was understood", texts[i]);
    }
}

TEST(a_selector_of_too_many_terms_is_refused)
{
    char text[16 * (DPEX_SELECTOR_MAX_RULES + 2)] = "opencl:0";
    dpex_selector selector;
    for (int i = 1; i < DPEX_SELECTOR_MAX_RULES; i++) strcat(text, ",1");
    CHECK(dpex_selector_parse(text, &selector));
    strcat(text, ",1");
    CHECK(!dpex_selector_parse(text, &selector));
}

TEST(whatever_is_understood_keeps_the_limits)
{
    uint32_t seed = 1;
    int n_understood = 0;
    for (int i = 0; i < 200000; i++) {
        char text[24] = "*:";
        dpex_selector selector;
        random_text(&seed, "*:;,.!01", text + 2, sizeof text - 2);
        if (!dpex_selector_parse(text, &selector)) continue;
        n_understood++;
        CHECK(selector.n_rules >= 1 && selector.n_rules <= DPEX_SELECTOR_MAX_RULES);
        for (size_t k = 0; k < selector.n_rules; k++) {
            CHECK(selector.rules[k].depth >= 1 &&
                  selector.rules[k].depth <= DPEX_SELECTOR_MAX_DEPTH);
            CHECK(k == 0 || selector.rules[k].discards >= selector.rules[k - 1].discards);
        }
    }
    CHECK(n_understood > 0);
}

/* ---- what is listed -------------------------------------------------------------------------- */

static const char *const node = "gpu:2,cuda:gpu:2,accelerator:1";

TEST(without_a_selector_all_root_devices_are_listed)
{
    CHECK_NODE(node, NULL, "native ze:gpu[0] ze:gpu[0] cuda:gpu[0] cuda:gpu[0] ze:acc[0]");
    CHECK_NODE(node, "*:*", "native ze:gpu[0] ze:gpu[0] cuda:gpu[0] cuda:gpu[0] ze:acc[0]");
}

TEST(accepted_terms_are_united)
{
    CHECK_NODE(node, "level_zero:gpu", "ze:gpu[0] ze:gpu[0]");
    CHECK_NODE(node, "opencl:cpu;level_zero:gpu", "native ze:gpu[0] ze:gpu[0]");
    CHECK_NODE(node, "*:cpu,fpga", "native ze:acc[0]");
    CHECK_NODE(node, "cuda:*;cuda:0", "cuda:gpu[0] cuda:gpu[0]");
}

TEST(backends_and_types_are_read_in_any_case)
{
    CHECK_NODE(node, "CUDA:GPU;OpenCL:Cpu", "native cuda:gpu[0] cuda:gpu[0]");
}

TEST(numbers_count_per_backend)
{
    CHECK_NODE(node, "level_zero:2", "ze:acc[0]");
    CHECK_NODE(node, "cuda:1", "cuda:gpu[0]");
    CHECK_NODE(node, "*:0", "native ze:gpu[0] cuda:gpu[0]");
    CHECK_NODE("gpu:1x2,accelerator:1", "level_zero:1,2", "ze:gpu[1] ze:acc[0]");
}

TEST(discards_win)
{
    CHECK_NODE(node, "!*:cpu", "ze:gpu[0] ze:gpu[0] cuda:gpu[0] cuda:gpu[0] ze:acc[0]");
    CHECK_NODE(node, "*:gpu;!cuda:*", "ze:gpu[0] ze:gpu[0]");
    CHECK_NODE(node, "level_zero:*;!level_zero:0;!*:fpga", "ze:gpu[0]");
    CHECK_NODE(node, "cuda:0;!cuda:0", "");
}

TEST(native_cpu_names_the_native_device_alone)
{
    CHECK_NODE("opencl:cpu:1", "native_cpu:cpu", "native");
    CHECK_NODE("opencl:cpu:1", "native_cpu:*", "native");
    CHECK_NODE("opencl:cpu:1", "opencl:cpu", "native ocl:cpu[0]");
    CHECK_NODE("opencl:cpu:1", "!native_cpu:*", "ocl:cpu[0]");
}

TEST(a_selector_that_matches_nothing_lists_nothing)
{
    CHECK_NODE(node, "hip:*", "");
    CHECK_NODE(node, "cuda:cpu", "");
    CHECK_NODE(node, "level_zero:9", "");
}

/* ---- tiles ----------------------------------------------------------------------------------- */

TEST(two_numbers_list_tiles_as_root_devices)
{
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMPOSITE", 1);
    CHECK_NODE("gpu:2x3", "level_zero:0", "ze:gpu[0,1,2]");
    CHECK_NODE("gpu:2x3", "level_zero:0.*", "ze:gpu[0] ze:gpu[1] ze:gpu[2]");
    CHECK_NODE("gpu:2x3", "level_zero:1.2,0.0", "ze:gpu[0] ze:gpu[2]");
    CHECK_NODE("gpu:2x2", "level_zero:*,*.*",
               "ze:gpu[0,1] ze:gpu[0,1] ze:gpu[0] ze:gpu[1] ze:gpu[0] ze:gpu[1]");
    CHECK_NODE("gpu:2x2", "level_zero:*.*;!level_zero:0.0,1.0", "ze:gpu[1] ze:gpu[1]");
    CHECK_NODE("gpu:1x2", "level_zero:0.0.0", "");
}

TEST(a_listed_tile_is_a_root_device)
{
    dpex_device *device;
    char filter[64];
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMPOSITE", 1);
    setenv("DPEX_SIMULATE", "gpu:2x2", 1);
    setenv("ONEAPI_DEVICE_SELECTOR", "level_zero:1.*", 1);
    CHECK_OK(dpex_device_find("gpu:1", &device));
    CHECK(dpex_device_get_parent(device) == NULL);
    CHECK_INT(dpex_device_get_index(device), 1);
    CHECK_INT(dpex_device_get_info(device)->partition_type, DPEX_PARTITION_NONE);
    CHECK_OK(dpex_device_get_filter(device, 1, 1, filter, sizeof filter));
    CHECK_TEXT(filter, "level_zero:gpu:1");
    dpex_device_release(device);
    dpex_device_release(device);
    CHECK_INT(dpex_device_get_info(device)->type, DPEX_TYPE_GPU);
}

TEST(a_card_with_a_hidden_tile_is_no_composite_device)
{
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMBINED", 1);
    dpex_registry *registry = make_node("gpu:2x2", "level_zero:0,1,3");
    CHECK_INT(registry->n_devices, 3);
    CHECK_INT(registry->n_composites, 1);
    CHECK(registry->devices[0]->composite == registry->composites[0]);
    CHECK(registry->devices[2]->composite == NULL);
    CHECK(!dpex_device_has_aspect(registry->devices[2], DPEX_ASPECT_is_component));
    dpex_registry_free(registry);
}

/* ---- failures -------------------------------------------------------------------------------- */

static int n_warnings;
static char last_warning[1024];

static void count_warning(const char *text)
{
    n_warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", text);
}

TEST(a_selector_that_cannot_be_parsed_is_ignored_with_one_warning)
{
    dpex_env_set_warn(count_warning);
    CHECK_NODE("gpu:1", "gpu", "native ze:gpu[0]");
    CHECK_NODE("gpu:1", "gpu", "native ze:gpu[0]");
    CHECK_INT(n_warnings, 1);
    CHECK(strstr(last_warning, "ONEAPI_DEVICE_SELECTOR"));
}

static dpex_status make_and_free(void *unused)
{
    dpex_registry *registry;
    (void)unused;
    dpex_status status = dpex_registry_make(&registry);
    if (!status) dpex_registry_free(registry);
    return status;
}

TEST(selection_without_memory_leaves_nothing)
{
    const int *cpus;
    size_t n;
    CHECK_OK(dpex_host_get_cpus(&cpus, &n)); /* which keeps its list */
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMPOSITE", 1);
    setenv("DPEX_SIMULATE", "gpu:2x2", 1);
    setenv("ONEAPI_DEVICE_SELECTOR", "*:*,*.*;!level_zero:0", 1);
    test_failing_allocations(make_and_free, NULL);
}
