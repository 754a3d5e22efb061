/* What queues cost: creation, submission, a round trip; minima over repetitions, in microseconds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dpex/queue.h"

enum { N_REPEATS = 20, N_CALLS = 2000 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static dpex_device *device;
static dpex_queue *queue;

static dpex_status do_nothing(void *payload)
{
    (void)payload;
    return DPEX_SUCCESS;
}

static dpex_status do_nothing_in_chunks(void *payload, int64_t first, int64_t last)
{
    (void)payload, (void)first, (void)last;
    return DPEX_SUCCESS;
}

static dpex_status create_and_release(void)
{
    dpex_queue *fresh;
    dpex_status status = dpex_queue_create(NULL, device, 0, &fresh);
    if (!status) dpex_queue_release(fresh);
    return status;
}

static dpex_status submit(dpex_command command, int waits)
{
    dpex_status status = dpex_queue_submit(queue, &command, NULL, 0, NULL);
    return status || !waits ? status : dpex_queue_wait(queue, 0, NULL);
}

static dpex_status barrier(void)
{
    return submit((dpex_command){.kind = DPEX_COMMAND_BARRIER}, 1);
}

static dpex_status small_parallel(void)
{
    return submit((dpex_command){.kind = DPEX_COMMAND_PARALLEL,
                                 .flags = DPEX_COMMAND_SMALL,
                                 .parallel = {.run = do_nothing_in_chunks, .n_chunks = 1}},
                  1);
}

static dpex_status parallel_round_trip(void)
{
    return submit((dpex_command){.kind = DPEX_COMMAND_PARALLEL,
                                 .parallel = {.run = do_nothing_in_chunks, .n_chunks = 8}},
                  1);
}

static dpex_status host_call_round_trip(void)
{
    return submit((dpex_command){.kind = DPEX_COMMAND_HOST_CALL, .host = {.run = do_nothing}}, 1);
}

static dpex_status parallel_submit_only(void)
{
    return submit((dpex_command){.kind = DPEX_COMMAND_PARALLEL,
                                 .parallel = {.run = do_nothing_in_chunks, .n_chunks = 1}},
                  0);
}

static dpex_status measure(const char *name, dpex_status (*call)(void))
{
    double best = 1e9;
    for (int i = 0; i < N_REPEATS; i++) {
        double start = now_us();
        for (int k = 0; k < N_CALLS; k++) {
            dpex_status status = call();
            if (status) return status;
        }
        double each = (now_us() - start) / N_CALLS;
        if (each < best) best = each;
        dpex_status status = dpex_queue_wait(queue, 0, NULL);
        if (status) return status;
    }
    printf("%-44s %8.3f us\n", name, best);
    return DPEX_SUCCESS;
}

int main(void)
{
    if (dpex_device_find("cpu", &device) || dpex_queue_create(NULL, device, 0, &queue) ||
        measure("create and release a queue", create_and_release) ||
        measure("empty barrier, submit and wait", barrier) ||
        measure("small command, submit and wait (inline)", small_parallel) ||
        measure("parallel command, submit and wait", parallel_round_trip) ||
        measure("host call, submit and wait", host_call_round_trip) ||
        measure("parallel command, submit only", parallel_submit_only)) {
        fprintf(stderr, "%s\n", dpex_error_message());
        return EXIT_FAILURE;
    }
    dpex_queue_release(queue);
    dpex_shutdown();
    return EXIT_SUCCESS;
}
