/* Scans by an element-wise operation: the state of a chain is one value.
 *
 * In floating point a chain may come by itself to a value that its running combine never leaves
 * (infinity, or zero of a product), where the true line would not have: 1e-200 before a chain that
 * overflows. Such chains are combined in order from their start. */
#include <math.h>
#include <string.h>

#include "scan.h"

enum { MAX_STATES_BYTES = 128 };

static const dpex_scan_loops *loops_of(const dpex_scan_call *call)
{
    return &call->loops->scans[call->dtype][call->scan->number];
}

/* The larger part of a complex number, so that one comparison tells of infinity and zero; NaN if
 * one part is. */
static double magnitude(dpex_dtype dtype, const void *value)
{
    dpex_c128 c = {0, 0};
    dpex_c64 single;
    switch (dtype) {
    case DPEX_F32: memcpy(&single.re, value, sizeof(single.re)); return fabs((double)single.re);
    case DPEX_F64: memcpy(&c.re, value, sizeof(c.re)); return fabs(c.re);
    case DPEX_C64:
        memcpy(&single, value, sizeof(single));
        return fabs((double)single.re) + fabs((double)single.im);
    case DPEX_C128: memcpy(&c, value, sizeof(c)); return fabs(c.re) + fabs(c.im);
    /* A complex number is infinite or zero if this sum is; its exact value does not matter. */
    default: return 1; /* integers wrap around */
    }
}

static int is_enough(const dpex_scan_call *call, const void *total)
{
    /* Whether a chain's total, computed by itself, says all of it: a sticky value may come from its
     * own elements only, while with the true start the sum or product would have stayed finite. */
    double size = magnitude(call->dtype, total);
    return isfinite(size) && (size != 0 || call->scan->sticky == DPEX_SCAN_STICKY_INFINITE);
}

static void total(const dpex_scan_call *call, const dpex_chains *chains, void *states)
{
    loops_of(call)->chains(chains, states);
}

/* Chain k alone. */
static dpex_chains one_of(const dpex_chains *chains, size_t k)
{
    dpex_chains one = *chains;
    one.in += (int64_t)k * one.in_step;
    if (one.out) one.out += (int64_t)k * one.out_step;
    one.n_chains = 1;
    return one;
}

/* Results of the chain in order from *value on, which becomes its end. */
static void in_order(const dpex_scan_call *call, const dpex_chains *chain, void *value)
{
    dpex_chains again = *chain;
    again.has_value = 1;
    loops_of(call)->chains(&again, value);
}

/* Of integers: the chains are combined with no rounding, so there is nothing to redo. */
static void follow(const dpex_scan_call *call, const dpex_chains *chains, int is_fresh, void *state)
{
    for (size_t k = 0; k < chains->n_chains; k++, is_fresh = 0) {
        dpex_chains one = one_of(chains, k);
        one.has_value = !is_fresh;
        loops_of(call)->chains(&one, state);
    }
}

/* Associative operations run each chain from its start directly. Others scan all chains from
 * nothing side by side, which hides the latency of the additions, and combine each with its start
 * afterwards; a chain that became sticky is run again in order. */
static void run(const dpex_scan_call *call, const dpex_chains *chains, const void *states,
                size_t n_fresh)
{
    _Alignas(16) char ends[MAX_STATES_BYTES], value[DPEX_SCAN_MAX_STATE_BYTES];
    if (call->is_associative) {
        for (size_t k = 0; k < chains->n_chains; k++) {
            memcpy(value, (const char *)states + k * call->itemsize, call->itemsize);
            dpex_chains one = one_of(chains, k);
            follow(call, &one, k < n_fresh, value);
        }
        return;
    }
    loops_of(call)->chains(chains, ends);
    for (size_t k = n_fresh; k < chains->n_chains; k++) {
        dpex_chains one = one_of(chains, k);
        memcpy(value, (const char *)states + k * call->itemsize, call->itemsize);
        if (is_enough(call, ends + k * call->itemsize))
            loops_of(call)->offset(one.out, value, one.out, one.n);
        else
            in_order(call, &one, value);
    }
}

/* The total is combined in front as one element; if it is not enough, the chain's elements are. */
static void advance(const dpex_scan_call *call, const dpex_chains *chain, const void *total,
                    void *state)
{
    dpex_chains one = {.in = total, .n = 1, .n_chains = 1};
    if (is_enough(call, total))
        in_order(call, &one, state);
    else {
        one = *chain;
        one.out = NULL;
        in_order(call, &one, state);
    }
}

/* One value per state. */
const dpex_scan_kind dpex_scan_kind_COMBINE = {1, total, run, follow, advance, is_enough};
