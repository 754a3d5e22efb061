/* What stands between the brackets of x[key], as the C interface takes it. */
#ifndef OPENDPEX_CORE_ARRAY_KEY_H
#define OPENDPEX_CORE_ARRAY_KEY_H

#include "array.h"

enum { CORE_MAX_INDICES = 2 * DPEX_MAX_NDIM };

typedef struct core_key {
    int n;
    int n_kept;
    uint8_t has_arrays; /* an index array, mask or bool: x[key] is a copy */
    uint8_t has_masks;
    dpex_index indices[CORE_MAX_INDICES];
    PyObject *kept[CORE_MAX_INDICES]; /* arrays made here */
    int n_hosts;
    uint8_t host_at[CORE_MAX_INDICES]; /* indices[...] that come from the host... */
    PyObject *hosts[CORE_MAX_INDICES]; /* ...as NumPy arrays or nests, */
    int64_t least[CORE_MAX_INDICES];   /* all of them from here */
    int64_t most[CORE_MAX_INDICES];    /* to here */
} core_key;

/* Ints, slices, None, Ellipsis, bools, usm_ndarrays and what shows USM memory, NumPy arrays (copied to x's queue), and tuples of
 * those. Arrays without dimensions count as the number they hold, which waits for it. 0, or -1 with IndexError: where x is a
 * dpnp.ndarray also for numbers in lists and NumPy arrays that are outside, as in NumPy; arrays of a device are not waited for. */
int core_key_parse(core_key *key, PyObject *object, const dpex_array *x);
void core_key_drop(core_key *key);
/* Whether the numbers that came from the host are inside the axes of x: 0, or -1 with IndexError. */
int core_key_check_hosts(const core_key *key, const dpex_array *x);

#endif
