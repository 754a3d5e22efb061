/* Programs from OpenCL C on the host: what compiles, what it computes, what is refused. Each test that runs a kernel
 * does so with clang and, where the text is in the scalar subset, with a plain C compiler. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dpex/dpex.h"
#include "test.h"

static dpex_queue *queue;

static void set_up(const char *compiler)
{
    setenv("DPEX_CC", compiler, 1);
    if (queue) return;
    char folder[64];
    snprintf(folder, sizeof folder, "/tmp/opendpex-tests-%u", (unsigned)getuid());
    setenv("DPEX_CACHE_DIR", folder, 1);
    dpex_device *device;
    CHECK_OK(dpex_device_find("cpu", &device));
    CHECK_OK(dpex_queue_create(NULL, device, 0, &queue));
    dpex_device_release(device);
}

static dpex_status create(const char *text, const char *options, dpex_program **program)
{
    return dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                               DPEX_LANGUAGE_SOURCE, text, strlen(text), options, program);
}

static dpex_kernel *compile(const char *text, const char *options, const char *name)
{
    dpex_program *program;
    dpex_kernel *kernel;
    CHECK_OK(create(text, options, &program));
    CHECK_OK(dpex_kernel_create(program, name, &kernel));
    dpex_program_release(program);
    return kernel;
}

static dpex_arg pointer(void *at)
{
    return (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {.host = at}};
}

static dpex_arg int32(int32_t value)
{
    dpex_arg arg = {.kind = DPEX_ARG_INT32};
    memcpy(&arg.bits, &value, sizeof value);
    return arg;
}

static dpex_arg local(size_t bytes)
{
    return (dpex_arg){.kind = DPEX_ARG_LOCAL, .bytes = bytes};
}

static dpex_range range_1d(size_t global, size_t local_size)
{
    return (dpex_range){
        .nd = 1, .global = {global}, .local = {local_size}, .has_local = local_size != 0};
}

static dpex_status submit(dpex_kernel *kernel, dpex_range range, const dpex_arg *args,
                          size_t n_args)
{
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .launch = {.kernel = kernel, .args = args, .n_args = n_args, .range = range}};
    dpex_event *event = NULL;
    dpex_status status = dpex_queue_submit(queue, &command, NULL, 0, &event);
    if (status) return status;
    status = dpex_event_wait(event, 0, NULL);
    dpex_event_release(event);
    return status;
}

#define SUBMIT(kernel, range, ...)                                                                 \
    submit((kernel), (range), (const dpex_arg[]){__VA_ARGS__},                                     \
           sizeof((const dpex_arg[]){__VA_ARGS__}) / sizeof(dpex_arg))

static const char *const both[] = {"clang", "gcc"};

TEST(kernel_runs_over_a_range)
{
    for (int c = 0; c < 2; c++) {
        set_up(both[c]);
        dpex_kernel *kernel =
            compile("float twice(float x) { return 2 * x; }\n"
                    "__kernel void f(__global const float *x, __global float *y, int n) {\n"
                    "    int i = get_global_id(0);\n"
                    "    if (i >= n) return;\n"
                    "    y[i] = twice(x[i]) + get_global_size(0);\n"
                    "}\n",
                    "", "f");
        enum { N = 10007 };
        float x[N], y[N + 1] = {0};
        for (int i = 0; i < N; i++) x[i] = (float)i;
        CHECK_OK(SUBMIT(kernel, range_1d(N, 0), pointer(x), pointer(y), int32(N)));
        for (int i = 0; i < N; i++) CHECK(y[i] == 2.0f * i + N);
        CHECK(y[N] == 0);
        dpex_kernel_release(kernel);
    }
}

TEST(dimensions_count_from_the_fastest)
{
    for (int c = 0; c < 2; c++) {
        set_up(both[c]);
        dpex_kernel *kernel =
            compile("kernel void f(global int *y) {\n"
                    "    size_t w = get_global_size(0), h = get_global_size(1);\n"
                    "    y[(get_global_id(2) * h + get_global_id(1)) * w + get_global_id(0)] =\n"
                    "        get_global_id(0) + 10 * get_global_id(1) + 100 * get_global_id(2) + "
                    "1000 * get_local_id(0) +\n"
                    "        10000 * get_group_id(1) + 100000 * get_work_dim();\n"
                    "}\n",
                    "", "f");
        int y[2][3][4];
        dpex_range range = {.nd = 3, .global = {2, 3, 4}, .local = {2, 1, 2}, .has_local = 1};
        CHECK_OK(SUBMIT(kernel, range, pointer(y)));
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 3; j++)
                for (int i = 0; i < 4; i++)
                    CHECK_INT(y[k][j][i],
                              i + 10 * j + 100 * k + 1000 * (i % 2) + 10000 * j + 300000);
        dpex_kernel_release(kernel);
    }
}

static const char sum_text[] =
    "kernel void sum(global const int *x, global int *y, local int *scratch) {\n"
    "    local int total;\n"
    "    size_t l = get_local_id(0);\n"
    "    scratch[l] = x[get_global_id(0)];\n"
    "    for (size_t n = get_local_size(0) / 2; n > 0; n /= 2) {\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (l < n) scratch[l] += scratch[l + n];\n"
    "    }\n"
    "    if (l == 0) total = scratch[0];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    y[get_global_id(0)] = total;\n"
    "}\n";

TEST(group_reduces_through_local_memory_and_barriers)
{
    for (int c = 0; c < 2; c++) {
        set_up(both[c]);
        dpex_kernel *kernel = compile(sum_text, "", "sum");
        enum { N = 4096, LOCAL = 128 };
        static int x[N], y[N];
        for (int i = 0; i < N; i++) x[i] = i;
        for (int repeat = 0; repeat < 3; repeat++) {
            CHECK_OK(SUBMIT(kernel, range_1d(N, LOCAL), pointer(x), pointer(y),
                            local(LOCAL * sizeof(int))));
            for (int i = 0; i < N; i++) {
                int first = i / LOCAL * LOCAL;
                CHECK_INT(y[i], LOCAL * first + LOCAL * (LOCAL - 1) / 2);
            }
        }
        dpex_kernel_release(kernel);
    }
}

TEST(barrier_that_some_items_miss_is_an_error)
{
    set_up("clang");
    dpex_kernel *kernel = compile("kernel void f(global int *y) {\n"
                                  "    if (get_local_id(0) % 2) barrier(CLK_LOCAL_MEM_FENCE);\n"
                                  "    y[get_global_id(0)] = 1;\n"
                                  "}\n",
                                  "", "f");
    int y[8];
    CHECK_FAILS(SUBMIT(kernel, range_1d(8, 4), pointer(y)), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("barrier");
    dpex_kernel_release(kernel);
}

TEST(wrong_arguments_are_refused_at_submission)
{
    set_up("clang");
    dpex_kernel *kernel =
        compile("kernel void f(global float *y, int n) { y[get_global_id(0)] = n; }", "", "f");
    float y[4];
    CHECK_FAILS(SUBMIT(kernel, range_1d(4, 0), pointer(y)), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("kernel 'f' takes 2 arguments, 1 given");
    dpex_arg wrong = {.kind = DPEX_ARG_FLOAT32};
    CHECK_FAILS(SUBMIT(kernel, range_1d(4, 0), pointer(y), wrong), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("argument 1 of kernel 'f', 'int n', takes an integer of 4 bytes, given float32");
    CHECK_FAILS(SUBMIT(kernel, range_1d(4, 0), int32(1), int32(1)), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("given int32");
    dpex_kernel_release(kernel);
}

TEST(local_size_must_divide_the_global_size)
{
    set_up("clang");
    dpex_kernel *kernel =
        compile("kernel void f(global float *y) { y[get_global_id(0)] = 1; }", "", "f");
    float y[10];
    CHECK_FAILS(SUBMIT(kernel, range_1d(10, 4), pointer(y)), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("10 is not a multiple of the local size 4");
    dpex_kernel_release(kernel);
}

TEST(empty_range_runs_nothing)
{
    set_up("clang");
    dpex_kernel *kernel = compile("kernel void f(global float *y) { y[0] = 1; }", "", "f");
    float y = 0;
    CHECK_OK(SUBMIT(kernel, range_1d(0, 0), pointer(&y)));
    CHECK(y == 0);
    dpex_kernel_release(kernel);
}

TEST(compile_error_carries_the_compilers_text_and_the_users_line)
{
    for (int c = 0; c < 2; c++) {
        set_up(both[c]);
        dpex_program *program = NULL;
        CHECK_FAILS(create("kernel void f(global float *y) {\n\n  y[0] = undefined_name;\n}\n", "",
                           &program),
                    DPEX_ERROR_COMPILE);
        CHECK_MESSAGE("kernel.cl:3:");
        CHECK_MESSAGE("undefined_name");
        CHECK(program == NULL);
    }
}

TEST(unknown_kernel_names_those_that_there_are)
{
    set_up("clang");
    dpex_program *program;
    dpex_kernel *kernel = NULL;
    CHECK_OK(create(
        "kernel void f(global int *y) { y[0] = 1; } kernel void g(global int *y) { y[0] = 2; }", "",
        &program));
    CHECK(dpex_program_has_kernel(program, "g"));
    CHECK(!dpex_program_has_kernel(program, "h"));
    CHECK_FAILS(dpex_kernel_create(program, "h", &kernel), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("f, g");
    dpex_program_release(program);
}
