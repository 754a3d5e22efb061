/* Tiers of compilation: a kernel of an array operation that is not on disk is compiled with little
 * effort first, in a half to a twentieth of the time, as long as its launches are small. Large ones,
 * and small ones right behind them, which belong to the same operations, wait for the optimized
 * version, and many small ones have it compiled while they go on. Both give the same bits. */
#include <string.h>

#include "backend/cuda/program.h"
#include "backend/cuda/queue.h"
#include "base/log.h"

enum {
    LARGE_ITEMS = 1 << 15, /* where a kernel's own time begins to count beside the launch's */
    N_BEHIND_LARGE = 8,
    MOST_QUICK_LAUNCHES = 100 /* of a program that goes on calling, not of one that ends soon */
};

/* The range is not checked yet. */
static int is_large(const dpex_range *range)
{
    const int most = (int)(sizeof range->global / sizeof *range->global);
    const int nd = range->nd < most ? range->nd : most;
    size_t n_items = 1;
    for (int d = 0; d < nd && n_items < LARGE_ITEMS; d++)
        if (__builtin_mul_overflow(n_items, range->global[d], &n_items)) return 1;
    return n_items >= LARGE_ITEMS;
}

/* Of all launches, in their order. Relaxed, and threads may disturb each other's numbers: at worst
 * a launch waits for its optimized kernel, or does not. */
static int counts_as_large(dpex_cuda_queue *queue, const dpex_range *range)
{
    const int n = atomic_load_explicit(&queue->n_like_large, memory_order_relaxed);
    const int large = is_large(range);
    if (large || n)
        atomic_store_explicit(&queue->n_like_large, large ? N_BEHIND_LARGE : n - 1,
                              memory_order_relaxed);
    return large || n;
}

static int is_ready(const dpex_kernel *kernel)
{
    const dpex_cuda_program *program = kernel->program->handle;
    return atomic_load_explicit(&program->state, memory_order_acquire) == DPEX_CUDA_READY;
}

/* Compiled in the background, or here where that is not possible. */
static dpex_status make_optimized(const dpex_queue *queue, const dpex_kernel *quick,
                                  dpex_kernel **optimized)
{
    const dpex_cuda_program *made = quick->program->handle;
    dpex_program *program;
    DPEX_TRY(dpex_program_create_late(queue, made->text, strlen(made->text), made->options,
                                      DPEX_COMPILED_OPTIMIZED, &program));
    dpex_status status = dpex_kernel_create(program, quick->info.name, optimized);
    dpex_program_release(program);
    return status;
}

static dpex_status get_optimized(const dpex_queue *queue, const dpex_kernel *quick,
                                 dpex_kernel **optimized)
{
    dpex_cuda_kernel *made = dpex_cuda_kernel_of(quick);
    dpex_kernel *none = NULL;
    DPEX_TRY(make_optimized(queue, quick, optimized));
    if (atomic_compare_exchange_strong(&made->optimized, &none, *optimized)) return DPEX_SUCCESS;
    /* Another thread was first. */
    dpex_kernel_release(*optimized);
    *optimized = none;
    return DPEX_SUCCESS;
}

/* Without one small launches go on with the quick version, and the next large one says why. */
static void begin_optimized(const dpex_queue *queue, const dpex_kernel *quick)
{
    dpex_kernel *unused;
    if (get_optimized(queue, quick, &unused))
        DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "a kernel was not optimized: %s", dpex_error_message());
}

dpex_status dpex_cuda_choose_tier(const dpex_queue *queue, dpex_kernel *kernel,
                                  const dpex_range *range, dpex_kernel **chosen)
{
    dpex_cuda_kernel *made = dpex_cuda_kernel_of(kernel);
    const int large = counts_as_large(queue->handle, range);
    *chosen = kernel;
    if (!((const dpex_cuda_program *)kernel->program->handle)->is_quick) return DPEX_SUCCESS;
    /* Acquire: for what another thread has written of it. */
    dpex_kernel *optimized = atomic_load_explicit(&made->optimized, memory_order_acquire);
    if (large) {
        if (!optimized) DPEX_TRY(get_optimized(queue, kernel, &optimized));
        *chosen = optimized;
    } else if (optimized && is_ready(optimized)) {
        *chosen = optimized;
    } else {
        /* Relaxed: a number that nothing else follows from. */
        if (!optimized && atomic_fetch_add_explicit(&made->n_launches, 1, memory_order_relaxed) ==
                              MOST_QUICK_LAUNCHES)
            begin_optimized(queue, kernel);
        dpex_cuda_program_start(kernel->program);
    }
    return DPEX_SUCCESS;
}
