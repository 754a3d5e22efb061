/* Choosing the archive of loops for this CPU, once, and binding its math to libmvec.
 *
 * Not here: what the archives hold. libmvec is glibc's library of vector functions; it is opened if
 * it is there, and its absence only means slower exp and sin. */
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "base/env.h"
#include "ops/loops/loops.h"

#define DPEX_ISA(isa, condition) extern const dpex_loops dpex_loops_##isa;
#include "defs/isas.def"
#undef DPEX_ISA

static const dpex_loops *const all[] = {
#define DPEX_ISA(isa, condition) &dpex_loops_##isa,
#include "defs/isas.def"
#undef DPEX_ISA
};

/* Set once, under `once`.
 * One pthread_once for the choice; after that any thread reads without a lock. */
static const dpex_loops *chosen;
static pthread_once_t once = PTHREAD_ONCE_INIT;

const dpex_loops *const *dpex_loops_get_all(size_t *n)
{
    *n = sizeof(all) / sizeof(all[0]);
    return all;
}

int dpex_loops_is_supported(const dpex_loops *loops)
{
#define DPEX_ISA(isa, condition)                                                                   \
    if (loops == &dpex_loops_##isa) return (condition) != 0;
#include "defs/isas.def"
#undef DPEX_ISA
    return 0;
}

static size_t allowed_by_environment(size_t n)
{
    const char *name = dpex_env_text("DPEX_ISA");
    if (!name) return n;
    if (!strcmp(name, "v2")) return 1; /* the baseline is what a v2 machine runs */
    for (size_t i = 0; i < n; i++) {
        if (!strcmp(name, all[i]->name)) return i + 1;
    }
    dpex_env_warn("DPEX_ISA", name, "baseline, v2, v3, v4");
    return n;
}

static void *find_symbol(void *library, const char *name)
{
    return library ? dlsym(library, name) : NULL;
}

static void choose(void)
{
    size_t n = allowed_by_environment(sizeof(all) / sizeof(all[0]));
    while (n > 1 && !dpex_loops_is_supported(all[n - 1])) n--;
    chosen = all[n - 1];
    chosen->bind(find_symbol, dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL));
}

const dpex_loops *dpex_loops_get(void)
{
    pthread_once(&once, choose);
    return chosen;
}
