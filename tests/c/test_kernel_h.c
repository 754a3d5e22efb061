/* dpex/kernel.h: the macro, and launching what it defines, on the CPU and on a simulated device that does not reach the
 * host's memory. */
#include "dpex/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "dpex/dpex.h"
#include "portable_kernels.h"
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

DPEX_KERNEL(most_params, (INOUT, double, a), (INOUT, double, b), (INOUT, double, c),
            (INOUT, double, d), (INOUT, double, e), (INOUT, double, f), (INOUT, double, g),
            (INOUT, double, h), (INOUT, double, i), (INOUT, double, j), (INOUT, double, k),
            (INOUT, double, l), (INOUT, double, m), (INOUT, double, n), (INOUT, double, o),
            (INOUT, double, p), {
                size_t at = k_global_id(0);
                a[at] += 1, b[at] += 1, c[at] += 1, d[at] += 1, e[at] += 1, f[at] += 1;
                g[at] += 1, h[at] += 1, i[at] += 1, j[at] += 1, k[at] += 1, l[at] += 1;
                m[at] += 1, n[at] += 1, o[at] += 1, p[at] += 1;
            })

/* Each array has two copies, and the start waits for the dependency: the most events that a launch has. */
TEST(launch_with_a_dependency_stages_as_many_arrays_as_there_can_be)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_queue *queue = fixture_queue_on("gpu", 0);
    enum { N = 100 };
    double x[DPEX_KERNEL_MAX_PARAMS][N];
    dpex_kernel_arg args[DPEX_KERNEL_MAX_PARAMS];
    dpex_range range = range_1d(N);
    dpex_event *dep = NULL, *event = NULL;
    dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER, .name = "barrier"};
    CHECK_INT(most_params.n_params, DPEX_KERNEL_MAX_PARAMS);
    for (int i = 0; i < DPEX_KERNEL_MAX_PARAMS; i++) {
        for (int j = 0; j < N; j++) x[i][j] = i;
        args[i] = dpex_arg_array(DPEX_F64, x[i], N);
    }
    CHECK_OK(dpex_queue_submit(queue, &barrier, NULL, 0, &dep));
    CHECK_OK(dpex_kernel_source_launch(queue, &most_params, &range, args, DPEX_KERNEL_MAX_PARAMS,
                                       &dep, 1, &event));
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    for (int i = 0; i < DPEX_KERNEL_MAX_PARAMS; i++)
        for (int j = 0; j < N; j++) CHECK(x[i][j] == i + 1);
    dpex_event_release(event);
    dpex_event_release(dep);
    dpex_queue_release(queue);
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

/* ---- groups, strides, atomic operations ------------------------------------------------------------ */

TEST(kernels_with_groups_strides_and_atomics_run_on_the_cpu)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    check_portable_kernels(queue);
    dpex_queue_release(queue);
}

TEST(kernels_with_groups_strides_and_atomics_run_on_a_simulated_device)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    dpex_queue *queue = fixture_queue_on("gpu", 0);
    check_portable_kernels(queue);
    dpex_queue_release(queue);
}

TEST(kernels_with_groups_strides_and_atomics_run_on_cuda_devices)
{
    const char *backends = getenv("DPEX_TEST_BACKENDS");
    if (!backends || !strstr(backends, "cuda")) SKIP("DPEX_TEST_BACKENDS does not name cuda");
    setenv("DPEX_BACKENDS", "native,cuda", 1);
    dpex_queue *queue = fixture_queue_on("cuda", 0);
    check_portable_kernels(queue);
    dpex_queue_release(queue);
}

DPEX_KERNEL(wait_some, (INOUT, int32_t, x), (VAL, int32_t, which), {
    size_t i = k_local_id(0);
    if (which == 0 && i > 0) k_barrier(); /* all but the first */
    if (which == 1 && i < 3) k_barrier(); /* the first ones */
    if (which == 2) {                     /* at different barriers */
        if (i % 2)
            k_barrier();
        else
            k_barrier();
    }
    x[i] = 1;
})

TEST(barrier_that_some_items_do_not_reach_fails_the_command)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    for (int which = 0; which < 3; which++) {
        int32_t x[8] = {0};
        dpex_kernel_arg args[] = {dpex_arg_array(DPEX_I32, x, 8), dpex_value_int32_t(which)};
        dpex_range range = {.nd = 1, .global = {8}, .local = {8}, .has_local = 1};
        CHECK_FAILS(launch(queue, &wait_some, range, args, 2), DPEX_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(
            "kernel 'wait_some': work-items of group (0, 0, 0) wait at a barrier that others "
            "of it do not reach");
    }
    dpex_queue_release(queue);
}

DPEX_KERNEL(use_local, (LOCAL, int32_t, tile), (OUT_STRIDED, int32_t, y),
            { k_at1(y, k_global_id(0)) = k_cast(int32_t, k_local_size(0)) + 0 * *tile; })

TEST(launch_refuses_wrong_groups_and_layouts)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    int32_t y[8];
    dpex_kernel_layout layout = {1, {8}, {1}};
    dpex_kernel_arg args[] = {dpex_arg_local(DPEX_I32, 4), dpex_arg_strided(DPEX_I32, y, &layout)};
    dpex_range range = {.nd = 1, .global = {8}, .local = {3}, .has_local = 1};
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("the global size 8 is not a multiple of the local size 3");
    range.local[0] = 0;
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_INVALID_VALUE);
    range.has_local = 0;
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("kernel 'use_local' has local memory ('tile'): its range needs a local size");
    range = (dpex_range){.nd = 1, .global = {1 << 20}, .local = {1 << 20}, .has_local = 1};
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("a work-group of 1048576 items");
    range = (dpex_range){.nd = 1, .global = {8}, .local = {4}, .has_local = 1};
    args[0] = dpex_arg_local(DPEX_I32, (size_t)1 << 40);
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("bytes of local memory");
    args[0] = dpex_arg_array(DPEX_I32, y, 4);
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("takes local memory of int32, given an array of int32");
    args[0] = dpex_arg_local(DPEX_I32, 4);
    args[1] = dpex_arg_array(DPEX_I32, y, 8);
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("takes an array with strides of int32, given an array of int32");
    args[1] = dpex_arg_strided(DPEX_I32, y, NULL);
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_KERNEL_ARGS);
    layout.nd = 5;
    args[1] = dpex_arg_strided(DPEX_I32, y, &layout);
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("has 5 dimensions; 0 to 4 are allowed");
    layout = (dpex_kernel_layout){1, {-8}, {1}};
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("the extent of dimension 0 is -8");
    layout = (dpex_kernel_layout){2, {INT64_MAX, 2}, {INT64_MAX, 1}};
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_OVERFLOW);
    layout = (dpex_kernel_layout){1, {8}, {1}};
    args[1] = dpex_arg_strided(DPEX_I32, NULL, &layout);
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("is a null pointer");
    args[1] = dpex_arg_strided(DPEX_I32, y, &layout);
    CHECK_OK(launch(queue, &use_local, range, args, 2));
    CHECK_INT(y[7], 4);
    dpex_queue_release(queue);
}

TEST(strided_memory_outside_its_allocation_is_refused)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_storage *storage;
    CHECK_OK(dpex_storage_create(queue, 8 * sizeof(int32_t), 0, DPEX_USM_SHARED, &storage));
    int32_t *y = dpex_storage_get_ptr(storage);
    dpex_kernel_layout layout = {1, {4}, {-2}};
    dpex_kernel_arg args[] = {dpex_arg_local(DPEX_I32, 4),
                              dpex_arg_strided(DPEX_I32, y + 7, &layout)};
    dpex_range range = {.nd = 1, .global = {4}, .local = {4}, .has_local = 1};
    memset(y, 0, 8 * sizeof *y);
    CHECK_OK(launch(queue, &use_local, range, args, 2)); /* elements 7, 5, 3, 1 */
    for (int i = 0; i < 8; i++) CHECK_INT(y[i], i % 2 ? 4 : 0);
    layout.stride[0] = 2;
    CHECK_FAILS(launch(queue, &use_local, range, args, 2), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("28 bytes from byte 28 on of an allocation of 32");
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(kernel_of_older_headers_takes_no_groups)
{
    dpex_queue *queue = fixture_queue_on("cpu", 0);
    dpex_kernel_source old = where_am_i;
    int32_t out[4] = {0};
    dpex_kernel_arg arg = dpex_arg_array(DPEX_I32, out, 4);
    old.struct_bytes = offsetof(dpex_kernel_source, run_group);
    CHECK_OK(launch(queue, &old, range_1d(4), &arg, 1));
    dpex_range range = {.nd = 1, .global = {4}, .local = {2}, .has_local = 1};
    CHECK_FAILS(launch(queue, &old, range, &arg, 1), DPEX_ERROR_UNSUPPORTED);
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
