/* Kernel launches: checking them, and handing them to the driver.
 *
 * Ranges come in SYCL's order, the last dimension fastest; CUDA's x is the fastest. A local-memory
 * argument is a part of the block's dynamic shared memory: the kernel's parameter, 4 bytes
 * (dpex_local<T> in CUDA C), gets its offset there. */
#include <string.h>

#include "backend/cuda/program.h"
#include "backend/cuda/queue.h"

/* FREE_SHARED_BYTES: dynamic shared memory that needs no permission; OFFSET_BYTES: the size of a
 * dpex_local<T>. */
enum { LOCAL_ALIGN = 16, OFFSET_BYTES = 4, DEFAULT_BLOCK = 256, FREE_SHARED_BYTES = 48 << 10 };

/* By number of dpex_arg_kind. */
static const struct {
    const char *name;
    size_t bytes;
} scalars[] = {{"int8", 1},   {"uint8", 1}, {"int16", 2},  {"uint16", 2},  {"int32", 4},
               {"uint32", 4}, {"int64", 8}, {"uint64", 8}, {"float32", 4}, {"float64", 8}};

static int is_local(const dpex_arg *arg)
{
    return arg->kind == DPEX_ARG_LOCAL || arg->kind == DPEX_ARG_WORK_GROUP_MEMORY;
}

static const char *name_of(const dpex_arg *arg)
{
    if ((size_t)arg->kind < sizeof scalars / sizeof *scalars) return scalars[arg->kind].name;
    if (arg->kind == DPEX_ARG_POINTER) return "a pointer";
    return arg->kind == DPEX_ARG_RAW ? "raw bytes" : "local memory";
}

/* As the kernel's parameter: of local memory the offset. */
static size_t bytes_of(const dpex_arg *arg)
{
    if ((size_t)arg->kind < sizeof scalars / sizeof *scalars) return scalars[arg->kind].bytes;
    if (arg->kind == DPEX_ARG_RAW) return arg->bytes;
    return arg->kind == DPEX_ARG_POINTER ? sizeof(void *) : OFFSET_BYTES;
}

/* ---- checks ------------------------------------------------------------------------------------------------ */

static dpex_status check_args(const dpex_command *command)
{
    const dpex_cuda_kernel *kernel = dpex_cuda_kernel_of(command->launch.kernel);
    const char *name = command->launch.kernel->info.name;
    size_t n = command->launch.n_args;
    if (n > DPEX_MAX_ARGS)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "%zu arguments for kernel '%s'; at most %d are allowed", n, name,
                         DPEX_MAX_ARGS);
    /* An older driver does not report them, so a wrong list of arguments would be undefined
     * behaviour of the kernel. */
    if (!kernel->knows_params) return DPEX_SUCCESS;
    if (n != kernel->n_params)
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS, "kernel '%s' takes %zu argument%s, %zu given",
                         name, kernel->n_params, kernel->n_params == 1 ? "" : "s", n);
    for (size_t i = 0; i < n; i++) {
        const dpex_arg *arg = &command->launch.args[i];
        if (bytes_of(arg) == kernel->param_bytes[i]) continue;
        return DPEX_FAIL(DPEX_ERROR_KERNEL_ARGS,
                         "argument %zu of kernel '%s' has %zu bytes, given %s (%zu bytes%s)", i,
                         name, kernel->param_bytes[i], name_of(arg), bytes_of(arg),
                         is_local(arg) ? ": local memory needs a parameter dpex_local<T>" : "");
    }
    return DPEX_SUCCESS;
}

static size_t local_bytes(const dpex_command *command)
{
    size_t bytes = 0;
    for (size_t i = 0; i < command->launch.n_args; i++) {
        if (!is_local(&command->launch.args[i])) continue;
        size_t more = command->launch.args[i].bytes;
        /* Larger than any device has, and the sum below must not overflow. */
        if (more > UINT32_MAX) return SIZE_MAX;
        bytes += (more + LOCAL_ALIGN - 1) & ~(size_t)(LOCAL_ALIGN - 1);
    }
    return bytes;
}

/* Dynamic and static shared memory share the limit of a block. */
static dpex_status check_local_bytes(const dpex_device *device, const dpex_command *command)
{
    const dpex_cuda_kernel *kernel = dpex_cuda_kernel_of(command->launch.kernel);
    size_t bytes = local_bytes(command), limit = device->info.local_mem_size;
    if (bytes <= limit && kernel->static_bytes <= limit - bytes) return DPEX_SUCCESS;
    return DPEX_FAIL(
        DPEX_ERROR_INVALID_VALUE,
        "kernel '%s': %zu bytes of local memory besides its own %u; %s has %zu for a work-group",
        command->launch.kernel->info.name, bytes, kernel->static_bytes, device->info.name, limit);
}

static dpex_status check_local_range(const dpex_device *device, const dpex_command *command)
{
    const dpex_range *range = &command->launch.range;
    const char *name = command->launch.kernel->info.name;
    size_t group = 1, most = dpex_cuda_kernel_of(command->launch.kernel)->max_threads;
    for (int d = 0; d < range->nd; d++) {
        /* Dimensions are counted the other way in CUDA. */
        size_t limit = dpex_cuda_of(device)->max_block[range->nd - 1 - d];
        if (range->local[d] == 0 || range->global[d] % range->local[d])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "dimension %d of kernel '%s': the global size %zu is not a multiple "
                             "of the local size %zu",
                             d, name, range->global[d], range->local[d]);
        if (range->local[d] > limit)
            return DPEX_FAIL(
                DPEX_ERROR_INVALID_VALUE,
                "dimension %d of kernel '%s': a local size of %zu; at most %zu are possible", d,
                name, range->local[d], limit);
        group *= range->local[d]; /* three factors of at most 1024 */
    }
    if (group <= most) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "a work-group of %zu items; kernel '%s' takes at most %zu", group, name, most);
}

/* ---- shapes ------------------------------------------------------------------------------------------------ */

/* A launch in CUDA's order of dimensions. */
typedef struct shape {
    unsigned grid[3], block[3];
} shape;

/* The largest number up to `limit` that divides n, both at least 1. */
static size_t largest_divisor(size_t n, size_t limit)
{
    if (n <= limit) return n;
    /* At worst `limit` divisions, once per launch. */
    while (n % limit) limit--;
    return limit;
}

/* Without a local range, blocks of up to 256 threads that divide the range, long in the fastest
 * dimension. */
static dpex_status make_shape(const dpex_cuda_device *device, const dpex_command *command,
                              shape *out)
{
    const dpex_range *range = &command->launch.range;
    size_t max_threads = dpex_cuda_kernel_of(command->launch.kernel)->max_threads;
    if (max_threads > DEFAULT_BLOCK) max_threads = DEFAULT_BLOCK;
    for (int c = 0; c < 3; c++) {
        int d = range->nd - 1 - c;
        size_t global = d >= 0 ? range->global[d] : 1, block = 1;
        size_t limit = max_threads < device->max_block[c] ? max_threads : device->max_block[c];
        if (d >= 0) block = range->has_local ? range->local[d] : largest_divisor(global, limit);
        /* What is left of a block for the slower dimensions. */
        max_threads /= block <= max_threads ? block : 1;
        if (global / block > device->max_grid[c])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                             "dimension %d of kernel '%s': %zu work-groups; %s takes at most %u", d,
                             command->launch.kernel->info.name, global / block,
                             device->device->info.name, device->max_grid[c]);
        out->grid[c] = (unsigned)(global / block);
        out->block[c] = (unsigned)block;
    }
    return DPEX_SUCCESS;
}

static int is_empty(const dpex_range *range)
{
    for (int d = 0; d < range->nd; d++)
        if (!range->global[d]) return 1;
    return 0;
}

/* The driver compiles kernels that use more and only says at their launch that a value is invalid. */
static dpex_status check_private_bytes(const dpex_queue *queue, const dpex_kernel *kernel)
{
    enum { MOST_BYTES = 512 << 10 }; /* of a thread's local memory, on every device */
    const size_t bytes = kernel->info.private_mem_bytes;
    if (bytes <= MOST_BYTES) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "kernel '%s' needs %zu bytes of private memory for each work-item; %s has %d",
                     kernel->info.name, bytes, queue->device->info.name, (int)MOST_BYTES);
}

/* What is known of a kernel once its program is compiled. */
static dpex_status resolve(const dpex_queue *queue, dpex_kernel *kernel, int *is_compiled)
{
    DPEX_TRY(dpex_cuda_program_retry(kernel->program));
    *is_compiled = dpex_cuda_is_compiled(kernel->program);
    if (!*is_compiled) return DPEX_SUCCESS;
    DPEX_TRY(dpex_cuda_enter(dpex_cuda_of(queue->device)));
    dpex_status status = dpex_cuda_kernel_resolve(kernel);
    dpex_cuda_leave();
    return status;
}

/* At submission: the error belongs to the caller, not to an event. */
dpex_status dpex_cuda_check_launch(const dpex_queue *queue, const dpex_command *command)
{
    const dpex_range *range = &command->launch.range;
    const dpex_kernel *kernel = command->launch.kernel;
    shape unused;
    if (kernel->program->device != queue->device)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "kernel '%s' was built for %s, not for the queue's device",
                         kernel->info.name, kernel->program->device->info.name);
    if (!atomic_load_explicit(&dpex_cuda_kernel_of(kernel)->function, memory_order_acquire)) {
        int is_compiled;
        DPEX_TRY(resolve(queue, command->launch.kernel, &is_compiled));
        /* A kernel of an array operation's: its launches fit it. */
        if (!is_compiled) return DPEX_SUCCESS;
    }
    DPEX_TRY(check_args(command));
    if (range->nd < 1 || range->nd > 3)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "a range of %d dimensions; 1 to 3 are allowed",
                         range->nd);
    DPEX_TRY(check_local_bytes(queue->device, command));
    DPEX_TRY(check_private_bytes(queue, kernel));
    /* An empty range launches nothing, so its shape does not matter. */
    if (is_empty(range)) return DPEX_SUCCESS;
    if (range->has_local) DPEX_TRY(check_local_range(queue->device, command));
    return make_shape(dpex_cuda_of(queue->device), command, &unused);
}

/* ---- the launch -------------------------------------------------------------------------------------------- */

/* More dynamic shared memory than every device has must be asked for, once per kernel and size. */
static dpex_status allow_local(dpex_cuda_device *device, dpex_cuda_kernel *kernel, size_t bytes)
{
    if (bytes + kernel->static_bytes <= FREE_SHARED_BYTES ||
        bytes <= atomic_load(&kernel->local_bytes))
        return DPEX_SUCCESS;
    DPEX_CUDA_TRY(device,
                  dpex_the_cuda.FuncSetAttribute(kernel->function,
                                                 CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                 (int)bytes),
                  "cuFuncSetAttribute");
    atomic_store(&kernel->local_bytes, (unsigned)bytes);
    return DPEX_SUCCESS;
}

/* With the device's context current. The driver copies the parameters during the call, so they may
 * lie on the stack. */
dpex_status dpex_cuda_launch(dpex_cuda_device *device, CUstream stream, const dpex_command *command)
{
    dpex_cuda_kernel *kernel = dpex_cuda_kernel_of(command->launch.kernel);
    const dpex_arg *args = command->launch.args;
    void *params[DPEX_MAX_ARGS];
    uint64_t values[DPEX_MAX_ARGS];
    size_t local = 0;
    shape s;
    /* The driver refuses grids of 0 blocks. */
    if (is_empty(&command->launch.range)) return DPEX_SUCCESS;
    DPEX_TRY(dpex_cuda_kernel_resolve(command->launch.kernel));
    DPEX_TRY(make_shape(device, command, &s));
    for (size_t i = 0; i < command->launch.n_args; i++) {
        params[i] = args[i].kind == DPEX_ARG_RAW ? (void *)args[i].raw : &values[i];
        values[i] =
            args[i].kind == DPEX_ARG_POINTER ? dpex_cuda_address(&args[i].span) : args[i].bits;
        /* Offsets grow in the order of the parameters, each at a multiple of LOCAL_ALIGN. */
        if (!is_local(&args[i])) continue;
        values[i] = local;
        local += (args[i].bytes + LOCAL_ALIGN - 1) & ~(size_t)(LOCAL_ALIGN - 1);
    }
    DPEX_TRY(allow_local(device, kernel, local));
    return dpex_cuda_check(device,
                           dpex_the_cuda.LaunchKernel(kernel->function, s.grid[0], s.grid[1],
                                                      s.grid[2], s.block[0], s.block[1], s.block[2],
                                                      (unsigned)local, stream, params, NULL),
                           "cuLaunchKernel");
}
