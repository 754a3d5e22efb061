/* Stacks of matrices of a few tens of rows by one kernel (stack.cl): inverses, determinants,
 * solutions. Nothing is kept of a factorization, so that it need not be stored, and a group of a
 * few lanes has to wait for few others. */
#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "device.h"
#include "runtime/runtime.h"

/* LEAST: smaller matrices have kernels of their own. MOST_PARTS: each part of the right sides has a
 * group that factorizes the matrix again, so that for more of them factors are kept.
 * MOST_BESIDE_MANY: what leaves registers for many right sides. */
enum { LEAST = 17, MOST_PARTS = 4, MOST_BESIDE_MANY = 32 };

/* Of right sides that a group has. Registers are for all of them whether they are there or not, so
 * there are three kernels: one side is what most systems have. */
static int sides_of(const dpex_lapack_job *job)
{
    const int is_complex = job->dtype == DPEX_C64 || job->dtype == DPEX_C128;
    if (job->k == 1) return 1;
    return job->k > DPEX_LINALG_SIDES && job->n <= MOST_BESIDE_MANY && !is_complex
               ? DPEX_LINALG_MANY_SIDES
               : DPEX_LINALG_SIDES;
}

int dpex_linalg_is_stack(const dpex_lapack_job *job)
{
    const int is_solution = job->op == DPEX_LAPACK_SOLVE;
    if (!is_solution && job->op != DPEX_LAPACK_INV && job->op != DPEX_LAPACK_DET) return 0;
    return job->n >= LEAST && job->n <= DPEX_LINALG_MOST_OF_STACK &&
           (!is_solution || job->k <= MOST_PARTS * sides_of(job));
}

/* A group for each matrix, or for each part of its right sides: parts of one matrix are
 * neighbours, so that what they read of it is still in the cache. */
static dpex_status submit(const dpex_linalg_run *run, dpex_linalg_step step, int64_t n_parts)
{
    step.n_groups = run->job->n_matrices * n_parts;
    step.rows = run->job->n;
    return dpex_linalg_submit_step(run, &step);
}

/* Inverses and determinants are those of the transposes, of which neighbours in memory are of
 * neighbouring lanes. */
static dpex_status invert(const dpex_linalg_run *run)
{
    const dpex_lapack_job *job = run->job;
    const dpex_linalg_step step = {.kernel = DPEX_LINALG_INV_STACK,
                                   .parts = {dpex_linalg_part_of(run, job->arrays[0], 1, job->n),
                                             dpex_linalg_part_of(run, &run->codes, 1, 1)},
                                   .n_parts = 2,
                                   .numbers = {.n = job->n}};
    return submit(run, step, 1);
}

static dpex_status take_determinant(const dpex_linalg_run *run)
{
    const dpex_lapack_job *job = run->job;
    /* Without logarithms their argument is not used. */
    const dpex_array *logarithms = job->arrays[2] ? job->arrays[2] : job->arrays[1];
    const dpex_linalg_step step = {.kernel = DPEX_LINALG_DETERMINANT_STACK,
                                   .parts = {dpex_linalg_part_of(run, job->arrays[0], 1, job->n),
                                             dpex_linalg_part_of(run, job->arrays[1], 1, 1),
                                             dpex_linalg_part_of(run, logarithms, 1, 1)},
                                   .n_parts = 3,
                                   .numbers = {.n = job->n, .mode = job->arrays[2] != NULL}};
    return submit(run, step, 1);
}

/* Of the matrices themselves, so that an elimination of rows has to change the right sides only:
 * with the transposes, L would come second and would have to be kept. */
static dpex_status solve(const dpex_linalg_run *run)
{
    const dpex_lapack_job *job = run->job;
    const int n_sides = sides_of(job);
    const dpex_linalg_step step = {.kernel = n_sides == 1 ? DPEX_LINALG_SOLVE_STACK
                                             : n_sides == DPEX_LINALG_SIDES
                                                 ? DPEX_LINALG_SOLVE_STACK_SIDES
                                                 : DPEX_LINALG_SOLVE_STACK_MANY,
                                   .parts = {dpex_linalg_part_of(run, job->arrays[0], job->n, 1),
                                             dpex_linalg_part_of(run, job->arrays[1], 1, job->n),
                                             dpex_linalg_part_of(run, &run->codes, 1, 1)},
                                   .n_parts = 3,
                                   .numbers = {.n = job->n, .width = job->k}};
    return submit(run, step, dpex_int64_ceil_div(job->k, n_sides));
}

dpex_status dpex_linalg_run_stack(const dpex_linalg_run *run)
{
    switch (run->job->op) {
    case DPEX_LAPACK_INV: return invert(run);
    case DPEX_LAPACK_DET: return take_determinant(run);
    default: return solve(run);
    }
}
