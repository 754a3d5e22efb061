/* dpctl's C interface (src/compat): what each function gives that has no test of its own in test_compat.c or test_compat_queue.c,
 * compared with libdpex. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dpex/dpex.h>

#include "dpctl_sycl_interface.h"
#include "test.h"

static DPCTLSyclDeviceRef device(void)
{
    setenv("DPEX_SIMULATE", "gpu:2x2", 1);
    return DPCTLDevice_Create();
}

static void check_text(const char *got, const char *expected)
{
    CHECK_TEXT(got, expected);
    DPCTLCString_Delete(got);
}

TEST(compat_device_numbers_are_the_devices)
{
    DPCTLSyclDeviceRef d = device();
    const dpex_device_info *info = dpex_device_get_info((dpex_device *)d);
#define NUMBER(name, field) CHECK_INT(DPCTLDevice_Get##name(d), info->field)
    NUMBER(MaxComputeUnits, max_compute_units);
    NUMBER(GlobalMemSize, global_mem_size);
    NUMBER(LocalMemSize, local_mem_size);
    NUMBER(MaxWorkItemDims, max_work_item_dims);
    NUMBER(MaxWorkGroupSize, max_work_group_size);
    NUMBER(MaxNumSubGroups, max_num_sub_groups);
    NUMBER(MaxReadImageArgs, max_read_image_args);
    NUMBER(MaxWriteImageArgs, max_write_image_args);
    NUMBER(Image2dMaxWidth, image_2d_max_width);
    NUMBER(Image2dMaxHeight, image_2d_max_height);
    NUMBER(Image3dMaxWidth, image_3d_max_width);
    NUMBER(Image3dMaxHeight, image_3d_max_height);
    NUMBER(Image3dMaxDepth, image_3d_max_depth);
    NUMBER(SubGroupIndependentForwardProgress, sub_group_independent_forward_progress);
    NUMBER(PreferredVectorWidthChar, preferred_vector_width_char);
    NUMBER(PreferredVectorWidthShort, preferred_vector_width_short);
    NUMBER(PreferredVectorWidthInt, preferred_vector_width_int);
    NUMBER(PreferredVectorWidthLong, preferred_vector_width_long);
    NUMBER(PreferredVectorWidthFloat, preferred_vector_width_float);
    NUMBER(PreferredVectorWidthDouble, preferred_vector_width_double);
    NUMBER(PreferredVectorWidthHalf, preferred_vector_width_half);
    NUMBER(NativeVectorWidthChar, native_vector_width_char);
    NUMBER(NativeVectorWidthShort, native_vector_width_short);
    NUMBER(NativeVectorWidthInt, native_vector_width_int);
    NUMBER(NativeVectorWidthLong, native_vector_width_long);
    NUMBER(NativeVectorWidthFloat, native_vector_width_float);
    NUMBER(NativeVectorWidthDouble, native_vector_width_double);
    NUMBER(NativeVectorWidthHalf, native_vector_width_half);
    NUMBER(PartitionMaxSubDevices, partition_max_sub_devices);
    NUMBER(ProfilingTimerResolution, profiling_timer_resolution);
    NUMBER(GlobalMemCacheLineSize, global_mem_cache_line_size);
    NUMBER(MaxClockFrequency, max_clock_frequency);
    NUMBER(MaxMemAllocSize, max_mem_alloc_size);
    NUMBER(GlobalMemCacheSize, global_mem_cache_size);
    NUMBER(VendorId, vendor_id);
    NUMBER(AddressBits, address_bits);
    NUMBER(ImageMaxBufferSize, image_max_buffer_size);
    NUMBER(MaxSamplers, max_samplers);
    NUMBER(MaxParameterSize, max_parameter_size);
    NUMBER(MemBaseAddrAlign, mem_base_addr_align);
    NUMBER(ErrorCorrectionSupport, error_correction_support);
    NUMBER(LocalMemType, local_mem_type);
    NUMBER(PartitionTypeProperty, partition_type);
    NUMBER(PartitionTypeAffinityDomain, partition_domain);
#undef NUMBER
    CHECK(DPCTLDevice_IsAvailable(d));
    CHECK_INT(DPCTLDevice_GetGlobalMemCacheType(d), info->global_mem_cache_type - 1);
    DPCTLDevice_Delete(d);
}

TEST(compat_device_texts_are_the_devices)
{
    DPCTLSyclDeviceRef d = device();
    const dpex_device_info *info = dpex_device_get_info((dpex_device *)d);
    check_text(DPCTLDevice_GetName(d), info->name);
    check_text(DPCTLDevice_GetVendor(d), info->vendor);
    check_text(DPCTLDevice_GetDriverVersion(d), info->driver_version);
    check_text(DPCTLDevice_GetVersion(d), info->version);
    check_text(DPCTLDevice_GetBackendVersion(d), info->backend_version);
    DPCTLDevice_Delete(d);
}

/* The array has a number for each bit; frees it. */
static void check_bits(int *numbers, size_t n, uint64_t bits)
{
    uint64_t got = 0;
    CHECK(numbers != NULL);
    for (size_t i = 0; i < n; i++) {
        CHECK(i == 0 || numbers[i] > numbers[i - 1]);
        got |= (uint64_t)1 << numbers[i];
    }
    CHECK(got == bits);
    DPCTLInt_Array_Delete(numbers);
}

TEST(compat_lists_of_devices_and_contexts_have_all_values)
{
    DPCTLSyclDeviceRef d = device();
    DPCTLSyclContextRef ctx = DPCTLContext_Create(d, NULL, 0);
    const dpex_device_info *info = dpex_device_get_info((dpex_device *)d);
    size_t n = 77;
    int *numbers;
#define LIST(call, field)                                                                          \
    numbers = call;                                                                                \
    check_bits(numbers, n, info->field)
    LIST(DPCTLDevice_GetHalfFPConfig(d, &n), half_fp_config);
    LIST(DPCTLDevice_GetSingleFPConfig(d, &n), single_fp_config);
    LIST(DPCTLDevice_GetDoubleFPConfig(d, &n), double_fp_config);
    LIST(DPCTLDevice_GetAtomicMemoryOrderCapabilities(d, &n), atomic_memory_order_capabilities);
    LIST(DPCTLDevice_GetAtomicFenceOrderCapabilities(d, &n), atomic_fence_order_capabilities);
    LIST(DPCTLDevice_GetAtomicMemoryScopeCapabilities(d, &n), atomic_memory_scope_capabilities);
    LIST(DPCTLDevice_GetAtomicFenceScopeCapabilities(d, &n), atomic_fence_scope_capabilities);
    LIST(DPCTLDevice_GetPartitionProperties(d, &n), partition_properties);
    LIST(DPCTLDevice_GetPartitionAffinityDomains(d, &n), partition_affinity_domains);
    LIST(DPCTLContext_GetAtomicMemoryOrderCapabilities(ctx, &n), atomic_memory_order_capabilities);
    LIST(DPCTLContext_GetAtomicFenceOrderCapabilities(ctx, &n), atomic_fence_order_capabilities);
    LIST(DPCTLContext_GetAtomicMemoryScopeCapabilities(ctx, &n), atomic_memory_scope_capabilities);
    LIST(DPCTLContext_GetAtomicFenceScopeCapabilities(ctx, &n), atomic_fence_scope_capabilities);
#undef LIST
    size_t *sizes[] = {DPCTLDevice_GetMaxWorkItemSizes1d(d), DPCTLDevice_GetMaxWorkItemSizes2d(d),
                       DPCTLDevice_GetMaxWorkItemSizes3d(d)};
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j <= i; j++)
            CHECK_INT(sizes[i][j], info->max_work_item_sizes[2 - i + j]);
        DPCTLSize_t_Array_Delete(sizes[i]);
    }
    DPCTLContext_Delete(ctx);
    DPCTLDevice_Delete(d);
}

TEST(compat_devices_have_peers_compilers_and_relatives)
{
    DPCTLSyclDeviceRef d = device();
    setenv("ZE_FLAT_DEVICE_HIERARCHY", "COMBINED", 1);
    DPCTLDeviceVectorRef all = DPCTLDeviceMgr_GetDevices(DPCTL_ALL_BACKENDS | DPCTL_GPU);
    DPCTLSyclDeviceRef one = DPCTLDeviceVector_GetAt(all, 0);
    DPCTLSyclDeviceRef other = DPCTLDeviceVector_GetAt(all, DPCTLDeviceVector_Size(all) - 1);
    CHECK_INT(DPCTLDevice_CanAccessPeer(one, other, access_supported),
              dpex_device_can_access_peer((dpex_device *)one, (dpex_device *)other, 0));
    DPCTLDevice_EnablePeerAccess(one, other);
    DPCTLDevice_DisablePeerAccess(one, other);
    CHECK(DPCTLDevice_CanCompileOpenCL(one) && !DPCTLDevice_CanCompileSPIRV(one) &&
          !DPCTLDevice_CanCompileSYCL(one));
    DPCTLSyclDeviceRef composite = DPCTLDevice_GetCompositeDevice(one);
    CHECK((dpex_device *)composite == dpex_device_get_composite((dpex_device *)one));
    DPCTLDeviceVectorRef composites = DPCTLDeviceMgr_GetCompositeDevices();
    dpex_device *const *listed;
    size_t n;
    CHECK_OK(dpex_device_get_composites(&listed, &n));
    CHECK_INT(DPCTLDeviceVector_Size(composites), n);
    if (composite) {
        DPCTLDeviceVectorRef parts = DPCTLDevice_GetComponentDevices(composite);
        CHECK_INT(DPCTLDeviceVector_Size(parts), 2);
        DPCTLDeviceVector_Delete(parts);
    }
    DPCTLDeviceVector_Delete(composites);
    DPCTLDevice_Delete(composite);
    DPCTLDevice_Delete(other);
    DPCTLDevice_Delete(one);
    DPCTLDeviceVector_Delete(all);
    DPCTLDevice_Delete(d);
}

TEST(compat_selectors_choose_their_kind_of_device)
{
    device();
    setenv("DPEX_SIMULATE", "accelerator:1", 1);
    DPCTLSyclDeviceSelectorRef by_default = DPCTLDefaultSelector_Create(),
                               by_type = DPCTLAcceleratorSelector_Create();
    DPCTLSyclDeviceRef first = DPCTLDevice_CreateFromSelector(by_default);
    CHECK(first && DPCTLDeviceSelector_Score(by_default, first) >= 0);
    CHECK(DPCTLDeviceSelector_Score(by_type, first) < 0 || DPCTLDevice_IsAccelerator(first));
    DPCTLDevice_Delete(first);
    DPCTLDeviceSelector_Delete(by_default);
    DPCTLDeviceSelector_Delete(by_type);
}

/* ---- copies, vectors, platforms ------------------------------------------------------------ */

TEST(compat_copies_are_the_same_object)
{
    DPCTLSyclDeviceRef d = device();
    DPCTLSyclContextRef ctx = DPCTLContext_Create(d, NULL, 0), same_ctx = DPCTLContext_Copy(ctx);
    CHECK(DPCTLContext_AreEq(ctx, same_ctx) &&
          DPCTLContext_Hash(ctx) == DPCTLContext_Hash(same_ctx));
    size_t n = DPCTLContext_DeviceCount(ctx);
    DPCTLContext_Delete(ctx);
    CHECK_INT(DPCTLContext_DeviceCount(same_ctx), n);
    DPCTLContext_Delete(same_ctx);
    DPCTLSyclEventRef event = DPCTLEvent_Create(), same_event = DPCTLEvent_Copy(event);
    DPCTLEvent_Delete(event);
    CHECK_INT(DPCTLEvent_GetCommandExecutionStatus(same_event), DPCTL_COMPLETE);
    DPCTLEvent_Delete(same_event);
    DPCTLDevice_Delete(d);
}

TEST(compat_event_vectors_copy_references)
{
    DPCTLEventVectorRef none = DPCTLEventVector_Create();
    CHECK(DPCTLEventVector_Size(none) == 0 && DPCTLEventVector_GetAt(none, 0) == NULL);
    DPCTLEventVector_Delete(none);
    DPCTLSyclEventRef events[] = {DPCTLEvent_Create(), DPCTLEvent_Create()};
    DPCTLEventVectorRef two = DPCTLEventVector_CreateFromArray(2, events);
    CHECK_INT(DPCTLEventVector_Size(two), 2);
    for (size_t i = 0; i < 2; i++) {
        DPCTLEvent_Delete(events[i]);
        DPCTLSyclEventRef copy = DPCTLEventVector_GetAt(two, i);
        CHECK(copy == events[i]);
        DPCTLEvent_Delete(copy);
    }
    CHECK(DPCTLEventVector_GetAt(two, 2) == NULL);
    DPCTLEventVector_Clear(two);
    CHECK_INT(DPCTLEventVector_Size(two), 0);
    DPCTLEventVector_Delete(two);
}

TEST(compat_platforms_have_names_devices_and_contexts)
{
    DPCTLSyclDeviceRef d = device();
    DPCTLSyclPlatformRef platform = DPCTLPlatform_Create(), copy = DPCTLPlatform_Copy(platform);
    const dpex_platform_info *info = dpex_platform_get_info((dpex_platform *)platform);
    check_text(DPCTLPlatform_GetName(platform), info->name);
    check_text(DPCTLPlatform_GetVendor(platform), info->vendor);
    check_text(DPCTLPlatform_GetVersion(platform), info->version);
    CHECK(DPCTLPlatform_AreEq(platform, copy) &&
          DPCTLPlatform_Hash(platform) == DPCTLPlatform_Hash(copy));
    CHECK_INT(DPCTLPlatform_GetBackend(platform), DPCTLDevice_GetBackend(d));
    DPCTLDeviceVectorRef devices = DPCTLPlatform_GetDevices(platform, DPCTL_ALL),
                         others = DPCTLPlatform_GetDevices(platform, DPCTL_CUSTOM),
                         composites = DPCTLPlatform_GetCompositeDevices(platform);
    CHECK(DPCTLDeviceVector_Size(devices) > 0 && DPCTLDeviceVector_Size(others) == 0 && composites);
    DPCTLSyclContextRef ctx = DPCTLPlatform_GetDefaultContext(platform);
    CHECK_INT(DPCTLContext_DeviceCount(ctx), DPCTLDeviceVector_Size(devices));
    DPCTLContext_Delete(ctx);
    DPCTLDeviceVector_Delete(devices);
    DPCTLDeviceVector_Delete(others);
    DPCTLDeviceVector_Delete(composites);
    DPCTLPlatform_Delete(copy);
    DPCTLPlatform_Delete(platform);
    DPCTLDevice_Delete(d);
}

TEST(compat_platform_vectors_hold_platforms)
{
    device();
    DPCTLPlatformVectorRef all = DPCTLPlatform_GetPlatforms(), none = DPCTLPlatformVector_Create();
    CHECK(DPCTLPlatformVector_Size(all) >= 2 && DPCTLPlatformVector_Size(none) == 0);
    DPCTLSyclPlatformRef first = DPCTLPlatformVector_GetAt(all, 0);
    DPCTLPlatformVectorRef one = DPCTLPlatformVector_CreateFromArray(1, &first);
    CHECK(DPCTLPlatform_AreEq(DPCTLPlatformVector_GetAt(one, 0), first));
    CHECK(DPCTLPlatformVector_GetAt(one, 1) == NULL);
    DPCTLPlatformVector_Clear(one);
    CHECK_INT(DPCTLPlatformVector_Size(one), 0);
    DPCTLPlatformVector_Delete(one);
    DPCTLPlatformVector_Delete(none);
    DPCTLPlatformVector_Delete(all);
}

/* ---- kernels, queues, the rest ------------------------------------------------------------ */

TEST(compat_kernel_numbers_are_the_kernels)
{
    DPCTLSyclDeviceRef d = device();
    DPCTLSyclContextRef ctx = DPCTLContext_Create(d, NULL, 0);
    DPCTLSyclKernelBundleRef bundle = DPCTLKernelBundle_CreateFromOCLSource(
        ctx, d, "__kernel void f(__global int *x, int n) { x[0] = n; }", "");
    DPCTLSyclKernelRef kernel = DPCTLKernelBundle_GetKernel(bundle, "f"),
                       copy = DPCTLKernel_Copy(kernel);
    DPCTLKernelBundle_Delete(bundle);
    DPCTLKernel_Delete(kernel);
    const dpex_kernel_info *info = dpex_kernel_get_info((dpex_kernel *)copy);
    CHECK_INT(DPCTLKernel_GetNumArgs(copy), 2);
    CHECK_INT(DPCTLKernel_GetWorkGroupSize(copy), info->work_group_size);
    CHECK_INT(DPCTLKernel_GetPreferredWorkGroupSizeMultiple(copy),
              info->preferred_work_group_size_multiple);
    CHECK_INT(DPCTLKernel_GetPrivateMemSize(copy), info->private_mem_bytes);
    CHECK_INT(DPCTLKernel_GetMaxNumSubGroups(copy), info->max_num_sub_groups);
    CHECK_INT(DPCTLKernel_GetMaxSubGroupSize(copy), info->max_sub_group_size);
    CHECK_INT(DPCTLKernel_GetCompileNumSubGroups(copy), info->compile_num_sub_groups);
    CHECK_INT(DPCTLKernel_GetCompileSubGroupSize(copy), info->compile_sub_group_size);
    DPCTLKernel_Delete(copy);
    DPCTLContext_Delete(ctx);
    DPCTLDevice_Delete(d);
}

TEST(compat_copies_come_after_their_events)
{
    DPCTLSyclDeviceRef d = device();
    DPCTLSyclQueueRef queue = DPCTLQueue_CreateForDevice(d, NULL, 0);
    DPCTLSyclUSMRef x = DPCTLmalloc_shared(64, queue), y = DPCTLmalloc_shared(64, queue);
    char *end = (char *)y + 32;
    DPCTLSyclEventRef filled = DPCTLQueue_Memset(queue, x, 7, 64);
    DPCTLSyclEventRef copied = DPCTLQueue_MemcpyWithEvents(queue, y, x, 32, &filled, 1);
    DPCTLSyclEventRef again = DPCTLQueue_CopyDataWithEvents(queue, end, y, 32, &copied, 1);
    DPCTLEvent_Wait(again);
    CHECK(((char *)y)[0] == 7 && end[-1] == 7 && end[31] == 7);
    DPCTLEvent_Delete(filled);
    DPCTLEvent_Delete(copied);
    DPCTLEvent_Delete(again);
    DPCTLfree_with_queue(x, queue);
    DPCTLfree_with_queue(y, queue);
    DPCTLQueue_Delete(queue);
    DPCTLDevice_Delete(d);
}

TEST(compat_prints_devices_and_platforms)
{
    DPCTLSyclDeviceRef d = device();
    char path[] = "/tmp/compat_each_XXXXXX", text[4096] = "";
    int file = mkstemp(path);
    CHECK(file >= 0 && freopen(path, "w", stdout));
    DPCTLDeviceMgr_PrintDeviceInfo(d);
    DPCTLSyclPlatformRef platform = DPCTLPlatform_Create();
    DPCTLPlatformMgr_PrintInfo(platform, 1);
    fflush(stdout);
    FILE *back = fopen(path, "r");
    CHECK(back && fread(text, 1, sizeof text - 1, back) > 0);
    fclose(back);
    remove(path);
    const dpex_device_info *info = dpex_device_get_info((dpex_device *)d);
    CHECK(strstr(text, info->name) && strstr(text, "Num Devices"));
    DPCTLDevice_Delete(d);
}

TEST(compat_service_has_a_version_and_optional_parts_say_whether_they_are_there)
{
    DPCTLService_InitLogger("app", NULL);
    const char *version = DPCTLService_GetDPCPPVersion();
    CHECK(strstr(version, dpex_version()));
    DPCTLCString_Delete(version);
    DPCTLService_ShutdownLogger();
    CHECK(DPCTLWorkGroupMemory_Available() && DPCTLRawKernelArg_Available());
    CHECK(!DPCTLIPCMem_Available() && !DPCTLKernelBundle_CreateFromSYCLSource_Available());
}

TEST(compat_sycl_source_is_refused_with_a_log)
{
    DPCTLSyclDeviceRef d = device();
    DPCTLSyclContextRef ctx = DPCTLContext_Create(d, NULL, 0);
    DPCTLBuildOptionListRef options = DPCTLBuildOptionList_Create();
    DPCTLKernelNameListRef names = DPCTLKernelNameList_Create();
    DPCTLVirtualHeaderListRef headers = DPCTLVirtualHeaderList_Create();
    DPCTLKernelBuildLogRef log = DPCTLKernelBuildLog_Create();
    for (int i = 0; i < 100; i++) {
        DPCTLBuildOptionList_Append(options, "-O2");
        DPCTLKernelNameList_Append(names, "f");
        DPCTLVirtualHeaderList_Append(headers, "a.hpp", "int a;");
    }
    CHECK_TEXT(DPCTLKernelBuildLog_Get(log), "");
    CHECK(!DPCTLKernelBundle_CreateFromSYCLSource(ctx, d, "", NULL, NULL, NULL, NULL));
    for (int i = 0; i < 2; i++) {
        CHECK(!DPCTLKernelBundle_CreateFromSYCLSource(ctx, d, "", headers, names, options, log));
        CHECK(strstr(DPCTLKernelBuildLog_Get(log), "DPCTLKernelBundle_CreateFromOCLSource"));
    }
    /* One list in the place of another. */
    CHECK(!DPCTLKernelBundle_CreateFromSYCLSource(ctx, d, "", (void *)names, (void *)headers,
                                                  (void *)log, (void *)options));
    DPCTLBuildOptionList_Append((void *)names, "-O2");
    CHECK(!DPCTLKernelBuildLog_Get((void *)options));
    DPCTLKernelBuildLog_Delete((void *)options);
    DPCTLBuildOptionList_Delete(options);
    DPCTLKernelNameList_Delete(names);
    DPCTLVirtualHeaderList_Delete(headers);
    DPCTLKernelBuildLog_Delete(log);
    DPCTLContext_Delete(ctx);
    DPCTLDevice_Delete(d);
}

TEST(compat_kernels_are_found_by_their_names_in_sycl_too)
{
    DPCTLSyclDeviceRef d = device();
    DPCTLSyclContextRef ctx = DPCTLContext_Create(d, NULL, 0);
    DPCTLSyclKernelBundleRef bundle = DPCTLKernelBundle_CreateFromOCLSource(
        ctx, d, "kernel void f(global int *x) { x[0] = 1; }", NULL);
    CHECK(DPCTLKernelBundle_HasSyclKernel(bundle, "f"));
    CHECK(!DPCTLKernelBundle_HasSyclKernel(bundle, "g"));
    DPCTLSyclKernelRef kernel = DPCTLKernelBundle_GetSyclKernel(bundle, "f");
    CHECK_INT(DPCTLKernel_GetNumArgs(kernel), 1);
    CHECK(!DPCTLKernelBundle_GetSyclKernel(bundle, "g"));
    DPCTLKernel_Delete(kernel);
    DPCTLKernelBundle_Delete(bundle);
    DPCTLContext_Delete(ctx);
    DPCTLDevice_Delete(d);
}

TEST(compat_memory_is_not_shared_with_other_processes)
{
    DPCTLSyclDeviceRef d = device();
    DPCTLSyclQueueRef q = DPCTLQueue_CreateForDevice(d, NULL, 0);
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(q);
    DPCTLSyclUSMRef memory = DPCTLmalloc_device(64, q);
    char *handle = "";
    size_t size = 1;
    CHECK(DPCTLIPCMem_GetHandle(memory, ctx, &handle, &size) != 0);
    CHECK(!handle && size == 0);
    CHECK(!DPCTLIPCMem_OpenHandle("12345678", 8, ctx, d));
    DPCTLIPCMem_CloseHandle(memory, ctx);
    DPCTLIPCMem_FreeHandleData(handle);
    CHECK(DPCTLUSM_GetPointerType(memory, ctx) == DPCTL_USM_DEVICE);
    DPCTLfree_with_queue(memory, q);
    DPCTLContext_Delete(ctx);
    DPCTLQueue_Delete(q);
    DPCTLDevice_Delete(d);
}
