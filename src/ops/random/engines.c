/* The engines: words in sequence, and skipping ahead. */
#include <pthread.h>
#include <string.h>

#include "base/integer.h"
#include "engine.h"
#include "ops/loops/loops.h"

__extension__ typedef unsigned __int128 u128;

static const dpex_random_loops *loops(void)
{
    return dpex_loops_get()->random;
}

/* ---- mt19937 ----------------------------------------------------------------------------------------------- */

enum { N = DPEX_TWISTER_WORDS };

/* The state holds the words in 64 bits each for its readers; here they are 32, packed in place on
 * the way in (set_state). */
static uint32_t *twister_key(dpex_random_state *state)
{
    return (uint32_t *)(void *)state->words;
}

/* key and out are words of 32 bits; the state's last entry counts how many of the current 624 are
 * used. */
static void mt19937_words(dpex_random_state *state, void *out, size_t n)
{
    uint32_t *key = twister_key(state), *to = out;
    uint64_t *used = &state->words[N];
    while (n) {
        if (*used >= N) {
            loops()->twist(key);
            *used = 0;
        }
        size_t step = N - *used < n ? (size_t)(N - *used) : n;
        memcpy(to, key + *used, step * sizeof *to);
        *used += step;
        to += step;
        n -= step;
    }
}

/* What initialization begins with: the words of one seed, always the same. */
static uint32_t first_words[N];
static pthread_once_t first_once = PTHREAD_ONCE_INIT;

static void make_first_words(void)
{
    uint32_t *s = first_words;
    s[0] = 19650218u;
    for (size_t k = 1; k < N; k++) s[k] = 1812433253u * (s[k - 1] ^ (s[k - 1] >> 30)) + (uint32_t)k;
}

/* The reference initialization by an array (init_by_array of the authors' 2002 version), so that
 * the same seeds give the same numbers. */
void dpex_random_seed_twister(const uint32_t *key, size_t n, dpex_random_state *state)
{
    uint32_t s[N];
    size_t i = 1, j = 0;
    pthread_once(&first_once, make_first_words);
    memcpy(s, first_words, sizeof s);
    uint32_t last = s[0]; /* s[i - 1] in a register: each word waits for the one before */
    for (size_t k = n > N ? n : N; k; k--) {
        s[i] = last = (s[i] ^ ((last ^ (last >> 30)) * 1664525u)) + (key[j] + (uint32_t)j);
        if (++i == N) s[0] = last, i = 1;
        if (++j == n) j = 0;
    }
    for (size_t k = N - 1; k; k--) {
        s[i] = last = (s[i] ^ ((last ^ (last >> 30)) * 1566083941u)) - (uint32_t)i;
        if (++i == N) s[0] = last, i = 1;
    }
    s[0] = 0x80000000u;
    memset(state, 0, sizeof *state);
    for (size_t k = 0; k < N; k++) state->words[k] = s[k];
    state->words[N] = N;
    state->n_words = N + 1;
}

/* ---- mcg59 ------------------------------------------------------------------------------------------------- */

static void mcg59_words(dpex_random_state *state, void *out, size_t n)
{
    loops()->mcg59(state->words, out, n);
}

/* 13^13 modulo 2^59, squared repeatedly: n steps in log2 n multiplications. */
static void mcg59_skip(dpex_random_state *state, uint64_t n)
{
    uint64_t power = 302875106592253u, x = state->words[0];
    for (; n; n >>= 1, power *= power)
        if (n & 1) x *= power;
    state->words[0] = x & ((UINT64_C(1) << 59) - 1);
}

/* ---- philox ------------------------------------------------------------------------------------------------ */

/* Positions in the state's words. */
enum { COUNTER = 0, KEY = 4, BLOCK = 6, USED = 10 };

/* Four words are one 256-bit number; a carry goes on as long as a word wraps around. */
static void advance_counter(uint64_t *counter, uint64_t n)
{
    uint64_t old = counter[0];
    counter[0] += n;
    for (int i = 1; i < 4 && counter[i - 1] < old; i++) {
        old = counter[i];
        counter[i]++;
    }
}

static void philox_blocks(dpex_random_state *state, uint64_t *out, size_t n)
{
    loops()->philox(&state->words[COUNTER], &state->words[KEY], out, n);
    advance_counter(&state->words[COUNTER], n);
}

/* The words of the current block that are still unused. */
static size_t from_block(dpex_random_state *state, uint64_t *out, size_t n)
{
    size_t used = (size_t)state->words[USED], step = dpex_size_min(4 - used, n);
    memcpy(out, &state->words[BLOCK + used], step * sizeof *out);
    state->words[USED] += step;
    return step;
}

/* Whole blocks go straight to out; a part of one is kept for the next call. */
static void philox_words(dpex_random_state *state, void *out, size_t n)
{
    uint64_t *to = out;
    size_t done = from_block(state, to, n), whole = (n - done) / 4;
    philox_blocks(state, to + done, whole);
    done += 4 * whole;
    if (done == n) return;
    philox_blocks(state, &state->words[BLOCK], 1);
    state->words[USED] = 0;
    from_block(state, to + done, n - done);
}

/* At most one block is computed, however far it skips. */
static void philox_skip(dpex_random_state *state, uint64_t n)
{
    uint64_t left = 4 - state->words[USED];
    if (n <= left) {
        state->words[USED] += n;
        return;
    }
    /* n - left words into the following blocks: (n - 1) / 4 whole ones, and the rest of one. */
    n -= left;
    advance_counter(&state->words[COUNTER], (n - 1) / 4);
    philox_blocks(state, &state->words[BLOCK], 1);
    state->words[USED] = n - (n - 1) / 4 * 4;
}

/* ---- philox4x32 -------------------------------------------------------------------------------------------- */

/* As above, of smaller blocks: positions in the state's words. */
enum { SHORT_KEY = 2, SHORT_BLOCK = 3, SHORT_USED = 5, SHORT_WORDS = 2 };

/* The counter goes up before a block is made, as that of the other Philox: a new generator's is one
 * below its first block's. */
static void philox4x32_blocks(dpex_random_state *state, uint64_t *out, size_t n)
{
    loops()->philox4x32(state->words, state->words[SHORT_KEY], out, n);
    state->words[0] += n;
    state->words[1] += state->words[0] < n;
}

/* What is left of the block at hand, then whole blocks straight to `out`, then the first word of
 * one more. */
static void philox4x32_words(dpex_random_state *state, void *out, size_t n)
{
    uint64_t *to = out, *used = &state->words[SHORT_USED];
    while (n && *used < SHORT_WORDS) {
        *to++ = state->words[SHORT_BLOCK + (*used)++];
        n--;
    }
    philox4x32_blocks(state, to, n / SHORT_WORDS);
    if (n % SHORT_WORDS == 0) return;
    /* An odd word: the other half of its block is kept. */
    philox4x32_blocks(state, &state->words[SHORT_BLOCK], 1);
    to[n - 1] = state->words[SHORT_BLOCK];
    *used = 1;
}

/* At most one block is computed, however far it skips. A block that is used up stays at hand until
 * the next word is wanted, as after reading. */
static void philox4x32_skip(dpex_random_state *state, uint64_t n)
{
    const uint64_t left = SHORT_WORDS - state->words[SHORT_USED];
    if (n <= left) {
        state->words[SHORT_USED] += n;
        return;
    }
    /* Whole blocks, and the one in which the next word is, or which it follows. */
    const uint64_t whole = (n - left - 1) / SHORT_WORDS;
    state->words[0] += whole;
    state->words[1] += state->words[0] < whole;
    philox4x32_blocks(state, &state->words[SHORT_BLOCK], 1);
    state->words[SHORT_USED] = n - left - whole * SHORT_WORDS;
}

/* ---- pcg64 ------------------------------------------------------------------------------------------------- */

static void pcg64_words(dpex_random_state *state, void *out, size_t n)
{
    loops()->pcg64(state->words, out, n);
}

static void pcg64dxsm_words(dpex_random_state *state, void *out, size_t n)
{
    loops()->pcg64dxsm(state->words, out, n);
}

/* F. Brown, "Random number generation with arbitrary strides" (1994).
 * x -> a x + c, n times, is x -> a^n x + c (a^n - 1) / (a - 1); both by repeated squaring. */
static void skip_linear(dpex_random_state *state, u128 factor, uint64_t n)
{
    uint64_t *s = state->words;
    u128 x = (u128)s[0] << 64 | s[1], step = (u128)s[2] << 64 | s[3], all = 1, sum = 0;
    for (; n; n >>= 1) {
        if (n & 1) {
            all *= factor;
            sum = sum * factor + step;
        }
        step *= factor + 1;
        factor *= factor;
    }
    x = x * all + sum;
    s[0] = (uint64_t)(x >> 64), s[1] = (uint64_t)x;
}

static void pcg64_skip(dpex_random_state *state, uint64_t n)
{
    skip_linear(state, (u128)0x2360ed051fc65da4u << 64 | 0x4385df649fccf645u, n);
}

static void pcg64dxsm_skip(dpex_random_state *state, uint64_t n)
{
    skip_linear(state, 0xda942042e4dd58b5u, n);
}

/* ---- sfc64 ------------------------------------------------------------------------------------------------- */

static void sfc64_words(dpex_random_state *state, void *out, size_t n)
{
    loops()->sfc64(state->words, out, n);
}

/* ---- the table --------------------------------------------------------------------------------------------- */

/* The table says whether an engine skips; those that cannot have no such function. */
#define SKIP_0(name) NULL
#define SKIP_1(name) name##_skip
static const dpex_random_engine engines[] = {
#define DPEX_RANDOM_ENGINE(name, bits, n_words, skips)                                             \
    {#name, bits, n_words, name##_words, SKIP_##skips(name)},
#include "defs/random_engines.def"
#undef DPEX_RANDOM_ENGINE
};

const dpex_random_engine *dpex_random_engine_find(const char *name)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (!strcmp(engines[i].name, name)) return &engines[i];
    return NULL;
}
