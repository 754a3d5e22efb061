/* Elements between host memory and arrays: whole arrays and single scalars.
 *
 * Not here: copies between arrays (ops/). The idea: where both sides lie the same way and densely,
 * it is one copy of bytes, which the queue does with all cores (or, to the host, this thread by
 * itself: copy_to_fresh); where the host can reach the array's memory, this thread traverses both
 * layouts once the array's pending commands are done; elsewhere the array's bytes go through a
 * buffer on the host. */
#include <stdlib.h>
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/memory_copy.h"
#include "runtime/runtime.h"

/* Up to here the calling thread copies by itself: handing over to the queue would cost as much. */
enum { INLINE_COPY_BYTES = 256 * 1024 };

/* ---- traversing two layouts --------------------------------------------------------------------- */

typedef struct axis {
    int64_t extent, dst, src; /* strides in bytes */
} axis;

/* Elements to be moved: axes of which the last is the innermost. */
typedef struct layout_pair {
    int nd;
    axis axes[DPEX_MAX_NDIM];
    size_t itemsize;
} layout_pair;

/* Keeps the axes that matter, sorted by descending destination stride, neighbours merged where they
 * can be.
 * Order by the destination: stores that jump cost more than loads that jump. */
static void collapse(layout_pair *pair, int nd, const int64_t *shape, const int64_t *dst,
                     const int64_t *src)
{
    pair->nd = 0;
    for (int i = 0; i < nd; i++) {
        if (shape[i] == 1) continue;
        int at = pair->nd++;
        for (; at > 0 && llabs(pair->axes[at - 1].dst) < llabs(dst[i]); at--)
            pair->axes[at] = pair->axes[at - 1];
        pair->axes[at] = (axis){shape[i], dst[i], src[i]};
    }
    int n = 0;
    for (int i = 1; i < pair->nd; i++) {
        axis *outer = &pair->axes[n], *inner = &pair->axes[i];
        if (outer->dst == inner->dst * inner->extent && outer->src == inner->src * inner->extent)
            *outer = (axis){outer->extent * inner->extent, inner->dst, inner->src};
        else
            pair->axes[++n] = *inner;
    }
    /* A 0-dimensional array is a row of one element. */
    if (pair->nd == 0) pair->axes[0] = (axis){1, 0, 0};
    pair->nd = n + 1;
}

#define COPY_ITEMS(bytes)                                                                          \
    for (int64_t i = 0; i < a->extent; i++) memcpy(dst + i * a->dst, src + i * a->src, bytes)

static void copy_row(char *dst, const char *src, const axis *a, size_t itemsize)
{
    if (a->dst == (int64_t)itemsize && a->src == (int64_t)itemsize) {
        dpex_memory_copy(dst, src, (size_t)a->extent * itemsize);
        return;
    }
    switch (itemsize) { /* a constant size lets the compiler use one load and one store */
    case 1: COPY_ITEMS(1); break;
    case 2: COPY_ITEMS(2); break;
    case 4: COPY_ITEMS(4); break;
    case 8: COPY_ITEMS(8); break;
    default: COPY_ITEMS(16); break;
    }
}
#undef COPY_ITEMS

static void copy_strided(const layout_pair *pair, char *dst, const char *src)
{
    int64_t at[DPEX_MAX_NDIM] = {0};
    const int last = pair->nd - 1;
    /* An odometer: the last axis in copy_row, the others counted in `at`. */
    for (;;) {
        copy_row(dst, src, &pair->axes[last], pair->itemsize);
        int i = last - 1;
        for (; i >= 0; i--) {
            dst += pair->axes[i].dst;
            src += pair->axes[i].src;
            if (++at[i] < pair->axes[i].extent) break;
            /* Back to the axis' start before the next slower one steps. */
            dst -= pair->axes[i].dst * pair->axes[i].extent;
            src -= pair->axes[i].src * pair->axes[i].extent;
            at[i] = 0;
        }
        if (i < 0) return;
    }
}

/* ---- moving bytes through the queue ---------------------------------------------------------- */

/* An interrupt does not end the wait: the command still uses the caller's memory. Whoever sent
 * the signal finds out after. */
static dpex_status wait_to_the_end(dpex_event *event)
{
    dpex_status status;
    do status = dpex_event_wait(event, 0, NULL);
    while (status == DPEX_ERROR_INTERRUPTED);
    return status;
}

typedef enum direction { TO_ARRAY, TO_HOST } direction;

static dpex_status submit_copy(const dpex_array *x, dpex_span dst, dpex_span src, size_t bytes,
                               const char *name, dpex_event **event)
{
    dpex_storage *uses[2] = {x->storage, src.storage == x->storage ? dst.storage : src.storage};
    dpex_command command = {.kind = DPEX_COMMAND_COPY,
                            .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED,
                            .name = name,
                            .uses = uses,
                            .n_uses = uses[1] ? 2 : 1};
    command.copy.dst = dst;
    command.copy.src = src;
    command.copy.bytes = bytes;
    return dpex_queue_submit(x->queue, &command, NULL, 0, event);
}

/* Bytes [first, first + bytes) of the array's storage from or to host memory, after all that is
 * pending.
 * Synchronous: when it returns the queue no longer uses the host memory. */
static dpex_status copy_span(const dpex_array *x, int64_t first, size_t bytes, void *host,
                             direction way)
{
    const dpex_span inside = {.storage = x->storage, .offset = (size_t)first};
    const dpex_span outside = {.host = host};
    dpex_event *event;
    DPEX_TRY(way == TO_ARRAY ? submit_copy(x, inside, outside, bytes, "copy from host", &event)
                             : submit_copy(x, outside, inside, bytes, "copy to host", &event));
    dpex_status status = wait_to_the_end(event);
    dpex_event_release(event);
    return status;
}

/* To memory that is fresh from the system as a rule: each of its pages is then cleared when it is
 * first written, which leaves it in the cache. Stores past the cache (what the queue's copies do,
 * and memcpy where it is given many pages at once) would first send the zeros out to memory. More
 * threads gain nothing, they wait for each other's pages. */
static void copy_to_fresh(char *dst, const char *src, size_t bytes)
{
    const size_t page = (size_t)2 << 20;
    /* To the next boundary of a huge page, and then page by page. */
    size_t n = page - ((uintptr_t)dst & (page - 1));
    for (; n < bytes; n = page) {
        memcpy(dst, src, n);
        dst += n, src += n, bytes -= n;
    }
    memcpy(dst, src, bytes);
}

static dpex_status copy_dense(const dpex_array *x, char *host, direction way)
{
    int64_t first, last;
    dpex_array_byte_bounds(x, &first, &last);
    size_t bytes = (size_t)(last - first);
    /* The host's array has the same strides, so its lowest byte lies at the same distance from
     * element 0. */
    char *host_first = host + (first - x->offset);
    /* To the host only this thread copies: see copy_to_fresh. */
    int by_queue = way == TO_ARRAY && bytes > INLINE_COPY_BYTES;
    if (!dpex_storage_is_host_accessible(x->storage) || by_queue)
        return copy_span(x, first, bytes, host_first, way);
    char *inside = (char *)dpex_storage_get_ptr(x->storage) + first;
    if (way == TO_HOST)
        copy_to_fresh(host_first, inside, bytes);
    else
        dpex_memory_copy(inside, host_first, bytes);
    return DPEX_SUCCESS;
}

/* Whether the elements fill the bytes between the first and the last of them, each once.
 * Negative strides and any order of axes count too. */
static int is_dense(const dpex_array *x)
{
    int64_t dense[DPEX_MAX_NDIM];
    if (x->flags & (DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS)) return 1;
    dpex_strides_fill_like(x->nd, x->shape, x->strides, dense);
    for (int i = 0; i < x->nd; i++)
        if (x->shape[i] != 1 && llabs(x->strides[i]) != dense[i]) return 0;
    return 1;
}

/* Both sides in the same strides, without holes or repetitions. */
static int is_dense_pair(const dpex_array *x, const int64_t *strides_bytes)
{
    int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    for (int i = 0; i < x->nd; i++)
        if (x->shape[i] != 1 && x->strides[i] * itemsize != strides_bytes[i]) return 0;
    return is_dense(x);
}

/* ---- the two directions ---------------------------------------------------------------------- */

static void move(const dpex_array *x, char *array_ptr, char *host, const int64_t *strides_bytes,
                 direction way)
{
    int64_t own[DPEX_MAX_NDIM];
    layout_pair pair = {.itemsize = dpex_dtype_get_info(x->dtype)->itemsize};
    for (int i = 0; i < x->nd; i++) own[i] = x->strides[i] * (int64_t)pair.itemsize;
    if (way == TO_ARRAY) {
        /* In the order of the destination, whichever side that is. */
        collapse(&pair, x->nd, x->shape, own, strides_bytes);
        copy_strided(&pair, array_ptr, host);
    } else {
        collapse(&pair, x->nd, x->shape, strides_bytes, own);
        copy_strided(&pair, host, array_ptr);
    }
}

/* Through a buffer of all the bytes that the array spans; on the way in, those between its
 * elements must survive. */
static dpex_status move_staged(const dpex_array *x, char *host, const int64_t *strides_bytes,
                               direction way)
{
    int64_t first, last;
    dpex_array_byte_bounds(x, &first, &last);
    size_t bytes = (size_t)(last - first);
    char *buffer = dpex_malloc(bytes);
    if (!buffer)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a staging buffer of %zu bytes",
                         bytes);
    dpex_status status = DPEX_SUCCESS;
    /* Bytes between the elements belong to other arrays of the storage. */
    if (way == TO_HOST || !is_dense(x)) status = copy_span(x, first, bytes, buffer, TO_HOST);
    if (!status) {
        move(x, buffer + (x->offset - first), host, strides_bytes, way);
        if (way == TO_ARRAY) status = copy_span(x, first, bytes, buffer, TO_ARRAY);
    }
    dpex_free(buffer);
    return status;
}

static dpex_status exchange(const dpex_array *x, char *host, const int64_t *strides_bytes,
                            direction way)
{
    /* No wait and no copy for arrays without elements, whose pointers may be NULL. */
    if (x->size == 0) return DPEX_SUCCESS;
    /* All commands that use the storage, since this thread reads or writes it directly below. */
    DPEX_TRY(dpex_storage_wait(x->storage, 0, NULL));
    if (is_dense_pair(x, strides_bytes)) return copy_dense(x, host, way);
    if (!dpex_storage_is_host_accessible(x->storage))
        return move_staged(x, host, strides_bytes, way);
    move(x, dpex_array_get_ptr(x), host, strides_bytes, way);
    return DPEX_SUCCESS;
}

dpex_status dpex_array_from_host(dpex_array *dst, const void *host, const int64_t *strides_bytes)
{
    DPEX_TRY(dpex_array_check_writable("the destination array", dst));
    /* The const is dropped for the common code, which only reads in this direction. */
    return exchange(dst, (char *)host, strides_bytes, TO_ARRAY);
}

dpex_status dpex_array_to_host(const dpex_array *src, void *host, const int64_t *strides_bytes)
{
    return exchange(src, host, strides_bytes, TO_HOST);
}

/* ---- small arrays ---------------------------------------------------------------------------- */

static int can_fetch(const dpex_array *x)
{
    return x->size && !dpex_storage_is_host_accessible(x->storage) &&
           dpex_device_has_aspect(x->queue->device, DPEX_ASPECT_usm_host_allocations);
}

static dpex_status submit_fetch(const dpex_array *x, dpex_storage **fetched, dpex_event **event)
{
    int64_t first, last;
    dpex_array_byte_bounds(x, &first, &last);
    const size_t bytes = (size_t)(last - first);
    DPEX_TRY(dpex_storage_create_ordered(x->queue, bytes, DPEX_USM_HOST, fetched));
    const dpex_span dst = {.storage = *fetched},
                    src = {.storage = x->storage, .offset = (size_t)first};
    dpex_status status = submit_copy(x, dst, src, bytes, "copy to host", event);
    if (!status) return DPEX_SUCCESS;
    dpex_storage_release(*fetched);
    *fetched = NULL;
    return status;
}

dpex_status dpex_array_fetch(const dpex_array *x, dpex_storage **fetched)
{
    enum { MOST_BYTES = 64 << 10 };
    dpex_event *event;
    int64_t first, last;
    *fetched = NULL;
    /* Of few elements too: those that are repeated take no space on the device. */
    if (!can_fetch(x) || x->size > MOST_BYTES / dpex_dtype_get_info(x->dtype)->itemsize)
        return DPEX_SUCCESS;
    dpex_array_byte_bounds(x, &first, &last);
    if (last - first > MOST_BYTES) return DPEX_SUCCESS;
    DPEX_TRY(submit_fetch(x, fetched, &event));
    dpex_event_release(event);
    return DPEX_SUCCESS;
}

void dpex_array_read_fetched(const dpex_array *x, dpex_storage *fetched, void *host,
                             const int64_t *strides_bytes)
{
    int64_t first, last;
    dpex_array_byte_bounds(x, &first, &last);
    char *memory = dpex_storage_get_ptr(fetched);
    move(x, memory + (x->offset - first), host, strides_bytes, TO_HOST);
}

/* An interrupted call leaves the memory to the command. */
static dpex_status fetch_now(const dpex_array *x, dpex_scalar *value)
{
    dpex_storage *fetched;
    dpex_event *event;
    DPEX_TRY(submit_fetch(x, &fetched, &event));
    dpex_status status = dpex_event_await(event);
    if (!status)
        dpex_item_copy(value, dpex_storage_get_ptr(fetched),
                       dpex_dtype_get_info(x->dtype)->itemsize);
    dpex_event_release(event);
    dpex_storage_release(fetched);
    return status;
}

dpex_status dpex_array_get_scalar(const dpex_array *x, dpex_scalar *value)
{
    if (x->size != 1)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "only arrays of one element convert to a scalar; this one has %lld",
                         (long long)x->size);
    size_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    /* The bytes behind the value are defined too. */
    memset(value, 0, sizeof *value);
    if (can_fetch(x)) return fetch_now(x, value);
    DPEX_TRY(dpex_storage_await(x->storage));
    if (!dpex_storage_is_host_accessible(x->storage))
        return copy_span(x, x->offset, itemsize, value, TO_HOST);
    dpex_item_copy(value, dpex_array_get_ptr(x), itemsize);
    return DPEX_SUCCESS;
}
