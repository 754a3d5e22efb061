/* x[indices] of few indices into a line, in the calling thread: no plan, no offsets, no command.
 *
 * It applies if nothing is pending and all indices are inside x; it only declines more often than
 * the general path (take.c), which also clips. */
#include "take_few.h"

#include <string.h>

#include "array/array.h"
#include "defs/tuning.h"
#include "ops/work.h"
#include "runtime/runtime.h"

static int can_go(const dpex_array *x, const dpex_array *indices)
{
    const dpex_array *arrays[2] = {x, indices};
    return x->nd == 1 && indices->nd == 1 && x->size > 0 && indices->size > 0 &&
           indices->size <= DPEX_BLOCK_ELEMS && indices->dtype == DPEX_I64 &&
           indices->flags & DPEX_ARRAY_C_CONTIGUOUS && x->queue == indices->queue &&
           x->storage->kind == indices->storage->kind && x->storage->kind != DPEX_USM_UNKNOWN &&
           dpex_arrays_are_idle(arrays, 2);
}

static int are_inside(const int64_t *indices, int64_t n, int64_t extent)
{
    int64_t least = 0, most = 0;
    for (int64_t i = 0; i < n; i++) {
        least = indices[i] < least ? indices[i] : least;
        most = indices[i] > most ? indices[i] : most;
    }
    return least >= -extent && most < extent;
}

#define GATHER(bytes)                                                                              \
    for (int64_t i = 0; i < n; i++) {                                                              \
        const int64_t at = indices[i] < 0 ? indices[i] + extent : indices[i];                      \
        memcpy(dst + i * (bytes), src + at * step, bytes);                                         \
    }

/* step: bytes from an element of the line to the next. */
static void gather(char *dst, const char *src, int64_t extent, int64_t step, const int64_t *indices,
                   int64_t n, size_t itemsize)
{
    switch (itemsize) {
    case 1: GATHER(1); break;
    case 2: GATHER(2); break;
    case 4: GATHER(4); break;
    case 8: GATHER(8); break;
    default: GATHER(16);
    }
}
#undef GATHER

int dpex_take_few(const dpex_array *x, const dpex_array *indices, dpex_array *out,
                  dpex_status *status)
{
    if (!can_go(x, indices)) return 0;
    const int64_t *numbers = dpex_array_get_ptr(indices), n = indices->size;
    const int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    if (!are_inside(numbers, n, x->size)) return 0;
    *status = dpex_array_init(x->queue, x->dtype, 1, &n, DPEX_ORDER_C,
                              dpex_storage_get_kind(x->storage), out);
    if (*status) return 1;
    const dpex_array *written = out;
    if (!dpex_arrays_are_idle(&written, 1)) {
        dpex_array_fini(out);
        return 0;
    }
    gather(dpex_array_get_ptr(out), dpex_array_get_ptr(x), x->size, x->strides[0] * itemsize,
           numbers, n, (size_t)itemsize);
    return 1;
}
