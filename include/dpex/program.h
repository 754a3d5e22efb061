/* Programs: kernels from source text, SPIR-V or object code, for one context and device. */
#ifndef DPEX_PROGRAM_H
#define DPEX_PROGRAM_H

#include "queue.h"

DPEX_EXTERN_C_BEGIN

typedef struct dpex_program dpex_program;

typedef enum dpex_language {
    DPEX_LANGUAGE_SOURCE, /* OpenCL C; on CUDA devices CUDA C or portable kernel C */
    DPEX_LANGUAGE_SPIRV,
    DPEX_LANGUAGE_OBJECT /* relocatable machine code with the entry points of src/program/kernel_abi.h: host devices */
} dpex_language;

/* Compiles `bytes` of text or SPIR-V. DPEX_ERROR_COMPILE: dpex_error_message() carries the
 * compiler's whole text. Blocking (a compiler runs); results are cached on disk. New. */
DPEX_API dpex_status dpex_program_create(dpex_context *ctx, dpex_device *device,
                                         dpex_language language, const void *text, size_t bytes,
                                         const char *options, dpex_program **program);
DPEX_API dpex_program *dpex_program_retain(dpex_program *program);
DPEX_API void dpex_program_release(dpex_program *program);
DPEX_API int dpex_program_has_kernel(const dpex_program *program, const char *name);
DPEX_API dpex_context *dpex_program_get_context(const dpex_program *program); /* borrowed */
DPEX_API dpex_device *dpex_program_get_device(const dpex_program *program);   /* borrowed */

/* DPEX_ERROR_INVALID_VALUE names the kernels that there are. New; retains the program. */
DPEX_API dpex_status dpex_kernel_create(dpex_program *program, const char *name,
                                        dpex_kernel **kernel);
DPEX_API dpex_kernel *dpex_kernel_retain(dpex_kernel *kernel);
DPEX_API void dpex_kernel_release(dpex_kernel *kernel);
DPEX_API dpex_program *dpex_kernel_get_program(const dpex_kernel *kernel); /* borrowed */

typedef struct dpex_kernel_info {
    const char *name;
    size_t n_args;
    size_t work_group_size;
    size_t preferred_work_group_size_multiple;
    size_t private_mem_bytes;
    size_t max_num_sub_groups;
    size_t max_sub_group_size;
    size_t compile_num_sub_groups;
    size_t compile_sub_group_size;
} dpex_kernel_info;
DPEX_API const dpex_kernel_info *dpex_kernel_get_info(const dpex_kernel *kernel); /* borrowed */

DPEX_EXTERN_C_END

#endif
