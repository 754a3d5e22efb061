/* OpenCL platforms and devices, and their splits. */
#include "backend/opencl/opencl.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/log.h"

/* Functions of an extension have no symbols: the driver is asked for each by name, and NULL means
 * that it has none. */
static void load_usm(dpex_cl_usm *usm, const cl_driver *driver)
{
    void *entry;
#define DPEX_CL_USM(result, name, parameters)                                                      \
    entry = driver->get_extension("cl" #name "INTEL");                                             \
    memcpy(&usm->name, &entry, sizeof entry);
#include "defs/opencl_usm.def"
#undef DPEX_CL_USM
}

/* A text that cannot be read stays empty. */
static void platform_text(const cl_driver *driver, cl_uint query, char *out)
{
    char text[512] = "";
    driver->api.GetPlatformInfo(driver->platform, query, sizeof text - 1, text, NULL);
    snprintf(out, DPEX_TEXT_BYTES, "%.*s", DPEX_TEXT_BYTES - 1, text);
}

static dpex_status make_platform(const dpex_backend *self, const cl_driver *driver,
                                 dpex_platform **platform)
{
    dpex_platform_info info = {.backend = DPEX_BACKEND_OPENCL};
    platform_text(driver, CL_PLATFORM_NAME, info.name);
    platform_text(driver, CL_PLATFORM_VENDOR, info.vendor);
    platform_text(driver, CL_PLATFORM_VERSION, info.version);
    dpex_cl_platform *handle =
        dpex_calloc(1, sizeof *handle); /* stays for the process, as platforms do */
    if (!handle) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for an OpenCL platform");
    handle->driver = driver;
    load_usm(&handle->usm, driver);
    dpex_status status = dpex_platform_new(self, &info, platform);
    if (status) {
        dpex_free(handle);
        return status;
    }
    (*platform)->handle = handle;
    return DPEX_SUCCESS;
}

/* A device's own struct behind the runtime's; the device frees it. */
static dpex_status attach(dpex_device *device, const cl_driver *driver, cl_device id,
                          int is_sub_device)
{
    dpex_cl_device *handle = dpex_calloc(1, sizeof *handle);
    if (!handle) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for an OpenCL device");
    handle->id = id;
    /* Sub-devices must be released, devices must not. */
    handle->is_sub_device = is_sub_device;
    device->handle = handle;
    return dpex_cl_describe(device, driver, handle);
}

static dpex_status add_device(const dpex_backend *self, dpex_platform *platform,
                              const cl_driver *driver, cl_device id)
{
    dpex_device *device;
    DPEX_TRY(dpex_device_new(self, platform, &device));
    dpex_status status = attach(device, driver, id, 0);
    if (!status) status = dpex_device_list_append(&platform->devices, &platform->n_devices, device);
    if (status) dpex_device_free(device);
    return status;
}

/* All types, also custom ones, in the order of the driver. */
static dpex_status add_devices(const dpex_backend *self, dpex_platform *platform, cl_driver *driver)
{
    cl_uint n = 0;
    /* No device is a code of its own, or a count of 0. */
    cl_int code = driver->api.GetDeviceIDs(driver->platform, CL_DEVICE_TYPE_ALL, 0, NULL, &n);
    if (code == CL_DEVICE_NOT_FOUND || n == 0) return DPEX_SUCCESS;
    DPEX_TRY(dpex_cl_check(code, "clGetDeviceIDs"));
    driver->n_devices = n;
    cl_device *ids = dpex_calloc(n, sizeof *ids);
    if (!ids) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a list of OpenCL devices");
    dpex_status status =
        dpex_cl_check(driver->api.GetDeviceIDs(driver->platform, CL_DEVICE_TYPE_ALL, n, ids, NULL),
                      "clGetDeviceIDs");
    for (cl_uint i = 0; i < n && !status; i++) status = add_device(self, platform, driver, ids[i]);
    dpex_free(ids);
    return status;
}

/* A driver that fails is left out and logged; other failures, such as no memory, end the
 * discovery. */
dpex_status dpex_cl_discover(const dpex_backend *self,
                             dpex_status (*add)(void *list, dpex_platform *platform), void *list)
{
    cl_driver **drivers;
    size_t n;
    dpex_status status = cl_icd_open_all(&drivers, &n);
    for (size_t i = 0; i < n && !status; i++) {
        dpex_platform *platform;
        if ((status = make_platform(self, drivers[i], &platform))) break;
        status = add_devices(self, platform, drivers[i]);
        if (status == DPEX_ERROR_BACKEND) { /* this driver's devices only are lost */
            DPEX_LOG_LINE(DPEX_LOG_DISCOVERY, "opencl: %s: %s", platform->info.name,
                          dpex_error_message());
            dpex_platform_free(platform);
            status = DPEX_SUCCESS;
        } else if (status) {
            dpex_platform_free(platform);
        } else {
            status = add(list, platform);
        }
    }
    dpex_free(drivers);
    return status;
}

/* ---- splits -------------------------------------------------------------------------------------------- */

enum { MAX_PARTS = 64 };

/* The property list of clCreateSubDevices. */
static dpex_status properties_of(const dpex_partition *partition, intptr_t *list)
{
    size_t n = 0;
    if (partition->kind == DPEX_PARTITION_EQUALLY) {
        list[n++] = CL_DEVICE_PARTITION_EQUALLY;
        list[n++] = (intptr_t)partition->units;
    } else if (partition->kind == DPEX_PARTITION_BY_COUNTS) {
        /* The list below has a fixed size. */
        if (partition->n_counts > MAX_PARTS)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%zu parts; at most %d are possible",
                             partition->n_counts, MAX_PARTS);
        list[n++] = CL_DEVICE_PARTITION_BY_COUNTS;
        for (size_t i = 0; i < partition->n_counts; i++) list[n++] = (intptr_t)partition->counts[i];
        list[n++] = 0;
    } else {
        list[n++] = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
        /* The bits of cl_device_affinity_domain are in the order of the enum from 1 on. */
        list[n++] = (intptr_t)1 << (partition->domain - 1);
    }
    list[n] = 0;
    return DPEX_SUCCESS;
}

/* Takes `id`: the part releases it, here on failure or at its end. */
static dpex_status append_part(dpex_device *parent, const dpex_partition *partition, cl_device id,
                               int first_unit, dpex_device ***devices, size_t *n)
{
    const cl_driver *driver = dpex_cl_driver_of(parent);
    dpex_device *part;
    /* A driver does not report the numbers of a part's units: the part's number among its siblings
     * stands for them. */
    DPEX_TRY(dpex_device_new_sub(parent, &first_unit, 1, &part));
    /* Until attach: dpex_device_free must not release anything. */
    part->handle = NULL;
    dpex_status status = attach(part, driver, id, 1);
    part->info.partition_type = partition->kind;
    part->info.partition_domain = partition->domain;
    if (!status) status = dpex_device_list_append(devices, n, part);
    if (status) dpex_device_free(part);
    return status;
}

dpex_status dpex_cl_partition(dpex_device *device, const dpex_partition *partition,
                              dpex_device ***devices, size_t *n)
{
    const cl_driver *driver = dpex_cl_driver_of(device);
    intptr_t properties[MAX_PARTS + 4];
    cl_device parts[MAX_PARTS];
    cl_uint n_parts = 0;
    DPEX_TRY(dpex_cl_check_process(driver));
    /* Refused before the driver is asked. */
    if (!driver->api.CreateSubDevices ||
        !(device->info.partition_properties & (1ull << partition->kind)))
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s cannot be split in this way",
                         device->info.name);
    DPEX_TRY(properties_of(partition, properties));
    cl_int code = driver->api.CreateSubDevices(dpex_cl_of(device)->id, properties, MAX_PARTS, parts,
                                               &n_parts);
    if (code != CL_SUCCESS)
        return DPEX_FAIL_VENDOR(DPEX_ERROR_INVALID_VALUE, code,
                                "%s cannot be split so: clCreateSubDevices: %s (%d)",
                                device->info.name, cl_error_name(code), code);
    dpex_status status = DPEX_SUCCESS;
    for (cl_uint i = 0; i < n_parts; i++) {
        /* Parts that are not wrapped are released, so that nothing leaks. */
        if (!status)
            status = append_part(device, partition, parts[i], (int)i, devices, n);
        else
            driver->api.ReleaseDevice(parts[i]);
    }
    return status;
}

void dpex_cl_device_release(dpex_device *device)
{
    dpex_cl_device *handle = device->handle;
    if (!handle) return;
    if (handle->is_sub_device && !dpex_cl_is_forked(dpex_cl_driver_of(device)))
        dpex_cl_driver_of(device)->api.ReleaseDevice(handle->id);
    dpex_free(handle);
    device->handle = NULL;
}
