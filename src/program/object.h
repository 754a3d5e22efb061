/* Object code in memory: a relocatable ELF file of this machine, as a compiler writes it, made
 * executable in this process.
 *
 * It needs no linker and no file. The code may call what defs/kernel_symbols.def names and the
 * vector functions of libmvec, nothing else; it has no writable data. */
#ifndef DPEX_PROGRAM_OBJECT_H
#define DPEX_PROGRAM_OBJECT_H

#include <stddef.h>

#include "dpex/status.h"

typedef struct dpex_object dpex_object;

/* bytes are copied. DPEX_ERROR_COMPILE for what is not an object file of this machine, or needs a
 * symbol that does not exist. New. */
dpex_status dpex_object_load(const void *bytes, size_t n, dpex_object **object);
void dpex_object_free(dpex_object *object); /* NULL is fine */

/* The address of a global symbol that the object defines, or NULL. */
void *dpex_object_find(const dpex_object *object, const char *name);

#endif
