/* Masks: the loops of each instruction set beside plain ones, and commands with guard bytes around what they write. */
#include <stdlib.h>
#include <string.h>

#include "dpex/mask.h"
#include "ops.h"
#include "ops/loops/loops.h"

/* ---- loops ----------------------------------------------------------------------------------------------- */

enum { MOST = 200, GUARD = 16 };

/* Which elements of a trial are chosen: none, all, single ones, long runs, every third. */
static int is_chosen(int pattern, int i)
{
    switch (pattern) {
    case 0: return 0;
    case 1: return 1;
    case 2: return i == 63 || i == 64 || i == 0;
    case 3: return i / 70 % 2 == 0;
    default: return i % 3 == 0;
    }
}

static int fill_bools(int pattern, int n, uint8_t *bools)
{
    int n_chosen = 0;
    for (int i = 0; i < n; i++) {
        bools[i] = is_chosen(pattern, i) ? (uint8_t)(1 + i % 255) : 0; /* any byte but 0 is true */
        n_chosen += bools[i] != 0;
    }
    return n_chosen;
}

static void check_compress(const dpex_bit_loops *loops, int number, const uint64_t *bits, int n,
                           int pattern)
{
    size_t size = (size_t)1 << number;
    unsigned char *in = malloc((size_t)n * size + 1); /* a read behind it is seen by sanitizers */
    unsigned char out[MOST * 16 + GUARD];
    for (size_t i = 0; i < (size_t)n * size; i++) in[i] = (unsigned char)(i * 37 + 11);
    memset(out, 0xA5, sizeof out);
    size_t n_words = (size_t)(n + 63) / 64;
    size_t n_out = loops->compress[number](out, in, bits, n_words), k = 0;
    for (int i = 0; i < n; i++)
        if (is_chosen(pattern, i)) CHECK(!memcmp(out + k++ * size, in + (size_t)i * size, size));
    CHECK_INT(n_out, k);
    for (int i = 0; i < GUARD; i++) CHECK_INT(out[k * size + (size_t)i], 0xA5);
    free(in);
}

static void check_expand(const dpex_bit_loops *loops, int number, const uint64_t *bits, int n,
                         int n_chosen, int pattern)
{
    size_t size = (size_t)1 << number, n_in = (size_t)n_chosen * size;
    unsigned char *in = malloc(n_in + 1), *out = malloc((size_t)n * size + 1);
    for (size_t i = 0; i < n_in; i++) in[i] = (unsigned char)(i * 37 + 11);
    memset(out, 0xA5, (size_t)n * size + 1);
    size_t k = 0;
    CHECK_INT(loops->expand[number](out, in, bits, (size_t)(n + 63) / 64), n_chosen);
    for (size_t i = 0; i < (size_t)n; i++) {
        if (is_chosen(pattern, (int)i))
            CHECK(!memcmp(out + i * size, in + k++ * size, size));
        else
            for (size_t b = 0; b < size; b++) CHECK_INT(out[i * size + b], 0xA5);
    }
    free(in);
    free(out);
}

static void check_fill(const dpex_bit_loops *loops, int number, const uint8_t *bools, int n,
                       int pattern)
{
    size_t size = (size_t)1 << number;
    unsigned char out[MOST * 16 + GUARD], value[16];
    memset(value, 0x3C, sizeof value);
    memset(out, 0xA5, sizeof out);
    loops->fill[number](out, bools, (size_t)n, value);
    for (size_t i = 0; i < sizeof out; i++) {
        int chosen = i < (size_t)n * size && is_chosen(pattern, (int)(i / size));
        CHECK_INT(out[i], chosen ? 0x3C : 0xA5);
    }
}

static void check_loops(const dpex_bit_loops *loops, int n, int pattern)
{
    uint8_t *bools = malloc((size_t)n + 1);
    uint64_t bits[MOST / 64 + 2] = {0};
    int64_t positions[MOST + 1];
    int n_chosen = fill_bools(pattern, n, bools), k = 0;
    CHECK_INT(loops->pack(bits, bools, (size_t)n), n_chosen);
    for (int i = 0; i < (MOST / 64 + 1) * 64; i++) {
        int expected = i < n && is_chosen(pattern, i);
        CHECK_INT(bits[i / 64] >> i % 64 & 1, expected);
    }
    for (int i = 0; i <= n; i++) positions[i] = -1;
    CHECK_INT(loops->positions(positions, bits, (size_t)(n + 63) / 64, 1000, -8), n_chosen);
    for (int i = 0; i < n; i++)
        if (is_chosen(pattern, i)) CHECK_INT(positions[k++], 1000 - 8 * i);
    CHECK_INT(positions[k], -1);
    for (int number = 0; number < 5; number++) {
        check_compress(loops, number, bits, n, pattern);
        check_expand(loops, number, bits, n, n_chosen, pattern);
        check_fill(loops, number, bools, n, pattern);
    }
    free(bools);
}

TEST(mask_loops_of_all_instruction_sets_choose_alike)
{
    static const int lengths[] = {0, 1, 8, 15, 63, 64, 65, 127, 128, 130, MOST};
    size_t n_sets;
    const dpex_loops *const *all = dpex_loops_get_all(&n_sets);
    for (size_t s = 0; s < n_sets; s++) {
        if (!dpex_loops_is_supported(all[s])) continue;
        for (int l = 0; l < 11; l++)
            for (int pattern = 0; pattern < 5; pattern++)
                check_loops(all[s]->bits, lengths[l], pattern);
    }
}

/* ---- commands -------------------------------------------------------------------------------------------- */

/* 0, 1, 2, 0, 1, 2, ... of any length: two thirds are chosen. */
static void make_condition(dpex_queue *queue, int64_t n, dpex_array *condition)
{
    dpex_array ramp;
    ops_ramp(queue, DPEX_I64, n, 0, 1, &ramp);
    dpex_operand operands[2] = {ops_array(&ramp), ops_int(3)};
    CHECK_OK(dpex_elementwise_new(dpex_op_find("remainder"), operands, DPEX_ORDER_K, condition));
    dpex_array_fini(&ramp);
}

static int64_t chosen_number(int64_t k)
{
    return k / 2 * 3 + k % 2 + 1;
}

TEST(chosen_elements_and_their_positions_come_in_order)
{
    static const int64_t lengths[] = {1, 2, 100, 16384, 16385, 200001};
    dpex_queue *queue = ops_queue();
    for (int l = 0; l < 6; l++) {
        int64_t n = lengths[l], n_chosen = n / 3 * 2 + (n % 3 == 2);
        dpex_array x, condition, out, positions;
        ops_ramp(queue, DPEX_F32, n, 1, 1, &x);
        make_condition(queue, n, &condition);
        CHECK_OK(dpex_extract_new(&x, &condition, &out));
        CHECK_OK(dpex_nonzero_new(&condition, &positions));
        CHECK_INT(out.size, n_chosen);
        CHECK_INT(positions.nd, 2);
        CHECK_INT(positions.shape[1], n_chosen);
        for (int64_t k = 0; k < n_chosen; k += 1 + n_chosen / 101) {
            CHECK_NUMBER(ops_at(&out, k), (double)(chosen_number(k) + 1));
            CHECK_NUMBER(ops_at(&positions, k), (double)chosen_number(k));
        }
        dpex_array_fini(&positions);
        dpex_array_fini(&out);
        dpex_array_fini(&condition);
        dpex_array_fini(&x);
    }
    dpex_queue_release(queue);
}

TEST(positions_between_those_chosen_stay)
{
    enum { N = 50000, VALUES = 7 };
    dpex_queue *queue = ops_queue();
    dpex_array base, x, condition, values;
    dpex_scalar value = {.f64 = -5};
    int64_t n = N, stride = -2;
    ops_ramp(queue, DPEX_F64, 2 * N + 1, 0, 1, &base);
    CHECK_OK(dpex_array_init_view(base.storage, queue, DPEX_F64, 8 * (2 * N - 1), 1, &n, &stride,
                                  DPEX_ARRAY_WRITABLE, &x)); /* x[i] = base[2 N - 1 - 2 i] */
    make_condition(queue, N, &condition);
    ops_ramp(queue, DPEX_I16, VALUES, 100, 1, &values);
    CHECK_OK(dpex_place(&x, &condition, &values));
    for (int64_t i = 0, k = 0; i < N; i++) {
        double expected = i % 3 ? (double)(100 + k++ % VALUES) : (double)(2 * N - 1 - 2 * i);
        if (i % 13 == 0) CHECK_NUMBER(ops_at(&x, i), expected);
    }
    CHECK_OK(dpex_fill_where(&x, &condition, &value));
    for (int64_t i = 0; i < N; i += 7)
        CHECK_NUMBER(ops_at(&x, i), i % 3 ? -5 : (double)(2 * N - 1 - 2 * i));
    for (int64_t i = 0; i <= N; i += 11) CHECK_NUMBER(ops_at(&base, 2 * i), (double)(2 * i));
    dpex_array_fini(&values);
    dpex_array_fini(&condition);
    dpex_array_fini(&x);
    dpex_array_fini(&base);
    dpex_queue_release(queue);
}

TEST(masks_refuse_what_they_cannot_do)
{
    dpex_queue *queue = ops_queue(), *other = ops_queue();
    dpex_array x, shorter, elsewhere, none, out;
    dpex_scalar value = {.f64 = 1};
    int64_t zero = 0;
    ops_ramp(queue, DPEX_F64, 6, 1, 1, &x);
    ops_ramp(queue, DPEX_F64, 5, 1, 1, &shorter);
    ops_ramp(other, DPEX_F64, 6, 1, 1, &elsewhere);
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 1, &zero, DPEX_ORDER_C, DPEX_USM_DEVICE, &none));
    CHECK_FAILS(dpex_extract_new(&x, &shorter, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("(5,)");
    CHECK_FAILS(dpex_extract_new(&x, &elsewhere, &out), DPEX_ERROR_PLACEMENT);
    CHECK_FAILS(dpex_place(&x, &shorter, &x), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_place(&x, &x, &elsewhere), DPEX_ERROR_PLACEMENT);
    CHECK_FAILS(dpex_place(&x, &x, &none), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("6");
    CHECK_FAILS(dpex_fill_where(&x, &shorter, &value), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_fill_where(&x, &elsewhere, &value), DPEX_ERROR_PLACEMENT);
    x.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    CHECK_FAILS(dpex_place(&x, &shorter, &x), DPEX_ERROR_READ_ONLY);
    CHECK_FAILS(dpex_fill_where(&x, &x, &value), DPEX_ERROR_READ_ONLY);
    for (int i = 0; i < 6; i++) CHECK_NUMBER(ops_at(&x, i), i + 1);
    dpex_array *made[] = {&none, &elsewhere, &shorter, &x};
    for (int i = 0; i < 4; i++) dpex_array_fini(made[i]);
    dpex_queue_release(other);
    dpex_queue_release(queue);
}
