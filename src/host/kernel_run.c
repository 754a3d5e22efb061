/* Running a kernel over its range, on the cores of a team.
 *
 * The range is cut into blocks. A kernel that sees its groups gets whole work-groups; any other
 * gets boxes of a few thousand items, so that its compiled loop over items has something to do.
 * Items of a group with barriers are fibers. */
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "base/futex.h"
#include "base/integer.h"
#include "host/fiber.h"
#include "host/host.h"
#include "host/kernel.h"

enum {
    BLOCK_ITEMS = 4096,       /* of a kernel that does not see its groups */
    GROUP_ITEMS = 256,        /* where the kernel does, and the caller gave no local size */
    BARRIER_GROUP_ITEMS = 64, /* likewise with barriers: a stack each */
    CHUNKS_PER_THREAD = 16,   /* so that cores that finish early find more */
    SHORT_US = 30,            /* a launch that takes less is not divided (docs/tuning.md) */
    SHORT_ALONE_US = 1000,    /* likewise where the one core is that of the caller */
    BRIEF_US = 300,           /* a shorter launch may be run by the thread that waits for it */
    LOCAL_ALIGN = 128
};

size_t dpex_host_kernel_max_group(const dpex_kernel *kernel)
{
    uint64_t max = kernel->program->device->info.max_work_group_size;
    /* 0: not known. */
    return max ? (size_t)max : 1024;
}

/* At most `limit`; 1 always divides. */
static size_t largest_divisor(size_t n, size_t limit)
{
    size_t d = dpex_size_min(n, limit);
    while (n % d) d--;
    return d;
}

/* A box of about `items` items, long in the fastest dimension. */
static void choose_block(dpex_host_shape *shape, size_t items)
{
    for (int d = 0; d < 3; d++) {
        shape->local[d] = dpex_size_min(shape->global[d], items);
        items = items / shape->local[d] ? items / shape->local[d] : 1;
    }
}

/* Every group whole, as the kernel may use the size of its group. */
static void choose_group(dpex_host_shape *shape, size_t items)
{
    for (int d = 0; d < 3; d++) {
        shape->local[d] = largest_divisor(shape->global[d], items);
        items = items / shape->local[d] ? items / shape->local[d] : 1;
    }
}

void dpex_host_shape_init(dpex_host_shape *shape, const dpex_kernel *kernel,
                          const dpex_range *range, size_t n_threads)
{
    const dpex_cl_kernel *about = ((const dpex_host_kernel *)kernel->handle)->about;
    size_t total = 1;
    *shape =
        (dpex_host_shape){.work_dim = (unsigned)range->nd, .global = {1, 1, 1}, .local = {1, 1, 1}};
    /* From the library's order to OpenCL's. */
    for (int d = 0; d < range->nd; d++) {
        shape->global[range->nd - 1 - d] = range->global[d];
        if (range->has_local) shape->local[range->nd - 1 - d] = range->local[d];
        total *= range->global[d];
    }
    size_t max_group = dpex_host_kernel_max_group(kernel);
    if (!(about->flags & (DPEX_CL_SEES_GROUPS | DPEX_CL_HAS_BARRIER))) {
        /* Smaller blocks when there are few items, for each may be a long piece of work;
         * multiples of a vector.
         * Four blocks per thread, so that a thread that started late takes fewer. */
        size_t items = (total / (4 * n_threads) + 31) / 32 * 32;
        choose_block(shape, dpex_size_min(items ? items : 32, BLOCK_ITEMS));
    } else if (about->required_local[0]) {
        for (int d = 0; d < 3; d++) shape->local[d] = about->required_local[d];
    } else if (!range->has_local) {
        choose_group(shape, dpex_size_min(about->flags & DPEX_CL_HAS_BARRIER ? BARRIER_GROUP_ITEMS
                                                                             : GROUP_ITEMS,
                                          max_group));
    }
}

/* One launch; read by all threads. */
typedef struct launch {
    const dpex_host_kernel *kernel;
    const dpex_arg *args;
    size_t n_args;
    dpex_host_shape shape;
    size_t n_blocks[3];
    size_t blocks_per_chunk, total_blocks;
    /* The crew's one allocation, in this order. */
    size_t local_bytes; /* variables, scratch, arguments and private memory together */
    size_t scratch_bytes, private_bytes;
} launch;

/* One thread's view of it.
 * On the stack of each thread that runs chunks. */
typedef struct worker {
    const launch *launch;
    dpex_crew *crew;
    dpex_cl_span span;
    void *pointers[DPEX_MAX_ARGS]; /* values of pointer arguments */
    void *args[DPEX_MAX_ARGS];     /* where each argument's value is */
} worker;

static size_t round_local(size_t bytes)
{
    return dpex_size_pad(bytes, LOCAL_ALIGN);
}

static void bind_args(worker *w)
{
    char *local = dpex_crew_get_local(w->crew);
    w->span.local_memory = local;
    /* The first part: variables of the kernel in local memory. */
    local += DPEX_CL_LOCAL_BYTES;
    w->span.scratch = local;
    local += w->launch->scratch_bytes;
    w->span.private_memory = local;
    local += w->launch->private_bytes;
    for (size_t i = 0; i < w->launch->n_args; i++) {
        const dpex_arg *arg = &w->launch->args[i];
        /* Scalars: where the bits lie, since all kinds begin at the same address. */
        w->args[i] = (void *)&arg->bits;
        /* Struct arguments: the copy that the command holds. */
        if (arg->kind == DPEX_ARG_RAW) w->args[i] = (void *)arg->raw;
        if (arg->kind == DPEX_ARG_POINTER) {
            w->pointers[i] = arg->span.storage ? (char *)dpex_storage_get_ptr(arg->span.storage) +
                                                     arg->span.offset
                                               : arg->span.host;
            w->args[i] = &w->pointers[i];
        }
        if (arg->kind == DPEX_ARG_LOCAL || arg->kind == DPEX_ARG_WORK_GROUP_MEMORY) {
            /* One copy per thread: groups of one thread follow each other, so they may share it. */
            w->pointers[i] = local;
            w->args[i] = &w->pointers[i];
            local += round_local(arg->bytes);
        }
    }
}

static void run_item(void *payload, size_t i)
{
    const worker *w = payload;
    dpex_cl_item item = {.span = w->span};
    /* The inverse of the numbering that the barrier's order relies on. */
    item.local_id[0] = i % w->span.count[0];
    item.local_id[1] = i / w->span.count[0] % w->span.count[1];
    item.local_id[2] = i / w->span.count[0] / w->span.count[1];
    for (int d = 0; d < 3; d++) item.global_id[d] = w->span.first[d] + item.local_id[d];
    w->launch->kernel->run_item(&item, w->args);
}

static dpex_status run_block(worker *w, size_t block)
{
    const launch *l = w->launch;
    dpex_cl_span *span = &w->span;
    for (int d = 0; d < 3; d++) {
        span->group_id[d] = block % l->n_blocks[d];
        block /= l->n_blocks[d];
        span->first[d] = span->group_id[d] * l->shape.local[d];
        span->count[d] = dpex_size_min(l->shape.local[d], l->shape.global[d] - span->first[d]);
    }
    if (!(l->kernel->about->flags & DPEX_CL_HAS_BARRIER)) {
        l->kernel->run_span(span, w->args);
        return DPEX_SUCCESS;
    }
    dpex_fiber_outcome outcome;
    DPEX_TRY(dpex_crew_run(w->crew, span->count[0] * span->count[1] * span->count[2], run_item, w,
                           &outcome));
    /* A group with a divergent barrier: OpenCL leaves it undefined; here it is an error. */
    if (outcome == DPEX_FIBERS_DONE) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "kernel '%s': work-items of group (%zu, %zu, %zu) wait at a barrier that "
                     "others of it do not reach",
                     l->kernel->about->name, span->group_id[2], span->group_id[1],
                     span->group_id[0]);
}

/* What the chunk's work-items took. A longer time counts at once, a shorter one gradually: the time
 * depends on arguments.
 * Relaxed and without a lock: a lost update only delays an estimate. */
static void note_time(const launch *l, size_t n_blocks, uint64_t ns)
{
    dpex_host_kernel *kernel = (dpex_host_kernel *)l->kernel;
    size_t n = n_blocks * l->shape.local[0] * l->shape.local[1] * l->shape.local[2];
    size_t all = l->shape.global[0] * l->shape.global[1] * l->shape.global[2];
    uint64_t now = 1 + 1000 * ns / dpex_size_min(n, all);
    uint64_t before = atomic_load_explicit(&kernel->item_ps, memory_order_relaxed);
    if (now < before) now += (before - now) / 2;
    if (now != before) atomic_store_explicit(&kernel->item_ps, now, memory_order_relaxed);
}

static dpex_status run_chunks(void *payload, int64_t first, int64_t last)
{
    const launch *l = payload;
    worker w = {.launch = l};
    size_t n_fibers = l->kernel->about->flags & DPEX_CL_HAS_BARRIER
                          ? l->shape.local[0] * l->shape.local[1] * l->shape.local[2]
                          : 0;
    DPEX_TRY(dpex_crew_take(n_fibers, l->local_bytes, &w.crew));
    w.span.work_dim = l->shape.work_dim;
    memcpy(w.span.num_groups, l->n_blocks, sizeof w.span.num_groups);
    memcpy(w.span.global_size, l->shape.global, sizeof w.span.global_size);
    memcpy(w.span.local_size, l->shape.local, sizeof w.span.local_size);
    w.span.group = w.crew;
    w.span.barrier = dpex_crew_barrier;
    bind_args(&w);
    dpex_status status = DPEX_SUCCESS;
    size_t start = (size_t)first * l->blocks_per_chunk;
    size_t end = dpex_size_min((size_t)last * l->blocks_per_chunk, l->total_blocks);
    /* Two readings of the clock per chunk, not per block. */
    uint64_t began = dpex_clock_ns();
    for (size_t block = start; block < end && !status; block++) status = run_block(&w, block);
    note_time(l, end - start, dpex_clock_ns() - began);
    dpex_crew_give(w.crew);
    return status;
}

/* ---- how long it takes ----------------------------------------------------------------------- */

/* 0: not known. */
static double expected_us(const dpex_kernel *kernel, const dpex_range *range)
{
    const dpex_host_kernel *host = kernel->handle;
    /* With barriers the time depends on the switches too. */
    if (host->about->flags & DPEX_CL_HAS_BARRIER) return 0;
    double total = (double)atomic_load_explicit(&host->item_ps, memory_order_relaxed);
    for (int d = 0; d < range->nd; d++) total *= (double)range->global[d];
    return total / 1e6;
}

int dpex_host_kernel_is_short(const dpex_kernel *kernel, const dpex_range *range)
{
    const double us = expected_us(kernel, range);
    return us > 0 && us < (kernel->program->device->shares_core ? SHORT_ALONE_US : SHORT_US);
}

int dpex_host_kernel_is_brief(const dpex_kernel *kernel, const dpex_range *range)
{
    const double us = expected_us(kernel, range);
    return us > 0 && us < BRIEF_US;
}

/* What arrays of work-items need that are not on the stack. */
static dpex_status find_private_bytes(const dpex_cl_kernel *about, const dpex_host_shape *shape,
                                      size_t *bytes)
{
    size_t n = 1;
    if (about->private_lanes) {
        n = dpex_size_ceil_div(shape->local[0], about->private_lanes);
        n *= shape->local[1] * shape->local[2];
    }
    DPEX_TRY(dpex_size_mul(about->private_bytes, n, bytes));
    return dpex_size_add(*bytes, LOCAL_ALIGN, bytes);
}

dpex_status dpex_host_kernel_run(dpex_team *team, const dpex_kernel *kernel, const dpex_arg *args,
                                 size_t n_args, const dpex_range *range)
{
    /* An empty range has no blocks to divide by. */
    for (int d = 0; d < range->nd; d++) {
        if (!range->global[d]) return DPEX_SUCCESS;
    }
    size_t n_threads = dpex_team_get_size(team);
    launch l = {.kernel = kernel->handle,
                .args = args,
                .n_args = n_args,
                .total_blocks = 1,
                .local_bytes = DPEX_CL_LOCAL_BYTES};
    dpex_host_shape_init(&l.shape, kernel, range, n_threads);
    for (int d = 0; d < 3; d++) {
        l.n_blocks[d] = dpex_size_ceil_div(l.shape.global[d], l.shape.local[d]);
        l.total_blocks *= l.n_blocks[d];
    }
    if (l.kernel->about->flags & DPEX_CL_HAS_BARRIER)
        l.scratch_bytes = round_local(DPEX_CL_SCRATCH_BYTES * l.shape.local[0] * l.shape.local[1] *
                                      l.shape.local[2]);
    if (l.kernel->about->private_bytes) {
        DPEX_TRY(find_private_bytes(l.kernel->about, &l.shape, &l.private_bytes));
        l.private_bytes = round_local(l.private_bytes);
    }
    l.local_bytes += l.scratch_bytes + l.private_bytes;
    for (size_t i = 0; i < n_args; i++) {
        if (args[i].kind == DPEX_ARG_LOCAL || args[i].kind == DPEX_ARG_WORK_GROUP_MEMORY)
            l.local_bytes += round_local(args[i].bytes);
    }
    /* A short launch stays on this thread. */
    size_t most = dpex_host_kernel_is_short(kernel, range) ? 1 : CHUNKS_PER_THREAD * n_threads;
    size_t n_chunks = dpex_size_min(l.total_blocks, most);
    l.blocks_per_chunk = dpex_size_ceil_div(l.total_blocks, n_chunks);
    n_chunks = dpex_size_ceil_div(l.total_blocks, l.blocks_per_chunk);
    if (n_chunks == 1) return run_chunks(&l, 0, 1);
    return dpex_team_run(team, run_chunks, &l, (int64_t)n_chunks);
}
