/* The properties of an OpenCL device: queries by table, aspects from extensions and
 * capabilities. */
#include "backend/opencl/opencl.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/env.h"

#define BIT(value) (1ull << (value))

/* One number of any width; 0 where the device does not know the query. */
static uint64_t number(const cl_driver *driver, cl_device id, cl_uint query, size_t bytes)
{
    uint64_t answer = 0; /* little-endian: a shorter answer lands in the low bytes */
    return driver->api.GetDeviceInfo(id, query, bytes, &answer, NULL) == CL_SUCCESS ? answer : 0;
}

/* A longer text is cut. */
static void text(const cl_driver *driver, cl_device id, cl_uint query, char *out)
{
    char long_text[1024] = "";
    driver->api.GetDeviceInfo(id, query, sizeof long_text - 1, long_text, NULL);
    const char *start = long_text + strspn(long_text, " ");
    snprintf(out, DPEX_TEXT_BYTES, "%.*s", DPEX_TEXT_BYTES - 1, start);
}

/* Whether the word stands in the device's list of extensions. */
static int has_extension(const char *extensions, const char *word)
{
    size_t len = strlen(word);
    /* Whole words: a name may be the prefix of another. */
    for (const char *at = extensions; (at = strstr(at, word)) != NULL; at += len)
        if ((at == extensions || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0')) return 1;
    return 0;
}

/* New text, of any length; dpex_free. */
static dpex_status get_extensions(const cl_driver *driver, cl_device id, char **extensions)
{
    size_t bytes = 0;
    DPEX_CL_TRY(driver->api.GetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &bytes),
                "clGetDeviceInfo");
    *extensions = dpex_calloc(bytes + 1, 1);
    if (!*extensions)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a device's extensions");
    cl_int code = driver->api.GetDeviceInfo(id, CL_DEVICE_EXTENSIONS, bytes, *extensions, NULL);
    if (code == CL_SUCCESS) return DPEX_SUCCESS;
    dpex_free(*extensions);
    return dpex_cl_check(code, "clGetDeviceInfo");
}

static void describe_numbers(dpex_device_info *info, const cl_driver *driver, cl_device id)
{
#define DPEX_CL_NUMBER(property, query, type)                                                      \
    info->property = number(driver, id, query, sizeof(type));
#include "defs/opencl_device_info.def"
#undef DPEX_CL_NUMBER
    static const dpex_mem_cache caches[] = {DPEX_MEM_CACHE_NONE, DPEX_MEM_CACHE_READ_ONLY,
                                            DPEX_MEM_CACHE_READ_WRITE};
    uint64_t cache = number(driver, id, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, sizeof(cl_uint));
    /* Unknown numbers come from newer versions. */
    info->global_mem_cache_type = cache < 3 ? caches[cache] : DPEX_MEM_CACHE_INDETERMINATE;
    uint64_t local = number(driver, id, CL_DEVICE_LOCAL_MEM_TYPE, sizeof(cl_uint));
    info->local_mem_type = local == 1   ? DPEX_LOCAL_MEM_LOCAL
                           : local == 2 ? DPEX_LOCAL_MEM_GLOBAL
                                        : DPEX_LOCAL_MEM_NONE;
    /* OpenCL orders extents with the fastest first, SYCL with the fastest last. */
    size_t extents[3] = {1, 1, 1};
    driver->api.GetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof extents, extents, NULL);
    /* The reverse order. */
    for (int d = 0; d < 3; d++) info->max_work_item_sizes[d] = extents[2 - d];
}

/* Bits of dpex_fp_config from those of cl_device_fp_config, whose order is: denorm, inf and NaN, to
 * nearest, to zero, to infinity, fma, soft float, correctly rounded divide and sqrt. */
static uint64_t fp_config(uint64_t cl_bits)
{
    static const int from_cl[] = {DPEX_FP_DENORM,           DPEX_FP_INF_NAN,
                                  DPEX_FP_ROUND_TO_NEAREST, DPEX_FP_ROUND_TO_ZERO,
                                  DPEX_FP_ROUND_TO_INF,     DPEX_FP_FMA,
                                  DPEX_FP_SOFT_FLOAT,       DPEX_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT};
    uint64_t bits = 0;
    for (unsigned i = 0; i < sizeof from_cl / sizeof *from_cl; i++)
        if (cl_bits & BIT(i)) bits |= BIT(from_cl[i]);
    return bits;
}

static void describe_capabilities(dpex_device_info *info, const cl_driver *driver, cl_device id)
{
    info->half_fp_config =
        fp_config(number(driver, id, CL_DEVICE_HALF_FP_CONFIG, sizeof(cl_ulong)));
    info->single_fp_config =
        fp_config(number(driver, id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof(cl_ulong)));
    info->double_fp_config =
        fp_config(number(driver, id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(cl_ulong)));
    /* Version 1.2 has relaxed atomics only. */
    uint64_t relaxed = BIT(DPEX_MEMORY_ORDER_RELAXED),
             fences = relaxed | BIT(DPEX_MEMORY_ORDER_ACQUIRE) | BIT(DPEX_MEMORY_ORDER_RELEASE) |
                      BIT(DPEX_MEMORY_ORDER_ACQ_REL);
    info->atomic_memory_order_capabilities = driver->version >= 200 ? fences : relaxed;
    info->atomic_fence_order_capabilities = fences;
    uint64_t scopes =
        BIT(DPEX_SCOPE_WORK_ITEM) | BIT(DPEX_SCOPE_SUB_GROUP) | BIT(DPEX_SCOPE_WORK_GROUP);
    info->atomic_memory_scope_capabilities = info->atomic_fence_scope_capabilities =
        driver->version >= 200 ? scopes | BIT(DPEX_SCOPE_DEVICE) : scopes;
}

/* Sizes by Intel's extension; none are listed without it. */
static void describe_sub_groups(dpex_device_info *info, const cl_driver *driver, cl_device id)
{
    size_t bytes = 0;
    cl_int code =
        driver->api.GetDeviceInfo(id, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof info->sub_group_sizes,
                                  info->sub_group_sizes, &bytes);
    /* Without the extension: unknown. */
    info->n_sub_group_sizes = code == CL_SUCCESS ? bytes / sizeof(size_t) : 0;
    if (!info->max_num_sub_groups) info->max_num_sub_groups = 1;
}

static void describe_partition(dpex_device_info *info, const cl_driver *driver, cl_device id)
{
    intptr_t kinds[8] = {0};
    /* Ends with 0. */
    driver->api.GetDeviceInfo(id, CL_DEVICE_PARTITION_PROPERTIES, sizeof kinds, kinds, NULL);
    for (int i = 0; i < 8 && kinds[i]; i++) {
        if (kinds[i] == CL_DEVICE_PARTITION_EQUALLY)
            info->partition_properties |= BIT(DPEX_PARTITION_EQUALLY);
        if (kinds[i] == CL_DEVICE_PARTITION_BY_COUNTS)
            info->partition_properties |= BIT(DPEX_PARTITION_BY_COUNTS);
        if (kinds[i] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN)
            info->partition_properties |= BIT(DPEX_PARTITION_BY_AFFINITY);
    }
    /* cl_device_affinity_domain's bits are numa, L4, L3, L2, L1, next, in the order of our enum
     * from 1 on. */
    uint64_t domains = number(driver, id, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof(cl_ulong));
    for (int i = 0; i < 6; i++)
        if (domains & BIT(i)) info->partition_affinity_domains |= BIT(i + 1);
}

/* The best rung that may be used: DPEX_OPENCL_MEMORY leaves out what comes before. */
static dpex_cl_rung best_rung(void)
{
    /* Read per device; the warning appears once. */
    const char *wanted = dpex_env_text("DPEX_OPENCL_MEMORY");
    if (!wanted || !strcmp(wanted, "usm")) return DPEX_CL_RUNG_USM;
    if (!strcmp(wanted, "svm")) return DPEX_CL_RUNG_SVM;
    if (!strcmp(wanted, "buffer")) return DPEX_CL_RUNG_BUFFER;
    dpex_env_warn("DPEX_OPENCL_MEMORY", wanted, "usm, svm or buffer");
    return DPEX_CL_RUNG_USM;
}

static uint64_t usm_aspects(const cl_driver *driver, cl_device id)
{
    uint64_t bits = BIT(DPEX_ASPECT_usm_device_allocations),
             host = number(driver, id, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, sizeof(cl_ulong)),
             shared = number(driver, id, CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
                             sizeof(cl_ulong));
    if (host & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL) bits |= BIT(DPEX_ASPECT_usm_host_allocations);
    if (host & CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL)
        bits |= BIT(DPEX_ASPECT_usm_atomic_host_allocations);
    if (shared & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL)
        bits |= BIT(DPEX_ASPECT_usm_shared_allocations);
    if (shared & CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL)
        bits |= BIT(DPEX_ASPECT_usm_atomic_shared_allocations);
    return bits;
}

/* The best rung, and the aspects that it brings. */
static uint64_t memory_aspects(const cl_driver *driver, dpex_cl_device *handle,
                               const char *extensions)
{
    cl_device id = handle->id;
    uint64_t bits = 0, svm = driver->version >= 200
                                 ? number(driver, id, CL_DEVICE_SVM_CAPABILITIES, sizeof(cl_ulong))
                                 : 0;
    handle->rung = best_rung();
    /* The driver's extension must be named, not only its functions present. */
    if (handle->rung == DPEX_CL_RUNG_USM &&
        has_extension(extensions, "cl_intel_unified_shared_memory"))
        return usm_aspects(driver, id);
    if (handle->rung == DPEX_CL_RUNG_BUFFER) svm = 0;
    /* NVIDIA's driver, whose memory is coarse-grained, loses writes and refuses arguments in
     * contexts of several devices (release 580). */
    if (driver->n_devices > 1 && !(svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)) svm = 0;
    /* Coarse-grained SVM has pointers, though the host must not use them directly. */
    handle->rung = svm & (CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
                       ? DPEX_CL_RUNG_SVM
                       : DPEX_CL_RUNG_BUFFER;
    handle->svm_is_fine = (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0;
    if (handle->rung == DPEX_CL_RUNG_SVM) bits |= BIT(DPEX_ASPECT_usm_device_allocations);
    if (handle->svm_is_fine)
        bits |= BIT(DPEX_ASPECT_usm_shared_allocations) | BIT(DPEX_ASPECT_usm_host_allocations);
    return bits;
}

static uint64_t compute_aspects(const cl_driver *driver, cl_device id, const char *extensions)
{
    uint64_t type = number(driver, id, CL_DEVICE_TYPE, sizeof(cl_ulong)), bits = 0;
    if (type & CL_DEVICE_TYPE_CPU) bits |= BIT(DPEX_ASPECT_cpu);
    if (type & CL_DEVICE_TYPE_GPU) bits |= BIT(DPEX_ASPECT_gpu);
    if (type & CL_DEVICE_TYPE_ACCELERATOR) bits |= BIT(DPEX_ASPECT_accelerator);
    if (type & CL_DEVICE_TYPE_CUSTOM) bits |= BIT(DPEX_ASPECT_custom);
    if (has_extension(extensions, "cl_khr_fp16")) bits |= BIT(DPEX_ASPECT_fp16);
    if (has_extension(extensions, "cl_khr_fp64")) bits |= BIT(DPEX_ASPECT_fp64);
    if (has_extension(extensions, "cl_khr_int64_base_atomics")) bits |= BIT(DPEX_ASPECT_atomic64);
    if (number(driver, id, CL_DEVICE_IMAGE_SUPPORT, sizeof(cl_uint)))
        bits |= BIT(DPEX_ASPECT_image);
    if (number(driver, id, CL_DEVICE_COMPILER_AVAILABLE, sizeof(cl_uint)))
        bits |= BIT(DPEX_ASPECT_online_compiler);
    if (number(driver, id, CL_DEVICE_LINKER_AVAILABLE, sizeof(cl_uint)))
        bits |= BIT(DPEX_ASPECT_online_linker);
    if (number(driver, id, CL_DEVICE_QUEUE_PROPERTIES, sizeof(cl_ulong)) &
        CL_QUEUE_PROFILING_ENABLE)
        bits |= BIT(DPEX_ASPECT_queue_profiling);
    return bits;
}

/* A driver may set several bits of the type (a default device has another one); the aspects are
 * from the same bits. */
static dpex_device_type type_of(uint64_t aspects)
{
    if (aspects & BIT(DPEX_ASPECT_gpu)) return DPEX_TYPE_GPU;
    if (aspects & BIT(DPEX_ASPECT_cpu)) return DPEX_TYPE_CPU;
    return aspects & BIT(DPEX_ASPECT_accelerator) ? DPEX_TYPE_ACCELERATOR : DPEX_TYPE_CUSTOM;
}

dpex_status dpex_cl_describe(dpex_device *device, const cl_driver *driver, dpex_cl_device *handle)
{
    dpex_device_info *info = &device->info;
    char *extensions, il[256] = "";
    DPEX_TRY(get_extensions(driver, handle->id, &extensions));
    /* Unknown texts stay empty. */
    text(driver, handle->id, CL_DEVICE_NAME, info->name);
    text(driver, handle->id, CL_DEVICE_VENDOR, info->vendor);
    text(driver, handle->id, CL_DRIVER_VERSION, info->driver_version);
    text(driver, handle->id, CL_DEVICE_VERSION, info->version);
    snprintf(info->backend_version, sizeof info->backend_version, "%d.%d", driver->version / 100,
             driver->version % 100 / 10);
    info->backend = DPEX_BACKEND_OPENCL;
    info->partition_type = DPEX_PARTITION_NONE;
    info->partition_properties = info->partition_affinity_domains = 0;
    describe_numbers(info, driver, handle->id);
    describe_capabilities(info, driver, handle->id);
    describe_sub_groups(info, driver, handle->id);
    describe_partition(info, driver, handle->id);
    info->aspects = compute_aspects(driver, handle->id, extensions) |
                    memory_aspects(driver, handle, extensions);
    info->type = type_of(info->aspects);
    if (driver->version >= 210)
        driver->api.GetDeviceInfo(handle->id, CL_DEVICE_IL_VERSION, sizeof il - 1, il, NULL);
    /* A list of languages with versions. */
    handle->takes_il = strstr(il, "SPIR-V") != NULL;
    dpex_free(extensions);
    return DPEX_SUCCESS;
}
