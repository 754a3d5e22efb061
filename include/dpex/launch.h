/* Kernels that are written once (DPEX_KERNEL in kernel.h) as data, and launching them. */
#ifndef DPEX_LAUNCH_H
#define DPEX_LAUNCH_H

#include "dtype.h"
#include "queue.h"

DPEX_EXTERN_C_BEGIN

typedef enum dpex_kernel_access {
    DPEX_KERNEL_VAL,   /* a number, by value */
    DPEX_KERNEL_IN,    /* an array that is read */
    DPEX_KERNEL_OUT,   /* an array of which every element is written, none read */
    DPEX_KERNEL_INOUT, /* an array that is read and written */
    DPEX_KERNEL_LOCAL, /* an array that the items of a group share; its contents are undefined at first */
    /* The same as IN, OUT and INOUT for arrays with strides. */
    DPEX_KERNEL_IN_STRIDED,
    DPEX_KERNEL_OUT_STRIDED,
    DPEX_KERNEL_INOUT_STRIDED
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
    /* Of a group, which is the whole box: */
    size_t group[3], n_groups[3];
    void *crew;
    void (*barrier)(void *crew, unsigned site); /* dpex_crew_barrier */
} dpex_kernel_span;

enum { DPEX_KERNEL_MAX_ARRAY_DIMS = 4 };

/* Extents and strides of an array, in elements. Of dimensions from nd on: 1 and 0. */
typedef struct dpex_kernel_layout {
    int nd; /* 0 to DPEX_KERNEL_MAX_ARRAY_DIMS */
    int64_t extent[DPEX_KERNEL_MAX_ARRAY_DIMS], stride[DPEX_KERNEL_MAX_ARRAY_DIMS];
} dpex_kernel_layout;

/* What `args` points to for an array with strides. */
typedef struct dpex_kernel_strided {
    void *ptr; /* to the element whose indices are 0 */
    dpex_kernel_layout layout;
} dpex_kernel_strided;

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
    /* Runs items of a group, numbered with the last dimension fastest, from `first` on up to its
     * end or to the first one that waits at a barrier, which must be `first`. Returns how many
     * ended. */
    size_t (*run_group)(const dpex_kernel_span *span, void *const *args, size_t first);
} dpex_kernel_source;

enum { DPEX_KERNEL_MAX_PARAMS = 16 };

enum { DPEX_KERNEL_IS_NUMBER, DPEX_KERNEL_IS_ARRAY, DPEX_KERNEL_IS_STRIDED, DPEX_KERNEL_IS_LOCAL };

typedef struct dpex_kernel_arg {
    dpex_dtype dtype;
    int is_array;  /* DPEX_KERNEL_IS_... */
    size_t bytes;  /* of the array, as far as the kernel may touch it; with strides: not used */
    void *ptr;     /* the array */
    uint64_t bits; /* the number, from its first byte on; with strides: a dpex_kernel_layout * */
} dpex_kernel_arg;

/* An array argument. The pointer may be USM memory of the queue's context or ordinary memory of
 * the process; the caller keeps it alive until the launch is complete. For IN parameters it is
 * not written to. */
static inline dpex_kernel_arg dpex_arg_array(dpex_dtype dtype, const void *ptr, size_t n_elems)
{
    dpex_kernel_arg arg = {dtype, DPEX_KERNEL_IS_ARRAY, 0, (void *)ptr, 0};
    static const uint8_t itemsizes[] = {
#define DPEX_DTYPE(name, number, kind, item_bytes, ...) item_bytes,
#include "defs/dtype.def"
#undef DPEX_DTYPE
    };
    arg.bytes = n_elems > SIZE_MAX / itemsizes[dtype] ? SIZE_MAX : n_elems * itemsizes[dtype];
    return arg;
}

/* An array with strides, for parameters IN_STRIDED, OUT_STRIDED and INOUT_STRIDED. ptr: the element
 * whose indices are 0, which is not the lowest address where strides are negative. The layout is
 * read by the launch, not kept. */
static inline dpex_kernel_arg dpex_arg_strided(dpex_dtype dtype, const void *ptr,
                                               const dpex_kernel_layout *layout)
{
    dpex_kernel_arg arg = {dtype, DPEX_KERNEL_IS_STRIDED, 0, (void *)ptr, 0};
    arg.bits = (uint64_t)(uintptr_t)layout;
    return arg;
}

/* Local memory of n_elems elements for a parameter LOCAL: each group has its own. */
static inline dpex_kernel_arg dpex_arg_local(dpex_dtype dtype, size_t n_elems)
{
    dpex_kernel_arg arg = dpex_arg_array(dtype, NULL, n_elems);
    arg.is_array = DPEX_KERNEL_IS_LOCAL;
    return arg;
}

/* A number as an argument: dpex_value_double(0.5), dpex_value_size_t(n), ... */
#define DPEX_KERNEL_TYPE(type, type_dtype)                                                         \
    static inline dpex_kernel_arg dpex_value_##type(type value)                                    \
    {                                                                                              \
        dpex_kernel_arg arg = {type_dtype, DPEX_KERNEL_IS_NUMBER, 0, NULL, 0};                     \
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
 * With a local range (range.has_local) the items form work-groups of that size, which must divide
 * the global one; without one, every item is a group of its own, and a kernel with local memory is
 * refused.
 *
 * USM pointers are used in place. So is ordinary memory where the device reaches it; elsewhere it
 * is copied to the device before and back after the kernel, and `event` (or the queue) covers that
 * too. Does not block. DPEX_ERROR_KERNEL_ARGS: wrong number or type of arguments, an array that
 * ends outside its allocation, more local memory than the device has. DPEX_ERROR_UNSUPPORTED: the
 * device cannot run it, or lacks double. A barrier that some items of a group do not reach fails
 * the command, on devices that the host computes for. */
DPEX_API dpex_status dpex_kernel_source_launch(dpex_queue *queue, const dpex_kernel_source *source,
                                               const dpex_range *range, const dpex_kernel_arg *args,
                                               size_t n_args, dpex_event *const *deps,
                                               size_t n_deps, dpex_event **event);

DPEX_EXTERN_C_END

#endif
