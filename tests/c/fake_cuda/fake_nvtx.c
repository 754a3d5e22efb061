/* A stand-in for a tool of NVIDIA's: as their tools do, it gets the addresses of the functions of NVTX through the entry
 * below and has its own called. It keeps what it is told as text. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { CALLBACKS = 1, VERSION = 3, CORE = 1, PUSH = 9, POP = 11 };

typedef void (*any_fn)(void);

typedef struct {
    size_t bytes;
    int (*get_functions)(int group, any_fn ***table, unsigned *n);
} callbacks;

typedef struct {
    size_t bytes;
    uint32_t version, reserved;
    void (*set_tool_version)(uint32_t version);
} versions;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char told[1 << 16];
static int depth;

static void tell(const char *word, const char *name)
{
    const size_t n = strlen(told);
    if (n + strlen(word) + strlen(name) + 2 > sizeof told) return;
    strcat(strcat(strcat(told, word), name), "\n");
}

static int push(const char *name)
{
    pthread_mutex_lock(&lock);
    tell("push ", name);
    const int level = depth++;
    pthread_mutex_unlock(&lock);
    return level;
}

static int pop(void)
{
    pthread_mutex_lock(&lock);
    tell("pop", "");
    const int level = --depth;
    pthread_mutex_unlock(&lock);
    return level;
}

/* What ranges began and ended, a line each. */
EXPORT const char *fake_nvtx_get_text(void)
{
    return told;
}

/* Asks for all that tools may ask for, and refuses what is not as the protocol says. */
EXPORT int InitializeInjectionNvtx2(const void *(*get_table)(uint32_t number))
{
    static const unsigned least[7] = {0, 16, 9, 15,
                                      7, 16, 7}; /* newer versions may have more functions */
    const callbacks *table = get_table(CALLBACKS);
    const versions *version = get_table(VERSION);
    any_fn **functions;
    unsigned n = 0;
    if (get_table(0) || get_table(99) || !table || table->bytes < sizeof *table) return 0;
    if (!version || version->bytes < sizeof *version || version->version < 3) return 0;
    version->set_tool_version(3);
    for (int group = 1; group < 7; group++) {
        if (!table->get_functions(group, &functions, &n) || n < least[group]) return 0;
        for (unsigned i = 1; i < n; i++)
            if (!functions[i]) return 0;
    }
    if (table->get_functions(0, &functions, &n) || table->get_functions(99, &functions, &n))
        return 0;
    if (!table->get_functions(CORE, &functions, &n)) return 0;
    *functions[PUSH] = (any_fn)push;
    *functions[POP] = (any_fn)pop;
    return 1;
}
