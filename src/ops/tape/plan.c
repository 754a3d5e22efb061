/* Makes plans: the layout, the scratch slots (by last use of a register), the block length (so
 * that all slots fit a 32 KiB first-level cache), streaming stores for results larger than the
 * caches, prefetching, and panels of transposed inputs (execute.c). Chunks are cut by the shape
 * alone, so that results do not depend on the number of threads. */
#include "plan.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"

enum {
    SCRATCH_BYTES = 24 << 10, /* of a 32 KiB first-level cache */
    MIN_BLOCK = 64,
    MAX_BLOCK = 2 * DPEX_BLOCK_ELEMS, /* where nothing is reduced */
    LEAST_ROW = 48,                   /* of which blocks are parts */
    LEAST_ROW_IN_PLACE = 32,          /* where no operand is copied */
    LEAST_ROW_BYTES = 128,
    CHUNK_ELEMS = 16 * DPEX_BLOCK_ELEMS
};

/* ---- scratch slots -------------------------------------------------------------------------- */

/* Whether every operand is the same for all elements or has rows of neighbours, and one of them has
 * rows that do not follow each other, long enough to be worth their calls. */
static int has_rows(const dpex_plan *plan)
{
    const dpex_layout *layout = &plan->layout;
    const int inner = layout->nd - 1;
    int n_strided = 0;
    for (int i = 0; i < layout->n_operands; i++) {
        const dpex_layout_operand *x = &layout->operands[i];
        if (x->access == DPEX_ACCESS_CONSTANT ? i >= plan->n_inputs
                                              : x->strides[inner] != x->itemsize)
            return 0;
        if (x->access != DPEX_ACCESS_STRIDED) continue;
        if (layout->shape[inner] * x->itemsize < LEAST_ROW_BYTES) return 0;
        n_strided++;
    }
    return n_strided > 0;
}

/* Of rows that are contiguous in an operand but do not follow each other blocks are parts: so they
 * are read and written in place, where blocks of several rows would be copied. */
static void choose_rows(dpex_plan *plan)
{
    const dpex_layout *layout = &plan->layout;
    const int inner = layout->nd - 1;
    const int64_t row = layout->shape[inner];
    if (plan->n_reduced || row < LEAST_ROW_IN_PLACE) return;
    plan->runs_rows = !plan->n_panels && has_rows(plan);
    if (plan->runs_rows) {
        plan->ends_with_rows = 1;
        return;
    }
    if (row < LEAST_ROW) return;
    plan->ends_with_rows = plan->n_output_panels > 0;
    for (int i = 0; i < layout->n_operands; i++) {
        const dpex_layout_operand *x = &layout->operands[i];
        plan->ends_with_rows |= x->access == DPEX_ACCESS_STRIDED &&
                                x->strides[inner] == x->itemsize &&
                                row * x->itemsize >= LEAST_ROW_BYTES;
    }
}

static int is_in_rows(const dpex_plan *plan, const dpex_layout_operand *x)
{
    return plan->ends_with_rows && x->strides[plan->layout.nd - 1] == x->itemsize;
}

/* Not for what is read in place, nor for a value that compiled steps keep in a register. */
static int needs_slot(const dpex_plan *plan, const dpex_reg *reg)
{
    if (reg->is_row || reg->is_inner) return 0;
    if (reg->kind == DPEX_REG_INPUT) {
        const dpex_layout_operand *x = &plan->layout.operands[reg->index];
        return reg->is_buffered || (x->access != DPEX_ACCESS_LINEAR && !is_in_rows(plan, x));
    }
    return reg->kind == DPEX_REG_CONSTANT || reg->kind == DPEX_REG_REDUCED || reg->n_src;
}

typedef struct free_slots {
    int n;
    int16_t slots[DPEX_TAPE_MAX_REGS];
} free_slots;

static void assign_slot(dpex_plan *plan, dpex_reg *reg, free_slots *f)
{
    if (!needs_slot(plan, reg)) return;
    /* Slots of steps are reused once nothing reads them. */
    reg->slot =
        f->n && reg->n_src && !reg->is_uniform ? f->slots[--f->n] : (int16_t)plan->n_slots++;
}

/* The slot of a step that nothing reads any more. */
static void free_slot(const dpex_plan *plan, int number, free_slots *f)
{
    const dpex_reg *reg = &plan->regs[number];
    if (reg->n_src && !reg->is_row && !reg->is_uniform && !reg->is_inner)
        f->slots[f->n++] = reg->slot;
}

/* Compiled steps write their outputs while they read their inputs. */
static void assign_slots_of_compiled(dpex_plan *plan, const dpex_compiled *compiled,
                                     const int16_t *last_use, free_slots *f)
{
    const int16_t *outputs = compiled->regs + compiled->n_inputs;
    for (int o = 0; o < compiled->n_outputs; o++) assign_slot(plan, &plan->regs[outputs[o]], f);
    for (int i = 0; i < compiled->n_inputs; i++)
        if (last_use[compiled->regs[i]] <= compiled->last) free_slot(plan, compiled->regs[i], f);
}

/* Inputs and constants keep their slot for the whole run: constants are filled once, numbers of
 * a row once for the row. The slots of steps are reused. */
void dpex_plan_assign_slots(dpex_plan *plan)
{
    int16_t last_use[DPEX_TAPE_MAX_REGS];
    free_slots f;
    f.n = plan->n_slots = 0;
    dpex_plan_find_last_uses(plan, last_use);
    for (int r = 0; r < plan->n_regs; r++) {
        dpex_reg *reg = &plan->regs[r];
        if (reg->compiled) {
            const dpex_compiled *compiled = plan->compiled[reg->compiled - 1];
            if (compiled->first == r) assign_slots_of_compiled(plan, compiled, last_use, &f);
            continue;
        }
        assign_slot(plan, reg, &f);
        for (int s = 0; s < reg->n_src; s++) {
            /* A step may read one register twice, whose slot is freed only once. */
            int src = reg->src[s], repeated = 0;
            for (int t = 0; t < s; t++) repeated |= reg->src[t] == src;
            if (last_use[src] == r && !repeated) free_slot(plan, src, &f);
        }
    }
}

/* An input that is stored unchanged in one output while another output overwrites it, as in
 * `y[:] = x; x[:] = z`, must be read before either is written. */
static void choose_buffered(dpex_plan *plan)
{
    const dpex_layout_operand *operands = plan->layout.operands;
    for (int o = 0; o < plan->n_outputs && plan->n_outputs > 1; o++) {
        dpex_reg *reg = &plan->regs[plan->outputs[o]];
        for (int other = 0; other < plan->n_outputs && reg->kind == DPEX_REG_INPUT; other++)
            reg->is_buffered |=
                other != o && operands[reg->index].ptr == operands[plan->n_inputs + other].ptr;
        if (reg->is_buffered) plan->runs_rows = 0;
    }
}

/* Into as few blocks as possible, of about equal length. */
static void divide_rows(dpex_plan *plan)
{
    enum { MULTIPLE = 32 };
    const int64_t row = plan->layout.shape[plan->layout.nd - 1];
    const int64_t n = dpex_int64_ceil_div(row, plan->block_elems);
    plan->block_elems = dpex_int64_ceil_div(dpex_int64_ceil_div(row, n), MULTIPLE) * MULTIPLE;
}

/* Reductions combine blocks of one length, whatever else is computed: their bits depend on it. */
void dpex_plan_choose_block(dpex_plan *plan)
{
    size_t itemsize = 1;
    for (int r = 0; r < plan->n_regs; r++) {
        /* The largest dtype decides, as slots have one size. */
        size_t bytes = dpex_dtype_get_info((dpex_dtype)plan->regs[r].dtype)->itemsize;
        if (bytes > itemsize) itemsize = bytes;
    }
    size_t n_slots = plan->n_slots ? (size_t)plan->n_slots : 1;
    /* Whole multiples of MIN_BLOCK, as many as the first-level cache holds for all slots. */
    size_t elems = SCRATCH_BYTES / itemsize / n_slots / MIN_BLOCK * MIN_BLOCK;
    elems = elems < MIN_BLOCK ? MIN_BLOCK : elems > MAX_BLOCK ? MAX_BLOCK : elems;
    if (plan->n_reduced) elems = DPEX_BLOCK_ELEMS;
    plan->block_elems = (int64_t)elems;
    plan->slot_bytes = elems * itemsize;
    if (plan->ends_with_rows) divide_rows(plan);
}

/* By the first element's address. */
static int is_read(const dpex_plan *plan, const char *ptr)
{
    for (int i = 0; i < plan->n_inputs; i++)
        if (plan->layout.operands[i].ptr == ptr) return 1;
    return 0;
}

/* An output that was just read as an input is in the caches already.
 * Overlaps were copied away before, so equal addresses mean the same view. */
static int is_in_place(const dpex_plan *plan)
{
    for (int o = plan->n_reduced; o < plan->n_outputs; o++)
        if (is_read(plan, plan->layout.operands[plan->n_inputs + o].ptr)) return 1;
    return 0;
}

/* Steps that write into an output and not into a slot, from which their block would be copied.
 * What is streamed is written once. An output that is an input too may be written by the last step
 * alone, after which nothing reads the block's inputs. */
static void choose_direct(dpex_plan *plan)
{
    for (int o = plan->n_reduced; o < plan->n_outputs; o++) {
        const int r = plan->outputs[o];
        dpex_reg *reg = &plan->regs[r];
        if (plan->stream && !(reg->compiled && plan->compiled[reg->compiled - 1]->is_streamed))
            continue;
        const int is_last = r == plan->n_regs - 1 && plan->n_outputs == 1;
        const char *ptr = plan->layout.operands[plan->n_inputs + o].ptr;
        if (reg->n_src && !reg->direct && (is_last || !is_read(plan, ptr)))
            reg->direct = (uint8_t)(o + 1);
    }
}

static void choose_stream(dpex_plan *plan)
{
    /* All outputs together: they share the memory bandwidth. */
    int64_t bytes = 0;
    for (int o = plan->n_reduced; o < plan->n_outputs; o++) {
        bytes += plan->layout.size * plan->layout.operands[plan->n_inputs + o].itemsize;
    }
    plan->stream = bytes > DPEX_STREAM_BYTES && !is_in_place(plan);
}

/* Whether an input's elements come soon after another's, which are prefetched: as in a stencil. */
static int is_behind_another(const dpex_plan *plan, int number)
{
    enum { NEAR = 512 << 10 };
    const dpex_layout *layout = &plan->layout;
    const dpex_layout_operand *x = &layout->operands[number];
    for (int i = 0; i < plan->n_inputs; i++) {
        const dpex_layout_operand *y = &layout->operands[i];
        const int64_t distance = y->ptr - x->ptr;
        if (i != number && (distance > 0 || (distance == 0 && i < number)) && distance < NEAR &&
            !memcmp(x->strides, y->strides, (size_t)layout->nd * sizeof(*x->strides)))
            return 1;
    }
    return 0;
}

/* Whether elements lie in memory in their order, with few others between them: as in a slice that
 * leaves out the edges. */
static int is_nearly_dense(const dpex_layout *layout, const dpex_layout_operand *x)
{
    int64_t dense = x->itemsize;
    if (layout->nd == 1 && x->strides[0] == -dense) return 1; /* backwards */
    for (int d = layout->nd - 1; d >= 0; d--) {
        if (x->strides[d] < dense || x->strides[d] > dense + dense / 8) return 0;
        dense = x->strides[d] * layout->shape[d];
    }
    return 1;
}

/* Bytes of one element of each input to prefetch; 0: there are inputs that cannot be. */
static int64_t find_fetched(dpex_plan *plan)
{
    const int inner = plan->layout.nd - 1;
    int64_t bytes = 0;
    for (int i = 0; i < plan->n_inputs; i++) {
        const dpex_layout_operand *x = &plan->layout.operands[i];
        if (x->access == DPEX_ACCESS_CONSTANT || x->strides[inner] == 0) continue;
        if (!is_nearly_dense(&plan->layout, x) || i >= 64) return 0;
        if (is_behind_another(plan, i)) continue;
        bytes += x->itemsize;
        plan->fetched |= (uint64_t)1 << i;
    }
    return bytes;
}

/* While a block is computed in the first-level cache, little is read from memory, so what comes
 * later is prefetched meanwhile: a share before each step, few lines, as the processor drops what it
 * has no space for, and none behind the last step, where it would delay the next block. Blocks are
 * made shorter for it, of reductions those of pieces alone, as bits depend on the others. Where
 * a single step does all, reading is as fast without if the result is small, and faster if roots are
 * compiled (docs/tuning.md). */
static void choose_fetching(dpex_plan *plan)
{
    enum { LINE_BYTES = 64, LINES = 32, MOST_LINES = 64, LEAST_ELEMS = 256 };
    const dpex_layout_operand *operands = plan->layout.operands;
    const int n_steps = plan->n_steps;
    const int64_t bytes = n_steps ? find_fetched(plan) : 0;
    if (!bytes || plan->layout.size * bytes <= DPEX_STREAM_BYTES ||
        LEAST_ELEMS * bytes > MOST_LINES * LINE_BYTES * n_steps)
        return;
    if (n_steps == 1 && !plan->n_reduced &&
        ((plan->n_compiled && plan->compiled[0]->has_roots) ||
         operands[plan->n_inputs].itemsize < operands[0].itemsize))
        return;
    const int64_t elems = LINES * LINE_BYTES * n_steps / bytes / MIN_BLOCK * MIN_BLOCK;
    plan->n_shares = n_steps;
    plan->fetched_elems = dpex_int64_min(plan->block_elems, dpex_int64_max(elems, LEAST_ELEMS));
    if (plan->n_reduced) return;
    plan->block_elems = plan->fetched_elems;
    if (plan->ends_with_rows) divide_rows(plan);
}

static void list_steps(dpex_plan *plan)
{
    for (int r = 0; r < plan->n_regs; r++) {
        const dpex_reg *reg = &plan->regs[r];
        if (reg->kind == DPEX_REG_INPUT) plan->loads[plan->n_loads++] = (int16_t)r;
        if (dpex_plan_is_step(plan, r)) plan->steps[plan->n_steps++] = (int16_t)r;
    }
}

/* Neighbours across rows, and not along the row. */
static int is_in_columns(const dpex_layout *layout, const dpex_layout_operand *x)
{
    const int inner = layout->nd - 1;
    return x->strides[inner - 1] == x->itemsize && x->strides[inner] > x->itemsize;
}

/* Operands whose rows are columns in memory, as in x.T + x: each element would fetch a cache line,
 * so several rows are transposed together. */
static void choose_panels(dpex_plan *plan)
{
    enum { LINE_BYTES = 64, LEAST = 64, MOST = 4096, MOST_BYTES = 512 << 10 };
    const dpex_layout *layout = &plan->layout;
    const int inner = layout->nd - 1;
    const int64_t length = layout->shape[inner];
    /* Longer rows would make panels too large, shorter ones gain nothing. */
    if (inner < 1 || length < LEAST || length > MOST) return;
    plan->panel_bytes = (size_t)length * LINE_BYTES;
    /* All of them in the second-level cache. */
    const int most =
        (int)dpex_size_min(MOST_BYTES / plan->panel_bytes, (size_t)DPEX_RUN_MAX_PANELS);
    for (int o = plan->n_inputs; o < layout->n_operands && !plan->n_reduced; o++) {
        dpex_layout_operand *x = &layout->operands[o];
        if (plan->n_panels < most && is_in_columns(layout, x)) x->panel = (uint8_t)++plan->n_panels;
    }
    plan->n_output_panels = plan->n_panels;
    for (int i = 0; i < plan->n_inputs && plan->n_panels < most; i++) {
        dpex_layout_operand *x = &layout->operands[i];
        if (is_in_columns(layout, x)) x->panel = (uint8_t)++plan->n_panels;
    }
}

void dpex_plan_find_repeated(dpex_plan *plan, int first)
{
    const int inner = plan->layout.nd - 1;
    for (int i = 0; i < plan->n_inputs && plan->n_repeated < DPEX_RUN_MAX_REPEATED; i++) {
        dpex_layout_operand *x = &plan->layout.operands[i];
        int d = first;
        while (d < inner && x->strides[d] == 0) d++;
        if (d == inner && first < inner && x->strides[inner] != 0 && !x->panel)
            x->repeated = (uint8_t)++plan->n_repeated;
    }
}

/* Where outputs have panels, chunks are as many rows as fill the panels of the narrowest one. */
static void choose_chunks(dpex_plan *plan)
{
    enum { LINE_BYTES = 64 };
    int itemsize = DPEX_MAX_ITEMSIZE;
    plan->chunk_elems = CHUNK_ELEMS;
    for (int o = plan->n_inputs; o < plan->layout.n_operands; o++)
        if (plan->layout.operands[o].panel && plan->layout.operands[o].itemsize < itemsize)
            itemsize = plan->layout.operands[o].itemsize;
    if (plan->n_output_panels) {
        const int64_t panel = plan->layout.shape[plan->layout.nd - 1] * (LINE_BYTES / itemsize);
        plan->chunk_elems = dpex_int64_ceil_div(CHUNK_ELEMS, panel) * panel;
    }
    plan->n_chunks = dpex_int64_ceil_div(plan->layout.size, plan->chunk_elems);
}

/* ---- the plan ------------------------------------------------------------------------------- */

/* Everything in one allocation, so that a command can own a plan and drop it with one call. */
static dpex_plan *allocate(const dpex_tape *tape, const dpex_launch *launch)
{
    int n_operands = launch->n_inputs + launch->n_outputs + (launch->model != NULL);
    size_t regs_bytes = (size_t)tape->n_regs * sizeof(dpex_reg);
    size_t lists_bytes = 2 * (size_t)tape->n_regs * sizeof(int16_t);
    size_t layout_bytes = dpex_layout_bytes(launch->nd, n_operands);
    dpex_plan *plan = dpex_malloc(sizeof(*plan) + layout_bytes + regs_bytes + lists_bytes);
    if (!plan) return NULL;
    char *memory = (char *)(plan + 1);
    *plan = (dpex_plan){.loops = tape->loops,
                        .n_inputs = tape->n_inputs,
                        .n_outputs = tape->n_outputs,
                        .n_regs = tape->n_regs,
                        .n_reduced = dpex_tape_n_reductions(tape),
                        .regs = (dpex_reg *)(memory + layout_bytes),
                        .loads = (int16_t *)(memory + layout_bytes + regs_bytes)};
    plan->steps = plan->loads + plan->n_regs;
    memcpy(plan->regs, tape->regs, regs_bytes);
    memcpy(plan->outputs, tape->outputs, sizeof(plan->outputs));
    dpex_layout_init(&plan->layout, memory, launch->nd, launch->shape, n_operands);
    return plan;
}

void dpex_plan_free(void *payload)
{
    dpex_plan *plan = payload;
    for (int j = 0; plan && j < plan->n_compiled; j++) {
        dpex_jit_release(plan->compiled[j]->code);
        dpex_free(plan->compiled[j]);
    }
    dpex_free(plan);
}

/* The operand whose memory order decides: the first output, or, where that is reduced, the input
 * with the most strides. A reduction's output is small, so the order of memory of its inputs
 * matters more. */
static int leading_operand(const dpex_plan *plan, const dpex_launch *launch)
{
    if (launch->model) return plan->n_inputs + plan->n_outputs;
    if (!launch->reduced) return plan->n_inputs;
    int best = plan->n_inputs, most = -1;
    for (int i = 0; i < plan->n_inputs; i++) {
        int n = 0;
        for (int d = 0; d < plan->layout.nd; d++) n += plan->layout.operands[i].strides[d] != 0;
        if (n > most) {
            most = n;
            best = i;
        }
    }
    return best;
}

static int is_ordered(const dpex_tape *tape)
{
    int ordered = tape->reduction && dpex_reduction_get_combine(tape->reduction)->is_ordered;
    for (int i = 0; i < tape->n_more; i++)
        ordered |= dpex_reduction_get_combine(tape->more[i].reduction)->is_ordered;
    return ordered;
}

dpex_status dpex_plan_create(const dpex_tape *tape, const dpex_launch *launch, uint64_t inner,
                             dpex_plan **out)
{
    dpex_plan *plan = allocate(tape, launch);
    if (!plan) return DPEX_FAIL_NO_COMMAND(launch->name);
    for (int i = 0; i < launch->n_inputs; i++) dpex_layout_set(&plan->layout, i, launch->inputs[i]);
    for (int o = 0; o < launch->n_outputs; o++)
        dpex_layout_set(&plan->layout, launch->n_inputs + o, launch->outputs[o]);
    if (launch->model)
        dpex_layout_set(&plan->layout, launch->n_inputs + launch->n_outputs, launch->model);
    /* argmin and argmax number elements in C order, so the reduced dimensions keep their order. */
    if (is_ordered(tape))
        plan->layout.fixed = inner == launch->reduced ? DPEX_LAYOUT_INNER : DPEX_LAYOUT_OUTER;
    dpex_layout_finish(&plan->layout, leading_operand(plan, launch), inner);
    /* The model was there for the order alone. */
    plan->layout.n_operands = launch->n_inputs + launch->n_outputs;
    for (int i = 0; i < plan->layout.n_operands; i++) {
        dpex_access access = plan->layout.operands[i].access;
        int is_scattered = i >= plan->n_inputs && access != DPEX_ACCESS_LINEAR;
        /* An output that is one element for all inputs needs a cursor too. */
        plan->needs_cursor |= access == DPEX_ACCESS_STRIDED || is_scattered;
    }
    choose_panels(plan);
    choose_rows(plan);
    choose_buffered(plan);
    choose_stream(plan);
    dpex_plan_compile_steps(plan);
    list_steps(plan);
    dpex_plan_assign_slots(plan);
    dpex_plan_choose_block(plan);
    choose_direct(plan);
    choose_fetching(plan);
    choose_chunks(plan);
    if (!plan->n_reduced) dpex_plan_find_repeated(plan, 0);
    *out = plan;
    return DPEX_SUCCESS;
}
