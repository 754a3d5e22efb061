/* out = x[order] for one line: for arrays that are sorted by a `sorter`. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "dpex/op.h"
#include "ops/work.h"
#include "sort.h"

enum { CHUNK = 16384 };

typedef struct taking {
    const char *line;
    int64_t stride; /* bytes */
    int64_t n;
    size_t itemsize;
    const int64_t *order;
    char *out;
} taking;

/* Indices outside are clamped, as dpex/sort.h says of a sorter; nothing is read beyond the line. */
static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const taking *t = payload;
    const int64_t end = last_chunk * CHUNK < t->n ? last_chunk * CHUNK : t->n;
    int64_t indices[DPEX_BLOCK_ELEMS];
    for (int64_t first = first_chunk * CHUNK; first < end; first += DPEX_BLOCK_ELEMS) {
        const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
        for (int64_t i = 0; i < n; i++) indices[i] = dpex_sort_inside(t->order[first + i], t->n);
        dpex_sort_take(t->line, t->stride, t->itemsize, indices, n,
                       t->out + first * (int64_t)t->itemsize);
    }
    return DPEX_SUCCESS;
}

static dpex_status submit(const char *name, const dpex_array *x, const dpex_array *order,
                          const dpex_array *out)
{
    if (x->size == 0) return DPEX_SUCCESS;
    taking *t = dpex_calloc(1, sizeof(*t));
    if (!t) return DPEX_FAIL_NO_COMMAND(name);
    t->itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    t->line = dpex_array_get_ptr(x);
    t->stride = x->strides[0] * (int64_t)t->itemsize;
    t->n = x->size;
    t->order = dpex_array_get_ptr(order);
    t->out = dpex_array_get_ptr(out);
    const dpex_array *arrays[3] = {x, order, out};
    dpex_work work = {.name = name,
                      .run = run,
                      .drop = dpex_free,
                      .payload = t,
                      .n_chunks = dpex_int64_ceil_div(t->n, CHUNK),
                      .cost = t->n};
    return dpex_work_submit(&work, arrays, 3);
}

/* x and order have one dimension and as many elements; out is made here. */
dpex_status dpex_sort_take_new(const char *name, const dpex_array *x, const dpex_array *order,
                               dpex_array *out)
{
    dpex_array indices;
    const int is_ready = order->dtype == DPEX_I64 && (order->flags & DPEX_ARRAY_C_CONTIGUOUS);
    /* Other integer types, or strided ones, are converted once: they are read n times. */
    if (!is_ready)
        DPEX_TRY(
            dpex_array_cast_new(order, DPEX_I64, DPEX_ORDER_C, DPEX_USM_DEVICE, NULL, &indices));
    dpex_status status = dpex_sort_output(x, 0, x->size, x->dtype, out);
    if (!status) {
        status = submit(name, x, is_ready ? order : &indices, out);
        if (status) dpex_array_fini(out);
    }
    if (!is_ready) dpex_array_fini(&indices);
    return status;
}
