/* Shapes and strides as plain lists of numbers: sizes, dense layouts, contiguity, broadcasting.
 *
 * Not here: storages and views of them (array.c, view.c). The idea: every array's total of bytes
 * is checked once, with empty extents counted as 1, so that no product of strides and extents
 * can overflow afterwards. */
#include <stdio.h>
#include <stdlib.h>

#include "array/array.h"
#include "base/error.h"

const char *dpex_shape_text(int nd, const int64_t *shape, char text[DPEX_SHAPE_TEXT_BYTES])
{
    size_t used = 0;
    /* Kept free for the longest ending. */
    const size_t limit = DPEX_SHAPE_TEXT_BYTES - sizeof ",...)";
    text[used++] = '(';
    for (int i = 0; i < nd; i++) {
        char number[24];
        int len = snprintf(number, sizeof number, i ? ",%lld" : "%lld", (long long)shape[i]);
        if (used + (size_t)len > limit) {
            snprintf(text + used, DPEX_SHAPE_TEXT_BYTES - used, ",...)");
            return text;
        }
        used += (size_t)snprintf(text + used, DPEX_SHAPE_TEXT_BYTES - used, "%s", number);
    }
    snprintf(text + used, DPEX_SHAPE_TEXT_BYTES - used, nd == 1 ? ",)" : ")");
    return text;
}

static dpex_status fail_overflow(int nd, const int64_t *shape, size_t itemsize)
{
    char text[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(
        DPEX_ERROR_INVALID_VALUE,
        "an array of shape %s with items of %zu bytes is larger than the address space",
        dpex_shape_text(nd, shape, text), itemsize);
}

dpex_status dpex_shape_size(int nd, const int64_t *shape, size_t itemsize, int64_t *size)
{
    if (nd < 0 || nd > DPEX_MAX_NDIM)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%d dimensions; allowed are 0 to %d", nd,
                         DPEX_MAX_NDIM);
    int64_t bytes = (int64_t)itemsize, product = 1;
    for (int i = 0; i < nd; i++) {
        if (shape[i] < 0) {
            char text[DPEX_SHAPE_TEXT_BYTES];
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "negative extent in shape %s; extents are 0 or more",
                             dpex_shape_text(nd, shape, text));
        }
        /* Unsigned, because the product may wrap where a later extent of 0 makes it 0 after all;
         * where it does not, `bytes` overflows too. */
        product = (int64_t)((uint64_t)product * (uint64_t)shape[i]);
        /* Extents of 0 count as 1, so that strides, which are partial products, are bounded too. */
        if (__builtin_mul_overflow(bytes, shape[i] ? shape[i] : 1, &bytes))
            return fail_overflow(nd, shape, itemsize);
    }
    *size = product;
    return DPEX_SUCCESS;
}

void dpex_strides_fill(int nd, const int64_t *shape, dpex_order order, int64_t *strides)
{
    int64_t step = 1;
    for (int i = 0; i < nd; i++) {
        int axis = order == DPEX_ORDER_F ? i : nd - 1 - i;
        strides[axis] = step;
        /* As NumPy does: strides of an empty array are those of one that has extents of 1 instead
         * of 0. */
        step *= shape[axis] ? shape[axis] : 1;
    }
}

void dpex_strides_fill_like(int nd, const int64_t *shape, const int64_t *like, int64_t *strides)
{
    int by_stride[DPEX_MAX_NDIM];
    for (int i = 0; i < nd; i++) {
        /* Insertion sort: stable, so ties stay in C order; few axes. */
        int at = i;
        while (at > 0 && llabs(like[by_stride[at - 1]]) < llabs(like[i])) {
            by_stride[at] = by_stride[at - 1];
            at--;
        }
        by_stride[at] = i;
    }
    int64_t step = 1;
    for (int i = nd - 1; i >= 0; i--) {
        strides[by_stride[i]] = step;
        step *= shape[by_stride[i]] ? shape[by_stride[i]] : 1;
    }
}

uint32_t dpex_strides_contiguity(int nd, const int64_t *shape, const int64_t *strides)
{
    const uint32_t both = DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS;
    uint32_t flags = both;
    int64_t step = 1;
    for (int i = nd - 1; i >= 0; i--) {
        /* An array without elements is both. */
        if (shape[i] == 0) return both;
        if (shape[i] == 1) continue;
        if (strides[i] != step) flags &= ~(uint32_t)DPEX_ARRAY_C_CONTIGUOUS;
        step *= shape[i];
    }
    step = 1;
    for (int i = 0; i < nd; i++) {
        if (shape[i] == 1) continue;
        if (strides[i] != step) return flags & ~(uint32_t)DPEX_ARRAY_F_CONTIGUOUS;
        step *= shape[i];
    }
    return flags;
}

/* "(3,4) with (5,)": the first two shapes that do not go together are arrays[k] and what came
 * before it. */
static dpex_status fail_broadcast(const dpex_array *const *arrays, int k)
{
    char given[DPEX_SHAPE_TEXT_BYTES], before[DPEX_SHAPE_TEXT_BYTES];
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    /* The part before k is known to broadcast; this call recomputes its shape for the message. */
    DPEX_TRY(dpex_shape_broadcast(arrays, k, &nd, shape));
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "cannot broadcast %s with %s",
                     dpex_shape_text(nd, shape, before),
                     dpex_shape_text(arrays[k]->nd, arrays[k]->shape, given));
}

dpex_status dpex_shape_broadcast(const dpex_array *const *arrays, int n, int *nd, int64_t *shape)
{
    int result_nd = 0;
    for (int k = 0; k < n; k++)
        if (arrays[k]->nd > result_nd) result_nd = arrays[k]->nd;
    /* Starting from 1, which every extent may replace. */
    for (int i = 0; i < result_nd; i++) shape[i] = 1;
    for (int k = 0; k < n; k++) {
        int shift = result_nd - arrays[k]->nd;
        for (int i = 0; i < arrays[k]->nd; i++) {
            int64_t extent = arrays[k]->shape[i];
            /* An extent of 0 replaces 1 as well, as in NumPy. */
            if (extent == 1 || extent == shape[i + shift]) continue;
            if (shape[i + shift] != 1) return fail_broadcast(arrays, k);
            shape[i + shift] = extent;
        }
    }
    *nd = result_nd;
    return DPEX_SUCCESS;
}
