/* A plan: one run of a tape over arrays, laid out, self-contained, ready for any number of
 * threads.
 *
 * plan.c makes it (layout, scratch slots, block length, streaming), execute.c runs it, launch.c
 * submits it to the queue. */
#ifndef DPEX_OPS_TAPE_PLAN_H
#define DPEX_OPS_TAPE_PLAN_H

#include "ops/iterate/layout.h"
#include "ops/jit/jit.h"
#include "tape.h"

enum { DPEX_PLAN_MAX_COMPILED = 32 };

/* Steps first..last of a plan that run as one, as machine code (ops/jit). */
typedef struct dpex_compiled {
    dpex_jit_code *code; /* held */
    int first, last;
    int n_inputs, n_outputs;
    int is_streamed; /* outputs are the plan's, which it stores past the caches */
    int has_roots;   /* takes more time than its memory does */
    int16_t regs[DPEX_JIT_MAX_POINTERS]; /* inputs, then outputs */
} dpex_compiled;

typedef struct dpex_plan {
    const dpex_loops *loops;
    dpex_layout layout; /* operands: inputs, then outputs */
    /* n_slots: scratch slots, of which several registers may share one. */
    int n_inputs, n_outputs, n_regs, n_slots;
    int n_reduced;       /* outputs that are reduced; those behind them are stored */
    int64_t block_elems; /* that are computed at once; a scratch slot holds at least as many */
    int ends_with_rows;  /* blocks end where rows of the layout end */
    int runs_rows;       /* each row is computed in place: no operand is copied (execute.c) */
    size_t slot_bytes;
    int64_t chunk_elems; /* what one chunk of the command does; from the shape alone */
    int64_t n_chunks;
    int stream;   /* write linear outputs past the caches */
    int n_shares; /* in which inputs are prefetched while a block is computed; 0: they are not */
    uint64_t fetched;      /* their numbers, as bits */
    int64_t fetched_elems; /* of a block, where they are */
    int n_panels;          /* operands that are transposed some rows at a time */
    int n_output_panels;
    int n_repeated; /* inputs of which blocks often have the same elements */
    size_t panel_bytes;
    int needs_cursor; /* an operand is strided, or an output one element for all */
    /* Registers that are outputs. */
    int16_t outputs[DPEX_TAPE_MAX_OUTPUTS];
    dpex_reg *regs;
    /* Registers that each block loads, and those of its steps, of compiled ones the first. */
    int n_loads, n_steps;
    int16_t *loads, *steps;
    int n_compiled;
    dpex_compiled *compiled[DPEX_PLAN_MAX_COMPILED]; /* the plan's */
} dpex_plan;

/* Whether a register is a step; of compiled ones the first is, which runs them all. */
static inline int dpex_plan_is_step(const dpex_plan *plan, int number)
{
    const dpex_reg *reg = &plan->regs[number];
    return reg->n_src && (!reg->compiled || plan->compiled[reg->compiled - 1]->first == number);
}

/* Requests memory for the second-level cache: addresses beyond an array do no harm. */
static inline void dpex_plan_prefetch(const char *from, int64_t bytes)
{
    enum { LINE_BYTES = 64, SECOND_LEVEL = 2 };
    for (int64_t at = 0; at < bytes; at += LINE_BYTES)
        __builtin_prefetch(from + at, 0, SECOND_LEVEL);
}

/* The axes in `inner` come last in the layout. The tape may be freed afterwards. */
dpex_status dpex_plan_create(const dpex_tape *tape, const dpex_launch *launch, uint64_t inner,
                             dpex_plan **plan);
void dpex_plan_free(void *plan);
/* Compiles steps to machine code where that is possible (compile.c). */
void dpex_plan_compile_steps(dpex_plan *plan);
/* What the code has of an operation, by the dtype of its operands, and of a step: a dpex_jit_op. */
enum { DPEX_PLAN_NO_CODE = -1 };
int dpex_plan_operation_code(int op, dpex_dtype operand);
int dpex_plan_step_code(const dpex_plan *plan, const dpex_reg *reg);
/* A step that has code, of operands that are steps of the program by their registers; -1: the program is
 * full. */
int dpex_plan_add_step(const dpex_plan *plan, dpex_jit_program *program, const dpex_reg *reg,
                       int code, const int16_t *step_of);

/* Elements for asking a loop which of two NaN it gives, of float64 or float32. */
typedef union dpex_lanes {
    double f64[DPEX_LOOP_MULTIPLE];
    float f32[DPEX_LOOP_MULTIPLE];
} dpex_lanes;
void dpex_lanes_fill(dpex_lanes *lanes, dpex_dtype dtype, double value);
int dpex_lanes_are_negative(const dpex_lanes *lanes, dpex_dtype dtype);

/* The register of a plan that is the last to read each of them, n_regs: an output. */
void dpex_plan_find_last_uses(const dpex_plan *plan, int16_t *last_use);

/* Finds the inputs that have the same row all over the dimensions from `first` to the last but one, as
 * centres beside many points: blocks are within those dimensions. */
void dpex_plan_find_repeated(dpex_plan *plan, int first);

/* Scratch slots, and the length of blocks for them: again after is_row of registers was set. */
void dpex_plan_assign_slots(dpex_plan *plan);
void dpex_plan_choose_block(dpex_plan *plan);

/* Chunks [first, last) of a dpex_plan: a dpex_parallel_fn. */
dpex_status dpex_plan_execute(void *plan, int64_t first, int64_t last);

/* ---- one thread's run over a plan ----------------------------------------------------------- */

/* What a run has on its stack; plans with larger slots use the heap. */
enum { DPEX_RUN_SCRATCH_BYTES = 32 << 10, DPEX_RUN_MAX_PANELS = 8, DPEX_RUN_MAX_REPEATED = 4 };

/* Elements first..end of an operand, whole rows of them. */
typedef struct dpex_panel {
    char *memory;
    char *target; /* of outputs: where the first one belongs */
    int64_t first, end;
} dpex_panel;

/* The elements that an input's slot has: the address of the first one, its number in its row, and how
 * many. */
typedef struct dpex_repeated {
    const char *first; /* NULL: none yet */
    int64_t column, n;
} dpex_repeated;

typedef struct dpex_run {
    const dpex_plan *plan;
    char *scratch;
    void *heap;     /* NULL: scratch is on the stack */
    int direct_reg; /* a step that writes neither into its slot nor into an output; -1: none */
    char *direct;   /* where to */
    dpex_cursor cursor;
    int64_t begin, end; /* elements of this run: others are neither prefetched nor written */
    void *panels_memory;
    dpex_panel panels[DPEX_RUN_MAX_PANELS];
    dpex_repeated repeated[DPEX_RUN_MAX_REPEATED];
    void *at[DPEX_TAPE_MAX_REGS]; /* each register's block */
    _Alignas(64) char stack[DPEX_RUN_SCRATCH_BYTES];
} dpex_run;

/* For blocks of at most n elements; _end afterwards. */
dpex_status dpex_run_begin(dpex_run *run, const dpex_plan *plan, int64_t n);
void dpex_run_end(dpex_run *run);
void dpex_run_seek(dpex_run *run, int64_t first);
/* Computes all registers for elements [first, first + n), n at most plan->block_elems; the
 * cursor is at first and stays. */
void dpex_run_compute(dpex_run *run, int64_t first, int64_t n);
/* Where a step writes: into `out` or (NULL) its slot. */
void dpex_run_set_address(dpex_run *run, int reg, char *out);
/* The compiled steps that a register is the first of, whose outputs' addresses are in run->at. */
void dpex_run_compiled(dpex_run *run, int reg, int64_t n);
/* Copies an input's n elements from `first` on. */
void dpex_run_gather(dpex_run *run, int reg, char *to, int64_t first, int64_t n);
/* Its parts. An input's block, in place or in its slot; a step, into `out` or (NULL) its slot;
 * an output's block. */
void dpex_run_load(dpex_run *run, int reg, int64_t first, int64_t n);
void dpex_run_step(dpex_run *run, int reg, char *out, int64_t n);
/* Where a step may write the n elements from `first` on in an output; NULL: nowhere. */
char *dpex_run_direct(dpex_run *run, int reg, int64_t first, int64_t n);
void dpex_run_store_output(dpex_run *run, int output, int64_t first, int64_t n);
/* Repeats a value n times in a register's slot. */
void dpex_run_fill(dpex_run *run, int reg, const void *value, int64_t n);
/* Where the n elements from `first` on of an operand are if they are side by side in memory,
 * else NULL; the cursor is at first. */
char *dpex_run_address(const dpex_run *run, int operand, int64_t first, int64_t n);
/* Stores the outputs that are not reduced, of the elements that were just computed. */
void dpex_run_store(dpex_run *run, int64_t first, int64_t n);

/* ---- tapes of stages ------------------------------------------------------------------------ */

/* A plan for a tape with several stages, by rows (ops/reduce/rows.c). DPEX_ERROR_UNSUPPORTED:
 * its rows do not fit the caches, or are not rows in memory order. */
typedef struct dpex_row_plan dpex_row_plan;
dpex_status dpex_row_plan_create(const dpex_tape *tape, const dpex_launch *launch,
                                 dpex_row_plan **plan);
void dpex_row_plan_free(void *plan);
dpex_status dpex_row_plan_execute(void *plan, int64_t first, int64_t last);
int64_t dpex_row_plan_n_chunks(const dpex_row_plan *plan);

/* ---- reductions ----------------------------------------------------------------------------- */

/* A plan whose output is reduced: made from the same parts by reduce_plan.c. */
typedef struct dpex_reduce_plan dpex_reduce_plan;
dpex_status dpex_reduce_plan_create(const dpex_tape *tape, const dpex_launch *launch,
                                    dpex_reduce_plan **plan);
void dpex_reduce_plan_free(void *plan);
dpex_status dpex_reduce_plan_execute(void *plan, int64_t first, int64_t last);
dpex_status dpex_reduce_plan_finish(void *plan);
int64_t dpex_reduce_plan_n_chunks(const dpex_reduce_plan *plan);

#endif
