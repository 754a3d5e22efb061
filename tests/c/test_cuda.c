/* The CUDA backend over the stand-in for its driver: devices, memory, copies, fills, programs, launches. */
#include "test_cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backend/cuda/driver.h"
#include "base/error.h"
#include "runtime/pool.h"
#include "test.h"

static void submit(dpex_queue *queue, const dpex_command *command)
{
    CHECK_OK(dpex_queue_submit(queue, command, NULL, 0, NULL));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
}

/* ---- devices ----------------------------------------------------------------------------------------------- */

TEST(cuda_without_a_device_opens_no_library)
{
    const dpex_cuda_api *api;
    if (access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0)
        SKIP("there is an NVIDIA device");
    CHECK(dpex_cuda_open(&api) == DPEX_ERROR_NO_DEVICE);
    CHECK(!api && !dpex_the_cuda.Init);
}

TEST(cuda_devices_are_listed_with_their_properties)
{
    cuda_fake();
    dpex_device *device;
    CHECK_OK(dpex_device_find("cuda:gpu:1", &device));
    const dpex_device_info *info = dpex_device_get_info(device);
    CHECK_TEXT(info->name, "Fake GPU 1");
    CHECK_TEXT(info->vendor, "NVIDIA Corporation");
    CHECK_TEXT(info->version, "9.0");
    CHECK_TEXT(info->backend_version, "CUDA 13.0");
    CHECK_INT(info->max_compute_units, 132);
    CHECK_INT(info->max_work_group_size, 1024);
    CHECK_INT(info->max_work_item_sizes[0], 64);
    CHECK_INT(info->max_work_item_sizes[2], 1024);
    CHECK_INT(info->sub_group_sizes[0], 32);
    CHECK_INT(info->max_clock_frequency, 1980);
    CHECK_INT(info->global_mem_size, 1 << 30);
    CHECK(dpex_device_has_aspect(device, DPEX_ASPECT_fp64));
    CHECK(dpex_device_has_aspect(device, DPEX_ASPECT_usm_shared_allocations));
    uint64_t free_bytes;
    CHECK_OK(dpex_device_get_free_memory(device, &free_bytes));
    CHECK_INT(free_bytes, 1 << 28);
    CHECK_FAILS(dpex_device_find("cuda:gpu:2", &device), DPEX_ERROR_NO_DEVICE);
}

TEST(cuda_driver_that_fails_leaves_the_other_devices)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_device *device;
    fake->fail("Init", 1, 999);
    CHECK_OK(dpex_device_find("cpu", &device));
    CHECK_FAILS(dpex_device_find("cuda", &device), DPEX_ERROR_NO_DEVICE);
}

TEST(cuda_peers_are_enabled_twice_and_disabled)
{
    cuda_fake();
    dpex_device *a, *b;
    CHECK_OK(dpex_device_find("cuda:0", &a));
    CHECK_OK(dpex_device_find("cuda:1", &b));
    CHECK(dpex_device_can_access_peer(a, b, 0));
    CHECK(!dpex_device_can_access_peer(a, b, 1));
    for (int i = 0; i < 2; i++) CHECK_OK(dpex_device_set_peer_access(a, b, 1));
    for (int i = 0; i < 2; i++) CHECK_OK(dpex_device_set_peer_access(a, b, 0));
}

/* ---- memory ------------------------------------------------------------------------------------------------ */

TEST(cuda_memory_has_three_kinds)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    static const struct {
        dpex_usm_kind kind;
        const char *function;
        int is_accessible;
    } kinds[] = {{DPEX_USM_DEVICE, "MemAllocFromPoolAsync", 0},
                 {DPEX_USM_SHARED, "MemAllocManaged", 1},
                 {DPEX_USM_HOST, "MemHostAlloc", 1}};
    for (int i = 0; i < 3; i++) {
        dpex_storage *storage;
        CHECK_OK(dpex_storage_create(queue, 1000, 0, kinds[i].kind, &storage));
        CHECK_INT(fake->count(kinds[i].function), 1);
        CHECK_INT(dpex_storage_is_host_accessible(storage), kinds[i].is_accessible);
        dpex_storage_release(storage);
    }
    dpex_pool_trim(0);
    CHECK_INT(fake->count("MemFreeAsync"), 1);
    CHECK_INT(fake->count("MemFree"), 1);
    CHECK_INT(fake->count("MemFreeHost"), 1);
    dpex_queue_release(queue);
}

TEST(cuda_memory_that_runs_out_is_an_ordinary_failure)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *storage;
    fake->fail("MemAllocFromPoolAsync", 1, 2);
    CHECK_OK(dpex_storage_create(queue, 1000, 0, DPEX_USM_DEVICE,
                                 &storage)); /* once more after a trim */
    CHECK_INT(fake->count("MemPoolTrimTo"), 1);
    dpex_storage_release(storage);
    dpex_pool_trim(0); /* the runtime's second attempt needs something to give back */
    fake->fail("MemHostAlloc", 1, 2);
    CHECK_FAILS(dpex_storage_create(queue, 1000, 0, DPEX_USM_HOST, &storage), DPEX_ERROR_NO_MEMORY);
    CHECK_MESSAGE("cuMemHostAlloc: CUDA_ERROR_OUT_OF_MEMORY (2)");
    CHECK_INT(dpex_error_vendor_code(), 2);
    CHECK_OK(dpex_storage_create(queue, 1000, 0, DPEX_USM_HOST, &storage));
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(cuda_memory_that_runs_out_is_asked_for_again_without_what_the_pool_keeps)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *storage;
    CHECK_OK(dpex_storage_create(queue, 1 << 20, 0, DPEX_USM_HOST, &storage));
    dpex_storage_release(storage);
    CHECK_INT(fake->count("MemFreeHost"), 0); /* kept for reuse */
    fake->fail("MemHostAlloc", 1, 2);
    CHECK_OK(dpex_storage_create(queue, 3 << 20, 0, DPEX_USM_HOST, &storage));
    CHECK_INT(fake->count("MemFreeHost"), 1);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

enum { N_PIECES = 6, PIECE_BYTES = 100 << 20 };

static void take_and_release_much(dpex_queue *queue)
{
    dpex_storage *storages[N_PIECES];
    for (int i = 0; i < N_PIECES; i++)
        CHECK_OK(dpex_storage_create(queue, PIECE_BYTES, 0, DPEX_USM_DEVICE, &storages[i]));
    for (int i = 0; i < N_PIECES; i++) dpex_storage_release(storages[i]);
}

TEST(cuda_memory_beyond_what_is_kept_for_reuse_goes_back_to_the_system)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    uint64_t limit = dpex_device_get_info(dpex_queue_get_device(queue))->global_mem_size;
    take_and_release_much(queue);
    CHECK(fake->kept_bytes(0) <= limit / 32);
    CHECK(fake->count("MemFreeAsync") >= 3);
    dpex_pool_trim(0);
    CHECK_INT(fake->kept_bytes(0), 0);
    CHECK_INT(fake->count("MemFreeAsync"), N_PIECES);
    dpex_queue_release(queue);
}

TEST(cuda_memory_goes_back_to_the_system_under_a_limit_that_was_set)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_pool_set_limit((uint64_t)N_PIECES * PIECE_BYTES + (64 << 20));
    take_and_release_much(queue);
    CHECK(fake->kept_bytes(0) <= ((uint64_t)N_PIECES * PIECE_BYTES + (64 << 20)) / 32);
    dpex_pool_set_limit(PIECE_BYTES / 2);
    CHECK_INT(fake->kept_bytes(0), 0);
    dpex_queue_release(queue);
}

TEST(cuda_memory_that_is_refused_was_not_kept_by_the_driver)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    uint64_t limit = dpex_device_get_info(dpex_queue_get_device(queue))->global_mem_size;
    dpex_storage *storage;
    take_and_release_much(queue);
    CHECK_FAILS(dpex_storage_create(queue, limit + 1, 0, DPEX_USM_DEVICE, &storage),
                DPEX_ERROR_NO_MEMORY);
    CHECK_INT(fake->kept_bytes(0), 0);
    take_and_release_much(queue);
    fake->fail("MemAllocFromPoolAsync", 1, 2);
    CHECK_OK(dpex_storage_create(queue, 3 * PIECE_BYTES, 0, DPEX_USM_DEVICE, &storage));
    CHECK_INT(fake->kept_bytes(0), 0);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(cuda_memory_that_commands_use_is_waited_for)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0), *other = cuda_queue(0, 0);
    dpex_storage *first, *second;
    dpex_command fill = {.kind = DPEX_COMMAND_FILL, .uses = &first, .n_uses = 1};
    dpex_pool_set_limit(2 * PIECE_BYTES);
    for (int i = 0; i < 20; i++) {
        dpex_queue *on = i % 2 ? queue : other;
        CHECK_OK(dpex_storage_create_ordered(on, PIECE_BYTES + ((size_t)i << 20), DPEX_USM_DEVICE,
                                             &first));
        fill.fill.dst.storage = first;
        fill.fill.bytes = PIECE_BYTES / 32;
        fill.fill.pattern_bytes = 1;
        CHECK_OK(dpex_queue_submit(on, &fill, NULL, 0, NULL));
        dpex_storage_release(first);
    }
    CHECK_OK(dpex_storage_create(other, 2 * PIECE_BYTES, 0, DPEX_USM_DEVICE, &second));
    dpex_storage_release(second);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_OK(dpex_queue_wait(other, 0, NULL));
    dpex_queue_release(other);
    dpex_queue_release(queue);
}

TEST(cuda_shared_memory_is_never_more_than_the_device_has_free)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *half, *more;
    size_t free_bytes = (size_t)1 << 28;
    CHECK_OK(dpex_storage_create(queue, free_bytes / 2, 0, DPEX_USM_SHARED, &half));
    CHECK_FAILS(dpex_storage_create(queue, free_bytes / 2 + 1, 0, DPEX_USM_SHARED, &more),
                DPEX_ERROR_NO_MEMORY);
    CHECK_MESSAGE("kind shared");
    dpex_storage_release(half);
    dpex_queue_release(queue);
}

static uint64_t ram_reserved(void)
{
    return atomic_load(&dpex_pools.reserved_ram_bytes);
}

TEST(cuda_device_memory_has_the_devices_size_as_limit)
{
    enum { MIB = 1 << 20, DEVICE_MIB = 1024 };
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_device *device = dpex_queue_get_device(queue);
    dpex_pool_statistics of_device, of_all;
    dpex_storage *storage, *more;
    dpex_pool_get_statistics(device, &of_device);
    dpex_pool_get_statistics(NULL, &of_all);
    CHECK_INT(of_device.limit_bytes, (uint64_t)DEVICE_MIB * MIB);
    CHECK(of_all.limit_bytes != of_device.limit_bytes);
    uint64_t before = ram_reserved();
    storage = cuda_storage(queue, (size_t)600 * MIB);
    CHECK_INT(ram_reserved(), before);
    CHECK_FAILS(dpex_storage_create(queue, (size_t)600 * MIB, 0, DPEX_USM_DEVICE, &more),
                DPEX_ERROR_NO_MEMORY);
    CHECK_MESSAGE("the device's memory");
    dpex_storage_release(storage); /* more than a quarter: nothing of it is kept */
    dpex_pool_get_statistics(device, &of_device);
    CHECK_INT(of_device.cached_bytes, 0);
    dpex_storage_release(cuda_storage(queue, (size_t)200 * MIB));
    dpex_pool_get_statistics(device, &of_device);
    CHECK(of_device.cached_bytes >= (uint64_t)200 * MIB);
    dpex_pool_set_limit((uint64_t)100 * MIB); /* for all memory */
    dpex_pool_get_statistics(device, &of_device);
    CHECK_INT(of_device.limit_bytes, (uint64_t)100 * MIB);
    CHECK_INT(of_device.cached_bytes, 0);
    CHECK_FAILS(dpex_storage_create(queue, (size_t)101 * MIB, 0, DPEX_USM_DEVICE, &more),
                DPEX_ERROR_NO_MEMORY);
    CHECK_MESSAGE("the memory pool's limit");
    dpex_pool_set_limit(0);
    dpex_queue_release(queue);
}

/* ---- copies and fills -------------------------------------------------------------------------------------- */

enum { N_BYTES = 1000 };

TEST(cuda_copies_from_host_to_device_and_back)
{
    cuda_fake();
    dpex_queue *a = cuda_queue(0, 0), *b = cuda_queue(1, 0);
    dpex_storage *on_a = cuda_storage(a, N_BYTES), *on_b = cuda_storage(b, N_BYTES);
    unsigned char in[N_BYTES], out[N_BYTES] = {0};
    for (int i = 0; i < N_BYTES; i++) in[i] = (unsigned char)(i * 7);
    dpex_command up = {.kind = DPEX_COMMAND_COPY,
                       .copy = {{.storage = on_a}, {.host = in}, N_BYTES}},
                 over = {.kind = DPEX_COMMAND_COPY,
                         .copy = {{.storage = on_b}, {.storage = on_a}, N_BYTES}},
                 down = {.kind = DPEX_COMMAND_COPY,
                         .copy = {{.host = out}, {.storage = on_b, .offset = 10}, N_BYTES - 10}};
    submit(a, &up);
    submit(a, &over);
    submit(b, &down);
    CHECK(!memcmp(out, in + 10, N_BYTES - 10));
    dpex_storage_release(on_a);
    dpex_storage_release(on_b);
    dpex_queue_release(a);
    dpex_queue_release(b);
}

/* Each of two queues copies from one device's memory to the other's, and between the host and memory of the other device. */
static void check_copies_of_foreign_memory(dpex_queue *a, dpex_queue *b, size_t n_bytes)
{
    dpex_storage *on_a = cuda_storage(a, n_bytes), *on_b = cuda_storage(b, n_bytes);
    unsigned char *in = malloc(n_bytes), *out = malloc(n_bytes);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < n_bytes; i++) in[i] = (unsigned char)(i * 7 + (size_t)round);
        dpex_command up = {.kind = DPEX_COMMAND_COPY,
                           .copy = {{.storage = on_b}, {.host = in}, n_bytes}},
                     over = {.kind = DPEX_COMMAND_COPY,
                             .copy = {{.storage = on_a}, {.storage = on_b}, n_bytes}},
                     down = {.kind = DPEX_COMMAND_COPY,
                             .copy = {{.host = out}, {.storage = on_a}, n_bytes}};
        submit(round ? a : b, &up);
        submit(round ? b : a, &over);
        submit(round ? b : a, &down);
        CHECK(!memcmp(out, in, n_bytes));
    }
    free(in);
    free(out);
    dpex_storage_release(on_a);
    dpex_storage_release(on_b);
}

TEST(cuda_queues_copy_memory_of_other_devices)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *a = cuda_queue(0, 0), *b = cuda_queue(1, 0);
    check_copies_of_foreign_memory(a, b, N_BYTES);
    CHECK_INT(fake->count("MemcpyPeerAsync"), 2);
    CHECK_INT(fake->count("MemPoolSetAccess"), 2);
    dpex_device *first = dpex_queue_get_device(a), *second = dpex_queue_get_device(b);
    CHECK_OK(dpex_device_set_peer_access(first, second, 1));
    CHECK_OK(dpex_device_set_peer_access(first, second, 0));
    check_copies_of_foreign_memory(a, b, N_BYTES);
    dpex_queue_release(a);
    dpex_queue_release(b);
}

TEST(cuda_copies_between_devices_without_a_link)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *a = cuda_queue(0, 0), *b = cuda_queue(1, 0);
    dpex_storage *on_a = cuda_storage(a, N_BYTES), *on_b = cuda_storage(b, N_BYTES);
    memset(dpex_storage_get_ptr(on_a), 3, N_BYTES);
    dpex_command over = {.kind = DPEX_COMMAND_COPY,
                         .copy = {{.storage = on_b}, {.storage = on_a}, N_BYTES}};
    fake->fail("DeviceCanAccessPeer", 1, CUDA_ERROR_INVALID_VALUE);
    submit(a, &over);
    CHECK_INT(fake->count("MemPoolSetAccess"), 0);
    CHECK(!memcmp(dpex_storage_get_ptr(on_b), dpex_storage_get_ptr(on_a), N_BYTES));
    dpex_storage_release(on_a);
    dpex_storage_release(on_b);
    dpex_queue_release(a);
    dpex_queue_release(b);
}

TEST(cuda_copies_that_overlap_are_moves)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *storage = cuda_storage(queue, N_BYTES);
    unsigned char *at = dpex_storage_get_ptr(storage), expected[N_BYTES];
    for (int shift = -3; shift <= 3; shift++) {
        size_t dst = shift > 0 ? (size_t)shift : 0, src = shift < 0 ? (size_t)-shift : 0;
        for (int i = 0; i < N_BYTES; i++) at[i] = expected[i] = (unsigned char)(i * 7);
        memmove(expected + dst, expected + src, N_BYTES - 3);
        dpex_command move = {.kind = DPEX_COMMAND_COPY,
                             .copy = {{.storage = storage, .offset = dst},
                                      {.storage = storage, .offset = src},
                                      N_BYTES - 3}};
        submit(queue, &move);
        CHECK(!memcmp(at, expected, N_BYTES));
    }
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

static void check_fill(dpex_queue *queue, unsigned char *at, const char *pattern,
                       unsigned pattern_bytes, size_t bytes)
{
    dpex_command fill = {
        .kind = DPEX_COMMAND_FILL,
        .fill = {.dst = {.host = at}, .bytes = bytes, .pattern_bytes = (uint8_t)pattern_bytes}};
    memcpy(fill.fill.pattern, pattern, pattern_bytes);
    memset(at, 0, bytes + 1);
    submit(queue, &fill);
    for (size_t i = 0; i < bytes; i++) CHECK_INT(at[i], (unsigned char)pattern[i % pattern_bytes]);
    CHECK_INT(at[bytes], 0);
}

TEST(cuda_fills_patterns_of_all_lengths)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *storage = cuda_storage(queue, N_BYTES);
    unsigned char *at = dpex_storage_get_ptr(storage);
    for (unsigned bytes = 1; bytes <= 16; bytes *= 2) {
        check_fill(queue, at, "0123456789abcdef", bytes, 960);
        check_fill(queue, at, "xxxxxxxxxxxxxxxx", bytes, 960);
        check_fill(queue, at, "abababababababab", bytes, 960);
        check_fill(queue, at + 1, "0123456789abcdef", bytes, 640); /* no multiple of the pattern */
        check_fill(queue, at, "0123456789abcdef", bytes, 967);     /* nor is this */
    }
    CHECK_INT(fake->count("LaunchKernel"), 4);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(cuda_fills_long_patterns_without_a_compiler_in_the_driver)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *storage = cuda_storage(queue, N_BYTES);
    fake->fail("ModuleLoadData", 1, 222);
    check_fill(queue, dpex_storage_get_ptr(storage), "0123456789abcdef", 16, 960);
    check_fill(queue, dpex_storage_get_ptr(storage), "01234567", 8, 960);
    CHECK_INT(fake->count("LaunchKernel"), 0);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(cuda_hints_for_memory_that_takes_none_do_nothing)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_storage *storage = cuda_storage(queue, N_BYTES);
    dpex_command prefetch = {.kind = DPEX_COMMAND_PREFETCH,
                             .hint = {{.storage = storage}, N_BYTES, 0}},
                 advise = {.kind = DPEX_COMMAND_ADVISE,
                           .hint = {{.storage = storage}, N_BYTES, 77}};
    submit(queue, &prefetch);
    submit(queue, &advise);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

/* ---- programs ---------------------------------------------------------------------------------------------- */

static dpex_status compile(dpex_queue *queue, const char *text, const char *options,
                           dpex_program **program)
{
    return dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                               DPEX_LANGUAGE_SOURCE, text, strlen(text), options, program);
}

TEST(cuda_program_that_does_not_compile_carries_the_compilers_text)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_program *program;
    CHECK_FAILS(compile(queue, "#error no", "-DX=1 -cl-std=CL2.0 -cl-mad-enable", &program),
                DPEX_ERROR_COMPILE);
    CHECK_MESSAGE("kernel.cu(1): error: #error directive");
    CHECK_MESSAGE("options: -DX=1 --fmad=true -default-device --gpu-architecture=sm_90");
    CHECK_FAILS(compile(queue, "#error no", "", &program), DPEX_ERROR_COMPILE);
    CHECK_MESSAGE("options: --fmad=false -default-device --gpu-architecture=sm_90");
    CHECK_FAILS(dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                                    DPEX_LANGUAGE_SPIRV, "\3\2#\7", 4, "", &program),
                DPEX_ERROR_COMPILE);
    dpex_queue_release(queue);
}

/* Of texts that no process has compiled before: the cache outlives processes, whose numbers come again. */
static long unique_number(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (long)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* How often the compiler runs for a text with this number. */
static int count_compilations(long number)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_program *program;
    char text[96];
    snprintf(text, sizeof text, "__global__ void add_one(int *x, int n); // twice %ld", number);
    CHECK_OK(compile(queue, text, "", &program));
    CHECK(dpex_program_has_kernel(program, "add_one"));
    dpex_program_release(program);
    dpex_queue_release(queue);
    return fake->count("CompileProgram");
}

TEST(cuda_program_of_another_process_comes_from_the_disk)
{
    int status = -1;
    const long number = unique_number();
    pid_t child = test_fork();
    if (child == 0) _exit(count_compilations(number) == 1 ? 0 : 1);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_INT(status, 0);
    CHECK_INT(count_compilations(number), 0);
}

TEST(cuda_program_is_compiled_once_and_then_cached_on_disk)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    char text[96];
    snprintf(text, sizeof text, "__global__ void add_one(int *x, int n); // once %ld",
             unique_number());
    for (int i = 0; i < 2; i++) {
        dpex_program *program;
        CHECK_OK(compile(queue, text, "", &program));
        CHECK(dpex_program_has_kernel(program, "add_one"));
        dpex_program_release(program);
    }
    CHECK_INT(fake->count("CompileProgram"), 1);
    dpex_program *program;
    CHECK_OK(compile(queue, text, "-DX", &program));
    CHECK_INT(fake->count("CompileProgram"), 2);
    dpex_program_release(program);
    dpex_queue_release(queue);
}

TEST(cuda_kernels_are_found_by_name_mangled_or_not)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_program *program;
    dpex_kernel *kernel;
    CHECK_OK(compile(queue, "__global__ void mangled(int *x); __global__ void append(int *, int);",
                     "", &program));
    CHECK_OK(dpex_kernel_create(program, "mangled", &kernel));
    CHECK_TEXT(dpex_kernel_get_info(kernel)->name, "mangled");
    CHECK_INT(dpex_kernel_get_info(kernel)->n_args, 1);
    CHECK_INT(dpex_kernel_get_info(kernel)->work_group_size, 1024);
    CHECK_INT(dpex_kernel_get_info(kernel)->max_sub_group_size, 32);
    dpex_kernel_release(kernel);
    CHECK_FAILS(dpex_kernel_create(program, "missing", &kernel), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("the program has no kernel 'missing'; it has: append, mangled");
    CHECK_FAILS(dpex_kernel_create(program, "", &kernel), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("the program has no kernel ''; it has: append, mangled");
    dpex_program_release(program);
    dpex_queue_release(queue);
}

static dpex_status make_kernel(void *context)
{
    dpex_program *program;
    dpex_kernel *kernel;
    dpex_status status = compile(context, "__global__ void mangled(int *x);", "", &program);
    if (status) return status;
    status = dpex_kernel_create(program, "mangled", &kernel);
    if (!status) dpex_kernel_release(kernel);
    dpex_program_release(program);
    return status;
}

TEST(cuda_programs_fail_cleanly_where_memory_is_short)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    CHECK_OK(make_kernel(queue)); /* the compiler is found and stays */
    test_failing_allocations(make_kernel, queue);
    dpex_queue_release(queue);
}

TEST(cuda_without_nvrtc_says_what_to_install)
{
    const fake_cuda_controls *fake = cuda_fake();
    fake->set_version(10020); /* no version of NVRTC is old enough */
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_program *program;
    CHECK_FAILS(compile(queue, "__global__ void f() {}", "", &program), DPEX_ERROR_UNSUPPORTED);
    CHECK_MESSAGE("pip install \"nvidia-cuda-nvrtc");
    dpex_queue_release(queue);
}

/* ---- launches ---------------------------------------------------------------------------------------------- */

static dpex_status launch_range(dpex_queue *queue, dpex_kernel *kernel, const dpex_arg *args,
                                size_t n_args, dpex_range range)
{
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .launch = {.kernel = kernel, .args = args, .n_args = n_args, .range = range}};
    DPEX_TRY(dpex_queue_submit(queue, &command, NULL, 0, NULL));
    return dpex_queue_wait(queue, 0, NULL);
}

static void check_shape(dpex_queue *queue, dpex_range range, const int *blocks, const int *threads)
{
    int out[9] = {0};
    dpex_kernel *kernel = cuda_kernel(queue, "tell_shape");
    dpex_arg local = {.kind = DPEX_ARG_LOCAL, .bytes = 20},
             args[] = {cuda_pointer(out), local, local};
    CHECK_OK(launch_range(queue, kernel, args, 3, range));
    for (int d = 0; d < 3; d++) {
        CHECK_INT(out[d], blocks[d]);
        CHECK_INT(out[3 + d], threads[d]);
    }
    CHECK_INT(out[6], 64); /* 20 bytes twice, at multiples of 16 */
    CHECK_INT(out[7], 0);
    CHECK_INT(out[8], 32);
    dpex_kernel_release(kernel);
}

#define INTS(...) ((const int[]){__VA_ARGS__})

TEST(cuda_ranges_have_their_last_dimension_fastest)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    check_shape(queue, cuda_range(1000, 10), INTS(100, 1, 1), INTS(10, 1, 1));
    check_shape(queue, (dpex_range){2, {12, 60}, {3, 20}, 1}, INTS(3, 4, 1), INTS(20, 3, 1));
    check_shape(queue, (dpex_range){3, {4, 6, 8}, {1, 2, 4}, 1}, INTS(2, 3, 4), INTS(4, 2, 1));
    check_shape(queue, cuda_range(1 << 20, 0), INTS(4096, 1, 1), INTS(256, 1, 1));
    check_shape(queue, cuda_range(1000, 0), INTS(4, 1, 1), INTS(250, 1, 1));
    check_shape(queue, (dpex_range){2, {64, 100}, {0}, 0}, INTS(1, 32, 1), INTS(100, 2, 1));
    dpex_queue_release(queue);
}

TEST(cuda_launches_that_do_not_fit_their_kernel_are_refused)
{
    cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0), *other = cuda_queue(1, 0);
    dpex_kernel *kernel = cuda_kernel(queue, "add_one"), *shape = cuda_kernel(queue, "tell_shape");
    int x[4] = {0};
    dpex_arg args[] = {cuda_pointer(x), cuda_int32(4), cuda_int32(4)};
    dpex_arg wrong[] = {cuda_pointer(x), {.kind = DPEX_ARG_FLOAT64}};
    dpex_arg huge[] = {cuda_pointer(x),
                       {.kind = DPEX_ARG_LOCAL, .bytes = 200000},
                       {.kind = DPEX_ARG_LOCAL, .bytes = 200000}};
    CHECK_FAILS(launch_range(queue, kernel, args, 3, cuda_range(4, 0)), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("kernel 'add_one' takes 2 arguments, 3 given");
    CHECK_FAILS(launch_range(queue, kernel, wrong, 2, cuda_range(4, 0)), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("argument 1 of kernel 'add_one' has 4 bytes, given float64 (8 bytes)");
    CHECK_FAILS(launch_range(queue, shape, huge, 3, cuda_range(4, 0)), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("400000 bytes of local memory");
    CHECK_FAILS(launch_range(queue, kernel, args, 2, cuda_range(10, 4)), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(launch_range(queue, kernel, args, 2, cuda_range(4096, 2048)),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("at most 1024");
    CHECK_FAILS(launch_range(queue, kernel, args, 2, (dpex_range){2, {64, 64}, {64, 64}, 1}),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("a work-group of 4096 items; kernel 'add_one' takes at most 1024");
    CHECK_FAILS(launch_range(queue, kernel, args, 2, (dpex_range){2, {70000, 4}, {1, 4}, 1}),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(launch_range(queue, kernel, args, 2, (dpex_range){.nd = 4}),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(launch_range(other, kernel, args, 2, cuda_range(4, 0)), DPEX_ERROR_INVALID_VALUE);
    CHECK_OK(launch_range(queue, kernel, args, 2, cuda_range(0, 0)));
    CHECK_OK(launch_range(queue, kernel, args, 2, cuda_range(4, 0)));
    for (int i = 0; i < 4; i++) CHECK_INT(x[i], 1);
    dpex_kernel_release(kernel);
    dpex_kernel_release(shape);
    dpex_queue_release(queue);
    dpex_queue_release(other);
}
