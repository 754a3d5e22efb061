/* What tests tell the stand-in for NVIDIA's driver and compiler (fake_cuda.c). Found with dlsym: it is a library of its own. */
#ifndef DPEX_TESTS_FAKE_CUDA_H
#define DPEX_TESTS_FAKE_CUDA_H

#include <stdint.h>

typedef struct fake_cuda_controls {
    /* The n-th call (1: the next) of a function ("MemHostAlloc", "CompileProgram") from now on returns code instead of doing its work. */
    void (*fail)(const char *function, int n, int code);
    /* How often a function was called. */
    int (*count)(const char *function);
    /* Calls of any function in a process forked after cuInit. */
    int (*count_after_fork)(void);
    /* The CUDA version that the driver says it has: 13000 for 13.0. Before the first use. */
    void (*set_version)(int version);
    /* Bytes that were freed and that the device's pool has not given back to the system. */
    uint64_t (*kept_bytes)(int device);
} fake_cuda_controls;

/* Exported as fake_cuda_get_controls. */
typedef const fake_cuda_controls *fake_cuda_get_controls_fn(void);

#endif
