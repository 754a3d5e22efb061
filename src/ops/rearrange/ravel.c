/* The elements of an array in one contiguous dimension: as they lie, or copied.
 *
 * The idea: each order of reading is a permutation of the axes, after which the elements are read
 * row by row. */
#include <stdlib.h>
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/op.h"

/* Axes from the largest stride to the smallest. An axis of stride 0 may be anywhere and does not
 * limit the others, so that repeated rows are read as rows. */
static void order_as_stored(const dpex_array *x, int *axes)
{
    int n = 0;
    /* Backwards, so that ties stay in C order. */
    for (int i = x->nd - 1; i >= 0; i--) {
        int64_t own = llabs(x->strides[i]);
        int at = 0;
        for (int k = 0; k < n; k++) {
            int64_t other = llabs(x->strides[axes[k]]);
            if (other == 0 || own == 0) continue;
            if (other <= own) break;
            at = k + 1;
        }
        memmove(axes + at + 1, axes + at, (size_t)(n - at) * sizeof(*axes));
        axes[at] = i;
        n++;
    }
}

static dpex_status as_row(const dpex_array *dense, dpex_array *out)
{
    int possible;
    return dpex_array_reshape_view(dense, 1, &(int64_t){dense->size}, DPEX_ORDER_C, &possible, out);
}

/* A view if the elements are already contiguous in that order. */
static dpex_status row_by_row(const dpex_array *x, int copy, dpex_array *out)
{
    if (!copy && x->flags & DPEX_ARRAY_C_CONTIGUOUS) return as_row(x, out);
    dpex_array dense;
    DPEX_TRY(dpex_array_cast_new(x, x->dtype, DPEX_ORDER_C, dpex_storage_get_kind(x->storage),
                                 x->queue, &dense));
    dpex_status status = as_row(&dense, out);
    dpex_array_fini(&dense);
    return status;
}

dpex_status dpex_array_ravel(const dpex_array *x, dpex_order order, int copy, dpex_array *out)
{
    int axes[DPEX_MAX_NDIM];
    dpex_array transposed;
    order = dpex_order_resolve(order, x);
    /* A and K may resolve to C. */
    if (order == DPEX_ORDER_C) return row_by_row(x, copy, out);
    if (order == DPEX_ORDER_K) order_as_stored(x, axes);
    DPEX_TRY(dpex_array_permute(x, order == DPEX_ORDER_K ? axes : NULL, &transposed));
    dpex_status status = row_by_row(&transposed, copy, out);
    dpex_array_fini(&transposed);
    return status;
}
