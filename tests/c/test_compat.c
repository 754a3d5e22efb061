/* dpctl's C interface (src/compat): devices, platforms, contexts, selectors, vectors, and what NULL does. */
#include <stdlib.h>
#include <string.h>

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

/* Every function of the interface, called with NULL wherever it takes a pointer and with 0 elsewhere. */
TEST(compat_null_references_are_refused_quietly)
{
#include "compat_null_calls.inc"
}
