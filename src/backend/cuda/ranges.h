/* Ranges of names around what is given to the driver, for NVIDIA's tools (ranges.c). */
#ifndef DPEX_BACKEND_CUDA_RANGES_H
#define DPEX_BACKEND_CUDA_RANGES_H

#include <stdatomic.h>

/* Opens the tool that the environment names, once in a process. */
void dpex_cuda_ranges_open(void);

extern _Atomic int dpex_cuda_ranges_tool; /* whether there is one */

static inline int dpex_cuda_ranges_are_on(void)
{
    return __builtin_expect(atomic_load_explicit(&dpex_cuda_ranges_tool, memory_order_acquire), 0);
}

/* A range of this thread; ranges are nested. Only where they are on. */
void dpex_cuda_range_push(const char *name);
void dpex_cuda_range_pop(void);

#endif
