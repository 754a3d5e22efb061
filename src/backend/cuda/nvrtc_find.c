/* Finding and opening NVRTC.
 *
 * It comes in versions 11 to 13, each with a library name of its own, and is in one of several folders: where CUDA_PATH or
 * CUDA_HOME say, in the site-packages of PyPI's nvidia-cuda-nvrtc (beside our own package, or in the virtual environment), in
 * the system's library path, in /usr/local/cuda. A driver takes code of its own major version's compilers and older ones, so
 * the newest of those is opened. Where none is, the next attempt searches again: a notebook may have installed it meanwhile. */
#include <dlfcn.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/driver.h"
#include "backend/cuda/nvrtc.h"
#include "base/alloc.h"
#include "base/fork.h"
#include "base/log.h"
#include "base/text.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the two below */
DPEX_FORK_GUARD(lock)
static dpex_nvrtc the_nvrtc;
static int is_open;

/* ---- one candidate ----------------------------------------------------------------------------------------- */

static int load_functions(dpex_nvrtc *nvrtc, void *handle)
{
    void *entry;
#define DPEX_NVRTC(name, required, parameters)                                                     \
    entry = dlsym(handle, "nvrtc" #name);                                                          \
    if (!entry && required) return 0;                                                              \
    memcpy(&nvrtc->name, &entry, sizeof entry);
#include "defs/cuda_nvrtc.def"
#undef DPEX_NVRTC
    entry = dlsym(handle, "nvrtcGetErrorString");
    memcpy(&nvrtc->GetErrorString, &entry, sizeof entry);
    /* Its type differs from that of the table's functions. */
    return entry != NULL;
}

static int read_architectures(dpex_nvrtc *nvrtc)
{
    int n = 0;
    if (nvrtc->GetNumSupportedArchs(&n) || n <= 0) return 0;
    nvrtc->architectures = dpex_calloc((size_t)n, sizeof *nvrtc->architectures);
    if (!nvrtc->architectures || nvrtc->GetSupportedArchs(nvrtc->architectures)) return 0;
    nvrtc->n_architectures = n;
    return 1;
}

/* Opens a file, or a name in the system's path; 0 where that is no compiler. */
static int try_library(dpex_nvrtc *nvrtc, const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return 0;
    if (load_functions(nvrtc, handle) &&
        nvrtc->Version(&nvrtc->major, &nvrtc->minor) == NVRTC_SUCCESS &&
        read_architectures(nvrtc)) {
        DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "cuda: NVRTC %d.%d from %s", nvrtc->major, nvrtc->minor,
                      path);
        return 1;
    }
    /* Whatever a half-working library has left. */
    dpex_free(nvrtc->architectures);
    *nvrtc = (dpex_nvrtc){0};
    dlclose(handle);
    return 0;
}

/* `below` may hold wildcards. */
static int try_pattern(dpex_nvrtc *nvrtc, const char *folder, const char *below, const char *file)
{
    dpex_text pattern = DPEX_TEXT_EMPTY;
    glob_t found;
    int is_found = 0;
    dpex_text_append(&pattern, "%s%s/%s", folder, below, file);
    if (!pattern.failed && glob(dpex_text_get(&pattern), 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && !is_found; i++)
            is_found = try_library(nvrtc, found.gl_pathv[i]);
        globfree(&found);
    }
    dpex_text_fini(&pattern);
    return is_found;
}

/* ---- the folders ------------------------------------------------------------------------------------------- */

/* <site-packages>/opendpex/lib/libdpex.so → <site-packages>; 0 where the library lies elsewhere. */
static int own_site_packages(dpex_text *folder)
{
    Dl_info info;
    if (!dladdr((const void *)(uintptr_t)dpex_nvrtc_open, &info) || !info.dli_fname) return 0;
    const char *end = info.dli_fname + strlen(info.dli_fname);
    /* Three folders up. */
    for (int i = 0; i < 3; i++) {
        do {
            if (end == info.dli_fname) return 0;
            end--;
        } while (*end != '/');
    }
    dpex_text_append_bytes(folder, info.dli_fname, (size_t)(end - info.dli_fname));
    return !folder->failed;
}

static int try_toolkit(dpex_nvrtc *nvrtc, const char *root, const char *file)
{
    static const char *const below[] = {"/lib64", "/lib", "/targets/*/lib"};
    int is_found = 0;
    for (size_t i = 0; root && *root && i < sizeof below / sizeof *below && !is_found; i++)
        is_found = try_pattern(nvrtc, root, below[i], file);
    return is_found;
}

static int try_packages(dpex_nvrtc *nvrtc, const char *file)
{
    dpex_text site = DPEX_TEXT_EMPTY;
    /* An unset variable and an empty one are the same. */
    const char *environment = getenv("VIRTUAL_ENV");
    int is_found =
        (own_site_packages(&site) &&
         try_pattern(nvrtc, dpex_text_get(&site), "/nvidia/*/lib", file)) ||
        (environment && *environment &&
         try_pattern(nvrtc, environment, "/lib/python3*/site-packages/nvidia/*/lib", file));
    dpex_text_fini(&site);
    return is_found;
}

static int try_version(dpex_nvrtc *nvrtc, const char *file)
{
    /* In this order: what the user named, what pip installed, what the system has. */
    return try_toolkit(nvrtc, getenv("CUDA_PATH"), file) ||
           try_toolkit(nvrtc, getenv("CUDA_HOME"), file) || try_packages(nvrtc, file) ||
           try_library(nvrtc, file) || try_toolkit(nvrtc, "/usr/local/cuda", file);
}

static int find(dpex_nvrtc *nvrtc)
{
    static const struct {
        int major;
        const char *file;
        /* From 11.2 on all releases of version 11 have this name. */
    } versions[] = {{13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}, {11, "libnvrtc.so.11.2"}};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        /* Code of a newer major version would not load. */
        if (versions[i].major <= dpex_cuda_driver_version() / 1000 &&
            try_version(nvrtc, versions[i].file))
            return 1;
    return 0;
}

dpex_status dpex_nvrtc_open(const dpex_nvrtc **nvrtc)
{
    pthread_mutex_lock(
        &lock); /* the search takes some time; other threads that compile need its result anyway */
    if (!is_open) is_open = find(&the_nvrtc);
    int found = is_open;
    pthread_mutex_unlock(&lock);
    *nvrtc = &the_nvrtc;
    if (found) return DPEX_SUCCESS;
    int major = dpex_cuda_driver_version() / 1000;
    return DPEX_FAIL(
        DPEX_ERROR_UNSUPPORTED,
        "kernels for CUDA devices need NVRTC, NVIDIA's run-time compiler, version 11 to %d, which "
        "was not "
        /* The package's name depends on the version. */
        "found: pip install \"nvidia-cuda-nvrtc%s\", or set CUDA_PATH to a CUDA toolkit",
        major > 13 ? 13 : major,
        major >= 13   ? ""
        : major == 12 ? "-cu12"
                      : "-cu11");
}
