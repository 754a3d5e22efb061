/* Programs that are compiled while the program which needs them goes on: those of array operations.
 * NVRTC compiles several texts at once, so that a function of many kernels, or the first lines of a
 * program, wait for the longest compilation instead of for the sum. Launches meanwhile are deferred
 * (defer.c). */
#include <pthread.h>
#include <sched.h>

#include "backend/cuda/program.h"
#include "base/alloc.h"
#include "base/exit.h"
#include "base/fork.h"
#include "host/host.h"
#include "host/thread_pool.h"

/* Each compiler takes some 100 MB. */
enum { MOST_COMPILERS = 8 };

/* A program to be compiled, kept until it is. */
typedef struct job {
    dpex_region region; /* of the thread that begins with this job and goes on with others */
    struct job *next;
    dpex_program *program;
    dpex_cuda_compile_fn *compile;
} job;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows, and watchers */
static job *jobs, **last = &jobs;
static size_t n_running;
static int is_stopping;

/* ---- fork ------------------------------------------------------------------------------------ */

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

/* The child has neither the threads nor the device that they compile for. */
static void after_fork(int is_child)
{
    if (is_child) {
        jobs = NULL;
        last = &jobs;
        n_running = 0;
    }
    pthread_mutex_unlock(&lock);
}

/* ---- a program ------------------------------------------------------------------------------- */

/* The message of a failure is that of this thread's last one. */
void dpex_cuda_program_end(dpex_program *program, dpex_status status)
{
    dpex_cuda_program *made = program->handle;
    /* Never replaced, as others may read it. */
    if (status && !made->message) made->message = dpex_strdup(dpex_error_message());
    pthread_mutex_lock(&lock);
    dpex_watcher *waiting = made->watchers;
    made->watchers = NULL;
    /* Release: who finds it ready reads the module and the message without the lock. */
    atomic_store_explicit(&made->state, status ? DPEX_CUDA_FAILED : DPEX_CUDA_READY,
                          memory_order_release);
    pthread_mutex_unlock(&lock);
    /* What waits is started by this thread, and finds a failure itself. */
    dpex_watcher_notify(waiting, NULL);
}

int dpex_cuda_program_watch(const dpex_program *program, dpex_watcher *watcher)
{
    dpex_cuda_program *made = program->handle;
    pthread_mutex_lock(&lock);
    const int is_compiling = !dpex_cuda_is_compiled(program);
    if (is_compiling) {
        watcher->next = made->watchers;
        made->watchers = watcher;
    }
    pthread_mutex_unlock(&lock);
    return is_compiling;
}

static void do_job(job *j)
{
    dpex_cuda_program_end(j->program, j->compile(j->program));
    dpex_program_release(j->program);
}

/* ---- threads --------------------------------------------------------------------------------- */

static job *take_locked(void)
{
    job *next = jobs;
    if (next) jobs = next->next;
    if (!jobs) last = &jobs;
    return next;
}

/* A region's run. The first job is a part of the region, which frees it. */
static dpex_status run(void *first, int64_t begin, int64_t finish)
{
    (void)begin, (void)finish;
    for (job *j = first; j;) {
        do_job(j);
        pthread_mutex_lock(&lock);
        job *next = take_locked();
        if (!next) n_running--;
        pthread_mutex_unlock(&lock);
        if (j != first) dpex_free(j);
        j = next;
    }
    return DPEX_SUCCESS;
}

static void on_done(dpex_region *region)
{
    dpex_free(region); /* its first member */
}

/* Waits for what is being compiled: at the end of the process a compiler's own data are destroyed.
 * What nobody has begun with fails. */
static void stop(void)
{
    pthread_mutex_lock(&lock);
    is_stopping = 1;
    for (job *j; (j = take_locked());) {
        pthread_mutex_unlock(&lock);
        dpex_cuda_program_end(j->program, DPEX_FAIL(DPEX_ERROR_CANCELLED, "the process ends"));
        dpex_program_release(j->program);
        dpex_free(j);
        pthread_mutex_lock(&lock);
    }
    while (n_running) {
        pthread_mutex_unlock(&lock);
        sched_yield();
        pthread_mutex_lock(&lock);
    }
    is_stopping = 0;
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void register_stops(void)
{
    static dpex_fork_hooks hooks = {before_fork, after_fork, NULL};
    static dpex_exit_stop at_exit = {stop, NULL, 0};
    dpex_fork_register(DPEX_FORK_LEAF, &hooks);
    dpex_exit_add_stop(&at_exit);
}

/* With the lock held. 1: this job needs a thread of its own. */
static int append_locked(job *j, const dpex_team *team)
{
    const size_t most = team->n_cpus < MOST_COMPILERS ? team->n_cpus : MOST_COMPILERS;
    if (n_running < most) {
        n_running++;
        return 1;
    }
    *last = j;
    last = &j->next;
    return 0;
}

int dpex_cuda_compile_in_background(dpex_program *program, dpex_cuda_compile_fn *compile)
{
    dpex_team *team;
    if (dpex_threads_get_call_team(&team)) return 0;
    job *j = dpex_calloc(1, sizeof *j);
    if (!j) return 0;
    j->program = dpex_program_retain(program);
    j->compile = compile;
    dpex_region_init(&j->region, team, run, j, 1);
    j->region.on_done = on_done;
    pthread_mutex_lock(&lock);
    const int is_late = is_stopping;
    const int needs_thread = !is_late && append_locked(j, team);
    pthread_mutex_unlock(&lock);
    if (needs_thread) dpex_threads_open_call(&j->region);
    if (!is_late) return 1;
    dpex_program_release(program);
    dpex_free(j);
    return 0;
}
