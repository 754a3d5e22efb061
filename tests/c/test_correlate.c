/* Correlation and convolution of signals against plain sums, for every mode and method, and both orders of lengths. */
#include <math.h>

#include "dpex/correlate.h"
#include "ops.h"

enum { MOST = 1500 };

/* The sum at a shift of v against a: a[k + i] v[i] for k = -(m - 1) .. n - 1, v reversed for a convolution. */
TEST_UNWATCHED static double plain_sum(const dpex_array *a, const dpex_array *v, int64_t k,
                                       int is_convolution)
{
    double sum = 0;
    for (int64_t i = 0; i < v->size; i++) {
        const int64_t at = k + (is_convolution ? v->size - 1 - i : i);
        if (at >= 0 && at < a->size) sum += ops_at(a, at) * ops_at(v, i);
    }
    return sum;
}

/* A correlation with the longer signal second has its results in the other order; a convolution has no order. */
static void check_sums(const dpex_array *a, const dpex_array *v, const dpex_correlate_spec *spec)
{
    const dpex_array *longer = a->size < v->size ? v : a, *shorter = longer == a ? v : a;
    const int64_t n = longer->size, m = shorter->size;
    const int64_t sizes[] = {n - m + 1, n, n + m - 1}, firsts[] = {0, -(m / 2), -(m - 1)};
    /* Elements are up to n and m: the error of a transform is one of the largest sum. */
    const double tolerance = 1e-14 * (double)n * (double)m * (double)m;
    const int is_reversed = longer == v && !spec->is_convolution;
    dpex_array out;
    CHECK_OK(dpex_correlate_new(spec, a, v, &out));
    CHECK_INT(out.size, sizes[spec->mode]);
    CHECK_INT(out.dtype, a->dtype);
    for (int64_t i = 0; i < out.size; i += 1 + out.size / 50) {
        const int64_t k = firsts[spec->mode] + (is_reversed ? out.size - 1 - i : i);
        const double expected = plain_sum(longer, shorter, k, spec->is_convolution);
        CHECK(fabs(ops_at(&out, i) - expected) <= tolerance);
    }
    dpex_array_fini(&out);
}

static void check_lengths(dpex_queue *queue, dpex_dtype dtype, int64_t n, int64_t m)
{
    dpex_array a, v;
    ops_ramp(queue, dtype, n, -3, 1, &a);
    ops_ramp(queue, dtype, m, 2, -1, &v);
    for (int mode = 0; mode < 3; mode++)
        for (int method = 0; method < 3; method++)
            for (int is_convolution = 0; is_convolution < 2; is_convolution++) {
                const dpex_correlate_spec spec = {(dpex_correlate_mode)mode,
                                                  (dpex_correlate_method)method, is_convolution};
                check_sums(&a, &v, &spec);
                check_sums(&v, &a, &spec);
            }
    dpex_array_fini(&v);
    dpex_array_fini(&a);
}

TEST(correlations_are_sums_of_products)
{
    const int64_t lengths[][2] = {{1, 1},  {5, 2},     {5, 5},
                                  {40, 9}, {MOST, 12}, {MOST, 600}}; /* the last by transforms */
    dpex_queue *queue = ops_queue();
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        check_lengths(queue, DPEX_F64, lengths[i][0], lengths[i][1]);
        check_lengths(queue, DPEX_I64, lengths[i][0], lengths[i][1]);
    }
    const int64_t n = 1 << 15; /* in one pass */
    check_lengths(queue, DPEX_F64, n, 3);
    dpex_queue_release(queue);
}

/* An infinity of the shorter signal meets no zeros beyond the ends of the longer one. */
TEST(correlations_multiply_nothing_beyond_a_signal)
{
    dpex_queue *queue = ops_queue();
    const dpex_correlate_spec spec = {DPEX_CORRELATE_FULL, DPEX_CORRELATE_AUTO, 1};
    const int64_t lengths[] = {20, MOST}; /* all windows masked, those at the ends */
    for (int i = 0; i < 2; i++) {
        dpex_array a, v, out;
        ops_ramp(queue, DPEX_F64, lengths[i], 1, 1, &a);
        ops_ramp(queue, DPEX_F64, 16, INFINITY, 1, &v);
        CHECK_OK(dpex_correlate_new(&spec, &a, &v, &out));
        for (int64_t k = 0; k < out.size; k += 7) CHECK(isinf(ops_at(&out, k)));
        dpex_array_fini(&out);
        dpex_array_fini(&v);
        dpex_array_fini(&a);
    }
    dpex_queue_release(queue);
}

TEST(correlations_of_what_is_no_signal_are_refused)
{
    dpex_queue *queue = ops_queue(), *other = ops_queue();
    const dpex_correlate_spec spec = {DPEX_CORRELATE_VALID, DPEX_CORRELATE_AUTO, 0};
    dpex_array a, matrix, none, elsewhere, out;
    ops_ramp(queue, DPEX_F64, 12, 0, 1, &a);
    ops_view(&a, 0, 3, 4, 4, 1, &matrix);
    ops_ramp(queue, DPEX_F64, 0, 0, 1, &none);
    ops_ramp(other, DPEX_F64, 3, 0, 1, &elsewhere);
    CHECK_FAILS(dpex_correlate_new(&spec, &a, &matrix, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("1 dimension");
    CHECK_FAILS(dpex_correlate_new(&spec, &none, &a, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("no elements");
    CHECK_FAILS(dpex_correlate_new(&spec, &a, &elsewhere, &out), DPEX_ERROR_PLACEMENT);
    dpex_array_fini(&elsewhere);
    dpex_array_fini(&none);
    dpex_array_fini(&matrix);
    dpex_array_fini(&a);
    dpex_queue_release(other);
    dpex_queue_release(queue);
}
