/* Reductions: axes, layouts, empty arrays, the same bits for any number of threads. Values of all dtypes: tests/conformance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "ops.h"
#include "ops/reduce/reduction.h"
#include "queue_fixture.h"

static void sum(const dpex_array *x, uint64_t axes, int keepdims, dpex_array *out)
{
    const dpex_reduction *reduction = dpex_reduction_find("sum");
    dpex_dtype dtype;
    CHECK_OK(dpex_reduction_resolve(reduction, x->dtype, NULL, &dtype));
    CHECK_OK(dpex_reduce_new(reduction, x, axes, keepdims, dtype, out));
}

TEST(sums_run_over_the_axes_asked_for)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, x, out;
    ops_ramp(queue, DPEX_F64, 12, 0, 1, &all);
    ops_view(&all, 0, 3, 4, 4, 1, &x);
    sum(&x, 1, 0, &out);
    CHECK_INT(out.nd, 1);
    CHECK_INT(out.shape[0], 4);
    CHECK_NUMBER(ops_at(&out, 3), 3 + 7 + 11);
    dpex_array_fini(&out);
    sum(&x, 2, 1, &out);
    CHECK_INT(out.nd, 2);
    CHECK_INT(out.shape[1], 1);
    CHECK_NUMBER(ops_at(&out, 2), 8 + 9 + 10 + 11);
    dpex_array_fini(&out);
    sum(&x, 3, 0, &out);
    CHECK_INT(out.nd, 0);
    CHECK_NUMBER(ops_at(&out, 0), 66);
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}

TEST(result_types_hold_sums)
{
    const dpex_reduction *reduction = dpex_reduction_find("sum");
    const dpex_dtype in[] = {DPEX_BOOL, DPEX_I8, DPEX_U8, DPEX_F16, DPEX_C64},
                     out[] = {DPEX_I64, DPEX_I64, DPEX_U64, DPEX_F16, DPEX_C64};
    for (int i = 0; i < 5; i++) {
        dpex_dtype got;
        CHECK_OK(dpex_reduction_resolve(reduction, in[i], NULL, &got));
        CHECK_INT(got, out[i]);
    }
    CHECK(dpex_reduction_find("no such reduction") == NULL);
}

TEST(no_elements_sum_to_zero)
{
    dpex_queue *queue = ops_queue();
    const int64_t shape[2] = {0, 3};
    dpex_array x, out;
    CHECK_OK(dpex_array_init(queue, DPEX_F32, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    sum(&x, 1, 0, &out);
    CHECK_INT(out.size, 3);
    for (int64_t i = 0; i < 3; i++) CHECK_NUMBER(ops_at(&out, i), 0);
    dpex_array_fini(&out);
    sum(&x, 2, 0, &out);
    CHECK_INT(out.size, 0);
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(half_accumulates_in_float)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, out;
    ops_ramp(queue, DPEX_F16, 10000, 1, 0, &x);
    sum(&x, 1, 0, &out);
    CHECK_INT(out.dtype, DPEX_F16);
    CHECK_NUMBER(ops_at(&out, 0), 10000); /* in half itself the sum would stop at 2048 */
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(sums_are_as_accurate_as_pairwise_ones)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, out;
    const int64_t n = 4000000;
    dpex_scalar tenth = {.f32 = 0.1f};
    CHECK_OK(dpex_array_init(queue, DPEX_F32, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_OK(dpex_array_fill(&x, &tenth));
    sum(&x, 1, 0, &out);
    double exact = (double)0.1f * (double)n;
    CHECK(fabs(ops_at(&out, 0) - exact) < 1e-6 * exact);
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

/* Sums of the same numbers on a queue, over all axes and over each. */
static void some_sums(dpex_queue *queue, double sums[3])
{
    dpex_array ramp, values, x, out;
    ops_ramp(queue, DPEX_F64, 300 * 7000, 0.1, 0.37, &ramp);
    const dpex_operand operands[1] = {ops_array(&ramp)};
    CHECK_OK(dpex_elementwise_new(dpex_op_find("sin"), operands, DPEX_ORDER_K, &values));
    ops_view(&values, 0, 300, 7000, 7000, 1, &x);
    const uint64_t axes[3] = {3, 1, 2};
    for (int i = 0; i < 3; i++) {
        sum(&x, axes[i], 0, &out);
        sums[i] = ops_at(&out, out.size / 2);
        dpex_array_fini(&out);
    }
    dpex_array_fini(&x);
    dpex_array_fini(&values);
    dpex_array_fini(&ramp);
}

TEST(sums_have_the_same_bits_on_one_core_and_on_all)
{
    dpex_device *root, **parts;
    size_t n_parts;
    dpex_queue *all = ops_queue(), *one;
    const size_t count = 1;
    const dpex_partition division = {
        .kind = DPEX_PARTITION_BY_COUNTS, .counts = &count, .n_counts = 1};
    root = dpex_queue_get_device(all);
    if (dpex_device_get_info(root)->max_compute_units < 2) SKIP("the machine has one core");
    CHECK_OK(dpex_device_partition(root, &division, &parts, &n_parts));
    CHECK_OK(dpex_queue_create(NULL, parts[0], 0, &one));
    double on_all[3], on_one[3];
    some_sums(all, on_all);
    some_sums(one, on_one);
    CHECK(!memcmp(on_all, on_one, sizeof(on_all)));
    dpex_queue_release(one);
    dpex_queue_release(all);
    for (size_t i = 0; i < n_parts; i++) dpex_device_release(parts[i]);
    dpex_device_array_free(parts);
}

TEST(wrong_axes_and_outputs_are_refused)
{
    dpex_queue *queue = ops_queue();
    const dpex_reduction *reduction = dpex_reduction_find("sum");
    dpex_array x, out;
    ops_ramp(queue, DPEX_F64, 10, 0, 1, &x);
    CHECK_FAILS(dpex_reduce_new(reduction, &x, 2, 0, DPEX_F64, &out), DPEX_ERROR_INVALID_VALUE);
    ops_ramp(queue, DPEX_F64, 3, 0, 1, &out);
    CHECK_FAILS(dpex_reduce_into(reduction, &x, 1, 0, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("the result has shape ()");
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(output_may_lie_in_the_input)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, x, column;
    ops_ramp(queue, DPEX_F64, 20000 * 3, 0, 1, &all);
    ops_view(&all, 0, 20000, 3, 3, 1, &x);
    ops_view(&all, 0, 20000, 1, 3, 1, &column);
    CHECK_OK(dpex_reduce_into(dpex_reduction_find("sum"), &x, 2, 1, &column));
    for (int64_t i = 0; i < 20000; i += 331) CHECK_NUMBER(ops_at(&column, i), (double)(9 * i + 3));
    dpex_array_fini(&column);
    dpex_array_fini(&x);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}

static dpex_status sum_columns(void *context)
{
    dpex_array *x = context, out;
    dpex_status status = dpex_reduce_new(dpex_reduction_find("sum"), x, 1, 0, DPEX_F64, &out);
    if (status) return status;
    status = dpex_queue_wait(x->queue, 0, NULL);
    dpex_array_fini(&out);
    return status;
}

TEST(sum_survives_failing_allocations)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, x;
    fixture_fill_nodes(queue);
    ops_ramp(queue, DPEX_F64, 1000 * 100, 0, 1, &all);
    ops_view(&all, 0, 1000, 100, 100, 1, &x);
    CHECK_OK(sum_columns(&x));
    test_failing_allocations(sum_columns, &x);
    dpex_array_fini(&x);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}

static const dpex_reducer *reducer_of(dpex_combine combine, dpex_dtype dtype)
{
    return dpex_loops_get()->reducers[dtype][combine];
}

static void fold(const dpex_reducer *reducer, void *state, const void *values, size_t n)
{
    reducer->fold((void *[]){state}, &(dpex_rows){values, n, 1, 0, 0, 0});
}

/* The tree combines any number of rows, pushed in any portions; the last one may be short. */
TEST(trees_combine_every_row_once)
{
    enum { LANES = 40, MOST = 200 };
    static double rows[MOST * LANES];
    const dpex_reducer *add = reducer_of(DPEX_COMBINE_add, DPEX_F64);
    for (int i = 0; i < MOST * LANES; i++) rows[i] = i;
    for (size_t n_rows = 1; n_rows < MOST; n_rows++) {
        size_t last = 1 + n_rows % LANES, portion = 1 + n_rows % 7;
        dpex_pairwise tree;
        void *memory = dpex_malloc(dpex_pairwise_bytes(add, LANES, (int64_t)n_rows));
        CHECK(memory != NULL);
        dpex_pairwise_init(&tree, add, LANES, memory);
        for (size_t row = 0; row + 1 < n_rows; row += portion) {
            size_t n = n_rows - 1 - row < portion ? n_rows - 1 - row : portion;
            dpex_pairwise_push(&tree, &(dpex_rows){rows + row * LANES, LANES, n,
                                                   LANES * sizeof(double), (int64_t)row, 1});
        }
        dpex_pairwise_push(&tree, &(dpex_rows){rows + (n_rows - 1) * LANES, last, 1, 0, 0, 0});
        size_t lanes;
        dpex_states merged = dpex_pairwise_finish(&tree, &lanes);
        CHECK_INT(lanes, n_rows == 1 ? last : LANES);
        double sum, expected = 0;
        for (size_t i = 0; i < (n_rows - 1) * LANES + last; i++) expected += rows[i];
        fold(add, &sum, merged.words[0], lanes);
        CHECK_NUMBER(sum, expected);
        dpex_free(memory);
    }
}

/* Folds of all lengths, around the numbers of lanes and of rows between which they change their way. */
TEST(folds_combine_every_value_once)
{
    enum { MOST = 3000 };
    static double values[MOST];
    static int8_t bytes[MOST];
    const dpex_reducer *add = reducer_of(DPEX_COMBINE_add, DPEX_F64),
                       *max = reducer_of(DPEX_COMBINE_maximum, DPEX_I8);
    double expected = 0, sum;
    for (size_t n = 1; n <= MOST; n++) {
        int8_t most;
        values[n - 1] = (double)(n % 101);
        bytes[n - 1] = 100;
        expected += values[n - 1];
        fold(add, &sum, values, n);
        CHECK_NUMBER(sum, expected);
        fold(max, &most, bytes, n);
        CHECK_INT(most, 100);
        bytes[n - 1] = (int8_t)(n % 90);
    }
}
