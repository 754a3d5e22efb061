/* Opening OpenBLAS, once, and how many threads it computes with.
 *
 * Names have the prefix scipy_, so that another OpenBLAS in the process (NumPy's) and this one do
 * not affect each other.
 *
 * The number of its threads is one for the whole library, and some of its functions give other bits
 * with another number. So a call that raises it excludes all others meanwhile, and only does so
 * where no other is in progress. */
#include "ops/blas/openblas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/dynlib.h"
#include "base/env.h"
#include "base/error.h"

/* Set under `once`. */
static struct {
    dpex_openblas functions;
    int is_open;
    char why_not[512];
    void (*set_n_threads)(int);
    int (*get_n_threads)(void);
    int most_threads;
} the;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Held by each call that computes, for writing by the one that has raised the number of threads.
 * A reader-writer lock used backwards: "readers" compute with one thread each, the "writer" is
 * the one that computes with several. */
static pthread_rwlock_t inside = PTHREAD_RWLOCK_INITIALIZER;
/* Held while that number is raised: OpenBLAS stops its threads before a fork and would wait for
 * busy ones for ever. */
static pthread_mutex_t raised = PTHREAD_MUTEX_INITIALIZER;

static void *find(void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    if (!symbol) snprintf(the.why_not, sizeof the.why_not, "OpenBLAS has no function %s", name);
    return symbol;
}

/* The functions of one type, which follow each other in memory as the rows of the table. */
static int load_type(void *library, char letter, int is_complex, void *functions, size_t bytes)
{
    static const char *const names[][2] = {
#define DPEX_OPENBLAS(member, real, complex, parameters) {real, complex},
#include "defs/openblas.def"
#undef DPEX_OPENBLAS
    };
    size_t n = sizeof names / sizeof *names;
    if (n * sizeof(void *) != bytes) return 0;
    for (size_t i = 0; i < n; i++) {
        char name[64];
        snprintf(name, sizeof name, "scipy_%c%s_", letter, names[i][is_complex]);
        void *symbol = find(library, name);
        if (!symbol) return 0;
        memcpy((char *)functions + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return 1;
}

static void before_fork(void)
{
    /* A fork waits until the number of threads is 1 again. */
    pthread_mutex_lock(&raised);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&raised);
}

/* The threads that were inside are not here.
 * A lock that other threads held in the parent is held by nobody in the child: it is made anew.
 */
static void after_fork_in_child(void)
{
    pthread_rwlock_init(&inside, NULL);
    pthread_mutex_unlock(&raised);
}

/* As many threads as the library made for itself (which heeds OPENBLAS_NUM_THREADS), or as we may
 * have. */
static int load_threads(void *library)
{
    void *get = find(library, "scipy_openblas_get_num_threads"),
         *set = find(library, "scipy_openblas_set_num_threads");
    if (!get || !set) return 0;
    memcpy(&the.get_n_threads, &get, sizeof get);
    memcpy(&the.set_n_threads, &set, sizeof set);
    int own = the.get_n_threads();
    int64_t allowed = dpex_env_number("DPEX_NUM_THREADS", 1, own);
    the.most_threads = allowed < own ? (int)allowed : own;
    /* One thread from now on: our own threads share the work. */
    the.set_n_threads(1);
    /* After the library's own hooks were registered: the last one's `before` comes first. */
    return pthread_atfork(before_fork, after_fork, after_fork_in_child) == 0;
}

static void open_library(void)
{
    const char *why = "";
    void *library = dpex_dynlib_open_beside("libscipy_openblas.so", &why);
    if (!library) {
        snprintf(the.why_not, sizeof the.why_not, "OpenBLAS does not open: %s", why);
        return;
    }
    if (!load_threads(library)) return;
    dpex_openblas *f = &the.functions;
    the.is_open = load_type(library, 's', 0, &f->f32, sizeof f->f32) &&
                  load_type(library, 'd', 0, &f->f64, sizeof f->f64) &&
                  load_type(library, 'c', 1, &f->c64, sizeof f->c64) &&
                  load_type(library, 'z', 1, &f->c128, sizeof f->c128);
}

static void open_unless_unwanted(void)
{
    /* For tests and for comparisons: the own loops replace OpenBLAS. */
    const char *wish = dpex_env_text("DPEX_OPENBLAS");
    if (wish && !strcmp(wish, "0")) {
        snprintf(the.why_not, sizeof the.why_not, "DPEX_OPENBLAS=0 forbids OpenBLAS");
        return;
    }
    if (wish && strcmp(wish, "1")) dpex_env_warn("DPEX_OPENBLAS", wish, "0, 1");
    open_library();
}

/* Any thread may call this; the first call opens the library and may take milliseconds. */
const dpex_openblas *dpex_openblas_get(void)
{
    pthread_once(&once, open_unless_unwanted);
    return the.is_open ? &the.functions : NULL;
}

dpex_status dpex_openblas_require(const char *name, const dpex_openblas **blas)
{
    *blas = dpex_openblas_get();
    if (*blas) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s: %s", name, the.why_not);
}

/* ---- threads ------------------------------------------------------------------------------------------- */

/* trylock on both: no call waits for the chance to use more threads. */
static int try_to_raise(int n_threads)
{
    if (pthread_mutex_trylock(&raised)) return 0;
    if (pthread_rwlock_trywrlock(&inside)) {
        pthread_mutex_unlock(&raised);
        return 0;
    }
    the.set_n_threads(n_threads);
    return 1;
}

int dpex_openblas_enter(int64_t n_threads)
{
    int n = n_threads < the.most_threads ? (int)n_threads : the.most_threads;
    /* With the number of threads raised, all other calls wait in rdlock until _leave. */
    if (n > 1 && try_to_raise(n)) return n;
    pthread_rwlock_rdlock(&inside);
    /* Programs can raise the number as well (threadpoolctl): each of our threads would then wait
     * for OpenBLAS's own, and sums would have other bits. */
    if (the.get_n_threads() != 1) the.set_n_threads(1);
    return 1;
}

void dpex_openblas_leave(int n_threads)
{
    if (n_threads > 1) the.set_n_threads(1);
    pthread_rwlock_unlock(&inside);
    if (n_threads > 1) pthread_mutex_unlock(&raised);
}

/* OpenBLAS's threads spin until the slowest of them has come, so that on busy CPUs several take
 * longer than one (docs/tuning.md). One of the threads that run now may be our own, about to sleep
 * until this is done. */
int64_t dpex_openblas_n_idle(void)
{
    long long n_running = 0;
    /* The fourth field of /proc/loadavg is "running/existing". */
    FILE *file = fopen("/proc/loadavg", "re");
    if (!file) return INT64_MAX;
    /* Unreadable: as if nothing ran. */
    if (fscanf(file, "%*s %*s %*s %lld", &n_running) != 1) n_running = 0;
    fclose(file);
    return (int64_t)sysconf(_SC_NPROCESSORS_ONLN) + 2 - n_running;
}
