/* dpctl's C interface (src/compat): each function with one reference that is wrong or was deleted, among arguments that are right. The
 * calls are written from the headers (tools/compat_calls.py). */
#include <dpex/dpex.h>

#include "dpctl_sycl_interface.h"
#include "test.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define READS_FREED_MEMORY 0 /* which is what the sanitizers report */
#else
#define READS_FREED_MEMORY 1
#endif

/* A reference of every kind. */
typedef struct references {
    DPCTLSyclDeviceRef device;
    DPCTLSyclContextRef context;
    DPCTLSyclQueueRef queue;
    DPCTLSyclEventRef event;
    DPCTLSyclKernelBundleRef bundle;
    DPCTLSyclKernelRef kernel;
    DPCTLSyclDeviceSelectorRef selector;
    DPCTLDeviceVectorRef devices;
    DPCTLEventVectorRef events;
    DPCTLPlatformVectorRef platforms;
} references;

static DPCTLSyclDeviceRef find_cpu(void)
{
    DPCTLSyclDeviceSelectorRef cpus = DPCTLCPUSelector_Create();
    DPCTLSyclDeviceRef device = DPCTLDevice_CreateFromSelector(cpus);
    DPCTLDeviceSelector_Delete(cpus);
    return device;
}

/* A part of the CPU, which ends with its last reference, as root devices do not; NULL: it has none. */
static DPCTLSyclDeviceRef part_of_cpu(void)
{
    DPCTLSyclDeviceRef root = find_cpu();
    DPCTLDeviceVectorRef parts = DPCTLDevice_CreateSubDevicesEqually(root, 1);
    DPCTLSyclDeviceRef part = parts ? DPCTLDeviceVector_GetAt(parts, 0) : NULL;
    DPCTLDeviceVector_Delete(parts);
    DPCTLDevice_Delete(root);
    return part;
}

/* Takes the device. */
static references make(DPCTLSyclDeviceRef device)
{
    references r = {.device = device};
    r.context = DPCTLContext_Create(r.device, NULL, 0);
    r.queue = DPCTLQueue_CreateForDevice(r.device, NULL, 0);
    r.event = DPCTLEvent_Create();
    r.bundle = DPCTLKernelBundle_CreateFromOCLSource(
        r.context, r.device, "__kernel void f(__global int *x) { x[0] = 1; }", NULL);
    r.kernel = DPCTLKernelBundle_GetKernel(r.bundle, "f");
    r.selector = DPCTLFilterSelector_Create("cpu");
    r.devices = DPCTLDeviceVector_Create();
    r.events = DPCTLEventVector_Create();
    r.platforms = DPCTLPlatform_GetPlatforms();
    CHECK(r.context && r.queue && r.event && r.bundle && r.kernel && r.selector);
    return r;
}

static void delete (references *r)
{
    DPCTLKernel_Delete(r->kernel);
    DPCTLKernelBundle_Delete(r->bundle);
    DPCTLQueue_Delete(r->queue);
    DPCTLEvent_Delete(r->event);
    DPCTLContext_Delete(r->context);
    DPCTLDevice_Delete(r->device);
    DPCTLDeviceSelector_Delete(r->selector);
    DPCTLDeviceVector_Delete(r->devices);
    DPCTLEventVector_Delete(r->events);
    DPCTLPlatformVector_Delete(r->platforms);
}

#define NAME_ALL(prefix, r)                                                                        \
    void *prefix##_device = (r).device, *prefix##_context = (r).context,                           \
         *prefix##_queue = (r).queue, *prefix##_event = (r).event,                                 \
         *prefix##_kernel_bundle = (r).bundle, *prefix##_kernel = (r).kernel,                      \
         *prefix##_device_selector = (r).selector, *prefix##_device_vector = (r).devices,          \
         *prefix##_event_vector = (r).events, *prefix##_platform_vector = (r).platforms

TEST(compat_one_reference_to_something_else_is_refused)
{
    references r = make(find_cpu());
    NAME_ALL(right, r);
    void *right_platform = DPCTLPlatformVector_GetAt(r.platforms, 0), *a_device = r.device,
         *a_queue = r.queue;
    char bytes[256] = {0};
#include "compat_one_calls.inc"
    (void)right_device_selector, (void)right_device_vector, (void)right_event_vector;
    (void)right_platform_vector, (void)right_event, (void)right_platform, (void)right_kernel_bundle;
    DPCTLQueue_Wait(r.queue);
    CHECK_INT(DPCTLKernel_GetNumArgs(r.kernel), 1);
    delete (&r);
}

TEST(compat_one_deleted_reference_is_refused)
{
    if (!READS_FREED_MEMORY) SKIP("sanitizers end programs that read freed memory");
    DPCTLSyclDeviceRef part = part_of_cpu();
    if (!part) SKIP("the CPU has no parts");
    references r = make(find_cpu()), old = make(part);
    NAME_ALL(right, r);
    NAME_ALL(old, old);
    char bytes[256] = {0};
    DPCTLQueue_Wait(old.queue);
    delete (&old);
#include "compat_released_calls.inc"
    (void)right_device_vector, (void)right_event_vector, (void)right_platform_vector;
    (void)right_event, (void)right_kernel_bundle;
    DPCTLQueue_Wait(r.queue);
    CHECK_INT(DPCTLKernel_GetNumArgs(r.kernel), 1);
    delete (&r);
}
