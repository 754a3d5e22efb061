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
} core_key;

/* Ints, slices, None, Ellipsis, bools, usm_ndarrays and what shows USM memory, NumPy arrays (copied to x's queue), and tuples of
 * those. Arrays without dimensions count as the number they hold, which waits for it. 0, or -1 with IndexError. */
int core_key_parse(core_key *key, PyObject *object, const dpex_array *x);
void core_key_drop(core_key *key);

#endif
