/* Factorizations by a library of the device's vendor, from the extents on where it is faster than
 * our own kernels, or than copies to the host and back where there are none (eigenvalues, singular
 * values).
 *
 * A call computes one matrix and keeps the device busy only if that is large: stacks of many go to
 * our kernels, which compute them side by side. What is LAPACK's own form is made by the same
 * kernels as theirs (identities, triangles, permutations, determinants). Single precision is
 * computed in single precision. */
#include <stdatomic.h>

#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "device.h"
#include "dpex/testing.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"

/* The library's part of a job: a routine on each matrix of the stack. */
typedef struct library_step {
    dpex_routine routine;
    dpex_routine_solver words;
    const dpex_array *arrays[4];
    int n_arrays;
    int has_no_code; /* it cannot fail: the codes keep what a step before has found */
} library_step;

/* Matrix i of a dense stack. */
static dpex_device_address address_of(const dpex_lapack_job *job, const dpex_array *x, int64_t i)
{
    const int64_t bytes = x->size / job->n_matrices * dpex_dtype_get_info(x->dtype)->itemsize;
    return (dpex_device_address){x->storage, x->offset + i * bytes};
}

/* Scratch memory serves one matrix after the other; behind it lies a code that nobody reads. */
static dpex_status run_step(const dpex_linalg_run *run, const library_step *step)
{
    const dpex_lapack_job *job = run->job;
    const int n = step->n_arrays;
    size_t scratch_bytes;
    dpex_array scratch;
    if (!dpex_device_has_routine(run->queue, step->routine, &step->words, &scratch_bytes))
        return DPEX_FAIL(DPEX_ERROR_BACKEND, "%s: the library refuses it", job->name);
    const int64_t n_bytes = (int64_t)(scratch_bytes + sizeof(int32_t));
    DPEX_TRY(
        dpex_array_init(run->queue, DPEX_U8, 1, &n_bytes, DPEX_ORDER_C, DPEX_USM_DEVICE, &scratch));
    dpex_status status = DPEX_SUCCESS;
    for (int64_t i = 0; i < job->n_matrices && !status; i++) {
        dpex_device_address addresses[6];
        for (int a = 0; a < n; a++) addresses[a] = address_of(job, step->arrays[a], i);
        addresses[n] =
            step->has_no_code
                ? (dpex_device_address){scratch.storage, scratch.offset + (int64_t)scratch_bytes}
                : address_of(job, &run->codes, i);
        addresses[n + 1] = (dpex_device_address){scratch.storage, scratch.offset};
        const dpex_device_routine call = {job->name, step->routine, addresses,
                                          n + 2,     &step->words,  sizeof step->words};
        status = dpex_device_run_routine(run->queue, &call);
    }
    dpex_array_fini(&scratch);
    return status;
}

/* ---- Cholesky and LU: arrays as in lapack.inc -------------------------------------------------- */

/* The triangle that is read lies transposed in what the library sees. */
static dpex_status run_cholesky(dpex_linalg_run *run, library_step *step)
{
    const dpex_lapack_job *job = run->job;
    const dpex_linalg_part a = dpex_linalg_part_of(run, job->arrays[0], job->n, 1);
    const dpex_linalg_part factor = job->mode ? dpex_linalg_transposed(a) : a;
    DPEX_TRY(run_step(run, step));
    return dpex_linalg_fill(run, DPEX_LINALG_LOWER, factor, factor, job->n, job->n);
}

static dpex_status solve(const dpex_linalg_run *run, const dpex_array *factors, int form,
                         const dpex_array *columns, int64_t k)
{
    const dpex_lapack_job *job = run->job;
    const library_step step = {.routine = DPEX_ROUTINE_LU_SOLVE,
                               .words = {job->dtype, form, job->n, job->n, k},
                               .arrays = {factors, &run->swaps, columns},
                               .n_arrays = 3,
                               .has_no_code = 1};
    return run_step(run, &step);
}

static dpex_status solve_for_inverse(const dpex_linalg_run *run, const dpex_array *inverse)
{
    return solve(run, run->job->arrays[0], 'N', inverse, run->job->n);
}

/* ---- LU of matrices that may not be finite ----------------------------------------------------- */

/* A copy of the matrices, and who watched that they are finite (device.cl). */
typedef struct watch {
    dpex_array copy, are_finite;
    int64_t n_groups; /* for each matrix */
} watch;

static void end_watch(watch *w)
{
    if (w->are_finite.storage) dpex_array_fini(&w->are_finite);
    dpex_array_fini(&w->copy);
}

/* to = from, by the way. */
static dpex_status copy_and_watch(const dpex_linalg_run *run, dpex_linalg_part to,
                                  dpex_linalg_part from, watch *w)
{
    enum { ELEMS_OF_GROUP = 4096 };
    const int64_t m = run->job->m, n = run->job->n;
    w->n_groups = dpex_int64_ceil_div(m * n, ELEMS_OF_GROUP);
    DPEX_TRY(dpex_linalg_scratch(run, DPEX_I32, w->n_groups, &w->are_finite));
    const dpex_linalg_step step = {
        .kernel = DPEX_LINALG_WATCH,
        .parts = {to, from, dpex_linalg_part_of(run, &w->are_finite, 1, 1)},
        .n_parts = 3,
        .numbers = {.m = m, .n = n, .width = w->n_groups},
        .n_groups = w->n_groups * run->job->n_matrices};
    return dpex_linalg_submit_step(run, &step);
}

/* The factors in place of `matrix`, whose elements `from` has too. */
static dpex_status factorize(const dpex_linalg_run *run, const library_step *step,
                             dpex_linalg_part matrix, dpex_linalg_part from, const watch *w)
{
    const dpex_linalg_step again = {
        .kernel = DPEX_LINALG_LU_AGAIN,
        .parts = {matrix, dpex_linalg_part_of(run, &run->swaps, 1, 1), from,
                  dpex_linalg_part_of(run, &run->codes, 1, 1),
                  dpex_linalg_part_of(run, &w->are_finite, 1, 1)},
        .n_parts = 5,
        .numbers = {.m = run->job->m, .n = run->job->n, .width = w->n_groups, .mode = 1},
        .n_groups = run->job->n_matrices};
    DPEX_TRY(run_step(run, step));
    return dpex_linalg_submit_step(run, &again);
}

/* In place of the job's matrices. */
static dpex_status factorize_in_place(const dpex_linalg_run *run, const library_step *step)
{
    const dpex_lapack_job *job = run->job;
    const dpex_linalg_part a = dpex_linalg_part_of(run, job->arrays[0], 1, job->m);
    watch w = {.are_finite = {.storage = NULL}};
    DPEX_TRY(dpex_linalg_scratch(run, job->dtype, job->m * job->n, &w.copy));
    const dpex_linalg_part copy = dpex_linalg_part_of(run, &w.copy, 1, job->m);
    dpex_status status = copy_and_watch(run, copy, a, &w);
    if (!status) status = factorize(run, step, a, copy, &w);
    end_watch(&w);
    return status;
}

/* The matrix lies transposed in what the library sees, which solves a transposed system of few
 * columns in almost twice the time (docs/tuning.md). */
static dpex_status run_solve(const dpex_linalg_run *run, library_step *step)
{
    const dpex_lapack_job *job = run->job;
    const int64_t n = job->n;
    const dpex_linalg_part from = dpex_linalg_part_of(run, job->arrays[0], n, 1);
    watch w = {.are_finite = {.storage = NULL}};
    DPEX_TRY(dpex_linalg_scratch(run, job->dtype, n * n, &w.copy));
    const dpex_linalg_part matrix = dpex_linalg_part_of(run, &w.copy, 1, n);
    step->arrays[0] = &w.copy;
    dpex_status status = copy_and_watch(run, matrix, from, &w);
    if (!status) status = factorize(run, step, matrix, from, &w);
    if (!status) status = solve(run, &w.copy, 'N', job->arrays[1], job->k);
    end_watch(&w);
    return status;
}

static dpex_status run_lu(dpex_linalg_run *run, library_step *step)
{
    const dpex_lapack_job *job = run->job;
    step->arrays[1] = &run->swaps;
    if (job->op == DPEX_LAPACK_SOLVE) return run_solve(run, step);
    DPEX_TRY(factorize_in_place(run, step));
    switch (job->op) {
    case DPEX_LAPACK_INV: return dpex_linalg_invert(run, solve_for_inverse);
    case DPEX_LAPACK_DET: return dpex_linalg_take_determinant(run, 1);
    default: return dpex_linalg_order_rows(run, 1);
    }
}

static dpex_status run_lu_solve(dpex_linalg_run *run, library_step *step)
{
    const dpex_lapack_job *job = run->job;
    const dpex_linalg_step count_from_1 = {.kernel = DPEX_LINALG_PIVOTS,
                                           .parts = {dpex_linalg_part_of(run, job->arrays[1], 1, 1),
                                                     dpex_linalg_part_of(run, &run->swaps, 1, 1)},
                                           .n_parts = 2,
                                           .numbers = {.n = job->n},
                                           .n_items = job->n * job->n_matrices};
    (void)step;
    DPEX_TRY(dpex_linalg_submit_step(run, &count_from_1));
    return solve(run, job->arrays[0], job->mode, job->arrays[2], job->k);
}

/* ---- QR ------------------------------------------------------------------------------------------ */

/* R is read before Q is made, which has more columns than reflectors where it is complete. */
static dpex_status make_results(const dpex_linalg_run *run, const dpex_array *factors)
{
    const dpex_lapack_job *job = run->job;
    const int64_t m = job->m, n = job->n, k = job->k, less = dpex_int64_min(m, n);
    const dpex_linalg_part a = dpex_linalg_part_of(run, job->arrays[0], 1, m),
                           r = dpex_linalg_part_of(run, job->arrays[1], n, 1),
                           q = dpex_linalg_part_of(run, job->arrays[2], 1, m);
    const library_step step = {.routine = DPEX_ROUTINE_QR_Q,
                               .words = {job->dtype, 0, m, k, less},
                               .arrays = {job->arrays[2], factors},
                               .n_arrays = 2,
                               .has_no_code = 1};
    DPEX_TRY(dpex_linalg_fill(run, DPEX_LINALG_UPPER, r, a, k, n));
    DPEX_TRY(dpex_linalg_fill(run, DPEX_LINALG_ALL, q, a, m, less));
    return run_step(run, &step);
}

static dpex_status run_qr(dpex_linalg_run *run, library_step *step)
{
    const dpex_lapack_job *job = run->job;
    dpex_array factors;
    if (job->op == DPEX_LAPACK_QR_RAW) return run_step(run, step);
    DPEX_TRY(dpex_linalg_scratch(run, job->dtype, dpex_int64_min(job->m, job->n), &factors));
    step->arrays[1] = &factors;
    dpex_status status = run_step(run, step);
    if (!status) status = make_results(run, &factors);
    dpex_array_fini(&factors);
    return status;
}

/* ---- eigenvalues and singular values ------------------------------------------------------------- */

/* The matrices are overwritten with their vectors (spectral.c). */
static dpex_status run_eigh(dpex_linalg_run *run, library_step *step)
{
    return run_step(run, step);
}

/* A wide matrix in rows is a tall one in columns, whose left vectors are our right ones; both lie
 * as we want them. A tall one is transposed, and its vectors back. */
static dpex_status run_tall_svd(const dpex_linalg_run *run, library_step *step)
{
    const dpex_lapack_job *job = run->job;
    const int64_t m = job->m, n = job->n, columns = job->mode == DPEX_SVD_FULL ? m : n;
    const int n_needed = job->mode == DPEX_SVD_VALUES ? 1 : 3;
    const int64_t elems[3] = {m * n, m * columns, n * n};
    dpex_array arrays[3];
    int n_made = 0;
    dpex_status status = DPEX_SUCCESS;
    while (n_made < n_needed &&
           !(status = dpex_linalg_scratch(run, job->dtype, elems[n_made], &arrays[n_made])))
        n_made++;
    if (status) goto out;
    status = dpex_linalg_fill(run, DPEX_LINALG_ALL, dpex_linalg_part_of(run, &arrays[0], 1, m),
                              dpex_linalg_part_of(run, job->arrays[0], n, 1), m, n);
    step->arrays[0] = &arrays[0];
    step->arrays[2] = &arrays[1];
    step->arrays[3] = &arrays[2];
    if (!status) status = run_step(run, step);
    if (status || n_needed == 1) goto out;
    status =
        dpex_linalg_fill(run, DPEX_LINALG_ALL, dpex_linalg_part_of(run, job->arrays[2], columns, 1),
                         dpex_linalg_part_of(run, &arrays[1], 1, m), m, columns);
    if (!status)
        status =
            dpex_linalg_fill(run, DPEX_LINALG_ALL, dpex_linalg_part_of(run, job->arrays[3], n, 1),
                             dpex_linalg_part_of(run, &arrays[2], 1, n), n, n);
out:
    while (n_made > 0) dpex_array_fini(&arrays[--n_made]);
    return status;
}

static dpex_status run_svd(dpex_linalg_run *run, library_step *step)
{
    const dpex_lapack_job *job = run->job;
    if (job->m > job->n) return run_tall_svd(run, step);
    step->arrays[2] = job->arrays[3];
    step->arrays[3] = job->arrays[2];
    return run_step(run, step);
}

/* ---- which ------------------------------------------------------------------------------------- */

/* Our own kernels compute stacks side by side; the host, which computes the others, does not
 * matter. */
enum { FEW = 4, ANY = INT32_MAX };

/* By dpex_lapack_op: from which extent on (the lesser one) of one matrix of doubles, and of others,
 * how many of these, by which routine first. */
static const struct {
    int least_of_one, least_extent, most_matrices;
    dpex_routine routine;
    int n_arrays;
    dpex_status (*run)(dpex_linalg_run *, library_step *); /* NULL: not by a library */
} plans[DPEX_LAPACK_N_OPS] = {
    [DPEX_LAPACK_CHOLESKY] = {48, 256, FEW, DPEX_ROUTINE_CHOLESKY, 1, run_cholesky},
    [DPEX_LAPACK_INV] = {24, 256, FEW, DPEX_ROUTINE_LU, 2, run_lu},
    [DPEX_LAPACK_SOLVE] = {24, 256, FEW, DPEX_ROUTINE_LU, 2, run_lu},
    [DPEX_LAPACK_DET] = {24, 256, FEW, DPEX_ROUTINE_LU, 2, run_lu},
    [DPEX_LAPACK_LU] = {24, 256, FEW, DPEX_ROUTINE_LU, 2, run_lu},
    [DPEX_LAPACK_LU_SOLVE] = {24, 256, FEW, DPEX_ROUTINE_LU_SOLVE, 3, run_lu_solve},
    [DPEX_LAPACK_QR] = {24, 256, FEW, DPEX_ROUTINE_QR, 2, run_qr},
    [DPEX_LAPACK_QR_RAW] = {24, 256, FEW, DPEX_ROUTINE_QR, 2, run_qr},
    [DPEX_LAPACK_EIGH_COLUMNS] = {64, 256, ANY, DPEX_ROUTINE_EIGH, 2, run_eigh},
    [DPEX_LAPACK_SVD] = {512, 512, ANY, DPEX_ROUTINE_SVD, 2, run_svd},
};

static _Atomic int64_t tested_extent; /* 0: as in the table */

void dpex_testing_set_library_extent(int64_t extent)
{
    atomic_store(&tested_extent, extent);
}

/* One kernel (whole.cl, stack.cl) for all of a matrix takes no more time than the library, which a process that has no
 * large matrices then does not open. */
static int has_own_kernel(const dpex_lapack_job *job)
{
    return job->op != DPEX_LAPACK_EIGH_COLUMNS && job->op != DPEX_LAPACK_SVD &&
           (dpex_linalg_is_whole(job) || dpex_linalg_is_stack(job));
}

static int is_worth_it(const dpex_lapack_job *job)
{
    const int64_t extent = job->m < job->n ? job->m : job->n, tested = atomic_load(&tested_extent);
    if (tested) return extent >= tested && extent > 0;
    /* Small ones of single precision have smaller errors by our own kernels, which some programs
     * rely on; large ones take too long there (test_linalg_accuracy.py). */
    const int is_double = job->dtype == DPEX_F64 || job->dtype == DPEX_C128;
    if (job->n_matrices == 1 && is_double)
        return extent >= plans[job->op].least_of_one && !has_own_kernel(job);
    return extent >= plans[job->op].least_extent && job->n_matrices <= plans[job->op].most_matrices;
}

static library_step first_step(const dpex_lapack_job *job)
{
    static const char svd_letters[] = {
        [DPEX_SVD_VALUES] = 'N', [DPEX_SVD_REDUCED] = 'S', [DPEX_SVD_FULL] = 'A'};
    library_step step = {.routine = plans[job->op].routine,
                         .words = {job->dtype, job->mode, job->m, job->n, job->k},
                         .arrays = {job->arrays[0], job->arrays[1]},
                         .n_arrays = plans[job->op].n_arrays};
    switch (job->op) {
    case DPEX_LAPACK_CHOLESKY: step.words.mode = !job->mode; break;
    case DPEX_LAPACK_SVD:
        step.words.mode = svd_letters[job->mode];
        step.words.m = dpex_int64_max(job->m, job->n);
        step.words.n = dpex_int64_min(job->m, job->n);
        if (job->mode != DPEX_SVD_VALUES) step.n_arrays = 4;
        break;
    default: break;
    }
    return step;
}

int dpex_lapack_has_library(const dpex_lapack_job *job)
{
    size_t scratch_bytes;
    if (!plans[job->op].run || !is_worth_it(job)) return 0;
    const library_step step = first_step(job);
    return dpex_device_has_routine(job->arrays[0]->queue, step.routine, &step.words,
                                   &scratch_bytes);
}

static dpex_status submit_job(const dpex_lapack_job *job, const dpex_array *codes)
{
    dpex_linalg_run run = {.job = job, .queue = job->arrays[0]->queue};
    library_step step = first_step(job);
    DPEX_TRY(dpex_linalg_scratch(&run, DPEX_I32, 1, &run.codes));
    dpex_status status =
        dpex_linalg_scratch(&run, DPEX_I32, dpex_int64_min(job->m, job->n), &run.swaps);
    if (!status) {
        status = plans[job->op].run(&run, &step);
        if (!status) status = dpex_linalg_submit_codes(&run, codes);
        dpex_array_fini(&run.swaps);
    }
    dpex_array_fini(&run.codes);
    return status;
}

dpex_status dpex_lapack_submit_library(dpex_lapack_call *call)
{
    const dpex_status status = submit_job(&call->job, &call->codes);
    dpex_lapack_drop(call);
    return status;
}
