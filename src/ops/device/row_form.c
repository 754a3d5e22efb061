/* The text of a kernel of stages (rows.c).
 *
 *     for each stage: (loads) (steps of each element, and what reductions of them combine)
 *                     (the items' totals combined: a number for the row)
 *     with the last stage: stores
 *
 * An item has the same elements in every stage: number r + e * step of block j, where r = start +
 * j * stride. Where these are few (n_kept blocks), loops over blocks are unrolled and what a later
 * stage needs again stays in registers; else it is loaded and computed again. Loads of a stage come
 * before its steps, so that all are on their way at once. Elements beyond the row's end are
 * replaced by the block's first one, and never used.
 *
 * What is the same for a whole row (results of reductions, inputs that are broadcast along rows,
 * and steps of these) is computed once, between the loops. */
#include <stdio.h>

#include "dpex/dtype.h"
#include "ops/device/rows.h"

typedef struct form {
    const dpex_tape *tape;
    const dpex_device_shape *shape;
    dpex_text *text;
    int n_reductions, last; /* stage */
    int block, n_kept;
    int is_group;
    uint8_t is_uniform[DPEX_TAPE_MAX_REGS];
    uint8_t first_use[DPEX_TAPE_MAX_REGS], last_use[DPEX_TAPE_MAX_REGS]; /* stages that read it */
    uint8_t is_kept[DPEX_TAPE_MAX_REGS];
} form;

static const dpex_reg *reg_of(const form *f, int r)
{
    return &f->tape->regs[r];
}

static const char *type_of(const form *f, int r)
{
    return dpex_device_c_type((dpex_dtype)reg_of(f, r)->dtype);
}

/* ---- which registers are what ---------------------------------------------------------------- */

static int is_uniform(const form *f, const dpex_reg *reg)
{
    int all = reg->n_src > 0;
    if (reg->kind == DPEX_REG_CONSTANT || reg->kind == DPEX_REG_REDUCED) return 1;
    if (reg->kind == DPEX_REG_INPUT) return f->shape->access[reg->index] == DPEX_ACCESS_CONSTANT;
    for (int s = 0; s < reg->n_src; s++) all &= f->is_uniform[reg->src[s]];
    return all;
}

static void note_use(form *f, int r, int stage)
{
    if (stage < f->first_use[r]) f->first_use[r] = (uint8_t)stage;
    if (stage > f->last_use[r]) f->last_use[r] = (uint8_t)stage;
}

/* A reduction reads its values in their own stage; stores are in the last one. */
static void find_uses(form *f)
{
    for (int r = 0; r < f->tape->n_regs; r++) {
        f->first_use[r] = UINT8_MAX;
        f->last_use[r] = 0;
    }
    for (int o = f->n_reductions; o < f->tape->n_outputs; o++)
        note_use(f, f->tape->outputs[o], f->last);
    for (int r = f->tape->n_regs - 1; r >= 0; r--) {
        const dpex_reg *reg = reg_of(f, r);
        for (int s = 0; s < reg->n_src; s++)
            note_use(f, reg->src[s], reg->kind == DPEX_REG_REDUCED ? reg->stage - 1 : reg->stage);
    }
}

/* The last stage with a loop: of a reduction, or of what is stored. */
static int find_last(const dpex_tape *tape, int n_reductions)
{
    int last = 0;
    for (int r = 0; r < tape->n_regs; r++)
        if (tape->regs[r].kind == DPEX_REG_REDUCED && tape->regs[r].stage - 1 > last)
            last = tape->regs[r].stage - 1;
    for (int o = n_reductions; o < tape->n_outputs; o++)
        if (tape->regs[tape->outputs[o]].stage > last) last = tape->regs[tape->outputs[o]].stage;
    return last;
}

static void init(form *f, const dpex_tape *tape, const dpex_device_shape *shape, dpex_text *text)
{
    *f = (form){.tape = tape,
                .shape = shape,
                .text = text,
                .n_reductions = dpex_tape_n_reductions(tape),
                .block = dpex_device_block_of(shape),
                .n_kept = shape->n_kept,
                .is_group = shape->form == DPEX_FORM_ROW_GROUP};
    f->last = find_last(tape, f->n_reductions);
    find_uses(f);
    for (int r = 0; r < tape->n_regs; r++) {
        const dpex_reg *reg = reg_of(f, r);
        f->is_uniform[r] = (uint8_t)is_uniform(f, reg);
        f->is_kept[r] = f->n_kept && !f->is_uniform[r] &&
                        (reg->kind == DPEX_REG_INPUT || f->last_use[r] > reg->stage);
    }
}

int dpex_device_row_bytes(const dpex_tape *tape, const dpex_device_shape *shape)
{
    form f;
    int most = 0;
    init(&f, tape, shape, NULL);
    for (int stage = 0; stage <= f.last; stage++) {
        int bytes = 0;
        for (int r = 0; r < tape->n_regs; r++) {
            const int from = reg_of(&f, r)->n_src ? reg_of(&f, r)->stage + 1 : f.first_use[r];
            if (!f.is_uniform[r] && from <= stage && stage <= f.last_use[r])
                bytes += dpex_dtype_get_info((dpex_dtype)reg_of(&f, r)->dtype)->itemsize;
        }
        if (bytes > most) most = bytes;
    }
    return most;
}

/* ---- functions ------------------------------------------------------------------------------- */

static int16_t value_of(const dpex_tape *tape, int k)
{
    for (int r = 0; r < tape->n_regs; r++)
        if (tape->regs[r].kind == DPEX_REG_REDUCED && tape->regs[r].index == k)
            return tape->regs[r].src[0];
    return -1;
}

/* The tape as if it ended in reduction k alone. */
static dpex_tape alone(const dpex_tape *tape, int k)
{
    dpex_tape one = *tape;
    one.reduction = dpex_tape_reduction_of(tape, k).reduction;
    one.outputs[0] = value_of(tape, k);
    return one;
}

/* The state of each reduction, with names of its own: k_state_0, ... */
void dpex_device_write_row_functions(const dpex_tape *tape, dpex_text *text)
{
    static const char *const names[] = {"k_state",   "k_lift",   "k_lift_many",
                                        "k_combine", "k_finish", "k_beats"};
    dpex_device_write_operations(tape, text);
    for (int k = 0; k < dpex_tape_n_reductions(tape); k++) {
        const dpex_tape one = alone(tape, k);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            dpex_text_append(text, "#define %s %s_%d\n", names[i], names[i], k);
        dpex_device_write_state(
            &one, dpex_device_suffix((dpex_dtype)tape->regs[one.outputs[0]].dtype), text);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            dpex_text_append(text, "#undef %s\n", names[i]);
    }
}

/* ---- loads ----------------------------------------------------------------------------------- */

static int is_packed(const form *f, int operand)
{
    return f->shape->lanes > 1 && f->shape->access[operand] == DPEX_ACCESS_LINEAR;
}

/* The address of element t of an operand's row. */
static void write_element(const form *f, int k, const char *t)
{
    if (f->shape->access[k] == DPEX_ACCESS_LINEAR)
        dpex_text_append(f->text, "p%d[b%d + %s]", k, k, t);
    else
        dpex_text_append(f->text, "p%d[b%d + %s * w.stride[%d]]", k, k, t,
                         k * f->shape->nd + f->shape->nd - 1);
}

/* The beginning of a loop over an item's blocks; j is a constant where these are kept. */
static void write_blocks(const form *f)
{
    if (f->n_kept)
        dpex_text_append(
            f->text,
            "    K_UNROLL for (int j = 0; j < %d; j++) {\n"
            "    const k_index r = start + j * stride;\n    if (r >= last) continue;\n",
            f->n_kept);
    else
        dpex_text_append(f->text, "    for (k_index j = 0, r = start; r < last; j++, r += stride) "
                                  "{\n");
    dpex_text_append(f->text, "    const int is_full = r + %d * step < last;\n", f->block - 1);
}

/* q<r>: a block of input register r, or as many as are kept. */
static void write_load(const form *f, int r)
{
    const int k = reg_of(f, r)->index;
    char at[16] = "";
    if (f->n_kept) snprintf(at, sizeof at, "[j]");
    if (is_packed(f, k))
        dpex_text_append(f->text,
                         "    if (is_full) q%d%s = *(K_GLOBAL const k_pack%d *)(p%d + b%d + r);\n"
                         "    else {\n",
                         r, at, k, k, k);
    dpex_text_append(f->text,
                     "    K_UNROLL for (int e = 0; e < %d; e++) {\n"
                     "    const k_index t = r + e * step < last ? r + e * step : r;\n",
                     f->block);
    if (is_packed(f, k))
        dpex_text_append(f->text, "    q%d%s.e[e] = ", r, at);
    else
        dpex_text_append(f->text, f->n_kept ? "    q%d[j * %d + e] = " : "    q%d[e] = ", r,
                         f->block);
    write_element(f, k, "t");
    dpex_text_append(f->text, is_packed(f, k) ? ";\n    }\n    }\n" : ";\n    }\n");
}

static void declare_load(const form *f, int r)
{
    const int k = reg_of(f, r)->index;
    const int n = f->n_kept ? f->n_kept : 1;
    if (!is_packed(f, k))
        dpex_text_append(f->text, "    %s q%d[%d];\n", type_of(f, r), r, n * f->block);
    else if (f->n_kept)
        dpex_text_append(f->text, "    k_pack%d q%d[%d];\n", k, r, n);
    else
        dpex_text_append(f->text, "    k_pack%d q%d;\n", k, r);
}

static void write_loaded(const form *f, int r)
{
    const int packed = is_packed(f, reg_of(f, r)->index);
    const int is_byte = packed && reg_of(f, r)->dtype == DPEX_I8;
    if (is_byte) dpex_text_append(f->text, "k_byte_of_pack(");
    if (packed)
        dpex_text_append(f->text, f->n_kept ? "q%d[j].e[e]" : "q%d.e[e]", r);
    else if (f->n_kept)
        dpex_text_append(f->text, "q%d[j * %d + e]", r, f->block);
    else
        dpex_text_append(f->text, "q%d[e]", r);
    if (is_byte) dpex_text_append(f->text, ")");
}

/* ---- a stage --------------------------------------------------------------------------------- */

static int is_reduced_in(const form *f, int k, int stage)
{
    return reg_of(f, value_of(f->tape, k))->stage == stage;
}

/* Registers that a stage's loop computes for each element. */
static void find_needed(const form *f, int stage, uint8_t *needed)
{
    for (int r = 0; r < f->tape->n_regs; r++)
        needed[r] = f->is_kept[r] && reg_of(f, r)->n_src && reg_of(f, r)->stage == stage;
    for (int k = 0; k < f->n_reductions; k++)
        if (is_reduced_in(f, k, stage)) needed[value_of(f->tape, k)] = 1;
    for (int o = f->n_reductions; o < f->tape->n_outputs && stage == f->last; o++)
        needed[f->tape->outputs[o]] = 1;
    for (int r = f->tape->n_regs - 1; r >= 0; r--) {
        const int is_read = f->is_kept[r] && reg_of(f, r)->stage < stage; /* kept before */
        if (f->is_uniform[r]) needed[r] = 0;
        for (int s = 0; needed[r] && !is_read && s < reg_of(f, r)->n_src; s++)
            needed[reg_of(f, r)->src[s]] = 1;
    }
    for (int r = 0; r < f->tape->n_regs; r++)
        if (f->is_uniform[r]) needed[r] = 0;
}

static void write_registers(const form *f, int stage, const uint8_t *needed)
{
    for (int r = 0; r < f->tape->n_regs; r++) {
        const dpex_reg *reg = reg_of(f, r);
        if (!needed[r]) continue;
        dpex_text_append(f->text, "    const %s r%d = ", type_of(f, r), r);
        if (reg->kind == DPEX_REG_INPUT) {
            write_loaded(f, r);
            dpex_text_append(f->text, ";\n");
        } else if (f->is_kept[r] && reg->stage < stage) {
            dpex_text_append(f->text, "kept%d[j * %d + e];\n", r, f->block);
        } else {
            dpex_device_write_step(f->tape, r, f->text);
            if (f->is_kept[r])
                dpex_text_append(f->text, "    kept%d[j * %d + e] = r%d;\n", r, f->block, r);
        }
    }
}

/* ---- reductions ------------------------------------------------------------------------------ */

static void declare_totals(const form *f, int stage)
{
    for (int k = 0; k < f->n_reductions; k++) {
        if (!is_reduced_in(f, k, stage)) continue;
        dpex_text_append(f->text,
                         "    k_state_%d total%d, part%d;\n    int has_total%d = 0, has%d = 0;\n"
                         "    %s rest%d[%d];\n",
                         k, k, k, k, k, type_of(f, value_of(f->tape, k)), k, f->block);
    }
    dpex_text_append(f->text, "    k_index left%d = last;\n", stage);
}

static void end_run(const form *f, int k)
{
    dpex_text_append(f->text,
                     "    if (has%d) total%d = has_total%d ? k_combine_%d(total%d, part%d) : "
                     "part%d;\n    has_total%d |= has%d;\n    has%d = 0;\n",
                     k, k, k, k, k, k, k, k, k, k);
}

/* A full block; what is left of a row waits for the end of the loop. Runs are those of a reduction
 * alone (forms.c). */
static void write_combine(const form *f, int k)
{
    enum { RUN = 128 };
    const dpex_tape one = alone(f->tape, k);
    dpex_text_append(f->text, "    if (is_full) {\n");
    if (dpex_device_state_lifts_many(&one))
        dpex_text_append(f->text, "    const k_state_%d one = k_lift_many_%d(v%d, %d);\n", k, k, k,
                         f->block);
    else
        dpex_text_append(f->text,
                         "    k_state_%d one = k_lift_%d(v%d[0], r);\n    K_UNROLL for (int e = 1; "
                         "e < %d; e++) one = k_combine_%d(one, k_lift_%d(v%d[e], r + e * step));\n",
                         k, k, k, f->block, k, k, k);
    dpex_text_append(f->text,
                     "    part%d = has%d ? k_combine_%d(part%d, one) : one;\n    has%d = 1;\n"
                     "    if ((j + 1) %% %d == 0) {\n",
                     k, k, k, k, k, RUN / f->block);
    end_run(f, k);
    dpex_text_append(f->text,
                     "    }\n    } else {\n    K_UNROLL for (int e = 0; e < %d; e++) rest%d[e] = "
                     "v%d[e];\n    left%d = r;\n    }\n",
                     f->block, k, k, reg_of(f, value_of(f->tape, k))->stage);
}

static void write_rest(const form *f, int k)
{
    dpex_text_append(
        f->text,
        "    K_UNROLL for (int e = 0; e < %d; e++) {\n    const k_index t = left%d + e "
        "* step;\n    if (t >= last) continue;\n"
        "    const k_state_%d one = k_lift_%d(rest%d[e], t);\n"
        "    part%d = has%d ? k_combine_%d(part%d, one) : one;\n    has%d = 1;\n"
        "    }\n",
        f->block, reg_of(f, value_of(f->tape, k))->stage, k, k, k, k, k, k, k, k);
    end_run(f, k);
}

/* The tree of a reduction alone (forms.c); the last steps are those of one sub-group. */
static void write_tree(const form *f, int stage)
{
    for (int k = 0; k < f->n_reductions; k++)
        if (is_reduced_in(f, k, stage))
            dpex_text_append(f->text, "    if (has_total%d) lanes%d[K_LANE] = total%d;\n", k, k, k);
    dpex_text_append(f->text,
                     "    K_UNROLL for (int s = %d; s > 0; s /= 2) {\n"
                     "    K_TREE_BARRIER(s);\n"
                     "    if (lane < s && lane + s < n_lanes) {\n",
                     f->shape->team / 2);
    for (int k = 0; k < f->n_reductions; k++)
        if (is_reduced_in(f, k, stage))
            dpex_text_append(
                f->text,
                "    lanes%d[K_LANE] = k_combine_%d(lanes%d[K_LANE], lanes%d[K_LANE + s]);\n", k, k,
                k, k);
    dpex_text_append(f->text, "    }\n    }\n    K_TREE_BARRIER(%d);\n", f->shape->team / 2);
}

/* ---- stores ---------------------------------------------------------------------------------- */

/* Values of a block wait in u<k> until all of the block are computed. */
static void write_stores(const form *f)
{
    for (int o = f->n_reductions; o < f->tape->n_outputs; o++) {
        const int k = f->tape->n_inputs + o;
        if (is_packed(f, k))
            dpex_text_append(f->text,
                             "    if (is_full) *(K_GLOBAL k_pack%d *)(p%d + b%d + r) = u%d;\n"
                             "    else {\n",
                             k, k, k, k);
        dpex_text_append(f->text,
                         "    K_UNROLL for (int e = 0; e < %d; e++) {\n    const k_index t = r + e "
                         "* step;\n    if (t < last) ",
                         f->block);
        write_element(f, k, "t");
        dpex_text_append(
            f->text, is_packed(f, k) ? " = u%d.e[e];\n    }\n    }\n" : " = u%d[e];\n    }\n", k);
    }
}

static void declare_stored(const form *f)
{
    for (int o = f->n_reductions; o < f->tape->n_outputs; o++) {
        const int k = f->tape->n_inputs + o;
        if (is_packed(f, k))
            dpex_text_append(f->text, "    k_pack%d u%d;\n", k, k);
        else
            dpex_text_append(f->text, "    %s u%d[%d];\n", type_of(f, f->tape->outputs[o]), k,
                             f->block);
    }
}

static void write_results(const form *f)
{
    dpex_text_append(f->text, f->is_group ? "    if (lane == 0 && is_row) {\n" : "    {\n");
    for (int k = 0; k < f->n_reductions; k++)
        dpex_text_append(f->text, "    p%d[b%d] = r%d;\n", f->tape->n_inputs + k,
                         f->tape->n_inputs + k, f->tape->outputs[k]);
    dpex_text_append(f->text, "    }\n");
}

/* ---- the loops ------------------------------------------------------------------------------- */

static void write_loop(const form *f, int stage, const uint8_t *needed)
{
    const int is_last = stage == f->last;
    write_blocks(f);
    for (int r = 0; r < f->tape->n_regs && !f->n_kept; r++)
        if (needed[r] && !reg_of(f, r)->n_src) {
            declare_load(f, r);
            write_load(f, r);
        }
    for (int k = 0; k < f->n_reductions; k++)
        if (is_reduced_in(f, k, stage))
            dpex_text_append(f->text, "    %s v%d[%d];\n", type_of(f, value_of(f->tape, k)), k,
                             f->block);
    if (is_last) declare_stored(f);
    dpex_text_append(f->text, "    K_UNROLL for (int e = 0; e < %d; e++) {\n", f->block);
    write_registers(f, stage, needed);
    for (int k = 0; k < f->n_reductions; k++)
        if (is_reduced_in(f, k, stage))
            dpex_text_append(f->text, "    v%d[e] = r%d;\n", k, value_of(f->tape, k));
    for (int o = f->n_reductions; o < f->tape->n_outputs && is_last; o++) {
        const int k = f->tape->n_inputs + o;
        dpex_text_append(f->text, is_packed(f, k) ? "    u%d.e[e] = r%d;\n" : "    u%d[e] = r%d;\n",
                         k, f->tape->outputs[o]);
    }
    dpex_text_append(f->text, "    }\n");
    for (int k = 0; k < f->n_reductions; k++)
        if (is_reduced_in(f, k, stage)) write_combine(f, k);
    if (is_last) write_stores(f);
    dpex_text_append(f->text, "    }\n");
}

/* Numbers of the row that this stage is the first to have. */
static void write_uniform(const form *f, int stage)
{
    for (int r = 0; r < f->tape->n_regs; r++) {
        const dpex_reg *reg = reg_of(f, r);
        if (!f->is_uniform[r] || reg->stage != stage || reg->kind == DPEX_REG_CONSTANT) continue;
        dpex_text_append(f->text, "    const %s r%d = ", type_of(f, r), r);
        if (reg->kind == DPEX_REG_INPUT)
            dpex_text_append(f->text, "p%d[b%d];\n", reg->index, reg->index);
        else if (reg->kind == DPEX_REG_REDUCED)
            dpex_text_append(f->text,
                             f->is_group ? "k_finish_%d(lanes%d[(int)K_LANE - lane]);\n"
                                         : "k_finish_%d(total%d);\n",
                             reg->index, reg->index);
        else
            dpex_device_write_step(f->tape, r, f->text);
    }
}

/* All loads of a stage where they are kept. */
static void write_kept_loads(const form *f, int stage)
{
    int n = 0;
    for (int r = 0; r < f->tape->n_regs; r++)
        if (f->is_kept[r] && !reg_of(f, r)->n_src && f->first_use[r] == stage) {
            declare_load(f, r);
            n++;
        }
    if (n) write_blocks(f);
    for (int r = 0; r < f->tape->n_regs; r++)
        if (f->is_kept[r] && !reg_of(f, r)->n_src && f->first_use[r] == stage) write_load(f, r);
    if (n) dpex_text_append(f->text, "    }\n");
    for (int r = 0; r < f->tape->n_regs; r++)
        if (f->is_kept[r] && reg_of(f, r)->n_src && reg_of(f, r)->stage == stage)
            dpex_text_append(f->text, "    %s kept%d[%d];\n", type_of(f, r), r,
                             f->n_kept * f->block);
}

static void write_stage(const form *f, int stage)
{
    uint8_t needed[DPEX_TAPE_MAX_REGS];
    int n_reduced = 0;
    for (int k = 0; k < f->n_reductions; k++) n_reduced += is_reduced_in(f, k, stage);
    write_uniform(f, stage);
    write_kept_loads(f, stage);
    find_needed(f, stage, needed);
    if (n_reduced) declare_totals(f, stage);
    if (n_reduced || (stage == f->last && f->tape->n_outputs > f->n_reductions))
        write_loop(f, stage, needed);
    for (int k = 0; k < f->n_reductions; k++)
        if (is_reduced_in(f, k, stage)) write_rest(f, k);
    if (n_reduced && f->is_group) write_tree(f, stage);
}

/* Which row, and which of its elements. */
static void write_assignment(const form *f)
{
    const int lanes = f->shape->lanes, n = f->shape->n_operands;
    dpex_text *text = f->text;
    if (f->is_group) {
        dpex_device_write_team(f->shape, "w.n_out", text);
        dpex_text_append(text,
                         "    const k_index out = g, last = is_row ? w.n_in : 0, "
                         "n_lanes = (last + %d) / %d;\n"
                         "    const k_index step = %d, start = lane * %d, stride = %d;\n",
                         lanes - 1, lanes, lanes == 1 ? f->shape->team : 1, lanes,
                         f->shape->team * f->block);
    } else
        dpex_text_append(text,
                         "    const k_index out = (k_index)K_ITEM;\n    if (out >= w.n_out) "
                         "return;\n    const k_index last = w.n_in, step = 1, start = 0, stride = "
                         "%d;\n",
                         f->block);
    for (int k = 0; k < n; k++) dpex_text_append(text, "    k_index b%d;\n", k);
    dpex_text_append(text, "    {\n");
    for (int k = 0; k < n; k++) dpex_text_append(text, "    k_index o%d = w.offset[%d];\n", k, k);
    dpex_device_write_outer(f->shape, "out", text);
    for (int k = 0; k < n; k++) dpex_text_append(text, "    b%d = o%d;\n", k, k);
    dpex_text_append(text, "    }\n");
}

void dpex_device_write_row_kernel(const dpex_tape *tape, const dpex_device_shape *shape,
                                  dpex_text *text)
{
    form f;
    init(&f, tape, shape, text);
    dpex_device_write_head(tape, shape, text);
    for (int k = 0; k < f.n_reductions && f.is_group; k++)
        dpex_text_append(text, "    K_LOCAL k_state_%d lanes%d[%d];\n", k, k, DPEX_DEVICE_LANES);
    write_assignment(&f);
    for (int stage = 0; stage < tape->n_stages; stage++) write_stage(&f, stage);
    write_results(&f);
    dpex_text_append(text, "}\n");
}
