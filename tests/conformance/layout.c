/* Guarded arrays: a storage full of guard bytes, and a view in it. */
#include "layout.h"

#include <stdlib.h>
#include <string.h>

#include "value.h"

enum { GUARD = 0xa5, MARGIN = 192 };

const char *const layout_names[N_LAYOUTS] = {"contiguous", "offset", "strided", "negative",
                                             "transposed", "row",    "column",  "one",
                                             "scalar",     "empty"};

/* Strides in elements, the position of element [0, 0], and how many elements the storage needs. */
typedef struct shape {
    int nd;
    int64_t extents[2], strides[2], first, n_elems;
} shape;

static shape shape_of(layout kind, int64_t rows, int64_t columns)
{
    shape s = {2, {rows, columns}, {columns, 1}, 0, rows * columns};
    switch (kind) {
    case LAYOUT_OFFSET: s.first = 3; break;
    case LAYOUT_STRIDED:
        s.strides[0] = 2 * columns + 5;
        s.strides[1] = 2;
        s.n_elems = rows * s.strides[0];
        break;
    case LAYOUT_NEGATIVE:
        s.strides[0] = -columns;
        s.strides[1] = -1;
        s.first = rows * columns - 1;
        break;
    case LAYOUT_TRANSPOSED:
        s.strides[0] = 1;
        s.strides[1] = rows;
        break;
    case LAYOUT_ROW: s.extents[0] = 1; break;
    case LAYOUT_COLUMN: s.extents[1] = 1; break;
    case LAYOUT_ONE: s.extents[0] = s.extents[1] = 1; break;
    case LAYOUT_SCALAR: s.nd = 0; break;
    case LAYOUT_EMPTY: s.extents[0] = 0; break;
    default: break;
    }
    return s;
}

char *guarded_at(const guarded *g, int64_t row, int64_t column)
{
    const dpex_array *x = &g->array;
    int64_t index = 0;
    if (x->nd == 2)
        index = (x->shape[0] > 1 ? row * x->strides[0] : 0) +
                (x->shape[1] > 1 ? column * x->strides[1] : 0);
    return (char *)dpex_array_get_ptr(x) + index * dpex_dtype_get_info(x->dtype)->itemsize;
}

static void fill_elements(guarded *g, int d, unsigned seed)
{
    size_t itemsize = dpex_dtype_get_info(g->array.dtype)->itemsize,
           n = (size_t)(g->n_rows * g->n_columns);
    char *values = malloc(n * itemsize + 1);
    if (!values) abort();
    fill_values(values, n, g->array.dtype, (domain)d, seed);
    for (int64_t i = 0; i < (int64_t)n; i++) {
        memcpy(guarded_at(g, i / g->n_columns, i % g->n_columns), values + (size_t)i * itemsize,
               itemsize);
    }
    free(values);
}

/* Memory that both sides reach. On CUDA devices pages of shared memory would travel to and fro for each case. */
static dpex_usm_kind kind_for(const dpex_queue *queue)
{
    const dpex_device *device = dpex_queue_get_device(queue);
    int is_cuda = dpex_device_get_info(device)->backend == DPEX_BACKEND_CUDA;
    return is_cuda ? DPEX_USM_HOST : DPEX_USM_SHARED;
}

dpex_status guarded_create(dpex_queue *queue, dpex_dtype dtype, layout kind, int64_t rows,
                           int64_t columns, int values, unsigned seed, guarded *out)
{
    shape s = shape_of(kind, rows, columns);
    size_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    size_t bytes = 2 * MARGIN + ((size_t)s.n_elems + 3) * itemsize;
    dpex_storage *storage;
    dpex_status status = dpex_storage_create(queue, bytes, 0, kind_for(queue), &storage);
    if (status) return status;
    memset(dpex_storage_get_ptr(storage), GUARD, bytes);
    status = dpex_array_init_view(storage, queue, dtype, MARGIN + s.first * (int64_t)itemsize, s.nd,
                                  s.extents, s.strides, DPEX_ARRAY_WRITABLE, &out->array);
    dpex_storage_release(storage);
    if (status) return status;
    out->n_rows = s.nd ? s.extents[0] : 1;
    out->n_columns = s.nd ? s.extents[1] : 1;
    if (seed) fill_elements(out, values, seed);
    return DPEX_SUCCESS;
}

void guarded_release(guarded *g)
{
    dpex_array_fini(&g->array);
}

int guarded_is_intact(const guarded *g)
{
    const dpex_storage *storage = g->array.storage;
    size_t bytes = dpex_storage_get_bytes(storage),
           itemsize = dpex_dtype_get_info(g->array.dtype)->itemsize;
    char *copy = malloc(bytes);
    if (!copy) abort();
    const char *base = dpex_storage_get_ptr(storage);
    memcpy(copy, base, bytes);
    for (int64_t row = 0; row < g->n_rows; row++) {
        for (int64_t column = 0; column < g->n_columns; column++) {
            memset(copy + (guarded_at(g, row, column) - base), GUARD, itemsize);
        }
    }
    int intact = 1;
    for (size_t i = 0; i < bytes; i++) intact = intact && (unsigned char)copy[i] == GUARD;
    free(copy);
    return intact;
}
