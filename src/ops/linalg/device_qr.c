/* QR by Householder's reflections and kernels: those of a panel are applied together, as 1 - V T
 * V^H, by three products. */
#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "device.h"
#include "ops/matmul/product.h"
#include "runtime/runtime.h"

enum { BLOCK = DPEX_LINALG_BLOCK };

/* Matrices that a run needs besides its arrays. */
typedef struct memory {
    dpex_array vectors;  /* V: m x 32 */
    dpex_array blocks;   /* T: 32 x 32 of each panel */
    dpex_array products; /* 32 x columns, twice; also V^H V */
    dpex_array factors;  /* where the job does not ask for them */
    int n_made;
} memory;

static dpex_status make_memory(const dpex_linalg_run *run, memory *x)
{
    const dpex_lapack_job *job = run->job;
    const int64_t less = dpex_int64_min(job->m, job->n);
    /* Wide enough for R's columns, for Q's, and for V^H V of a whole panel. */
    const int64_t columns = dpex_int64_max(dpex_int64_max(job->n, job->k), BLOCK);
    const int64_t elems[4] = {(int64_t)job->m * BLOCK,
                              dpex_int64_ceil_div(less, BLOCK) * BLOCK * BLOCK, 2 * BLOCK * columns,
                              less};
    dpex_array *arrays[4] = {&x->vectors, &x->blocks, &x->products, &x->factors};
    for (x->n_made = 0; x->n_made < 4; x->n_made++)
        DPEX_TRY(dpex_linalg_scratch(run, job->dtype, elems[x->n_made], arrays[x->n_made]));
    return DPEX_SUCCESS;
}

static void drop_memory(memory *x)
{
    dpex_array *arrays[4] = {&x->vectors, &x->blocks, &x->products, &x->factors};
    while (x->n_made-- > 0) dpex_array_fini(arrays[x->n_made]);
}

static dpex_linalg_part block_of(const dpex_linalg_run *run, const memory *x, int64_t first)
{
    const dpex_linalg_part all = dpex_linalg_part_of(run, &x->blocks, 1, BLOCK);
    return dpex_linalg_from(all, 0, first);
}

/* V of the panel from (first, first) on, with its ones and zeros. */
/* LAPACK keeps V below the diagonal and R above it in the same memory, and leaves out V's ones.
 * Products want V as a plain matrix, so it is copied, panel by panel. */
static dpex_status take_vectors(const dpex_linalg_run *run, const memory *x, dpex_linalg_part a,
                                int64_t first, int64_t width)
{
    const int64_t m = run->job->m;
    return dpex_linalg_fill(run, DPEX_LINALG_REFLECTORS,
                            dpex_linalg_part_of(run, &x->vectors, 1, m),
                            dpex_linalg_from(a, first, first), m - first, width);
}

/* T of the panel. */
/* V^H V, with which it begins, is a product like any other; the recurrence over its columns
 * needs one group. */
static dpex_status make_block(const dpex_linalg_run *run, const memory *x, dpex_linalg_part factors,
                              int64_t first, int64_t width)
{
    const dpex_linalg_part v = dpex_linalg_part_of(run, &x->vectors, 1, run->job->m);
    const dpex_linalg_product product = {.update = DPEX_PRODUCT_CONJUGATES_A,
                                         .a = dpex_linalg_transposed(v),
                                         .b = v,
                                         .c = dpex_linalg_part_of(run, &x->products, 1, BLOCK),
                                         .m = width,
                                         .n = width,
                                         .k = run->job->m - first};
    const dpex_linalg_step step = {.kernel = DPEX_LINALG_QR_BLOCK,
                                   .parts = {product.c, factors, block_of(run, x, first)},
                                   .n_parts = 3,
                                   .numbers = {.first = first, .width = width},
                                   .n_groups = run->job->n_matrices};
    DPEX_TRY(dpex_linalg_multiply(run, &product));
    return dpex_linalg_submit_step(run, &step);
}

/* c -= V T V^H c, or (is_adjoint) c -= V T^H V^H c, for n columns of rows from `first` on. */
static dpex_status reflect(const dpex_linalg_run *run, const memory *x, int64_t first,
                           int64_t width, int is_adjoint, dpex_linalg_part c, int64_t n)
{
    const int64_t m = run->job->m - first;
    const dpex_linalg_part v = dpex_linalg_part_of(run, &x->vectors, 1, run->job->m),
                           t = block_of(run, x, first),
                           one = dpex_linalg_part_of(run, &x->products, 1, BLOCK),
                           two = dpex_linalg_from(one, 0, n);
    const dpex_linalg_product steps[3] = {
        {DPEX_PRODUCT_CONJUGATES_A, dpex_linalg_transposed(v), c, one, width, n, m},
        {is_adjoint ? DPEX_PRODUCT_CONJUGATES_A : 0, is_adjoint ? dpex_linalg_transposed(t) : t,
         one, two, width, n, width},
        {DPEX_PRODUCT_SUBTRACTS, v, two, c, m, n, width}};
    /* From right to left: the other order would need V T V^H, a matrix of m x m. */
    for (int i = 0; i < 3; i++) DPEX_TRY(dpex_linalg_multiply(run, &steps[i]));
    return DPEX_SUCCESS;
}

static dpex_status factorize(const dpex_linalg_run *run, const memory *x, dpex_linalg_part a,
                             dpex_linalg_part factors)
{
    const int64_t m = run->job->m, n = run->job->n, less = dpex_int64_min(m, n);
    for (int64_t j = 0; j < less; j += BLOCK) {
        const int64_t width = dpex_int64_min(BLOCK, less - j), rest = j + width;
        const dpex_linalg_step panel = {.kernel = DPEX_LINALG_QR_PANEL,
                                        .parts = {a, factors},
                                        .n_parts = 2,
                                        .numbers = {.m = m, .first = j, .width = width},
                                        .n_groups = run->job->n_matrices};
        DPEX_TRY(dpex_linalg_submit_step(run, &panel));
        /* T of the last panel is of use for Q alone. */
        if (rest == n && run->job->op == DPEX_LAPACK_QR_RAW) break;
        DPEX_TRY(take_vectors(run, x, a, j, width));
        DPEX_TRY(make_block(run, x, factors, j, width));
        if (rest < n)
            DPEX_TRY(reflect(run, x, j, width, 1, dpex_linalg_from(a, j, rest), n - rest));
    }
    return DPEX_SUCCESS;
}

/* The reflections applied to the identity, the last ones first: rows and columns before a panel are
 * still those of the identity. */
static dpex_status make_q(const dpex_linalg_run *run, const memory *x, dpex_linalg_part a,
                          dpex_linalg_part q)
{
    const int64_t m = run->job->m, k = run->job->k, less = dpex_int64_min(m, run->job->n);
    DPEX_TRY(dpex_linalg_fill(run, DPEX_LINALG_IDENTITY, q, q, m, k));
    for (int64_t j = (less - 1) / BLOCK * BLOCK; j >= 0; j -= BLOCK) {
        const int64_t width = dpex_int64_min(BLOCK, less - j);
        DPEX_TRY(take_vectors(run, x, a, j, width));
        /* Not the adjoint: Q is H1 ... Hk, while the factorization applied Hk ... H1 to the
         * matrix. */
        DPEX_TRY(reflect(run, x, j, width, 0, dpex_linalg_from(q, j, j), k - j));
    }
    return DPEX_SUCCESS;
}

static dpex_status run_with(const dpex_linalg_run *run, const memory *x)
{
    const dpex_lapack_job *job = run->job;
    const int is_raw = job->op == DPEX_LAPACK_QR_RAW;
    const dpex_linalg_part a = dpex_linalg_part_of(run, job->arrays[0], 1, job->m),
                           factors = dpex_linalg_part_of(run, is_raw ? job->arrays[1] : &x->factors,
                                                         1, 1);
    DPEX_TRY(factorize(run, x, a, factors));
    if (is_raw) return DPEX_SUCCESS;
    DPEX_TRY(dpex_linalg_fill(run, DPEX_LINALG_UPPER,
                              dpex_linalg_part_of(run, job->arrays[1], job->n, 1), a, job->k,
                              job->n));
    return make_q(run, x, a, dpex_linalg_part_of(run, job->arrays[2], 1, job->m));
}

/* By one kernel, in local memory. */
static dpex_status run_whole(const dpex_linalg_run *run)
{
    const dpex_lapack_job *job = run->job;
    const int is_raw = job->op == DPEX_LAPACK_QR_RAW;
    const dpex_linalg_part a = dpex_linalg_part_of(run, job->arrays[0], 1, job->m),
                           r = dpex_linalg_part_of(run, job->arrays[1], is_raw ? 1 : job->n, 1),
                           q = is_raw ? a : dpex_linalg_part_of(run, job->arrays[2], 1, job->m);
    const dpex_linalg_step step = {
        .kernel = DPEX_LINALG_QR_WHOLE,
        .parts = {a, r, q},
        .n_parts = 3,
        .numbers = {.m = job->m, .n = job->n, .width = job->k, .mode = is_raw},
        .extent = dpex_int64_max(job->m, job->n)};
    return dpex_linalg_submit_step(run, &step);
}

dpex_status dpex_linalg_run_qr(dpex_linalg_run *run)
{
    if (dpex_linalg_is_whole(run->job)) return run_whole(run);
    memory x = {.n_made = 0};
    dpex_status status = make_memory(run, &x);
    if (!status) status = run_with(run, &x);
    drop_memory(&x);
    return status;
}
