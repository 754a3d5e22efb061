/* Running an extension's kernel on the host. Without a local range the items are cut into boxes, long in the last dimension, so that the
 * compiled loop has something to do. With one, a thread runs whole groups: all items in one loop where none waits at a barrier, each on a
 * stack of its own where they do (dpex/crew.h). */
#include "runtime/launch_host.h"

#include <string.h>

#include "base/error.h"
#include "base/integer.h"
#include "dpex/crew.h"

enum {
    MAX_BLOCK_ITEMS =
        32768, /* a few hundred KB of arrays: long loops, yet enough blocks to share out */
    BLOCKS_PER_CORE = 8,
    VECTOR_ITEMS = 16, /* blocks end at multiples of this, so that vectors stay whole */
    LOCAL_ALIGN = 128
};

/* Cuts the range into boxes, long in the last dimension. Returns their number. */
static int64_t split(dpex_host_launch *launch, uint64_t n_cores)
{
    size_t total = launch->global[0] * launch->global[1] * launch->global[2], n_blocks = 1;
    /* Several blocks per core, so that threads that begin late find some. */
    size_t items = total / ((n_cores ? n_cores : 1) * BLOCKS_PER_CORE);
    items = (items + VECTOR_ITEMS) / VECTOR_ITEMS * VECTOR_ITEMS;
    if (items > MAX_BLOCK_ITEMS) items = MAX_BLOCK_ITEMS;
    for (int d = launch->nd - 1; d >= 0; d--) {
        launch->block[d] = dpex_size_min(launch->global[d], items);
        items = items / launch->block[d] ? items / launch->block[d] : 1;
    }
    for (int d = 0; d < 3; d++) {
        if (d >= launch->nd) launch->block[d] = 1;
        launch->n_blocks[d] = dpex_size_ceil_div(launch->global[d], launch->block[d]);
        n_blocks *= launch->n_blocks[d];
    }
    return (int64_t)n_blocks;
}

/* Numbers and pointers become words, which `run` reads through args[i]; arrays with strides a struct each. Only as much of the payload
 * is copied with the command as there are such structs: most kernels have none, and a layout is larger than all other arguments
 * together. */
static void set_args(dpex_host_launch *launch, const dpex_launch_arg *args, void *const *ptrs)
{
    size_t n_strided = 0;
    for (size_t i = 0; i < launch->source->n_params; i++) {
        const dpex_launch_arg *arg = &args[i];
        if (arg->access == DPEX_KERNEL_VAL) {
            launch->values[i] = arg->bits;
        } else if (arg->access == DPEX_KERNEL_LOCAL) {
            launch->values[i] = dpex_size_pad(arg->bytes, LOCAL_ALIGN);
            launch->local_bytes += launch->values[i];
        } else if (arg->is_strided) {
            void *at = ptrs[i] ? (char *)ptrs[i] + arg->offset : NULL;
            launch->strided[n_strided++] = (dpex_kernel_strided){at, arg->layout};
        } else {
            memcpy(&launch->values[i], &ptrs[i], sizeof(void *));
        }
    }
    launch->bytes = offsetof(dpex_host_launch, strided) + n_strided * sizeof *launch->strided;
}

void dpex_host_launch_init(dpex_host_launch *launch, const dpex_kernel_source *source,
                           const dpex_range *range, const dpex_launch_arg *args, void *const *ptrs,
                           uint64_t n_cores)
{
    size_t n_groups = 1;
    /* The fields that an empty range leaves as they are would be read by nobody: it is no command of kind PARALLEL. */
    launch->source = source;
    launch->nd = range->nd;
    launch->n_chunks = 0;
    launch->local_bytes = 0;
    set_args(launch, args, ptrs);
    for (int d = 0; d < 3; d++) {
        launch->global[d] = d < range->nd ? range->global[d] : 1;
        if (!launch->global[d]) return;
    }
    if (!range->has_local) {
        launch->n_chunks = split(launch, n_cores);
        return;
    }
    for (int d = 0; d < 3; d++) {
        launch->block[d] = d < range->nd ? range->local[d] : 1;
        launch->n_blocks[d] = launch->global[d] / launch->block[d];
        n_groups *= launch->n_blocks[d];
    }
    launch->n_chunks = (int64_t)n_groups;
}

/* Without a local range no kernel reads group and n_groups; they are set all the same, since a branch costs more.
 * The box of chunk c, counted with the last dimension fastest. */
static void set_box(const dpex_host_launch *launch, int64_t c, dpex_kernel_span *span)
{
    size_t block = (size_t)c;
    span->nd = launch->nd;
    for (int d = 2; d >= 0; d--) {
        span->global[d] = launch->global[d];
        span->n_groups[d] = launch->n_blocks[d];
        span->group[d] = block % launch->n_blocks[d];
        span->first[d] = span->group[d] * launch->block[d];
        span->count[d] = dpex_size_min(launch->global[d] - span->first[d], launch->block[d]);
        block /= launch->n_blocks[d];
    }
}

/* args[i] points to the i-th argument's value; local: this thread's local memory, whose addresses go to `locals`. */
static void bind_args(dpex_host_launch *launch, char *local, void **locals, void **args)
{
    size_t n_strided = 0;
    for (size_t i = 0; i < launch->source->n_params; i++) {
        args[i] = &launch->values[i];
        switch (launch->source->params[i].access) {
        case DPEX_KERNEL_IN_STRIDED:
        case DPEX_KERNEL_OUT_STRIDED:
        case DPEX_KERNEL_INOUT_STRIDED: args[i] = &launch->strided[n_strided++]; break;
        case DPEX_KERNEL_LOCAL:
            locals[i] = local;
            args[i] = &locals[i];
            local += launch->values[i];
            break;
        default: break;
        }
    }
}

/* Called by several threads with disjoint chunks. */
dpex_status dpex_host_launch_run_blocks(void *payload, int64_t first, int64_t last)
{
    dpex_host_launch *launch = payload;
    void *args[DPEX_KERNEL_MAX_PARAMS];
    bind_args(launch, NULL, NULL, args);
    for (int64_t c = first; c < last; c++) {
        dpex_kernel_span span;
        set_box(launch, c, &span);
        launch->source->run(&span, args);
    }
    return DPEX_SUCCESS;
}

/* ---- groups ------------------------------------------------------------ */

/* What the crew hands back to us for each fiber. One for all groups of a claim: threads do not share it. */
typedef struct group_run {
    const dpex_kernel_source *source;
    dpex_kernel_span span;
    void *args[DPEX_KERNEL_MAX_PARAMS];
} group_run;

static size_t run_items(void *payload, size_t first)
{
    const group_run *run = payload;
    return run->source->run_group(&run->span, run->args, first);
}

static dpex_status run_group(dpex_crew *crew, group_run *run)
{
    const dpex_kernel_span *span = &run->span;
    dpex_fiber_outcome outcome;
    DPEX_TRY(dpex_crew_run_items(crew, span->count[0] * span->count[1] * span->count[2], run_items,
                                 run, &outcome));
    if (outcome == DPEX_FIBERS_DONE) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "kernel '%s': work-items of group (%zu, %zu, %zu) wait at a barrier that "
                     "others of it do not reach",
                     run->source->name, span->group[0], span->group[1], span->group[2]);
}

dpex_status dpex_host_launch_run_groups(void *payload, int64_t first, int64_t last)
{
    dpex_host_launch *launch = payload;
    void *locals[DPEX_KERNEL_MAX_PARAMS];
    group_run run = {.source = launch->source};
    dpex_crew *crew;
    /* Stacks for all items, though most groups need one: whether a kernel waits is known only when it does. */
    DPEX_TRY(dpex_crew_take(launch->block[0] * launch->block[1] * launch->block[2],
                            launch->local_bytes, &crew));
    bind_args(launch, dpex_crew_get_local(crew), locals, run.args);
    run.span.crew = crew;
    run.span.barrier = dpex_crew_barrier;
    dpex_status status = DPEX_SUCCESS;
    for (int64_t c = first; c < last && !status; c++) {
        set_box(launch, c, &run.span);
        status = run_group(crew, &run);
    }
    dpex_crew_give(crew);
    return status;
}
