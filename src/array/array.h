/* What the files of array/ and ops/ share beyond dpex/array.h: building an array's dimensions
 * step by step. */
#ifndef DPEX_ARRAY_ARRAY_H
#define DPEX_ARRAY_ARRAY_H

#include <string.h>

#include "dpex/array.h"

/* Without a call, for what reads single elements. */
static inline size_t dpex_dtype_bytes(dpex_dtype dtype)
{
    static const uint8_t bytes_of[DPEX_N_DTYPES] = {
#define DPEX_DTYPE(name, number, kind, bytes, ...) [number] = bytes,
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
    };
    return bytes_of[dtype];
}

/* Exactly, without broadcasting. */
static inline int dpex_array_has_shape(const dpex_array *x, int nd, const int64_t *shape)
{
    return x->nd == nd && !memcmp(x->shape, shape, (size_t)nd * sizeof *shape);
}

/* Copies one element. A constant size becomes a move; one that the compiler merely bounds becomes a
 * string instruction, which takes 20 times as long. */
static inline void dpex_item_copy(void *dst, const void *src, size_t itemsize)
{
    switch (itemsize) {
    case 1: memcpy(dst, src, 1); break;
    case 2: memcpy(dst, src, 2); break;
    case 4: memcpy(dst, src, 4); break;
    case 8: memcpy(dst, src, 8); break;
    default: memcpy(dst, src, 16); break;
    }
}

/* Longest text of a shape, "(3,4,...)", and its writer; returns text. Longer shapes end in
 * "...". */
enum { DPEX_SHAPE_TEXT_BYTES = 128 };
const char *dpex_shape_text(int nd, const int64_t *shape, char text[DPEX_SHAPE_TEXT_BYTES]);

/* Product of the extents; fails on a negative extent, on nd > DPEX_MAX_NDIM, and where size *
 * itemsize, counting extents of 0 as 1, does not fit int64_t (so that strides never overflow
 * either). */
dpex_status dpex_shape_size(int nd, const int64_t *shape, size_t itemsize, int64_t *size);

/* Strides (elements) of a dense array; order C or F. */
void dpex_strides_fill(int nd, const int64_t *shape, dpex_order order, int64_t *strides);

/* The same axis order as strides `like`, dense: axes sorted by descending |stride|, ties in C
 * order. Fails never. */
void dpex_strides_fill_like(int nd, const int64_t *shape, const int64_t *like, int64_t *strides);

/* DPEX_ARRAY_C_CONTIGUOUS and F_CONTIGUOUS of a layout, by NumPy's rule: extents of 1 do not
 * matter, no element is both. */
uint32_t dpex_strides_contiguity(int nd, const int64_t *shape, const int64_t *strides);

/* Points shape and strides at memory for nd dimensions; the one step of making an array that can
 * run out of memory apart from the storage. dpex_array_fini_dims undoes it. */
dpex_status dpex_array_init_dims(dpex_array *array, int nd);
void dpex_array_fini_dims(dpex_array *array);

/* A new array in C order: as `like`, which is in C order too, but for the dtype. */
dpex_status dpex_array_init_beside(const dpex_array *like, dpex_dtype dtype, dpex_array *array);
/* The same over a storage of just its bytes, whose reference becomes the array's; `like` has elements, and the device the dtype. */
dpex_status dpex_array_init_beside_in(const dpex_array *like, dpex_dtype dtype,
                                      dpex_storage *storage, dpex_array *array);

/* Completes a view whose shape, strides, offset, size and dtype are set: storage, queue (both
 * retained), flags. */
void dpex_array_finish_view(dpex_array *view, const dpex_array *of);

/* The order that a result gets for an input: DPEX_ORDER_A and K resolved to C, F or (K, not
 * contiguous) K. */
dpex_order dpex_order_resolve(dpex_order order, const dpex_array *like);

/* DPEX_ERROR_PLACEMENT, naming both devices, where the array is on another queue. name: of the
 * operation; what: of the array, with its article. */
dpex_status dpex_array_check_queue(const char *name, const char *what, const dpex_array *x,
                                   const dpex_queue *queue);

/* DPEX_ERROR_READ_ONLY where x may not be written. what: of the array, with its article. */
dpex_status dpex_array_check_writable(const char *what, const dpex_array *x);

/* The axes, as bits, along which all of the array's elements are one. */
uint64_t dpex_array_repeated_axes(const dpex_array *x);

/* Whether different coordinates of x may mean the same bytes, as far as can be said quickly: then
 * who writes it must keep the order of its elements. */
int dpex_array_may_overlap_itself(const dpex_array *x);

/* The USM kind of what is computed of n arrays (NULL: none): device before shared before host, the
 * first that one of them has. Wrapped memory has no kind; of it alone, results lie on the device. */
dpex_usm_kind dpex_array_result_kind(const dpex_array *const *arrays, int64_t n);

/* Whether element i of both has the same address, and no other element does: reading each before it
 * is written is all that a computation from the one into the other must take care of. */
int dpex_array_is_same_view(const dpex_array *a, const dpex_array *b);

/* Where a dtype may go by the "safe" rule, as bits 1 << dtype. A device without fp64 lets every
 * integer go to float32 and complex64, the widest that it has. */
unsigned dpex_dtype_safe_targets(dpex_dtype from, unsigned has_fp64);

/* What dtypes, given as bits, promote to together: one by one, int16 and uint16 would become int32,
 * and that with float32 float64, so the order of operands would decide. */
dpex_dtype dpex_dtype_promote_all(unsigned dtypes, const dpex_device *device);

#endif
