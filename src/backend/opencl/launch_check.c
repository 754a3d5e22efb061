/* Whether a launch's arguments and range fit its kernel, so that a wrong one is an error of the
 * call.
 *
 * The driver reports names, types and address spaces of arguments only for programs from source;
 * elsewhere the number of arguments is checked here, and clSetKernelArg checks sizes. */
#include "backend/opencl/opencl.h"

#include <string.h>

#include "base/checked.h"

/* By name only, as OpenCL tells types; by number of dpex_arg_kind. */
static const struct {
    const char *type; /* OpenCL C */
    unsigned bytes;
    int is_float;
} scalars[] = {
#define DPEX_OPENCL_SCALAR(name, dtype, arg, bytes, min, max)                                      \
    [DPEX_ARG_##arg] = {#name, bytes, DPEX_ARG_##arg >= DPEX_ARG_FLOAT32},
#include "defs/opencl_scalars.def"
#undef DPEX_OPENCL_SCALAR
};

static int is_scalar(const dpex_arg *arg)
{
    return (size_t)arg->kind < sizeof scalars / sizeof *scalars;
}

static const char *given_name(const dpex_arg *arg)
{
    if (is_scalar(arg)) return scalars[arg->kind].type;
    return arg->kind == DPEX_ARG_POINTER ? "a pointer"
           : arg->kind == DPEX_ARG_RAW   ? "raw bytes"
                                         : "local memory";
}

/* char fits uchar and so on; a float fits no integer. Names of other types than plain scalars fit
 * raw bytes only. */
static int scalar_fits(const struct dpex_cl_arg *wanted, const dpex_arg *given)
{
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        if (strcmp(wanted->type, scalars[i].type)) continue;
        return scalars[i].bytes == scalars[given->kind].bytes &&
               scalars[i].is_float == scalars[given->kind].is_float;
    }
    return 1; /* size_t, typedefs: the driver checks the size */
}

static int fits(const struct dpex_cl_arg *wanted, const dpex_arg *given)
{
    int is_local = given->kind == DPEX_ARG_LOCAL || given->kind == DPEX_ARG_WORK_GROUP_MEMORY;
    /* The driver does not know the kind of the argument. */
    if (wanted->address_space == 0) return 1;
    if (is_local || wanted->address_space == CL_KERNEL_ARG_ADDRESS_LOCAL)
        return is_local && wanted->address_space == CL_KERNEL_ARG_ADDRESS_LOCAL;
    if (given->kind == DPEX_ARG_RAW) return 1;
    int wants_pointer = wanted->address_space != CL_KERNEL_ARG_ADDRESS_PRIVATE;
    if (given->kind == DPEX_ARG_POINTER) return wants_pointer;
    return !wants_pointer && scalar_fits(wanted, given);
}

static dpex_status check_groups(const dpex_kernel *kernel, const dpex_range *range)
{
    size_t items = 1, most = kernel->program->device->info.max_work_group_size;
    if (kernel->info.work_group_size && kernel->info.work_group_size < most)
        most = kernel->info.work_group_size;
    for (int d = 0; d < range->nd; d++) {
        if (range->local[d] == 0 || range->global[d] % range->local[d])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "dimension %d of kernel '%s': the global size %zu is not a multiple "
                             "of the local size %zu",
                             d, kernel->info.name, range->global[d], range->local[d]);
        DPEX_TRY(dpex_size_mul(items, range->local[d], &items));
    }
    if (items > most)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "a work-group of %zu items; kernel '%s' takes at most %zu on %s", items,
                         kernel->info.name, most, kernel->program->device->info.name);
    return DPEX_SUCCESS;
}

/* Not left to the driver: PoCL ends the process for a range that does not fit size_t. */
static dpex_status check_range(const dpex_kernel *kernel, const dpex_range *range)
{
    size_t items = 1;
    if (range->nd < 1 || range->nd > 3)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "a range of %d dimensions; 1 to 3 are allowed",
                         range->nd);
    for (int d = 0; d < range->nd; d++) {
        if (!range->global[d]) return DPEX_SUCCESS; /* nothing will run */
        DPEX_TRY(dpex_size_mul(items, range->global[d], &items));
    }
    return range->has_local ? check_groups(kernel, range) : DPEX_SUCCESS;
}

static dpex_status check_local_memory(const dpex_kernel *kernel, const dpex_command *command)
{
    uint64_t most = kernel->program->device->info.local_mem_size;
    size_t bytes = 0;
    for (size_t i = 0; i < command->launch.n_args; i++) {
        const dpex_arg *arg = &command->launch.args[i];
        if (arg->kind == DPEX_ARG_LOCAL || arg->kind == DPEX_ARG_WORK_GROUP_MEMORY)
            DPEX_TRY(dpex_size_add(bytes, arg->bytes, &bytes));
    }
    if (most && bytes > most)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "the arguments of kernel '%s' are %zu bytes of local memory; %s has %zu",
                         kernel->info.name, bytes, kernel->program->device->info.name,
                         (size_t)most);
    return DPEX_SUCCESS;
}

dpex_status dpex_cl_check_launch(const dpex_command *command)
{
    const dpex_cl_kernel *kernel = command->launch.kernel->handle;
    const char *name = command->launch.kernel->info.name;
    if (command->launch.n_args != kernel->n_args)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS, "kernel '%s' takes %zu argument%s, %zu given",
                         name, kernel->n_args, kernel->n_args == 1 ? "" : "s",
                         command->launch.n_args);
    for (size_t i = 0; i < kernel->n_args; i++) {
        const struct dpex_cl_arg *wanted = &kernel->args[i];
        if (fits(wanted, &command->launch.args[i])) continue;
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "argument %zu of kernel '%s' is '%s%s %s', given %s", i, name,
                         wanted->address_space == CL_KERNEL_ARG_ADDRESS_LOCAL ? "local " : "",
                         wanted->type, wanted->name, given_name(&command->launch.args[i]));
    }
    DPEX_TRY(check_local_memory(command->launch.kernel, command));
    return check_range(command->launch.kernel, &command->launch.range);
}
