/* From tape to command: elements that later ones overwrite are skipped, inputs that overlap
 * outputs are copied, and the plan is made and submitted. */
#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "ops/device/device.h"
#include "ops/iterate/bytes.h"
#include "ops/work.h"
#include "plan.h"
#include "runtime/runtime.h"

/* The cost of the work, in elements of a simple operation.
 * Used for the choice between this thread and a command; the size alone would not count
 * expensive operations. */
static int64_t cost_of(const dpex_tape *tape, const dpex_launch *launch)
{
    int64_t size = 1, steps = 0;
    /* shape of the launch: of inputs before a reduction. */
    for (int d = 0; d < launch->nd; d++) size *= launch->shape[d];
    for (int r = 0; r < tape->n_regs; r++) {
        const dpex_reg *reg = &tape->regs[r];
        if (reg->kind == DPEX_REG_APPLY)
            steps += dpex_op_cost(&dpex_ops[reg->index], (dpex_dtype)tape->regs[reg->src[0]].dtype);
    }
    return size * (steps ? steps : 1);
}

static dpex_status plan_and_submit(const dpex_tape *tape, const dpex_launch *launch)
{
    /* Outputs come first, as the work's queue is that of the first array. */
    const dpex_array *arrays[DPEX_TAPE_MAX_REGS + DPEX_TAPE_MAX_OUTPUTS];
    int n = 0;
    for (int o = 0; o < launch->n_outputs; o++) arrays[n++] = launch->outputs[o];
    for (int i = 0; i < launch->n_inputs; i++) arrays[n++] = launch->inputs[i];
    if (dpex_profile_is_on()) dpex_profile_tell_bytes(arrays, n);
    /* Devices that compile get the tape itself, not a plan. */
    if (!launch->outputs[0]->queue->backend->runs_on_host) return dpex_device_run(tape, launch);
    dpex_work work = {.name = launch->name, .cost = cost_of(tape, launch)};
    if (tape->n_stages > 1) {
        dpex_row_plan *plan;
        DPEX_TRY(dpex_row_plan_create(tape, launch, &plan));
        work.run = dpex_row_plan_execute;
        work.drop = dpex_row_plan_free;
        work.n_chunks = dpex_row_plan_n_chunks(plan);
        work.payload = plan;
    } else if (tape->reduction) {
        dpex_reduce_plan *plan;
        DPEX_TRY(dpex_reduce_plan_create(tape, launch, &plan));
        work.run = dpex_reduce_plan_execute;
        work.finish = dpex_reduce_plan_finish;
        work.drop = dpex_reduce_plan_free;
        work.n_chunks = dpex_reduce_plan_n_chunks(plan);
        work.payload = plan;
    } else {
        dpex_plan *plan;
        DPEX_TRY(dpex_plan_create(tape, launch, 0, &plan));
        work.run = dpex_plan_execute;
        work.drop = dpex_plan_free;
        work.n_chunks = plan->n_chunks;
        work.payload = plan;
    }
    return dpex_work_submit(&work, arrays, n);
}

/* ---- overlaps ------------------------------------------------------------------------------- */

/* harmless: the same view, read before it is written, element by element. With several outputs
 * each block of elements is read before any of them is written. */
static int must_be_copied(const dpex_tape *tape, const dpex_launch *launch, int input)
{
    const dpex_array *x = launch->inputs[input];
    for (int o = 0; o < launch->n_outputs; o++) {
        const dpex_array *out = launch->outputs[o];
        /* A reduction reads elements after it has written others. */
        int harmless = o >= dpex_tape_n_reductions(tape) && dpex_array_is_same_view(x, out);
        if (!harmless && dpex_array_overlaps(x, out)) return 1;
    }
    return 0;
}

/* By a tape without an operation. */
static dpex_status copy_elements(const dpex_array *x, dpex_array *copy)
{
    dpex_tape tape;
    int reg;
    dpex_tape_init(&tape);
    dpex_status status = dpex_tape_input(&tape, x->dtype, &reg);
    if (!status) status = dpex_tape_output(&tape, reg);
    const dpex_launch launch = {"copy", &x, 1, &copy, 1, copy->nd, copy->shape, 0, NULL};
    if (!status) status = plan_and_submit(&tape, &launch);
    dpex_tape_fini(&tape);
    return status;
}

/* As small as possible: only the input is copied, in its own memory order. */
static dpex_status copy_input(const dpex_array *x, dpex_array *copy)
{
    dpex_usm_kind kind = dpex_storage_get_kind(x->storage);
    DPEX_TRY(dpex_array_init_like(x, x->dtype, DPEX_ORDER_K, kind, x->queue, copy));
    int is_done;
    dpex_status status = dpex_bytes_copy(copy, x, &is_done);
    if (!status && !is_done) status = copy_elements(x, copy);
    if (status) dpex_array_fini(copy);
    return status;
}

/* Submits the tape with inputs that overlap an output replaced by copies. */
static dpex_status launch_on_copies(const dpex_tape *tape, const dpex_launch *launch)
{
    int n = launch->n_inputs, n_copies = 0;
    dpex_status status = DPEX_SUCCESS;
    /* Both arrays are per call; a tape has few inputs. */
    const dpex_array **inputs = dpex_malloc((size_t)n * sizeof(*inputs));
    dpex_array *copies = dpex_malloc((size_t)n * sizeof(*copies));
    if (!inputs || !copies) {
        status = DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%s: no memory for copies of overlapping inputs",
                           launch->name);
    }
    for (int i = 0; i < n && !status; i++) {
        inputs[i] = launch->inputs[i];
        if (!must_be_copied(tape, launch, i)) continue;
        status = copy_input(inputs[i], &copies[n_copies]);
        if (!status) inputs[i] = &copies[n_copies++];
    }
    if (!status) {
        dpex_launch separate = *launch;
        separate.inputs = inputs;
        status = plan_and_submit(tape, &separate);
    }
    /* The command keeps their memory by its recorded uses. */
    while (n_copies) dpex_array_fini(&copies[--n_copies]);
    dpex_free(copies);
    dpex_free(inputs);
    return status;
}

static dpex_status launch_in_order(const dpex_tape *tape, const dpex_launch *launch)
{
    for (int i = 0; i < launch->n_inputs; i++) {
        if (must_be_copied(tape, launch, i)) return launch_on_copies(tape, launch);
    }
    return plan_and_submit(tape, launch);
}

/* ---- elements that are written many times --------------------------------------------------- */

/* The axes along which the output is one element (stride 0): only the last index of them counts,
 * whatever the order of work. */
static uint64_t axes_to_drop(const dpex_tape *tape, const dpex_launch *launch)
{
    if (tape->reduction || launch->n_outputs != 1) return 0;
    return dpex_array_repeated_axes(launch->outputs[0]);
}

/* The elements of an operand of the launch at the last index of those axes. */
static dpex_status last_along(const dpex_array *x, int nd, uint64_t axes, dpex_array *last)
{
    dpex_index indices[DPEX_MAX_NDIM];
    for (int d = 0; d < x->nd; d++) {
        int cut = axes >> (d + nd - x->nd) & 1;
        /* -1 with a positive step: the last element, as a slice of one. */
        indices[d] = (dpex_index){
            .kind = DPEX_INDEX_SLICE, .start = -1, .step = 1, .has_start = (unsigned char)cut};
    }
    return dpex_array_index(x, indices, x->nd, last);
}

static dpex_status launch_on_views(const dpex_tape *tape, const dpex_launch *launch, uint64_t axes,
                                   dpex_array *views, const dpex_array **inputs)
{
    const int n = launch->n_inputs;
    int64_t shape[DPEX_MAX_NDIM];
    dpex_launch rest = *launch;
    dpex_array *out = &views[n];
    int n_made = 0;
    dpex_status status = DPEX_SUCCESS;
    for (; n_made < n && !status; n_made += !status) {
        status = last_along(launch->inputs[n_made], launch->nd, axes, &views[n_made]);
        inputs[n_made] = &views[n_made];
    }
    if (!status && !(status = last_along(launch->outputs[0], launch->nd, axes, out))) {
        for (int d = 0; d < launch->nd; d++) shape[d] = out->shape[d];
        rest.inputs = inputs;
        rest.outputs = &out;
        rest.shape = shape;
        status = launch_in_order(tape, &rest);
        dpex_array_fini(out);
    }
    while (n_made) dpex_array_fini(&views[--n_made]);
    /* In any case; what failed was not made. */
    return status;
}

dpex_status dpex_tape_launch_now(const dpex_tape *tape, const dpex_launch *launch)
{
    const uint64_t axes = axes_to_drop(tape, launch);
    if (!axes) return launch_in_order(tape, launch);
    const size_t n = (size_t)launch->n_inputs;
    dpex_array *views = dpex_malloc((n + 1) * sizeof(*views));
    const dpex_array **inputs = dpex_malloc((n + 1) * sizeof(*inputs));
    dpex_status status =
        views && inputs
            ? launch_on_views(tape, launch, axes, views, inputs)
            : DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%s: no memory for %zu views", launch->name, n + 1);
    dpex_free(inputs);
    dpex_free(views);
    return status;
}
