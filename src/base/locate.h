/* Where in the program a call was made: asked of the binding, for who profiles or traces. */
#ifndef DPEX_BASE_LOCATE_H
#define DPEX_BASE_LOCATE_H

#include <stdatomic.h>
#include <stddef.h>

enum { DPEX_WHERE_BYTES = 96 };

/* The position of the present call, "FILE:LINE", or "" where nobody knows. Without locks held: the
 * binding takes its interpreter's. */
void dpex_locate(char where[DPEX_WHERE_BYTES]);

/* The position in the program of the submissions that follow in this thread, which dpex_locate then
 * gives; NULL: that of each call. For work that was kept back, which may be submitted by a thread
 * for which another waits with the interpreter's lock. Returns the one before. */
const char *dpex_locate_set(const char *where);

/* Whether positions of all operations are wanted, profiles or not: from dpex_locate_want on. */
extern _Atomic int dpex_locate_wanted;

static inline int dpex_locate_is_wanted(void)
{
    return atomic_load_explicit(&dpex_locate_wanted, memory_order_relaxed);
}

void dpex_locate_want(void);

#endif
