/* QR, eigenvalues and eigenvectors, singular values and vectors. */
#include "base/error.h"
#include "lapack.h"

static dpex_status begin(const char *name, const dpex_array *x, int is_square, dpex_dtype *dtype)
{
    DPEX_TRY(dpex_linalg_check_matrices(name, x, is_square));
    return dpex_linalg_dtype(name, x, dtype);
}

static int rows_of(const dpex_array *x)
{
    return (int)x->shape[x->nd - 2];
}

static int columns_of(const dpex_array *x)
{
    return (int)x->shape[x->nd - 1];
}

/* ---- QR ------------------------------------------------------------------------------------------------ */

/* Two commands: the factorization, and the transposition of q that LAPACK leaves by columns. */
static dpex_status submit_qr(const dpex_array *x, dpex_dtype dtype, int k, dpex_array *q,
                             dpex_array *r)
{
    dpex_array copy, q_transposed;
    DPEX_TRY(dpex_linalg_copy_transposed(x, dtype, &copy));
    dpex_status status = dpex_linalg_init(x, dtype, 2, k, rows_of(x), &q_transposed);
    /* q is written by columns, so its transpose is allocated. */
    if (!status) {
        dpex_lapack_job job = {.name = "qr",
                               .op = DPEX_LAPACK_QR,
                               .dtype = dtype,
                               .m = rows_of(x),
                               .n = columns_of(x),
                               .k = k,
                               .arrays = {&copy, r, &q_transposed},
                               .n_matrices = dpex_linalg_count(x)};
        status = dpex_lapack_submit(&job, NULL);
        if (!status) status = dpex_linalg_copy_transposed(&q_transposed, dtype, q);
        dpex_array_fini(&q_transposed);
    }
    dpex_array_fini(&copy);
    return status;
}

/* By rows, as the groups have it. */
static dpex_status submit_qr_groups(const dpex_array *x, dpex_dtype dtype, int k, dpex_array *q,
                                    dpex_array *r)
{
    dpex_array dense;
    DPEX_TRY(dpex_linalg_dense(x, dtype, &dense));
    dpex_status status = dpex_linalg_init(x, dtype, 2, rows_of(x), k, q);
    if (!status) {
        dpex_lapack_job job = {.name = "qr",
                               .op = DPEX_LAPACK_QR,
                               .dtype = dtype,
                               .m = rows_of(x),
                               .n = columns_of(x),
                               .k = k,
                               .is_grouped = 1,
                               .arrays = {&dense, r, q},
                               .n_matrices = dpex_linalg_count(x)};
        status = dpex_lapack_submit(&job, NULL);
        if (status) dpex_array_fini(q);
    }
    dpex_array_fini(&dense);
    return status;
}

dpex_status dpex_qr_new(const dpex_array *x, int is_complete, dpex_array *q, dpex_array *r)
{
    dpex_dtype dtype;
    DPEX_TRY(begin("qr", x, 0, &dtype));
    int m = rows_of(x), n = columns_of(x), k = is_complete || m < n ? m : n;
    DPEX_TRY(dpex_linalg_init(x, dtype, 2, k, n, r));
    const int is_grouped = dpex_linalg_is_grouped(DPEX_LAPACK_QR, 0, x, dtype);
    dpex_status status = (is_grouped ? submit_qr_groups : submit_qr)(x, dtype, k, q, r);
    if (status) dpex_array_fini(r);
    return status;
}

/* `reflectors` is x overwritten: R above the diagonal, the Householder vectors below it, as
 * LAPACK's geqrf returns it. */
dpex_status dpex_qr_raw_new(const dpex_array *x, dpex_array *reflectors, dpex_array *factors)
{
    dpex_dtype dtype;
    DPEX_TRY(begin("qr", x, 0, &dtype));
    int m = rows_of(x), n = columns_of(x);
    DPEX_TRY(dpex_linalg_copy_transposed(x, dtype, reflectors));
    dpex_status status = dpex_linalg_init(x, dtype, 1, 0, m < n ? m : n, factors);
    if (status) goto out_reflectors;
    dpex_lapack_job job = {.name = "qr",
                           .op = DPEX_LAPACK_QR_RAW,
                           .dtype = dtype,
                           .m = m,
                           .n = n,
                           .arrays = {reflectors, factors},
                           .n_matrices = x->size ? dpex_linalg_count(x) : 0};
    status = dpex_lapack_submit(&job, NULL);
    if (!status) return DPEX_SUCCESS;
    dpex_array_fini(factors);
out_reflectors:
    dpex_array_fini(reflectors);
    return status;
}

/* ---- eigenvalues --------------------------------------------------------------------------------------- */

static dpex_lapack_job eigh_job(dpex_lapack_op op, const dpex_array *x, dpex_dtype dtype,
                                int wants_vectors)
{
    return (dpex_lapack_job){.name = wants_vectors ? "eigh" : "eigvalsh",
                             .op = op,
                             .dtype = dtype,
                             .m = columns_of(x),
                             .n = columns_of(x),
                             .mode = wants_vectors,
                             .n_matrices = x->size ? dpex_linalg_count(x) : 0};
}

/* Whether a vendor's library computes them. */
static int has_library(const dpex_array *x, dpex_dtype dtype, int wants_vectors)
{
    dpex_lapack_job job = eigh_job(DPEX_LAPACK_EIGH_COLUMNS, x, dtype, wants_vectors);
    job.arrays[0] = x;
    return !x->queue->backend->runs_on_host && dpex_lapack_has_library(&job);
}

/* By columns, the library sees x itself in its transposed copy, and overwrites it with the vectors,
 * one after the other in memory: as rows, so they are transposed again. */
static dpex_status submit_eigh_columns(const dpex_array *x, dpex_dtype dtype, dpex_array *values,
                                       dpex_array *vectors, dpex_linalg_info *info)
{
    dpex_array copy;
    DPEX_TRY(dpex_linalg_copy_transposed(x, dtype, &copy));
    dpex_lapack_job job = eigh_job(DPEX_LAPACK_EIGH_COLUMNS, x, dtype, vectors != NULL);
    job.arrays[0] = &copy;
    job.arrays[1] = values;
    dpex_status status = dpex_lapack_submit(&job, info);
    if (!status && vectors && (status = dpex_linalg_copy_transposed(&copy, dtype, vectors)))
        /* Without a result the codes are not read. */
        dpex_storage_release(info->codes);
    dpex_array_fini(&copy);
    return status;
}

/* By rows, as the groups have it, and our own loops. */
static dpex_status submit_eigh(const dpex_array *x, dpex_dtype dtype, int is_grouped,
                               dpex_array *const results[2], dpex_linalg_info *info)
{
    const int n = columns_of(x);
    dpex_array dense, *vectors = results[1];
    DPEX_TRY(dpex_linalg_dense(x, dtype, &dense));
    dpex_status status = vectors ? dpex_linalg_init(x, dtype, 2, n, n, vectors) : DPEX_SUCCESS;
    if (!status) {
        dpex_lapack_job job = eigh_job(DPEX_LAPACK_EIGH, x, dtype, vectors != NULL);
        job.is_grouped = is_grouped;
        job.arrays[0] = &dense;
        job.arrays[1] = results[0];
        job.arrays[2] = vectors;
        status = dpex_lapack_submit(&job, info);
        if (status && vectors) dpex_array_fini(vectors);
    }
    dpex_array_fini(&dense);
    return status;
}

dpex_status dpex_eigh_new(const dpex_array *x, dpex_array *values, dpex_array *vectors,
                          dpex_linalg_info *info)
{
    dpex_dtype dtype;
    DPEX_TRY(begin(vectors ? "eigh" : "eigvalsh", x, 1, &dtype));
    /* Eigenvalues of Hermitian matrices are real, whatever the matrix' type. */
    DPEX_TRY(dpex_linalg_init(x, dpex_linalg_real_dtype(dtype), 1, 0, columns_of(x), values));
    const int is_grouped = dpex_linalg_is_grouped(DPEX_LAPACK_EIGH, !vectors, x, dtype);
    dpex_status status =
        has_library(x, dtype, vectors != NULL)
            ? submit_eigh_columns(x, dtype, values, vectors, info)
            : submit_eigh(x, dtype, is_grouped, (dpex_array *[2]){values, vectors}, info);
    if (status) dpex_array_fini(values);
    return status;
}

/* Eigenvectors of a real matrix may be complex, so both results are. */
static dpex_status submit_eig(const dpex_array *x, dpex_dtype dtype, dpex_array *values,
                              dpex_array *transposed, dpex_linalg_info *info)
{
    dpex_array copy;
    DPEX_TRY(dpex_linalg_copy_transposed(x, dtype, &copy));
    dpex_lapack_job job = {.name = transposed ? "eig" : "eigvals",
                           .op = DPEX_LAPACK_EIG,
                           .dtype = dtype,
                           .m = columns_of(x),
                           .n = columns_of(x),
                           .mode = transposed != NULL,
                           .arrays = {&copy, values, transposed},
                           .n_matrices = x->size ? dpex_linalg_count(x) : 0};
    dpex_status status = dpex_lapack_submit(&job, info);
    dpex_array_fini(&copy);
    return status;
}

dpex_status dpex_eig_new(const dpex_array *x, dpex_array *values, dpex_array *vectors,
                         dpex_linalg_info *info)
{
    dpex_dtype dtype;
    dpex_array transposed;
    DPEX_TRY(begin(vectors ? "eig" : "eigvals", x, 1, &dtype));
    /* The complex type of the matrix's type. */
    dpex_dtype complex = dtype == DPEX_F32 ? DPEX_C64 : dtype == DPEX_F64 ? DPEX_C128 : dtype;
    int n = columns_of(x);
    DPEX_TRY(dpex_linalg_init(x, complex, 1, 0, n, values));
    dpex_status status =
        vectors ? dpex_linalg_init(x, complex, 2, n, n, &transposed) : DPEX_SUCCESS;
    if (!status) {
        status = submit_eig(x, dtype, values, vectors ? &transposed : NULL, info);
        if (!status && vectors &&
            (status = dpex_linalg_copy_transposed(&transposed, complex, vectors)))
            dpex_storage_release(info->codes);
        if (vectors) dpex_array_fini(&transposed);
    }
    if (status) dpex_array_fini(values);
    return status;
}

/* ---- singular values ----------------------------------------------------------------------------------- */

static dpex_status submit_svd(const dpex_array *x, dpex_dtype dtype, int mode,
                              dpex_array *const *results, dpex_linalg_info *info)
{
    dpex_array copy;
    /* The groups have no vectors beyond the singular values. */
    const int is_grouped =
        (mode != DPEX_SVD_FULL || rows_of(x) == columns_of(x)) &&
        dpex_linalg_is_grouped(DPEX_LAPACK_SVD, mode == DPEX_SVD_VALUES, x, dtype);
    /* A vendor's library overwrites what it reads. */
    DPEX_TRY(x->queue->backend->runs_on_host ? dpex_linalg_dense(x, dtype, &copy)
                                             : dpex_linalg_copy(x, dtype, &copy));
    dpex_lapack_job job = {.name = mode == DPEX_SVD_VALUES ? "svdvals" : "svd",
                           .op = DPEX_LAPACK_SVD,
                           .dtype = dtype,
                           .m = rows_of(x),
                           .n = columns_of(x),
                           .mode = mode,
                           .is_grouped = is_grouped,
                           .arrays = {&copy, results[0], results[1], results[2]},
                           .n_matrices = dpex_linalg_count(x)};
    dpex_status status = dpex_lapack_submit(&job, info);
    dpex_array_fini(&copy);
    return status;
}

dpex_status dpex_svd_new(const dpex_array *x, int is_full, dpex_array *u, dpex_array *s,
                         dpex_array *vh, dpex_linalg_info *info)
{
    dpex_dtype dtype;
    DPEX_TRY(begin(u ? "svd" : "svdvals", x, 0, &dtype));
    int m = rows_of(x), n = columns_of(x), k = m < n ? m : n;
    int mode = !u ? DPEX_SVD_VALUES : is_full ? DPEX_SVD_FULL : DPEX_SVD_REDUCED;
    /* n_made counts what exists, so that a failure releases exactly that. */
    dpex_array *results[3] = {s, u, vh};
    dpex_status status = dpex_linalg_init(x, dpex_linalg_real_dtype(dtype), 1, 0, k, s);
    int n_made = !status;
    if (!status && u) {
        status = dpex_linalg_init(x, dtype, 2, m, is_full ? m : k, u);
        n_made += !status;
        if (!status) status = dpex_linalg_init(x, dtype, 2, is_full ? n : k, n, vh);
        n_made += !status;
    }
    if (!status) status = submit_svd(x, dtype, mode, results, info);
    for (int i = 0; status && i < n_made; i++) dpex_array_fini(results[i]);
    return status;
}
