/* The plan of a gather or scatter: its axes sorted into outer, index and run axes, and the work cut
 * into chunks.
 *
 * Of repeated indices the last value wins, for any number of threads: chunks of a scatter either do
 * not share elements, or each takes a part of x (cut_x) and checks all indices for those inside it.
 * The latter pays only if runs are long (MIN_PART_RUN). One value that is written to all positions
 * needs no order. */
#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "move.h"
#include "ops/work.h"
#include "runtime/runtime.h"

enum {
    CHUNK_COST = 16384,       /* a chunk's work, in elements or quarters of cache lines */
    COST_BYTES = 16,          /* bytes of a run that cost as much as an element */
    LONG_RUN = 128 << 10,     /* bytes; longer runs are cut */
    FETCH_BYTES = 256 << 10,  /* larger arrays are not in the cache */
    MIN_PART_ELEMS = 1 << 15, /* of a scatter whose chunks are parts of x */
    MIN_PART_RUN = 64, /* bytes: with fewer, to move a run takes no longer than to check an index */
    MAX_PARTS = 16
};

/* ---- sorting the axes ------------------------------------------------------------------------------------ */

typedef enum axis_kind { OUTER_AXIS, INDEX_AXIS, RUN_AXIS } axis_kind;

typedef struct sorted_axes {
    int64_t other_strides[DPEX_MAX_NDIM], x_strides[DPEX_MAX_NDIM]; /* bytes */
    uint8_t kind[DPEX_MAX_NDIM];
    int n_outer, n_index;
    size_t run_bytes;
    int64_t
        n_same_element; /* elements of index axes along which a scatter may write the same element again */
    int order[DPEX_MAX_NDIM]; /* index axes, outermost first */
} sorted_axes;

/* Stride (elements) of an array along axis d of the shape; its own axes are the last of the first
 * `end`. */
static int64_t stride_at(const dpex_array *array, int end, int d)
{
    int own = d - (end - array->nd);
    return d < end && own >= 0 && array->shape[own] > 1 ? array->strides[own] : 0;
}

/* Index arrays end where the block of index axes does, so that fewer dimensions broadcast as
 * usual. */
static int64_t index_stride(const dpex_move *move, const dpex_array *array, int d)
{
    return stride_at(array, move->at + move->n_index_dims, d);
}

/* An axis of a scatter along which x does not advance writes the same elements again, so the order
 * along it counts like that of indices. */
static int is_index_axis(const dpex_move *move, int d)
{
    if (move->is_scatter && move->x_strides[d] == 0) return 1;
    if (d < move->at || d >= move->at + move->n_index_dims) return 0;
    for (int i = 0; i < move->n_arrays; i++)
        if (index_stride(move, move->arrays[i], d)) return 1;
    return 0;
}

static int64_t itemsize_of(const dpex_array *array)
{
    return dpex_dtype_get_info(array->dtype)->itemsize;
}

/* Outer axes along which both sides continue the run become part of it, until no axis continues it:
 * one may become contiguous with the run after another was added. */
static void extend_run(const dpex_move *move, sorted_axes *s)
{
    int64_t x_bytes = (int64_t)s->run_bytes, other_bytes = itemsize_of(move->other);
    for (int d = move->nd - 1; d >= 0; d--) {
        if (move->shape[d] == 1 || s->kind[d] != OUTER_AXIS) continue;
        if (s->x_strides[d] != x_bytes || s->other_strides[d] != other_bytes) continue;
        s->kind[d] = RUN_AXIS;
        x_bytes *= move->shape[d];
        other_bytes *= move->shape[d];
        d = move->nd; /* another axis may continue it now */
    }
    s->run_bytes = (size_t)x_bytes;
}

/* Axes along which indices cannot name the same element come first; among the others the order of
 * indices has to be kept. */
static void order_index_axes(const dpex_move *move, sorted_axes *s)
{
    s->n_same_element = 1;
    for (int may_meet = 0; may_meet < 2; may_meet++) {
        for (int d = 0; d < move->nd; d++) {
            if (s->kind[d] != INDEX_AXIS || move->shape[d] == 1) continue;
            if ((s->x_strides[d] == 0) != may_meet) continue;
            s->order[s->n_index++] = d;
            if (may_meet) s->n_same_element *= move->shape[d];
        }
    }
}

static void sort_axes(const dpex_move *move, sorted_axes *s)
{
    int64_t itemsize = itemsize_of(move->x);
    s->n_outer = s->n_index = 0;
    s->run_bytes = (size_t)itemsize;
    for (int d = 0; d < move->nd; d++) {
        s->x_strides[d] = move->x_strides[d] * itemsize;
        s->other_strides[d] = stride_at(move->other, move->nd, d) * itemsize_of(move->other);
        s->kind[d] = is_index_axis(move, d) ? INDEX_AXIS : OUTER_AXIS;
    }
    extend_run(move, s);
    order_index_axes(move, s);
    for (int d = 0; d < move->nd; d++) s->n_outer += s->kind[d] == OUTER_AXIS && move->shape[d] > 1;
}

/* ---- layouts --------------------------------------------------------------------------------------------- */

/* Both sides advance in bytes, whatever their dtypes. */
static void set_side(dpex_layout_operand *operand, char *ptr)
{
    operand->ptr = ptr;
    operand->itemsize = 1; /* only the strides of sides count */
}

/* Ordered by the side that is written, for the sake of its cache lines. */
static void make_outer(const dpex_move *move, const sorted_axes *s, dpex_move_plan *plan,
                       void *memory)
{
    int64_t shape[DPEX_MAX_NDIM];
    int n = 0;
    for (int d = 0; d < move->nd; d++)
        if (s->kind[d] == OUTER_AXIS && move->shape[d] > 1) shape[n++] = move->shape[d];
    dpex_layout_init(&plan->outer, memory, n, shape, 2);
    set_side(&plan->outer.operands[DPEX_MOVE_OTHER], plan->other);
    set_side(&plan->outer.operands[DPEX_MOVE_X], plan->x);
    n = 0;
    for (int d = 0; d < move->nd; d++) {
        if (s->kind[d] != OUTER_AXIS || move->shape[d] == 1) continue;
        plan->outer.operands[DPEX_MOVE_OTHER].strides[n] = s->other_strides[d];
        plan->outer.operands[DPEX_MOVE_X].strides[n++] = s->x_strides[d];
    }
    dpex_layout_finish(&plan->outer, move->is_scatter ? DPEX_MOVE_X : DPEX_MOVE_OTHER, 0);
}

/* Innermost last; in_order are the strides of a C-contiguous array, in elements, for the operand
 * that leads (make_index). */
static void set_index_strides(const dpex_move *move, const sorted_axes *s, dpex_layout *layout)
{
    int64_t in_order = 1;
    for (int n = s->n_index - 1; n >= 0; n--) {
        int d = s->order[n];
        layout->operands[DPEX_MOVE_OTHER].strides[n] = s->other_strides[d];
        layout->operands[DPEX_MOVE_X].strides[n] = s->x_strides[d];
        for (int i = 0; i < move->n_arrays; i++) {
            int64_t itemsize = dpex_dtype_get_info(move->arrays[i]->dtype)->itemsize;
            layout->operands[DPEX_MOVE_ARRAYS + i].strides[n] =
                index_stride(move, move->arrays[i], d) * itemsize;
        }
        if (move->is_scatter)
            layout->operands[DPEX_MOVE_ARRAYS + move->n_arrays].strides[n] = in_order;
        in_order *= move->shape[d];
    }
}

/* A scatter of repeated indices must keep their order, so its axes may be merged but not exchanged:
 * an operand in C order, which nobody reads, decides the order. */
static void make_index(const dpex_move *move, const sorted_axes *s, dpex_move_plan *plan,
                       void *memory)
{
    int64_t shape[DPEX_MAX_NDIM];
    int n_operands = DPEX_MOVE_ARRAYS + move->n_arrays + move->is_scatter;
    for (int n = 0; n < s->n_index; n++) shape[n] = move->shape[s->order[n]];
    dpex_layout_init(&plan->index, memory, s->n_index, shape, n_operands);
    set_side(&plan->index.operands[DPEX_MOVE_OTHER], plan->other);
    set_side(&plan->index.operands[DPEX_MOVE_X], plan->x);
    for (int i = 0; i < move->n_arrays; i++) {
        dpex_layout_operand *operand = &plan->index.operands[DPEX_MOVE_ARRAYS + i];
        operand->ptr = dpex_array_get_ptr(move->arrays[i]);
        operand->itemsize = dpex_dtype_get_info(move->arrays[i]->dtype)->itemsize;
    }
    if (move->is_scatter) set_side(&plan->index.operands[n_operands - 1], NULL);
    set_index_strides(move, s, &plan->index);
    dpex_layout_finish(&plan->index, move->is_scatter ? n_operands - 1 : DPEX_MOVE_OTHER, 0);
}

/* Layouts may start at other ends of axes than the arrays: the plan's pointers follow. */
static void settle_starts(dpex_move_plan *plan)
{
    char *other = plan->other, *x = plan->x;
    plan->other += (plan->outer.operands[DPEX_MOVE_OTHER].ptr - other) +
                   (plan->index.operands[DPEX_MOVE_OTHER].ptr - other);
    plan->x +=
        (plan->outer.operands[DPEX_MOVE_X].ptr - x) + (plan->index.operands[DPEX_MOVE_X].ptr - x);
}

/* `other` is flat if its elements along the index axes have one stride, however many axes there
 * are. */
static void find_strides(dpex_move_plan *plan)
{
    const dpex_layout *index = &plan->index;
    const int64_t *other = index->operands[DPEX_MOVE_OTHER].strides;
    int last = index->nd - 1;
    plan->is_flat = 1;
    plan->other_stride = other[last];
    for (int d = 0; d < index->nd; d++) {
        plan->strides_x |= index->operands[DPEX_MOVE_X].strides[d] != 0;
        if (d < last && other[d] != other[d + 1] * index->shape[d + 1]) plan->is_flat = 0;
    }
}

/* ---- cutting the work ------------------------------------------------------------------------------------ */

/* The cost of a run in elements: short ones cost one, however short. */
static int64_t run_cost(int64_t bytes)
{
    return bytes <= COST_BYTES ? 1 : bytes / COST_BYTES;
}

/* unit: indices that must not be divided among chunks. */
static void cut(dpex_move_plan *plan, int64_t unit)
{
    int64_t run_bytes = (int64_t)plan->run_bytes;
    /* Long runs are cut, so that few of them still make enough chunks. */
    plan->run_step = run_bytes > LONG_RUN ? LONG_RUN / 2 : run_bytes;
    int64_t capacity = CHUNK_COST / run_cost(plan->run_step);
    int64_t units = dpex_int64_clamp(capacity / unit, 1, plan->index.size / unit);
    plan->index_step = units * unit;
    plan->outer_step = dpex_int64_clamp(capacity / plan->index_step, 1, plan->outer.size);
    plan->n_run_steps = dpex_int64_ceil_div(run_bytes, plan->run_step);
    plan->n_index_steps = dpex_int64_ceil_div(plan->index.size, plan->index_step);
    plan->n_outer_steps = dpex_int64_ceil_div(plan->outer.size, plan->outer_step);
}

/* One chunk is one thread, so the order of C loops is kept. */
static void do_in_one_chunk(dpex_move_plan *plan)
{
    plan->run_step = (int64_t)plan->run_bytes;
    plan->index_step = plan->index.size;
    plan->outer_step = plan->outer.size;
    plan->n_run_steps = plan->n_index_steps = plan->n_outer_steps = 1;
}

/* For a scatter with too few chunks: each chunk takes a part of x and checks all indices for those
 * inside it. Of repeated indices the last value wins, whatever the number of parts. The parts
 * divide the offsets that indices can reach: from the sum of the negative strides' to that of the
 * positive ones'. */
static void cut_x(dpex_move_plan *plan, int64_t n_parts)
{
    int64_t first = 0, last = 0;
    for (int i = 0; i < plan->n_arrays; i++) {
        int64_t reach = (plan->axes[i].extent - 1) * plan->axes[i].stride;
        *(reach < 0 ? &first : &last) += reach;
    }
    for (int d = 0; d < plan->index.nd; d++) {
        int64_t reach = (plan->index.shape[d] - 1) * plan->index.operands[DPEX_MOVE_X].strides[d];
        *(reach < 0 ? &first : &last) += reach;
    }
    do_in_one_chunk(plan);
    plan->n_parts = n_parts;
    plan->part_start = first;
    /* + 1 rounds the last part up. */
    plan->part_bytes = (last - first) / n_parts + 1;
}

/* Whether a scatter writes one element everywhere, by single aligned stores, so that the order of
 * threads does not matter. */
static int is_one_value(const dpex_move *move, const dpex_move_plan *plan)
{
    enum { MOST_BYTES = 8 };
    const dpex_array *values = move->other;
    for (int d = 0; d < values->nd; d++)
        if (values->shape[d] != 1 && values->strides[d] != 0) return 0;
    /* Single stores of up to 8 aligned bytes are not torn, so that several threads may write the
     * same element. */
    return plan->run_bytes == plan->x_itemsize && plan->x_itemsize <= MOST_BYTES &&
           (uintptr_t)plan->x % plan->x_itemsize == 0;
}

/* Chunks must not share elements of x. They do not where each has all indices that may name an
 * element (the unit of cut), or a part of x to itself. */
static void cut_scatter(const dpex_move *move, dpex_move_plan *plan, int64_t n_same_element)
{
    /* x overlaps itself: all writes happen in one thread, in order. */
    if (dpex_array_may_overlap_itself(move->x)) {
        do_in_one_chunk(plan);
        return;
    }
    plan->is_one_value = is_one_value(move, plan);
    cut(plan, plan->is_one_value ? 1 : n_same_element);
    if (plan->is_one_value) return;
    int64_t n_chunks = plan->n_run_steps * plan->n_index_steps * plan->n_outer_steps;
    int64_t n_cpus = dpex_int64_clamp(move->x->queue->device->info.max_compute_units, 1, MAX_PARTS);
    int64_t cost = plan->index.size * plan->outer.size * run_cost((int64_t)plan->run_bytes);
    if (n_cpus > 1 && n_chunks < n_cpus && cost >= MIN_PART_ELEMS && plan->is_flat &&
        plan->run_bytes >= MIN_PART_RUN && plan->index.size <= INT32_MAX)
        cut_x(plan, n_cpus);
}

/* ---- the whole ------------------------------------------------------------------------------------------- */

/* The loop for an index array depends on its dtype and on the mode; x's extent and stride are its
 * arguments. */
static void set_axes(const dpex_move *move, dpex_move_plan *plan)
{
    const dpex_array *x = move->x;
    plan->n_arrays = move->n_arrays;
    for (int i = 0; i < move->n_arrays; i++) {
        plan->axes[i].resolve = plan->loops->indices[move->mode][move->arrays[i]->dtype];
        plan->axes[i].extent = x->shape[move->axes[i]];
        plan->axes[i].stride = x->strides[move->axes[i]] * dpex_dtype_get_info(x->dtype)->itemsize;
    }
}

/* One allocation: the plan, its axes, and the memory of both layouts. */
static dpex_move_plan *make_plan(const dpex_move *move)
{
    sorted_axes s;
    sort_axes(move, &s);
    int n_operands = DPEX_MOVE_ARRAYS + move->n_arrays + move->is_scatter;
    size_t axes_bytes = (size_t)move->n_arrays * sizeof(dpex_move_axis);
    size_t outer_bytes = dpex_layout_bytes(s.n_outer, 2);
    size_t index_bytes = dpex_layout_bytes(s.n_index, n_operands);
    dpex_move_plan *plan = dpex_malloc(sizeof(*plan) + axes_bytes + outer_bytes + index_bytes);
    if (!plan) return NULL;
    char *memory = (char *)(plan + 1);
    *plan = (dpex_move_plan){.loops = dpex_loops_get(),
                             .axes = (dpex_move_axis *)memory,
                             .other = dpex_array_get_ptr(move->other),
                             .x = dpex_array_get_ptr(move->x),
                             .run_bytes = s.run_bytes,
                             .x_itemsize = (size_t)itemsize_of(move->x),
                             .other_itemsize = (size_t)itemsize_of(move->other),
                             .is_scatter = move->is_scatter};
    plan->cast = dpex_loops_cast(plan->loops, move->other->dtype, move->x->dtype);
    set_axes(move, plan);
    make_outer(move, &s, plan, memory + axes_bytes);
    make_index(move, &s, plan, memory + axes_bytes + outer_bytes);
    settle_starts(plan);
    find_strides(plan);
    if (move->is_scatter)
        cut_scatter(move, plan, s.n_same_element);
    else
        cut(plan, 1);
    return plan;
}

/* Prefetching helps where x does not fit the cache; streaming where the result does not, and is
 * written in long runs (docs/tuning.md). */
static void choose_memory_use(const dpex_move *move, dpex_move_plan *plan, int64_t bytes)
{
    int64_t first, last;
    dpex_array_byte_bounds(move->x, &first, &last);
    plan->prefetch = last - first > FETCH_BYTES;
    plan->stream = !move->is_scatter && bytes > DPEX_STREAM_BYTES && plan->is_flat &&
                   plan->other_stride == (int64_t)plan->run_bytes;
}

/* The command owns the plan: free_plan is its drop function. */
dpex_status dpex_move_submit(const dpex_move *move)
{
    if (!move->x->queue->backend->runs_on_host) return dpex_move_submit_to_device(move);
    dpex_move_plan *plan = make_plan(move);
    if (!plan) return DPEX_FAIL_NO_COMMAND(move->name);
    int64_t n_runs = plan->outer.size * plan->index.size;
    choose_memory_use(move, plan, n_runs * (int64_t)plan->run_bytes);
    const dpex_array *arrays[DPEX_MAX_NDIM + 2] = {move->x, move->other};
    for (int i = 0; i < move->n_arrays; i++) arrays[2 + i] = move->arrays[i];
    int64_t n_chunks = plan->n_run_steps * plan->n_index_steps * plan->n_outer_steps;
    dpex_work work = {.name = move->name,
                      .run = dpex_move_run,
                      .drop = dpex_free,
                      .payload = plan,
                      .n_chunks = plan->n_parts ? plan->n_parts : n_chunks,
                      .cost = n_runs * run_cost((int64_t)plan->run_bytes)};
    return dpex_work_submit(&work, arrays, 2 + move->n_arrays);
}
