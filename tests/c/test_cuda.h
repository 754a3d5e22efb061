/* What the tests of the CUDA backend share: the stand-in for the driver, queues, memory and kernels on it. */
#ifndef DPEX_TESTS_TEST_CUDA_H
#define DPEX_TESTS_TEST_CUDA_H

#include "dpex/dpex.h"
#include "fake_cuda/fake_cuda.h"

/* Loads the stand-in instead of the driver, before anything discovers devices. */
const fake_cuda_controls *cuda_fake(void);
/* The stand-in's devices with a compiler that is none; SKIPs the test where there is no other than the stand-in's. */
void cuda_use_real_compiler(void);
/* A queue on the n-th device, and its memory, host accessible (as all of the stand-in's really is). New. */
dpex_queue *cuda_queue(int device, unsigned properties);
dpex_storage *cuda_storage(dpex_queue *queue, size_t bytes);
/* A kernel that the stand-in knows: "add_one", "append", "block", "fault", "tell_shape". New. */
dpex_kernel *cuda_kernel(dpex_queue *queue, const char *name);

dpex_arg cuda_pointer(void *at);
dpex_arg cuda_int32(int32_t value);
dpex_range cuda_range(size_t global, size_t local);
/* Submits a launch of one block of one thread unless args say otherwise. event may be NULL. */
dpex_status cuda_launch(dpex_queue *queue, dpex_kernel *kernel, const dpex_arg *args, size_t n_args,
                        unsigned flags, dpex_event *dep, dpex_event **event);

/* A kernel that runs until the flag is set, and its queue's list of what ran. */
typedef struct cuda_stage {
    dpex_queue *queue;
    dpex_kernel *block, *append;
    _Atomic int flag;
    int list[64];
} cuda_stage;
void cuda_stage_init(cuda_stage *stage, dpex_queue *queue);
void cuda_stage_block(cuda_stage *stage, unsigned flags, dpex_event **event);
void cuda_stage_append(cuda_stage *stage, int value, unsigned flags, dpex_event *dep,
                       dpex_event **event);
void cuda_stage_fini(cuda_stage *stage);

#endif
