/* tril and triu: rows of the last two dimensions, copied on one side of a diagonal and zeroed on
 * the other. A matrix that lies column by column is done as its transpose. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "dpex/op.h"
#include "ops/device/device.h"
#include "ops/iterate/layout.h"
#include "ops/loops/loops.h"
#include "ops/work.h"
#include "runtime/runtime.h"

/* Rows are numbered through the leading dimensions and the last but one. */
typedef struct triangle {
    dpex_layout rows; /* operands: dst, src; over all dimensions but the last */
    int64_t columns, n_rows_of_matrix;
    int64_t dst_stride, src_stride; /* bytes, along a row */
    int64_t k;
    int keep_lower;
    const dpex_loops
        *stream; /* whose streaming copy to use; NULL: the result may stay in the caches */
    size_t itemsize;
    int64_t rows_per_chunk;
} triangle;

/* memmove: the same array may be source and destination, in place. */
static void copy_elements(const triangle *t, char *dst, const char *src, int64_t first,
                          int64_t last)
{
    if (first >= last) return;
    int is_dense = t->dst_stride == (int64_t)t->itemsize && t->src_stride == (int64_t)t->itemsize;
    if (is_dense && t->stream) {
        dpex_loops_stream(t->stream, dst + first * t->dst_stride, src + first * t->src_stride,
                          (size_t)(last - first) * t->itemsize);
        return;
    }
    if (is_dense) {
        memmove(dst + first * t->dst_stride, src + first * t->src_stride,
                (size_t)(last - first) * t->itemsize);
        return;
    }
    /* Single elements do not overlap in part. */
    for (int64_t j = first; j < last; j++)
        memmove(dst + j * t->dst_stride, src + j * t->src_stride, t->itemsize);
}

/* Zero is all bits 0 in every dtype. */
static void zero_elements(const triangle *t, char *dst, int64_t first, int64_t last)
{
    if (t->dst_stride == (int64_t)t->itemsize) {
        if (first < last)
            memset(dst + first * t->dst_stride, 0, (size_t)(last - first) * t->itemsize);
        return;
    }
    for (int64_t j = first; j < last; j++) memset(dst + j * t->dst_stride, 0, t->itemsize);
}

static void do_row(const triangle *t, char *dst, const char *src, int64_t row)
{
    if (t->keep_lower) { /* columns 0 .. row + k stay */
        int64_t end = dpex_int64_clamp(row + t->k + 1, 0, t->columns);
        copy_elements(t, dst, src, 0, end);
        zero_elements(t, dst, end, t->columns);
    } else {
        int64_t start = dpex_int64_clamp(row + t->k, 0, t->columns);
        zero_elements(t, dst, 0, start);
        copy_elements(t, dst, src, start, t->columns);
    }
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const triangle *t = payload;
    int64_t first = first_chunk * t->rows_per_chunk, last = last_chunk * t->rows_per_chunk;
    if (last > t->rows.size) last = t->rows.size;
    dpex_cursor cursor;
    dpex_cursor_seek(&t->rows, first, &cursor);
    /* The cursor moves along the leading dimensions; row % n_rows_of_matrix is the row within its
     * matrix. */
    for (int64_t row = first; row < last; row++) {
        char *dst = dpex_layout_operand_at(&t->rows, &t->rows.operands[0], &cursor);
        const char *src = dpex_layout_operand_at(&t->rows, &t->rows.operands[1], &cursor);
        do_row(t, dst, src, row % t->n_rows_of_matrix);
        dpex_cursor_advance(&t->rows, &cursor, 1);
    }
    if (t->stream) atomic_thread_fence(memory_order_seq_cst);
    return DPEX_SUCCESS;
}

/* The rows' strides; the last dimension is not part of this layout. */
static void set_rows(dpex_layout_operand *operand, const dpex_array *x)
{
    operand->itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    operand->ptr = dpex_array_get_ptr(x);
    operand->access = DPEX_ACCESS_STRIDED;
    for (int d = 0; d < x->nd - 1; d++) operand->strides[d] = x->strides[d] * operand->itemsize;
}

static dpex_status submit(const dpex_array *dst, const dpex_array *src, int64_t k, int keep_lower)
{
    if (!dst->queue->backend->runs_on_host)
        return dpex_device_fill_triangle(dst, src, k, keep_lower);
    int nd = dst->nd - 1;
    triangle *t = dpex_calloc(1, sizeof(*t) + dpex_layout_bytes(nd, 2));
    if (!t) return DPEX_FAIL_NO_COMMAND("triangle");
    dpex_layout_init(&t->rows, t + 1, nd, dst->shape, 2);
    set_rows(&t->rows.operands[0], dst);
    set_rows(&t->rows.operands[1], src);
    t->itemsize = dpex_dtype_get_info(dst->dtype)->itemsize;
    t->columns = dst->shape[nd];
    t->n_rows_of_matrix = dst->shape[nd - 1];
    t->dst_stride = dst->strides[nd] * (int64_t)t->itemsize;
    t->src_stride = src->strides[nd] * (int64_t)t->itemsize;
    t->k = k;
    t->keep_lower = keep_lower;
    if (dst->size * (int64_t)t->itemsize > DPEX_STREAM_BYTES) t->stream = dpex_loops_get();
    /* Rows are short or long: about 8192 elements per chunk. */
    t->rows_per_chunk = 1 + 8192 / t->columns;
    const dpex_array *arrays[2] = {dst, src};
    dpex_work work = {.name = keep_lower ? "tril" : "triu",
                      .run = run,
                      .drop = dpex_free,
                      .payload = t,
                      .n_chunks = dpex_int64_ceil_div(t->rows.size, t->rows_per_chunk),
                      .cost = dst->size};
    return dpex_work_submit(&work, arrays, 2);
}

/* Not cast: copies with another dtype are made before. */
static dpex_status check(const dpex_array *dst, const dpex_array *src)
{
    if (!(dst->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "triangle: the array is read-only");
    DPEX_TRY(dpex_array_check_queue("triangle", "the output array", dst, src->queue));
    int same = dst->dtype == src->dtype && dst->nd == src->nd && dst->nd >= 2 &&
               !memcmp(dst->shape, src->shape, (size_t)dst->nd * sizeof(*dst->shape));
    if (same) return DPEX_SUCCESS;
    return DPEX_FAIL(
        DPEX_ERROR_INVALID_VALUE,
        "triangle: needs two arrays of one dtype and shape with at least 2 dimensions");
}

/* The same with the last two axes exchanged.
 * The lower triangle of the transpose is the upper triangle, with -k. */
static dpex_status submit_transposed(const dpex_array *dst, const dpex_array *src, int64_t k,
                                     int keep_lower)
{
    int axes[DPEX_MAX_NDIM], nd = dst->nd;
    dpex_array to, from;
    for (int d = 0; d < nd; d++) axes[d] = d;
    axes[nd - 2] = nd - 1;
    axes[nd - 1] = nd - 2;
    DPEX_TRY(dpex_array_permute(dst, axes, &to));
    dpex_status status = dpex_array_permute(src, axes, &from);
    if (!status) {
        status = submit(&to, &from, -k, !keep_lower);
        dpex_array_fini(&from);
    }
    dpex_array_fini(&to);
    return status;
}

/* Rows of memory are long runs to copy or to clear; a column would be single elements. */
static dpex_status submit_best(const dpex_array *dst, const dpex_array *src, int64_t k,
                               int keep_lower)
{
    /* Rows are the output's axis with the larger stride. */
    int lies_in_columns = llabs(dst->strides[dst->nd - 2]) < llabs(dst->strides[dst->nd - 1]);
    return (lies_in_columns ? submit_transposed : submit)(dst, src, k, keep_lower);
}

dpex_status dpex_array_fill_triangle(dpex_array *dst, const dpex_array *src, int64_t k,
                                     int keep_lower)
{
    DPEX_TRY(check(dst, src));
    if (dst->size == 0) return DPEX_SUCCESS;
    /* beyond these bounds k says the same, and the sums with it cannot overflow */
    int64_t rows = dst->shape[dst->nd - 2], columns = dst->shape[dst->nd - 1];
    k = dpex_int64_clamp(k, -rows, columns);
    if (!dpex_array_overlaps(dst, src)) return submit_best(dst, src, k, keep_lower);
    dpex_array copy;
    DPEX_TRY(dpex_array_cast_new(src, src->dtype, DPEX_ORDER_K, dpex_storage_get_kind(src->storage),
                                 src->queue, &copy));
    dpex_status status = submit_best(dst, &copy, k, keep_lower);
    dpex_array_fini(&copy);
    return status;
}
