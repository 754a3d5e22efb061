/* Runs a plan: the interpreter of tapes, a block of elements at a time.
 *
 * For each block the inputs are addressed in place if they are contiguous, else gathered into
 * their slot; the steps run one after the other over slots; results are written directly to a
 * contiguous output, else through a slot and a scatter. Constants are repeated into a slot once,
 * so that there are loops for contiguous blocks only.
 *
 * Where every operand has its elements side by side along the last dimension, as slices have, a block
 * is a row: addresses go from row to row by strides, since a short row costs little more than its
 * loops.
 *
 * An input whose rows are columns in memory, as in x.T + x, would fetch a cache line per
 * element. Some of its rows at a time, a *panel*, are transposed into scratch memory instead
 * (plan.c chooses the inputs), from which blocks are then contiguous. Outputs of such rows beside
 * others, as of x += 1; y += 1 with the rows of y in columns, are collected so. */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "plan.h"

static size_t itemsize_of(const dpex_reg *reg)
{
    return dpex_dtype_get_info((dpex_dtype)reg->dtype)->itemsize;
}

static char *slot_of(const dpex_run *r, int reg)
{
    return r->scratch + (size_t)r->plan->regs[reg].slot * r->plan->slot_bytes;
}

/* Repeats a value n times by doubling; no loop over elements of unknown size. */
static void fill_block(char *block, const void *value, size_t itemsize, int64_t n)
{
    memcpy(block, value, itemsize);
    size_t done = itemsize, total = itemsize * (size_t)n;
    while (done < total) {
        size_t more = done < total - done ? done : total - done;
        memcpy(block + done, block, more);
        done += more;
    }
}

/* Constants and operands that are the same for all elements: their slots are written once per
 * call and read by all blocks. */
static void fill_constants(dpex_run *r, int64_t n)
{
    const dpex_plan *plan = r->plan;
    for (int i = 0; i < plan->n_regs; i++) {
        const dpex_reg *reg = &plan->regs[i];
        const void *value = NULL;
        if (reg->kind == DPEX_REG_CONSTANT) value = &reg->value;
        if (reg->kind == DPEX_REG_INPUT &&
            plan->layout.operands[reg->index].access == DPEX_ACCESS_CONSTANT) {
            value = plan->layout.operands[reg->index].ptr;
        }
        if (!value || reg->is_row) continue;
        r->at[i] = slot_of(r, i);
        fill_block(r->at[i], value, itemsize_of(reg), n);
    }
}

/* The address of n elements of an operand if they are contiguous in memory, else NULL.
 * Within the innermost row of the layout contiguous elements are a single block. */
static char *address_of(const dpex_run *r, const dpex_layout_operand *operand, int64_t first,
                        int64_t n)
{
    const dpex_layout *layout = &r->plan->layout;
    if (operand->access == DPEX_ACCESS_LINEAR) return operand->ptr + first * operand->itemsize;
    int in_row = operand->strides[layout->nd - 1] == operand->itemsize && n <= r->cursor.left;
    return in_row ? dpex_layout_operand_at(layout, operand, &r->cursor) : NULL;
}

/* The address of n elements in a panel, into which the next rows are transposed if needed. NULL:
 * the elements are of two matrices. */
static char *panel_of(dpex_run *r, const dpex_layout_operand *x, int64_t first, int64_t n)
{
    const dpex_layout *layout = &r->plan->layout;
    /* Rows that are neighbours in memory but not along the row. */
    const int inner = layout->nd - 1, itemsize = x->itemsize;
    const int64_t length = layout->shape[inner];
    dpex_panel *panel = &r->panels[x->panel - 1];
    if (first < panel->first || first + n > panel->end) {
        const int64_t column = r->cursor.coords[inner], start = first - column;
        int64_t rows = (int64_t)r->plan->panel_bytes / length / itemsize;
        const int64_t left = layout->shape[inner - 1] - r->cursor.coords[inner - 1];
        const int64_t asked = dpex_int64_ceil_div(r->end - start, length);
        rows = dpex_int64_min(dpex_int64_min(rows, left), asked);
        /* The block reaches into the next matrix, which lies elsewhere. */
        if (first + n > start + rows * length) return NULL;
        const char *row =
            dpex_layout_operand_at(layout, x, &r->cursor) - column * x->strides[inner];
        r->plan->loops->transposes[__builtin_ctz((unsigned)itemsize)](
            panel->memory, length * itemsize, row, x->strides[inner], rows, length);
        panel->first = start;
        /* Other blocks of these rows find them here. */
        panel->end = start + rows * length;
    }
    return panel->memory + (first - panel->first) * itemsize;
}

/* The address in a panel for a block of an output, within a row, into which the panel is transposed when
 * it is full (flush_panels). NULL: the row is also another run's. */
static char *output_panel_of(dpex_run *r, const dpex_layout_operand *x, int64_t first)
{
    const dpex_layout *layout = &r->plan->layout;
    const int inner = layout->nd - 1, itemsize = x->itemsize;
    const int64_t length = layout->shape[inner];
    dpex_panel *panel = &r->panels[x->panel - 1];
    if (first >= panel->end) {
        const int64_t column = r->cursor.coords[inner], start = first - column;
        const int64_t left = layout->shape[inner - 1] - r->cursor.coords[inner - 1];
        int64_t rows = (int64_t)r->plan->panel_bytes / length / itemsize;
        rows = dpex_int64_min(rows, dpex_int64_min(left, (r->end - start) / length));
        if (start < r->begin || !rows) return NULL;
        panel->target = dpex_layout_operand_at(layout, x, &r->cursor) - column * x->strides[inner];
        panel->first = start;
        panel->end = start + rows * length;
    }
    return panel->memory + (first - panel->first) * itemsize;
}

/* Panels of outputs whose last element is before `next`. */
static void flush_panels(dpex_run *r, int64_t next)
{
    const dpex_plan *plan = r->plan;
    const int inner = plan->layout.nd - 1;
    const int64_t length = plan->layout.shape[inner];
    for (int o = 0; o < plan->n_outputs && r->panels_memory; o++) {
        const dpex_layout_operand *x = &plan->layout.operands[plan->n_inputs + o];
        if (!x->panel) continue;
        const dpex_panel *panel = &r->panels[x->panel - 1];
        if (panel->end != next) continue;
        plan->loops->transposes[__builtin_ctz((unsigned)x->itemsize)](
            panel->target, x->strides[inner], panel->memory, length * x->itemsize, length,
            (panel->end - panel->first) / length);
    }
}

/* Where n elements of an output are written; NULL: one by one. */
static char *output_address(dpex_run *r, const dpex_layout_operand *x, int64_t first, int64_t n)
{
    char *address = address_of(r, x, first, n);
    return !address && x->panel && r->panels_memory ? output_panel_of(r, x, first) : address;
}

char *dpex_run_address(const dpex_run *r, int operand, int64_t first, int64_t n)
{
    return address_of(r, &r->plan->layout.operands[operand], first, n);
}

/* Whether the slot of a repeated input has the next n elements already; else it will have. */
static int is_in_slot(dpex_run *r, const dpex_layout_operand *x, int64_t n)
{
    const dpex_layout *layout = &r->plan->layout;
    dpex_repeated *repeated = &r->repeated[x->repeated - 1];
    const char *first = dpex_layout_operand_at(layout, x, &r->cursor);
    const int64_t column = r->cursor.coords[layout->nd - 1];
    if (repeated->first == first && repeated->column == column && repeated->n >= n) return 1;
    *repeated = (dpex_repeated){first, column, n};
    return 0;
}

/* Addressed, read from a panel, copied, or gathered. */
void dpex_run_load(dpex_run *r, int i, int64_t first, int64_t n)
{
    const dpex_plan *plan = r->plan;
    const dpex_reg *reg = &plan->regs[i];
    const dpex_layout_operand *operand = &plan->layout.operands[reg->index];
    /* The same for all elements: see fill_constants. */
    if (operand->access == DPEX_ACCESS_CONSTANT) return;
    r->at[i] = address_of(r, operand, first, n);
    if (!r->at[i] && operand->panel && r->panels_memory) r->at[i] = panel_of(r, operand, first, n);
    if (r->at[i] && !reg->is_buffered) return;
    const void *in_place = r->at[i];
    r->at[i] = slot_of(r, i);
    /* The last way: element by element. */
    if (in_place)
        memcpy(r->at[i], in_place, (size_t)n * itemsize_of(reg));
    else if (!operand->repeated || !is_in_slot(r, operand, n))
        dpex_gather(&plan->layout, operand, &r->cursor, r->at[i], (size_t)n);
}

void dpex_run_gather(dpex_run *r, int i, char *to, int64_t first, int64_t n)
{
    const dpex_reg *reg = &r->plan->regs[i];
    const dpex_layout_operand *operand = &r->plan->layout.operands[reg->index];
    const char *in_place = address_of(r, operand, first, n);
    if (in_place)
        memcpy(to, in_place, (size_t)n * itemsize_of(reg));
    else
        dpex_gather(&r->plan->layout, operand, &r->cursor, to, (size_t)n);
}

void dpex_run_fill(dpex_run *r, int reg, const void *value, int64_t n)
{
    r->at[reg] = slot_of(r, reg);
    fill_block(r->at[reg], value, itemsize_of(&r->plan->regs[reg]), n);
}

/* A cast is a loop of its own, without dpex_loop_run: it takes any number of elements. */
static inline void compute(const dpex_run *r, const dpex_reg *reg, char *out, int64_t n)
{
    const void *in[DPEX_MAX_ARITY];
    for (int s = 0; s < reg->n_src; s++) in[s] = r->at[reg->src[s]];
    if (reg->kind == DPEX_REG_CAST)
        reg->cast(out, in[0], (size_t)n);
    else
        dpex_loop_run(&reg->call, out, in, (size_t)n);
}

void dpex_run_set_address(dpex_run *r, int number, char *out)
{
    r->at[number] = out ? out : slot_of(r, number);
}

void dpex_run_step(dpex_run *r, int number, char *out, int64_t n)
{
    dpex_run_set_address(r, number, out);
    compute(r, &r->plan->regs[number], r->at[number], n);
}

static const dpex_compiled *compiled_of(const dpex_plan *plan, int reg)
{
    return plan->compiled[plan->regs[reg].compiled - 1];
}

void dpex_run_compiled(dpex_run *r, int reg, int64_t n)
{
    const dpex_compiled *compiled = compiled_of(r->plan, reg);
    char *pointers[DPEX_JIT_MAX_POINTERS];
    for (int i = 0; i < compiled->n_inputs + compiled->n_outputs; i++)
        pointers[i] = r->at[compiled->regs[i]];
    dpex_jit_run(compiled->code, pointers, n);
}

void dpex_run_store_output(dpex_run *r, int o, int64_t first, int64_t n)
{
    const dpex_plan *plan = r->plan;
    const dpex_layout_operand *operand = &plan->layout.operands[plan->n_inputs + o];
    const char *block = r->at[plan->outputs[o]];
    char *address = output_address(r, operand, first, n);
    /* The last step has written there directly. */
    if (address == block) return;
    if (!address)
        dpex_scatter(&plan->layout, operand, &r->cursor, block, (size_t)n);
    else if (plan->stream && !operand->panel)
        dpex_loops_stream(plan->loops, address, block, (size_t)n * operand->itemsize);
    else
        memcpy(address, block, (size_t)n * operand->itemsize);
}

void dpex_run_store(dpex_run *r, int64_t first, int64_t n)
{
    for (int o = r->plan->n_reduced; o < r->plan->n_outputs; o++)
        dpex_run_store_output(r, o, first, n);
}

char *dpex_run_direct(dpex_run *r, int reg, int64_t first, int64_t n)
{
    const dpex_plan *plan = r->plan;
    const int direct = plan->regs[reg].direct;
    return direct ? output_address(r, &plan->layout.operands[plan->n_inputs + direct - 1], first, n)
                  : NULL;
}

/* What of the inputs is requested while a block is computed: later elements, a share of them before
 * each step, so that requests are under way while steps compute. All at once they would hold up the
 * first step. */
typedef struct fetch {
    int64_t next, left, share; /* elements, from the block's first one */
} fetch;

static fetch begin_fetch(const dpex_plan *plan, int64_t n)
{
    /* Of at least one byte, these are whole cache lines. */
    enum { AHEAD = 2048, MULTIPLE = 64 };
    if (!plan->n_shares) return (fetch){0};
    const int64_t share = dpex_int64_ceil_div(n, (int64_t)MULTIPLE * plan->n_shares) * MULTIPLE;
    return (fetch){AHEAD, n, share};
}

static void fetch_share(const dpex_run *r, int64_t first, int64_t n_block, fetch *f)
{
    const dpex_plan *plan = r->plan;
    const int64_t n = dpex_int64_min(f->share, f->left);
    for (int i = 0; i < plan->n_inputs; i++) {
        if (!(plan->fetched >> i & 1)) continue;
        const dpex_layout_operand *x = &plan->layout.operands[i];
        const int64_t step = x->strides[plan->layout.nd - 1];
        const char *from = step < 0 ? x->ptr + first * step : address_of(r, x, first, n_block);
        if (!from) continue;
        from += step < 0 ? (f->next + n - 1) * step : f->next * step;
        dpex_plan_prefetch(from, n * x->itemsize);
    }
    f->next += n;
    f->left -= n;
}

static char *result_address(dpex_run *r, int reg, int64_t first, int64_t n)
{
    return reg == r->direct_reg ? r->direct : dpex_run_direct(r, reg, first, n);
}

static void compute_compiled(dpex_run *r, int reg, int64_t first, int64_t n)
{
    const dpex_compiled *compiled = compiled_of(r->plan, reg);
    for (int o = 0; o < compiled->n_outputs; o++) {
        const int output = compiled->regs[compiled->n_inputs + o];
        dpex_run_set_address(r, output, result_address(r, output, first, n));
    }
    dpex_run_compiled(r, reg, n);
}

void dpex_run_compute(dpex_run *r, int64_t first, int64_t n)
{
    const dpex_plan *plan = r->plan;
    fetch f = begin_fetch(plan, n);
    for (int k = 0; k < plan->n_loads; k++) dpex_run_load(r, plan->loads[k], first, n);
    /* Registers without operands were filled by dpex_run_load or fill_constants.
     * In the order of the tape, in which a step comes after what it reads. */
    for (int k = 0; k < plan->n_steps; k++) {
        const int i = plan->steps[k];
        if (f.left) fetch_share(r, first, n, &f);
        if (plan->regs[i].compiled)
            compute_compiled(r, i, first, n);
        else
            dpex_run_step(r, i, result_address(r, i, first, n), n);
    }
}

void dpex_run_seek(dpex_run *r, int64_t first)
{
    if (r->plan->needs_cursor) dpex_cursor_seek(&r->plan->layout, first, &r->cursor);
}

/* Without memory for panels elements are gathered one by one. */
static void init_panels(dpex_run *r)
{
    r->panels_memory = dpex_malloc((size_t)r->plan->n_panels * r->plan->panel_bytes);
    for (int i = 0; i < r->plan->n_panels && r->panels_memory; i++) {
        char *memory = (char *)r->panels_memory + (size_t)i * r->plan->panel_bytes;
        r->panels[i] = (dpex_panel){.memory = memory, .first = 0, .end = 0};
    }
}

/* One run per thread and call; 32 KiB of stack are enough for most tapes. */
dpex_status dpex_run_begin(dpex_run *r, const dpex_plan *plan, int64_t n)
{
    size_t scratch_bytes = (size_t)plan->n_slots * plan->slot_bytes;
    r->plan = plan;
    r->direct_reg = -1;
    r->direct = NULL;
    r->heap = NULL;
    r->scratch = r->stack;
    if (scratch_bytes > sizeof(r->stack)) {
        r->scratch = r->heap = dpex_malloc(scratch_bytes);
        if (!r->heap)
            return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a tape's %zu bytes of scratch",
                             scratch_bytes);
    }
    r->begin = 0;
    r->end = plan->layout.size;
    r->panels_memory = NULL;
    for (int i = 0; i < plan->n_repeated; i++) r->repeated[i].first = NULL;
    /* A panel holds several rows: it pays only if more than one block reads it.
     * Without memory r->panels_memory stays NULL, which is a slower way, no failure. */
    if (plan->n_panels && n > plan->block_elems) init_panels(r);
    fill_constants(r, dpex_int64_min(n, plan->block_elems));
    return DPEX_SUCCESS;
}

void dpex_run_end(dpex_run *r)
{
    dpex_free(r->panels_memory);
    dpex_free(r->heap);
}

/* ---- rows in place -------------------------------------------------------------------------- */

/* Memory of which each row has another part. */
typedef struct row_part {
    const dpex_layout_operand *operand;
    int64_t next; /* bytes to the next row */
    char *at;     /* of outputs that are copied */
    int reg;
} row_part;

typedef struct row_parts {
    int n_steps, n_moving, n_stored;
    /* Registers that are in memory: inputs, and outputs that their step writes directly. */
    row_part moving[DPEX_TAPE_MAX_REGS];
    row_part stored[DPEX_TAPE_MAX_OUTPUTS]; /* outputs to which a register is copied */
    struct row_step {
        const dpex_reg *reg;
        int number;
    } steps[DPEX_TAPE_MAX_REGS];
} row_parts;

static row_part part_of(const dpex_plan *plan, int reg, int operand)
{
    const dpex_layout_operand *x = &plan->layout.operands[operand];
    const int nd = plan->layout.nd;
    return (row_part){x, nd > 1 ? x->strides[nd - 2] : 0, NULL, reg};
}

/* Registers that stay where they are get their address for good. */
static void find_parts(dpex_run *r, row_parts *p)
{
    const dpex_plan *plan = r->plan;
    p->n_steps = p->n_moving = p->n_stored = 0;
    for (int i = 0; i < plan->n_regs; i++) {
        const dpex_reg *reg = &plan->regs[i];
        if (reg->kind == DPEX_REG_INPUT &&
            plan->layout.operands[reg->index].access != DPEX_ACCESS_CONSTANT)
            p->moving[p->n_moving++] = part_of(plan, i, reg->index);
        if (!reg->n_src) continue;
        if (dpex_plan_is_step(plan, i)) p->steps[p->n_steps++] = (struct row_step){reg, i};
        if (reg->is_inner) continue;
        if (reg->direct)
            p->moving[p->n_moving++] = part_of(plan, i, plan->n_inputs + reg->direct - 1);
        else
            r->at[i] = slot_of(r, i);
    }
    for (int o = 0; o < plan->n_outputs; o++)
        if (plan->regs[plan->outputs[o]].direct != o + 1)
            p->stored[p->n_stored++] = part_of(plan, plan->outputs[o], plan->n_inputs + o);
}

/* The cursor's row. */
static void seek_parts(dpex_run *r, row_parts *p)
{
    const dpex_layout *layout = &r->plan->layout;
    for (int k = 0; k < p->n_moving; k++)
        r->at[p->moving[k].reg] = dpex_layout_operand_at(layout, p->moving[k].operand, &r->cursor);
    for (int k = 0; k < p->n_stored; k++)
        p->stored[k].at = dpex_layout_operand_at(layout, p->stored[k].operand, &r->cursor);
}

/* All parts move on along the row, and then by a number of rows. */
static inline __attribute__((always_inline)) void move_parts(dpex_run *r, row_parts *p, int64_t n,
                                                             int64_t rows)
{
    for (int k = 0; k < p->n_moving; k++) {
        const row_part *part = &p->moving[k];
        r->at[part->reg] =
            (char *)r->at[part->reg] + n * part->operand->itemsize + rows * part->next;
    }
    for (int k = 0; k < p->n_stored; k++) {
        row_part *part = &p->stored[k];
        part->at += n * part->operand->itemsize + rows * part->next;
    }
}

static inline void run_parts(dpex_run *r, row_parts *p, int64_t n)
{
    for (int k = 0; k < p->n_steps; k++) {
        const struct row_step *step = &p->steps[k];
        if (step->reg->compiled)
            dpex_run_compiled(r, step->number, n);
        else
            compute(r, step->reg, r->at[step->number], n);
    }
    for (int k = 0; k < p->n_stored; k++) {
        const row_part *to = &p->stored[k];
        memcpy(to->at, r->at[to->reg], (size_t)n * to->operand->itemsize);
    }
}

/* n elements of a row, in blocks where they are more than one, then on to the next row. */
static void run_row(dpex_run *r, row_parts *p, int64_t n)
{
    const int64_t block = r->plan->block_elems;
    if (n <= block) {
        run_parts(r, p, n);
        move_parts(r, p, 0, 1);
        return;
    }
    for (int64_t done = 0; done < n; done += block) {
        const int64_t length = dpex_int64_min(block, n - done);
        run_parts(r, p, length);
        move_parts(r, p, length, 0);
    }
    move_parts(r, p, -n, 1);
}

/* Elements [first, last) of a plan whose operands lie in rows: addresses are computed for the first row
 * of each plane alone, as rows are short. */
static void run_rows(dpex_run *r, int64_t first, int64_t last)
{
    const dpex_layout *layout = &r->plan->layout;
    const int outer = layout->nd - 2;
    const int64_t row = layout->shape[outer + 1];
    row_parts p;
    find_parts(r, &p);
    while (first < last) {
        const int64_t n = dpex_int64_min(r->cursor.left, last - first);
        const int64_t left = outer < 0 ? 1 : layout->shape[outer] - r->cursor.coords[outer];
        const int64_t n_rows = n < row ? 1 : dpex_int64_min(left, (last - first) / row);
        seek_parts(r, &p);
        for (int64_t i = 0; i < n_rows; i++) run_row(r, &p, n);
        first += n * n_rows;
        if (first < last) dpex_cursor_advance(layout, &r->cursor, n * n_rows);
    }
}

/* ---- the plan ------------------------------------------------------------------------------- */

/* Any number of threads may run chunks of a plan; each has its own run. */
dpex_status dpex_plan_execute(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const dpex_plan *plan = payload;
    int64_t first = first_chunk * plan->chunk_elems, last = last_chunk * plan->chunk_elems;
    if (last > plan->layout.size) last = plan->layout.size;
    dpex_run r;
    DPEX_TRY(dpex_run_begin(&r, plan, last - first));
    r.begin = first;
    r.end = last;
    dpex_run_seek(&r, first);
    if (plan->runs_rows && !plan->stream) {
        run_rows(&r, first, last);
        first = last;
    }
    for (int64_t n; first < last; first += n) {
        n = dpex_int64_min(last - first, plan->block_elems);
        if (plan->ends_with_rows) n = dpex_int64_min(n, r.cursor.left);
        dpex_run_compute(&r, first, n);
        dpex_run_store(&r, first, n);
        if (plan->n_output_panels) flush_panels(&r, first + n);
        if (plan->needs_cursor) dpex_cursor_advance(&plan->layout, &r.cursor, n);
    }
    /* Once per chunk. */
    if (plan->stream)
        atomic_thread_fence(memory_order_seq_cst); /* streaming stores become visible */
    dpex_run_end(&r);
    return DPEX_SUCCESS;
}
