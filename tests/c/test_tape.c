/* Tapes: building, running, several outputs, reductions at the end. */
#include <math.h>
#include <string.h>

#include "ops.h"
#include "ops/loops/loops.h"

static int constant(dpex_tape *tape, double value)
{
    int reg;
    CHECK_OK(dpex_tape_constant(tape, DPEX_F64, &(dpex_scalar){.f64 = value}, &reg));
    return reg;
}

static int apply(dpex_tape *tape, const char *name, int x, int y)
{
    int reg;
    CHECK_OK(dpex_tape_apply(tape, dpex_op_find(name), (const int[]){x, y}, &reg));
    return reg;
}

/* 3 + x (1 + x (-0.5 + 0.3 x)) */
static int build_polynomial(dpex_tape *tape, int x)
{
    int p =
        apply(tape, "add", constant(tape, -0.5), apply(tape, "multiply", constant(tape, 0.3), x));
    p = apply(tape, "add", constant(tape, 1), apply(tape, "multiply", x, p));
    return apply(tape, "add", constant(tape, 3), apply(tape, "multiply", x, p));
}

static double polynomial(double x)
{
    return 3 + x * (1 + x * (-0.5 + 0.3 * x));
}

static void check_polynomial(int64_t rows, int64_t columns, int64_t row_stride,
                             int64_t column_stride)
{
    dpex_queue *queue = ops_queue();
    dpex_tape *tape;
    int x;
    CHECK_OK(dpex_tape_create(&tape));
    CHECK_OK(dpex_tape_input(tape, DPEX_F64, &x));
    CHECK_OK(dpex_tape_output(tape, build_polynomial(tape, x)));
    dpex_array all, in, out;
    ops_ramp(queue, DPEX_F64, 3 * rows * columns, -1, 0.001, &all);
    ops_view(&all, 0, rows, columns, row_stride, column_stride, &in);
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 2, in.shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &out));
    const dpex_array *inputs[1] = {&in};
    dpex_array *outputs[1] = {&out};
    CHECK_OK(dpex_tape_run(tape, inputs, 1, outputs, 1, 0));
    for (int64_t i = 0; i < out.size; i += 37)
        CHECK_NUMBER(ops_at(&out, i), polynomial(ops_at(&in, i)));
    dpex_array_fini(&out);
    dpex_array_fini(&in);
    dpex_array_fini(&all);
    dpex_tape_release(tape);
    dpex_queue_release(queue);
}

TEST(tapes_compute_contiguous_arrays)
{
    check_polynomial(10, 77, 77, 1);
    check_polynomial(300, 700, 700, 1);
}

TEST(tapes_compute_strided_arrays)
{
    check_polynomial(10, 77, 156, 2);
    check_polynomial(300, 700, 1, 300);
}

TEST(tapes_have_several_outputs)
{
    dpex_queue *queue = ops_queue();
    dpex_tape *tape;
    int x, y, s, c;
    CHECK_OK(dpex_tape_create(&tape));
    CHECK_OK(dpex_tape_input(tape, DPEX_F64, &x));
    CHECK_OK(dpex_tape_input(tape, DPEX_F64, &y));
    s = apply(tape, "add", x, y);
    c = apply(tape, "less", x, y);
    CHECK_OK(dpex_tape_output(tape, c));
    CHECK_OK(dpex_tape_output(tape, s));
    CHECK_OK(dpex_tape_output(tape, x));
    const int64_t n = 50000;
    dpex_array a, b, out[3];
    const dpex_dtype dtypes[3] = {DPEX_BOOL, DPEX_F64, DPEX_F64};
    ops_ramp(queue, DPEX_F64, n, 0, 1, &a);
    ops_ramp(queue, DPEX_F64, n, 100, 0, &b);
    for (int i = 0; i < 3; i++)
        CHECK_OK(dpex_array_init(queue, dtypes[i], 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &out[i]));
    const dpex_array *inputs[2] = {&a, &b};
    dpex_array *outputs[3] = {&out[0], &out[1], &out[2]};
    CHECK_OK(dpex_tape_run(tape, inputs, 2, outputs, 3, 0));
    CHECK_NUMBER(ops_at(&out[0], 99), 1);
    CHECK_NUMBER(ops_at(&out[0], 100), 0);
    CHECK_NUMBER(ops_at(&out[1], n - 1), (double)n + 99);
    CHECK_NUMBER(ops_at(&out[2], n - 1), (double)n - 1);
    for (int i = 0; i < 3; i++) dpex_array_fini(&out[i]);
    dpex_array_fini(&a);
    dpex_array_fini(&b);
    dpex_tape_release(tape);
    dpex_queue_release(queue);
}

TEST(tapes_end_in_reductions)
{
    dpex_queue *queue = ops_queue();
    dpex_tape *tape;
    int x, y;
    CHECK_OK(dpex_tape_create(&tape));
    CHECK_OK(dpex_tape_input(tape, DPEX_F64, &x));
    CHECK_OK(dpex_tape_input(tape, DPEX_F64, &y));
    CHECK_OK(dpex_tape_reduce(tape, dpex_reduction_find("sum"), apply(tape, "multiply", x, y)));
    dpex_array a, rows, b, out;
    const int64_t n_rows = 300, n_columns = 500;
    ops_ramp(queue, DPEX_F64, n_rows * n_columns, 0, 1, &a);
    ops_view(&a, 0, n_rows, n_columns, n_columns, 1, &rows);
    ops_ramp(queue, DPEX_F64, n_columns, 1, 0, &b);
    const dpex_array *inputs[2] = {&rows, &b};
    dpex_array *outputs[1] = {&out};
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 1, &n_rows, DPEX_ORDER_C, DPEX_USM_DEVICE, &out));
    CHECK_OK(dpex_tape_run(tape, inputs, 2, outputs, 1, 2));
    for (int64_t i = 0; i < n_rows; i++) {
        CHECK_NUMBER(ops_at(&out, i),
                     (double)(i * n_columns * n_columns + n_columns * (n_columns - 1) / 2));
    }
    dpex_array_fini(&out);
    dpex_array_fini(&b);
    dpex_array_fini(&rows);
    dpex_array_fini(&a);
    dpex_tape_release(tape);
    dpex_queue_release(queue);
}

/* The reduction of x * x by a tape is that of the product by itself; x has three rows. */
static void check_reduction(const dpex_reduction *reduction, const dpex_array *x, double correction)
{
    const char *name = dpex_reduction_get_name(reduction);
    const dpex_operand operands[2] = {{.array = x}, {.array = x}};
    const dpex_tape_arguments arguments = {&x, NULL, 2, 1};
    dpex_array square, expected, out, *outputs[1] = {&out};
    dpex_dtype dtype;
    dpex_tape *tape;
    int reg;
    CHECK_OK(dpex_elementwise_new(dpex_op_find("multiply"), operands, DPEX_ORDER_C, &square));
    CHECK_OK(
        dpex_reduction_resolve(reduction, square.dtype, dpex_queue_get_device(x->queue), &dtype));
    if (correction)
        CHECK_OK(dpex_variance_new(&square, 2, 1, correction, !strcmp(name, "std"), &expected));
    else
        CHECK_OK(dpex_reduce_new(reduction, &square, 2, 1, dtype, &expected));
    CHECK_OK(dpex_tape_create(&tape));
    CHECK_OK(dpex_tape_input(tape, x->dtype, &reg));
    CHECK_OK(dpex_tape_reduce_to(tape, reduction, apply(tape, "multiply", reg, reg), dtype,
                                 correction, NULL));
    CHECK_OK(dpex_tape_run_new(tape, &arguments, outputs, 1));
    CHECK(out.dtype == dtype && out.nd == 2 && out.shape[0] == 3 && out.shape[1] == 1);
    for (int64_t i = 0; i < 3; i++) CHECK_NUMBER(ops_at(&out, i), ops_at(&expected, i));
    dpex_array_fini(&out);
    dpex_array_fini(&expected);
    dpex_array_fini(&square);
    dpex_tape_release(tape);
}

TEST(tapes_end_in_every_reduction)
{
    static const dpex_dtype dtypes[] = {DPEX_I16, DPEX_F32, DPEX_F64};
    dpex_queue *queue = ops_queue();
    for (size_t d = 0; d < sizeof(dtypes) / sizeof(dtypes[0]); d++) {
        dpex_array x, rows;
        const dpex_reduction *reduction;
        ops_ramp(queue, dtypes[d], 3 * 8, -7, 1, &x);
        ops_view(&x, 0, 3, 8, 8, 1, &rows);
        for (size_t i = 0; (reduction = dpex_reduction_get(i)); i++)
            if (dtypes[d] < DPEX_F16 || !strstr(dpex_reduction_get_name(reduction), "bitwise"))
                check_reduction(reduction, &rows, 0);
        check_reduction(dpex_reduction_find("var"), &rows, 1.5);
        check_reduction(dpex_reduction_find("std"), &rows, 1);
        dpex_array_fini(&rows);
        dpex_array_fini(&x);
    }
    dpex_queue_release(queue);
}

TEST(tapes_may_be_long)
{
    dpex_queue *queue = ops_queue();
    dpex_tape *tape;
    int regs[100], total;
    CHECK_OK(dpex_tape_create(&tape));
    CHECK_OK(dpex_tape_input(tape, DPEX_F64, &regs[0]));
    for (int i = 1; i < 100; i++) regs[i] = apply(tape, "add", regs[i - 1], regs[0]);
    total = regs[99];
    for (int i = 0; i < 99; i++)
        total = apply(tape, "add", total, regs[i]); /* all of them live at once */
    CHECK_OK(dpex_tape_output(tape, total));
    dpex_array x, out;
    ops_ramp(queue, DPEX_F64, 3000, 0, 1, &x);
    CHECK_OK(dpex_array_init_like(&x, DPEX_F64, DPEX_ORDER_K, DPEX_USM_DEVICE, queue, &out));
    const dpex_array *inputs[1] = {&x};
    dpex_array *outputs[1] = {&out};
    CHECK_OK(dpex_tape_run(tape, inputs, 1, outputs, 1, 0));
    CHECK_NUMBER(ops_at(&out, 2999), 2999.0 * 5050);
    dpex_status status = DPEX_SUCCESS;
    while (!status) status = dpex_tape_apply(tape, dpex_op_find("negative"), &total, &total);
    CHECK_INT(status, DPEX_ERROR_UNSUPPORTED);
    dpex_array_fini(&x);
    dpex_array_fini(&out);
    dpex_tape_release(tape);
    dpex_queue_release(queue);
}

TEST(tapes_refuse_what_does_not_fit)
{
    dpex_tape *tape;
    int x, y, reg;
    CHECK_OK(dpex_tape_create(&tape));
    CHECK_OK(dpex_tape_input(tape, DPEX_F64, &x));
    CHECK_OK(dpex_tape_input(tape, DPEX_F32, &y));
    CHECK_FAILS(dpex_tape_apply(tape, dpex_op_find("add"), (const int[]){x, y}, &reg),
                DPEX_ERROR_INVALID_TYPE);
    CHECK_FAILS(dpex_tape_apply(tape, dpex_op_find("add"), (const int[]){x, 99}, &reg),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_OK(dpex_tape_cast(tape, y, DPEX_F64, &y));
    CHECK_OK(dpex_tape_apply(tape, dpex_op_find("add"), (const int[]){x, y}, &reg));
    CHECK_OK(dpex_tape_output(tape, reg));
    CHECK_FAILS(dpex_tape_reduce(tape, dpex_reduction_find("sum"), reg), DPEX_ERROR_UNSUPPORTED);
    CHECK_FAILS(dpex_tape_run(tape, NULL, 0, NULL, 0, 0), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("the tape has 2 inputs and 1 outputs");
    dpex_tape_release(dpex_tape_retain(tape));
    dpex_tape_release(tape);
}

TEST(tapes_take_mixed_signatures)
{
    dpex_tape *tape;
    int z, x, l, u, quotient, is_less;
    CHECK_OK(dpex_tape_create(&tape));
    CHECK_OK(dpex_tape_input(tape, DPEX_C64, &z));
    CHECK_OK(dpex_tape_input(tape, DPEX_F32, &x));
    CHECK_OK(dpex_tape_input(tape, DPEX_I64, &l));
    CHECK_OK(dpex_tape_input(tape, DPEX_U64, &u));
    CHECK_OK(dpex_tape_apply(tape, dpex_op_find("divide"), (const int[]){z, x}, &quotient));
    CHECK_OK(dpex_tape_apply(tape, dpex_op_find("less"), (const int[]){l, u}, &is_less));
    CHECK_FAILS(dpex_tape_apply(tape, dpex_op_find("add"), (const int[]){l, u}, &is_less),
                DPEX_ERROR_INVALID_TYPE);
    dpex_tape_release(tape);
}

TEST(half_rounds_after_each_operation)
{
    dpex_queue *queue = ops_queue();
    dpex_tape *tape;
    int x, one, reg;
    dpex_scalar value = {.f64 = 1}, half;
    dpex_scalar_cast(&value, DPEX_F64, DPEX_F16, &half);
    CHECK_OK(dpex_tape_create(&tape));
    CHECK_OK(dpex_tape_input(tape, DPEX_F16, &x));
    CHECK_OK(dpex_tape_constant(tape, DPEX_F16, &half, &one));
    reg = apply(tape, "add", apply(tape, "add", x, one), one);
    CHECK_OK(dpex_tape_output(tape, reg));
    dpex_array in, out;
    ops_ramp(queue, DPEX_F16, 5, 2048, 0, &in);
    CHECK_OK(dpex_array_init_like(&in, DPEX_F16, DPEX_ORDER_K, DPEX_USM_DEVICE, queue, &out));
    const dpex_array *inputs[1] = {&in};
    dpex_array *outputs[1] = {&out};
    CHECK_OK(dpex_tape_run(tape, inputs, 1, outputs, 1, 0));
    CHECK_NUMBER(ops_at(&out, 0), 2048); /* 2049 is not a half; 2050 is */
    dpex_array_fini(&in);
    dpex_array_fini(&out);
    dpex_tape_release(tape);
    dpex_queue_release(queue);
}

/* ---- vector math ------------------------------------------------------------------------------------------ */

static void *find_nothing(void *library, const char *name)
{
    (void)library;
    (void)name;
    return NULL;
}

TEST(math_works_without_libmvec)
{
    const dpex_loops *loops = dpex_loops_get();
    double x[32], y[32];
    for (int i = 0; i < 32; i++) x[i] = 0.25 * i - 4;
    loops->bind(find_nothing, NULL);
    loops->ops[DPEX_F64][DPEX_OP_exp](y, (const void *[]){x}, 32);
    for (int i = 0; i < 32; i++) CHECK_NUMBER(y[i], exp(x[i]));
}

TEST(every_instruction_set_of_this_cpu_adds)
{
    size_t n;
    const dpex_loops *const *all = dpex_loops_get_all(&n);
    for (size_t i = 0; i < n; i++) {
        if (!dpex_loops_is_supported(all[i])) continue;
        float x[64], y[64];
        for (int k = 0; k < 64; k++) x[k] = (float)k;
        all[i]->ops[DPEX_F32][DPEX_OP_add](y, (const void *[]){x, x}, 64);
        for (int k = 0; k < 64; k++) CHECK_NUMBER(y[k], 2 * (float)k);
    }
}
