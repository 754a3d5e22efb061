/* Finding and opening OpenCL drivers without the ICD loader.
 *
 * Libraries are named by OCL_ICD_FILENAMES (paths, separated by colons) and by the .icd files in
 * OCL_ICD_VENDORS (a folder, or one file), /etc/OpenCL/vendors and the vendors folder of the
 * virtual environment that holds this library. PyPI's packages leave .icd files there whose paths
 * do not exist on this machine: a file of that name in the environment's lib folder is opened then.
 * A library that is listed twice, or by two names for one file, counts once. The search for .icd
 * files costs a few system calls; only where one is found is a driver opened. */
#include "backend/opencl/icd.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/dynlib.h"
#include "base/env.h"
#include "base/error.h"
#include "base/fork.h"
#include "base/log.h"

enum { MAX_LIBRARIES = 32, MAX_PLATFORMS = 16 };

/* Libraries to open: their real paths, or bare names for the dynamic linker to find. */
typedef struct library_list {
    char paths[MAX_LIBRARIES][PATH_MAX];
    size_t n;
    char environment[PATH_MAX]; /* root of the virtual environment, "" for none */
} library_list;

/* Follows links. */
static int exists(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0;
}

static void add_library(library_list *list, const char *path)
{
    char real[PATH_MAX];
    /* A bare name is the dynamic linker's to find. */
    if (!strchr(path, '/') || !realpath(path, real)) snprintf(real, sizeof real, "%s", path);
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->paths[i], real) == 0) return;
    /* More than MAX_LIBRARIES are left out. */
    if (list->n < MAX_LIBRARIES) snprintf(list->paths[list->n++], PATH_MAX, "%s", real);
}

/* The path that an .icd file names, or the file of that name beside it in the environment's lib
 * folder. */
static void add_named_library(library_list *list, const char *named)
{
    char beside[PATH_MAX];
    const char *base = strrchr(named, '/');
    base = base ? base + 1 : named;
    if (*list->environment && !exists(named)) {
        int len = snprintf(beside, sizeof beside, "%s/lib/%s", list->environment, base);
        if (len < (int)sizeof beside && exists(beside)) named = beside;
    }
    add_library(list, named);
}

static void read_icd_file(library_list *list, const char *path)
{
    char line[PATH_MAX];
    FILE *file = fopen(path, "re");
    if (!file) return;
    if (fgets(line, sizeof line, file)) {
        /* One path per file, maybe with a line end of another system. */
        line[strcspn(line, "\r\n \t")] = '\0';
        if (*line) add_named_library(list, line);
    }
    fclose(file);
}

static int ends_with_icd(const char *name)
{
    size_t len = strlen(name);
    return len > 4 && strcmp(name + len - 4, ".icd") == 0;
}

static void read_vendors(library_list *list, const char *folder)
{
    struct dirent **entries;
    if (ends_with_icd(folder)) {
        read_icd_file(list, folder);
        return;
    }
    /* Sorted, so that devices have the same numbers on every run. */
    int n = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        int len = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (len < (int)sizeof path && ends_with_icd(path)) read_icd_file(list, path);
        free(entries[i]);
    }
    if (n >= 0) free(entries);
}

static void add_file_names(library_list *list, const char *names)
{
    while (*names) {
        char path[PATH_MAX];
        size_t len = strcspn(names, ":");
        if (len > 0 && len < sizeof path) {
            memcpy(path, names, len);
            path[len] = '\0';
            add_named_library(list, path);
        }
        names += len + (names[len] == ':');
    }
}

static void find_libraries(library_list *list)
{
    char folder[PATH_MAX + 32];
    const char *vendors = dpex_env_text("OCL_ICD_VENDORS"),
               *names = dpex_env_text("OCL_ICD_FILENAMES");
    list->n = 0;
    dpex_dynlib_find_environment(list->environment, sizeof list->environment);
    /* Named libraries come before listed ones. */
    if (names) add_file_names(list, names);
    /* A folder of the user's replaces the usual ones, as with the ICD loader. */
    if (vendors) {
        read_vendors(list, vendors);
        return;
    }
    read_vendors(list, "/etc/OpenCL/vendors");
    if (*list->environment) {
        snprintf(folder, sizeof folder, "%s/etc/OpenCL/vendors", list->environment);
        read_vendors(list, folder);
    }
}

/* "OpenCL 3.0 PoCL ..." -> 300 */
static int read_version(const cl_driver *driver)
{
    char text[256] = "";
    int major = 1, minor = 0;
    driver->api.GetPlatformInfo(driver->platform, CL_PLATFORM_VERSION, sizeof text - 1, text, NULL);
    /* A platform without a version is treated as version 1.0. */
    if (sscanf(text, "OpenCL %d.%d", &major, &minor) != 2) return 100;
    return 100 * major + 10 * minor;
}

static dpex_status add_platform(cl_platform platform, void *(*get_extension)(const char *),
                                cl_driver ***drivers, size_t *n)
{
    /* Compared by the platform's object, which is the driver's. */
    for (size_t i = 0; i < *n; i++) /* one library under two names, which only opening it shows */
        if ((*drivers)[i]->platform == platform) return DPEX_SUCCESS;
    cl_driver **longer = dpex_realloc(*drivers, (*n + 1) * sizeof *longer);
    if (longer) *drivers = longer;
    cl_driver *driver = longer ? dpex_calloc(1, sizeof *driver) : NULL;
    if (!driver) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for the OpenCL platforms");
    driver->platform = platform;
    driver->generation = dpex_fork_generation();
    driver->get_extension = get_extension;
    /* Twice: the version is asked through functions that every version has. */
    cl_api_fill(&driver->api, platform->table, 100);
    driver->version = read_version(driver);
    cl_api_fill(&driver->api, platform->table, driver->version);
    longer[(*n)++] = driver;
    return DPEX_SUCCESS;
}

static dpex_status open_library(const char *path, cl_driver ***drivers, size_t *n)
{
    void *(*get_extension)(const char *);
    cl_int (*get_platforms)(cl_uint, cl_platform *, cl_uint *);
    cl_platform platforms[MAX_PLATFORMS];
    cl_uint n_platforms = 0;
    /* Local: drivers bring libraries of which the process may have another version. */
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        DPEX_LOG_LINE(DPEX_LOG_DISCOVERY, "opencl: %s does not open: %s", path, dlerror());
        return DPEX_SUCCESS;
    }
    void *symbol = dlsym(library, "clGetExtensionFunctionAddress");
    memcpy(&get_extension, &symbol, sizeof symbol);
    /* The entry that the extension cl_khr_icd demands of each driver. */
    void *entry = symbol ? get_extension("clIcdGetPlatformIDsKHR") : NULL;
    memcpy(&get_platforms, &entry, sizeof entry);
    if (!entry || get_platforms(MAX_PLATFORMS, platforms, &n_platforms) != CL_SUCCESS) {
        DPEX_LOG_LINE(DPEX_LOG_DISCOVERY, "opencl: %s shows no platform", path);
        return DPEX_SUCCESS;
    }
    for (cl_uint i = 0; i < n_platforms && i < MAX_PLATFORMS; i++)
        DPEX_TRY(add_platform(platforms[i], get_extension, drivers, n));
    DPEX_LOG_LINE(DPEX_LOG_DISCOVERY, "opencl: %s: %u platforms", path, n_platforms);
    return DPEX_SUCCESS;
}

dpex_status cl_icd_open_all(cl_driver ***drivers, size_t *n)
{
    *drivers = NULL;
    *n = 0;
    /* On the heap: it is too large for a thread's stack. */
    library_list *list = dpex_malloc(sizeof *list);
    if (!list)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for the list of OpenCL drivers");
    find_libraries(list);
    if (!list->n)
        DPEX_LOG_LINE(DPEX_LOG_DISCOVERY,
                      "opencl: no devices: no driver is listed in /etc/OpenCL/vendors, the virtual "
                      "environment, OCL_ICD_VENDORS or OCL_ICD_FILENAMES");
    dpex_status status = DPEX_SUCCESS;
    for (size_t i = 0; i < list->n && !status; i++)
        status = open_library(list->paths[i], drivers, n);
    dpex_free(list);
    return status;
}
