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
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/dynlib.h"
#include "base/env.h"
#include "base/error.h"
#include "base/log.h"

/* Set under `once`. */
static struct {
    dpex_openblas functions;
    int is_open;
    char why_not[512];
    /* The types of all libraries: `int` in some, which takes the same register. */
    void (*set_n_threads)(long);
    long (*get_n_threads)(void);
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

/* What users may name in DPEX_BLAS instead of a path: files that are tried, and how the number of threads is set. */
static const struct vendor {
    const char *name, *files[3], *set_n_threads, *get_n_threads;
} vendors[] = {
    {"mkl",
     {"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so"},
     "MKL_Set_Num_Threads",
     "MKL_Get_Max_Threads"},
    {"blis",
     {"libblis.so.4", "libblis-mt.so.4", "libblis.so"},
     "bli_thread_set_num_threads",
     "bli_thread_get_num_threads"},
    {"openblas",
     {"libopenblas.so.0", "libopenblas.so", "libopenblaso.so"},
     "openblas_set_num_threads",
     "openblas_get_num_threads"},
};
enum { N_VENDORS = sizeof vendors / sizeof *vendors };

/* A library of BLAS and LAPACK, and what its functions' names begin with. */
typedef struct blas_library {
    void *handle;
    const char *prefix;
    int n_missing; /* functions that it does not have */
} blas_library;

/* The functions of one type, which follow each other in memory as the rows of the table. Those that the library does not have stay
 * as they are. */
static void load_type(blas_library *library, char letter, int is_complex, void *functions)
{
    static const char *const names[][2] = {
#define DPEX_OPENBLAS(member, real, complex, parameters) {real, complex},
#include "defs/openblas.def"
#undef DPEX_OPENBLAS
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[64];
        if (!names[i][is_complex]) continue;
        snprintf(name, sizeof name, "%s%c%s_", library->prefix, letter, names[i][is_complex]);
        void *symbol = dlsym(library->handle, name);
        if (symbol)
            memcpy((char *)functions + i * sizeof symbol, &symbol, sizeof symbol);
        else if (library->n_missing++ == 0)
            snprintf(the.why_not, sizeof the.why_not, "the library has no function %s", name);
    }
}

static void load_functions(blas_library *library)
{
    dpex_openblas *f = &the.functions;
    load_type(library, 's', 0, &f->f32);
    load_type(library, 'd', 0, &f->f64);
    load_type(library, 'c', 1, &f->c64);
    load_type(library, 'z', 1, &f->c128);
}

static long return_1(void)
{
    return 1;
}

static void ignore(long n)
{
    (void)n;
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

/* As many threads as the library made for itself (which heeds OPENBLAS_NUM_THREADS and its like), or as we may have. */
static void load_threads(blas_library *library, const char *get_name, const char *set_name)
{
    char names[2][64];
    snprintf(names[0], sizeof names[0], "%s%s", library->prefix, get_name);
    snprintf(names[1], sizeof names[1], "%s%s", library->prefix, set_name);
    void *get = dlsym(library->handle, names[0]), *set = dlsym(library->handle, names[1]);
    if (!get || !set) return;
    memcpy(&the.get_n_threads, &get, sizeof get);
    memcpy(&the.set_n_threads, &set, sizeof set);
    const int own = (int)the.get_n_threads();
    const int64_t allowed = dpex_env_number("DPEX_NUM_THREADS", 1, own);
    the.most_threads = allowed < own ? (int)allowed : own;
    /* One thread from now on: our own threads share the work. */
    the.set_n_threads(1);
}

/* The library that a function comes from; "" where that is unknown. */
static const char *file_of(const void *function)
{
    Dl_info info;
    void *address;
    memcpy(&address, function, sizeof address);
    return address && dladdr(address, &info) && info.dli_fname ? info.dli_fname : "";
}

static int open_bundled(void)
{
    const char *why = "";
    blas_library library = {dpex_dynlib_open_beside("libscipy_openblas.so", &why), "scipy_", 0};
    if (!library.handle) {
        snprintf(the.why_not, sizeof the.why_not, "OpenBLAS does not open: %s", why);
        return 0;
    }
    load_functions(&library);
    load_threads(&library, "openblas_get_num_threads", "openblas_set_num_threads");
    if (!the.set_n_threads)
        snprintf(the.why_not, sizeof the.why_not, "OpenBLAS cannot set its number of threads");
    return library.n_missing == 0 && the.set_n_threads;
}

/* A vendor's library where pip puts it, or where the linker searches. */
static void *open_vendor(const struct vendor *vendor)
{
    char root[PATH_MAX], path[PATH_MAX + 64];
    void *handle = NULL;
    dpex_dynlib_find_environment(root, sizeof root);
    for (int i = 0; i < 3 && !handle; i++) {
        snprintf(path, sizeof path, "%s/lib/%s", root, vendor->files[i]);
        if (*root) handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!handle) handle = dlopen(vendor->files[i], RTLD_NOW | RTLD_LOCAL);
    }
    return handle;
}

/* What the user wants instead of the bundled library, as far as it goes: a BLAS without LAPACK computes products. */
static void open_wanted(const char *wish)
{
    static const char *const allowed =
        "mkl, blis, openblas or the path of a library with BLAS's functions";
    blas_library library = {NULL, "", 0};
    int is_named = 0;
    for (int i = 0; i < N_VENDORS; i++) {
        if (strcmp(wish, vendors[i].name)) continue;
        library.handle = open_vendor(&vendors[i]);
        is_named = 1;
    }
    if (!is_named) library.handle = dlopen(wish, RTLD_NOW | RTLD_LOCAL);
    if (library.handle && dlsym(library.handle, "scipy_dgemm_")) library.prefix = "scipy_";
    char gemm[32];
    snprintf(gemm, sizeof gemm, "%sdgemm_", library.prefix);
    if (!library.handle || !dlsym(library.handle, gemm)) {
        dpex_env_warn("DPEX_BLAS", wish, allowed);
        return;
    }
    load_functions(&library);
    for (int i = 0; i < N_VENDORS; i++)
        load_threads(&library, vendors[i].get_n_threads, vendors[i].set_n_threads);
    the.is_open |= library.n_missing == 0;
}

static void open_library(void)
{
    const char *wish = dpex_env_text("DPEX_BLAS");
    the.is_open = open_bundled();
    if (wish) open_wanted(wish);
    /* A library without threads of its own. */
    if (!the.get_n_threads)
        the.get_n_threads = return_1, the.set_n_threads = ignore, the.most_threads = 1;
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "products of matrices from %s",
                  file_of(&the.functions.f64.gemm));
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "factorizations from %s", file_of(&the.functions.f64.geev));
    /* After the library's own hooks were registered: the last one's `before` comes first. */
    if (pthread_atfork(before_fork, after_fork, after_fork_in_child)) the.is_open = 0;
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

int dpex_openblas_is_replaced(void)
{
    enum { NOT_READ, NO, YES };
    static _Atomic int state;
    int now = atomic_load_explicit(&state, memory_order_relaxed);
    if (now == NOT_READ) { /* threads that come at once read the same */
        now = dpex_env_text("DPEX_BLAS") ? YES : NO;
        atomic_store_explicit(&state, now, memory_order_relaxed);
    }
    return now == YES;
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
    if ((int)the.get_n_threads() != 1) the.set_n_threads(1);
    return 1;
}

void dpex_openblas_leave(int n_threads)
{
    if (n_threads > 1) the.set_n_threads(1);
    pthread_rwlock_unlock(&inside);
    if (n_threads > 1) pthread_mutex_unlock(&raised);
}
