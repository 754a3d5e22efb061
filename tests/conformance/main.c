/* Conformance: every operation, dtype and layout on every device that computes on the host, or on the backends that
 * DPEX_TEST_BACKENDS names (opencl: the first device of a driver; cuda: the first GPU), against a plain reference.
 *
 * It goes over the tables, so a new row is tested without a line here; what an operation should compute is its row of reference.def. `conformance add`
 * runs the operations whose name contains "add".
 *
 * One process keeps one thread busy, whether it compiles kernels or computes the reference: so the work is dealt to
 * DPEX_CONFORMANCE_JOBS processes, as many as there are CPUs unless that says otherwise. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "dpex/fusion.h"
#include "ops/device/batch.h"
#include "ops/loops/loops.h"

enum { MAX_PRINTED = 25, MAX_JOBS = 64 };

/* What a process counted, in memory that they share. */
typedef struct tally {
    long n_passed, n_failed;
    int has_ended;
} tally;

static const char *selection = ""; /* part of the names of the operations to check */
static tally *count;               /* this process's */
static int job, n_jobs = 1;
static long n_parts;

void count_case(int passed, const char *fmt, ...)
{
    count->n_passed += passed;
    count->n_failed += !passed;
    if (passed || count->n_failed > MAX_PRINTED) return;
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

int is_ours(void)
{
    return n_parts++ % n_jobs == job;
}

/* Where each case is compiled first, a dtype stands for its class, whose kernels are made from one text; DPEX_CONFORMANCE_ALL=1 takes
 * them all. */
static int is_sample(dpex_dtype dtype)
{
    return dtype == DPEX_BOOL || dtype == DPEX_I32 || dtype == DPEX_U64 || dtype == DPEX_F16 ||
           dtype == DPEX_F32 || dtype == DPEX_F64 || dtype == DPEX_C64;
}

int has_dtype(const target *p, dpex_dtype dtype)
{
    const dpex_device *device = dpex_queue_get_device(p->queue);
    if (!p->is_thorough && !is_sample(dtype)) return 0;
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

void check_rehearsed(const target *p, void (*check)(const target *p, const void *what),
                     const void *what)
{
    target rehearsal = *p;
    int n_compiled = p->compiles;
    rehearsal.is_rehearsal = 1;
    while (n_compiled) {
        /* What is kept back asks for its kernels at another time. */
        dpex_fusion_flush(NULL);
        dpex_fusion_set(0);
        dpex_device_batch_open();
        check(&rehearsal, what);
        must(dpex_device_batch_close(p->queue, &n_compiled), "kernels of a rehearsal");
        dpex_fusion_set(-1);
    }
    check(p, what);
}

static void check_on(const char *name, dpex_device *device)
{
    dpex_backend_name backend = dpex_device_get_info(device)->backend;
    target p = {.name = name, .compiles = !dpex_device_runs_on_host(device)};
    p.is_thorough = !p.compiles || backend == DPEX_BACKEND_CUDA || getenv("DPEX_CONFORMANCE_ALL");
    /* Under a checker that takes a thousand times as long. */
    if (getenv("DPEX_CONFORMANCE_SAMPLE")) p.is_thorough = 0;
    must(dpex_queue_create(NULL, device, 0, &p.queue), name);
    check_operations(&p);
    if (is_selected("cast")) check_casts(&p);
    check_reductions(&p);
    if (is_selected("sort")) check_sorts(&p);
    if (is_selected("search") || is_selected("repeat")) check_searches(&p);
    check_scans(&p);
    check_masks(&p);
    if (is_selected("move")) check_moves(&p);
    must(dpex_queue_wait(p.queue, 0, NULL), name);
    dpex_queue_release(p.queue);
}

static void check_sub_device(dpex_device *root)
{
    const size_t one = 1;
    dpex_partition division = {.kind = DPEX_PARTITION_BY_COUNTS, .counts = &one, .n_counts = 1};
    dpex_device **parts;
    size_t n;
    if (dpex_device_get_info(root)->max_compute_units < 2) {
        printf("SKIP sub-device: the machine has one core\n");
        return;
    }
    must(dpex_device_partition(root, &division, &parts, &n), "partition");
    check_on("sub-device", parts[0]);
    for (size_t i = 0; i < n; i++) dpex_device_release(parts[i]);
    dpex_device_array_free(parts);
}

static int names(const char *backend)
{
    const char *backends = getenv("DPEX_TEST_BACKENDS");
    return backends && strstr(backends, backend) != NULL;
}

static void check_found(const char *name, const char *filter)
{
    dpex_device *device;
    must(dpex_device_find(filter, &device), name);
    check_on(name, device);
    dpex_device_release(device);
}

/* ---- instruction sets --------------------------------------------------------------------------------------- */

enum { EXIT_SKIPPED = 77 }; /* meson's */

/* The best loops that this CPU runs. */
static const dpex_loops *best_loops(void)
{
    size_t n;
    const dpex_loops *const *all = dpex_loops_get_all(&n);
    while (n > 1 && !dpex_loops_is_supported(all[n - 1])) n--;
    return all[n - 1];
}

/* Whether DPEX_ISA asks for loops that this CPU cannot run: those of another run would be checked again. */
static int is_repetition(void)
{
    const char *name = getenv("DPEX_ISA");
    return name && strcmp(name, dpex_loops_get()->name) != 0;
}

/* Which threads run the loops does not depend on the instruction set: sub-devices and simulated ones are checked with the best. */
static void check_host(void)
{
    dpex_device *native, *simulated;
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    must(dpex_device_find("opencl:cpu", &native), "native");
    must(dpex_device_find("level_zero:gpu", &simulated), "sim");
    check_on("native", native);
    if (dpex_loops_get() == best_loops()) {
        check_sub_device(native);
        check_on("sim", simulated);
    }
    dpex_device_release(native);
    dpex_device_release(simulated);
}

static int is_compiling(void)
{
    return names("opencl") || names("cuda");
}

/* The host's devices unless DPEX_TEST_BACKENDS names others alone. */
static void check_all(void)
{
    if (!is_compiling() || names("native") || names("sim")) check_host();
    if (names("opencl")) check_found("opencl", "opencl:cpu:1");
    if (names("cuda")) check_found("cuda", "cuda:gpu:0");
    count->has_ended = 1;
}

/* ---- processes --------------------------------------------------------------------------------------------- */

static int choose_n_jobs(void)
{
    const char *given = getenv("DPEX_CONFORMANCE_JOBS");
    long n = given ? atol(given) : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MAX_JOBS ? MAX_JOBS : (int)n;
}

/* Before anything opens a device: drivers do not survive a fork. */
static void check_in_processes(tally *counts)
{
    pid_t pids[MAX_JOBS];
    for (job = 0; job < n_jobs; job++) {
        count = &counts[job];
        pids[job] = fork();
        if (pids[job] == 0) {
            check_all();
            exit(EXIT_SUCCESS);
        }
    }
    for (int i = 0; i < n_jobs; i++)
        if (pids[i] > 0) waitpid(pids[i], NULL, 0);
}

int main(int argc, char **argv)
{
    if (argc > 1) selection = argv[1];
    if (is_repetition()) {
        printf("SKIP: this CPU does not run %s\n", getenv("DPEX_ISA"));
        return EXIT_SKIPPED;
    }
    n_jobs = choose_n_jobs();
    size_t bytes = (size_t)n_jobs * sizeof(tally);
    tally *counts = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED) return EXIT_FAILURE;
    count = counts;
    if (n_jobs == 1)
        check_all();
    else
        check_in_processes(counts);
    tally all = {0, 0, 0};
    for (int i = 0; i < n_jobs; i++) {
        all.n_passed += counts[i].n_passed;
        all.n_failed += counts[i].n_failed;
        all.has_ended += counts[i].has_ended;
    }
    printf("%ld passed, %ld failed\n", all.n_passed, all.n_failed);
    if (all.has_ended < n_jobs)
        printf("%d of %d processes ended early\n", n_jobs - all.has_ended, n_jobs);
    return all.n_failed || !all.n_passed || all.has_ended < n_jobs ? EXIT_FAILURE : EXIT_SUCCESS;
}
