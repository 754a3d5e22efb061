/* Whether arguments and ranges fit a kernel: checked at submission, so that the caller
 * gets the error. */
#include <inttypes.h>
#include <stdio.h>

#include "base/checked.h"
#include "base/error.h"
#include "host/host.h"
#include "host/kernel.h"

/* What a scalar kind of argument is, by number of dpex_arg_kind.
 * Scalars have a kind each, so an int32 is not taken for a float: both would fit by size. */
static const struct {
    const char *name;
    enum dpex_cl_kind kind;
    unsigned bytes;
} scalars[] = {
    {"int8", DPEX_CL_INT, 1},      {"uint8", DPEX_CL_INT, 1},  {"int16", DPEX_CL_INT, 2},
    {"uint16", DPEX_CL_INT, 2},    {"int32", DPEX_CL_INT, 4},  {"uint32", DPEX_CL_INT, 4},
    {"int64", DPEX_CL_INT, 8},     {"uint64", DPEX_CL_INT, 8}, {"float32", DPEX_CL_FLOAT, 4},
    {"float64", DPEX_CL_FLOAT, 8},
};

/* "int32", "a pointer", "12 raw bytes" ... */
static void describe(const dpex_arg *arg, char *text, size_t bytes)
{
    if ((size_t)arg->kind < sizeof scalars / sizeof *scalars)
        snprintf(text, bytes, "%s", scalars[arg->kind].name);
    else if (arg->kind == DPEX_ARG_POINTER)
        snprintf(text, bytes, "a pointer");
    else if (arg->kind == DPEX_ARG_RAW)
        snprintf(text, bytes, "%zu raw bytes", arg->bytes);
    else
        snprintf(text, bytes, "%zu bytes of local memory", arg->bytes);
}

/* Types as the compiler that made the kernel saw them (kernel_abi.h). Structs and vectors are
 * OTHER, passed as raw bytes of their size. */
static int fits(const dpex_cl_arg *wanted, const dpex_arg *given)
{
    /* Kinds that have no value, only a size. */
    if (given->kind == DPEX_ARG_LOCAL || given->kind == DPEX_ARG_WORK_GROUP_MEMORY)
        return wanted->kind == DPEX_CL_LOCAL;
    if (wanted->kind == DPEX_CL_LOCAL) return 0;
    if (given->kind == DPEX_ARG_RAW) return given->bytes == wanted->bytes;
    if (given->kind == DPEX_ARG_POINTER)
        return wanted->kind == DPEX_CL_POINTER ||
               (wanted->kind == DPEX_CL_OTHER && wanted->bytes == sizeof(void *));
    if ((size_t)given->kind >= sizeof scalars / sizeof *scalars) return 0;
    return wanted->kind == scalars[given->kind].kind && wanted->bytes == scalars[given->kind].bytes;
}

static dpex_status check_args(const dpex_cl_kernel *kernel, const dpex_arg *args, size_t n_args)
{
    if (n_args != kernel->n_args)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS, "kernel '%s' takes %u argument%s, %zu given",
                         kernel->name, kernel->n_args, kernel->n_args == 1 ? "" : "s", n_args);
    for (size_t i = 0; i < n_args; i++) {
        if (fits(&kernel->args[i], &args[i])) continue;
        char given[64];
        describe(&args[i], given, sizeof given);
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "argument %zu of kernel '%s', '%s %s', takes %s%u bytes%s, given %s", i,
                         kernel->name, kernel->args[i].type, kernel->args[i].name,
                         kernel->args[i].kind == DPEX_CL_LOCAL     ? "local memory: a pointer of "
                         : kernel->args[i].kind == DPEX_CL_POINTER ? "a pointer of "
                         : kernel->args[i].kind == DPEX_CL_FLOAT   ? "a floating-point number of "
                         : kernel->args[i].kind == DPEX_CL_INT     ? "an integer of "
                                                                   : "",
                         kernel->args[i].bytes,
                         kernel->args[i].kind == DPEX_CL_OTHER ? " (as raw bytes)" : "", given);
    }
    return DPEX_SUCCESS;
}

/* range->has_local is set. SYCL demands that groups divide the range; OpenCL 1.2 does as well. */
static dpex_status check_local(const dpex_kernel *kernel, const dpex_range *range)
{
    size_t items = 1;
    for (int d = 0; d < range->nd; d++) {
        if (!range->local[d])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "local size %d of kernel '%s' is 0; it must be at least 1", d,
                             kernel->info.name);
        if (range->global[d] % range->local[d])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "dimension %d of kernel '%s': the global size %zu is not a multiple "
                             "of the local size %zu",
                             d, kernel->info.name, range->global[d], range->local[d]);
        /* The product may overflow before the limit refuses it. */
        DPEX_TRY(dpex_size_mul(items, range->local[d], &items));
    }
    if (items > dpex_host_kernel_max_group(kernel))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "a work-group of %zu items; kernel '%s' takes at most %zu", items,
                         kernel->info.name, dpex_host_kernel_max_group(kernel));
    return DPEX_SUCCESS;
}

/* reqd_work_group_size, which is in OpenCL's order of dimensions: extents that the range lacks
 * count as 1. */
static dpex_status check_required(const dpex_kernel *kernel, const dpex_range *range)
{
    const unsigned *required = ((const dpex_host_kernel *)kernel->handle)->about->required_local;
    if (!required[0]) return DPEX_SUCCESS;
    for (int cl = 0; cl < 3; cl++) {
        /* OpenCL counts dimensions from the fastest, this library from the slowest. */
        int d = range->nd - 1 - cl;
        size_t global = d >= 0 ? range->global[d] : 1,
               local = d >= 0 && range->has_local ? range->local[d] : required[cl];
        if (local != required[cl] || global % required[cl])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "kernel '%s' requires work-groups of %u x %u x %u items (OpenCL's "
                             "order of dimensions)",
                             kernel->info.name, required[0], required[1], required[2]);
    }
    return DPEX_SUCCESS;
}

/* Arguments only; variables declared in the kernel are checked by its compiler
 * (DPEX_CL_CHECK_LOCAL). */
static dpex_status check_local_memory(const dpex_kernel *kernel, const dpex_arg *args,
                                      size_t n_args)
{
    /* 0: the device names no limit. */
    uint64_t most = kernel->program->device->info.local_mem_size;
    size_t bytes = 0;
    for (size_t i = 0; i < n_args; i++) {
        if (args[i].kind == DPEX_ARG_LOCAL || args[i].kind == DPEX_ARG_WORK_GROUP_MEMORY)
            DPEX_TRY(dpex_size_add(bytes, args[i].bytes, &bytes));
    }
    if (most && bytes > most)
        return DPEX_FAIL(
            DPEX_ERROR_KERNEL_ARGS,
            "the arguments of kernel '%s' are %zu bytes of local memory; %s has %" PRIu64,
            kernel->info.name, bytes, kernel->program->device->info.name, most);
    return DPEX_SUCCESS;
}

dpex_status dpex_host_kernel_check(const dpex_kernel *kernel, const dpex_arg *args, size_t n_args,
                                   const dpex_range *range)
{
    DPEX_TRY(check_args(((const dpex_host_kernel *)kernel->handle)->about, args, n_args));
    DPEX_TRY(check_local_memory(kernel, args, n_args));
    if (range->nd < 1 || range->nd > 3)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "a range of %d dimensions; 1 to 3 are allowed",
                         range->nd);
    size_t items = 1;
    for (int d = 0; d < range->nd; d++) {
        if (!range->global[d]) return DPEX_SUCCESS; /* nothing will run */
        /* Offsets of items are size_t in the kernel too. */
        DPEX_TRY(dpex_size_mul(items, range->global[d], &items));
    }
    if (range->has_local) DPEX_TRY(check_local(kernel, range));
    return check_required(kernel, range);
}
