/* Tapes inside ops/: registers, and the plan that one run of a tape over arrays becomes.
 *
 * A tape is a straight-line list of registers; each is an input, a constant, or the result of a
 * loop over earlier registers. Its opcodes are pointers to loops already, of the archive in use.
 * tape.c builds, plan.c lays out, execute.c runs. */
#ifndef DPEX_OPS_TAPE_TAPE_H
#define DPEX_OPS_TAPE_TAPE_H

#include "ops/loops/loops.h"
#include "ops/reduce/reduction.h"

enum { DPEX_TAPE_MAX_REGS = 512, DPEX_TAPE_MAX_OUTPUTS = 16, DPEX_TAPE_MAX_REDUCTIONS = 4 };

typedef enum dpex_reg_kind {
    DPEX_REG_INPUT,    /* index: which */
    DPEX_REG_CONSTANT, /* value; index: of the parameter that gives it, -1: none */
    DPEX_REG_CAST,     /* cast(src[0]) */
    DPEX_REG_APPLY,    /* call(src...); index: the dpex_op_number */
    /* The result of reduction `index` of the tape, the same for all elements that were reduced
     * to it; in tapes of stages only. */
    DPEX_REG_REDUCED
} dpex_reg_kind;

typedef struct dpex_reg {
    uint8_t kind;
    uint8_t dtype;
    uint8_t n_src;
    uint8_t is_buffered; /* an input that is copied into its slot: set by the plan */
    /* In a tape of stages: registers of a stage need results of reductions of the stages before. */
    uint8_t stage;
    uint8_t is_row;     /* there: its values are kept from stage to stage; set by the plan */
    uint8_t is_uniform; /* there: a number for each row, computed from results of reductions */
    uint8_t direct;     /* 1 + the output that a step may write at once, 0: none; set by the plan */
    uint8_t compiled; /* 1 + the number of the plan's compiled steps that it belongs to; 0: none */
    uint8_t is_inner; /* there: nothing else reads it, so it is nowhere in memory */
    int16_t src[DPEX_MAX_ARITY];
    int16_t index; /* of the input, or the operation's number */
    int16_t slot;  /* of a block's scratch memory; set by the plan */
    /* Which of the three depends on kind. */
    union {
        dpex_scalar value;
        dpex_cast_fn cast;
        dpex_loop_call call;
    };
} dpex_reg;

/* A reduction that a tape ends in: what it combines is an output's register. */
typedef struct dpex_tape_reduction {
    const dpex_reduction *reduction;
    dpex_dtype dtype;  /* of the result */
    double correction; /* of var and std */
} dpex_tape_reduction;

struct dpex_tape {
    _Atomic int refs;
    const dpex_loops *loops;
    int n_regs, n_inputs, n_outputs, n_parameters;
    int16_t outputs[DPEX_TAPE_MAX_OUTPUTS];
    const dpex_reduction
        *reduction; /* of outputs[0], whose dtype is that of the reduced values; NULL: none */
    dpex_dtype reduced_dtype; /* of the reduction's result */
    double correction;        /* of var and std */
    /* Further reductions over the same axes, of outputs[1] to outputs[n_more];
     * outputs behind those of reductions are stored element by element. */
    int n_stages; /* 1, but for tapes that read results of their own reductions (ops/reduce/rows.c) */
    int n_more;
    dpex_tape_reduction more[DPEX_TAPE_MAX_REDUCTIONS - 1];
    int is_alone; /* a program's: on devices that compile a kernel of its own */
    int capacity;
    dpex_reg *regs; /* -> small, or malloc'd and the tape's */
    dpex_reg small[12];
};

/* For a tape on the stack: _init, calls that build, _fini. */
int dpex_tape_n_reductions(const dpex_tape *tape);
dpex_tape_reduction dpex_tape_reduction_of(const dpex_tape *tape, int number);
void dpex_tape_init(dpex_tape *tape);
void dpex_tape_fini(dpex_tape *tape);

/* Like dpex_tape_apply for operands of any dtype: converts them as needed to in[i] and the
 * result to out. */
dpex_status dpex_tape_apply_converted(dpex_tape *tape, const dpex_op *op, const int *regs,
                                      const dpex_dtype *in, dpex_dtype out, int *reg);

/* Runs a tape on arrays of one queue: overlaps, the plan, submission. name: a string constant
 * for messages and profiles. Shapes and dtypes were checked: outputs have the shape nd, shape to
 * which the inputs broadcast. */
typedef struct dpex_launch {
    const char *name;
    const dpex_array *const *inputs;
    int n_inputs;
    dpex_array *const *outputs;
    int n_outputs;
    int nd;
    const int64_t *shape;
    uint64_t reduced; /* axes, for a tape with a reduction; its output has extents of 1 there */
    /* May be NULL. The array that the reduced values would be without fusion: its layout decides
     * the order in which they are combined. */
    const dpex_array *model;
    /* May be NULL. Of the only input: element i is that at i - shifts, around the ends. Of work that
     * ops/fusion keeps back or refuses alone. */
    const int64_t *shifts;
} dpex_launch;
dpex_status dpex_tape_launch(const dpex_tape *tape, const dpex_launch *launch);
/* The same, but never kept back to be fused with later work (ops/fusion). */
dpex_status dpex_tape_launch_now(const dpex_tape *tape, const dpex_launch *launch);
/* dst = src, converted and broadcast, by a tape without an operation; the arrays share a queue. */
dpex_status dpex_tape_copy(const dpex_array *src, dpex_array *dst);
/* dst[i] = src[i - shifts], around the ends, of one shape and dtype; shifts are at least 0 and less
 * than the extents. Only if it can be kept back for later work (ops/fusion): returns whether. */
int dpex_tape_roll_later(const dpex_array *src, const int64_t *shifts, dpex_array *dst);

/* For a tape with a reduction: the output has the shape that the reduced axes leave, with or
 * without extents of 1. */
dpex_status dpex_tape_run_reduced(const dpex_tape *tape, const dpex_array *const *inputs,
                                  int n_inputs, int nd, const int64_t *shape, dpex_array *out,
                                  uint64_t axes_mask);
/* What the reduced axes leave of a shape, with or without extents of 1; the number of
 * dimensions. */
int dpex_reduced_shape(int nd, const int64_t *shape, uint64_t reduced, int keepdims, int64_t *out);

#endif
