/* A compiled program in memory: OpenCL C text or object code in, entry points out. */
#ifndef DPEX_PROGRAM_MODULE_H
#define DPEX_PROGRAM_MODULE_H

#include <stddef.h>

#include "dpex/status.h"
#include "program/kernel_abi.h"

typedef struct dpex_module {
    void *library; /* dlopen's, or */
    struct dpex_object *object;
    const dpex_cl_program_table *table;
} dpex_module;

/* Compiles, or finds in the cache on disk, and loads. DPEX_ERROR_COMPILE: the message is the
 * compiler's whole text, its line numbers are the user's. Blocking. New: _close. */
dpex_status dpex_module_open(const char *text, size_t bytes, const char *options,
                             dpex_module *module);
/* The same of object code that holds the table of kernel_abi.h (object.h). */
dpex_status dpex_module_open_object(const void *bytes, size_t n, dpex_module *module);
void dpex_module_close(dpex_module *module);

/* The entry point `prefix` + kernel name, or NULL. */
void *dpex_module_find(const dpex_module *module, const char *prefix, const char *kernel);

#endif
