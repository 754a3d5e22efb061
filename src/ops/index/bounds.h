/* Range checks of whole blocks of indices, so that single checks are needed only where one is
 * negative or out of range. */
#ifndef DPEX_OPS_INDEX_BOUNDS_H
#define DPEX_OPS_INDEX_BOUNDS_H

#include <stdint.h>

/* Whether all n indices are in [0, size). No early exit: the loop has no branch, so
 * that compilers vectorise it. */
static inline int dpex_are_inside(const int64_t *indices, int64_t n, int64_t size)
{
    uint64_t signs = 0;
    for (int64_t i = 0; i < n; i++)
        /* An index is out of range if it is negative, or if size - 1 - index is; both show in the
         * sign bit of the OR. */
        signs |= (uint64_t)indices[i] | ((uint64_t)size - 1 - (uint64_t)indices[i]);
    return signs <= INT64_MAX;
}

#endif
