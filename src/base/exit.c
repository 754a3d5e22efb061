/* Functions registered with atexit() are called in reverse order, those of libraries that were
 * loaded before among them. So what is registered after a library is called while it still works. */
#include "exit.h"

#include <stdlib.h>

/* Only ever longer; read without a lock. */
static _Atomic(dpex_exit_stop *) stops;

void dpex_exit_add_stop(dpex_exit_stop *stop)
{
    stop->next = atomic_load(&stops);
    while (!atomic_compare_exchange_weak(&stops, &stop->next, stop)) {
    }
}

void dpex_exit_stop_unawaited(void)
{
    for (const dpex_exit_stop *s = atomic_load(&stops); s; s = s->next)
        if (s->is_unawaited) s->function();
}

static void stop_all(void)
{
    for (const dpex_exit_stop *s = atomic_load(&stops); s; s = s->next) s->function();
}

/* Where it cannot be registered, dpex_shutdown is left. */
void dpex_exit_stop_before_libraries(void)
{
    (void)atexit(stop_all);
}
