/* Runs a tape that ends in a reduction: first chunks of the reduced elements, then the partial
 * results of each output.
 *
 * Chunks depend on the shape and the kind of device alone, and each is combined in a fixed order,
 * so a device always gives the same bits. */
#include <math.h>

#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "ops/device/rows.h"
#include "runtime/runtime.h"

enum {
    GROUP_CHUNK = 16384,   /* least elements of a work-group: 64 for each of its lanes */
    CPU_CHUNK = 8192,      /* least elements of a work-item on a CPU */
    GPU_ITEM_CHUNK = 128,  /* and on a GPU */
    GPU_ITEMS = 1 << 18,   /* work-items that keep a GPU busy */
    SHORT_ROW = 32,        /* rows up to this length are one item's work */
    SHORT_PACKED_ROW = 12, /* and of those that are read in packs */
    MAX_CHUNKS = 4096      /* partial results of an output, so that a second pass is enough */
};

/* Outputs, and elements that are reduced to each. */
static void count(const dpex_layout *layout, int64_t *n_out, int64_t *n_in)
{
    *n_out = *n_in = 1;
    for (int d = 0; d < layout->nd; d++) *(d < layout->n_outer ? n_out : n_in) *= layout->shape[d];
}

/* Whether neighbours in memory belong to the same output: then a group shares a row, else items
 * take a column each. */
static int reduces_rows(const dpex_layout *layout)
{
    if (layout->n_outer == 0 || layout->n_outer == layout->nd) return 1;
    const int64_t *strides = layout->operands[0].strides;
    int64_t inner = strides[layout->nd - 1], outer = strides[layout->n_outer - 1];
    return outer == 0 || (inner < 0 ? -inner : inner) <= (outer < 0 ? -outer : outer);
}

/* Elements of a chunk: from the shape and the kind of device alone. */
static int64_t choose_chunk(const dpex_queue *queue, dpex_device_form form, int64_t n_out,
                            int64_t n_in)
{
    int64_t least = form == DPEX_FORM_GROUP ? GROUP_CHUNK : CPU_CHUNK;
    if (form == DPEX_FORM_ITEM && dpex_device_is_grouped(queue->device)) {
        int64_t chunks_wanted = dpex_int64_ceil_div(GPU_ITEMS, n_out),
                spread = n_in / chunks_wanted;
        least = dpex_int64_max(spread, GPU_ITEM_CHUNK);
    }
    int64_t chunk = dpex_int64_ceil_div(n_in, MAX_CHUNKS);
    if (chunk < least) chunk = least;
    return dpex_int64_round_up(chunk, DPEX_BLOCK_ELEMS);
}

/* What a pass has as partial results: nothing, its output, its input. */
typedef enum partials_role { NONE, STORED, LOADED } partials_role;

/* Form, lanes and, of a first pass, the length of a chunk. Groups need a device that has them and rows
 * that are long enough; how long depends on whether neighbours of a row are read at once, as an item
 * that reads them one by one shares each transaction with itself alone. */
static void choose_shape(const dpex_queue *queue, partials_role role, int may_pack,
                         dpex_device_plan *plan, dpex_device_shape *shape)
{
    int64_t n_out, n_in;
    count(&plan->layout, &n_out, &n_in);
    if (dpex_device_has_groups(queue->device) && n_in > SHORT_PACKED_ROW &&
        reduces_rows(&plan->layout)) {
        if (role != LOADED) plan->chunk = choose_chunk(queue, DPEX_FORM_GROUP, n_out, n_in);
        dpex_device_describe(plan, DPEX_FORM_GROUP, shape);
        if (may_pack) dpex_device_choose_lanes(plan, shape);
        if (n_in > SHORT_ROW || shape->lanes > 1) return;
    }
    if (role != LOADED) plan->chunk = choose_chunk(queue, DPEX_FORM_ITEM, n_out, n_in);
    dpex_device_describe(plan, DPEX_FORM_ITEM, shape);
}

/* Of a first pass over the launch's own inputs. */
static dpex_status choose(const dpex_launch *launch, dpex_device_order *order)
{
    dpex_device_plan plan;
    dpex_device_shape shape;
    int64_t n_out, n_in;
    DPEX_TRY(dpex_device_plan_init(launch, launch->reduced, &plan));
    count(&plan.layout, &n_out, &n_in);
    choose_shape(launch->outputs[0]->queue, NONE, 1, &plan, &shape);
    *order = (dpex_device_order){shape.form, shape.lanes, dpex_int64_ceil_div(n_in, plan.chunk)};
    return DPEX_SUCCESS;
}

/* The model's memory may be gone; any other is as well aligned. */
dpex_status dpex_device_order_of(const dpex_launch *launch, dpex_device_order *order)
{
    dpex_array model = *launch->model;
    const dpex_array *inputs[] = {&model};
    dpex_launch alone = *launch;
    model.storage = launch->outputs[0]->storage;
    alone.inputs = inputs;
    alone.n_inputs = alone.n_outputs = 1;
    return choose(&alone, order);
}

int dpex_device_reduces_alike(const dpex_launch *launch)
{
    dpex_device_order own, models;
    return !choose(launch, &own) && !dpex_device_order_of(launch, &models) &&
           own.form == models.form && own.lanes == models.lanes;
}

/* Items that have a few packs each, or several blocks of single elements, so that rows of any length
 * keep all of a group busy and few results are left to combine: from the shape alone, as the order of
 * combination follows. */
int dpex_device_choose_team(const dpex_device_shape *shape, int64_t n)
{
    enum { LEAST = 2, PACKS = 4, ONE_BY_ONE = 32 };
    const int each = shape->lanes > 1 ? PACKS * shape->lanes : ONE_BY_ONE;
    int team = LEAST;
    while (team < DPEX_DEVICE_LANES && (int64_t)team * each < n) team *= 2;
    return team;
}

/* Where an item has that many, and its states and steps leave registers for them. */
static int packs_at_a_time(const dpex_tape *tape, const dpex_device_plan *plan,
                           const dpex_device_shape *shape, int64_t n_in)
{
    enum { PACKS = 4, SHORT = 16 /* registers of the tape */ };
    const int64_t n_elems = dpex_int64_min(plan->chunk, n_in);
    return shape->lanes > 1 && n_elems >= (int64_t)PACKS * shape->team * shape->lanes &&
                   tape->n_regs <= SHORT && tape->reduction->combine != DPEX_COMBINE_moments
               ? PACKS
               : 1;
}

/* Packs need operands that are values: states of several words are read one by one. */
static void choose_shape_of(const dpex_queue *queue, const dpex_tape *tape, partials_role role,
                            dpex_device_plan *plan, dpex_device_shape *shape)
{
    choose_shape(queue, role, role != LOADED || dpex_device_state_is_value(tape), plan, shape);
    shape->stores_partials = role == STORED;
    shape->loads_states = role == LOADED;
}

static dpex_status submit(dpex_queue *queue, const char *name, const dpex_tape *tape,
                          dpex_device_plan *plan, dpex_device_shape *shape)
{
    int64_t n_out, n_in;
    count(&plan->layout, &n_out, &n_in);
    int64_t n = n_out * plan->n_chunks;
    if (shape->form == DPEX_FORM_GROUP) {
        shape->team = dpex_device_choose_team(shape, dpex_int64_min(plan->chunk, n_in));
        shape->together = packs_at_a_time(tape, plan, shape, n_in);
        return dpex_device_submit(queue, name, tape, shape, plan,
                                  dpex_int64_round_up(n * shape->team, DPEX_DEVICE_LANES),
                                  DPEX_DEVICE_LANES);
    }
    return dpex_device_submit(queue, name, tape, shape, plan, n,
                              dpex_device_items_of_group(queue->device, n));
}

/* The second pass, one more reduction: each output from its n_chunks partial results, which lie
 * side by side. */
static dpex_status combine_partials(const dpex_tape *tape, const dpex_launch *launch,
                                    const dpex_device_plan *first, const dpex_array *partials)
{
    dpex_dtype dtype = (dpex_dtype)tape->regs[tape->outputs[0]].dtype;
    dpex_tape second;
    int reg;
    dpex_tape_init(&second);
    /* The second tape reduces states, not values: it has one register. */
    dpex_status status = dpex_tape_input(&second, dtype, &reg);
    if (!status) status = dpex_tape_output(&second, reg);
    second.reduction = tape->reduction;
    second.reduced_dtype = tape->reduced_dtype;
    dpex_device_plan plan;
    int n_outer = first->layout.n_outer, nd = n_outer + 1;
    int64_t extents[DPEX_MAX_NDIM + 1], stride = first->n_chunks;
    for (int d = 0; d < n_outer; d++) extents[d] = first->layout.shape[d];
    extents[n_outer] = first->n_chunks;
    dpex_layout_init(&plan.layout, plan.memory, nd, extents, 2);
    plan.layout.n_outer = n_outer;
    const dpex_layout_operand *out = &first->layout.operands[first->layout.n_operands - 1];
    dpex_layout_operand *in = &plan.layout.operands[0], *result = &plan.layout.operands[1];
    in->itemsize = (uint8_t)dpex_device_state_bytes(tape);
    in->ptr = (char *)(intptr_t)partials->offset;
    in->access = result->access = DPEX_ACCESS_STRIDED;
    result->itemsize = out->itemsize;
    result->ptr = out->ptr;
    /* Partial results lie side by side: the last dimension is the chunk. */
    for (int d = n_outer - 1; d >= 0; d--) {
        in->strides[d] = stride * in->itemsize;
        stride *= extents[d];
        result->strides[d] = out->strides[d];
    }
    in->strides[n_outer] = in->itemsize;
    result->strides[n_outer] = 0;
    plan.storages[0] = partials->storage;
    plan.storages[1] = launch->outputs[0]->storage;
    plan.n_inputs = plan.n_chunks = 1;
    plan.chunk = first->n_chunks;
    dpex_queue *queue = launch->outputs[0]->queue;
    dpex_device_shape shape;
    choose_shape_of(queue, &second, LOADED, &plan, &shape);
    if (!status) status = submit(queue, launch->name, &second, &plan, &shape);
    dpex_tape_fini(&second);
    return status;
}

/* Elements are numbered as argmax and argmin need it: the reduced dimensions keep their order and
 * direction, because the layout is ordered for the output, which has no strides there. */
static dpex_status reduce_values(const dpex_tape *tape, const dpex_launch *launch)
{
    dpex_device_plan plan;
    dpex_device_shape shape;
    dpex_queue *queue = launch->outputs[0]->queue;
    int64_t n_out, n_in;
    DPEX_TRY(dpex_device_plan_init(launch, launch->reduced, &plan));
    count(&plan.layout, &n_out, &n_in);
    choose_shape_of(queue, tape, NONE, &plan, &shape);
    plan.n_chunks = dpex_int64_ceil_div(n_in, plan.chunk);
    if (plan.n_chunks == 1) return submit(queue, launch->name, tape, &plan, &shape);
    int last = plan.layout.n_operands - 1, state_bytes = dpex_device_state_bytes(tape);
    int64_t n_bytes = n_out * plan.n_chunks * state_bytes;
    /* One chunk per output: no second kernel. */
    dpex_array partials;
    DPEX_TRY(
        dpex_array_init(queue, DPEX_U8, 1, &n_bytes, DPEX_ORDER_C, DPEX_USM_DEVICE, &partials));
    dpex_layout_operand *out = &plan.layout.operands[last], result = *out;
    dpex_storage *result_storage = plan.storages[last];
    plan.storages[last] = partials.storage;
    out->ptr = (char *)(intptr_t)partials.offset;
    out->itemsize = (uint8_t)state_bytes;
    choose_shape_of(queue, tape, STORED, &plan, &shape);
    dpex_status status = submit(queue, launch->name, tape, &plan, &shape);
    *out = result;
    plan.storages[last] = result_storage;
    if (!status) status = combine_partials(tape, launch, &plan, &partials);
    dpex_array_fini(&partials);
    return status;
}

static int has_post(const dpex_reduction *reduction)
{
    return reduction->post != DPEX_OP_NONE || reduction->combine == DPEX_COMBINE_moments;
}

/* *reg becomes the quotient, in the computing dtype. */
static dpex_status add_division(dpex_tape *tape, int *reg, dpex_dtype dtype, double divisor)
{
    dpex_scalar number = {.f64 = divisor}, value;
    dpex_dtype dtypes[] = {dtype, dtype};
    int regs[2] = {*reg};
    dpex_scalar_cast(&number, DPEX_F64, dtype, &value);
    DPEX_TRY(dpex_tape_constant(tape, dtype, &value, &regs[1]));
    return dpex_tape_apply_converted(tape, &dpex_ops[DPEX_OP_divide], regs, dtypes, dtype, reg);
}

/* Post is an operation of one operand (sqrt) or a division by the number of elements combined
 * (mean). Of moments the sums of squares were combined, which become variances first. */
dpex_status dpex_device_add_post(dpex_tape *tape, const dpex_tape_reduction *end, dpex_dtype value,
                                 int64_t n_reduced, int *reg)
{
    const dpex_reduction *reduction = end->reduction;
    const double freedom = (double)n_reduced - end->correction;
    if (!has_post(reduction)) return DPEX_SUCCESS;
    DPEX_TRY(dpex_tape_cast(tape, *reg, value, reg));
    if (reduction->combine == DPEX_COMBINE_moments)
        DPEX_TRY(add_division(tape, reg, value, freedom > 0 ? freedom : NAN));
    if (reduction->post == DPEX_OP_divide) return add_division(tape, reg, value, (double)n_reduced);
    if (reduction->post == DPEX_OP_NONE) return DPEX_SUCCESS;
    const dpex_op *op = &dpex_ops[reduction->post];
    return dpex_tape_apply_converted(tape, op, reg, &value, value, reg);
}

/* out = post(combined), element by element. */
static dpex_status apply_post(const dpex_tape *tape, const dpex_launch *launch,
                              const dpex_array *combined)
{
    const dpex_tape_reduction end = dpex_tape_reduction_of(tape, 0);
    int reg;
    int64_t n_reduced = 1;
    for (int d = 0; d < launch->nd; d++)
        n_reduced *= launch->reduced >> d & 1 ? launch->shape[d] : 1;
    dpex_tape post;
    dpex_tape_init(&post);
    dpex_status status = dpex_tape_input(&post, combined->dtype, &reg);
    if (!status) status = dpex_device_add_post(&post, &end, combined->dtype, n_reduced, &reg);
    if (!status) status = dpex_tape_cast(&post, reg, tape->reduced_dtype, &reg);
    if (!status) status = dpex_tape_output(&post, reg);
    dpex_launch second = *launch;
    second.inputs = &combined;
    second.n_inputs = 1;
    second.shape = combined->shape;
    second.reduced = 0;
    if (!status) status = dpex_device_map(&post, &second);
    dpex_tape_fini(&post);
    return status;
}

/* A reduction with an operation after it: what is combined goes to an array of the computing dtype
 * first. */
static dpex_status reduce_and_apply(const dpex_tape *tape, const dpex_launch *launch)
{
    dpex_array combined, *outputs[1] = {&combined};
    dpex_tape first = *tape; /* shares the steps, which stay */
    if (tape->regs == tape->small) first.regs = first.small;
    first.reduced_dtype = (dpex_dtype)tape->regs[tape->outputs[0]].dtype;
    const dpex_array *out = launch->outputs[0];
    DPEX_TRY(dpex_array_init(out->queue, first.reduced_dtype, out->nd, out->shape, DPEX_ORDER_C,
                             DPEX_USM_DEVICE, &combined));
    dpex_launch to_combined = *launch;
    to_combined.outputs = outputs;
    dpex_status status = reduce_values(&first, &to_combined);
    if (!status) status = apply_post(tape, launch, &combined);
    dpex_array_fini(&combined);
    return status;
}

dpex_status dpex_device_reduce(const dpex_tape *tape, const dpex_launch *launch)
{
    return has_post(tape->reduction) ? reduce_and_apply(tape, launch) : reduce_values(tape, launch);
}
