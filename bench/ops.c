/* Operations on arrays from a warm pool: nanoseconds for 100 elements, milliseconds for 10^7, on the CPU device.
 *
 *     ninja -C build/dev bench/bench_ops && build/dev/bench/bench_ops [part of a name]
 *
 * Rows are worked off in turns, so that a busy machine disturbs all alike; each prints its minimum. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "dpex/dpex.h"

enum { ROUNDS = 15 };

static dpex_queue *queue;
static dpex_array x, y, matrix, transposed, strided, row;
static dpex_tape *polynomial;
static int has_failed;

static void must(dpex_status status)
{
    if (!status || has_failed) return;
    fprintf(stderr, "%s\n", dpex_error_message());
    has_failed = 1;
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ---- the work of the rows -------------------------------------------------------------------------------- */

static void apply(const char *name, const dpex_array *a, dpex_operand b)
{
    const dpex_operand operands[2] = {{.array = a}, b};
    dpex_array out;
    must(dpex_elementwise_new(dpex_op_find(name), operands, DPEX_ORDER_K, &out));
    must(dpex_queue_wait(queue, 0, NULL));
    if (!has_failed) dpex_array_fini(&out);
}

static void run_add(void)
{
    apply("add", &x, (dpex_operand){.array = &y});
}
static void run_scalar(void)
{
    apply("multiply", &x, (dpex_operand){.kind = DPEX_KIND_REAL, .value = {.f64 = 2}});
}
static void run_sqrt(void)
{
    apply("sqrt", &x, (dpex_operand){.array = &y});
}
static void run_exp(void)
{
    apply("exp", &x, (dpex_operand){.array = &y});
}
static void run_log(void)
{
    apply("log", &x, (dpex_operand){.array = &y});
}
static void run_sin(void)
{
    apply("sin", &x, (dpex_operand){.array = &y});
}
static void run_less(void)
{
    apply("less", &x, (dpex_operand){.array = &y});
}
static void run_strided(void)
{
    apply("add", &strided, (dpex_operand){.kind = DPEX_KIND_INT, .value = {.i = 1}});
}
static void run_row(void)
{
    apply("add", &matrix, (dpex_operand){.array = &row});
}

static void run_cast(dpex_dtype dtype, const dpex_array *from)
{
    dpex_array out;
    must(dpex_array_cast_new(from, dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, queue, &out));
    must(dpex_queue_wait(queue, 0, NULL));
    if (!has_failed) dpex_array_fini(&out);
}

static void run_copy(void)
{
    run_cast(DPEX_F64, &x);
}
static void run_to_float(void)
{
    run_cast(DPEX_F32, &x);
}
static void run_transpose(void)
{
    run_cast(DPEX_F64, &transposed);
}

static void run_sum_over(const dpex_array *of, uint64_t axes)
{
    dpex_array out;
    must(dpex_reduce_new(dpex_reduction_find("sum"), of, axes, 0, DPEX_F64, &out));
    must(dpex_queue_wait(queue, 0, NULL));
    if (!has_failed) dpex_array_fini(&out);
}

static void run_sum(void)
{
    run_sum_over(&x, 1);
}
static void run_sum0(void)
{
    run_sum_over(&matrix, 1);
}
static void run_sum1(void)
{
    run_sum_over(&matrix, 2);
}

static void run_tape(void)
{
    dpex_array out, *outputs[1] = {&out};
    const dpex_array *inputs[1] = {&x};
    must(dpex_array_init_like(&x, DPEX_F64, DPEX_ORDER_C, DPEX_USM_DEVICE, queue, &out));
    must(dpex_tape_run(polynomial, inputs, 1, outputs, 1, 0));
    must(dpex_queue_wait(queue, 0, NULL));
    if (!has_failed) dpex_array_fini(&out);
}

typedef struct benchmark {
    const char *name;
    void (*run)(void);
    double best;
} benchmark;

/* ---- inputs ---------------------------------------------------------------------------------------------- */

static int constant(double value)
{
    int reg = 0;
    must(dpex_tape_constant(polynomial, DPEX_F64, &(dpex_scalar){.f64 = value}, &reg));
    return reg;
}

static int step(const char *name, int a, int b)
{
    int reg = 0;
    must(dpex_tape_apply(polynomial, dpex_op_find(name), (const int[]){a, b}, &reg));
    return reg;
}

/* 3 + x (1 + x (-0.5 + 0.3 x)) */
static void build_polynomial(void)
{
    int in = 0;
    must(dpex_tape_create(&polynomial));
    must(dpex_tape_input(polynomial, DPEX_F64, &in));
    int p = step("add", constant(-0.5), step("multiply", constant(0.3), in));
    p = step("add", constant(1), step("multiply", in, p));
    must(dpex_tape_output(polynomial, step("add", constant(3), step("multiply", in, p))));
}

static void make_ramp(dpex_array *a, int64_t n, double start, double stop)
{
    must(dpex_array_init(queue, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, a));
    must(dpex_array_fill_linspace(a, &(dpex_scalar){.f64 = start}, &(dpex_scalar){.f64 = stop}, 1));
}

static void make_inputs(int64_t n)
{
    make_ramp(&x, n, 0.1, 3);
    make_ramp(&y, n, 1, 2);
    if (n < 10000000) return;
    const int64_t shape[2] = {2500, 4000}, transposed_shape[2] = {4000, 2500},
                  transposed_strides[2] = {1, 4000}, half = n / 2, two = 2, width = 4000;
    must(dpex_array_init_view(x.storage, queue, DPEX_F64, 0, 2, shape, NULL, 0, &matrix));
    must(dpex_array_init_view(x.storage, queue, DPEX_F64, 0, 2, transposed_shape,
                              transposed_strides, 0, &transposed));
    must(dpex_array_init_view(x.storage, queue, DPEX_F64, 0, 1, &half, &two, 0, &strided));
    must(dpex_array_init_view(x.storage, queue, DPEX_F64, 0, 1, &width, NULL, 0, &row));
}

/* ---- timing ---------------------------------------------------------------------------------------------- */

static void measure(benchmark *rows, size_t n, const char *wanted, int repeats)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < n && !has_failed; i++) {
            if (!strstr(rows[i].name, wanted)) continue;
            double start = now_ns();
            for (int r = 0; r < repeats; r++) rows[i].run();
            double each = (now_ns() - start) / repeats;
            if (round == 0 || each < rows[i].best) rows[i].best = each;
        }
    }
}

static void print(const benchmark *rows, size_t n, const char *wanted, double unit,
                  const char *text)
{
    for (size_t i = 0; i < n; i++) {
        if (strstr(rows[i].name, wanted))
            printf("%-28s %10.2f %s\n", rows[i].name, rows[i].best / unit, text);
    }
}

int main(int argc, char **argv)
{
    benchmark small[] = {{"add, 100", run_add, 0},   {"multiply scalar, 100", run_scalar, 0},
                         {"exp, 100", run_exp, 0},   {"sum, 100", run_sum, 0},
                         {"copy, 100", run_copy, 0}, {"tape, 100", run_tape, 0}};
    benchmark large[] = {{"copy", run_copy, 0},
                         {"add", run_add, 0},
                         {"multiply scalar", run_scalar, 0},
                         {"sqrt", run_sqrt, 0},
                         {"exp", run_exp, 0},
                         {"log", run_log, 0},
                         {"sin", run_sin, 0},
                         {"less", run_less, 0},
                         {"float64 to float32", run_to_float, 0},
                         {"transpose", run_transpose, 0},
                         {"x[::2] + 1", run_strided, 0},
                         {"matrix + row", run_row, 0},
                         {"sum", run_sum, 0},
                         {"sum, axis 0", run_sum0, 0},
                         {"sum, axis 1", run_sum1, 0},
                         {"polynomial, one tape", run_tape, 0}};
    const size_t n_small = sizeof(small) / sizeof(small[0]),
                 n_large = sizeof(large) / sizeof(large[0]);
    const char *wanted = argc > 1 ? argv[1] : "";
    dpex_device *device;
    must(dpex_device_find("opencl:cpu", &device));
    if (!has_failed) must(dpex_queue_create(NULL, device, 0, &queue));
    if (has_failed) return 1;
    build_polynomial();
    make_inputs(100);
    measure(small, n_small, wanted, 20000);
    print(small, n_small, wanted, 1, "ns");
    dpex_array_fini(&x);
    dpex_array_fini(&y);
    make_inputs(10000000);
    measure(large, n_large, wanted, 1);
    print(large, n_large, wanted, 1e6, "ms");
    return has_failed;
}
