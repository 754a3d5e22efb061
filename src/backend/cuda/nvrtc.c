/* Opening NVRTC (find.c searches). Where there is none, the next attempt searches again: a notebook
 * may have installed it meanwhile. */
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "backend/cuda/nvrtc.h"

#include "backend/cuda/driver.h"
#include "backend/cuda/find.h"
#include "base/alloc.h"
#include "base/exit.h"
#include "base/fork.h"
#include "base/log.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the two below */
DPEX_FORK_GUARD(lock)
static dpex_nvrtc the_nvrtc;
static int is_open;

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

/* A program is compiled for the newest of these that the device is not older than (compile.c). */
static int read_architectures(dpex_nvrtc *nvrtc)
{
    int n = 0;
    if (nvrtc->GetNumSupportedArchs(&n) || n <= 0) return 0;
    nvrtc->architectures = dpex_calloc((size_t)n, sizeof *nvrtc->architectures);
    if (!nvrtc->architectures || nvrtc->GetSupportedArchs(nvrtc->architectures)) return 0;
    nvrtc->n_architectures = n;
    return 1;
}

/* Opens a file, or a name in the system's path; 0 where that is not a compiler. */
static int try_library(void *to, const char *path)
{
    dpex_nvrtc *nvrtc = to;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return 0;
    if (load_functions(nvrtc, handle) &&
        nvrtc->Version(&nvrtc->major, &nvrtc->minor) == NVRTC_SUCCESS &&
        read_architectures(nvrtc)) {
        DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "cuda: NVRTC %d.%d from %s", nvrtc->major, nvrtc->minor,
                      path);
        return 1;
    }
    /* Closes what a library without all functions has left open. */
    dpex_free(nvrtc->architectures);
    *nvrtc = (dpex_nvrtc){0};
    dlclose(handle);
    return 0;
}

static int find(dpex_nvrtc *nvrtc)
{
    /* From 11.2 on all releases of version 11 have one name. */
    static const dpex_cuda_release releases[] = {
        {13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}, {11, "libnvrtc.so.11.2"}};
    return dpex_cuda_find_library(releases, sizeof releases / sizeof *releases, try_library, nvrtc);
}

dpex_status dpex_nvrtc_open(const dpex_nvrtc **nvrtc)
{
    pthread_mutex_lock(
        &lock); /* the search takes some time; other threads that compile need its result anyway */
    if (!is_open) {
        is_open = find(&the_nvrtc);
        if (is_open) dpex_exit_stop_before_libraries();
    }
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
