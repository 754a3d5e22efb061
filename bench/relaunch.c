/* What one more launch of a kernel costs: through the OpenCL driver directly, and through libdpex.
 *
 *     ninja -C build/dev bench/bench_relaunch && build/dev/bench/bench_relaunch [filter]
 *
 * c = a + b over 1000 floats on the first OpenCL device beside our own CPU (filter: opencl:cpu:1), the same kernel object, memory
 * and driver on both sides; "operation" is the array operation add. "queued": many launches, then one wait; "waited": a wait
 * after each. Rows are worked off in turns; each prints its minimum in microseconds a launch. The program links libdpex's
 * objects, because it looks inside. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "backend/opencl/opencl.h"
#include "dpex/dpex.h"

enum { N = 1000, ROUNDS = 20, QUEUED = 500, WAITED = 100 };

static const char source[] =
    "kernel void add(global const float *a, global const float *b, global float *c)\n"
    "{ size_t i = get_global_id(0); c[i] = a[i] + b[i]; }\n";

static dpex_queue *queue;
static dpex_kernel *kernel;
static dpex_array a, b, c;
static cl_queue direct;
static int has_failed;

static void must(dpex_status status)
{
    if (!status || has_failed) return;
    fprintf(stderr, "%s\n", dpex_error_message());
    has_failed = 1;
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* ---- the three ways --------------------------------------------------------------------------------------- */

static void set_argument(cl_uint i, const dpex_array *array)
{
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    cl_kernel id = ((dpex_cl_kernel *)kernel->handle)->id;
    size_t offset;
    cl_mem buffer = dpex_storage_get_handle(array->storage, &offset);
    void *ptr = dpex_array_get_ptr(array);
    if (buffer)
        must(dpex_cl_check(api->SetKernelArg(id, i, sizeof buffer, &buffer), "clSetKernelArg"));
    else if (dpex_cl_of(queue->device)->rung == DPEX_CL_RUNG_USM)
        must(dpex_cl_check(dpex_cl_usm_of(queue->device)->SetKernelArgMemPointer(id, i, ptr),
                           "clSetKernelArgMemPointerINTEL"));
    else
        must(dpex_cl_check(api->SetKernelArgSVMPointer(id, i, ptr), "clSetKernelArgSVMPointer"));
}

static void launch_directly(void)
{
    const size_t global = N;
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    set_argument(0, &a);
    set_argument(1, &b);
    set_argument(2, &c);
    must(dpex_cl_check(api->EnqueueNDRangeKernel(direct, ((dpex_cl_kernel *)kernel->handle)->id, 1,
                                                 NULL, &global, NULL, 0, NULL, NULL),
                       "clEnqueueNDRangeKernel"));
}

static void wait_directly(void)
{
    must(dpex_cl_check(dpex_cl_driver_of(queue->device)->api.Finish(direct), "clFinish"));
}

static dpex_arg argument(const dpex_array *array)
{
    return (dpex_arg){.kind = DPEX_ARG_POINTER,
                      .span = {.storage = array->storage, .offset = (size_t)array->offset}};
}

static void launch_kernel(void)
{
    const dpex_arg args[] = {argument(&a), argument(&b), argument(&c)};
    dpex_storage *const uses[] = {a.storage, b.storage, c.storage};
    dpex_command command = {
        .kind = DPEX_COMMAND_LAUNCH,
        .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_SMALL,
        .uses = uses,
        .n_uses = 3,
        .launch = {.kernel = kernel, .args = args, .n_args = 3, .range = {.nd = 1, .global = {N}}}};
    must(dpex_queue_submit(queue, &command, NULL, 0, NULL));
}

static void launch_operation(void)
{
    const dpex_operand operands[2] = {{.array = &a}, {.array = &b}};
    must(dpex_elementwise_into(dpex_op_find("add"), operands, &c));
}

static void wait_for_queue(void)
{
    must(dpex_queue_wait(queue, 0, NULL));
}

/* ---- rows -------------------------------------------------------------------------------------------------- */

typedef struct row {
    const char *name;
    void (*launch)(void);
    void (*wait)(void);
    double queued, waited;
} row;

static row rows[] = {{"driver alone", launch_directly, wait_directly, 1e9, 1e9},
                     {"libdpex, kernel", launch_kernel, wait_for_queue, 1e9, 1e9},
                     {"libdpex, operation", launch_operation, wait_for_queue, 1e9, 1e9}};
enum { N_ROWS = sizeof rows / sizeof *rows };

static double time_of(const row *r, int n, int waits_each)
{
    double start = now_us();
    for (int i = 0; i < n; i++) {
        r->launch();
        if (waits_each) r->wait();
    }
    r->wait();
    return (now_us() - start) / n;
}

static void measure(void)
{
    for (int round = 0; round < ROUNDS && !has_failed; round++) {
        for (int i = 0; i < N_ROWS; i++) {
            double queued = time_of(&rows[i], QUEUED, 0), waited = time_of(&rows[i], WAITED, 1);
            if (queued < rows[i].queued) rows[i].queued = queued;
            if (waited < rows[i].waited) rows[i].waited = waited;
        }
    }
}

static void open_all(const char *filter)
{
    static const int64_t shape[] = {N};
    const dpex_scalar one = {.f64 = 1};
    dpex_array *const arrays[] = {&a, &b, &c};
    dpex_device *device;
    dpex_program *program;
    cl_int code = CL_SUCCESS;
    must(dpex_device_find(filter, &device));
    if (has_failed) return;
    if (device->backend != &dpex_backend_opencl) {
        fprintf(stderr, "%s is not a device of an OpenCL driver\n", device->info.name);
        has_failed = 1;
        return;
    }
    must(dpex_queue_create(NULL, device, 0, &queue));
    must(dpex_program_create(queue->ctx, device, DPEX_LANGUAGE_SOURCE, source, strlen(source), "",
                             &program));
    if (!has_failed) must(dpex_kernel_create(program, "add", &kernel));
    for (int i = 0; i < 3 && !has_failed; i++) {
        must(dpex_array_init(queue, DPEX_F32, 1, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, arrays[i]));
        if (!has_failed) must(dpex_array_fill(arrays[i], &one));
    }
    if (has_failed) return;
    direct = dpex_cl_driver_of(device)->api.CreateCommandQueue(dpex_cl_context_of(queue->ctx),
                                                               dpex_cl_of(device)->id, 0, &code);
    must(dpex_cl_check(code, "clCreateCommandQueue"));
    printf("%s\n%-20s %10s %10s\n", device->info.name, "", "queued us", "waited us");
}

int main(int argc, char **argv)
{
    open_all(argc > 1 ? argv[1] : "opencl:cpu:1");
    if (!has_failed) measure();
    for (int i = 0; i < N_ROWS && !has_failed; i++)
        printf("%-20s %10.2f %10.2f\n", rows[i].name, rows[i].queued, rows[i].waited);
    return has_failed;
}
