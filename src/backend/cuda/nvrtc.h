/* NVRTC's binary interface, and the copies of it that are on this machine. */
#ifndef DPEX_BACKEND_CUDA_NVRTC_H
#define DPEX_BACKEND_CUDA_NVRTC_H

#include <stddef.h>

#include "base/error.h"

typedef int nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

enum {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6
};

/* A compiler: its functions (nvrtc->Version is nvrtcVersion), its version, what it compiles for. */
typedef struct dpex_nvrtc {
#define DPEX_NVRTC(name, required, parameters) nvrtcResult(*name) parameters;
#include "defs/cuda_nvrtc.def"
#undef DPEX_NVRTC
    const char *(*GetErrorString)(nvrtcResult);
    int major, minor;
    /* Ascending. */
    int *architectures; /* ascending */
    int n_architectures;
} dpex_nvrtc;

/* The newest compiler that the driver takes code of; borrowed, opened once. DPEX_ERROR_UNSUPPORTED
 * says what to install. After a failure the next call searches again. */
dpex_status dpex_nvrtc_open(const dpex_nvrtc **nvrtc);

#endif
