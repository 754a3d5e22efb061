/* Opening OpenBLAS, once.
 *
 * Names have the prefix scipy_, so that another OpenBLAS in the process (NumPy's) is not disturbed, nor disturbs. */
#include "ops/blas/openblas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/dynlib.h"
#include "base/env.h"
#include "base/error.h"

/* Set under `once`. */
static struct {
    dpex_openblas functions;
    int is_open;
    char why_not[512];
} the;
static pthread_once_t once = PTHREAD_ONCE_INIT;

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

static void open_library(void)
{
    const char *why = "";
    void (*set_n_threads)(int);
    void *library = dpex_dynlib_open_beside("libscipy_openblas.so", &why);
    if (!library) {
        snprintf(the.why_not, sizeof the.why_not, "OpenBLAS does not open: %s", why);
        return;
    }
    void *symbol = find(library, "scipy_openblas_set_num_threads");
    if (!symbol) return;
    memcpy(&set_n_threads, &symbol, sizeof symbol);
    set_n_threads(1);
    dpex_openblas *f = &the.functions;
    the.is_open = load_type(library, 's', 0, &f->f32, sizeof f->f32) &&
                  load_type(library, 'd', 0, &f->f64, sizeof f->f64) &&
                  load_type(library, 'c', 1, &f->c64, sizeof f->c64) &&
                  load_type(library, 'z', 1, &f->c128, sizeof f->c128);
}

static void open_unless_unwanted(void)
{
    const char *wish = dpex_env_text("DPEX_OPENBLAS");
    if (wish && !strcmp(wish, "0")) {
        snprintf(the.why_not, sizeof the.why_not, "DPEX_OPENBLAS=0 forbids OpenBLAS");
        return;
    }
    if (wish && strcmp(wish, "1")) dpex_env_warn("DPEX_OPENBLAS", wish, "0, 1");
    open_library();
}

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
