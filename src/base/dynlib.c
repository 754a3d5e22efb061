/* Libraries that are opened at run time, from where this one lies. */
#include "base/dynlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *dpex_dynlib_open_beside(const char *file, const char **why)
{
    Dl_info info;
    char folder[PATH_MAX], path[2 * PATH_MAX];
    *why = "its folder cannot be found";
    if (!dladdr((void *)(uintptr_t)dpex_dynlib_open_beside, &info) ||
        !realpath(info.dli_fname, folder))
        return NULL;
    *strrchr(folder, '/') = '\0';
    snprintf(path, sizeof path, "%s/%s", folder, file);
    /* Local: symbols of a plug-in do not replace those of other libraries in the process. */
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) *why = dlerror();
    return library;
}
