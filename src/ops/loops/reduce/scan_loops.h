/* The loops of scans: what each instruction set's archive holds of them, by scan and computing
 * dtype. */
#ifndef DPEX_OPS_LOOPS_REDUCE_SCAN_LOOPS_H
#define DPEX_OPS_LOOPS_REDUCE_SCAN_LOOPS_H

#include <stddef.h>
#include <stdint.h>

typedef enum dpex_scan_number {
#define DPEX_SCAN(name, kind, operation, result, initial, sticky) DPEX_SCAN_##name,
#include "defs/scan.def"
#undef DPEX_SCAN
    DPEX_N_SCANS
} dpex_scan_number;

/* Stretches of n contiguous elements each, side by side. */
typedef struct dpex_chains {
    const char *in;
    char *out;                 /* NULL: nobody asks for more than the ends */
    int64_t in_step, out_step; /* bytes from the start of one chain to the next's */
    size_t n, n_chains;        /* n > 0 */
    int has_value; /* the chains go on from a value, else each begins with its first element */
} dpex_chains;

typedef struct dpex_scan_loops {
    /* For each chain k: for (i = 0; i < n; i++) out[k][i] = value[k] = combine(value[k],
     * in[k][i]). */
    void (*chains)(const dpex_chains *chains, void *value);
    /* out[i] = combine(*start, in[i]); out may be in. */
    void (*offset)(void *out, const void *start, const void *in, size_t n);
} dpex_scan_loops;

/* Running logarithms of sums of exponentials in lanes: element i of lane k is in[i *
 * DPEX_LOGSUMEXP_LANES + k]. top and sum hold each lane's largest element so far and the sum of
 * exp(x - top); begin with -infinity and 0. out NULL: only these. */
enum { DPEX_LOGSUMEXP_LANES = 8, DPEX_LOGSUMEXP_ROWS = 32 };
typedef void (*dpex_logsumexp_fn)(void *out, const void *in, void *top, void *sum, size_t n_rows);

#endif
