/* Tapes of stages: softmax, normalisation and the like, where results of reductions along rows
 * are used for the elements of the same rows.
 *
 *     for (each row) { s0 = reduce(f0(x[...])); s1 = reduce(f1(x[...], s0)); out[...] = f2(x[...], s0, s1); }
 *
 * A row goes through all stages while it is in the caches: memory is read and written once.
 * Values that a later stage needs again, and those that are reduced, are kept for the row;
 * everything else is computed in blocks, as in any plan. Short rows go together, in groups: what
 * is computed from their results alone is computed side by side, a number for each row. Each row is folded as a reduction of such rows in memory would fold it, so the bits
 * are those of separate passes. */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "plan.h"

enum {
    MAX_STAGES = 8,
    MAX_ROW_BYTES = 256 << 10,  /* longer rows are folded in pieces (plan.c) */
    MAX_KEPT_BYTES = 512 << 10, /* of a thread: in its second-level cache */
    GROUP_BLOCKS = 4,           /* of short rows that go together (docs/tuning.md) */
    CHUNK_ELEMS = 64 * DPEX_BLOCK_ELEMS,
    MAX_FETCHED = 8,
    NOT_KEPT = -1
};

struct dpex_row_plan {
    dpex_plan *plan; /* owned */
    int n_reductions, n_stages;
    dpex_reduced reduced[DPEX_TAPE_MAX_REDUCTIONS];
    int16_t result_reg[DPEX_TAPE_MAX_REDUCTIONS]; /* the register of its result; NOT_KEPT: none */
    uint8_t in_place[DPEX_TAPE_MAX_REDUCTIONS];   /* its values are an input's, side by side */
    uint8_t is_used[MAX_STAGES][DPEX_TAPE_MAX_REGS]; /* inputs and kept values that a stage reads */
    int64_t kept_at[DPEX_TAPE_MAX_REGS];    /* in a thread's memory, of registers that are kept */
    int64_t numbers_at[DPEX_TAPE_MAX_REGS]; /* likewise, of numbers of the rows of a group */
    size_t kept_bytes;
    uint8_t has_work[MAX_STAGES]; /* a stage does more than fold what is in memory */
    int64_t n_rows, row, group;   /* elements of a row; rows that go together */
    int64_t groups_per_chunk;
    /* Inputs of which the next group's elements are prefetched, a share before each step behind the
     * first stage, which reads them. */
    int n_fetched;
    int64_t fetched_share;
    int16_t fetched[MAX_FETCHED];
    dpex_layout out;
    int64_t one, zero;
};

static size_t itemsize_of(const dpex_reg *reg)
{
    return dpex_dtype_get_info((dpex_dtype)reg->dtype)->itemsize;
}

/* ---- what is kept --------------------------------------------------------------------------- */

/* The stage in which an output is stored. */
static int stage_of_output(const dpex_plan *plan, int o)
{
    return plan->regs[plan->outputs[o]].stage;
}

/* The last stage in which an input's elements are read, its fold included. */
static int last_stage_of(const dpex_row_plan *rp, int input)
{
    const dpex_plan *plan = rp->plan;
    int last = 0;
    for (int r = 0; r < plan->n_regs; r++)
        for (int s = 0; s < plan->regs[r].n_src; s++)
            if (plan->regs[r].src[s] == input && plan->regs[r].stage > last)
                last = plan->regs[r].stage;
    for (int o = plan->n_reduced; o < plan->n_outputs; o++)
        if (plan->outputs[o] == input && stage_of_output(plan, o) > last)
            last = stage_of_output(plan, o);
    return last;
}

/* Whether some output overwrites the input before the last stage has read it, or before it is
 * folded. */
static int is_overwritten(const dpex_row_plan *rp, int input)
{
    const dpex_plan *plan = rp->plan;
    const char *ptr = plan->layout.operands[plan->regs[input].index].ptr;
    for (int o = plan->n_reduced; o < plan->n_outputs; o++) {
        if (plan->layout.operands[plan->n_inputs + o].ptr != ptr) continue;
        if (stage_of_output(plan, o) < last_stage_of(rp, input)) return 1;
        for (int k = 0; k < rp->n_reductions; k++)
            if (rp->reduced[k].reg == input && stage_of_output(plan, o) == 0) return 1;
    }
    return 0;
}

/* Whether the elements of a group of rows of an input are side by side in memory. */
static int is_side_by_side(const dpex_row_plan *rp, int input)
{
    const dpex_layout *layout = &rp->plan->layout;
    const dpex_layout_operand *x = &layout->operands[rp->plan->regs[input].index];
    if (x->access == DPEX_ACCESS_LINEAR) return 1;
    return rp->group == 1 && layout->nd == layout->n_outer + 1 &&
           x->strides[layout->nd - 1] == x->itemsize;
}

static void keep_inputs(dpex_row_plan *rp)
{
    for (int r = 0; r < rp->plan->n_regs; r++)
        if (rp->plan->regs[r].kind == DPEX_REG_INPUT)
            rp->plan->regs[r].is_row |= is_overwritten(rp, r);
}

/* Whether the elements of rows, and not only other numbers of rows, need a number. */
static int is_for_elements(const dpex_plan *plan, int number)
{
    int found = 0;
    for (int r = 0; r < plan->n_regs; r++)
        for (int s = 0; s < plan->regs[r].n_src; s++)
            found |= plan->regs[r].src[s] == number && !plan->regs[r].is_uniform;
    for (int o = plan->n_reduced; o < plan->n_outputs; o++) found |= plan->outputs[o] == number;
    return found;
}

/* Rows that go together have a number each, which is repeated for the elements of its row. */
static void keep_numbers(dpex_row_plan *rp)
{
    for (int r = 0; r < rp->plan->n_regs && rp->group > 1; r++) {
        dpex_reg *reg = &rp->plan->regs[r];
        if (reg->is_uniform) reg->is_row = is_for_elements(rp->plan, r);
        if (reg->kind == DPEX_REG_REDUCED) reg->is_row |= !reg->is_uniform;
    }
}

/* Values that are folded, but those that are side by side in memory. A number that is folded is
 * repeated for the row, so it is no longer uniform, nor is what is computed from it: uniform steps
 * run before the stage's blocks are there. */
static void keep_folded(dpex_row_plan *rp)
{
    dpex_plan *plan = rp->plan;
    for (int k = 0; k < rp->n_reductions; k++) {
        dpex_reg *reg = &plan->regs[rp->reduced[k].reg];
        rp->in_place[k] =
            reg->kind == DPEX_REG_INPUT && !reg->is_row && is_side_by_side(rp, rp->reduced[k].reg);
        if (rp->in_place[k]) continue;
        reg->is_row = 1;
        reg->is_uniform = 0;
    }
    for (int r = 0; r < plan->n_regs; r++)
        for (int s = 0; s < plan->regs[r].n_src; s++) {
            const dpex_reg *from = &plan->regs[plan->regs[r].src[s]];
            plan->regs[r].is_uniform &= from->is_uniform || from->kind == DPEX_REG_CONSTANT;
        }
}

/* Values that are read in a later stage than that which computes them. */
static void keep_crossing(dpex_row_plan *rp)
{
    dpex_plan *plan = rp->plan;
    for (int r = 0; r < plan->n_regs; r++)
        for (int s = 0; s < plan->regs[r].n_src; s++) {
            dpex_reg *from = &plan->regs[plan->regs[r].src[s]];
            from->is_row |= from->n_src && !from->is_uniform && from->stage < plan->regs[r].stage;
        }
}

/* Registers without steps that a stage reads: it loads or addresses them for each of its blocks. */
static void note_uses(dpex_row_plan *rp)
{
    const dpex_plan *plan = rp->plan;
    for (int r = 0; r < plan->n_regs; r++)
        for (int s = 0; s < plan->regs[r].n_src; s++)
            rp->is_used[plan->regs[r].stage][plan->regs[r].src[s]] = 1;
    for (int o = plan->n_reduced; o < plan->n_outputs; o++)
        rp->is_used[stage_of_output(plan, o)][plan->outputs[o]] = 1;
    for (int r = 0; r < plan->n_regs; r++)
        if (plan->regs[r].is_row && !plan->regs[r].n_src && plan->regs[r].kind != DPEX_REG_REDUCED)
            rp->is_used[0][r] = 1; /* copied by the first stage */
    for (int r = 0; r < plan->n_regs; r++)
        for (int stage = 0; stage < rp->n_stages; stage++)
            rp->has_work[stage] |= rp->is_used[stage][r];
}

/* Where n elements of a register are kept. A vector behind the last one may be written too. */
static int64_t allot(dpex_row_plan *rp, const dpex_reg *reg, int64_t n)
{
    const size_t at = rp->kept_bytes;
    rp->kept_bytes += ((size_t)n * itemsize_of(reg) + 127) & ~(size_t)63;
    return (int64_t)at;
}

static dpex_status lay_out_kept(dpex_row_plan *rp)
{
    keep_inputs(rp);
    keep_folded(rp);
    keep_numbers(rp);
    keep_crossing(rp);
    note_uses(rp);
    for (int r = 0; r < rp->plan->n_regs; r++) {
        const dpex_reg *reg = &rp->plan->regs[r];
        const int has_numbers = rp->group > 1 && reg->is_uniform;
        rp->kept_at[r] = reg->is_row ? allot(rp, reg, rp->group * rp->row) : NOT_KEPT;
        rp->numbers_at[r] = has_numbers ? allot(rp, reg, rp->group) : NOT_KEPT;
    }
    if (rp->kept_bytes > MAX_KEPT_BYTES)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "rows of %lld elements do not fit the caches",
                         (long long)rp->row);
    return DPEX_SUCCESS;
}

/* ---- the plan ------------------------------------------------------------------------------- */

static void set_reduced(dpex_row_plan *rp, const dpex_tape *tape, int k)
{
    const dpex_tape_reduction first = {tape->reduction, tape->reduced_dtype, tape->correction};
    const dpex_tape_reduction *end = k ? &tape->more[k - 1] : &first;
    dpex_reduced *reduced = &rp->reduced[k];
    reduced->reg = tape->outputs[k];
    const dpex_dtype value = (dpex_dtype)tape->regs[reduced->reg].dtype,
                     finished = dpex_reduction_finished_dtype(end->reduction, value);
    const dpex_finish options = {(double)rp->row, end->correction};
    reduced->reducer = dpex_reduction_get_reducer(end->reduction, tape->loops, value);
    reduced->cast = dpex_loops_cast(tape->loops, finished, end->dtype);
    dpex_finisher_init(&reduced->finisher, end->reduction, tape->loops, value, &options);
    rp->result_reg[k] = NOT_KEPT;
    for (int r = 0; r < tape->n_regs; r++)
        if (tape->regs[r].kind == DPEX_REG_REDUCED && tape->regs[r].index == k)
            rp->result_reg[k] = (int16_t)r;
}

/* The outputs of reductions, over the rows. */
static void set_outputs(dpex_row_plan *rp)
{
    const dpex_layout *all = &rp->plan->layout;
    rp->one = 1;
    rp->out = (dpex_layout){.nd = all->n_outer, .size = rp->n_rows, .shape = all->shape};
    for (int k = 0; k < rp->n_reductions; k++) {
        rp->reduced[k].out = all->operands[rp->plan->n_inputs + k];
        if (!all->n_outer) rp->reduced[k].out.strides = &rp->zero;
    }
    /* A single row has no axis; a dimension of one element is made up for it. */
    if (!all->n_outer) {
        rp->out.nd = 1;
        rp->out.shape = &rp->one;
    }
}

static void cut(dpex_row_plan *rp)
{
    const dpex_layout *layout = &rp->plan->layout;
    rp->n_rows = 1;
    for (int d = 0; d < layout->n_outer; d++) rp->n_rows *= layout->shape[d];
    rp->row = layout->size / rp->n_rows;
    rp->group = 1;
    if (rp->row <= DPEX_BLOCK_ELEMS / 2)
        rp->group = dpex_int64_min(GROUP_BLOCKS * DPEX_BLOCK_ELEMS / rp->row, DPEX_FINISH_MAX);
    rp->groups_per_chunk = dpex_int64_ceil_div(CHUNK_ELEMS, rp->group * rp->row);
}

/* Rows have to be in the order that a reduction alone has them in, which is that of the model. */
static dpex_status check_rows(const dpex_row_plan *rp, const dpex_launch *launch)
{
    const dpex_array *model = launch->model;
    int64_t dense = 1;
    for (int d = launch->nd - 1; d >= 0 && launch->reduced >> d & 1; d--) {
        if (launch->shape[d] != 1 && model->strides[d] != dense)
            return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "rows that are not dense");
        dense *= launch->shape[d];
    }
    if (dense != rp->row || rp->row * DPEX_MAX_ITEMSIZE > MAX_ROW_BYTES)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "rows of %lld elements", (long long)rp->row);
    return DPEX_SUCCESS;
}

/* Whether a register is a step for each block. */
static int is_executed(const dpex_plan *plan, int number)
{
    return dpex_plan_is_step(plan, number) && !plan->regs[number].is_uniform;
}

/* Steps that are executed for each block behind the first stage. */
static int count_late_steps(const dpex_plan *plan)
{
    int n = 0;
    for (int r = 0; r < plan->n_regs; r++) n += is_executed(plan, r) && plan->regs[r].stage;
    return n;
}

/* A group's rows stay in the caches, so meanwhile nothing is read from memory. */
static void choose_fetched(dpex_row_plan *rp)
{
    enum { MULTIPLE = 64 };
    const dpex_plan *plan = rp->plan;
    const int n_steps = count_late_steps(plan);
    const int64_t n = rp->group * rp->row;
    for (int i = 0; i < plan->n_inputs && n_steps && rp->n_fetched < MAX_FETCHED; i++) {
        const dpex_layout_operand *x = &plan->layout.operands[i];
        if (x->access == DPEX_ACCESS_LINEAR && plan->layout.size * x->itemsize > DPEX_STREAM_BYTES)
            rp->fetched[rp->n_fetched++] = (int16_t)i;
    }
    if (!rp->n_fetched) return;
    const int64_t n_shares = n_steps * dpex_int64_ceil_div(n, plan->block_elems);
    rp->fetched_share = dpex_int64_ceil_div(n, n_shares * MULTIPLE) * MULTIPLE;
}

static dpex_status create(dpex_row_plan *rp, const dpex_tape *tape, const dpex_launch *launch)
{
    rp->n_stages = tape->n_stages;
    rp->n_reductions = dpex_tape_n_reductions(tape);
    DPEX_TRY(dpex_plan_create(tape, launch, launch->reduced, &rp->plan));
    rp->plan->n_panels = 0;
    cut(rp);
    DPEX_TRY(check_rows(rp, launch));
    for (int k = 0; k < rp->n_reductions; k++) set_reduced(rp, tape, k);
    set_outputs(rp);
    DPEX_TRY(lay_out_kept(rp));
    /* Again, since what is kept needs no slot. */
    dpex_plan_assign_slots(rp->plan);
    dpex_plan_choose_block(rp->plan);
    choose_fetched(rp);
    return DPEX_SUCCESS;
}

dpex_status dpex_row_plan_create(const dpex_tape *tape, const dpex_launch *launch,
                                 dpex_row_plan **out)
{
    dpex_row_plan *rp = dpex_calloc(1, sizeof(*rp));
    if (!rp) return DPEX_FAIL_NO_COMMAND(launch->name);
    const dpex_status status =
        tape->n_stages <= MAX_STAGES
            ? create(rp, tape, launch)
            : DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%d stages; at most %d are possible",
                        tape->n_stages, MAX_STAGES);
    if (status)
        dpex_row_plan_free(rp);
    else
        *out = rp;
    return status;
}

void dpex_row_plan_free(void *payload)
{
    dpex_row_plan *rp = payload;
    if (!rp) return;
    dpex_plan_free(rp->plan);
    dpex_free(rp);
}

int64_t dpex_row_plan_n_chunks(const dpex_row_plan *rp)
{
    return dpex_int64_ceil_div(dpex_int64_ceil_div(rp->n_rows, rp->group), rp->groups_per_chunk);
}

/* ---- running -------------------------------------------------------------------------------- */

typedef struct worker {
    const dpex_row_plan *rp;
    char *kept;
    int64_t n_fetched; /* elements of the next group */
    dpex_run run;
} worker;

/* A kept register's elements from number `at` of the group on. */
static char *kept_of(const worker *w, int reg, int64_t at)
{
    return w->kept + w->rp->kept_at[reg] + (size_t)at * itemsize_of(&w->rp->plan->regs[reg]);
}

/* The first stage copies what later stages need of an input or a constant. */
static void keep(worker *w, int r, int64_t first, int64_t at, int64_t n)
{
    const dpex_plan *plan = w->rp->plan;
    const dpex_reg *reg = &plan->regs[r];
    const int64_t itemsize = (int64_t)itemsize_of(reg);
    const void *one = &reg->value;
    if (reg->kind == DPEX_REG_INPUT) {
        one = plan->layout.operands[reg->index].ptr;
        if (plan->layout.operands[reg->index].access != DPEX_ACCESS_CONSTANT) {
            dpex_run_gather(&w->run, r, kept_of(w, r, at), first + at, n);
            return;
        }
    }
    dpex_row_move(kept_of(w, r, at), itemsize, one, 0, (size_t)n, (int)itemsize);
}

/* Inputs are loaded, kept values are addressed; the first stage keeps inputs and constants that
 * must be. */
static void load(worker *w, int stage, int64_t first, int64_t at, int64_t n)
{
    const dpex_plan *plan = w->rp->plan;
    for (int r = 0; r < plan->n_regs; r++) {
        const dpex_reg *reg = &plan->regs[r];
        const int is_made_here = reg->n_src && reg->stage == stage && !reg->is_uniform;
        if (!w->rp->is_used[stage][r] || is_made_here) continue;
        if (!reg->is_row) {
            if (reg->kind == DPEX_REG_INPUT) dpex_run_load(&w->run, r, first + at, n);
            continue;
        }
        if (stage == 0 && !reg->n_src) keep(w, r, first, at, n);
        w->run.at[r] = kept_of(w, r, at);
    }
}

/* NULL: its slot. */
static char *address_of_result(worker *w, int reg, int64_t first, int64_t at, int64_t n)
{
    return w->rp->plan->regs[reg].is_row ? kept_of(w, reg, at)
                                         : dpex_run_direct(&w->run, reg, first + at, n);
}

static void run_compiled(worker *w, int reg, int64_t first, int64_t at, int64_t n)
{
    const dpex_compiled *compiled = w->rp->plan->compiled[w->rp->plan->regs[reg].compiled - 1];
    for (int o = 0; o < compiled->n_outputs; o++) {
        const int output = compiled->regs[compiled->n_inputs + o];
        dpex_run_set_address(&w->run, output, address_of_result(w, output, first, at, n));
    }
    dpex_run_compiled(&w->run, reg, n);
}

/* A share of the elements of the group behind that of `first`. */
static void fetch_next(worker *w, int64_t first)
{
    const dpex_row_plan *rp = w->rp;
    const int64_t group = rp->group * rp->row, from = first + group + w->n_fetched,
                  n = dpex_int64_min(rp->fetched_share, group - w->n_fetched);
    for (int i = 0; i < rp->n_fetched && n > 0; i++) {
        const dpex_layout_operand *x = &rp->plan->layout.operands[rp->fetched[i]];
        dpex_plan_prefetch(x->ptr + from * x->itemsize, n * x->itemsize);
    }
    w->n_fetched += n;
}

/* Elements first to first + n of the stage's registers, which are at `at` and following of the
 * group. */
static void run_block(worker *w, int stage, int64_t first, int64_t at, int64_t n)
{
    const dpex_plan *plan = w->rp->plan;
    load(w, stage, first, at, n);
    for (int r = 0; r < plan->n_regs; r++) {
        if (!is_executed(plan, r) || plan->regs[r].stage != stage) continue;
        if (stage && w->rp->n_fetched) fetch_next(w, first);
        if (plan->regs[r].compiled)
            run_compiled(w, r, first, at, n);
        else
            dpex_run_step(&w->run, r, address_of_result(w, r, first, at, n), n);
    }
    for (int o = plan->n_reduced; o < plan->n_outputs; o++)
        if (stage_of_output(plan, o) == stage) dpex_run_store_output(&w->run, o, first + at, n);
}

/* Each of n_rows numbers for all elements of its row, by pieces that may reach beyond the row.
 * itemsize is a constant to the compiler. */
static inline void repeat(char *to, const char *numbers, int64_t n_rows, int64_t row,
                          const size_t itemsize)
{
    enum { PIECE_BYTES = 32 };
    const size_t row_bytes = (size_t)row * itemsize;
    for (int64_t r = 0; r < n_rows; r++, to += row_bytes) {
        char piece[PIECE_BYTES];
        for (size_t b = 0; b < PIECE_BYTES; b += itemsize)
            memcpy(piece + b, numbers + (size_t)r * itemsize, itemsize);
        for (size_t b = 0; b < row_bytes; b += PIECE_BYTES) memcpy(to + b, piece, PIECE_BYTES);
    }
}

/* The numbers of the rows of a group, for the elements that need them. */
static void repeat_for_elements(worker *w, int reg, const char *numbers, int64_t n_rows)
{
    const int64_t row = w->rp->row;
    if (!w->rp->plan->regs[reg].is_row) return;
    char *to = kept_of(w, reg, 0);
    switch (itemsize_of(&w->rp->plan->regs[reg])) {
    case 1: repeat(to, numbers, n_rows, row, 1); break;
    case 2: repeat(to, numbers, n_rows, row, 2); break;
    case 4: repeat(to, numbers, n_rows, row, 4); break;
    case 8: repeat(to, numbers, n_rows, row, 8); break;
    default: repeat(to, numbers, n_rows, row, 16);
    }
}

static char *numbers_of(const worker *w, int reg)
{
    return w->kept + w->rp->numbers_at[reg];
}

/* The results of n_rows rows, for the stages that follow: of one row in a block. */
static void spread(worker *w, int k, const char *results, int64_t n_rows)
{
    const dpex_row_plan *rp = w->rp;
    const int reg = rp->result_reg[k];
    if (reg == NOT_KEPT) return;
    if (rp->group == 1 && !rp->plan->regs[reg].is_row) {
        dpex_run_fill(&w->run, reg, results, dpex_int64_min(rp->plan->block_elems, rp->row));
        return;
    }
    if (rp->numbers_at[reg] != NOT_KEPT)
        memcpy(numbers_of(w, reg), results, (size_t)n_rows * itemsize_of(&rp->plan->regs[reg]));
    repeat_for_elements(w, reg, results, n_rows);
}

/* Folds what reduction k combines of the rows of a group. */
static void fold(worker *w, int k, int64_t first_row, int64_t n_rows)
{
    const dpex_row_plan *rp = w->rp;
    const dpex_reduced *reduced = &rp->reduced[k];
    const int64_t first = first_row * rp->row;
    _Alignas(64) char memory[DPEX_MAX_WORDS * DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
    _Alignas(64) char results[DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
    _Alignas(64) char converted[DPEX_FINISH_MAX * DPEX_MAX_ITEMSIZE];
    const dpex_states states = dpex_states_at(reduced->reducer, memory, DPEX_FINISH_MAX);
    const dpex_reg *value = &rp->plan->regs[reduced->reg];
    const char *values = kept_of(w, reduced->reg, 0);
    if (rp->in_place[k]) {
        dpex_run_seek(&w->run, first);
        values = dpex_run_address(&w->run, value->index, first, n_rows * rp->row);
    }
    const int64_t row_bytes = rp->row * (int64_t)itemsize_of(value);
    reduced->reducer->fold(states.words,
                           &(dpex_rows){values, (size_t)rp->row, (size_t)n_rows, row_bytes, 0, 0});
    dpex_finisher_run(&reduced->finisher, results, states.words, (size_t)n_rows);
    if (reduced->cast) reduced->cast(converted, results, (size_t)n_rows);
    const char *finished = reduced->cast ? converted : results;
    spread(w, k, finished, n_rows);
    dpex_cursor cursor;
    dpex_cursor_seek(&rp->out, first_row, &cursor);
    dpex_scatter(&rp->out, &reduced->out, &cursor, finished, (size_t)n_rows);
}

/* A step on a number of the one row of a block. */
static void run_on_number(worker *w, int r)
{
    const dpex_plan *plan = w->rp->plan;
    _Alignas(16) char number[DPEX_MAX_ITEMSIZE];
    dpex_run_step(&w->run, r, NULL, 1);
    memcpy(number, w->run.at[r], itemsize_of(&plan->regs[r]));
    dpex_run_fill(&w->run, r, number, dpex_int64_min(plan->block_elems, w->rp->row));
}

/* A step on the numbers of the rows of a group. */
static void run_on_numbers(worker *w, int r, int64_t n_rows)
{
    const dpex_reg *reg = &w->rp->plan->regs[r];
    for (int s = 0; s < reg->n_src; s++) {
        const int from = reg->src[s];
        if (w->rp->numbers_at[from] != NOT_KEPT)
            w->run.at[from] = numbers_of(w, from);
        else if (w->rp->kept_at[from] != NOT_KEPT)
            w->run.at[from] = kept_of(w, from, 0); /* a constant that is folded */
    }
    dpex_run_step(&w->run, r, numbers_of(w, r), n_rows);
    repeat_for_elements(w, r, numbers_of(w, r), n_rows);
}

/* What the stage computes once for a row. */
static void run_uniform(worker *w, int stage, int64_t n_rows)
{
    const dpex_plan *plan = w->rp->plan;
    for (int r = 0; r < plan->n_regs; r++) {
        if (!plan->regs[r].is_uniform || !plan->regs[r].n_src || plan->regs[r].stage != stage)
            continue;
        if (w->rp->group > 1)
            run_on_numbers(w, r, n_rows);
        else
            run_on_number(w, r);
    }
}

static void run_group(worker *w, int64_t first_row, int64_t n_rows)
{
    const dpex_row_plan *rp = w->rp;
    const int64_t first = first_row * rp->row, n = n_rows * rp->row, block = rp->plan->block_elems;
    w->n_fetched = 0;
    for (int stage = 0; stage < rp->n_stages; stage++) {
        run_uniform(w, stage, n_rows);
        if (rp->has_work[stage]) dpex_run_seek(&w->run, first);
        for (int64_t at = 0; at < n && rp->has_work[stage]; at += block) {
            const int64_t count = dpex_int64_min(block, n - at);
            run_block(w, stage, first, at, count);
            if (rp->plan->needs_cursor)
                dpex_cursor_advance(&rp->plan->layout, &w->run.cursor, count);
        }
        for (int k = 0; k < rp->n_reductions; k++)
            if (rp->plan->regs[rp->reduced[k].reg].stage == stage) fold(w, k, first_row, n_rows);
    }
}

dpex_status dpex_row_plan_execute(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const dpex_row_plan *rp = payload;
    const int64_t per_chunk = rp->groups_per_chunk * rp->group;
    const int64_t last = dpex_int64_min(last_chunk * per_chunk, rp->n_rows);
    worker w = {.rp = rp, .kept = dpex_malloc(rp->kept_bytes + 64)};
    if (!w.kept)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu bytes of rows", rp->kept_bytes);
    dpex_status status = dpex_run_begin(&w.run, rp->plan, rp->plan->block_elems);
    for (int64_t row = first_chunk * per_chunk; row < last && !status; row += rp->group)
        run_group(&w, row, dpex_int64_min(rp->group, last - row));
    /* Streaming stores become visible. */
    if (rp->plan->stream) atomic_thread_fence(memory_order_seq_cst);
    dpex_run_end(&w.run);
    dpex_free(w.kept);
    return status;
}
