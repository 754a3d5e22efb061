/* Counting by number and by bin, few elements and so many that threads have tables of their own. */
#include <math.h>
#include <stdlib.h>

#include "dpex/count.h"
#include "ops.h"

TEST(numbers_out_of_range_do_not_count)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, backwards, out;
    ops_ramp(queue, DPEX_I64, 9, -3, 1, &x); /* -3 to 5 */
    CHECK_OK(dpex_bincount_new(&x, NULL, 4, &out));
    for (int64_t i = 0; i < 4; i++) CHECK_NUMBER(ops_at(&out, i), 1);
    dpex_array_fini(&out);
    const int64_t five = 5, step = -2; /* 5, 3, 1, -1, -3 */
    CHECK_OK(dpex_array_init_view(x.storage, queue, DPEX_I64, x.offset + 8 * 8, 1, &five, &step, 0,
                                  &backwards));
    CHECK_OK(dpex_bincount_new(&backwards, NULL, 6, &out));
    for (int64_t i = 0; i < 6; i++) CHECK_NUMBER(ops_at(&out, i), (double)(i % 2));
    dpex_array_fini(&out);
    CHECK_OK(dpex_bincount_new(&x, NULL, 0, &out));
    CHECK_INT(out.size, 0);
    dpex_array_fini(&out);
    dpex_array_fini(&backwards);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(few_numbers_are_counted_at_once_or_not_at_all)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, backwards, many, reals, out;
    int done = 1;
    ops_ramp(queue, DPEX_I64, 9, -3, 1, &x); /* -3 to 5 */
    ops_ramp(queue, DPEX_I64, 600, 0, 1, &many);
    ops_ramp(queue, DPEX_I32, 9, 0, 1, &reals);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    const dpex_array *declined[] = {&x, &many, &reals};
    for (int i = 0; i < 3; i++) {
        CHECK_OK(dpex_bincount_few_new(declined[i], NULL, 0, &done, &out));
        CHECK_INT(done, 0);
    }
    const int64_t three = 3, step = -2; /* 5, 3, 1 */
    CHECK_OK(dpex_array_init_view(x.storage, queue, DPEX_I64, x.offset + 8 * 8, 1, &three, &step, 0,
                                  &backwards));
    for (int64_t least = 0; least < 20; least += 9) {
        CHECK_OK(dpex_bincount_few_new(&backwards, NULL, least, &done, &out));
        CHECK_INT(done, 1);
        CHECK_INT(out.size, least > 6 ? least : 6);
        for (int64_t i = 0; i < out.size; i++) CHECK_NUMBER(ops_at(&out, i), i < 6 ? i % 2 : 0);
        dpex_array_fini(&out);
    }
    dpex_array weights;
    ops_ramp(queue, DPEX_F64, 3, 0.5, 1, &weights); /* 0.5, 1.5, 2.5 */
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_OK(dpex_bincount_few_new(&backwards, &reals, 0, &done, &out));
    CHECK_INT(done, 0);
    CHECK_OK(dpex_bincount_few_new(&backwards, &weights, 0, &done, &out));
    CHECK_INT(done, 1);
    for (int i = 0; i < 3; i++) CHECK_NUMBER(ops_at(&out, 5 - 2 * i), 0.5 + i);
    dpex_array_fini(&out);
    dpex_array_fini(&weights);
    dpex_array_fini(&backwards);
    dpex_array_fini(&reals);
    dpex_array_fini(&many);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

/* i * 7 % n for i up to many: all numbers equally often, with few bins (tables side by side) and with many. */
static void check_many(dpex_queue *queue, int64_t n)
{
    enum { TIMES = 40 };
    const int64_t size = n * TIMES;
    dpex_array x, weights, out;
    ops_ramp(queue, DPEX_I64, size, 0, 7, &x);
    ops_ramp(queue, DPEX_F64, size, 2, 0, &weights);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    int64_t *numbers = dpex_array_get_ptr(&x);
    for (int64_t i = 0; i < size; i++) numbers[i] %= n;
    CHECK_OK(dpex_bincount_new(&x, NULL, n, &out));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int64_t i = 0; i < n; i++) CHECK(((const int64_t *)dpex_array_get_ptr(&out))[i] == TIMES);
    dpex_array_fini(&out);
    CHECK_OK(dpex_bincount_new(&x, &weights, n, &out));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int64_t i = 0; i < n; i++)
        CHECK(((const double *)dpex_array_get_ptr(&out))[i] == 2 * TIMES);
    dpex_array_fini(&out);
    dpex_array_fini(&weights);
    dpex_array_fini(&x);
}

TEST(tables_of_all_threads_add_up)
{
    dpex_queue *queue = ops_queue();
    check_many(queue, 5);
    check_many(queue, 1024);
    check_many(queue, 5003);
    check_many(queue, 20011);
    dpex_queue_release(queue);
}

TEST(bins_hold_their_left_edges_and_the_last_one_both)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, edges, out;
    ops_ramp(queue, DPEX_F64, 9, -0.5, 0.5, &x); /* -0.5, 0, ..., 3.5 */
    ops_ramp(queue, DPEX_F64, 4, 0, 1, &edges);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    ((double *)dpex_array_get_ptr(&x))[8] = NAN;
    CHECK_OK(dpex_histogram_new(&x, &edges, NULL, &out));
    CHECK_NUMBER(ops_at(&out, 0), 2);
    CHECK_NUMBER(ops_at(&out, 1), 2);
    CHECK_NUMBER(ops_at(&out, 2), 3);
    dpex_array_fini(&out);
    CHECK_OK(dpex_histogram_new(&x, &edges, &x, &out));
    CHECK_NUMBER(ops_at(&out, 1), 1 + 1.5);
    dpex_array_fini(&out);
    dpex_array_fini(&edges);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(counting_refuses_what_it_cannot_count)
{
    dpex_queue *queue = ops_queue();
    dpex_array reals, numbers, out;
    ops_ramp(queue, DPEX_F64, 5, 0, 1, &reals);
    ops_ramp(queue, DPEX_I64, 4, 0, 1, &numbers);
    CHECK_FAILS(dpex_bincount_new(&reals, NULL, 3, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_bincount_new(&numbers, &reals, 3, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_bincount_new(&numbers, NULL, -1, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_histogram_new(&reals, &numbers, NULL, &out), DPEX_ERROR_INVALID_VALUE);
    dpex_array_fini(&reals);
    dpex_array_fini(&numbers);
    dpex_queue_release(queue);
}
