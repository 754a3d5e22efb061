/* Programs from OpenCL C on the host: what compiles, what it computes, what is refused. Each test that runs a kernel
 * does so with clang and, where the text is in the scalar subset, with a plain C compiler. */
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/backend.h"
#include "folder_fixture.h"
#include "host/kernel.h"
#include "queue_fixture.h"
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

TEST(more_local_memory_than_the_device_has_is_refused)
{
    set_up("clang");
    dpex_kernel *kernel =
        compile("kernel void f(global float *y, local float *l) { y[0] = l[0]; }", "", "f");
    float y = 0;
    CHECK_FAILS(SUBMIT(kernel, range_1d(1, 1), pointer(&y), local((size_t)1 << 40)),
                DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("1099511627776 bytes of local memory");
    dpex_kernel_release(kernel);
}

TEST(large_groups_with_barriers_run)
{
    set_up("clang");
    dpex_kernel *kernel = compile(sum_text, "", "sum");
    enum { ITEMS = 2048 };
    static int x[ITEMS], y[ITEMS];
    for (int i = 0; i < ITEMS; i++) x[i] = 1;
    CHECK_OK(SUBMIT(kernel, range_1d(ITEMS, ITEMS), pointer(x), pointer(y), local(sizeof x)));
    for (int i = 0; i < ITEMS; i++) CHECK_INT(y[i], ITEMS);
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

/* ---- builtin functions --------------------------------------------------------------------------------- */

/* Evaluates expressions of a, b (float), d (double), i, j (int), u (uint), l (long) into doubles. */
typedef struct expectation {
    const char *expression;
    double value;
} expectation;

static void check_expressions(const char *compiler, const expectation *rows, size_t n)
{
    set_up(compiler);
    static char text[32768];
    int len = snprintf(text, sizeof text,
                       "kernel void f(global double *y, float a, float b, double d, int i, int j, "
                       "uint u, long l) {\n"
                       "float p, q; int e;\n");
    for (size_t k = 0; k < n; k++)
        len += snprintf(text + len, sizeof text - (size_t)len, "y[%zu] = %s;\n", k,
                        rows[k].expression);
    snprintf(text + len, sizeof text - (size_t)len, "}\n");
    dpex_kernel *kernel = compile(text, "", "f");
    double y[128] = {0}, d = 0.75;
    float a = 2.5f, b = -1.25f;
    int64_t l = -7;
    dpex_arg args[] = {pointer(y),
                       {.kind = DPEX_ARG_FLOAT32},
                       {.kind = DPEX_ARG_FLOAT32},
                       {.kind = DPEX_ARG_FLOAT64},
                       int32(13),
                       int32(-5),
                       int32(-16),
                       {.kind = DPEX_ARG_INT64}};
    CHECK(n <= 128);
    memcpy(&args[1].bits, &a, sizeof a);
    memcpy(&args[2].bits, &b, sizeof b);
    memcpy(&args[3].bits, &d, sizeof d);
    memcpy(&args[7].bits, &l, sizeof l);
    CHECK_OK(submit(kernel, range_1d(1, 0), args, 8));
    for (size_t k = 0; k < n; k++) {
        double tolerance = 4e-7 * fabs(rows[k].value) + 1e-15;
        if (!(fabs(y[k] - rows[k].value) <= tolerance))
            test_fail(__FILE__, __LINE__, "%s with %s is %.9g, expected %.9g", rows[k].expression,
                      compiler, y[k], rows[k].value);
    }
    dpex_kernel_release(kernel);
}

static const expectation scalar_rows[] = {
    {"sqrt(a)", 1.5811388300841898},
    {"rsqrt(d)", 1.1547005383792515},
    {"cbrt(d)", 0.9085602964160698},
    {"exp(b)", 0.2865047968601901},
    {"exp2(a)", 5.656854249492381},
    {"exp10(d)", 5.623413251903491},
    {"expm1(d)", 1.117000016612675},
    {"log(a)", 0.9162907318741551},
    {"log2(a)", 1.3219280948873624},
    {"log10(d)", -0.12493873660829995},
    {"log1p(d)", 0.5596157879354227},
    {"sin(a)", 0.5984721441039565},
    {"cos(d)", 0.7316888688738209},
    {"tan(b)", -3.0095696738628313},
    {"asin(d)", 0.848062078981481},
    {"acos(d)", 0.7227342478134157},
    {"atan(a)", 1.1902899496825317},
    {"sinh(d)", 0.82231673193583},
    {"cosh(b)", 1.8884238771610158},
    {"tanh(d)", 0.6351489523872873},
    {"asinh(a)", 1.6472311463710958},
    {"acosh(a)", 1.566799236972411},
    {"atanh(d)", 0.9729550745276566},
    {"erf(d)", 0.7111556336535151},
    {"tgamma(a)", 1.329340388179137},
    {"lgamma(d)", 0.2032809514312954},
    {"sinpi(d)", 0.7071067811865476},
    {"cospi(a)", 0.0},
    {"atanpi(d)", 0.20483276469913345},
    {"atan2(a, b)", 2.0344439357957027},
    {"pow(a, b)", 0.31810829150682024},
    {"powr(a, 2.0f)", 6.25},
    {"pown(b, 3)", -1.953125},
    {"rootn(-27.0, 3)", -3},
    {"hypot(a, b)", 2.795084971874737},
    {"fmod(a, b)", 0},
    {"remainder(d, 0.5)", -0.25},
    {"fmax(a, b)", 2.5},
    {"fmin(a, b)", -1.25},
    {"fdim(a, b)", 3.75},
    {"copysign(a, b)", -2.5},
    {"fabs(b)", 1.25},
    {"floor(b)", -2},
    {"ceil(b)", -1},
    {"trunc(b)", -1},
    {"round(a)", 3},
    {"rint(a)", 2},
    {"fma(a, b, 1.0f)", -2.125},
    {"mad(a, b, 1.0f)", -2.125},
    {"ldexp(a, 3)", 20},
    {"ilogb(a)", 1},
    {"frexp(a, &e) + e", 2.625},
    {"fract(b, &p) + p", -1.25},
    {"fract(b, &p)", 0.75},
    {"modf(b, &p)", -0.25},
    {"(modf(b, &p), p)", -1},
    {"sincos(a, &q)", 0.5984721441039565},
    {"(sincos(a, &q), q)", -0.8011436155469337},
    {"sign(b)", -1},
    {"degrees(d)", 42.97183463481174},
    {"radians(180.0f)", 3.1415927410125732},
    {"clamp(a, 0.0f, 1.0f)", 1},
    {"clamp(j, -3, 3)", -3},
    {"mix(a, b, 0.5f)", 0.625},
    {"step(0.5f, a)", 1},
    {"smoothstep(0.0f, 5.0f, a)", 0.5},
    {"max(i, j)", 13},
    {"min(i, j)", -5},
    {"max(u, 3u)", 4294967280.0},
    {"select(1, 2, i > 0)", 2},
    {"select(a, b, 0)", 2.5},
    {"bitselect(0xf0, 0x0f, 0x3c)", 0xcc},
    {"isnan(a) + 2 * isnan(NAN)", 2},
    {"isinf(INFINITY)", 1},
    {"isfinite(a)", 1},
    {"signbit(b)", 1},
    {"isless(b, a)", 1},
    {"islessgreater(a, a)", 0},
    {"isunordered(a, NAN)", 1},
    {"any(j) + 2 * all(i)", 1},
    {"abs(j)", 5},
    {"abs_diff(i, j)", 18},
    {"add_sat(INT_MAX, i)", 2147483647},
    {"add_sat(INT_MIN, j)", -2147483648.0},
    {"sub_sat(INT_MIN, i)", -2147483648.0},
    {"sub_sat(INT_MAX, j)", 2147483647},
    {"hadd(i, 4)", 8},
    {"rhadd(i, 4)", 9},
    {"clz(i)", 28},
    {"clz((uchar)1)", 7},
    {"popcount(u)", 28},
    {"rotate(u, 4u)", 4294967055.0},
    {"rotate(i, 31)", -2147483642.0},
    {"mul_hi(i, INT_MIN)", -7},
    {"mul_hi(u, u)", 4294967264.0},
    {"mad_hi(i, INT_MIN, 1)", -6},
    {"mul24(i, j)", -65},
    {"mad24(i, j, 1)", -64},
    {"upsample((short)-1, (ushort)2)", -65534},
    {"upsample(1u, 2u)", 4294967298.0},
    {"convert_int_sat(1e20f)", 2147483647},
    {"convert_uchar_sat(j)", 0},
    {"convert_uchar_sat(300u)", 255},
    {"convert_char_sat(u)", 127},
    {"convert_ulong_sat(l)", 0},
    {"convert_int_rte(a)", 2},
    {"convert_int_rtp(a)", 3},
    {"convert_int_rtn(b)", -2},
    {"convert_int(b)", -1},
    {"convert_int_sat(NAN)", 0},
    {"convert_uint_sat(l)", 0},
    {"as_int(1.0f)", 1065353216},
    {"as_float(0x40000000)", 2},
    {"as_double(as_long(d))", 0.75},
    {"native_divide(a, b)", -2},
    {"half_recip(a)", 0.4},
    {"M_PI_F", 3.14159274},
    {"FLT_EPSILON", 1.1920929e-7},
    {"(double)sizeof(long)", 8},
    {"(char)200", -56},
};

TEST(scalar_builtins_compute_what_they_should)
{
    for (int c = 0; c < 2; c++)
        check_expressions(both[c], scalar_rows, sizeof scalar_rows / sizeof *scalar_rows);
}

static const expectation vector_rows[] = {
    {"((float4)(a, 1, 2, b)).w", -1.25},
    {"((float4)(a)).z", 2.5},
    {"((float4)(a, 1, 2, b)).wzyx.x", -1.25},
    {"sqrt((float4)(1, 4, 9, 16)).w", 4},
    {"exp2((double8)(3)).s7", 8},
    {"fma((float3)(2), (float3)(3), (float3)(4)).z", 10},
    {"dot((float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8))", 70},
    {"length((float2)(3, 4))", 5},
    {"normalize((float3)(0, 3, 4)).z", 0.8},
    {"distance((double2)(1, 1), (double2)(4, 5))", 5},
    {"cross((float3)(1, 0, 0), (float3)(0, 1, 0)).z", 1},
    {"fmax((float4)(1, 2, 3, 4), 2.5f).y", 2.5},
    {"clamp((int4)(1, 20, 3, 4), 2, 10).y", 10},
    {"max((uchar16)(7), (uchar16)(9)).sf", 9},
    {"mix((float2)(0, 10), (float2)(10, 20), 0.5f).y", 15},
    {"step(2.0f, (float2)(1, 3)).y", 1},
    {"select((int4)(1), (int4)(2), (int4)(0, -1, 1, -1)).y", 2},
    {"select((int4)(1), (int4)(2), (int4)(0, -1, 1, -1)).z", 1},
    {"isless((float2)(1, 3), (float2)(2)).x", -1},
    {"isnan((double2)(0, NAN)).y", -1},
    {"any((int4)(0, 0, -1, 0))", 1},
    {"all((int4)(0, 0, -1, 0))", 0},
    {"isinf((float4)(1, INFINITY, 0, 0)).y", -1},
    {"convert_uchar4_sat((float4)(-1, 300, 2.5f, 4)).y", 255},
    {"convert_uchar4_sat((float4)(-1, 300, 2.5f, 4)).x", 0},
    {"convert_int4_rte((float4)(2.5f)).x", 2},
    {"convert_float4((int4)(7)).w", 7},
    {"convert_short2_sat((int2)(-40000, 1)).x", -32768},
    {"as_uint2((float2)(1, 2)).y", 1073741824},
    {"as_float(as_uchar4(1.0f))", 1},
    {"abs((char4)(-5)).z", 5},
    {"popcount((int2)(255, 1)).x", 8},
    {"rotate((uchar2)(129, 1), (uchar2)(1)).x", 3},
    {"hadd((uchar2)(255), (uchar2)(255)).x", 255},
    {"shuffle((float4)(1, 2, 3, 4), (uint4)(3, 2, 1, 0)).x", 4},
    {"shuffle2((int2)(1, 2), (int2)(3, 4), (uint4)(0, 2, 1, 3)).y", 3},
    {"upsample((uchar2)(1, 2), (uchar2)(3, 4)).y", 516},
    {"mul_hi((int2)(1 << 20), (int2)(1 << 20)).x", 256},
    {"add_sat((uchar4)(200), (uchar4)(100)).x", 255},
    {"pown((float2)(2, 3), (int2)(3, 2)).y", 9},
    {"ldexp((float2)(1, 2), 3).y", 16},
    {"((float8)((float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8))).even.z", 5},
    {"((int4)(1, 2, 3, 4)).hi.x", 3},
    {"((int3)(1, 2, 3) + 1).z", 4},
    {"bitselect((float2)(1), (float2)(2), (float2)(0)).x", 1},
    {"vload4(0, (float[4]){1, 2, 3, 4}).w", 4},
    {"sincos((float2)(0, 1), (float2[1]){0}).x", 0},
    {"(float)((half)1.5f * (half)2)", 3},
    {"vload_half(1, (half[2]){0, (half)0.5f})", 0.5},
    {"nan(1u) != nan(1u)", 1},
    {"fract((float2)(1.25f), (float2[1]){0}).y", 0.25},
    {"mad_sat((short2)(1000), (short2)(1000), (short2)(1)).x", 32767},
    {"smoothstep(0.0f, 2.0f, (float2)(1)).x", 0.5},
};

TEST(vector_builtins_compute_what_they_should)
{
    check_expressions("clang", vector_rows, sizeof vector_rows / sizeof *vector_rows);
}

/* i - 13 is 0, j + 4 is -1, and the compiler does not know it. */
static const expectation division_rows[] = {
    {"i / j", -2},
    {"i % j", 3},
    {"u / 16u % 7u", ((4294967280u / 16) % 7)},
    {"i / (i - 13)", 0},
    {"i % (i - 13)", 0},
    {"(e = i, e /= i - 13, e)", 0},
    {"(e = i, e %= i - 13, e)", 0},
    {"u / (uint)(i - 13)", 0},
    {"u % (uint)(i - 13)", 0},
    {"l / (l + 7)", 0},
    {"l % (l + 7)", 0},
    {"(ulong)l / (ulong)(l + 7)", 0},
    {"(INT_MIN + i - 13) / (j + 4)", -2147483648.0},
    {"(INT_MIN + i - 13) % (j + 4)", 0},
    {"(LONG_MIN + (l + 7)) / (j + 4)", -9223372036854775808.0},
    {"(LONG_MIN + (l + 7)) % (j + 4)", 0},
    {"((int4)(i) / (int4)(1, i - 13, -1, 2)).x", 13},
    {"((int4)(i) / (int4)(1, i - 13, -1, 2)).y", 0},
    {"((int4)(i) / (int4)(1, i - 13, -1, 2)).z", -13},
    {"((int4)(i) % (int4)(1, i - 13, -1, 2)).w", 1},
    {"((char4)(-128) / (char4)(j + 4)).w", -128},
    {"((ushort8)(7) % (ushort8)(4, 1, 2, 3, 4, 5, 6, i - 13)).s0", 3},
    {"((ushort8)(7) % (ushort8)(4, 1, 2, 3, 4, 5, 6, i - 13)).s7", 0},
    {"((long2)(l) / (long2)(i - 13, 2)).s1", -3},
    {"a / (float)(i - 13) > 1e38f", 1},
};

TEST(integer_divisions_by_zero_and_of_the_least_by_minus_one_give_numbers)
{
    check_expressions("clang", division_rows, sizeof division_rows / sizeof *division_rows);
}

TEST(vector_types_need_clang_and_the_error_says_so)
{
    set_up("gcc");
    dpex_program *program;
    CHECK_FAILS(
        create("kernel void f(global float4 *y) {\n y[0] = (float4)(1, 2, 3, 4); }", "", &program),
        DPEX_ERROR_COMPILE);
    CHECK_MESSAGE("kernel.cl:1: error: 'float4': vector types and half need clang");
}

/* ---- groups -------------------------------------------------------------------------------------------- */

TEST(collectives_atomics_and_copies_work_in_a_group)
{
    for (int c = 0; c < 2; c++) {
        set_up(both[c]);
        dpex_kernel *kernel = compile(
            "kernel void f(global int *y, global int *counts, global const int *x) {\n"
            "    local int part[32], n;\n"
            "    int l = get_local_id(0), v = x[get_global_id(0)];\n"
            "    if (l == 0) n = 0;\n"
            "    event_t e = async_work_group_copy(part, x + get_group_id(0) * 32, 32, 0);\n"
            "    wait_group_events(1, &e);\n"
            "    atomic_add(&n, part[31 - l]);\n"
            "    atomic_inc(counts);\n"
            "    atomic_max(counts + 1, v);\n"
            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
            "    int sum = work_group_reduce_add(v), up_to = work_group_scan_inclusive_add(v);\n"
            "    int before = work_group_scan_exclusive_add(v), most = work_group_reduce_max(v);\n"
            "    y[get_global_id(0)] = (sum == n) + 2 * (up_to - before == v) + 4 * (most == "
            "work_group_broadcast(v, 31)) +\n"
            "                          8 * work_group_all(v >= 0) + 16 * work_group_any(v == 5);\n"
            "}\n",
            "", "f");
        enum { ITEMS = 128, LOCAL = 32 };
        int x[ITEMS], y[ITEMS], counts[2] = {0};
        for (int i = 0; i < ITEMS; i++) x[i] = i;
        CHECK_OK(SUBMIT(kernel, range_1d(ITEMS, LOCAL), pointer(y), pointer(counts), pointer(x)));
        for (int i = 0; i < ITEMS; i++) CHECK_INT(y[i], i < LOCAL ? 31 : 15);
        CHECK_INT(counts[0], ITEMS);
        CHECK_INT(counts[1], ITEMS - 1);
        dpex_kernel_release(kernel);
    }
}

TEST(matrix_product_with_tiles_in_two_dimensions)
{
    for (int c = 0; c < 2; c++) {
        set_up(both[c]);
        dpex_kernel *kernel = compile(
            "void load(local float *tile, global const float *from, int n) {\n"
            "    tile[get_local_id(1) * T + get_local_id(0)] = from[get_local_id(1) * n + "
            "get_local_id(0)];\n"
            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
            "}\n"
            "__kernel __attribute__((reqd_work_group_size(T, T, 1)))\n"
            "void product(global const float *a, global const float *b, global float *c, int n) {\n"
            "    __local float ta[T * T];\n"
            "    __local float tb[T][T];\n"
            "    float sum = 0;\n"
            "    for (int k = 0; k < n; k += T) {\n"
            "        load(ta, a + get_group_id(1) * T * n + k, n);\n"
            "        load(&tb[0][0], b + k * n + get_group_id(0) * T, n);\n"
            "        for (int i = 0; i < T; i++) sum += ta[get_local_id(1) * T + i] * "
            "tb[i][get_local_id(0)];\n"
            "        barrier(CLK_LOCAL_MEM_FENCE);\n"
            "    }\n"
            "    c[get_global_id(1) * n + get_global_id(0)] = sum;\n"
            "}\n",
            "-D T=8", "product");
        enum { SIZE = 32 };
        static float a[SIZE][SIZE], b[SIZE][SIZE], product[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                a[i][j] = (float)((i * SIZE + j) % 7);
                b[i][j] = (float)((i * SIZE + j) % 5);
            }
        }
        dpex_range range = {.nd = 2, .global = {SIZE, SIZE}, .local = {8, 8}, .has_local = 1};
        CHECK_OK(SUBMIT(kernel, range, pointer(a), pointer(b), pointer(product), int32(SIZE)));
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                float sum = 0;
                for (int k = 0; k < SIZE; k++) sum += a[i][k] * b[k][j];
                CHECK(product[i][j] == sum);
            }
        }
        range.local[0] = 4;
        CHECK_FAILS(SUBMIT(kernel, range, pointer(a), pointer(b), pointer(product), int32(SIZE)),
                    DPEX_ERROR_INVALID_VALUE);
        CHECK_MESSAGE("requires work-groups of 8 x 8 x 1");
        CHECK_INT(dpex_kernel_get_info(kernel)->work_group_size, 64);
        dpex_kernel_release(kernel);
    }
}

TEST(raw_arguments_pass_structs_and_vectors)
{
    set_up("clang");
    dpex_kernel *kernel = compile("typedef struct { int n; float4 v; } s;\n"
                                  "kernel void f(global float *y, s given, float2 two) { y[0] = "
                                  "given.n + given.v.w + two.y; }",
                                  "", "f");
    struct {
        int32_t n, unused[3];
        float v[4];
    } given = {1, {0}, {0, 0, 0, 2}};
    char two[9] = {0}; /* at an odd address */
    float four = 4, y = 0;
    memcpy(two + 1 + 4, &four, sizeof four);
    dpex_arg raw = {.kind = DPEX_ARG_RAW, .bytes = sizeof given, .raw = &given};
    dpex_arg raw_two = {.kind = DPEX_ARG_RAW, .bytes = 8, .raw = two + 1};
    CHECK_OK(SUBMIT(kernel, range_1d(1, 0), pointer(&y), raw, raw_two));
    CHECK(y == 7);
    raw.bytes = 12;
    CHECK_FAILS(SUBMIT(kernel, range_1d(1, 0), pointer(&y), raw, raw_two), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE(
        "argument 1 of kernel 'f', 's given', takes 32 bytes (as raw bytes), given 12 raw bytes");
    dpex_kernel_release(kernel);
}

/* ---- text ---------------------------------------------------------------------------------------------- */

TEST(macros_prototypes_and_helpers_are_seen_through)
{
    for (int c = 0; c < 2; c++) {
        set_up(both[c]);
        dpex_kernel *kernel =
            compile("#define KERNEL(name) __kernel void name\n"
                    "#define ID get_global_id(0) /* a comment: { ( */\n"
                    "#if defined(WIDE) && __OPENCL_C_VERSION__ >= 120\n"
                    "typedef long real;\n"
                    "#endif\n"
                    "real step(void);\n"
                    "inline static real min(real x) { return x < ID ? x : ID; }\n"
                    "constant real table[2] = { SEVEN, 8, };\n"
                    "struct pair { int step, table; };\n"
                    "KERNEL(other)(global real *y) { y[0] = 0; }\n"
                    "KERNEL(f)(__global real *y) {\n"
                    "    struct pair p = { 1, 2 };\n"
                    "    y[ID] = step() + min(100) + table[ID % 2] + p.step + '(' - 40;\n"
                    "}\n"
                    "real step() { return get_global_size(0) * 1000; }\n",
                    "-DWIDE -D SEVEN=7 -cl-std=CL1.2 -cl-mad-enable", "f");
        int64_t y[4];
        CHECK_OK(SUBMIT(kernel, range_1d(4, 0), pointer(y)));
        for (int i = 0; i < 4; i++) CHECK_INT(y[i], 4000 + i + (i % 2 ? 8 : 7) + 1);
        dpex_kernel_release(kernel);
    }
}

TEST(headers_are_found_and_their_changes_seen)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX", path[64], options[64];
    CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/value.h", folder);
    snprintf(options, sizeof options, "-I %s", folder);
    for (int value = 1; value <= 2; value++) {
        FILE *file = fopen(path, "w");
        CHECK(file && fprintf(file, "#define VALUE %d\n", value) > 0 && fclose(file) == 0);
        dpex_kernel *kernel = compile(
            "#include \"value.h\"\nkernel void f(global int *y) { y[0] = VALUE; }", options, "f");
        int y = 0;
        CHECK_OK(SUBMIT(kernel, range_1d(1, 0), pointer(&y)));
        CHECK_INT(y, value);
        dpex_kernel_release(kernel);
    }
    unlink(path);
    rmdir(folder);
}

TEST(bad_texts_and_options_are_refused)
{
    static const struct {
        const char *text, *options, *message;
    } rows[] = {
        {"kernel void f(global int *y) { y[0] = 1; }", "-cl-std=CL9", "-cl-std=CL9"},
        {"kernel void f(global int *y) { y[0] = 1; }", "-fancy", "unknown option '-fancy'"},
        {"kernel void f(global int *y) { y[0] = 1; }", "-D", "-D needs a value"},
        {"void f(global int *y) { y[0] = 1; }", "", "no kernel"},
        {"", "", "no kernel"},
        {"kernel void f(global int *y) {\n y[0] = (1;\n}", "", "kernel.cl:"},
        {"kernel void f(global int *y) {\n\n", "", "kernel.cl:1: error: '{' is never closed"},
        {"\nkernel void f(image2d_t i) { }", "", "kernel.cl:2: error: 'image2d_t'"},
        {"kernel void f(global int *y) {\n { local int x; x = 1; y[0] = x; } }", "",
         "kernel.cl:2: error: local variables belong"},
        {"kernel void f(global int *y) {\n local int x = 1; y[0] = x; }", "",
         "kernel.cl:2: error: a local variable cannot have"},
        {"kernel void f(global int *y) { local char x[300000]; x[0] = 1; }", "",
         "more than 256 KiB"},
        {"kernel void f(global int *y) { char x[60000]; x[y[0]] = 1; barrier(1); y[0] = x[y[1]]; }",
         "", "frame"},
        {"#error stop here\n", "", "stop here"},
    };
    for (int c = 0; c < 2; c++) {
        set_up(both[c]);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            dpex_program *program = NULL;
            CHECK_FAILS(create(rows[i].text, rows[i].options, &program), DPEX_ERROR_COMPILE);
            CHECK_MESSAGE(rows[i].message);
        }
    }
    dpex_program *program;
    CHECK_FAILS(dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                                    DPEX_LANGUAGE_SPIRV, "abc", 3, "", &program),
                DPEX_ERROR_COMPILE);
    CHECK_MESSAGE("SPIR-V");
    CHECK_FAILS(dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                                    DPEX_LANGUAGE_SOURCE, "a\0b", 3, "", &program),
                DPEX_ERROR_COMPILE);
    CHECK_MESSAGE("NUL");
}

TEST(missing_compiler_is_an_error_that_says_what_to_install)
{
    set_up("clang");
    dpex_program *program;
    setenv("DPEX_CC", "/no/such/clang", 1);
    CHECK_FAILS(create("kernel void f(global int *y) { y[0] = 1; }", "", &program),
                DPEX_ERROR_COMPILE);
    CHECK_MESSAGE("DPEX_CC=/no/such/clang");
    unsetenv("DPEX_CC");
    setenv("PATH", "/no/such/folder", 1);
    CHECK_FAILS(create("kernel void f(global int *y) { y[0] = 1; }", "", &program),
                DPEX_ERROR_COMPILE);
    CHECK_MESSAGE("install clang");
}

/* ---- the cache on disk --------------------------------------------------------------------------------- */

static const char one_text[] = "kernel void f(global int *y) { y[0] = 1; }";

TEST(compiled_programs_are_found_again_and_damaged_ones_replaced)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_DIR", folder, 1);
    dpex_program *program;
    CHECK_OK(create(one_text, "", &program));
    dpex_program_release(program);
    CHECK_INT(fixture_count_files(folder, ""), 1);
    CHECK_INT(fixture_count_files(folder, ".so"), 1);
    CHECK_OK(create(one_text, "-DX", &program));
    dpex_program_release(program);
    CHECK_INT(fixture_count_files(folder, ".so"), 2);

    DIR *entries = opendir(folder);
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (entry->d_name[0] == '.') continue;
        int file = openat(dirfd(entries), entry->d_name, O_WRONLY | O_TRUNC);
        CHECK(file >= 0 && write(file, "damaged", 7) == 7 && close(file) == 0);
    }
    closedir(entries);
    CHECK_OK(create(one_text, "", &program));
    dpex_program_release(program);

    /* A program that is in the cache needs no compiler to run, only one to be named. */
    CHECK_INT(fixture_count_files(folder, ""), 2);
    fixture_remove_folder(folder);
}

TEST(folder_that_others_may_write_to_is_not_used)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    CHECK(mkdtemp(folder) && chmod(folder, 0777) == 0);
    setenv("DPEX_CACHE_DIR", folder, 1);
    dpex_program *program;
    CHECK_OK(create(one_text, "", &program));
    dpex_program_release(program);
    CHECK_INT(fixture_count_files(folder, ""), 0);
    fixture_remove_folder(folder);
}

static void *create_on_a_thread(void *unused)
{
    (void)unused;
    dpex_program *program;
    CHECK_OK(create(one_text, "", &program));
    dpex_program_release(program);
    return NULL;
}

TEST(threads_and_processes_may_compile_the_same_text_at_once)
{
    set_up("gcc");
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_DIR", folder, 1);
    pid_t children[2];
    for (int i = 0; i < 2; i++) {
        children[i] = test_fork();
        CHECK(children[i] >= 0);
        if (children[i] == 0) {
            create_on_a_thread(NULL);
            _exit(0);
        }
    }
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, create_on_a_thread, NULL), 0);
    for (int i = 0; i < 2; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < 2; i++) {
        int status;
        CHECK(waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status) &&
              WEXITSTATUS(status) == 0);
    }
    CHECK_INT(fixture_count_files(folder, ""), 1);
    fixture_remove_folder(folder);
}

static dpex_status create_and_release(void *unused)
{
    (void)unused;
    dpex_program *program;
    dpex_kernel *kernel;
    dpex_status status = create(one_text, "", &program);
    if (status) return status;
    status = dpex_kernel_create(program, "f", &kernel);
    if (!status) dpex_kernel_release(kernel);
    dpex_program_release(program);
    return status;
}

TEST(failing_allocations_leave_nothing_behind)
{
    set_up("clang");
    dpex_program *program;
    CHECK_OK(create(one_text, "", &program)); /* from the cache afterwards */
    dpex_program_release(program);
    test_failing_allocations(create_and_release, NULL);
}

static pthread_t waiter;
static _Atomic int n_by_waiter, n_spans;

static void note_thread(const dpex_cl_span *span, void *const *args)
{
    (void)span, (void)args;
    atomic_fetch_add(&n_by_waiter, pthread_equal(waiter, pthread_self()) != 0);
    atomic_fetch_add(&n_spans, 1);
}

static dpex_status hold(void *payload, int64_t first, int64_t last)
{
    (void)first, (void)last;
    gate_wait(payload);
    return DPEX_SUCCESS;
}

/* Launches the kernel as if it had taken that time before, until the waiting thread has run it or often enough. */
static int waiter_runs(dpex_kernel *kernel, unsigned flags, uint64_t us)
{
    dpex_host_kernel *host = kernel->handle;
    dpex_command command = {.kind = DPEX_COMMAND_LAUNCH,
                            .flags = flags,
                            .launch = {.kernel = kernel, .range = range_1d(64, 0)}};
    atomic_store(&n_by_waiter, 0);
    for (int i = 0; i < 300 && !n_by_waiter; i++) {
        dpex_event *event;
        int done = 0;
        atomic_store(&host->item_ps, us * 1000000 / 64);
        CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, &event));
        /* With a time limit, as Python waits. */
        while (!done) CHECK_OK(dpex_event_wait(event, 10000000, &done));
        dpex_event_release(event);
    }
    return n_by_waiter;
}

TEST(thread_that_waits_for_a_brief_kernel_may_run_it)
{
    if (fixture_n_cpus() < 2) SKIP("needs two CPUs");
    set_up("gcc");
    dpex_kernel *kernel = compile("kernel void f(void) {}\n", "", "f");
    ((dpex_host_kernel *)kernel->handle)->run_span = note_thread;
    waiter = pthread_self();
    gate held = {0};
    int n_held = (int)fixture_n_cpus() - 1;
    dpex_command holding = {.kind = DPEX_COMMAND_PARALLEL,
                            .parallel = {hold, NULL, NULL, &held, 0, n_held}};
    CHECK_OK(dpex_queue_submit(queue, &holding, NULL, 0, NULL));
    while (atomic_load(&held.n_arrived) < n_held) usleep(100);
    CHECK(waiter_runs(kernel, DPEX_COMMAND_AWAITED, 100));
    CHECK(!waiter_runs(kernel, DPEX_COMMAND_AWAITED, 5000));
    CHECK(!waiter_runs(kernel, 0, 100));
    CHECK(n_spans > 600);
    gate_open(&held);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    dpex_kernel_release(kernel);
}
