/* Functions registered with atexit() are called in reverse order, those of libraries that were
 * loaded before among them. So what is registered after a library is called while it still works. */
#include "exit.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(void (*)(void)) stop;

void dpex_exit_set_stop(void (*function)(void))
{
    atomic_store(&stop, function);
}

static void call_stop(void)
{
    void (*function)(void) = atomic_load(&stop);
    if (function) function();
}

/* Where it cannot be registered, dpex_shutdown is left. */
void dpex_exit_stop_before_libraries(void)
{
    (void)atexit(call_stop);
}
