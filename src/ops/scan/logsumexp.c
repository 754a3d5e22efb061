/* Running logarithms of sums of exponentials: the state of a chain is its largest element m and the
 * sum of exp(x - m).
 *
 * The loops work on lanes side by side, so a block of each chain is packed, worked off and
 * unpacked. */
#include <math.h>
#include <string.h>

#include "base/integer.h"
#include "ops/iterate/lines.h"
#include "scan.h"

/* Lanes are chains side by side, rows their elements. */
enum { LANES = DPEX_LOGSUMEXP_LANES, ROWS = DPEX_LOGSUMEXP_ROWS };

/* One group of lanes: float or double, told by the itemsize. */
typedef union lanes {
    float f32[LANES];
    double f64[LANES];
} lanes;

static void set(lanes *values, size_t k, size_t itemsize, double value)
{
    if (itemsize == sizeof(float))
        values->f32[k] = (float)value;
    else
        values->f64[k] = value;
}

/* Elements row.. of chains first.. to lanes: chain k is column k of the block. */
static void pack(char *block, const dpex_chains *chains, size_t first, size_t n_lanes, size_t row,
                 size_t n_rows, size_t itemsize)
{
    for (size_t k = 0; k < n_lanes; k++) {
        const char *in = chains->in + (int64_t)(first + k) * chains->in_step + row * itemsize;
        dpex_line_write(block + k * itemsize, (int64_t)(LANES * itemsize), in, (int64_t)n_rows,
                        itemsize);
    }
}

static void unpack(const char *block, const dpex_chains *chains, size_t first, size_t n_lanes,
                   size_t row, size_t n_rows, size_t itemsize)
{
    for (size_t k = 0; k < n_lanes; k++) {
        char *out = chains->out + (int64_t)(first + k) * chains->out_step + row * itemsize;
        dpex_line_read(out, block + k * itemsize, (int64_t)(LANES * itemsize), (int64_t)n_rows,
                       itemsize);
    }
}

/* Chains first .. first + n_lanes from the states in top and sum on, which are left at the ends.
 * n_lanes chains; what the other lanes compute is not used. */
static void run_lanes(const dpex_scan_call *call, const dpex_chains *chains, size_t first,
                      size_t n_lanes, lanes *top, lanes *sum)
{
    _Alignas(64) char in[ROWS * sizeof(lanes)] = {0}, out[ROWS * sizeof(lanes)];
    for (size_t row = 0; row < chains->n; row += ROWS) {
        size_t n_rows = dpex_size_min(chains->n - row, ROWS);
        pack(in, chains, first, n_lanes, row, n_rows, call->itemsize);
        call->loops->logsumexp[call->dtype == DPEX_F64](chains->out ? out : NULL, in, top, sum,
                                                        n_rows);
        if (chains->out) unpack(out, chains, first, n_lanes, row, n_rows, call->itemsize);
    }
}

/* states: NULL before the first elements, else (m, sum) of chain k at states + k * state_bytes,
 * replaced by those after it. A fresh chain starts with m = -inf and sum 0. */
static void run_all(const dpex_scan_call *call, const dpex_chains *chains, char *states,
                    size_t n_fresh)
{
    size_t itemsize = call->itemsize;
    for (size_t first = 0; first < chains->n_chains; first += LANES) {
        lanes top, sum;
        size_t n = dpex_size_min(chains->n_chains - first, LANES);
        for (size_t k = 0; k < LANES; k++) {
            char *state = states + (first + k) * call->state_bytes;
            set(&top, k, itemsize, -INFINITY);
            set(&sum, k, itemsize, 0);
            if (k >= n || first + k < n_fresh) continue;
            memcpy((char *)&top + k * itemsize, state, itemsize);
            memcpy((char *)&sum + k * itemsize, state + itemsize, itemsize);
        }
        run_lanes(call, chains, first, n, &top, &sum);
        /* Without results only the states are wanted; with results they are known already. */
        for (size_t k = 0; k < n && !chains->out; k++) {
            char *state = states + (first + k) * call->state_bytes;
            memcpy(state, (char *)&top + k * itemsize, itemsize);
            memcpy(state + itemsize, (char *)&sum + k * itemsize, itemsize);
        }
    }
}

static void total(const dpex_scan_call *call, const dpex_chains *chains, void *states)
{
    run_all(call, chains, states, chains->n_chains);
}

static void run(const dpex_scan_call *call, const dpex_chains *chains, const void *states,
                size_t n_fresh)
{
    run_all(call, chains, (char *)states, n_fresh);
}

static void read_state(const dpex_scan_call *call, const void *state, double *top, double *sum)
{
    float single[2];
    if (call->dtype == DPEX_F64) {
        memcpy(top, state, sizeof(*top));
        memcpy(sum, (const char *)state + sizeof(*top), sizeof(*sum));
    } else {
        memcpy(single, state, sizeof(single));
        *top = (double)single[0];
        *sum = (double)single[1];
    }
}

/* exp(x - m), where equal infinities differ by nothing.
 * exp(inf - inf) would be NaN. */
static double weight(double x, double m)
{
    return x == m ? 1 : exp(x - m);
}

/* Two states (m, s) and (m', s') combine to (M, s exp(m - M) + s' exp(m' - M)) with M the larger of
 * m and m', as in the online softmax: no exponential overflows. */
static void advance(const dpex_scan_call *call, const dpex_chains *chain, const void *total,
                    void *state)
{
    (void)chain;
    double top, sum, other_top, other_sum;
    read_state(call, state, &top, &sum);
    read_state(call, total, &other_top, &other_sum);
    /* A NaN as the chain's largest element wins. */
    double m = (other_top > top) | (other_top != other_top) ? other_top : top;
    sum = sum * weight(top, m) + other_sum * weight(other_top, m);
    if (call->dtype == DPEX_F64) {
        memcpy(state, &m, sizeof(m));
        memcpy((char *)state + sizeof(m), &sum, sizeof(sum));
    } else {
        float single[2] = {(float)m, (float)sum};
        memcpy(state, single, sizeof(single));
    }
}

/* No state is sticky here: every total can be combined. */
static int is_enough(const dpex_scan_call *call, const void *total)
{
    (void)call;
    (void)total;
    return 1;
}

const dpex_scan_kind dpex_scan_kind_LOGSUMEXP = {2, total, run, NULL, advance, is_enough};
