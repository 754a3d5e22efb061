/* Machine code for straight-line programs of exact element-wise operations, on x86-64 with AVX2 or
 * AVX-512.
 *
 * The interpreter of tapes (ops/tape/execute.c) writes each step's block to the first-level cache
 * and the next step reads it back, which bounds a step at some four cycles for a vector. Here the
 * steps of a program become one loop, whose values stay in registers. Every operation is one
 * instruction that rounds as the interpreter's loops do, so that bits are the same: what is computed by a
 * function (exp, sin) is not offered, and nothing is contracted or reordered.
 *
 * translate.c selects instructions and registers, assembler.c encodes them, cache.c keeps the code
 * by its program. */
#ifndef DPEX_OPS_JIT_JIT_H
#define DPEX_OPS_JIT_JIT_H

#include <stdint.h>

#include "dpex/dtype.h"

typedef enum dpex_jit_op {
    DPEX_JIT_LOAD,     /* the next input: elements side by side */
    DPEX_JIT_CONSTANT, /* the next input: a vector (64 bytes) of equal elements */
    DPEX_JIT_ELEMENT,  /* the next input: one element for all, not of bool */
    DPEX_JIT_ADD,
    DPEX_JIT_SUBTRACT,
    DPEX_JIT_MULTIPLY,
    DPEX_JIT_DIVIDE,
    DPEX_JIT_SQRT,
    DPEX_JIT_NEGATE,
    DPEX_JIT_ABS,
    DPEX_JIT_RECIPROCAL,
    DPEX_JIT_MAXIMUM, /* NaN if an operand is */
    DPEX_JIT_MINIMUM,
    DPEX_JIT_EQUAL, /* comparisons give bool */
    DPEX_JIT_NOT_EQUAL,
    DPEX_JIT_LESS,
    DPEX_JIT_LESS_EQUAL,
    DPEX_JIT_GREATER,
    DPEX_JIT_GREATER_EQUAL,
    DPEX_JIT_ISNAN,
    DPEX_JIT_AND, /* of bits */
    DPEX_JIT_OR,
    DPEX_JIT_XOR,
    DPEX_JIT_NOT,
    DPEX_JIT_WHERE, /* src[0] ? src[1] : src[2] */
    DPEX_JIT_CAST,
    DPEX_JIT_N_OPS
} dpex_jit_op;

enum { DPEX_JIT_MAX_STEPS = 1024, DPEX_JIT_MAX_POINTERS = 192, DPEX_JIT_MAX_STORED = 32 };

typedef struct dpex_jit_step {
    uint8_t op;        /* dpex_jit_op */
    uint8_t dtype;     /* of the result: bool, int32, uint32, int64, uint64, float32 or float64 */
    uint8_t n_src;     /* operands, which are earlier steps */
    uint8_t is_stored; /* the result goes to an output */
    int16_t src[3];
    int16_t unused; /* 0, as programs are compared by their bytes */
} dpex_jit_step;

/* Made by dpex_jit_begin and dpex_jit_add. */
typedef struct dpex_jit_program {
    int n_steps, n_inputs, n_stored;
    int is_streamed; /* outputs are stored past the caches: they start at multiples of 64 bytes */
    int16_t stored[DPEX_JIT_MAX_STORED]; /* the step of each output */
    dpex_jit_step steps[DPEX_JIT_MAX_STEPS];
} dpex_jit_program;

typedef struct dpex_jit_code dpex_jit_code;

void dpex_jit_begin(dpex_jit_program *program, int is_streamed);
/* The number of the step, which may be an equal earlier one; -1: the program is full. */
int dpex_jit_add(dpex_jit_program *program, dpex_jit_op op, dpex_dtype dtype, int n_src,
                 const int *src);
/* The step's result goes to the next output; returns whether there is one left. */
int dpex_jit_store(dpex_jit_program *program, int step);

/* Whether there is code for an operation with operands and a result of these dtypes, for an archive
 * of loops of this name ("v3", "v4"). */
int dpex_jit_is_possible(const char *isa, dpex_jit_op op, dpex_dtype operand, dpex_dtype result);

/* The code of a program, which the caller holds from then on, for work of so many elements times steps. NULL:
 * there is none, as making it takes longer than this work and the program has not been seen before, the system
 * refuses, or the instruction set cannot mix these dtypes. */
dpex_jit_code *dpex_jit_hold(const char *isa, const dpex_jit_program *program, int64_t work);
void dpex_jit_release(dpex_jit_code *code);

/* pointers: of the inputs, then of the outputs, for n elements. An output may be an input if the last step
 * gives it. */
void dpex_jit_run(const dpex_jit_code *code, char *const *pointers, int64_t n);

#endif
