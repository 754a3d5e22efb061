/* Messages, texts and the translation of enumerations, for all files of libDPCTLSyclInterface.
 *
 * The environment is read at each message and nothing is cached, so that a program may set
 * DPCTL_VERBOSITY after loading the library. `error` shows failures, `warning` also arguments that
 * were refused. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compat.h"

/* Whether DPCTL_VERBOSITY, read anew each time, asks for messages of this level. */
static int is_shown(int is_warning)
{
    const char *level = getenv("DPCTL_VERBOSITY");
    if (!level) return 0;
    return !strncmp(level, "warning", 7) || (!is_warning && !strncmp(level, "error", 5));
}

void compat_warn(const char *function, const char *what)
{
    if (is_shown(1)) fprintf(stderr, "[WARN] %s in %s\n", what, function);
}

/* A reference to something else would otherwise be read as what its type says, and fail far from here. Reading the tag is
 * safe for whatever the interface gives out, since all of that is at least eight bytes long. */
int compat_is_usable(const void *ptr, int kind, const char *function, const char *name)
{
    char what[80];
    if (ptr && (!kind || (int)dpex_object_get_kind(ptr) == kind)) return 1;
    snprintf(what, sizeof what, "%s is %s", name,
             ptr ? "a reference to something else, or was deleted" : "NULL");
    compat_warn(function, what);
    return 0;
}

int compat_failed(const char *function, dpex_status status)
{
    if (status && is_shown(0))
        fprintf(stderr, "[ERR] %s in %s at %s\n", dpex_error_message(), function,
                dpex_error_location());
    return status != DPEX_SUCCESS;
}

/* strdup, not dpex_malloc: DPCTLCString_Delete also gets texts that an extension allocated by malloc. */
char *compat_text(const char *text)
{
    return strdup(text);
}

/* An append that gets no memory leaves the text as it was: what has been appended stays valid, and
 * the caller still frees one block. */
void compat_append(char **text, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *more = NULL;
    int n = vasprintf(&more, fmt, args);
    va_end(args);
    if (n < 0) more = NULL;
    size_t before = *text ? strlen(*text) : 0;
    char *longer = more ? realloc(*text, before + (size_t)n + 1) : NULL;
    if (longer) {
        memcpy(longer + before, more, (size_t)n + 1);
        *text = longer;
    }
    free(more);
}

DPCTLSyclBackendType compat_backend(dpex_backend_name backend)
{
    switch (backend) {
    case DPEX_BACKEND_CUDA: return DPCTL_CUDA;
    case DPEX_BACKEND_HIP: return DPCTL_HIP;
    case DPEX_BACKEND_LEVEL_ZERO: return DPCTL_LEVEL_ZERO;
    case DPEX_BACKEND_OPENCL: return DPCTL_OPENCL;
    default: return DPCTL_UNKNOWN_BACKEND;
    }
}

/* The numbers are SYCL's bits, libdpex's count: hence the switch, whose missing cases the compiler reports. */
DPCTLSyclDeviceType compat_device_type(dpex_device_type type)
{
    switch (type) {
    case DPEX_TYPE_ACCELERATOR: return DPCTL_ACCELERATOR;
    case DPEX_TYPE_AUTOMATIC: return DPCTL_AUTOMATIC;
    case DPEX_TYPE_CPU: return DPCTL_CPU;
    case DPEX_TYPE_CUSTOM: return DPCTL_CUSTOM;
    case DPEX_TYPE_GPU: return DPCTL_GPU;
    case DPEX_TYPE_ALL: return DPCTL_ALL;
    }
    return DPCTL_UNKNOWN_DEVICE;
}

/* Bits of one kind are alternatives, the two kinds are conditions: (cuda | opencl) & gpu. An
 * identifier without bits matches nothing, as in dpctl. */
int compat_matches(const dpex_device *device, int identifier)
{
    int backends = identifier & DPCTL_ALL_BACKENDS, types = identifier & DPCTL_ALL;
    if (!backends && !types) return 0;
    const dpex_device_info *info = dpex_device_get_info(device);
    return (!backends || (backends & (int)compat_backend(info->backend))) &&
           (!types || (types & (int)compat_device_type(info->type)));
}
