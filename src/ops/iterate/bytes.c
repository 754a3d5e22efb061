/* Copies of bytes: in the calling thread, or by the runtime's own command, which knows overlap and
 * streaming stores. */
#include "ops/iterate/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "array/array.h"
#include "defs/tuning.h"
#include "ops/iterate/layout.h"
#include "ops/loops/loops.h"
#include "ops/work.h"
#include "runtime/runtime.h"

/* One dtype, one shape and one contiguous order: then the arrays' elements lie in the same sequence
 * of bytes. */
int dpex_bytes_agree(const dpex_array *dst, const dpex_array *src)
{
    unsigned common = dst->flags & src->flags & (DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS);
    return common && dst->dtype == src->dtype && dst->nd == src->nd &&
           !memcmp(dst->shape, src->shape, (size_t)dst->nd * sizeof(*dst->shape));
}

/* The arrays agree, and may overlap. dst's queue reaches src's memory. */
dpex_status dpex_bytes_submit(dpex_array *dst, const dpex_array *src)
{
    dpex_storage *uses[2] = {dst->storage, src->storage};
    dpex_command command = {
        .kind = DPEX_COMMAND_COPY,
        .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED,
        .name = "copy",
        .uses = uses,
        .n_uses = 2,
        .copy = {.dst = {.storage = dst->storage, .offset = (size_t)dst->offset},
                 .src = {.storage = src->storage, .offset = (size_t)src->offset},
                 .bytes = (size_t)dst->size * dpex_dtype_get_info(dst->dtype)->itemsize}};
    return dpex_queue_submit(dst->queue, &command, NULL, 0, NULL);
}

/* The same in the calling thread, for small arrays on an idle queue.
 * Small copies on an idle queue would cost more as commands. */
static int copied_at_once(dpex_array *dst, const dpex_array *src)
{
    const dpex_array *arrays[2] = {dst, src};
    if (dst->size > dpex_inline_elems(dst->queue) || !dpex_arrays_are_idle(arrays, 2)) return 0;
    const int itemsize = dpex_dtype_get_info(dst->dtype)->itemsize;
    const size_t bytes = (size_t)dst->size * (size_t)itemsize;
    char *to = dpex_array_get_ptr(dst);
    const char *from = dpex_array_get_ptr(src);
    /* Two unsigned differences: no overlap if each is at least the length. */
    if ((uintptr_t)to - (uintptr_t)from >= bytes && (uintptr_t)from - (uintptr_t)to >= bytes)
        dpex_row_move(to, itemsize, from, itemsize, (size_t)dst->size, itemsize);
    else
        memmove(to, from, bytes); /* they overlap */
    return 1;
}

/* Whether a command would be many copies, one waiting for the other (backend/opencl/enqueue.c), as for
 * `x[1:] = x[:-1]`: a tape takes memory between. */
static int is_in_parts(const dpex_array *dst, const dpex_array *src)
{
    enum { MOST_PARTS = 8 };
    if (!dst->queue->backend->copies_by_distance || dst->storage != src->storage) return 0;
    const int64_t distance = llabs((long long)(dst->offset - src->offset)),
                  bytes = dst->size * (int64_t)dpex_dtype_get_info(dst->dtype)->itemsize;
    return distance && distance < bytes / MOST_PARTS;
}

/* *is_done: done or submitted; 0: the caller copies in another way, as arrays of a few elements on
 * a busy queue are better served by a tape. */
dpex_status dpex_bytes_copy(dpex_array *dst, const dpex_array *src, int *is_done)
{
    *is_done = dpex_bytes_agree(dst, src);
    if (!*is_done || copied_at_once(dst, src)) return DPEX_SUCCESS;
    *is_done = dst->size > DPEX_INLINE_ELEMS && !is_in_parts(dst, src);
    return *is_done ? dpex_bytes_submit(dst, src) : DPEX_SUCCESS;
}

void dpex_bytes_repeat(void *dst, const void *element, size_t itemsize, size_t n)
{
    dpex_loops_get()->repeats[__builtin_ctz((unsigned)itemsize)](dst, element, 0, 1, n);
}
