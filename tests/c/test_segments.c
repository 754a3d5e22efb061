/* Reductions of segments, and combinations of values into positions. */
#include "dpex/segments.h"
#include "ops.h"

static void line(dpex_queue *queue, dpex_dtype dtype, int64_t n, const double *numbers,
                 dpex_array *x)
{
    ops_ramp(queue, dtype, n, 0, 0, x);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int64_t i = 0; i < n; i++) {
        if (dtype == DPEX_F64)
            ((double *)dpex_array_get_ptr(x))[i] = numbers[i];
        else
            ((int64_t *)dpex_array_get_ptr(x))[i] = (int64_t)numbers[i];
    }
}

/* Segments that go on, that are one element because the next index is not larger, and that end with the axis. */
TEST(segments_end_where_the_next_begins)
{
    static const double indices[] = {0, 4, 2, 2, 5},
                        sums[] = {0 + 1 + 2 + 3, 4, 2, 2 + 3 + 4, 5 + 6 + 7};
    dpex_queue *queue = ops_queue();
    dpex_array x, rows, begins, out;
    ops_ramp(queue, DPEX_F64, 8, 0, 1, &x);
    line(queue, DPEX_I64, 5, indices, &begins);
    CHECK_OK(dpex_segments_reduce_new(dpex_reduction_find("sum"), &x, &begins, &out));
    for (int64_t i = 0; i < 5; i++) CHECK_NUMBER(ops_at(&out, i), sums[i]);
    dpex_array_fini(&out);
    dpex_array_fini(&begins);
    line(queue, DPEX_I64, 2, indices, &begins); /* 0, 4 are beyond rows of 2 */
    ((int64_t *)dpex_array_get_ptr(&begins))[1] = 1;
    ops_view(&x, 0, 4, 2, 2, 1, &rows);
    CHECK_OK(dpex_segments_reduce_new(dpex_reduction_find("max"), &rows, &begins, &out));
    CHECK_NUMBER(ops_at(&out, 1), 1);
    CHECK_NUMBER(ops_at(&out, 2), 6);
    dpex_array_fini(&out);
    CHECK_FAILS(dpex_segments_reduce_new(dpex_reduction_find("var"), &rows, &begins, &out),
                DPEX_ERROR_UNSUPPORTED);
    CHECK_FAILS(dpex_segments_reduce_new(dpex_reduction_find("sum"), &rows, &x, &out),
                DPEX_ERROR_INVALID_VALUE);
    dpex_array_fini(&rows);
    dpex_array_fini(&begins);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

/* x = x * 3 + value, in the order of the positions, would differ in any other. */
TEST(values_come_in_the_order_of_the_positions)
{
    enum { N = 60000, POSITIONS = 13 };
    static const char *const names[] = {"subtract", "floor_divide"};
    dpex_queue *queue = ops_queue();
    for (int which = 0; which < 2; which++) {
        dpex_array target, positions, values;
        double expected[POSITIONS];
        ops_ramp(queue, DPEX_F64, POSITIONS, 1e9, 1, &target);
        ops_ramp(queue, DPEX_I64, N, 0, 5, &positions);
        ops_ramp(queue, DPEX_F64, N, 1.25, 1e-7, &values);
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        for (int i = 0; i < POSITIONS; i++) expected[i] = 1e9 + i;
        for (int64_t i = 0; i < N; i++) {
            int64_t *position = (int64_t *)dpex_array_get_ptr(&positions) + i;
            *position = *position % (POSITIONS + 2) - 1; /* -1 is the last one, 13 does not count */
            if (*position >= POSITIONS) continue;
            const double value = ((const double *)dpex_array_get_ptr(&values))[i];
            double *x = &expected[*position < 0 ? *position + POSITIONS : *position];
            *x = which ? (double)(int64_t)(*x / value) : *x - value;
        }
        CHECK_OK(dpex_array_combine_at(dpex_op_find(names[which]), &target, &positions, &values));
        for (int i = 0; i < POSITIONS; i++) CHECK_NUMBER(ops_at(&target, i), expected[i]);
        CHECK_FAILS(dpex_array_combine_at(dpex_op_find("equal"), &target, &positions, &values),
                    DPEX_ERROR_UNSUPPORTED);
        CHECK_FAILS(dpex_array_combine_at(dpex_op_find("add"), &target, &values, &values),
                    DPEX_ERROR_INVALID_VALUE);
        CHECK_FAILS(dpex_array_combine_at(dpex_op_find("add"), &values, &positions, &values),
                    DPEX_ERROR_UNSUPPORTED);
        dpex_array_fini(&target);
        dpex_array_fini(&positions);
        dpex_array_fini(&values);
    }
    dpex_queue_release(queue);
}
