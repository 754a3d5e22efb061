/* What is wrong with a launch of an extension's kernel is said at the launch: its command only runs.
 *
 * An array with strides may begin anywhere inside its memory. Here it becomes the memory between its lowest and its highest element, which
 * can be found in an allocation or be staged as a whole. */
#include "runtime/launch_check.h"

#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"

static const char *dtype_name(dpex_dtype dtype)
{
    return dpex_dtype_get_info(dtype)->name;
}

/* By number of DPEX_KERNEL_IS_... */
static const char *const forms[] = {"a number", "an array", "an array with strides",
                                    "local memory"};

static int form_of(dpex_kernel_access access)
{
    switch (access) {
    case DPEX_KERNEL_VAL: return DPEX_KERNEL_IS_NUMBER;
    case DPEX_KERNEL_LOCAL: return DPEX_KERNEL_IS_LOCAL;
    case DPEX_KERNEL_IN_STRIDED:
    case DPEX_KERNEL_OUT_STRIDED:
    case DPEX_KERNEL_INOUT_STRIDED: return DPEX_KERNEL_IS_STRIDED;
    default: return DPEX_KERNEL_IS_ARRAY;
    }
}

/* ---- arguments ------------------------------------------------------------ */

/* The offsets of the lowest and the highest element, in elements. n: how many elements there are. */
static dpex_status find_bounds(const dpex_kernel_layout *layout, int64_t *low, int64_t *high,
                               int64_t *n)
{
    *low = *high = 0;
    *n = 1;
    /* An extent of 0 makes n 0, and then nobody asks for the bounds. */
    for (int d = 0; d < layout->nd; d++) {
        int64_t reach;
        DPEX_TRY(dpex_int64_mul(*n, layout->extent[d], n));
        if (!layout->extent[d]) continue;
        DPEX_TRY(dpex_int64_mul(layout->extent[d] - 1, layout->stride[d], &reach));
        DPEX_TRY(dpex_int64_add(*(reach < 0 ? low : high), reach, reach < 0 ? low : high));
    }
    return DPEX_SUCCESS;
}

/* i, source: for messages. */
static dpex_status check_strided(const dpex_kernel_source *source, size_t i,
                                 const dpex_kernel_arg *arg, dpex_launch_arg *checked)
{
    const dpex_kernel_layout *given = (const dpex_kernel_layout *)(uintptr_t)arg->bits;
    int64_t itemsize = (int64_t)dpex_dtype_get_info(arg->dtype)->itemsize, low, high, n, bytes;
    if (!given || given->nd < 0 || given->nd > DPEX_KERNEL_MAX_ARRAY_DIMS)
        return DPEX_FAIL(
            DPEX_ERROR_KERNEL_ARGS,
            "argument %zu ('%s') of kernel '%s' has %d dimensions; 0 to %d are allowed", i,
            source->params[i].name, source->name, given ? given->nd : -1,
            DPEX_KERNEL_MAX_ARRAY_DIMS);
    checked->is_strided = 1;
    checked->layout = *given;
    for (int d = 0; d < DPEX_KERNEL_MAX_ARRAY_DIMS; d++) {
        if (d >= given->nd) {
            checked->layout.extent[d] = 1;
            checked->layout.stride[d] = 0;
        } else if (given->extent[d] < 0) {
            return DPEX_FAIL(
                DPEX_ERROR_KERNEL_ARGS,
                "argument %zu ('%s') of kernel '%s': the extent of dimension %d is %" PRId64, i,
                source->params[i].name, source->name, d, given->extent[d]);
        }
    }
    DPEX_TRY(find_bounds(&checked->layout, &low, &high, &n));
    checked->start = arg->ptr;
    if (!n) return DPEX_SUCCESS;
    /* high - low + 1 elements, none of the sums of which overflows: both are offsets of elements. */
    DPEX_TRY(dpex_int64_add(high, 1 - low, &bytes));
    checked->has_gaps = bytes > n;
    DPEX_TRY(dpex_int64_mul(bytes, itemsize, &bytes));
    checked->bytes = (size_t)bytes;
    checked->offset = (size_t)(-low * itemsize);
    if (arg->ptr) checked->start = (char *)arg->ptr - checked->offset;
    return DPEX_SUCCESS;
}

static dpex_status check_arg(const dpex_kernel_source *source, size_t i, const dpex_kernel_arg *arg,
                             dpex_launch_arg *checked)
{
    const dpex_kernel_param *param = &source->params[i];
    int wanted = form_of(param->access), given = arg->is_array & 3;
    /* The dtypes must be the same, without conversion: the arrays are typed memory. */
    if (arg->dtype != param->dtype || given != wanted)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "argument %zu ('%s') of kernel '%s' takes %s of %s, given %s of %s", i,
                         param->name, source->name, forms[wanted], dtype_name(param->dtype),
                         forms[given], dtype_name(arg->dtype));
    *checked = (dpex_launch_arg){
        .access = param->access, .dtype = arg->dtype, .bits = arg->bits, .bytes = arg->bytes};
    if (wanted == DPEX_KERNEL_IS_NUMBER || wanted == DPEX_KERNEL_IS_LOCAL) return DPEX_SUCCESS;
    checked->start = arg->ptr;
    if (wanted == DPEX_KERNEL_IS_STRIDED) DPEX_TRY(check_strided(source, i, arg, checked));
    /* An empty array may be NULL. */
    if (!arg->ptr && checked->bytes)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "argument %zu ('%s') of kernel '%s' is a null pointer", i, param->name,
                         source->name);
    return DPEX_SUCCESS;
}

static dpex_status check_args(const dpex_kernel_source *source, const dpex_kernel_arg *args,
                              size_t n_args, dpex_launch_arg *checked)
{
    if (source->n_params > DPEX_KERNEL_MAX_PARAMS)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "kernel '%s' has %zu parameters; at most %d are allowed", source->name,
                         source->n_params, DPEX_KERNEL_MAX_PARAMS);
    if (n_args != source->n_params)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS, "kernel '%s' takes %zu arguments, %zu given",
                         source->name, source->n_params, n_args);
    for (size_t i = 0; i < n_args; i++) DPEX_TRY(check_arg(source, i, &args[i], &checked[i]));
    return DPEX_SUCCESS;
}

/* ---- device and range ------------------------------------------------------------ */

static dpex_status check_device(const dpex_queue *queue, const dpex_kernel_source *source)
{
    const dpex_device *device = queue->device;
    if (queue->backend->runs_on_host ? !source->run
                                     /* Two forms of an extension: machine code and text; a device
                                      * needs the one that it runs. */
                                     : !source->text || !queue->backend->program_create)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "kernel '%s': %s does not run the code of extensions", source->name,
                         device->info.name);
    for (size_t i = 0; i < source->n_params; i++) {
        if (source->params[i].dtype == DPEX_F64 &&
            !dpex_device_has_aspect(device, DPEX_ASPECT_fp64))
            return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                             "kernel '%s' computes with float64, which %s does not", source->name,
                             device->info.name);
    }
    return DPEX_SUCCESS;
}

/* range->has_local is set. */
static dpex_status check_groups(const dpex_queue *queue, const dpex_kernel_source *source,
                                const dpex_range *range)
{
    /* 0: the device names no limit. Then 1024, what drivers allow as a rule: each item may need a stack. */
    size_t items = 1, most = queue->device->info.max_work_group_size;
    /* What was compiled before there were groups has no such function. */
    size_t has_function = offsetof(dpex_kernel_source, run_group) + sizeof source->run_group;
    if (queue->backend->runs_on_host && (source->struct_bytes < has_function || !source->run_group))
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "kernel '%s' was compiled with headers that have no work-groups, so it "
                         "takes no local range",
                         source->name);
    for (int d = 0; d < range->nd; d++) {
        if (!range->local[d] || range->global[d] % range->local[d])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "dimension %d of kernel '%s': the global size %zu is not a multiple "
                             "of the local size %zu",
                             d, source->name, range->global[d], range->local[d]);
        DPEX_TRY(dpex_size_mul(items, range->local[d], &items));
    }
    if (items > (most ? most : 1024))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "a work-group of %zu items for kernel '%s'; %s takes at most %zu", items,
                         source->name, queue->device->info.name, most ? most : 1024);
    return DPEX_SUCCESS;
}

static dpex_status check_range(const dpex_queue *queue, const dpex_kernel_source *source,
                               const dpex_range *range)
{
    if (range->nd < 1 || range->nd > 3)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "kernel '%s': a range of %d dimensions; 1 to 3 are allowed", source->name,
                         range->nd);
    size_t items = 1;
    /* Only for the overflow. */
    for (int d = 0; d < range->nd; d++) DPEX_TRY(dpex_size_mul(items, range->global[d], &items));
    return range->has_local ? check_groups(queue, source, range) : DPEX_SUCCESS;
}

static dpex_status check_local(const dpex_queue *queue, const dpex_kernel_source *source,
                               const dpex_range *range, const dpex_launch_arg *args)
{
    uint64_t most = queue->device->info.local_mem_size; /* 0: the device names no limit */
    size_t bytes = 0;
    for (size_t i = 0; i < source->n_params; i++) {
        if (args[i].access != DPEX_KERNEL_LOCAL) continue;
        if (!range->has_local)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "kernel '%s' has local memory ('%s'): its range needs a local size",
                             source->name, source->params[i].name);
        DPEX_TRY(dpex_size_add(bytes, args[i].bytes, &bytes));
    }
    if (most && bytes > most)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "the arguments of kernel '%s' are %zu bytes of local memory; %s has "
                         "%" PRIu64,
                         source->name, bytes, queue->device->info.name, most);
    return DPEX_SUCCESS;
}

dpex_status dpex_launch_check(const dpex_queue *queue, const dpex_kernel_source *source,
                              const dpex_range *range, const dpex_kernel_arg *args, size_t n_args,
                              dpex_launch_arg *launch_args)
{
    DPEX_TRY(check_args(source, args, n_args, launch_args));
    DPEX_TRY(check_device(queue, source));
    DPEX_TRY(check_range(queue, source, range));
    return check_local(queue, source, range, launch_args);
}
