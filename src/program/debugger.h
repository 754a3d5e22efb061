/* Tells debuggers of object code with line tables, by GDB's interface for code that is made at run time.
 *
 * A debugger reads the file from the memory of the process; its sections say where they were loaded. */
#ifndef DPEX_PROGRAM_DEBUGGER_H
#define DPEX_PROGRAM_DEBUGGER_H

#include <stddef.h>

#include "dpex/status.h"

typedef struct dpex_debug_entry dpex_debug_entry;

/* file: an ELF file with sh_addr set, allocated by dpex_malloc; it is taken, also on failure. */
dpex_status dpex_debugger_add(char *file, size_t bytes, dpex_debug_entry **entry);

/* NULL is accepted. */
void dpex_debugger_remove(dpex_debug_entry *entry);

#endif
