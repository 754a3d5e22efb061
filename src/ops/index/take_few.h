/* Few elements of a line, gathered in the calling thread. */
#ifndef DPEX_OPS_INDEX_TAKE_FEW_H
#define DPEX_OPS_INDEX_TAKE_FEW_H

#include "dpex/array.h"

/* out = x[indices], new. 0: not done, and there is no out; else *status says whether there is. */
int dpex_take_few(const dpex_array *x, const dpex_array *indices, dpex_array *out,
                  dpex_status *status);

#endif
