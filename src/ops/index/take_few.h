/* Few elements of a line, gathered and written in the calling thread. */
#ifndef DPEX_OPS_INDEX_TAKE_FEW_H
#define DPEX_OPS_INDEX_TAKE_FEW_H

#include "dpex/array.h"

/* out = x[indices], new. 0: not done, and there is no out; else *status says whether there is. */
int dpex_take_few(const dpex_array *x, const dpex_array *indices, dpex_array *out,
                  dpex_status *status);

/* x[indices] = values, of x's dtype, one for each index or for all. 0: not done. */
int dpex_put_few(dpex_array *x, const dpex_array *indices, const dpex_array *values);
int dpex_put_few_of_one(dpex_array *x, const dpex_array *indices, const dpex_scalar *value);

#endif
