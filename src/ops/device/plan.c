/* Arrays as arguments of a generated kernel: storages, offsets and strides in elements; and the
 * submission. */
#include "ops/device/device.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "runtime/runtime.h"

/* Of elements that are written to the same address only the last one is kept: concurrent work-items
 * would leave any of them. */
static void drop_repeated_outputs(dpex_layout *layout, int n_inputs)
{
    for (int d = 0; d < layout->nd; d++) {
        int is_repeated = 1;
        for (int i = n_inputs; i < layout->n_operands; i++)
            is_repeated &= layout->operands[i].strides[d] == 0;
        if (!is_repeated) continue;
        for (int i = 0; i < layout->n_operands; i++)
            /* Towards the last index, inputs too: that element is the one which a loop would
             * have written last. */
            layout->operands[i].ptr += (layout->shape[d] - 1) * layout->operands[i].strides[d];
        layout->size /= layout->shape[d];
        layout->shape[d] = 1;
    }
}

/* The layout has offsets in storages instead of addresses. */
dpex_status dpex_device_plan_init(const dpex_launch *launch, uint64_t inner, dpex_device_plan *plan)
{
    int n = launch->n_inputs + launch->n_outputs;
    if (n > DPEX_DEVICE_MAX_OPERANDS || launch->nd > DPEX_MAX_NDIM)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s: %d arrays in one kernel; at most %d are possible", launch->name, n,
                         DPEX_DEVICE_MAX_OPERANDS);
    dpex_layout_init(&plan->layout, plan->memory, launch->nd, launch->shape, n);
    for (int i = 0; i < n; i++) {
        const dpex_array *x =
            i < launch->n_inputs ? launch->inputs[i] : launch->outputs[i - launch->n_inputs];
        dpex_layout_set(&plan->layout, i, x);
        plan->layout.operands[i].ptr =
            (char *)(intptr_t)x->offset; /* an offset in the storage instead of an address */
        plan->storages[i] = x->storage;
    }
    /* A reduction's outputs have strides of 0 along what is reduced: that is not a repetition. */
    if (!inner) drop_repeated_outputs(&plan->layout, launch->n_inputs);
    dpex_layout_finish(&plan->layout, launch->n_inputs, inner);
    plan->n_inputs = launch->n_inputs;
    plan->n_chunks = 1;
    plan->chunk = 0;
    if (plan->layout.nd > DPEX_DEVICE_MAX_DIMS)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s: %d dimensions that cannot be combined; at most %d are possible here",
                         launch->name, plan->layout.nd, DPEX_DEVICE_MAX_DIMS);
    return DPEX_SUCCESS;
}

/* Whether an offset or the number of elements needs 64 bits; 32-bit indices are faster on GPUs.
 * Half of INT32_MAX, so that sums of two in the kernel's text do not overflow. */
static int needs_wide(const dpex_device_plan *plan)
{
    const dpex_layout *layout = &plan->layout;
    if (layout->size > INT32_MAX / 2) return 1;
    for (int i = 0; i < layout->n_operands; i++) {
        const dpex_layout_operand *operand = &layout->operands[i];
        int64_t reach = (intptr_t)operand->ptr / operand->itemsize;
        for (int d = 0; d < layout->nd; d++) {
            int64_t stride = operand->strides[d] < 0 ? -operand->strides[d] : operand->strides[d];
            reach += stride / operand->itemsize * (layout->shape[d] - 1);
        }
        if (reach > INT32_MAX / 2) return 1;
    }
    return 0;
}

void dpex_device_describe(const dpex_device_plan *plan, dpex_device_form form,
                          dpex_device_shape *shape)
{
    const dpex_layout *layout = &plan->layout;
    memset(shape, 0, sizeof *shape);
    shape->form = form;
    shape->is_wide = needs_wide(plan);
    shape->nd = layout->nd;
    shape->n_outer = layout->n_outer;
    shape->n_operands = layout->n_operands;
    shape->lanes = shape->together = 1;
    shape->team = DPEX_DEVICE_LANES;
    for (int i = 0; i < layout->n_operands; i++) shape->access[i] = layout->operands[i].access;
}

/* ---- packs --------------------------------------------------------------------------------------------- */

enum { PACK_BYTES = 16 };

/* Whether packs of an operand, `lanes` elements from any multiple of lanes on, are aligned as their
 * access needs. */
int dpex_device_is_aligned(const dpex_device_plan *plan, int operand, int n_outer, int lanes)
{
    const dpex_layout_operand *o = &plan->layout.operands[operand];
    /* A pack longer than an access is read by several of PACK_BYTES, and needs no more alignment
     * than one of them. */
    int64_t pack = (int64_t)lanes * o->itemsize, align = dpex_int64_min(pack, PACK_BYTES);
    if ((intptr_t)o->ptr % align || (intptr_t)dpex_storage_get_ptr(plan->storages[operand]) % align)
        return 0;
    for (int d = 0; d < n_outer; d++)
        if (o->strides[d] % align) return 0;
    return 1;
}

/* It decides how many elements of every operand fit one access of PACK_BYTES. */
static int largest_itemsize(const dpex_layout *layout, int n_operands)
{
    int most = 1;
    for (int i = 0; i < n_operands; i++)
        if (layout->operands[i].itemsize > most) most = layout->operands[i].itemsize;
    return most;
}

/* How an operand is accessed along the last dimension alone. */
dpex_access dpex_device_inner_access(const dpex_layout *layout, int operand)
{
    const dpex_layout_operand *o = &layout->operands[operand];
    int64_t stride = o->strides[layout->nd - 1];
    return stride == 0             ? DPEX_ACCESS_CONSTANT
           : stride == o->itemsize ? DPEX_ACCESS_LINEAR
                                   : DPEX_ACCESS_STRIDED;
}

/* Whether an input that is strided along a single dimension may be read element by element beside packs of others: its elements are so close
 * that neighbouring items read the same cache lines. */
static int is_near(const dpex_device_plan *plan, const dpex_device_shape *shape, int operand)
{
    const dpex_layout_operand *o = &plan->layout.operands[operand];
    const int64_t stride = o->strides[plan->layout.nd - 1];
    return operand < plan->n_inputs && (shape->form != DPEX_FORM_MAP || plan->layout.nd == 1) &&
           (stride < 0 ? -stride : stride) <= 2 * (int64_t)o->itemsize;
}

/* All operands must allow it: a pack is of the same elements of each. */
void dpex_device_choose_lanes(const dpex_device_plan *plan, dpex_device_shape *shape)
{
    const dpex_layout *layout = &plan->layout;
    int reduces = shape->form != DPEX_FORM_MAP, n_linear = 0;
    int n_operands = reduces ? layout->n_operands - 1
                             : layout->n_operands; /* a reduction's output is one element */
    int lanes = PACK_BYTES / largest_itemsize(layout, n_operands);
    for (int i = plan->n_inputs; i < n_operands; i++) /* one element that all items write */
        if (shape->access[i] == DPEX_ACCESS_CONSTANT) return;
    /* What is reduced must be one run in memory, and chunks must not cut a pack. */
    if (reduces && (layout->nd != layout->n_outer + 1 || plan->chunk % lanes)) return;
    for (int i = 0; i < n_operands && reduces; i++)
        shape->access[i] = (uint8_t)dpex_device_inner_access(layout, i);
    for (int i = 0; i < n_operands; i++) {
        if (shape->access[i] == DPEX_ACCESS_STRIDED && !is_near(plan, shape, i)) return;
        n_linear += shape->access[i] == DPEX_ACCESS_LINEAR;
        if (shape->access[i] == DPEX_ACCESS_LINEAR &&
            !dpex_device_is_aligned(plan, i, reduces ? layout->n_outer : 0, lanes))
            return;
    }
    if (n_linear) shape->lanes = lanes;
}

/* ---- tiles --------------------------------------------------------------------------------------------- */

static int64_t distance(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

enum { LEAST_TILE_EXTENT = 16, NARROW_TILE = 32, WIDE_TILE = 64 };

/* The dimension along which an input's elements lie closest together, where that is not the last
 * one; else -1. */
static int find_across(const dpex_layout *layout, int operand)
{
    const dpex_layout_operand *o = &layout->operands[operand];
    int last = layout->nd - 1, found = -1;
    int64_t least = 4 * (int64_t)o->itemsize; /* further apart, they fill no more of what is read */
    for (int d = 0; d < last; d++) {
        int64_t stride = distance(o->strides[d]);
        if (!stride || stride > least || layout->shape[d] < LEAST_TILE_EXTENT) continue;
        found = d;
        least = stride;
    }
    /* Where the last dimension is nearly as close, both directions read the same cache lines,
     * and staging gains nothing. */
    return found >= 0 && distance(o->strides[last]) >= 8 * least ? found : -1;
}

int dpex_device_choose_tiles(dpex_device_plan *plan, dpex_device_shape *shape, int64_t *n_groups)
{
    enum { LEAST_ELEMS = 1 << 14, MOST_BYTES = 32 << 10 };
    dpex_layout *layout = &plan->layout;
    int last = layout->nd - 1, across = -1;
    size_t bytes = 0;
    if (layout->nd < 2 || layout->size < LEAST_ELEMS || layout->shape[last] < LEAST_TILE_EXTENT)
        return 0;
    /* Elements of 4 bytes in rows of 64 fill what one access to memory reads, and 16 of an item are
     * on their way at a time. */
    const int tile =
        largest_itemsize(layout, layout->n_operands) <= 4 ? (int)WIDE_TILE : (int)NARROW_TILE;
    for (int i = plan->n_inputs; i < layout->n_operands; i++)
        if (layout->operands[i].strides[last] != layout->operands[i].itemsize) return 0;
    for (int i = 0; i < plan->n_inputs; i++) {
        int found = find_across(layout, i);
        if (found < 0 || (across >= 0 && found != across)) continue;
        /* Rows of a tile are one element longer than the tile: column by column, its elements
         * then lie in different banks of local memory. */
        bytes += (size_t)(tile * (tile + 1) * layout->operands[i].itemsize);
        /* Inputs beyond the limit are read across, as without tiles; those before them still
         * gain. */
        if (bytes > MOST_BYTES) break;
        across = found;
        shape->access[i] = DPEX_ACCESS_STAGED;
    }
    if (across < 0) return 0;
    for (int i = 0; i < layout->n_operands; i++)
        if (shape->access[i] != DPEX_ACCESS_STAGED) shape->access[i] = DPEX_ACCESS_STRIDED;
    dpex_layout_swap_dims(layout, across, last - 1);
    shape->form = DPEX_FORM_TILE;
    shape->tile = tile;
    *n_groups = 1;
    for (int d = 0; d < last - 1; d++) *n_groups *= layout->shape[d];
    for (int d = last - 1; d <= last; d++) *n_groups *= dpex_int64_ceil_div(layout->shape[d], tile);
    return 1;
}

/* ---- submission ---------------------------------------------------------------------------------------- */

/* The k_layout of source.c, in 32 or 64 bits. */
typedef struct words {
    int64_t wide[4 + DPEX_DEVICE_MAX_DIMS + DPEX_DEVICE_MAX_OPERANDS * (1 + DPEX_DEVICE_MAX_DIMS)];
    int32_t
        narrow[4 + DPEX_DEVICE_MAX_DIMS + DPEX_DEVICE_MAX_OPERANDS * (1 + DPEX_DEVICE_MAX_DIMS)];
    int n;
} words;

/* Narrowing loses nothing where the shape is not wide; else only `wide` is passed. */
static void put(words *w, int64_t value)
{
    w->wide[w->n] = value;
    w->narrow[w->n++] = (int32_t)value;
}

/* The layout's dimension that is number d of the shape; negative: a kernel for any strides has more
 * dimensions, and this one is not there. Those that are fill the outer and the inner ones from
 * behind. */
static int dim_of(const dpex_layout *layout, const dpex_device_shape *shape, int d)
{
    const int is_map = shape->form <= DPEX_FORM_TILE;
    const int n_outer = is_map ? shape->nd : shape->n_outer,
              n_there = is_map ? layout->nd : layout->n_outer;
    if (d < n_outer) return d - (n_outer - n_there);
    const int inner = d - shape->nd + layout->nd;
    return inner < n_there ? -1 : inner;
}

/* n_out: elements of a map, or outputs of a reduction, each of n_in elements. team: of the launch's own
 * shape. A kernel for any strides that needs it finds it where the chunk would be, which rows that are
 * not cut do not have. */
static void fill_words(const dpex_device_plan *plan, const dpex_device_shape *shape, int team,
                       words *w)
{
    const dpex_layout *layout = &plan->layout;
    int of[DPEX_DEVICE_MAX_DIMS];
    int64_t n_out = 1, n_in = 1;
    for (int d = 0; d < shape->nd; d++) of[d] = dim_of(layout, shape, d);
    for (int d = 0; d < layout->nd; d++)
        *(d < layout->n_outer || shape->form <= DPEX_FORM_TILE ? &n_out : &n_in) *=
            layout->shape[d];
    w->n = 0;
    put(w, n_out);
    put(w, n_in);
    put(w, plan->n_chunks);
    put(w, shape->team ? plan->chunk : team);
    for (int d = 0; d < shape->nd; d++) put(w, of[d] < 0 ? 1 : layout->shape[of[d]]);
    for (int i = 0; i < layout->n_operands; i++)
        put(w, (intptr_t)layout->operands[i].ptr / layout->operands[i].itemsize);
    for (int i = 0; i < layout->n_operands; i++) {
        const dpex_layout_operand *o = &layout->operands[i];
        for (int d = 0; d < shape->nd; d++) put(w, of[d] < 0 ? 0 : o->strides[of[d]] / o->itemsize);
    }
}

/* Pointers, then the layout, then the tape's constants. */
static dpex_status fill_args(const dpex_tape *tape, const dpex_device_shape *shape,
                             const dpex_device_plan *plan, const words *w, dpex_arg *args,
                             size_t *n)
{
    size_t n_args = 0;
    for (int i = 0; i < shape->n_operands; i++)
        args[n_args++] = (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {plan->storages[i], 0, NULL}};
    args[n_args++] =
        (dpex_arg){.kind = DPEX_ARG_RAW,
                   .bytes = (size_t)w->n * (shape->is_wide ? 8 : 4),
                   .raw = shape->is_wide ? (const void *)w->wide : (const void *)w->narrow};
    for (int i = 0; i < tape->n_regs; i++) {
        const dpex_reg *reg = &tape->regs[i];
        if (reg->kind != DPEX_REG_CONSTANT) continue;
        if (n_args == DPEX_MAX_ARGS)
            return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                             "a tape has too many arrays and constants for one kernel");
        args[n_args++] = (dpex_arg){.kind = DPEX_ARG_RAW,
                                    .bytes = dpex_dtype_get_info((dpex_dtype)reg->dtype)->itemsize,
                                    .raw = reg->value.bytes};
    }
    *n = n_args;
    return DPEX_SUCCESS;
}

/* Little enough for any device to do within about 50 us. */
static int is_small(const dpex_tape *tape, const dpex_layout *layout)
{
    enum { SMALL_STEPS = 1 << 18 };
    int64_t steps = tape->n_regs;
    for (int d = 0; d < layout->nd && steps <= SMALL_STEPS; d++) steps *= layout->shape[d];
    return steps <= SMALL_STEPS;
}

/* Whether a kernel for any strides could do, beside the launch's own that is not compiled yet. */
static int may_be_any(const dpex_queue *queue, const dpex_tape *tape, const dpex_device_plan *plan,
                      const dpex_device_shape *shape)
{
    /* Up to here hundreds of launches take less time than compiling one kernel. */
    enum { MANY_ELEMENTS = 1 << 20 };
    const dpex_layout *layout = &plan->layout;
    const int most_inner = shape->lanes > 1 ? 1 : DPEX_DEVICE_ANY_DIMS - DPEX_DEVICE_ANY_OUTER;
    if (shape->is_wide || tape->n_more || dpex_device_is_of_rows(shape)) return 0;
    if (shape->form <= DPEX_FORM_TILE
            ? layout->nd > DPEX_DEVICE_ANY_DIMS
            : layout->n_outer > DPEX_DEVICE_ANY_OUTER || layout->nd - layout->n_outer > most_inner)
        return 0;
    return dpex_device_has_any_strides_only() ||
           (queue->backend->has_compiled_programs && layout->size < MANY_ELEMENTS);
}

/* args and words may lie on the stack: a launch copies its arguments. */
dpex_status dpex_device_submit(dpex_queue *queue, const char *name, const dpex_tape *tape,
                               const dpex_device_shape *shape, const dpex_device_plan *plan,
                               int64_t n_items, int group)
{
    dpex_arg args[DPEX_MAX_ARGS];
    size_t n_args = 0;
    words w;
    dpex_kernel *kernel;
    dpex_device_shape any;
    const int team = shape->team;
    int is_any = 0;
    DPEX_TRY(dpex_device_get_kernel(
        queue, tape, shape, may_be_any(queue, tape, plan, shape) ? &is_any : NULL, &kernel));
    if (is_any) {
        any = *shape;
        dpex_device_take_any_strides(&any);
        shape = &any;
        if (shape->form == DPEX_FORM_MAP) n_items = plan->layout.size;
    }
    fill_words(plan, shape, team, &w);
    DPEX_TRY(fill_args(tape, shape, plan, &w, args, &n_args));
    unsigned flags = is_small(tape, &plan->layout) ? DPEX_COMMAND_SMALL : 0;
    const dpex_device_call call = {
        name, kernel, args, n_args, plan->storages, (size_t)shape->n_operands, flags};
    return dpex_device_launch(queue, &call, n_items, group);
}
