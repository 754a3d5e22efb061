/* Where in the program a call was made. See locate.h. */
#include "base/locate.h"

#include <string.h>

#include "dpex/profile.h"

_Atomic int dpex_locate_wanted;

static _Atomic(dpex_locate_fn) locate;
static _Thread_local const char *told;

void dpex_set_locate(dpex_locate_fn function)
{
    atomic_store(&locate, function);
}

void dpex_locate(char where[DPEX_WHERE_BYTES])
{
    dpex_locate_fn function = atomic_load(&locate);
    where[0] = '\0';
    if (told)
        strncat(where, told, DPEX_WHERE_BYTES - 1);
    else if (function)
        function(where, DPEX_WHERE_BYTES);
}

const char *dpex_locate_set(const char *where)
{
    const char *before = told;
    told = where;
    return before;
}

void dpex_locate_want(void)
{
    atomic_store(&dpex_locate_wanted, 1);
}
