/* Programs and kernels of OpenCL devices: from source, through binaries cached on disk, or from
 * SPIR-V. */
#include "backend/opencl/opencl.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/log.h"
#include "base/text.h"
#include "program/blob.h"

/* Fails with the compiler's whole text.
 * The program object is released with the program's handle. */
static dpex_status fail_with_log(const dpex_program *program, cl_program id, cl_int code)
{
    const cl_driver *driver = dpex_cl_driver_of(program->device);
    cl_device device = dpex_cl_of(program->device)->id;
    size_t bytes = 0;
    driver->api.GetProgramBuildInfo(id, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
    char *log = dpex_calloc(bytes + 1, 1);
    if (log) driver->api.GetProgramBuildInfo(id, device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL);
    dpex_status status = DPEX_FAIL_VENDOR(
        DPEX_ERROR_COMPILE, code, "%s on %s (%s, %d):\n%s", "the program does not compile",
        program->device->info.name, cl_error_name(code), code, log ? log : "");
    dpex_free(log);
    return status;
}

/* Builds; names and types of arguments are kept, so that wrong ones are refused at submission. */
static cl_int run_compiler(const dpex_program *program, cl_program id, const char *options)
{
    const cl_driver *driver = dpex_cl_driver_of(program->device);
    cl_device device = dpex_cl_of(program->device)->id;
    dpex_text all = DPEX_TEXT_EMPTY;
    dpex_text_append(&all, "-cl-kernel-arg-info %s", options);
    cl_int code = all.failed
                      ? CL_OUT_OF_HOST_MEMORY
                      : driver->api.BuildProgram(id, 1, &device, dpex_text_get(&all), NULL, NULL);
    dpex_text_fini(&all);
    return code;
}

/* Blocks while the driver compiles. */
static dpex_status build(const dpex_program *program, cl_program id, const char *options)
{
    cl_int code = run_compiler(program, id, options);
    return code == CL_SUCCESS ? DPEX_SUCCESS : fail_with_log(program, id, code);
}

/* Everything that a binary depends on. */
static dpex_cache_key key_of(const dpex_program *program, const void *text, size_t bytes,
                             const char *options)
{
    const dpex_device_info *info = &program->device->info;
    dpex_cache_key key = DPEX_CACHE_KEY_EMPTY;
    dpex_cache_mix(&key, "opencl", 6);
    dpex_cache_mix(&key, text, bytes);
    dpex_cache_mix(&key, options, strlen(options));
    /* Device and driver are named by their texts: handles differ between runs. */
    dpex_cache_mix(&key, info->name, strlen(info->name));
    dpex_cache_mix(&key, info->driver_version, strlen(info->driver_version));
    dpex_cache_mix(&key, info->version, strlen(info->version));
    /* CPU drivers compile for the processor. */
    dpex_cache_mix_cpu(&key);
    return key;
}

/* Whether the driver reports the types of the first kernel's arguments: some drop them from
 * binaries (Intel's), and then wrong arguments could not be refused. */
static int knows_arguments(const cl_driver *driver, cl_program id)
{
    char names[1024] = "", type[64];
    cl_int code;
    driver->api.GetProgramInfo(id, CL_PROGRAM_KERNEL_NAMES, sizeof names - 1, names, NULL);
    names[strcspn(names, ";")] = '\0';
    cl_kernel kernel = driver->api.CreateKernel(id, names, &code);
    if (code != CL_SUCCESS) return 1; /* no kernel: nothing to know */
    code =
        driver->api.GetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL);
    driver->api.ReleaseKernel(kernel);
    return code != CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
}

/* Texts of the library say so: they are launched with the right arguments. */
static int is_generated(const char *options)
{
    return strstr(options, "-DDPEX_GENERATED") != NULL;
}

/* New; NULL: the binary is of no use, and the source is compiled again. */
static cl_program from_binary(const dpex_program *program, const dpex_text *binary,
                              const char *options)
{
    const cl_driver *driver = dpex_cl_driver_of(program->device);
    cl_device device = dpex_cl_of(program->device)->id;
    const unsigned char *bytes = (const unsigned char *)binary->data;
    cl_int code, binary_code = CL_SUCCESS;
    /* The driver checks the binary, and refuses that of another version. */
    cl_program id = driver->api.CreateProgramWithBinary(
        dpex_cl_context_of(program->ctx), 1, &device, &binary->len, &bytes, &binary_code, &code);
    if (code == CL_SUCCESS && binary_code == CL_SUCCESS &&
        run_compiler(program, id, options) == CL_SUCCESS &&
        (is_generated(options) || knows_arguments(driver, id)))
        return id;
    /* Created but not usable. */
    if (code == CL_SUCCESS) driver->api.ReleaseProgram(id);
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "opencl: %s cannot use a cached binary; compiling again",
                  program->device->info.name);
    return NULL;
}

/* A program of a context with several devices has a binary for the one that it was built for, and
 * none for the others; so only contexts of one device are cached. */
static void store_binary(const dpex_program *program, cl_program id, dpex_cache_key key)
{
    const cl_driver *driver = dpex_cl_driver_of(program->device);
    size_t bytes = 0;
    /* Only for one device: see above. */
    if (program->ctx->n_devices != 1 ||
        driver->api.GetProgramInfo(id, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL) !=
            CL_SUCCESS ||
        bytes == 0)
        return;
    unsigned char *binary = dpex_malloc(bytes);
    if (binary && driver->api.GetProgramInfo(id, CL_PROGRAM_BINARIES, sizeof binary, &binary,
                                             NULL) == CL_SUCCESS)
        dpex_cache_store(key, "clbin", binary, bytes);
    dpex_free(binary);
}

/* handle is set as soon as there is a program object, so that dpex_cl_program_destroy releases it
 * after a failed build. */
static dpex_status from_source(dpex_program *program, const void *text, size_t bytes,
                               const char *options)
{
    const cl_driver *driver = dpex_cl_driver_of(program->device);
    const char *source = text;
    dpex_cache_key key = key_of(program, text, bytes, options);
    dpex_text binary = DPEX_TEXT_EMPTY;
    cl_int code;
    /* Best effort: without a cache the source is compiled. */
    if (program->ctx->n_devices == 1 && dpex_cache_load(key, "clbin", &binary))
        program->handle = from_binary(program, &binary, options);
    dpex_text_fini(&binary);
    if (program->handle) return DPEX_SUCCESS;
    program->handle = driver->api.CreateProgramWithSource(dpex_cl_context_of(program->ctx), 1,
                                                          &source, &bytes, &code);
    DPEX_CL_TRY(code, "clCreateProgramWithSource");
    DPEX_TRY(build(program, program->handle, options));
    store_binary(program, program->handle, key);
    return DPEX_SUCCESS;
}

/* What the driver makes of SPIR-V is not cached. */
static dpex_status from_spirv(dpex_program *program, const void *il, size_t bytes,
                              const char *options)
{
    const cl_driver *driver = dpex_cl_driver_of(program->device);
    cl_int code;
    /* Version 2.1 or later. */
    if (!dpex_cl_of(program->device)->takes_il || !driver->api.CreateProgramWithIL)
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "%s takes OpenCL C only, no SPIR-V",
                         program->device->info.name);
    program->handle =
        driver->api.CreateProgramWithIL(dpex_cl_context_of(program->ctx), il, bytes, &code);
    if (code != CL_SUCCESS)
        return DPEX_FAIL_VENDOR(DPEX_ERROR_COMPILE, code,
                                "%s does not take this SPIR-V: clCreateProgramWithIL: %s (%d)",
                                program->device->info.name, cl_error_name(code), code);
    return build(program, program->handle, options);
}

/* Quotients and roots of the library's own texts are those of the host where the device can. OpenCL
 * C allows 2.5 and 3 ULP of float otherwise, which programs given by the user keep. */
dpex_status dpex_cl_program_create(dpex_program *program, dpex_language language, const void *text,
                                   size_t bytes, const char *options)
{
    const uint64_t can = program->device->info.single_fp_config;
    dpex_text all = DPEX_TEXT_EMPTY;
    DPEX_TRY(dpex_cl_check_process(dpex_cl_driver_of(program->device)));
    dpex_text_append(&all, "%s", options);
    if (is_generated(options) && can >> DPEX_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT & 1)
        dpex_text_append(&all, " -cl-fp32-correctly-rounded-divide-sqrt");
    dpex_status status =
        all.failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a program's options")
        : language == DPEX_LANGUAGE_SPIRV ? from_spirv(program, text, bytes, dpex_text_get(&all))
                                          : from_source(program, text, bytes, dpex_text_get(&all));
    dpex_text_fini(&all);
    return status;
}

void dpex_cl_program_destroy(dpex_program *program)
{
    const cl_driver *driver = dpex_cl_driver_of(program->device);
    /* Forked: no call of the driver is safe. */
    if (program->handle && !dpex_cl_is_forked(driver)) driver->api.ReleaseProgram(program->handle);
    program->handle = NULL;
}

/* ---- kernels ------------------------------------------------------------------------------------------- */

/* "names; separated; by semicolons" of a program's kernels, for messages; new. */
static void append_kernel_names(const dpex_program *program, dpex_text *text)
{
    const cl_driver *driver = dpex_cl_driver_of(program->device);
    char names[1024] = "";
    driver->api.GetProgramInfo(program->handle, CL_PROGRAM_KERNEL_NAMES, sizeof names - 1, names,
                               NULL);
    dpex_text_append(text, "%s", names);
}

static dpex_status fail_no_kernel(const dpex_program *program, const char *name)
{
    dpex_text names = DPEX_TEXT_EMPTY;
    append_kernel_names(program, &names);
    dpex_status status =
        DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the program has no kernel '%s'; it has: %s", name,
                  dpex_text_get(&names));
    dpex_text_fini(&names);
    return status;
}

/* Types and names of the arguments; drivers need not know them (programs from binaries): then they
 * stay unknown. */
static void describe_args(const cl_driver *driver, dpex_cl_kernel *kernel)
{
    for (cl_uint i = 0; i < kernel->n_args; i++) {
        struct dpex_cl_arg *arg = &kernel->args[i];
        if (!driver->api.GetKernelArgInfo ||
            driver->api.GetKernelArgInfo(kernel->id, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                                         sizeof arg->address_space, &arg->address_space,
                                         NULL) != CL_SUCCESS) {
            /* 0: unknown, and everything is accepted. */
            arg->address_space = 0;
            continue;
        }
        driver->api.GetKernelArgInfo(kernel->id, i, CL_KERNEL_ARG_TYPE_NAME, sizeof arg->type - 1,
                                     arg->type, NULL);
        driver->api.GetKernelArgInfo(kernel->id, i, CL_KERNEL_ARG_NAME, sizeof arg->name - 1,
                                     arg->name, NULL);
    }
}

/* Queries that fail leave zeros. local: 0 unless the kernel has reqd_work_group_size. */
static void describe_kernel(dpex_kernel *kernel, const cl_driver *driver, dpex_cl_kernel *made)
{
    cl_device device = dpex_cl_of(kernel->program->device)->id;
    const dpex_device_info *info = &kernel->program->device->info;
    cl_ulong private_bytes = 0;
    size_t group = 0, multiple = 0;
    driver->api.GetKernelWorkGroupInfo(made->id, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof group,
                                       &group, NULL);
    driver->api.GetKernelWorkGroupInfo(made->id, device,
                                       CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof multiple, &multiple, NULL);
    driver->api.GetKernelWorkGroupInfo(made->id, device, CL_KERNEL_PRIVATE_MEM_SIZE,
                                       sizeof private_bytes, &private_bytes, NULL);
    driver->api.GetKernelWorkGroupInfo(made->id, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof made->local, made->local, NULL);
    kernel->info.n_args = made->n_args;
    kernel->info.work_group_size = group;
    kernel->info.preferred_work_group_size_multiple = multiple;
    kernel->info.private_mem_bytes = private_bytes;
    kernel->info.max_num_sub_groups = info->max_num_sub_groups;
    kernel->info.max_sub_group_size =
        info->n_sub_group_sizes ? info->sub_group_sizes[info->n_sub_group_sizes - 1] : 1;
}

/* The lock guards the arguments of the driver's kernel object, from setting them to the launch. */
dpex_status dpex_cl_kernel_create(dpex_kernel *kernel, const char *name)
{
    dpex_program *program = kernel->program;
    const cl_driver *driver = dpex_cl_driver_of(program->device);
    cl_int code;
    cl_uint n_args = 0;
    DPEX_TRY(dpex_cl_check_process(driver));
    cl_kernel id = driver->api.CreateKernel(program->handle, name, &code);
    /* The code for "no such kernel" gets a better message. */
    if (code == CL_INVALID_KERNEL_NAME) return fail_no_kernel(program, name);
    DPEX_CL_TRY(code, "clCreateKernel");
    driver->api.GetKernelInfo(id, CL_KERNEL_NUM_ARGS, sizeof n_args, &n_args, NULL);
    dpex_cl_kernel *made = dpex_calloc(1, sizeof *made);
    char *own_name = dpex_strdup(name);
    if (made) made->args = dpex_calloc(n_args ? n_args : 1, sizeof *made->args);
    if (!made || !own_name || !made->args) {
        driver->api.ReleaseKernel(id);
        if (made) dpex_free(made->args);
        dpex_free(made);
        dpex_free(own_name);
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a kernel");
    }
    made->id = id;
    made->n_args = n_args;
    pthread_mutex_init(&made->lock, NULL);
    describe_args(driver, made);
    describe_kernel(kernel, driver, made);
    kernel->info.name = own_name;
    kernel->handle = made;
    return DPEX_SUCCESS;
}

void dpex_cl_kernel_destroy(dpex_kernel *kernel)
{
    dpex_cl_kernel *made = kernel->handle;
    const cl_driver *driver = dpex_cl_driver_of(kernel->program->device);
    if (!dpex_cl_is_forked(driver)) driver->api.ReleaseKernel(made->id);
    pthread_mutex_destroy(&made->lock);
    dpex_free(made->args);
    dpex_free(made);
    dpex_free((char *)kernel->info.name);
}
