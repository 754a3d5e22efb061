/* The CUDA backend on a real device; skipped where there is none. What a device computes and how it fails. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/futex.h"
#include "queue_fixture.h"
#include "test.h"
#include "test_cuda.h"

enum { N = 100003 };

static const char text[] =
    "extern \"C\" __global__ void add(float *y, const float *x, float a, unsigned n)\n"
    "{\n"
    "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) y[i] = a * x[i] + y[i];\n"
    "}\n"
    "extern \"C\" __global__ void number(int *out)\n"
    "{\n"
    "    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + "
    "threadIdx.y;\n"
    "    unsigned z = blockIdx.z * blockDim.z + threadIdx.z, w = gridDim.x * blockDim.x, h = "
    "gridDim.y * blockDim.y;\n"
    "    out[(z * h + y) * w + x] = x + 100 * y + 10000 * z;\n"
    "}\n"
    "extern \"C\" __global__ void swap(int *x, dpex_local<int> first, dpex_local<int> tile)\n"
    "{\n"
    "    first[threadIdx.x] = 1000000;\n"
    "    tile[threadIdx.x] = x[threadIdx.x];\n"
    "    __syncthreads();\n"
    "    x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x] + first[0];\n"
    "}\n"
    "extern \"C\" __global__ void spin(volatile int *flag) { while (!*flag) {} }\n"
    "extern \"C\" __global__ void nowhere(int *x) { *(int *)(1ull << 50) = *x; }\n";

/* The library opens the driver by itself: no stand-in here. */
static dpex_queue *real_queue(unsigned properties)
{
    dpex_device *device;
    dpex_queue *queue;
    if (dpex_device_find("cuda", &device)) SKIP("there is no CUDA device");
    CHECK_OK(dpex_queue_create(NULL, device, properties, &queue));
    dpex_device_release(device);
    return queue;
}

static dpex_kernel *real_kernel(dpex_queue *queue, const char *name)
{
    dpex_program *program;
    dpex_kernel *kernel;
    CHECK_OK(dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                                 DPEX_LANGUAGE_SOURCE, text, strlen(text), "", &program));
    CHECK_OK(dpex_kernel_create(program, name, &kernel));
    dpex_program_release(program);
    return kernel;
}

static void copy(dpex_queue *queue, dpex_span dst, dpex_span src, size_t bytes)
{
    dpex_command command = {
        .kind = DPEX_COMMAND_COPY, .flags = DPEX_COMMAND_ORDERED, .copy = {dst, src, bytes}};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, NULL));
}

static void read_back(dpex_queue *queue, void *host, dpex_storage *storage, size_t bytes)
{
    copy(queue, (dpex_span){.host = host}, (dpex_span){.storage = storage}, bytes);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
}

static void launch(dpex_queue *queue, dpex_kernel *kernel, const dpex_arg *args, size_t n_args,
                   dpex_range range, dpex_event **event)
{
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .flags = DPEX_COMMAND_ORDERED,
        .launch = {.kernel = kernel, .args = args, .n_args = n_args, .range = range}};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, event));
}

TEST(cuda_device_says_what_it_is)
{
    dpex_queue *queue = real_queue(0);
    dpex_device *device = dpex_queue_get_device(queue);
    const dpex_device_info *info = dpex_device_get_info(device);
    uint64_t free_bytes;
    CHECK(info->name[0] && info->version[0] && info->driver_version[0]);
    CHECK(info->max_compute_units > 0 && info->max_work_group_size >= 512 &&
          info->global_mem_size > 1u << 28);
    CHECK(info->local_mem_size >= 48 << 10 && info->max_clock_frequency > 100);
    CHECK_OK(dpex_device_get_free_memory(device, &free_bytes));
    CHECK(free_bytes > 0 && free_bytes <= info->global_mem_size);
    dpex_queue_release(queue);
}

TEST(cuda_device_has_memory_of_three_kinds)
{
    dpex_queue *queue = real_queue(0);
    for (dpex_usm_kind kind = DPEX_USM_DEVICE; kind <= DPEX_USM_HOST; kind++) {
        static int in[N], out[N];
        dpex_storage *storage;
        if (kind == DPEX_USM_SHARED && !dpex_device_has_aspect(dpex_queue_get_device(queue),
                                                               DPEX_ASPECT_usm_shared_allocations))
            continue;
        CHECK_OK(dpex_storage_create(queue, sizeof in, 0, kind, &storage));
        for (int i = 0; i < N; i++) in[i] = i ^ (int)kind;
        copy(queue, (dpex_span){.storage = storage}, (dpex_span){.host = in}, sizeof in);
        read_back(queue, out, storage, sizeof out);
        CHECK(!memcmp(in, out, sizeof in));
        if (kind != DPEX_USM_DEVICE) CHECK(!memcmp(dpex_storage_get_ptr(storage), in, sizeof in));
        dpex_storage_release(storage);
    }
    dpex_queue_release(queue);
}

TEST(cuda_device_moves_spans_that_overlap)
{
    static unsigned char in[N], out[N], expected[N];
    dpex_queue *queue = real_queue(0);
    dpex_storage *storage = cuda_storage(queue, N);
    for (int shift = -9; shift <= 9; shift += 3) {
        size_t dst = shift > 0 ? (size_t)shift : 0, src = shift < 0 ? (size_t)-shift : 0;
        for (int i = 0; i < N; i++) in[i] = expected[i] = (unsigned char)(i * 7 + i / 256);
        memmove(expected + dst, expected + src, N - 9);
        copy(queue, (dpex_span){.storage = storage}, (dpex_span){.host = in}, N);
        copy(queue, (dpex_span){.storage = storage, .offset = dst},
             (dpex_span){.storage = storage, .offset = src}, N - 9);
        read_back(queue, out, storage, N);
        CHECK(!memcmp(out, expected, N));
    }
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

static void check_fill(dpex_queue *queue, dpex_storage *storage, size_t offset,
                       unsigned pattern_bytes, size_t bytes)
{
    static unsigned char out[N];
    dpex_command fill = {.kind = DPEX_COMMAND_FILL,
                         .flags = DPEX_COMMAND_ORDERED,
                         .fill = {.dst = {.storage = storage, .offset = offset},
                                  .bytes = bytes,
                                  .pattern = "0123456789abcdef",
                                  .pattern_bytes = (uint8_t)pattern_bytes}};
    dpex_command clear = {.kind = DPEX_COMMAND_FILL,
                          .fill = {.dst = {.storage = storage}, .bytes = N, .pattern_bytes = 1}};
    CHECK_OK(dpex_queue_submit(queue, &clear, NULL, 0, NULL));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_OK(dpex_queue_submit(queue, &fill, NULL, 0, NULL));
    read_back(queue, out, storage, N);
    for (size_t i = 0; i < N; i++) {
        int inside = i >= offset && i < offset + bytes;
        CHECK_INT(out[i], inside ? "0123456789abcdef"[(i - offset) % pattern_bytes] : 0);
    }
}

TEST(cuda_device_fills_patterns_of_all_lengths)
{
    dpex_queue *queue = real_queue(0);
    dpex_storage *storage = cuda_storage(queue, N);
    for (unsigned bytes = 1; bytes <= 16; bytes *= 2) {
        check_fill(queue, storage, 32, bytes, 96000);
        check_fill(queue, storage, 33, bytes, 9600);
        check_fill(queue, storage, 0, bytes, 1003);
    }
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(cuda_device_computes_without_contraction)
{
    static float x[N], y[N], out[N];
    dpex_queue *queue = real_queue(0);
    dpex_storage *on_x = cuda_storage(queue, sizeof x), *on_y = cuda_storage(queue, sizeof y);
    dpex_kernel *kernel = real_kernel(queue, "add");
    float a = 2.7f;
    dpex_arg args[] = {{.kind = DPEX_ARG_POINTER, .span = {.storage = on_y}},
                       {.kind = DPEX_ARG_POINTER, .span = {.storage = on_x}},
                       {.kind = DPEX_ARG_FLOAT32},
                       {.kind = DPEX_ARG_UINT32, .bits = N}};
    memcpy(&args[2].bits, &a, sizeof a);
    for (int i = 0; i < N; i++) {
        x[i] = (float)i / 3;
        y[i] = 1 / (float)(i + 1);
    }
    copy(queue, (dpex_span){.storage = on_x}, (dpex_span){.host = x}, sizeof x);
    copy(queue, (dpex_span){.storage = on_y}, (dpex_span){.host = y}, sizeof y);
    launch(queue, kernel, args, 4, cuda_range(100096, 256), NULL);
    read_back(queue, out, on_y, sizeof out);
    for (int i = 0; i < N; i++) {
        volatile float product = a * x[i];
        CHECK(out[i] == product + y[i]);
    }
    dpex_kernel_release(kernel);
    dpex_storage_release(on_x);
    dpex_storage_release(on_y);
    dpex_queue_release(queue);
}

TEST(cuda_device_counts_up_to_three_dimensions)
{
    static const dpex_range ranges[] = {{3, {4, 6, 64}, {2, 3, 32}, 1},
                                        {3, {5, 7, 11}, {0}, 0},
                                        {2, {40, 50}, {8, 10}, 1},
                                        {1, {1000}, {0}, 0}};
    static int out[4096];
    dpex_queue *queue = real_queue(0);
    dpex_storage *storage = cuda_storage(queue, sizeof out);
    dpex_kernel *kernel = real_kernel(queue, "number");
    dpex_arg args[] = {{.kind = DPEX_ARG_POINTER, .span = {.storage = storage}}};
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        int extents[3] = {1, 1, 1}, nd = ranges[r].nd;
        for (int d = 0; d < nd; d++) extents[3 - nd + d] = (int)ranges[r].global[d];
        launch(queue, kernel, args, 1, ranges[r], NULL);
        read_back(queue, out, storage, sizeof out);
        for (int i = 0; i < extents[0] * extents[1] * extents[2]; i++) {
            int x = i % extents[2], y = i / extents[2] % extents[1],
                z = i / extents[2] / extents[1];
            CHECK_INT(out[i], x + 100 * y + 10000 * z);
        }
    }
    dpex_kernel_release(kernel);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

/* n ints of local memory twice, of which the second is the tile. */
static void check_swap(dpex_queue *queue, dpex_kernel *kernel, int n, size_t local_bytes)
{
    static int x[1024];
    dpex_storage *storage = cuda_storage(queue, sizeof x);
    dpex_arg args[] = {{.kind = DPEX_ARG_POINTER, .span = {.storage = storage}},
                       {.kind = DPEX_ARG_LOCAL, .bytes = local_bytes},
                       {.kind = DPEX_ARG_LOCAL, .bytes = 4 * (size_t)n}};
    for (int i = 0; i < n; i++) x[i] = i;
    copy(queue, (dpex_span){.storage = storage}, (dpex_span){.host = x}, sizeof x);
    launch(queue, kernel, args, 3, cuda_range((size_t)n, (size_t)n), NULL);
    read_back(queue, x, storage, sizeof x);
    for (int i = 0; i < n; i++) CHECK_INT(x[i], 1000000 + n - 1 - i);
    dpex_storage_release(storage);
}

TEST(cuda_device_shares_local_memory_within_work_groups)
{
    dpex_queue *queue = real_queue(0);
    dpex_kernel *kernel = real_kernel(queue, "swap");
    check_swap(queue, kernel, 33, 132);
    check_swap(queue, kernel, 512, 2048);
    check_swap(queue, kernel, 512,
               dpex_device_get_info(dpex_queue_get_device(queue))->local_mem_size - 2048);
    dpex_kernel_release(kernel);
    dpex_queue_release(queue);
}

TEST(cuda_device_profiles_in_order)
{
    dpex_queue *queue = real_queue(DPEX_QUEUE_ENABLE_PROFILING | DPEX_QUEUE_IN_ORDER);
    dpex_storage *storage = cuda_storage(queue, (size_t)1 << 26);
    dpex_event *events[3];
    uint64_t submitted, started, ended, last = dpex_clock_ns();
    dpex_command fill = {
        .kind = DPEX_COMMAND_FILL,
        .fill = {.dst = {.storage = storage}, .bytes = (size_t)1 << 26, .pattern_bytes = 1}};
    for (int i = 0; i < 3; i++) CHECK_OK(dpex_queue_submit(queue, &fill, NULL, 0, &events[i]));
    for (int i = 0; i < 3; i++) {
        CHECK_OK(dpex_event_get_profile(events[i], &submitted, &started, &ended));
        CHECK(submitted <= started && started < ended && ended < dpex_clock_ns() + 1000000);
        CHECK(started + 2000 >= last); /* rounding */
        last = ended;
        dpex_event_release(events[i]);
    }
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

/* A kernel that runs until the host says so: what waits for it waits, what does not runs. */
TEST(cuda_device_completes_without_anybody_asking)
{
    dpex_queue *queue = real_queue(0);
    dpex_storage *flag_storage, *used = cuda_storage(queue, 4096);
    dpex_kernel *spin = real_kernel(queue, "spin");
    journal notes = {0};
    task t = {.notes = &notes, .letter = 'h'};
    dpex_event *event;
    CHECK_OK(dpex_storage_create(queue, 64, 0, DPEX_USM_HOST, &flag_storage));
    volatile int *flag = dpex_storage_get_ptr(flag_storage);
    *flag = 0;
    dpex_arg args[] = {{.kind = DPEX_ARG_POINTER, .span = {.storage = flag_storage}}};
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .uses = &used,
        .n_uses = 1,
        .launch = {.kernel = spin, .args = args, .n_args = 1, .range = cuda_range(1, 1)}};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, &event));
    task_submit(queue, &t, 0, event, NULL);
    dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER};
    CHECK_OK(dpex_queue_submit(queue, &barrier, NULL, 0, NULL));
    CHECK(!dpex_queue_is_idle(queue));
    CHECK_INT(atomic_load(&t.n_runs), 0);
    CHECK(dpex_event_get_status(event) != DPEX_EVENT_COMPLETE);
    *flag = 1;
    CHECK_OK(dpex_storage_wait(used, 0, NULL));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_TEXT(journal_text(&notes), "h");
    dpex_event_release(event);
    dpex_kernel_release(spin);
    dpex_storage_release(flag_storage);
    dpex_storage_release(used);
    dpex_queue_release(queue);
}

TEST(cuda_device_is_lost_by_an_illegal_address_and_the_cpu_lives)
{
    dpex_queue *queue = real_queue(0), *cpu = fixture_queue(0);
    dpex_storage *storage = cuda_storage(queue, 64);
    dpex_kernel *kernel = real_kernel(queue, "nowhere");
    dpex_arg args[] = {{.kind = DPEX_ARG_POINTER, .span = {.storage = storage}}};
    dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER};
    dpex_event *event;
    launch(queue, kernel, args, 1, cuda_range(1, 1), &event);
    CHECK_FAILS(dpex_event_wait(event, 0, NULL), DPEX_ERROR_DEVICE_LOST);
    CHECK_MESSAGE("CUDA_ERROR_ILLEGAL_ADDRESS");
    CHECK_MESSAGE("\"nowhere\"");
    CHECK_FAILS(dpex_queue_submit(queue, &barrier, NULL, 0, NULL), DPEX_ERROR_DEVICE_LOST);
    CHECK_OK(dpex_queue_submit(cpu, &barrier, NULL, 0, NULL));
    CHECK_OK(dpex_queue_wait(cpu, 0, NULL));
    dpex_event_release(event);
    dpex_kernel_release(kernel);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
    dpex_queue_release(cpu);
}

TEST(cuda_device_refuses_more_than_it_has)
{
    dpex_queue *queue = real_queue(0);
    dpex_storage *storage;
    uint64_t all = dpex_device_get_info(dpex_queue_get_device(queue))->global_mem_size;
    dpex_pool_set_limit(UINT64_MAX);
    CHECK_FAILS(dpex_storage_create(queue, all, 0, DPEX_USM_DEVICE, &storage),
                DPEX_ERROR_NO_MEMORY);
    CHECK_FAILS(dpex_storage_create(queue, all, 0, DPEX_USM_SHARED, &storage),
                DPEX_ERROR_NO_MEMORY);
    CHECK_OK(dpex_storage_create(queue, 4096, 0, DPEX_USM_DEVICE, &storage));
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}
