/* NVIDIA's libraries of routines: a queue's handles of them, and what they compute. */
#ifndef DPEX_BACKEND_CUDA_LIBRARY_H
#define DPEX_BACKEND_CUDA_LIBRARY_H

#include "backend/cuda/find.h"
#include "backend/cuda/queue.h"

typedef struct dpex_cuda_fft_plan {
    dpex_routine_fft of;
    int plan;
    size_t scratch_bytes;
} dpex_cuda_fft_plan;

enum { DPEX_CUDA_N_FFT_PLANS = 16 };

/* A queue's: handles keep memory that their routines write, so commands of one handle must be
 * ordered. Guarded by the queue's `order`. */
struct dpex_cuda_libraries {
    void *blas, *solver; /* NULL: not made */
    int n_fft_plans;
    dpex_cuda_fft_plan fft_plans[DPEX_CUDA_N_FFT_PLANS]; /* the one used last first */
};

/* A library, searched for at most once. */
typedef struct dpex_cuda_library {
    const char *name; /* "cuBLAS", for messages */
    dpex_cuda_release releases[3];
    /* The addresses of its functions, by symbol, into a struct of function pointers. */
    const char *const *symbols;
    int n_symbols;
    void *functions;
    int is_open; /* guarded by the lock of library.c */
} dpex_cuda_library;

/* 1: its functions are there. */
int dpex_cuda_library_open(dpex_cuda_library *library);
/* Fails with the library's name and the function's, unless the code is 0. */
dpex_status dpex_cuda_library_check(const dpex_cuda_library *library, int code, const char *call,
                                    int out_of_memory);

/* Each of the following: `order` is held, inside enter and leave. The queue's libraries and lane 0
 * are there. */

/* library_blas.c */
int dpex_cuda_blas_takes(dpex_cuda_queue *queue, const dpex_routine_product *words);
dpex_status dpex_cuda_blas_multiply(dpex_cuda_queue *queue, const dpex_command *command);
void dpex_cuda_blas_close(dpex_cuda_libraries *libraries);

/* library_fft.c */
int dpex_cuda_fft_takes(dpex_cuda_queue *queue, const dpex_routine_fft *words,
                        size_t *scratch_bytes);
dpex_status dpex_cuda_fft_transform(dpex_cuda_queue *queue, const dpex_command *command);
void dpex_cuda_fft_close(dpex_cuda_libraries *libraries);

/* library_solver.c */
int dpex_cuda_solver_takes(dpex_cuda_queue *queue, dpex_routine routine,
                           const dpex_routine_solver *words, size_t *scratch_bytes);
dpex_status dpex_cuda_solver_run(dpex_cuda_queue *queue, const dpex_command *command);
void dpex_cuda_solver_close(dpex_cuda_libraries *libraries);

#endif
