/* Random numbers into strided memory: a generator's uniform or normal numbers, and a tape that
 * makes others of them. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "ops/tape/tape.h"
#include "strided.h"

/* Numbers are made in the result's own memory where they have its dtype, then the tape works in
 * place; with more than a cache's worth of numbers that is two passes over the memory, which takes
 * less than making the words.
 */

/* A formula as steps on one number x: x = op(x), or x = op(x, number). */
enum { MAX_STEPS = 8 };

typedef struct step {
    dpex_op_number op;
    int is_binary;
    double number;
} step;

typedef struct formula {
    step steps[MAX_STEPS];
    int n;
} formula;

static void of_one(formula *f, dpex_op_number op)
{
    f->steps[f->n++] = (step){op, 0, 0};
}

static void of_two(formula *f, dpex_op_number op, double number)
{
    f->steps[f->n++] = (step){op, 1, number};
}

/* The formulas of dpex_random_distribution. */
/* 1 - u is never 0, so its logarithm is finite. log1p(-u) keeps the digits of small u.
 * Scale and shift come last for all that have them, also where they are 1 and 0. */
static formula find_formula(dpex_random_distribution distribution, const double *p)
{
    formula f = {.n = 0};
    double scale = 1, shift = 0;
    if (distribution == DPEX_RANDOM_IS_LOGNORMAL) {
        of_one(&f, DPEX_OP_exp);
        scale = p[3], shift = p[2];
    } else if (distribution == DPEX_RANDOM_IS_CAUCHY) {
        of_two(&f, DPEX_OP_subtract, 0.5);
        of_two(&f, DPEX_OP_multiply, 3.14159265358979323846);
        of_one(&f, DPEX_OP_tan);
        scale = p[1], shift = p[0];
    } else if (distribution == DPEX_RANDOM_IS_BERNOULLI) {
        of_two(&f, DPEX_OP_less, p[0]);
        return f;
    } else {
        of_one(&f, DPEX_OP_negative);
        of_one(&f, DPEX_OP_log1p);
        if (distribution == DPEX_RANDOM_IS_EXPONENTIAL) scale = -p[1], shift = p[0];
        if (distribution == DPEX_RANDOM_IS_RAYLEIGH || distribution == DPEX_RANDOM_IS_WEIBULL)
            of_one(&f, DPEX_OP_negative);
        if (distribution == DPEX_RANDOM_IS_RAYLEIGH) {
            of_one(&f, DPEX_OP_sqrt);
            scale = p[1], shift = p[0];
        } else if (distribution == DPEX_RANDOM_IS_WEIBULL) {
            of_two(&f, DPEX_OP_pow, 1 / p[0]);
            scale = p[2], shift = p[1];
        } else if (distribution == DPEX_RANDOM_IS_GEOMETRIC) {
            of_two(&f, DPEX_OP_divide, log1p(-p[0]));
            of_one(&f, DPEX_OP_floor);
            return f;
        }
    }
    of_two(&f, DPEX_OP_multiply, scale);
    of_two(&f, DPEX_OP_add, shift);
    return f;
}

/* Computed in the dtype of the uniform numbers; a result of integers is converted at the end. */
static dpex_status build(const formula *f, dpex_dtype dtype, dpex_dtype out, dpex_tape *tape)
{
    int reg;
    DPEX_TRY(dpex_tape_input(tape, dtype, &reg));
    for (int i = 0; i < f->n; i++) {
        const dpex_scalar real = {.f64 = f->steps[i].number};
        dpex_scalar number;
        int in[2] = {reg, 0};
        dpex_scalar_cast(&real, DPEX_F64, dtype, &number);
        if (f->steps[i].is_binary) DPEX_TRY(dpex_tape_constant(tape, dtype, &number, &in[1]));
        DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[f->steps[i].op], in, &reg));
    }
    DPEX_TRY(dpex_tape_cast(tape, reg, out, &reg));
    return dpex_tape_output(tape, reg);
}

/* x and out may be one array: a tape reads each element before it writes it. */
static dpex_status apply(const formula *f, const dpex_array *x, dpex_array *out)
{
    dpex_tape tape;
    dpex_tape_init(&tape);
    dpex_status status = build(f, x->dtype, out->dtype, &tape);
    if (!status) status = dpex_tape_run(&tape, &x, 1, &out, 1, 0);
    dpex_tape_fini(&tape);
    return status;
}

/* The twister and mcg59 make a number of each word, as the reference's generators do; words of 64
 * bits have enough for a double. */
static dpex_random_fill_spec find_spec(const dpex_random *random,
                                       dpex_random_distribution distribution, const double *p)
{
    const char *engine = dpex_random_get_engine(random);
    const int has_short_words = !strcmp(engine, "mt19937") || !strcmp(engine, "mcg59");
    dpex_random_fill_spec spec = {.kind = DPEX_RANDOM_UNIFORM,
                                  .is_one_word = has_short_words,
                                  .width = 1,
                                  .range = UINT64_MAX};
    if (distribution == DPEX_RANDOM_IS_UNIFORM) {
        spec.low = p[0];
        spec.width = p[1] - p[0];
    } else if (distribution == DPEX_RANDOM_IS_BITS) {
        spec.kind = DPEX_RANDOM_INTEGERS;
    } else if (distribution == DPEX_RANDOM_IS_GAUSSIAN ||
               distribution == DPEX_RANDOM_IS_LOGNORMAL) {
        spec.kind = DPEX_RANDOM_NORMAL;
        spec.low = p[0];
        spec.width = p[1];
    }
    return spec;
}

/* Before the memory is opened, and before the generator moves. */
static dpex_status check_dtype(dpex_random_distribution distribution, dpex_dtype dtype)
{
    const int is_real = dtype == DPEX_F32 || dtype == DPEX_F64;
    const int is_right = distribution == DPEX_RANDOM_IS_UNIFORM ? is_real || dtype == DPEX_I32
                         : distribution == DPEX_RANDOM_IS_BITS
                             ? dtype == DPEX_U32 || dtype == DPEX_U64
                         : distribution >= DPEX_RANDOM_IS_BERNOULLI ? dtype == DPEX_I32
                                                                    : is_real;
    if (is_right) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "random: such numbers are not made in %s",
                     dpex_dtype_get_info(dtype)->name);
}

/* Uniform or normal numbers in the result's memory, or in memory of their own where the result is
 * of integers. */
/* The generator moves on when the words are taken, at the call; so what calls give follows from
 * their order alone. */
static dpex_status make(dpex_random *random, dpex_random_distribution distribution, const double *p,
                        dpex_array *out)
{
    dpex_random_fill_spec spec = find_spec(random, distribution, p);
    if (out->dtype == DPEX_U32) spec.range = UINT32_MAX;
    if (distribution <= DPEX_RANDOM_IS_GAUSSIAN || distribution == DPEX_RANDOM_IS_BITS)
        return dpex_random_fill(random, &spec, out);
    const formula f = find_formula(distribution, p);
    if (out->dtype != DPEX_I32) {
        DPEX_TRY(dpex_random_fill(random, &spec, out));
        return apply(&f, out, out);
    }
    const dpex_dtype real = dpex_dtype_default(DPEX_KIND_REAL, dpex_queue_get_device(out->queue));
    /* As precise as the device has: probabilities are compared with these. */
    dpex_array u;
    DPEX_TRY(dpex_array_init(out->queue, real, 1, out->shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &u));
    dpex_status status = dpex_random_fill(random, &spec, &u);
    if (!status) status = apply(&f, &u, out);
    dpex_array_fini(&u);
    return status;
}

dpex_status dpex_strided_random(const dpex_strided_call *call, dpex_random *random,
                                dpex_random_distribution distribution, const double *parameters,
                                const dpex_strided *out)
{
    dpex_strided_operands open;
    dpex_status status = DPEX_SUCCESS;
    DPEX_TRY(check_dtype(distribution, out->dtype));
    DPEX_TRY(dpex_strided_open(call, "random", &out, 1, 1, &open));
    if (open.at[0].array.size) status = make(random, distribution, parameters, &open.at[0].array);
    return dpex_strided_close(&open, status);
}
