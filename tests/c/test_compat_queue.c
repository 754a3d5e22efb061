/* dpctl's C interface (src/compat): queues, events, USM memory, programs. */
#include <stdlib.h>
#include <string.h>

#include <dpex/dpex.h>

#include "dpctl_sycl_interface.h"
#include "test.h"

static DPCTLSyclQueueRef cpu_queue(int properties)
{
    DPCTLSyclDeviceSelectorRef selector = DPCTLCPUSelector_Create();
    DPCTLSyclDeviceRef device = DPCTLDevice_CreateFromSelector(selector);
    DPCTLSyclQueueRef queue = DPCTLQueue_CreateForDevice(device, NULL, properties);
    DPCTLDevice_Delete(device);
    DPCTLDeviceSelector_Delete(selector);
    CHECK(queue != NULL);
    return queue;
}

static void finish(DPCTLSyclEventRef event)
{
    CHECK(event != NULL);
    DPCTLEvent_Wait(event);
    CHECK_INT(DPCTLEvent_GetCommandExecutionStatus(event), DPCTL_COMPLETE);
    DPCTLEvent_Delete(event);
}

TEST(compat_queue_knows_its_properties_and_context)
{
    DPCTLSyclQueueRef queue = cpu_queue(DPCTL_IN_ORDER | DPCTL_ENABLE_PROFILING);
    CHECK(DPCTLQueue_IsInOrder(queue) && DPCTLQueue_HasEnableProfiling(queue));
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(queue);
    DPCTLSyclDeviceRef device = DPCTLQueue_GetDevice(queue);
    DPCTLSyclQueueRef other = DPCTLQueue_Create(ctx, device, NULL, 0),
                      copy = DPCTLQueue_Copy(queue);
    CHECK(other && !DPCTLQueue_IsInOrder(other) && !DPCTLQueue_AreEq(queue, other));
    CHECK(DPCTLQueue_AreEq(queue, copy) && DPCTLQueue_Hash(queue) == DPCTLQueue_Hash(copy));
    CHECK_INT(DPCTLQueue_GetBackend(queue), DPCTLDevice_GetBackend(device));
    DPCTLQueue_Delete(copy);
    DPCTLQueue_Delete(other);
    DPCTLQueue_Delete(queue);
    DPCTLDevice_Delete(device);
    DPCTLContext_Delete(ctx);
}

TEST(compat_usm_memory_is_known_until_it_is_freed)
{
    DPCTLSyclQueueRef queue = cpu_queue(0);
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(queue);
    struct {
        DPCTLSyclUSMRef ref;
        DPCTLSyclUSMType type;
    } made[] = {{DPCTLmalloc_shared(100, queue), DPCTL_USM_SHARED},
                {DPCTLmalloc_host(100, queue), DPCTL_USM_HOST},
                {DPCTLmalloc_device(100, queue), DPCTL_USM_DEVICE},
                {DPCTLaligned_alloc_shared(4096, 100, queue), DPCTL_USM_SHARED},
                {DPCTLaligned_alloc_host(4096, 100, queue), DPCTL_USM_HOST},
                {DPCTLaligned_alloc_device(4096, 100, queue), DPCTL_USM_DEVICE}};
    for (int i = 0; i < 6; i++) {
        CHECK(made[i].ref && (i < 3 || (uintptr_t)made[i].ref % 4096 == 0));
        CHECK_INT(DPCTLUSM_GetPointerType(made[i].ref, ctx), made[i].type);
        DPCTLSyclDeviceRef device = DPCTLUSM_GetPointerDevice(made[i].ref, ctx);
        CHECK(device != NULL);
        DPCTLDevice_Delete(device);
        DPCTLfree_with_queue((DPCTLSyclUSMRef)((char *)made[i].ref + 8),
                             queue); /* not a start: refused */
        CHECK_INT(DPCTLUSM_GetPointerType(made[i].ref, ctx), made[i].type);
        if (i % 2)
            DPCTLfree_with_queue(made[i].ref, queue);
        else
            DPCTLfree_with_context(made[i].ref, ctx);
        CHECK_INT(DPCTLUSM_GetPointerType(made[i].ref, ctx), DPCTL_USM_UNKNOWN);
        DPCTLfree_with_queue(made[i].ref, queue); /* a second time: refused */
    }
    int local = 0;
    DPCTLfree_with_queue((DPCTLSyclUSMRef)&local, queue);
    CHECK(DPCTLaligned_alloc_host(3, 100, queue) == NULL);
    CHECK(DPCTLmalloc_host((size_t)1 << 60, queue) == NULL);
    DPCTLContext_Delete(ctx);
    DPCTLQueue_Delete(queue);
}

TEST(compat_memory_of_objects_is_not_freed_by_its_pointer)
{
    DPCTLSyclQueueRef queue = cpu_queue(0);
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(queue);
    dpex_storage *storage, *again;
    CHECK_OK(dpex_storage_create((dpex_queue *)queue, 100, 0, DPEX_USM_SHARED, &storage));
    DPCTLSyclUSMRef ptr = (DPCTLSyclUSMRef)dpex_storage_get_ptr(storage);
    for (int i = 0; i < 3; i++) DPCTLfree_with_queue(ptr, queue);
    CHECK_INT(DPCTLUSM_GetPointerType(ptr, ctx), DPCTL_USM_SHARED);
    CHECK(dpex_pointer_disown((dpex_context *)ctx, ptr, &again) == DPEX_ERROR_INVALID_VALUE);
    dpex_pointer_own(storage);
    CHECK_OK(dpex_pointer_disown((dpex_context *)ctx, ptr, &again));
    CHECK(again == storage);
    DPCTLfree_with_queue(ptr, queue); /* an object's again */
    CHECK_INT(DPCTLUSM_GetPointerType(ptr, ctx), DPCTL_USM_SHARED);
    dpex_pointer_own(storage);
    DPCTLfree_with_queue(ptr, queue);
    CHECK_INT(DPCTLUSM_GetPointerType(ptr, ctx), DPCTL_USM_UNKNOWN);
    DPCTLContext_Delete(ctx);
    DPCTLQueue_Delete(queue);
}

TEST(compat_fills_and_copies_move_bytes)
{
    DPCTLSyclQueueRef queue = cpu_queue(DPCTL_IN_ORDER);
    uint8_t *mem = (uint8_t *)DPCTLmalloc_shared(64, queue), bytes[64];
    finish(DPCTLQueue_Memset(queue, mem, 7, 64));
    CHECK(mem[0] == 7 && mem[63] == 7);
    finish(DPCTLQueue_Fill8(queue, mem, 1, 64));
    CHECK(mem[63] == 1);
    finish(DPCTLQueue_Fill16(queue, mem, 0x0203, 32));
    CHECK(mem[62] == 3 && mem[63] == 2);
    finish(DPCTLQueue_Fill32(queue, mem, 5, 16));
    CHECK(mem[60] == 5 && mem[63] == 0);
    finish(DPCTLQueue_Fill64(queue, mem, 6, 8));
    CHECK(mem[56] == 6 && mem[63] == 0);
    uint64_t wide[2] = {8, 9};
    finish(DPCTLQueue_Fill128(queue, mem, wide, 4));
    CHECK(mem[48] == 8 && mem[56] == 9);
    finish(DPCTLQueue_Memcpy(queue, bytes, mem, 64));
    CHECK(!memcmp(bytes, mem, 64));
    bytes[3] = 42;
    DPCTLSyclEventRef first = DPCTLQueue_CopyData(queue, mem, bytes, 64);
    DPCTLSyclEventRef second = DPCTLQueue_MemsetWithEvents(queue, mem, 1, 2, &first, 1);
    finish(DPCTLQueue_SubmitBarrierForEvents(queue, &second, 1));
    CHECK(mem[0] == 1 && mem[3] == 42);
    DPCTLEventVectorRef list = DPCTLEvent_GetWaitList(second);
    CHECK(list != NULL);
    DPCTLEventVector_Delete(list);
    DPCTLEvent_Delete(first);
    DPCTLEvent_Delete(second);
    finish(DPCTLQueue_SubmitBarrier(queue));
    finish(DPCTLQueue_Prefetch(queue, mem, 64));
    finish(DPCTLQueue_MemAdvise(queue, mem, 64, 0));
    CHECK(DPCTLQueue_Memcpy(queue, NULL, mem, 64) == NULL);
    CHECK(DPCTLQueue_Fill64(queue, mem, 6, (size_t)-1 / 4) == NULL);
    CHECK(DPCTLQueue_Memset(queue, mem, 6, (size_t)1 << 40) == NULL);
    CHECK(DPCTLQueue_Memcpy(queue, mem + 1, bytes, 64) == NULL);
    CHECK(DPCTLQueue_Memcpy(queue, bytes, mem + 1, 64) == NULL);
    CHECK(DPCTLQueue_Prefetch(queue, mem, 65) == NULL);
    DPCTLfree_with_queue((DPCTLSyclUSMRef)mem, queue);
    DPCTLQueue_Wait(queue);
    DPCTLQueue_Delete(queue);
}

TEST(compat_new_event_is_complete_and_profiled_event_has_times)
{
    DPCTLSyclEventRef event = DPCTLEvent_Create();
    CHECK(DPCTLEvent_GetBackend(event) != DPCTL_UNKNOWN_BACKEND);
    DPCTLEvent_WaitAndThrow(event);
    finish(event);
    DPCTLSyclQueueRef queue = cpu_queue(DPCTL_ENABLE_PROFILING);
    void *mem = DPCTLmalloc_shared(64, queue);
    event = DPCTLQueue_Memset(queue, mem, 7, 64);
    DPCTLEvent_Wait(event);
    CHECK(DPCTLEvent_GetProfilingInfoSubmit(event) > 0);
    CHECK(DPCTLEvent_GetProfilingInfoStart(event) <= DPCTLEvent_GetProfilingInfoEnd(event));
    DPCTLEvent_Delete(event);
    DPCTLfree_with_queue(mem, queue);
    DPCTLQueue_Delete(queue);
}

static const char text[] = "kernel void scale(global double *x, double factor, ulong n)\n"
                           "{ size_t i = get_global_id(0); if (i < n) x[i] = factor * i; }\n";

TEST(compat_kernel_from_source_runs)
{
    DPCTLSyclQueueRef queue = cpu_queue(0);
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(queue);
    DPCTLSyclDeviceRef device = DPCTLQueue_GetDevice(queue);
    DPCTLSyclKernelBundleRef made = DPCTLKernelBundle_CreateFromOCLSource(ctx, device, text, NULL);
    CHECK(made != NULL);
    DPCTLSyclKernelBundleRef bundle = DPCTLKernelBundle_Copy(made);
    DPCTLKernelBundle_Delete(made);
    CHECK(DPCTLKernelBundle_HasKernel(bundle, "scale"));
    CHECK(!DPCTLKernelBundle_HasKernel(bundle, "absent"));
    CHECK(DPCTLKernelBundle_GetKernel(bundle, "absent") == NULL);
    DPCTLSyclKernelRef kernel = DPCTLKernelBundle_GetKernel(bundle, "scale");
    CHECK_INT(DPCTLKernel_GetNumArgs(kernel), 3);
    CHECK(DPCTLKernel_GetWorkGroupSize(kernel) > 0);
    double *x = (double *)DPCTLmalloc_shared(10 * sizeof *x, queue), factor = 2.5;
    uint64_t n = 10;
    void *args[] = {x, &factor, &n};
    DPCTLKernelArgType types[] = {DPCTL_VOID_PTR, DPCTL_FLOAT64_T, DPCTL_UINT64_T};
    size_t range[3] = {10, 1, 1}, local[3] = {5, 1, 1};
    finish(DPCTLQueue_SubmitRange(kernel, queue, args, types, 3, range, 1, NULL, 0));
    CHECK(x[9] == 22.5);
    factor = 3;
    finish(DPCTLQueue_SubmitNDRange(kernel, queue, args, types, 3, range, local, 1, NULL, 0));
    CHECK(x[9] == 27);
    CHECK(DPCTLQueue_SubmitRange(kernel, queue, args, types, 2, range, 1, NULL, 0) == NULL);
    CHECK(DPCTLQueue_SubmitRange(kernel, queue, args, types, 3, range, 4, NULL, 0) == NULL);
    CHECK(DPCTLQueue_SubmitRange(kernel, queue, args, types, 100000, range, 1, NULL, 0) == NULL);
    types[1] = DPCTL_UNSUPPORTED_KERNEL_ARG;
    CHECK(DPCTLQueue_SubmitRange(kernel, queue, args, types, 3, range, 1, NULL, 0) == NULL);
    types[1] = DPCTL_LOCAL_ACCESSOR;
    MDLocalAccessor nonsense = {9, DPCTL_FLOAT64_T, 1, 1, 1};
    args[1] = &nonsense;
    CHECK(DPCTLQueue_SubmitRange(kernel, queue, args, types, 3, range, 1, NULL, 0) == NULL);
    DPCTLfree_with_queue((DPCTLSyclUSMRef)x, queue);
    DPCTLKernel_Delete(kernel);
    DPCTLKernelBundle_Delete(bundle);
    DPCTLQueue_Delete(queue);
}

TEST(compat_source_that_does_not_compile_gives_no_bundle)
{
    DPCTLSyclQueueRef queue = cpu_queue(0);
    DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(queue);
    DPCTLSyclDeviceRef device = DPCTLQueue_GetDevice(queue);
    CHECK(DPCTLKernelBundle_CreateFromOCLSource(ctx, device, "kernel void f( {", NULL) == NULL);
    CHECK(DPCTLKernelBundle_CreateFromSpirv(ctx, device, "no SPIR-V", 9, NULL) == NULL);
    DPCTLDevice_Delete(device);
    DPCTLContext_Delete(ctx);
    DPCTLQueue_Delete(queue);
}

TEST(compat_objects_as_kernel_arguments_hold_their_bytes)
{
    CHECK(DPCTLWorkGroupMemory_Available() && DPCTLRawKernelArg_Available());
    DPCTLSyclWorkGroupMemoryRef memory = DPCTLWorkGroupMemory_Create(128);
    CHECK_INT(((RawWorkGroupMemory *)memory)->nbytes, 128);
    DPCTLWorkGroupMemory_Delete(memory);
    int value = 17;
    DPCTLSyclRawKernelArgRef arg = DPCTLRawKernelArg_Create(&value, sizeof value);
    value = 0;
    CHECK_INT(*(int *)((RawKernelArgData *)arg)->data, 17);
    DPCTLRawKernelArg_Delete(arg);
}
