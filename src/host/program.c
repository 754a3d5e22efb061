/* dpex_backend's program entries for devices that run on the host: OpenCL C through program/. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/text.h"
#include "host/host.h"
#include "host/kernel.h"
#include "program/module.h"

dpex_status dpex_host_program_create(dpex_program *program, dpex_language language,
                                     const void *text, size_t bytes, const char *options)
{
    if (language == DPEX_LANGUAGE_SPIRV)
        return DPEX_FAIL(DPEX_ERROR_COMPILE,
                         "%s takes kernels as OpenCL C, not as SPIR-V: it runs on the host, and no "
                         "translator from SPIR-V is part of this library",
                         program->device->info.name);
    /* The program's handle; closed by dpex_host_program_destroy. */
    dpex_module *module = dpex_calloc(1, sizeof *module);
    if (!module) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a program");
    dpex_status status = language == DPEX_LANGUAGE_OBJECT
                             ? dpex_module_open_object(text, bytes, module)
                             : dpex_module_open(text, bytes, options, module);
    if (status)
        dpex_free(module);
    else
        program->handle = module;
    return status;
}

void dpex_host_program_destroy(dpex_program *program)
{
    if (!program->handle) return;
    dpex_module_close(program->handle);
    dpex_free(program->handle);
    program->handle = NULL;
}

/* Borrowed from the module, which the program keeps. */
static const dpex_cl_kernel *find_kernel(const dpex_module *module, const char *name)
{
    for (unsigned i = 0; i < module->table->n_kernels; i++) {
        if (strcmp(module->table->kernels[i].name, name) == 0) return &module->table->kernels[i];
    }
    return NULL;
}

/* A function's address as dlsym gives it: POSIX has the two representations agree.
 * memcpy instead of a cast, which ISO C does not define between object and function pointers.
 */
static void set_function(void *function, void *address)
{
    memcpy(function, &address, sizeof address);
}

static dpex_status fail_unknown(const dpex_module *module, const char *name)
{
    dpex_text names = DPEX_TEXT_EMPTY;
    for (unsigned i = 0; i < module->table->n_kernels; i++)
        dpex_text_append(&names, "%s%s", i ? ", " : "", module->table->kernels[i].name);
    dpex_status status =
        DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the program has no kernel '%s'; it has: %s", name,
                  dpex_text_get(&names));
    dpex_text_fini(&names);
    return status;
}

/* A kernel here is a row of the module's table and one entry point. What a group may have at most
 * depends on the stacks of fibers, so dpex_host_kernel_max_group says it. */
dpex_status dpex_host_kernel_create(dpex_kernel *kernel, const char *name)
{
    const dpex_module *module = kernel->program->handle;
    const dpex_cl_kernel *about = find_kernel(module, name);
    if (!about) return fail_unknown(module, name);
    dpex_host_kernel *host = dpex_calloc(1, sizeof *host);
    if (!host) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a kernel");
    int has_barrier = (about->flags & DPEX_CL_HAS_BARRIER) != 0;
    host->about = about;
    /* Only one of the two exists, by the kernel's flags. */
    set_function(&host->run_span, dpex_module_find(module, "dpex_cl_run_", name));
    set_function(&host->run_item, dpex_module_find(module, "dpex_cl_item_", name));
    if (has_barrier ? !host->run_item : !host->run_span) {
        dpex_free(host);
        return DPEX_FAIL(DPEX_ERROR_INTERNAL, "kernel '%s' has no entry point", name);
    }
    kernel->handle = host;
    size_t max_group = dpex_host_kernel_max_group(kernel);
    const unsigned *required = about->required_local;
    kernel->info = (dpex_kernel_info){
        .name = about->name,
        .n_args = about->n_args,
        .work_group_size =
            required[0] ? (size_t)required[0] * required[1] * required[2] : max_group,
        .preferred_work_group_size_multiple = has_barrier ? 1 : 16,
        .max_num_sub_groups = max_group,
        .max_sub_group_size = 1,
    };
    return DPEX_SUCCESS;
}

void dpex_host_kernel_destroy(dpex_kernel *kernel)
{
    dpex_free(kernel->handle);
    kernel->handle = NULL;
}
