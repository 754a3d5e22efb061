/* The polynomial 3 + x (1 + x (-0.5 + 0.3 x)) of doubles as one tape, on the device that the first argument names.
 *
 * usage: tape [FILTER [N]]       prints the time of one run, queued and waited for, and the rate in GB/s of one read and one
 * write. Against an installed wheel: cc tape.c -I$(python -c 'import opendpex; print(opendpex.get_include())') -L... -ldpex */
#include <dpex/dpex.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void must(dpex_status status)
{
    if (!status) return;
    fprintf(stderr, "%s: %s\n", dpex_status_name(status), dpex_error_message());
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* r = a + x * b */
static int multiply_add(dpex_tape *tape, double a, int x, int b)
{
    int product, constant, sum;
    dpex_scalar value = {.f64 = a};
    must(dpex_tape_apply(tape, dpex_op_find("multiply"), (int[]){x, b}, &product));
    must(dpex_tape_constant(tape, DPEX_F64, &value, &constant));
    must(dpex_tape_apply(tape, dpex_op_find("add"), (int[]){constant, product}, &sum));
    return sum;
}

static dpex_tape *build(void)
{
    dpex_tape *tape;
    int x, reg;
    dpex_scalar last = {.f64 = 0.3};
    must(dpex_tape_create(&tape));
    must(dpex_tape_input(tape, DPEX_F64, &x));
    must(dpex_tape_constant(tape, DPEX_F64, &last, &reg));
    reg = multiply_add(tape, -0.5, x, reg);
    reg = multiply_add(tape, 1.0, x, reg);
    reg = multiply_add(tape, 3.0, x, reg);
    must(dpex_tape_output(tape, reg));
    return tape;
}

int main(int argc, char **argv)
{
    int64_t n = argc > 2 ? atoll(argv[2]) : (int64_t)1 << 26;
    enum { RUNS = 50 };
    dpex_device *device;
    dpex_queue *queue;
    dpex_array x, y;
    dpex_scalar start = {.f64 = 0}, stop = {.f64 = 1};
    must(dpex_device_find(argc > 1 ? argv[1] : NULL, &device));
    must(dpex_queue_create(NULL, device, 0, &queue));
    must(dpex_array_init(queue, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    must(dpex_array_init(queue, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &y));
    must(dpex_array_fill_linspace(&x, &start, &stop, 1));
    dpex_tape *tape = build();
    const dpex_array *inputs[1] = {&x};
    dpex_array *outputs[1] = {&y};
    double begin = now();
    must(dpex_tape_run(tape, inputs, 1, outputs, 1, 0));
    must(dpex_queue_wait(queue, 0, NULL));
    double first = now() - begin;
    begin = now();
    for (int i = 0; i < RUNS; i++) must(dpex_tape_run(tape, inputs, 1, outputs, 1, 0));
    must(dpex_queue_wait(queue, 0, NULL));
    double queued = (now() - begin) / RUNS, waited = 1e9;
    for (int i = 0; i < RUNS; i++) {
        begin = now();
        must(dpex_tape_run(tape, inputs, 1, outputs, 1, 0));
        must(dpex_queue_wait(queue, 0, NULL));
        if (now() - begin < waited) waited = now() - begin;
    }
    printf("%s, %lld doubles: first %.2f ms, queued %.1f us (%.0f GB/s), waited for %.1f us (%.0f "
           "GB/s)\n",
           dpex_device_get_info(device)->name, (long long)n, first * 1e3, queued * 1e6,
           16e-9 * (double)n / queued, waited * 1e6, 16e-9 * (double)n / waited);
    dpex_tape_release(tape);
    dpex_array_fini(&x);
    dpex_array_fini(&y);
    dpex_queue_release(queue);
    dpex_device_release(device);
    return 0;
}
