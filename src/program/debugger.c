/* GDB's JIT interface: a list of files in memory that a debugger finds by the name of its head, and a function without an
 * effect, at which it has a breakpoint. The names and structs are GDB's ("JIT Compilation Interface" of its manual). */
#include "program/debugger.h"

#include <pthread.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/fork.h"

enum { NO_ACTION, REGISTER, UNREGISTER, VERSION = 1 };

struct dpex_debug_entry {
    dpex_debug_entry *next, *prev;
    const char *file;
    uint64_t bytes;
};

typedef struct jit_descriptor {
    uint32_t version;
    uint32_t action;
    dpex_debug_entry *relevant;
    dpex_debug_entry *first;
} jit_descriptor;

extern jit_descriptor __jit_debug_descriptor;
void __jit_debug_register_code(void);

jit_descriptor __jit_debug_descriptor = {.version = VERSION};

__attribute__((noinline)) void __jit_debug_register_code(void)
{
    __asm__ volatile("" ::: "memory");
}

static pthread_mutex_t entries_lock = PTHREAD_MUTEX_INITIALIZER; /* guards __jit_debug_descriptor */
DPEX_FORK_GUARD(entries_lock)

static void tell(dpex_debug_entry *entry, uint32_t action)
{
    __jit_debug_descriptor.relevant = entry;
    __jit_debug_descriptor.action = action;
    __jit_debug_register_code();
    __jit_debug_descriptor.action = NO_ACTION;
}

dpex_status dpex_debugger_add(char *file, size_t bytes, dpex_debug_entry **entry)
{
    dpex_debug_entry *e = dpex_calloc(1, sizeof *e);
    if (!e) {
        dpex_free(file);
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for line tables");
    }
    *e = (dpex_debug_entry){.file = file, .bytes = bytes};
    pthread_mutex_lock(&entries_lock);
    e->next = __jit_debug_descriptor.first;
    if (e->next) e->next->prev = e;
    __jit_debug_descriptor.first = e;
    tell(e, REGISTER);
    pthread_mutex_unlock(&entries_lock);
    *entry = e;
    return DPEX_SUCCESS;
}

void dpex_debugger_remove(dpex_debug_entry *e)
{
    if (!e) return;
    pthread_mutex_lock(&entries_lock);
    if (e->prev)
        e->prev->next = e->next;
    else
        __jit_debug_descriptor.first = e->next;
    if (e->next) e->next->prev = e->prev;
    tell(e, UNREGISTER);
    pthread_mutex_unlock(&entries_lock);
    dpex_free((char *)e->file);
    dpex_free(e);
}
