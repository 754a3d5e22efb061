/* Lengths and costs. The unit of cost is about a hundredth of a nanosecond: 10 are an operation on
 * a vector. What is not counted operation by operation was fitted to times measured in double on a
 * processor with vectors of 8. */
#include "factors.h"

#include "base/integer.h"
#include "kernels.h"

/* NOMINAL_LANES: of doubles in the vectors for which methods are compared, on every processor; of
 * floats there are twice as many. */
enum { NOMINAL_LANES = 8, ONE_BY_ONE = 300 };

int dpex_fft_factorize(int64_t n, int64_t radices[DPEX_FFT_MAX_STAGES])
{
    int n_radices = 0, twos = 0;
    for (; n % 2 == 0; n /= 2) twos++;
    /* eights, and fours rather than a two */
    int fours = twos % 3 == 2 ? 1 : twos % 3 == 1 && twos > 1 ? 2 : 0;
    for (int i = 0; i < (twos - 2 * fours) / 3; i++) radices[n_radices++] = 8;
    for (int i = 0; i < fours; i++) radices[n_radices++] = 4;
    if (twos == 1) radices[n_radices++] = 2;
    for (int64_t p = 3; p * p <= n; p += 2) {
        for (; n % p == 0; n /= p) radices[n_radices++] = p;
    }
    if (n > 1) radices[n_radices++] = n;
    return n_radices;
}

/* Per element of a stage: the butterfly, its factors, loads and stores. */
static int64_t stage_cost(int64_t radix)
{
    switch (radix) {
    case 2: return 90;
    case 4: return 120;
    case 8: return 160;
    }
    int64_t h = radix / 2;
    return (80 * h * h + 80 * h) / radix + (radix > 13 ? 140 : 100);
}

/* The same with one line: the lanes hold results of a butterfly. */
static int64_t lone_stage_cost(int64_t radix)
{
    if (radix <= DPEX_FFT_MAX_BUTTERFLY) return stage_cost(radix);
    int64_t h = radix / 2;
    return 80 * h * dpex_int64_ceil_div(h, NOMINAL_LANES) / radix + 400;
}

static int64_t block_cost(int64_t n, int64_t (*cost_of_stage)(int64_t radix))
{
    int64_t radices[DPEX_FFT_MAX_STAGES], cost = 0;
    int n_radices = dpex_fft_factorize(n, radices);
    /* blocks beyond the first cache, a small second one, a large one */
    int64_t far = n > 6144 ? 500 : n > 2560 ? 150 : n > 160 ? 110 : 0;
    for (int i = 0; i < n_radices; i++) cost += cost_of_stage(radices[i]) + far;
    return n * cost;
}

/* ---- convolution ----------------------------------------------------------------------------------------- */

/* Lengths with factors 2, 3 and 5 only, of which the cheapest is taken; each loop grows by its
 * factor. */
int64_t dpex_fft_convolution_length(int64_t n)
{
    int64_t least = 2 * n - 1, best = 0, best_cost = 0;
    for (int64_t fives = 1; fives < 4 * least; fives *= 5) {
        for (int64_t threes = fives; threes < 4 * least; threes *= 3) {
            int64_t length = threes;
            while (length < least) length *= 2;
            if (length > 2 * least || (best && length >= 2 * best)) continue;
            int64_t cost = block_cost(length, stage_cost);
            if (best && cost >= best_cost) continue;
            best = length;
            best_cost = cost;
        }
    }
    return best;
}

/* Primes above DPEX_FFT_MAX_RADIX must be convolved; smaller ones only if that is cheaper. */
int dpex_fft_needs_convolution(int64_t n)
{
    int64_t radices[DPEX_FFT_MAX_STAGES];
    int n_radices = dpex_fft_factorize(n, radices);
    if (n_radices == 0 || radices[n_radices - 1] <= 13) return 0;
    if (radices[n_radices - 1] > DPEX_FFT_MAX_RADIX) return 1;
    /* What a convolution does besides its two transforms. */
    const int64_t around = 250; /* per element: the products before, between and after */
    int64_t length = dpex_fft_convolution_length(n);
    return 2 * block_cost(length, stage_cost) + around * length < block_cost(n, stage_cost);
}

/* ---- splitting ------------------------------------------------------------------------------------------- */

/* One transform in the lanes for each of `count`; those that do not fill the lanes are moved one by
 * one. */
static int64_t groups_cost(int64_t n, int64_t count, int64_t lanes, int64_t moved, int64_t overhead)
{
    int64_t n_groups = dpex_int64_ceil_div(count, lanes);
    int64_t cost = n_groups * (block_cost(n, stage_cost) + n * moved + overhead);
    return count % lanes ? cost + n * ONE_BY_ONE : cost;
}

static int64_t split_cost(int64_t first, int64_t second, int64_t lanes)
{
    const int64_t load_and_multiply = 240, store = 100;
    return groups_cost(first, second, lanes, load_and_multiply, 2500) +
           groups_cost(second, first, lanes, store, 4000);
}

static int64_t one_lane_cost(int64_t n)
{
    const int64_t moved = 60;
    return block_cost(n, lone_stage_cost) + n * (moved + ONE_BY_ONE) + 2500;
}

int64_t dpex_fft_find_split(int64_t n, int is_double)
{
    const int64_t lanes = is_double ? NOMINAL_LANES : 2 * NOMINAL_LANES;
    int64_t best = 0, best_cost = one_lane_cost(n);
    for (int64_t d = 2; d * d <= n; d++) {
        if (n % d) continue;
        const int64_t ways[2] = {d, n / d};
        for (int i = 0; i < 2; i++) {
            int64_t cost = split_cost(ways[i], n / ways[i], lanes);
            if (cost >= best_cost) continue;
            best = ways[i];
            best_cost = cost;
        }
    }
    return best;
}
