/* The kernel itself: which elements of the operands a work-item takes, per form (device.h).
 *
 * Registers are written once per element by write_registers; around it, each form decides which
 * element an item is at. Where shape->lanes > 1 an item takes that many neighbouring elements with
 * one 16-byte access per operand, which is what GPUs need for their full bandwidth. */
#include <stdio.h>

#include "dpex/dtype.h"
#include "ops/device/rows.h"

static int is_input(const dpex_reg *reg)
{
    return reg->kind == DPEX_REG_INPUT;
}

/* Of the operand's elements in memory; partial results of a reduction are states, which have
 * none. */
static int operand_dtype(const dpex_tape *tape, const dpex_device_shape *shape, int operand)
{
    for (int i = 0; operand < tape->n_inputs && i < tape->n_regs; i++)
        if (is_input(&tape->regs[i]) && tape->regs[i].index == operand) return tape->regs[i].dtype;
    /* Results of stages are registers that have been converted. */
    if (tape->reduction && !shape->stores_partials && !dpex_device_is_of_rows(shape))
        return tape->reduced_dtype;
    const int output = operand - tape->n_inputs;
    return tape->regs[tape->outputs[output < 0 ? 0 : output]].dtype;
}

static const char *operand_type(const dpex_tape *tape, const dpex_device_shape *shape, int operand)
{
    if (operand < tape->n_inputs ? shape->loads_states : shape->stores_partials) return "k_state";
    return dpex_device_c_type((dpex_dtype)operand_dtype(tape, shape, operand));
}

/* ---- parameters ------------------------------------------------------------------------------------------ */

/* The struct that plan.c fills, in this order: numbers of outputs, of elements for each, of chunks
 * for each, and the length of a chunk; then extents, offsets and strides. */
static void write_layout(dpex_text *text, const dpex_device_shape *shape)
{
    dpex_text_append(
        text,
        "typedef %s k_index;\n"
        "typedef struct {\n    k_index n_out, n_in, n_chunks, chunk;\n    k_index shape[%d];\n"
        "    k_index offset[%d];\n    k_index stride[%d];\n} k_layout;\n",
        shape->is_wide ? "int64_t" : "int32_t", shape->nd, shape->n_operands,
        shape->n_operands * shape->nd);
}

/* A struct of neighbouring elements per operand that is accessed so. */
static void write_packs(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    const int has_stores = shape->form == DPEX_FORM_MAP || dpex_device_is_of_rows(shape);
    const int n = has_stores ? shape->n_operands : tape->n_inputs;
    for (int k = 0; k < n && shape->lanes > 1; k++) {
        int bytes =
            shape->lanes * dpex_dtype_get_info((dpex_dtype)operand_dtype(tape, shape, k))->itemsize;
        dpex_text_append(text, "typedef K_ALIGNED_STRUCT(%d) { %s e[%d]; } k_pack%d;\n",
                         bytes < 16 ? bytes : 16, operand_type(tape, shape, k), shape->lanes, k);
    }
}

/* Constants of the tape are parameters, so that one kernel serves all their values. */
static void write_parameters(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    dpex_text_append(text, "K_KERNEL void dpex_kernel(");
    for (int k = 0; k < shape->n_operands; k++)
        dpex_text_append(text, "K_GLOBAL %s%s *p%d, ", k < tape->n_inputs ? "const " : "",
                         operand_type(tape, shape, k), k);
    dpex_text_append(text, "const k_layout w");
    for (int i = 0; i < tape->n_regs; i++)
        if (tape->regs[i].kind == DPEX_REG_CONSTANT)
            dpex_text_append(text, ", const %s r%d",
                             dpex_device_c_type((dpex_dtype)tape->regs[i].dtype), i);
    dpex_text_append(text, ")\n{\n");
}

/* o<k> += the offset of element `number` in dimensions [first, last). */
static void write_coordinates(dpex_text *text, const dpex_device_shape *shape, const char *number,
                              int first, int last, int first_operand, int last_operand)
{
    dpex_text_append(text, "    {\n    k_index rest = %s, c;\n", number);
    for (int d = last - 1; d >= first; d--) {
        if (d > first)
            dpex_text_append(text, "    c = rest %% w.shape[%d]; rest /= w.shape[%d];\n", d, d);
        else
            dpex_text_append(text, "    c = rest;\n");
        for (int k = first_operand; k < last_operand; k++)
            if (shape->form != DPEX_FORM_MAP || shape->access[k] == DPEX_ACCESS_STRIDED)
                dpex_text_append(text, "    o%d += c * w.stride[%d];\n", k, k * shape->nd + d);
    }
    dpex_text_append(text, "    }\n");
}

/* ---- registers ------------------------------------------------------------------------------------------- */

/* packed: inputs come from the packs v<k>, element e, where they lie so; others are read one by one. */
static void write_input(dpex_text *text, const dpex_device_shape *shape, const dpex_reg *reg,
                        int packed)
{
    const int k = reg->index;
    if (shape->access[k] == DPEX_ACCESS_STAGED)
        dpex_text_append(text, "s%d[x][j];\n", k);
    else if (packed && shape->access[k] == DPEX_ACCESS_LINEAR)
        dpex_text_append(text,
                         reg->dtype == DPEX_I8 ? "k_byte_of_pack(v%d.e[e]);\n" : "v%d.e[e];\n", k);
    else if (packed && shape->access[k] == DPEX_ACCESS_STRIDED)
        dpex_text_append(text, "p%d[o%d + e * w.stride[%d]];\n", k, k,
                         k * shape->nd + shape->nd - 1);
    else
        dpex_text_append(text, "p%d[o%d];\n", k, k);
}

void dpex_device_write_step(const dpex_tape *tape, int number, dpex_text *text)
{
    const dpex_reg *reg = &tape->regs[number];
    char name[64];
    if (reg->kind == DPEX_REG_CAST) {
        snprintf(name, sizeof name, "r%d", reg->src[0]);
        dpex_device_write_cast(text, name, tape->regs[reg->src[0]].dtype, reg->dtype);
        dpex_text_append(text, ";\n");
        return;
    }
    dpex_device_function_name(tape, reg, name, sizeof name);
    dpex_text_append(text, "%s(", name);
    for (int s = 0; s < reg->n_src; s++) dpex_text_append(text, s ? ", r%d" : "r%d", reg->src[s]);
    dpex_text_append(text, ");\n");
}

/* One declaration per step, in order: the compiler sees straight-line code. Where states are loaded
 * the only register is one. */
static void write_registers(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape,
                            int packed)
{
    for (int i = 0; i < tape->n_regs; i++) {
        const dpex_reg *reg = &tape->regs[i];
        if (reg->kind == DPEX_REG_CONSTANT) continue;
        dpex_text_append(
            text, "    const %s r%d = ",
            shape->loads_states ? "k_state" : dpex_device_c_type((dpex_dtype)reg->dtype), i);
        if (is_input(reg)) {
            write_input(text, shape, reg, packed);
        } else {
            dpex_device_write_step(tape, i, text);
        }
    }
}

/* Loads of one pack per input, from offset o<k>, of those whose elements lie side by side. */
static void write_loads(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    for (int k = 0; k < tape->n_inputs; k++)
        if (shape->access[k] == DPEX_ACCESS_LINEAR)
            dpex_text_append(text,
                             "    const k_pack%d v%d = *(K_GLOBAL const k_pack%d *)(p%d + o%d);\n",
                             k, k, k, k, k);
}

/* ---- map ------------------------------------------------------------------------------------------------- */

/* Registers have the dtypes of the outputs already. */
static void write_stores(dpex_text *text, const dpex_tape *tape)
{
    for (int o = 0; o < tape->n_outputs; o++)
        dpex_text_append(text, "    p%d[o%d] = r%d;\n", tape->n_inputs + o, tape->n_inputs + o,
                         tape->outputs[o]);
}

/* Of item i; only strided operands need its coordinates, for others the number is the offset. */
static void write_one_element(dpex_text *text, const dpex_tape *tape,
                              const dpex_device_shape *shape)
{
    int has_strided = 0;
    for (int k = 0; k < shape->n_operands; k++) {
        dpex_text_append(text, "    k_index o%d = w.offset[%d]%s;\n", k, k,
                         shape->access[k] == DPEX_ACCESS_LINEAR ? " + i" : "");
        has_strided |= shape->access[k] == DPEX_ACCESS_STRIDED;
    }
    if (has_strided) write_coordinates(text, shape, "i", 0, shape->nd, 0, shape->n_operands);
    write_registers(text, tape, shape, 0);
    write_stores(text, tape);
}

static void write_pack_of_elements(dpex_text *text, const dpex_tape *tape,
                                   const dpex_device_shape *shape)
{
    for (int k = 0; k < shape->n_operands; k++) {
        dpex_text_append(text, "    const k_index o%d = w.offset[%d]", k, k);
        if (shape->access[k] == DPEX_ACCESS_LINEAR) dpex_text_append(text, " + first");
        /* Packs with strided inputs are for one dimension. */
        if (shape->access[k] == DPEX_ACCESS_STRIDED)
            dpex_text_append(text, " + first * w.stride[%d]", k);
        dpex_text_append(text, ";\n");
    }
    write_loads(text, tape, shape);
    for (int o = 0; o < tape->n_outputs; o++)
        dpex_text_append(text, "    k_pack%d v%d;\n", tape->n_inputs + o, tape->n_inputs + o);
    dpex_text_append(text, "    K_UNROLL for (int e = 0; e < %d; e++) {\n", shape->lanes);
    write_registers(text, tape, shape, 1);
    for (int o = 0; o < tape->n_outputs; o++)
        dpex_text_append(text, "    v%d.e[e] = r%d;\n", tape->n_inputs + o, tape->outputs[o]);
    dpex_text_append(text, "    }\n");
    for (int k = tape->n_inputs; k < shape->n_operands; k++)
        dpex_text_append(text, "    *(K_GLOBAL k_pack%d *)(p%d + o%d) = v%d;\n", k, k, k, k);
}

/* The remainder after the last pack goes element by element. */
static void write_map(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    if (shape->lanes == 1) {
        dpex_text_append(text,
                         "    const k_index i = (k_index)K_ITEM;\n    if (i >= w.n_out) return;\n");
        write_one_element(text, tape, shape);
    } else {
        dpex_text_append(
            text,
            "    const k_index first = (k_index)K_ITEM * %d;\n    if (first + %d <= w.n_out) {\n",
            shape->lanes, shape->lanes);
        write_pack_of_elements(text, tape, shape);
        dpex_text_append(text, "    } else for (k_index i = first; i < w.n_out; i++) {\n");
        write_one_element(text, tape, shape);
        dpex_text_append(text, "    }\n");
    }
    dpex_text_append(text, "}\n");
}

/* ---- tiles ----------------------------------------------------------------------------------------------- */

/* Squares of the last two dimensions. Along the last one outputs are contiguous, along the one
 * before it the staged inputs are: these are read along it into local memory, whose rows are one
 * element longer so that a column lies in different banks. */
static void write_tile(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    const int last = shape->nd - 1, across = shape->nd - 2, tile = shape->tile;
    for (int k = 0; k < tape->n_inputs; k++)
        if (shape->access[k] == DPEX_ACCESS_STAGED)
            dpex_text_append(text, "    K_LOCAL %s s%d[%d][%d];\n", operand_type(tape, shape, k), k,
                             tile, tile + 1);
    dpex_text_append(text,
                     "    const k_index n_x = (w.shape[%d] + %d) / %d, n_j = (w.shape[%d] + %d) / "
                     "%d;\n    const k_index g = (k_index)K_GROUP, outer = g / (n_x * n_j);\n"
                     "    const k_index first_x = g %% n_x * %d, first_j = g / n_x %% n_j * %d;\n"
                     "    const k_index left_x = w.shape[%d] - first_x, left_j = w.shape[%d] - "
                     "first_j;\n    const int x = (int)K_LANE %% %d, y = (int)K_LANE / %d;\n",
                     last, tile - 1, tile, across, tile - 1, tile, tile, tile, last, across, tile,
                     tile);
    for (int k = 0; k < shape->n_operands; k++) dpex_text_append(text, "    k_index b%d;\n", k);
    dpex_text_append(text, "    {\n");
    for (int k = 0; k < shape->n_operands; k++)
        dpex_text_append(text,
                         "    k_index o%d = w.offset[%d] + first_x * w.stride[%d] + first_j * "
                         "w.stride[%d];\n",
                         k, k, k * shape->nd + last, k * shape->nd + across);
    write_coordinates(text, shape, "outer", 0, across, 0, shape->n_operands);
    for (int k = 0; k < shape->n_operands; k++) dpex_text_append(text, "    b%d = o%d;\n", k, k);
    dpex_text_append(text, "    }\n");
    const int step = DPEX_DEVICE_LANES / tile;
    dpex_text_append(text, "    K_UNROLL for (int i = y; i < %d; i += %d) {\n", tile, step);
    for (int k = 0; k < tape->n_inputs; k++)
        if (shape->access[k] == DPEX_ACCESS_STAGED)
            dpex_text_append(text,
                             "    if (i < left_x && x < left_j) s%d[i][x] = p%d[b%d + i * "
                             "w.stride[%d] + x * w.stride[%d]];\n",
                             k, k, k, k * shape->nd + last, k * shape->nd + across);
    dpex_text_append(text,
                     "    }\n    K_BARRIER();\n"
                     "    K_UNROLL for (int j = y; j < %d; j += %d) {\n    if (x >= left_x || j >= "
                     "left_j) continue;\n",
                     tile, step);
    for (int k = 0; k < shape->n_operands; k++)
        if (shape->access[k] != DPEX_ACCESS_STAGED)
            dpex_text_append(text,
                             "    const k_index o%d = b%d + j * w.stride[%d] + x * w.stride[%d];\n",
                             k, k, k * shape->nd + across, k * shape->nd + last);
    write_registers(text, tape, shape, 0);
    write_stores(text, tape);
    dpex_text_append(text, "    }\n}\n");
}

/* ---- reductions ------------------------------------------------------------------------------------------ */

/* Elements that an item takes at a time: their loads are independent of each other, and so are
 * their values of what was combined before, which hides the time that memory and a combine take. */
int dpex_device_block_of(const dpex_device_shape *shape)
{
    enum { ROWS = 8 };
    return shape->lanes > 1 ? shape->lanes : ROWS;
}

/* o<k>: element `number` of what is reduced, from b<k> on. */
static void write_offsets(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape,
                          const char *number)
{
    for (int k = 0; k < tape->n_inputs; k++)
        dpex_text_append(text, "    k_index o%d = b%d;\n", k, k);
    write_coordinates(text, shape, number, shape->n_outer, shape->nd, 0, tape->n_inputs);
}

/* The state `one` of the values v of a block, whose first is element r of what is reduced. */
static void write_lift(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    int n = dpex_device_block_of(shape);
    if (shape->loads_states)
        dpex_text_append(text,
                         "    k_state one = v[0];\n    K_UNROLL for (int e = 1; e < %d; e++) "
                         "one = k_combine(one, v[e]);\n",
                         n);
    else if (dpex_device_state_lifts_many(tape))
        dpex_text_append(text, "    const k_state one = k_lift_many(v, %d);\n", n);
    else
        dpex_text_append(text,
                         "    k_state one = k_lift(v[0], r);\n    K_UNROLL for (int e = 1; e < %d; "
                         "e++) one = k_combine(one, k_lift(v[e], r + e * step));\n",
                         n);
}

static const char combine_one[] = "    part = has ? k_combine(part, one) : one;\n    has = 1;\n";

/* What a block reads, before it is combined. */
static void declare_values(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    const dpex_dtype dtype = (dpex_dtype)tape->regs[tape->outputs[0]].dtype;
    dpex_text_append(text, "    %s v[%d];\n",
                     shape->loads_states ? "k_state" : dpex_device_c_type(dtype),
                     dpex_device_block_of(shape));
}

/* Combines the block that begins with element r into part. */
static void write_block(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    int n = dpex_device_block_of(shape), value = tape->outputs[0], packed = shape->lanes > 1;
    declare_values(text, tape, shape);
    if (packed) {
        write_offsets(text, tape, shape, "r");
        write_loads(text, tape, shape);
    }
    dpex_text_append(text, "    K_UNROLL for (int e = 0; e < %d; e++) {\n", n);
    if (!packed) write_offsets(text, tape, shape, "(r + e * step)");
    write_registers(text, tape, shape, packed);
    dpex_text_append(text, "    v[e] = r%d;\n    }\n", value);
    write_lift(text, tape, shape);
    dpex_text_append(text, "%s", combine_one);
}

/* What is left of a block, element by element. Of elements that are read one by one all loads come
 * first, as they do in a block: short rows have nothing else. */
static void write_rest(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    const int n = dpex_device_block_of(shape), value = tape->outputs[0];
    const char *each = "    K_UNROLL for (int e = 0; e < %d; e++) {\n"
                       "    const k_index t = r + e * step;\n    if (t >= last) continue;\n";
    const int loads_first = shape->lanes == 1;
    if (loads_first) declare_values(text, tape, shape);
    dpex_text_append(text, each, n);
    write_offsets(text, tape, shape, "t");
    write_registers(text, tape, shape, 0);
    if (loads_first) {
        dpex_text_append(text, "    v[e] = r%d;\n    }\n", value);
        dpex_text_append(text, each, n);
        dpex_text_append(text, "    const k_state one = ");
        dpex_text_append(text, shape->loads_states ? "v[e];\n" : "k_lift(v[e], t);\n");
    } else {
        dpex_text_append(text, "    const k_state one = ");
        dpex_text_append(text, shape->loads_states ? "r%d;\n" : "k_lift(r%d, t);\n", value);
    }
    dpex_text_append(text, "%s    }\n", combine_one);
}

/* A block, or what is left of one. */
static void write_step(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    dpex_text_append(text, "    if (r + %d * step < last) {\n", dpex_device_block_of(shape) - 1);
    write_block(text, tape, shape);
    dpex_text_append(text, "    } else {\n");
    write_rest(text, tape, shape);
    dpex_text_append(text, "    }\n");
}

/* A run of blocks, from r = run on. Several packs may be on their way at a time; what is combined, and
 * in which order, stays the same. */
static void write_run(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    const int n_blocks = 128 / dpex_device_block_of(shape), together = shape->together;
    dpex_text_append(text, "    int has = 0;\n    k_index r = run;\n");
    if (together > 1) {
        dpex_text_append(
            text,
            "    int s = 0;\n    for (; s < %d && r + %d * stride + %d < last; s += %d) "
            "{\n    const k_index at = r;\n    K_UNROLL for (int u = 0; u < %d; u++) {\n"
            "    const k_index r = at + u * stride;\n",
            n_blocks, together - 1, shape->lanes - 1, together, together);
        write_block(text, tape, shape);
        dpex_text_append(text, "    }\n    r += %d * stride;\n    }\n    for (", together);
    } else {
        dpex_text_append(text, "    for (int s = 0");
    }
    dpex_text_append(text, "; s < %d && r < last; s++, r += stride) {\n", n_blocks);
    write_step(text, tape, shape);
    dpex_text_append(text, "    }\n");
}

/* The finished result is converted to the output's dtype here. */
static void write_store(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape,
                        const char *value)
{
    int out = tape->n_inputs;
    if (shape->stores_partials) {
        dpex_text_append(text, "    p%d[w.offset[%d] + out * w.n_chunks + k] = %s;\n", out, out,
                         value);
        return;
    }
    dpex_dtype finished = dpex_reduction_finished_dtype(
        tape->reduction, (dpex_dtype)tape->regs[tape->outputs[0]].dtype);
    dpex_text_append(text, "    const %s result = k_finish(%s);\n    k_index o%d = w.offset[%d];\n",
                     dpex_device_c_type(finished), value, out, out);
    write_coordinates(text, shape, "out", 0, shape->n_outer, out, out + 1);
    dpex_text_append(text, "    p%d[o%d] = ", out, out);
    dpex_device_write_cast(text, "result", finished, operand_dtype(tape, shape, out));
    dpex_text_append(text, ";\n");
}

/* A number in the text lets the compiler divide by shifts; kernels for any strides serve all teams, and
 * shift by a number that it does not know. */
static void write_team_size(const dpex_device_shape *shape, char *team, size_t bytes)
{
    if (shape->team)
        snprintf(team, bytes, "%d", shape->team);
    else
        snprintf(team, bytes, "team");
}

/* g: the row, or part of one, of the item's team, and its lane there. Behind the last one items go
 * along, since all of a group come to its barriers, with no elements of number 0. */
void dpex_device_write_team(const dpex_device_shape *shape, const char *n_rows, dpex_text *text)
{
    char team[16];
    write_team_size(shape, team, sizeof team);
    if (!shape->team) dpex_text_append(text, "    const int team = (int)w.chunk;\n");
    /* Numbers that a compiler knows to be the same for all of a group take no registers of items. */
    if (shape->team == DPEX_DEVICE_LANES)
        dpex_text_append(text, "    const k_index g = (k_index)K_GROUP;\n"
                               "    const int lane = (int)K_LANE, is_row = 1;\n");
    else
        dpex_text_append(
            text,
            "    const k_index row = (k_index)K_GROUP * (%d / %s) + (k_index)K_LANE / %s;\n"
            "    const int lane = (int)K_LANE %% %s, is_row = row < %s;\n"
            "    const k_index g = is_row ? row : 0;\n",
            DPEX_DEVICE_LANES, team, team, team, n_rows);
}

/* Which output and chunk this group or item has, and b<k>: where the output's elements begin. Short
 * rows, which are not cut, have no time for divisions. Neighbouring groups take neighbouring chunks, neighbouring items neighbouring outputs, so that
 * memory is read in long runs. */
static void write_assignment(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    const int is_group = shape->form == DPEX_FORM_GROUP, is_cut = shape->stores_partials;
    if (is_group)
        dpex_device_write_team(shape, is_cut ? "w.n_out * w.n_chunks" : "w.n_out", text);
    else
        dpex_text_append(text, "    const k_index g = (k_index)K_ITEM;\n    if (g >= %s) return;\n",
                         is_cut ? "w.n_out * w.n_chunks" : "w.n_out");
    if (!is_cut)
        dpex_text_append(text, "    const k_index out = g, first = 0, last = %sw.n_in;\n",
                         is_group ? "!is_row ? 0 : " : "");
    else
        dpex_text_append(
            text,
            "    const k_index out = g %s, k = g %s;\n    const k_index first = k * w.chunk, end = "
            "first + w.chunk, last = %send < w.n_in ? end : w.n_in;\n",
            is_group ? "/ w.n_chunks" : "% w.n_out", is_group ? "% w.n_chunks" : "/ w.n_out",
            is_group ? "!is_row ? first : " : "");
    for (int k = 0; k < tape->n_inputs; k++) dpex_text_append(text, "    k_index b%d;\n", k);
    dpex_text_append(text, "    {\n");
    for (int k = 0; k < tape->n_inputs; k++)
        dpex_text_append(text, "    k_index o%d = w.offset[%d];\n", k, k);
    write_coordinates(text, shape, "out", 0, shape->n_outer, 0, tape->n_inputs);
    for (int k = 0; k < tape->n_inputs; k++) dpex_text_append(text, "    b%d = o%d;\n", k, k);
    dpex_text_append(text, "    }\n");
}

/* The lanes' totals, combined in halves; those behind the last lane that had elements hold
 * nothing. */
/* The tree has the same shape for every row, and its order is that of lanes: results do not
 * vary from run to run. */
static void write_group_combine(dpex_text *text, const dpex_device_shape *shape)
{
    char team[16];
    write_team_size(shape, team, sizeof team);
    dpex_text_append(
        text,
        "    if (has_total) lanes[K_LANE] = total;\n"
        "    const k_index n = (last - first + %d) / %d;\n"
        "    K_UNROLL for (int s = %s / 2; s > 0; s /= 2) {\n"
        "        K_TREE_BARRIER(s);\n"
        "        if (lane < s && lane + s < n) lanes[K_LANE] = k_combine(lanes[K_LANE], "
        "lanes[K_LANE + s]);\n    }\n"
        "    if (lane || !is_row) return;\n",
        shape->lanes - 1, shape->lanes, team);
}

/* Runs of 128 elements are combined by themselves and then into the total, so that rounding errors
 * grow slowly. */
/* `has` and `has_total` instead of a neutral state, which argmax and the extremes of integers
 * with NaN rules lack. The optimizer removes both where a run has at least one element. */
static void write_reduction(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    int is_group = shape->form == DPEX_FORM_GROUP, block = dpex_device_block_of(shape);
    if (is_group) dpex_text_append(text, "    K_LOCAL k_state lanes[%d];\n", DPEX_DEVICE_LANES);
    write_assignment(text, tape, shape);
    char size[16], team[32];
    write_team_size(shape, size, sizeof size);
    snprintf(team, sizeof team, "(k_index)%s", size);
    dpex_text_append(text,
                     "    k_state total, part;\n    int has_total = 0;\n"
                     "    const k_index step = %s, start = first + %s * %d, stride = %s * %d;\n"
                     "    for (k_index run = start; run < last; run += %d * stride) {\n",
                     is_group && shape->lanes == 1 ? team : "1", is_group ? "(k_index)lane" : "0",
                     shape->lanes, is_group ? team : "(k_index)1", block, 128 / block);
    write_run(text, tape, shape);
    dpex_text_append(text, "    total = has_total ? k_combine(total, part) : part;\n    "
                           "has_total = 1;\n    }\n");
    if (is_group) write_group_combine(text, shape);
    write_store(text, tape, shape, is_group ? "lanes[K_LANE]" : "total");
    dpex_text_append(text, "}\n");
}

void dpex_device_write_outer(const dpex_device_shape *shape, const char *number, dpex_text *text)
{
    write_coordinates(text, shape, number, 0, shape->n_outer, 0, shape->n_operands);
}

void dpex_device_write_head(const dpex_tape *tape, const dpex_device_shape *shape, dpex_text *text)
{
    write_layout(text, shape);
    write_packs(text, tape, shape);
    write_parameters(text, tape, shape);
}

void dpex_device_write_kernel(const dpex_tape *tape, const dpex_device_shape *shape,
                              dpex_text *text)
{
    dpex_device_write_head(tape, shape, text);
    if (shape->form == DPEX_FORM_MAP)
        write_map(text, tape, shape);
    else if (shape->form == DPEX_FORM_TILE)
        write_tile(text, tape, shape);
    else
        write_reduction(text, tape, shape);
}
