/* dpex/kernel.h: the macro, and launching what it defines, on the CPU and on a simulated device that does not reach the
 * host's memory. */
#include "dpex/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "dpex/dpex.h"
#include "queue_fixture.h"
#include "test.h"

DPEX_KERNEL(poly, (IN, double, x), (OUT, double, y), (VAL, size_t, n), {
    size_t i = k_global_id(0), unused = 0; /* a comma outside parentheses, too */
    if (i >= n) return;
    y[i] = K(3.0) + x[i] * (K(1.0) + x[i] * (K(-0.5) + K(0.3) * x[i])) + unused;
})

DPEX_KERNEL(where_am_i, (INOUT, int32_t, out), {
    size_t row = k_global_id(0) * k_global_size(1) + k_global_id(1);
    out[row * k_global_size(2) + k_global_id(2)] +=
        (int32_t)(100 * k_global_id(0) + 10 * k_global_id(1) + k_global_id(2));
})

DPEX_KERNEL(real_type, (OUT, float, size),
            { size[k_global_id(0)] = sizeof(K(0.5)) + k_sqrt(size[0] * 0); })

static dpex_status launch(dpex_queue *queue, const dpex_kernel_source *source, dpex_range range,
                          const dpex_kernel_arg *args, size_t n_args)
{
    dpex_event *event = NULL;
    dpex_status status =
        dpex_kernel_source_launch(queue, source, &range, args, n_args, NULL, 0, &event);
    if (status) return status;
    status = dpex_event_wait(event, 0, NULL);
    dpex_event_release(event);
    return status;
}

static dpex_range range_1d(size_t n)
{
    return (dpex_range){.nd = 1, .global = {n}};
}

TEST(kernel_source_says_its_parameters_and_its_text)
{
    CHECK_TEXT(poly.name, "poly");
    CHECK_INT(poly.n_params, 3);
    CHECK_TEXT(poly.params[1].name, "y");
    CHECK_INT(poly.params[1].access, DPEX_KERNEL_OUT);
    CHECK_INT(poly.params[2].dtype, DPEX_U64);
    CHECK(strstr(poly.text, "K(3.0) + x[i]") != NULL);
    CHECK(strstr(poly.text, "size_t i = k_global_id(0), unused = 0;") != NULL);
}

static void check_poly(const char *filter)
{
    dpex_queue *queue = fixture_queue_on(filter, 0);
    enum { N = 100003 };
    double *x = malloc(N * sizeof *x), *y = malloc((N + 1) * sizeof *y);
    for (int i = 0; i < N; i++) x[i] = i / 1000.0;
    y[N] = -1;
    dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F64, x, N), dpex_arg_array(DPEX_F64, y, N),
                              dpex_value_size_t(N)};
    CHECK_OK(launch(queue, &poly, range_1d(N), args, 3));
    for (int i = 0; i < N; i++) {
        double expected = 3.0 + x[i] * (1.0 + x[i] * (-0.5 + 0.3 * x[i]));
        CHECK(y[i] - expected <= 1e-9 * expected && expected - y[i] <= 1e-9 * expected);
    }
    CHECK(y[N] == -1);
    free(x);
    free(y);
    dpex_queue_release(queue);
}

TEST(launch_computes_on_memory_of_the_process)
{
    check_poly("cpu");
}

TEST(launch_stages_memory_that_a_device_does_not_reach)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    check_poly("gpu");
}

TEST(launch_counts_dimensions_from_the_slowest)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    const char *const filters[] = {"cpu", "gpu"};
    for (int f = 0; f < 2; f++) {
        dpex_queue *queue = fixture_queue_on(filters[f], 0);
        int32_t out[3][4][5];
        for (int i = 0; i < 60; i++) (&out[0][0][0])[i] = 1000;
        dpex_kernel_arg arg = dpex_arg_array(DPEX_I32, out, 60);
        dpex_range range = {.nd = 3, .global = {3, 4, 5}};
        CHECK_OK(launch(queue, &where_am_i, range, &arg, 1));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++)
                for (int k = 0; k < 5; k++) CHECK_INT(out[i][j][k], 1000 + 100 * i + 10 * j + k);
        dpex_queue_release(queue);
    }
}

TEST(launch_uses_usm_memory_in_place)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_queue *queue = fixture_queue_on("gpu", 0);
    dpex_storage *storage;
    CHECK_OK(dpex_storage_create(queue, 8 * sizeof(double), 0, DPEX_USM_SHARED, &storage));
    double *x = dpex_storage_get_ptr(storage);
    for (int i = 0; i < 8; i++) x[i] = i;
    dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F64, x, 4), dpex_arg_array(DPEX_F64, x + 4, 4),
                              dpex_value_size_t(4)};
    CHECK_OK(launch(queue, &poly, range_1d(4), args, 3));
    CHECK(x[4] == 3.0);
    args[1] = dpex_arg_array(DPEX_F64, x + 4, 5);
    CHECK_FAILS(launch(queue, &poly, range_1d(4), args, 3), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("40 bytes from byte 32 on of an allocation of 64");
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(literals_take_the_kernels_real_type)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    float size = 0;
    dpex_kernel_arg arg = dpex_arg_array(DPEX_F32, &size, 1);
    CHECK_OK(launch(queue, &real_type, range_1d(1), &arg, 1));
    CHECK(size == 4);
    dpex_queue_release(queue);
}

TEST(launch_refuses_wrong_arguments)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    float x[2] = {0};
    double y[2];
    dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F32, x, 2), dpex_arg_array(DPEX_F64, y, 2),
                              dpex_value_size_t(2)};
    CHECK_FAILS(launch(queue, &poly, range_1d(2), args, 2), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("kernel 'poly' takes 3 arguments, 2 given");
    CHECK_FAILS(launch(queue, &poly, range_1d(2), args, 3), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE(
        "argument 0 ('x') of kernel 'poly' takes an array of float64, given an array of float32");
    args[0] = dpex_value_double(1.0);
    CHECK_FAILS(launch(queue, &poly, range_1d(2), args, 3), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("given a number of float64");
    dpex_range bad = {.nd = 4, .global = {1, 1, 1}};
    args[0] = dpex_arg_array(DPEX_F64, y, 2);
    CHECK_FAILS(launch(queue, &poly, bad, args, 3), DPEX_ERROR_INVALID_VALUE);
    dpex_queue_release(queue);
}

TEST(launch_over_an_empty_range_runs_nothing)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    double x = 1, y = 7;
    dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F64, &x, 0), dpex_arg_array(DPEX_F64, &y, 0),
                              dpex_value_size_t(1)};
    CHECK_OK(launch(queue, &poly, range_1d(0), args, 3));
    CHECK(y == 7);
    dpex_queue_release(queue);
}

TEST(double_needs_a_device_that_has_it)
{
    setenv("DPEX_SIMULATE", "gpu:1-fp64", 1);
    dpex_queue *queue = fixture_queue_on("gpu", 0);
    double x = 1, y = 7;
    dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F64, &x, 1), dpex_arg_array(DPEX_F64, &y, 1),
                              dpex_value_size_t(1)};
    CHECK_FAILS(launch(queue, &poly, range_1d(1), args, 3), DPEX_ERROR_UNSUPPORTED);
    CHECK_MESSAGE("float64");
    dpex_queue_release(queue);
}

TEST(function_table_holds_the_librarys_functions)
{
    const dpex_function_table *table = dpex_function_table_get();
    CHECK_INT(table->bytes, sizeof *table);
    CHECK_INT(table->table_version, DPEX_FUNCTION_TABLE_VERSION);
    CHECK(table->queue_submit == dpex_queue_submit);
    CHECK(table->kernel_source_launch == dpex_kernel_source_launch);
}
