/* Selection: the elements that a sort would put at positions, of lines short and long, of few values and of many. */
#include <math.h>
#include <string.h>

#include "dpex/sort.h"
#include "ops.h"

static void check_positions(const dpex_array *x, int axis, const int64_t *positions, int n)
{
    dpex_array sorted, found;
    CHECK_OK(dpex_sort_new(x, axis, 0, &sorted));
    CHECK_OK(dpex_nth_new(x, axis, positions, n, &found));
    CHECK_INT(found.shape[axis], n);
    CHECK_OK(dpex_queue_wait(x->queue, 0, NULL));
    const int64_t lines = axis ? x->shape[0] : x->nd > 1 ? x->shape[1] : 1;
    for (int64_t line = 0; line < lines; line++) {
        for (int i = 0; i < n; i++) {
            const int64_t wanted =
                axis ? line * x->shape[1] + positions[i] : positions[i] * lines + line;
            const int64_t given = axis ? line * n + i : i * lines + line;
            const double a = ops_at(&sorted, wanted), b = ops_at(&found, given);
            CHECK(a == b || (isnan(a) && isnan(b)));
        }
    }
    dpex_array_fini(&sorted);
    dpex_array_fini(&found);
}

/* i * factor % modulus, as any dtype. */
static void scattered(dpex_queue *queue, dpex_dtype dtype, int64_t n, int64_t factor,
                      int64_t modulus, dpex_array *x)
{
    dpex_array numbers;
    ops_ramp(queue, DPEX_I64, n, 0, (double)factor, &numbers);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int64_t i = 0; i < n; i++) ((int64_t *)dpex_array_get_ptr(&numbers))[i] %= modulus;
    CHECK_OK(dpex_array_cast_new(&numbers, dtype, DPEX_ORDER_K, DPEX_USM_DEVICE, queue, x));
    dpex_array_fini(&numbers);
}

TEST(positions_of_lines_along_each_axis)
{
    static const dpex_dtype dtypes[] = {DPEX_BOOL, DPEX_U8,  DPEX_I16, DPEX_F16,
                                        DPEX_I32,  DPEX_F32, DPEX_U64, DPEX_F64};
    static const int64_t positions[] = {0, 7, 7, 29};
    dpex_queue *queue = ops_queue();
    for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); i++) {
        dpex_array x, view;
        scattered(queue, dtypes[i], 30 * 40, 7919, 1201, &x);
        ops_view(&x, 0, 30, 40, 40, 1, &view);
        check_positions(&view, 0, positions, 4);
        check_positions(&view, 1, positions, 4);
        dpex_array_fini(&view);
        dpex_array_fini(&x);
    }
    dpex_queue_release(queue);
}

TEST(positions_of_long_lines)
{
    enum { N = 300001 };
    static const int64_t positions[] = {0, 1, N / 2, N - 2, N - 1}, moduli[] = {2, 1000, 1000003};
    static const dpex_dtype dtypes[] = {DPEX_U8, DPEX_I64, DPEX_F32, DPEX_F64};
    dpex_queue *queue = ops_queue();
    for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); i++) {
        for (size_t k = 0; k < sizeof(moduli) / sizeof(moduli[0]); k++) {
            dpex_array x;
            scattered(queue, dtypes[i], N, 7919, moduli[k], &x);
            check_positions(&x, 0, positions, 5);
            dpex_array_fini(&x);
        }
    }
    dpex_queue_release(queue);
}

TEST(nan_comes_last)
{
    static const int64_t positions[] = {0, 97, 98, 99};
    dpex_queue *queue = ops_queue();
    dpex_array x;
    scattered(queue, DPEX_F64, 100, 37, 101, &x);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    ((double *)dpex_array_get_ptr(&x))[3] = NAN;
    ((double *)dpex_array_get_ptr(&x))[60] = -NAN;
    ((double *)dpex_array_get_ptr(&x))[61] = INFINITY;
    check_positions(&x, 0, positions, 4);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(positions_that_are_none_are_refused)
{
    static const int64_t descending[] = {3, 2}, beyond[] = {10}, fine[] = {1};
    dpex_queue *queue = ops_queue();
    dpex_array x, z, out;
    ops_ramp(queue, DPEX_F64, 10, 0, 1, &x);
    ops_ramp(queue, DPEX_C128, 10, 0, 1, &z);
    CHECK_FAILS(dpex_nth_new(&x, 0, descending, 2, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_nth_new(&x, 0, beyond, 1, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_nth_new(&x, 1, fine, 1, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_nth_new(&x, 0, fine, 0, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_nth_new(&z, 0, fine, 1, &out), DPEX_ERROR_UNSUPPORTED);
    dpex_array_fini(&x);
    dpex_array_fini(&z);
    dpex_queue_release(queue);
}
