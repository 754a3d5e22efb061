/* Libraries that are opened at run time, from where this one lies. */
#include "base/dynlib.h"
#include "base/env.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

void dpex_dynlib_find_environment(char *root, size_t bytes)
{
    Dl_info info;
    char path[PATH_MAX];
    const char *named = dpex_env_text("VIRTUAL_ENV");
    *root = '\0';
    /* The variable is set by `activate`; programs may also be started without it. */
    if (named && strlen(named) < bytes) {
        snprintf(root, bytes, "%s", named);
        return;
    }
    if (!dladdr((void *)(uintptr_t)dpex_dynlib_find_environment, &info) ||
        !realpath(info.dli_fname, path))
        return;
    for (char *slash; (slash = strrchr(path, '/')) != NULL;) {
        char config[PATH_MAX + 16];
        *slash = '\0';
        snprintf(config, sizeof config, "%s/pyvenv.cfg", path);
        if (access(config, F_OK) == 0 && strlen(path) < bytes) {
            snprintf(root, bytes, "%s", path);
            return;
        }
    }
}
