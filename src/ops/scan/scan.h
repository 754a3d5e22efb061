/* What a row of defs/scan.def becomes, and how its kind computes: between scan.c (arguments), run.c
 * (cutting into tiles and phases) and the two kinds (combine.c, logsumexp.c).
 *
 * The one idea: a line is cut into segments. A segment is scanned by itself, from nothing, and then
 * what is before it is combined in front; the *start* of a segment is the start of the one before
 * combined with that one's total. So the result is defined by the line alone, and it does not
 * matter which thread does which segment when, nor which strides the line has. */
#ifndef DPEX_OPS_SCAN_SCAN_H
#define DPEX_OPS_SCAN_SCAN_H

#include "dpex/scan.h"
#include "ops/loops/loops.h"

enum { DPEX_SCAN_SEGMENT = 256 };        /* elements */
enum { DPEX_SCAN_MAX_STATE_BYTES = 16 }; /* of one chain */

/* The dtype of results: sums widen integers, others keep the dtype, which those of bits have of bool and integers
 * alone, logarithms are real. */
typedef enum dpex_scan_rule {
    DPEX_SCAN_RESULT_SUM,
    DPEX_SCAN_RESULT_SAME,
    DPEX_SCAN_RESULT_BITS,
    DPEX_SCAN_RESULT_REAL
} dpex_scan_rule;
/* The values that a running combine never leaves again: infinities of sums; infinities and zeros of
 * products. */
typedef enum dpex_scan_sticky {
    DPEX_SCAN_STICKY_INFINITE,
    DPEX_SCAN_STICKY_INFINITE_OR_ZERO
} dpex_scan_sticky;

/* A scan in a computing dtype. */
typedef struct dpex_scan_call {
    const dpex_scan *scan;
    const dpex_loops *loops;
    dpex_dtype dtype;
    size_t itemsize, state_bytes; /* of one value; of a chain's state */
    /* Combines of integers are associative to the bit: a segment may go on from its start at
     * once. */
    int is_associative;
} dpex_scan_call;

/* The state of a chain is what has to be known of the elements before it: one or more values of the
 * computing dtype. */
typedef struct dpex_scan_kind {
    /* 1 for COMBINE; 2 for LOGSUMEXP: the largest element, and the sum relative to it. */
    size_t state_elems;
    /* states[k] = that of chain k alone; chains->out is NULL. */
    void (*total)(const dpex_scan_call *call, const dpex_chains *chains, void *states);
    /* Scans the chains; from number n_fresh on, chain k comes after what states[k] holds. */
    void (*run)(const dpex_scan_call *call, const dpex_chains *chains, const void *states,
                size_t n_fresh);
    /* The chains one after the other, from *state on or, if it is fresh, from nothing; *state
     * becomes the end. Associative calls. */
    void (*follow)(const dpex_scan_call *call, const dpex_chains *chains, int is_fresh,
                   void *state);
    /* state = state combined with the total of one chain, which is at hand where the total alone
     * does not do. */
    void (*advance)(const dpex_scan_call *call, const dpex_chains *chain, const void *total,
                    void *state);
    /* Whether the total alone does. */
    int (*is_enough)(const dpex_scan_call *call, const void *total);
} dpex_scan_kind;

struct dpex_scan {
    const char *name;
    const dpex_scan_kind *kind;
    uint8_t number; /* dpex_scan_number */
    uint8_t op;     /* dpex_op_number of a running combine */
    uint8_t result; /* dpex_scan_rule */
    uint8_t sticky; /* dpex_scan_sticky */
    double initial;
};

extern const dpex_scan_kind dpex_scan_kind_COMBINE, dpex_scan_kind_LOGSUMEXP;

/* out[...] = scan of x along axis: same shape, at least one dimension and one element, one queue;
 * out is exactly x or does not overlap it. dtype: the computing dtype. */
dpex_status dpex_scan_submit(const dpex_scan *scan, dpex_dtype dtype, const dpex_array *x, int axis,
                             const dpex_array *out);

#endif
