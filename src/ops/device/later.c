/* One thread compiles kernels in the order in which they were asked for. It begins with the first
 * one and ends when there is none left, so a program that has its kernels has no such thread. */
#include "later.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/exit.h"
#include "base/fork.h"
#include "base/log.h"
#include "device.h"

static _Thread_local dpex_device_wait compiles_later;

/* A kernel to be made; one that failed stays in the list, so that it is not tried again. */
typedef struct job {
    struct job *next;
    dpex_queue *queue; /* kept until it is done */
    dpex_text text;
    int is_done;
    size_t key_bytes;
    unsigned char key[];
} job;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static job *jobs, **last = &jobs;
static int is_running, is_stopping;
static int generation; /* of the process that made the thread: a forked child has none */
DPEX_FORK_GUARD(lock)

dpex_device_wait dpex_device_compile_later(dpex_device_wait wait)
{
    const dpex_device_wait before = compiles_later;
    compiles_later = wait;
    return before;
}

dpex_device_wait dpex_device_is_compiled_later(void)
{
    return compiles_later;
}

/* ---- the thread ----------------------------------------------------------------------------- */

/* In the order of asking. */
static job *find_next(void)
{
    job *next = jobs;
    while (next && next->is_done) next = next->next;
    return is_stopping ? NULL : next;
}

/* The same program as a launch that waits would make, from the cache on disk if it is there. */
static dpex_status compile(const job *j)
{
    dpex_program *program;
    dpex_kernel *kernel = NULL;
    DPEX_TRY(dpex_program_create(dpex_queue_get_context(j->queue), dpex_queue_get_device(j->queue),
                                 DPEX_LANGUAGE_SOURCE, j->text.data, j->text.len,
                                 DPEX_DEVICE_OPTIONS, &program));
    dpex_status status = dpex_kernel_create(program, "dpex_kernel", &kernel);
    dpex_program_release(program);
    if (!status) dpex_device_keep_kernel(j->key, j->key_bytes, j->queue, kernel);
    return status;
}

/* With the lock held. */
static void remove_job(job *done)
{
    job **at = &jobs;
    while (*at != done) at = &(*at)->next;
    *at = done->next;
    if (last == &done->next) last = at;
}

static void *run(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    for (job *j; (j = find_next());) {
        pthread_mutex_unlock(&lock);
        dpex_status status = compile(j);
        if (status)
            DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "a fused kernel was not compiled: %s",
                          dpex_error_message());
        dpex_text_fini(&j->text);
        dpex_queue_release(j->queue);
        pthread_mutex_lock(&lock);
        j->is_done = 1;
        /* A finished kernel is found in the table of kernels. */
        if (!status) remove_job(j);
        if (!status) dpex_free(j);
    }
    is_running = 0;
    pthread_cond_broadcast(&ended);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* With the lock held. Signals are the program's threads'. */
static void start(void)
{
    pthread_attr_t detached;
    pthread_t thread;
    sigset_t all, before;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    generation = dpex_fork_generation();
    is_running = !pthread_create(&thread, &detached, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&detached);
}

/* With the lock held. */
static int has_thread(void)
{
    return is_running && generation == dpex_fork_generation();
}

static void stop(void)
{
    pthread_mutex_lock(&lock);
    is_stopping = 1;
    while (has_thread()) pthread_cond_wait(&ended, &lock);
    is_stopping = 0;
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void register_stop(void)
{
    static dpex_exit_stop at_exit = {stop, NULL, 1};
    dpex_exit_add_stop(&at_exit);
}

/* ---- asking --------------------------------------------------------------------------------- */

static int has_key(const job *j, const void *id, size_t bytes)
{
    return j->key_bytes == bytes && !memcmp(j->key, id, bytes);
}

/* A kernel that failed for one queue would fail for others of its device too, and those are tried
 * once more at most. */
static int is_known(const void *id, size_t bytes, const dpex_queue *queue)
{
    for (const job *j = jobs; j; j = j->next)
        if (has_key(j, id, bytes) && (j->is_done || j->queue == queue)) return 1;
    return 0;
}

int dpex_device_is_enqueued(const void *id, size_t bytes)
{
    pthread_mutex_lock(&lock);
    const job *j = jobs;
    while (j && !has_key(j, id, bytes)) j = j->next;
    pthread_mutex_unlock(&lock);
    return j != NULL;
}

void dpex_device_enqueue(const void *id, size_t bytes, dpex_queue *queue, dpex_text *text)
{
    job *fresh = text->failed ? NULL : dpex_malloc(sizeof *fresh + bytes);
    pthread_mutex_lock(&lock);
    /* Without memory the operations stay separate. */
    if (!fresh || is_stopping || is_known(id, bytes, queue)) {
        pthread_mutex_unlock(&lock);
        dpex_text_fini(text);
        dpex_free(fresh);
        return;
    }
    *fresh = (job){.queue = dpex_queue_retain(queue), .text = *text, .key_bytes = bytes};
    memcpy(fresh->key, id, bytes);
    *last = fresh;
    last = &fresh->next;
    if (!has_thread()) start();
    pthread_mutex_unlock(&lock);
}
