/* Programs and kernels of CUDA devices. */
#ifndef DPEX_BACKEND_CUDA_PROGRAM_H
#define DPEX_BACKEND_CUDA_PROGRAM_H

#include "backend/cuda/device.h"
#include "base/text.h"
#include "program/blob.h"

typedef enum dpex_cuda_program_state {
    DPEX_CUDA_NOT_ASKED, /* a quick one (tiers.c) that no launch needs so far */
    DPEX_CUDA_COMPILING,
    DPEX_CUDA_READY,
    DPEX_CUDA_FAILED
} dpex_cuda_program_state;

/* A program's handle. */
typedef struct dpex_cuda_program {
    _Atomic int state;    /* of type dpex_cuda_program_state */
    CUmodule module;      /* once it is ready */
    char *message;        /* of a failure; or NULL */
    char *text, *options; /* until it is ready; of a quick one always */
    int is_quick;         /* compiled with little effort (tiers.c) */
    dpex_cache_key key;
    dpex_watcher *watchers; /* launches that wait; guarded by the lock of background.c */
} dpex_cuda_program;

typedef struct dpex_cuda_kernel {
    _Atomic(CUfunction) function; /* NULL as long as the program is being compiled */
    int knows_params;             /* drivers before 12.4 do not tell them */
    size_t n_params;
    size_t *param_bytes;
    unsigned max_threads;         /* of a block */
    unsigned static_bytes;        /* of shared memory */
    _Atomic unsigned local_bytes; /* dynamic shared memory allowed so far */
    /* Of a quick program's: the same kernel compiled with all effort, or NULL (tiers.c). */
    _Atomic(dpex_kernel *) optimized;
    _Atomic unsigned n_launches; /* while there is none */
} dpex_cuda_kernel;

static inline dpex_cuda_kernel *dpex_cuda_kernel_of(const dpex_kernel *kernel)
{
    return kernel->handle;
}

/* Acquire: for what the compiling thread has written. */
static inline int dpex_cuda_is_compiled(const dpex_program *program)
{
    const dpex_cuda_program *handle = program->handle;
    return atomic_load_explicit(&handle->state, memory_order_acquire) > DPEX_CUDA_COMPILING;
}

/* program.c. Compiles again what failed before, for want of memory perhaps. */
dpex_status dpex_cuda_program_retry(dpex_program *program);
/* Has a program compiled for the first time, in the background if that is possible. */
void dpex_cuda_program_start(dpex_program *program);
/* Finds the function of a kernel that was made before its program was ready, and whose program is
 * now. Inside enter and leave. */
dpex_status dpex_cuda_kernel_resolve(dpex_kernel *kernel);

/* Makes the module of a program's text. */
typedef dpex_status dpex_cuda_compile_fn(dpex_program *program);
/* tiers.c. The kernel to launch for `kernel`, of the tier that fits the launch; borrowed from `kernel`. */
dpex_status dpex_cuda_choose_tier(const dpex_queue *queue, dpex_kernel *kernel,
                                  const dpex_range *range, dpex_kernel **chosen);

/* background.c. Has a thread call the function; 0: there is none. */
int dpex_cuda_compile_in_background(dpex_program *program, dpex_cuda_compile_fn *compile);
/* The program is ready, or has failed: starts the launches that wait for it. */
void dpex_cuda_program_end(dpex_program *program, dpex_status status);
/* As dpex_event_watch, for the end of the compilation; 0: it is over, and nobody will be notified. */
int dpex_cuda_program_watch(const dpex_program *program, dpex_watcher *watcher);

/* compile.c: compiles CUDA C for an architecture (90 for compute capability 9.0) with options of
 * ours and the user's, separated by blanks; is_quick: with little effort. Appends a cubin, or PTX where the compiler does not
 * know the architecture yet, to `image`. DPEX_ERROR_COMPILE with the compiler's whole text,
 * DPEX_ERROR_UNSUPPORTED where there is no compiler. */
dpex_status dpex_cuda_compile(const char *text, const char *options, int is_quick, int architecture,
                              dpex_text *image);
/* The version of the compiler, for the keys of the cache. */
dpex_status dpex_cuda_compiler_version(int *major, int *minor);
/* Whether the compiler can do with little effort. */
int dpex_cuda_compiler_is_quick(void);

/* portable.c: appends portable kernel C as CUDA C, to be read behind the prelude. */
dpex_status dpex_cuda_put_portable(const char *text, dpex_text *out);

#endif
