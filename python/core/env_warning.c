/* Environment variables that libdpex could not understand become Python RuntimeWarnings. The library reports them on any
 * thread, so the texts wait in a list until the interpreter runs its pending calls, in the main thread. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

typedef struct warning {
    struct warning *next;
    char text[];
} warning;

static _Atomic(warning *) given;

static int deliver(void *unused)
{
    (void)unused;
    warning *first = atomic_exchange(&given, NULL);
    int failed = 0;
    while (first) {
        warning *next = first->next;
        if (!failed) failed = PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "%s", first->text);
        free(first);
        first = next;
    }
    return failed;
}

static void receive(const char *text)
{
    size_t bytes = strlen(text) + 1;
    warning *made = malloc(sizeof *made + bytes);
    if (!made) return; /* a warning is not worth a failure */
    memcpy(made->text, text, bytes);
    made->next = atomic_load(&given);
    while (!atomic_compare_exchange_weak(&given, &made->next, made)) {
    }
    (void)Py_AddPendingCall(deliver, NULL);
}

int core_add_env_warning(PyObject *module)
{
    (void)module;
    dpex_env_set_warn(receive);
    return 0;
}
