/* LAPACK over stacks of matrices.
 *
 * lapack.inc has, for real and for complex numbers, one function per factorization, which works on
 * one matrix in dense memory; lapack.c runs it over a stack, and widen.c converts what is in single
 * precision. LAPACK is column-major and our matrices are row-major, so it sees them transposed;
 * each function says how it makes use of that, and the callers copy in transposed order only where
 * it is of none. */
#ifndef DPEX_OPS_LINALG_LAPACK_H
#define DPEX_OPS_LINALG_LAPACK_H

#include "dpex/linalg.h"
#include "ops/blas/openblas.h"
#include "runtime/runtime.h"

enum { DPEX_LAPACK_MAX_ARRAYS = 4 };

typedef enum dpex_lapack_op {
    DPEX_LAPACK_CHOLESKY,
    DPEX_LAPACK_INV,
    DPEX_LAPACK_SOLVE,
    DPEX_LAPACK_DET,
    DPEX_LAPACK_LU,
    DPEX_LAPACK_LU_SOLVE,
    DPEX_LAPACK_QR,
    DPEX_LAPACK_QR_RAW,
    DPEX_LAPACK_EIGH,
    DPEX_LAPACK_EIGH_COLUMNS, /* by a vendor's library: in place, by columns */
    DPEX_LAPACK_EIG,
    DPEX_LAPACK_SVD,
    DPEX_LAPACK_N_OPS
} dpex_lapack_op;

/* Modes of SVD: what is computed in addition to the singular values. */
enum { DPEX_SVD_VALUES, DPEX_SVD_REDUCED, DPEX_SVD_FULL };

typedef struct dpex_lapack_job {
    const char *name; /* a string constant; goes into messages */
    dpex_lapack_op op;
    dpex_dtype dtype;
    /* LAPACK's integers have 32 bits; the callers have checked the extents. */
    int m, n, k; /* extents; of what, lapack.inc says; 0 where it has none */
    int mode;    /* likewise */
    /* By grouped.c: the arrays are those of groups/kernels.h, the ones that are read before the
     * ones that are written, all by rows. */
    int is_grouped;
    /* Dense, fresh, with the same number of matrices each; NULL: not asked for.
     * Arrays that LAPACK overwrites are copies made for the job. */
    const dpex_array *arrays[DPEX_LAPACK_MAX_ARRAYS];
    int64_t n_matrices;
    const dpex_device *device; /* set by lapack.c; NULL: not one of the host */
    dpex_steps *steps;         /* set by call.c: who shares the steps of one matrix; NULL: nobody */
} dpex_lapack_job;

typedef struct dpex_lapack_kernel {
    /* at[i]: the matrix in arrays[i]. Returns LAPACK's code: not 0 where it failed. */
    int (*run)(const dpex_lapack_job *job, void *const *at, char *work);
    /* Of one matrix; the same for all matrices of a job. */
    int64_t (*work_bytes)(const dpex_lapack_job *job);
} dpex_lapack_kernel;

/* By dpex_lapack_op. */
extern const dpex_lapack_kernel dpex_lapack_f64[DPEX_LAPACK_N_OPS],
    dpex_lapack_c128[DPEX_LAPACK_N_OPS];

/* Conversions of matrices in single precision to double and back, for one matrix of each array. */
typedef struct dpex_lapack_widening {
    dpex_lapack_op op;
    int is_wide[DPEX_LAPACK_MAX_ARRAYS];
    /* n_reals: numbers of one matrix, two for a complex one. offset: bytes in the workspace. */
    int64_t n_reals[DPEX_LAPACK_MAX_ARRAYS], offset[DPEX_LAPACK_MAX_ARRAYS];
} dpex_lapack_widening;

/* The kernel for a job of any of the four types: in double precision. */
const dpex_lapack_kernel *dpex_lapack_kernel_of(const dpex_lapack_job *job);
/* Returns the bytes that the wide matrices take of a workspace: 0 where the job is in double
 * precision. */
int64_t dpex_lapack_plan_widening(const dpex_lapack_job *job, dpex_lapack_widening *plan);
/* Sets the addresses of the matrices for the kernel; those that it reads are converted into
 * `work`. */
void dpex_lapack_widen(const dpex_lapack_widening *plan, void *const *at, char *work, void **wide);
/* Converts back the matrices that the kernel wrote. */
void dpex_lapack_narrow(const dpex_lapack_widening *plan, void *const *wide, void *const *at);

/* Which arrays a job reads and which it writes: bit i stands for arrays[i]. */
unsigned dpex_lapack_reads(dpex_lapack_op op);
unsigned dpex_lapack_writes(dpex_lapack_op op);

/* ---- one submission (call.c) ------------------------------------------------------------------ */

enum { DPEX_LAPACK_NOT_RUN = INT32_MIN }; /* not a code of LAPACK's */

/* A matrix of an array of a grouped job, for LAPACK (grouped.c). */
typedef struct dpex_lapack_matrix {
    int64_t rows, columns, reals; /* reals: of an element */
    int is_single;
} dpex_lapack_matrix;

/* A job with where its matrices lie on the host: the payload of the command. The job's arrays are
 * gone when it runs. */
typedef struct dpex_lapack_call {
    dpex_lapack_job job;
    const dpex_lapack_kernel *kernel;
    char *ptrs[DPEX_LAPACK_MAX_ARRAYS];
    int64_t matrix_bytes[DPEX_LAPACK_MAX_ARRAYS];
    dpex_lapack_widening widening;
    dpex_array codes; /* storage NULL: not wanted */
    int64_t wide_bytes, work_bytes, matrices_per_chunk;
    dpex_lapack_matrix parts[DPEX_LAPACK_MAX_ARRAYS]; /* by LAPACK's arrays; of grouped jobs */
} dpex_lapack_call;

/* Whether the stack x is computed in groups, a matrix per lane (grouped.c). is_values: of
 * eigenvalues and singular values, without vectors. */
int dpex_linalg_is_grouped(dpex_lapack_op op, int is_values, const dpex_array *x, dpex_dtype dtype);
/* As dpex_lapack_cut and dpex_lapack_run; the workspace that the latter needs is in work_bytes. */
int64_t dpex_lapack_cut_groups(dpex_lapack_call *call);
dpex_status dpex_lapack_run_groups(void *call, int64_t first_chunk, int64_t last_chunk);

/* Of one matrix, in multiplications of real numbers. */
double dpex_lapack_cost(const dpex_lapack_job *job);
/* Cuts the stack into chunks; how many. */
int64_t dpex_lapack_cut(dpex_lapack_call *call);
/* A dpex_parallel_fn over these chunks, and what ends its payload. */
dpex_status dpex_lapack_run(void *call, int64_t first_chunk, int64_t last_chunk);
void dpex_lapack_drop(void *call);

/* Memory that the host can access whatever the backend: of kind host where it has pointers, else
 * ordinary. is_ready: for the host to write at once; else its first use is an ORDERED command of
 * the queue. */
dpex_status dpex_lapack_host_memory(dpex_queue *queue, size_t bytes, int is_ready,
                                    dpex_storage **storage);
/* Submits the call for a device that does not compute on the host: its matrices are copied to host
 * memory and back (through_host.c). Takes the call. */
dpex_status dpex_lapack_submit_through_host(dpex_lapack_call *call);

/* Whether there are kernels (device_jobs.c) for a job on its device, and the call by these. Takes
 * the call. */
int dpex_lapack_has_kernels(const dpex_lapack_job *job);
dpex_status dpex_lapack_submit_kernels(dpex_lapack_call *call);

/* Whether the device has a vendor's library for a job (library.c), and the call by it. Takes the
 * call. */
int dpex_lapack_has_library(const dpex_lapack_job *job);
/* Whether kernels compute a determinant or solutions and leave arrays[0] as it is, so that no copy
 * of it is needed (stack.cl). Of the arrays only this one is examined. */
int dpex_lapack_only_reads(const dpex_lapack_job *job);
dpex_status dpex_lapack_submit_library(dpex_lapack_call *call);

/* info: NULL where the job cannot fail. */
dpex_status dpex_lapack_submit(const dpex_lapack_job *job, dpex_linalg_info *info);

/* ---- what the callers begin with ------------------------------------------------------------- */

/* The dtype in which a factorization of x computes; fails where it cannot be computed at all. */
dpex_status dpex_linalg_dtype(const char *name, const dpex_array *x, dpex_dtype *dtype);
dpex_dtype dpex_linalg_real_dtype(dpex_dtype dtype);
/* At least 2 dimensions, the last two small enough for LAPACK, and of one extent if is_square. */
dpex_status dpex_linalg_check_matrices(const char *name, const dpex_array *x, int is_square);
int64_t dpex_linalg_count(const dpex_array *x); /* matrices in x */
/* A new array with the stack of x before nd extents (at most 2) of its own, C-contiguous. */
dpex_status dpex_linalg_init(const dpex_array *x, dpex_dtype dtype, int nd, int64_t rows,
                             int64_t columns, dpex_array *out);
/* What a job reads that leaves it as it is: x where it is C-contiguous and of the dtype, else a
 * copy. */
dpex_status dpex_linalg_dense(const dpex_array *x, dpex_dtype dtype, dpex_array *dense);
/* A C-contiguous copy of x, or of its transposed matrices. */
dpex_status dpex_linalg_copy(const dpex_array *x, dpex_dtype dtype, dpex_array *copy);
dpex_status dpex_linalg_copy_transposed(const dpex_array *x, dpex_dtype dtype, dpex_array *copy);

#endif
