/* The head that all objects with public pointers have in common (dpex/object.h).
 *
 * The structs are declared in backend/backend.h, each with `refs` and `tag` first; nothing here
 * knows the rest of them. The tag is set where an object is made and cleared just before its memory
 * is freed, so that a pointer to what was destroyed is mostly seen as one: not a guarantee, as the
 * memory may hold another object by then. */
#include "dpex/object.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct head {
    _Atomic int refs;
    int tag;
} head;

/* The tag's bits are a constant and the kind: what is left after the constant is taken away is a
 * kind only where it was there. */
dpex_object_kind dpex_object_get_kind(const void *object)
{
    if (!object) return DPEX_OBJECT_NONE;
    int kind = ((const head *)object)->tag ^ DPEX_OBJECT_TAG(0);
    return kind > 0 && kind < 256 ? (dpex_object_kind)kind : DPEX_OBJECT_NONE;
}

/* Acquire: the holder of the last reference sees what the others wrote before they released
 * theirs. */
int dpex_object_is_shared(const void *object)
{
    return atomic_load_explicit(&((head *)object)->refs, memory_order_acquire) > 1;
}
