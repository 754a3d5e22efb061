/* Opening NVIDIA's libraries of routines (find.c searches), once: loading one takes up to a second,
 * so the first case that it takes does. */
#include "backend/cuda/library.h"

#include <dlfcn.h>
#include <string.h>

#include "base/env.h"
#include "base/fork.h"
#include "base/log.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards is_open of all libraries */
DPEX_FORK_GUARD(lock)

/* All functions or none: a library of another release may lack one, and then the next path is
 * tried. */
static int try_path(void *to, const char *path)
{
    dpex_cuda_library *library = to;
    char *functions = library->functions;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return 0;
    for (int i = 0; i < library->n_symbols; i++) {
        void *entry = dlsym(handle, library->symbols[i]);
        if (!entry) {
            dlclose(handle);
            return 0;
        }
        memcpy(functions + (size_t)i * sizeof entry, &entry, sizeof entry);
    }
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "cuda: %s from %s", library->name, path);
    return 1;
}

static dpex_env_switch vendor_libraries = {.name = "DPEX_VENDOR_LIBRARIES", .is_on_by_default = 1};

int dpex_cuda_library_open(dpex_cuda_library *library)
{
    static const int n_releases = sizeof library->releases / sizeof *library->releases;
    if (!dpex_env_is_on(&vendor_libraries)) return 0;
    pthread_mutex_lock(&lock);
    /* -1: searched in vain. Unlike a compiler, which is needed, it is not searched for again at
     * each call. */
    if (!library->is_open) {
        library->is_open =
            dpex_cuda_find_library(library->releases, n_releases, try_path, library) ? 1 : -1;
        if (library->is_open < 0)
            DPEX_LOG_LINE(DPEX_LOG_PROGRAM,
                          "cuda: no %s; own kernels compute what it would (pip install "
                          "\"opendpex[cuda]\")",
                          library->name);
    }
    const int is_open = library->is_open > 0;
    pthread_mutex_unlock(&lock);
    return is_open;
}

dpex_status dpex_cuda_library_check(const dpex_cuda_library *library, int code, const char *call,
                                    int out_of_memory)
{
    if (code == 0) return DPEX_SUCCESS;
    return DPEX_FAIL(code == out_of_memory ? DPEX_ERROR_NO_MEMORY : DPEX_ERROR_BACKEND,
                     "%s: %s failed with status %d", library->name, call, code);
}
