/* The OpenCL backend on whatever driver is installed: where DPEX_TEST_BACKENDS names opencl, else skipped.
 *
 * The CPU device of the first driver stands for all; the memory rungs that it has beyond its best are forced by
 * DPEX_OPENCL_MEMORY. */
#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/opencl/opencl.h"
#include "dpex/dpex.h"
#include "dpex/kernel.h"
#include "dpex/testing.h"
#include "folder_fixture.h"
#include "portable_kernels.h"
#include "queue_fixture.h"
#include "test.h"

enum { BYTES = 4096 };

static void require_opencl(void)
{
    const char *backends = getenv("DPEX_TEST_BACKENDS");
    if (!backends || !strstr(backends, "opencl")) SKIP("DPEX_TEST_BACKENDS does not name opencl");
    setenv("DPEX_BACKENDS", "native,sim,opencl", 1);
}

static dpex_queue *opencl_queue(unsigned properties)
{
    dpex_device *device;
    dpex_queue *queue;
    require_opencl();
    CHECK_OK(dpex_device_find("opencl:cpu:1", &device));
    CHECK_TEXT(device->backend->name, "opencl");
    CHECK_OK(dpex_queue_create(NULL, device, properties, &queue));
    return queue;
}

static dpex_storage *storage_of(dpex_queue *queue, size_t bytes)
{
    dpex_storage *storage;
    CHECK_OK(dpex_storage_create(queue, bytes, 0, DPEX_USM_DEVICE, &storage));
    return storage;
}

/* ---- memory ------------------------------------------------------------------------------------------------ */

static cl_int n_buffers_to_fail;
static cl_mem (*create_buffer)(cl_context, cl_ulong, size_t, void *, cl_int *);

static cl_mem create_or_fail(cl_context ctx, cl_ulong flags, size_t bytes, void *host, cl_int *code)
{
    if (n_buffers_to_fail-- <= 0) return create_buffer(ctx, flags, bytes, host, code);
    *code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return NULL;
}

static uint64_t cached_bytes(void)
{
    dpex_pool_statistics now;
    dpex_pool_get_statistics(NULL, &now);
    return now.cached_bytes;
}

/* Buffers, because every driver makes them by the one function that is replaced here. */
TEST(opencl_memory_that_runs_out_is_asked_for_again_without_what_the_pool_keeps)
{
    setenv("DPEX_OPENCL_MEMORY", "buffer", 1);
    dpex_queue *queue = opencl_queue(0);
    cl_api *api = (cl_api *)&dpex_cl_driver_of(dpex_queue_get_device(queue))->api;
    dpex_storage *storage;
    create_buffer = api->CreateBuffer;
    api->CreateBuffer = create_or_fail;
    dpex_storage_release(storage_of(queue, 1 << 20));
    CHECK(cached_bytes() >= 1 << 20);
    n_buffers_to_fail = 1;
    CHECK_OK(dpex_storage_create(queue, 3 << 20, 0, DPEX_USM_DEVICE, &storage));
    CHECK_INT(cached_bytes(), 0);
    n_buffers_to_fail = 2;
    dpex_storage *more;
    CHECK_FAILS(dpex_storage_create(queue, 5 << 20, 0, DPEX_USM_DEVICE, &more),
                DPEX_ERROR_NO_MEMORY);
    n_buffers_to_fail = 0;
    CHECK_OK(dpex_storage_create(queue, 5 << 20, 0, DPEX_USM_DEVICE, &more));
    dpex_storage_release(more);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

/* ---- commands ---------------------------------------------------------------------------------------------- */

static void submit(dpex_queue *queue, const dpex_command *command, dpex_event *dep,
                   dpex_event **event)
{
    CHECK_OK(dpex_queue_submit(queue, command, &dep, 1, event));
}

static void fill(dpex_queue *queue, dpex_storage *storage, uint8_t value, unsigned flags,
                 dpex_event *dep, dpex_event **event)
{
    dpex_command command = {.kind = DPEX_COMMAND_FILL,
                            .flags = flags,
                            .uses = &storage,
                            .n_uses = 1,
                            .fill = {.dst = {.storage = storage},
                                     .bytes = dpex_storage_get_bytes(storage),
                                     .pattern = {value},
                                     .pattern_bytes = 1}};
    submit(queue, &command, dep, event);
}

static void copy(dpex_queue *queue, dpex_span dst, dpex_span src, size_t bytes)
{
    dpex_storage *uses[] = {dst.storage, src.storage};
    dpex_command command = {.kind = DPEX_COMMAND_COPY,
                            .flags = DPEX_COMMAND_ORDERED,
                            .uses = uses,
                            .n_uses = 2,
                            .copy = {dst, src, bytes}};
    submit(queue, &command, NULL, NULL);
}

static uint8_t first_byte(dpex_queue *queue, dpex_storage *storage)
{
    uint8_t byte = 0;
    copy(queue, (dpex_span){.host = &byte}, (dpex_span){.storage = storage}, 1);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    return byte;
}

static dpex_status create_kernel(dpex_queue *queue, const char *source, const char *name,
                                 dpex_kernel **kernel)
{
    dpex_program *program;
    dpex_status status =
        dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                            DPEX_LANGUAGE_SOURCE, source, strlen(source), "", &program);
    if (status) return status;
    status = dpex_kernel_create(program, name, kernel);
    dpex_program_release(program);
    return status;
}

static dpex_status launch(dpex_queue *queue, dpex_kernel *kernel, const dpex_arg *args,
                          size_t n_args, dpex_range range)
{
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .launch = {.kernel = kernel, .args = args, .n_args = n_args, .range = range}};
    return dpex_queue_submit(queue, &command, NULL, 0, NULL);
}

/* ---- discovery --------------------------------------------------------------------------------------------- */

static char *new_folder(void)
{
    static char folder[] = "/tmp/dpex_opencl_XXXXXX";
    CHECK(mkdtemp(folder) != NULL);
    return folder;
}

static void write_icd(const char *folder, const char *name, const char *library)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fprintf(file, "%s\n", library);
    fclose(file);
}

/* What run() makes discovery log; valid until the next call. */
static const char *log_of(void (*run)(void))
{
    static char text[8192];
    setenv("DPEX_LOG", "discovery", 1);
    FILE *log = tmpfile();
    int old = dup(STDERR_FILENO);
    CHECK(log && old >= 0 && dup2(fileno(log), STDERR_FILENO) >= 0);
    run();
    dup2(old, STDERR_FILENO);
    close(old);
    rewind(log);
    text[fread(text, 1, sizeof text - 1, log)] = '\0';
    fclose(log);
    return text;
}

static void list_devices(void)
{
    dpex_device *const *devices;
    size_t n;
    CHECK_OK(dpex_device_get_all(&devices, &n));
    for (size_t i = 0; i < n; i++) CHECK(strcmp(devices[i]->backend->name, "opencl"));
}

TEST(icd_that_names_a_missing_library_is_a_line_in_the_log)
{
    require_opencl();
    char *folder = new_folder();
    write_icd(folder, "missing.icd", "/nonexistent/libnothing.so");
    setenv("OCL_ICD_VENDORS", folder, 1);
    unsetenv("OCL_ICD_FILENAMES");
    const char *text = log_of(list_devices);
    fixture_remove_folder(folder);
    CHECK(strstr(text, "opencl: /nonexistent/libnothing.so does not open") != NULL);
}

static dpex_device *found[4];

static void find_the_cpu(void)
{
    static const char *const filters[] = {"cpu", "opencl:cpu:0", "opencl", "0"};
    dpex_device *chosen;
    for (int i = 0; i < 4; i++) CHECK_OK(dpex_device_find(filters[i], &found[i]));
    CHECK_OK(dpex_device_select(DPEX_TYPE_AUTOMATIC, &chosen));
    CHECK(chosen == found[0]);
}

TEST(opencl_drivers_stay_closed_while_only_the_cpu_is_asked_for)
{
    dpex_device *const *devices;
    size_t n;
    require_opencl();
    if (access("/dev/dri", F_OK) == 0 || access("/dev/nvidiactl", F_OK) == 0)
        SKIP("the machine may have a GPU, which would come first");
    CHECK(strstr(log_of(find_the_cpu), "opencl: ") == NULL);
    CHECK_OK(dpex_device_get_all(&devices, &n));
    CHECK(n > 1);
    for (int i = 0; i < 4; i++) CHECK(found[i] == devices[0]);
    for (size_t i = 0; i < n; i++) CHECK_INT(devices[i]->index, i);
}

static size_t count_platforms(void)
{
    cl_driver **drivers;
    size_t n;
    CHECK_OK(cl_icd_open_all(&drivers, &n));
    return n;
}

TEST(driver_listed_by_two_names_counts_once)
{
    cl_driver **drivers;
    size_t n;
    Dl_info library;
    char alias[PATH_MAX];
    require_opencl();
    CHECK_OK(cl_icd_open_all(&drivers, &n));
    CHECK(n > 0);
    CHECK(dladdr((void *)(intptr_t)drivers[0]->get_extension, &library));
    char *folder = new_folder();
    snprintf(alias, sizeof alias, "%s/alias.so", folder);
    CHECK(symlink(library.dli_fname, alias) == 0);
    unsetenv("OCL_ICD_FILENAMES");
    setenv("OCL_ICD_VENDORS", folder, 1);
    write_icd(folder, "a.icd", library.dli_fname);
    size_t alone = count_platforms();
    write_icd(folder, "b.icd", alias);
    write_icd(folder, "c.icd", library.dli_fname);
    size_t thrice = count_platforms();
    fixture_remove_folder(folder);
    CHECK(alone > 0);
    CHECK_INT(thrice, alone);
}

/* ---- queues ------------------------------------------------------------------------------------------------ */

TEST(opencl_host_calls_of_an_in_order_queue_run_in_order)
{
    dpex_queue *queue = opencl_queue(DPEX_QUEUE_IN_ORDER);
    journal notes = {0};
    task tasks[20];
    for (int i = 0; i < 20; i++) {
        tasks[i] = (task){.notes = &notes, .letter = (char)('a' + i)};
        task_submit(queue, &tasks[i], 0, NULL, NULL);
    }
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_TEXT(journal_text(&notes), "abcdefghijklmnopqrst");
    for (int i = 0; i < 20; i++) CHECK_INT(atomic_load(&tasks[i].n_drops), 1);
    dpex_queue_release(queue);
}

TEST(opencl_unordered_command_does_not_wait_for_an_earlier_one)
{
    dpex_queue *queue = opencl_queue(0), *native = fixture_queue(0);
    dpex_storage *first = storage_of(queue, BYTES), *second = storage_of(queue, BYTES);
    dpex_event *opened, *held, *free_one;
    gate door = {0};
    task t = {.before = &door};
    task_submit(native, &t, 0, NULL, &opened);
    fill(queue, first, 1, 0, opened, &held);
    fill(queue, second, 2, 0, NULL, &free_one);
    CHECK_OK(dpex_event_wait(free_one, 0, NULL));
    CHECK(dpex_event_get_status(held) != DPEX_EVENT_COMPLETE);
    CHECK(!dpex_queue_is_idle(queue));
    gate_open(&door);
    CHECK_OK(dpex_event_wait(held, 0, NULL));
    CHECK_INT(first_byte(queue, first), 1);
    CHECK_INT(first_byte(queue, second), 2);
}

TEST(opencl_barrier_waits_for_everything_before_it)
{
    dpex_queue *queue = opencl_queue(0), *native = fixture_queue(0);
    dpex_storage *storage = storage_of(queue, BYTES);
    dpex_event *opened, *held, *passed;
    dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER};
    gate door = {0};
    task t = {.before = &door};
    int done = 1;
    task_submit(native, &t, 0, NULL, &opened);
    fill(queue, storage, 1, 0, opened, &held);
    submit(queue, &barrier, NULL, &passed);
    CHECK_OK(dpex_event_wait(passed, 20 * 1000 * 1000, &done));
    CHECK(!done);
    gate_open(&door);
    CHECK_OK(dpex_event_wait(passed, 0, NULL));
    CHECK_INT(dpex_event_get_status(held), DPEX_EVENT_COMPLETE);
    CHECK_INT(first_byte(queue, storage), 1);
}

TEST(opencl_barrier_holds_back_everything_after_it)
{
    dpex_queue *queue = opencl_queue(0), *native = fixture_queue(0);
    dpex_storage *storage = storage_of(queue, BYTES);
    dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER};
    /* The first has no queue of the driver to hold back yet, the second has one. */
    for (int i = 0; i < 2; i++) {
        dpex_event *opened, *passed, *next, *second;
        gate door = {0};
        task t = {.before = &door};
        int done = 1;
        task_submit(native, &t, 0, NULL, &opened);
        submit(queue, &barrier, opened, &passed);
        fill(queue, storage, 7 + i, 0, NULL, &next);
        fill(queue, storage, 7 + i, 0, NULL, &second);
        CHECK_OK(dpex_event_wait(next, 20 * 1000 * 1000, &done));
        CHECK(!done && dpex_event_get_status(second) != DPEX_EVENT_COMPLETE);
        gate_open(&door);
        CHECK_OK(dpex_event_wait(next, 0, NULL));
        CHECK_INT(dpex_event_get_status(passed), DPEX_EVENT_COMPLETE);
        CHECK_OK(dpex_event_wait(second, 0, NULL));
        CHECK_INT(first_byte(queue, storage), 7 + i);
    }
}

TEST(opencl_and_native_commands_depend_on_each_other)
{
    dpex_queue *queue = opencl_queue(0), *native = fixture_queue(0), *other = opencl_queue(0);
    dpex_storage *storage = storage_of(queue, BYTES);
    dpex_event *opened, *filled, *over;
    gate door = {0};
    journal notes = {0};
    task t = {.before = &door, .notes = &notes, .letter = 'a'},
         last = {.notes = &notes, .letter = 'b'};
    task_submit(native, &t, 0, NULL, &opened);
    fill(queue, storage, 5, DPEX_COMMAND_ORDERED, opened, &filled);
    task_submit(native, &last, 0, filled, &over);
    gate_open(&door);
    CHECK_INT(first_byte(other, storage),
              5); /* another queue, no dependency named: by the storage */
    CHECK_OK(dpex_event_wait(over, 0, NULL));
    CHECK_TEXT(journal_text(&notes), "ab");
}

TEST(opencl_command_after_a_failed_one_fails_and_the_queue_lives)
{
    dpex_queue *queue = opencl_queue(0), *native = fixture_queue(0);
    dpex_storage *storage = storage_of(queue, BYTES);
    dpex_event *failed, *dependent;
    task t = {.fails_with = DPEX_ERROR_HOST_CALL, .letter = 'x'};
    task_submit(native, &t, 0, NULL, &failed);
    fill(queue, storage, 1, 0, failed, &dependent);
    CHECK(dpex_event_wait(dependent, 0, NULL) != DPEX_SUCCESS);
    CHECK_MESSAGE("fill");
    CHECK(dpex_queue_wait(queue, 0, NULL) != DPEX_SUCCESS);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL)); /* told once */
    fill(queue, storage, 9, DPEX_COMMAND_ORDERED, NULL, NULL);
    CHECK_INT(first_byte(queue, storage), 9);
}

/* The command gets no event, which would otherwise know its dependencies. */
TEST(opencl_command_without_an_event_is_cancelled_with_what_it_depends_on)
{
    dpex_queue *queue = opencl_queue(0), *native = fixture_queue(0);
    dpex_storage *storage = storage_of(queue, BYTES);
    dpex_event *failed;
    gate door = {0};
    task t = {.before = &door, .fails_with = DPEX_ERROR_HOST_CALL, .letter = 'x'};
    fill(queue, storage, 9, DPEX_COMMAND_ORDERED, NULL, NULL);
    task_submit(native, &t, 0, NULL, &failed);
    fill(queue, storage, 1, DPEX_COMMAND_ORDERED, failed, NULL);
    gate_open(&door);
    CHECK(dpex_queue_wait(queue, 0, NULL) != DPEX_SUCCESS);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
}

/* Singular values of a unit matrix with allocation n failing: whether that was told. */
static int svd_fails(dpex_array *x, int64_t n)
{
    dpex_array s, values;
    dpex_linalg_info info = {.codes = NULL};
    double first = 0;
    CHECK_OK(
        dpex_array_init(x->queue, DPEX_F64, 1, x->shape, DPEX_ORDER_C, DPEX_USM_HOST, &values));
    CHECK_OK(dpex_queue_wait(x->queue, 0, NULL));
    dpex_testing_fail_allocation(n);
    dpex_status status = dpex_svd_new(x, 0, NULL, &s, NULL, &info);
    if (!status) {
        status = dpex_storage_wait(info.codes, 0, NULL);
        if (!status) status = dpex_linalg_check(&info);
        if (!status) status = dpex_array_copy(&values, &s);
        const dpex_status waited = dpex_queue_wait(x->queue, 0, NULL);
        if (!status) status = waited;
        dpex_array_fini(&s);
    }
    dpex_testing_fail_allocation(0);
    first = *(double *)dpex_array_get_ptr(&values);
    dpex_array_fini(&values);
    CHECK(status || first == 1);
    return status != DPEX_SUCCESS;
}

/* LAPACK runs on the queue of the native CPU, which all factorizations share. */
TEST(opencl_failed_factorization_is_told_to_its_caller_and_nobody_else)
{
    dpex_queue *queue = opencl_queue(0), *native;
    dpex_device *device;
    dpex_array x;
    const int64_t shape[] = {6, 6};
    int n_told = 0;
    CHECK_OK(dpex_device_find("opencl:cpu:0", &device));
    CHECK_OK(dpex_queue_get_cached(device, &native));
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_OK(dpex_array_fill_eye(&x, 0));
    CHECK_INT(svd_fails(&x, 0), 0);
    /* Some allocations can be done without. */
    for (int64_t n = 1; n <= 50; n++) {
        n_told += svd_fails(&x, n);
        CHECK_OK(dpex_queue_wait(native, 0, NULL));
    }
    CHECK(n_told > 3);
    dpex_array_fini(&x);
}

TEST(opencl_queue_released_with_commands_pending_finishes_them)
{
    dpex_queue *queue = opencl_queue(0), *native = fixture_queue(0);
    dpex_storage *storage = storage_of(queue, BYTES);
    dpex_event *opened, *filled;
    gate door = {0};
    task t = {.before = &door};
    task_submit(native, &t, 0, NULL, &opened);
    fill(queue, storage, 3, 0, opened, &filled);
    dpex_queue_release(queue);
    gate_open(&door);
    CHECK_OK(dpex_event_wait(filled, 0, NULL));
    CHECK_INT(first_byte(opencl_queue(0), storage), 3);
}

TEST(opencl_profile_is_in_order)
{
    dpex_queue *queue = opencl_queue(DPEX_QUEUE_ENABLE_PROFILING);
    dpex_storage *storage = storage_of(queue, BYTES);
    dpex_event *event;
    uint64_t submitted, start, end;
    fill(queue, storage, 1, 0, NULL, &event);
    CHECK_OK(dpex_event_get_profile(event, &submitted, &start, &end));
    CHECK(0 < submitted && submitted <= start && start <= end);
}

/* ---- memory ------------------------------------------------------------------------------------------------ */

static void check_copies(const char *rung)
{
    static const struct {
        size_t dst, src, bytes;
    } cases[] = {{0, 100, 3000}, {100, 0, 3000},  {7, 8, 4000},  {8, 7, 4000},
                 {64, 64, 500},  {0, 2048, 2048}, {2048, 0, 10}, {5, 9, 0}};
    unsigned char start[BYTES], expected[BYTES], got[BYTES];
    setenv("DPEX_OPENCL_MEMORY", rung, 1);
    dpex_queue *queue = opencl_queue(0);
    dpex_storage *storage = storage_of(queue, BYTES), *other = storage_of(queue, BYTES);
    for (int i = 0; i < BYTES; i++) start[i] = (unsigned char)(i * 7 + i / 251);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(expected, start, BYTES);
        memmove(expected + cases[i].dst, expected + cases[i].src, cases[i].bytes);
        copy(queue, (dpex_span){.storage = storage}, (dpex_span){.host = start}, BYTES);
        copy(queue, (dpex_span){.storage = storage, .offset = cases[i].dst},
             (dpex_span){.storage = storage, .offset = cases[i].src}, cases[i].bytes);
        copy(queue, (dpex_span){.storage = other}, (dpex_span){.storage = storage}, BYTES);
        copy(queue, (dpex_span){.host = got}, (dpex_span){.storage = other}, BYTES);
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        CHECK(memcmp(got, expected, BYTES) == 0);
    }
}

TEST(opencl_copies_overlap_as_memmove_in_usm)
{
    check_copies("usm");
}
TEST(opencl_copies_overlap_as_memmove_in_svm)
{
    check_copies("svm");
}
TEST(opencl_copies_overlap_as_memmove_in_buffers)
{
    check_copies("buffer");
}

TEST(opencl_buffers_hold_arrays_and_nothing_else)
{
    setenv("DPEX_OPENCL_MEMORY", "buffer", 1);
    dpex_queue *queue = opencl_queue(0);
    const int64_t shape[] = {100};
    const dpex_scalar three = {.f32 = 3};
    dpex_storage *shared;
    dpex_array x, sum, view;
    dpex_scalar got;
    CHECK(!dpex_device_has_aspect(queue->device, DPEX_ASPECT_usm_device_allocations));
    CHECK_FAILS(dpex_storage_create(queue, 64, 0, DPEX_USM_SHARED, &shared),
                DPEX_ERROR_UNSUPPORTED);
    CHECK_OK(dpex_array_init(queue, DPEX_F32, 1, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK(dpex_array_get_ptr(&x) == NULL);
    CHECK_OK(dpex_array_fill(&x, &three));
    dpex_index slice = {.kind = DPEX_INDEX_SLICE,
                        .start = 10,
                        .stop = 90,
                        .step = 2,
                        .has_start = 1,
                        .has_stop = 1,
                        .has_step = 1};
    CHECK_OK(dpex_array_index(&x, &slice, 1, &view));
    CHECK_OK(dpex_reduce_new(dpex_reduction_find("sum"), &view, 1, 0, DPEX_F32, &sum));
    CHECK_OK(dpex_array_get_scalar(&sum, &got));
    CHECK(got.f32 == 120);
}

TEST(opencl_memory_that_is_not_there_is_an_ordinary_failure)
{
    dpex_queue *queue = opencl_queue(0);
    dpex_storage *storage;
    CHECK_FAILS(dpex_storage_create(queue, (size_t)1 << 50, 0, DPEX_USM_DEVICE, &storage),
                DPEX_ERROR_NO_MEMORY);
    storage = storage_of(queue, BYTES);
    fill(queue, storage, 8, DPEX_COMMAND_ORDERED, NULL, NULL);
    CHECK_INT(first_byte(queue, storage), 8);
}

static dpex_status fill_once(void *context)
{
    static dpex_storage *storage;
    dpex_queue *queue = context;
    dpex_event *event = NULL;
    if (!storage) storage = storage_of(queue, BYTES);
    dpex_command command = {
        .kind = DPEX_COMMAND_FILL,
        .fill = {.dst = {.storage = storage}, .bytes = BYTES, .pattern_bytes = 1}};
    dpex_status status = dpex_queue_submit(queue, &command, NULL, 0, &event);
    if (!status) status = dpex_queue_wait(queue, 0, NULL);
    dpex_event_release(event);
    return status;
}

TEST(opencl_submission_survives_each_failing_allocation)
{
    dpex_queue *queue = opencl_queue(0);
    CHECK_OK(fill_once(queue));
    for (int64_t n = 1;; n++) {
        dpex_testing_fail_allocation(n);
        dpex_status status = fill_once(queue);
        int64_t n_calls = dpex_testing_count_allocations();
        dpex_testing_fail_allocation(0);
        CHECK(status == DPEX_SUCCESS || status == DPEX_ERROR_NO_MEMORY);
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        if (n_calls < n) break;
    }
}

/* ---- programs ---------------------------------------------------------------------------------------------- */

static const char axpy[] = "kernel void axpy(float a, global float *x, local float *t)\n"
                           "{ x[get_global_id(0)] *= a; }\n";

TEST(opencl_compiler_text_is_in_the_message)
{
    dpex_queue *queue = opencl_queue(0);
    dpex_kernel *kernel;
    CHECK_FAILS(create_kernel(queue, "kernel void f() { undeclared_thing = 1; }", "f", &kernel),
                DPEX_ERROR_COMPILE);
    CHECK_MESSAGE("undeclared_thing");
    CHECK_FAILS(create_kernel(queue, axpy, "nothing", &kernel), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("axpy");
}

TEST(opencl_wrong_arguments_and_ranges_are_refused)
{
    char *folder = new_folder();
    setenv("DPEX_CACHE_DIR", folder, 1); /* from source: Intel's binaries forget types */
    dpex_queue *queue = opencl_queue(0);
    dpex_kernel *kernel;
    dpex_range items = {.nd = 1, .global = {16}};
    CHECK_OK(create_kernel(queue, axpy, "axpy", &kernel));
    fixture_remove_folder(folder);
    dpex_arg args[] = {{.kind = DPEX_ARG_FLOAT32},
                       {.kind = DPEX_ARG_POINTER, .span = {.storage = storage_of(queue, BYTES)}},
                       {.kind = DPEX_ARG_LOCAL, .bytes = 64}};
    CHECK_OK(launch(queue, kernel, args, 3, items));
    CHECK_FAILS(launch(queue, kernel, args, 2, items), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("takes 3 arguments, 2 given");
    args[0].kind = DPEX_ARG_INT32;
    CHECK_FAILS(launch(queue, kernel, args, 3, items), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("argument 0 of kernel 'axpy'");
    args[0].kind = DPEX_ARG_FLOAT32;
    args[2].bytes = (size_t)1 << 40;
    CHECK_FAILS(launch(queue, kernel, args, 3, items), DPEX_ERROR_KERNEL_ARGS);
    CHECK_MESSAGE("local memory");
    args[2].bytes = 64;
    CHECK(launch(queue, kernel, args, 3, (dpex_range){.nd = 4}) == DPEX_ERROR_INVALID_VALUE);
    CHECK(launch(queue, kernel, args, 3,
                 (dpex_range){.nd = 1, .global = {10}, .local = {3}, .has_local = 1}) ==
          DPEX_ERROR_INVALID_VALUE);
    CHECK(launch(queue, kernel, args, 3, (dpex_range){.nd = 2, .global = {(size_t)1 << 62, 8}}) !=
          DPEX_SUCCESS);
    CHECK_OK(launch(queue, kernel, args, 3, (dpex_range){.nd = 1, .global = {0}}));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
}

static int find_binary(const char *folder, char *path)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, alphasort), n_found = 0;
    for (int i = 0; i < n; i++) {
        size_t len = strlen(entries[i]->d_name);
        if (len > 6 && !strcmp(entries[i]->d_name + len - 6, ".clbin")) {
            snprintf(path, PATH_MAX, "%s/%s", folder, entries[i]->d_name);
            n_found++;
        }
        free(entries[i]);
    }
    free(entries);
    return n_found;
}

TEST(opencl_binaries_are_cached_and_broken_ones_compiled_again)
{
    char path[PATH_MAX] = "";
    dpex_kernel *kernel;
    char *folder = new_folder();
    setenv("DPEX_CACHE_DIR", folder, 1);
    dpex_queue *queue = opencl_queue(0);
    CHECK_OK(create_kernel(queue, axpy, "axpy", &kernel));
    CHECK_INT(find_binary(folder, path), 1);
    CHECK_OK(create_kernel(queue, axpy, "axpy", &kernel));
    CHECK_INT(dpex_kernel_get_info(kernel)->n_args, 3);
    CHECK_INT(find_binary(folder, path), 1);
    CHECK(truncate(path, 10) == 0);
    CHECK_OK(create_kernel(queue, axpy, "axpy", &kernel));
    CHECK_INT(dpex_kernel_get_info(kernel)->n_args, 3);
    fixture_remove_folder(folder);
}

DPEX_KERNEL(number_items, (OUT, float, y), (VAL, float, a), (VAL, size_t, columns), {
    size_t i = k_global_id(0), j = k_global_id(1);
    if (j == 0) return;
    y[i * columns + j] = a * k_cast(float, 100 * i + j) + K(0.5) * k_cast(float, k_global_size(1));
})

TEST(opencl_runs_the_text_of_an_extensions_kernel)
{
    enum { ROWS = 7, COLUMNS = 5 };
    dpex_queue *queue = opencl_queue(0);
    float y[ROWS * COLUMNS] = {0};
    dpex_range range = {.nd = 2, .global = {ROWS, COLUMNS}};
    const dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F32, y, ROWS * COLUMNS),
                                    dpex_value_float(2), dpex_value_size_t(COLUMNS)};
    CHECK_OK(dpex_kernel_source_launch(queue, &number_items, &range, args, 3, NULL, 0, NULL));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int i = 0; i < ROWS; i++)
        for (int j = 1; j < COLUMNS; j++)
            CHECK(y[i * COLUMNS + j] == 2 * (float)(100 * i + j) + 0.5f * COLUMNS);
}

TEST(opencl_runs_kernels_with_groups_strides_and_atomics)
{
    check_portable_kernels(opencl_queue(0));
}

/* ---- fork -------------------------------------------------------------------------------------------------- */

static void use_in_child(dpex_queue *queue, dpex_event *pending, dpex_storage *storage)
{
    dpex_queue *fresh, *native = fixture_queue(0);
    dpex_command command = {
        .kind = DPEX_COMMAND_FILL,
        .fill = {.dst = {.storage = storage}, .bytes = BYTES, .pattern_bytes = 1}};
    task t = {0};
    CHECK_FAILS(dpex_event_wait(pending, 0, NULL), DPEX_ERROR_FORKED);
    CHECK_FAILS(dpex_queue_submit(queue, &command, NULL, 0, NULL), DPEX_ERROR_FORKED);
    CHECK_MESSAGE("forked process");
    CHECK_FAILS(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_FORKED);
    CHECK_FAILS(dpex_queue_create(NULL, queue->device, 0, &fresh), DPEX_ERROR_FORKED);
    dpex_event_release(pending);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
    task_submit(native, &t, 0, NULL, NULL); /* our own CPU works on */
    CHECK_OK(dpex_queue_wait(native, 0, NULL));
    CHECK_INT(atomic_load(&t.n_runs), 1);
}

TEST(opencl_objects_say_in_a_forked_child_that_they_are_of_the_parent)
{
    dpex_queue *queue = opencl_queue(0), *native = fixture_queue(0);
    dpex_storage *storage = storage_of(queue, BYTES);
    dpex_event *opened, *held;
    gate door = {0};
    task t = {.before = &door};
    int status;
    task_submit(native, &t, 0, NULL, &opened);
    fill(queue, storage, 6, 0, opened, &held);
    pid_t child = test_fork();
    CHECK(child >= 0);
    if (child == 0) {
        use_in_child(queue, held, storage);
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    gate_open(&door);
    CHECK_OK(dpex_event_wait(held, 0, NULL));
    CHECK_INT(first_byte(queue, storage), 6);
}
