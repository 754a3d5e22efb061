/* runtime/context.c: sets of devices. */
#include <pthread.h>

#include "base/alloc.h"
#include "nodes.h"

static dpex_device *find(const char *filter)
{
    dpex_device *device;
    CHECK_OK(dpex_device_find(filter, &device));
    return device;
}

TEST(a_context_holds_its_devices_and_no_others)
{
    dpex_context *ctx;
    size_t n;
    setenv("DPEX_SIMULATE", "gpu:3", 1);
    dpex_device *devices[2] = {find("gpu:0"), find("gpu:2")};
    CHECK_OK(dpex_context_create(devices, 2, &ctx));
    dpex_device *const *members = dpex_context_get_devices(ctx, &n);
    CHECK_INT(n, 2);
    CHECK(members[0] == devices[0] && members[1] == devices[1]);
    CHECK(dpex_context_get_platform(ctx) == dpex_device_get_platform(devices[0]));
    CHECK(dpex_context_holds(ctx, devices[1]));
    CHECK(!dpex_context_holds(ctx, find("gpu:1")));
    CHECK(!dpex_context_holds(ctx, find("cpu")));
    dpex_context_release(ctx);
}

TEST(a_context_of_nothing_or_of_two_platforms_is_refused)
{
    dpex_context *ctx;
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_device *devices[2] = {find("cpu"), find("gpu")};
    CHECK_FAILS(dpex_context_create(devices, 0, &ctx), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_context_create(devices, 2, &ctx), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("opendpex native");
}

TEST(root_devices_share_the_default_context_of_their_platform)
{
    dpex_context *first, *second, *of_platform;
    size_t n;
    setenv("DPEX_SIMULATE", "gpu:2", 1);
    CHECK_OK(dpex_context_create_for_device(find("gpu:0"), &first));
    CHECK_OK(dpex_context_create_for_device(find("gpu:1"), &second));
    CHECK_OK(
        dpex_platform_get_default_context(dpex_device_get_platform(find("gpu:0")), &of_platform));
    CHECK(first == second && first == of_platform);
    dpex_context_get_devices(first, &n);
    CHECK_INT(n, 2);
    dpex_context_release(first);
    dpex_context_release(second);
    CHECK(dpex_context_holds(of_platform, find("gpu:1")));
}

TEST(a_sub_device_gets_a_context_of_its_own_and_lives_in_its_parents)
{
    dpex_context *own, *whole;
    dpex_device **tiles, *card;
    dpex_partition division = {.kind = DPEX_PARTITION_BY_AFFINITY, .domain = DPEX_AFFINITY_NUMA};
    size_t n;
    setenv("DPEX_SIMULATE", "gpu:1x2", 1);
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMPOSITE", 1);
    card = find("gpu");
    CHECK_OK(dpex_device_partition(card, &division, &tiles, &n));
    CHECK_OK(dpex_context_create_for_device(tiles[0], &own));
    CHECK_OK(dpex_context_create_for_device(card, &whole));
    CHECK(own != whole);
    CHECK(dpex_context_holds(own, tiles[0]));
    CHECK(!dpex_context_holds(own, tiles[1]) && !dpex_context_holds(own, card));
    CHECK(dpex_context_holds(whole, tiles[0]));
    for (size_t i = 0; i < n; i++) dpex_device_release(tiles[i]);
    CHECK(card->first_child == dpex_context_get_devices(own, &n)[0]); /* the context keeps it */
    dpex_context_release(own);
    CHECK(card->first_child == NULL);
    dpex_context_release(whole);
    dpex_device_array_free(tiles);
}

TEST(retained_contexts_need_as_many_releases)
{
    dpex_context *ctx;
    dpex_device *device = find("cpu");
    CHECK_OK(dpex_context_create(&device, 1, &ctx));
    CHECK(dpex_context_retain(ctx) == ctx);
    dpex_context_release(ctx);
    CHECK(dpex_context_holds(ctx, device));
    dpex_context_release(ctx);
    CHECK(dpex_context_retain(NULL) == NULL);
}

static void *get_default(void *out)
{
    dpex_context *ctx;
    if (!dpex_platform_get_default_context(dpex_device_get_platform(find("cpu")), &ctx))
        *(dpex_context **)out = ctx;
    return NULL;
}

TEST(threads_get_one_default_context)
{
    pthread_t threads[8];
    dpex_context *seen[8] = {NULL};
    for (int i = 0; i < 8; i++) CHECK(!pthread_create(&threads[i], NULL, get_default, &seen[i]));
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 8; i++) CHECK(seen[i] && seen[i] == seen[0]);
}

static dpex_status create_once(void *device)
{
    dpex_context *ctx;
    dpex_device *devices[1] = {device};
    dpex_status status = dpex_context_create(devices, 1, &ctx);
    if (!status) dpex_context_release(ctx);
    return status;
}

TEST(a_context_without_memory_leaves_nothing)
{
    test_failing_allocations(create_once, find("cpu"));
}
