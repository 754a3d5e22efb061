/* A copy of 80 MB through a queue beside a hand-written copy by two threads with streaming stores, minima over
 * interleaved repetitions in one run. usage: bench_memcpy [MB] */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dpex/memory.h"
#include "dpex/queue.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { N_REPEATS = 25 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- by hand --------------------------------------------------------------------------------- */

typedef struct {
    char *dst;
    const char *src;
    size_t bytes;
} half;

#if defined(__x86_64__)
__attribute__((target("avx"))) static void stream(char *dst, const char *src, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 64) {
        __m256i a = _mm256_load_si256((const __m256i *)(const void *)(src + i));
        __m256i b = _mm256_load_si256((const __m256i *)(const void *)(src + i + 32));
        _mm256_stream_si256((__m256i *)(void *)(dst + i), a);
        _mm256_stream_si256((__m256i *)(void *)(dst + i + 32), b);
    }
    _mm_sfence();
}
#else
static void stream(char *dst, const char *src, size_t bytes)
{
    memcpy(dst, src, bytes);
}
#endif

/* The second thread lives as long as the program: what is compared is the copying. */
static struct {
    pthread_barrier_t begin, end;
    half work;
} helper;

static void *help(void *unused)
{
    for (;;) {
        pthread_barrier_wait(&helper.begin);
        if (!helper.work.dst) return unused;
        stream(helper.work.dst, helper.work.src, helper.work.bytes);
        pthread_barrier_wait(&helper.end);
    }
}

static void copy_by_hand(char *dst, const char *src, size_t bytes)
{
    size_t first = bytes / 2 / 64 * 64;
    helper.work = (half){dst + first, src + first, bytes - first};
    pthread_barrier_wait(&helper.begin);
    stream(dst, src, first);
    pthread_barrier_wait(&helper.end);
}

/* ---- through a queue ------------------------------------------------------------------------- */

static dpex_status copy_by_queue(dpex_queue *queue, dpex_storage *dst, dpex_storage *src,
                                 size_t bytes)
{
    dpex_storage *uses[2] = {dst, src};
    dpex_command command = {
        .kind = DPEX_COMMAND_COPY,
        .uses = uses,
        .n_uses = 2,
        .copy = {.dst = {.storage = dst}, .src = {.storage = src}, .bytes = bytes}};
    dpex_status status = dpex_queue_submit(queue, &command, NULL, 0, NULL);
    return status ? status : dpex_queue_wait(queue, 0, NULL);
}

static dpex_status measure(dpex_queue *queue, size_t bytes, double *by_hand, double *by_queue)
{
    dpex_storage *dst, *src;
    dpex_status status = dpex_storage_create(queue, bytes, 0, DPEX_USM_DEVICE, &src);
    if (status) return status;
    if ((status = dpex_storage_create(queue, bytes, 0, DPEX_USM_DEVICE, &dst))) {
        dpex_storage_release(src);
        return status;
    }
    char *d = dpex_storage_get_ptr(dst), *s = dpex_storage_get_ptr(src);
    memset(s, 1, bytes);
    memset(d, 2, bytes);
    *by_hand = *by_queue = 1e9;
    for (int i = 0; i < N_REPEATS && !status; i++) {
        double start = now();
        copy_by_hand(d, s, bytes);
        double middle = now();
        status = copy_by_queue(queue, dst, src, bytes);
        double end = now();
        if (middle - start < *by_hand) *by_hand = middle - start;
        if (end - middle < *by_queue) *by_queue = end - middle;
    }
    dpex_storage_release(dst);
    dpex_storage_release(src);
    return status;
}

int main(int argc, char **argv)
{
    size_t bytes = (size_t)(argc > 1 ? atoi(argv[1]) : 80) * 1000000 / 64 * 64;
    double by_hand, by_queue;
    dpex_device *device;
    dpex_queue *queue;
    pthread_t thread;
    pthread_barrier_init(&helper.begin, NULL, 2);
    pthread_barrier_init(&helper.end, NULL, 2);
    if (dpex_device_find("cpu", &device) || dpex_queue_create(NULL, device, 0, &queue) ||
        pthread_create(&thread, NULL, help, NULL) || measure(queue, bytes, &by_hand, &by_queue)) {
        fprintf(stderr, "%s\n", dpex_error_message());
        return EXIT_FAILURE;
    }
    helper.work.dst = NULL;
    pthread_barrier_wait(&helper.begin);
    pthread_join(thread, NULL);
    printf("copy of %.0f MB   by hand, two threads: %6.2f ms   queue: %6.2f ms   ratio %.2f\n",
           (double)bytes / 1e6, 1e3 * by_hand, 1e3 * by_queue, by_queue / by_hand);
    dpex_queue_release(queue);
    dpex_shutdown();
    return EXIT_SUCCESS;
}
