/* x[indices] of few indices into a line, and x[indices] = values, in the calling thread: no plan,
 * no offsets, no command.
 *
 * They apply if nothing is pending and all indices are inside x; they only decline more often than
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

#define SCATTER(bytes)                                                                             \
    for (int64_t i = 0; i < n; i++) {                                                              \
        const int64_t at = indices[i] < 0 ? indices[i] + extent : indices[i];                      \
        memcpy(dst + at * step, src + i * source_step, bytes);                                     \
    }

/* The last one of values for the same element stays, as in the general path. */
static void scatter(char *dst, int64_t extent, int64_t step, const int64_t *indices, int64_t n,
                    const char *src, int64_t source_step, size_t itemsize)
{
    switch (itemsize) {
    case 1: SCATTER(1); break;
    case 2: SCATTER(2); break;
    case 4: SCATTER(4); break;
    case 8: SCATTER(8); break;
    default: SCATTER(16);
    }
}
#undef SCATTER

static int put(dpex_array *x, const dpex_array *indices, const char *values, int64_t step)
{
    const int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    const int64_t *numbers = dpex_array_get_ptr(indices);
    if (!are_inside(numbers, indices->size, x->size)) return 0;
    scatter(dpex_array_get_ptr(x), x->size, x->strides[0] * itemsize, numbers, indices->size,
            values, step, (size_t)itemsize);
    return 1;
}

int dpex_put_few(dpex_array *x, const dpex_array *indices, const dpex_array *values)
{
    if (!(x->flags & DPEX_ARRAY_WRITABLE) || !can_go(x, indices) || values->dtype != x->dtype ||
        values->queue != x->queue || values->nd > 1 || values->storage == x->storage ||
        values->storage->kind != x->storage->kind || indices->storage == x->storage ||
        (values->size != 1 && values->size != indices->size) || !dpex_arrays_are_idle(&values, 1))
        return 0;
    const int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    return put(x, indices, dpex_array_get_ptr(values),
               values->size == 1 ? 0 : values->strides[0] * itemsize);
}

int dpex_put_few_of_one(dpex_array *x, const dpex_array *indices, const dpex_scalar *value)
{
    return x->flags & DPEX_ARRAY_WRITABLE && can_go(x, indices) && indices->storage != x->storage &&
           put(x, indices, (const char *)value, 0);
}
