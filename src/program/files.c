/* Whole files as text (files.h). */
#include "program/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

dpex_status dpex_file_read(const char *path, dpex_text *text)
{
    FILE *file = fopen(path, "rbe");
    if (!file) return DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot read %s: %s", path, strerror(errno));
    char block[4096];
    size_t n;
    while ((n = fread(block, 1, sizeof block, file)) > 0) dpex_text_append_bytes(text, block, n);
    int failed = ferror(file);
    fclose(file);
    if (failed) return DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot read %s", path);
    return text->failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to read %s", path)
                        : DPEX_SUCCESS;
}

dpex_status dpex_file_write(const char *path, const char *bytes, size_t n)
{
    FILE *file = fopen(path, "wbe");
    if (!file) return DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot write %s: %s", path, strerror(errno));
    int failed = fwrite(bytes, 1, n, file) != n;
    failed |= fclose(file) != 0;
    return failed ? DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot write %s: %s", path, strerror(errno))
                  : DPEX_SUCCESS;
}
