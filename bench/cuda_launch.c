/* What a launch on a CUDA device costs through a queue, beside the driver's own calls for the same kernel in the same run; minima
 * over repetitions, in microseconds. Says so and ends with 77 where no such device is. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "dpex/dpex.h"

enum { N_REPEATS = 20, N_CALLS = 500, SKIPPED = 77 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

/* ---- through a queue --------------------------------------------------------------------------------------- */

static dpex_queue *queue;
static dpex_kernel *kernel;
static dpex_storage *storage;

static const char text[] = "extern \"C\" __global__ void add(float *x, unsigned n)\n"
                           "{\n"
                           "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    if (i < n) x[i] += 1;\n"
                           "}\n";

static dpex_status launch_on(dpex_storage *target, dpex_event **event)
{
    dpex_arg args[] = {{.kind = DPEX_ARG_POINTER, .span = {.storage = target}},
                       {.kind = DPEX_ARG_UINT32, .bits = 100}};
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .flags = DPEX_COMMAND_ORDERED,
        .uses = &target,
        .n_uses = 1,
        .launch = {.kernel = kernel,
                   .args = args,
                   .n_args = 2,
                   .range = {.nd = 1, .global = {128}, .local = {128}, .has_local = 1}}};
    return dpex_queue_submit(queue, &command, NULL, 0, event);
}

static dpex_status launch(void)
{
    return launch_on(storage, NULL);
}

static dpex_status launch_with_event(void)
{
    dpex_event *event;
    dpex_status status = launch_on(storage, &event);
    if (!status) dpex_event_release(event);
    return status;
}

/* As an array operation does it: fresh memory for the result, released at once. */
static dpex_status launch_into_new_memory(void)
{
    dpex_storage *fresh;
    dpex_status status = dpex_storage_create_ordered(queue, 400, DPEX_USM_DEVICE, &fresh);
    if (status) return status;
    status = launch_on(fresh, NULL);
    dpex_storage_release(fresh);
    return status;
}

static dpex_status wait_for_queue(void)
{
    return dpex_queue_wait(queue, 0, NULL);
}

static dpex_status launch_and_wait(void)
{
    dpex_status status = launch();
    return status ? status : wait_for_queue();
}

static dpex_status open_queue(void)
{
    dpex_device *device;
    dpex_program *program;
    dpex_status status = dpex_device_find("cuda", &device);
    if (status) return status;
    status = dpex_queue_create(NULL, device, 0, &queue);
    if (!status)
        status = dpex_program_create(dpex_queue_get_context(queue), device, DPEX_LANGUAGE_SOURCE,
                                     text, strlen(text), "", &program);
    if (!status) status = dpex_kernel_create(program, "add", &kernel);
    if (!status) status = dpex_storage_create(queue, 4096, 0, DPEX_USM_DEVICE, &storage);
    return status;
}

/* ---- the driver alone -------------------------------------------------------------------------------------- */

/* add, in the language that the driver compiles by itself. */
static const char ptx[] =
    ".version 6.3\n.target sm_75\n.address_size 64\n"
    ".visible .entry add(.param .u64 x, .param .u32 n)\n{\n"
    "    .reg .pred %p;\n    .reg .b32 %r<4>;\n    .reg .f32 %f;\n    .reg .b64 %d<3>;\n"
    "    ld.param.u64 %d1, [x];\n    ld.param.u32 %r1, [n];\n    mov.u32 %r2, %tid.x;\n"
    "    setp.ge.u32 %p, %r2, %r1;\n    @%p bra done;\n    cvta.to.global.u64 %d1, %d1;\n"
    "    mul.wide.u32 %d2, %r2, 4;\n    add.u64 %d1, %d1, %d2;\n    ld.global.f32 %f, [%d1];\n"
    "    add.f32 %f, %f, 0f3F800000;\n    st.global.f32 [%d1], %f;\ndone:\n    ret;\n}\n";

static struct {
    int (*retain)(void **, int);
    int (*set_current)(void *);
    int (*load)(void **, const void *);
    int (*get_function)(void **, void *, const char *);
    int (*create_stream)(void **, unsigned);
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  void *, void **, void **);
    int (*synchronize)(void *);
} driver;
static void *function, *stream;

static int find(void *library, const char *name, void *slot)
{
    void *entry = library ? dlsym(library, name) : NULL;
    memcpy(slot, &entry, sizeof entry);
    return entry != NULL;
}

static int open_driver(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW), *ctx, *module;
    return find(library, "cuDevicePrimaryCtxRetain", &driver.retain) &&
           find(library, "cuCtxSetCurrent", &driver.set_current) &&
           find(library, "cuModuleLoadData", &driver.load) &&
           find(library, "cuModuleGetFunction", &driver.get_function) &&
           find(library, "cuStreamCreate", &driver.create_stream) &&
           find(library, "cuLaunchKernel", &driver.launch) &&
           find(library, "cuStreamSynchronize", &driver.synchronize) && !driver.retain(&ctx, 0) &&
           !driver.set_current(ctx) && !driver.load(&module, ptx) &&
           !driver.get_function(&function, module, "add") && !driver.create_stream(&stream, 1);
}

static dpex_status raw_launch(void)
{
    uintptr_t at = (uintptr_t)dpex_storage_get_ptr(storage);
    unsigned n = 100;
    void *params[] = {&at, &n};
    return driver.launch(function, 1, 1, 1, 128, 1, 1, 0, stream, params, NULL) ? DPEX_ERROR_BACKEND
                                                                                : DPEX_SUCCESS;
}

static dpex_status raw_wait(void)
{
    return driver.synchronize(stream) ? DPEX_ERROR_BACKEND : DPEX_SUCCESS;
}

static dpex_status raw_launch_and_wait(void)
{
    return raw_launch() || raw_wait() ? DPEX_ERROR_BACKEND : DPEX_SUCCESS;
}

/* ---- measuring --------------------------------------------------------------------------------------------- */

/* Submission alone, and until everything is over. */
static int measure(const char *name, dpex_status (*call)(void), dpex_status (*wait)(void))
{
    double submitted = 1e30, whole = 1e30;
    for (int i = 0; i < N_REPEATS; i++) {
        double start = now_us();
        for (int k = 0; k < N_CALLS; k++)
            if (call()) return 1;
        double middle = now_us();
        if (wait()) return 1;
        double end = now_us();
        if (middle - start < submitted) submitted = middle - start;
        if (end - start < whole) whole = end - start;
    }
    printf("%-28s %8.2f a call, %8.2f until the last is over\n", name, submitted / N_CALLS,
           whole / N_CALLS);
    return 0;
}

int main(void)
{
    dpex_status status = open_queue();
    if (status == DPEX_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", dpex_error_message());
        return SKIPPED;
    }
    if (status || !open_driver()) {
        printf("failed: %s\n", status ? dpex_error_message() : "the driver's own calls");
        return 1;
    }
    int failed = measure("driver: launch", raw_launch, raw_wait) ||
                 measure("queue: launch", launch, wait_for_queue) ||
                 measure("queue: launch, event", launch_with_event, wait_for_queue) ||
                 measure("queue: launch, new memory", launch_into_new_memory, wait_for_queue) ||
                 measure("driver: launch and wait", raw_launch_and_wait, raw_wait) ||
                 measure("queue: launch and wait", launch_and_wait, wait_for_queue);
    if (failed) printf("failed: %s\n", dpex_error_message());
    return failed;
}
