/* See test_cuda.h. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/cuda/driver.h"
#include "backend/cuda/nvrtc.h"
#include "dpex/testing.h"
#include "test.h"
#include "test_cuda.h"

const fake_cuda_controls *cuda_fake(void)
{
    char folder[64];
    void *handle = dlopen(FAKE_CUDA, RTLD_NOW | RTLD_LOCAL), *entry;
    fake_cuda_get_controls_fn *get_controls;
    if (!handle) test_fail(__FILE__, __LINE__, "%s", dlerror());
    entry = dlsym(handle, "fake_cuda_get_controls");
    memcpy(&get_controls, &entry, sizeof entry);
    snprintf(folder, sizeof folder, "/tmp/opendpex-tests-%u", (unsigned)getuid());
    setenv("DPEX_CACHE_DIR", folder, 1);
    setenv("CUDA_PATH", FAKE_CUDA_PATH, 1);
    setenv("DPEX_BACKENDS", "native,sim,cuda", 1);
    dpex_testing_set_cuda_library(FAKE_CUDA);
    return get_controls();
}

void cuda_use_real_compiler(void)
{
    const dpex_nvrtc *nvrtc;
    dpex_device *device;
    Dl_info found;
    cuda_fake();
    unsetenv("CUDA_PATH");
    CHECK_OK(dpex_device_find("cuda", &device));
    if (dpex_nvrtc_open(&nvrtc)) SKIP("there is no NVRTC");
    /* by its name the loader finds the stand-in's, which is loaded, if there is no other */
    if (dladdr((void *)nvrtc->Version, &found) && strstr(found.dli_fname, "fake_cuda"))
        SKIP("there is no NVRTC but the stand-in's");
}

dpex_queue *cuda_queue(int number, unsigned properties)
{
    char filter[32];
    dpex_device *device;
    dpex_queue *queue;
    snprintf(filter, sizeof filter, "cuda:gpu:%d", number);
    CHECK_OK(dpex_device_find(filter, &device));
    CHECK_OK(dpex_queue_create(NULL, device, properties, &queue));
    dpex_device_release(device);
    return queue;
}

dpex_storage *cuda_storage(dpex_queue *queue, size_t bytes)
{
    dpex_storage *storage;
    CHECK_OK(dpex_storage_create(queue, bytes, 0, DPEX_USM_DEVICE, &storage));
    return storage;
}

dpex_kernel *cuda_kernel(dpex_queue *queue, const char *name)
{
    char text[128];
    dpex_program *program;
    dpex_kernel *kernel;
    snprintf(text, sizeof text, "extern \"C\" __global__ void %s() {}", name);
    CHECK_OK(dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                                 DPEX_LANGUAGE_SOURCE, text, strlen(text), "", &program));
    CHECK_OK(dpex_kernel_create(program, name, &kernel));
    dpex_program_release(program);
    return kernel;
}

dpex_arg cuda_pointer(void *at)
{
    return (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {.host = at}};
}

dpex_arg cuda_int32(int32_t value)
{
    dpex_arg arg = {.kind = DPEX_ARG_INT32};
    memcpy(&arg.bits, &value, sizeof value);
    return arg;
}

dpex_range cuda_range(size_t global, size_t local)
{
    return (dpex_range){.nd = 1, .global = {global}, .local = {local}, .has_local = local != 0};
}

dpex_status cuda_launch(dpex_queue *queue, dpex_kernel *kernel, const dpex_arg *args, size_t n_args,
                        unsigned flags, dpex_event *dep, dpex_event **event)
{
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .flags = flags,
        .launch = {.kernel = kernel, .args = args, .n_args = n_args, .range = cuda_range(1, 1)}};
    return dpex_queue_submit(queue, &command, &dep, 1, event);
}

void cuda_stage_init(cuda_stage *stage, dpex_queue *queue)
{
    memset(stage, 0, sizeof *stage);
    stage->queue = queue;
    stage->block = cuda_kernel(queue, "block");
    stage->append = cuda_kernel(queue, "append");
}

void cuda_stage_block(cuda_stage *stage, unsigned flags, dpex_event **event)
{
    dpex_arg args[] = {cuda_pointer(&stage->flag)};
    CHECK_OK(cuda_launch(stage->queue, stage->block, args, 1, flags, NULL, event));
}

void cuda_stage_append(cuda_stage *stage, int value, unsigned flags, dpex_event *dep,
                       dpex_event **event)
{
    dpex_arg args[] = {cuda_pointer(stage->list), cuda_int32(value)};
    CHECK_OK(cuda_launch(stage->queue, stage->append, args, 2, flags, dep, event));
}

void cuda_stage_fini(cuda_stage *stage)
{
    CHECK_OK(dpex_queue_wait(stage->queue, 0, NULL));
    dpex_kernel_release(stage->block);
    dpex_kernel_release(stage->append);
    dpex_queue_release(stage->queue);
}
