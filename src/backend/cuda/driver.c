/* Opening the CUDA driver.
 *
 * cuInit takes long even where it finds nothing (docs/tuning.md), so the files that the driver's
 * kernel module leaves in /dev and /proc are checked before the library is opened. A library that
 * is too old, or that cannot start, is a failure with a reason: the registry logs it and there are
 * no CUDA devices. It is never closed. */
#include "backend/cuda/driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"
#include "base/fork.h"
#include "base/log.h"
#include "dpex/testing.h"

dpex_cuda_api dpex_the_cuda;

/* What is known of the driver; guarded by the lock until is_open. */
static struct {
    const char *library; /* NULL: the system's */
    void *handle;
    _Atomic int is_open;
    int generation; /* dpex_fork_generation when it was initialised */
    int version;
} driver;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards opening */
DPEX_FORK_GUARD(lock)

/* Before the first use of the driver, by tests that bring a simulated one. */
void dpex_testing_set_cuda_library(const char *path)
{
    driver.library = path;
}

int dpex_cuda_driver_version(void)
{
    return driver.version;
}

/* ---- errors ---------------------------------------------------------------------------------------------- */

const char *dpex_cuda_error_name(CUresult code)
{
    const char *name = NULL;
    /* Older drivers lack the entry; see the table's `required`. */
    if (!dpex_the_cuda.GetErrorName || dpex_the_cuda.GetErrorName(code, &name) || !name)
        return "unknown CUDA error";
    return name;
}

const char *dpex_cuda_fatal_text(CUresult code)
{
    /* Codes after which the context answers nothing but the same code. */
    switch (code) {
#define DPEX_CUDA_FATAL(number, text)                                                              \
    case number:                                                                                   \
        return text;
#include "defs/cuda_fatal.def"
#undef DPEX_CUDA_FATAL
    default: return NULL;
    }
}

dpex_status dpex_cuda_report(CUresult code, const char *call)
{
    if (code == CUDA_SUCCESS) return DPEX_SUCCESS;
    const char *text = NULL;
    dpex_status status =
        code == CUDA_ERROR_OUT_OF_MEMORY ? DPEX_ERROR_NO_MEMORY : DPEX_ERROR_BACKEND;
    if (dpex_the_cuda.GetErrorString && dpex_the_cuda.GetErrorString(code, &text) == CUDA_SUCCESS &&
        text)
        return DPEX_FAIL_VENDOR(status, code, "%s: %s (%d): %s", call, dpex_cuda_error_name(code),
                                code, text);
    return DPEX_FAIL_VENDOR(status, code, "%s: %s (%d)", call, dpex_cuda_error_name(code), code);
}

int dpex_cuda_is_forked(void)
{
    /* The child has its own generation. */
    return driver.generation != dpex_fork_generation();
}

dpex_status dpex_cuda_check_process(void)
{
    if (!dpex_cuda_is_forked()) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_FORKED,
                     "CUDA devices cannot be used in a forked process: they were found before the "
                     "fork (start workers with spawn or forkserver)");
}

/* ---- opening --------------------------------------------------------------------------------------------- */

/* Whether a kernel module of NVIDIA's is loaded: a driver of its own, WSL's, or a Tegra's. */
static dpex_status check_kernel_module(void)
{
    static const char *const signs[] = {"/dev/nvidiactl", "/proc/driver/nvidia/version", "/dev/dxg",
                                        "/dev/nvmap"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (access(signs[i], F_OK) == 0) return DPEX_SUCCESS;
    return DPEX_FAIL(
        DPEX_ERROR_NO_DEVICE,
        "no kernel module of NVIDIA's is loaded (there is neither %s nor %s, %s or %s)", signs[0],
        signs[1], signs[2], signs[3]);
}

static dpex_status load_functions(void *handle)
{
    void *entry;
#define DPEX_CUDA(name, symbol, required, parameters)                                              \
    entry = dlsym(handle, symbol);                                                                 \
    if (!entry && required)                                                                        \
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,                                                   \
                         "the NVIDIA driver is too old: it lacks %s (CUDA 11.2 is needed)",        \
                         symbol);                                                                  \
    memcpy(&dpex_the_cuda.name, &entry, sizeof entry);
#include "defs/cuda_driver.def"
#undef DPEX_CUDA
    return DPEX_SUCCESS;
}

static dpex_status open_library(void)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so",
                                        "/usr/lib/wsl/lib/libcuda.so.1"};
    if (driver.library) driver.handle = dlopen(driver.library, RTLD_NOW | RTLD_LOCAL);
    /* A library that a test names is the only one that counts. */
    for (size_t i = 0; i < sizeof names / sizeof *names && !driver.handle && !driver.library; i++)
        driver.handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!driver.handle)
        return DPEX_FAIL(
            DPEX_ERROR_BACKEND,
            "an NVIDIA device may be there, but its driver's library does not open: %s", dlerror());
    return DPEX_SUCCESS;
}

/* With the lock held. */
static dpex_status open_driver(void)
{
    /* A second attempt after a failure keeps the library. */
    if (!driver.handle) DPEX_TRY(open_library());
    DPEX_TRY(load_functions(driver.handle));
    CUresult code = dpex_the_cuda.Init(0);
    /* A driver without devices is none for us: is_open stays 0. */
    if (code == CUDA_ERROR_NO_DEVICE)
        return DPEX_FAIL(DPEX_ERROR_NO_DEVICE, "the driver shows none");
    DPEX_TRY(dpex_cuda_report(code, "cuInit"));
    DPEX_TRY(
        dpex_cuda_report(dpex_the_cuda.DriverGetVersion(&driver.version), "cuDriverGetVersion"));
    driver.generation = dpex_fork_generation();
    DPEX_LOG_LINE(DPEX_LOG_DISCOVERY, "cuda: driver for CUDA %d.%d", driver.version / 1000,
                  driver.version % 1000 / 10);
    /* Last: the functions may be used without the lock from here on. */
    driver.is_open = 1;
    return DPEX_SUCCESS;
}

dpex_status dpex_cuda_open(const dpex_cuda_api **api)
{
    dpex_status status = DPEX_SUCCESS;
    *api = NULL;
    if (!driver.library) DPEX_TRY(check_kernel_module());
    pthread_mutex_lock(&lock);
    if (!driver.is_open) status = open_driver();
    if (!status && driver.is_open) *api = &dpex_the_cuda;
    pthread_mutex_unlock(&lock);
    return status;
}

static dpex_env_switch synchronous = {.name = "DPEX_SYNC"};

int dpex_cuda_is_synchronous(void)
{
    return dpex_env_is_on(&synchronous);
}
