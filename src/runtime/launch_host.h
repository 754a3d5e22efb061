/* Kernels of extensions on devices that the host computes for: the machine code that an extension brings along. */
#ifndef DPEX_RUNTIME_LAUNCH_HOST_H
#define DPEX_RUNTIME_LAUNCH_HOST_H

#include "runtime/launch_check.h"

/* The payload of the command, copied by submit: the first `bytes` of it. Lies on the submitter's stack until then. */
typedef struct dpex_host_launch {
    size_t bytes;
    const dpex_kernel_source *source;
    int nd;
    int64_t n_chunks; /* 0: nothing to run */
    size_t global[3], block[3], n_blocks[3];
    size_t local_bytes;                      /* of all local arrays of a group, padded */
    uint64_t values[DPEX_KERNEL_MAX_PARAMS]; /* numbers and pointers; sizes of local arrays */
    dpex_kernel_strided
        strided[DPEX_KERNEL_MAX_PARAMS]; /* of the parameters with strides, in their order */
} dpex_host_launch;

/* ptrs[i]: where the i-th array's memory is. */
void dpex_host_launch_init(dpex_host_launch *launch, const dpex_kernel_source *source,
                           const dpex_range *range, const dpex_launch_arg *args, void *const *ptrs,
                           uint64_t n_cores);
/* Of commands of kind PARALLEL; the payload is a dpex_host_launch. With a local range a chunk is a group. */
dpex_status dpex_host_launch_run_blocks(void *payload, int64_t first, int64_t last);
dpex_status dpex_host_launch_run_groups(void *payload, int64_t first, int64_t last);

#endif
