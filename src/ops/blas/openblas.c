/* Opening OpenBLAS, once, without threads of its own.
 *
 * Names have the prefix scipy_, so that another OpenBLAS in the process (NumPy's) and this one do
 * not affect each other. */
#include "ops/blas/openblas.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
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
} the;
static pthread_once_t once = PTHREAD_ONCE_INIT;

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

/* One thread per call from now on: our own threads share the work. */
static void load_threads(blas_library *library, const char *get_name, const char *set_name)
{
    char names[2][64];
    snprintf(names[0], sizeof names[0], "%s%s", library->prefix, get_name);
    snprintf(names[1], sizeof names[1], "%s%s", library->prefix, set_name);
    void *get = dlsym(library->handle, names[0]), *set = dlsym(library->handle, names[1]);
    if (!get || !set) return;
    memcpy(&the.get_n_threads, &get, sizeof get);
    memcpy(&the.set_n_threads, &set, sizeof set);
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

/* OpenBLAS starts a thread per further CPU of the thread that opens it, and each of them spins for some 100 ms before it sleeps: it
 * shall see one. */
static void open_on_one_cpu(void)
{
    const char *wish = dpex_env_text("DPEX_BLAS");
    cpu_set_t before, one;
    const int cpu = sched_getcpu();
    int is_pinned = 0;
    if (cpu >= 0 && cpu < CPU_SETSIZE && !sched_getaffinity(0, sizeof before, &before)) {
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        is_pinned = !sched_setaffinity(0, sizeof one, &one);
    }
    the.is_open = open_bundled();
    if (wish) open_wanted(wish);
    if (is_pinned) sched_setaffinity(0, sizeof before, &before);
}

static void open_library(void)
{
    open_on_one_cpu();
    /* A library without threads of its own. */
    if (!the.get_n_threads) the.get_n_threads = return_1, the.set_n_threads = ignore;
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "products of matrices from %s",
                  file_of(&the.functions.f64.gemm));
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "factorizations from %s", file_of(&the.functions.f64.geev));
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

void dpex_openblas_use_one_thread(void)
{
    if ((int)the.get_n_threads() != 1) the.set_n_threads(1);
}
