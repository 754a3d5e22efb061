/* Products by cuBLAS. Sums of float32 are in float32 (no TF32), those of float16 in float32. */
#include <limits.h>

#include "backend/cuda/library.h"

/* The vendor's numbers. */
enum { CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_R_16F = 2, CUDA_C_32F = 4, CUDA_C_64F = 5 };
enum { CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_64F = 70 };
enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 };
enum { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_STATUS_ALLOC_FAILED = 3 };

static struct {
#define DPEX_BLAS(name, symbol, parameters) int(*name) parameters;
#include "defs/cuda_blas.def"
#undef DPEX_BLAS
} blas;

static const char *const symbols[] = {
#define DPEX_BLAS(name, symbol, parameters) symbol,
#include "defs/cuda_blas.def"
#undef DPEX_BLAS
};

static dpex_cuda_library library = {
    .name = "cuBLAS",
    .releases = {{13, "libcublas.so.13"}, {12, "libcublas.so.12"}, {11, "libcublas.so.11"}},
    .symbols = symbols,
    .n_symbols = sizeof symbols / sizeof *symbols,
    .functions = &blas,
};

static int type_of(dpex_dtype dtype)
{
    switch (dtype) {
    case DPEX_F16: return CUDA_R_16F;
    case DPEX_F32: return CUDA_R_32F;
    case DPEX_F64: return CUDA_R_64F;
    case DPEX_C64: return CUDA_C_32F;
    case DPEX_C128: return CUDA_C_64F;
    default: return -1;
    }
}

static int form_of(char form)
{
    return form == 'N' ? CUBLAS_OP_N : form == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
}

static dpex_status check(int code, const char *call)
{
    return dpex_cuda_library_check(&library, code, call, CUBLAS_STATUS_ALLOC_FAILED);
}

/* Its stream is set once: a handle serves lane 0 of one queue. */
static int open_handle(dpex_cuda_queue *queue)
{
    void *handle = NULL;
    if (queue->libraries->blas) return 1;
    if (!dpex_cuda_library_open(&library) || blas.Create(&handle)) return 0;
    if (blas.SetStream(handle, queue->lanes[0].stream)) {
        blas.Destroy(handle);
        return 0;
    }
    queue->libraries->blas = handle;
    return 1;
}

int dpex_cuda_blas_takes(dpex_cuda_queue *queue, const dpex_routine_product *w)
{
    /* The functions with 64-bit integers came with version 12; no product of such extents fits the
     * memory of a device anyway. */
    const int64_t extents[] = {w->m, w->n, w->k, w->ld_a, w->ld_b, w->ld_c, w->n_matrices};
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++)
        if (extents[i] < 1 || extents[i] > INT_MAX) return 0;
    return type_of(w->dtype) >= 0 && open_handle(queue);
}

dpex_status dpex_cuda_blas_multiply(dpex_cuda_queue *queue, const dpex_command *command)
{
    const dpex_arg *args = command->library.args;
    const dpex_routine_product *w = args[3].raw;
    const void *a = (const void *)dpex_cuda_address(&args[0].span),
               *b = (const void *)dpex_cuda_address(&args[1].span);
    void *c = (void *)dpex_cuda_address(&args[2].span);
    /* Row-major matrices have been described as transposed ones by the caller
     * (ops/matmul/library.c). Numbers of the computation's type; the imaginary parts are 0. */
    const double wide_factor[2] = {w->subtracts ? -1 : 1, 0}, wide_addend[2] = {w->subtracts, 0};
    const float factor[2] = {(float)wide_factor[0], 0}, addend[2] = {(float)wide_addend[0], 0};
    const int is_wide = w->dtype == DPEX_F64 || w->dtype == DPEX_C128, type = type_of(w->dtype);
    const void *alpha = is_wide ? (const void *)wide_factor : factor,
               *beta = is_wide ? (const void *)wide_addend : addend;
    const int compute = is_wide ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;
    const int form_a = form_of(w->form_a), form_b = form_of(w->form_b);
    /* The function for one matrix chooses among more algorithms. */
    if (w->n_matrices == 1)
        return check(blas.GemmEx(queue->libraries->blas, form_a, form_b, (int)w->m, (int)w->n,
                                 (int)w->k, alpha, a, type, (int)w->ld_a, b, type, (int)w->ld_b,
                                 beta, c, type, (int)w->ld_c, compute, CUBLAS_GEMM_DEFAULT),
                     "cublasGemmEx");
    return check(blas.GemmStridedBatchedEx(queue->libraries->blas, form_a, form_b, (int)w->m,
                                           (int)w->n, (int)w->k, alpha, a, type, (int)w->ld_a,
                                           w->stride_a, b, type, (int)w->ld_b, w->stride_b, beta, c,
                                           type, (int)w->ld_c, w->stride_c, (int)w->n_matrices,
                                           compute, CUBLAS_GEMM_DEFAULT),
                 "cublasGemmStridedBatchedEx");
}

void dpex_cuda_blas_close(dpex_cuda_libraries *libraries)
{
    if (libraries->blas) blas.Destroy(libraries->blas);
}
