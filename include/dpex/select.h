/* Advanced indexing: x[key] where the key has index arrays or masks, by NumPy's rules.
 *
 * A mask (an array of bools) of k dimensions stands for k index arrays, the coordinates of its
 * selected elements. All index arrays broadcast together. The dimensions of their common shape come
 * where the first of them stands, or first of all where something else stands between two of them;
 * ints count as index arrays there. A BOOL stands for an index array that indexes no axis, of one
 * element (true) or none. Integers out of range are treated as dpex/take.h says (DPEX_INDEX_WRAP),
 * but for ints, which are an error. DPEX_ERROR_OUT_OF_RANGE: too many indices, a mask whose shape
 * is not that of its axes, an empty axis; else the errors of dpex/take.h. Calls with a mask block
 * until it is computed, unless stated otherwise, and may return DPEX_ERROR_INTERRUPTED, having done
 * nothing. */
#ifndef DPEX_SELECT_H
#define DPEX_SELECT_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

/* out = x[indices]: a copy in C order. */
DPEX_API dpex_status dpex_array_select(const dpex_array *x, const dpex_index *indices, int n,
                                       dpex_array *out);
/* x[indices] = values: broadcast and cast (unsafe rules), overlap handled. Where indices repeat,
 * the last value is assigned. */
DPEX_API dpex_status dpex_array_assign(dpex_array *x, const dpex_index *indices, int n,
                                       const dpex_array *values);
/* x[indices] = value, of x's dtype. A mask as the only array does not block: one pass writes
 * all. */
DPEX_API dpex_status dpex_array_assign_scalar(dpex_array *x, const dpex_index *indices, int n,
                                              const dpex_scalar *value);

DPEX_EXTERN_C_END

#endif
