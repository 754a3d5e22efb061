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

typedef enum dpex_step_answer {
    DPEX_STEP_DECLINED,
    DPEX_STEP_TAKEN,
    DPEX_STEP_NEEDS_MEMORY
} dpex_step_answer;

/* Adds the step, whose result is a new array of the shape and kind of `like`, over memory that pending work has left;
 * where there is none, dpex_tape_take_step is asked. */
dpex_step_answer dpex_tape_take_new_step(const dpex_tape_step *step, const dpex_array *like,
                                         dpex_array *out);
/* Whether the step was added, whose result is `out`. */
int dpex_tape_take_step(const dpex_tape_step *step, const dpex_array *out);

#endif
