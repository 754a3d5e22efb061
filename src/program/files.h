/* Whole files as text. DPEX_ERROR_COMPILE with the system's reason: only compiling reads and
 * writes files here. Symbolic links are not followed. */
#ifndef DPEX_PROGRAM_FILES_H
#define DPEX_PROGRAM_FILES_H

#include "base/text.h"

dpex_status dpex_file_read(const char *path, dpex_text *text);
/* durably: what was written is on the disk when the call returns. */
dpex_status dpex_file_write(const char *path, const char *bytes, size_t n, int durably);
/* All bytes to an open file. */
dpex_status dpex_file_put(int file, const char *bytes, size_t n);

#endif
