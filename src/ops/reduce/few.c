/* Reductions of a few elements each, as distances of all points to all centres are: the steps of all elements of a
 * result are one program of machine code (ops/jit), which combines them in registers. A run of it computes a row of
 * results, that is those along the layout's last dimension. */
#include "few.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"

enum {
    NONE = -1,
    MOST_REDUCED = 15, /* of which combining by columns has the order of their indices */
    MIN_LENGTH = 16,   /* of rows: for shorter ones the calls take the time */
    MIN_ROWS = 64,
    MAX_PACKED_BYTES = 32 << 10,
    MAX_COLLECTED = 2048, /* results of a row that are not in their place */
    CHUNK_ELEMS = 64 * DPEX_BLOCK_ELEMS
};

/* One of the program's pointers. */
typedef struct pointer {
    const dpex_layout_operand *operand; /* NULL: a constant */
    char *base;                         /* of the first row */
    int64_t packed; /* where in a run's memory its row is gathered; NONE: in place */
} pointer;

struct dpex_few {
    const dpex_reduce_plan *rp;
    dpex_jit_code *code; /* held */
    int n_pointers, n_inputs;
    pointer pointers[DPEX_JIT_MAX_POINTERS];
    int first_dim, last_dim; /* of the kept ones; last_dim: of a row */
    int64_t length, n_rows;
    size_t packed_bytes;
    int is_collected; /* results need a last operation, a conversion or a scatter */
};

/* ---- the program ---------------------------------------------------------------------------- */

/* How the values of a reduction are combined: a dpex_jit_op, and the order of its operands. */
typedef struct combining {
    int code, is_value_first;
    dpex_dtype dtype;
} combining;

typedef struct maker {
    dpex_few *few;
    const dpex_plan *plan;
    dpex_jit_program program;
    int16_t step[DPEX_TAPE_MAX_REGS];
    combining combining[DPEX_TAPE_MAX_REDUCTIONS];
} maker;

/* Bytes from an element of a row to the next. */
static int64_t last_stride(const dpex_few *few, const dpex_layout_operand *x)
{
    return x->strides[few->last_dim];
}

/* Bytes from an operand's first element to the one of a number along the reduced dimensions. */
static int64_t offset_of(const maker *m, const dpex_layout_operand *x, int64_t number)
{
    const dpex_layout *layout = &m->plan->layout;
    int64_t offset = 0;
    for (int d = layout->n_outer - 1; d >= 0; d--) {
        offset += number % layout->shape[d] * x->strides[d];
        number /= layout->shape[d];
    }
    return offset;
}

/* Whether an operand has other elements along the dimensions first..last - 1. */
static int varies(const dpex_layout_operand *x, int first, int last)
{
    for (int d = first; d < last; d++)
        if (x->strides[d]) return 1;
    return 0;
}

/* How the program reads an input: an element for a row, or its elements; else NONE. */
static int input_code(const maker *m, const dpex_layout_operand *x, dpex_dtype dtype)
{
    const dpex_few *few = m->few;
    const int64_t stride = last_stride(few, x);
    if (!stride) return dtype == DPEX_BOOL ? NONE : (int)DPEX_JIT_ELEMENT;
    const int is_row_for_all = !varies(x, few->first_dim, few->last_dim);
    return stride == x->itemsize || is_row_for_all ? (int)DPEX_JIT_LOAD : NONE;
}

/* The step of a new input; NONE: the program is full. */
static int add_pointer(maker *m, dpex_jit_op op, dpex_dtype dtype, pointer p)
{
    const int step = dpex_jit_add(&m->program, op, dtype, 0, NULL);
    if (step != NONE) m->few->pointers[m->few->n_pointers++] = p;
    return step;
}

/* The step of an input for an element's number; NONE: the program cannot read it. */
static int add_input(maker *m, const dpex_reg *reg, int64_t number)
{
    dpex_few *few = m->few;
    const dpex_layout_operand *x = &m->plan->layout.operands[reg->index];
    const int op = input_code(m, x, (dpex_dtype)reg->dtype);
    if (op == NONE) return NONE;
    pointer p = {x, x->ptr + offset_of(m, x, number), NONE};
    if (op == DPEX_JIT_LOAD && last_stride(few, x) != x->itemsize) {
        p.packed = (int64_t)few->packed_bytes;
        few->packed_bytes += dpex_size_pad((size_t)few->length * x->itemsize, 64);
    }
    return add_pointer(m, (dpex_jit_op)op, (dpex_dtype)reg->dtype, p);
}

/* Steps of what all elements have in common are added with the first of them. */
static int add_register(maker *m, int r, int64_t number)
{
    const dpex_plan *plan = m->plan;
    dpex_reg *reg = &plan->regs[r];
    if (reg->kind == DPEX_REG_INPUT) {
        const dpex_layout_operand *x = &plan->layout.operands[reg->index];
        return number && !varies(x, 0, plan->layout.n_outer) ? m->step[r]
                                                             : add_input(m, reg, number);
    }
    if (reg->kind == DPEX_REG_CONSTANT) {
        if (reg->dtype == DPEX_BOOL) return NONE;
        return number ? m->step[r]
                      : add_pointer(m, DPEX_JIT_ELEMENT, (dpex_dtype)reg->dtype,
                                    (pointer){NULL, (char *)&reg->value, NONE});
    }
    const int code = dpex_plan_step_code(plan, reg);
    return code == DPEX_PLAN_NO_CODE ? NONE
                                     : dpex_plan_add_step(plan, &m->program, reg, code, m->step);
}

/* Whether a loop that combines values takes the new one first: of two NaN the first one is the result
 * (compile.c). */
static int is_value_first(const dpex_reducer *reducer, dpex_dtype dtype)
{
    dpex_lanes state, x, y;
    void *const words[] = {&state};
    if (dtype != DPEX_F32 && dtype != DPEX_F64) return 0;
    dpex_lanes_fill(&x, dtype, NAN);
    dpex_lanes_fill(&y, dtype, -NAN);
    reducer->start(words, &(dpex_rows){&x, DPEX_LOOP_MULTIPLE, 1, 0, 0, 0});
    reducer->combine(words, &(dpex_rows){&y, DPEX_LOOP_MULTIPLE, 1, 0, 1, 0});
    return dpex_lanes_are_negative(&state, dtype);
}

/* The operation that combines; NONE: there is no code for it. */
static int combining_code(const maker *m, const dpex_tape *tape, int k, dpex_dtype dtype)
{
    const dpex_reduction *reduction = k ? tape->more[k - 1].reduction : tape->reduction;
    const int op = dpex_reduction_get_combine(reduction)->op;
    if (op == DPEX_OP_NONE || dtype == DPEX_BOOL) return NONE;
    const dpex_reducer *reducer = m->few->rp->reduced[k].reducer;
    if (reducer->n_words > 1 || reducer->word_bytes[0] != m->few->rp->value_bytes) return NONE;
    const int code = dpex_plan_operation_code(op, dtype);
    return code != DPEX_PLAN_NO_CODE &&
                   dpex_jit_is_possible(m->plan->loops->name, (dpex_jit_op)code, dtype, dtype)
               ? code
               : NONE;
}

/* Adds the steps of an element's number, and what combines them with those before. */
static int add_element(maker *m, int64_t number, int *state)
{
    const dpex_reduce_plan *rp = m->few->rp;
    for (int r = 0; r < m->plan->n_regs; r++) {
        m->step[r] = (int16_t)add_register(m, r, number);
        if (m->step[r] == NONE) return 0;
    }
    for (int k = 0; k < rp->n_reduced_values; k++) {
        const combining *c = &m->combining[k];
        const int value = m->step[rp->reduced[k].reg], before = state[k];
        const int src[] = {c->is_value_first ? value : before, c->is_value_first ? before : value};
        state[k] =
            number ? dpex_jit_add(&m->program, (dpex_jit_op)c->code, c->dtype, 2, src) : value;
        if (state[k] == NONE) return 0;
    }
    return m->few->packed_bytes <= MAX_PACKED_BYTES;
}

/* Whether a state is not yet what is stored. */
static int needs_end(const dpex_reduced *reduced)
{
    return reduced->finisher.post.loop || reduced->reducer->finish || reduced->cast;
}

/* Returns whether every state is a step of its own. */
static int add_results(maker *m, const int *state)
{
    dpex_few *few = m->few;
    const dpex_reduce_plan *rp = few->rp;
    for (int k = 0; k < rp->n_reduced_values; k++) {
        const dpex_layout_operand *out = &m->plan->layout.operands[m->plan->n_inputs + k];
        if (m->program.steps[state[k]].op <= DPEX_JIT_ELEMENT ||
            !dpex_jit_store(&m->program, state[k]))
            return 0;
        few->pointers[few->n_pointers++] = (pointer){out, out->ptr, NONE};
        few->is_collected |=
            needs_end(&rp->reduced[k]) || last_stride(few, out) != (int64_t)out->itemsize;
    }
    return !few->is_collected || few->length <= MAX_COLLECTED;
}

/* Of all elements in the order of their numbers, in which combining by columns takes them. */
static int make_program(maker *m, const dpex_tape *tape)
{
    const dpex_reduce_plan *rp = m->few->rp;
    int state[DPEX_TAPE_MAX_REDUCTIONS] = {0};
    for (int k = 0; k < rp->n_reduced_values; k++) {
        const dpex_dtype dtype = (dpex_dtype)m->plan->regs[rp->reduced[k].reg].dtype;
        const int code = combining_code(m, tape, k, dtype);
        if (code == NONE) return 0;
        m->combining[k] = (combining){code, is_value_first(rp->reduced[k].reducer, dtype), dtype};
    }
    dpex_jit_begin(&m->program, 0);
    for (int64_t number = 0; number < rp->n_reduced; number++)
        if (!add_element(m, number, state)) return 0;
    m->few->n_inputs = m->few->n_pointers;
    return add_results(m, state);
}

/* ---- the plan ------------------------------------------------------------------------------- */

/* Few enough elements and long enough rows; values that lie in memory are read in less time as they are. */
static int is_suitable(const dpex_reduce_plan *rp)
{
    const dpex_layout *layout = &rp->plan->layout;
    if (!rp->by_columns || rp->n_reduced < 2 || rp->n_reduced > MOST_REDUCED || rp->direct ||
        layout->nd == layout->n_outer || rp->plan->n_outputs > rp->n_reduced_values)
        return 0;
    const int64_t length = layout->shape[layout->nd - 1];
    return length >= MIN_LENGTH && rp->n_results / length >= MIN_ROWS;
}

dpex_few *dpex_few_create(const dpex_reduce_plan *rp, const dpex_tape *tape)
{
    if (!is_suitable(rp)) return NULL;
    dpex_few *few = dpex_calloc(1, sizeof(*few));
    if (!few) return NULL;
    const dpex_layout *layout = &rp->plan->layout;
    few->rp = rp;
    few->first_dim = layout->n_outer;
    few->last_dim = layout->nd - 1;
    few->length = layout->shape[few->last_dim];
    few->n_rows = rp->n_results / few->length;
    maker m; /* large: what is not used is not cleared */
    m.few = few;
    m.plan = rp->plan;
    if (make_program(&m, tape))
        few->code = dpex_jit_hold(rp->plan->loops->name, &m.program,
                                  rp->n_results * (int64_t)m.program.n_steps);
    if (few->code) return few;
    dpex_free(few);
    return NULL;
}

void dpex_few_free(dpex_few *few)
{
    if (!few) return;
    dpex_jit_release(few->code);
    dpex_free(few);
}

int64_t dpex_few_n_rows(const dpex_few *few)
{
    return few->n_rows;
}

int64_t dpex_few_rows_per_chunk(const dpex_few *few)
{
    return dpex_int64_ceil_div(CHUNK_ELEMS, few->length * few->rp->n_reduced);
}

/* ---- runs ----------------------------------------------------------------------------------- */

typedef struct run {
    const dpex_few *few;
    char *pointers[DPEX_JIT_MAX_POINTERS];
    char *memory;    /* of what is packed, and of results that are collected */
    char *collected; /* those of each reduction */
} run;

/* Of a row of one reduction. */
static size_t collected_bytes(const dpex_few *few)
{
    return few->is_collected ? dpex_size_pad((size_t)few->length * few->rp->value_bytes, 64) : 0;
}

/* Inputs that are gathered have one row for all. */
static dpex_status begin_run(const dpex_few *few, run *r)
{
    const size_t bytes =
        few->packed_bytes + collected_bytes(few) * (size_t)few->rp->n_reduced_values;
    r->few = few;
    r->memory = NULL;
    if (!bytes) return DPEX_SUCCESS;
    r->memory = dpex_malloc(bytes);
    if (!r->memory)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu bytes of a reduction's values",
                         bytes);
    r->collected = r->memory + few->packed_bytes;
    for (int i = 0; i < few->n_inputs; i++) {
        const pointer *p = &few->pointers[i];
        if (p->packed == NONE) continue;
        dpex_row_move(r->memory + p->packed, p->operand->itemsize, p->base,
                      last_stride(few, p->operand), (size_t)few->length, p->operand->itemsize);
    }
    return DPEX_SUCCESS;
}

/* Bytes from an operand's first element to that of a row. */
static int64_t row_offset(const dpex_few *few, const dpex_layout_operand *x, int64_t row)
{
    const dpex_layout *layout = &few->rp->plan->layout;
    int64_t offset = 0;
    for (int d = few->last_dim - 1; d >= few->first_dim; d--) {
        offset += row % layout->shape[d] * x->strides[d];
        row /= layout->shape[d];
    }
    return offset;
}

/* The pointers of a row, and the bytes from each to that of the next one. */
static void seek(run *r, int64_t row, int64_t *steps)
{
    const dpex_few *few = r->few;
    const int rows_dim = few->last_dim - 1;
    for (int i = 0; i < few->n_pointers; i++) {
        const pointer *p = &few->pointers[i];
        const int is_collected = few->is_collected && i >= few->n_inputs;
        steps[i] = 0;
        r->pointers[i] = p->base;
        if (p->packed != NONE)
            r->pointers[i] = r->memory + p->packed;
        else if (is_collected)
            r->pointers[i] = r->collected + (size_t)(i - few->n_inputs) * collected_bytes(few);
        else if (p->operand) {
            r->pointers[i] += row_offset(few, p->operand, row);
            steps[i] = rows_dim >= few->first_dim ? p->operand->strides[rows_dim] : 0;
        }
    }
}

/* The states of a row become results, which are stored. */
static void store_collected(const run *r, int64_t row)
{
    const dpex_few *few = r->few;
    for (int k = 0; k < few->rp->n_reduced_values; k++) {
        const dpex_states states = {{r->pointers[few->n_inputs + k]}};
        dpex_reduced_store(few->rp, k, row * few->length, &states, few->length);
    }
}

dpex_status dpex_few_execute(const dpex_few *few, int64_t first, int64_t last)
{
    const int64_t *shape = few->rp->plan->layout.shape;
    const int rows_dim = few->last_dim - 1;
    const int64_t n_together = rows_dim >= few->first_dim ? shape[rows_dim] : 1;
    int64_t steps[DPEX_JIT_MAX_POINTERS];
    run r;
    DPEX_TRY(begin_run(few, &r));
    while (first < last) {
        const int64_t end = dpex_int64_min(last, first + n_together - first % n_together);
        seek(&r, first, steps);
        for (; first < end; first++) {
            dpex_jit_run(few->code, r.pointers, few->length);
            if (few->is_collected) store_collected(&r, first);
            for (int i = 0; i < few->n_pointers; i++) r.pointers[i] += steps[i];
        }
    }
    dpex_free(r.memory);
    return DPEX_SUCCESS;
}
