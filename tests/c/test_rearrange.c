/* Concatenated, rolled, repeated and tiled arrays. Values of all layouts: tests/python. */
#include <string.h>

#include "dpex/random.h"
#include "dpex/rearrange.h"
#include "ops.h"
#include "queue_fixture.h"

TEST(arrays_concatenate_along_an_axis_and_promote)
{
    dpex_queue *queue = ops_queue();
    dpex_array a, b, x, y, out;
    ops_ramp(queue, DPEX_I32, 6, 0, 1, &a);
    ops_ramp(queue, DPEX_F64, 4, 10, 1, &b);
    ops_view(&a, 0, 2, 3, 3, 1, &x);
    ops_view(&b, 0, 2, 2, 1, 2, &y);
    const dpex_array *arrays[2] = {&x, &y};
    CHECK_OK(dpex_array_concat(arrays, 2, 1, &out));
    CHECK_INT(out.dtype, DPEX_F64);
    CHECK_INT(out.shape[1], 5);
    CHECK_NUMBER(ops_at(&out, 2), 2);
    CHECK_NUMBER(ops_at(&out, 4), 12);
    CHECK_NUMBER(ops_at(&out, 8), 11);
    dpex_array_fini(&out);
    CHECK_OK(dpex_array_concat(arrays, 2, DPEX_AXIS_NONE, &out));
    CHECK_INT(out.shape[0], 10);
    CHECK_NUMBER(ops_at(&out, 7), 12);
    dpex_array_fini(&out);
    CHECK_FAILS(dpex_array_concat(arrays, 2, 0, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("shapes (2,3) and (2,2) do not fit");
    CHECK_FAILS(dpex_array_stack(arrays, 2, 0, &out), DPEX_ERROR_INVALID_VALUE);
    arrays[1] = &x;
    CHECK_OK(dpex_array_stack(arrays, 2, 2, &out));
    CHECK_INT(out.shape[2], 2);
    CHECK_NUMBER(ops_at(&out, 11), 5);
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_array_fini(&y);
    dpex_array_fini(&a);
    dpex_array_fini(&b);
    dpex_queue_release(queue);
}

TEST(elements_roll_round_the_ends)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, x, out;
    ops_ramp(queue, DPEX_I16, 12, 0, 1, &all);
    ops_view(&all, 0, 3, 4, 4, 1, &x);
    const dpex_roll both = {.shifts = {1, -1}}, flat = {.is_flat = 1, .shifts = {-13}};
    CHECK_OK(dpex_array_roll(&x, &both, &out));
    CHECK_NUMBER(ops_at(&out, 0), 9);
    CHECK_NUMBER(ops_at(&out, 3), 8);
    CHECK_NUMBER(ops_at(&out, 4), 1);
    dpex_array_fini(&out);
    CHECK_OK(dpex_array_roll(&x, &flat, &out));
    CHECK_NUMBER(ops_at(&out, 0), 1);
    CHECK_NUMBER(ops_at(&out, 11), 0);
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}

/* Chunks begin and end inside runs of equal elements, for counts below and above what is written at once. */
TEST(every_element_is_repeated_as_often_as_asked)
{
    static const dpex_dtype dtypes[] = {DPEX_I8, DPEX_I16, DPEX_F32, DPEX_F64, DPEX_C128};
    enum { N = 100000 };
    dpex_queue *queue = ops_queue();
    for (size_t t = 0; t < sizeof(dtypes) / sizeof(dtypes[0]); t++) {
        dpex_array x, counts, out;
        ops_ramp(queue, dtypes[t], N, 0, 1, &x);
        ops_ramp(queue, DPEX_I64, N, 0, 1, &counts);
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        int64_t *numbers = dpex_array_get_ptr(&counts), total = 0;
        for (int64_t i = 0; i < N; i++) total += numbers[i] = i % 7;
        CHECK_OK(dpex_array_repeat_each(&x, 0, &counts, &out));
        CHECK_INT(out.size, total);
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        size_t bytes = dpex_dtype_get_info(dtypes[t])->itemsize;
        const char *from = dpex_array_get_ptr(&x), *to = dpex_array_get_ptr(&out);
        for (int64_t i = 0; i < N; i++)
            for (int64_t k = 0; k < i % 7; k++, to += bytes)
                CHECK(!memcmp(to, from + (size_t)i * bytes, bytes));
        dpex_array_fini(&out);
        dpex_array_fini(&counts);
        dpex_array_fini(&x);
    }
    dpex_queue_release(queue);
}

/* The queue still has a failure to tell: calls that wait for memory alone leave it there. */
static void check_failure_is_left(dpex_queue *queue)
{
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_INVALID_VALUE);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
}

TEST(calls_that_wait_for_an_array_leave_failures_to_their_queue)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, counts, out;
    task failing = {.letter = 'f', .fails_with = DPEX_ERROR_INVALID_VALUE};
    ops_ramp(queue, DPEX_F64, 3, 0, 1, &x);
    ops_ramp(queue, DPEX_I64, 3, 0, 1, &counts);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    /* A command before them and none that they depend on; not over yet, as a rule. */
    task_submit(queue, &failing, 0, NULL, NULL);
    CHECK_OK(dpex_array_repeat_each(&x, 0, &counts, &out));
    CHECK_INT(out.size, 3);
    dpex_array_fini(&out);
    check_failure_is_left(queue);
    dpex_random *random;
    const dpex_random_fill_spec spec = {.kind = DPEX_RANDOM_NORMAL, .width = 1};
    CHECK_OK(dpex_random_create("philox", &random));
    task_submit(queue, &failing, 0, NULL, NULL);
    CHECK_OK(dpex_random_fill(random, &spec, &x)); /* the last element is made in this thread */
    check_failure_is_left(queue);
    dpex_random_release(random);
    dpex_array_fini(&counts);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(counts_must_fit)
{
    dpex_queue *queue = ops_queue(), *other = ops_queue();
    dpex_array x, counts, out;
    ops_ramp(queue, DPEX_F32, 3, 0, 1, &x);
    CHECK_FAILS(dpex_array_repeat(&x, 0, -1, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_repeat(&x, 1, 1, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_repeat(&x, 0, INT64_MAX, &out), DPEX_ERROR_OVERFLOW);
    CHECK_FAILS(dpex_array_repeat_each(&x, 0, &x, &out), DPEX_ERROR_INVALID_TYPE);
    ops_ramp(queue, DPEX_I8, 3, -1, 1, &counts);
    CHECK_FAILS(dpex_array_repeat_each(&x, 0, &counts, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("count 0 is negative: -1");
    dpex_array_fini(&counts);
    ops_ramp(queue, DPEX_I8, 4, 0, 1, &counts);
    CHECK_FAILS(dpex_array_repeat_each(&x, 0, &counts, &out), DPEX_ERROR_INVALID_VALUE);
    dpex_array_fini(&counts);
    ops_ramp(other, DPEX_I8, 3, 0, 1, &counts);
    CHECK_FAILS(dpex_array_repeat_each(&x, 0, &counts, &out), DPEX_ERROR_PLACEMENT);
    dpex_array_fini(&counts);
    dpex_array_fini(&x);
    dpex_queue_release(other);
    dpex_queue_release(queue);
}

TEST(tiles_cover_the_plane)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, x, out;
    ops_ramp(queue, DPEX_F64, 4 * 3, 0, 1, &all);
    ops_view(&all, 0, 3, 2, 4, 2, &x);
    const int64_t counts[3] = {2, 2, 3};
    CHECK_OK(dpex_array_tile(&x, 3, counts, &out));
    CHECK_INT(out.nd, 3);
    CHECK_INT(out.shape[1], 6);
    CHECK_INT(out.shape[2], 6);
    for (int64_t i = 0; i < out.size; i++) {
        int64_t row = i / 6 % 6 % 3, column = i % 6 % 2;
        CHECK_NUMBER(ops_at(&out, i), (double)(4 * row + 2 * column));
    }
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}

static dpex_status rearrange_all(void *context)
{
    dpex_array *x = context, out;
    const dpex_array *arrays[2] = {x, x};
    const dpex_roll flat = {.is_flat = 1, .shifts = {5}};
    const int64_t counts[2] = {2, 3};
    dpex_status status = dpex_array_concat(arrays, 2, DPEX_AXIS_NONE, &out);
    if (!status) {
        dpex_array_fini(&out);
        status = dpex_array_roll(x, &flat, &out);
    }
    if (!status) {
        dpex_array_fini(&out);
        status = dpex_array_repeat(x, 1, 2, &out);
    }
    if (!status) {
        dpex_array_fini(&out);
        status = dpex_array_tile(x, 2, counts, &out);
    }
    if (!status) dpex_array_fini(&out);
    dpex_status waited = dpex_queue_wait(x->queue, 0, NULL); /* the commands before a failure too */
    return status ? status : waited;
}

TEST(rearranging_survives_failing_allocations)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, x;
    fixture_fill_nodes(queue);
    ops_ramp(queue, DPEX_F64, 40000, 0, 1, &all);
    ops_view(&all, 0, 200, 100, 200, 2, &x);
    CHECK_OK(rearrange_all(&x));
    test_failing_allocations(rearrange_all, &x);
    dpex_array_fini(&x);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}
