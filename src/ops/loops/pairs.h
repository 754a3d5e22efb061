/* Loops of two operations in one, (x first y) second z; the numbers by which they are found. */
#ifndef DPEX_OPS_LOOPS_PAIRS_H
#define DPEX_OPS_LOOPS_PAIRS_H

#include <stddef.h>

enum {
    DPEX_PAIR_ADD,
    DPEX_PAIR_SUBTRACT, /* p - z */
    DPEX_PAIR_MULTIPLY,
    DPEX_PAIR_SUBTRACT_FROM, /* z - p; second only */
    DPEX_PAIR_N_SECOND,
    DPEX_PAIR_N_FIRST = DPEX_PAIR_SUBTRACT_FROM
};

/* [first][second][y is one number for all elements][z likewise] */
typedef void (*dpex_pair_fn)(void *out, const void *const *in, size_t n);
typedef dpex_pair_fn dpex_pair_loops[DPEX_PAIR_N_FIRST][DPEX_PAIR_N_SECOND][2][2];

#endif
