/* Factorizations by cuSOLVER, one matrix in a call: a row of a table for each routine, whose
 * functions for the four types have one prototype and are found by the type's number. */
#include <limits.h>

#include "backend/cuda/library.h"
#include "dpex/dtype.h"

enum { CUSOLVER_STATUS_ALLOC_FAILED = 2 };
enum { FILL_LOWER = 0, FORM_N = 0, FORM_T = 1, FORM_C = 2 };

static struct {
#define DPEX_SOLVER(name, symbol, parameters)           int(*name) parameters;
#define DPEX_SOLVER_TYPED(name, s, d, c, z, parameters) int(*name[4]) parameters;
#include "defs/cuda_solver.def"
#undef DPEX_SOLVER
#undef DPEX_SOLVER_TYPED
} solver;

static const char *const symbols[] = {
#define DPEX_SOLVER(name, symbol, parameters)           symbol,
#define DPEX_SOLVER_TYPED(name, s, d, c, z, parameters) s, d, c, z,
#include "defs/cuda_solver.def"
#undef DPEX_SOLVER
#undef DPEX_SOLVER_TYPED
};

/* Its releases are numbered one less than the toolkit's from 12 on. */
static dpex_cuda_library library = {
    .name = "cuSOLVER",
    .releases = {{13, "libcusolver.so.12"}, {12, "libcusolver.so.11"}, {11, "libcusolver.so.11"}},
    .symbols = symbols,
    .n_symbols = sizeof symbols / sizeof *symbols,
    .functions = &solver,
};

static dpex_status check(int code, const char *call)
{
    return dpex_cuda_library_check(&library, code, call, CUSOLVER_STATUS_ALLOC_FAILED);
}

/* Its stream is set once: a handle serves lane 0 of one queue. */
static int open_handle(dpex_cuda_queue *queue)
{
    void *handle = NULL;
    if (queue->libraries->solver) return 1;
    if (!dpex_cuda_library_open(&library) || solver.Create(&handle)) return 0;
    if (solver.SetStream(handle, queue->lanes[0].stream)) {
        solver.Destroy(handle);
        return 0;
    }
    queue->libraries->solver = handle;
    return 1;
}

/* ---- routines ------------------------------------------------------------------------------------ */

enum { MAX_ARRAYS = 4 };

/* One call. type: the number of the dtype among a function's four. Matrices are dense, so that a
 * leading dimension is a number of rows. */
typedef struct solver_call {
    void *handle;
    int type, mode, m, n, k;
    void *arrays[MAX_ARRAYS], *work; /* NULL where only the length of `work` is asked for */
    int length;                      /* of `work`: found, or given */
    int *code;
} solver_call;

static int find_cholesky(solver_call *c)
{
    return solver.CholeskyLength[c->type](c->handle, c->mode, c->n, NULL, c->n, &c->length);
}

static int run_cholesky(const solver_call *c)
{
    return solver.Cholesky[c->type](c->handle, c->mode, c->n, c->arrays[0], c->n, c->work,
                                    c->length, c->code);
}

static int find_lu(solver_call *c)
{
    return solver.LuLength[c->type](c->handle, c->m, c->n, NULL, c->m, &c->length);
}

static int run_lu(const solver_call *c)
{
    return solver.Lu[c->type](c->handle, c->m, c->n, c->arrays[0], c->m, c->work, c->arrays[1],
                              c->code);
}

static int find_nothing(solver_call *c)
{
    c->length = 0;
    return 0;
}

static int run_lu_solve(const solver_call *c)
{
    const int form = c->mode == 'N' ? FORM_N : c->mode == 'T' ? FORM_T : FORM_C;
    return solver.LuSolve[c->type](c->handle, form, c->n, c->k, c->arrays[0], c->n, c->arrays[1],
                                   c->arrays[2], c->n, c->code);
}

static int find_qr(solver_call *c)
{
    return solver.QrLength[c->type](c->handle, c->m, c->n, NULL, c->m, &c->length);
}

static int run_qr(const solver_call *c)
{
    return solver.Qr[c->type](c->handle, c->m, c->n, c->arrays[0], c->m, c->arrays[1], c->work,
                              c->length, c->code);
}

static int find_qr_q(solver_call *c)
{
    return solver.QrQLength[c->type](c->handle, c->m, c->n, c->k, NULL, c->m, NULL, &c->length);
}

static int run_qr_q(const solver_call *c)
{
    return solver.QrQ[c->type](c->handle, c->m, c->n, c->k, c->arrays[0], c->m, c->arrays[1],
                               c->work, c->length, c->code);
}

static int find_eigh(solver_call *c)
{
    return solver.EighLength[c->type](c->handle, c->mode, FILL_LOWER, c->n, NULL, c->n, NULL,
                                      &c->length);
}

static int run_eigh(const solver_call *c)
{
    return solver.Eigh[c->type](c->handle, c->mode, FILL_LOWER, c->n, c->arrays[0], c->n,
                                c->arrays[1], c->work, c->length, c->code);
}

/* QR iteration, as LAPACK's gesvd: of Jacobi's the small values depend on a tolerance. It takes no
 * matrix of fewer rows than columns. */
static int find_svd(solver_call *c)
{
    return solver.SvdLength[c->type](c->handle, c->m, c->n, &c->length);
}

static int run_svd(const solver_call *c)
{
    const signed char mode = (signed char)c->mode;
    return solver.Svd[c->type](c->handle, mode, mode, c->m, c->n, c->arrays[0], c->m, c->arrays[1],
                               c->arrays[2], c->m, c->arrays[3], c->n, c->work, c->length, NULL,
                               c->code);
}

/* By dpex_routine. */
static const struct {
    const char *call, *find_call;
    int (*find)(solver_call *c); /* sets `length` */
    int (*run)(const solver_call *c);
} rows[DPEX_N_ROUTINES] = {
    [DPEX_ROUTINE_CHOLESKY] = {"cusolverDnXpotrf", "cusolverDnXpotrf_bufferSize", find_cholesky,
                               run_cholesky},
    [DPEX_ROUTINE_LU] = {"cusolverDnXgetrf", "cusolverDnXgetrf_bufferSize", find_lu, run_lu},
    [DPEX_ROUTINE_LU_SOLVE] = {"cusolverDnXgetrs", "", find_nothing, run_lu_solve},
    [DPEX_ROUTINE_QR] = {"cusolverDnXgeqrf", "cusolverDnXgeqrf_bufferSize", find_qr, run_qr},
    [DPEX_ROUTINE_QR_Q] = {"cusolverDnXungqr", "cusolverDnXungqr_bufferSize", find_qr_q, run_qr_q},
    [DPEX_ROUTINE_EIGH] = {"cusolverDnXsyevd", "cusolverDnXsyevd_bufferSize", find_eigh, run_eigh},
    [DPEX_ROUTINE_SVD] = {"cusolverDnXgesvd", "cusolverDnXgesvd_bufferSize", find_svd, run_svd},
};

static int number_of(dpex_dtype dtype)
{
    switch (dtype) {
    case DPEX_F32: return 0;
    case DPEX_F64: return 1;
    case DPEX_C64: return 2;
    case DPEX_C128: return 3;
    default: return -1;
    }
}

static solver_call call_of(const dpex_cuda_queue *queue, const dpex_routine_solver *w)
{
    return (solver_call){.handle = queue->libraries->solver,
                         .type = number_of(w->dtype),
                         .mode = w->mode,
                         .m = (int)w->m,
                         .n = (int)w->n,
                         .k = (int)w->k};
}

int dpex_cuda_solver_takes(dpex_cuda_queue *queue, dpex_routine routine,
                           const dpex_routine_solver *w, size_t *scratch_bytes)
{
    if (w->m > INT_MAX || w->n > INT_MAX || w->k > INT_MAX) return 0;
    if (number_of(w->dtype) < 0 || !open_handle(queue)) return 0;
    solver_call c = call_of(queue, w);
    if (rows[routine].find(&c) || c.length < 0) return 0;
    *scratch_bytes = (size_t)(c.length ? c.length : 1) * dpex_dtype_get_info(w->dtype)->itemsize;
    return 1;
}

/* Lengths are asked for again, which takes no time: the caller knows bytes, of at least one
 * element. */
dpex_status dpex_cuda_solver_run(dpex_cuda_queue *queue, const dpex_command *command)
{
    const int routine = command->library.routine;
    const dpex_arg *args = command->library.args;
    const size_t n_arrays = command->library.n_args - 3; /* then code, scratch, words */
    solver_call c = call_of(queue, args[n_arrays + 2].raw);
    for (size_t i = 0; i < n_arrays && i < MAX_ARRAYS; i++)
        c.arrays[i] = (void *)dpex_cuda_address(&args[i].span);
    DPEX_TRY(check(rows[routine].find(&c), rows[routine].find_call));
    c.code = (int *)dpex_cuda_address(&args[n_arrays].span);
    c.work = (void *)dpex_cuda_address(&args[n_arrays + 1].span);
    return check(rows[routine].run(&c), rows[routine].call);
}

void dpex_cuda_solver_close(dpex_cuda_libraries *libraries)
{
    if (libraries->solver) solver.Destroy(libraries->solver);
}
