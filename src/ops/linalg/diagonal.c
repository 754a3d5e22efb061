/* The diagonals of a stack of matrices, as a view. */
#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/linalg.h"

/* Elements of diagonal k of a matrix.
 * 0 for a diagonal outside the matrix. */
static int64_t length_of(int64_t rows, int64_t columns, int64_t k)
{
    int64_t below = k < 0 ? (k < -rows ? 0 : rows + k) : rows;
    int64_t beside = k > 0 ? (k > columns ? 0 : columns - k) : columns;
    return dpex_int64_min(below, beside);
}

/* A view: the diagonal's stride is the sum of the two. */
dpex_status dpex_array_diagonal(const dpex_array *x, int64_t k, dpex_array *view)
{
    int nd = x->nd - 1;
    if (nd < 1)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "diagonal: an array of %d dimensions; at least 2 are needed", nd + 1);
    DPEX_TRY(dpex_array_init_dims(view, nd));
    for (int d = 0; d < nd; d++) {
        view->shape[d] = x->shape[d];
        view->strides[d] = x->strides[d];
    }
    int64_t row = x->strides[nd - 1], column = x->strides[nd];
    int64_t length = length_of(x->shape[nd - 1], x->shape[nd], k);
    view->shape[nd - 1] = length;
    view->strides[nd - 1] = row + column;
    view->size = length;
    for (int d = 0; d < nd - 1; d++) view->size *= x->shape[d];
    view->dtype = x->dtype;
    view->offset = x->offset;
    /* An empty view must stay inside the storage. */
    if (view->size)
        view->offset += (k < 0 ? -k * row : k * column) * dpex_dtype_get_info(x->dtype)->itemsize;
    dpex_array_finish_view(view, x);
    return DPEX_SUCCESS;
}
