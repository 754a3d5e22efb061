/* Ranges of NVTX around what is given to the driver, with a stand-in for a tool. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/ranges.h"
#include "test.h"
#include "test_cuda.h"

/* What the tool was told; the queue's creation opens it. */
static const char *told(void)
{
    const char *(*get_text)(void);
    void *handle = dlopen(FAKE_NVTX, RTLD_NOW | RTLD_LOCAL);
    void *entry = handle ? dlsym(handle, "fake_nvtx_get_text") : NULL;
    CHECK(entry != NULL);
    memcpy(&get_text, &entry, sizeof entry);
    return get_text();
}

static int n_pushed(const char *name)
{
    int n = 0;
    for (const char *at = told(); (at = strstr(at, name)); at++)
        n += at == told() || at[-1] == '\n';
    return n;
}

TEST(cuda_ranges_are_told_to_a_tool)
{
    cuda_fake();
    setenv("NVTX_INJECTION64_PATH", FAKE_NVTX, 1);
    dpex_queue *queue = cuda_queue(0, DPEX_QUEUE_IN_ORDER);
    dpex_kernel *kernel = cuda_kernel(queue, "add_one");
    dpex_storage *storage = cuda_storage(queue, 64);
    CHECK(dpex_cuda_ranges_are_on());
    const dpex_arg args[] = {cuda_pointer(dpex_storage_get_ptr(storage)), cuda_int32(1)};
    CHECK_OK(cuda_launch(queue, kernel, args, 2, 0, NULL, NULL));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_TEXT(told(), "push add_one\npop\n");
    dpex_command fill = {.kind = DPEX_COMMAND_FILL,
                         .name = "zeros",
                         .fill = {.dst = {.storage = storage}, .bytes = 64, .pattern_bytes = 1}};
    CHECK_OK(dpex_queue_submit(queue, &fill, NULL, 0, NULL));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_TEXT(told(), "push add_one\npop\npush zeros\npop\n");
    dpex_storage_release(storage);
    dpex_kernel_release(kernel);
    dpex_queue_release(queue);
}

/* The thread that gives a deferred command to the driver has its range. */
TEST(cuda_ranges_of_deferred_commands)
{
    cuda_fake();
    setenv("NVTX_INJECTION64_PATH", FAKE_NVTX, 1);
    cuda_stage before, after;
    dpex_event *event;
    cuda_stage_init(&before, cuda_queue(0, 0));
    cuda_stage_init(&after, cuda_queue(1, 0));
    cuda_stage_block(&before, 0, &event);
    cuda_stage_append(&after, 1, 0, event, NULL);
    atomic_store(&before.flag, 1);
    CHECK_OK(dpex_queue_wait(before.queue, 0, NULL));
    CHECK_OK(dpex_queue_wait(after.queue, 0, NULL));
    CHECK_INT(n_pushed("push block\n"), 1);
    CHECK_INT(n_pushed("push append\n"), 1);
    CHECK_INT(n_pushed("pop\n"), 2);
    dpex_event_release(event);
    cuda_stage_fini(&before);
    cuda_stage_fini(&after);
}

TEST(cuda_ranges_are_off_without_a_tool)
{
    cuda_fake();
    unsetenv("NVTX_INJECTION64_PATH");
    cuda_stage stage;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    CHECK(!dpex_cuda_ranges_are_on());
    cuda_stage_append(&stage, 1, 0, NULL, NULL);
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    CHECK_TEXT(told(), "");
    cuda_stage_fini(&stage);
}

TEST(cuda_ranges_are_off_with_a_library_that_is_no_tool)
{
    cuda_fake();
    setenv("NVTX_INJECTION64_PATH", FAKE_CUDA, 1);
    cuda_stage stage;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    CHECK(!dpex_cuda_ranges_are_on());
    cuda_stage_append(&stage, 1, 0, NULL, NULL);
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    cuda_stage_fini(&stage);
}
