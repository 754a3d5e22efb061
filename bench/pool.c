/* Nanoseconds for a pair of storage_create_ordered and release, and of the ready kind, from a warm
 * pool.
 *
 *     ninja -C build/dev bench/bench_pool && build/dev/bench/bench_pool */
#include <stdio.h>
#include <time.h>

#include "dpex/dpex.h"

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The best of several runs; a negative number says that a call failed. */
static double time_pairs(dpex_queue *queue, size_t bytes, int ordered)
{
    enum { RUNS = 7, PAIRS = 200000 };
    double best = -1;
    for (int run = 0; run < RUNS; run++) {
        double start = now_ns();
        for (int i = 0; i < PAIRS; i++) {
            dpex_storage *storage;
            dpex_status status =
                ordered ? dpex_storage_create_ordered(queue, bytes, DPEX_USM_DEVICE, &storage)
                        : dpex_storage_create(queue, bytes, 0, DPEX_USM_DEVICE, &storage);
            if (status) return -1;
            dpex_storage_release(storage);
        }
        double each = (now_ns() - start) / PAIRS;
        if (best < 0 || each < best) best = each;
    }
    return best;
}

int main(void)
{
    static const struct {
        const char *name;
        size_t bytes;
    } rows[] = {{"64 B", 64}, {"4 KiB", 4096}, {"1 MiB", 1 << 20}, {"80 MB", 80000000}};
    dpex_device *device;
    dpex_queue *queue;
    if (dpex_device_find("cpu", &device) || dpex_queue_create(NULL, device, 0, &queue)) {
        fprintf(stderr, "%s\n", dpex_error_message());
        return 1;
    }
    printf("%-8s %12s %12s\n", "bytes", "ordered ns", "ready ns");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        printf("%-8s %12.1f %12.1f\n", rows[i].name, time_pairs(queue, rows[i].bytes, 1),
               time_pairs(queue, rows[i].bytes, 0));
    dpex_queue_release(queue);
    dpex_device_release(device);
    return 0;
}
