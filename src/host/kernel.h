/* Kernels of programs from source, on the host. */
#ifndef DPEX_HOST_KERNEL_H
#define DPEX_HOST_KERNEL_H

#include <stdatomic.h>

#include "backend/backend.h"
#include "program/kernel_abi.h"

/* What dpex_kernel's handle points to. The program keeps the code loaded. */
typedef struct dpex_host_kernel {
    /* In the module's read-only data; lives as long as the program. */
    const dpex_cl_kernel *about;
    /* One of them, by about->flags (kernel_abi.h). */
    void (*run_span)(const dpex_cl_span *span, void *const *args);
    void (*run_item)(dpex_cl_item *item, void *const *args);
    _Atomic uint64_t item_ps; /* what a work-item took lately, in picoseconds; 0: not known */
} dpex_host_kernel;

/* A range as OpenCL counts dimensions, 0 the fastest, with the local size that it runs with.
 * Local sizes are at least 1. */
typedef struct dpex_host_shape {
    unsigned work_dim;
    size_t global[3];
    size_t local[3];
} dpex_host_shape;

/* The range with its dimensions reversed, and a local size where none was given: work-groups where
 * the kernel sees them, else blocks of a suitable size, of which the last ones may be smaller. */
void dpex_host_shape_init(dpex_host_shape *shape, const dpex_kernel *kernel,
                          const dpex_range *range, size_t n_threads);

/* The most work-items that a group of this kernel may have. */
size_t dpex_host_kernel_max_group(const dpex_kernel *kernel);

#endif
