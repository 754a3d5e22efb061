/* Machine code of random programs, for each instruction set that this machine has, against plain C, bit by bit: all
 * operations and dtypes, more values than registers, any number of elements, results that overwrite operands. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops.h"
#include "ops/jit/jit.h"
#include "ops/loops/loops.h"

enum {
    MOST = 700,
    LONGEST = 120,
    MOST_POINTERS = 64,
    GUARD = 64,
    GUARD_BYTE = 0x5a,
    N_PROGRAMS = 6000
};

typedef union number {
    double f64;
    float f32;
    int64_t i64;
    uint64_t u64;
    int32_t i32;
    uint32_t u32;
    uint8_t b8;
} number;

static const dpex_dtype DTYPES[] = {DPEX_BOOL, DPEX_I32, DPEX_U32, DPEX_I64,
                                    DPEX_U64,  DPEX_F32, DPEX_F64};
enum { N_DTYPES = sizeof(DTYPES) / sizeof(*DTYPES) };

static size_t size_of(int dtype)
{
    return dpex_dtype_get_info((dpex_dtype)dtype)->itemsize;
}

/* ---- in plain C ----------------------------------------------------------------------------- */

#define ARITHMETIC(m, T)                                                                           \
    switch (op) {                                                                                  \
    case DPEX_JIT_ADD: r.m = (T)(x.m + y.m); break;                                                \
    case DPEX_JIT_SUBTRACT: r.m = (T)(x.m - y.m); break;                                           \
    case DPEX_JIT_MULTIPLY: r.m = (T)(x.m * y.m); break;                                           \
    case DPEX_JIT_NEGATE: r.m = (T)(-x.m); break;                                                  \
    default: break;                                                                                \
    }
#define COMPARISON(m)                                                                              \
    switch (op) {                                                                                  \
    case DPEX_JIT_EQUAL: r.b8 = x.m == y.m; break;                                                 \
    case DPEX_JIT_NOT_EQUAL: r.b8 = x.m != y.m; break;                                             \
    case DPEX_JIT_LESS: r.b8 = x.m < y.m; break;                                                   \
    case DPEX_JIT_LESS_EQUAL: r.b8 = x.m <= y.m; break;                                            \
    case DPEX_JIT_GREATER: r.b8 = x.m > y.m; break;                                                \
    case DPEX_JIT_GREATER_EQUAL: r.b8 = x.m >= y.m; break;                                         \
    default: break;                                                                                \
    }
#define OF_REALS(m, root, magnitude)                                                               \
    switch (op) {                                                                                  \
    case DPEX_JIT_DIVIDE: r.m = x.m / y.m; break;                                                  \
    case DPEX_JIT_SQRT: r.m = root(x.m); break;                                                    \
    case DPEX_JIT_ABS: r.m = magnitude(x.m); break;                                                \
    case DPEX_JIT_RECIPROCAL: r.m = 1 / x.m; break;                                                \
    case DPEX_JIT_MAXIMUM: r.m = x.m != x.m ? x.m : x.m > y.m ? x.m : y.m; break;                  \
    case DPEX_JIT_MINIMUM: r.m = x.m != x.m ? x.m : x.m < y.m ? x.m : y.m; break;                  \
    case DPEX_JIT_ISNAN: r.b8 = x.m != x.m; break;                                                 \
    default: break;                                                                                \
    }
#define BITS(m)                                                                                    \
    switch (op) {                                                                                  \
    case DPEX_JIT_AND: r.m = x.m & y.m; break;                                                     \
    case DPEX_JIT_OR: r.m = x.m | y.m; break;                                                      \
    case DPEX_JIT_XOR: r.m = x.m ^ y.m; break;                                                     \
    case DPEX_JIT_NOT: r.m = ~x.m; break;                                                          \
    default: break;                                                                                \
    }

TEST_UNWATCHED static number converted(int from, int to, number x)
{
    const double value = from == DPEX_BOOL  ? x.b8
                         : from == DPEX_I32 ? x.i32
                         : from == DPEX_F32 ? (double)x.f32
                         : from == DPEX_I64 ? (double)x.i64
                                            : x.f64;
    number r = {.u64 = 0};
    switch (to) {
    case DPEX_F64: r.f64 = value; break;
    case DPEX_F32: r.f32 = (float)value; break;
    case DPEX_I64: r.i64 = (int64_t)value; break;
    case DPEX_U64: r.u64 = (uint64_t)value; break;
    case DPEX_I32: r.i32 = (int32_t)value; break;
    default: r.u32 = (uint32_t)value; break;
    }
    return r;
}

TEST_UNWATCHED static number computed(const dpex_jit_step *s, int dtype, number x, number y,
                                      number z)
{
    const int op = s->op;
    number r = {.u64 = 0};
    if (op == DPEX_JIT_WHERE) return x.b8 ? y : z;
    if (op == DPEX_JIT_CAST) return converted(dtype, s->dtype, x);
    switch (dtype) {
    case DPEX_BOOL:
        COMPARISON(b8)
        BITS(b8)
        r.b8 &= 1;
        break;
    case DPEX_I32: /* wraps as unsigned numbers do */
    case DPEX_U32:
        ARITHMETIC(u32, uint32_t)
        BITS(u32)
        if (dtype == DPEX_I32)
            COMPARISON(i32)
        else
            COMPARISON(u32)
        break;
    case DPEX_I64:
    case DPEX_U64:
        ARITHMETIC(u64, uint64_t)
        BITS(u64)
        if (dtype == DPEX_I64)
            COMPARISON(i64)
        else
            COMPARISON(u64)
        break;
    case DPEX_F32:
        ARITHMETIC(f32, float)
        COMPARISON(f32)
        OF_REALS(f32, sqrtf, fabsf)
        break;
    default:
        ARITHMETIC(f64, double)
        COMPARISON(f64)
        OF_REALS(f64, sqrt, fabs)
    }
    return r;
}

/* ---- random programs ------------------------------------------------------------------------ */

static uint64_t state;

static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

TEST_UNWATCHED static number drawn(int dtype)
{
    static const double special[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-1060, 3e9};
    number x = {.u64 = 0};
    const double value = draw(8) ? (double)draw(2001) / 64 - 15 : special[draw(9)];
    switch (dtype) {
    case DPEX_BOOL: x.b8 = (uint8_t)draw(2); break;
    case DPEX_F64: x.f64 = value; break;
    case DPEX_F32: x.f32 = (float)value; break;
    default: x.u64 = draw(4) ? (uint64_t)draw(9) - 4 : (uint64_t)draw(1u << 31) << draw(33);
    }
    return x;
}

typedef struct sample {
    dpex_jit_program program;
    int64_t n;
    int is_in_place; /* the last output is an input too */
    char *pointers[MOST_POINTERS];
    char *memory[MOST_POINTERS]; /* with a guard before and behind */
    size_t bytes[MOST_POINTERS];
    number values[LONGEST + 1][MOST];
} sample;

static int input(sample *s, int dtype)
{
    const dpex_jit_op repeated =
        dtype != DPEX_BOOL && draw(2) ? DPEX_JIT_ELEMENT : DPEX_JIT_CONSTANT;
    return dpex_jit_add(&s->program, draw(4) ? DPEX_JIT_LOAD : repeated, (dpex_dtype)dtype, 0,
                        NULL);
}

/* An earlier step of a dtype, or a new input. */
static int operand(sample *s, int dtype)
{
    if (s->program.n_inputs < 24 && !draw(4)) return input(s, dtype);
    for (int tries = 0; tries < 12 && s->program.n_steps; tries++) {
        const int back = (int)draw(draw(3) ? 8 : 100), step = s->program.n_steps - 1 - back;
        if (step >= 0 && s->program.steps[step].dtype == dtype) return step;
    }
    return input(s, dtype);
}

static int n_operands(int op)
{
    switch (op) {
    case DPEX_JIT_WHERE: return 3;
    case DPEX_JIT_SQRT:
    case DPEX_JIT_NEGATE:
    case DPEX_JIT_ABS:
    case DPEX_JIT_RECIPROCAL:
    case DPEX_JIT_ISNAN:
    case DPEX_JIT_NOT:
    case DPEX_JIT_CAST: return 1;
    default: return 2;
    }
}

static int is_comparison(int op)
{
    return op >= DPEX_JIT_EQUAL && op <= DPEX_JIT_ISNAN;
}

/* Returns whether there is such an operation. */
static int add_random(sample *s, const char *isa, const dpex_dtype *dtypes, int n_dtypes)
{
    const int op = DPEX_JIT_ADD + (int)draw(DPEX_JIT_N_OPS - DPEX_JIT_ADD);
    const dpex_dtype dtype = dtypes[draw((unsigned)n_dtypes)];
    const dpex_dtype result = is_comparison(op)     ? DPEX_BOOL
                              : op == DPEX_JIT_CAST ? dtypes[draw((unsigned)n_dtypes)]
                                                    : dtype;
    if (!dpex_jit_is_possible(isa, (dpex_jit_op)op, dtype, result)) return 0;
    int src[3];
    for (int i = 0; i < n_operands(op); i++)
        src[i] = operand(s, op == DPEX_JIT_WHERE && i == 0 ? DPEX_BOOL : (int)dtype);
    return dpex_jit_add(&s->program, (dpex_jit_op)op, result, n_operands(op), src) ==
           s->program.n_steps - 1;
}

static void make_program(sample *s, const char *isa)
{
    /* Often of one width, as AVX2 has masks for that alone. */
    static const dpex_dtype narrow[] = {DPEX_BOOL, DPEX_I32, DPEX_F32, DPEX_U32},
                            wide[] = {DPEX_BOOL, DPEX_I64, DPEX_F64, DPEX_U64},
                            real[] = {DPEX_F32, DPEX_F64, DPEX_I32};
    const int kind = (int)draw(4), length = 1 + (int)draw(draw(2) ? 8 : LONGEST - 40);
    dpex_jit_begin(&s->program, 0);
    for (int n = 0; n < length && s->program.n_steps < LONGEST - 4;) {
        if (kind == 0) n += add_random(s, isa, narrow, 4);
        if (kind == 1) n += add_random(s, isa, wide, 4);
        if (kind == 2) n += add_random(s, isa, real, 3);
        if (kind == 3) n += add_random(s, isa, DTYPES, N_DTYPES);
    }
    const int last = s->program.n_steps - 1;
    for (int k = 0; k < 3; k++) {
        const int step = (int)draw((unsigned)s->program.n_steps);
        if (step != last && s->program.steps[step].op > DPEX_JIT_ELEMENT && draw(2))
            CHECK(dpex_jit_store(&s->program, step));
    }
    CHECK(dpex_jit_store(&s->program, last));
}

static char *allot(sample *s, int pointer, size_t bytes)
{
    s->bytes[pointer] = bytes;
    s->memory[pointer] = malloc(bytes + 2 * GUARD);
    CHECK(s->memory[pointer] != NULL);
    memset(s->memory[pointer], GUARD_BYTE, bytes + 2 * GUARD);
    return s->memory[pointer] + GUARD;
}

static void fill_inputs(sample *s)
{
    int pointer = 0;
    for (int i = 0; i < s->program.n_steps; i++) {
        const dpex_jit_step *step = &s->program.steps[i];
        if (step->op > DPEX_JIT_ELEMENT) continue;
        const int is_one = step->op != DPEX_JIT_LOAD;
        const size_t itemsize = size_of(step->dtype);
        const int64_t n = step->op == DPEX_JIT_LOAD       ? s->n
                          : step->op == DPEX_JIT_CONSTANT ? 64 / (int64_t)itemsize
                                                          : 1;
        const number one = drawn(step->dtype);
        char *to = s->pointers[pointer] = allot(s, pointer, (size_t)n * itemsize);
        for (int64_t k = 0; k < (is_one && n < s->n ? s->n : n); k++) {
            const number x = is_one ? one : drawn(step->dtype);
            if (k < n) memcpy(to + (size_t)k * itemsize, &x, itemsize);
            if (k < s->n) s->values[i][k] = x;
        }
        for (int64_t k = n; is_one && k < s->n; k++) s->values[i][k] = one;
        pointer++;
    }
}

static void set_outputs(sample *s)
{
    const dpex_jit_program *p = &s->program;
    for (int o = 0; o < p->n_stored; o++) {
        const int pointer = p->n_inputs + o, dtype = p->steps[p->stored[o]].dtype;
        s->memory[pointer] = NULL;
        s->pointers[pointer] = NULL;
        int input_number = 0;
        for (int i = 0; i < p->n_steps && o == p->n_stored - 1 && s->is_in_place; i++) {
            if (p->steps[i].op == DPEX_JIT_LOAD && p->steps[i].dtype == dtype)
                s->pointers[pointer] = s->pointers[input_number];
            input_number += p->steps[i].op <= DPEX_JIT_ELEMENT;
        }
        if (!s->pointers[pointer])
            s->pointers[pointer] = allot(s, pointer, (size_t)s->n * size_of(dtype));
    }
}

TEST_UNWATCHED static void compute(sample *s)
{
    for (int i = 0; i < s->program.n_steps; i++) {
        const dpex_jit_step *step = &s->program.steps[i];
        if (step->op <= DPEX_JIT_ELEMENT) continue;
        const int dtype = s->program.steps[step->src[step->n_src - 1]].dtype;
        for (int64_t k = 0; k < s->n; k++)
            s->values[i][k] = computed(step, dtype, s->values[step->src[0]][k],
                                       s->values[step->src[1]][k], s->values[step->src[2]][k]);
    }
}

/* Which of two NaN an instruction gives is nobody's concern. */
TEST_UNWATCHED static int is_same(int dtype, const char *got, const number *expected)
{
    number x = {.u64 = 0};
    memcpy(&x, got, size_of(dtype));
    if (dtype == DPEX_F64 && isnan(expected->f64)) return isnan(x.f64);
    if (dtype == DPEX_F32 && isnan(expected->f32)) return isnan(x.f32);
    return !memcmp(&x, expected, size_of(dtype));
}

static void check_outputs(const sample *s)
{
    const dpex_jit_program *p = &s->program;
    for (int o = 0; o < p->n_stored; o++) {
        const int step = p->stored[o], dtype = p->steps[step].dtype;
        for (int64_t k = 0; k < s->n; k++)
            CHECK(is_same(dtype, s->pointers[p->n_inputs + o] + (size_t)k * size_of(dtype),
                          &s->values[step][k]));
    }
    for (int i = 0; i < p->n_inputs + p->n_stored; i++)
        for (int g = 0; g < GUARD && s->memory[i]; g++) {
            CHECK_INT(s->memory[i][g], GUARD_BYTE);
            CHECK_INT(s->memory[i][(size_t)GUARD + s->bytes[i] + (size_t)g], GUARD_BYTE);
        }
}

static int64_t draw_length(void)
{
    return 1 + (int64_t)draw(draw(2) ? 40 : MOST);
}

/* Returns whether there was code. */
static int check_program(sample *s, const char *isa)
{
    make_program(s, isa);
    dpex_jit_code *code = dpex_jit_hold(isa, &s->program, INT64_MAX);
    for (int k = 0; k < 3 && code; k++) {
        s->n = draw_length();
        s->is_in_place = (int)draw(2);
        fill_inputs(s);
        set_outputs(s);
        compute(s);
        dpex_jit_run(code, s->pointers, s->n);
        check_outputs(s);
        for (int i = 0; i < s->program.n_inputs + s->program.n_stored; i++) free(s->memory[i]);
    }
    if (code) dpex_jit_release(code);
    return code != NULL;
}

static void check_isa(const char *isa)
{
    size_t n_archives;
    const dpex_loops *const *archives = dpex_loops_get_all(&n_archives);
    sample *s = malloc(sizeof(*s));
    CHECK(s != NULL);
    state = 1;
    for (size_t a = 0; a < n_archives; a++) {
        if (strcmp(archives[a]->name, isa) != 0 || !dpex_loops_is_supported(archives[a])) continue;
        int n_made = 0;
        for (int k = 0; k < N_PROGRAMS; k++) n_made += check_program(s, isa);
        CHECK(n_made > N_PROGRAMS / 3);
    }
    free(s);
}

TEST(machine_code_computes_as_c_with_avx2)
{
    check_isa("v3");
}

TEST(machine_code_computes_as_c_with_avx512)
{
    check_isa("v4");
}

TEST(there_is_no_machine_code_of_the_baseline)
{
    CHECK(!dpex_jit_is_possible("baseline", DPEX_JIT_ADD, DPEX_F64, DPEX_F64));
    CHECK(!dpex_jit_is_possible("v4", DPEX_JIT_CAST, DPEX_F64, DPEX_I64));
}

/* x y + z */
static void make_small(dpex_jit_program *p, int n_products)
{
    dpex_jit_begin(p, 0);
    const int x = dpex_jit_add(p, DPEX_JIT_LOAD, DPEX_F64, 0, NULL);
    int y = dpex_jit_add(p, DPEX_JIT_LOAD, DPEX_F64, 0, NULL);
    for (int k = 0; k < n_products; k++)
        y = dpex_jit_add(p, k % 2 ? DPEX_JIT_ADD : DPEX_JIT_MULTIPLY, DPEX_F64, 2,
                         (const int[]){x, y});
    CHECK(dpex_jit_store(p, y));
}

TEST(equal_steps_are_one)
{
    static dpex_jit_program p;
    make_small(&p, 1);
    CHECK_INT(dpex_jit_add(&p, DPEX_JIT_ADD, DPEX_F64, 2, (const int[]){0, 1}), 3);
    CHECK_INT(dpex_jit_add(&p, DPEX_JIT_ADD, DPEX_F64, 2, (const int[]){0, 1}), 3);
    CHECK_INT(dpex_jit_add(&p, DPEX_JIT_ADD, DPEX_F64, 2, (const int[]){1, 0}), 4);
}

/* Small work pays for code from the second time on; the same program has the same code. */
TEST(code_is_made_once)
{
    static dpex_jit_program p;
    const char *isa = dpex_loops_get()->name;
    make_small(&p, 3);
    if (!dpex_jit_is_possible(isa, DPEX_JIT_ADD, DPEX_F64, DPEX_F64)) SKIP("no AVX2");
    CHECK(!dpex_jit_hold(isa, &p, 100));
    dpex_jit_code *code = dpex_jit_hold(isa, &p, 100);
    CHECK(code != NULL);
    CHECK(dpex_jit_hold(isa, &p, 100) == code);
    dpex_jit_release(code);
    dpex_jit_release(code);
}

/* There is a limit to what is kept: what nobody holds is dropped. */
TEST(old_code_is_dropped)
{
    static dpex_jit_program p;
    const char *isa = dpex_loops_get()->name;
    if (!dpex_jit_is_possible(isa, DPEX_JIT_ADD, DPEX_F64, DPEX_F64)) SKIP("no AVX2");
    for (int k = 2; k < 1000; k++) {
        make_small(&p, k);
        dpex_jit_code *code = dpex_jit_hold(isa, &p, INT64_MAX);
        CHECK(code != NULL);
        double x[16], y[16], out[16], expected[16];
        for (int i = 0; i < 16; i++) {
            x[i] = 0.5 + i / 64.0;
            expected[i] = y[i] = 1;
            for (int s = 0; s < k; s++)
                expected[i] = s % 2 ? x[i] + expected[i] : x[i] * expected[i];
        }
        dpex_jit_run(code, (char *const[]){(char *)x, (char *)y, (char *)out}, 13);
        for (int i = 0; i < 13; i++) CHECK(out[i] == expected[i]);
        dpex_jit_release(code);
    }
}
