/* Storages: kinds, foreign memory, pointers. */
#include <stdlib.h>

#include "dpex/dpex.h"
#include "queue_fixture.h"
#include "runtime/runtime.h"
#include "runtime/use.h"
#include "test.h"

static const dpex_usm_kind kinds[] = {DPEX_USM_DEVICE, DPEX_USM_SHARED, DPEX_USM_HOST};

TEST(a_storage_tells_what_it_was_made_with)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    for (int i = 0; i < 3; i++) {
        dpex_storage *storage;
        CHECK_OK(dpex_storage_create(queue, 77, 0, kinds[i], &storage));
        CHECK_INT(dpex_storage_get_bytes(storage), 77);
        CHECK_INT(dpex_storage_get_kind(storage), kinds[i]);
        CHECK(dpex_storage_get_context(storage) == dpex_queue_get_context(queue));
        CHECK(dpex_storage_get_device(storage) == dpex_queue_get_device(queue));
        CHECK(dpex_storage_is_host_accessible(storage));
        CHECK_OK(dpex_storage_wait(storage, 0, NULL));
        dpex_storage_release(storage);
    }
    dpex_queue_release(queue);
}

TEST(device_memory_of_a_simulated_gpu_is_out_of_the_hosts_reach)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_queue *queue = fixture_queue_on("gpu", 0);
    for (int i = 0; i < 3; i++) {
        dpex_storage *storage;
        CHECK_OK(dpex_storage_create(queue, 77, 0, kinds[i], &storage));
        CHECK_INT(dpex_storage_is_host_accessible(storage), kinds[i] != DPEX_USM_DEVICE);
        dpex_storage_release(storage);
    }
    dpex_queue_release(queue);
}

TEST(empty_storages_are_distinct)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *a, *b;
    CHECK_OK(dpex_storage_create(queue, 0, 0, DPEX_USM_DEVICE, &a));
    CHECK_OK(dpex_storage_create(queue, 0, 0, DPEX_USM_DEVICE, &b));
    CHECK(dpex_storage_get_ptr(a) != dpex_storage_get_ptr(b));
    dpex_storage_release(a);
    dpex_storage_release(b);
    dpex_queue_release(queue);
}

TEST(an_unknown_kind_is_refused)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    CHECK_FAILS(dpex_storage_create(queue, 1, 0, DPEX_USM_UNKNOWN, &storage),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_storage_create_ordered(queue, 1, (dpex_usm_kind)4, &storage),
                DPEX_ERROR_INVALID_VALUE);
    dpex_queue_release(queue);
}

TEST(a_storage_is_waited_for_as_long_as_asked)
{
    gate before = {0};
    task first = {.before = &before};
    dpex_queue *queue = fixture_queue(0);
    dpex_storage *storage;
    dpex_event *event;
    int done = 1;
    CHECK_OK(dpex_storage_create(queue, 100, 0, DPEX_USM_SHARED, &storage));
    CHECK(dpex_storage_is_idle(storage));
    task_submit(queue, &first, 0, NULL, &event);
    dpex_command fill = {.kind = DPEX_COMMAND_FILL, .uses = &storage, .n_uses = 1};
    fill.fill.dst.storage = storage;
    fill.fill.bytes = 100;
    fill.fill.pattern[0] = 7;
    fill.fill.pattern_bytes = 1;
    CHECK_OK(dpex_queue_submit(queue, &fill, &event, 1, NULL));
    CHECK(!dpex_storage_is_idle(storage));
    CHECK_OK(dpex_storage_wait(storage, 1000 * 1000, &done));
    CHECK_INT(done, 0);
    gate_open(&before);
    CHECK_OK(dpex_storage_wait(storage, 0, &done));
    CHECK_INT(done, 1);
    CHECK(dpex_storage_is_idle(storage));
    CHECK_INT(((char *)dpex_storage_get_ptr(storage))[99], 7);
    dpex_event_release(event);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(release_of_no_storage_is_noop)
{
    dpex_storage_release(NULL);
}

/* ---- pointers -------------------------------------------------------------------------------- */

static void check_found(dpex_queue *queue, size_t bytes, dpex_usm_kind kind)
{
    dpex_storage *storage;
    dpex_pointer_info info;
    CHECK_OK(dpex_storage_create(queue, bytes, 0, kind, &storage));
    char *start = dpex_storage_get_ptr(storage);
    for (size_t at = 0; at < bytes; at += 1 + bytes / 7) {
        dpex_pointer_find(dpex_queue_get_context(queue), start + at, &info);
        CHECK_INT(info.kind, kind);
        CHECK(info.start == start);
        CHECK_INT(info.bytes, bytes);
        CHECK(info.device == dpex_queue_get_device(queue));
    }
    dpex_pointer_find(dpex_queue_get_context(queue), start + bytes, &info);
    CHECK_INT(info.kind, DPEX_USM_UNKNOWN);
    CHECK(!info.device);
    dpex_storage_release(storage);
    dpex_pointer_find(dpex_queue_get_context(queue), start, &info);
    CHECK_INT(info.kind, DPEX_USM_UNKNOWN);
}

TEST(any_address_inside_a_live_allocation_is_known)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    for (int i = 0; i < 3; i++)
        for (size_t bytes = 1; bytes < 10000000; bytes = bytes * 3 + 1)
            check_found(queue, bytes, kinds[i]);
    dpex_queue_release(queue);
}

TEST(other_addresses_are_unknown)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_pointer_info info;
    dpex_storage *storage;
    int local;
    dpex_pointer_find(dpex_queue_get_context(queue), &local, &info);
    CHECK_INT(info.kind, DPEX_USM_UNKNOWN);
    dpex_pointer_find(dpex_queue_get_context(queue), NULL, &info);
    CHECK_INT(info.kind, DPEX_USM_UNKNOWN);
    CHECK_FAILS(dpex_storage_find(dpex_queue_get_context(queue), &local, &storage),
                DPEX_ERROR_NOT_USM);
    dpex_queue_release(queue);
}

TEST(a_pointer_is_known_in_contexts_that_hold_its_device)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    setenv("ONEAPI_DEVICE_SELECTOR", "*:*", 1);
    dpex_queue *queue = fixture_queue_on("cpu", 0), *gpu = fixture_queue_on("gpu", 0);
    dpex_device *device = dpex_queue_get_device(queue);
    dpex_context *ctx;
    CHECK_OK(dpex_context_create(&device, 1, &ctx));
    for (int i = 0; i < 3; i++) {
        dpex_storage *storage;
        dpex_pointer_info info;
        CHECK_OK(dpex_storage_create(queue, 100, 0, kinds[i], &storage));
        dpex_pointer_find(ctx, dpex_storage_get_ptr(storage), &info);
        CHECK_INT(info.kind, kinds[i] == DPEX_USM_HOST ? DPEX_USM_UNKNOWN : kinds[i]);
        dpex_pointer_find(dpex_queue_get_context(gpu), dpex_storage_get_ptr(storage), &info);
        CHECK_INT(info.kind, DPEX_USM_UNKNOWN);
        dpex_storage_release(storage);
    }
    dpex_context_release(ctx);
    dpex_queue_release(gpu);
    dpex_queue_release(queue);
}

TEST(the_storage_of_a_pointer_is_the_one_that_was_made)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage, *found;
    CHECK_OK(dpex_storage_create(queue, 100, 0, DPEX_USM_SHARED, &storage));
    char *start = dpex_storage_get_ptr(storage);
    CHECK_OK(dpex_storage_find(dpex_queue_get_context(queue), start + 99, &found));
    CHECK(found == storage);
    dpex_storage_release(storage);
    CHECK_INT(dpex_storage_get_bytes(found), 100);
    dpex_storage_release(found);
    CHECK_FAILS(dpex_storage_find(dpex_queue_get_context(queue), start, &found),
                DPEX_ERROR_NOT_USM);
    dpex_queue_release(queue);
}

/* ---- foreign memory -------------------------------------------------------------------------- */

static void count_release(void *owner)
{
    ++*(int *)owner;
}

TEST(a_foreign_owner_is_released_once)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    double memory[4];
    int n_released = 0;
    CHECK_OK(dpex_storage_wrap(queue, memory, sizeof memory, DPEX_USM_HOST, count_release,
                               &n_released, &storage));
    CHECK(dpex_storage_get_ptr(storage) == memory);
    CHECK_INT(dpex_storage_get_kind(storage), DPEX_USM_HOST);
    dpex_storage_release(dpex_storage_retain(storage));
    CHECK_INT(n_released, 0);
    dpex_storage_release(storage);
    CHECK_INT(n_released, 1);
    dpex_queue_release(queue);
}

TEST(a_foreign_owner_waits_for_pending_commands_and_the_release_does_not)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    double memory[4];
    int n_released = 0;
    CHECK_OK(dpex_storage_wrap(queue, memory, sizeof memory, DPEX_USM_HOST, count_release,
                               &n_released, &storage));
    atomic_store(&queue->timeline->submitted, 1);
    storage->uses[0] = (dpex_use){dpex_timeline_retain(queue->timeline), 1, 1};
    dpex_storage_release(storage);
    dpex_memory_sweep();
    CHECK_INT(n_released, 0);
    atomic_store(&queue->timeline->completed, 1);
    dpex_memory_sweep();
    CHECK_INT(n_released, 1);
    dpex_queue_release(queue);
}

/* Each computes with x, whose array the caller drops at once. */
static dpex_status add_one(const dpex_array *x, dpex_array *out)
{
    const dpex_operand operands[2] = {{.array = x}, {.kind = DPEX_KIND_INT, .value = {.i = 1}}};
    return dpex_elementwise_new(dpex_op_find("add"), operands, DPEX_ORDER_K, out);
}

static dpex_status sort(const dpex_array *x, dpex_array *out)
{
    return dpex_sort_new(x, 0, 0, out);
}

static dpex_status select_median(const dpex_array *x, dpex_array *out)
{
    const int64_t middle = x->size / 2;
    return dpex_nth_new(x, 0, &middle, 1, out);
}

static dpex_status accumulate(const dpex_array *x, dpex_array *out)
{
    return dpex_scan_new(dpex_scan_find("cumulative_sum"), x, 0, DPEX_F64, 0, out);
}

static dpex_status repeat(const dpex_array *x, dpex_array *out)
{
    return dpex_array_repeat(x, 0, 2, out);
}

static dpex_status copy(const dpex_array *x, dpex_array *out)
{
    CHECK_OK(
        dpex_array_init(x->queue, x->dtype, x->nd, x->shape, DPEX_ORDER_C, DPEX_USM_DEVICE, out));
    return dpex_array_copy(out, x);
}

/* Runs it on foreign memory 0, 1, ... that nobody holds any more when the command starts. */
static void check_pending_operation(dpex_status (*compute)(const dpex_array *, dpex_array *),
                                    int64_t n, int64_t at, double expected)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    double *memory = malloc((size_t)n * sizeof(*memory));
    for (int64_t i = 0; i < n; i++) memory[i] = (double)i;
    int n_released = 0;
    dpex_storage *storage;
    CHECK_OK(dpex_storage_wrap(queue, memory, (size_t)n * sizeof(*memory), DPEX_USM_HOST,
                               count_release, &n_released, &storage));
    dpex_array x, out;
    CHECK_OK(dpex_array_init_view(storage, queue, DPEX_F64, 0, 1, &n, NULL, 0, &x));
    dpex_storage_release(storage);
    gate door = {0};
    task blocker = {.before = &door};
    task_submit(queue, &blocker, DPEX_COMMAND_ORDERED, NULL, NULL);
    CHECK_OK(compute(&x, &out));
    dpex_array_fini(&x);
    dpex_memory_sweep();
    CHECK_INT(n_released, 0);
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    dpex_memory_sweep();
    CHECK_INT(n_released, 1);
    CHECK(((const double *)dpex_array_get_ptr(&out))[at] == expected);
    dpex_array_fini(&out);
    dpex_queue_release(queue);
    free(memory);
}

TEST(foreign_memory_outlives_its_array_while_operations_on_it_are_pending)
{
    enum { SHORT = 100, LONG = 300000 };
    check_pending_operation(add_one, SHORT, 99, 100);
    check_pending_operation(add_one, LONG, LONG - 1, LONG);
    check_pending_operation(sort, SHORT, 99, 99);
    check_pending_operation(sort, LONG, 7, 7);
    check_pending_operation(select_median, LONG, 0, LONG / 2);
    check_pending_operation(accumulate, LONG, 3, 6);
    check_pending_operation(copy, LONG, LONG - 1, LONG - 1);
    check_pending_operation(repeat, LONG, 2 * LONG - 1, LONG - 1);
}

TEST(a_wrapped_pointer_of_the_pool_has_the_pools_kind)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage, *seen;
    CHECK_OK(dpex_storage_create(queue, 100, 0, DPEX_USM_SHARED, &storage));
    CHECK_OK(dpex_storage_wrap(queue, dpex_storage_get_ptr(storage), 100, DPEX_USM_HOST, NULL, NULL,
                               &seen));
    CHECK_INT(dpex_storage_get_kind(seen), DPEX_USM_SHARED);
    dpex_storage_release(seen);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

static dpex_status wrap_and_release(void *context)
{
    dpex_storage *storage;
    int n_released = 0;
    dpex_status status = dpex_storage_wrap(context, &n_released, 4, DPEX_USM_HOST, count_release,
                                           &n_released, &storage);
    CHECK_INT(n_released, 0);
    if (!status) dpex_storage_release(storage);
    return status;
}

TEST(a_wrap_that_finds_no_memory_leaves_the_owner_alone)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    test_failing_allocations(wrap_and_release, queue);
    dpex_queue_release(queue);
}
