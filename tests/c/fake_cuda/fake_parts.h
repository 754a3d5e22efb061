/* What the files of the stand-in share. */
#ifndef DPEX_TESTS_FAKE_PARTS_H
#define DPEX_TESTS_FAKE_PARTS_H

#include "backend/cuda/cuda.h"

#define EXPORT __attribute__((visibility("default")))

/* The beginning of every call: counts, fails where that is asked for. needs_context: 1 also where a fault is reported. */
EXPORT CUresult fake_cuda_begin(const char *name, int needs_context);
/* Work for the device, in the order of the stream: run(own) once; own is freed afterwards. */
EXPORT CUresult fake_cuda_push_call(CUstream stream, void (*run)(void *own), void *own);

enum { MAX_PARAMS = 6 };

struct step;
struct CUfunc_st {
    const char *name;
    int n_params;
    unsigned char param_bytes[MAX_PARAMS];
    int (*run)(struct step *self);
    void (*call)(
        void
            *params); /* in place of run: once, over the parameters in 8 bytes each, but the last */
};

/* Kernels that are told by their texts (fake_kernels.c): NULL, or the function, and its launch. */
CUfunction fake_kernel_find(const char *text);
CUresult fake_kernel_launch(CUfunction function, CUstream stream, void **params);

#endif
