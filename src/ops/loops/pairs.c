/* Loops of two operations, for chains of them: what lies between stays in a register. */
#include "tables.h"

/* (x first y) second z, as expressions.
 * Each pair of operations is a row: sum, difference and product, then each of those and the
 * reversed difference. */
#define K_PAIRS(X)                                                                                 \
    X(ADD, ADD, x + y, p + z)                                                                      \
    X(ADD, SUBTRACT, x + y, p - z)                                                                 \
    X(ADD, SUBTRACT_FROM, x + y, z - p)                                                            \
    X(ADD, MULTIPLY, x + y, p * z)                                                                 \
    X(SUBTRACT, ADD, x - y, p + z)                                                                 \
    X(SUBTRACT, SUBTRACT, x - y, p - z)                                                            \
    X(SUBTRACT, SUBTRACT_FROM, x - y, z - p)                                                       \
    X(SUBTRACT, MULTIPLY, x - y, p * z)                                                            \
    X(MULTIPLY, ADD, x *y, p + z)                                                                  \
    X(MULTIPLY, SUBTRACT, x *y, p - z)                                                             \
    X(MULTIPLY, SUBTRACT_FROM, x *y, z - p)                                                        \
    X(MULTIPLY, MULTIPLY, x *y, p *z)

#define K_SUFFIX f32
#define T        float
#include "pairs.inc"

#define K_SUFFIX f64
#define T        double
#include "pairs.inc"

const dpex_pair_loops *const K_IN_ISA(dpex_pairs)[2] = {&pairs_f32, &pairs_f64};
