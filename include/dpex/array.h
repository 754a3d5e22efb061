/* Arrays: a strided view of a storage, placed on a queue.
 *
 * dpex_array is an open struct so that a binding can embed it in its own object (one allocation
 * per array): _init fills it, _fini releases what it holds. Shapes and strides up to
 * DPEX_INLINE_NDIM dimensions live inside the struct, so an initialised dpex_array must not be
 * moved or copied by assignment. Strides count elements and may be negative or 0. Functions that
 * make an array take an uninitialised struct last; on failure it is left with nothing to
 * release. */
#ifndef DPEX_ARRAY_H
#define DPEX_ARRAY_H

#include "dtype.h"
#include "memory.h"
#include "queue.h"

DPEX_EXTERN_C_BEGIN

enum { DPEX_INLINE_NDIM = 4, DPEX_MAX_NDIM = 64 };
/* TAGGED is reserved for code that embeds the struct, such as a binding with two array types; the
 * library neither sets nor reads it.
 * LOCKED: the memory is permanently read-only, so WRITABLE must not be set. Views inherit both from
 * their array. */
enum {
    DPEX_ARRAY_C_CONTIGUOUS = 1,
    DPEX_ARRAY_F_CONTIGUOUS = 2,
    DPEX_ARRAY_WRITABLE = 4,
    DPEX_ARRAY_TAGGED = 1 << 16,
    DPEX_ARRAY_LOCKED = 1 << 17
};

typedef struct dpex_array {
    dpex_storage *storage; /* kept */
    dpex_queue *queue;     /* kept */
    int64_t offset;        /* bytes from the storage's start to the element with all indices 0 */
    int64_t size;          /* elements */
    int64_t *shape;        /* -> inline_dims, or one malloc of 2 nd */
    int64_t *strides;      /* elements */
    int32_t nd;
    uint32_t flags; /* DPEX_ARRAY_*; contiguity is kept up to date by all functions here */
    dpex_dtype dtype;
    int64_t inline_dims[2 * DPEX_INLINE_NDIM];
} dpex_array;

/* Memory order of a result. K: like the inputs; A: F if all inputs are F- and not C-contiguous,
 * else C. */
typedef enum dpex_order {
    DPEX_ORDER_C = 'C',
    DPEX_ORDER_F = 'F',
    DPEX_ORDER_A = 'A',
    DPEX_ORDER_K = 'K'
} dpex_order;

/* ---- creation and release -------------------------------------------------------------------- */

/* A new array with unspecified contents ("ordered" storage: the first use must be a command on
 * the queue). order C or F. Errors: negative extent, overflow, nd > DPEX_MAX_NDIM, dtype that
 * the device lacks, no memory. */
DPEX_API dpex_status dpex_array_init(dpex_queue *queue, dpex_dtype dtype, int nd,
                                     const int64_t *shape, dpex_order order, dpex_usm_kind kind,
                                     dpex_array *array);

/* A new array with the shape of `like` and K-order strides (the dense layout nearest to like's). */
DPEX_API dpex_status dpex_array_init_like(const dpex_array *like, dpex_dtype dtype,
                                          dpex_order order, dpex_usm_kind kind, dpex_queue *queue,
                                          dpex_array *array);

/* A view of a storage (retained). strides NULL: C-contiguous. DPEX_ERROR_OUT_OF_RANGE if an element
 * would lie outside the storage. flags: DPEX_ARRAY_WRITABLE, DPEX_ARRAY_LOCKED or 0; others are
 * ignored. */
DPEX_API dpex_status dpex_array_init_view(dpex_storage *storage, dpex_queue *queue,
                                          dpex_dtype dtype, int64_t offset, int nd,
                                          const int64_t *shape, const int64_t *strides,
                                          uint32_t flags, dpex_array *array);

/* A view of all elements of an array, on `queue` (NULL: the same queue). */
DPEX_API dpex_status dpex_array_init_alias(const dpex_array *of, dpex_queue *queue,
                                           dpex_array *array);

DPEX_API void dpex_array_fini(dpex_array *array);

/* ---- views (no data moves) ------------------------------------------------------------------- */

/* One entry of an index. The last two kinds are for dpex/select.h: they give copies, not views. */
typedef enum dpex_index_kind {
    DPEX_INDEX_INT,
    DPEX_INDEX_SLICE,
    DPEX_INDEX_NEWAXIS,
    DPEX_INDEX_ELLIPSIS,
    DPEX_INDEX_ARRAY, /* of integers: for one axis; of bools: for as many axes as it has */
    DPEX_INDEX_BOOL   /* for no axis: start is 0 or 1 */
} dpex_index_kind;

typedef struct dpex_index {
    dpex_index_kind kind;
    /* INT: start. SLICE: as in Python's x[start:stop:step]: negative numbers count from the end,
     * numbers beyond an end are clamped to it, and members whose has_ flag is 0 have Python's
     * defaults. */
    int64_t start, stop, step;
    unsigned char has_start, has_stop, has_step;
    const struct dpex_array *array; /* ARRAY: borrowed */
} dpex_index;

/* view = x[indices]: DPEX_ERROR_OUT_OF_RANGE for too many indices or an int out of bounds. Ints,
 * slices, new axes and the ellipsis only. */
DPEX_API dpex_status dpex_array_index(const dpex_array *x, const dpex_index *indices, int n,
                                      dpex_array *view);
/* axes: a permutation of 0..nd-1 (NULL: reversed). */
DPEX_API dpex_status dpex_array_permute(const dpex_array *x, const int *axes, dpex_array *view);
DPEX_API dpex_status dpex_array_broadcast(const dpex_array *x, int nd, const int64_t *shape,
                                          dpex_array *view);
/* A view with another shape if no copy is needed, else *possible = 0 and no view. One extent may
 * be -1. order C or F. */
DPEX_API dpex_status dpex_array_reshape_view(const dpex_array *x, int nd, const int64_t *shape,
                                             dpex_order order, int *possible, dpex_array *view);
/* Real (part 0) or imaginary (part 1) parts of a complex array. */
DPEX_API dpex_status dpex_array_complex_part(const dpex_array *x, int part, dpex_array *view);

/* ---- queries --------------------------------------------------------------------------------- */

/* Shape that shapes broadcast to; DPEX_ERROR_INVALID_VALUE "cannot broadcast (3,4) with (5,)". */
DPEX_API dpex_status dpex_shape_broadcast(const dpex_array *const *arrays, int n, int *nd,
                                          int64_t *shape);
/* First byte and one past the last byte that the elements touch, relative to the storage. */
DPEX_API void dpex_array_byte_bounds(const dpex_array *x, int64_t *first, int64_t *last);
/* Whether two arrays share bytes, exactly, except that layouts which need more than a fixed
 * amount of search count as sharing. */
DPEX_API int dpex_array_overlaps(const dpex_array *a, const dpex_array *b);
/* The address of element [0, 0, ...]; NULL where the backend has no pointers. */
DPEX_API void *dpex_array_get_ptr(const dpex_array *x);

/* ---- data ------------------------------------------------------------------------------------ */

/* A scalar of any dtype, as its bytes. */
typedef union dpex_scalar {
    uint8_t b;
    int64_t i;
    uint64_t u;
    float f32;
    double f64;
    dpex_c64 c64;
    dpex_c128 c128;
    uint8_t bytes[16];
} dpex_scalar;

/* dst[...] = src, with broadcasting, casting (unsafe rules) and overlap handled. Arrays on
 * different queues, contexts or backends are copied through memory that both can access. */
DPEX_API dpex_status dpex_array_copy(dpex_array *dst, const dpex_array *src);
/* dst[...] = value; the scalar is of dtype dst->dtype. */
DPEX_API dpex_status dpex_array_fill(dpex_array *dst, const dpex_scalar *value);
/* Converts between Python-like scalar values and a dtype's bytes: real and imaginary part, or
 * exact integers. */
DPEX_API void dpex_scalar_cast(const dpex_scalar *from, dpex_dtype from_dtype, dpex_dtype to,
                               dpex_scalar *out);
/* Copies host memory with the given strides (bytes) to or from an array of the same dtype and
 * shape, without broadcasting. Waits for pending commands on the array; the host memory may be
 * reused when the call returns. */
DPEX_API dpex_status dpex_array_from_host(dpex_array *dst, const void *host,
                                          const int64_t *strides_bytes);
DPEX_API dpex_status dpex_array_to_host(const dpex_array *src, void *host,
                                        const int64_t *strides_bytes);
/* The one element of an array of size 1, after waiting for it. */
DPEX_API dpex_status dpex_array_get_scalar(const dpex_array *x, dpex_scalar *value);
/* Submits a copy of all bytes between the first and the last element of a small array (64 KiB) to
 * memory of the host's, which holds them once the array's storage has been waited for. The caller
 * releases *fetched. NULL: no copy is needed, or none is possible or worth it, and get_scalar or
 * to_host after the wait are as good. */
DPEX_API dpex_status dpex_array_fetch(const dpex_array *x, dpex_storage **fetched);
/* The same as to_host, of the elements that were fetched and waited for. */
DPEX_API void dpex_array_read_fetched(const dpex_array *x, dpex_storage *fetched, void *host,
                                      const int64_t *strides_bytes);

/* dst[i] = start + i step, in dst's dtype, i in C order over a 1-d array; linspace with exact
 * end points. */
DPEX_API dpex_status dpex_array_fill_arange(dpex_array *dst, const dpex_scalar *start,
                                            const dpex_scalar *step);
DPEX_API dpex_status dpex_array_fill_linspace(dpex_array *dst, const dpex_scalar *start,
                                              const dpex_scalar *stop, int endpoint);
/* 1 on diagonal k, 0 elsewhere. */
DPEX_API dpex_status dpex_array_fill_eye(dpex_array *dst, int64_t k);
/* dst = src with the elements below (keep_lower 0: triu) or above (1: tril) diagonal k zeroed;
 * same shape and dtype. */
DPEX_API dpex_status dpex_array_fill_triangle(dpex_array *dst, const dpex_array *src, int64_t k,
                                              int keep_lower);

DPEX_EXTERN_C_END

#endif
