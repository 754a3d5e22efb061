/* A stand-in for NCCL on the memory of the stand-in for NVIDIA's driver, which is the host's: operations are noted between
 * ncclGroupStart and ncclGroupEnd, and computed there when every rank has called. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { MAX_RANKS = 8, OK = 0, INVALID_ARGUMENT = 4, INVALID_USAGE = 5 };
enum { INT64 = 4, FLOAT32 = 7, FLOAT64 = 8 };

typedef struct call {
    const void *src;
    void *dst;
    size_t n;
    int dtype, op, root, rank, n_ranks;
} call;

typedef struct communicator {
    int rank, n_ranks;
} communicator;

static call calls[MAX_RANKS];
static int n_calls, is_grouped, n_groups;

EXPORT int fake_nccl_count_groups(void)
{
    return n_groups;
}

EXPORT const char *ncclGetErrorString(int code)
{
    return code == INVALID_ARGUMENT ? "invalid argument" : "invalid usage";
}

EXPORT int ncclCommInitAll(void **out, int n, const int *devices)
{
    if (n < 1 || n > MAX_RANKS || !devices) return INVALID_ARGUMENT;
    for (int i = 0; i < n; i++) {
        communicator *made = malloc(sizeof *made);
        *made = (communicator){i, n};
        out[i] = made;
    }
    return OK;
}

EXPORT int ncclGroupStart(void)
{
    is_grouped = 1;
    n_calls = 0;
    return OK;
}

static int note(call one, const communicator *comm)
{
    if (!is_grouped || n_calls == MAX_RANKS) return INVALID_USAGE;
    if (one.dtype != INT64 && one.dtype != FLOAT32 && one.dtype != FLOAT64) return INVALID_ARGUMENT;
    one.rank = comm->rank;
    one.n_ranks = comm->n_ranks;
    calls[n_calls++] = one;
    return OK;
}

EXPORT int ncclAllReduce(const void *src, void *dst, size_t n, int dtype, int op, void *comm,
                         void *stream)
{
    (void)stream;
    return note((call){.src = src, .dst = dst, .n = n, .dtype = dtype, .op = op, .root = -1}, comm);
}

EXPORT int ncclBroadcast(const void *src, void *dst, size_t n, int dtype, int root, void *comm,
                         void *stream)
{
    (void)stream;
    return note((call){.src = src, .dst = dst, .n = n, .dtype = dtype, .root = root}, comm);
}

static size_t bytes_of(int dtype)
{
    return dtype == FLOAT32 ? 4 : 8;
}

#define REDUCE(T)                                                                                  \
    for (size_t i = 0; i < one->n; i++) {                                                          \
        T *a = (T *)total + i, b = ((const T *)one->src)[i];                                       \
        *a = one->op == 0 ? *a + b : one->op == 1 ? *a * b : (one->op == 2) == (b > *a) ? b : *a;  \
    }

static void add(void *total, const call *one)
{
    if (one->dtype == INT64)
        REDUCE(int64_t)
    else if (one->dtype == FLOAT32)
        REDUCE(float)
    else
        REDUCE(double)
}

static int compute(void)
{
    const call *first = &calls[0];
    size_t bytes = first->n * bytes_of(first->dtype);
    void *total = malloc(bytes);
    int from = first->root < 0 ? 0 : first->root;
    memcpy(total, calls[from].src, bytes);
    for (int i = 1; first->root < 0 && i < n_calls; i++) add(total, &calls[i]);
    for (int i = 0; i < n_calls; i++) memcpy(calls[i].dst, total, bytes);
    free(total);
    return OK;
}

EXPORT int ncclGroupEnd(void)
{
    if (!is_grouped || n_calls == 0 || n_calls != calls[0].n_ranks) return INVALID_USAGE;
    is_grouped = 0;
    n_groups++;
    return compute();
}
