/* Programs and kernels: counted objects over the backend's. What a kernel is made of is the
 * backend's business. */
#include "dpex/program.h"

#include <string.h>

#include "backend/backend.h"
#include "base/alloc.h"
#include "base/error.h"
#include "runtime/runtime.h"

/* The text is borrowed until the return. On failure *program is unchanged. */
static dpex_status create(dpex_context *ctx, dpex_device *device, dpex_language language,
                          const void *text, size_t bytes, const char *options,
                          dpex_compile_time compiled, dpex_program **program)
{
    if (!dpex_context_holds(ctx, device))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "the program's context does not hold the device %s", device->info.name);
    if (!device->backend->program_create)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s has no compiler for kernels",
                         device->info.name);
    if (language == DPEX_LANGUAGE_OBJECT && !device->backend->runs_on_host)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s does not run machine code of the host",
                         device->info.name);
    dpex_program *made = dpex_calloc(1, sizeof *made);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a program");
    made->backend = device->backend;
    made->ctx = dpex_context_retain(ctx);
    made->device = dpex_device_retain(device);
    /* Before the backend is asked, so that release undoes everything. */
    atomic_init(&made->refs, 1);
    made->tag = DPEX_OBJECT_TAG(DPEX_OBJECT_PROGRAM);
    made->compiled = compiled;
    dpex_status status =
        made->backend->program_create(made, language, text, bytes, options ? options : "");
    if (status)
        dpex_program_release(made);
    else
        *program = made;
    return status;
}

dpex_status dpex_program_create(dpex_context *ctx, dpex_device *device, dpex_language language,
                                const void *text, size_t bytes, const char *options,
                                dpex_program **program)
{
    return create(ctx, device, language, text, bytes, options, DPEX_COMPILED_AT_ONCE, program);
}

dpex_status dpex_program_create_late(const dpex_queue *queue, const char *text, size_t bytes,
                                     const char *options, dpex_compile_time compiled,
                                     dpex_program **program)
{
    return create(queue->ctx, queue->device, DPEX_LANGUAGE_SOURCE, text, bytes, options, compiled,
                  program);
}

dpex_program *dpex_program_retain(dpex_program *program)
{
    if (program) atomic_fetch_add_explicit(&program->refs, 1, memory_order_relaxed);
    return program;
}

/* May run the driver's destructors, so no lock is held. */
void dpex_program_release(dpex_program *program)
{
    if (!program || atomic_fetch_sub_explicit(&program->refs, 1, memory_order_acq_rel) != 1) return;
    /* NULL where program_create failed. */
    if (program->handle) program->backend->program_destroy(program);
    dpex_device_release(program->device);
    dpex_context_release(program->ctx);
    program->tag = 0;
    dpex_free(program);
}

/* Without a record of a kernel: a trial on the stack. */
int dpex_program_has_kernel(const dpex_program *program, const char *name)
{
    dpex_kernel kernel = {.program = (dpex_program *)program};
    if (program->backend->kernel_create(&kernel, name)) return 0;
    program->backend->kernel_destroy(&kernel);
    return 1;
}

/* Borrowed: they live as long as the program does. */
dpex_context *dpex_program_get_context(const dpex_program *program)
{
    return program->ctx;
}

dpex_device *dpex_program_get_device(const dpex_program *program)
{
    return program->device;
}

/* The backend finds the kernel by its name and fills made->info; on failure nothing was
 * retained. */
dpex_status dpex_kernel_create(dpex_program *program, const char *name, dpex_kernel **kernel)
{
    dpex_kernel *made = dpex_calloc(1, sizeof *made);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a kernel");
    made->program = program;
    dpex_status status = program->backend->kernel_create(made, name);
    if (status) {
        dpex_free(made);
        return status;
    }
    /* A kernel keeps its program, with which its code lives. */
    dpex_program_retain(program);
    atomic_init(&made->refs, 1);
    made->tag = DPEX_OBJECT_TAG(DPEX_OBJECT_KERNEL);
    *kernel = made;
    return DPEX_SUCCESS;
}

dpex_kernel *dpex_kernel_retain(dpex_kernel *kernel)
{
    if (kernel) atomic_fetch_add_explicit(&kernel->refs, 1, memory_order_relaxed);
    return kernel;
}

void dpex_kernel_release(dpex_kernel *kernel)
{
    if (!kernel || atomic_fetch_sub_explicit(&kernel->refs, 1, memory_order_acq_rel) != 1) return;
    /* Read before the kernel is freed, which may be the program's last user. */
    dpex_program *program = kernel->program;
    program->backend->kernel_destroy(kernel);
    kernel->tag = 0;
    dpex_free(kernel);
    dpex_program_release(program);
}

dpex_program *dpex_kernel_get_program(const dpex_kernel *kernel)
{
    return kernel->program;
}

const dpex_kernel_info *dpex_kernel_get_info(const dpex_kernel *kernel)
{
    return &kernel->info;
}
