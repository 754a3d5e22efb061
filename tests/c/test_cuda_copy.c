/* The CUDA backend over the stand-in for its driver: copies from and to ordinary memory, for which the driver would keep the
 * submitting thread waiting, as the stand-in does. */
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/queue.h"
#include "queue_fixture.h"
#include "test.h"
#include "test_cuda.h"

enum { SMALL = 1000, LARGE = (18 << 20) + 12345 }; /* more pieces than there are slots */

static dpex_span on(dpex_storage *storage)
{
    return (dpex_span){.storage = storage};
}

static dpex_span host(void *at)
{
    return (dpex_span){.host = at};
}

static void copy(dpex_queue *queue, dpex_span dst, dpex_span src, size_t bytes, dpex_event *dep,
                 dpex_event **event)
{
    dpex_command command = {.kind = DPEX_COMMAND_COPY, .copy = {dst, src, bytes}};
    CHECK_OK(dpex_queue_submit(queue, &command, &dep, 1, event));
}

static unsigned char *bytes_of(size_t n, int seed)
{
    unsigned char *at = malloc(n);
    CHECK(at != NULL);
    for (size_t i = 0; i < n; i++) at[i] = (unsigned char)((i * 31 + i / 251) * (size_t)seed);
    return at;
}

/* From ordinary memory to the device, back to it elsewhere and on to a third address, all behind a kernel that blocks. */
static void pass_on(unsigned properties, size_t n)
{
    cuda_stage stage;
    dpex_event *blocked, *up, *down, *over;
    cuda_stage_init(&stage, cuda_queue(0, properties));
    dpex_storage *storage = cuda_storage(stage.queue, n);
    unsigned char *a = bytes_of(n, 1), *b = bytes_of(n, 0), *c = bytes_of(n, 0);
    cuda_stage_block(&stage, 0, &blocked);
    copy(stage.queue, on(storage), host(a), n, blocked, &up);
    copy(stage.queue, host(b), on(storage), n, up, &down);
    copy(stage.queue, host(c), host(b), n, down, &over);
    int done;
    CHECK_OK(dpex_event_wait(up, 1000000, &done));
    CHECK(!done);
    a[n / 2] = 77; /* it is not read yet */
    atomic_store(&stage.flag, 1);
    CHECK_OK(dpex_event_wait(over, 0, NULL));
    CHECK_INT(dpex_event_get_status(up), DPEX_EVENT_COMPLETE);
    CHECK_INT(dpex_event_get_status(down), DPEX_EVENT_COMPLETE);
    CHECK(!memcmp(b, a, n));
    CHECK(!memcmp(c, a, n));
    dpex_event_release(blocked);
    dpex_event_release(up);
    dpex_event_release(down);
    dpex_event_release(over);
    free(a), free(b), free(c);
    dpex_storage_release(storage);
    cuda_stage_fini(&stage);
}

TEST(cuda_copies_of_ordinary_memory_never_hold_up_who_submits)
{
    cuda_fake();
    pass_on(0, SMALL);
    pass_on(DPEX_QUEUE_IN_ORDER, SMALL);
    pass_on(0, LARGE);
    pass_on(DPEX_QUEUE_IN_ORDER, LARGE);
}

TEST(cuda_copies_of_ordinary_memory_keep_their_position_in_the_order)
{
    cuda_fake();
    cuda_stage stage;
    cuda_stage_init(&stage, cuda_queue(0, DPEX_QUEUE_IN_ORDER));
    dpex_storage *list = cuda_storage(stage.queue, sizeof stage.list);
    int start[64] = {0}, seen[64] = {0}, end[64] = {0};
    dpex_arg args[] = {cuda_pointer(dpex_storage_get_ptr(list)), cuda_int32(5)};
    cuda_stage_block(&stage, 0, NULL);
    copy(stage.queue, on(list), host(start), sizeof start, NULL, NULL);
    CHECK_OK(cuda_launch(stage.queue, stage.append, args, 2, 0, NULL, NULL));
    copy(stage.queue, host(seen), on(list), sizeof seen, NULL, NULL);
    CHECK_OK(cuda_launch(stage.queue, stage.append, args, 2, 0, NULL, NULL));
    copy(stage.queue, host(end), on(list), sizeof end, NULL, NULL);
    CHECK_INT(seen[0], 0);
    atomic_store(&stage.flag, 1);
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    CHECK_INT(seen[0], 1);
    CHECK_INT(end[0], 2);
    CHECK_INT(end[2], 5);
    dpex_storage_release(list);
    cuda_stage_fini(&stage);
}

TEST(cuda_barrier_waits_for_copies_of_ordinary_memory)
{
    cuda_fake();
    cuda_stage stage;
    dpex_event *blocked, *passed;
    dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER};
    cuda_stage_init(&stage, cuda_queue(0, 0));
    dpex_storage *storage = cuda_storage(stage.queue, LARGE);
    unsigned char *a = bytes_of(LARGE, 3), *b = bytes_of(LARGE, 0);
    memcpy(dpex_storage_get_ptr(storage), a, LARGE); /* the stand-in's memory is the host's */
    cuda_stage_block(&stage, 0, &blocked);
    copy(stage.queue, host(b), on(storage), LARGE, blocked, NULL);
    CHECK_OK(dpex_queue_submit(stage.queue, &barrier, NULL, 0, &passed));
    atomic_store(&stage.flag, 1);
    CHECK_OK(dpex_event_wait(passed, 0, NULL));
    CHECK(!memcmp(a, b, LARGE));
    dpex_event_release(blocked);
    dpex_event_release(passed);
    free(a), free(b);
    dpex_storage_release(storage);
    cuda_stage_fini(&stage);
}

TEST(cuda_small_copy_to_an_idle_queue_is_the_drivers)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *storage = cuda_storage(queue, SMALL);
    unsigned char *a = bytes_of(SMALL, 5);
    int n = fake->count("StreamSynchronize");
    dpex_event *event;
    copy(queue, on(storage), host(a), SMALL, NULL, &event);
    a[0] = 99; /* it is read already: nothing that it might have to wait for is pending */
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    CHECK_INT(*(unsigned char *)dpex_storage_get_ptr(storage), 0);
    CHECK_INT(fake->count("StreamSynchronize"), n);
    dpex_event_release(event);
    free(a);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(cuda_copy_of_ordinary_memory_that_fails_fails_its_event_alone)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *storage = cuda_storage(queue, LARGE);
    unsigned char *a = bytes_of(LARGE, 7);
    dpex_event *failed, *dependent, *fine;
    fake->fail("MemcpyAsync", 3, CUDA_ERROR_INVALID_VALUE);
    copy(queue, on(storage), host(a), LARGE, NULL, &failed);
    copy(queue, on(storage), host(a), LARGE, failed, &dependent);
    CHECK_FAILS(dpex_event_wait(failed, 0, NULL), DPEX_ERROR_BACKEND);
    CHECK_MESSAGE("command \"copy\" failed: cuMemcpyAsync");
    CHECK_FAILS(dpex_event_wait(dependent, 0, NULL), DPEX_ERROR_CANCELLED);
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_BACKEND);
    copy(queue, on(storage), host(a), LARGE, NULL, &fine);
    CHECK_OK(dpex_event_wait(fine, 0, NULL));
    CHECK(!memcmp(dpex_storage_get_ptr(storage), a, LARGE));
    dpex_event_release(failed);
    dpex_event_release(dependent);
    dpex_event_release(fine);
    free(a);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(cuda_copies_of_ordinary_memory_do_without_page_locked_memory)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *storage = cuda_storage(queue, LARGE);
    unsigned char *a = bytes_of(LARGE, 9), *b = bytes_of(LARGE, 0);
    fake->fail("MemHostAlloc", 1, CUDA_ERROR_OUT_OF_MEMORY);
    copy(queue, on(storage), host(a), LARGE, NULL, NULL);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(fake->count("MemHostAlloc"), 1);
    copy(queue, host(b), on(storage), LARGE, NULL, NULL);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK(!memcmp(a, b, LARGE));
    free(a), free(b);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(cuda_copy_of_ordinary_memory_has_times)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, DPEX_QUEUE_ENABLE_PROFILING);
    dpex_storage *storage = cuda_storage(queue, LARGE);
    unsigned char *a = bytes_of(LARGE, 11);
    dpex_event *event;
    uint64_t submit, start, end;
    copy(queue, on(storage), host(a), LARGE, NULL, &event);
    CHECK_OK(dpex_event_get_profile(event, &submit, &start, &end));
    CHECK(submit && submit <= start && start < end);
    dpex_event_release(event);
    free(a);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}
