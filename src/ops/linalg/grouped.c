/* Stacks of small matrices on the host: groups of them, a matrix per lane of a vector.
 *
 * For a small matrix most of LAPACK's time is calls, loops of a few elements and waiting for
 * divisions, so that vectors stay empty. Side by side, matrices fill them whatever their size.
 *
 * What the kernels decline (groups/kernels.h), LAPACK computes, matrix by matrix, with the results
 * and codes that it has for them. */
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "groups/kernels.h"
#include "lapack.h"
#include "ops/loops/loops.h"
#include "runtime/runtime.h"

/* ---- which ------------------------------------------------------------------------------------- */

/* LAPACK's array i: ours that it is copied from and to before and after (NONE: it is not), and
 * whether LAPACK has its matrices by columns. */
enum {
    NONE = -1,
    /* Of matrices of this extent at least a full group is worth it, of smaller ones fewer. */
    FULL_FROM_EXTENT = 32
};
typedef struct lapack_part {
    int8_t from, to, is_transposed;
} lapack_part;

/* weight: the time per multiplication of dpex_lapack_cost, relative to a determinant's. most: the
 * largest extent for which groups are faster, [complex][lanes: 2, 4, 8]. Measured, as is
 * most_values, which holds where only values are wanted; see docs/tuning.md. */
static const struct {
    dpex_group_op op;
    int8_t n_in, n_out, n_parts, weight;
    lapack_part parts[DPEX_LAPACK_MAX_ARRAYS];
    uint8_t most[2][3], most_values[2][3];
} forms[DPEX_LAPACK_N_OPS] = {
    [DPEX_LAPACK_DET] = {.op = DPEX_GROUP_DET,
                         .n_in = 1,
                         .n_out = 2,
                         .n_parts = 3,
                         .weight = 1,
                         .parts = {{0, NONE, 0}, {NONE, 1, 0}, {NONE, 2, 0}},
                         .most = {{32, 64, 56}, {32, 64, 64}}},
    [DPEX_LAPACK_SOLVE] = {.op = DPEX_GROUP_SOLVE,
                           .n_in = 2,
                           .n_out = 1,
                           .n_parts = 2,
                           .weight = 2,
                           .parts = {{0, NONE, 0}, {1, 2, 1}},
                           .most = {{32, 64, 56}, {32, 64, 64}}},
    [DPEX_LAPACK_INV] = {.op = DPEX_GROUP_INV,
                         .n_in = 1,
                         .n_out = 1,
                         .n_parts = 1,
                         .weight = 2,
                         .parts = {{0, 1, 0}},
                         .most = {{32, 64, 56}, {24, 56, 56}}},
    [DPEX_LAPACK_CHOLESKY] = {.op = DPEX_GROUP_CHOLESKY,
                              .n_in = 1,
                              .n_out = 1,
                              .n_parts = 1,
                              .weight = 1,
                              .parts = {{0, 1, 0}},
                              .most = {{32, 64, 56}, {32, 64, 64}}},
    [DPEX_LAPACK_QR] = {.op = DPEX_GROUP_QR,
                        .n_in = 1,
                        .n_out = 2,
                        .n_parts = 3,
                        .weight = 2,
                        .parts = {{0, NONE, 1}, {NONE, 1, 0}, {NONE, 2, 1}},
                        .most = {{32, 64, 64}, {32, 64, 64}}},
    [DPEX_LAPACK_EIGH] = {.op = DPEX_GROUP_EIGH,
                          .n_in = 1,
                          .n_out = 2,
                          .n_parts = 3,
                          .weight = 10,
                          .parts = {{0, NONE, 0}, {NONE, 1, 0}, {NONE, 2, 0}},
                          .most = {{20, 32, 32}, {14, 28, 28}},
                          .most_values = {{14, 24, 28}, {8, 14, 14}}},
    [DPEX_LAPACK_SVD] = {.op = DPEX_GROUP_SVD,
                         .n_in = 1,
                         .n_out = 3,
                         .n_parts = 4,
                         .weight = 10,
                         .parts = {{0, NONE, 0}, {NONE, 1, 0}, {NONE, 2, 0}, {NONE, 3, 0}},
                         .most = {{14, 28, 32}, {10, 18, 18}},
                         .most_values = {{10, 16, 20}, {10, 14, 18}}},
};

static int is_complex(dpex_dtype dtype)
{
    return dtype == DPEX_C64 || dtype == DPEX_C128;
}

int dpex_linalg_is_grouped(dpex_lapack_op op, int is_values, const dpex_array *x, dpex_dtype dtype)
{
    const int64_t m = x->shape[x->nd - 2], n = x->shape[x->nd - 1];
    const int64_t more = dpex_int64_max(m, n), n_matrices = m && n ? x->size / (m * n) : 0;
    if (n_matrices < 2 || !x->queue->backend->runs_on_host || !forms[op].n_in) return 0;
    const int lanes = dpex_loops_get()->groups->lanes, width = lanes == 8 ? 2 : lanes == 4;
    const int most = (is_values ? forms[op].most_values : forms[op].most)[is_complex(dtype)][width];
    return more <= most && n_matrices * FULL_FROM_EXTENT >= more * lanes;
}

/* ---- what the kernels decline -------------------------------------------------------------------- */

static int64_t reals_of(const dpex_array *x)
{
    return is_complex(x->dtype) ? 2 : 1;
}

/* Whether LAPACK's array i is one of the job's. */
static int has_part(const dpex_lapack_call *p, int i)
{
    const lapack_part *part = &forms[p->job.op].parts[i];
    return part->from != NONE || p->ptrs[part->to];
}

static int64_t part_bytes(const dpex_lapack_matrix *x)
{
    return dpex_int64_round_up(x->rows * x->columns * x->reals, 8) * (int64_t)sizeof(double);
}

/* Before the job runs, which has no arrays any more. Where there is no matrix but a scalar or a
 * row, and where LAPACK has it by rows, it is a row. Returns the bytes of a workspace that it
 * takes. */
static int64_t describe_part(dpex_lapack_call *p, int i)
{
    const lapack_part *part = &forms[p->job.op].parts[i];
    if (!has_part(p, i)) return 0;
    const int has_result = part->to != NONE && p->ptrs[part->to];
    const dpex_array *x = p->job.arrays[has_result ? part->to : part->from];
    const int64_t elems = x->size / p->job.n_matrices,
                  columns = part->is_transposed ? x->shape[x->nd - 1] : elems;
    p->parts[i] = (dpex_lapack_matrix){.rows = elems / columns,
                                       .columns = columns,
                                       .reals = reals_of(x),
                                       .is_single = x->dtype == DPEX_F32 || x->dtype == DPEX_C64};
    return part_bytes(&p->parts[i]);
}

/* LAPACK's array has the matrix by columns. */
static void widen(const dpex_lapack_matrix *x, const char *ptr, double *to)
{
    const float *single = (const void *)ptr;
    const double *wide = (const void *)ptr;
    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t j = 0; j < x->columns; j++)
            for (int64_t part = 0; part < x->reals; part++) {
                const int64_t from = (i * x->columns + j) * x->reals + part;
                to[(j * x->rows + i) * x->reals + part] =
                    x->is_single ? (double)single[from] : wide[from];
            }
}

static void narrow(const double *from, const dpex_lapack_matrix *x, char *ptr)
{
    float *single = (void *)ptr;
    double *wide = (void *)ptr;
    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t j = 0; j < x->columns; j++)
            for (int64_t part = 0; part < x->reals; part++) {
                const double value = from[(j * x->rows + i) * x->reals + part];
                const int64_t to = (i * x->columns + j) * x->reals + part;
                if (x->is_single)
                    single[to] = (float)value;
                else
                    wide[to] = value;
            }
}

static char *matrix_at(const dpex_lapack_call *p, int array, int64_t number)
{
    return p->ptrs[array] + number * p->matrix_bytes[array];
}

/* LAPACK's code. */
static int run_declined(const dpex_lapack_call *p, int64_t number, char *work)
{
    void *at[DPEX_LAPACK_MAX_ARRAYS] = {NULL};
    const int n_parts = forms[p->job.op].n_parts;
    const lapack_part *parts = forms[p->job.op].parts;
    for (int i = 0; i < n_parts; i++) {
        if (!has_part(p, i)) continue;
        at[i] = work;
        work += part_bytes(&p->parts[i]);
        if (parts[i].from != NONE) widen(&p->parts[i], matrix_at(p, parts[i].from, number), at[i]);
    }
    dpex_openblas_use_one_thread();
    const int code = p->kernel->run(&p->job, at, work);
    for (int i = 0; i < n_parts; i++)
        if (at[i] && parts[i].to != NONE && p->ptrs[parts[i].to])
            narrow(at[i], &p->parts[i], matrix_at(p, parts[i].to, number));
    return code;
}

/* ---- running ----------------------------------------------------------------------------------- */

static dpex_group_task task_of(const dpex_lapack_call *p, int64_t first, int64_t last)
{
    const dpex_lapack_job *job = &p->job;
    const int n_in = forms[job->op].n_in;
    dpex_group_task task = {.n_matrices = last - first,
                            .m = job->m,
                            .n = job->n,
                            .k = job->k,
                            .mode = job->mode,
                            .is_single = job->dtype == DPEX_F32 || job->dtype == DPEX_C64};
    for (int i = 0; i < n_in + forms[job->op].n_out; i++) {
        if (!p->ptrs[i]) continue;
        char *at = p->ptrs[i] + first * p->matrix_bytes[i];
        if (i < n_in) {
            task.in[i] = at;
            task.in_bytes[i] = p->matrix_bytes[i];
        } else {
            task.out[i - n_in] = at;
            task.out_bytes[i - n_in] = p->matrix_bytes[i];
        }
    }
    return task;
}

/* The workspace: the group's, a byte per matrix of a chunk, LAPACK's arrays, LAPACK's own. */
static int64_t group_bytes(const dpex_lapack_job *job)
{
    const int64_t lanes = dpex_loops_get()->groups->lanes;
    return lanes * (int64_t)sizeof(double) *
           dpex_group_work_doubles(job->m, job->n, job->k, is_complex(job->dtype) ? 2 : 1);
}

static void run_chunk(const dpex_lapack_call *p, int64_t first, int64_t last, char *work)
{
    const dpex_lapack_job *job = &p->job;
    dpex_group_task task = task_of(p, first, last);
    int32_t *codes = p->codes.storage ? dpex_array_get_ptr(&p->codes) : NULL;
    task.work = work;
    work += group_bytes(job);
    task.declined = (uint8_t *)work;
    work += dpex_int64_round_up(p->matrices_per_chunk, 64);
    dpex_loops_get()->groups->run[forms[job->op].op][is_complex(job->dtype)](&task);
    for (int64_t i = first; i < last; i++) {
        const int code = task.declined[i - first] ? run_declined(p, i, work) : 0;
        if (codes) codes[i] = code;
    }
}

dpex_status dpex_lapack_run_groups(void *data, int64_t first_chunk, int64_t last_chunk)
{
    const dpex_lapack_call *p = data;
    char *memory = dpex_malloc((size_t)p->work_bytes + 64);
    if (!memory)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%s: no memory for a workspace", p->job.name);
    char *work = memory + (64 - (uintptr_t)memory % 64);
    for (int64_t chunk = first_chunk; chunk < last_chunk; chunk++) {
        const int64_t first = chunk * p->matrices_per_chunk,
                      last = dpex_int64_min(first + p->matrices_per_chunk, p->job.n_matrices);
        run_chunk(p, first, last, work);
    }
    dpex_free(memory);
    return DPEX_SUCCESS;
}

int64_t dpex_lapack_cut_groups(dpex_lapack_call *p)
{
    const double cost = dpex_lapack_cost(&p->job);
    const int64_t lanes = dpex_loops_get()->groups->lanes;
    /* Whole groups, so that only the last one is not full. */
    const double per_chunk = 4e5 / (cost * forms[p->job.op].weight);
    p->matrices_per_chunk = lanes * dpex_int64_max((int64_t)per_chunk / lanes, 1);
    p->work_bytes += group_bytes(&p->job) + dpex_int64_round_up(p->matrices_per_chunk, 64);
    for (int i = 0; i < forms[p->job.op].n_parts; i++) p->work_bytes += describe_part(p, i);
    return dpex_int64_ceil_div(p->job.n_matrices, p->matrices_per_chunk);
}
