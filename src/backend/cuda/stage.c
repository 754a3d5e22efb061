/* Copies from and to pageable host memory, which the device cannot access.
 *
 * The driver takes such a copy only while the submitting thread waits, behind everything that is in
 * the stream. So they are work for a thread of host/, which starts once all that comes before is
 * over. Large ones go through page-locked memory in pieces: while one crosses the bus, the cores
 * copy the next. What is left to the driver are small copies in an empty stream, where there is
 * nothing to wait for (submit.c). */
#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/queue.h"
#include "backend/cuda/ranges.h"
#include "base/futex.h"
#include "base/integer.h"
#include "host/host.h"

typedef enum memory_kind { ORDINARY, PAGE_LOCKED, ON_DEVICE } memory_kind;

/* Managed memory counts as the device's: the driver knows where its pages are. Where the query
 * fails for another reason than unknown memory, the driver does the copy and reports the
 * failure. */
static memory_kind memory_kind_of(CUdeviceptr at)
{
    int type = 0;
    CUresult code = dpex_the_cuda.PointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, at);
    if (code == CUDA_ERROR_INVALID_VALUE) return ORDINARY;
    return code == CUDA_SUCCESS && type == CU_MEMORYTYPE_HOST ? PAGE_LOCKED : ON_DEVICE;
}

static memory_kind memory_kind_of_span(const dpex_cuda_device *device, const dpex_span *span)
{
    if (!span->storage || !dpex_cuda_is_alike(device, dpex_storage_get_device(span->storage)))
        return memory_kind_of(dpex_cuda_address(span));
    return dpex_storage_get_kind(span->storage) == DPEX_USM_HOST ? PAGE_LOCKED : ON_DEVICE;
}

dpex_cuda_way dpex_cuda_copy_get_way(const dpex_cuda_device *device, const dpex_command *command)
{
    /* An empty copy is only a position in the stream. */
    if (command->kind != DPEX_COMMAND_COPY || !command->copy.bytes) return DPEX_CUDA_BY_DRIVER;
    memory_kind dst = memory_kind_of_span(device, &command->copy.dst),
                src = memory_kind_of_span(device, &command->copy.src);
    if (dst != ORDINARY && src != ORDINARY) return DPEX_CUDA_BY_DRIVER;
    if (dst == ON_DEVICE) return DPEX_CUDA_TO_DEVICE;
    return src == ON_DEVICE ? DPEX_CUDA_FROM_DEVICE : DPEX_CUDA_ON_HOST;
}

/* ---- through page-locked memory ---------------------------------------------------------------------------- */

enum { LEAST_PIECE = 256 << 10, MOST_PIECE = 4 << 20 };

typedef struct transfer {
    dpex_cuda_device *device;
    dpex_cuda_staging *staging;
    dpex_team *team;
    char *dst, *src;
    size_t bytes, piece;
} transfer;

/* With the lock held. What was made before a failure stays for the next try. */
static dpex_status open_staging(dpex_cuda_device *device, dpex_cuda_staging *s)
{
    /* Made at the first large copy, as most programs need it only in one direction. */
    if (!s->memory) {
        void *memory;
        DPEX_CUDA_TRY(device,
                      dpex_the_cuda.MemHostAlloc(&memory, (size_t)DPEX_CUDA_N_PIECES * MOST_PIECE,
                                                 CU_MEMHOSTALLOC_PORTABLE),
                      "cuMemHostAlloc");
        s->memory = memory;
    }
    if (!s->stream)
        DPEX_CUDA_TRY(device, dpex_the_cuda.StreamCreate(&s->stream, CU_STREAM_NON_BLOCKING),
                      "cuStreamCreate");
    for (int i = 0; i < DPEX_CUDA_N_PIECES; i++)
        if (!s->is_free[i]) DPEX_TRY(dpex_cuda_event_take(device, 0, &s->is_free[i]));
    return DPEX_SUCCESS;
}

static size_t piece_bytes(const transfer *t, size_t i)
{
    size_t left = t->bytes - i * t->piece;
    return dpex_size_min(left, t->piece);
}

/* Slots are used in turn. */
static char *slot(const transfer *t, size_t i)
{
    return t->staging->memory + i % DPEX_CUDA_N_PIECES * MOST_PIECE;
}

/* Piece i between its slot and the device. */
static dpex_status send(const transfer *t, size_t i, int to_device)
{
    dpex_cuda_staging *s = t->staging;
    CUdeviceptr host = (CUdeviceptr)slot(t, i);
    CUdeviceptr device = (CUdeviceptr)(to_device ? t->dst : t->src) + i * t->piece;
    DPEX_CUDA_TRY(t->device,
                  dpex_the_cuda.MemcpyAsync(to_device ? device : host, to_device ? host : device,
                                            piece_bytes(t, i), s->stream),
                  "cuMemcpyAsync");
    /* Marks the slot as used until the stream has come here. */
    return dpex_cuda_check(t->device,
                           dpex_the_cuda.EventRecord(s->is_free[i % DPEX_CUDA_N_PIECES], s->stream),
                           "cuEventRecord");
}

static dpex_status wait_for_slot(const transfer *t, size_t i)
{
    return dpex_cuda_check(
        t->device, dpex_the_cuda.EventSynchronize(t->staging->is_free[i % DPEX_CUDA_N_PIECES]),
        "cuEventSynchronize");
}

static dpex_status send_up(const transfer *t, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (i >= DPEX_CUDA_N_PIECES) DPEX_TRY(wait_for_slot(t, i));
        /* With all cores of the calls' team. */
        dpex_host_copy(t->team, slot(t, i), t->src + i * t->piece, piece_bytes(t, i));
        DPEX_TRY(send(t, i, 1));
    }
    return DPEX_SUCCESS;
}

static dpex_status fetch(const transfer *t, size_t n)
{
    /* N_PIECES more rounds, in which only slots are emptied. */
    for (size_t i = 0; i < n + DPEX_CUDA_N_PIECES; i++) {
        /* Wraps for the first rounds, which the test below excludes. */
        size_t done = i - DPEX_CUDA_N_PIECES; /* the piece that had this slot before */
        if (i >= DPEX_CUDA_N_PIECES && done < n) {
            DPEX_TRY(wait_for_slot(t, done));
            dpex_host_copy(t->team, t->dst + done * t->piece, slot(t, done), piece_bytes(t, done));
        }
        if (i < n) DPEX_TRY(send(t, i, 0));
    }
    return DPEX_SUCCESS;
}

/* Also after a failure nothing is under way to or from the slots.
 * The synchronization is unconditional, and its code is checked after the first failure. */
static dpex_status run_in_pieces(transfer *t, int to_device)
{
    DPEX_TRY(open_staging(t->device, t->staging));
    /* At least as many pieces as slots, so that the two copies overlap, within bounds. */
    t->piece = t->bytes / DPEX_CUDA_N_PIECES;
    if (t->piece < LEAST_PIECE) t->piece = LEAST_PIECE;
    if (t->piece > MOST_PIECE) t->piece = MOST_PIECE;
    size_t n = dpex_size_ceil_div(t->bytes, t->piece);
    dpex_status status = to_device ? send_up(t, n) : fetch(t, n);
    CUresult code = dpex_the_cuda.StreamSynchronize(t->staging->stream);
    return status ? status : dpex_cuda_check(t->device, code, "cuStreamSynchronize");
}

/* ---- the copy ---------------------------------------------------------------------------------------------- */

/* The driver's own way, with this thread waiting: for small copies and where no memory can be
 * locked. */
static dpex_status run_by_driver(const transfer *t)
{
    CUstream stream = t->device->copy_stream;
    DPEX_CUDA_TRY(
        t->device,
        dpex_the_cuda.MemcpyAsync((CUdeviceptr)t->dst, (CUdeviceptr)t->src, t->bytes, stream),
        "cuMemcpyAsync");
    return dpex_cuda_check(t->device, dpex_the_cuda.StreamSynchronize(stream),
                           "cuStreamSynchronize");
}

static dpex_status run_with_device(transfer *t, int to_device)
{
    if (t->bytes <= DPEX_CUDA_SMALL_COPY) return run_by_driver(t);
    t->staging = &t->device->staging[to_device];
    pthread_mutex_lock(&t->staging->lock);
    dpex_status status = run_in_pieces(t, to_device);
    pthread_mutex_unlock(&t->staging->lock);
    /* Where no memory can be page-locked. */
    return status == DPEX_ERROR_NO_MEMORY ? run_by_driver(t) : status;
}

static dpex_status run(transfer *t, dpex_cuda_way way)
{
    if (way == DPEX_CUDA_ON_HOST) {
        dpex_host_copy(t->team, t->dst, t->src, t->bytes);
        return DPEX_SUCCESS;
    }
    DPEX_TRY(dpex_cuda_enter(t->device));
    dpex_status status = run_with_device(t, way == DPEX_CUDA_TO_DEVICE);
    dpex_cuda_leave();
    return status;
}

/* Times of copies by the host: no event of the driver's is involved. */
static uint64_t now_if_profiled(const dpex_cuda_record *r)
{
    const dpex_cuda_event *handle = r->event ? r->event->handle : NULL;
    return handle && handle->has_timing ? dpex_clock_ns() : 0;
}

dpex_status dpex_cuda_run_copy(void *record, int64_t first, int64_t last)
{
    dpex_cuda_record *r = record;
    const dpex_command *command = &r->deferred->node.command;
    /* A device to which the queue's has no link copies by its own stream. */
    dpex_cuda_device *owner = r->dst_device ? r->dst_device : r->src_device;
    transfer t = {.device = owner ? owner : r->queue->device,
                  .team = r->deferred->node.region.team,
                  .dst = command->copy.dst.host,
                  .src = command->copy.src.host,
                  .bytes = command->copy.bytes};
    /* One chunk: the copy is divided inside. */
    (void)first, (void)last;
    t.dst += command->copy.dst.offset;
    t.src += command->copy.src.offset;
    uint64_t start_ns = now_if_profiled(r);
    const int is_range = dpex_cuda_ranges_are_on();
    if (is_range) dpex_cuda_range_push(r->name);
    dpex_status status = run(&t, r->way);
    if (is_range) dpex_cuda_range_pop();
    if (start_ns) {
        r->event->submit_ns = ((dpex_cuda_event *)r->event->handle)->submit_ns;
        r->event->start_ns = start_ns;
        r->event->end_ns = dpex_clock_ns();
    }
    return status;
}
