/* dpctl_sycl_kernel_bundle_interface.h, dpctl_sycl_kernel_interface.h and dpctl_sycl_extension_interface.h: programs, their kernels,
 * and the arguments of kernels that are objects. */
#include <stdlib.h>
#include <string.h>

#include "compat.h"

/* A kernel bundle is a dpex_program. Compiles now, in the calling thread; on failure the compiler's
 * message is what compat_failed shows. New reference. */
static DPCTLSyclKernelBundleRef compile(const char *function, const DPCTLSyclContextRef CRef,
                                        const DPCTLSyclDeviceRef DRef, dpex_language language,
                                        const void *text, size_t bytes, const char *options)
{
    dpex_program *program = NULL;
    dpex_status status = dpex_program_create(context_of(CRef), device_of(DRef), language, text,
                                             bytes, options ? options : "", &program);
    return compat_failed(function, status) ? NULL : (DPCTLSyclKernelBundleRef)program;
}

DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromSpirv(const DPCTLSyclContextRef CRef,
                                                           const DPCTLSyclDeviceRef DRef,
                                                           const void *spirv, size_t length,
                                                           const char *options)
{
    NEED(CRef, NULL);
    NEED(DRef, NULL);
    NEED(spirv, NULL);
    if (!length) return NULL;
    return compile(__func__, CRef, DRef, DPEX_LANGUAGE_SPIRV, spirv, length, options);
}

DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromOCLSource(const DPCTLSyclContextRef CRef,
                                                               const DPCTLSyclDeviceRef DRef,
                                                               const char *source,
                                                               const char *options)
{
    NEED(CRef, NULL);
    NEED(DRef, NULL);
    NEED(source, NULL);
    return compile(__func__, CRef, DRef, DPEX_LANGUAGE_SOURCE, source, strlen(source), options);
}

/* New reference; a kernel retains its program, so the bundle may be deleted before it. */
DPCTLSyclKernelRef DPCTLKernelBundle_GetKernel(DPCTLSyclKernelBundleRef KBRef, const char *name)
{
    NEED(KBRef, NULL);
    NEED(name, NULL);
    dpex_kernel *kernel = NULL;
    if (compat_failed(__func__, dpex_kernel_create((dpex_program *)KBRef, name, &kernel)))
        return NULL;
    return (DPCTLSyclKernelRef)kernel;
}

bool DPCTLKernelBundle_HasKernel(DPCTLSyclKernelBundleRef KBRef, const char *name)
{
    NEED(KBRef, false);
    NEED(name, false);
    return dpex_program_has_kernel((dpex_program *)KBRef, name);
}

void DPCTLKernelBundle_Delete(DPCTLSyclKernelBundleRef KBRef)
{
    if (IS_USABLE(KBRef)) dpex_program_release((dpex_program *)KBRef);
}

DPCTLSyclKernelBundleRef DPCTLKernelBundle_Copy(const DPCTLSyclKernelBundleRef KBRef)
{
    NEED(KBRef, NULL);
    return (DPCTLSyclKernelBundleRef)dpex_program_retain((dpex_program *)KBRef);
}

/* ---- kernels ---- */

void DPCTLKernel_Delete(DPCTLSyclKernelRef KRef)
{
    if (IS_USABLE(KRef)) dpex_kernel_release((dpex_kernel *)KRef);
}

DPCTLSyclKernelRef DPCTLKernel_Copy(const DPCTLSyclKernelRef KRef)
{
    NEED(KRef, NULL);
    return (DPCTLSyclKernelRef)dpex_kernel_retain((dpex_kernel *)KRef);
}

#define NUMBER(type, function, field)                                                              \
    type function(const DPCTLSyclKernelRef KRef)                                                   \
    {                                                                                              \
        NEED(KRef, 0);                                                                             \
        return (type)dpex_kernel_get_info((dpex_kernel *)KRef)->field;                             \
    }
NUMBER(size_t, DPCTLKernel_GetNumArgs, n_args)
NUMBER(size_t, DPCTLKernel_GetWorkGroupSize, work_group_size)
NUMBER(size_t, DPCTLKernel_GetPreferredWorkGroupSizeMultiple, preferred_work_group_size_multiple)
NUMBER(size_t, DPCTLKernel_GetPrivateMemSize, private_mem_bytes)
NUMBER(uint32_t, DPCTLKernel_GetMaxNumSubGroups, max_num_sub_groups)
NUMBER(uint32_t, DPCTLKernel_GetMaxSubGroupSize, max_sub_group_size)
NUMBER(uint32_t, DPCTLKernel_GetCompileNumSubGroups, compile_num_sub_groups)
NUMBER(uint32_t, DPCTLKernel_GetCompileSubGroupSize, compile_sub_group_size)
#undef NUMBER

/* ---- arguments that are objects ---- */

/* Only a size: the memory itself is the work-group's, and exists while the kernel runs. */
DPCTLSyclWorkGroupMemoryRef DPCTLWorkGroupMemory_Create(size_t nbytes)
{
    RawWorkGroupMemory *memory = malloc(sizeof *memory);
    if (memory) memory->nbytes = nbytes;
    return (DPCTLSyclWorkGroupMemoryRef)memory;
}

void DPCTLWorkGroupMemory_Delete(DPCTLSyclWorkGroupMemoryRef Ref)
{
    free(Ref);
}

bool DPCTLWorkGroupMemory_Available(void)
{
    return true;
}

/* The bytes are copied behind the struct, in one block, so that the caller's may go. */
DPCTLSyclRawKernelArgRef DPCTLRawKernelArg_Create(void *bytes, size_t count)
{
    if (count) NEED(bytes, NULL);
    RawKernelArgData *arg = malloc(sizeof *arg + count);
    if (!arg) return NULL;
    arg->nbytes = count;
    arg->data = arg + 1;
    if (count) memcpy(arg->data, bytes, count);
    return (DPCTLSyclRawKernelArgRef)arg;
}

void DPCTLRawKernelArg_Delete(DPCTLSyclRawKernelArgRef Ref)
{
    free(Ref);
}

bool DPCTLRawKernelArg_Available(void)
{
    return true;
}
