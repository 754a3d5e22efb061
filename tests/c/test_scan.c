/* Scans: axes, layouts, segments and parts, the same bits for any number of threads. Values of all dtypes: tests/conformance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dpex/scan.h"
#include "ops.h"
#include "queue_fixture.h"

static void scan(const char *name, const dpex_array *x, int axis, int include_initial,
                 dpex_array *out)
{
    const dpex_scan *row = dpex_scan_find(name);
    dpex_dtype dtype;
    CHECK_OK(dpex_scan_resolve(row, x->dtype, NULL, &dtype));
    CHECK_OK(dpex_scan_new(row, x, axis, dtype, include_initial, out));
}

TEST(sums_run_along_the_axis)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, x, out;
    ops_ramp(queue, DPEX_F64, 12, 0, 1, &all);
    ops_view(&all, 0, 3, 4, 4, 1, &x);
    scan("cumulative_sum", &x, 0, 0, &out);
    CHECK_NUMBER(ops_at(&out, 3), 3);
    CHECK_NUMBER(ops_at(&out, 11), 3 + 7 + 11);
    dpex_array_fini(&out);
    scan("cumulative_sum", &x, 1, 1, &out);
    CHECK_INT(out.shape[1], 5);
    CHECK_NUMBER(ops_at(&out, 5), 0);
    CHECK_NUMBER(ops_at(&out, 9), 4 + 5 + 6 + 7);
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}

TEST(result_types_of_scans)
{
    const dpex_scan *sum = dpex_scan_find("cumulative_sum"),
                    *logarithm = dpex_scan_find("cumulative_logsumexp");
    const dpex_dtype in[] = {DPEX_BOOL, DPEX_I8, DPEX_U8, DPEX_F16, DPEX_C64},
                     out[] = {DPEX_I64, DPEX_I64, DPEX_U64, DPEX_F16, DPEX_C64};
    dpex_dtype got;
    for (int i = 0; i < 5; i++) {
        CHECK_OK(dpex_scan_resolve(sum, in[i], NULL, &got));
        CHECK_INT(got, out[i]);
    }
    CHECK_OK(dpex_scan_resolve(logarithm, DPEX_I8, NULL, &got));
    CHECK_INT(got, DPEX_F64);
    CHECK_FAILS(dpex_scan_resolve(logarithm, DPEX_C64, NULL, &got), DPEX_ERROR_INVALID_TYPE);
    CHECK(dpex_scan_find("no such scan") == NULL);
}

/* Lines of all lengths around segments, tiles and parts, as rows and as columns. */
TEST(lines_of_every_length_are_merged_once)
{
    static const int64_t lengths[] = {1,    255,   256,   257,   511,   2048,
                                      2049, 65535, 65536, 65537, 300001};
    dpex_queue *queue = ops_queue();
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        int64_t n = lengths[i];
        double last = (double)n * (double)(n - 1);
        dpex_array all, x, out;
        ops_ramp(queue, DPEX_I64, 2 * n, 0, 1, &all);
        ops_view(&all, 0, n, 2, 2, 1, &x);
        scan("cumulative_sum", &x, 0, 0, &out);
        CHECK_NUMBER(ops_at(&out, 2 * n - 2), last);
        CHECK_NUMBER(ops_at(&out, 2 * n - 1), last + (double)n);
        dpex_array_fini(&out);
        dpex_array_fini(&x);
        ops_view(&all, 0, 1, n, 1, 2, &x);
        scan("cumulative_sum", &x, 1, 0, &out);
        CHECK_NUMBER(ops_at(&out, n - 1), last);
        dpex_array_fini(&out);
        dpex_array_fini(&x);
        dpex_array_fini(&all);
    }
    dpex_queue_release(queue);
}

/* 0.1, 0.1, ..., then 10, 10, ...: a segment of tens alone overflows, behind zero it does not. */
TEST(products_behind_zero_stay_zero)
{
    dpex_queue *queue = ops_queue();
    const int64_t n = 100000, half = 50000;
    dpex_array x, second, out;
    dpex_scalar tenth = {.f64 = 0.1}, ten = {.f64 = 10};
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_OK(dpex_array_fill(&x, &tenth));
    CHECK_OK(dpex_array_init_view(x.storage, queue, DPEX_F64, half * 8, 1, &half, NULL,
                                  DPEX_ARRAY_WRITABLE, &second));
    CHECK_OK(dpex_array_fill(&second, &ten));
    scan("cumulative_prod", &x, 0, 0, &out);
    CHECK(fabs(ops_at(&out, 299) - 1e-300) < 1e-310);
    CHECK_NUMBER(ops_at(&out, 1000), 0);
    CHECK_NUMBER(ops_at(&out, n - 1), 0);
    dpex_array_fini(&out);
    CHECK_OK(dpex_scan_into(dpex_scan_find("cumulative_prod"), &x, 0, 0, &x));
    CHECK_NUMBER(ops_at(&x, n - 1), 0);
    dpex_array_fini(&second);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

/* The last results of some scans of the same numbers on a queue. */
static void some_scans(dpex_queue *queue, double ends[4])
{
    dpex_array ramp, values, x, out;
    ops_ramp(queue, DPEX_F64, 300 * 7000, 0.1, 0.37, &ramp);
    const dpex_operand operands[1] = {ops_array(&ramp)};
    CHECK_OK(dpex_elementwise_new(dpex_op_find("sin"), operands, DPEX_ORDER_K, &values));
    for (int i = 0; i < 4; i++) {
        int64_t rows = i < 2 ? 1 : 300;
        ops_view(&values, 0, rows, values.size / rows, values.size / rows, 1, &x);
        scan(i % 2 ? "cumulative_logsumexp" : "cumulative_sum", &x, i < 3, 0, &out);
        ends[i] = ops_at(&out, out.size - 1);
        dpex_array_fini(&out);
        dpex_array_fini(&x);
    }
    dpex_array_fini(&values);
    dpex_array_fini(&ramp);
}

TEST(scans_have_the_same_bits_on_one_core_and_on_all)
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
    double on_all[4], on_one[4];
    some_scans(all, on_all);
    some_scans(one, on_one);
    CHECK(!memcmp(on_all, on_one, sizeof(on_all)));
    dpex_queue_release(one);
    dpex_queue_release(all);
    for (size_t i = 0; i < n_parts; i++) dpex_device_release(parts[i]);
    dpex_device_array_free(parts);
}

TEST(wrong_axes_and_outputs_of_scans_are_refused)
{
    dpex_queue *queue = ops_queue();
    const dpex_scan *sum = dpex_scan_find("cumulative_sum");
    dpex_array x, out;
    ops_ramp(queue, DPEX_F64, 10, 0, 1, &x);
    CHECK_FAILS(dpex_scan_new(sum, &x, 1, DPEX_F64, 0, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_scan_into(sum, &x, 0, 1, &x), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("the result has shape (11,)");
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

static dpex_status scan_long_line(void *context)
{
    dpex_array *x = context, out;
    dpex_status status = dpex_scan_new(dpex_scan_find("cumulative_sum"), x, 0, DPEX_I32, 1, &out);
    if (status) return status;
    status = dpex_queue_wait(x->queue, 0, NULL);
    dpex_array_fini(&out);
    return status;
}

TEST(scan_survives_failing_allocations)
{
    dpex_queue *queue = ops_queue();
    dpex_array x;
    fixture_fill_nodes(queue);
    ops_ramp(queue, DPEX_F64, 100000, 0, 1, &x);
    CHECK_OK(scan_long_line(&x));
    test_failing_allocations(scan_long_line, &x);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}
