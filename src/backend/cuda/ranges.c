/* Ranges by NVTX 3, NVIDIA's interface between programs and profilers: two nested ranges of the thread
 * that gives a command to the driver, the line of the program and the operation or kernel. A tool
 * (Nsight Systems, CUPTI) shows the driver's calls, and what they started on the GPU, below them.
 *
 * NVTX is no library but a protocol. A tool names a library of its own in NVTX_INJECTION64_PATH, whose
 * function InitializeInjectionNvtx2 gets a function that gives tables by number, and writes addresses
 * of its own into the table of the functions that it wants to be called. So nothing of NVIDIA's is
 * needed to be shown in its tools, and nothing is done where there is none. Here are the tables of
 * all six groups of functions, since tools may ask for each, but two functions of the first group
 * are called. */
#include "backend/cuda/ranges.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/env.h"
#include "base/locate.h"
#include "base/log.h"

/* ---- the protocol's types ------------------------------------------------------------------------------- */

enum { TABLE_CALLBACKS = 1, TABLE_VERSION = 3 };                /* numbers of exported tables */
enum { GROUP_CORE = 1, N_GROUPS = 7, MOST_FUNCTIONS = 16 };     /* 0 is no group, nor a function */
enum { CORE_RANGE_PUSH = 9, CORE_RANGE_POP = 11, NVTX_IS = 3 }; /* of texts in bytes; version */

typedef void (*any_fn)(void);
typedef const void *get_export_table_fn(uint32_t number);
typedef int initialize_fn(get_export_table_fn *get);
typedef int range_push_fn(const char *name);
typedef int range_pop_fn(void);

typedef struct {
    size_t struct_bytes;
    int (*get_functions)(int group, any_fn ***table, unsigned *n);
} callbacks_table;

typedef struct {
    size_t struct_bytes;
    uint32_t version, reserved;
    void (*set_tool_version)(uint32_t version);
} version_table;

/* ---- what a tool gets ----------------------------------------------------------------------------------- */

/* Of each group of functions how many numbers there are: core, driver, OpenCL, runtime, domains,
 * synchronization. */
static const unsigned n_functions[N_GROUPS] = {0, 16, 9, 15, 7, 16, 7};
static any_fn functions[N_GROUPS][MOST_FUNCTIONS];
static any_fn *addresses[N_GROUPS][MOST_FUNCTIONS + 1]; /* NULL ends a table */

static int get_functions(int group, any_fn ***table, unsigned *n)
{
    if (group <= 0 || group >= N_GROUPS) return 0;
    for (unsigned i = 1; i < n_functions[group]; i++) addresses[group][i] = &functions[group][i];
    if (table) *table = addresses[group];
    if (n) *n = n_functions[group];
    return 1;
}

/* Nothing here depends on it. */
static void ignore_tool_version(uint32_t version)
{
    (void)version;
}

static const void *get_export_table(uint32_t number)
{
    static const callbacks_table callbacks = {sizeof callbacks, get_functions};
    static const version_table version = {sizeof version, NVTX_IS, 0, ignore_tool_version};
    switch (number) {
    case TABLE_CALLBACKS: return &callbacks;
    case TABLE_VERSION: return &version;
    default: return NULL;
    }
}

/* ---- the tool ------------------------------------------------------------------------------------------- */

_Atomic int dpex_cuda_ranges_tool;

static range_push_fn *range_push;
static range_pop_fn *range_pop;

/* Whether a library is a tool that wants ranges. */
static int try_tool(const char *path)
{
    initialize_fn *initialize = NULL;
    void *handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    void *entry = handle ? dlsym(handle, "InitializeInjectionNvtx2") : NULL;
    memcpy(&initialize, &entry, sizeof entry);
    /* Not closed where it refuses: it may have started threads by then. */
    if (!initialize || !initialize(get_export_table)) return 0;
    memcpy(&range_push, &functions[GROUP_CORE][CORE_RANGE_PUSH], sizeof range_push);
    memcpy(&range_pop, &functions[GROUP_CORE][CORE_RANGE_POP], sizeof range_pop);
    return range_push && range_pop;
}

static void open_once(void)
{
    const char *path = dpex_env_text("NVTX_INJECTION64_PATH");
    if (!path) return;
    const int is_tool = try_tool(path);
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "cuda: %s ranges of NVTX for %s", is_tool ? "with" : "no",
                  path);
    if (!is_tool) return;
    dpex_locate_want();
    atomic_store_explicit(&dpex_cuda_ranges_tool, 1, memory_order_release);
}

void dpex_cuda_ranges_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_once);
}

void dpex_cuda_range_push(const char *name)
{
    (void)range_push(name);
}

void dpex_cuda_range_pop(void)
{
    (void)range_pop();
}
