/* Conformance: every operation, dtype and layout on every device that computes on the host and, where
 * DPEX_TEST_BACKENDS names opencl, on one of an OpenCL driver, against a plain reference.
 *
 * It walks the tables, so a new row is tested without a line here. `conformance add` runs the operations whose name contains
 * "add". */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MAX_PRINTED = 25 };

static const char *selection = ""; /* part of the names of the operations to check */
static long n_passed, n_failed;

void count_case(int passed, const char *fmt, ...)
{
    n_passed += passed;
    n_failed += !passed;
    if (passed || n_failed > MAX_PRINTED) return;
    va_list args;
    va_start(args, fmt);
    printf("FAIL ");
    vprintf(fmt, args);
    printf("\n");
    va_end(args);
}

int is_selected(const char *name)
{
    return strstr(name, selection) != NULL;
}

/* Where each case is compiled first, a dtype stands for its class, whose kernels are made from one text; DPEX_CONFORMANCE_ALL=1 takes
 * them all. */
static int is_sample(dpex_dtype dtype)
{
    return dtype == DPEX_BOOL || dtype == DPEX_I32 || dtype == DPEX_U64 || dtype == DPEX_F16 ||
           dtype == DPEX_F32 || dtype == DPEX_F64 || dtype == DPEX_C64;
}

int has_dtype(const place *p, dpex_dtype dtype)
{
    const dpex_device *device = dpex_queue_get_device(p->queue);
    if (p->compiles && !is_sample(dtype) && !getenv("DPEX_CONFORMANCE_ALL")) return 0;
    if (dtype == DPEX_F16) return dpex_device_has_aspect(device, DPEX_ASPECT_fp16);
    if (dtype == DPEX_F64 || dtype == DPEX_C128)
        return dpex_device_has_aspect(device, DPEX_ASPECT_fp64);
    return 1;
}

void must(dpex_status status, const char *what)
{
    if (!status) return;
    printf("%s: %s: %s\n", what, dpex_status_name(status), dpex_error_message());
    exit(EXIT_FAILURE);
}

static void check_on(const char *name, dpex_device *device)
{
    place p = {name, NULL, strcmp(name, "opencl") == 0};
    must(dpex_queue_create(NULL, device, 0, &p.queue), name);
    check_operations(&p);
    if (is_selected("cast")) check_casts(&p);
    check_reductions(&p);
    if (is_selected("sort") && !p.compiles) check_sorts(&p);
    check_scans(&p);
    must(dpex_queue_wait(p.queue, 0, NULL), name);
    dpex_queue_release(p.queue);
}

static void check_sub_device(dpex_device *root)
{
    const size_t one = 1;
    dpex_partition how = {.kind = DPEX_PARTITION_BY_COUNTS, .counts = &one, .n_counts = 1};
    dpex_device **parts;
    size_t n;
    if (dpex_device_get_info(root)->max_compute_units < 2) {
        printf("SKIP sub-device: the machine has one core\n");
        return;
    }
    must(dpex_device_partition(root, &how, &parts, &n), "partition");
    check_on("sub-device", parts[0]);
    for (size_t i = 0; i < n; i++) dpex_device_release(parts[i]);
    dpex_device_array_free(parts);
}

static int names(const char *backend)
{
    const char *backends = getenv("DPEX_TEST_BACKENDS");
    return backends && strstr(backends, backend) != NULL;
}

/* The first device of a driver. */
static void check_opencl(void)
{
    dpex_device *device;
    must(dpex_device_find("opencl:cpu:1", &device), "opencl");
    check_on("opencl", device);
    dpex_device_release(device);
}

static void check_host(void)
{
    dpex_device *native, *simulated;
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    must(dpex_device_find("opencl:cpu", &native), "native");
    must(dpex_device_find("level_zero:gpu", &simulated), "sim");
    check_on("native", native);
    check_sub_device(native);
    check_on("sim", simulated);
    dpex_device_release(native);
    dpex_device_release(simulated);
}

/* The host's devices unless DPEX_TEST_BACKENDS names opencl alone. */
int main(int argc, char **argv)
{
    if (argc > 1) selection = argv[1];
    if (!names("opencl") || names("native") || names("sim")) check_host();
    if (names("opencl")) check_opencl();
    printf("%ld passed, %ld failed\n", n_passed, n_failed);
    return n_failed || !n_passed ? EXIT_FAILURE : EXIT_SUCCESS;
}
