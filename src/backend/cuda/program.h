/* Programs and kernels of CUDA devices. */
#ifndef DPEX_BACKEND_CUDA_PROGRAM_H
#define DPEX_BACKEND_CUDA_PROGRAM_H

#include "backend/cuda/device.h"
#include "base/text.h"

typedef struct dpex_cuda_kernel {
    CUfunction function;
    int knows_params; /* drivers before 12.4 do not tell them */
    size_t n_params;
    size_t *param_bytes;
    unsigned max_threads;         /* of a block */
    unsigned static_bytes;        /* of shared memory */
    _Atomic unsigned local_bytes; /* dynamic shared memory allowed so far */
} dpex_cuda_kernel;

static inline dpex_cuda_kernel *dpex_cuda_kernel_of(const dpex_kernel *kernel)
{
    return kernel->handle;
}

/* compile.c: compiles CUDA C for an architecture (90 for compute capability 9.0) with options of
 * ours and the user's, separated by blanks. Appends a cubin, or PTX where the compiler does not
 * know the architecture yet, to `image`. DPEX_ERROR_COMPILE with the compiler's whole text,
 * DPEX_ERROR_UNSUPPORTED where there is no compiler. */
dpex_status dpex_cuda_compile(const char *text, const char *options, int architecture,
                              dpex_text *image);
/* The version of the compiler, for the keys of the cache. */
dpex_status dpex_cuda_compiler_version(int *major, int *minor);

/* portable.c: appends portable kernel C as CUDA C, to be read behind the prelude. */
dpex_status dpex_cuda_put_portable(const char *text, dpex_text *out);

#endif
