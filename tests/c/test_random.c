/* Generators and arrays of their numbers: words that their authors published, and that an array holds what the plain loop would give, however it
 * is cut. Distributions beside NumPy's: tests/python. */
#include <math.h>
#include <string.h>

#include "dpex/random.h"
#include "ops.h"

static dpex_random *generator(const char *engine, uint64_t seed)
{
    dpex_random *random;
    dpex_random_state state;
    CHECK_OK(dpex_random_create(engine, &random));
    CHECK_OK(dpex_random_get_state(random, &state));
    for (int i = 0; i < state.n_words; i++)
        state.words[i] = (seed + (uint64_t)i) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    if (!strcmp(engine, "philox")) state.words[10] = 4; /* no block at hand */
    if (!strcmp(engine, "philox4x32")) state.words[5] = 2;
    if (!strcmp(engine, "mt19937"))
        dpex_random_seed_twister((const uint32_t[]){(uint32_t)seed}, 1, &state);
    CHECK_OK(dpex_random_set_state(random, &state));
    return random;
}

static void make(dpex_queue *queue, dpex_dtype dtype, int64_t n, dpex_array *x)
{
    CHECK_OK(dpex_array_init(queue, dtype, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, x));
}

/* ---- words ------------------------------------------------------------------------------------- */

/* The first numbers in the file of results that comes with mt19937ar.c. */
TEST(twister_gives_its_authors_numbers)
{
    static const uint32_t key[] = {0x123, 0x234, 0x345, 0x456};
    static const uint64_t expected[] = {1067595299, 955945823, 477289528, 4107218783, 4228976476};
    dpex_random *random;
    dpex_random_state state;
    uint64_t words[5];
    CHECK_OK(dpex_random_create("mt19937", &random));
    CHECK_OK(dpex_random_get_state(random, &state));
    dpex_random_seed_twister(key, 4, &state);
    CHECK_OK(dpex_random_set_state(random, &state));
    CHECK_OK(dpex_random_words(random, words, 5));
    for (int i = 0; i < 5; i++) CHECK(words[i] == expected[i]);
    dpex_random_release(random);
}

/* The known answers of Random123 for philox4x64-10; the counter goes up before a block is made. */
TEST(philox_gives_its_authors_numbers)
{
    static const uint64_t of_zeros[] = {0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b,
                                        0x7e68b68aec7ba23b};
    static const uint64_t of_ones[] = {0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6,
                                       0xa09caebf594f0ba0};
    dpex_random *random;
    dpex_random_state state;
    uint64_t words[4];
    CHECK_OK(dpex_random_create("philox", &random));
    CHECK_OK(dpex_random_get_state(random, &state));
    memset(state.words, 0, sizeof(state.words));
    for (int i = 0; i < 4; i++) state.words[i] = UINT64_MAX;
    state.words[10] = 4;
    CHECK_OK(dpex_random_set_state(random, &state));
    CHECK_OK(dpex_random_words(random, words, 4));
    CHECK(!memcmp(words, of_zeros, sizeof(words)));
    for (int i = 0; i < 6; i++) state.words[i] = UINT64_MAX;
    state.words[0]--;
    CHECK_OK(dpex_random_set_state(random, &state));
    CHECK_OK(dpex_random_words(random, words, 4));
    CHECK(!memcmp(words, of_ones, sizeof(words)));
    dpex_random_release(random);
}

/* The known answers of Random123 for philox4x32-10. */
TEST(philox4x32_gives_its_authors_numbers)
{
    static const uint32_t expected[3][4] = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                            {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                            {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
    static const uint64_t states[3][3] = {
        {UINT64_MAX, UINT64_MAX, 0},
        {UINT64_MAX - 1, UINT64_MAX, UINT64_MAX},
        {UINT64_C(0x85a308d3243f6a87), UINT64_C(0x0370734413198a2e), UINT64_C(0x299f31d0a4093822)}};
    dpex_random *random;
    dpex_random_state state;
    uint64_t words[40], skipped;
    CHECK_OK(dpex_random_create("philox4x32", &random));
    for (int i = 0; i < 3; i++) {
        CHECK_OK(dpex_random_get_state(random, &state));
        memcpy(state.words, states[i], sizeof states[i]);
        state.words[5] = 2;
        CHECK_OK(dpex_random_set_state(random, &state));
        CHECK_OK(dpex_random_words(random, words, 40));
        for (int j = 0; j < 4; j++)
            CHECK((uint32_t)(words[j / 2] >> 32 * (j % 2)) == expected[i][j]);
        /* From any position to any other. */
        for (uint64_t from = 0; from < 5; from++)
            for (uint64_t n = 0; from + n < 40; n++) {
                CHECK_OK(dpex_random_set_state(random, &state));
                CHECK_OK(dpex_random_skip(random, 2 * from));
                CHECK_OK(dpex_random_skip(random, n));
                CHECK_OK(dpex_random_skip(random, n));
                CHECK_OK(dpex_random_words(random, &skipped, 1));
                CHECK(skipped == words[from + n]);
            }
    }
    state.words[5] = 3;
    CHECK_FAILS(dpex_random_set_state(random, &state), DPEX_ERROR_INVALID_VALUE);
    dpex_random_release(random);
}

TEST(unknown_engine_is_refused)
{
    dpex_random *random;
    CHECK_FAILS(dpex_random_create("dice", &random), DPEX_ERROR_INVALID_VALUE);
    dpex_random_release(NULL);
}

/* ---- arrays ---------------------------------------------------------------------------------------- */

/* One call for all elements, and calls for parts of an even number of them, which begin in the middle of chunks. */
static void check_cuts(dpex_queue *queue, const char *engine, const dpex_random_fill_spec *spec,
                       dpex_dtype dtype)
{
    enum { N = 70000, PART = 9998 };
    const size_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    dpex_random *whole = generator(engine, 5), *cut = generator(engine, 5);
    dpex_array all, part;
    uint64_t after[2];
    make(queue, dtype, N, &all);
    CHECK_OK(dpex_random_fill(whole, spec, &all));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int64_t first = 0; first < N; first += PART) {
        const int64_t n = N - first < PART ? N - first : PART;
        make(queue, dtype, n, &part);
        CHECK_OK(dpex_random_fill(cut, spec, &part));
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        const char *expected = (const char *)dpex_array_get_ptr(&all) + (size_t)first * itemsize;
        CHECK(!memcmp(dpex_array_get_ptr(&part), expected, (size_t)n * itemsize));
        dpex_array_fini(&part);
    }
    CHECK_OK(dpex_random_words(whole, &after[0], 1));
    CHECK_OK(dpex_random_words(cut, &after[1], 1));
    CHECK(after[0] == after[1]);
    dpex_array_fini(&all);
    dpex_random_release(whole);
    dpex_random_release(cut);
}

TEST(numbers_do_not_depend_on_the_chunks_of_a_fill)
{
    static const char *const engines[] = {"mt19937", "mcg59",     "philox", "philox4x32",
                                          "pcg64",   "pcg64dxsm", "sfc64"};
    const dpex_random_fill_spec uniform = {.kind = DPEX_RANDOM_UNIFORM, .low = 1, .width = 2},
                                normal = {.kind = DPEX_RANDOM_NORMAL, .low = 0, .width = 1};
    dpex_queue *queue = ops_queue();
    for (size_t i = 0; i < sizeof(engines) / sizeof(engines[0]); i++) {
        check_cuts(queue, engines[i], &uniform, DPEX_F64);
        check_cuts(queue, engines[i], &uniform, DPEX_F32);
        check_cuts(queue, engines[i], &normal, DPEX_F64);
    }
    dpex_queue_release(queue);
}

/* Ranges that reject a word hardly ever, now and then, often, and never. */
TEST(integers_are_those_of_the_plain_loop)
{
    static const char *const engines[] = {"mt19937", "philox", "philox4x32", "pcg64", "sfc64"};
    static const uint64_t ranges[] = {999,        3000017,           3 * (UINT64_C(1) << 30),
                                      UINT32_MAX, UINT64_C(1) << 40, UINT64_MAX / 3 * 2,
                                      UINT64_MAX};
    dpex_queue *queue = ops_queue();
    for (size_t i = 0; i < sizeof(engines) / sizeof(engines[0]); i++) {
        for (size_t k = 0; k < sizeof(ranges) / sizeof(ranges[0]); k++) {
            const dpex_random_fill_spec spec = {
                .kind = DPEX_RANDOM_INTEGERS, .start = 7, .range = ranges[k]};
            check_cuts(queue, engines[i], &spec, DPEX_U64);
        }
    }
    dpex_queue_release(queue);
}

TEST(arrays_that_cannot_be_filled_are_refused)
{
    const dpex_random_fill_spec normal = {.kind = DPEX_RANDOM_NORMAL, .width = 1};
    dpex_queue *queue = ops_queue();
    dpex_random *random = generator("pcg64", 1);
    dpex_array x, view;
    make(queue, DPEX_I32, 8, &x);
    CHECK_FAILS(dpex_random_fill(random, &normal, &x), DPEX_ERROR_INVALID_TYPE);
    dpex_array_fini(&x);
    make(queue, DPEX_F64, 8, &x);
    ops_view(&x, 0, 2, 2, 4, 2, &view);
    CHECK_FAILS(dpex_random_fill(random, &normal, &view), DPEX_ERROR_INVALID_VALUE);
    dpex_array_fini(&view);
    dpex_array_fini(&x);
    dpex_random_release(random);
    dpex_queue_release(queue);
}

/* ---- distributions by trial ------------------------------------------------------------------------ */

TEST(an_element_has_a_stream_of_its_own)
{
    dpex_queue *queue = ops_queue();
    dpex_random_draw_spec spec = {.key = {3, 4}, .constants = {2.5, 2}};
    dpex_array few, many;
    make(queue, DPEX_F64, 10, &few);
    make(queue, DPEX_F64, 2000, &many);
    CHECK_OK(dpex_random_draw("gamma", &spec, &few));
    CHECK_OK(dpex_random_draw("gamma", &spec, &many));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK(!memcmp(dpex_array_get_ptr(&few), dpex_array_get_ptr(&many), 10 * sizeof(double)));
    double mean = 0;
    for (int64_t i = 0; i < 2000; i++)
        mean += ((const double *)dpex_array_get_ptr(&many))[i] / 2000;
    CHECK(fabs(mean - 5) < 0.5); /* 7 standard deviations */
    spec.constants[0] = NAN;
    CHECK_OK(dpex_random_draw("gamma", &spec, &few));
    CHECK(isnan(ops_at(&few, 3)));
    CHECK_FAILS(dpex_random_draw("poisson", &spec, &few), DPEX_ERROR_INVALID_TYPE);
    CHECK_FAILS(dpex_random_draw("dice", &spec, &few), DPEX_ERROR_INVALID_VALUE);
    dpex_array_fini(&few);
    dpex_array_fini(&many);
    dpex_queue_release(queue);
}
