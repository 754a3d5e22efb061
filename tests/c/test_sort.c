/* Sorting and what is built on it: short and long lines of every form of elements, on one core and on all, and keys that no even scale separates. Values of
 * all dtypes and layouts beside NumPy's: tests/python. */
#include <stdlib.h>
#include <string.h>

#include "dpex/sort.h"
#include "ops.h"

/* Numbers that repeat and are out of order, the same each time. */
TEST_UNWATCHED static uint64_t mixed(uint64_t i)
{
    i = (i ^ i >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    return i ^ i >> 29;
}

TEST_UNWATCHED static void fill(dpex_array *x, int64_t n, dpex_queue *queue, dpex_dtype dtype,
                                int shift)
{
    CHECK_OK(dpex_array_init(queue, dtype, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, x));
    for (int64_t i = 0; i < n; i++) {
        const dpex_scalar number = {.u = mixed((uint64_t)i) >> shift};
        dpex_scalar value;
        dpex_scalar_cast(&number, DPEX_U64, dtype, &value);
        const size_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
        memcpy((char *)dpex_array_get_ptr(x) + (size_t)i * itemsize, &value, itemsize);
    }
}

/* x[order] is ascending, and equal ones are in order. */
TEST_UNWATCHED static void check_order(const dpex_array *x, const dpex_array *order)
{
    CHECK_OK(dpex_queue_wait(x->queue, 0, NULL));
    const int64_t *positions = dpex_array_get_ptr(order);
    const uint64_t *wide = dpex_array_get_ptr(x);
    const uint32_t *narrow = dpex_array_get_ptr(x);
    for (int64_t i = 1; i < x->size; i++) {
        const int64_t a = positions[i - 1], b = positions[i];
        const int is_wide = x->dtype == DPEX_U64;
        CHECK(is_wide ? wide[a] <= wide[b] : narrow[a] <= narrow[b]);
        CHECK(a < b || (is_wide ? wide[a] < wide[b] : narrow[a] < narrow[b]));
    }
}

/* sorted = x[order] */
TEST_UNWATCHED static void check_sorted(const dpex_array *x, const dpex_array *order,
                                        const dpex_array *sorted)
{
    CHECK_OK(dpex_queue_wait(x->queue, 0, NULL));
    const size_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    const int64_t *positions = dpex_array_get_ptr(order);
    const char *from = dpex_array_get_ptr(x), *to = dpex_array_get_ptr(sorted);
    for (int64_t i = 0; i < x->size; i++)
        CHECK(!memcmp(to + (size_t)i * itemsize, from + (size_t)positions[i] * itemsize, itemsize));
}

static void check_sort(dpex_queue *queue, dpex_dtype dtype, int64_t n, int shift)
{
    dpex_array x, order, sorted;
    fill(&x, n, queue, dtype, shift);
    CHECK_OK(dpex_argsort_new(&x, 0, 0, &order));
    CHECK_OK(dpex_sort_new(&x, 0, 0, &sorted));
    check_order(&x, &order);
    check_sorted(&x, &order, &sorted);
    dpex_array_fini(&sorted);
    dpex_array_fini(&order);
    dpex_array_fini(&x);
}

TEST(sorts_are_right_and_stable_at_every_length)
{
    dpex_queue *queue = ops_queue();
    const int64_t lengths[] = {1, 2, 24, 25, 1023, 1025, 20000, 131072, 131073, 400000};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        for (int shift = 32; shift < 64; shift += 9) {
            check_sort(queue, DPEX_U32, lengths[i], shift);
            check_sort(queue, DPEX_U64, lengths[i], shift - 32);
        }
    }
    dpex_queue_release(queue);
}

/* Each bit set alone, and all of them: an even scale puts nearly everything in one bin, at every level of it. */
TEST(sorts_take_keys_that_no_even_scale_separates)
{
    dpex_queue *queue = ops_queue();
    const int64_t n = 300000;
    dpex_array x, order;
    CHECK_OK(dpex_array_init(queue, DPEX_U64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    uint64_t *values = dpex_array_get_ptr(&x);
    for (int64_t i = 0; i < n; i++) values[i] = mixed((uint64_t)i) >> (mixed((uint64_t)i * 7) % 64);
    CHECK_OK(dpex_argsort_new(&x, 0, 0, &order));
    check_order(&x, &order);
    dpex_array_fini(&order);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(sorted_lines_lie_together_and_the_others_in_order)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, x, out;
    ops_ramp(queue, DPEX_I32, 12, 11, -1, &all);
    ops_view(&all, 0, 3, 4, 4, 1, &x);
    CHECK_OK(dpex_sort_new(&x, 0, 0, &out));
    CHECK_INT(out.strides[0], 1);
    CHECK_INT(out.strides[1], 3);
    for (int64_t i = 0; i < 12; i++) CHECK_NUMBER(ops_at(&out, i), (double)(i / 4 * 4 + 3 - i % 4));
    dpex_array_fini(&out);
    CHECK_OK(dpex_sort_new(&x, 1, 1, &out));
    for (int64_t i = 0; i < 12; i++)
        CHECK_NUMBER(ops_at(&out, i), (double)((2 - i / 4) * 4 + 3 - i % 4));
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}

TEST(a_sort_along_no_axis_is_refused)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, out;
    ops_ramp(queue, DPEX_F64, 3, 0, 1, &x);
    CHECK_FAILS(dpex_sort_new(&x, 1, 0, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_argsort_new(&x, -1, 0, &out), DPEX_ERROR_INVALID_VALUE);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

/* ---- selection, search, sets --------------------------------------------------------------------------------- */

TEST(the_first_of_a_sort_are_selected)
{
    dpex_queue *queue = ops_queue();
    const int64_t lengths[] = {50, 5000, 400000}, ks[] = {1, 3, 40};
    for (int i = 0; i < 9; i++) {
        const int64_t k = ks[i % 3];
        dpex_array x, order, values, positions;
        fill(&x, lengths[i / 3], queue, DPEX_U64, 48);
        CHECK_OK(dpex_argsort_new(&x, 0, 1, &order));
        CHECK_OK(dpex_top_k_new(&x, 0, k, 1, &values, &positions));
        CHECK_INT(values.shape[0], k);
        for (int64_t j = 0; j < k; j++) {
            CHECK_NUMBER(ops_at(&positions, j), ops_at(&order, j));
            CHECK_NUMBER(ops_at(&values, j), ops_at(&x, (int64_t)ops_at(&order, j)));
        }
        dpex_array_fini(&positions);
        dpex_array_fini(&values);
        dpex_array_fini(&order);
        dpex_array_fini(&x);
    }
    dpex_queue_release(queue);
}

TEST(no_more_are_selected_than_there_are)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, values, positions;
    ops_ramp(queue, DPEX_F64, 3, 0, 1, &x);
    CHECK_FAILS(dpex_top_k_new(&x, 0, 0, 1, &values, &positions), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_top_k_new(&x, 0, 4, 1, &values, &positions), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_top_k_new(&x, 1, 1, 1, &values, &positions), DPEX_ERROR_INVALID_VALUE);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(searches_tell_where_values_belong)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, values, out;
    ops_ramp(queue, DPEX_F64, 1000, 0, 2, &x);
    ops_ramp(queue, DPEX_I32, 2100, -50, 1, &values);
    for (int from_right = 0; from_right < 2; from_right++) {
        CHECK_OK(dpex_search_sorted_new(&x, &values, from_right, NULL, &out));
        for (int64_t i = 0; i < values.size; i += 7) {
            const int64_t value = i - 50;
            const int64_t position = value < 0 ? 0 : from_right ? value / 2 + 1 : (value + 1) / 2;
            CHECK_INT((int64_t)ops_at(&out, i), position < 1000 ? position : 1000);
        }
        dpex_array_fini(&out);
    }
    dpex_array_fini(&values);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(distinct_values_make_the_array_again)
{
    dpex_queue *queue = ops_queue();
    const int64_t lengths[] = {1, 100, 50000, 300000};
    for (int i = 0; i < 4; i++) {
        dpex_array x, values, indices, inverse, counts;
        dpex_unique *unique;
        fill(&x, lengths[i], queue, DPEX_U32, 55);
        CHECK_OK(dpex_unique_start(&x, 1, &unique));
        CHECK_OK(dpex_unique_finish(unique, &values, &indices, &inverse, &counts));
        dpex_unique_release(unique);
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        const uint32_t *numbers = dpex_array_get_ptr(&x), *distinct = dpex_array_get_ptr(&values);
        const int64_t *first = dpex_array_get_ptr(&indices), *run = dpex_array_get_ptr(&inverse),
                      *count = dpex_array_get_ptr(&counts);
        int64_t n = 0;
        for (int64_t j = 0; j < values.size; j++) {
            CHECK(j == 0 || distinct[j - 1] < distinct[j]);
            CHECK(numbers[first[j]] == distinct[j]);
            n += count[j];
        }
        CHECK_INT(n, x.size);
        for (int64_t j = 0; j < x.size; j++) CHECK(distinct[run[j]] == numbers[j]);
        dpex_array_fini(&counts);
        dpex_array_fini(&inverse);
        dpex_array_fini(&indices);
        dpex_array_fini(&values);
        dpex_array_fini(&x);
    }
    dpex_queue_release(queue);
}

TEST(positions_that_nobody_asked_for_are_not_there)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, values, inverse;
    dpex_unique *unique;
    ops_ramp(queue, DPEX_F32, 10, 0, 0, &x);
    CHECK_OK(dpex_unique_start(&x, 0, &unique));
    CHECK_FAILS(dpex_unique_finish(unique, &values, NULL, &inverse, NULL),
                DPEX_ERROR_INVALID_VALUE);
    dpex_unique_release(unique);
    dpex_unique_release(NULL);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}
