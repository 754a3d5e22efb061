/* Single operations that are added to pending work. */
#ifndef DPEX_OPS_TAPE_EXTEND_H
#define DPEX_OPS_TAPE_EXTEND_H

#include "tape.h"

/* One operation on arrays of one shape that are dense in C order, which becomes a step of what is pending:
 * the same as a launch of a tape with that operation, in less time (extend.c). ops/fusion has the functions. */
typedef struct dpex_tape_step {
    const char *name;
    dpex_reg reg;                             /* operand i is src[i] */
    const dpex_array *arrays[DPEX_MAX_ARITY]; /* NULL: the constant */
    dpex_reg constants[DPEX_MAX_ARITY];
} dpex_tape_step;

/* Whether pending work of the queue takes steps of this shape. *storage: for the result, of such
 * elements, as dpex_result_take_dead gives it. */
int dpex_tape_expects_step(dpex_queue *queue, dpex_dtype dtype, int nd, const int64_t *shape,
                           dpex_usm_kind kind, dpex_storage **storage);
/* Whether the step was added, whose result is `out`. */
int dpex_tape_take_step(const dpex_tape_step *step, const dpex_array *out);

#endif
