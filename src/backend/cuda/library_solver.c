/* Eigenvalues of symmetric matrices by cuSOLVER, one matrix in a call. */
#include "backend/cuda/library.h"
#include "dpex/dtype.h"

enum { CUSOLVER_STATUS_ALLOC_FAILED = 2 };

static struct {
#define DPEX_SOLVER(name, symbol, parameters) int(*name) parameters;
#include "defs/cuda_solver.def"
#undef DPEX_SOLVER
} solver;

static const char *const symbols[] = {
#define DPEX_SOLVER(name, symbol, parameters) symbol,
#include "defs/cuda_solver.def"
#undef DPEX_SOLVER
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

/* Elements of scratch memory; the addresses are not read. Returns the library's code. */
static int find_length(dpex_cuda_queue *queue, const dpex_routine_eigh *w, int *length)
{
    void *handle = queue->libraries->solver;
    const int n = (int)w->n, vectors = (int)w->has_vectors;
    switch (w->dtype) {
    case DPEX_F32: return solver.EighBytesS(handle, vectors, 0, n, NULL, n, NULL, length);
    case DPEX_F64: return solver.EighBytesD(handle, vectors, 0, n, NULL, n, NULL, length);
    case DPEX_C64: return solver.EighBytesC(handle, vectors, 0, n, NULL, n, NULL, length);
    default: return solver.EighBytesZ(handle, vectors, 0, n, NULL, n, NULL, length);
    }
}

int dpex_cuda_solver_takes(dpex_cuda_queue *queue, const dpex_routine_eigh *words,
                           size_t *scratch_bytes)
{
    int length;
    if (!open_handle(queue) || find_length(queue, words, &length)) return 0;
    *scratch_bytes =
        (size_t)(length > 0 ? length : 1) * dpex_dtype_get_info(words->dtype)->itemsize;
    return 1;
}

dpex_status dpex_cuda_solver_eigh(dpex_cuda_queue *queue, const dpex_command *command)
{
    const dpex_arg *args = command->library.args;
    const dpex_routine_eigh *w = args[4].raw;
    void *handle = queue->libraries->solver, *at[4];
    const int n = (int)w->n, vectors = (int)w->has_vectors;
    int length, code;
    for (int i = 0; i < 4; i++) at[i] = (void *)dpex_cuda_address(&args[i].span);
    DPEX_TRY(check(find_length(queue, w, &length), "cusolverDnXsyevd_bufferSize"));
    /* 0: the lower triangle. */
    if (w->dtype == DPEX_F32)
        code = solver.EighS(handle, vectors, 0, n, at[0], n, at[1], at[3], length, at[2]);
    else if (w->dtype == DPEX_F64)
        code = solver.EighD(handle, vectors, 0, n, at[0], n, at[1], at[3], length, at[2]);
    else if (w->dtype == DPEX_C64)
        code = solver.EighC(handle, vectors, 0, n, at[0], n, at[1], at[3], length, at[2]);
    else
        code = solver.EighZ(handle, vectors, 0, n, at[0], n, at[1], at[3], length, at[2]);
    return check(code, "cusolverDnXsyevd");
}

void dpex_cuda_solver_close(dpex_cuda_libraries *libraries)
{
    if (libraries->solver) solver.Destroy(libraries->solver);
}
