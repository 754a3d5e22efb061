/* runtime/filter.c: filter strings. */
#include <string.h>

#include "nodes.h"

static void simulate_node(void)
{
    setenv("DPEX_SIMULATE", "gpu:2,cuda:gpu:2,accelerator:1,opencl:gpu:1", 1);
}

/* Devices by index: 0 native; 1, 2 ze gpu; 3, 4 cuda gpu; 5 ze accelerator; 6 opencl gpu. */
TEST(filters_find_devices)
{
    static const struct {
        const char *filter;
        size_t index;
    } cases[] = {
        {"cpu", 0},           {"opencl:cpu", 0}, {"opencl:cpu:0", 0}, {"0", 0},
        {"gpu", 1},           {"gpu:0", 1},      {"gpu:1", 2},        {"gpu:2", 3},
        {"gpu:4", 6},         {"level_zero", 1}, {"level_zero:2", 5}, {"level_zero:gpu:1", 2},
        {"cuda", 3},          {"cuda:gpu:1", 4}, {"cuda:1", 4},       {"accelerator", 5},
        {"opencl:gpu:0", 6},  {"opencl:1", 6},   {"opencl", 6},       {"6", 6},
        {"accelerator:0", 5}, {"opencl:gpu", 6}, {"cpu:0", 0},        {"opencl:0", 0},
    };
    simulate_node();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dpex_device *device;
        CHECK_OK(dpex_device_find(cases[i].filter, &device));
        test_check_ints(__FILE__, __LINE__, cases[i].filter,
                        (long long)dpex_device_get_index(device), (long long)cases[i].index);
    }
}

TEST(parts_may_be_empty_or_in_another_order)
{
    static const char *const filters[] = {"cpu:",   ":cpu", "opencl::0", "0:cpu",  "cpu:opencl",
                                          "cpu:00", "cpu,", ",cpu",      ",,cpu:,"};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        dpex_device *device;
        CHECK_OK(dpex_device_find(filters[i], &device));
        CHECK_INT(dpex_device_get_index(device), 0);
    }
}

TEST(of_alternatives_the_best_score_wins)
{
    dpex_device *device;
    simulate_node();
    CHECK_OK(dpex_device_find("accelerator,cpu", &device));
    CHECK_INT(dpex_device_get_index(device), 0);
    CHECK_OK(dpex_device_find("cpu,cuda:gpu:1", &device));
    CHECK_INT(dpex_device_get_index(device), 4);
    CHECK_OK(dpex_device_find("gpu:9,accelerator", &device));
    CHECK_INT(dpex_device_get_index(device), 5);
}

TEST(without_a_filter_the_default_device_is_found)
{
    dpex_device *found, *selected;
    simulate_node();
    CHECK_OK(dpex_device_find(NULL, &found));
    CHECK_OK(dpex_device_select(DPEX_TYPE_ALL, &selected));
    CHECK(found == selected);
}

TEST(filters_that_match_nothing_name_what_there_is)
{
    static const char *const filters[] = {
        "cuda:cpu:0", "hip", "gpu:7", "7", "cpu:1", "4294967296", "18446744073709551616"};
    simulate_node();
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        dpex_device *device;
        CHECK_FAILS(dpex_device_find(filters[i], &device), DPEX_ERROR_NO_DEVICE);
        CHECK_MESSAGE(filters[i]);
        CHECK_MESSAGE("level_zero:accelerator:0");
    }
}

TEST(of_many_devices_the_message_names_some)
{
    dpex_device *device;
    setenv("DPEX_SIMULATE", "accelerator:60", 1);
    CHECK_FAILS(dpex_device_find("cuda", &device), DPEX_ERROR_NO_DEVICE);
    CHECK_MESSAGE("level_zero:accelerator:10, and 49 more");
}

TEST(malformed_filters_are_refused_with_the_form)
{
    static const char *const filters[] = {"",
                                          "abc",
                                          "-1",
                                          "opencl:gpu:-1",
                                          ":",
                                          ",",
                                          "::,:",
                                          "cpu:cpu",
                                          "cpu:0:0",
                                          "gpu:cpu",
                                          "opencl:cpu:0:0",
                                          "abc,cpu",
                                          "cpu,abc",
                                          "gpu:0x1",
                                          "cpu:abc",
                                          "acc",
                                          "*",
                                          "cpu ",
                                          "opencl cpu",
                                          " cpu",
                                          "gpu:+1",
                                          "CPU",
                                          "OpenCL:cpu",
                                          "opencl:CPU:0"};
    simulate_node();
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        dpex_device *device;
        CHECK_FAILS(dpex_device_find(filters[i], &device), DPEX_ERROR_NO_DEVICE);
        CHECK_MESSAGE(filters[i]);
        CHECK_MESSAGE("backend:type:number");
    }
}

/* ---- the other way --------------------------------------------------------------------------- */

TEST(filter_strings_number_within_the_parts_they_name)
{
    dpex_device *const *devices;
    char filter[64];
    size_t n;
    simulate_node();
    CHECK_OK(dpex_device_get_all(&devices, &n));
    CHECK_OK(dpex_device_get_filter(devices[4], 1, 1, filter, sizeof filter));
    CHECK_TEXT(filter, "cuda:gpu:1");
    CHECK_OK(dpex_device_get_filter(devices[4], 1, 0, filter, sizeof filter));
    CHECK_TEXT(filter, "cuda:1");
    CHECK_OK(dpex_device_get_filter(devices[4], 0, 1, filter, sizeof filter));
    CHECK_TEXT(filter, "gpu:3");
    CHECK_OK(dpex_device_get_filter(devices[4], 0, 0, filter, sizeof filter));
    CHECK_TEXT(filter, "4");
}

TEST(filter_strings_find_the_device_they_were_made_from)
{
    dpex_device *const *devices;
    size_t n;
    simulate_node();
    CHECK_OK(dpex_device_get_all(&devices, &n));
    for (size_t i = 0; i < n; i++)
        for (int parts = 0; parts < 4; parts++) {
            char filter[64];
            dpex_device *device;
            CHECK_OK(
                dpex_device_get_filter(devices[i], parts & 1, parts >> 1, filter, sizeof filter));
            CHECK_OK(dpex_device_find(filter, &device));
            CHECK(device == devices[i]);
        }
}

TEST(a_buffer_too_small_for_the_filter_string_is_refused)
{
    dpex_device *device;
    char filter[] = "----------------";
    CHECK_OK(dpex_device_find("cpu", &device));
    CHECK_OK(dpex_device_get_filter(device, 1, 1, filter, sizeof "opencl:cpu:0"));
    CHECK_FAILS(dpex_device_get_filter(device, 1, 1, filter, sizeof "opencl:cpu:0" - 1),
                DPEX_ERROR_INVALID_VALUE);
}

TEST(sub_devices_and_composites_have_no_filter_string)
{
    dpex_device *device, **tiles, *const *composites;
    dpex_partition division = {.kind = DPEX_PARTITION_EQUALLY, .units = 1};
    size_t n;
    char filter[64];
    setenv("DPEX_SIMULATE", "gpu:1x2", 1);
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMBINED", 1);
    CHECK_OK(dpex_device_find("cpu", &device));
    CHECK_OK(dpex_device_partition(device, &division, &tiles, &n));
    CHECK_FAILS(dpex_device_get_filter(tiles[0], 1, 1, filter, sizeof filter),
                DPEX_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < n; i++) dpex_device_release(tiles[i]);
    dpex_device_array_free(tiles);
    CHECK_OK(dpex_device_get_composites(&composites, &n));
    CHECK_INT(n, 1);
    CHECK_FAILS(dpex_device_get_filter(composites[0], 1, 1, filter, sizeof filter),
                DPEX_ERROR_INVALID_VALUE);
}
