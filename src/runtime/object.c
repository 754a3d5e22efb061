/* See dpex/object.h. */
#include "dpex/object.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct head {
    _Atomic int refs;
    int tag;
} head;

dpex_object_kind dpex_object_get_kind(const void *object)
{
    if (!object) return DPEX_OBJECT_NONE;
    int kind = ((const head *)object)->tag ^ DPEX_OBJECT_TAG(0);
    return kind > 0 && kind < 256 ? (dpex_object_kind)kind : DPEX_OBJECT_NONE;
}

int dpex_object_is_shared(const void *object)
{
    return atomic_load_explicit(&((head *)object)->refs, memory_order_acquire) > 1;
}
