/* Tapes of stages on devices: a work-group, or a work-item, takes a row through all reductions and
 * what follows from them (the loop at the head of reduce/rows.c), in one kernel that reads and
 * writes memory once.
 *
 * Each reduction combines a row's elements in the order of the kernel that reduces such rows alone
 * (reduce.c), by the same lanes, so that the bits are the same. The tape is lowered first: what
 * follows a reduction there, as the root of a variance, becomes registers here.
 *
 * The text is row_form.c's. */
#include "ops/device/rows.h"

#include "base/error.h"
#include "base/integer.h"
#include "ops/device/batch.h"
#include "runtime/runtime.h"

enum {
    KEPT_BYTES = 256, /* of an item's values that stay in registers from stage to stage */
    KEPT_STEPS = 1024 /* operations of a stage over an item's elements, which are unrolled */
};

/* ---- the tape, lowered ---------------------------------------------------------------------- */

typedef struct lowered {
    dpex_tape tape; /* its registers are `regs` */
    dpex_reg regs[DPEX_TAPE_MAX_REGS];
    int16_t numbers[DPEX_TAPE_MAX_REGS]; /* of the given tape's registers */
    int64_t n_reduced;
} lowered;

/* The registers of reduction k's result: what its states are finished to, and what follows. */
static dpex_status add_result(lowered *l, const dpex_tape *given, int k, int *reg)
{
    const dpex_tape_reduction end = dpex_tape_reduction_of(given, k);
    const dpex_dtype value = (dpex_dtype)given->regs[given->outputs[k]].dtype;
    dpex_tape *tape = &l->tape;
    const int first = tape->n_regs;
    if (first == DPEX_TAPE_MAX_REGS)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "a tape of stages is too long");
    const int16_t reduced = l->numbers[given->outputs[k]];
    const uint8_t stage = (uint8_t)(tape->regs[reduced].stage + 1);
    tape->regs[tape->n_regs++] =
        (dpex_reg){.kind = DPEX_REG_REDUCED,
                   .dtype = (uint8_t)dpex_reduction_finished_dtype(end.reduction, value),
                   .n_src = 1,
                   .src = {reduced},
                   .index = (int16_t)k,
                   .slot = -1};
    *reg = first;
    DPEX_TRY(dpex_device_add_post(tape, &end, value, l->n_reduced, reg));
    DPEX_TRY(dpex_tape_cast(tape, *reg, end.dtype, reg));
    for (int r = first; r < tape->n_regs; r++)
        if (tape->regs[r].kind != DPEX_REG_CONSTANT) tape->regs[r].stage = stage;
    tape->outputs[k] = (int16_t)*reg;
    return DPEX_SUCCESS;
}

static dpex_status lower(const dpex_tape *given, int64_t n_reduced, lowered *l)
{
    const int n_reductions = dpex_tape_n_reductions(given);
    uint8_t is_added[DPEX_TAPE_MAX_REDUCTIONS] = {0};
    int reg;
    l->n_reduced = n_reduced;
    l->tape = *given;
    l->tape.regs = l->regs;
    l->tape.capacity = DPEX_TAPE_MAX_REGS;
    l->tape.n_regs = 0;
    for (int r = 0; r < given->n_regs; r++) {
        const dpex_reg *from = &given->regs[r];
        if (from->kind == DPEX_REG_REDUCED) {
            DPEX_TRY(add_result(l, given, from->index, &reg));
            is_added[from->index] = 1;
        } else if (l->tape.n_regs == DPEX_TAPE_MAX_REGS) {
            return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "a tape of stages is too long");
        } else {
            reg = l->tape.n_regs++;
            l->regs[reg] = *from;
            for (int s = 0; s < from->n_src; s++) l->regs[reg].src[s] = l->numbers[from->src[s]];
        }
        l->numbers[r] = (int16_t)reg;
    }
    for (int k = 0; k < n_reductions; k++)
        if (!is_added[k]) DPEX_TRY(add_result(l, given, k, &reg));
    for (int o = n_reductions; o < given->n_outputs; o++)
        l->tape.outputs[o] = l->numbers[given->outputs[o]];
    l->tape.n_stages = 1;
    for (int r = 0; r < l->tape.n_regs; r++)
        if (l->regs[r].stage >= l->tape.n_stages) l->tape.n_stages = l->regs[r].stage + 1;
    return DPEX_SUCCESS;
}

/* ---- the shape ------------------------------------------------------------------------------ */

/* Elements of an item: those that its registers hold, where they are few. */
static int choose_kept(const lowered *l, const dpex_device_shape *shape, const dpex_device *device)
{
    int n_steps = 0;
    const int block = dpex_device_block_of(shape);
    const int64_t per_step =
        (int64_t)block * (shape->form == DPEX_FORM_ROW_GROUP ? shape->team : 1);
    const int64_t n = dpex_int64_ceil_div(l->n_reduced, per_step);
    /* Few different numbers, as each is a kernel. */
    const int64_t kept = n <= 8 ? n : dpex_int64_round_up(n, 4);
    for (int r = 0; r < l->tape.n_regs; r++) n_steps += l->regs[r].kind == DPEX_REG_APPLY;
    if (!dpex_device_is_grouped(device) || kept * block * n_steps > KEPT_STEPS ||
        kept * block * dpex_device_row_bytes(&l->tape, shape) > KEPT_BYTES)
        return 0;
    return (int)kept;
}

/* Packs are as long as those of the reductions, whatever the operand's dtype. */
static void choose_accesses(const dpex_device_plan *plan, dpex_device_shape *shape, int n_results)
{
    for (int i = 0; i < shape->n_operands; i++) {
        dpex_access access = dpex_device_inner_access(&plan->layout, i);
        if (access == DPEX_ACCESS_LINEAR && shape->lanes > 1 &&
            !dpex_device_is_aligned(plan, i, plan->layout.n_outer, shape->lanes))
            access = DPEX_ACCESS_STRIDED;
        if (i >= plan->n_inputs && i < plan->n_inputs + n_results) access = DPEX_ACCESS_CONSTANT;
        shape->access[i] = (uint8_t)access;
    }
}

static dpex_status prepare(const dpex_tape *given, const dpex_launch *launch, lowered *l,
                           dpex_device_plan *plan, dpex_device_shape *shape)
{
    dpex_device_order order;
    const dpex_device *device = launch->outputs[0]->queue->device;
    if (dpex_device_batch_is_open())
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s: a batch has no stages", launch->name);
    DPEX_TRY(dpex_device_order_of(launch, &order));
    DPEX_TRY(dpex_device_plan_init(launch, launch->reduced, plan));
    const dpex_layout *layout = &plan->layout;
    if (order.n_chunks != 1 || layout->nd != layout->n_outer + 1)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s: rows that are not one run of elements",
                         launch->name);
    DPEX_TRY(lower(given, layout->shape[layout->nd - 1], l));
    plan->chunk = l->n_reduced;
    dpex_device_describe(
        plan, order.form == DPEX_FORM_GROUP ? DPEX_FORM_ROW_GROUP : DPEX_FORM_ROW_ITEM, shape);
    shape->lanes = order.lanes;
    if (order.form == DPEX_FORM_GROUP) shape->team = dpex_device_choose_team(shape, l->n_reduced);
    choose_accesses(plan, shape, dpex_tape_n_reductions(given));
    shape->n_kept = choose_kept(l, shape, device);
    return DPEX_SUCCESS;
}

/* ---- running -------------------------------------------------------------------------------- */

dpex_status dpex_device_check_rows(const dpex_tape *tape, const dpex_launch *launch)
{
    lowered l;
    dpex_device_plan plan;
    dpex_device_shape shape;
    return prepare(tape, launch, &l, &plan, &shape);
}

dpex_status dpex_device_rows(const dpex_tape *tape, const dpex_launch *launch)
{
    lowered l;
    dpex_device_plan plan;
    dpex_device_shape shape;
    int64_t n_rows = 1;
    DPEX_TRY(prepare(tape, launch, &l, &plan, &shape));
    for (int d = 0; d < plan.layout.n_outer; d++) n_rows *= plan.layout.shape[d];
    const int is_group = shape.form == DPEX_FORM_ROW_GROUP;
    const dpex_device *device = launch->outputs[0]->queue->device;
    return dpex_device_submit(
        launch->outputs[0]->queue, launch->name, &l.tape, &shape, &plan,
        is_group ? dpex_int64_round_up(n_rows * shape.team, DPEX_DEVICE_LANES) : n_rows,
        is_group ? DPEX_DEVICE_LANES : dpex_device_items_of_group(device, n_rows));
}
