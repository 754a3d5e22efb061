/* Kernels that are written once (DPEX_KERNEL in kernel.h) as data, and launching them. */
#ifndef DPEX_LAUNCH_H
#define DPEX_LAUNCH_H

#include "dtype.h"
#include "queue.h"

DPEX_EXTERN_C_BEGIN

typedef enum dpex_kernel_access {
    DPEX_KERNEL_VAL,  /* a number, by value */
    DPEX_KERNEL_IN,   /* an array that is read */
    DPEX_KERNEL_OUT,  /* an array of which every element is written, none read */
    DPEX_KERNEL_INOUT /* an array that is read and written */
} dpex_kernel_access;

typedef struct dpex_kernel_param {
    const char *name;
    dpex_dtype dtype;
    dpex_kernel_access access;
} dpex_kernel_param;

/* A box of items, dimensions in SYCL's order: the last one varies fastest. */
typedef struct dpex_kernel_span {
    int nd;
    size_t first[3], count[3];
    size_t global[3];
} dpex_kernel_span;

/* What DPEX_KERNEL defines. */
typedef struct dpex_kernel_source {
    size_t
        struct_bytes; /* sizeof(dpex_kernel_source) where it was compiled: later versions append */
    const char *name;
    const char *text; /* descriptors and body as written, for devices that compile text */
    const dpex_kernel_param *params;
    size_t n_params;
    /* Runs a span of items on this machine; args[i] points to the i-th argument's value (an
     * array's pointer). */
    void (*run)(const dpex_kernel_span *span, void *const *args);
} dpex_kernel_source;

enum { DPEX_KERNEL_MAX_PARAMS = 16 };

typedef struct dpex_kernel_arg {
    dpex_dtype dtype;
    int is_array;
    size_t bytes;  /* of the array, as far as the kernel may touch it */
    void *ptr;     /* the array */
    uint64_t bits; /* the number, from its first byte on */
} dpex_kernel_arg;

/* An array argument. The pointer may be USM memory of the queue's context or ordinary memory of
 * the process; the caller keeps it alive until the launch is complete. For IN parameters it is
 * not written to. */
static inline dpex_kernel_arg dpex_arg_array(dpex_dtype dtype, const void *ptr, size_t n_elems)
{
    dpex_kernel_arg arg = {dtype, 1, 0, (void *)ptr, 0};
    static const uint8_t itemsizes[] = {
#define DPEX_DTYPE(name, number, kind, item_bytes, ...) item_bytes,
#include "defs/dtype.def"
#undef DPEX_DTYPE
    };
    arg.bytes = n_elems > SIZE_MAX / itemsizes[dtype] ? SIZE_MAX : n_elems * itemsizes[dtype];
    return arg;
}

/* A number as an argument: dpex_value_double(0.5), dpex_value_size_t(n), ... */
#define DPEX_KERNEL_TYPE(type, type_dtype)                                                         \
    static inline dpex_kernel_arg dpex_value_##type(type value)                                    \
    {                                                                                              \
        dpex_kernel_arg arg = {type_dtype, 0, 0, NULL, 0};                                         \
        __builtin_memcpy(&arg.bits, &value, sizeof value);                                         \
        return arg;                                                                                \
    }
#include "defs/kernel_type.def"
#undef DPEX_KERNEL_TYPE

/* Submits: for each item of range.global (1 to 3 dimensions), run the kernel's body.
 *
 *     dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F64, x, n), dpex_arg_array(DPEX_F64, y, n), dpex_value_size_t(n)};
 *     dpex_range range = {.nd = 1, .global = {n}};
 *     status = dpex_kernel_source_launch(queue, &poly, &range, args, 3, NULL, 0, &event);
 *
 * USM pointers are used in place. So is ordinary memory where the device reaches it; elsewhere
 * it is copied to the device before and back after the kernel, and `event` (or the queue) covers
 * that too. Does not block. DPEX_ERROR_KERNEL_ARGS: wrong number or type of arguments, an array
 * that ends outside its allocation. DPEX_ERROR_UNSUPPORTED: the device cannot run it, or lacks
 * double. */
DPEX_API dpex_status dpex_kernel_source_launch(dpex_queue *queue, const dpex_kernel_source *source,
                                               const dpex_range *range, const dpex_kernel_arg *args,
                                               size_t n_args, dpex_event *const *deps,
                                               size_t n_deps, dpex_event **event);

DPEX_EXTERN_C_END

#endif
