/* dpctl's C interface (src/compat): devices, platforms, contexts, selectors, vectors, and what NULL does. */
#include <stdlib.h>
#include <string.h>

#include <dpex/dpex.h>

#include "base/error.h"
#include "dpctl_sycl_interface.h"
#include "test.h"

TEST(compat_default_device_has_properties)
{
    DPCTLSyclDeviceRef device = DPCTLDevice_Create(), copy = DPCTLDevice_Copy(device);
    CHECK(device && DPCTLDevice_AreEq(device, copy));
    CHECK(DPCTLDevice_Hash(device) == DPCTLDevice_Hash(copy));
    const char *name = DPCTLDevice_GetName(device);
    CHECK(name && strlen(name) > 0);
    DPCTLCString_Delete(name);
    CHECK(DPCTLDevice_GetMaxComputeUnits(device) > 0);
    CHECK(DPCTLDevice_GetGlobalMemSize(device) > 0);
    size_t *sizes = DPCTLDevice_GetMaxWorkItemSizes3d(device), n;
    CHECK(sizes && sizes[2] > 0);
    DPCTLSize_t_Array_Delete(sizes);
    sizes = DPCTLDevice_GetSubGroupSizes(device, &n);
    CHECK(sizes != NULL);
    DPCTLSize_t_Array_Delete(sizes);
    int *bits = DPCTLDevice_GetSingleFPConfig(device, &n);
    CHECK(bits && n > 0);
    DPCTLInt_Array_Delete(bits);
    DPCTLDevice_Delete(copy);
    DPCTLDevice_Delete(device);
}

TEST(compat_cpu_selector_finds_and_scores_the_cpu)
{
    DPCTLSyclDeviceSelectorRef the_cpu = DPCTLCPUSelector_Create(),
                               the_gpu = DPCTLGPUSelector_Create();
    DPCTLSyclDeviceSelectorRef filter = DPCTLFilterSelector_Create("opencl:cpu:0");
    DPCTLSyclDeviceRef device = DPCTLDevice_CreateFromSelector(the_cpu);
    CHECK(DPCTLDevice_IsCPU(device) && !DPCTLDevice_IsGPU(device));
    CHECK_INT(DPCTLDevice_GetDeviceType(device), DPCTL_CPU);
    CHECK(DPCTLDeviceSelector_Score(the_cpu, device) >= 0);
    CHECK(DPCTLDeviceSelector_Score(filter, device) >= 0);
    CHECK(DPCTLDeviceSelector_Score(the_gpu, device) < 0);
    CHECK(DPCTLDevice_HasAspect(device, cpu));
    CHECK(!DPCTLDevice_HasAspect(device, (DPCTLSyclAspectType)1000));
    DPCTLDevice_Delete(device);
    DPCTLDeviceSelector_Delete(the_cpu);
    DPCTLDeviceSelector_Delete(the_gpu);
    DPCTLDeviceSelector_Delete(filter);
}

TEST(compat_filter_that_finds_nothing_gives_no_device)
{
    DPCTLSyclDeviceSelectorRef filter = DPCTLFilterSelector_Create("opencl:cpu:99");
    CHECK(filter != NULL);
    CHECK(DPCTLDevice_CreateFromSelector(filter) == NULL);
    CHECK(DPCTLPlatform_CreateFromSelector(filter) == NULL);
    DPCTLDeviceSelector_Delete(filter);
}

TEST(compat_device_list_counts_positions_and_vectors)
{
    int all = DPCTL_ALL_BACKENDS | DPCTL_ALL;
    DPCTLDeviceVectorRef devices = DPCTLDeviceMgr_GetDevices(all);
    size_t n = DPCTLDeviceVector_Size(devices);
    CHECK(n > 0 && n == DPCTLDeviceMgr_GetNumDevices(all));
    CHECK_INT(DPCTLDeviceMgr_GetNumDevices(0), 0);
    DPCTLSyclDeviceRef last = DPCTLDeviceVector_GetAt(devices, n - 1);
    CHECK_INT(DPCTLDeviceMgr_GetPositionInDevices(last, all), n - 1);
    CHECK(DPCTLDeviceMgr_GetRelativeId(last) >= 0);
    CHECK(DPCTLDeviceVector_GetAt(devices, n) == NULL);
    DPCTLSyclDeviceRef pair[] = {last, NULL};
    CHECK(DPCTLDeviceVector_CreateFromArray(2, pair) == NULL);
    DPCTLDeviceVectorRef one = DPCTLDeviceVector_CreateFromArray(1, pair);
    DPCTLDeviceVector_Clear(one);
    CHECK_INT(DPCTLDeviceVector_Size(one), 0);
    DPCTLDeviceVector_Delete(one);
    const char *text = DPCTLDeviceMgr_GetDeviceInfoStr(last);
    CHECK(strstr(text, "Driver version"));
    DPCTLCString_Delete(text);
    DPCTLDevice_Delete(last);
    DPCTLDeviceVector_Delete(devices);
}

TEST(compat_sub_devices_know_their_parent)
{
    DPCTLSyclDeviceSelectorRef selector = DPCTLCPUSelector_Create();
    DPCTLSyclDeviceRef the_cpu = DPCTLDevice_CreateFromSelector(selector);
    DPCTLDeviceSelector_Delete(selector);
    size_t counts[] = {1};
    DPCTLDeviceVectorRef parts = DPCTLDevice_CreateSubDevicesByCounts(the_cpu, counts, 1);
    CHECK_INT(DPCTLDeviceVector_Size(parts), 1);
    DPCTLSyclDeviceRef part = DPCTLDeviceVector_GetAt(parts, 0);
    DPCTLSyclDeviceRef parent = DPCTLDevice_GetParentDevice(part);
    CHECK(DPCTLDevice_AreEq(parent, the_cpu));
    CHECK(DPCTLDevice_GetParentDevice(the_cpu) == NULL);
    CHECK_INT(DPCTLDevice_GetMaxComputeUnits(part), 1);
    CHECK(DPCTLDeviceMgr_GetCachedContext(part) == NULL);
    CHECK(DPCTLDeviceMgr_GetCachedContext(the_cpu) != NULL);
    CHECK(DPCTLDevice_CreateSubDevicesEqually(the_cpu, 0) == NULL);
    CHECK(DPCTLDevice_CreateSubDevicesEqually(the_cpu, (size_t)-1) == NULL);
    CHECK(DPCTLDevice_CreateSubDevicesByAffinity(the_cpu, (DPCTLPartitionAffinityDomainType)77) ==
          NULL);
    DPCTLDevice_Delete(parent);
    DPCTLDevice_Delete(part);
    DPCTLDeviceVector_Delete(parts);
    DPCTLDevice_Delete(the_cpu);
}

TEST(compat_contexts_list_their_devices_and_have_a_platform)
{
    DPCTLSyclDeviceRef device = DPCTLDevice_Create();
    DPCTLSyclContextRef ctx = DPCTLContext_Create(device, NULL, 0);
    CHECK(DPCTLContext_DeviceCount(ctx) >= 1);
    DPCTLDeviceVectorRef devices = DPCTLContext_GetDevices(ctx);
    CHECK_INT(DPCTLDeviceVector_Size(devices), DPCTLContext_DeviceCount(ctx));
    DPCTLSyclContextRef other = DPCTLContext_CreateFromDevices(devices, NULL, 0);
    CHECK(other && !DPCTLContext_AreEq(ctx, other));
    CHECK_INT(DPCTLContext_GetBackend(ctx), DPCTLDevice_GetBackend(device));
    DPCTLSyclPlatformRef platform = DPCTLContext_GetPlatform(ctx);
    CHECK(DPCTLPlatform_AreEq(platform, DPCTLDevice_GetPlatform(device)));
    const char *text = DPCTLPlatformMgr_GetInfo(platform, 2);
    CHECK(strstr(text, "Num Devices"));
    DPCTLCString_Delete(text);
    DPCTLContext_Delete(other);
    DPCTLContext_Delete(ctx);
    DPCTLDeviceVector_Delete(devices);
    DPCTLDevice_Delete(device);
}

static int told;
static void note(int code)
{
    told = code;
}

TEST(compat_failed_creation_calls_the_error_handler)
{
    DPCTLDeviceVectorRef none = DPCTLDeviceVector_Create();
    CHECK(DPCTLContext_CreateFromDevices(none, note, 0) == NULL);
    CHECK(told != 0);
    DPCTLDeviceVector_Delete(none);
}

/* Runs in a command, and fails. */
static dpex_status fail(void *payload)
{
    (void)payload;
    return DPEX_FAIL(DPEX_ERROR_HOST_CALL, "on purpose");
}

TEST(compat_failed_command_calls_the_handler_of_its_queue)
{
    DPCTLSyclDeviceRef device = DPCTLDevice_Create();
    DPCTLSyclContextRef ctx = DPCTLContext_Create(device, NULL, 0);
    DPCTLSyclQueueRef queues[] = {DPCTLQueue_Create(ctx, device, note, 0),
                                  DPCTLQueue_CreateForDevice(device, note, 0),
                                  DPCTLQueue_CreateForDevice(device, NULL, 0)};
    for (int i = 0; i < 3; i++) {
        dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL, .host.run = fail};
        CHECK_OK(dpex_queue_submit((dpex_queue *)queues[i], &command, NULL, 0, NULL));
        told = 0;
        DPCTLQueue_Wait(queues[i]);
        CHECK_INT(told, i < 2 ? DPEX_ERROR_HOST_CALL : 0);
        told = 0;
        DPCTLQueue_Wait(queues[i]); /* it was told */
        CHECK_INT(told, 0);
        DPCTLQueue_Delete(queues[i]);
    }
    DPCTLContext_Delete(ctx);
    DPCTLDevice_Delete(device);
}

TEST(compat_constructors_tell_the_handler_of_wrong_references)
{
    DPCTLSyclDeviceRef device = DPCTLDevice_Create();
    DPCTLSyclContextRef ctx = DPCTLContext_Create(device, NULL, 0);
    void *a_device = device, *a_context = ctx;
    told = 0;
    CHECK(!DPCTLQueue_Create(a_device, a_context, note, 0) && told);
    told = 0;
    CHECK(!DPCTLQueue_CreateForDevice(a_context, note, 0) && told);
    told = 0;
    CHECK(!DPCTLQueue_CreateForDevice(NULL, note, 0) && told);
    told = 0;
    CHECK(!DPCTLContext_Create(a_context, note, 0) && told);
    told = 0;
    CHECK(!DPCTLContext_CreateFromDevices(a_device, note, 0) && told);
    DPCTLContext_Delete(ctx);
    DPCTLDevice_Delete(device);
}

/* Every function of the interface, called with NULL wherever it takes a pointer and with 0 elsewhere. */
TEST(compat_null_references_are_refused_quietly){
#include "compat_null_calls.inc"
}

/* References to queues where devices are wanted, and to devices everywhere else: nothing happens to either. */
TEST(compat_references_to_something_else_are_refused)
{
    DPCTLSyclDeviceRef device = DPCTLDevice_Create();
    DPCTLSyclQueueRef queue = DPCTLQueue_CreateForDevice(device, NULL, 0);
    void *a_device = device, *a_queue = queue;
#include "compat_wrong_calls.inc"
    DPCTLSyclEventRef deps[] = {a_device, NULL};
    CHECK(DPCTLQueue_SubmitBarrierForEvents(queue, deps, 2) == NULL);
    CHECK(DPCTLEventVector_CreateFromArray(1, deps) == NULL);
    CHECK(DPCTLDevice_IsCPU(device) || DPCTLDevice_IsGPU(device) ||
          DPCTLDevice_IsAccelerator(device));
    DPCTLQueue_Wait(queue);
    CHECK(DPCTLQueue_AreEq(queue, queue));
    DPCTLQueue_Delete(queue);
    DPCTLDevice_Delete(device);
}
