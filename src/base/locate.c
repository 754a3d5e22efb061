/* Where in the program a call was made. See locate.h. */
#include "base/locate.h"

#include <stdatomic.h>

#include "dpex/profile.h"

static _Atomic(dpex_locate_fn) locate;

void dpex_set_locate(dpex_locate_fn function)
{
    atomic_store(&locate, function);
}

void dpex_locate(char where[DPEX_WHERE_BYTES])
{
    dpex_locate_fn function = atomic_load(&locate);
    where[0] = '\0';
    if (function) function(where, DPEX_WHERE_BYTES);
}
