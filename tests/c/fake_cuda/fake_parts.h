/* What the files of the stand-in share. */
#ifndef DPEX_TESTS_FAKE_PARTS_H
#define DPEX_TESTS_FAKE_PARTS_H

#include "backend/cuda/cuda.h"

#define EXPORT __attribute__((visibility("default")))

/* The beginning of every call: counts, fails where that is asked for. needs_context: 1 also where a fault is reported. */
EXPORT CUresult fake_cuda_begin(const char *name, int needs_context);
/* Work for the device, in the order of the stream: run(own) once; own is freed afterwards. */
EXPORT CUresult fake_cuda_push_call(CUstream stream, void (*run)(void *own), void *own);

#endif
