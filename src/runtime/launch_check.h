/* The arguments and the range of a launch of an extension's kernel, checked and brought to one form. */
#ifndef DPEX_RUNTIME_LAUNCH_CHECK_H
#define DPEX_RUNTIME_LAUNCH_CHECK_H

#include "backend/backend.h"
#include "dpex/launch.h"

/* An argument as the launch needs it: memory is bytes from `start` on, whatever the strides are. */
typedef struct dpex_launch_arg {
    dpex_kernel_access access;
    dpex_dtype dtype;
    uint64_t bits; /* of a number */
    char *start;   /* the lowest address; NULL for numbers and local memory */
    size_t bytes;  /* of an array, or of local memory */
    size_t offset; /* bytes from start to the element whose indices are 0 */
    int is_strided;
    int has_gaps;              /* the elements are not all of the memory */
    dpex_kernel_layout layout; /* where it is strided */
} dpex_launch_arg;

/* Whether the queue's device runs the kernel over the range, and whether the arguments fit its parameters. Fills launch_args[i] for each
 * parameter. */
dpex_status dpex_launch_check(const dpex_queue *queue, const dpex_kernel_source *source,
                              const dpex_range *range, const dpex_kernel_arg *args, size_t n_args,
                              dpex_launch_arg *launch_args);

/* Whether the launch reads what an array's memory held before. */
static inline int dpex_launch_arg_is_read(const dpex_launch_arg *arg)
{
    return (arg->access != DPEX_KERNEL_OUT && arg->access != DPEX_KERNEL_OUT_STRIDED) ||
           arg->has_gaps;
}

static inline int dpex_launch_arg_is_written(const dpex_launch_arg *arg)
{
    return arg->access != DPEX_KERNEL_IN && arg->access != DPEX_KERNEL_IN_STRIDED;
}

#endif
